"""People, as lists show them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bot.screens.core.emojis import marked
from bot.screens.core.lists import item
from bot.screens.core.screen import Screen, say
from bot.text.escape import shown
from bot.text.translate import _
from games.engine.core.character import Skill, Temper
from games.engine.core.sentences import phrase
from games.house_players import house_player


def person(player: int | None) -> str:
    """A mention that pings nobody; forgotten people have no name."""
    # Translators: in place of the name of somebody who has had themselves forgotten.
    return f"<@{player}>" if player is not None and player > 0 else _("somebody unnamed")


HOUSE_MARK = "⌂"
"""Stands after a house player's name where there are no emojis."""


def house_mark() -> str:
    """The mark of house players."""
    return marked("house", HOUSE_MARK)


def named(name: str, *, is_house: bool) -> str:
    """An entrant's name, with a mark for house players."""
    return f"{shown(name)} {house_mark()}" if is_house else shown(name)


SKILLS: Mapping[Skill, str] = {
    # Translators: how well a house player plays: apprentice, regular or master.
    "apprentice": phrase("apprentice"),
    "regular": phrase("regular"),
    "master": phrase("master"),
}
TEMPERS: Mapping[Temper, str] = {
    # Translators: of a house player, after the name; so are those that follow.
    "even": phrase("plays what comes"),
    "bold": phrase("bets more than is wise"),
    "careful": phrase("waits for a good hand"),
    "talker": phrase("bluffs"),
    "rememberer": phrase("remembers how you play"),
    "stickler": phrase("loves the low end"),
}


def introduced(name: str, *, is_house: bool) -> str:
    """An entrant's name; with house players, how well they play."""
    found = house_player(name) if is_house else None
    words = named(name, is_house=is_house)
    return words if found is None else f"{words} ({_(SKILLS[found.skill])})"


def listed(names: Sequence[str]) -> str:
    """Names side by side: Ann, Ben and Cora."""
    *first, last = names
    return _("{names} and {last}").format(names=", ".join(first), last=last) if first else last


def ranking(title: str, rows: list[tuple[int, str]], nobody: str) -> Screen:
    """A ranking, best first, with what each has."""
    lines = [item(f"{place}. {person(player)}", held) for place, (player, held) in enumerate(rows, 1)]
    return say(f"### {title}", *(lines or [nobody]))
