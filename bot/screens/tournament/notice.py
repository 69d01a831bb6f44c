"""A tournament's notice: entrants, standings, winners, and the check of its lots (TN-22)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace

from bot.custom_ids import table_id
from bot.screens.catalog import FACES, TOURNAMENT_FACES
from bot.screens.core import screen
from bot.screens.core.naming import STARTS, amount, house_mark, listed, points_of, stake, told_to
from bot.screens.core.presenter import address, with_link
from bot.screens.core.screen import Button, Part, Screen, Text, begun, first_of, marked, rows, say
from bot.screens.table.fair_play import cut_list
from bot.screens.table.scenes import rules_words
from bot.screens.tournament import length, summary
from bot.screens.tournament.length import PLAYERS_MIN
from bot.screens.tournament.plan import act_line, open_corrections, prizes_ahead
from bot.screens.tournament.summary import break_ahead, breaks_line, entrant_name, format_words, levels_words
from bot.tavern.tournament.draft import chosen_rules
from bot.tavern.tournament.reminders import hands_left
from bot.tavern.tournament.tournament_tables import TournamentView, deal_check
from bot.text.translate import _, ngettext, number, shown
from games.engine.core.errors import N_, addressed
from games.tournament.model import Award, Entrant, counted, level_at
from games.tournament.placing import deal_shares, is_deal_possible, prize_table, standings
from games.tournament.prize_deals import agreed_on

AGAIN = "again"
"""The argument of the button for re-entry."""
NAMES_SHOWN = 30
WINNERS_SHOWN = 3
THROUGH_SHOWN = 5
LEADERS_SHOWN = 6
TABLES_SHOWN = 12
PLACES_SHOWN = 12
PRIZES_SHOWN = 8
PAGE_LINES = 25
SEATS_SHOWN = 12
"""The number of tables whose seats always fit into a message."""


def notice_screen(view: TournamentView, emojis: Mapping[str, str] = screen.NO_EMOJIS) -> Screen:
    """Return the notice as everybody in the channel sees it; `emojis` are markup by sprite."""
    draw = {"open": _open, "running": _running, "over": _over, "called_off": _called_off}
    parts, accent = draw[view.tournament.phase], FACES[view.game.key].accent

    def drawn() -> Screen:
        # The organisers' latest acts are shown, as many as there is room for.
        counts = range(len(view.acts), -1, -1)
        screens = (Screen(parts(replace(view, acts=view.acts[:count])), accent) for count in counts)
        return next((each for each in screens if not screen.faults(each)), Screen(parts(view), accent))

    return screen.with_emojis(emojis, drawn)


def moved_notice(view: TournamentView) -> Screen:
    """Return the text that replaces an older copy of a notice."""
    words = _("The notice of {title} has moved.").format(title=shown(view.plan.title))
    where = None if view.message is None else address(view.server, view.channel, view.message)
    return with_link(words, _("Go to the notice"), where)


def standings_screen(view: TournamentView, page: int = 0) -> Screen:
    """Return everybody's current place, a page at a time."""
    placed, buttons = screen.paged(
        standings(view.tournament),
        page,
        PAGE_LINES,
        lambda at: table_id(view.id, "standings_page", str(at)),
        # Translators: a button: the page before, in standings.
        _("Ahead"),
        # Translators: a button: the next page, in standings.
        _("Behind"),
    )
    lines = [_placed(view, *each) for each in placed] or [_("Nobody has entered yet.")]
    title = "### " + _("{title}: standings").format(title=shown(view.plan.title))
    buttons += [*_lists(view), Button(_("Past tournaments"), table_id(0, "past")), summary.series_button()]
    return Screen((Text("\n".join([title, *lines])), *rows(buttons)))


