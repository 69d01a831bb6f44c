"""The list of tournaments, and the page of a single tournament for one reader."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

from bot.custom_ids import table_id
from bot.page import glance
from bot.page.auth import Directory
from bot.page.home import clocked, tournament_row
from bot.page.html import NOTHING, Content, Html, el, escaped, icon, image, inline, joined, rendered
from bot.page.lists import deeds, face, go, heading, initial, link, menu, row, rows, table_link, words_of
from bot.page.places import PLACES, TOURNAMENTS
from bot.page.screen_html import button_html
from bot.page.shell import Reader
from bot.page.tournament_answers import answers, organising
from bot.screens.catalog import FACES, TOURNAMENT_FACES
from bot.screens.core.naming import amount, points_of
from bot.screens.core.screen import Button, capitalised, marking
from bot.screens.table.scenes import rules_words
from bot.screens.tournament import notice, summary
from bot.screens.tournament.plan import act_line
from bot.tavern.table.table_state import TableState
from bot.tavern.tournament.draft import chosen_rules
from bot.tavern.tournament.reminders import hands_left
from bot.tavern.tournament.tournament_service import TournamentState
from bot.tavern.tournament.tournament_tables import TournamentView
from bot.text.translate import _, ngettext, number, shown
from games.tournament.model import Entrant, level_at
from games.tournament.placing import prize_table, standings

STANDINGS_SHOWN = 50
NAMES_SHOWN = 24
STEPS = 3
"""The number of places on the podium."""
HEIGHTS = {1: "first", 2: "second"}
"""The classes of the podium's steps by place."""


@dataclass(frozen=True, slots=True)
class TournamentPages:
    """The tournaments of a room, for one reader."""

    reader: Reader
    company: Directory
    states: Sequence[TournamentState]
    emojis: Mapping[str, str]
    tables: Sequence[TableState] = ()
    """The tables that the reader can see."""


def tournaments_html(tournaments: TournamentPages) -> Html:
    """Return the list of tournaments: running, coming, and recent ones."""
    running = [each for each in tournaments.states if each.tournament.phase == "running"]
    coming = [each for each in tournaments.states if each.tournament.phase == "open"]
    over = [each for each in tournaments.states if each.is_over]
    parts = ((_("Running"), running), (_("Next"), coming), (_("Recently"), over))
    lists = [
        joined([heading(title), rows(*(tournament_row(tournaments.reader, each) for each in states))])
        for title, states in parts
        if states
    ]
    none = el("p", _("None is running, and none is planned."), class_="none")
    links = [PLACES[f"{TOURNAMENTS}/past"], PLACES[f"{TOURNAMENTS}/series"], PLACES["me/tournaments"]]
    plan = NOTHING
    if tournaments.reader.may_see(PLACES["manage/plan"]):
        plan_link = link(tournaments.reader.door, "manage/plan", _("Plan a tournament …"), class_="btn")
        plan = el("div", plan_link, class_="row-of")
    return el(
        "div",
        el("div", *(lists or [none]), plan, class_="col"),
        el("div", heading(_("Also")), menu(tournaments.reader.door, links), class_="col"),
        class_="room two",
    )


def tournament_html(tournaments: TournamentPages, state: TournamentState) -> Html:
    """Return the page of a tournament: its state, the reader's buttons, and its terms."""
    page = _Reading(tournaments, state, state.view_for(tournaments.reader.guest.person.id))
    return marking(tournaments.emojis, partial(_page_html, page))


@dataclass(frozen=True, slots=True)
class _Reading:
    """A tournament as one reader reads its page."""

    tournaments: TournamentPages
    state: TournamentState
    view: TournamentView

    @property
    def reader(self) -> Reader:
        """The reader of the page."""
        return self.tournaments.reader

    @property
    def own(self) -> Entrant | None:
        """The reader's entry in the tournament, if they have entered."""
        return glance.entrant(self.state, self.view.reader)

    def text(self, markdown: str) -> Html:
        """Return a line as HTML."""
        return inline(markdown, self.tournaments.company)

    def lines(self, lines: Iterator[str], class_: str = "text") -> Html:
        """Return lines as HTML; nothing if there are none."""
        words = "\n".join(lines)
        return el("div", rendered(words, self.tournaments.company), class_=class_) if words else NOTHING


