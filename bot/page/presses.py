"""A press on the page: validated strictly, handled once, and always answered.

The browser gives each press an id and resends it until it gets a response. So a lost press is handled
eventually, and a press whose response was lost is not handled twice: this process remembers its latest
presses, and the database those that changed something, as it does for Discord's interactions (F-22).
"""

from __future__ import annotations

import asyncio
import hashlib
import re
import time
from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Literal, TypeAlias, cast

from bot.custom_ids import read_whole
from bot.front.forms import FieldError, filled_again
from bot.front.refusals import fault, sentence
from bot.front.request import Request, SourceMessage
from bot.page.context import PageContext, PressedSpot, SpotKind
from bot.page.front import PageFront
from bot.page.offers import Offered
from bot.page.places import PLAY, find, number_of, settled
from bot.page.views import Views
from bot.page.windows import PageWindow
from bot.screens.core.presenter import refusal
from bot.screens.core.screen import Form
from bot.tavern.table.table_state import NoSuchTable
from bot.text.translate import speaking
from games.engine.core.errors import NotOffered, UserError
from storage.errors import StorageError
from storage.people.server_settings import ServerSettings
from storage.play.postings import TABLES, has_acted

Deed: TypeAlias = Literal["press", "form", "command", "table", "page", "go", "close"]
DEEDS = ("press", "form", "command", "table", "page", "go", "close")
SPOTS = ("table", "panel", "sheet", "post", "notice")
NUMBER_MAX = 2**62
TEXT_MAX = 4000
LIST_MAX = 40
REMEMBERED_MAX = 4096
BURST, A_SECOND = 20.0, 8.0
"""The number of presses that a user can make in a burst, and per second afterwards."""
_ID = re.compile(r"[0-9a-f]{16,64}")
_MESSAGE = re.compile(r"([0-9]+)/([0-9]+)")


class MalformedPress(Exception):
    """The request does not come from our page."""


@dataclass(frozen=True, slots=True)
class PagePress:
    """A press as the browser reports it; nothing in it is trusted."""

    id: str
    deed: Deed
    action: str = ""
    on: SpotKind | Literal["notice"] = "nothing"
    number: int = 0
    values: tuple[str, ...] = ()
    fields: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def read(cls, body: object) -> PagePress:
        """Parse a request body. Raises `MalformedPress` for anything that our page doesn't send."""
        if not isinstance(body, dict):
            raise MalformedPress
        number, values, fields = body.get("number", 0), body.get("values", []), body.get("fields", {})
        is_valid = (
            isinstance(body.get("id"), str)
            and _ID.fullmatch(body["id"]) is not None
            and body.get("deed") in DEEDS
            and _is_text(body.get("action", ""))
            and body.get("on", "nothing") in (*SPOTS, "nothing")
            and type(number) is int
            and 0 <= number <= NUMBER_MAX
            and isinstance(values, list)
            and len(values) <= LIST_MAX
            and all(map(_is_text, values))
            and isinstance(fields, dict)
            and len(fields) <= LIST_MAX
            and all(_is_text(each) for pair in fields.items() for each in pair)
        )
        if not is_valid:
            raise MalformedPress
        on = cast(SpotKind, body.get("on", "nothing"))
        return cls(body["id"], body["deed"], body.get("action", ""), on, number, tuple(values), fields)


def _is_text(value: object) -> bool:
    return isinstance(value, str) and len(value) <= TEXT_MAX


class RateLimited(Exception):
    """A user presses faster than a person can."""