def seats_screen(view: TournamentView) -> Screen:
    """Return the seats, table by table (TN-45)."""
    sitting = [each for each in view.tournament.entrants if each.table is not None and each.seat is not None]
    lines = []
    for table in view.tournament.tables:
        there = sorted(
            (each for each in sitting if each.table == table.number), key=lambda each: each.seat or 0
        )
        names = first_of(
            there, view.tournament.terms.seats, lambda each: f"{each.seat} {entrant_name(each, view.reader)}"
        )
        title = _("table {number}").format(number=table.number)
        lines.append(f"- **{title}** — {' · '.join(names)}")
    heading = _("{title}: seats").format(title=shown(view.plan.title))
    return say(f"### {heading}", *first_of(lines, SEATS_SHOWN, str))


def scores_screen(view: TournamentView) -> Screen:
    """Return the scores, of courts or of a race, and the prize for the highest."""
    people = {each.player: each for each in view.tournament.entrants}
    ahead = [(people[player], points) for player, points in view.scores.items() if player in people]
    lines = [
        f"- {' · '.join([f'**{_title_of(view, each)}**', points_of(points), *_removed(each)])}"
        for each, points in ahead[:PAGE_LINES]
    ]
    title = _("{title}: scores").format(title=shown(view.plan.title))
    prize = _for_score(view)
    return say(f"### {title}", *(lines or [_("Nobody has a score yet.")]), *([prize] if prize else []))


def strip_screen(view: TournamentView, table: int, player: int) -> Screen:
    """Return the permanent lines at its tables, if there is room: level, next level, the player's place."""
    tournament, line = view.tournament, summary.tournament_line(view, table)
    now = _("level {number}").format(number=tournament.level)
    coming = begun(_level(view))
    if tournament.terms.goal is not None:
        now, coming = _("race to {points}").format(points=points_of(tournament.terms.goal)), ""
    said = [f"**{shown(view.plan.title)}** · {now}", coming if line is None else line.waits or coming]
    placed = {each.player: place for place, each in standings(tournament) if each.standing == "in"}
    place = _("{left} of {all} still in")
    if player in placed:
        # Translators: a button: opens the standings of a tournament, of which so many are still in.
        place = _("Place {place} of {left}")
    words = place.format(place=placed.get(player, 0), left=len(placed), all=len(tournament.entrants))
    button = Button(words, table_id(view.id, "standings"))
    return Screen((Text("\n".join(filter(None, said))), *rows([button])))


def prize_words(award: Award, currency: str) -> str:
    """Return a player's prizes, as text."""
    money = [amount(award.money, currency)] if award.money else []
    return ", ".join([*money, *map(shown, award.words)])


def _heading(view: TournamentView, words: str) -> str:
    """Return the title, and the tournament's state."""
    return f"## 🏆 {shown(view.plan.title)} · {words}"


def _what(view: TournamentView) -> str:
    """Return the game, the format, and the series for which the tournament counts."""
    emoji, title = FACES[view.game.key].emoji, _(view.game.title)
    return " · ".join([f"{emoji} **{title}**", format_words(view.tournament.terms), *_counts(view)])


def own_words(view: TournamentView) -> Iterator[str]:
    """Yield the organiser's text."""
    if view.plan.text:
        yield shown(view.plan.text)


def in_short(view: TournamentView) -> str:
    """Return the game, the format, and the series for which it counts."""
    return " · ".join([_(view.game.title), format_words(view.tournament.terms), *_counts(view)])


def _counts(view: TournamentView) -> Iterator[str]:
    """Yield the series for which it counts, if any."""
    if view.series:
        yield _("counts for **{title}**").format(title=shown(view.series))


def _open(view: TournamentView) -> tuple[Part, ...]:
    tournament, terms = view.tournament, view.tournament.terms
    count = len(tournament.entrants)
    words = ngettext("**{count}** of {most} is in", "**{count}** of {most} are in", count)
    entered = words.format(count=count, most=terms.players_max)
    names = _names(view, tournament.entrants)
    intro = _(FACES[view.game.key].intro)
    cost = _("It costs **{entry}** to enter.").format(entry=amount(terms.entry, view.currency))
    lines = [
        f"{entered}: {names}" if names else entered,
        *_waiting(view),
        cost if terms.entry else _("Entering is **free**."),
        *prize_lines(view),
        f"**{when(view)}** · {length.expected(view)}",
    ]
    if terms.needs_check_in:
        lines.append(_("Check in before it starts: if you don’t, you’re out and get your entry back."))
    return (
        Text("\n".join([_heading(view, _("open to join")), *own_words(view), _what(view), intro])),
        Text("\n".join(lines)),
        *rows(_open_buttons(view)),
        _small(
            view,
            chips(view),
            TOURNAMENT_FACES[view.game.key].levels() if terms.goal is None else "",
            breaks_line(terms),
        ),
    )


