"""Knights' Heads for the engine, with its verifier, its notation and its deal of the day.

The beginning of a hand is public, so the verifier takes it from the history. A hand as text is ten cards such
as `N01`, separated by spaces.

The deal of the day: choose which three of nine cards to give away (KH-7). Their replacements and the luck
card are dealt many thousand times, as sampled by a master, and the ten cards are compared with the yardstick
(`bot_player.py`). All answers are evaluated with the same deals, which depend only on the nine cards.
"""

from __future__ import annotations

from collections.abc import Callable
from collections.abc import Set as AbstractSet
from dataclasses import replace
from itertools import combinations, islice
from typing import TypeAlias

from games.engine import provable_chance
from games.engine.betting.bets import Leave, without
from games.engine.betting.rounds import BettingGame
from games.engine.core.errors import N_
from games.engine.core.game import (
    Grading,
    HandSetup,
    Level,
    Ranker,
    Ranking,
    Seat,
    SeatedPlayer,
    UnreadableHand,
)
from games.engine.history import HistoryVerifier, MalformedInput
from games.engine.provable_chance import Chance
from games.knights_heads import bot_player, model, reasons, review, rules, showdown
from games.knights_heads import view as views
from games.knights_heads.bot_player import random_draws, yardstick
from games.knights_heads.cards import DECK, INDEXES, Card, in_deck_order
from games.knights_heads.hands import HAND_SIZE, RABBLE, key, made
from games.knights_heads.model import Event, KnightsCarry, KnightsRules, KnightsState, Move
from games.knights_heads.rules import NINE, RABBLE_SIZE
from games.knights_heads.view import KnightsView


class KnightsHeads(
    BettingGame[KnightsState, Move, Event, KnightsView, KnightsCarry, KnightsRules, model.CourtScore]
):
    """Ten of 104 cards, three of them from the neighbour; 2 to 6 players."""

    key = "knights_heads"
    title = N_("Knights’ Heads")
    seats = range(2, 7)
    buy_in = 100
    is_dealt = True
    looks_back = True
    whole_deck = DECK
    tournament_seats = range(2, 7)
    departure = Leave()
    levels = tuple(Level(ante=ante) for ante in (2, 4, 6, 10, 16, 24, 40))
    titles = showdown.TITLES
    actions = rules.ACTIONS

    start = staticmethod(rules.start)
    to_act = staticmethod(rules.to_act)
    offers = staticmethod(rules.offers)
    asides = staticmethod(rules.asides)
    timeout = staticmethod(rules.timeout)
    chance_move = staticmethod(rules.house_move)
    apply = staticmethod(rules.apply)
    result = staticmethod(showdown.result)
    hand_stats = staticmethod(showdown.deeds)
    unfolding = staticmethod(showdown.showdown_states)
    view = staticmethod(views.redact)
    seen = staticmethod(views.seen)
    estimate = staticmethod(bot_player.estimate)
    decide = staticmethod(bot_player.decide)
    hint = staticmethod(bot_player.hint)
    ways = staticmethod(review.ways)
    sample_likely_state = staticmethod(review.likely_state)
    reason = staticmethod(reasons.reason)
    advice = staticmethod(reasons.advice)

    def stake_min(self, rules: KnightsRules) -> int:
        """Return the ante."""
        return rules.ante

    def at_level(self, rules: KnightsRules, level: Level) -> KnightsRules:
        """Return the rules with the level's ante."""
        return replace(rules, ante=max(1, level.ante))

    def vacated(self, carry: KnightsCarry, seat: Seat) -> KnightsCarry:
        """Return the carry without the court score and raise history of a seat's previous player."""
        tallies = tuple(tally for tally in carry.tallies if tally.seat != seat)
        return replace(carry, tallies=tallies, habits=without(carry.habits, [seat]))

    def taken_along(
        self, keepsake: model.CourtScore | None, carry: KnightsCarry | None, seat: Seat
    ) -> model.CourtScore | None:
        """Return the current court score."""
        tallies = () if carry is None else (each for each in carry.tallies if each.seat == seat)
        return next((model.CourtScore(each.points) for each in tallies), keepsake)

    def brought(self, _keepsake: model.CourtScore | None, score: int) -> model.CourtScore | None:
        """Return the court score from the other tables (KH-12)."""
        return model.CourtScore(score) if score else None

    def shared(self, state: KnightsState, end: KnightsState, seat: Seat) -> KnightsView:
        """Return the seat's view if it kept these cards to the end, else the public view.

        It lacks passed cards, which only giver and taker know (KH-7).
        """
        is_kept = {*state.cards(seat)} <= {*end.cards(seat)}
        return replace(self.view(state, seat if is_kept else None), gave=None, got=None)

    def unshown(self, state: KnightsState, seat: Seat) -> tuple[str, ...]:
        """Return the hand that the seat kept, unless it was laid down."""
        is_laid = any(each.seat == seat for each in state.laid)
        return () if is_laid else in_deck_order(state.cards(seat))

    def disclosed(self, move: Move, seat: Seat, _after: KnightsState, end: KnightsState) -> Move | None:
        """Return a pass with the cards finally passed on, not with an earlier choice (KH-7)."""
        passed = (each.cards for each in end.passes if each.seat == seat)
        return model.Pass(next(passed, move.cards)) if isinstance(move, model.Pass) else move

    def grounds(
        self, state: KnightsState, seat: Seat, move: Move, seen: AbstractSet[str]
    ) -> KnightsView | None:
        """Return the view; with ten cards, without passed cards, on which no reason depends any more."""
        if len(state.cards(seat)) > NINE and seen >= {*state.cards(seat)}:
            return replace(self.recollection(state, seat), gave=None)
        return super().grounds(state, seat, move, seen)

    def may_explain(self, view: KnightsView, seat: Seat) -> bool:
        """Return True if a seat laid its cards down, so that its decisions with ten cards are public."""
        return any(each.seat == seat for each in view.laid)

    def sample_possible_state(self, state: KnightsState, viewer: Seat | None, chance: Chance) -> KnightsState:
        """Return the state with other cards in the rivals' hands, sealed cards, and deck."""
        return rules.other_passes(super().sample_possible_state(state, viewer, chance), viewer, chance)


