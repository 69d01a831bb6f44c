"""Dividha's panel step by step: where coins go, how much, what has come, and what cards only look like."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import pytest

from bot.screens.catalog import FACES
from bot.screens.table.panel import panel_screen
from bot.screens.table.scenes import Scene
from games.dividha.bot_player import ADVICE
from games.dividha.cards import Usual
from games.dividha.game import DIVIDHA
from games.dividha.model import DividhaCarry, DividhaRules
from games.dividha.view import DividhaView
from games.engine.core.game import Seat
from games.engine.core.offers import NumberOffer, SplitOffer
from games.engine.table.views import Question, TableView
from tests.bot.dividha_panel import BUTTONS_MAX, buttons
from tests.bot.story import view_of_dividha
from tests.bot.told import own_lines
from tests.games.dividha.scripted import SIX, Hand

FACE = FACES[DIVIDHA.key]


def seen(hand: Hand, seat: int = 1) -> TableView[DividhaView]:
    """Return a seat's view, with its questions."""
    offers = DIVIDHA.offers(hand.state, Seat(seat))
    asked = (Question(Seat(seat), 1, offers),) if offers else ()
    aside = Question(Seat(seat), 2, DIVIDHA.asides(hand.state, Seat(seat)))
    return replace(
        view_of_dividha("playing"), hand=hand.view(seat), viewer=Seat(seat), questions=asked, asides=aside
    )


def told(hand: Hand, seat: int = 1) -> str:
    """The panel's words."""
    return "\n".join(own_lines(FACE, seen(hand, seat)))


def steps(hand: Hand, seat: int = 1) -> str:
    """Return the text above the panel's buttons."""
    view = seen(hand, seat)
    return "\n".join([FACE.over_asides(view), FACE.over_answers(view)])


def test_a_bet_is_made_in_two_steps() -> None:
    """DV-13: first the side, then the amount. An ante each of three lies there, so the pot is a bet of 6."""
    stays = "-# Your choice (✓) stays, and nobody sees it before the end."
    first = steps(Hand(100, 100, 100))
    assert stays in first
    assert "**Step 1: ▲ best or ▼ worst hand?**" in first
    said = steps(Hand(100, 100, 100).answers(1, "usual 50"))

    assert "**Step 1: ▲ or ▼?**" in said
    assert stays not in said
    assert "**Step 2: how much?**\n-# ▲+▼ 2: 1+1 · 6: 3+3" in said


@pytest.mark.parametrize(("percent", "is_said"), [(0, True), (50, False)])
def test_a_choice_that_has_stayed_is_said(percent: int, is_said: bool) -> None:  # noqa: FBT001
    """DV-13: a standing split stays for the next hands; half each is no choice to speak of."""
    carry = DividhaCarry(Seat(1), 1, 0, (), (Usual(Seat(1), percent),))
    words = "-# ✓ is your choice from before: it stays from hand to hand until you change it."
    hand = Hand(100, 100, 100, carry=carry)

    assert (words in steps(hand)) == is_said
    assert words not in steps(hand.checks_to("second_round"))


@pytest.mark.parametrize(
    ("percent", "comes"),
    [
        # Coins that go all on one side need no line.
        (100, ""),
        (0, ""),
        # Odd coins go on Win: 4.2, 8.4 and 16.8 of these are 5, 9 and 17 (DV-13).
        (70, "-# ▲+▼ 6: 5+1 · 12: 9+3 · 24: 17+7"),
    ],
)
def test_what_would_come_of_it_follows_the_split(percent: int, comes: str) -> None:
    """DV-13: seat 1 bet 6 into a pot of 6; the pot after a match is 18, so that is a raise to 24."""
    hand = Hand(100, 100, 100).presses("bet 6")
    hand.answers(2, f"usual {percent}")

    _before, said = steps(hand, 2).split("**Step 2: how much?**")
    assert said.strip() == comes


def test_before_ones_turn_there_is_one_question() -> None:
    """Before the turn, a player can choose where coins will go, and not how many."""
    said = steps(Hand(100, 100, 100), 2)

    assert said.startswith("**Where will your coins go?** ▲ best hand · ▼ worst hand")
    assert "Step" not in said


