"""Stone Hand with each of its house rules, at tables and in passing."""

from __future__ import annotations

from random import Random

import pytest

from games.stone_hand.game import STONE_HAND
from games.stone_hand.model import HomeThrow
from storage.books import ledger
from storage.standing import scores
from tests.discord.dice import Dice
from tests.discord.forms import fill_in
from tests.discord.random_play import play_out
from tests.discord.stone_hand import begin
from tests.discord.tavern import PURSE, Player, Press, Room, gather, set_rule, start

LANTERN = HomeThrow((2, 5, 6), "the lantern on the hill")


async def test_own_home_throws(room: Room, ann: Player, ben: Player, dice: Dice) -> None:
    """SH-3: with home throws of one's own, Ann's comes before everything for Ann."""
    await room.remember(ann, STONE_HAND, LANTERN)
    await begin(room, [ann, ben])
    dice.load("5-2-6", "1-1-5")
    await ann.press("throw")

    assert "the home throw" in ann.table.words

    await ben.press("throw")

    assert "ann takes 5 from ben\nThe home throw beats a pair." in ann.table.words


async def test_own_home_throws_are_junk_for_others(room: Room, ann: Player, ben: Player, dice: Dice) -> None:
    """SH-3: Ann's own numbers are junk in Ben's hand, which Ben may throw again (SH-4)."""
    await room.remember(ann, STONE_HAND, LANTERN)
    await begin(room, [ann, ben])
    dice.load("1-1-5", "2-5-6")
    await ann.press("throw")
    await ben.press("throw")

    assert "junk, **5**" in ben.table.words
    assert {"rethrow", "keep"} <= set(ben.table.buttons)


async def test_shared_home_throws(room: Room, ann: Player, ben: Player, dice: Dice) -> None:
    """SH-3: with shared home throws Ann's numbers are the best hand in Ben's hand too."""
    await room.remember(ann, STONE_HAND, LANTERN)
    await begin(room, [ann, ben], ("home_throws", "shared"))
    dice.load("1-1-5", "2-5-6")
    await ann.press("throw")
    await ben.press("throw")

    assert "ben takes 5 from ann" in ann.table.words


async def test_home_throw_of_the_house(room: Room, ann: Player, ben: Player, dice: Dice) -> None:
    """SH-3: the House throws until the dice show junk, and that is the whole table's home throw."""
    dice.load("1-1-1", "2-5-6")
    await begin(room, [ann, ben], ("home_throws", "house"))

    assert "The table’s home throw is `2-5-6`" in ann.table.words

    dice.load("2-5-6", "3-3-4")
    await ann.press("throw")
    await ben.press("throw")

    assert "ann takes 4 from ben" in ann.table.words


async def test_no_home_throws(room: Room, ann: Player, ben: Player, dice: Dice) -> None:
    """SH-3: without home throws Ann's numbers are junk to Ann as well."""
    await room.remember(ann, STONE_HAND, LANTERN)
    await begin(room, [ann, ben], ("home_throws", "none"))
    dice.load("2-5-6")
    await ann.press("throw")

    assert "junk, **5**" in ann.table.words


async def test_inverted_junk(room: Room, ann: Player, ben: Player, dice: Dice) -> None:
    """SH-9: the higher junk wins, and the pay falls to the lower score all the same."""
    await begin(room, [ann, ben], ("inverted_junk", True))
    dice.load("2-5-6", "2-4-7")
    for each in (ann, ben):
        await each.press("throw")
        await each.press("keep")

    assert "ann takes 4 from ben" in ann.table.words


async def test_opal_river(room: Room, ann: Player, ben: Player, dice: Dice) -> None:
    """SH-10: Ann throws a pair again, once; so Ben may throw a triple again once, and keeps it."""
    await begin(room, [ann, ben], ("opal_river", True))
    dice.load("1-1-5", "3-3-4", "1-1-1")
    await ann.press("throw")
    await ann.press("rethrow")
    await ann.press("keep")
    await ben.press("throw")

    assert "Keep it, or throw again for free (1 left)" in ben.table.words

    await ben.press("keep")

    assert "ben takes 1 from ann" in ann.table.words