def _page_html(page: _Reading) -> Html:
    top = {"open": _open, "running": _running, "over": _over, "called_off": _called_off}
    aside = {"open": _joined, "running": _in_play, "over": _everybody, "called_off": _nothing_more}
    phase = page.view.tournament.phase
    offered = [] if not page.reader.is_organiser else organising(page.state)
    main = el("div", *top[phase](page), *_buttons(page), class_="col")
    side = el(
        "div",
        *aside[phase](page),
        *((heading(_("For organisers")), deeds(offered)) if offered else ()),
        _small_lines(page),
        class_="col",
    )
    return el("div", main, side, class_="room two", data_on="notice", data_number=page.state.id)


def _buttons(page: _Reading) -> Iterator[Html]:
    """Yield the reader's buttons, at most one of them gold."""
    buttons = answers(page.state, page.view.reader, is_organiser=page.reader.is_organiser)
    has_gold = _has_gold_table(page)
    buttons_html = []
    for each in buttons:
        is_gold = each.style == "main" and not has_gold
        has_gold = has_gold or is_gold
        buttons_html.append(_button(page, each, is_gold=is_gold))
    if buttons_html:
        yield el("div", *buttons_html, class_="row-of")
    how = go(_("How to play"), table_id(page.state.id, "how", page.view.game.key))
    yield el("div", how, go(_("More …"), table_id(page.state.id, "cup_more")), class_="row-of")


def _has_gold_table(page: _Reading) -> bool:
    """Return True if the gold button is a link to the reader's table."""
    return page.view.tournament.phase == "running" and page.own is not None and bool(page.state.places)


def _button(page: _Reading, button: Button, *, is_gold: bool) -> Html:
    has_price = button.action == table_id(page.state.id, "enter")
    if not has_price:
        return button_html(replace(button, style="main" if is_gold else "plain"), page.tournaments.company)
    return el(
        "button",
        el("span", button.label, class_="line"),
        el("small", glance.entry_words(page.state)),
        type="button",
        class_="btn p" if is_gold else "btn",
        data_action=button.action,
    )


# ---- before it begins


def _open(page: _Reading) -> Iterator[Html]:
    view, starts_at = page.view, page.view.plan.starts_at
    if starts_at is None:
        yield _start_card(_("Not begun yet"), page.text(notice.when(view)))
    else:
        yield _start_card(page.text(f"<t:{starts_at}:F>"), page.text(f"<t:{starts_at}:R>"))
    yield page.lines(notice.own_words(view))
    yield rows(*_terms(page))


def _start_card(title: Content, line: Content) -> Html:
    return el("div", el("h2", title), el("p", line), class_="mt moment")


def _terms(page: _Reading) -> Iterator[Html]:
    """Yield a row each for the game, the price, the prizes, the chips, and the check-in."""
    view, terms, reader = page.view, page.view.tournament.terms, page.reader
    game = FACES[view.game.key]
    series = _("counts for {title}").format(title=view.series) if view.series else ""
    format_text = " · ".join(filter(None, [summary.format_words(terms), series]))
    yield row(face(game.sign), _(view.game.title), format_text)
    cost = _("Free to enter")
    balance_note = ""
    if terms.entry:
        cost = _("{entry} to enter").format(entry=amount(terms.entry, view.currency))
        words = _("You have {held}, and would keep {left}.")
        balance = reader.coins - terms.entry
        has_paid = any(each.player == view.reader for each in view.tournament.entered)
        balance_note = _("You’ve paid that.") if has_paid else ""
        if not has_paid and balance >= 0:
            balance_note = words.format(held=number(reader.coins), left=number(balance))
        elif not has_paid:
            balance_note = _("You have {held}.").format(held=number(reader.coins))
    yield row(image("coin", class_="sign"), cost, balance_note)
    if prizes := [*notice.prize_lines(view)]:
        yield row(image("crown", class_="sign"), _("Prizes to win"), _stacked(page, prizes))
    yield row(icon("cards"), page.text(notice.chips(view)), _stacked(page, _rules_lines(page)))
    if terms.needs_check_in:
        words = _("Check in before it starts: if you don’t, you’re out and get your entry back.")
        yield row(icon("check"), _("Check in"), words)


def _rules_lines(page: _Reading) -> list[str]:
    """Return lines on how levels rise, breaks, a shared home throw, and house rules."""
    terms, rules = page.view.tournament.terms, page.view.rules
    presenter = TOURNAMENT_FACES[page.view.game.key]
    lines = [
        presenter.levels() if terms.goal is None else "",
        summary.breaks_line(terms),
        presenter.shared_by_tables(rules),
    ]
    rules_text = rules_words(rules, chosen_rules(page.view.game))
    return [each for each in (*lines, rules_text) if each]


