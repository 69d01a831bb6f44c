"""What a host does about people at a table: calls, invites, sends them away (TB-15, TB-16).

Who asked to be called is called in their hours, and no more often than a server bears. What is called here
is only written down as due (`storage/people/calls.py`); `bot/discord_io/news/turn_pings.py` delivers it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from bot.tavern.table.actions import Act, Request, Scope, require_rivals_admitted
from bot.tavern.tournament.moments import DAY_MINUTES, UnknownZone, time_words, zone_of
from games.engine.core.errors import NotHost, ensure, phrase, phrases
from games.engine.core.game import Seat
from games.engine.table import lobby
from games.engine.table.table import Change
from storage.db.kept import DAY_SECONDS
from storage.errors import Refused
from storage.people import bars, calls, preferences
from storage.people.calls import CallHours, Calling, CallKind

CALLED_MAX = 40
"""How many people one table calls; those who waited longest come first."""
HOST_CALLS_MAX = 4
"""How often one person may call for players in a server within a day."""
SERVER_CALLS_MAX = 40
"""How often all together may."""
INVITED_DAY_MAX = 50
"""How many people one person may invite in a server within a day."""
INVITED_AGAIN_SECONDS = 4 * 3600
"""Seconds until one person is told again of an invitation by the same host."""
HOST_AWAY_SECONDS = 15 * 60
"""Without anything done in a lobby, after which its host counts as away."""


@dataclass(eq=False)
class HostAwaited(NotHost):
    """What only the host of a lobby may do, and whoever asked for it if nothing happens before then."""

    says = phrase(
        "Only {player}, who hosts this table, can do that. If nothing happens here before then, you can "
        "<t:{again_at}:R>."
    )
    again_at: float


class NobodyToCall(Refused):
    says = phrase(
        "Nobody here wants to be called to this game at this hour, so I haven’t called "
        "anyone. People ask for it by pressing “Call me”."
    )


@dataclass(eq=False)
class CalledEnough(Refused):
    says = phrases(
        "That’s {most} call within a day, and people need some peace. You can call again <t:{again_at}:R>.",
        "That’s {most} calls within a day, and people need some peace. You can call again <t:{again_at}:R>.",
        "most",
    )
    most: int
    again_at: float


@dataclass(eq=False)
class GuestsInvitedEnough(Refused):
    says = phrases(
        "You can invite {most} person within a day, and you have. You can invite the next <t:{again_at}:R>.",
        "You can invite {most} people within a day, and you have. You can invite the next <t:{again_at}:R>.",
        "most",
    )
    most: int
    again_at: float


def call_players(*, by_role: bool) -> Act:
    """Call for players, once a table: whoever asked for it, or nobody where a role is mentioned instead."""

    def act(press: Request, at: Scope) -> Change:
        change = lobby.call_players(at.table, at.game, press.player)
        server = at.stored.server
        bars.require_free(at.tx, server, press.player, press.at)
        _require_calls_left(at, server, press)
        people = {} if by_role else _wishing(press, at)
        if not people and not by_role:
            raise NobodyToCall
        calls.add(at.tx, at.stored.id, people, press.at)
        calls.count(at.tx, server, press.player, "call", 1, press.at)
        return change

    return act


def invite(people: Iterable[int]) -> Act:
    """Invite people who may play, each of whom is told once, if they may be called now."""
    asked = tuple(dict.fromkeys(people))

    def act(press: Request, at: Scope) -> Change:
        change = lobby.invite(at.table, press.player, asked)
        bars.require_free(at.tx, at.stored.server, press.player, press.at)
        # After the host's own right: nobody else is to learn who is barred.
        require_rivals_admitted(at.tx, at.stored.server, asked, press.at)
        known = {
            press.player,
            *calls.called(at.tx, at.stored.id),
            *(each.player for each in at.table.present),
        }
        fresh = [each for each in asked if each not in known]
        _require_invitations_left(at, press, len(fresh))
        told: dict[int, CallKind] = {each: "invited" for each in fresh if _may_be_told(at, press, each)}
        calls.add(at.tx, at.stored.id, told, press.at)
        return change

    return act


def set_private(*, is_private: bool) -> Act:
    """Keep a table for the invited, or open it to all, before its game begins."""
    return lambda press, at: lobby.set_private(at.table, press.player, is_private=is_private)


def send_away(seat: Seat) -> Act:
    """Send the player in a seat away, as soon as no hand is under way."""

    def act(press: Request, at: Scope) -> Change:
        return lobby.send_away(at.table, at.game, at.seeds, press.player, _player(at, seat))

    return act


def take_over(press: Request, at: Scope) -> Change:
    """Host a lobby in which nothing has happened for long, or `HostAwaited` (TB-15)."""
    change = lobby.take_over(at.table, press.player)
    again_at = at.stored.acted_at + HOST_AWAY_SECONDS
    ensure(press.at >= again_at, HostAwaited, at.table.terms.host, again_at)
    return change


def hand_over(seat: Seat) -> Act:
    """Let the player in a seat host the table."""
    return lambda press, at: lobby.hand_over(at.table, press.player, _player(at, seat))


def is_time(hours: CallHours, at: float) -> bool:
    """Whether somebody may be called at that moment; never by the clocks of a zone that is gone."""
    if hours.is_any:
        return True
    try:
        now = datetime.fromtimestamp(at, zone_of(hours.zone))
    except UnknownZone:
        return False
    minute = 60 * now.hour + now.minute
    return (minute - hours.first) % DAY_MINUTES < (hours.last - hours.first) % DAY_MINUTES


def hours_words(hours: CallHours) -> str:
    """Somebody's hours as they would type them."""
    return f"{time_words(hours.first)}-{time_words(hours.last)} {hours.zone}"


