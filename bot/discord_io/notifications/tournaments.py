"""Announcements to a tournament's players, and threads for its tables, if the bot may create them.

A director's orders are committed before they are announced, and stored until then, so after a crash the next
start announces them; Discord drops repeated messages by their nonce. An announcement that Discord refuses (a
4xx) is set aside with an error number, and the organiser is told. A thread is recorded as soon as it is
created; a thread created just before a crash is found by its name.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
import secrets
from collections import defaultdict
from collections.abc import Awaitable, Callable, Collection, Coroutine, Iterable
from dataclasses import dataclass, replace
from itertools import chain
from textwrap import wrap
from typing import Any, TypeAlias

import discord

from bot.discord_io.interactions.context import NOBODY, TOO_OLD, UNSENT, is_refused
from bot.discord_io.messages.live_messages import MESSAGE_SECONDS, NONCE_LENGTH, LiveMessages
from bot.discord_io.messages.posting_display import Lost
from bot.discord_io.messages.rendering import WITHOUT, posted
from bot.discord_io.notifications.direct_messages import DirectMessages, tell_deleted, tell_lost, tell_refused
from bot.screens.core.screen import Button, Screen, Text, rows
from bot.screens.tournament import announcements
from bot.tavern.deadlines import Deadlines, until_done
from bot.tavern.table.table_state import TableState
from bot.tavern.table_service import TableService
from bot.tavern.tournament.tournament_service import TournamentService, TournamentState
from bot.tavern.tournament.tournament_tables import TournamentOutcome, TournamentView
from bot.text.translate import speaking
from games.tournament import orders
from storage.errors import NotAccepted, StorageError
from storage.play.postings import Posting, is_server

log = logging.getLogger(__name__)

LookForDeleted: TypeAlias = Callable[[int, Collection[int]], Awaitable[Collection[int]]]
THREAD_NAME_LENGTH = 90
NOTICE_SECONDS = 4.0
"""The delay before a notice shows a change at a table, so that several changes share an update."""
PRESS_SECONDS = 0.8
"""The delay before a notice shows another change, such as an entry, so that a press is answered first."""
MESSAGE_LENGTH = 1900
OUT_OF_REACH = (discord.Forbidden, discord.NotFound)
AT_ONCE = (
    *(
        orders.StageBegan,
        orders.FinalDrawn,
        orders.Finished,
        orders.TournamentCalledOff,
        orders.Dropped,
        orders.DealOffered,
        orders.DealEnded,
    ),
    *(orders.BreakBegan, orders.BreakEnded),
)
"""Orders after which the notice is updated at once."""
ARCHIVE_SECONDS = 60.0
"""Delay after a tournament's end until its threads are archived: by then its tables have shown it."""
RETRY_SECONDS = 60.0
"""The delay before an announcement is retried."""


