"""Knights' Heads once a hand is over: which hands go with what rivals bet, and what may be compared (TB-26).

Rivals keep the best six of nine cards, and get any three, as a master imagines it, or what the viewer passed
on to them; each hand is drawn so until its owner might have bet the same, with the nine at first. What came
before the exchange is not compared: with that to come, too many hands would have to be imagined.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import NamedTuple

from games.engine.betting import likely
from games.engine.chance.seals import Chance, shuffled
from games.engine.core.game import NO_ALTERNATIVES, Alternatives, Response, Seat
from games.engine.core.names import MASTER
from games.knights_heads import house, rules, view
from games.knights_heads.cards import Card
from games.knights_heads.hands import HAND_SIZE
from games.knights_heads.model import HeldCards, KnightsState, Passed
from games.knights_heads.rules import NINE, RABBLE_SIZE

COMPARED = ("second_round", "final_round")


def ways(state: KnightsState, seat: Seat) -> Alternatives:
    """What may be answered once cards are exchanged."""
    is_compared = state.stage in COMPARED and seat in rules.to_act(state)
    return likely.ways(state.betting, rules.offers(state, seat)) if is_compared else NO_ALTERNATIVES


def likely_state(state: KnightsState, past: Sequence[Response], viewer: Seat, chance: Chance) -> KnightsState:
    """Other cards in others' hands, with which those still in might have bet the same, and in the deck."""
    seen = view.seen(state, viewer)
    hidden = [card for held in state.hands for card in held.cards if card not in seen]
    pool = [card for card in (*state.deck, *hidden) if card not in seen]
    bets = [each for each in likely.telling(state.betting, past, chance) if each.state.stage != "exchange"]
    for passed in state.passes:
        if passed.to == viewer:
            continue
        tests = [partial(_likeness, each, chance) for each in bets if each.seat == passed.to]
        drawn = likely.best_fitting(partial(_drawn, state, passed, pool, viewer, chance), tests)
        state, pool = drawn.state, [card for card in pool if card not in drawn.state.cards(passed.to)]
    return _filled_up(state, shuffled(pool, chance.below), viewer)


class _Drawn(NamedTuple):
    """A state with another hand in it, and the nine cards from which that hand came."""

    state: KnightsState
    nine: tuple[Card, ...]


def _drawn(state: KnightsState, passed: Passed, pool: Sequence[Card], viewer: Seat, chance: Chance) -> _Drawn:
    """The state with another hand where those cards went, and other cards passed, unless the viewer did."""
    order = shuffled(pool, chance.below)
    nine, rabble, luck = order[:NINE], order[NINE : NINE + RABBLE_SIZE], order[-1]
    # To look as far ahead as a master does takes too long, and is worth little more.
    kept = house.best_to_keep(nine, house.yardstick(triplet_counts=state.rules.triplet_counts), "regular")
    got = passed.cards if passed.seat == viewer else rabble
    has_luck = len(state.cards(passed.to)) == HAND_SIZE
    hand = HeldCards(passed.to, (*kept, *got, *((luck,) if has_luck else ())))
    found = replace(
        state,
        hands=tuple(hand if each.seat == passed.to else each for each in state.hands),
        passes=tuple(replace(each, cards=got) if each == passed else each for each in state.passes),
    )
    return _Drawn(found, nine)


def _likeness(response: Response, chance: Chance, drawn: _Drawn) -> float:
    """How far a master with the hand that seat has now, or with its nine at first, bets so."""
    seat, then = response.seat, response.state
    cards = drawn.nine if then.stage == "first_round" else drawn.state.cards(seat)
    held = HeldCards(seat, cards[: len(then.cards(seat))])
    hands = tuple(held if each.seat == seat else each for each in then.hands)
    asked = replace(then, hands=hands, passes=drawn.state.passes if then.passes else ())
    decided = house.decide(view.cut(asked, seat), rules.offers(asked, seat), chance, MASTER)
    return likely.likeness(asked.betting, response.answer, decided)


def _filled_up(state: KnightsState, pool: Sequence[Card], viewer: Seat) -> KnightsState:
    """The state with cards from the pool where somebody folded before the exchange, and in the deck."""
    drawn = {passed.to for passed in state.passes} | {viewer}
    left, hands = list(pool), []
    for held in state.hands:
        count = 0 if held.seat in drawn else len(held.cards)
        hands.append(replace(held, cards=tuple(left[:count])) if count else held)
        left = left[count:]
    return replace(state, hands=tuple(hands), deck=tuple(left[: len(state.deck)]))
