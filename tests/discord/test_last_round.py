"""SH-8: calling for a last round, as people at the table do."""

from __future__ import annotations

from tests.discord.dice import Dice
from tests.discord.tavern import PURSE, Player, Press, Room


async def test_the_last_round(room: Room, ann: Player, ben: Player, playing: int, dice: Dice) -> None:
    """SH-8: Ann calls, Ben agrees, the round is played out, and both take home what they have."""
    assert ann.table.numbers("join") == [10]
    await ann.press("last")

    assert "ann wants this to be the last round." in ben.table.words
    assert "**The last round?** Waiting for ben to agree." in ben.table.words

    # While it is asked for, it is a button: on the table, and on the panels of others (SH-8).
    assert "last" in ben.table
    await ann.open_panel()
    await ben.open_panel()
    assert ("last" in ann.whispered, "last" in ben.whispered) == (False, True)

    await ben.press("last")

    assert "**This is the last round.** Then everybody takes home what they have." in ann.table.words
    assert not {"last", "join"} & set(ann.table.buttons)

    dice.load("1-1-5", "2-2-4")
    await ann.press("throw")
    await ben.press("throw")

    assert (await room.table()).table.phase == "closed"
    assert [await ann.wallet(), await ben.wallet()] == [PURSE - 4, PURSE + 4]
    # TB-10: the panel, where Ann looks, says how it ended, and leads to another game.
    assert "ben goes home with **24 coins** (+4)\nYou go home with **16 coins** (−4)" in ann.told
    await ann.press_id(ann.whispered, ann.whispered.buttons["again"])
    assert (await room.table(2)).table.phase == "lobby"
    await room.check_books()


async def test_a_stranger_has_no_say(room: Room, ann: Player, playing: int) -> None:
    """SH-8, F-27: only who sits there agrees, and nobody new comes to the last round."""
    cora = room.person("cora")
    await cora.press("more")
    assert "last" not in cora.whispered
    await room.deliver(Press(cora, ann.table.id, "t:1:last"))

    assert cora.told == "You’re not sitting at this table."
    assert "The last round?" not in ann.table.words
