"""Review of a finished hand of Destiny: likely fields, and the answers to compare (TB-26).

Only the places of the cards are hidden, and passed-over places in earlier hands are evidence too. Answers of
the first round are not compared: with all looks to come, too many hands would have to be sampled.
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
    """Return a state with other hidden cards, with which the seats still in might have acted the same."""
    seen = view.seen(state, viewer)
    unseen = [card for card in (*state.field, *state.deck) if card and card not in seen]
    lower = _lower_cards(state, viewer, chance)
    tests: list[Callable[[DestinyState], float]] = [
        partial(_likeness, each, chance)
        for each in ranges.informative_answers(state.betting, past, chance)
        if not each.answer.key.startswith(("look", "no_look"))
    ]
    return ranges.best_fitting(partial(_drawn, state, unseen, lower, chance), tests)


def _lower_cards(state: DestinyState, viewer: Seat, chance: Chance) -> Mapping[str, frozenset[str]]:
    """Return the possible cards in each passed-over place, the most restricted place first.

    They are lower than the card played instead, or than the first card that is better than the deck.
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
    left, placed = [*shuffled(unseen, chance.below)], dict[str, str]()
    for place, possible in lower.items():
        if state.card(place) in unseen:
            placed[place] = next((card for card in left if card in possible), left[0])
            left.remove(placed[place])
    others = iter(left)
    field = tuple(
        placed.get(place) or (next(others) if card in unseen else card)
        for place, card in zip(PLACES, state.field, strict=True)
    )
    return replace(
        state, field=field, deck=tuple(next(others) if card in unseen else card for card in state.deck)
    )


def _likeness(response: Response, chance: Chance, drawn: DestinyState) -> float:
    """Return the similarity of a master's answer in this field to the seat's actual answer."""
    state = replace(response.state, field=drawn.field, deck=drawn.deck)
    seat_view, offers = view.recollection(state, response.seat), rules.offers(state, response.seat)
    if state.stage != "holding":
        decided = bot_player.decide(seat_view, offers, chance, MASTER)
        return ranges.similarity(state.betting, response.answer, decided)
    reading, held = OpponentModel(seat_view, MASTER), response.answer.key.removeprefix("hold_").upper()
    # An unknown card is as good as a card from the deck, and may be held as a bluff.
    known = held if held in reading.known else None
    return bot_player.best_play(reading) == known
