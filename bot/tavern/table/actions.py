"""What each press does to a table, inside its transaction: engine functions with storage's facts.

Nothing here writes a table; the Tavern saves the `Change` that comes back. Some tables fill and begin by
themselves: with `/play`, and where the same company plays once more. A program from outside sits down,
answers and leaves in the same way (TB-27).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, TypeAlias

from bot.tavern import deadlines
from bot.tavern.house import Decision, pick_name, require_house_willing
from games.engine.core.errors import NotManager, NotOffered, NotSeated, NotYourTurn, RuleError, Slip, phrase
from games.engine.core.game import AnyGame, Seat
from games.engine.core.names import Skill
from games.engine.core.offers import Answer
from games.engine.seals import Draw, Seal
from games.engine.table import agreements, lobby, play, progress
from games.engine.table.table import AnyTable, Change, Seated, Seeds, absent, awaited, has_clock
from storage.books import ledger
from storage.db.transaction import Transaction
from storage.errors import NotEnough, Refused
from storage.people import bars, preferences, server_settings
from storage.play.postings import is_server
from storage.play.tables import Stored
from storage.standing import records


class OnlyInServer(RuleError):
    says = phrase("That only works in a server. Please press it in the table’s channel.")


@dataclass(eq=False)
class RoleNeeded(Slip):
    says = phrase("Only people with the role {role} can play here. A manager can give it to you.")
    role: int


class NoRemarks(Refused):
    says = phrase("This server’s managers have switched words at the table off.")


COMPANY = 3
"""How many sit at a table that fills itself, if its game is for so many."""
USUAL_SKILL: Skill = "regular"
"""Of those whom the house has most of."""
REMEMBERED_SECONDS = 3600
"""For how long a table of cards remembers what somebody took away (TB-17)."""
# Translators: after “Closed:”.
WITHDRAWN = phrase("the bot was taken out of the server")
# Translators: after “Closed:”.
UNSEEN = phrase("the table couldn’t be shown any more")
"""Recorded reasons for closing tables without a press."""


Sees: TypeAlias = Callable[[int], bool]
"""Whether somebody may look into a channel, by its id."""


def everywhere(_channel: int) -> bool:
    """Of whoever pressed a message: they see it."""
    return True


@dataclass(frozen=True, slots=True)
class Request:
    """Who pressed what, when and where; `server` is a place that may have none (`postings.py`).

    `is_organiser` matters only at a tournament's table.
    """

    id: int
    at: float
    player: int
    name: str
    server: int
    is_manager: bool = False
    is_organiser: bool = False
    roles: frozenset[int] = frozenset()
    """The person's roles in that server."""
    channel: int = 0
    why: str = ""
    """The reason that the person gave, for the books."""
    handle: str = ""
    """The person's user name, which nobody else has."""
    sees: Sees = everywhere
    """Whether the person may look into a channel; a message that is pressed is seen already."""

    def in_server(self) -> int:
        """The server; `OnlyInServer` in a direct message, or where the bot can only answer."""
        if not is_server(self.server):
            raise OnlyInServer
        return self.server


@dataclass(frozen=True, slots=True)
class Scope:
    """What an act works on: the transaction, the stored table, its game, and fresh seeds."""

    tx: Transaction
    stored: Stored
    game: AnyGame
    seeds: Seeds

    @property
    def table(self) -> AnyTable:
        """The table itself."""
        return self.stored.table


Act: TypeAlias = Callable[[Request, Scope], Change]


def answer(seat: Seat, given: Answer) -> Act:
    """Answer an offer for one's own seat."""

    def act(press: Request, at: Scope) -> Change:
        if at.table.seated(seat).player != press.player:
            at.table.seat_of(press.player)
            raise NotYourTurn
        return answer_at(press, at, seat, given)

    return act


def answer_at(press: Request, at: Scope, seat: Seat, given: Answer) -> Change:
    """Answer an offer for a seat, which is the presser's."""
    taken = deadlines.taken(at.table, at.game, press.at, at.stored.deadline_at)
    return play.answer(at.table, at.game, at.seeds, seat, given, taken)


