"""The people whom texts mention, so that whoever reads it knows who they are (F-46).

Discord shows a person's mention by the name that they have in the server now, and by a number once they
have left: then the name that they go by on Discord stands there instead. Two of one name are told apart by
their user names, and a name from right to left is kept to itself. Discord is asked once for all whom a text
mentions, by the gateway, and what it says holds for some minutes; where it does not answer, mentions stay
as they are. Only what is drawn once is looked through: tables, where people come and go, have the names of
their seats.
"""

from __future__ import annotations

import asyncio
import logging
import re
from collections import OrderedDict
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from functools import partial

import aiohttp
import discord

from bot.discord_io.messages.rendering import rewritten
from bot.screens.core.screen import Screen, Text
from bot.text.translate import isolated, plain_name, shown
from games.engine.core.names import told_apart
from storage.play.postings import is_server

log = logging.getLogger(__name__)

HELD_SECONDS = 600.0
"""Seconds for which an answer of Discord's holds."""
PATIENCE_SECONDS = 1.0
"""Seconds for which a text waits for its names."""
ASKED_MAX = 100
"""How many people Discord can be asked for at once."""
KNOWN_MAX = 10_000
UNANSWERED = (discord.HTTPException, discord.ClientException, aiohttp.ClientError, OSError, TimeoutError)
_MENTION = re.compile(r"(?<!\\)<@([0-9]{1,20})>")


@dataclass(frozen=True, slots=True)
class _Known:
    """What Discord said of a person: whether they are in the server, and their names."""

    player: int
    is_here: bool
    name: str
    handle: str
    until: float


class NamedPeople:
    """Knows for a while by which names Discord has people, server by server."""

    def __init__(self, client: discord.Client, now: Callable[[], float]) -> None:
        self._client = client
        self._now = now
        self._known: OrderedDict[tuple[int, int], _Known] = OrderedDict()

    async def named(self, server: int, screen: Screen) -> Screen:
        """A screen whose mentions can be read; as it is where nothing is known, or there is no room."""
        texts = [part.markdown for part in screen.parts if isinstance(part, Text)]
        mentioned = dict.fromkeys(int(each) for text in texts for each in _MENTION.findall(text))
        if not mentioned or not is_server(server):
            return screen
        people = [*(await self._look_up(server, mentioned)).values()]
        names = zip(people, told_apart(people), strict=True)
        words = {each.player: _mentioned(each, name) for each, name in names}

        def write(found: re.Match[str]) -> str:
            return words.get(int(found[1]), found[0])

        return rewritten(screen, partial(_MENTION.sub, write))

    async def _look_up(self, server: int, people: Collection[int]) -> Mapping[int, _Known]:
        now = self._now()
        known = {each: self._known.get((server, each)) for each in people}
        asked = [each for each, found in known.items() if found is None or found.until <= now]
        if asked:
            try:
                async with asyncio.timeout(PATIENCE_SECONDS):
                    await self._ask(server, asked[:ASKED_MAX], now + HELD_SECONDS)
            except UNANSWERED as unanswered:
                log.info("people could not be looked up: %s", unanswered)
        found = {each: self._known.get((server, each)) for each in people}
        return {each: known for each, known in found.items() if known is not None}

    async def _ask(self, server: int, people: list[int], until: float) -> None:
        """Ask the server for people, and Discord for those who are not there; keep what they say."""
        guild = self._client.get_guild(server)
        if guild is None:
            return
        members = await guild.query_members(user_ids=people, limit=len(people), cache=False)
        for each in members:
            self._keep(server, each, is_here=True, until=until)
        for player in {*people} - {each.id for each in members}:
            # Somebody of a server's past is asked for one by one, and seldom.
            self._keep(server, await self._client.fetch_user(player), is_here=False, until=until)

    def _keep(self, server: int, user: discord.User | discord.Member, *, is_here: bool, until: float) -> None:
        key, handle = (server, user.id), plain_name(user.name, "")
        name = plain_name(user.display_name, user.name)
        self._known[key] = _Known(user.id, is_here, name, handle, until)
        self._known.move_to_end(key)
        if len(self._known) > KNOWN_MAX:
            self._known.popitem(last=False)


def _mentioned(known: _Known, name: str) -> str:
    """A mention, or the name of whoever has left."""
    if not known.is_here:
        return shown(name)
    mention = isolated(known.name).replace(known.name, f"<@{known.player}>")
    return mention if name == known.name else f"{mention} ({shown(known.handle)})"
