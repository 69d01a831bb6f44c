"""Other choices that players might have made: splits, trades, what they show (DV-10, DV-11, DV-13)."""

from __future__ import annotations

from dataclasses import replace

from games.dividha.model import DividhaRules, DividhaState
from games.dividha.showdown_choices import other_choice
from games.dividha.tablets import ALL, LaidCoins, Tablet, Usual
from games.engine.chance.seals import Chance
from games.engine.core.game import Seat
from games.engine.core.possible_states import some


def redrawn(state: DividhaState, viewer: Seat | None, chance: Chance) -> DividhaState:
    """The state with every hidden choice of others redrawn."""
    shown = () if state.outcome is None else tuple(each.seat for each in state.outcome.hands)
    return replace(
        state,
        usual=tuple(
            each if each.seat == viewer else Usual(each.seat, chance.below(ALL + 1)) for each in state.usual
        ),
        # Once the pot is shared out, all tablets are open (DV-20).
        tablets=tuple(
            each if each.seat == viewer or state.outcome is not None else _split(each, state.rules, chance)
            for each in state.tablets
        ),
        trading=_trading(state, viewer, chance),
        holdings=tuple(
            each if each.seat in (viewer, *shown) else other_choice(each, state.rules, chance)
            for each in state.holdings
        ),
    )


def _split(tablet: Tablet, rules: DividhaRules, chance: Chance) -> Tablet:
    """Everybody knows how the ante lies (DV-14)."""
    return replace(
        tablet,
        bets=(*tablet.bets[:1], *(_laid(each, rules, chance) for each in tablet.bets[1:])),
        trades=tuple(replace(each, win=chance.below(each.coins + 1)) for each in tablet.trades),
    )


def _laid(laid: LaidCoins, rules: DividhaRules, chance: Chance) -> LaidCoins:
    """A bet that lies whole on one side may have been an all-in that cannot be split (DV-21)."""
    if laid.win in (0, laid.coins) and not rules.split_all_in:
        return replace(laid, win=laid.coins * chance.below(2))
    return replace(laid, win=chance.below(laid.coins + 1))


def _trading(state: DividhaState, viewer: Seat | None, chance: Chance) -> tuple[str, ...]:
    if state.trader in (None, viewer):
        return state.trading
    return some(state.holding(state.trader).cards, len(state.trading), chance)
