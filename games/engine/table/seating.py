"""Seating: opening a table, sitting down, leaving, closing (TB-2, TB-3, TB-9, TB-10, TB-12).

Also the host's actions: inviting and sending away players, calling for players, transferring the table
(TB-15, TB-16).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

from games.engine.core import errors
from games.engine.core.characters import same_name
from games.engine.core.game import AnyGame, Seat
from games.engine.core.house_rules import change, options
from games.engine.provable_chance import Seal
from games.engine.table import events, play, refusals, table_talk, time_bank
from games.engine.table import table as tables
from games.engine.table.table import AnyTable, Seeds, Table, TableChange, TableSeat
from games.engine.table.update import TableUpdate, buy_in, cash_up, stand_up


@dataclass(frozen=True, slots=True)
class LeaveOutcome:
    """The consequences of leaving: `stays` are the coins that stay at the table; `hand` is the seat's hand.

    The hand is folded, or played to the end for a player who is all in, or in a game without folding (SH-13).
    None: the seat has no part in the hand.
    """

    stays: int
    hand: Literal["folded", "all_in", "played"] | None


COMMON = frozenset(each.name for each in options(time_bank.CommonRules))
"""The house rules that every game has."""
LIVE_SECONDS = 60
"""The length of a turn at a live table by default."""
STAKE_MAX = 1_000_000
"""The maximum buy-in."""
INVITED_MAX = 25
"""The maximum number of people invited to a table at a time."""


def open_table(table_id: int, game: AnyGame, rules: object, terms: tables.Terms, seeds: Seeds) -> AnyTable:
    """Return a new table in its lobby, without players."""
    if terms.tournament is None:
        # In a tournament, the director's levels set the buy-in.
        game.check_stake(rules, terms.buy_in)
    if terms.pace.is_slow:
        rules = game.for_slow(rules)
    table: AnyTable = Table(table_id, game.key, rules, terms, "lobby", terms.money, Seal.fresh(next(seeds)))
    return tables.with_sealed_deck(table, game)


def sit_down(
    table: AnyTable, game: AnyGame, player: int, name: str, keepsake: object, brought: int = 0
) -> TableChange:
    """Give a person their former seat, or the next one.

    Before the game begins nothing is paid. Afterwards the newcomer pays the buy-in, or `brought`, the stack
    with which they left, if that is more. They are dealt in from the next hand (TB-3), if there are blinds as
    the big blind (TB-17). Raises `Outgrown` if the buy-in no longer pays for a hand.
    """
    require_admitting(table, game)
    if any(each.player == player for each in table.present):
        raise refusals.AlreadySeated
    require_welcome(table, player)
    old = next((each for each in table.seats if each.player == player and not each.stack), None)
    if old is not None:
        return _take_seat_again(table, game, replace(old, name=name, keepsake=keepsake), brought)
    table = _without_gaps(table)
    return _take_seat(table, game, TableSeat(_next_seat(table), player, name, 0, keepsake=keepsake), brought)


def seat_house_player(table: AnyTable, game: AnyGame, name: str, *, funded: bool) -> TableChange:
    """Give the next seat to a house player; `funded` is True if the house's bank can pay for it.

    Otherwise the table becomes a practice table (TB-12). Raises `AlreadyStarted` if a game for coins began,
    `HouseLimits` if it has begun under house rules that the house does not accept.
    """
    require_admitting(table, game)
    if table.money == "coins" and not funded:
        if table.phase != "lobby":
            raise refusals.AlreadyStarted
        table = replace(table, money="practice").with_events(events.TurnedPractice())
    table = _without_gaps(table)
    newcomer = TableSeat(_next_seat(table), None, name, 0, keepsake=game.house_keepsake(name))
    return _take_seat(_limited(table, game), game, newcomer)


def seat_program(table: AnyTable, game: AnyGame, program: str, name: str) -> TableChange:
    """Give the next seat to a program, at a practice table open to all (TB-27)."""
    require_admitting(table, game)
    terms = table.terms
    if terms.money != "practice" or terms.invited or terms.hands_max is not None:
        raise refusals.NotForPrograms
    if same_name(name) in {same_name(each.name) for each in table.present}:
        raise refusals.NamedAlike
    table = _without_gaps(table)
    return _take_seat(table, game, TableSeat(_next_seat(table), None, name, 0, program=program))


def require_admitting(table: AnyTable, game: AnyGame) -> None:
    """Raise the reason why newcomers can't join now, if there is one."""
    tables.require_free(table)
    if table.closing is not None:
        raise refusals.ClosesSoon
    if len(table.present) >= game.seats.stop - 1:
        raise refusals.TableFull
    if table_talk.is_last(table):
        raise refusals.LastHand
    if table.phase == "playing" and not game.admits(table.rules, table.carry):
        raise refusals.NotAdmitted


