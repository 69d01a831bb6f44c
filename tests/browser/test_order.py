"""The looks of a manager's pages of order, and of a server's own deck, on a phone and on a desk."""

from __future__ import annotations

import pytest
from playwright.async_api import Browser

from games.knights_heads.game import KNIGHTS_HEADS
from games.stone_hand.game import STONE_HAND
from storage.people import server_settings
from storage.people.server_settings import ServerSettings
from tests.bot.hostile_deck import hostile_deck
from tests.browser.eyes import looking
from tests.browser.fitting import fits
from tests.discord.commands import close_table, give, type_in
from tests.discord.dice import Dice
from tests.discord.house_deck import OWN
from tests.discord.knights import begin
from tests.discord.tavern import Player, Room

pytestmark = [pytest.mark.browser, pytest.mark.soak]


async def test_pages_of_order(browser: Browser, room: Room, ann: Player, ben: Player) -> None:
    """Settings, bars, flows and the audit, with people, roles and channels of some length."""
    boss, back = room.person("boss", is_manager=True), room.guild.create_text_channel("back-room")
    role = room.guild.create_role("friends of the house")
    chosen = ServerSettings(audit_channel=back.id, closed_channels=(back.id,), player_role=role.id)
    async with looking(browser, room, boss, "order") as eyes:

        async def look(state: str, command: str, **options: object) -> None:
            await type_in(boss, command, **options)
            await fits(eyes, boss.whispered, state)

        await room.bot.app.database.write(lambda tx: server_settings.save(tx, room.guild.id, chosen))
        await look("1-role-needed", "stonehand open")
        await look("2-settings", "manage settings")
        chosen = ServerSettings(audit_channel=back.id)
        await room.bot.app.database.write(lambda tx: server_settings.save(tx, room.guild.id, chosen))
        await ben.open(STONE_HAND)
        await look("3-barred", "manage bar", member=ben, length="week", why="broke two chairs and a window")
        await type_in(boss, "manage bar", member=boss, length="hour", why="to see it")
        await look("4-refused", "throw")
        await type_in(boss, "manage unbar", member=boss)
        await type_in(boss, "manage bar", member=ann, length="lifted", why="x" * 120)
        await look("5-bars", "manage bars")
        await type_in(boss, "manage unbar", member=ann)
        await give(ann, 400)
        for amount in (250, 150):
            await type_in(ann, "wallet pay", member=ben, amount=amount)
        await look("6-flows", "manage flows")
        await ann.open(STONE_HAND)
        await close_table(ann)
        await look("7-audit", "manage audit")
        room.env.inject_error("POST", f"/channels/{back.id}/messages", status=403, code=50013, times=None)
        await type_in(boss, "manage grant", member=ben, amount=5, why="luck")
        await room.wait(70)
        await look("8-doctor", "manage doctor")


async def test_a_deck_with_hostile_names(browser: Browser, room: Room, ann: Player, dice: Dice) -> None:
    """KH-13: no line runs out of its page, whatever managers call their cards."""
    boss = room.person("boss", is_manager=True)
    said, at = hostile_deck(), room.env.now().timestamp()
    await room.bot.app.database.write(
        lambda tx: server_settings.say_own_cards(tx, room.guild.id, KNIGHTS_HEADS.key, said, at)
    )
    async with looking(browser, room, boss, "deck") as eyes:
        await type_in(boss, "knights deck")
        await fits(eyes, boss.whispered, "1-kings")
        await boss.choose("faces", "Dancer")
        await fits(eyes, boss.whispered, "2-dancers")
        await begin([ann, boss], dice, OWN)
        await boss.open_panel()
        await fits(eyes, boss.whispered, "3-panel")
        await boss.press("who mine")
        await fits(eyes, boss.whispered, "4-people")
