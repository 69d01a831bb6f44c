"""Review of a finished hand of Destiny: likely fields, and the answers to compare (TB-26).

Only the positions of the cards are hidden, and passed-over places in earlier hands are evidence too. The
first round is not compared: with all looks to come, too many hands would have to be imagined.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial

from games.destiny import bot_player, rules, view
from games.destiny.model import PLACES, DestinyState, heights
from games.destiny.opponent_model import OpponentModel
from games.engine.betting import ranges
from games.engine.core.characters import MASTER
from games.engine.core.game import NO_ALTERNATIVES, Alternatives, Response, Seat
from games.engine.provable_chance import Chance, shuffled


def ways(state: DestinyState, seat: Seat) -> Alternatives:
    """Return the alternative answers in the second round."""
    is_compared = state.stage == "second_round" and seat in rules.to_act(state)
    return (
        ranges.passive_answers(state.betting, rules.offers(state, seat)) if is_compared else NO_ALTERNATIVES
    )


def likely_state(state: DestinyState, past: Sequence[Response], viewer: Seat, chance: Chance) -> DestinyState:
    """Return a state with other hidden cards, with which those still in might have acted the same."""
    seen = view.seen(state, viewer)
    unseen = [card for card in (*state.field, *state.deck) if card and card not in seen]
    lower = _lower(state, viewer, chance)
    tests: list[Callable[[DestinyState], float]] = [
        partial(_likeness, each, chance)
        for each in ranges.informative_answers(state.betting, past, chance)
        if not each.answer.key.startswith(("look", "no_look"))
    ]
    return ranges.best_fitting(partial(_drawn, state, unseen, lower, chance), tests)


def _lower(state: DestinyState, viewer: Seat, chance: Chance) -> Mapping[str, frozenset[str]]:
    """Return the cards that may lie in passed-over places, the most restricted places first.

    They are lower than the card played instead, or than the first one better than the deck's.
    """
    reading, height = OpponentModel(view.recollection(state, viewer), MASTER), heights(state.rules.jokers)
    deck = reading.deck_height_against(len(state.order) - 1)
    bounds = [
        (height.get(each.instead or "", deck), each.place)
        for each in state.passed_over
        if chance.below(ranges.ANY_ONE_IN)
    ]
    return {
        place: frozenset(card for card in height if height[card] < bound) for bound, place in sorted(bounds)
    }


def _drawn(
    state: DestinyState, unseen: Sequence[str], lower: Mapping[str, frozenset[str]], chance: Chance
) -> DestinyState:
    """Return the state with other hidden cards, low ones in places that were passed over."""
    left, lying = [*shuffled(unseen, chance.below)], dict[str, str]()
    for place, may_lie in lower.items():
        if state.card(place) in unseen:
            lying[place] = next((card for card in left if card in may_lie), left[0])
            left.remove(lying[place])
    others = iter(left)
    field = tuple(
        lying.get(place) or (next(others) if card in unseen else card)
        for place, card in zip(PLACES, state.field, strict=True)
    )
    return replace(
        state, field=field, deck=tuple(next(others) if card in unseen else card for card in state.deck)
    )


def _likeness(response: Response, chance: Chance, drawn: DestinyState) -> float:
    """Return how likely a master with that seat's knowledge of this field bets or holds the same."""
    asked = replace(response.state, field=drawn.field, deck=drawn.deck)
    sight, offers = view.recollection(asked, response.seat), rules.offers(asked, response.seat)
    if asked.stage != "holding":
        decided = bot_player.decide(sight, offers, chance, MASTER)
        return ranges.similarity(asked.betting, response.answer, decided)
    reading, held = OpponentModel(sight, MASTER), response.answer.key.removeprefix("hold_").upper()
    # An unknown card is as good as one from the deck, and may be held as a bluff.
    known = held if held in reading.known else None
    return bot_player.best_play(reading) == known
