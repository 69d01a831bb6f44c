"""An organiser's draft of a tournament that is not announced yet, and the parsers of its typed fields.

Levels and shares are typed as several numbers in one line, separated by spaces (TB-1).
"""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass, fields, replace
from itertools import pairwise, starmap
from typing import Any

from bot.tavern.tournament.parse_times import TypedMoment, read_moment, still_to_come, written_moment
from bot.tavern.tournament.tournament_service import TournamentProposal
from bot.text.translate import narrow, read_number
from games.catalog import HOSTED
from games.engine.core.errors import N_, NotOffered, UserError
from games.engine.core.game import AnyGame, Level
from games.engine.core.house_rules import Option, change, options
from games.tournament.entries import BREAK_MINUTES_MAX
from games.tournament.model import RACE_SEATS_MIN, PlannedBreak, Tournament, TournamentTerms
from storage.db.codec import Codec, codec_of
from storage.db.transaction import Transaction
from storage.errors import Unreadable
from storage.people import preferences
from storage.people.server_settings import ServerSettings, rules_of
from storage.tournaments.role_prizes import RolePrize
from storage.tournaments.tournaments import Plan, StoredTournament

FREEZE_OUT, RACE = "freeze_out", "race_50"
FORMATS = (FREEZE_OUT, "heats_1", "heats_2", "heats_3", "race_25", RACE, "race_100", "race_200")
"""The formats: until one player is left, heats, and a race to a number of points."""
UNITS = ("hands", "minutes")
"""The units of a level's length."""

MONEY = ("entry", "purse", "shares", "score_purse")
"""The fields that can't be changed after the announcement (TN-42)."""
OF_CHIPS = ("chips", "level_length", "unit", "levels", "reentry_until", "breaks")
"""The fields that exist only in games with chips."""
WORDS = ("title", "text")
"""The fields that can still be changed while the tournament is played."""
LEVELS_MAX, SHARES_MAX, PLACES_MAX = 40, 40, 500
NUMBER_MAX = 999_999_999
_PLACES = re.compile(r"([0-9]{1,3})\s*(?:[-–—]\s*([0-9]{1,3}))?")
_GROUPS = re.compile(r"(?<![0-9])[0-9]{1,3}(?:,[0-9]{3})+(?![0-9])")


class DraftChanged(UserError):
    template = N_("Your plan has changed since this panel was drawn. Open it again with `/organise create`.")


class TournamentChanged(UserError):
    template = N_("The tournament has changed since you opened this. Press “Edit” on its notice again.")


class NothingChanged(UserError):
    template = N_("Nothing has changed yet: press one of the buttons above, and then save.")


class NoDraft(UserError):
    template = N_("That plan has been announced or forgotten. Begin a new one with `/organise create`.")


class NoLevels(UserError):
    template = N_("Please write the levels with the lowest first, such as {example}.")
    example: str


class NoBreaks(UserError):
    template = N_("Please write level: minutes, such as 4: 10, 8: 15.")


class NoPlaces(UserError):
    template = N_("Please write a place, such as 1, or the first and the last of several, such as 1–3.")


class NoShares(UserError):
    template = N_("Please give whole numbers, none larger than the one before it, such as 50 30 20.")


