"""The moments that the bot and its page compare with the clock, each with its outcome around it."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from types import SimpleNamespace
from typing import Any

from bot.discord_io.interactions import guild_info
from bot.discord_io.interactions.guild_info import DepartedMembers, Membership
from bot.front import page_links
from bot.front.page_links import PendingEntries
from bot.front.request import User
from bot.hosted import logins
from bot.hosted.auth import Session, SessionStore, fingerprint
from bot.hosted.logins import Logins
from bot.hosted.servers import KnownName, ServerDirectory
from bot.page import windows
from bot.page.auth import PageUser, Tickets, Unauthenticated
from bot.page.places import PLACES
from bot.page.refusals import DoorClosed
from bot.page.server import PageServer
from bot.page.shell import Reader
from bot.page.windows import PageWindow
from bot.process.scheduler import Scheduler
from bot.screens.server.own_limits import OwnLimits, _lengths
from bot.tavern import deadlines
from bot.tavern.deadlines import MonotonicClock
from bot.tavern.posting_service import is_due
from bot.tavern.table import actions, invitations, table_state
from bot.tavern.table.actions import Actor, Scope
from bot.tavern.tournament import parse_times, reminders, series_rounds
from bot.tavern.tournament.series_rounds import SeriesRounds
from bot.tavern.tournament.tournament_service import TournamentService
from games.engine.provable_chance import Seal
from games.engine.table.pace import LIVE, SLOW, is_within
from games.tournament import entries
from games.tournament.model import TournamentTerms
from games.tournament.series import SeriesTerms
from storage.books import ledger
from storage.books.ledger import TransferInfo
from storage.db.retention import DAY_SECONDS
from storage.db.transaction import Transaction
from storage.people.invite_preferences import CallHours
from storage.play.tables import StoredTable, Tables
from storage.tournaments.series import Series
from storage.tournaments.tournaments import Plan, StoredTournament, Tournaments
from tests.bot.moments_of_books import ANN, BOB, COMES, LASTS, NOON, ONCE_PAST, UP_TO, Moment, refused
from tests.storage.tables import CHANNEL, SERVER, in_lobby
from tests.storage.toy import GAMES, SEEDS, TOY, opened

PERSON = User(ANN, "Ann", is_member=True)


def _by(late: float) -> Callable[[], float]:
    return lambda: NOON + late


def _steps(*times: float) -> Callable[[], float]:
    """Return a clock that says one time after the other, and then the last."""
    left = [*times]
    return lambda: left.pop(0) if len(left) > 1 else left[0]


def _user(late: float, **more: Any) -> PageUser:
    return PageUser(PERSON, SERVER, CHANNEL, manages=True, until=NOON, clock=_by(late), **more)


# The page.


def _acts_as_member(_tx: Transaction, late: float) -> object:
    visit = _user(late).request(1, 0.0)
    return visit.is_member and visit.manages


def _ticket_is_good(_tx: Transaction, late: float) -> object:
    tickets = Tickets[int](_steps(NOON, NOON + 10.0 + late), 10.0, 9)
    return tickets.take(tickets.give(5)) == 5


def _is_let_in(_tx: Transaction, late: float) -> object:
    async def guest(_path: str, _key: str) -> PageUser:
        return _user(late)

    doors: Any = SimpleNamespace(_doors=SimpleNamespace(guest=guest), _locked=lambda _key: "")
    try:
        asyncio.run(PageServer._guest(doors, "", ""))
    except DoorClosed:
        return False
    return True


def _is_told_more(_tx: Transaction, late: float) -> object:
    said: list[int] = []

    async def tell(*_given: object) -> None:
        said.append(1)

    heard = [True]
    window: Any = SimpleNamespace(is_heard_by=lambda _changed: heard and heard.pop(), guest=_user(late))
    changed = asyncio.Event()
    changed.set()
    server: Any = SimpleNamespace(_tell=tell)

    async def follow() -> None:
        nothing: Any = None
        async with asyncio.timeout(30):
            telling = asyncio.create_task(PageServer._follow(server, window, changed, nothing, nothing))
            for _ in range(5):
                await asyncio.sleep(0)
            changed.set()
            await telling

    asyncio.run(follow())
    return bool(said)


def _sees_managers_page(_tx: Transaction, late: float) -> object:
    place = next(each for each in PLACES.values() if each.audience != "everybody")
    return Reader(_user(late), "", "").may_see(place)


def _refusal_stands(_tx: Transaction, late: float) -> object:
    window: Any = SimpleNamespace(refusal="no", refused_at=NOON)
    return PageWindow.refused(window, NOON + windows.REFUSED_SECONDS + late) is not None


def _acknowledgement_stands(_tx: Transaction, late: float) -> object:
    window: Any = SimpleNamespace(refusal=None, noted_at=NOON)
    return PageWindow.refused(window, NOON + windows.REFUSED_SECONDS + late) is not None


def _comes_back(_tx: Transaction, late: float) -> object:
    times = _steps(0.0, 0.0, logins.LOGIN_SECONDS + late)
    begun = Logins(times)
    login = begun.begin("/7.70/")
    return begun.verify(login.state, [login.proof]) is not None


def _session(late: float, **more: Any) -> SessionStore:
    nothing: Any = None
    store = SessionStore(nothing, nothing, _by(late))
    session = Session(PERSON, nothing, NOON)
    store._sessions[fingerprint("key")] = replace(session, **more)
    return store


def _is_signed_in(_tx: Transaction, late: float) -> object:
    try:
        _session(late)._session("key")
    except Unauthenticated:
        return False
    return True


def _is_vouched_for(_tx: Transaction, late: float) -> object:
    known = _user(late)
    store: Any = _session(late, expires_at=NOON + 99, guests=OrderedDict({"7.70": (NOON, known)}))
    asked: list[str] = []

    class Asking(SessionStore):
        async def _confirm(self, _session: Session, path: str) -> None:
            asked.append(path)

    store.__class__ = Asking
    return asyncio.run(store.guest("7.70", "key")) is known and not asked


def _arrives(_tx: Transaction, late: float) -> object:
    entries = PendingEntries(_steps(NOON, NOON + page_links.ENTRY_SECONDS + late))
    entries.add(ANN, 5)
    return entries.take(ANN) == 5


def _directory(late: float) -> ServerDirectory:
    places: Any = SimpleNamespace(clock=_by(late))
    found = ServerDirectory(places, SERVER, lambda _name: True)
    found._names[ANN] = KnownName("Ann", NOON)
    return found


def _is_named(_tx: Transaction, late: float) -> object:
    return _directory(late).person(ANN) == "Ann"


def _is_listed(_tx: Transaction, late: float) -> object:
    return bool(_directory(late).people())


# Discord.


def _members(late: float, until: float, membership: Membership) -> tuple[DepartedMembers, list[int]]:
    """Return the members as they were looked up before, and who is looked up again."""
    asked: list[int] = []

    class Asked(DepartedMembers):
        async def _look_up(self, _server: int, player: int) -> Membership:
            asked.append(player)
            return Membership()

    tavern: Any = SimpleNamespace(now=_by(late))
    client: Any = None
    found = Asked(client, tavern)
    answer = asyncio.get_running_loop().create_future()
    answer.set_result(membership)
    found._memberships[SERVER, ANN] = until, answer  # type: ignore[assignment]
    return found, asked


def _run(act: Callable[[], Awaitable[object]]) -> object:
    async def running() -> object:
        return await act()

    return asyncio.run(running())


def _is_timed_out(_tx: Transaction, late: float) -> object:
    async def act() -> object:
        members, _asked = _members(late, NOON + 30, Membership(timed_out_until=NOON))
        try:
            await members.require_present(SERVER, ANN)
        except guild_info.TimedOutThere:
            return True
        return False

    return _run(act)


def _is_trusted(until: float) -> Callable[[Transaction, float], object]:
    def outcome(_tx: Transaction, late: float) -> object:
        async def act() -> object:
            members, asked = _members(late, until, Membership())
            await members._membership(SERVER, ANN)
            return not asked

        return _run(act)

    return outcome


# Tables.


def _is_due(tx: Transaction, late: float) -> object:
    return is_due(replace(_lobby(tx), due_at=NOON), NOON + late)


def _is_shown_still(earlier: float) -> Callable[[Transaction, float], object]:
    """Return the outcome for a deadline that lies so many seconds before noon, as which it is shown."""
    return lambda _tx, late: is_within(NOON - earlier + late, NOON, SLOW.rounded)


def _lobby(tx: Transaction, *players: int, **more: Any) -> StoredTable:
    return replace(in_lobby(tx, Tables(GAMES), *players), **more)


def _actor(late: float, player: int = BOB) -> Actor:
    return Actor(1, NOON + late, player, "Bob", SERVER)


def _becomes_host(tx: Transaction, late: float) -> object:
    began = NOON - LIVE.host_away
    scope = Scope(tx, _lobby(tx, ANN, BOB, acted_at=began), TOY, SEEDS)
    return not refused(lambda: invitations.take_over(_actor(late), scope))


def _brings_along(tx: Transaction, late: float) -> object:
    stored = _lobby(tx, ANN, BOB)
    table, wallet = ledger.at_table(SERVER, stored.id), ledger.wallet(SERVER, BOB)
    at = NOON - actions.REMEMBERED_SECONDS
    ledger.transfer(tx, wallet, table, 20, TransferInfo("buy_in", 1.0, table=stored.id))
    ledger.transfer(tx, table, wallet, 20, TransferInfo("buy_in", at, table=stored.id))

    class Dealt(type(TOY)):  # type: ignore[misc]
        is_dealt = True

    return actions._taken_away(_actor(late), Scope(tx, stored, Dealt(), SEEDS)) == 20


def _challenges_enough(tx: Transaction, late: float) -> object:
    tables, made_at = Tables(GAMES), NOON - table_state.HOUR_SECONDS
    for rival in range(100, 100 + table_state.CHALLENGES_MAX):
        tables.add(tx, SERVER, CHANNEL, partial(opened, invited=(ANN, rival), hands_max=1), made_at)
    terms = opened(99, invited=(ANN, BOB), hands_max=1).terms
    return bool(refused(lambda: table_state.require_room(tx, tables, SERVER, terms, NOON + late)))


def _rests_for_good(tx: Transaction, late: float) -> object:
    given_up: list[int] = []

    async def depart(table: int, *_more: object) -> object:
        given_up.append(table)
        return state

    async def look(_table: int) -> object:
        return state

    async def show(_state: object) -> None:
        return None

    stored = _lobby(tx, ANN, acted_at=NOON - LIVE.idle)
    state = SimpleNamespace(tournament=None, stored=stored, table=stored.table, is_over=True)
    messages = SimpleNamespace(is_lost=lambda _table: True, refresh=lambda _state: None)
    app = SimpleNamespace(
        front=SimpleNamespace(table_messages=messages),
        tavern=SimpleNamespace(look=look, depart=depart),
        show=show,
    )
    scheduler: Any = SimpleNamespace(_app=app, _stopped=set(), _now=_by(late))
    asyncio.run(Scheduler._is_stopped(scheduler, stored.id))
    return bool(given_up)


def _frozen(_tx: Transaction, late: float) -> object:
    clock = MonotonicClock(lambda: NOON, _steps(0.0, deadlines.FROZEN_SECONDS + late))
    return clock() == NOON


def _length_is_offered(_tx: Transaction, late: float) -> object:
    own = OwnLimits(NOON, None)
    offered = _lengths(own, "", "here", NOON + DAY_SECONDS + late)
    return sum(len(getattr(each, "buttons", ())) for each in offered) == 5


# Calls, tournaments, series.


def _may_be_called(minute: int) -> Callable[[Transaction, float], object]:
    def outcome(_tx: Transaction, late: float) -> object:
        midnight = NOON - 12 * 3600
        return invitations.is_time(CallHours(first=20 * 60, last=23 * 60), midnight + 60 * (minute + late))

    return outcome


def _lies_ahead(_tx: Transaction, late: float) -> object:
    return not refused(lambda: parse_times.still_to_come(int(NOON), NOON + late))


def _is_near_enough(_tx: Transaction, late: float) -> object:
    year = parse_times.AHEAD_MAX.total_seconds()
    return not refused(lambda: parse_times.still_to_come(int(NOON + year + late), NOON))


def _is_still_the_next_week(_tx: Transaction, late: float) -> object:
    week = 7 * DAY_SECONDS
    return parse_times.weeks_later(int(NOON), NOON + week + late, "") == NOON + week


def _is_of_today(_tx: Transaction, late: float) -> object:
    at = parse_times._absolute("12:00", NOON + late, "UTC").at
    return datetime.fromtimestamp(at, UTC).date() == datetime.fromtimestamp(NOON, UTC).date()


def _is_too_late(_tx: Transaction, late: float) -> object:
    rounds: Any = SimpleNamespace(now=lambda: NOON - series_rounds.NOTICE_SECONDS_MIN + late)
    return SeriesRounds.is_too_late(
        rounds, Series(0, SERVER, ANN, "Race", SeriesTerms(), 1.0, start_at=int(NOON))
    )


def _cup(tx: Transaction, reminded: str) -> StoredTournament:
    announced = entries.announce(TournamentTerms(2, 20), range(2, 7))
    plan = Plan("Cup", ANN, "toy", "{}", 60, starts_at=int(NOON))
    return replace(
        Tournaments().add(tx, (SERVER, CHANNEL), plan, announced, Seal("00"), 1.0), reminded=reminded
    )


def _does(tx: Transaction, stored: StoredTournament, at: float) -> str:
    """Return the step that is taken of a tournament."""
    tables = SimpleNamespace(
        change=lambda _tx, _stored, step, _at: step.__name__, remind=lambda _tx, _stored, name, _at: name
    )
    service: Any = SimpleNamespace(_tavern=SimpleNamespace(tournament_tables=tables))
    return str(TournamentService._process_due(service, tx, stored, at))


def _cup_starts(tx: Transaction, late: float) -> object:
    return _does(tx, _cup(tx, "start 0"), NOON + late) == "start"


def _cup_is_called(tx: Transaction, late: float) -> object:
    return _does(tx, _cup(tx, ""), NOON - reminders.START_NOTICE_SECONDS + late) == "start 0"


def _is_told_with_it(tx: Transaction, late: float) -> object:
    tournament = _cup(tx, "").tournament
    return reminders.told_of(tournament, int(NOON), NOON - reminders.START_NOTICE_SECONDS + late) != ""


OF_BOT: Mapping[str, tuple[Moment, ...]] = {
    "bot.page.auth:PageUser.request": (Moment("F-38: a stranger from then on", LASTS, _acts_as_member),),
    "bot.page.auth:Tickets.take": (Moment("a ticket is good for ten seconds", LASTS, _ticket_is_good),),
    "bot.page.server:PageServer._guest": (Moment("F-38", LASTS, _is_let_in),),
    "bot.page.server:PageServer._follow": (Moment("F-38", LASTS, _is_told_more),),
    "bot.page.shell:Reader.may_see": (Moment("F-26", LASTS, _sees_managers_page),),
    "bot.page.windows:PageWindow.refused": (
        Moment("for half a minute", LASTS, _refusal_stands),
        Moment("for half a minute", LASTS, _acknowledgement_stands),
    ),
    "bot.hosted.logins:Logins.verify": (Moment("within ten minutes", LASTS, _comes_back),),
    "bot.hosted.auth:SessionStore._session": (Moment("for a week", LASTS, _is_signed_in),),
    "bot.hosted.auth:SessionStore.guest": (Moment("F-38: vouched for a minute", LASTS, _is_vouched_for),),
    "bot.front.page_links:PendingEntries.take": (Moment("within ten minutes", LASTS, _arrives),),
    "bot.hosted.servers:ServerDirectory.person": (Moment("a name is kept for a day", LASTS, _is_named),),
    "bot.hosted.servers:ServerDirectory.people": (Moment("the same", LASTS, _is_listed),),
    "bot.discord_io.interactions.guild_info:DepartedMembers.require_present": (
        Moment("F-38: until Discord's own moment", LASTS, _is_timed_out),
    ),
    "bot.discord_io.interactions.guild_info:DepartedMembers._membership": (
        Moment("F-38: looked up again after a minute", LASTS, _is_trusted(NOON)),
        Moment("F-16: a clock that was set back", COMES, _is_trusted(NOON + guild_info.MEMBERSHIP_SECONDS)),
    ),
    "bot.tavern.posting_service:is_due": (Moment("TB-8, TB-10: due then", COMES, _is_due),),
    "games.engine.table.pace:is_within": (
        Moment("TB-28: never sooner than shown", UP_TO, _is_shown_still(0)),
        # A deadline is shown by 5 to 20 minutes later, and may come a quarter of an hour earlier than shown.
        Moment("TB-28: nor by more than 35 minutes", ONCE_PAST, _is_shown_still(35 * 60)),
    ),
    "bot.tavern.table.invitations:take_over": (Moment("TB-15: after that time", COMES, _becomes_host),),
    "bot.tavern.table.invitations:is_time": (
        Moment("TB-15: from the first minute", COMES, _may_be_called(20 * 60)),
        Moment("TB-15: up to the last", LASTS, _may_be_called(23 * 60)),
    ),
    "bot.tavern.table.actions:_taken_away": (Moment("TB-17: for an hour", LASTS, _brings_along),),
    "bot.tavern.table.table_state:require_room": (Moment("so many in an hour", LASTS, _challenges_enough),),
    "bot.process.scheduler:Scheduler._is_stopped": (Moment("F-35: after a day", COMES, _rests_for_good),),
    "bot.tavern.deadlines:MonotonicClock.__call__": (Moment("F-16: longer than that", ONCE_PAST, _frozen),),
    "bot.screens.server.own_limits:_lengths": (
        Moment("TB-24: no length that would end it no later", (True, False, False), _length_is_offered),
    ),
    "bot.tavern.tournament.parse_times:still_to_come": (
        Moment("TN-41: yet to come", LASTS, _lies_ahead),
        Moment("TN-41: at most a year ahead", UP_TO, _is_near_enough),
    ),
    "bot.tavern.tournament.parse_times:weeks_later": (
        Moment("TN-42: the next one is yet to come", LASTS, _is_still_the_next_week),
    ),
    "bot.tavern.tournament.parse_times:_absolute": (Moment("TN-41: the next to come", LASTS, _is_of_today),),
    "bot.tavern.tournament.series_rounds:SeriesRounds.is_too_late": (
        Moment("TN-35: ten minutes ahead at least", ONCE_PAST, _is_too_late),
    ),
    "bot.tavern.tournament.tournament_service:TournamentService._process_due": (
        Moment("TN-41: begins then", COMES, _cup_starts),
        Moment("TN-48: ten minutes before", COMES, _cup_is_called),
    ),
    "bot.tavern.tournament.reminders:told_of": (Moment("TN-48", COMES, _is_told_with_it),),
}
