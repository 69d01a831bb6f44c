"""House players' reasons, and the coach's advice: from the own view only (TB-12, Law 5)."""

from __future__ import annotations

from random import Random

import pytest

from games.engine.betting.bot_betting import in_ten
from games.engine.core.characters import MASTER, Character
from games.engine.core.errors import Templated, template_values
from games.engine.core.game import CHANCE_SEAT, Seat
from games.engine.core.offers import Answer, find, take
from games.engine.provable_chance import Draw, Seal
from games.knights_heads.game import KNIGHTS_HEADS
from games.knights_heads.reasons import ADVICE, REASONS
from tests.games.knights_heads.scripted import Hand, seated
from tests.games.told import in_english
from tests.laws.walk import random_answer

STRONG = {1: "Q03 Q04 Q05 Q06 S03 S04 K03 D03 J03", 2: "S05 S06 A03 A04 B03 B04 M08 D12 J04"}


def reason(hand: Hand, key: str, *numbers: int, character: Character = MASTER) -> Templated | None:
    """Return the reason of the seat to act for that answer."""
    seat = Seat(hand.turn)
    offers = KNIGHTS_HEADS.offers(hand.state, seat)
    return KNIGHTS_HEADS.reason(hand.view(seat), offers, Answer(key, numbers), character)


def advice(hand: Hand, seat: int) -> Templated | None:
    """Return the coach's advice to a seat."""
    return KNIGHTS_HEADS.advice(hand.view(seat), KNIGHTS_HEADS.offers(hand.state, Seat(seat)))


def is_row(told: Templated | None, key: str) -> bool:
    """Return True if this is the row that is told."""
    return told is not None and told.template == REASONS[key].template


def in_final_round() -> Hand:
    """Seat 1 holds a Council, four Queens and four Messengers, and seat 2 Rabble."""
    hand = Hand(100, 100, cards=STRONG, luck="K07 M09").everybody_bets()
    return hand.all_pass(s1="K03 D03 J03", s2="S05 S06 J04").checks_down()


def test_a_council_says_why_it_bets() -> None:
    """A Council comes once in a thousand deals: it beats all of ten hands, and says so in one sentence."""
    given = reason(in_final_round(), "bet", 8)

    assert given is not None
    assert in_english(given.template, given) == "My cards beat 10 out of 10 hands, so I put more in."


def test_rabble_says_why_it_folds_stays_or_bluffs() -> None:
    """Each answer has its own reason, with what staying costs: eight here."""
    hand = in_final_round().presses("bet 8")

    assert is_row(reason(hand, "fold"), "fold")
    assert is_row(reason(hand, "match"), "curious")
    assert is_row(reason(hand, "raise", 24), "bluff")
    assert is_row(reason(hand, "all_in"), "bluff")
    assert template_values(reason(hand, "fold") or REASONS["fold"])["cost"] == 8
    assert is_row(reason(in_final_round().presses("check"), "check"), "check")


def test_the_smallest_bet_of_the_first_round_is_no_raise() -> None:
    """KH-6: without a check it is how to stay in, and with the last chips, too."""
    assert is_row(reason(Hand(100, 100, cards=STRONG), "bet", 2), "stay")
    assert is_row(reason(Hand(100, 100, cards=STRONG), "bet", 8), "raise")
    assert is_row(reason(Hand(3, 100, cards=STRONG), "all_in"), "stay")


def test_the_exchange_has_a_reason() -> None:
    """KH-7: the six that were kept, and what they are good for."""
    hand = Hand(100, 100, cards=STRONG).everybody_bets()

    assert is_row(reason(hand, "pass", 0, 1, 2), "keep")


def test_a_reason_has_the_odds_of_whoever_gives_it() -> None:
    """Issue 16: a bold one says what it believed, and that is more than a careful one did."""
    hand = Hand(100, 100, cards={1: "Q03 Q04 Q05 M08 M09 D12 J08 B03 B04"})
    told = [reason(hand, "bet", 2, character=Character(temper=each)) for each in ("bold", "careful")]

    assert told[0] is not None
    assert told[1] is not None
    assert template_values(told[0])["beaten"] > template_values(told[1])["beaten"]


def test_the_coach_says_which_cards_to_pass_on() -> None:
    """The three that go with no twins, by name."""
    cards = {1: "K01 K02 A01 A02 S01 S02 M08 D12 B03"}
    given = advice(Hand(100, 100, cards=cards).everybody_bets(), 1)

    assert given is not None
    assert given.template == ADVICE["pass"].template
    assert template_values(given)["cards"] == ("M08", "D12", "B03")


def test_the_coach_says_whether_a_match_is_worth_it() -> None:
    """TB-12: Rabble wins nothing of 24 for a match of 8; a Council wins ten in ten times, also after a bet.

    Of the yardstick's 400 hands none beats a Council, and one equals it. Even if that one always bets, and
    only a third of the other 399, the Council shares the pot once in 134 times and else wins it: 10 of 10.
    """
    rabble = advice(in_final_round().presses("bet 8"), 2)
    council = advice(in_final_round().presses("check", "bet 8"), 1)

    assert rabble == ADVICE["made_pricey"].of(hand="Rabble", odds=0, beaten=0, cost=8)
    assert council == ADVICE["made_pays"].of(hand="Council", odds=10, beaten=10, cost=8)


def test_the_coach_speaks_of_cards_to_come() -> None:
    """Before the luck card no hand is named, since it may yet be another."""
    first = advice(Hand(100, 100, cards=STRONG), 1)
    final = advice(in_final_round(), 1)

    assert first is not None
    assert first.template == ADVICE["coming_pays"].template
    assert template_values(first)["cost"] == 2
    assert final == ADVICE["made_free"].of(hand="Council", odds=10, beaten=10, cost=0)


def test_nobody_is_advised_who_has_nothing_to_decide() -> None:
    """Out of turn the coach is silent."""
    assert advice(in_final_round(), 2) is None


def test_shares_are_told_in_ten() -> None:
    """They are rounded, and never beyond none or all, for any belief."""
    assert [in_ten(share) for share in (-0.2, 0.04, 0.06, 0.5, 0.96, 1.2)] == [0, 0, 1, 5, 10, 10]


@pytest.mark.parametrize("seed", range(6))
def test_alike_states_give_the_same_words(seed: int) -> None:
    """Law 5: states alike for the viewer give the same answers, reasons and advice at every step."""
    random, game = Random(seed), KNIGHTS_HEADS
    state = game.start(seated(60, 100, 100), None)
    step = 0
    while acting := game.to_act(state):
        step += 1
        seat = min(acting)
        chance = Draw(Seal(f"{seed:032x}{step:032x}", cards=game.whole_deck))
        if seat == CHANCE_SEAT:
            state = game.apply(state, seat, game.chance_move(state, chance)).state
            continue
        offers = game.offers(state, seat)
        alike = game.sample_possible_state(state, seat, Draw(Seal(f"{seed:060x}ffff")))
        regular, given = Character("regular", "careful"), random_answer(offers, random)
        words = []
        for each in (state, alike):
            view = game.view(each, seat)
            decided = game.decide(view, offers, Draw(Seal(f"{step:064x}")), regular)
            words.append((decided, game.reason(view, offers, given, regular), game.advice(view, offers)))
        assert words[0] == words[1]
        state = game.apply(state, seat, take(find(offers, given.key), given.numbers)).state
