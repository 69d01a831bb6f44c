"""Around everything that a person sets off: one reply, the right language, and never silence."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
from collections import OrderedDict
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from typing import TypeAlias

import discord
from discord import app_commands

from bot.errors import sentence
from bot.reply import UNSENT, Interaction, Reply
from bot.screens.notes import refusal
from bot.words import _, speaking
from games.engine.house_rules import Option
from storage.errors import StorageError

log = logging.getLogger(__name__)

REMEMBERED_MAX = 4096
ENGLISH_COINS = "coins"

Currency: TypeAlias = Callable[[], Awaitable[str]]


class Deliveries:
    """Which interactions this process has taken on, so that one delivered twice is answered once (F-22)."""

    def __init__(self) -> None:
        self._ids: OrderedDict[int, None] = OrderedDict()

    def is_new(self, interaction: Interaction) -> bool:
        """Take an interaction on; False if it has been already."""
        if interaction.id in self._ids:
            return False
        self._ids[interaction.id] = None
        if len(self._ids) > REMEMBERED_MAX:
            self._ids.popitem(last=False)
        return True


class Answers:
    """The answers that are underway, so that nobody is left without one when the bot leaves (F-5)."""

    def __init__(self) -> None:
        self._count = 0
        self._none = asyncio.Event()
        self._none.set()

    @property
    def are_underway(self) -> bool:
        """Whether anybody waits for an answer."""
        return self._count > 0

    @contextlib.contextmanager
    def one(self) -> Iterator[None]:
        """While one answer is underway."""
        self._count += 1
        self._none.clear()
        try:
            yield
        finally:
            self._count -= 1
            if self._count == 0:
                self._none.set()

    async def quiet(self) -> None:
        """Wait until everybody has been answered."""
        await self._none.wait()


@contextlib.asynccontextmanager
async def answering(
    interaction: Interaction,
    *,
    is_public: bool = False,
    currency: str | Currency = ENGLISH_COINS,
    options: tuple[Option, ...] = (),
) -> AsyncIterator[Reply]:
    """A reply to an interaction; whatever goes wrong in the block is told to the person in words.

    `currency` is what the server calls its money, or where to ask for it if it has to be said.
    """
    reply = Reply(interaction, is_public=is_public)
    with speaking(interaction.locale.value), interaction.client.answers.one():
        try:
            async with reply.in_time():
                yield reply
        except Exception as error:  # noqa: BLE001  # nothing may end in "the application did not respond"
            await explain(reply, error, await _named(currency), options)


async def _named(currency: str | Currency) -> str:
    if isinstance(currency, str):
        return currency
    try:
        return await currency()
    except StorageError:
        return ENGLISH_COINS


async def explain(
    reply: Reply, error: BaseException, currency: str = ENGLISH_COINS, options: tuple[Option, ...] = ()
) -> None:
    """Tell a person why something was not done; a fault of ours goes to the log under a number."""
    if isinstance(error, app_commands.CommandInvokeError | app_commands.TransformerError):
        error = error.__cause__ or error
    words = sentence(error, currency, options)
    if words is None:
        number = secrets.token_hex(3)
        log.error("error %s", number, exc_info=error)
        words = _("Something went wrong on our side (error {number}). Please try again.").format(
            number=number
        )
    try:
        await reply.whisper(refusal(words))
    except UNSENT as unsent:
        log.warning("a refusal could not be told: %s", type(unsent).__name__)


class Tree(app_commands.CommandTree[discord.Client]):
    """The slash commands, each interaction acted on once, every error answered in words."""

    def __init__(self, client: discord.Client) -> None:
        super().__init__(client)
        self.deliveries = Deliveries()

    async def interaction_check(self, interaction: Interaction) -> bool:
        """Let an interaction through once."""
        return self.deliveries.is_new(interaction)

    async def on_error(self, interaction: Interaction, error: app_commands.AppCommandError) -> None:
        """Answer what went wrong before a command's own block began, such as a malformed option."""
        with speaking(interaction.locale.value):
            await explain(Reply(interaction), error)
