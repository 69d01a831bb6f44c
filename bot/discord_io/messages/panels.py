"""Private panels: each player's own cards and buttons, in an ephemeral or a direct message.

A player has one open panel. It shows one of their tables and one line for each of their other tables in the
channel. It is always drawn from the owner's redacted view, in the owner's language. Its life:

    opened ─► shown ─► edited ─► shown ... ─► lost

A press or `/hand show` opens it. An ephemeral panel can be edited as long as its interaction's token is
valid, a direct message as long as it exists; an old direct message is posted again silently. Changes during
an edit are drawn once, after it (`wanted`), and an older state never replaces a newer one (`revisions`).
Changes by others may wait a moment for one that concerns the owner (`waiting`). A press on the panel is
answered at once; if that overlaps with an edit, the panel is redrawn, like any live message. A lost edit is
repeated a little later (F-33). A panel whose edit Discord refuses is forgotten; its owner opens another.
"""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import chain, repeat
from math import inf

import discord

from bot.discord_io.interactions import context as replies
from bot.discord_io.interactions.context import UNSENT, Interaction, change_by_bot, interaction_of
from bot.discord_io.messages.live_messages import MESSAGE_SECONDS, RETRY_SECONDS, TOKEN_SECONDS, LiveMessage
from bot.discord_io.messages.rendering import Upload, posted, uploads_of
from bot.front.protocols import Context, EphemeralMessage, together
from bot.front.render import LazyScreen, can_wait, has_cards, seat_of
from bot.screens.core.presenter import link, refusal, with_link
from bot.screens.core.screen import Screen, say
from bot.screens.table.panel import PANEL_TABLES_MAX, panel_screen
from bot.screens.table.scenes import Scene
from bot.tavern.table.finished_hands import by_relevance
from bot.tavern.table.table_state import NoSuchTable, TableState
from bot.tavern.table_service import TableService
from bot.text.translate import _, language, speaking
from storage.errors import StorageError
from storage.play.postings import is_server

log = logging.getLogger(__name__)

PANELS_MAX = 2000

SceneFor = Callable[[TableState, int], Scene]
Send = Callable[[Screen], Awaitable[EphemeralMessage | None]]


@dataclass(slots=True, kw_only=True)
class _Panel(LiveMessage[LazyScreen]):
    """An open panel: its tables, and its message."""

    player: int
    revisions: dict[int, int] = field(default_factory=dict)
    """The newest drawn revision of each of its tables; the first table is the one that it shows."""
    order: str
    """The order in which the cards are shown, one of the game's `orders`."""
    language: str
    """The owner's language, as of their last press."""
    is_away: bool = False
    """True if it was opened in another channel than its table's."""
    expires_at: float = inf
    """The time at which the panel's token expires, if it has one."""
    sent: EphemeralMessage | None = None
    """None while it is being sent for the first time."""
    message: discord.Message | None = None
    """Its direct message; None if the panel is ephemeral."""
    posted_at: float = 0.0
    """The time at which the direct message was posted."""
    retrying: asyncio.Task[None] | None = None
    """Repeats a lost edit."""
    waiting: TableState | None = None
    """A newer state that is not drawn yet, because it can wait."""
    following: asyncio.Task[None] | None = None
    """Shows the waiting state in time."""

    def is_behind(self, state: TableState) -> bool:
        """Return True if the panel shows an older state of a table."""
        return self.revisions.get(state.id, state.stored.revision) < state.stored.revision

    def is_ahead(self, state: TableState) -> bool:
        """Return True if the panel shows a newer state of a table."""
        return self.revisions.get(state.id, 0) > state.stored.revision

    def use_direct_message(self, client: discord.Client, message: discord.Message, posted_at: float) -> None:
        """Set the direct message in which the panel is shown from now on."""
        self.sent = EphemeralMessage(message.id, partial(change_by_bot, client, message))
        self.message, self.posted_at, self.expires_at = message, posted_at, inf

    def is_old(self, now: float) -> bool:
        """Return True if the panel is a direct message too old to be edited often."""
        return self.message is not None and abs(now - self.posted_at) > MESSAGE_SECONDS