def _stacked(page: _Reading, lines: Sequence[str]) -> Html:
    return joined(
        [joined([el("br") if index else NOTHING, page.text(each)]) for index, each in enumerate(lines)]
    )


def _joined(page: _Reading) -> Iterator[Html]:
    """Yield the lists of entrants and of the waiting list."""
    tournament, most = page.view.tournament, page.view.tournament.terms.players_max
    words = ngettext(
        "{count} of {most} has joined", "{count} of {most} have joined", len(tournament.entrants)
    )
    yield heading(words.format(count=number(len(tournament.entrants)), most=number(most)))
    if tournament.entrants:
        yield _people(page, tournament.entrants)
    if tournament.waiting:
        yield heading(_("Waiting for a place"))
        yield _people(page, tournament.waiting)


def _people(page: _Reading, people: Sequence[Entrant]) -> Html:
    shown_ones = people[:NAMES_SHOWN]
    more = len(people) - len(shown_ones)
    checks = page.view.tournament.terms.needs_check_in
    items = []
    for each in shown_ones:
        is_checked_in = checks and (each.is_checked_in or each.is_house)
        check_mark = (
            el("span", icon("check"), el("span", _("checked in"), class_="hidden"))
            if is_checked_in
            else NOTHING
        )
        items.append(el("li", initial(each.name), el("span", _name(page, each), check_mark)))
    if more:
        items.append(el("li", _("and {count} more").format(count=number(more))))
    return el("ul", *items, class_="card-of people")


def _name(page: _Reading, entrant: Entrant) -> Html:
    if entrant.player == page.view.reader:
        return escaped(_("You"))
    house = joined([" ", image("house", _("house player"), class_="ic")]) if entrant.is_house else NOTHING
    return joined([entrant.name, house])


# ---- while it runs


def _running(page: _Reading) -> Iterator[Html]:
    yield el(
        "dl", *(el("div", el("dt", below), el("dd", what)) for what, below in _facts(page)), class_="facts"
    )
    own = page.own
    if own is not None and own.standing != "in":
        yield _out(page, own)
    yield page.lines(notice.standstill_lines(page.view), "note-of text")
    yield page.lines(notice.deal_lines(page.view), "note-of text")
    yield from _tables(page)


def _facts(page: _Reading) -> Iterator[tuple[Content, Content]]:
    """Yield facts as value and label: the level and its end, or the goal; and the reader's place."""
    tournament, presenter = page.view.tournament, TOURNAMENT_FACES[page.view.game.key]
    players_left = sum(each.standing == "in" for each in tournament.entrants)
    if tournament.terms.goal is not None:
        yield points_of(tournament.terms.goal), _("wins the race")
    else:
        stakes = presenter.posted(level_at(tournament.terms, tournament.level))
        level = _("level {number}").format(number=number(tournament.level))
        yield (stakes, level) if stakes else (number(tournament.level), _("level"))
        if tournament.paused_at is None and not tournament.is_time_up:
            yield _rise(page), _next_stakes(page)
    began = _("{count} began").format(count=number(len(tournament.entrants)))
    own = page.own
    if own is not None and own.standing == "in":
        out_of = _("of {left} · {began}").format(left=number(players_left), began=began)
        yield glance.ordinal(glance.place_of(page.state, own.player)), out_of
    else:
        yield (
            ngettext("{left} still in", "{left} still in", players_left).format(left=number(players_left)),
            began,
        )


def _rise(page: _Reading) -> Content:
    tournament = page.view.tournament
    if tournament.level_ends_at is not None:
        return page.text(f"<t:{tournament.level_ends_at}:R>")
    words = _("in {hands}")
    return words.format(hands=FACES[page.view.game.key].hands(hands_left(tournament)))


def _next_stakes(page: _Reading) -> str:
    tournament = page.view.tournament
    stakes = TOURNAMENT_FACES[page.view.game.key].posted(level_at(tournament.terms, tournament.level + 1))
    level = _("level {number}").format(number=number(tournament.level + 1))
    break_note = summary.break_ahead(tournament)
    return " · ".join(filter(None, [f"{level}: {stakes}" if stakes else level, break_note]))


