"""The bot around its database."""

from __future__ import annotations

from pathlib import Path

from storage import leases
from storage.db.database import open_database
from tests.discord.tavern import make_bot


async def test_f17_a_bot_that_never_came_up_leaves_no_pulse(tmp_path: Path) -> None:
    """F-17: a start that cannot log in moves no deadlines, so the next has to know how long it was."""
    path = tmp_path / "taproom.db"
    async with open_database(path) as database:
        await database.write(lambda tx: leases.note_alive(tx, 1000))
    bot = await make_bot(path)
    await bot.close()
    async with open_database(path) as database:
        last = await database.read(leases.last_alive)

    assert last == 1000
