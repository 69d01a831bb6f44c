"""How a house player plays (TB-12): as it learned in self-play, for its cards and the betting as it stands.

Its cards become a strength (`strength.py`), the betting a situation (`situation.py`), and for both a table
says how often to fold, to stay, and to raise by how much (docs/house-players.md). What was never tried is
reckoned: the chance to win beside what it costs, where whoever has bet more is taken to have better cards.
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Mapping
from functools import lru_cache
from itertools import accumulate
from random import Random
from typing import NamedTuple

from games.engine.betting.habits import habit
from games.engine.betting.limits import pot_after_match
from games.engine.betting.strategy_table import SHARES, read
from games.engine.chance.seals import Chance
from games.engine.core.character import MASTER, Character, Skill
from games.engine.core.offers import Answer, Number, Offer, Pick
from games.knights_heads.cards import Card
from games.knights_heads.dealing import NINE
from games.knights_heads.model import Move
from games.knights_heads.situation import (
    ALL_IN,
    FOLD,
    HALF,
    POT,
    RAISES_MAX,
    RAISES_MAX_BEFORE_EXCHANGE,
    ROUNDS,
    STAY,
    STRENGTHS,
    BettingStand,
    number,
    standing,
)
from games.knights_heads.strength import Yardstick, best_to_keep, promise, prospect, yardstick
from games.knights_heads.view import KnightsView

SIZES = {HALF: 0.5, POT: 1.0}
"""Which share of the pot a raise adds."""
WEAK = STRENGTHS // 3
"""Whoever raises with less is bluffing."""
USUAL_RAISER = 0.5
"""How often a house player raises: who does so more often says less by it."""
HABITS_FROM = 6
"""Hands after which a habit is one."""
HABIT_WEIGHT = 0.2
SAID = 0.35
"""How much of the growth of a pot speaks for the rivals' cards, where that has to be reckoned."""
BOLD = 1.6
"""Where it has to be reckoned: raise when the chance is this many times an equal share."""


class Judgement(NamedTuple):
    """What a house player thinks of its cards and of the betting."""

    worth: float
    """The share of all hands laid down that the own hand will beat."""
    strength: int
    standing: BettingStand
    shares: tuple[int, ...]
    """How many of `SHARES` parts each action has."""


def decide(
    view: KnightsView, offers: tuple[Offer[Move], ...], chance: Chance, character: Character = MASTER
) -> Answer:
    """Pass on the least useful cards, and bet as was learned."""
    offered = {offer.key: offer for offer in offers}
    passing = offered.get("pass")
    if isinstance(passing, Pick):
        counts = view.rules.triplet_counts
        keeping, _ = before_exchange(view.cards, triplet_counts=counts, skill=character.skill)
        return Answer("pass", tuple(at for at, card in enumerate(passing.choices) if card not in keeping))
    shares = judged(view, character).shares
    action = bisect(list(accumulate(shares)), chance.below(SHARES))
    return carried_out(view, offered, action, character.bet)


def judged(view: KnightsView, character: Character) -> Judgement:
    """What a house player of that character thinks; the same view always gives the same."""
    stands = standing(view.betting, view.stage, view.rules.ante)
    worth = worth_of(view) + _misjudged(view, character) + _heard(view, character)
    strength = _yardstick(view).strength(worth, stands.round)
    learned = read("games.knights_heads", "betting.table").get(number(stands, strength))
    shares = _allowed(learned or reckoned(stands, worth), stands, strength)
    if strength < WEAK:
        shares = _bluffing(shares, character.bluffing)
    return Judgement(worth, strength, stands, shares)


def worth_of(view: KnightsView) -> float:
    """The share of all hands laid down that the viewer's hand will beat, as far as its cards can tell."""
    measure = _yardstick(view)
    if len(view.cards) > NINE:
        return measure.worth(view.cards)
    if view.gave is not None:
        return prospect(view.cards, view.gave.cards, measure)
    return before_exchange(view.cards, triplet_counts=view.rules.triplet_counts)[1]


@lru_cache(maxsize=64)
def before_exchange(
    cards: tuple[Card, ...], *, triplet_counts: bool, skill: Skill = "master"
) -> tuple[tuple[Card, ...], float]:
    """Which six of nine cards to keep, and what they are worth; a round asks for it more than once."""
    measure = yardstick(triplet_counts=triplet_counts)
    kept = best_to_keep(cards, measure, skill)
    return kept, promise(kept, cards, measure)


