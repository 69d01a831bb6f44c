"""Deleted channels, threads and roles: where a server uses them, and what happens to their users.

A table closes at once and every stack goes back, a tournament is called off, and the settings lose the
channel or role (F-35).
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace

from bot.tavern.table_service import TableService
from bot.tavern.tournament.tournament_tables import TournamentOutcome
from games.engine.core.errors import N_
from storage.db.transaction import Transaction
from storage.people import server_settings
from storage.people.server_settings import ServerSettings
from storage.play.tables import StoredTable
from storage.tournaments.tournaments import StoredTournament

# Translators: after “Closed:”.
CHANNEL_DELETED = N_("its channel was deleted")
"""The recorded reason for closing a table, and for calling a tournament off."""


@dataclass(frozen=True, slots=True)
class UsedPlaces:
    """A server's channels and threads that postings or settings use, and its roles likewise."""

    settings: ServerSettings
    tables: tuple[StoredTable, ...]
    tournaments: tuple[StoredTournament, ...]

    @property
    def channels(self) -> frozenset[int]:
        """The ids of the channels and threads."""
        chosen = self.settings
        named = {*chosen.channels, *chosen.closed_channels, chosen.audit_channel}
        standing = {each.channel for each in (*self.tables, *self.tournaments)}
        return frozenset((named | standing) - {0})

    @property
    def roles(self) -> frozenset[int]:
        """The ids of the roles."""
        chosen = self.settings
        return frozenset(
            {chosen.player_role, chosen.organiser_role, chosen.moderator_role, chosen.call_role} - {0}
        )


def used_in(tx: Transaction, tavern: TableService, server: int) -> UsedPlaces:
    """Return the channels and roles that a server uses."""
    return UsedPlaces(
        server_settings.load(tx, server),
        tavern.tables.open_tables(tx, server),
        tavern.tournaments.on_notice(tx, server),
    )


async def forget(
    tavern: TableService, server: int, channels: Collection[int], roles: Collection[int], by: int
) -> tuple[TournamentOutcome, ...]:
    """Remove deleted channels and roles from a server's settings, and call off the tournaments there.

    The audit log names `by`, the bot, as the author.
    """
    at = tavern.now()

    def transaction(tx: Transaction) -> tuple[TournamentOutcome, ...]:
        before = server_settings.load(tx, server)
        after = _without(before, channels, roles)
        if after != before:
            server_settings.change(tx, server, after, by, at)
        return tuple(tavern.tournament_tables.close(tx, server, at, CHANNEL_DELETED, channels))

    outcomes = await tavern.database.write(transaction)
    for each in outcomes:
        tavern.follow(each)
    return outcomes


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
