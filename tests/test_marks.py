"""The marks of the code's structure (`make marks`), as far as they hold and are quick to count."""

from __future__ import annotations

from benchmarks import features, marks


def test_circles_are_found() -> None:
    """Modules that reach each other, also by way of a third, are a circle; one that only asks is in none."""
    graph = {"a": {"b"}, "b": {"c"}, "c": {"a"}, "d": {"a"}}

    assert marks.circles(graph) == [["a", "b", "c"]]
    assert marks.circles({"a": {"b"}, "b": set()}) == []


def test_discord_is_imported_where_the_architecture_page_says() -> None:
    """No other module imports discord.py: a frontend can be added beside it."""
    assert marks.discord_strangers(marks._paths(marks.FOLDERS)) == set()


def test_every_feature_has_code_and_a_page() -> None:
    """A pattern that finds no module counts nothing, and users find no feature that no page shows."""
    rows = list(features.rows())

    assert [row.name for row in rows if not row.lines or not row.test_lines] == []
    assert [row.name for row in rows if not row.shown] == []
