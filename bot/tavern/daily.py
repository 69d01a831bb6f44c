"""The deal of the day (TB-20): the same for everybody, one answer each, solved when its day is over.

A day begins at midnight UTC. Its seed is derived from a key in the database. Grading starts when a deal is
first shown, so that players seldom wait for it; their answer is stored at once in any case. Each deal is
graded once for everybody, one deal at a time, in the thread in which house players think. The grades are then
stored.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeAlias

from bot.tavern.table_service import TableService
from games.catalog import DAILY, commitment, date_of, deal_of, fingerprint
from games.engine.core.errors import N_, NotOffered, UserError, ensure
from games.engine.core.game import AnswerValues
from storage.db.retention import day_of
from storage.db.transaction import Transaction
from storage.people import erased_people
from storage.play import daily

Step: TypeAlias = Callable[[], AnswerValues | None]

log = logging.getLogger(__name__)


class DayOver(UserError):
    template = N_("That day is over, and its deal with it. The new one: `/daily`")


class SharedBefore(UserError):
    template = N_("You’ve shared that one already.")


class DealtOtherwise(UserError):
    template = N_(
        "An update changed this deal, so it takes no more answers. There’s a new one at midnight UTC."
    )


class AnsweredBefore(UserError):
    template = N_("You had your go at this one before I forgot you. There’s a new one at midnight UTC.")


@dataclass(frozen=True, slots=True)
class Dealt:
    """A deal as shown to a player who has not answered it, and the seal of its day."""

    game: str
    day: int
    deal: Any
    seal: str


@dataclass(frozen=True, slots=True)
class Ungraded:
    """A deal with a player's answer, which is being graded."""

    dealt: Dealt
    answer: int


@dataclass(frozen=True, slots=True)
class Graded:
    """A deal with a player's answer, and the values of all answers."""

    dealt: Dealt
    answer: int
    worths: AnswerValues
    streak: int
    is_shared: bool


@dataclass(frozen=True, slots=True)
class Spent:
    """A deal that a player can't answer, and to which no answer of theirs is stored; `why` is the reason."""

    dealt: Dealt
    why: type[DealtOtherwise | AnsweredBefore]


Seen: TypeAlias = Dealt | Ungraded | Graded
AnySeen: TypeAlias = Seen | Spent


@dataclass(frozen=True, slots=True)
class Today:
    """Today's deals with a player's answers, and the player's streak in days."""

    day: int
    deals: tuple[AnySeen, ...]
    streak: int


@dataclass(frozen=True, slots=True)
class OpenedDeal:
    """A deal of a past day with a player's answer, if any, and the values of all answers, if known."""

    seen: AnySeen
    worths: AnswerValues | None


@dataclass(frozen=True, slots=True)
class OpenedDay:
    """The deals of a past day."""

    day: int
    deals: tuple[OpenedDeal, ...]

    @property
    def unsolved(self) -> tuple[Dealt, ...]:
        """The deals whose best answer is not known yet."""
        deals = (each.seen for each in self.deals if each.worths is None)
        return tuple(deal_in(each) for each in deals if each != Spent(deal_in(each), DealtOtherwise))


@dataclass(frozen=True, slots=True)
class DayProof:
    """The seal of a day's deals and, after that day, the seed with which anybody can verify the deals."""

    day: int
    seal: str
    seed: str | None