class TournamentThreads:
    """Finds the channels of tables, and creates threads for tournaments' tables."""

    def __init__(self, client: discord.Client, tavern: TableService) -> None:
        self.client = client
        self._tavern = tavern
        self._direct = DirectMessages(client, tavern)
        self._threads: dict[int, asyncio.Future[int]] = {}
        """The channels of tournaments' tables, until the tournament is over."""
        self.look_for_deleted: LookForDeleted | None = None
        """`DeletedPlaces.check`, called with a server and suspected channels."""

    def forget(self, tables: Iterable[int]) -> None:
        """Forget the channels of a finished tournament's tables."""
        for table in tables:
            self._threads.pop(table, None)

    async def archive(self, state: TournamentState) -> None:
        """Archive the threads of a finished tournament's tables; whoever writes there opens one again.

        One that can't be archived stays open until Discord archives it, after a day without a message.
        """
        assert self.client.user is not None
        for table in state.stored.tables.values():
            stored = (await self._tavern.look(table)).stored
            if stored.channel == state.stored.channel:
                continue
            thread = self.client.get_channel(stored.channel)
            if isinstance(thread, discord.Thread) and thread.owner_id == self.client.user.id:
                try:
                    await thread.edit(archived=True)
                except UNSENT as unsent:
                    log.info("the thread of table %d could not be archived: %s", table, unsent)

    async def where(self, state: TableState) -> int:
        """Return the channel for a table's message; a tournament's table has a thread of its own."""
        stored, tournament = state.stored, state.tournament_view
        if tournament is None or stored.message is not None or stored.channel != tournament.channel:
            return stored.channel
        if state.id not in self._threads:
            self._threads[state.id] = asyncio.ensure_future(self._thread(state, tournament))
        thread = self._threads[state.id]
        try:
            return await thread
        except StorageError:
            # The next call tries again.
            if self._threads.get(state.id) is thread:
                del self._threads[state.id]
            raise

    async def lost(self, state: TableState, why: Lost) -> TableState | None:
        """Move a table that can't be shown from its thread to the notice's channel, or tell its host.

        If the table's channel was deleted, `DeletedPlaces` moves or closes the table instead.
        """
        if why == "unreachable" and await self.is_deleted(state.stored):
            return None
        if (moved := await self.move(state)) is None:
            await tell_lost(self._direct, state, why)
        return moved

    async def move(self, state: TableState) -> TableState | None:
        """Move a tournament's table from its thread to the notice's channel; return None if it is there."""
        if state.tournament is None or state.stored.channel == state.tournament.channel:
            return None
        self._threads[state.id] = asyncio.get_running_loop().create_future()
        self._threads[state.id].set_result(state.tournament.channel)
        await self._tavern.set_channel(state.id, state.tournament.channel)
        return await self._tavern.look(state.id)

    async def notice_lost(self, state: TournamentState, why: Lost) -> None:
        """Tell the organiser if a notice is deleted each time; otherwise check for a deleted channel.

        A notice is never moved. If the channel is unreachable, the hosts of its tables are told.
        """
        log.warning("the notice of tournament %d cannot be shown", state.id)
        if why == "deleted":
            await tell_deleted(self._direct, state)
        else:
            await self.is_deleted(state.stored)

    async def is_deleted(self, stored: Posting) -> bool:
        """Return True if a posting's channel was deleted, which closes or moves all its postings."""
        if self.look_for_deleted is None or not is_server(stored.server):
            return False
        return stored.channel in await self.look_for_deleted(stored.server, (stored.channel,))

    async def _thread(self, state: TableState, view: TournamentView) -> int:
        """Return a table's thread, or the channel itself if the bot can't create threads there."""
        # The channels are not cached before that.
        await self.client.wait_until_ready()
        channel = self.client.get_channel(state.stored.channel)
        if not isinstance(channel, discord.TextChannel):
            return state.stored.channel
        with speaking(state.settings.language):
            name = announcements.thread_name(view, state.id)[:THREAD_NAME_LENGTH]
        try:
            thread = await self._unrecorded_thread(channel, name) or await channel.create_thread(
                name=name, type=discord.ChannelType.public_thread, auto_archive_duration=1440
            )
        except UNSENT as unsent:
            log.info("no thread for table %d: %s", state.id, unsent)
            return state.stored.channel
        await self._tavern.set_channel(state.id, thread.id)
        return thread.id

    async def _unrecorded_thread(self, channel: discord.TextChannel, name: str) -> discord.Thread | None:
        """Return a thread that was created for the table just before a crash, and so is not recorded."""
        assert self.client.user is not None
        own_id = self.client.user.id
        ours = [each for each in channel.threads if each.name == name and each.owner_id == own_id]
        for each in ours:
            if not await self._tavern.is_shown_in(channel.guild.id, each.id):
                return each
        return None


async def notice_channel(state: TournamentState) -> int:
    """Return the channel in which a tournament's notice is posted."""
    return state.stored.channel


@dataclass(frozen=True, slots=True)
class _Message:
    channel: int
    text: str
    players: tuple[int, ...]
    role: int
    nonce: str
    buttons: tuple[Button, ...] = ()
    topic: str = ""


