"""Sitting out and coming back, posting a blind, and filling up one's stack, without leaving the seat (TB-17).

What is wished for during a hand takes effect when it is over. Of a wallet nothing is known here: a hand
after which somebody fills up is settled, and goes on once `top_up_wished` was told what they hold.

What somebody who gives up their seat now leaves behind, so that they can be asked first (TB-9).

A pause on which all who play agree: the clock stands still, and nothing is played.

One asks, all others say yes, of whom there must be one; whoever says no ends the asking, and so does the
end of the hand. How much of the clock was left is told from outside: the rules have none.

A short word at the table: one of a few phrases, never a text of somebody's own.

They are shown for a while beside the name. The rules have no clock: when something is said is told to them.

Showing one's cards to all when a hand is over, though nothing asks for it (TB-11).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal

from games.engine.core.errors import (
    NoBlindOwed,
    NotOffered,
    NoTopUp,
    NotSeated,
    NotStarted,
    OnPause,
    PlaysOn,
    StackFull,
    TooSoon,
    phrase,
)
from games.engine.core.game import AnyGame, Seat
from games.engine.table.events import (
    CameBack,
    NotToppedUp,
    PauseAsked,
    PauseBegun,
    PauseEnded,
    PauseRefused,
    TopUpTakenBack,
    WillPost,
    WillSitOut,
    WillTopUp,
)
from games.engine.table.progress import Progress, missing, sitting_out, taken_back, top_up
from games.engine.table.table import (
    AnyTable,
    Change,
    Pause,
    Remark,
    Seated,
    Seeds,
    ShownCards,
    facts,
    has_clock,
    require_free,
    require_open,
)


def sit_out(table: AnyTable, game: AnyGame, player: int, seeds: Seeds) -> Change:
    """Deal a player no more cards until they come back: at once between hands, else when this one is over."""
    seated = _require_seat(table, game, player)
    if seated.standing == "out" or seated.sits_out_next:
        return Change(table)
    if table.hand is not None and seated.seat in table.hand.seats:
        return Change(table.with_seat(replace(seated, sits_out_next=True)).telling(WillSitOut(seated.seat)))
    progress = Progress(sitting_out(table, game, seated.seat), game, seeds)
    if table.hand is None:
        # Whoever sits out keeps nobody from a last hand that all others agreed on (SH-8).
        progress.end_if_over()
    return progress.change


def come_back(table: AnyTable, player: int) -> Change:
    """Let a player who was seated out decide again (TB-8), or one who sits out play again (TB-17)."""
    require_open(table)
    seated = table.seat_of(player)
    if seated.standing not in ("away", "out") and not seated.sits_out_next:
        return Change(table)
    back = replace(seated, standing="in", sits_out_next=False, missed=0)
    return Change(table.with_seat(back).telling(CameBack(seated.seat)))


def post_blind(table: AnyTable, game: AnyGame, player: int) -> Change:
    """Have somebody who owes a blind post it instead of waiting for the big one; else `NoBlindOwed`."""
    seated = _require_seat(table, game, player)
    is_in_hand = table.hand is not None and seated.seat in table.hand.seats
    if not seated.owes_blind or seated.standing != "in" or is_in_hand:
        raise NoBlindOwed
    if seated.posts_blind:
        return Change(table)
    return Change(table.with_seat(replace(seated, posts_blind=True)).telling(WillPost(seated.seat)))


def ask_top_up(table: AnyTable, game: AnyGame, player: int) -> Change:
    """Fill a player's stack up to the buy-in: at once between hands, else when this one is over.

    Raises `StackFull`, between hands and for somebody who is not in the hand.
    """
    seated = _require_seat(table, game, player)
    if table.hand is not None and seated.seat in table.hand.seats:
        if seated.tops_up_next:
            return Change(table)
        return Change(table.with_seat(replace(seated, tops_up_next=True)).telling(WillTopUp(seated.seat)))
    if not missing(table, game, seated.seat):
        raise StackFull
    return top_up(table, game, seated.seat)


def take_back_top_up(table: AnyTable, game: AnyGame, player: int) -> Change:
    """Fill a player's stack up no more when the hand is over; `NoTopUp` if nothing waits for that."""
    seated = _require_seat(table, game, player)
    if not seated.tops_up_next:
        raise NoTopUp
    return Change(table.with_seat(replace(seated, tops_up_next=False)).telling(TopUpTakenBack(seated.seat)))


def top_up_wished(table: AnyTable, game: AnyGame, seeds: Seeds, purses: Mapping[int, int]) -> Change:
    """Fill up the stacks of those who wished it during the hand that is over, and go on.

    `purses` are what people hold in their wallets. A table that closes now takes nothing from them.
    """
    progress = Progress(table, game, seeds)
    for each in table.present:
        if each.tops_up_next:
            progress.take(_topped_up(progress.table, game, each, purses))
    progress.go_on()
    return progress.run()


def _topped_up(table: AnyTable, game: AnyGame, seated: Seated[Any], purses: Mapping[int, int]) -> Change:
    asked = Change(table.with_seat(replace(seated, tops_up_next=False)))
    going_on = taken_back(table, game, seated.seat)
    amount = missing(going_on.table, game, seated.seat)
    if not amount or table.closing is not None or seated.seat in table.sent:
        return asked
    filled = going_on.then(top_up(going_on.table, game, seated.seat))
    if going_on.inherited and seated.seat not in game.dealt_in(facts(filled.table), filled.table.carry):
        # They would be out with more.
        return asked
    if table.money == "coins" and purses.get(seated.player or 0, 0) < amount:
        return Change(asked.table.telling(NotToppedUp(seated.seat)))
    return filled