class RateLimiter:
    """Limits the rate of each user's presses; `now` returns monotonic seconds."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._left: OrderedDict[int, tuple[float, float]] = OrderedDict()

    def take(self, player: int) -> None:
        """Count a press. Raises `RateLimited`, without counting it, if there were too many."""
        now = self._now()
        left, counted_at = self._left.get(player, (BURST, now))
        left = min(BURST, left + (now - counted_at) * A_SECOND)
        if left < 1.0:
            raise RateLimited
        self._left[player] = left - 1.0, now
        self._left.move_to_end(player)
        if len(self._left) > REMEMBERED_MAX:
            self._left.popitem(last=False)


class PagePresses:
    """Dispatches presses to the application."""

    def __init__(self, front: PageFront) -> None:
        self._front = front
        self._views = Views(front)
        self._pace = RateLimiter()
        self._taken: OrderedDict[tuple[int, str], asyncio.Task[None]] = OrderedDict()

    async def take(self, window: PageWindow, press: PagePress) -> None:
        """Handle a press once; return when that is done."""
        key = window.guest.person.id, press.id
        task = self._taken.get(key)
        if task is None:
            self._pace.take(window.guest.person.id)
            task = self._taken[key] = asyncio.create_task(self.do(window, press))
            if len(self._taken) > REMEMBERED_MAX:
                self._taken.popitem(last=False)
        # The client may disconnect meanwhile, but a press that has begun is finished.
        await asyncio.shield(task)

    async def do(self, window: PageWindow, press: PagePress) -> None:
        """Handle a press, even if this process has handled it before."""
        window.refusal, window.noted_at, shown = None, 0.0, window.shown
        window.kept.clear()
        ctx, windows, table = self._reply(window, press), self._front.windows, window.table
        state = windows.state(table)
        with speaking(window.language):
            try:
                if await self._is_due(ctx, press):
                    await self._answer(ctx, press)
                    self._renew(ctx, press)
            except Exception as error:  # noqa: BLE001  # every press gets a response
                await self._explain(ctx, error)
        if table and press.deed == "press" and windows.state(table) is state and window.shown == shown:
            # The press changed nothing visible here, so the window shows that it was received.
            window.noted_at = self._front.app.now()
        if window.table != table:
            windows.show_presence(window)
        if window.table and (window.table != table or windows.state(table) is state):
            # No newer state was published, but the user's own view may have changed.
            windows.forget(window.table)
        window.touch()

    async def _is_offered(self, window: PageWindow, press: PagePress) -> bool:
        """Return True if the window offers this press at its stated place.

        Commands, tables and links are open to everybody, and closing a sheet changes only the user's own
        window.
        """
        if press.deed not in ("press", "form"):
            return True
        press_offered = Offered(press.deed, press.action, press.on, press.number)
        if window.offers(press_offered):
            return True
        # This process may not have rendered the window yet, or not since a change.
        await self._views.parts(window)
        return window.offers(press_offered)

    async def _is_due(self, ctx: PageContext, press: PagePress) -> bool:
        """Return False if a press was handled before a restart (F-22). Raises `NotOffered`."""
        if await self._is_offered(ctx.window, press):
            return True
        if await self._front.app.database.read(lambda tx: has_acted(tx, ctx.request.id)):
            return False
        raise NotOffered

    async def _answer(self, ctx: PageContext, press: PagePress) -> None:
        window, company = ctx.window, self._front.company(ctx.server)
        match press.deed:
            case "table" | "page" | "close":
                _move(window, press)
            case "go":
                await self._go(ctx, press)
            case "command":
                options = settled(window.page, press.action)
                await self._front.commands.begin(ctx, press.action, company.people(), options)
            case "form" if press.action.startswith("/"):
                name = press.action[1:]
                await self._front.commands.run(ctx, name, company, settled(window.page, name))
                self._put_away(ctx)
            case "form":
                await self._front.app.take(ctx)
                self._put_away(ctx)
            case "press":
                if press.values:
                    ctx.request = replace(ctx.request, people=await self._chosen(ctx, press))
                await self._front.app.take(ctx)
                self._put_away(ctx)

    async def _chosen(self, ctx: PageContext, press: PagePress) -> Mapping[int, bool]:
        """Return the selected users who are in the server now, each with whether it is a bot."""
        company, is_me = self._front.company(ctx.server), self._front.app.front.is_me
        people = company.people()
        ids = [each for each in map(read_whole, press.values) if each in people]
        users = [await company.look_up(each, ctx.player) for each in ids if each is not None]
        return {
            each.id: each.is_bot or is_me(each.id) for each in users if each is not None and each.is_member
        }

    def _renew(self, ctx: PageContext, press: PagePress) -> None:
        """Make the page reload its content after a form or press that may have changed it."""
        window = ctx.window
        is_on_inset = window.inset is not None and window.inset.id == ctx.spot.number and press.on == "sheet"
        if press.deed == "form" or (press.deed == "press" and not is_on_inset):
            window.renew()

    def _put_away(self, ctx: PageContext) -> None:
        """Close a submitted form, or a menu from which something was chosen; keep any other sheet."""
        sheet = ctx.window.find(ctx.spot.number) if ctx.spot.kind == "sheet" else None
        if sheet is None or not (isinstance(sheet.content, Form) or sheet.content.is_menu):
            return
        if sheet in ctx.window.sheets:
            ctx.window.sheets.remove(sheet)

    async def _go(self, ctx: PageContext, press: PagePress) -> None:
        """Show the table of a linked message."""
        server, match = ctx.server, _MESSAGE.fullmatch(press.action)
        if match is None:
            raise NoSuchTable
        channel, message = map(read_whole, match.groups())
        if channel is None or message is None:
            raise NoSuchTable
        tables = await self._front.app.database.read(
            lambda tx: TABLES.shown_by(tx, server, channel, {message})
        )
        for table in tables:
            ctx.window.look_at(table)
            return
        raise NoSuchTable

    def _reply(self, window: PageWindow, press: PagePress) -> PageContext:
        guest, app = window.guest, self._front.app
        spot = PressedSpot("nothing" if press.on == "notice" else press.on, press.number)
        is_private = spot.kind in ("panel", "sheet")
        message = SourceMessage(press.number, is_private) if press.on != "nothing" else None
        request: Request = guest.request(
            request_id(guest.person.id, press.id),
            app.now(),
            kind="form" if press.deed == "form" else "command" if press.deed == "command" else "press",
            language=window.language,
            message=message,
            action=press.action,
            values=press.values,
            fields=press.fields,
        )
        return PageContext(self._front, self._front.windows, window, request, spot)

    async def _explain(self, ctx: PageContext, error: Exception) -> None:
        """Show why a press failed, beside the pressed element; log a bug of ours under an error number."""
        words = sentence(error, await self._currency(ctx))
        if words is None:
            words = fault(error)
        if ctx.request.kind == "form" and self._show_form_again(ctx, error, words):
            return
        ctx.refuse(refusal(words))

    def _show_form_again(self, ctx: PageContext, error: Exception, words: str) -> bool:
        sheet = ctx.window.find(ctx.spot.number)
        if sheet is None or not isinstance(sheet.content, Form) or not isinstance(error, UserError):
            return False
        surroundings, field = self._front.surroundings, error.field if isinstance(error, FieldError) else ""
        form = filled_again(
            sheet.content, ctx.request.fields, surroundings.channels(ctx), surroundings.roles(ctx)
        )
        ctx.form_again(form, {field: words})
        return True

    async def _currency(self, ctx: PageContext) -> str:
        try:
            return (await self._front.app.tavern.settings(ctx.server)).currency
        except StorageError:
            return ServerSettings().currency


def _move(window: PageWindow, press: PagePress) -> None:
    """Show a table or a page, or close a sheet. Raises `NotOffered` if there is no such page."""
    table = press.number if press.deed == "table" else number_of(press.action, "table")
    if press.deed == "close":
        window.take_away(press.number)
    elif table:
        window.look_at(table)
    elif find(press.action) is None:
        raise NotOffered
    else:
        window.visit(press.action or PLAY)


def request_id(player: int, press: str) -> int:
    """Return the id of a press as a request; it is negative, so that it never equals an interaction's id."""
    digest = hashlib.sha256(f"{player}:{press}".encode()).digest()
    return -1 - int.from_bytes(digest[:8], "big") % NUMBER_MAX
