"""People, as lists show them."""

from __future__ import annotations

from bot.screens.core.screen import Screen, say
from bot.text.escape import shown
from bot.text.translate import _


def person(player: int | None) -> str:
    """A mention that pings nobody; forgotten people have no name."""
    return f"<@{player}>" if player is not None and player > 0 else _("somebody unnamed")


def named(name: str, *, is_house: bool) -> str:
    """An entrant's name, with a mark for house players."""
    return _("{name} (house player)").format(name=shown(name)) if is_house else shown(name)


def ranking(title: str, rows: list[tuple[int, str]], nobody: str) -> Screen:
    """A ranking, best first, with what each has."""
    lines = [f"{place}. {person(player)} — {held}" for place, (player, held) in enumerate(rows, 1)]
    return say(f"### {title}", *(lines or [nobody]))
