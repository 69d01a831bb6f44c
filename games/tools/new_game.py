"""A first package for a game of your own: the example game High Die, with its names replaced."""

from __future__ import annotations

from pathlib import Path

from games.engine.record import GameRecord
from games.plugins import GAMES_GROUP, UnfitPlugin, check_key
from games.tools import high_die
from games.tools.simulation import LineRefused

PROJECT = """\
[build-system]
requires = ["hatchling"]
build-backend = "hatchling.build"

[project]
name = "taproom-{name}"
version = "0.1"
dependencies = ["taproom-bot"]

[project.entry-points."{group}"]
{key} = "{key}:RECORD"

[tool.hatch.build.targets.wheel]
packages = ["{key}"]

[tool.pytest.ini_options]
addopts = "-m 'not soak'"
markers = ["soak: long"]
"""
LAWS = '''\
"""{title} is held to the laws of the tavern, which stand in Taproom's source."""

from {key} import RECORD
from tests.laws.every_law import *  # noqa: F403

RECORDS = (RECORD,)
'''


def write_game(key: str, folder: Path, taken: dict[str, GameRecord]) -> tuple[Path, ...]:
    """Write a package into a folder, and return its files. Raises `LineRefused` if one of them exists."""
    try:
        check_key(key)
    except UnfitPlugin as why:
        raise LineRefused(f"{key}: {why}") from why
    if key in taken:
        raise LineRefused(f"{key}: there is a game of this key already")
    words = key.split("_")
    title = " ".join(map(str.capitalize, words))
    source = Path(high_die.__file__).read_text(encoding="utf-8")
    replacements = (("high_die", key), ("HighDie", title.replace(" ", "")), ("High Die", title))
    for old, new in replacements:
        source = source.replace(old, new)
    files = {
        folder / "pyproject.toml": PROJECT.format(key=key, name="-".join(words), group=GAMES_GROUP),
        folder / key / "__init__.py": source,
        folder / "test_laws.py": LAWS.format(key=key, title=title),
    }
    existing = next((path for path in files if path.exists()), None)
    if existing is not None:
        raise LineRefused(f"{existing}: is there already")
    for path, text in files.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return tuple(files)
