"""A change of a table: a move, and everything that follows automatically until the next decision.

    lobby ──begin──► hand under way ──► settled ──► resting ──deal──► hand under way ──► ...
                        │                  │  └──► hand under way, in games that do not rest
                        │                  └──► closed: too few can go on, or somebody asked for it
                        └──call_off──► resting, or closed

During a hand, `run` repeatedly does one of four things, depending on the seats to act:

- no seat: the hand is over and is settled;
- the House: it draws and moves;
- a seat that is seated out, sits out or is leaving: the mildest answer is given for it (TB-8, TB-9), and at a
  slow table for a barred player (TB-23);
- otherwise a player is to answer, and the change is complete.

A table with cards rests between hands, so that players have time to look and to cut; with dice the next hand
begins at once. At a tournament's table this module frees no seat and closes nothing: the director decides
what happens between hands.

A seat's `stack` does not change until the hand is settled, so calling a hand off is just dropping it.

The payments into a table and out of it are at the end (TB-2). Only coins are ever a payment (TB-12).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace
from itertools import starmap
from typing import Any

from games.engine.core.errors import BelowZero, MoneyMadeOrLost, NeverEnds, ensure
from games.engine.core.game import CHANCE_SEAT, AnyGame, Seat, SeatAmount
from games.engine.core.offers import find, take
from games.engine.provable_chance import Draw, Seal
from games.engine.table import events
from games.engine.table import table as tables
from games.engine.table.table import AnyTable, Hand, LoggedMove, Payment, Seeds, TableChange, TableSeat
from games.engine.table.table_talk import is_last_over

MISSED_MAX = 2
"""The number of turns missed in a row after which a player is seated out (TB-8)."""
RUN_MAX = 10_000
"""More moves than any game makes without a decision."""


class TableUpdate:
    """A change of a table in progress."""

    def __init__(self, table: AnyTable, game: AnyGame, seeds: Seeds) -> None:
        self.change = TableChange(table)
        self._game = game
        self._seeds = seeds

    @property
    def table(self) -> AnyTable:
        """The table in its current state."""
        return self.change.table

    def take(self, later: TableChange) -> None:
        """Add a change that was computed from the current table."""
        self.change = self.change.then(later)

    def begin(self) -> None:
        """Begin the next hand, unless there are no players for it, or others have to come back first."""
        self.take(TableChange(replace(self.table, phase="playing")))
        is_free = self.table.terms.tournament is None
        if is_free and (self.end_if_over() or tables.awaited(self.table, self._game)):
            return
        self._next_hand()

    def run(self) -> TableChange:
        """Go on until the next decision, or until the table is closed; return all that has changed."""
        for _ in range(RUN_MAX):
            table = self.table
            if table.hand is None:
                return self.change
            state = table.hand.state
            to_act = self._game.to_act(state)
            asked = [table.seated(seat) for seat in sorted(to_act) if seat != CHANCE_SEAT]
            played_for = table.barred if table.barred and table.terms.pace.is_slow else ()
            present = [each for each in asked if each.standing == "in" and each.seat not in played_for]
            going = [each.seat for each in asked if each.standing == "leaving" or each.seat in table.sent]
            absent = [each.seat for each in asked if each not in present]
            if not to_act:
                self._settle()
            elif CHANCE_SEAT in to_act:
                self._play_chance_move()
            # Once the pot is shared out, a leaving player has no say in the hand (TB-9, DV-14).
            elif going and not self._game.pot(state) and self.leave(going[0]):
                continue
            elif absent:
                self._time_out(absent[0])
            else:
                return self.change
        raise NeverEnds

    def call_off(self, closing: tables.Closing) -> None:
        """End the hand with the stacks it began with; players who asked to leave go now."""
        hand = self._current_hand()
        # Stacks change only at settlement, so they are still those from before the hand.
        stacks = {seat: self.table.seated(seat).stack for seat in hand.seats}
        # Nothing has been lost that could be topped up.
        seats = tuple(replace(each, tops_up_next=False) for each in self.table.seats)
        called_off = replace(self.table, hand=None, gains=(), seats=seats, pause=None).with_events(
            events.CalledOff(closing.reason)
        )
        ended = tables.EndedHand(hand.number, (), stacks, {})
        self.take(TableChange(called_off, ended=(ended,), closings=(closing,)))
        if self.table.terms.tournament is None:
            survivors = self.table.present
            self._stand_up(each.seat for each in survivors if each.standing == "leaving")
            self._sit_out()
            self._send_home()
            if self._close_if_done(survivors):
                return
        self._seal()

    def play(self, seat: Seat, move: object, seal: Seal | None = None, *, is_aside: bool = False) -> None:
        """Apply a move, or an action out of turn that others don't see; `seal` is the new seal after a draw.

        Creating values takes most of the time, so only one new table is created.
        """
        hand = self._current_hand()
        step = self._game.apply(hand.state, seat, move)
        seats = tuple(
            replace(each, question=each.question + 1) if each.seat == seat and not is_aside else each
            for each in self.table.seats
        )
        table = replace(
            self.table,
            hand=Hand(hand.number, hand.seats, step.state, seal or hand.seal),
            seats=seats,
            story=tables.extended_story(self.table.story, step.events),
        )
        self.take(TableChange(table, moves=(LoggedMove(hand.number, seat, move),)))

    def leave(self, seat: Seat) -> bool:
        """Make a seat's move of leaving; return False if it is all in or the game has no such move (TB-9)."""
        departure = self._game.departure
        if departure is None or self._game.is_all_in(self._current_hand().state, seat):
            return False
        self.play(seat, departure)
        return True

    def miss(self, seat: Seat) -> None:
        """Play the rest of a seat's turn for it; a second missed turn in a row seats the player out."""
        hand = self._current_hand()
        self.take(TableChange(self.table.with_events(events.TimedOut(seat))))
        self._play_turn(seat)
        table, seated = self.table, self.table.seated(seat)
        seated = replace(seated, missed=seated.missed + 1)
        if seated.missed >= MISSED_MAX:
            seated = replace(seated, standing="away", away_since=hand.number)
            table = table.with_events(events.SeatedOut(seat))
        self.take(TableChange(table.with_seat(seated)))

    def seat_out(self, seat: Seat) -> None:
        """Play the rest of a seat's turn for it, and seat the player out at once."""
        hand, table = self._current_hand(), self.table.with_events(events.GoneOnWithout(seat))
        away = replace(table.seated(seat), missed=MISSED_MAX, standing="away", away_since=hand.number)
        self.take(TableChange(table.with_seat(away)))
        self._play_turn(seat)

    def _play_turn(self, seat: Seat) -> None:
        hand = self._current_hand()
        # A turn may consist of several questions, such as a look and a hold, which are all missed at once.
        while (state := self._current_hand().state).turn == hand.state.turn:
            to_act = self._game.to_act(state)
            if CHANCE_SEAT in to_act:
                self._play_chance_move()
            elif seat in to_act:
                self._time_out(seat)
            else:
                break

    def _current_hand(self) -> Hand[Any]:
        assert self.table.hand is not None
        return self.table.hand

    def _time_out(self, seat: Seat) -> None:
        state = self._current_hand().state
        given = self._game.timeout(state, seat)
        self.play(seat, take(find(self._game.offers(state, seat), given.key), given.numbers))

    def _play_chance_move(self) -> None:
        hand = self._current_hand()
        self.play(CHANCE_SEAT, self._game.chance_move(hand.state, Draw(hand.seal)), hand.seal.after_a_draw())

    def _settle(self) -> None:
        """Settle the hand, free the seats of players who are done, and go on."""
        hand = self._current_hand()
        result = self._game.result(hand.state)
        # Count the whole table: money kept between hands may be won, or kept again.
        before = tables.money(self.table, self._game)
        seats = tuple(
            replace(each, stack=result.stacks.get(each.seat, each.stack)) for each in self.table.seats
        )
        seals = (*self.table.decks, hand.seal)
        gains = {seat: result.stacks[seat] - self.table.seated(seat).stack for seat in hand.seats}
        deeds = self._game.hand_stats(hand.state)
        settled = replace(
            self.table,
            hand=None,
            last=hand if self._game.rests(self.table.rules) else None,
            carry=result.carry,
            decks=_in_play(seals),
            revealed=hand.seal,
            pause=None,
            shown=(),
            seats=tuple(self._with_blind(each, hand) for each in seats),
            gains=tuple(starmap(SeatAmount, gains.items())),
            evening=self.table.evening.after(hand.number, gains, deeds),
        )
        ended = tables.EndedHand(hand.number, seals, result.stacks, result.points, gains, deeds)
        self.take(TableChange(settled, points=self._score(result.points, hand.seats), ended=(ended,)))
        after = tables.money(self.table, self._game)
        ensure(after == before, MoneyMadeOrLost, before, after)
        ensure(min(result.stacks.values()) >= 0, BelowZero)
        if self.table.terms.tournament is not None:
            # A tournament's director decides who leaves, and when the next hand begins.
            self._seal()
        elif not any(each.tops_up_next for each in self.table.present):
            self.go_on()

    def go_on(self) -> None:
        """Go on after a hand has been settled and the top-ups asked for have been made."""
        price = self._game.price(self.table.rules, self.table.terms.buy_in)
        # At a free table all play with an empty stack (SH-12).
        self._stand_up(each.seat for each in self.table.present if price > 0 and each.stack == 0)
        self._sit_out()
        survivors = self.table.present
        self._stand_up(
            each.seat for each in survivors if each.standing == "leaving" or self._has_lost_seat(each)
        )
        self._send_home()
        if self._close_if_done(survivors):
            return
        self._seal()
        if not self._game.rests(self.table.rules) and not tables.awaited(self.table, self._game):
            self._next_hand()

    def _with_blind(self, seated: TableSeat[object], hand: Hand[Any]) -> TableSeat[object]:
        """Return a seat that owes the blind if it missed one in this hand (TB-17)."""
        if seated.seat in hand.seats:
            return replace(seated, owes_blind=False, posts_blind=False) if seated.owes_blind else seated
        if seated.standing == "gone" or self.table.terms.tournament is not None:
            return seated
        has_missed = self._game.has_missed_blind(self.table.carry, hand.seats, seated.seat)
        return replace(seated, owes_blind=True) if has_missed else seated

    def _has_lost_seat(self, seated: TableSeat[object]) -> bool:
        """Return True if a player was seated out before this hand, or at a slow table for too long (TB-8)."""
        absence = self.table.terms.pace.absence
        if absence is not None:
            return seated.away_for >= absence
        return seated.standing == "away" and self.table.hands > seated.away_since

    def _sit_out(self) -> None:
        """Make players sit out who asked for it (TB-17), and at a slow table the absent players (TB-8)."""
        keeps_seats = self.table.terms.pace.is_slow and self._game.lets_sit_out(self.table.rules)
        for each in self.table.present:
            if each.sits_out_next or (each.standing == "away" and keeps_seats):
                self.take(TableChange(sitting_out(self.table, self._game, each.seat)))

    def _stand_up(self, seats: Iterable[Seat]) -> None:
        for seat in seats:
            self.take(stand_up(self.table, self._game, seat))

    def _send_home(self) -> None:
        """Free the seats of players sent away, unless they still have coins in the middle (TB-16, TB-23)."""
        owed, barred = self._game.claims(self.table.carry, None), self.table.barred
        self._stand_up(seat for seat in self.table.sent if seat in barred or not owed.get(seat))

    def _seal(self) -> None:
        self.take(TableChange(tables.with_sealed_deck(self.table, self._game)))

    def _score(self, points: Mapping[Seat, int], seats: tuple[Seat, ...]) -> tuple[tuple[int, int], ...]:
        """Return the people's points for a hand of these seats, if they count."""
        table = self.table
        is_free = self._game.price(table.rules, table.terms.buy_in) == 0
        has_house = any(table.seated(seat).player is None for seat in seats)
        if not tables.points_count(table.terms, table.money, is_free=is_free, has_house=has_house):
            return ()
        gained = ((table.seated(seat).player, count) for seat, count in points.items() if count)
        return tuple((player, count) for player, count in gained if player is not None)

    def end_if_over(self, survivors: tuple[TableSeat[object], ...] = ()) -> bool:
        """Close the table if the next hand would have no players.

        The only player who could go on gets all the money left, even if a newcomer who can't go on is seated
        too; so does the only survivor of the last hand, even when leaving.
        """
        table = self.table
        dealt_in = self._game.dealt_in(tables.hand_setup(table), table.carry)
        has_people = any(table.seated(seat).player is not None for seat in dealt_in)
        is_last = table.hands == table.terms.hands_max or is_last_over(table)
        can_go_on = tables.is_enough(table, self._game, dealt_in) or bool(tables.awaited(table, self._game))
        if can_go_on and not is_last:
            return False
        left = dealt_in or tuple(each.seat for each in self.table.present or survivors)
        winner = left[0] if len(left) == 1 else None
        # House players share one bank, so any of them may inherit the money kept between hands.
        heir = dealt_in[0] if dealt_in and not has_people else winner
        has_won = winner is not None and _has_won(table, self._game, winner)
        over = replace(table, closing=None).with_events(events.GameOver(winner if has_won else None))
        self.take(cash_up(over, self._game, heir))
        return True

    def _close_if_done(self, survivors: tuple[TableSeat[object], ...]) -> bool:
        """Close the table if the game is over, or if that was asked for during the hand (TB-10)."""
        if self.end_if_over(survivors):
            return True
        if self.table.closing is None:
            return False
        self.take(cash_up(self.table, self._game, winner=None))
        return True

    def _next_hand(self) -> None:
        table = self.table
        everybody = tables.hand_setup(table, absent=tables.charged_while_out(table, self._game))
        dealt_in = self._game.dealt_in(everybody, table.carry)
        players = tuple(player for player in everybody.players if player.seat in dealt_in)
        state = self._game.start(replace(everybody, players=players), table.carry)
        seal = table.next_seal
        # When the deck was sealed, nobody knew whether the hand would shuffle it.
        if seal.cards and not self._game.shuffles(state):
            seal = replace(seal, is_spare=True)
        hand = Hand(table.hands + 1, dealt_in, state, seal)
        begun = replace(
            table,
            hand=hand,
            last=None,
            hands=hand.number,
            seats=tuple(_counted(each, dealt_in) for each in table.seats),
            next_seal=Seal.fresh(next(self._seeds)),
            is_called=False,
            ready=(),
            pause=None,
            shown=(),
        )
        self.take(TableChange(begun, begun=(tables.BegunHand(hand.number, state),)))


