"""Agreements, remarks and shown cards at a table, beside the game.

- A pause, in which the clock stands still: one player asks, and all others, at least one, have to agree. A
  refusal or the end of the hand ends the vote.
- The last hand of a game, if its players may agree on one (SH-8).
- A remark: one of a few phrases, never free text, shown for a while beside the name.
- A player's own cards, shown voluntarily once a hand is over (TB-11).
- Going on without a player who does not answer: all others, at least two people, have to agree. The player
  ends the vote by a press that says they are here (TB-8). `play.py` has the votes.

The rules have no clock: the time of a remark, and the time left at a pause, are arguments.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from games.engine.core.errors import N_, NotOffered
from games.engine.core.game import AnyGame, Seat
from games.engine.table import table as tables
from games.engine.table.events import LastCalled, PauseAsked, PauseBegun, PauseEnded, PauseRefused
from games.engine.table.refusals import NotSeated, NotStarted, TooSoon
from games.engine.table.table import AbsenceVote, AnyTable, TableChange

VOTERS_MIN = 2
"""The minimum number of voters."""
PHRASES: Mapping[str, str] = {
    "well_played": N_("Well played!"),
    "bad_luck": N_("Bad luck!"),
    "your_turn": N_("Your turn, friend."),
    "one_more": N_("One more?"),
    "good_night": N_("Good night, all!"),
    "thanks": N_("Thank you!"),
}
"""The possible remarks by key."""
REMARKS_MAX = 3
"""The maximum number of people whose remarks are shown at a time."""
PAUSE_SECONDS = 10
"""The minimum number of seconds between two remarks of a person."""
SHOWN_SECONDS = 60
"""The number of seconds that a remark stays: the table's first change after that removes it."""


def is_paused(table: AnyTable) -> bool:
    """Return True if the clock stands still."""
    return table.pause is not None and table.pause.left is not None


def may_pause(table: AnyTable) -> bool:
    """Return True if people can agree on a pause here: a clock runs, and nobody outside waits."""
    is_free = table.terms.tournament is None and table.terms.hands_max != 1
    is_wanted = len(voters(table)) >= VOTERS_MIN and table.pause is None
    return is_free and table.phase == "playing" and tables.has_clock(table) and is_wanted


def ask_for_pause(table: AnyTable, player: int, left: int) -> TableChange:
    """Ask all others for a pause, or agree to it; `left` is the number of seconds on the clock."""
    seat = voter(table, player)
    if is_paused(table):
        return TableChange(table)
    if not may_pause(replace(table, pause=None)):
        raise NotOffered
    if table.pause is None:
        table = replace(table.with_events(PauseAsked(seat)), pause=tables.Pause(()))
    agreed = tuple(dict.fromkeys((*(table.pause.agreed if table.pause else ()), seat)))
    if voters(table) <= {*agreed}:
        return TableChange(replace(table.with_events(PauseBegun()), pause=tables.Pause(agreed, left)))
    return TableChange(replace(table, pause=tables.Pause(agreed)))


def refuse_pause(table: AnyTable, player: int) -> TableChange:
    """Refuse a pause that another player asks for."""
    seat = voter(table, player)
    if table.pause is None or is_paused(table):
        raise NotOffered
    return TableChange(replace(table.with_events(PauseRefused(seat)), pause=None))


def play_on(table: AnyTable, player: int) -> TableChange:
    """End the pause; any player may, even one who was away when it began."""
    voter(table, player)
    if not is_paused(table):
        raise NotOffered
    return run_on(table)


def run_on(table: AnyTable) -> TableChange:
    """End the pause automatically because it has lasted long enough."""
    return TableChange(replace(table.with_events(PauseEnded()), pause=None))


def voter(table: AnyTable, player: int) -> Seat:
    """Return the seat of a person who votes."""
    tables.require_free(table)
    if table.phase != "playing":
        raise NotStarted
    seat = table.seat_of(player).seat
    if seat not in voters(table):
        raise NotSeated
    return seat


