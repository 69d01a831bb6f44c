"""Runs measurements and prints their figures side by side: `python -m benchmarks actions` runs one.

A name may have a flag: `press --people` lasts some minutes.
"""

from __future__ import annotations

import asyncio
import re
import sys
from collections.abc import Awaitable, Callable, Mapping

from benchmarks import (
    actions,
    card_house,
    crowd,
    disk,
    hands,
    house,
    knights_hands,
    learner,
    load,
    long_reads,
    many,
    page,
    people,
    pictures,
    postgres,
    press,
    records,
    scale,
    screen,
    servers,
    start,
    stone_house,
    tournament,
)
from benchmarks.measure import Figure, report

MEASUREMENTS: Mapping[str, Callable[[], Awaitable[list[Figure]]]] = {
    "actions": actions.measure,
    "disk": disk.measure,
    "press": press.measure,
    "page": page.measure,
    "crowd": crowd.measure,
    "echo": people.at_once,
    "press --load": load.measure,
    "press --people": people.at_their_pace,
    "long_reads": long_reads.measure,
    "many": many.measure,
    "pictures": pictures.measure,
    "start": start.measure,
    "house": house.measure,
    "hands": hands.measure,
    "stone_house": stone_house.measure,
    "destiny_house": card_house.destiny,
    "dividha_house": card_house.dividha,
    "knights_hands": knights_hands.measure,
    "knights_house": card_house.knights_heads,
    "learner": learner.measure,
    "tournament": tournament.measure,
    "records": records.measure,
    "scale": scale.measure,
    "screen": screen.measure,
    "servers": servers.measure,
    "postgres": postgres.measure,
}


async def main(names: list[str]) -> None:
    """Run the named measurements, or all."""
    named = re.findall(r"\w+(?: --\w+)?", " ".join(names))
    lines = [line for name in named or MEASUREMENTS for line in await MEASUREMENTS[name]()]
    print(report(lines))


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1:]))
