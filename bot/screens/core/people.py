"""People in lists."""

from __future__ import annotations

from bot.screens.core.screen import Screen, say
from bot.text.escape import shown
from bot.text.translate import _


def person(player: int | None) -> str:
    """Somebody, by a mention that calls nobody; whoever had themselves forgotten has no name."""
    return f"<@{player}>" if player is not None and player > 0 else _("somebody unnamed")


def named(name: str, *, is_house: bool) -> str:
    """Somebody in a list; a house player is told from a person."""
    return _("{name} (house player)").format(name=shown(name)) if is_house else shown(name)


def ranking(title: str, rows: list[tuple[int, str]], nobody: str) -> Screen:
    """The first of their kind, best first, with what they have."""
    lines = [f"{place}. {person(player)} — {held}" for place, (player, held) in enumerate(rows, 1)]
    return say(f"### {title}", *(lines or [nobody]))
