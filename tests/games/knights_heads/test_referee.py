"""The findings of Knights' Heads' referee beyond those of every referee: passed cards (TB-13)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from games.engine.betting.bets import Raise
from games.engine.core.errors import NotOffered
from games.engine.core.game import Seat
from games.engine.history import UNSEEN, History, MalformedInput, plain
from games.knights_heads.cards import in_deck_order
from games.knights_heads.game import KnightsReferee
from tests.games.knights_heads.played import Kept, showdown
from tests.games.retold import answered, begun_with, changed, index_of, told

SHOWN = told(showdown())


def found(told: History) -> list[str]:
    """Return the findings of the referee."""
    return list(KnightsReferee.judge(told))


def test_another_winner() -> None:
    """KH-11, TB-13: the highest hand wins the pot."""
    index = index_of(SHOWN, "showdown")
    pot = SHOWN.events[index]["pots"][0]
    share = pot["shares"][0]
    loser = next(seat for seat in pot["contenders"] if seat != share["seat"])

    faults = found(changed(SHOWN, "showdown", pots=[pot | {"shares": [share | {"seat": loser}]}]))

    assert faults[0].startswith(f"events[{index}]: ")


def test_another_card() -> None:
    """KH-7, TB-13: a player who lays down a card was dealt it, or passed it, as the sealed deck says."""
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
    """KH-7: the viewer's passed cards were three of the viewer's own."""
    passed = SHOWN.end["gave"]
    wrong = passed | {"cards": [*passed["cards"][:2], passed["cards"][0]]}

    (fault,) = found(replace(SHOWN, end=SHOWN.end | {"gave": wrong}))

    assert fault.startswith(f"end.gave: {wrong} is told")
    own = next(each for each in SHOWN.answers if each.seat == SHOWN.viewer and each.key == "pass")
    others = [card for card in SHOWN.end["laid"][0]["cards"] if card not in own.picked]
    for picked in ((*own.picked[:2], own.picked[0]), (*own.picked[:2], others[0]), own.picked[:2], ()):
        answers = tuple(replace(own, picked=picked) if each is own else each for each in SHOWN.answers)
        assert found(replace(SHOWN, answers=answers)) != []


def nothing_shown(*, often: bool = False) -> Kept:
    """All fold after an exchange, in which seat 2 may first have sealed other cards."""
    hand = Kept(100, 100, 100).everybody_bets()
    if often:
        hand.runs_out(2)
    hand.answers(2, f"pass {' '.join(in_deck_order(hand.state.cards(Seat(2)))[:3])}")
    return hand.all_pass().presses("bet 5", "fold", "fold")


@pytest.mark.parametrize("player", [None, 11, 12, 13])
def test_which_cards_were_passed(player: int | None) -> None:
    """KH-7, TB-11: giver and taker know them; no one else does, if no hand is laid down."""
    hand = nothing_shown()
    history = told(hand, player)
    picked = {each.seat: set(each.picked) for each in history.answers if each.key == "pass"}

    assert found(history) == []
    assert picked == {
        each.seat: set(each.cards) if history.viewer in (each.seat, each.to) else {UNSEEN}
        for each in hand.state.passes
    }


def test_a_hand_by_other_rules() -> None:
    """TB-13: a hand with a move of an older version that is not offered has no history."""
    hand = showdown()
    index = next(index for index, each in enumerate(hand.moves) if isinstance(each.move, Raise))
    hand.moves[index] = replace(hand.moves[index], move=Raise(1))

    with pytest.raises(NotOffered):
        told(hand)


def test_cards_that_were_sealed_again() -> None:
    """KH-7, TB-11: changes of a choice before all had sealed are in no history."""
    once, often = nothing_shown(), nothing_shown(often=True)

    assert once.moves != often.moves
    for player in (None, 11, 12, 13):
        assert told(once, player) == told(often, player)


def test_passing_before_the_exchange() -> None:
    """KH-7: cards are passed after the first round."""
    passed = SHOWN.events[index_of(SHOWN, "cards_passed")]

    assert found(replace(SHOWN, events=(SHOWN.events[0], passed)))[0].startswith("events[1]: ")
    first = next(each for each in SHOWN.answers if each.key == "pass")
    (fault,) = found(replace(SHOWN, answers=(first, *SHOWN.answers)))
    assert fault == f"answers[0]: {plain(first)} cannot come here"


def test_a_bet_beyond_all_chips() -> None:
    """TB-4: a bet keeps to what was offered."""
    assert found(changed(SHOWN, "bet", to=1000)) == ["events[1]: to: 1000 is told, and by the rules it is 2"]
    assert found(answered(SHOWN, "bet", numbers=(1000,)))[0].endswith("cannot come here")


def test_another_amount() -> None:
    """KH-5: the ante is what the rules of the table say."""
    assert found(changed(SHOWN, "hand_begun", ante=3))[0].startswith("events[0]: ")


def test_what_no_hand_begins_with() -> None:
    """TB-13: only who takes part can deal, or have dealt."""
    assert found(changed(SHOWN, "hand_begun", dealer=9))[0].startswith("events[0]: dealer: 9 is told")
    with pytest.raises(MalformedInput):
        found(begun_with(SHOWN, dealer=9))
