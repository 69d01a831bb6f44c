"""The bot itself: it wires database, Tavern, messages and commands together.

Everything here follows one order: change, commit, show. A press (`act`), a deadline (`Clocks`) or a
tournament's order is first committed by the Tavern or the `TournamentKeeper`, which return a state.
Only then are people shown it: whoever pressed gets the answer to their interaction, everybody else a
refresh of the table's message and of their panels, and the player to act a ping. A kill in between loses
nothing: at the next start `on_ready` redraws every message that shows an older revision. `clocks.py` is what
wakes it by itself.
"""

from __future__ import annotations

import contextlib
import gc
import logging
from collections.abc import Callable, Iterable
from functools import partial
from typing import TYPE_CHECKING, Any, TypeAlias

import discord
from discord.ext import commands

from bot.clocks import Clocks
from bot.discord_io.application_emojis import ApplicationEmojis
from bot.discord_io.audit_news import AuditNews
from bot.discord_io.board_posts import BoardPosts
from bot.discord_io.command_input import press_of
from bot.discord_io.command_sync import CommandSync
from bot.discord_io.departed_members import DepartedMembers, NoLongerMember
from bot.discord_io.door import Door
from bot.discord_io.drawing import cut, draw, draw_moved, draw_moved_notice, draw_notice, has_cards, has_news
from bot.discord_io.host_messages import tell_voided
from bot.discord_io.identifying import IdentifyTurns, shards_of
from bot.discord_io.interactions import Answers, Tree
from bot.discord_io.languages import LastLanguages
from bot.discord_io.live_messages import LiveMessages, PostingDisplay
from bot.discord_io.named_people import NamedPeople
from bot.discord_io.panels import Panels, is_on_panel
from bot.discord_io.picture_uploads import PictureUploads
from bot.discord_io.reply import Reply
from bot.discord_io.series_announcements import SeriesAnnouncements
from bot.discord_io.tournament_news import TournamentNews
from bot.discord_io.tournament_threads import TournamentThreads, notice_channel
from bot.discord_io.turn_pings import TurnPings
from bot.discord_io.verbs import methods_by_verb
from bot.neighbours import Neighbours
from bot.own_servers import OwnServers
from bot.pictures.studio import Studio
from bot.shard_lease import ShardLease
from bot.steady_time import SteadyTime
from bot.tavern.actions import UNSEEN, Act, Request
from bot.tavern.daily import DailyDeals
from bot.tavern.deadlines import at_most
from bot.tavern.table_state import TableState
from bot.tavern.tables import Tavern
from bot.tavern.tournament_tables import TournamentOutcome
from bot.tavern.tournaments import TournamentKeeper
from games.catalog import GAMES
from games.engine.core.errors import RuleError
from storage.database import Database
from storage.errors import StorageError
from storage.places import is_server
from storage.postings import TABLES, TOURNAMENTS
from storage.voiding import Voided

if TYPE_CHECKING:  # only reading settings needs pydantic-settings
    from bot.settings import Settings

log = logging.getLogger(__name__)

MakeCog: TypeAlias = Callable[["Taproom"], commands.Cog]
LEAVE_SECONDS = 2.5  # grace period for work in progress at shutdown
HAND_OVER_SECONDS = 0.5  # the same where presses wait for another process, or nobody lets them in


