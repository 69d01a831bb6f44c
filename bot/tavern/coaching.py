"""Advice for learners: the coach's advice, a master's answer, and the cost of a player's own answers.

Advice and a master's answer are computed from the learner's own view alone. The reasons of house players are
in `games/bot_characters.py`.

The decisions of finished hands are analysed in the background and cached for a while (TB-26). The analysis
runs in pieces, between which house players think in the same thread, until it is sure or has taken five
seconds. Two users who ask for the same hand share one analysis. Results are shown only to the user who asks;
nothing is stored, so after a restart the analysis runs again. A review of a month analyses each answer in the
same way, and finds the kinds of answers that cost a player most.
"""

from __future__ import annotations

import asyncio
import logging
from collections import defaultdict
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from time import thread_time
from typing import Any, NamedTuple, TypeAlias

from bot.tavern.queries import TableQueries
from bot.tavern.table import finished_hands
from bot.tavern.table.actions import Actor
from bot.tavern.table.finished_hands import AskedFor, LookedBack, NoHandOver, NoSuchHand, NotToChoose
from bot.tavern.table.table_state import TableState, may_have_hints
from games.bot_characters import Reasons, character_of, reasons
from games.engine.core.characters import MASTER
from games.engine.core.errors import NotOffered, NotYourTurn, Reason, Templated, must_find
from games.engine.core.game import AnyGame, Seat
from games.engine.core.offers import Answer, Offer
from games.engine.table import play
from games.engine.table.table import AnyTable, TableSeat
from games.tools.replay import FinishedHand
from games.tools.review import SampledChance, SecondLook, SecondLooks
from storage.db.retention import DAY_SECONDS
from storage.db.transaction import Transaction
from storage.errors import Unreadable
from storage.play import hands

log = logging.getLogger(__name__)

Think: TypeAlias = Callable[[Callable[[], Any]], Awaitable[Any]]
"""Runs a function in the background thread for thinking."""
TABLES_KNOWN_MAX = 500
"""The number of tables for which the coach remembers its advice in the current hand."""
SECONDS = 5.0
"""The time budget for analysing a hand, in seconds of computing."""
PIECE_SECONDS = 0.05
"""The length of one piece of analysis, in seconds of computing, during which no house player can think."""
HANDS_KNOWN_MAX = 200
"""The number of hands whose analyses are cached."""
HANDS_MIN, HANDS_MAX = 30, 60
"""A review needs at least the first number of hands and takes at most the second, the newest."""
DAYS = 30
ALIKE: Mapping[str, str] = {"bet": "raise"}
"""Kinds of answers that count as another kind."""


@dataclass(frozen=True, slots=True)
class Hint:
    """A master's answer, and the reasons for it."""

    offer: Offer[Any]
    answer: Answer
    why: Reason | None


@dataclass(frozen=True, slots=True)
class _Advice:
    """The coach's advice on a seat's question at a revision; None if there is nothing to say."""

    question: int
    revision: int
    advice: Templated | None


