"""The wait for the coach's line and for a hint, on a core of which another process takes half.

Both are calculated in the one thread of the house players, before the press is answered.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from time import thread_time
from typing import Any, TypeAlias

from benchmarks.measure import Figure, at_most
from benchmarks.play import seeds
from games.catalog import GAMES
from games.engine.core.characters import MASTER
from games.engine.core.game import AnyGame, Seat
from games.engine.core.offers import Offer
from games.engine.provable_chance import Draw, Seal
from games.engine.table.play import answer, begin, deal, open_offers
from games.engine.table.seating import open_table, sit_down
from games.engine.table.table import AnyTable, TableChange, Terms

Offers: TypeAlias = tuple[Offer[Any], ...]
Question: TypeAlias = Callable[[AnyGame, object, Seat, Offers], None]
SEATS = 4
QUESTIONS = 1000
SHARE = 0.5
"""The thread's share of its core."""
SECONDS_MAX = 0.15


async def measure() -> list[Figure]:
    """Measure all games, with every question of a table put to a learner."""
    return [line for game in GAMES.values() for line in _of(game)]


def _of(game: AnyGame) -> list[Figure]:
    secret = seeds()
    coached: list[float] = []
    hinted: list[float] = []
    # Each question is put to the coach or for a hint, not to both, since results are cached.
    while len(hinted) < QUESTIONS:
        table = _begun(game, secret)
        while table.phase != "closed" and len(hinted) < QUESTIONS:
            is_coached = len(coached) <= len(hinted)
            ask, seconds = (_advise, coached) if is_coached else (_hint, hinted)
            table = _go_on(table, game, secret, ask, seconds).table
    return [_figure(f"coach at {game.title}", coached), _figure(f"hint at {game.title}", hinted)]


def _figure(what: str, seconds: list[float]) -> Figure:
    ordered = sorted(seconds)
    median, p99 = ordered[len(ordered) // 2], ordered[-len(ordered) // 100]
    words = f"{median * 1e3:.1f} ms, p99 {p99 * 1e3:.1f} ms"
    return at_most(f"{what}, p99", words, f"{SECONDS_MAX * 1e3:.0f} ms", p99 / SECONDS_MAX, 1)


def _begun(game: AnyGame, secret: Iterator[str]) -> AnyTable:
    table = open_table(1, game, game.house_rules(), Terms(host=1, buy_in=game.buy_in), secret)
    for number in range(1, SEATS + 1):
        table = sit_down(table, game, number, f"p{number}", None).table
    return begin(table, game, secret).table


def _go_on(
    table: AnyTable, game: AnyGame, secret: Iterator[str], ask: Question, seconds: list[float]
) -> TableChange:
    if table.hand is None:
        return deal(table, game, secret)
    state = table.hand.state
    seat, offers = next(iter(open_offers(table, game).items()))
    started = thread_time()
    ask(game, state, seat, offers)
    seconds.append((thread_time() - started) / SHARE)
    given = game.decide(game.recollection(state, seat), offers, Draw(Seal(next(secret))))
    return answer(table, game, secret, seat, given)


def _advise(game: AnyGame, state: object, seat: Seat, offers: Offers) -> None:
    game.advice(game.view(state, seat), offers)


def _hint(game: AnyGame, state: object, seat: Seat, offers: Offers) -> None:
    view = game.recollection(state, seat)
    given = game.decide(view, offers, Draw(Seal("ab" * 32)), MASTER)
    game.reason(view, offers, given, MASTER)
