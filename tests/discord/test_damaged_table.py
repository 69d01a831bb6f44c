"""A manager can end every table, also one that nobody can read any more (TB-10, F-58)."""

from __future__ import annotations

from storage.books import ledger
from storage.db.transaction import Transaction
from tests.discord.commands import type_in
from tests.discord.tavern import Player, Room


def spoil(tx: Transaction) -> None:
    """One byte that is no UTF-8, in the middle of what is known of a table."""
    tx.execute("UPDATE tables SET snapshot = CAST(x'7b22' || x'ff' AS TEXT)")


async def test_f58_a_manager_closes_a_table_that_cannot_be_read(
    ann: Player, ben: Player, boss: Player, room: Room, playing: int
) -> None:
    """TB-10: everybody gets back what the books say they put there, and it is said where the table was."""
    assert playing
    held = await ann.wallet() + await ben.wallet()
    assert held < 400
    await room.bot.app.database.write(spoil)
    assert "is over" in await type_in(ann, "manage close", table=1) or await ann.wallet() < 200

    said = await type_in(boss, "manage close", table=1)

    assert "I couldn’t go on with table 1, so it’s closed." in said
    assert (await ann.wallet(), await ben.wallet()) == (200, 200)
    assert await room.read(lambda tx: ledger.verify_chain(tx, room.guild.id)) is None


async def test_f58_a_manager_closes_a_table_whose_money_differs(
    ann: Player, ben: Player, boss: Player, room: Room, playing: int
) -> None:
    """TB-10: nothing can be done there by its rules, so it is called off by the books."""
    assert playing
    server = room.guild.id
    on_table, house = ledger.at_table(server, 1), ledger.house_account(server)
    await room.bot.app.database.write(
        lambda tx: ledger.transfer(tx, on_table, house, 2, ledger.TransferInfo("cash_out", 5.0))
    )
    stake = await room.balance(on_table)

    await type_in(boss, "manage close", table=1)

    assert await room.balance(on_table) == 0
    assert await ann.wallet() + await ben.wallet() == 400 - 2
    assert stake > 0
    assert "closed" in await type_in(boss, "manage close", table=1)
