"""The referees' findings in all scripted hands, for every viewer and any change (TB-13)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from typing import Any

import pytest

from games.engine.history import MalformedInput
from games.tools.replay import to_file
from games.tools.simulation import LineRefused
from games.tools.verify import verify
from tests.games import retold
from tests.games.played import PLAYED
from tests.games.scripted import Scripted
from tests.games.stone_hand.referee import ROUNDS, found, told


@pytest.mark.parametrize(
    "play",
    [play for hands in PLAYED.values() for play in hands],
    ids=[f"{key}-{play.__name__}" for key, hands in PLAYED.items() for play in hands],
)
def test_a_right_hand(play: Callable[[], Scripted[Any, Any]]) -> None:
    """TB-13: a hand played by the rules checks out, for all who may have it."""
    hand = play()

    assert hand.is_over
    for player in (None, *retold.PEOPLE):
        assert verify(to_file(retold.told(hand, player))).faults == ()


@pytest.mark.parametrize("part", ["beginning", "end"])
@pytest.mark.parametrize("name", ROUNDS)
def test_other_views(name: str, part: str) -> None:
    """TB-13: whatever the first or the last view says otherwise is found, or no round begins so."""
    told_of = told(ROUNDS[name]())
    view = getattr(told_of, part)
    for place, value in values_in(view):
        other = replace(told_of, **{part: changed_at(view, place, otherwise(value))})
        with suppress(MalformedInput):
            assert found(other) != [], f"{place} of the {part}"


@pytest.mark.parametrize("key", PLAYED)
def test_other_beginnings_of_a_dealt_hand(key: str) -> None:
    """TB-13: whatever the first view of a hand says otherwise is found or refused, and breaks nothing."""
    right = retold.told(PLAYED[key][0]())
    # A viewer's usual split was chosen before, and no file can prove it.
    of_hand = [each for each in values_in(right.beginning) if each[0] != ("own", "percent")]
    for place, value in of_hand:
        other = replace(right, beginning=changed_at(right.beginning, place, otherwise(value)))
        with suppress(LineRefused):
            assert verify(to_file(other)).faults != (), f"{place} of the beginning"


def values_in(view: Any, place: tuple[Any, ...] = ()) -> Iterator[tuple[tuple[Any, ...], Any]]:
    """Every value of a view, and where it stands."""
    if isinstance(view, dict | list):
        for key, inner in view.items() if isinstance(view, dict) else enumerate(view):
            yield from values_in(inner, (*place, key))
    elif not isinstance(view, str):
        yield place, view


def otherwise(value: bool | int | None) -> bool | int:  # noqa: FBT001
    """Another value that may stand in its place."""
    if isinstance(value, bool):
        return not value
    return 1 if value is None else value + 1


def changed_at(view: Any, place: tuple[Any, ...], value: object) -> Any:
    """A view that says something else in one place."""
    if not place:
        return value
    changed_view = view.copy()
    changed_view[place[0]] = changed_at(view[place[0]], place[1:], value)
    return changed_view
