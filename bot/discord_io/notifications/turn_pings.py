"""Pings for players whose turn it is, as each prefers, and calls and invitations to a table.

Edits ping nobody. A table's message that has to be posted anew, because it is old or buried, waits for the
next ping, and pings itself. Otherwise a ping is a message of its own, since nobody wants what they look at to
move. It is deleted once the player has answered; if the turn ended otherwise, the message says so, because a
mention must not lead to nothing. A ping moves the table up in the channel. So players alone with house
players get none, since their time never runs out (TB-8), and usually neither do players who have just pressed
something at the table. A player who prefers direct messages but accepts none is pinged in the channel (F-39).
At a slow table a second message reminds of a turn, or one message a day tells of all turns, as the player
prefers (TB-8).

Calls and invitations are sent once to each user who can see the table. They are stored by the press that
caused them (`bot/tavern/table/invitations.py`) and deleted before they are sent, so that a crash in between
loses a call rather than repeating it.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
from collections import defaultdict
from collections.abc import Awaitable, Callable, Collection, Iterable
from functools import partial
from typing import Any

import discord

from bot.custom_ids import About, table_id
from bot.discord_io.interactions.context import NOBODY, UNSENT, is_refused
from bot.discord_io.messages.live_messages import NONCE_LENGTH, LiveMessages
from bot.discord_io.messages.posting_display import CallToAll
from bot.discord_io.messages.rendering import WITHOUT, button_view, ids_of, mentions, posted, with_mentions
from bot.discord_io.notifications.direct_messages import DirectMessages
from bot.front.page_links import PageLinks
from bot.front.protocols import together
from bot.front.render import table_link
from bot.screens.core.presenter import link
from bot.screens.core.screen import Button, Screen
from bot.screens.server import personal as screens
from bot.screens.table.waiting import waiting_screen
from bot.tavern.deadlines import Deadlines
from bot.tavern.table.invitations import next_time
from bot.tavern.table.table_state import TableState
from bot.tavern.table.waiting import WaitingTable
from bot.tavern.table_service import TableService
from bot.text.translate import _, shown, speaking
from games.engine.core.errors import UserError
from games.engine.table.pace import SLOW_SECONDS
from games.engine.table.play import turn_over_at
from games.engine.table.table_talk import is_paused
from storage.db.transaction import Transaction
from storage.errors import StorageError
from storage.people import invite_preferences
from storage.people.preferences import Pings
from storage.play import turn_calls
from storage.play.postings import is_server
from storage.play.turn_calls import AskedTurn, CallKind, CallPlace, TurnCall

log = logging.getLogger(__name__)

CALL_SECONDS = 60.0
"""The interval in seconds at which this process checks for due calls that it was not notified of."""
LONG_SECONDS = 3600
"""For turns of at least this length players are pinged only during the hours they have chosen."""
ALL = "calls"
"""The key of the only timer, which serves all calls."""


class TurnPings:
    """Pings players on their turn; due and sent pings are stored with the table (`turn_calls.py`)."""

    def __init__(
        self,
        client: discord.Client,
        tavern: TableService,
        page_links: PageLinks,
        waiting_for: Callable[[int], Awaitable[list[WaitingTable]]],
        messages: LiveMessages[TableState],
    ) -> None:
        self._client = client
        self._tavern = tavern
        self._page_links = page_links
        self._waiting_for = waiting_for
        self._messages = messages
        self._direct = DirectMessages(client, tavern)
        self._in_progress: set[tuple[AskedTurn, CallKind]] = set()
        """The turns whose message is being sent or deleted."""
        self._timer_at: float | None = None
        self.clock: Deadlines[str] = Deadlines(tavern.now, lambda _key: self.look())
        """Calls `look` when the next ping is due."""

    async def note(self, state: TableState, *, by: int | None = None) -> None:  # noqa: ARG002
        """End the pings of turns that are over, and schedule those of current turns."""
        if not self._tavern.serving.has(state.stored.server) or not is_server(state.stored.server):
            return
        if ended := [each for each in state.calls if each.ending is not None]:
            await self._process(ended)
        self._schedule(min((each.call_at for each in state.calls if each.call_at is not None), default=None))

    async def look(self) -> None:
        """Send all due pings, end pings of turns that are over, and set the timer for the next."""
        database, shards = self._tavern.database, self._tavern.serving.lease.shards
        now, self._timer_at = self._tavern.now(), None
        try:
            if self._tavern.serving.is_sure():
                calls = await database.read(lambda tx: turn_calls.due(tx, now, shards))
                by_table: defaultdict[int, list[TurnCall]] = defaultdict(list)
                for each in calls:
                    by_table[each.table_id].append(each)
                await together(*map(self._process, by_table.values()))
            self._schedule(await database.read(lambda tx: turn_calls.next_at(tx, now, shards)))
        except StorageError as error:
            log.info("turn calls have to wait: %s", error)

    def _schedule(self, due_at: float | None) -> None:
        """Set the timer to that time, unless it is set to an earlier one."""
        if due_at is not None and (self._timer_at is None or due_at < self._timer_at):
            self._timer_at = due_at
            self.clock.set(ALL, due_at)

    async def _process(self, calls: Collection[TurnCall]) -> None:
        """Send the messages about turns at one table, or end them, unless that is in progress."""
        new = {key: each for each in calls if (key := (each.asked, each.kind)) not in self._in_progress}
        self._in_progress |= new.keys()
        try:
            await together(*(self._end(each) for each in new.values() if each.message is not None))
            await self._call([each for each in new.values() if each.message is None])
        except UNSENT as error:
            log.info("players could not be called: %s", error)
        finally:
            self._in_progress -= new.keys()

    async def _state(self, table: int) -> TableState | None:
        """Return a table's state; None if it can't be read."""
        try:
            return await self._tavern.look(table)
        except UserError:
            return None

    async def _call(self, calls: Collection[TurnCall]) -> None:
        """Ping players of one table, all in its own message if that moves anyway."""
        taken = [each for call in calls if (each := await self._take(call)) is not None]
        if not taken or (state := await self._state(taken[0].table_id)) is None:
            return
        in_one_message = [each for each in taken if _is_in_message(state, each)]
        if in_one_message and await self._in_table_message(state, in_one_message):
            taken = [each for each in taken if each not in in_one_message]
        await together(*(self._send(state, each) for each in taken))

    async def _take(self, call: TurnCall) -> TurnCall | None:
        """Note that a message is about to be sent; return the call, or None if none is wanted, or not yet."""
        state = await self._state(call.table_id)
        choice = "never" if state is None else state.preferences_of(call.player).pings
        is_unwanted = choice == "never" and call.kind != "daily"
        if state is None or (is_unwanted and call.way is None):
            await self._write(call, turn_calls.note_refused)
            return None
        if call.way is None and await self._delay(state, call):
            return None
        way: CallPlace = "dm" if choice == "dm" or call.kind == "daily" else "channel"
        return await self._tavern.database.write(lambda tx: turn_calls.take(tx, call, way), call.table_id)

    async def _in_table_message(self, state: TableState, calls: Collection[TurnCall]) -> bool:
        """Ping players by the table's message; return False if it stays where it is."""

        def note(tx: Transaction, channel: int, message: int) -> None:
            for each in calls:
                turn_calls.note_sent(tx, each, "channel", channel, message)

        try:
            return await self._messages.call(state, CallToAll([each.player for each in calls], note))
        except discord.HTTPException as error:
            if not is_refused(error):
                raise
            return False

    async def _send(self, state: TableState, call: TurnCall) -> None:
        """Send a message of its own; if it was sent just before a crash, by its nonce Discord returns it."""
        choice = state.preferences_of(call.player).pings
        try:
            if call.kind == "daily" and await self._tell_all(state, call):
                return
            message = await self._by_dm(state, call) if call.way == "dm" and call.kind != "daily" else None
            way: CallPlace = "channel" if message is None else "dm"
            message = message or await self._in_channel(state, call, "dm" if call.kind == "daily" else choice)
        except discord.HTTPException as error:
            if not is_refused(error):
                raise
            log.info("a player could not be called: %s", error)
            await self._write(call, turn_calls.note_refused)
            return
        sent = way, message.channel.id, message.id
        current = await self._tavern.database.write(
            lambda tx: turn_calls.note_sent(tx, call, *sent), call.table_id
        )
        if current is not None and current.ending is not None:
            # The turn ended while the ping was being sent.
            await self._end(current)

    async def _delay(self, state: TableState, call: TurnCall) -> bool:
        """Postpone a long turn's ping to the player's hours; return False if it may be sent now (TB-8)."""
        if state.table.terms.turn_seconds < LONG_SECONDS:
            return False
        now = self._tavern.now()
        if call.kind == "reminder":
            first, last = _reminder_times(state, now)
            if now > last:
                # No reminder comes while the time bank runs.
                await self._write(call, turn_calls.note_refused)
                return True
            if now < first:
                await self._write(call, partial(turn_calls.delay, call_at=first))
                return True
        hours = await self._tavern.database.read(lambda tx: invite_preferences.hours(tx, call.player))
        call_at = next_time(hours, now)
        if call_at > now:
            await self._write(call, partial(turn_calls.delay, call_at=call_at))
        return call_at > now

    async def _tell_all(self, state: TableState, call: TurnCall) -> bool:
        """Send a user the list of all their turns; return False if that failed."""
        tables = await self._waiting_for(call.player)
        at = self._tavern.now()
        if call.ending is None and any(each.is_mine for each in tables):
            preferred = state.preferences_of(call.player)
            with speaking(preferred.language_in(state.settings.language)):
                sent = posted(waiting_screen(tables), WITHOUT)
            told = await self._direct.write(call.player, **sent, nonce=_nonce(call), allowed_mentions=NOBODY)
            await self._tavern.database.write(lambda tx: turn_calls.note_told(tx, call.player, at))
            return told is not None
        await self._write(call, turn_calls.note_refused)
        return True

    async def _by_dm(self, state: TableState, call: TurnCall) -> discord.Message | None:
        preferred = state.preferences_of(call.player)
        with speaking(preferred.language_in(state.settings.language)):
            words = _("Your turn: {table}").format(table=table_link(state))
            if call.kind == "reminder":
                words = _("Still your turn, and time is up {until}: {table}")
                words = words.format(until=_until(state), table=table_link(state))
            arguments: dict[str, Any] = {"content": words, "nonce": _nonce(call)}
            if page := self._page_links.link(state.stored):
                arguments["view"] = button_view(Button(_("Open the table"), page, is_link=True))
        return await self._direct.write(call.player, **arguments)

    async def _in_channel(self, state: TableState, call: TurnCall, choice: Pings) -> discord.Message:
        channel = self._client.get_partial_messageable(state.stored.channel, guild_id=state.stored.server)
        with speaking(state.settings.language):
            words = _("Your turn, {player}: {table}")
            if call.kind == "reminder":
                words = _("Still your turn, {player}, and time is up {until}: {table}")
            named = {"player": f"<@{call.player}>", "until": _until(state), "table": table_link(state)}
            text = words.format(**named)
            if choice == "dm":
                why = _("I can’t write to you: `/me preferences` says why.")
                text += f"\n-# {with_mentions(why, ids_of(self._client))}"
            arguments: dict[str, Any] = {"content": text, "nonce": _nonce(call)}
            if self._page_links.activity:
                arguments["view"] = button_view(Button(_("Open the table"), table_id(state.id, "open")))
        ping = discord.AllowedMentions(everyone=False, roles=False, users=[discord.Object(call.player)])
        # If the turn is over, the message is sent only to learn its id and delete it, so it pings nobody.
        return await channel.send(**arguments, allowed_mentions=ping if call.ending is None else NOBODY)

    async def _end(self, call: TurnCall) -> None:
        """Delete the ping of an answered turn, or edit it to say that the turn is over."""
        if call.channel is None or call.message is None or call.ending is None:
            return
        state = await self._state(call.table_id)
        if state is not None and state.stored.message == call.message:
            # The table's message shows how the turn ended.
            await self._write(call, turn_calls.take_back)
            return
        server = None if call.way == "dm" or state is None else state.stored.server
        place = self._client.get_partial_messageable(call.channel, guild_id=server)
        message = place.get_partial_message(call.message)
        try:
            if state is None or call.ending == "answered" or call.player < 0 or call.kind == "reminder":
                await message.delete()
            else:
                await message.edit(content=_over(state, call))
        except discord.HTTPException as error:
            if not is_refused(error):
                raise
            log.info("a call could not be taken back: %s", error)
        await self._write(call, turn_calls.take_back)

    async def _write(self, call: TurnCall, change: Callable[[Transaction, TurnCall], None]) -> None:
        await self._tavern.database.write(lambda tx: change(tx, call), call.table_id)


