"""The start page: the reader's tables, others' tables, games to begin, tournaments, deals of the day."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from bot.custom_ids import Verb, table_id
from bot.page import glance
from bot.page.auth import Directory
from bot.page.html import NOTHING, Html, el, icon, image, inline, joined
from bot.page.lists import face, go, heading, link, rows, table_link, words_of
from bot.page.places import TITLES
from bot.page.screen_html import screen_html
from bot.page.shell import Reader
from bot.screens.catalog import FACES, LESSONS, RECORD_FACES
from bot.screens.core.naming import unit
from bot.screens.core.screen import Screen
from bot.screens.learn.daily import starred
from bot.screens.table.turn import Clock
from bot.screens.tournament.announcements import thread_name
from bot.tavern import daily
from bot.tavern.table.finished_hands import OwnResult
from bot.tavern.table.table_state import TableState
from bot.tavern.tournament.tournament_service import TournamentState
from bot.text.translate import _, change, ngettext, number, shown
from games.engine.core.errors import N_, must_find

TABLES_SHOWN = 4
TOURNAMENTS_SHOWN = 4


@dataclass(frozen=True, slots=True)
class RecentHand:
    """One of the reader's last finished hands."""

    game: str
    table: int
    hand: int
    result: OwnResult | None = None
    """The reader's result, if it is known."""
    at: float = 0
    """The moment of its end, in unix seconds."""


@dataclass(frozen=True, slots=True)
class HomePage:
    """Everything that the start page shows."""

    reader: Reader
    company: Directory
    tables: Sequence[TableState]
    tournaments: Sequence[TournamentState]
    emojis: Mapping[str, str]
    today: daily.Today | None = None
    recent: Sequence[RecentHand] = ()
    posts: Mapping[int, Screen] = field(default_factory=dict)
    others: Sequence[tuple[str, str]] = ()
    """The names and URLs of other users whom the viewer can switch to."""
    is_new: bool = False
    """True if the reader has played no hand yet."""
    now: float = 0.0


def home_html(home: HomePage) -> Html:
    """Return the start page."""
    return el(
        "div",
        el(
            "div",
            welcome(home) if home.is_new else NOTHING,
            *own_tables(home),
            *friends(home),
            *begin(home),
            class_="col",
        ),
        el(
            "div",
            *tournaments(home),
            *deals(home),
            *around(home),
            *somebody_else(home),
            class_="col",
        ),
        el("div", *recent_hands(home), class_="col"),
        class_="room two",
    )


def welcome(home: HomePage) -> Html:
    """Return the welcome for a new player, with a first lesson."""
    first = must_find(each for each in LESSONS if each in home.reader.games)
    title = _("Welcome, {name}").format(name=home.reader.guest.person.name)
    # Translators: {amount}: such as “100 coins”.
    words = _("You have {amount} to play with. That’s worth nothing outside this tavern.")
    coins = f"{number(home.reader.coins)} {unit(home.reader.coins, home.reader.currency)}"
    teach = _("Learn {game}").format(game=_(TITLES[first]))
    return el(
        "section",
        el("h2", title),
        el("p", words.format(amount=coins)),
        el(
            "button",
            el("span", teach, class_="line"),
            el("small", _("A few minutes, nothing at stake")),
            type="button",
            class_="btn p",
            data_action=table_id(0, "teach", first),
        ),
        class_="card-of welcome",
    )


def own_tables(home: HomePage) -> Iterator[Html]:
    """Yield the reader's tables, first those where it is their turn; then those they are invited to."""
    reader, player = home.reader, home.reader.guest.person.id
    glances = [glance.mine(each, player, home.emojis) for each in glance.players_of(home.tables, player)]
    glances.sort(key=lambda each: (not each.is_turn, each.state.id))
    kept = [each for each in home.tables if glance.is_invited(each, player)]
    if not glances and not kept:
        return
    yield heading(_("Your tables"))
    cards = [*(own_table(reader, each) for each in glances), *(kept_table(reader, each) for each in kept)]
    yield el("div", *cards, class_="mine-of")


def own_table(reader: Reader, shown: glance.TableGlance) -> Html:
    """Return the link to one of the reader's tables."""
    table = shown.state.id
    sign = clocked(face(FACES[shown.state.game.key].sign), shown.clock)
    words = _("Play") if shown.is_turn else _("Open")
    return table_link(
        reader.door,
        table,
        sign,
        words_of(shown.title, shown.line),
        el("span", words, class_="go p" if shown.is_turn else "go"),
        class_="mt turn" if shown.is_turn else "mt",
        is_asked=shown.is_turn,
    )


def clocked(sign: Html, clock: Clock | None) -> Html:
    """Return a table's icon, with a countdown around it if the reader's clock runs."""
    if clock is None:
        return sign
    countdown = el("time", data_at=clock.until, data_whole=clock.whole, data_bank=clock.bank or None)
    return el("span", sign, countdown, class_="clock", role="timer")


