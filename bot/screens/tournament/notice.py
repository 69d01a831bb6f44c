"""A tournament's one notice: who is in, how it stands, who has won."""

from __future__ import annotations

from bot.custom_ids import table_id
from bot.screens.core.money import amount
from bot.screens.core.screen import Button, Line, Part, Row, Screen, Text, rows, say
from bot.screens.games.catalog import FACES
from bot.screens.table.fair_play import cut_list
from bot.screens.tournament.summary import (
    entrant_name,
    format_words,
    level_words,
    levels_words,
    place_link,
    points_words,
)
from bot.tavern.reminders import hands_left
from bot.tavern.tournament_draft import chosen_rules
from bot.tavern.tournaments import TournamentState
from bot.text.escape import shown
from bot.text.translate import _, ngettext
from games.tournament.levels import level_at
from games.tournament.model import Award, Entrant, TournamentTerms
from games.tournament.placing import standings
from games.tournament.prizes import prize_table
from storage.codec import codec_of

NAMES_SHOWN = 40
LEADERS_SHOWN = 6
TABLES_SHOWN = 12
PLACES_SHOWN = 12
PRIZES_SHOWN = 8
PAGE_LINES = 25


def notice_screen(state: TournamentState) -> Screen:
    """The notice as everybody in the channel sees it."""
    face = FACES[state.game.key]
    draw = {"open": _open, "running": _running, "over": _over, "called_off": _called_off}
    title = f"## 🏆 {shown(state.stored.plan.title)} · " + _("tournament {number}").format(number=state.id)
    return Screen((Text(title), *draw[state.tournament.phase](state)), face.accent)


def moved_notice(state: TournamentState) -> Screen:
    """What an older copy of a notice says instead."""
    words = _("The notice of {title} hangs elsewhere now.").format(title=shown(state.stored.plan.title))
    if state.stored.message is None:
        return say(words)
    button = Button(_("Go to the notice"), notice_link(state), is_link=True)
    return Screen((Text(words), Row((button,))))


def notice_link(state: TournamentState) -> str:
    """The address of the notice."""
    stored = state.stored
    return f"https://discord.com/channels/{stored.server}/{stored.channel}/{stored.message or ''}"


