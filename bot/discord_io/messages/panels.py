"""Private panels: each player's own cards and buttons, ephemeral or by direct message.

A player has one open panel. It shows one of their tables, tells in a line of others in the channel, and is
always drawn from a view cut for its owner, in the owner's language. Its life:

    opened ─► shown ─► changed in place ─► shown ... ─► lost

It is opened by a press or `/hand show`, and changed in place while it can be reached: an ephemeral
one as long as its interaction's token lives, one in a direct message as long as it exists; grown old, that
is posted again without a sound. What comes during a change is drawn once, afterwards (`wanted`), and never
an older state over a newer one (`revisions`). What others do may wait a moment, for what concerns the owner
(`waiting`). A press on the panel answers at once, though: where it crosses an edit, the panel is drawn
again, as any live message. A change that got lost is made again a little later (F-33). A lost panel, which
Discord would refuse again, is forgotten; its owner opens another.
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
from bot.tavern.table.finished_hands import as_meant
from bot.tavern.table.table_state import NoSuchTable, TableState
from bot.tavern.table_service import TableService
from bot.text.translate import _, language, speaking
from storage.errors import StorageError
from storage.play.postings import is_server

log = logging.getLogger(__name__)

PANELS_MAX = 2000

Cut = Callable[[TableState, int], Scene]
Send = Callable[[Screen], Awaitable[EphemeralMessage | None]]


@dataclass(slots=True, kw_only=True)
class _Panel(LiveMessage[LazyScreen]):
    """An open panel: its tables, and how to change it."""

    player: int
    revisions: dict[int, int] = field(default_factory=dict)
    """The newest revision of each table that was drawn on it; the first is the one that it shows."""
    order: str
    """The order in which the cards are shown, one of the game's `orders`."""
    language: str
    """The owner's language, as of their last press."""
    is_away: bool = False
    """Whether it was asked for elsewhere than at its table."""
    until: float = inf
    """When the panel's token runs out, if it has one."""
    sent: EphemeralMessage | None = None
    """None while it is being sent for the first time."""
    message: discord.Message | None = None
    """The direct message that it is; None where only its token reaches it."""
    posted_at: float = 0.0
    """When that was posted."""
    trying: asyncio.Task[None] | None = None
    """Makes a change again that got lost."""
    waiting: TableState | None = None
    """A newer state that need not be shown just yet, and was drawn in no way."""
    following: asyncio.Task[None] | None = None
    """Shows that in time."""

    def is_behind(self, state: TableState) -> bool:
        """Return True if it shows an older state of that table."""
        return self.revisions.get(state.id, state.stored.revision) < state.stored.revision

    def is_ahead(self, state: TableState) -> bool:
        """Return True if it shows a newer state of that table."""
        return self.revisions.get(state.id, 0) > state.stored.revision

    def lies_in(self, client: discord.Client, message: discord.Message, posted_at: float) -> None:
        """Note the direct message that it is now."""
        self.sent = EphemeralMessage(message.id, partial(change_by_bot, client, message))
        self.message, self.posted_at, self.until = message, posted_at, inf

    def is_old(self, now: float) -> bool:
        """Return True if it is a direct message that can hardly be edited any more."""
        return self.message is not None and abs(now - self.posted_at) > MESSAGE_SECONDS


