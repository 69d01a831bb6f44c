"""A tournament's notice with entrants, standings and winners; and the fair play of its draws (TN-22)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace

from bot.custom_ids import table_id
from bot.screens.catalog import FACES, TOURNAMENT_FACES
from bot.screens.core import screen
from bot.screens.core.naming import STARTS, amount, for_reader, house_mark, listed, points_of, stake, with_you
from bot.screens.core.presenter import address, with_link
from bot.screens.core.screen import Button, Part, Screen, Text, capitalised, first_lines, marked, rows, say
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
"""The number of tables on the screen of seats; so many always fit."""


def notice_screen(view: TournamentView, emojis: Mapping[str, str] = screen.NO_EMOJIS) -> Screen:
    """Return the public notice; `emojis` are the markup of emojis by sprite."""
    draw = {"open": _open, "running": _running, "over": _over, "called_off": _called_off}
    parts_of, accent = draw[view.tournament.phase], FACES[view.game.key].accent

    def drawn() -> Screen:
        # The notice shows as many of the organisers' latest acts as fit.
        counts = range(len(view.acts), -1, -1)
        screens = (Screen(parts_of(replace(view, acts=view.acts[:count])), accent) for count in counts)
        return next((each for each in screens if not screen.faults(each)), Screen(parts_of(view), accent))

    return screen.with_emojis(emojis, drawn)


def moved_notice(view: TournamentView) -> Screen:
    """Return the text that replaces an older copy of a notice."""
    words = _("The notice of {title} has moved.").format(title=shown(view.plan.title))
    url = None if view.message is None else address(view.server, view.channel, view.message)
    return with_link(words, _("Go to the notice"), url)


def standings_screen(view: TournamentView, page: int = 0) -> Screen:
    """Return a page of the standings."""
    ranked, buttons = screen.paged(
        standings(view.tournament),
        page,
        PAGE_LINES,
        lambda index: table_id(view.id, "standings_page", str(index)),
        # Translators: a button: the page before, in standings.
        _("Ahead"),
        # Translators: a button: the next page, in standings.
        _("Behind"),
    )
    lines = [_ranked_line(view, *each) for each in ranked] or [_("Nobody has entered yet.")]
    title = "### " + _("{title}: standings").format(title=shown(view.plan.title))
    buttons += [*_scores(view), Button(_("Past tournaments"), table_id(0, "past")), summary.series_button()]
    return Screen((Text("\n".join([title, *lines])), *rows(buttons)))


def seats_screen(view: TournamentView) -> Screen:
    """Return the seats, table by table (TN-45)."""
    seated = [each for each in view.tournament.entrants if each.table is not None and each.seat is not None]
    lines = []
    for table in view.tournament.tables:
        seats = sorted(
            (each for each in seated if each.table == table.number), key=lambda each: each.seat or 0
        )
        names = first_lines(
            seats, view.tournament.terms.seats, lambda each: f"{each.seat} {entrant_name(each, view.reader)}"
        )
        title = _("table {number}").format(number=table.number)
        lines.append("- " + screen.item(f"**{title}**", " · ".join(names)))
    heading = _("{title}: seats").format(title=shown(view.plan.title))
    return say(f"### {heading}", *first_lines(lines, SEATS_SHOWN, str))


def scores_screen(view: TournamentView) -> Screen:
    """Return the scores (courts, or points of a race), and the prize for the highest score."""
    people = {each.player: each for each in view.tournament.entrants}
    scored = [(people[player], points) for player, points in view.scores.items() if player in people]
    lines = [
        f"- {' · '.join([f'**{_title_of(view, each)}**', points_of(points), *_removed_note(each)])}"
        for each, points in scored[:PAGE_LINES]
    ]
    title = _("{title}: scores").format(title=shown(view.plan.title))
    prize = _score_prize_line(view)
    return say(f"### {title}", *(lines or [_("Nobody has a score yet.")]), *([prize] if prize else []))


def strip_screen(view: TournamentView, table: int, player: int) -> Screen:
    """Return the lines above a tournament's table, in a frontend with room: levels, the player's place."""
    tournament, line = view.tournament, summary.tournament_line(view, table)
    current = _("level {number}").format(number=tournament.level)
    ahead = capitalised(_level_text(view))
    if tournament.terms.goal is not None:
        current, ahead = _("race to {points}").format(points=points_of(tournament.terms.goal)), ""
    lines = [f"**{shown(view.plan.title)}** · {current}", ahead if line is None else line.waits or ahead]
    placed = {each.player: place for place, each in standings(tournament) if each.standing == "in"}
    label = _("{left} of {all} still in")
    if player in placed:
        # Translators: a button: opens the standings of a tournament, of which so many are still in.
        label = _("Place {place} of {left}")
    words = label.format(place=placed.get(player, 0), left=len(placed), all=len(tournament.entrants))
    button = Button(words, table_id(view.id, "standings"))
    return Screen((Text("\n".join(filter(None, lines))), *rows([button])))


def prize_words(award: Award, currency: str) -> str:
    """Return a player's prizes as text."""
    money = [amount(award.money, currency)] if award.money else []
    return ", ".join([*money, *map(shown, award.words)])


