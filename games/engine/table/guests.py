"""Whom a host has at the table: inviting, sending away, calling, handing it over (TB-15, TB-16)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from games.engine.core.errors import (
    AlreadyStarted,
    CalledAlready,
    ClosesSoon,
    CoinsInMiddle,
    GuestsEnough,
    InvitedOnly,
    NotOffered,
    NotSittingHere,
    NotThemselves,
)
from games.engine.core.game import AnyGame
from games.engine.table.events import Hosts, SentAway
from games.engine.table.lobby import require_admitting, require_host
from games.engine.table.progress import Progress
from games.engine.table.readiness import require_free
from games.engine.table.settlement import stand_up
from games.engine.table.table import AnyTable, Change, Seated, Seeds

INVITED_MAX = 25
"""The most people who may be invited to a table at a time."""


def invite(table: AnyTable, host: int, people: Iterable[int]) -> Change:
    """Let people sit here: at an invited table those not invited yet, at any those who were sent away.

    Somebody who was to go after this hand stays.
    """
    _require_theirs(table, host)
    if table.closing is not None:
        raise ClosesSoon
    asked, terms = dict.fromkeys(people), table.terms
    invited = (*terms.invited, *(each for each in asked if each not in terms.invited))
    if not terms.is_private:
        invited = terms.invited
    elif len(invited) > max(INVITED_MAX, len(terms.invited)):
        raise GuestsEnough(INVITED_MAX)
    barred = tuple(each for each in terms.sent_away if each not in asked)
    stay = {seat for seat in table.sent if table.seated(seat).player in asked} - {*table.barred}
    sent = tuple(seat for seat in table.sent if seat not in stay)
    if (invited, barred, sent) == (terms.invited, terms.sent_away, table.sent):
        return Change(table)
    return Change(replace(table, terms=replace(terms, invited=invited, sent_away=barred), sent=sent))


def set_private(table: AnyTable, host: int, *, is_private: bool) -> Change:
    """Open a table to all, or keep it for those who sit there and the invited; only in the lobby."""
    _require_theirs(table, host)
    if table.phase != "lobby":
        raise AlreadyStarted
    if table.terms.is_private == is_private:
        return Change(table)
    people = (each.player for each in table.present if each.player is not None)
    invited = tuple(dict.fromkeys((host, *people))) if is_private else ()
    return Change(replace(table, terms=replace(table.terms, invited=invited)))


def send_away(table: AnyTable, game: AnyGame, seeds: Seeds, host: int, player: int) -> Change:
    """Empty somebody's seat between hands, which may be as soon as this one is over.

    The stack goes home with them. They sit here again only when invited.
    """
    _require_theirs(table, host)
    seated = _guest(table, host, player)
    if game.claims(table.carry, None).get(seated.seat):
        raise CoinsInMiddle
    if seated.seat in table.sent:
        return Change(table)
    terms = table.terms
    invited = tuple(each for each in terms.invited if each != player)
    barred = replace(terms, invited=invited, sent_away=(*terms.sent_away, player))
    resting = replace(seated, sits_out_next=False, tops_up_next=False)
    going = replace(table.with_seat(resting), terms=barred).telling(SentAway(seated.seat))
    if table.hand is not None and seated.standing != "leaving":
        return Change(replace(going, sent=(*table.sent, seated.seat)))
    if table.hand is not None:
        return Change(going)
    if table.phase == "lobby":
        return stand_up(going, game, seated.seat)
    progress = Progress(going, game, seeds)
    progress.take(stand_up(going, game, seated.seat))
    progress.end_if_over()
    return progress.change


def hand_over(table: AnyTable, host: int, heir: int) -> Change:
    """Let another player who stays host the table."""
    _require_theirs(table, host)
    seated = _guest(table, host, heir)
    if seated.standing == "leaving" or seated.seat in table.sent:
        raise NotSittingHere
    return Change(replace(table, terms=replace(table.terms, host=heir)).telling(Hosts(seated.seat)))


def take_over(table: AnyTable, player: int) -> Change:
    """Let somebody who sits in the lobby host it, since whoever does is away."""
    _require_theirs(table, table.terms.host)
    if table.phase != "lobby":
        raise AlreadyStarted
    seated = table.seat_of(player)
    return Change(replace(table, terms=replace(table.terms, host=player)).telling(Hosts(seated.seat)))


def call_players(table: AnyTable, game: AnyGame, host: int) -> Change:
    """Note that the host calls for players: once, where anybody may sit down."""
    _require_theirs(table, host)
    if table.terms.invited:
        raise InvitedOnly
    if table.has_called:
        raise CalledAlready
    require_admitting(table, game)
    return Change(replace(table, has_called=True))


def _require_theirs(table: AnyTable, host: int) -> None:
    require_free(table)
    if table.terms.hands_max is not None:
        # A challenge is between those whom it names.
        raise NotOffered
    require_host(table, host)


def _guest(table: AnyTable, host: int, player: int) -> Seated[Any]:
    if player == host:
        raise NotThemselves
    found = [each for each in table.present if each.player == player]
    if not found:
        raise NotSittingHere
    return found[0]
