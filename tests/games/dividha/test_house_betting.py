"""House players' betting: by their table and, for missing entries, by imagined hands (TB-12)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from random import Random
from typing import Any, get_args

import pytest

from games.destiny.game import DESTINY
from games.destiny.model import DestinyRules
from games.dividha import bot_player
from games.dividha.bot_player import (
    ALL_IN,
    FOLD,
    HALF,
    POT,
    STAY,
    STYLES,
    Style,
    action_shares,
    amounts,
    strategy,
)
from games.dividha.cards import DECK
from games.dividha.equity import Equity, HandAssessment, after_raises, call_value
from games.dividha.game import DIVIDHA
from games.dividha.model import DividhaRules
from games.engine.betting.bets import RaiseFrequency
from games.engine.betting.bot_betting import SHARES, risk_limit
from games.engine.betting.rounds import behind
from games.engine.core.characters import MASTER, Character, Skill, Temper
from games.engine.core.game import Seat
from games.engine.core.offers import SplitOffer, find, take
from tests.games.dividha.house_player import STRONG, decided, play_on
from tests.games.dividha.scripted import SIX, Hand

MIDDLING = {1: "KH QD 7B 5H 5D 3B", 2: SIX[2], 3: SIX[3]}
SURE = {1: "6L1 6L2 6L3 6H 6D 2B", 2: SIX[2], 3: SIX[3]}


def insight(hand: Hand, character: Character = MASTER) -> HandAssessment:
    """Return the insight of the seat to act."""
    return HandAssessment(hand.view(hand.turn), character)


def shares(hand: Hand, character: Character = MASTER) -> list[float]:
    """Return the frequencies of the answers of the seat to act."""
    seat = insight(hand, character)
    found = strategy(seat, amounts(seat.view, hand.offers()))
    return [each / sum(found) for each in found]


def dealt(seats: int) -> dict[int, str]:
    """Six cards for each of so many."""
    cards = Random(seats).sample(DECK, 6 * seats)
    return {seat: " ".join(cards[6 * seat - 6 : 6 * seat]) for seat in range(1, seats + 1)}


ALWAYS, SELDOM = STYLES[0], STYLES[-2]


def learned(style: Style) -> Callable[[], Mapping[int, tuple[int, ...]]]:
    """A table by which everybody always has that style."""
    shares = tuple(SHARES * (each == style) for each in STYLES)
    return lambda: dict.fromkeys((1, 2, 3), shares)


RULES = [
    DividhaRules(),
    DividhaRules(limit="no_limit", divine_intervention=True),
    DividhaRules(limit="fixed_limit", pay_to_trade=True),
    DividhaRules(demons_wager=True, opponents_purse=True),
    DividhaRules(limit="no_limit", split_all_in=False),
]


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("seats", [2, 4, 7])
def test_every_house_rule(rules: DividhaRules, seats: int) -> None:
    """TB-12: whatever the house rules, the seats and the stacks, they play a hand to its end."""
    stacks = (20 + 30 * number for number in range(seats))

    assert play_on(Hand(*stacks, rules=rules, holding=dealt(seats))).is_over


def test_a_style_lasts_for_the_hand() -> None:
    """TB-12: and each is as frequent as was learned; what was never learned is never done."""
    hand = Hand(100, 100, holding=dealt(2))
    first = bot_player.style(insight(hand))
    hand.checks_to("second_round")

    assert bot_player.style(HandAssessment(hand.view(1), MASTER)) == first


@pytest.mark.parametrize(
    ("style", "gain", "owed", "raises", "expected"),
    [
        # A coin must bring 1.2 for a bet.
        (SELDOM, 1.3, 0, 0, (0, 0, 0.5, 0.5, 0)),
        (SELDOM, 1.1, 0, 0, (0, 0.95, 0.025, 0.025, 0)),
        # For a raise 1.4, and 0.1 more since there was one.
        (SELDOM, 1.6, 10, 1, (0, 0, 0, 1, 0)),
        # 0.9 x 10 and half of half of 30 are 16.5, more than 1.15 x 10; 0.9 x 100 and 7.5 less than 115.
        (SELDOM, 1.0, 10, 1, (0, 1, 0, 0, 0)),
        (SELDOM, 1.0, 100, 1, (1, 0, 0, 0, 0)),
        (ALWAYS, 1.0, 0, 0, (0, 0, 0.5, 0.5, 0)),
    ],
)
def test_what_a_style_does(
    style: Style, gain: float, owed: int, raises: int, expected: tuple[float, ...]
) -> None:
    """TB-12: with a pot of 30, of which one column is taken every second time."""
    faced = after_raises(Equity(0.5, 0.0, gain, 0.5), raises)

    assert action_shares(style, faced.gain, call_value(faced, owed, 30), owed) == pytest.approx(expected)


def test_people_who_are_no_masters_like_to_bet(monkeypatch: pytest.MonkeyPatch) -> None:
    """TB-12: a regular bets in three of ten cases in which it would check, and where it pays no more."""
    monkeypatch.setattr(bot_player, "action_shares", lambda *_: [0.0, 1.0, 0.0, 0.0, 0.0])
    free = Hand(100, 100, 100, holding=MIDDLING).checks_to("last_round")
    asked = Hand(100, 100, 100, holding=MIDDLING).checks_to("last_round").presses("bet 4")

    assert shares(free, Character("regular")) == pytest.approx([0, 0.7, 0.15, 0.15, 0])
    assert shares(asked, Character("regular")) == shares(free) == [0, 1, 0, 0, 0]


def test_nobody_but_a_master_asks_a_short_stack_for_much(monkeypatch: pytest.MonkeyPatch) -> None:
    """TB-12: a player who had 14 is asked for no more than 7, the ante of 2 among them."""
    monkeypatch.setattr(bot_player, "TABLE", learned(STYLES[-1]))
    hand = Hand(100, 14, 100, holding=MIDDLING).checks_to("last_round")
    most = [
        max(sum(decided(hand, number, Character(skill)).numbers[:1]) for number in range(100))
        for skill in ("regular", "master")
    ]

    assert 0 < most[0] <= 5 < most[1]


def test_no_small_raise() -> None:
    """TB-12: no bet or raise adds less than 0.3 of the pot, except all in."""
    added = []
    for seats in (2, 3, 4) * 6:
        hand = Hand(*[100] * seats)
        number = 0
        while not hand.is_over:
            number += 1
            given = decided(hand, number)
            offer = find(tuple(hand.offers().values()), given.key)
            if isinstance(offer, SplitOffer) and given.key in ("bet", "raise"):
                betting = hand.view(None).betting
                pot = betting.pot + betting.to_match - betting.acting.bet
                added.append((given.numbers[0] - betting.to_match) / pot)
            hand.answers(hand.turn, " ".join([given.key, *map(str, written(hand, given.key, given.numbers))]))

    assert added
    assert min(added) >= 0.3


def written(hand: Hand, key: str, numbers: tuple[int, ...]) -> list[Any]:
    """An answer's numbers, or the cards that they stand for."""
    offer = find(tuple(hand.offers().values()), key)
    return [
        getattr(offer, "choices", numbers)[each] if hasattr(offer, "choices") else each for each in numbers
    ]


