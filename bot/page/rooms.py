"""The content of the shell's pages, read and drawn for one reader."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import replace
from typing import Any, TypeVar, cast

from bot.custom_ids import table_id
from bot.page import glance, places
from bot.page.auth import Directory, PageUser
from bot.page.front import PageFront
from bot.page.home import HomePage, LateHand, home_html
from bot.page.html import NOTHING, Html, el
from bot.page.insets import fill
from bot.page.pages import Pages
from bot.page.places import PLACES, PLAY, TOURNAMENTS, WAITING, Deed, Place
from bot.page.shell import Reader
from bot.page.tournament_pages import TournamentPages, tournament_html, tournaments_html
from bot.page.waiting import Waiting, waiting_for, waiting_html
from bot.page.windows import PageSheet, PageWindow
from bot.screens.core.screen import ActionRow, Form, Part, Screen, Text
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

LATELY, HANDS = 3, 25
T = TypeVar("T")
Lay = Callable[[PageSheet], Html]
"""Draws what a command answered."""


class Rooms:
    """The pages of one window."""

    def __init__(self, front: PageFront, company: Directory, window: PageWindow) -> None:
        self._front, self._company, self._window = front, company, window
        self._guest: PageUser = window.guest
        self._emojis = front.application_emojis.markup
        self._waiting = Waiting()

    async def reader(self) -> tuple[Reader, list[TableState], list[TournamentState]]:
        """Return the reader, the room's tables and their own elsewhere, and the room's tournaments."""
        guest, tournaments = self._guest, await self.tournaments()
        tables = await self._tables([each for each in tournaments if not each.is_over])
        coins, settings = await self._front.app.database.read(self._purse)
        room = self._front.windows.room(guest.channel)
        waiting = waiting_for(guest.person.id, tables, tournaments, room, self._emojis)
        if self._window.page == WAITING and waiting.news:
            room.read[guest.person.id] = max(waiting.news)
            waiting = replace(waiting, unread=0)
        asked = guest.request(0, self._front.app.now())
        is_organiser = asked.is_member and asked.may_organise(settings.organiser_role)
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
        )
        self._waiting = waiting
        return reader, tables, tournaments

    def _purse(self, tx: Transaction) -> tuple[int, ServerSettings]:
        settings = server_settings.load(tx, self._guest.server)
        held = ledger.held(tx, self._guest.server, self._guest.person.id, settings.purse)
        return held, settings

    async def notices(self) -> Iterable[TournamentState]:
        """The tournaments of a room, as far back as the books have any when it is asked for first."""
        guest, app = self._guest, self._front.app
        room = self._front.windows.room(guest.channel)
        if not room.is_read:
            room.is_read = True
            for each in await app.tournaments.announced(guest.server, {guest.channel}):
                room.note(each)
        return room.notices.values()

    async def tournaments(self) -> list[TournamentState]:
        """The tournaments of a room and of the channel above it, the newest first."""
        guest, noted = self._guest, await self.notices()
        above = {guest.channel, guest.parent}
        open_ones = await self._front.app.tournaments.announced(guest.server, above)
        shown = {each.id: each for each in (*noted, *open_ones)}
        return sorted(shown.values(), key=lambda each: -each.id)

    async def _tables(self, tournaments: Iterable[TournamentState]) -> list[TableState]:
        """The tables of a room, those of its tournaments, and the reader's own, wherever they stand."""
        guest, tavern = self._guest, self._front.app.tavern
        here = await tavern.in_channel(guest.server, guest.channel, *guest.threads)
        known = {each.id for each in here}
        spots = [place for each in tournaments for place in each.places.values()]
        away = (each for each in spots if not guest.is_at(each.channel))
        elsewhere = [each.table for each in away if guest.sees(each.channel)]
        own = await self._front.app.database.read(
            lambda tx: tavern.tables.of_player(tx, guest.server, guest.person.id)
        )
        elsewhere += [each.id for each in own if guest.sees(each.channel)]
        return [*here, *await tavern.look_at(dict.fromkeys(each for each in elsewhere if each not in known))]

    async def main(
        self, reader: Reader, tables: Sequence[TableState], tournaments: Sequence[TournamentState], lay: Lay
    ) -> Html:
        """Return the page below its bar."""
        place, pages = reader.place, Pages(reader, self._company, self._front.commands)
        if not reader.may_see(place):
            return _nothing(_("Only those who run this place can see that."))
        if place.path == WAITING:
            elsewhere = await self._keep("elsewhere", self._elsewhere)
            return waiting_html(reader, self._waiting, elsewhere, self._company)
        if place.path in (PLAY, "tables") or place.path.startswith("game/"):
            return await self._play(pages, tables, tournaments)
        if (
            place.section == TOURNAMENTS
            and (found := self._tournaments(reader, place, tournaments, tables)) is not None
        ):
            return found
        if place.section == "manage":
            return await self._manage(pages, place, lay)
        return await self._me(pages, place, lay)

    async def _play(
        self, pages: Pages, tables: Sequence[TableState], tournaments: Sequence[TournamentState]
    ) -> Html:
        path = pages.reader.place.path
        if path == PLAY:
            return await self._home(pages.reader, tables, tournaments)
        game = places.game_of(path)
        return pages.tables(tables) if game is None else pages.game(game, tables)

    async def _me(self, pages: Pages, place: Place, lay: Lay) -> Html:
        if place.path == "me":
            return pages.me(await self._keep("me", self._told_of_me))
        if place.path == "me/hands":
            return pages.hands(await self._keep("hands", lambda: self._lately(HANDS)), place)
        return await self._answer(pages, place, lay)

    async def _settings(self, pages: Pages, place: Place, lay: Lay) -> Html:
        """Return the server's settings by subject, or what was asked about one of them."""
        window, server = self._window, self._guest.server
        await fill(self._front, window, place)
        inset = window.inset
        if inset is None or not _asks(inset.content, "settings_ask"):
            return pages.answer(place, NOTHING if inset is None else lay(inset))

        def read(tx: Transaction) -> tuple[ServerSettings, int]:
            return server_settings.load(tx, server), ledger.balance(tx, ledger.house_account(server))

        settings, held = await self._front.app.database.read(read)
        return pages.settings(place, settings, held, inset.id)

    async def _plan(self, pages: Pages, place: Place, lay: Lay) -> Html:
        """Return the reader's plan of a tournament by subject, or what was asked about it."""
        window, server, player = self._window, self._guest.server, self._guest.person.id
        await fill(self._front, window, place)
        inset = window.inset
        if inset is None or isinstance(inset.content, Form) or not _asks(inset.content, "plan_ask"):
            return pages.answer(place, NOTHING if inset is None else lay(inset))
        draft = await self._front.app.database.read(lambda tx: plans.load(tx, server, player))
        game = self._front.app.tavern.games[draft.game]
        return pages.plan(inset.content, draft, game, inset.id)

    async def _answer(self, pages: Pages, place: Place, lay: Lay) -> Html:
        if place.path == "me/tournaments":
            place = _my_tournaments(place, self._guest.person.id)
        await fill(self._front, self._window, place)
        inset = self._window.inset
        if inset is None:
            return pages.answer(place, NOTHING)
        return pages.answer(place, lay(replace(inset, content=_without_hints(inset.content, place))))

    async def _home(
        self, reader: Reader, tables: Sequence[TableState], tournaments: Sequence[TournamentState]
    ) -> Html:
        today = await self._keep("today", self._today)
        late = await self._keep("lately", lambda: self._lately(LATELY))
        room = self._front.windows.room(self._guest.channel)
        player = self._guest.person.id
        has_played = bool(late) or bool(glance.players_of(tables, player))
        return home_html(
            HomePage(
                reader,
                self._company,
                tables,
                [each for each in tournaments if not each.is_over] or [*tournaments][:1],
                self._emojis,
                today,
                late,
                {at: seen for at, seen in room.seen_by(player) if at not in self._waiting.news},
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

    async def _manage(self, pages: Pages, place: Place, lay: Lay) -> Html:
        if place.path == "manage":
            return pages.manage(await self._needs())
        if place.path == "manage/tables":
            return pages.all_tables(await self._all_tables(), await self._resting_tables())
        if number_ := places.number_of(place.path, "manage/tables"):
            found = next((each for each in await self._all_tables() if each.id == number_), None)
            if found is not None:
                return pages.managed_table(found, OF_A_TABLE)
            if number_ in await self._resting_tables():
                return pages.resting_table()
            return _nothing(_("That table isn’t open any more."))
        drawn = {"manage/plan": self._plan, "manage/settings": self._settings}
        return await drawn.get(place.path, self._answer)(pages, place, lay)

    async def _all_tables(self) -> list[TableState]:
        app, server = self._front.app, self._guest.server
        found = await app.database.read_long(lambda tx: app.tavern.tables.open_tables(tx, server))
        return await app.tavern.look_at(each.id for each in found)

    async def _resting_tables(self) -> list[int]:
        """Return the numbers of the server's open tables whose game is not installed."""
        tables, server = self._front.app.tavern.tables, self._guest.server
        at_rest = await self._front.app.database.read_long(lambda tx: tables.at_rest(tx, server))
        return [each.id for each in at_rest]

    async def _needs(self) -> list[str]:
        """Return the faults that a manager should see to, a sentence each."""
        server = self._guest.server
        held = await self._front.app.database.read(
            lambda tx: ledger.balance(tx, ledger.house_account(server))
        )
        empty = _("The house bank is empty, so tables with house players are for practice.")
        return [] if held or not self._guest.manages else [empty]

    async def _told_of_me(self) -> dict[str, str]:
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
        found = await self._front.app.waiting(request)
        return [each for each in found if each.is_mine and each.server != self._guest.server]

    async def _today(self) -> daily.Today:
        return await self._front.app.daily_deals.today(self._guest.person.id)

    async def _lately(self, most: int) -> list[LateHand]:
        server, player = self._guest.server, self._guest.person.id
        tables = self._front.app.tavern.tables

        def read(tx: Transaction) -> list[LateHand]:
            return [
                LateHand(game, table, hand, own_result(tx, tables, player, table, hand), at)
                for game, table, hand, at in hands.latest(tx, server, player, most)
            ]

        return await self._front.app.database.read_long(read)

    async def _keep(self, name: str, read: Callable[[], Awaitable[T]]) -> T:
        """Return what the page reads once, until its reader presses something."""
        kept: dict[str, Any] = self._window.kept
        if name not in kept:
            kept[name] = await read()
        return cast(T, kept[name])


OF_A_TABLE: tuple[Deed, ...] = tuple(
    each for each in PLACES["manage/tables"].deeds if each.command != "manage tables"
)


def _asks(content: Screen | Form, verb: str) -> bool:
    """Return True for a screen with buttons to forms, which the page draws in its own way."""
    buttons = () if isinstance(content, Form) else content.parts
    asked = (each for part in buttons if isinstance(part, ActionRow) for each in part.buttons)
    return any(verb in each.action for each in asked)


def _without_hints(content: Screen | Form, place: Place) -> Screen | Form:
    """Return a screen without its small lines about commands that the page offers by its side."""
    if isinstance(content, Form):
        return content
    beside = [f"`/{each.command}`" for each in place.deeds]

    def is_hint(part: Part) -> bool:
        return (
            isinstance(part, Text)
            and part.markdown.startswith("-# ")
            and any(each in part.markdown for each in beside)
        )

    return replace(content, parts=tuple(each for each in content.parts if not is_hint(each)))


def _title(page: str, tournaments: Iterable[TournamentState]) -> str:
    """Return the title of the page of one tournament or table; empty for all others."""
    if table := places.number_of(page, "manage/tables"):
        return _("Table {number}").format(number=table)
    sought = places.number_of(page, TOURNAMENTS)
    return next((each.stored.plan.title for each in tournaments if each.id == sought), "")


def _nothing(words: str) -> Html:
    return el("div", el("p", words, class_="none"), class_="room")


def _my_tournaments(place: Place, player: int) -> Place:
    """Return the page of what somebody entered, which is their own button's answer."""
    return replace(place, press=table_id(0, "played", str(player)))
