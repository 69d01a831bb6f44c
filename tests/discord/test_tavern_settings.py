"""`/manage settings`: what a server's managers set, and what they may not."""

from __future__ import annotations

import re

import pytest

from bot.discord_io.interactions.dispatch import sentence
from bot.screens.server.settings import FIELDS
from games.destiny.game import DESTINY
from games.engine.core.errors import NotOffered
from games.stone_hand.game import STONE_HAND
from tests.discord.commands import NOT_ALLOWED, forge, type_in
from tests.discord.forms import fill_in, send_form
from tests.discord.message import Message
from tests.discord.tavern import Player, Press, Room

LIMITS = "settings_ask limits"


async def test_settings_are_shown_whole(boss: Player) -> None:
    """A manager sees every setting by its subject, and what it is."""
    said = await type_in(boss, "manage settings")

    first = "- The house’s coins: **0 coins**. The house has no coins"
    assert said.index("What a new server needs first") < said.index(first) < said.index("**Money**")
    assert "- Role that may run tournaments: **none**\n- Channels for tables: **all**" in said
    assert "**Money** — Name of the currency: **coins** · Starting purse: **200 coins** · " in said
    assert "**Tables** — Time for a turn: **1 minute** · " in said
    assert all(said.count(f"{label}: **") == 1 for name, (label, _) in FIELDS.items() if name != "language")
    assert "**10,000 coins**" in await fill_in(boss, "bank_ask")
    await boss.press("settings")
    assert "- The house’s coins: **10,000 coins**\n" in boss.told


@pytest.mark.parametrize(
    ("form", "name", "to", "shown"),
    [
        ("settings_ask money", "purse", "0", "Starting purse: **0 coins**"),
        ("settings_ask money", "wages_floor", "1000000", "Wages top a wallet up to: **1,000,000 coins**"),
        (
            "settings_ask money",
            "pay_day_max",
            "9007199254740991",
            "Daily gift limit: **9,007,199,254,740,991 coins**",
        ),
        ("settings_ask money", "pay_keep_min", "10", "Minimum balance after a gift: **10 coins**"),
        ("settings_ask tables", "turn_seconds", "15", "Time for a turn: **15 seconds**"),
        ("settings_ask tables", "turn_seconds", "600", "Time for a turn: **10 minutes**"),
        ("settings_ask tables", "faces", "words", "Dice and cards: **in words**"),
        ("settings_ask tables", "pictures", "never", "Large pictures: **never**"),
        ("settings_ask tables", "house_points", True, "Arcade points with house players: **on**"),
        ("settings_ask slow", "slow_tables", False, "Tables with days for a turn: **off**"),
        ("settings_ask house", "house_day_max", "40", "Daily limit on winnings from the house: **40 coins**"),
        (LIMITS, "purses_day_max", "300", "Daily prizes from the bank: **300 coins**"),
    ],
)
async def test_a_setting_is_changed(boss: Player, form: str, name: str, to: object, shown: str) -> None:
    """The manager's value is in the settings from then on, and all others are unchanged."""
    before = await type_in(boss, "manage settings")
    after = await fill_in(boss, form, **{name: to})

    assert await type_in(boss, "manage settings") == after.strip()
    old, new = (re.split(" · | — |\n", each.strip()) for each in (before, after))
    assert [now for was, now in zip(old, new, strict=True) if was != now] == [shown]


async def test_a_form_shows_what_is_set(boss: Player, room: Room) -> None:
    """Filling it in without touching anything changes nothing, channels, role and ticks included."""
    here, role = room.channel.id, room.guild.create_role("stewards").id
    await type_in(boss, "manage settings")
    await fill_in(boss, "settings_ask tables", channels=[here], house_points=True, pictures="always")
    await fill_in(boss, LIMITS, organiser_role=[role])
    set_now = await room.bot.app.tavern.settings(room.guild.id)
    for form in ("settings_ask money", "settings_ask tables", LIMITS):
        await fill_in(boss, form)

    assert (set_now.channels, set_now.organiser_role, set_now.house_points) == ((here,), role, True)
    assert await room.bot.app.tavern.settings(room.guild.id) == set_now