def _waiting(view: TournamentView) -> Iterator[str]:
    """Yield the waiting list (TN-43)."""
    if names := _names(view, view.tournament.waiting):
        yield _("**Waiting for a place:** {names}").format(names=names)


def when(view: TournamentView) -> str:
    """Return when it starts, or for whom or what it waits."""
    starts_at, organiser = view.plan.starts_at, view.plan.organiser
    if starts_at is not None:
        return _("Starts <t:{at}:R>, <t:{at}:F>").format(at=starts_at)
    missing = PLAYERS_MIN - len(view.tournament.entrants)
    if missing <= 0:
        return told_to(view.reader, organiser, STARTS).format(host=organiser)
    return ngettext("{count} more and we can start.", "{count} more and we can start.", missing).format(
        count=missing
    )


def _open_buttons(view: TournamentView) -> list[Button]:
    tournament = view.tournament
    join = Button(_("Join"), table_id(view.id, "enter"), "good")
    if len(tournament.entrants) >= tournament.terms.players_max:
        # Translators: a button: go on the waiting list of a tournament that is full.
        join = Button(_("Wait for a place"), table_id(view.id, "enter"))
    buttons = [
        join,
        # Translators: a button: leave a tournament before it begins.
        Button(_("Withdraw"), table_id(view.id, "withdraw")),
    ]
    if tournament.terms.needs_check_in:
        # Translators: a button: say before a tournament begins that you are there.
        buttons.append(Button(_("Check in"), table_id(view.id, "check_in"), "main"))
    if len(tournament.entrants) >= PLAYERS_MIN:
        buttons.append(Button(_("Start"), table_id(view.id, "start_cup"), "main"))
    if not (tournament.terms.entry or tournament.fund or tournament.score_purse):
        there = sum(each.is_house for each in tournament.entrants)
        buttons.append(Button(_("Add house players"), table_id(view.id, "fill_up", str(there))))
    return [*buttons, *_ways(view)]


def _ways(view: TournamentView) -> list[Button]:
    """Return the buttons at the end of every notice."""
    return [Button(_("How to play"), table_id(view.id, "how", view.game.key)), _more(view)]


def _more(view: TournamentView) -> Button:
    return Button(_("More …"), table_id(view.id, "cup_more"))


def _fair(view: TournamentView) -> Button:
    return Button(_("Fair play"), table_id(view.id, "cup_fair"))


def more_screen(view: TournamentView, player: int = 0, *, is_organiser: bool = False) -> Screen:
    """Return the other actions of a player, or an organiser, at a notice."""
    seats = [Button(_("Seats"), table_id(view.id, "cup_seats"))] if view.tournament.tables else []
    organising = _organising(view) if is_organiser else ()
    buttons = [_fair(view), *seats, *_lists(view), *_deal_button(view, player), *organising]
    said = "\n".join(filter(None, [_("What would you like to do?"), _why_no_deal(view, player)]))
    return Screen((Text(said), *rows(buttons)), is_menu=True)


def _why_no_deal(view: TournamentView, player: int) -> str:
    """Return what has to come before remaining players can ask for a deal (TN-46); empty for all others."""
    tournament = view.tournament
    is_in = any(each.player == player and each.standing == "in" for each in tournament.entrants)
    is_about_money = tournament.phase == "running" and tournament.fund > 0 and tournament.terms.goal is None
    if not (is_in and is_about_money) or is_deal_possible(tournament):
        return ""
    if tournament.is_entry_open:
        last = max(tournament.terms.late_until, tournament.terms.reentry_until)
        words = _(
            "No deal yet: you can ask for one once level {level} is over and nobody can enter any more."
        )
        return words.format(level=last)
    if len(tournament.tables) > 1:
        return _("No deal yet: you can ask for one once everyone who is left sits at one table.")
    return ""


