"""Actions on a table, inside its transaction: they call the engine with data from the storage.

No action writes a table; the table service saves the returned `TableChange`. Some actions also fill the table
and begin the game: with `/play`, and if the same players play again. External programs sit down, answer and
leave by actions, too (TB-27).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import TypeAlias

from bot.tavern import deadlines
from bot.tavern.house_decisions import Decision, pick_name, require_house_willing
from games.engine.core.characters import Skill
from games.engine.core.errors import N_, NotOffered, NotYourTurn, RuleError, UserError
from games.engine.core.game import AnyGame, Seat
from games.engine.core.offers import Answer
from games.engine.core.values import dataclass
from games.engine.provable_chance import Draw, Seal
from games.engine.table import play, seating, table_talk, update
from games.engine.table.refusals import NotManager
from games.engine.table.table import (
    AnyTable,
    Seeds,
    TableChange,
    awaited,
    has_clock,
    missing_people,
    require_open,
)
from storage.books import ledger
from storage.db.transaction import Transaction
from storage.errors import NotEnough, Refused
from storage.people import bars, preferences, server_settings
from storage.play.postings import is_server
from storage.play.tables import StoredTable
from storage.standing import records


class OnlyInServer(RuleError):
    template = N_("That only works in a server. Please press it in the table’s channel.")


class RoleNeeded(UserError):
    template = N_("Only people with the role {role} can play here. A manager can give it to you.")
    role: int


class NoRemarks(Refused):
    template = N_("This server’s managers have switched table phrases off.")


COMPANY = 3
"""The number of players up to which a table is filled with house players, if its game allows it."""
USUAL_SKILL: Skill = "regular"
"""The skill of most house players."""
REMEMBERED_SECONDS = 3600
"""Seconds within which a player who comes back must bring the chips they left a card table with (TB-17)."""
# Translators: after “Closed:”.
WITHDRAWN = N_("the bot was taken out of the server")
# Translators: after “Closed:”.
UNSEEN = N_("the table couldn’t be shown any more")
"""Recorded reasons for closing tables without a press."""


Sees: TypeAlias = Callable[[int], bool]
"""Returns True if the actor can see the channel with this id."""


def everywhere(_channel: int) -> bool:
    """Return True: an actor who pressed a message can see its channel."""
    return True


LackingForThreads: TypeAlias = Callable[[], tuple[str, ...] | None]
"""Returns the names of missing permissions; None where threads are impossible."""


def no_threads() -> None:
    """Return None: threads are impossible."""


@dataclass(frozen=True, slots=True)
class Actor:
    """The acting player with their rights, the time, and the server.

    `server` may be `DIRECT` or `ELSEWHERE` (`postings.py`). `is_organiser` matters only at a tournament's
    table.
    """

    id: int
    at: float
    player: int
    name: str
    server: int
    is_manager: bool = False
    is_organiser: bool = False
    roles: frozenset[int] = frozenset()
    """The player's roles in that server."""
    channel: int = 0
    parent: int = 0
    """The channel above, if the channel is a thread."""
    lacking_for_threads: LackingForThreads = no_threads
    """Returns the permissions that the bot lacks to create threads in the channel, if any are possible."""
    why: str = ""
    """The reason that the player gave, for everybody to read and for the audit log."""
    note: str = ""
    """A note of theirs for the books alone (TB-23)."""
    handle: str = ""
    """The player's unique user name."""
    sees: Sees = everywhere
    """Returns True if the player can see a channel other than that of the pressed message."""

    def in_server(self) -> int:
        """Return the server. Raises `OnlyInServer` in a direct message and elsewhere."""
        if not is_server(self.server):
            raise OnlyInServer
        return self.server


@dataclass(frozen=True, slots=True)
class Scope:
    """The scope of an action: the transaction, the stored table, its game, and fresh seeds."""

    tx: Transaction
    stored: StoredTable
    game: AnyGame
    seeds: Seeds

    @property
    def table(self) -> AnyTable:
        """The table itself."""
        return self.stored.table


TableAction: TypeAlias = Callable[[Actor, Scope], TableChange]


def answer(seat: Seat, given: Answer) -> TableAction:
    """Answer an offer for the actor's own seat."""

    def act(actor: Actor, scope: Scope) -> TableChange:
        if scope.table.seated(seat).player != actor.player:
            scope.table.seat_of(actor.player)
            raise NotYourTurn
        return answer_at(actor, scope, seat, given)

    return act


