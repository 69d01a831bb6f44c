"""A tournament without Discord: people who answer at random, and a clock that is put forward."""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from random import Random
from typing import Any

from bot.tavern.table import actions
from bot.tavern.table.actions import Actor
from bot.tavern.table.table_state import TableState
from bot.tavern.table_service import TableService
from bot.tavern.tournament.tournament_service import TournamentProposal, TournamentService, TournamentState
from bot.tavern.tournament.tournament_tables import TournamentOutcome
from games.catalog import GAMES
from games.engine.core.game import AnyGame, Seat
from games.engine.core.offers import Answer, NumberOffer, Offer, PickOffer, SplitOffer
from games.engine.table.play import open_offers
from games.stone_hand.game import STONE_HAND
from games.tournament import director
from games.tournament.model import TournamentTerms
from games.tournament.orders import Order
from storage.books.refunds import Voided
from storage.db.codec import codec_of
from storage.db.database import Database
from storage.tournaments.tournaments import Plan
from tests.bot.crowd import CHANNEL, SERVER, WallClock

STARTED_AT = 1_800_000_000.0
ORGANISER = 100
STEPS_MAX = 20_000
"""More than any tournament of these tests takes."""
WAITS = 0.05
"""The share of steps in which people let the clock go by."""


class Evening:
    """One tournament, played at random; `orders` is all that its director ever said."""

    def __init__(self, database: Database, seed: int = 1, at: float = STARTED_AT) -> None:
        self.clock = WallClock(at)
        self.random = Random(seed)
        self.orders: list[Order] = []
        self.reminders: list[str] = []
        self.tavern = TableService(database, GAMES, now=self.clock, tell=self._tell)
        self.tournaments = TournamentService(self.tavern)
        self._ids = itertools.count(int(at) * 1000)

    def press(self, player: int, *, is_manager: bool = False) -> Actor:
        """Return a new press of a player."""
        name = f"P{player}"
        return Actor(next(self._ids), self.clock.at, player, name, SERVER, is_manager=is_manager)

    async def announce(
        self,
        game: AnyGame,
        terms: TournamentTerms,
        rules: Mapping[str, Any] | None = None,
        starts_at: int | None = None,
    ) -> int:
        """A tournament of this game; its number."""
        laid_down = codec_of(game).rules.encode(game.house_rules(**(rules or {})))
        plan = Plan("The Cup", ORGANISER, game.key, laid_down, 60, starts_at)
        return (
            await self.tournaments.announce(
                self.press(ORGANISER), CHANNEL, lambda _tx: TournamentProposal(plan, terms)
            )
        ).id

    async def enter(self, number: int, *players: int) -> None:
        """These people enter."""
        for player in players:
            await self.tournaments.join(self.press(player), number)

    async def start(self, number: int) -> TournamentState:
        """The organiser starts it."""
        return await self.tournaments.do(self.press(ORGANISER), number, director.start)

    async def play(self, number: int, steps_max: int = STEPS_MAX) -> TournamentState:
        """Play until it is over, or for so many steps."""
        for _ in range(steps_max):
            state = await self.tournaments.look(number)
            if state.is_over:
                return state
            await self.step(state)
        if steps_max == STEPS_MAX:
            raise AssertionError("a tournament without end")
        return await self.tournaments.look(number)

    async def step(self, state: TournamentState) -> None:
        """Answer, deal, or let the next deadline pass."""
        tables: list[TableState] = []
        waits = self.random.random() < WAITS
        for place in self.random.sample([*state.places.values()], len(state.places)):
            tables.append(await self.tavern.look(place.table))
            if not waits and self._people_asked(tables[-1]):
                await self._answer(tables[-1])
                return
        due: list[tuple[float, int | None]] = [
            (seen.stored.deadline_at, seen.id) for seen in tables if seen.stored.deadline_at is not None
        ]
        if state.stored.deadline_at is not None:
            due.append((state.stored.deadline_at, None))
        at, table = min(due, key=lambda each: each[0])
        self.clock.at = max(self.clock.at, at)
        if table is None:
            await self.tournaments.tick(state.id)
        else:
            await self.tavern.tick(table)

    def _people_asked(self, seen: TableState) -> list[tuple[Seat, Offer[object]]]:
        return [
            (seat, offer)
            for seat, offers in open_offers(seen.table, seen.game).items()
            for offer in offers
            if seen.table.seated(seat).player is not None
        ]

    async def _answer(self, seen: TableState) -> None:
        seat, offer = self.random.choice(self._people_asked(seen))
        player = seen.table.seated(seat).player
        assert player is not None
        act = actions.answer(seat, Answer(offer.key, self._numbers(offer)))
        await self.tavern.act(self.press(player), seen.id, act)

    def _numbers(self, offer: Offer[object]) -> tuple[int, ...]:
        match offer:
            case NumberOffer(least=least, most=most) | SplitOffer(least=least, most=most):
                return (self.random.choice((least, most)),)
            case PickOffer(choices=choices, count=count):
                return tuple(self.random.sample(range(len(choices)), count))
            case _:
                return ()

    def _tell(self, outcome: TournamentOutcome) -> None:
        self.orders.extend(outcome.orders)
        if outcome.reminder:
            self.reminders.append(outcome.reminder)


async def called_off_unread(database: Database) -> tuple[Evening, Voided]:
    """A tournament in play that the next version could not read when it came up, and what is told of it."""
    evening = Evening(database)
    number = await evening.announce(STONE_HAND, TournamentTerms(2, 20, entry=30))
    await evening.enter(number, 101, 102)
    await evening.start(number)
    await database.write(lambda tx: tx.execute("UPDATE tournaments SET snapshot = '{}'"))
    later = Evening(database, at=evening.clock.at + 60)
    (voided,) = await later.tavern.resume()
    return later, voided
