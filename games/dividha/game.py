"""Dividha for the engine, with its verifier, its notation and its deal of the day.

The steps in which a player chooses a discard, an order and a call are secret (DV-8 to DV-11). So a history
lacks these answers, and the verifier infers them from the shown hand. A hand as text is five face-up cards,
or six cards without the best discard.

The deal of the day: choose a discard of six cards, and Win or Lose (DV-7, DV-8). The remaining five are
compared with the hands of many rivals, as sampled by a master (`equity.py`). On Win they beat lower hands, on
Lose higher hands; equal hands share (DV-20).
"""

from __future__ import annotations

from collections.abc import Callable
from collections.abc import Set as AbstractSet
from dataclasses import replace
from itertools import cycle, islice
from typing import Any, TypeAlias

from games.dividha import bot_player, model, review, rules, showdown
from games.dividha import view as views
from games.dividha.cards import DECK, Usual, UsualSplit, in_deck_order, read
from games.dividha.equity import CHOSEN_OF, random_for_samples, sample_likely_hands
from games.dividha.hands import FACE_UP, HELD, NAMES, best
from games.dividha.model import ANTE_MIN, DividhaCarry, DividhaRules, DividhaState, Event, Move
from games.dividha.strength import strength
from games.dividha.view import DividhaView
from games.engine import provable_chance
from games.engine.betting.bets import Leave, without
from games.engine.betting.rounds import BettingGame
from games.engine.core.errors import N_
from games.engine.core.game import (
    CHANCE_SEAT,
    Grading,
    HandSetup,
    Level,
    Ranker,
    Ranking,
    Seat,
    SeatAmount,
    SeatedPlayer,
    UnreadableHand,
)
from games.engine.history import HistoryVerifier, MalformedInput, RecordedAnswer
from games.engine.provable_chance import Chance


class Dividha(BettingGame[DividhaState, Move, Event, DividhaView, DividhaCarry, DividhaRules, UsualSplit]):
    """Six cards, the best of five, and every coin on the highest hand or on the lowest; 2 to 7 players."""

    key = "dividha"
    title = N_("Dividha")
    seats = range(2, 8)
    buy_in = 100
    is_dealt = True
    charges_absent = True
    looks_back = True
    whole_deck = DECK
    tournament_seats = range(2, 7)
    departure = Leave()
    levels = tuple(Level(ante=ante) for ante in (2, 4, 6, 10, 16, 24, 40))
    titles = showdown.TITLES
    actions = rules.ACTIONS

    dealt_in = staticmethod(rules.dealt_in)
    start = staticmethod(rules.start)
    to_act = staticmethod(rules.to_act)
    offers = staticmethod(rules.offers)
    asides = staticmethod(rules.asides)
    timeout = staticmethod(rules.timeout)
    chance_move = staticmethod(rules.house_move)
    apply = staticmethod(rules.apply)
    result = staticmethod(showdown.result)
    hand_stats = staticmethod(showdown.deeds)
    claims = staticmethod(showdown.claims)
    view = staticmethod(views.redact)
    seen = staticmethod(views.seen)
    estimate = staticmethod(bot_player.estimate)
    decide = staticmethod(bot_player.decide)
    hint = staticmethod(bot_player.hint)
    ways = staticmethod(review.ways)
    sample_likely_state = staticmethod(review.likely_state)
    reason = staticmethod(bot_player.reason)
    advice = staticmethod(bot_player.advice)

    def beside_house(self, rules: DividhaRules) -> DividhaRules:
        """Return the rules with fixed limit: with few antes, it would pay always to raise the pot (TB-5)."""
        return replace(rules, limit="fixed_limit")

    def stake_min(self, rules: DividhaRules) -> int:
        """Return the ante."""
        return rules.ante

    def at_level(self, rules: DividhaRules, level: Level) -> DividhaRules:
        """Return the rules with the level's ante, and without a rise or coins kept between hands (DV-15)."""
        ante = max(ANTE_MIN, level.ante + level.ante % 2)
        return replace(rules, ante=ante, ante_rise=0, is_played_out=True)

    def vacated(self, carry: DividhaCarry, seat: Seat) -> DividhaCarry:
        """Return the carry without the default split and raise history of a seat's previous player."""
        usual = tuple(usual for usual in carry.usual if usual.seat != seat)
        return replace(carry, usual=usual, habits=without(carry.habits, [seat]))

    def repaid(self, carry: DividhaCarry, seat: Seat) -> DividhaCarry:
        """Return the carry without the coins that the seat left behind (DV-15)."""
        return replace(carry, left_behind=tuple(each for each in carry.left_behind if each.seat != seat))

    def taken_along(
        self, keepsake: UsualSplit | None, carry: DividhaCarry | None, seat: Seat
    ) -> UsualSplit | None:
        """Return the current default split."""
        usual = () if carry is None else (each.percent for each in carry.usual if each.seat == seat)
        return next((UsualSplit(percent) for percent in usual if percent is not None), keepsake)

    def shared(self, state: DividhaState, _end: DividhaState, seat: Seat) -> DividhaView:
        """Return the whole view, which contains no hidden card of others."""
        return self.view(state, seat)

    def unshown(self, state: DividhaState, seat: Seat) -> tuple[str, ...]:
        """Return the private cards, unless the hand was shown; the discard of a shown hand stays secret."""
        has_shown = state.outcome is not None and any(each.seat == seat for each in state.outcome.hands)
        return () if has_shown else state.holding(seat).private

    def disclosed(self, move: Move, seat: Seat, after: DividhaState, end: DividhaState) -> Move | None:
        """Return a move with its actual split, and a trade only if it was carried out.

        The steps in which a player chose the shown hand stay secret (DV-8).
        """
        match move:
            case model.Wager():
                return replace(move, win=after.tablet(seat).bets[-1].win)
            case model.Pay():
                return model.Pay(after.tablet(seat).trades[-1].win)
            case model.Trade(cards=cards):
                held = end.holding(seat)
                return move if {*cards} <= {*held.turned_in, *held.turned_down} else None
            case model.DiscardMove() | model.Lay() | model.CallByName():
                return None
            case _:
                return move

    def grounds(
        self, state: DividhaState, seat: Seat, move: Move, seen: AbstractSet[str]
    ) -> DividhaView | None:
        """Return the view if the viewer has seen the cards held, except the cards that the move trades."""
        traded = move.cards if isinstance(move, model.Trade) else ()
        is_known = seen >= {*state.holding(seat).cards} - {*traded}
        return views.shown_to(self.view(state, seat), seen) if is_known else None

    def may_explain(self, view: DividhaView, seat: Seat) -> bool:
        """Return True for a seat that bet before it had cards, or with only public cards at the end."""
        hands = () if view.outcome is None else view.outcome.hands
        known = {
            card for each in hands if each.seat == seat for card in (*each.face_up, *view.line(seat).public)
        }
        return view.rules.demons_wager or len(known) == HELD

    def sample_possible_state(self, state: DividhaState, viewer: Seat | None, chance: Chance) -> DividhaState:
        """Return the state with other private cards, splits, and hidden choices of trades and shown hands."""
        return views.redrawn(super().sample_possible_state(state, viewer, chance), viewer, chance)


