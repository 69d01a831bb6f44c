"""All open windows of the page: their users, their sheets, and the states they show.

A window shows a table or a page to one user, covered by sheets, the newest on top: ephemeral responses and
forms. It is rendered from the current state, never from events, so a window that was suspended, or is new
after a restart, is up to date as soon as it is rendered.

A user with an open window is shown as present at the tables where they sit, and nowhere else (TB-14).
"""

from __future__ import annotations

import asyncio
import secrets
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias, TypeVar

from bot.front.protocols import EphemeralMessage, File
from bot.page.auth import PageUser
from bot.page.offers import Offered
from bot.screens.core.screen import Form, Screen, say
from bot.tavern.table.table_state import TableState
from bot.tavern.tournament.tournament_service import TournamentState
from bot.text.translate import _
from games.engine.core.errors import must_find
from games.engine.core.game import Seat
from storage.play.postings import Posting

T = TypeVar("T")

SHEETS_MAX = 6
REFUSED_SECONDS = 30
"""The time for which a window shows a refusal; later its reason may no longer hold."""
WINDOWS_OF_ONE = 8
"""The maximum number of one user's windows, in all servers; the least recently used one is dropped."""
WINDOWS_MAX = 4000
"""The maximum number of all windows; the least recently used one without a stream is dropped."""
DRAWINGS_KEPT = 8
"""The number of latest renderings whose presses are accepted, since the state may change before a press."""
STATES_MAX = 500
FILES_OF_ONE = 4
"""The maximum number of files kept for one user; the oldest is dropped."""
FILES_MAX = 400
"""The maximum number of all files: only a hundred users together can push out another user's file."""
FILES_BYTES_MAX = 400_000_000
"""The maximum size of all files together: forty of the largest possible files."""
POSTS_MAX = 12
"""The number of posts kept in a room."""
NOTICES_MAX = 6
"""The number of notices kept in a room, besides those of tournaments that are open or running."""


@dataclass(frozen=True, slots=True)
class PageSheet:
    """A sheet over the table for its user alone: a screen or a form, and optionally a file to download."""

    id: int
    content: Screen | Form
    faults: Mapping[str, str] = field(default_factory=dict)
    """The errors of a form by field name; "" for an error of the whole form."""
    file: str = ""
    """The name under which a file can be downloaded."""
    file_name: str = ""
    asked_on: int = 0
    """The sheet from which a form was opened, which shows the form's result."""


