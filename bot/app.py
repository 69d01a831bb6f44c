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

import gc
import logging
import secrets
from collections.abc import Callable, Iterable
from functools import partial
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

import discord
from discord.ext import commands

from bot.discord_io.application_emojis import ApplicationEmojis
from bot.discord_io.board_posts import EVERY_SECONDS, BoardPosts
from bot.discord_io.command_input import press_of
from bot.discord_io.command_sync import CommandSync
from bot.discord_io.departed_members import DepartedMembers, NoLongerMember
from bot.discord_io.drawing import cut, draw, draw_moved, draw_moved_notice, draw_notice, has_cards, has_news
from bot.discord_io.host_messages import tell_voided
from bot.discord_io.interactions import Answers, Tree
from bot.discord_io.live_messages import LiveMessages, PostingDisplay
from bot.discord_io.panels import Panels
from bot.discord_io.picture_uploads import PictureUploads
from bot.discord_io.reply import Reply
from bot.discord_io.series_announcements import SeriesAnnouncements
from bot.discord_io.tournament_news import TournamentNews
from bot.discord_io.tournament_threads import TournamentThreads
from bot.discord_io.turn_pings import TurnPings
from bot.discord_io.verbs import methods_by_verb
from bot.pictures.studio import Studio
from bot.steady_time import SteadyTime, take_out_jump
from bot.tavern import actions
from bot.tavern.actions import UNSEEN, Act, Request
from bot.tavern.daily import DailyDeals
from bot.tavern.deadlines import Deadlines, at_most
from bot.tavern.table_state import NoSuchTable, Paused, TableState
from bot.tavern.tables import Tavern
from bot.tavern.tempo import IDLE_SECONDS
from bot.tavern.tournament_tables import TournamentOutcome
from bot.tavern.tournaments import TournamentKeeper, TournamentState
from games.catalog import GAMES
from games.engine.core.errors import RuleError
from storage.database import Database
from storage.errors import NotAccepted, StorageError
from storage.postings import TABLES, TOURNAMENTS
from storage.voiding import Voided

if TYPE_CHECKING:  # only reading settings needs pydantic-settings
    from bot.settings import Settings

log = logging.getLogger(__name__)

Rhythm: TypeAlias = Literal["pulse", "tidy", "series", "boards"]
MakeCog: TypeAlias = Callable[["Taproom"], commands.Cog]
PULSE_SECONDS = 5.0
"""How exactly the downtime is known after a crash."""
TIDY_SECONDS = 3600.0
SERIES_SECONDS = 60.0
RETRY_SECONDS = 5.0
LEAVE_SECONDS = 3.0  # grace period for work in progress at shutdown
LOOK_AGAIN_SECONDS = 60.0
"""Delay before showing a table is tried again."""


