"""Decisions of house players at Stone Hand, their reasons, and the coach's advice (TB-12).

The player rethrows a hand if another throw has a higher expected value (`expected_value.py`); a reason quotes
both values as the player judges them. The coach quotes exact odds, computed backwards from a turn's last
throw, for a player who rethrows until a throw beats a given hand. Show-ups do not count, since they are
thrown again.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from random import Random

from games.engine.core.characters import MASTER, Character, Skill
from games.engine.core.errors import N_, Reason, Templated, must_find, ngettext_noop
from games.engine.core.game import NO_ALTERNATIVES, Alternatives, Seat
from games.engine.core.offers import Answer, Offer, canonical
from games.engine.provable_chance import Chance
from games.stone_hand.expected_value import ExpectedValues, homes_of, outcomes, worths
from games.stone_hand.hands import Dice, DiceHand, HandKind, key, lowered
from games.stone_hand.model import JUNK_RETHROWS, HomeThrow, Move, StoneHandState
from games.stone_hand.view import StoneHandSeat, StoneHandView, redact

HOMES: Mapping[str, HomeThrow] = {
    "Old Marta": HomeThrow((2, 3, 8), N_("Two sons, three cats, eight winters since I last shouted.")),
    "Tall Pim": HomeThrow(
        (1, 1, 8), N_("Number 118 is the only door in town that I don’t have to duck for.")
    ),
    "Red Osk": HomeThrow((3, 6, 7), N_("We sailed on the third of the sixth, seven hands and a goat.")),
    "Aunt Wil": HomeThrow((4, 4, 5), N_("Four nephews, four nieces, five of them polite.")),
    "Jory": HomeThrow((1, 2, 5), N_("I said one ale, had two, and paid for five.")),
    "Little Bess": HomeThrow((1, 3, 3), N_("One of three sisters, and the third to be told anything.")),
    "Hob the Cooper": HomeThrow((2, 6, 8), N_("Two hoops, six staves, eight leaks: my first barrel.")),
    "Sella": HomeThrow((5, 6, 8), N_("Our church clock strikes five, six, then eight. Nobody minds.")),
    "Captain Dun": HomeThrow((1, 7, 8), N_("One mast left, seven leaks, eight miles to shore. We made it.")),
    "Mirre": HomeThrow((2, 2, 3), N_("Two steps left, two right, three round: my first dance.")),
    "Grey Toma": HomeThrow(
        (3, 4, 8), N_("Her letter took three months and four days. It was eight words long.")
    ),
    "Anselm": HomeThrow((1, 5, 6), N_("Psalm 156. There’s none; my teacher had me look for it all summer.")),
    "Quick Nan": HomeThrow((1, 2, 8), N_("One wall, two dogs, eight apples.")),
    "Father Brock": HomeThrow((3, 3, 7), N_("Three bells, three prayers, and seven of us at supper.")),
    "Ilse": HomeThrow((4, 6, 7), N_("The mill at 467, Old Road. You could smell the bread from the ford.")),
    "Round Piet": HomeThrow((2, 5, 5), N_("Two breakfasts, five dumplings, and five more dumplings.")),
    "Fenna": HomeThrow((1, 6, 7), N_("Grandmother won the farm with these, the night the river froze.")),
    "Lame Rolf": HomeThrow((2, 4, 7), N_("Second horse, fourth fence, seventh of May. I still like horses.")),
    "Sweet Ada": HomeThrow(
        (5, 7, 7), N_("Five letters from him, seven from me; seven years on he dries my cups.")
    ),
    "Uncle Vask": HomeThrow((6, 6, 8), N_("Nobody else wanted them.")),
}


NOISE: Mapping[Skill, float] = {"apprentice": 0.35, "regular": 0.22, "master": 0.0}
"""The largest misjudgement of another throw, either way, as a share of the pay."""
SIGNIFICANT = 0.5
"""The smallest significant difference between two answers, in units of the pay (TB-26)."""


def home_of(name: str) -> HomeThrow | None:
    """Return the home throw of a house player (SH-3), whose name may have a number appended."""
    return HOMES.get(name.rstrip(" 0123456789"))


@dataclass(frozen=True, slots=True)
class Weighing:
    """A house player's estimate of each answer, in coins."""

    ev: Mapping[str, float]
    is_exact: bool

    @property
    def win_probability(self) -> Mapping[str, float]:
        """Always empty: the expected values are enough."""
        return {}

    @property
    def is_rethrown(self) -> bool:
        """True if the player throws again."""
        return self.ev["rethrow"] > self.ev["keep"]


def estimate(
    view: StoneHandView, _offers: tuple[Offer[Move], ...], character: Character = MASTER
) -> Weighing | None:
    """Return the values of keeping and rethrowing, as this player judges them; None before a throw."""
    if view.thrown is None:
        return None
    exact, pay = worths(view, view.thrown), view.pay * view.rules.pay_factor
    # The misjudgement is a share of the pay, and always the same in the same situation.
    seed = canonical((view.lines, view.thrown, view.rethrows))
    mood = Random(seed).uniform(-1, 1)  # noqa: S311 -- a mood
    misjudged = pay * (character.confidence + NOISE[character.skill] * mood)
    values = {"keep": exact.keep, "rethrow": exact.rethrow + misjudged}
    return Weighing(values, is_exact=exact.is_exact and not misjudged)