def test_nothing_is_asked_of_somebody_who_has_folded() -> None:
    """There are no coins to divide."""
    hand = Hand(100, 100, 100).presses("fold")

    assert steps(hand) == "\n"


def test_two_amounts_have_buttons() -> None:
    """The smallest bet and the largest; where all in is possible, only the smallest."""
    for rules, bets in ((DividhaRules(), (2, 6)), (DividhaRules(limit="no_limit"), (2,))):
        hand = Hand(100, 100, 100, rules=rules)
        view, offer = seen(hand), hand.offers()["bet"]
        assert isinstance(offer, NumberOffer | SplitOffer)

        assert FACE.marks(offer, view) == bets


def test_with_a_coach_there_are_eleven_buttons_at_most() -> None:
    """A learner has no button twice, at a table of the second hand without limit."""
    hand = Hand(100, 100, 100, rules=DividhaRules(limit="no_limit")).presses("check", "bet 6", "match")
    hand.answers(1, "usual 100")
    view = replace(seen(hand), hands=2, hand_seats=(Seat(1), Seat(2), Seat(3)))
    advice = ADVICE["win"].of(odds=3, cost=6)
    scene = Scene(view, DIVIDHA, FACE, "coins", advice=advice, has_hints=True)
    found = buttons(panel_screen(scene))

    assert {"Hint", "No coach", "What beats what", "All in …"} <= {each.label for each in found}
    assert len(found) == len({each.label for each in found}) == BUTTONS_MAX


def test_what_has_come_is_said() -> None:
    """DV-17: two public cards, a trade, and the last two: one line each, with who sees them."""
    panel = partial(told, Hand(100, 100, 100).checks_to("second_round"))
    assert "New: `KB△ 7H○`, which everyone sees." in panel()

    panel = partial(told, Hand(100, 100, 100).checks_to("third_round"))
    assert "You traded nothing." in panel()

    panel = partial(told, Hand(100, 100, 100).checks_to("last_round"))
    assert "New: `5D◐ 2B△` · everyone sees `KB△ 7H○`" in panel()


def test_what_was_traded_away_is_said() -> None:
    """DV-19: a private card and a public one for two others."""
    hand = Hand(100, 100, 100, drawn="JV QV").checks_to("trade").presses("trade_two KH 7H")
    hand.checks_to("third_round")

    assert "In the trade you gave `KH○ 7H○` away." in told(hand)


@pytest.mark.parametrize(
    ("rules", "costs"),
    [
        (DividhaRules(), "Trading is free."),
        (DividhaRules(pay_to_trade=True), "Each card that you trade costs **2**."),
    ],
)
def test_a_trade_says_what_it_costs_and_shows(rules: DividhaRules, costs: str) -> None:
    """DV-19: a public card is seen going and coming, of a private one only that it went."""
    hand = Hand(100, 100, 100, rules=rules).checks_to("trade")
    sees = "Others see the public cards that you trade and get; of private ones they only see how many."

    assert f"{costs} {sees}" in told(hand)


@pytest.mark.parametrize(
    ("six", "says"),
    [
        ("KV KL QH QD 3H 4D", "Heaven and Hell never join in one hand: this only looks like **Two Pair**."),
        (
            "GOD KV 5D 3B KL 2D",
            "God and Satan, never join in one hand: this only looks like **Three-of-a-Kind**.",
        ),
        (
            "6V1 6V2 QH 5D 3B 2D",
            "Sixes of one suit don’t match each other: this only looks like **One Pair**.",
        ),
    ],
)
def test_cards_that_only_look_like_it(six: str, says: str) -> None:
    """DV-1, DV-2: said where it matters, from the first two cards on."""
    hand = Hand(100, 100, holding={**SIX, 1: six})
    is_early = "One Pair" in says

    assert (says in told(hand)) == is_early
    assert says in told(hand.checks_to("last_round"))
    assert "only looks like" not in told(hand, 2)
