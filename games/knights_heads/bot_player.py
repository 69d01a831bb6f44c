"""Decisions of house players at Knights' Heads (TB-12); their reasons are in `reasons.py`.

The strategy was learned in self-play. For each strength of the cards and each situation of the betting, a
table gives the probabilities of folding, staying, and each size of raise (docs/lab/how-strong.md). A
situation that did not occur in training is decided by the winning probability and the pot odds; a pot that
has grown indicates good cards of the rivals.

The *worth* of cards is the share of the yardstick that they would beat. The *yardstick* is a list of hands
laid down in training, the weakest first. They are better than ten random cards, because players keep their
best six cards. All samples are seeded by the cards, so the same cards always have the same worth.

The number of a situation is computed from classes of public facts, and from the strength of the own cards:

    round       first, second, final
    staying     the number of seats still in: two, three, more
    behind      whether another seat still has to act, and may raise
    raises      bets and raises of this round
    price       the chips to call, relative to the pot that may be won
    growth      the pot that may be won, relative to the antes
    depth       the chips that could still be bet, relative to the pot after a call

Chips that can't be called don't count: for a seat with 60 chips left, bets of 60 and of 600 are the same.
"""

from __future__ import annotations

import json
from bisect import bisect, bisect_left
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from itertools import accumulate, combinations, islice
from math import ceil, exp, inf, log
from random import Random
from statistics import fmean
from typing import NamedTuple

from games.engine.betting.bets import Betting
from games.engine.betting.bot_betting import (
    SHARES,
    contents,
    exceeds_risk,
    raise_weight,
    random_bet_size,
    read,
    risk_limit,
)
from games.engine.betting.rounds import behind, pot_after_call, raisers_of_round
from games.engine.core.characters import MASTER, Character, Skill
from games.engine.core.offers import Answer, NumberOffer, Offer, PickOffer
from games.engine.provable_chance import Chance
from games.knights_heads.cards import DECK, Card
from games.knights_heads.hands import HAND_SIZE, Key, key
from games.knights_heads.model import Move, Stage
from games.knights_heads.rules import NINE, RABBLE_SIZE
from games.knights_heads.view import KnightsView

KEPT = NINE - RABBLE_SIZE
FUTURES: Mapping[Skill, int] = {"apprentice": 1, "regular": 5, "master": 20}
"""The number of sampled completions of a hand when choosing which cards to keep."""
REMEMBERED: Mapping[Skill, int] = {"apprentice": 8, "regular": 20}
"""The number of yardstick hands with which a house player compares its own; a master uses all of them."""
PROSPECTS = 60
"""The number of sampled completions of the kept cards when judging their strength."""
STRENGTHS = 16
"""The number of strength classes, which are finer for better hands."""
FOLD, STAY, HALF, POT, ALL_IN = range(5)
"""The actions; STAY is a check, a call or the smallest bet; HALF, POT and ALL_IN are raises."""
ROUNDS: dict[Stage, int] = {"first_round": 0, "second_round": 1, "final_round": 2}
RAISE_CLASSES = 3
RAISES_MAX, RAISES_MAX_BEFORE_EXCHANGE = 3, 2
"""The bets and raises in a round after which house players raise no more, except once with the best."""
_STAYING_MAX = 4
_PRICES = (0.0, 0.15, 0.27, 0.41, 0.6)
_GROWTHS = (2.0, 5.0, 14.0)
_DEPTHS = (0.0, 0.7, 2.0, 6.0)
AFTER_EXCHANGE = 3 * 2 * RAISE_CLASSES * 6 * 4 * 5 * STRENGTHS
"""The number of the first situation after the exchange."""
SIZES = {HALF: 0.5, POT: 1.0}
"""The share of the pot that a raise adds."""
WEAK = STRENGTHS // 3
"""A raise with a lower strength is a bluff."""
VERY_GOOD = STRENGTHS - 4
"""The minimum strength with which a house player bets any amount."""
USUAL_RAISER = 0.5
"""A house player's raise frequency: the raises of a rival who raises more often weigh less."""
CHANCES = (
    (0.05, 0.8, -1.13, -0.09, -0.08, 0.0, 0.0),
    (0.58, 1.02, -0.83, -0.59, -0.32, 0.0, 0.0),
    (1.09, 1.31, -1.44, -0.88, -1.01, -0.6, 1.25),
)
"""The coefficients of the winning probability by round: a constant, worth, rivals, growth, raises, worth
after raises, very high worth after raises.

Fitted to the outcomes of 8,572 decisions among house players of all skills (docs/lab/house-players.md).
"""
VERY_HIGH = 2.0
"""The logit of a very high worth (0.88): hardly any raiser has better cards."""
SHARE_MOST = 0.98
"""The maximum worth of a hand, since the yardstick has errors; the minimum is one minus this."""
SEEN_THROUGH = 0.75
"""The share of its equity that a seat realises if a bet of the whole pot is still possible."""
HEADS_UP = 2
NEAR = 5
"""The number of strengths in which a learned situation is searched: the own, and two on either side."""
BOLD = 1.6
"""In an unlearned situation, a hand raises if its winning probability is this many times an equal share."""


