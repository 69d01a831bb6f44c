"""Uploads our commands to Discord when they have changed; the bot starts even if Discord refuses (F-56).

A refusal is shown by `/tavern doctor` and retried later. Until then people have the commands of
the last upload.
"""

from __future__ import annotations

import hashlib
import json
import logging
from collections.abc import Callable, Sequence
from types import MappingProxyType
from typing import Any

import discord
from discord import app_commands
from discord.ext import commands
from discord.http import Route

from bot.discord_io.answering.command_mentions import CommandIds
from bot.discord_io.answering.reply import UNSENT
from bot.discord_io.setup.command_words import CommandWords, without_refused
from bot.screens.server.doctor import TurnedDown
from bot.tavern.deadlines import Deadlines, at_most
from storage.db import key_values
from storage.db.database import Database
from storage.db.transaction import Transaction
from storage.errors import NotAccepted

log = logging.getLogger(__name__)

SYNCED = "synced"
"""The key of the digest of the last upload."""
COMMAND_IDS = "command_ids"
"""The key of the ids that Discord gave the commands then."""
START_SECONDS = 5.0
"""How long a start waits for the upload, in seconds."""
AGAIN_SECONDS = (60.0, 600.0, 3600.0)
"""Delays before a retry; the last one repeats."""
ENTRY_POINT = 4
"""The type of command that launches an Activity; Discord creates it and requires it to be kept."""
SERVERS = app_commands.AppInstallationType.GUILD
"""Where the commands of an app are that people cannot put on their own account."""
CARRIED = (
    "type",
    "name",
    "name_localizations",
    "description",
    "description_localizations",
    "default_member_permissions",
    "integration_types",
    "contexts",
    "nsfw",
    "handler",
)
"""The fields of an Entry Point command that are sent again; the rest is Discord's."""


class CommandSync:
    """Uploads a bot's commands, to one server if `server` is not 0, else for all."""

    refusal: TurnedDown | None = None
    """Why the last upload was refused."""
    is_told = False
    """Whether Discord has this version's commands."""
    ids: CommandIds = MappingProxyType({})
    """Discord's ids of the commands by their whole names, once it has them."""

    def __init__(
        self, bot: commands.AutoShardedBot, database: Database, now: Callable[[], float], server: int | None
    ) -> None:
        self._bot = bot
        self._database = database
        self._now = now
        self._guild = discord.Object(server) if server else None
        self._clock: Deadlines[None] = Deadlines(now, lambda _: self._try())
        self._failures = 0
        self._is_leading = True

    async def begin(self, *, is_leading: bool = True) -> None:
        """Upload the commands if they have changed, or have the leading process do so; never raises."""
        self._is_leading = is_leading
        # The retry is set first, so that a hanging first try is followed by another.
        self._clock.set(None, self._now() + AGAIN_SECONDS[0])
        await at_most(START_SECONDS, self._try())

    def stop(self) -> None:
        """Try no more."""
        self._clock.stop()

    async def quiet(self) -> None:
        """Wait until a try that is under way has ended."""
        await self._clock.quiet()

    async def _try(self) -> None:
        try:
            await self._sync()
        except discord.HTTPException as refused:
            log.warning("Discord refuses our commands: %s", refused)
            self._fail(refused.status, refused.code)
        except (NotAccepted, *UNSENT) as lost:
            log.warning("our commands could not be told: %s", lost)
            self._fail(0, 0)
        else:
            self.refusal, self.is_told = None, True
            self._clock.set(None, None)

    def _fail(self, status: int, code: int) -> None:
        again_at = self._now() + AGAIN_SECONDS[min(self._failures, len(AGAIN_SECONDS) - 1)]
        self._failures += 1
        self.refusal = TurnedDown(status, code, again_at)
        self._clock.set(None, again_at)

    async def _sync(self) -> None:
        guild, application = self._guild, self._bot.application_id
        assert application is not None
        payload = await self._written()
        if not self._is_for_people():
            payload = [command | {"integration_types": [SERVERS]} for command in payload]
        told = json.dumps([application, guild and guild.id, payload], sort_keys=True)
        digest = hashlib.sha256(told.encode()).hexdigest()
        before, kept = await self._database.read(
            lambda tx: (key_values.get(tx, SYNCED), key_values.get(tx, COMMAND_IDS))
        )
        if kept is not None and (before == digest or not self._is_leading):
            self.ids = self._by_whole_name(json.loads(kept))
            return
        if not self._is_leading:
            raise NotAccepted
        try:
            there = await self._upload(application, payload)
        except discord.HTTPException as refused:
            left = without_refused(payload, refused)
            if left is None:
                raise
            log.warning("Discord refuses some words of commands in other languages, which stay English")
            there = await self._upload(application, left)
        ids = {each["name"]: int(each["id"]) for each in there}

        def keep(tx: Transaction) -> None:
            key_values.put(tx, SYNCED, digest)
            key_values.put(tx, COMMAND_IDS, json.dumps(ids))

        await self._database.write(keep)
        self.ids = self._by_whole_name(ids)

    async def _written(self) -> list[dict[str, Any]]:
        """All commands, in all languages."""
        tree = self._bot.tree
        if self._guild is not None:
            tree.copy_global_to(guild=self._guild)
        commands = tree.get_commands(guild=self._guild)
        return [await command.get_translated_payload(tree, CommandWords()) for command in commands]

    async def _upload(self, application: int, payload: list[dict[str, Any]]) -> Sequence[Any]:
        """Replace all commands; as Discord knows them then."""
        if self._guild is not None:
            return await self._bot.http.bulk_upsert_guild_commands(application, self._guild.id, payload)
        carried = await self._entry_points(application)
        return await self._bot.http.bulk_upsert_global_commands(application, [*payload, *carried])

    def _is_for_people(self) -> bool:
        """Whether people may put the app on their own account; its owner says so on Discord's pages."""
        info = self._bot.application
        if info is None or info.guild_integration_config is None:
            return True
        return info.user_integration_config is not None

    def _by_whole_name(self, ids: CommandIds) -> CommandIds:
        """The id of each command that can be typed: a group's commands have the group's."""
        commands = self._bot.tree.walk_commands(guild=self._guild)
        names = (each.qualified_name for each in commands if isinstance(each, app_commands.Command))
        return {name: ids[root] for name in names if (root := name.split()[0]) in ids}

    async def _entry_points(self, application: int) -> list[dict[str, Any]]:
        """The Entry Point command, if any; an upload without it is refused (50240)."""
        route = Route("GET", "/applications/{application_id}/commands", application_id=application)
        there = await self._bot.http.request(route, params={"with_localizations": "true"})
        return [
            {name: each[name] for name in CARRIED if name in each}
            for each in there
            if each["type"] == ENTRY_POINT
        ]
