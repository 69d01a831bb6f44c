"""Notifications to users, channels and servers that no press caused.

A person is written to directly. Whoever takes no direct messages (F-39) is not written to again until they
say so (`/me preferences`); what cannot wait for that is said in a channel instead, once.

A server that the bot has just joined is greeted, and its audit is told in a channel that it has chosen
(TB-23). A line of that was committed with what it tells of; here the lines are sent, oldest first, a
message each. Its number makes the nonce, so that one that was sent just before a kill is not sent again.
While Discord refuses a server's line, all of that server wait; the others go on.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import discord

from bot.discord_io.interactions.context import NOBODY, UNSENT, is_refused
from bot.discord_io.messages.live_messages import Lost
from bot.discord_io.messages.rendering import WITHOUT, CommandIds, ScreenLayout, clickable, mentions, posted
from bot.front.protocols import together
from bot.screens.core.screen import Screen, Text, say
from bot.screens.server.books import AuditEvent, audit_line
from bot.screens.server.management import voided_screen
from bot.screens.tournament.series_texts import trouble_note
from bot.tavern.table.table_state import TableState
from bot.tavern.table_service import TableService
from bot.tavern.tournament.tournament_service import TournamentState
from bot.text.translate import _, shown, speaking
from storage.books import audit_lines, ledger, refunds
from storage.books.audit_lines import AuditLine
from storage.db.transaction import Transaction
from storage.errors import NotAccepted, StorageError
from storage.people import bars, invite_preferences, server_settings
from storage.people.server_settings import ServerSettings
from storage.tournaments import tournaments
from storage.tournaments.series import Series

log = logging.getLogger(__name__)

CLOSED = (50007, 50278)
"""Discord's codes for somebody who takes no direct messages, or shares no server with us any more."""
AUDIT_SECONDS = 5.0
LINES_MAX = 20
"""Lines told to a server at a time, so that no server keeps the others waiting."""
AGAIN_SECONDS = 60.0
"""Delay before a refused or lost line is tried again."""


class DirectMessages:
    """Writes to people."""

    def __init__(self, client: discord.Client, tavern: TableService) -> None:
        self._client = client
        self._tavern = tavern

    async def write(self, player: int, **sent: Any) -> discord.Message | None:
        """Write to somebody; None if Discord refuses it. `UNSENT` if it got lost."""
        if (
            await self._tavern.database.read(lambda tx: invite_preferences.hours(tx, player))
        ).unreachable_at is not None:
            return None
        try:
            user = await self._client.fetch_user(player)
            return await user.send(**sent)
        except discord.HTTPException as refused:
            if not is_refused(refused):
                raise
            log.info("somebody could not be written to: %s", refused)
            if refused.code in CLOSED:
                await self._note_closed(player)
            return None

    async def tell(self, player: int, draw: Callable[[], Screen], server: int, channel: int) -> bool:
        """Tell somebody something by direct message, or in that channel; False if neither worked."""
        if player <= 0:
            # Whoever is forgotten is nobody.
            return True
        settings, preferred = await self._tavern.settings(server), await self._tavern.preferences(player)
        with speaking(preferred.language_in(settings.language)):
            sent = posted(draw(), WITHOUT)
        try:
            if await self.write(player, **sent, allowed_mentions=NOBODY) is None:
                with speaking(settings.language):
                    screen = draw()
                called = replace(screen, parts=(Text(f"<@{player}>"), *screen.parts), pings=(player,))
                await self._call(called, server, channel)
        except UNSENT as unsent:
            log.warning("a message to a person could not be delivered: %s", unsent)
            return is_refused(unsent)
        return True

    async def _call(self, screen: Screen, server: int, channel: int) -> None:
        """Call somebody in a channel; for a thread that takes no messages, next to it."""
        there = self._client.get_partial_messageable(channel, guild_id=server)
        try:
            await there.send(**posted(screen, WITHOUT), allowed_mentions=mentions(screen))
        except discord.HTTPException as refused:
            if not is_refused(refused):
                raise
            thread = await self._client.fetch_channel(channel)
            if not isinstance(thread, discord.Thread):
                raise
            await self._call(screen, server, thread.parent_id)

    async def _note_closed(self, player: int) -> None:
        at = self._tavern.now()
        try:
            await self._tavern.database.write(lambda tx: invite_preferences.note_closed(tx, player, at))
        except NotAccepted:
            log.warning("closed direct messages could not be noted")