class Assessment(NamedTuple):
    """A house player's assessment of its cards and of the betting."""

    worth: float
    """The share of the yardstick that the player's hand will beat."""
    strength: int
    standing: BettingStand
    shares: tuple[int, ...]
    """The number of `SHARES` parts of each action."""

    odds: float
    """The probability that the hand is the best of the seats still in, given the growth of the pot."""

    @property
    def win_probability(self) -> Mapping[str, float]:
        """The probability that the hand is the best of the seats still in."""
        return {"pot": self.odds}

    @property
    def ev(self) -> Mapping[str, float]:
        """The expected value of a call, if nobody bets again."""
        stands = self.standing
        return {"match": self.odds * (stands.pot + stands.missing) - stands.missing}

    @property
    def is_exact(self) -> bool:
        """Always False: the rivals' cards and answers are estimated."""
        return False


def estimate(
    view: KnightsView, offers: tuple[Offer[Move], ...], character: Character = MASTER
) -> Assessment | None:
    """Return the assessment of the answers to a bet; None if there is no bet to answer."""
    return assess(view, character) if any(offer.key == "fold" for offer in offers) else None


def decide(
    view: KnightsView, offers: tuple[Offer[Move], ...], chance: Chance, character: Character = MASTER
) -> Answer:
    """Return a house player's answer: the least useful cards to pass on, or a bet by the learned strategy."""
    offered = {offer.key: offer for offer in offers}
    passed = _pass(view, offered, character)
    return passed or bets(view, offered, assess(view, character), chance, character)


def hint(view: KnightsView, offers: tuple[Offer[Move], ...]) -> Answer:
    """Return a master's answer for a hint: the cards to pass on, or the likeliest action."""
    offered = {offer.key: offer for offer in offers}
    passed = _pass(view, offered, MASTER)
    if passed is not None:
        return passed
    shares = assess(view, MASTER).shares
    return answer_for_action(view, offered, max(range(len(shares)), key=shares.__getitem__))


def _pass(view: KnightsView, offered: Mapping[str, Offer[Move]], character: Character) -> Answer | None:
    """Return the cards to pass on; None if there is a bet to answer."""
    passing = offered.get("pass")
    if not isinstance(passing, PickOffer):
        return None
    counts = view.rules.triplet_counts
    kept, _ = before_exchange(view.cards, triplet_counts=counts, skill=character.skill)
    return Answer("pass", tuple(index for index, card in enumerate(passing.choices) if card not in kept))


def bets(
    view: KnightsView,
    offered: Mapping[str, Offer[Move]],
    judgement: Assessment,
    chance: Chance,
    character: Character,
) -> Answer:
    """Return a random answer to a bet, by the probabilities of an assessment."""
    action = bisect(list(accumulate(judgement.shares)), chance.below(SHARES))
    if action == ALL_IN and character.risk < 1:
        action = POT
    share = random_bet_size(SIZES[action], character, chance) if action in SIZES else None
    most = inf if judgement.strength >= VERY_GOOD else risk_limit(view.betting, character)
    return answer_for_action(view, offered, action, share, most)


def assess(view: KnightsView, character: Character) -> Assessment:
    """Return a house player's assessment, always the same for the same view."""
    return assess_worth(view, worth_of(view, character.skill), character)


def assess_worth(view: KnightsView, worth: float, character: Character) -> Assessment:
    """Return the assessment for cards of this worth."""
    stands = standing(view.betting, view.stage, view.rules.ante)
    worth += character.confidence
    strength = _yardstick(view).strength(worth, stands.round)
    raises = sum(seat != view.betting.to_act for seat in raisers_of_round(view.betting))
    weight = character.attention * raise_weight(view.betting, USUAL_RAISER)
    odds = odds_of(stands, worth, weight, raises)
    shares = _with_eagerness(learned(stands, strength) or unlearned_shares(stands, odds), stands, character)
    shares = _with_defence(_with_allowed_raises(shares, stands, strength), stands, odds, character)
    if strength < WEAK:
        shares = _with_bluffing(shares, character.bluffing)
    judgement = Assessment(worth, strength, stands, shares, odds)
    # Folding hands that are worth their price could be exploited by betting again and again.
    if strength < VERY_GOOD and judgement.ev["match"] < 0 and exceeds_risk(view.betting, character):
        return judgement._replace(shares=(SHARES, 0, 0, 0, 0))
    return judgement


