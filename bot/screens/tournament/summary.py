"""A tournament in short: format, level, story (TN-40), a picture of the result; and past tournaments."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from bot.custom_ids import table_id
from bot.screens.catalog import FACES, RECORD_FACES, TOURNAMENT_FACES
from bot.screens.core.naming import amount, duration, for_reader, marked_name, person, points_of, unit
from bot.screens.core.picture import LANES_MAX, Lane, Picture, described
from bot.screens.core.presenter import TablePresenter, address
from bot.screens.core.screen import Button, Screen, Text, capitalised, faults, first_lines, rows, say
from bot.screens.core.tiles import Tile, Tone
from bot.tavern.tournament.draft import places_written
from bot.tavern.tournament.tournament_tables import TournamentView
from bot.text.translate import _, change, isolated, ngettext, number, shown
from games.engine.core.errors import N_, AddressedTemplate, addressed
from games.engine.core.hand_stats import BestHand
from games.tournament import model
from games.tournament.model import Entrant, Tournament, TournamentTerms, break_after, level_at
from games.tournament.placing import standings
from games.tournament.story import BestResult, Elimination, Story
from storage.tournaments.results import TournamentResult
from storage.tournaments.role_prizes import RolePrize, WonRole
from storage.tournaments.tournaments import TablePlace

WAITS: Mapping[model.Wait, str] = {
    "round": N_("Hand for hand: this table waits until the others have played theirs."),
    "balance": N_("This table is waiting for a player from another one."),
    "final": N_("This table is waiting for the draw of the final table."),
    "heat": N_("This heat is over. The others are still being played."),
    "pause": N_("The tournament is paused."),
    "break": N_("There’s a break until <t:{at}:t>, <t:{at}:R>."),
    "deal": N_("The players who are left are asked about a deal: see the tournament’s notice."),
    "end": N_("Time is up. The other tables are playing their last hand."),
}
"""The reasons for which a table waits."""


def role_lines(prizes: Sequence[RolePrize], won: Sequence[WonRole] = ()) -> Iterator[str]:
    """Yield the roles to win by place, and which of the roles won the bot could not give yet (TN-53)."""
    if prizes:
        roles = (f"{places_written((each.first, each.last))}. <@&{each.role}>" for each in prizes)
        yield _("**Roles to win:** {words}").format(words=" · ".join(roles))
    for role in dict.fromkeys(each.role for each in won if each.state == "refused"):
        names = [person(each.player) for each in won if (each.role, each.state) == (role, "refused")]
        words = _(
            "I couldn’t give {role} to {names} yet: I need Manage Roles, and that role below my own. "
            "I’ll try again."
        )
        yield words.format(role=f"<@&{role}>", names=", ".join(names))


@dataclass(frozen=True, slots=True)
class TournamentLine:
    """The facts about the tournament in a table's message."""

    id: int
    title: str
    number: int
    level: str
    waits: str


def tournament_line(view: TournamentView, table: int) -> TournamentLine | None:
    """Return the facts about the tournament for a table's message; None if the table was removed from it."""
    number = next((number for number, table_id in view.tables.items() if table_id == table), 0)
    table_state = next((each for each in view.tournament.tables if each.number == number), None)
    wait = None if table_state is None or table_state.is_playing else table_state.waits_for
    wait = view.tournament.standstill or wait
    waits = "" if wait is None else _(WAITS[wait]).format(at=view.tournament.break_until)
    level = _("Level {number}").format(number=view.tournament.level)
    stakes = TOURNAMENT_FACES[view.plan.game].posted(level_at(view.tournament.terms, view.tournament.level))
    return TournamentLine(
        view.id, shown(view.plan.title), number, f"{level}: {stakes}" if stakes else level, waits
    )


