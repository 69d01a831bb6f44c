"""Pings for players whose turn it is, as each prefers, and calls and invitations to a table.

A ping is a message of its own, since edits ping nobody; it is deleted once the question is answered, and
says so if the turn ended otherwise: a mention must not lead to nothing. It appears below the table and
moves what lies above it, so it is sent to nobody who plays alone with house players, where no time runs out
(TB-8), and usually to nobody who has just pressed something at the table. Who wants a direct message and
takes none is called in the channel (F-39).

Calls and invitations go once to each who can see the table. What is due was written down with the press
that asked for it (`bot/tavern/table/invitations.py`) and is taken before it is sent, so that a kill in
between loses a call rather than repeating it.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import discord

from bot.custom_ids import About, table_id
from bot.discord_io.interactions.context import NOBODY, UNSENT
from bot.discord_io.messages.rendering import WITHOUT, button_view, ids_of, mentions, posted, with_mentions
from bot.discord_io.notifications.direct_messages import DirectMessages
from bot.front.page_links import PageLinks
from bot.front.render import table_link
from bot.screens.core.presenter import link
from bot.screens.core.screen import Button, Screen
from bot.screens.server import personal as screens
from bot.tavern.deadlines import Deadlines
from bot.tavern.table.table_state import TableState
from bot.tavern.table_service import TableService
from bot.text.translate import _, shown, speaking
from games.engine.core.game import Seat
from storage.people import invite_preferences
from storage.people.preferences import Pings
from storage.play.postings import is_server

log = logging.getLogger(__name__)

LATE_SECONDS = 20.0
"""Seconds after the question that somebody is called late."""
HERE_SECONDS = 40.0
"""Seconds after a press at the table until anybody is called late: a third of the usual turn is left."""


@dataclass(frozen=True, slots=True)
class _Question:
    """A question put to a person: the table, the seat, and the question's number."""

    table: int
    seat: Seat
    number: int
    player: int