def voters(table: AnyTable) -> set[Seat]:
    """Return the people who vote: neither seated out nor sitting out nor about to leave.

    House players always agree. Seated-out players are not waited for: they would lose their seats after one
    more hand anyway (TB-8).
    """
    return {each.seat for each in table.present if each.player is not None and each.standing == "in"}


def call_last(table: AnyTable, game: AnyGame, player: int) -> TableChange:
    """Ask all others to make this the last hand, or agree to that.

    Once everybody has agreed, the current hand is the last; between hands, the next one is.
    """
    tables.require_free(table)
    if not game.ends_by_agreement:
        raise NotOffered
    if table.phase != "playing":
        raise NotStarted
    seated = table.seat_of(player)
    if seated.standing == "leaving":
        raise NotSeated
    if is_last(table) or seated.seat in table.wants_last:
        return TableChange(table)
    called = replace(table, wants_last=(*table.wants_last, seated.seat)).with_events(LastCalled(seated.seat))
    if _is_last_agreed(called):
        called = replace(called, last_hand=called.hands + (called.hand is None))
    return TableChange(called)


def is_last(table: AnyTable) -> bool:
    """Return True if the current hand is surely the last; a player who is away may return and object."""
    return table.last_hand is not None or _is_last_agreed(table)


def is_last_over(table: AnyTable) -> bool:
    """Return True if the last hand is over, or the last player to object has left or is seated out."""
    return table.hands == table.last_hand or _is_last_agreed(table)


def _is_last_agreed(table: AnyTable) -> bool:
    voting = voters(table)
    # Without voters nobody has agreed.
    return bool(voting) and voting <= {*table.wants_last}


def absence(table: AnyTable) -> AbsenceVote | None:
    """Return the vote on an absent player if their question is still open, else None."""
    vote = table.absence
    if vote is None or table.hand is None or table.seated(vote.seat).question != vote.question:
        return None
    return vote


def be_here(table: AnyTable, player: int) -> TableChange:
    """End the vote to go on without a player, at that player's press."""
    seat, vote = voter(table, player), absence(table)
    if vote is None or vote.seat != seat:
        raise NotOffered
    return TableChange(replace(table, absence=replace(vote, agreed=(), is_here=True)))


def say(table: AnyTable, player: int, key: str, now: int) -> TableChange:
    """Say one of the phrases, at `now` in unix seconds. Raises `TooSoon` right after another one."""
    tables.require_open(table)
    seated = table.seat_of(player)
    if seated.standing == "leaving":
        raise NotSeated
    if key not in PHRASES:
        raise NotOffered
    # A clock that was set back must not keep a player from speaking.
    if any(each.seat == seated.seat and 0 <= now - each.at < PAUSE_SECONDS for each in table.remarks):
        raise TooSoon
    others = tuple(each for each in table.remarks if each.seat != seated.seat)
    return TableChange(replace(table, remarks=(*others, tables.Remark(seated.seat, key, now))[-REMARKS_MAX:]))


def faded(table: AnyTable, now: int) -> AnyTable:
    """Return the table without old remarks, and without those of players who have left."""
    seats = {each.seat for each in table.present}
    kept = tuple(each for each in table.remarks if each.seat in seats and 0 <= now - each.at < SHOWN_SECONDS)
    return table if kept == table.remarks else replace(table, remarks=kept)


def to_show(table: AnyTable, game: AnyGame, seat: Seat) -> tuple[str, ...]:
    """Return the cards of the finished hand that this seat may show, until the next hand begins."""
    last = table.last
    if table.phase != "playing" or last is None or seat not in last.seats:
        return ()
    was_dealt_in = table.seated(seat).since < last.number
    has_shown = any(each.seat == seat for each in table.shown)
    return game.unshown(last.state, seat) if was_dealt_in and not has_shown else ()


def show_cards(table: AnyTable, game: AnyGame, player: int) -> TableChange:
    """Show a player's folded or uncalled cards to all. Raises `NotOffered` if there are none."""
    tables.require_open(table)
    seat = table.seat_of(player).seat
    cards = to_show(table, game, seat)
    if not cards:
        raise NotOffered
    return TableChange(replace(table, shown=(*table.shown, tables.ShownCards(seat, cards))))
