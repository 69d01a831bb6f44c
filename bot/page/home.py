"""The first page: the reader's own tables, what others play, what can be begun, and what there is today."""

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
class LateHand:
    """A hand of the reader's that was over lately."""

    game: str
    table: int
    hand: int
    result: OwnResult | None = None
    """How it came out for the reader."""
    at: float = 0
    """When it was over, in unix seconds."""


@dataclass(frozen=True, slots=True)
class HomePage:
    """All that the first page shows."""

    reader: Reader
    company: Directory
    tables: Sequence[TableState]
    tournaments: Sequence[TournamentState]
    emojis: Mapping[str, str]
    today: daily.Today | None = None
    lately: Sequence[LateHand] = ()
    posts: Mapping[int, Screen] = field(default_factory=dict)
    others: Sequence[tuple[str, str]] = ()
    """Names and addresses of who else one can be."""
    is_new: bool = False
    """True if the reader has played no hand yet."""
    now: float = 0.0


def home_html(home: HomePage) -> Html:
    """The first page."""
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
            *lately(home),
            *around(home),
            *somebody_else(home),
            class_="col",
        ),
        class_="room two",
    )


def welcome(home: HomePage) -> Html:
    """A first hand, for whoever has played none."""
    first = must_find(LESSONS)
    title = _("Welcome, {name}").format(name=home.reader.guest.person.name)
    # Translators: {amount}: such as “100 coins”.
    words = _("You have {amount} to play with. That’s worth nothing outside this tavern.")
    held = f"{number(home.reader.coins)} {unit(home.reader.coins, home.reader.currency)}"
    teach = _("Learn {game}").format(game=_(TITLES[first]))
    return el(
        "section",
        el("h2", title),
        el("p", words.format(amount=held)),
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
    """The reader's tables, those first where it is their turn, and seats that are kept for them."""
    reader, player = home.reader, home.reader.guest.person.id
    seen = [glance.mine(each, player, home.emojis) for each in glance.players_of(home.tables, player)]
    seen.sort(key=lambda each: (not each.is_turn, each.state.id))
    kept = [each for each in home.tables if glance.is_invited(each, player)]
    if not seen and not kept:
        return
    yield heading(_("Your tables"))
    made = [*(own_table(reader, each) for each in seen), *(kept_table(reader, each) for each in kept)]
    yield el("div", *made, class_="mine-of")


def own_table(reader: Reader, seen: glance.TableGlance) -> Html:
    """Return a table of the reader's, and whose turn it is."""
    table = seen.state.id
    sign = clocked(face(FACES[seen.state.game.key].sign), seen.clock)
    words = _("Play") if seen.is_turn else _("Open")
    return table_link(
        reader.door,
        table,
        sign,
        words_of(seen.title, seen.line),
        el("span", words, class_="go p" if seen.is_turn else "go"),
        class_="mt turn" if seen.is_turn else "mt",
        is_asked=seen.is_turn,
    )


def clocked(sign: Html, clock: Clock | None) -> Html:
    """Return a table's sign, with the countdown around it while the reader's clock runs."""
    if clock is None:
        return sign
    left = el("time", data_at=clock.until, data_whole=clock.whole, data_bank=clock.bank or None)
    return el("span", sign, left, class_="clock", role="timer")


def kept_table(reader: Reader, state: TableState) -> Html:
    """Return a table at which a seat is kept for the reader."""
    words = _("{name} is keeping a seat for you")
    if state.table.terms.hands_max is not None:
        words = _("{name} challenges you")
    words = words.format(name=glance.host_name(state) or _("Somebody"))
    sign, said = face(FACES[state.game.key].sign), words_of(_(state.game.title), words)
    verb: Verb = "decline" if state.table.terms.hands_max is not None else "turn_down"
    return el(
        "section",
        table_link(reader.door, state.id, sign, said, class_="to"),
        go(_("No, thanks"), table_id(state.id, verb)),
        table_link(reader.door, state.id, _("See"), class_="go p"),
        class_="mt kept",
        data_on="table",
        data_number=state.id,
    )


def friends(home: HomePage, most: int = TABLES_SHOWN) -> Iterator[Html]:
    """Tables of others: those first where there is room."""
    player = home.reader.guest.person.id
    found = [each for each in home.tables if glance.own_seat(each, player) is None]
    found = [each for each in found if not glance.is_invited(each, player) and each.table.phase != "closed"]
    found.sort(key=lambda each: (not glance.can_join(each, player), each.id))
    if not found:
        return
    more = _("All {count}").format(count=len(found))
    yield heading(
        _("Others are playing"),
        link(home.reader.door, "tables", more) if len(found) > most else NOTHING,
    )
    yield rows(*(table_row(home.reader, each) for each in found[:most]))


def table_row(reader: Reader, state: TableState) -> Html:
    """A table of others in a list: what it is, what it costs, and the way in."""
    player, title = reader.guest.person.id, _(state.game.title)
    who = [each.name for each in state.table.present if each.player is not None]
    if (tournament := state.tournament_view) is not None:
        title = thread_name(tournament, state.id)
    elif name := glance.host_name(state) or next(iter(who), ""):
        title = f"{title}, {name}"
    way = el("span", _("Watch"), class_="go")
    if glance.can_join(state, player) and glance.seats_free(state):
        cost = glance.price(state) if state.table.money != "practice" else _("practice")
        join = go(_("Sit down"), table_id(state.id, "join"), cost)
        words = table_link(reader.door, state.id, *_table_words(state, title), class_="to")
        return el("section", words, join, class_="li", data_on="table", data_number=state.id)
    return table_link(reader.door, state.id, *_table_words(state, title), way, class_="li")


def _table_words(state: TableState, title: str) -> tuple[Html, Html]:
    return face(FACES[state.game.key].sign), words_of(title, glance.stakes(state))


def begin(home: HomePage) -> Iterator[Html]:
    """Each game, one press away with house players, and the way to its page."""
    yield heading(_("Start a table"), link(home.reader.door, "throw", _("Just throw")))
    made = []
    for key, each in FACES.items():
        name = _(TITLES[key])
        now = _("Play {game} now, with house players").format(game=name)
        made.append(
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
                    aria_label=now,
                ),
                class_="g",
            )
        )
    yield el("div", *made, class_="gm")


