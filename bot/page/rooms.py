"""The shell's pages for one window: loading their data, and rendering them."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import replace
from typing import Any, TypeVar, cast

from bot.custom_ids import table_id
from bot.page import glance, places
from bot.page.auth import Directory, PageUser
from bot.page.front import PageFront
from bot.page.home import HomePage, RecentHand, home_html
from bot.page.html import NOTHING, Html, el
from bot.page.insets import fill
from bot.page.pages import Pages
from bot.page.places import PLACES, PLAY, TOURNAMENTS, WAITING, Deed, Place
from bot.page.shell import Reader
from bot.page.tournament_pages import TournamentPages, tournament_html, tournaments_html
from bot.page.waiting import Waiting, waiting_for, waiting_html
from bot.page.windows import PageSheet, PageWindow
from bot.screens.core.screen import ActionRow, Form, Part, Screen, Select, Text
from bot.tavern import daily
from bot.tavern.table.finished_hands import own_result
from bot.tavern.table.table_state import TableState
from bot.tavern.table.waiting import WaitingTable
from bot.tavern.tournament import draft as plans
from bot.tavern.tournament.tournament_service import TournamentState
from bot.text.translate import _, change, ngettext, number
from storage.books import ledger
from storage.db.transaction import Transaction
from storage.people import server_settings
from storage.people.server_settings import ServerSettings
from storage.play import hands
from storage.standing import records

RECENT, HANDS = 3, 25
T = TypeVar("T")
RenderInset = Callable[[PageSheet], Html]
"""Renders a command's response."""