def _deal_button(view: TournamentView, player: int) -> Iterator[Button]:
    """Yield the button to a deal (TN-46), for remaining players."""
    tournament = view.tournament
    is_in = any(each.player == player and each.standing == "in" for each in tournament.entrants)
    if is_in and tournament.standstill is None and is_deal_possible(tournament):
        # Translators: a button: the last players of a tournament share what is left to win.
        yield Button(_("Ask for a deal"), table_id(view.id, "deal_ask"))


def _deal_buttons(view: TournamentView) -> Iterator[Button]:
    """Yield the answers of remaining players to a deal (TN-46)."""
    deal = view.tournament.deal
    if deal is not None:
        if deal.until is not None:
            yield Button(_("Agree"), table_id(view.id, "deal_agree", deal_check(view.tournament)), "good")
        yield Button(_("Play on"), table_id(view.id, "deal_end"))


def deal_lines(view: TournamentView) -> Iterator[str]:
    """Yield each share in a deal, and who has agreed (TN-46)."""
    deal, people = view.tournament.deal, {each.number: each for each in view.tournament.entrants}
    if deal is None:
        return
    if deal.until is None:
        words = addressed(
            N_("**{name} asks for a deal:** play stops after this hand."),
            N_("**You ask for a deal:** play stops after this hand."),
        )
        asked = people[deal.asked_by]
        yield told_to(view.reader, asked.player, words).format(name=entrant_name(asked))
        return
    shares, agreed = deal_shares(view.tournament), agreed_on(view.tournament)
    words = addressed(
        N_("**A deal?** {name} asks to share the {sum} that are left. All have to agree <t:{at}:R>:"),
        N_("**A deal?** You ask to share the {sum} that are left. All have to agree <t:{at}:R>:"),
    )
    asked, total = people[deal.asked_by], amount(sum(shares.values()), view.currency)
    said = told_to(view.reader, asked.player, words)
    yield said.format(name=entrant_name(asked), sum=total, at=deal.until)
    for number_, share in shares.items():
        each = people[number_]
        mark = " ✓" if number_ in agreed else ""
        chips, coins = stake(each.chips, "", "chips"), amount(share, view.currency)
        yield f"- {_title_of(view, each)} · {chips} · **{coins}**{mark}"


def _organising(view: TournamentView) -> Iterator[Button]:
    """Yield an organiser's actions at a tournament (TN-20, TN-21, TN-42, TN-47)."""
    tournament, is_over = view.tournament, view.tournament.phase not in ("open", "running")
    if not is_over:
        yield Button(_("Edit"), table_id(view.id, "cup_edit"))
    yield Button(_("Copy"), table_id(view.id, "cup_copy"))
    if open_corrections(view):
        # Translators: a button: put right what went wrong at a tournament.
        yield Button(_("Correct …"), table_id(view.id, "correct"))
    if tournament.phase == "running" and tournament.standstill in (None, "break"):
        # Translators: a button: let a tournament stand still after the hands under way.
        yield Button(_("Pause"), table_id(view.id, "cup_pause"))
    if tournament.standstill is not None:
        # Translators: a button: let a tournament go on.
        yield Button(_("Resume"), table_id(view.id, "cup_resume"))
    if not is_over:
        # Translators: a button: end a tournament without a winner.
        yield Button(_("Call off …"), table_id(view.id, "cup_cancel"))


