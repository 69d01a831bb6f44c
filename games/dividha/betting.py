"""Betting on two columns: what a seat may bet, and where its coins go (DV-13, DV-21).

Amounts are limited and counted as in every game that bets (`games/engine/betting/`). What is
Dividha's own is that whatever puts coins in also says how many of them lie on Win: the offer is a
`Split`, which refuses a split that the coins do not allow.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from games.dividha.dealing import with_tablet
from games.dividha.ending import Events
from games.dividha.model import DividhaState, Move, Wager
from games.engine.betting import rounds as bets
from games.engine.betting.stakes import AllIn, Betting, BettingMove, Check, Fold, Match, Raise
from games.engine.core.game import Seat
from games.engine.core.offers import Number, Offer, Press, Split


def bet_offers(state: DividhaState) -> tuple[Offer[Move], ...]:
    """What the seat to act may do; whatever puts coins in asks for their split too."""
    ceiling = bets.purse(state.betting) if state.rules.opponents_purse else None
    return tuple(_with_split(state, offer) for offer in bets.offers(state.betting, ceiling=ceiling))


def place_bet(state: DividhaState, seat: Seat, move: Wager) -> tuple[DividhaState, Betting, Events]:
    """The coins of a bet laid on their columns, the betting after it, and what everybody is told."""
    stake, usual = state.betting.stake(seat), state.usual_of(seat)
    coins, win = move.to - stake.bet, move.win
    if win is None:
        is_whole = coins == stake.stack and not state.rules.split_all_in
        win = usual.whole(coins) if is_whole else usual.part(coins)
    doing: Mapping[str, BettingMove] = {"match": Match(), "raise": Raise(move.to), "all_in": AllIn()}
    laid = with_tablet(state, state.tablet(seat).bet(coins, win))
    return laid, *bets.act(state.betting, doing[move.act])


def _with_split(state: DividhaState, offer: Offer[BettingMove]) -> Offer[Move]:
    stake, to_match = state.betting.acting, state.betting.to_match
    split = partial(Split, laid=stake.bet, whole_from=None if state.rules.split_all_in else stake.reach)
    match offer:
        case Press(key="match"):
            return split("match", to_match, to_match, partial(Wager, "match"))
        case Press(key="all_in"):
            return split("all_in", stake.reach, stake.reach, partial(Wager, "all_in"))
        case Press(key=key, move=Fold() | Check() as move):
            return Press(key, move)
        case _:
            assert isinstance(offer, Number)
            return split(offer.key, offer.least, offer.most, partial(Wager, "raise"), offer.marks)
