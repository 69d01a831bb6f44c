"""House players' reasons for their answers, and the coach's advice."""

from __future__ import annotations

from random import Random

from games.destiny.bot_player import ADVICE
from games.destiny.game import DESTINY
from games.destiny.model import Memory
from games.engine.core.characters import MASTER, Character
from games.engine.core.errors import Templated
from games.engine.core.game import Seat
from games.engine.core.offers import Answer
from tests.games.destiny.scripted import Hand, carry
from tests.games.luck import Luck

FIELD = "A1=As B2=Kd C3=7c D4=4h E5=2h"
APPRENTICE = Character("apprentice", "bold")


def begun(known: dict[int, str], dealer: int = 3) -> Hand:
    """Three players, who have looked at these places before; the next after `dealer` deals."""
    memories = [Memory(Seat(seat), tuple(places.split())) for seat, places in known.items()]
    return Hand(50, 50, 50, carry=carry(FIELD, "5c 5d 5h", "2c", dealer, memories))


def said(hand: Hand, key: str, *numbers: int) -> str:
    """Return the reason for an answer of the seat to act."""
    seat = Seat(hand.turn)
    view, offers = DESTINY.recollection(hand.state, seat), DESTINY.offers(hand.state, seat)
    told = DESTINY.reason(view, offers, Answer(key, numbers), MASTER)
    assert told is not None
    return told.template


def coached(hand: Hand) -> Templated | None:
    """Return the coach's advice to the seat to act."""
    seat = Seat(hand.turn)
    return DESTINY.advice(DESTINY.view(hand.state, seat), DESTINY.offers(hand.state, seat))


def test_reasons_of_bets() -> None:
    """With the highest card it bets on it; without one, against a player who knows cards, it bluffs."""
    best, nothing = begun({1: "A1 B2 C3 D4 E5"}), begun({1: "E5", 3: "A1 B2 C3"})

    assert (
        said(best, "raise", 7) == "I thought I had the highest card {odds} out of 10 times, so I bet on it."
    )
    assert said(best, "match") == "I thought I’d win {odds} out of 10 times: enough to pay {cost}."
    assert (
        said(nothing, "raise", 7)
        == "I thought I’d win only {odds} out of 10 times. I bet so that you’d fold."
    )
    dear = begun({2: "A1 B2 C3"}, dealer=1).presses("raise 30", "fold")
    assert said(dear, "fold") == "I thought I’d win {odds} out of 10 times: too rarely to pay {cost}."


def test_reasons_of_plays() -> None:
    """They say why it looked there, or at nothing, and why it held that."""
    hand = begun({1: "B2", 2: "A1"}, dealer=2).checks_down()

    assert said(hand, "look_a1") == "Somebody after me knew that card. While I had it, they couldn’t play it."
    assert said(hand, "look_c3") == "I hadn’t seen that card. Now I’ll know it in the next hand."
    assert said(hand, "no_look") == "I knew every card that I could look at."
    hand.presses("no_look")
    assert said(hand, "hold_b2") == "I knew that card. I thought it better than one from the deck."
    assert said(hand, "hold_e5") == "I had no card worth playing. I wanted you to think I had."
    assert said(hand, "benediction") == "I knew no card better than one from the deck."
    hand.presses("benediction").plays("- -", "- -")
    assert said(hand, "check") == "I thought I’d win {odds} out of 10 times, and going on was free."


def test_nothing_to_say_of_a_new_field() -> None:
    """DE-10: a vote needs no reason, and no advice."""
    hand = Hand(50, 50, 50, carry=carry("A1=As", "5c 5d 5h", dealer=2)).checks_down()
    hand.plays("- A1", "- -", "- -").checks_down()
    seat = Seat(1)
    view, offers = DESTINY.view(hand.state, seat), DESTINY.offers(hand.state, seat)

    assert DESTINY.reason(view, offers, Answer("new_field"), MASTER) is None
    assert DESTINY.advice(view, offers) is None
    assert DESTINY.advice(view, ()) is None


def hinted(hand: Hand) -> str:
    """Return the key of the hint to the seat to act."""
    seat = Seat(hand.turn)
    return DESTINY.hint(DESTINY.recollection(hand.state, seat), DESTINY.offers(hand.state, seat)).key


def test_hints_of_bets_and_of_a_new_field() -> None:
    """TB-12, DE-10: with the highest card a hint bets; at a vote, a new field goes on with the game."""
    vote = Hand(50, 50, 50, carry=carry("A1=As", "5c 5d 5h", dealer=2)).checks_down()
    vote.plays("- A1", "- -", "- -").checks_down()

    assert hinted(vote) == "new_field"
    assert hinted(begun({1: "A1 B2 C3 D4 E5"})) == "raise"


def test_the_coach_counts_what_staying_costs() -> None:
    """Without known cards each of three wins one in three, and pays to look; one known of three is taken."""
    hand = begun({}, dealer=1)

    assert coached(hand) == ADVICE["for_look"].of(odds=3, cost=2)
    hand.presses("match", "match")
    assert coached(hand) == ADVICE["free"].of(odds=3, cost=0)
    dear = begun({2: "A1 B2 C3"}, dealer=1).presses("raise 30", "fold")
    assert coached(dear) == ADVICE["fold"].of(odds=2, cost=28)


def test_the_coach_on_plays() -> None:
    """DE-4: a card that is looked at cannot be played; a high one is better than the deck."""
    hand = begun({2: "A1"}, dealer=2).checks_down()

    assert coached(hand) == (wanted := ADVICE["take"])
    assert coached(begun({}, dealer=2).checks_down()) == (new := ADVICE["look"])
    assert wanted.template == (
        "Look at a card that a player after you has looked at. While you have it, they can’t play it."
    )
    assert new.template == "You can’t play the card you look at now. Remember it for the next hand."
    # Against two rivals a card has to beat both: one in three does on average, as one of 0.58 of all does.
    assert coached(hand.presses("no_look")) == ADVICE["hold"].of(rank="9")


def test_law_5_the_same_words_for_what_cannot_be_told_apart() -> None:
    """Law 5: other cards that the seat has not seen change no word, and no answer."""
    random, luck = Random(5), Luck("advice")
    for _ in range(6):
        hand = begun({1: "B2 C3", 2: "A1", 3: "A1 E5"}, dealer=random.choice((1, 2, 3)))
        while hand.state.stage != "over":
            seat = Seat(hand.turn)
            other = DESTINY.sample_possible_state(hand.state, seat, luck)
            assert told(hand.state, seat) == told(other, seat)
            hand.presses(random.choice([key for key in hand.offered if key not in ("raise", "bet")]))


def told(state: object, seat: Seat) -> list[object]:
    """All that is said to a seat, or of its answers, and how it would answer itself."""
    offers = DESTINY.offers(state, seat)  # type: ignore[arg-type]
    view, known = DESTINY.view(state, seat), DESTINY.recollection(state, seat)  # type: ignore[arg-type]
    reasons = [
        DESTINY.reason(known, offers, Answer(offer.key), character)
        for offer in offers
        for character in (MASTER, APPRENTICE)
    ]
    decided = [DESTINY.decide(known, offers, Luck("same"), character) for character in (MASTER, APPRENTICE)]
    return [DESTINY.advice(view, offers), *reasons, *decided]
