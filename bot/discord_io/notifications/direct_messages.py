"""Notifications to users, channels and servers that no press caused.

Users get direct messages. A user who accepts none (F-39) gets no more of them until they ask for it
(`/me preferences`); an important notification is sent to a channel instead, once.

A server that the bot has just joined is greeted. A server's audit lines are posted in the channel that it has
chosen (TB-23): each was stored in the transaction that it describes, and is sent in a message of its own,
oldest first. Its id gives the nonce, so that a line sent just before a crash is not sent twice. While Discord
refuses a line, the later lines of that server wait; other servers are not affected.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import discord

from bot.discord_io.interactions.context import NOBODY, UNSENT, is_refused
from bot.discord_io.messages.posting_display import Lost
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
"""Error codes: the user accepts no direct messages, or shares no server with the bot."""
AUDIT_SECONDS = 5.0
LINES_MAX = 20
"""The maximum number of lines posted to a server in one pass, so that other servers needn't wait."""
RETRY_SECONDS = 60.0
"""The delay before a refused or lost line is sent again."""


class DirectMessages:
    """Sends direct messages, or messages in a channel instead."""

    def __init__(self, client: discord.Client, tavern: TableService) -> None:
        self._client = client
        self._tavern = tavern

    async def write(self, player: int, **arguments: Any) -> discord.Message | None:
        """Send a direct message; return None if Discord refuses it. Raises `UNSENT` if it was lost."""
        if (
            await self._tavern.database.read(lambda tx: invite_preferences.hours(tx, player))
        ).unreachable_at is not None:
            return None
        try:
            user = await self._client.fetch_user(player)
            return await user.send(**arguments)
        except discord.HTTPException as error:
            if not is_refused(error):
                raise
            log.info("somebody could not be written to: %s", error)
            if error.code in CLOSED:
                await self._note_closed(player)
            return None

    async def tell(self, player: int, draw: Callable[[], Screen], server: int, channel: int) -> bool:
        """Notify a user by direct message, or else in a channel; return False if a retry may help."""
        if player <= 0:
            # An erased user.
            return True
        settings, preferred = await self._tavern.settings(server), await self._tavern.preferences(player)
        with speaking(preferred.language_in(settings.language)):
            arguments = posted(draw(), WITHOUT)
        try:
            if await self.write(player, **arguments, allowed_mentions=NOBODY) is None:
                with speaking(settings.language):
                    screen = draw()
                with_ping = replace(screen, parts=(Text(f"<@{player}>"), *screen.parts), pings=(player,))
                await self._ping(with_ping, server, channel)
        except UNSENT as error:
            log.warning("a message to a person could not be delivered: %s", error)
            return is_refused(error)
        return True

    async def _ping(self, screen: Screen, server: int, channel: int) -> None:
        """Ping a user in a channel; if a thread accepts no messages, in its parent channel."""
        target = self._client.get_partial_messageable(channel, guild_id=server)
        try:
            await target.send(**posted(screen, WITHOUT), allowed_mentions=mentions(screen))
        except discord.HTTPException as error:
            if not is_refused(error):
                raise
            thread = await self._client.fetch_channel(channel)
            if not isinstance(thread, discord.Thread):
                raise
            await self._ping(screen, server, thread.parent_id)

    async def _note_closed(self, player: int) -> None:
        now = self._tavern.now()
        try:
            await self._tavern.database.write(lambda tx: invite_preferences.note_closed(tx, player, now))
        except NotAccepted:
            log.warning("closed direct messages could not be noted")


async def tell_lost(direct: DirectMessages, state: TableState, why: Lost) -> None:
    """Tell a table's host that its channel is unreachable, or its message always deleted (F-34 to F-36)."""

    def draw() -> Screen:
        words = _lost_words(why, in_tournament=state.tournament is not None)
        return say(words.format(number=state.table.id, channel=state.stored.channel))

    await direct.tell(state.table.terms.host, draw, state.stored.server, state.stored.channel)


def _lost_words(why: Lost, *, in_tournament: bool) -> str:
    """Return the text for a host, or for a tournament's organiser, who can only call the tournament off."""
    if why == "deleted" and in_tournament:
        return _(
            "Something in <#{channel}> deletes table {number} each time I post it, so the table rests. "
            "Nothing is lost. If it’s another bot that cleans up there, make it leave my messages alone. "
            "I’ll try again every hour, or you can call the tournament off with /organise cancel."
        )
    if why == "deleted":
        return _(
            "Something in <#{channel}> deletes table {number} each time I post it, so the table rests. The "
            "stakes are safe. If it’s another bot that cleans up there, make it leave my messages alone. "
            "I’ll try again every hour, or a manager can close the table with /manage close."
        )
    if in_tournament:
        return _(
            "I can no longer show table {number} in <#{channel}>: the channel is gone or locked, or I’m "
            "missing a permission there. Nothing is lost. A manager can run /manage doctor there, or you "
            "can call the tournament off with /organise cancel."
        )
    return _(
        "I can no longer show table {number} in <#{channel}>: the channel is gone or locked, or I’m "
        "missing a permission there. The stakes are safe. A manager can run /manage doctor there, or close "
        "the table with /manage close."
    )


async def tell_channel_deleted(
    direct: DirectMessages, host: int, number: int, place: tuple[int, int]
) -> None:
    """Tell a table's host that its channel was deleted, which closed it (F-35)."""

    def draw() -> Screen:
        words = _(
            "The channel of table {number} was deleted, so I’ve closed the table. A hand that was under "
            "way has been called off: every stake has been returned, and everybody’s coins are in their "
            "wallets."
        )
        return say(words.format(number=number))

    await direct.tell(host, draw, *place)


