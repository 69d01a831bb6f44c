"""Errors of ports that can't be opened, which name the setting to change."""

from __future__ import annotations

import contextlib
import errno
from collections.abc import Iterator


@contextlib.contextmanager
def named_port(setting: str, host: str, port: int) -> Iterator[None]:
    """Name the setting in the `OSError` of a block that can't listen at its port."""
    try:
        yield
    except OSError as error:
        is_taken = error.errno == errno.EADDRINUSE
        reason = "another program has it" if is_taken else error.strerror
        raise OSError(f"{setting}: {host} has no port {port} for me: {reason}") from error
