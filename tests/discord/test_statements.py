"""The statements to the books and SQLite's plans: the same however much data there is."""

from __future__ import annotations

import re
from random import Random

import pytest

from games.stone_hand.game import STONE_HAND
from storage.db.transaction import Transaction
from tests.discord.commands import close_table
from tests.discord.evening import enter_all, plan, play_tournament
from tests.discord.random_play import play_turn
from tests.discord.tavern import Player, Room, gather
from tests.statements import Asked, noted

PRESSES = 12
"""A few hands of Stone Hand."""
WAITING = {"news", "audit_lines", "forgetting", "turn_calls"}
"""Tables of outgoing data, whose rows are deleted once sent."""


async def read_whole(room: Room, asked: Asked) -> set[tuple[str, str]]:
    """The tables of which these statements read every row, or all that is in an index: and in which."""

    def explained(tx: Transaction) -> set[tuple[str, str]]:
        tables = set(tx.scalars("SELECT name FROM sqlite_schema WHERE type = 'table'"))
        found = set()
        for sql, parameters in asked.items():
            for *_, step in tx.all(f"EXPLAIN QUERY PLAN {sql}", parameters):
                scanned = re.match(r"SCAN (\w+)(?: USING (?:COVERING )?INDEX (\w+))?", step)
                if scanned is None:
                    continue
                called = re.search(rf"(\w+) (?:AS )?{scanned[1]}\b", sql)
                names = {scanned[1]} if called is None else {scanned[1], called[1]}
                found |= {(name, scanned[2] or "") for name in names & tables}
        return found

    return await room.read(explained)


async def partial_indexes(room: Room) -> set[str]:
    """Return the indexes that hold only rows that are open, or yet to be done."""
    sql = "SELECT name FROM sqlite_schema WHERE type = 'index' AND sql LIKE '% WHERE %'"
    return set(await room.read(lambda tx: tx.scalars(sql)))


async def test_no_press_reads_all_that_there_is(
    room: Room, ann: Player, ben: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    """From a table's opening to its end, and at a tournament, every statement finds its rows by a key."""
    host = room.person("host", is_manager=True)
    people, chance = [room.person(f"p{number}") for number in range(4)], Random(5)
    with noted(monkeypatch) as asked:
        await gather(room, STONE_HAND, [ann, ben], wager=20)
        await ann.press("begin")
        for _ in range(PRESSES):
            await play_turn([ann, ben], chance)
        await close_table(ann)
        await plan(host, STONE_HAND, seats=2, chips=2)
        await enter_all(room, people)
        await host.press("start_cup")
        await play_tournament(room, people, chance)

    assert len(asked) > 70
    partial = await partial_indexes(room)
    assert {name for name, index in await read_whole(room, asked) if index not in partial} <= WAITING


async def test_no_clock_reads_all_that_is_over(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    """Work done every few seconds, minutes and hours reads only rows that are open or wait."""
    house = room.bot.app
    with noted(monkeypatch) as asked:
        for key in ("pulse", "tidy", *house.front.periodic_tasks):
            await house.clocks._run_periodic(key)

    scanned, indexes = await read_whole(room, asked), await partial_indexes(room)
    assert any("DELETE FROM interactions" in sql for sql in asked)
    assert {(name, index) for name, index in scanned if index not in indexes and name not in WAITING} == set()
