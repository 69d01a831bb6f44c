"""Heats: every table plays for itself, the best of each go through, until one table is the final.

Each heat begins with fresh chips and at the first level. Players who went out are placed by their
place in their heat: all who came second to last in theirs share a place.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace

from games.engine.chance.stream import shuffled
from games.tournament.model import RIVALS_MIN, Entrant, Fallen
from games.tournament.progress import TournamentProgress


def run(progress: TournamentProgress) -> None:
    """Let every heat play that is not over; when all are, draw the next round, or end the tournament."""
    seating = progress.seating
    over = [number for number in seating.idle if is_over(progress, number)]
    for number in seating.idle:
        if number in over:
            seating.hold(number, "heat")
        else:
            progress.deal(number)
    if len(over) == len(seating.tables):
        _end_stage(progress)


def is_over(progress: TournamentProgress, number: int) -> bool:
    """Whether a heat is over: nobody has to go out of it any more."""
    left = len(_still_in(progress, number))
    return progress.base.is_time_up or left < RIVALS_MIN or left <= _through(progress, number)


def _still_in(progress: TournamentProgress, number: int) -> list[Entrant]:
    entrants = (progress.seating.entrants[player] for player in progress.seating.players(number))
    return [each for each in entrants if each.standing == "in"]


def _members(progress: TournamentProgress) -> dict[int, list[Entrant]]:
    """Who plays, or played, in each heat of this stage, except those removed with chips left.

    A removed player without chips keeps a place there, so that the others keep theirs.
    """
    members = defaultdict[int, list[Entrant]](list)
    for each in progress.seating.entrants.values():
        if each.table in progress.seating.tables and (each.standing != "removed" or each.chips == 0):
            members[each.table].append(each)
    return members


def _through(progress: TournamentProgress, number: int) -> int:
    """How many of a heat go through: at least one, and never all if there is somebody to beat."""
    through = progress.terms.through
    assert through is not None
    # The final is played until one is left.
    if len(progress.seating.tables) == 1:
        return 1
    return max(1, min(through, len(_members(progress)[number]) - 1))


def _end_stage(progress: TournamentProgress) -> None:
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
    for each in seating.in_play:
        seating.change(each.player, chips=progress.terms.chips)
    progress.base = replace(progress.base, stage=progress.base.stage + 1)
    progress.begin_stage()
    run(progress)


def _cut(progress: TournamentProgress, number: int) -> None:
    """Time is up: the players with the most chips go through; a lot decides between equals."""
    by_lot = shuffled(_still_in(progress, number), progress.chance.below)
    ahead = sorted(by_lot, key=lambda each: each.chips, reverse=True)
    losers = ahead[_through(progress, number) :]
    for each in losers:
        progress.seating.change(each.player, standing="out", chips=0)
        progress.seating.stand_up(each.player)
    progress.rank(Fallen(each.player, each.chips) for each in losers)


def _place_losers(progress: TournamentProgress) -> None:
    """Renumber those who went out in this stage by their places in their heats."""
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