def _heading(view: TournamentView, words: str) -> str:
    """Return the title of the notice: the tournament's title, and its state in `words`."""
    return f"## 🏆 {shown(view.plan.title)} · {words}"


def _game_and_format(view: TournamentView) -> str:
    """Return the game with its emoji, the format, and the series for which the tournament counts."""
    emoji, title = FACES[view.game.key].emoji, _(view.game.title)
    return " · ".join([f"{emoji} **{title}**", format_words(view.tournament.terms), *_series_line(view)])


def own_words(view: TournamentView) -> Iterator[str]:
    """Yield the organiser's text."""
    if view.plan.text:
        yield shown(view.plan.text)


def in_short(view: TournamentView) -> str:
    """Return the game, the format, and the series for which the tournament counts, without emojis."""
    return " · ".join([_(view.game.title), format_words(view.tournament.terms), *_series_line(view)])


def _series_line(view: TournamentView) -> Iterator[str]:
    """Yield the series for which the tournament counts, if any."""
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
        Text("\n".join([_heading(view, _("open to join")), *own_words(view), _game_and_format(view), intro])),
        Text("\n".join(lines)),
        *rows(_open_buttons(view)),
        _small_lines(
            view,
            chips(view),
            TOURNAMENT_FACES[view.game.key].levels() if terms.goal is None else "",
            breaks_line(terms),
        ),
    )


def _waiting(view: TournamentView) -> Iterator[str]:
    """Yield a line with the waiting list, if anybody is on it (TN-43)."""
    if names := _names(view, view.tournament.waiting):
        yield _("**Waiting for a place:** {names}").format(names=names)


def when(view: TournamentView) -> str:
    """Return when the tournament starts, or what it waits for."""
    starts_at, organiser = view.plan.starts_at, view.plan.organiser
    if starts_at is not None:
        return _("Starts <t:{at}:R>, <t:{at}:F>").format(at=starts_at)
    missing = PLAYERS_MIN - len(view.tournament.entrants)
    if missing <= 0:
        return for_reader(view.reader, organiser, STARTS).format(host=organiser)
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
        house_count = sum(each.is_house for each in tournament.entrants)
        buttons.append(Button(_("Add house players"), table_id(view.id, "fill_up", str(house_count))))
    return [*buttons, *_ways(view)]


def _ways(view: TournamentView) -> list[Button]:
    """Return the last buttons of a notice: how to play, and more."""
    return [Button(_("How to play"), table_id(view.id, "how", view.game.key)), _more(view)]


def _more(view: TournamentView) -> Button:
    return Button(_("More …"), table_id(view.id, "cup_more"))


def _fair(view: TournamentView) -> Button:
    return Button(_("Fair play"), table_id(view.id, "cup_fair"))


def more_screen(view: TournamentView, player: int = 0, *, is_organiser: bool = False) -> Screen:
    """Return the menu of a notice: the other actions of a player, and of an organiser."""
    seats = [Button(_("Seats"), table_id(view.id, "cup_seats"))] if view.tournament.tables else []
    organising = _organising(view) if is_organiser else ()
    buttons = [_fair(view), *seats, *_scores(view), *_deal_button(view, player), *organising]
    text = "\n".join(filter(None, [_("What would you like to do?"), _why_no_deal(view, player)]))
    return Screen((Text(text), *rows(buttons)), is_menu=True)


def _why_no_deal(view: TournamentView, player: int) -> str:
    """Return why a remaining player can't ask for a deal yet (TN-46); empty if they can, and for others."""
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
    """Yield the button by which a remaining player asks for a deal, if that is possible (TN-46)."""
    tournament = view.tournament
    is_in = any(each.player == player and each.standing == "in" for each in tournament.entrants)
    if is_in and tournament.standstill is None and is_deal_possible(tournament):
        # Translators: a button: the last players of a tournament share what is left to win.
        yield Button(_("Ask for a deal"), table_id(view.id, "deal_ask"))


