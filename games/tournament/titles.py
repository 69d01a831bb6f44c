"""The titles of tournaments (TB-21)."""

from __future__ import annotations

from games.engine.core.sentences import phrase
from games.engine.core.titles import earned_by

ENTERED, PODIUM, FIRST, FULL_HALL = "entered", "podium", "first", "first_of_full_hall"
PODIUM_PLACES, PODIUM_PLAYERS, FULL_HALL_PLAYERS = 3, 6, 12

TITLES = (
    earned_by(
        "tournament_entered", phrase("In the Lists"), phrase("played a tournament to its end"), ENTERED
    ),
    earned_by(
        "tournament_podium",
        phrase("On the Podium"),
        phrase("was among the first three at a tournament of six or more players"),
        PODIUM,
    ),
    earned_by("tournament_first", phrase("Champion"), phrase("won a tournament"), FIRST),
    earned_by("tournament_twice", phrase("Twice Champion"), phrase("won two tournaments"), FIRST, times=2),
    earned_by(
        "tournament_full_hall",
        phrase("Champion of a Full Hall"),
        phrase("won a tournament of twelve or more players"),
        FULL_HALL,
    ),
)


def words_of(place: int, players: int) -> frozenset[str]:
    """What somebody did who came to that place, of so many."""
    derived = {
        PODIUM: place <= PODIUM_PLACES and players >= PODIUM_PLAYERS,
        FIRST: place == 1,
        FULL_HALL: place == 1 and players >= FULL_HALL_PLAYERS,
    }
    return frozenset((ENTERED, *(word for word, is_so in derived.items() if is_so)))
