"""Threads for tables, in servers that want each table in one of its own.

A command in a channel is answered there by a note: the game, its host, its free seats, and a link. The
thread is made from that note and has its id, so recording the note records the thread: after a kill in
between, the next start makes the thread, and Discord says if it was made already. A note that was posted just
before a kill is found by its heading. Where no thread can be made, the table is posted in the channel, and
the note is deleted. A thread in which every table is closed is archived.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
from typing import TypeAlias

import discord

from bot.application import Application
from bot.discord_io.interactions.context import NOBODY, UNSENT, change_by_bot, is_refused
from bot.discord_io.messages.live_messages import NONCE_LENGTH, delete_replaced_message
from bot.discord_io.messages.posting_display import Lost
from bot.discord_io.messages.rendering import WITHOUT, posted
from bot.discord_io.notifications.tournaments import ARCHIVE_SECONDS, THREAD_NAME_LENGTH, TournamentThreads
from bot.front.protocols import Context
from bot.screens.core.presenter import address
from bot.screens.core.screen import Screen
from bot.screens.table.nearby import ThreadNote, note_heading, note_screen, thread_title
from bot.tavern.deadlines import Deadlines, until_done
from bot.tavern.table.table_state import TableState
from bot.text.translate import speaking
from games.engine.table import seating
from storage.play.postings import ReplacedMessage

log = logging.getLogger(__name__)

Place: TypeAlias = tuple[int, int]
"""A server, and a thread in it."""
EXISTS = 160004
"""Discord's error code for a message that has a thread already."""
LOOKED_AT = 25
"""The number of a channel's latest messages among which an unrecorded note is sought."""


