"""Advice for learners: the coach's hints, a master's answer, and the value and cost of answers.

Hints and a master's answer follow from the learner's own view alone; the reasons of house players are in
`games/bot_characters.py`.

The choices of finished hands are analysed in the background and cached for a while (TB-26). The analysis runs
in pieces, between which house players think in the same thread, until it is sure or has taken five seconds.
Two users who ask for the same hand share one analysis. Its results are private to the user who asks: nothing
is stored, and after a restart the analysis runs again. The same holds for the review of a month, which finds
the kind of answer that costs a player most: each answer is analysed as if the player chose again.
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
"""The number of tables of which the coach remembers the hints given in the current hand."""
SECONDS = 5.0
"""The time budget for analysing a hand, in seconds of computing."""
PIECE_SECONDS = 0.05
"""The length of one piece of analysis, in seconds, during which nobody else thinks."""
HANDS_KNOWN_MAX = 200
"""The number of hands whose analyses are cached."""
HANDS_MIN, HANDS_MAX = 30, 60
"""A review needs at least the first number of hands and takes at most the second, the newest."""
DAYS = 30
ALIKE: Mapping[str, str] = {"bet": "raise"}
"""Answers that count as the same kind as another."""


@dataclass(frozen=True, slots=True)
class Hint:
    """A master's answer, and the reasons for it."""

    offer: Offer[Any]
    answer: Answer
    why: Reason | None


@dataclass(frozen=True, slots=True)
class _Told:
    """The coach's thoughts on a seat's question at a revision; None: nothing matters there."""

    question: int
    revision: int
    advice: Templated | None


class Coach:
    """Gives learners advice whenever they have to answer, and remembers it for the same state."""

    def __init__(self, think: Think) -> None:
        self._think = think
        self._told: dict[int, tuple[int, dict[Seat, _Told]]] = {}

    async def advise(self, state: TableState, player: int) -> Templated | None:
        """Return the advice for a player at a table, computed for its newest revision."""
        if self.has_to_think(state, player):
            seated, told = state.table.seat_of(player), self._told_in_hand(state)
            advice = await self._think(partial(_advice, state, seated.seat))
            told[seated.seat] = _Told(seated.question, state.stored.revision, advice)
        return self.said(state, player)

    def has_to_think(self, state: TableState, player: int) -> bool:
        """Return True if a learner has to answer a question that we have not thought about in this state."""
        seated = _learner(state, player)
        if seated is None:
            return False
        told = self._told_in_hand(state).get(seated.seat)
        return told is None or told.revision != state.stored.revision

    def said(self, state: TableState, player: int) -> Templated | None:
        """Return the latest advice on the player's current question, without thinking again."""
        seated = _learner(state, player)
        told = None if seated is None else self._told_in_hand(state).get(seated.seat)
        return None if told is None or seated is None or told.question != seated.question else told.advice

    def _told_in_hand(self, state: TableState) -> dict[Seat, _Told]:
        """Return the thoughts on the current hand, by seat."""
        assert state.table.hand is not None
        number, told = self._told.get(state.id, (0, {}))
        if number == state.table.hand.number:
            return told
        if state.id not in self._told and len(self._told) >= TABLES_KNOWN_MAX:
            self._told.pop(must_find(self._told))
        told = {}
        self._told[state.id] = state.table.hand.number, told
        return told


def _learner(state: TableState, player: int) -> TableSeat[Any] | None:
    """Return the seat of a learner who has to answer."""
    table = state.table
    if player not in state.learners or table.hand is None:
        return None
    seated = table.seat_of(player)
    return seated if seated.seat in play.asked(table, state.game) else None


def _advice(state: TableState, seat: Seat) -> Templated | None:
    assert state.table.hand is not None
    now = state.table.hand.state
    try:
        return state.game.advice(state.game.recollection(now, seat), state.game.offers(now, seat))
    except Exception:  # a bug of ours, which only the learner notices
        # A coach that fails must not stop anybody from playing.
        log.exception("no advice at table %d", state.id)
        return None


