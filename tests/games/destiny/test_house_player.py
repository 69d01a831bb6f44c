from __future__ import annotations

import itertools
from dataclasses import replace
from typing import get_args

import pytest

from games.destiny import bot_player
from games.destiny.bot_player import estimate, outlook
from games.destiny.game import DESTINY
from games.destiny.model import DestinyRules, Memory, PassedOver
from games.destiny.opponent_model import OpponentModel
from games.engine.betting.bets import RaiseFrequency
from games.engine.core.characters import MASTER, Character, Skill, Temper
from games.engine.core.game import Seat
from games.engine.core.offers import Answer
from games.engine.provable_chance import Draw, Seal
from tests.games.destiny.scripted import Hand, carry

FIELD = "A1=As B2=Kd C3=7c D4=4h E5=2h"
DECK = "5c 5d 5h"
QUEEN = "A1=As C3=Qc D4=4h E5=2h"
ALL = ("A1", "B2", "C3", "D4", "E5")
TRIES = 48


def played(*known: str, field: str = FIELD, discard: str = "2c", dealer: int = 2) -> Hand:
    """Three players; seat 1 has looked at these places."""
    memories = [Memory(Seat(1), known)]
    return Hand(50, 50, 50, carry=carry(field, DECK, discard, dealer, memories))


def looked(known: dict[int, str], *habits: RaiseFrequency, field: str = FIELD, dealer: int = 3) -> Hand:
    """Three players, who have looked at these places before."""
    memories = [Memory(Seat(seat), tuple(places.split())) for seat, places in known.items()]
    before = replace(carry(field, DECK, "2c", dealer - 1 or 3, memories), habits=habits)
    return Hand(50, 50, 50, carry=before)


def odds(hand: Hand, seat: int) -> float:
    """Return that seat's estimate of its chance to win."""
    reading = OpponentModel(DESTINY.recollection(hand.state, Seat(seat)), MASTER)
    return outlook(reading, {}, MASTER).odds


def stay(hand: Hand, character: Character = MASTER) -> float:
    """Return the worth of staying for the seat to act, as that character thinks."""
    reading = OpponentModel(DESTINY.recollection(hand.state, Seat(hand.turn)), character)
    return outlook(reading, {}, character).stay


def decided(hand: Hand, character: Character = MASTER) -> list[Answer]:
    """Return the answers of the seat to act, with many different chances."""
    seat = Seat(hand.turn)
    offers = DESTINY.offers(hand.state, seat)
    view = DESTINY.recollection(hand.state, seat)
    chances = (Draw(Seal(f"{number:064x}")) for number in range(TRIES))
    return [DESTINY.decide(view, offers, chance, character) for chance in chances]


def keys(hand: Hand) -> set[str]:
    """The keys of all that is answered."""
    return {given.key for given in decided(hand)}


def mostly(hand: Hand) -> str:
    """Return the most frequent answer."""
    given = [each.key for each in decided(hand)]
    return max(set(given), key=given.count)


def test_looks_at_what_is_new() -> None:
    """TB-12: a house player looks at any card that it has not seen yet."""
    assert keys(played("A1", "C3").checks_down()) == {"look_b2", "look_d4", "look_e5"}


def test_looks_at_nothing_where_all_was_seen() -> None:
    """TB-12: there is nothing to learn from a card that it remembers."""
    assert keys(played("A1", "B2", "C3", "D4", "E5").checks_down()) == {"no_look"}


def test_takes_up_what_a_rival_wants() -> None:
    """DE-4: nobody else may hold a card that is in a player's left hand."""
    hand = looked({1: "A1 B2 C3 D4 E5", 2: "A1 B2 C3"}).checks_down()
    assert keys(hand) == {"look_b2"}  # the Ace it holds itself
    assert keys(looked({1: "D4", 2: "C3"}).checks_down()) == {"look_c3"}


def test_knows_what_a_rival_holds() -> None:
    """TB-12: a card that it has looked at and a rival holds down either beats its own or does not."""
    first = looked({1: "B2 C3", 2: "C3", 3: ""}).checks_down().plays("- B2", "- C3", "- -")
    last = looked({1: "A1 C3", 2: "A1", 3: ""}, dealer=1).checks_down().plays("- A1", "- -", "- C3")

    assert odds(first, 1) > 0.5
    assert odds(last, 1) == 0


def test_what_was_passed_over_is_low() -> None:
    """DE-4: a seat that knew two cards and played a Seven instead is likely to have no better card left."""
    before = carry(FIELD, DECK, "2c", 2, [Memory(Seat(2), ("D4", "E5"))])
    passed = tuple(PassedOver(place, "7c") for place in ("D4", "E5"))
    unsure, sure = (Hand(50, 50, 50, carry=replace(before, passed_over=each)) for each in ((), passed))

    assert odds(sure, 1) > odds(unsure, 1)


