"""How a house player plays Knights' Heads, why it did so, and what the coach says (TB-12).

It plays as it learned in self-play. Its cards become a strength, the betting a situation, and for both a
table says how often to fold, to stay, and to raise by how much (docs/lab/how-strong.md). What was never tried
is reckoned: the chance to win beside what it costs, where a pot that has grown speaks of good cards.
A reason has the odds as that player misjudged them, the coach as a master sees them. A reason names no card
and no hand, since what is not laid down stays its owner's.

Cards are as strong as the share of all hands that are really laid down which they would beat. Players keep
their best six cards, so that is better than ten random ones: the *yardstick* is a row of such hands, the
weakest first, gathered when house players were taught. What is imagined is drawn from the cards themselves,
so the same cards are always as strong.

Two moments that call for the same answer are one situation. Its number is made of nothing but what lies open,
and of how strong the own cards are:

    round       first, second, final
    staying     how many are still in: two, three, more
    behind      whether somebody has not answered yet, and may come over the top
    raises      bets and raises of this round
    price       what staying takes, beside what it may win
    growth      what it may win, beside the antes
    depth       what could still be bet, beside the pot after a match

Chips that the seat cannot match, and those that no rival can, count nowhere: a seat with 60 left is asked
the same by a bet of 60 and by one of 600.
"""

from __future__ import annotations

import json
from bisect import bisect, bisect_left
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import accumulate, combinations, islice
from math import ceil, exp, inf, log
from random import Random
from statistics import fmean
from typing import NamedTuple

from games.engine.betting.bets import Betting, habit
from games.engine.betting.bot_betting import SHARES, contents, dared, flinches, read, sized
from games.engine.betting.rounds import behind, pot_after_call
from games.engine.core.characters import MASTER, Character, Skill
from games.engine.core.errors import N_, Reason, Templated
from games.engine.core.offers import Answer, NumberOffer, Offer, PickOffer
from games.engine.provable_chance import Chance
from games.knights_heads.cards import DECK, Card
from games.knights_heads.hands import HAND_SIZE, Key, key, made
from games.knights_heads.model import Move, Stage
from games.knights_heads.rules import NINE, RABBLE_SIZE
from games.knights_heads.view import KnightsView

KEPT = NINE - RABBLE_SIZE
FUTURES: Mapping[Skill, int] = {"apprentice": 1, "regular": 5, "master": 20}
"""Imagined ways to fill up a hand when judging which cards to keep."""
PROSPECTS = 60
"""Imagined ways to fill up the cards that are kept, when judging how strong they are."""
STRENGTHS = 16
"""How many strengths are told apart; the better, the finer."""
FOLD, STAY, HALF, POT, ALL_IN = range(5)
"""What is answered: to stay is to check, to match or to make the smallest bet; what follows are raises."""
ROUNDS: dict[Stage, int] = {"first_round": 0, "second_round": 1, "final_round": 2}
RAISES_TOLD_APART = 3
RAISES_MAX, RAISES_MAX_BEFORE_EXCHANGE = 3, 2
"""After so many bets and raises of a round a house player raises no more, but once with the best."""
_STAYING_MAX = 4
_PRICES = (0.0, 0.15, 0.27, 0.41, 0.6)
_GROWTHS = (2.0, 5.0, 14.0)
_DEPTHS = (0.0, 0.7, 2.0, 6.0)
AFTER_EXCHANGE = 3 * 2 * RAISES_TOLD_APART * 6 * 4 * 5 * STRENGTHS
"""The numbers of situations after the exchange begin here."""
SIZES = {HALF: 0.5, POT: 1.0}
"""Which share of the pot a raise adds."""
WEAK = STRENGTHS // 3
"""Whoever raises with less is bluffing."""
VERY_GOOD = STRENGTHS - 4
"""From this strength on, the best sixteenth, nobody minds how much is at stake."""
USUAL_RAISER = 0.5
"""How often a house player raises: who does so more often says less by it."""
HABITS_FROM = 6
"""Hands after which a habit is one."""
HABIT_WEIGHT = 0.2
CHANCES = ((-0.05, 0.78, -1.01, -0.15), (0.67, 1.0, -1.41, -0.64), (1.11, 1.07, -1.29, -0.97))
"""By round, how the chance to win follows from worth, rivals and the growth of the pot (`odds_of`).

Fitted to how 2,700 questions among house players of all skills ended (docs/lab/house-players.md).
"""
SHARE_MOST = 0.98
"""No hand is worth more than that, since a yardstick has its errors, nor less than what is left."""
SEEN_THROUGH = 0.75
"""The share of its chance that a seat sees through, if a whole pot can still be bet."""
HEADS_UP = 2
NEAR = 5
"""Of so many strengths the nearest that was learned will do: of its own, and two to either side."""
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

    odds: float
    """How often the hand is the best of those still in, given how far the pot has grown."""

    @property
    def win_probability(self) -> Mapping[str, float]:
        """How often the hand is the best of those still in."""
        return {"pot": self.odds}

    @property
    def ev(self) -> Mapping[str, float]:
        """What a match is worth, if nobody bets again."""
        stands = self.standing
        return {"match": self.odds * (stands.pot + stands.missing) - stands.missing}


