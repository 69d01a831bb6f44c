"""A tournament's notice: who is in, the standings, who has won."""

from __future__ import annotations

from collections import Counter

from bot.custom_ids import table_id
from bot.screens.core.lists import first_of
from bot.screens.core.money import amount, points_of, stake
from bot.screens.core.notes import address, with_link
from bot.screens.core.screen import Button, Line, Part, Screen, Text, rows, say
from bot.screens.games.catalog import FACES
from bot.screens.table.fair_play import cut_list
from bot.screens.tournament.summary import (
    entrant_name,
    format_words,
    level_words,
    levels_words,
    place_link,
)
from bot.tavern.reminders import hands_left
from bot.tavern.tournament_draft import chosen_rules
from bot.tavern.tournament_view import TournamentView
from bot.text.escape import shown
from bot.text.translate import _, ngettext
from games.tournament.levels import level_at
from games.tournament.model import Award, Entrant, TournamentTerms
from games.tournament.placing import prize_table, standings

NAMES_SHOWN = 40
LEADERS_SHOWN = 6
TABLES_SHOWN = 12
PLACES_SHOWN = 12
PRIZES_SHOWN = 8
PAGE_LINES = 25


def notice_screen(view: TournamentView) -> Screen:
    """The notice as everybody in the channel sees it."""
    face = FACES[view.game.key]
    draw = {"open": _open, "running": _running, "over": _over, "called_off": _called_off}
    title = f"## 🏆 {shown(view.plan.title)} · " + _("tournament {number}").format(number=view.id)
    return Screen((Text(title), *draw[view.tournament.phase](view)), face.accent)


def moved_notice(view: TournamentView) -> Screen:
    """What an older copy of a notice says instead."""
    words = _("The notice of {title} hangs elsewhere now.").format(title=shown(view.plan.title))
    where = None if view.message is None else address(view.server, view.channel, view.message)
    return with_link(words, _("Go to the notice"), where)


def standings_screen(view: TournamentView, page: int = 0) -> Screen:
    """Everybody's current place, a page at a time."""
    placed = standings(view.tournament)
    last = max(0, (len(placed) - 1) // PAGE_LINES)
    page = min(page, last)
    lines = [
        f"{place}. {_standing(view, entrant)}" for place, entrant in placed[page * PAGE_LINES :][:PAGE_LINES]
    ]
    parts: list[Part] = [
        Text("### " + _("{title}: standings").format(title=shown(view.plan.title))),
        Text("\n".join(lines) or _("Nobody has entered yet.")),
    ]
    buttons = []
    if page:
        buttons.append(Button(_("Ahead"), table_id(view.id, "standings_page", str(page - 1))))
    if page < last:
        buttons.append(Button(_("Behind"), table_id(view.id, "standings_page", str(page + 1))))
    return Screen((*parts, *rows(buttons)))


def scores_screen(view: TournamentView) -> Screen:
    """The scores, of courts or of a race, and the prize for the highest."""
    people = {each.player: each for each in view.tournament.entrants}
    ahead = [(people[player], points) for player, points in view.scores.items() if player in people]
    lines = [f"- {entrant_name(each)} — {points_of(points)}" for each, points in ahead[:PAGE_LINES]]
    title = _("{title}: scores").format(title=shown(view.plan.title))
    prize = _for_score(view)
    return say(f"### {title}", *(lines or [_("Nobody has a score yet.")]), *([prize] if prize else []))


def prize_words(award: Award, currency: str) -> str:
    """Somebody's prizes, in words."""
    money = [amount(award.money, currency)] if award.money else []
    return ", ".join([*money, *map(shown, award.words)])


def _open(view: TournamentView) -> tuple[Part, ...]:
    tournament, plan = view.tournament, view.plan
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
        Button(_("Join"), table_id(view.id, "enter"), "good"),
        Button(_("Leave"), table_id(view.id, "withdraw")),
    ]
    if tournament.terms.needs_check_in:
        buttons.append(Button(_("Check in"), table_id(view.id, "check_in"), "main"))
    if not (tournament.terms.entry or tournament.fund or tournament.score_purse):
        there = sum(each.is_house for each in view.tournament.entrants)
        fill_up = table_id(view.id, "fill_up", str(there))
        buttons.append(Button(_("Fill up with house players"), fill_up))
    buttons.append(Button(_("Start"), table_id(view.id, "start_cup"), "main"))
    names = _names(tournament.entrants, checks=tournament.terms.needs_check_in)
    return (
        Text(_terms(view)),
        Text(f"{entered}\n{names}" if names else entered),
        Text(when),
        *rows(buttons),
        _seal(view),
    )


def _running(view: TournamentView) -> tuple[Part, ...]:
    tournament = view.tournament
    left = sum(each.standing == "in" for each in tournament.entrants)
    lines = [] if tournament.terms.goal is not None else [_level(view)]
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
    leaders = [f"{place}. {_standing(view, each)}" for place, each in placed[:LEADERS_SHOWN]]
    buttons = []
    if tournament.is_entry_open and max(tournament.terms.late_until, tournament.terms.reentry_until):
        buttons.append(Button(_("Join"), table_id(view.id, "enter"), "good"))
    buttons.append(Button(_("My seat"), table_id(view.id, "my_seat"), "main"))
    buttons += _lists(view)
    return (
        Text(_terms(view)),
        Line(),
        Text("\n".join(lines)),
        Text(_("**In the lead**") + "\n" + "\n".join(leaders)),
        Text(_tables(view)),
        *rows(buttons),
        _seal(view),
    )


