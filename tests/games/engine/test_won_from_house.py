"""TB-12: people's winnings from house players, worked out by hand."""

from __future__ import annotations

from dataclasses import replace

import pytest

from games.engine.core.game import AnyGame, Seat, SeatAmount
from games.engine.table.seating import end_for_house
from games.engine.table.table import AnyTable, Payment, TableChange
from games.engine.table.update import cash_up, stand_up, won_from_house
from tests.games.engine.tavern_table import TavernTable
from tests.games.scripted import kinds
from tests.laws.bones import BONES, BonesCarry, BonesRules

GAME: AnyGame = BONES


def resting(people: int, house: int, rules: BonesRules | None = None) -> AnyTable:
    """Return a table of 20 each between two rounds; the first seats are people's, 11, 12 and so on."""
    played = TavernTable(people, rules=rules)
    for _ in range(house):
        played.house_comes(funded=True)
    return replace(played.begins().table, hand=None)


def with_stacks(table: AnyTable, *stacks: int) -> AnyTable:
    """The same table when a round has moved coins about."""
    seats = tuple(replace(each, stack=stack) for each, stack in zip(table.seats, stacks, strict=True))
    return replace(table, seats=seats)


@pytest.mark.parametrize(
    ("people", "stacks", "won"),
    [
        (1, (27, 13), {11: 7}),
        (1, (5, 35), {11: -15}),
        (1, (20, 20), {}),
        (2, (50, 26, 4, 0), {11: 30, 12: 6}),
        (2, (50, 10, 5, 15), {11: 20}),
        (2, (10, 40, 20, 10), {12: 10}),
        (2, (5, 0, 40, 35), {11: -15, 12: -20}),
        (2, (5, 30, 35, 10), {11: -5}),
        (3, (30, 31, 9, 10), {11: 5, 12: 5}),
        (3, (30, 0, 30, 20), {}),
    ],
)
def test_won_from_the_house(people: int, stacks: tuple[int, ...], won: dict[int, int]) -> None:
    """TB-12: the house's loss went to the winners, as far as they won it from the house.

    Of 21 that two won, the house lost 10 and a third person 11: 10 · 10/21 and 10 · 11/21, the odd one to
    the first.
    """
    before = resting(people, len(stacks) - people)

    assert won_from_house(before, TableChange(with_stacks(before, *stacks)), GAME) == won


def test_what_is_bought_in_or_taken_home_is_not_won() -> None:
    """TB-2: coins that only move between wallet and stack are nobody's win."""
    played = TavernTable(1).house_comes(funded=True)
    lobby = played.table
    begun = TableChange(played.begins().table, (Payment(11, 20, "buy_in"), Payment(None, 20, "buy_in")))
    before = with_stacks(resting(2, 1), 25, 20, 15)

    assert won_from_house(lobby, begun, GAME) == {}
    assert won_from_house(before, stand_up(before, GAME, Seat(1)), GAME) == {}
    assert won_from_house(before, cash_up(before, GAME, None), GAME) == {}


def test_nothing_is_won_for_practice() -> None:
    """TB-12: practice coins are not the house's."""
    before = replace(resting(1, 1), money="practice")

    assert won_from_house(before, TableChange(with_stacks(before, 27, 13)), GAME) == {}


def test_a_pool_is_won_at_the_end() -> None:
    """SH-11: the house's payments into the pool are its own until the last player takes it."""
    full = resting(1, 2, BonesRules(pool=True))
    carry = BonesCarry(Seat(1), (SeatAmount(Seat(2), 7), SeatAmount(Seat(1), 2)))
    pooled = replace(with_stacks(full, 18, 13, 20), carry=carry)
    over = cash_up(pooled, GAME, Seat(1))

    assert won_from_house(full, TableChange(pooled), GAME) == {}
    assert won_from_house(pooled, over, GAME) == {11: 7}


def test_a_game_that_the_house_ends_takes_nothing_away() -> None:
    """TB-12: everybody takes home what lies before them; a hand that nobody has seen is none."""
    played = TavernTable(2).house_comes(funded=True).begins()
    ended = end_for_house(with_stacks(played.table, 31, 20, 9), GAME, [11])

    assert (ended.table.phase, ended.table.hand) == ("closed", None)
    assert {each.player: each.amount for each in ended.payments} == {11: -31, 12: -20, None: -9}
    assert kinds(ended.table.story)[-2:] == ["house_done", "game_over"]