class Coach:
    """Gives learners advice whenever they have to answer, and remembers it for the same state."""

    def __init__(self, think: Think) -> None:
        self._think = think
        self._memory: dict[int, tuple[int, dict[Seat, _Advice]]] = {}
        """By table: the number of the current hand, and the advice in it by seat."""

    async def advise(self, state: TableState, player: int) -> Templated | None:
        """Return the advice for a player at a table, computed for its newest revision."""
        if self.has_to_think(state, player):
            seated, by_seat = state.table.seat_of(player), self._in_hand(state)
            advice = await self._think(partial(_advice, state, seated.seat))
            by_seat[seated.seat] = _Advice(seated.question, state.stored.revision, advice)
        return self.said(state, player)

    def has_to_think(self, state: TableState, player: int) -> bool:
        """Return True if a learner has to answer a question without advice for this revision."""
        seated = _learner(state, player)
        if seated is None:
            return False
        latest = self._in_hand(state).get(seated.seat)
        return latest is None or latest.revision != state.stored.revision

    def said(self, state: TableState, player: int) -> Templated | None:
        """Return the latest advice on the player's current question, without thinking again."""
        seated = _learner(state, player)
        latest = None if seated is None else self._in_hand(state).get(seated.seat)
        if latest is None or seated is None or latest.question != seated.question:
            return None
        return latest.advice

    def _in_hand(self, state: TableState) -> dict[Seat, _Advice]:
        """Return the advice given in the current hand, by seat."""
        assert state.table.hand is not None
        number, by_seat = self._memory.get(state.id, (0, {}))
        if number == state.table.hand.number:
            return by_seat
        if state.id not in self._memory and len(self._memory) >= TABLES_KNOWN_MAX:
            self._memory.pop(must_find(self._memory))
        by_seat = {}
        self._memory[state.id] = state.table.hand.number, by_seat
        return by_seat


def _learner(state: TableState, player: int) -> TableSeat[Any] | None:
    """Return the seat of a learner who has to answer."""
    table = state.table
    if player not in state.learners or table.hand is None:
        return None
    seated = table.seat_of(player)
    return seated if seated.seat in play.asked(table, state.game) else None


def _advice(state: TableState, seat: Seat) -> Templated | None:
    assert state.table.hand is not None
    hand = state.table.hand.state
    try:
        return state.game.advice(state.game.recollection(hand, seat), state.game.offers(hand, seat))
    except Exception:
        # A bug of the coach must not stop anybody from playing.
        log.exception("no advice at table %d", state.id)
        return None


def hint(state: TableState, player: int) -> Hint:
    """Return a master's answer in this player's place; the same question always gets the same answer.

    Raises `NotYourTurn`, or `NotOffered` at a table without hints.
    """
    table, game = state.table, state.game
    seated = table.seat_of(player)
    if not may_have_hints(table, player):
        raise NotOffered
    if table.hand is None or seated.seat not in play.asked(table, game):
        raise NotYourTurn
    view = game.recollection(table.hand.state, seated.seat)
    offers = game.offers(table.hand.state, seated.seat)
    answer = game.hint(view, offers)
    offer = must_find(each for each in offers if each.key == answer.key)
    return Hint(offer, answer, game.reason(view, offers, answer, MASTER))


def askable(table: AnyTable, game: AnyGame, finished_hand: FinishedHand, player: int) -> tuple[Seat, ...]:
    """Return the house players that the player can ask about a hand. Raises `NotOffered` if there are none.

    House players without anything to explain are left out, unless that leaves none.
    """
    table.seat_of(player)
    end = finished_hand.end(game)
    participants = [table.seated(seat) for seat in game.result(end).stacks]
    # `since` is the hand after which a house player sat down: the seat had another player before.
    seats = tuple(each.seat for each in participants if each.is_house and each.since < finished_hand.number)
    if not seats:
        raise NotOffered
    public = game.view(end, None)
    return tuple(seat for seat in seats if game.may_explain(public, seat)) or seats


def why(table: AnyTable, game: AnyGame, finished_hand: FinishedHand, seat: Seat, player: int) -> Reasons:
    """Return a house player's reasons in that hand, as far as this player may know them."""
    character = character_of(table.seated(seat).name)
    try:
        return reasons(table, game, finished_hand, seat, character, player)
    except NotOffered as error:
        # The hand was played by the rules of another version.
        raise NoSuchHand(finished_hand.number, table.id) from error


class HandOf(NamedTuple):
    """A hand as played by one of its seats."""

    table: int
    hand: int
    seat: Seat


@dataclass(frozen=True, slots=True)
class Costly:
    """A kind of answer: how often it cost chips, the total cost, and the hand in which it cost most."""

    kind: str
    count: int
    cost: float
    table: int
    hand: int


