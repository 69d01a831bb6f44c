"""Convert screens for discord.py: components, forms, clickable commands, and picture uploads.

Components are written as Discord documents them. discord.py would do the same by way of objects that wait
for presses, which ours never do; that takes three times as long.

A press never waits for a picture: what is not painted in time is left out, and follows by an edit if its
message can be drawn again. Every message says the same in words.

Discord may refuse an upload that comes with an edit, though it takes the same with a new message
(discord-api-docs 7529). Refused once, that way is not tried again for an hour: messages go without. An edit
that does not speak of attachments keeps them, so a picture that stays is not sent again. Where changes
cross, none counts on a picture that is there, and none takes away what another may count on: the message is
drawn again afterwards (`live_messages.py`).

A command is named in texts as `/help`, in backticks, which nobody's own words can bring in (`translate.py`).
It is clickable once Discord has told its id; before that it is plain words.
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
AGAIN_SECONDS = 3600.0
BUTTONS_KEPT = 500
MESSAGES_MAX = 4000
"""Messages of which we remember the picture."""
INVALID_FORM = 50035
TURNED_DOWN = (HTTPStatus.FORBIDDEN, HTTPStatus.REQUEST_ENTITY_TOO_LARGE)

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
PLACES = [
    discord.ChannelType.text,
    discord.ChannelType.news,
    discord.ChannelType.voice,
    discord.ChannelType.stage_voice,
    discord.ChannelType.forum,
]
"""The types of channel that a form offers: those for messages, and those for open threads.

Media channels are not among them: the description that Discord publishes of its API knows no such type, and
a form with one type too many would not open at all.
"""
WRITTEN = PLACES[:4]
"""The types of channel that take messages outside of threads."""
PICTURE_FILE = "table.png"
"""Every picture's name: it tells nothing of what is on it."""
IS_COMPONENTS_V2 = discord.MessageFlags(components_v2=True).value
Component: TypeAlias = dict[str, Any]
CommandIds: TypeAlias = Mapping[str, int]
"""Discord's ids of our commands, by their whole names such as `tavern help`."""
_NAMED = re.compile(r"(?<!\\)`/([a-z][a-z -]{0,99})`")


@dataclass(frozen=True, slots=True)
class Upload:
    """The part of a message that concerns its screen's picture."""

    is_shown: bool = False
    """Whether the message shows it, be it sent now or already there."""
    content: bytes | None = None
    """The file, if it is sent now."""
    is_cleared: bool = False
    """Whether an older picture has to be taken away."""


WITHOUT = Upload()


