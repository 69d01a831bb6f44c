"""Lists of players as organisers paste them (TN-50)."""

from __future__ import annotations

import pytest

from bot.tavern.tournament.player_list import LISTED_MAX, NobodyListed, TooManyListed, read_list

ANN, BEN = "175928847299117063", "175928847299117064"


@pytest.mark.parametrize(
    ("text", "people"),
    [
        (f"<@{ANN}> <@!{BEN}>", (ANN, BEN)),
        (f"{ANN}\n{BEN}\n{ANN}", (ANN, BEN)),
        ("@ann, ben\n\n  Cora the Tall  \n", ("ann", "ben", "Cora the Tall")),
        ("ann;ben", ("ann", "ben")),
        (f"ann, {BEN}, <@{ANN}>", ("ann", BEN, ANN)),
        # The list that a tournament's own export is: by its ids, and the house's people by nothing.
        (
            f"\ufeffplace,name,player,id\n1,Ann,<@{ANN}>,{ANN}\n2,Ben,,{BEN}",
            (ANN, BEN),
        ),
        ("team;name\nRed;ann\nBlue;ben", ("ann", "ben")),
        # What looks like a year, or a place, is a name and no id.
        ("2026", ("2026",)),
    ],
)
def test_people_of_a_list(text: str, people: tuple[str, ...]) -> None:
    """Mentions, ids and names, a line each, with commas, or as a table; each person once."""
    assert read_list(text) == people


def test_a_list_of_nobody_and_of_too_many() -> None:
    """Both are refused, and nothing is cut off in silence."""
    with pytest.raises(NobodyListed):
        read_list(" \n,\n")
    with pytest.raises(TooManyListed):
        read_list("\n".join(f"p{number}" for number in range(LISTED_MAX + 1)))
