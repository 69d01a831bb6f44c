"""Knights' Heads once a hand is over: which hands go with what rivals bet, and what may be compared (TB-26).

Rivals keep the best six of nine cards, and get the lowest of another nine, or what the viewer passed on to
them; each hand is drawn so until its owner might have bet the same since the exchange. What came before it
is not compared: with the exchange to come, too many hands would have to be imagined.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from games.engine.betting import likely
from games.engine.betting.rounds import contenders
from games.engine.chance.seals import Chance, shuffled
from games.engine.core.game import NO_ALTERNATIVES, Alternatives, Response, Seat
from games.engine.core.names import MASTER
from games.knights_heads import house, rules, view
from games.knights_heads.cards import Card
from games.knights_heads.hands import HAND_SIZE
from games.knights_heads.model import HeldCards, KnightsState, Passed
from games.knights_heads.rules import NINE, RABBLE_SIZE, height

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
    staying = contenders(state.betting)
    for passed in state.passes:
        if passed.to == viewer:
            continue
        asked = [
            each
            for each in past
            if each.seat == passed.to and each.seat in staying and each.state.stage in COMPARED
        ]
        draw = partial(_drawn, state, passed, pool, viewer, chance)
        state = likely.first_fitting(draw, partial(_might_answer, asked, passed.to, chance))
        pool = [card for card in pool if card not in state.cards(passed.to)]
    return _filled_up(state, shuffled(pool, chance.below), viewer)


def _drawn(
    state: KnightsState, passed: Passed, pool: Sequence[Card], viewer: Seat, chance: Chance
) -> KnightsState:
    """The state with another hand where those cards went, and other cards passed, unless the viewer did."""
    order = shuffled(pool, chance.below)
    nine, other, luck = order[:NINE], order[NINE : 2 * NINE], order[2 * NINE]
    kept = house.best_to_keep(nine, house.yardstick(triplet_counts=state.rules.triplet_counts), "apprentice")
    got = passed.cards if passed.seat == viewer else tuple(sorted(other, key=height)[:RABBLE_SIZE])
    has_luck = len(state.cards(passed.to)) == HAND_SIZE
    hand = HeldCards(passed.to, (*kept, *got, *((luck,) if has_luck else ())))
    return replace(
        state,
        hands=tuple(hand if each.seat == passed.to else each for each in state.hands),
        passes=tuple(replace(each, cards=got) if each == passed else each for each in state.passes),
    )


def _might_answer(asked: Sequence[Response], seat: Seat, chance: Chance, drawn: KnightsState) -> bool:
    """Whether a master with the hand that seat has now might have answered so each time."""
    return all(_might_bet(drawn, each, chance) for each in reversed(asked) if each.seat == seat)


def _might_bet(drawn: KnightsState, response: Response, chance: Chance) -> bool:
    seat, then = response.seat, response.state
    cards = drawn.cards(seat)[: len(then.cards(seat))]
    hands = (replace(each, cards=cards) if each.seat == seat else each for each in then.hands)
    asked = replace(then, hands=tuple(hands), passes=drawn.passes)
    sight, offers = view.cut(asked, seat), rules.offers(asked, seat)
    decided = partial(house.decide, sight, offers, chance, MASTER)
    return likely.might_answer(asked.betting, response.key, decided, chance)


def _filled_up(state: KnightsState, pool: Sequence[Card], viewer: Seat) -> KnightsState:
    """The state with cards from the pool where somebody folded before the exchange, and in the deck."""
    drawn = {passed.to for passed in state.passes} | {viewer}
    left, hands = list(pool), []
    for held in state.hands:
        count = 0 if held.seat in drawn else len(held.cards)
        hands.append(replace(held, cards=tuple(left[:count])) if count else held)
        left = left[count:]
    return replace(state, hands=tuple(hands), deck=tuple(left[: len(state.deck)]))
