"""Pages that show the response of a command, which is run when the page is opened."""

from __future__ import annotations

import secrets
from typing import Any

from bot.front.protocols import EphemeralMessage, File, Redraw
from bot.front.refusals import fault, sentence
from bot.page.context import PageContext, PressedSpot
from bot.page.front import PageFront
from bot.page.places import Place
from bot.page.windows import PageWindow
from bot.screens.core.presenter import refusal
from bot.screens.core.screen import Button, Form, Screen, Text, rows
from games.engine.core.errors import UserError

ID_BYTES = 6


class InsetContext(PageContext):
    """The context of a page's own command: responses go onto the page, not onto a sheet."""

    async def update(self, screen: Screen, again: Redraw | None = None) -> bool:  # noqa: ARG002
        """Show a screen on the page."""
        self.window.show_inset(screen)
        return True

    async def send_ephemeral(self, screen: Screen, again: Redraw | None = None) -> EphemeralMessage | None:  # noqa: ARG002
        """Show a screen on the page; return the message, which can be edited."""
        window, sheet = self.window, self.window.show_inset(screen)

        async def edit(newer: Screen) -> bool:
            return window.replace(sheet.id, newer)

        return EphemeralMessage(sheet.id, edit)

    async def send_form(self, form: Form) -> bool:
        """Show a form on the page."""
        self.window.show_inset(form)
        return True

    async def send_file(self, words: str, file: File, *buttons: Button) -> bool:
        """Show a file to download on the page."""
        name = self.windows.keep_file(self.player, file)
        self.window.show_inset(Screen((Text(words), *rows([*buttons]))), (name, file.name))
        return True


async def fill(front: PageFront, window: PageWindow, place: Place) -> None:
    """Run the command or press of a page, unless that was done; a refusal becomes the page's content."""
    if window.inset is not None or not (place.command or place.press):
        return
    ctx = _context(front, window, place)
    people = front.company(ctx.server).people()
    try:
        if place.press:
            await front.app.take(ctx)
        elif place.is_form:
            await front.commands.begin(ctx, place.command, people)
        else:
            await front.commands.run(ctx, place.command, front.company(ctx.server))
    except Exception as error:  # noqa: BLE001  # the page is shown even if its command fails
        currency = (await front.app.tavern.settings(ctx.server)).currency
        window.show_inset(refusal(_error_text(error, currency)))


def _error_text(error: Exception, currency: str) -> str:
    words = sentence(error, currency) if isinstance(error, UserError) else None
    return fault(error) if words is None else words


def _context(front: PageFront, window: PageWindow, place: Place) -> InsetContext:
    kind: Any = "press" if place.press else "command"
    request = window.guest.request(
        -1 - secrets.randbits(8 * ID_BYTES),
        front.app.now(),
        kind=kind,
        language=window.language,
        action=place.press,
        fields=place.given,
    )
    return InsetContext(front, front.windows, window, request, PressedSpot())
