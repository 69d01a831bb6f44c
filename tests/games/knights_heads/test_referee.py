"""What the referee of Knights' Heads finds, beyond what every referee does: what was passed on (TB-13)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from games.engine.history.plain import Misshapen
from games.engine.history.record import History
from games.knights_heads.referee import referee
from tests.games.knights_heads.played import showdown
from tests.games.retold import begun_with, changed, index_of, told

SHOWN = told(showdown())


def found(told: History) -> list[str]:
    """What the referee finds."""
    return list(referee(told))


def test_another_winner() -> None:
    """KH-11, TB-13: the highest hand wins the pot."""
    index = index_of(SHOWN, "showdown")
    pot = SHOWN.events[index]["pots"][0]
    share = pot["shares"][0]
    loser = next(seat for seat in pot["contenders"] if seat != share["seat"])

    faults = found(changed(SHOWN, "showdown", pots=[pot | {"shares": [share | {"seat": loser}]}]))

    assert faults[0].startswith(f"events[{index}]: ")


def test_another_card() -> None:
    """KH-7, TB-13: whoever lays down a card was dealt it, or passed it, as the sealed deck says."""
    index = index_of(SHOWN, "showdown")
    laid = SHOWN.events[index]["laid"]
    one, other = laid[0]["cards"], laid[1]["cards"]
    swapped = [
        laid[0] | {"cards": [other[0], *one[1:]]},
        laid[1] | {"cards": [one[0], *other[1:]]},
        *laid[2:],
    ]

    assert found(changed(SHOWN, "showdown", laid=swapped)) != []


def test_other_cards_passed() -> None:
    """KH-7: what the viewer passed on were three of the viewer's own."""
    passed = SHOWN.end["gave"]
    wrong = passed | {"cards": [*passed["cards"][:2], passed["cards"][0]]}

    index = index_of(SHOWN, "cards_passed")
    assert found(replace(SHOWN, end=SHOWN.end | {"gave": wrong}))[0] == (
        f"events[{index}]: {SHOWN.events[index]} cannot come here"
    )


def test_passing_before_the_exchange() -> None:
    """KH-7: cards are passed after the first round."""
    passed = SHOWN.events[index_of(SHOWN, "cards_passed")]

    assert found(replace(SHOWN, events=(SHOWN.events[0], passed)))[0].endswith("cannot come here")


def test_a_bet_beyond_all_chips() -> None:
    """TB-4: a bet keeps to what was offered."""
    assert found(changed(SHOWN, "bet", to=1000))[0].endswith("cannot come here")


def test_another_amount() -> None:
    """KH-5: the ante is what the rules of the table say."""
    assert found(changed(SHOWN, "hand_begun", ante=3))[0].startswith("events[0]: ")


@pytest.mark.parametrize("wrong", [begun_with(SHOWN, dealer=9), changed(SHOWN, "hand_begun", dealer=9)])
def test_what_no_hand_begins_with(wrong: History) -> None:
    """TB-13: only who takes part can deal, or have dealt."""
    with pytest.raises(Misshapen):
        found(wrong)