def _running(view: TournamentView) -> tuple[Part, ...]:
    tournament, terms = view.tournament, view.tournament.terms
    placed = [(place, each) for place, each in standings(tournament) if each.standing == "in"]
    left = _("**{left}** of {all} still in").format(left=len(placed), all=len(tournament.entrants))
    leaders = [_placed(view, place, each) for place, each in placed[:LEADERS_SHOWN]]
    has_place = len(tournament.entrants) < terms.players_max
    is_joinable = tournament.is_entry_open and has_place and tournament.level <= terms.late_until
    is_out = any(each.standing == "out" for each in tournament.entrants)
    has_reentry = tournament.is_entry_open and tournament.level <= terms.reentry_until and is_out
    buttons = [Button(_("My seat"), table_id(view.id, "my_seat"), "main")]
    if is_joinable:
        buttons.append(Button(_("Join"), table_id(view.id, "enter"), "good"))
    if has_reentry:
        # Translators: a button: come into a tournament again, after having gone out.
        buttons.append(Button(_("Re-enter"), table_id(view.id, "enter", AGAIN), "good"))
    buttons += [*_deal_buttons(view), Button(_("Standings"), table_id(view.id, "standings")), *_ways(view)]
    now = _("level {number}").format(number=tournament.level)
    if terms.goal is not None:
        now = _("race to {points}").format(points=points_of(terms.goal))
    sizes = Counter(each.table for each in tournament.entrants if each.seat is not None)
    said = first_of(
        list(view.places.items()),
        TABLES_SHOWN,
        lambda each: f"[{each[0]}]({summary.place_link(view.server, each[1])}) ({sizes[each[0]]})",
    )
    tables = ngettext("table {tables}", "tables {tables}", len(view.places)).format(tables=" · ".join(said))
    return (
        Text("\n".join([_heading(view, now), *own_words(view), *_asks(view, is_joinable=is_joinable)])),
        Text(
            "\n".join(
                [f"{left} · {tables}", *leaders, *_through(view), *prize_lines(view), *deal_lines(view)]
            )
        ),
        *rows(buttons),
        _small(view, in_short(view), chips(view)),
    )


def _through(view: TournamentView) -> Iterator[str]:
    """Yield the players who came through from the previous heats (TN-14)."""
    people = summary.through(view)
    if people:
        names = first_of(people, THROUGH_SHOWN, lambda each: entrant_name(each[1], view.reader))
        yield _("**Through from the heats:** {names}").format(names=", ".join(names))


def _asks(view: TournamentView, *, is_joinable: bool) -> Iterator[str]:
    """Yield the current action, and the next step."""
    tournament = view.tournament
    if tournament.deal is None and tournament.paused_at is None:
        seat = _("**In this tournament? Press “My seat”.**")
        yield _("**In this tournament? Press “My seat”.** You can still join.") if is_joinable else seat
    yield from stopped(view)
    coming = begun(_level(view)) if tournament.terms.goal is None else ""
    yield from filter(None, [" · ".join(filter(None, [coming, length.over_by(view)]))])


def stopped(view: TournamentView) -> Iterator[str]:
    """Yield why play stands still, or when it will."""
    tournament = view.tournament
    if tournament.deal is not None:
        # Until the hand under way is over, the text says who asks for it.
        if tournament.deal.until is not None:
            yield _("**Play has stopped.** The players who are left are asked about a deal.")
    elif tournament.break_until is not None:
        words = _("**Break until <t:{at}:t>,** <t:{at}:R>. Hands under way are played to their end.")
        yield words.format(at=tournament.break_until)
    elif tournament.paused_at is not None:
        yield _("**Paused.** Hands under way are played to their end.")
    if tournament.in_step and tournament.paused_at is None:
        yield _("**Hand for hand:** all tables begin their hands together.")
    if tournament.is_time_up:
        yield _("**Time is up:** the last hands are being played.")
    elif tournament.ends_at is not None and tournament.paused_at is None:
        yield _("Time is up <t:{at}:R>.").format(at=tournament.ends_at)


def _over(view: TournamentView) -> tuple[Part, ...]:
    placed = standings(view.tournament)
    title = _heading(view, _won(view, [each for place, each in placed if place == 1]))
    lines = first_of(placed, PLACES_SHOWN, lambda each: _placed(view, *each))
    players = ngettext("{count} player", "{count} players", len(placed)).format(count=len(placed))
    buttons = [
        Button(_("Standings"), table_id(view.id, "standings")),
        *_lists(view),
        _more(view),
    ]
    story = summary.story_lines(view)
    return (
        Text("\n".join([title, *lines])),
        *((Text("\n".join(story)),) if story else ()),
        *rows(buttons),
        _small(view, f"{in_short(view)} · {players}"),
    )


