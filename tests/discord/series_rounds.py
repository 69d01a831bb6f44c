"""Helpers that several tests about series rounds share."""

from __future__ import annotations

from datetime import timedelta

from storage.tournaments import series as storage
from storage.tournaments.series import Series
from tests.discord.commands import type_in
from tests.discord.forms import fill_in
from tests.discord.tavern import Player, Room


async def kept(room: Room) -> Series:
    """The series as it is stored."""
    found = await room.read(lambda tx: storage.load(tx, room.guild.id, 1))
    assert found is not None
    return found


async def titles(room: Room) -> list[str]:
    """Return the titles of the series' tournaments."""
    return [each.title for each in await room.read(lambda tx: storage.rounds(tx, 1))]


async def keep_plan(host: Player, *, number: int = 0, **fields: object) -> None:
    """Save on the panel of a series, or of the only one, the plan of its tournaments, in chips and levels."""
    await type_in(host, "organise series manage", **({"number": number} if number else {}))
    await host.press("series_plan")
    if fields:
        await fill_in(host, "plan_ask levels", **fields)
    await host.press("series_keep")


async def set_schedule(room: Room, host: Player, *, announced_in: timedelta, number: int = 0) -> str:
    """Every week, so that the next tournament is announced that much later, three hours before it begins."""
    begins = room.env.now() + announced_in + timedelta(hours=3)
    await type_in(host, "organise series manage", **({"number": number} if number else {}))
    return await fill_in(
        host,
        "series_ask schedule",
        rhythm="weekly",
        weekday=str(begins.weekday()),
        hour=f"{begins:%H:%M} UTC",
        ahead_hours="3",
    )
