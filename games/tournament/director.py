"""The director's door while a tournament is played: a report comes in, orders go out.

    open ──start──► running ──► over         one player left, the goal reached, or time up
      │              │   ▲
      │            pause resume
      └──────────────┴─call_off──► called off

A table either plays a hand or is idle. It starts to play only by an order (`BeginHand`) and falls
idle only when its hand is handed over. Every call notes what happened and then *settles* (`settled`):

    the clock ─► who went out ─► who moves where ─► which tables begin their next hand, which wait

The clock may raise the level (`levels.py`). Those who went out are ranked (`placing.py`). Without
heats, `balancing.py` decides about the tables together; with heats, `heats.py` lets each play on its own.

What always holds: nobody is moved during a hand; no chips are made or lost, and a report that says
otherwise is refused; an idle table waits for one that plays, so that the tournament cannot stop
short, except in a pause.

Every function returns a `TournamentChange`, or raises a `RuleError` and has changed nothing. `now`
is in seconds, of any clock that the caller keeps. `settled` is also what `entries.py` ends in when
somebody comes late.
"""

from __future__ import annotations

from dataclasses import replace

from games.engine.core.errors import AlreadyStarted, TooFewPlayers
from games.tournament import balancing, heats
from games.tournament.errors import (
    AlreadyPaused,
    LastPlayer,
    NotEntered,
    NotPaused,
    NotRemoved,
    NotRunning,
    TooLate,
)
from games.tournament.levels import postpone
from games.tournament.lots import RandomSource
from games.tournament.model import RIVALS_MIN, Entrant, Report, Tournament, TournamentChange
from games.tournament.orders import Dropped, PlayPaused, PlayResumed, Removed, Restored, TournamentCalledOff
from games.tournament.placing import entry_back, returned
from games.tournament.progress import TournamentProgress


def start(tournament: Tournament, now: int, chance: RandomSource) -> TournamentChange:
    """Draw the seats and let every table begin; entrants who missed the check-in are dropped."""
    if tournament.phase != "open":
        raise AlreadyStarted
    present = tuple(each for each in tournament.entrants if _is_present(tournament, each))
    if len(present) < RIVALS_MIN:
        raise TooFewPlayers(RIVALS_MIN)
    # Chips are given out only now: before, entering and leaving moves no more than money.
    seated = tuple(replace(each, chips=tournament.terms.chips) for each in present)
    progress = TournamentProgress(replace(tournament, phase="running", entrants=seated), now, chance)
    for each in tournament.entrants:
        if not _is_present(tournament, each):
            progress.order(Dropped(each.player))
            progress.book(*entry_back(each))
    progress.begin_stage()
    return settled(progress)


def hand_over(tournament: Tournament, report: Report, now: int, chance: RandomSource) -> TournamentChange:
    """Take in a hand that is over; raises `Stale` if it was reported before."""
    progress = TournamentProgress(running(tournament), now, chance)
    progress.end_hand(report)
    return settled(progress)


def wake(tournament: Tournament, now: int, chance: RandomSource) -> TournamentChange:
    """The moment that `levels.next_at` asked for has come."""
    return settled(TournamentProgress(running(tournament), now, chance))


def pause(tournament: Tournament, now: int, chance: RandomSource) -> TournamentChange:
    """Let no further hand begin, and stop the clock; hands under way are played to their end."""
    if running(tournament).paused_at is not None:
        raise AlreadyPaused
    progress = TournamentProgress(replace(tournament, paused_at=now), now, chance)
    progress.order(PlayPaused())
    return settled(progress)


def resume(tournament: Tournament, now: int, chance: RandomSource) -> TournamentChange:
    """Go on, with every deadline moved out by the length of the pause."""
    paused_at = running(tournament).paused_at
    if paused_at is None:
        raise NotPaused
    later = postpone(replace(tournament, paused_at=None), now - paused_at)
    progress = TournamentProgress(later, now, chance)
    progress.order(PlayResumed())
    return settled(progress)


