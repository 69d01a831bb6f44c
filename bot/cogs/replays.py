"""Hands that are over, watched again (TB-13): by each for themselves, or shown to all by who played them.

What is to be seen stands in the button alone; what may be seen is decided at each press. Only who keeps
which hand is stored, and who has shown it.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import TypeVar

from bot.cogs.taproom_cog import TaproomCog
from bot.custom_ids import Page, TablePress, parse_page
from bot.front.drawing import Looks, watched
from bot.front.marks import pressed
from bot.front.protocols import Reply
from bot.house import House
from bot.screens.catalog import FACES
from bot.screens.core.screen import Screen
from bot.screens.table.kept_hands import kept_note, kept_screen
from bot.tavern.table import hand_viewing
from bot.tavern.table.hand_viewing import AlreadyShown, AskedFor, WatchedHand, require_moment
from bot.tavern.table.own_deck import words_of
from bot.text.translate import speaking
from games.engine.core.errors import NotOffered
from games.tools.replay import Replay
from storage.people.server_settings import Faces
from storage.play import kept_hands

T = TypeVar("T")
_HAND = re.compile(r"([0-9]{1,18})_([0-9]{1,9})")
"""A table and a hand, as lists name them."""


class Replays(TaproomCog):
    """Presses on “Watch it again”, on a hand’s pages, “Keep this hand” and “Show this hand”."""

    @pressed("watch")
    async def _watch(self, reply: Reply, meaning: TablePress) -> None:
        """Begin to watch a hand, the table's newest where none is named, or turn a page of it."""
        if not meaning.argument or meaning.argument.isdecimal():
            hand = int(meaning.argument) if meaning.argument else None
            sight = await self._look(reply, AskedFor(reply.channel, meaning.table, hand), hand_viewing.look)
            await reply.whisper(await self._privately(reply, sight, 0))
        else:
            page, at = _page(reply, meaning)
            sight = await self._look(reply, at, hand_viewing.look)
            await reply.update(await self._privately(reply, sight, page.step))

    @pressed("watch_hand")
    async def _watch_kept(self, reply: Reply, _meaning: TablePress) -> None:
        """Watch a hand of the list of those that are kept."""
        at = AskedFor(reply.channel, *_named(reply))
        await reply.update(await self._privately(reply, await self._look(reply, at, hand_viewing.look), 0))

    @pressed("keep_hand")
    async def _keep(self, reply: Reply, meaning: TablePress) -> None:
        """Keep the hand that is watched, or the one whose result a panel shows."""
        if meaning.argument.isdecimal():
            at = AskedFor(reply.channel, meaning.table, int(meaning.argument))
            sight = await self._marked(reply, at, hand_viewing.keep)
            again = sight.again
            await reply.whisper(kept_note(FACES[again.game.key], again.table.id, again.hand.number))
        else:
            page, at = _page(reply, meaning)
            sight = await self._marked(reply, at, hand_viewing.keep)
            await reply.update(await self._privately(reply, sight, page.step))

    @pressed("let_go")
    async def _let_go(self, reply: Reply, meaning: TablePress) -> None:
        """Let go of the hand that is watched, or of one on the list, which may not be watchable any more."""
        if not meaning.argument:
            chosen = _named(reply)
            await self.house.database.write(lambda tx: kept_hands.let_go(tx, reply.player, *chosen))
            await reply.update(await kept_page(self.house, reply))
            return
        page, at = _page(reply, meaning)
        sight = await self._marked(reply, at, hand_viewing.let_go)
        await reply.update(await self._privately(reply, sight, page.step))

    @pressed("kept")
    async def _list_kept(self, reply: Reply, meaning: TablePress) -> None:
        page = int(meaning.argument) if meaning.argument.isdecimal() else 0
        await reply.update(await kept_page(self.house, reply, page))

    @pressed("show")
    async def _show(self, reply: Reply, meaning: TablePress) -> None:
        page, at = _page(reply, meaning)
        again = await self._look(reply, at, hand_viewing.show)
        shown = (reply.player, again.table.id, again.hand.number)
        screen = await self._publicly(reply, again, page.step)
        # Before it is posted, so that a second press meanwhile finds it.
        now = self.house.tavern.now()
        if not await self.house.database.write(lambda tx: kept_hands.show(tx, *shown, now)):
            raise AlreadyShown
        if await reply.post(screen) is None:
            await self.house.database.write(lambda tx: kept_hands.not_shown(tx, *shown))

    @pressed("shown")
    async def _turn(self, reply: Reply, meaning: TablePress) -> None:
        page, at = _page(reply, meaning)
        again = await self._look(reply, at, partial(hand_viewing.turn, seat=page.seat))
        await reply.update(await self._publicly(reply, again, page.step))

    async def _look(self, reply: Reply, at: AskedFor, find: Callable[..., T]) -> T:
        press, tables = reply.visit.request(), self.house.tavern.tables
        return await self.house.database.read_long(lambda tx: find(tx, tables, press, at))

    async def _marked(self, reply: Reply, at: AskedFor, mark: Callable[..., WatchedHand]) -> WatchedHand:
        """A hand again, after that was done with its mark."""
        sight = await self._look(reply, at, hand_viewing.look)
        press = replace(reply.visit.request(), at=self.house.tavern.now())
        return await self.house.database.write(lambda tx: mark(tx, press, sight))

    async def _privately(self, reply: Reply, sight: WatchedHand, step: int) -> Screen:
        again = sight.again
        faces = await self.house.tavern.faces(reply.server, reply.player)
        looks = await self._looks(reply, again, faces)
        settings = await self._settings(reply)
        return watched(again, require_moment(again, step), settings, looks, own=sight)

    async def _looks(self, reply: Reply, again: Replay, faces: Faces) -> Looks:
        """How a hand is shown: its cards by the names that they had then (KH-13)."""
        said = await self.house.database.read(
            lambda tx: words_of(tx, reply.server, again.table, again.hand.number)
        )
        return Looks(self.house.front.application_emojis.markup, self.house.pictures, faces, said)

    async def _publicly(self, reply: Reply, again: Replay, step: int) -> Screen:
        settings = await self._settings(reply)
        looks = await self._looks(reply, again, settings.faces)
        with speaking(settings.language):
            return watched(again, require_moment(again, step), settings, looks, is_shared=True)


async def kept_page(house: House, reply: Reply, page: int = 0) -> Screen:
    """A page of the hands that somebody keeps."""
    kept = await house.database.read(lambda tx: kept_hands.kept(tx, reply.player))
    return kept_screen(kept, reply.server, page)


def _named(reply: Reply) -> tuple[int, int]:
    """The table and the hand that were chosen from a list."""
    values = reply.visit.values
    named = _HAND.fullmatch(values[0]) if values else None
    if named is None:
        raise NotOffered
    return int(named[1]), int(named[2])


def _page(reply: Reply, meaning: TablePress) -> tuple[Page, AskedFor]:
    page = parse_page(meaning.argument)
    if page is None:
        raise NotOffered
    return page, AskedFor(reply.channel, meaning.table, page.hand)
