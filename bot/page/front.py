"""The page as a frontend, by itself or beside Discord.

The page sends no messages: open windows are redrawn, and new windows show the current state. It has no roles,
no posted leaderboards and no slash commands. Beside another frontend it records neither where postings are
shown nor which announcements were made; a page without another frontend does (`LonePage`).
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import partial
from types import MappingProxyType
from typing import Any

from bot.application import Application
from bot.custom_ids import About
from bot.front import protocols, request
from bot.front.forms import RoleOutOfReach
from bot.front.protocols import ChannelInfo, Context, Panels, PostingMessages, ServerNeeds
from bot.front.request import User
from bot.page import auth, commands, context
from bot.page.assets import sprites
from bot.page.windows import PageWindows
from bot.screens.core.presenter import link
from bot.screens.core.screen import Screen, Text, rows, say
from bot.screens.server import board, personal
from bot.screens.server.help_pages import DiscordRejection, EmojiProgress
from bot.screens.tournament import announcements
from bot.tavern.deadlines import until_done
from bot.tavern.posting_service import PostingService
from bot.tavern.table import invitations as table_guests
from bot.tavern.table.actions import Actor
from bot.tavern.table.invitations import HostAwaited
from bot.tavern.table.table_state import NoSuchTable, TableState
from bot.tavern.table_service import TableService
from bot.tavern.tournament.tournament_service import TournamentState
from bot.tavern.tournament.tournament_tables import TournamentOutcome
from bot.text.translate import _, shown, speaking
from games.engine.core.errors import RuleError
from games.engine.table.refusals import NotHost
from storage.books.refunds import Voided
from storage.db.transaction import Transaction
from storage.people import invite_preferences
from storage.people.server_settings import ServerSettings

log = logging.getLogger(__name__)


class PageFront:
    """The page beside another frontend; `company` returns a server's directory."""

    table_messages: PostingMessages[Any]
    tournament_messages: PostingMessages[Any]
    panels: Panels
    turn_pings: protocols.Pings
    table_calls: protocols.TableInvites
    departed_members: protocols.Members
    surroundings: ChannelInfo
    prize_roles: protocols.PrizeRoles
    board_posts: protocols.Boards
    tournament_news: protocols.Announcements
    command_sync: protocols.CommandSyncStatus
    application_emojis: protocols.Emojis

    def __init__(
        self,
        make_app: Callable[[PageFront], Application],
        company: auth.DirectoryOf,
        *,
        own_id: Callable[[], int] = lambda: 0,
    ) -> None:
        self.has_messages = False
        self.company = company
        self._own_id = own_id
        self.windows = windows = PageWindows()
        self.application_emojis = PageSprites(sprites())
        self.command_sync = NothingToUpload()
        self.periodic_tasks: Mapping[str, protocols.PeriodicTask] = {}
        self.surroundings, self.prize_roles = PageSurroundings(company), NoRoles()
        self.board_posts, self.turn_pings = PageBoards(), SeenTurns()
        self.app = app = make_app(self)
        tables, tournaments = app.tavern, app.tournaments
        self.table_messages = context.PageTables(
            windows, tables, self._placing(tables, context.TABLE_MESSAGES), company
        )
        self.tournament_messages = context.PageNotices(
            windows, tournaments, self._placing(tournaments, context.NOTICE_MESSAGES)
        )
        self.panels = context.PagePanels(windows, app.tavern)
        self.table_calls = PageCalls(windows, app.tavern)
        self.departed_members = KnownMembers(app.tavern)
        self.tournament_news = self._news = self._announcing()
        self.commands = commands.PageCommands(app.handlers, own_id)

    def _placing(self, keeper: PostingService[Any, Any], kind: int) -> context.Placing:  # noqa: ARG002
        return context.PlacedElsewhere()

    def _announcing(self) -> PageNews:
        return PageNews(self)

    def is_ready(self) -> bool:
        """Return True if the application runs, so that the page shows changes."""
        return self.app.has_resumed

    def is_me(self, player: int) -> bool:
        """Return True if that is the application's own id."""
        return player == self._own_id()

    def is_in(self, server: int) -> bool:  # noqa: ARG002
        """Return True: the page is in every server of its users."""
        return True

    def is_watched(self, server: int) -> bool:
        """Return True if any window is open in a server."""
        return any(each.guest.server == server for each in self.windows)

    async def tell_voided(self, voided: Voided, settings: ServerSettings) -> None:  # noqa: ARG002
        """Redraw all windows; a voided table shows that itself."""
        self.windows.touch()

    async def leave(self) -> None:
        """End every stream, and wait for pending work."""
        self.windows.close_all()
        await self._news.quiet()
        await self.table_messages.quiet()
        await self.tournament_messages.quiet()