def remove(tournament: Tournament, player: int, now: int, chance: RandomSource) -> TournamentChange:
    """Take a player out of the tournament, chips and all, when the hand at their table is over."""
    progress = TournamentProgress(running(tournament), now, chance)
    entrant = _entrant(progress, player)
    if entrant.standing == "removed":
        raise NotEntered
    # Without anybody in play there would be no winner, and the prizes nobody's.
    if progress.seating.in_play == [entrant]:
        raise LastPlayer
    if entrant.standing == "in":
        # As if they had gone out now: places below theirs are taken already.
        falls = progress.base.falls + 1
        progress.base = replace(progress.base, falls=falls)
        progress.seating.change(player, fell=falls)
    removed = 1 + max(each.removed or 0 for each in progress.seating.entrants.values())
    progress.seating.change(player, standing="removed", removed=removed)
    progress.order(Removed(player))
    # At a table that plays they sit, and their hand is played, until it is handed over.
    if entrant.seat is not None and entrant.table in progress.seating.idle:
        progress.seating.stand_up(player)
    return settled(progress)


def restore(tournament: Tournament, player: int, now: int, chance: RandomSource) -> TournamentChange:
    """Bring back a player who was removed, with the chips they had."""
    progress = TournamentProgress(running(tournament), now, chance)
    entrant = _entrant(progress, player)
    if entrant.standing != "removed":
        raise NotRemoved
    progress.order(Restored(player))
    # They had lost everything before they were removed; in a race (TN-13) nobody has chips to lose.
    if entrant.chips == 0 and progress.terms.goal is None:
        progress.seating.change(player, standing="out", removed=None)
        progress.tell_places([player])
        return settled(progress)
    if progress.terms.through is not None:
        _return_to_heat(progress, entrant)
    elif entrant.seat is None:
        progress.seating.seat_newcomer(player)
    progress.seating.change(player, standing="in", fell=None, removed=None)
    return settled(progress)


def call_off(tournament: Tournament) -> TournamentChange:
    """End the tournament without a winner; all money goes back to where it came from (TB-10)."""
    if tournament.phase not in ("open", "running"):
        raise NotRunning
    ended = tuple(replace(each, seat=None) for each in tournament.entrants)
    over = replace(tournament, phase="called_off", entrants=ended, tables=())
    return TournamentChange(over, (TournamentCalledOff(),), returned(tournament))


def running(tournament: Tournament) -> Tournament:
    """The tournament, if it is being played; raises `NotRunning`."""
    if tournament.phase != "running":
        raise NotRunning
    return tournament


def settled(progress: TournamentProgress) -> TournamentChange:
    """Finish a change: do all that follows from it, until every table plays or has to wait."""
    is_paused = progress.base.paused_at is not None
    # A pause stops the clock of levels; what hands bring about is taken in all the same.
    if not is_paused:
        progress.strike()
    # Hand for hand, those who went out in the same round share a place: so all tables have to be in first.
    if progress.seating.is_still or not progress.base.in_step:
        progress.rank(progress.base.fallen)
    if is_paused:
        progress.hold_idle("pause")
    elif progress.terms.through is None:
        balancing.run(progress)
    else:
        heats.run(progress)
    progress.tell_moves()
    return progress.change()


def _is_present(tournament: Tournament, entrant: Entrant) -> bool:
    return entrant.is_checked_in or entrant.is_house or not tournament.terms.needs_check_in


def _entrant(progress: TournamentProgress, player: int) -> Entrant:
    if player not in progress.seating.entrants:
        raise NotEntered
    return progress.seating.entrants[player]


def _return_to_heat(progress: TournamentProgress, entrant: Entrant) -> None:
    """Put a player back into the heat they were taken out of, if it is still played."""
    # While the hand of the removal is under way they sit there still, and no heat is over before it is.
    if entrant.seat is not None:
        return
    number = entrant.table
    if number not in progress.seating.tables or heats.is_over(progress, number):
        raise TooLate
    progress.seating.place_by_lot(entrant.player, number)
