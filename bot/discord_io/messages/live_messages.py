"""Live messages: the one message by which a table or tournament is shown, kept up to date.

A press on the message is answered by changing it. Everything else - a house player's move, time
running out, a press on a private panel - edits the message through the freshest interaction whose
original message it is: such edits do not count against the bot's limits while the token lives.
Without one the channel's own route is used. Edits of one message never overlap, and each shows the
newest state; what looks the same is not sent. The first is made at once, more of them twice a second:
what a busy table does on its panels is shown in few edits. What concerns nobody who reads a message waits
longer, for what does, or for a second or two since the message changed last.

                            press answered, or edited by token or channel
                          +-----------------------------------------------+
                          v                                               |
    (nothing) --post--> SHOWN --changed--> being changed ---- done -------+
        |                 ^                     |  |  |
        |                 |   a second change   |  |  +-- 4xx by a token --> TOKEN DEAD --by channel--> SHOWN
        |                 |   before it is done |  |
        |                 +------- drawn anew --+  +-- no answer, 5xx --> IN DOUBT --tried again--> SHOWN
        |                          CROSSED         |                         | for more than a minute
        |                                          |                         v
        +------ posted, and no answer: IN DOUBT    +-- 4xx by channel ---> LOST --found, or placed--> SHOWN

SHOWN       its looks and revision are known; the same looks are not sent again.
CROSSED     two changes were in progress at once; nobody knows which arrived last, so it is redrawn.
IN DOUBT    it may have arrived or not. A change is made again; a post carries its nonce, of which Discord
            returns the older message with its old content, so that counts as crossed.
TOKEN DEAD  after fifteen minutes, or when refused: the channel's route is taken, until the next press.
UNREACHED   where the bot can only answer (`requests.py`) there is no other route and nothing is posted again:
            its clock goes on, and whoever presses next is shown how things stand.
LOST        its channel, or Discord, is out of reach, or somebody deletes it whenever it is posted: nobody can
            press, and nobody's time runs (F-33 to F-36). A posting that is over is forgotten instead.

Old, buried or deleted, it is posted again and the older message deleted: by whoever deletes it again and
again, later each time (F-34). A private panel is a message of the same kind that has one way to be changed:
out of reach, it is forgotten, and its owner opens another (`panels.py`).
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Collection
from dataclasses import dataclass
from functools import partial
from typing import Any, Generic, Literal, TypeAlias, TypeVar

import discord

from bot.discord_io.interactions import context as replies
from bot.discord_io.interactions.context import Interaction, change_by_bot, change_by_token, interaction_of
from bot.discord_io.messages.rendering import Upload, posted, uploads_of
from bot.front.protocols import Context, Edit
from bot.front.render import LazyScreen
from bot.screens.core.screen import Screen
from bot.tavern.deadlines import until_done
from bot.tavern.posting_service import PostingService, PostingState
from games.engine.core.errors import ensure
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
"""Changes that nobody pressed for on the message itself are shown at most this often (F-30)."""
FOLLOW_SECONDS = 2.0
"""The minimum interval of updates for viewers who are not to act; those to act don't wait."""
RETRY_SECONDS = (1.0, 5.0, 20.0, 60.0)
"""Delays before a failed edit is retried; the last one repeats."""
GONE = (replies.UNKNOWN_MESSAGE, replies.ARCHIVED, replies.TOO_OLD)
"""Errors that no edit can overcome, though posting may: it also wakes a thread."""
NONCE_LENGTH = 24
TOKEN_SECONDS = 14 * 60
"""An interaction's token lives fifteen minutes."""
MESSAGE_SECONDS = 50 * 60
"""Discord allows few edits of messages older than an hour (error 30046)."""
BURIED_BY = 20
"""A table's message is posted again after this many others."""
DELETED_SECONDS = (0.0, 5.0, 20.0, 60.0, 3600.0)
"""Delays before what somebody deletes again and again is posted anew; the last one repeats (F-34)."""
STOOD_SECONDS = 600.0
"""A message that stood for so long is not one that is deleted whenever it appears."""

Lost: TypeAlias = Literal["unreachable", "deleted"]
"""The reason why a posting cannot be shown: Discord refuses it, or users keep deleting it."""
W = TypeVar("W")
T = TypeVar("T", bound=PostingState[Posting])


