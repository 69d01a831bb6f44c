"""What people's records cost an action: the CPU that counting takes, in all that an action takes.

Four people answer as house players would, so that hands end as often as they do in play. Everything that a
press does is in it but Discord, and not what house players think.
"""

from __future__ import annotations

from time import process_time, thread_time

from benchmarks.measure import Figure, at_most
from benchmarks.play import CHANNEL, PLAYERS, press, tavern
from bot.tavern import actions
from bot.tavern.actions import Act
from bot.tavern.table_state import TableState
from bot.tavern.tables import Tavern
from games.catalog import GAMES
from games.engine.core.game import AnyGame
from games.engine.fairness.chance import Draw, Seal
from games.engine.table.play import open_offers
from games.engine.table.table import Change, Terms
from storage import records
from storage.transaction import Transaction

ACTIONS = 400
"""Of each game."""
AIM = 0.05


async def measure() -> list[Figure]:
    """All four games in one line."""
    count, seconds = records.count, 0.0

    def timed(tx: Transaction, server: int, change: Change, at: float) -> None:
        nonlocal seconds
        began = thread_time()
        count(tx, server, change, at)
        seconds += thread_time() - began

    records.count = timed
    try:
        whole = sum([await _of_game(game) for game in GAMES.values()])
    finally:
        records.count = count
    ours, beside = (f"{1e6 * each / ACTIONS / len(GAMES):.0f} us" for each in (seconds, whole))
    return [at_most("CPU of people's records, in that of an action", ours, beside, seconds / whole, AIM)]


async def _of_game(game: AnyGame) -> float:
    seconds = 0.0
    async with tavern() as at:
        seen = await _begun(at, game)
        for number in range(1000, 1000 + ACTIONS):
            player, act = _choose(seen, number)
            began = process_time()
            seen = await at.act(press(number, player), seen.table.id, act)
            seconds += process_time() - began
    return seconds


async def _begun(at: Tavern, game: AnyGame) -> TableState:
    host, *others = PLAYERS
    terms = Terms(host, buy_in=100_000, turn_seconds=86_400, money="practice")
    opened = await at.open_table(press(1, host), CHANNEL, game, game.house_rules(), terms)
    for number, player in enumerate(others, 2):
        await at.act(press(number, player), opened.table.id, actions.sit_down)
    return await at.act(press(9, host), opened.table.id, actions.begin)


def _choose(seen: TableState, number: int) -> tuple[int, Act]:
    """Answer as a house player would, or have the next hand dealt."""
    table = seen.table
    if table.hand is None:
        return PLAYERS[0], actions.deal
    (seat, offers), *_ = open_offers(table, seen.game).items()
    chance = Draw(Seal(f"{number:064x}"))
    given = seen.game.decide(seen.game.recollection(table.hand.state, seat), offers, chance)
    player = table.seated(seat).player
    assert player is not None
    return player, actions.answer(seat, given)
