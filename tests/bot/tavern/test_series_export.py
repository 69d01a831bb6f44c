"""The standings of a series as files."""

from __future__ import annotations

import csv
import io
import json
import re
from dataclasses import replace
from pathlib import Path

import pytest

from bot.tavern.tournament.series import SeriesView, as_csv, as_json
from games.tournament.series import Finish, SeriesTerms
from storage.tournaments.series import NamedFinish, Series, SeriesRound

ANN, GONE = 175928847299117063, -7
PAGE = Path(__file__).parents[3] / "docs" / "run" / "standings.md"


def view(name: str = "Ann") -> SeriesView:
    """Ann has won two of three tournaments, under another name at first; a forgotten player came second."""
    series = Series(3, 1, 9, "Winter", SeriesTerms((10, 6, 4), 1, 5), 0.0)
    rounds = tuple(
        SeriesRound(number, f"Cup {number}", "toy", "over", 1_795_813_445.9, 9, 1, 2) for number in (12, 13)
    )
    coming = SeriesRound(14, "Cup 14", "toy", "open", 0.0, 0, 1, 2)
    places = (
        NamedFinish(Finish(12, ANN, 1), "Anna"),
        NamedFinish(Finish(12, GONE, 2), "?"),
        NamedFinish(Finish(13, ANN, 2), name),
    )
    return SeriesView(series, (*rounds, coming), places)


def test_the_json_is_as_described() -> None:
    """TN-32: every field, ids as text, names as of then, times in UTC; who is forgotten has neither."""
    results = [
        {"tournament": 12, "name": "Anna", "place": 1, "points": 10, "counts": True},
        {"tournament": 13, "name": "Ann", "place": 2, "points": 6, "counts": False},
    ]
    gone = [{"tournament": 12, "name": "?", "place": 2, "points": 6, "counts": True}]

    assert json.loads(as_json(view())) == {
        "format": "taproom-series-1",
        "series": {
            "number": 3,
            "title": "Winter",
            "closed": False,
            "points": [10, 6, 4],
            "best_count": 1,
            "tournament_count": 5,
        },
        "tournaments": [
            {"number": n, "title": f"Cup {n}", "game": "toy", "ended": "2026-11-27T21:04:05Z", "players": 9}
            for n in (12, 13)
        ],
        "standings": [
            {"place": 1, "player": str(ANN), "name": "Ann", "points": 10, "results": results},
            {"place": 2, "player": None, "name": "?", "points": 6, "results": gone},
        ],
        "champions": [],
    }
    closed = replace(view(), series=replace(view().series, closed_at=1.0))
    assert json.loads(as_json(closed))["champions"] == [str(ANN)]


def fields(value: object) -> set[str]:
    """The names of all fields of something read from JSON."""
    if isinstance(value, list):
        return set().union(*map(fields, value))
    if isinstance(value, dict):
        return set(value).union(*map(fields, value.values()))
    return set()


def test_the_page_has_every_field() -> None:
    """The written file has the documented fields, and so has the page's example."""
    page = PAGE.read_text()
    example = re.search(r"```json\n(.+?)```", page, re.DOTALL)
    assert example is not None
    written = json.loads(as_json(view()))

    assert fields(json.loads(example[1])) == fields(written)
    assert {each for each in fields(written) if f"`{each}`" not in page} == set()


def test_the_csv_has_a_column_a_tournament() -> None:
    """A line a player, with points by tournament, counting or not; nothing where a player did not play."""
    rows = list(csv.reader(io.StringIO(as_csv(view()).decode("utf-8-sig"))))

    assert rows == [
        ["place", "name", "player", "points", "counted", "tournament 12", "tournament 13"],
        ["1", "Ann", f"<@{ANN}>", "10", "1", "10", "6"],
        ["2", "?", "", "6", "1", "6", ""],
    ]


@pytest.mark.parametrize("name", ["=1+1", "+1", "-1", "@SUM(A1)", " =1", "a;=1", "＝1"])
def test_no_name_is_a_formula(name: str) -> None:
    """Spreadsheets run what begins like that; an apostrophe makes it text."""
    rows = list(csv.reader(io.StringIO(as_csv(view(name)).decode("utf-8-sig"))))
    mark = re.search(r"[=+\-@＝]", name)
    assert mark is not None

    assert rows[1][1] == f"{name[: mark.start()]}'{name[mark.start() :]}"
