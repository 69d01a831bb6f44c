"""A protocol of the bot's Discord client, so that this package need not import `bot/discord_bot.py`."""

from __future__ import annotations

from collections.abc import Awaitable
from contextlib import AbstractContextManager
from typing import Any, Protocol

from discord import Interaction

from bot.application import Application
from bot.front.page_links import PageLinks
from bot.front.protocols import EphemeralMessage, SingleFront
from bot.screens.core.screen import Screen


class AnswerTracker(Protocol):
    """Admits each interaction once and tracks the answers in progress."""

    def in_progress(self) -> AbstractContextManager[None]:
        """Mark one answer as in progress."""

    def refused(self, kind: str) -> None:
        """Count a refusal by the name of its class."""

    def accepts(self, interaction: Interaction[Any]) -> Awaitable[bool]:
        """Return True if this process answers the interaction, and has not accepted it before."""


class LanguageMemory(Protocol):
    """Remembers the locales of users."""

    def note(self, player: int, code: str) -> None:
        """Remember a user's locale."""


class RefusalMemory(Protocol):
    """Remembers each person’s latest refusal of a kind in a channel."""

    async def replace(self, key: tuple[int, int, str], sent: EphemeralMessage) -> None:
        """Remember a refusal, and delete the one of its kind before it."""


class MentionResolver(Protocol):
    """Replaces mentions by names."""

    async def named(self, server: int, screen: Screen) -> Screen:
        """Return the screen with its mentions replaced by names."""


class BotClient(SingleFront, Protocol):
    """The bot's client, as far as the modules of this package use it.

    `command_sync` is a `CommandSync` and `picture_uploads` a `PictureUploads`; their modules import this one.
    """

    app: Application
    page_links: PageLinks
    answers: AnswerTracker
    last_languages: LanguageMemory
    last_refusals: RefusalMemory
    named_people: MentionResolver
    command_sync: Any
    picture_uploads: Any
