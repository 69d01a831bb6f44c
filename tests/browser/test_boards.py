"""The looks of boards, seasons and titles, on a phone and on a desk."""

from __future__ import annotations

import pytest
from playwright.async_api import Browser

from games.catalog import TAVERN_WIDE, TOURNAMENTS
from games.engine.core.hand_stats import BestHand, HandStats
from games.knights_heads.game import KNIGHTS_HEADS
from games.stone_hand.game import STONE_HAND
from tests.browser.eyes import looking
from tests.browser.fitting import fits
from tests.discord.commands import titles_of, type_in
from tests.discord.dice import Dice
from tests.discord.record import TRIPLE, played
from tests.discord.tavern import Player, Room, gather
from tests.discord.titles import give

pytestmark = [pytest.mark.browser, pytest.mark.soak]

NAMES = ("ann", "ben", "Wilhelmina of the Long Barrow", "dan", "eve")
COURTS = HandStats(
    4,
    has_won=True,
    shown=BestHand(
        (9, 4, 0, 2), "22", ("N03", "N04", "N05", "N06", "A03", "M10", "S03", "D04", "J04", "B05")
    ),
    counts={"hand_22": 1, "courts": 1},
)


async def win(room: Room, people: list[Player]) -> None:
    """Two tables, at which everybody has won something."""
    await people[0].open(STONE_HAND, wager=30)
    await people[0].open(KNIGHTS_HEADS)
    for gain, each in enumerate(people, start=3):
        await played(room, each, TRIPLE, gain * 12, number=1)
        await played(room, each, COURTS, gain, number=2)


async def test_boards_and_seasons(browser: Browser, room: Room) -> None:
    """The boards that all may ask for, those that a manager posts, and the answers fit."""
    boss, people = room.person("boss", is_manager=True), [room.person(name) for name in NAMES]
    await win(room, people)
    async with looking(browser, room, boss, "boards") as eyes:

        async def look(state: str, command: str, **options: object) -> None:
            await type_in(boss, command, **options)
            await fits(eyes, boss.whispered, state)

        await look("1-net", "board")
        await look("2-courts", "board", by="courts")
        await look("3-best", "board", by="best", game="knights_heads")
        await look("4-best-dice", "board", by="best", game="stone_hand")
        await look("5-begun", "manage season begin", name="Autumn at the Prancing Pony")
        await look("6-of-the-season", "board", period="season")
        await type_in(boss, "manage board", by="won")
        await fits(eyes, boss.table, "7-posted")
        await look("8-running", "board", by="season")
        await look("9-question", "manage season end")
        await boss.press("season_end")
        await fits(eyes, boss.whispered, "10-over")
        await boss.choose("season_board:1", ("best", "knights_heads"))
        await fits(eyes, boss.whispered, "11-board")
        await look("12-doctor", "manage doctor")


async def test_titles(browser: Browser, room: Room, dice: Dice) -> None:
    """Told at the table, on a record and page by page."""
    ann, ben = room.person("ann"), room.person("ben")
    async with looking(browser, room, ann, "titles") as eyes:
        await gather(room, STONE_HAND, [ann, ben], wager=20)
        await ann.press("begin")
        dice.load("2-2-2", "1-1-5")
        await ann.press("throw")
        await ben.press("throw")
        await fits(eyes, ann.table, "1-told")
        await gather(room, KNIGHTS_HEADS, [ann, ben], ante=2)
        await ann.press("begin")
        await (ann if ann.is_called else ben).press("fold")
        await fits(eyes, ann.table, "2-between-hands")
        await give(room, ann, *(each.key for each in (*STONE_HAND.titles[:4], *KNIGHTS_HEADS.titles[1:6])))
        await titles_of(ann)
        await fits(eyes, ann.whispered, "3-all")
        for number, page in enumerate(("stone_hand", "knights_heads", TAVERN_WIDE, TOURNAMENTS), start=4):
            await ann.choose(str(ann.id), page)
            await fits(eyes, ann.whispered, f"{number}-page")
        await type_in(ann, "record")
        await fits(eyes, ann.whispered, "8-record")
