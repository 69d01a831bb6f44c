"""Tables whose messages are gone, cannot be reached, or cannot be drawn any more."""

from __future__ import annotations

from games.stone_hand.game import STONE_HAND
from tests.discord.tavern import Player, Room
from tests.discord.test_faults import discord_is_down


async def test_an_end_that_cannot_be_read(room: Room, ann: Player, ben: Player, playing: int) -> None:
    """A table that was closed unshown, and that this version cannot read, keeps no other from being shown."""
    await ben.open(STONE_HAND)
    discord_is_down(room)
    await room.bot.tavern.withdraw(room.guild.id)
    room.env.backend.faults.clear()
    # The second one is of this version's format.
    unshown = "UPDATE tables SET settled = 0, shown_revision = 0, format = id - 1"
    await room.bot.database.write(lambda tx: tx.execute(unshown).rowcount)
    await room.restart(is_killed=True)

    assert "table 2, closed" in ann.table.words


async def test_f34_the_channel_was_cleared(room: Room, ann: Player, ben: Player, playing: int) -> None:
    """F-34: a table's message that was deleted together with others is posted anew, and its buttons work."""
    gone = ann.table.id
    await ben.member.send(room.channel, "chatter")
    chatter = max(room.env.backend.messages[room.channel.id])
    room.env.backend.bulk_delete_messages(room.channel.id, [gone, chatter])
    await room.env.settle()

    assert ann.table.id != gone

    await ann.press("Throw")

    assert (await room.table()).revision == playing + 1
