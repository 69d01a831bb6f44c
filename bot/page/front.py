"""The page as a front: what the house asks for, as far as a page can give it, by itself or beside Discord.

It sends nothing: whoever looks sees, and whoever comes later sees how things stand then. So calls reach the
windows that are open, and roles, boards that stay and commands of Discord's are not here. Beside another
front it notes neither where postings stand nor which news was told; a page by itself does (`LonePage`).
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Collection, Iterable, Mapping
from types import MappingProxyType
from typing import Any

from bot.application import Application
from bot.custom_ids import About
from bot.front import protocols, request
from bot.front.forms import RoleOutOfReach
from bot.front.protocols import ChannelInfo, Context, Panels, PostingMessages, ServerNeeds
from bot.page import auth, commands, context
from bot.page.assets import sprites
from bot.page.windows import PageWindows
from bot.screens.core.presenter import link
from bot.screens.core.screen import Screen, say
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
    """The page of a house, beside another front; `company` knows who may be named here."""

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
        company: auth.CircleOf,
        *,
        own_id: int = 0,
    ) -> None:
        self.has_messages = False
        self.company = company
        self.own_id = own_id
        self.windows = windows = PageWindows()
        self.application_emojis = PageSprites(sprites())
        self.command_sync = NothingToUpload()
        self.rhythms: Mapping[str, protocols.PeriodicTask] = {}
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
        self.commands = commands.PageCommands(app.handlers)

    def _placing(self, keeper: PostingService[Any, Any], kind: int) -> context.Placing:  # noqa: ARG002
        return context.PlacedElsewhere()

    def _announcing(self) -> PageNews:
        return PageNews(self)

    def is_ready(self) -> bool:
        """Whether it shows what changes."""
        return self.app.has_resumed

    def is_me(self, player: int) -> bool:
        """Whether that is the house's own id."""
        return player == self.own_id

    def is_in(self, server: int) -> bool:  # noqa: ARG002
        """A page is wherever its guests are."""
        return True

    def is_watched(self, server: int) -> bool:
        """Whether any window is open in a server."""
        return any(each.guest.server == server for each in self.windows)

    async def tell_voided(self, voided: Voided, settings: ServerSettings) -> None:  # noqa: ARG002
        """A table that was closed by the books shows that by itself."""
        self.windows.touch()

    async def leave(self) -> None:
        """End every stream, and finish what is under way."""
        self.windows.close_all()
        await self._news.quiet()
        await self.table_messages.quiet()
        await self.tournament_messages.quiet()


class LonePage(PageFront):
    """The page by itself: a house without Discord."""

    def _placing(self, keeper: PostingService[Any, Any], kind: int) -> context.Placing:
        return context.PlacedHere(keeper, kind)

    def _announcing(self) -> PageNews:
        return KeptNews(self)

    async def close(self) -> None:
        """Begin nothing new, end every stream, and close the books."""
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
    """Sprites within words: the page has them all as files."""

    def __init__(self, sprites: Collection[str]) -> None:
        self.markup: Mapping[str, str] = MappingProxyType({each: f"<:{each}:0>" for each in sprites})

    @property
    def progress(self) -> EmojiProgress | None:
        """Nothing has to be put up first."""
        return None


class NothingToUpload:
    """Commands that everybody has."""

    refusal: DiscordRejection | None = None
    is_told = True


class SeenTurns:
    """Turns are seen on the page, and called nowhere else."""

    async def note(self, state: TableState, *, by: int | None = None) -> None:
        """Call nobody."""

    def stop(self) -> None:
        """Stop calling."""


class PageCalls:
    """Invitations, laid on the windows of those who are there."""

    def __init__(self, windows: PageWindows, tavern: TableService) -> None:
        self._windows = windows
        self._tavern = tavern

    async def blind(self, server: int, channel: int, people: Iterable[int]) -> tuple[int, ...]:  # noqa: ARG002
        """Everybody who can be chosen sees every channel."""
        return ()

    async def deliver(self, state: TableState) -> int:
        """Lay what is due on windows that are open; how many people that reached."""
        due = await self._tavern.database.write(lambda tx: invite_preferences.take(tx, state.id))
        missed = [player for player in due if not self._windows.of(player)]
        for player, kind in due.items():
            for window in self._windows.of(player):
                with speaking(window.language):
                    window.lay(_call(state, player, is_invited=kind == "invited"))

        def miss(tx: Transaction) -> None:
            for player in missed:
                invite_preferences.miss(tx, state.id, player)

        if missed:
            await self._tavern.database.write(miss)
        return len(due) - len(missed)

    async def call_role(self, state: TableState, role: int) -> bool:  # noqa: ARG002
        """There are no roles."""
        return False


def _call(state: TableState, player: int, *, is_invited: bool) -> Screen:
    """Who calls somebody to what."""
    host = next((each.name for each in state.table.seats if each.player == state.table.terms.host), "")
    about = shown(host), _(state.game.title), link(state.stored)
    if is_invited:
        return personal.invitation_screen(*about, [player])
    return personal.call_screen(*about, [player], About(state.stored.server, state.game.key))