def worth_of(view: KnightsView, skill: Skill = "master") -> float:
    """Return the worth of the viewer's cards, as judged with this skill."""
    counts = view.rules.triplet_counts
    measure = yardstick(triplet_counts=counts, skill=skill)
    if len(view.cards) > NINE:
        return measure.worth(view.cards)
    if view.gave is not None:
        return prospect(view.cards, view.gave.cards, measure)
    return before_exchange(view.cards, triplet_counts=counts, skill=skill)[1]


@lru_cache(maxsize=64)
def before_exchange(
    cards: tuple[Card, ...], *, triplet_counts: bool, skill: Skill = "master"
) -> tuple[tuple[Card, ...], float]:
    """Return the six of nine cards to keep, and their worth; cached, since a round needs them repeatedly."""
    measure = yardstick(triplet_counts=triplet_counts, skill=skill)
    kept = best_to_keep(cards, measure, skill)
    return kept, promise(kept, cards, measure)


def odds_of(stands: BettingStand, worth: float, weight: float = 1.0, raises: int = 0) -> float:
    """Return the probability that a hand of this worth is the best.

    `weight` is the weight of the rivals' bets, `raises` their number in this round.
    """
    constant, by_worth, by_rivals, by_growth, by_raises, after_raises, at_top = CHANCES[stands.round]
    share = min(SHARE_MOST, max(1 - SHARE_MOST, worth))
    growth = max(1.0, stands.pot / stands.antes)
    cards = log(share / (1 - share))
    bets = by_growth * log(growth) + by_raises * raises
    if raises:
        bets += after_raises * cards + at_top * max(0.0, cards - VERY_HIGH)
    logit = constant + by_worth * cards + weight * bets
    return 1 / (1 + exp(-logit - by_rivals * log(stands.staying - 1)))


def unlearned_shares(stands: BettingStand, odds: float) -> tuple[int, ...]:
    """Return the probabilities of the actions in an unlearned situation, in parts of `SHARES`."""
    if odds * stands.staying > BOLD:
        return (0, 4, 0, 12, 0)
    stays = odds * (stands.pot + stands.missing) >= stands.missing
    return (0, SHARES, 0, 0, 0) if stays else (SHARES, 0, 0, 0, 0)


def _with_eagerness(shares: tuple[int, ...], stands: BettingStand, character: Character) -> tuple[int, ...]:
    """Return the probabilities with occasional bets of half the pot instead of checks."""
    bets = 0 if stands.missing else round(shares[STAY] * character.eagerness)
    return (shares[FOLD], shares[STAY] - bets, shares[HALF] + bets, *shares[POT:])


def _with_defence(
    shares: tuple[int, ...], stands: BettingStand, odds: float, character: Character
) -> tuple[int, ...]:
    """Return the probabilities without folds of hands that are worth their price, for the last two seats.

    Training rounded a fold in half of the cases up to a certain fold. Players below a master never fold such
    hands, also with more seats, and hardly consider later bets.
    """
    pot_after, attention = stands.pot + stands.missing, character.attention
    realised = 1 - (1 - SEEN_THROUGH) * attention * min(1.0, stands.rest / pot_after)
    if (attention == 1 and stands.staying > HEADS_UP) or odds * realised * pot_after < stands.missing:
        return shares
    return (0, shares[FOLD] + shares[STAY], *shares[HALF:])


def _with_allowed_raises(shares: tuple[int, ...], stands: BettingStand, strength: int) -> tuple[int, ...]:
    """Return the probabilities without raises that no rival could call, and without too many raises."""
    most = RAISES_MAX if stands.round else RAISES_MAX_BEFORE_EXCHANGE
    if stands.rest and stands.raises < most:
        return shares
    if stands.rest and stands.raises == most and strength == STRENGTHS - 1:
        return (0, 0, 0, 0, SHARES)
    return (shares[FOLD], SHARES - shares[FOLD], 0, 0, 0)