class DailyDeals:
    """The deals of the day, shared by all servers."""

    def __init__(self, tavern: TableService) -> None:
        self._tavern = tavern
        self.grades = DailyGrades(tavern)

    async def resume(self) -> None:
        """Continue grading the deals shown today or yesterday, after a start."""
        today = day_of(self._tavern.now())

        def read(tx: Transaction) -> list[Dealt]:
            ungraded = [(day, game) for day in (today, today - 1) for game in daily.ungraded(tx, day)]
            deals = [_dealt(tx, day, game) for day, game in ungraded if game in DAILY]
            return [each for each in deals if _is_as_shown(tx, each)]

        for dealt in await self._tavern.database.write(read):
            self._grade(dealt)

    def stop(self) -> None:
        """Stop grading."""
        self.grades.stop()

    async def today(self, player: int) -> Today:
        """Return all of today's deals, as this player may see them."""
        day = day_of(self._tavern.now())

        def read(tx: Transaction) -> Today:
            deals = tuple(_seen(tx, player, _dealt(tx, day, game)) for game in DAILY)
            return Today(day, deals, daily.streak(tx, player, day))

        return await self._tavern.database.write(read)

    async def look(self, player: int, game: str, day: int | None = None) -> Seen:
        """Return today's deal of a game, as this player may see it; raise `DayOver` for another `day`."""
        return await self._play(player, game, day, None)

    async def answer(self, player: int, game: str, day: int, answer: int) -> Seen:
        """Answer the deal of that day; the first answer stands. Raises `DayOver` if that day is over."""
        return await self._play(player, game, day, answer)

    async def _play(self, player: int, game: str, day: int | None, answer: int | None) -> Seen:
        now = self._tavern.now()
        today = day_of(now)
        if game not in DAILY:
            raise NotOffered
        if day not in (None, today):
            raise DayOver

        def transaction(tx: Transaction) -> tuple[Seen, bool]:
            dealt = _dealt(tx, today, game)
            daily.show(tx, today, game, fingerprint(game, dealt.deal))
            seen = _usable(_seen(tx, player, dealt))
            if answer is not None and isinstance(seen, Dealt):
                answers = DAILY[game].answers(dealt.deal)
                ensure(answer < len(answers), NotOffered)
                daily.answer(tx, player, today, game, answers[answer], now)
                seen = _usable(_seen(tx, player, dealt))
            return seen, daily.worths(tx, today, game) is not None

        seen, is_graded = await self._tavern.database.write(transaction)
        if not is_graded:
            self._grade(deal_in(seen))
        return seen

    async def grade(self, player: int, ungraded: Ungraded) -> AnySeen:
        """Wait until an answer is graded; if grading fails, return it as `Ungraded` again."""
        dealt = ungraded.dealt
        await self.grades.wait(dealt.day, dealt.game, dealt.deal)
        return await self._tavern.database.read(lambda tx: _seen(tx, player, dealt))

    async def share(self, player: int, game: str, day: int) -> Graded:
        """Return a player's result for others to see; raise `SharedBefore` the second time."""
        if game not in DAILY:
            raise NotOffered

        def transaction(tx: Transaction) -> Graded:
            seen = _usable(_seen(tx, player, _dealt(tx, day, game)))
            if not isinstance(seen, Graded):
                raise NotOffered
            if not daily.share(tx, player, day, game):
                raise SharedBefore
            return seen

        return await self._tavern.database.write(transaction)

    async def proof(self, day: int) -> DayProof:
        """Return the proof of today's or yesterday's deals; raise `DayOver` for other days."""
        today = day_of(self._tavern.now())
        if not today - 1 <= day <= today:
            raise DayOver

        def read(tx: Transaction) -> DayProof:
            seed = daily.seed(tx, day)
            return DayProof(day, commitment(seed), None if day == today else seed)

        return await self._tavern.database.write(read)

    async def yesterday(self, player: int) -> OpenedDay:
        """Return yesterday's deals."""
        return await self._open(player, day_of(self._tavern.now()) - 1)

    async def solve(self, player: int, opened: OpenedDay) -> OpenedDay:
        """Return the day with all best answers, or with those known so far if the bot is shutting down."""
        for each in opened.unsolved:
            await self.grades.wait(each.day, each.game, each.deal)
        return await self._open(player, opened.day)

    async def _open(self, player: int, day: int) -> OpenedDay:
        def read(tx: Transaction) -> OpenedDay:
            dealt = [_dealt(tx, day, game) for game in DAILY]
            for each in dealt:
                # Recorded as shown, too, if nobody played the deal, so that an update can't change it.
                daily.show(tx, day, each.game, fingerprint(each.game, each.deal))
            deals = (OpenedDeal(_seen(tx, player, each), daily.worths(tx, day, each.game)) for each in dealt)
            return OpenedDay(day, tuple(deals))

        return await self._tavern.database.write(read)

    def _grade(self, dealt: Dealt) -> None:
        self.grades.begin(dealt.day, dealt.game, dealt.deal)


