import pytest

from games.destiny.model import DestinyPotWon, DestinyRules, Jokers, PutBack, Showdown, Shown
from games.engine.betting.bets import LastStanding, PlayerBusted, UncalledBetReturned
from games.engine.core.game import Seat
from tests.games.destiny.scripted import Hand, carry
from tests.games.destiny.showdown import FIELD, begun


def test_cards_are_turned_over_in_seat_order() -> None:
    """DE-7: in seat order from the dealer's left, with the place each came from."""
    hand = begun().plays("- C3", "- -", "- B2").checks_down()

    assert hand.last(Showdown).shown == (
        Shown(Seat(1), "7c", "C3"),
        Shown(Seat(2), "5c", None),
        Shown(Seat(3), "Kd", "B2"),
    )


def test_benediction_hands_draw_in_that_order() -> None:
    """DE-7: from the top of the deck, the first from the dealer's left first."""
    hand = begun().plays("- -", "- -", "- -").checks_down()

    assert [(each.seat, each.card) for each in hand.state.shown] == [(1, "5c"), (2, "5d"), (3, "5h")]
    assert hand.view(None).deck_count == 0


def test_highest_card_wins_the_pot() -> None:
    """DE-7: the highest card wins."""
    hand = begun().plays("- C3", "- A1", "- B2").checks_down()

    assert hand.last(Showdown).pots == (DestinyPotWon(6, (Seat(1), Seat(2), Seat(3)), Seat(2)),)
    assert hand.stacks == [48, 54, 48]


def test_suits_break_what_elsewhere_would_tie() -> None:
    """DE-1, DE-7: the higher suit of two fives wins."""
    assert begun().plays("- E5", "- -", "- -").checks_down().stacks == [48, 48, 54]


@pytest.mark.parametrize(("jokers", "winner"), [("above", 2), ("below", 1)])
def test_jokers_rank_as_agreed(jokers: Jokers, winner: int) -> None:
    """DE-1: a joker beats the Ace of Spades, or loses to the Two of Clubs."""
    hand = begun("A1=2c B2=*1 C3=7c", rules=DestinyRules(jokers=jokers))
    hand.plays("- A1", "- B2", "- -").presses("check", "check", "fold")

    assert hand.last(Showdown).pots[0].winner == winner


def test_played_cards_go_to_the_discard_pile() -> None:
    """DE-7: all cards that were turned over, in the order of turning over, on top of the pile."""
    hand = begun().plays("- C3", "- -", "- B2").checks_down()

    assert hand.view(None).discard == ("2c", "9d", "7c", "5c", "Kd")


def test_a_place_that_was_played_is_empty_for_good() -> None:
    """DE-7: a place in the field that was played is empty for good, in the next hand too."""
    hand = begun().plays("- C3", "- -", "- B2").checks_down()

    assert [hand.spot(place).is_gone for place in ("C3", "B2", "A1")] == [True, True, False]
    after = Hand(*hand.stacks, carry=hand.carry).checks_down()
    assert after.offered == ["look_a1", "look_e5", "no_look"]


def test_last_one_standing() -> None:
    """TB-7, DE-8: when all but one have folded, that player takes the pot; what nobody matched goes back."""
    hand = Hand(50, 50, 50).presses("raise 10", "fold", "fold")

    assert hand.is_over
    # The big blind's 2 of the 10 were called: 2 and the blinds of 1 and 2 are the pot.
    assert hand.kinds[-2:] == ["returned", "last_standing"]
    assert hand.last(UncalledBetReturned) == UncalledBetReturned(Seat(3), 8)
    assert hand.last(LastStanding) == LastStanding(Seat(3), 5)
    assert hand.stacks == [49, 48, 53]


def test_last_one_standing_shows_nothing() -> None:
    """DE-8: no card is shown; what the winner held stays in the field, a Benediction Hand draws nothing."""
    hand = begun().plays("- A1", "- -", "- -").presses("check", "bet 9", "fold", "fold")

    assert hand.is_over
    assert "showdown" not in hand.kinds
    assert hand.state.card("A1") == "As"
    assert hand.carry.deck == ("5c", "5d", "5h")
    assert hand.carry.discard == ("2c", "9d")
    assert hand.stacks == [48, 54, 48]


def test_what_the_last_one_held_is_free_again() -> None:
    """DE-8: a card that the winner held down stays in the field."""
    hand = begun().plays("- A1", "- -", "- -").presses("bet 9", "fold", "fold")

    assert hand.spot("A1").held_by is None
    assert hand.carry.field[0] == "As"


def test_all_others_leave_during_the_play() -> None:
    """DE-8, DE-5: the hand is over at once, and what was taken up lies in its place again."""
    hand = begun().plays("A1 -").leaves(2, 3)

    assert hand.is_over
    assert hand.last(LastStanding).seat == 1
    assert hand.last(PutBack).looks[0].place == "A1"
    assert hand.spot("A1").looked_at_by is None
    assert hand.stacks == [54, 48, 48]


def test_whose_money_is_gone_is_told() -> None:
    """DE-10: everybody learns who is out."""
    hand = Hand(10, 50, 50, carry=carry(FIELD, "5c 5d 5h", dealer=2)).presses("raise 20", "all_in", "match")
    hand.plays("- E5", "- A1", "- B2").checks_down()

    assert [event for event in hand.events if isinstance(event, PlayerBusted)] == [PlayerBusted(Seat(1))]
    assert hand.stacks == [0, 80, 30]
    assert not hand.line(1).is_all_in


def test_the_whole_hand_is_told() -> None:
    """TB-13: the public events of a hand, in order."""
    hand = begun().plays("A1 C3", "- -", "- B2").presses("check", "bet 4", "fold", "match")

    assert hand.kinds == [
        "hand_begun", "blind_posted", "blind_posted", "matched", "matched", "checked",
        "looked", "held", "look_declined", "benedicted", "look_declined", "held", "put_back",
        "checked", "bet", "folded", "matched", "showdown",
    ]  # fmt: skip
