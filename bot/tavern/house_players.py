"""Names of house players."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from itertools import count

from games.engine.fairness.chance import Chance

NAMES = (
    "Old Marta", "Tall Pim", "Red Osk", "Aunt Wil", "Jory", "Little Bess", "Hob the Cooper", "Sella",
    "Captain Dun", "Mirre", "Grey Toma", "Anselm", "Quick Nan", "Father Brock", "Ilse", "Round Piet",
    "Fenna", "Lame Rolf", "Sweet Ada", "Uncle Vask",
)  # fmt: skip


def pick_name(taken: Collection[str], chance: Chance) -> str:
    """A name that nobody at the table has; with a number if all are taken."""
    free = [name for name in NAMES if name not in taken]
    if free:
        return free[chance.below(len(free))]
    return f"{NAMES[chance.below(len(NAMES))]} {len(taken) + 1}"


def all_names() -> Iterator[str]:
    """Distinct names without end: first each as it is, then with a number."""
    yield from NAMES
    for number in count(2):
        yield from (f"{name} {number}" for name in NAMES)
