"""The answers of simple opponents to their wishes."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from games.engine.betting.rounds import offers
from games.engine.core.offers import Answer, SplitOffer
from tests.games.engine.betting_script import read_hand
from training.opponents import BettingQuestion, Sense, Wish, nearest_answer, small_bets, tight, trapper


class Seen:
    """A view of the betting only."""

    def __init__(self, told: str) -> None:
        self.betting = read_hand(told).run()


def question(
    told: str, strength: float = 0.5, *, is_last: bool = False, is_high: bool = True
) -> BettingQuestion:
    """Return the question to the player to act, with cards of that strength."""
    return BettingQuestion(Seen(told), lambda _: Sense(strength, is_high), is_last, Random(0))


@pytest.mark.parametrize(
    ("wish", "answer"),
    [
        ("drop", Answer("fold")),
        ("stay", Answer("match")),
        ("least", Answer("raise", (18,))),  # 10 to call, 8 more than the blind: 8 more
        ("half", Answer("raise", (21,))),  # a pot of 13, 22 with a call of 9, half of it is 11
        ("pot", Answer("raise", (32,))),
        ("most", Answer("raise", (50,))),
    ],
)
def test_wishes(wish: Wish, answer: Answer) -> None:
    """The first seat's wishes, with 50 chips and 1 in, after blinds of 1 and 2 and a raise to 10."""
    situation = question("50 50 50, blinds 1 2: 3 raises to 10")

    assert nearest_answer(wish, offers(situation.betting), situation) == answer


def test_checks_rather_than_folds() -> None:
    """If checking is free, nobody folds."""
    situation = question("50 50 50: 1 checks")

    assert nearest_answer("drop", offers(situation.betting), situation) == Answer("check")
    assert nearest_answer("stay", offers(situation.betting), situation) == Answer("check")


def test_stays_with_all_there_is() -> None:
    """A call that takes more than the stack is an all-in."""
    situation = question("5 50 50, blinds 1 2: 3 raises to 10")

    assert nearest_answer("stay", offers(situation.betting), situation) == Answer("all_in")
    assert nearest_answer("most", offers(situation.betting), situation) == Answer("all_in")


@pytest.mark.parametrize(
    ("is_high", "answer"), [(True, Answer("bet", (6, 6))), (False, Answer("bet", (6, 0)))]
)
def test_lays_all_coins_on_one_side(is_high: bool, answer: Answer) -> None:  # noqa: FBT001
    """If coins can be split, all of them go to the side where the cards are good."""
    offer: SplitOffer[Any] = SplitOffer("bet", 2, 20, lambda *_: None)
    situation = question("50 50 50, ante 2: ", is_high=is_high)

    assert nearest_answer("pot", (offer,), situation) == answer


def test_plans() -> None:
    """Tight bets good cards; a trapper waits for a bet; small bets sees cheap ones, last the best third."""
    quiet, raised = "50 50 50, ante 2: 1 checks", "50 50 50, ante 2: 1 bets 6"

    assert [tight(question(quiet, strength)) for strength in (0.7, 0.85)] == ["drop", "pot"]
    assert [tight(question(raised, strength)) for strength in (0.85, 0.95)] == ["pot", "pot"]
    assert [tight(question("50 50 50, ante 2: 1 bets 20", strength)) for strength in (0.85, 0.95)] == [
        "drop",
        "pot",
    ]
    assert [trapper(question(told, 0.85)) for told in (quiet, raised)] == ["stay", "most"]
    assert [small_bets(question(told)) for told in (quiet, "50 50 50, ante 2: 1 bets 20")] == ["stay", "drop"]
    assert small_bets(question("50 50 50, ante 2: 1 bets 20", 0.75, is_last=True)) == "most"
