"""Pages and tables of a room in which all that is stored is of games that are not installed."""

from __future__ import annotations

import re
from itertools import count
from pathlib import Path

from aiohttp.test_utils import TestClient, TestServer

from bot.page.places import PLACES
from bot.page.presses import RateLimiter
from bot.practice import opened
from bot.screens.catalog import FACES
from games.catalog import GAMES
from tests.gone_games import remove_games
from tests.page.conftest import Practice

RESTS = "This table’s game isn’t here right now, so the table rests"
ADDRESSES = [*PLACES, *(f"game/{game}" for game in GAMES), "manage/tables/1"]


async def test_no_page_fails_by_them(bot_path: Path) -> None:
    """Each page is drawn, and each table says that it rests; a game that is not there is nowhere."""
    async with opened(bot_path) as room, TestClient(TestServer(room.server.app)) as client:
        ann = await Practice(client, room).browser("brenna")
        first, *others = GAMES
        await ann.play_now(first)
        for number, game in enumerate(others, start=2):
            await ann.send("table")
            await ann.read()
            await ann.send("command", f"{FACES[game].command} open")
            await ann.read_until("data-form")
            await ann.send("form", f"/{FACES[game].command} open")
            while number != ann.table:
                await ann.read()
        changed = await room.front.app.database.write(remove_games)
        room.front.windows.close_all()
    async with opened(bot_path) as room, TestClient(TestServer(room.server.app)) as client:
        practice = Practice(client, room)
        room.presses._pace = RateLimiter(count().__next__)
        ann = await practice.browser("brenna")
        for page in ADDRESSES:
            await ann.visit(page)
            assert "Something went wrong" not in ann.page, page
            is_told = "Table 3 · its game isn’t here, so it rests" in ann.parts["main"]
            assert is_told == (page == "manage/tables"), page
        for number in range(1, len(GAMES) + 1):
            there = await practice.browser("brenna", table=number)
            assert (there.table, RESTS in there.page) == (0, True)
            there.close()
        await ann.visit("manage/tables")
        assert 'href="/brenna/manage/tables/3"' in ann.parts["main"]
        await ann.visit("manage/tables/3")
        assert RESTS in ann.parts["main"]
        assert set(re.findall('data-command="([^"]*)"', ann.parts["main"])) == {"manage close"}
        await ann.send("command", "manage close")
        await ann.read_until("data-form")
        assert 'name="table"' not in ann.parts["sheet"]
        sheet = int(re.findall(r'data-number="(\d+)"', ann.parts["sheet"])[0])
        await ann.send("form", "/manage close", on="sheet", number=sheet)
        await ann.read_until("so it’s closed. Paid back")
        await ann.visit("manage/tables/3")
        assert "That table isn’t open any more." in ann.parts["main"]
        room.front.windows.close_all()

    assert "tables" in changed
