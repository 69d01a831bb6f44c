"""What a host's presses do about the people at a table: inviting them, sending them away (TB-15, TB-16)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from bot.tavern.people.admission import require_rivals_admitted
from bot.tavern.people.calls import is_time, require_invitations_left
from bot.tavern.table.actions import Act, Request, Scope
from games.engine.core.errors import NotHost, ensure, phrase
from games.engine.core.game import Seat
from games.engine.table import lobby
from games.engine.table.table import Change
from storage.people import bars, calls, preferences
from storage.people.calls import CallKind

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
        require_invitations_left(at, press, len(fresh))
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