def _counted(seated: TableSeat[Any], dealt_in: Collection[Seat]) -> TableSeat[Any]:
    """Return a seat with its count of hands sat out: one more, or none once it is dealt in again."""
    if seated.standing == "out":
        return replace(seated, hands_out=seated.hands_out + 1)
    return replace(seated, hands_out=0) if seated.hands_out and seated.seat in dealt_in else seated


def _in_play(seals: tuple[Seal, ...]) -> tuple[Seal, ...]:
    """Return the seals whose decks still have a card in play."""
    kept: list[Seal] = []
    shuffled: set[str] = set()
    for seal in reversed(seals):
        if not shuffled.issuperset(seal.dealt):
            kept.append(seal)
            shuffled.update(seal.dealt)
    return tuple(reversed(kept))


def sitting_out(table: AnyTable, game: AnyGame, seat: Seat) -> AnyTable:
    """Return the table with a seat's player sitting out (TB-17)."""
    seated = table.seated(seat)
    # The carry loses a player's part during hands that the player sits out.
    keepsake = game.taken_along(seated.keepsake, table.carry, seat)
    out = replace(seated, standing="out", missed=0, sits_out_next=False, posts_blind=False, keepsake=keepsake)
    return table.with_seat(out).with_events(events.SitsOut(seat))