def is_called(state: TableState, until: float, is_shown: bool) -> bool:  # noqa: FBT001
    """Return True if somebody is called by then by the table's message, and the message may wait for it.

    It may at a slow table, and elsewhere if it shows the state.
    """
    if not is_shown and state.table.terms.turn_seconds < SLOW_SECONDS:
        return False
    waiting = (each for each in state.calls if each.message is None and each.way is None)
    due = (each for each in waiting if each.call_at is not None and each.call_at <= until)
    return any(_is_in_message(state, each) for each in due)


def _is_in_message(state: TableState, call: TurnCall) -> bool:
    """Return True if the table's own message can ping a player; it can't remind, and is no direct message."""
    pings = state.preferences_of(call.player).pings
    is_open = call.ending is None and call.kind == "turn"
    return is_open and call.way != "dm" and pings not in ("dm", "never")


def _nonce(call: TurnCall) -> str:
    """Return the nonce by which Discord recognises a repeated message."""
    identity = f"{call.kind} {call.table_id} {call.seat} {call.question} {call.player}"
    return hashlib.sha256(identity.encode()).hexdigest()[:NONCE_LENGTH]


def _reminder_times(state: TableState, at: float) -> tuple[float, float]:
    """Return the first and last moment for a reminder; while the table is paused, when the pause ends."""
    table, due_at = state.table, state.stored.due_at or at
    if is_paused(table):
        return due_at, due_at
    over_at = turn_over_at(table, state.game, due_at)
    # Deadlines are rounded up, but reminders are due by the exact time.
    first = over_at - (1 - turn_calls.REMINDED_PART) * table.terms.turn_seconds - table.terms.pace.rounded * 2
    return first, over_at