def test_no_raise_after_the_third(monkeypatch: pytest.MonkeyPatch) -> None:
    """TB-12: but with a hand that is next to sure of its column, whatever the table says."""
    monkeypatch.setattr(bot_player, "TABLE", learned(ALWAYS))
    raises = ("bet 2", "raise 4", "raise 6")
    found = []
    good = {1: "6L1 QD AL JD 4B 5V", 2: "7V JH 3H AV QH KL", 3: "4V QV AD 3V 4L 6D"}
    for holding in (good, SURE):
        hand = Hand(900, 900, 900, rules=DividhaRules(limit="no_limit"), holding=holding)
        found.append(shares(hand.checks_to("last_round").presses(*raises)))

    assert found == [[0, 1, 0, 0, 0], [0, 0, 0, 1, 0]]


def test_what_is_not_possible_is_done_by_the_nearest() -> None:
    """TB-12: a check costs nothing, so nobody folds for it; where a raise is all in, all in it is."""
    free = Hand(100, 100, 100, holding=MIDDLING).checks_to("last_round")
    short = Hand(4, 100, 100, holding=STRONG).checks_to("last_round")

    assert shares(free)[FOLD] == 0
    assert shares(short)[HALF] == shares(short)[POT] == 0
    assert shares(short)[ALL_IN] + shares(short)[STAY] == pytest.approx(1)


