"""Responses to interactions: one response within Discord's time limit, whatever else goes wrong.

Discord requires the initial response within three seconds. `in_time` defers if the handler takes longer, and
the other methods then send follow-ups. An interaction that Discord has forgotten (10062) or that was answered
already (40060), and a response that was lost, are ignored: the transaction is committed, and its result is
shown elsewhere. A response that Discord refuses raises, and the next response is the initial one again.

Edits are serialised here, and the bodies of successful responses are dropped: Discord returns the whole
message, which discord.py would parse. Status and rate limits are in the headers; only errors are parsed.
"""

from __future__ import annotations

import asyncio
import contextlib
import io
import logging
from collections.abc import AsyncIterator, Awaitable
from dataclasses import dataclass
from functools import partial
from typing import Any, Literal, TypeAlias, TypeGuard, cast

import aiohttp
import discord
import orjson
from discord.http import Route
from discord.webhook.async_ import async_context

from bot.discord_io.client import BotClient
from bot.discord_io.interactions.requests import request_of
from bot.discord_io.messages import rendering
from bot.discord_io.messages.rendering import Upload, changed, clickable, edited, posted, uploads_of
from bot.front.protocols import Context, EphemeralMessage, File, Redraw, SingleFront
from bot.screens.core.presenter import refusal
from bot.screens.core.screen import Button, Form, Screen
from bot.text.translate import _

log = logging.getLogger(__name__)

DEFER_SECONDS = 1.8
UNKNOWN_MESSAGE = 10008
FORGOTTEN = (10062, 40060, 10015, UNKNOWN_MESSAGE, 50027, 40094)
"""Error codes: the interaction is unknown, or answered already or too often; its token or message is gone."""
SERVER_AT_FAULT = 500
TOO_MANY_REQUESTS = 429
ARCHIVED = 50083
"""The thread is archived until somebody writes in it; in a locked thread nobody can."""
TOO_OLD = 30046
"""Too many edits of a message older than an hour."""
UNSENT = (discord.HTTPException, aiohttp.ClientError, OSError)
NOBODY = discord.AllowedMentions.none()

Interaction: TypeAlias = discord.Interaction[Any]

FIRST_ERROR_STATUS = 300
NULL_BODY = b"null"


def is_refused(error: BaseException) -> TypeGuard[discord.HTTPException]:
    """Return True if Discord refused a request, and would refuse it again."""
    return (
        isinstance(error, discord.HTTPException)
        and error.status < SERVER_AT_FAULT
        and error.status != TOO_MANY_REQUESTS
        and error.code != TOO_OLD
    )


