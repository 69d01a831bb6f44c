"""The bot on a simulated Discord, with a database of its own, a server and a channel."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
import simcord
from simcord import pytest_plugin

from bot import discord_bot
from bot.discord_bot import TaproomBot
from bot.discord_io.commands import COMMAND_IDS, SYNCED, CommandSync
from bot.discord_io.messages import live_messages
from bot.process import scheduler
from bot.tavern import deadlines
from bot.text.translate import languages
from games.dividha import game as dividha_daily
from games.engine.table import time_bank, update
from games.knights_heads import game as knights_daily
from games.stone_hand.game import STONE_HAND
from storage.db.transaction import Transaction
from tests.discord.brisk import SETTLE_SECONDS, Brisk, look_for_sleepers_alone, work_plainly
from tests.discord.dice import Dice
from tests.discord.tavern import Player, Room, gather, make_bot

work_plainly()
look_for_sleepers_alone()

# SimCord's plugin does this; elsewhere it would have all tests wait until Discord's library is imported.
pytest_runtest_call = pytest_plugin.pytest_runtest_call
pytest_runtest_makereport = pytest_plugin.pytest_runtest_makereport

WRITTEN: dict[tuple[str, ...], list[dict[str, Any]]] = {}
"""All commands, by the languages in which they are."""


@dataclass(frozen=True, slots=True)
class Told:
    """The state after Discord was told all commands, in the bot and in Discord."""

    notes: Mapping[str, str]
    commands: Mapping[Any, Any]

    @classmethod
    async def by(cls, env: simcord.Env) -> Told:
        """Return the state after a bot's start."""
        assert isinstance(env.bot, TaproomBot)
        notes = await env.bot.app.database.read(
            lambda tx: {name: tx.get_note(name) or "" for name in (SYNCED, COMMAND_IDS)}
        )
        return cls(notes, dict(env.backend.commands[None]))

    async def put(self, env: simcord.Env) -> None:
        """Store it in advance: a server has its commands long before anybody sits down."""
        env.backend.commands[None] = dict(self.commands)
        for _ in self.commands:
            # Each has an id, which is nobody else's.
            env.backend.snowflake()
        assert isinstance(env.bot, TaproomBot)
        await env.bot.app.database.write(self._write)

    def _write(self, tx: Transaction) -> None:
        for name, value in self.notes.items():
            tx.set_note(name, value)


TOLD: dict[tuple[str, ...], Told] = {}
"""The states by languages, as in `WRITTEN`."""


@pytest_asyncio.fixture
async def simcord_env(bot_path: Path) -> AsyncIterator[simcord.Env]:
    """The bot, running; whatever it let slip fails the test."""
    env = Brisk(await make_bot(bot_path), settle_timeout=SETTLE_SECONDS)
    known = tuple(languages())
    if known in TOLD:
        await TOLD[known].put(env)
    await env.start()
    if known not in TOLD:
        TOLD[known] = await Told.by(env)
    try:
        yield env
    finally:
        await env.bot.close()
        await env.shutdown()
        # Not `raise_errors`, which would raise those again that a test has looked at.
        env._raise_errors_since(env._errors_acknowledged)


@pytest.fixture(autouse=True)
def written_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """All commands are put into all languages once, and not for every bot."""
    really = CommandSync._payload

    async def payload(sync: CommandSync) -> list[dict[str, Any]]:
        if sync._guild is not None:
            return await really(sync)
        known = tuple(languages())
        if known not in WRITTEN:
            WRITTEN[known] = await really(sync)
        return WRITTEN[known]

    monkeypatch.setattr(CommandSync, "_payload", payload)


@pytest.fixture(autouse=True)
def unspaced(monkeypatch: pytest.MonkeyPatch) -> None:
    """Edit messages without a pause: a busy table is one test's subject only."""
    monkeypatch.setattr(live_messages, "EDIT_SECONDS", 0.0)
    monkeypatch.setattr(live_messages, "FOLLOW_SECONDS", 0.0)


@pytest.fixture(autouse=True)
def unhurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """House players think longer than a press is waited for: they play only while a test lets time pass."""
    for name in ("NOTHING_SECONDS", "THINK_SECONDS", "RESULT_SECONDS"):
        monkeypatch.setattr(deadlines, name, SETTLE_SECONDS + 0.1)
    monkeypatch.setattr(deadlines, "DECIDE_SECONDS", 0.0)


@pytest.fixture(autouse=True)
def unbanked(monkeypatch: pytest.MonkeyPatch) -> None:
    """Give no seat a time bank, except in tests of time banks (`banked`)."""
    monkeypatch.setattr(time_bank, "USUAL_SECONDS", 0)


@pytest.fixture(autouse=True)
def brief(monkeypatch: pytest.MonkeyPatch) -> None:
    """Deals of the day are graded in a moment: by a hundred deals."""
    for deals in (dividha_daily, knights_daily):
        monkeypatch.setattr(deals, "DEALS", 100)


@pytest.fixture
def slow_rhythm(monkeypatch: pytest.MonkeyPatch) -> None:
    """Slow the bot's periodic work down for tests of hours in which it is no subject."""
    # Sooner than the bot would take it that its machine was frozen.
    seconds = deadlines.FROZEN_SECONDS - 5
    monkeypatch.setattr(scheduler, "PULSE_SECONDS", seconds)
    monkeypatch.setattr(discord_bot, "AUDIT_SECONDS", seconds)


@pytest.fixture
def banked(unbanked: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Give every seat the usual time bank."""
    monkeypatch.setattr(time_bank, "USUAL_SECONDS", 60)


@pytest.fixture
def room(simcord_env: simcord.Env, bot_path: Path) -> Room:
    """An empty channel, in a server that shows everybody the commands of managers and organisers, too."""
    guild = simcord_env.create_guild("The Inn")
    for command in simcord_env.backend.commands[None].values():
        if command["default_member_permissions"] is not None:
            guild.set_command_permissions(int(command["id"]), {guild.default_role: True})
    return Room(simcord_env, bot_path, guild, guild.create_text_channel("tavern"))


@pytest.fixture
def ann(room: Room) -> Player:
    """A player who opens tables."""
    return room.person("ann")


@pytest.fixture
def ben(room: Room) -> Player:
    """A player who joins tables."""
    return room.person("ben")


@pytest.fixture
def boss(room: Room) -> Player:
    """A manager."""
    return room.person("boss", is_manager=True)


@pytest.fixture
def dice(monkeypatch: pytest.MonkeyPatch) -> Dice:
    """Dice that show what a test has written down."""
    loaded = Dice()
    monkeypatch.setattr(update, "Draw", loaded.draw)
    return loaded


@pytest_asyncio.fixture
async def playing(room: Room, ann: Player, ben: Player) -> int:
    """Ann and Ben have begun a game; the revision of their table."""
    await gather(room, STONE_HAND, [ann, ben])
    await ann.press("begin")
    return (await room.table()).revision
