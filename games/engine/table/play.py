"""Actions at a table during a game: hands, and between them sitting out and topping up (TB-17).

After every answer the table advances until a person or a house player is to act: the House deals and throws,
seats of absent players get an automatic answer, a finished hand is settled and the next one begins. A table
with cards rests until a player asks for the next deal, so that there is time to look, to sit down or leave,
and to cut.

Requests during a hand, such as a top-up, take effect when it is over. This module doesn't know wallets: if
a player has asked to top up, the table stops after settling, until `top_up_wished` brings the balances.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import Any

from games.engine.core import errors
from games.engine.core.errors import N_
from games.engine.core.game import CHANCE_SEAT, AnyGame, Seat
from games.engine.core.offers import Answer, Offer, checksum, find, take
from games.engine.provable_chance import Seal
from games.engine.table import events, refusals, time_bank
from games.engine.table import table as tables
from games.engine.table.table import AnyTable, Hand, Seeds, TableChange, TableSeat
from games.engine.table.table_talk import VOTERS_MIN, absence, is_paused, voter, voters
from games.engine.table.update import TableUpdate, buy_in, missing, sitting_out, stand_up, taken_back, top_up

# Translators: why a hand was called off.
PUT_BACK = N_("the tavern was restored from a backup")
"""The reason stored in the books when a hand is called off because a backup was restored."""
QUESTIONS_SKIPPED = 100_000
"""More than the number of questions since any backup, so that no older button fits a new question."""


def begin(table: AnyTable, game: AnyGame, seeds: Seeds, short: Collection[int | None] = ()) -> TableChange:
    """Collect the buy-ins and begin the first hand.

    `short` are the people who can't pay: they lose their seats. If None, the house's bank, is among them, the
    game becomes practice.
    """
    tables.require_free(table)
    if table.phase != "lobby":
        raise refusals.AlreadyStarted
    update = TableUpdate(table, game, seeds)
    if table.money == "coins" and None in short and tables.house_sits(table):
        # Practice costs nothing, so nobody is turned away.
        update.take(TableChange(replace(table, money="practice").with_events(events.TurnedPractice())))
    elif table.money == "coins":
        for each in table.present:
            if each.player is not None and each.player in short:
                update.take(
                    stand_up(update.table.with_events(events.StackTooShort(each.seat)), game, each.seat)
                )
    needed = table.terms.seats_needed(game.seats)
    if len(update.table.present) < needed:
        raise (
            refusals.TooFewCanPay(needed) if len(table.present) >= needed else refusals.TooFewPlayers(needed)
        )
    for seated in update.table.present:
        update.take(buy_in(update.table, game, seated.seat))
    update.begin()
    return update.run()


def deal(table: AnyTable, game: AnyGame, seeds: Seeds, seat: Seat | None = None) -> TableChange:
    """Begin the next hand at a resting table, at a slow table once all present players have asked (TB-13).

    With `seat` None, the hand begins at once. Raises `TooFewReady` if too many sit out (TB-17).
    """
    tables.require_resting(table)
    if is_paused(table):
        raise refusals.OnPause
    if tables.awaited(table, game):
        raise refusals.TooFewReady
    if seat is not None and {*tables.unready(table)} - {seat}:
        return TableChange(replace(table, ready=tuple(sorted({*table.ready, seat}))))
    update = TableUpdate(table, game, seeds)
    update.begin()
    return update.run()


def cut(table: AnyTable, game: AnyGame, player: int, name: str, words: str) -> TableChange:
    """Mix a player's words into the chance of the next hand, once per player (TB-13).

    A deck is cut between two hands, once it is sealed; dice are cut at any time, for the next hand.
    """
    tables.require_open(table)
    if not may_cut(table, player):
        raise refusals.NotSeated
    if game.is_dealt and table.hand is not None:
        raise refusals.HandUnderWay
    if not is_cuttable(table, game):
        raise refusals.NothingToCut
    return TableChange(replace(table, next_seal=table.next_seal.cut(player, name, words)))


def may_cut(table: AnyTable, player: int) -> bool:
    """Return True if a player will be in the next hand: seated to stay, or challenged to it."""
    is_staying = any(each.player == player and each.standing in ("in", "away") for each in table.present)
    is_challenge = table.phase == "lobby" and not table.terms.is_private
    return is_staying or (is_challenge and player in table.terms.invited)


def is_cuttable(table: AnyTable, game: AnyGame) -> bool:
    """Return True if players can cut now: a deck or a seed has been sealed for the next hand."""
    is_sealed = table.hand is None and bool(table.next_seal.cards)
    return table.phase != "closed" and (is_sealed or not game.is_dealt)


def answer(
    table: AnyTable, game: AnyGame, seeds: Seeds, seat: Seat, given: Answer, taken: int | None = None
) -> TableChange:
    """Play a seat's answer, which took `taken` seconds, or None without a clock.

    An action out of turn keeps the question number; otherwise its growth would show others how often a seat
    changed its choice.

    Raises `NotStarted`, `NothingPlayed`, `Stale`, `NotYourTurn`, `NotOffered` or `OutOfRange`; then nothing
    has changed.
    """
    if is_paused(table):
        raise refusals.OnPause
    hand = _hand(table)
    seated = table.seated(seat)
    offers, asides = game.offers(hand.state, seat), game.asides(hand.state, seat)
    is_aside = any(given.key == each.key for each in asides)
    if is_aside:
        offers = asides
    if not offers:
        raise errors.NotYourTurn if given.check is None else errors.Stale
    if given.check is not None and all(given.check != checksum(each, seated.question) for each in offers):
        raise errors.Stale
    move = take(find(offers, given.key), given.numbers)
    if seated.missed:
        table = table.with_seat(replace(seated, missed=0))
    if taken is not None and not is_aside:
        table = time_bank.answered(table, seat, taken)
    update = TableUpdate(table, game, seeds)
    update.play(seat, move, is_aside=is_aside)
    return update.run()


def run_out(table: AnyTable, game: AnyGame, seeds: Seeds, taken: int | None = None) -> TableChange:
    """Give the mildest answer for all seats that have run out of time (TB-8).

    A seat is late if its limit, time bank included, is at most `taken` seconds (TB-18); with None, all are.
    If several seats are asked at once, one answer may end the question for all: then the others missed none.
    """
    _hand(table)
    update = TableUpdate(table, game, seeds)
    for seat in asked(table, game):
        limit = time_bank.limit(table, seat)
        is_late = taken is None or limit <= taken
        if is_late and not table.seated(seat).is_house and seat in asked(update.table, game):
            update.take(TableChange(time_bank.answered(update.table, seat, limit)))
            update.miss(seat)
    return update.run()


def go_on_without(
    table: AnyTable, game: AnyGame, seeds: Seeds, player: int, seat: Seat, taken: int | None
) -> TableChange:
    """Vote to go on without the player of a seat, whose question has been open for `taken` seconds.

    Once all have agreed, the turn is missed and the player seated out, as after two missed turns (TB-8).
    Raises `StillTheirTurn` in the first half of the turn's time, `IsHere` if the player has said to be here.
    """
    own = voter(table, player)
    if is_paused(table):
        raise refusals.OnPause
    others, target = voters(table) - {seat}, table.seated(seat)
    is_asked = table.hand is not None and seat in game.to_act(table.hand.state)
    is_waited_for = is_asked and taken is not None and not target.is_house and target.standing == "in"
    may_agree = table.terms.hands_max != 1 and own != seat and len(others) >= VOTERS_MIN
    if not (may_agree and is_waited_for):
        raise errors.NotOffered
    vote = absence(table)
    if vote is None or vote.seat != seat:
        vote = tables.AbsenceVote(seat, target.question)
    if vote.is_here:
        raise refusals.IsHere(target.name)
    left = (time_bank.turn_seconds(table, target) + 1) // 2 - (taken or 0)
    if left > 0:
        raise refusals.StillTheirTurn(target.name, left)
    vote = replace(vote, agreed=tuple(dict.fromkeys((*vote.agreed, own))))
    if not others <= {*vote.agreed}:
        return TableChange(replace(table, absence=vote))
    update = TableUpdate(time_bank.answered(replace(table, absence=None), seat, taken or 0), game, seeds)
    update.seat_out(seat)
    return update.run()


def depart(table: AnyTable, game: AnyGame, seeds: Seeds, seat: Seat) -> TableChange:
    """Free a seat marked as leaving, by the game's own rule (TB-9)."""
    hand = _hand(table)
    if seat not in hand.seats:
        return stand_up(table, game, seat)
    update = TableUpdate(table, game, seeds)
    update.leave(seat)
    return update.run()