def tournaments(home: HomePage) -> Iterator[Html]:
    """Tournaments that run or come."""
    yield heading(_("Tournaments"), link(home.reader.door, "tournaments", _("All")))
    if not home.tournaments:
        yield el("p", _("None is running, and none is planned."), class_="none")
        return
    yield rows(*(tournament_row(home.reader, each) for each in home.tournaments[:TOURNAMENTS_SHOWN]))


def tournament_row(reader: Reader, state: TournamentState) -> Html:
    """A tournament in a list: its name, how it stands, and the way in."""
    player, tournament = reader.guest.person.id, state.tournament
    title = shown(state.stored.plan.title)
    said = [" · ".join(glance.tournament_words(state, player))]
    starts = NOTHING
    if tournament.phase == "open" and state.stored.plan.starts_at is not None:
        at = state.stored.plan.starts_at
        starts = joined([inline(f"<t:{at}:f>, <t:{at}:R>", _NOBODY), " · "])
    words = el(
        "span",
        el("b", inline(title, _NOBODY)),
        el("small", starts, *said),
        class_="ws",
    )
    sign = image("crown", class_="sign") if tournament.phase == "running" else icon("clock")
    is_full = len(tournament.entrants) >= tournament.terms.players_max
    is_in = glance.entrant(state, player) is not None or glance.is_waiting(state, player)
    path = f"tournaments/{state.id}"
    if tournament.phase == "open" and not is_in and not is_full:
        to = link(reader.door, path, sign, words, class_="to")
        join = go(_("Join"), table_id(state.id, "enter"), glance.entry_words(state))
        return el("section", to, join, class_="li", data_on="notice", data_number=state.id)
    return link(reader.door, path, sign, words, el("span", _("See"), class_="go"), class_="li")


def deals(home: HomePage) -> Iterator[Html]:
    """The deals of the day, with the reader's stars."""
    if home.today is None:
        return
    yield heading(_("Deals of the day"), link(home.reader.door, "daily", _("All deals")))
    made = [_deal(each) for each in home.today.deals]
    done = sum(isinstance(each, daily.Graded | daily.Ungraded) for each in home.today.deals)
    words = _("{done} of {all} done").format(done=done, all=len(home.today.deals))
    if home.today.streak:
        days = ngettext("{count} day in a row", "{count} days in a row", home.today.streak)
        words += f" · {days.format(count=number(home.today.streak))}"
    yield el("div", el("div", *made, class_="daily"), el("p", words), class_="card-of")


def _deal(seen: daily.AnySeen) -> Html:
    game = daily.deal_in(seen).game
    if isinstance(seen, daily.Graded):
        stars = starred(seen)
        words = ngettext("{count} star", "{count} stars", stars.count("★")).format(count=stars.count("★"))
        told = el("span", words, class_="hidden")
        line = joined([el("span", stars, class_="stars", aria_hidden="true"), told])
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


def lately(home: HomePage) -> Iterator[Html]:
    """The last hands of the reader."""
    if not home.lately:
        return
    yield heading(_("Recently"), link(home.reader.door, "me/hands", _("My hands")))
    yield rows(*(hand_row(each) for each in home.lately))


def hand_row(late: LateHand) -> Html:
    """A hand that is over in a list, which a press shows again."""
    where = FACES[late.game].reword(N_("Hand {hand} at table {table}"))
    said, net = [*_made(late), where.format(hand=number(late.hand), table=late.table)], NOTHING
    if late.result is not None and late.result.change:
        looks = "net up" if late.result.change > 0 else "net"
        net = el("b", change(late.result.change), class_=looks)
    return el(
        "button",
        face(FACES[late.game].sign),
        words_of(_(TITLES[late.game]), " · ".join(said)),
        net,
        icon("on"),
        type="button",
        class_="li",
        data_action=table_id(late.table, "watch", str(late.hand)),
    )


def _made(late: LateHand) -> Iterator[str]:
    """Yield what the reader made of a hand, as far as everybody saw it."""
    if late.result is None:
        return
    stats = late.result.stats
    if stats.has_folded:
        yield _("folded")
    elif stats.shown is not None and late.game in RECORD_FACES:
        yield RECORD_FACES[late.game].laid_out(stats.shown)[0].name


def around(home: HomePage) -> Iterator[Html]:
    """Yield the public posts of this room."""
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
    ways = (
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
    yield el("div", *ways, class_="card-of list menu")


class _Nobody:
    """No names, for lines that mention nobody."""

    sprites: frozenset[str] = frozenset()

    def person(self, _player: int) -> str:
        """Return no name."""
        return "…"

    def channel(self, _channel: int) -> str:
        """Return no channel."""
        return "…"

    def is_command(self, _name: str) -> bool:
        """Return False: no command is named."""
        return False


_NOBODY = _Nobody()