def standings_screen(state: TournamentState, page: int = 0) -> Screen:
    """Everybody's place as it is now, a page at a time."""
    placed = standings(state.tournament)
    last = max(0, (len(placed) - 1) // PAGE_LINES)
    page = min(page, last)
    lines = [
        f"{place}. {_standing(state, entrant)}" for place, entrant in placed[page * PAGE_LINES :][:PAGE_LINES]
    ]
    parts: list[Part] = [
        Text("### " + _("{title}: standings").format(title=shown(state.stored.plan.title))),
        Text("\n".join(lines) or _("Nobody has entered yet.")),
    ]
    buttons = []
    if page:
        buttons.append(Button(_("Ahead"), table_id(state.id, "standings_page", str(page - 1))))
    if page < last:
        buttons.append(Button(_("Behind"), table_id(state.id, "standings_page", str(page + 1))))
    return Screen((*parts, *rows(buttons)))


def scores_screen(state: TournamentState) -> Screen:
    """The scores: courts of Knights, or the points of a race; and what the highest of them takes."""
    people = {each.player: each for each in state.tournament.entrants}
    ahead = [(people[player], points) for player, points in state.scores.items() if player in people]
    lines = [f"- {entrant_name(each)} — {points_words(points)}" for each, points in ahead[:PAGE_LINES]]
    title = _("{title}: scores").format(title=shown(state.stored.plan.title))
    prize = _for_score(state)
    return say(f"### {title}", *(lines or [_("Nobody has a score yet.")]), *([prize] if prize else []))


def prize_words(award: Award, currency: str) -> str:
    """What somebody was given."""
    money = [amount(award.money, currency)] if award.money else []
    return ", ".join([*money, *map(shown, award.words)])


def _open(state: TournamentState) -> tuple[Part, ...]:
    tournament, plan = state.tournament, state.stored.plan
    count, most = len(tournament.entrants), tournament.terms.players_max
    when = (
        _("It begins when the organiser, {organiser}, says so.").format(organiser=f"<@{plan.organiser}>")
        if plan.starts_at is None
        else _("It begins <t:{at}:R>, at <t:{at}:t>.").format(at=plan.starts_at)
    )
    if tournament.terms.needs_check_in:
        when += " " + _("Whoever has not checked in by then is not in it, and gets the entry back.")
    entered = _("**Entered** ({count} of {most})").format(count=count, most=most)
    buttons = [
        Button(_("Join"), table_id(state.id, "enter"), "good"),
        Button(_("Leave"), table_id(state.id, "withdraw")),
    ]
    if tournament.terms.needs_check_in:
        buttons.append(Button(_("Check in"), table_id(state.id, "check_in"), "main"))
    if not (tournament.terms.entry or tournament.fund or tournament.score_purse):
        there = sum(each.is_house for each in state.tournament.entrants)
        fill_up = table_id(state.id, "fill_up", str(there))
        buttons.append(Button(_("Fill up with house players"), fill_up))
    buttons.append(Button(_("Start"), table_id(state.id, "start_cup"), "main"))
    names = _names(tournament.entrants, checks=tournament.terms.needs_check_in)
    return (
        Text(_terms(state)),
        Text(f"{entered}\n{names}" if names else entered),
        Text(when),
        *rows(buttons),
        _seal(state),
    )


def _running(state: TournamentState) -> tuple[Part, ...]:
    tournament = state.tournament
    left = sum(each.standing == "in" for each in tournament.entrants)
    lines = [] if tournament.terms.goal is not None else [_level(state)]
    words = ngettext("**{left}** of {all} plays", "**{left}** of {all} play", left)
    tables = ngettext("{count} table", "{count} tables", len(tournament.tables))
    lines.append(
        words.format(left=left, all=len(tournament.entrants))
        + " · "
        + tables.format(count=len(tournament.tables))
    )
    if tournament.paused_at is not None:
        lines.append(_("**Paused.** Hands under way are played to their end."))
    elif tournament.in_step:
        lines.append(_("**Hand for hand:** all tables begin their hands together."))
    if tournament.is_time_up:
        lines.append(_("**Time is up:** the last hands are being played."))
    elif tournament.ends_at is not None and tournament.paused_at is None:
        lines.append(_("Time is up <t:{at}:R>.").format(at=tournament.ends_at))
    placed = [(place, each) for place, each in standings(tournament) if each.standing == "in"]
    leaders = [f"{place}. {_standing(state, each)}" for place, each in placed[:LEADERS_SHOWN]]
    buttons = []
    if tournament.is_entry_open and max(tournament.terms.late_until, tournament.terms.reentry_until):
        buttons.append(Button(_("Join"), table_id(state.id, "enter"), "good"))
    buttons.append(Button(_("My seat"), table_id(state.id, "my_seat"), "main"))
    buttons += _lists(state)
    return (
        Text(_terms(state)),
        Line(),
        Text("\n".join(lines)),
        Text(_("**In the lead**") + "\n" + "\n".join(leaders)),
        Text(_tables(state)),
        *rows(buttons),
        _seal(state),
    )


def _over(state: TournamentState) -> tuple[Part, ...]:
    lines = [
        f"{place}. {_standing(state, each)}" for place, each in standings(state.tournament)[:PLACES_SHOWN]
    ]
    more = len(state.tournament.entrants) - PLACES_SHOWN
    if more > 0:
        lines.append(ngettext("… and {more} more.", "… and {more} more.", more).format(more=more))
    seal = state.stored.seal
    opened = _("The lots were sealed as `{commitment}`; the seed was `{seed}`. Mixed in: {cuts}.").format(
        commitment=seal.commitment, seed=seal.seed, cuts=cut_list(seal.told)
    )
    return (
        Text(_("**It is over.** {game}, {format}.").format(**_what(state))),
        Text("\n".join(lines)),
        *rows(_lists(state)),
        Text(f"-# {opened}"),
    )


def _lists(state: TournamentState) -> list[Button]:
    buttons = [Button(_("Standings"), table_id(state.id, "standings"))]
    if state.scores and state.tournament.terms.goal is None:
        buttons.append(Button(_("Scores"), table_id(state.id, "scores")))
    return buttons


def _called_off(state: TournamentState) -> tuple[Part, ...]:
    return (
        Text(_("{game}, {format}.").format(**_what(state))),
        Text(_("**It was called off.** Every entry went back to whoever paid it.")),
    )


def _what(state: TournamentState) -> dict[str, str]:
    return {"game": _(state.game.title), "format": format_words(state.tournament.terms)}


def _terms(state: TournamentState) -> str:
    tournament, terms = state.tournament, state.tournament.terms
    currency = state.settings.currency
    rules = codec_of(state.game).rules.decode(state.stored.plan.rules)
    said = [
        f"{_(each.title)}: {_(each.label(getattr(rules, each.name)))}" for each in chosen_rules(state.game)
    ]
    lines = [
        f"**{_(state.game.title)}** — {format_words(terms)}",
        _("**House rules** — {rules}").format(rules=" · ".join(said)),
        *(each for each in (FACES[state.game.key].found(rules),) if each),
        _seating(terms),
    ]
    entry = _("**Entry** — {entry}").format(entry=amount(terms.entry, currency) if terms.entry else _("free"))
    fund = amount(tournament.fund, currency)
    lines.append(f"{entry} · " + _("the fund holds {fund}").format(fund=fund) if tournament.fund else entry)
    if tournament.fund:
        paid = [f"{place}. {money:,}" for place, money in enumerate(prize_table(tournament), 1)]
        more = len(paid) - PRIZES_SHOWN
        if more > 0:
            paid[PRIZES_SHOWN:] = [ngettext("and {more} more", "and {more} more", more).format(more=more)]
        lines.append(_("**Prizes** — {table}").format(table=" · ".join(paid)))
    words = [f"{place}. {shown(each)}" for place, each in enumerate(terms.words[:PRIZES_SHOWN], 1)]
    if words:
        lines.append(_("**Besides** — {words}").format(words=" · ".join(words)))
    prize = _for_score(state)
    return "\n".join([*lines, prize] if prize else lines)


def _for_score(state: TournamentState) -> str:
    """What the highest score takes; empty where nothing was put up for it."""
    tournament = state.tournament
    put_up = [amount(tournament.score_purse, state.settings.currency)] if tournament.score_purse else []
    put_up += [shown(tournament.terms.score_words)] if tournament.terms.score_words else []
    return _("**For the highest score** — {words}").format(words=", ".join(put_up)) if put_up else ""


def _seating(terms: TournamentTerms) -> str:
    if terms.goal is not None:
        return _("**Tables** of up to {seats}").format(seats=terms.seats)
    return _("**Tables** of up to {seats} · {chips} chips each · levels rise {levels}").format(
        seats=terms.seats, chips=f"{terms.chips:,}", levels=levels_words(terms)
    )


def _names(entrants: tuple[Entrant, ...], *, checks: bool) -> str:
    names = [
        entrant_name(each) + (" ✓" if checks and (each.is_checked_in or each.is_house) else "")
        for each in entrants[:NAMES_SHOWN]
    ]
    more = len(entrants) - NAMES_SHOWN
    if more > 0:
        names.append(ngettext("and {more} more", "and {more} more", more).format(more=more))
    return ", ".join(names)


def _level(state: TournamentState) -> str:
    tournament = state.tournament
    face = FACES[state.game.key]
    words = f"**{level_words(tournament, face)}**"
    following = face.posted(level_at(tournament.terms, tournament.level + 1))
    if tournament.paused_at is not None or tournament.is_time_up:
        return words
    if tournament.level_ends_at is not None:
        return f"{words} · " + _("next <t:{at}:R>: {stakes}").format(
            at=tournament.level_ends_at, stakes=following or _("the next level")
        )
    left = hands_left(tournament)
    due = ngettext("next after {left} hand: {stakes}", "next after {left} hands: {stakes}", left)
    return f"{words} · " + due.format(left=left, stakes=following or _("the next level"))


def _tables(state: TournamentState) -> str:
    sizes: dict[int, int] = {}
    for each in state.tournament.entrants:
        if each.seat is not None and each.table is not None:
            sizes[each.table] = sizes.get(each.table, 0) + 1
    said = [
        f"[{number}]({place_link(state.stored.server, place)}) ({sizes.get(number, 0)})"
        for number, place in list(state.places.items())[:TABLES_SHOWN]
    ]
    more = len(state.places) - TABLES_SHOWN
    if more > 0:
        said.append(ngettext("and {more} more", "and {more} more", more).format(more=more))
    return _("**Tables** — {tables}").format(tables=" · ".join(said))


def _standing(state: TournamentState, entrant: Entrant) -> str:
    said = [entrant_name(entrant)]
    tournament = state.tournament
    if tournament.phase == "running" and entrant.standing == "in" and tournament.terms.goal is None:
        said.append(
            ngettext("{units} chip", "{units} chips", entrant.chips).format(units=f"{entrant.chips:,}")
        )
    if entrant.player in state.scores:
        said.append(points_words(state.scores[entrant.player]))
    if entrant.standing == "removed":
        said.append(_("removed"))
    currency = state.settings.currency
    said += [prize_words(each, currency) for each in tournament.awards if each.player == entrant.player]
    return " — ".join(said)


def _seal(state: TournamentState) -> Text:
    return Text(f"-# {_('Sealed lots:')} `{state.stored.seal.commitment}`")
