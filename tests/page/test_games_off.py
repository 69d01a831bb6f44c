"""The page of a server whose managers have switched games off (TB-23)."""

from __future__ import annotations

import re

from bot.custom_ids import table_id
from bot.practice import SERVER
from games.catalog import GAMES
from storage.people import server_settings
from storage.people.server_settings import ServerSettings
from tests.page.conftest import Practice


async def test_tb23_the_page_offers_no_game_that_is_off(practice: Practice) -> None:
    """TB-23: neither home nor the game's page begins it; lessons and rules stay."""
    database = practice.room.front.app.database
    chosen = ServerSettings(games_off=("stone_hand", "dividha"))
    await database.write(lambda tx: server_settings.save(tx, SERVER, chosen))
    ann = await practice.browser("brenna")
    home = ann.parts["main"]
    assert table_id(0, "deal_me_in", "destiny") in home
    assert 'data-page="game/stone_hand"' not in home
    assert 'data-page="throw"' not in home
    await ann.visit("game/dividha")
    shown = ann.parts["main"]
    assert "This server’s managers have switched this game off." in shown
    assert table_id(0, "deal_me_in", "dividha") not in shown
    assert 'data-command="dividha open"' not in shown
    assert 'data-command="dividha rules"' in shown
    assert table_id(0, "teach", "dividha") in shown


async def test_tb23_games_are_switched_off_on_the_page(practice: Practice) -> None:
    """TB-23: the form has a tick for each game, and wants at least one."""
    ann = await practice.browser("brenna", page="manage/settings")
    await ann.press("Change … Games")
    await ann.read_until("data-form")
    sheet = int(re.findall(r'data-number="(\d+)"', ann.parts["sheet"])[0])
    action = re.findall(r'data-form="([^"]+)"', ann.parts["sheet"])[0]
    assert ann.parts["sheet"].count('type="checkbox"') == len(GAMES)
    await ann.send("form", action, on="sheet", number=sheet, fields={})
    await ann.read_until('class="wrong"')
    assert "Please leave at least one of them ticked." in ann.parts["sheet"]
    await ann.send("form", action, on="sheet", number=sheet, fields={"games_off": "destiny dividha"})
    await ann.read_until("<dd>Destiny, Dividha</dd>")
    assert ann.parts["sheet"] == ""
