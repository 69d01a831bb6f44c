import pytest

from games.destiny.model import PLACES, Benedicted, Held, LeftHand, LookDeclined, Looked, PutBack, RightHand
from games.engine.core.errors import NotOffered
from games.engine.core.game import Seat
from tests.games.destiny.scripted import Hand, carry


def begun(field: str = "A1=As B2=Kd C3=7c E5=3c") -> Hand:
    """Three players after the first betting round; seat 3 deals, so seat 1 plays first."""
    return Hand(50, 50, 50, carry=carry(field, "5c 5d 5h", dealer=2)).checks_down()


def touched(hand: Hand, place: str) -> tuple[int | None, int | None]:
    """Return the seat that looks at a place, and the seat that holds it down."""
    spot = hand.spot(place)
    return spot.looked_at_by, spot.held_by


def test_places_are_rows_and_columns() -> None:
    """DE-2: 5 by 5, named A1 to E5."""
    assert PLACES[:6] == ("A1", "A2", "A3", "A4", "A5", "B1")
    assert (len(set(PLACES)), PLACES[-1]) == (25, "E5")


def test_everybody_plays_once_from_the_dealers_left() -> None:
    """DE-4: in seat order from the dealer's left, first the look and then the hold."""
    hand = begun()
    turns = []
    while hand.state.stage in ("looking", "holding"):
        turns.append((hand.state.stage, hand.turn))
        hand.presses(hand.offered[-1])

    assert turns == [(stage, seat) for seat in (1, 2, 3) for stage in ("looking", "holding")]


def test_whoever_bet_last_has_no_say() -> None:
    """DE-4: the play begins left of the dealer after any last bet."""
    hand = Hand(50, 50, 50, 50, dealer=4).presses("match", "raise 8", "match", "match", "match")

    assert (hand.state.stage, hand.turn) == ("looking", 1)


def test_who_has_folded_does_not_play() -> None:
    """DE-4: each player who has not folded plays."""
    hand = Hand(50, 50, 50, 50, dealer=4).presses("match", "match", "fold", "check")

    assert hand.turn == 2
    hand.plays("- -")
    assert hand.turn == 3


def test_who_is_all_in_plays() -> None:
    """DE-4: a player who has folded does not, a player who is all in does."""
    hand = Hand(1, 50, 50).presses("match", "check")

    assert hand.line(1).is_all_in
    assert (hand.state.stage, hand.turn) == ("looking", 1)


def test_a_look_or_none() -> None:
    """DE-4: any card of the field may be looked at, and declining is allowed."""
    hand = begun()

    assert hand.offered == ["look_a1", "look_b2", "look_c3", "look_e5", "no_look"]
    assert hand.presses("no_look").last(LookDeclined) == LookDeclined(Seat(1))
    assert touched(hand, "A1") == (None, None)


def test_a_look_is_kept_until_all_have_played() -> None:
    """DE-4: the card stays in the left hand, and everybody sees which it is."""
    hand = begun().plays("A1 -")

    assert hand.last(Looked) == Looked(Seat(1), "A1")
    assert touched(hand, "A1") == (1, None)


def test_nobody_else_may_touch_what_is_looked_at() -> None:
    """DE-4: nobody else may look at it or hold it down meanwhile."""
    hand = begun().plays("A1 -")

    assert hand.offered == ["look_b2", "look_c3", "look_e5", "no_look"]
    hand.presses("no_look")
    assert hand.offered == ["hold_b2", "hold_c3", "hold_e5", "benediction"]


def test_the_own_left_hand_cannot_be_held_down() -> None:
    """DE-4: the hold is a card that nobody has in the left hand, oneself included."""
    hand = begun().presses("look_a1")

    assert hand.offered == ["hold_b2", "hold_c3", "hold_e5", "benediction"]


def test_nobody_may_touch_what_is_held_down() -> None:
    """DE-4: the look is a card that nobody holds down, and so is the hold."""
    hand = begun().plays("- B2")

    assert touched(hand, "B2") == (None, 1)
    assert hand.offered == ["look_a1", "look_c3", "look_e5", "no_look"]
    assert "hold_b2" not in hand.presses("no_look").offered


def test_what_is_not_offered_is_refused() -> None:
    """DE-4: a place that is gone, taken up or held down cannot be named either."""
    hand = begun().plays("A1 B2")

    for key in ("look_a1", "look_b2", "look_d4"):
        with pytest.raises(NotOffered):
            hand.presses(key)


def test_a_hold() -> None:
    """DE-4: a card is held down, and everybody sees which."""
    hand = begun().plays("A1 B2")

    assert hand.last(Held) == Held(Seat(1), "B2")
    assert hand.line(1).hold == RightHand(Seat(1), "B2")


def test_benediction_hand() -> None:
    """DE-4: or a card from the deck, which nobody has seen."""
    hand = begun().plays("- -")

    assert hand.last(Benedicted) == Benedicted(Seat(1))
    assert hand.line(1).hold == RightHand(Seat(1), None)
    assert hand.view(None).deck_count == 3


def test_no_card_left_to_hold() -> None:
    """DE-4, DE-10: with no card left to hold down, the Benediction Hand is the only choice."""
    hand = begun("A1=As").presses("look_a1")

    assert hand.offered == ["benediction"]


def test_no_card_left_to_look_at() -> None:
    """DE-4, DE-10: with no card left to look at there is no look."""
    hand = begun("A1=As").plays("- A1")

    assert (hand.state.stage, hand.turn) == ("holding", 2)
    assert hand.offered == ["benediction"]
    assert LookDeclined(Seat(2)) not in hand.events


def test_one_turn_for_look_and_hold() -> None:
    """TB-8: the look and the hold of a seat are one turn; every other seat's is another."""
    hand = begun()
    first = hand.state.turn
    assert hand.presses("look_a1").state.turn == first
    second = hand.presses("benediction").state.turn
    third = hand.plays("- -").state.turn

    assert len({first, second, third}) == 3


def test_cards_go_back_when_all_have_played() -> None:
    """DE-5: when all have played, every looked-at card goes back face down to its own place."""
    hand = begun().plays("A1 -", "B2 C3")
    assert PutBack not in map(type, hand.events)
    hand.plays("E5 -")

    taken = (LeftHand(Seat(1), "A1"), LeftHand(Seat(2), "B2"), LeftHand(Seat(3), "E5"))
    assert hand.last(PutBack) == PutBack(taken)
    assert [touched(hand, place) for place in ("A1", "B2", "E5")] == [(None, None)] * 3
    assert [hand.state.card(place) for place in ("A1", "B2", "E5")] == ["As", "Kd", "3c"]


def test_nothing_goes_back_where_nothing_was_taken() -> None:
    """DE-5: without a look there is nothing to put back."""
    assert PutBack not in map(type, begun().plays("- A1", "- -", "- -").events)


def test_what_was_looked_at_was_not_played() -> None:
    """DE-5: the held-down card will be played, and not the one looked at."""
    hand = begun().plays("A1 E5", "- -", "- -").checks_down()

    assert not hand.spot("A1").is_gone
    assert hand.spot("E5").is_gone
    assert [each.card for each in hand.state.shown] == ["3c", "5c", "5d"]
