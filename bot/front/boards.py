"""Boards as they are read for whoever asks, and for the messages that keep them in a channel."""

from __future__ import annotations

from bot.screens.server.board import BOARD_ROWS, SEASON, BoardAsked
from bot.screens.server.periods import ALL_GAMES, since
from storage.db.transaction import Transaction
from storage.standing import boards, seasons
from storage.standing.boards import Placed
from storage.standing.seasons import Season


def read_board(
    tx: Transaction, server: int, asked: BoardAsked, today: int
) -> tuple[list[Placed], Season | None]:
    """A board's places, and the season it is of: the one that runs, or else the latest, if there was any."""
    game = None if asked.game == ALL_GAMES else asked.game
    if asked.period != SEASON:
        first_day = since(asked.period, today)
        return boards.ranked(tx, server, asked.by, game, first_day, BOARD_ROWS), None
    for season in seasons.latest(tx, server, 1):
        return seasons.standings(tx, season, asked.by, game), season
    return [], None