def call_off(table: AnyTable, game: AnyGame, seeds: Seeds, by: int, reason: str) -> TableChange:
    """Call off the current hand: return all bets, and let the table rest (TB-10)."""
    hand = _hand(table)
    update = TableUpdate(table, game, seeds)
    update.call_off(tables.Closing(by, reason, hand.number))
    return update.change


def start_over(table: AnyTable, game: AnyGame, seeds: Seeds) -> TableChange:
    """Reset a table restored from a backup, because players have seen what came after it (F-59).

    The current hand is called off (TB-10), so players have the stacks with which they began it. All cards and
    dice get a new seal. At a table that does not rest between hands, the next hand begins.
    """
    tables.require_open(table)
    update = TableUpdate(table, game, seeds)
    if table.hand is not None:
        update.call_off(tables.Closing(None, PUT_BACK, table.hand.number))
    table = update.table
    if table.phase == "closed":
        return update.change
    fresh = replace(
        table,
        last=None,
        carry=None if table.carry is None else game.reshuffled(table.carry),
        decks=(),
        next_seal=Seal.fresh(next(seeds)),
        seats=tuple(replace(each, question=each.question + QUESTIONS_SKIPPED) for each in table.seats),
    )
    update.take(TableChange(tables.with_sealed_deck(fresh, game)))
    if table.phase == "playing" and table.terms.tournament is None:
        if game.rests(table.rules):
            update.end_if_over()
        else:
            update.begin()
    return update.run()


