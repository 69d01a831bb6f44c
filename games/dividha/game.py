"""Dividha as the engine knows it, with its referee, its notation and its deal of the day.

Whoever shows a hand has chosen a discard, an order and a call, and in which steps is nobody's to know (DV-8
to DV-11): so a history has no answers of that, and to its referee they follow from what was shown. Hands as
text are five face-up cards, or six of which one is the discard.

The deal of the day: which of six cards to leave out, and whether to go for Win or Lose (DV-7, DV-8). The five
others are laid beside what many rivals show, as a master imagines a rival (`equity.py`). On Win counts how
many of them are lower, on Lose how many are higher; equal ones share (DV-20).
"""

from __future__ import annotations

from collections.abc import Callable
from collections.abc import Set as AbstractSet
from dataclasses import replace
from typing import Any, TypeAlias

from games.dividha import bot_player, model, review, rules, showdown
from games.dividha import view as views
from games.dividha.cards import DECK, Usual, UsualSplit, in_deck_order, read
from games.dividha.equity import imagined, imagining
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
    ways = staticmethod(review.ways)
    sample_likely_state = staticmethod(review.likely_state)
    reason = staticmethod(bot_player.reason)
    advice = staticmethod(bot_player.advice)

    def stake_min(self, rules: DividhaRules) -> int:
        """The ante."""
        return rules.ante

    def at_level(self, rules: DividhaRules, level: Level) -> DividhaRules:
        """The ante, which rises with the levels alone; nobody leaves coins between hands (DV-15)."""
        ante = max(ANTE_MIN, level.ante + level.ante % 2)
        return replace(rules, ante=ante, ante_rise=0, is_played_out=True)

    def vacated(self, carry: DividhaCarry, seat: Seat) -> DividhaCarry:
        """A usual split goes with its player, and what is known of the player."""
        usual = tuple(usual for usual in carry.usual if usual.seat != seat)
        return replace(carry, usual=usual, habits=without(carry.habits, [seat]))

    def repaid(self, carry: DividhaCarry, seat: Seat) -> DividhaCarry:
        """What was left behind, without that seat's (DV-15)."""
        return replace(carry, left_behind=tuple(each for each in carry.left_behind if each.seat != seat))

    def taken_along(
        self, keepsake: UsualSplit | None, carry: DividhaCarry | None, seat: Seat
    ) -> UsualSplit | None:
        """The usual split, as it is now."""
        usual = () if carry is None else (each.percent for each in carry.usual if each.seat == seat)
        return next((UsualSplit(percent) for percent in usual if percent is not None), keepsake)

    def shared(self, state: DividhaState, _end: DividhaState, seat: Seat) -> DividhaView:
        """All of it: nobody here sees what is another's."""
        return self.view(state, seat)

    def unshown(self, state: DividhaState, seat: Seat) -> tuple[str, ...]:
        """Its private cards, unless it showed its hand; the discard of a shown one stays unseen."""
        has_shown = state.outcome is not None and any(each.seat == seat for each in state.outcome.hands)
        return () if has_shown else state.holding(seat).private

    def disclosed(self, move: Move, seat: Seat, after: DividhaState, end: DividhaState) -> Move | None:
        """How coins were split, usually or not; what was traded, and not what was only chosen for it.

        In which steps somebody chose what to show is theirs to know (DV-8).
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
        """The cards that are held; of a trade those that are kept. What is traded matters no more."""
        traded = move.cards if isinstance(move, model.Trade) else ()
        is_known = seen >= {*state.holding(seat).cards} - {*traded}
        return views.shown_to(self.view(state, seat), seen) if is_known else None

    def may_explain(self, view: DividhaView, seat: Seat) -> bool:
        """Whoever bet before there were cards, or whose six cards everybody has seen by the end."""
        hands = () if view.outcome is None else view.outcome.hands
        known = {
            card for each in hands if each.seat == seat for card in (*each.face_up, *view.line(seat).public)
        }
        return view.rules.demons_wager or len(known) == HELD

    def sample_possible_state(self, state: DividhaState, viewer: Seat | None, chance: Chance) -> DividhaState:
        """Other private cards, other splits, and other choices of what is traded or shown."""
        return views.redrawn(super().sample_possible_state(state, viewer, chance), viewer, chance)


DIVIDHA = Dividha()


class DividhaReferee(HistoryVerifier[DividhaState, DividhaView]):
    """The referee of Dividha, who knows what players choose in secret."""

    game = DIVIDHA

    def begun(self) -> DividhaState:
        """The hand before the House deals, as far as the viewer could tell."""
        beginning = self.beginning
        self.require_seats(1 if beginning.rules.is_played_out else beginning.ante)
        ante, behind = beginning.ante, beginning.left_behind
        if ante < ANTE_MIN or ante % 2 or min(behind, beginning.hands) < 0:
            raise MalformedInput("beginning: not how a hand begins")
        lines = sorted(beginning.lines, key=lambda line: line.seat)
        own = beginning.own
        guests: tuple[SeatedPlayer[UsualSplit], ...] = tuple(
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
        state = rules.opened(HandSetup(beginning.rules, guests, lines[0].seat), carry, beginning.dealer)
        return replace(state, betting=self.ruled(state.betting))

    def unsaid(self) -> RecordedAnswer | None:
        """The next choice of the first of those who are told to have shown a hand and have not chosen yet."""
        event = self.event
        if self.state.stage != "showdown" or not isinstance(event, model.DividhaShowdown):
            return None
        asked = DIVIDHA.to_act(self.state)
        shown = (hand for hand in event.outcome.hands if hand.seat in asked)
        return next((self._choice(hand) for hand in shown), None)

    def last(self) -> DividhaState:
        """With how the viewer usually splits, and what the viewer chose and did not come to show."""
        state, viewer, own = self.state, self.history.viewer, self.end.own
        if own is None or viewer not in state.order:
            return state
        state = replace(state, usual=tuple(Usual(seat, own.percent) for seat in state.order))
        if state.outcome is not None and any(hand.seat == viewer for hand in state.outcome.hands):
            return state
        held = state.holding(viewer)
        return state.with_holding(replace(held, discard=own.discard, laid=own.laid, call=own.call))

    def _choice(self, hand: model.ShownHand) -> RecordedAnswer:
        """The discard, then the cards as they lie, and the call; one that counts for nothing comes first."""
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
    """What five cards make, or six when the best discard is left out."""
    cards = read(line)
    if len(cards) == FACE_UP:
        return _ranking(cards, rules)
    if len(cards) != HELD:
        raise UnreadableHand(f"{len(cards)} cards; a hand is made of five or six")
    return _without_one(cards, rules, max)


def rank_weakest(line: str, rules: DividhaRules) -> Ranking:
    """What six cards make when the weakest five are left."""
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
"""Worths are told as so many in 100."""
COLUMNS = ("win", "lose")
DEALS = 10_000
"""Rivals to whom cards are dealt."""
PIECE = 200
"""So many of them are looked at without a pause."""

Six: TypeAlias = tuple[str, ...]


class DividhaDaily:
    """Which one to leave out, and where the coins go."""

    def deal(self, below: Callable[[int], int]) -> Six:
        """Six cards."""
        return in_deck_order(provable_chance.shuffled(DECK, below)[:HELD])

    def told(self, deal: Six) -> str:
        """The cards."""
        return " ".join(deal)

    def answers(self, deal: Six) -> tuple[str, ...]:
        """Each card on each column."""
        return tuple(f"{card} {column}" for column in COLUMNS for card in deal)

    def grading(self, deal: Six) -> Grading:
        """From how many in 100 rivals each answer takes its column."""
        own = [strength(tuple(card for card in deal if card != left_out)) for left_out in deal]
        others = [card for card in DECK if card not in deal]
        rivals = imagined((), others, imagining(*deal), DEALS, divine=False)
        # By how many hands they beat more than beat them: equal ones share.
        ahead = [0] * len(own)
        for count, rival in enumerate(rivals, 1):
            for at, mine in enumerate(own):
                ahead[at] += (mine > rival.strength) - (mine < rival.strength)
            if not count % PIECE:
                yield None
        on_win = [_in_100(DEALS + each, 2 * DEALS) for each in ahead]
        on_lose = [_in_100(DEALS - each, 2 * DEALS) for each in ahead]
        yield (*on_win, *on_lose)


def _in_100(part: int, whole: int) -> int:
    """A share as so many in 100, rounded half up."""
    return (2 * IN * part + whole) // (2 * whole)


DAILY = DividhaDaily()