class Rooms:
    """Loads and renders the pages of one window."""

    def __init__(self, front: PageFront, company: Directory, window: PageWindow) -> None:
        self._front, self._company, self._window = front, company, window
        self._guest: PageUser = window.guest
        self._emojis = front.application_emojis.markup
        self._waiting = Waiting()

    async def reader(self) -> tuple[Reader, list[TableState], list[TournamentState]]:
        """Return the reader, the tables of the room and the reader's others, and the room's tournaments."""
        guest, tournaments = self._guest, await self.tournaments()
        tables = await self._tables([each for each in tournaments if not each.is_over])
        coins, settings = await self._front.app.database.read(self._coins_and_settings)
        room = self._front.windows.room(guest.channel)
        waiting = waiting_for(guest.person.id, tables, tournaments, room, self._emojis)
        if self._window.page == WAITING and waiting.news:
            room.read[guest.person.id] = max(waiting.news)
            waiting = replace(waiting, unread=0)
        request = guest.request(0, self._front.app.now())
        is_organiser = request.is_member and request.may_organise(settings.organiser_role)
        window, title = self._window, _title(self._window.page, tournaments)
        reader = Reader(
            guest,
            window.door,
            window.page,
            coins,
            settings.currency,
            len(waiting.turns),
            waiting.count,
            is_organiser,
            title,
            self._front.windows.elsewhere(guest),
            server_settings.offered_games(settings.games_off, self._front.app.tavern.games),
        )
        self._waiting = waiting
        return reader, tables, tournaments

    def _coins_and_settings(self, tx: Transaction) -> tuple[int, ServerSettings]:
        settings = server_settings.load(tx, self._guest.server)
        coins = ledger.held(tx, self._guest.server, self._guest.person.id, settings.purse)
        return coins, settings

    async def notices(self) -> Iterable[TournamentState]:
        """Return the tournaments announced in the room; the first call loads them from the database."""
        guest, app = self._guest, self._front.app
        room = self._front.windows.room(guest.channel)
        if not room.is_read:
            room.is_read = True
            for each in await app.tournaments.announced(guest.server, {guest.channel}):
                room.note(each)
        return room.notices.values()

    async def tournaments(self) -> list[TournamentState]:
        """Return the tournaments of the room and of its parent channel, newest first."""
        guest, notices = self._guest, await self.notices()
        channels = {guest.channel, guest.parent}
        open_ones = await self._front.app.tournaments.announced(guest.server, channels)
        shown = {each.id: each for each in (*notices, *open_ones)}
        return sorted(shown.values(), key=lambda each: -each.id)

    async def _tables(self, tournaments: Iterable[TournamentState]) -> list[TableState]:
        """Return the tables of the room and of its tournaments, and the reader's own in any channel."""
        guest, tavern = self._guest, self._front.app.tavern
        here = await tavern.in_channel(guest.server, guest.channel, *guest.threads)
        here_by_id = {each.id for each in here}
        table_places = [place for each in tournaments for place in each.places.values()]
        other_places = (each for each in table_places if not guest.is_at(each.channel))
        elsewhere = [each.table for each in other_places if guest.sees(each.channel)]
        own = await self._front.app.database.read(
            lambda tx: tavern.tables.of_player(tx, guest.server, guest.person.id)
        )
        elsewhere += [each.id for each in own if guest.sees(each.channel)]
        return [
            *here,
            *await tavern.look_at(dict.fromkeys(each for each in elsewhere if each not in here_by_id)),
        ]

    async def main(
        self,
        reader: Reader,
        tables: Sequence[TableState],
        tournaments: Sequence[TournamentState],
        render_inset: RenderInset,
    ) -> Html:
        """Return the content of the current page, without its top bar."""
        place, pages = reader.place, Pages(reader, self._company, self._front.commands)
        if not reader.may_see(place):
            return _nothing(_("Only those who run this place can see that."))
        if place.path == WAITING:
            elsewhere = await self._cached("elsewhere", self._elsewhere)
            return waiting_html(reader, self._waiting, elsewhere, self._company)
        if place.path in (PLAY, "tables") or place.path.startswith("game/"):
            return await self._play(pages, tables, tournaments)
        if (
            place.section == TOURNAMENTS
            and (page := self._tournaments(reader, place, tournaments, tables)) is not None
        ):
            return page
        if place.section == "manage":
            return await self._manage(pages, place, render_inset)
        return await self._me(pages, place, render_inset)

    async def _play(
        self, pages: Pages, tables: Sequence[TableState], tournaments: Sequence[TournamentState]
    ) -> Html:
        path = pages.reader.place.path
        if path == PLAY:
            return await self._home(pages.reader, tables, tournaments)
        game = places.game_of(path)
        return pages.tables(tables) if game is None else pages.game(game, tables)

    async def _me(self, pages: Pages, place: Place, render_inset: RenderInset) -> Html:
        if place.path == "me":
            return pages.me(await self._cached("me", self._lines_about_me))
        if place.path == "me/hands":
            return pages.hands(await self._cached("hands", lambda: self._recent_hands(HANDS)), place)
        return await self._answer(pages, place, render_inset)

    async def _settings(self, pages: Pages, place: Place, render_inset: RenderInset) -> Html:
        """Return the server's settings by subject, or the form for one of the subjects."""
        window, server = self._window, self._guest.server
        await fill(self._front, window, place)
        inset = window.inset
        if inset is None or not _asks(inset.content, "settings_ask"):
            return pages.answer(place, NOTHING if inset is None else render_inset(inset))

        def read(tx: Transaction) -> tuple[ServerSettings, int]:
            return server_settings.load(tx, server), ledger.balance(tx, ledger.house_account(server))

        settings, held = await self._front.app.database.read(read)
        return pages.settings(place, settings, held, inset.id)

    async def _plan(self, pages: Pages, place: Place, render_inset: RenderInset) -> Html:
        """Return the reader's plan of a tournament by subject, or the form for one of the subjects."""
        window, server, player = self._window, self._guest.server, self._guest.person.id
        await fill(self._front, window, place)
        inset = window.inset
        if inset is None or isinstance(inset.content, Form) or not _asks(inset.content, "plan_ask"):
            return pages.answer(place, NOTHING if inset is None else render_inset(inset))
        draft = await self._front.app.database.read(lambda tx: plans.load(tx, server, player))
        game = self._front.app.tavern.games[draft.game]
        return pages.plan(inset.content, draft, game, inset.id)

    async def _answer(self, pages: Pages, place: Place, render_inset: RenderInset) -> Html:
        if place.path == "me/tournaments":
            place = _my_tournaments(place, self._guest.person.id)
        await fill(self._front, self._window, place)
        inset = self._window.inset
        if inset is None:
            return pages.answer(place, NOTHING)
        content = _without_hints(inset.content, place)
        if place.path in ("leaderboard", "me/record") and isinstance(content, Screen):
            # The selects that choose the view stand above it.
            content = Screen(tuple(sorted(content.parts, key=lambda each: not isinstance(each, Select))))
        return pages.answer(place, render_inset(replace(inset, content=content)))

    async def _home(
        self, reader: Reader, tables: Sequence[TableState], tournaments: Sequence[TournamentState]
    ) -> Html:
        today = await self._cached("today", self._today)
        last_hands = await self._cached("recent", lambda: self._recent_hands(RECENT))
        room = self._front.windows.room(self._guest.channel)
        player = self._guest.person.id
        has_played = bool(last_hands) or bool(glance.players_of(tables, player))
        return home_html(
            HomePage(
                reader,
                self._company,
                tables,
                [each for each in tournaments if not each.is_over] or [*tournaments][:1],
                self._emojis,
                today,
                last_hands,
                {
                    post_number: seen
                    for post_number, seen in room.seen_by(player)
                    if post_number not in self._waiting.news
                },
                self._window.others,
                is_new=not has_played,
            )
        )

    def _tournaments(
        self,
        reader: Reader,
        place: Place,
        tournaments: Sequence[TournamentState],
        tables: Sequence[TableState],
    ) -> Html | None:
        shown = TournamentPages(reader, self._company, tournaments, self._emojis, tables)
        if place.path == TOURNAMENTS:
            return tournaments_html(shown)
        if not (number_ := places.number_of(place.path, TOURNAMENTS)):
            return None
        state = next((each for each in tournaments if each.id == number_), None)
        if state is None:
            return _nothing(_("There’s no such tournament here."))
        return tournament_html(shown, state)

    async def _manage(self, pages: Pages, place: Place, render_inset: RenderInset) -> Html:
        if place.path == "manage":
            return pages.manage(await self._needs())
        if place.path == "manage/tables":
            return pages.all_tables(await self._all_tables(), await self._resting_tables())
        if number_ := places.number_of(place.path, "manage/tables"):
            table = next((each for each in await self._all_tables() if each.id == number_), None)
            if table is not None:
                return pages.managed_table(table, OF_A_TABLE)
            if number_ in await self._resting_tables():
                return pages.resting_table()
            return _nothing(_("That table isn’t open any more."))
        renderers = {"manage/plan": self._plan, "manage/settings": self._settings}
        return await renderers.get(place.path, self._answer)(pages, place, render_inset)

    async def _all_tables(self) -> list[TableState]:
        app, server = self._front.app, self._guest.server
        open_tables = await app.database.read_long(lambda tx: app.tavern.tables.open_tables(tx, server))
        return await app.tavern.look_at(each.id for each in open_tables)

    async def _resting_tables(self) -> list[int]:
        """Return the numbers of the server's open tables whose game is not installed."""
        tables, server = self._front.app.tavern.tables, self._guest.server
        at_rest = await self._front.app.database.read_long(lambda tx: tables.at_rest(tx, server))
        return [each.id for each in at_rest]

    async def _needs(self) -> list[str]:
        """Return sentences on what a manager should see to."""
        server = self._guest.server
        coins = await self._front.app.database.read(
            lambda tx: ledger.balance(tx, ledger.house_account(server))
        )
        warning = _("The house bank is empty, so tables with house players are for practice.")
        return [] if coins or not self._guest.manages else [warning]

    async def _lines_about_me(self) -> dict[str, str]:
        server, player = self._guest.server, self._guest.person.id

        def read(tx: Transaction) -> tuple[int, int]:
            coins = records.of_player(tx, server, player, "coins").values()
            house = records.of_player(tx, server, player, "house").values()
            own = [*coins, *house]
            return sum(each.hands for each in own), sum(each.net for each in own)

        count, net = await self._front.app.database.read_long(read)
        if not count:
            return {}
        words = ngettext("{count} hand for coins, {net}", "{count} hands for coins, {net}", count)
        return {"me/record": words.format(count=number(count), net=change(net))}

    async def _elsewhere(self) -> list[WaitingTable]:
        """Return the tables in other servers where it is the reader's turn."""
        request = self._guest.request(0, self._front.app.now())
        waiting = await self._front.app.waiting(request)
        return [each for each in waiting if each.is_mine and each.server != self._guest.server]

    async def _today(self) -> daily.Today:
        return await self._front.app.daily_deals.today(self._guest.person.id)

    async def _recent_hands(self, most: int) -> list[RecentHand]:
        server, player = self._guest.server, self._guest.person.id
        tables = self._front.app.tavern.tables

        def read(tx: Transaction) -> list[RecentHand]:
            return [
                RecentHand(game, table, hand, own_result(tx, tables, player, table, hand), at)
                for game, table, hand, at in hands.latest(tx, server, player, most)
            ]

        return await self._front.app.database.read_long(read)

    async def _cached(self, name: str, read: Callable[[], Awaitable[T]]) -> T:
        """Return the cached result of `read`; the cache is cleared when the reader presses something."""
        cache: dict[str, Any] = self._window.kept
        if name not in cache:
            cache[name] = await read()
        return cast(T, cache[name])


