"""Tournaments: those that run and come, and the page of one, with what applies to its reader."""

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
from bot.screens.core.screen import Button, begun, marking
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
"""How many stand on the podium."""
HEIGHTS = {1: "first", 2: "second"}
"""The looks of its steps by place."""


@dataclass(frozen=True, slots=True)
class TournamentPages:
    """The tournaments of a room, for one reader."""

    reader: Reader
    company: Directory
    states: Sequence[TournamentState]
    emojis: Mapping[str, str]
    tables: Sequence[TableState] = ()
    """Those that its reader sees."""


def tournaments_html(tournaments: TournamentPages) -> Html:
    """The list of tournaments: those that run, those that come, and what there was."""
    running = [each for each in tournaments.states if each.tournament.phase == "running"]
    coming = [each for each in tournaments.states if each.tournament.phase == "open"]
    over = [each for each in tournaments.states if each.is_over]
    parts = ((_("Running"), running), (_("Next"), coming), (_("Recently"), over))
    found = [
        joined([heading(title), rows(*(tournament_row(tournaments.reader, each) for each in there))])
        for title, there in parts
        if there
    ]
    none = el("p", _("None is running, and none is planned."), class_="none")
    more = [PLACES[f"{TOURNAMENTS}/past"], PLACES[f"{TOURNAMENTS}/series"], PLACES["me/tournaments"]]
    plan = NOTHING
    if tournaments.reader.may_see(PLACES["manage/plan"]):
        way = link(tournaments.reader.door, "manage/plan", _("Plan a tournament …"), class_="btn")
        plan = el("div", way, class_="row-of")
    return el(
        "div",
        el("div", *(found or [none]), plan, class_="col"),
        el("div", heading(_("Also")), menu(tournaments.reader.door, more), class_="col"),
        class_="room two",
    )


def tournament_html(tournaments: TournamentPages, state: TournamentState) -> Html:
    """The page of one tournament: how it stands, the reader's next step, and all that is laid down."""
    page = _Reading(tournaments, state, state.view_for(tournaments.reader.guest.person.id))
    return marking(tournaments.emojis, partial(_laid, page))


@dataclass(frozen=True, slots=True)
class _Reading:
    """One tournament for one reader."""

    tournaments: TournamentPages
    state: TournamentState
    view: TournamentView

    @property
    def reader(self) -> Reader:
        """Whoever reads it."""
        return self.tournaments.reader

    @property
    def own(self) -> Entrant | None:
        """The reader among its entrants."""
        return glance.entrant(self.state, self.view.reader)

    def text(self, markdown: str) -> Html:
        """Return a line as HTML."""
        return inline(markdown, self.tournaments.company)

    def lines(self, lines: Iterator[str], class_: str = "text") -> Html:
        """Return lines as HTML; nothing if there are none."""
        words = "\n".join(lines)
        return el("div", rendered(words, self.tournaments.company), class_=class_) if words else NOTHING


def _laid(page: _Reading) -> Html:
    top = {"open": _open, "running": _running, "over": _over, "called_off": _called_off}
    aside = {"open": _joined, "running": _in_play, "over": _everybody, "called_off": _nothing_more}
    phase = page.view.tournament.phase
    offered = [] if not page.reader.is_organiser else organising(page.state)
    main = el("div", *top[phase](page), *_buttons(page), class_="col")
    side = el(
        "div",
        *aside[phase](page),
        *((heading(_("For organisers")), deeds(offered)) if offered else ()),
        _laid_down(page),
        class_="col",
    )
    return el("div", main, side, class_="room two", data_on="notice", data_number=page.state.id)


def _buttons(page: _Reading) -> Iterator[Html]:
    """Yield what the reader can do, with its price; one of them is gold at most."""
    found = answers(page.state, page.view.reader, is_organiser=page.reader.is_organiser)
    has_gold = _has_way(page)
    made = []
    for each in found:
        is_gold = each.style == "main" and not has_gold
        has_gold = has_gold or is_gold
        made.append(_button(page, each, is_gold=is_gold))
    if made:
        yield el("div", *made, class_="row-of")
    how = go(_("How to play"), table_id(page.state.id, "how", page.view.game.key))
    yield el("div", how, go(_("More …"), table_id(page.state.id, "cup_more")), class_="row-of")


def _has_way(page: _Reading) -> bool:
    """Return True if the gold button is the way to a table."""
    return page.view.tournament.phase == "running" and page.own is not None and bool(page.state.places)


def _button(page: _Reading, button: Button, *, is_gold: bool) -> Html:
    costs = button.action == table_id(page.state.id, "enter")
    if not costs:
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
        yield _felt(_("Not begun yet"), page.text(notice.when(view)))
    else:
        yield _felt(page.text(f"<t:{starts_at}:F>"), page.text(f"<t:{starts_at}:R>"))
    yield page.lines(notice.own_words(view))
    yield rows(*_terms(page))


def _felt(title: Content, line: Content) -> Html:
    return el("div", el("h2", title), el("p", line), class_="mt moment")


