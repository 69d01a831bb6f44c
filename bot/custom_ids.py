"""What a button means, as its `custom_id`.

    a:<table>:<seat>:<key>:<check>[:<number>,...]   an answer to an offer
    t:<table>:<verb>[:<argument>]                   something about the table itself

Anything else was not made by us, or by an old version: `parse` returns None.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal, TypeAlias, cast, get_args

from games.engine.core.game import Seat
from games.engine.core.offers import KEY, Answer, Offer, checksum

_ANSWER = re.compile(
    rf"a:([0-9]{{1,18}}):([0-9]{{1,3}}):({KEY}):([0-9a-f]{{6}})(?::([0-9]{{1,15}}(?:,[0-9]{{1,15}}){{0,9}}))?"
)
_TABLE = re.compile(r"t:([0-9]{1,18}):([a-z_]{1,20})(?::([a-z0-9_]{1,40}))?")
_PAGE = re.compile(r"([0-9]{1,9})_([0-9]{1,6})_[a-z]{1,5}(?:_([0-9]{1,3}))?")

# fmt: off
Verb: TypeAlias = Literal[
    "accept", "again", "against_house", "announce", "audit", "back", "bars", "beats", "begin", "board",
    "boards", "call_again", "call_any", "call_game", "call_hours", "call_me", "call_none", "call_off_now",
    "call_players", "call_stop", "call_typed", "call_way", "card", "card_typed", "challenge",
    "challenged", "check_in", "close", "close_now", "coach_off", "commands", "company", "cup_fair",
    "cup_more", "cut", "daily", "daily_fair", "daily_go", "daily_old", "daily_pick", "daily_share",
    "deal", "deal_me_in", "deck_clear", "deck_clear_now", "deck_save", "decline", "dismiss", "enter",
    "evening", "faces", "fair", "fill_up", "flows", "forget_me", "guests", "hand", "hand_over",
    "hand_over_now", "hint", "history", "homes", "house", "how", "invite", "join", "keep", "keep_hand",
    "kept", "last", "last_hand", "leave", "leave_now", "lesson", "let_go", "let_in", "more", "my_seat",
    "no", "number", "page", "past", "pause", "pause_not", "plan", "plan_ask", "plan_page", "plan_rule",
    "plan_typed", "play", "play_on", "post_blind", "prefer", "private", "ranking", "record", "record_of",
    "rematch", "retype", "rule", "rules", "say", "scores", "season", "season_board", "season_end",
    "send_away", "send_away_now", "series", "series_ask", "series_close", "series_end", "series_keep",
    "series_past", "series_plan", "series_typed", "settings", "settings_ask", "settings_typed", "show",
    "show_cards", "shown", "sit_out", "sort", "spot", "standings", "standings_page", "start_cup", "sure",
    "teach", "throw", "throw_with", "titles", "titles_page", "top_up", "top_up_not", "usual_rule",
    "usual_rules", "watch", "watch_hand", "who", "who_else", "why", "withdraw", "write_again",
]
# fmt: on
"""Everything a press can mean beside an answer; screens write and cogs handle no other."""
VERBS: frozenset[str] = frozenset(get_args(Verb))


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


@dataclass(frozen=True, slots=True)
class Page:
    """A moment of a hand that is over, counted from 0; `seat`: whose view of it is shown to all."""

    hand: int
    step: int
    seat: Seat | None = None


Meaning: TypeAlias = AnswerPress | TablePress


def answer_id(table: int, seat: Seat, question: int, offer: Offer[object], *numbers: int) -> str:
    """The custom_id of a button for an offer, valid as long as the seat's question."""
    return with_numbers(f"a:{table}:{seat}:{offer.key}:{checksum(offer, question)}", *numbers)


def with_numbers(action: str, *numbers: int) -> str:
    """An offer's custom_id with numbers that answer it: an offer's checksum is worth making only once."""
    return f"{action}:{','.join(map(str, numbers))}" if numbers else action


def table_id(table: int, verb: Verb, argument: str = "") -> str:
    """The custom_id of a button about the table itself."""
    return f"t:{table}:{verb}:{argument}" if argument else f"t:{table}:{verb}"


def page_argument(page: Page, way: str) -> str:
    """The argument of a button that leads to a page; `way` tells apart two that lead to the same one."""
    whose = "" if page.seat is None else f"_{page.seat}"
    return f"{page.hand}_{page.step}_{way}{whose}"


def parse_page(argument: str) -> Page | None:
    """The page that a button leads to, or None for an argument that is not ours."""
    found = _PAGE.fullmatch(argument)
    if found is None:
        return None
    hand, step, seat = found.groups()
    return Page(int(hand), int(step), None if seat is None else Seat(int(seat)))


def parse(custom_id: str) -> Meaning | None:
    """What a press means, or None for a custom_id that is not ours."""
    if found := _ANSWER.fullmatch(custom_id):
        table, seat, key, check, given = found.groups()
        numbers = tuple(map(int, given.split(","))) if given else ()
        return AnswerPress(int(table), Seat(int(seat)), Answer(key, numbers, check))
    if found := _TABLE.fullmatch(custom_id):
        table, verb, argument = found.groups()
        return TablePress(int(table), cast(Verb, verb), argument or "") if verb in VERBS else None
    return None