class DiscordPanels:
    """All open panels. `scene_for` returns a table as one player sees it."""

    def __init__(self, client: discord.Client, tavern: TableService, scene_for: SceneFor) -> None:
        self._client = client
        self._tavern = tavern
        self._scene_for = scene_for
        self._open: OrderedDict[int, _Panel] = OrderedDict()

    async def open(self, ctx: Context, first: int | None = None, channel: int | None = None) -> None:
        """Open the user's panel, as a direct message if they prefer that.

        It shows the table `first`, or else the table in the channel that waits for them.
        """
        player = ctx.player
        tables = await self._tavern.around(ctx.server, channel or ctx.channel)
        states = by_relevance(tables, player, first)[:PANEL_TABLES_MAX]
        if not states:
            await ctx.send_ephemeral(refusal(_("You’re not sitting at a table in this channel.")))
            return
        await self._tavern.coach.advise(states[0], player)
        # A user who accepts no direct messages gets an ephemeral panel instead (F-39).
        is_away = channel is not None
        panel, by_dm = self._new(player, is_away=is_away), states[0].preferences_of(player).cards == "dm"
        if (
            by_dm
            and is_server(ctx.server)
            and await self._send(panel, states, partial(self._by_dm, ctx, panel))
        ):
            return
        panel = self._new(player, is_away=is_away)
        panel.expires_at = self._tavern.now() + TOKEN_SECONDS
        await self._send(panel, states, partial(ctx.send_ephemeral, again=panel.draw_again))

    def stop(self) -> None:
        """Stop redrawing panels."""
        for panel in self._open.values():
            for task in (panel.retrying, panel.following):
                if task is not None:
                    task.cancel()

    def shows(self, table: int) -> bool:
        """Return True if any open panel shows a table."""
        return any(table in panel.revisions for panel in self._open.values())

    def carry(self, state: TableState) -> bool:
        """Return True if a table is played on panels: all its players have their panel of it open."""
        people = (each.player for each in state.table.present if each.player is not None)
        return has_cards(state) and all(self.shown_to(each) == state.id for each in people)

    async def refresh_all(self) -> None:
        """Redraw all open panels that are not up to date."""
        for table in {table for panel in self._open.values() for table in panel.revisions}:
            # A panel may still be open when its table was deleted.
            with suppress(NoSuchTable):
                await self.refresh(await self._tavern.look(table))

    def is_open(self, ctx: Context, table: int) -> bool:
        """Return True if the user's open panel shows that table."""
        return self.shown_to(ctx.player) == table

    def shown_to(self, player: int) -> int | None:
        """Return the table that a player's open panel shows; None if no panel is open."""
        panel = self._open.get(player)
        if panel is None or panel.expires_at < self._tavern.now():
            return None
        return next(iter(panel.revisions), None)

    def has(self, ctx: Context, state: TableState) -> bool:
        """Return True if the pressed message is a panel, and not the table's own message.

        A server's table in a direct message is always a panel. A table outside of servers may itself be in a
        direct message, or in an ephemeral one.
        """
        message = ctx.request.message
        if message is None or message.id == state.stored.message:
            return False
        is_direct_message = is_server(state.stored.server) and not is_server(ctx.server)
        return message.is_private or is_direct_message

    async def respond(self, ctx: Context, state: TableState, order: str | None = None) -> None:
        """Respond to a press on a panel by redrawing it; `order` changes the order of the cards."""
        interaction = interaction_of(ctx)
        message = interaction.message
        assert message is not None
        before = self._open.get(ctx.player)
        shown = [state]
        # The pressed panel may be an older one, with another channel's tables.
        if before is not None and state.id in before.revisions and len(before.revisions) > 1:
            shown = await self._tavern.look_at(sorted(before.revisions, key=lambda each: each != state.id))
        is_same = before is not None and before.sent is not None and before.sent.message == message.id
        panel = before if before is not None and is_same else self._new(ctx.player)
        # Stored, because other users' presses redraw the panel, too, in their own language's context.
        panel.language = language.get()
        panel.order = panel.order if order is None else order
        is_sent = False

        async def update(screen: Screen) -> EphemeralMessage | None:
            nonlocal is_sent
            is_sent = await ctx.update(screen, panel.draw_again)
            if is_sent or panel.sent is None:
                self._reach(panel, interaction, message)
            return panel.sent

        try:
            await self._send(panel, shown, update)
        finally:
            if not is_sent and self._open.get(panel.player) is panel:
                self._retry_later(panel)
        if before is not None and before is not panel:
            await self._disable(before, state.id)

    async def refresh(self, state: TableState) -> None:
        """Redraw every open panel that shows an older state of this table, players to act first."""
        to_act = {each.seat for each in state.view(None).questions}
        order = {each.player: each.seat not in to_act for each in state.table.seats}
        behind = [
            panel
            for player in sorted(self._open.keys() & order.keys(), key=order.__getitem__)
            if (panel := self._open[player]).is_behind(state)
            or (state.learners and self._lacks_advice(panel, state))
        ]
        await together(*(self._refresh(panel, state) for panel in behind))

    async def _refresh(self, panel: _Panel, state: TableState) -> None:
        if panel.expires_at < self._tavern.now():
            # An ephemeral message can't be edited once its token has expired.
            del self._open[panel.player]
            return
        if asyncio.get_running_loop().time() < panel.follows_at and self._can_wait(panel, state):
            panel.waiting = state
            if panel.following is None or panel.following.done():
                panel.following = asyncio.create_task(self._follow(panel))
            return
        shown = [state]
        if len(panel.revisions) > 1:
            shown = await self._tavern.look_at(panel.revisions)
        if shown[0].learners:
            # The coach may think long, but the user who pressed has their response by now.
            await self._tavern.coach.advise(shown[0], panel.player)
        if self._open.get(panel.player) is not panel or panel.is_ahead(state):
            # Another panel was opened meanwhile, or a later state is shown already.
            return
        drawing = self._drawn(panel, shown)
        # During a change the panel's content is unknown.
        if panel.in_progress or not panel.shows(drawing):
            panel.wanted = drawing
            await self._catch_up(panel)

    def _can_wait(self, panel: _Panel, state: TableState) -> bool:
        """Return True if showing a state may be delayed; False on a panel with several tables."""
        has_one_table = len(panel.revisions) == 1
        return has_one_table and can_wait(panel.known, state.view(seat_of(state, panel.player)))

    async def _follow(self, panel: _Panel) -> None:
        """Show the waiting state, unless another change shows it sooner."""
        loop = asyncio.get_running_loop()
        # Every change in between moves `follows_at`.
        while panel.waiting is not None and (seconds := panel.follows_at - loop.time()) > 0:  # noqa: ASYNC110
            await asyncio.sleep(seconds)
        if (state := panel.waiting) is not None and self._open.get(panel.player) is panel:
            await self._refresh(panel, state)

    def _lacks_advice(self, panel: _Panel, state: TableState) -> bool:
        """Return True if a panel shows this state, and the coach's advice is yet to come."""
        is_same = panel.revisions.get(state.id) == state.stored.revision
        return is_same and self._tavern.coach.has_to_think(state, panel.player)

    def _reach(self, panel: _Panel, press: Interaction, message: discord.Message) -> None:
        """Set how to edit the pressed panel: a direct message as its author, others by the token."""
        is_same = panel.message is not None and panel.message.id == message.id
        if press.guild_id is None and not message.flags.ephemeral:
            posted_at = panel.posted_at if is_same else message.created_at.timestamp()
            panel.use_direct_message(self._client, message, posted_at)
        else:
            panel.sent = EphemeralMessage(
                message.id, partial(replies.change_ephemeral, press, message_id=message.id)
            )
            panel.expires_at = self._tavern.now() + TOKEN_SECONDS

    def _new(self, player: int, *, is_away: bool = False) -> _Panel:
        """Return a new panel, not sent yet, with the previous panel's order of cards."""
        before = self._open.get(player)
        order = "" if before is None else before.order
        return _Panel(
            draw_again=partial(self._draw_again, player),
            player=player,
            order=order,
            language=language.get(),
            is_away=is_away,
        )

    def _drawn(self, panel: _Panel, states: list[TableState]) -> LazyScreen:
        panel.revisions, panel.waiting = {each.id: each.stored.revision for each in states}, None
        with speaking(panel.language):
            scenes = [self._scene_for(each, panel.player) for each in states]
            own, *others = (
                replace(scene, link=link(state.stored)) if panel.is_away or state is not states[0] else scene
                for scene, state in zip(scenes, states, strict=True)
            )
        coach = self._tavern.coach
        if states[0].learners and (advice := coach.said(states[0], panel.player)) is not None:
            own = replace(own, advice=advice)
        return LazyScreen(panel_screen, (own, others, panel.order), panel.language)

    async def _disable(self, panel: _Panel, table: int) -> None:
        """Replace the content of a panel that was opened again in another message."""
        if table not in panel.revisions or panel.sent is None or panel.expires_at < self._tavern.now():
            return
        try:
            await panel.sent.edit(say(_("Your panel has moved to another message.")))
        except UNSENT as lost:
            log.info("an older panel has gone: %s", lost)

    async def _send(self, panel: _Panel, states: list[TableState], send: Send) -> bool:
        """Send a panel in place of the previous one; return False if that failed and the old one stays open.

        The panel counts as open while it is being sent, so that changes meanwhile are drawn afterwards.
        """
        player, before = panel.player, self._open.get(panel.player)
        drawing = self._drawn(panel, states)
        self._open[player], panel.wanted = panel, None
        self._open.move_to_end(player)
        # The panel pressed longest ago: its token has most likely expired.
        if len(self._open) > PANELS_MAX:
            self._open.popitem(last=False)
        try:
            async with panel.change():
                panel.sent = await send(drawing.screen)
                panel.note_shown(drawing)
        finally:
            if panel.sent is None and self._open.get(player) is panel:
                # The previous panel is open again, and shows the changes meant for this one.
                del self._open[player]
                if before is not None:
                    self._open[player], before.wanted = before, panel.wanted
        # A concurrent press may have opened another panel.
        current = self._open.get(player)
        if current is not None:
            await self._catch_up(current)
        return panel.sent is not None

    async def _draw_again(self, player: int) -> None:
        """Redraw a panel from the current state."""
        panel = self._open.get(player)
        if panel is not None:
            shown = await self._tavern.look_at(panel.revisions)
            await self._tavern.coach.advise(shown[0], player)
            panel.wanted = self._drawn(panel, shown)
            await self._catch_up(panel)

    async def _catch_up(self, panel: _Panel) -> None:
        """Edit a panel until nothing is left to show; all changes during one edit share the next."""
        sent = panel.sent
        if panel.in_progress or sent is None:
            return
        try:
            while (wanted := panel.wanted) is not None and (sent := panel.sent) is not None:
                panel.wanted = None
                async with panel.change():
                    if panel.is_old(self._tavern.now()):
                        await self._post_anew(panel, wanted.screen)
                    else:
                        await sent.edit(wanted.screen)
                    panel.note_shown(wanted)
        except UNSENT as error:
            # Otherwise a newer panel was opened meanwhile, or this one was pressed.
            if self._open.get(panel.player) is panel and panel.sent is sent:
                self._handle_failure(panel, error)

    def _handle_failure(self, panel: _Panel, error: Exception) -> None:
        """Forget a panel whose edit Discord refuses, or repeat a lost edit a little later."""
        log.info("a panel could not be changed: %s", error)
        if replies.is_refused(error):
            del self._open[panel.player]
            return
        if isinstance(error, discord.HTTPException) and error.code == replies.TOO_OLD:
            panel.posted_at = 0.0
        self._retry_later(panel)

    def _retry_later(self, panel: _Panel) -> None:
        """Redraw a panel whose last change may not have arrived."""
        panel.screen_hash = 0
        if panel.retrying is None or panel.retrying.done():
            panel.retrying = asyncio.create_task(self._retry(panel))

    async def _retry(self, panel: _Panel) -> None:
        """Redraw a panel until that succeeds, the panel is gone, or another change has drawn it."""
        with suppress(NoSuchTable):
            for seconds in chain(RETRY_SECONDS, repeat(RETRY_SECONDS[-1])):
                await asyncio.sleep(seconds)
                if (
                    panel.screen_hash
                    or self._open.get(panel.player) is not panel
                    or panel.expires_at < self._tavern.now()
                ):
                    return
                with suppress(StorageError):
                    await self._draw_again(panel.player)

    async def _post_anew(self, panel: _Panel, screen: Screen) -> None:
        """Post a panel's direct message again, silently, and delete the old one."""
        before = panel.message
        assert before is not None
        message = await self._post(before.channel, screen, silent=True)
        panel.use_direct_message(self._client, message, self._tavern.now())
        with suppress(*UNSENT):
            await before.delete()

    async def _by_dm(self, ctx: Context, panel: _Panel, screen: Screen) -> EphemeralMessage | None:
        """Send a panel by direct message; return None if the user accepts none (F-39)."""
        try:
            message = await self._post(interaction_of(ctx).user, screen)
        except UNSENT as unsent:
            log.info("a panel could not be sent by direct message: %s", unsent)
            return None
        panel.use_direct_message(self._client, message, self._tavern.now())
        words = _("Your panel is in our direct messages.")
        await ctx.send_ephemeral(with_link(words, _("Go to my panel"), message.jump_url))
        return panel.sent

    async def _post(
        self, where: discord.abc.Messageable, screen: Screen, *, silent: bool = False
    ) -> discord.Message:
        async def send(upload: Upload) -> discord.Message:
            return await where.send(**posted(screen, upload), allowed_mentions=replies.NOBODY, silent=silent)

        return await uploads_of(self._client).deliver(screen, send, "new")