def answer_for_action(
    view: KnightsView,
    offered: Mapping[str, Offer[Move]],
    action: int,
    share: float | None = None,
    most: float = inf,
) -> Answer:
    """Return the legal answer nearest to an action; `share` replaces the action's share of the pot.

    No raise exceeds `most`.
    """
    raising = offered.get("raise") or offered.get("bet")
    if action == FOLD:
        return Answer("fold")
    if action == ALL_IN and "all_in" in offered:
        return Answer("all_in")
    if action != STAY and isinstance(raising, NumberOffer) and raising.least <= most:
        return Answer(
            raising.key, (min(int(min(most, raising.most)), _amount(view, raising, action, share)),)
        )
    for passive in ("check", "match"):
        if passive in offered:
            return Answer(passive)
    # There is no check in the first round: staying takes the smallest bet (KH-6).
    smallest = offered.get("bet")
    return Answer("bet", (smallest.least,)) if isinstance(smallest, NumberOffer) else Answer("all_in")


def _amount(view: KnightsView, raising: NumberOffer[Move], action: int, share: float | None) -> int:
    """Return the amount to raise to, within the offer."""
    if action == ALL_IN:
        return raising.most
    betting = view.betting
    added = pot_after_call(betting, betting.acting) * (SIZES[action] if share is None else share)
    target = betting.to_match + ceil(added)
    return max(raising.least, min(raising.most, target))


def _yardstick(view: KnightsView) -> Yardstick:
    return yardstick(triplet_counts=view.rules.triplet_counts)


def _with_bluffing(shares: tuple[int, ...], bluffing: float) -> tuple[int, ...]:
    """Return the probabilities with raises multiplied by `bluffing`, taking at most half of the rest."""
    fold, stay, *raises = shares
    passive, raised = fold + stay, SHARES - fold - stay
    if not passive or not raised:
        return shares
    factor = min(bluffing, 1 + passive / 2 / raised)
    more_raises = [round(each * factor) for each in raises]
    left = SHARES - sum(more_raises)
    folds = round(left * fold / passive)
    return (folds, left - folds, *more_raises)


@dataclass(frozen=True, slots=True)
class Yardstick:
    """Hands that were laid down, the weakest first, and the bounds of strength classes."""

    keys: tuple[Key, ...]
    edges: tuple[tuple[float, ...], ...] = ()
    """The lower bounds of the strengths above 0, as worths, for each round."""
    triplet_counts: bool = True

    def worth(self, cards: Sequence[Card]) -> float:
        """Return the share of the yardstick that these ten cards beat; equal hands count half."""
        own_key = key(cards, triplet_counts=self.triplet_counts)
        keys = self.keys
        below = bisect_left(keys, own_key)
        return (below + bisect(keys, own_key, below)) / (2 * len(keys))

    def strength(self, worth: float, stage: int) -> int:
        """Return the strength of cards of this worth in a round, from 0 to `STRENGTHS` - 1."""
        return bisect(self.edges[stage], worth)


def best_to_keep(cards: Sequence[Card], measure: Yardstick, skill: Skill = "master") -> tuple[Card, ...]:
    """Return the six most promising of nine cards, found by dropping the worst card three times."""
    futures = [*islice(random_draws(cards, cards), FUTURES[skill])]
    kept = tuple(cards)
    while len(kept) > KEPT:
        missing = HAND_SIZE - len(kept) + 1
        kept = max(
            combinations(kept, len(kept) - 1),
            key=lambda held: fmean(measure.worth((*held, *coming[:missing])) for coming in futures),
        )
    return kept


def promise(kept: Sequence[Card], cards: Sequence[Card], measure: Yardstick) -> float:
    """Return the average worth of six kept cards of nine, with four new cards."""
    coming = islice(random_draws(cards, kept), PROSPECTS)
    return fmean(measure.worth((*kept, *each)) for each in coming)


def random_draws(cards: Sequence[Card], seed: Sequence[Card]) -> Iterator[list[Card]]:
    """Yield random draws of four cards: three replacements for these nine cards, and the luck card."""
    unknown, random = _unknown(cards), _random(seed)
    while True:
        yield random.sample(unknown, HAND_SIZE - KEPT)


def prospect(
    cards: Sequence[Card], gave: Sequence[Card], measure: Yardstick, most: int | None = None
) -> float:
    """Return the average worth of nine cards over all luck cards, or over a sample of `most`."""
    lucks = _unknown((*cards, *gave))
    if most is not None:
        lucks = _random(cards).sample(lucks, most)
    return fmean(measure.worth((*cards, luck)) for luck in lucks)


