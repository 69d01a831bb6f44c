"""Every hand of whole evenings checks out, for everybody who may have it (TB-13, Law 9)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest

from games.engine.core.game import AnyGame
from games.engine.table.play import answer, begin, deal, open_offers
from games.engine.table.seating import open_table, sit_down
from games.engine.table.table import AnyTable, LoggedMove, TableChange, Terms
from games.tools.replay import FinishedHand, history, to_file
from games.tools.verify import verify
from tests.laws.asked import EVERY_GAME
from tests.laws.walk import ALL_GAMES, ALL_RECORDS, random_answer, seeds, some_seats

PEOPLE = (11, 12, 13, 14)
STAKES = 8
"""A stack is so many of the least that a seat may cost: soon somebody cannot pay for a hand."""
HANDS_MAX = 30


def evening(game: AnyGame, seed: int) -> Iterator[tuple[AnyTable, FinishedHand]]:
    """The hands of a table with short stacks, each with the table as it was when it was over."""
    random, chance = Random(f"{game.key} {seed}"), seeds(f"{game.key} {seed}")
    rules = game.house_rules()
    terms = Terms(host=PEOPLE[0], buy_in=STAKES * game.stake_min(rules), hands_max=HANDS_MAX)
    table = open_table(1, game, rules, terms, chance)
    for player in PEOPLE[: some_seats(game.key, len(PEOPLE))]:
        table = sit_down(table, game, player, f"p{player}", None).table
    change = begin(table, game, chance)
    begun: dict[int, object] = {}
    moves: list[LoggedMove] = []
    while True:
        moves += change.moves
        begun.update({each.number: each.state for each in change.begun})
        for each in change.ended:
            made = tuple(move for move in moves if move.hand == each.number)
            yield change.table, FinishedHand(each.number, begun[each.number], made, each.seals)
        table = change.table
        if table.phase == "closed":
            return
        change = _next(table, game, random, chance)


def _next(table: AnyTable, game: AnyGame, random: Random, chance: Iterator[str]) -> TableChange:
    asked = open_offers(table, game)
    if not asked:
        return deal(table, game, chance)
    seat = random.choice(sorted(asked))
    return answer(table, game, chance, seat, random_answer(asked[seat], random))


def check_evening(game: AnyGame, seed: int) -> Counter[str]:
    """Check each hand for each viewer; what was seen of it."""
    seen: Counter[str] = Counter()
    for table, over in evening(game, seed):
        for player in (*PEOPLE, None):
            told = history(table, game, over, player)
            assert verify(to_file(told), ALL_RECORDS).faults == (), f"hand {over.number}, evening {seed}"
        seen["left behind"] += bool(told.beginning.get("left_behind"))
        seen["hands of fewer"] += len(told.names) < len(PEOPLE)
    return seen


@EVERY_GAME
def test_every_hand_of_an_evening_verifies(key: str) -> None:
    """Law 9, TB-13: from the first hand to the last, with short stacks, as everybody saw it."""
    check_evening(ALL_GAMES[key], 1)


@pytest.mark.soak
@EVERY_GAME
def test_every_hand_of_many_evenings_verifies(key: str) -> None:
    """Law 9, TB-13: and so in many evenings."""
    for seed in range(2, 22):
        check_evening(ALL_GAMES[key], seed)


def test_hands_that_begin_with_coins_left_behind() -> None:
    """DV-15, TB-13: a hand with coins in the pot that a player left there verifies, too."""
    seen = sum((check_evening(ALL_GAMES["dividha"], seed) for seed in range(2, 5)), Counter[str]())

    assert seen["left behind"]
    assert seen["hands of fewer"]