def test_what_is_held_is_higher_than_what_its_seat_could_have_held() -> None:
    """DE-4, TB-12: a seat that knew the King of Diamonds and holds another card likely has a higher one.

    Seat 3 holds that King; 44 of the 50 cards that it has not seen are lower, and one in ten is any card.
    """
    one, both = (
        looked({1: known, 3: "B2"}).checks_down().plays("- A1", "- -", "- B2") for known in ("A1", "A1 B2")
    )

    assert odds(both, 3) == pytest.approx(0.1 * 0.88 * 0.88)
    assert odds(one, 3) > 0.5


def test_knows_what_a_rival_pretends_to_know() -> None:
    """DE-4, TB-12: a card that it has looked at is no secret to it, whether the rival has seen it or not."""
    hand = looked({3: "B2 C3"}).checks_down().plays("- B2", "- -", "- C3")

    assert odds(hand, 3) == 0


@pytest.mark.parametrize(
    ("known", "habit", "beaten"),
    [
        # 0.76 of the cards from the deck's average on are lower, and with one in ten any card 0.772.
        ("A1 B2", (0, 0), 0.772 * 0.12 / (0.772 * 0.12 + 0.228)),
        ("A1 B2", (40, 36), 0.772 * 0.867 / (0.772 * 0.867 + 0.228)),
    ],
)
def test_who_has_seen_its_card_and_bets_can_beat_it(
    known: str, habit: tuple[int, int], beaten: float
) -> None:
    """DE-4, TB-12: a bet says that the King of Diamonds is beaten, but for 12 in 100 who bet with anything.

    Of somebody who raised in 36 of 40 hands 87 in 100 do.
    """
    hand = (
        looked({1: "B2", 3: known}, RaiseFrequency(Seat(3), *habit))
        .checks_down()
        .plays("- B2", "- -", "- A1")
    )
    hand.presses("check", "fold")

    assert odds(hand, 1) == pytest.approx(0.772)
    assert odds(hand.presses("bet 4"), 1) == pytest.approx(beaten, abs=0.002)


def test_a_bet_is_measured_by_what_others_have_shown() -> None:
    """TB-12: a bet against a known held card means a higher card than a bet against the deck."""
    found = []
    for touch in ("- B2", "- -"):
        hand = looked({1: "B2", 3: "A1"}).checks_down().plays(touch, "- -", "- A1").presses("check", "fold")
        before = OpponentModel(DESTINY.recollection(hand.state, Seat(1)), MASTER)
        after = OpponentModel(DESTINY.recollection(hand.presses("bet 4").state, Seat(1)), MASTER)
        king = before.known["B2"]
        found.append([each.final(each.rivals[0])[king] for each in (before, after)])

    (known, known_bets), (deck, deck_bets) = found
    assert known == deck == pytest.approx(0.772)
    assert known_bets < deck_bets < deck


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
    """TB-12: it bets by the value of what it knows; where nobody knows anything a raise gains nothing."""
    assert mostly(played(*ALL, dealer=3)) == "raise"
    assert keys(played(dealer=3)) == {"match"}


def test_sometimes_hides_a_good_card() -> None:
    """TB-12: a match may hide one too, so that a raise does not give everything away."""
    assert keys(played(*ALL, dealer=3)) == {"raise", "match"}


def test_who_is_no_master_seldom_raises_a_good_card() -> None:
    """TB-12: an apprentice raises 3 of 10 good cards, a regular 6, a master 5 of 6, and none folds one."""
    skilled: tuple[Skill, ...] = ("apprentice", "regular", "master")
    answers = {
        skill: [each.key for each in decided(played(*ALL, dealer=3), Character(skill))] for skill in skilled
    }
    raised = [answers[skill].count("raise") / TRIES for skill in skilled]

    assert raised == pytest.approx([0.3, 0.6, 0.83], abs=0.15)
    assert all(set(given) == {"raise", "match"} for given in answers.values())


def test_a_card_that_somebody_has_taken_up_is_no_good() -> None:
    """TB-12: in the second round what it holds counts, and not what it once saw."""
    hand = looked({1: "A1 C3", 3: "B2 D4 E5"}, dealer=2).checks_down().plays("A1 B2", "- C3", "- -")

    hand.presses("bet 6")
    assert (hand.turn, keys(hand)) == (1, {"fold"})


def test_knows_that_it_has_won() -> None:
    """TB-12: the cards that it has seen the others hold down tell it their plays."""
    hand = played("B2", "C3", "E5").checks_down().plays("- B2", "- C3", "- E5")

    assert mostly(hand) == "bet"
    assert "fold" not in keys(hand.presses("check", "bet 40", "fold"))


