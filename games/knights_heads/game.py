"""Knights' Heads as the engine knows it, with its referee, its notation and its deal of the day.

How a hand begins is public, so the referee begins it as its history tells. Hands as text are ten cards such
as `N01`, separated by spaces.

The deal of the day: which three of nine cards to give away (KH-7). What comes for them, and the luck card, is
dealt many thousand times, as a master imagines it, and the ten cards are laid beside hands that were really
laid down (`bot_player.py`). All answers meet the same deals, which follow from the nine cards alone.
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
from games.knights_heads import bot_player, model, review, rules, showdown
from games.knights_heads import view as views
from games.knights_heads.bot_player import comings, yardstick
from games.knights_heads.cards import DECK, PLACES, Card, in_deck_order
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
    unfolding = staticmethod(showdown.laying)
    view = staticmethod(views.redact)
    seen = staticmethod(views.seen)
    estimate = staticmethod(bot_player.estimate)
    decide = staticmethod(bot_player.decide)
    ways = staticmethod(review.ways)
    sample_likely_state = staticmethod(review.likely_state)
    reason = staticmethod(bot_player.reason)
    advice = staticmethod(bot_player.advice)

    def stake_min(self, rules: KnightsRules) -> int:
        """The ante."""
        return rules.ante

    def at_level(self, rules: KnightsRules, level: Level) -> KnightsRules:
        """The ante."""
        return replace(rules, ante=max(1, level.ante))

    def vacated(self, carry: KnightsCarry, seat: Seat) -> KnightsCarry:
        """A court score goes with its player, and what is known of the player."""
        tallies = tuple(tally for tally in carry.tallies if tally.seat != seat)
        return replace(carry, tallies=tallies, habits=without(carry.habits, [seat]))

    def taken_along(
        self, keepsake: model.CourtScore | None, carry: KnightsCarry | None, seat: Seat
    ) -> model.CourtScore | None:
        """The court score, as it is now."""
        tallies = () if carry is None else (each for each in carry.tallies if each.seat == seat)
        return next((model.CourtScore(each.points) for each in tallies), keepsake)

    def brought(self, _keepsake: model.CourtScore | None, score: int) -> model.CourtScore | None:
        """The court score from the other tables (KH-12)."""
        return model.CourtScore(score) if score else None

    def shared(self, state: KnightsState, end: KnightsState, seat: Seat) -> KnightsView:
        """The hand that it kept. Which cards went from whom to whom is theirs alone to know (KH-7)."""
        is_kept = {*state.cards(seat)} <= {*end.cards(seat)}
        return replace(self.view(state, seat if is_kept else None), gave=None, got=None)

    def unshown(self, state: KnightsState, seat: Seat) -> tuple[str, ...]:
        """The hand that it kept, unless it was laid down."""
        is_laid = any(each.seat == seat for each in state.laid)
        return () if is_laid else in_deck_order(state.cards(seat))

    def disclosed(self, move: Move, seat: Seat, _after: KnightsState, end: KnightsState) -> Move | None:
        """The cards that were passed on in the end, without earlier tries (KH-7)."""
        passed = (each.cards for each in end.passes if each.seat == seat)
        return model.Pass(next(passed, move.cards)) if isinstance(move, model.Pass) else move

    def grounds(
        self, state: KnightsState, seat: Seat, move: Move, seen: AbstractSet[str]
    ) -> KnightsView | None:
        """Once there are ten cards, what was passed on before matters no more."""
        if len(state.cards(seat)) > NINE and seen >= {*state.cards(seat)}:
            return replace(self.recollection(state, seat), gave=None)
        return super().grounds(state, seat, move, seen)

    def may_explain(self, view: KnightsView, seat: Seat) -> bool:
        """Whoever has laid their cards down: everybody has seen what each decision with ten rested on."""
        return any(each.seat == seat for each in view.laid)

    def sample_possible_state(self, state: KnightsState, viewer: Seat | None, chance: Chance) -> KnightsState:
        """Other cards in others' hands and in the deck; and others of them sealed."""
        return rules.other_passes(super().sample_possible_state(state, viewer, chance), viewer, chance)


KNIGHTS_HEADS = KnightsHeads()


class KnightsReferee(HistoryVerifier[KnightsState, KnightsView]):
    """The referee of Knights' Heads."""

    game = KNIGHTS_HEADS

    def begun(self) -> KnightsState:
        """Stacks, dealer and court scores."""
        self.require_seats()
        beginning = self.beginning
        lines = sorted(beginning.lines, key=lambda line: line.seat)
        if beginning.dealer not in {None, *(line.seat for line in lines)}:
            raise MalformedInput("beginning.dealer: not one of the seats")
        guests: tuple[SeatedPlayer[model.CourtScore], ...] = tuple(
            SeatedPlayer(line.seat, line.stack) for line in lines
        )
        carry = KnightsCarry(
            dealer=lines[-1].seat,
            tallies=tuple(model.Tally(line.seat, line.points) for line in lines),
            habits=beginning.betting.habits,
        )
        state = rules.opened(HandSetup(beginning.rules, guests, lines[0].seat), carry, beginning.dealer)
        return replace(state, betting=self.ruled(state.betting))


# The words of the notation, and not `str.upper`, which makes an S of letters that are none.
_WORDS: dict[str, Card] = {word: card for card in PLACES for word in (card, card.lower())}


def read(text: str) -> Card:
    """A card, or `UnreadableHand`."""
    if text not in _WORDS:
        raise UnreadableHand(f"{text[:40]!r} is no card such as N01")
    return _WORDS[text]


def rank(line: str, rules: KnightsRules) -> Ranking:
    """Read ten cards and say what they are."""
    words = line.split()
    if len(words) != HAND_SIZE:
        raise UnreadableHand(f"{len(words)} cards; a hand has {HAND_SIZE}")
    cards = [read(word) for word in words]
    for place, card in enumerate(cards):
        if card in cards[:place]:
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
"""Worths are told as so many in 100."""
DEALS = 10_000
PIECE = 100
"""Deals that are looked at without a pause."""

Nine: TypeAlias = tuple[Card, ...]


class KnightsDaily:
    """Which three to give away."""

    def deal(self, below: Callable[[int], int]) -> Nine:
        """Nine cards."""
        return in_deck_order(provable_chance.shuffled(DECK, below)[:NINE])

    def told(self, deal: Nine) -> str:
        """The cards."""
        return " ".join(deal)

    def answers(self, deal: Nine) -> tuple[str, ...]:
        """Every three of the nine."""
        return tuple(map(" ".join, combinations(deal, RABBLE_SIZE)))

    def grading(self, deal: Nine) -> Grading:
        """How many in 100 hands that are laid down each answer beats on average."""
        kept = [tuple(card for card in deal if card not in gone) for gone in combinations(deal, RABBLE_SIZE)]
        measure, beaten = yardstick(triplet_counts=True), [0.0] * len(kept)
        for count, coming in enumerate(islice(comings(deal, deal), DEALS), 1):
            for at, six in enumerate(kept):
                beaten[at] += measure.worth((*six, *coming))
            if not count % PIECE:
                yield None
        yield tuple(round(IN * each / DEALS) for each in beaten)


DAILY = KnightsDaily()
