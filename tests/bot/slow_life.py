"""A slow table over weeks of virtual time: people come when they like, processes end, clocks are set."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from random import Random

from bot.tavern.downtime import postpone
from bot.tavern.table import actions
from bot.tavern.table.actions import Actor, TableAction
from bot.tavern.table.table_state import Paused, TableState
from bot.tavern.table_service import TableService
from games.catalog import GAMES
from games.engine.core.errors import UserError
from games.engine.core.game import AnyGame
from games.engine.core.offers import Answer, NumberOffer, Offer, PickOffer, SplitOffer
from games.engine.table import play
from games.engine.table.pace import DAY, HOUR, TURNS
from games.engine.table.table import Terms, unready
from storage.books import ledger
from storage.db.database import Database
from storage.db.transaction import Transaction
from storage.play import turn_calls
from storage.play.turn_calls import AskedTurn, CallKind, TurnCall
from tests.bot.books import check_laws
from tests.bot.crowd import CHANNEL, SERVER, WallClock

BEGAN = 1_800_000_000.0
DELAYS = (60.0, 60.0, HOUR, HOUR, 5 * HOUR, 20.0 * HOUR, 60.0 * HOUR)
"""From one look of somebody's at the table to the next; the last keeps a turn only with the time bank."""
VANISHES_CHANCE = 0.01
"""Somebody doesn't come for nine days."""
JUMPS = (HOUR, -HOUR, DAY, -DAY)
PULSE_SECONDS = 5.0
SENDS_SECONDS = 3.0
"""From a moment at which somebody is to be called until a message lies there, if no process ends."""


