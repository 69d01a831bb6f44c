"""How long a house player of Knights' Heads takes to decide, at a table of six."""

from __future__ import annotations

from collections.abc import Iterator
from time import thread_time

from benchmarks.measure import Line, told
from benchmarks.play import seeds
from games.engine.chance import Draw, Seal
from games.engine.game import AnyGame
from games.engine.lobby import open_table, sit_down
from games.engine.play import answer, begin, deal, open_offers
from games.engine.table import AnyTable, Change, Terms
from games.knights_heads.game import KNIGHTS_HEADS

GAME: AnyGame = KNIGHTS_HEADS
SEATS = 6
HANDS = 100


async def measure() -> list[Line]:
    """The decisions of some games, the very first among them."""
    secret, seconds, hands = seeds(), list[float](), 0
    while hands < HANDS:
        table = _begun(secret)
        while table.phase != "closed":
            table = _go_on(table, secret, seconds).table
        hands += table.hands
    first, ordered = seconds[0], sorted(seconds)
    median, most = ordered[len(ordered) // 2], ordered[-len(ordered) // 50]
    words = f"{median * 1e3:.1f} ms, seldom above {most * 1e3:.0f} ms; the first {first * 1e3:.0f} ms"
    return [told("a house player's decision at Knights' Heads", words)]


def _begun(secret: Iterator[str]) -> AnyTable:
    terms = Terms(host=1, buy_in=GAME.buy_in, hands_max=HANDS)
    table = open_table(1, GAME, GAME.house_rules(), terms, secret)
    for number in range(1, SEATS + 1):
        table = sit_down(table, GAME, number, f"p{number}", None).table
    return begin(table, GAME, secret, None).table


def _go_on(table: AnyTable, secret: Iterator[str], seconds: list[float]) -> Change:
    if table.hand is None:
        return deal(table, GAME, secret, None)
    seat, offers = next(iter(open_offers(table, GAME).items()))
    view, chance = GAME.view(table.hand.state, seat), Draw(Seal(next(secret)))
    started = thread_time()
    given = GAME.decide(view, offers, chance)
    seconds.append(thread_time() - started)
    return answer(table, GAME, secret, seat, given)
