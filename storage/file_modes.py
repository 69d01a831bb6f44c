"""Only the owner may read the files, since seeds and cards are in them (TB-11)."""

from __future__ import annotations

import logging
import os
import stat
from collections.abc import Iterable
from pathlib import Path

OTHERS = stat.S_IRWXG | stat.S_IRWXO
OWNER_ONLY = 0o600

log = logging.getLogger(__name__)


def tighten(path: Path, tails: Iterable[str]) -> None:
    """Let only the owner read a database, what lies beside it with these suffixes, and its copies there.

    What changed is logged; others' files are only named.
    """
    if os.name == "nt":  # where modes say nothing
        return
    files = [path.with_name(f"{path.name}{tail}") for tail in ("", *tails)]
    for kind in ("v*.bak", "replaced*"):
        files += path.parent.glob(f"{path.name}.{kind}")
    for each in files:
        try:
            mode = stat.S_IMODE(each.stat().st_mode)
        except FileNotFoundError:
            continue
        if not mode & OTHERS:
            continue
        try:
            each.chmod(OWNER_ONLY)
        except PermissionError:
            log.warning("%s holds secrets, and others may read it (mode %03o): chmod 600 it", each, mode)
        else:
            log.warning(
                "%s holds secrets, and others could read it (mode %03o): now only you can", each, mode
            )