class DiscordContext:
    """The response to an interaction; with `is_public` a deferred response is visible to all."""

    def __init__(self, interaction: Interaction, *, is_public: bool = False) -> None:
        self.interaction = interaction
        self._bot = cast("BotClient", interaction.client)
        self.front: SingleFront = self._bot
        self._is_public = is_public
        self._has_responded = False
        self._deferring: asyncio.Task[bool] | None = None
        self.request = request = request_of(interaction)
        self.server, self.player, self.channel = request.place, request.person.id, request.channel
        self.is_unseen = False
        """True if Discord hides the posted message from other users."""

    @contextlib.asynccontextmanager
    async def in_time(self) -> AsyncIterator[None]:
        """Defer the response if the block takes longer than `DEFER_SECONDS`."""
        late = asyncio.get_running_loop().call_later(DEFER_SECONDS, self._defer)
        try:
            yield
        finally:
            late.cancel()
            if self._deferring is not None:
                # Later responses have awaited the deferral, too, and handled its error.
                with contextlib.suppress(*UNSENT):
                    await self._deferring

    async def update(self, screen: Screen, again: Redraw | None = None) -> bool:
        """Edit the pressed message; return False if that failed.

        `again` redraws the message once its picture has been painted.
        """
        if again is None:
            screen = await self._bot.named_people.named(self.server, screen)
        is_first = await self._is_first()
        edit = _change_pressed if is_first else change_by_token
        pressed = self.interaction.message
        if pressed is not None and pressed.flags.ephemeral:
            screen = clickable(screen, self._bot.command_sync.ids)
        try:
            await edit(
                self.interaction, screen, message_id=None if pressed is None else pressed.id, again=again
            )
        except UNSENT as error:
            if isinstance(error, discord.HTTPException) and error.code in (UNKNOWN_MESSAGE, TOO_OLD):
                # A refused edit was no response.
                self._has_responded = False
                words = _("That message has just been replaced. A newer one shows how things stand.")
                if error.code == TOO_OLD:
                    words = _("Discord won’t let me change a message that old. Please look for a newer one.")
                await self.send_ephemeral(refusal(words))
            self._ignore_lost(error, is_first=is_first)
            return False
        return True

    async def edit_original(self, screen: Screen) -> None:
        """Edit the pressed message again."""
        message = self.request.message
        change = change_ephemeral if message is not None and message.is_private else change_by_token
        await change(self.interaction, screen, message_id=None if message is None else message.id)

    async def send_ephemeral(self, screen: Screen, again: Redraw | None = None) -> EphemeralMessage | None:
        """Respond privately; return None if the response was lost. `again` redraws the message."""
        if again is None:
            screen = await self._bot.named_people.named(self.server, screen)
        is_first, interaction = await self._is_first(), self.interaction
        screen = clickable(screen, self._bot.command_sync.ids)
        if self._is_public and not is_first and not await self._clear_public_deferral():
            return None

        async def answer(upload: Upload) -> discord.InteractionCallbackResponse[Any]:
            shown = posted(screen, upload)
            return await interaction.response.send_message(**shown, ephemeral=True, allowed_mentions=NOBODY)

        async def follow_up(upload: Upload) -> discord.WebhookMessage:
            shown = posted(screen, upload)
            return await interaction.followup.send(
                **shown, ephemeral=True, allowed_mentions=NOBODY, wait=True
            )

        uploads = uploads_of(interaction.client)
        try:
            if is_first:
                response = await uploads.deliver(screen, answer, "new", again=again)
                return EphemeralMessage(
                    response.message_id,
                    partial(change_ephemeral, interaction, message_id=response.message_id),
                    interaction.delete_original_response,
                )
            # Discord treats the first follow-up to a deferral as an edit of it.
            way: rendering.Way = "new" if self._deferring is None else "edit"
            sent = await uploads.deliver(screen, follow_up, way, again=again)
        except UNSENT as error:
            self._ignore_lost(error, is_first=is_first)
            return None
        # By its own id, since `@original` is another message, perhaps a public one.
        return EphemeralMessage(
            sent.id, partial(change_ephemeral, interaction, message=sent.id, message_id=sent.id), sent.delete
        )

    async def _clear_public_deferral(self) -> bool:
        """Delete a public deferral's empty message; return False if that failed, so nothing private is sent.

        Discord puts the first follow-up into the deferral's message, visible to all, and may do so even after
        the message was deleted. So the message is filled first: later follow-ups are then really ephemeral.
        """
        fill = partial(self.interaction.edit_original_response, content="…")
        is_filled = await self._sent(fill()) or await self._sent(fill())
        if is_filled:
            await self._sent(self.interaction.delete_original_response())
            self._is_public = False
        return is_filled

    async def send_form(self, form: Form) -> bool:
        """Respond with a form, whose submission is an interaction of its own.

        Discord accepts a form only as the initial response: after a deferral the user must press again.
        """
        if not await self._is_first():
            await self.send_ephemeral(refusal(_("That took too long. Please try again.")))
            return False
        self._bot.app.pending_forms.keep(self.player, form)
        return await self._sent(
            self.interaction.response.send_modal(rendering.FormModal(form)), is_first=True
        )

    async def send_file(self, words: str, file: File, *buttons: Button) -> bool:
        """Respond privately with a file, and with buttons below it."""
        upload = discord.File(io.BytesIO(file.content), file.name)
        arguments: dict[str, Any] = {"content": words, "file": upload, "ephemeral": True}
        if buttons:
            arguments["view"] = rendering.button_view(*buttons)
        if await self._is_first():
            return await self._sent(self.interaction.response.send_message(**arguments), is_first=True)
        return await self._sent(self.interaction.followup.send(**arguments))

    async def post(self, screen: Screen) -> int | None:
        """Respond publicly; return the message's id, or None if it could not be posted this way.

        A response that seems lost may have been posted, so its message is requested afterwards.
        """
        message = await self._post(screen)
        # A later ephemeral message must not delete the posted one.
        self._is_public = self._is_public and message is None
        return message

    async def _post(self, screen: Screen) -> int | None:
        layout, pings = rendering.ScreenLayout(screen), rendering.mentions(screen)
        is_first = await self._is_first()

        async def answer(upload: Upload) -> discord.InteractionCallbackResponse[Any]:
            shown = posted(screen, upload)
            return await self.interaction.response.send_message(**shown, allowed_mentions=pings)

        try:
            if is_first:
                response = await uploads_of(self.interaction.client).deliver(screen, answer, "new")
                self.is_unseen = response.is_ephemeral()
                return response.message_id
            if self.interaction.message is not None:
                # The original response is the message that was pressed, which must stay.
                followup = self.interaction.followup
                return (await followup.send(view=layout, allowed_mentions=pings, wait=True)).id
            edited = await self.interaction.edit_original_response(view=layout, allowed_mentions=pings)
        except UNSENT as error:
            self._ignore_lost(error, is_first=is_first)
        else:
            return edited.id
        try:
            return (await self.interaction.original_response()).id if is_first else None
        except UNSENT as error:
            self._ignore_lost(error)
            return None

    async def launch(self, table: int = 0) -> bool:  # noqa: ARG002  # Discord passes an Activity no table
        """Open the Activity in this channel; return False where Discord opens none, as in threads."""
        is_thread = isinstance(self.interaction.channel, discord.Thread)
        if is_thread or not self._bot.page_links.activity or not await self._is_first():
            return False
        try:
            return await self._sent(self.interaction.response.launch_activity(), is_first=True)
        except discord.HTTPException as error:
            log.info("an Activity could not be opened: %s", error)
            return False

    async def _is_first(self) -> bool:
        """Claim the initial response, so that it is not deferred; return False if it was sent already.

        A lost response may have arrived, so it counts as sent.
        """
        is_first, self._has_responded = not self._has_responded, True
        if self._deferring is not None:
            await self._deferring
        return is_first and not self.interaction.response.is_done()

    def _defer(self) -> None:
        if not self._has_responded:
            is_private = not self._is_public and self.interaction.message is None
            defer = self.interaction.response.defer(ephemeral=is_private)
            self._deferring = asyncio.create_task(self._sent(defer))

    async def _sent(self, call: Awaitable[object], *, is_first: bool = False) -> bool:
        """Await a response; return False if it was lost."""
        try:
            await call
        except UNSENT as error:
            self._ignore_lost(error, is_first=is_first)
            return False
        return True

    def _ignore_lost(self, error: Exception, *, is_first: bool = False) -> None:
        """Ignore the error of a lost response; raise that of a refused one, since it was no response."""
        if is_refused(error) and error.code not in FORGOTTEN:
            self._has_responded = self._has_responded and not is_first
            raise error
        log.info("an answer did not reach Discord: %s", error)