def estimate(
    view: KnightsView, offers: tuple[Offer[Move], ...], character: Character = MASTER
) -> Judgement | None:
    """What a bet is worth to that seat; None where there is none to answer."""
    return judged(view, character) if any(offer.key == "fold" for offer in offers) else None


def decide(
    view: KnightsView, offers: tuple[Offer[Move], ...], chance: Chance, character: Character = MASTER
) -> Answer:
    """Pass on the least useful cards, and bet as was learned."""
    offered = {offer.key: offer for offer in offers}
    passing = offered.get("pass")
    if isinstance(passing, PickOffer):
        counts = view.rules.triplet_counts
        keeping, _ = before_exchange(view.cards, triplet_counts=counts, skill=character.skill)
        return Answer("pass", tuple(at for at, card in enumerate(passing.choices) if card not in keeping))
    return bets(view, offered, judged(view, character), chance, character)


def bets(
    view: KnightsView,
    offered: Mapping[str, Offer[Move]],
    thought: Judgement,
    chance: Chance,
    character: Character,
) -> Answer:
    """How it bets by what it thinks of the cards and of the betting."""
    action = bisect(list(accumulate(thought.shares)), chance.below(SHARES))
    if action == ALL_IN and character.risk < 1:
        action = POT
    share = sized(SIZES[action], character, chance) if action in SIZES else None
    most = inf if thought.strength >= VERY_GOOD else dared(view.betting, character)
    return carried_out(view, offered, action, share, most)


def judged(view: KnightsView, character: Character) -> Judgement:
    """What a house player of that character thinks; the same view always gives the same."""
    return weighed(view, worth_of(view), character)


def weighed(view: KnightsView, worth: float, character: Character) -> Judgement:
    """What it thinks if its cards are worth that much."""
    stands = standing(view.betting, view.stage, view.rules.ante)
    # These cards are always misjudged alike, however the betting goes.
    dice = Random(f"{character.skill} {ROUNDS[view.stage]} {' '.join(view.cards)}")  # noqa: S311 -- no card
    misjudged = character.confidence + character.noise * (2 * dice.random() - 1)
    worth += misjudged + _heard(view, character)
    strength = _yardstick(view).strength(worth, stands.round)
    odds = odds_of(stands, worth)
    shares = _eager(learned(stands, strength) or reckoned(stands, odds), stands, character)
    shares = _defended(_allowed(shares, stands, strength), stands, odds)
    if strength < WEAK:
        shares = _bluffing(shares, character.bluffing)
    found = Judgement(worth, strength, stands, shares, odds)
    # Folding what is worth its price too would let anybody rob them who bets again and again.
    if strength < VERY_GOOD and found.ev["match"] < 0 and flinches(view.betting, character):
        return found._replace(shares=(SHARES, 0, 0, 0, 0))
    return found


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


def odds_of(stands: BettingStand, worth: float) -> float:
    """How often a hand of that worth is the best of those still in; who pays for large pots has cards."""
    constant, by_worth, by_rivals, by_growth = CHANCES[stands.round]
    share = min(SHARE_MOST, max(1 - SHARE_MOST, worth))
    growth = max(1.0, stands.pot / stands.antes)
    leaning = constant + by_worth * log(share / (1 - share)) + by_growth * log(growth)
    return 1 / (1 + exp(-leaning - by_rivals * log(stands.staying - 1)))