def sit_out(table: AnyTable, game: AnyGame, player: int, seeds: Seeds) -> TableChange:
    """Make a player sit out: at once between hands, otherwise after the hand."""
    seated = _require_seat(table, game, player)
    if seated.standing == "out" or seated.sits_out_next:
        return TableChange(table)
    if table.hand is not None and seated.seat in table.hand.seats:
        changed = table.with_seat(replace(seated, sits_out_next=True))
        return TableChange(changed.with_events(events.WillSitOut(seated.seat)))
    update = TableUpdate(sitting_out(table, game, seated.seat), game, seeds)
    if table.hand is None:
        # A player who sits out must not block a last hand that all others agreed on (SH-8).
        update.end_if_over()
    return update.change


def come_back(table: AnyTable, player: int) -> TableChange:
    """Return a player to the game who was seated out (TB-8) or sits out (TB-17)."""
    tables.require_open(table)
    seated = table.seat_of(player)
    if seated.standing not in ("away", "out") and not seated.sits_out_next:
        return TableChange(table)
    back = replace(seated, standing="in", sits_out_next=False, missed=0, away_for=0)
    return TableChange(table.with_seat(back).with_events(events.CameBack(seated.seat)))


def post_blind(table: AnyTable, game: AnyGame, player: int) -> TableChange:
    """Post an owed blind instead of waiting for the big blind. Raises `NoBlindOwed`."""
    seated = _require_seat(table, game, player)
    is_in_hand = table.hand is not None and seated.seat in table.hand.seats
    if not seated.owes_blind or seated.standing != "in" or is_in_hand:
        raise refusals.NoBlindOwed
    if seated.posts_blind:
        return TableChange(table)
    changed = table.with_seat(replace(seated, posts_blind=True))
    return TableChange(changed.with_events(events.WillPost(seated.seat)))


def ask_top_up(table: AnyTable, game: AnyGame, player: int) -> TableChange:
    """Top up a player's stack to the buy-in: at once between hands, otherwise after the hand.

    Raises `StackFull` between hands or for a player who is not in the hand.
    """
    seated = _require_seat(table, game, player)
    if table.hand is not None and seated.seat in table.hand.seats:
        if seated.tops_up_next:
            return TableChange(table)
        changed = table.with_seat(replace(seated, tops_up_next=True))
        return TableChange(changed.with_events(events.WillTopUp(seated.seat)))
    if not missing(table, game, seated.seat):
        raise refusals.StackFull
    return top_up(table, game, seated.seat)