def sit_down(press: Request, at: Scope) -> Change:
    """Take a seat; the player must be able to pay, though only when the game begins.

    Only members of a server can sit down there (F-27). Where there is no server, nobody has a wallet.
    """
    server, terms = at.stored.server, at.table.terms
    keepsake = preferences.keepsake_of(at.tx, server, press.player, at.game)
    if not is_server(server):
        bars.require_not_kept_out(at.tx, server, press.player, press.at)
        return lobby.sit_down(at.table, at.game, press.player, press.name, keepsake)
    press.in_server()
    require_admitted(at.tx, server, press.player, press.roles, press.at)
    if terms.hands_max is not None:
        require_rivals_admitted(at.tx, server, {*terms.invited} - {press.player}, press.at)
    purse = server_settings.load(at.tx, server).purse
    held = ledger.open_wallet(at.tx, server, press.player, purse, press.at)
    at_hand = bars.at_hand(at.tx, server, press.player, press.at)
    brought = min(at_hand, _taken_along(press, at))
    change = lobby.sit_down(at.table, at.game, press.player, press.name, keepsake, brought)
    require_house_willing(at.tx, server, at.game, change.table, press.at)
    price = _price(at)
    if at.table.money == "coins":
        _require_payable(press, at, held, price)
    return change


def join(press: Request, at: Scope) -> Change:
    """Sit down; where a company plays once more, it begins as soon as all of it is back."""
    return _begin_if_complete(press, at, sit_down(press, at))


def deal_in(press: Request, at: Scope) -> Change:
    """Sit down; the only person at a table that is still open plays at once, with house players."""
    people = [each for each in _players(at.table) if each is not None]
    if at.table.phase == "lobby" and people == [press.player]:
        return _fill_and_begin(press, at, Change(at.table))
    return join(press, at)


def play_at_once(press: Request, at: Scope) -> Change:
    """Sit down, have house players come, and begin."""
    return _fill_and_begin(press, at, sit_down(press, at))


def come_again(press: Request, at: Scope) -> Change:
    """Sit down with the house players of the game before, and begin if nobody else played it."""
    change = sit_down(press, at)
    for who in at.table.terms.company:
        if isinstance(who, str):
            change = then(change, at, partial(seat_house_player, press, name=who))
    return _begin_if_complete(press, at, change)


def leave(press: Request, at: Scope) -> Change:
    """Give up one's seat (TB-9)."""
    return lobby.leave(at.table, at.game, press.player, at.seeds)


def send_home(press: Request, at: Scope) -> Change:
    """Free the seat of somebody who may no longer play, without folding for them (TB-23)."""
    return lobby.send_home(at.table, at.game, press.player, at.seeds)


def come_back(press: Request, at: Scope) -> Change:
    """Return after being seated out (TB-8), or after sitting out (TB-17)."""
    return play.come_back(at.table, press.player)


def sit_out(press: Request, at: Scope) -> Change:
    """Be dealt no cards for a while, without leaving the seat (TB-17)."""
    return play.sit_out(at.table, at.game, press.player, at.seeds)


def post_blind(press: Request, at: Scope) -> Change:
    """Post a blind that one owes, instead of waiting for the big one (TB-17)."""
    return play.post_blind(at.table, at.game, press.player)


def top_up(press: Request, at: Scope) -> Change:
    """Fill the stack up to the buy-in; `NotEnough` if the wallet holds less than that takes.

    During a hand nobody knows yet what it will take: then the wallet must hold what it takes now, or a coin.
    """
    server, table = at.stored.server, at.table
    change = play.ask_top_up(table, at.game, press.player)
    require_house_willing(at.tx, server, at.game, table, press.at)
    if table.money == "coins":
        price = max(1, progress.missing(table, at.game, table.seat_of(press.player).seat))
        _require_payable(press, at, ledger.balance(at.tx, ledger.wallet(server, press.player)), price)
    return change


def take_back(press: Request, at: Scope) -> Change:
    """Leave the stack as it will be after the hand; `NoTopUp` once it was filled up."""
    return play.take_back_top_up(at.table, at.game, press.player)


