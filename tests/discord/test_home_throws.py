"""`/me home-throw`: three numbers of one's own, and where the table reads them (SH-3)."""

from __future__ import annotations

import pytest

from bot.front.render import draw
from bot.screens.core.screen import faults
from bot.text.translate import shown
from games.stone_hand.bot_player import HOMES
from games.stone_hand.game import STONE_HAND
from games.stone_hand.model import HomeThrow
from storage.people import preferences
from tests.discord.commands import NOT_ALLOWED, home_throws, type_in
from tests.discord.dice import Dice
from tests.discord.tavern import Player, Room, gather, set_rule, start

ARABIC = "\u0661 \u0663 \u0665"
NASTY = "@everyone <@&1> `x` [a](https://example.org) \u202eback\u200b"


async def kept(player: Player) -> HomeThrow | None:
    """The home throw that stands in the books."""
    server = player.room.guild.id
    found: HomeThrow | None = await player.room.read(
        lambda tx: preferences.keepsake_of(tx, server, player.id, STONE_HAND)
    )
    return found


@pytest.mark.parametrize("numbers", ["1 3 5", "5-3-1", "3,1,5", "315", " 1 - 5 - 3 "])
async def test_three_numbers_in_any_order(ann: Player, numbers: str) -> None:
    """SH-3: three numbers from 1 to 8, in any order, and why these."""
    said = await type_in(ann, "me home-throw", numbers=numbers, why="my street")

    assert said == "Your home throw is `1-3-5`. “my street”"
    assert await kept(ann) == HomeThrow((1, 3, 5), "my street")


async def test_anything_else_is_refused(ann: Player) -> None:
    """F-43: a text other than three numbers from 1 to 8 is refused with the range."""
    for numbers in (
        *("", "1 3", "1 3 5 7", "0 3 5", "1 3 9", "1.5 3 5", "-1 3 5"),
        *(ARABIC, "a b c", "1" * 300),
    ):
        said = await type_in(ann, "me home-throw", numbers=numbers)

        assert said == "Please give three numbers from 1 to 8, such as 1-3-5.", numbers
        assert await kept(ann) is None, numbers


async def test_the_reason_is_shown_harmless(ann: Player) -> None:
    """F-46: mentions, code, links and signs that turn the line show as plain text."""
    said = await type_in(ann, "me home-throw", numbers="135", why=NASTY)

    assert r"\@everyone \<\@&1\> \`x\` \[a\]\(https\://example\.org\) back”" in said
    home = await kept(ann)
    assert home is not None
    assert home.why == "@everyone <@&1> `x` [a](https://example.org) back"


async def test_the_reason_is_bounded(ann: Player) -> None:
    """F-46: ten thousand letters become a hundred and twenty."""
    await type_in(ann, "me home-throw", numbers="135", why="x" * 6000)

    home = await kept(ann)
    assert home is not None
    assert home.why == "x" * 120


async def test_a_home_throw_is_for_all_to_see(ann: Player, ben: Player) -> None:
    """SH-3: there is nothing secret about a home throw."""
    await type_in(ann, "me home-throw", numbers="2 2 8", why="my teacher")

    assert f"- {ann.mention} — `2-2-8` “my teacher”" in await home_throws(ben)
    assert "You have no home throw yet" in await type_in(ben, "me home-throw")


async def test_a_home_throw_can_be_given_up(ann: Player) -> None:
    """SH-3: a player may have one, and need not."""
    await type_in(ann, "me home-throw", numbers="2 2 8")
    await ann.press("home_clear")

    assert await kept(ann) is None
    assert "You have no home throw yet" in ann.told


async def test_everybodys_home_throws_are_listed_page_by_page(ann: Player, room: Room) -> None:
    """Ten a page, in the order in which people came to Discord."""
    for each in range(11):
        await room.remember(
            room.person(f"guest{each}"), STONE_HAND, HomeThrow((1, 1, 1), f"reason {each} of all")
        )
    first = await home_throws(ann)
    await ann.press("homes")

    assert ("reason 9 of all" in first, "reason 10 of all" in first) == (True, False)
    assert ("reason 9 of all" in ann.told, "reason 10 of all" in ann.told) == (False, True)


async def test_nobody_has_a_home_throw_yet(ann: Player) -> None:
    """An empty list says that it is empty."""
    assert "Nobody has one yet." in await home_throws(ann)


