"""The numbers of all hands of Knights' Heads by rank: counted, not sampled.

`python -m benchmarks.knights_odds` prints the numbers of games/knights_heads/odds.py; with `--write` it
writes the page docs/play/knights-heads-odds.md from them as well.

Ten cards are split by face: each number of cards of one face can be chosen in so many ways, with both notable
cards or not, and with so many women. The nine faces are multiplied out. The tests' plain judge, which shares
nothing with the game's own table, ranks each combination.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from itertools import product
from math import comb
from pathlib import Path

from games.knights_heads.hands import HANDS, HANDS_TOTAL, ODDS, odds
from tests.games.knights_heads.judge import FACES, is_notable, is_woman, number

HAND_SIZE = 10
DOCS = Path(__file__).parents[1] / "docs" / "play" / "knights-heads-odds.md"
Ways = Counter[tuple[int, int]]
"""The numbers of choices, by sets of twins and women."""


def main(arguments: list[str]) -> None:
    """Count and print, and write the page on request."""
    counted = count()
    print("\n".join(f"    {each}: {counted[each]:_}," for each in sorted(counted)))
    if "--write" in arguments:
        DOCS.write_text(page(), encoding="utf-8")


def count() -> Counter[int]:
    """Return the number of hands of each of the 27 ranks."""
    found: Counter[int] = Counter()
    for faces, ways in _combinations({}, FACES, HAND_SIZE, Counter({(0, 0): 1})):
        for (twins, women), times in ways.items():
            found[number(faces, twins, women)] += times
    return found


def page() -> str:
    """Return the page with its table."""
    rows = [
        f"| {hand.number if hand.number < len(HANDS) else '-'} | {hand.name} | {ODDS[hand.number]:,} "
        f"| {_share(ODDS[hand.number])} |"
        for hand in HANDS
    ]
    return HEAD + "\n".join(rows) + TAIL


HEAD = f"""# Knights' Heads: the odds

Ten cards of 104 can be dealt in {HANDS_TOTAL:,} ways. The table shows how many of these deals make each hand,
counted as the highest hand they contain, and how rare that is. Players exchange three cards, so
good hands are more common at a table.

| no. | hand | deals | one in |
| --- | --- | ---: | ---: |
"""
TAIL = f"""

If the house rules don't count a Triplet, its deals are Rabble: {odds(27, triplet_counts=False):,} in all.

The numbers are exact. `python -m benchmarks.knights_odds` computes them: it enumerates all ways to distribute
ten cards over nine faces and multiplies out the choices of cards for each, by the
number of twins and of women. `make soak` deals three million hands and compares.
"""


def _share(times: int) -> str:
    rounded = HANDS_TOTAL / times
    return f"{rounded:,.0f}" if rounded >= 100 else f"{rounded:.1f}"


def _combinations(
    faces: dict[str, int], left: str, cards: int, ways: Ways
) -> Iterator[tuple[dict[str, int], Ways]]:
    if not left:
        if not cards:
            yield faces, ways
        return
    for taken in range(cards + 1):
        of_face = _CHOICES[left[0]][taken]
        if of_face:
            yield from _combinations(
                {**faces, left[0]: taken}, left[1:], cards - taken, _multiplied(ways, of_face)
            )


def _multiplied(ways: Ways, others: Ways) -> Ways:
    product_of_both: Ways = Counter()
    for ((twins, women), times), ((more_twins, more_women), more_times) in product(
        ways.items(), others.items()
    ):
        product_of_both[twins + more_twins, women + more_women] += times * more_times
    return product_of_both


def _choices(face: str) -> list[Ways]:
    """Return the choices by the number of cards of a face, with both notable cards or not."""
    cards = [f"{face}{each:02}" for each in range(1, 9 if face == "K" else 13)]
    notable = [card for card in cards if is_notable(card)]
    plain_women = sum(is_woman(card) for card in cards if not is_notable(card))
    plain_men = len(cards) - len(notable) - plain_women
    found: list[Ways] = [Counter() for _ in range(HAND_SIZE + 1)]
    for chosen, women, men in product(_subsets(notable), range(plain_women + 1), range(plain_men + 1)):
        taken = len(chosen) + women + men
        if taken <= HAND_SIZE:
            all_women = women + sum(map(is_woman, chosen))
            times = comb(plain_women, women) * comb(plain_men, men)
            found[taken][int(len(chosen) == len(notable)), all_women] += times
    return found


def _subsets(cards: list[str]) -> list[list[str]]:
    return [[], [cards[0]], [cards[1]], cards]


_CHOICES = {face: _choices(face) for face in FACES}


if __name__ == "__main__":
    main(sys.argv[1:])
