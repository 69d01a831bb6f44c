"""House players' habits, counted over many hands (TB-12): how often they bet, and how large."""

from __future__ import annotations

import tracemalloc
from collections.abc import Callable, Mapping
from typing import Any

import pytest

from games.destiny.bot_player import BEST, outlook
from games.destiny.opponent_model import OpponentModel
from games.dividha import bot_player as dividha_house
from games.dividha.bot_player import NEXT_TO_SURE
from games.dividha.equity import HandAssessment
from games.engine.betting.bets import Betting
from games.engine.betting.bot_betting import read
from games.engine.betting.rounds import bet_ceiling, pot_after_call
from games.engine.core.characters import MASTER, Character, Skill, Temper
from games.engine.core.offers import NumberOffer, SplitOffer
from games.knights_heads.bot_player import STRENGTHS, assess, yardstick
from tests.laws.watched import Told, hands
from tests.soak import some_now
from training.league import EVENING_HANDS

SHARE_MIN, RAISES_MAX = 0.3, 3
TEMPERS: tuple[Temper, ...] = ("bold", "careful", "talker", "even")
HANDS = [20, pytest.param(2000, marks=pytest.mark.soak)]


@pytest.mark.soak
@pytest.mark.parametrize("count", [20, 2000])
@pytest.mark.parametrize("skill", ["regular", "master"])
def test_dividha_is_bet_on(skill: Skill, count: int) -> None:
    """Issue 16: a bet in two hands of three, all of it on the likelier column."""
    character, bet_on, played = Character(skill), 0, 0
    # The ante rises with the hands of an evening, until little is left to bet.
    names = [f"{skill} {evening}" for evening in range(count // EVENING_HANDS)]
    for hand in (each for name in names for each in hands("dividha", [character] * 4, EVENING_HANDS, name)):
        answers = [each for seat in hand for each in seat]
        bet_on += any(each.is_raise for each in answers)
        played += 1
        for each in answers:
            offer = each.offers[each.answer.key]
            if isinstance(offer, SplitOffer) and each.view.betting.to_act is not None:
                lays_what_it_thinks(each, offer, character)

    assert played == count
    assert bet_on >= 2 / 3 * played


def lays_what_it_thinks(told: Told, offer: SplitOffer[Any], character: Character) -> None:
    """No coin against what it thinks."""
    to, on_win = told.answer.numbers
    assert on_win == (to - offer.laid if HandAssessment(told.view, character).is_on_win else 0)


def has_best_card(told: Told, character: Character) -> bool:
    """Return True if it thinks its card of Destiny next to the best."""
    return outlook(OpponentModel(told.view, character), told.offers, character).odds >= BEST


def has_best_hand(told: Told, character: Character) -> bool:
    """Return True if it thinks its cards of Knights' Heads among the best."""
    return assess(told.view, character).strength == STRENGTHS - 1


def is_next_to_sure(told: Told, character: Character) -> bool:
    """Return True if it thinks that its cards of Dividha take their column."""
    return HandAssessment(told.view, character).equity.best >= NEXT_TO_SURE


HAS_BEST: Mapping[str, Callable[[Told, Character], bool]] = {
    "destiny": has_best_card,
    "knights_heads": has_best_hand,
    "dividha": is_next_to_sure,
}


@pytest.mark.parametrize("count", HANDS)
@pytest.mark.parametrize("key", some_now(HAS_BEST, ("destiny",)))
def test_nobody_raises_little_or_for_long(key: str, count: int) -> None:
    """TB-12: no raise below 0.3 of the pot, none after the third but with the best, none for nobody."""
    company = [Character(temper=temper) for temper in TEMPERS]
    raised = 0
    for evening in range(count // EVENING_HANDS):
        for hand in hands(key, company, EVENING_HANDS, f"raises {evening}"):
            for character, answers in zip(company, hand, strict=True):
                raising = [told for told in answers if told.goes_up and not is_smallest_bet(told)]
                raised += len(raising)
                for told in raising:
                    assert told.view.betting.raises < RAISES_MAX or HAS_BEST[key](told, character)
                    assert told.answer.key == "all_in" or adds_enough(told)
                    assert bet_ceiling(told.view.betting) > told.view.betting.to_match

    assert raised > count / 2


def is_smallest_bet(told: Told) -> bool:
    """Return True if it bets the least where there is no check, which is how to stay in (KH-6)."""
    betting: Betting = told.view.betting
    return not (betting.to_match or betting.may_check) and told.answer.numbers[:1] == (betting.bet_min,)


def adds_enough(told: Told) -> bool:
    """Return True if it adds 0.3 of the pot but for a broken chip, or all that is allowed or callable."""
    betting, offer, to = told.view.betting, told.offers[told.answer.key], told.answer.numbers[0]
    assert isinstance(offer, NumberOffer | SplitOffer)
    added = to - betting.to_match
    is_most = to >= min(offer.most, bet_ceiling(betting))
    return is_most or added >= SHARE_MIN * pot_after_call(betting, betting.acting) - 1


@pytest.mark.soak
@pytest.mark.parametrize("count", [20, 2000])
@pytest.mark.parametrize("seats", [2, 4, 6])
def test_knights_heads_is_played_on(seats: int, count: int) -> None:
    """Issue 16: at most one hand in eight ends before the exchange, and no round sees a fifth raise."""
    exchanged, raises = 0, 0
    for hand in hands("knights_heads", [MASTER] * seats, count, "course"):
        answers = [each for seat in hand for each in seat]
        exchanged += any("pass" in each.offers for each in answers)
        raises = max(raises, *(each.view.betting.raises + each.goes_up for each in answers))

    assert count - exchanged <= count / 8
    assert raises <= 4


def test_tables_are_small() -> None:
    """Issue 16: house players' tables take less than 20 MB."""
    for cached in (read, yardstick):
        cached.cache_clear()
    tracemalloc.start()
    read("games.knights_heads", "betting.table")
    dividha_house.TABLE()
    for counts in (True, False):
        yardstick(triplet_counts=counts)
    size, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()

    assert size < 20_000_000
