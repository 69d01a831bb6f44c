"""The length of a tournament, estimated before it begins and while it is played (TN-52).

Each hand moves chips between players. On average it increases the sum of the squares of all stacks by the sum
of the squares of the players' gains and losses. One player has all chips when the sum reaches the square of
all chips. The estimate simulates hands, level by level, until the sum is that large.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import ceil, sqrt

from bot.screens.catalog import TOURNAMENT_FACES
from bot.screens.core.naming import duration
from bot.screens.core.presenter import HandLength
from bot.screens.core.screen import capitalised
from bot.tavern.tournament.tournament_tables import TournamentView
from bot.text.translate import _, ngettext
from games.tournament.model import Tournament, TournamentTerms, break_after, level_at

PLAYERS_MIN = 2
"""The minimum number of entrants for a start."""
BETWEEN_SECONDS = 8
"""The seconds between two hands at a table."""
HANDS_MAX = 3000
"""A bound on the simulated hands; no tournament reaches it, since the stakes double from level to level."""
MEASURED_HANDS = 4
"""The number of hands after which the measured length of a hand weighs as much as the assumed one."""
WON_POINTS = 6.75
"""In a race, the leader's average points in a round times the number of players at the table."""
HOUR = 60
ROUND_SECONDS = 600
"""The end of a tournament is rounded up to ten minutes."""


@dataclass(slots=True)
class _Simulation:
    """A tournament that is simulated from here on."""

    terms: TournamentTerms
    pace: HandLength
    chips: float
    """The sum of all stacks."""
    squares: float
    """The sum of the squares of all stacks."""
    level: int
    hands: float = 0.0
    """The hands played at each table in this level."""
    level_left: float | None = None
    """The seconds left of this level, if levels are counted in minutes."""
    slowness: float = 1.0
    """The length of a hand, as a multiple of the assumed length."""

    def hand(self) -> float:
        """Simulate a hand at each table; return its seconds, including a break after it."""
        players_left = self.chips**2 / self.squares
        tables = max(1, ceil(players_left / self.terms.seats))
        unit = max(level_at(self.terms, self.level).ante, level_at(self.terms, self.level).big_blind, 1)
        table_chips, stack = self.chips / tables, self.chips / players_left
        squares_moved = self.pace.swing * unit**2 + self.pace.share * sqrt(unit / stack) * table_chips**2
        self.squares += tables * min(squares_moved, table_chips**2 / 2)
        seconds = self.slowness * assumed_seconds(self.pace, players_left / tables)
        return seconds + self._pass_level(seconds)

    def _pass_level(self, seconds: float) -> float:
        """Go on to the next level if the current one is over; return the seconds of a break between them."""
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
    """Return the assumed seconds of a hand with that number of players."""
    return BETWEEN_SECONDS + pace.player_seconds * max(players, 2.0)


def seconds_ahead(terms: TournamentTerms, pace: HandLength, players: int) -> float:
    """Return the expected seconds of a tournament with that number of players."""
    players = max(players, 2)
    if terms.goal is not None:
        return _limited(terms, _race_seconds(pace, min(players, terms.seats), terms.goal))
    seconds = 0.0
    while players > 1:
        tables = ceil(players / terms.seats)
        is_heat = terms.through is not None and tables > 1
        # All heats are played at the same time, so they last as long as one of them.
        starters = ceil(players / tables) if is_heat else players
        # At least one player of a heat does not go through.
        survivors = min(terms.through or 1, starters - 1) if is_heat else 1
        simulation = _Simulation(
            terms,
            pace,
            terms.chips * starters,
            starters * terms.chips**2,
            1,
            level_left=_level_seconds(terms),
        )
        seconds += _limited(terms, _until(simulation, survivors))
        players = min(tables * survivors, players - 1) if is_heat else 1
    return seconds


