"""The files of sprites: Taproom's own and those of plugins; a sprite has the same name in all sizes."""

from __future__ import annotations

from pathlib import Path

OWN = Path(__file__).parent
NAMES = "names.txt"
"""The file that lists a folder's sprites, most useful first; beside it is a folder for each size."""
_FOLDERS: list[Path] = [OWN]


def add_folder(folder: Path) -> None:
    """Add a plugin's sprites, if it has any; of two sprites with the same name, the first is used."""
    if (folder / NAMES).is_file() and folder not in _FOLDERS:
        _FOLDERS.append(folder)


def names() -> tuple[str, ...]:
    """Return the names of all sprites, most useful first."""
    listed = (name for folder in _FOLDERS for name in (folder / NAMES).read_text(encoding="utf-8").split())
    return tuple(dict.fromkeys(listed))


def path_of(sprite: str, side: int) -> Path:
    """Return the PNG of a sprite with that side, in pixels."""
    paths = [folder / str(side) / f"{sprite}.png" for folder in _FOLDERS]
    return next((path for path in paths if path.is_file()), paths[0])
