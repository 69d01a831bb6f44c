"""The interface to a running tournament: it takes reports and corrections, and gives orders.

    open ──start──► running ──► over         one player left, the goal reached, or time up
      │              │   ▲
      │            pause resume
      └──────────────┴─call_off──► called off

A table either plays a hand or is idle. It starts to play only by an order (`BeginHand`) and becomes
idle only when its hand is reported. Every call records a change and then *settles* it (`settled`):

    clock ─► eliminations ─► moves between tables ─► tables that begin their next hand or wait

Without heats all tables form one field, which is rearranged each time that a table becomes idle:

    a hand ends ─► final table? ─► break a table? ─► balance ─► deal, or wait

With heats every table plays separately, and the best players of each heat advance, round by round, to one
final table. Each heat begins with fresh chips and at the first level. Players who went out are ranked by
their place in their heat; equal places in different heats share a rank.

Invariants: nobody is moved during a hand; the sum of all chips never changes, and a report of another sum is
refused; an idle table waits only for a playing table, so the tournament cannot stall, except in a pause.

Every function returns a `TournamentChange`, or raises a `RuleError` without a change. `now` is in seconds of
the caller's clock. A late entry in `entries.py` ends in `settled`, too.

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
"""The largest difference between the numbers of players at two tables with which hands begin."""

CHIPS_MAX = 10**9
"""The maximum number of chips given by one correction."""


def start(tournament: Tournament, now: int, chance: RandomSource) -> TournamentChange:
    """Draw the seats and let every table begin; entrants who missed the check-in are dropped."""
    if tournament.phase != "open":
        raise AlreadyStarted
    present, queue = (
        tuple(each for each in people if _is_present(tournament, each))
        for people in (tournament.entrants, tournament.waiting)
    )
    # The place of an entrant who missed the check-in goes to the first in the waiting list (TN-43).
    room = tournament.terms.players_max - len(present)
    admitted = tuple(
        replace(each, number=tournament.numbers + index) for index, each in enumerate(queue[:room], 1)
    )
    present = (*present, *admitted)
    if len(present) < RIVALS_MIN:
        raise TooFewPlayers(RIVALS_MIN)
    # Chips are given out only now, so that entries and withdrawals before move only money.
    seated = tuple(replace(each, chips=tournament.terms.chips) for each in present)
    begun = replace(
        tournament, phase="running", entrants=seated, waiting=(), numbers=tournament.numbers + len(admitted)
    )
    progress = TournamentUpdate(begun, now, chance)
    for each in tournament.entrants:
        if not _is_present(tournament, each):
            progress.order(orders.Dropped(each.player))
            progress.book(*entry_back(each))
    for each in tournament.waiting:
        is_admitted = each.player in progress.seating.entrants
        progress.order(orders.MovedUp(each.player) if is_admitted else orders.TurnedAway(each.player))
        progress.book(*(() if is_admitted else entry_back(each)))
    progress.begin_stage()
    return settled(progress)


def report_hand(tournament: Tournament, report: Report, now: int, chance: RandomSource) -> TournamentChange:
    """Record a finished hand. Raises `Stale` if it was reported before."""
    progress = TournamentUpdate(running(tournament), now, chance)
    progress.end_hand(report)
    return settled(progress)


def wake(tournament: Tournament, now: int, chance: RandomSource) -> TournamentChange:
    """Do what is due at the deadline of `model.next_at`."""
    return settled(TournamentUpdate(running(tournament), now, chance))


def pause(tournament: Tournament, now: int, chance: RandomSource) -> TournamentChange:
    """Stop the clock, and let no further hand begin; hands under way are played to their end.

    A break under way turns into a pause.
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
    # The last player in play is the winner and cannot be removed.
    if progress.seating.in_play == [entrant]:
        raise model.LastPlayer
    if entrant.standing == "in":
        # The player is ranked as if they went out now.
        falls = progress.base.falls + 1
        progress.base = replace(progress.base, falls=falls)
        progress.seating.change(player, fell=falls, out_at=now)
    removed = 1 + max(each.removed or 0 for each in progress.seating.entrants.values())
    progress.seating.change(player, standing="removed", removed=removed)
    progress.order(orders.Removed(player))
    # At a playing table the player keeps the seat until the hand is reported.
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
    # The player had gone out before the removal; in a race (TN-13) nobody has chips.
    if entrant.chips == 0 and progress.terms.goal is None:
        progress.seating.change(player, standing="out", removed=None)
        progress.tell_places([player])
        return settled(progress)
    # A player who still has a seat keeps it: the hand of the removal has not been reported yet.
    if entrant.seat is None and progress.terms.through is None:
        progress.seating.seat_newcomer(player)
    elif entrant.seat is None:
        if entrant.table not in progress.seating.tables or _is_heat_over(progress, entrant.table):
            raise model.TooLate
        progress.seating.place_by_lot(player, entrant.table)
    progress.seating.change(player, standing="in", fell=None, removed=None, out_at=None)
    return settled(progress)