def _won(view: TournamentView, first: list[Entrant]) -> str:
    """Return who has won, as the view's reader reads it."""
    winners = [entrant_name(each) for each in first if each.player != view.reader]
    if len(winners) < len(first):
        won = _("You and {names} have won") if winners else _("You have won")
    else:
        won = ngettext("{names} has won", "{names} have won", len(winners))
    few = len(winners) <= WINNERS_SHOWN
    names = listed(winners) if few and winners else ", ".join(first_of(winners, WINNERS_SHOWN, str))
    return won.format(names=names)


def _placed(view: TournamentView, place: int, entrant: Entrant) -> str:
    """Return a line of the standings; a winner has the crown."""
    crown = f"{marked('crown', '👑')} " if place == 1 and view.tournament.phase == "over" else ""
    # Without the backslash this would be a list, which Discord numbers anew if places are shared.
    return f"{place}\\. {crown}{_standing(view, entrant)}"


def _lists(view: TournamentView) -> list[Button]:
    """Return the button to the scores, if there are any beside the standings."""
    has_scores = bool(view.scores) and view.tournament.terms.goal is None
    return [Button(_("Scores"), table_id(view.id, "scores"))] if has_scores else []


def _called_off(view: TournamentView) -> tuple[Part, ...]:
    lines = [_heading(view, _("called off"))]
    if view.tournament.terms.entry:
        lines.append(_("Everyone who paid an entry got it back."))
    return (Text("\n".join(lines)), *rows([_more(view)]), _small(view, _what(view)))


def _small(view: TournamentView, *lines: str) -> Text:
    """Return small lines: the organisers' acts (TN-19), the format, and house rules."""
    rules, face, fair = view.rules, TOURNAMENT_FACES[view.game.key], _("fair play")
    is_house = any(each.is_house for each in view.tournament.entrants)
    last = [
        f"{marked('chance', '🔒')} {fair}",
        _("tournament {number}").format(number=view.id),
        rules_words(rules, chosen_rules(view.game)),
        _("{mark} plays for the house").format(mark=house_mark()) if is_house else "",
    ]
    acts = (act_line(each, view.reader) for each in reversed(view.acts))
    said = [*acts, *lines, face.found(rules), " · ".join(each for each in last if each)]
    return Text("\n".join(f"-# {each}" for each in said if each))


def prize_lines(view: TournamentView) -> Iterator[str]:
    """Yield the prizes: of the fund by place, in words, and for the highest score."""
    tournament, terms = view.tournament, view.tournament.terms
    if terms.entry and tournament.phase == "open" and len(tournament.entrants) < PLAYERS_MIN:
        yield from prizes_ahead(tournament, view.currency)
    elif tournament.fund:
        prizes = list(enumerate(prize_table(tournament), 1))
        paid = first_of(prizes, PRIZES_SHOWN, lambda prize: f"{prize[0]}. {number(prize[1])}")
        words = _("**Prizes** from {fund}: {table}")
        # Each further entrant may add a paid place.
        if len(prizes) == 1 and not tournament.is_entry_open:
            words = _("**The winner takes {fund}.**")
        yield words.format(fund=amount(tournament.fund, view.currency), table=" · ".join(paid))
    given = [f"{place}. {shown(each)}" for place, each in enumerate(terms.words[:PRIZES_SHOWN], 1)]
    if given:
        yield _("**Also to win:** {words}").format(words=" · ".join(given))
    yield from filter(None, [_for_score(view)])


def _for_score(view: TournamentView) -> str:
    """Return the prize for the highest score; empty if none."""
    tournament = view.tournament
    put_up = [amount(tournament.score_purse, view.currency)] if tournament.score_purse else []
    put_up += [shown(tournament.terms.score_words)] if tournament.terms.score_words else []
    return _("**For the highest score:** {words}").format(words=", ".join(put_up)) if put_up else ""