class PictureUploads:
    """Sends screens with their pictures."""

    def __init__(self, studio: Studio, now: Callable[[], float]) -> None:
        self._studio = studio
        self._now = now
        self._refused_until: dict[Way, float] = {}
        self._carried: OrderedDict[int, Picture | None] = OrderedDict()
        self._changing: Counter[int] = Counter()
        """The number of changes in progress that concern the picture, by message."""
        self._crossed: set[int] = set()
        """Messages of which several were at once: nobody knows which arrived last."""
        self._following: set[asyncio.Task[None]] = set()

    async def deliver(
        self,
        screen: Screen,
        send: Callable[[Upload], Awaitable[T]],
        way: Way,
        message: int | None = None,
        again: Redraw | None = None,
    ) -> T:
        """Send a screen with its picture, or without where that is refused or not painted in time.

        `send` may be called twice. `message` is the one that changes; `again` draws it anew.
        """
        picture = screen.picture
        carried = self._carried.get(message or 0, ...)
        if picture is None and carried is None:
            # As mostly: nothing is there to show, and nothing to take away.
            return await send(WITHOUT)
        with self._change(message or 0) as is_alone:
            is_bare = way == "new" or carried is None or not is_alone
            upload = await self._upload(picture, carried, way, again, is_bare=is_bare)
            try:
                sent = await send(upload)
            except discord.HTTPException as refused:
                is_about_upload = refused.code == INVALID_FORM or refused.status in TURNED_DOWN
                if not upload.is_shown or not is_about_upload:
                    raise
                # A picture that was to stay has been taken away by a change that crossed this one.
                if upload.content is not None:
                    log.warning("Discord refuses a picture sent this way: %s", refused)
                    if refused.code == INVALID_FORM:
                        self._refused_until[way] = self._now() + AGAIN_SECONDS
                upload = Upload(is_cleared=way != "new")
                sent = await send(upload)
            self._note(message or _message_of(sent), picture if upload.is_shown else None)
        return sent

    def stop(self) -> None:
        """Send no picture that is still being painted."""
        for task in self._following:
            task.cancel()
        self._studio.stop()

    @contextlib.contextmanager
    def _change(self, message: int) -> Iterator[bool]:
        """Marks a change as on its way, alone or not: until all have arrived nobody knows what is there."""
        self._carried.pop(message, None)
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
        carried: Picture | EllipsisType | None,
        way: Way,
        again: Redraw | None,
        *,
        is_bare: bool,
    ) -> Upload:
        """Return what to upload; `carried` is the message's current picture, or `...` if unknown.

        With `is_bare` none is there that may be taken away.
        """
        if picture is None:
            return Upload(is_cleared=not is_bare)
        if way != "new" and carried == picture:
            return Upload(is_shown=True)
        if self._takes(way):
            content = await self._studio.painted(picture, WAIT_SECONDS)
            if content is not None:
                return Upload(is_shown=True, content=content)
            if again is not None and self._takes("edit"):
                self._follow(picture, again)
        return Upload(is_cleared=not is_bare)

    def _takes(self, way: Way) -> bool:
        return self._refused_until.get(way, 0.0) <= self._now()

    def _follow(self, picture: Picture, again: Redraw) -> None:

        async def follow() -> None:
            if await self._studio.painted(picture) is not None:
                await again()

        task = asyncio.create_task(follow())
        self._following.add(task)
        task.add_done_callback(self._following.discard)

    def _note(self, message: int | None, picture: Picture | None) -> None:
        if message is None or message in self._crossed:
            return
        self._carried[message] = picture
        self._carried.move_to_end(message)
        if len(self._carried) > MESSAGES_MAX:
            self._carried.popitem(last=False)


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
    """A screen on its way to Discord.

    It counts as finished from the start, so that discord.py does not wait for presses on it:
    those reach us by their custom_id alone (`custom_ids.py`), after a restart too.
    """

    def __init__(self, screen: Screen, upload: Upload = WITHOUT) -> None:
        super().__init__(timeout=None)
        self._screen = screen
        self._upload = upload
        self.stop()

    def to_components(self) -> list[Component]:
        """All in one container."""
        return components(self._screen, self._upload)

    def has_components_v2(self) -> bool:
        """A container is one."""
        return True


class FormModal(ui.Modal):
    """A form on its way to Discord; as with screens, discord.py does not wait for it."""

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
        case ChoiceField(choices=choices):
            lines = [
                discord.SelectOption(label=each.label, value=each.value, default=each.is_chosen)
                for each in choices
            ]
            return ui.Select(custom_id=field.name, options=lines)
        case screens.CheckboxField():
            return ui.Checkbox(custom_id=field.name, default=field.is_checked)
        case screens.ChannelsField(name=name, chosen=channels, count_max=most):
            return ui.ChannelSelect(
                custom_id=name,
                channel_types=PLACES if most > 1 else WRITTEN,
                min_values=0,
                max_values=most,
                default_values=[discord.Object(each, type=discord.TextChannel) for each in channels],
            )
        case screens.RoleField(name=name, chosen=role):
            now = [discord.Object(role, type=discord.Role)] if role else []
            return ui.RoleSelect(custom_id=name, min_values=0, default_values=now)
        case _:
            assert_never(field)


def components(screen: Screen, upload: Upload = WITHOUT) -> list[Component]:
    """A screen as Discord's components, all in one container."""
    shown = screen.parts if upload.is_shown else _unpictured(screen.parts)
    parts = [_component(each) for each in shown]
    return [{"type": CONTAINER, "accent_color": screen.accent, "components": parts}]


def _unpictured(parts: tuple[Part, ...]) -> Iterator[Part]:
    """The parts, with words in the place of a picture."""
    for each in parts:
        if not isinstance(each, Picture):
            yield each
        elif each.instead:
            yield Text(each.instead)


def button_view(*buttons: Button) -> ui.View:
    """Buttons below plain words; as with screens, discord.py does not wait for them."""
    view = ui.View(timeout=None)
    for each in buttons:
        style = discord.ButtonStyle(STYLES[each.style])
        leads = {"url": each.action} if each.is_link else {"style": style, "custom_id": each.action}
        view.add_item(ui.Button(label=each.label, **leads))
    view.stop()
    return view


