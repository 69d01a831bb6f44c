"""The house's side at tables: who comes, what they do there (TB-12), whom they help, what it may lose.

What they do is thought out ahead of the transaction that does it. Thinking may take a while, so it happens
in a thread of its own, on a table that may have changed by the end: then it is thought again. It is done at
the end of the pause, in a window that nearly all thoughts of late fitted in, so that a pause takes as long
however hard the thought was (TB-11). What follows without anybody else between is thought out at once, and
shown in one step: the rest of a turn, such as rethrows, and the rest of a hand in which only house players
are left. The hand's chance is sealed, so that what comes of an answer is the same here as when it is
played.

What one person may win from the house's bank in a day is limited, over all tables and throws. Winnings from
house players, less losses to them, count in the transaction that settles them. Nothing won is taken away: at
the limit the game ends before the next hand, everybody takes their stack home, and the house does not play
for coins with that person until the next day.
"""

from __future__ import annotations

from asyncio import gather, sleep
from collections import deque
from collections.abc import Awaitable, Callable, Collection, Iterator
from dataclasses import dataclass
from itertools import count, repeat
from math import ceil
from time import perf_counter

from bot.tavern import deadlines
from bot.tavern.deadlines import has_audience, has_choice, thinker
from games.bot_characters import HOUSE_PLAYERS, character_of, suits_beginners
from games.engine.core.characters import Skill
from games.engine.core.errors import N_
from games.engine.core.game import AnyGame, Seat
from games.engine.core.offers import Answer
from games.engine.provable_chance import Chance, Draw, Seal
from games.engine.table import play, seating, update
from games.engine.table.table import AnyTable, TableChange, house_sits
from storage.books import flows, ledger
from storage.db.retention import DAY_SECONDS, day_of
from storage.db.transaction import Transaction
from storage.errors import Refused
from storage.people import server_settings
from storage.play.tables import StoredTable

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


def decide(stored: StoredTable, game: AnyGame, seed: str) -> Decision:
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


class ThinkingWindow:
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
        step = deadlines.DECIDE_SECONDS
        if not self._took or not step:
            return step
        longest = sorted(self._took)[ceil(SHARE * len(self._took)) - 1]
        return step * ceil(min(max(step, longest), deadlines.THINK_SECONDS_MAX) / step)

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


@dataclass(eq=False)
class HouseLostEnough(Refused):
    template = N_(
        "{player} has won {lost} or more from the house today, and that’s as much as it loses to one person "
        "in a day. It plays for coins again <t:{again_at}:R>; for practice, any time."
    )
    player: int
    lost: int
    again_at: float


@dataclass(eq=False)
class HouseStakesLess(Refused):
    template = N_(
        "The house loses at most {ceiling} to one person in a day, so it won’t play for {amount} a seat. "
        "Open a table for less, or one for practice."
    )
    amount: int
    ceiling: int


def require_house_willing(tx: Transaction, server: int, game: AnyGame, table: AnyTable, at: float) -> None:
    """Refuse a table that is dearer than the house's limit, or one with somebody who reached it."""
    if not _plays_for_coins(game, table):
        return
    most = server_settings.load(tx, server).house_day_max
    price = game.price(table.rules, table.terms.buy_in)
    if price > most:
        raise HouseStakesLess(price, most)
    for player in _players_at_limit(tx, server, table, most, at):
        raise HouseLostEnough(player, most, float((day_of(at) + 1) * DAY_SECONDS))


def settle(
    tx: Transaction, stored: StoredTable, game: AnyGame, change: TableChange, at: float
) -> TableChange:
    """Count what was won from the house once a hand is settled; end the game if a limit is reached."""
    won = update.won_from_house(stored.table, change, game)
    flows.count_for_house(tx, stored.server, game.key, won.values())
    for player, amount in won.items():
        if player > 0:  # not forgotten people
            ledger.count_on_day(tx, stored.server, player, "house", amount, at)
    if change.table.phase != "playing" or not _plays_for_coins(game, change.table):
        return change
    most = server_settings.load(tx, stored.server).house_day_max
    at_limit = _players_at_limit(tx, stored.server, change.table, most, at)
    return change.then(seating.end_for_house(change.table, game, at_limit)) if at_limit else change


def _plays_for_coins(game: AnyGame, table: AnyTable) -> bool:
    """Whether the house's coins are at stake here."""
    costs = game.price(table.rules, table.terms.buy_in) > 0
    return table.money == "coins" and house_sits(table) and costs


def _players_at_limit(tx: Transaction, server: int, table: AnyTable, most: int, at: float) -> list[int]:
    """The people at this table to whom the house has lost so much today."""
    people = [each.player for each in table.present if each.player is not None]
    return [each for each in people if ledger.counted_on_day(tx, server, each, "house", at) >= most]
