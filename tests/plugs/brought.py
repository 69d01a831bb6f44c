"""One plug-in with each part that there can be, in a process of its own: see `test_brought.py`."""

from __future__ import annotations

from bot import sprites
from bot.cogs import COGS
from bot.discord_io import application_emojis
from bot.front.decorators import group_of
from bot.page.assets import assets
from bot.pictures.tiles import breadth
from bot.screens.catalog import DAILY_FACES, FACES, LESSONS
from bot.screens.learn.rules import pages_of
from bot.text.translate import _, speaking
from games import plugins
from games.catalog import DAILY
from tests.discord.commands import type_in
from tests.discord.conftest import *  # noqa: F403 -- the fixtures of all tests in Discord
from tests.discord.tavern import Room

KEY = "low_road"


def test_nothing_is_left_out() -> None:
    """All three entry points are used."""
    assert plugins.FAULTS == []
    assert [own.name for cog in COGS[-1:] if (own := group_of(cog)) is not None] == ["lowroad"]


def test_its_screen_lesson_and_rules() -> None:
    """They are the package's own."""
    assert FACES[KEY].emoji == "🛤"
    assert "A lesson of its own." in LESSONS[KEY].position_after("", "Ann").step.texts
    assert [page.title for page in pages_of(KEY)] == ["Low Road", "Stones"]
    assert KEY in DAILY
    assert KEY in DAILY_FACES


def test_its_words_and_ours() -> None:
    """Its texts are translated by its own file, which changes none of our words."""
    with speaking("de"):
        assert _("Walk") == "Gehen"
        assert _("Deal me in") not in ("Gekapert", "Deal me in")


def test_its_sprites_and_ours() -> None:
    """Its sprite is on the page, among the emojis and can be painted; none of ours is replaced."""
    assert "milestone.png" in assets()
    assert "milestone" in application_emojis.sprites_by_emoji().values()
    assert breadth("milestone") > 0
    assert sprites.path_of("die_6", 128).parent == sprites.OWN / "128"
    assert sprites.names().count("die_6") == 1


async def test_its_commands_and_its_deal(room: Room) -> None:
    """They are answered in Discord."""
    ann = room.person("ann")

    assert "A stone." in await type_in(ann, "lowroad milestones")
    assert "A coin lies there." in await type_in(ann, "daily", game=KEY)
