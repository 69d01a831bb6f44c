"""House players at tables: their names, their decisions (TB-12), and the house's loss limit.

Decisions are computed before the transaction that applies them, in a thread of their own, since that may take
a while. If the table has changed meanwhile, the decision is computed again. It is applied at the end of the
pause, after a time window into which nearly all recent decisions fit, so the length of the pause does not
show how hard the decision was (TB-11). Moves that follow without other players in between are computed
together and shown in one step: the rest of a turn, such as rethrows, or the rest of a hand in which only
house players are left. The hand's chance is sealed, so the computed outcomes are those of the actual hand.

A person's winnings from the house's bank are limited per day, over all tables and throws. Winnings from house
players, minus losses to them, are counted in the transaction that settles a hand. Nobody loses winnings by
the limit: the game ends before the next hand with every stack paid back, and the house does not play for
coins with that person until the next day.
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
from bot.tavern.deadlines import has_audience, has_choice, house_player_to_act
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
"""The maximum number of answers computed together, so that other tables' decisions need not wait long."""
DECISIONS_MAX = 300
"""The number of recent decisions from which the window is derived."""
SHARE = 0.99
"""The share of these decisions that fit into the window."""


def pick_name(
    taken: Collection[str], chance: Chance, skill: Skill | None = None, *, for_beginners: bool = False
) -> str:
    """Return the name of a suitable house player who is not at the table; with a number if all are."""
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
    """Yield infinitely many distinct names: first all names, then the names with numbers."""
    yield from HOUSE_PLAYERS
    for number in count(2):
        yield from (f"{name} {number}" for name in HOUSE_PLAYERS)


@dataclass(frozen=True, slots=True)
class Decision:
    """House players' consecutive answers for one revision of a table."""

    revision: int
    answers: tuple[tuple[Seat, Answer], ...]


def decide(stored: StoredTable, game: AnyGame, seed: str) -> Decision:
    """Decide for the house player to act, from its own view, and for the house players that follow."""
    table, chance = stored.table, Draw(Seal(seed))
    answers: list[tuple[Seat, Answer]] = []
    seat = house_player_to_act(table, game)
    is_choosing = seat is not None and has_choice(table, game, seat)
    while seat is not None and len(answers) < AHEAD_MAX:
        answer = answer_of(table, game, seat, chance)
        answers.append((seat, answer))
        before = table
        # `_goes_on` stops at the end of the hand, so the seed of a next hand is never used.
        table = play.answer(before, game, repeat(seed), seat, answer).table
        seat = (
            house_player_to_act(table, game)
            if _goes_on(before, table, game, is_choosing=is_choosing)
            else None
        )
    return Decision(stored.revision, tuple(answers))


class ThinkingWindow:
    """The time reserved for each decision at the end of a pause, however soon the decision is ready (TB-11).

    If decisions take longer or wait for each other, the window grows in whole steps until 99 of 100 recent
    decisions fit into it, so that long pauses don't reveal hard decisions.
    """

    def __init__(self, clock: Callable[[], float] = perf_counter) -> None:
        self._clock = clock
        self._durations: deque[float] = deque(maxlen=DECISIONS_MAX)

    @property
    def seconds(self) -> float:
        """The window for the next decision, in seconds."""
        step = deadlines.DECIDE_SECONDS
        if not self._durations or not step:
            return step
        longest = sorted(self._durations)[ceil(SHARE * len(self._durations)) - 1]
        return step * ceil(min(max(step, longest), deadlines.THINK_SECONDS_MAX) / step)

    async def in_its_time(self, deciding: Awaitable[Decision]) -> Decision:
        """Return the decision once the window is over, so that its own duration doesn't show."""
        decision, _ = await gather(self._timed(deciding), sleep(self.seconds))
        return decision

    async def _timed(self, deciding: Awaitable[Decision]) -> Decision:
        started = self._clock()
        decision = await deciding
        self._durations.append(self._clock() - started)
        return decision


def answer_of(table: AnyTable, game: AnyGame, seat: Seat, chance: Draw) -> Answer:
    """Return a house player's answer, according to its character."""
    assert table.hand is not None
    offers, view = game.offers(table.hand.state, seat), game.recollection(table.hand.state, seat)
    return game.decide(view, offers, chance, character_of(table.seated(seat).name))


def _goes_on(before: AnyTable, after: AnyTable, game: AnyGame, *, is_choosing: bool) -> bool:
    """Return True if the next decision is shown together with the last; a turn's first throw is not."""
    if before.hand is None or after.hand is None or before.hand.number != after.hand.number:
        return False
    is_same_turn = before.hand.state.turn == after.hand.state.turn
    return (is_same_turn and is_choosing) or not has_audience(after, game)


class HouseLostEnough(Refused):
    template = N_(
        "{player} has won {lost} or more from the house today, and that’s as much as it loses to one person "
        "in a day. It plays for coins again <t:{again_at}:R>; for practice, any time."
    )
    player: int
    lost: int
    again_at: float


class HouseStakesLess(Refused):
    template = N_(
        "The house loses at most {ceiling} to one person in a day, so it won’t play for {amount} a seat. "
        "Open a table for less, or one for practice."
    )
    amount: int
    ceiling: int


def require_house_willing(tx: Transaction, server: int, game: AnyGame, table: AnyTable, at: float) -> None:
    """Refuse a table above the house's limit, or one with a player who has reached it."""
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
    """Count the winnings from the house in a settled hand, and end the game if a limit is reached."""
    won = update.won_from_house(stored.table, change, game)
    flows.count_for_house(tx, stored.server, game.key, won.values())
    for player, amount in won.items():
        if player > 0:  # leaves out erased players
            ledger.count_on_day(tx, stored.server, player, "house", amount, at)
    if change.table.phase != "playing" or not _plays_for_coins(game, change.table):
        return change
    most = server_settings.load(tx, stored.server).house_day_max
    at_limit = _players_at_limit(tx, stored.server, change.table, most, at)
    return change.then(seating.end_for_house(change.table, game, at_limit)) if at_limit else change


def _plays_for_coins(game: AnyGame, table: AnyTable) -> bool:
    """Return True if the house's coins are at stake here."""
    costs = game.price(table.rules, table.terms.buy_in) > 0
    return table.money == "coins" and house_sits(table) and costs


def _players_at_limit(tx: Transaction, server: int, table: AnyTable, most: int, at: float) -> list[int]:
    """Return the players at this table who have won the daily limit from the house."""
    people = [each.player for each in table.present if each.player is not None]
    return [each for each in people if ledger.counted_on_day(tx, server, each, "house", at) >= most]