class DailyGrades:
    """Grades deals in the background, one after the other."""

    def __init__(self, tavern: TableService) -> None:
        self._tavern = tavern
        self.think: Callable[[Step], Awaitable[AnswerValues | None]] = tavern.think
        """Runs a piece of work in the thread for thinking."""
        self._tasks: dict[tuple[int, str], asyncio.Task[None]] = {}
        self._is_stopped = False

    def begin(self, day: int, game: str, deal: Any) -> asyncio.Task[None] | None:
        """Grade a deal in the background, and return the task; None if the bot is shutting down."""
        if self._is_stopped:
            return None
        key = day, game
        if key not in self._tasks:
            # Each deal waits for the previous one, the last in the dict.
            previous = next(reversed(self._tasks.values()), None)
            task = self._tasks[key] = asyncio.create_task(self._grade(day, game, deal, previous))
            task.add_done_callback(partial(self._finish, key))
        return self._tasks[key]

    async def wait(self, day: int, game: str, deal: Any) -> None:
        """Wait until a deal is graded, or the bot shuts down."""
        task = self.begin(day, game, deal)
        if task is not None:
            await asyncio.wait([task])

    def stop(self) -> None:
        """Stop, even in the middle of a deal; the next start begins it again."""
        self._is_stopped = True
        for task in self._tasks.values():
            task.cancel()

    async def _grade(self, day: int, game: str, deal: Any, previous: asyncio.Task[None] | None) -> None:
        """Grade a deal in pieces, between which house players can think."""
        if previous is not None:
            await asyncio.wait([previous])
        database = self._tavern.database
        worths: AnswerValues | None = await database.read(lambda tx: daily.worths(tx, day, game))
        if worths is not None:
            return
        step = partial(next, DAILY[game].grading(deal))
        while worths is None:
            worths = await self.think(step)
        grades = worths
        await database.write(lambda tx: daily.keep_worths(tx, day, game, grades))

    def _finish(self, key: tuple[int, str], task: asyncio.Task[None]) -> None:
        del self._tasks[key]
        error = None if task.cancelled() else task.exception()
        if error is not None:
            # The players' answers are stored; the next request tries again.
            log.error("a deal of the day could not be graded", exc_info=error)


def _dealt(tx: Transaction, day: int, game: str) -> Dealt:
    seed = daily.seed(tx, day)
    return Dealt(game, day, deal_of(game, date_of(day), seed), commitment(seed))


def deal_in(seen: AnySeen) -> Dealt:
    """Return the deal itself."""
    return seen if isinstance(seen, Dealt) else seen.dealt


def _is_as_shown(tx: Transaction, dealt: Dealt) -> bool:
    """Return True unless an older version showed players a different deal."""
    return daily.shown(tx, dealt.day, dealt.game) in (None, fingerprint(dealt.game, dealt.deal))


def _seen(tx: Transaction, player: int, dealt: Dealt) -> AnySeen:
    """Return a player's view of a deal, which shows the values of answers only if the player has answered."""
    key = dealt.day, dealt.game
    if not _is_as_shown(tx, dealt):
        return Spent(dealt, DealtOtherwise)
    go = daily.go(tx, player, *key)
    if go is None:
        return Spent(dealt, AnsweredBefore) if erased_people.has_answered(tx, player, *key) else dealt
    answer = DAILY[dealt.game].answers(dealt.deal).index(go.answer)
    worths = daily.worths(tx, *key)
    if worths is None:
        return Ungraded(dealt, answer)
    return Graded(dealt, answer, worths, daily.streak(tx, player, dealt.day), go.is_shared)


def _usable(seen: AnySeen) -> Seen:
    if isinstance(seen, Spent):
        raise seen.why
    return seen