def pause(press: Request, at: Scope) -> Change:
    """Ask all others for a pause, or agree to it."""
    left = 0.0 if at.stored.deadline_at is None else at.stored.deadline_at - press.at
    return agreements.ask_for_pause(at.table, press.player, max(0, round(left)))


def refuse_pause(press: Request, at: Scope) -> Change:
    """Say no to a pause that somebody asks for."""
    return agreements.refuse_pause(at.table, press.player)


def play_on(press: Request, at: Scope) -> Change:
    """End a pause to which one has agreed."""
    return agreements.play_on(at.table, press.player)


def say(key: str) -> Act:
    """Say one of a few phrases to the table; not for somebody who is barred (TB-23), nor where it is off."""

    def act(press: Request, at: Scope) -> Change:
        if not server_settings.load(at.tx, at.stored.server).remarks:
            raise NoRemarks
        bars.require_free(at.tx, at.stored.server, press.player, press.at)
        return agreements.say(at.table, press.player, key, int(press.at))

    return act


def show_cards(press: Request, at: Scope) -> Change:
    """Show one's folded or uncalled cards to all, once the hand is over (TB-11)."""
    return agreements.show_cards(at.table, at.game, press.player)


def begin(press: Request, at: Scope) -> Change:
    """Begin the game, or first show what was changed to those who sit there (TB-15)."""
    lobby.require_host(at.table, press.player)
    if (shown := lobby.look_again(at.table)) is not None:
        return shown
    return begin_table(press, at)


def deal(press: Request, at: Scope) -> Change:
    """Deal the next hand; anybody at the table may."""
    at.table.seat_of(press.player)
    return play.deal(at.table, at.game, at.seeds)


def cut(words: str) -> Act:
    """Mix words of one's own into the chance of the next hand (TB-13)."""

    def act(press: Request, at: Scope) -> Change:
        return play.cut(at.table, at.game, press.player, press.name, words)

    return act


def seat_house_player(press: Request, at: Scope, *, name: str = "", skill: Skill | None = None) -> Change:
    """Give a seat to a house player: of that name or that skill, else one who suits the people (TB-12)."""
    lobby.require_host(at.table, press.player)
    if not name:
        taken, chance = {each.name for each in at.table.seats}, Draw(Seal(next(at.seeds)))
        name = pick_name(taken, chance, skill, for_beginners=skill is None and _has_beginners(at))
    waiting = sum(each.player is None for each in at.table.present) if at.table.phase == "lobby" else 0
    funded = house_can_pay(at, seats=waiting + 1)
    change = lobby.seat_house_player(at.table, at.game, name, funded=funded)
    require_house_willing(at.tx, at.stored.server, at.game, change.table, press.at)
    return change


def seat_usual_house_player(press: Request, at: Scope) -> Change:
    """Give a seat to a house player of the usual skill, or among beginners to one who suits them (TB-12)."""
    return seat_house_player(press, at, skill=None if _has_beginners(at) else USUAL_SKILL)


def dismiss(press: Request, at: Scope, *, seat: Seat | None = None) -> Change:
    """Dismiss the house player in that seat, or who came last."""
    lobby.require_host(at.table, press.player)
    house = [each.seat for each in at.table.present if each.player is None]
    funded = house_can_pay(at, seats=len(house) - 1)
    if seat is None:
        seat = house[-1] if house else Seat(0)
    elif seat not in house:
        raise NotOffered
    return lobby.dismiss(at.table, at.game, seat, funded=funded)


def call_last(press: Request, at: Scope) -> Change:
    """Call for the last round, or agree to it (SH-8)."""
    return agreements.call_last(at.table, at.game, press.player)


def change_rule(name: str, index: int) -> Act:
    """Set a house rule to its index-th choice."""

    def act(press: Request, at: Scope) -> Change:
        lobby.require_host(at.table, press.player)
        return lobby.change_rule(at.table, at.game, name, index)

    return act


