"""The time of house players' decisions at Stone Hand, over all house rules."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from itertools import product
from random import Random
from time import thread_time
from typing import get_args

from benchmarks.measure import Figure, at_most
from benchmarks.play import seeds
from games.engine.core.game import AnyGame
from games.engine.core.house_rules import RulesClash
from games.engine.provable_chance import Draw, Seal
from games.engine.table.play import answer, begin, deal, open_offers
from games.engine.table.seating import open_table, sit_down
from games.engine.table.table import Terms
from games.stone_hand.bot_player import HOMES
from games.stone_hand.game import STONE_HAND
from games.stone_hand.model import HomeThrow, HomeThrows, StoneHandRules

HANDS = 4
"""The rounds at a table."""
MILLISECONDS_MAX = 40
SEATS = (2, 3, 4)
SWITCHES = (False, True)


async def measure() -> list[Figure]:
    """Measure all decisions with a choice, at tables whose players have home throws."""
    random, secret, seconds = Random(11), seeds(), list[float]()  # noqa: S311 -- nobody plays these
    for rules, seats in product(_all_rules(), SEATS):
        _play(STONE_HAND, rules, random.sample(list(HOMES.values()), seats), secret, seconds)
    ordered = sorted(seconds)
    median, seldom, most = (1e3 * ordered[len(ordered) * part // 1000] for part in (500, 990, 999))
    words = f"{seldom:.0f} ms; the median {median:.1f}, one in a thousand {most:.0f}"
    what = f"a house player's choice at Stone Hand, 99 % of {len(ordered)}"
    return [at_most(what, words, f"{MILLISECONDS_MAX} ms", seldom / MILLISECONDS_MAX, 1)]


def _play(
    game: AnyGame, rules: StoneHandRules, homes: list[HomeThrow], secret: Iterator[str], seconds: list[float]
) -> None:
    terms = Terms(host=1, buy_in=game.usual_stake(rules), hands_max=HANDS)
    table = open_table(1, game, rules, terms, secret)
    for number, home in enumerate(homes, start=1):
        table = sit_down(table, game, number, f"p{number}", home).table
    table = begin(table, game, secret).table
    while table.phase != "closed":
        if table.hand is None:
            table = deal(table, game, secret).table
            continue
        seat, offers = next(iter(open_offers(table, game).items()))
        view, chance = game.recollection(table.hand.state, seat), Draw(Seal(next(secret)))
        started = thread_time()
        given = game.decide(view, offers, chance)
        if len(offers) > 1:
            seconds.append(thread_time() - started)
        table = answer(table, game, secret, seat, given).table


def _all_rules() -> Iterator[StoneHandRules]:
    switches = list(product(SWITCHES, repeat=4))
    for homes, (inverted, river, pool, arcade) in product(get_args(HomeThrows), switches):
        with suppress(RulesClash):
            yield StoneHandRules(homes, inverted, river, pool, arcade)
