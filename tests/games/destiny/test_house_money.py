"""TB-5, TB-12: with the house's own coins at stake Destiny is played with pot limit."""

from __future__ import annotations

from itertools import count

import pytest

from games.destiny.game import DESTINY
from games.destiny.model import DestinyRules
from games.engine.betting.bets import Limit
from games.engine.betting.rounds import betting_options
from games.engine.core.game import AnyGame, Seat
from games.engine.core.house_rules import options
from games.engine.table.play import begin
from games.engine.table.refusals import HouseLimits
from games.engine.table.seating import change_rule, dismiss, open_table, seat_house_player, sit_down
from games.engine.table.table import AnyTable, Money, Terms
from tests.games.scripted import kinds

GAME: AnyGame = DESTINY
LIMITS = [
    choice for choice, _ in next(each for each in options(DestinyRules) if each.name == "limit").choices
]


def lobby(people: int, limit: Limit = "no_limit", money: Money = "coins") -> AnyTable:
    """People who wait for a game."""
    seeds = (f"{number:064x}" for number in count())
    table = open_table(1, GAME, DestinyRules(limit=limit), Terms(11, 100, money=money), seeds)
    for number in range(people):
        table = sit_down(table, GAME, 11 + number, f"p{number}", None).table
    return table


def with_house(table: AnyTable, *, funded: bool = True) -> AnyTable:
    """A house player comes."""
    return seat_house_player(table, GAME, "Old Marn", funded=funded).table


def started(table: AnyTable) -> AnyTable:
    """The game is on."""
    return begin(table, GAME, (f"{number:064x}" for number in count(100))).table


def test_the_houses_coins_are_played_for_with_pot_limit() -> None:
    """TB-5: nobody goes all in against the house's coins at once: with blinds 1 and 2 a raise ends at 7."""
    table = started(with_house(lobby(2)))
    assert table.hand is not None
    bounds = betting_options(table.hand.state.betting).raise_to

    assert table.rules.limit == "pot_limit"
    assert "house_limited" in kinds(table.story)
    assert bounds is not None
    assert bounds.most == 7


@pytest.mark.parametrize("limit", ["pot_limit", "fixed_limit"])
def test_a_tighter_limit_stays(limit: Limit) -> None:
    """TB-5: if the limit is the pot or less, it stays, without a word."""
    table = with_house(lobby(2, limit))

    assert table.rules.limit == limit
    assert "house_limited" not in kinds(table.story)


def test_for_practice_the_limit_is_free() -> None:
    """TB-12: practice chips come from nowhere, so a table may have no limit."""
    assert with_house(lobby(2, money="practice")).rules.limit == "no_limit"
    assert with_house(lobby(2), funded=False).rules.limit == "no_limit"


def test_the_host_cannot_take_the_limit_away() -> None:
    """TB-5: not as long as a house player sits there."""
    table = with_house(lobby(2))
    free = LIMITS.index("no_limit")
    with pytest.raises(HouseLimits):
        change_rule(table, GAME, "limit", free)
    fixed = change_rule(table, GAME, "limit", LIMITS.index("fixed_limit")).table
    alone = dismiss(fixed, GAME, Seat(3), funded=True).table

    assert fixed.rules.limit == "fixed_limit"
    assert change_rule(alone, GAME, "limit", free).table.rules.limit == "no_limit"


def test_a_table_that_is_for_coins_again_has_the_limit() -> None:
    """TB-12: with two house players one could not be paid for; without it the game is for coins."""
    table = with_house(with_house(lobby(2, money="coins"), funded=False), funded=False)
    coins = dismiss(table, GAME, Seat(4), funded=True).table

    assert (table.money, table.rules.limit) == ("practice", "no_limit")
    assert (coins.money, coins.rules.limit) == ("coins", "pot_limit")


def test_no_house_player_joins_a_game_without_a_limit() -> None:
    """TB-5: a game that has begun goes on by its own rules, and without the house's coins."""
    table = started(lobby(3))
    with pytest.raises(HouseLimits):
        with_house(table)

    assert with_house(started(lobby(3, "pot_limit"))).rules.limit == "pot_limit"
