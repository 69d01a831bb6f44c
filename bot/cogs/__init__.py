"""The slash commands and buttons: a few lines each, the work is done elsewhere."""

from __future__ import annotations

from bot.cogs.company import CallPresses, Company, HostPresses
from bot.cogs.games.destiny import DestinyCommands
from bot.cogs.games.dividha import DividhaCommands
from bot.cogs.games.knights_heads import KnightsCommands
from bot.cogs.games.learn import DailyCommand, Lessons
from bot.cogs.games.opening import PlayCommand
from bot.cogs.games.stone_hand import HomeThrows, QuickThrow, StoneHandCommands
from bot.cogs.hand import HandCommands, Replays
from bot.cogs.presses import Presses
from bot.cogs.standing import Board, RecordCommands, SeasonCommands, Titles
from bot.cogs.tavern.books import BooksCommands, OrderCommands
from bot.cogs.tavern.own_limits import OwnLimitCommands
from bot.cogs.tavern.personal import PersonalCommands
from bot.cogs.tavern.settings import ServerCommands, SettingsCommands
from bot.cogs.tournament.organiser import OrganiserCommands
from bot.cogs.tournament.plan import PlanCommands
from bot.cogs.tournament.player import EntrantCommands
from bot.cogs.tournament.series import SeriesCommands
from bot.cogs.wallet import Wallet
from bot.front.marks import anywhere, group
from games.engine.core.errors import phrase


@anywhere
@group("tavern", phrase("This tavern: yours to use, and a manager’s to run"))
class TavernCommands(
    SettingsCommands, ServerCommands, BooksCommands, OrderCommands, PersonalCommands, OwnLimitCommands
):
    """All of `/tavern`: Discord knows one group, the code six subjects."""


@group("tournament", phrase("Tournaments: enter, play, run them"))
class TournamentCommands(EntrantCommands, OrganiserCommands, PlanCommands):
    """All of `/tournament`, in the same way."""


COGS = (
    Presses,
    HostPresses,
    CallPresses,
    Company,
    PlayCommand,
    DailyCommand,
    Lessons,
    HandCommands,
    Replays,
    Wallet,
    RecordCommands,
    Board,
    SeasonCommands,
    Titles,
    TavernCommands,
    TournamentCommands,
    SeriesCommands,
    HomeThrows,
    StoneHandCommands,
    QuickThrow,
    DestinyCommands,
    KnightsCommands,
    DividhaCommands,
)
"""All cogs; each is built with the bot."""