def change_stake(stake: int) -> Act:
    """Set what a seat costs, which the host and the house have to be able to pay."""

    def act(press: Request, at: Scope) -> Change:
        lobby.require_host(at.table, press.player)
        change = lobby.change_stake(at.table, at.game, stake)
        require_house_willing(at.tx, at.stored.server, at.game, change.table, press.at)
        if change.table.money == "coins":
            held = ledger.balance(at.tx, ledger.wallet(at.stored.server, press.player))
            _require_payable(press, at, held, at.game.price(change.table.rules, stake))
        return change

    return act


def close(broken: str = "") -> Act:
    """Close a table after its current hand; the host or a manager may (TB-10).

    One that is `broken` cannot go on: its hand is called off for that reason.
    """

    def act(press: Request, at: Scope) -> Change:
        lobby.require_may_close(at.table, press.player, is_manager=press.is_manager)
        if broken:
            return lobby.break_off(at.table, at.game, press.player, broken)
        return lobby.close(at.table, at.game, press.player, press.why)

    return act


def give_up(reason: str) -> Act:
    """Close a table that cannot go on, without anybody's press."""
    return lambda _press, at: lobby.break_off(at.table, at.game, None, reason)


def call_off(reason: str) -> Act:
    """Call the current hand off; a manager may, and at a tournament's table any organiser (TB-10)."""

    def act(press: Request, at: Scope) -> Change:
        is_at_tournament = at.table.terms.tournament is not None
        if not press.is_manager and not (is_at_tournament and press.is_organiser):
            raise NotManager
        return play.call_off(at.table, at.game, at.seeds, press.player, reason)

    return act


def time_up(at: Scope, decision: Decision | None, now: float) -> Change:
    """Do what is due at a table.

    An idle table closes, the next hand is dealt, house players do what they decided,
    somebody's turn runs out.
    """
    table, game = at.table, at.game
    if table.phase == "lobby":
        return lobby.close(table, game)
    if agreements.is_paused(table):
        return agreements.run_on(table)
    if decision is not None:
        change = Change(table)
        for seat, given in decision.answers:
            change = change.then(play.answer(change.table, game, at.seeds, seat, given))
        return change
    if not has_clock(table) or awaited(table, game):
        return lobby.close_idle(table, game, at.seeds)
    if table.hand is None:
        return play.deal(table, game, at.seeds)
    return play.run_out(table, game, at.seeds, deadlines.taken(table, game, now, at.stored.deadline_at))


def fill(tx: Transaction, stored: Stored, game: AnyGame, seeds: Seeds, change: Change, at: float) -> Change:
    """A change with what was wished for during the hand that it ended."""
    table = change.table
    wishing = [each.player for each in table.present if each.tops_up_next and each.player is not None]
    if table.hand is not None or table.phase == "closed" or not wishing:
        return change
    purses = {player: bars.at_hand(tx, stored.server, player, at) for player in wishing}
    return change.then(play.top_up_wished(table, game, seeds, purses))


def company_of(over: AnyTable) -> tuple[int | str, ...]:
    """Who played to the end at a closed table, in the order of their seats; programs come by themselves."""
    return tuple(
        each.name if each.player is None else each.player for each in over.present if not each.program
    )


def awaits(table: AnyTable, game: str, player: int) -> bool:
    """Whether a table of that game waits for a person who played with its company before."""
    return table.phase == "lobby" and table.game == game and player in absent(table.terms, _players(table))


def begin_table(press: Request, at: Scope) -> Change:
    """Begin with what everybody brings along now (SH-3), without those who cannot pay."""
    table, server = lobby.in_order(at.table), at.stored.server
    require_house_willing(at.tx, server, at.game, table, press.at)
    short: set[int | None] = set()
    for each in table.present:
        if each.player is not None:
            keepsake = preferences.keepsake_of(at.tx, server, each.player, at.game)
            table = table.with_seat(replace(each, keepsake=keepsake))
            if not can_pay(at, each.player, press.at):
                short.add(each.player)
    house = sum(each.player is None for each in table.present)
    if house and not house_can_pay(at, seats=house):
        short.add(None)
    return play.begin(table, at.game, at.seeds, short)


