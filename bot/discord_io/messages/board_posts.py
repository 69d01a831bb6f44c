"""Boards in channels: each is a message that is kept up to date in the background (TB-22).

Nobody who plays waits for it: now and then every board is read, and its message changed if it would say
something else. What cannot be changed any more stops, and `/manage doctor` says why; what merely failed is
tried again the next time. All of it is stored, so a start goes on where the bot was.
"""

from __future__ import annotations

import hashlib
import logging
from collections.abc import Collection
from typing import get_args

import discord

from bot.discord_io.application_emojis import ApplicationEmojis
from bot.discord_io.interactions.context import ARCHIVED, UNSENT, change_by_bot, is_refused
from bot.discord_io.interactions.guild_info import NamedPeople
from bot.front.protocols import Context
from bot.front.render import read_board
from bot.screens.core.screen import NO_EMOJIS, Screen, with_emojis
from bot.screens.server.board import BoardQuery, board_name, posted_board
from bot.tavern.table_service import TableService
from bot.text.translate import speaking
from games.engine.core.errors import must_find
from storage.books import audit_lines
from storage.db.retention import day_of
from storage.db.transaction import Transaction
from storage.errors import StorageError
from storage.standing import boards
from storage.standing.boards import BoardPost, Measure, Why

EVERY_SECONDS = 10 * 60.0
"""A board's message changes at most this often."""

log = logging.getLogger(__name__)


class BoardPosts:
    """Posts boards, and keeps them true."""

    def __init__(
        self, client: discord.Client, tavern: TableService, emojis: ApplicationEmojis, people: NamedPeople
    ) -> None:
        self._client = client
        self._tavern = tavern
        self._database = tavern.database
        self._emojis = emojis
        self._people = people

    async def post(self, ctx: Context, asked: BoardQuery) -> None:
        """Answer a command by a board that stays in its channel."""
        ctx.request.require_writable()
        await self._database.read(lambda tx: boards.require_room(tx, ctx.server))
        screen = await self._drawn(ctx.server, asked)
        message = await ctx.post(screen)
        if message is None:
            return
        post = BoardPost(
            0, ctx.server, ctx.channel, message, asked.by, asked.game, asked.period, _digest(screen)
        )
        press, name = ctx.request.actor(), board_name(asked.by, asked.game)
        told = audit_lines.ServerChange(kind="board", what="posted", name=name, by=press.player, at=press.at)

        def note(tx: Transaction) -> None:
            boards.add_post(tx, post)
            audit_lines.write_changes(tx, ctx.server, told)

        await self._tavern.once(press, note)

    async def refresh(self) -> None:
        """Change every message whose board says something else by now."""
        for post in await self._database.read(boards.standing_posts):
            # Where the bot is not any more, or not yet back, nothing can be said of the message.
            if self._client.get_guild(post.server) is not None:
                try:
                    await self._refresh(post)
                except (StorageError, *UNSENT):
                    log.warning("board %d has to wait", post.id)
                except Exception:
                    log.exception("board %d could not be shown", post.id)

    async def deleted(self, messages: Collection[int]) -> None:
        """Stop the boards whose messages were deleted."""
        standing = {each.message for each in await self._database.read(boards.standing_posts)}
        if gone := standing & {*messages}:
            await self._stop(gone, "gone")

    async def _refresh(self, post: BoardPost) -> None:
        measure = must_find(each for each in get_args(Measure) if each == post.measure)
        asked = BoardQuery(measure, post.game, post.period)
        screen = await self._drawn(post.server, asked)
        looks = _digest(screen)
        if looks == post.looks:
            return
        channel = self._client.get_partial_messageable(post.channel, guild_id=post.server)
        try:
            await change_by_bot(self._client, channel.get_partial_message(post.message), screen)
        except discord.NotFound:
            await self._stop([post.message], "gone")
        except discord.HTTPException as refused:
            # In a thread that sleeps it waits until somebody writes there.
            if not is_refused(refused) or refused.code == ARCHIVED:
                raise
            await self._stop([post.message], "forbidden")
        else:
            await self._database.write(lambda tx: boards.note_looks(tx, post.id, looks))

    async def _stop(self, messages: Collection[int], why: Why) -> None:
        at = self._tavern.now()
        await self._database.write(lambda tx: boards.stop_posts(tx, messages, why, at))

    async def _drawn(self, server: int, asked: BoardQuery) -> Screen:
        today = day_of(self._tavern.now())
        chosen = await self._tavern.settings(server)
        placed, season = await self._database.read_long(lambda tx: read_board(tx, server, asked, today))
        emojis = self._emojis.markup if chosen.faces == "emojis" else NO_EMOJIS
        with speaking(chosen.language):
            board = with_emojis(emojis, lambda: posted_board(asked, placed, chosen.currency, season))
        return await self._people.named(server, board)


def _digest(screen: Screen) -> str:
    return hashlib.sha256(repr(screen).encode()).hexdigest()