DIVIDHA = Dividha()


class DividhaReferee(HistoryVerifier[DividhaState, DividhaView]):
    """The verifier of Dividha, which infers the players' secret choices."""

    game = DIVIDHA

    def initial_state(self) -> DividhaState:
        """Return the hand before the House deals, as far as the viewer could know it."""
        beginning = self.beginning
        self.require_seats(1 if beginning.rules.is_played_out else beginning.ante)
        ante, behind = beginning.ante, beginning.left_behind
        if ante < ANTE_MIN or ante % 2 or min(behind, beginning.hands) < 0:
            raise MalformedInput("beginning: not how a hand begins")
        lines = sorted(beginning.lines, key=lambda line: line.seat)
        own = beginning.own
        players: tuple[SeatedPlayer[UsualSplit], ...] = tuple(
            SeatedPlayer(line.seat, line.stack, is_away=line.is_absent) for line in lines
        )
        carry = DividhaCarry(
            dealer=lines[-1].seat,
            hands=beginning.hands,
            risen=ante - beginning.rules.ante,
            left_behind=(SeatAmount(CHANCE_SEAT, behind),) if behind else (),
            usual=() if own is None else tuple(Usual(line.seat, own.percent) for line in lines),
            habits=beginning.betting.habits,
        )
        state = rules.new_hand(HandSetup(beginning.rules, players, lines[0].seat), carry, beginning.dealer)
        return replace(state, betting=self.ruled(state.betting))

    def unrecorded_answer(self) -> RecordedAnswer | None:
        """Return the next choice of the first player who showed a hand and still has to choose."""
        event = self.event
        if self.state.stage != "showdown" or not isinstance(event, model.DividhaShowdown):
            return None
        asked = DIVIDHA.to_act(self.state)
        shown = (hand for hand in event.outcome.hands if hand.seat in asked)
        return next((self._choice(hand) for hand in shown), None)

    def last(self) -> DividhaState:
        """Return the last state with the viewer's default split, and the viewer's choices if not shown."""
        state, viewer, own = self.state, self.history.viewer, self.end.own
        if own is None or viewer not in state.order:
            return state
        state = replace(state, usual=tuple(Usual(seat, own.percent) for seat in state.order))
        if state.outcome is not None and any(hand.seat == viewer for hand in state.outcome.hands):
            return state
        held = state.holding(viewer)
        return state.with_holding(replace(held, discard=own.discard, laid=own.laid, call=own.call))

    def _choice(self, hand: model.ShownHand) -> RecordedAnswer:
        """Return the next choice behind a shown hand: a call without effect, then discard, order and call."""
        held, is_free = self.state.holding(hand.seat), not self.state.rules.aural_rule
        if is_free and hand.call != held.call:
            return RecordedAnswer(hand.seat, "call", picked=(str(hand.call),))
        if held.discard is None:
            out = tuple(card for card in held.cards if card not in hand.face_up)
            return RecordedAnswer(hand.seat, "discard", picked=out)
        if len(held.laid) < len(hand.face_up):
            return RecordedAnswer(hand.seat, "lay", picked=hand.face_up[len(held.laid) :][:1])
        return RecordedAnswer(hand.seat, "call", picked=(str(hand.call),))