@dataclass(eq=False, slots=True)
class PageWindow:
    """One view of one user."""

    guest: PageUser
    language: str
    table: int = 0
    """The table shown; 0 for a page of the shell."""
    page: str = ""
    """The path of the page that the window shows, or showed before the table."""
    door: str = ""
    """The first part of the window's path."""
    inset: PageSheet | None = None
    """The response of the page's command; None until the command is run."""
    others: Sequence[tuple[str, str]] = ()
    """Names and URLs of other users to switch to; the URLs contain keys, so only managers see them."""
    kept: dict[str, Any] = field(default_factory=dict)
    """Data that the page has loaded, cached until the next press or another page."""
    order: str = ""
    """The order in which the user's cards are sorted, one of the game's `orders`."""
    sheets: list[PageSheet] = field(default_factory=list)
    refusal: Screen | None = None
    """The reason why the last press was refused, if it was."""
    refused_at: float = 0.0
    noted_at: float = 0.0
    """The time of the last press if it changed nothing visible, which the window then confirms."""
    is_present: bool = False
    """True if the window is open, or was moments ago, since a lost connection is usually restored."""
    is_dropped: bool = False
    """True if the window was closed because its user opened too many others."""
    _listeners: list[asyncio.Event] = field(default_factory=list)
    _drawings: int = 0
    _offered: dict[Offered, int] = field(default_factory=dict)
    """The offered presses, each with the number of the last rendering that offered it."""
    _numbers: Iterator[int] = field(default_factory=lambda: iter(range(1, 10**9)))

    def offer(self, presses: Iterable[Offered]) -> None:
        """Record the presses of a new rendering, and forget those that only old ones offered."""
        self._drawings += 1
        self._offered.update(dict.fromkeys(presses, self._drawings))
        for each, last in [*self._offered.items()]:
            if last <= self._drawings - DRAWINGS_KEPT:
                del self._offered[each]

    def offers(self, press: Offered) -> bool:
        """Return True if one of the latest renderings offers this press at this place."""
        return press in self._offered

    def touch(self) -> None:
        """Request a new rendering."""
        for each in self._listeners:
            each.set()

    def listen(self, changed: asyncio.Event, most: int) -> None:
        """Set an event at each change; if there are more than `most` events, remove the oldest."""
        self._listeners.append(changed)
        while len(self._listeners) > most:
            self.unlisten(self._listeners[0])

    def unlisten(self, changed: asyncio.Event) -> None:
        """Set an event a last time and remove it."""
        if changed in self._listeners:
            self._listeners.remove(changed)
            changed.set()

    def is_heard_by(self, changed: asyncio.Event) -> bool:
        """Return True if an event is still being set."""
        return changed in self._listeners

    @property
    def is_heard(self) -> bool:
        """True if the window has a stream."""
        return bool(self._listeners)

    def is_watching(self, posting: Posting) -> bool:
        """Return True if the window shows a table, or the channel of the table."""
        return self.table == posting.id or self.guest.is_at(posting.channel)

    def close(self) -> None:
        """End the window's streams."""
        for each in [*self._listeners]:
            self.unlisten(each)

    def refused(self, now: float) -> Screen | None:
        """Return why the last press was refused, or the note that it was received, for `REFUSED_SECONDS`."""
        if self.refusal is not None:
            return self.refusal if now < self.refused_at + REFUSED_SECONDS else None
        is_noted = now < self.noted_at + REFUSED_SECONDS
        return say(_("Done: I’ve noted that.")) if is_noted else None

    @property
    def shown(self) -> tuple[object, ...]:
        """The content beside the table's state: if both stay the same after a press, nothing has changed."""
        sheets = tuple((each.id, id(each)) for each in self.sheets)
        return self.path, self.order, sheets, None if self.inset is None else id(self.inset)

    def look_at(self, table: int) -> None:
        """Show a table (0: the page shown before), and close all sheets."""
        if table != self.table:
            self.order = ""
        self.table = table
        self.sheets.clear()
        self.renew()
        self.touch()

    def visit(self, page: str) -> None:
        """Show a page of the shell, and close all sheets."""
        self.page = page
        self.look_at(0)

    @property
    def path(self) -> str:
        """The path of what the window shows, without the door."""
        return f"table/{self.table}" if self.table else self.page

    def renew(self) -> None:
        """Drop the page's loaded data, so that it is loaded again."""
        self.inset = None
        self.kept.clear()

    def show_inset(self, content: Screen | Form, file: tuple[str, str] = ("", "")) -> PageSheet:
        """Show a response on the page itself, in place of the previous one."""
        number = next(self._numbers) if self.inset is None else self.inset.id
        self.inset = PageSheet(number, content, file=file[0], file_name=file[1])
        self.touch()
        return self.inset

    def open_sheet(
        self, content: Screen | Form, file: tuple[str, str] = ("", ""), asked_on: int = 0
    ) -> PageSheet:
        """Open a sheet on top."""
        sheet = PageSheet(next(self._numbers), content, file=file[0], file_name=file[1], asked_on=asked_on)
        self.sheets.append(sheet)
        del self.sheets[:-SHEETS_MAX]
        self.touch()
        return sheet

    def find(self, number: int) -> PageSheet | None:
        """Return the sheet or inset with this number, if it is still open."""
        inset = () if self.inset is None else (self.inset,)
        return next((each for each in (*self.sheets, *inset) if each.id == number), None)

    def replace(self, number: int, content: Screen | Form, faults: Mapping[str, str] | None = None) -> bool:
        """Replace a sheet; return False if it was closed."""
        for index, each in enumerate(self.sheets):
            if each.id == number:
                self.sheets[index] = PageSheet(number, content, faults or {}, asked_on=each.asked_on)
                self.touch()
                return True
        if self.inset is not None and self.inset.id == number:
            self.inset = PageSheet(number, content, faults or {})
            self.touch()
            return True
        return False

    def take_away(self, number: int) -> None:
        """Close a sheet and all sheets above it."""
        sheet = self.find(number)
        if sheet is not None and sheet in self.sheets:
            del self.sheets[self.sheets.index(sheet) :]
            self.touch()

    def open_message(self, screen: Screen) -> EphemeralMessage:
        """Open a sheet with a screen; return the message, which can be edited."""
        sheet = self.open_sheet(screen)

        async def edit(newer: Screen) -> bool:
            return self.replace(sheet.id, newer)

        return EphemeralMessage(sheet.id, edit)