def _deal_buttons(view: TournamentView) -> Iterator[Button]:
    """Yield the buttons to answer an offered deal (TN-46)."""
    deal = view.tournament.deal
    if deal is not None:
        if deal.until is not None:
            yield Button(_("Agree"), table_id(view.id, "deal_agree", deal_check(view.tournament)), "good")
        yield Button(_("Play on"), table_id(view.id, "deal_end"))


def deal_lines(view: TournamentView) -> Iterator[str]:
    """Yield lines on a deal: who asks for it, each player's share, and who has agreed (TN-46)."""
    deal, people = view.tournament.deal, {each.number: each for each in view.tournament.entrants}
    if deal is None:
        return
    if deal.until is None:
        words = addressed(
            N_("**{name} asks for a deal:** play stops after this hand."),
            N_("**You ask for a deal:** play stops after this hand."),
        )
        asker = people[deal.asked_by]
        yield for_reader(view.reader, asker.player, words).format(name=entrant_name(asker))
        return
    shares, agreed = deal_shares(view.tournament), agreed_on(view.tournament)
    words = addressed(
        N_("**A deal?** {name} asks to share the {sum} left. Everyone must agree; time is up <t:{at}:R>:"),
        N_("**A deal?** You ask to share the {sum} left. Everyone must agree; time is up <t:{at}:R>:"),
    )
    asker, total = people[deal.asked_by], amount(sum(shares.values()), view.currency)
    sentence = for_reader(view.reader, asker.player, words)
    yield sentence.format(name=entrant_name(asker), sum=total, at=deal.until)
    for entrant_number, share in shares.items():
        each = people[entrant_number]
        mark = " ✓" if entrant_number in agreed else ""
        chips, coins = stake(each.chips, "", "chips"), amount(share, view.currency)
        yield f"- {_title_of(view, each)} · {chips} · **{coins}**{mark}"


def _organising(view: TournamentView) -> Iterator[Button]:
    """Yield the buttons of an organiser's possible actions (TN-20, TN-21, TN-42, TN-47)."""
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
    ranked = [(place, each) for place, each in standings(tournament) if each.standing == "in"]
    left = _("**{left}** of {all} still in").format(left=len(ranked), all=len(tournament.entrants))
    leaders = [_ranked_line(view, place, each) for place, each in ranked[:LEADERS_SHOWN]]
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
    level = _("level {number}").format(number=tournament.level)
    if terms.goal is not None:
        level = _("race to {points}").format(points=points_of(terms.goal))
    sizes = Counter(each.table for each in tournament.entrants if each.seat is not None)
    links = first_lines(
        list(view.places.items()),
        TABLES_SHOWN,
        lambda each: f"[{each[0]}]({summary.place_link(view.server, each[1])}) ({sizes[each[0]]})",
    )
    tables = ngettext("table {tables}", "tables {tables}", len(view.places)).format(tables=" · ".join(links))
    return (
        Text("\n".join([_heading(view, level), *own_words(view), *_status(view, is_joinable=is_joinable)])),
        Text(
            "\n".join(
                [f"{left} · {tables}", *leaders, *_through(view), *prize_lines(view), *deal_lines(view)]
            )
        ),
        *rows(buttons),
        _small_lines(view, in_short(view), chips(view)),
    )


def _through(view: TournamentView) -> Iterator[str]:
    """Yield a line with the players who came through from the previous heats, if any (TN-14)."""
    people = summary.through(view)
    if people:
        names = first_lines(people, THROUGH_SHOWN, lambda each: entrant_name(each[1], view.reader))
        yield _("**Through from the heats:** {names}").format(names=", ".join(names))


def _status(view: TournamentView, *, is_joinable: bool) -> Iterator[str]:
    """Yield lines on what players can press now, why play has stopped, the next level, and the end."""
    tournament = view.tournament
    if tournament.deal is None and tournament.paused_at is None:
        press_seat = _("**In this tournament? Press “My seat”.**")
        yield _("**In this tournament? Press “My seat”.** You can still join.") if is_joinable else press_seat
    yield from standstill_lines(view)
    following = capitalised(_level_text(view)) if tournament.terms.goal is None else ""
    yield from filter(None, [" · ".join(filter(None, [following, length.over_by(view)]))])


