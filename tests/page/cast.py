"""The people of the table of rights at the hosted page: a window for each, and what their browsers send."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import count

from bot.front.request import User
from bot.page.auth import PageUser
from bot.page.commands import CommandOption
from bot.page.html import Html
from bot.page.places import PLACES
from bot.page.presses import PagePress, PagePresses, RateLimiter
from bot.page.server import PageServer
from bot.page.windows import PageWindow
from games.catalog import GAMES
from tests.discord.cast import Cast
from tests.discord.who_may import FIELDS, INSIDE, OF_COMMANDS, A
from tests.page.hosting import Hosting

NUMBERED = ("manage/tables/1", "manage/tables/2", "tournaments/1", "tournaments/2")
TABLES = range(1, 8)
ADDRESSES = (*PLACES, *(f"game/{game}" for game in GAMES), *NUMBERED)


async def guest_of(hosting: Hosting, player: int, path: str = "") -> PageUser | None:
    """Return the visitor that somebody is who has just signed in with Discord."""
    way, state = await hosting.begin()
    _status, key, _words = await hosting.back(hosting.authority.agree(way, player), state)
    return await hosting.page.server._sessions.guest(path or hosting.path[1:], key)


@dataclass(slots=True)
class PageCast:
    """Their windows by kind; `refusals` are those of the last press."""

    hosting: Hosting
    cast: Cast
    windows: dict[str, PageWindow] = field(default_factory=dict)
    refusals: list[str] = field(default_factory=list)
    ids: count[int] = field(default_factory=lambda: count(1))

    @property
    def server(self) -> PageServer:
        """The page's server."""
        return self.hosting.page.server

    async def drawn(self, kind: str, page: str = "", table: int = 0) -> Mapping[str, Html]:
        """Return what somebody's window shows at an address, without a sheet over it."""
        window = self.windows[kind]
        window.sheets.clear()
        window.refusal = None
        if table:
            window.look_at(table)
        else:
            window.visit(page)
        return await self.server._views.parts(window)

    async def press(self, kind: str, deed: str, action: str, **more: object) -> str:
        """Send a press; the kind of its refusal, or nothing."""
        self.refusals.clear()
        told = {"id": f"{next(self.ids):032x}", "deed": deed, "action": action, **more}
        await self.server._presses.take(self.windows[kind], PagePress.read(told))
        return self.refusals[-1] if self.refusals else ""

    async def send(self, kind: str, row: str, ask: A, **more: object) -> str:
        """Send a row of the table of rights, offered or not; the kind of its refusal, or nothing."""
        name, action = row[1:].partition("#")[0], self.cast.named(ask.id)
        match row[0]:
            case "/":
                return await self.press(kind, "form", f"/{name}", fields=self._typed(name, ask))
            case "?":
                return await self.press(kind, "form", action, fields={**FIELDS, **ask.fields}, **more)
            case _:
                values = [str(self.cast.people[ask.whom].id)] if ask.whom else [*ask.values]
                return await self.press(kind, "press", action, values=values, **more)

    def _typed(self, name: str, ask: A) -> dict[str, str]:
        found = next((each for each in self.hosting.page.front.commands if each.name == name), None)
        given, told = {**OF_COMMANDS, **ask.fields}, {}
        for option in () if found is None else found.options:
            value = given.get(option.called, given.get(option.name, ""))
            if option.kind is User and (value or option.is_needed):
                value = str(self.cast.people[ask.whom or "seated"].id)
            elif option.is_needed and not value:
                value = _usual(option)
            told[option.name] = value
        return told


def _usual(option: CommandOption) -> str:
    if option.choices:
        return str(next(iter(option.choices)))
    return "1" if option.kind is int else "xx"


async def at_page(hosting: Hosting, cast: Cast) -> PageCast:
    """Open a window for everybody inside."""
    made, server = PageCast(hosting, cast), hosting.page.server
    hosting.authority.members[hosting.room.guild.id] |= {each.id for each in cast.people.values()}
    presses = server._presses
    assert isinstance(presses, PagePresses)
    presses._pace = RateLimiter(count().__next__)
    explain = presses._explain

    async def kept(ctx: object, error: Exception) -> None:
        made.refusals.append(type(getattr(error, "slip", error)).__name__)
        await explain(ctx, error)  # type: ignore[arg-type]

    presses._explain = kept  # type: ignore[method-assign]
    company = hosting.page.front.company(hosting.room.guild.id)
    for kind in INSIDE:
        guest = await guest_of(hosting, cast.people[kind].id)
        assert guest is not None
        company.meet(guest.person.id, guest.person.name, is_member=True)
        name = f"{len(made.windows):032x}"
        window = PageWindow(guest, "en", door=hosting.path[1:])
        made.windows[kind] = hosting.page.front.windows.open(guest, name, lambda window=window: window)  # type: ignore[misc]
    return made
