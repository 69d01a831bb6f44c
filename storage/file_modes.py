"""Only the owner may read the files, since seeds and cards are in them (TB-11)."""

from __future__ import annotations

import logging
import os
import stat
from collections.abc import Iterable, Iterator
from pathlib import Path

OTHERS = stat.S_IRWXG | stat.S_IRWXO
OWNER_ONLY = 0o600

log = logging.getLogger(__name__)


def of_database(path: Path, tails: Iterable[str]) -> Iterator[Path]:
    """A database, the files beside it with these suffixes, and its copies there."""
    for tail in ("", *tails):
        yield path.with_name(f"{path.name}{tail}")
    for kind in ("v*.bak", "replaced*"):
        yield from path.parent.glob(f"{path.name}.{kind}")


def tighten(paths: Iterable[Path]) -> None:
    """Let only the owner read these files, and log what changed; others' files are only named."""
    if os.name == "nt":  # where modes say nothing
        return
    for path in paths:
        try:
            mode = stat.S_IMODE(path.stat().st_mode)
        except FileNotFoundError:
            continue
        if not mode & OTHERS:
            continue
        try:
            path.chmod(OWNER_ONLY)
        except PermissionError:
            log.warning("%s holds secrets, and others may read it (mode %03o): chmod 600 it", path, mode)
        else:
            log.warning(
                "%s holds secrets, and others could read it (mode %03o): now only you can", path, mode
            )