def is_admitting(table: AnyTable, game: AnyGame) -> bool:
    """Return True if newcomers can join now."""
    try:
        require_admitting(table, game)
    except errors.RuleError:
        return False
    return True


def in_order(table: AnyTable) -> AnyTable:
    """Return the table in the seat order of the previous game, newcomers last."""
    company = table.terms.company
    if not company:
        return table
    order = {who: index for index, who in enumerate(company)}
    sitting = sorted(table.present, key=lambda each: order.get(each.player or each.name, len(order)))
    return _numbered(table, sitting)


def dismiss(table: AnyTable, game: AnyGame, seat: Seat, *, funded: bool) -> TableChange:
    """Remove a house player before the game begins; `funded`: the bank can pay for the remaining ones."""
    tables.require_free(table)
    if table.phase != "lobby":
        raise refusals.AlreadyStarted
    if table.seated(seat).player is not None:
        raise refusals.NotSeated
    table = stand_up(table, game, seat).table
    is_paid = funded or not tables.house_sits(table)
    if table.money != table.terms.money and is_paid:
        table = replace(table, money=table.terms.money).with_events(events.TurnedCoins())
    return TableChange(_limited(table, game) if tables.house_sits(table) else table)


def leave(table: AnyTable, game: AnyGame, player: int, seeds: Seeds) -> TableChange:
    """Give up a person's seat (TB-9)."""
    return give_up(table, game, table.seat_of(player), seeds)


def give_up(table: AnyTable, game: AnyGame, seated: TableSeat[Any], seeds: Seeds) -> TableChange:
    """Give up a seat: at once in the lobby, by the game's own rule during a hand (TB-9).

    A lobby without people closes automatically (TB-10).
    """
    tables.require_free(table)
    if seated.standing == "leaving":
        raise refusals.NotSeated
    if table.phase == "lobby":
        left = stand_up(table, game, seated.seat).table
        return (
            TableChange(left) if any(each.player is not None for each in left.present) else close(left, game)
        )
    # A pause was agreed with the players present then.
    table = replace(table, pause=None)
    going = replace(seated, standing="leaving", sits_out_next=False, tops_up_next=False)
    leaving = tables.with_host_present(
        table.with_seat(going).with_events(events.LeavesAfterHand(seated.seat))
    )
    if table.hand is None:
        update = TableUpdate(leaving, game, seeds)
        update.take(stand_up(leaving, game, seated.seat))
        update.end_if_over()
        return update.change
    return play.depart(leaving, game, seeds, seated.seat)


def parting(table: AnyTable, game: AnyGame, seat: Seat) -> LeaveOutcome | None:
    """Return the consequences of leaving for a seat; None if it costs nothing but the seat."""
    seated, hand = table.seated(seat), table.hand
    if table.phase != "playing" or seated.standing == "leaving" or table.terms.tournament is not None:
        return None
    stays = game.claims(table.carry, None).get(seat, 0)
    if game.forfeits(table.rules, table.carry):
        stays += seated.stack
    # A pot that has been shared out can no longer be lost.
    has_part = hand is not None and seat in hand.seats and not game.is_out(hand.state, seat)
    if hand is None or not has_part or (game.departure is not None and not game.pot(hand.state)):
        return LeaveOutcome(stays, None) if stays else None
    stays += seated.stack - game.stacks(hand.state)[seat]
    if game.is_all_in(hand.state, seat):
        return LeaveOutcome(stays, "all_in")
    return LeaveOutcome(stays, "played" if game.departure is None else "folded")