def kept_table(reader: Reader, state: TableState) -> Html:
    """Return a table to which the reader is invited, with a button to decline."""
    words = _("{name} is keeping a seat for you")
    if state.table.terms.hands_max is not None:
        words = _("{name} challenges you")
    words = words.format(name=glance.host_name(state) or _("Somebody"))
    sign, text = face(FACES[state.game.key].sign), words_of(_(state.game.title), words)
    verb: Verb = "decline" if state.table.terms.hands_max is not None else "turn_down"
    return el(
        "section",
        table_link(reader.door, state.id, sign, text, class_="to"),
        go(_("No, thanks"), table_id(state.id, verb)),
        table_link(reader.door, state.id, _("See"), class_="go p"),
        class_="mt kept",
        data_on="table",
        data_number=state.id,
    )


def friends(home: HomePage, most: int = TABLES_SHOWN) -> Iterator[Html]:
    """Yield the tables of others, first those that the reader can join."""
    player = home.reader.guest.person.id
    tables = [each for each in home.tables if glance.own_seat(each, player) is None]
    tables = [each for each in tables if not glance.is_invited(each, player) and each.table.phase != "closed"]
    tables.sort(key=lambda each: (not glance.can_join(each, player), each.id))
    if not tables:
        return
    more = _("All {count}").format(count=len(tables))
    yield heading(
        _("Others are playing"),
        link(home.reader.door, "tables", more) if len(tables) > most else NOTHING,
    )
    yield rows(*(table_row(home.reader, each) for each in tables[:most]))


def table_row(reader: Reader, state: TableState) -> Html:
    """Return the row of another player's table, with a button to sit down, or a link to watch."""
    player, title = reader.guest.person.id, _(state.game.title)
    who = [each.name for each in state.table.present if each.player is not None]
    if (tournament := state.tournament_view) is not None:
        title = thread_name(tournament, state.id)
    elif name := glance.host_name(state) or next(iter(who), ""):
        title = f"{title}, {name}"
    watch = el("span", _("Watch"), class_="go")
    if glance.can_join(state, player) and glance.seats_free(state):
        cost = glance.price(state) if state.table.money != "practice" else _("practice")
        join = go(_("Sit down"), table_id(state.id, "join"), cost)
        words = table_link(reader.door, state.id, *_table_words(state, title), class_="to")
        return el("section", words, join, class_="li", data_on="table", data_number=state.id)
    return table_link(reader.door, state.id, *_table_words(state, title), watch, class_="li")


def _table_words(state: TableState, title: str) -> tuple[Html, Html]:
    return face(FACES[state.game.key].sign), words_of(title, glance.stakes(state))


def begin(home: HomePage) -> Iterator[Html]:
    """Yield a card for each game, with a button to play it at once and a link to its page."""
    games = {key: each for key, each in FACES.items() if key in home.reader.games}
    throw = (
        link(home.reader.door, "throw", _("Just throw"))
        if any(each.has_throws for each in games.values())
        else NOTHING
    )
    yield heading(_("Start a table"), throw)
    cards = []
    for key, each in games.items():
        name = _(TITLES[key])
        label = _("Play {game} now, with house players").format(game=name)
        cards.append(
            el(
                "div",
                link(
                    home.reader.door,
                    f"game/{key}",
                    face(each.sign),
                    words_of(name, _("Learn, rules, own table")),
                    class_="to",
                ),
                el(
                    "button",
                    _("Play now"),
                    type="button",
                    class_="go",
                    data_action=table_id(0, "deal_me_in", key),
                    aria_label=label,
                ),
                class_="g",
            )
        )
    yield el("div", *cards, class_="gm")


def tournaments(home: HomePage) -> Iterator[Html]:
    """Yield the running and coming tournaments."""
    yield heading(_("Tournaments"), link(home.reader.door, "tournaments", _("All")))
    if not home.tournaments:
        yield el("p", _("None is running, and none is planned."), class_="none")
        return
    yield rows(*(tournament_row(home.reader, each) for each in home.tournaments[:TOURNAMENTS_SHOWN]))


def tournament_row(reader: Reader, state: TournamentState) -> Html:
    """Return the row of a tournament, with a button to join, or a link to its page."""
    player, tournament = reader.guest.person.id, state.tournament
    title = shown(state.stored.plan.title)
    facts = [" · ".join(glance.tournament_words(state, player))]
    starts = NOTHING
    if tournament.phase == "open" and state.stored.plan.starts_at is not None:
        starts_at = state.stored.plan.starts_at
        starts = joined([inline(f"<t:{starts_at}:f>, <t:{starts_at}:R>", _NOBODY), " · "])
    words = el(
        "span",
        el("b", inline(title, _NOBODY)),
        el("small", starts, *facts),
        class_="ws",
    )
    sign = image("crown", class_="sign") if tournament.phase == "running" else icon("clock")
    is_full = len(tournament.entrants) >= tournament.terms.players_max
    is_in = glance.entrant(state, player) is not None or glance.is_waiting(state, player)
    path = f"tournaments/{state.id}"
    if tournament.phase == "open" and not is_in and not is_full:
        page_link = link(reader.door, path, sign, words, class_="to")
        join = go(_("Join"), table_id(state.id, "enter"), glance.entry_words(state))
        return el("section", page_link, join, class_="li", data_on="notice", data_number=state.id)
    return link(reader.door, path, sign, words, el("span", _("See"), class_="go"), class_="li")


