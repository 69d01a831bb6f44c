"""Review of a finished hand of Knights' Heads: the ranges of rivals, and the answers to compare (TB-26).

A rival's hand is sampled as the best six of nine cards, with three other cards, which are the viewer's passed
cards if the viewer passed to that rival. Hands are drawn until a master with them might have bet the same, in
the first round with the nine cards. Decisions before the exchange are not compared, since too many hands
would have to be sampled.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial

from games.engine.betting import ranges
from games.engine.core.characters import MASTER
from games.engine.core.game import NO_ALTERNATIVES, Alternatives, Response, Seat
from games.engine.provable_chance import Chance, shuffled
from games.knights_heads import bot_player, rules, view
from games.knights_heads.cards import Card
from games.knights_heads.hands import HAND_SIZE
from games.knights_heads.model import HeldCards, KnightsState, Passed, Stage
from games.knights_heads.rules import NINE, RABBLE_SIZE

COMPARED = ("second_round", "final_round")
"""The rounds whose answers are compared."""
DRAWS_OF_NINE = 4
"""The number of draws of three other cards for the same six cards, since finding the six takes longest."""
LUCKS = 24
"""The number of luck cards sampled to judge nine cards."""


def ways(state: KnightsState, seat: Seat) -> Alternatives:
    """Return the alternative answers after the exchange."""
    is_compared = state.stage in COMPARED and seat in rules.to_act(state)
    return (
        ranges.passive_answers(state.betting, rules.offers(state, seat)) if is_compared else NO_ALTERNATIVES
    )


def likely_state(state: KnightsState, past: Sequence[Response], viewer: Seat, chance: Chance) -> KnightsState:
    """Return a state with another deck and other hands, consistent with the betting of seats still in."""
    seen = view.seen(state, viewer)
    hidden = [card for held in state.hands for card in held.cards if card not in seen]
    pool = [card for card in (*state.deck, *hidden) if card not in seen]
    bets = [
        each
        for each in ranges.informative_answers(state.betting, past, chance)
        if each.state.stage != "exchange"
    ]
    for passed in state.passes:
        if passed.to == viewer:
            continue
        tests = [partial(_likeness, each, chance) for each in bets if each.seat == passed.to]
        drawn = ranges.best_fitting(partial(next, _draws(state, passed, pool, viewer, chance)), tests)
        state, pool = drawn.state, [card for card in pool if card not in drawn.state.cards(passed.to)]
    return _filled_up(state, shuffled(pool, chance.below), viewer)


@dataclass(frozen=True)
class _Nine:
    """The nine cards that a seat had at first."""

    cards: tuple[Card, ...]
    measure: bot_player.Yardstick

    @cached_property
    def kept(self) -> tuple[Card, ...]:
        """The six kept cards, chosen with a regular's skill, since a master's is slow and hardly better."""
        return bot_player.best_to_keep(self.cards, self.measure, "regular")

    @cached_property
    def promise(self) -> float:
        """The worth of the nine cards before the exchange."""
        return bot_player.promise(self.kept, self.cards, self.measure)


@dataclass(frozen=True)
class _Drawn:
    """A state with another hand of one seat, and the nine cards from which that hand came."""

    state: KnightsState
    hand: HeldCards
    nine: _Nine

    def worth(self, stage: Stage) -> float:
        """Return the worth of the hand to its owner in a round."""
        if stage == "first_round":
            return self.nine.promise
        return self._prospect if stage == "second_round" else self.nine.measure.worth(self.hand.cards)

    @cached_property
    def _prospect(self) -> float:
        return bot_player.prospect(self.hand.cards[:NINE], (), self.nine.measure, LUCKS)


def _draws(
    state: KnightsState, passed: Passed, pool: Sequence[Card], viewer: Seat, chance: Chance
) -> Iterator[_Drawn]:
    """Yield the state with other hands of one seat, and other passed cards unless the viewer passed them."""
    measure = bot_player.yardstick(triplet_counts=state.rules.triplet_counts)
    has_luck = len(state.cards(passed.to)) == HAND_SIZE
    while True:
        order = shuffled(pool, chance.below)
        nine, others = _Nine(order[:NINE], measure), order[NINE:]
        for _ in range(DRAWS_OF_NINE):
            *rabble, luck = shuffled(others, chance.below)[: RABBLE_SIZE + 1]
            got = passed.cards if passed.seat == viewer else tuple(rabble)
            hand = HeldCards(passed.to, (*nine.kept, *got, *((luck,) if has_luck else ())))
            changed = replace(
                state,
                hands=tuple(hand if each.seat == passed.to else each for each in state.hands),
                passes=tuple(replace(each, cards=got) if each == passed else each for each in state.passes),
            )
            yield _Drawn(changed, hand, nine)


def _likeness(response: Response, chance: Chance, drawn: _Drawn) -> float:
    """Return the similarity of a master's answer with the drawn hand to the actual answer."""
    seat, actual = response.seat, response.state
    cards = drawn.nine.cards if actual.stage == "first_round" else drawn.hand.cards
    held = HeldCards(seat, cards[: len(actual.cards(seat))])
    hands = tuple(held if each.seat == seat else each for each in actual.hands)
    state = replace(actual, hands=hands, passes=drawn.state.passes if actual.passes else ())
    seat_view, offered = view.redact(state, seat), {each.key: each for each in rules.offers(state, seat)}
    judgement = bot_player.assess_worth(seat_view, drawn.worth(actual.stage), MASTER)
    decided = bot_player.bets(seat_view, offered, judgement, chance, MASTER)
    return ranges.similarity(state.betting, response.answer, decided)


def _filled_up(state: KnightsState, pool: Sequence[Card], viewer: Seat) -> KnightsState:
    """Return the state with pool cards for the deck and for seats that folded before the exchange."""
    drawn = {passed.to for passed in state.passes} | {viewer}
    left, hands = list(pool), []
    for held in state.hands:
        count = 0 if held.seat in drawn else len(held.cards)
        hands.append(replace(held, cards=tuple(left[:count])) if count else held)
        left = left[count:]
    return replace(state, hands=tuple(hands), deck=tuple(left[: len(state.deck)]))
