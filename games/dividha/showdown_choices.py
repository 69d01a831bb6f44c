"""What a player shows at the showdown: the discard, the order and the call (DV-8, DV-10, DV-11)."""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

from games.dividha.dealing import with_holding
from games.dividha.hands import best, discards
from games.dividha.interpretations import DIVINE_INTERVENTION, FACE_UP, HIGH_CARD
from games.dividha.model import (
    CallByName,
    Choosing,
    DiscardMove,
    DividhaRules,
    DividhaState,
    Holding,
    Lay,
    Move,
)
from games.engine.chance.seals import Chance
from games.engine.chance.stream import shuffled
from games.engine.core.game import Seat
from games.engine.core.offers import Answer, Offer, Pick, Press
from games.engine.core.possible_states import some


def is_done(state: DividhaState, seat: Seat) -> bool:
    """Whether a seat has chosen all that there is to choose."""
    held = state.holding(seat)
    is_called = held.call is not None or not state.rules.aural_rule
    return len(held.laid) == FACE_UP and is_called


def offers(state: DividhaState, seat: Seat) -> tuple[Offer[Move], ...]:
    """The discard; then, under these house rules, one card after the other, and the call."""
    held = state.holding(seat)
    if held.discard is None:
        return (Pick("discard", held.cards, 1, lambda cards: DiscardMove(cards[0])),)
    if len(held.laid) < FACE_UP:
        lay: Offer[Move] = Pick("lay", _waiting(held), 1, lambda cards: Lay(cards[0]))
        return (lay, Press("lay_rest", Lay(None))) if held.laid else (lay,)
    # All names, so that what is offered says nothing of the cards.
    names = tuple(map(str, _names(state.rules)))
    return (Pick("call", names, 1, lambda chosen: CallByName(int(chosen[0]))),)


def choose(state: DividhaState, seat: Seat, move: Choosing) -> DividhaState:
    """The seat's choice, which nobody else learns before all have chosen."""
    held = state.holding(seat)
    match move:
        case DiscardMove(card=card):
            held = replace(held, discard=card)
            # Without the Rule of Order the others are laid as they came.
            return with_holding(state, replace(held, laid=() if state.rules.rule_of_order else _shown(held)))
        case Lay(card=card):
            laid = (*held.laid, *(_waiting(held) if card is None else (card,)))
            left = tuple(each for each in _shown(held) if each not in laid)
            # The last card has one place to go.
            return with_holding(state, replace(held, laid=laid if len(left) > 1 else (*laid, *left)))
        case CallByName(number=number):
            return with_holding(state, replace(held, call=number))
        case _:
            assert_never(move)


def other_choice(held: Holding, rules: DividhaRules, chance: Chance) -> Holding:
    """Choices a seat might equally have made, as many as it has made so far."""
    if held.discard is None:
        return held
    (discard,) = some(held.cards, 1, chance)
    gone = replace(held, discard=discard)
    laid = shuffled(_shown(gone), chance.below) if rules.rule_of_order else _shown(gone)
    called = _names(rules)
    call = None if held.call is None else called[chance.below(len(called))]
    return replace(gone, laid=laid[: len(held.laid)], call=call)


def timeout(state: DividhaState, seat: Seat) -> Answer:
    """The strongest hand if as much or more lies on Win, else the weakest, laid and called right (TB-8)."""
    held, rules, tablet = state.holding(seat), state.rules, state.tablet(seat)
    if held.discard is None:
        keys = [each.hand.key for each in discards(held.cards, divine_intervention=rules.divine_intervention)]
        wanted = max(keys) if tablet.win >= tablet.lose else min(keys)
        return Answer("discard", (keys.index(wanted),))
    hand = best(_shown(held), divine_intervention=rules.divine_intervention)
    if len(held.laid) < FACE_UP:
        waiting = _waiting(held)
        due = next(card for card in (*hand.cards, *waiting) if card in waiting)
        return Answer("lay", (waiting.index(due),))
    return Answer("call", (_names(rules).index(hand.number),))


def _shown(held: Holding) -> tuple[str, ...]:
    return tuple(card for card in held.cards if card != held.discard)


def _waiting(held: Holding) -> tuple[str, ...]:
    return tuple(card for card in _shown(held) if card not in held.laid)


def _names(rules: DividhaRules) -> range:
    highest = DIVINE_INTERVENTION if rules.divine_intervention else DIVINE_INTERVENTION + 1
    return range(highest, HIGH_CARD + 1)
