"""What an organiser has laid down so far of a tournament that is not announced yet."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from games.engine.errors import NotOffered
from games.engine.game import AnyGame
from games.engine.house_rules import change
from games.tournament.model import Terms
from storage import notes
from storage.codec import Codec, codec_of
from storage.errors import Unreadable
from storage.settings import ServerSettings, rules_of
from storage.tournaments import Plan
from storage.transaction import Transaction

FORMATS: Mapping[str, Mapping[str, Any]] = {
    "freeze_out": {},
    "late_3": {"late_until": 3},
    "reentry_3": {"late_until": 3, "reentry_until": 3},
    "clock_30": {"minutes_max": 30},
    "clock_60": {"minutes_max": 60},
    "clock_120": {"minutes_max": 120},
    "heats_1": {"through": 1},
    "heats_2": {"through": 2},
    "race_25": {"goal": 25},
    "race_50": {"goal": 50},
    "race_100": {"goal": 100},
}
"""Ways to play, each by what it sets of the terms."""
LEVELS = ("hands_3", "hands_5", "hands_10", "hands_20", "minutes_5", "minutes_10", "minutes_15", "minutes_20")
ENTRIES = (0, 5, 10, 20, 50, 100)
PLAYERS = (6, 12, 24, 48, 100, 200, 500)
STARTS = (0, 10, 30, 60, 120, 720, 1440)
"""Minutes from the announcement to the beginning; 0: when the organiser says so."""
STAKES = (1, 2, 5, 10, 20)
"""Chips, in usual stakes of the game."""
RACE = "race_50"


class NoDraft(Exception):
    """The plan has been announced meanwhile, or was never begun."""


@dataclass(frozen=True, slots=True)
class Draft:
    """A tournament in the making; `rules` are the game's, written down."""

    title: str
    game: str
    rules: str
    seats: int
    chips: int
    format: str = "freeze_out"
    levels: str = "hands_10"
    entry: int = 0
    players_max: int = 48
    starts_in: int = 0
    needs_check_in: bool = False
    words: tuple[str, ...] = ()
    score_words: str = ""


def begun(game: AnyGame, settings: ServerSettings, title: str) -> Draft:
    """A draft with what is usual for a game."""
    rules = codec_of(game).rules.encode(rules_of(settings, game))
    seats = min(6, game.tournament_seats.stop - 1)
    return fitting(Draft(title, game.key, rules, seats, game.buy_in), game)


def house_rules(draft: Draft, game: AnyGame) -> Any:
    """The house rules laid down."""
    return codec_of(game).rules.decode(draft.rules)


def is_race(draft: Draft, game: AnyGame) -> bool:
    """Whether these house rules know points and no stakes."""
    return game.price(house_rules(draft, game), game.buy_in) == 0


def fitting(draft: Draft, game: AnyGame) -> Draft:
    """The draft with a format that its house rules can be played in: a race where there are no stakes."""
    race = is_race(draft, game)
    if race == draft.format.startswith("race"):
        return draft
    chips = 0 if race else game.buy_in
    return replace(draft, format=RACE if race else "freeze_out", chips=chips)


def choices(draft: Draft, game: AnyGame, name: str) -> tuple[Any, ...]:
    """What can be chosen for a field; what stands there already is always among it."""
    race = is_race(draft, game)
    usual: Mapping[str, tuple[Any, ...]] = {
        "format": tuple(each for each in FORMATS if race == each.startswith("race")),
        "levels": LEVELS,
        "seats": tuple(seats for seats in game.tournament_seats if seats > 1),
        "chips": (0,) if race else tuple(game.buy_in * times for times in STAKES),
        "entry": ENTRIES,
        "players_max": PLAYERS,
        "starts_in": STARTS,
        "needs_check_in": (False, True),
    }
    if name not in usual:
        raise NotOffered
    now = getattr(draft, name)
    return usual[name] if now in usual[name] else (now, *usual[name])


def choose(draft: Draft, game: AnyGame, name: str, index: int) -> Draft:
    """The draft with another choice for a field; `NotOffered` where there is no such choice."""
    offered = choices(draft, game, name)
    if not 0 <= index < len(offered):
        raise NotOffered
    changed = {name: offered[index]}
    return replace(draft, **changed)


def with_rule(draft: Draft, game: AnyGame, name: str, index: int) -> Draft:
    """The draft with a house rule set to its index-th choice."""
    rules = change(house_rules(draft, game), name, index)
    return fitting(replace(draft, rules=codec_of(game).rules.encode(rules)), game)


def terms(draft: Draft, game: AnyGame) -> Terms:
    """What the director is told of it."""
    unit, _parting, length = draft.levels.partition("_")
    return Terms(
        draft.seats,
        draft.chips,
        levels=game.levels,
        level_length=int(length),
        level_unit="hands" if unit == "hands" else "minutes",
        entry=draft.entry,
        players_max=draft.players_max,
        words=draft.words,
        score_words=draft.score_words,
        needs_check_in=draft.needs_check_in,
        **FORMATS[draft.format],
    )


def plan(draft: Draft, organiser: int, turn_seconds: int, at: float) -> Plan:
    """What is kept of it beside the director's terms."""
    starts_at = int(at) + 60 * draft.starts_in if draft.starts_in else None
    return Plan(draft.title, organiser, draft.game, draft.rules, turn_seconds, starts_at)


def load(tx: Transaction, server: int, player: int) -> Draft:
    """Somebody's draft in a server, or `NoDraft`."""
    text = notes.get(tx, _name(server, player))
    try:
        return _codec().decode(text or "")
    except Unreadable as unread:
        raise NoDraft from unread


def save(tx: Transaction, server: int, player: int, draft: Draft) -> None:
    """Keep somebody's draft."""
    notes.put(tx, _name(server, player), _codec().encode(draft))


def drop(tx: Transaction, server: int, player: int) -> Draft:
    """Take somebody's draft to announce it; there is none afterwards."""
    draft = load(tx, server, player)
    notes.put(tx, _name(server, player), "")
    return draft


def _name(server: int, player: int) -> str:
    return f"draft:{server}:{player}"


@cache
def _codec() -> Codec[Draft]:
    return Codec(Draft)
