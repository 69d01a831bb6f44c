"""F-26 as one law: whoever may not, changes nothing and learns nothing, and whoever may is let in."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from bot.cogs import COGS
from bot.front.decorators import commands_of, declared
from tests.discord.commands import forgive
from tests.discord.house import KINDS, House, changes, opened, rows_of
from tests.discord.tavern import Room
from tests.discord.who_may import INSIDE, RIGHTS, ROWS, A, delivery

OUTSIDE = frozenset(KINDS) - frozenset(INSIDE)
TO_BOTS = frozenset({"silence", "not ours", "NotOffered"})
UNTOLD = frozenset({"!cut", "!cup_cut", "!hand"})
"""Presses that tell nothing: an empty form, or one's own panel, which lists no table of others."""
REFUSALS = frozenset(each for right in RIGHTS.values() for each in right.refusals)


def rows(of: str = "") -> Iterator[tuple[str, str, A]]:
    """The whole table, or what one right is about: the right, the row, and what is sent."""
    return ((right, row, ask) for right in ([of] if of else ROWS) for row, ask in ROWS[right].items())


def test_every_command_press_and_form_is_in_the_table() -> None:
    """F-26: a handler that is new says here who may use it, and no right is without rows."""
    known = {f"/{name}" for each in COGS for name, _mark in commands_of(each)}
    for sign, kind in (("!", "pressed"), ("?", "filled_in")):
        known |= {sign + verb for each in COGS for _name, verbs in declared(kind, each) for verb in verbs}
    listed = [row.partition("#")[0] for _right, row, _ask in rows()]

    assert known == set(listed)
    assert len({row for _right, row, _ask in rows()}) == len(listed)
    assert RIGHTS.keys() == ROWS.keys()


def _is_wrong(house: House, kind: str, right: str, row: str, ask: A, refused: str) -> bool:
    """Return True unless somebody who may not was refused as they should be."""
    if kind == "bot":
        return refused not in TO_BOTS
    if kind in INSIDE:
        return refused not in RIGHTS[right].refusals
    is_of_here = ask.id.startswith("t:") and not ask.id.startswith("t:0:")
    return is_of_here and row not in UNTOLD and not refused


def _is_theirs(house: House, kind: str, row: str) -> bool:
    """Return True if a stored row is about somebody outside or their server, and not about this one."""
    own = {str(house.people[kind].id), str(house.elsewhere.guild.id)}
    return str(house.room.guild.id) not in row and (
        row.startswith(OF_PLACES) or any(each in row for each in own)
    )


OF_PLACES = ("daily_deals", "forgotten", "hands", "keys", "moves")
"""What names neither a server nor anybody; of tables elsewhere, too."""


@pytest.mark.parametrize("kind", KINDS)
async def test_f26_who_may_not_changes_nothing(room: Room, kind: str) -> None:
    """F-26, F-38, TB-15, TB-16, TB-19, TB-23: by the table, each of all kinds, and all rows of the books."""
    house, wrong = await opened(room), []
    for right, row, ask in rows():
        if kind in RIGHTS[right].who:
            continue
        before = await room.read(rows_of)
        refused = await house.send(delivery(house, kind, row, ask))
        changed = changes(before, await room.read(rows_of))
        if kind in OUTSIDE - {"bot"}:
            changed = [each for each in changed if not _is_theirs(house, kind, each)]
        if changed or _is_wrong(house, kind, right, row, ask, refused):
            wrong.append((row, refused, [each[:300] for each in changed]))
    forgive(room)

    assert wrong == []
