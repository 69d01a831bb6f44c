"""Private panels: each player's own cards and buttons, ephemeral or by direct message.

A player has one open panel. It shows all their tables in a channel, and is always drawn from a
view cut for its owner, in the owner's language. Its life:

    opened ─► shown ─► changed in place ─► shown ... ─► lost

It is opened by a press or `/hand show`, and changed in place while it can be reached: an ephemeral
one as long as its interaction's token lives, one in a direct message as long as it exists. What comes
during a change is drawn once, afterwards (`wanted`), and never an older state over a newer one
(`revisions`). A press on the panel answers at once, though: where it crosses an edit, the panel is drawn
again (`changes`). A lost panel is forgotten; its owner opens another.
"""

from __future__ import annotations

import logging
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from functools import partial

import discord

from bot.discord_io.live_messages import TOKEN_SECONDS, MessageChanges
from bot.discord_io.rendering import ScreenLayout
from bot.discord_io.reply import NOBODY, UNSENT, Reply, Whispered, change_by_token
from bot.screens.core.notes import refusal
from bot.screens.core.screen import Screen, say
from bot.screens.table.panel import PANEL_TABLES_MAX, panel_screen
from bot.screens.table.parts import Scene
from bot.tavern.table_state import TableState
from bot.tavern.tables import Tavern
from bot.text.translate import _, language, speaking

log = logging.getLogger(__name__)

PANELS_MAX = 2000

Cut = Callable[[TableState, int], Scene]
Send = Callable[[Screen], Awaitable[Whispered | None]]


@dataclass(slots=True)
class _Panel:
    """An open panel: its tables, how it looks, and how to change it."""

    revisions: dict[int, int]
    """The newest revision of each table that was drawn on it."""
    wanted: Screen | None
    """The screen to show after the change in progress."""
    order: str
    """The order in which the cards are shown, one of the game's `orders`."""
    language: str = field(default_factory=language.get)
    """The owner's language, taken when the panel was opened."""
    until: float | None = None
    """When the panel's token runs out, or None if it has none."""
    sent: Whispered | None = None
    """None while it is being sent for the first time."""
    looks: int = 0
    is_changing: bool = False
    changes: MessageChanges = field(default_factory=MessageChanges)
    """The changes of its message, including those of the panel it replaced."""

    def is_behind(self, state: TableState) -> bool:
        """Whether it shows an older state of that table."""
        return self.revisions.get(state.id, state.stored.revision) < state.stored.revision


