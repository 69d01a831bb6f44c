"""Dividha as the engine knows it."""

from __future__ import annotations

from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from dataclasses import replace

from games.dividha import advice, dealing, ending, house, possible_states, rules
from games.dividha import view as views
from games.dividha.cards import DECK
from games.dividha.events import Event
from games.dividha.model import (
    CallByName,
    DiscardMove,
    DividhaCarry,
    DividhaRules,
    DividhaState,
    Lay,
    Move,
    Pay,
    Trade,
    Wager,
)
from games.dividha.tablets import UsualSplit
from games.dividha.titles import TITLES
from games.dividha.view import DividhaView
from games.engine.betting.habits import without
from games.engine.chance.seals import Chance
from games.engine.core.game import Game, Level, Seat
from games.engine.core.moves import Leave
from games.engine.core.sentences import phrase


class Dividha(Game[DividhaState, Move, Event, DividhaView, DividhaCarry, DividhaRules, UsualSplit]):
    """Six cards, the best of five, and every coin on the highest hand or on the lowest; 2 to 7 players."""

    key = "dividha"
    title = phrase("Dividha")
    seats = range(2, 8)
    buy_in = 100
    is_dealt = True
    whole_deck = DECK
    tournament_seats = range(2, 7)
    departure = Leave()
    levels = tuple(Level(ante=ante) for ante in (2, 4, 6, 10, 16, 24, 40))
    titles = TITLES

    dealt_in = staticmethod(dealing.dealt_in)
    start = staticmethod(dealing.start)
    to_act = staticmethod(rules.to_act)
    offers = staticmethod(rules.offers)
    asides = staticmethod(rules.asides)
    timeout = staticmethod(rules.timeout)
    house_move = staticmethod(dealing.house_move)
    apply = staticmethod(rules.apply)
    result = staticmethod(ending.result)
    deeds = staticmethod(ending.deeds)
    claims = staticmethod(ending.claims)
    view = staticmethod(views.cut)
    seen = staticmethod(views.seen)
    decide = staticmethod(house.decide)
    reason = staticmethod(advice.reason)
    advice = staticmethod(advice.advice)

    def at_level(self, rules: DividhaRules, level: Level) -> DividhaRules:
        """The ante, which rises with the levels alone; nobody leaves coins between hands (DV-15)."""
        ante = max(dealing.ANTE_MIN, level.ante + level.ante % 2)
        return replace(rules, ante=ante, ante_rise=0, is_played_out=True)

    def is_out(self, state: DividhaState, seat: Seat) -> bool:
        """Whether a seat has folded (TB-4)."""
        return state.betting.stake(seat).has_folded

    def is_all_in(self, state: DividhaState, seat: Seat) -> bool:
        """Whether a seat that is still in has put in all it has."""
        return state.betting.stake(seat).is_all_in

    def stacks(self, state: DividhaState) -> Mapping[Seat, int]:
        """What each seat has left."""
        return state.betting.stacks

    def pot(self, state: DividhaState) -> int:
        """All chips in the middle, this round's bets included."""
        return state.betting.pot

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
        usual = () if carry is None else (each for each in carry.usual if each.seat == seat)
        return next((UsualSplit(each.percent) for each in usual), keepsake)

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
            case Wager():
                return replace(move, win=after.tablet(seat).bets[-1].win)
            case Pay():
                return Pay(after.tablet(seat).trades[-1].win)
            case Trade(cards=cards):
                held = end.holding(seat)
                return move if {*cards} <= {*held.turned_in, *held.turned_down} else None
            case DiscardMove() | Lay() | CallByName():
                return None
            case _:
                return move

    def grounds(
        self, state: DividhaState, seat: Seat, move: Move, seen: AbstractSet[str]
    ) -> DividhaView | None:
        """The cards that are held; of a trade those that are kept. What is traded matters no more."""
        traded = move.cards if isinstance(move, Trade) else ()
        is_known = seen >= {*state.holding(seat).cards} - {*traded}
        return views.shown_to(self.view(state, seat), seen) if is_known else None

    def possible_state(self, state: DividhaState, viewer: Seat | None, chance: Chance) -> DividhaState:
        """Other private cards, other splits, and other choices of what is traded or shown."""
        return possible_states.redrawn(super().possible_state(state, viewer, chance), viewer, chance)


DIVIDHA = Dividha()
