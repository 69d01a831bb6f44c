"""`/titles`: what people are called for what they once did here."""

from __future__ import annotations

import re

from bot.cogs.record import require_shown
from bot.cogs.taproom_cog import TaproomCog
from bot.custom_ids import TablePress
from bot.front.marks import Member, command, pressed
from bot.front.protocols import Reply
from bot.screens.core.screen import Screen
from bot.screens.server.titles import EARNED, PAGES, titles_screen
from games.engine.core.errors import NotOffered
from storage.db.transaction import Transaction
from storage.standing import titles

PERSON = re.compile(r"[0-9]{1,20}")


class Titles(TaproomCog):
    """People's titles in a server."""

    @command(member="Whose titles; yours if left out")
    async def titles(self, reply: Reply, member: Member | None = None) -> None:
        """Titles for deeds, and what else there is to earn."""
        meant = member or reply.visit.person
        meant.require_person()
        await reply.whisper(await self._page(reply, meant.id, EARNED))

    @pressed("titles")
    async def _show(self, reply: Reply, meaning: TablePress) -> None:
        await reply.whisper(await self._page(reply, _person(meaning), EARNED))

    @pressed("titles_page")
    async def _turn(self, reply: Reply, meaning: TablePress) -> None:
        index = reply.visit.chosen()
        if index >= len(PAGES):
            raise NotOffered
        await reply.update(await self._page(reply, _person(meaning), tuple(PAGES)[index]))

    async def _page(self, reply: Reply, player: int, page: str) -> Screen:
        def read(tx: Transaction) -> tuple[titles.Earned, ...]:
            require_shown(tx, reply.player, player)
            return titles.of_player(tx, reply.server, player)

        earned = await self.house.database.read(read)
        return await self._drawn(reply, lambda: titles_screen(player, page, earned))


def _person(meaning: TablePress) -> int:
    """Whose titles a press is about."""
    if not PERSON.fullmatch(meaning.argument):
        raise NotOffered
    return int(meaning.argument)
