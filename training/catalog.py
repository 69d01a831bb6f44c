"""The games with a league, listed by hand: how their cards are valued, and their own opponents."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import cycle, islice
from typing import Any

from games.catalog import GAMES
from games.engine.core.characters import Character
from games.engine.core.game import Seat
from training import destiny, dividha, knights_heads
from training.league import Setting
from training.opponents import SIMPLE, Plan, Sense, beginner


def pot_taken(end: Any, seat: Seat, stack: int) -> Mapping[str, float]:
    """Return the share of the pot that a seat won; the seat began the hand with `stack` chips."""
    betting = end.betting
    won = betting.stake(seat).stack - stack + betting.staked_by(seat)
    return {"pot": won / sum(each.amount for each in betting.staked)}


@dataclass(frozen=True, slots=True)
class _LeagueRecord:
    sense: Callable[[Any], Sense]
    last_stage: str
    opponents: Mapping[str, Plan]
    beginner: Plan = beginner
    unit: Callable[[Any], int] = lambda state: state.betting.bet_min
    taken: Callable[[Any, Seat, int], Mapping[str, float]] = pot_taken
    is_learned: Callable[[Any, Character], bool] = lambda *_: True


_RECORDS: Mapping[str, _LeagueRecord] = {
    "destiny": _LeagueRecord(destiny.sense, destiny.LAST_STAGE, {**SIMPLE, **destiny.FITTED}),
    "knights_heads": _LeagueRecord(
        knights_heads.sense,
        knights_heads.LAST_STAGE,
        {**SIMPLE, **knights_heads.FITTED},
        is_learned=knights_heads.is_learned,
    ),
    "dividha": _LeagueRecord(
        dividha.sense, dividha.LAST_STAGE, {**SIMPLE, **dividha.FITTED}, dividha.beginner, taken=dividha.taken
    ),
    # It has no bets, so it has no opponents with plans; only skills are compared.
    "stone_hand": _LeagueRecord(lambda _: Sense(0.5), "", {}, unit=lambda state: state.rules.unit),
}
SKILLED = tuple(_RECORDS)
"""The games in which skills are compared."""
LEAGUES = tuple(key for key, record in _RECORDS.items() if record.opponents)
"""The games with simple opponents: those with bets."""


def setting(
    key: str, seats: int, rules: object = None, stacks: Sequence[int] = (), purse: int | None = None
) -> Setting:
    """Return the setting of a game's league: by default the usual house rules and the usual stake.

    If there are fewer stacks than seats, they are repeated from seat to seat. `purse` is the challenger's
    stack, by default that of its seat.
    """
    game, record = GAMES[key], _RECORDS[key]
    played_rules = game.house_rules() if rules is None else rules
    by_seat = tuple(islice(cycle(stacks or [game.usual_stake(played_rules)]), seats))
    return Setting(game, played_rules, seats, by_seat, record.sense, record.last_stage, record.unit, purse)


def opponents(key: str) -> Mapping[str, Plan]:
    """Return all opponents of a game, the simple ones first."""
    return _RECORDS[key].opponents


def newcomer(key: str) -> Plan:
    """Return the plan by which a beginner bets."""
    return _RECORDS[key].beginner


def is_learned(key: str, view: Any, character: Character) -> bool:
    """Return True unless a house player has to answer by a fallback, since training never met such a view."""
    return _RECORDS[key].is_learned(view, character)


def taken(key: str, end: Any, seat: Seat, stack: int) -> Mapping[str, float]:
    """Return the share of the pot that a seat won at the showdown, or of each column if there are two."""
    return _RECORDS[key].taken(end, seat, stack)
