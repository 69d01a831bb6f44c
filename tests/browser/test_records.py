"""The looks of people's records, on a phone and on a desk: with their picture, and in words only."""

from __future__ import annotations

from functools import partial

import pytest
from playwright.async_api import Browser

from games.catalog import GAMES
from games.dividha.game import DIVIDHA
from games.engine.core.game import AnyGame
from games.engine.core.hand_stats import BestHand, HandStats
from games.knights_heads.game import KNIGHTS_HEADS
from games.stone_hand.game import STONE_HAND
from storage.db.transaction import Transaction
from storage.people import server_settings
from storage.people.server_settings import Pictures, ServerSettings
from tests.browser.eyes import looking
from tests.browser.fitting import fits
from tests.discord.commands import type_in
from tests.discord.record import THROWN, played
from tests.discord.tavern import Player, Room

pytestmark = [pytest.mark.browser, pytest.mark.soak]

KINGS = ("K01", "K02", "K03", "K04", "K05", "K06", "K07", "K08", "Q01", "Q02")
PLAYED: dict[AnyGame, HandStats] = {
    STONE_HAND: THROWN,
    KNIGHTS_HEADS: HandStats(
        40,
        has_won=True,
        shown=BestHand((25, 9), "2", KINGS),
        counts={f"hand_{number}": 30 - number for number in range(14, 28)} | {"courts": 2},
    ),
    DIVIDHA: HandStats(
        12,
        has_won=False,
        shown=BestHand((7,), "6", ("QH", "QD", "QB", "5H", "5B")),
        counts={f"hand_{number}": number for number in range(5, 13)} | {"win": 4, "invictories": 1},
    ),
}


PICTURES: tuple[Pictures, ...] = ("always", "never")


def save(server: int, pictures: Pictures, tx: Transaction) -> None:
    """A manager chooses how much is painted."""
    server_settings.save(tx, server, ServerSettings(pictures=pictures))


async def test_records(browser: Browser, room: Room, ann: Player, ben: Player) -> None:
    """All games, each game, two people side by side; then the same in words."""
    async with looking(browser, room, ann, "records") as eyes:
        for number, (game, deeds) in enumerate(PLAYED.items(), start=1):
            await ann.open(game)
            for days_ago in range(20):
                gain = (days_ago * days_ago * 37) % 61 - 30
                await played(room, ann, deeds, gain, days_ago=days_ago, number=number)
                await played(room, ben, deeds, 7 - gain, days_ago=days_ago, number=number)
        for pictures in PICTURES:
            await room.bot.app.database.write(partial(save, room.guild.id, pictures))
            for key in (None, *GAMES):
                await type_in(ann, "record", **({} if key is None else {"game": key}))
                await fits(eyes, ann.whispered, f"{pictures}-{key or 'all'}")
            await type_in(ann, "record", compare=ben)
            await fits(eyes, ann.whispered, f"{pictures}-compare-all")
            await type_in(ann, "record", compare=ben, game="stone_hand")
            await fits(eyes, ann.whispered, f"{pictures}-compare")