def hint(state: TableState, player: int) -> Hint:
    """Return a master's answer in this player's place; raise `NotYourTurn`, or `NotOffered` at other tables.

    The same question gets the same answer, however often it is asked.
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


def askable(table: AnyTable, game: AnyGame, over: FinishedHand, player: int) -> tuple[Seat, ...]:
    """Return the house players that the player can ask about a hand; raise `NotOffered` if there are none.

    Only house players that have something to say are returned, if there are any.
    """
    table.seat_of(player)
    end = over.end(game)
    there = [table.seated(seat) for seat in game.result(end).stacks]
    # A house player that had a seat in that hand still has it, or had it to the end.
    seats = tuple(each.seat for each in there if each.is_house and each.since < over.number)
    if not seats:
        raise NotOffered
    public = game.view(end, None)
    return tuple(seat for seat in seats if game.may_explain(public, seat)) or seats


def why(table: AnyTable, game: AnyGame, over: FinishedHand, seat: Seat, player: int) -> Reasons:
    """Return a house player's reasons in that hand, as far as this player may know them."""
    character = character_of(table.seated(seat).name)
    try:
        return reasons(table, game, over, seat, character, player)
    except NotOffered as by_other_rules:
        raise NoSuchHand(over.number, table.id) from by_other_rules


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


class SecondThoughts:
    """Cached analyses of the choices in finished hands."""

    def __init__(self, desk: TableQueries, think: Think, seeds: Iterator[str]) -> None:
        self._desk, self._think, self._seeds = desk, think, seeds
        self._thoughts: dict[HandOf, asyncio.Task[tuple[SecondLook, ...]]] = {}

    async def lately(self, actor: Actor, game: str) -> list[tuple[int, int]]:
        """Return the actor's hands of that game here in the last month as (table, number), newest first."""
        since = self._desk.now() - DAYS * DAY_SECONDS
        return await self._desk.database.read_long(
            lambda tx: hands.lately(tx, actor.in_server(), actor.player, game, since, HANDS_MAX)
        )

    async def review(self, actor: Actor, found: list[tuple[int, int]]) -> tuple[Costly, ...]:
        """Return the kinds of answers that cost the actor chips in these hands, the costliest first."""
        costs = defaultdict[str, list[tuple[float, int, int]]](list)
        async for (table, hand), look in self._looks(actor, found):
            if look.cost:
                costs[ALIKE.get(look.answered, look.answered)].append((look.cost, table, hand))
        kinds = [
            Costly(kind, len(each), sum(cost for cost, _table, _hand in each), *max(each)[1:])
            for kind, each in costs.items()
        ]
        return tuple(sorted(kinds, key=lambda kind: -kind.cost))

    async def _looks(
        self, actor: Actor, found: list[tuple[int, int]]
    ) -> AsyncIterator[tuple[tuple[int, int], SecondLook]]:
        for table, hand in found:
            back = await self._desk.database.read_long(partial(self._back, actor, table, hand))
            if back is not None:
                for look in await self.of(back):
                    yield (table, hand), look

    def _back(self, actor: Actor, table: int, hand: int, tx: Transaction) -> LookedBack | None:
        """Return one of these hands; None if it is not open to review, or was played under other rules."""
        try:
            return finished_hands.look_back(tx, self._desk.tables, actor, AskedFor(0, table, hand))
        except (NoHandOver, NotToChoose, NoSuchHand, Unreadable):
            return None

    async def of(self, back: LookedBack) -> tuple[SecondLook, ...]:
        """Return the choices of a hand that deserve a comment."""
        again = back.sight.again
        assert again.viewer is not None
        where = HandOf(again.table.id, again.hand.number, again.viewer)
        begin = partial(SecondLooks, again.game, back.made, again.viewer)
        if where not in self._thoughts:
            while len(self._thoughts) >= HANDS_KNOWN_MAX:
                del self._thoughts[must_find(self._thoughts)]
            task = self._thoughts[where] = asyncio.create_task(self._thought(begin))
            task.add_done_callback(partial(self._forget_failed, where))
        # A caller who is cancelled must not cancel the analysis for the others.
        return await asyncio.shield(self._thoughts[where])

    async def _thought(self, begin: Callable[[SampledChance], SecondLooks]) -> tuple[SecondLook, ...]:
        looks: SecondLooks = await self._think(partial(begin, SampledChance(next(self._seeds))))
        left, goes_on = SECONDS, True
        while goes_on and left > 0:
            goes_on, spent = await self._think(partial(_piece, looks))
            left -= spent
        return looks.found

    def _forget_failed(self, where: HandOf, done: asyncio.Task[tuple[SecondLook, ...]]) -> None:
        """Drop a failed analysis, so that the next request tries again."""
        if done.cancelled() or done.exception() is not None:
            self._thoughts.pop(where, None)


def _piece(looks: SecondLooks) -> tuple[bool, float]:
    """Run one piece; return True if there is more to analyse, and the seconds that the piece took."""
    started, spent, goes_on = thread_time(), 0.0, True
    while goes_on and spent < PIECE_SECONDS:
        goes_on = looks.think()
        spent = thread_time() - started
    return goes_on, spent
