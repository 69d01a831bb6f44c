from dataclasses import replace

import pytest

from games.destiny.game import DESTINY
from games.destiny.model import DestinyRules, Memory, all_cards
from games.destiny.view import Sight
from games.engine.core.game import Seat
from tests.games.destiny.scripted import Hand, carry, seated
from tests.games.luck import Luck

FIELD = "A1=As B2=Kd C3=7c E5=3c"
AID = pytest.mark.parametrize("rules", [DestinyRules(), DestinyRules(memory_aid=True)], ids=["off", "on"])


def begun(rules: DestinyRules | None = None, memories: tuple[Memory, ...] = ()) -> Hand:
    """Three players after the first betting round; seat 1 plays first."""
    lying = carry(FIELD, "5c 5d 5h", "9d 2c", 2, memories)
    return Hand(50, 50, 50, rules=rules, carry=lying).checks_down()


@AID
def test_a_look_is_secret(rules: DestinyRules) -> None:
    """DE-4, TB-11: only the looker learns the card."""
    hand = begun(rules).presses("look_a1")

    assert hand.view(1).looked_card == Sight("A1", "As")
    for viewer in (2, 3, None):
        assert hand.view(viewer).looked_card is None
        assert hand.view(viewer).seen_before == ()
        assert "As" not in repr(hand.view(viewer))


@AID
def test_a_look_is_shown_once(rules: DestinyRules) -> None:
    """DE-12: a look is shown while its seat is to hold, and not any more after that."""
    hand = begun(rules).presses("look_a1").presses("benediction")

    assert hand.view(1).looked_card is None
    hand.presses("look_b2")
    assert hand.view(1).looked_card is None
    hand.presses("benediction").plays("- -")
    assert hand.view(1).looked_card is None


def test_no_look_from_an_earlier_hand() -> None:
    """DE-12: a card seen in an earlier hand is not the card in the left hand."""
    hand = begun(memories=(Memory(Seat(1), ("B2",)),)).presses("no_look")

    assert hand.view(1).looked_card is None


def test_what_was_seen_and_is_still_in_the_field() -> None:
    """DE-12: the cards that the player has seen and that are still there, in the order of looking."""
    memories = (Memory(Seat(1), ("E5", "D4", "B2")), Memory(Seat(2), ("C3",)))
    hand = begun(DestinyRules(memory_aid=True), memories).presses("look_a1")

    assert hand.view(1).seen_before == (Sight("E5", "3c"), Sight("B2", "Kd"), Sight("A1", "As"))
    assert hand.view(2).seen_before == (Sight("C3", "7c"),)


def test_only_memory_keeps_it() -> None:
    """DE-12: off, a look is shown once; the view never tells again what was looked at before."""
    hand = begun(memories=(Memory(Seat(1), ("E5", "B2")),)).presses("look_a1", "benediction")

    assert hand.view(1).seen_before == ()
    assert not {"3c", "Kd", "As"} & {*repr(hand.view(1)).replace("'", " ").split()}


def test_a_house_player_has_a_memory() -> None:
    """TB-12, DE-12: it goes by what a player in its seat may know who has forgotten nothing."""
    hand = begun(memories=(Memory(Seat(1), ("E5",)), Memory(Seat(2), ("B2",))))

    assert DESTINY.recollection(hand.state, Seat(1)).seen_before == (Sight("E5", "3c"),)
    assert replace(DESTINY.recollection(hand.state, Seat(1)), seen_before=()) == hand.view(1)


def test_what_is_withheld() -> None:
    """DE-12: looked-at cards that still lie in the field, from the one who looked; with the aid, none."""
    hand = begun(memories=(Memory(Seat(1), ("E5",)),)).plays("A1 C3", "- -", "- B2").checks_down()
    withheld = DESTINY.withheld(hand.state, hand.carry, Seat(1))

    assert {card: each.where for card, each in withheld.items()} == {"As": "A1", "3c": "E5"}
    assert DESTINY.withheld(hand.state, hand.carry, Seat(2)) == {}
    assert DESTINY.withheld(hand.state, hand.carry, None) == {}
    later = carry("A1=As C3=7c", "5d 5h", "9d", 2, ())
    assert [*DESTINY.withheld(hand.state, later, Seat(1))] == ["As"]
    aided = replace(hand.state, rules=DestinyRules(memory_aid=True))
    assert DESTINY.withheld(aided, hand.carry, Seat(1)) == {}


def test_a_card_looked_at_twice_is_remembered_once() -> None:
    """DE-12: a second look adds nothing."""
    hand = begun(DestinyRules(memory_aid=True), (Memory(Seat(1), ("A1",)),)).presses("look_a1")

    assert hand.view(1).seen_before == (Sight("A1", "As"),)


def test_what_was_played_is_no_longer_listed() -> None:
    """DE-12: a card that has left the field is not listed any more."""
    hand = (
        begun(DestinyRules(memory_aid=True), (Memory(Seat(3), ("A1", "E5")),))
        .plays("- A1", "- -", "- -")
        .checks_down()
    )

    assert [sight.card for sight in hand.view(3).seen_before] == ["3c"]