class HandReviews:
    """Cached analyses of the decisions in finished hands."""

    def __init__(self, queries: TableQueries, think: Think, seeds: Iterator[str]) -> None:
        self._queries, self._think, self._seeds = queries, think, seeds
        self._analyses: dict[HandOf, asyncio.Task[tuple[SecondLook, ...]]] = {}

    async def recent_hands(self, actor: Actor, game: str) -> list[tuple[int, int]]:
        """Return the actor's hands of that game here in the last month as (table, number), newest first."""
        since = self._queries.now() - DAYS * DAY_SECONDS
        return await self._queries.database.read_long(
            lambda tx: hands.recent_of_game(tx, actor.in_server(), actor.player, game, since, HANDS_MAX)
        )

    async def review(self, actor: Actor, numbers: list[tuple[int, int]]) -> tuple[Costly, ...]:
        """Return the kinds of answers that cost the actor chips in these hands, the costliest first."""
        costs = defaultdict[str, list[tuple[float, int, int]]](list)
        async for (table, hand), look in self._looks(actor, numbers):
            if look.cost:
                costs[ALIKE.get(look.answered, look.answered)].append((look.cost, table, hand))
        kinds = [
            Costly(kind, len(each), sum(cost for cost, _table, _hand in each), *max(each)[1:])
            for kind, each in costs.items()
        ]
        return tuple(sorted(kinds, key=lambda kind: -kind.cost))

    async def _looks(
        self, actor: Actor, numbers: list[tuple[int, int]]
    ) -> AsyncIterator[tuple[tuple[int, int], SecondLook]]:
        for table, hand in numbers:
            played = await self._queries.database.read_long(partial(self._load, actor, table, hand))
            if played is not None:
                for look in await self.of(played):
                    yield (table, hand), look

    def _load(self, actor: Actor, table: int, hand: int, tx: Transaction) -> LookedBack | None:
        """Return a hand; None if it can't be reviewed, or was played by the rules of another version."""
        try:
            return finished_hands.look_back(tx, self._queries.tables, actor, AskedFor(0, table, hand))
        except (NoHandOver, NotToChoose, NoSuchHand, Unreadable):
            return None

    async def of(self, played: LookedBack) -> tuple[SecondLook, ...]:
        """Return the decisions of a hand that deserve a comment."""
        replay = played.sight.again
        assert replay.viewer is not None
        key = HandOf(replay.table.id, replay.hand.number, replay.viewer)
        begin = partial(SecondLooks, replay.game, played.made, replay.viewer)
        if key not in self._analyses:
            while len(self._analyses) >= HANDS_KNOWN_MAX:
                del self._analyses[must_find(self._analyses)]
            task = self._analyses[key] = asyncio.create_task(self._analyse(begin))
            task.add_done_callback(partial(self._forget_failed, key))
        # Cancelling one caller must not cancel the analysis for the others.
        return await asyncio.shield(self._analyses[key])

    async def _analyse(self, begin: Callable[[SampledChance], SecondLooks]) -> tuple[SecondLook, ...]:
        looks: SecondLooks = await self._think(partial(begin, SampledChance(next(self._seeds))))
        budget, has_more = SECONDS, True
        while has_more and budget > 0:
            has_more, spent = await self._think(partial(_piece, looks))
            budget -= spent
        return looks.found

    def _forget_failed(self, key: HandOf, task: asyncio.Task[tuple[SecondLook, ...]]) -> None:
        """Drop a failed analysis, so that the next request tries again."""
        if task.cancelled() or task.exception() is not None:
            self._analyses.pop(key, None)


def _piece(looks: SecondLooks) -> tuple[bool, float]:
    """Run one piece of analysis; return True if there is more to analyse, and the seconds that it took."""
    started, spent, has_more = thread_time(), 0.0, True
    while has_more and spent < PIECE_SECONDS:
        has_more = looks.think()
        spent = thread_time() - started
    return has_more, spent
