"""Converts screens for discord.py: components, forms, clickable commands, and picture uploads.

Components are written in Discord's JSON. discord.py's component objects would give the same, but they wait
for presses, which screens don't need, and take three times as long.

A press never waits for a picture: a picture that is not painted in time is left out, and follows by an edit
if its message can be redrawn. Every message says the same in words.

Discord may refuse an upload with an edit though it accepts the same upload with a new message
(discord-api-docs 7529). After a refusal that kind of upload is not tried again for an hour, and messages have
no picture. An edit that doesn't mention attachments keeps them, so an unchanged picture is not sent again.
While changes of a message overlap, no edit relies on the current picture, and none removes it, since another
one may rely on it: the message is redrawn afterwards (`live_messages.py`).

Texts name a command as `/help`, in backticks, which users' own texts can't contain (`translate.py`). It is
clickable once Discord has assigned its id, and plain text before.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import re
from collections import Counter, OrderedDict
from collections.abc import Awaitable, Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from http import HTTPStatus
from io import BytesIO
from types import EllipsisType
from typing import Any, Literal, TypeAlias, TypeVar, assert_never, cast
from zlib import crc32

import discord
from discord import ui

from bot.discord_io.client import BotClient
from bot.front.protocols import Redraw
from bot.pictures.worker import Studio
from bot.screens.core import screen as screens
from bot.screens.core.picture import Picture
from bot.screens.core.screen import FORM_LABEL_MAX, ActionRow, Button, ChoiceField, Part, Screen, Select, Text

log = logging.getLogger(__name__)

WAIT_SECONDS = 0.1
RETRY_SECONDS = 3600.0
BUTTONS_KEPT = 500
MESSAGES_MAX = 4000
"""The number of messages whose picture is remembered."""
INVALID_FORM = 50035
UPLOAD_REFUSALS = (HTTPStatus.FORBIDDEN, HTTPStatus.REQUEST_ENTITY_TOO_LARGE)

Way: TypeAlias = Literal["new", "answer", "edit"]
"""The kind of change: a new message, the answer to a press on the message, or any other edit."""
T = TypeVar("T")
ID_MAX = 2**31 - 1
RADIO_MAX = 10
"""The maximum number of choices shown side by side; more become a select."""
CONTAINER = discord.ComponentType.container.value
TEXT = discord.ComponentType.text_display.value
ROW = discord.ComponentType.action_row.value
BUTTON = discord.ComponentType.button.value
SELECT = discord.ComponentType.select.value
PEOPLE = discord.ComponentType.user_select.value
LINE = discord.ComponentType.separator.value
GALLERY = discord.ComponentType.media_gallery.value
LINK = discord.ButtonStyle.link.value
STYLES: dict[screens.Style, int] = {
    "main": discord.ButtonStyle.primary.value,
    "good": discord.ButtonStyle.success.value,
    "plain": discord.ButtonStyle.secondary.value,
    "danger": discord.ButtonStyle.danger.value,
}
CHANNEL_TYPES = [
    discord.ChannelType.text,
    discord.ChannelType.news,
    discord.ChannelType.voice,
    discord.ChannelType.stage_voice,
    discord.ChannelType.forum,
]
"""The types of channel that a form offers: for messages, and for public threads.

Media channels are left out: the API description that Discord publishes lacks them, and Discord would refuse a
form with an unknown type.
"""
MESSAGE_CHANNEL_TYPES = CHANNEL_TYPES[:4]
"""The types of channel that accept messages outside of threads."""
PICTURE_FILE = "table.png"
"""The name of every picture, which reveals nothing of its content."""
IS_COMPONENTS_V2 = discord.MessageFlags(components_v2=True).value
Component: TypeAlias = dict[str, Any]
CommandIds: TypeAlias = Mapping[str, int]
"""Discord's ids of the bot's commands, by qualified name such as `tavern help`."""
_COMMAND = re.compile(r"(?<!\\)`/([a-z][a-z -]{0,99})`")


@dataclass(frozen=True, slots=True)
class Upload:
    """The part of a request that concerns the screen's picture."""

    is_shown: bool = False
    """True if the message shows the picture, sent now or before."""
    content: bytes | None = None
    """The file, if it is sent now."""
    is_cleared: bool = False
    """True if the request removes an older picture."""


WITHOUT = Upload()


