"""What a program from outside does at a table: sit down, answer, leave (TB-27)."""

from __future__ import annotations

from typing import Any

from bot.tavern.table.actions import Act, OnlyInServer, Request, Scope, answer_at
from games.engine.core.errors import NotSeated
from games.engine.core.offers import Answer
from games.engine.table import lobby
from games.engine.table.table import AnyTable, Change, Seated
from storage.play.postings import is_server


def seat_of(table: AnyTable, program: str) -> Seated[Any] | None:
    """The seat that a program has now, which may move up in the lobby."""
    return next((each for each in table.present if each.program == program), None)


def sit_down(program: str, name: str) -> Act:
    """Give a program a seat, if the table may have programs."""

    def act(_press: Request, at: Scope) -> Change:
        if not is_server(at.stored.server):
            raise OnlyInServer
        return lobby.seat_program(at.table, at.game, program, name)

    return act


def answer(program: str, given: Answer) -> Act:
    """Answer an offer for the program's seat, as a press does."""
    return lambda press, at: answer_at(press, at, _seated(at.table, program).seat, given)


def leave(program: str) -> Act:
    """Give the program's seat up (TB-9)."""
    return lambda _press, at: lobby.give_up(at.table, at.game, _seated(at.table, program), at.seeds)


def _seated(table: AnyTable, program: str) -> Seated[Any]:
    seated = seat_of(table, program)
    if seated is None:
        raise NotSeated
    return seated
