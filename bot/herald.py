"""What a tournament's players are told, and where its tables are set: a thread each, where that may be.

Whatever a director orders has been committed when it is heard of here. A message that cannot
be sent is no loss: the notice and the tables' own messages say how things stand.
"""

from __future__ import annotations

import asyncio
import logging
from collections import defaultdict
from collections.abc import Awaitable, Callable, Iterable

import discord

from bot.clock import Clock
from bot.contests import Contest, Contests
from bot.display import Display
from bot.floor import Outcome
from bot.reply import NOBODY, UNSENT
from bot.screens import calls
from bot.seen import Seen
from bot.tavern import Tavern
from bot.words import speaking

log = logging.getLogger(__name__)

NOTICE_SECONDS = 4.0
"""So often at most a notice is brought up to date by what happens at the tables."""
THREAD_NAME_LENGTH = 90
MESSAGE_LENGTH = 1900
AT_ONCE = ("stage_began", "final_drawn", "finished", "called_off", "dropped")
"""After one of these orders the notice is brought up to date without waiting."""


class Herald:
    """Sets tournaments' tables up, shows what has changed, and calls whom it concerns."""

    def __init__(self, client: discord.Client, tavern: Tavern, contests: Contests) -> None:
        self._client = client
        self._tavern = tavern
        self._contests = contests
        self._threads: dict[int, int] = {}
        """The channels of tables whose messages are not there yet."""
        self._turns: defaultdict[int, asyncio.Lock] = defaultdict(asyncio.Lock)
        self._telling: set[asyncio.Task[None]] = set()
        self._later: Clock[int] = Clock(tavern.now, self._refresh_notice)
        self._waiting: set[int] = set()

    def show_by(
        self, tables: Display[Seen], notices: Display[Contest], show: Callable[[Seen], Awaitable[None]]
    ) -> None:
        """By these tables and notices are shown; `show` sees to panels and calls."""
        self._tables = tables
        self._notices = notices
        self._show = show

    def hear(self, outcome: Outcome) -> None:
        """Take notice of what has become of a tournament."""
        self._contests.noted(outcome)
        task = asyncio.ensure_future(self._tell(outcome))
        self._telling.add(task)
        task.add_done_callback(self._telling.discard)

    def stop(self) -> None:
        """Bring no notice up to date any more."""
        self._later.stop()

    async def quiet(self) -> None:
        """Wait until everybody has been told."""
        while self._telling:
            await asyncio.wait(self._telling)

    async def where(self, seen: Seen) -> int:
        """The channel for a table's message: for a tournament's table a thread of its own."""
        stored = seen.stored
        if seen.tournament is None or stored.message is not None:
            return stored.channel
        if seen.id not in self._threads:
            self._threads[seen.id] = await self._open_thread(seen)
        return self._threads[seen.id]

    async def _open_thread(self, seen: Seen) -> int:
        channel = self._client.get_channel(seen.stored.channel)
        if not isinstance(channel, discord.TextChannel):
            return seen.stored.channel
        with speaking(seen.settings.language):
            name = calls.thread_name(seen)
        try:
            thread = await channel.create_thread(
                name=name[:THREAD_NAME_LENGTH],
                type=discord.ChannelType.public_thread,
                auto_archive_duration=1440,
            )
        except UNSENT as unsent:
            # Without the permission the tables stand in the channel itself.
            log.info("no thread for table %d: %s", seen.id, type(unsent).__name__)
            return seen.stored.channel
        return thread.id

    async def _tell(self, outcome: Outcome) -> None:
        number = outcome.stored.id
        async with self._turns[number]:
            contest = await self._contests.look(number)
            if contest.is_over or any(order.kind in AT_ONCE for order in outcome.orders):
                self._notices.refresh(contest)
            else:
                self._refresh_later(number)
            for stored in outcome.tables:
                seen = await self._tavern.look(stored.id)
                await self.where(seen)
                self._tables.refresh(seen)
                await self._show(seen)
            await self._call(contest, outcome)
        if contest.is_over:
            self._turns.pop(number, None)

    async def _call(self, contest: Contest, outcome: Outcome) -> None:
        with speaking(contest.settings.language):
            said = [*calls.at_tables(contest, outcome.orders), *calls.to_all(contest, outcome)]
        for call in said:
            channel = contest.stored.channel
            place = contest.places.get(call.table or 0)
            if place is not None:
                channel = self._threads.get(place.table, place.channel)
            await self._send(contest, channel, call)

    async def _send(self, contest: Contest, channel: int, call: calls.Call) -> None:
        pinged = [player for player in call.players if await self._may_call(player)]
        allowed = discord.AllowedMentions(
            everyone=False, roles=False, users=[discord.Object(each) for each in pinged]
        )
        target = self._client.get_partial_messageable(channel, guild_id=contest.stored.server)
        for words in _in_pieces(call.lines):
            try:
                await target.send(words, allowed_mentions=allowed if pinged else NOBODY)
            except UNSENT as unsent:
                log.info("players could not be called: %s", type(unsent).__name__)

    async def _may_call(self, player: int) -> bool:
        return player > 0 and (await self._tavern.preferences(player)).pings != "never"

    def _refresh_later(self, number: int) -> None:
        if number not in self._waiting:
            self._waiting.add(number)
            self._later.set(number, self._tavern.now() + NOTICE_SECONDS)

    async def _refresh_notice(self, number: int) -> None:
        self._waiting.discard(number)
        self._notices.refresh(await self._contests.look(number))


def _in_pieces(lines: Iterable[str]) -> list[str]:
    """Lines in as few messages as they fit into."""
    pieces: list[str] = []
    for line in lines:
        if pieces and len(pieces[-1]) + len(line) < MESSAGE_LENGTH:
            pieces[-1] += f"\n{line}"
        else:
            pieces.append(line)
    return pieces
