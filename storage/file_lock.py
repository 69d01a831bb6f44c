"""One process per file (F-12): a lock of the operating system's, which kill -9 frees too."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from storage.errors import AlreadyOpen, NotAccepted

if sys.platform == "win32":
    import msvcrt

    def _take(descriptor: int) -> None:
        # Locked bytes cannot be read on Windows, so the lock is far behind any data.
        os.lseek(descriptor, 4096, os.SEEK_SET)
        msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        os.lseek(descriptor, 0, os.SEEK_SET)

else:
    import fcntl

    def _take(descriptor: int) -> None:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)


@contextmanager
def locked(path: Path) -> Iterator[Path]:
    """Lock a database for the length of a block, or raise `AlreadyOpen`; tells its real path.

    `NotAccepted` for a file with a second name: a hard link would have a lock and a log of its own, and two
    processes could write to one file (F-12).
    """
    path = path.resolve()
    descriptor = os.open(path.with_name(f"{path.name}.lock"), os.O_CREAT | os.O_RDWR, 0o600)
    try:
        try:
            _take(descriptor)
        except OSError as error:
            owner = os.read(descriptor, 100).decode(errors="replace").strip()
            raise AlreadyOpen(f"{path} is in use by another process ({owner or 'unknown'})") from error
        if path.exists() and path.stat().st_nlink > 1:
            raise NotAccepted(f"{path} is a hard link: the same file has another name, remove one of them")
        os.truncate(descriptor, 0)
        os.write(descriptor, f"process {os.getpid()}\n".encode())
        yield path
    finally:
        # The file stays: removing it would race with the next process to lock it.
        os.close(descriptor)