class TableThreads:
    """Makes, names and archives the threads of tables, and keeps the notes above them up to date."""

    def __init__(self, client: discord.Client, app: Application, tournaments: TournamentThreads) -> None:
        self._client = client
        self._tavern = tavern = app.tavern
        self._tournaments = tournaments
        self._notes: dict[int, Screen] = {}
        """The screens that the notes of open tables show, by table."""
        self._tasks: set[asyncio.Task[None]] = set()
        self._closing: Deadlines[Place] = Deadlines(tavern.now, self._archive)
        app.show_note = self.note

    async def open(self, ctx: Context, state: TableState) -> TableState | None:
        """Answer the command that opened a table with the note of its thread; None if it gets no thread."""
        stored = state.stored
        if not stored.awaits_thread or not stored.channel == stored.parent == ctx.channel:
            return None
        note = await ctx.post(_note(state))
        if note is not None:
            await self._tavern.set_channel(state.id, note)
        return await self._tavern.look(state.id)

    async def where(self, state: TableState) -> int:
        """Return the channel for a table's message; make its thread if it is to have one."""
        stored = state.stored
        if state.tournament is not None or not stored.awaits_thread:
            return await self._tournaments.where(state)
        # The channels are not cached before that.
        await self._client.wait_until_ready()
        channel = self._client.get_channel(stored.parent)
        note = None if stored.channel == stored.parent else stored.channel
        if not isinstance(channel, discord.TextChannel):
            return await self._give_up(state, note)
        try:
            if note is None:
                note = await self._unrecorded_note(state, channel) or await self._post_note(state, channel)
                await self._tavern.set_channel(state.id, note)
            await self._make(state, channel, note)
        except UNSENT as error:
            if not is_refused(error):
                raise
            log.warning("table %d gets no thread: %s", state.id, error)
            return await self._give_up(state, note)
        return note

    async def lost(self, state: TableState, why: Lost) -> TableState | None:
        """Move a table from its own thread, where it can't be shown, to the channel above."""
        stored = state.stored
        if why != "unreachable" or stored.thread != "own" or state.is_over:
            return await self._tournaments.lost(state, why)
        if await self._tournaments.is_deleted(stored):
            return None
        await self._give_up(state, stored.channel)
        return await self._tavern.look(state.id)

    def note(self, state: TableState) -> None:
        """Show a changed table on its note, and archive its thread once it is over."""
        stored = state.stored
        if stored.thread != "own" or stored.channel == stored.parent:
            return
        if not self._tavern.serving.has(stored.server):
            return
        if state.is_over:
            at = self._tavern.now() + ARCHIVE_SECONDS
            self._closing.set((stored.server, stored.channel), at)
        task = asyncio.create_task(self._show(state))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def resume(self) -> None:
        """Show on each note how its table stands, and archive the threads that should be by now."""
        shards, tables = self._tavern.serving.lease.shards, self._tavern.tables
        for stored in await self._tavern.database.read_long(lambda tx: tables.in_own_threads(tx, shards)):
            self.note(await self._tavern.look(stored.id))

    def stop(self) -> None:
        """Archive nothing more; the next start does."""
        self._closing.stop()

    async def quiet(self) -> None:
        """Wait until every note is up to date."""
        await until_done(lambda: self._tasks)

    async def _show(self, state: TableState) -> None:
        stored, screen = state.stored, _note(state)
        if self._notes.get(state.id) == screen:
            return
        self._notes[state.id] = screen
        channel = self._client.get_partial_messageable(stored.parent, guild_id=stored.server)
        try:
            await change_by_bot(self._client, channel.get_partial_message(stored.channel), screen)
        except UNSENT as error:
            # Somebody may have deleted it; the thread stays.
            log.info("the note of table %d could not be changed: %s", state.id, error)
        if state.is_over:
            del self._notes[state.id]

    async def _make(self, state: TableState, channel: discord.TextChannel, note: int) -> None:
        """Make the thread of a note, unless that has one, and put the link on the note."""
        if channel.guild.get_thread(note) is None:
            with speaking(state.settings.language):
                name = thread_title(_facts(state))[:THREAD_NAME_LENGTH]
            try:
                # The longest time until Discord archives it by itself, as turns may last for days.
                await channel.get_partial_message(note).create_thread(name=name, auto_archive_duration=10080)
            except discord.HTTPException as error:
                if error.code != EXISTS:
                    raise
        self.note(await self._tavern.look(state.id))

    async def _post_note(self, state: TableState, channel: discord.TextChannel) -> int:
        nonce = hashlib.sha256(f"note{state.id}".encode()).hexdigest()[:NONCE_LENGTH]
        shown = posted(_note(state), WITHOUT)
        return (await channel.send(**shown, allowed_mentions=NOBODY, nonce=nonce)).id

    async def _unrecorded_note(self, state: TableState, channel: discord.TextChannel) -> int | None:
        """Return the note that was posted just before a kill, and so is not recorded."""
        assert self._client.user is not None
        with speaking(state.settings.language):
            heading = note_heading(_facts(state))
        async for each in channel.history(limit=LOOKED_AT):
            if each.author.id == self._client.user.id and heading in _words(each):
                return each.id
        return None

    async def _give_up(self, state: TableState, note: int | None) -> int:
        """Take a table to the channel itself, and delete its note; return the channel."""
        parent = state.stored.parent
        replaced = None if note is None else ReplacedMessage(note, state.stored.server, parent)
        await self._tavern.leave_thread(state.id, replaced)
        if replaced is not None:
            await delete_replaced_message(self._client, self._tavern.database, replaced)
        return parent

    async def _archive(self, place: Place) -> None:
        """Archive a thread in which no table is open; whoever writes there opens it again."""
        server, number = place
        if await self._tavern.in_channel(server, number):
            return
        thread = self._client.get_channel(number)
        if isinstance(thread, discord.Thread):
            try:
                await thread.edit(archived=True)
            except UNSENT as error:
                log.info("a thread of tables could not be archived: %s", error)
                if not is_refused(error):
                    return
        await self._tavern.thread_archived(server, number)


def _facts(state: TableState) -> ThreadNote:
    stored, table = state.stored, state.table
    host = next((each.name for each in table.seats if each.player == table.terms.host), "")
    is_admitting = seating.is_admitting(table, state.game)
    return ThreadNote(
        stored.id,
        state.game.key,
        host,
        "" if stored.channel == stored.parent else address(stored.server, stored.channel, None),
        state.game.seats.stop - 1 - len(table.present) if is_admitting else 0,
        is_private=bool(table.terms.invited),
        is_over=state.is_over,
    )


def _note(state: TableState) -> Screen:
    with speaking(state.settings.language):
        return note_screen(_facts(state))


def _words(message: discord.Message) -> str:
    """Return the text of a message of ours."""
    blocks = (part for each in message.components for part in getattr(each, "children", ()))
    return "\n".join(part.content for part in blocks if isinstance(part, discord.TextDisplay))