def test_gives_up_what_it_cannot_win() -> None:
    """TB-12: against the raise of a player who knows cards it folds what nobody knows."""
    assert keys(looked({2: "A1 B2 C3"}, dealer=2).presses("raise 30", "fold")) == {"fold"}


def test_a_raise_says_nothing_of_somebody_who_knows_nothing() -> None:
    """TB-12: nobody has looked at a card, so a large bet wins nothing but what is folded to it."""
    assert keys(looked({}, dealer=2).presses("raise 50", "fold")) == {"match"}


def test_a_raise_says_little_of_somebody_who_always_raises() -> None:
    """TB-12: a raise of nine hands in ten means any card; a raise of one in ten means a good card."""
    often, seldom = RaiseFrequency(Seat(2), 10, 9), RaiseFrequency(Seat(2), 10, 1)
    after = [looked({1: "C3", 2: "D4 E5"}, each, field=QUEEN, dealer=2) for each in (often, seldom)]

    assert [keys(hand.presses("raise 50", "fold")) for hand in after] == [{"match"}, {"fold"}]


def test_who_plays_first_has_the_card_that_both_know() -> None:
    """DE-4: if two know the King of Diamonds, the one nearer to the dealer's left holds it."""
    first, last = looked({1: "B2", 3: "B2"}, dealer=3), looked({1: "B2", 3: "B2"}, dealer=2)

    assert odds(last.presses("fold"), 1) < 0.5 < odds(first.presses("match", "match"), 1)


@pytest.mark.parametrize(
    ("others", "skill", "lost"),
    [
        # Two players play before, and each takes up one of three cards that nobody else has seen.
        ("", "master", 5 / 9),
        # Seat 2 has seen that card itself and would hold it, so that it takes up one of the other two.
        ("A1", "master", 1 / 3),
        # A regular heeds three quarters of what rivals do, an apprentice one.
        ("", "regular", 5 / 12),
        ("", "apprentice", 5 / 36),
    ],
)
def test_who_plays_before_takes_up_a_card(others: str, skill: Skill, lost: float) -> None:
    """TB-12, DE-4: a card that one is seen to know may be gone; the less skilled take less notice of that."""
    hand = looked({1: "A1 B2 C3", 2: others}, dealer=1)
    view = DESTINY.recollection(hand.state, Seat(1))

    assert OpponentModel(view, Character(skill)).lost("A1") == pytest.approx(lost)
    assert OpponentModel(view, Character(skill)).lost("E5") == 0


def test_the_first_to_play_loses_no_card() -> None:
    """TB-12, DE-4: nor does anybody once all have played; with a King in hand for an Ace odds are lower."""
    first, last = looked({1: "A1 B2"}, dealer=3), looked({1: "A1 B2"}, dealer=1)

    assert odds(last, 1) < odds(first.presses("match"), 1) == 1.0


def test_goes_all_in_where_the_stack_is_short() -> None:
    """TB-12: it matches with what is left."""
    memories = [Memory(Seat(1), ("A1",))]
    hand = Hand(9, 50, 50, carry=carry(FIELD, DECK, dealer=2, memories=memories)).presses("raise 30")

    assert keys(hand) == {"all_in"}


def test_bluffs_a_little() -> None:
    """TB-12: now and then it raises with nothing, where the others know that it has looked at cards."""
    given = [each.key for each in decided(played("C3", "D4", "E5", dealer=3))]

    assert 0 < given.count("raise") < TRIES / 2


def test_bets_about_the_pot() -> None:
    """TB-12: 3 lie there, and 2 to match: a raise by the 5 that makes, or a part, and all in where less.

    Which part is drawn, six tenths of it, all or three tenths more: 3, 5 or 6.5, rounded up.
    """
    assert {given.numbers for given in decided(played(*ALL, dealer=3)) if given.numbers} == {(5,), (7,), (9,)}

    memories = [Memory(Seat(1), ("A1",))]
    hand = Hand(4, 50, 50, carry=carry(FIELD, DECK, dealer=3, memories=memories))
    assert {given.numbers for given in decided(hand) if given.key == "raise"} == {(4,)}


@pytest.mark.parametrize(
    ("temper", "to"), [("bold", {6, 7, 9}), ("careful", {4, 5, 6}), ("talker", {5, 6, 7})]
)
def test_tempers_bet_another_part_of_the_pot(temper: Temper, to: set[int]) -> None:
    """TB-12: to the 2 of a match a bold one adds about 5, all that is there then, a careful one half."""
    given = decided(played(*ALL, dealer=3), Character(temper=temper))

    assert {each.numbers[0] for each in given if each.numbers} == to


