from __future__ import annotations

from games.destiny.game import DESTINY
from games.destiny.model import DestinyRules, Memory
from games.engine.core.game import Seat
from games.engine.core.offers import Answer
from games.engine.fairness.chance import Draw, Seal
from tests.games.destiny.scripted import Hand, carry

FIELD = "A1=As B2=Kd C3=7c D4=4h E5=2h"
DECK = "5c 5d 5h"
TRIES = 48


def played(*known: str, field: str = FIELD, discard: str = "2c", dealer: int = 2) -> Hand:
    """Three players; seat 1 has looked at these places."""
    memories = [Memory(Seat(1), known)]
    return Hand(50, 50, 50, carry=carry(field, DECK, discard, dealer, memories))


def decided(hand: Hand) -> list[Answer]:
    """What whoever's turn it is answers, with many different chances."""
    seat = Seat(hand.turn)
    offers = DESTINY.offers(hand.state, seat)
    view = DESTINY.recollection(hand.state, seat)
    return [DESTINY.decide(view, offers, Draw(Seal(f"{number:064x}"))) for number in range(TRIES)]


def keys(hand: Hand) -> set[str]:
    """The keys of all that is answered."""
    return {given.key for given in decided(hand)}


def mostly(hand: Hand) -> str:
    """What is answered most of the time."""
    given = [each.key for each in decided(hand)]
    return max(set(given), key=given.count)


def test_looks_at_what_is_new() -> None:
    """TB-12: a house player looks at any card that it has not seen yet."""
    assert keys(played("A1", "C3").checks_down()) == {"look_b2", "look_d4", "look_e5"}


def test_looks_at_nothing_where_all_was_seen() -> None:
    """TB-12: there is nothing to learn from a card that it remembers."""
    assert keys(played("A1", "B2", "C3", "D4", "E5").checks_down()) == {"no_look"}


def test_holds_the_best_it_remembers() -> None:
    """TB-12: it holds accordingly."""
    assert keys(played("C3", "B2", "E5").checks_down().presses("no_look")) == {"hold_b2"}


def test_prefers_the_deck_to_a_low_card() -> None:
    """TB-12: a card of the deck is likely to be better than a Two."""
    hand = played("E5").checks_down().presses("no_look")

    assert mostly(hand) == "benediction"
    assert "hold_e5" not in keys(hand)


def test_pretends_to_know_a_card() -> None:
    """TB-12: now and then it holds what it has not seen, and where it has seen all, any card."""
    assert keys(played().checks_down().presses("no_look")) == {
        "benediction", "hold_a1", "hold_b2", "hold_c3", "hold_d4", "hold_e5"
    }  # fmt: skip
    hand = played("D4", "E5", field="D4=4h E5=2h").checks_down().presses("no_look")
    assert keys(hand) == {"benediction", "hold_d4", "hold_e5"}


def test_plays_from_the_deck_where_there_is_nothing_else() -> None:
    """DE-4: with no card left to hold down, the Benediction Hand."""
    hand = played(field="E5=2h").checks_down().presses("look_e5")

    assert keys(hand) == {"benediction"}


def test_remembers_what_was_discarded() -> None:
    """TB-12: a Seven is a high card once most of the higher ones lie on the discard pile."""
    higher = " ".join(f"{rank}{suit}" for rank in "89TJQKA" for suit in "cdhs")
    hand = played("C3", field="C3=7c D4=4h E5=2h", discard=higher).checks_down().presses("no_look")

    assert keys(hand) == {"hold_c3"}
    assert "hold_c3" not in keys(played("C3", field="C3=7c D4=4h E5=2h").checks_down().presses("no_look"))


def test_raises_with_the_best_card() -> None:
    """TB-12: it bets by the value of what it knows."""
    assert mostly(played("A1", dealer=3)) == "raise"
    assert mostly(played(dealer=3)) == "match"


def test_sometimes_hides_a_good_card() -> None:
    """TB-12: a match may hide one too, so that a raise does not give everything away."""
    assert keys(played("A1", dealer=3)) == {"raise", "match"}


def test_a_card_that_somebody_has_taken_up_is_no_good() -> None:
    """TB-12: in the second round what it holds counts, and not what it once saw."""
    hand = played("A1", "C3").checks_down().plays("B2 C3", "- A1", "- -")

    assert mostly(hand) == "check"
    assert mostly(hand.presses("check", "bet 10", "fold")) == "fold"


def test_knows_that_it_has_won() -> None:
    """TB-12: what it has seen the others hold down tells it what they will play."""
    hand = played("B2", "C3", "E5").checks_down().plays("- B2", "- C3", "- E5")

    assert mostly(hand) == "bet"
    assert "fold" not in keys(hand.presses("check", "bet 40", "fold"))


def test_gives_up_what_it_cannot_win() -> None:
    """TB-12: against a raise it folds what nobody knows."""
    hand = played(dealer=1).presses("raise 30", "fold")

    assert mostly(hand) == "fold"


def test_goes_all_in_where_the_stack_is_short() -> None:
    """TB-12: it matches with what is left."""
    memories = [Memory(Seat(1), ("A1",))]
    hand = Hand(9, 50, 50, carry=carry(FIELD, DECK, dealer=2, memories=memories)).presses("raise 30")

    assert keys(hand) == {"all_in"}


def test_bluffs_a_little() -> None:
    """TB-12: now and then it raises with nothing."""
    given = [each.key for each in decided(played(dealer=3))]

    assert 0 < given.count("raise") < TRIES / 6


def test_bets_amounts_that_have_a_button() -> None:
    """TB-12: the smallest, half the pot or the pot; the only amount there is where none has a button."""
    raises = {given.numbers for given in decided(played("A1", dealer=3)) if given.numbers}
    assert raises == {(4,), (7,)}

    memories = [Memory(Seat(1), ("A1",))]
    hand = Hand(4, 50, 50, carry=carry(FIELD, DECK, dealer=3, memories=memories))
    assert {given.numbers for given in decided(hand) if given.key == "raise"} == {(4,)}


def test_agrees_to_go_on() -> None:
    """DE-10: whether there is a new field is left to the people."""
    hand = Hand(50, 50, 50, carry=carry("A1=As", DECK, dealer=2)).checks_down()
    hand.plays("- A1", "- -", "- -").checks_down()

    assert keys(hand) == {"new_field"}


def stays(to: int, *known: str, rules: DestinyRules | None = None) -> list[bool]:
    """Whether seat 1 with a stack of 60, which has looked at these places, stays when seat 3 raises."""
    before = carry(FIELD, DECK, "2c", 2, [Memory(Seat(1), known)])
    hand = Hand(60, 700, 700, rules=rules, carry=before).presses(f"raise {to}")
    return [given.key != "fold" for given in decided(hand)]


def test_tb12_what_cannot_be_won_does_not_count() -> None:
    """TB-12, TB-6: a seat of 60 treats a raise to 600 as one to 60: it stays with an Ace, and not without."""
    assert stays(600) == stays(60) == [False] * TRIES
    assert stays(600, "A1") == stays(60, "A1") == [True] * TRIES


def test_tb12_an_all_in_for_the_whole_pot_pays() -> None:
    """DE-11: where all in for less plays for the whole pot, more than one's own stack may be won."""
    whole = DestinyRules(short_all_in="whole_pot")

    assert stays(600, rules=whole) == [True] * TRIES
