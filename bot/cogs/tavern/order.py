"""`/tavern bar`, `unbar`, `bars` and `flows`: how managers keep order (TB-23)."""

from __future__ import annotations

from functools import partial

import discord
from discord import app_commands

from bot.cogs.taproom_cog import TaproomCog, command
from bot.custom_ids import TablePress
from bot.discord_io.command_input import chosen_person, press_of, require_manager, require_person, words
from bot.discord_io.reply import Reply
from bot.discord_io.verbs import pressed
from bot.screens.core.screen import Screen
from bot.screens.server.bars import LENGTHS, PAGE_LINES, barred_note, bars_screen, lifted_note
from bot.screens.server.books import entry_of
from bot.screens.server.coin_flows import PERIODS, SHOWN, flows_screen, net_min
from bot.tavern import barring
from games.engine.core.errors import NotOffered
from storage import bars, coin_flows, forgotten
from storage.bars import Bar
from storage.day_limits import DAY_SECONDS

WHY_LENGTH = 120
WEEK = PERIODS[0]


class OrderCommands(TaproomCog):
    """Who may play, and whose coins go where."""

    @command(
        member="Who can’t play for a while",
        length="For how long",
        why="The reason, for the books",
    )
    @app_commands.choices(
        length=[app_commands.Choice(name=said, value=key) for key, (said, _seconds) in LENGTHS.items()]
    )
    async def bar(self, reply: Reply, member: discord.User, length: str, why: str) -> None:
        """Managers: bar somebody from the games here."""
        require_manager(reply.interaction)
        require_person(member)
        if length not in LENGTHS:
            raise NotOffered
        press, (_said, seconds) = press_of(reply.interaction), LENGTHS[length]
        until = press.at + seconds if seconds else None
        word = Bar(member.id, until, press.player, words(why, WHY_LENGTH), press.at)
        sent = await self.bot.tavern.bar(press, word)
        await reply.whisper(barred_note(word, len(sent.tables), len(sent.withdrawn), sent.playing))
        for state in sent.tables:
            await self.bot.refresh(state)

    @command(member="Who can play again", why="The reason, for the books")
    async def unbar(self, reply: Reply, member: discord.User, why: str = "") -> None:
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
        player, _is_bot = chosen_person(reply.interaction)
        await reply.whisper(await self._let_in(reply, player))

    @pressed("flows")
    async def _turn_flows(self, reply: Reply, meaning: TablePress) -> None:
        days = next((each for each in PERIODS if str(each) == meaning.argument), None)
        if days is None:
            raise NotOffered
        await reply.update(await self._flows(reply, days))

    async def _let_in(self, reply: Reply, player: int, why: str = "") -> Screen:
        require_manager(reply.interaction)
        press = press_of(reply.interaction)
        reason = words(why, WHY_LENGTH) if why else ""
        word = Bar(player, None, press.player, reason, press.at, is_lifted=True)
        await self.bot.tavern.once(press, partial(barring.lift, press=press, word=word))
        return lifted_note(player)

    async def _bars(self, reply: Reply, before: int | None) -> Screen:
        require_manager(reply.interaction)
        server, at = reply.server, self.bot.tavern.now()
        found, gone = await self.bot.database.read_long(
            lambda tx: (
                bars.standing(tx, server, at, PAGE_LINES + 1, before),
                forgotten.barred_count(tx, server, at),
            )
        )
        return bars_screen(found, gone)

    async def _flows(self, reply: Reply, days: int) -> Screen:
        require_manager(reply.interaction)
        settings, server = await self._settings(reply), reply.server
        least, since = net_min(settings.purse), self.bot.tavern.now() - days * DAY_SECONDS
        found = await self.bot.database.read_long(
            lambda tx: coin_flows.flows(tx, server, since, least, SHOWN)
        )
        return flows_screen(found, days, least, settings.currency)
