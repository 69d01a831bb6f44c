"""Checksums of rows, so that nobody plays on with bytes that the disk got wrong (F-10, F-58).

They guard against damage, not against somebody who can write to the file.
"""

from __future__ import annotations

from hashlib import blake2b

from storage.db.transaction import Value
from storage.errors import Unreadable

SIZE = 16


def checksum(*fields: Value) -> bytes:
    """The checksum of a row's fields; a text and its UTF-8 bytes give the same."""
    written = (each if isinstance(each, bytes) else str(each).encode() for each in fields)
    return blake2b(b"\0".join(written), digest_size=SIZE).digest()


def require(written: bytes | None, what: str, *fields: Value) -> None:
    """Raise `Unreadable` if the fields are not as they were written; old rows have no checksum."""
    if written is not None and written != checksum(*fields):
        raise Unreadable(f"{what}, which is damaged")
