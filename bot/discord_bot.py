"""Discord's frontend: the bot as a client of Discord, which passes presses on and shows the results.

`TaproomBot` creates the parts of a `Front` (messages, panels, pings, announcements) and handles Discord's
events: deleted messages, joined and left servers. Shards identify in turn, since Discord accepts one shard of
each bucket every five seconds, whichever process it belongs to.
"""

from __future__ import annotations

import asyncio
import contextlib
import gc
import logging
from collections.abc import Callable, Iterable
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

import discord
from discord.ext import commands
from discord.http import HTTPClient

from bot import __version__
from bot.application import Application, MakeHandlers
from bot.discord_io.application_emojis import ApplicationEmojis
from bot.discord_io.commands import CommandSync, add_commands
from bot.discord_io.deleted_places import DeletedPlaces
from bot.discord_io.interactions import guild_info, requests
from bot.discord_io.interactions.dispatch import InteractionTracker, LastRefusals, Tree, answering
from bot.discord_io.interactions.guild_info import DepartedMembers, DiscordPrizeRoles, DiscordSurroundings
from bot.discord_io.messages.board_posts import EVERY_SECONDS, BoardPosts
from bot.discord_io.messages.live_messages import LiveMessages
from bot.discord_io.messages.panels import DiscordPanels
from bot.discord_io.messages.posting_display import PostingDisplay
from bot.discord_io.messages.rendering import PictureUploads
from bot.discord_io.messages.table_threads import TableThreads
from bot.discord_io.notifications.direct_messages import AUDIT_SECONDS, AuditNews, greet, tell_voided
from bot.discord_io.notifications.role_prizes import ROLE_SECONDS, RolePrizes
from bot.discord_io.notifications.series_announcements import SeriesAnnouncements
from bot.discord_io.notifications.tournaments import TournamentNews, TournamentThreads, notice_channel
from bot.discord_io.notifications.turn_pings import CALL_SECONDS, TableCalls, TurnPings, is_called
from bot.front.page_links import PageLinks, page_links_by
from bot.front.render import LazyScreen, can_wait, draw, draw_moved, draw_moved_notice, draw_notice, scene_for
from bot.pictures.worker import Studio
from bot.process.logs import Loggable
from bot.process.services import services
from bot.process.shard_lease import ShardLease
from bot.screens.server.help_pages import game_cards, greeting_screen
from bot.tavern.deadlines import MonotonicClock, at_most
from bot.tavern.table.table_state import TableState
from bot.tavern.tournament.tournament_service import TournamentOver
from bot.text.translate import speaking, spoken
from games.engine.table.refusals import TableClosed
from storage import errors, leases
from storage.books import ledger, refunds
from storage.db.database import Database
from storage.leases import IDENTIFY_SECONDS, ShardRange
from storage.people.server_settings import ServerSettings, offered_games
from storage.play.postings import TABLES, TOURNAMENTS

if TYPE_CHECKING:  # only reading settings needs pydantic-settings
    from bot.settings import Settings

log = logging.getLogger(__name__)
T = TypeVar("T")

# The bot uses no voice, so discord.py needn't warn about missing voice libraries.
discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False

LEAVE_SECONDS = 2.5  # grace period for work in progress at shutdown
HAND_OVER_SECONDS = 0.5  # grace period if another process takes over, or no interaction is admitted any more
SERIES_SECONDS = 60.0
PRESSES = (discord.InteractionType.component, discord.InteractionType.modal_submit)


def wall_clock() -> float:
    """Return unix seconds by discord.py's clock."""
    return discord.utils.utcnow().timestamp()


