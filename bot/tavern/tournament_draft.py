"""An organiser's draft of a tournament that is not announced yet."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from bot.tavern.tournaments import LaidDown
from games.engine.core.errors import NotOffered, Slip
from games.engine.core.game import AnyGame, Level
from games.engine.core.house_rules import Option, change, options
from games.engine.core.sentences import phrase
from games.tournament.model import RACE_SEATS_MIN, TournamentTerms
from storage import key_values
from storage.codec import Codec, codec_of
from storage.errors import Unreadable
from storage.settings import ServerSettings, rules_of
from storage.tournaments import Plan
from storage.transaction import Transaction

FREEZE_OUT, RACE = "freeze_out", "race_50"
FORMATS = (FREEZE_OUT, "heats_1", "heats_2", "heats_3", "race_25", RACE, "race_100", "race_200")
"""Formats: until one is left, heats, a race to a number of points."""
HANDS = (1, 2, 3, 4, 5, 6, 8, 10, 12, 15, 20, 30)
MINUTES = (2, 3, 5, 6, 8, 10, 12, 15, 20, 30, 45, 60)
PACES = (*(f"hands_{count}" for count in HANDS), *(f"minutes_{count}" for count in MINUTES))
"""How long a level lasts."""
LATE = (0, 1, 2, 3, 4, 5, 6, 8, 10)
"""Last levels for late entry and re-entry; 0: none."""
CLOCKS = (0, 15, 30, 45, 60, 90, 120, 180, 240)
"""Minutes until time is up; 0: never."""
STEEPNESS = ((1, 2), (1, 1), (2, 1), (5, 1))
"""The game's usual levels, times these."""
SUMS = (0, 5, 10, 20, 50, 100, 200, 500, 1000)
SHARES = ((), (1,), (65, 35), (50, 30, 20), (40, 30, 20, 10), (35, 25, 18, 12, 10))
"""Shares of the prize money by place; (): the house's table."""
PLAYERS = (6, 12, 24, 48, 100, 200, 500)
STARTS = (0, 10, 30, 60, 120, 720, 1440)
"""Minutes from the announcement to the start; 0: when the organiser starts it."""
STAKES = (1, 2, 5, 10, 20)
"""Chips, in usual stakes of the game."""


class DraftChanged(Slip):
    """The pressed panel shows an older draft."""

    says = phrase("Your plan has changed since this panel was drawn. Open it again with /tournament create.")


class NoDraft(Slip):
    """There is no draft: announced meanwhile, or never begun."""

    says = phrase("That plan has been announced or forgotten. Begin a new one with /tournament create.")


@dataclass(frozen=True, slots=True)
class Draft:
    """A tournament being planned; `rules` are the game's, as JSON."""

    title: str
    game: str
    rules: str
    seats: int
    chips: int
    format: str = FREEZE_OUT
    late_until: int = 0
    reentry_until: int = 0
    minutes_max: int = 0
    pace: str = "hands_10"
    levels: tuple[Level, ...] = ()
    """The organiser's own; (): the game's usual ones."""
    entry: int = 0
    purse: int = 0
    shares: tuple[int, ...] = ()
    score_purse: int = 0
    players_max: int = 48
    starts_in: int = 0
    needs_check_in: bool = False
    words: tuple[str, ...] = ()
    score_words: str = ""


def begun(game: AnyGame, settings: ServerSettings, title: str) -> Draft:
    """A draft with a game's defaults."""
    chosen = chosen_rules(game)
    follows = {each.name: each.default for each in options(game.house_rules) if each not in chosen}
    rules = codec_of(game).rules.encode(replace(rules_of(settings, game), **follows))
    seats = min(6, game.tournament_seats.stop - 1)
    return fitting(Draft(title, game.key, rules, seats, game.buy_in), game)


def of_game(draft: Draft, game: AnyGame, settings: ServerSettings) -> Draft:
    """The draft with another game and its defaults; choices that depend on no game stay."""
    fresh = begun(game, settings, draft.title)
    own = ("rules", "seats", "chips", "format", "levels", "game")
    return fitting(replace(draft, **{name: getattr(fresh, name) for name in own}), game)


def house_rules(draft: Draft, game: AnyGame) -> Any:
    """The chosen house rules."""
    return codec_of(game).rules.decode(draft.rules)


def chosen_rules(game: AnyGame) -> tuple[Option, ...]:
    """The house rules that an organiser can choose; others follow from the level or the tournament."""
    return tuple(each for each in options(game.house_rules) if _is_free(each, game))


def is_race(draft: Draft, game: AnyGame) -> bool:
    """Whether these house rules play for points instead of stakes."""
    return game.price(house_rules(draft, game), game.buy_in) == 0


def fitting(draft: Draft, game: AnyGame) -> Draft:
    """The draft without contradictions: nobody goes out in a race, and heats are drawn once."""
    race = is_race(draft, game)
    if race != draft.format.startswith("race"):
        draft = replace(draft, format=RACE if race else FREEZE_OUT)
    if race:
        return replace(draft, chips=0, reentry_until=0, seats=max(draft.seats, RACE_SEATS_MIN))
    if draft.format.startswith("heats"):
        draft = replace(draft, late_until=0, reentry_until=0)
    return replace(draft, chips=draft.chips or game.buy_in)


