"""What a page is made of beside HTML: its script, its styles and the sprites, as files that never change.

Their address has a digest of all of them: a browser keeps them for a year, and asks for a newer version.
"""

from __future__ import annotations

import gzip
import hashlib
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

STATIC = Path(__file__).parent / "static"
SPRITES = Path(__file__).parents[1] / "sprites"
KINDS = {".css": "text/css", ".js": "text/javascript", ".png": "image/png", ".svg": "image/svg+xml"}
PACKED = (".css", ".js", ".svg")
SHEETS, STYLES = ("page.css", "layout.css", "motion.css"), "styles.css"
"""All styles in their order, sent as one file: the fewer a browser has to ask for, the sooner it has them."""


@dataclass(frozen=True, slots=True)
class Asset:
    """A file: what kind it is, and how it is sent."""

    kind: str
    content: bytes = field(repr=False)
    is_packed: bool = False


@cache
def sprites() -> frozenset[str]:
    """The names of all sprites."""
    return frozenset((SPRITES / "names.txt").read_text().split())


@cache
def assets() -> dict[str, Asset]:
    """All files by their names, text already packed."""
    files = {each.name: each for each in sorted(STATIC.iterdir()) if each.suffix in KINDS.keys() - {".css"}}
    files |= {f"{name}.png": SPRITES / "128" / f"{name}.png" for name in sorted(sprites())}
    styles = b"".join((STATIC / each).read_bytes() for each in SHEETS)
    made = {name: _asset(path.suffix, path.read_bytes()) for name, path in files.items()}
    return made | {STYLES: _asset(".css", styles)}


@cache
def digest() -> str:
    """What tells one version of all files from another."""
    content = hashlib.sha256()
    for name, each in assets().items():
        content.update(name.encode() + each.content)
    return content.hexdigest()[:12]


def address(name: str) -> str:
    """Where a file is to be had."""
    return f"/a/{digest()}/{name}"


def _asset(suffix: str, content: bytes) -> Asset:
    is_packed = suffix in PACKED
    packed = gzip.compress(content, mtime=0) if is_packed else content
    return Asset(KINDS[suffix], packed, is_packed)