class OneOrSeveral(UserError):
    """A comma in a list may separate two numbers, or the digit groups of one number."""

    template = N_("{text} could be one number or several. Please put spaces between numbers, and no commas.")
    text: str


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
    """The organiser's own levels; () for the game's usual levels."""
    entry: int = 0
    purse: int = 0
    shares: tuple[int, ...] = ()
    score_purse: int = 0
    players_max: int = 48
    starts_in: int = 0
    """Minutes from the announcement to the start; only in drafts of older versions (TN-41)."""
    needs_check_in: bool = False
    words: tuple[str, ...] = ()
    score_words: str = ""
    series: int = 0
    """The number of the series for which the tournament counts; 0 for none."""
    starts_at: int | None = None
    """The automatic start in unix seconds; None if the organiser starts the tournament."""
    zone: str = ""
    """The time zone in which the organiser types times; empty if unknown."""
    text: str = ""
    """The organiser's own description."""
    edits: int = 0
    """The tournament that this draft changes (TN-42); 0 for a new tournament."""
    before: str = ""
    """The checksum of the changed tournament when the draft was opened."""
    is_begun: bool = False
    """True if the changed tournament is being played."""
    call_role: int = 0
    """The role that the announcement mentions (TN-49); 0 for none."""
    breaks: tuple[PlannedBreak, ...] = ()
    first_role: int = 0
    """A role as a prize (TN-53); 0 for none. The second one has fields of its own."""
    first_places: tuple[int, int] = (1, 1)
    """The first and the last place that win it."""
    second_role: int = 0
    second_places: tuple[int, int] = (1, 3)


def new_draft(game: AnyGame, settings: ServerSettings, title: str) -> Draft:
    """Return a draft with a game's defaults."""
    choosable = chosen_rules(game)
    defaults = {each.name: each.default for each in options(game.house_rules) if each not in choosable}
    rules = codec_of(game).rules.encode(replace(rules_of(settings, game), **defaults))
    seats = min(6, game.tournament_seats.stop - 1)
    return fitting(Draft(title, game.key, rules, seats, game.buy_in), game)


def of_game(draft: Draft, game: AnyGame, settings: ServerSettings) -> Draft:
    """Return the draft with another game and its defaults; fields that depend on no game stay."""
    new = new_draft(game, settings, draft.title)
    names = ("rules", "seats", "chips", "format", "levels", "game")
    return fitting(replace(draft, **{name: getattr(new, name) for name in names}), game)


def house_rules(draft: Draft, game: AnyGame) -> Any:
    """Return the chosen house rules."""
    return codec_of(game).rules.decode(draft.rules)


def chosen_rules(game: AnyGame) -> tuple[Option, ...]:
    """Return the house rules that an organiser can choose; levels or tournaments determine the others."""

    def is_choosable(rule: Option) -> bool:
        usual = game.house_rules()
        variants = [replace(usual, **{rule.name: choice}) for choice, _label in rule.choices]
        at_first_level = {getattr(game.at_level(each, game.levels[0]), rule.name) for each in variants}
        # Without stakes a tournament is a race, which is impossible in a game for two (TN-13).
        prices = {game.price(each, game.buy_in) for each in variants}
        return rule.at_tournaments and len(at_first_level) > 1 and (0 not in prices or can_race(game))

    return tuple(filter(is_choosable, options(game.house_rules)))


def is_race(draft: Draft, game: AnyGame) -> bool:
    """Return True if the draft's house rules play for points instead of stakes."""
    return game.price(house_rules(draft, game), game.buy_in) == 0


def can_race(game: AnyGame) -> bool:
    """Return True if a table of this game has enough seats for a race (TN-13)."""
    return game.tournament_seats.stop > RACE_SEATS_MIN


def fitting(draft: Draft, game: AnyGame) -> Draft:
    """Return the draft with contradictions removed, such as re-entries in a race or in heats."""
    race = is_race(draft, game)
    if race != draft.format.startswith("race"):
        draft = replace(draft, format=RACE if race else FREEZE_OUT)
    if race:
        return replace(draft, chips=0, reentry_until=0, breaks=(), seats=max(draft.seats, RACE_SEATS_MIN))
    through = _through(draft)
    if through is not None:
        draft = replace(draft, late_until=0, reentry_until=0, seats=max(draft.seats, through + 1))
    return replace(draft, chips=draft.chips or game.buy_in)