@dataclass(slots=True, kw_only=True)
class LiveMessage(Generic[W]):
    """One message: how it looks, what it is to show next, and the changes of it that are in progress."""

    draw_again: Callable[[], Awaitable[None]]
    """Shows the newest state, whatever the message shows."""
    looks: int = 0
    drawn: LazyScreen | None = None
    """The state from which its current looks were drawn."""
    follows_at: float = 0.0
    """The time, by the event loop's clock, from which it shows what can wait."""
    wanted: W | None = None
    has_crossed: bool = False
    """Whether changes ran at once, or may have, so that what the message shows is unknown."""
    in_progress: int = 0

    @property
    def known(self) -> LazyScreen | None:
        """The state from which it was drawn, if it certainly shows that."""
        return self.drawn if self.looks and not self.in_progress else None

    def looks_like(self, drawing: LazyScreen) -> bool:
        """Return True if it has these looks already; the same source needs no drawing to know it."""
        if self.looks and self.drawn == drawing:
            return True
        if hash(drawing.screen) != self.looks:
            return False
        self.drawn = drawing
        return True

    def note_looks(self, drawing: LazyScreen) -> None:
        """Note what it looks like now."""
        self.looks, self.drawn = hash(drawing.screen), drawing
        self.follows_at = asyncio.get_running_loop().time() + FOLLOW_SECONDS

    @contextlib.asynccontextmanager
    async def change(self) -> AsyncIterator[None]:
        """Marks a change as in progress; after several at once the message is drawn again."""
        self.has_crossed |= self.in_progress > 0
        self.in_progress += 1
        try:
            yield
        except asyncio.CancelledError:
            # We are leaving: the next start draws it again, or whoever takes over.
            self.has_crossed = False
            raise
        finally:
            self.in_progress -= 1
            if self.has_crossed and not self.in_progress:
                self.has_crossed = False
                await self.draw_again()


@dataclass(slots=True, kw_only=True)
class PublicMessage(LiveMessage[W], Generic[W]):
    """The message of a posting, and by which token it can be edited."""

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
    """Whether its task waits with what can wait."""
    is_doubtful: bool = True
    """Whether an unknown message may have been posted, perhaps before the start."""
    is_lost: bool = False
    is_gone: bool = False
    """Whether it was deleted."""
    times_deleted: int = 0
    """The number of times in a row that it was deleted soon after it was posted."""

    def adopt(self, stored: Posting) -> None:
        """Take over where the posting is shown, unless that is from before it was posted again."""
        posted_at = stored.posted_at or 0.0
        if posted_at < self.posted_at:
            return
        if stored.channel != self.channel:
            # It may be in reach there; if not, that must be noticed too.
            self.is_lost, self.times_deleted, self.editable_at = False, 0, 0.0
        self.channel, self.posted_at = stored.channel, posted_at
        if self.message != stored.message:
            self.message, self.token, self.buried_by, self.is_gone = stored.message, None, 0, False

    def is_due(self, stored: Posting, now: float) -> bool:
        """Return True if to post the message again: there is none, it is old, or it is buried."""
        if stored.server == ELSEWHERE:
            return False
        if self.is_gone or stored.message is None or stored.posted_at is None:
            return True
        # A message from the future was posted while the clock was wrong, so its age is unknown. After a start
        # each is put right where it is, and posted again only if something happens there.
        is_old = bool(self.looks) and abs(now - stored.posted_at) > MESSAGE_SECONDS
        return not stored.is_over and (is_old or self.buried_by >= BURIED_BY)

    def was_deleted(self, now: float) -> bool:
        """Note that somebody deleted it; whether that has just become once too often, so that it rests."""
        has_stood = abs(now - self.posted_at) > STOOD_SECONDS
        self.times_deleted = 1 if has_stood else self.times_deleted + 1
        wait = DELETED_SECONDS[min(self.times_deleted, len(DELETED_SECONDS)) - 1]
        self.editable_at = asyncio.get_running_loop().time() + wait
        self.is_gone = True
        self.is_lost |= self.times_deleted >= len(DELETED_SECONDS)
        return self.times_deleted == len(DELETED_SECONDS)


