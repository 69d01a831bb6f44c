"""Answering an interaction: one call, in time, whatever else goes wrong.

Discord wants an answer within three seconds. `in_time` defers when our work takes longer, and the
other methods then answer by a follow-up. An interaction that Discord has forgotten (10062), that was
answered already (40060), or whose answer got lost is no fault: what was committed stands, and is
shown by other means. One that Discord refuses answered nothing: that is raised, and the next answer is the
first again.

What is sent is written once, and what comes back is not looked at. Discord answers with the whole message, of
which discord.py would make objects, and before that lists and texts. Whether a call went well, and how many
more there may be, stands in the head of an answer; only a refusal is read.
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
"""Interaction unknown, answered already or too often; its token or its message gone."""
SERVER_AT_FAULT = 500
TOO_MANY_REQUESTS = 429
ARCHIVED = 50083
"""A thread that sleeps, until somebody writes there; where it is locked, nobody can."""
TOO_OLD = 30046
"""An edit of a message older than an hour, after others of the same."""
UNSENT = (discord.HTTPException, aiohttp.ClientError, OSError)
NOBODY = discord.AllowedMentions.none()

Interaction: TypeAlias = discord.Interaction[Any]

REFUSED = 300
NOTHING = b"null"


def is_refused(unsent: BaseException) -> TypeGuard[discord.HTTPException]:
    """Whether Discord answered, and would refuse the same again."""
    return (
        isinstance(unsent, discord.HTTPException)
        and unsent.status < SERVER_AT_FAULT
        and unsent.status != TOO_MANY_REQUESTS
        and unsent.code != TOO_OLD
    )


class DiscordContext:
    """The one answer to an interaction; `is_public` says whether a late answer is visible to all."""

    def __init__(self, interaction: Interaction, *, is_public: bool = False) -> None:
        self.interaction = interaction
        self._bot = cast("BotClient", interaction.client)
        self.front: SingleFront = self._bot
        self._is_public = is_public
        self._is_begun = False
        self._deferring: asyncio.Task[bool] | None = None
        self.request = request = request_of(interaction)
        self.server, self.player, self.channel = request.place, request.person.id, request.channel
        self.is_unseen = False
        """Whether Discord has hidden from others what was posted."""

    @contextlib.asynccontextmanager
    async def in_time(self) -> AsyncIterator[None]:
        """Defer if the work in this block takes long."""
        late = asyncio.get_running_loop().call_later(DEFER_SECONDS, self._defer)
        try:
            yield
        finally:
            late.cancel()
            if self._deferring is not None:
                # Later answers have learnt already how the deferral went.
                with contextlib.suppress(*UNSENT):
                    await self._deferring

    async def update(self, screen: Screen, again: Redraw | None = None) -> bool:
        """Change the message that was pressed; False if Discord has forgotten the interaction.

        `again` draws it anew, once its picture has been painted.
        """
        if again is None:
            screen = await self._bot.named_people.named(self.server, screen)
        is_first = await self._is_first()
        edit = _change_pressed if is_first else change_by_token
        pressed = self.interaction.message
        if pressed is not None and pressed.flags.ephemeral:
            screen = clickable(screen, self._bot.command_sync.ids)
        try:
            await edit(self.interaction, screen, known=None if pressed is None else pressed.id, again=again)
        except UNSENT as lost:
            if isinstance(lost, discord.HTTPException) and lost.code in (UNKNOWN_MESSAGE, TOO_OLD):
                # A refused edit is no answer.
                self._is_begun = False
                words = _("That message has just been replaced. A newer one shows how things stand.")
                if lost.code == TOO_OLD:
                    words = _("Discord won’t let me change a message that old. Please look for a newer one.")
                await self.send_ephemeral(refusal(words))
            self._excuse(lost, is_first=is_first)
            return False
        return True

    async def edit_original(self, screen: Screen) -> None:
        """Change the message that was pressed once more."""
        message = self.request.message
        change = change_whispered if message is not None and message.is_private else change_by_token
        await change(self.interaction, screen, known=None if message is None else message.id)

    async def send_ephemeral(self, screen: Screen, again: Redraw | None = None) -> EphemeralMessage | None:
        """Answer privately; None if the answer got lost. `again` draws it anew."""
        if again is None:
            screen = await self._bot.named_people.named(self.server, screen)
        is_first, interaction = await self._is_first(), self.interaction
        screen = clickable(screen, self._bot.command_sync.ids)
        if self._is_public and not is_first and not await self._is_cleared():
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
                given = await uploads.deliver(screen, answer, "new", again=again)
                return EphemeralMessage(
                    given.message_id,
                    partial(change_whispered, interaction, known=given.message_id),
                    interaction.delete_original_response,
                )
            # To Discord a follow-up to a deferral is an edit of it.
            way: rendering.Way = "new" if self._deferring is None else "edit"
            sent = await uploads.deliver(screen, follow_up, way, again=again)
        except UNSENT as lost:
            self._excuse(lost, is_first=is_first)
            return None
        # The original response is another message now, perhaps a public one.
        return EphemeralMessage(
            sent.id, partial(change_whispered, interaction, message=sent.id, known=sent.id), sent.delete
        )

    async def _is_cleared(self) -> bool:
        """Take a public deferral's empty message away; False if nothing private may be said after it.

        What is said first is put into that message, for all to see, and may be also once it is gone. So it is
        filled before: only then do answers keep to themselves who may read them.
        """
        fill = partial(self.interaction.edit_original_response, content="…")
        is_filled = await self._sent(fill()) or await self._sent(fill())
        if is_filled:
            await self._sent(self.interaction.delete_original_response())
            self._is_public = False
        return is_filled

    async def send_form(self, form: Form) -> bool:
        """Answer with a form; what is typed comes back as an interaction of its own.

        Discord takes a form only as the first response: after a deferral the person must ask again.
        """
        if not await self._is_first():
            await self.send_ephemeral(refusal(_("That took too long. Please try again.")))
            return False
        self._bot.app.asked_forms.keep(self.player, form)
        return await self._sent(
            self.interaction.response.send_modal(rendering.FormModal(form)), is_first=True
        )

    async def send_file(self, words: str, file: File, *buttons: Button) -> bool:
        """Answer privately with a file, and below it buttons if there are any."""
        handed = discord.File(io.BytesIO(file.content), file.name)
        sent: dict[str, Any] = {"content": words, "file": handed, "ephemeral": True}
        if buttons:
            sent["view"] = rendering.button_view(*buttons)
        if await self._is_first():
            return await self._sent(self.interaction.response.send_message(**sent), is_first=True)
        return await self._sent(self.interaction.followup.send(**sent))

    async def post(self, screen: Screen) -> int | None:
        """Answer publicly; returns the message's id, or None if it could not be posted this way.

        If the response got lost, the message may have been posted all the same, so we look.
        """
        message = await self._post(screen)
        # What is posted stays, whatever is whispered afterwards.
        self._is_public = self._is_public and message is None
        return message

    async def _post(self, screen: Screen) -> int | None:
        layout, called = rendering.ScreenLayout(screen), rendering.mentions(screen)
        is_first = await self._is_first()

        async def answer(upload: Upload) -> discord.InteractionCallbackResponse[Any]:
            shown = posted(screen, upload)
            return await self.interaction.response.send_message(**shown, allowed_mentions=called)

        try:
            if is_first:
                given = await uploads_of(self.interaction.client).deliver(screen, answer, "new")
                self.is_unseen = given.is_ephemeral()
                return given.message_id
            if self.interaction.message is not None:
                # The original response is the message that was pressed, which must stay.
                followup = self.interaction.followup
                return (await followup.send(view=layout, allowed_mentions=called, wait=True)).id
            edited = await self.interaction.edit_original_response(view=layout, allowed_mentions=called)
        except UNSENT as lost:
            self._excuse(lost, is_first=is_first)
        else:
            return edited.id
        try:
            return (await self.interaction.original_response()).id if is_first else None
        except UNSENT as lost:
            self._excuse(lost)
            return None

    async def launch(self, table: int = 0) -> bool:  # noqa: ARG002  # an Activity is told none
        """Open the Activity in this channel; False where Discord opens none, as in threads."""
        is_thread = isinstance(self.interaction.channel, discord.Thread)
        if is_thread or not self._bot.way_in.activity or not await self._is_first():
            return False
        try:
            return await self._sent(self.interaction.response.launch_activity(), is_first=True)
        except discord.HTTPException as refused:
            log.info("an Activity could not be opened: %s", refused)
            return False

    async def _is_first(self) -> bool:
        """Return True if this is the first answer; claims it, so that nothing is deferred later.

        A lost answer may have arrived, so it counts as given.
        """
        is_first, self._is_begun = not self._is_begun, True
        if self._deferring is not None:
            await self._deferring
        return is_first and not self.interaction.response.is_done()

    def _defer(self) -> None:
        if not self._is_begun:
            is_private = not self._is_public and self.interaction.message is None
            defer = self.interaction.response.defer(ephemeral=is_private)
            self._deferring = asyncio.create_task(self._sent(defer))

    async def _sent(self, call: Awaitable[object], *, is_first: bool = False) -> bool:
        try:
            await call
        except UNSENT as lost:
            self._excuse(lost, is_first=is_first)
            return False
        return True

    def _excuse(self, lost: Exception, *, is_first: bool = False) -> None:
        """Ignore errors of lost answers; raise those of refused ones, which answered nothing."""
        if is_refused(lost) and lost.code not in FORGOTTEN:
            self._is_begun = self._is_begun and not is_first
            raise lost
        log.info("an answer did not reach Discord: %s", lost)


def interaction_of(ctx: Context) -> Interaction:
    """The interaction that a reply of this front answers."""
    return cast(DiscordContext, ctx).interaction


async def change_by_token(
    interaction: Interaction,
    screen: Screen,
    message: int | Literal["@original"] = "@original",
    *,
    known: int | None = None,
    again: Redraw | None = None,
) -> None:
    """Change a message by the token of an interaction: of a press, usually the pressed one.

    `known` is its id, and `again` draws it anew.
    """
    path = f"/webhooks/{{webhook_id}}/{{webhook_token}}/messages/{message}"
    route = Route("PATCH", path, webhook_id=interaction.application_id, webhook_token=interaction.token)

    async def change(upload: Upload) -> None:
        await call(interaction, route, _replacing(interaction, screen, upload), upload)

    await uploads_of(interaction.client).deliver(screen, change, "edit", known, again)


async def change_whispered(
    interaction: Interaction,
    screen: Screen,
    message: int | Literal["@original"] = "@original",
    *,
    known: int | None = None,
) -> None:
    """Change by its token what only one person sees, with the commands in it clickable."""
    await change_by_token(
        interaction, clickable(screen, rendering.ids_of(interaction.client)), message, known=known
    )


async def change_by_bot(
    client: discord.Client,
    message: discord.Message | discord.PartialMessage,
    screen: Screen,
    again: Redraw | None = None,
) -> None:
    """Change a message of ours by the channel's route; `again` draws it anew."""

    async def change(upload: Upload) -> None:
        await message.edit(**changed(screen, upload), allowed_mentions=NOBODY)

    await uploads_of(client).deliver(screen, change, "edit", message.id, again)