def rank(line: str, rules: DividhaRules) -> Ranking:
    """Rank five cards, or six with the best discard left out."""
    cards = read(line)
    if len(cards) == FACE_UP:
        return _ranking(cards, rules)
    if len(cards) != HELD:
        raise UnreadableHand(f"{len(cards)} cards; a hand is made of five or six")
    return _without_one(cards, rules, max)


def rank_weakest(line: str, rules: DividhaRules) -> Ranking:
    """Rank the weakest five of six cards."""
    cards = read(line)
    if len(cards) != HELD:
        raise UnreadableHand(f"{len(cards)} cards; the weakest discard is one of six")
    return _without_one(cards, rules, min)


def _without_one(six: tuple[str, ...], rules: DividhaRules, choose: Callable[..., Any]) -> Ranking:
    left = {card: tuple(each for each in six if each != card) for card in six}
    discard = choose(
        six, key=lambda card: strength(left[card], divine_intervention=rules.divine_intervention)
    )
    return _ranking(left[discard], rules, discard)


def _ranking(face_up: tuple[str, ...], rules: DividhaRules, discard: str | None = None) -> Ranking:
    hand = best(face_up, divine_intervention=rules.divine_intervention)
    return Ranking(NAMES[hand.number], hand.number, hand.key, hand.cards, discard)


RANKER = Ranker(DividhaRules, rank, rank_weakest)


IN = 100
"""The denominator of values."""
COLUMNS = ("win", "lose")
DEALS = 10_000
"""The number of sampled rivals."""
PIECE = 200
"""The number of rivals evaluated in one step."""

Six: TypeAlias = tuple[str, ...]


class DividhaDaily:
    """The deal of the day: which card to leave out, and on which column to bet."""

    def deal(self, below: Callable[[int], int]) -> Six:
        """Return six cards."""
        return in_deck_order(provable_chance.shuffled(DECK, below)[:HELD])

    def told(self, deal: Six) -> str:
        """Return the cards as text."""
        return " ".join(deal)

    def answers(self, deal: Six) -> tuple[str, ...]:
        """Return each card with each column."""
        return tuple(f"{card} {column}" for column in COLUMNS for card in deal)

    def grading(self, deal: Six) -> Grading:
        """Compute the number of rivals in 100 from which each answer takes its column."""
        own = [strength(tuple(card for card in deal if card != left_out)) for left_out in deal]
        others = [card for card in DECK if card not in deal]
        counts = islice(cycle(CHOSEN_OF), DEALS)
        rivals = sample_likely_hands((), others, random_for_samples(*deal), counts, divine=False)
        # Equal hands share, so the sum counts hands beaten as 1 and hands that win as -1.
        ahead = [0] * len(own)
        for count, rival in enumerate(rivals, 1):
            for index, own_strength in enumerate(own):
                ahead[index] += (own_strength > rival.strength) - (own_strength < rival.strength)
            if not count % PIECE:
                yield None
        on_win = [_in_100(DEALS + each, 2 * DEALS) for each in ahead]
        on_lose = [_in_100(DEALS - each, 2 * DEALS) for each in ahead]
        yield (*on_win, *on_lose)


def _in_100(part: int, whole: int) -> int:
    """Return a share in hundredths, rounded half up."""
    return (2 * IN * part + whole) // (2 * whole)


DAILY = DividhaDaily()
