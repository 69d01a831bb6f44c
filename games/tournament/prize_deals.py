"""A deal at the end: the remaining players agree to share the remaining prizes (TN-46).

    asked for ──the hand is over──► offered ──all agree──► over
        │                              │
        └──────── play on, or time is up, or too few are left ──► play goes on

While a deal is pending, play stands still as in a pause.
"""

from __future__ import annotations

from dataclasses import replace

from games.tournament import model, orders, placing
from games.tournament.director import running, settled
from games.tournament.model import Entrant, PrizeDeal, Tournament, TournamentChange
from games.tournament.seating import RandomSource
from games.tournament.update import TournamentUpdate


def ask(tournament: Tournament, player: int, now: int, chance: RandomSource) -> TournamentChange:
    """Stop play after the hand under way, so that all remaining players can agree on a deal."""
    asked_by = _in_play(tournament, player)
    if not placing.is_deal_possible(tournament):
        raise model.NoDeal
    if tournament.break_until is not None:
        raise model.OnBreak
    if tournament.paused_at is not None:
        raise model.AlreadyPaused
    if tournament.no_deal == (tournament.level, len(_left(tournament))):
        raise model.NotAgain
    return settled(
        TournamentUpdate(replace(tournament, paused_at=now, deal=PrizeDeal(asked_by.number)), now, chance)
    )


def agree(tournament: Tournament, player: int, now: int, chance: RandomSource) -> TournamentChange:
    """Record a player's agreement to the current shares; when all have agreed, the tournament is over."""
    entrant, deal = _in_play(tournament, player), _offered(tournament)
    agreed = (*(each for each in agreed_on(tournament) if each != entrant.number), entrant.number)
    updated = replace(deal, agreed=agreed, shares=tuple(placing.deal_shares(tournament).items()))
    progress = TournamentUpdate(replace(tournament, deal=updated), now, chance)
    if len(agreed) == len(_left(tournament)):
        progress.order(orders.DealMade())
        progress.finish()
    return progress.change()


def play_on(tournament: Tournament, player: int, now: int, chance: RandomSource) -> TournamentChange:
    """Go on without a deal at a remaining player's request, even after they agreed."""
    _in_play(tournament, player)
    if tournament.deal is None:
        raise model.NoDealNow
    progress = TournamentUpdate(tournament, now, chance)
    progress.end_deal(player)
    return settled(progress)


def agreed_on(tournament: Tournament) -> tuple[int, ...]:
    """Return the numbers of the entrants who have agreed to the current shares."""
    deal = tournament.deal
    is_current = deal is not None and dict(deal.shares) == placing.deal_shares(tournament)
    return deal.agreed if deal is not None and is_current else ()


def _offered(tournament: Tournament) -> PrizeDeal:
    deal = running(tournament).deal
    if deal is None or deal.until is None or not placing.is_deal_possible(tournament):
        raise model.NoDealNow
    return deal


def _left(tournament: Tournament) -> list[Entrant]:
    return [each for each in tournament.entrants if each.standing == "in"]


def _in_play(tournament: Tournament, player: int) -> Entrant:
    entrant = next((each for each in _left(running(tournament)) if each.player == player), None)
    if entrant is None:
        raise model.OutOfDeal
    return entrant