async def _change_pressed(
    interaction: Interaction, screen: Screen, *, known: int | None, again: Redraw | None
) -> None:
    """Answer a press by changing the pressed message."""
    path = "/interactions/{webhook_id}/{webhook_token}/callback"
    route = Route("POST", path, webhook_id=interaction.id, webhook_token=interaction.token)
    kind = discord.InteractionResponseType.message_update.value

    async def change(upload: Upload) -> None:
        changed = {"type": kind, "data": _replacing(interaction, screen, upload)}
        await call(interaction, route, changed, upload)

    await uploads_of(interaction.client).deliver(screen, change, "answer", known, again)


def _replacing(interaction: Interaction, screen: Screen, upload: Upload) -> dict[str, Any]:
    # A plain text, as sent by older versions, must be removed for the message to become a screen.
    message = interaction.message
    is_plain = message is not None and not message.flags.components_v2
    return edited(screen, upload) | ({"content": None, "embeds": []} if is_plain else {})


@dataclass(frozen=True, slots=True)
class Unread:
    """A session for discord.py whose answers come to nothing, unless they refuse something."""

    session: aiohttp.ClientSession

    @contextlib.asynccontextmanager
    async def request(self, method: str, url: str, **how: Any) -> AsyncIterator[aiohttp.ClientResponse]:
        """A call, and its answer."""
        async with self.session.request(method, url, **how) as response:
            if response.status < REFUSED:
                # To its end, or the connection could not be used again.
                await response.read()
                response._body = NOTHING  # noqa: SLF001 -- all that discord.py makes anything of
            yield response


async def call(interaction: Interaction, route: Route, payload: dict[str, Any], upload: Upload) -> None:
    """Change a message by the token of an interaction."""
    http = interaction.client.http
    sent: dict[str, Any] = {"payload": payload}
    if upload.content is not None:
        file = rendering.file_of(upload.content)
        parts = [
            {"name": "payload_json", "value": orjson.dumps(payload).decode()},
            {"name": "files[0]", "value": file.fp, "filename": file.filename, "content_type": "image/png"},
        ]
        sent = {"multipart": parts, "files": [file]}
    await async_context.get().request(
        route,
        cast("aiohttp.ClientSession", Unread(interaction._session)),  # noqa: SLF001
        proxy=http.proxy,
        proxy_auth=http.proxy_auth,
        **sent,
    )
