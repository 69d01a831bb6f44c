"""Live messages: the one message by which a table or tournament is shown, kept up to date.

A press on the message is answered by editing it. All other changes - a house player's move, a timeout, a
press on a private panel - edit the message by the token of its latest press: such edits do not count against
the bot's rate limits while the token is valid. Without a token the bot edits the message as its author.
Edits of one message never overlap, and each shows the newest state; an edit that would change nothing is not
sent. The first edit is made at once, further ones at most twice a second, so that a busy table needs few. A
change that concerns no reader waits for one that does, or until `FOLLOW_SECONDS` after the last edit.

                             press answered, or edited by token or as author
                          +-----------------------------------------------+
                          v                                               |
    (nothing) --post--> SHOWN --changed--> being changed ---- done -------+
        |                 ^                     |  |  |
        |                 |   a second change   |  |  +-- 4xx by a token --> TOKEN DEAD --as author--> SHOWN
        |                 |   before the first  |  |
        |                 +------- redrawn -----+  +-- no answer, 5xx --> IN DOUBT --tried again--> SHOWN
        |                          CROSSED         |                         | for more than a minute
        |                                          |                         v
        +------ posted, and no answer: IN DOUBT    +-- 4xx as author ----> LOST --found, or moved--> SHOWN

SHOWN       its content and revision are known; the same content is not sent again.
CROSSED     two changes were in progress at once, and the order of arrival is unknown: it is redrawn.
IN DOUBT    the last request may have arrived or not. An edit is repeated. A post is repeated with the same
            nonce: Discord then returns the older message, whose content is old, so it counts as crossed.
TOKEN DEAD  after fifteen minutes, or when refused: the bot edits as author, until the next press.
UNREACHED   elsewhere than in servers with the bot (`requests.py`) the token is the only way, and nothing is
            posted again: the table's clock goes on, and the next press shows the current state.
LOST        the channel or Discord is unreachable, or somebody deletes each new message: nobody can press, so
            the table's clock stands still (F-33 to F-36). A posting that is over is forgotten instead.

An old, buried or deleted message is posted again, and the older one is deleted. If somebody is about to be
called to their turn, it waits, and calls them: a visit to a slow table costs one post. If somebody deletes
the new message each time, the bot waits longer before each new post (F-34). A private panel is a live message
too, but with one way to edit it: once that fails, it is forgotten, and its owner opens another (`panels.py`).
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Collection
from dataclasses import dataclass
from functools import partial
from typing import Any, Generic, TypeVar

import discord

from bot.discord_io.interactions import context as replies
from bot.discord_io.interactions.context import Interaction, change_by_bot, change_by_token, interaction_of
from bot.discord_io.messages.posting_display import CallToAll, PostingDisplay
from bot.discord_io.messages.rendering import Upload, posted, uploads_of
from bot.front.protocols import Context, Edit
from bot.front.render import LazyScreen
from bot.screens.core.screen import Text
from bot.tavern.deadlines import until_done
from bot.tavern.posting_service import PostingService, PostingState
from games.engine.core.errors import ensure
from storage.db.database import Database
from storage.errors import NotAccepted
from storage.play.postings import (
    ELSEWHERE,
    Posting,
    ReplacedMessage,
    forget_replaced,
    is_server,
    replaced_messages,
)

log = logging.getLogger(__name__)

EDIT_SECONDS = 0.5
"""The minimum interval of edits that do not answer a press on the message itself (F-30)."""
FOLLOW_SECONDS = 2.0
"""The minimum interval of updates for viewers who are not to act; those to act don't wait."""
RETRY_SECONDS = (1.0, 5.0, 20.0, 60.0)
"""Delays before a failed edit is retried; the last one repeats."""
GONE = (replies.UNKNOWN_MESSAGE, replies.ARCHIVED, replies.TOO_OLD)
"""Error codes after which the message is posted again, since no edit can succeed. A post reopens a thread."""
NONCE_LENGTH = 24
TOKEN_SECONDS = 14 * 60
"""An interaction's token lives fifteen minutes."""
MESSAGE_SECONDS = 50 * 60
"""Discord allows few edits of messages older than an hour (error 30046)."""
BURIED_BY = 20
"""A table's message is posted again after this many others."""
DELETED_SECONDS = (0.0, 5.0, 20.0, 60.0, 3600.0)
"""Delays before the new post, by the number of deletions in a row; the last one repeats (F-34)."""
CALL_SECONDS = 25.0
"""A message that has to move waits so long for a call, which moves it, too."""
STOOD_SECONDS = 600.0
"""If a message existed for this long, its deletion is not one of a series."""

