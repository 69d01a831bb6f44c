"""The time of a house player's decision from its seat's view."""

from __future__ import annotations

from itertools import islice
from time import perf_counter

from benchmarks.measure import Figure, told
from benchmarks.play import answer, begun, seeds, tavern
from games.engine.provable_chance import Draw, Seal
from games.engine.table.play import open_offers

DECISIONS = 200


async def measure() -> list[Figure]:
    """Measure the decisions of a game, one after the other."""
    seconds: list[float] = []
    async with tavern() as at:
        seen = await begun(at)
        for number, seed in enumerate(islice(seeds(), DECISIONS), start=1000):
            ((seat, offers),) = open_offers(seen.table, seen.game).items()
            assert seen.table.hand is not None
            started = perf_counter()
            view = seen.game.recollection(seen.table.hand.state, seat)
            seen.game.decide(view, offers, Draw(Seal(seed)))
            seconds.append(perf_counter() - started)
            seen = await answer(at, seen, number)
    seconds.sort()
    median, most = seconds[DECISIONS // 2], seconds[-DECISIONS // 50]
    return [told("a house player's decision", f"{median * 1e6:.0f} us, seldom above {most * 1e6:.0f} us")]
