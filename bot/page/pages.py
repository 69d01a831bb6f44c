"""The other pages of the shell: Me and Manage, a game, lists of tables, the response of a command."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import groupby

from bot.custom_ids import table_id
from bot.page import glance
from bot.page.auth import Directory
from bot.page.commands import PageCommands
from bot.page.home import RecentHand, hand_row, table_row
from bot.page.html import NOTHING, Html, el, icon, image, inline, rendered
from bot.page.lists import deeds, face, heading, link, menu, rows, table_link, words_of
from bot.page.places import DEEDS, OF_GAME, PLACES, TITLES, Deed, Place
from bot.page.screen_html import button_html, part_html
from bot.page.shell import Reader, inner_places
from bot.screens.catalog import FACES
from bot.screens.core.naming import amount, unit
from bot.screens.core.screen import ActionRow, Button, Screen, Select
from bot.screens.server.management import bank_button
from bot.screens.server.settings import subjects
from bot.screens.tournament import plan
from bot.tavern.table.table_state import TableRests, TableState
from bot.tavern.tournament.draft import Draft
from bot.text.translate import _, ngettext, number
from games.engine.core.errors import N_
from games.engine.core.game import AnyGame
from storage.people.server_settings import ServerSettings

QUICK = ("wallet pay", "wallet wages")
"""The commands with buttons on the wallet's card."""