class SlowLife:
    """One table after the other, at a slow pace; and the messages that call people."""

    def __init__(self, path: Path, game: AnyGame, people: int, seed: int) -> None:
        self._path, self._game, self._random = path, game, Random(seed)
        self.clock = WallClock(BEGAN)
        self.database: Database
        self.tavern: TableService
        self.table = 0
        self.people: Sequence[int] = range(101, 101 + people)
        self.comes_at: dict[int, float] = {}
        self._ids = itertools.count(10**12)
        self.sent: Counter[tuple[AskedTurn, CallKind]] = Counter()
        """The number of times that each message was sent; a process that ends may send the same one again."""
        self.lying: dict[int, tuple[AskedTurn, CallKind]] = {}
        """The messages in the channel, by their number."""
        self.answered = 0
        self.missed: set[AskedTurn] = set()
        """The questions that were open for hours without a call."""
        self._open_since: dict[AskedTurn, float] = {}

    async def lives(self, days: float, disasters: int) -> None:
        """Pass the days, with so many disasters among them."""
        await self._starts()
        end = self.clock.at + days * DAY
        gap = days * DAY / (disasters + 1)
        for _disaster in range(disasters):
            await self._passes(min(self.clock.at + gap, end))
            await self._disaster()
        await self._passes(end)
        await self.database.read(check_laws)

    async def ends(self) -> None:
        """End the process."""
        self.tavern.stop_thinking()
        await self.database.close()

    async def _starts(self) -> None:
        self.database = await Database.open(self._path)
        self.tavern = TableService(self.database, GAMES, now=self.clock)
        await self.tavern.resume()
        await self._calls()

    async def _disaster(self) -> None:
        """The process ends and comes back, often by a kill in the middle of a call; or a clock is set."""
        await self.database.read(check_laws)
        if self._random.random() < 0.25:
            jump = self._random.choice(JUMPS)
            self.clock.at += jump
            at, tables = self.clock.at, self.tavern.tournament_tables
            await self.database.write_between(lambda tx: postpone(tx, tables, jump, jump, at))
            self.comes_at = {who: comes + jump for who, comes in self.comes_at.items()}
            self._open_since = {asked: since + jump for asked, since in self._open_since.items()}
            return
        await self.tavern.note_pulse()
        if self._random.random() < 0.5:
            self.clock.at += PULSE_SECONDS * self._random.random()
            await self._calls(is_killed=True)
        self.tavern.stop_thinking()
        await self.database.close()
        self.clock.at += self._random.choice((10.0, 30.0, HOUR))
        await self._starts()

    async def _passes(self, until: float) -> None:
        """Make people come, turns end and calls go out, in their order."""
        while True:
            stored = None if not self.table else (await self.tavern.look(self.table)).stored
            tick_at = until if stored is None or stored.due_at is None else stored.due_at
            call_at = await self.database.read(lambda tx: turn_calls.next_at(tx, self.clock.at))
            who = min(self.people, key=lambda each: self.comes_at.get(each, 0.0))
            at = min(until, tick_at, call_at or until, max(self.comes_at.get(who, 0.0), self.clock.at))
            self.clock.at = max(self.clock.at, at)
            if self.clock.at >= until:
                return
            if at == tick_at and stored is not None and stored.due_at is not None:
                await self._ticks()
            elif call_at is not None and at == call_at:
                self.clock.at += SENDS_SECONDS
            else:
                await self._comes(who)
            await self._calls()
            await self._watches()
            await self.tavern.note_pulse()

    async def _watches(self) -> None:
        """Note each question that has been open for hours, and to which nobody was called."""
        if not self.table:
            return
        state = await self.tavern.look(self.table)
        asked = turn_calls.asked_people(state.table, state.game)
        self._open_since = {each: self._open_since.get(each, self.clock.at) for each in asked}
        late = {each for each, since in self._open_since.items() if self.clock.at - since > 3 * HOUR}
        self.missed |= {each for each in late if (each, "turn") not in self.sent}

    async def _ticks(self) -> None:
        try:
            await self.tavern.tick(self.table)
        except Paused as paused:
            raise AssertionError(self.table) from paused

    async def _comes(self, who: int) -> None:
        """Look at the table as somebody, and do what there is to do."""
        delay = 9.0 * DAY if self._random.random() < VANISHES_CHANCE else self._random.choice(DELAYS)
        self.comes_at[who] = self.clock.at + delay * self._random.uniform(0.5, 1.0)
        state = await self.tavern.look(self.table) if self.table else None
        try:
            if state is None or state.is_over:
                await self._opens(who)
                return
            while (act := self._wanted(state, who)) is not None:
                state = await self._does(who, act)
        except UserError:
            # Somebody is short of coins, say.
            return

    async def _opens(self, who: int) -> None:
        await self.database.write(self._pays_all)
        turn, bank = TURNS["day"]
        rules = self._game.house_rules()
        terms = Terms(who, self._game.usual_stake(rules), turn, bank_seconds=bank)
        press = self._press(who)
        opened = await self.tavern.open_table(press, CHANNEL, self._game, rules, terms)
        self.table = opened.id

    def _pays_all(self, tx: Transaction) -> None:
        for each in self.people:
            wallet = ledger.wallet(SERVER, each)
            why = ledger.TransferInfo("grant", self.clock.at)
            ledger.transfer(tx, ledger.bank_account(SERVER), wallet, 1000, why)

    def _wanted(self, state: TableState, who: int) -> TableAction | None:
        """Return what somebody does at the table; None if there is nothing to do."""
        table = state.table
        seated = next((each for each in table.present if each.player == who), None)
        if seated is None:
            is_free = table.phase == "lobby" or state.game.admits(table.rules, table.carry)
            return actions.sit_down if is_free and self._random.random() < 0.9 else None
        if table.phase == "lobby":
            is_full = len(table.present) == len(self.people)
            return actions.begin if is_full and who == table.terms.host else None
        if seated.standing in ("away", "out"):
            return actions.come_back
        if seated.seat in unready(table):
            return actions.deal
        if seated.seat not in play.asked(table, state.game):
            return None
        self.answered += 1
        offer = self._random.choice(play.open_offers(table, state.game)[seated.seat])
        return actions.answer(seated.seat, Answer(offer.key, self._numbers(offer)))

    def _numbers(self, offer: Offer[object]) -> tuple[int, ...]:
        match offer:
            case NumberOffer():
                return (self._random.choice(offer.numbers),)
            case SplitOffer():
                return (offer.least,)
            case PickOffer(choices=choices, count=count):
                return tuple(self._random.sample(range(len(choices)), count))
            case _:
                return ()

    async def _does(self, who: int, act: TableAction) -> TableState:
        self.clock.at += 1.0
        return await self.tavern.act(self._press(who), self.table, act)

    def _press(self, who: int) -> Actor:
        return Actor(next(self._ids), self.clock.at, who, f"P{who}", SERVER)

    async def _calls(self, *, is_killed: bool = False) -> None:
        """Send what is due, and take back what is over, as `TurnPings` does; a kill leaves some unnoted."""
        for call in await self.database.read(lambda tx: turn_calls.due(tx, self.clock.at)):
            if call.message is not None:
                self.lying.pop(call.message, None)
                await self.database.write(partial(turn_calls.take_back, call=call))
            else:
                await self._sends(call, is_noted=not is_killed)

    async def _sends(self, call: TurnCall, *, is_noted: bool) -> None:
        taken = await self.database.write(lambda tx: turn_calls.take(tx, call, "channel"))
        if taken is None:
            return
        key = (call.asked, call.kind)
        # Its nonce makes a message that is sent again the one that lies there.
        message = next((number for number, known in self.lying.items() if known == key), next(self._ids))
        self.sent[key] += key not in self.lying.values()
        self.lying[message] = key
        if not is_noted:
            return
        noted = await self.database.write(
            lambda tx: turn_calls.note_sent(tx, taken, "channel", CHANNEL, message)
        )
        if noted is not None and noted.ending is not None:
            await self._calls()