def then(first: Change, at: Scope, act: Callable[[Scope], Change]) -> Change:
    """Two changes, one after the other, as one."""
    return first.then(act(replace(at, stored=replace(at.stored, table=first.table))))


def can_pay(at: Scope, player: int, now: float) -> bool:
    """Whether somebody's wallet holds what a seat costs, and they have not lost too much today for it."""
    return bars.at_hand(at.tx, at.stored.server, player, now) >= _price(at)


def house_can_pay(at: Scope, *, seats: int) -> bool:
    """Whether the house's bank holds what so many seats cost."""
    price = _price(at)
    return not price or ledger.balance(at.tx, ledger.house(at.stored.server)) >= max(1, price * seats)


def require_admitted(tx: Transaction, server: int, player: int, roles: Collection[int], at: float) -> None:
    """Refuse somebody who may not play in a server, in which they have these roles."""
    bars.require_free(tx, server, player, at)
    role = server_settings.load(tx, server).player_role
    if role and role not in roles:
        raise RoleNeeded(role)


def require_rivals_admitted(tx: Transaction, server: int, rivals: Iterable[int], at: float) -> None:
    """Refuse a challenge to somebody who may not play."""
    for each in rivals:
        if bars.is_barred(tx, server, each, at):
            raise bars.RivalBarred(each)


def seat_of_program(table: AnyTable, program: str) -> Seated[Any] | None:
    """The seat that a program has now, which may move up in the lobby."""
    return next((each for each in table.present if each.program == program), None)


def seat_program(program: str, name: str) -> Act:
    """Give a program a seat, if the table may have programs."""

    def act(_press: Request, at: Scope) -> Change:
        if not is_server(at.stored.server):
            raise OnlyInServer
        return lobby.seat_program(at.table, at.game, program, name)

    return act


def answer_for_program(program: str, given: Answer) -> Act:
    """Answer an offer for the program's seat, as a press does."""
    return lambda press, at: answer_at(press, at, _seated_program(at.table, program).seat, given)


def unseat_program(program: str) -> Act:
    """Give the program's seat up (TB-9)."""
    return lambda _press, at: lobby.give_up(at.table, at.game, _seated_program(at.table, program), at.seeds)


def _fill_and_begin(press: Request, at: Scope, change: Change) -> Change:
    while len(change.table.present) < max(COMPANY, at.game.seats.start):
        change = then(change, at, partial(seat_house_player, press))
    return then(change, at, partial(begin_table, press))


def _begin_if_complete(press: Request, at: Scope, change: Change) -> Change:
    table = change.table
    is_complete = table.terms.company and not absent(table.terms, _players(table))
    if (
        table.phase != "lobby"
        or not is_complete
        or lobby.unread(table)
        or len(table.present) < at.game.seats.start
    ):
        return change
    return then(change, at, partial(begin_table, press))


def _players(table: AnyTable) -> list[int | None]:
    """Everybody at a table, None for house players."""
    return [each.player for each in table.present]


def _has_beginners(at: Scope) -> bool:
    people = [each for each in _players(at.table) if each is not None]
    return records.has_beginners(at.tx, at.stored.server, people, at.table.game)


def _taken_along(press: Request, at: Scope) -> int:
    """What somebody took away from this table not long ago, and has to bring again (TB-17)."""
    server = at.stored.server
    on_table, wallet = ledger.at_table(server, at.stored.id), ledger.wallet(server, press.player)
    last = ledger.latest(at.tx, on_table, wallet) if at.game.is_dealt else None
    return last.amount if last is not None and press.at - last.why.at < REMEMBERED_SECONDS else 0


def _require_payable(press: Request, at: Scope, held: int, price: int) -> None:
    """Refuse what costs more than somebody's wallet holds, or than they may still lose today (TB-25)."""
    if held < price:
        raise NotEnough(held, price)
    bars.require_left(at.tx, at.stored.server, press.player, price, press.at)


def _price(at: Scope) -> int:
    return at.game.price(at.table.rules, at.table.terms.buy_in)


def _seated_program(table: AnyTable, program: str) -> Seated[Any]:
    seated = seat_of_program(table, program)
    if seated is None:
        raise NotSeated
    return seated
