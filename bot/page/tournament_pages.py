"""Tournaments: those that run and come, and the page of one, with what applies to its reader."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from bot.custom_ids import TablePress, parse
from bot.front import render
from bot.page import glance
from bot.page.auth import Directory
from bot.page.home import tournament_row
from bot.page.html import NOTHING, Html, el, joined
from bot.page.lists import deeds, face, heading, link, menu, rows, table_link, words_of
from bot.page.places import ORGANISING, PLACES, TOURNAMENTS
from bot.page.screen_html import screen_html
from bot.page.shell import Reader
from bot.screens.catalog import FACES
from bot.screens.core.naming import house_mark
from bot.screens.core.screen import ActionRow, Button, Part, Screen, Text
from bot.tavern.tournament.tournament_service import TournamentState
from bot.text.translate import _, number
from games.tournament.placing import standings

_PLACE = re.compile(r"(?:- )?[0-9]{1,3}\\?\. ")
STANDINGS_SHOWN = 50
FOR_ORGANISERS = ("start_cup", "fill_up")
"""What only organisers may press on a notice."""


@dataclass(frozen=True, slots=True)
class TournamentPages:
    """The tournaments of a room, for one reader."""

    reader: Reader
    company: Directory
    states: Sequence[TournamentState]
    emojis: Mapping[str, str]


def tournaments_html(tournaments: TournamentPages) -> Html:
    """The list of tournaments: those that run, those that come, and what there was."""
    running = [each for each in tournaments.states if each.tournament.phase == "running"]
    coming = [each for each in tournaments.states if each.tournament.phase == "open"]
    over = [each for each in tournaments.states if each.is_over]
    parts = ((_("Running"), running), (_("Next"), coming), (_("Lately"), over))
    found = [
        joined([heading(title), rows(*(tournament_row(tournaments.reader, each) for each in there))])
        for title, there in parts
        if there
    ]
    none = el("p", _("None runs, and none is planned."), class_="none")
    more = [PLACES[f"{TOURNAMENTS}/past"], PLACES[f"{TOURNAMENTS}/series"], PLACES["me/tournaments"]]
    plan = NOTHING
    if tournaments.reader.may_see(PLACES["manage/tournaments"]):
        way = link(tournaments.reader.door, "manage/tournaments", _("Plan a tournament …"), class_="btn")
        plan = el("div", way, class_="row-of")
    return el(
        "div",
        el("div", *(found or [none]), plan, class_="col"),
        el("div", heading(_("Also")), menu(tournaments.reader.door, more), class_="col"),
        class_="room two",
    )


def tournament_html(tournaments: TournamentPages, state: TournamentState) -> Html:
    """The page of one tournament: the own table first, its notice, standings, and an organiser's deeds."""
    reader, player = tournaments.reader, tournaments.reader.guest.person.id
    drawn = render.notice_for(state, player, tournaments.emojis)
    shown = notice_for(drawn, state, player, is_organiser=reader.is_organiser)
    aside: list[Html] = []
    if state.tournament.tables:
        aside += heading(_("Standings")), _standings(tournaments, state)
    if reader.is_organiser and not state.is_over:
        aside += heading(_("For organisers")), deeds(ORGANISING)
    return el(
        "div",
        el(
            "div",
            *_tables(tournaments, state),
            el(
                "section",
                screen_html(shown, tournaments.company),
                class_="card-of notice-of",
                data_on="notice",
                data_number=state.id,
            ),
            class_="col",
        ),
        el("div", *aside, class_="col"),
        class_="room two",
    )


def _tables(tournaments: TournamentPages, state: TournamentState) -> Iterator[Html]:
    """The tables of a running tournament, the reader's own first."""
    if state.tournament.phase != "running":
        return
    reader, own = tournaments.reader, glance.entrant(state, tournaments.reader.guest.person.id)
    sitting = [each for each in state.tournament.entrants if each.table is not None and each.seat is not None]
    made = []
    for table in state.tournament.tables:
        place = state.places.get(table.number)
        if place is None or not reader.guest.sees(place.channel):
            continue
        is_own = own is not None and own.seat is not None and own.table == table.number
        names = ", ".join(each.name for each in sitting if each.table == table.number and each != own)
        title = _("Your table, {number}") if is_own else _("Table {number}")
        row = table_link(
            reader.door,
            place.table,
            face(FACES[state.game.key].sign),
            words_of(title.format(number=table.number), names),
            el("span", _("Play") if is_own else _("Watch"), class_="go p" if is_own else "go"),
            class_="mt turn" if is_own else "mt",
        )
        made.append((not is_own, row))
    if made:
        yield el("div", *(row for _rank, row in sorted(made, key=lambda each: each[0])), class_="mine-of")


def _standings(tournaments: TournamentPages, state: TournamentState) -> Html:
    """Return everybody's place, table and chips, the reader's own marked."""
    player, is_race = tournaments.reader.guest.person.id, state.tournament.terms.goal is not None
    titles = _("place"), _("name"), _("table"), _("points") if is_race else _("chips")
    lines = [el("tr", *(el("th", each, scope="col") for each in titles))]
    for place, each in standings(state.tournament)[:STANDINGS_SHOWN]:
        is_own, is_in = each.player == player, each.standing == "in"
        name = _("You") if is_own else f"{each.name} {house_mark()}" if each.is_house else each.name
        table = number(each.table) if is_in and each.table is not None else ""
        value = number((each.score or 0) if is_race else each.chips) if is_in else _("out")
        cells = (el("td", cell) for cell in (number(place), name, table, value))
        lines.append(el("tr", *cells, class_="on" if is_own else None))
    return el("div", el("table", *lines, class_="standings"), class_="card-of")


def notice_for(screen: Screen, state: TournamentState, player: int, *, is_organiser: bool) -> Screen:
    """Return a notice with those of its buttons that do something for this reader."""
    tournament = state.tournament
    own, waits = glance.entrant(state, player), glance.is_waiting(state, player)
    is_in = own is not None and own.standing == "in"
    needless = set() if is_organiser else set(FOR_ORGANISERS)
    if is_in or waits:
        needless.add("enter")
    if tournament.phase == "open" and not (is_in or waits):
        needless.add("withdraw")
    if tournament.phase == "running":
        # The page has both by itself.
        needless |= {"my_seat", "standings"}
    if own is None or own.is_checked_in:
        needless.add("check_in")
    kept = _keeping(screen, needless)
    if tournament.phase != "running":
        return kept
    return replace(kept, parts=tuple(map(_without_places, kept.parts)))


def _without_places(part: Part) -> Part:
    """Return a text without the lines that the page shows as a table, or does by itself."""
    if not isinstance(part, Text):
        return part
    asks = (
        _("**In this tournament? Press “My seat”.** You can still join."),
        _("**In this tournament? Press “My seat”.**"),
    )
    lines = (each for each in part.markdown.split("\n") if each not in asks and not _PLACE.match(each))
    return Text("\n".join(lines))


def _keeping(screen: Screen, needless: Collection[str]) -> Screen:
    """Return a screen without the buttons of these verbs."""
    parts = (_without(each, needless) for each in screen.parts)
    return replace(screen, parts=tuple(each for each in parts if each is not None))


def _without(part: Part, needless: Collection[str]) -> Part | None:
    if not isinstance(part, ActionRow):
        return part
    kept = tuple(each for each in part.buttons if _verb(each) not in needless)
    return ActionRow(kept) if kept else None


def _verb(button: Button) -> str:
    meaning = parse(button.action)
    return meaning.verb if isinstance(meaning, TablePress) else ""