@dataclass(frozen=True, slots=True)
class Pages:
    """The other pages of the shell, for one reader."""

    reader: Reader
    company: Directory
    commands: PageCommands

    def me(self, told: dict[str, str]) -> Html:
        """Return the reader's own page: their wallet, and links; `told` are lines about pages by path."""
        reader = self.reader
        server_name = f" · {reader.guest.server_name}" if reader.guest.server_name else ""
        quick = [
            el("button", _(DEEDS[each].title), type="button", class_="go", data_command=each)
            for each in QUICK
        ]
        history_link = link(reader.door, "me/wallet", _("In and out"), class_="go")
        wallet = el(
            "section",
            el(
                "div",
                image("coin", class_="sign"),
                el(
                    "div",
                    el("b", number(reader.coins), class_="sum"),
                    el("small", unit(reader.coins, reader.currency) + server_name),
                ),
                class_="held",
            ),
            el("div", *quick, history_link, class_="row-of"),
            class_="card-of",
        )
        sub_pages = inner_places(reader, "me")
        playing = ("me/wallet", "me/record", "me/hands", "me/tournaments")
        first = [each for each in sub_pages if each.path in playing]
        others = [each for each in sub_pages if each.path not in playing]
        return el(
            "div",
            el("div", wallet, menu(reader.door, first, told), class_="col"),
            el("div", menu(reader.door, others), *self._elsewhere(), class_="col"),
            class_="room two",
        )

    def _elsewhere(self) -> Iterable[Html]:
        """Yield the links to the reader's other servers."""
        if self.reader.elsewhere:
            yield heading(_("Your other servers"))
            links = (
                el("a", words_of(name, ""), icon("on"), href=f"/{door}/", class_="li")
                for name, door in self.reader.elsewhere
            )
            yield el("div", *links, class_="card-of list menu")

    def manage(self, needs: Sequence[str]) -> Html:
        """Return the page of managers and organisers: `needs` are sentences on what they should see to."""
        sub_pages = inner_places(self.reader, "manage")
        half = (len(sub_pages) + 1) // 2
        note = NOTHING
        if needs:
            title = ngettext("{count} thing needs you", "{count} things need you", len(needs))
            words = words_of(title.format(count=len(needs)), " ".join(needs))
            door = self.reader.door
            note = link(door, "manage/coins", icon("wallet"), words, icon("on"), class_="li note-of")
        return el(
            "div",
            note,
            el("div", menu(self.reader.door, sub_pages[:half]), class_="col"),
            el("div", menu(self.reader.door, sub_pages[half:]), class_="col"),
            class_="room two",
        )

    def game(self, game: str, tables: Iterable[TableState]) -> Html:
        """Return a game's page: buttons to play and learn, the game's commands, and its open tables."""
        face_of, title = FACES[game], _(TITLES[game])
        player, is_on = self.reader.guest.person.id, game in self.reader.games
        off = el("p", _("This server’s managers have switched this game off."), class_="none")
        play = el(
            "div",
            *(
                [_main(_("Play now"), _("With house players"), table_id(0, "deal_me_in", game))]
                if is_on
                else []
            ),
            _main(_("Teach me"), _("A first hand"), table_id(0, "teach", game), is_gold=False),
            class_="row-of",
        )
        offered = [
            Deed(f"{face_of.command} {verb}", each.title, each.about)
            for verb, each in OF_GAME.items()
            if self.commands.has(f"{face_of.command} {verb}") and (is_on or verb != "open")
        ]
        others = [each for each in tables if each.game.key == game and each.table.phase != "closed"]
        others = [each for each in others if glance.own_seat(each, player) is None]
        listed = [heading(_("Others are playing")), rows(*(table_row(self.reader, each) for each in others))]
        intro = el(
            "section",
            el("div", face(face_of.sign), el("h2", title), class_="held"),
            el("p", inline(_(face_of.intro), self.company)),
            NOTHING if is_on else off,
            play,
            class_="card-of",
        )
        return el(
            "div",
            el("div", intro, *(listed if others else []), class_="col"),
            el("div", deeds(offered), class_="col"),
            class_="room two",
        )

    def tables(self, tables: Iterable[TableState]) -> Html:
        """Return the list of the room's open tables."""
        table_rows = [table_row(self.reader, each) for each in tables if each.table.phase != "closed"]
        none = el("p", _("No table is open."), class_="none")
        return el("div", rows(*table_rows) if table_rows else none, class_="room")

    def all_tables(self, tables: Iterable[TableState], at_rest: Iterable[int] = ()) -> Html:
        """Return the list of the server's tables for managers; `at_rest` are those of games not installed."""
        table_rows = [*map(self._managed, tables), *map(self._resting, at_rest)]
        none = el("p", _("No table is open."), class_="none")
        house = el("p", _("* of the house"), class_="none")
        return el("div", *([rows(*table_rows), house] if table_rows else [none]), class_="room")

    def _managed(self, state: TableState) -> Html:
        names = [each.name if each.player is not None else f"{each.name}*" for each in state.table.present]
        title = f"{state.id} · {_(state.game.title)}"
        line = f"{', '.join(names)} · {glance.stakes(state)}"
        return link(
            self.reader.door,
            f"manage/tables/{state.id}",
            face(FACES[state.game.key].sign),
            words_of(title, line),
            icon("on"),
            class_="li",
        )

    def _resting(self, table: int) -> Html:
        words = words_of(_("Table {number} · its game isn’t here, so it rests").format(number=table), "")
        return link(self.reader.door, f"manage/tables/{table}", icon("cards"), words, icon("on"), class_="li")

    def resting_table(self) -> Html:
        """Return a manager's page of a table whose game is not installed, with the button to close it."""
        words = el("p", inline(_(TableRests.template), self.company), class_="none")
        close = Deed("manage close", N_("Close the table"), N_("Every stake goes back"))
        return el("div", words, deeds([close]), class_="room")

    def managed_table(self, state: TableState, offered: Iterable[Deed]) -> Html:
        """Return a manager's page of one table, with the commands for it."""
        names = [each.name if each.player is not None else f"{each.name}*" for each in state.table.present]
        watch = el("span", _("Watch"), class_="go")
        sign, words = face(FACES[state.game.key].sign), words_of(_(state.game.title), ", ".join(names))
        watch_link = table_link(self.reader.door, state.id, sign, words, watch, class_="mt")
        return el("div", watch_link, deeds(offered), class_="room")

    def hands(self, hands: Sequence[RecentHand], place: Place) -> Html:
        """Return the page of the reader's last hands."""
        kept = _main(_("Those I keep"), _("For good"), table_id(0, "kept"), is_gold=False)
        none = el("p", _("You haven’t finished a hand here yet."), class_="none")
        days = groupby(hands, key=lambda each: datetime.fromtimestamp(each.at, UTC).date())
        day_lists = [self._day([*day_hands]) for _day, day_hands in days]
        return el(
            "div",
            el("div", _filter(), *day_lists, class_="col hands") if day_lists else none,
            el("div", el("div", kept, class_="row-of"), deeds(place.deeds), class_="col"),
            class_="room two",
        )

    def _day(self, hands: Sequence[RecentHand]) -> Html:
        """Return a day's date as heading, and a row for each hand that ended on that day."""
        date = heading(inline(f"<t:{int(hands[0].at)}:D>", self.company))
        return el("div", date, rows(*map(hand_row, hands)), class_="col")

    def settings(self, place: Place, settings: ServerSettings, held: int, number_: int) -> Html:
        """Return the server's settings by subject, each with a button to change them.

        `held` are the house's coins; `number_` is the number of the inset.
        """
        coins = [(_("The house’s coins"), amount(held, settings.currency))]
        cards = [self._subject(_("The house bank"), coins, bank_button())]
        cards += [self._subject(each.title, each.values, each.ask) for each in subjects(settings)]
        rules = Button(_("House rules …"), table_id(0, "usual_rules"))
        more = el("div", button_html(rules, self.company), class_="row-of")
        half = (len(cards) + 1) // 2
        return el(
            "div",
            el("div", *cards[:half], class_="col"),
            el("div", *cards[half:], more, deeds(place.deeds), class_="col"),
            class_="room two even",
            data_on="sheet",
            data_number=number_,
        )

    def plan(self, screen: Screen, draft: Draft, game: AnyGame, number_: int) -> Html:
        """Return the plan of a tournament by subject, with buttons to change it, and its consequences."""
        cards = [self._subject(each.title, each.values, each.ask) for each in plan.subjects(draft, game)]
        choice = (part_html(each, self.company) for each in screen.parts if isinstance(each, Select))
        lines = plan.outlook(draft, game, self.reader.currency)
        consequences = el("div", rendered("\n".join(lines), self.company), class_="note-of text")
        buttons = [
            button_html(each, self.company)
            for part in screen.parts
            if isinstance(part, ActionRow)
            for each in part.buttons
            if "plan_ask" not in each.action
        ]
        half = (len(cards) + 1) // 2
        return el(
            "div",
            el("div", el("div", *choice, class_="game-of"), *cards[:half], class_="col"),
            el("div", *cards[half:], consequences, el("div", *buttons, class_="row-of"), class_="col"),
            class_="room two even",
            data_on="sheet",
            data_number=number_,
        )

    def _subject(self, title: str, values: Iterable[tuple[str, str]], ask: Button) -> Html:
        lines = (
            el("div", el("dt", label), el("dd", inline(value, self.company)), class_="to-win")
            for label, value in values
        )
        about = el("span", f" {title}", class_="hidden")
        change = el("button", ask.label, about, type="button", class_="go", data_action=ask.action)
        return el(
            "div", el("div", el("h2", title), change, class_="hd"), el("dl", *lines), class_="card-of set"
        )

    def answer(self, place: Place, inset: Html) -> Html:
        """Return a page with a command's response (`inset`) and the page's other commands."""
        more_links = [*self._more(place)]
        listed = [deeds(place.deeds), *more_links]
        if place.path == "manage/tournaments":
            listed.reverse()
        side = el("div", *listed, class_="col") if place.deeds or more_links else NOTHING
        return el("div", el("div", inset, class_="col"), side, class_="room two" if side else "room")

    def _more(self, place: Place) -> Iterable[Html]:
        links = {
            "manage/coins": ["manage/flows"],
            "manage/plan": ["tournaments"],
            "manage/tournaments": ["manage/plan"],
            "leaderboard": ["leaderboard/seasons", "me/record"],
        }
        pages = [PLACES[each] for each in links.get(place.path, ())]
        if pages:
            yield menu(self.reader.door, pages)


def _filter() -> Html:
    """Return the choice of which finished hands are listed; the style sheet hides the others."""
    views = {"all": _("All"), "won": _("Won"), "lost": _("Lost")}
    chips = (
        el(
            "label",
            el("input", type="radio", name="hands", value=value, checked=value == "all"),
            el("span", words),
            class_="chip",
        )
        for value, words in views.items()
    )
    return el("fieldset", el("legend", _("Which hands"), class_="hidden"), *chips, class_="switch")


def _main(words: str, below: str, action: str, *, is_gold: bool = True) -> Html:
    return el(
        "button",
        el("span", words, class_="line"),
        el("small", below),
        type="button",
        class_="btn p" if is_gold else "btn",
        data_action=action,
    )
