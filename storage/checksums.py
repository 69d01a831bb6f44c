"""Checksums of rows, so that bytes which the disk got wrong are not played on (F-10, F-58).

They guard against damage, not against somebody who can write to the file.
"""

from __future__ import annotations

from hashlib import blake2b

from storage.errors import Unreadable
from storage.transaction import Value

SIZE = 16


def checksum(*fields: Value) -> bytes:
    """What stands beside these fields in their row; text as such or as the bytes that stand for it."""
    written = (each if isinstance(each, bytes) else str(each).encode() for each in fields)
    return blake2b(b"\0".join(written), digest_size=SIZE).digest()


def require(written: bytes | None, what: str, *fields: Value) -> None:
    """`Unreadable` where these fields are not those that were written; rows of old have no checksum."""
    if written is not None and written != checksum(*fields):
        raise Unreadable(f"{what}, which is damaged")