_Key: TypeAlias = tuple[int, int, str]
"""A server id, a user id, and the window's own name."""


@dataclass(frozen=True, slots=True)
class PagePost:
    """A public post; `draw` returns it as one user reads it, or None if it does not concern them."""

    screen: Screen
    draw: Callable[[int], Screen | None] | None = None

    def seen_by(self, player: int) -> Screen | None:
        """Return the post as one user reads it, in the current language; None if it does not concern them."""
        if self.draw is not None:
            return self.draw(player)
        return self.screen if not self.screen.pings or player in self.screen.pings else None


@dataclass(eq=False, slots=True)
class PageRoom:
    """The posts and notices of a channel."""

    posts: OrderedDict[int, PagePost] = field(default_factory=OrderedDict)
    notices: OrderedDict[int, TournamentState] = field(default_factory=OrderedDict)
    read: dict[int, int] = field(default_factory=dict)
    """The newest post that each user has seen, of those that are meant for them."""
    is_read: bool = False
    """True if the notices include the tournaments stored before the start, not only those changed since."""

    def seen_by(self, player: int) -> Iterator[tuple[int, Screen]]:
        """Yield the posts that concern a user, each with its number, as the user reads it."""
        for number, each in self.posts.items():
            if (screen := each.seen_by(player)) is not None:
                yield number, screen

    def note(self, state: TournamentState) -> None:
        """Keep a notice's state unless a newer one is known; drop the states that changed longest ago."""
        known = self.notices.get(state.id)
        if known is None or known.stored.revision <= state.stored.revision:
            self.notices[state.id] = state
            self.notices.move_to_end(state.id)
        while len(self.notices) > NOTICES_MAX:
            self.notices.popitem(last=False)


