"""Helpers that several tests about pictures share."""

from __future__ import annotations

import asyncio

import pytest
from simcord.enums import ComponentType

from bot.screens.core.picture import Picture
from tests.discord.message import Message
from tests.discord.tavern import Room

PAINTING_SECONDS = 2.0


def described(message: Message) -> str:
    """Return the description of a message's picture; empty without one."""
    galleries = [each for each in message.parts if each["type"] == ComponentType.MEDIA_GALLERY]
    files = message.sent._message.attachments
    assert len(galleries) == len(files) <= 1
    if not galleries:
        return ""
    (item,), (file,) = galleries[0]["items"], files
    assert file["filename"] == "table.png"
    assert item["media"]["url"] == file["url"]
    return str(item["description"])


class Slow:
    """A painter who takes two seconds for everything. They pass only when time is let pass."""

    def __init__(self, room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
        self.painted = 0
        self._work = room.bot.studio._work
        monkeypatch.setattr(room.bot.studio, "_work", self.paint)

    async def paint(self, picture: Picture) -> bytes | None:
        """Paint at last."""
        await asyncio.sleep(PAINTING_SECONDS)
        self.painted += 1
        return await self._work(picture)