def buy_in(table: AnyTable, game: AnyGame, seat: Seat, brought: int = 0) -> TableChange:
    """Put the table's buy-in on a seat, or `brought`, the amount its player brings along, if more (TB-17)."""
    seated, price = table.seated(seat), game.price(table.rules, table.terms.buy_in)
    stack = max(price, brought)
    bought_in = table.with_seat(replace(seated, stack=stack, topped_up=seated.topped_up + stack - price))
    if stack > price:
        bought_in = bought_in.with_events(events.BroughtAlong(seat, stack))
    return TableChange(bought_in, _payment(table, seated, stack))


def top_up(table: AnyTable, game: AnyGame, seat: Seat) -> TableChange:
    """Top up a seat's stack to the table's buy-in (TB-17)."""
    seated, amount = table.seated(seat), missing(table, game, seat)
    filled = replace(seated, stack=seated.stack + amount, topped_up=seated.topped_up + amount)
    topped = table.with_seat(replace(filled, tops_up_next=False)).with_events(events.ToppedUp(seat, amount))
    return TableChange(topped, _payment(table, seated, amount))


def taken_back(table: AnyTable, game: AnyGame, seat: Seat) -> TableChange:
    """Repay a seat's money kept between hands, because the player can go on or is barred (DV-15, TB-23)."""
    if table.carry is None:
        return TableChange(table)
    carry = game.repaid(table.carry, seat)
    amount = game.claims(table.carry, None).get(seat, 0) - game.claims(carry, None).get(seat, 0)
    if not amount:
        return TableChange(table)
    seated = table.seated(seat)
    own = table.with_seat(replace(seated, stack=seated.stack + amount))
    gains = tuple(
        replace(each, amount=each.amount + amount) if each.seat == seat else each for each in table.gains
    )
    return TableChange(replace(own, carry=carry, gains=gains), inherited=(SeatAmount(seat, amount),))