def format_words(terms: TournamentTerms) -> str:
    """Return the format as text, in a few words."""
    parts = []
    if terms.goal is not None:
        parts.append(_("a race to {points}").format(points=points_of(terms.goal)))
    elif terms.through is not None:
        words = ngettext(
            "heats, {through} of each goes through", "heats, {through} of each go through", terms.through
        )
        parts.append(words.format(through=terms.through))
    elif not terms.reentry_until:
        parts.append(_("freeze-out: until one player is left"))
    if terms.late_until:
        parts.append(_("late entry up to level {level}").format(level=terms.late_until))
    if terms.reentry_until:
        parts.append(_("re-entry up to level {level}").format(level=terms.reentry_until))
    if terms.minutes_max is not None:
        count = terms.minutes_max
        words = ngettext("time’s up after {count} minute", "time’s up after {count} minutes", count)
        parts.append(words.format(count=count))
    return ", ".join(parts)


def levels_words(terms: TournamentTerms, face: TablePresenter) -> str:
    """Return when levels rise as text: in minutes, or in hands by the game's own word."""
    count = terms.level_length
    if terms.level_unit == "minutes":
        return ngettext("every minute", "every {count} minutes", count).format(count=count)
    if count == 1:
        return face.reword(N_("with every hand a table plays"))
    return _("every {hands} per table").format(hands=face.hands(count))


def breaks_words(terms: TournamentTerms) -> str:
    """Return the planned breaks as a list in text; empty if there are none."""
    return ", ".join(
        _("{time} after level {level}").format(time=duration(60 * each.minutes), level=each.after)
        for each in terms.breaks
    )


def breaks_line(terms: TournamentTerms) -> str:
    """Return the planned breaks as a line of its own; empty if there are none."""
    # Translators: a list of “10 minutes after level 4” follows.
    return _("Breaks: {breaks}").format(breaks=breaks_words(terms)) if terms.breaks else ""


def break_ahead(tournament: Tournament) -> str:
    """Return a note on the break before the next level; empty if there is none."""
    planned = break_after(tournament.terms, tournament.level)
    if planned is None:
        return ""
    # Translators: how long a tournament’s break is, after “level 5 in 3 hands: ante 8 ·”.
    return _("first a break of {time}").format(time=duration(60 * planned.minutes))


def through(view: TournamentView) -> list[tuple[int, Entrant]]:
    """Return the entrants who came through from the last heats, each with the number of their table there."""
    people = {each.number: each for each in view.tournament.entrants}
    return [(heat.table, people[number]) for heat in view.tournament.heats for number in heat.through]


def entrant_name(entrant: Entrant, reader: int = 0) -> str:
    """Return an entrant's name in a list, with a mark for house players; “you” for the reader."""
    return _("you") if reader == entrant.player else marked_name(entrant.name, is_house=entrant.is_house)


def place_link(server: int, place: TablePlace) -> str:
    """Return the URL of a table's message; before there is one, of its channel."""
    return address(server, place.channel, place.message)


NAMES_SHOWN = 3


@dataclass(frozen=True, slots=True)
class PastTournament:
    """A past tournament; `best` are the players with the highest score, each with that score."""

    view: TournamentView
    best: tuple[tuple[int, int], ...]


def past_screen(over: tuple[PastTournament, ...], currency: str, *, has_more: bool) -> Screen:
    """Return a server's past tournaments, latest first, with buttons to their standings."""
    lines = [_past_line(each, currency) for each in over] or [_("No tournament has finished here yet.")]
    buttons = [
        Button(f"{each.view.plan.title} ({each.view.id})", table_id(each.view.id, "standings"))
        for each in over
    ]
    if has_more:
        buttons.append(Button(_("Earlier ones"), table_id(over[-1].view.id, "past"), "main"))
    buttons.append(series_button())
    heading = "### " + _("Past tournaments")
    return Screen((Text("\n".join([heading, *lines])), *rows(buttons)))


def series_button() -> Button:
    """Return the button to the server's series."""
    return Button(_("Series"), table_id(0, "series_past"))


def record_screen(
    player: int, played: tuple[TournamentResult, ...], currency: str, reader: int = 0
) -> Screen:
    """Return a player's past tournaments, latest first."""
    words = addressed(N_("Tournaments of {player}"), N_("Your tournaments"))
    title = for_reader(reader, player, words).format(player=person(player))
    lines = [_result_line(each, currency) for each in played] or [_("None has been played to the end.")]
    return say(f"### {title}", *lines)