@dataclass(frozen=True, slots=True)
class PostingDisplay(Generic[T]):
    """The functions that show postings of one kind.

    `draw` makes the public message, `moved` what an older copy says instead; `where` finds the channel to
    post in; `on_lost` gets a posting that cannot be shown, and why, and returns it if it moved it elsewhere;
    `name` tells kinds apart. `can_wait` says whether what was shown will do for a moment more.
    """

    draw: Callable[[T], LazyScreen]
    moved: Callable[[T], Screen]
    where: Callable[[T], Awaitable[int]]
    on_lost: Callable[[T, Lost], Awaitable[T | None]]
    name: str = ""
    can_wait: Callable[[LazyScreen | None, T], bool] = lambda before, state: False  # noqa: ARG005


class LiveMessages(Generic[T]):
    """Shows the postings of one keeper, tables or tournaments, each in one message."""

    def __init__(
        self, client: discord.Client, keeper: PostingService[Any, T], display: PostingDisplay[T]
    ) -> None:
        self._client = client
        self._keeper = keeper
        self._display = display
        self._draw = display.draw
        self._messages: dict[int, PublicMessage[T]] = {}

    async def respond(self, ctx: Context, state: T) -> None:
        """Answer a press on a table's message by changing that message."""
        interaction = interaction_of(ctx)
        message = interaction.message
        if newer := _newer(interaction, state.stored):
            # Pressed before we heard that it was posted: it is the table's message from now on.
            state = await self._keeper.place(state.id, state.stored.channel, newer)
        shown = self._shown(state)
        if message is None or message.id != shown.message:
            screen = self._display.moved(state)
            await ctx.update(screen)
            self.refresh(state)
            return
        if state.stored.revision < shown.revision:
            # A later press has been shown already: never go back.
            state = await self._keeper.look(state.id)
        drawing, is_sent = self._draw(state), False
        try:
            # An edit may be on its way already: an answer cannot wait for it, Discord gives it three seconds.
            async with shown.change():
                is_sent = await ctx.update(drawing.screen, shown.draw_again)
                if is_sent:
                    self._keep(shown, state, drawing, interaction_of(ctx))
        finally:
            if not is_sent:
                # It may have been changed all the same, so what it looks like is not known.
                self.forget_looks(state.id)
                self.refresh(state)
        if shown.is_due(state.stored, self._keeper.now()):
            self.refresh(state)

    async def show_again(self, ctx: Context, state: T) -> None:
        """Answer a refused press on its message with the table as it is, unless it is shown already."""
        shown = self._shown(state)
        message = ctx.request.message
        is_old = message is None or message.id != shown.message
        if is_old or not shown.looks_like(self._draw(state)):
            await self.respond(ctx, state)

    async def post(self, ctx: Context, state: T) -> None:
        """Answer a command by posting the table's message."""
        drawing, shown, message = self._draw(state), self._shown(state), None
        try:
            async with shown.change():
                message = await ctx.post(drawing.screen)
                if message is not None:
                    state = await self._keeper.place(state.id, state.stored.channel, message)
                    shown.adopt(state.stored)
                    shown.is_doubtful = False
                    self._keep(shown, state, drawing, interaction_of(ctx))
        finally:
            if message is None:
                self.refresh(state)

    def refresh(self, state: T) -> None:
        """Make the table's message show this state or a newer one, if it is this process that shows it."""
        if not self._keeper.serving.has(state.stored.server):
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

    def drop_tokens(self) -> None:
        """Drop expired tokens, the largest thing kept per table, and what was drawn with them or since."""
        for shown in self._messages.values():
            if self._keeper.now() - shown.token_at > TOKEN_SECONDS:
                shown.token = shown.drawn = None

    def wrote(self, channel: int) -> None:
        """Note a message in a channel, which pushes those of its tables up."""
        for shown in self._messages.values():
            if shown.channel == channel:
                shown.buried_by += 1

    async def deleted(self, state: T, messages: Collection[int]) -> None:
        """Post again what somebody deleted, unless it is over: later each time, until it rests (F-34)."""
        if self._shown(state).message not in messages:
            # It was posted again before we heard of this.
            return
        self.forget_looks(state.id)
        if state.is_over:
            return
        if self._shown(state).was_deleted(self._keeper.now()):
            self.refresh(await self._display.on_lost(state, "deleted") or state)
        else:
            self.refresh(state)

    def is_lost(self, table_id: int) -> bool:
        """Return True if a table cannot be shown, because its channel or Discord is out of reach."""
        return table_id in self._messages and self._messages[table_id].is_lost

    def forget_looks(self, table_id: int) -> None:
        """Forget how the message looks, since it was deleted or changed: the next refresh is sent."""
        if table_id in self._messages:
            self._messages[table_id].looks = 0

    async def quiet(self) -> None:
        """Wait until every table's message is up to date."""
        await until_done(
            lambda: [each.task for each in self._messages.values() if each.task and not each.task.done()]
        )

    def _shown(self, state: T) -> PublicMessage[T]:
        shown = self._messages.get(state.id)
        if shown is None:
            shown = PublicMessage(draw_again=partial(self._draw_again, state.id))
            self._messages[state.id] = shown
        shown.adopt(state.stored)
        return shown

    async def _draw_again(self, table_id: int) -> None:
        self.forget_looks(table_id)
        self.refresh(await self._keeper.look(table_id))

    def _keep(
        self, shown: PublicMessage[T], state: T, drawing: LazyScreen, token: Interaction | None
    ) -> None:
        shown.is_lost = False
        if token is not None:
            shown.token, shown.token_at = token, self._keeper.now()
        shown.note_looks(drawing)
        shown.revision = max(shown.revision, state.stored.revision)
        if shown.has_crossed:
            return
        self._keeper.shown(state.id, state.stored.revision)
        self._let_go(shown, state)

    def _let_go(self, shown: PublicMessage[T], state: T) -> None:
        """Forget a closed table once its end is shown."""
        if state.is_over and shown.wanted is None:
            self._messages.pop(state.id, None)

    async def _catch_up(self, table_id: int, shown: PublicMessage[T]) -> None:
        failures, loop = 0, asyncio.get_running_loop()
        while shown.wanted is not None:
            await asyncio.sleep(max(0.0, shown.editable_at - loop.time()))
            if (seconds := shown.follows_at - loop.time()) > 0:
                await self._follow(shown, seconds)
            state, shown.wanted = shown.wanted, None
            if state.stored.message != shown.message or state.stored.revision < shown.revision:
                # Meanwhile a press has shown a later state, or the message was posted again.
                state = await self._keeper.look(table_id)
                shown.adopt(state.stored)
            drawing = self._draw(state)
            if shown.looks_like(drawing) and not shown.is_due(state.stored, self._keeper.now()):
                # The message shows this state too, which differs in nothing that is to be seen there.
                if not (shown.has_crossed or shown.is_lost):
                    self._keeper.shown(state.id, state.stored.revision)
                self._let_go(shown, state)
                continue
            shown.editable_at = loop.time() + EDIT_SECONDS
            try:
                await self._send(shown, state, drawing)
            except (NotAccepted, *replies.UNSENT) as unsent:
                if replies.is_refused(unsent):
                    await self._turned_down(shown, state, unsent)
                    continue
                if failures == len(RETRY_SECONDS):
                    log.exception("table %d could not be shown", table_id)
                    # Discord is down and nobody can press, so the clock stands still (F-33).
                    shown.is_lost = True
                shown.wanted = shown.wanted or state
                await asyncio.sleep(RETRY_SECONDS[min(failures, len(RETRY_SECONDS) - 1)])
                failures += 1

    async def _follow(self, shown: PublicMessage[T], seconds: float) -> None:
        """Wait with what can wait, until something comes that cannot."""
        if shown.wanted is None or not self._display.can_wait(shown.known, shown.wanted):
            return
        shown.is_following = True
        try:
            await asyncio.sleep(seconds)
        finally:
            shown.is_following = False

    async def _turned_down(self, shown: PublicMessage[T], state: T, refused: discord.HTTPException) -> None:
        """Discord would refuse the same again: the posting is out of reach, and that at once (F-35, F-36)."""
        log.warning("table %d cannot be shown in its channel: %s", state.id, refused)
        if state.is_over:
            # Nobody will see its end there, and nothing is left to do, even after a restart.
            self._keeper.shown(state.id, state.stored.revision)
            self._let_go(shown, state)
        elif not shown.is_lost:
            shown.is_lost = True
            if (moved := await self._display.on_lost(state, "unreachable")) is not None:
                self.refresh(moved)

    async def _send(self, shown: PublicMessage[T], state: T, drawing: LazyScreen) -> None:
        # Frozen meanwhile, we may find that another process shows it.
        ensure(self._keeper.serving.is_sure(), NotAccepted)
        if shown.is_due(state.stored, self._keeper.now()):
            await self._post_anew(shown, state, drawing)
            return
        if shown.token is not None and self._keeper.now() - shown.token_at <= TOKEN_SECONDS:
            again = shown.draw_again
            by_token = partial(change_by_token, shown.token, known=shown.message, again=again)
            try:
                await self._edit(shown, state, drawing, by_token)
            except discord.HTTPException as refused:
                if refused.status >= replies.SERVER_AT_FAULT:
                    # Discord's fault, and not the token's: the token is kept, and all of it tried again.
                    raise
            else:
                return
        shown.token = None
        if state.stored.server == ELSEWHERE:
            self._keeper.shown(state.id, state.stored.revision)
            self._let_go(shown, state)
            return
        assert state.stored.message is not None
        channel = self._channel(state, state.stored.channel)
        message = channel.get_partial_message(state.stored.message)
        try:
            await self._edit(
                shown, state, drawing, partial(change_by_bot, self._client, message, again=shown.draw_again)
            )
        except discord.HTTPException as gone:
            if gone.code not in GONE:
                raise
            # Deleted while no event could tell us (F-34), or its thread has gone to sleep.
            await self._post_anew(shown, state, drawing)

    def _channel(self, state: T, channel: int) -> discord.PartialMessageable:
        server = state.stored.server
        return self._client.get_partial_messageable(channel, guild_id=server if is_server(server) else None)

    async def _edit(self, shown: PublicMessage[T], state: T, drawing: LazyScreen, edit: Edit) -> None:
        async with shown.change():
            await edit(drawing.screen)
            self._keep(shown, state, drawing, None)

    async def _post_anew(self, shown: PublicMessage[T], state: T, drawing: LazyScreen) -> None:
        """Post the table's message, only once even after a kill, and delete the old one."""
        old, is_gone, screen = state.stored.message, shown.is_gone, drawing.screen
        # From what it replaces, so that a bot started again after a kill makes the same one.
        nonce = hashlib.sha256(f"{self._display.name}{state.id}:{old}".encode()).hexdigest()[:NONCE_LENGTH]
        where = await self._display.where(state)
        channel = self._channel(state, where)
        is_doubtful, shown.is_doubtful = shown.is_doubtful, True
        replaced = None
        if old is not None and not is_gone:
            replaced = ReplacedMessage(old, state.stored.server, state.stored.channel)
        async with shown.change():

            async def send(upload: Upload) -> discord.Message:
                return await channel.send(
                    **posted(screen, upload), allowed_mentions=replies.NOBODY, nonce=nonce
                )

            uploads = uploads_of(self._client)
            sent = await uploads.deliver(screen, send, "new", again=shown.draw_again)
            placed = await self._keeper.place(state.id, where, sent.id, replaced)
            shown.adopt(placed.stored)
            # For a known nonce Discord returns the older message with its old content.
            shown.has_crossed |= is_doubtful
            shown.is_doubtful = False
            self._keep(shown, placed, drawing, None)
        # Last, so that there is no moment without a message to press on.
        if replaced is not None:
            await self._delete(replaced)

    async def delete_replaced(self) -> None:
        """Delete the messages that were replaced just before a process ended."""
        shards = self._keeper.serving.lease.shards
        for each in await self._keeper.database.read(lambda tx: replaced_messages(tx, shards)):
            await self._delete(each)

    async def _delete(self, replaced: ReplacedMessage) -> None:
        guild = replaced.server if is_server(replaced.server) else None
        channel = self._client.get_partial_messageable(replaced.channel, guild_id=guild)
        try:
            await channel.get_partial_message(replaced.message).delete()
        except replies.UNSENT as unsent:
            log.info("an older message could not be deleted: %s", unsent)
            if not (isinstance(unsent, discord.HTTPException) and replies.is_refused(unsent)):
                # The next start tries it again.
                return
        await self._keeper.database.write(lambda tx: forget_replaced(tx, replaced.message))


def _newer(pressed: Interaction, placed: Posting) -> int | None:
    """The pressed message, if it was posted after the known one and replaces it."""
    message = pressed.message
    if message is None or not message.flags.components_v2 or pressed.channel_id != placed.channel:
        return None
    return message.id if message.id > (placed.message or 0) else None