def missing(table: AnyTable, game: AnyGame, seat: Seat) -> int:
    """Return the difference between a seat's stack and the table's buy-in."""
    return max(0, game.price(table.rules, table.terms.buy_in) - table.seated(seat).stack)


def stand_up(table: AnyTable, game: AnyGame, seat: Seat) -> TableChange:
    """Free a seat and pay out its stack; a forfeited stack stays on the table.

    A barred player forfeits nothing, and is repaid money kept between hands too (TB-23).
    """
    back, is_barred = TableChange(table), seat in table.barred
    # A player without a stack is out of the game by its rules.
    if is_barred and table.seated(seat).stack:
        back = taken_back(table, game, seat)
    table, seated, is_playing = back.table, back.table.seated(seat), table.phase == "playing"
    is_forfeit = is_playing and not is_barred and game.forfeits(table.rules, table.carry)
    home = 0 if is_forfeit else seated.stack
    gone = replace(seated, standing="gone", stack=seated.stack - home, home=home if is_playing else None)
    sent, barred = (tuple(each for each in going if each != seat) for going in (table.sent, table.barred))
    freed = replace(table.with_seat(gone), pause=None, sent=sent, barred=barred)
    freed = tables.with_host_present(freed.with_events(events.PlayerLeft(seat, home)))
    return TableChange(freed, _payment(table, seated, -home), inherited=back.inherited)