async def tell_lost(direct: DirectMessages, state: TableState, why: Lost) -> None:
    """Tell a table's host that its channel is out of reach, or why the table rests there (F-34 to F-36)."""

    def draw() -> Screen:
        words = _lost_words(why, in_tournament=state.tournament is not None)
        return say(words.format(number=state.table.id, channel=state.stored.channel))

    await direct.tell(state.table.terms.host, draw, state.stored.server, state.stored.channel)


def _lost_words(why: Lost, *, in_tournament: bool) -> str:
    """A tournament's table is not closed by itself, and its host is the organiser."""
    if why == "deleted" and in_tournament:
        return _(
            "Something in <#{channel}> deletes table {number} each time I post it, so the table rests. "
            "Nothing is lost. If it’s another bot that cleans up there, let it spare my messages. I’ll try "
            "again every hour, or you can call the tournament off with /organise cancel."
        )
    if why == "deleted":
        return _(
            "Something in <#{channel}> deletes table {number} each time I post it, so the table rests. The "
            "stakes are safe. If it’s another bot that cleans up there, let it spare my messages. I’ll try "
            "again every hour, or a manager can close the table with /manage close."
        )
    if in_tournament:
        return _(
            "I can no longer show table {number} in <#{channel}>: the channel is gone or locked, or I lack a "
            "permission there. Nothing is lost. A manager can run /manage doctor there, or you can call the "
            "tournament off with /organise cancel."
        )
    return _(
        "I can no longer show table {number} in <#{channel}>: the channel is gone or locked, or I lack a "
        "permission there. The stakes are safe. A manager can run /manage doctor there, or close the table "
        "with /manage close."
    )


async def tell_channel_deleted(direct: DirectMessages, state: TableState) -> None:
    """Tell a table's host that its channel was deleted, which closed it (F-35)."""

    def draw() -> Screen:
        words = _(
            "The channel of table {number} was deleted, so I’ve closed the table. A hand that was under way "
            "is called off: every stake is back, and everybody’s coins are in their wallets."
        )
        return say(words.format(number=state.table.id))

    await direct.tell(state.table.terms.host, draw, state.stored.server, state.stored.channel)


async def tell_notice_deleted(direct: DirectMessages, state: TournamentState) -> None:
    """Tell an organiser that the channel of a tournament was deleted, which called it off (F-35)."""
    plan = state.stored.plan

    def draw() -> Screen:
        words = _(
            "The channel of {title} was deleted, so I’ve called the tournament off. Everybody has back what "
            "they paid to enter."
        )
        return say(words.format(title=shown(plan.title)))

    await direct.tell(plan.organiser, draw, state.stored.server, state.stored.channel)


async def tell_deleted(direct: DirectMessages, state: TournamentState) -> None:
    """Tell an organiser that somebody deletes a tournament's notice whenever it appears (F-34)."""
    plan, channel = state.stored.plan, state.stored.channel

    def draw() -> Screen:
        words = _(
            "Something in <#{channel}> deletes the notice of {title} each time I post it. The tournament "
            "goes on. If it’s another bot that cleans up there, let it spare my messages. I’ll try again "
            "every hour."
        )
        return say(words.format(title=shown(plan.title), channel=channel))

    await direct.tell(plan.organiser, draw, state.stored.server, channel)


async def tell_refused(direct: DirectMessages, state: TournamentState, error: str) -> None:
    """Tell an organiser that Discord refuses an announcement, so that they can pass it on."""
    plan, channel = state.stored.plan, state.stored.channel

    def draw() -> Screen:
        words = _(
            "Discord refused what I had to tell the players of {title} (error {number}). The notice in "
            "<#{channel}> shows who sits where and who is out: please pass it on. A manager can run "
            "/manage doctor there to see whether I lack a permission."
        )
        return say(words.format(title=shown(plan.title), number=error, channel=channel))

    await direct.tell(plan.organiser, draw, state.stored.server, channel)