def send_home(table: AnyTable, game: AnyGame, player: int, seeds: Seeds) -> TableChange:
    """Remove a barred player from the table: at once, or after the hand in which their coins are (TB-23).

    Unlike `leave`, this does not fold, and the player loses no coins.
    """
    seat = table.seat_of(player).seat
    if table.seated(seat).standing == "leaving" or seat in table.barred:
        return TableChange(table)
    barred = replace(table, barred=(*table.barred, seat))
    is_in_hand = table.hand is not None and seat in table.hand.seats
    if not is_in_hand and (table.hand is None or not game.claims(table.carry, None).get(seat)):
        return leave(barred, game, player, seeds)
    if seat in table.sent:
        return TableUpdate(barred, game, seeds).run()
    going = replace(barred, sent=(*table.sent, seat))
    return TableUpdate(
        tables.with_host_present(going.with_events(events.LeavesAfterHand(seat))), game, seeds
    ).run()


def change_rule(
    table: AnyTable, game: AnyGame, name: str, index: int, live_seconds: int = LIVE_SECONDS
) -> TableChange:
    """Set a house rule to its index-th choice, before the game begins; live turns last `live_seconds`.

    Raises `DeckCut` if a player has cut the deck that the rule would change (TB-13).
    """
    _require_changeable(table)
    if name in COMMON:
        common = time_bank.with_rule(table, game, name, index, live_seconds)
        before, after = (time_bank.common(each.terms) for each in (table, common))
        # The sentence about a new pace includes the time bank.
        bank = after.time_bank if after.pace == before.pace else before.time_bank
        announced = _announced(common, before, replace(after, time_bank=bank))
        rules = game.for_slow(announced.rules) if announced.terms.pace.is_slow else announced.rules
        return TableChange(_announced(replace(announced, rules=rules), announced.rules, rules))
    rules = change(table.rules, name, index)
    if table.terms.pace.is_slow and game.for_slow(rules) != rules:
        raise refusals.SlowTable
    game.check_stake(rules, table.terms.buy_in)
    before = table.rules
    if table.money != table.terms.money and not game.price(rules, table.terms.buy_in):
        # House players need no coins where nothing is wagered.
        table = replace(table, money=table.terms.money).with_events(events.TurnedCoins())
    if table.money == "coins" and tables.house_sits(table) and game.for_house_money(rules) != rules:
        raise refusals.HouseLimits
    changed = tables.with_sealed_deck(replace(table, rules=rules), game)
    if table.next_seal.cuts and changed.next_seal != table.next_seal:
        raise refusals.DeckCut
    return TableChange(_announced(changed, before, rules))


def look_again(table: AnyTable) -> TableChange | None:
    """Return a change that shows unseen changes of the rules, once; None if all have been seen (TB-15)."""
    has_unread = unread(table)
    shown = replace(table, unread=())
    return TableChange(shown.with_events(events.LookAgain())) if has_unread else None


def unread(table: AnyTable) -> bool:
    """Return True if a seated player has not seen all of the host's changes (TB-15)."""
    return any(each.seat in table.unread for each in table.present)


def change_stake(table: AnyTable, game: AnyGame, stake: int) -> TableChange:
    """Set the buy-in before the game begins; an increase only while no other person is seated (TB-15)."""
    _require_changeable(table)
    least = game.stake_min(table.rules)
    if not least <= stake <= STAKE_MAX:
        raise errors.OutOfRange(least, STAKE_MAX)
    game.check_stake(table.rules, stake)
    others = _others(table)
    if others and stake > table.terms.buy_in:
        raise refusals.SeatsAgreed(table.terms.buy_in)
    if stake == table.terms.buy_in:
        return TableChange(table)
    changed = replace(table, terms=replace(table.terms, buy_in=stake), unread=others)
    return TableChange(changed.with_events(events.StakeSet(stake)))


def _require_changeable(table: AnyTable) -> None:
    """Raise if the terms can't be changed: the game has begun, or a player was challenged to it."""
    tables.require_free(table)
    if table.phase != "lobby":
        raise refusals.AlreadyStarted
    if table.terms.hands_max is not None:
        raise errors.NotOffered