@cache
def yardstick(*, triplet_counts: bool, skill: Skill = "master") -> Yardstick:
    """Return the yardstick used in training, loaded on first use, or a sample of it for lower skills."""
    if skill != "master":
        full = yardstick(triplet_counts=triplet_counts)
        step = len(full.keys) // REMEMBERED[skill]
        return replace(full, keys=full.keys[step // 2 :: step])
    table = json.loads(contents("games.knights_heads", "yardstick.table"))
    keys = sorted(key(hand.split(), triplet_counts=triplet_counts) for hand in table["hands"])
    return Yardstick(tuple(keys), tuple(map(tuple, table["edges"])), triplet_counts)


def _unknown(cards: Sequence[Card]) -> list[Card]:
    known = set(cards)
    return [card for card in DECK if card not in known]


def _random(cards: Sequence[Card]) -> Random:
    """Return random numbers for samples, seeded by these cards and never used for dealing."""
    return Random(" ".join(cards))  # noqa: S311 -- not for dealing


class BettingStand(NamedTuple):
    """The public situation of the betting, in chips and counts."""

    round: int
    staying: int
    is_behind: bool
    """True if another seat still has to act, even if this seat does not raise."""
    raises: int
    missing: int
    """The chips to call."""
    pot: int
    """The part of the current pot that the seat can win."""
    antes: int
    """The sum of the antes."""
    rest: int
    """The chips that could still be bet after a call, by this seat against the richest rival."""


def number(stands: BettingStand, strength: int) -> int:
    """Return the number of a situation with this strength, from 0 to `STRENGTHS` - 1."""
    return _number(_classes(stands), strength)


class _Classes(NamedTuple):
    """The situation, divided into classes."""

    round: int
    staying: int
    behind: int
    raises: int
    price: int
    growth: int
    depth: int


_COUNTS = _Classes(3, 3, 2, RAISE_CLASSES, len(_PRICES) + 1, len(_GROWTHS) + 1, len(_DEPTHS) + 1)
"""The number of classes of each component."""


def _classes(stands: BettingStand) -> _Classes:
    pot, missing = stands.pot, stands.missing
    return _Classes(
        stands.round,
        min(stands.staying, _STAYING_MAX) - 2,
        int(stands.is_behind),
        min(stands.raises, RAISE_CLASSES - 1),
        bisect_left(_PRICES, missing / pot),
        bisect_left(_GROWTHS, pot / stands.antes),
        bisect_left(_DEPTHS, stands.rest / (pot + missing)),
    )


def _number(classes: _Classes, strength: int) -> int:
    index = 0
    for each, count in zip(classes, _COUNTS, strict=True):
        index = index * count + each
    return index * STRENGTHS + strength


def learned(stands: BettingStand, strength: int) -> tuple[int, ...] | None:
    """Return the learned strategy for a situation, or for a near one that occurred in training; or None."""
    table, own = read("games.knights_heads", "betting.table"), _classes(stands)
    strengths = sorted(range(STRENGTHS), key=lambda other: abs(other - strength))[:NEAR]
    near = (table.get(_number(each, other)) for each in _neighbours(own) for other in strengths)
    return next(filter(None, near), None)


def _neighbours(own: _Classes) -> Iterator[_Classes]:
    """Yield these classes and their neighbours; a free situation and one with a price are no neighbours."""
    yield own
    for name in ("depth", "growth", "raises", "price", "behind"):
        index, count = getattr(own, name), getattr(_COUNTS, name)
        is_zero_separate = name in {"raises", "price"}
        for other in (index - 1, index + 1):
            if 0 <= other < count and not (is_zero_separate and 0 in {index, other}):
                yield own._replace(**{name: other})


def standing(betting: Betting, stage: Stage, ante: int) -> BettingStand:
    """Return the betting situation of the seat to act."""
    own = betting.acting
    rivals = [stake for stake in betting.stakes if stake.seat != own.seat]
    staying = [stake for stake in rivals if not stake.has_folded]
    # If checking is not allowed, staying takes the smallest bet (KH-6).
    to_match = betting.to_match or (0 if betting.may_check else betting.bet_min)
    missing = max(0, min(own.stack, to_match - own.bet))
    most = own.total + own.stack
    richest = max(stake.max_bet for stake in staying)
    return BettingStand(
        round=ROUNDS[stage],
        staying=len(staying) + 1,
        is_behind=bool(behind(betting)),
        raises=betting.raises,
        missing=missing,
        pot=betting.dead + own.total + sum(min(stake.total, most) for stake in rivals),
        antes=ante * len(betting.stakes),
        rest=max(0, min(own.max_bet, richest) - max(to_match, own.bet)),
    )
