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
    files = {each.name: each for each in sorted(STATIC.iterdir()) if each.suffix in KINDS}
    files |= {f"{name}.png": SPRITES / "128" / f"{name}.png" for name in sorted(sprites())}
    return {name: _asset(path) for name, path in files.items()}


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


def _asset(path: Path) -> Asset:
    content, is_packed = path.read_bytes(), path.suffix in PACKED
    packed = gzip.compress(content, mtime=0) if is_packed else content
    return Asset(KINDS[path.suffix], packed, is_packed)
