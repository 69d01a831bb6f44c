"""The interface to a tournament under way: reports and corrections come in, orders go out.

    open ──start──► running ──► over         one player left, the goal reached, or time up
      │              │   ▲
      │            pause resume
      └──────────────┴─call_off──► called off

A table either plays a hand or is idle. It starts to play only by an order (`BeginHand`) and falls
idle only when its hand is reported. Every call records what happened and then *settles* (`settled`):

    clock ─► eliminations ─► moves between tables ─► tables that begin their next hand or wait

Without heats all tables form one field, which is rearranged each time that a table falls idle:

    a hand ends ─► final table? ─► break a table? ─► balance ─► deal, or wait

With heats every table plays separately, and the best of each advance, round by round, to one final table.
Each heat begins with fresh chips and at the first level. Players who went out are ranked by their place in
their heat; equal places in different heats share a rank.

Invariants: nobody is moved during a hand; no chips are made or lost, and a report that says otherwise is
refused; an idle table waits only for one that plays, so that the tournament cannot stall, except in a pause.

Every function returns a `TournamentChange`, or raises a `RuleError` and has changed nothing. `now` is in
seconds, of any clock that the caller keeps. A late entry in `entries.py` ends in `settled`, too.

Between hands an organiser can correct a player's chips, or their table (TN-47).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection
from dataclasses import replace

from games.engine.core.errors import OutOfRange
from games.engine.provable_chance import shuffled
from games.engine.table.refusals import AlreadyStarted, TooFewPlayers
from games.tournament import model, orders
from games.tournament.model import RIVALS_MIN, Entrant, Report, Tournament, TournamentChange
from games.tournament.placing import entry_back, places_paid, returned
from games.tournament.seating import RandomSource
from games.tournament.update import TournamentUpdate

APART_MAX = 1
"""Hands begin only while tables differ by at most this many players."""

CHIPS_MAX = 10**9
"""The most chips that can be given at once."""


def start(tournament: Tournament, now: int, chance: RandomSource) -> TournamentChange:
    """Draw the seats and let every table begin; entrants who missed the check-in are dropped."""
    if tournament.phase != "open":
        raise AlreadyStarted
    present, queue = (
        tuple(each for each in people if _is_present(tournament, each))
        for people in (tournament.entrants, tournament.waiting)
    )
    # A place of an entrant who missed the check-in goes to the first in the waiting list (TN-43).
    room = tournament.terms.players_max - len(present)
    let_in = tuple(
        replace(each, number=tournament.numbers + place) for place, each in enumerate(queue[:room], 1)
    )
    present = (*present, *let_in)
    if len(present) < RIVALS_MIN:
        raise TooFewPlayers(RIVALS_MIN)
    # Chips are given out only now: before, entering and leaving move no more than money.
    seated = tuple(replace(each, chips=tournament.terms.chips) for each in present)
    begun = replace(
        tournament, phase="running", entrants=seated, waiting=(), numbers=tournament.numbers + len(let_in)
    )
    progress = TournamentUpdate(begun, now, chance)
    for each in tournament.entrants:
        if not _is_present(tournament, each):
            progress.order(orders.Dropped(each.player))
            progress.book(*entry_back(each))
    for each in tournament.waiting:
        is_in = each.player in progress.seating.entrants
        progress.order(orders.MovedUp(each.player) if is_in else orders.TurnedAway(each.player))
        progress.book(*(() if is_in else entry_back(each)))
    progress.begin_stage()
    return settled(progress)


def report_hand(tournament: Tournament, report: Report, now: int, chance: RandomSource) -> TournamentChange:
    """Take in a finished hand. Raises `Stale` if it was reported before."""
    progress = TournamentUpdate(running(tournament), now, chance)
    progress.end_hand(report)
    return settled(progress)


def wake(tournament: Tournament, now: int, chance: RandomSource) -> TournamentChange:
    """Do what is due at the time that `model.next_at` asked for."""
    return settled(TournamentUpdate(running(tournament), now, chance))


def pause(tournament: Tournament, now: int, chance: RandomSource) -> TournamentChange:
    """Stop further hands from beginning, and stop the clock; hands under way are played to their end.

    A break under way does not end by itself any more.
    """
    if running(tournament).standstill not in (None, "break"):
        raise model.AlreadyPaused
    since = now if tournament.paused_at is None else tournament.paused_at
    progress = TournamentUpdate(replace(tournament, paused_at=since, break_until=None), now, chance)
    progress.order(orders.PlayPaused())
    return settled(progress)


def resume(tournament: Tournament, now: int, chance: RandomSource) -> TournamentChange:
    """Go on, with every deadline postponed by the length of the pause; a pending deal is dropped."""
    if running(tournament).paused_at is None:
        raise model.NotPaused
    progress = TournamentUpdate(model.resumed(tournament, now), now, chance)
    progress.order(orders.PlayResumed())
    return settled(progress)


def remove(tournament: Tournament, player: int, now: int, chance: RandomSource) -> TournamentChange:
    """Remove a player and their chips from the tournament once the hand at their table ends."""
    progress = TournamentUpdate(running(tournament), now, chance)
    entrant = _entrant(progress, player)
    if entrant.standing == "removed":
        raise model.NotEntered
    # Without anybody in play there would be no winner, and nobody to take the prizes.
    if progress.seating.in_play == [entrant]:
        raise model.LastPlayer
    if entrant.standing == "in":
        # Ranked as if knocked out now.
        falls = progress.base.falls + 1
        progress.base = replace(progress.base, falls=falls)
        progress.seating.change(player, fell=falls)
    removed = 1 + max(each.removed or 0 for each in progress.seating.entrants.values())
    progress.seating.change(player, standing="removed", removed=removed)
    progress.order(orders.Removed(player))
    # At a playing table they keep their seat, and their hand is played, until it is reported.
    if entrant.seat is not None and entrant.table in progress.seating.idle:
        progress.seating.stand_up(player)
    return settled(progress)


def restore(tournament: Tournament, player: int, now: int, chance: RandomSource) -> TournamentChange:
    """Bring back a player who was removed, with the chips they had."""
    progress = TournamentUpdate(running(tournament), now, chance)
    entrant = _entrant(progress, player)
    if entrant.standing != "removed":
        raise model.NotRemoved
    progress.order(orders.Restored(player))
    # They had lost everything before they were removed; in a race (TN-13) nobody has chips to lose.
    if entrant.chips == 0 and progress.terms.goal is None:
        progress.seating.change(player, standing="out", removed=None)
        progress.tell_places([player])
        return settled(progress)
    # Until that hand is reported they keep their seat, and their heat is still running.
    if entrant.seat is None and progress.terms.through is None:
        progress.seating.seat_newcomer(player)
    elif entrant.seat is None:
        if entrant.table not in progress.seating.tables or _is_heat_over(progress, entrant.table):
            raise model.TooLate
        progress.seating.place_by_lot(player, entrant.table)
    progress.seating.change(player, standing="in", fell=None, removed=None)
    return settled(progress)


def call_off(tournament: Tournament) -> TournamentChange:
    """End the tournament without a winner; all money goes back to where it came from (TB-10)."""
    if tournament.phase not in ("open", "running"):
        raise model.NotRunning
    ended = tuple(replace(each, seat=None) for each in tournament.entrants)
    over = replace(tournament, phase="called_off", entrants=ended, tables=())
    return TournamentChange(over, (orders.TournamentCalledOff(),), returned(tournament))


def running(tournament: Tournament) -> Tournament:
    """Return the tournament if it is being played. Raises `NotRunning` otherwise."""
    if tournament.phase != "running":
        raise model.NotRunning
    return tournament


def settled(progress: TournamentUpdate) -> TournamentChange:
    """Finish a change: do all that follows from it, until every table plays or has to wait."""
    progress.take_up_deal()
    progress.take_up_break()
    # A pause stops the clock of levels only: the results of hands still count.
    if progress.base.paused_at is None:
        progress.strike()
    # In hand-for-hand play, players who go out in the same round share a place: wait until all tables have
    # reported.
    if progress.seating.is_still or not progress.base.in_step:
        progress.rank(progress.base.fallen)
    wait = progress.base.standstill
    if wait is not None:
        progress.hold_idle(wait)
    elif progress.terms.through is None:
        _run_tables(progress)
    else:
        _run_heats(progress)
    progress.tell_moves()
    return progress.change()


def recalled(tournament: Tournament, tables: Collection[int]) -> Tournament:
    """Return the tournament without these tables' hands, which were ordered and have not begun."""
    return replace(
        tournament,
        tables=tuple(
            replace(each, is_playing=False, hands=each.hands - 1) if each.number in tables else each
            for each in tournament.tables
        ),
    )


