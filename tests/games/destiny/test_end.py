import pytest

from games.destiny.game import DESTINY
from games.destiny.model import DestinyRules, FieldEmpty, NewFieldAgreed, NewFieldRefused, NewFieldWanted
from games.engine.core.errors import NotOffered
from games.engine.core.game import Seat
from tests.games.destiny.scripted import Hand, carry, seated


def emptied(*stacks: int, rules: DestinyRules | None = None) -> Hand:
    """A hand in which seat 1, left of the dealer, plays the last card of the field and wins with it."""
    lying = carry("A1=As", "5c 5d 5h 5s", dealer=len(stacks) - 1)
    hand = Hand(*stacks, rules=rules, carry=lying).checks_down().plays("- A1")
    return hand.plays(*["- -"] * (len(hand.view(None).lines) - 1))


def test_the_game_is_over_when_the_field_is_empty() -> None:
    """DE-10: when the field is empty, nobody takes part any more."""
    hand = emptied(50, 50, 50).checks_down().presses("enough")

    assert hand.is_over
    assert DESTINY.dealt_in(seated(*hand.stacks), hand.carry) == ()


def test_with_one_card_left_the_game_goes_on() -> None:
    """DE-10: a field with fewer cards than players is still a field; the rest is Benediction."""
    hand = Hand(50, 50, 50, carry=carry("A1=As", "5c 5d 5h", dealer=2)).checks_down()
    hand.plays("A1 -", "- -", "- -").checks_down()

    assert hand.is_over
    assert DESTINY.dealt_in(seated(*hand.stacks), hand.carry) == (1, 2, 3)


def test_who_has_no_money_takes_no_part() -> None:
    """DE-10: the game is over when only one player has money left."""
    assert DESTINY.dealt_in(seated(0, 50, 0), carry("A1=As")) == (2,)
    assert DESTINY.dealt_in(seated(50, 50, 0), None) == (1, 2)


def test_all_are_asked_at_once() -> None:
    """DE-10: players may agree to lay out a new field; all who have money left are asked."""
    hand = emptied(50, 50, 50).checks_down()

    assert hand.last(FieldEmpty) == FieldEmpty()
    assert DESTINY.to_act(hand.state) == {1, 2, 3}
    assert hand.offered == ["new_field", "enough"]


def test_all_agree() -> None:
    """DE-10: when all agree, the game goes on with a new field."""
    hand = emptied(50, 50, 50).checks_down().answers(2, "new_field").answers(1, "new_field")
    assert hand.view(None).to_act == (3,)
    assert hand.line(2).wants_new_field
    hand.answers(3, "new_field")

    assert hand.is_over
    assert hand.last(NewFieldWanted) == NewFieldWanted(Seat(3))
    assert hand.events[-1] == NewFieldAgreed()
    assert DESTINY.dealt_in(seated(*hand.stacks), hand.carry) == (1, 2, 3)


def test_one_has_had_enough() -> None:
    """DE-10: when one does not agree, the game is over at once."""
    hand = emptied(50, 50, 50).checks_down().answers(2, "new_field").answers(3, "enough")

    assert hand.is_over
    assert hand.events[-1] == NewFieldRefused(Seat(3))
    assert DESTINY.dealt_in(seated(*hand.stacks), hand.carry) == ()


def test_each_is_asked_once() -> None:
    """DE-10: a player who has agreed is not asked again."""
    hand = emptied(50, 50, 50).checks_down().answers(2, "new_field")

    with pytest.raises(NotOffered):
        hand.answers(2, "enough")


def test_who_has_no_money_left_is_not_asked() -> None:
    """DE-10: a player who is out has no say."""
    hand = emptied(50, 2, 50).checks_down()

    assert hand.stacks == [54, 0, 48]
    assert DESTINY.to_act(hand.state) == {1, 3}


def test_nobody_is_asked_where_one_has_all_the_money() -> None:
    """DE-10: with only one player who has money left the game is over without a question."""
    hand = emptied(50, 2, 2)

    assert hand.is_over
    assert hand.stacks == [54, 0, 0]
    assert not hand.carry.has_new_field


def test_who_leaves_has_no_say() -> None:
    """DE-10, TB-9: the players who stay agree among themselves, also if one of them was asked last."""
    hand = emptied(50, 50, 50).checks_down().answers(2, "new_field").answers(3, "new_field").leaves(1)

    assert hand.is_over
    assert hand.carry.has_new_field


def test_who_left_earlier_is_not_asked() -> None:
    """DE-10, TB-9: nor is a player who left during the hand, and neither the rest where one alone stays."""
    assert DESTINY.to_act(emptied(50, 50, 50).leaves(3).checks_down().state) == {1, 2}
    assert emptied(50, 50, 50).checks_down().leaves(3, 2).is_over


def test_an_agreement_ends_with_the_last_companion() -> None:
    """DE-10: alone nobody can go on, whatever was said before."""
    hand = emptied(50, 50, 50).checks_down().answers(1, "new_field").leaves(2).leaves(3)

    assert hand.is_over
    assert not hand.carry.has_new_field


def test_leaving_while_others_are_still_asked() -> None:
    """DE-10, TB-9: the others are still asked."""
    hand = emptied(50, 50, 50).checks_down().leaves(1)

    assert DESTINY.to_act(hand.state) == {2, 3}


def test_a_tournament_asks_nobody() -> None:
    """TN-12, DE-10: a field that is empty is laid out anew before the next hand, and nobody is asked."""
    hand = emptied(50, 50, 50, rules=DestinyRules(is_endless=True)).checks_down()

    assert hand.last(FieldEmpty) == FieldEmpty()
    assert hand.is_over
    assert hand.carry.has_new_field
    assert DESTINY.dealt_in(seated(*hand.stacks), hand.carry) == (1, 2, 3)