def _past_line(past: PastTournament, currency: str) -> str:
    view, tournament = past.view, past.view.tournament
    winners = [each for place, each in standings(tournament) if place == 1]
    house = {each.player: entrant_name(each) for each in tournament.entrants if each.is_house}
    if view.reader:
        house = {**house, view.reader: _("you")}
    names = _names_in_short([each.player for each in winners], house)
    count = len(tournament.entrants)
    players = ngettext("{count} player", "{count} players", count).format(count=count)
    texts = [f"**{shown(view.plan.title)}** ({view.id})", players, _("won by {names}").format(names=names)]
    fund = sum(award.money for award in tournament.awards)
    if fund:
        texts.append(amount(fund, currency))
    if past.best and tournament.terms.goal is None:
        names = _names_in_short([player for player, _points in past.best], house)
        words = _("highest score: {names}, {points}")
        texts.append(words.format(names=names, points=points_of(past.best[0][1])))
    return "- " + " · ".join([*texts, f"<t:{int(view.acted_at)}:d>"])


def _names_in_short(players: Sequence[int], house: Mapping[int, str]) -> str:
    """Return the first names as text; `house` are the names of house players, and “you” for the reader."""
    return ", ".join(first_lines(players, NAMES_SHOWN, lambda each: house.get(each) or person(each)))


def _result_line(result: TournamentResult, currency: str) -> str:
    words = _("place {place} of {players}").format(place=result.place, players=result.players)
    texts = [f"**{shown(result.title)}** ({result.tournament})", words]
    if result.money:
        texts.append(amount(result.money, currency))
    texts += [shown(each) for each in result.words]
    if result.score is not None:
        texts.append(points_of(result.score))
    return "- " + " · ".join([*texts, f"<t:{int(result.at)}:d>"])


def story_lines(view: TournamentView) -> list[str]:
    """Return lines on the leader, the biggest pot, the best hand, eliminations and the last hand."""
    return [line for line in _story(view, view.tournament.story) if line]


def _story(view: TournamentView, story: Story) -> Iterator[str]:
    face = FACES[view.game.key]
    if story.led:
        first = max(story.led, key=lambda each: each.hands)
        template = addressed(
            N_("**{name}** led longest: {count} of {hands}."),
            N_("**You** led longest: {count} of {hands}."),
        )
        name, hands = _name_by_number(view, first.number), face.hands(story.hands)
        yield _in_person(view, first.number, template).format(
            name=name, count=number(first.hands), hands=hands
        )
    if story.most is not None:
        words = face.reword(N_("Biggest pot: {who} in hand {hand} of table {table}."))
        who = f"**{_name_by_number(view, story.most.number)}** {change(story.most.amount)}"
        yield words.format(who=who, hand=story.most.hand, table=story.most.table)
    if story.best is not None and story.best.cards is not None:
        best_template = addressed(
            N_("Best hand: {hand}, by **{name}**."), N_("Best hand: {hand}, by **you**.")
        )
        name, hand = _name_by_number(view, story.best.number), face.best(story.best.cards)
        yield _in_person(view, story.best.number, best_template).format(hand=hand, name=name)
    if story.falls:
        yield capitalised(" · ".join(_elimination_text(view, each) for each in reversed(story.falls)))
    # The line on the last hand is left out if its elimination says the same: who won it, and with what.
    last_elimination = story.falls[-1] if story.falls else None
    if story.last is not None and (
        last_elimination is None
        or (last_elimination.by, last_elimination.cards) != (story.last.number, story.last.cards)
    ):
        yield _last_hand_text(view, story.last)


def _elimination_text(view: TournamentView, elimination: Elimination) -> str:
    """Return an elimination as text: who went out, and against whom."""
    name = _name_by_number(view, elimination.number)
    if elimination.by is None:
        template = addressed(N_("{name} went out"), N_("you went out"))
        return _in_person(view, elimination.number, template).format(name=name)
    if _is_reader(view, elimination.by):
        words = (
            N_("you knocked out {name}")
            if elimination.cards is None
            else N_("you knocked out {name} ({hand})")
        )
    elif _is_reader(view, elimination.number):
        words = N_("{winner} knocked you out")
        if elimination.cards is not None:
            words = N_("{winner} knocked you out ({hand})")
    else:
        words = N_("{winner} knocked out {name}")
        if elimination.cards is not None:
            words = N_("{winner} knocked out {name} ({hand})")
    winner = _name_by_number(view, elimination.by)
    return _(words).format(name=name, winner=winner, hand=_hand_name(view, elimination.cards))


