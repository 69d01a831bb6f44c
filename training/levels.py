"""The distance between skills: each level's loss to the next one, with two seats (TB-12).

Each deal is played from both seats (`training/league.py`), so that both players have the same luck.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from multiprocessing import Pool

from games.engine.core.characters import Character, Skill
from training.catalog import setting
from training.league import Score, play

STEPS: tuple[tuple[Skill, Skill], ...] = (("regular", "master"), ("apprentice", "regular"))
"""The pairs of neighbouring skills, the weaker one first."""
HANDS: Mapping[str, int] = {
    "destiny": 7200,
    "knights_heads": 4000,
    "dividha": 7200,
    "stone_hand": 80_000,
}
"""The number of hands needed to prove that levels differ. A round of Stone Hand takes half a millisecond."""
APART = 3.0
"""The number of standard errors by which a level has to lose to the next."""


def step(key: str, weaker: Skill, stronger: Skill, hands: int, seed: str) -> Score:
    """Return the weaker skill's score against the stronger one."""
    return play(setting(key, 2), Character(weaker), Character(stronger), hands, seed)


def table(key: str, hands: int | None, seed: str) -> Iterator[str]:
    """Yield a line for each pair of skills, over this many hands, by default those of `HANDS`."""
    with Pool(len(STEPS)) as pool:
        matches = [(key, *each, hands or HANDS[key], f"skill {seed}") for each in STEPS]
        for (weaker, stronger), score in zip(STEPS, pool.starmap(step, matches), strict=True):
            apart = "apart" if score.errors < -APART else "not apart"
            yield f"{key}, {weaker} from {stronger}: {score}, {apart}"
