"""The gains of plain plans from weak house players, beside a master's gains with the same cards.

A plan that ignores the cards should never gain more than a master would with the same cards, at a newcomer's
table or against apprentices, with any stack. The plans and the master play the same evenings (`league.py`),
so that only their play is different. Standard errors are calculated from evenings.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from multiprocessing import Pool
from statistics import fmean, stdev

from games.bot_characters import HOUSE_PLAYERS, suits_beginners
from games.engine.core.characters import MASTER, Character
from training.catalog import setting
from training.league import deals
from training.opponents import SIMPLE, Plan

PLANS = ("pot", "all-in", "half", "least", "call")
STACKS = (10, 25, 50)
"""The stacks that are tried, in smallest bets; all seats have the same."""
UNITS: Mapping[str, int] = {"destiny": 2, "knights_heads": 2, "dividha": 2}
"""The smallest bet by the usual house rules."""
COMPANIES: Mapping[str, Sequence[Character]] = {
    "newcomers' company": [each.character for each in HOUSE_PLAYERS.values() if suits_beginners(each)],
    "apprentices": [each.character for each in HOUSE_PLAYERS.values() if each.skill == "apprentice"],
}


def evening(key: str, seats: int, stack: int, company: str, name: str) -> dict[str, float]:
    """Return the mean gain per hand of each plan and of a master in one evening, in smallest bets."""
    where = setting(key, seats, stacks=[stack * UNITS[key]])
    players: Mapping[str, Plan | Character] = {"master": MASTER, **{plan: SIMPLE[plan] for plan in PLANS}}
    return {
        plan: fmean(deals(where, player, COMPANIES[company], name, [])) for plan, player in players.items()
    }


def table(key: str, seats: Sequence[int], evenings: int, seed: str) -> Iterator[str]:
    """Yield lines: each plan's gain per hand, and its gain beyond a master's."""
    with Pool() as pool:
        for count in seats:
            for company in COMPANIES:
                for stack in STACKS:
                    names = [f"{seed} {number}" for number in range(evenings)]
                    played = pool.map(partial(evening, key, count, stack, company), names, chunksize=1)
                    yield from lines(f"{key}, {count} seats, {company}, stacks of {stack}", played)


def lines(where: str, played: Sequence[Mapping[str, float]]) -> Iterator[str]:
    """Yield the lines of a table from the gains of each evening."""
    yield f"{where}, master: {_mean([each['master'] for each in played])}"
    for plan in PLANS:
        gains = _mean([each[plan] for each in played])
        beyond = _mean([each[plan] - each["master"] for each in played])
        yield f"{where}, {plan}: {gains} a hand, beyond a master {beyond} (aim: ≤ 0)"


def _mean(numbers: Sequence[float]) -> str:
    """Return the mean with its standard error as text."""
    return f"{fmean(numbers):+.2f} ± {stdev(numbers) / len(numbers) ** 0.5:.2f}"