W = TypeVar("W")
T = TypeVar("T", bound=PostingState[Posting])


@dataclass(slots=True, kw_only=True)
class LiveMessage(Generic[W]):
    """A message: its current screen, the next one, and the number of changes in progress."""

    draw_again: Callable[[], Awaitable[None]]
    """Redraws the message from the newest state."""
    screen_hash: int = 0
    """The hash of the screen that it shows; 0 if that is unknown."""
    drawn: LazyScreen | None = None
    """The screen that it shows, as the state from which it is drawn."""
    follows_at: float = 0.0
    """The time, by the event loop's clock, at which it shows changes that could wait."""
    wanted: W | None = None
    """The next state or screen to show."""
    has_crossed: bool = False
    """True if changes overlapped, or may have, so that the message's content is unknown."""
    in_progress: int = 0

    @property
    def known(self) -> LazyScreen | None:
        """The screen that the message certainly shows, if any."""
        return self.drawn if self.screen_hash and not self.in_progress else None

    def shows(self, drawing: LazyScreen) -> bool:
        """Return True if the message shows this screen; an equal source is not drawn for it."""
        if self.screen_hash and self.drawn == drawing:
            return True
        if drawing.screen_hash != self.screen_hash:
            return False
        self.drawn = drawing
        return True

    def note_shown(self, drawing: LazyScreen) -> None:
        """Record the screen that the message shows now."""
        self.screen_hash, self.drawn = drawing.screen_hash, drawing
        self.follows_at = asyncio.get_running_loop().time() + FOLLOW_SECONDS

    @contextlib.asynccontextmanager
    async def change(self) -> AsyncIterator[None]:
        """Mark a change as in progress; after overlapping changes the message is redrawn."""
        self.has_crossed |= self.in_progress > 0
        self.in_progress += 1
        try:
            yield
        except asyncio.CancelledError:
            # The process is stopping: the next start, or the process that takes over, redraws it.
            self.has_crossed = False
            raise
        finally:
            self.in_progress -= 1
            if self.has_crossed and not self.in_progress:
                self.has_crossed = False
                await self.draw_again()