def choices(draft: Draft, game: AnyGame, name: str) -> tuple[str, ...]:
    """Return the possible values of a field that the house rules and the game limit."""
    match name:
        case "format":
            race = is_race(draft, game)
            # A table has room for more players than advance from a heat.
            heats = range(game.tournament_seats.stop - 1)
            fitting = (each for each in FORMATS if not each.startswith("heats") or _split(each)[1] in heats)
            return tuple(each for each in fitting if each.startswith("race") == race)
        case "seats":
            return tuple(map(str, game.tournament_seats))
        case "unit":
            return UNITS
        case _:
            raise NotOffered


def is_open(draft: Draft, game: AnyGame, name: str) -> bool:
    """Return True if a field can be edited, given the others (TN-13, TN-14); a race has no chips."""
    if name in OF_CHIPS and is_race(draft, game):
        return False
    if draft.edits and (name in MONEY or (draft.is_begun and name not in WORDS)):
        return False
    return name not in ("late_until", "reentry_until") or not draft.format.startswith("heats")


def with_rule(draft: Draft, game: AnyGame, name: str, index: int) -> Draft:
    """Return the draft with a house rule set to its index-th choice."""
    rules = change(house_rules(draft, game), name, index)
    return fitting(replace(draft, rules=codec_of(game).rules.encode(rules)), game)


def with_start(draft: Draft, typed: str, now: float) -> Draft:
    """Return the draft with a typed start time; blank: the organiser starts it (TN-41)."""
    if typed.strip() == start_typed(draft):
        return draft
    moment = TypedMoment(0) if not typed.strip() else read_moment(typed, now, draft.zone)
    return replace(draft, starts_in=0, starts_at=moment.at or None, zone=moment.zone or draft.zone)


def start_typed(draft: Draft) -> str:
    """Return the start time as the organiser would type it; empty if they start the tournament themselves."""
    if draft.starts_in:
        return f"in {draft.starts_in} min"
    return "" if draft.starts_at is None else written_moment(draft.starts_at, draft.zone)


def pace(draft: Draft) -> tuple[str, int]:
    """Return the unit of a level's length, and the length."""
    return _split(draft.pace)


def terms(draft: Draft, game: AnyGame) -> TournamentTerms:
    """Return the terms for the director."""
    unit, length = pace(draft)
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
        breaks=draft.breaks,
    )


def plan_and_terms(
    draft: Draft, game: AnyGame, organiser: int, turn_seconds: int, at: float
) -> TournamentProposal:
    """Return the plan and terms to announce."""
    starts_at = int(at) + 60 * draft.starts_in if draft.starts_in else draft.starts_at
    if starts_at is not None and not draft.is_begun:
        still_to_come(starts_at, at)
    keeps_hour = starts_at is not None
    plan = Plan(
        *(draft.title, organiser, draft.game, draft.rules, turn_seconds, starts_at, keeps_hour),
        *(draft.text, draft.call_role, role_prizes(draft)),
    )
    return TournamentProposal(plan, terms(draft, game), draft.purse, draft.score_purse, draft.series)


def role_prizes(draft: Draft) -> tuple[RolePrize, ...]:
    """Return the roles that are prizes."""
    prizes = ((draft.first_role, draft.first_places), (draft.second_role, draft.second_places))
    return tuple(RolePrize(role, *places) for role, places in prizes if role)


def with_roles(draft: Draft, prizes: tuple[RolePrize, ...]) -> Draft:
    """Return the draft with these roles as prizes."""
    none = replace(draft, first_role=0, first_places=(1, 1), second_role=0, second_places=(1, 3))
    match [(each.role, (each.first, each.last)) for each in prizes]:
        case [(role, places)]:
            return replace(none, first_role=role, first_places=places)
        case [(role, places), (second, second_places)]:
            return replace(
                none,
                first_role=role,
                first_places=places,
                second_role=second,
                second_places=second_places,
            )
        case _:
            return none


