"""Uploads the sprites as the application's emojis, in the background; until then screens use words (F-61).

Screen readers read an emoji's name aloud, so a card's is called after the card: `7_of_beasts`. Which version
of its picture it shows is recorded in the database. An emoji of an earlier version, whose name ended with a
hash of its picture, is renamed: its id stays, and with it every message that shows it. A new drawing is
uploaded beside the old one, which is deleted once all new ones are there. Emojis that somebody else has
uploaded are left alone.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import logging
import re
from collections.abc import Callable, Container, Iterable, Mapping
from dataclasses import replace
from functools import cache, partial
from http import HTTPStatus

import discord
from discord.ext import commands

from bot import sprites
from bot.discord_io.interactions.context import UNSENT
from bot.screens.server.help_pages import DiscordRejection, EmojiProgress
from bot.screens.sprite_words import card_in_words
from bot.text.translate import speaking
from games.engine.core.errors import must_find
from storage import emojis as storage
from storage.db.database import Database
from storage.db.transaction import Transaction
from storage.emojis import KeptEmoji

log = logging.getLogger(__name__)

ENGLISH = "en"
"""The language of the names, which all servers share."""
NAME_LENGTH = 32
"""The maximum length of an emoji's name."""
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


def emoji_name(sprite: str) -> str:
    """Return the name by which a sprite's emoji is heard; Discord allows 2 to 32 letters, digits and `_`."""
    return {each: name for name, each in sprites_by_emoji().items()}[sprite]


def is_hashed(name: str) -> bool:
    """Return True for a name that an earlier version has given: a sprite, a picture's hash, a check sum."""
    return re.fullmatch(r"\w+_[0-9a-f]{8}", name) is not None and name[-4:] == _checksum(name[:-4])


def image_of(sprite: str) -> bytes:
    """Return a sprite's PNG."""
    return sprites.path_of(sprite, 128).read_bytes()


@cache
def sprites_by_emoji() -> dict[str, str]:
    """Return the sprites by the names of their emojis, most useful first."""
    named: dict[str, str] = {}
    with speaking(ENGLISH):
        for sprite in sprites.names():
            heard = re.sub(r"[^a-z0-9]+", "_", card_in_words(sprite).casefold()).strip("_")
            names = (heard.removeprefix("the_")[: NAME_LENGTH - 2], sprite)
            name = must_find(each for each in names if re.fullmatch(r"\w{2,}", each, re.ASCII))
            named[_free(name, named)] = sprite
    return named


@cache
def picture_of(sprite: str) -> str:
    """Return the beginning of the SHA-256 of a sprite's picture."""
    return hashlib.sha256(image_of(sprite)).hexdigest()[:16]


def record_planned(tx: Transaction) -> None:
    """Record all emojis as before an upload, so that those which exist already are known by their names."""
    for name, sprite in sprites_by_emoji().items():
        storage.record(tx, KeptEmoji(name, sprite, picture_of(sprite)))


def _free(name: str, taken: Container[str]) -> str:
    """Return a name, with a number if it is taken."""
    return must_find(
        each for each in (name, *(f"{name}_{number}" for number in range(2, 100))) if each not in taken
    )


def _markup(name: str, emoji_id: int) -> str:
    return f"<:{name}:{emoji_id}>"


def _checksum(name: str) -> str:
    return hashlib.sha256(f"taproom {name}".encode()).hexdigest()[:4]


