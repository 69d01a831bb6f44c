"""Who has left the server leaves its tables (TB-9).

No intent that we ask for tells of people leaving. But they miss their turns: whoever is
seated out is looked up, once.
"""

from __future__ import annotations

import logging

import discord

from bot.reply import UNSENT
from bot.seen import NoSuchTable, Seen
from bot.tavern import Tavern
from games.engine.errors import RuleError

log = logging.getLogger(__name__)


class Membership:
    """Looks people up who are seated out."""

    def __init__(self, client: discord.Client, tavern: Tavern) -> None:
        self._client = client
        self._tavern = tavern
        self._away: dict[int, set[int]] = {}

    async def note(self, seen: Seen) -> list[Seen]:
        """Take notice of who is seated out; the tables as they are after each who has left the server."""
        present = seen.table.present if seen.table.phase == "playing" else ()
        away = {each.player for each in present if each.player is not None and each.standing == "away"}
        before = self._away.pop(seen.table.id, set())
        if away:
            self._away[seen.table.id] = away
        gone = [player for player in sorted(away - before) if await self._is_gone(seen.stored.server, player)]
        return [left for player in gone if (left := await self._depart(seen.table.id, player)) is not None]

    async def _depart(self, table_id: int, player: int) -> Seen | None:
        try:
            return await self._tavern.depart(table_id, player)
        except (RuleError, NoSuchTable):
            return None

    async def _is_gone(self, server: int, player: int) -> bool:
        guild = self._client.get_guild(server)
        if guild is None:
            return False
        try:
            await guild.fetch_member(player)
        except discord.NotFound:
            return True
        except UNSENT as unsent:
            log.info("a member could not be looked up: %s", type(unsent).__name__)
        return False
