"""Uploads the sprites as the application's emojis, in the background; until then words stand in (F-61).

Only Discord stores them, by name. A name says which sprite and which drawing it is, and its last digits
follow from the rest: so an upload that was killed goes on with what is missing, a new drawing replaces
the old one, and nobody else's emoji is touched.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import logging
import re
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from http import HTTPStatus

import discord
from discord.ext import commands

from bot import sprites
from bot.discord_io.interactions.context import UNSENT
from bot.screens.server.help_pages import DiscordRejection, EmojiProgress

log = logging.getLogger(__name__)

EMOJIS_MAX = 2_000
"""The maximum number of emojis of an application."""
NO_ROOM = 30008
"""Discord's error code for one more."""
PAUSE_SECONDS = 0.2
"""Seconds between two calls, so that play comes first."""
LOOK_SECONDS = 3600.0
"""Seconds between checks for deleted ones."""
AGAIN_SECONDS = (60.0, 600.0, 3600.0)
"""Delays before a retry; the last one repeats."""


def emoji_name(sprite: str, image: bytes) -> str:
    """The name of a drawing's emoji, such as `die_5_` and eight digits; Discord allows 32 characters."""
    name = f"{sprite}_{hashlib.sha256(image).hexdigest()[:4]}"
    return name + _proof(name)


def is_ours(name: str) -> bool:
    """Return True if an emoji of this name was uploaded by us, in any version."""
    return re.fullmatch(r"\w+_[0-9a-f]{8}", name) is not None and name[-4:] == _proof(name[:-4])


def image_of(sprite: str) -> bytes:
    """A sprite's PNG."""
    return sprites.path_of(sprite, 128).read_bytes()


@cache
def wanted() -> dict[str, str]:
    """The sprites by the names of their emojis, most useful first."""
    return {emoji_name(sprite, image_of(sprite)): sprite for sprite in sprites.names()}


def _written(name: str, number: int) -> str:
    return f"<:{name}:{number}>"


def _proof(name: str) -> str:
    return hashlib.sha256(f"taproom {name}".encode()).hexdigest()[:4]


class ApplicationEmojis:
    """Uploads the sprites after the start and keeps them there; failures stop nothing else."""

    def __init__(self, bot: commands.AutoShardedBot, now: Callable[[], float], *, is_wanted: bool) -> None:
        self._bot = bot
        self._now = now
        self._is_wanted = is_wanted
        self._ids: dict[str, int] = {}
        self.markup: Mapping[str, str] = {}
        """Emojis by sprite, as written in messages; another mapping after each upload and deletion."""
        self._refused: tuple[int, int] | None = None
        self._again_at = 0.0
        self._is_leading = True
        self._task: asyncio.Task[None] | None = None

    @property
    def progress(self) -> EmojiProgress | None:
        """Return the upload's progress, and why it is incomplete; None if emojis are not wanted."""
        if not self._is_wanted:
            return None
        refusal = None if self._refused is None else DiscordRejection(*self._refused, self._again_at)
        return EmojiProgress(len(self.markup), len(wanted()), refusal)

    def begin(self, *, is_leading: bool = True) -> None:
        """If wanted, upload what is missing, and check now and then; nobody waits for it.

        Of several processes the leading one does; the others look for what it has uploaded.
        """
        self._is_leading = is_leading
        if self._is_wanted:
            self._task = asyncio.create_task(self._keep_up())

    async def stop(self) -> None:
        """Stop, even in the middle; the next start goes on from there."""
        if self._task is not None:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task

    async def _keep_up(self) -> None:
        failures = 0
        while True:
            before, self._refused = len(self.markup), None
            self._refused = await self._try()
            failures = 0 if len(self.markup) > before else failures
            wait = LOOK_SECONDS
            if self._refused is not None:
                wait = AGAIN_SECONDS[min(failures, len(AGAIN_SECONDS) - 1)]
                failures += 1
            self._again_at = self._now() + wait
            await asyncio.sleep(wait)

    async def _try(self) -> tuple[int, int] | None:
        """Discord's status and error code if it refused any; both 0 if it could not be reached."""
        try:
            return await self._put_up()
        except discord.HTTPException as refused:
            log.warning("Discord refuses our emojis: %s", refused)
            return refused.status, refused.code
        except UNSENT as lost:
            log.warning("our emojis could not be put up: %s", lost)
        except Exception:
            log.exception("our emojis could not be put up")
        return 0, 0

    async def _put_up(self) -> tuple[int, int] | None:
        refused = None
        there = await self._bot.fetch_application_emojis()
        self._ids = {each.name: each.id for each in there if is_ours(each.name)}
        there_already = wanted().keys() & self._ids.keys()
        self.markup = {wanted()[name]: _written(name, self._ids[name]) for name in there_already}
        missing = [name for name in wanted() if name not in self._ids]
        if not self._is_leading:
            return (0, 0) if missing else None
        outdated = [name for name in self._ids if name not in wanted()]
        if len(there) + len(missing) > EMOJIS_MAX:
            # Without room for both, the old ones go first.
            await self._take_down(outdated)
        for name in missing:
            await asyncio.sleep(PAUSE_SECONDS)
            try:
                emoji = await self._bot.create_application_emoji(name=name, image=image_of(wanted()[name]))
            except discord.HTTPException as one:
                # One drawing that Discord refuses does not stop the others.
                if one.status != HTTPStatus.BAD_REQUEST or one.code == NO_ROOM:
                    raise
                log.warning("Discord refuses one of our emojis: %s", one)
                refused = one.status, one.code
            else:
                self._ids[name] = emoji.id
                # Never changed in place: whether a screen has to be drawn anew is seen by comparing it.
                self.markup = {**self.markup, wanted()[name]: _written(name, emoji.id)}
        await self._take_down(name for name in outdated if name in self._ids)
        return refused

    async def _take_down(self, names: Iterable[str]) -> None:
        application = self._bot.application_id
        assert application is not None
        for name in names:
            await asyncio.sleep(PAUSE_SECONDS)
            with contextlib.suppress(discord.NotFound):
                await self._bot.http.delete_application_emoji(application, self._ids[name])
            del self._ids[name]
