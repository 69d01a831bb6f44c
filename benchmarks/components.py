"""A screen in discord.py's own components, as a bot without its own rendering would build them."""

from __future__ import annotations

from typing import assert_never

import discord
from discord import ui

from bot.discord_io.messages.rendering import STYLES
from bot.screens.core.picture import Picture
from bot.screens.core.screen import ActionRow, Button, Part, Screen, Select, Separator, Text, UserSelect


def layout(screen: Screen) -> ui.LayoutView:
    """Return the same message as `bot.discord_io.messages.rendering.ScreenLayout` builds."""
    view = ui.LayoutView(timeout=None)
    view.add_item(ui.Container(*map(_item, screen.parts), accent_colour=screen.accent))
    view.stop()
    return view


def _item(part: Part) -> ui.Item[ui.LayoutView]:
    match part:
        case Text(markdown=markdown):
            return ui.TextDisplay(markdown)
        case ActionRow(buttons=buttons):
            return ui.ActionRow(*map(_button, buttons))
        case Select(action=action, placeholder=placeholder, choices=choices):
            options = [
                discord.SelectOption(label=each.label, value=each.value, default=each.is_chosen)
                for each in choices
            ]
            return ui.ActionRow(ui.Select(custom_id=action, placeholder=placeholder, options=options))
        case UserSelect(action=action, placeholder=placeholder):
            return ui.ActionRow(ui.UserSelect(custom_id=action, placeholder=placeholder))
        case Separator():
            return ui.Separator()
        case Picture(description=description):
            item = discord.MediaGalleryItem("attachment://table.png", description=description)
            return ui.MediaGallery(item)
        case _:
            assert_never(part)


def _button(button: Button) -> ui.Button[ui.LayoutView]:
    if button.is_link:
        return ui.Button(label=button.label, url=button.action)
    return ui.Button(
        label=button.label,
        custom_id=button.action,
        style=discord.ButtonStyle(STYLES[button.style]),
        emoji=button.emoji,
        disabled=button.is_disabled,
    )
