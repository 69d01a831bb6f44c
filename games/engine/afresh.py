"""A table that was put back from a copy: nothing that was seen since then counts any more (F-59)."""

from __future__ import annotations

from dataclasses import replace

from games.engine.chance import Seal
from games.engine.course import Course
from games.engine.game import AnyGame
from games.engine.settlement import stand_up
from games.engine.table import AnyTable, Change, Ended, Seeds, require_open, sealed
from games.engine.table_events import CalledOff

QUESTIONS_SKIPPED = 100_000
"""More than were asked after the copy was made: no button of then answers a question of now."""


def start_over(table: AnyTable, game: AnyGame, seeds: Seeds) -> Change:
    """The table without the hand under way (TB-10), all its cards and dice under a fresh seal.

    All have the stacks that they began the hand with. Where hands follow one another by themselves,
    the next one begins.
    """
    require_open(table)
    ended: tuple[Ended, ...] = ()
    if table.hand is not None:
        stacks = {seat: table.seated(seat).stack for seat in table.hand.seats}
        ended = (Ended(table.hand.number, (), stacks, {}),)
        table = table.telling(CalledOff())
    fresh = replace(
        table,
        hand=None,
        last=None,
        carry=None if table.carry is None else game.reshuffled(table.carry),
        decks=(),
        next_seal=Seal(next(seeds)),
        seats=tuple(replace(each, question=each.question + QUESTIONS_SKIPPED) for each in table.seats),
    )
    return Change(fresh, ended=ended).then(_go_on(sealed(fresh, game), game, seeds))


def _go_on(table: AnyTable, game: AnyGame, seeds: Seeds) -> Change:
    course = Course(table, game, seeds)
    if table.phase == "playing" and table.terms.tournament is None:
        for each in table.present:
            if each.standing == "leaving":
                course.take(stand_up(course.table, game, each.seat))
        course.table = sealed(course.table, game)
        if game.rests(table.rules):
            course.end_if_over()
        else:
            course.begin(None)
            course.run()
    return course.change()
