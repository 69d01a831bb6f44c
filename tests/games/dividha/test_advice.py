"""House players' reasons for their answers, and the coach's advice (TB-12, Law 5)."""

from __future__ import annotations

import pytest

from games.dividha.game import DIVIDHA
from games.engine.core.characters import MASTER
from games.engine.core.errors import Templated
from games.engine.core.game import Seat
from games.engine.core.offers import Answer, find, take
from games.engine.provable_chance import Draw, Seal
from tests.games.dividha.house_player import STRONG, WEAK, decided
from tests.games.dividha.scripted import SIX, Hand
from tests.games.told import in_english

SURE = {1: "6L1 6L2 6L3 6H 6D 2B", 2: SIX[2], 3: SIX[3]}


def told(telling: Templated | None) -> str:
    """A sentence with its facts."""
    assert telling is not None
    return in_english(telling.template, telling)


def why(hand: Hand, answer: Answer) -> str:
    """Return a master's reason for that answer in the seat to act."""
    return told(DIVIDHA.reason(hand.view(hand.turn), tuple(hand.offers().values()), answer, MASTER))


def coach(hand: Hand) -> str:
    """Return the coach's advice to the seat to act."""
    return told(DIVIDHA.advice(hand.view(hand.turn), tuple(hand.offers().values())))


def test_why_it_bet() -> None:
    """TB-12: five sixes take the Win for sure; Seven high is a matter of Lose."""
    sure = Hand(100, 100, 100, holding=SURE).checks_to("last_round")
    low = Hand(100, 100, 100, holding=WEAK).checks_to("last_round")

    assert why(sure, Answer("bet", (6, 6))) == "I thought I’d take Win 10 out of 10 times, so I bet on it."
    bet = why(low, Answer("bet", (6, 0)))
    assert bet.startswith("I thought I’d take Lose ")
    assert bet.endswith(" out of 10 times, so I bet on it.")


def test_why_it_paid_or_did_not() -> None:
    """TB-12: with what it cost."""
    sure = Hand(100, 100, 100, holding=SURE).checks_to("last_round").presses("check", "bet 5", "fold")
    low = Hand(100, 100, 100, holding=WEAK).checks_to("last_round").presses("check", "bet 5", "fold")

    assert why(sure, Answer("match", (5, 5))) == "I thought I’d take Win 10 out of 10 times: enough to pay 5."
    paid = why(low, Answer("match", (5, 0)))
    assert paid.startswith("I thought I’d take Lose ")
    assert paid.endswith(" out of 10 times: enough to pay 5.")
    assert why(sure, Answer("fold")) == (
        "I thought I’d take Win 10 out of 10 times. It was worth 5, but I like to be careful."
    )


def test_why_it_checked_or_bluffed() -> None:
    """TB-12: a bet with what brings back less than it costs was a bluff."""
    middling = {1: "KH QD 7B 5H 5D 3B", 2: SIX[2], 3: SIX[3]}
    hand = Hand(100, 100, 100, holding=middling).checks_to("last_round")

    assert why(hand, Answer("check")).endswith(" out of 10 times, and going on was free.")
    assert why(hand, Answer("bet", (6, 0))).endswith(" out of 10 times. I bet so that you’d fold.")


def test_why_it_traded() -> None:
    """TB-12: without a word of which cards."""
    hand = Hand(100, 100, 100, holding=STRONG).checks_to("trade")

    assert why(hand, Answer("no_trade")) == "No trade promised more, so I kept them all."
    assert (
        why(hand, Answer("trade_two", (0, 1)))
        == "I thought I’d do better without 2 of mine, so I traded them."
    )


def test_why_it_showed_that_hand() -> None:
    """TB-12: the reason is the worth of both ways."""
    sure = Hand(100, 100, 100, holding=SURE).checks_to("showdown")
    low = Hand(100, 100, 100, holding=WEAK).checks_to("showdown")

    assert why(sure, Answer("discard", (5,))).startswith(
        "I thought my strongest hand took Win 10 out of 10 times, "
    )
    assert why(low, Answer("discard", (0,))).startswith("I thought my weakest hand took Lose ")


def test_nothing_to_say() -> None:
    """TB-12: a vote has no reason, and no advice."""
    hand = Hand(100, 100, 100).checks_to("showdown")
    offers = tuple(hand.offers().values())

    assert DIVIDHA.reason(hand.view(1), offers, Answer("lower"), MASTER) is None
    assert DIVIDHA.advice(hand.view(1), ()) is None


def test_the_coach() -> None:
    """TB-12: it tells the column, the cost, the trade and the cards to show."""
    sure = Hand(100, 100, 100, holding=SURE).checks_to("last_round")

    assert coach(sure) == "Your chance of taking Win is 10 in 10. Put your coins there."

    sure.presses("check", "bet 5", "fold")

    assert coach(sure) == "Your chance of taking Win is 10 in 10. That’s worth 5."
    sure = Hand(100, 100, 100, holding=SURE).checks_to("showdown")
    assert coach(sure).startswith(
        "Your strongest hand takes Win 10 out of 10 times, your weakest takes Lose "
    )

    low = Hand(100, 100, 100, holding=WEAK).checks_to("last_round")

    assert coach(low) == "Your chance of taking Lose is 10 in 10. Put your coins there."
    assert coach(low.presses("check", "bet 5", "fold")).endswith("That’s worth 5.")
    low = Hand(100, 100, 100, holding=WEAK).checks_to("showdown")
    assert coach(low).startswith("Your weakest hand takes Lose ")


def test_the_coach_on_trades() -> None:
    """DV-19: beside a Two, a Three and a Four a King goes; four Kings stay."""
    low = Hand(100, 100, holding={1: "2H 3D 4B KV 2B 7D", 2: SIX[2]}).checks_to("trade")
    kings = Hand(100, 100, holding=STRONG).checks_to("trade")

    assert coach(low) == "Trade KV: you do better without."
    assert coach(kings) == "No trade promises more, so keep all four."


@pytest.mark.parametrize("number", range(4))
def test_law_5_words_tell_nothing_that_the_seat_does_not_see(number: int) -> None:
    """Law 5: states that a seat cannot tell apart give the same answers, reasons and advice."""
    hand = Hand(100, 100, 100)
    chance = Draw(Seal(f"{number:064x}"))
    while not hand.is_over:
        seat, offers = Seat(hand.turn), tuple(hand.offers().values())
        given = decided(hand, number)
        other = DIVIDHA.view(DIVIDHA.sample_possible_state(hand.state, seat, chance), seat)

        assert DIVIDHA.decide(other, offers, Draw(Seal(f"{number:064x}"))) == given
        assert DIVIDHA.advice(other, offers) == DIVIDHA.advice(hand.view(seat), offers)
        assert DIVIDHA.reason(other, offers, given, MASTER) == DIVIDHA.reason(
            hand.view(seat), offers, given, MASTER
        )
        step = DIVIDHA.apply(hand.state, seat, take(find(offers, given.key), given.numbers))
        hand.state = step.state
