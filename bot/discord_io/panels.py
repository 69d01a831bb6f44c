"""Private panels: each player's own cards and buttons, ephemeral or by direct message.

A panel is opened by one press and refreshed in place while it can be reached: an ephemeral
one as long as its interaction's token lives, one in a direct message as long as it exists.
"""

from __future__ import annotations

import logging
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field

import discord

from bot.discord_io.rendering import Layout
from bot.discord_io.reply import NOBODY, UNSENT, Reply, Whispered
from bot.screens.core.notes import refusal
from bot.screens.core.screen import Screen, say
from bot.screens.table.panel import PANEL_TABLES_MAX, panel_screen
from bot.screens.table.parts import Scene
from bot.tavern.table_state import TableState
from bot.tavern.tables import Tavern
from bot.text.translate import _, language, speaking

log = logging.getLogger(__name__)

PANELS_MAX = 2000
TOKEN_SECONDS = 14 * 60

Cut = Callable[[TableState, int], Scene]


@dataclass(slots=True)
class _Panel:
    """An open panel: which tables it shows, what it looks like, and how it is changed."""

    tables: tuple[int, ...]
    looks: int
    sent: Whispered
    until: float | None
    order: str = ""
    """In which of the game's orders the cards are shown; it lasts as long as the panel does."""
    language: str = field(default_factory=language.get)
    """That of its owner, whoever changes the table: theirs was in force when it was opened."""
    revisions: dict[int, int] = field(default_factory=dict)
    """The newest state of each table that it was changed to show."""
    wanted: Screen | None = None
    """What it is to look like, as soon as the change underway has been made."""
    is_changing: bool = False


