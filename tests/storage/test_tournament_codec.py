"""Tournaments to JSON and back."""

from __future__ import annotations

import pytest

from games.tournament.model import Tournament, TournamentChange
from storage.db.codec import Codec
from tests.games.tournament.evening import Evening
from tests.laws.chaos import Chaos

CODEC: Codec[Tournament] = Codec(Tournament)


@pytest.mark.parametrize("seed", range(8))
def test_reading_gives_back_what_was_written(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Law 3: `decode(encode(tournament)) == tournament` at every step."""
    seen: list[Tournament] = []
    takes = Evening.takes

    def watched(evening: Evening, change: TournamentChange) -> Evening:
        seen.append(change.tournament)
        return takes(evening, change)

    monkeypatch.setattr(Evening, "takes", watched)
    Chaos(9, seed).play()

    assert len(seen) > 10
    for tournament in seen:
        assert CODEC.decode(CODEC.encode(tournament)) == tournament