class DiscordPanels:
    """All open panels. `scene_for` gives a table as one player sees it."""

    def __init__(self, client: discord.Client, tavern: TableService, cut: Cut) -> None:
        self._client = client
        self._tavern = tavern
        self._cut = cut
        self._open: OrderedDict[int, _Panel] = OrderedDict()

    async def open(self, ctx: Context, first: int | None = None, channel: int | None = None) -> None:
        """Show a player's panel where they prefer it: of that table, or of a channel's that asks them."""
        player = ctx.player
        tables = await self._tavern.in_channel(ctx.server, channel or ctx.channel)
        states = as_meant(tables, player, first)[:PANEL_TABLES_MAX]
        if not states:
            await ctx.send_ephemeral(refusal(_("You’re not sitting at a table in this channel.")))
            return
        await self._tavern.coach.advise(states[0], player)
        # Whoever takes no direct messages gets the panel here after all (F-39).
        is_away = channel is not None
        panel, by_dm = self._new(player, is_away=is_away), states[0].preferences_of(player).cards == "dm"
        if (
            by_dm
            and is_server(ctx.server)
            and await self._send(panel, states, partial(self._by_dm, ctx, panel))
        ):
            return
        panel = self._new(player, is_away=is_away)
        panel.until = self._tavern.now() + TOKEN_SECONDS
        await self._send(panel, states, partial(ctx.send_ephemeral, again=panel.draw_again))

    def stop(self) -> None:
        """Redraw no panel from now on."""
        for panel in self._open.values():
            for task in (panel.trying, panel.following):
                if task is not None:
                    task.cancel()

    def shows(self, table: int) -> bool:
        """Return True if any open panel shows a table."""
        return any(table in panel.revisions for panel in self._open.values())

    def carry(self, state: TableState) -> bool:
        """Return True if a table's game is played on panels: everybody who sits there has theirs open."""
        people = (each.player for each in state.table.present if each.player is not None)
        return has_cards(state) and all(self.shown_to(each) == state.id for each in people)

    async def refresh_all(self) -> None:
        """Bring all open panels up to date, whatever changed."""
        for table in {table for panel in self._open.values() for table in panel.revisions}:
            # One that was cleared away leaves its panel behind.
            with suppress(NoSuchTable):
                await self.refresh(await self._tavern.look(table))

    def is_open(self, ctx: Context, table: int) -> bool:
        """Return True if whoever gets this reply has an open panel of that table."""
        return self.shown_to(ctx.player) == table

    def shown_to(self, player: int) -> int | None:
        """The table that a player's open panel shows; None if none is open."""
        panel = self._open.get(player)
        if panel is None or panel.until < self._tavern.now():
            return None
        return next(iter(panel.revisions), None)

    def has(self, ctx: Context, state: TableState) -> bool:
        """Return True if a press came from a panel of that table, and not from the table's own message.

        A server's table in a direct message is a panel; where there is no server the table itself may be
        there, or in a message that only its player sees.
        """
        message = ctx.request.message
        if message is None or message.id == state.stored.message:
            return False
        is_sent_over = is_server(state.stored.server) and not is_server(ctx.server)
        return message.is_private or is_sent_over

    async def respond(self, ctx: Context, state: TableState, order: str | None = None) -> None:
        """Answer a press on a panel by changing it, with the cards in this order if one is given."""
        interaction = interaction_of(ctx)
        message = interaction.message
        assert message is not None
        before = self._open.get(ctx.player)
        shown = [state]
        # The pressed panel may be an older one, for another channel's tables.
        if before is not None and state.id in before.revisions and len(before.revisions) > 1:
            shown = await self._tavern.look_at(sorted(before.revisions, key=lambda each: each != state.id))
        is_same = before is not None and before.sent is not None and before.sent.message == message.id
        panel = before if before is not None and is_same else self._new(ctx.player)
        # Refreshing happens on others' presses, in whose language it must not be drawn.
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
                self._try_later(panel)
        if before is not None and before is not panel:
            await self._put_away(before, state.id)

    async def refresh(self, state: TableState) -> None:
        """Bring every open panel that shows an older state of this table up to date, asked people's first."""
        asked = {each.seat for each in state.view(None).questions}
        rank = {each.player: each.seat not in asked for each in state.table.seats}
        behind = [
            panel
            for player in sorted(self._open.keys() & rank.keys(), key=rank.__getitem__)
            if (panel := self._open[player]).is_behind(state)
            or (state.learners and self._lacks_advice(panel, state))
        ]
        await together(*(self._refresh(panel, state) for panel in behind))

    async def _refresh(self, panel: _Panel, state: TableState) -> None:
        if panel.until < self._tavern.now():
            # An ephemeral message is reached by its token alone: nobody can change it any more.
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
            # By now whoever pressed has their answer.
            await self._tavern.coach.advise(shown[0], panel.player)
        if self._open.get(panel.player) is not panel or panel.is_ahead(state):
            # Meanwhile another was opened, or a later state has come this far: never go back.
            return
        drawing = self._drawn(panel, shown)
        # While it is being changed, nobody can say what it will look like.
        if panel.in_progress or not panel.looks_like(drawing):
            panel.wanted = drawing
            await self._catch_up(panel)

    def _can_wait(self, panel: _Panel, state: TableState) -> bool:
        """Return True if a panel need not show a state just yet; one that tells of several tables must."""
        is_alone = len(panel.revisions) == 1
        return is_alone and can_wait(panel.known, state.view(seat_of(state, panel.player)))

    async def _follow(self, panel: _Panel) -> None:
        """Show what waits, unless something else shows it sooner."""
        loop = asyncio.get_running_loop()
        # It is put off by whatever is shown meanwhile.
        while panel.waiting is not None and (seconds := panel.follows_at - loop.time()) > 0:  # noqa: ASYNC110
            await asyncio.sleep(seconds)
        if (state := panel.waiting) is not None and self._open.get(panel.player) is panel:
            await self._refresh(panel, state)

    def _lacks_advice(self, panel: _Panel, state: TableState) -> bool:
        """Return True if a panel shows this very state as it was before the coach had thought."""
        is_same = panel.revisions.get(state.id) == state.stored.revision
        return is_same and self._tavern.coach.has_to_think(state, panel.player)

    def _reach(self, panel: _Panel, pressed: Interaction, message: discord.Message) -> None:
        """Note by which press a panel can be changed; a direct message outlives its token."""
        is_same = panel.message is not None and panel.message.id == message.id
        if pressed.guild_id is None and not message.flags.ephemeral:
            posted_at = panel.posted_at if is_same else message.created_at.timestamp()
            panel.lies_in(self._client, message, posted_at)
        else:
            panel.sent = EphemeralMessage(
                message.id, partial(replies.change_whispered, pressed, known=message.id)
            )
            panel.until = self._tavern.now() + TOKEN_SECONDS

    def _new(self, player: int, *, is_away: bool = False) -> _Panel:
        """A panel yet to be sent, with the cards in the order of the one before."""
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
            scenes = [self._cut(each, panel.player) for each in states]
            own, *others = (
                replace(scene, link=link(state.stored)) if panel.is_away or state is not states[0] else scene
                for scene, state in zip(scenes, states, strict=True)
            )
        coach = self._tavern.coach
        if states[0].learners and (advice := coach.said(states[0], panel.player)) is not None:
            own = replace(own, advice=advice)
        return LazyScreen(panel_screen, (own, others, panel.order), panel.language)

    async def _put_away(self, panel: _Panel, table: int) -> None:
        """Disable a panel that was replaced by another one."""
        if table not in panel.revisions or panel.sent is None or panel.until < self._tavern.now():
            return
        try:
            await panel.sent.edit(say(_("Your panel has moved to another message.")))
        except UNSENT as lost:
            log.info("an older panel has gone: %s", lost)

    async def _send(self, panel: _Panel, states: list[TableState], send: Send) -> bool:
        """Send a panel to replace the one before; False if that failed and the old one is still open.

        It counts as open at once, so that changes during sending are shown as soon as it is there.
        """
        player, before = panel.player, self._open.get(panel.player)
        drawing = self._drawn(panel, states)
        self._open[player], panel.wanted = panel, None
        self._open.move_to_end(player)
        # The one that nobody has pressed for the longest: most likely its token has run out.
        if len(self._open) > PANELS_MAX:
            self._open.popitem(last=False)
        try:
            async with panel.change():
                panel.sent = await send(drawing.screen)
                panel.note_looks(drawing)
        finally:
            if panel.sent is None and self._open.get(player) is panel:
                # The one before is still there, and has missed what was meant for this one.
                del self._open[player]
                if before is not None:
                    self._open[player], before.wanted = before, panel.wanted
        # Perhaps another by now: presses do not wait for each other.
        current = self._open.get(player)
        if current is not None:
            await self._catch_up(current)
        return panel.sent is not None

    async def _draw_again(self, player: int) -> None:
        """Redraw a panel with the current state, whatever it shows."""
        panel = self._open.get(player)
        if panel is not None:
            shown = await self._tavern.look_at(panel.revisions)
            await self._tavern.coach.advise(shown[0], player)
            panel.wanted = self._drawn(panel, shown)
            await self._catch_up(panel)

    async def _catch_up(self, panel: _Panel) -> None:
        """Change a panel; what comes while Discord makes us wait is drawn in one later change."""
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
                    panel.note_looks(wanted)
        except UNSENT as lost:
            # A newer one may have been opened meanwhile, or this one pressed.
            if self._open.get(panel.player) is panel and panel.sent is sent:
                self._lose(panel, lost)

    def _lose(self, panel: _Panel, lost: Exception) -> None:
        """Forget a panel that cannot be changed, or change it again a little later."""
        log.info("a panel could not be changed: %s", lost)
        if replies.is_refused(lost):
            del self._open[panel.player]
            return
        if isinstance(lost, discord.HTTPException) and lost.code == replies.TOO_OLD:
            panel.posted_at = 0.0
        self._try_later(panel)

    def _try_later(self, panel: _Panel) -> None:
        """Redraw a panel whose last change may not have arrived."""
        panel.looks = 0
        if panel.trying is None or panel.trying.done():
            panel.trying = asyncio.create_task(self._try_again(panel))

    async def _try_again(self, panel: _Panel) -> None:
        """Redraw a panel until it arrived, is gone, or was drawn by something else."""
        with suppress(NoSuchTable):
            for seconds in chain(RETRY_SECONDS, repeat(RETRY_SECONDS[-1])):
                await asyncio.sleep(seconds)
                if (
                    panel.looks
                    or self._open.get(panel.player) is not panel
                    or panel.until < self._tavern.now()
                ):
                    return
                with suppress(StorageError):
                    await self._draw_again(panel.player)

    async def _post_anew(self, panel: _Panel, screen: Screen) -> None:
        """Post an old direct message again, which calls nobody, and delete the older one."""
        before = panel.message
        assert before is not None
        message = await self._post(before.channel, screen, silent=True)
        panel.lies_in(self._client, message, self._tavern.now())
        with suppress(*UNSENT):
            await before.delete()

    async def _by_dm(self, ctx: Context, panel: _Panel, screen: Screen) -> EphemeralMessage | None:
        """Send a panel by direct message; None if the person accepts none (F-39)."""
        try:
            message = await self._post(interaction_of(ctx).user, screen)
        except UNSENT as unsent:
            log.info("a panel could not be sent by direct message: %s", unsent)
            return None
        panel.lies_in(self._client, message, self._tavern.now())
        words = _("Your panel is in our direct messages.")
        await ctx.send_ephemeral(with_link(words, _("Go to my panel"), message.jump_url))
        return panel.sent

    async def _post(
        self, where: discord.abc.Messageable, screen: Screen, *, silent: bool = False
    ) -> discord.Message:
        async def send(upload: Upload) -> discord.Message:
            return await where.send(**posted(screen, upload), allowed_mentions=replies.NOBODY, silent=silent)

        return await uploads_of(self._client).deliver(screen, send, "new")