class Panels:
    """All open panels. `cut` makes the scene of a table for one player."""

    def __init__(self, tavern: Tavern, cut: Cut) -> None:
        self._tavern = tavern
        self._cut = cut
        self._open: OrderedDict[int, _Panel] = OrderedDict()

    async def open(self, reply: Reply, first: int | None, *, by_dm: bool) -> None:
        """Show a player where they want it the panel for this channel, one table first."""
        interaction = reply.interaction
        player = interaction.user.id
        states = await self._seats(reply, first)
        if not states:
            await reply.whisper(refusal(_("You have no seat at a table in this channel.")))
            return
        order = self._order(player)
        screen = self._screen(states, player, order)
        if by_dm and await self._open_dm(reply, player, states, screen):
            return
        sent = await reply.whisper(screen)
        if sent is not None:
            self._remember(player, states, screen, sent, self._tavern.now() + TOKEN_SECONDS)
            await self._catch_up(states)

    def is_open(self, player: int, table: int) -> bool:
        """Whether a player has a panel of that table before them."""
        panel = self._open.get(player)
        return (
            panel is not None
            and table in panel.tables
            and (panel.until is None or panel.until >= self._tavern.now())
        )

    async def answer(self, reply: Reply, state: TableState, order: str | None = None) -> None:
        """Answer a press on a panel by changing it; with an order, the cards are shown in that."""
        player = reply.interaction.user.id
        panel = self._open.get(player)
        # The panel that was pressed may be an older one, for the tables of another channel.
        tables = panel.tables if panel and state.table.id in panel.tables else (state.table.id,)
        shown = [state if each == state.table.id else await self._tavern.look(each) for each in tables]
        if order is None:
            order = self._order(player)
        screen = self._screen(shown, player, order)
        await reply.update(screen)
        message = reply.interaction.message
        if reply.interaction.guild_id is None and message is not None:
            # A direct message outlives the token of the press.
            self._remember(player, shown, screen, _by_message(message), None)
        else:
            until = self._tavern.now() + TOKEN_SECONDS
            self._remember(player, shown, screen, _by_token(reply), until)
        self._open[player].order = order
        if panel is not None and panel.sent.message not in (None, self._open[player].sent.message):
            await self._put_away(panel, state.table.id)
        await self._catch_up(shown)

    async def refresh(self, state: TableState, *, but: int | None = None) -> None:
        """Bring every open panel that shows this table up to date; `but` has been answered already."""
        for place in state.table.seats:
            panel = self._open.get(place.player or 0)
            if panel is None or place.player in (None, but) or state.table.id not in panel.tables:
                continue
            if panel.until is not None and panel.until < self._tavern.now():
                del self._open[place.player]
                continue
            shown = [
                state if each == state.table.id else await self._tavern.look(each) for each in panel.tables
            ]
            with speaking(panel.language):
                screen = self._screen(shown, place.player, panel.order)
            if state.stored.revision < panel.revisions[state.table.id]:
                # While others' panels were changed a later state has come this far: never go back.
                continue
            panel.revisions[state.table.id] = state.stored.revision
            if panel.is_changing or hash(screen) != panel.looks:
                await self._change(place.player, panel, screen)

    async def _catch_up(self, shown: list[TableState]) -> None:
        """What changed while a panel was on its way is not on it, or was undone by it: show that as well."""
        for each in shown:
            now = await self._tavern.look(each.id)
            if now.stored.revision > each.stored.revision:
                await self.refresh(now)

    async def _seats(self, reply: Reply, first: int | None) -> list[TableState]:
        interaction = reply.interaction
        tables = await self._tavern.in_channel(interaction.guild_id or 0, interaction.channel_id or 0)
        sat = [
            each for each in tables if any(seat.player == interaction.user.id for seat in each.table.present)
        ]
        # The one that was pressed, then the newest.
        last = sorted(sat, key=lambda each: (each.table.id == first, each.table.id))[-PANEL_TABLES_MAX:]
        return sorted(last, key=lambda each: (each.table.id != first, each.table.id))

    def _order(self, player: int) -> str:
        panel = self._open.get(player)
        return "" if panel is None else panel.order

    def _screen(self, states: list[TableState], player: int, order: str) -> Screen:
        return panel_screen([self._cut(each, player) for each in states], order)

    async def _open_dm(self, reply: Reply, player: int, states: list[TableState], screen: Screen) -> bool:
        """Send the panel by direct message; False where none gets through, as those may be closed (F-39)."""
        try:
            message = await reply.interaction.user.send(view=Layout(screen), allowed_mentions=NOBODY)
        except UNSENT as unsent:
            log.info("a panel could not be sent by direct message: %s", unsent)
            return False
        await reply.whisper(say(_("Your panel is in our direct messages.")))
        self._remember(player, states, screen, _by_message(message), None)
        await self._catch_up(states)
        return True

    async def _put_away(self, panel: _Panel, table: int) -> None:
        """A panel in whose place another one has come, such as that of a “Yes”, offers nothing any more."""
        is_alive = panel.until is None or panel.until >= self._tavern.now()
        if table not in panel.tables or not is_alive:
            return
        try:
            await panel.sent.edit(say(_("Your panel is another message now.")))
        except UNSENT as lost:
            log.info("an older panel has gone: %s", lost)

    def _remember(
        self, player: int, states: list[TableState], screen: Screen, sent: Whispered, until: float | None
    ) -> None:
        tables = tuple(each.table.id for each in states)
        self._open[player] = _Panel(tables, hash(screen), sent, until, self._order(player))
        self._open[player].revisions = {each.table.id: each.stored.revision for each in states}
        self._open.move_to_end(player)
        if len(self._open) > PANELS_MAX:
            self._open.popitem(last=False)

    async def _change(self, player: int, panel: _Panel, screen: Screen) -> None:
        """Change a panel. Where Discord makes us wait, what came meanwhile is made up for by one change."""
        panel.wanted = screen
        if panel.is_changing:
            return
        panel.is_changing = True
        try:
            while (wanted := panel.wanted) is not None:
                panel.wanted = None
                await panel.sent.edit(wanted)
                panel.looks = hash(wanted)
        except UNSENT as lost:
            log.info("a panel has gone: %s", lost)
            if self._open.get(player) is panel:
                # A newer one may have been opened meanwhile.
                del self._open[player]
        finally:
            panel.is_changing = False


def _by_token(reply: Reply) -> Whispered:
    async def edit(screen: Screen) -> object:
        return await reply.interaction.edit_original_response(view=Layout(screen), allowed_mentions=NOBODY)

    message = reply.interaction.message
    return Whispered(None if message is None else message.id, edit)


def _by_message(message: discord.Message) -> Whispered:
    async def edit(screen: Screen) -> object:
        return await message.edit(view=Layout(screen), allowed_mentions=NOBODY)

    return Whispered(message.id, edit)