def answer_at(actor: Actor, scope: Scope, seat: Seat, given: Answer) -> TableChange:
    """Answer an offer for a seat; the caller has checked that it is the actor's."""
    taken = deadlines.seconds_taken(scope.table, scope.game, actor.at, scope.stored.due_at)
    return play.answer(scope.table, scope.game, scope.seeds, seat, given, taken)


def sit_down(actor: Actor, scope: Scope) -> TableChange:
    """Take a seat; the player must be able to pay the buy-in, but pays it when the game begins.

    Only members of a server can sit down there (F-27). Outside of servers nobody has a wallet.
    """
    server, terms = scope.stored.server, scope.table.terms
    keepsake = preferences.keepsake_of(scope.tx, server, actor.player, scope.game)
    if not is_server(server):
        bars.require_not_kept_out(scope.tx, server, actor.player, actor.at)
        return seating.sit_down(scope.table, scope.game, actor.player, actor.name, keepsake)
    actor.in_server()
    require_admitted(scope.tx, server, actor.player, actor.roles, actor.at)
    if terms.hands_max is not None:
        require_rivals_admitted(scope.tx, server, {*terms.invited} - {actor.player}, actor.at)
    purse = server_settings.load(scope.tx, server).purse
    balance = ledger.open_wallet(scope.tx, server, actor.player, purse, actor.at)
    at_hand = bars.at_hand(scope.tx, server, actor.player, actor.at)
    brought = min(at_hand, _taken_away(actor, scope))
    change = seating.sit_down(scope.table, scope.game, actor.player, actor.name, keepsake, brought)
    require_house_willing(scope.tx, server, scope.game, change.table, actor.at)
    price = _price(scope)
    if scope.table.money == "coins":
        _require_payable(actor, scope, balance, price)
    return change


def join(actor: Actor, scope: Scope) -> TableChange:
    """Sit down; if the same players play again, begin the game once all of them are back."""
    return _begin_if_complete(actor, scope, sit_down(actor, scope))


def deal_in(actor: Actor, scope: Scope) -> TableChange:
    """Sit down; if no other person is at the open table, play at once with house players."""
    people = [each for each in _players(scope.table) if each is not None]
    if scope.table.phase == "lobby" and people == [actor.player]:
        return _fill_and_begin(actor, scope, TableChange(scope.table))
    return join(actor, scope)


def play_at_once(actor: Actor, scope: Scope) -> TableChange:
    """Sit down, fill the table with house players, and begin."""
    return _fill_and_begin(actor, scope, sit_down(actor, scope))


def come_again(actor: Actor, scope: Scope) -> TableChange:
    """Sit down with the house players of the last game, and begin if no other person played it."""
    change = sit_down(actor, scope)
    for member in scope.table.terms.company:
        if isinstance(member, str):  # the name of a house player
            change = then(change, scope, partial(seat_house_player, actor, name=member))
    return _begin_if_complete(actor, scope, change)


def leave(actor: Actor, scope: Scope) -> TableChange:
    """Leave the table (TB-9)."""
    return seating.leave(scope.table, scope.game, actor.player, scope.seeds)


def send_home(actor: Actor, scope: Scope) -> TableChange:
    """Free the seat of a player who may no longer play, without folding for them (TB-23)."""
    return seating.send_home(scope.table, scope.game, actor.player, scope.seeds)


def come_back(actor: Actor, scope: Scope) -> TableChange:
    """Play again after timing out (TB-8) or sitting out (TB-17)."""
    return play.come_back(scope.table, actor.player)


def sit_out(actor: Actor, scope: Scope) -> TableChange:
    """Sit out: keep the seat, but be dealt no cards (TB-17)."""
    return play.sit_out(scope.table, scope.game, actor.player, scope.seeds)


def post_blind(actor: Actor, scope: Scope) -> TableChange:
    """Post an owed blind, instead of waiting for the big one (TB-17)."""
    return play.post_blind(scope.table, scope.game, actor.player)


def top_up(actor: Actor, scope: Scope) -> TableChange:
    """Top the stack up to the buy-in. Raises `NotEnough` if the wallet holds less than that costs.

    During a hand the final cost is unknown: the wallet must hold the cost as of now, and at least one coin.
    """
    server, table = scope.stored.server, scope.table
    change = play.ask_top_up(table, scope.game, actor.player)
    require_house_willing(scope.tx, server, scope.game, table, actor.at)
    if table.money == "coins":
        price = max(1, update.missing(table, scope.game, table.seat_of(actor.player).seat))
        _require_payable(actor, scope, ledger.balance(scope.tx, ledger.wallet(server, actor.player)), price)
    return change


