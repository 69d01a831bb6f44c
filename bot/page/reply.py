"""Answering a visit on the page: what is whispered lies on one window, what is posted is the room's."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

from bot.front.protocols import Again, File, OwnFront, Reply, Whispered
from bot.front.visit import Visit
from bot.page.windows import PageSheet, PageWindow, PageWindows
from bot.screens.core.screen import Button, Form, Screen, Text, rows
from games.engine.core.errors import ensure

Kind: TypeAlias = Literal["table", "panel", "sheet", "post", "nothing"]


@dataclass(frozen=True, slots=True)
class PressedSpot:
    """Where something was pressed: on the table for all, on one's own part of it, a sheet or a post."""

    kind: Kind = "nothing"
    number: int = 0


class ForeignReply(Exception):
    """A reply of another front came to this one."""


class PageReply:
    """The answer to one visit."""

    def __init__(
        self, front: OwnFront, windows: PageWindows, window: PageWindow, visit: Visit, spot: PressedSpot
    ) -> None:
        self.front = front
        self.windows, self.window, self.visit, self.spot = windows, window, visit, spot
        self.is_unseen = False
        self.server, self.player, self.channel = visit.place, visit.person.id, visit.channel

    async def update(self, screen: Screen, again: Again | None = None) -> bool:  # noqa: ARG002
        """Change the sheet or post that was pressed; over a table, which stays, the words are laid.

        Of a form that was sent it is the sheet on which it was asked for.
        """
        number, sheet = self.spot.number, self._pressed_sheet()
        if sheet and (self.window.replace(sheet.asked_on, screen) or self.window.replace(number, screen)):
            return True
        if self.spot.kind == "post" and self.windows.change_post(self.channel, number, screen):
            return True
        self.spot = PressedSpot("sheet", self.window.lay(screen).id)
        return True

    async def edit(self, screen: Screen) -> None:
        """Change it once more."""
        await self.update(screen)

    async def whisper(self, screen: Screen, again: Again | None = None) -> Whispered | None:  # noqa: ARG002
        """Lay a sheet on the window."""
        return self.window.whispered(screen)

    async def ask(self, form: Form) -> bool:
        """Lay a form on the window."""
        sheet = self._pressed_sheet()
        self.window.lay(form, asked_on=sheet.id if sheet else 0)
        return True

    async def hand_over(self, words: str, file: File, *buttons: Button) -> bool:
        """Lay a sheet from which a file can be taken."""
        name = self.windows.keep_file(self.player, file)
        self.window.lay(Screen((Text(words), *rows([*buttons]))), (name, file.name))
        return True

    async def post(self, screen: Screen) -> int | None:
        """Put something up in the room."""
        return self.windows.post(self.channel, screen)

    async def launch(self, table: int) -> bool:
        """Show the table: here is its page."""
        self.shows_table(table)
        return True

    def _pressed_sheet(self) -> PageSheet | None:
        """The sheet that was pressed, if one was and it still lies there."""
        return self.window.find(self.spot.number) if self.spot.kind == "sheet" else None

    def refuse(self, screen: Screen) -> None:
        """Say why a press did nothing, beside what was pressed."""
        self.window.refusal, self.window.refused_at = screen, self.visit.at
        self.window.touch()

    def form_again(self, form: Form, faults: Mapping[str, str]) -> None:
        """Show a form again, with what is wrong in it."""
        if not (self.spot.kind == "sheet" and self.window.replace(self.spot.number, form, faults)):
            self.window.replace(self.window.lay(form).id, form, faults)

    def shows_table(self, table: int) -> None:
        """Show a table, with nothing over it."""
        self.window.look_at(table)


def page_reply(reply: Reply) -> PageReply:
    """A reply as this front made it."""
    ensure(isinstance(reply, PageReply), ForeignReply)
    assert isinstance(reply, PageReply)
    return reply
