"""People, as lists show them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from bot.screens.core.emojis import marked
from bot.screens.core.lists import item
from bot.screens.core.screen import Screen, say
from bot.text.escape import shown
from bot.text.numbers import number
from bot.text.translate import _, ngettext
from games.engine.core.character import Skill, Temper
from games.engine.core.sentences import phrase
from games.house_players import house_player
from storage.standing.boards import Placed, left_out


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


def ranking(title: str, placed: Sequence[Placed], held: Callable[[int], str], nobody: str) -> Screen:
    """A ranking, best first, with what each has; equal ones share a place."""
    # Discord would number the lines of a list itself, one after the other.
    lines = [item(f"**{each.place}.** {person(each.player)}", held(each.value)) for each in placed]
    return say(f"### {title}", *(lines or [nobody]), *others_equal(placed))


def others_equal(placed: Sequence[Placed]) -> list[str]:
    """How many more share the last place of a list than are on it, as a line if there are any."""
    count = left_out(placed)
    if not count:
        return []
    words = ngettext(
        "-# … and {count} more person shares place {place}",
        "-# … and {count} more people share place {place}",
        count,
    )
    return [words.format(count=number(count), place=number(placed[-1].place))]
