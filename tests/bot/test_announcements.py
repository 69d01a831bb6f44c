"""Messages about a tournament, and the users whom they mention."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from bot.screens.tournament import announcements
from bot.screens.tournament.plan import act_line
from bot.tavern.tournament.tournament_tables import UNREADABLE as TOLD_WHY
from games.engine.core.game import Seat
from games.tournament.model import Entrant, Tournament, TournamentTerms
from games.tournament.orders import DealEnded, Ranked, SeatGiven
from storage.tournaments.tournaments import BY_ITSELF, ActKind, Author, TournamentAct
from tests.bot.tournament_screens import view_of

OUT = Entrant(12, "Ben", 1, standing="out", table=1)


def said_to_ben(place: int | None, **terms: Any) -> str:
    """Return the message to a player who has gone out."""
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


@pytest.mark.parametrize(
    ("kind", "author", "words"),
    [
        ("started", BY_ITSELF, "it began by itself · <t:5:f>"),
        ("called_off", Author(None, TOLD_WHY), f"it was called off · “{TOLD_WHY}” · <t:5:f>"),
        ("called_off", Author(13), "<@13> called it off · <t:5:f>"),
        ("removed", Author(-3, "a *row*"), "somebody unnamed took <@12> out · “a \\*row\\*” · <t:5:f>"),
    ],
)
def test_an_act_of_an_organiser_in_words(kind: ActKind, author: Author, words: str) -> None:
    """TN-19: it names the organiser and the reason; automatic changes name none."""
    player = 12 if kind == "removed" else None

    assert act_line(TournamentAct(1, 1, kind, player, 0, author, 5.0)) == words


@pytest.mark.parametrize(
    ("told", "place", "words"),
    [
        (5, 4, "<@12>, your place has changed from 5 to 4."),
        (3, 2, "<@12>, your place has changed from 3 to 2. There’s a prize for that."),
        (2, 3, "<@12>, your place has changed from 2 to 3. There’s no prize for that one."),
    ],
)
def test_another_place_than_was_told(told: int, place: int, words: str) -> None:
    """TN-19: with two prizes, a player who moves into them or out of them is told that too."""
    tournament = Tournament(
        TournamentTerms(6, 50, words=("a crown", "a cup")), "running", entrants=(OUT,) * 2
    )
    (call,) = announcements.at_tables(view_of(tournament), (Ranked(12, place, told),))

    assert call.lines == (words,)


def test_nobody_is_called_twice_by_one_message() -> None:
    """TN-14: Discord refuses a message that names a player twice (50035)."""
    sits = replace(OUT, standing="in", seat=Seat(2))
    tournament = Tournament(TournamentTerms(6, 50), phase="running", entrants=(sits,))
    (call,) = announcements.at_tables(view_of(tournament), (Ranked(12, 7), SeatGiven(12, 1, Seat(2), None)))

    assert call.players == (12,)


@pytest.mark.parametrize(
    ("ended", "words"),
    [
        (DealEnded(12), "No deal in The Cup: <@12> wants to play on."),
        (DealEnded(None), "No deal in The Cup: not everyone agreed in time, so play goes on."),
        (
            DealEnded(None, is_possible=False),
            "No deal in The Cup: you don’t all sit at one table any more, so play goes on.",
        ),
    ],
)
def test_why_there_is_no_deal(ended: DealEnded, words: str) -> None:
    """TN-46: all read whether a player plays on, time is up, or nobody could agree any more."""
    tournament = Tournament(TournamentTerms(6, 50), phase="running", entrants=(OUT,))
    view = view_of(tournament)
    named = replace(view, plan=replace(view.plan, title="The Cup"))
    (told,) = announcements.to_all(named, (ended,), "")

    assert told.lines == (words,)
