"""A game by pip on the page, in a process of its own: see `test_installed.py`."""

from __future__ import annotations

import os

from bot.custom_ids import table_id
from bot.screens.catalog import FACES
from games.catalog import GAMES
from tests.page.conftest import *  # noqa: F403 -- the fixtures of all tests of the page
from tests.page.conftest import Practice

KEY = os.environ["PLUG_KEY"]


async def test_it_is_begun_played_and_looked_up(practice: Practice) -> None:
    """It is one press away on the opened page; its table, its rules and its first hand are shown."""
    ann = await practice.browser("brenna", page=f"game/{KEY}")
    await ann.play_now(KEY)
    await ann.read_until("Throw")
    # Nothing beats anything in it by a ranking, so none is offered.
    assert ("Ranks" in ann.page, ann.parts["ranks"]) == (False, "")
    await ann.press("Throw")
    await ann.read_until(" throws a ")
    await ann.send("command", f"{FACES[KEY].command} rules")
    await ann.read_until(FACES[KEY].intro)
    assert GAMES[KEY].title in ann.page

    ben = await practice.browser("tomas", page=f"game/{KEY}")
    assert 204 == await ben.send("press", table_id(0, "teach", KEY))
    await ben.read_until("step 1 of")
