"""*Teach me*: a first hand of any game, for whoever presses it."""

from __future__ import annotations

from bot.cogs.taproom_cog import TaproomCog
from bot.custom_ids import TablePress
from bot.front.marks import pressed
from bot.front.protocols import Reply
from bot.screens.core.screen import Screen
from bot.screens.learn.lesson import lesson_screen
from bot.screens.learn.lessons import LESSONS, lessons_screen
from games.engine.core.errors import NotOffered


class Lessons(TaproomCog):
    """Lessons, step by step on one private message."""

    @pressed("teach")
    async def _teach(self, reply: Reply, meaning: TablePress) -> None:
        if meaning.argument:
            await reply.whisper(await self._step(reply, meaning.table, meaning.argument, ""))
        else:
            await reply.update(lessons_screen())

    @pressed("lesson")
    async def _go_on(self, reply: Reply, meaning: TablePress) -> None:
        game, _, signs = meaning.argument.rpartition("_")
        await reply.update(await self._step(reply, meaning.table, game, signs))

    async def _step(self, reply: Reply, table: int, game: str, signs: str) -> Screen:
        if game not in LESSONS:
            raise NotOffered
        name = reply.visit.request().name
        return await self._drawn(reply, lambda: lesson_screen(LESSONS[game], table, signs, name))