def _is_reader(view: TournamentView, number: int) -> bool:
    """Return True if the entrant of this number is the reader."""
    return any((each.number, each.player) == (number, view.reader) for each in view.tournament.entrants)


def _in_person(view: TournamentView, number: int, sentence: AddressedTemplate) -> str:
    """Return a sentence about an entrant, in the second person if the entrant is the reader."""
    return _(sentence.you if _is_reader(view, number) else sentence)


def _last_hand_text(view: TournamentView, last: BestResult) -> str:
    face = FACES[view.game.key]
    words = N_("**{name}** won the last hand ({hand}).")
    if last.cards is None:
        words = N_("**{name}** won the last hand.")
    if _is_reader(view, last.number):
        words = N_("**You** won the last hand ({hand}).")
        if last.cards is None:
            words = N_("**You** won the last hand.")
    return face.reword(words).format(
        name=_name_by_number(view, last.number), hand=_hand_name(view, last.cards)
    )


def _hand_name(view: TournamentView, cards: BestHand | None) -> str:
    return "" if cards is None else RECORD_FACES[view.game.key].laid_out(cards)[0].name


def _name_by_number(view: TournamentView, number: int) -> str:
    if _is_reader(view, number):
        return _("you")
    entrant = next((each for each in view.tournament.entrants if each.number == number), None)
    # Translators: in place of a player’s name that is not known.
    return _("somebody") if entrant is None else shown(entrant.name)


STEPS = 3


def with_results(notice: Screen, view: TournamentView) -> Screen:
    """Return the notice with a picture: who came through the heats, or after the end the first three."""
    draw = {"running": _heats, "over": _podium}.get(view.tournament.phase)
    picture = None if draw is None else draw(view)
    if picture is None:
        return notice
    pictured = replace(notice, parts=(*notice.parts[:1], picture, *notice.parts[1:]))
    return notice if faults(pictured) else pictured


def _heats(view: TournamentView) -> Picture | None:
    """Return a picture of the entrants who came through from the heats, each with their table."""
    people = through(view)
    if not people:
        return None
    shown_people = people if len(people) <= LANES_MAX else people[: LANES_MAX - 1]
    count = len(people) - len(shown_people)
    more = ngettext("and {count} more", "and {count} more", count).format(count=count) if count else ""
    subtitle = _("Through from the heats")
    lanes = tuple(_winner(table, each) for table, each in shown_people)
    lines = (f"{isolated(lane.name)}, {lane.gain}" for lane in lanes)
    description = described([view.plan.title, subtitle, *lines, more])
    return Picture(description, view.plan.title, f"{subtitle}, {more}" if more else subtitle, lanes=lanes)


def _winner(table: int, entrant: Entrant) -> Lane:
    table_name, alias = (
        _("table {number}").format(number=table),
        _("Player {number}").format(number=entrant.number),
    )
    return Lane((), "crown", entrant.name, alias, gain=table_name)


def _podium(view: TournamentView) -> Picture | None:
    first_places = [
        (place, each) for place, each in standings(view.tournament) if each.standing != "removed"
    ][:STEPS]
    if not first_places:
        return None
    lanes = tuple(_step(place, each, view) for place, each in first_places)
    title, game = view.plan.title, _(view.game.title)
    lines = (
        f"{lane.step}. {isolated(lane.name)}" + (f", {lane.gain}" if lane.gain else "") for lane in lanes
    )
    return Picture(described([title, game, *lines]), title, game, lanes=lanes)


def _step(place: int, entrant: Entrant, view: TournamentView) -> Lane:
    money = sum(each.money for each in view.tournament.awards if each.player == entrant.player)
    prize = f"{number(money)} {unit(money, view.currency)}" if money else ""
    crown = (Tile("crown"),) if place == 1 else ()
    alias = _("Place {place}").format(place=place)
    tone: Tone = "gold" if place == 1 else "plain"
    return Lane(crown, name=entrant.name, alias=alias, gain=prize, tone=tone, step=place)
