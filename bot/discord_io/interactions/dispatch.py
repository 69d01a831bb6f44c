"""The frame of every interaction: accepted once, in the user's language, and always answered."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from typing import Protocol, cast

import discord
from discord import app_commands

from bot.application import InteractionGate
from bot.discord_io.client import BotClient
from bot.discord_io.interactions.context import UNSENT, DiscordContext, Interaction
from bot.discord_io.interactions.requests import require_known
from bot.discord_io.messages.live_messages import TOKEN_SECONDS
from bot.front import refusals
from bot.front.forms import FieldError, NotAMember, NotOurs, filled_again
from bot.front.protocols import EphemeralMessage
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
        "I don’t have permission to do that in this channel. A manager can run `/manage doctor`."
    ),
}
"""Texts for errors of Discord and discord.py that are no fault of the bot."""
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
        """Count a received interaction."""

    def refused(self, kind: str) -> None:
        """Count a refusal by kind: the name of a `UserError` class, or `fault`."""


class InteractionTracker:
    """Remembers the accepted interactions, and counts the answers in progress.

    An interaction delivered twice is answered once (F-22); the bot stops only after all are answered (F-5).
    """

    def __init__(self, gate: InteractionGate) -> None:
        self.gate = gate
        self.observer: AnswersObserver | None = None
        self._accepted: OrderedDict[int, float] = OrderedDict()
        """The time of acceptance by interaction id."""
        self._count = 0
        self._idle = asyncio.Event()
        self._idle.set()

    async def accepts(self, interaction: Interaction) -> bool:
        """Accept an interaction; return False if it was accepted before, or another process answers it."""
        if interaction.id in self._accepted:
            return False
        self._accepted[interaction.id] = time.monotonic()
        if len(self._accepted) > REMEMBERED_MAX:
            self._accepted.popitem(last=False)
        if self.observer is not None:
            self.observer.came(interaction.type)
        return await self.gate.admits(interaction.id)

    def waited(self, interaction: int) -> float | None:
        """Return the seconds since an interaction was received; None if it is no longer remembered."""
        accepted_at = self._accepted.get(interaction)
        return None if accepted_at is None else time.monotonic() - accepted_at

    def refused(self, kind: str) -> None:
        """Count a refusal."""
        if self.observer is not None:
            self.observer.refused(kind)

    @contextlib.contextmanager
    def in_progress(self) -> Iterator[None]:
        """Mark one answer as in progress."""
        self._count += 1
        self._idle.clear()
        try:
            yield
        finally:
            self._count -= 1
            if self._count == 0:
                self._idle.set()

    async def quiet(self) -> None:
        """Wait until no answer is in progress."""
        await self._idle.wait()


@contextlib.asynccontextmanager
async def answering(interaction: Interaction, *, is_public: bool = False) -> AsyncIterator[DiscordContext]:
    """Yield the context of an interaction; an error in the block is explained to the user."""
    ctx = DiscordContext(interaction, is_public=is_public)
    bot = cast("BotClient", interaction.client)
    if ctx.server != ELSEWHERE:
        bot.last_languages.note(interaction.user.id, interaction.locale.value)
    with bot.answers.in_progress():
        async with ctx.in_time():
            with speaking(await _language(bot, interaction)):
                try:
                    yield ctx
                except Exception as error:  # noqa: BLE001  # nothing may end in "the application did not respond"
                    await explain(ctx, error)


async def _language(bot: BotClient, interaction: Interaction) -> str:
    """Return the language of responses: the user's own choice, or else that of their Discord client."""
    client_language = spoken(interaction.locale.value)
    try:
        return await bot.app.tavern.language_for(interaction.user.id, client_language)
    except StorageError:
        return client_language


async def explain(ctx: DiscordContext, error: BaseException) -> None:
    """Tell the user why something failed; a bug is logged under an error number."""
    if isinstance(error, app_commands.CommandInvokeError | app_commands.TransformerError | Unfit):
        error = error.__cause__ or error
    words = sentence(error, await _currency(ctx))
    cause = error.slip if isinstance(error, FieldError) else error
    cast("BotClient", ctx.interaction.client).answers.refused(
        "fault" if words is None else type(cause).__name__
    )
    is_fault = words is None
    if words is None:
        words = refusals.fault(error)
    screen = _field_refusal(ctx, error, words) if isinstance(error, FieldError) else refusal(words)
    try:
        sent = await ctx.send_ephemeral(screen)
    except UNSENT as unsent:
        log.warning("a refusal could not be told: %s", unsent)
        return
    # The number of a fault is kept: its reader may want to report it.
    if sent is not None and not is_fault:
        key = (ctx.player, ctx.channel, type(cause).__name__)
        await cast("BotClient", ctx.interaction.client).last_refusals.replace(key, sent)