KNIGHTS_HEADS = KnightsHeads()


class KnightsReferee(HistoryVerifier[KnightsState, KnightsView]):
    """The verifier of Knights' Heads."""

    game = KNIGHTS_HEADS

    def initial_state(self) -> KnightsState:
        """Return the hand before the deal, from stacks, dealer and court scores."""
        self.require_seats()
        beginning = self.beginning
        lines = sorted(beginning.lines, key=lambda line: line.seat)
        if beginning.dealer not in {None, *(line.seat for line in lines)}:
            raise MalformedInput("beginning.dealer: not one of the seats")
        players: tuple[SeatedPlayer[model.CourtScore], ...] = tuple(
            SeatedPlayer(line.seat, line.stack) for line in lines
        )
        carry = KnightsCarry(
            dealer=lines[-1].seat,
            tallies=tuple(model.Tally(line.seat, line.points) for line in lines),
            habits=beginning.betting.habits,
        )
        state = rules.opened(HandSetup(beginning.rules, players, lines[0].seat), carry, beginning.dealer)
        return replace(state, betting=self.ruled(state.betting))


# All spellings are listed, because `str.upper` turns some non-ASCII letters into S.
_WORDS: dict[str, Card] = {word: card for card in INDEXES for word in (card, card.lower())}


def read(text: str) -> Card:
    """Parse a card. Raises `UnreadableHand`."""
    if text not in _WORDS:
        raise UnreadableHand(f"{text[:40]!r} is no card such as N01")
    return _WORDS[text]


def rank(line: str, rules: KnightsRules) -> Ranking:
    """Parse and rank ten cards."""
    words = line.split()
    if len(words) != HAND_SIZE:
        raise UnreadableHand(f"{len(words)} cards; a hand has {HAND_SIZE}")
    cards = [read(word) for word in words]
    for index, card in enumerate(cards):
        if card in cards[:index]:
            raise UnreadableHand(f"{card} twice")
    found = made(cards, triplet_counts=rules.triplet_counts)
    return Ranking(
        hand=found.hand.name,
        number=None if found.hand is RABBLE else found.hand.number,
        key=key(cards, triplet_counts=rules.triplet_counts),
        cards=found.cards,
    )


RANKER = Ranker(KnightsRules, rank)


IN = 100
"""The denominator of values."""
DEALS = 10_000
PIECE = 100
"""The number of deals evaluated in one step."""

Nine: TypeAlias = tuple[Card, ...]


class KnightsDaily:
    """The deal of the day: which three cards to give away."""

    def deal(self, below: Callable[[int], int]) -> Nine:
        """Return nine cards."""
        return in_deck_order(provable_chance.shuffled(DECK, below)[:NINE])

    def told(self, deal: Nine) -> str:
        """Return the cards as text."""
        return " ".join(deal)

    def answers(self, deal: Nine) -> tuple[str, ...]:
        """Return all sets of three of the nine cards."""
        return tuple(map(" ".join, combinations(deal, RABBLE_SIZE)))

    def grading(self, deal: Nine) -> Grading:
        """Compute the average number in 100 yardstick hands that each answer beats."""
        kept = [tuple(card for card in deal if card not in gone) for gone in combinations(deal, RABBLE_SIZE)]
        measure, beaten = yardstick(triplet_counts=True), [0.0] * len(kept)
        for count, coming in enumerate(islice(random_draws(deal, deal), DEALS), 1):
            for index, six in enumerate(kept):
                beaten[index] += measure.worth((*six, *coming))
            if not count % PIECE:
                yield None
        yield tuple(round(IN * each / DEALS) for each in beaten)


DAILY = KnightsDaily()