async def tell_series(direct: DirectMessages, guild: discord.Guild | None, series: Series) -> bool:
    """Tell an organiser what could not be done for a series; False if it may be tried again."""
    name = "" if guild is None else guild.name
    # Whoever is not reached either way finds the same words on the panel.
    return await direct.tell(
        series.organiser, lambda: say(*trouble_note(series, name)), series.server, series.channel or 0
    )


async def tell_voided(client: discord.Client, voided: refunds.Voided, settings: ServerSettings) -> None:
    """Say in its channel that a table or tournament had to be closed, and who got what back."""
    with speaking(settings.language):
        screen = voided_screen(voided, settings.currency)
    channel = client.get_partial_messageable(voided.channel, guild_id=voided.server)
    try:
        await channel.send(view=ScreenLayout(screen), allowed_mentions=NOBODY)
    except UNSENT as unsent:
        log.warning("nobody could be told that table %d has ended: %s", voided.id, unsent)


async def greet(guild: discord.Guild, screen: Screen, ids: CommandIds) -> None:
    """Post this in the first channel that the bot may see and write to; nowhere if there is none."""
    shown = clickable(screen, ids)
    for channel in guild.text_channels:
        held = channel.permissions_for(guild.me)
        if held.view_channel and held.send_messages:
            try:
                await channel.send(view=ScreenLayout(shown), allowed_mentions=NOBODY)
            except UNSENT as unsent:
                log.info("a server could not be greeted: %s", unsent)
            return


class AuditNews:
    """Tells what waits."""

    def __init__(self, client: discord.Client, tavern: TableService) -> None:
        self._client = client
        self._tavern = tavern
        self._again_at: dict[tuple[int, int], float] = {}
        """When a server's channel is tried again that took no line."""

    async def tell(self) -> None:
        """Tell all lines that wait, those of different servers at the same time."""
        servers: dict[int, list[AuditLine]] = {}
        for line in await self._tavern.database.read(lambda tx: audit_lines.waiting(tx, LINES_MAX)):
            # Other servers' lines are told by the process whose they are, or once the bot is there again.
            if self._client.get_guild(line.server) is not None:
                servers.setdefault(line.server, []).append(line)
        await together(*map(self._tell, servers.values()))

    async def _tell(self, lines: list[AuditLine]) -> None:
        """Tell one server's lines, until one of them can't be told."""
        where, now = (lines[0].server, lines[0].channel), self._tavern.now()
        # However the clock is set, nothing waits longer than that.
        if now < self._again_at.get(where, 0) <= now + AGAIN_SECONDS:
            return
        self._again_at.pop(where, None)
        try:
            for line in lines:
                if not await self._told(line):
                    self._again_at[where] = now + AGAIN_SECONDS
                    return
        except StorageError:
            log.warning("the audit has to wait: the database takes no writes")
        except Exception:
            log.exception("a line of the audit could not be told")
            self._again_at[where] = now + AGAIN_SECONDS

    async def _told(self, line: AuditLine) -> bool:
        """Tell a line; False if it waits on."""
        event, chosen = await self._tavern.database.read(
            lambda tx: (_event(tx, line), server_settings.load(tx, line.server))
        )
        # Whom it tells of may have had themselves forgotten since.
        if event is not None:
            with speaking(chosen.language):
                words = audit_line(event, chosen.currency)
            channel = self._client.get_partial_messageable(line.channel, guild_id=line.server)
            try:
                await channel.send(words, allowed_mentions=NOBODY, nonce=f"books{line.id}")
            except UNSENT as unsent:
                log.info("a line of the audit waits: %s", unsent)
                if is_refused(unsent):
                    status, code = unsent.status, unsent.code
                    await self._tavern.database.write(lambda tx: audit_lines.refused(tx, line, status, code))
                return False
        await self._tavern.database.write(lambda tx: audit_lines.told(tx, line))
        return True


def _event(tx: Transaction, line: AuditLine) -> AuditEvent | None:
    match line.kind:
        case "transfer":
            return ledger.entry(tx, line.number)
        case "closing":
            return audit_lines.CLOSINGS.numbered(tx, line.number)
        case "bar":
            return bars.BARS.numbered(tx, line.number)
        case "tournament":
            return tournaments.ACTS.numbered(tx, line.number)
        case "change":
            return audit_lines.CHANGES.numbered(tx, line.number)