def reckoned(stands: BettingStand, odds: float) -> tuple[int, ...]:
    """What to do about a betting that was never tried, in parts of `SHARES`."""
    if odds * stands.staying > BOLD:
        return (0, 4, 0, 12, 0)
    stays = odds * (stands.pot + stands.missing) >= stands.missing
    return (0, SHARES, 0, 0, 0) if stays else (SHARES, 0, 0, 0, 0)


def _eager(shares: tuple[int, ...], stands: BettingStand, character: Character) -> tuple[int, ...]:
    """The shares of somebody who now and then bets half the pot instead of checking."""
    bets = 0 if stands.missing else round(shares[STAY] * character.eagerness)
    return (shares[FOLD], shares[STAY] - bets, shares[HALF] + bets, *shares[POT:])


def _defended(shares: tuple[int, ...], stands: BettingStand, odds: float) -> tuple[int, ...]:
    """The shares of the last two without folding what is worth its price, though more may be bet later.

    What training found to be folded in half of the cases became always, and nobody raised by half there.
    """
    whole = stands.pot + stands.missing
    seen_through = 1 - (1 - SEEN_THROUGH) * min(1.0, stands.rest / whole)
    if stands.staying > HEADS_UP or odds * seen_through * whole < stands.missing:
        return shares
    return (0, shares[FOLD] + shares[STAY], *shares[HALF:])


def _allowed(shares: tuple[int, ...], stands: BettingStand, strength: int) -> tuple[int, ...]:
    """The shares without raises that nobody could match; after some raises, the best alone raises."""
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
    """The answer that comes nearest to an action of the table, perhaps by another share of the pot.

    No raise comes to more than the most.
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
    # There is no check in the first round: the smallest bet is what it takes to stay (KH-6).
    smallest = offered.get("bet")
    return Answer("bet", (smallest.least,)) if isinstance(smallest, NumberOffer) else Answer("all_in")


def _amount(view: KnightsView, raising: NumberOffer[Move], action: int, share: float | None) -> int:
    """To how much to raise, within what is offered."""
    if action == ALL_IN:
        return raising.most
    betting = view.betting
    added = pot_after_call(betting, betting.acting) * (SIZES[action] if share is None else share)
    wanted = betting.to_match + ceil(added)
    return max(raising.least, min(raising.most, wanted))


def _yardstick(view: KnightsView) -> Yardstick:
    return yardstick(triplet_counts=view.rules.triplet_counts)


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


@dataclass(frozen=True, slots=True)
class Yardstick:
    """Hands that were laid down, the weakest first, and where strengths end."""

    keys: tuple[Key, ...]
    edges: tuple[tuple[float, ...], ...] = ()
    """For each round the worths at which a strength ends and the next begins."""
    triplet_counts: bool = True

    def worth(self, cards: Sequence[Card]) -> float:
        """The share of all hands that these ten cards beat; those that are alike count half."""
        found = key(cards, triplet_counts=self.triplet_counts)
        keys = self.keys
        below = bisect_left(keys, found)
        return (below + bisect(keys, found, below)) / (2 * len(keys))

    def strength(self, worth: float, stage: int) -> int:
        """How strong cards of that worth are in that round, from 0 to `STRENGTHS` - 1."""
        return bisect(self.edges[stage], worth)


def best_to_keep(cards: Sequence[Card], measure: Yardstick, skill: Skill = "master") -> tuple[Card, ...]:
    """The six of nine cards that promise most, found by dropping the worst one three times."""
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
    """What these six of nine cards are worth on average, with four that come."""
    coming = islice(comings(cards, kept), PROSPECTS)
    return fmean(measure.worth((*kept, *each)) for each in coming)


def comings(cards: Sequence[Card], seed: Sequence[Card]) -> Iterator[list[Card]]:
    """What may come for three of these nine cards, and the luck card, one way after the other: any cards."""
    unknown, dice = _unknown(cards), _dice(seed)
    while True:
        yield dice.sample(unknown, HAND_SIZE - KEPT)


def prospect(
    cards: Sequence[Card], gave: Sequence[Card], measure: Yardstick, most: int | None = None
) -> float:
    """What nine cards are worth on average over all luck cards, or some; none is among those given away."""
    lucks = _unknown((*cards, *gave))
    if most is not None:
        lucks = _dice(cards).sample(lucks, most)
    return fmean(measure.worth((*cards, luck)) for luck in lucks)


@cache
def yardstick(*, triplet_counts: bool) -> Yardstick:
    """The yardstick by which house players were taught, read when it is first needed."""
    told = json.loads(contents("games.knights_heads", "yardstick.table"))
    keys = sorted(key(hand.split(), triplet_counts=triplet_counts) for hand in told["hands"])
    return Yardstick(tuple(keys), tuple(map(tuple, told["edges"])), triplet_counts)


def _unknown(cards: Sequence[Card]) -> list[Card]:
    told = set(cards)
    return [card for card in DECK if card not in told]


def _dice(cards: Sequence[Card]) -> Random:
    """Chance that is the same for the same cards; no card is dealt from it."""
    return Random(" ".join(cards))  # noqa: S311 -- it only imagines cards


class BettingStand(NamedTuple):
    """What lies open, in chips and counts."""

    round: int
    staying: int
    is_behind: bool
    """Whether somebody acts after this seat, unless it raises."""
    raises: int
    missing: int
    """What staying takes."""
    pot: int
    """What the seat may win of what lies there already."""
    antes: int
    """What everybody put in at first."""
    rest: int
    """What could be bet beyond a match: the own rest, or the richest rival's."""