class KnownMembers:
    """Only people whom a front vouches for are members; nobody else can be looked up."""

    def __init__(self, tavern: TableService) -> None:
        self._tavern = tavern

    def saw(self, server: int, player: int) -> None:
        """Whoever is at the page is known already."""

    async def require_present(self, server: int, player: int) -> None:  # noqa: ARG002
        """Raise `NoLongerMember` for everybody for whom nobody vouches."""
        raise request.NoLongerMember

    async def pass_on_host(self, refused: NotHost, actor: Actor, table: int) -> TableState:
        """Have the host's part go on where a lobby's host has been away for long (TB-15)."""
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
        """Free somebody's seats; the changed tables."""
        tables, left = self._tavern.tables, []
        for each in await self._tavern.database.read(lambda tx: tables.of_player(tx, server, player)):
            try:
                left.append(await self._tavern.depart(each.id, player))
            except (RuleError, NoSuchTable):
                continue
        return left

    async def note(self, state: TableState) -> list[TableState]:  # noqa: ARG002
        """Nobody leaves a place without saying so."""
        return []


class PageSurroundings:
    """What there is around a visit: channels, and nothing of Discord's."""

    def __init__(self, company: auth.CircleOf) -> None:
        self._company = company

    def channels(self, ctx: Context) -> Collection[int]:
        """The channels there are."""
        return self._company(ctx.server).channels().keys()

    def roles(self, ctx: Context) -> Collection[int]:
        """The roles there are."""
        return self._company(ctx.server).roles().keys()

    def may_mention(self, ctx: Context, role: int) -> bool:  # noqa: ARG002
        """There is nobody to call."""
        return False

    def may_have_mentioned(self, ctx: Context, role: int) -> bool:  # noqa: ARG002
        """Nobody is called by a page, nor by whoever is there."""
        return False

    def may_create_events(self, ctx: Context) -> bool:  # noqa: ARG002
        """There is no calendar."""
        return False

    def faults(self, ctx: Context, settings: ServerSettings) -> list[str]:  # noqa: ARG002
        """Nothing is missing on a page."""
        return []

    def server_faults(self, ctx: Context, needs: ServerNeeds) -> list[str]:  # noqa: ARG002
        """Nor in the rest of the server."""
        return []

    def page_of(self, ctx: Context, state: TableState) -> str:  # noqa: ARG002
        """Here it is."""
        return ""


class NoRoles:
    """Roles, where there are none."""

    def named(self, ctx: Context, text: str) -> int:  # noqa: ARG002
        """No text names one."""
        raise RoleOutOfReach

    def require_own(self, ctx: Context, role: int) -> None:  # noqa: ARG002
        """No role can be given."""
        raise RoleOutOfReach

    async def give(self, ctx: Context, role: int, why: str) -> None:  # noqa: ARG002
        """No role can be given."""
        raise RoleOutOfReach


class PageBoards:
    """Boards that stay: on a page everybody opens them as they like."""

    async def post(self, ctx: Context, asked: board.BoardQuery) -> None:  # noqa: ARG002
        """Say so."""
        await ctx.send_ephemeral(
            say(_("Boards are posted in Discord’s channels. Here anyone can open one: `/board`."))
        )

    async def refresh(self) -> None:
        """There is nothing to change."""


class PageNews:
    """What is announced of tournaments: put up in the room, and seen at the tables."""

    def __init__(self, front: PageFront) -> None:
        self._front = front
        self._telling: set[asyncio.Task[None]] = set()

    def hear(self, outcome: TournamentOutcome) -> None:
        """Show a tournament's change, and announce it."""
        task = asyncio.ensure_future(self._tell(outcome))
        self._telling.add(task)
        task.add_done_callback(self._telling.discard)

    async def resume(self) -> None:
        """Which news was told is known where the house is at home."""

    async def quiet(self) -> None:
        """Wait until all is announced."""
        await until_done(lambda: self._telling)

    async def _tell(self, outcome: TournamentOutcome) -> None:
        state = await self._front.app.tournaments.look(outcome.stored.id)
        self._front.tournament_messages.refresh(state)
        with speaking(state.settings.language):
            told = [
                *announcements.at_tables(state.view, outcome.orders),
                *announcements.to_all(state.view, outcome.orders, outcome.reminder),
            ]
        for each in told:
            self._front.windows.post(state.stored.channel, say(*each.lines))


class KeptNews(PageNews):
    """The same where nobody else tells of it: each news once, and tables are shown with it."""

    def __init__(self, front: PageFront) -> None:
        super().__init__(front)
        self._untold: set[int] = set()

    def hear(self, outcome: TournamentOutcome) -> None:
        """Show a tournament's change, and announce it once."""
        if outcome.news is not None:
            if outcome.news in self._untold:
                return
            self._untold.add(outcome.news)
        self._front.app.tournaments.wake_for(outcome.stored)
        super().hear(outcome)

    async def resume(self) -> None:
        """Announce what has not been yet."""
        for outcome in await self._front.app.tournaments.untold():
            self.hear(outcome)

    async def _tell(self, outcome: TournamentOutcome) -> None:
        app = self._front.app
        for stored in outcome.tables:
            await app.refresh(await app.tavern.look(stored.id))
        await super()._tell(outcome)
        if outcome.news is not None:
            await app.tournaments.told(outcome.news)
            self._untold.discard(outcome.news)