def call_off(tournament: Tournament) -> TournamentChange:
    """End the tournament without a winner, and refund all money (TB-10)."""
    if tournament.phase not in ("open", "running"):
        raise model.NotRunning
    ended = tuple(replace(each, seat=None) for each in tournament.entrants)
    over = replace(tournament, phase="called_off", entrants=ended, tables=())
    return TournamentChange(over, (orders.TournamentCalledOff(),), returned(tournament))


def running(tournament: Tournament) -> Tournament:
    """Return the tournament if it is running. Raises `NotRunning` otherwise."""
    if tournament.phase != "running":
        raise model.NotRunning
    return tournament


def settled(progress: TournamentUpdate) -> TournamentChange:
    """Finish a change, with all its consequences, until every table plays or has to wait."""
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
    """Return the tournament without these tables' hands, which were ordered but have not begun."""
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
    """Move players as needed, and deal at every table that may play; or end the tournament."""
    seating, in_play, is_decided = progress.seating, progress.seating.in_play, progress.is_decided
    if is_decided and seating.is_still:
        progress.finish()
        return
    _keep_in_step(progress)
    wait: model.Wait | None = "round" if progress.base.in_step else None
    if is_decided:
        # A hand still under way may decide the second place.
        wait = "end"
    elif len(seating.tables) > 1 and len(in_play) <= progress.terms.seats:
        wait = "final"
    if wait is not None and not seating.is_still:
        progress.hold_idle(wait)
        return
    if wait == "final":
        _draw_final(progress)
    # A table to break that is playing is broken when its hand ends; the others play on.
    while seating.breaking in seating.idle:
        seating.scatter(max(seating.tables))
    _balance(progress)


def _keep_in_step(progress: TournamentUpdate) -> None:
    """Play hand for hand in a race, and while the next player to go out is the last one without a prize.

    A round that has begun is played to its end, even if a player goes out or comes back meanwhile.
    """
    is_race = progress.terms.goal is not None
    one_unpaid = len(progress.seating.in_play) == places_paid(progress.tournament) + 1
    is_at_prizes = one_unpaid and not progress.base.is_entry_open
    in_step = len(progress.seating.tables) > 1 and (is_race or is_at_prizes)
    # Hand-for-hand play begins at once, with the hands under way as its first round (TN-9), and ends only
    # between rounds.
    can_switch = in_step or progress.seating.is_still
    if in_step != progress.base.in_step and can_switch:
        progress.base = replace(progress.base, in_step=in_step)
        progress.order(orders.HandForHand(in_step))


def _draw_final(progress: TournamentUpdate) -> None:
    """Draw new seats for all players in play, at the table with the lowest number."""
    seating = progress.seating
    final, *others = seating.tables
    seating.draw_anew([final])
    for number in others:
        seating.break_table(number)
    # All players have new seats, so the last big blind does not determine the next one.
    seating.tables[final] = replace(seating.tables[final], big_blind=None)
    progress.order(orders.FinalDrawn(final))