async def test_prize_pool(room: Room, ann: Player, ben: Player, dice: Dice) -> None:
    """SH-11: lost coins lie in the pool, and the last player with wager left takes it."""
    await begin(room, [ann, ben], ("prize_pool", True), wager=6)
    dice.load("1-1-5", "3-3-4")
    await ann.press("throw")
    await ben.press("throw")

    assert "The pool holds 4, so nobody can join any more." in ann.table.words

    await play_out([ann, ben], Random(5))

    assert sorted([await ann.wallet(), await ben.wallet()]) == [PURSE - 6, PURSE + 6]


async def test_prize_pool_goes_back(room: Room, ann: Player, ben: Player, dice: Dice) -> None:
    """TB-10: closing the table gives what lies in the pool back to those who paid it."""
    await begin(room, [ann, ben], ("prize_pool", True))
    dice.load("1-1-5", "3-3-4", "1-1-2", "3-3-2")
    await ann.press("throw")
    await ben.press("throw")
    await ann.press("close")
    await ann.press("close_now")
    await ann.press("throw")
    await ben.press("throw")

    assert [await ann.wallet(), await ben.wallet()] == [PURSE, PURSE]
    await room.check_books()


async def test_home_throw_stops_a_round_with_a_pool(room: Room, ann: Player, ben: Player, dice: Dice) -> None:
    """SH-11: a player who throws a home throw is safe, and a new round is thrown without that player."""
    cora = room.person("cora")
    await room.remember(ann, STONE_HAND, LANTERN)
    await begin(room, [ann, ben, cora], ("prize_pool", True))
    dice.load("2-5-6")
    await ann.press("throw")

    assert "ann is safe, the other throws are void." in ann.table.words
    assert ben.is_called


async def test_home_throw_with_one_player_left(room: Room, ann: Player, ben: Player, dice: Dice) -> None:
    """SH-11: with one player left to throw it is over and nobody pays; nobody is said to throw anew."""
    await room.remember(ann, STONE_HAND, LANTERN)
    await begin(room, [ann, ben], ("prize_pool", True))
    dice.load("2-5-6")
    await ann.press("throw")

    assert ann.table.words.splitlines()[0].endswith("· nobody pays")


async def test_arcade(room: Room, ann: Player, ben: Player, dice: Dice) -> None:
    """SH-12: there are no wagers, and the winner of a round scores the pay on the server's scoreboard."""
    await begin(room, [ann, ben], ("arcade", True))
    dice.load("1-1-5", "3-3-4")
    await ann.press("throw")
    await ben.press("throw")

    assert "ben scores 4 points" in ann.table.words
    assert await room.read(lambda tx: scores.of_player(tx, room.guild.id, STONE_HAND.key, ben.id)) == 4
    assert [await ann.wallet(), await ben.wallet()] == [PURSE, PURSE]


async def test_arcade_with_a_house_player(room: Room, ann: Player) -> None:
    """SH-12: a house without coins plays, and the table stays what it is: nothing is wagered."""
    await ann.open(STONE_HAND)
    await set_rule(ann, "arcade", True)
    await ann.press("house")
    await start(ann)

    assert (await room.table()).table.money == "coins"
    assert "practice" not in ann.table.words


async def test_arcade_and_pool_do_not_go_together(room: Room, ann: Player) -> None:
    """SH-12: a prize pool needs wagers, so the panel refuses the two together, by their titles."""
    await gather(room, STONE_HAND, [ann])
    await set_rule(ann, "prize_pool", True)
    await ann.choose("rule:arcade", True)

    assert ann.told == "Prize pool and Arcade don’t go together."
    assert "Prize pool: on · 1 minute" in ann.table.words


