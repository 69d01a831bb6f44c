"""People who leave the server leave its tables (TB-9, F-38).

Our intents do not report people leaving. So whoever is seated out is looked up, and so is whoever
presses in a direct message, where Discord says neither which servers they are in nor where moderators
have timed them out.
"""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Collection
from dataclasses import dataclass

import discord
from discord.utils import parse_time

from bot.discord_io.answering.reply import UNSENT
from bot.front.visit import NoLongerMember
from bot.tavern.table import guests
from bot.tavern.table.actions import Request
from bot.tavern.table.guests import HostAwaited
from bot.tavern.table.limits import NoSuchTable, TableState
from bot.tavern.tavern import Tavern
from games.engine.core.errors import NotHost, RuleError, Slip, phrase
from games.engine.table.table import Standing
from storage.play.postings import is_server

log = logging.getLogger(__name__)

TRUSTED_SECONDS = 60.0
"""Seconds for which a lookup counts for presses in direct messages."""
ANSWERS_MAX = 4096
UNKNOWN_MEMBER = 10007
"""Discord's error code, where it knows the server."""


@dataclass(eq=False)
class TimedOutThere(Slip):
    says = phrase(
        "Moderators have timed you out in that server until <t:{until}:f>, so you can’t play there by direct "
        "message either. You keep your seat; until then your turns run out."
    )
    until: float


@dataclass(frozen=True, slots=True)
class Membership:
    """Whether somebody has left a server, and until when moderators have timed them out there."""

    has_left: bool = False
    timed_out_until: float = 0.0


ABSENT: Collection[Standing] = ("away", "out")
"""Who is not playing: perhaps because they are not in the server any more."""


class DepartedMembers:
    """Looks people up, and frees the seats of those who left."""

    def __init__(self, client: discord.Client, tavern: Tavern) -> None:
        self._client = client
        self._tavern = tavern
        self._away: dict[int, set[int]] = {}
        self._answers: OrderedDict[tuple[int, int], tuple[float, asyncio.Task[Membership]]] = OrderedDict()
        """Until when a lookup counts, and what it found; by server and person."""

    async def note(self, state: TableState) -> list[TableState]:
        """Look up players newly seated out, or sitting out; returns the tables changed by those who left."""
        present = state.table.present if state.table.phase == "playing" else ()
        away = {each.player for each in present if each.player is not None and each.standing in ABSENT}
        before = self._away.pop(state.table.id, set())
        if away:
            self._away[state.table.id] = away
        server = state.stored.server
        gone = [each for each in sorted(away - before) if (await self._look_up(server, each)).has_left]
        return [left for player in gone if (left := await self._depart(state.table.id, player)) is not None]

    async def pass_on_host(self, refused: NotHost, press: Request, table: int) -> TableState:
        """Let the next player host a lobby whose host has left (TB-15); raises `NotHost` otherwise."""
        state = await self._tavern.look(table, press)
        if state.table.phase != "lobby":
            raise refused
        server = state.stored.server
        try:
            if is_server(server) and (await self._membership(server, refused.player)).has_left:
                return await self._tavern.depart(table, refused.player)
            return await self._tavern.depart(table, press.player, guests.take_over)
        except HostAwaited:
            raise
        except RuleError:
            raise refused from None

    def saw(self, server: int, player: int) -> None:
        """Note that somebody pressed in a server, and so is in it."""
        self._answers.pop((server, player), None)

    async def require_present(self, server: int, player: int) -> None:
        """Refuse who has left a server or is timed out there; asks Discord at most once a minute (F-38).

        Failed lookups count as members, so that Discord's faults lock nobody out.
        """
        membership = await self._membership(server, player)
        if membership.has_left:
            raise NoLongerMember
        if membership.timed_out_until > self._tavern.now():
            raise TimedOutThere(membership.timed_out_until)

    async def _membership(self, server: int, player: int) -> Membership:
        key, now = (server, player), self._tavern.now()
        until, answer = self._answers.get(key, (now, None))
        if answer is None or not now < until <= now + TRUSTED_SECONDS:
            answer = asyncio.create_task(self._look_up(server, player))
            self._answers[key] = now + TRUSTED_SECONDS, answer
            if len(self._answers) > ANSWERS_MAX:
                self._answers.popitem(last=False)
        return await asyncio.shield(answer)

    async def leave(self, server: int, player: int) -> list[TableState]:
        """Free somebody's seats in a server; returns the changed tables."""
        tables = self._tavern.tables
        theirs = await self._tavern.database.read(lambda tx: tables.of_player(tx, server, player))
        left = [await self._depart(each.id, player) for each in theirs]
        return [each for each in left if each is not None]

    async def _depart(self, table_id: int, player: int) -> TableState | None:
        try:
            return await self._tavern.depart(table_id, player)
        except (RuleError, NoSuchTable):
            return None

    async def _look_up(self, server: int, player: int) -> Membership:
        if self._client.get_guild(server) is None and self._tavern.serving.has(server):
            return Membership()
        try:
            member = await self._client.http.get_member(server, player)
        except discord.NotFound as unknown:
            return Membership(has_left=unknown.code == UNKNOWN_MEMBER)
        except UNSENT as unsent:
            log.info("a member could not be looked up: %s", unsent)
            return Membership()
        until = parse_time(member.get("communication_disabled_until"))
        return Membership(timed_out_until=until.timestamp() if until else 0.0)
