"""A deal at the end (TN-46); expected values are worked out by hand."""

from __future__ import annotations

import pytest

from games.engine.core.errors import RuleError
from games.tournament import director, prize_deals
from games.tournament.model import (
    AlreadyPaused,
    Award,
    NoDeal,
    NoDealNow,
    NotAgain,
    OutOfDeal,
    next_at,
    postpone,
)
from games.tournament.orders import BeginHand, DealEnded, DealMade, DealOffered, Finished
from games.tournament.placing import deal_shares
from games.tournament.prize_deals import agreed_on
from tests.games.tournament.evening import Evening, under_way


def offered(stacks: str, out: int, entry: int) -> Evening:
    """Return a last table at which player 11 asked for a deal during a hand, which ended as it began."""
    return under_way({1: stacks}, out=out, entry=entry).does(prize_deals.ask, 11).hand(1, "")


def test_by_stacks() -> None:
    """TN-46: six began for prizes of 80 and 40; three are left, so 50, 30 and 20 chips are 60, 36, 24."""
    evening = offered("11:50 12:30 13:20", 3, 20)

    assert list(deal_shares(evening.tournament).values()) == [60, 36, 24]


def test_the_least_prize_goes_to_each() -> None:
    """TN-46: two are left for 80 and 40: each has 40, and 70 and 30 chips share the other 40 as 28 and 12."""
    evening = offered("11:70 12:30", 4, 20)

    assert list(deal_shares(evening.tournament).values()) == [68, 52]


def test_odd_coins_from_the_largest_stack_down() -> None:
    """TN-46: 7, 40, 40 and 20 chips get 2, 2 and 1; two coins are left over, for the largest stacks."""
    evening = offered("13:20 11:40 12:40", 4, 1)
    numbers = {each.number: each.player for each in evening.tournament.entrants}

    assert {numbers[each]: share for each, share in deal_shares(evening.tournament).items()} == {
        11: 3,
        12: 3,
        13: 1,
    }


def test_all_must_agree_and_places_are_by_chips() -> None:
    """TN-46: nothing before the last has pressed; then the shares; words and places as if time were up."""
    evening = under_way({1: "11:50 12:50"}, out=4, entry=20, words=("an ale",)).does(prize_deals.ask, 12)
    with pytest.raises(NoDealNow):
        evening.does(prize_deals.agree, 12)
    evening.hand(1, "11:30 12:70")

    assert evening.ordered(DealOffered) == [DealOffered(12)]
    assert not evening.ordered(BeginHand)

    evening.does(prize_deals.agree, 12).does(prize_deals.agree, 12)
    assert not evening.ordered(Finished)

    evening.does(prize_deals.agree, 11)
    assert evening.orders == (DealMade(), Finished())
    assert evening.places[12] == 1
    assert evening.tournament.awards == (
        Award(12, "place", 68, ("an ale",)),
        Award(11, "place", 52),
    )


def test_anybody_ends_it_until_the_last_has_agreed() -> None:
    """TN-46: after agreeing, too; then nobody asks again until a player is out or the level has risen."""
    evening = offered("11:50 12:30 13:20", 3, 20).does(prize_deals.agree, 11)
    evening.does(prize_deals.play_on, 11)

    assert evening.ordered(DealEnded) == [DealEnded(11)]
    assert evening.ordered(BeginHand) == [BeginHand(1, 2, 1)]
    with pytest.raises(NotAgain):
        evening.does(prize_deals.ask, 12)

    evening.hand(1, "11:70 13:0").does(prize_deals.ask, 12)
    assert evening.tournament.deal is not None


def test_nobody_asks_during_a_pause_or_ends_what_nobody_asked() -> None:
    """TN-46: play stands still already; and without a question there is nothing to end."""
    evening = under_way({1: "11:50 12:50"}, entry=20)
    with pytest.raises(NoDealNow):
        evening.does(prize_deals.play_on, 11)
    evening.does(director.pause)
    with pytest.raises(AlreadyPaused):
        evening.does(prize_deals.ask, 11)