class LastRefusals:
    """Each person's latest refusal of a kind in a channel: the next one of that kind replaces it.

    They are kept in memory only; a refusal whose token has expired is left for Discord to remove.
    """

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._sent: OrderedDict[tuple[int, int, str], tuple[EphemeralMessage, float]] = OrderedDict()

    async def replace(self, key: tuple[int, int, str], sent: EphemeralMessage) -> None:
        """Remember a refusal, and delete the one of its kind before it."""
        before, at = self._sent.pop(key, (None, 0.0))
        self._sent[key] = sent, self._now()
        if len(self._sent) > REMEMBERED_MAX:
            self._sent.popitem(last=False)
        if before is None or before.delete is None or self._now() - at > TOKEN_SECONDS:
            return
        try:
            await before.delete()
        except UNSENT as unsent:
            # Its reader may have dismissed it.
            log.info("a refusal could not be taken away: %s", unsent)


def sentence(error: BaseException, currency: str) -> str | None:
    """Return the text for the user whose request raised this, or None if it is not a user error."""
    if isinstance(error, discord.HTTPException) and error.code in BLOCKED:
        return _(BLOCKED_SAYS)
    # Never show a library's own error text.
    template = next((text for kind, text in FOREIGN.items() if isinstance(error, kind)), None)
    return refusals.sentence(error, currency) if template is None else _(template)


def _field_refusal(ctx: DiscordContext, error: FieldError, words: str) -> Screen:
    """Return a refusal that names the command's option or the form's field, and reopens the form (F-43)."""
    request, bot = ctx.request, cast("BotClient", ctx.interaction.client)
    if request.kind == "command":
        return refusal(words, f"`{pgettext(OPTION, error.field)}`")
    stored_forms = bot.app.pending_forms
    form = stored_forms.shown_form(ctx.player, request.action)
    if form is None:  # sent before a restart
        return refusal(words)
    label = next((each.label for each in form.fields if each.name == error.field), "")
    server = bot.surroundings
    again = filled_again(form, request.fields, server.channels(ctx), server.roles(ctx))
    return refused_form(words, label if len(form.fields) > 1 else "", stored_forms.keep(ctx.player, again))


async def _currency(ctx: DiscordContext) -> str:
    """Return the server's currency, or the default if the settings can't be read."""
    try:
        bot = cast("BotClient", ctx.interaction.client)
        settings = await bot.app.tavern.settings(ctx.server)
    except StorageError:
        return ServerSettings().currency
    return settings.currency


class Unfit(app_commands.AppCommandError):
    """An unknown or outdated command; `__cause__` is the `UserError` for the user."""


class Tree(app_commands.CommandTree[discord.Client]):
    """The command tree: each interaction acts once, and every error is explained to the user.

    By default commands work in servers only.
    """

    def __init__(self, client: discord.Client) -> None:
        super().__init__(
            client,
            allowed_contexts=app_commands.AppCommandContext(guild=True),
            allowed_installs=app_commands.AppInstallationType(guild=True),
        )

    async def interaction_check(self, interaction: Interaction) -> bool:
        """Return True if the interaction is a user's command that was not accepted before."""
        bot = cast("BotClient", interaction.client)
        if interaction.user.bot or not await bot.answers.accepts(interaction):
            return False
        if bot.page_links.activity and dict(interaction.data or {}).get("type") == ENTRY_POINT:
            # Discord opens the Activity itself, unless the developer portal leaves that to the bot.
            async with answering(interaction) as ctx:
                if not await ctx.launch():
                    await ctx.send_ephemeral(opened_elsewhere(ctx.request.parent, ""))
            return False
        try:
            require_known(interaction)
        except UserError as error:
            raise Unfit from error
        return True

    async def on_error(self, interaction: Interaction, error: app_commands.AppCommandError) -> None:
        """Answer errors raised before the command's handler runs, such as a malformed option."""
        if interaction.type is discord.InteractionType.autocomplete:
            # Discord accepts nothing but a list of choices here.
            with contextlib.suppress(*UNSENT):
                await interaction.response.autocomplete([])
            return
        ctx = DiscordContext(interaction)
        with speaking(spoken(interaction.locale.value)):
            async with ctx.in_time():
                await explain(ctx, error)