def _over(view: TournamentView) -> tuple[Part, ...]:
    lines = [f"{place}. {_standing(view, each)}" for place, each in standings(view.tournament)[:PLACES_SHOWN]]
    more = len(view.tournament.entrants) - PLACES_SHOWN
    if more > 0:
        lines.append(ngettext("… and {more} more.", "… and {more} more.", more).format(more=more))
    assert view.proof is not None
    opened = _("The lots were sealed as `{commitment}`; the seed was `{seed}`. Mixed in: {cuts}.").format(
        commitment=view.commitment, seed=view.proof.seed, cuts=cut_list(view.proof.cuts)
    )
    return (
        Text(_("**It is over.** {game}, {format}.").format(**_what(view))),
        Text("\n".join(lines)),
        *rows(_lists(view)),
        Text(f"-# {opened}"),
    )


def _lists(view: TournamentView) -> list[Button]:
    buttons = [Button(_("Standings"), table_id(view.id, "standings"))]
    if view.scores and view.tournament.terms.goal is None:
        buttons.append(Button(_("Scores"), table_id(view.id, "scores")))
    return buttons


def _called_off(view: TournamentView) -> tuple[Part, ...]:
    return (
        Text(_("{game}, {format}.").format(**_what(view))),
        Text(_("**It was called off.** Every entry went back to whoever paid it.")),
    )


def _what(view: TournamentView) -> dict[str, str]:
    return {"game": _(view.game.title), "format": format_words(view.tournament.terms)}


def _terms(view: TournamentView) -> str:
    tournament, terms = view.tournament, view.tournament.terms
    currency = view.currency
    rules = view.rules
    said = [
        f"{_(each.title)}: {_(each.label(getattr(rules, each.name)))}" for each in chosen_rules(view.game)
    ]
    lines = [
        f"**{_(view.game.title)}** — {format_words(terms)}",
        _("**House rules** — {rules}").format(rules=" · ".join(said)),
        *(each for each in (FACES[view.game.key].found(rules),) if each),
        _seating(terms),
    ]
    entry = _("**Entry** — {entry}").format(entry=amount(terms.entry, currency) if terms.entry else _("free"))
    fund = amount(tournament.fund, currency)
    lines.append(f"{entry} · " + _("the fund holds {fund}").format(fund=fund) if tournament.fund else entry)
    if tournament.fund:
        prizes = list(enumerate(prize_table(tournament), 1))
        paid = first_of(prizes, PRIZES_SHOWN, lambda prize: f"{prize[0]}. {prize[1]:,}")
        lines.append(_("**Prizes** — {table}").format(table=" · ".join(paid)))
    words = [f"{place}. {shown(each)}" for place, each in enumerate(terms.words[:PRIZES_SHOWN], 1)]
    if words:
        lines.append(_("**Besides** — {words}").format(words=" · ".join(words)))
    prize = _for_score(view)
    return "\n".join([*lines, prize] if prize else lines)


def _for_score(view: TournamentView) -> str:
    """The prize for the highest score; empty if none."""
    tournament = view.tournament
    put_up = [amount(tournament.score_purse, view.currency)] if tournament.score_purse else []
    put_up += [shown(tournament.terms.score_words)] if tournament.terms.score_words else []
    return _("**For the highest score** — {words}").format(words=", ".join(put_up)) if put_up else ""


def _seating(terms: TournamentTerms) -> str:
    if terms.goal is not None:
        return _("**Tables** of up to {seats}").format(seats=terms.seats)
    return _("**Tables** of up to {seats} · {chips} chips each · levels rise {levels}").format(
        seats=terms.seats, chips=f"{terms.chips:,}", levels=levels_words(terms)
    )


def _names(entrants: tuple[Entrant, ...], *, checks: bool) -> str:
    def name(each: Entrant) -> str:
        return entrant_name(each) + (" ✓" if checks and (each.is_checked_in or each.is_house) else "")

    return ", ".join(first_of(entrants, NAMES_SHOWN, name))


def _level(view: TournamentView) -> str:
    tournament = view.tournament
    face = FACES[view.game.key]
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


def _tables(view: TournamentView) -> str:
    sizes = Counter(each.table for each in view.tournament.entrants if each.seat is not None)
    said = first_of(
        list(view.places.items()),
        TABLES_SHOWN,
        lambda each: f"[{each[0]}]({place_link(view.server, each[1])}) ({sizes[each[0]]})",
    )
    return _("**Tables** — {tables}").format(tables=" · ".join(said))


def _standing(view: TournamentView, entrant: Entrant) -> str:
    said = [entrant_name(entrant)]
    tournament = view.tournament
    if tournament.phase == "running" and entrant.standing == "in" and tournament.terms.goal is None:
        said.append(stake(entrant.chips, "", "chips"))
    if entrant.player in view.scores:
        said.append(points_of(view.scores[entrant.player]))
    if entrant.standing == "removed":
        said.append(_("removed"))
    currency = view.currency
    said += [prize_words(each, currency) for each in tournament.awards if each.player == entrant.player]
    return " — ".join(said)


def _seal(view: TournamentView) -> Text:
    return Text(f"-# {_('Sealed lots:')} `{view.commitment}`")
