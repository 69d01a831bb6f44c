"""The results of betting: who calls for cards, what becomes public, who leaves."""

from __future__ import annotations

import pytest

from games.engine.betting.bets import (
    AllIn,
    Bet,
    Called,
    Checked,
    Folded,
    Pledged,
    Raised,
    UncalledBetReturned,
)
from games.engine.betting.rounds import (
    close_round,
    contenders,
    is_closing,
    leave,
    offers,
    open_betting,
    open_round,
    passive_answer,
    pay_dead,
)
from games.engine.core.game import Seat
from games.engine.core.offers import NumberOffer, find
from tests.games.engine.betting_script import Hand


def test_raise_to_the_purse_does_not_reopen() -> None:
    """DV-22: a raise that is smaller for the purse's sake lets nobody raise who has acted."""
    full = Hand("99 24 9", "1 checks, 2 bets 12, 3 folds, 1 raises to 24", has_purse=True).run()
    small = Hand("99 23 9", "1 checks, 2 bets 12, 3 folds, 1 raises to 23", has_purse=True).run()

    assert not full.stake(Seat(2)).has_acted
    assert small.stake(Seat(2)).has_acted


@pytest.mark.parametrize(
    ("hand", "key"),
    [
        (Hand("50 50"), "check"),
        (Hand("50 50", "1 bets 5"), "fold"),
        (Hand("50 50", "2 matches", blinds=(1, 2)), "check"),
        (Hand("50 50", may_check=False), "fold"),
    ],
)
def test_mildest(hand: Hand, key: str) -> None:
    """TB-8: check if possible, else fold."""
    assert key == passive_answer(hand.run())


CALLS: list[tuple[str, str, str]] = [
    ("the match that would end the round", "50 50 50", "1 bets 9, 2 matches"),
    ("a match that is all in", "50 50 9", "1 bets 9, 2 matches"),
    ("an all in for less", "50 50 5", "1 bets 9, 2 matches"),
    ("after a check", "50 50 50", "1 checks, 2 bets 9, 3 folds"),
    ("after a raise the one before the raiser", "50 50 50", "1 bets 9, 2 raises to 18, 3 matches"),
    ("all others are all in", "9 9 50", "1 all in, 2 all in"),
]


@pytest.mark.parametrize(("stacks", "play"), [row[1:] for row in CALLS], ids=[row[0] for row in CALLS])
def test_call_for_cards(stacks: str, play: str) -> None:
    """KH-10: the player whose match would end the last round calls for cards, and only there."""
    assert is_closing(Hand(stacks, play, is_last=True).run())
    assert not is_closing(Hand(stacks, play).run())


@pytest.mark.parametrize("play", ["", "1 checks, 2 checks", "1 bets 9", "1 bets 9, 2 raises to 18"])
def test_no_call_yet(play: str) -> None:
    """KH-10: a check calls nothing, nor does a match that leaves a player to act."""
    assert not is_closing(Hand("50 50 50", play, is_last=True).run())


@pytest.mark.parametrize(
    ("stacks", "play", "caller"),
    [
        ("50 50 50", "1 bets 9, 2 matches, 3 matches", 3),
        ("50 50 50", "1 checks, 2 bets 9, 3 matches, 1 matches", 1),
        ("50 50 50", "1 bets 9, 2 raises to 18, 3 folds, 1 matches", 1),
        ("50 50 50", "1 bets 9, 2 matches, 3 folds", 2),  # the round ends by a fold
        ("50 7", "1 bets 9, 2 all in", 2),
        ("50 9", "1 bets 9, 2 all in", 2),
        ("9 50", "1 all in, 2 all in", None),  # the second raised, and nobody can match it
        ("9 9 50", "1 all in, 2 all in, 3 raises to 20", 2),  # nobody can raise any more
        ("9 50 50", "1 all in, 2 matches, 3 raises to 20, 2 folds", None),  # the one who matched is out
        ("50 50 50", "1 bets 9, 2 matches, 3 matches / 1 checks, 2 checks, 3 checks", None),
        ("50 50", "1 bets 9, 2 folds", None),
    ],
)
def test_caller(stacks: str, play: str, caller: int | None) -> None:
    """KH-10: the last to match is the caller; when nobody matches at all, there is none."""
    betting, _ = Hand(stacks, play, is_last=True).finish()

    assert caller == betting.caller