def take_back(actor: Actor, scope: Scope) -> TableChange:
    """Cancel the top-up planned for after the hand. Raises `NoTopUp` once the stack was topped up."""
    return play.take_back_top_up(scope.table, scope.game, actor.player)


def pause(actor: Actor, scope: Scope) -> TableChange:
    """Ask all others for a pause, or agree to one."""
    left = 0.0 if scope.stored.deadline_at is None else scope.stored.deadline_at - actor.at
    return table_talk.ask_for_pause(scope.table, actor.player, max(0, round(left)))


def refuse_pause(actor: Actor, scope: Scope) -> TableChange:
    """Refuse a pause that another player has asked for."""
    return table_talk.refuse_pause(scope.table, actor.player)


def play_on(actor: Actor, scope: Scope) -> TableChange:
    """End a pause to which the player agreed."""
    return table_talk.play_on(scope.table, actor.player)


def go_on_without(seat: Seat) -> TableAction:
    """Ask all others to go on without the player of a seat, or agree to it (TB-8)."""

    def act(actor: Actor, scope: Scope) -> TableChange:
        taken = deadlines.seconds_taken(scope.table, scope.game, actor.at, scope.stored.due_at)
        return play.go_on_without(scope.table, scope.game, scope.seeds, actor.player, seat, taken)

    return act


def be_here(actor: Actor, scope: Scope) -> TableChange:
    """End the vote to go on without the actor."""
    return table_talk.be_here(scope.table, actor.player)


def say(key: str) -> TableAction:
    """Say a phrase to the table; barred players may not (TB-23), and managers can switch phrases off."""

    def act(actor: Actor, scope: Scope) -> TableChange:
        if not server_settings.load(scope.tx, scope.stored.server).remarks:
            raise NoRemarks
        bars.require_free(scope.tx, scope.stored.server, actor.player, actor.at)
        return table_talk.say(scope.table, actor.player, key, int(actor.at))

    return act


def show_cards(actor: Actor, scope: Scope) -> TableChange:
    """Show the player's folded or uncalled cards to all, once the hand is over (TB-11)."""
    return table_talk.show_cards(scope.table, scope.game, actor.player)


def begin(actor: Actor, scope: Scope) -> TableChange:
    """Begin the game; if the terms were changed, show them to the seated players first (TB-15)."""
    seating.require_host(scope.table, actor.player)
    if (change := seating.look_again(scope.table)) is not None:
        return change
    return begin_table(scope, actor.at)


def deal(actor: Actor, scope: Scope) -> TableChange:
    """Deal the next hand; any player at the table may, at a slow one all have to (TB-13)."""
    seat = scope.table.seat_of(actor.player).seat
    return play.deal(scope.table, scope.game, scope.seeds, seat)


def go_on(actor: Actor, scope: Scope) -> TableChange:
    """Begin the house's next round before its pause is over; a player without other people may (SH-1)."""
    require_open(scope.table)
    seat = scope.table.seat_of(actor.player).seat
    if not deadlines.may_go_on(scope.table, scope.game, seat):
        raise NotOffered
    return TableChange(replace(scope.table, ready=(seat,)))


def cut(words: str) -> TableAction:
    """Mix the player's words into the chance of the next hand (TB-13)."""

    def act(actor: Actor, scope: Scope) -> TableChange:
        return play.cut(scope.table, scope.game, actor.player, actor.name, words)

    return act


def seat_house_player(
    actor: Actor, scope: Scope, *, name: str = "", skill: Skill | None = None
) -> TableChange:
    """Seat a house player with a name or a skill, or else one who suits the people at the table (TB-12)."""
    seating.require_host(scope.table, actor.player)
    if not name:
        taken, chance = {each.name for each in scope.table.seats}, Draw(Seal(next(scope.seeds)))
        name = pick_name(taken, chance, skill, for_beginners=skill is None and _has_beginners(scope))
    waiting = sum(each.player is None for each in scope.table.present) if scope.table.phase == "lobby" else 0
    funded = house_can_pay(scope, seats=waiting + 1)
    change = seating.seat_house_player(scope.table, scope.game, name, funded=funded)
    require_house_willing(scope.tx, scope.stored.server, scope.game, change.table, actor.at)
    return change


def seat_usual_house_player(actor: Actor, scope: Scope) -> TableChange:
    """Seat a house player of the usual skill, or a weaker one among beginners (TB-12)."""
    return seat_house_player(actor, scope, skill=None if _has_beginners(scope) else USUAL_SKILL)