class Panels:
    """All open panels. `cut` gives a table as one player sees it."""

    def __init__(self, tavern: Tavern, cut: Cut) -> None:
        self._tavern = tavern
        self._cut = cut
        self._open: OrderedDict[int, _Panel] = OrderedDict()

    async def open(self, reply: Reply, first: int | None) -> None:
        """Show a player's panel for this channel where they prefer it, one table first."""
        interaction = reply.interaction
        player = interaction.user.id
        states = await self._seats(reply, first)
        if not states:
            await reply.whisper(refusal(_("You have no seat at a table in this channel.")))
            return
        by_dm = states[0].preferences_of(player).cards == "dm"
        if by_dm and await self._send(player, self._drawn(player, states), partial(_by_dm, reply)):
            return
        panel = self._drawn(player, states)
        panel.until = self._tavern.now() + TOKEN_SECONDS
        await self._send(player, panel, reply.whisper)

    def is_open(self, player: int, table: int) -> bool:
        """Whether a player has an open panel with that table."""
        panel = self._open.get(player)
        return (
            panel is not None
            and table in panel.revisions
            and (panel.until is None or panel.until >= self._tavern.now())
        )

    async def answer(self, reply: Reply, state: TableState, order: str | None = None) -> None:
        """Answer a press on a panel by changing it, with the cards in this order if one is given."""
        player, message = reply.interaction.user.id, reply.interaction.message
        before = self._open.get(player)
        shown = [state]
        # The pressed panel may be an older one, for another channel's tables.
        if before is not None and state.id in before.revisions and len(before.revisions) > 1:
            shown = await self._tavern.look_at(before.revisions)
        panel = self._drawn(player, shown, order)
        sent = _by_token(reply)
        if reply.interaction.guild_id is None and message is not None:
            # A direct message outlives the token of the press.
            sent = _by_message(message)
        else:
            panel.until = self._tavern.now() + TOKEN_SECONDS

        if before is not None and before.sent is not None and before.sent.message == sent.message:
            panel.changes = before.changes

        async def update(screen: Screen) -> Whispered:
            await reply.update(screen)
            return sent

        await self._send(player, panel, update)
        if before is not None and before.sent is not None and before.sent.message not in (None, sent.message):
            await self._put_away(before, state.id)

    async def refresh(self, state: TableState) -> None:
        """Bring every open panel that shows an older state of this table up to date."""
        for place in state.table.seats:
            panel = self._open.get(place.player or 0)
            if panel is None or place.player is None or not panel.is_behind(state):
                continue
            if panel.until is not None and panel.until < self._tavern.now():
                del self._open[place.player]
                continue
            shown = [state]
            if len(panel.revisions) > 1:
                shown = await self._tavern.look_at(panel.revisions)
                if not panel.is_behind(state):
                    # Meanwhile a later state has come this far: never go back.
                    continue
            with speaking(panel.language):
                screen = self._screen(shown, place.player, panel.order)
            panel.revisions = {each.id: each.stored.revision for each in shown}
            if panel.is_changing or hash(screen) != panel.looks:
                panel.wanted = screen
                await self._catch_up(place.player, panel)

    async def _seats(self, reply: Reply, first: int | None) -> list[TableState]:
        interaction = reply.interaction
        tables = await self._tavern.in_channel(interaction.guild_id or 0, interaction.channel_id or 0)
        sat = [
            each for each in tables if any(seat.player == interaction.user.id for seat in each.table.present)
        ]
        # The pressed table first, then the newest.
        last = sorted(sat, key=lambda each: (each.table.id == first, each.table.id))[-PANEL_TABLES_MAX:]
        return sorted(last, key=lambda each: (each.table.id != first, each.table.id))

    def _screen(self, states: list[TableState], player: int, order: str) -> Screen:
        return panel_screen([self._cut(each, player) for each in states], order)

    async def _put_away(self, panel: _Panel, table: int) -> None:
        """Disable a panel that was replaced by another one."""
        is_alive = panel.until is None or panel.until >= self._tavern.now()
        if table not in panel.revisions or panel.sent is None or not is_alive:
            return
        try:
            await panel.sent.edit(say(_("Your panel is another message now.")))
        except UNSENT as lost:
            log.info("an older panel has gone: %s", lost)

    def _drawn(self, player: int, states: list[TableState], order: str | None = None) -> _Panel:
        """A panel ready for sending."""
        before = self._open.get(player)
        if order is None:
            order = "" if before is None else before.order
        screen = self._screen(states, player, order)
        return _Panel({each.id: each.stored.revision for each in states}, screen, order)

    async def _send(self, player: int, panel: _Panel, send: Send) -> bool:
        """Send a panel to replace the one before; False if that failed and the old one is still open.

        It counts as open at once, so that changes during sending are shown as soon as it is there.
        """
        before, screen = self._open.get(player), panel.wanted
        assert screen is not None
        self._open[player], panel.wanted, panel.is_changing = panel, None, True
        self._open.move_to_end(player)
        if len(self._open) > PANELS_MAX:
            self._open.popitem(last=False)
        try:
            async with panel.changes.one(partial(self._draw_again, player)):
                panel.sent, panel.looks = await send(screen), hash(screen)
        finally:
            panel.is_changing = False
            if panel.sent is None and self._open.get(player) is panel:
                del self._open[player]
                if before is not None:
                    self._open[player], before.wanted = before, panel.wanted
        current = self._open.get(player)
        if current is not None:
            await self._catch_up(player, current)
        return panel.sent is not None

    async def _draw_again(self, player: int) -> None:
        """Redraw a panel with the current state, whatever it shows."""
        panel = self._open.get(player)
        if panel is not None:
            states = await self._tavern.look_at(panel.revisions)
            with speaking(panel.language):
                panel.wanted = self._screen(states, player, panel.order)
            await self._catch_up(player, panel)

    async def _catch_up(self, player: int, panel: _Panel) -> None:
        """Change a panel; what comes while Discord makes us wait is drawn in one later change."""
        if panel.is_changing or panel.sent is None:
            return
        panel.is_changing = True
        try:
            while (wanted := panel.wanted) is not None:
                panel.wanted = None
                async with panel.changes.one(partial(self._draw_again, player)):
                    await panel.sent.edit(wanted)
                    panel.looks = hash(wanted)
        except UNSENT as lost:
            log.info("a panel has gone: %s", lost)
            if self._open.get(player) is panel:
                # A newer one may have been opened meanwhile.
                del self._open[player]
        finally:
            panel.is_changing = False


async def _by_dm(reply: Reply, screen: Screen) -> Whispered | None:
    """Send a panel by direct message; None if the person accepts none (F-39)."""
    try:
        message = await reply.interaction.user.send(view=ScreenLayout(screen), allowed_mentions=NOBODY)
    except UNSENT as unsent:
        log.info("a panel could not be sent by direct message: %s", unsent)
        return None
    await reply.whisper(say(_("Your panel is in our direct messages.")))
    return _by_message(message)


def _by_token(reply: Reply) -> Whispered:
    message = reply.interaction.message
    return Whispered(None if message is None else message.id, partial(change_by_token, reply.interaction))


def _by_message(message: discord.Message) -> Whispered:
    async def edit(screen: Screen) -> object:
        return await message.edit(view=ScreenLayout(screen), allowed_mentions=NOBODY)

    return Whispered(message.id, edit)
