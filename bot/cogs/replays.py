"""Hands that are over, watched again (TB-13): by each for themselves, or shown to all by who played them.

What is to be seen stands in the button alone; what may be seen is decided at each press. Only who has shown
which hand is remembered, as long as the bot runs.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from functools import partial

from bot.app import Taproom
from bot.cogs.taproom_cog import TaproomCog
from bot.custom_ids import Page, TablePress, parse_page
from bot.discord_io.command_input import press_of
from bot.discord_io.drawing import Looks, watched
from bot.discord_io.reply import Reply
from bot.discord_io.verbs import pressed
from bot.screens.core.screen import Screen
from bot.tavern import watching
from bot.tavern.watching import AlreadyShown, AskedFor, require_moment
from bot.text.translate import speaking
from games.engine.core.errors import NotOffered
from games.replay import Replay

SHOWN_MAX = 2000
"""So many shown hands are remembered."""


class Replays(TaproomCog):
    """Presses on “Watch it again”, on a hand’s pages, and on “Show this hand”."""

    def __init__(self, bot: Taproom) -> None:
        super().__init__(bot)
        self._shown: deque[tuple[int, int, int]] = deque(maxlen=SHOWN_MAX)
        """Table, hand and player of what was shown to a channel."""

    @pressed("watch")
    async def _watch(self, reply: Reply, meaning: TablePress) -> None:
        """Begin to watch a hand, the table's newest where none is named, or turn a page of it."""
        if not meaning.argument or meaning.argument.isdecimal():
            hand = int(meaning.argument) if meaning.argument else None
            again = await self._look(reply, AskedFor(reply.channel, meaning.table, hand), watching.watch)
            await reply.whisper(await self._privately(reply, again, 0))
        else:
            page, at = _page(reply, meaning)
            again = await self._look(reply, at, watching.watch)
            await reply.update(await self._privately(reply, again, page.step))

    @pressed("show")
    async def _show(self, reply: Reply, meaning: TablePress) -> None:
        page, at = _page(reply, meaning)
        again = await self._look(reply, at, watching.show)
        shown = (again.table.id, again.hand.number, reply.player)
        screen = await self._publicly(reply, again, page.step)
        if shown in self._shown:
            raise AlreadyShown
        # Before it is posted, so that a second press meanwhile finds it.
        self._shown.append(shown)
        if await reply.post(screen) is None:
            self._shown.remove(shown)

    @pressed("shown")
    async def _turn(self, reply: Reply, meaning: TablePress) -> None:
        page, at = _page(reply, meaning)
        again = await self._look(reply, at, partial(watching.turn, seat=page.seat))
        await reply.update(await self._publicly(reply, again, page.step))

    async def _look(self, reply: Reply, at: AskedFor, find: Callable[..., Replay]) -> Replay:
        press, tables = press_of(reply.interaction), self.bot.tavern.tables
        return await self.bot.database.read_long(lambda tx: find(tx, tables, press, at))

    async def _privately(self, reply: Reply, again: Replay, step: int) -> Screen:
        faces = await self.bot.tavern.faces(reply.server, reply.player)
        looks = Looks(self.bot.application_emojis.markup, self.bot.pictures, faces)
        return watched(again, require_moment(again, step), await self._settings(reply), looks)

    async def _publicly(self, reply: Reply, again: Replay, step: int) -> Screen:
        settings = await self._settings(reply)
        looks = Looks(self.bot.application_emojis.markup, self.bot.pictures, settings.faces)
        with speaking(settings.language):
            return watched(again, require_moment(again, step), settings, looks, is_shared=True)


def _page(reply: Reply, meaning: TablePress) -> tuple[Page, AskedFor]:
    page = parse_page(meaning.argument)
    if page is None:
        raise NotOffered
    return page, AskedFor(reply.channel, meaning.table, page.hand)