def reckoned(stands: BettingStand, worth: float) -> tuple[int, ...]:
    """What to do about a betting that was never tried, in parts of `SHARES`."""
    said = 1 - (stands.antes / max(stands.antes, stands.pot)) ** SAID
    chance = max(0.0, (worth - said) / (1 - said)) ** (stands.staying - 1)
    if chance * stands.staying > BOLD:
        return (0, 4, 0, 12, 0)
    stays = chance * (stands.pot + stands.missing) >= stands.missing
    return (0, SHARES, 0, 0, 0) if stays else (SHARES, 0, 0, 0, 0)


def _allowed(shares: tuple[int, ...], stands: BettingStand, strength: int) -> tuple[int, ...]:
    """The shares without raises that nobody could match; after some raises, the best alone raises."""
    most = RAISES_MAX if stands.round else RAISES_MAX_BEFORE_EXCHANGE
    if stands.rest and stands.raises < most:
        return shares
    if stands.rest and stands.raises == most and strength == STRENGTHS - 1:
        return (0, 0, 0, 0, SHARES)
    return (shares[FOLD], SHARES - shares[FOLD], 0, 0, 0)


def carried_out(
    view: KnightsView, offered: Mapping[str, Offer[Move]], action: int, bet: float | None = None
) -> Answer:
    """The answer that comes nearest to an action of the table, by somebody who bets that share of the pot."""
    raising = offered.get("raise") or offered.get("bet")
    if action == FOLD:
        return Answer("fold")
    if action == ALL_IN and "all_in" in offered:
        return Answer("all_in")
    if action != STAY and isinstance(raising, Number):
        return Answer(raising.key, (_amount(view, raising, action, bet),))
    return _staying(offered)


def _amount(view: KnightsView, raising: Number[Move], action: int, bet: float | None) -> int:
    """To how much to raise, within what is offered."""
    if action == ALL_IN:
        return raising.most
    betting = view.betting
    share = SIZES[action] if bet is None else bet
    wanted = betting.to_match + int(pot_after_match(betting, betting.acting) * share)
    return max(raising.least, min(raising.most, wanted))


def _staying(offered: Mapping[str, Offer[Move]]) -> Answer:
    smallest = offered.get("bet")
    if "check" in offered:
        return Answer("check")
    if "match" in offered:
        return Answer("match")
    # There is no check in the first round: the smallest bet is what it takes to stay (KH-6).
    return Answer("bet", (smallest.least,)) if isinstance(smallest, Number) else Answer("all_in")


def _yardstick(view: KnightsView) -> Yardstick:
    return yardstick(triplet_counts=view.rules.triplet_counts)


def _misjudged(view: KnightsView, character: Character) -> float:
    """By how much somebody overrates these cards: the same for the same cards, however the betting goes."""
    if not character.noise:
        return character.confidence
    dice = Random(f"{character.skill} {ROUNDS[view.stage]} {' '.join(view.cards)}")  # noqa: S311 -- no card
    return character.confidence + character.noise * (2 * dice.random() - 1)


def _heard(view: KnightsView, character: Character) -> float:
    """How much less the last raise says to somebody who remembers that its seat raises often, or more."""
    raisers = view.betting.raisers
    if character.temper != "rememberer" or not view.betting.raises or raisers[-1] == view.viewer:
        return 0.0
    known = habit(view.betting.habits, raisers[-1])
    if known.hands < HABITS_FROM:
        return 0.0
    return HABIT_WEIGHT * (known.raised / known.hands - USUAL_RAISER)


def _bluffing(shares: tuple[int, ...], bluffing: float) -> tuple[int, ...]:
    """The shares when raises come so many times as often; at most half of what is done else becomes one."""
    fold, stay, *raises = shares
    mild, raised = fold + stay, SHARES - fold - stay
    if not mild or not raised:
        return shares
    times = min(bluffing, 1 + mild / 2 / raised)
    wanted = [round(each * times) for each in raises]
    left = SHARES - sum(wanted)
    folds = round(left * fold / mild)
    return (folds, left - folds, *wanted)