class LonePage(PageFront):
    """The page by itself, without Discord."""

    def _placing(self, keeper: PostingService[Any, Any], kind: int) -> context.Placing:
        return context.PlacedHere(keeper, kind)

    def _announcing(self) -> PageNews:
        return KeptNews(self)

    async def close(self) -> None:
        """Stop accepting work, end every stream, and close the database."""
        app = self.app
        app.stop()
        self.windows.close_all()
        await app.clocks.quiet()
        await self.leave()
        if app.has_resumed and not app.database.broken.done():
            await app.clocks.note_last_pulse()
        await app.database.close()
        app.tavern.stop_thinking()


class PageSprites:
    """The emojis of the page: all sprites, which it has as files."""

    def __init__(self, sprites: Collection[str]) -> None:
        self.markup: Mapping[str, str] = MappingProxyType({each: f"<:{each}:0>" for each in sprites})

    @property
    def progress(self) -> EmojiProgress | None:
        """None, since no emoji has to be uploaded."""
        return None


class NothingToUpload:
    """The status of commands that need no upload."""

    refusal: DiscordRejection | None = None
    is_told = True


class SeenTurns:
    """Notifications of turns, which the page does not need: it shows whose turn it is."""

    async def note(self, state: TableState, *, by: int | None = None) -> None:
        """Notify nobody."""

    def stop(self) -> None:
        """Do nothing."""


class PageCalls:
    """Invitations, shown in the open windows of the invited users."""

    def __init__(self, windows: PageWindows, tavern: TableService) -> None:
        self._windows = windows
        self._tavern = tavern

    async def unable_to_see(self, server: int, channel: int, people: Iterable[int]) -> tuple[int, ...]:  # noqa: ARG002
        """Return no users: every user of the page sees every channel."""
        return ()

    async def deliver(self, state: TableState) -> int:
        """Show pending invitations on open windows; return the number of users reached."""
        due = await self._tavern.database.write(lambda tx: invite_preferences.take(tx, state.id))
        unreached = [player for player in due if not self._windows.of(player)]
        for player, kind in due.items():
            for window in self._windows.of(player):
                with speaking(window.language):
                    window.open_sheet(_call(state, player, is_invited=kind == "invited"))

        def miss(tx: Transaction) -> None:
            for player in unreached:
                invite_preferences.miss(tx, state.id, player)

        if unreached:
            await self._tavern.database.write(miss)
        return len(due) - len(unreached)

    async def call_role(self, state: TableState, role: int) -> bool:  # noqa: ARG002
        """Return False: the page by itself has no roles."""
        return False


def _call(state: TableState, player: int, *, is_invited: bool) -> Screen:
    """Return the invitation or call of one player to a table."""
    host = next((each.name for each in state.table.seats if each.player == state.table.terms.host), "")
    about = shown(host), _(state.game.title), link(state.stored)
    if is_invited:
        return personal.invitation_screen(*about, [player])
    return personal.call_screen(*about, [player], About(state.stored.server, state.game.key))