async def test_no_absurd_turn_time(boss: Player) -> None:
    """F-43: TB-8 allows 15 seconds to 10 minutes; everything else is refused with that range."""
    await type_in(boss, "manage settings")
    for to in ("0", "-1", "601", "999", "1.5", "NaN", "1e9", "١٢٣", " "):
        said = await fill_in(boss, "settings_ask tables", turn_seconds=to)

        assert said == "**Time for a turn** — Please give a whole number from 15 to 600.", to
        assert "Time for a turn: **1 minute**" in await type_in(boss, "manage settings"), to


async def test_a_channel_or_role_that_has_gone(boss: Player, room: Room) -> None:
    """F-43: a channel or role deleted meanwhile is refused; afterwards the form is without it."""
    gone, role = room.guild.create_text_channel("attic"), room.guild.create_role("stewards")
    await type_in(boss, "manage settings")
    await fill_in(boss, "settings_ask tables", channels=[gone.id])
    await fill_in(boss, LIMITS, organiser_role=[role.id])
    tables, limits = await boss.press("settings_ask tables"), await boss.press(LIMITS)
    room.env.backend.delete_channel(gone.id)
    room.env.backend.delete_role(room.guild.id, role.id)

    for form, name, number in ((tables, "channels", gone.id), (limits, "organiser_role", role.id)):
        assert "in this server any more. Please choose again." in await send_form(
            boss, form, **{name: [str(number)]}
        )
    await fill_in(boss, "settings_ask tables")
    await fill_in(boss, LIMITS)
    now = await room.bot.app.tavern.settings(room.guild.id)
    assert (now.channels, now.organiser_role) == ((), 0)


async def test_a_category_is_no_channel_for_tables(boss: Player, room: Room) -> None:
    """F-43: nobody can write in a category, so tables could be opened nowhere."""
    category = room.guild.create_category("games")
    await type_in(boss, "manage settings")
    said = await send_form(boss, await boss.press("settings_ask tables"), channels=[str(category.id)])

    refused = "One of those channels isn’t in this server any more. Please choose again."
    assert said == f"**Channels for tables** — {refused}"


async def test_an_invisible_currency(boss: Player) -> None:
    """F-46: a name of zero-width signs alone is no name."""
    await type_in(boss, "manage settings")
    said = await fill_in(boss, "settings_ask money", currency="\u200b\u202e")

    assert said == "**Name of the currency** — I can’t show any of that text. Please use letters or numbers."


async def test_a_made_up_setting(boss: Player) -> None:
    """F-43: Discord offers what there is to choose; something else is refused."""
    await type_in(boss, "manage settings")
    said = await send_form(boss, await boss.press("settings_ask tables"), pictures="sometimes")

    assert said == "That’s not possible right now. Nothing has changed."
    assert await forge(boss, "manage house-bank", do="steal", amount=5) == said


async def test_two_managers_at_once(boss: Player, room: Room) -> None:
    """A form that shows what another manager has changed meanwhile undoes nothing."""
    other = room.person("other", is_manager=True)
    await type_in(boss, "manage settings")
    await type_in(other, "manage settings")
    form = await boss.press("settings_ask money")
    await fill_in(other, "settings_ask money", purse="50")

    assert "settings have changed since" in await send_form(boss, form, purse="70")
    assert "Starting purse: **50 coins**" in await type_in(boss, "manage settings")


async def test_a_form_is_a_managers(boss: Player, ann: Player, room: Room) -> None:
    """F-27: a made-up press or form of another player's changes nothing."""
    await type_in(boss, "manage settings")
    form = await boss.press("settings_ask money")
    await ann.open(STONE_HAND)

    assert await send_form(ann, form, purse="999") == NOT_ALLOWED
    assert await press_select(ann, "t:0:settings_ask:money", "0") == NOT_ALLOWED
    assert (await room.bot.app.tavern.settings(room.guild.id)).purse == 200