def _require_seat(table: AnyTable, game: AnyGame, player: int) -> Seated[Any]:
    """The seat of a player who may sit out and fill up here."""
    require_free(table)
    seated = table.seat_of(player)
    if seated.standing == "leaving":
        raise NotSeated
    if table.phase == "lobby":
        raise NotStarted
    if table.terms.hands_max == 1 or not game.lets_sit_out(table.rules):
        raise PlaysOn
    return seated


@dataclass(frozen=True, slots=True)
class Parting:
    """How much of theirs stays at the table, and what becomes of their part in the hand.

    It is folded, or played to its end for them: because they are all in, or as the game has it (SH-13).
    None: they have no part in it.
    """

    stays: int
    hand: Literal["folded", "all_in", "played"] | None


def parting(table: AnyTable, game: AnyGame, seat: Seat) -> Parting | None:
    """What leaving comes to for that seat; None where it costs nothing but the seat."""
    seated, hand = table.seated(seat), table.hand
    if table.phase != "playing" or seated.standing == "leaving" or table.terms.tournament is not None:
        return None
    stays = game.claims(table.carry, None).get(seat, 0)
    if game.forfeits(table.rules, table.carry):
        stays += seated.stack
    # A pot that is shared out already is nobody's to lose.
    has_part = hand is not None and seat in hand.seats and not game.is_out(hand.state, seat)
    if hand is None or not has_part or (game.departure is not None and not game.pot(hand.state)):
        return Parting(stays, None) if stays else None
    stays += seated.stack - game.stacks(hand.state)[seat]
    if game.is_all_in(hand.state, seat):
        return Parting(stays, "all_in")
    return Parting(stays, "played" if game.departure is None else "folded")


VOTERS_MIN = 2
"""With fewer who are there nobody would be asked whether they want a pause."""


def voters(table: AnyTable) -> tuple[Seat, ...]:
    """The people who have a say: neither seated out nor sitting out, nor about to leave."""
    return tuple(each.seat for each in table.present if each.player is not None and each.standing == "in")


def is_paused(table: AnyTable) -> bool:
    """Whether the clock stands still."""
    return table.pause is not None and table.pause.left is not None


def require_running(table: AnyTable) -> None:
    """Refuse to play on while the table is paused."""
    if is_paused(table):
        raise OnPause


def may_pause(table: AnyTable) -> bool:
    """Whether people can agree on a pause here: where a clock runs, and nobody outside waits."""
    is_free = table.terms.tournament is None and table.terms.hands_max != 1
    is_wanted = len(voters(table)) >= VOTERS_MIN and table.pause is None
    return is_free and table.phase == "playing" and has_clock(table) and is_wanted


def ask_for_pause(table: AnyTable, player: int, left: int) -> Change:
    """Ask all others for a pause, or agree to it; `left` are the seconds that the clock still has."""
    seat = _voter(table, player).seat
    if is_paused(table):
        return Change(table)
    if not may_pause(replace(table, pause=None)):
        raise NotOffered
    if table.pause is None:
        table = replace(table.telling(PauseAsked(seat)), pause=Pause(()))
    agreed = tuple(dict.fromkeys((*(table.pause.agreed if table.pause else ()), seat)))
    if {*voters(table)} - {*agreed}:
        return Change(replace(table, pause=Pause(agreed)))
    return Change(replace(table.telling(PauseBegun()), pause=Pause(agreed, left)))


def refuse_pause(table: AnyTable, player: int) -> Change:
    """Say no to a pause that somebody asks for."""
    seat = _voter(table, player).seat
    if table.pause is None or is_paused(table):
        raise NotOffered
    return Change(replace(table.telling(PauseRefused(seat)), pause=None))


def play_on(table: AnyTable, player: int) -> Change:
    """End the pause; anybody may who plays, also who was away when it began."""
    _voter(table, player)
    if not is_paused(table):
        raise NotOffered
    return run_on(table)


def run_on(table: AnyTable) -> Change:
    """End the pause by itself: it has lasted long enough."""
    return Change(replace(table.telling(PauseEnded()), pause=None))


def _voter(table: AnyTable, player: int) -> Seated[object]:
    require_free(table)
    if table.phase != "playing":
        raise NotStarted
    seated = table.seat_of(player)
    if seated.seat not in voters(table):
        raise NotSeated
    return seated


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


def to_show(table: AnyTable, game: AnyGame, seat: Seat) -> tuple[str, ...]:
    """The cards that this seat may show of the hand that is over, until the next begins."""
    last = table.last
    if table.phase != "playing" or last is None or seat not in last.seats:
        return ()
    is_theirs = table.seated(seat).since < last.number
    has_shown = any(each.seat == seat for each in table.shown)
    return game.unshown(last.state, seat) if is_theirs and not has_shown else ()


def show_cards(table: AnyTable, game: AnyGame, player: int) -> Change:
    """Show a player's folded or uncalled cards to all; `NotOffered` if there are none."""
    require_open(table)
    seat = table.seat_of(player).seat
    cards = to_show(table, game, seat)
    if not cards:
        raise NotOffered
    return Change(replace(table, shown=(*table.shown, ShownCards(seat, cards))))
