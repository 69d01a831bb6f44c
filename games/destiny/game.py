"""Destiny for the engine, with its verifier, which also checks the withheld cards (DE-12).

All actions of players are public, and every decisive card was shown. So the verifier puts the proved cards in
their proved places, and any other cards elsewhere.
"""

from __future__ import annotations

from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from dataclasses import replace
from types import MappingProxyType

from games.destiny import bot_player, review, rules, showdown
from games.destiny import view as views
from games.destiny.model import (
    GONE,
    NO_FIELD,
    PLACES,
    Benediction,
    DestinyCarry,
    DestinyRules,
    DestinyState,
    Event,
    Look,
    Move,
    NoLook,
    all_cards,
)
from games.destiny.view import UNTIL, DestinyView
from games.engine.betting.bets import Leave, without
from games.engine.betting.rounds import BettingGame
from games.engine.core.errors import N_
from games.engine.core.game import HandSetup, Level, Seat, SeatedPlayer
from games.engine.history import Faults, History, HistoryVerifier, MalformedInput, RevealedDeck, plain
from games.engine.provable_chance import Chance


class Destiny(BettingGame[DestinyState, Move, Event, DestinyView, DestinyCarry, DestinyRules, None]):
    """A field of 25 hidden cards, 3 to 8 players; it lasts for many hands."""

    key = "destiny"
    title = N_("Destiny")
    seats = range(3, rules.PLAYERS_MAX + 1)
    buy_in = 100
    is_dealt = True
    looks_back = True
    tournament_seats = range(3, 9)
    departure = Leave()
    levels = tuple(Level(small_blind=small, big_blind=2 * small) for small in (1, 2, 3, 5, 8, 12, 20, 30, 50))
    titles = showdown.TITLES
    actions = rules.ACTIONS
    words: Mapping[str, tuple[str, ...]] = MappingProxyType({"place": PLACES, "places": PLACES})

    dealt_in = staticmethod(rules.dealt_in)
    has_missed_blind = staticmethod(rules.has_missed_blind)
    start = staticmethod(rules.start)
    deck = staticmethod(rules.deck)
    to_act = staticmethod(rules.to_act)
    offers = staticmethod(rules.offers)
    timeout = staticmethod(rules.timeout)
    chance_move = staticmethod(rules.house_move)
    apply = staticmethod(rules.apply)
    result = staticmethod(showdown.result)
    hand_stats = staticmethod(showdown.deeds)
    view = staticmethod(views.redact)
    recollection = staticmethod(views.recollection)
    seen = staticmethod(views.seen)
    is_all_in = staticmethod(rules.is_all_in)
    withheld = staticmethod(views.withheld)
    estimate = staticmethod(bot_player.estimate)
    decide = staticmethod(bot_player.decide)
    hint = staticmethod(bot_player.hint)
    ways = staticmethod(review.ways)
    sample_likely_state = staticmethod(review.likely_state)
    reason = staticmethod(bot_player.reason)
    advice = staticmethod(bot_player.advice)

    def for_slow(self, rules: DestinyRules) -> DestinyRules:
        """Return the house rules with the memory aid (DE-12)."""
        return replace(rules, memory_aid=True)

    def for_house_money(self, rules: DestinyRules) -> DestinyRules:
        """Return the house rules with at most pot limit (TB-5)."""
        return replace(rules, limit="pot_limit") if rules.limit == "no_limit" else rules

    def at_level(self, rules: DestinyRules, level: Level) -> DestinyRules:
        """Return the level's blinds with a dead button (TN-27); an empty field is replaced (DE-10)."""
        small = max(1, level.small_blind)
        big = max(small, level.big_blind)
        return replace(rules, small_blind=small, big_blind=big, is_endless=True, is_button_dead=True)

    def shuffles(self, state: DestinyState) -> bool:
        """Return True if a field has to be laid out, or the deck has too few cards."""
        return bool(state.shuffling)

    def cards(self, state: DestinyState) -> tuple[str, ...]:
        """Return all cards, including jokers if there are any."""
        return all_cards(state.rules.jokers)

    def big_blind(self, carry: DestinyCarry | None) -> Seat | None:
        """Return the seat of the last big blind."""
        return None if carry is None or carry.blinds is None else carry.blinds.big

    def blind(self, rules: DestinyRules) -> int:
        """Return the amount of an owed blind, which is the big blind (DE-3)."""
        return rules.big_blind

    def stake_min(self, rules: DestinyRules) -> int:
        """Return the big blind."""
        return rules.big_blind

    def vacated(self, carry: DestinyCarry, seat: Seat) -> DestinyCarry:
        """Return the carry without the memories and the raise frequency of a seat's previous player."""
        memories = tuple(memory for memory in carry.memories if memory.seat != seat)
        return replace(carry, memories=memories, habits=without(carry.habits, [seat]))

    def reshuffled(self, carry: DestinyCarry) -> DestinyCarry:
        """Return the carry with a new field to be laid out, from all cards."""
        return replace(carry, has_new_field=True)

    def grounds(
        self, state: DestinyState, seat: Seat, move: Move, seen: AbstractSet[str]
    ) -> DestinyView | None:
        """Return, for a look or the Benediction Hand, the view without cards that the viewer has not seen."""
        if not isinstance(move, Look | NoLook | Benediction):
            return super().grounds(state, seat, move, seen)
        view = self.recollection(state, seat)
        known = tuple(sight for sight in view.seen_before if sight.card in seen)
        return replace(view, seen_before=known, looked_card=None)

    def may_explain(self, view: DestinyView, seat: Seat) -> bool:
        """Return True for a seat that came to its turn to look, or that had looked at nothing before."""
        held = {*(each.seat for each in view.shown), *(each.seat for each in view.let_go)}
        return seat in held or all(each.seat != seat for each in view.memories)

    def sample_possible_state(self, state: DestinyState, viewer: Seat | None, chance: Chance) -> DestinyState:
        """Return the state with other cards in the field and the deck."""
        other = super().sample_possible_state(state, viewer, chance)
        return replace(other, shuffling=tuple(card for card in self.cards(state) if card in other.shuffling))


