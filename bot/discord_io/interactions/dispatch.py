"""Around every interaction: one reply, the right language, and never silence."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections import OrderedDict
from collections.abc import AsyncIterator, Iterator, Mapping
from typing import Protocol, cast

import discord
from discord import app_commands

from bot.application import InteractionGate
from bot.discord_io.client import BotClient
from bot.discord_io.interactions.context import UNSENT, DiscordContext, Interaction
from bot.discord_io.interactions.requests import require_known
from bot.front import refusals
from bot.front.forms import FieldError, NotAMember, NotOurs, filled_again
from bot.screens.core.presenter import refusal, refused_form
from bot.screens.core.screen import Screen
from bot.screens.table.message import opened_elsewhere
from bot.text.translate import _, pgettext, speaking, spoken
from games.engine.core.errors import N_, UserError
from storage.errors import StorageError
from storage.people.server_settings import ServerSettings
from storage.play.postings import ELSEWHERE

log = logging.getLogger(__name__)

FOREIGN: Mapping[type[BaseException], str] = {
    app_commands.CommandSignatureMismatch: NotOurs.template,
    app_commands.TransformerError: NotAMember.template,
    discord.Forbidden: N_(
        "I lack a permission for that in this channel. A manager can run `/manage doctor`."
    ),
}
"""Errors of Discord and its library that are not our fault."""
BLOCKED = (200000, 200001, 240000)
"""Discord’s error codes for a message that AutoMod or a link filter has blocked."""
BLOCKED_SAYS = N_(
    "AutoMod blocked my answer in this server. What you did still counts. A moderator here can see in "
    "AutoMod’s log which rule it was."
)
REMEMBERED_MAX = 4096
ENTRY_POINT = 4
"""The type of command that opens an Activity; Discord creates it and requires it to be kept."""
OPTION = "option"
"""The gettext context of command options."""


class AnswersObserver(Protocol):
    """Counts interactions and refusals."""

    def came(self, kind: discord.InteractionType) -> None:
        """Note that an interaction came in."""

    def refused(self, kind: str) -> None:
        """Count a refusal by kind: the name of a class of ours, or `fault`."""


class InteractionTracker:
    """Accepted interactions, and answers in progress.

    An interaction delivered twice is answered once (F-22); the bot stops only after all are answered (F-5).
    """

    def __init__(self, door: InteractionGate) -> None:
        self.door = door
        self.observer: AnswersObserver | None = None
        self._ids: OrderedDict[int, float] = OrderedDict()
        self._count = 0
        self._none = asyncio.Event()
        self._none.set()

    async def accepts(self, interaction: Interaction) -> bool:
        """Accept an interaction, if it is ours to answer and was not accepted before."""
        if interaction.id in self._ids:
            return False
        self._ids[interaction.id] = time.monotonic()
        if len(self._ids) > REMEMBERED_MAX:
            self._ids.popitem(last=False)
        if self.observer is not None:
            self.observer.came(interaction.type)
        return await self.door.admits(interaction.id)

    def waited(self, interaction: int) -> float | None:
        """Seconds since an interaction came in, by its id; None if that is long ago."""
        came_at = self._ids.get(interaction)
        return None if came_at is None else time.monotonic() - came_at

    def refused(self, kind: str) -> None:
        """Note a refusal."""
        if self.observer is not None:
            self.observer.refused(kind)

    @contextlib.contextmanager
    def one(self) -> Iterator[None]:
        """Marks one answer as in progress."""
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
async def answering(interaction: Interaction, *, is_public: bool = False) -> AsyncIterator[DiscordContext]:
    """A reply to an interaction; errors in the block are told to the person in words."""
    reply = DiscordContext(interaction, is_public=is_public)
    bot = cast("BotClient", interaction.client)
    if reply.server != ELSEWHERE:
        bot.last_languages.heard(interaction.user.id, interaction.locale.value)
    with speaking(spoken(interaction.locale.value)), bot.answers.one():
        async with reply.in_time():
            try:
                yield reply
            except Exception as error:  # noqa: BLE001  # nothing may end in "the application did not respond"
                await explain(reply, error)


async def explain(ctx: DiscordContext, error: BaseException) -> None:
    """Tell a person why something failed; our own faults are logged under a number."""
    if isinstance(error, app_commands.CommandInvokeError | app_commands.TransformerError | Unfit):
        error = error.__cause__ or error
    words = sentence(error, await _currency(ctx))
    slip = error.slip if isinstance(error, FieldError) else error
    cast("BotClient", ctx.interaction.client).answers.refused(
        "fault" if words is None else type(slip).__name__
    )
    if words is None:
        words = refusals.fault(error)
    screen = _named(ctx, error, words) if isinstance(error, FieldError) else refusal(words)
    try:
        await ctx.send_ephemeral(screen)
    except UNSENT as unsent:
        log.warning("a refusal could not be told: %s", unsent)


def sentence(error: BaseException, currency: str) -> str | None:
    """Return the text for the user whose request raised this, or None if it is not a user error."""
    if isinstance(error, discord.HTTPException) and error.code in BLOCKED:
        return _(BLOCKED_SAYS)
    # Never show a library's own error text.
    words = next((said for kind, said in FOREIGN.items() if isinstance(error, kind)), None)
    return refusals.sentence(error, currency) if words is None else _(words)


def _named(ctx: DiscordContext, error: FieldError, words: str) -> Screen:
    """A refusal that names the option, or the field of a form, and leads back to that form (F-43)."""
    visit, bot = ctx.request, cast("BotClient", ctx.interaction.client)
    if visit.kind == "command":
        return refusal(words, f"`{pgettext(OPTION, error.field)}`")
    kept = bot.app.asked_forms
    form = kept.asked(ctx.player, visit.action)
    if form is None:  # asked before a restart
        return refusal(words)
    label = next((each.label for each in form.fields if each.name == error.field), "")
    known = bot.surroundings
    again = filled_again(form, visit.fields, known.channels(ctx), known.roles(ctx))
    return refused_form(words, label if len(form.fields) > 1 else "", kept.keep(ctx.player, again))


async def _currency(ctx: DiscordContext) -> str:
    """The server's currency, or the default if it cannot be read."""
    try:
        bot = cast("BotClient", ctx.interaction.client)
        settings = await bot.app.tavern.settings(ctx.server)
    except StorageError:
        return ServerSettings().currency
    return settings.currency