def deals(home: HomePage) -> Iterator[Html]:
    """Yield the deals of the day, with the reader's stars."""
    if home.today is None:
        return
    yield heading(_("Deals of the day"), link(home.reader.door, "daily", _("All deals")))
    cards = [_deal(each) for each in home.today.deals]
    done = sum(isinstance(each, daily.Graded | daily.Ungraded) for each in home.today.deals)
    words = _("{done} of {all} done").format(done=done, all=len(home.today.deals))
    if home.today.streak:
        days = ngettext("{count} day in a row", "{count} days in a row", home.today.streak)
        words += f" · {days.format(count=number(home.today.streak))}"
    yield el("div", el("div", *cards, class_="daily"), el("p", words), class_="card-of")


def _deal(seen: daily.AnySeen) -> Html:
    game = daily.deal_in(seen).game
    if isinstance(seen, daily.Graded):
        stars = starred(seen)
        words = ngettext("{count} star", "{count} stars", stars.count("★")).format(count=stars.count("★"))
        hidden_words = el("span", words, class_="hidden")
        line = joined([el("span", stars, class_="stars", aria_hidden="true"), hidden_words])
    elif isinstance(seen, daily.Dealt):
        line = el("span", _("not yet"))
    else:
        line = el("span", _("played"))
    return el(
        "button",
        face(FACES[game].sign),
        el("b", _(TITLES[game])),
        line,
        type="button",
        class_="todo" if isinstance(seen, daily.Dealt) else None,
        data_action=table_id(0, "daily", game),
    )


def recent_hands(home: HomePage) -> Iterator[Html]:
    """Yield the reader's last hands."""
    if not home.recent:
        return
    yield heading(_("Recently"), link(home.reader.door, "me/hands", _("My hands")))
    yield rows(*(hand_row(each) for each in home.recent))


def hand_row(recent: RecentHand) -> Html:
    """Return the row of a finished hand; a press opens its replay."""
    template = FACES[recent.game].reword(N_("Hand {hand} at table {table}"))
    facts, net = [*_outcome(recent), template.format(hand=number(recent.hand), table=recent.table)], NOTHING
    class_ = "li"
    if recent.result is not None and recent.result.change:
        looks, class_ = ("net up", "li won") if recent.result.change > 0 else ("net", "li lost")
        net = el("b", change(recent.result.change), class_=looks)
    return el(
        "button",
        face(FACES[recent.game].sign),
        words_of(_(TITLES[recent.game]), " · ".join(facts)),
        net,
        icon("on"),
        type="button",
        class_=class_,
        data_action=table_id(recent.table, "watch", str(recent.hand)),
    )


def _outcome(recent: RecentHand) -> Iterator[str]:
    """Yield the reader's outcome of a hand as text: that they folded, or the hand that they showed."""
    if recent.result is None:
        return
    stats = recent.result.stats
    if stats.has_folded:
        yield _("folded")
    elif stats.shown is not None and recent.game in RECORD_FACES:
        yield RECORD_FACES[recent.game].laid_out(stats.shown)[0].name


def around(home: HomePage) -> Iterator[Html]:
    """Yield the public posts of the room, newest first."""
    if not home.posts:
        return
    yield heading(_("In this room"))
    for number_, each in reversed([*home.posts.items()]):
        content = screen_html(each, home.company)
        yield el("section", content, class_="card-of", data_on="post", data_number=number_)


def somebody_else(home: HomePage) -> Iterator[Html]:
    """Yield the links to the other users of a practice room, for its manager."""
    name = home.reader.guest.person.name
    others = [each for each in home.others if each[0] != name]
    if not others or not home.reader.guest.manages:
        return
    yield heading(_("Somebody else"))
    links = (
        el(
            "a",
            words_of(_("Sit here as {name}").format(name=each), ""),
            icon("on"),
            href=address,
            target="_blank",
            rel="noopener",
            class_="li",
        )
        for each, address in others
    )
    yield el("div", *links, class_="card-of list menu")


class _Nobody:
    """A `NameResolver` without names, for lines without mentions."""

    sprites: frozenset[str] = frozenset()

    def person(self, _player: int) -> str:
        """Return a placeholder."""
        return "…"

    def channel(self, _channel: int) -> str:
        """Return a placeholder."""
        return "…"

    def is_command(self, _name: str) -> bool:
        """Return False: there are no commands."""
        return False


_NOBODY = _Nobody()
