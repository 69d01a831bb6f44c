"""The presenters of each game: its screen, its lesson and its deal of the day.

A screen names the game's rules page and the group of its commands. The commands themselves are listed in
`bot/cogs/__init__.py`: commands import screens, never the reverse. Plugin packages register their screens by
entry points.
"""

from __future__ import annotations

from collections.abc import Mapping

from bot import sprites
from bot.custom_ids import table_id
from bot.screens.core.plain_daily import PlainDaily
from bot.screens.core.plain_screen import PlainScreen
from bot.screens.core.presenter import RecordPresenter, TournamentPresenter
from bot.screens.core.screen import ActionRow, Button, Screen, Text, rows
from bot.screens.destiny.lesson import destiny_lesson
from bot.screens.destiny.screen import DestinyScreen
from bot.screens.dividha.lesson import DividhaDailyFace, dividha_lesson
from bot.screens.dividha.screen import DividhaScreen
from bot.screens.knights_heads.lesson import KnightsDailyFace, knights_heads_lesson
from bot.screens.knights_heads.screen import KnightsHeadsScreen
from bot.screens.learn.lesson import Lesson
from bot.screens.learn.plain_lesson import plain_lesson
from bot.screens.learn.shown_game import ShownGame
from bot.screens.stone_hand.lesson import StoneHandDailyFace, stone_hand_lesson
from bot.screens.stone_hand.screen import StoneHandScreen
from bot.text import translate
from bot.text.translate import _, shown
from games.catalog import DAILY, GAMES, PLUGINS
from games.plugins import RESERVED, SCREENS_GROUP, UnfitPlugin, load_plugins

_OWN: Mapping[str, ShownGame] = {
    "stone_hand": ShownGame(StoneHandScreen(), stone_hand_lesson, StoneHandDailyFace()),
    "destiny": ShownGame(DestinyScreen(), destiny_lesson),
    "knights_heads": ShownGame(KnightsHeadsScreen(), knights_heads_lesson, KnightsDailyFace()),
    "dividha": ShownGame(DividhaScreen(), dividha_lesson, DividhaDailyFace()),
}


def _check_screen(key: str, screens: ShownGame) -> None:
    """Raise `UnfitPlugin` for a screen without a game, or with a command group that Taproom uses itself."""
    taken = {*RESERVED, *(each.face.command for each in _OWN.values())}
    if key not in PLUGINS:
        raise UnfitPlugin("no package brings a game of this key")
    if screens.face.command in taken:
        raise UnfitPlugin(f"the command /{screens.face.command} is Taproom's own")


def _plugin_games() -> Mapping[str, ShownGame]:
    """Return the presenters of all plugin games; a game without a screen of its own gets a `PlainScreen`."""
    plugins = load_plugins(SCREENS_GROUP, ShownGame, _check_screen, _OWN)
    taken, presenters = set(), {}
    for key in (each for each in GAMES if each not in _OWN):
        each = plugins[key].value if key in plugins else ShownGame(PlainScreen(GAMES[key]))
        if each.face.command in taken:
            # Two packages claim the same command name, so this game takes its key instead, which is unique.
            each = ShownGame(PlainScreen(GAMES[key]), files=each.files)
            each.face.command = key
        taken.add(each.face.command)
        presenters[key] = each
        if each.files is not None:
            translate.add_folder(each.files / "locales")
            sprites.add_folder(each.files / "sprites")
    return presenters


SHOWN_GAMES: Mapping[str, ShownGame] = {
    **{key: each for key, each in _OWN.items() if key in GAMES},
    **_plugin_games(),
}
FACES = {key: each.face for key, each in SHOWN_GAMES.items()}
RECORD_FACES: Mapping[str, RecordPresenter] = FACES
TOURNAMENT_FACES: Mapping[str, TournamentPresenter] = FACES
LESSONS = {
    key: Lesson(GAMES[key], each.face, each.lesson or plain_lesson(GAMES[key]))
    for key, each in SHOWN_GAMES.items()
}
DAILY_FACES = {key: SHOWN_GAMES[key].daily or PlainDaily(daily) for key, daily in DAILY.items()}


def title_of(game: str) -> str:
    """Return a stored game's title, or its key if the game is not installed any more."""
    return _(GAMES[game].title) if game in GAMES else shown(game)


def emoji_of(game: str) -> str:
    """Return a stored game's emoji; a game that is not installed any more has a plain one."""
    return FACES[game].emoji if game in FACES else PlainScreen.emoji


def lesson_rows() -> tuple[ActionRow, ...]:
    """Return a button for each game's lesson."""
    label = _("Teach me {game}")
    return rows(
        [
            Button(label.format(game=_(each.game.title)), table_id(0, "teach", key), "main", each.face.emoji)
            for key, each in LESSONS.items()
        ]
    )


def lessons_screen() -> Screen:
    """Return the screen that asks which lesson to begin."""
    return Screen((Text(_("A first hand of which game?")), *lesson_rows()))