class TurnPings:
    """Pings people on their turn."""

    def __init__(self, client: discord.Client, tavern: TableService, way_in: PageLinks) -> None:
        self._client = client
        self._tavern = tavern
        self._way_in = way_in
        self._direct = DirectMessages(client, tavern)
        self._asked: dict[int, set[_Question]] = {}
        self._noted: dict[int, int] = {}
        """The revision in which a table's questions were noted, by table."""
        self._pressed: dict[int, dict[int, float]] = {}
        """When each person last pressed something, by table."""
        self._sent: dict[_Question, discord.Message] = {}
        self.clock: Deadlines[_Question] = Deadlines(tavern.now, self._call)
        """Rings for those who are called late."""

    async def note(self, state: TableState, *, by: int | None) -> None:
        """Note whose turn it is now; `by` has just pressed and is not pinged at once."""
        if not self._tavern.serving.has(state.stored.server):
            return
        table, asked, now = state.table.id, _questions(state), self._tavern.now()
        pressed = self._pressed.setdefault(table, {})
        if by is not None:
            pressed[by] = now
        if state.is_over:
            del self._pressed[table]
        if state.stored.revision < self._noted.get(table, 0):
            return
        before = self._asked.pop(table, set())
        self._noted.pop(table, None)
        if asked:
            self._asked[table], self._noted[table] = asked, state.stored.revision
        for question in before - asked:
            self.clock.set(question, None)
            await self._end(state, question, is_answered=question.player == by)
        for question in asked - before:
            choice = state.preferences_of(question.player).pings
            if choice == "late":
                here_until = pressed.get(question.player, now - HERE_SECONDS) + HERE_SECONDS
                self.clock.set(question, max(now + LATE_SECONDS, here_until))
            elif choice in ("at_once", "dm") and question.player != by:
                self.clock.set(question, now)

    async def _call(self, question: _Question) -> None:
        state = await self._tavern.look(question.table)
        if question not in _questions(state) or not self._tavern.serving.is_sure():
            return
        choice = state.preferences_of(question.player).pings
        try:
            message = await self._by_dm(state, question) if choice == "dm" else None
            self._sent[question] = message or await self._in_channel(state, question, choice)
        except UNSENT as unsent:
            log.info("a player could not be called: %s", unsent)
        if question not in self._asked.get(question.table, ()):
            # It was answered while the ping was being sent.
            await self._end(state, question, is_answered=True)

    async def _by_dm(self, state: TableState, question: _Question) -> discord.Message | None:
        preferred = state.preferences_of(question.player)
        with speaking(preferred.language_in(state.settings.language)):
            words = _("Your turn: {table}").format(table=table_link(state))
            sent: dict[str, Any] = {"content": words}
            if page := self._way_in.link(state.stored):
                sent["view"] = button_view(Button(_("Open the table"), page, is_link=True))
        return await self._direct.write(question.player, **sent)

    async def _in_channel(self, state: TableState, question: _Question, choice: Pings) -> discord.Message:
        channel = self._client.get_partial_messageable(state.stored.channel, guild_id=state.stored.server)
        with speaking(state.settings.language):
            words = _("Your turn, {player}: {table}")
            said = words.format(player=f"<@{question.player}>", table=table_link(state))
            if choice == "dm":
                why = _("I can’t write to you: `/me preferences` says why.")
                said += f"\n-# {with_mentions(why, ids_of(self._client))}"
            sent: dict[str, Any] = {"content": said}
            if self._way_in.activity:
                sent["view"] = button_view(Button(_("Open the table"), table_id(state.id, "open")))
        only = discord.AllowedMentions(everyone=False, roles=False, users=[discord.Object(question.player)])
        return await channel.send(**sent, allowed_mentions=only)

    async def _end(self, state: TableState, question: _Question, *, is_answered: bool) -> None:
        """Take a call back that was answered; say of another that its turn is over."""
        message = self._sent.pop(question, None)
        if message is None:
            return
        with contextlib.suppress(*UNSENT):
            if is_answered:
                await message.delete()
            else:
                await message.edit(content=_over(state, question, message))


def _over(state: TableState, question: _Question, message: discord.Message) -> str:
    language = state.settings.language
    if isinstance(message.channel, discord.DMChannel):
        with speaking(state.preferences_of(question.player).language_in(language)):
            return _("This turn is over: {table}").format(table=table_link(state))
    with speaking(language):
        words = _("This turn is over, {player}: {table}")
        return words.format(player=f"<@{question.player}>", table=table_link(state))


def _questions(state: TableState) -> set[_Question]:
    """The questions to which people may be called: none where nobody is kept waiting, or can be reached."""
    view = state.view(None)
    if not view.has_clock or not is_server(state.stored.server):
        return set()
    asked = ((each, view.place(each.seat).player) for each in view.questions)
    return {_Question(view.id, each.seat, each.number, player) for each, player in asked if player}