def _terms(page: _Reading) -> Iterator[Html]:
    """Yield the game, the cost, the prizes, and the chips, a row each."""
    view, terms, reader = page.view, page.view.tournament.terms, page.reader
    game = FACES[view.game.key]
    series = _("counts for {title}").format(title=view.series) if view.series else ""
    said = " · ".join(filter(None, [summary.format_words(terms), series]))
    yield row(face(game.sign), _(view.game.title), said)
    cost = _("Free to enter")
    left = ""
    if terms.entry:
        cost = _("{entry} to enter").format(entry=amount(terms.entry, view.currency))
        words = _("You have {held}, and would keep {left}.")
        keeps = reader.coins - terms.entry
        has_paid = any(each.player == view.reader for each in view.tournament.entered)
        left = _("You’ve paid that.") if has_paid else ""
        if not has_paid and keeps >= 0:
            left = words.format(held=number(reader.coins), left=number(keeps))
        elif not has_paid:
            left = _("You have {held}.").format(held=number(reader.coins))
    yield row(image("coin", class_="sign"), cost, left)
    if prizes := [*notice.prize_lines(view)]:
        yield row(image("crown", class_="sign"), _("Prizes to win"), _stacked(page, prizes))
    yield row(icon("cards"), page.text(notice.chips(view)), _stacked(page, _chances(page)))
    if terms.needs_check_in:
        words = _("Check in before it starts: if you don’t, you’re out and get your entry back.")
        yield row(icon("check"), _("Check in"), words)


def _chances(page: _Reading) -> list[str]:
    """Return how levels rise, breaks, and a home throw, as far as there are any."""
    terms, rules = page.view.tournament.terms, page.view.rules
    told = TOURNAMENT_FACES[page.view.game.key]
    said = [told.levels() if terms.goal is None else "", summary.breaks_line(terms), told.found(rules)]
    rules_said = rules_words(rules, chosen_rules(page.view.game))
    return [each for each in (*said, rules_said) if each]


def _stacked(page: _Reading, lines: Sequence[str]) -> Html:
    return joined([joined([el("br") if at else NOTHING, page.text(each)]) for at, each in enumerate(lines)])


def _joined(page: _Reading) -> Iterator[Html]:
    """Yield who has joined, and who waits for a place."""
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
    made = []
    for each in shown_ones:
        is_there = checks and (each.is_checked_in or each.is_house)
        there = (
            el("span", icon("check"), el("span", _("checked in"), class_="hidden")) if is_there else NOTHING
        )
        made.append(el("li", initial(each.name), el("span", _name(page, each), there)))
    if more:
        made.append(el("li", _("and {count} more").format(count=number(more))))
    return el("ul", *made, class_="card-of people")


def _name(page: _Reading, entrant: Entrant) -> Html:
    if entrant.player == page.view.reader:
        return escaped(_("You"))
    house = joined([" ", image("house", _("house player"), class_="ic")]) if entrant.is_house else NOTHING
    return joined([entrant.name, house])


# ---- while it runs


def _running(page: _Reading) -> Iterator[Html]:
    yield el(
        "dl", *(el("div", el("dt", below), el("dd", what)) for what, below in _stand(page)), class_="facts"
    )
    own = page.own
    if own is not None and own.standing != "in":
        yield _out(page, own)
    yield page.lines(notice.standstill_lines(page.view), "note-of text")
    yield page.lines(notice.deal_lines(page.view), "note-of text")
    yield from _tables(page)


def _stand(page: _Reading) -> Iterator[tuple[Content, Content]]:
    """Yield what stands above: the level and when it rises, or the goal; and the reader's place."""
    tournament, told = page.view.tournament, TOURNAMENT_FACES[page.view.game.key]
    left = sum(each.standing == "in" for each in tournament.entrants)
    if tournament.terms.goal is not None:
        yield points_of(tournament.terms.goal), _("wins the race")
    else:
        now = told.posted(level_at(tournament.terms, tournament.level))
        level = _("level {number}").format(number=number(tournament.level))
        yield (now, level) if now else (number(tournament.level), _("level"))
        if tournament.paused_at is None and not tournament.is_time_up:
            yield _rise(page), _next_stakes(page)
    began = _("{count} began").format(count=number(len(tournament.entrants)))
    own = page.own
    if own is not None and own.standing == "in":
        of = _("of {left} · {began}").format(left=number(left), began=began)
        yield glance.ordinal(glance.place_of(page.state, own.player)), of
    else:
        yield ngettext("{left} still in", "{left} still in", left).format(left=number(left)), began


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
    ahead = summary.break_ahead(tournament)
    return " · ".join(filter(None, [f"{level}: {stakes}" if stakes else level, ahead]))