def dismiss(actor: Actor, scope: Scope, *, seat: Seat | None = None) -> TableChange:
    """Dismiss the house player in a seat, by default the last one seated."""
    seating.require_host(scope.table, actor.player)
    house = [each.seat for each in scope.table.present if each.player is None]
    funded = house_can_pay(scope, seats=len(house) - 1)
    if seat is None:
        seat = house[-1] if house else Seat(0)
    elif seat not in house:
        raise NotOffered
    return seating.dismiss(scope.table, scope.game, seat, funded=funded)


def call_last(actor: Actor, scope: Scope) -> TableChange:
    """Call for the last round, or agree to it (SH-8)."""
    return table_talk.call_last(scope.table, scope.game, actor.player)


def change_rule(name: str, index: int) -> TableAction:
    """Set a house rule to its index-th choice."""

    def act(actor: Actor, scope: Scope) -> TableChange:
        seating.require_host(scope.table, actor.player)
        live_seconds = server_settings.load(scope.tx, scope.stored.server).turn_seconds
        return seating.change_rule(scope.table, scope.game, name, index, live_seconds)

    return act


def change_stake(stake: int) -> TableAction:
    """Set the buy-in, which the host and the house have to be able to pay."""

    def act(actor: Actor, scope: Scope) -> TableChange:
        seating.require_host(scope.table, actor.player)
        change = seating.change_stake(scope.table, scope.game, stake)
        require_house_willing(scope.tx, scope.stored.server, scope.game, change.table, actor.at)
        if change.table.money == "coins":
            balance = ledger.balance(scope.tx, ledger.wallet(scope.stored.server, actor.player))
            _require_payable(actor, scope, balance, scope.game.price(change.table.rules, stake))
        return change

    return act


def close(broken: str = "") -> TableAction:
    """Close a table after its current hand; the host or a manager may (TB-10).

    A table that can't go on is closed at once, and its hand is called off for the reason `broken`.
    """

    def act(actor: Actor, scope: Scope) -> TableChange:
        seating.require_may_close(scope.table, actor.player, is_manager=actor.is_manager)
        if broken:
            return seating.break_off(scope.table, scope.game, actor.player, broken)
        return seating.close(scope.table, scope.game, actor.player, actor.why)

    return act


def give_up(reason: str) -> TableAction:
    """Close a table that cannot go on, without a press."""
    return lambda _actor, scope: seating.break_off(scope.table, scope.game, None, reason)


def call_off(reason: str) -> TableAction:
    """Call the current hand off; a manager may, and at a tournament's table any organiser (TB-10)."""

    def act(actor: Actor, scope: Scope) -> TableChange:
        is_at_tournament = scope.table.terms.tournament is not None
        if not actor.is_manager and not (is_at_tournament and actor.is_organiser):
            raise NotManager
        return play.call_off(scope.table, scope.game, scope.seeds, actor.player, reason)

    return act


def time_up(scope: Scope, decision: Decision | None, now: float) -> TableChange:
    """Apply the due action: close an idle table, deal, apply house players' decisions, or time a turn out."""
    table, game = scope.table, scope.game
    if table.phase == "lobby":
        return _begin_or_close(scope, now)
    if table_talk.is_paused(table):
        return table_talk.run_on(table)
    if decision is not None:
        change = TableChange(table)
        for seat, given in decision.answers:
            change = change.then(play.answer(change.table, game, scope.seeds, seat, given))
        return change
    if not has_clock(table) or awaited(table, game):
        return seating.close_idle(table, game, scope.seeds)
    if table.hand is None:
        return play.deal(table, game, scope.seeds)
    return play.run_out(
        table, game, scope.seeds, deadlines.seconds_taken(table, game, now, scope.stored.due_at)
    )


def _begin_or_close(scope: Scope, now: float) -> TableChange:
    """Begin a game that need not wait any longer for the rest of its company; close any other lobby."""
    if deadlines.begins_by_itself(scope.table, scope.game):
        with suppress(UserError):
            return begin_table(scope, now)
    return seating.close(scope.table, scope.game)


def fill(
    tx: Transaction, stored: StoredTable, game: AnyGame, seeds: Seeds, change: TableChange, at: float
) -> TableChange:
    """Add the top-ups requested during a hand to the change that ends it."""
    table = change.table
    wishing = [each.player for each in table.present if each.tops_up_next and each.player is not None]
    if table.hand is not None or table.phase == "closed" or not wishing:
        return change
    available = {player: bars.at_hand(tx, stored.server, player, at) for player in wishing}
    return change.then(play.top_up_wished(table, game, seeds, available))