def _until(state: TableState) -> str:
    over_at = turn_over_at(state.table, state.game, state.stored.due_at or 0.0)
    return f"<t:{int(over_at)}:R>"


def _over(state: TableState, call: TurnCall) -> str:
    language = state.settings.language
    if call.way == "dm":
        with speaking(state.preferences_of(call.player).language_in(language)):
            return _("This turn is over: {table}").format(table=table_link(state))
    with speaking(language):
        words = _("This turn is over, {player}: {table}")
        return words.format(player=f"<@{call.player}>", table=table_link(state))


class TableCalls:
    """Sends a table's calls and invitations."""

    def __init__(self, client: discord.Client, tavern: TableService) -> None:
        self._client = client
        self._tavern = tavern
        self._direct = DirectMessages(client, tavern)

    async def deliver(self, state: TableState) -> int:
        """Send all due calls and invitations of a table; return the number of users reached."""
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
                reached += await self._post(
                    state, screens.invitation_screen(*_host_game_link(state), invited)
                )
            if called:
                reached += await self._post(
                    state, screens.call_screen(*_host_game_link(state), called, _stop_button(state))
                )
            for player, member in members.items():
                if due[player] == "dm":
                    reached += await self._write(state, member)
        return reached

    async def unable_to_see(self, server: int, channel: int, people: Iterable[int]) -> tuple[int, ...]:
        """Return the users who can't see a channel or have left its server, and bots."""
        players = tuple(people)
        visible = await asyncio.gather(*(self._sees(server, channel, each) for each in players))
        return tuple(player for player, sees in zip(players, visible, strict=True) if not sees)

    async def _sees(self, server: int, channel: int, player: int) -> bool:
        """Return True if a user can see a channel, or if that is unknown."""
        guild = self._client.get_guild(server)
        target = None if guild is None else guild.get_channel_or_thread(channel)
        if guild is None or target is None:
            return True
        try:
            member = await guild.fetch_member(player)
        except discord.NotFound:
            return False
        except UNSENT as unsent:
            log.info("a member could not be looked up: %s", unsent)
            return True
        # A mention adds a user to a private thread if they can see its parent channel.
        return not member.bot and target.permissions_for(member).view_channel

    async def call_role(self, state: TableState, role: int) -> bool:
        """Ping a role instead of single users; return True if that was sent."""
        with speaking(state.settings.language):
            screen = screens.role_call(*_host_game_link(state), role)
        ping = discord.AllowedMentions(everyone=False, users=False, roles=[discord.Object(role)])
        return await self._send(state, screen, ping)

    async def _post(self, state: TableState, screen: Screen) -> int:
        """Post a screen in the table's channel; return the number of users pinged."""
        if await self._send(state, screen, mentions(screen)):
            return len(screen.pings)
        for player in screen.pings:
            await self._note_missed(state, player)
        return 0

    async def _send(self, state: TableState, screen: Screen, pings: discord.AllowedMentions) -> bool:
        channel = self._client.get_partial_messageable(state.stored.channel, guild_id=state.stored.server)
        try:
            await channel.send(**posted(screen, WITHOUT), allowed_mentions=pings)
        except UNSENT as unsent:
            log.info("a table's players could not be called: %s", unsent)
            return False
        return True

    async def _write(self, state: TableState, member: discord.Member) -> int:
        preferred = await self._tavern.preferences(member.id)
        with speaking(preferred.language_in(state.settings.language)):
            screen = screens.call_message(*_host_game_link(state), _stop_button(state))
        try:
            message = await self._direct.write(member.id, **posted(screen, WITHOUT), allowed_mentions=NOBODY)
        except UNSENT as unsent:
            log.info("a player could not be called: %s", unsent)
            message = None
        if message is None:
            await self._note_missed(state, member.id)
        return int(message is not None)

    async def _note_missed(self, state: TableState, player: int) -> None:
        await self._tavern.database.write(lambda tx: invite_preferences.miss(tx, state.id, player))

    async def _member(self, state: TableState, player: int) -> discord.Member | None:
        """Return a member who can see the table and may play there (TB-23); None for others.

        If the user has left the server, their wishes to be called there are deleted.
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
        # The members of a private thread are unknown.
        is_private = isinstance(channel, discord.Thread) and channel.is_private()
        sees = not is_private and channel.permissions_for(member).view_channel
        return member if is_admitted and sees else None


def _host_game_link(state: TableState) -> tuple[str, str, str | None]:
    host = next((each.name for each in state.table.seats if each.player == state.table.terms.host), "")
    return shown(host), _(state.game.title), link(state.stored)


def _stop_button(state: TableState) -> About:
    return About(state.stored.server, state.game.key)