def seconds_left(tournament: Tournament, pace: HandLength, now: float, best: int = 0) -> float:
    """Return the expected seconds until a running tournament ends; `best` is the highest score of a race."""
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
        simulation = _Simulation(terms, pace, chips, squares, tournament.level, played, None, slowness)
        later_heats = seconds_ahead(terms, pace, heats * terms.through)
        seconds = _until(simulation, terms.through) + slowness * later_heats
    else:
        stacks = [each.chips for each in tournament.entrants if each.standing == "in" and each.chips]
        played = tournament.level_hands / max(1, len(tournament.tables))
        level_left = None if tournament.level_ends_at is None else max(0.0, tournament.level_ends_at - now)
        squares = sum(each**2 for each in stacks)
        simulation = _Simulation(
            terms, pace, sum(stacks), squares, tournament.level, played, level_left, slowness
        )
        seconds = _until(simulation, 1) if stacks else 0.0
    return seconds if limit is None else min(seconds, max(0.0, limit))


def words_ahead(terms: TournamentTerms, pace: HandLength, players: int) -> str:
    """Return the expected length of a tournament with that number of players as text: “about 2 hours”."""
    minutes = rounded(seconds_ahead(terms, pace, players)) // 60
    time = duration(60 * minutes)
    if minutes > HOUR and minutes % HOUR:
        time = _("{hours} h {minutes} min").format(hours=minutes // HOUR, minutes=minutes % HOUR)
    return _("about {time}").format(time=time)


def over_at(seconds: float, since: float) -> int:
    """Return the expected end in unix seconds, rounded up to ten minutes."""
    return ceil((since + seconds) / ROUND_SECONDS) * ROUND_SECONDS


def rounded(seconds: float) -> int:
    """Return a length rounded to a quarter of an hour; from two hours on to half an hour."""
    step = 900 if seconds < 2 * 3600 else 1800
    return max(1, round(seconds / step)) * step


def _until(simulation: _Simulation, survivors: int) -> float:
    """Return the simulated seconds until that number of players share all chips."""
    return sum(_hand_lengths(simulation, simulation.chips**2 / survivors))


def _hand_lengths(simulation: _Simulation, target: float) -> Iterator[float]:
    """Yield the seconds of each simulated hand until the sum of squares reaches the target."""
    for _hand in range(HANDS_MAX):
        # The last hand moves the last chips, so the sum need not reach the target exactly.
        if simulation.squares >= 0.999 * target:
            return
        yield simulation.hand()


def _race_seconds(pace: HandLength, size: int, points: int) -> float:
    rounds = max(1.0, points * size / WON_POINTS)
    return rounds * assumed_seconds(pace, size)


def _limited(terms: TournamentTerms, seconds: float) -> float:
    return seconds if terms.minutes_max is None else min(seconds, 60.0 * terms.minutes_max)


def _level_seconds(terms: TournamentTerms) -> float | None:
    return 60.0 * terms.level_length if terms.level_unit == "minutes" else None


def _slowness(tournament: Tournament, pace: HandLength, now: float) -> float:
    """Return the length of this tournament's hands, as a multiple of the assumed length; 1 before any."""
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
    """Return the expected length with the present entrants, and the end if the start is planned (TN-52)."""
    tournament, pace = view.tournament, TOURNAMENT_FACES[view.game.key].pace
    count, starts_at = max(len(tournament.entrants), PLAYERS_MIN), view.plan.starts_at
    length_text = capitalised(words_ahead(tournament.terms, pace, count))
    words = ngettext("{time} with {count} player", "{time} with {count} players", count)
    if starts_at is not None:
        words = ngettext(
            "{time} with {count} player, over by <t:{at}:t>",
            "{time} with {count} players, over by <t:{at}:t>",
            count,
        )
    ends_at = over_at(seconds_ahead(tournament.terms, pace, count), starts_at or 0)
    return words.format(time=length_text, count=count, at=ends_at)


def over_by(view: TournamentView) -> str:
    """Return when a running tournament is expected to end, as text (TN-52); empty while it is paused."""
    tournament, pace = view.tournament, TOURNAMENT_FACES[view.game.key].pace
    if tournament.paused_at is not None:
        return ""
    best = max(view.scores.values(), default=0)
    seconds = seconds_left(tournament, pace, view.acted_at, best)
    return _("Over by about <t:{at}:t>").format(at=over_at(seconds, view.acted_at))