def company_of(over: AnyTable) -> tuple[int | str, ...]:
    """Return the players who stayed to a table's end, by seat; programs are left out, they reconnect."""
    return tuple(
        each.name if each.player is None else each.player for each in over.present if not each.program
    )


def awaits(table: AnyTable, game: str, player: int) -> bool:
    """Return True if a table of a game waits for this player, who played with the others before."""
    return (
        table.phase == "lobby"
        and table.game == game
        and player in missing_people(table.terms, _players(table))
    )


def begin_table(scope: Scope, at: float) -> TableChange:
    """Begin the game with all players' current keepsakes (SH-3), without players who can't pay."""
    table, server = seating.in_order(scope.table), scope.stored.server
    require_house_willing(scope.tx, server, scope.game, table, at)
    short: set[int | None] = set()
    for each in table.present:
        if each.player is not None:
            keepsake = preferences.keepsake_of(scope.tx, server, each.player, scope.game)
            table = table.with_seat(replace(each, keepsake=keepsake))
            if not can_pay(scope, each.player, at):
                short.add(each.player)
    house = sum(each.player is None for each in table.present)
    if house and not house_can_pay(scope, seats=house):
        short.add(None)
    return play.begin(table, scope.game, scope.seeds, short)


def then(first: TableChange, scope: Scope, act: Callable[[Scope], TableChange]) -> TableChange:
    """Return two consecutive changes as one."""
    return first.then(act(replace(scope, stored=replace(scope.stored, table=first.table))))


def can_pay(scope: Scope, player: int, now: float) -> bool:
    """Return True if a player's wallet holds the buy-in and they stay below their loss limit of the day."""
    return bars.at_hand(scope.tx, scope.stored.server, player, now) >= _price(scope)


def house_can_pay(scope: Scope, *, seats: int) -> bool:
    """Return True if the house's account holds the buy-in of this number of seats."""
    price = _price(scope)
    return not price or ledger.balance(scope.tx, ledger.house_account(scope.stored.server)) >= max(
        1, price * seats
    )


def require_admitted(tx: Transaction, server: int, player: int, roles: Collection[int], at: float) -> None:
    """Raise if a player with these roles may not play in the server."""
    bars.require_free(tx, server, player, at)
    role = server_settings.load(tx, server).player_role
    if role and role not in roles:
        raise RoleNeeded(role)


def require_rivals_admitted(tx: Transaction, server: int, rivals: Iterable[int], at: float) -> None:
    """Raise `RivalBarred` if any of these players is barred."""
    for each in rivals:
        if bars.is_barred(tx, server, each, at):
            raise bars.RivalBarred(each)


def _fill_and_begin(actor: Actor, scope: Scope, change: TableChange) -> TableChange:
    seats = scope.game.seats
    while len(change.table.present) < min(max(COMPANY, seats.start), seats.stop - 1):
        change = then(change, scope, partial(seat_house_player, actor))
    return then(change, scope, partial(begin_table, at=actor.at))


def _begin_if_complete(actor: Actor, scope: Scope, change: TableChange) -> TableChange:
    table = change.table
    is_complete = table.terms.company and not missing_people(table.terms, _players(table))
    if (
        table.phase != "lobby"
        or not is_complete
        or seating.unread(table)
        or len(table.present) < scope.game.seats.start
    ):
        return change
    return then(change, scope, partial(begin_table, at=actor.at))


def _players(table: AnyTable) -> list[int | None]:
    """Return all players at a table, None for house players."""
    return [each.player for each in table.present]


def _has_beginners(scope: Scope) -> bool:
    people = [each for each in _players(scope.table) if each is not None]
    return records.has_beginners(scope.tx, scope.stored.server, people, scope.table.game)


def _taken_away(actor: Actor, scope: Scope) -> int:
    """Return the chips with which a player left this table recently, and must come back (TB-17)."""
    server = scope.stored.server
    on_table, wallet = ledger.at_table(server, scope.stored.id), ledger.wallet(server, actor.player)
    last = ledger.latest(scope.tx, on_table, wallet) if scope.game.is_dealt else None
    return last.amount if last is not None and actor.at - last.why.at < REMEMBERED_SECONDS else 0


def _require_payable(actor: Actor, scope: Scope, balance: int, price: int) -> None:
    """Raise if a price exceeds a player's balance, or the rest of their loss limit of the day (TB-25)."""
    if balance < price:
        raise NotEnough(balance, price)
    bars.require_left(scope.tx, scope.stored.server, actor.player, price, actor.at)


def _price(scope: Scope) -> int:
    return scope.game.price(scope.table.rules, scope.table.terms.buy_in)
