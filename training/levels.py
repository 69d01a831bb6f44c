"""How far skills are apart: what one level of house players gains from the next, with two seats (TB-12).

Both play the same deals from either seat (`training/league.py`), so that equal luck says most.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from multiprocessing import Pool

from games.engine.core.names import Character, Skill
from training.catalog import setting
from training.league import Score, play

STEPS: tuple[tuple[Skill, Skill], ...] = (("regular", "master"), ("apprentice", "regular"))
"""Who loses to whom."""
HANDS: Mapping[str, int] = {
    "destiny": 7200,
    "knights_heads": 4000,
    "dividha": 7200,
    "stone_hand": 80_000,
}
"""So many tell levels apart. A round of Stone Hand takes half a millisecond."""
APART = 3.0
"""By so many standard errors a level loses to the next."""


def step(key: str, weaker: Skill, stronger: Skill, hands: int, seed: str) -> Score:
    """What the weaker gains from the stronger."""
    return play(setting(key, 2), Character(weaker), Character(stronger), hands, seed)


def table(key: str, hands: int | None, seed: str) -> Iterator[str]:
    """A line for each step, over so many hands or as many as tell levels apart."""
    with Pool(len(STEPS)) as pool:
        matches = [(key, *each, hands or HANDS[key], f"skill {seed}") for each in STEPS]
        for (weaker, stronger), score in zip(STEPS, pool.starmap(step, matches), strict=True):
            apart = "apart" if score.errors < -APART else "not apart"
            yield f"{key}, {weaker} from {stronger}: {score}, {apart}"
