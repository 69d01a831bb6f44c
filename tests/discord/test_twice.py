"""F-22, F-50, F-60 as one law: each press and command acts once, however often and by whomever it is sent."""

from __future__ import annotations

import re
from collections import Counter

from tests.discord.cast import changes, opened, rows_of
from tests.discord.commands import forgive
from tests.discord.tavern import Room
from tests.discord.who_may import (
    ACTS,
    ROWS,
    delivery,
    in_order,
    listed,
)

MONEY = ("accounts", "transfers", "tournaments", "entrants", "tournament_acts", "series_tournaments", "hands")
"""The tables with coins, with what becomes of tournaments, and with the hands that were begun."""
ANEW = listed(
    "/wallet@pay /manage@grant /manage@take /manage@house-bank ?bank_typed ?corrected /organise@add-purse"
    " /play !play !play_own /throw !throw !against_house !rematch"
)
"""What acts once more if it is pressed or typed once more."""


def money(changed: list[str]) -> list[str]:
    """Return the changes of coins, tournaments and begun hands."""
    return [each[:300] for each in changed if each.split()[0] in MONEY]


async def test_f22_what_is_delivered_twice_acts_once(room: Room) -> None:
    """F-22: delivered again, after a restart has forgotten it, nothing changes, and nothing fails."""
    cast, acted, again, failed = await opened(room), set(), [], []
    for who, row, ask in in_order():
        sent = delivery(cast, who[0], row, ask)
        before = await room.read(rows_of)
        await cast.send(sent)
        once = await room.read(rows_of)
        room.bot.answers._accepted.clear()
        failed += [row] if await cast.send(sent) == "fault" else []
        twice = await room.read(rows_of)
        acted |= {row} if money(changes(before, once)) else set()
        again += [(row, each[:300]) for each in changes(once, twice)]
        await room.check_books()
    forgive(room)

    assert again == []
    assert failed == []
    assert acted >= ACTS


def copies(before: dict[str, list[str]], after: dict[str, list[str]]) -> list[str]:
    """Return what was booked or noted more than once, but for its number."""
    fresh = [
        re.sub(r"\('id', [0-9]+\), ", "", each)
        for name in ("transfers", "tournament_acts")
        for each in set(after[name]) - set(before[name])
    ]
    return [each for each, times in Counter(fresh).items() if times > 1]


async def test_f60_what_is_pressed_at_once_acts_once(room: Room) -> None:
    """F-60, F-50: by two who may and twice by one, in one moment and once more: one effect."""
    cast, acted, again = await opened(room), set(), []
    for who, row, ask in in_order():
        shared = who[1] if row in ROWS["organisers"] or (row in ROWS["managers"] and len(who) > 1) else who[0]
        before = await room.read(rows_of)
        sent = [delivery(cast, each, row, ask) for each in (who[0], shared)]
        await room.deliver(*sent[: 1 if row in ANEW else 2])
        once = await room.read(rows_of)
        await cast.send(delivery(cast, who[0], row, ask))
        more = money(changes(once, await room.read(rows_of)))
        again += [(row, each) for each in copies(before, once)] + [
            (row, each) for each in more if row not in ANEW
        ]
        await room.check_books()
        acted |= {row} if money(changes(before, once)) else set()
    forgive(room)

    assert again == []
    assert acted >= ACTS