def test_looks_last_from_hand_to_hand() -> None:
    """DE-4: a card seen in an earlier hand may be held, so it is remembered."""
    hand = begun().plays("A1 -", "B2 -", "C3 -").checks_down()

    assert hand.carry.memories == (
        Memory(Seat(1), ("A1",)),
        Memory(Seat(2), ("B2",)),
        Memory(Seat(3), ("C3",)),
    )


def test_the_discard_pile_is_open() -> None:
    """DE-13: anyone may ask for the discard pile, in the order in which the cards went there."""
    hand = begun().plays("- C3", "- -", "- B2").checks_down()

    for viewer in (1, 2, 3, None):
        assert hand.view(viewer).discard == ("9d", "2c", "7c", "5c", "Kd")


def test_the_number_of_cards_in_the_deck_is_open() -> None:
    """DE-13: and for the number of cards in the deck, but not for the cards."""
    hand = begun()

    for viewer in (1, 2, 3, None):
        assert hand.view(viewer).deck_count == 3
        assert "5c" not in repr(hand.view(viewer))


def test_cards_that_were_not_played_are_not_shown() -> None:
    """TB-11: the showdown shows what is turned over, and not what a player let go of."""
    hand = begun().plays("- A1", "- -", "- B2").presses("fold").checks_down()

    assert "As" not in repr(hand.view(None))
    assert "As" not in repr(hand.events)


def test_what_a_viewer_has_seen() -> None:
    """TB-13: a proof may be had of the discard pile and of one's own looks, and of nothing else."""
    hand = begun(memories=(Memory(Seat(2), ("B2", "D4")),)).presses("look_a1")

    assert DESTINY.seen(hand.state, Seat(1)) == ("9d", "2c", "As")
    assert DESTINY.seen(hand.state, Seat(2)) == ("9d", "2c", "Kd")
    assert DESTINY.seen(hand.state, None) == ("9d", "2c")


def test_what_was_turned_over_was_seen_by_all() -> None:
    """TB-13: for a card shown to all, everybody has a proof, once."""
    hand = begun().plays("A1 C3", "- -", "- B2").checks_down()

    assert DESTINY.seen(hand.state, None) == ("9d", "2c", "7c", "5c", "Kd")
    assert DESTINY.seen(hand.state, Seat(1)) == ("9d", "2c", "7c", "5c", "Kd", "As")


def test_a_reshuffled_pile_is_unseen_again() -> None:
    """DE-9, TB-13: the place of an old pile's card in the deck is unseen."""
    hand = Hand(50, 50, 50, cards="9d", carry=carry(FIELD, "5c", "9d 2c"))

    assert DESTINY.seen(hand.state, None) == ("9d",)


def test_nobody_may_do_anything_out_of_turn() -> None:
    """TB-11: there is nothing to arrange in secret."""
    assert DESTINY.asides(begun().state, Seat(2)) == ()


def test_offers_say_nothing_of_the_cards() -> None:
    """TB-11: other cards in the field leave every offer as it is."""
    state = begun().state
    field = tuple({"As": "3c", "3c": "As", "Kd": "5c"}.get(card, card) for card in state.field)
    other = replace(state, field=field, deck=("Kd", "5d", "5h"))

    assert DESTINY.offers(state, Seat(1)) == DESTINY.offers(other, Seat(1))


@AID
def test_what_was_not_looked_at_could_be_any_card(rules: DestinyRules) -> None:
    """DE-4, DE-12, TB-11: the looker knows that card, with or without the aid; all else lies anywhere."""
    hand, luck = begun(rules).presses("look_a1"), Luck("field")
    own = [DESTINY.sample_possible_state(hand.state, Seat(1), luck) for _ in range(800)]
    others = [DESTINY.sample_possible_state(hand.state, Seat(2), luck) for _ in range(800)]

    assert {state.card("A1") for state in own} == {"As"}
    unseen = set(all_cards("none")) - {"9d", "2c"}
    assert {state.card("A1") for state in others} == unseen
    assert {state.card("B2") for state in own} == unseen - {"As"}
    assert {state.discard for state in (*own, *others)} == {("9d", "2c")}


def test_what_is_to_be_shuffled_is_written_in_usual_order() -> None:
    """DE-9: before the House shuffles pile and deck, the unseen cards of the deck could be in the field."""
    lying = carry(FIELD, "5c", "9d 2c", 2)
    state = DESTINY.start(seated(50, 50, 50), lying)
    assert state.shuffling == ("2c", "5c", "9d")

    found = {DESTINY.sample_possible_state(state, None, Luck(f"{each}")).shuffling for each in range(200)}

    usual = all_cards("none")
    assert all(list(each) == sorted(each, key=usual.index) for each in found)
    assert len(found) > 20