def take_back_top_up(table: AnyTable, game: AnyGame, player: int) -> TableChange:
    """Cancel a top-up planned for the end of the hand. Raises `NoTopUp` if there is none."""
    seated = _require_seat(table, game, player)
    if not seated.tops_up_next:
        raise refusals.NoTopUp
    changed = table.with_seat(replace(seated, tops_up_next=False))
    return TableChange(changed.with_events(events.TopUpTakenBack(seated.seat)))


def top_up_wished(table: AnyTable, game: AnyGame, seeds: Seeds, balances: Mapping[int, int]) -> TableChange:
    """Top up the stacks of players who asked for it during the finished hand, and go on.

    `balances` are people's wallets. A table that closes now takes nothing from them.
    """
    update = TableUpdate(table, game, seeds)
    for each in table.present:
        if each.tops_up_next:
            update.take(_topped_up(update.table, game, each, balances))
    update.go_on()
    return update.run()


def _topped_up(
    table: AnyTable, game: AnyGame, seated: TableSeat[Any], balances: Mapping[int, int]
) -> TableChange:
    unfilled = TableChange(table.with_seat(replace(seated, tops_up_next=False)))
    repaid = taken_back(table, game, seated.seat)
    amount = missing(repaid.table, game, seated.seat)
    if not amount or table.closing is not None or seated.seat in table.sent:
        return unfilled
    filled = repaid.then(top_up(repaid.table, game, seated.seat))
    if repaid.inherited and seated.seat not in game.dealt_in(
        tables.hand_setup(filled.table), filled.table.carry
    ):
        # With a full stack the seat would not be dealt in, so it keeps the stack that it has.
        return unfilled
    if table.money == "coins" and balances.get(seated.player or 0, 0) < amount:
        return TableChange(unfilled.table.with_events(events.NotToppedUp(seated.seat)))
    return filled


def _require_seat(table: AnyTable, game: AnyGame, player: int) -> TableSeat[Any]:
    """Return the seat of a player who may sit out and top up here."""
    tables.require_free(table)
    seated = table.seat_of(player)
    if seated.standing == "leaving":
        raise refusals.NotSeated
    if table.phase == "lobby":
        raise refusals.NotStarted
    if table.terms.hands_max == 1 or not game.lets_sit_out(table.rules):
        raise refusals.PlaysOn
    return seated


def asked(table: AnyTable, game: AnyGame) -> tuple[Seat, ...]:
    """Return the players' seats that are to act."""
    if table.hand is None:
        return ()
    return tuple(seat for seat in sorted(game.to_act(table.hand.state)) if seat != CHANCE_SEAT)


def deadline_step(table: AnyTable, game: AnyGame) -> int:
    """Return the step in seconds to which a table's deadline is rounded up (TB-28).

    It is 0 for house players' turns, and if all players have asked for the next hand.
    """
    is_house_asked = any(table.seated(seat).is_house for seat in asked(table, game))
    is_resting = table.phase == "playing" and table.hand is None
    is_dealt_soon = is_resting and not tables.unready(table) and not tables.awaited(table, game)
    is_soon = is_house_asked or (is_dealt_soon and tables.has_clock(table))
    return 0 if is_soon and not is_paused(table) else table.terms.pace.rounded


def turn_over_at(table: AnyTable, game: AnyGame, deadline_at: float) -> float:
    """Return the time at which the turn of the seats to act is over, without time bank (TB-18)."""
    limits = [time_bank.limit(table, seat) for seat in asked(table, game)]
    return deadline_at - min(limits, default=0) + table.terms.turn_seconds


def open_offers(table: AnyTable, game: AnyGame) -> dict[Seat, tuple[Offer[object], ...]]:
    """Return the offers of each player's seat that is to act."""
    return {seat: game.offers(table.hand.state, seat) for seat in asked(table, game) if table.hand}


def _hand(table: AnyTable) -> Hand[object]:
    tables.require_open(table)
    if table.hand is None:
        raise refusals.NotStarted if table.phase == "lobby" else refusals.NothingPlayed
    return table.hand
