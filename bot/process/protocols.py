"""A protocol of the application, so that the scheduler and peers need not import `bot/application.py`."""

from __future__ import annotations

from typing import Protocol

from bot.front.protocols import Front
from bot.tavern.posting_service import Serving
from bot.tavern.table.table_state import TableState
from bot.tavern.table_service import TableService
from bot.tavern.tournament.tournament_service import TournamentService
from storage.db.database import Database


class RunningApplication(Protocol):
    """The part of the application that the modules of this package use."""

    front: Front
    database: Database
    tavern: TableService
    tournaments: TournamentService
    serving: Serving

    async def catch_up(self) -> None:
        """Apply and show changes made by other processes, or before this start."""

    async def refresh(self, state: TableState) -> None:
        """Show a changed table everywhere, and ping the players to act."""

    async def show(self, state: TableState) -> None:
        """Refresh all panels of a changed table, and ping the players to act."""

    async def show_left(self, tables: list[TableState]) -> None:
        """Show tables from which a player was removed."""
