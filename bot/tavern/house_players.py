"""The house's people at tables: who comes, what they do there (TB-12), and whom they help to learn.

What they do is thought out ahead of the transaction that does it. Thinking may take a while, so it happens
in a thread of its own, on a table that may have changed by the end: then it is thought again. It is done at
the end of the pause, in a window that nearly all thoughts of late fitted in, so that a pause takes as long
however hard the thought was (TB-11). What follows without anybody else between is thought out at once, and
shown in one step: the rest of a turn, such as rethrows, and the rest of a hand in which only house players
are left. The hand's chance is sealed, so that what comes of an answer is the same here as when it is
played.
"""

from __future__ import annotations

from asyncio import gather, sleep
from collections import deque
from collections.abc import Awaitable, Callable, Collection, Iterator
from dataclasses import dataclass
from itertools import count, repeat
from math import ceil
from time import perf_counter

from bot.tavern.table import turn_timing
from bot.tavern.table.turn_timing import has_audience, has_choice, thinker
from games.engine.chance.seals import Chance, Draw, Seal
from games.engine.core.game import AnyGame, Seat
from games.engine.core.names import Skill
from games.engine.core.offers import Answer
from games.engine.table import play
from games.engine.table.table import AnyTable
from games.house_players import HOUSE_PLAYERS, character_of, suits_beginners
from storage.db.transaction import Transaction
from storage.play.tables import Stored
from storage.standing import records

AHEAD_MAX = 40
"""So many answers at once, so that nobody else's thoughts wait for long."""
DECISIONS_MAX = 300
"""How many of the latest decisions say how long one takes here."""
SHARE = 0.99
"""Of these decisions so many fit into the window."""


def pick_name(
    taken: Collection[str], chance: Chance, skill: Skill | None = None, *, for_beginners: bool = False
) -> str:
    """Somebody who isn't at the table yet, and is wanted there; with a number if all of those are."""
    names = [
        each.name
        for each in HOUSE_PLAYERS.values()
        if skill in (None, each.skill) and (suits_beginners(each) or not for_beginners)
    ]
    free = [name for name in names if name not in taken]
    if free:
        return free[chance.below(len(free))]
    return f"{names[chance.below(len(names))]} {len(taken) + 1}"


def all_names() -> Iterator[str]:
    """Distinct names without end: first each as it is, then with a number."""
    yield from HOUSE_PLAYERS
    for number in count(2):
        yield from (f"{name} {number}" for name in HOUSE_PLAYERS)


@dataclass(frozen=True, slots=True)
class Decision:
    """House players' answers, one after the other, for one revision of a table."""

    revision: int
    answers: tuple[tuple[Seat, Answer], ...]


def decide(stored: Stored, game: AnyGame, seed: str) -> Decision:
    """Decide for the house player to act, from what its seat may see, and for what follows."""
    table, chance = stored.table, Draw(Seal(seed))
    answers: list[tuple[Seat, Answer]] = []
    seat = thinker(table, game)
    is_choosing = seat is not None and has_choice(table, game, seat)
    while seat is not None and len(answers) < AHEAD_MAX:
        answer = answer_of(table, game, seat, chance)
        answers.append((seat, answer))
        before = table
        # The seed of a hand that would begin is never used: what follows it is not thought out.
        table = play.answer(before, game, repeat(seed), seat, answer).table
        seat = thinker(table, game) if _goes_on(before, table, game, is_choosing=is_choosing) else None
    return Decision(stored.revision, tuple(answers))


class Window:
    """How long a decision is waited for at the end of a pause, however soon it is there (TB-11).

    On a machine where decisions take longer, or wait for each other, it is longer: as long as all but one in
    a hundred took of late, in whole steps, so that a long thought does not show by a long pause.
    """

    def __init__(self, clock: Callable[[], float] = perf_counter) -> None:
        self._clock = clock
        self._took: deque[float] = deque(maxlen=DECISIONS_MAX)

    @property
    def seconds(self) -> float:
        """The window for the next decision."""
        step = turn_timing.DECIDE_SECONDS
        if not self._took or not step:
            return step
        longest = sorted(self._took)[ceil(SHARE * len(self._took)) - 1]
        return step * ceil(min(max(step, longest), turn_timing.THINK_SECONDS_MAX) / step)

    async def in_its_time(self, deciding: Awaitable[Decision]) -> Decision:
        """A decision once the window is over, so that nobody can tell how long it took."""
        decision, _ = await gather(self._timed(deciding), sleep(self.seconds))
        return decision

    async def _timed(self, deciding: Awaitable[Decision]) -> Decision:
        begun = self._clock()
        decision = await deciding
        self._took.append(self._clock() - begun)
        return decision


def answer_of(table: AnyTable, game: AnyGame, seat: Seat, chance: Draw) -> Answer:
    """What a house player answers, as the person that it is."""
    assert table.hand is not None
    offers, view = game.offers(table.hand.state, seat), game.recollection(table.hand.state, seat)
    return game.decide(view, offers, chance, character_of(table.seated(seat).name))


def _goes_on(before: AnyTable, after: AnyTable, game: AnyGame, *, is_choosing: bool) -> bool:
    """Whether what comes next belongs to what was just decided; a turn's first throw is seen by itself."""
    if before.hand is None or after.hand is None or before.hand.number != after.hand.number:
        return False
    is_same_turn = before.hand.state.turn == after.hand.state.turn
    return (is_same_turn and is_choosing) or not has_audience(after, game)


def may_have_hints(table: AnyTable, player: int | None) -> bool:
    """Whether somebody practises here with nobody but house players."""
    if not _is_evening(table) or table.money != "practice" or _people(table) != [player]:
        return False
    return not any(each.program for each in table.present)


def learners(tx: Transaction, stored: Stored) -> frozenset[int]:
    """Who at a table is told what matters now, where that puts nobody else at a disadvantage.

    So it is for practice, or one person plays the house.
    """
    table = stored.table
    is_fair = _is_evening(table) and (table.money == "practice" or len(_people(table)) == 1)
    return records.learners(tx, stored.id, table.game) if is_fair and table.hand is not None else frozenset()


def _is_evening(table: AnyTable) -> bool:
    """Whether it is neither a tournament's table nor a throw in passing."""
    return table.terms.tournament is None and table.terms.hands_max is None


def _people(table: AnyTable) -> list[int]:
    return [each.player for each in table.present if each.player is not None]
