"""A host's actions that concern other people: call, invite, send away (TB-15, TB-16).

Users who asked to be called are called during their hours, and only as often as the limits allow. Actions
only store calls as due (`storage/people/invite_preferences.py`);
`bot/discord_io/notifications/turn_pings.py` sends them.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, time, timedelta

from bot.tavern.table.actions import Actor, Scope, TableAction, require_rivals_admitted
from bot.tavern.tournament.parse_times import DAY_MINUTES, UnknownZone, time_words, zone_of
from games.engine.core.errors import N_, ensure, ngettext_noop
from games.engine.core.game import Seat
from games.engine.table import seating
from games.engine.table.refusals import NotHost
from games.engine.table.table import TableChange
from storage.db.retention import DAY_SECONDS
from storage.errors import Refused
from storage.people import bars, invite_preferences, preferences
from storage.people.invite_preferences import CallHours, Calling, CallKind
from storage.play.tables import StoredTable

CALLED_MAX = 40
"""The maximum number of users whom one call reaches; those not called for the longest time come first."""
HOST_CALLS_MAX = 4
"""The maximum number of calls for players by one person in a server within a day."""
SERVER_CALLS_MAX = 40
"""The maximum number of calls for players by all people together in a server within a day."""
INVITED_DAY_MAX = 50
"""The maximum number of people that one person may invite in a server within a day."""
INVITED_AGAIN_SECONDS = 4 * 3600
"""Seconds before a user is notified again of an invitation by the same host."""


class HostAwaited(NotHost):
    """Only the lobby's host may act; unless something happens before `again_at`, the actor may then, too."""

    template = N_(
        "Only {player}, who hosts this table, can do that. If nothing happens here, you can too, "
        "<t:{again_at}:R>."
    )
    again_at: float


class NobodyToCall(Refused):
    template = N_(
        "Nobody here wants to be called to this game at this time of day, so I haven’t called anyone. "
        "People ask for it by pressing “Call me”."
    )


class CalledEnough(Refused):
    template = ngettext_noop(
        "That’s {most} call within a day, and people need some peace. You can call again <t:{again_at}:R>.",
        "That’s {most} calls within a day, and people need some peace. You can call again <t:{again_at}:R>.",
        "most",
    )
    most: int
    again_at: float


class GuestsInvitedEnough(Refused):
    template = ngettext_noop(
        "You can invite {most} person within a day, and you have. You can invite the next <t:{again_at}:R>.",
        "You can invite {most} people within a day, and you have. You can invite the next <t:{again_at}:R>.",
        "most",
    )
    most: int
    again_at: float


def call_players(*, by_role: bool) -> TableAction:
    """Call players, once per table: the users who asked to be called, or none if a role is mentioned."""

    def act(actor: Actor, scope: Scope) -> TableChange:
        change = seating.call_players(scope.table, scope.game, actor.player)
        server = scope.stored.server
        bars.require_free(scope.tx, server, actor.player, actor.at)
        _require_calls_left(scope, server, actor)
        people = {} if by_role else _callable_users(actor, scope)
        if not people and not by_role:
            raise NobodyToCall
        invite_preferences.add(scope.tx, scope.stored.id, people, actor.at)
        invite_preferences.count(scope.tx, server, actor.player, "call", 1, actor.at)
        return change

    return act


def invite(people: Iterable[int]) -> TableAction:
    """Invite users who may play; each is notified once, if they may be called now."""
    invited = tuple(dict.fromkeys(people))

    def act(actor: Actor, scope: Scope) -> TableChange:
        change = seating.invite(scope.table, actor.player, invited)
        bars.require_free(scope.tx, scope.stored.server, actor.player, actor.at)
        # The actor's own right is checked first, so that only hosts can learn that a user is barred.
        require_rivals_admitted(scope.tx, scope.stored.server, invited, actor.at)
        known = {
            actor.player,
            *invite_preferences.called(scope.tx, scope.stored.id),
            *(each.player for each in scope.table.present),
        }
        new = [each for each in invited if each not in known]
        _require_invitations_left(scope, actor, len(new))
        due: dict[int, CallKind] = {each: "invited" for each in new if _may_notify(scope, actor, each)}
        invite_preferences.add(scope.tx, scope.stored.id, due, actor.at)
        return change

    return act


def set_private(*, is_private: bool) -> TableAction:
    """Make a table private (only invited users may sit down), or open to all, before its game begins."""
    return lambda actor, scope: seating.set_private(scope.table, actor.player, is_private=is_private)


def send_away(seat: Seat) -> TableAction:
    """Remove the player in a seat, once no hand is in progress."""

    def act(actor: Actor, scope: Scope) -> TableChange:
        return seating.send_away(scope.table, scope.game, scope.seeds, actor.player, _player(scope, seat))

    return act