def interaction_of(ctx: Context) -> Interaction:
    """Return the interaction of a Discord context."""
    return cast(DiscordContext, ctx).interaction


async def change_by_token(
    interaction: Interaction,
    screen: Screen,
    message: int | Literal["@original"] = "@original",
    *,
    message_id: int | None = None,
    again: Redraw | None = None,
) -> None:
    """Edit a message by an interaction's token; by default the original response or the pressed message.

    `message_id` is its id, which "@original" does not contain; `again` redraws it.
    """
    path = f"/webhooks/{{webhook_id}}/{{webhook_token}}/messages/{message}"
    route = Route("PATCH", path, webhook_id=interaction.application_id, webhook_token=interaction.token)

    async def change(upload: Upload) -> None:
        await call(interaction, route, _replacing(interaction, screen, upload), upload)

    await uploads_of(interaction.client).deliver(screen, change, "edit", message_id, again)


async def change_ephemeral(
    interaction: Interaction,
    screen: Screen,
    message: int | Literal["@original"] = "@original",
    *,
    message_id: int | None = None,
) -> None:
    """Edit an ephemeral message by an interaction's token, with clickable commands."""
    await change_by_token(
        interaction, clickable(screen, rendering.ids_of(interaction.client)), message, message_id=message_id
    )


