"""The length of a tournament, estimated from players, chips and levels, and anew as it is played (TN-52).

Chips move between players without being lost, so the sum of the squares of all stacks grows by each hand, on
average by the sum of the squares of what its players win and lose. One player has everything when that sum is
the square of all chips. So hands are counted, level by level, until it is.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import ceil, sqrt

from bot.screens.catalog import TOURNAMENT_FACES
from bot.screens.core.naming import duration
from bot.screens.core.presenter import HandLength
from bot.screens.core.screen import begun
from bot.tavern.tournament.tournament_tables import TournamentView
from bot.text.translate import _, ngettext
from games.tournament.model import Tournament, TournamentTerms, break_after, level_at

PLAYERS_MIN = 2
"""The least number of entrants for a start."""
BETWEEN_SECONDS = 8
"""Seconds between two hands at a table."""
HANDS_MAX = 3000
"""More hands than any tournament takes at a table: levels double, so that each ends."""
MEASURED_HANDS = 4
"""The hands at a table after which what was measured counts as much as what was assumed."""
WON_POINTS = 6.75
"""The points that the leader of a race makes in a round, times the number of players at a table."""
HOUR = 60
ROUND_SECONDS = 600
"""The end is told to the next ten minutes."""


@dataclass(slots=True)
class _Course:
    """A tournament as it is expected to go on from here."""

    terms: TournamentTerms
    pace: HandLength
    chips: float
    """All chips."""
    squares: float
    """The sum of the squares of all stacks."""
    level: int
    hands: float = 0.0
    """The hands played at each table in this level."""
    level_left: float | None = None
    """The seconds left of this level, if levels are counted in minutes."""
    slowness: float = 1.0
    """The length of a hand, as a multiple of the assumed one."""

    def hand(self) -> float:
        """Play a hand at each table; return its seconds, with a break after it."""
        left = self.chips**2 / self.squares
        tables = max(1, ceil(left / self.terms.seats))
        unit = max(level_at(self.terms, self.level).ante, level_at(self.terms, self.level).big_blind, 1)
        there, stack = self.chips / tables, self.chips / left
        moved = self.pace.swing * unit**2 + self.pace.share * sqrt(unit / stack) * there**2
        self.squares += tables * min(moved, there**2 / 2)
        seconds = self.slowness * assumed_seconds(self.pace, left / tables)
        return seconds + self._pass_level(seconds)

    def _pass_level(self, seconds: float) -> float:
        """Go on to the next level if this one is over; return the seconds of a break between them."""
        self.hands += 1
        if self.level_left is not None:
            self.level_left -= seconds
            is_over = self.level_left <= 0
        else:
            is_over = self.hands >= self.terms.level_length
        if not is_over:
            return 0.0
        rest = break_after(self.terms, self.level)
        self.level, self.hands = self.level + 1, 0.0
        if self.level_left is not None:
            self.level_left += 60 * self.terms.level_length
        return 0.0 if rest is None else 60.0 * rest.minutes


def assumed_seconds(pace: HandLength, players: float) -> float:
    """Return the seconds that a hand of so many players takes."""
    return BETWEEN_SECONDS + pace.player_seconds * max(players, 2.0)


def seconds_ahead(terms: TournamentTerms, pace: HandLength, players: int) -> float:
    """Return the seconds that a tournament of so many players takes."""
    players = max(players, 2)
    if terms.goal is not None:
        return _limited(terms, _race_seconds(pace, min(players, terms.seats), terms.goal))
    seconds = 0.0
    while players > 1:
        tables = ceil(players / terms.seats)
        is_heat = terms.through is not None and tables > 1
        # Heats play for themselves, all at once, and last as long as one does.
        there = ceil(players / tables) if is_heat else players
        # Never all of a heat go through.
        left = min(terms.through or 1, there - 1) if is_heat else 1
        course = _Course(
            terms, pace, terms.chips * there, there * terms.chips**2, 1, level_left=_whole(terms)
        )
        seconds += _limited(terms, _until(course, left))
        players = min(tables * left, players - 1) if is_heat else 1
    return seconds


def seconds_left(tournament: Tournament, pace: HandLength, now: float, best: int = 0) -> float:
    """Return the seconds until a running tournament is over; `best` is the highest score of a race."""
    terms = tournament.terms
    sizes = [sum(each.table == table.number for each in tournament.entrants) for table in tournament.tables]
    slowness = _slowness(tournament, pace, now)
    limit = None if tournament.ends_at is None else tournament.ends_at - now
    if terms.goal is not None:
        size = max(2, round(sum(sizes) / max(1, len(sizes))))
        seconds = slowness * _race_seconds(pace, size, terms.goal - best)
    elif terms.through is not None and len(tournament.tables) > 1:
        heats = len(tournament.tables)
        stacks = [each.chips for each in tournament.entrants if each.seat is not None]
        chips, squares = sum(stacks) / heats, sum(each**2 for each in stacks) / heats
        played = tournament.level_hands / heats
        course = _Course(terms, pace, chips, squares, tournament.level, played, None, slowness)
        ahead = seconds_ahead(terms, pace, heats * terms.through)
        seconds = _until(course, terms.through) + slowness * ahead
    else:
        stacks = [each.chips for each in tournament.entrants if each.standing == "in" and each.chips]
        played = tournament.level_hands / max(1, len(tournament.tables))
        left = None if tournament.level_ends_at is None else max(0.0, tournament.level_ends_at - now)
        squares = sum(each**2 for each in stacks)
        course = _Course(terms, pace, sum(stacks), squares, tournament.level, played, left, slowness)
        seconds = _until(course, 1) if stacks else 0.0
    return seconds if limit is None else min(seconds, max(0.0, limit))


def words_ahead(terms: TournamentTerms, pace: HandLength, players: int) -> str:
    """Return the length of a tournament of so many players, as text: “about 2 hours”."""
    minutes = rounded(seconds_ahead(terms, pace, players)) // 60
    time = duration(60 * minutes)
    if minutes > HOUR and minutes % HOUR:
        time = _("{hours} h {minutes} min").format(hours=minutes // HOUR, minutes=minutes % HOUR)
    return _("about {time}").format(time=time)


def over_at(seconds: float, since: float) -> int:
    """Return the time by which it is over, in unix seconds, to the next ten minutes."""
    return ceil((since + seconds) / ROUND_SECONDS) * ROUND_SECONDS


def rounded(seconds: float) -> int:
    """Return a length to a quarter of an hour, from two hours on to half an hour."""
    step = 900 if seconds < 2 * 3600 else 1800
    return max(1, round(seconds / step)) * step


def _until(course: _Course, left: int) -> float:
    """Return the seconds until so many players share all chips."""
    return sum(_hands(course, course.chips**2 / left))


def _hands(course: _Course, squares: float) -> Iterator[float]:
    """Yield the seconds of each hand until the sum of squares is reached."""
    for _hand in range(HANDS_MAX):
        # The last chips move with the last hand.
        if course.squares >= 0.999 * squares:
            return
        yield course.hand()


def _race_seconds(pace: HandLength, size: int, points: int) -> float:
    rounds = max(1.0, points * size / WON_POINTS)
    return rounds * assumed_seconds(pace, size)


def _limited(terms: TournamentTerms, seconds: float) -> float:
    return seconds if terms.minutes_max is None else min(seconds, 60.0 * terms.minutes_max)


def _whole(terms: TournamentTerms) -> float | None:
    return 60.0 * terms.level_length if terms.level_unit == "minutes" else None


def _slowness(tournament: Tournament, pace: HandLength, now: float) -> float:
    """Return the length of this tournament's hands as a multiple of the assumed one, as far as known."""
    tables = (tournament.tables_ever + len(tournament.tables)) / 2
    hands = tournament.story.hands / max(1.0, tables)
    if tournament.began_at is None or not hands:
        return 1.0
    played = (tournament.paused_at or now) - tournament.began_at
    people = sum(each.seat is not None for each in tournament.entrants)
    assumed = assumed_seconds(pace, min(tournament.terms.seats, people / max(1, len(tournament.tables))))
    measured = max(0.0, played) / hands / assumed
    return (MEASURED_HANDS + hands * measured) / (MEASURED_HANDS + hands)


def expected(view: TournamentView) -> str:
    """Return how long it takes with those who are in, and the end if its start is planned (TN-52)."""
    tournament, pace = view.tournament, TOURNAMENT_FACES[view.game.key].pace
    count, starts_at = max(len(tournament.entrants), PLAYERS_MIN), view.plan.starts_at
    said = begun(words_ahead(tournament.terms, pace, count))
    words = ngettext("{time} with {count} player", "{time} with {count} players", count)
    if starts_at is not None:
        words = ngettext(
            "{time} with {count} player, over by <t:{at}:t>",
            "{time} with {count} players, over by <t:{at}:t>",
            count,
        )
    at = over_at(seconds_ahead(tournament.terms, pace, count), starts_at or 0)
    return words.format(time=said, count=count, at=at)


def over_by(view: TournamentView) -> str:
    """Return the time by which a running tournament is over, measured by what was played (TN-52)."""
    tournament, pace = view.tournament, TOURNAMENT_FACES[view.game.key].pace
    if tournament.paused_at is not None:
        return ""
    best = max(view.scores.values(), default=0)
    seconds = seconds_left(tournament, pace, view.acted_at, best)
    return _("Over by about <t:{at}:t>").format(at=over_at(seconds, view.acted_at))