class Unfit(app_commands.AppCommandError):
    """An unknown or outdated command; `__cause__` says which."""


class Tree(app_commands.CommandTree[discord.Client]):
    """The slash commands; each interaction acts once, and every error is answered in words.

    By default commands work in servers only.
    """

    def __init__(self, client: discord.Client) -> None:
        super().__init__(
            client,
            allowed_contexts=app_commands.AppCommandContext(guild=True),
            allowed_installs=app_commands.AppInstallationType(guild=True),
        )

    async def interaction_check(self, interaction: Interaction) -> bool:
        """Accept a user's interaction once, if it is a command of ours."""
        bot = cast("BotClient", interaction.client)
        if interaction.user.bot or not await bot.answers.accepts(interaction):
            return False
        if bot.way_in.activity and dict(interaction.data or {}).get("type") == ENTRY_POINT:
            # Discord opens the Activity by itself, unless the portal leaves that to us.
            async with answering(interaction) as reply:
                if not await reply.launch():
                    await reply.send_ephemeral(opened_elsewhere(reply.request.parent, ""))
            return False
        try:
            require_known(interaction)
        except UserError as slip:
            raise Unfit from slip
        return True

    async def on_error(self, interaction: Interaction, error: app_commands.AppCommandError) -> None:
        """Answer errors from before the command's own block, such as a malformed option."""
        if interaction.type is discord.InteractionType.autocomplete:
            # Autocompletion can show nothing but a list.
            with contextlib.suppress(*UNSENT):
                await interaction.response.autocomplete([])
            return
        reply = DiscordContext(interaction)
        with speaking(spoken(interaction.locale.value)):
            async with reply.in_time():
                await explain(reply, error)