class PictureUploads:
    """Sends screens with their pictures, and remembers each message's current picture."""

    def __init__(self, studio: Studio, now: Callable[[], float]) -> None:
        self._studio = studio
        self._now = now
        self._refused_until: dict[Way, float] = {}
        self._pictures: OrderedDict[int, Picture | None] = OrderedDict()
        self._changing: Counter[int] = Counter()
        """The number of changes in progress that concern the picture, by message."""
        self._crossed: set[int] = set()
        """Messages with overlapping changes: it is unknown which change arrived last."""
        self._following: set[asyncio.Task[None]] = set()

    async def deliver(
        self,
        screen: Screen,
        send: Callable[[Upload], Awaitable[T]],
        way: Way,
        message: int | None = None,
        again: Redraw | None = None,
    ) -> T:
        """Send a screen with its picture, or without if that is refused or not painted in time.

        `send` may be called twice. `message` is the edited message's id; `again` redraws it.
        """
        picture = screen.picture
        current = self._pictures.get(message or 0, ...)
        if picture is None and current is None:
            # The usual case: no picture to show, and none to remove.
            return await send(WITHOUT)
        with self._change(message or 0) as is_alone:
            keeps_attachments = way == "new" or current is None or not is_alone
            upload = await self._upload(picture, current, way, again, keeps_attachments=keeps_attachments)
            try:
                sent = await send(upload)
            except discord.HTTPException as error:
                is_about_upload = error.code == INVALID_FORM or error.status in UPLOAD_REFUSALS
                if not upload.is_shown or not is_about_upload:
                    raise
                # Without `content` the cause is an overlapping change, which removed the current picture.
                if upload.content is not None:
                    log.warning("Discord refuses a picture sent this way: %s", error)
                    if error.code == INVALID_FORM:
                        self._refused_until[way] = self._now() + RETRY_SECONDS
                upload = Upload(is_cleared=way != "new")
                sent = await send(upload)
            self._note(message or _message_of(sent), picture if upload.is_shown else None)
        return sent

    def stop(self) -> None:
        """Stop painting and sending pictures."""
        for task in self._following:
            task.cancel()
        self._studio.stop()

    @contextlib.contextmanager
    def _change(self, message: int) -> Iterator[bool]:
        """Mark a change as in progress; yield True if it is the only one of the message.

        During changes the message's current picture is unknown.
        """
        self._pictures.pop(message, None)
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
        current: Picture | EllipsisType | None,
        way: Way,
        again: Redraw | None,
        *,
        keeps_attachments: bool,
    ) -> Upload:
        """Return the upload for a picture; `current` is the message's picture, or `...` if unknown."""
        if picture is None:
            return Upload(is_cleared=not keeps_attachments)
        if way != "new" and current == picture:
            return Upload(is_shown=True)
        if self._accepts(way):
            content = await self._studio.painted(picture, WAIT_SECONDS)
            if content is not None:
                return Upload(is_shown=True, content=content)
            if again is not None and self._accepts("edit"):
                self._redraw_once_painted(picture, again)
        return Upload(is_cleared=not keeps_attachments)

    def _accepts(self, way: Way) -> bool:
        return self._refused_until.get(way, 0.0) <= self._now()

    def _redraw_once_painted(self, picture: Picture, again: Redraw) -> None:

        async def follow() -> None:
            if await self._studio.painted(picture) is not None:
                await again()

        task = asyncio.create_task(follow())
        self._following.add(task)
        task.add_done_callback(self._following.discard)

    def _note(self, message: int | None, picture: Picture | None) -> None:
        if message is None or message in self._crossed:
            return
        self._pictures[message] = picture
        self._pictures.move_to_end(message)
        if len(self._pictures) > MESSAGES_MAX:
            self._pictures.popitem(last=False)


def uploads_of(client: discord.Client) -> PictureUploads:
    """Return the picture uploads of the bot's client."""
    uploads: PictureUploads = cast("BotClient", client).picture_uploads
    return uploads


def _message_of(sent: object) -> int | None:
    match sent:
        case discord.Message(id=message) | discord.InteractionCallbackResponse(message_id=message):
            return message
        case _:
            return None


class ScreenLayout(ui.LayoutView):
    """A screen as a view for discord.py.

    It is stopped at once, so that discord.py does not wait for presses: they are dispatched by their
    custom_id alone (`custom_ids.py`), after a restart too.
    """

    def __init__(self, screen: Screen, upload: Upload = WITHOUT) -> None:
        super().__init__(timeout=None)
        self._screen = screen
        self._upload = upload
        self.stop()

    def to_components(self) -> list[Component]:
        """Return all components in one container."""
        return components(self._screen, self._upload)

    def has_components_v2(self) -> bool:
        """True: a container needs them."""
        return True


