"""Who has left the server leaves its tables (TB-9, F-38).

No intent that we ask for tells of people leaving. So whoever is seated out is looked up, and so is
whoever presses in a direct message, where Discord does not say which servers they are in.
"""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict

import discord

from bot.discord_io.reply import UNSENT
from bot.tavern.table_state import NoSuchTable, TableState
from bot.tavern.tables import Tavern
from games.engine.core.errors import RuleError, Slip
from games.engine.core.sentences import phrase

log = logging.getLogger(__name__)

TRUSTED_SECONDS = 600.0
"""How long an answer of Discord's counts for presses in direct messages."""
ANSWERS_MAX = 4096


class NoLongerMember(Slip):
    """Whoever pressed has left the table's server."""

    says = phrase(
        "You’re no longer in that server, so you’re leaving its tables. When the hand is over, your stack "
        "goes back to your wallet there."
    )


class DepartedMembers:
    """Looks people up, and takes those who have left a server off its tables."""

    def __init__(self, client: discord.Client, tavern: Tavern) -> None:
        self._client = client
        self._tavern = tavern
        self._away: dict[int, set[int]] = {}
        self._answers: OrderedDict[tuple[int, int], tuple[float, asyncio.Task[bool]]] = OrderedDict()
        """By server and person: until when it counts, and whether they have left."""

    async def note(self, state: TableState) -> list[TableState]:
        """Take notice of who is seated out; the tables as they are after each who has left the server."""
        present = state.table.present if state.table.phase == "playing" else ()
        away = {each.player for each in present if each.player is not None and each.standing == "away"}
        before = self._away.pop(state.table.id, set())
        if away:
            self._away[state.table.id] = away
        server = state.stored.server
        gone = [player for player in sorted(away - before) if await self._is_gone(server, player)]
        return [left for player in gone if (left := await self._depart(state.table.id, player)) is not None]

    def saw(self, server: int, player: int) -> None:
        """Somebody has pressed in a server, so they are in it, whatever Discord said before."""
        self._answers.pop((server, player), None)

    async def has_left(self, server: int, player: int) -> bool:
        """Whether somebody has left a server; Discord is asked at most every ten minutes (F-38).

        Who cannot be looked up counts as there: a fault of Discord's locks nobody out.
        """
        key, now = (server, player), self._tavern.now()
        until, answer = self._answers.get(key, (now, None))
        if answer is None or not now < until <= now + TRUSTED_SECONDS:
            answer = asyncio.create_task(self._is_gone(server, player))
            self._answers[key] = now + TRUSTED_SECONDS, answer
            if len(self._answers) > ANSWERS_MAX:
                self._answers.popitem(last=False)
        return await asyncio.shield(answer)

    async def leave(self, server: int, player: int) -> list[TableState]:
        """Take somebody off a server's tables; the tables as they are then."""
        tables = self._tavern.tables
        theirs = await self._tavern.database.read(lambda tx: tables.of_player(tx, server, player))
        left = [await self._depart(each.id, player) for each in theirs]
        return [each for each in left if each is not None]

    async def _depart(self, table_id: int, player: int) -> TableState | None:
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
            log.info("a member could not be looked up: %s", unsent)
        return False