async def test_tables_are_opened_in_the_servers_channels_only(boss: Player, ann: Player, room: Room) -> None:
    """With channels chosen, a table elsewhere is refused, and the doctor says why."""
    other = room.guild.create_text_channel("dice")
    await type_in(boss, "manage settings")
    await fill_in(boss, "settings_ask tables", channels=[other.id])

    await ann.open(STONE_HAND)

    assert ann.told.strip() == f"Tables can be opened in these channels: {other.mention}."
    assert "isn’t set up for tables" in await type_in(boss, "manage doctor")
    await type_in(boss, "manage settings")
    await fill_in(boss, "settings_ask tables", channels=[])
    assert "Nothing is missing here" in await type_in(boss, "manage doctor")


async def test_a_currency_is_named_everywhere(boss: Player, ann: Player) -> None:
    """The currency's name appears wherever amounts do."""
    await type_in(boss, "manage settings")
    said = await fill_in(boss, "settings_ask money", currency="@everyone *x*")
    assert r"Name of the currency: **\@everyone \*x\***" in said

    assert "Starting purse: **200 groats**" in await fill_in(boss, "settings_ask money", currency="groats")
    assert "**200 groats**" in await type_in(ann, "wallet show")


async def test_a_currency_has_a_name_for_one(boss: Player, ann: Player, room: Room) -> None:
    """One and many, parted by a stroke; where no number stands it is the name of many."""
    await type_in(boss, "manage settings")
    said = await fill_in(boss, "settings_ask money", currency="silver piece/silver pieces", purse="1")

    assert "Name of the currency: **silver piece/silver pieces**" in said
    assert "Starting purse: **1 silver piece**" in said
    assert "**1 silver piece**" in await type_in(ann, "wallet show")
    assert "For silver pieces" in await type_in(ann, "board")
    assert await fill_in(boss, "settings_ask money", currency="/") != said
    assert (await room.bot.app.tavern.settings(room.guild.id)).currency == "silver piece/silver pieces"


async def test_tables_begin_with_the_servers_house_rules(boss: Player, ann: Player) -> None:
    """A manager chooses with which house rules new tables begin."""
    await type_in(boss, "manage settings")
    await boss.press("usual_rules")
    await boss.choose("inverted_junk", True)
    await ann.open(STONE_HAND)

    assert "Inverted junk: on" in ann.table.words


async def test_the_settings_of_every_game_are_one_press_away(boss: Player, ann: Player) -> None:
    """The page of house rules is that of any game: it is chosen there."""
    await type_in(boss, "manage settings")
    await boss.press("usual_rules")
    await boss.choose("usual_rules", "destiny")
    await boss.choose("memory_aid", True)
    await ann.open(DESTINY)

    assert "### Destiny: house rules" in boss.told
    assert "Memory aid: on" in ann.table.words
    assert await press_select(boss, "t:0:usual_rules", "9") == sentence(NotOffered(), "coins")


async def test_house_rules_that_clash_are_refused(boss: Player, ann: Player) -> None:
    """SH-12: the arcade does not go together with the prize pool, here as little as at a table."""
    await type_in(boss, "manage settings")
    await boss.press("usual_rules")
    await boss.choose("prize_pool", True)
    await boss.choose("arcade", True)
    await ann.open(STONE_HAND)

    assert any("Prize pool and Arcade don’t go together." in each.words for each in boss.sees())
    assert "Prize pool: on" in ann.table.words
    assert "Arcade" not in ann.table.words


async def test_a_panel_of_settings_is_a_managers(boss: Player, ann: Player, room: Room) -> None:
    """F-27: a made-up press on the managers' panel changes nothing."""
    await ann.open(STONE_HAND)
    select = await press_select(ann, "t:0:usual_rule:stone_hand__inverted_junk", "1")

    assert select == NOT_ALLOWED
    assert (await room.bot.app.tavern.settings(room.guild.id)).house_rules == {}
    assert "house rules" not in await type_in(boss, "manage audit")


async def press_select(player: Player, custom_id: str, value: str) -> str:
    """Choose in a select that was never offered."""
    delivery = player.room.prepare(Press(player, player.table.id, custom_id, (value,)))
    await player.room.deliver(delivery)
    assert delivery.result.response is not None
    return Message(delivery.result.response).words.strip()
