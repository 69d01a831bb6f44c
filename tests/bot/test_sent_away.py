"""Money at random tables whose hosts invite people, send them away, and hand the tables over (TB-16)."""

from __future__ import annotations

import re
from collections import Counter
from random import Random

import pytest

from bot.custom_ids import table_id
from bot.tavern.table_state import TableState
from bot.tavern.tables import Tavern
from games.catalog import GAMES
from games.engine.core.game import Seat
from games.engine.table.settlement import belongings
from games.engine.table.table import AnyTable
from storage import ledger
from storage.database import Database
from storage.transaction import Transaction
from tests.bot.books import check_laws
from tests.bot.crowd import CHANNEL, PEOPLE, SERVER, Crowd, Delivery, WallClock, fund_house

SENT = re.compile(r"t:([0-9]+):send_away_now:([0-9]+)")
CHECKED_EVERY = 50
SENDING_CHANCE = 0.2


class WatchedCrowd(Crowd):
    """A crowd whose hosts send many people away, and whose money is counted before and after."""

    def __init__(self, tavern: Tavern, clock: WallClock, random: Random) -> None:
        super().__init__(tavern, clock, random, first_id=1)
        self.seen: Counter[str] = Counter()

    async def deliver(self, delivery: Delivery) -> TableState:
        """TB-16: whoever is sent away has neither more nor less, and once gone all of it in the wallet."""
        found = SENT.fullmatch(delivery.custom_id)
        if found is None:
            return await super().deliver(delivery)
        before, held = await self._tavern.look(int(found[1])), await self._tavern.database.read(self._held)
        after, seat = await super().deliver(delivery), Seat(int(found[2]))
        then = await self._tavern.database.read(self._held)
        player = before.table.seated(seat).player
        assert player is not None
        assert (then[player], then.total()) == (held[player], held.total())
        is_gone = after.table.phase == "closed" or after.table.seated(seat).standing == "gone"
        assert is_gone is (before.table.hand is None)
        assert not is_gone or not belongings(after.table, after.game)[player]
        self.seen["at once" if is_gone else "after the hand"] += 1
        self.seen["with a stack"] += is_gone and before.table.seated(seat).stack > 0
        return after

    def invited(self, delivery: Delivery) -> tuple[int, ...]:
        """Every third table is for the invited."""
        return () if delivery.id % 3 else (delivery.player, *PEOPLE[:2])

    async def _choose(self, open_tables: list[TableState]) -> Delivery | None:
        if not open_tables or self._random.random() > SENDING_CHANCE:
            return await super()._choose(open_tables)
        table = self._random.choice(open_tables).table
        return self._delivery(table.terms.host, self._as_host(table))

    def _as_host(self, table: AnyTable) -> str:
        """The custom_id of something that a host decides about guests (TB-15, TB-16)."""
        random = self._random
        others = [each for each in table.present if each.player not in (None, table.terms.host)]
        seat = str(random.choice(others or table.seats).seat)
        if random.random() < 0.5:
            return table_id(table.id, "invite", str(random.choice(PEOPLE)))
        if random.random() < 0.3:
            return table_id(table.id, "hand_over_now", seat)
        return table_id(table.id, "send_away_now", seat)

    def _held(self, tx: Transaction) -> Counter[int | None]:
        """What everybody has, in the wallet and on the tables."""
        held: Counter[int | None] = Counter()
        for each in self._tavern.tables.in_channel(tx, SERVER, CHANNEL):
            if each.table.money == "coins":
                held.update(belongings(each.table, GAMES[each.table.game]))
        held.update({player: ledger.balance(tx, ledger.wallet(SERVER, player)) for player in PEOPLE})
        return held


async def play(database: Database, seed: int, presses: int) -> Counter[str]:
    """So many presses of random people; what was seen of those who were sent away."""
    await fund_house(database)
    clock = WallClock(1_800_000_000.0)
    tavern = Tavern(database, GAMES, now=clock)
    crowd = WatchedCrowd(tavern, clock, Random(seed))
    for number in range(presses):
        await crowd.press(lambda _what, _delivery, _seen: None)
        if not number % CHECKED_EVERY:
            await database.read(check_laws)
    await database.read(check_laws)
    return crowd.seen


async def test_whoever_is_sent_away_has_the_stack_in_the_wallet(database: Database) -> None:
    """TB-16, TB-2: at random tables of all games; the sum of everything is what it was."""
    seen = await play(database, seed=3, presses=250)

    assert seen["at once"] > 0
    assert seen["after the hand"] > 0


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(10, 16))
async def test_many_are_sent_away(database: Database, seed: int) -> None:
    """TB-16, TB-2: the same over many evenings, with stacks taken home between hands."""
    seen = await play(database, seed, presses=2_000)

    assert seen["with a stack"] > 0