def _out(page: _Reading, own: Entrant) -> Html:
    """Return the note that the reader is out: their place if it is final, and how many are still in."""
    tournament = page.view.tournament
    players_left = sum(each.standing == "in" for each in tournament.entrants)
    is_final = not tournament.is_entry_open and tournament.terms.through is None
    place, count = glance.place_of(page.state, own.player), len(tournament.entrants)
    title = _("You’re out")
    if own.standing == "removed":
        title = _("An organiser took you out")
    elif is_final:
        words = _("You’re out, {place} of {count}")
        title = words.format(place=glance.ordinal(place), count=number(count))
    still_in = ngettext("{count} is still in.", "{count} are still in.", players_left).format(
        count=number(players_left)
    )
    later_note = (
        "" if is_final or own.standing == "removed" else _("Your place is certain once nobody can enter.")
    )
    return el("div", words_of(title, " ".join(filter(None, [still_in, later_note]))), class_="note-of")


def _tables(page: _Reading) -> Iterator[Html]:
    """Yield links to the tables of a running tournament, the reader's own first."""
    own, state = page.own, page.state
    seated = [each for each in state.tournament.entrants if each.table is not None and each.seat is not None]
    links: list[tuple[bool, Html]] = []
    is_out = own is not None and own.standing != "in"
    for table in state.tournament.tables:
        place = state.places.get(table.number)
        if place is None or not page.reader.guest.sees(place.channel):
            continue
        is_own = own is not None and own.seat is not None and own.table == table.number
        names = ", ".join(each.name for each in seated if each.table == table.number and each != own)
        title = _("Your table, {number}") if is_own else _("Table {number}")
        is_gold = is_own or (is_out and not links)
        words = _("Play") if is_own else _("Keep watching") if is_out else _("Watch")
        sign, line = face(FACES[state.game.key].sign), ""
        own_state = next((each for each in page.tournaments.tables if each.id == place.table), None)
        if is_own and own_state is not None:
            shown_table = glance.mine(own_state, page.view.reader, page.tournaments.emojis)
            sign, line = clocked(sign, shown_table.clock), shown_table.line
        table_html = table_link(
            page.reader.door,
            place.table,
            sign,
            words_of(title.format(number=table.number), " · ".join(filter(None, [names, line]))),
            el("span", words, class_="go p" if is_gold else "go"),
            class_="mt turn" if is_own else "mt",
        )
        links.append((not is_own, table_html))
    if links:
        yield el("div", *(each for _rank, each in sorted(links, key=lambda each: each[0])), class_="mine-of")


def _in_play(page: _Reading) -> Iterator[Html]:
    yield heading(_("Standings"))
    yield _standings(page)
    prizes = [*_prizes(page)]
    if prizes:
        yield heading(_("Prizes to win"))
        yield rows(*prizes)


def _standings(page: _Reading) -> Html:
    """Return the standings with tables and chips, with the reader's row marked."""
    tournament = page.view.tournament
    is_race, has_tables = tournament.terms.goal is not None, len(tournament.tables) > 1
    titles = [_("place"), _("name")]
    titles += [_("table")] if has_tables else []
    titles += [_("points") if is_race else _("chips")]
    lines = [_head(titles)]
    for place, each in standings(tournament)[:STANDINGS_SHOWN]:
        is_in = each.standing == "in"
        table = number(each.table) if is_in and each.table is not None else ""
        value = number((each.score or 0) if is_race else each.chips) if is_in else _("out")
        cells = [number(place), _name(page, each), *([table] if has_tables else []), value]
        lines.append(_line(page, each, cells))
    return _table(lines)


def _head(titles: Sequence[str]) -> Html:
    return el("tr", *(el("th", each, scope="col") for each in titles))


def _line(page: _Reading, entrant: Entrant, cells: Sequence[Content]) -> Html:
    is_own = entrant.player == page.view.reader
    return el("tr", *(el("td", each) for each in cells), class_="on" if is_own else None)


def _table(lines: Sequence[Html]) -> Html:
    return el("div", el("table", *lines, class_="standings"), class_="card-of")


