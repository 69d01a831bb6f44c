"""Screen → what discord.py sends.

Components are written as Discord documents them. discord.py would do the same by way of objects that
wait for presses, which ours never do; that takes three times as long.
"""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO
from typing import Any, TypeAlias, assert_never
from zlib import crc32

import discord
from discord import ui

from bot.discord_io.messages.picture_uploads import WITHOUT, Upload
from bot.screens.core.picture import Picture
from bot.screens.core.screen import (
    FORM_LABEL_MAX,
    Button,
    ChannelsField,
    CheckField,
    ChoiceField,
    Form,
    FormField,
    Line,
    Part,
    People,
    RoleField,
    Row,
    Screen,
    Select,
    Style,
    Text,
    TextField,
)

ID_MAX = 2**31 - 1
RADIO_MAX = 10
"""How many choices can be shown side by side; more are a list to open."""
CONTAINER = discord.ComponentType.container.value
TEXT = discord.ComponentType.text_display.value
ROW = discord.ComponentType.action_row.value
BUTTON = discord.ComponentType.button.value
SELECT = discord.ComponentType.select.value
PEOPLE = discord.ComponentType.user_select.value
LINE = discord.ComponentType.separator.value
GALLERY = discord.ComponentType.media_gallery.value
LINK = discord.ButtonStyle.link.value
STYLES: dict[Style, int] = {
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
"""What a form's channels can be: where people write, or open threads to write in.

Media channels are not among them: the description that Discord publishes of its API knows no such type, and
a form with one type too many would not open at all.
"""
WRITTEN = PLACES[:4]
"""Where messages can be written without a thread."""
PICTURE_FILE = "table.png"
"""Every picture's name: it tells nothing of what is on it."""
IS_COMPONENTS_V2 = discord.MessageFlags(components_v2=True).value

Component: TypeAlias = dict[str, Any]


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

    def __init__(self, form: Form) -> None:
        super().__init__(title=form.title[:FORM_LABEL_MAX], custom_id=form.action, timeout=None)
        for field in form.fields:
            label = field.label[:FORM_LABEL_MAX]
            self.add_item(ui.Label(text=label, component=_field(field), description=field.says or None))
        self.stop()


def _field(field: FormField) -> ui.Item[FormModal]:
    match field:
        case TextField():
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
        case CheckField():
            return ui.Checkbox(custom_id=field.name, default=field.is_checked)
        case ChannelsField(name=name, chosen=channels, count_max=most):
            return ui.ChannelSelect(
                custom_id=name,
                channel_types=PLACES if most > 1 else WRITTEN,
                min_values=0,
                max_values=most,
                default_values=[discord.Object(each, type=discord.TextChannel) for each in channels],
            )
        case RoleField(name=name, chosen=role):
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


def button_view(button: Button) -> ui.View:
    """One button below plain words; as with screens, discord.py does not wait for it."""
    view = ui.View(timeout=None)
    view.add_item(
        ui.Button(
            label=button.label, style=discord.ButtonStyle(STYLES[button.style]), custom_id=button.action
        )
    )
    view.stop()
    return view


def edited(screen: Screen, upload: Upload = WITHOUT) -> dict[str, Any]:
    """What a message is changed to, so that it shows a screen and pings nobody."""
    changed = {
        "flags": IS_COMPONENTS_V2,
        "components": components(screen, upload),
        "allowed_mentions": {"parse": []},
    }
    if upload.content is not None:
        return changed | {"attachments": [{"id": 0, "filename": PICTURE_FILE}]}
    return changed | ({"attachments": []} if upload.is_cleared else {})


def posted(screen: Screen, upload: Upload) -> dict[str, Any]:
    """What discord.py is given to send a screen as a new message."""
    sent: dict[str, Any] = {"view": ScreenLayout(screen, upload)}
    return sent if upload.content is None else sent | {"file": file_of(upload.content)}


def changed(screen: Screen, upload: Upload) -> dict[str, Any]:
    """What discord.py is given to change a message."""
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
        case Row(buttons=buttons):
            return {"type": ROW, "components": [_button(each) for each in buttons]}
        case Select():
            return {"type": ROW, "components": [_select(part)]}
        case People(action=action, placeholder=placeholder, most=most):
            listed = {"type": PEOPLE, "id": _id_of(action), "custom_id": action, "placeholder": placeholder}
            return {"type": ROW, "components": [listed | {"min_values": 1, "max_values": most}]}
        case Line():
            return {"type": LINE}
        case Picture(description=description):
            media = {"url": f"attachment://{PICTURE_FILE}"}
            return {"type": GALLERY, "items": [{"media": media, "description": description}]}
        case _:
            assert_never(part)


def _button(button: Button) -> Component:
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
            | ({"description": each.says} if each.says else {})
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