class Taproom(commands.AutoShardedBot):
    """The bot. Its open database is closed with it; `now` gives unix seconds (usually a `SteadyTime`).

    `has_messages` says whether people can read direct messages, as they can everywhere on Discord. With a
    `lease` other processes may serve other shards: it is ours already, or the bot stands by for one.
    """

    def __init__(
        self,
        settings: Settings,
        database: Database,
        cogs: Iterable[MakeCog],
        *,
        now: Callable[[], float] | None = None,
        has_messages: bool = True,
        lease: ShardLease | None = None,
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
            **shards_of(settings.shard_range),
        )
        self.database = database
        self.identify_turns = IdentifyTurns(database)
        self.studio = Studio()
        self.pictures = settings.pictures
        self.policies = settings.privacy_url, settings.terms_url
        self.has_messages = has_messages
        self._now = now = SteadyTime() if now is None else now
        self.picture_uploads = PictureUploads(self.studio, now)
        self.clocks = clocks = Clocks(self, now)
        self._has_begun = self._has_resumed = self.has_heir = False
        self._voided: list[Voided] = []
        self.tavern = tavern = Tavern(
            database, GAMES, now=now, set_deadline=clocks.tables.set, tell=self._hear
        )
        self.lease = lease
        if lease is not None:
            tavern.serving = lease.serving
        self.serving = serving = tavern.serving
        self.door = Door(database, now, serving.is_sure)
        self.answers = Answers(self.door)
        self.neighbours = Neighbours(self)
        self.own_servers = OwnServers(self)
        self.daily_deals = DailyDeals(tavern)
        self.tournaments = TournamentKeeper(tavern, set_deadline=clocks.tournaments.set)
        threads = TournamentThreads(self, tavern)
        self.application_emojis = ApplicationEmojis(self, now, is_wanted=settings.faces == "emojis")
        emojis = self.application_emojis.markup
        shown: dict[str, Any] = {"emojis": emojis, "pictures": settings.pictures}
        tables = PostingDisplay(partial(draw, **shown), draw_moved, threads.where, threads.lost)
        self.table_messages = LiveMessages(self, tavern, tables)
        notice = partial(draw_notice, **shown)
        notices = PostingDisplay(notice, draw_moved_notice, notice_channel, threads.notice_lost, "tournament")
        self.tournament_messages = LiveMessages(self, self.tournaments, notices)
        self.tournament_news = TournamentNews(
            tavern, self.tournaments, threads, self.tournament_messages, self.refresh
        )
        self.series_announcements = SeriesAnnouncements(
            self, tavern, self.tournaments, self.tournament_messages, may_send=settings.webhooks == "allowed"
        )
        self.named_people = NamedPeople(self, now)
        self.board_posts = BoardPosts(self, tavern, self.application_emojis, self.named_people)
        self.audit_news = AuditNews(self, tavern)
        self.panels = Panels(self, tavern, partial(cut, **shown))
        self.turn_pings = TurnPings(self, tavern)
        self.last_languages = LastLanguages(tavern)
        self.departed_members = DepartedMembers(self, tavern)
        self.command_sync = CommandSync(self, database, now, settings.dev_server_id)
        self._cogs = [cog(self) for cog in cogs]
        self.verbs = methods_by_verb("pressed", self._cogs)
        self.forms = methods_by_verb("filled_in", self._cogs)

    async def login(self, token: str) -> None:
        """Log in, from when on there is something to close."""
        self._has_begun = True
        await super().login(token)

    async def connect(self, *, reconnect: bool = True) -> None:
        """Connect the shards, as many as Discord recommends where nothing else was set."""
        recommended = await self.identify_turns.ask(self.http)
        self.shard_count = self.shard_count or recommended
        await super().connect(reconnect=reconnect)

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:  # noqa: ARG002
        """Wait for a shard's turn."""
        await self.identify_turns.wait(shard_id or 0)

    async def setup_hook(self) -> None:
        """Load the commands, bring the tables back."""
        for cog in self._cogs:
            await self.add_cog(cog)
        if self.lease is None or self.lease.is_held:
            await self._tell_discord(is_leading=self.serving.is_leading)
            await self._come_up()
        # Everything made until now lives as long as the bot: the collector can ignore it.
        gc.freeze()
        gc.enable()

    async def stand_by(self) -> None:
        """Wait for shards to serve, unless there are some already."""
        if self.lease is None or self.lease.is_held:
            return
        served = await self.lease.stand_by()
        if served.count:
            self.shard_ids, self.shard_count = list(served.numbers), served.count
        self.identify_turns.is_shared = True
        # Before it is ours: there will be no time when presses wait.
        await self._tell_discord(is_leading=served.is_leading)
        if self.lease.is_held:
            await self._come_up()
        else:
            self.door.wait()
            await self.tavern.rehearse(served)

    async def _tell_discord(self, *, is_leading: bool) -> None:
        """Upload commands and emojis, of all processes the leading one."""
        await self.command_sync.begin(is_leading=is_leading)
        self.application_emojis.begin(is_leading=is_leading)

    async def _come_up(self) -> None:
        """Bring the tables of these shards back."""
        self.identify_turns.is_shared |= not self.serving.lease.shards.is_all
        self.neighbours.begin()
        self._voided = await self.tavern.resume()
        await self.tournaments.set_deadlines()
        self.door.open()
        if self.serving.is_leading:
            await self.daily_deals.resume()
        self._has_resumed = True
        self.clocks.begin()

    async def on_ready(self) -> None:
        """Take over where another process waits for that; redraw what is behind; tell what was closed."""
        if not (self._has_resumed or (self.lease and await self.lease.inherit(self._come_up))):
            return
        await self.own_servers.removed_meanwhile()
        await self.catch_up()
        self.clocks.look_at_series()
        while self._voided:
            voided = self._voided.pop()
            await tell_voided(self, voided, await self.tavern.settings(voided.server))

    async def catch_up(self) -> None:
        """Do and show whatever was changed by others, or before this start, where it was not heard of."""
        await self.tavern.set_deadlines()
        await self.tournaments.set_deadlines()
        await self.own_servers.show_behind()
        await self.tournament_news.resume()
        await self.panels.refresh_all()

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
        if not self._has_resumed:
            return
        await self.board_posts.deleted(messages)
        where = server or 0, channel, messages
        for number in await self.database.read(lambda tx: TOURNAMENTS.shown_by(tx, *where)):
            await self.tournament_messages.deleted(await self.tournaments.look(number), messages)
        for table_id in await self.database.read(lambda tx: TABLES.shown_by(tx, *where)):
            await self.table_messages.deleted(await self.tavern.look(table_id), messages)

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """Refund all stakes in a server that removed the bot; wallets are kept (F-37)."""
        if self._has_resumed:
            await self.own_servers.removed(guild.id)

    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Show in a server that the bot comes back to what became of its games meanwhile (F-37)."""
        if self._has_resumed:
            await self.own_servers.show_behind(guild.id)

    async def admit(self, reply: Reply, table: int) -> None:
        """Refuse a press by direct message of who left, whose seats it frees, or is timed out (F-38)."""
        player = reply.player
        if is_server(reply.server):
            self.departed_members.saw(reply.server, player)
            return
        server = (await self.tavern.look(table, press_of(reply.interaction))).stored.server
        if is_server(server):
            try:
                await self.departed_members.require_present(server, player)
            except NoLongerMember:
                await self.show_left(await self.departed_members.leave(server, player))
                raise

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
        try:
            await self.table_messages.post(reply, state)
            if state.table.phase == "playing" and has_cards(state):
                await self.panels.open(reply, state.id)
        finally:
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
        try:
            if reply.interaction.message is None:
                self.table_messages.refresh(state)
                await self.panels.open(reply, state.id)
            elif is_on_panel(reply, state):
                self.table_messages.refresh(state)
                await self.panels.answer(reply, state)
            else:
                await self.table_messages.answer(reply, state)
                is_due = opens_panel and has_cards(state)
                if (is_due or has_news(state, player)) and not self.panels.is_open(player, state.table.id):
                    await self.panels.open(reply, state.id)
        finally:
            # Also where Discord refuses the answer: what was done has been done.
            await self.show(state, by=player)

    async def show_again(self, reply: Reply, state: TableState) -> None:
        """Show the current table to somebody whose press is about to be refused."""
        if reply.interaction.message is None:
            return
        if is_on_panel(reply, state):
            await self.panels.answer(reply, state)
        else:
            await self.table_messages.show_again(reply, state)

    async def hand_over(self) -> None:
        """Before leaving: have a standby connect these shards, if there is one, and answer until it has."""
        if self.lease is None or not self._has_resumed:
            return
        self.door.share()
        with contextlib.suppress(StorageError, TimeoutError):
            self.has_heir = await self.lease.call_heir(self.shard_count)

    async def close(self) -> None:
        """Stop the clocks, finish what is under way, and leave."""
        if self.is_closed():
            return
        # Nothing new begins by itself; then what is under way is waited for; then the database closes.
        self.clocks.stop()
        self.neighbours.stop()
        self.turn_pings.stop()
        self.panels.stop()
        self.tournament_news.stop()
        self.command_sync.stop()
        self.picture_uploads.stop()
        self.daily_deals.stop()
        answered = self.answers.quiet(), self.clocks.quiet()
        if self.has_heir:
            # Presses wait for it, and it shows what we have not.
            self.door.shut()
            await at_most(HAND_OVER_SECONDS, *answered)
        else:
            shown = self.table_messages.quiet(), self.tournament_messages.quiet()
            told = self.tournament_news.quiet(), self.series_announcements.quiet()
            sent = self.command_sync.quiet(), self.application_emojis.stop(), self.last_languages.quiet()
            await at_most(LEAVE_SECONDS, *answered, *shown, *told, *sent)
            self.door.shut()
        # Until the tables are back, the next start still has to read how long the bot was away.
        if self._has_resumed and not self.database.broken.done():
            await self.clocks.note_last_pulse()
        if self.lease is not None:
            await self.lease.release()
        # What is committed may still be on its way to Discord.
        patience = LEAVE_SECONDS - HAND_OVER_SECONDS if self.has_heir else HAND_OVER_SECONDS
        await at_most(patience, self.answers.quiet())
        await self.database.close()
        await at_most(HAND_OVER_SECONDS, self.answers.quiet())  # to show what was committed last
        self.tavern.stop_thinking()
        if self._has_begun:
            await super().close()

    async def show_left(self, tables: list[TableState]) -> None:
        """Show tables that somebody was removed from."""
        for left in tables:
            await self.refresh(left)

    def _hear(self, outcome: TournamentOutcome) -> None:
        self.tournament_news.hear(outcome)
