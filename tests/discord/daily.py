"""Helpers that several tests about daily share."""

from __future__ import annotations

import re

import pytest

from bot.discord_io.interactions.dispatch import sentence
from games.catalog import DAILY, date_of, deal_of
from games.engine.core.errors import UserError
from storage.db.retention import DAY_SECONDS, day_of
from storage.play import daily
from tests.discord.commands import type_in
from tests.discord.message import Message
from tests.discord.tavern import Player, Press, Room

STONE_HAND, KNIGHTS, DIVIDHA = DAILY


RESULT = re.compile("[★☆]{5}")


SEED = re.compile("`([0-9a-f]{64})`")


def today(room: Room) -> int:
    """The day that the bot has now."""
    return day_of(room.bot.app.tavern.now())


async def seed_of(room: Room, day: int) -> str:
    """The seed of a day, which nobody else can look up before it is over."""
    return await room.bot.app.database.write(lambda tx: daily.seed(tx, day))


async def dealt(room: Room, game: str) -> tuple[str, ...]:
    """Return today's deal, by its notation."""
    day = today(room)
    seed = await seed_of(room, day)
    return tuple(DAILY[game].told(deal_of(game, date_of(day), seed)).split())


async def goes(room: Room) -> list[tuple[int, str, str]]:
    """Return the stored goes of all players."""
    found = "SELECT player, game, answer FROM daily_goes ORDER BY day, game, player"
    return await room.read(lambda tx: [tuple(row) for row in tx.all(found)])


def answering(message: Message) -> list[str]:
    """The custom_ids with which a deal is answered."""
    return [
        each["custom_id"]
        for each in message.parts
        if re.search(":daily_(go|pick):", each.get("custom_id", ""))
    ]


async def press(room: Room, player: Player, action: str, *values: str) -> None:
    """Press something on the newest private message."""
    await room.deliver(Press(player, player.whispered.id, action, values or None))


async def play(room: Room, player: Player, game: str, answer: int = 0) -> None:
    """Open a deal, and give the answer of that number."""
    await type_in(player, "daily", game=game)
    await press(room, player, f"t:0:daily_go:{today(room)}_{game}_{answer}")


def said_of(slip: UserError) -> str:
    """Return the message for a user error, up to the command that helps."""
    told = sentence(slip, "coins")
    assert told is not None
    return told.partition("`")[0]


def at_day(room: Room, monkeypatch: pytest.MonkeyPatch, day: int, seconds: float = 0.0) -> None:
    """Set the bot's clock to that many seconds after midnight UTC of that day."""
    monkeypatch.setattr(room.bot.app.tavern, "now", lambda: DAY_SECONDS * day + seconds)