def _is_present(tournament: Tournament, entrant: Entrant) -> bool:
    return entrant.is_checked_in or entrant.is_house or not tournament.terms.needs_check_in


def _entrant(progress: TournamentUpdate, player: int) -> Entrant:
    if player not in progress.seating.entrants:
        raise model.NotEntered
    return progress.seating.entrants[player]


def _run_tables(progress: TournamentUpdate) -> None:
    """Move players as needed and let every table play that may; or end the tournament."""
    seating, in_play, is_decided = progress.seating, progress.seating.in_play, progress.is_decided
    if is_decided and seating.is_still:
        progress.finish()
        return
    _keep_in_step(progress)
    wait: model.Wait | None = "round" if progress.base.in_step else None
    if is_decided:
        # A hand still under way counts, too: it may decide who comes second.
        wait = "end"
    elif len(seating.tables) > 1 and len(in_play) <= progress.terms.seats:
        wait = "final"
    if wait is not None and not seating.is_still:
        progress.hold_idle(wait)
        return
    if wait == "final":
        _draw_final(progress)
    # If the table to break is playing, wait for its hand; the others play on.
    while seating.breaking in seating.idle:
        seating.scatter(max(seating.tables))
    _balance(progress)


def _keep_in_step(progress: TournamentUpdate) -> None:
    """Play hand for hand in a race, and while the next elimination is the last one without a prize.

    A round that has begun is played to its end, even if a player goes out or comes back meanwhile.
    """
    is_race = progress.terms.goal is not None
    one_unpaid = len(progress.seating.in_play) == places_paid(progress.tournament) + 1
    is_at_prizes = one_unpaid and not progress.base.is_entry_open
    in_step = len(progress.seating.tables) > 1 and (is_race or is_at_prizes)
    # Hand-for-hand play begins at once, with the hands under way as its first round (TN-9), and ends only
    # between rounds.
    is_round_over = in_step or progress.seating.is_still
    if in_step != progress.base.in_step and is_round_over:
        progress.base = replace(progress.base, in_step=in_step)
        progress.order(orders.HandForHand(in_step))


