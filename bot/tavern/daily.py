"""The deal of the day (TB-20): the same for everybody, answered once by each, opened when its day is over.

A day begins at midnight in UTC. Its seed follows from a key in the database. What the answers are worth is
reckoned once, when somebody has answered, in the thread that house players think in, and then kept.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from functools import partial
from typing import Any

from bot.tavern.tables import Tavern
from games.daily import DAILY, commitment, date_of, deal_of
from games.engine.core.daily import Worths
from games.engine.core.errors import NotOffered, Slip, ensure
from games.engine.core.sentences import phrase
from storage import daily
from storage.daily import Go
from storage.day_limits import day_of
from storage.transaction import Transaction


class DayOver(Slip):
    """An answer to the deal of another day."""

    says = phrase("That day is over, and its deal with it. The new one: `/daily`")


class SharedBefore(Slip):
    """A result that was shared already."""

    says = phrase("You’ve shared that one already.")


@dataclass(frozen=True, slots=True)
class Dealt:
    """A deal as everybody sees it who has not answered it: what was dealt, and the seal of its day."""

    game: str
    day: int
    deal: Any
    seal: str


@dataclass(frozen=True, slots=True)
class Graded:
    """A deal with somebody's answer, and what all answers are worth."""

    dealt: Dealt
    answer: int
    worths: Worths
    streak: int
    is_shared: bool


@dataclass(frozen=True, slots=True)
class Today:
    """Today's deals as somebody has answered them or not, and how many days in a row they have played."""

    day: int
    deals: tuple[Dealt | Graded, ...]
    streak: int


@dataclass(frozen=True, slots=True)
class OpenedDeal:
    """A deal of a day that is over; `worths` is None if nobody answered, `answer` if this person didn't."""

    dealt: Dealt
    worths: Worths | None
    answer: int | None


@dataclass(frozen=True, slots=True)
class OpenedDay:
    """The deals of a day that is over, and the seed from which anybody can deal them again."""

    day: int
    seed: str
    deals: tuple[OpenedDeal, ...]


class DailyDeals:
    """The deals of the day, for all servers together."""

    def __init__(self, tavern: Tavern) -> None:
        self._tavern = tavern
        self._grading = asyncio.Lock()
        """One deal is graded at a time, and waited for by all who have answered it."""

    async def today(self, player: int) -> Today:
        """All of today's deals, as this person may see them."""
        day = day_of(self._tavern.now())

        def read(tx: Transaction) -> tuple[list[tuple[Dealt, Go | None]], int]:
            seed = daily.seed(tx, day)
            found = [(_dealt(seed, day, game), daily.go(tx, player, day, game)) for game in DAILY]
            return found, daily.streak(tx, player, day)

        found, streak = await self._tavern.database.write(read)
        return Today(day, tuple([await self._seen(dealt, go, streak) for dealt, go in found]), streak)

    async def look(self, player: int, game: str, day: int | None = None) -> Dealt | Graded:
        """Today's deal of a game, as this person may see it; `DayOver` where `day` is another one."""
        return await self._play(player, game, day, None)

    async def answer(self, player: int, game: str, day: int, answer: int) -> Dealt | Graded:
        """Answer the deal of that day; the first answer stands. `DayOver`: the day is another by now."""
        return await self._play(player, game, day, answer)

    async def _play(self, player: int, game: str, day: int | None, answer: int | None) -> Dealt | Graded:
        at = self._tavern.now()
        today = day_of(at)
        if game not in DAILY:
            raise NotOffered
        if day not in (None, today):
            raise DayOver

        def transaction(tx: Transaction) -> tuple[Dealt, Go | None, int]:
            dealt = _dealt(daily.seed(tx, today), today, game)
            if answer is not None:
                answers = _answers(dealt)
                ensure(answer < len(answers), NotOffered)
                daily.answer(tx, player, today, game, answers[answer], at)
            return dealt, daily.go(tx, player, today, game), daily.streak(tx, player, today)

        return await self._seen(*await self._tavern.database.write(transaction))

    async def share(self, player: int, game: str, day: int) -> Graded:
        """A result of somebody's, for others to see; `SharedBefore` the second time."""
        if game not in DAILY:
            raise NotOffered

        def transaction(tx: Transaction) -> tuple[Dealt, Go, int]:
            go = daily.go(tx, player, day, game)
            if go is None:
                raise NotOffered
            if not daily.share(tx, player, day, game):
                raise SharedBefore
            return _dealt(daily.seed(tx, day), day, game), go, daily.streak(tx, player, day)

        return await self._graded(*await self._tavern.database.write(transaction))

    async def yesterday(self, player: int) -> OpenedDay:
        """The deals of the day before, with their seed."""
        day = day_of(self._tavern.now()) - 1

        def read(tx: Transaction) -> tuple[str, list[tuple[Dealt, Worths | None, Go | None]]]:
            seed = daily.seed(tx, day)
            found = [
                (_dealt(seed, day, game), daily.worths(tx, day, game), daily.go(tx, player, day, game))
                for game in DAILY
            ]
            return seed, found

        seed, found = await self._tavern.database.write(read)
        deals = [
            OpenedDeal(dealt, worths, None)
            if go is None
            else OpenedDeal(dealt, await self._worths(dealt), _answers(dealt).index(go.answer))
            for dealt, worths, go in found
        ]
        return OpenedDay(day, seed, tuple(deals))

    async def _seen(self, dealt: Dealt, go: Go | None, streak: int) -> Dealt | Graded:
        """What somebody may see: how good answers are only with an answer of their own."""
        return dealt if go is None else await self._graded(dealt, go, streak)

    async def _graded(self, dealt: Dealt, go: Go, streak: int) -> Graded:
        answer = _answers(dealt).index(go.answer)
        return Graded(dealt, answer, await self._worths(dealt), streak, go.is_shared)

    async def _worths(self, dealt: Dealt) -> Worths:
        """What the answers are worth, as kept or else reckoned, in pieces between which others can think."""
        database, where = self._tavern.database, (dealt.day, dealt.game)
        async with self._grading:
            worths = await database.read(lambda tx: daily.worths(tx, *where))
            if worths is None:
                step = partial(next, DAILY[dealt.game].grading(dealt.deal))
                while worths is None:
                    worths = await self._tavern.think(step)
                found = worths
                await database.write(lambda tx: daily.keep_worths(tx, *where, found))
            return worths


def _dealt(seed: str, day: int, game: str) -> Dealt:
    return Dealt(game, day, deal_of(game, date_of(day), seed), commitment(seed))


def _answers(dealt: Dealt) -> tuple[str, ...]:
    return DAILY[dealt.game].answers(dealt.deal)