def test_nobody_raises_what_nobody_could_match() -> None:
    """TB-12, TB-4: both others are all in, so a raise would only come back, however sure the hand is."""
    held = {1: SIX[2], 2: SIX[3], 3: SURE[1]}
    alone, with_one = (
        Hand(6, stack, 100, holding=held).checks_to("last_round").presses("all_in 4", "match 4")
        for stack in (6, 100)
    )

    assert "raise" in alone.offers()
    assert shares(alone)[STAY] == 1
    assert shares(with_one)[STAY] < 1


@pytest.mark.parametrize(("temper", "more"), [("bold", 0.05), ("careful", -0.05), ("even", 0)])
def test_confidence(temper: Temper, more: float) -> None:
    """TB-12: a bold one thinks its chance better than it is by 0.05, a careful one worse."""
    hand = Hand(100, 100, 100, holding=MIDDLING)
    even = insight(hand).equity

    assert insight(hand, Character("master", temper)).equity.best == pytest.approx(even.best + more)


def test_a_talker_bluffs_twice_as_often(monkeypatch: pytest.MonkeyPatch) -> None:
    """TB-12: beside staying, and with cards that are not worth a bet."""
    monkeypatch.setattr(bot_player, "TABLE", learned(SELDOM))
    hand = Hand(100, 100, 100, holding=MIDDLING)
    even, talker = shares(hand), shares(hand, Character("master", "talker"))

    assert insight(hand).equity.gain < 1
    assert sum(even[HALF:]) > 0
    assert sum(talker[HALF:]) / talker[STAY] == pytest.approx(2 * sum(even[HALF:]) / even[STAY])


@pytest.mark.parametrize(
    ("temper", "bets"),
    [("bold", {18, 24}), ("careful", {8, 10, 12, 16, 18}), ("talker", {12, 16, 18, 21}), ("even", set())],
)
def test_tempers_bet_another_part_of_the_pot(temper: Temper, bets: set[int]) -> None:
    """TB-12: with 24 there, the limit, a bold one bets about all, a careful one half, a talker any part."""
    hand = Hand(100, 100, 100, holding=MIDDLING).presses("bet 6", "match", "match").checks_to("last_round")
    view, shares = hand.view(hand.turn), Character("master", temper).bets

    assert {amounts(view, hand.offers(), {HALF: share})[HALF][1] for share in shares} == bets
    assert [amounts(view, hand.offers())[size][1] for size in (HALF, POT)] == [12, 24]


def test_much_of_a_stack_is_paid_for_very_good_cards_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """TB-12: but by a master; 37 of 100 is the most that a regular pays with middling cards."""
    monkeypatch.setattr(bot_player, "TABLE", learned(ALWAYS))
    folds = []
    for bet in (10, 50):
        rules = DividhaRules(limit="no_limit")
        held = {1: "5D 3D KL 2L 4L KD", 2: "2V 7D AL 2H 6L2 6L3", 3: "5L 3H 7H 7V JD GOD"}
        hand = Hand(100, 100, 100, rules=rules, holding=held).presses(f"bet {bet}")
        folds += [shares(hand, Character(skill))[FOLD] == 1 for skill in ("master", "regular")]

    assert folds == [False, False, False, True]


def test_what_nobody_can_match_changes_no_chance() -> None:
    """TB-12, TB-6: against rivals who are all in, the chance is the same whatever lies behind."""
    found = []
    for own in (40, 80, 700):
        hand = Hand(own, 40, 40, rules=DividhaRules(limit="no_limit"), holding=MIDDLING)
        hand = hand.checks_to("last_round").presses("check")
        left = hand.line(2).stack
        hand = hand.presses(f"all_in {left}", f"match {left}")
        found.append((insight(hand).win_probability, shares(hand)))

    assert found[0] == found[1] == found[2]


@pytest.mark.parametrize("stack", [3, 100])
def test_a_master_minds_no_risk(stack: int) -> None:
    """TB-12: it bets all it has, also where that is less than 0.3 of the pot: 1 of 3 after an ante of 2."""
    betting = Hand(stack, 100, 100, holding=MIDDLING).checks_to("last_round").view(1).betting

    assert risk_limit(betting, MASTER) == stack - 2


