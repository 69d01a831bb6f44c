"""TB-18: a player who is slow several times running has shorter turns, until answers are quick again."""

from __future__ import annotations

import pytest

from games.engine.core.game import Seat
from games.engine.core.offers import Answer
from games.engine.table import time_bank
from games.engine.table.play import answer, run_out
from games.engine.table.table import AnyTable
from games.engine.table.views import view_table
from tests.games.cards_table import CardsTable
from tests.games.engine.tavern_table import TavernTable

ONE = Seat(1)


def after(table: AnyTable, *taken: int) -> list[int]:
    """Return the length of a turn of seat 1 after each of these answers, by the seconds that they took."""
    found = []
    for seconds in taken:
        table = time_bank.answered(table, ONE, seconds)
        found.append(time_bank.turn_seconds(table, table.seated(ONE)))
    return found


@pytest.mark.parametrize(
    ("turn", "taken", "due"),
    [
        (60, [59, 59, 59, 29, 14, 14], [60, 60, 30, 15, 15, 15]),
        # Three quarters of 60 are 45, and 45 are not more than that.
        (60, [46, 46, 45, 46, 46, 46], [60, 60, 60, 60, 60, 30]),
        (60, [50, 50, 50, 23, 11, 22, 50, 22, 22, 50], [60, 60, 30, 15, 30, 60, 60, 60, 60, 60]),
        # A broken run begins anew, also where turns are still shorter.
        (60, [50, 50, 50, 1, 50, 50, 50], [60, 60, 30, 60, 60, 60, 30]),
        (120, [119, 119, 119, 59, 29, 1, 29, 29, 29], [120, 120, 60, 30, 15, 30, 30, 30, 15]),
        (120, [119, 119, 119, 59, 29, 1, 1, 1, 1, 119], [120, 120, 60, 30, 15, 30, 60, 120, 120, 120]),
        (20, [20, 20, 20, 15, 15, 1, 1], [20, 20, 15, 15, 15, 20, 20]),
        (15, [15, 15, 15, 15], [15, 15, 15, 15]),
    ],
)
def test_turns_by_the_answers_before(turn: int, taken: list[int], due: list[int]) -> None:
    """TB-18: three slow answers running halve the time, down to 15; a quick one steps back."""
    assert after(TavernTable(3, turn_seconds=turn).begins().table, *taken) == due


def test_long_turns_stay_long() -> None:
    """TB-18: with turns of more than two minutes, as by correspondence, they are not shortened."""
    table = TavernTable(3, turn_seconds=86_400).begins().table

    assert after(table, *[86_000] * 5) == [86_400] * 5


def test_it_is_told_when_it_begins() -> None:
    """TB-18: all see why, and how long the turns are; where no clock runs there is nothing to see."""
    played = TavernTable(3, 5).begins()
    for seconds in (59, 59, 59):
        assert "turns_shortened" not in played.told
        played.table = time_bank.answered(played.table, ONE, seconds)

    assert played.told[-1] == "turns_shortened"
    assert [each.short_turn for each in view_table(played.table, played.game, None).places] == [
        30,
        None,
        None,
    ]
    quick = time_bank.answered(played.table, ONE, 3)
    assert quick.story == played.table.story

    alone = TavernTable(1).house_comes(funded=True).begins()
    for seconds in (59, 59, 59):
        alone.table = time_bank.answered(alone.table, ONE, seconds)
    assert view_table(alone.table, alone.game, None).places[0].short_turn is None


def test_who_lets_the_time_run_out_was_slow() -> None:
    """TB-18, TB-8: not to answer takes all the time; others who are asked have not answered yet."""
    cards = CardsTable(bank_seconds=60).begins()
    cards.table = time_bank.answered(cards.table, Seat(2), 110)
    assert time_bank.limit(cards.table, Seat(2)) == 60 + 10

    cards.takes(run_out(cards.table, cards.game, cards.seeds, 70))

    assert [each.slow for each in cards.table.seats] == [0, 2, 0]
    assert [each.missed for each in cards.table.seats] == [0, 1, 0]


def test_shorter_turns_run_out_sooner() -> None:
    """TB-18: if several are asked at once, the slow one's time is over after 30 seconds."""
    cards = CardsTable().begins()
    for _ in range(3):
        cards.table = time_bank.answered(cards.table, Seat(2), 60)

    cards.takes(run_out(cards.table, cards.game, cards.seeds, 30))

    assert [each.missed for each in cards.table.seats] == [0, 1, 0]


def test_what_is_done_out_of_turn_is_no_quick_answer() -> None:
    """TB-18: a change of mind beside the question takes no time and gives none back."""
    cards = CardsTable(bank_seconds=60).begins()
    for _ in range(3):
        cards.table = time_bank.answered(cards.table, ONE, 60)
    cards.takes(answer(cards.table, cards.game, cards.seeds, ONE, Answer("bet", (1,)), 40))
    assert (cards.table.seated(ONE).halved, cards.table.seated(ONE).bank_spent) == (2, 10)

    cards.answers(2, "bet", 1).answers(3, "bet", 1).answers(1, "show", 0)
    change = answer(cards.table, cards.game, cards.seeds, ONE, Answer("again", (1,)), 1)
    assert change.moves
    assert change.table.seated(ONE).halved == 2


def test_letting_the_clock_run_out_is_one_slow_answer() -> None:
    """TB-18: the third slow answer running halves the time, whether it came late or not at all."""
    cards = CardsTable().begins()
    for _ in range(2):
        cards.table = time_bank.answered(cards.table, Seat(2), 50)
    assert time_bank.turn_seconds(cards.table, cards.table.seated(Seat(2))) == 60

    cards.takes(run_out(cards.table, cards.game, cards.seeds, 60))

    assert time_bank.turn_seconds(cards.table, cards.table.seated(Seat(2))) == 30
    assert time_bank.turn_seconds(cards.table, cards.table.seated(ONE)) == 60