def _out(page: _Reading, own: Entrant) -> Html:
    """Return that the reader is out: their place as far as it is certain, and how many are still in."""
    tournament = page.view.tournament
    left = sum(each.standing == "in" for each in tournament.entrants)
    is_certain = not tournament.is_entry_open and tournament.terms.through is None
    place, count = glance.place_of(page.state, own.player), len(tournament.entrants)
    title = _("You’re out")
    if own.standing == "removed":
        title = _("An organiser took you out")
    elif is_certain:
        words = _("You’re out, {place} of {count}")
        title = words.format(place=glance.ordinal(place), count=number(count))
    still = ngettext("{count} is still in.", "{count} are still in.", left).format(count=number(left))
    later = (
        "" if is_certain or own.standing == "removed" else _("Your place is certain once nobody can enter.")
    )
    return el("div", words_of(title, " ".join(filter(None, [still, later]))), class_="note-of")


def _tables(page: _Reading) -> Iterator[Html]:
    """The tables of a running tournament, the reader's own first; for whoever is out, the way to watch on."""
    own, state = page.own, page.state
    sitting = [each for each in state.tournament.entrants if each.table is not None and each.seat is not None]
    made: list[tuple[bool, Html]] = []
    is_out = own is not None and own.standing != "in"
    for table in state.tournament.tables:
        place = state.places.get(table.number)
        if place is None or not page.reader.guest.sees(place.channel):
            continue
        is_own = own is not None and own.seat is not None and own.table == table.number
        names = ", ".join(each.name for each in sitting if each.table == table.number and each != own)
        title = _("Your table, {number}") if is_own else _("Table {number}")
        is_gold = is_own or (is_out and not made)
        words = _("Play") if is_own else _("Keep watching") if is_out else _("Watch")
        sign, asks = face(FACES[state.game.key].sign), ""
        there = next((each for each in page.tournaments.tables if each.id == place.table), None)
        if is_own and there is not None:
            seen = glance.mine(there, page.view.reader, page.tournaments.emojis)
            sign, asks = clocked(sign, seen.clock), seen.line
        way = table_link(
            page.reader.door,
            place.table,
            sign,
            words_of(title.format(number=table.number), " · ".join(filter(None, [names, asks]))),
            el("span", words, class_="go p" if is_gold else "go"),
            class_="mt turn" if is_own else "mt",
        )
        made.append((not is_own, way))
    if made:
        yield el("div", *(each for _rank, each in sorted(made, key=lambda each: each[0])), class_="mine-of")


def _in_play(page: _Reading) -> Iterator[Html]:
    yield heading(_("Standings"))
    yield _standings(page)
    prizes = [*_prizes(page)]
    if prizes:
        yield heading(_("Prizes to win"))
        yield rows(*prizes)


def _standings(page: _Reading) -> Html:
    """Return everybody's place, table and chips, the reader's own marked."""
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
    """Yield a row for each prize, the one of the reader's place marked."""
    tournament, own = page.view.tournament, page.own
    money, words = prize_table(tournament) if tournament.fund else (), tournament.terms.words
    here = glance.place_of(page.state, own.player) if own is not None and own.standing == "in" else 0
    for place in range(1, max(len(money), len(words)) + 1):
        given = [amount(money[place - 1], page.view.currency)] if place <= len(money) else []
        given += [shown(words[place - 1])] if place <= len(words) else []
        name = glance.ordinal(place)
        if place == here:
            name = _("{place}, you now").format(place=name)
        yield el("div", el("span", name), el("b", page.text(", ".join(given))), class_="li to-win")
    if tournament.score_purse or tournament.terms.score_words:
        given = [amount(tournament.score_purse, page.view.currency)] if tournament.score_purse else []
        given += [shown(tournament.terms.score_words)] if tournament.terms.score_words else []
        won = page.text(", ".join(given))
        yield el("div", el("span", _("highest score")), el("b", won), class_="li to-win")


# ---- when it is over


def _over(page: _Reading) -> Iterator[Html]:
    first = [(place, each) for place, each in standings(page.view.tournament) if each.standing != "removed"]
    yield _podium(page, first[:STEPS])
    yield from _own_end(page)
    yield page.lines(iter(summary.story_lines(page.view)), "card-of text")


def _podium(page: _Reading, first: Sequence[tuple[int, Entrant]]) -> Html:
    """Return the first three on their steps: the second left of the first, the third right of them."""
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
    """Yield the reader's place, what they won, and what they have now."""
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
    now = _("You now have {coins}.").format(coins=amount(page.reader.coins, page.view.currency))
    told = [_("You’ve won {prize}.").format(prize=", ".join(won)), now] if won else []
    yield el("div", words_of(words, page.text(" ".join(told))), class_="note-of")


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


def _laid_down(page: _Reading) -> Html:
    """Return small lines: what organisers did, and once it has begun what it was played for, and how."""
    view = page.view
    said = [begun(act_line(each, view.reader)) for each in reversed(view.acts)]
    if view.tournament.phase != "open":
        said += [notice.in_short(view), notice.chips(view), *_chances(page)]
        if view.tournament.phase == "running":
            said += [*notice.own_words(view)]
    said.append(_("tournament {number}").format(number=view.id))
    return page.lines(f"-# {each}" for each in said)
