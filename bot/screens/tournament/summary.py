"""A tournament in words: what its notice, its tables and its lists have in common."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from bot.screens.catalog import FACES
from bot.screens.core.game_screen import GameScreen
from bot.screens.core.money import points_of
from bot.screens.core.notes import address
from bot.screens.core.people import named
from bot.tavern.tournament.view import TournamentView
from bot.text.escape import shown
from bot.text.translate import _, ngettext
from games.engine.core.sentences import phrase
from games.tournament.levels import level_at
from games.tournament.model import Entrant, Tournament, TournamentTerms, Wait
from storage.tournaments.tournaments import TablePlace

WAITS: Mapping[Wait, str] = {
    "round": phrase("Hand for hand: this table waits until the others have played theirs."),
    "balance": phrase("This table is waiting for a player from another one."),
    "final": phrase("This table is waiting for the draw of the final table."),
    "heat": phrase("This heat is over. The others are still being played."),
    "pause": phrase("The tournament is paused."),
    "end": phrase("Time is up. The other tables are playing their last hand."),
}
"""Why a table waits."""


@dataclass(frozen=True, slots=True)
class TournamentLine:
    """What a table's own message says of its tournament."""

    id: int
    title: str
    number: int
    level: str
    waits: str


def tournament_line(view: TournamentView, table: int) -> TournamentLine | None:
    """What one of our tables says of its tournament; None if it was taken away."""
    number = next((number for number, ours in view.tables.items() if ours == table), 0)
    set_there = next((each for each in view.tournament.tables if each.number == number), None)
    wait = None if set_there is None or set_there.is_playing else set_there.waits_for
    if view.tournament.paused_at is not None:
        wait = "pause"
    waits = "" if wait is None else _(WAITS[wait])
    words = level_words(view.tournament, FACES[view.plan.game])
    return TournamentLine(view.id, shown(view.plan.title), number, words, waits)


def level_words(tournament: Tournament, face: GameScreen) -> str:
    """The current level, and what a hand costs in it."""
    posted = face.posted(level_at(tournament.terms, tournament.level))
    words = _("Level {number}").format(number=tournament.level)
    return f"{words}: {posted}" if posted else words


def format_words(terms: TournamentTerms) -> str:
    """The format, in a few words."""
    said = []
    if terms.goal is not None:
        said.append(_("a race to {points}").format(points=points_of(terms.goal)))
    elif terms.through is not None:
        words = ngettext(
            "heats, {through} of each goes through", "heats, {through} of each go through", terms.through
        )
        said.append(words.format(through=terms.through))
    elif not terms.reentry_until:
        said.append(_("freeze-out: until one player is left"))
    if terms.late_until:
        said.append(_("late entry up to level {level}").format(level=terms.late_until))
    if terms.reentry_until:
        said.append(_("re-entry up to level {level}").format(level=terms.reentry_until))
    if terms.minutes_max is not None:
        said.append(minutes_words(terms.minutes_max))
    return ", ".join(said)


def minutes_words(count: int) -> str:
    """The time limit, in words."""
    words = ngettext("time’s up after {count} minute", "time’s up after {count} minutes", count)
    return words.format(count=count)


def levels_words(terms: TournamentTerms, face: GameScreen) -> str:
    """When the levels rise, in hands as the game calls them or by the clock."""
    count = terms.level_length
    if terms.level_unit == "minutes":
        return ngettext("every minute", "every {count} minutes", count).format(count=count)
    if count == 1:
        return face.says(phrase("with every hand a table plays"))
    return _("every {hands} per table").format(hands=face.hands(count))


def entrant_name(entrant: Entrant) -> str:
    """An entrant's name, with a mark for house players."""
    return named(entrant.name, is_house=entrant.is_house)


def place_link(server: int, place: TablePlace) -> str:
    """The address of a table's message, or of its channel until there is one."""
    return address(server, place.channel, place.message)