async def test_house_rules_are_the_hosts(room: Room, ann: Player, ben: Player) -> None:
    """A player who did not open the table is shown the house rules, with nothing to choose."""
    await gather(room, STONE_HAND, [ann, ben])
    await ben.press("rules")

    assert "Opal River: off" in ben.told
    with pytest.raises(AssertionError, match="nothing to choose"):
        await ben.choose("rule:arcade", True)


async def test_what_is_changed_is_seen_before_it_begins(room: Room, ann: Player, ben: Player) -> None:
    """TB-15: Ben sat down for a pay of 1; Ann makes it 10, and begins at her second press only."""
    await gather(room, STONE_HAND, [ann, ben])
    await set_rule(ann, "unit", 10)
    assert "The host changed a house rule. Unit of the pay: 10" in ben.table.words

    await ann.press("begin")
    assert "You sat down before this was changed" in ben.table.words
    assert (await room.table()).table.phase == "lobby"

    await ann.press("begin")
    assert (await room.table()).table.phase == "playing"
    assert "You sat down before this was changed" not in ben.table.words


async def test_joining_between_rounds(room: Room, ann: Player, ben: Player, dice: Dice) -> None:
    """SH-13: a newcomer pays the wager at once and is dealt in from the next round."""
    cora = room.person("cora")
    await begin(room, [ann, ben])
    assert list(ann.table.buttons)[-1] == "join"
    assert ann.table.numbers("join") == [10]
    await cora.press("join")

    assert await cora.wallet() == PURSE - 20
    assert "**cora** · 20 coins · joins in when this is over" in cora.table.words

    dice.load("1-1-5", "3-3-4")
    await ann.press("throw")
    await ben.press("throw")

    assert "**cora** · 20 coins" in cora.table.words.splitlines()
    await room.check_books()


async def test_leaving_the_lobby(room: Room, ann: Player, ben: Player) -> None:
    """TB-2: before the game begins nothing was paid, so a seat is given up for nothing."""
    await gather(room, STONE_HAND, [ann, ben])
    await ben.press("leave")

    assert "ben left the table" in ann.table.words
    assert await ben.wallet() == PURSE


async def test_leaving_before_the_own_throw(room: Room, ann: Player, ben: Player, dice: Dice) -> None:
    """SH-13: a player who saw a better throw and leaves is thrown for, pays, and only then goes."""
    cora = room.person("cora")
    await begin(room, [ann, ben, cora])
    dice.load("1-1-3", "2-5-6", "1-1-4")
    await ann.press("throw")
    await ben.press_and_confirm("leave")

    assert await ben.wallet() == PURSE - 20

    await cora.press("throw")

    assert "ann takes 3 from ben" in ann.table.words
    assert await ben.wallet() == PURSE - 3
    await room.check_books()


async def test_leaving_within_the_turn(room: Room, ann: Player, ben: Player, dice: Dice) -> None:
    """SH-13: a player who leaves within the turn keeps what was thrown; the round is settled first."""
    cora = room.person("cora")
    await begin(room, [ann, ben, cora])
    dice.load("2-5-6", "1-1-4", "1-1-3")
    await ann.press("throw")
    await ann.press_and_confirm("leave")

    assert "leaving" in ann.table.words

    await ben.press("throw")
    await cora.press("throw")

    assert "cora takes 3 from ann" in ben.table.words
    assert await ann.wallet() == PURSE - 3
    await room.check_books()


async def test_leaving_a_game_for_two(room: Room, ann: Player, ben: Player, dice: Dice) -> None:
    """SH-8: once only one is left the game is over, and everybody has what was not lost."""
    await begin(room, [ann, ben])
    dice.load("1-1-3", "1-1-3")
    await ben.press_and_confirm("leave")
    await ann.press("throw")

    assert ann.table.is_over
    assert [await ann.wallet(), await ben.wallet()] == [PURSE, PURSE]


