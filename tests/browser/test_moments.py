"""The other screens of an evening, on a phone and on a desk: throws, greetings, full tables, tournaments.

The screenshots are kept in `.screens/`, to be looked at.
"""

from __future__ import annotations

from random import Random

import pytest
from playwright.async_api import Browser
from simcord.backend import serializers

from games.catalog import DAILY
from games.destiny.game import DESTINY
from games.dividha import game as dividha_daily
from games.stone_hand.game import STONE_HAND
from storage.db.retention import DAY_SECONDS
from tests.browser.eyes import looking
from tests.browser.fitting import fits
from tests.discord.commands import type_in
from tests.discord.dice import Dice
from tests.discord.evening import enter_all, plan, play_tournament
from tests.discord.random_play import play_turn
from tests.discord.tavern import Player, Room, gather

pytestmark = [pytest.mark.browser, pytest.mark.soak]

NAMES = ("Ann", "Ben", "Cora", "Dan", "Eve", "Finn", "Gus", "Hal")
TURNS, PRESSES = 9, 3


async def test_throws(browser: Browser, room: Room, dice: Dice, ann: Player, ben: Player) -> None:
    """A throw in passing, a challenge, a duel and a rematch."""
    async with looking(browser, room, ann, "throws") as eyes:
        dice.load("3-3-3")
        await type_in(ann, "throw")
        await fits(eyes, ann.table, "1-alone")
        await ann.member.slash(room.channel, "throw", against=ben.member, stake=3)
        await fits(eyes, ann.table, "2-challenge")
        dice.load("1-1-5", "3-3-4")
        await ben.press("accept")
        await fits(eyes, ann.table, "3-duel")
        await ann.press("throw")
        await ben.press("throw")
        await fits(eyes, ann.table, "4-duel-over")
        await ann.press("rematch")
        await fits(eyes, ann.table, "5-rematch")


async def test_greetings(browser: Browser, room: Room, ann: Player) -> None:
    """The help, what is behind it, a game begun at once, and the menu of a table."""
    await room.fund_house(500)
    async with looking(browser, room, ann, "greetings") as eyes:
        known = serializers.guild_create_payload(room.env.backend, room.env.backend.guilds[room.guild.id])
        # Discord does not say of a server that is new to the bot if it is available.
        new = {key: each for key, each in known.items() if key != "unavailable"}
        room.env.backend.emit("GUILD_CREATE", new)
        await room.env.settle()
        await fits(eyes, ann.table, "0-good-evening")
        for state, command in enumerate(("help", "me preferences", "wallet show", "play"), start=1):
            await type_in(ann, command)
            await fits(eyes, next(ann.looks_back()), f"{state}-{command.replace(' ', '-')}")
        await ann.press("more")
        await fits(eyes, ann.whispered, "5-menu")
        await ann.press("fair")
        await fits(eyes, ann.whispered, "6-fair-play")
        await ann.press("how")
        await fits(eyes, ann.whispered, "7-how-to-play")


async def test_a_full_table_of_destiny(browser: Browser, room: Room) -> None:
    """Eight people with long names around a field."""
    people = [
        room.person(f"Somebody called {name}")
        for name in ["Ann", "Ben", "Cora", "Dan", "Eve", "Finn", "Gus", "Hal"]
    ]
    async with looking(browser, room, people[0], "full") as eyes:
        await gather(room, DESTINY, people)
        await fits(eyes, people[0].table, "01-lobby")
        await people[0].press("begin")
        for turn in range(TURNS):
            await fits(eyes, people[0].table, f"02-turn-{turn}")
            for _ in range(PRESSES):
                await play_turn(people, Random(turn))


async def test_a_tournament(browser: Browser, room: Room) -> None:
    """The plan, the notice before and while it runs, and the podium."""
    host = room.person("Host", is_manager=True)
    people = [host, *(room.person(name) for name in ("Brenna", "Tomas", "Ishbel"))]
    async with looking(browser, room, host, "tournament") as eyes:
        await host.member.slash(room.channel, "organise create", title="The Cup", game=STONE_HAND.key)
        await fits(eyes, host.whispered, "1-plan")
        await plan(host, STONE_HAND, seats=4, level_length=1, entry=10, chips=4)
        await fits(eyes, host.notice, "2-notice")
        await enter_all(room, people)
        await fits(eyes, host.notice, "3-entered")
        await host.press("start_cup")
        await room.wait(5)
        await fits(eyes, host.notice, "4-running")
        await play_tournament(room, people, Random(3))
        await fits(eyes, host.notice, "5-podium")


async def test_deals_of_the_day(
    browser: Browser, room: Room, ann: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each deal before its answer and after, what was picked, what is shared, and the day before."""
    # Ten thousand rivals take longer than a press is waited for.
    monkeypatch.setattr(dividha_daily, "DEALS", 200)
    async with looking(browser, room, ann, "daily") as eyes:
        await type_in(ann, "daily")
        await fits(eyes, ann.whispered, "1-today")
        for number, game in enumerate(DAILY, 2):
            await type_in(ann, "daily", game=game)
            await fits(eyes, ann.whispered, f"{number}-{game}")
            for pick in (each for each in ann.whispered.parts if "options" in each):
                await ann.member.select(
                    ann.whispered.sent, ["0", "4", "8"][: pick["max_values"]], custom_id=pick["custom_id"]
                )
                await fits(eyes, ann.whispered, f"{number}-{game}-picked")
            answers = (each for each in ann.whispered.buttons.values() if ":daily_go:" in each)
            await ann.press_id(ann.whispered, next(answers))
            await room.env.settle()
            await fits(eyes, ann.whispered, f"{number}-{game}-result")
        await ann.press("daily_share")
        await fits(eyes, ann.table, "5-shared")
        # Tomorrow these are yesterday's.
        later = room.bot.app.tavern.now() + DAY_SECONDS
        monkeypatch.setattr(room.bot.app.tavern, "now", lambda: later)
        await type_in(ann, "daily")
        await ann.press("daily_old")
        await fits(eyes, ann.whispered, "6-yesterday")