def _others(table: AnyTable) -> tuple[Seat, ...]:
    """Return the seats of people other than the host."""
    return tuple(each.seat for each in table.present if each.player not in (None, table.terms.host))


def _announced(table: AnyTable, before: object, after: object) -> AnyTable:
    """Return the table with changes of its house rules announced to the people seated, if any (TB-15)."""
    others, among = _others(table), options(type(after))
    changed = [each for each in among if getattr(before, each.name) != getattr(after, each.name)]
    if not others or not changed:
        return table
    news = tuple(events.RuleSet(each.title, each.label(getattr(after, each.name))) for each in changed)
    # Only the last choice for each rule counts.
    old = [
        each
        for each in table.story
        if isinstance(each, events.RuleSet) and each.rule in {new.rule for new in news}
    ]
    story = tuple(each for each in table.story if each not in old)
    return replace(table, story=story, unread=others).with_events(*news)


def close(table: AnyTable, game: AnyGame, by: int | None = None, why: str = "") -> TableChange:
    """Close a table: at once between hands, otherwise after the current hand (TB-10)."""
    tables.require_free(table)
    if table.closing is not None:
        return TableChange(table)
    closing = tables.Closing(by, why)
    marked = replace(table, closing=closing)
    if table.hand is not None:
        return TableChange(marked, closings=(closing,))
    return replace(cash_up(marked, game, winner=None), closings=(closing,))


def close_idle(table: AnyTable, game: AnyGame, seeds: Seeds) -> TableChange:
    """Close an abandoned table; the hand is played to its end automatically (TB-8, TB-10)."""
    closing = close(table, game)
    if closing.table.hand is None:
        return closing
    seats = tuple(
        replace(each, standing="away") if not each.is_house and each.standing == "in" else each
        for each in table.seats
    )
    return closing.then(TableUpdate(replace(closing.table, seats=seats), game, seeds).run())


def break_off(table: AnyTable, game: AnyGame, by: int | None, reason: str) -> TableChange:
    """Close a table that can't go on, at once: the current hand is called off (TB-10)."""
    tables.require_free(table)
    closing, hand = tables.Closing(by, reason), table.hand
    closings = [closing] if hand is None else [tables.Closing(by, reason, hand.number), closing]
    if hand is not None:
        table = table.with_events(events.CalledOff(reason))
    return replace(cash_up(replace(table, closing=closing), game, winner=None), closings=tuple(closings))


def end_for_house(table: AnyTable, game: AnyGame, at_limit: Sequence[int]) -> TableChange:
    """End a game because these people have reached the limit of winnings from the house; pay all out (TB-12).

    If the next hand has begun with this same change, nobody has seen it, and it is dropped.
    """
    ended = table.with_events(
        *(events.HouseDone(table.seat_of(player).seat) for player in at_limit), events.GameOver(None)
    )
    return cash_up(ended, game, winner=None)


def require_welcome(table: AnyTable, player: int) -> None:
    """Raise for a player whom the host sent away, or who is not invited to an invited table (TB-16)."""
    terms = table.terms
    if player in terms.sent_away:
        raise refusals.SentHome(terms.host)
    if terms.invited and player not in terms.invited:
        raise refusals.Uninvited(terms.host) if terms.is_private else refusals.NotInvited


def require_host(table: AnyTable, player: int) -> None:
    """Raise `NotHost` for any player but the host (TB-15)."""
    if table.terms.host != player:
        raise refusals.NotHost(table.terms.host)


def require_may_close(table: AnyTable, player: int, *, is_manager: bool) -> None:
    """Raise `MayNotClose` for any person but the host and managers (TB-10)."""
    if not is_manager and table.terms.host != player:
        raise refusals.MayNotClose(table.terms.host)


