"""The time of house players' decisions at the card games, at a table of six."""

from __future__ import annotations

from collections.abc import Iterator
from time import thread_time

from benchmarks.measure import Figure, at_most
from benchmarks.play import seeds
from games.destiny.game import DESTINY
from games.dividha.game import DIVIDHA
from games.engine.core.game import AnyGame
from games.engine.provable_chance import Draw, Seal
from games.engine.table.play import answer, begin, deal, open_offers
from games.engine.table.seating import open_table, sit_down
from games.engine.table.table import AnyTable, TableChange, Terms
from games.knights_heads.game import KNIGHTS_HEADS

SEATS = 6
HANDS = 100
SECONDS_MAX = 0.15


async def destiny() -> list[Figure]:
    """Measure Destiny."""
    return [_decisions(DESTINY)]


async def knights_heads() -> list[Figure]:
    """Measure Knights' Heads."""
    return [_decisions(KNIGHTS_HEADS)]


async def dividha() -> list[Figure]:
    """Measure Dividha."""
    return [_decisions(DIVIDHA)]


def _decisions(game: AnyGame) -> Figure:
    """Measure the decisions of some games, the very first included."""
    secret, seconds, hands = seeds(), list[float](), 0
    while hands < HANDS:
        table = _begun(game, secret)
        while table.phase != "closed":
            table = _go_on(table, game, secret, seconds).table
        hands += table.hands
    first, ordered = seconds[0], sorted(seconds)
    median, seldom, most = ordered[len(ordered) // 2], ordered[-len(ordered) // 50], ordered[-1]
    words = f"{median * 1e3:.1f} ms, seldom above {seldom * 1e3:.0f} ms; the first {first * 1e3:.0f} ms"
    what = f"a house player's decision at {game.title}, the longest"
    return at_most(f"{what} of {len(ordered)}", words, f"{SECONDS_MAX * 1e3:.0f} ms", most / SECONDS_MAX, 1)


def _begun(game: AnyGame, secret: Iterator[str]) -> AnyTable:
    terms = Terms(host=1, buy_in=game.buy_in, hands_max=HANDS)
    table = open_table(1, game, game.house_rules(), terms, secret)
    for number in range(1, SEATS + 1):
        table = sit_down(table, game, number, f"p{number}", None).table
    return begin(table, game, secret).table


def _go_on(table: AnyTable, game: AnyGame, secret: Iterator[str], seconds: list[float]) -> TableChange:
    if table.hand is None:
        return deal(table, game, secret)
    seat, offers = next(iter(open_offers(table, game).items()))
    view, chance = game.recollection(table.hand.state, seat), Draw(Seal(next(secret)))
    started = thread_time()
    given = game.decide(view, offers, chance)
    seconds.append(thread_time() - started)
    return answer(table, game, secret, seat, given)
