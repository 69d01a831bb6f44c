"""How a house player plays: it plays the hand out many times from what its seat knows (TB-12).

A few hundred hands are ranked per decision, which takes some milliseconds. More would make others
wait: Python does one thing at a time (docs/performance.md).
"""

from __future__ import annotations

from bisect import bisect_left
from functools import cache
from itertools import combinations

from games.engine.betting.house import raising
from games.engine.betting.rounds import winnable
from games.engine.core.offers import Answer, Number, Offer, Pick
from games.engine.fairness.chance import Chance, Draw, Seal
from games.knights_heads.cards import DECK, Card
from games.knights_heads.dealing import NINE
from games.knights_heads.exchange import RABBLE_SIZE
from games.knights_heads.hands import Key, key
from games.knights_heads.model import Move
from games.knights_heads.patterns import HAND_SIZE
from games.knights_heads.view import KnightsView

FUTURES = 12
"""Imagined ways to fill up a hand when judging which cards to keep."""
DEALS = 16
"""Imagined deals of the unseen cards per decision."""
CHOSEN = 2
"""A rival still in has passed cards and bet, so the best of this many imagined hands counts as theirs."""
MEASURES = 200
"""Random hands that a hand is measured against."""
BOLD = 1.5
"""Raise when the chance to win is this many times an equal share among those still in."""
BLUFF_ONE_IN = 24


def decide(view: KnightsView, offers: tuple[Offer[Move], ...], chance: Chance) -> Answer:
    """Pass on the least useful cards, and bet by the chance of having the best hand."""
    offered = {offer.key: offer for offer in offers}
    passing = offered.get("pass")
    if isinstance(passing, Pick):
        keeping = best_to_keep(view, chance)
        return Answer("pass", tuple(at for at, card in enumerate(passing.choices) if card not in keeping))
    return _bet(view, offered, odds(view, chance), chance)


def best_to_keep(view: KnightsView, chance: Chance) -> tuple[Card, ...]:
    """The six of nine cards that promise most, found by dropping the worst one three times."""
    triplet_counts = view.rules.triplet_counts
    unknown = _unknown(view)
    futures = [_drawn(HAND_SIZE - NINE + RABBLE_SIZE, unknown, chance) for _ in range(FUTURES)]
    measure = _measure(triplet_counts=triplet_counts)

    def worth(kept: tuple[Card, ...]) -> int:
        missing = HAND_SIZE - len(kept)
        ranked = (key([*kept, *coming[:missing]], triplet_counts=triplet_counts) for coming in futures)
        return sum(bisect_left(measure, each) for each in ranked)

    kept = view.cards
    while len(kept) > NINE - RABBLE_SIZE:
        kept = max(combinations(kept, len(kept) - 1), key=worth)
    return kept


def odds(view: KnightsView, chance: Chance) -> float:
    """How likely this seat is to have the best hand of all who are still in."""
    own = view.cards if view.gave is not None else best_to_keep(view, chance)
    known, unknown = _known(view), _unknown(view)

    def filled(cards: tuple[Card, ...]) -> Key:
        """An imagined hand with these; each is dealt by itself, since two sharing a card hardly matters."""
        drawn = _drawn(HAND_SIZE - len(cards), unknown, chance)
        return key([*cards, *drawn], triplet_counts=view.rules.triplet_counts)

    won = 0.0
    for _ in range(DEALS):
        mine = filled(own)
        won += _share(mine, [max(filled(cards) for _ in range(CHOSEN)) for cards in known])
    return won / DEALS


def _share(mine: Key, rivals: list[Key]) -> float:
    best = max(rivals)
    if mine != best:
        return float(mine > best)
    return 1 / (1 + rivals.count(best))


def _known(view: KnightsView) -> tuple[tuple[Card, ...], ...]:
    """What is known of each rival still in: the cards that were passed to it lie in its hand."""
    gave = view.gave
    rivals = [line.seat for line in view.lines if line.seat != view.viewer and not line.has_folded]
    return tuple(gave.cards if gave is not None and gave.to == seat else () for seat in rivals)


def _unknown(view: KnightsView) -> list[Card]:
    told = {*view.cards, *(view.gave.cards if view.gave is not None else ())}
    return [card for card in DECK if card not in told]


def _drawn(count: int, cards: list[Card], chance: Chance) -> list[Card]:
    """`count` random cards; the list is reordered in place."""
    # A Fisher-Yates shuffle that stops after the places that are needed.
    for at in range(count):
        other = at + chance.below(len(cards) - at)
        cards[at], cards[other] = cards[other], cards[at]
    return cards[:count]


@cache
def _measure(*, triplet_counts: bool) -> list[Key]:
    """The keys of some random hands, always the same ones, lowest first."""
    chance, deck = Draw(Seal("")), list(DECK)
    return sorted(
        key(_drawn(HAND_SIZE, deck, chance), triplet_counts=triplet_counts) for _ in range(MEASURES)
    )


def _bet(view: KnightsView, offered: dict[str, Offer[Move]], odds_now: float, chance: Chance) -> Answer:
    """Raise what is good, match what the pot pays for, and now and then pretend."""
    staying = sum(not line.has_folded for line in view.lines)
    raised = raising(offered, chance.below, is_good=odds_now * staying > BOLD, bluff_one_in=BLUFF_ONE_IN)
    if raised:
        return Answer(raised[0].key, (raised[1],))
    if "check" in offered:
        return Answer("check")
    stake = view.betting.acting
    # Where nothing is bet yet and there is no check, the smallest bet is what it takes to stay (KH-6).
    missing = min(stake.stack, (view.betting.to_match or view.betting.bet_min) - stake.bet)
    if odds_now * winnable(view.betting, missing) < missing:
        return Answer("fold")
    if "match" in offered:
        return Answer("match")
    smallest = offered.get("bet")
    return Answer("bet", (smallest.least,)) if isinstance(smallest, Number) else Answer("all_in")
