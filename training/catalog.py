"""The games with a league, listed by hand: what their cards are worth, and opponents of their own."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import cycle, islice
from typing import Any

from games.catalog import GAMES
from games.engine.core.game import Seat
from games.engine.core.names import Character
from training import destiny, dividha, knights_heads
from training.league import Setting
from training.opponents import SIMPLE, Plan, Sense, beginner


def pot_taken(end: Any, seat: Seat, stack: int) -> Mapping[str, float]:
    """Which share of the pot a seat took that began with so much, when all that it laid could be won."""
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
    # Nothing is bet there, so skills alone can be matched.
    "stone_hand": _LeagueRecord(lambda _: Sense(0.5), "", {}, unit=lambda state: state.rules.unit),
}
SKILLED = tuple(_RECORDS)
"""The games at which skills are matched."""
LEAGUES = tuple(key for key, record in _RECORDS.items() if record.opponents)
"""Those with simple opponents: they are bet on."""


def setting(
    key: str, seats: int, rules: object = None, stacks: Sequence[int] = (), purse: int | None = None
) -> Setting:
    """Where a league of that game is played: usually by the usual house rules, for the usual stake.

    Fewer stacks than seats are dealt out again and again, from seat to seat; the challenger may have a purse
    of its own.
    """
    game, record = GAMES[key], _RECORDS[key]
    played = game.house_rules() if rules is None else rules
    each = tuple(islice(cycle(stacks or [game.usual_stake(played)]), seats))
    return Setting(game, played, seats, each, record.sense, record.last_stage, record.unit, purse)


def opponents(key: str) -> Mapping[str, Plan]:
    """All opponents of a game, the simple ones first."""
    return _RECORDS[key].opponents


def newcomer(key: str) -> Plan:
    """How a beginner bets."""
    return _RECORDS[key].beginner


def is_learned(key: str, view: Any, character: Character) -> bool:
    """Whether what a house player does about a bet was learned, or follows from what it sees."""
    return _RECORDS[key].is_learned(view, character)


def taken(key: str, end: Any, seat: Seat, stack: int) -> Mapping[str, float]:
    """What a seat that began with so much took when all was shown, by column where there are two."""
    return _RECORDS[key].taken(end, seat, stack)
