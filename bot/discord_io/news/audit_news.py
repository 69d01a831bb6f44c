"""Lines of the audit in a channel that a server has chosen for it (TB-23).

A line was committed with what it tells of; here the lines are sent, oldest first, a message each. Its number
makes the nonce, so that one that was sent just before a kill is not sent again. While Discord refuses a
server's line, all of that server wait; the others go on.
"""

from __future__ import annotations

import asyncio
import logging

import discord

from bot.discord_io.answering.reply import NOBODY, UNSENT, is_refused
from bot.screens.server.books import AuditEvent, audit_line
from bot.tavern.tavern import Tavern
from bot.text.translate import speaking
from storage.books import audit_lines, closings, ledger
from storage.books.audit_lines import AuditLine
from storage.db.transaction import Transaction
from storage.errors import StorageError
from storage.people import bars, server_settings
from storage.people.server_settings import ServerSettings
from storage.tournaments import acts

log = logging.getLogger(__name__)

AUDIT_SECONDS = 5.0
LINES_MAX = 20
"""Lines told to a server at a time, so that no server keeps the others waiting."""
AGAIN_SECONDS = 60.0
"""Delay before a refused or lost line is tried again."""


class AuditNews:
    """Tells what waits."""

    def __init__(self, client: discord.Client, tavern: Tavern) -> None:
        self._client = client
        self._tavern = tavern
        self._again_at: dict[tuple[int, int], float] = {}
        """When a server's channel is tried again that took no line."""

    async def tell(self) -> None:
        """Tell all lines that wait, those of different servers at the same time."""
        servers: dict[int, list[AuditLine]] = {}
        for line in await self._tavern.database.read(lambda tx: audit_lines.waiting(tx, LINES_MAX)):
            # Other servers' lines are told by the process whose they are, or once the bot is there again.
            if self._client.get_guild(line.server) is not None:
                servers.setdefault(line.server, []).append(line)
        await asyncio.gather(*map(self._tell, servers.values()))

    async def _tell(self, lines: list[AuditLine]) -> None:
        """Tell one server's lines, until one of them can't be told."""
        where, now = (lines[0].server, lines[0].channel), self._tavern.now()
        # However the clock is set, nothing waits longer than that.
        if now < self._again_at.get(where, 0) <= now + AGAIN_SECONDS:
            return
        self._again_at.pop(where, None)
        try:
            for line in lines:
                if not await self._told(line):
                    self._again_at[where] = now + AGAIN_SECONDS
                    return
        except StorageError:
            log.warning("the audit has to wait: the database takes nothing")
        except Exception:
            log.exception("a line of the audit could not be told")
            self._again_at[where] = now + AGAIN_SECONDS

    async def _told(self, line: AuditLine) -> bool:
        """Tell a line; False if it waits on."""
        event, chosen = await self._tavern.database.read(lambda tx: (_event(tx, line), _settings(tx, line)))
        # Whom it tells of may have had themselves forgotten since.
        if event is not None:
            with speaking(chosen.language):
                words = audit_line(event, chosen.currency)
            channel = self._client.get_partial_messageable(line.channel, guild_id=line.server)
            try:
                await channel.send(words, allowed_mentions=NOBODY, nonce=f"books{line.id}")
            except UNSENT as unsent:
                log.info("a line of the audit waits: %s", unsent)
                if is_refused(unsent):
                    status, code = unsent.status, unsent.code
                    await self._tavern.database.write(lambda tx: audit_lines.refused(tx, line, status, code))
                return False
        await self._tavern.database.write(lambda tx: audit_lines.told(tx, line))
        return True


def _event(tx: Transaction, line: AuditLine) -> AuditEvent | None:
    match line.kind:
        case "transfer":
            return ledger.entry(tx, line.number)
        case "closing":
            return closings.closing(tx, line.number)
        case "bar":
            return bars.word(tx, line.number)
        case "tournament":
            return acts.act(tx, line.number)


def _settings(tx: Transaction, line: AuditLine) -> ServerSettings:
    return server_settings.load(tx, line.server)