def number(stands: BettingStand, strength: int) -> int:
    """The number of a situation, for that strength from 0 to `STRENGTHS` - 1."""
    return _number(_classes(stands), strength)


class _Classes(NamedTuple):
    """The situation, sorted into classes."""

    round: int
    staying: int
    behind: int
    raises: int
    price: int
    growth: int
    depth: int


_COUNTS = _Classes(3, 3, 2, RAISES_TOLD_APART, len(_PRICES) + 1, len(_GROWTHS) + 1, len(_DEPTHS) + 1)
"""How many classes there are of each."""


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
    """What was learned for that situation, or for the one nearest to it in which anybody ever was."""
    table, own = read("games.knights_heads", "betting.table"), _classes(stands)
    strengths = sorted(range(STRENGTHS), key=lambda other: abs(other - strength))[:NEAR]
    near = (table.get(_number(each, other)) for each in _beside(own) for other in strengths)
    return next(filter(None, near), None)


def _beside(own: _Classes) -> Iterator[_Classes]:
    """The classes, and those with another of one kind; what was bet stays bet, and what was free free."""
    yield own
    for name in ("depth", "growth", "raises", "price", "behind"):
        at, count = getattr(own, name), getattr(_COUNTS, name)
        is_told_by_nothing = name in {"raises", "price"}
        for other in (at - 1, at + 1):
            if 0 <= other < count and not (is_told_by_nothing and 0 in {at, other}):
                yield own._replace(**{name: other})


def standing(betting: Betting, stage: Stage, ante: int) -> BettingStand:
    """How things stand for the seat to act."""
    own = betting.acting
    rivals = [stake for stake in betting.stakes if stake.seat != own.seat]
    staying = [stake for stake in rivals if not stake.has_folded]
    # Where nothing is bet yet and there is no check, the smallest bet is what it takes to stay (KH-6).
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


IN = 10
"""Odds are told as so many in ten."""


