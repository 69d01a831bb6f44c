"""Decisions of house players at Knights' Heads (TB-12); their reasons are in `reasons.py`.

The strategy was learned in self-play. The cards have a strength, the betting is a situation, and for both a
table gives the probabilities of folding, staying, and each size of raise (docs/lab/how-strong.md). A
situation that did not occur in training is decided by the winning probability and the pot odds, where a pot
that has grown indicates good cards.

The worth of cards is the share of hands really laid down that they would beat. Players keep their best six
cards, so such hands are better than ten random cards: the *yardstick* is a list of them, the weakest first,
collected in training. All samples are derived from the cards themselves, so the same cards always have the
same worth.

Moments that call for the same answer are one situation. Its number is computed from public facts, and from
the strength of the player's own cards:

    round       first, second, final
    staying     the number of seats still in: two, three, more
    behind      whether another seat still has to act, and may raise
    raises      bets and raises of this round
    price       the chips to call, relative to the pot that may be won
    growth      the pot that may be won, relative to the antes
    depth       the chips that could still be bet, relative to the pot after a call

Chips that the seat or its rivals can't call don't count: for a seat with 60 left, a bet of 60 and one of 600
are the same.
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
from games.engine.betting.bot_betting import SHARES, contents, dared, flinches, read, sized, telling
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
"""The number of hands laid down that it remembers, and compares its own with; a master knows them all."""
PROSPECTS = 60
"""The number of sampled completions of the kept cards when judging their strength."""
STRENGTHS = 16
"""The number of strength classes; the better the hand, the finer."""
FOLD, STAY, HALF, POT, ALL_IN = range(5)
"""The actions: to stay is to check, to call or to make the smallest bet; the others are raises."""
ROUNDS: dict[Stage, int] = {"first_round": 0, "second_round": 1, "final_round": 2}
RAISES_TOLD_APART = 3
RAISES_MAX, RAISES_MAX_BEFORE_EXCHANGE = 3, 2
"""After this many bets and raises in a round a house player raises no more, except once with the best."""
_STAYING_MAX = 4
_PRICES = (0.0, 0.15, 0.27, 0.41, 0.6)
_GROWTHS = (2.0, 5.0, 14.0)
_DEPTHS = (0.0, 0.7, 2.0, 6.0)
AFTER_EXCHANGE = 3 * 2 * RAISES_TOLD_APART * 6 * 4 * 5 * STRENGTHS
"""The number of the first situation after the exchange."""
SIZES = {HALF: 0.5, POT: 1.0}
"""The share of the pot that a raise adds."""
WEAK = STRENGTHS // 3
"""A raise with a lower strength is a bluff."""
VERY_GOOD = STRENGTHS - 4
"""From this strength, the best sixteenth, the amount at stake does not matter."""
USUAL_RAISER = 0.5
"""A house player's normal raise frequency: raises of a more frequent raiser are less significant."""
CHANCES = (
    (0.05, 0.8, -1.13, -0.09, -0.08, 0.0),
    (0.58, 1.02, -0.83, -0.59, -0.32, 0.0),
    (1.09, 1.31, -1.44, -0.88, -1.01, -0.43),
)
"""The coefficients of the winning probability by round: worth, rivals, growth, raises, worth after raises.

Fitted to the outcomes of 8,572 decisions among house players of all skills (docs/lab/house-players.md).
"""
SHARE_MOST = 0.98
"""The maximum worth of a hand, since a yardstick has errors; the rest is the minimum."""
SEEN_THROUGH = 0.75
"""The share of its equity that a seat realises if a whole pot can still be bet."""
HEADS_UP = 2
NEAR = 5
"""The number of strengths searched for the nearest learned one: its own, and two on either side."""
BOLD = 1.6
"""In an unlearned situation, raise if the winning probability is this many times an equal share."""


class Judgement(NamedTuple):
    """A house player's assessment of its cards and of the betting."""

    worth: float
    """The share of all hands laid down that the player's hand will beat."""
    strength: int
    standing: BettingStand
    shares: tuple[int, ...]
    """The number of `SHARES` parts of each action."""

    odds: float
    """The probability that the hand is the best of those still in, given how far the pot has grown."""

    @property
    def win_probability(self) -> Mapping[str, float]:
        """The probability that the hand is the best of those still in."""
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
) -> Judgement | None:
    """Return the expected value of each answer to a bet; None if there is no bet to answer."""
    return judged(view, character) if any(offer.key == "fold" for offer in offers) else None


def decide(
    view: KnightsView, offers: tuple[Offer[Move], ...], chance: Chance, character: Character = MASTER
) -> Answer:
    """Pass on the least useful cards, and bet by the learned strategy."""
    offered = {offer.key: offer for offer in offers}
    passed = _pass(view, offered, character)
    return passed or bets(view, offered, judged(view, character), chance, character)


