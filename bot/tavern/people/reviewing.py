"""What kind of answer costs somebody most, over their hands of a game in the last month (TB-26).

It is for them alone, and nothing of it is kept. Each hand is thought about as if they chose again in it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass
from functools import partial

from bot.tavern.coaching import HandOf
from bot.tavern.table import hand_viewing
from bot.tavern.table.actions import Request
from bot.tavern.table.hand_viewing import AskedFor, LookedBack, NoHandOver, NotToChoose
from bot.tavern.tavern import Tavern
from games.tools.second_look import SecondLook, SecondLooks
from storage.db.kept import DAY_SECONDS
from storage.db.transaction import Transaction
from storage.errors import Unreadable
from storage.play import hands

HANDS_MIN, HANDS_MAX = 30, 60
"""With fewer hands nothing is said; of more the newest are taken."""
DAYS = 30
ALIKE: Mapping[str, str] = {"bet": "raise"}
"""Answers that are one kind with another."""


@dataclass(frozen=True, slots=True)
class Costly:
    """A kind of answer: how often it cost something, how much altogether, and in which hand most."""

    kind: str
    count: int
    cost: float
    table: int
    hand: int


async def lately(tavern: Tavern, press: Request, game: str) -> list[tuple[int, int]]:
    """The hands of that game that they played here in the last month: table and number, newest first."""
    since = tavern.now() - DAYS * DAY_SECONDS
    return await tavern.database.read_long(
        lambda tx: hands.lately(tx, press.in_server(), press.player, game, since, HANDS_MAX)
    )


async def review(tavern: Tavern, press: Request, found: list[tuple[int, int]]) -> tuple[Costly, ...]:
    """The kinds of answers that cost them something in these hands, the dearest first."""
    costs = defaultdict[str, list[tuple[float, int, int]]](list)
    async for (table, hand), look in _looks(tavern, press, found):
        if look.cost:
            costs[ALIKE.get(look.answered, look.answered)].append((look.cost, table, hand))
    kinds = [
        Costly(kind, len(each), sum(cost for cost, _table, _hand in each), *max(each)[1:])
        for kind, each in costs.items()
    ]
    return tuple(sorted(kinds, key=lambda kind: -kind.cost))


async def _looks(
    tavern: Tavern, press: Request, found: list[tuple[int, int]]
) -> AsyncIterator[tuple[tuple[int, int], SecondLook]]:
    for table, hand in found:
        back = await tavern.database.read_long(partial(_back, tavern, press, table, hand))
        if back is not None:
            for look in await think_again(tavern, back):
                yield (table, hand), look


def _back(tavern: Tavern, press: Request, table: int, hand: int, tx: Transaction) -> LookedBack | None:
    """One of these hands, unless it may not be looked at yet, or an older version played it otherwise."""
    try:
        return hand_viewing.look_back(tx, tavern.tables, press, AskedFor(0, table, hand))
    except (NoHandOver, NotToChoose, hand_viewing.NoSuchHand, Unreadable):
        return None


async def think_again(tavern: Tavern, back: LookedBack) -> tuple[SecondLook, ...]:
    """The choices to be told of in a hand."""
    again = back.sight.again
    assert again.viewer is not None
    where = HandOf(again.table.id, again.hand.number, again.viewer)
    begin = partial(SecondLooks, again.game, back.made, again.viewer)
    return await tavern.second_thoughts.of(where, begin)