def _balance(progress: TournamentUpdate) -> None:
    """Move players from the fullest idle tables to the emptiest, and deal at the balanced tables."""
    seating, breaking = progress.seating, progress.seating.breaking
    # A table that is to be broken when its hand ends is not kept balanced.
    numbers = [number for number in seating.tables if number != breaking]
    idle = [number for number in seating.idle if number in numbers]
    while idle:
        fullest = max(idle, key=seating.size)
        # The emptiest table may be playing: then the moved player waits there for the next hand.
        if seating.size(fullest) - min(map(seating.size, numbers)) <= APART_MAX:
            break
        seating.move_one(fullest, seating.shortest(numbers))
    most = max(map(seating.size, numbers))
    for number in seating.idle:
        if seating.size(number) >= RIVALS_MIN and most - seating.size(number) <= APART_MAX:
            progress.deal(number)
        else:
            seating.hold(number, "balance")


def _run_heats(progress: TournamentUpdate) -> None:
    """Deal to every heat that is not over; when all heats are over, begin the next round or end."""
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
    """Return True if a heat is over: time is up, or only players who advance are left."""
    left = len(_still_in(progress, number))
    return progress.base.is_time_up or left < RIVALS_MIN or left <= _through(progress, number)


def _still_in(progress: TournamentUpdate, number: int) -> list[Entrant]:
    entrants = (progress.seating.entrants[player] for player in progress.seating.players(number))
    return [each for each in entrants if each.standing == "in"]


def _members(progress: TournamentUpdate) -> dict[int, list[Entrant]]:
    """Return the players of each heat of this stage, except players removed with chips left.

    A removed player without chips still counts, so that the places of the others stay the same.
    """
    members = defaultdict[int, list[Entrant]](list)
    for each in progress.seating.entrants.values():
        if each.table in progress.seating.tables and (each.standing != "removed" or each.chips == 0):
            members[each.table].append(each)
    return members


def _through(progress: TournamentUpdate, number: int) -> int:
    """Return the number of players of a heat who advance: at least one, but not all of two or more."""
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
        _end_heat(progress, number)
    _place_losers(progress)
    if len(seating.in_play) < RIVALS_MIN:
        progress.finish()
        return
    by_table = defaultdict[int, list[int]](list)
    for each in seating.in_play:
        by_table[each.table or 0].append(each.number)
        seating.change(each.player, chips=progress.terms.chips)
    heats = tuple(model.HeatResult(number, tuple(numbers)) for number, numbers in sorted(by_table.items()))
    progress.base = replace(progress.base, stage=progress.base.stage + 1, heats=heats)
    progress.begin_stage()
    _run_heats(progress)


def _end_heat(progress: TournamentUpdate, number: int) -> None:
    """End a heat: the players with the most chips advance; equal stacks are decided by lot."""
    by_lot = shuffled(_still_in(progress, number), progress.chance.below)
    by_stack = sorted(by_lot, key=lambda each: each.chips, reverse=True)
    losers = by_stack[_through(progress, number) :]
    for each in losers:
        progress.seating.change(each.player, standing="out", chips=0, out_at=progress.now)
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
    """Add chips to a player's stack, or remove them; the player keeps at least one."""
    progress = TournamentUpdate(running(tournament), now, chance)
    entrant = _in_play(progress, player)
    if progress.terms.goal is not None:
        raise model.NoChips
    table = _require_idle(progress, entrant.table)
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
    """Move a player to another table; if the tables would become uneven, swap them with a player there."""
    progress = TournamentUpdate(running(tournament), now, chance)
    entrant = _in_play(progress, player)
    if progress.terms.through is not None:
        raise model.HeatsStay
    if table == entrant.table or table not in progress.seating.tables:
        raise model.NoOtherTable
    _require_idle(progress, entrant.table)
    _require_idle(progress, table)
    progress.seating.put_at(player, table)
    progress.order(orders.PutElsewhere(player, table))
    return settled(progress)


def _in_play(progress: TournamentUpdate, player: int) -> Entrant:
    entrant = progress.seating.entrants.get(player)
    if entrant is None or entrant.standing != "in":
        raise model.NotEntered
    return entrant


def _require_idle(progress: TournamentUpdate, table: int | None) -> int:
    if table not in progress.seating.idle:
        raise model.HandAtTable
    return table
