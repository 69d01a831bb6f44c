"""The page's static assets: scripts, styles and sprites, served as immutable files.

Their URLs contain a digest of all of them: a browser caches them for a year, and requests new URLs after a
change.
"""

from __future__ import annotations

import gzip
import hashlib
import re
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from bot import sprites as sprite_files

STATIC = Path(__file__).parent / "static"
KINDS = {".css": "text/css", ".js": "text/javascript", ".png": "image/png", ".svg": "image/svg+xml"}
PACKED = (".css", ".js", ".svg")
SHEETS, STYLES = ("page.css", "layout.css", "table.css", "motion.css"), "styles.css"
"""The stylesheets in order, sent as one file, since fewer requests load faster."""


OURS = ("page.js", "look.js", "activity.js")
"""Our own scripts, in which every comment has a line of its own."""
_LINE, _BLOCK = re.compile(rb"(?m)^ *//.*$"), re.compile(rb"(?s)/\*.*?\*/")
SHELL = "shell.css"
"""The styles of the shell's pages; tables are shown without waiting for them."""


@dataclass(frozen=True, slots=True)
class Asset:
    """A static file: its media type and its content as sent."""

    kind: str
    content: bytes = field(repr=False)
    is_packed: bool = False


@cache
def sprites() -> frozenset[str]:
    """Return the names of all sprites."""
    return frozenset(sprite_files.names())


@cache
def assets() -> dict[str, Asset]:
    """Return all files by name; text files are compressed."""
    files = {each.name: each for each in sorted(STATIC.iterdir()) if each.suffix in KINDS.keys() - {".css"}}
    files |= {f"{name}.png": sprite_files.path_of(name, 128) for name in sorted(sprites())}
    styles = b"".join((STATIC / each).read_bytes() for each in SHEETS)
    own_files = {name: _asset(path.suffix, _bare(name, path.read_bytes())) for name, path in files.items()}
    shell = (STATIC / SHELL).read_bytes()
    return own_files | {
        each: _asset(".css", _bare(each, css)) for each, css in ((STYLES, styles), (SHELL, shell))
    }


@cache
def digest() -> str:
    """Return a digest of all files, which changes with any of them."""
    content = hashlib.sha256()
    for name, each in assets().items():
        content.update(name.encode() + each.content)
    return content.hexdigest()[:12]


def address(name: str) -> str:
    """Return the URL path of a file."""
    return f"/a/{digest()}/{name}"


def _bare(name: str, content: bytes) -> bytes:
    """Return a file without its comments (a seventh of the size), if it is ours; lines keep their numbers."""
    if name.endswith(".css"):
        return _BLOCK.sub(lambda found: b"\n" * found[0].count(b"\n"), content)
    return _LINE.sub(b"", content) if name in OURS else content


def _asset(suffix: str, content: bytes) -> Asset:
    is_packed = suffix in PACKED
    packed = gzip.compress(content, mtime=0) if is_packed else content
    return Asset(KINDS[suffix], packed, is_packed)
