"""The custom_ids of buttons, selects and forms.

    a:<table>:<seat>:<key>:<check>[:<number>,...]   an answer to an offer
    t:<table>:<verb>[:<argument>]                   any other press, usually about a table

`parse` returns None for any other text. An argument of several parts is an `Argument`. Every custom_id that
was ever sent must stay readable, because messages outlive versions.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import astuple, dataclass, fields
from functools import lru_cache
from typing import ClassVar, Literal, Self, TypeAlias, cast, get_args

from games.engine.core.errors import NotOffered
from games.engine.core.game import Seat
from games.engine.core.offers import KEY, Answer, Offer, checksum

NUMBER_MAX = 2**63 - 1
"""The largest integer of a database, which is larger than any of Discord's ids."""
_DIGITS = re.compile("[0-9]{1,19}")
ANSWERS_KEPT = 500
"""The size of the cache of answers' custom_ids: several messages have the same, and are redrawn often."""
_ANSWER = re.compile(
    rf"a:([0-9]{{1,18}}):([0-9]{{1,3}}):({KEY}):([0-9a-f]{{6}})(?::([0-9]{{1,15}}(?:,[0-9]{{1,15}}){{0,9}}))?"
)
_TABLE = re.compile(r"t:([0-9]{1,18}):([a-z_]{1,20})(?::([a-z0-9_]{1,40}))?")

# fmt: off
Verb: TypeAlias = Literal[
    "about", "accept", "again", "against_house", "announce", "ask_forget", "audit", "back",
    "bank_ask", "bank_typed", "bars", "beats", "begin", "board", "board_by", "board_game", "boards",
    "call_again", "call_any", "call_game", "call_hours", "call_me", "call_none", "call_off_now",
    "call_players", "call_stop", "call_typed", "call_way", "card", "card_typed", "challenge",
    "challenged", "check_in", "claim", "close", "close_now", "coach_off", "commands", "company",
    "correct", "correct_whom", "corrected", "cup_accept", "cup_cancel", "cup_copy", "cup_cut",
    "cup_edit", "cup_fair", "cup_more", "cup_pause", "cup_resume", "cup_seats", "cut", "daily",
    "daily_fair", "daily_go", "daily_old", "daily_pick", "daily_share", "deal", "deal_agree",
    "deal_ask", "deal_end", "deal_me_in", "deck_clear", "deck_clear_now", "deck_save", "decline",
    "discards", "dismiss", "enter", "evening", "export_me", "faces", "fair", "fill_up", "flows",
    "forget_me", "go_on", "guests", "hand", "hand_over", "hand_over_now", "here", "hint", "history",
    "home_clear", "homes", "house", "how", "invite", "join", "keep", "keep_hand", "keep_out", "keep_out_ask",
    "keep_out_now", "kept", "last", "last_hand", "leave", "leave_now", "lesson", "let_go", "let_in",
    "list_enter", "list_typed",
    "loss_lift", "loss_limit", "loss_typed", "more", "my_seat", "next_game", "no", "number", "open", "page",
    "past", "pause", "pause_not", "plan", "plan_ask", "plan_page", "plan_rule", "plan_save",
    "plan_typed", "play", "play_on", "play_own", "played", "post_blind", "prefer", "private", "prizes",
    "ranking", "record", "record_of", "rematch", "reset_ask", "reset_typed", "retype", "review",
    "rule", "rules", "say",
    "scores", "season", "season_board", "season_end", "second", "send_away", "send_away_now",
    "series", "series_ask", "series_close", "series_end", "series_keep", "series_past",
    "series_plan", "series_save", "series_typed", "settings", "settings_ask", "settings_typed",
    "show", "show_cards", "shown", "sit_out", "sort", "spot", "stake", "stake_typed", "standings",
    "standings_page", "start_cup", "sure", "teach", "throw", "throw_with", "titles", "titles_page",
    "top_up", "top_up_not", "turn_down", "usual_rule", "usual_rules", "waiting", "watch", "watch_hand",
    "who", "who_else", "why", "withdraw", "without", "write_again",
]
# fmt: on
"""All verbs of presses that are no answers; screens use and cogs handle no others."""
VERBS: frozenset[str] = frozenset(get_args(Verb))


def read_whole(text: str) -> int | None:
    """Return the whole number in a text from a client; None if it is none, or too large for the database."""
    number = int(text) if _DIGITS.fullmatch(text) else None
    return None if number is None or number > NUMBER_MAX else number


@dataclass(frozen=True, slots=True)
class AnswerPress:
    """A button that answers a seat's offer."""

    table: int
    seat: Seat
    answer: Answer


@dataclass(frozen=True, slots=True)
class TablePress:
    """A button or select about the table itself, such as joining it."""

    table: int
    verb: Verb
    argument: str = ""

    @property
    def number(self) -> int:
        """The argument as a whole number. Raises `NotOffered` if it is none."""
        number = read_whole(self.argument)
        if number is None:
            raise NotOffered
        return number

    def number_or(self, other: int) -> int:
        """Return the argument as a whole number, or `other` if it is none."""
        number = read_whole(self.argument)
        return other if number is None else number

    def among(self, keys: Collection[str]) -> str:
        """Return the argument. Raises `NotOffered` if it is none of these keys."""
        if self.argument not in keys:
            raise NotOffered
        return self.argument


