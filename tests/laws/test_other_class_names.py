"""A class may get another name: what buttons, house players and programs rest on stays as it is."""

from __future__ import annotations

from games.engine.core.offers import Number, Pick, Press, Split


def test_programs_know_offers_by_their_wire_names() -> None:
    """TB-27: the four kinds of offers are told to programs by these words."""
    assert [each.wire for each in (Press, Number, Pick, Split)] == ["press", "number", "pick", "split"]
