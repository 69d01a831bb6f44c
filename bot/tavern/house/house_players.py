"""Which of the house's people come to a table."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from itertools import count

from games.engine.chance.seals import Chance
from games.engine.core.character import Skill
from games.house_players import HOUSE_PLAYERS


def pick_name(taken: Collection[str], chance: Chance, skill: Skill | None = None) -> str:
    """Somebody who isn't at the table yet, of that skill if one is asked for; with a number if all are."""
    names = [each.name for each in HOUSE_PLAYERS.values() if skill in (None, each.skill)]
    free = [name for name in names if name not in taken]
    if free:
        return free[chance.below(len(free))]
    return f"{names[chance.below(len(names))]} {len(taken) + 1}"


def all_names() -> Iterator[str]:
    """Distinct names without end: first each as it is, then with a number."""
    yield from HOUSE_PLAYERS
    for number in count(2):
        yield from (f"{name} {number}" for name in HOUSE_PLAYERS)
