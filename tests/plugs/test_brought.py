"""Another package may bring everything that our own games have: each part is used, and ours win."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from bot import sprites
from games.plugins import COMMANDS_GROUP, GAMES_GROUP, SCREENS_GROUP
from games.tools import high_die
from tests.plugs.packages import KEY, install, run

SHOWS = """
from pathlib import Path
from bot.screens.core.plain_screen import PlainScreen
from bot.screens.core.presenter import DailyPresenter
from bot.screens.core.screen import ActionRow, Button, Text
from bot.screens.learn.lesson import LessonStep, scripted_table
from bot.screens.learn.shown_game import ShownGame
from low_road import RECORD

def lesson(face, name):
    yield LessonStep(("A lesson of its own.",))

class Daily(DailyPresenter):
    how = "Worked out by hand."
    def dealt(self, deal):
        return ("A coin lies there.",)
    def asks(self, deal, answer, pick, picked):
        return Text("Heads or tails?"), ActionRow((Button("Heads", answer(0)), Button("Tails", answer(1))))
    def told(self, deal, answer):
        return ("heads", "tails")[answer]
    def worth(self, worth):
        return str(worth)

class Screen(PlainScreen):
    emoji = "🛤"

face = Screen(RECORD.game, "A road of its own.", labels={"throw": "Walk", "pass": "Casino"})
SHOWN = ShownGame(face, lesson, Daily(), Path(__file__).parent / "low_road_files")
"""
COMMANDS = '''
from bot.cogs.games.common import GameCommands
from bot.front.decorators import command, group
from bot.screens.core.screen import say
from low_road import RECORD

@group("lowroad", "Low Road, with commands of its own")
class Commands(GameCommands):
    game = RECORD.game
    @command()
    async def milestones(self, ctx):
        """What stands by the road"""
        await ctx.send_ephemeral(say("A stone."))
'''
DAILY = """

class Coin:
    def deal(self, below):
        return below(2)
    def told(self, deal):
        return "a coin"
    def answers(self, deal):
        return ("heads", "tails")
    def grading(self, deal):
        yield (1, 0) if deal == 0 else (0, 1)

RECORD = replace(RECORD, daily=Coin())
"""
PO = """msgid ""
msgstr ""
"Content-Type: text/plain; charset=UTF-8\\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\\n"

msgid "Walk"
msgstr "Gehen"

msgid "Deal me in"
msgstr "Gekapert"
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with a package that brings one of each."""
    source = Path(high_die.__file__).read_text(encoding="utf-8")
    entries = {
        GAMES_GROUP: {KEY: "low_road:RECORD"},
        SCREENS_GROUP: {KEY: "low_road_screen:SHOWN"},
        COMMANDS_GROUP: {KEY: "low_road_commands:Commands"},
    }
    install(tmp_path, "low-road", source.replace("high_die", KEY) + DAILY, entries)
    (tmp_path / "low_road_screen.py").write_text(SHOWS, encoding="utf-8")
    (tmp_path / "low_road_commands.py").write_text(COMMANDS, encoding="utf-8")
    for part in ("rules", "locales", "sprites/128", "sprites/256"):
        (tmp_path / "low_road_files" / part).mkdir(parents=True)
    files = tmp_path / "low_road_files"
    (files / "rules" / "low-road.md").write_text("# Low Road\n\nLow wins.\n\n## Stones\n\nCount them.\n")
    (files / "locales" / "de.po").write_text(PO, encoding="utf-8")
    (files / "sprites" / "names.txt").write_text("milestone die_6\n")
    for side in (128, 256):
        for name in ("milestone", "die_6"):
            shutil.copy(sprites.path_of("die_1", side), files / "sprites" / str(side) / f"{name}.png")
    return tmp_path


def test_one_of_each_is_used(folder: Path) -> None:
    """Screen, lesson, commands, deal of the day, rules, translations and sprites; and ours win."""
    played = run(folder, "-m", "pytest", "-q", "-p", "no:cacheprovider", "tests/plugs/brought.py")

    assert played.returncode == 0, played.stdout[-3000:]


@pytest.mark.parametrize(
    ("part", "before", "after", "reason"),
    [
        ("commands", '"lowroad"', '"play"', "its group is not /lowroad, as the game's screen says"),
        ("screen", "face = ", "1 / 0\nface = ", "ZeroDivisionError: division by zero"),
        ("screen", "SHOWN = ", "face.command = 'destiny'\nSHOWN = ", "the command /destiny is Taproom's own"),
    ],
)
def test_a_part_that_cannot_be_used_is_named_and_the_game_stays(
    folder: Path, part: str, before: str, after: str, reason: str
) -> None:
    """The game is played with a plain screen, or with plain commands, instead."""
    source = folder / f"low_road_{part}.py"
    source.write_text(source.read_text(encoding="utf-8").replace(before, after), encoding="utf-8")
    listed = run(folder, "-m", "bot.cli", "games")
    opened = "from bot.cogs import COGS; from bot.front.decorators import *; print(group_of(COGS[-1]).name)"

    assert reason in listed.stdout
    assert listed.returncode == 1
    assert run(folder, "-c", opened).stdout == "lowroad\n"