def invite(table: AnyTable, host: int, people: Iterable[int]) -> TableChange:
    """Invite people to an invited table, or people who were sent away to any table.

    A player who was to be sent away after this hand stays.
    """
    _require_hosting(table, host)
    if table.closing is not None:
        raise refusals.ClosesSoon
    invitees, terms = dict.fromkeys(people), table.terms
    invited = (*terms.invited, *(each for each in invitees if each not in terms.invited))
    if not terms.is_private:
        invited = terms.invited
    elif len(invited) > max(INVITED_MAX, len(terms.invited)):
        raise refusals.GuestsEnough(INVITED_MAX)
    barred = tuple(each for each in terms.sent_away if each not in invitees)
    stay = {seat for seat in table.sent if table.seated(seat).player in invitees} - {*table.barred}
    sent = tuple(seat for seat in table.sent if seat not in stay)
    if (invited, barred, sent) == (terms.invited, terms.sent_away, table.sent):
        return TableChange(table)
    return TableChange(replace(table, terms=replace(terms, invited=invited, sent_away=barred), sent=sent))


def turn_down(table: AnyTable, player: int) -> TableChange:
    """Give up a seat that is kept for an invited player who has not come (TB-16)."""
    terms = table.terms
    if not terms.is_private or player not in terms.invited or player == terms.host:
        raise refusals.Uninvited(terms.host)
    if any(each.player == player for each in table.present):
        raise refusals.AlreadySeated
    invited = tuple(each for each in terms.invited if each != player)
    return TableChange(replace(table, terms=replace(terms, invited=invited)))


def set_private(table: AnyTable, host: int, *, is_private: bool) -> TableChange:
    """Open a table to all, or restrict it to seated and invited people; only in the lobby."""
    _require_hosting(table, host)
    if table.phase != "lobby":
        raise refusals.AlreadyStarted
    if table.terms.is_private == is_private:
        return TableChange(table)
    people = (each.player for each in table.present if each.player is not None)
    invited = tuple(dict.fromkeys((host, *people))) if is_private else ()
    return TableChange(replace(table, terms=replace(table.terms, invited=invited)))


def send_away(table: AnyTable, game: AnyGame, seeds: Seeds, host: int, player: int) -> TableChange:
    """Send a player away between hands: now, or as soon as the current hand is over.

    The player keeps the stack, and may sit here again only when invited.
    """
    _require_hosting(table, host)
    seated = _seat_of_other(table, host, player)
    if game.claims(table.carry, None).get(seated.seat):
        raise refusals.CoinsInMiddle
    if seated.seat in table.sent:
        return TableChange(table)
    terms = table.terms
    invited = tuple(each for each in terms.invited if each != player)
    barred = replace(terms, invited=invited, sent_away=(*terms.sent_away, player))
    resting = replace(seated, sits_out_next=False, tops_up_next=False)
    going = replace(table.with_seat(resting), terms=barred).with_events(events.SentAway(seated.seat))
    if table.hand is not None and seated.standing != "leaving":
        # A player whose only open question is a vote is not asked it any more (DV-14).
        return TableUpdate(replace(going, sent=(*table.sent, seated.seat)), game, seeds).run()
    if table.hand is not None:
        return TableChange(going)
    if table.phase == "lobby":
        return stand_up(going, game, seated.seat)
    update = TableUpdate(going, game, seeds)
    update.take(stand_up(going, game, seated.seat))
    update.end_if_over()
    return update.change


def transfer_host(table: AnyTable, host: int, heir: int) -> TableChange:
    """Make another player, who is not about to leave, the host."""
    _require_hosting(table, host)
    seated = _seat_of_other(table, host, heir)
    if seated.standing == "leaving" or seated.seat in table.sent:
        raise refusals.NotSittingHere
    return TableChange(
        replace(table, terms=replace(table.terms, host=heir)).with_events(events.HostChanged(seated.seat))
    )


def take_over(table: AnyTable, player: int) -> TableChange:
    """Make a player in the lobby the host, while the host is away."""
    _require_hosting(table, table.terms.host)
    if table.phase != "lobby":
        raise refusals.AlreadyStarted
    seated = table.seat_of(player)
    return TableChange(
        replace(table, terms=replace(table.terms, host=player)).with_events(events.HostChanged(seated.seat))
    )