def _wishing(press: Request, at: Scope) -> dict[int, CallKind]:
    """Whom to call, and how: nobody who sits here, was sent away, may not play, or cannot be reached."""
    spared = {each.player for each in at.table.present} | {press.player, *at.table.terms.sent_away}
    found: dict[int, CallKind] = {}
    for player, hours in calls.wishing(at.tx, at.stored.server, at.game.key, at.stored.id):
        is_ready = player not in spared and not hours.is_closed and is_time(hours, press.at)
        if is_ready and not bars.is_barred(at.tx, at.stored.server, player, press.at):
            found[player] = hours.way
        if len(found) == CALLED_MAX:
            break
    return found


def _require_calls_left(at: Scope, server: int, press: Request) -> None:
    at.tx.hold_books(server)
    for host, most in ((press.player, HOST_CALLS_MAX), (None, SERVER_CALLS_MAX)):
        made = calls.counted(at.tx, server, "call", press.at, host)
        if len(made) >= most:
            raise CalledEnough(most, made[-most] + DAY_SECONDS)


def _require_invitations_left(at: Scope, press: Request, people: int) -> None:
    """Refuse more invitations than one person may send within a day."""
    kind: Calling = "invite"
    at.tx.hold_books(at.stored.server)
    made = calls.counted(at.tx, at.stored.server, kind, press.at, press.player)
    if len(made) + people > INVITED_DAY_MAX:
        again = made[0] if made else press.at
        raise GuestsInvitedEnough(INVITED_DAY_MAX, again + DAY_SECONDS)
    if people:
        calls.count(at.tx, at.stored.server, press.player, kind, people, press.at)


def _player(at: Scope, seat: Seat) -> int:
    """The person in a seat; 0, whom no table knows, for one of the house."""
    return at.table.seated(seat).player or 0


def _may_be_told(at: Scope, press: Request, player: int) -> bool:
    """Whether somebody is pinged: not who never wants that, or was by this host lately, or in quiet hours."""
    if preferences.load(at.tx, player).pings == "never":
        return False
    since = press.at - INVITED_AGAIN_SECONDS
    is_fresh = not calls.was_invited(at.tx, at.stored.server, press.player, player, since)
    return is_fresh and is_time(calls.hours(at.tx, player), press.at)