async def tell_notice_deleted(
    direct: DirectMessages, organiser: int, title: str, place: tuple[int, int]
) -> None:
    """Tell an organiser that the channel of a tournament was deleted, which called it off (F-35)."""

    def draw() -> Screen:
        words = _(
            "The channel of {title} was deleted, so I’ve called the tournament off. Everybody got back "
            "what they paid to enter."
        )
        return say(words.format(title=shown(title)))

    await direct.tell(organiser, draw, *place)


async def tell_deleted(direct: DirectMessages, state: TournamentState) -> None:
    """Tell an organiser that somebody deletes a tournament's notice each time (F-34)."""
    plan, channel = state.stored.plan, state.stored.channel

    def draw() -> Screen:
        words = _(
            "Something in <#{channel}> deletes the notice of {title} each time I post it. The tournament "
            "goes on. If it’s another bot that cleans up there, make it leave my messages alone. I’ll try "
            "again every hour."
        )
        return say(words.format(title=shown(plan.title), channel=channel))

    await direct.tell(plan.organiser, draw, state.stored.server, channel)


async def tell_refused(direct: DirectMessages, state: TournamentState, error: str) -> None:
    """Tell an organiser that Discord refuses an announcement, so that they can tell the players."""
    plan, channel = state.stored.plan, state.stored.channel

    def draw() -> Screen:
        words = _(
            "Discord refused what I had to tell the players of {title} (error {number}). The notice in "
            "<#{channel}> shows who sits where and who is out: please pass it on. A manager can run "
            "/manage doctor there to see whether I’m missing a permission."
        )
        return say(words.format(title=shown(plan.title), number=error, channel=channel))

    await direct.tell(plan.organiser, draw, state.stored.server, channel)


async def tell_series(direct: DirectMessages, guild: discord.Guild | None, series: Series) -> bool:
    """Tell an organiser about a series' trouble; return False if a retry may help."""
    name = "" if guild is None else guild.name
    # An organiser who can't be notified reads the same text on the series' panel.
    return await direct.tell(
        series.organiser, lambda: say(*trouble_note(series, name)), series.server, series.channel or 0
    )


async def tell_voided(client: discord.Client, voided: refunds.Voided, settings: ServerSettings) -> None:
    """Post in its channel that a table or tournament had to be closed, and the refunds."""
    with speaking(settings.language):
        screen = voided_screen(voided, settings.currency)
    channel = client.get_partial_messageable(voided.channel, guild_id=voided.server)
    try:
        await channel.send(view=ScreenLayout(screen), allowed_mentions=NOBODY)
    except UNSENT as unsent:
        log.warning("nobody could be told that table %d has ended: %s", voided.id, unsent)


async def greet(guild: discord.Guild, screen: Screen, ids: CommandIds) -> None:
    """Post a screen in the first channel that the bot may see and write to, if there is one."""
    shown = clickable(screen, ids)
    for channel in guild.text_channels:
        permissions = channel.permissions_for(guild.me)
        if permissions.view_channel and permissions.send_messages:
            try:
                await channel.send(view=ScreenLayout(shown), allowed_mentions=NOBODY)
            except UNSENT as unsent:
                log.info("a server could not be greeted: %s", unsent)
            return


class AuditNews:
    """Posts waiting audit lines."""

    def __init__(self, client: discord.Client, tavern: TableService) -> None:
        self._client = client
        self._tavern = tavern
        self._retry_at: dict[tuple[int, int], float] = {}
        """The time of the next attempt after a failure, by server and channel."""

    async def tell(self) -> None:
        """Post all waiting lines, for different servers concurrently."""
        servers: dict[int, list[AuditLine]] = {}
        for line in await self._tavern.database.read(lambda tx: audit_lines.waiting(tx, LINES_MAX)):
            # Another process serves the other servers, or the bot was removed from them.
            if self._client.get_guild(line.server) is not None:
                servers.setdefault(line.server, []).append(line)
        await together(*map(self._tell, servers.values()))

    async def _tell(self, lines: list[AuditLine]) -> None:
        """Post one server's lines, until one of them fails."""
        target, now = (lines[0].server, lines[0].channel), self._tavern.now()
        # The second bound holds if the clock is set back.
        if now < self._retry_at.get(target, 0) <= now + RETRY_SECONDS:
            return
        self._retry_at.pop(target, None)
        try:
            for line in lines:
                if not await self._post(line):
                    self._retry_at[target] = now + RETRY_SECONDS
                    return
        except StorageError:
            log.warning("the audit has to wait: the database takes no writes")
        except Exception:
            log.exception("a line of the audit could not be told")
            self._retry_at[target] = now + RETRY_SECONDS

    async def _post(self, line: AuditLine) -> bool:
        """Post a line; return False if that failed."""
        event, settings = await self._tavern.database.read(
            lambda tx: (_event(tx, line), server_settings.load(tx, line.server))
        )
        # The event is gone if its user was erased since.
        if event is not None:
            with speaking(settings.language):
                words = audit_line(event, settings.currency)
            channel = self._client.get_partial_messageable(line.channel, guild_id=line.server)
            try:
                await channel.send(words, allowed_mentions=NOBODY, nonce=f"books{line.id}")
            except UNSENT as error:
                log.info("a line of the audit waits: %s", error)
                if is_refused(error):
                    status, code = error.status, error.code
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
