"""Decisions of house players at Stone Hand, their reasons, and the coach's advice (TB-12).

The player rethrows a hand whose expected value is lower than that of another throw (`expected_value.py`); a
reason quotes both as the player judges them. The coach quotes exact odds, computed backwards from a turn's
last throw: a player who has to beat a hand keeps the first throw that does, and throws on while the rules
allow it. Show-ups do not count, since they are thrown again.
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
LEAST_TOLD = 0.5
"""The smallest difference that matters, in units of the pay (TB-26)."""


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
        """Always empty: the expected value says it all."""
        return {}

    @property
    def is_rethrown(self) -> bool:
        """True if the player throws again."""
        return self.ev["rethrow"] > self.ev["keep"]


def estimate(
    view: StoneHandView, _offers: tuple[Offer[Move], ...], character: Character = MASTER
) -> Weighing | None:
    """Return the expected values of keeping and rethrowing as this player judges them; None without dice."""
    if view.thrown is None:
        return None
    found, pay = worths(view, view.thrown), view.pay * view.rules.pay_factor
    # The misjudgement is a share of the pay, and always the same in the same place.
    seen = canonical((view.lines, view.thrown, view.rethrows))
    mood = Random(seen).uniform(-1, 1)  # noqa: S311 -- a mood
    misjudged = pay * (character.confidence + NOISE[character.skill] * mood)
    values = {"keep": found.keep, "rethrow": found.rethrow + misjudged}
    return Weighing(values, is_exact=found.is_exact and not misjudged)


def decide(
    view: StoneHandView, offers: tuple[Offer[Move], ...], _chance: Chance, character: Character = MASTER
) -> Answer:
    """Keep a hand unless a rethrow has a higher expected value, as this player judges it."""
    thought = estimate(view, offers, character)
    if thought is None:
        return Answer(offers[0].key)
    return Answer("rethrow" if thought.is_rethrown else "keep")


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
"""The largest number in displayed odds, unless that would make them none or certain."""


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
"""The coach's advice: the hand's standing if kept, its rivals, and the odds that later throws beat it."""


def looked_back(state: StoneHandState, seat: Seat) -> Mapping[str, float]:
    """Return the expected values of keeping and rethrowing in a choice that mattered, if exact (TB-26)."""
    found = _then(state, seat)
    if found is None or not found.is_exact or not _matters(found, state):
        return {}
    return {"keep": found.keep, "rethrow": found.rethrow}


def ways(state: StoneHandState, seat: Seat) -> Alternatives:
    """Return keeping and rethrowing if the choice mattered or may have, and coins decided it (TB-26)."""
    found, rules = _then(state, seat), state.rules
    if found is None or rules.prize_pool or rules.arcade or (found.is_exact and not _matters(found, state)):
        return NO_ALTERNATIVES
    return Alternatives({key: Answer(key) for key in ("keep", "rethrow")}, LEAST_TOLD * rules.pay_factor)


def _then(state: StoneHandState, seat: Seat) -> ExpectedValues | None:
    view = redact(state, seat)
    return None if view.thrown is None or view.thrower != seat else worths(view, view.thrown)


def _matters(found: ExpectedValues, state: StoneHandState) -> bool:
    return abs(found.keep - found.rethrow) >= LEAST_TOLD * state.rules.pay_factor


def reason(
    view: StoneHandView, offers: tuple[Offer[Move], ...], answer: Answer, character: Character
) -> Reason | None:
    """Return the reason of a house player for keeping its dice or rethrowing; other moves have no choice."""
    thought = estimate(view, offers, character)
    return None if thought is None else REASONS[answer.key].of(**_told(thought))


def _told(thought: Weighing) -> Mapping[str, float]:
    kept, thrown = (round(thought.ev[each], 1) for each in ("keep", "rethrow"))
    return {"kept": kept, "thrown": thrown}


def advice(view: StoneHandView, offers: tuple[Offer[Move], ...]) -> Templated | None:
    """Return the hand to beat, and the odds; None before the dice have fallen."""
    lying = view.thrown
    if lying is None:
        return None
    # The other standing hands are sorted by rank, equal ones by seat.
    standing = [
        (_key(line.hand, view), line.seat, line.hand) for line in _rivals(view) if line.hand is not None
    ]
    mine, worst, best = _key(lying, view), min(standing, default=None), max(standing, default=None)
    if worst is None or best is None or (mine > worst[0] and mine >= best[0]):
        thought = estimate(view, offers)
        assert thought is not None
        return _leading(lying, view, thought)
    to_beat, seat, hand = best if mine > worst[0] else worst
    told = {"seat": seat, "hand": NOUNS[hand.kind]}
    odds = _likely(view, lambda each: _key(each, view) > to_beat, view.rethrows_left)
    if mine <= worst[0] and not odds:
        return _cheap(lying, view, told)
    wins, of = plain(odds)
    kept = "between" if mine > worst[0] else "tied" if mine == worst[0] else "beaten"
    return ADVICE[kept].of(**told, count=view.rethrows_left, wins=wins, of=of)


def _leading(lying: DiceHand, view: StoneHandView, thought: Weighing) -> Templated:
    """Return the advice for the best hand so far, which later throws may beat (SH-4, SH-10)."""
    mine = _key(lying, view)
    first = view.rethrows if view.rethrows_first is None else view.rethrows_first
    river = first if view.rules.opal_river else 0
    likely = (
        chance(
            homes_of(line, view),
            lambda hand: _key(hand, view) > mine,
            1 + (river or JUNK_RETHROWS),
            may_rethrow_all=river > 0,
        )
        for line in _rivals(view)
        if line.hand is None
    )
    odds = max(likely, default=Fraction(0))
    if not odds:
        # The best hand of all may be one that pays little.
        return ADVICE["more"].of(**_told(thought)) if thought.is_rethrown else ADVICE["won"]
    wins, of = plain(odds)
    return ADVICE["overtaken" if thought.is_rethrown else "leading"].of(wins=wins, of=of)


def _cheap(lying: DiceHand, view: StoneHandView, told: Mapping[str, object]) -> Templated | None:
    """Return the advice if no rival can be beaten, about the price of losing; None if losing is free."""
    if view.rules.arcade:
        return None
    left = must_find(line.wager for line in view.lines if line.seat == view.thrower)

    def cost(hand: DiceHand) -> int:
        """Return the thrower's loss with this hand, if it is the worst (SH-2, SH-6)."""
        return min(lowered(view.pay, hand) * view.rules.pay_factor, left)

    kept = cost(lying)
    wins, of = plain(_likely(view, lambda hand: cost(hand) > kept, throws=1))
    return ADVICE["cheap" if wins else "cheapest"].of(**told, cost=kept, wins=wins, of=of)