def decide(
    view: StoneHandView, offers: tuple[Offer[Move], ...], _chance: Chance, character: Character = MASTER
) -> Answer:
    """Keep a hand unless a rethrow has a higher expected value, as this player judges it."""
    weighing = estimate(view, offers, character)
    if weighing is None:
        return Answer(offers[0].key)
    return Answer("rethrow" if weighing.is_rethrown else "keep")


def _rivals(view: StoneHandView) -> list[StoneHandSeat]:
    return [line for line in view.lines if not line.is_safe and line.seat != view.thrower]


def _key(hand: DiceHand, view: StoneHandView) -> tuple[int, int]:
    return key(hand, inverted_junk=view.rules.inverted_junk)


NOUNS: Mapping[HandKind, str] = {
    "home": N_("home throw"),
    "triple": N_("triple"),
    "run": N_("run"),
    "pair": N_("pair"),
    "junk": N_("junk"),
    # Translators: without an article, as in “Ann’s empty hand”.
    "empty": N_("empty hand"),
}
PLAIN_MAX = 10
"""The largest number in displayed odds, unless they would be rounded to none or certain."""


REASONS: Mapping[str, Reason] = {
    "keep": Reason(
        N_("On average keeping was worth {kept} to me, and another throw {thrown}."),
        N_("On average keeping is worth {kept} to you, and another throw {thrown}."),
    ),
    "rethrow": Reason(
        N_("On average another throw was worth {thrown} to me, and keeping {kept}."),
        N_("On average another throw is worth {thrown} to you, and keeping {kept}."),
    ),
}
"""The reasons for keeping the dice, or rethrowing them."""
ADVICE: Mapping[str, Reason] = {
    "beaten": Reason(
        ngettext_noop(
            "Keeping loses to {name}’s {hand}. One more throw beats it {wins} out of {of} times.",
            "Keeping loses to {name}’s {hand}. "
            "With {count} throws left you beat it {wins} out of {of} times.",
            "count",
        )
    ),
    "tied": Reason(
        ngettext_noop(
            "Keeping only ties with {name}’s {hand}. One more throw beats it {wins} out of {of} times.",
            "Keeping only ties with {name}’s {hand}. With {count} throws left you beat it "
            "{wins} out of {of} times.",
            "count",
        )
    ),
    "between": Reason(
        N_(
            "As things stand, you neither pay nor win. You’d beat {name}’s {hand} {wins} out of {of} times, "
            "but you might end up worst."
        )
    ),
    "cheap": Reason(
        N_(
            "Nothing beats {name}’s {hand}. Keeping costs you {cost}, "
            "and one more throw costs more {wins} out of {of} times."
        )
    ),
    "cheapest": Reason(
        N_("Nothing beats {name}’s {hand}. Keeping costs you {cost}, and one more throw no more.")
    ),
    "leading": Reason(
        N_(
            "Nothing on the table beats this. "
            "Someone who has yet to throw can beat it {wins} out of {of} times."
        ),
        suggests="keep",
    ),
    "overtaken": Reason(
        N_(
            "Nothing on the table beats this, but someone who has yet to throw can, {wins} out of {of} times."
            " Throw again."
        ),
        suggests="rethrow",
    ),
    "won": Reason(N_("Keep it: nobody can beat this now."), suggests="keep"),
    "more": Reason(REASONS["rethrow"].advice_template, suggests="rethrow"),
}
"""The coach's advice: the rank of the hand if kept, and the odds that later throws beat it."""


def looked_back(state: StoneHandState, seat: Seat) -> Mapping[str, float]:
    """Return the exact expected values of keeping and rethrowing, if they differ significantly (TB-26)."""
    values = _values_at(state, seat)
    if values is None or not values.is_exact or not _is_significant(values, state):
        return {}
    return {"keep": values.keep, "rethrow": values.rethrow}


def ways(state: StoneHandState, seat: Seat) -> Alternatives:
    """Return keeping and rethrowing, unless the choice was insignificant, or not about coins (TB-26)."""
    values, rules = _values_at(state, seat), state.rules
    if (
        values is None
        or rules.prize_pool
        or rules.arcade
        or (values.is_exact and not _is_significant(values, state))
    ):
        return NO_ALTERNATIVES
    return Alternatives({key: Answer(key) for key in ("keep", "rethrow")}, SIGNIFICANT * rules.pay_factor)


def _values_at(state: StoneHandState, seat: Seat) -> ExpectedValues | None:
    view = redact(state, seat)
    return None if view.thrown is None or view.thrower != seat else worths(view, view.thrown)


def _is_significant(values: ExpectedValues, state: StoneHandState) -> bool:
    return abs(values.keep - values.rethrow) >= SIGNIFICANT * state.rules.pay_factor