def copied(plan: Plan, tournament: Tournament, game: AnyGame) -> Draft:
    """Return a draft of another tournament with the same plan and terms."""
    terms = tournament.terms
    formats = ((terms.goal, f"race_{terms.goal}"), (terms.through, f"heats_{terms.through}"))
    draft = Draft(
        plan.title,
        plan.game,
        plan.rules,
        terms.seats,
        terms.chips,
        next((name for value, name in formats if value), FREEZE_OUT),
        terms.late_until,
        terms.reentry_until,
        terms.minutes_max or 0,
        f"{terms.level_unit}_{terms.level_length}",
        () if terms.levels == game.levels else terms.levels,
        terms.entry,
        tournament.purse,
        terms.shares,
        tournament.score_purse,
        terms.players_max,
        needs_check_in=terms.needs_check_in,
        words=terms.words,
        score_words=terms.score_words,
        starts_at=plan.starts_at,
        text=plan.text,
        call_role=plan.call_role,
        breaks=terms.breaks,
    )
    return with_roles(draft, plan.roles)


def of_tournament(stored: StoredTournament, game: AnyGame) -> Draft:
    """Return the draft that changes this tournament."""
    draft = copied(stored.plan, stored.tournament, game)
    draft = replace(draft, edits=stored.id, is_begun=stored.phase == "running")
    return replace(draft, before=check(draft))


def edited(draft: Draft, stored: StoredTournament, game: AnyGame) -> tuple[str, ...]:
    """Return the names of the changed fields. Raises `TournamentChanged` after another user's change."""
    current = of_tournament(stored, game)
    if current.before != draft.before:
        raise TournamentChanged
    unrelated = ("zone", "edits", "before")
    names = (each.name for each in fields(Draft) if each.name not in unrelated)
    changed = tuple(name for name in names if getattr(draft, name) != getattr(current, name))
    if not changed:
        raise NothingChanged
    return changed


_CODEC = Codec[Draft](Draft)


def load(tx: Transaction, server: int, player: int, edits: int = 0) -> Draft:
    """Return a player's draft in a server: for a new tournament or for edits to one. Raises `NoDraft`."""
    text = tx.get_note(_note_key(server, player, edits))
    draft = from_text(text or "")
    if draft is None:
        raise NoDraft
    return draft


def to_text(draft: Draft) -> str:
    """Return a draft as JSON, for storage."""
    return _CODEC.encode(draft)


def from_text(text: str) -> Draft | None:
    """Return a stored draft; None if the text is empty, unreadable, or of a game that is not installed."""
    try:
        draft = _CODEC.decode(text) if text else None
    except Unreadable:
        return None
    return draft if draft is not None and draft.game in HOSTED else None


def check(draft: Draft) -> str:
    """Return a checksum of six hex digits, by which a panel recognises a changed draft (F-60)."""
    return hashlib.sha256(_CODEC.encode(draft).encode()).hexdigest()[:6]


def require_unchanged(draft: Draft, shown: str) -> None:
    """Raise `DraftChanged` if a panel shows an older draft, whose choices may have other meanings."""
    if check(draft) != shown:
        raise DraftChanged


def save(tx: Transaction, server: int, player: int, draft: Draft) -> Draft:
    """Store a player's draft and its time zone; return the draft, with the stored zone if it had none."""
    if draft.zone:
        preferences.keep_time_zone(tx, player, draft.zone)
    draft = replace(draft, zone=draft.zone or preferences.time_zone(tx, player))
    tx.set_note(_note_key(server, player, draft.edits), _CODEC.encode(draft))
    return draft


def drop(tx: Transaction, server: int, player: int, edits: int = 0) -> Draft:
    """Remove a player's draft and return it."""
    draft = load(tx, server, player, edits)
    tx.set_note(_note_key(server, player, edits), "")
    return draft


def _through(draft: Draft) -> int | None:
    return _split(draft.format)[1] if draft.format.startswith("heats") else None


def _split(name: str) -> tuple[str, int]:
    """Split a key such as `minutes_15` into its word and its number."""
    word, _separator, number = name.partition("_")
    return word, int(number)


