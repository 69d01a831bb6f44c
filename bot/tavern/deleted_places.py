"""Deleted channels, threads and roles: their uses in a server, and the consequences of a deletion (F-35).

A table closes at once with every stack refunded, a tournament is called off, and the channel or role is
removed from the server's settings.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace

from bot.tavern.table_service import TableService
from bot.tavern.tournament.tournament_tables import TournamentOutcome, VoidedAtRest
from games.engine.core.errors import N_
from storage.db.transaction import Transaction
from storage.people import server_settings
from storage.people.server_settings import ServerSettings
from storage.play.postings import TABLES, TOURNAMENTS
from storage.play.tables import StoredTable

# Translators: after “Closed:”.
CHANNEL_DELETED = N_("its channel was deleted")
"""The recorded reason for closing a table, and for calling a tournament off."""


@dataclass(frozen=True, slots=True)
class UsedPlaces:
    """The channels, threads and roles that a server's postings and settings use."""

    settings: ServerSettings
    tables: tuple[StoredTable, ...]
    of_postings: frozenset[int]
    """The channels of open tables and tournaments, also of games that are not installed."""

    @property
    def channels(self) -> frozenset[int]:
        """The ids of the channels and threads."""
        settings = self.settings
        in_settings = {*settings.channels, *settings.closed_channels, settings.audit_channel}
        return frozenset((in_settings | self.of_postings) - {0})

    @property
    def roles(self) -> frozenset[int]:
        """The ids of the roles."""
        settings = self.settings
        return frozenset(
            {settings.player_role, settings.organiser_role, settings.moderator_role, settings.call_role} - {0}
        )


def place_of(stored: StoredTable) -> int:
    """Return the channel that a table needs: the one above while its thread may not have been made yet."""
    return stored.parent if stored.awaits_thread else stored.channel


def used_in(tx: Transaction, tavern: TableService, server: int) -> UsedPlaces:
    """Return the channels and roles that a server uses."""
    tables = tavern.tables.open_tables(tx, server)
    awaited = {each.channel for each in tables if each.awaits_thread}
    of_tables = TABLES.channels(tx, server) - awaited | {place_of(each) for each in tables}
    return UsedPlaces(server_settings.load(tx, server), tables, of_tables | TOURNAMENTS.channels(tx, server))


async def forget(
    tavern: TableService, server: int, channels: Collection[int], roles: Collection[int], by: int
) -> tuple[list[TournamentOutcome], list[VoidedAtRest]]:
    """Remove deleted channels and roles from a server's settings, and call off the tournaments there.

    Tables whose game is not installed are closed, too.

    `by`, the bot's id, is the author in the audit log.
    """
    now = tavern.now()

    def transaction(tx: Transaction) -> tuple[list[TournamentOutcome], list[VoidedAtRest]]:
        before = server_settings.load(tx, server)
        after = _without(before, channels, roles)
        if after != before:
            server_settings.change(tx, server, after, by, now)
        kept = tavern.tournament_tables
        outcomes = kept.close(tx, server, now, CHANNEL_DELETED, channels)
        return outcomes, kept.void_resting(tx, server, now, CHANNEL_DELETED, channels)

    outcomes, voided = await tavern.database.write(transaction)
    for each in outcomes:
        tavern.follow(each)
    return outcomes, voided


def _without(settings: ServerSettings, channels: Collection[int], roles: Collection[int]) -> ServerSettings:
    """Return the settings without these channels and roles."""
    return replace(
        settings,
        channels=tuple(each for each in settings.channels if each not in channels),
        closed_channels=tuple(each for each in settings.closed_channels if each not in channels),
        audit_channel=0 if settings.audit_channel in channels else settings.audit_channel,
        player_role=0 if settings.player_role in roles else settings.player_role,
        organiser_role=0 if settings.organiser_role in roles else settings.organiser_role,
        moderator_role=0 if settings.moderator_role in roles else settings.moderator_role,
        call_role=0 if settings.call_role in roles else settings.call_role,
    )
