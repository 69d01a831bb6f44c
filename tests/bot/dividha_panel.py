"""Helpers that several tests about dividha panel share."""

from __future__ import annotations

from bot.screens.core.screen import ActionRow, Button, Screen

BUTTONS_MAX = 11


def buttons(screen: Screen) -> list[Button]:
    """All buttons of a screen."""
    return [button for part in screen.parts if isinstance(part, ActionRow) for button in part.buttons]