def _note_key(server: int, player: int, edits: int) -> str:
    return f"draft:{server}:{edits}:{player}" if edits else f"draft:{server}:{player}"


def read_levels(text: str, game: AnyGame) -> tuple[Level, ...]:
    """Parse typed levels: `2 4 8` for antes, `1/2 2/4` for blinds."""
    levels = tuple(_level(each, game) for each in _split_list(text, r"[\s,;]+"))
    amounts = [(each.ante, each.big_blind, each.small_blind) for each in levels]
    if not 0 < len(levels) <= LEVELS_MAX or amounts != sorted(amounts):
        raise _no_levels(game)
    return levels


def written(levels: tuple[Level, ...]) -> str:
    """Return levels as a person would type them."""
    return " ".join(
        f"{each.small_blind}/{each.big_blind}" if each.big_blind else str(each.ante) for each in levels
    )


def read_shares(text: str) -> tuple[int, ...]:
    """Parse typed shares of the prize fund: `50 30 20`."""
    shares = tuple(_number(each) for each in _split_list(text, r"[\s,;/%-]+"))
    is_descending = all(later <= share for share, later in pairwise(shares))
    if not 0 < len(shares) <= SHARES_MAX or 0 in shares or not is_descending:
        raise NoShares
    return shares


def read_breaks(text: str) -> tuple[PlannedBreak, ...]:
    """Parse typed breaks such as `4: 10, 8: 15`: pairs of a level and minutes; words between are ignored."""
    numbers = [int(each) for each in re.findall(r"[0-9]{1,9}", narrow(text))]
    breaks = tuple(starmap(PlannedBreak, zip(numbers[::2], numbers[1::2], strict=False)))
    after = [each.after for each in breaks]
    is_complete = len(numbers) == 2 * len(breaks) and (bool(breaks) or not text.strip())
    is_in_bounds = all(each.after >= 1 and 1 <= each.minutes <= BREAK_MINUTES_MAX for each in breaks)
    if not is_complete or not is_in_bounds or len(breaks) > LEVELS_MAX or after != sorted(set(after)):
        raise NoBreaks
    return breaks


def read_places(text: str) -> tuple[int, int]:
    """Parse a place, or the first and the last of several. Raises `NoPlaces`."""
    match = _PLACES.fullmatch(narrow(text).strip())
    if match is None:
        raise NoPlaces
    first, last = int(match[1]), int(match[2] or match[1])
    if not 1 <= first <= last <= PLACES_MAX:
        raise NoPlaces
    return first, last


def places_written(places: tuple[int, int]) -> str:
    """Return places as a person would type them."""
    first, last = places
    return str(first) if first == last else f"{first}–{last}"


def breaks_written(breaks: tuple[PlannedBreak, ...]) -> str:
    """Return breaks as a person would type them."""
    return ", ".join(f"{each.after}: {each.minutes}" for each in breaks)


def _level(text: str, game: AnyGame) -> Level:
    match [_number(each) for each in text.split("/")], any(each.big_blind for each in game.levels):
        case [ante], False if ante:
            return Level(ante=ante)
        case [small, big], True if 0 < small <= big:
            return Level(small_blind=small, big_blind=big)
        case _:
            raise _no_levels(game)


def _split_list(text: str, separators: str) -> list[str]:
    """Split a typed list. Raises `OneOrSeveral` if a comma may also separate a number's digit groups."""
    plain = narrow(text).strip()
    if match := _GROUPS.search(plain):
        raise OneOrSeveral(match[0])
    return [each for each in re.split(separators, plain) if each]


def _number(text: str) -> int:
    """Parse a number of a list; return 0, which is never valid, for any other text."""
    number = read_number(text) or 0
    return number if number <= NUMBER_MAX else 0


def _no_levels(game: AnyGame) -> NoLevels:
    return NoLevels(written(game.levels[:4]))
