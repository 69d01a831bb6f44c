"""Pings for players whose turn it is, as each prefers (`/tavern me`).

A ping is a message of its own, since edits ping nobody; it is deleted once the question is
answered, and says so if the turn ended otherwise: a mention must not lead to nothing. It appears below
the table and moves what lies above it, so it is sent to nobody who plays alone with house players, where no
time runs out (TB-8), and usually to nobody who has just pressed something at the table. Who wants a direct
message and takes none is called in the channel (F-39).
"""

from __future__ import annotations

import contextlib
import logging
from dataclasses import dataclass

import discord

from bot.discord_io.answering.command_mentions import ids_of, with_mentions
from bot.discord_io.answering.reply import UNSENT
from bot.discord_io.news.direct_messages import DirectMessages
from bot.front.drawing import table_link
from bot.tavern.deadlines import Deadlines
from bot.tavern.table.state import TableState
from bot.tavern.tavern import Tavern
from bot.text.translate import _, speaking
from games.engine.core.game import Seat
from storage.people.preferences import Pings
from storage.play.server_or_elsewhere import is_server

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

    def __init__(self, client: discord.Client, tavern: Tavern) -> None:
        self._client = client
        self._tavern = tavern
        self._direct = DirectMessages(client, tavern)
        self._asked: dict[int, set[_Question]] = {}
        self._noted: dict[int, int] = {}
        """The revision in which a table's questions were noted, by table."""
        self._pressed: dict[int, dict[int, float]] = {}
        """When each person last pressed something, by table."""
        self._sent: dict[_Question, discord.Message] = {}
        self._clock: Deadlines[_Question] = Deadlines(tavern.now, self._call)

    def stop(self) -> None:
        """Send no more pings."""
        self._clock.stop()

    async def quiet(self) -> None:
        """Wait until every ping that is due is sent."""
        await self._clock.quiet()

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
            self._clock.set(question, None)
            await self._end(state, question, is_answered=question.player == by)
        for question in asked - before:
            choice = state.preferences_of(question.player).pings
            if choice == "late":
                here_until = pressed.get(question.player, now - HERE_SECONDS) + HERE_SECONDS
                self._clock.set(question, max(now + LATE_SECONDS, here_until))
            elif choice in ("at_once", "dm") and question.player != by:
                self._clock.set(question, now)

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
        return await self._direct.write(question.player, content=words)

    async def _in_channel(self, state: TableState, question: _Question, choice: Pings) -> discord.Message:
        channel = self._client.get_partial_messageable(state.stored.channel, guild_id=state.stored.server)
        with speaking(state.settings.language):
            words = _("Your turn, {player}: {table}")
            said = words.format(player=f"<@{question.player}>", table=table_link(state))
            if choice == "dm":
                why = _("I can’t write to you: `/tavern me` says why.")
                said += f"\n-# {with_mentions(why, ids_of(self._client))}"
        only = discord.AllowedMentions(everyone=False, roles=False, users=[discord.Object(question.player)])
        return await channel.send(said, allowed_mentions=only)

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