async def change_by_bot(
    client: discord.Client,
    message: discord.Message | discord.PartialMessage,
    screen: Screen,
    again: Redraw | None = None,
) -> None:
    """Edit one of the bot's messages without a token; `again` redraws it."""

    async def change(upload: Upload) -> None:
        await message.edit(**changed(screen, upload), allowed_mentions=NOBODY)

    await uploads_of(client).deliver(screen, change, "edit", message.id, again)


async def _change_pressed(
    interaction: Interaction, screen: Screen, *, message_id: int | None, again: Redraw | None
) -> None:
    """Respond to a press by editing the pressed message."""
    path = "/interactions/{webhook_id}/{webhook_token}/callback"
    route = Route("POST", path, webhook_id=interaction.id, webhook_token=interaction.token)
    kind = discord.InteractionResponseType.message_update.value

    async def change(upload: Upload) -> None:
        payload = {"type": kind, "data": _replacing(interaction, screen, upload)}
        await call(interaction, route, payload, upload)

    await uploads_of(interaction.client).deliver(screen, change, "answer", message_id, again)


def _replacing(interaction: Interaction, screen: Screen, upload: Upload) -> dict[str, Any]:
    # Older versions sent plain texts, which must be removed before a message can have components.
    message = interaction.message
    is_plain = message is not None and not message.flags.components_v2
    return edited(screen, upload) | ({"content": None, "embeds": []} if is_plain else {})


@dataclass(frozen=True, slots=True)
class BodyDroppingSession:
    """A session for discord.py that drops the bodies of successful responses."""

    session: aiohttp.ClientSession

    @contextlib.asynccontextmanager
    async def request(self, method: str, url: str, **how: Any) -> AsyncIterator[aiohttp.ClientResponse]:
        """Send a request and yield its response."""
        async with self.session.request(method, url, **how) as response:
            if response.status < FIRST_ERROR_STATUS:
                # An unread body would keep the connection from being used again.
                await response.read()
                response._body = NULL_BODY  # noqa: SLF001 -- discord.py parses nothing else
            yield response


async def call(interaction: Interaction, route: Route, payload: dict[str, Any], upload: Upload) -> None:
    """Send a request that an interaction's token authorises, with the upload's picture."""
    http = interaction.client.http
    arguments: dict[str, Any] = {"payload": payload}
    if upload.content is not None:
        file = rendering.file_of(upload.content)
        parts = [
            {"name": "payload_json", "value": orjson.dumps(payload).decode()},
            {"name": "files[0]", "value": file.fp, "filename": file.filename, "content_type": "image/png"},
        ]
        arguments = {"multipart": parts, "files": [file]}
    await async_context.get().request(
        route,
        cast("aiohttp.ClientSession", BodyDroppingSession(interaction._session)),  # noqa: SLF001
        proxy=http.proxy,
        proxy_auth=http.proxy_auth,
        **arguments,
    )