def _has_won(table: AnyTable, game: AnyGame, left: Seat) -> bool:
    """Return True if the only seat left has won the game (TB-9).

    It has not if the last player who left took a stack along, or if a player who sits out has a stack.
    """
    rests = any(each.standing == "out" and each.stack for each in table.present if each.seat != left)
    others = [each for each in table.story if isinstance(each, events.PlayerLeft) and each.seat != left]
    takes_along = bool(others) and others[-1].stack > 0
    return game.price(table.rules, table.terms.buy_in) > 0 and not rests and not takes_along


def cash_up(table: AnyTable, game: AnyGame, winner: Seat | None) -> TableChange:
    """Close the table and pay everybody out.

    Forfeited stacks, and money kept between hands, go to the winner, or back to their owners. Seats and last
    hand are kept for the record.
    """
    claims = Counter(game.claims(table.carry, winner))
    for each in table.seats:
        if winner is not None and each.standing == "gone":
            claims[winner] += each.stack
            claims[each.seat] -= each.stack
    seats = tuple(replace(each, stack=each.stack + claims[each.seat]) for each in table.seats)
    payments = tuple(paid for each in seats for paid in _payment(table, each, -each.stack))
    return TableChange(
        replace(table, phase="closed", hand=None, carry=None, seats=seats, pause=None),
        payments,
        inherited=tuple(SeatAmount(seat, amount) for seat, amount in claims.items() if amount),
    )


def won_from_house(before: AnyTable, change: TableChange, game: AnyGame) -> dict[int, int]:
    """Return each person's net winnings from house players in a change (TB-12).

    If several people win, the house's loss is attributed in proportion, odd coins to the first.
    """
    if change.table.money != "coins":
        return {}
    gains = belongings(change.table, game)
    gains.subtract(belongings(before, game))
    # Buy-ins and cash-outs are neither won nor lost.
    for each in change.payments:
        gains[each.player] -= each.amount
    lost = -gains.pop(None, 0)
    # The house's loss is attributed to winners, its gain to losers.
    rivals = {player: gain for player, gain in gains.items() if player is not None and gain * lost > 0}
    total = sum(rivals.values())
    shares = {player: abs(lost * gain) // abs(total) for player, gain in rivals.items()}
    for player in list(shares)[: abs(lost) - sum(shares.values())]:
        shares[player] += 1
    return {player: share if lost > 0 else -share for player, share in shares.items()}


def belongings(table: AnyTable, game: AnyGame) -> Counter[int | None]:
    """Return the money on a table by player, with all house players together as None.

    The pot of the current hand still belongs to the players who put it in.
    """
    owned: Counter[int | None] = Counter()
    if table.phase != "closed":
        claims = game.claims(table.carry, None)
        for each in table.seats:
            owned[each.player] += each.stack + claims.get(each.seat, 0)
    return owned


def _payment(table: AnyTable, seated: TableSeat[object], amount: int) -> tuple[Payment, ...]:
    if table.money != "coins" or amount == 0:
        return ()
    return (Payment(seated.player, amount, "buy_in" if amount > 0 else "cash_out"),)
