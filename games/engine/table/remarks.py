"""A short word at the table: one of a few phrases, never a text of somebody's own.

They are shown for a while beside the name. The rules have no clock: when something is said is told to them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from games.engine.core.errors import NotOffered, NotSeated, TooSoon
from games.engine.core.sentences import phrase
from games.engine.table.notes import Remark
from games.engine.table.readiness import require_open
from games.engine.table.table import AnyTable, Change

PHRASES: Mapping[str, str] = {
    "well_played": phrase("Well played!"),
    "bad_luck": phrase("Bad luck!"),
    "your_turn": phrase("Your turn, friend."),
    "one_more": phrase("One more?"),
    "good_night": phrase("Good night, all!"),
    "thanks": phrase("Thank you!"),
}
"""What can be said, by its key."""
REMARKS_MAX = 3
"""So many people's last words are shown at a time."""
PAUSE_SECONDS = 10
"""Seconds before the same person can say something again."""
SHOWN_SECONDS = 60
"""Seconds for which a word is shown: the table's first change after that takes it away."""


def say(table: AnyTable, player: int, key: str, at: int) -> Change:
    """Say one of the phrases; `at` are unix seconds. `TooSoon` right after the last one."""
    require_open(table)
    seated = table.seat_of(player)
    if seated.standing == "leaving":
        raise NotSeated
    if key not in PHRASES:
        raise NotOffered
    # A clock that was set back keeps nobody from speaking.
    if any(each.seat == seated.seat and 0 <= at - each.at < PAUSE_SECONDS for each in table.remarks):
        raise TooSoon
    others = tuple(each for each in table.remarks if each.seat != seated.seat)
    return Change(replace(table, remarks=(*others, Remark(seated.seat, key, at))[-REMARKS_MAX:]))


def faded(table: AnyTable, at: int) -> AnyTable:
    """The table without what was said a while ago, or by somebody who has gone since."""
    here = {each.seat for each in table.present}
    kept = tuple(each for each in table.remarks if each.seat in here and 0 <= at - each.at < SHOWN_SECONDS)
    return table if kept == table.remarks else replace(table, remarks=kept)
