"""Screen → what discord.py sends."""

from __future__ import annotations

from typing import assert_never

import discord
from discord import ui

from bot.screens.screen import FORM_LABEL_MAX, Button, Form, Line, Part, Row, Screen, Select, Style, Text

ANSWER_MAX = 60
"""So much can be typed into a form."""
STYLES: dict[Style, discord.ButtonStyle] = {
    "main": discord.ButtonStyle.primary,
    "good": discord.ButtonStyle.success,
    "plain": discord.ButtonStyle.secondary,
    "danger": discord.ButtonStyle.danger,
}


class Layout(ui.LayoutView):
    """A screen on its way to Discord.

    It counts as finished from the start, so that discord.py does not keep it to wait for
    presses: those reach us by their custom_id alone (`components.py`), after a restart too.
    """

    def __init__(self, screen: Screen) -> None:
        super().__init__(timeout=None)
        self.add_item(ui.Container(*map(_item, screen.parts), accent_colour=screen.accent))
        self.stop()


class Questionnaire(ui.Modal):
    """A form on its way to Discord; like a layout, discord.py is not to wait for it."""

    def __init__(self, form: Form) -> None:
        super().__init__(title=form.title[:FORM_LABEL_MAX], custom_id=form.action, timeout=None)
        line = ui.TextInput[Questionnaire](
            custom_id="text", placeholder=form.hint or None, max_length=ANSWER_MAX
        )
        self.add_item(ui.Label(text=form.label[:FORM_LABEL_MAX], component=line))
        self.stop()


def mentions(screen: Screen) -> discord.AllowedMentions:
    """Whom a message may call: the people whom its screen names, and nobody else."""
    people = [discord.Object(each) for each in screen.pings]
    return discord.AllowedMentions(everyone=False, roles=False, replied_user=False, users=people)


def _item(part: Part) -> ui.Item[Layout]:
    match part:
        case Text(markdown=markdown):
            return ui.TextDisplay(markdown)
        case Row(buttons=buttons):
            return ui.ActionRow(*map(_button, buttons))
        case Select(action=action, placeholder=placeholder, choices=choices, count=count):
            options = [
                discord.SelectOption(label=each.label, value=each.value, default=each.is_chosen)
                for each in choices
            ]
            select: ui.Select[Layout] = ui.Select(
                custom_id=action, placeholder=placeholder, options=options, min_values=count, max_values=count
            )
            return ui.ActionRow(select)
        case Line():
            return ui.Separator()
        case _:
            assert_never(part)


def _button(button: Button) -> ui.Button[Layout]:
    if button.is_link:
        return ui.Button(label=button.label, url=button.action)
    return ui.Button(
        label=button.label,
        custom_id=button.action,
        style=STYLES[button.style],
        emoji=button.emoji,
        disabled=button.is_disabled,
    )