class TaproomBot(commands.AutoShardedBot):
    """The bot; `close` closes its database, too. `now` returns unix seconds (usually a `MonotonicClock`)."""

    def __init__(
        self,
        settings: Settings,
        database: Database,
        handlers: Iterable[MakeHandlers],
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
        self._parse_less()
        now = MonotonicClock(wall_clock) if now is None else now
        self.has_messages = has_messages
        self.app = app = Application(self, settings, database, handlers, now=now, lease=lease)
        self._has_begun = self._is_announced = self.has_heir = False
        self._books = "PostgreSQL" if isinstance(settings.books, str) else str(settings.books)
        self._services = services(settings, database.upgrade)
        self.identify_turns = IdentifyTurns(database)
        self.studio = Studio()
        self.picture_uploads = PictureUploads(self.studio, now)
        self.answers = InteractionTracker(app.gate)
        tavern, tournaments = app.tavern, app.tournaments
        threads = TournamentThreads(self, tavern)
        self.application_emojis = ApplicationEmojis(self, database, now, is_wanted=settings.faces == "emojis")
        self.page_links = page_links = page_links_by(settings)
        shown = partial(draw, has_activity=bool(page_links.activity))
        self.panels = DiscordPanels(self, tavern, self._shown(scene_for))
        self.table_threads = own = TableThreads(self, app, threads)
        tables = PostingDisplay(
            self._shown(shown), draw_moved, own.where, own.lost, "", self._can_wait, is_called, own.open
        )
        self.table_messages = LiveMessages(self, tavern, tables)
        notices = PostingDisplay(
            self._shown(draw_notice), draw_moved_notice, notice_channel, threads.notice_lost, "tournament"
        )
        self.tournament_messages = LiveMessages(self, tournaments, notices)
        self.command_sync = CommandSync(self, database, now, settings.dev_server_id)
        self._add_notifications(threads, page_links, now)

    def _parse_less(self) -> None:
        """Skip the parsing of what is never used: edited messages, and the components of pressed ones."""
        parsers = self._connection.parsers
        # Most edits are the bot's own.
        parsers["MESSAGE_UPDATE"] = lambda _data: None
        parse = parsers["INTERACTION_CREATE"]
        parsers["INTERACTION_CREATE"] = lambda data: parse(
            data | {"message": data["message"] | {"components": []}} if "message" in data else data
        )

    def _add_notifications(
        self, threads: TournamentThreads, page_links: PageLinks, now: Callable[[], float]
    ) -> None:
        """Create the parts that send messages other than responses, and those that know a server."""
        tavern, tournaments = self.app.tavern, self.app.tournaments
        self.tournament_news = TournamentNews(
            tavern, tournaments, threads, self.tournament_messages, self.app.refresh
        )
        self.series_announcements = SeriesAnnouncements(self, tavern, tournaments, self.tournament_messages)
        self.deleted_places = DeletedPlaces(self, tavern, self.app.refresh, threads.move)
        threads.look_for_deleted = self.deleted_places.check
        self.named_people = guild_info.NamedPeople(self, now)
        self.board_posts = BoardPosts(self, tavern, self.application_emojis, self.named_people)
        self.audit_news = AuditNews(self, tavern)
        self.turn_pings = TurnPings(self, tavern, page_links, self.app.waiting_for, self.table_messages)
        self.table_calls = TableCalls(self, tavern)
        self.last_languages = guild_info.LastLanguages(tavern)
        self.last_refusals = LastRefusals(now)
        self.departed_members = DepartedMembers(self, tavern)
        self.surroundings, self.prize_roles = DiscordSurroundings(page_links), DiscordPrizeRoles()
        self.role_prizes = RolePrizes(self, tournaments, self.tournament_messages)
        self.periodic_tasks = {
            "calls": (self.turn_pings.look, CALL_SECONDS),
            "series": (self.series_announcements.announce_due, SERIES_SECONDS),
            "boards": (self.board_posts.refresh, EVERY_SECONDS),
            "audit": (self.audit_news.tell, AUDIT_SECONDS),
            "roles": (self.role_prizes.give, ROLE_SECONDS),
        }

    def _shown(self, draw: Callable[..., T]) -> Callable[..., T]:
        """Return `draw` with the emojis available when it is called, and the pictures of the settings."""
        emojis, pictures = self.application_emojis, self.app.pictures
        return lambda *what: draw(*what, emojis=emojis.markup, pictures=pictures)

    def _can_wait(self, before: LazyScreen | None, state: TableState) -> bool:
        """Return True if a table's message may be updated later, because its players act on their panels."""
        return self.panels.carry(state) and can_wait(before, state.view(None))

    def is_me(self, player: int) -> bool:
        """Return True for the bot's own id."""
        return self.user is not None and player == self.user.id

    def is_in(self, server: int) -> bool:
        """Return True if the bot is in a server, even if Discord reports it as unavailable."""
        return self.get_guild(server) is not None

    def is_watched(self, server: int) -> bool:  # noqa: ARG002
        """Return False: in Discord the process that serves the server shows all changes."""
        return False

    async def tell_voided(self, voided: refunds.Voided, settings: ServerSettings) -> None:
        """Post in its channel that a table or tournament had to be closed, and the refunds."""
        await tell_voided(self, voided, settings)

    async def login(self, token: str) -> None:
        """Log in; from now on `close` has to close the connection, too."""
        self._has_begun = True
        await super().login(token)

    async def connect(self, *, reconnect: bool = True) -> None:
        """Connect the shards; by default as many as Discord recommends."""
        recommended = await self.identify_turns.ask(self.http)
        self.shard_count = self.shard_count or recommended
        await super().connect(reconnect=reconnect)

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:  # noqa: ARG002
        """Wait for the shard's turn to identify."""
        await self.identify_turns.wait(shard_id or 0)

    async def setup_hook(self) -> None:
        """Load the commands, and restore the tables unless this process stands by."""
        add_commands(self.tree, map(type, self.app.handlers))
        if self.app.lease is None or self.app.lease.is_held:
            await self._begin_uploads(is_leading=self.app.serving.is_leading)
            await self._come_up()
        # All objects created until now live as long as the bot, so the collector can ignore them.
        gc.freeze()
        gc.enable()

    async def stand_by(self) -> None:
        """Wait, as a standby, for shards to serve."""
        lease = self.app.lease
        if lease is None or lease.is_held:
            return
        shards = await lease.stand_by()
        if shards.count:
            self.shard_ids, self.shard_count = list(shards.numbers), shards.count
        self.identify_turns.is_shared = True
        # Begun before the takeover, during which presses wait.
        await self._begin_uploads(is_leading=shards.is_leading)
        if lease.is_held:
            await self._come_up()
        else:
            self.app.gate.wait()
            await self.app.tavern.rehearse(shards)

    async def _begin_uploads(self, *, is_leading: bool) -> None:
        """Begin to upload commands and emojis; only the leading process uploads."""
        await self.command_sync.begin(is_leading=is_leading)
        self.application_emojis.begin(is_leading=is_leading)

    async def _come_up(self) -> None:
        self.identify_turns.is_shared |= not self.app.serving.lease.shards.is_all
        await self.app.start_serving()

    async def on_ready(self) -> None:
        """Take over from a process that waits for this one, redraw outdated messages, announce refunds."""
        app = self.app
        if not (app.has_resumed or (app.lease and await app.lease.inherit(self._come_up))):
            return
        await app.removed_servers.withdraw_removed()
        await self.deleted_places.check_all()
        await app.catch_up()
        await self.turn_pings.look()
        await self.table_messages.delete_replaced()
        await self.table_threads.resume()
        app.clocks.look_at_series()
        while app.voided:
            voided = app.voided.pop()
            await self.tell_voided(voided, await app.tavern.settings(voided.server))
        self._announce()

    def _announce(self) -> None:
        """Log once that the bot is ready, and its services; without a server, also its invitation link."""
        if self._is_announced:
            return
        self._is_announced = True
        facts = Loggable(__version__), Loggable(self._books), len(self.guilds)
        if self.guilds:
            log.info("Taproom %s is ready. Database: %s. Servers: %d", *facts)
        else:
            log.info(
                "Taproom %s is ready. Database: %s. Servers: %d. Invite it: %s", *facts, self._invitation()
            )
        log.info("%s", Loggable(self._services))

    def _invitation(self) -> Loggable:
        permissions = discord.Permissions(**dict.fromkeys(requests.NEEDED_PERMISSIONS, True))
        scopes = ("bot", "applications.commands")
        url = discord.utils.oauth_url(self.application_id or 0, permissions=permissions, scopes=scopes)
        return Loggable(url)

    async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
        """Dispatch presses and forms; the command tree dispatches commands."""
        if interaction.type in PRESSES and await self.answers.accepts(interaction):
            async with answering(interaction) as ctx:
                await self.app.take(ctx)

    async def on_message(self, message: discord.Message) -> None:
        """Count messages, since they move a table's message up; their content is not read."""
        if message.author.id != self.application_id:
            self.table_messages.wrote(message.channel.id)
            self.tournament_messages.wrote(message.channel.id)

    async def on_raw_message_delete(self, event: discord.RawMessageDeleteEvent) -> None:
        """Post a deleted table message again (F-34)."""
        await self._post_again(event.guild_id, event.channel_id, {event.message_id})

    async def on_raw_bulk_message_delete(self, event: discord.RawBulkMessageDeleteEvent) -> None:
        """Post table messages again if many messages were deleted at once (F-34)."""
        await self._post_again(event.guild_id, event.channel_id, event.message_ids)

    async def _post_again(self, server: int | None, channel: int, messages: set[int]) -> None:
        app = self.app
        if not app.has_resumed:
            return
        await self.board_posts.deleted(messages)
        shown_by = server or 0, channel, messages
        # Neither can be drawn while its game is not installed.
        for number in await app.database.read(lambda tx: TOURNAMENTS.shown_by(tx, *shown_by)):
            with contextlib.suppress(TournamentOver):
                await self.tournament_messages.deleted(await app.tournaments.look(number), messages)
        for table_id in await app.database.read(lambda tx: TABLES.shown_by(tx, *shown_by)):
            with contextlib.suppress(TableClosed):
                await self.table_messages.deleted(await app.tavern.look(table_id), messages)

    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """Close the tables and tournaments of a deleted channel (F-35)."""
        await self._look_for_deleted(channel.guild.id)

    async def on_raw_thread_delete(self, event: discord.RawThreadDeleteEvent) -> None:
        """Close the tables of a deleted thread (F-35)."""
        await self._look_for_deleted(event.guild_id)

    async def on_guild_role_delete(self, role: discord.Role) -> None:
        """Take a role that was deleted out of the settings (F-35)."""
        await self._look_for_deleted(role.guild.id)

    async def on_guild_available(self, guild: discord.Guild) -> None:
        """Look for what was deleted while a server was out of order; at the start all are looked at."""
        if self.is_ready():
            await self._look_for_deleted(guild.id)

    async def _look_for_deleted(self, server: int) -> None:
        if self.app.has_resumed:
            await self.deleted_places.check(server)

    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Greet a server once; if the bot was here before, redraw the messages of its games (F-37)."""
        app = self.app
        if app.has_resumed:
            await app.removed_servers.refresh_outdated(guild.id)
        settings = await app.tavern.welcome(guild.id, spoken(guild.preferred_locale.value))
        balance = await app.database.read(lambda tx: ledger.balance(tx, ledger.house_account(guild.id)))
        with speaking(settings.language):
            greeting = greeting_screen(
                game_cards(offered_games(settings.games_off, app.tavern.games)), is_practice=not balance
            )
            await greet(guild, greeting, self.command_sync.ids)

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """Refund all stakes in a server that removed the bot; wallets are kept (F-37)."""
        if self.app.has_resumed:
            await self.app.tavern.withdraw(guild.id)

    async def drain(self) -> None:
        """Before leaving: call a standby, if there is one, and go on answering until it is connected."""
        lease = self.app.lease
        if lease is None or not self.app.has_resumed:
            return
        self.app.gate.share()
        with contextlib.suppress(errors.StorageError, TimeoutError):
            self.has_heir = await lease.call_heir(self.shard_count)

    async def close(self) -> None:
        """Stop the clocks, wait for the work in progress, and close the database and the connection."""
        if self.is_closed():
            return
        # First all timers stop, then the work in progress is awaited, then the database is closed.
        app = self.app
        app.stop()
        self.turn_pings.clock.stop()
        self.panels.stop()
        self.tournament_news.stop()
        self.table_threads.stop()
        self.command_sync.clock.stop()
        self.picture_uploads.stop()
        answered = self.answers.quiet(), app.clocks.quiet()
        if self.has_heir:
            # The heir's users wait already, and it shows all changes that this process hasn't shown.
            app.gate.shut()
            await at_most(HAND_OVER_SECONDS, *answered)
        else:
            shown = self.table_messages.quiet(), self.tournament_messages.quiet()
            told = self.tournament_news.quiet(), self.series_announcements.quiet()
            sent = (
                self.table_threads.quiet(),
                self.command_sync.clock.quiet(),
                self.application_emojis.stop(),
                self.last_languages.quiet(),
            )
            await at_most(LEAVE_SECONDS, *answered, *shown, *told, *sent, self.last_languages.quiet())
            app.gate.shut()
        # Before the tables are restored, the stored pulse must stay: it says how long the bot was down.
        if app.has_resumed and not app.database.broken.done():
            await app.clocks.note_last_pulse()
        if app.lease is not None:
            await app.lease.release()
        # Responses about committed changes may still be on their way to Discord.
        patience = LEAVE_SECONDS - HAND_OVER_SECONDS if self.has_heir else HAND_OVER_SECONDS
        await at_most(patience, self.answers.quiet())
        await app.database.close()
        await at_most(HAND_OVER_SECONDS, self.answers.quiet())  # to show the last committed changes
        app.tavern.stop_thinking()
        if self._has_begun:
            await super().close()


class IdentifyTurns:
    """Makes shards identify in turn; the turns are in the database, which all processes share.

    While `is_shared`, other processes may have shards, so without the database no shard identifies.
    """

    is_shared = False

    def __init__(self, database: Database) -> None:
        self._database = database
        self._concurrency = 1
        self._free_at: dict[int, float] = {}
        """The time, by the event loop's clock, at which a bucket is free again."""

    async def ask(self, http: HTTPClient) -> int:
        """Request Discord's limit of concurrent identifies; return the recommended number of shards."""
        try:
            count, _address, limit = await http.get_bot_gateway()
        except discord.GatewayNotFound:
            log.warning("Discord does not say how many shards it wants")
            return 1
        self._concurrency = max(1, limit["max_concurrency"])
        return count

    async def wait(self, shard: int) -> None:
        """Wait until it is this shard's turn."""
        bucket = shard % self._concurrency
        while True:
            seconds = await self._take_turn(bucket)
            if not seconds:
                return
            await asyncio.sleep(seconds)

    def _take_local_turn(self, bucket: int) -> float:
        now = asyncio.get_running_loop().time()
        wait = self._free_at.get(bucket, now) - now
        if wait <= 0.0:
            self._free_at[bucket] = now + IDENTIFY_SECONDS
        return max(wait, 0.0)

    async def _take_turn(self, bucket: int) -> float:
        """Take a turn in a bucket and return 0, or return the seconds to wait."""
        try:
            return await self._database.write(partial(leases.wait_to_identify, bucket=bucket))
        except errors.StorageError:
            log.warning("shards cannot agree who connects: the database takes no writes")
            return IDENTIFY_SECONDS if self.is_shared else self._take_local_turn(bucket)


def shards_of(shards: ShardRange | None) -> dict[str, Any]:
    """Return discord.py's arguments about shards; none if Discord recommends their number."""
    if shards is None or not shards.count:
        return {}
    return {"shard_ids": list(shards.numbers), "shard_count": shards.count}
