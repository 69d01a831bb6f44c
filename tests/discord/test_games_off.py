"""Games that a server's managers have switched off (TB-23)."""

from __future__ import annotations

import re

import pytest

from games.catalog import GAMES
from games.destiny.game import DESTINY
from games.dividha.game import DIVIDHA
from games.engine.core.game import AnyGame
from games.stone_hand.game import STONE_HAND
from storage.people import server_settings
from storage.people.server_settings import ServerSettings
from tests.discord.commands import close_table, type_in
from tests.discord.evening import enter_all, plan
from tests.discord.forms import fill_in, send_form
from tests.discord.tavern import Player, Room

REFUSED = (
    r"{game} isn’t played in this server: its managers choose the games, with </manage settings:\d+>\. "
    r"You can play {games}\."
)


def is_refused(said: str, game: AnyGame, games: str) -> bool:
    """Return True if these are the words for a game that is off, where these others are on."""
    return re.fullmatch(REFUSED.replace("{game}", game.title).replace("{games}", games), said) is not None


async def leave_on(room: Room, *games: str) -> None:
    """Switch off all games but these."""
    off = tuple(key for key in GAMES if key not in games)
    chosen = ServerSettings(games_off=off)
    await room.bot.app.database.write(lambda tx: server_settings.save(tx, room.guild.id, chosen))


async def count_tables(room: Room) -> int:
    """The number of tables that were ever opened."""
    found: int = await room.read(lambda tx: tx.scalar("SELECT count(*) FROM tables"))
    return found


async def test_tb23_a_manager_chooses_the_games(boss: Player, room: Room) -> None:
    """TB-23: a game that is not ticked is off; it's listed in the settings, and its change in the audit."""
    assert "**Games** — Games that can be opened: **all**" in await type_in(boss, "manage settings")
    said = await fill_in(boss, "settings_ask games", games_off=["destiny", "dividha"])

    assert "Games that can be opened: **Destiny, Dividha**" in said
    assert (await room.bot.app.tavern.settings(room.guild.id)).games_off == tuple(
        key for key in GAMES if key not in ("destiny", "dividha")
    )
    assert await fill_in(boss, "settings_ask games") == said
    assert "Games that can be opened: **all** → **Destiny, Dividha**" in await type_in(boss, "manage audit")


@pytest.mark.parametrize(
    ("values", "words"),
    [
        ([], "Please leave at least one of them ticked."),
        (["chess"], "That’s not possible right now. Nothing has changed."),
    ],
)
async def test_tb23_no_server_is_without_games(
    boss: Player, room: Room, values: list[str], words: str
) -> None:
    """TB-23: no client can switch all of them off, or one that isn't there."""
    await type_in(boss, "manage settings")
    said = await send_form(boss, await boss.press("settings_ask games"), games_off=values)

    assert said == words
    assert (await room.bot.app.tavern.settings(room.guild.id)).games_off == ()


def test_tb23_with_the_only_game_gone_all_others_are_there() -> None:
    """TB-23: games that aren't installed any more leave no server without games."""
    off = ("stone_hand", "destiny")

    assert server_settings.offered_games(off, ("stone_hand", "destiny")) == ("stone_hand", "destiny")
    assert server_settings.offered_games(off, ("stone_hand", "dividha")) == ("dividha",)


async def test_tb23_no_command_opens_a_game_that_is_off(room: Room, ann: Player, ben: Player) -> None:
    """TB-23: neither `/play` nor the game's own command, a throw or a challenge; it's said who decides."""
    await leave_on(room, "destiny")

    assert is_refused(await type_in(ann, "play", game="dividha"), DIVIDHA, "Destiny")
    assert is_refused(await type_in(ann, "play", game="Stone Hand"), STONE_HAND, "Destiny")
    assert is_refused(await type_in(ann, "dividha open"), DIVIDHA, "Destiny")
    assert is_refused(await type_in(ann, "throw"), STONE_HAND, "Destiny")
    assert is_refused(await type_in(ann, "throw", against=ben), STONE_HAND, "Destiny")
    assert (await type_in(ann, "play", game="chess")).startswith("I don’t know that game. I have ")
    assert await count_tables(room) == 0


async def test_tb23_play_begins_the_first_game_that_is_on(room: Room, ann: Player) -> None:
    """TB-23: without a name `/play` begins a game that can be opened here, and it offers no other."""
    await leave_on(room, "destiny", "dividha")
    suggested = await ann.member.autocomplete(room.channel, "play", "game", "")
    await type_in(ann, "play")

    assert [each["name"] for each in suggested] == ["Destiny", "Dividha"]
    assert (await room.table()).table.game == "destiny"


async def test_tb23_nothing_offers_a_game_that_is_off(room: Room, ann: Player) -> None:
    """TB-23: `/help` has no card of it, and a table that is over offers it to nobody."""
    await room.fund_house(1000)
    await type_in(ann, "play", game="dividha")
    await leave_on(room, "destiny", "stone_hand")
    await close_table(ann)
    await type_in(ann, "help")
    cards = ann.told

    assert "Destiny" in cards
    assert DIVIDHA.title not in cards
    assert ann.showing("again") is None
    (select,) = [each for each in ann.table.parts if str(each.get("custom_id")).endswith(":next_game")]
    assert [each["label"] for each in select["options"]] == [STONE_HAND.title, DESTINY.title]


async def test_tb23_a_table_under_way_plays_on(room: Room, ann: Player) -> None:
    """TB-23: a table of a game that is switched off is played to its end."""
    await type_in(ann, "play")
    before = (await room.table()).revision
    await leave_on(room, "destiny")
    await ann.press("throw")

    assert (await room.table()).table.phase == "playing"
    assert (await room.table()).revision > before


async def test_tb23_no_tournament_of_a_game_that_is_off(room: Room, boss: Player) -> None:
    """TB-23: none is planned or announced, also if it was switched off after the plan was made."""
    await leave_on(room, "destiny", "dividha")
    said = await type_in(boss, "organise create", title="Cup", game="stone_hand")
    assert is_refused(said, STONE_HAND, "Destiny and Dividha")
    await type_in(boss, "organise create", title="Cup")
    assert "Destiny" in boss.told
    await leave_on(room, "dividha")
    await boss.press("announce")

    assert is_refused(boss.told, DESTINY, "Dividha")
    assert await room.read(lambda tx: tx.scalar("SELECT count(*) FROM tournaments")) == 0


async def test_tb23_a_tournament_under_way_plays_on(
    room: Room, boss: Player, ann: Player, ben: Player
) -> None:
    """TB-23: an announced tournament begins, and its tables open."""
    await plan(boss, STONE_HAND)
    await enter_all(room, [ann, ben])
    await leave_on(room, "destiny")
    await boss.press("start_cup")

    assert await count_tables(room) == 1