class KnownMembers:
    """The members of servers as other frontends confirm them; the page itself can't confirm any."""

    def __init__(self, tavern: TableService) -> None:
        self._tavern = tavern

    def note_member(self, server: int, player: int) -> None:
        """Do nothing: the page knows its users already."""

    async def require_present(self, server: int, player: int) -> None:  # noqa: ARG002
        """Raise `NoLongerMember`: the page can't confirm that the player is a member."""
        raise request.NoLongerMember

    async def pass_on_host(self, refused: NotHost, actor: Actor, table: int) -> TableState:
        """Make a player the host of a lobby whose host has been away for long (TB-15).

        Raises `refused` if that is not possible.
        """
        state = await self._tavern.look(table, actor)
        if state.table.phase != "lobby":
            raise refused
        try:
            return await self._tavern.depart(table, actor.player, table_guests.take_over)
        except HostAwaited:
            raise
        except RuleError:
            raise refused from None

    async def leave(self, server: int, player: int) -> list[TableState]:
        """Free a player's seats and return the changed tables."""
        tables, changed = self._tavern.tables, []
        for each in await self._tavern.database.read(lambda tx: tables.of_player(tx, server, player)):
            try:
                changed.append(await self._tavern.depart(each.id, player))
            except (RuleError, NoSuchTable):
                continue
        return changed

    async def note(self, state: TableState) -> list[TableState]:  # noqa: ARG002
        """Return no tables: the page learns of every departure by `leave`."""
        return []


class PageSurroundings:
    """Facts about a request's server: its channels and roles, but no permissions."""

    def __init__(self, company: auth.DirectoryOf) -> None:
        self._company = company

    def server_name(self, ctx: Context) -> str:
        """Return the server's name, without what can't be shown."""
        return self._company(ctx.server).server_name()

    def channels(self, ctx: Context) -> Collection[int]:
        """Return the ids of the channels."""
        return self._company(ctx.server).channels().keys()

    def roles(self, ctx: Context) -> Collection[int]:
        """Return the ids of the roles."""
        return self._company(ctx.server).roles().keys()

    def may_mention(self, ctx: Context, role: int) -> bool:  # noqa: ARG002
        """Return False: the page can't mention roles."""
        return False

    def may_have_mentioned(self, ctx: Context, role: int) -> bool:  # noqa: ARG002
        """Return False: neither the page nor its users can have mentioned a role."""
        return False

    def may_create_events(self, ctx: Context) -> bool:  # noqa: ARG002
        """Return False: the page has no calendar."""
        return False

    def faults(self, ctx: Context, settings: ServerSettings) -> list[str]:  # noqa: ARG002
        """Return no problems: the page needs no permissions."""
        return []

    def server_faults(self, ctx: Context, needs: ServerNeeds) -> list[str]:  # noqa: ARG002
        """Return no problems: the page needs no permissions."""
        return []

    async def shows_group(self, ctx: Context, group: str, role: int) -> bool | None:  # noqa: ARG002
        """Return None: only Discord hides commands."""
        return None

    async def find_people(self, ctx: Context, people: Sequence[str]) -> tuple[User | None, ...]:
        """Return the users with these ids or names."""
        company = self._company(ctx.server)
        return tuple([await company.find(each, ctx.player) for each in people])

    def page_of(self, ctx: Context, state: TableState) -> str:  # noqa: ARG002
        """Return no link: this is the page."""
        return ""


class NoRoles:
    """The roles for prizes, of which the page has none."""

    def named(self, ctx: Context, text: str) -> int:  # noqa: ARG002
        """Raise `RoleOutOfReach`: no text names a role."""
        raise RoleOutOfReach

    def require_own(self, ctx: Context, role: int) -> None:  # noqa: ARG002
        """Raise `RoleOutOfReach`: no role can be given."""
        raise RoleOutOfReach

    async def give(self, ctx: Context, role: int, why: str) -> None:  # noqa: ARG002
        """Raise `RoleOutOfReach`: no role can be given."""
        raise RoleOutOfReach