class TableCalls:
    """Sends what a table's host has called for."""

    def __init__(self, client: discord.Client, tavern: TableService) -> None:
        self._client = client
        self._tavern = tavern
        self._direct = DirectMessages(client, tavern)

    async def deliver(self, state: TableState) -> int:
        """Send all that is due for a table; how many people it reached."""
        due = await self._tavern.database.write(lambda tx: invite_preferences.take(tx, state.id))
        invited = [player for player, kind in due.items() if kind == "invited"]
        members = {
            player: member
            for player, kind in due.items()
            if kind != "invited" and (member := await self._member(state, player)) is not None
        }
        called = [player for player in members if due[player] == "ping"]
        reached = 0
        with speaking(state.settings.language):
            if invited:
                reached += await self._post(state, screens.invitation_screen(*_of(state), invited))
            if called:
                reached += await self._post(state, screens.call_screen(*_of(state), called, _stop(state)))
            for player, member in members.items():
                if due[player] == "dm":
                    reached += await self._write(state, member)
        return reached

    async def blind(self, server: int, channel: int, people: Iterable[int]) -> tuple[int, ...]:
        """Return the users who can't see a channel or have left its server."""
        asked = tuple(people)
        seeing = await asyncio.gather(*(self._sees(server, channel, each) for each in asked))
        return tuple(player for player, sees in zip(asked, seeing, strict=True) if not sees)

    async def _sees(self, server: int, channel: int, player: int) -> bool:
        """Return True if somebody can see a channel, or nobody can tell."""
        guild = self._client.get_guild(server)
        place = None if guild is None else guild.get_channel_or_thread(channel)
        if guild is None or place is None:
            return True
        try:
            member = await guild.fetch_member(player)
        except discord.NotFound:
            return False
        except UNSENT as unsent:
            log.info("a member could not be looked up: %s", unsent)
            return True
        # A mention brings somebody into a private thread, if they can see where it hangs.
        return place.permissions_for(member).view_channel

    async def call_role(self, state: TableState, role: int) -> bool:
        """Mention a role instead; whether that could be sent."""
        with speaking(state.settings.language):
            screen = screens.role_call(*_of(state), role)
        only = discord.AllowedMentions(everyone=False, users=False, roles=[discord.Object(role)])
        return await self._send(state, screen, only)

    async def _post(self, state: TableState, screen: Screen) -> int:
        """Call in the channel; how many people that reached."""
        if await self._send(state, screen, mentions(screen)):
            return len(screen.pings)
        for player in screen.pings:
            await self._miss(state, player)
        return 0

    async def _send(self, state: TableState, screen: Screen, only: discord.AllowedMentions) -> bool:
        channel = self._client.get_partial_messageable(state.stored.channel, guild_id=state.stored.server)
        try:
            await channel.send(**posted(screen, WITHOUT), allowed_mentions=only)
        except UNSENT as unsent:
            log.info("a table's players could not be called: %s", unsent)
            return False
        return True

    async def _write(self, state: TableState, member: discord.Member) -> int:
        preferred = await self._tavern.preferences(member.id)
        with speaking(preferred.language_in(state.settings.language)):
            screen = screens.call_message(*_of(state), _stop(state))
        try:
            message = await self._direct.write(member.id, **posted(screen, WITHOUT), allowed_mentions=NOBODY)
        except UNSENT as unsent:
            log.info("a player could not be called: %s", unsent)
            message = None
        if message is None:
            await self._miss(state, member.id)
        return int(message is not None)

    async def _miss(self, state: TableState, player: int) -> None:
        await self._tavern.database.write(lambda tx: invite_preferences.miss(tx, state.id, player))

    async def _member(self, state: TableState, player: int) -> discord.Member | None:
        """Return a member who can see the table and may play there (TB-23); None for others.

        The wishes of a user who has left the server are deleted.
        """
        server = state.stored.server
        guild = self._client.get_guild(server)
        channel = None if guild is None else guild.get_channel_or_thread(state.stored.channel)
        if guild is None or channel is None:
            return None
        try:
            member = await guild.fetch_member(player)
        except discord.NotFound:
            await self._tavern.database.write(lambda tx: invite_preferences.unwish(tx, server, player))
            return None
        except UNSENT as unsent:
            log.info("a member could not be looked up: %s", unsent)
            return None
        role = state.settings.player_role
        is_admitted = not role or any(each.id == role for each in member.roles)
        # Of a private thread nobody can say who is in it.
        is_closed = isinstance(channel, discord.Thread) and channel.is_private()
        sees = not is_closed and channel.permissions_for(member).view_channel
        return member if is_admitted and sees else None


def _of(state: TableState) -> tuple[str, str, str | None]:
    host = next((each.name for each in state.table.seats if each.player == state.table.terms.host), "")
    return shown(host), _(state.game.title), link(state.stored)


def _stop(state: TableState) -> About:
    return About(state.stored.server, state.game.key)