def chips(view: TournamentView) -> str:
    """Return the starting stacks, the table sizes, and the times of level rises."""
    terms = view.tournament.terms
    if terms.goal is not None:
        return _("tables of up to {seats}").format(seats=terms.seats)
    words = _("{chips} each · levels rise {levels} · tables of up to {seats}")
    chips = stake(terms.chips, "", "chips")
    return words.format(seats=terms.seats, chips=chips, levels=levels_words(terms, FACES[view.game.key]))


def _title_of(view: TournamentView, entrant: Entrant) -> str:
    """Return an entrant's name at the beginning of a line."""
    return _("You") if entrant.player == view.reader else entrant_name(entrant)


def _names(view: TournamentView, entrants: tuple[Entrant, ...]) -> str:
    checks = view.tournament.terms.needs_check_in

    def name(each: Entrant) -> str:
        return entrant_name(each, view.reader) + (
            " ✓" if checks and (each.is_checked_in or each.is_house) else ""
        )

    return ", ".join(first_of(entrants, NAMES_SHOWN, name))


def _level(view: TournamentView) -> str:
    tournament, number = view.tournament, view.tournament.level + 1
    face = TOURNAMENT_FACES[view.game.key]
    now = face.posted(level_at(tournament.terms, tournament.level))
    following = face.posted(level_at(tournament.terms, number)) or _("the next level")
    if tournament.paused_at is not None or tournament.is_time_up:
        return now
    if tournament.level_ends_at is not None:
        words = _("level {number} <t:{at}:R>: {stakes}")
        rises = words.format(number=number, at=tournament.level_ends_at, stakes=following)
    else:
        words, tables = _("level {number} in {hands}: {stakes}"), max(1, counted(tournament.tables))
        # Tables don't play in step, so it is what is left on the average.
        left = -(-hands_left(tournament) // tables)
        if tables > 1 and left > 1:
            words = _("level {number} in {hands} per table: {stakes}")
        hands = FACES[view.game.key].hands(left)
        rises = words.format(number=number, hands=hands, stakes=following)
    return " · ".join(each for each in (now, rises, break_ahead(tournament)) if each)


def _standing(view: TournamentView, entrant: Entrant) -> str:
    """Return an entrant, with chips, points and prizes; at the last table with the mark of the seat, too."""
    tournament = view.tournament
    seat = marked(f"seat_{entrant.seat}", "") if len(tournament.tables) == 1 else ""
    said = [f"{seat} **{_title_of(view, entrant)}**".lstrip()]
    if tournament.phase == "running" and entrant.standing == "in" and tournament.terms.goal is None:
        said.append(stake(entrant.chips, "", "chips"))
    if entrant.player in view.scores:
        said.append(points_of(view.scores[entrant.player]))
    said += _removed(entrant)
    said += [prize_words(each, view.currency) for each in tournament.awards if each.player == entrant.player]
    return " · ".join(said)


def _removed(entrant: Entrant) -> list[str]:
    """Return the note that the organiser removed a player, for a list."""
    # Translators: of a player whom the organiser took out, in the list.
    return [_("removed")] if entrant.standing == "removed" else []


def lots_screen(view: TournamentView) -> Screen:
    """Return the seal of the lots, and the opened values once the tournament is over."""
    said = [
        "### " + _("Fair play in {title}").format(title=shown(view.plan.title)),
        _(
            "Seats, new tables and every other draw come from a secret seed that I fixed before the first "
            "player entered; its SHA-256 is the seal. Before it starts, anyone who is in may mix words in. "
            "When it’s over, the seed is opened here."
        ),
        _("**Sealed:** {seals}").format(seals=f"`{view.commitment}`"),
    ]
    if view.proof is not None:
        said += [
            _("**Seed:** {seed}").format(seed=f"`{view.proof.seed}`"),
            _("**Mixed in:** {cuts}").format(cuts=cut_list(view.proof.cuts)),
        ]
    mix = [Button(_("Mix in words"), table_id(view.id, "cup_cut"))] if view.tournament.phase == "open" else []
    return Screen((*say(*said).parts, *rows(mix)))