class TournamentNews:
    """Shows tournaments' changes, tables by `show`, and announces them to players."""

    def __init__(
        self,
        tavern: TableService,
        tournaments: TournamentService,
        threads: TournamentThreads,
        messages: LiveMessages[TournamentState],
        show: Callable[[TableState], Awaitable[None]],
    ) -> None:
        self._client = threads.client
        self._tavern = tavern
        self._tournaments = tournaments
        self._threads = threads
        self._messages = messages
        self._show = show
        self._in_progress: set[int] = set()
        """Announcements in progress, by number."""
        self._results: defaultdict[int, dict[str, str]] = defaultdict(dict)
        """By announcement in progress: the error number of each message by nonce, or "" if it was sent."""
        self._latest: defaultdict[int, dict[tuple[int, str], tuple[int, float]]] = defaultdict(dict)
        """For each tournament the latest message on a topic in a channel, and when it was posted."""
        self._refused: set[int] = set()
        """Tournaments whose organiser has been told of a refusal."""
        self._locks: defaultdict[int, asyncio.Lock] = defaultdict(asyncio.Lock)
        self._tasks: set[asyncio.Task[None]] = set()
        self._refreshes: Deadlines[int] = Deadlines(tavern.now, self._refresh_notice)
        self._closing: Deadlines[int] = Deadlines(tavern.now, self._archive)
        self._waiting: set[int] = set()
        """Tournaments whose notice has a scheduled refresh."""
        self._retries: Deadlines[None] = Deadlines(tavern.now, lambda _: self.resume())

    def handle_outcome(self, outcome: TournamentOutcome) -> None:
        """Show and announce a change, or only refresh panels if another process serves the server."""
        if not self._tavern.serving.has(outcome.stored.server):
            self._begin(self._show_tables(outcome))
            return
        self._tournaments.wake_for(outcome.stored)
        if outcome.news is not None:
            self._in_progress.add(outcome.news)
        self._begin(self._announce(outcome))

    async def resume(self) -> None:
        """Make stored announcements, missed while the bot or Discord was down."""
        for outcome in await self._tournaments.untold():
            if outcome.news not in self._in_progress:
                self.handle_outcome(outcome)

    def stop(self) -> None:
        """Stop updating notices and retrying announcements."""
        self._refreshes.stop()
        self._closing.stop()
        self._retries.stop()

    async def quiet(self) -> None:
        """Wait until all announcements in progress are made."""
        await until_done(lambda: self._tasks)

    def _begin(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _show_tables(self, outcome: TournamentOutcome) -> None:
        for stored in outcome.tables:
            await self._show(await self._tavern.look(stored.id))

    async def _announce(self, outcome: TournamentOutcome) -> None:
        """Announce a change; after a failure, schedule a retry."""
        try:
            is_done = await self._announce_all(outcome)
        except NotAccepted:
            log.warning("news of tournament %d has to wait: the database takes no writes", outcome.stored.id)
            is_done = False
        if outcome.news is not None:
            self._in_progress.discard(outcome.news)
            if is_done:
                self._results.pop(outcome.news, None)
            else:
                self._retries.set(None, self._tavern.now() + RETRY_SECONDS)

    async def _announce_all(self, outcome: TournamentOutcome) -> bool:
        """Show a change and send its messages; return False if Discord was unreachable."""
        number = outcome.stored.id
        async with self._locks[number]:
            state = await self._tournaments.look(number)
            if state.is_over or any(isinstance(order, AT_ONCE) for order in outcome.orders):
                self._messages.refresh(state)
            elif number not in self._waiting:
                self._waiting.add(number)
                wait = NOTICE_SECONDS if outcome.tables else PRESS_SECONDS
                self._refreshes.set(number, self._tavern.now() + wait)
            for stored in outcome.tables:
                table_state = await self._tavern.look(stored.id)
                await self._threads.where(table_state)
                await self._show(table_state)
            with speaking(state.settings.language):
                calls = [
                    *announcements.at_tables(state.view, outcome.orders),
                    *announcements.to_all(state.view, outcome.orders, outcome.reminder),
                ]
            is_done = all(await asyncio.gather(*(self._send_call(state, outcome, each) for each in calls)))
            if is_done and outcome.news is not None:
                await self._conclude(state, outcome.news)
        if state.is_over:
            self._locks.pop(number, None)
            self._refused.discard(number)
            self._latest.pop(number, None)
            self._threads.forget(state.stored.tables.values())
            self._closing.set(number, self._tavern.now() + ARCHIVE_SECONDS)
        return is_done

    async def _conclude(self, state: TournamentState, number: int) -> None:
        """Record an announcement as made or as refused; tell the organiser of the first refusal."""
        errors = [error for error in self._results[number].values() if error]
        if not errors:
            self._refused.discard(state.id)
            await self._tournaments.mark_announced(number)
            return
        await self._tournaments.refused(number, errors[0])
        if state.id not in self._refused:
            self._refused.add(state.id)
            await tell_refused(DirectMessages(self._client, self._tavern), state, errors[0])

    async def _send_call(
        self, state: TournamentState, outcome: TournamentOutcome, call: announcements.Announcement
    ) -> bool:
        """Send an announcement in one or more messages; return False if Discord was unreachable."""
        channel = state.stored.channel
        place = state.places.get(call.table or 0)
        if place is not None:
            channel = await self._threads.where(await self._tavern.look(place.table))
        is_done = True
        for text in packed(call.lines):
            digest = hashlib.sha256(f"news{outcome.news}:{channel}:{text}".encode())
            role = call.role if f"<@&{call.role}>" in text else 0
            nonce = digest.hexdigest()[:NONCE_LENGTH]
            mentioned = mentioned_in(text, call.players)
            message = _Message(channel, text, mentioned, role, nonce, call.buttons, call.topic)
            is_done &= await self._send_once(state, message, outcome.news)
        return is_done

    async def _send_once(self, state: TournamentState, message: _Message, number: int | None) -> bool:
        """Send a message once and record the result; return False if it can be retried."""
        results = {} if number is None else self._results[number]
        if message.nonce in results:
            return True
        try:
            if not await self._replace_latest(state, message):
                await self._send(state, message)
        except UNSENT as error:
            if not is_refused(error):
                log.info("players could not be called: %s", error)
                return False
            if isinstance(error, OUT_OF_REACH) and message.channel != state.stored.channel:
                in_notice_channel = replace(message, channel=state.stored.channel)
                return await self._send_once(state, in_notice_channel, number)
            results[message.nonce] = error_number = secrets.token_hex(3)
            log.exception("news %s of tournament %d refused, error %s", number, state.id, error_number)
        else:
            results[message.nonce] = ""
        return True

    async def _replace_latest(self, state: TournamentState, message: _Message) -> bool:
        """Change the channel's latest message on the same topic instead; False if there is none to change.

        It is not stored: after a restart the next one is posted anew.
        """
        known = self._latest[state.id].get((message.channel, message.topic)) if message.topic else None
        if known is None or self._tavern.now() - known[1] > MESSAGE_SECONDS:
            return False
        target = self._client.get_partial_messageable(message.channel, guild_id=state.stored.server)
        try:
            await target.get_partial_message(known[0]).edit(content=message.text, allowed_mentions=NOBODY)
        except discord.HTTPException as refused:
            if is_refused(refused) or refused.code == TOO_OLD:
                return False
            raise
        return True

    async def _send(self, state: TournamentState, message: _Message) -> None:
        server = state.stored.server
        pinged = [player for player in message.players if await self._may_ping(player)]
        mentions = discord.AllowedMentions(
            everyone=False,
            roles=[discord.Object(message.role)] if message.role else False,
            users=[discord.Object(each) for each in pinged],
        )
        target = self._client.get_partial_messageable(message.channel, guild_id=server)
        allowed = mentions if pinged or message.role else NOBODY
        arguments: dict[str, Any] = {"content": message.text}
        if message.buttons:
            arguments = posted(Screen((Text(message.text), *rows(message.buttons))), WITHOUT)
        posted_message = await target.send(**arguments, allowed_mentions=allowed, nonce=message.nonce)
        if message.topic:
            self._latest[state.id][message.channel, message.topic] = posted_message.id, self._tavern.now()

    async def _may_ping(self, player: int) -> bool:
        return player > 0 and (await self._tavern.preferences(player)).pings != "never"

    async def _archive(self, number: int) -> None:
        state = await self._tournaments.look(number)
        if state.is_over:
            await self._threads.archive(state)

    async def _refresh_notice(self, number: int) -> None:
        self._waiting.discard(number)
        self._messages.refresh(await self._tournaments.look(number))


def mentioned_in(text: str, players: Iterable[int]) -> tuple[int, ...]:
    """Return the players whom a message mentions; Discord allows a hundred per message."""
    return tuple(player for player in players if f"<@{player}>" in text)


def packed(lines: Iterable[str]) -> list[str]:
    """Return lines packed into as few messages as possible; overlong lines continue in the next."""

    def wrapped(line: str) -> list[str]:
        fits = len(line) <= MESSAGE_LENGTH
        return [line] if fits else wrap(line, MESSAGE_LENGTH, break_on_hyphens=False)

    pieces: list[str] = []
    for line in chain.from_iterable(wrapped(each) for each in lines):
        if pieces and len(pieces[-1]) + len(line) < MESSAGE_LENGTH:
            pieces[-1] += f"\n{line}"
        else:
            pieces.append(line)
    return pieces