@dataclass(frozen=True, slots=True)
class Argument:
    """An argument of several fields: `str` formats it, and `of` parses it."""

    between: ClassVar[str] = "_"
    shape: ClassVar[str]
    """A regular expression with a group for each field: a text, a whole number, or None if unmatched."""

    def __str__(self) -> str:
        return self.between.join(str(each) for each in astuple(self) if each is not None)

    @classmethod
    def of(cls, argument: str) -> Self:
        """Parse a press's argument. Raises `NotOffered` if it has another form."""
        match = re.fullmatch(cls.shape, argument)
        if match is None:
            raise NotOffered
        values: list[str | int | None] = []
        for each, part in zip(fields(cls), match.groups(), strict=True):
            is_number = part is not None and not str(each.type).startswith("str")
            values.append(read_whole(part) if is_number else part)
            if is_number and values[-1] is None:
                raise NotOffered
        return cls(*values)


@dataclass(frozen=True, slots=True)
class Page(Argument):
    """A moment (`step`, counted from 0) of a finished hand; `seat` is the seat whose view is shown to all.

    `way` distinguishes buttons of one message that lead to the same moment.
    """

    shape = r"([0-9]{1,9})_([0-9]{1,6})_([a-z]{1,5})(?:_([0-9]{1,3}))?"
    hand: int
    step: int
    way: str
    seat: Seat | None = None


@dataclass(frozen=True, slots=True)
class SecondChoice(Argument):
    """A decision of a finished hand by its index, and the key of the new answer, if one was chosen."""

    shape = r"([0-9]{1,9})_([0-9])(?:_([a-z_]{1,20}))?"
    hand: int
    which: int
    answer: str | None = None


@dataclass(frozen=True, slots=True)
class TableHand(Argument):
    """A hand of a table, as the value of a list's choice."""

    shape = r"([0-9]{1,18})_([0-9]{1,9})"
    table: int
    hand: int


@dataclass(frozen=True, slots=True)
class DailyDeal(Argument):
    """A deal of the day, and the index of an answer to it, if one was given."""

    shape = r"([0-9]{1,6})_([a-z_]+?)(?:_([0-9]{1,3}))?"
    day: int
    game: str
    answer: int | None = None


@dataclass(frozen=True, slots=True)
class AsShown(Argument):
    """The name of the item that a list or form changes, and the checksum of the item as it was shown."""

    shape = r"(.+)_([^_]*)"
    name: str
    check: str


@dataclass(frozen=True, slots=True)
class OfGame(Argument):
    """A rule of a game by its name, or a page of its rules by its number."""

    between = "__"
    shape = r"(.+?)__(.+)"
    game: str
    name: str


@dataclass(frozen=True, slots=True)
class About(Argument):
    """The id of a user or a server, and the key of a game, a period or a kind."""

    shape = r"([0-9]{1,20})_([a-z_]+)"
    id: int
    key: str


@dataclass(frozen=True, slots=True)
class LessonPress(Argument):
    """A lesson, and the presses in it so far, one character for each step."""

    shape = r"(.+)_([^_]*)"
    game: str
    signs: str


@dataclass(frozen=True, slots=True)
class KeepOut(Argument):
    """A self-exclusion: its length by name, and where it applies."""

    shape = r"(here|everywhere)_([a-z]+)"
    where: str
    length: str

    @property
    def is_everywhere(self) -> bool:
        """True if the self-exclusion applies to every server, and not only to this one."""
        return self.where == "everywhere"


Meaning: TypeAlias = AnswerPress | TablePress


@lru_cache(maxsize=ANSWERS_KEPT)
def answer_id(table: int, seat: Seat, question: int, offer: Offer[object], *numbers: int) -> str:
    """Return the custom_id of a button for an offer, valid as long as the seat's question."""
    return with_numbers(f"a:{table}:{seat}:{offer.key}:{checksum(offer, question)}", *numbers)


def with_numbers(action: str, *numbers: int) -> str:
    """Return an offer's custom_id with the answer's numbers, without hashing the offer again."""
    return f"{action}:{','.join(map(str, numbers))}" if numbers else action


def table_id(table: int, verb: Verb, argument: Argument | int | str = "") -> str:
    """Return the custom_id of a press that is no answer."""
    return f"t:{table}:{verb}" if argument == "" else f"t:{table}:{verb}:{argument}"


def parse(custom_id: str) -> Meaning | None:
    """Parse a custom_id; return None if it has none of our forms."""
    if match := _ANSWER.fullmatch(custom_id):
        table, seat, key, check, number_list = match.groups()
        numbers = tuple(map(int, number_list.split(","))) if number_list else ()
        return AnswerPress(int(table), Seat(int(seat)), Answer(key, numbers, check))
    if match := _TABLE.fullmatch(custom_id):
        table, verb, argument = match.groups()
        return TablePress(int(table), cast(Verb, verb), argument or "") if verb in VERBS else None
    return None