class PageWindows:
    """All windows, and the newest states of the tables they show."""

    def __init__(self) -> None:
        self._windows: OrderedDict[_Key, PageWindow] = OrderedDict()
        self._own: dict[int, dict[_Key, PageWindow]] = {}
        """The windows by user, the most recently used one last."""
        self._states: OrderedDict[int, TableState] = OrderedDict()
        self._shown_revisions: OrderedDict[int, int] = OrderedDict()
        """The revision in which each table was last shown."""
        self._rooms: dict[int, PageRoom] = {}
        self._files: OrderedDict[str, tuple[int, File]] = OrderedDict()
        self._posts = iter(range(2, 10**12, 4))

    def open(self, guest: PageUser, name: str, make: Callable[[], PageWindow]) -> PageWindow:
        """Return the window with this name; create it if there is none."""
        key = (guest.server, guest.person.id, name)
        if key not in self._windows:
            own = [*self._own.get(key[1], ())]
            for each in own[: max(0, len(own) - WINDOWS_OF_ONE + 1)]:
                self._windows[each].is_dropped = True
                self._drop(each)
            if len(self._windows) >= WINDOWS_MAX:
                unheard = (known for known, each in self._windows.items() if not each.is_heard)
                self._drop(next(unheard, must_find(self._windows)))
            self._windows[key] = make()
        self._windows.move_to_end(key)
        window = self._windows[key]
        own_windows = self._own.setdefault(key[1], {})
        own_windows.pop(key, None)
        own_windows[key] = window
        window.guest = guest
        return window

    def _drop(self, key: _Key) -> None:
        own = self._own[key[1]]
        del own[key]
        if not own:
            del self._own[key[1]]
        self._windows.pop(key).close()

    def __iter__(self) -> Iterator[PageWindow]:
        return iter([*self._windows.values()])

    def of(self, player: int) -> Iterable[PageWindow]:
        """Return a user's windows, the most recently used first."""
        return [*reversed(self._own.get(player, {}).values())]

    def elsewhere(self, guest: PageUser) -> list[tuple[str, str]]:
        """Return names and doors of the other servers where a user has opened the page, latest first."""
        doors = {
            each.guest.server: (each.guest.server_name, each.door)
            for each in reversed([*self.of(guest.person.id)])
            if each.guest.server != guest.server and each.door
        }
        return [*reversed(doors.values())]

    def present(self, state: TableState) -> frozenset[Seat]:
        """Return the seats of players who have the page open at a table (TB-14)."""
        return frozenset(
            each.seat
            for each in state.table.present
            if each.player is not None
            and any(
                window.is_present and window.is_watching(state.stored)
                for window in self._own.get(each.player, {}).values()
                if window.guest.server == state.stored.server
            )
        )

    def note_presence(self, window: PageWindow, *, is_present: bool) -> None:
        """Show at the user's tables that they have the page open, or not any more."""
        if window.is_present != is_present:
            window.is_present = is_present
            self.show_presence(window)

    def show_presence(self, window: PageWindow) -> None:
        """Redraw the tables at which the window's user sits."""
        player, shown = window.guest.person.id, {each.table for each in self._windows.values()}
        own_tables = {
            number
            for number in shown & self._states.keys()
            if any(each.player == player for each in self._states[number].table.present)
        }
        for each in self._windows.values():
            if each.table in own_tables:
                each.touch()

    def room(self, channel: int) -> PageRoom:
        """Return the posts and notices of a channel."""
        return self._rooms.setdefault(channel, PageRoom())

    def state(self, table: int) -> TableState | None:
        """Return the newest known state of a table."""
        return self._states.get(table)

    def forget(self, table: int) -> None:
        """Drop the known state of a table, so that it is loaded again."""
        self._states.pop(table, None)

    def note(self, state: TableState) -> None:
        """Keep a table's state, unless a newer one is known."""
        known = self._states.get(state.id)
        if known is None or known.stored.revision <= state.stored.revision:
            _keep(self._states, state.id, state)

    def changed(self, state: TableState) -> None:
        """Show a table's newer state, once, in the windows of the table and of its channel."""
        self.note(state)
        if self._shown_revisions.get(state.id, -1) >= state.stored.revision:
            return
        _keep(self._shown_revisions, state.id, state.stored.revision)
        for each in self._windows.values():
            if each.table == state.id or (not each.table and each.guest.is_at(state.stored.channel)):
                each.touch()

    def touch(self, posting: Posting | None = None) -> None:
        """Redraw the windows of a posting's channel, or all windows."""
        for each in self._windows.values():
            if posting is None or each.guest.is_at(posting.channel):
                each.touch()

    def post(self, channel: int, screen: Screen, draw: Callable[[int], Screen | None] | None = None) -> int:
        """Post a screen in a channel; return the post's number. `draw` is as in `PagePost`."""
        number, posts = next(self._posts), self.room(channel).posts
        posts[number] = PagePost(screen, draw)
        while len(posts) > POSTS_MAX:
            posts.popitem(last=False)
        self._touch_channel(channel)
        return number

    def change_post(self, channel: int, number: int, screen: Screen) -> bool:
        """Replace a post; return False if it is gone."""
        posts = self.room(channel).posts
        if number not in posts:
            return False
        posts[number] = PagePost(screen)
        self._touch_channel(channel)
        return True

    def keep_file(self, player: int, file: File) -> str:
        """Keep a file for its user; return the name under which it can be downloaded."""
        name = secrets.token_urlsafe(16)
        own = [each for each, (owner, _file) in self._files.items() if owner == player]
        for each in own[: max(0, len(own) - FILES_OF_ONE + 1)]:
            del self._files[each]
        self._files[name] = player, file
        while len(self._files) > FILES_MAX or self._file_bytes > FILES_BYTES_MAX:
            self._files.popitem(last=False)
        return name

    @property
    def _file_bytes(self) -> int:
        return sum(len(file.content) for _owner, file in self._files.values())

    def file(self, player: int, name: str) -> File | None:
        """Return a user's file by name."""
        owner, file = self._files.get(name, (0, None))
        return file if owner == player else None

    def close_all(self) -> None:
        """End every stream."""
        for each in self._windows.values():
            each.close()

    def _touch_channel(self, channel: int) -> None:
        for each in self._windows.values():
            if each.guest.is_at(channel):
                each.touch()


def _keep(kept: OrderedDict[int, T], table: int, value: T) -> None:
    kept[table] = value
    kept.move_to_end(table)
    if len(kept) > STATES_MAX:
        kept.popitem(last=False)
