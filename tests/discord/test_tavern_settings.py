"""`/tavern settings`: what a server's managers set, and what they may not."""

from __future__ import annotations

import pytest

from bot.screens.server.management import TITLES
from games.stone_hand.game import STONE_HAND
from tests.discord.commands import NOT_ALLOWED, forge, type_in
from tests.discord.message import Message
from tests.discord.tavern import Player, Press, Room


async def test_settings_are_shown_whole(boss: Player) -> None:
    """A manager sees every setting and what it is."""
    said = await type_in(boss, "tavern settings")

    assert "- Name of the currency: **coins**" in said
    assert "- Turn time in seconds: **60**" in said
    assert "- Channels for tables: **all**" in said


@pytest.mark.parametrize(
    ("change", "to", "shown"),
    [
        ("currency", "groats", "**groats**"),
        ("currency", "@everyone *x*", r"**\@everyone \*x\***"),
        ("purse", "0", "**0**"),
        ("wages_floor", "1000000", "**1000000**"),
        ("pay_day_max", "9007199254740991", "**9007199254740991**"),
        ("pay_keep_min", "10", "**10**"),
        ("purses_day_max", "300", "**300**"),
        ("turn_seconds", "15", "**15**"),
        ("turn_seconds", "86400", "**86400**"),
        ("language", "en", "**en**"),
        ("house_points", " ON", "**on**"),
        ("house_points", "off", "**off**"),
    ],
)
async def test_a_setting_is_changed(boss: Player, change: str, to: str, shown: str) -> None:
    """What a manager lays down stands in the settings from then on."""
    await type_in(boss, "tavern settings", change=change, to=to)

    assert f"- {TITLES[change]}: {shown}" in await type_in(boss, "tavern settings")


@pytest.mark.parametrize("to", ["0", "-1", str(2**53), str(10**30), "1.5", "NaN", "1e9", "١٢٣", ""])
async def test_no_absurd_turn_time(boss: Player, to: str) -> None:
    """F-43: TB-8 allows 15 seconds to 24 hours; everything else is refused with that range."""
    said = await type_in(boss, "tavern settings", change="turn_seconds", to=to)

    assert said == "Please give a whole number from 15 to 86400."
    assert "Turn time in seconds: **60**" in await type_in(boss, "tavern settings")


@pytest.mark.parametrize("to", ["", "#tavern", "<#12345>", "<#x>", "everywhere"])
async def test_channels_have_to_be_the_servers(boss: Player, to: str) -> None:
    """F-43: what names no channel of this server is refused."""
    assert "name channels of this server" in await type_in(boss, "tavern settings", change="channels", to=to)


async def test_a_category_is_no_channel_for_tables(boss: Player, room: Room) -> None:
    """F-43: nobody can write in a category, so tables could be opened nowhere."""
    to = f"<#{room.guild.create_category('games').id}>"

    assert "name channels of this server" in await type_in(boss, "tavern settings", change="channels", to=to)


async def test_neither_on_nor_off(boss: Player) -> None:
    """F-43: what is neither is refused."""
    said = await type_in(boss, "tavern settings", change="house_points", to="maybe")

    assert said == "Please say “on” or “off”."


async def test_an_unknown_language(boss: Player) -> None:
    """F-43: a language that the bot does not speak is refused with those that it does."""
    said = await type_in(boss, "tavern settings", change="language", to="tlh")

    assert said == "I speak these languages: en."


async def test_an_invisible_currency(boss: Player) -> None:
    """F-46: a name of zero-width signs alone is no name."""
    said = await type_in(boss, "tavern settings", change="currency", to="\u200b\u202e")

    assert said == "Nothing in that text can be shown. Please use letters or numbers."


async def test_a_made_up_setting(boss: Player) -> None:
    """F-43: Discord offers what there is to choose; something else is refused."""
    said = await forge(boss, "tavern settings", change="house_rules", to="{}")

    assert said == "That is not possible now. Nothing was changed."
    assert await forge(boss, "tavern house-bank", do="steal", amount=5) == said


async def test_tables_are_opened_in_the_servers_channels_only(boss: Player, ann: Player, room: Room) -> None:
    """With channels laid down, a table elsewhere is refused, and the doctor says why."""
    other = room.guild.create_text_channel("dice")
    await type_in(boss, "tavern settings", change="channels", to=other.mention)

    await ann.open(STONE_HAND)

    assert ann.told.strip() == f"Tables are opened in these channels: {other.mention}."
    assert "not among those for tables" in await type_in(boss, "tavern doctor")
    await type_in(boss, "tavern settings", change="channels", to="All")
    assert "Nothing is missing here" in await type_in(boss, "tavern doctor")


async def test_a_currency_is_named_everywhere(boss: Player, ann: Player) -> None:
    """What the currency is called is read where amounts are read."""
    await type_in(boss, "tavern settings", change="currency", to="groats")

    assert "**200 groats**" in await type_in(ann, "wallet show")


async def test_tables_begin_with_the_servers_house_rules(boss: Player, ann: Player) -> None:
    """A manager chooses with which house rules new tables begin."""
    await type_in(boss, "tavern settings")
    await boss.press("House rules: Stone Hand")
    await boss.choose("inverted_junk", "on")
    await ann.open(STONE_HAND)

    assert "Inverted junk: on" in ann.table.words


async def test_house_rules_that_clash_are_refused(boss: Player, ann: Player) -> None:
    """SH-12: the arcade does not go together with the prize pool, here as little as at a table."""
    await type_in(boss, "tavern settings")
    await boss.press("House rules: Stone Hand")
    await boss.choose("prize_pool", "on")
    await boss.choose("arcade", "on")
    await ann.open(STONE_HAND)

    assert any("Prize pool and Arcade do not go together." in each.words for each in boss.sees())
    assert "Prize pool: on" in ann.table.words
    assert "Arcade" not in ann.table.words


async def test_a_panel_of_settings_is_a_managers(boss: Player, ann: Player, room: Room) -> None:
    """F-27: a made-up press on the managers' panel changes nothing."""
    await ann.open(STONE_HAND)
    select = await press_select(ann, "t:0:usual_rule:stone_hand__inverted_junk", "1")

    assert select == NOT_ALLOWED
    assert (await room.bot.tavern.settings(room.guild.id)).house_rules == {}
    assert "house rules" not in await type_in(boss, "tavern audit")


async def press_select(player: Player, custom_id: str, value: str) -> str:
    """Choose in a select that was never offered."""
    delivery = player.room.prepare(Press(player, player.table.id, custom_id, (value,)))
    await player.room.deliver(delivery)
    assert delivery.result.response is not None
    return Message(delivery.result.response).words.strip()
