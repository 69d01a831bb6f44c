"""The length of a seat's turn, and its player's time bank for the whole game (TB-18).

The time bank runs when a turn's time is over. Turns get shorter after several slow answers in a row, so that
nobody can stall:

    slow answers in a row    0  1  2  3   4   5
    seconds for a turn      60 60 60 30  15  15

A quick answer doubles the turn again, and restarts the count of slow answers. A timeout is one slow answer.
A tournament's table has no time bank, and the tournament's settings fix the length of a turn. The rules
have no clock: the seconds that an answer took are an argument.

A table may also have a time limit for the whole game: the first hand that begins after it is the last (SH-8).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from games.engine.core.errors import N_, NotOffered
from games.engine.core.game import AnyGame, Seat
from games.engine.core.house_rules import Option, change, option, options
from games.engine.table.events import TimeIsUp, TurnsShortened
from games.engine.table.pace import TURNS, PaceName, name_of
from games.engine.table.table import AnyTable, TableChange, TableSeat, Terms

USUAL_SECONDS = 60
USUAL_MINUTES = 60
SHORT_TURN_SECONDS = 120
"""The longest turn with a time bank by default."""
SLOW_TIMES = 3
"""The number of slow answers in a row from which turns get shorter."""
SECONDS_MIN = 15
"""The shortest turn."""


@dataclass(frozen=True, slots=True)
class CommonRules:
    """House rules that every game has, as set at one table."""

    pace: PaceName = option(
        # Translators: a house rule: how much time everybody has.
        N_("Pace"),
        {
            # Translators: the pace of a table: everybody is there, and turns are short.
            "live": N_("live"),
            # Translators: the pace of a table: ten minutes a turn.
            "unhurried": N_("unhurried"),
            # Translators: the pace of a table: a day for each turn.
            "day": N_("a day a turn"),
            "three_days": N_("three days a turn"),
        },
        default="live",
        says={
            "live": N_("Turns are as long as usual on this server."),
            "unhurried": N_("10 minutes a turn."),
            "day": N_("24 hours a turn, and 2 days of time bank. I keep seats and results for you."),
            "three_days": N_("3 days a turn, and 3 days of time bank. I keep seats and results for you."),
        },
    )
    time_bank: int = option(
        N_("Time bank"),
        # Translators: of a house rule: no jokers, no time bank, or no home throws count.
        {0: N_("none"), 60: N_("1 minute"), 120: N_("2 minutes"), 300: N_("5 minutes")},
        default=60,
        says={
            0: N_("When your turn’s time is over, I play for you."),
            **dict.fromkeys((60, 120, 300), N_("Extra time for the whole game, on top of your turns.")),
        },
    )
    """In seconds."""
    time_limit: int = option(
        N_("Time limit"),
        # Translators: of a house rule: no jokers, no time bank, or no home throws count.
        {0: N_("none"), 30: N_("30 minutes"), 60: N_("1 hour"), 120: N_("2 hours"), 240: N_("4 hours")},
        default=0,
        says={
            0: N_("The table goes on until the game is over or someone closes it."),
            **dict.fromkeys(
                (30, 60, 120, 240), N_("Then one last hand, and everybody takes home what they have.")
            ),
        },
    )
    """In minutes."""


def usual(turn: int) -> int:
    """Return the default time bank for turns of this length; both in seconds."""
    return USUAL_SECONDS if turn <= SHORT_TURN_SECONDS else 0


def usual_minutes(game: AnyGame, rules: object) -> int:
    """Return the default time limit: an hour where players may end a game for a stake by agreement (SH-8)."""
    has_end = game.ends_by_agreement and game.lets_sit_out(rules)
    return USUAL_MINUTES if has_end and game.price(rules, game.usual_stake(rules)) else 0


def common(terms: Terms) -> CommonRules:
    """Return the house rules that every game has, as set at a table; a slow one has a fixed time bank."""
    bank = USUAL_SECONDS if terms.pace.is_slow else terms.bank_seconds
    return CommonRules(name_of(terms.turn_seconds), bank, terms.minutes_max)


def common_options(terms: Terms) -> tuple[Option, ...]:
    """Return the common house rules that can be chosen at a table."""
    hidden = {"time_bank", "time_limit"} if terms.pace.is_slow else set()
    return tuple(each for each in options(CommonRules) if each.name not in hidden)


def paced(terms: Terms, name: PaceName, live_seconds: int, minutes: int) -> Terms:
    """Return terms with another pace (TB-28); turns at a live table last `live_seconds`.

    A slow table has no time limit (TB-10). A table that is no longer slow has a time limit of `minutes`.
    """
    turn, bank = TURNS.get(name, (live_seconds, usual(live_seconds)))
    after = replace(terms, turn_seconds=turn, bank_seconds=bank)
    limit = 0 if after.pace.is_slow else minutes if terms.pace.is_slow else terms.minutes_max
    return replace(after, minutes_max=limit)


def with_rule(table: AnyTable, game: AnyGame, name: str, index: int, live_seconds: int) -> AnyTable:
    """Return the table with a common rule set to its index-th choice.

    Raises `NotOffered` if there is none.
    """
    terms = table.terms
    if all(each.name != name for each in common_options(terms)):
        raise NotOffered
    before = common(terms)
    after = change(before, name, index)
    if after.pace == before.pace:
        terms = replace(terms, bank_seconds=after.time_bank, minutes_max=after.time_limit)
        return replace(table, terms=terms)
    return replace(table, terms=paced(terms, after.pace, live_seconds, usual_minutes(game, table.rules)))


def timed(before: AnyTable, change: TableChange, game: AnyGame, now: int) -> TableChange:
    """Return a change at a table with a time limit, with the time played counted up to `now` (unix seconds).

    After the limit, the hand that has just begun is the last, except in a game for a prize pool (SH-11).
    Pauses don't count, nor more than one turn between two changes, since the bot may have been away.
    """
    table = change.table
    since = before.counted_at or now
    is_paused = before.pause is not None and before.pause.left is not None
    passed = 0 if is_paused else min(max(0, now - since), table.terms.turn_seconds + table.terms.bank_seconds)
    played = before.played_seconds + (passed if before.phase == "playing" else 0)
    table = replace(table, played_seconds=played, counted_at=now)
    is_over = played >= 60 * table.terms.minutes_max and game.lets_sit_out(table.rules)
    if is_over and change.begun and table.phase == "playing" and table.last_hand is None:
        table = replace(table, last_hand=table.hands).with_events(TimeIsUp())
    return replace(change, table=table)


def reserve(table: AnyTable, seat: Seat) -> int:
    """Return the seconds left in a seat's time bank."""
    return max(0, table.terms.bank_seconds - table.seated(seat).bank_spent)