async def test_seated_out_and_back(room: Room, ann: Player, ben: Player) -> None:
    """TB-8: two missed turns in a row seat a player out; one press brings the player back."""
    await begin(room, [ann, ben])
    for _ in range(5):
        if "missed two turns" in ann.table.words:
            break
        await room.wait(61)

    assert "away: I play for them" in ann.table.words

    away = ann if "**ann**" in _line(ann, "away: I play for them") else ben
    await away.press("back")

    assert "away: I play for them" not in _line(away, f"**{away.member.name}**")


def _line(player: Player, words: str) -> str:
    return next(line for line in player.table.words.splitlines() if words in line)


async def test_closing_in_the_middle(room: Room, ann: Player, ben: Player, dice: Dice) -> None:
    """TB-10: a host who has thrown badly and closes pays for the round all the same."""
    await begin(room, [ann, ben])
    dice.load("1-1-8", "1-1-3")
    assert ben.table.numbers("join") == [10]
    await ann.press("throw")
    await ann.press("close")
    await ann.press("close_now")

    assert ann.told == "Table 1 closes when this is over."
    assert f"**Closes after this round** · {ann.mention}" in ben.table.words
    assert "join" not in ben.table
    assert "close" not in ben.table

    await ben.press("throw")

    assert ben.table.is_over
    assert f"Closed by {ann.mention}." in ben.table.words
    assert [await ann.wallet(), await ben.wallet()] == [PURSE - 3, PURSE + 3]
    await room.check_books()


async def test_only_host_and_managers_close(room: Room, ann: Player, ben: Player) -> None:
    """TB-10: a guest is told who may close the table; a manager may."""
    boss = room.person("boss", is_manager=True)
    await begin(room, [ann, ben])
    await ben.press("more")
    assert "close" not in ben.whispered
    # A menu that was theirs while they hosted the table.
    await room.deliver(Press(ben, ben.table.id, "t:1:close"))

    assert ben.told == f"Only {ann.mention}, who hosts this table, or a manager can close it."

    await fill_in(boss, "close")

    assert f"**Closes after this round** · {boss.mention}" in ben.table.words


async def test_house_without_a_bank(room: Room, ann: Player) -> None:
    """TB-12: a house player without money turns the table into one for practice."""
    await gather(room, STONE_HAND, [ann])
    await ann.press("house")

    assert "it’s for practice" in ann.table.words

    await ann.press("begin")

    assert await ann.wallet() == PURSE


async def test_house_with_a_bank(room: Room, ann: Player) -> None:
    """TB-12: a house with a bank of its own plays for coins, and they change hands."""
    await room.fund_house(500)
    await ann.open(STONE_HAND, wager=3)
    await ann.press("house")
    await ann.press("begin")

    assert await room.balance(ledger.house_account(room.guild.id)) == 497

    await play_out([ann], Random(4))

    assert {await ann.wallet(), await room.balance(ledger.house_account(room.guild.id))} in (
        {PURSE + 3, 497},
        {PURSE - 3, 503},
    )
    await room.check_books()


async def test_house_players_up_to_what_the_house_has(room: Room, ann: Player) -> None:
    """TB-12: it could pay one of two house players; with the other sent away the table is for coins again."""
    await room.fund_house(30)
    await ann.open(STONE_HAND)
    await ann.press("house")
    await ann.press("house")
    assert "**20 practice chips** each" in ann.table.words

    await ann.press("more")
    await ann.choose("dismiss", "3")

    assert "**20 coins** each" in ann.table.words
    assert "This table isn’t for practice any more." in ann.table.words


async def test_practice_table(room: Room, ann: Player, ben: Player) -> None:
    """TB-2: a table that is opened for practice never touches a wallet."""
    await ann.open(STONE_HAND, wager=3, practice=True)
    await ben.press("join")
    await ann.press("begin")
    await play_out([ann, ben], Random(3))

    assert [await ann.wallet(), await ben.wallet()] == [PURSE, PURSE]