def _prizes(page: _Reading) -> Iterator[Html]:
    """Yield a row for each prize, with the reader's place marked."""
    tournament, own = page.view.tournament, page.own
    money, words = prize_table(tournament) if tournament.fund else (), tournament.terms.words
    own_place = glance.place_of(page.state, own.player) if own is not None and own.standing == "in" else 0
    for place in range(1, max(len(money), len(words)) + 1):
        prizes = [amount(money[place - 1], page.view.currency)] if place <= len(money) else []
        prizes += [shown(words[place - 1])] if place <= len(words) else []
        name = glance.ordinal(place)
        if place == own_place:
            name = _("{place}, you now").format(place=name)
        yield el("div", el("span", name), el("b", page.text(", ".join(prizes))), class_="li to-win")
    if tournament.score_purse or tournament.terms.score_words:
        prizes = [amount(tournament.score_purse, page.view.currency)] if tournament.score_purse else []
        prizes += [shown(tournament.terms.score_words)] if tournament.terms.score_words else []
        score_prize = page.text(", ".join(prizes))
        yield el("div", el("span", _("highest score")), el("b", score_prize), class_="li to-win")


# ---- when it is over


def _over(page: _Reading) -> Iterator[Html]:
    first = [(place, each) for place, each in standings(page.view.tournament) if each.standing != "removed"]
    yield _podium(page, first[:STEPS])
    yield from _own_end(page)
    yield page.lines(iter(summary.story_lines(page.view)), "card-of text")


def _podium(page: _Reading, first: Sequence[tuple[int, Entrant]]) -> Html:
    """Return the podium: the winner in the middle, the second on the left, the third on the right."""
    steps = [_step(page, place, each) for place, each in first]
    order = [steps[1], steps[0], *steps[2:]] if len(steps) > 1 else steps
    return el("div", *order, class_="podium")


def _step(page: _Reading, place: int, entrant: Entrant) -> Html:
    crown = image("crown", class_="sign") if place == 1 else NOTHING
    won = sum(each.money for each in page.view.tournament.awards if each.player == entrant.player)
    gain = el("small", page.text(f"+{amount(won, page.view.currency)}")) if won else NOTHING
    is_own = entrant.player == page.view.reader
    class_ = " ".join(filter(None, ["step", HEIGHTS.get(place), "on" if is_own else ""]))
    return el(
        "div",
        crown,
        initial(entrant.name),
        el("b", _name(page, entrant)),
        el("div", el("span", number(place)), gain, class_="block"),
        class_=class_,
    )


def _own_end(page: _Reading) -> Iterator[Html]:
    """Yield the reader's final place, their prizes, and their coins."""
    own, tournament = page.own, page.view.tournament
    if own is None or own.standing == "removed":
        return
    place, count = glance.place_of(page.state, own.player), len(tournament.entrants)
    words = _("You’re {place} of {count}").format(place=glance.ordinal(place), count=number(count))
    won = [
        notice.prize_words(each, page.view.currency)
        for each in tournament.awards
        if each.player == own.player
    ]
    balance = _("You now have {coins}.").format(coins=amount(page.reader.coins, page.view.currency))
    sentences = [_("You’ve won {prize}.").format(prize=", ".join(won)), balance] if won else []
    yield el("div", words_of(words, page.text(" ".join(sentences))), class_="note-of")


def _everybody(page: _Reading) -> Iterator[Html]:
    tournament, view = page.view.tournament, page.view
    won = {each.player: notice.prize_words(each, view.currency) for each in tournament.awards}
    yield heading(_("Everybody"))
    titles = [_("place"), _("name"), _("prize") if won else _("points") if view.scores else ""]
    lines = [_head([each for each in titles if each])]
    for place, each in standings(tournament)[:STANDINGS_SHOWN]:
        cells: list[Content] = [number(place), _name(page, each)]
        if won:
            cells.append(page.text(won.get(each.player, "")))
        elif view.scores:
            cells.append(points_of(view.scores[each.player]) if each.player in view.scores else "")
        lines.append(_line(page, each, cells))
    yield _table(lines)


def _called_off(page: _Reading) -> Iterator[Html]:
    back = _("Everyone who paid an entry got it back.") if page.view.tournament.terms.entry else ""
    yield el("div", words_of(_("It was called off"), back), class_="note-of")


def _nothing_more(_page: _Reading) -> Iterator[Html]:
    return iter(())


def _small_lines(page: _Reading) -> Html:
    """Return small lines: the organisers' acts; after the start also the format, the chips and the rules."""
    view = page.view
    lines = [capitalised(act_line(each, view.reader)) for each in reversed(view.acts)]
    if view.tournament.phase != "open":
        lines += [notice.in_short(view), notice.chips(view), *_rules_lines(page)]
        if view.tournament.phase == "running":
            lines += [*notice.own_words(view)]
    lines.append(_("tournament {number}").format(number=view.id))
    return page.lines(f"-# {each}" for each in lines)
