"""The bot itself: it wires database, Tavern, messages and commands together.

Everything here follows one order: change, commit, show. A press (`act`), a deadline (`_tick`) or a
tournament's order is first committed by the Tavern or the `TournamentKeeper`, which return a state.
Only then are people shown it: whoever pressed gets the answer to their interaction, everybody else a
refresh of the table's message and of their panels, and the player to act a ping. A kill in between loses
nothing: at the next start `on_ready` redraws every message that shows an older revision.

What waits for time has a `Deadlines`: one for tables, one for tournaments, one for the bot's own
rhythm (a pulse every few seconds, so that downtime can be measured, and an hourly clean-up).
"""

from __future__ import annotations

import asyncio
import gc
import logging
import secrets
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Literal, TypeAlias

import discord
from discord.ext import commands

from bot.discord_io.application_emojis import ApplicationEmojis
from bot.discord_io.command_input import press_of
from bot.discord_io.command_sync import CommandSync
from bot.discord_io.departed_members import DepartedMembers, NoLongerMember
from bot.discord_io.drawing import cut, draw, draw_moved, draw_moved_notice, draw_notice, has_news
from bot.discord_io.host_messages import tell_voided
from bot.discord_io.interactions import Answers, Tree
from bot.discord_io.live_messages import LiveMessages, Manner
from bot.discord_io.panels import Panels
from bot.discord_io.reply import Reply
from bot.discord_io.tournament_news import TournamentNews
from bot.discord_io.turn_pings import TurnPings
from bot.discord_io.verbs import handlers
from bot.steady_time import SteadyTime, take_out_jump
from bot.tavern import actions
from bot.tavern.actions import IDLE_SECONDS, UNSEEN, Act, Request
from bot.tavern.deadlines import Deadlines
from bot.tavern.table_state import NoSuchTable, Paused, TableState
from bot.tavern.tables import Tavern
from bot.tavern.tasks import at_most
from bot.tavern.tournament_tables import TournamentOutcome
from bot.tavern.tournaments import TournamentKeeper, TournamentState
from games.catalog import GAMES
from games.engine.core.errors import RuleError
from storage.database import Database
from storage.errors import NotAccepted, StorageError
from storage.postings import TABLES, TOURNAMENTS
from storage.voiding import Voided

if TYPE_CHECKING:  # reading settings takes a library that the bot itself has no use for
    from bot.settings import Settings

log = logging.getLogger(__name__)

MakeCog: TypeAlias = Callable[["Taproom"], commands.Cog]
PULSE_SECONDS = 5.0
"""So exactly is it known, after a crash, how long the bot was away."""
TIDY_SECONDS = 3600.0
RETRY_SECONDS = 5.0
LEAVE_SECONDS = 3.0  # the grace period for work in progress at shutdown
LOOK_AGAIN_SECONDS = 60.0
"""After so long a table that could not be shown is tried again."""