def _draw_final(progress: TournamentUpdate) -> None:
    """Draw a seat for everybody at the table with the lowest number."""
    seating = progress.seating
    final, *others = seating.tables
    seating.draw_anew([final])
    for number in others:
        seating.break_table(number)
    # Everybody has a new seat now, so the last big blind says nothing about the next one.
    seating.tables[final] = replace(seating.tables[final], big_blind=None)
    progress.order(orders.FinalDrawn(final))


def _balance(progress: TournamentUpdate) -> None:
    """Move players from the fullest idle tables to the emptiest, and deal at the tables that are level."""
    seating, breaking = progress.seating, progress.seating.breaking
    # A table that is to be broken when its hand ends is not kept balanced.
    numbers = [number for number in seating.tables if number != breaking]
    idle = [number for number in seating.idle if number in numbers]
    while idle:
        longest = max(idle, key=seating.size)
        # The shortest may be playing: a newcomer waits there for its next hand.
        if seating.size(longest) - min(map(seating.size, numbers)) <= APART_MAX:
            break
        seating.move_one(longest, seating.shortest(numbers))
    most = max(map(seating.size, numbers))
    for number in seating.idle:
        if seating.size(number) >= RIVALS_MIN and most - seating.size(number) <= APART_MAX:
            progress.deal(number)
        else:
            seating.hold(number, "balance")


def _run_heats(progress: TournamentUpdate) -> None:
    """Deal to every heat that is not over; when all are, draw the next round, or end the tournament."""
    seating = progress.seating
    over = [number for number in seating.idle if _is_heat_over(progress, number)]
    for number in seating.idle:
        if number in over:
            seating.hold(number, "heat")
        else:
            progress.deal(number)
    if len(over) == len(seating.tables):
        _end_stage(progress)


def _is_heat_over(progress: TournamentUpdate, number: int) -> bool:
    """Return True if a heat is over: time is up, or only players who go through are left."""
    left = len(_still_in(progress, number))
    return progress.base.is_time_up or left < RIVALS_MIN or left <= _through(progress, number)


def _still_in(progress: TournamentUpdate, number: int) -> list[Entrant]:
    entrants = (progress.seating.entrants[player] for player in progress.seating.players(number))
    return [each for each in entrants if each.standing == "in"]