def call_players(table: AnyTable, game: AnyGame, host: int) -> TableChange:
    """Record that the host calls for players, which is possible once, at a table open to all."""
    _require_hosting(table, host)
    if table.terms.invited:
        raise refusals.InvitedOnly
    if table.has_called:
        raise refusals.CalledAlready
    require_admitting(table, game)
    return TableChange(replace(table, has_called=True))


def _limited(table: AnyTable, game: AnyGame) -> AnyTable:
    """Return the table with the house rules in force when the house's coins are at stake (TB-12)."""
    rules = game.for_house_money(table.rules)
    if table.money != "coins" or rules == table.rules:
        return table
    if table.phase != "lobby":
        raise refusals.HouseLimits
    return replace(table, rules=rules).with_events(events.HouseLimited())


def _next_seat(table: AnyTable) -> Seat:
    if len(table.seats) >= tables.SEATS_EVER:
        raise refusals.SeatsUsedUp
    return Seat(len(table.seats) + 1)


def _without_gaps(table: AnyTable) -> AnyTable:
    """Return a lobby without vacated seats, except for the opener's, who throws first (SH-1)."""
    staying = [each for each in table.seats if each.standing != "gone" or each == table.seats[0]]
    return table if table.phase != "lobby" or len(staying) == len(table.seats) else _numbered(table, staying)


def _numbered(table: AnyTable, sitting: Sequence[TableSeat[object]]) -> AnyTable:
    """Return a lobby with only these players, in this order."""
    numbers = {each.seat: Seat(number) for number, each in enumerate(sitting, 1)}
    naming = (events.PlayerJoined, events.HostChanged, events.SentAway, events.PlayerLeft)
    return replace(
        table,
        seats=tuple(replace(each, seat=numbers[each.seat]) for each in sitting),
        remarks=tuple(
            replace(each, seat=numbers[each.seat]) for each in table.remarks if each.seat in numbers
        ),
        # The lobby's story names seats by their old numbers.
        story=tuple(each for each in table.story if not isinstance(each, naming)),
    )


def _take_seat_again(table: AnyTable, game: AnyGame, old: TableSeat[object], brought: int) -> TableChange:
    """Return a player to the seat they left, as a newcomer except for their time bank (TB-18)."""
    price = 0 if old.home is None else game.price(table.rules, table.terms.buy_in)
    back = replace(
        old,
        standing="in",
        question=old.question + 1,
        missed=0,
        away_for=0,
        home=None,
        owes_blind=False,
        posts_blind=False,
        topped_up=old.topped_up + price - (old.home or 0),
    )
    rest = tuple(each for each in table.seats if each.seat != old.seat)
    wants_last = tuple(each for each in table.wants_last if each != old.seat)
    carry = None if table.carry is None else game.vacated(table.carry, old.seat)
    return _take_seat(replace(table, seats=rest, wants_last=wants_last, carry=carry), game, back, brought)


def _take_seat(table: AnyTable, game: AnyGame, newcomer: TableSeat[object], brought: int = 0) -> TableChange:
    sitting = replace(newcomer, came=1 + max((each.came for each in table.seats), default=0))
    seats = tuple(sorted((*table.seats, sitting), key=lambda each: each.seat))
    table = tables.with_host_present(
        replace(table, seats=seats).with_events(events.PlayerJoined(newcomer.seat))
    )
    if table.phase == "lobby":
        return TableChange(table)
    bought_in = buy_in(table, game, newcomer.seat, brought)
    if newcomer.seat not in game.dealt_in(tables.hand_setup(bought_in.table), bought_in.table.carry):
        raise refusals.Outgrown
    owing = replace(bought_in.table.seated(newcomer.seat), owes_blind=game.blind(table.rules) > 0)
    return replace(bought_in, table=bought_in.table.with_seat(owing))


def _require_hosting(table: AnyTable, host: int) -> None:
    tables.require_free(table)
    if table.terms.hands_max is not None:
        # A challenge is open only to the people it names.
        raise errors.NotOffered
    require_host(table, host)


def _seat_of_other(table: AnyTable, host: int, player: int) -> TableSeat[Any]:
    """Return the seat of a player who is not the host."""
    if player == host:
        raise refusals.NotThemselves
    for each in table.present:
        if each.player == player:
            return each
    raise refusals.NotSittingHere
