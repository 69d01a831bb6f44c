"""`/tavern bar`, `unbar`, `bars` and `flows`: how managers keep order (TB-23)."""

from __future__ import annotations

from functools import partial

from bot.cogs.taproom_cog import TaproomCog
from bot.custom_ids import TablePress
from bot.front.marks import command, pressed
from bot.front.protocols import Reply
from bot.front.typed import words
from bot.front.visit import Somebody
from bot.screens.core.screen import Screen
from bot.screens.server.bars import LENGTHS, PAGE_LINES, barred_note, bars_screen, lifted_note
from bot.screens.server.books import entry_of
from bot.screens.server.coin_flows import PERIODS, SHOWN, flows_screen, net_min
from bot.tavern.people import barring
from games.engine.core.errors import NotOffered
from storage.books import flows as coin_flows
from storage.books.limits import DAY_SECONDS
from storage.people import bars, forgotten
from storage.people.bars import Bar

WHY_LENGTH = 120
WEEK = PERIODS[0]


class OrderCommands(TaproomCog):
    """Who may play, and whose coins go where."""

    @command(
        member="Who can’t play for a while",
        length="For how long",
        why="The reason, for the books",
        choices={"length": {key: said for key, (said, _seconds) in LENGTHS.items()}},
    )
    async def bar(self, reply: Reply, member: Somebody, length: str, why: str) -> None:
        """Managers: bar somebody from the games here."""
        reply.visit.require_manager()
        member.require_person()
        if length not in LENGTHS:
            raise NotOffered
        press, (_said, seconds) = reply.visit.request(), LENGTHS[length]
        until = press.at + seconds if seconds else None
        word = Bar(member.id, until, press.player, words(why, WHY_LENGTH), press.at)
        sent = await self.house.tavern.bar(press, word)
        await reply.whisper(barred_note(word, len(sent.tables), len(sent.withdrawn), sent.playing))
        for state in sent.tables:
            await self.house.refresh(state)

    @command(member="Who can play again", why="The reason, for the books")
    async def unbar(self, reply: Reply, member: Somebody, why: str = "") -> None:
        """Managers: let somebody play again."""
        await reply.whisper(await self._let_in(reply, member.id, why))

    @command()
    async def bars(self, reply: Reply) -> None:
        """Managers: who is barred from the games here."""
        await reply.whisper(await self._bars(reply, None))

    @command()
    async def flows(self, reply: Reply) -> None:
        """Managers: coins that often went one way."""
        await reply.whisper(await self._flows(reply, WEEK))

    @pressed("bars")
    async def _turn_bars(self, reply: Reply, meaning: TablePress) -> None:
        await reply.update(await self._bars(reply, entry_of(meaning.argument)))

    @pressed("let_in")
    async def _choose_who(self, reply: Reply, _meaning: TablePress) -> None:
        player, _is_bot = reply.visit.chosen_person()
        await reply.whisper(await self._let_in(reply, player))

    @pressed("flows")
    async def _turn_flows(self, reply: Reply, meaning: TablePress) -> None:
        days = next((each for each in PERIODS if str(each) == meaning.argument), None)
        if days is None:
            raise NotOffered
        await reply.update(await self._flows(reply, days))

    async def _let_in(self, reply: Reply, player: int, why: str = "") -> Screen:
        reply.visit.require_manager()
        press = reply.visit.request()
        reason = words(why, WHY_LENGTH) if why else ""
        word = Bar(player, None, press.player, reason, press.at, is_lifted=True)
        await self.house.tavern.once(press, partial(barring.lift, press=press, word=word))
        return lifted_note(player)

    async def _bars(self, reply: Reply, before: int | None) -> Screen:
        reply.visit.require_manager()
        server, at = reply.server, self.house.tavern.now()
        found, gone = await self.house.database.read_long(
            lambda tx: (
                bars.standing(tx, server, at, PAGE_LINES + 1, before),
                forgotten.barred_count(tx, server, at),
            )
        )
        return bars_screen(found, gone)

    async def _flows(self, reply: Reply, days: int) -> Screen:
        reply.visit.require_manager()
        settings, server = await self._settings(reply), reply.server
        least, since = net_min(settings.purse), self.house.tavern.now() - days * DAY_SECONDS
        found = await self.house.database.read_long(
            lambda tx: coin_flows.flows(tx, server, since, least, SHOWN)
        )
        return flows_screen(found, days, least, settings.currency)
