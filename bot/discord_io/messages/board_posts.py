"""Posted boards: messages in channels that are updated in the background (TB-22).

Every few minutes each board is read, and its message is edited if the content has changed. If Discord refuses
the edit, the updates stop, and `/manage doctor` says why; after any other failure the next pass tries again.
All posts are stored, so a restarted bot goes on updating them.
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
"""The minimum number of seconds between two updates of a board."""

log = logging.getLogger(__name__)


class BoardPosts:
    """Posts boards, and keeps them up to date."""

    def __init__(
        self, client: discord.Client, tavern: TableService, emojis: ApplicationEmojis, people: NamedPeople
    ) -> None:
        self._client = client
        self._tavern = tavern
        self._database = tavern.database
        self._emojis = emojis
        self._people = people

    async def post(self, ctx: Context, query: BoardQuery) -> None:
        """Respond to a command with a board that stays in its channel."""
        ctx.request.require_writable()
        await self._database.read(lambda tx: boards.require_room(tx, ctx.server))
        screen = await self._drawn(ctx.server, query)
        message = await ctx.post(screen)
        if message is None:
            return
        post = BoardPost(
            0, ctx.server, ctx.channel, message, query.by, query.game, query.period, _digest(screen)
        )
        actor, name = ctx.request.actor(), board_name(query.by, query.game)
        change = audit_lines.ServerChange(
            kind="board", what="posted", name=name, by=actor.player, at=actor.at
        )

        def store(tx: Transaction) -> None:
            boards.add_post(tx, post)
            audit_lines.write_changes(tx, ctx.server, change)

        await self._tavern.once(actor, store)

    async def refresh(self) -> None:
        """Update every message whose board has changed."""
        for post in await self._database.read(boards.standing_posts):
            # The bot may have been removed from the server, or wait for its gateway data: skip the board.
            if self._client.get_guild(post.server) is not None:
                try:
                    await self._refresh(post)
                except (StorageError, *UNSENT):
                    log.warning("board %d has to wait", post.id)
                except Exception:
                    log.exception("board %d could not be shown", post.id)

    async def deleted(self, messages: Collection[int]) -> None:
        """Stop the boards whose messages were deleted."""
        boards_posted = {each.message for each in await self._database.read(boards.standing_posts)}
        if deleted := boards_posted & {*messages}:
            await self._stop(deleted, "gone")

    async def _refresh(self, post: BoardPost) -> None:
        measure = must_find(each for each in get_args(Measure) if each == post.measure)
        query = BoardQuery(measure, post.game, post.period)
        screen = await self._drawn(post.server, query)
        digest = _digest(screen)
        if digest == post.looks:
            return
        channel = self._client.get_partial_messageable(post.channel, guild_id=post.server)
        try:
            await change_by_bot(self._client, channel.get_partial_message(post.message), screen)
        except discord.NotFound:
            await self._stop([post.message], "gone")
        except discord.HTTPException as error:
            # A board in an archived thread waits until somebody writes there.
            if not is_refused(error) or error.code == ARCHIVED:
                raise
            await self._stop([post.message], "forbidden")
        else:
            await self._database.write(lambda tx: boards.note_looks(tx, post.id, digest))

    async def _stop(self, messages: Collection[int], why: Why) -> None:
        now = self._tavern.now()
        await self._database.write(lambda tx: boards.stop_posts(tx, messages, why, now))

    async def _drawn(self, server: int, query: BoardQuery) -> Screen:
        today = day_of(self._tavern.now())
        settings = await self._tavern.settings(server)
        board, season = await self._database.read_long(lambda tx: read_board(tx, server, query, today))
        emojis = self._emojis.markup if settings.faces == "emojis" else NO_EMOJIS
        with speaking(settings.language):
            screen = with_emojis(emojis, lambda: posted_board(query, board, settings.currency, season))
        return await self._people.named(server, screen)


def _digest(screen: Screen) -> str:
    return hashlib.sha256(repr(screen).encode()).hexdigest()
