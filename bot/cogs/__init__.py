"""Slash commands and buttons: a few lines each, which call the services."""

from __future__ import annotations

from bot.cogs.boards import Board, BoardPosting
from bot.cogs.books import BooksCommands, OrderCommands, Wallet
from bot.cogs.games.common import DailyCommand, GameCommands, Lessons, PlayCommand
from bot.cogs.games.destiny import DestinyCommands
from bot.cogs.games.dividha import DividhaCommands
from bot.cogs.games.knights_heads import HouseDeckFile, KnightsCommands
from bot.cogs.games.plain import plain_commands
from bot.cogs.games.stone_hand import HouseHomeThrow, OwnHomeThrow, QuickThrow, StoneHandCommands
from bot.cogs.hand import HandCommands, Replays
from bot.cogs.personal import HelpCommand, OwnLimitCommands, PersonalCommands
from bot.cogs.prizes import PrizeCommands, Prizes
from bot.cogs.records import RecordCommand
from bot.cogs.seasons import SeasonCommands
from bot.cogs.settings import HandsCalledOff, ServerCommands, SettingsCommands
from bot.cogs.table_buttons import Presses
from bot.cogs.table_people import CallPresses, Company, HostPresses
from bot.cogs.titles import Titles
from bot.cogs.tournament.organiser import CorrectionPanel, OrganiserCommands
from bot.cogs.tournament.plan import PlanCommands
from bot.cogs.tournament.player import EntrantCommands
from bot.cogs.tournament.player_list import PlayerListCommands
from bot.cogs.tournament.series import SeriesCommands, SeriesPages, SeriesPanel
from bot.front.decorators import allow_user_install, group, group_of
from bot.screens.catalog import FACES
from games.catalog import GAMES, PLUGINS
from games.engine.core.errors import N_
from games.plugins import COMMANDS_GROUP, UnfitPlugin, load_plugins


@allow_user_install
@group("me", N_("Just for you: display, your home throw, your data"))
class MeCommands(PersonalCommands, OwnLimitCommands, OwnHomeThrow):
    """The group `/me`; each base class has the commands of one subject."""


@group("manage", N_("For managers: settings, coins, people, tables"), "managers")
class ManagerCommands(
    SettingsCommands,
    ServerCommands,
    HandsCalledOff,
    BooksCommands,
    OrderCommands,
    SeasonCommands,
    BoardPosting,
    PrizeCommands,
    HouseDeckFile,
    HouseHomeThrow,
):
    """The group `/manage`; each base class has the commands of one subject."""


@group("organise", N_("For organisers: tournaments and series"), "organisers")
class OrganiserGroup(
    PlanCommands,
    OrganiserCommands,
    PlayerListCommands,
    CorrectionPanel,
    SeriesCommands,
    HandsCalledOff,
):
    """The group `/organise`; each base class has the commands of one subject."""


OWN_COGS: tuple[type, ...] = (
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
    RecordCommand,
    Titles,
    Board,
    Prizes,
    EntrantCommands,
    SeriesPages,
    SeriesPanel,
    MeCommands,
    HelpCommand,
    StoneHandCommands,
    QuickThrow,
    DestinyCommands,
    KnightsCommands,
    DividhaCommands,
    ManagerCommands,
    OrganiserGroup,
)


def _check_commands(key: str, commands: type[GameCommands]) -> None:
    """Raise `UnfitPlugin` unless these are the commands of the plugin game with this key."""
    own_group = group_of(commands)
    if key not in PLUGINS or commands.game.key != key:
        raise UnfitPlugin("its game is none that a package brings under this key")
    if own_group is None or own_group.name != FACES[key].command:
        raise UnfitPlugin(f"its group is not /{FACES[key].command}, as the game's screen says")


_OWN_GAMES = {each.game.key for each in OWN_COGS if issubclass(each, GameCommands)}
_PLUGIN_COGS = load_plugins(COMMANDS_GROUP, GameCommands, _check_commands)
COGS: tuple[type, ...] = (
    *(each for each in OWN_COGS if not issubclass(each, GameCommands) or each.game.key in GAMES),
    *(
        _PLUGIN_COGS[key].value if key in _PLUGIN_COGS else plain_commands(key)
        for key in GAMES
        if key not in _OWN_GAMES
    ),
)
"""All cogs, those of plugin games last; the bot creates an instance of each."""
