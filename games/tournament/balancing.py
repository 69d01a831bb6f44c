"""Running a tournament's tables as one: final table, breaking, balance, hand for hand.

    a hand ends ─► final table? ─► break a table? ─► balance ─► deal, or wait

Nobody is moved during a hand, so all of this is done with the idle tables, again each time that
another falls idle. A table that waits always waits for one that plays, so play goes on until
somebody has won.
"""

from __future__ import annotations

from dataclasses import replace

from games.tournament.model import RIVALS_MIN, Wait
from games.tournament.orders import FinalDrawn, HandForHand
from games.tournament.placing import places_paid
from games.tournament.progress import TournamentProgress

APART_MAX = 1
"""The largest difference in players between tables at which hands may begin."""


def run(progress: TournamentProgress) -> None:
    """Move players as needed and let every table play that may; or end the tournament."""
    is_decided = _is_decided(progress)
    if is_decided and progress.seating.is_still:
        progress.finish()
        return
    _keep_in_step(progress)
    # What a table still plays counts, too: it may be who comes second.
    wait = "end" if is_decided else _wait_for_all(progress)
    if wait is not None and not progress.seating.is_still:
        progress.hold_idle(wait)
        return
    if wait == "final":
        _draw_final(progress)
    _break(progress)
    _balance(progress)
    _deal_or_hold(progress)


def _is_decided(progress: TournamentProgress) -> bool:
    in_play, goal = progress.seating.in_play, progress.terms.goal
    is_reached = goal is not None and any((each.score or 0) >= goal for each in in_play)
    return len(in_play) < RIVALS_MIN or progress.base.is_time_up or is_reached


def _keep_in_step(progress: TournamentProgress) -> None:
    """Play hand for hand in a race, and while the next player to go out is the last without a prize.

    A round that has begun is played to its end, even if somebody goes out or comes back meanwhile.
    """
    is_race = progress.terms.goal is not None
    one_unpaid = len(progress.seating.in_play) == places_paid(progress.tournament) + 1
    is_at_prizes = one_unpaid and not progress.base.is_entry_open
    in_step = len(progress.seating.tables) > 1 and (is_race or is_at_prizes)
    # It begins at once, with the hands under way as its first round (TN-9), and ends only between two.
    is_round_over = in_step or progress.seating.is_still
    if in_step != progress.base.in_step and is_round_over:
        progress.base = replace(progress.base, in_step=in_step)
        progress.order(HandForHand(in_step))


def _wait_for_all(progress: TournamentProgress) -> Wait | None:
    """What has to wait until no table plays, if anything."""
    if len(progress.seating.tables) > 1 and len(progress.seating.in_play) <= progress.terms.seats:
        return "final"
    return "round" if progress.base.in_step else None


def _draw_final(progress: TournamentProgress) -> None:
    """Everybody draws a seat at the table with the lowest number."""
    seating = progress.seating
    final, *others = seating.tables
    seating.draw_anew([final])
    for number in others:
        seating.break_table(number)
    # Everybody sits elsewhere now, so the last big blind says nothing about who is next.
    seating.tables[final] = replace(seating.tables[final], big_blind=None)
    progress.order(FinalDrawn(final))


def _break(progress: TournamentProgress) -> None:
    """Break the table with the highest number as long as everyone has room at the others."""
    seating = progress.seating
    # One that still plays is broken when it falls idle; until then the others play on.
    while seating.breaking in seating.idle:
        seating.scatter(max(seating.tables))


def _balance(progress: TournamentProgress) -> None:
    """Move players from the longest idle tables to the shortest ones."""
    seating = progress.seating
    numbers = _balanced(progress)
    idle = [number for number in seating.idle if number in numbers]
    while idle:
        longest = max(idle, key=seating.size)
        # The shortest may be playing: a newcomer waits there for its next hand.
        if seating.size(longest) - min(map(seating.size, numbers)) <= APART_MAX:
            return
        seating.move_one(longest, seating.shortest(numbers))


def _deal_or_hold(progress: TournamentProgress) -> None:
    seating = progress.seating
    longest = max(map(seating.size, _balanced(progress)))
    for number in seating.idle:
        if seating.size(number) >= RIVALS_MIN and longest - seating.size(number) <= APART_MAX:
            progress.deal(number)
        else:
            seating.hold(number, "balance")


def _balanced(progress: TournamentProgress) -> list[int]:
    """The tables that are kept balanced: all except one to be broken when its hand ends."""
    breaking = progress.seating.breaking
    return [number for number in progress.seating.tables if number != breaking]