def choices(draft: Draft, game: AnyGame, name: str) -> tuple[Any, ...]:
    """The choices for a field, always including the current one.

    A single choice means that the field does not go with the others.
    """
    is_heats = draft.format.startswith("heats")
    race = is_race(draft, game)
    seats_min = RACE_SEATS_MIN if race else 1 + (_through(draft) or 1)
    usual: Mapping[str, tuple[Any, ...]] = {
        "format": tuple(each for each in FORMATS if _can_be(each, draft, race=race)),
        "late_until": (0,) if is_heats else LATE,
        "reentry_until": (0,) if is_heats or race else LATE,
        "minutes_max": CLOCKS,
        "pace": (draft.pace,) if race else PACES,
        "levels": ((),) if race else tuple(_times(game, *each) for each in STEEPNESS),
        "seats": tuple(seats for seats in game.tournament_seats if seats >= seats_min),
        "chips": (0,) if race else tuple(game.buy_in * times for times in STAKES),
        "entry": SUMS,
        "purse": SUMS,
        "score_purse": SUMS,
        "shares": SHARES,
        "players_max": PLAYERS,
        "starts_in": STARTS,
        "needs_check_in": (False, True),
    }
    if name not in usual:
        raise NotOffered
    now = getattr(draft, name)
    return usual[name] if now in usual[name] else (now, *usual[name])


def choose(draft: Draft, game: AnyGame, name: str, index: int) -> Draft:
    """The draft with another choice for a field, or `NotOffered`."""
    offered = choices(draft, game, name)
    if not 0 <= index < len(offered):
        raise NotOffered
    changed = {name: offered[index]}
    return fitting(replace(draft, **changed), game)


def with_rule(draft: Draft, game: AnyGame, name: str, index: int) -> Draft:
    """The draft with a house rule set to its index-th choice."""
    rules = change(house_rules(draft, game), name, index)
    return fitting(replace(draft, rules=codec_of(game).rules.encode(rules)), game)


def terms(draft: Draft, game: AnyGame) -> TournamentTerms:
    """The terms for the director."""
    unit, length = _split(draft.pace)
    goal = _split(draft.format)[1] if draft.format.startswith("race") else None
    return TournamentTerms(
        draft.seats,
        draft.chips,
        levels=draft.levels or game.levels,
        level_length=length,
        level_unit="hands" if unit == "hands" else "minutes",
        entry=draft.entry,
        players_max=draft.players_max,
        late_until=draft.late_until,
        reentry_until=draft.reentry_until,
        minutes_max=draft.minutes_max or None,
        goal=goal,
        through=_through(draft),
        shares=draft.shares,
        words=draft.words,
        score_words=draft.score_words,
        needs_check_in=draft.needs_check_in,
    )


def laid(draft: Draft, game: AnyGame, organiser: int, turn_seconds: int, at: float) -> LaidDown:
    """The plan and terms to announce."""
    starts_at = int(at) + 60 * draft.starts_in if draft.starts_in else None
    plan = Plan(draft.title, organiser, draft.game, draft.rules, turn_seconds, starts_at)
    return LaidDown(plan, terms(draft, game), draft.purse, draft.score_purse)


_CODEC = Codec[Draft](Draft)


def load(tx: Transaction, server: int, player: int) -> Draft:
    """Somebody's draft in a server, or `NoDraft`."""
    text = key_values.get(tx, _name(server, player))
    try:
        return _CODEC.decode(text or "")
    except Unreadable as unread:
        raise NoDraft from unread


def check(draft: Draft) -> str:
    """Six hex digits by which a panel knows whether the draft has changed (F-60)."""
    return hashlib.sha256(_CODEC.encode(draft).encode()).hexdigest()[:6]


def require_unchanged(draft: Draft, shown: str) -> None:
    """Refuse presses on a panel that shows an older draft, where choices meant something else."""
    if check(draft) != shown:
        raise DraftChanged


def save(tx: Transaction, server: int, player: int, draft: Draft) -> None:
    """Keep somebody's draft."""
    key_values.put(tx, _name(server, player), _CODEC.encode(draft))


def drop(tx: Transaction, server: int, player: int) -> Draft:
    """Remove and return somebody's draft, to announce it."""
    draft = load(tx, server, player)
    key_values.put(tx, _name(server, player), "")
    return draft


def _is_free(rule: Option, game: AnyGame) -> bool:
    played = (
        getattr(game.at_level(replace(game.house_rules(), **{rule.name: choice}), game.levels[0]), rule.name)
        for choice, _label in rule.choices
    )
    return len(set(played)) > 1


def _can_be(name: str, draft: Draft, *, race: bool) -> bool:
    """Whether a format goes with the house rules and the table size."""
    if race or name.startswith("race"):
        return race and name.startswith("race")
    return not name.startswith("heats") or _split(name)[1] < draft.seats


def _through(draft: Draft) -> int | None:
    return _split(draft.format)[1] if draft.format.startswith("heats") else None


def _split(name: str) -> tuple[str, int]:
    """`minutes_15`: its word and its number."""
    word, _parting, number = name.partition("_")
    return word, int(number)


def _times(game: AnyGame, factor: int, divisor: int) -> tuple[Level, ...]:
    """The game's usual levels times a fraction, rounded up; () where that changes nothing."""
    if factor == divisor:
        return ()

    def times(amount: int) -> int:
        return -(-amount * factor // divisor)

    scaled = (Level(times(each.ante), times(each.small_blind), times(each.big_blind)) for each in game.levels)
    return tuple(dict.fromkeys(scaled))


def _name(server: int, player: int) -> str:
    return f"draft:{server}:{player}"