@dataclass(slots=True, kw_only=True)
class PublicMessage(LiveMessage[W], Generic[W]):
    """The message of a posting, with the interaction whose token can edit it."""

    channel: int = 0
    message: int | None = None
    posted_at: float = 0.0
    revision: int = -1
    buried_by: int = 0
    token: Interaction | None = None
    token_at: float = 0.0
    task: asyncio.Task[None] | None = None
    editable_at: float = 0.0
    """The time, by the event loop's clock, from which the message may be edited again without a press."""
    is_following: bool = False
    """True while its task delays a change that can wait."""
    is_doubtful: bool = True
    """True if a post may have succeeded without a response, perhaps before the start."""
    is_lost: bool = False
    is_gone: bool = False
    """True if it was deleted."""
    waits_since: float | None = None
    """The time since which it waits for a call that moves it."""
    is_waiting: bool = False
    """True while its task waits for that call."""
    times_deleted: int = 0
    """The number of times in a row that it was deleted soon after it was posted."""

    @property
    def is_busy(self) -> bool:
        """True while its task changes it."""
        return self.task is not None and not self.task.done() and not self.is_waiting

    def adopt(self, stored: Posting) -> None:
        """Set channel and message to the stored ones, unless it has been posted again since."""
        posted_at = stored.posted_at or 0.0
        if posted_at < self.posted_at:
            return
        if stored.channel != self.channel:
            # The new channel may be reachable; if it isn't, that is noticed again.
            self.is_lost, self.times_deleted, self.editable_at = False, 0, 0.0
        self.channel, self.posted_at = stored.channel, posted_at
        if self.message != stored.message:
            self.message, self.token, self.buried_by, self.is_gone = stored.message, None, 0, False
            self.waits_since = None

    def is_due(self, stored: Posting, now: float, *, is_call: bool = False) -> bool:
        """Return True if the message must be posted again: there is none, or it is old or buried.

        `is_call` is True if it would call somebody.
        """
        if stored.server == ELSEWHERE:
            return False
        if self.is_gone or stored.message is None or stored.posted_at is None:
            return True
        # A future time of posting means that the clock was wrong, so the age is unknown. After a start each
        # message is first edited in place, and posted again only at the next change.
        is_old = (is_call or bool(self.screen_hash)) and abs(now - stored.posted_at) > MESSAGE_SECONDS
        return not stored.is_over and (is_old or self.buried_by >= BURIED_BY)

    def was_deleted(self, now: float) -> bool:
        """Record a deletion; return True if the posting becomes lost by it."""
        is_first = abs(now - self.posted_at) > STOOD_SECONDS
        self.times_deleted = 1 if is_first else self.times_deleted + 1
        wait = DELETED_SECONDS[min(self.times_deleted, len(DELETED_SECONDS)) - 1]
        self.editable_at = asyncio.get_running_loop().time() + wait
        self.is_gone = True
        self.is_lost |= self.times_deleted >= len(DELETED_SECONDS)
        return self.times_deleted == len(DELETED_SECONDS)


