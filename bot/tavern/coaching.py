"""What a learner is told: the coach's line, what a master would do, what answers were worth, and cost.

The first two follow from the learner's own view alone; why a house player did what it did is in
`games/bot_characters.py`.

Choices of hands that are over, thought about where nobody has to wait, and remembered for a while (TB-26).
It thinks in pieces, between which house players think in the same thread, until it is sure or has thought
for five seconds. Two who ask for the same hand wait for the same thoughts. What was found is no matter of
anybody's but who asks: nothing is stored, and after a restart it is thought of anew. So is what kind of
answer costs somebody most, over their hands of a game in the last month: each is thought about as if they
chose again.
"""

from __future__ import annotations

import asyncio
import logging
from collections import defaultdict
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from hashlib import sha256
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
from games.engine.provable_chance import Draw, Seal
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
"""Has something thought out where nobody has to wait."""
TABLES_KNOWN_MAX = 500
"""Tables of which the coach remembers what it has said in their hands."""
SECONDS = 5.0
"""So long it thinks about a hand, counted while it does."""
PIECE_SECONDS = 0.05
"""So long nobody else thinks."""
HANDS_KNOWN_MAX = 200
"""So many hands are remembered with what was found."""
HANDS_MIN, HANDS_MAX = 30, 60
"""With fewer hands nothing is said of what costs most; of more the newest are taken."""
DAYS = 30
ALIKE: Mapping[str, str] = {"bet": "raise"}
"""Answers that are one kind with another."""


@dataclass(frozen=True, slots=True)
class Hint:
    """What a master would answer, and why."""

    offer: Offer[Any]
    answer: Answer
    why: Reason | None


@dataclass(frozen=True, slots=True)
class _Told:
    """What was thought of a seat's question at a revision; None: nothing matters there."""

    question: int
    revision: int
    advice: Templated | None
    is_heard: bool = False


class Coach:
    """Gives advice to learners who are asked something: what they have seen of it, once in a hand.

    Nobody else remembers that, so after a restart it may speak once more.
    """

    def __init__(self, think: Think) -> None:
        self._think = think
        self._told: dict[int, tuple[int, dict[Seat, _Told]]] = {}

    async def advise(self, state: TableState, player: int) -> Templated | None:
        """The advice for somebody at a table, worked out for its newest revision."""
        if self.has_to_think(state, player):
            seated, told = state.table.seat_of(player), self._told_in_hand(state)
            advice = await self._think(partial(_advice, state, seated.seat))
            # It may have been shown while we thought.
            is_heard = seated.seat in told and told[seated.seat].is_heard
            told[seated.seat] = _Told(seated.question, state.stored.revision, advice, is_heard=is_heard)
        return self.said(state, player)

    def has_to_think(self, state: TableState, player: int) -> bool:
        """Whether a learner is asked something that we have not thought about in this state."""
        seated = _learner(state, player)
        if seated is None:
            return False
        told = self._told_in_hand(state).get(seated.seat)
        if told is None:
            return True
        was_heard = told.is_heard and told.question != seated.question
        return not was_heard and told.revision != state.stored.revision

    def said(self, state: TableState, player: int) -> Templated | None:
        """What was thought last of what somebody is asked now, without thinking again."""
        seated = _learner(state, player)
        told = None if seated is None else self._told_in_hand(state).get(seated.seat)
        return None if told is None or seated is None or told.question != seated.question else told.advice

    def note_heard(self, state: TableState, player: int) -> None:
        """Note that somebody is shown the advice for them."""
        told, seat = self._told_in_hand(state), state.table.seat_of(player).seat
        if seat in told:
            told[seat] = replace(told[seat], is_heard=True)

    def _told_in_hand(self, state: TableState) -> dict[Seat, _Told]:
        """What was thought in the hand under way."""
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
    """The seat of a learner who is asked something."""
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
    except Exception:  # our fault, and a learner's loss alone
        # A coach at a loss for words stops nobody from playing.
        log.exception("no advice at table %d", state.id)
        return None