OF_A_TABLE: tuple[Deed, ...] = tuple(
    each for each in PLACES["manage/tables"].deeds if each.command != "manage tables"
)


def _asks(content: Screen | Form, verb: str) -> bool:
    """Return True for a screen with buttons of this verb, whose forms the page renders by subject."""
    buttons = () if isinstance(content, Form) else content.parts
    buttons_of_rows = (each for part in buttons if isinstance(part, ActionRow) for each in part.buttons)
    return any(verb in each.action for each in buttons_of_rows)


def _without_hints(content: Screen | Form, place: Place) -> Screen | Form:
    """Return a screen without the small lines about commands for which the page has buttons."""
    if isinstance(content, Form):
        return content
    commands = [f"`/{each.command}`" for each in place.deeds]

    def is_hint(part: Part) -> bool:
        return (
            isinstance(part, Text)
            and part.markdown.startswith("-# ")
            and any(each in part.markdown for each in commands)
        )

    return replace(content, parts=tuple(each for each in content.parts if not is_hint(each)))


def _title(page: str, tournaments: Iterable[TournamentState]) -> str:
    """Return the title of the page of a single tournament or table; empty for other pages."""
    if table := places.number_of(page, "manage/tables"):
        return _("Table {number}").format(number=table)
    number = places.number_of(page, TOURNAMENTS)
    return next((each.stored.plan.title for each in tournaments if each.id == number), "")


def _nothing(words: str) -> Html:
    return el("div", el("p", words, class_="none"), class_="room")


def _my_tournaments(place: Place, player: int) -> Place:
    """Return the page of the tournaments that a player has entered, with the press that shows them."""
    return replace(place, press=table_id(0, "played", str(player)))