def standstill_lines(view: TournamentView) -> Iterator[str]:
    """Yield lines on a deal, a break or a pause, on hand for hand, and on the time limit."""
    tournament = view.tournament
    if tournament.deal is not None:
        # Until the hand under way is over, `deal_lines` says who asks for the deal.
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
    ranked = standings(view.tournament)
    title = _heading(view, _winners_text(view, [each for place, each in ranked if place == 1]))
    lines = first_lines(ranked, PLACES_SHOWN, lambda each: _ranked_line(view, *each))
    players = ngettext("{count} player", "{count} players", len(ranked)).format(count=len(ranked))
    buttons = [
        Button(_("Standings"), table_id(view.id, "standings")),
        *_scores(view),
        _more(view),
    ]
    story = summary.story_lines(view)
    return (
        Text("\n".join([title, *lines, *summary.role_lines(view.plan.roles, view.roles)])),
        *((Text("\n".join(story)),) if story else ()),
        *rows(buttons),
        _small_lines(view, f"{in_short(view)} · {players}"),
    )


def _winners_text(view: TournamentView, first: list[Entrant]) -> str:
    """Return who has won; the reader is “you”."""
    winners = [entrant_name(each) for each in first if each.player != view.reader]
    if len(winners) < len(first):
        sentence = with_you(_("You and {names} have won"), len(winners)) if winners else _("You have won")
    else:
        sentence = ngettext("{names} has won", "{names} have won", len(winners))
    few = len(winners) <= WINNERS_SHOWN
    names = listed(winners) if few and winners else ", ".join(first_lines(winners, WINNERS_SHOWN, str))
    return sentence.format(names=names)


def _ranked_line(view: TournamentView, place: int, entrant: Entrant) -> str:
    """Return a line of the standings; a winner has a crown."""
    crown = f"{marked('crown', '👑')} " if place == 1 and view.tournament.phase == "over" else ""
    # Without the backslash this would be a Markdown list, which Discord renumbers if places are shared.
    return f"{place}\\. {crown}{_entrant_text(view, entrant)}"


def _scores(view: TournamentView) -> list[Button]:
    """Return the button to the scores, if they are not the standings themselves."""
    has_scores = bool(view.scores) and view.tournament.terms.goal is None
    return [Button(_("Scores"), table_id(view.id, "scores"))] if has_scores else []


def _called_off(view: TournamentView) -> tuple[Part, ...]:
    lines = [_heading(view, _("called off"))]
    if view.tournament.terms.entry:
        lines.append(_("Everyone who paid an entry got it back."))
    return (Text("\n".join(lines)), *rows([_more(view)]), _small_lines(view, _game_and_format(view)))


def _small_lines(view: TournamentView, *lines: str) -> Text:
    """Return small lines: the organisers' acts (TN-19), the given lines, and the house rules."""
    rules, face, fair = view.rules, TOURNAMENT_FACES[view.game.key], _("fair play")
    is_house = any(each.is_house for each in view.tournament.entrants)
    last_line = [
        f"{marked('chance', '🔒')} {fair}",
        _("tournament {number}").format(number=view.id),
        rules_words(rules, chosen_rules(view.game)),
        _("{mark} plays for the house").format(mark=house_mark()) if is_house else "",
    ]
    acts = (act_line(each, view.reader) for each in reversed(view.acts))
    all_lines = [*acts, *lines, face.shared_by_tables(rules), " · ".join(each for each in last_line if each)]
    return Text("\n".join(f"-# {each}" for each in all_lines if each))


def prize_lines(view: TournamentView) -> Iterator[str]:
    """Yield lines on the prizes: of the fund by place, in words, and for the highest score."""
    tournament, terms = view.tournament, view.tournament.terms
    if terms.entry and tournament.phase == "open" and len(tournament.entrants) < PLAYERS_MIN:
        yield from prizes_ahead(tournament, view.currency)
    elif tournament.fund:
        prizes = list(enumerate(prize_table(tournament), 1))
        paid_places = first_lines(prizes, PRIZES_SHOWN, lambda prize: f"{prize[0]}. {number(prize[1])}")
        words = _("**Prizes** from {fund}: {table}")
        # While entry is open, a further entrant may add a paid place.
        if len(prizes) == 1 and not tournament.is_entry_open:
            words = _("**The winner takes {fund}.**")
        yield words.format(fund=amount(tournament.fund, view.currency), table=" · ".join(paid_places))
    in_words = [f"{place}. {shown(each)}" for place, each in enumerate(terms.words[:PRIZES_SHOWN], 1)]
    if in_words:
        yield _("**Also to win:** {words}").format(words=" · ".join(in_words))
    yield from filter(None, [_score_prize_line(view)])
    yield from summary.role_lines(view.plan.roles)


