"""Uploads the sprites as the application's emojis, in the background; until then screens use words (F-61).

Only Discord stores the emojis. An emoji's name contains the sprite's name, a hash of its image, and a check
sum. So an interrupted upload continues with the missing sprites, a new drawing replaces the old one, and
emojis that somebody else has uploaded are left alone.
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
"""Discord's error code for more emojis than `EMOJIS_MAX`."""
PAUSE_SECONDS = 0.2
"""Seconds between two requests, so that games are not delayed."""
CHECK_SECONDS = 3600.0
"""Seconds between checks for deleted emojis."""
RETRY_SECONDS = (60.0, 600.0, 3600.0)
"""Delays before a retry; the last one repeats."""


def emoji_name(sprite: str, image: bytes) -> str:
    """Return an emoji's name, such as `die_5_` and eight digits; Discord allows 32 characters."""
    name = f"{sprite}_{hashlib.sha256(image).hexdigest()[:4]}"
    return name + _checksum(name)


def is_ours(name: str) -> bool:
    """Return True if the bot, in any version, has uploaded an emoji of this name."""
    return re.fullmatch(r"\w+_[0-9a-f]{8}", name) is not None and name[-4:] == _checksum(name[:-4])


def image_of(sprite: str) -> bytes:
    """Return a sprite's PNG."""
    return sprites.path_of(sprite, 128).read_bytes()


@cache
def sprites_by_emoji() -> dict[str, str]:
    """Return the sprites by the names of their emojis, most useful first."""
    return {emoji_name(sprite, image_of(sprite)): sprite for sprite in sprites.names()}


def _markup(name: str, emoji_id: int) -> str:
    return f"<:{name}:{emoji_id}>"


def _checksum(name: str) -> str:
    return hashlib.sha256(f"taproom {name}".encode()).hexdigest()[:4]


class ApplicationEmojis:
    """Uploads the sprites after the start, and again if one is deleted; a failure affects nothing else."""

    def __init__(self, bot: commands.AutoShardedBot, now: Callable[[], float], *, is_wanted: bool) -> None:
        self._bot = bot
        self._now = now
        self._is_wanted = is_wanted
        self._ids: dict[str, int] = {}
        self.markup: Mapping[str, str] = {}
        """The emojis' markup by sprite; each upload or deletion assigns a new mapping."""
        self._failure: tuple[int, int] | None = None
        """The status and error code of Discord's last refusal, or zeros if Discord was unreachable."""
        self._next_at = 0.0
        self._is_leading = True
        self._task: asyncio.Task[None] | None = None

    @property
    def progress(self) -> EmojiProgress | None:
        """Return the upload's progress, and why it is incomplete; None if emojis are not wanted."""
        if not self._is_wanted:
            return None
        refusal = None if self._failure is None else DiscordRejection(*self._failure, self._next_at)
        return EmojiProgress(len(self.markup), len(sprites_by_emoji()), refusal)

    def begin(self, *, is_leading: bool = True) -> None:
        """Start the background task, unless emojis are switched off.

        Of several processes only the leading one uploads; the others look for its uploads.
        """
        self._is_leading = is_leading
        if self._is_wanted:
            self._task = asyncio.create_task(self._run())

    async def stop(self) -> None:
        """Stop, even during an upload; the next start uploads the rest."""
        if self._task is not None:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task

    async def _run(self) -> None:
        failures = 0
        while True:
            before, self._failure = len(self.markup), None
            self._failure = await self._try()
            failures = 0 if len(self.markup) > before else failures
            wait = CHECK_SECONDS
            if self._failure is not None:
                wait = RETRY_SECONDS[min(failures, len(RETRY_SECONDS) - 1)]
                failures += 1
            self._next_at = self._now() + wait
            await asyncio.sleep(wait)

    async def _try(self) -> tuple[int, int] | None:
        """Synchronise the emojis; return None, or the failure as in `_failure`."""
        try:
            return await self._sync()
        except discord.HTTPException as error:
            log.warning("Discord refuses our emojis: %s", error)
            return error.status, error.code
        except UNSENT as error:
            log.warning("our emojis could not be put up: %s", error)
        except Exception:
            log.exception("our emojis could not be put up")
        return 0, 0

    async def _sync(self) -> tuple[int, int] | None:
        """Upload missing emojis and delete outdated ones; return the status and code of a refused image."""
        failure = None
        emojis = await self._bot.fetch_application_emojis()
        self._ids = {each.name: each.id for each in emojis if is_ours(each.name)}
        uploaded = sprites_by_emoji().keys() & self._ids.keys()
        self.markup = {sprites_by_emoji()[name]: _markup(name, self._ids[name]) for name in uploaded}
        missing = [name for name in sprites_by_emoji() if name not in self._ids]
        if not self._is_leading:
            return (0, 0) if missing else None
        outdated = [name for name in self._ids if name not in sprites_by_emoji()]
        if len(emojis) + len(missing) > EMOJIS_MAX:
            # Without room for both, the outdated emojis are deleted first.
            await self._delete(outdated)
        for name in missing:
            await asyncio.sleep(PAUSE_SECONDS)
            try:
                emoji = await self._bot.create_application_emoji(
                    name=name, image=image_of(sprites_by_emoji()[name])
                )
            except discord.HTTPException as error:
                # If Discord refuses a single image, the others are still uploaded.
                if error.status != HTTPStatus.BAD_REQUEST or error.code == NO_ROOM:
                    raise
                log.warning("Discord refuses one of our emojis: %s", error)
                failure = error.status, error.code
            else:
                self._ids[name] = emoji.id
                # Never changed in place: screens compare the mapping to learn whether to redraw.
                self.markup = {**self.markup, sprites_by_emoji()[name]: _markup(name, emoji.id)}
        await self._delete(name for name in outdated if name in self._ids)
        return failure

    async def _delete(self, names: Iterable[str]) -> None:
        application = self._bot.application_id
        assert application is not None
        for name in names:
            await asyncio.sleep(PAUSE_SECONDS)
            with contextlib.suppress(discord.NotFound):
                await self._bot.http.delete_application_emoji(application, self._ids[name])
            del self._ids[name]