class ApplicationEmojis:
    """Uploads the sprites after the start, and again if one is deleted; a failure affects nothing else."""

    def __init__(
        self, bot: commands.AutoShardedBot, database: Database, now: Callable[[], float], *, is_wanted: bool
    ) -> None:
        self._bot = bot
        self._database = database
        self._now = now
        self._is_wanted = is_wanted
        self._names: dict[int, str] = {}
        """The names of the application's emojis, ours or not, by id."""
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
        """Upload missing emojis, rename and delete outdated ones; return the status and code of a refusal."""
        emojis = await self._bot.fetch_application_emojis()
        self._names = {each.id: each.name for each in emojis}
        ours = await self._known()
        current = {each.sprite: each for each in ours if _is_current(each)}
        self.markup = {sprite: _markup(each.name, each.id or 0) for sprite, each in current.items()}
        missing = [sprite for sprite in sprites_by_emoji().values() if sprite not in current]
        if not self._is_leading:
            return (0, 0) if missing else None
        outdated = [each for each in ours if current.get(each.sprite) != each]
        if len(emojis) + len(missing) > EMOJIS_MAX:
            # Without room for both, the outdated emojis are deleted first.
            await self._delete(outdated)
            outdated = []
        failures = [await self._upload(sprite, outdated) for sprite in missing]
        for sprite, each in current.items():
            # With a number, where somebody else's emoji had the name.
            if not re.fullmatch(rf"{emoji_name(sprite)}(_\d{{1,2}})?", each.name):
                await self._rename(each, emoji_name(sprite))
        await self._delete(outdated)
        return next((each for each in failures if each), None)

    async def _known(self) -> list[KeptEmoji]:
        """Return our emojis that Discord has: the recorded ones, and those that earlier versions named."""
        recorded = await self._database.read(storage.kept)
        by_id = {each.id: each for each in recorded}
        # Recorded before an upload, and uploaded just before a kill.
        by_name = {each.name: each for each in recorded if each.id is None}
        known = []
        for number, name in self._names.items():
            if number in by_id:
                known.append(replace(by_id[number], name=name))
            elif name in by_name:
                known.append(replace(by_name[name], id=number))
            elif is_hashed(name):
                known.append(KeptEmoji(name, name[:-9], name[-8:-4], number))
        return known

    async def _upload(self, sprite: str, outdated: list[KeptEmoji]) -> tuple[int, int] | None:
        """Upload a sprite; if Discord refuses this picture alone, return the status and code."""
        await asyncio.sleep(PAUSE_SECONDS)
        name = emoji_name(sprite)
        for index, each in enumerate(outdated):
            if each.name == name:
                # It stays until all new ones are there, under another name.
                outdated[index] = await self._rename(each, f"old_{name}"[:NAME_LENGTH])
        name = _free(name, self._names.values())
        planned = KeptEmoji(name, sprite, picture_of(sprite))
        await self._database.write(lambda tx: storage.record(tx, planned))
        try:
            emoji = await self._bot.create_application_emoji(name=name, image=image_of(sprite))
        except discord.HTTPException as error:
            # If Discord refuses a single image, the others are still uploaded.
            if error.status != HTTPStatus.BAD_REQUEST or error.code == NO_ROOM:
                raise
            log.warning("Discord refuses one of our emojis: %s", error)
            await self._database.write(lambda tx: storage.forget(tx, name))
            return error.status, error.code
        await self._take(replace(planned, id=emoji.id))
        return None

    async def _rename(self, emoji: KeptEmoji, name: str) -> KeptEmoji:
        """Rename an emoji, which keeps its id; return it as it is then."""
        await asyncio.sleep(PAUSE_SECONDS)
        renamed = replace(emoji, name=_free(name, self._names.values()))
        application = self._bot.application_id
        assert application is not None
        assert emoji.id is not None
        await self._bot.http.edit_application_emoji(application, emoji.id, payload={"name": renamed.name})
        await self._take(renamed)
        return renamed

    async def _take(self, emoji: KeptEmoji) -> None:
        """Record an emoji that Discord has, and show it from now on if it is up to date."""
        await self._database.write(lambda tx: storage.record(tx, emoji))
        assert emoji.id is not None
        self._names[emoji.id] = emoji.name
        if _is_current(emoji):
            # Never changed in place: screens compare the mapping to learn whether to redraw.
            self.markup = {**self.markup, emoji.sprite: _markup(emoji.name, emoji.id)}

    async def _delete(self, emojis: Iterable[KeptEmoji]) -> None:
        application = self._bot.application_id
        assert application is not None
        for each in emojis:
            assert each.id is not None
            await asyncio.sleep(PAUSE_SECONDS)
            with contextlib.suppress(discord.NotFound):
                await self._bot.http.delete_application_emoji(application, each.id)
            del self._names[each.id]
            await self._database.write(partial(storage.forget, name=each.name))


def _is_current(emoji: KeptEmoji) -> bool:
    """Return True if an emoji shows its sprite as it is drawn now."""
    is_drawn = emoji.sprite in sprites_by_emoji().values()
    return is_drawn and picture_of(emoji.sprite).startswith(emoji.picture)