def spend(table: AnyTable, seat: Seat, seconds: int) -> AnyTable:
    """Return the table with these seconds, or all that are left, spent from a seat's time bank."""
    taken = min(seconds, reserve(table, seat))
    if not taken:
        return table
    seated = table.seated(seat)
    return table.with_seat(replace(seated, bank_spent=seated.bank_spent + taken))


def turn_seconds(table: AnyTable, seated: TableSeat[Any]) -> int:
    """Return the length of a seat's turn, without its time bank."""
    whole = table.terms.turn_seconds
    return max(min(whole, SECONDS_MIN), whole >> seated.halved)


def limit(table: AnyTable, seat: Seat) -> int:
    """Return the seconds until a seat times out, including the rest of its time bank."""
    return turn_seconds(table, table.seated(seat)) + reserve(table, seat)


def passed(before: AnyTable, after: AnyTable, seconds: float) -> AnyTable:
    """Return a table after a change, with these seconds added to the time that players have been absent.

    Only a slow table counts them (TB-8), except during a pause.
    """
    is_paused = before.pause is not None and before.pause.left is not None
    if not after.terms.pace.is_slow or is_paused or seconds < 1:
        return after
    absent = {each.seat for each in before.seats if each.standing in ("away", "out")}
    seats = tuple(
        replace(each, away_for=each.away_for + int(seconds))
        if each.seat in absent and each.standing in ("away", "out")
        else each
        for each in after.seats
    )
    return replace(after, seats=seats)


def answered(table: AnyTable, seat: Seat, taken: int) -> AnyTable:
    """Return the table after an answer that took this many seconds, with its time bank and slow answers."""
    whole = turn_seconds(table, table.seated(seat))
    if taken > whole:
        table = spend(table, seat, taken - whole)
    seated, is_slow = table.seated(seat), 4 * taken > 3 * whole
    if not is_slow:
        is_unchanged = not seated.slow and not seated.halved
        quicker = replace(seated, slow=0, halved=max(0, seated.halved - 1))
        return table if is_unchanged else table.with_seat(quicker)
    if whole <= SECONDS_MIN or table.terms.turn_seconds > SHORT_TURN_SECONDS:
        return table
    slower = replace(seated, slow=min(seated.slow + 1, SLOW_TIMES))
    if slower.slow < SLOW_TIMES:
        return table.with_seat(slower)
    return table.with_seat(replace(slower, halved=seated.halved + 1)).with_events(TurnsShortened(seat))