REASONS: Mapping[str, Reason] = {
    "keep": Reason(
        N_("I kept the six that promised most: with them I beat {beaten} in 10 hands."),
        N_("The six that are left promise most: they beat {beaten} in 10 hands."),
    ),
    "raise": Reason(
        N_("My cards beat {beaten} in 10 hands, so I put more in."),
        N_("Your cards beat {beaten} in 10 hands, so put more in."),
    ),
    "bluff": Reason(
        N_("My cards beat only {beaten} in 10 hands. I bet so that you’d fold."),
        N_("Your cards beat only {beaten} in 10 hands, but a bet may make others fold."),
    ),
    "stay": Reason(
        N_("I thought I’d win {odds} in 10 times: enough to pay {cost}."),
        N_("Your cards win this pot about {odds} in 10 times. That’s worth {cost}."),
    ),
    "check": Reason(
        N_("My cards beat {beaten} in 10 hands, and staying was free."),
        N_("Your cards beat {beaten} in 10 hands, and staying is free."),
    ),
    "fold": Reason(
        N_("I thought I’d win {odds} in 10 times: too seldom to pay {cost}."),
        N_("Your cards win this pot about {odds} in 10 times. Against such a bet, better give up."),
    ),
}
"""Why it answered so: how many of ten hands that are laid down its cards beat; and where staying in costs
something, how often in ten they win this pot."""
ADVICE: Mapping[str, Reason] = {
    "pass": Reason(N_("Pass on {cards}: with the other six you beat {beaten} in 10 hands.")),
    "made_pays": Reason(N_("{hand} wins this pot about {odds} in 10 times. That’s worth {cost}.")),
    "made_pricey": Reason(N_("{hand} wins this pot only about {odds} in 10 times. That isn’t worth {cost}.")),
    "made_close": Reason(N_("{hand} wins this pot about {odds} in 10 times. Paying {cost} is a close call.")),
    "made_free": Reason(N_("{hand} beats {beaten} in 10 hands. Staying is free.")),
    "coming_pays": Reason(N_("Your cards win this pot about {odds} in 10 times. That’s worth {cost}.")),
    "coming_pricey": Reason(
        N_("Your cards win this pot only about {odds} in 10 times. That isn’t worth {cost}.")
    ),
    "coming_close": Reason(
        N_("Your cards win this pot about {odds} in 10 times. Paying {cost} is a close call.")
    ),
    "coming_free": Reason(N_("Your cards will beat {beaten} in 10 hands. Staying is free.")),
}
"""Which cards to pass on; then how good the cards are beside the price, and which hand once there are ten."""


def reason(
    view: KnightsView, _offers: tuple[Offer[Move], ...], answer: Answer, character: Character
) -> Reason | None:
    """Why a house player of that character gave that answer."""
    if view.stage == "exchange":
        return REASONS["keep"].of(beaten=in_ten(worth_of(view)))
    thought, betting = judged(view, character), view.betting
    # The smallest bet of the first round, and an all in for less than is asked, are ways to stay.
    least = betting.to_match or (0 if betting.may_check else betting.bet_min)
    to = answer.numbers[0] if answer.numbers else betting.acting.max_bet
    match answer.key:
        case "fold" | "check":
            why: str = answer.key
        case "bet" | "raise" | "all_in" if to > least:
            why = "bluff" if thought.strength < WEAK and 2 * thought.worth < 1 else "raise"
        case _:
            why = "stay"
    return REASONS[why].of(
        beaten=in_ten(thought.worth), odds=in_ten(thought.odds), cost=thought.standing.missing
    )


def advice(view: KnightsView, offers: tuple[Offer[Move], ...]) -> Templated | None:
    """What matters now, for somebody who learns the game; None where nothing is to be decided."""
    if not offers:
        return None
    passing = next((offer for offer in offers if isinstance(offer, PickOffer)), None)
    if passing is not None:
        kept, worth = before_exchange(view.cards, triplet_counts=view.rules.triplet_counts)
        cards = tuple(card for card in view.cards if card not in kept)
        return ADVICE["pass"].of(cards=cards, beaten=in_ten(worth))
    thought = judged(view, MASTER)
    cost, beaten, odds = thought.standing.missing, in_ten(worth_of(view)), in_ten(thought.odds)
    verdict = _verdict(thought) if cost else "free"
    if len(view.cards) < HAND_SIZE:
        return ADVICE[f"coming_{verdict}"].of(odds=odds, beaten=beaten, cost=cost)
    hand = made(view.cards, triplet_counts=view.rules.triplet_counts).hand.name
    return ADVICE[f"made_{verdict}"].of(hand=hand, odds=odds, beaten=beaten, cost=cost)


def _verdict(thought: Judgement) -> str:
    """Whether a master pays; a close call where it does now and then, or pays against the odds of now."""
    folds, pays = thought.shares[FOLD], thought.ev["match"] >= 0
    if folds == SHARES and not pays:
        return "pricey"
    return "pays" if not folds and pays else "close"


def in_ten(share: float) -> int:
    """A share as so many in ten, between none and all."""
    return max(0, min(IN, round(IN * share)))