@pytest.mark.parametrize(
    ("hand", "marks"),
    [
        (Hand("99 99 99", ante=2), (2, 3, 6)),
        (Hand("99 99 99", "1 bets 6", ante=2), (12, 15, 24)),
        (Hand("99 99 99", blinds=(1, 2)), (4, 7)),  # half the pot is no full raise
        (Hand("99 17", "1 bets 4", ante=2), (8, 10)),  # the pot is more than the stack
        (Hand("99 18", "1 bets 4", ante=2), (8, 10)),  # the pot is all in
        (Hand("99 20", "1 bets 10"), ()),  # the smallest raise is all in
        (Hand("99 99", "1 bets 4", limit="fixed_limit", bet_min=4), (8,)),
        (Hand("99 30", ante=10), (2, 10, 20)),
    ],
)
def test_marks(hand: Hand, marks: tuple[int, ...]) -> None:
    """F-44: buttons for the smallest raise, half the pot and the pot; all in has one of its own."""
    betting = hand.run()
    number = find(offers(betting), "raise" if betting.to_match else "bet")

    assert isinstance(number, NumberOffer)
    assert marks == number.marks


def test_events() -> None:
    """Each event names its player and the number of chips moved."""
    hand = Hand("50 50 20", "1 checks, 2 bets 5, 3 all in, 1 folds, 2 matches / ")

    assert hand.events() == (
        Checked(Seat(1)),
        Bet(Seat(2), 5, to=5, is_all_in=False),
        Raised(Seat(3), 20, to=20, is_all_in=True),
        Folded(Seat(1)),
        Called(Seat(2), 15, is_all_in=False),
    )


def test_events_of_chips_that_go_back() -> None:
    """TB-6: the events name the players and the chips."""
    hand = Hand("50 20 20", "1 bets 9, 2 raises to 18, 3 folds, 1 all in, 2 all in / ")

    assert hand.events()[-3:] == (
        Raised(Seat(1), 41, to=50, is_all_in=True),
        Called(Seat(2), 2, is_all_in=True),
        UncalledBetReturned(Seat(1), 30),
    )


def test_events_of_a_pledge() -> None:
    """DE-11: each later raise takes from the stack at once, until the stack is gone."""
    hand = Hand(
        "99 25 99", "1 bets 10, 2 all in, 3 raises to 20, 1 raises to 40, 3 matches", is_pledging=True
    )

    assert hand.events() == (
        Bet(Seat(1), 10, to=10, is_all_in=False),
        Pledged(Seat(2), 10),
        Raised(Seat(3), 20, to=20, is_all_in=False),
        Called(Seat(2), 10, is_all_in=False),
        Raised(Seat(1), 30, to=40, is_all_in=False),
        Called(Seat(2), 5, is_all_in=True),
        Called(Seat(3), 20, is_all_in=False),
    )


def test_leaving_out_of_turn() -> None:
    """TB-9: leaving folds, and a player who is to act stays to act."""
    betting, events = leave(Hand("50 50 50", "1 bets 5").run(), Seat(1))

    assert events == (Folded(Seat(1)),)
    assert betting.to_act == 2
    assert contenders(betting) == (2, 3)


def test_leaving_in_turn() -> None:
    """TB-9: the turn goes on."""
    betting, _ = leave(Hand("50 50 50", "1 bets 5").run(), Seat(2))

    assert betting.to_act == 3


def test_leaving_ends_the_round() -> None:
    """TB-7: the last one standing has nothing to decide."""
    betting, _ = leave(Hand("50 50", "1 bets 5").run(), Seat(1))

    assert betting.to_act is None


def test_leaving_between_rounds() -> None:
    """TB-9: no round begins by it."""
    betting, _ = close_round(Hand("50 50 50", "1 checks, 2 checks, 3 checks").run())
    left, _ = leave(betting, Seat(2))

    assert left.to_act is None
    assert contenders(left) == (1, 3)


def test_leaving_after_a_fold() -> None:
    """TB-9: a player who has folded has left nothing to fold."""
    betting = Hand("50 50 50", "1 folds").run()

    assert leave(betting, Seat(1)) == (betting, ())


def test_who_can_bet() -> None:
    """TB-4: with chips left, and not folded."""
    betting = Hand("5 50 50 50", "1 all in, 2 matches, 3 folds, 4 matches").run()

    assert [stake.seat for stake in betting.stakes if stake.can_bet] == [2, 4]


def test_dead_money() -> None:
    """DV-19: a paid trade is dead money: in the pot, and in no player's total."""
    betting = pay_dead(open_betting([(Seat(1), 9), (Seat(2), 9)], "no_limit", 2, dead=4), Seat(2), 3)

    assert (betting.pot, betting.dead) == (7, 7)
    assert [(stake.stack, stake.total) for stake in betting.stakes] == [(9, 0), (6, 0)]


def test_first_is_the_seat_that_is_named() -> None:
    """TB-4: a round begins where the game says, and goes round the table from there."""
    stacks = [(Seat(4), 9), (Seat(6), 9), (Seat(1), 9)]

    assert open_round(open_betting(stacks, "no_limit", 2), Seat(6)).to_act == 6


def test_all_in_offered_is_all_in() -> None:
    """TB-4: all in is a button of its own wherever it is legal."""
    button = find(offers(Hand("50 50").run()), "all_in")

    assert not isinstance(button, NumberOffer)
    assert button.move == AllIn()
