"""Games of other packages, found by their entry points.

A plug-in that cannot be loaded is left out, and one line says why; everything else starts. With
`TAPROOM_PLUGINS=off` in the environment no plug-in is loaded, as in Taproom's own tests.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from importlib.metadata import EntryPoint, entry_points
from typing import Any, Generic, TypeVar

from games.engine.record import GameRecord

GAMES_GROUP, SCREENS_GROUP, COMMANDS_GROUP = "taproom.games", "taproom.screens", "taproom.commands"
"""The groups of entry points; an entry's name is the game's key."""
SWITCH = "TAPROOM_PLUGINS"
_KEY = re.compile(r"[a-z][a-z0-9]*(_[a-z0-9]+)*")
KEY_MAX = 24
RESERVED = frozenset(
    {"board", "daily", "hand", "help", "manage", "me", "organise", "play", "prizes", "quick", "record"}
    | {"titles", "tournament", "wallet"}
)
"""The names of Taproom's own commands, which no game may have."""

T = TypeVar("T")


class UnfitPlugin(Exception):
    """A plug-in that was imported and cannot be used; its text says why."""


@dataclass(frozen=True, slots=True)
class Plugin(Generic[T]):
    """The value of another package's entry point."""

    key: str
    package: str
    version: str
    value: T

    def __str__(self) -> str:
        """Return the package and its version."""
        return f"{self.package} {self.version}"


@dataclass(frozen=True, slots=True)
class PluginFault:
    """A plug-in that was left out, and the reason in one line."""

    group: str
    key: str
    package: str
    reason: str

    def __str__(self) -> str:
        """Return one line for the log, the doctor and the terminal."""
        return f"{self.group}: {self.key} of {self.package} is left out: {self.reason}"


FAULTS: list[PluginFault] = []
"""All plug-ins that were left out since the start, for the log, the doctor and the terminal."""


def load_plugins(
    group: str, kind: type[Any], check: Callable[[str, T], None], taken: Iterable[str] = ()
) -> dict[str, Plugin[T]]:
    """Return a group's plug-ins by their keys, without those whose key is `taken` by Taproom or used twice.

    `check` raises `UnfitPlugin` for a value of the right kind that cannot be used all the same.
    """
    if os.environ.get(SWITCH) == "off":
        return {}
    own_keys = set(taken)
    found = sorted(set(_entries(group)), key=lambda each: (each.name, _package(each)))
    usable: dict[str, Plugin[T]] = {}
    for entry in found:
        twins = [each for each in found if each.name == entry.name and each != entry]
        try:
            _check_unique(twins, is_own=entry.name in own_keys)
            usable[entry.name] = Plugin(entry.name, *_origin(entry), _load(entry, kind, check))
        except UnfitPlugin as why:
            FAULTS.append(PluginFault(group, entry.name, _package(entry), str(why)))
    return usable


def check_game(key: str, record: GameRecord) -> None:
    """Raise `UnfitPlugin` if a record does not fit the name of its entry point."""
    check_key(key)
    if record.game.key != key:
        raise UnfitPlugin(f"its game has the key {record.game.key}")


def check_key(key: str) -> None:
    """Raise `UnfitPlugin` for a key that cannot be a game's."""
    if not _KEY.fullmatch(key) or len(key) > KEY_MAX:
        raise UnfitPlugin(f"a key has at most {KEY_MAX} small letters, digits and single underscores")
    if key.replace("_", "") in RESERVED:
        raise UnfitPlugin(f"the command /{key.replace('_', '')} is Taproom's own")


def _entries(group: str) -> Iterator[EntryPoint]:
    yield from entry_points(group=group)


def _origin(entry: EntryPoint) -> tuple[str, str]:
    return ("?", "?") if entry.dist is None else (entry.dist.name, entry.dist.version)


def _package(entry: EntryPoint) -> str:
    return " ".join(_origin(entry))


def _check_unique(twins: list[EntryPoint], *, is_own: bool) -> None:
    if is_own:
        raise UnfitPlugin("Taproom has one of this key")
    if twins:
        raise UnfitPlugin(f"of the same key as {' and '.join(sorted(map(_package, twins)))}")


def _load(entry: EntryPoint, kind: type[Any], check: Callable[[str, T], None]) -> T:
    try:
        value: Any = entry.load()
    # Another package's code may fail in any way, which must not stop the tavern from opening.
    except (Exception, SystemExit) as error:
        raise UnfitPlugin(f"{type(error).__name__}: {_in_one_line(str(error))}") from error
    fits = issubclass(value, kind) if isinstance(value, type) else isinstance(value, kind)
    if not fits:
        raise UnfitPlugin(f"{entry.value} is no {kind.__name__}")
    check(entry.name, value)
    return value  # type: ignore[no-any-return]


def _in_one_line(text: str) -> str:
    return " ".join(text.split())[:200]