class Taproom(commands.Bot):
    """The bot. `settings` say where its database is; `now` gives unix seconds (usually a `SteadyTime`)."""

    database: Database
    tavern: Tavern
    tournaments: TournamentKeeper
    tournament_news: TournamentNews
    table_messages: LiveMessages[TableState]
    tournament_messages: LiveMessages[TournamentState]
    panels: Panels
    turn_pings: TurnPings
    departed_members: DepartedMembers
    command_sync: CommandSync
    application_emojis: ApplicationEmojis

    def __init__(
        self, settings: Settings, cogs: Iterable[MakeCog], *, now: Callable[[], float] | None = None
    ) -> None:
        super().__init__(
            command_prefix=commands.when_mentioned,
            help_command=None,
            intents=discord.Intents(guilds=True, guild_messages=True),
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
            max_messages=None,
            allowed_mentions=discord.AllowedMentions.none(),
            tree_cls=Tree,
        )
        self.settings = settings
        self._cogs = [cog(self) for cog in cogs]
        self.verbs = handlers("pressed", self._cogs)
        self.forms = handlers("filled_in", self._cogs)
        self.answers = Answers()
        self.opened = asyncio.Event()
        """Set once the database is open."""
        self._now = now = SteadyTime() if now is None else now
        self._clock: Deadlines[int] = Deadlines(now, self._tick)
        self._tournament_clock: Deadlines[int] = Deadlines(now, self._tournament_tick)
        self._rhythm: Deadlines[Literal["pulse", "tidy"]] = Deadlines(now, self._beat)
        self._voided: list[Voided] = []
        self._resting: set[int] = set()

    async def setup_hook(self) -> None:
        """Open the database, bring the tables back, load the commands."""
        self.database = await Database.open(self.settings.database_path)
        self.opened.set()
        self.tavern = Tavern(
            self.database, GAMES, now=self._now, set_deadline=self._clock.set, tell=self._hear
        )
        self.tournaments = TournamentKeeper(self.tavern, set_deadline=self._tournament_clock.set)
        self.tournament_news = TournamentNews(self, self.tavern, self.tournaments)
        tables = Manner(draw, draw_moved, self.tournament_news.where, self.tournament_news.lost)
        self.table_messages = LiveMessages(self, self.tavern, tables)
        notices = Manner(draw_notice, draw_moved_notice, _notice_channel, _notice_lost, "tournament")
        self.tournament_messages = LiveMessages(self, self.tournaments, notices)
        self.tournament_news.show_by(self.table_messages, self.tournament_messages, self.show)
        self.panels = Panels(self.tavern, cut)
        self.turn_pings = TurnPings(self, self.tavern)
        self.departed_members = DepartedMembers(self, self.tavern)
        self.command_sync = CommandSync(self, self.database, self._now, self.settings.dev_server_id)
        emojis_wanted = self.settings.faces == "emojis"
        self.application_emojis = ApplicationEmojis(self, self._now, is_wanted=emojis_wanted)
        for cog in self._cogs:
            await self.add_cog(cog)
        await self.command_sync.begin()
        self.application_emojis.begin()
        self._voided = await self.tavern.resume()
        await self.tournaments.set_deadlines()
        # What was made until now lives as long as the bot: no collection need look at it again.
        gc.freeze()
        gc.enable()
        self._rhythm.set("pulse", self._now() + PULSE_SECONDS)
        self._rhythm.set("tidy", self._now() + TIDY_SECONDS)

    async def on_ready(self) -> None:
        """Redraw what was changed but not shown before the bot went away, and tell what could not be kept."""
        await self._withdraw()
        for table_state in await self.tavern.behind():
            self.table_messages.refresh(table_state)
        for state in await self.tournaments.behind():
            self.tournament_messages.refresh(state)
        await self.tournament_news.resume()
        while self._voided:
            voided = self._voided.pop()
            await tell_voided(self, voided, await self.tavern.settings(voided.server))

    async def on_message(self, message: discord.Message) -> None:
        """Nobody's words are read; a message only buries the tables above it."""
        if message.author.id != self.application_id:
            self.table_messages.wrote(message.channel.id)
            self.tournament_messages.wrote(message.channel.id)

    async def on_raw_message_delete(self, event: discord.RawMessageDeleteEvent) -> None:
        """A table's message that somebody deleted is posted anew (F-34)."""
        await self._post_again(event.guild_id, event.channel_id, {event.message_id})

    async def on_raw_bulk_message_delete(self, event: discord.RawBulkMessageDeleteEvent) -> None:
        """So is one that went with others: Discord tells of a cleared channel in another way (F-34)."""
        await self._post_again(event.guild_id, event.channel_id, event.message_ids)

    async def _post_again(self, server: int | None, channel: int, messages: set[int]) -> None:
        where = server or 0, channel, messages
        for number in await self.database.read(lambda tx: TOURNAMENTS.shown_by(tx, *where)):
            state = await self.tournaments.look(number)
            self.tournament_messages.forget_looks(number)
            self.tournament_messages.refresh(state)
        for table_id in await self.database.read(lambda tx: TABLES.shown_by(tx, *where)):
            table_state = await self.tavern.look(table_id)
            self.table_messages.forget_looks(table_id)
            if not table_state.is_over:
                self.table_messages.refresh(table_state)

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """Where we are not, nobody can play: all stakes go back, and the wallets are kept (F-37)."""
        await self.tavern.withdraw(guild.id)

    async def _withdraw(self) -> None:
        """The same for servers that we were removed from while we were away (F-37)."""
        for server in await self.database.read(lambda tx: TABLES.servers(tx) | TOURNAMENTS.servers(tx)):
            # A server that is only out of reach just now is among those that Discord names at the start.
            if self.get_guild(server) is None:
                await self.tavern.withdraw(server)

    async def admit(self, reply: Reply, table: int) -> None:
        """Refuse a direct message’s press by who has left the server; they leave its tables too (F-38)."""
        interaction, player = reply.interaction, reply.interaction.user.id
        if interaction.guild_id is not None:
            self.departed_members.saw(interaction.guild_id, player)
            return
        server = (await self.tavern.look(table, press_of(interaction))).stored.server
        if await self.departed_members.has_left(server, player):
            await self._show_left(await self.departed_members.leave(server, player))
            raise NoLongerMember

    async def act(self, reply: Reply, table: int, act: Act) -> None:
        """Do what a press asks for, and answer it."""
        try:
            state = await self.tavern.act(press_of(reply.interaction), table, act)
        except RuleError:
            # What was pressed may be out of date: show how things are, then say what was wrong (F-25).
            await self.show_again(reply, await self.tavern.look(table))
            raise
        await self.answer(reply, state)

    async def close_table(self, press: Request, table_id: int) -> TableState:
        """Close a table; one that cannot be shown, and so not be played to its end, at once (F-36)."""
        at_once = UNSEEN if self.table_messages.is_lost(table_id) else ""
        return await self.tavern.close(press, table_id, at_once)

    async def show(self, state: TableState, *, by: int | None = None) -> None:
        """Show a changed table on everybody's panel, and call whoever is to act but whose press it was."""
        await self.panels.refresh(state)
        await self.turn_pings.note(state, by=by)

    async def answer(self, reply: Reply, state: TableState) -> None:
        """Answer a press on a table's message, or on a panel, and show everybody else."""
        player = reply.interaction.user.id
        if reply.interaction.message is None:
            self.table_messages.refresh(state)
            await self.open_panel(reply, state.id)
        elif _on_panel(reply):
            await self.panels.answer(reply, state)
            self.table_messages.refresh(state)
        else:
            await self.table_messages.answer(reply, state)
            if has_news(state, player) and not self.panels.is_open(player, state.table.id):
                await self.open_panel(reply, state.id)
        await self.show(state, by=player)

    async def open_panel(self, reply: Reply, table: int | None = None) -> None:
        """Show somebody their own panel for this channel, where they want it; this table first."""
        await self.panels.open(reply, table)

    async def show_again(self, reply: Reply, state: TableState) -> None:
        """Show somebody whose press is about to be refused how the table is now."""
        if reply.interaction.message is None:
            return
        if _on_panel(reply):
            await self.panels.answer(reply, state)
        else:
            await self.table_messages.show_again(reply, state)

    async def close(self) -> None:
        """Stop the clocks, finish what is under way, and leave."""
        if self.is_closed():
            return
        for clock in (self._clock, self._tournament_clock, self._rhythm):
            clock.stop()
        if self.opened.is_set():
            self.turn_pings.stop()
            self.tournament_news.stop()
            self.command_sync.stop()
            rung = (self._clock.quiet(), self._tournament_clock.quiet(), self._rhythm.quiet())
            shown = (self.table_messages.quiet(), self.tournament_messages.quiet())
            told = self.tournament_news.quiet(), self.command_sync.quiet(), self.application_emojis.stop()
            await at_most(LEAVE_SECONDS, self.answers.quiet(), *told, *rung, *shown)
            try:
                await self._note_pulse()
            except StorageError:
                # On a full disk one leaves all the same: what is away a little longer costs nobody anything.
                log.warning("the last pulse could not be written down")
            await self.database.close()
        await super().close()

    async def _tick(self, table_id: int) -> None:
        try:
            state = None if await self._rests(table_id) else await self.tavern.tick(table_id)
        except (NoSuchTable, Paused):
            return
        except NotAccepted:
            log.warning("table %d has to wait: the database takes nothing", table_id)
            self._clock.set(table_id, self._now() + RETRY_SECONDS)
            return
        if state is not None:
            self.table_messages.refresh(state)
            await self.show(state)
            await self._show_left(await self.departed_members.note(state))

    async def _show_left(self, tables: list[TableState]) -> None:
        """Show tables that somebody has been taken off."""
        for left in tables:
            self.table_messages.refresh(left)
            await self.show(left)

    async def _tournament_tick(self, number: int) -> None:
        try:
            await self.tournaments.tick(number)
        except NotAccepted:
            log.warning("tournament %d has to wait: the database takes nothing", number)
            self._tournament_clock.set(number, self._now() + RETRY_SECONDS)
        except Exception:
            # Nothing has changed, and whoever acts there next is told if it fails again (F-20).
            log.exception("tournament %d does nothing by itself, error %s", number, secrets.token_hex(3))

    def _hear(self, outcome: TournamentOutcome) -> None:
        self.tournament_news.hear(outcome)

    async def _note_pulse(self) -> None:
        await self.tavern.note_pulse()
        await self.tournaments.note_pulse()

    async def _rests(self, table_id: int) -> bool:
        """Nobody's time runs at a table that cannot be shown; found again, it starts afresh (F-36).

        After a day it is called off, and every stake goes back (F-35), except at a tournament.
        """
        if self.table_messages.is_lost(table_id):
            state = await self.tavern.look(table_id)
            self._resting.add(table_id)
            if state.tournament is None and self._now() - state.stored.acted_at > IDLE_SECONDS:
                state = await self.tavern.depart(table_id, state.table.terms.host, actions.give_up(UNSEEN))
                self._resting.discard(table_id)
                await self.show(state)
            self.table_messages.refresh(state)
            if not state.is_over:
                self._clock.set(table_id, self._now() + LOOK_AGAIN_SECONDS)
            return True
        if table_id in self._resting:
            await self.tavern.restart_clock(table_id)
            self._resting.discard(table_id)
            return True
        return False

    async def _pulse(self) -> None:
        now, tables = self._now, self.tavern.tournament_tables
        if isinstance(now, SteadyTime) and await take_out_jump(self.database, tables, now):
            await self.table_messages.draw_again()
        await self._note_pulse()

    async def _beat(self, key: Literal["pulse", "tidy"]) -> None:
        try:
            await (self._pulse() if key == "pulse" else self.tavern.tidy())
            self.table_messages.drop_tokens()
            self.tournament_messages.drop_tokens()
        except NotAccepted:
            log.warning("the database takes nothing just now")
        self._rhythm.set(key, self._now() + (PULSE_SECONDS if key == "pulse" else TIDY_SECONDS))


async def _notice_channel(state: TournamentState) -> int:
    return state.stored.channel


async def _notice_lost(state: TournamentState) -> None:
    log.warning("the notice of tournament %d cannot be shown", state.id)


def _on_panel(reply: Reply) -> bool:
    message = reply.interaction.message
    return message is not None and (message.flags.ephemeral or reply.interaction.guild_id is None)
