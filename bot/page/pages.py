"""The pages beside the first one: Me and Manage, a game's, lists of tables, a command's answer."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import groupby

from bot.custom_ids import table_id
from bot.page import glance
from bot.page.auth import Directory
from bot.page.commands import PageCommands
from bot.page.home import LateHand, hand_row, table_row
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
"""What stands on the purse itself."""


@dataclass(frozen=True, slots=True)
class Pages:
    """The pages beside the first one, for one reader."""

    reader: Reader
    company: Directory
    commands: PageCommands

    def me(self, told: dict[str, str]) -> Html:
        """The reader's own page: their purse, and the ways to all that is theirs."""
        reader = self.reader
        there = f" · {reader.guest.server_name}" if reader.guest.server_name else ""
        quick = [
            el("button", _(DEEDS[each].title), type="button", class_="go", data_command=each)
            for each in QUICK
        ]
        ways = link(reader.door, "me/wallet", _("In and out"), class_="go")
        purse = el(
            "section",
            el(
                "div",
                image("coin", class_="sign"),
                el(
                    "div",
                    el("b", number(reader.coins), class_="sum"),
                    el("small", unit(reader.coins, reader.currency) + there),
                ),
                class_="held",
            ),
            el("div", *quick, ways, class_="row-of"),
            class_="card-of",
        )
        inner = inner_places(reader, "me")
        playing = ("me/wallet", "me/record", "me/hands", "me/tournaments")
        first = [each for each in inner if each.path in playing]
        rest = [each for each in inner if each.path not in playing]
        return el(
            "div",
            el("div", purse, menu(reader.door, first, told), class_="col"),
            el("div", menu(reader.door, rest), *self._elsewhere(), class_="col"),
            class_="room two",
        )

    def _elsewhere(self) -> Iterable[Html]:
        """Yield the ways to the reader's other servers."""
        if self.reader.elsewhere:
            yield heading(_("Your other servers"))
            ways = (
                el("a", words_of(name, ""), icon("on"), href=f"/{door}/", class_="li")
                for name, door in self.reader.elsewhere
            )
            yield el("div", *ways, class_="card-of list menu")

    def manage(self, needs: Sequence[str]) -> Html:
        """The page of managers and organisers: what needs them, and the ways to all they may do."""
        inner = inner_places(self.reader, "manage")
        half = (len(inner) + 1) // 2
        told = NOTHING
        if needs:
            title = ngettext("{count} thing needs you", "{count} things need you", len(needs))
            words = words_of(title.format(count=len(needs)), " ".join(needs))
            door = self.reader.door
            told = link(door, "manage/coins", icon("wallet"), words, icon("on"), class_="li note-of")
        return el(
            "div",
            told,
            el("div", menu(self.reader.door, inner[:half]), class_="col"),
            el("div", menu(self.reader.door, inner[half:]), class_="col"),
            class_="room two",
        )

    def game(self, game: str, tables: Iterable[TableState]) -> Html:
        """A game's page: a first hand, a table at once or with rules of one's own, and how it is played."""
        face_of, title = FACES[game], _(TITLES[game])
        player = self.reader.guest.person.id
        play = el(
            "div",
            _main(_("Play now"), _("With house players"), table_id(0, "deal_me_in", game)),
            _main(_("Teach me"), _("A first hand"), table_id(0, "teach", game), is_gold=False),
            class_="row-of",
        )
        offered = [
            Deed(f"{face_of.command} {last}", each.title, each.about)
            for last, each in OF_GAME.items()
            if self.commands.has(f"{face_of.command} {last}")
        ]
        there = [each for each in tables if each.game.key == game and each.table.phase != "closed"]
        there = [each for each in there if glance.own_seat(each, player) is None]
        listed = [heading(_("Others are playing")), rows(*(table_row(self.reader, each) for each in there))]
        intro = el(
            "section",
            el("div", face(face_of.sign), el("h2", title), class_="held"),
            el("p", inline(_(face_of.intro), self.company)),
            play,
            class_="card-of",
        )
        return el(
            "div",
            el("div", intro, *(listed if there else []), class_="col"),
            el("div", deeds(offered), class_="col"),
            class_="room two",
        )

    def tables(self, tables: Iterable[TableState]) -> Html:
        """All tables of the room that are open."""
        made = [table_row(self.reader, each) for each in tables if each.table.phase != "closed"]
        none = el("p", _("No table is open."), class_="none")
        return el("div", rows(*made) if made else none, class_="room")

    def all_tables(self, tables: Iterable[TableState], at_rest: Iterable[int] = ()) -> Html:
        """All tables of the server, for its managers; by their numbers those whose game is not installed."""
        made = [*map(self._managed, tables), *map(self._resting, at_rest)]
        none = el("p", _("No table is open."), class_="none")
        house = el("p", _("* of the house"), class_="none")
        return el("div", *([rows(*made), house] if made else [none]), class_="room")

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
        """A table whose game is not installed, and the one thing that a manager can do there."""
        words = el("p", inline(_(TableRests.template), self.company), class_="none")
        close = Deed("manage close", N_("Close the table"), N_("Every stake goes back"))
        return el("div", words, deeds([close]), class_="room")

    def managed_table(self, state: TableState, offered: Iterable[Deed]) -> Html:
        """One table of the server, and what a manager can do there."""
        names = [each.name if each.player is not None else f"{each.name}*" for each in state.table.present]
        watch = el("span", _("Watch"), class_="go")
        sign, words = face(FACES[state.game.key].sign), words_of(_(state.game.title), ", ".join(names))
        way = table_link(self.reader.door, state.id, sign, words, watch, class_="mt")
        return el("div", way, deeds(offered), class_="room")

    def hands(self, lately: Sequence[LateHand], place: Place) -> Html:
        """The reader's last hands, and the ways to others."""
        kept = _main(_("Those I keep"), _("For good"), table_id(0, "kept"), is_gold=False)
        none = el("p", _("You haven’t finished a hand here yet."), class_="none")
        days = groupby(lately, key=lambda each: datetime.fromtimestamp(each.at, UTC).date())
        listed = [part for _day, some in days for part in self._day([*some])]
        return el(
            "div",
            el("div", *(listed or [none]), class_="col"),
            el("div", el("div", kept, class_="row-of"), deeds(place.deeds), class_="col"),
            class_="room two",
        )

    def _day(self, hands: Sequence[LateHand]) -> Iterable[Html]:
        """Yield the date of hands that were over on one day, and a row for each."""
        yield heading(inline(f"<t:{int(hands[0].at)}:D>", self.company))
        yield rows(*map(hand_row, hands))

    def settings(self, place: Place, settings: ServerSettings, held: int, number_: int) -> Html:
        """The server's settings by subject, each with the way to change them."""
        coins = [(_("The house’s coins"), amount(held, settings.currency))]
        made = [self._subject(_("The house bank"), coins, bank_button())]
        made += [self._subject(each.title, each.values, each.ask) for each in subjects(settings)]
        rules = Button(_("House rules …"), table_id(0, "usual_rules"))
        more = el("div", button_html(rules, self.company), class_="row-of")
        half = (len(made) + 1) // 2
        return el(
            "div",
            el("div", *made[:half], class_="col"),
            el("div", *made[half:], more, deeds(place.deeds), class_="col"),
            class_="room two even",
            data_on="sheet",
            data_number=number_,
        )

    def plan(self, screen: Screen, draft: Draft, game: AnyGame, number_: int) -> Html:
        """The plan of a tournament: each subject with the way to change it, and what follows from it."""
        made = [self._subject(each.title, each.values, each.ask) for each in plan.subjects(draft, game)]
        choice = (part_html(each, self.company) for each in screen.parts if isinstance(each, Select))
        lines = plan.outlook(draft, game, self.reader.currency)
        ahead = el("div", rendered("\n".join(lines), self.company), class_="note-of text")
        rest = [
            button_html(each, self.company)
            for part in screen.parts
            if isinstance(part, ActionRow)
            for each in part.buttons
            if "plan_ask" not in each.action
        ]
        half = (len(made) + 1) // 2
        return el(
            "div",
            el("div", el("div", *choice, class_="game-of"), *made[:half], class_="col"),
            el("div", *made[half:], ahead, el("div", *rest, class_="row-of"), class_="col"),
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
        way = el("button", ask.label, about, type="button", class_="go", data_action=ask.action)
        return el("div", el("div", el("h2", title), way, class_="hd"), el("dl", *lines), class_="card-of set")

    def answer(self, place: Place, inset: Html) -> Html:
        """A page that shows a command's answer, with what else can be done there."""
        more = [*self._more(place)]
        listed = [deeds(place.deeds), *more]
        if place.path == "manage/tournaments":
            listed.reverse()
        side = el("div", *listed, class_="col") if place.deeds or more else NOTHING
        return el("div", el("div", inset, class_="col"), side, class_="room two" if side else "room")

    def _more(self, place: Place) -> Iterable[Html]:
        beside = {
            "manage/coins": ["manage/flows"],
            "manage/plan": ["tournaments"],
            "manage/tournaments": ["manage/plan"],
            "leaderboard": ["leaderboard/seasons", "me/record"],
        }
        found = [PLACES[each] for each in beside.get(place.path, ())]
        if found:
            yield menu(self.reader.door, found)


def _main(words: str, below: str, action: str, *, is_gold: bool = True) -> Html:
    return el(
        "button",
        el("span", words, class_="line"),
        el("small", below),
        type="button",
        class_="btn p" if is_gold else "btn",
        data_action=action,
    )