class LiveMessages(Generic[T]):
    """Shows the postings of one service, tables or tournaments, each in one message."""

    def __init__(
        self, client: discord.Client, service: PostingService[Any, T], display: PostingDisplay[T]
    ) -> None:
        self._client = client
        self._service = service
        self._display = display
        self._draw = display.draw
        self._messages: dict[int, PublicMessage[T]] = {}

    async def respond(self, ctx: Context, state: T) -> None:
        """Respond to a press on a posting's message by editing the message."""
        interaction = interaction_of(ctx)
        message = interaction.message
        if newer := _newer(interaction, state.stored):
            # The press arrived before the post's own response, so the message isn't recorded yet.
            state = await self._service.place(state.id, state.stored.channel, newer)
        shown = self._shown(state)
        if message is None or message.id != shown.message:
            screen = self._display.moved(state)
            await ctx.update(screen)
            self.refresh(state)
            return
        if state.stored.revision < shown.revision:
            # A later state is shown already, so this press must not bring back an older one.
            state = await self._service.look(state.id)
        drawing, is_sent = self._draw(state), False
        try:
            # The response can't wait for an edit in progress: Discord requires it within three seconds.
            async with shown.change():
                is_sent = await ctx.update(drawing.screen, shown.draw_again)
                if is_sent:
                    self._record(shown, state, drawing, interaction_of(ctx))
        finally:
            if not is_sent:
                # The message may have been edited all the same, so its content is unknown.
                self.forget_screen(state.id)
                self.refresh(state)
        if shown.is_due(state.stored, self._service.now()):
            self.refresh(state)

    async def show_again(self, ctx: Context, state: T) -> None:
        """Respond to a refused press by showing the current state, unless the message shows it already."""
        shown = self._shown(state)
        message = ctx.request.message
        is_old = message is None or message.id != shown.message
        if is_old or not shown.shows(self._draw(state)):
            await self.respond(ctx, state)

    async def post(self, ctx: Context, state: T) -> None:
        """Respond to a command by posting the message."""
        if (opened := await self._display.open(ctx, state)) is not None:
            self.refresh(opened)
            return
        drawing, shown, message = self._draw(state), self._shown(state), None
        try:
            async with shown.change():
                message = await ctx.post(drawing.screen)
                if message is not None:
                    state = await self._service.place(state.id, state.stored.channel, message)
                    shown.adopt(state.stored)
                    shown.is_doubtful = False
                    self._record(shown, state, drawing, interaction_of(ctx))
        finally:
            if message is None:
                self.refresh(state)

    def refresh(self, state: T) -> None:
        """Show this state or a newer one in the background, if this process serves the server."""
        if not self._service.serving.has(state.stored.server):
            return
        shown = self._shown(state)
        newest = max(shown.revision, shown.wanted.stored.revision if shown.wanted else -1)
        if state.stored.revision < newest:
            return
        shown.wanted = state
        if shown.is_following and shown.task is not None and not self._display.can_wait(shown.known, state):
            shown.task.cancel()
            shown.task, shown.is_following = None, False
        if shown.task is None or shown.task.done():
            shown.task = asyncio.create_task(self._catch_up(state.id, shown))

    async def call(self, state: T, call: CallToAll) -> bool:
        """Ping people by a message that moves anyway; return False if it doesn't, or doesn't name them."""
        shown = self._shown(state)
        while shown.task is not None and not shown.task.done():
            if shown.is_waiting:
                shown.task.cancel()
            await asyncio.wait([shown.task])
        try:
            state = await self._service.look(state.id)
            shown, drawing = self._shown(state), self._draw(state)
            words = "".join(each.markdown for each in drawing.screen.parts if isinstance(each, Text))
            is_said = all(f"<@{each}>" in words for each in call.people) and not shown.is_lost
            if is_said and shown.is_due(state.stored, self._service.now(), is_call=True):
                shown.task = asyncio.create_task(self._post_anew(shown, state, drawing, call))
                await shown.task
                return True
            return False
        finally:
            if shown.wanted is not None:
                self.refresh(shown.wanted)

    def drop_tokens(self) -> None:
        """Drop expired tokens and the screens drawn with them, which take the most memory of a table."""
        for shown in self._messages.values():
            if self._service.now() - shown.token_at > TOKEN_SECONDS:
                shown.token = shown.drawn = None

    def wrote(self, channel: int) -> None:
        """Count a message in a channel, which moves the postings there further up."""
        for shown in self._messages.values():
            if shown.channel == channel:
                shown.buried_by += 1

    async def deleted(self, state: T, messages: Collection[int]) -> None:
        """Post a deleted message again, later each time, unless the posting is over (F-34)."""
        if self._shown(state).message not in messages:
            # The message has been posted again since.
            return
        self.forget_screen(state.id)
        if state.is_over:
            return
        if self._shown(state).was_deleted(self._service.now()):
            self.refresh(await self._display.on_lost(state, "deleted") or state)
        else:
            self.refresh(state)

    def is_lost(self, table_id: int) -> bool:
        """Return True if a table can't be shown, because its channel or Discord is unreachable."""
        return table_id in self._messages and self._messages[table_id].is_lost

    def forget_screen(self, table_id: int) -> None:
        """Forget the message's content, since it was deleted or changed: the next refresh is sent."""
        if table_id in self._messages:
            self._messages[table_id].screen_hash = 0

    async def quiet(self) -> None:
        """Wait until every message is up to date."""
        await until_done(
            lambda: [each.task for each in self._messages.values() if each.is_busy and each.task]
        )

    def _shown(self, state: T) -> PublicMessage[T]:
        shown = self._messages.get(state.id)
        if shown is None:
            shown = PublicMessage(draw_again=partial(self._draw_again, state.id))
            self._messages[state.id] = shown
        shown.adopt(state.stored)
        return shown

    async def _draw_again(self, table_id: int) -> None:
        self.forget_screen(table_id)
        self.refresh(await self._service.look(table_id))

    def _record(
        self, shown: PublicMessage[T], state: T, drawing: LazyScreen, token: Interaction | None
    ) -> None:
        shown.is_lost = False
        if token is not None:
            shown.token, shown.token_at = token, self._service.now()
        shown.note_shown(drawing)
        shown.revision = max(shown.revision, state.stored.revision)
        if shown.has_crossed:
            return
        self._service.shown(state.id, state.stored.revision)
        self._forget_if_over(shown, state)

    def _forget_if_over(self, shown: PublicMessage[T], state: T) -> None:
        """Forget a posting that is over once its last state is shown."""
        if state.is_over and shown.wanted is None:
            self._messages.pop(state.id, None)

    async def _catch_up(self, table_id: int, shown: PublicMessage[T]) -> None:
        failures, loop = 0, asyncio.get_running_loop()
        while shown.wanted is not None:
            await asyncio.sleep(max(0.0, shown.editable_at - loop.time()))
            if (seconds := shown.follows_at - loop.time()) > 0:
                await self._follow(shown, seconds)
            if shown.is_due(shown.wanted.stored, self._service.now()):
                await self._wait_for_call(shown, shown.wanted)
            state, shown.wanted = shown.wanted, None
            if state.stored.message != shown.message or state.stored.revision < shown.revision:
                # A press has shown a later state meanwhile, or the message was posted again.
                state = await self._service.look(table_id)
                shown.adopt(state.stored)
            drawing = self._draw(state)
            if shown.shows(drawing) and not shown.is_due(state.stored, self._service.now()):
                # The screen of this state is the same as the one shown.
                if not (shown.has_crossed or shown.is_lost):
                    self._service.shown(state.id, state.stored.revision)
                self._forget_if_over(shown, state)
                continue
            shown.editable_at = loop.time() + EDIT_SECONDS
            try:
                await self._send(shown, state, drawing)
            except (NotAccepted, *replies.UNSENT) as unsent:
                if replies.is_refused(unsent):
                    await self._handle_refusal(shown, state, unsent)
                    continue
                if failures == len(RETRY_SECONDS):
                    log.exception("table %d could not be shown", table_id)
                    # Discord is down, so nobody can press: the table's clock stands still (F-33).
                    shown.is_lost = True
                shown.wanted = shown.wanted or state
                await asyncio.sleep(RETRY_SECONDS[min(failures, len(RETRY_SECONDS) - 1)])
                failures += 1

    async def _wait_for_call(self, shown: PublicMessage[T], state: T) -> None:
        """Wait some seconds if somebody is about to be called: `call` moves the message and ends the wait."""
        now = self._service.now()
        if shown.message is None or shown.is_gone or state.stored.message != shown.message:
            return
        if not self._display.awaits_call(state, now + CALL_SECONDS, shown.shows(self._draw(state))):
            return
        shown.waits_since = now if shown.waits_since is None else shown.waits_since
        shown.is_waiting = True
        try:
            await asyncio.sleep(max(0.0, shown.waits_since + CALL_SECONDS - now))
        finally:
            shown.is_waiting = False

    async def _follow(self, shown: PublicMessage[T], seconds: float) -> None:
        """Delay a change that can wait; `refresh` cancels the delay for a change that can't."""
        if shown.wanted is None or not self._display.can_wait(shown.known, shown.wanted):
            return
        shown.is_following = True
        try:
            await asyncio.sleep(seconds)
        finally:
            shown.is_following = False

    async def _handle_refusal(self, shown: PublicMessage[T], state: T, error: discord.HTTPException) -> None:
        """Mark a posting as lost at once, since Discord would refuse the same request again (F-35, F-36)."""
        log.warning("table %d cannot be shown in its channel: %s", state.id, error)
        if state.is_over:
            # Recorded as shown, so that a restart doesn't try again.
            self._service.shown(state.id, state.stored.revision)
            self._forget_if_over(shown, state)
        elif not shown.is_lost:
            shown.is_lost = True
            if (moved := await self._display.on_lost(state, "unreachable")) is not None:
                self.refresh(moved)

    async def _send(self, shown: PublicMessage[T], state: T, drawing: LazyScreen) -> None:
        # If this process was suspended, another one may serve the posting now.
        ensure(self._service.serving.is_sure(), NotAccepted)
        if shown.is_due(state.stored, self._service.now()):
            await self._post_anew(shown, state, drawing)
            return
        if shown.token is not None and self._service.now() - shown.token_at <= TOKEN_SECONDS:
            again = shown.draw_again
            by_token = partial(change_by_token, shown.token, message_id=shown.message, again=again)
            try:
                await self._edit(shown, state, drawing, by_token)
            except discord.HTTPException as error:
                if error.status >= replies.SERVER_AT_FAULT:
                    # The token isn't the cause, so it is kept, and the edit is retried.
                    raise
            else:
                return
        shown.token = None
        if state.stored.server == ELSEWHERE:
            self._service.shown(state.id, state.stored.revision)
            self._forget_if_over(shown, state)
            return
        assert state.stored.message is not None
        channel = self._channel(state, state.stored.channel)
        message = channel.get_partial_message(state.stored.message)
        try:
            await self._edit(
                shown, state, drawing, partial(change_by_bot, self._client, message, again=shown.draw_again)
            )
        except discord.HTTPException as error:
            if error.code not in GONE:
                raise
            # The message was deleted while the bot received no events (F-34), or its thread is archived.
            await self._post_anew(shown, state, drawing)

    def _channel(self, state: T, channel: int) -> discord.PartialMessageable:
        server = state.stored.server
        return self._client.get_partial_messageable(channel, guild_id=server if is_server(server) else None)

    async def _edit(self, shown: PublicMessage[T], state: T, drawing: LazyScreen, edit: Edit) -> None:
        async with shown.change():
            await edit(drawing.screen)
            self._record(shown, state, drawing, None)

    async def _post_anew(
        self, shown: PublicMessage[T], state: T, drawing: LazyScreen, call: CallToAll | None = None
    ) -> None:
        """Post the message, only once even after a crash, and delete the old one."""
        old, is_gone, screen = state.stored.message, shown.is_gone, drawing.screen
        # Derived from the replaced message, so that after a crash the next post has the same nonce.
        nonce = hashlib.sha256(f"{self._display.name}{state.id}:{old}".encode()).hexdigest()[:NONCE_LENGTH]
        where = await self._display.where(state)
        channel = self._channel(state, where)
        is_doubtful, shown.is_doubtful = shown.is_doubtful, True
        replaced, note = None, None if call is None else call.note
        people = [] if call is None else [discord.Object(each) for each in call.people]
        pings = discord.AllowedMentions(
            everyone=False, roles=False, users=people or False, replied_user=False
        )
        if old is not None and not is_gone:
            replaced = ReplacedMessage(old, state.stored.server, state.stored.channel)
        async with shown.change():

            async def send(upload: Upload) -> discord.Message:
                return await channel.send(**posted(screen, upload), allowed_mentions=pings, nonce=nonce)

            uploads = uploads_of(self._client)
            sent = await uploads.deliver(screen, send, "new", again=shown.draw_again)
            placed = await self._service.place(state.id, where, sent.id, replaced, note)
            shown.adopt(placed.stored)
            # For a known nonce Discord returns the older message with its old content.
            shown.has_crossed |= is_doubtful
            shown.is_doubtful = False
            self._record(shown, placed, drawing, None)
        # Deleted last, so that there is always a message to press.
        if replaced is not None:
            await delete_replaced_message(self._client, self._service.database, replaced)

    async def delete_replaced(self) -> None:
        """Delete the messages that were replaced just before a process ended."""
        shards = self._service.serving.lease.shards
        for each in await self._service.database.read(lambda tx: replaced_messages(tx, shards)):
            await delete_replaced_message(self._client, self._service.database, each)


async def delete_replaced_message(
    client: discord.Client, database: Database, replaced: ReplacedMessage
) -> None:
    """Delete a message that was recorded as replaced."""
    guild = replaced.server if is_server(replaced.server) else None
    channel = client.get_partial_messageable(replaced.channel, guild_id=guild)
    try:
        await channel.get_partial_message(replaced.message).delete()
    except replies.UNSENT as error:
        log.info("an older message could not be deleted: %s", error)
        if not (isinstance(error, discord.HTTPException) and replies.is_refused(error)):
            # The next start tries it again.
            return
    await database.write(lambda tx: forget_replaced(tx, replaced.message))


def _newer(press: Interaction, stored: Posting) -> int | None:
    """Return the pressed message's id if it was posted after the stored one, and so replaces it."""
    message = press.message
    if message is None or not message.flags.components_v2 or press.channel_id != stored.channel:
        return None
    return message.id if message.id > (stored.message or 0) else None
