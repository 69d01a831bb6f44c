"""Two changes of one message at once: neither counts on a picture that the other takes away (F-61)."""

from __future__ import annotations

import asyncio

import discord

from bot.discord_io.messages.rendering import INVALID_FORM, PictureUploads, Upload
from bot.pictures.worker import Studio
from bot.screens.core.picture import Picture
from bot.screens.core.screen import Screen, Text

MESSAGE = 7
WORDS = Text("Ann’s turn.")
PICTURED = Screen((WORDS, Picture("A Pair of Sixes")))
BARE = Screen((WORDS,))


class Easel(Studio):
    """Paints at once."""

    async def painted(self, _picture: Picture, _within: float | None = None) -> bytes:
        """Some bytes."""
        return b"png"


class Refused(discord.HTTPException):
    """An attachment is named that isn't there."""

    def __init__(self) -> None:
        Exception.__init__(self, "not found")
        self.status, self.code = 400, INVALID_FORM


class Message:
    """A message at Discord: what was sent to it, and whether it has a picture."""

    def __init__(self) -> None:
        self.has_picture = False
        self.sent: list[Upload] = []
        self.may_arrive, self.may_answer = asyncio.Event(), asyncio.Event()
        self.may_arrive.set()
        self.may_answer.set()
        self.uploads = PictureUploads(Easel(), lambda: 0.0)

    async def shows(self, screen: Screen) -> None:
        """Change it to that screen."""
        await self.uploads.deliver(screen, self._arrives, "edit", MESSAGE)

    async def _arrives(self, upload: Upload) -> None:
        self.sent.append(upload)
        await self.may_arrive.wait()
        if upload.is_shown and upload.content is None and not self.has_picture:
            raise Refused
        if upload.content is not None or upload.is_cleared:
            self.has_picture = upload.is_shown
        await self.may_answer.wait()


async def test_f61_a_change_that_crosses_another_brings_its_picture() -> None:
    """While a change takes the picture away, the next one sends it again instead of keeping it."""
    message = Message()
    await message.shows(PICTURED)
    message.may_answer.clear()
    taking = asyncio.create_task(message.shows(BARE))
    await asyncio.sleep(0)
    bringing = asyncio.create_task(message.shows(PICTURED))
    await asyncio.sleep(0)
    message.may_answer.set()
    await asyncio.gather(taking, bringing)

    assert [each.content for each in message.sent] == [b"png", None, b"png"]
    assert message.has_picture


async def test_f61_what_crossing_changes_leave_behind_is_not_counted_on() -> None:
    """One brings a picture while another takes it away: until both have arrived, a third sends its own."""
    message = Message()
    message.may_answer.clear()
    bringing = asyncio.create_task(message.shows(PICTURED))
    await asyncio.sleep(0)
    first, message.may_answer = message.may_answer, asyncio.Event()
    taking = asyncio.create_task(message.shows(BARE))
    await asyncio.sleep(0)
    first.set()
    await bringing
    again = asyncio.create_task(message.shows(PICTURED))
    await asyncio.sleep(0)
    message.may_answer.set()
    await asyncio.gather(taking, again)

    assert [each.content for each in message.sent] == [b"png", None, b"png"]
    assert message.has_picture


async def test_f61_a_change_takes_nothing_away_that_another_counts_on() -> None:
    """One keeps the picture, and arrives after another that shows none: no call is refused."""
    message = Message()
    await message.shows(PICTURED)
    message.may_arrive = late = asyncio.Event()
    keeping = asyncio.create_task(message.shows(PICTURED))
    await asyncio.sleep(0)
    message.may_arrive = asyncio.Event()
    message.may_arrive.set()
    await message.shows(BARE)
    late.set()
    await keeping

    assert message.sent[1:] == [Upload(is_shown=True), Upload()]

    await message.shows(BARE)

    assert not message.has_picture


async def test_f61_a_picture_that_is_gone_keeps_nobody_from_an_answer() -> None:
    """If a picture that was to stay has gone, the words come alone, and the next change brings it back."""
    message = Message()
    await message.shows(PICTURED)
    message.has_picture = False
    await message.shows(PICTURED)

    assert message.sent[-1] == Upload(is_cleared=True)

    await message.shows(PICTURED)

    assert message.has_picture
