"""Pictures on their way to Discord: with which message one goes, and what is done where it cannot.

A press never waits for a picture: what is not painted in time is left out, and follows by an edit if
its message can be drawn again. Every message says the same in words.

Discord may refuse an upload that comes with an edit, though it takes the same with a new message
(discord-api-docs 7529). Refused once, that way is not tried again for an hour: messages go without. An edit
that does not speak of attachments keeps them, so a picture that stays is not sent again. Where changes cross,
none counts on a picture that is there, and none takes away what another may count on: the message is drawn
again afterwards (`concurrent_edits.py`).
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections import Counter, OrderedDict
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass
from http import HTTPStatus
from types import EllipsisType
from typing import Literal, Protocol, TypeAlias, TypeVar, cast

import discord

from bot.front.protocols import Again
from bot.pictures.studio import Studio
from bot.screens.core.picture import Picture
from bot.screens.core.screen import Screen

log = logging.getLogger(__name__)

WAIT_SECONDS = 0.1
AGAIN_SECONDS = 3600.0
MESSAGES_MAX = 4000
"""Messages of which we remember the picture."""
INVALID_FORM = 50035
TURNED_DOWN = (HTTPStatus.FORBIDDEN, HTTPStatus.REQUEST_ENTITY_TOO_LARGE)

Way: TypeAlias = Literal["new", "answer", "edit"]
"""As a new message, as the answer to a press on the message that it changes, or as any other change."""
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Upload:
    """What is sent of a screen's picture."""

    is_shown: bool = False
    """Whether the message shows it, be it sent now or already there."""
    content: bytes | None = None
    """The file, if it is sent now."""
    is_cleared: bool = False
    """Whether an older picture has to be taken away."""


WITHOUT = Upload()


class PicturingBot(Protocol):
    """What is needed of the bot whose messages have pictures."""

    picture_uploads: PictureUploads


class PictureUploads:
    """Sends screens with their pictures."""

    def __init__(self, studio: Studio, now: Callable[[], float]) -> None:
        self._studio = studio
        self._now = now
        self._refused_until: dict[Way, float] = {}
        self._carried: OrderedDict[int, Picture | None] = OrderedDict()
        self._changing: Counter[int] = Counter()
        """How many changes of each message are on their way that speak of its picture."""
        self._crossed: set[int] = set()
        """Messages of which several were at once: nobody knows which arrived last."""
        self._following: set[asyncio.Task[None]] = set()

    async def deliver(
        self,
        screen: Screen,
        send: Callable[[Upload], Awaitable[T]],
        way: Way,
        message: int | None = None,
        again: Again | None = None,
    ) -> T:
        """Send a screen with its picture, or without where that is refused or not painted in time.

        `send` may be called twice. `message` is the one that changes; `again` draws it anew.
        """
        picture = screen.picture
        carried = self._carried.get(message or 0, ...)
        if picture is None and carried is None:
            # As mostly: nothing is there to show, and nothing to take away.
            return await send(WITHOUT)
        with self._change(message or 0) as is_alone:
            is_bare = way == "new" or carried is None or not is_alone
            upload = await self._upload(picture, carried, way, again, is_bare=is_bare)
            try:
                sent = await send(upload)
            except discord.HTTPException as refused:
                if not upload.is_shown or not _is_about_upload(refused):
                    raise
                # A picture that was to stay has been taken away by a change that crossed this one.
                if upload.content is not None:
                    log.warning("Discord takes no picture this way: %s", refused)
                    if refused.code == INVALID_FORM:
                        self._refused_until[way] = self._now() + AGAIN_SECONDS
                upload = Upload(is_cleared=way != "new")
                sent = await send(upload)
            self._note(message or _message_of(sent), picture if upload.is_shown else None)
        return sent

    def stop(self) -> None:
        """Let nothing follow any more."""
        for task in self._following:
            task.cancel()
        self._studio.stop()

    @contextlib.contextmanager
    def _change(self, message: int) -> Iterator[bool]:
        """Marks a change as on its way, alone or not: until all have arrived nobody knows what is there."""
        self._carried.pop(message, None)
        is_alone = not self._changing[message]
        if not is_alone:
            self._crossed.add(message)
        self._changing[message] += 1
        try:
            yield is_alone
        finally:
            self._changing[message] -= 1
            if not self._changing[message]:
                del self._changing[message]
                self._crossed.discard(message)

    async def _upload(
        self,
        picture: Picture | None,
        carried: Picture | EllipsisType | None,
        way: Way,
        again: Again | None,
        *,
        is_bare: bool,
    ) -> Upload:
        """What to send; `carried` is the message's picture so far, or `...` if nobody knows.

        With `is_bare` none is there that may be taken away.
        """
        if picture is None:
            return Upload(is_cleared=not is_bare)
        if way != "new" and carried == picture:
            return Upload(is_shown=True)
        if self._takes(way):
            content = await self._studio.painted(picture, WAIT_SECONDS)
            if content is not None:
                return Upload(is_shown=True, content=content)
            if again is not None and self._takes("edit"):
                self._follow(picture, again)
        return Upload(is_cleared=not is_bare)

    def _takes(self, way: Way) -> bool:
        return self._refused_until.get(way, 0.0) <= self._now()

    def _follow(self, picture: Picture, again: Again) -> None:
        """Draw a message again once its picture is there."""

        async def follow() -> None:
            if await self._studio.painted(picture) is not None:
                await again()

        task = asyncio.create_task(follow())
        self._following.add(task)
        task.add_done_callback(self._following.discard)

    def _note(self, message: int | None, picture: Picture | None) -> None:
        if message is None or message in self._crossed:
            return
        self._carried[message] = picture
        self._carried.move_to_end(message)
        if len(self._carried) > MESSAGES_MAX:
            self._carried.popitem(last=False)


def uploads_of(client: discord.Client) -> PictureUploads:
    """Those of the bot that a client is."""
    return cast(PicturingBot, client).picture_uploads


def _is_about_upload(refused: discord.HTTPException) -> bool:
    return refused.code == INVALID_FORM or refused.status in TURNED_DOWN


def _message_of(sent: object) -> int | None:
    match sent:
        case discord.Message(id=message) | discord.InteractionCallbackResponse(message_id=message):
            return message
        case _:
            return None