def _likely(view: StoneHandView, wants: Callable[[DiceHand], bool], throws: int) -> Fraction:
    return chance(view.counting_homes, wants, throws, may_rethrow_all=view.may_rethrow_all)


def chance(
    homes: tuple[Dice, ...], wants: Callable[[DiceHand], bool], throws: int, *, may_rethrow_all: bool
) -> Fraction:
    """Return the probability that this many throws give a wanted hand, with these home throws."""
    likely, hands = Fraction(0), outcomes(homes)
    every = sum(count for count, _ in hands)
    for _ in range(throws):
        # Going back from the last throw, an unwanted hand that may not be rethrown ends the turn.
        later = {hand.kind: likely if may_rethrow_all or hand.kind == "junk" else 0 for _, hand in hands}
        got = sum(count * (1 if wants(hand) else later[hand.kind]) for count, hand in hands)
        likely = Fraction(got) / every
    return likely


def plain(odds: Fraction) -> tuple[int, int]:
    """Return odds as a fraction of small numbers; 0 in 1 and 1 in 1 only for none and certain."""
    near = odds.limit_denominator(PLAIN_MAX)
    if near == 0 < odds:
        near = Fraction(1, round(1 / odds))
    elif odds < 1 == near:
        near = 1 - Fraction(1, round(1 / (1 - odds)))
    return near.numerator, near.denominator
