"""Heats: every table plays for itself, the best of each go through, until one table is the final.

Each heat begins with fresh chips and at the first level. Players who went out are placed by their
place in their heat: all who came second to last in theirs share a place.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace

from games.tournament.lots import shuffled
from games.tournament.model import RIVALS_MIN, Entrant, Fallen
from games.tournament.running import TournamentRun


def run(course: TournamentRun) -> None:
    """Let every heat play that is not over; when all are, draw the next round, or end the tournament."""
    seating = course.seating
    over = [number for number in seating.idle if is_over(course, number)]
    for number in seating.idle:
        if number in over:
            seating.hold(number, "heat")
        else:
            course.deal(number)
    if len(over) == len(seating.tables):
        _end_stage(course)


def is_over(course: TournamentRun, number: int) -> bool:
    """Whether a heat is over: nobody has to go out of it any more."""
    left = len(_still_in(course, number))
    return course.beside.is_time_up or left < RIVALS_MIN or left <= _through(course, number)


def _still_in(course: TournamentRun, number: int) -> list[Entrant]:
    entrants = (course.seating.entrants[player] for player in course.seating.players(number))
    return [each for each in entrants if each.standing == "in"]


def _members(course: TournamentRun) -> dict[int, list[Entrant]]:
    """Who plays, or played, in each heat of this stage, except those removed with chips left.

    A removed player without chips keeps a place there, so that the others keep theirs.
    """
    members = defaultdict[int, list[Entrant]](list)
    for each in course.seating.entrants.values():
        if each.table in course.seating.tables and (each.standing != "removed" or each.chips == 0):
            members[each.table].append(each)
    return members


def _through(course: TournamentRun, number: int) -> int:
    """How many of a heat go through: at least one, and never all if there is somebody to beat."""
    through = course.terms.through
    assert through is not None
    # The final is played until one is left.
    if len(course.seating.tables) == 1:
        return 1
    return max(1, min(through, len(_members(course)[number]) - 1))


def _end_stage(course: TournamentRun) -> None:
    seating = course.seating
    if len(seating.tables) == 1:
        course.finish()
        return
    for number in tuple(seating.tables):
        _cut(course, number)
    _place_losers(course)
    if len(seating.in_play) < RIVALS_MIN:
        course.finish()
        return
    for each in seating.in_play:
        seating.change(each.player, chips=course.terms.chips)
    course.beside = replace(course.beside, stage=course.beside.stage + 1)
    course.begin_stage()
    run(course)


def _cut(course: TournamentRun, number: int) -> None:
    """Time is up: the players with the most chips go through; a lot decides between equals."""
    by_lot = shuffled(course.chance, _still_in(course, number))
    ahead = sorted(by_lot, key=lambda each: each.chips, reverse=True)
    losers = ahead[_through(course, number) :]
    for each in losers:
        course.seating.change(each.player, standing="out", chips=0)
        course.seating.stand_up(each.player)
    course.rank(Fallen(each.player, each.chips) for each in losers)


def _place_losers(course: TournamentRun) -> None:
    """Renumber those who went out in this stage by their places in their heats."""
    by_place = defaultdict[int, list[int]](list)
    falls: list[int] = []
    for members in _members(course).values():
        out = [(each.fell, each.player) for each in members if each.fell is not None]
        for fell, player in out:
            later = sum(other > fell for other, _ in out)
            by_place[1 + len(members) - len(out) + later].append(player)
            falls.append(fell)
    first = min(falls, default=0)
    for count, place in enumerate(sorted(by_place, reverse=True)):
        for player in by_place[place]:
            course.seating.change(player, fell=first + count)
    losers = [player for place in sorted(by_place, reverse=True) for player in by_place[place]]
    course.tell_places(losers, is_certain=True)