class Taproom(commands.Bot):
    """The bot. Its open database is closed with it; `now` gives unix seconds (usually a `SteadyTime`).

    `has_messages` says whether people can read direct messages, as they can everywhere on Discord.
    """

    def __init__(
        self,
        settings: Settings,
        database: Database,
        cogs: Iterable[MakeCog],
        *,
        now: Callable[[], float] | None = None,
        has_messages: bool = True,
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
        self.database = database
        self.answers = Answers()
        self.studio = Studio()
        self.pictures = settings.pictures
        self.has_messages = has_messages
        self._now = now = SteadyTime() if now is None else now
        self.picture_uploads = PictureUploads(self.studio, now)
        self._clock: Deadlines[int] = Deadlines(now, self._tick)
        self._tournament_clock: Deadlines[int] = Deadlines(now, self._tournament_tick)
        self._rhythm: Deadlines[Rhythm] = Deadlines(now, self._beat)
        self._has_resumed = False
        self._voided: list[Voided] = []
        self._resting: set[int] = set()
        self.tavern = tavern = Tavern(database, GAMES, now=now, set_deadline=self._clock.set, tell=self._hear)
        self.daily_deals = DailyDeals(tavern)
        self.tournaments = TournamentKeeper(tavern, set_deadline=self._tournament_clock.set)
        threads = TournamentThreads(self, tavern)
        self.application_emojis = ApplicationEmojis(self, now, is_wanted=settings.faces == "emojis")
        emojis = self.application_emojis.markup
        shown: dict[str, Any] = {"emojis": emojis, "pictures": settings.pictures}
        tables = PostingDisplay(partial(draw, **shown), draw_moved, threads.where, threads.lost)
        self.table_messages = LiveMessages(self, tavern, tables)
        notice = partial(draw_notice, **shown)
        notices = PostingDisplay(notice, draw_moved_notice, _notice_channel, _notice_lost, "tournament")
        self.tournament_messages = LiveMessages(self, self.tournaments, notices)
        self.tournament_news = TournamentNews(
            tavern, self.tournaments, threads, self.tournament_messages, self.refresh
        )
        self.series_announcements = SeriesAnnouncements(
            self, tavern, self.tournaments, self.tournament_messages, may_send=settings.webhooks == "allowed"
        )
        self.board_posts = BoardPosts(self, tavern, self.application_emojis)
        self.panels = Panels(tavern, partial(cut, **shown))
        self.turn_pings = TurnPings(self, tavern)
        self.departed_members = DepartedMembers(self, tavern)
        self.command_sync = CommandSync(self, database, now, settings.dev_server_id)
        self._cogs = [cog(self) for cog in cogs]
        self.verbs = methods_by_verb("pressed", self._cogs)
        self.forms = methods_by_verb("filled_in", self._cogs)

    async def setup_hook(self) -> None:
        """Load the commands, bring the tables back."""
        for cog in self._cogs:
            await self.add_cog(cog)
        await self.command_sync.begin()
        self.application_emojis.begin()
        self._voided = await self.tavern.resume()
        await self.tournaments.set_deadlines()
        await self.daily_deals.resume()
        self._has_resumed = True
        # Everything made until now lives as long as the bot: the collector can ignore it.
        gc.freeze()
        gc.enable()
        self._rhythm.set("pulse", self._now() + PULSE_SECONDS)
        self._rhythm.set("tidy", self._now() + TIDY_SECONDS)
        self._rhythm.set("boards", self._now() + EVERY_SECONDS)

    async def on_ready(self) -> None:
        """Redraw what changed but was not shown before the bot stopped, and tell of what had to be closed."""
        await self._withdraw()
        for table_state in await self.tavern.behind():
            self.table_messages.refresh(table_state)
        for state in await self.tournaments.behind():
            self.tournament_messages.refresh(state)
        await self.tournament_news.resume()
        self._rhythm.set("series", self._now())
        while self._voided:
            voided = self._voided.pop()
            await tell_voided(self, voided, await self.tavern.settings(voided.server))

    async def on_message(self, message: discord.Message) -> None:
        """Count messages that push a table's message up; nobody's words are read."""
        if message.author.id != self.application_id:
            self.table_messages.wrote(message.channel.id)
            self.tournament_messages.wrote(message.channel.id)

    async def on_raw_message_delete(self, event: discord.RawMessageDeleteEvent) -> None:
        """Post a deleted table message again (F-34)."""
        await self._post_again(event.guild_id, event.channel_id, {event.message_id})

    async def on_raw_bulk_message_delete(self, event: discord.RawBulkMessageDeleteEvent) -> None:
        """The same when Discord reports many deleted messages at once (F-34)."""
        await self._post_again(event.guild_id, event.channel_id, event.message_ids)

    async def _post_again(self, server: int | None, channel: int, messages: set[int]) -> None:
        await self.board_posts.deleted(messages)
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
        """Refund all stakes in a server that removed the bot; wallets are kept (F-37)."""
        await self.tavern.withdraw(guild.id)

    async def _withdraw(self) -> None:
        """The same for servers that removed the bot while it was down (F-37)."""
        for server in await self.database.read(lambda tx: TABLES.servers(tx) | TOURNAMENTS.servers(tx)):
            # Discord names unavailable servers at the start too, so this one is gone.
            if self.get_guild(server) is None:
                await self.tavern.withdraw(server)

    async def admit(self, reply: Reply, table: int) -> None:
        """Refuse a press in a direct message by somebody who left the server, and free their seats (F-38)."""
        interaction, player = reply.interaction, reply.interaction.user.id
        if interaction.guild_id is not None:
            self.departed_members.saw(interaction.guild_id, player)
            return
        server = (await self.tavern.look(table, press_of(interaction))).stored.server
        if await self.departed_members.has_left(server, player):
            await self._show_left(await self.departed_members.leave(server, player))
            raise NoLongerMember

    async def act(self, reply: Reply, table: int, act: Act, *, opens_panel: bool = False) -> None:
        """Do what a press asks for, and answer it; some presses open their player's panel by themselves."""
        try:
            state = await self.tavern.act(press_of(reply.interaction), table, act)
        except RuleError:
            # The pressed message may be out of date: show the current state, then say what was wrong (F-25).
            await self.show_again(reply, await self.tavern.look(table))
            raise
        await self.answer(reply, state, opens_panel=opens_panel)

    async def close_table(self, press: Request, table_id: int) -> TableState:
        """Close a table; at once if it cannot be shown, and so not be played to its end (F-36)."""
        at_once = UNSEEN if self.table_messages.is_lost(table_id) else ""
        return await self.tavern.close(press, table_id, at_once)

    async def begin(self, reply: Reply, state: TableState) -> None:
        """Post a new table; where its game has begun already, with the panel of whoever began it."""
        await self.table_messages.post(reply, state)
        if state.table.phase == "playing" and has_cards(state):
            await self.panels.open(reply, state.id)
        await self.show(state, by=reply.player)

    async def refresh(self, state: TableState) -> None:
        """Show a changed table wherever it is to be seen, and call whoever is to act."""
        self.table_messages.refresh(state)
        await self.show(state)

    async def show(self, state: TableState, *, by: int | None = None) -> None:
        """Refresh everybody's panels of a changed table, and ping who acts next, except `by`."""
        await self.panels.refresh(state)
        await self.turn_pings.note(state, by=by)

    async def answer(self, reply: Reply, state: TableState, *, opens_panel: bool = False) -> None:
        """Answer a press on a table's message or a panel, and show everybody else."""
        player = reply.interaction.user.id
        if reply.interaction.message is None:
            self.table_messages.refresh(state)
            await self.panels.open(reply, state.id)
        elif _on_panel(reply):
            await self.panels.answer(reply, state)
            self.table_messages.refresh(state)
        else:
            await self.table_messages.answer(reply, state)
            is_due = opens_panel and has_cards(state)
            if (is_due or has_news(state, player)) and not self.panels.is_open(player, state.table.id):
                await self.panels.open(reply, state.id)
        await self.show(state, by=player)

    async def show_again(self, reply: Reply, state: TableState) -> None:
        """Show the current table to somebody whose press is about to be refused."""
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
        # Nothing new begins by itself; then what is under way is waited for; then the database closes.
        for clock in (self._clock, self._tournament_clock, self._rhythm):
            clock.stop()
        self.turn_pings.stop()
        self.tournament_news.stop()
        self.command_sync.stop()
        self.picture_uploads.stop()
        self.daily_deals.stop()
        rung = (self._clock.quiet(), self._tournament_clock.quiet(), self._rhythm.quiet())
        shown = (self.table_messages.quiet(), self.tournament_messages.quiet())
        told = self.tournament_news.quiet(), self.command_sync.quiet(), self.application_emojis.stop()
        await at_most(
            LEAVE_SECONDS, self.answers.quiet(), self.series_announcements.quiet(), *told, *rung, *shown
        )
        # Until the tables are back, the next start still has to read how long the bot was away.
        self.tavern.stop_thinking()
        if self._has_resumed:
            await self._note_last_pulse()
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
            await self.refresh(state)
            await self._show_left(await self.departed_members.note(state))

    async def _show_left(self, tables: list[TableState]) -> None:
        """Show tables that somebody was removed from."""
        for left in tables:
            await self.refresh(left)

    async def _tournament_tick(self, number: int) -> None:
        try:
            await self.tournaments.tick(number)
        except NotAccepted:
            log.warning("tournament %d has to wait: the database takes nothing", number)
            self._tournament_clock.set(number, self._now() + RETRY_SECONDS)
        except Exception:
            # Nothing has changed; if it fails again, whoever acts there next is told (F-20).
            log.exception("tournament %d does nothing by itself, error %s", number, secrets.token_hex(3))

    def _hear(self, outcome: TournamentOutcome) -> None:
        self.tournament_news.hear(outcome)

    async def _note_last_pulse(self) -> None:
        try:
            await self._note_pulse()
        except StorageError:
            # A full disk must not keep the bot from leaving: its downtime then only seems a little longer.
            log.warning("the last pulse could not be written down")

    async def _note_pulse(self) -> None:
        await self.tavern.note_pulse()
        await self.tournaments.note_pulse()

    async def _rests(self, table_id: int) -> bool:
        """Whether time stands still at a table because it cannot be shown; later it restarts (F-36).

        After a day the table is called off with refunds (F-35), except a tournament's.
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

    async def _beat(self, key: Rhythm) -> None:
        beats = {
            "pulse": (self._pulse, PULSE_SECONDS),
            "tidy": (self.tavern.tidy, TIDY_SECONDS),
            "series": (self.series_announcements.look, SERIES_SECONDS),
            "boards": (self.board_posts.refresh, EVERY_SECONDS),
        }
        beat, seconds = beats[key]
        try:
            await beat()
            self.table_messages.drop_tokens()
            self.tournament_messages.drop_tokens()
        except NotAccepted:
            log.warning("the database takes nothing just now")
        self._rhythm.set(key, self._now() + seconds)


async def _notice_channel(state: TournamentState) -> int:
    return state.stored.channel


async def _notice_lost(state: TournamentState) -> None:
    log.warning("the notice of tournament %d cannot be shown", state.id)


def _on_panel(reply: Reply) -> bool:
    message = reply.interaction.message
    return message is not None and (message.flags.ephemeral or reply.interaction.guild_id is None)
