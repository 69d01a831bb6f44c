"""How a house player plays: rethrow a hand that is worth less than an average throw (TB-12).

Each has a home throw by name (SH-3).
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Mapping
from functools import cache
from random import Random

from games.engine.chance.seals import Chance
from games.engine.core.character import MASTER, Character
from games.engine.core.offers import Answer, Offer
from games.engine.core.sentences import phrase
from games.stone_hand.hands import RAISES, Dice, DiceHand, all_throws, key, read_dice
from games.stone_hand.model import HomeThrow, Move
from games.stone_hand.view import StoneHandView

Key = tuple[int, int]

HOMES: Mapping[str, HomeThrow] = {
    "Old Marta": HomeThrow((2, 3, 8), phrase("Two sons, three cats, eight winters since I last shouted.")),
    "Tall Pim": HomeThrow(
        (1, 1, 8), phrase("Number 118 is the only door in town that I don’t have to duck for.")
    ),
    "Red Osk": HomeThrow((3, 6, 7), phrase("We sailed on the third of the sixth, seven hands and a goat.")),
    "Aunt Wil": HomeThrow((4, 4, 5), phrase("Four nephews, four nieces, five of them polite.")),
    "Jory": HomeThrow((1, 2, 5), phrase("I said one ale, had two, and paid for five.")),
    "Little Bess": HomeThrow((1, 3, 3), phrase("One of three sisters, and the third to be told anything.")),
    "Hob the Cooper": HomeThrow((2, 6, 8), phrase("Two hoops, six staves, eight leaks: my first barrel.")),
    "Sella": HomeThrow((5, 6, 8), phrase("Our church clock strikes five, six, then eight. Nobody minds.")),
    "Captain Dun": HomeThrow(
        (1, 7, 8), phrase("One mast left, seven leaks, eight miles to shore. We made it.")
    ),
    "Mirre": HomeThrow((2, 2, 3), phrase("Two steps left, two right, three round: my first dance.")),
    "Grey Toma": HomeThrow(
        (3, 4, 8), phrase("Her letter took three months and four days. It was eight words long.")
    ),
    "Anselm": HomeThrow(
        (1, 5, 6), phrase("Psalm 156. There’s none; my teacher had me look for it all summer.")
    ),
    "Quick Nan": HomeThrow((1, 2, 8), phrase("One wall, two dogs, eight apples.")),
    "Father Brock": HomeThrow((3, 3, 7), phrase("Three bells, three prayers, and seven of us at supper.")),
    "Ilse": HomeThrow(
        (4, 6, 7), phrase("The mill at 467, Old Road. You could smell the bread from the ford.")
    ),
    "Round Piet": HomeThrow((2, 5, 5), phrase("Two breakfasts, five dumplings, and five more dumplings.")),
    "Fenna": HomeThrow((1, 6, 7), phrase("Grandmother won the farm with these, the night the river froze.")),
    "Lame Rolf": HomeThrow(
        (2, 4, 7), phrase("Second horse, fourth fence, seventh of May. I still like horses.")
    ),
    "Sweet Ada": HomeThrow(
        (5, 7, 7), phrase("Five letters from him, seven from me; seven years on he dries my cups.")
    ),
    "Uncle Vask": HomeThrow((6, 6, 8), phrase("Nobody else wanted them.")),
}


def home_of(name: str) -> HomeThrow | None:
    """The home throw of a house player; a number after the name makes no difference."""
    return HOMES.get(name.rstrip(" 0123456789"))


def decide(
    view: StoneHandView, offers: tuple[Offer[Move], ...], _chance: Chance, character: Character = MASTER
) -> Answer:
    """Keep a hand unless a rethrow is worth more on average, as this player sees it."""
    if view.thrown is None:
        return Answer(offers[0].key)
    kept, thrown = worths(view, view.thrown, character)
    return Answer("rethrow" if thrown > kept else "keep")


def worths(view: StoneHandView, lying: DiceHand, character: Character = MASTER) -> tuple[float, float]:
    """What keeping a hand brings on average, and what throwing again is thought to; in units of the pay."""
    prospect = _Prospect(view)
    worths = [(count, hand, prospect.worth(hand)) for count, hand in outcomes(view.counting_homes)]
    throws = sum(count for count, _, _ in worths)
    hope = sum(count * worth for count, _, worth in worths) / throws
    for _ in range(view.rethrows_left - 1):
        # Each throw is worth the better of what it is and of what was hoped for with one rethrow less.
        hopes = (
            count * (max(worth, hope) if view.may_rethrow_all or hand.kind == "junk" else worth)
            for count, hand, worth in worths
        )
        hope = sum(hopes) / throws
    return prospect.worth(lying), hope + view.pay * _slip(view, character)


def _slip(view: StoneHandView, character: Character) -> float:
    """How far another throw is misjudged, as a share of the pay; in the same place always as far."""
    mood = Random(repr((view.lines, view.thrown, view.rethrows))).uniform(-1, 1)  # noqa: S311 -- a mood
    return character.confidence + character.noise * mood


class _Prospect:
    """The worth of a hand against hands that stand and hands still to come."""

    def __init__(self, view: StoneHandView) -> None:
        self._rules = view.rules
        self._pay = view.pay
        rivals = [line for line in view.lines if not line.is_safe and line.seat != view.thrower]
        shown = [self._key(line.hand) for line in rivals if line.hand is not None]
        self._waiting = len(rivals) - len(shown)
        self._best = max(shown, default=None)
        self._worst = min(shown, default=None)
        self._to_come = _keys_to_come(inverted_junk=view.rules.inverted_junk)

    def worth(self, hand: DiceHand) -> float:
        """What a hand is likely to bring, less what it is likely to cost.

        A prize pool pays no winner of a round, the arcade costs no loser.
        """
        mine = self._key(hand)
        is_best = self._best is None or mine >= self._best
        is_worst = self._worst is None or mine <= self._worst
        beaten = bisect_right(self._to_come, mine) / len(self._to_come)
        beating = 1 - bisect_left(self._to_come, mine) / len(self._to_come)
        cost = is_worst * beating**self._waiting
        gain = is_best * beaten**self._waiting
        pay = self._pay if hand.score is None else min(self._pay, hand.score)
        return pay * (gain * (not self._rules.prize_pool) - cost * (not self._rules.arcade))

    def _key(self, hand: DiceHand) -> Key:
        return key(hand, inverted_junk=self._rules.inverted_junk)


@cache
def outcomes(homes: tuple[Dice, ...]) -> tuple[tuple[int, DiceHand], ...]:
    """All that a turn's throw can become, show-ups apart, and how many throws show it."""
    hands = [read_dice(dice, homes) for dice in all_throws()]
    counts = Counter((hand.kind, hand.score) for hand in hands)
    examples = {(hand.kind, hand.score): hand for hand in hands if hand.kind not in RAISES}
    return tuple((counts[known], hand) for known, hand in examples.items())


@cache
def _keys_to_come(*, inverted_junk: bool) -> list[Key]:
    """What a player who is still to throw may show, worst first."""
    return sorted(
        key(hand, inverted_junk=inverted_junk) for count, hand in outcomes(()) for _ in range(count)
    )
