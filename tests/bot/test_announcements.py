"""What people are told of a tournament, and whom a message calls."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from bot.screens.tournament import announcements
from games.engine.core.game import Seat
from games.tournament.model import Entrant, Tournament, TournamentTerms
from games.tournament.orders import Ranked, SeatGiven
from tests.bot.test_tournament_screens import view_of

OUT = Entrant(12, "Ben", 1, standing="out", table=1)


def said_to_ben(place: int | None, **terms: Any) -> str:
    """What somebody is told who has gone out."""
    tournament = Tournament(TournamentTerms(6, 50, **terms), phase="running", entrants=(OUT,))
    (call,) = announcements.at_tables(view_of(tournament), (Ranked(12, place),))
    return "".join(call.lines)


@pytest.mark.parametrize(
    ("place", "terms", "words"),
    [
        (7, {}, "<@12>, you’re out, in place 7."),
        (7, {"through": 1}, "<@12>, you’re out, in place 7."),
        (
            None,
            {"through": 1},
            "<@12>, you’re out. Your final place will be announced when all heats are over.",
        ),
        (
            None,
            {"late_until": 3},
            "<@12>, you’re out. Your final place will be announced when entries close.",
        ),
    ],
)
def test_the_sentence_fits_the_format(place: int | None, terms: dict[str, int], words: str) -> None:
    """TN-8, TN-14: a place waits for the other heats, or for the end of entries."""
    assert said_to_ben(place, **terms) == words


def test_nobody_is_called_twice_by_one_message() -> None:
    """TN-14: Discord refuses a message that names somebody twice (50035)."""
    sits = replace(OUT, standing="in", seat=Seat(2))
    tournament = Tournament(TournamentTerms(6, 50), phase="running", entrants=(sits,))
    (call,) = announcements.at_tables(view_of(tournament), (Ranked(12, 7), SeatGiven(12, 1, Seat(2), None)))

    assert call.players == (12,)