async def test_the_table_reads_it_when_the_game_starts(ann: Player, ben: Player) -> None:
    """SH-3: when the game starts the table reads everybody's home throw, and why."""
    await gather(ann.room, STONE_HAND, [ann, ben])
    await type_in(ben, "me home-throw", numbers="1 3 5", why="the old bridge")
    await ann.press("begin")

    said = ann.table.words.splitlines()
    told = said.index("-# A home throw, a player’s own three numbers, beats everything.")
    assert said[told + 1] == "-# ben · `1-3-5` “the old bridge”"


async def test_a_newcomers_is_read_out_too(ann: Player, ben: Player, dice: Dice) -> None:
    """SH-3: in the first round that Cora throws in, and nobody else's is read again."""
    room, cora = ann.room, ann.room.person("cora")
    await room.remember(ann, STONE_HAND, HomeThrow((1, 1, 1), "ann’s street"))
    await room.remember(cora, STONE_HAND, HomeThrow((1, 3, 5), "cora’s street"))
    await gather(room, STONE_HAND, [ann, ben])
    await ann.press("begin")
    await cora.press("join")
    assert "cora’s street" not in ann.table.words

    dice.load("1-1-4", "2-2-5")
    await ann.press("throw")
    await ben.press("throw")

    assert "-# cora · `1-3-5` “cora’s street”" in ann.table.words
    assert "ann’s street" not in ann.table.words


async def test_the_reason_is_told_when_it_falls(ann: Player, ben: Player, dice: Dice) -> None:
    """SH-3: in a later round too; and who has none is told once how to get one."""
    await ann.room.remember(ann, STONE_HAND, HomeThrow((1, 1, 3), "ann’s street"))
    await gather(ann.room, STONE_HAND, [ann, ben])
    dice.load("1-1-4", "2-2-5")
    await ann.press("begin")
    await ben.open_panel()
    assert "You have no home throw yet: " in ben.told
    await ann.open_panel()
    assert "You have no home throw" not in ann.told
    await ann.press("throw")
    await ben.press("throw")
    assert "ann’s street" not in ann.table.words

    dice.load("1-1-3", "1-1-3", "1-1-3")
    first = next(each for each in (ann, ben) if each.is_called)
    await first.press("throw")
    if first is ben:
        await ann.press("throw")

    assert "ann’s home throw: “ann’s street”" in ann.table.words
    await ben.open_panel()
    assert "You have no home throw" not in ben.told


async def test_a_house_player_tells_why(ann: Player) -> None:
    """SH-3: house players have home throws and reasons of their own."""
    await ann.open(STONE_HAND)
    await ann.press("house")
    await ann.press("begin")
    await ann.press("throw")
    house = (await ann.room.table()).table.seats[1]

    assert f"“{shown(HOMES[house.name].why)}”" in ann.table.words


async def test_the_longest_home_throws_of_twelve_fit_into_the_message(room: Room) -> None:
    """F-47: the largest table, every name and reason as long as may be, is within Discord's limits."""
    people = [room.person(f"{each:02}" + "*" * 30) for each in range(12)]
    for each in people:
        await room.remember(each, STONE_HAND, HomeThrow((1, 3, 5), "_" * 120))
    await gather(room, STONE_HAND, people)
    await people[0].press("begin")

    seen = await room.bot.app.tavern.look(1)

    assert faults(draw(seen).screen) == []
    assert people[0].table.words.count(" · `1-3-5` “") == 12


async def test_only_managers_fix_the_houses_throw(ann: Player) -> None:
    """SH-3: the fixed home throw is the server's."""
    said = await type_in(ann, "manage home-throw", numbers="1 2 4")

    assert said == NOT_ALLOWED


async def test_tables_play_with_the_servers_fixed_throw(room: Room, ben: Player) -> None:
    """SH-3: with one home throw for the whole table, the server's fixed one is it, and its reason is told."""
    boss = room.person("boss", is_manager=True)
    await type_in(boss, "manage home-throw", numbers="8 1 6", why="our founding")
    await gather(room, STONE_HAND, [boss, ben])
    await set_rule(boss, "home_throws", "house")
    await start(boss)

    assert "The table’s home throw is `1-6-8`. “our founding”" in boss.table.words


async def test_the_dice_decide_again(room: Room) -> None:
    """SH-3: without numbers of the server's own the bot throws for them."""
    boss = room.person("boss", is_manager=True)
    await type_in(boss, "manage home-throw", numbers="8 1 6")
    await type_in(boss, "manage home-throw")
    await boss.open(STONE_HAND)

    assert (await room.table()).table.rules.house_throw is None
