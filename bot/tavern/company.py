"""Tables that fill and begin by themselves: `/play`, and a game with the same company once more."""

from __future__ import annotations

from functools import partial

from bot.tavern.table.actions import Request, Scope, begin_table, seat_house_player, sit_down, then
from games.engine.table.table import AnyTable, Change, absent

COMPANY = 3
"""How many sit at a table that fills itself, if its game is for so many."""


def play_at_once(press: Request, at: Scope) -> Change:
    """Sit down, have house players come, and begin."""
    return _fill_and_begin(press, at, sit_down(press, at))


def deal_in(press: Request, at: Scope) -> Change:
    """Sit down; the only person at a table that is still open plays at once, with house players."""
    people = [each for each in _players(at.table) if each is not None]
    if at.table.phase == "lobby" and people == [press.player]:
        return _fill_and_begin(press, at, Change(at.table))
    return join(press, at)


def come_again(press: Request, at: Scope) -> Change:
    """Sit down with the house players of the game before, and begin if nobody else played it."""
    change = sit_down(press, at)
    for who in at.table.terms.company:
        if isinstance(who, str):
            change = then(change, at, partial(seat_house_player, press, name=who))
    return _begin_if_complete(press, at, change)


def join(press: Request, at: Scope) -> Change:
    """Sit down; where a company plays once more, it begins as soon as all of it is back."""
    return _begin_if_complete(press, at, sit_down(press, at))


def company_of(over: AnyTable) -> tuple[int | str, ...]:
    """Who played to the end at a closed table, in the order of their seats."""
    return tuple(each.name if each.player is None else each.player for each in over.present)


def awaits(table: AnyTable, game: str, player: int) -> bool:
    """Whether a table of that game waits for a person who played with its company before."""
    return table.phase == "lobby" and table.game == game and player in absent(table.terms, _players(table))


def _fill_and_begin(press: Request, at: Scope, change: Change) -> Change:
    while len(change.table.present) < max(COMPANY, at.game.seats.start):
        change = then(change, at, partial(seat_house_player, press))
    return then(change, at, partial(begin_table, press))


def _begin_if_complete(press: Request, at: Scope, change: Change) -> Change:
    table = change.table
    is_complete = table.terms.company and not absent(table.terms, _players(table))
    if table.phase != "lobby" or not is_complete or len(table.present) < at.game.seats.start:
        return change
    return then(change, at, partial(begin_table, press))


def _players(table: AnyTable) -> list[int | None]:
    """Everybody at a table, None for house players."""
    return [each.player for each in table.present]