def hint(view: KnightsView, offers: tuple[Offer[Move], ...]) -> Answer:
    """Return a master's answer by its estimate alone: its likeliest action, and nothing is drawn."""
    offered = {offer.key: offer for offer in offers}
    passed = _pass(view, offered, MASTER)
    if passed is not None:
        return passed
    shares = judged(view, MASTER).shares
    return carried_out(view, offered, max(range(len(shares)), key=shares.__getitem__))


def _pass(view: KnightsView, offered: Mapping[str, Offer[Move]], character: Character) -> Answer | None:
    """Return the cards to pass on; None if there is a bet to answer."""
    passing = offered.get("pass")
    if not isinstance(passing, PickOffer):
        return None
    counts = view.rules.triplet_counts
    keeping, _ = before_exchange(view.cards, triplet_counts=counts, skill=character.skill)
    return Answer("pass", tuple(at for at, card in enumerate(passing.choices) if card not in keeping))


def bets(
    view: KnightsView,
    offered: Mapping[str, Offer[Move]],
    thought: Judgement,
    chance: Chance,
    character: Character,
) -> Answer:
    """Return the bet for an assessment of the cards and of the betting."""
    action = bisect(list(accumulate(thought.shares)), chance.below(SHARES))
    if action == ALL_IN and character.risk < 1:
        action = POT
    share = sized(SIZES[action], character, chance) if action in SIZES else None
    most = inf if thought.strength >= VERY_GOOD else dared(view.betting, character)
    return carried_out(view, offered, action, share, most)


def judged(view: KnightsView, character: Character) -> Judgement:
    """Return a house player's assessment; the same view always gives the same."""
    return weighed(view, worth_of(view, character.skill), character)


def weighed(view: KnightsView, worth: float, character: Character) -> Judgement:
    """Return the assessment for cards of this worth."""
    stands = standing(view.betting, view.stage, view.rules.ante)
    worth += character.confidence
    strength = _yardstick(view).strength(worth, stands.round)
    raises = sum(seat != view.betting.to_act for seat in raisers_of_round(view.betting))
    heard = character.attention * telling(view.betting, USUAL_RAISER)
    odds = odds_of(stands, worth, heard, raises)
    shares = _eager(learned(stands, strength) or reckoned(stands, odds), stands, character)
    shares = _defended(_allowed(shares, stands, strength), stands, odds, character)
    if strength < WEAK:
        shares = _bluffing(shares, character.bluffing)
    found = Judgement(worth, strength, stands, shares, odds)
    # A player who folds hands worth their price can be exploited by anybody who bets again and again.
    if strength < VERY_GOOD and found.ev["match"] < 0 and flinches(view.betting, character):
        return found._replace(shares=(SHARES, 0, 0, 0, 0))
    return found


def worth_of(view: KnightsView, skill: Skill = "master") -> float:
    """Return the share of all hands laid down that the viewer's hand will beat, as that skill sees it."""
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
    """Return the six of nine cards to keep, and their worth; cached, since a round needs it repeatedly."""
    measure = yardstick(triplet_counts=triplet_counts, skill=skill)
    kept = best_to_keep(cards, measure, skill)
    return kept, promise(kept, cards, measure)


def odds_of(stands: BettingStand, worth: float, heard: float = 1.0, raises: int = 0) -> float:
    """Return the probability that a hand of this worth is the best; callers of large pots have good cards.

    `heard` is the weight of the rivals' bets, `raises` the number of those in this round.
    """
    constant, by_worth, by_rivals, by_growth, by_raises, after_raises = CHANCES[stands.round]
    share = min(SHARE_MOST, max(1 - SHARE_MOST, worth))
    growth = max(1.0, stands.pot / stands.antes)
    cards = log(share / (1 - share))
    bets = by_growth * log(growth) + by_raises * raises + after_raises * cards * bool(raises)
    leaning = constant + by_worth * cards + heard * bets
    return 1 / (1 + exp(-leaning - by_rivals * log(stands.staying - 1)))


def reckoned(stands: BettingStand, odds: float) -> tuple[int, ...]:
    """Return the action for an unlearned situation, in parts of `SHARES`."""
    if odds * stands.staying > BOLD:
        return (0, 4, 0, 12, 0)
    stays = odds * (stands.pot + stands.missing) >= stands.missing
    return (0, SHARES, 0, 0, 0) if stays else (SHARES, 0, 0, 0, 0)


def _eager(shares: tuple[int, ...], stands: BettingStand, character: Character) -> tuple[int, ...]:
    """Return the probabilities with occasional bets of half the pot instead of checks."""
    bets = 0 if stands.missing else round(shares[STAY] * character.eagerness)
    return (shares[FOLD], shares[STAY] - bets, shares[HALF] + bets, *shares[POT:])


