"""Money at random tables where people do all that a table lets them do beside playing, and managers bar them.

They are invited, sent away and handed the table (TB-15, TB-16), sit out, fill up and buy in again (TB-17),
use their time banks (TB-18), agree on pauses, and are kept from the games for a while (TB-23), or keep
themselves from them (TB-24).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Awaitable
from dataclasses import replace
from random import Random

import pytest

from bot.custom_ids import Verb, table_id
from bot.tavern.table.actions import Actor
from bot.tavern.table.table_state import TableState
from bot.tavern.table_service import LeftGames, TableService
from games.catalog import GAMES
from games.engine.core.game import AnyGame, Seat
from games.engine.table.table import AnyTable, Terms
from games.engine.table.time_bank import reserve
from games.engine.table.update import belongings
from storage.books import ledger
from storage.db.database import Database
from storage.db.transaction import Transaction
from storage.people import bars
from storage.people.bars import Bar
from storage.people.erased_people import EVERYWHERE
from tests.bot.books import check_laws
from tests.bot.crowd import CHANNEL, PEOPLE, SERVER, Crowd, Delivery, WallClock, fund_house
from tests.laws.walk import seeds

SENT = re.compile(r"t:([0-9]+):send_away_now:([0-9]+)")
MANAGER = 99
CHECKED_EVERY = 50
HOST_CHANCE, GUEST_CHANCE, LATE_CHANCE, ORDER_CHANCE, BREAK_CHANCE = 0.15, 0.15, 0.1, 0.04, 0.02
BANK_SECONDS = 60
BREAK_SECONDS = 30
RESTLESS: tuple[Verb, ...] = ("sit_out", "back", "back", "post_blind", "top_up", "join", "pause", "play_on")
RESTING: tuple[Verb, ...] = ("sit_out", "back", "post_blind", "top_up", "top_up", "top_up", "join")


class RestlessCrowd(Crowd):
    """A crowd that is seldom at rest, and whose money is counted before and after."""

    def __init__(self, tavern: TableService, clock: WallClock, random: Random) -> None:
        super().__init__(tavern, clock, random, first_id=1)
        self.seen: Counter[str] = Counter()
        self.barred: set[int] = set()
        self.kept_out: dict[int, float] = {}

    async def deliver(self, delivery: Delivery) -> TableState:
        """TB-16: a player sent away has neither more nor less, and once gone all of it in the wallet."""
        found = SENT.fullmatch(delivery.custom_id)
        if found is None:
            return await self._watch(delivery)
        before, held = await self._tavern.look(int(found[1])), await self._tavern.database.read(self._held)
        after, seat = await super().deliver(delivery), Seat(int(found[2]))
        then = await self._tavern.database.read(self._held)
        player = before.table.seated(seat).player
        assert player is not None
        assert (then[player], then.total()) == (held[player], held.total())
        is_gone = after.table.phase == "closed" or after.table.seated(seat).standing == "gone"
        assert is_gone is (before.table.hand is None)
        assert not is_gone or not belongings(after.table, after.game)[player]
        self.seen["sent away at once" if is_gone else "sent away after the hand"] += 1
        self.seen["sent away with a stack"] += is_gone and before.table.seated(seat).stack > 0
        return after

    def terms(self, delivery: Delivery, game: AnyGame) -> Terms:
        """Every third table is for the invited, and every other one has a time bank."""
        invited = () if delivery.id % 3 else (delivery.player, *PEOPLE[:2])
        bank = BANK_SECONDS if delivery.id % 2 else 0
        return replace(super().terms(delivery, game), invited=invited, bank_seconds=bank)

    async def take_a_break(self) -> None:
        """Start a player's break; money moves from tables to that player's wallet only (TB-24)."""
        self._next_id += 1
        player = self._random.choice(PEOPLE)
        press = Actor(self._next_id, self._clock.at, player, "", SERVER)
        place = self._random.choice((SERVER, EVERYWHERE))
        await self._send_home(player, self._tavern.keep_out(press, place, BREAK_SECONDS), "kept out")
        self.kept_out[player] = self._clock.at + BREAK_SECONDS

    async def keep_order(self) -> None:
        """Bar a player as a manager, or lift it; money moves from tables to their wallet alone."""
        people, at = sorted(self.barred) * 3 + [*PEOPLE], self._clock.at
        player = self._random.choice(people)
        self._next_id += 1
        press = Actor(self._next_id, at, MANAGER, "a manager", SERVER)
        word = Bar(player, None, MANAGER, "broke a chair", at)
        if player in self.barred:
            lifted = replace(word, is_lifted=True)
            await self._tavern.lift_bar(press, lifted)
            self.barred.remove(player)
            return
        await self._send_home(player, self._tavern.bar(press, word), "barred")
        self.barred.add(player)

    async def _send_home(self, player: int, barring: Awaitable[LeftGames], how: str) -> None:
        held = await self._tavern.database.read(self._held)
        left = await barring
        then = await self._tavern.database.read(self._held)
        assert (then[player], then.total()) == (held[player], held.total())
        going = [player in _going(each.table) for each in left.tables]
        self.seen[f"{how} in a hand"] += any(going)
        self.seen[f"{how} between hands"] += not all(going)

    @property
    def may_not_play(self) -> set[int]:
        """The players who are barred or on a break."""
        return self.barred | {player for player, until in self.kept_out.items() if until > self._clock.at}

    def check(self, open_tables: list[TableState]) -> None:
        """TB-23, TB-24: a barred player sits in a hand, or nowhere; TB-18: no player has too much time."""
        for table in (each.table for each in open_tables):
            here = {each.player for each in table.present}
            assert here & self.may_not_play <= _going(table)
            for each in table.present:
                assert 0 <= each.bank_spent <= table.terms.bank_seconds
                assert each.player is None or table.phase == "lobby" or each.stack >= 0

    async def _watch(self, delivery: Delivery) -> TableState:
        _, table, verb, *_ = (delivery.custom_id + "::").split(":")
        is_at_table = delivery.custom_id.startswith(("t:", "a:"))
        before = (await self._tavern.look(int(table))).table if is_at_table else None
        after = await super().deliver(delivery)
        if before is None:
            return after
        was = {each.player: each for each in before.seats}.get(delivery.player)
        now = {each.player: each for each in after.table.seats}.get(delivery.player)
        self.seen[verb if delivery.custom_id.startswith("t:") else "answer"] += after.table != before
        if was is not None and now is not None:
            self.seen["filled up between hands"] += verb == "top_up" and now.stack > was.stack
            self.seen["time bank"] += reserve(after.table, was.seat) < reserve(before, was.seat)
            self.seen["came again"] += verb == "join" and was.standing == "gone"
        self.seen["filled up after a hand"] += any(
            each.tops_up_next and after.table.seated(each.seat).topped_up > each.topped_up
            for each in before.seats
        )
        return after

    async def _choose(self, open_tables: list[TableState]) -> Delivery | None:
        self.check(open_tables)
        random, chance = self._random, self._random.random()
        if not open_tables or chance > HOST_CHANCE + GUEST_CHANCE + LATE_CHANCE:
            return await super()._choose(open_tables)
        state = random.choice(open_tables)
        table = state.table
        if chance < HOST_CHANCE:
            return self._delivery(table.terms.host, self._as_host(table))
        if chance < HOST_CHANCE + GUEST_CHANCE:
            verb = random.choice(RESTLESS if table.hand is not None else RESTING)
            return self._delivery(self._anybody(table, verb), table_id(table.id, verb))
        if state.stored.deadline_at is not None and table.hand is not None:
            # Into the time bank, but not to its end.
            late = state.stored.deadline_at - random.uniform(1, BANK_SECONDS)
            self._clock.at = max(self._clock.at, late)
        return self._in_lobby(state) if table.phase == "lobby" else await self._in_play(state)

    def _anybody(self, table: AnyTable, verb: Verb) -> int:
        """Return a player who sits there; to sit down, rather a player who sat there."""
        is_coming = verb == "join"
        seats = (each for each in table.seats if (each.standing == "gone") is is_coming)
        people = [each.player for each in seats if each.player is not None]
        return self._random.choice(people or PEOPLE)

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
        """Return all players' coins, in the wallet and on the tables; the house's key is None."""
        held: Counter[int | None] = Counter({None: ledger.balance(tx, ledger.house_account(SERVER))})
        for each in self._tavern.tables.in_channel(tx, SERVER, CHANNEL):
            if each.table.money == "coins":
                held.update(belongings(each.table, GAMES[each.table.game]))
        held.update({each: ledger.balance(tx, ledger.wallet(SERVER, each)) for each in PEOPLE})
        return held


def _going(table: AnyTable) -> set[int | None]:
    """Return the players who play the hand under way to its end and leave then."""
    if table.hand is None:
        return set()
    return {each.player for each in table.present if each.standing == "leaving" or each.seat in table.sent}


async def play(database: Database, seed: int, presses: int) -> Counter[str]:
    """Play that many presses of random people; return what was seen of them."""
    await fund_house(database)
    clock, random = WallClock(1_800_000_000.0), Random(seed)
    tavern = TableService(database, GAMES, now=clock, seeds=seeds(f"comings and goings {seed}"))
    crowd = RestlessCrowd(tavern, clock, random)
    for number in range(presses):
        await crowd.press(lambda _what, _delivery, _seen: None)
        if random.random() < ORDER_CHANCE:
            await crowd.keep_order()
        if random.random() < BREAK_CHANCE:
            await crowd.take_a_break()
        if not number % CHECKED_EVERY:
            await database.read(check_laws)
    await database.read(check_laws)
    now = clock.at
    barred = await database.read(
        lambda tx: {each for each in PEOPLE if bars.is_barred(tx, SERVER, each, now)}
    )
    assert barred == crowd.may_not_play
    return crowd.seen


ALWAYS_SEEN = {
    "sent away at once",
    "sent away after the hand",
    "hand_over_now",
    "invite",
    "sit_out",
    "back",
    "top_up",
    "time bank",
    "barred in a hand",
    "barred between hands",
    "kept out in a hand",
    "kept out between hands",
}


async def test_no_coin_is_made_or_lost(database: Database) -> None:
    """TB-2, TB-15 to TB-18, TB-23, TB-24: at random tables of all games; the sum of all stays what it was."""
    seen = await play(database, seed=13, presses=300)

    assert [each for each in sorted(ALWAYS_SEEN) if not seen[each]] == []


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(10, 13))
async def test_no_coin_is_made_or_lost_in_many_evenings(database: Database, seed: int) -> None:
    """TB-2, TB-15 to TB-18, TB-23, TB-24: the same over many evenings, with everything that is rare."""
    seen = await play(database, seed, presses=3_000)

    rare = {"sent away with a stack", "filled up between hands", "filled up after a hand", "came again"}
    assert [each for each in sorted(ALWAYS_SEEN | rare) if not seen[each]] == []