def _members(progress: TournamentUpdate) -> dict[int, list[Entrant]]:
    """Return the players of each heat of this stage, except those removed with chips left.

    A removed player without chips keeps a place in the heat, so that the others keep theirs.
    """
    members = defaultdict[int, list[Entrant]](list)
    for each in progress.seating.entrants.values():
        if each.table in progress.seating.tables and (each.standing != "removed" or each.chips == 0):
            members[each.table].append(each)
    return members


def _through(progress: TournamentUpdate, number: int) -> int:
    """Return how many of a heat advance: at least one, and never all of two or more."""
    through = progress.terms.through
    assert through is not None
    # The final is played until one player is left.
    if len(progress.seating.tables) == 1:
        return 1
    return max(1, min(through, len(_members(progress)[number]) - 1))


def _end_stage(progress: TournamentUpdate) -> None:
    seating = progress.seating
    if len(seating.tables) == 1:
        progress.finish()
        return
    for number in tuple(seating.tables):
        _cut(progress, number)
    _place_losers(progress)
    if len(seating.in_play) < RIVALS_MIN:
        progress.finish()
        return
    by_table = defaultdict[int, list[int]](list)
    for each in seating.in_play:
        by_table[each.table or 0].append(each.number)
        seating.change(each.player, chips=progress.terms.chips)
    heats = tuple(model.HeatResult(number, tuple(there)) for number, there in sorted(by_table.items()))
    progress.base = replace(progress.base, stage=progress.base.stage + 1, heats=heats)
    progress.begin_stage()
    _run_heats(progress)


def _cut(progress: TournamentUpdate, number: int) -> None:
    """End a heat whose time is up: the players with the most chips go through, equals by lot."""
    by_lot = shuffled(_still_in(progress, number), progress.chance.below)
    ahead = sorted(by_lot, key=lambda each: each.chips, reverse=True)
    losers = ahead[_through(progress, number) :]
    for each in losers:
        progress.seating.change(each.player, standing="out", chips=0)
        progress.seating.stand_up(each.player)
    progress.rank(model.BustedPlayer(each.player, each.chips) for each in losers)


def _place_losers(progress: TournamentUpdate) -> None:
    """Re-rank the players who went out in this stage by their places in their heats."""
    by_place = defaultdict[int, list[int]](list)
    falls: list[int] = []
    for members in _members(progress).values():
        out = [(each.fell, each.player) for each in members if each.fell is not None]
        for fell, player in out:
            later = sum(other > fell for other, _ in out)
            by_place[1 + len(members) - len(out) + later].append(player)
            falls.append(fell)
    losers: list[int] = []
    for fell, (_, players) in enumerate(sorted(by_place.items(), reverse=True), min(falls, default=0)):
        for player in players:
            progress.seating.change(player, fell=fell)
        losers += players
    progress.tell_places(losers, is_certain=True)


def correct_chips(
    tournament: Tournament, player: int, amount: int, now: int, chance: RandomSource
) -> TournamentChange:
    """Give chips to a player in play, or take them; the player keeps at least one."""
    progress = TournamentUpdate(running(tournament), now, chance)
    entrant = _in_play(progress, player)
    if progress.terms.goal is not None:
        raise model.NoChips
    table = _idle(progress, entrant.table)
    if amount == 0 or amount > CHIPS_MAX:
        raise OutOfRange(1, CHIPS_MAX)
    if entrant.chips + amount < 1:
        raise model.TooManyChips(entrant.chips)
    progress.seating.change(player, chips=entrant.chips + amount)
    progress.order(orders.ChipsCorrected(player, table, amount))
    return settled(progress)


def put_at_table(
    tournament: Tournament, player: int, table: int, now: int, chance: RandomSource
) -> TournamentChange:
    """Move a player to another table; if that would make tables uneven, swap them with a player there."""
    progress = TournamentUpdate(running(tournament), now, chance)
    entrant = _in_play(progress, player)
    if progress.terms.through is not None:
        raise model.HeatsStay
    if table == entrant.table or table not in progress.seating.tables:
        raise model.NoOtherTable
    _idle(progress, entrant.table)
    _idle(progress, table)
    progress.seating.put_at(player, table)
    progress.order(orders.PutElsewhere(player, table))
    return settled(progress)


def _in_play(progress: TournamentUpdate, player: int) -> Entrant:
    entrant = progress.seating.entrants.get(player)
    if entrant is None or entrant.standing != "in":
        raise model.NotEntered
    return entrant


def _idle(progress: TournamentUpdate, table: int | None) -> int:
    if table not in progress.seating.idle:
        raise model.HandAtTable
    return table
