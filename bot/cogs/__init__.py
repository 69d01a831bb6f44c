"""The slash commands and buttons: a few lines each, the work is done elsewhere."""

from __future__ import annotations

from bot.cogs.games.destiny import DestinyCommands
from bot.cogs.games.dividha import DividhaCommands
from bot.cogs.games.knights_heads import KnightsCommands
from bot.cogs.games.stone_hand import QuickThrow, StoneHandCommands
from bot.cogs.games.stone_hand_home_throws import HomeThrows
from bot.cogs.hand import HandCommands
from bot.cogs.presses import Presses
from bot.cogs.tavern import TavernCommands
from bot.cogs.tournament import TournamentCommands
from bot.cogs.wallet import Wallet

COGS = (
    Presses,
    HandCommands,
    Wallet,
    TavernCommands,
    TournamentCommands,
    HomeThrows,
    StoneHandCommands,
    QuickThrow,
    DestinyCommands,
    KnightsCommands,
    DividhaCommands,
)
"""All cogs; each is built with the bot."""