DESTINY = Destiny()


class DestinyReferee(HistoryVerifier[DestinyState, DestinyView]):
    """The verifier of Destiny."""

    game = DESTINY

    def initial_state(self) -> DestinyState:
        """Return the hand before the House prepares it, as far as the viewer could know it."""
        self.require_seats()
        beginning = self.beginning
        _require_possible(beginning)
        lines = sorted(beginning.lines, key=lambda line: line.seat)
        posting = beginning.posting
        players: tuple[SeatedPlayer[None], ...] = tuple(
            SeatedPlayer(line.seat, line.stack, posts_blind=line.seat in posting) for line in lines
        )
        field, deck = _field_and_deck(self.history, beginning)
        carry = DestinyCarry(
            dealer=lines[-1].seat,
            field=field,
            deck=deck,
            discard=beginning.discard,
            memories=beginning.memories,
            has_new_field=field == NO_FIELD,
            habits=beginning.betting.habits,
            passed_over=beginning.passed_over,
        )
        state = rules.opened(HandSetup(beginning.rules, players, lines[0].seat), carry, beginning.dealer)
        return replace(
            state,
            betting=self.ruled(state.betting),
            shuffling=_shuffling(beginning),
            blinds=beginning.blinds,
        )

    def faults(self) -> Faults:
        """Return the faults of the history; cards are withheld only while they lie on the field."""
        yield from super().faults()
        lying = {spot.place for spot in self.end.field if not spot.is_gone}
        for index, each in enumerate(self.history.withheld):
            if self.beginning.rules.memory_aid or each.where not in lying or each.until != UNTIL:
                yield f"withheld[{index}]: {plain(each)} does not come about by the rules"


def _shuffling(beginning: DestinyView) -> tuple[str, ...]:
    """Return the right number of cards to shuffle: all for a new field, or deck and pile, or none (DE-9)."""
    cards, players, undealt = all_cards(beginning.rules.jokers), len(beginning.lines), beginning.deck_count
    if _is_empty(beginning):
        return cards
    shuffling = cards[: undealt + len(beginning.discard)] if undealt < players else ()
    if max(undealt, len(shuffling) - 1) < players:
        raise MalformedInput("beginning.deck_count: there are no cards to play with")
    return shuffling


def _field_and_deck(history: History, beginning: DestinyView) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the field, dealt from the oldest deck in play, and the rest of the deck shuffled last."""
    if _is_empty(beginning):
        return NO_FIELD, ()
    unseen = all_cards(beginning.rules.jokers)[0]
    lying = history.dealt(0, range(len(PLACES)), unseen)
    before = [index for index, seal in enumerate(history.seals[:-1]) if isinstance(seal, RevealedDeck)]
    last = before[-1] if before else len(history.seals) - 1
    seal = history.seals[last]
    slots = seal.slots if isinstance(seal, RevealedDeck) else 0
    field = (GONE if spot.is_gone else card for spot, card in zip(beginning.field, lying, strict=True))
    return tuple(field), history.dealt(last, range(slots - beginning.deck_count, slots), unseen)


def _is_empty(beginning: DestinyView) -> bool:
    return all(spot.is_gone for spot in beginning.field)


def _require_possible(beginning: DestinyView) -> None:
    """Raise `MalformedInput` for a field, a deck or blinds with which no hand can begin."""
    places = tuple(spot.place for spot in beginning.field)
    remembered = (place for memory in beginning.memories for place in memory.places)
    others = {each.place for each in beginning.seen_before} | {each.place for each in beginning.passed_over}
    if places != PLACES or not others.union(remembered) <= set(PLACES):
        raise MalformedInput("beginning.field: not the places of a field")
    if not 0 <= beginning.deck_count <= len(all_cards(beginning.rules.jokers)):
        raise MalformedInput(f"beginning.deck_count: {beginning.deck_count}")
    blinds, seats = beginning.blinds, {line.seat for line in beginning.lines}
    if not seats.issuperset(beginning.posting) or len({*beginning.posting}) < len(beginning.posting):
        raise MalformedInput("beginning.posting: not seats of the hand")
    if blinds is not None and (
        beginning.dealer is None or blinds.big not in seats or blinds.small == blinds.big
    ):
        raise MalformedInput("beginning.blinds: not where blinds are due")