def test_few_pay_for_all_that_somebody_has(monkeypatch: pytest.MonkeyPatch) -> None:
    """TB-12: asked for all it has, a seat compares its cards with those who are in, and pays what is fair."""
    hand = Hand(100, 100, 100, rules=DividhaRules(limit="no_limit"), holding=MIDDLING).checks_to("last_round")
    hand = hand.presses("check", f"all_in {hand.line(2).stack}")
    alone, weighed = insight(hand).without([Seat(1)]), list[tuple[float, float]]()

    def wished(manner: Style, gain: float, *_: float) -> list[float]:
        weighed.append((gain, manner.pays_from))
        return [1.0, 0.0, 0.0, 0.0, 0.0]

    monkeypatch.setattr(bot_player, "action_shares", wished)
    shares(hand)

    assert len(alone.rivals) == 1 < len(insight(hand).rivals)
    # The raise makes a coin worth less by 0.1.
    assert weighed == [(alone.equity.gain - 0.1, 1.0)] != [(insight(hand).equity.gain - 0.1, 1.0)]


def test_an_apprentice_overlooks_what_lies_before_others() -> None:
    """TB-12: it judges its cards alike whatever rivals show, a regular by one card of each."""
    others = {"one": "2H 3D", "other": "KH KD", "same first": "KH 3D"}
    hands = {
        name: Hand(100, 100, holding={1: "6H 6D 8B 5H 3B QD", 2: f"9H 9D {public} 8H 8D"}).checks_to(
            "third_round"
        )
        for name, public in others.items()
    }
    found = {
        skill: {name: insight(hand, Character(skill)).rivals for name, hand in hands.items()}
        for skill in get_args(Skill)
    }

    assert found["apprentice"]["one"] == found["apprentice"]["other"]
    assert found["regular"]["one"] != found["regular"]["other"] == found["regular"]["same first"]
    assert len({*found["master"].values()}) == 3


def test_the_less_skilled_foresee_little() -> None:
    """TB-12: a regular considers 10 of 32 ways in which cards may go on, an apprentice 4."""
    first, last = (
        Hand(100, 100, 100, holding=MIDDLING).checks_to(stage) for stage in ("first_round", "last_round")
    )

    assert [len(insight(first, Character(skill)).futures) for skill in get_args(Skill)] == [4, 10, 32]
    assert [len(insight(last, Character(skill)).futures) for skill in get_args(Skill)] == [1, 1, 1]


def test_only_a_master_thinks_of_who_is_still_to_act() -> None:
    """TB-12: asked first of two, the less skilled compare with the bettor's cards alone."""
    hand = Hand(100, 100, 100, holding=MIDDLING).checks_to("last_round").presses("bet 6")
    regular, master = (insight(hand, Character(skill)) for skill in ("regular", "master"))

    assert len(master.rivals) == len(regular.rivals) == 2
    assert master.faced.best == master.equity.best
    assert regular.faced.best == regular.without(behind(hand.state.betting)).equity.best
    assert regular.faced.best > regular.equity.best


def test_a_raise_of_a_habitual_raiser_tells_little() -> None:
    """TB-12: it makes a coin worth less by a tenth; after raises in all of 36 hands by a tenth of that."""
    hand = Hand(100, 100, 100, holding=MIDDLING).checks_to("last_round").presses("check", "bet 6", "fold")
    view = hand.view(1)

    def lost(raised: int, skill: Skill) -> float:
        habits = (RaiseFrequency(Seat(2), 36, raised),)
        known = replace(view, betting=replace(view.betting, habits=habits))
        seat = HandAssessment(known, Character(skill))
        return seat.without(behind(view.betting)).equity.gain - seat.faced.gain

    # (36 + 4 x 0.35) / 40 is 0.935, and 0.065 of the usual 0.65 is a tenth.
    assert lost(36, "master") == pytest.approx(0.01)
    assert lost(0, "master") == pytest.approx(0.1)
    assert lost(36, "apprentice") == pytest.approx(0.0025)


def test_a_mixed_answer_can_be_taken() -> None:
    """TB-12: whatever chance says, what is answered was offered."""
    hand = Hand(100, 100, 100, holding=MIDDLING).checks_to("last_round").presses("check", "bet 6", "match")
    for number in range(20):
        given = decided(hand, number)

        assert take(find(tuple(hand.offers().values()), given.key), given.numbers)


def test_tb5_a_table_that_the_house_fills_is_played_with_fixed_limit() -> None:
    """TB-5: Dividha's alone, and no other rule of it; Destiny keeps its limit."""
    assert DIVIDHA.beside_house(DividhaRules(ante=2)) == DividhaRules(ante=2, limit="fixed_limit")
    assert DESTINY.beside_house(DestinyRules()) == DestinyRules()