def test_a_deals_time_moves_out_with_time_in_which_nobody_could_play() -> None:
    """TN-46, F-16: three minutes from 0 on are over at 180, and 300 seconds later at 480."""
    tournament = offered("11:50 12:50", 4, 20).tournament

    assert next_at(tournament) == 180
    assert next_at(postpone(tournament, 300)) == 480


def test_no_longer_than_three_minutes() -> None:
    """TN-46, TN-20: silence ends it; deadlines move out by as much."""
    evening = under_way({1: "11:50 12:50"}, entry=20, minutes_max=60)
    evening.does(prize_deals.ask, 11)
    evening.now = 100
    evening.hand(1, "")
    assert next_at(evening.tournament) == 280

    evening.now = 280
    evening.does(director.wake)
    assert evening.ordered(DealEnded) == [DealEnded(None)]
    assert evening.ordered(BeginHand)


def test_another_list_has_to_be_agreed_on_anew() -> None:
    """TN-46: with one removed the shares change, so that nobody has agreed any more."""
    evening = offered("11:50 12:30 13:20", 3, 20).does(prize_deals.agree, 11)
    assert len(agreed_on(evening.tournament)) == 1

    evening.does(director.remove, 13)
    assert agreed_on(evening.tournament) == ()


@pytest.mark.parametrize(
    ("evening", "player", "why"),
    [
        (under_way({1: "11:50 12:50", 2: "21:50 22:50"}, entry=20, seats=2), 11, NoDeal),
        (under_way({1: "11:50 12:50"}, entry=20, reentry_until=3), 11, NoDeal),
        (under_way({1: "11:50 12:50"}), 11, NoDeal),
        (under_way({1: "11:0 12:0"}, entry=20, goal=50, chips=0), 11, NoDeal),
        (under_way({1: "11:50 12:50"}, out=1, entry=20), 901, OutOfDeal),
    ],
    ids=["two tables", "entries open", "no money", "a race", "out"],
)
def test_when_there_is_none(evening: Evening, player: int, why: type[RuleError]) -> None:
    """TN-46: one table, closed entries, money left to win, no race, and only remaining players."""
    with pytest.raises(why):
        evening.does(prize_deals.ask, player)


def last_two() -> Evening:
    """The last table takes two, and two sit there; 13 was removed before."""
    evening = under_way({1: "11:50 12:50", 2: "13:50"}, out=4, entry=20, seats=2)
    return evening.does(director.remove, 13).hand(2, "").hand(1, "").does(prize_deals.ask, 11)


def test_a_deal_is_offered_only_where_it_can_be_agreed_to() -> None:
    """TN-46: with another table nobody could agree, so play goes on, which is told; 11 may ask again."""
    evening = last_two().does(director.restore, 13)
    assert len(evening.tournament.tables) == 2

    evening.hand(1, "")

    assert not evening.ordered(DealOffered)
    assert evening.ordered(DealEnded) == [DealEnded(None, is_possible=False)]
    assert (evening.tournament.deal, evening.tournament.no_deal) == (None, None)


def test_a_deal_that_is_offered_ends_where_nobody_can_agree_any_more() -> None:
    """TN-46: the same, where 13 is back while the others think about it: nobody waits for three minutes."""
    evening = last_two().hand(1, "")
    assert evening.ordered(DealOffered) == [DealOffered(11)]

    evening.does(director.restore, 13)

    assert evening.ordered(DealEnded) == [DealEnded(None, is_possible=False)]
    assert evening.tournament.standstill is None


def test_with_one_left_there_is_no_question() -> None:
    """TN-46, TN-11: the hand under way decided it, so the winner has all as usual."""
    evening = under_way({1: "11:50 12:50"}, out=4, entry=20).does(prize_deals.ask, 11).hand(1, "11:100 12:0")

    assert [each.money for each in evening.tournament.awards] == [80, 40]
    assert evening.tournament.deal is None
