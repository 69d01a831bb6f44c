"""The rests of an evening, on a phone and on a desk: recaps, replays, and a tournament's story."""

from __future__ import annotations

from random import Random

import pytest
from playwright.async_api import Browser

from games.catalog import GAMES
from games.knights_heads.game import KNIGHTS_HEADS
from tests.browser.eyes import looking
from tests.browser.fitting import fits
from tests.discord.commands import close_table, kept_by, type_in
from tests.discord.evening import enter_all, plan, play_tournament
from tests.discord.random_play import play_turn
from tests.discord.tavern import Player, Room, gather

pytestmark = [pytest.mark.browser, pytest.mark.soak]

HANDS, TURNS_MAX = 3, 400


async def play_evening(room: Room, people: list[Player], key: str) -> None:
    """Some hands at random; then the host closes the table."""
    await gather(room, GAMES[key], people)
    await people[0].press("begin")
    random = Random(key)
    for _ in range(TURNS_MAX):
        table = (await room.table()).table
        if people[0].table.is_over or table.evening.hands >= HANDS:
            break
        await play_turn(people, random)
    if not people[0].table.is_over:
        await close_table(people[0])


@pytest.mark.parametrize("key", GAMES)
async def test_an_evening(browser: Browser, room: Room, key: str) -> None:
    """Its recap, its hands watched again moment by moment, one shown to all, and the list of those kept."""
    ann, ben, _cora = people = [room.person(name) for name in ("Ann", "Benedict the Second", "Cora")]
    async with looking(browser, room, ann, f"ends-{key}") as eyes:
        await play_evening(room, people, key)
        await fits(eyes, ann.table, "1-recap")
        await ann.press("watch")
        for moment in range(3):
            await fits(eyes, ann.whispered, f"2-watched-{moment}")
            if "watch on" in ann.whispered:
                await ann.press_id(ann.whispered, ann.whispered.button("watch on"))
        if "watch last" in ann.whispered:
            await ann.press_id(ann.whispered, ann.whispered.button("watch last"))
        await ann.press("keep_hand")
        await fits(eyes, ann.whispered, "3-last-moment")
        await kept_by(ann)
        await fits(eyes, ann.whispered, "4-kept")
        await type_in(ben, "hand history", table=1)
        await ben.press("watch")
        if "show" in ben.whispered:
            await ben.press("show")
            await fits(eyes, ann.table, "5-shown")


async def test_the_story_of_a_tournament(browser: Browser, room: Room) -> None:
    """Podium and story on the notice, and what a table says that is taken away."""
    host = room.person("Host", is_manager=True)
    people = [room.person(name) for name in ("Ann", "Ben", "Cora", "Dan")]
    async with looking(browser, room, host, "ends-tournament") as eyes:
        await plan(host, KNIGHTS_HEADS, seats=2, chips=20, level_length=1)
        await enter_all(room, people)
        await host.press("start_cup")
        await play_tournament(room, people, Random(3))
        await fits(eyes, host.notice, "1-story")