def _defended(
    shares: tuple[int, ...], stands: BettingStand, odds: float, character: Character
) -> tuple[int, ...]:
    """Return the probabilities without folding hands worth their price, for the last two seats.

    Training rounded a fold of half the cases up to always, and nobody raised by half there. Who is no master
    never folds such hands, and does not think of the bets to come.
    """
    whole, attention = stands.pot + stands.missing, character.attention
    seen_through = 1 - (1 - SEEN_THROUGH) * attention * min(1.0, stands.rest / whole)
    if (attention == 1 and stands.staying > HEADS_UP) or odds * seen_through * whole < stands.missing:
        return shares
    return (0, shares[FOLD] + shares[STAY], *shares[HALF:])


def _allowed(shares: tuple[int, ...], stands: BettingStand, strength: int) -> tuple[int, ...]:
    """Return the probabilities without raises that no rival could call; later only the best hands raise."""
    most = RAISES_MAX if stands.round else RAISES_MAX_BEFORE_EXCHANGE
    if stands.rest and stands.raises < most:
        return shares
    if stands.rest and stands.raises == most and strength == STRENGTHS - 1:
        return (0, 0, 0, 0, SHARES)
    return (shares[FOLD], SHARES - shares[FOLD], 0, 0, 0)


def carried_out(
    view: KnightsView,
    offered: Mapping[str, Offer[Move]],
    action: int,
    share: float | None = None,
    most: float = inf,
) -> Answer:
    """Return the legal answer nearest to an action of the table, perhaps with another share of the pot.

    No raise exceeds the maximum.
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
    for mild in ("check", "match"):
        if mild in offered:
            return Answer(mild)
    # There is no check in the first round: staying takes the smallest bet (KH-6).
    smallest = offered.get("bet")
    return Answer("bet", (smallest.least,)) if isinstance(smallest, NumberOffer) else Answer("all_in")


def _amount(view: KnightsView, raising: NumberOffer[Move], action: int, share: float | None) -> int:
    """Return the amount to raise to, within the offer."""
    if action == ALL_IN:
        return raising.most
    betting = view.betting
    added = pot_after_call(betting, betting.acting) * (SIZES[action] if share is None else share)
    wanted = betting.to_match + ceil(added)
    return max(raising.least, min(raising.most, wanted))


def _yardstick(view: KnightsView) -> Yardstick:
    return yardstick(triplet_counts=view.rules.triplet_counts)


def _bluffing(shares: tuple[int, ...], bluffing: float) -> tuple[int, ...]:
    """Return the probabilities with raises multiplied, at most up to half of the rest."""
    fold, stay, *raises = shares
    mild, raised = fold + stay, SHARES - fold - stay
    if not mild or not raised:
        return shares
    times = min(bluffing, 1 + mild / 2 / raised)
    wanted = [round(each * times) for each in raises]
    left = SHARES - sum(wanted)
    folds = round(left * fold / mild)
    return (folds, left - folds, *wanted)


@dataclass(frozen=True, slots=True)
class Yardstick:
    """Hands that were laid down, the weakest first, and the bounds of strength classes."""

    keys: tuple[Key, ...]
    edges: tuple[tuple[float, ...], ...] = ()
    """For each round, the worths at which one strength ends and the next begins."""
    triplet_counts: bool = True

    def worth(self, cards: Sequence[Card]) -> float:
        """Return the share of all hands that these ten cards beat; equal ones count half."""
        found = key(cards, triplet_counts=self.triplet_counts)
        keys = self.keys
        below = bisect_left(keys, found)
        return (below + bisect(keys, found, below)) / (2 * len(keys))

    def strength(self, worth: float, stage: int) -> int:
        """Return the strength of cards of this worth in a round, from 0 to `STRENGTHS` - 1."""
        return bisect(self.edges[stage], worth)


def best_to_keep(cards: Sequence[Card], measure: Yardstick, skill: Skill = "master") -> tuple[Card, ...]:
    """Return the six most promising of nine cards, found by dropping the worst one three times."""
    futures = [*islice(comings(cards, cards), FUTURES[skill])]
    kept = tuple(cards)
    while len(kept) > KEPT:
        missing = HAND_SIZE - len(kept) + 1
        kept = max(
            combinations(kept, len(kept) - 1),
            key=lambda held: fmean(measure.worth((*held, *coming[:missing])) for coming in futures),
        )
    return kept


def promise(kept: Sequence[Card], cards: Sequence[Card], measure: Yardstick) -> float:
    """Return the average worth of these six of nine cards, with four new ones."""
    coming = islice(comings(cards, kept), PROSPECTS)
    return fmean(measure.worth((*kept, *each)) for each in coming)


def comings(cards: Sequence[Card], seed: Sequence[Card]) -> Iterator[list[Card]]:
    """Yield random replacements for three of these nine cards, with the luck card."""
    unknown, dice = _unknown(cards), _dice(seed)
    while True:
        yield dice.sample(unknown, HAND_SIZE - KEPT)


def prospect(
    cards: Sequence[Card], gave: Sequence[Card], measure: Yardstick, most: int | None = None
) -> float:
    """Return the average worth of nine cards over luck cards that are not among those given away."""
    lucks = _unknown((*cards, *gave))
    if most is not None:
        lucks = _dice(cards).sample(lucks, most)
    return fmean(measure.worth((*cards, luck)) for luck in lucks)


@cache
def yardstick(*, triplet_counts: bool, skill: Skill = "master") -> Yardstick:
    """Return the yardstick used in training, loaded on first use; less of it for those who remember less."""
    if skill != "master":
        whole = yardstick(triplet_counts=triplet_counts)
        step = len(whole.keys) // REMEMBERED[skill]
        return replace(whole, keys=whole.keys[step // 2 :: step])
    told = json.loads(contents("games.knights_heads", "yardstick.table"))
    keys = sorted(key(hand.split(), triplet_counts=triplet_counts) for hand in told["hands"])
    return Yardstick(tuple(keys), tuple(map(tuple, told["edges"])), triplet_counts)


def _unknown(cards: Sequence[Card]) -> list[Card]:
    told = set(cards)
    return [card for card in DECK if card not in told]


def _dice(cards: Sequence[Card]) -> Random:
    """Return random numbers determined by the cards, which are never used for dealing."""
    return Random(" ".join(cards))  # noqa: S311 -- it only imagines cards


class BettingStand(NamedTuple):
    """The public situation of the betting, in chips and counts."""

    round: int
    staying: int
    is_behind: bool
    """True if another seat acts after this one even without a raise."""
    raises: int
    missing: int
    """The chips to call."""
    pot: int
    """The part of the current pot that the seat may win."""
    antes: int
    """The sum of the antes."""
    rest: int
    """The chips that could be bet beyond a call: the seat's own, or the richest rival's."""


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


_COUNTS = _Classes(3, 3, 2, RAISES_TOLD_APART, len(_PRICES) + 1, len(_GROWTHS) + 1, len(_DEPTHS) + 1)
"""The number of classes of each component."""


def _classes(stands: BettingStand) -> _Classes:
    pot, missing = stands.pot, stands.missing
    return _Classes(
        stands.round,
        min(stands.staying, _STAYING_MAX) - 2,
        int(stands.is_behind),
        min(stands.raises, RAISES_TOLD_APART - 1),
        bisect_left(_PRICES, missing / pot),
        bisect_left(_GROWTHS, pot / stands.antes),
        bisect_left(_DEPTHS, stands.rest / (pot + missing)),
    )


def _number(classes: _Classes, strength: int) -> int:
    found = 0
    for each, count in zip(classes, _COUNTS, strict=True):
        found = found * count + each
    return found * STRENGTHS + strength


def learned(stands: BettingStand, strength: int) -> tuple[int, ...] | None:
    """Return the learned strategy for a situation, or for the nearest one that occurred in training."""
    table, own = read("games.knights_heads", "betting.table"), _classes(stands)
    strengths = sorted(range(STRENGTHS), key=lambda other: abs(other - strength))[:NEAR]
    near = (table.get(_number(each, other)) for each in _beside(own) for other in strengths)
    return next(filter(None, near), None)


def _beside(own: _Classes) -> Iterator[_Classes]:
    """Yield the classes and their neighbours, never mixing free situations with those that cost something."""
    yield own
    for name in ("depth", "growth", "raises", "price", "behind"):
        at, count = getattr(own, name), getattr(_COUNTS, name)
        is_told_by_nothing = name in {"raises", "price"}
        for other in (at - 1, at + 1):
            if 0 <= other < count and not (is_told_by_nothing and 0 in {at, other}):
                yield own._replace(**{name: other})


def standing(betting: Betting, stage: Stage, ante: int) -> BettingStand:
    """Return the betting situation of the seat to act."""
    own = betting.acting
    rivals = [stake for stake in betting.stakes if stake.seat != own.seat]
    staying = [stake for stake in rivals if not stake.has_folded]
    # Before a bet, where checking is not allowed, staying takes the smallest bet (KH-6).
    asked = betting.to_match or (0 if betting.may_check else betting.bet_min)
    missing = max(0, min(own.stack, asked - own.bet))
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
        rest=max(0, min(own.max_bet, richest) - max(asked, own.bet)),
    )