class FormModal(ui.Modal):
    """A form as a modal for discord.py, stopped at once like `ScreenLayout`."""

    def __init__(self, form: screens.Form) -> None:
        super().__init__(title=form.title[:FORM_LABEL_MAX], custom_id=form.action, timeout=None)
        for field in form.fields:
            label = field.label[:FORM_LABEL_MAX]
            self.add_item(
                ui.Label(text=label, component=_field(field), description=field.description or None)
            )
        self.stop()


def _field(field: screens.FormField) -> ui.Item[FormModal]:
    match field:
        case screens.TextField():
            return ui.TextInput(
                custom_id=field.name,
                style=discord.TextStyle.paragraph if field.is_long else discord.TextStyle.short,
                default=field.value or None,
                placeholder=field.hint or None,
                max_length=field.length,
                required=field.is_needed,
            )
        case ChoiceField(choices=choices, is_folded=False) if len(choices) <= RADIO_MAX:
            options = [
                discord.RadioGroupOption(label=each.label, value=each.value, default=each.is_chosen)
                for each in choices
            ]
            return ui.RadioGroup(custom_id=field.name, options=options)
        case ChoiceField(choices=choices) | screens.ChoicesField(choices=choices):
            lines = [
                discord.SelectOption(label=each.label, value=each.value, default=each.is_chosen)
                for each in choices
            ]
            most = len(lines) if isinstance(field, screens.ChoicesField) else 1
            return ui.Select(custom_id=field.name, options=lines, max_values=most)
        case screens.CheckboxField():
            return ui.Checkbox(custom_id=field.name, default=field.is_checked)
        case screens.ChannelsField(name=name, chosen=channels, count_max=most):
            return ui.ChannelSelect(
                custom_id=name,
                channel_types=CHANNEL_TYPES if most > 1 else MESSAGE_CHANNEL_TYPES,
                min_values=0,
                max_values=most,
                default_values=[discord.Object(each, type=discord.TextChannel) for each in channels],
            )
        case screens.RoleField(name=name, chosen=role):
            current = [discord.Object(role, type=discord.Role)] if role else []
            return ui.RoleSelect(custom_id=name, min_values=0, default_values=current)
        case _:
            assert_never(field)


def components(screen: Screen, upload: Upload = WITHOUT) -> list[Component]:
    """Return a screen as Discord's components, all in one container."""
    shown = screen.parts if upload.is_shown else _unpictured(screen.parts)
    parts = [_component(each) for each in shown]
    return [{"type": CONTAINER, "accent_color": screen.accent, "components": parts}]


def _unpictured(parts: tuple[Part, ...]) -> Iterator[Part]:
    """Yield the parts, with texts in place of pictures."""
    for each in parts:
        if not isinstance(each, Picture):
            yield each
        elif each.instead:
            yield Text(each.instead)


def button_view(*buttons: Button) -> ui.View:
    """Return a view with buttons for a plain message, stopped at once like `ScreenLayout`."""
    view = ui.View(timeout=None)
    for each in buttons:
        style = discord.ButtonStyle(STYLES[each.style])
        target = {"url": each.action} if each.is_link else {"style": style, "custom_id": each.action}
        view.add_item(ui.Button(label=each.label, **target))
    view.stop()
    return view


def edited(screen: Screen, upload: Upload = WITHOUT) -> dict[str, Any]:
    """Return the JSON payload that edits a message to show a screen and pings nobody."""
    payload = {
        "flags": IS_COMPONENTS_V2,
        "components": components(screen, upload),
        "allowed_mentions": {"parse": []},
    }
    if upload.content is not None:
        return payload | {"attachments": [{"id": 0, "filename": PICTURE_FILE}]}
    return payload | ({"attachments": []} if upload.is_cleared else {})


def posted(screen: Screen, upload: Upload) -> dict[str, Any]:
    """Return discord.py's arguments to send a screen as a new message."""
    arguments: dict[str, Any] = {"view": ScreenLayout(screen, upload)}
    return arguments if upload.content is None else arguments | {"file": file_of(upload.content)}