def _score_prize_line(view: TournamentView) -> str:
    """Return a line on the prize for the highest score; empty if there is none."""
    tournament = view.tournament
    prizes = [amount(tournament.score_purse, view.currency)] if tournament.score_purse else []
    prizes += [shown(tournament.terms.score_words)] if tournament.terms.score_words else []
    return _("**For the highest score:** {words}").format(words=", ".join(prizes)) if prizes else ""


def chips(view: TournamentView) -> str:
    """Return the starting stack, when levels rise, and the size of tables, as text."""
    terms = view.tournament.terms
    if terms.goal is not None:
        return _("tables of up to {seats} players").format(seats=terms.seats)
    words = _("{chips} each · levels rise {levels} · tables of up to {seats} players")
    chips = stake(terms.chips, "", "chips")
    return words.format(seats=terms.seats, chips=chips, levels=levels_words(terms, FACES[view.game.key]))


def _title_of(view: TournamentView, entrant: Entrant) -> str:
    """Return an entrant's name as a line begins: “You” for the reader."""
    return _("You") if entrant.player == view.reader else entrant_name(entrant)


def _names(view: TournamentView, entrants: tuple[Entrant, ...]) -> str:
    checks = view.tournament.terms.needs_check_in

    def name(each: Entrant) -> str:
        return entrant_name(each, view.reader) + (
            " ✓" if checks and (each.is_checked_in or each.is_house) else ""
        )

    return ", ".join(first_lines(entrants, NAMES_SHOWN, name))


def _level_text(view: TournamentView) -> str:
    tournament, number = view.tournament, view.tournament.level + 1
    face = TOURNAMENT_FACES[view.game.key]
    current = face.posted(level_at(tournament.terms, tournament.level))
    following = face.posted(level_at(tournament.terms, number)) or _("the next level")
    if tournament.paused_at is not None or tournament.is_time_up:
        return current
    if tournament.level_ends_at is not None:
        words = _("level {number} <t:{at}:R>: {stakes}")
        rises = words.format(number=number, at=tournament.level_ends_at, stakes=following)
    else:
        words, tables = _("level {number} in {hands}: {stakes}"), max(1, counted(tournament.tables))
        # Tables play at different speeds, so the number of hands is an average.
        hands_to_play = -(-hands_left(tournament) // tables)
        if tables > 1 and hands_to_play > 1:
            words = _("level {number} in {hands} per table: {stakes}")
        hands = FACES[view.game.key].hands(hands_to_play)
        rises = words.format(number=number, hands=hands, stakes=following)
    return " · ".join(each for each in (current, rises, break_ahead(tournament)) if each)


def _entrant_text(view: TournamentView, entrant: Entrant) -> str:
    """Return an entrant with chips, points and prizes; at the last table, with the seat's mark, too."""
    tournament = view.tournament
    seat = marked(f"seat_{entrant.seat}", "") if len(tournament.tables) == 1 else ""
    texts = [f"{seat} **{_title_of(view, entrant)}**".lstrip()]
    if tournament.phase == "running" and entrant.standing == "in" and tournament.terms.goal is None:
        texts.append(stake(entrant.chips, "", "chips"))
    if entrant.player in view.scores:
        texts.append(points_of(view.scores[entrant.player]))
    texts += _removed_note(entrant)
    texts += [prize_words(each, view.currency) for each in tournament.awards if each.player == entrant.player]
    return " · ".join(texts)


def _removed_note(entrant: Entrant) -> list[str]:
    """Return “removed” for a player whom an organiser has removed."""
    # Translators: of a player whom the organiser took out, in the list.
    return [_("removed")] if entrant.standing == "removed" else []


def lots_screen(view: TournamentView) -> Screen:
    """Return the seal of the draws; after the tournament also the seed and the cuts."""
    lines = [
        "### " + _("Fair play in {title}").format(title=shown(view.plan.title)),
        _(
            "Seats, new tables and every other draw come from a secret seed that I fixed before the first "
            "player entered; its SHA-256 is the seal. Before it starts, anyone who is in may mix words in. "
            "When it’s over, the seed is opened here."
        ),
        _("**Sealed:** {seals}").format(seals=f"`{view.commitment}`"),
    ]
    if view.proof is not None:
        lines += [
            _("**Seed:** {seed}").format(seed=f"`{view.proof.seed}`"),
            _("**Mixed in:** {cuts}").format(cuts=cut_list(view.proof.cuts)),
        ]
    mix = [Button(_("Mix in words"), table_id(view.id, "cup_cut"))] if view.tournament.phase == "open" else []
    return Screen((*say(*lines).parts, *rows(mix)))