def edited(screen: Screen, upload: Upload = WITHOUT) -> dict[str, Any]:
    """Return the arguments that edit a message to show a screen and ping nobody."""
    changed = {
        "flags": IS_COMPONENTS_V2,
        "components": components(screen, upload),
        "allowed_mentions": {"parse": []},
    }
    if upload.content is not None:
        return changed | {"attachments": [{"id": 0, "filename": PICTURE_FILE}]}
    return changed | ({"attachments": []} if upload.is_cleared else {})


def posted(screen: Screen, upload: Upload) -> dict[str, Any]:
    """Return discord.py's arguments to send a screen as a new message."""
    sent: dict[str, Any] = {"view": ScreenLayout(screen, upload)}
    return sent if upload.content is None else sent | {"file": file_of(upload.content)}


def changed(screen: Screen, upload: Upload) -> dict[str, Any]:
    """Return discord.py's arguments to change a message."""
    given: dict[str, Any] = {"view": ScreenLayout(screen, upload)}
    if upload.content is not None:
        return given | {"attachments": [file_of(upload.content)]}
    return given | ({"attachments": []} if upload.is_cleared else {})


def file_of(content: bytes) -> discord.File:
    """A picture as a file."""
    return discord.File(BytesIO(content), PICTURE_FILE)


def mentions(screen: Screen) -> discord.AllowedMentions:
    """The mentions that a message may ping: the people whom its screen names."""
    people = [discord.Object(each) for each in screen.pings]
    return discord.AllowedMentions(everyone=False, roles=False, replied_user=False, users=people)


def _component(part: Part) -> Component:
    match part:
        case Text(markdown=markdown):
            return {"type": TEXT, "content": markdown}
        case ActionRow(buttons=buttons):
            return {"type": ROW, "components": [_button(each) for each in buttons]}
        case Select():
            return {"type": ROW, "components": [_select(part)]}
        case screens.UserSelect(action=action, placeholder=placeholder, most=most):
            listed = {"type": PEOPLE, "id": _id_of(action), "custom_id": action, "placeholder": placeholder}
            return {"type": ROW, "components": [listed | {"min_values": 1, "max_values": most}]}
        case screens.Separator():
            return {"type": LINE}
        case Picture(description=description):
            media = {"url": f"attachment://{PICTURE_FILE}"}
            return {"type": GALLERY, "items": [{"media": media, "description": description}]}
        case _:
            assert_never(part)


@lru_cache(maxsize=BUTTONS_KEPT)
def _button(button: Button) -> Component:
    """The same object for equal buttons, which a table shows again and again: nobody may change it."""
    if button.is_link:
        return {"type": BUTTON, "style": LINK, "label": button.label, "url": button.action}
    made = {
        "type": BUTTON,
        "id": _id_of(button.action),
        "style": STYLES[button.style],
        "custom_id": button.action,
        "disabled": button.is_disabled,
    }
    if button.label:
        made["label"] = button.label
    return made if button.emoji is None else made | {"emoji": _emoji(button.emoji)}


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


def _emoji(written: str) -> Component:
    """A plain emoji, or one of the application's by its markup `<:name:id>`."""
    if not written.startswith("<"):
        return {"name": written}
    name, number = written.strip("<:>").split(":")
    return {"name": name, "id": number}


def _id_of(action: str) -> int:
    """A component's id, made of what it does rather than of its place, which may change."""
    return 1 + crc32(action.encode()) % ID_MAX


def ids_of(client: discord.Client) -> CommandIds:
    """Return the command ids of the bot's client."""
    ids: CommandIds = cast("BotClient", client).command_sync.ids
    return ids


def with_mentions(text: str, ids: CommandIds) -> str:
    """A text with the commands in it clickable, as far as their ids are known."""

    def mention(named: re.Match[str]) -> str:
        number = ids.get(named[1])
        return named[0] if number is None else f"</{named[1]}:{number}>"

    return _NAMED.sub(mention, text)


def clickable(screen: Screen, ids: CommandIds) -> Screen:
    """A screen with the commands in it clickable; as it is where there is no room for that."""
    if not any(isinstance(part, Text) and "`/" in part.markdown for part in screen.parts):
        return screen
    return rewritten(screen, lambda text: with_mentions(text, ids))


def rewritten(screen: Screen, write: Callable[[str], str]) -> Screen:
    """A screen with its texts written anew; as it is where there is no room for that."""
    parts = tuple(Text(write(part.markdown)) if isinstance(part, Text) else part for part in screen.parts)
    written = replace(screen, parts=parts)
    return screen if screens.faults(written) else written
