"""Files with stored data, for the people whom it is about and for the managers of a server."""

from __future__ import annotations

import gzip
import io
import json
from typing import Any

FILE_BYTES_MAX = 8 * 2**20
"""The size in bytes above which an export is compressed: Discord accepts ten megabytes."""
ATTACHMENT_BYTES_MAX = 10 * 10**6
"""The largest file in bytes that Discord accepts."""


def json_file(data: dict[str, Any], name: str = "taproom") -> tuple[bytes, str]:
    """Return the content and the name of an export file."""
    buffer = io.StringIO()
    for piece in json.JSONEncoder(indent=1).iterencode(data):
        # Encoded piece by piece, because encoding all at once would block the other threads.
        buffer.write(piece)
    content = buffer.getvalue().encode()
    if len(content) <= FILE_BYTES_MAX:
        return content, f"{name}.json"
    return gzip.compress(content), f"{name}.json.gz"