def test_a_look_is_worth_nothing_to_the_last_two(monkeypatch: pytest.MonkeyPatch) -> None:
    """TB-12: if the only rival looks at a card too, a master pays nothing for it, unlike others."""
    found = []
    for hand, skill in itertools.product((Hand(50, 50), Hand(50, 50, 50)), get_args(Skill)):
        monkeypatch.setattr(bot_player, "LOOK_WORTH", 0.5)
        usual = stay(hand, Character(skill))
        monkeypatch.setattr(bot_player, "LOOK_WORTH", 1.5)
        found.append(stay(hand, Character(skill)) - usual)

    # In chips, of which a big blind has two.
    assert found == pytest.approx([1.5, 0.5, 0, 2, 2, 2])


def test_agrees_to_go_on() -> None:
    """DE-10: the decision about a new field is left to the people."""
    hand = Hand(50, 50, 50, carry=carry("A1=As", DECK, dealer=2)).checks_down()
    hand.plays("- A1", "- -", "- -").checks_down()

    assert keys(hand) == {"new_field"}


def stays(to: int, *known: str) -> list[bool]:
    """Return if seat 1 with a stack of 60, which has looked at these places, stays when seat 3 raises."""
    memories = [Memory(Seat(1), known), Memory(Seat(3), ("B2", "C3", "D4"))]
    before = carry(FIELD, DECK, "2c", 2, memories)
    hand = Hand(60, 700, 700, carry=before).presses(f"raise {to}")
    return [given.key != "fold" for given in decided(hand)]


def test_tb12_what_cannot_be_won_does_not_count() -> None:
    """TB-12, TB-6: a seat of 60 treats a raise to 600 as one to 60: it stays with an Ace, and not without."""
    assert stays(600) == stays(60) == [False] * TRIES
    assert stays(600, "A1") == stays(60, "A1") == [True] * TRIES


def test_tb12_an_all_in_for_the_whole_pot_pays() -> None:
    """DE-11: if all in for less plays for the whole pot, more than the own stack may be won."""
    given = []
    for rules in (DestinyRules(short_all_in="whole_pot"), DestinyRules()):
        before = carry(FIELD, DECK, "2c", 1, [Memory(Seat(2), ("A1", "B2", "C3", "D4"))])
        hand = Hand(60, 700, 700, rules=rules, carry=before).presses("raise 600", "match")
        given.append(keys(hand))

    assert given == [{"all_in"}, {"fold"}]


def test_tb12_what_nobody_can_bet_is_not_feared() -> None:
    """TB-12: against a rival who is all in, chance and worth are the same whatever lies behind."""
    found = []
    for own in (40, 80, 700):
        before = carry(FIELD, DECK, "2c", 2, [Memory(Seat(3), ("B2", "C3"))])
        hand = Hand(own, own, 40, carry=before).presses("raise 40", "fold")
        view = DESTINY.recollection(hand.state, Seat(hand.turn))
        found.append((view.line(Seat(3)).stack, estimate(view, DESTINY.offers(hand.state, Seat(hand.turn)))))

    assert [stack for stack, _ in found] == [0, 0, 0]
    told = [(each.odds, each.stay) for _, each in found if each is not None]
    assert len(told) == 3
    assert told[1] == told[2]
    assert told[0] == told[1]


def test_tb12_a_look_takes_a_card_from_whoever_plays_later() -> None:
    """DE-4, TB-12: a player who stays looks at the one card there, so that a rival behind cannot play it."""
    before, behind = looked({3: "A1"}, field="A1=As", dealer=3), looked({2: "A1"}, field="A1=As", dealer=1)

    assert odds(before, 1) == pytest.approx(1 / 3, abs=0.01)
    assert odds(behind.presses("match", "match"), 1) < odds(before, 1)


def test_tb12_people_who_are_no_masters_like_to_bet() -> None:
    """TB-12: if a check is free it bets in three of ten cases, up to 15 of 100; 3 of 20 are too few."""
    rich, poor = (
        Hand(*[stack] * 3, carry=carry(FIELD, DECK, "2c", 2)).presses("match", "match") for stack in (100, 20)
    )
    bets = [each.numbers[0] for each in decided(rich, Character("regular")) if each.key == "raise"]

    assert 0.1 < len(bets) / TRIES < 0.5
    assert max(bets) <= 15
    assert {each.key for each in decided(poor, Character("regular"))} == {"check"}


def test_what_is_held_was_not_passed_over() -> None:
    """TB-12, DE-4: if seat 1 knew a King and a Seven, it holds the King: the Seven was passed over."""
    hand = looked({1: "B2 C3"}).checks_down().plays("- B2")
    reading = OpponentModel(DESTINY.recollection(hand.state, Seat(3)), MASTER)

    assert reading._declined == {1: ["C3"]}
    # A seat that knew no card but the one it holds passed none over.
    alone = looked({1: "B2"}).checks_down().plays("- B2")
    assert OpponentModel(DESTINY.recollection(alone.state, Seat(3)), MASTER)._declined == {1: []}