def changed(screen: Screen, upload: Upload) -> dict[str, Any]:
    """Return discord.py's arguments to edit a message to show a screen."""
    arguments: dict[str, Any] = {"view": ScreenLayout(screen, upload)}
    if upload.content is not None:
        return arguments | {"attachments": [file_of(upload.content)]}
    return arguments | ({"attachments": []} if upload.is_cleared else {})


def file_of(content: bytes) -> discord.File:
    """Return a picture as a file."""
    return discord.File(BytesIO(content), PICTURE_FILE)


def mentions(screen: Screen) -> discord.AllowedMentions:
    """Return the mentions that ping: of the users in the screen's `pings`."""
    people = [discord.Object(each) for each in screen.pings]
    return discord.AllowedMentions(everyone=False, roles=False, replied_user=False, users=people)


def _component(part: Part) -> Component:
    match part:
        case Text(markdown=markdown):
            # A line never begins with an ellipsis.
            return {"type": TEXT, "content": markdown.replace(" …", "\u00a0…")}
        case ActionRow(buttons=buttons):
            return {"type": ROW, "components": [_button(each) for each in buttons]}
        case Select():
            return {"type": ROW, "components": [_select(part)]}
        case screens.UserSelect(action=action, placeholder=placeholder, most=most):
            select = {"type": PEOPLE, "id": _id_of(action), "custom_id": action, "placeholder": placeholder}
            return {"type": ROW, "components": [select | {"min_values": 1, "max_values": most}]}
        case screens.Separator():
            return {"type": LINE}
        case Picture(description=description):
            media = {"url": f"attachment://{PICTURE_FILE}"}
            return {"type": GALLERY, "items": [{"media": media, "description": description}]}
        case _:
            assert_never(part)


@lru_cache(maxsize=BUTTONS_KEPT)
def _button(button: Button) -> Component:
    """Return a button's component, cached, since a table repeats its buttons: callers must not change it."""
    if button.is_link:
        return {"type": BUTTON, "style": LINK, "label": button.label, "url": button.action}
    component = {
        "type": BUTTON,
        "id": _id_of(button.action),
        "style": STYLES[button.style],
        "custom_id": button.action,
        "disabled": button.is_disabled,
    }
    if button.label:
        component["label"] = button.label
    return component if button.emoji is None else component | {"emoji": _emoji(button.emoji)}


def _select(select: Select) -> Component:
    return {
        "type": SELECT,
        "id": _id_of(select.action),
        "custom_id": select.action,
        "placeholder": select.placeholder,
        "min_values": select.count,
        "max_values": select.count,
        "options": [
            {"label": each.label, "value": each.value, "default": each.is_chosen}
            | ({} if each.emoji is None else {"emoji": _emoji(each.emoji)})
            | ({"description": each.description} if each.description else {})
            for each in select.choices
        ],
    }


def _emoji(markup: str) -> Component:
    """Return the component of a Unicode emoji, or of an application's emoji by its markup `<:name:id>`."""
    if not markup.startswith("<"):
        return {"name": markup}
    name, emoji_id = markup.strip("<:>").split(":")
    return {"name": name, "id": emoji_id}


def _id_of(action: str) -> int:
    """Return a component's id, derived from its action, so that it stays the same at another position."""
    return 1 + crc32(action.encode()) % ID_MAX


def ids_of(client: discord.Client) -> CommandIds:
    """Return the command ids of the bot's client."""
    ids: CommandIds = cast("BotClient", client).command_sync.ids
    return ids


def with_mentions(text: str, ids: CommandIds) -> str:
    """Return a text with clickable commands, as far as their ids are known."""

    def mention(match: re.Match[str]) -> str:
        command_id = ids.get(match[1])
        return match[0] if command_id is None else f"</{match[1]}:{command_id}>"

    return _COMMAND.sub(mention, text)


def clickable(screen: Screen, ids: CommandIds) -> Screen:
    """Return a screen with clickable commands; unchanged if they don't fit."""
    if not any(isinstance(part, Text) and "`/" in part.markdown for part in screen.parts):
        return screen
    return rewritten(screen, lambda text: with_mentions(text, ids))


def rewritten(screen: Screen, write: Callable[[str], str]) -> Screen:
    """Return a screen with its texts replaced by `write`; unchanged if they don't fit."""
    parts = tuple(Text(write(part.markdown)) if isinstance(part, Text) else part for part in screen.parts)
    result = replace(screen, parts=parts)
    return screen if screens.faults(result) else result