class PageBoards:
    """Posted leaderboards, of which the page has none, since any user can open one."""

    async def post(self, ctx: Context, query: board.BoardQuery) -> None:  # noqa: ARG002
        """Explain that the page has no posted leaderboards."""
        await ctx.send_ephemeral(
            say(_("Boards are posted in Discord’s channels. Here anyone can open one: `/board`."))
        )

    async def refresh(self) -> None:
        """Do nothing: there is nothing to update."""


class PageNews:
    """The announcements of tournaments, posted in their rooms."""

    def __init__(self, front: PageFront) -> None:
        self._front = front
        self._tasks: set[asyncio.Task[None]] = set()

    def handle_outcome(self, outcome: TournamentOutcome) -> None:
        """Show a tournament's change, and announce it."""
        task = asyncio.ensure_future(self._announce(outcome))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def resume(self) -> None:
        """Do nothing: the other frontend records which announcements were made."""

    async def quiet(self) -> None:
        """Wait until all announcements are made."""
        await until_done(lambda: self._tasks)

    async def _announce(self, outcome: TournamentOutcome) -> None:
        state = await self._front.app.tournaments.look(outcome.stored.id)
        self._front.tournament_messages.refresh(state)
        windows, channel = self._front.windows, state.stored.channel
        with speaking(state.settings.language):
            for index, each in enumerate(_news(state, outcome)):
                windows.post(channel, say(*each.lines), partial(_news_for, state, outcome, index))
            for index, each in enumerate(announcements.reminders(state.view, outcome.reminder)):
                draw = partial(self._reminder_for, state, outcome.reminder, index)
                windows.post(channel, say(*each.lines), draw)

    def _reminder_for(
        self, announced: TournamentState, reminder: str, index: int, player: int
    ) -> Screen | None:
        """Return a reminder as one user reads it; None if it does not concern them, or is outdated."""
        state = self._front.windows.room(announced.stored.channel).notices.get(announced.id, announced)
        current = [*announcements.reminders(state.view_for(player), reminder)][index : index + 1]
        is_theirs = any(player in each.players or not each.players for each in current)
        return _screen_for(current[0], player) if is_theirs else None


def _news(
    state: TournamentState, outcome: TournamentOutcome, player: int = 0
) -> list[announcements.Announcement]:
    view = state.view_for(player)
    return [
        *announcements.at_tables(view, outcome.orders),
        *announcements.to_all(view, outcome.orders, ""),
    ]


def _news_for(state: TournamentState, outcome: TournamentOutcome, index: int, player: int) -> Screen | None:
    """Return an announcement as one user reads it, in their language."""
    announcement = _news(state, outcome, player)[index]
    # On Discord a table's announcements are in a thread named after the tournament; here the title says it.
    title = "" if announcement.table is None else f"**{shown(state.stored.plan.title)}**"
    return _screen_for(announcement, player, title)


def _screen_for(announcement: announcements.Announcement, player: int, title: str = "") -> Screen | None:
    lines = announcement.read_by(player)
    lines = (title, *lines) if title and lines else lines
    return Screen((Text("\n".join(lines)), *rows([*announcement.buttons]))) if lines else None


class KeptNews(PageNews):
    """The announcements of a page without another frontend: it records each, and redraws the tables."""

    def __init__(self, front: PageFront) -> None:
        super().__init__(front)
        self._pending: set[int] = set()

    def handle_outcome(self, outcome: TournamentOutcome) -> None:
        """Show a tournament's change, and announce it unless it is being announced."""
        if outcome.news is not None:
            if outcome.news in self._pending:
                return
            self._pending.add(outcome.news)
        self._front.app.tournaments.wake_for(outcome.stored)
        super().handle_outcome(outcome)

    async def resume(self) -> None:
        """Make pending announcements."""
        for outcome in await self._front.app.tournaments.untold():
            self.handle_outcome(outcome)

    async def _announce(self, outcome: TournamentOutcome) -> None:
        app = self._front.app
        for stored in outcome.tables:
            await app.refresh(await app.tavern.look(stored.id))
        await super()._announce(outcome)
        if outcome.news is not None:
            await app.tournaments.mark_announced(outcome.news)
            self._pending.discard(outcome.news)