def reason(
    view: StoneHandView, offers: tuple[Offer[Move], ...], answer: Answer, character: Character
) -> Reason | None:
    """Return the reason of a house player for keeping its dice or rethrowing; None for other moves."""
    weighing = estimate(view, offers, character)
    return None if weighing is None else REASONS[answer.key].of(**_shown_values(weighing))


def _shown_values(weighing: Weighing) -> Mapping[str, float]:
    kept, thrown = (round(weighing.ev[each], 1) for each in ("keep", "rethrow"))
    return {"kept": kept, "thrown": thrown}


def advice(view: StoneHandView, offers: tuple[Offer[Move], ...]) -> Templated | None:
    """Return advice on the hand to beat, with the odds; None before a throw."""
    own_hand = view.thrown
    if own_hand is None:
        return None
    # Equal standing hands are sorted by seat.
    standing = [
        (_key(line.hand, view), line.seat, line.hand) for line in _rivals(view) if line.hand is not None
    ]
    own_key, worst, best = _key(own_hand, view), min(standing, default=None), max(standing, default=None)
    if worst is None or best is None or (own_key > worst[0] and own_key >= best[0]):
        weighing = estimate(view, offers)
        assert weighing is not None
        return _leading(own_hand, view, weighing)
    to_beat, seat, hand = best if own_key > worst[0] else worst
    facts = {"seat": seat, "hand": NOUNS[hand.kind]}
    odds = _odds(view, lambda each: _key(each, view) > to_beat, view.rethrows_left)
    if own_key <= worst[0] and not odds:
        return _cheap(own_hand, view, facts)
    wins, of = plain(odds)
    kept = "between" if own_key > worst[0] else "tied" if own_key == worst[0] else "beaten"
    return ADVICE[kept].of(**facts, count=view.rethrows_left, wins=wins, of=of)


def _leading(own_hand: DiceHand, view: StoneHandView, weighing: Weighing) -> Templated:
    """Return the advice for the best hand so far, which later players may beat (SH-4, SH-10)."""
    own_key = _key(own_hand, view)
    first = view.rethrows if view.rethrows_first is None else view.rethrows_first
    river = first if view.rules.opal_river else 0
    likely = (
        chance(
            homes_of(line, view),
            lambda hand: _key(hand, view) > own_key,
            1 + (river or JUNK_RETHROWS),
            may_rethrow_all=river > 0,
        )
        for line in _rivals(view)
        if line.hand is None
    )
    odds = max(likely, default=Fraction(0))
    if not odds:
        # A hand that nobody can beat may still pay less than another throw.
        return ADVICE["more"].of(**_shown_values(weighing)) if weighing.is_rethrown else ADVICE["won"]
    wins, of = plain(odds)
    return ADVICE["overtaken" if weighing.is_rethrown else "leading"].of(wins=wins, of=of)


def _cheap(own_hand: DiceHand, view: StoneHandView, facts: Mapping[str, object]) -> Templated | None:
    """Return the advice if no standing hand can be beaten: on the price of losing; None if it is free."""
    if view.rules.arcade:
        return None
    left = must_find(line.wager for line in view.lines if line.seat == view.thrower)

    def cost(hand: DiceHand) -> int:
        """Return the thrower's loss with this hand, if it is the worst (SH-2, SH-6)."""
        return min(lowered(view.pay, hand) * view.rules.pay_factor, left)

    kept = cost(own_hand)
    wins, of = plain(_odds(view, lambda hand: cost(hand) > kept, throws=1))
    return ADVICE["cheap" if wins else "cheapest"].of(**facts, cost=kept, wins=wins, of=of)


def _odds(view: StoneHandView, wants: Callable[[DiceHand], bool], throws: int) -> Fraction:
    return chance(view.counting_homes, wants, throws, may_rethrow_all=view.may_rethrow_all)


def chance(
    homes: tuple[Dice, ...], wants: Callable[[DiceHand], bool], throws: int, *, may_rethrow_all: bool
) -> Fraction:
    """Return the probability that one of this many throws is a wanted hand, with these home throws."""
    odds, hands = Fraction(0), outcomes(homes)
    total = sum(count for count, _ in hands)
    for _ in range(throws):
        # Computed from the last throw back: an unwanted hand that may not be rethrown ends the turn.
        later = {hand.kind: odds if may_rethrow_all or hand.kind == "junk" else 0 for _, hand in hands}
        wanted = sum(count * (1 if wants(hand) else later[hand.kind]) for count, hand in hands)
        odds = Fraction(wanted) / total
    return odds


def plain(odds: Fraction) -> tuple[int, int]:
    """Return odds as two small numbers; 0 in 1 only for impossible, and 1 in 1 only for certain odds."""
    near = odds.limit_denominator(PLAIN_MAX)
    if near == 0 < odds:
        near = Fraction(1, round(1 / odds))
    elif odds < 1 == near:
        near = 1 - Fraction(1, round(1 / (1 - odds)))
    return near.numerator, near.denominator
