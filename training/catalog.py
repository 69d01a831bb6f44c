"""The games with a league, listed by hand: what their cards are worth, and opponents of their own."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import cycle, islice
from typing import Any

from games.catalog import GAMES
from training import destiny, dividha, knights_heads
from training.league import Setting
from training.opponents import SIMPLE, Plan, Sense


@dataclass(frozen=True, slots=True)
class _LeagueRecord:
    sense: Callable[[Any], Sense]
    last_stage: str
    fitted: Mapping[str, Plan]


_RECORDS: Mapping[str, _LeagueRecord] = {
    "destiny": _LeagueRecord(destiny.sense, destiny.LAST_STAGE, destiny.FITTED),
    "knights_heads": _LeagueRecord(knights_heads.sense, knights_heads.LAST_STAGE, knights_heads.FITTED),
    "dividha": _LeagueRecord(dividha.sense, dividha.LAST_STAGE, dividha.FITTED),
}
LEAGUES = tuple(_RECORDS)


def setting(key: str, seats: int, rules: object = None, stacks: Sequence[int] = ()) -> Setting:
    """Where a league of that game is played: usually by the usual house rules, for the usual stake.

    Fewer stacks than seats are dealt out again and again, from seat to seat.
    """
    game, record = GAMES[key], _RECORDS[key]
    played = game.house_rules() if rules is None else rules
    each = tuple(islice(cycle(stacks or [game.usual_stake(played)]), seats))
    return Setting(game, played, seats, each, record.sense, record.last_stage)


def opponents(key: str) -> Mapping[str, Plan]:
    """All opponents of a game, the simple ones first."""
    return {**SIMPLE, **_RECORDS[key].fitted}
