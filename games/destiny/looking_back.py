"""Destiny once a hand is over: which fields go with what rivals did, and what may be compared (TB-26).

Where the cards lie is all that is hidden, and what somebody passed over in earlier hands speaks too. The
first round is not compared: with all looks to come, too many hands would have to be imagined.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from games.destiny import house, rules, view
from games.destiny.model import DestinyState, heights
from games.destiny.reading import FieldReading
from games.engine.betting import likely
from games.engine.betting.rounds import contenders
from games.engine.chance.seals import Chance
from games.engine.core.game import NO_ALTERNATIVES, Alternatives, Response, Seat
from games.engine.core.names import MASTER
from games.engine.core.offers import exchanged

LATEST_FIRST = slice(None, None, -1)
"""What was answered last says most, and sooner that cards do not fit."""


def ways(state: DestinyState, seat: Seat) -> Alternatives:
    """What may be answered in the second round."""
    is_compared = state.stage == "second_round" and seat in rules.to_act(state)
    return likely.ways(state.betting, rules.offers(state, seat)) if is_compared else NO_ALTERNATIVES


def likely_state(state: DestinyState, past: Sequence[Response], viewer: Seat, chance: Chance) -> DestinyState:
    """Other cards in the field and in the deck, with which those still in might have done the same."""
    seen = view.seen(state, viewer)
    unseen = [card for card in (*state.field, *state.deck) if card and card not in seen]
    staying = contenders(state.betting)
    telling = [each for each in past if each.seat in staying and not each.key.startswith(("look", "no_look"))]

    def fits(drawn: DestinyState) -> bool:
        return _is_passed_over(drawn, chance) and all(
            _might_answer(drawn, each, chance) for each in telling[LATEST_FIRST]
        )

    return likely.first_fitting(partial(exchanged, state, unseen, chance), fits)


def _is_passed_over(drawn: DestinyState, chance: Chance) -> bool:
    """Whether what lies where somebody passed it over is lower than what was played instead."""
    height = heights(drawn.rules.jokers)
    lower = (
        each.instead is None or height[drawn.card(each.place)] < height[each.instead]
        for each in drawn.passed_over
        if drawn.card(each.place) in height
    )
    return all(is_lower or not chance.below(likely.ANY_ONE_IN) for is_lower in lower)


def _might_answer(drawn: DestinyState, response: Response, chance: Chance) -> bool:
    """Whether a master who knows what that seat had seen of this field might have bet or held so."""
    asked = replace(response.state, field=drawn.field, deck=drawn.deck)
    sight, offers = view.recollection(asked, response.seat), rules.offers(asked, response.seat)
    if asked.stage != "holding":
        decided = partial(house.decide, sight, offers, chance, MASTER)
        return likely.might_answer(asked.betting, response.key, decided, chance)
    reading, held = FieldReading(sight, MASTER), response.key.removeprefix("hold_").upper()
    # A card that it did not know is as good as one from the deck, and may be held to pretend.
    known = held if held in reading.known else None
    return house.best_play(reading) == known or not chance.below(likely.ANY_ONE_IN)