def turn_down(actor: Actor, scope: Scope) -> TableChange:
    """Give up the seat that is kept for the actor."""
    return seating.turn_down(scope.table, actor.player)


def take_over(actor: Actor, scope: Scope) -> TableChange:
    """Become the host of a lobby whose host is away. Raises `HostAwaited` if they are not (TB-15)."""
    change = seating.take_over(scope.table, actor.player)
    again_at = quiet_at(scope.stored)
    ensure(actor.at >= again_at, HostAwaited, scope.table.terms.host, again_at)
    return change


def quiet_at(stored: StoredTable) -> float:
    """Return the moment from which a lobby without actions may be taken over (TB-15)."""
    return stored.acted_at + stored.table.terms.pace.host_away


def transfer_host(seat: Seat) -> TableAction:
    """Make the player in a seat the host."""
    return lambda actor, scope: seating.transfer_host(scope.table, actor.player, _player(scope, seat))


def is_time(hours: CallHours, at: float) -> bool:
    """Return True if a user may be called at a time; False if their time zone no longer exists."""
    if hours.is_any:
        return True
    try:
        local = datetime.fromtimestamp(at, zone_of(hours.zone))
    except UnknownZone:
        return False
    minute = 60 * local.hour + local.minute
    return (minute - hours.first) % DAY_MINUTES < (hours.last - hours.first) % DAY_MINUTES


def next_time(hours: CallHours, at: float) -> float:
    """Return the earliest time, not before `at`, at which a user may be called.

    If the time zone no longer exists, that is `at`.
    """
    if is_time(hours, at):
        return at
    try:
        zone = zone_of(hours.zone)
    except UnknownZone:
        return at
    local = datetime.fromtimestamp(at, zone)
    first = time(*divmod(hours.first, 60))
    starts = (datetime.combine(local.date() + timedelta(days), first, zone) for days in range(3))
    return min(each for each in map(datetime.timestamp, starts) if each > at)


def hours_words(hours: CallHours) -> str:
    """Return a user's hours as they would type them."""
    return f"{time_words(hours.first)}-{time_words(hours.last)} {hours.zone}"


def _callable_users(actor: Actor, scope: Scope) -> dict[int, CallKind]:
    """Return the users to call by their kind of call: they may play, can be reached, and were not removed."""
    excluded = {each.player for each in scope.table.present} | {actor.player, *scope.table.terms.sent_away}
    users: dict[int, CallKind] = {}
    for player, hours in invite_preferences.wishing(
        scope.tx, scope.stored.server, scope.game.key, scope.stored.id
    ):
        is_ready = player not in excluded and not hours.is_closed and is_time(hours, actor.at)
        if is_ready and not bars.is_barred(scope.tx, scope.stored.server, player, actor.at):
            users[player] = hours.way
        if len(users) == CALLED_MAX:
            break
    return users


def _require_calls_left(scope: Scope, server: int, actor: Actor) -> None:
    scope.tx.lock_ledger(server)
    for host, most in ((actor.player, HOST_CALLS_MAX), (None, SERVER_CALLS_MAX)):
        times = invite_preferences.counted(scope.tx, server, "call", actor.at, host)
        if len(times) >= most:
            raise CalledEnough(most, times[-most] + DAY_SECONDS)


def _require_invitations_left(scope: Scope, actor: Actor, people: int) -> None:
    """Count new invitations. Raises `GuestsInvitedEnough` beyond the limit of a day."""
    kind: Calling = "invite"
    scope.tx.lock_ledger(scope.stored.server)
    times = invite_preferences.counted(scope.tx, scope.stored.server, kind, actor.at, actor.player)
    if len(times) + people > INVITED_DAY_MAX:
        oldest = times[0] if times else actor.at
        raise GuestsInvitedEnough(INVITED_DAY_MAX, oldest + DAY_SECONDS)
    if people:
        invite_preferences.count(scope.tx, scope.stored.server, actor.player, kind, people, actor.at)


def _player(scope: Scope, seat: Seat) -> int:
    """Return the person in a seat; 0, which is nobody's id, for a house player."""
    return scope.table.seated(seat).player or 0


def _may_notify(scope: Scope, actor: Actor, player: int) -> bool:
    """Return False if the user wants no pings, was invited by this host lately, or has quiet hours."""
    if preferences.load(scope.tx, player).pings == "never":
        return False
    since = actor.at - INVITED_AGAIN_SECONDS
    is_new = not invite_preferences.was_invited(scope.tx, scope.stored.server, actor.player, player, since)
    return is_new and is_time(invite_preferences.hours(scope.tx, player), actor.at)