def hint(state: TableState, player: int) -> Hint:
    """What a master would do in this person's place; `NotYourTurn`, or `NotOffered` at other tables.

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
    seed = sha256(f"{table.id}:{table.hands}:{seated.question}".encode()).hexdigest()
    answer = game.decide(view, offers, Draw(Seal(seed)), MASTER)
    offer = must_find(each for each in offers if each.key == answer.key)
    return Hint(offer, answer, game.reason(view, offers, answer, MASTER))


def askable(table: AnyTable, game: AnyGame, over: FinishedHand, player: int) -> tuple[Seat, ...]:
    """The house players of a hand whom somebody at the table can ask about it; `NotOffered` if none.

    Those alone who have something to say, if there are any.
    """
    table.seat_of(player)
    end = over.end(game)
    there = [table.seated(seat) for seat in game.result(end).stacks]
    # Whoever had that seat in that hand has it, or had it to the end.
    seats = tuple(each.seat for each in there if each.is_house and each.since < over.number)
    if not seats:
        raise NotOffered
    public = game.view(end, None)
    return tuple(seat for seat in seats if game.may_explain(public, seat)) or seats


def why(table: AnyTable, game: AnyGame, over: FinishedHand, seat: Seat, player: int) -> Reasons:
    """A house player's reasons in that hand, as far as this person may know them."""
    character = character_of(table.seated(seat).name)
    try:
        return reasons(table, game, over, seat, character, player)
    except NotOffered as by_other_rules:
        raise NoSuchHand(over.number, table.id) from by_other_rules


class HandOf(NamedTuple):
    """A hand as one of its seats played it."""

    table: int
    hand: int
    seat: Seat


@dataclass(frozen=True, slots=True)
class Costly:
    """A kind of answer: how often it cost something, how much altogether, and in which hand most."""

    kind: str
    count: int
    cost: float
    table: int
    hand: int


class SecondThoughts:
    """What was thought of the choices in hands that are over."""

    def __init__(self, desk: TableQueries, think: Think, seeds: Iterator[str]) -> None:
        self._desk, self._think, self._seeds = desk, think, seeds
        self._thoughts: dict[HandOf, asyncio.Task[tuple[SecondLook, ...]]] = {}

    async def lately(self, actor: Actor, game: str) -> list[tuple[int, int]]:
        """The hands of that game that they played here in the last month: table and number, newest first."""
        since = self._desk.now() - DAYS * DAY_SECONDS
        return await self._desk.database.read_long(
            lambda tx: hands.lately(tx, actor.in_server(), actor.player, game, since, HANDS_MAX)
        )

    async def review(self, actor: Actor, found: list[tuple[int, int]]) -> tuple[Costly, ...]:
        """The kinds of answers that cost them something in these hands, the dearest first."""
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
        """One of these hands, unless it may not be looked at yet, or an older version played it otherwise."""
        try:
            return finished_hands.look_back(tx, self._desk.tables, actor, AskedFor(0, table, hand))
        except (NoHandOver, NotToChoose, NoSuchHand, Unreadable):
            return None

    async def of(self, back: LookedBack) -> tuple[SecondLook, ...]:
        """The choices to be told of in a hand."""
        again = back.sight.again
        assert again.viewer is not None
        where = HandOf(again.table.id, again.hand.number, again.viewer)
        begin = partial(SecondLooks, again.game, back.made, again.viewer)
        if where not in self._thoughts:
            while len(self._thoughts) >= HANDS_KNOWN_MAX:
                del self._thoughts[must_find(self._thoughts)]
            task = self._thoughts[where] = asyncio.create_task(self._thought(begin))
            task.add_done_callback(partial(self._forget_failed, where))
        # Who goes away leaves the thoughts to the others.
        return await asyncio.shield(self._thoughts[where])

    async def _thought(self, begin: Callable[[SampledChance], SecondLooks]) -> tuple[SecondLook, ...]:
        looks: SecondLooks = await self._think(partial(begin, SampledChance(next(self._seeds))))
        left, goes_on = SECONDS, True
        while goes_on and left > 0:
            goes_on, spent = await self._think(partial(_piece, looks))
            left -= spent
        return looks.found

    def _forget_failed(self, where: HandOf, done: asyncio.Task[tuple[SecondLook, ...]]) -> None:
        """So that it is tried again when somebody asks again, who is told as of any fault."""
        if done.cancelled() or done.exception() is not None:
            self._thoughts.pop(where, None)


def _piece(looks: SecondLooks) -> tuple[bool, float]:
    """Whether there is more to think about, and for how long it was thought."""
    started, spent, goes_on = thread_time(), 0.0, True
    while goes_on and spent < PIECE_SECONDS:
        goes_on = looks.think()
        spent = thread_time() - started
    return goes_on, spent
