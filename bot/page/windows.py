"""Who looks at what: every open window of the page, what lies on it, and what it was sent last.

A window is one view of one guest: a table or the room, and over it sheets, the newest on top: what was
whispered, forms, refusals. It is drawn from how things stand, never from what happened, so one that was
asleep, or is new after a restart, is brought up to date by drawing it once.

Whoever has one open is present at the tables where they sit (TB-14): that is seen there, and nowhere else.
"""

from __future__ import annotations

import asyncio
import secrets
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TypeAlias, TypeVar

from bot.front.protocols import EphemeralMessage, File
from bot.page.auth import PageUser
from bot.page.offers import Offered
from bot.screens.core.screen import Form, Screen
from bot.tavern.table.table_state import TableState
from bot.tavern.tournament.tournament_service import TournamentState
from games.engine.core.errors import must_find
from games.engine.core.game import Seat
from storage.play.postings import Posting

T = TypeVar("T")

SHEETS_MAX = 6
REFUSED_SECONDS = 30
"""How long a window says why a press did nothing; later that may not even hold any more."""
WINDOWS_OF_ONE = 8
"""How many windows one person can have, in all servers; the one that was silent longest goes first."""
WINDOWS_MAX = 4000
"""How many there can be of all; the one goes first that nobody has heard for longest."""
DRAWINGS_KEPT = 8
"""In so many of its latest drawings a press may have been offered: others change what is shown meanwhile."""
STATES_MAX = 500
FILES_OF_ONE = 4
"""How many files are kept for one person; the oldest goes first."""
FILES_MAX = 400
"""How many there can be of all, so that it takes a hundred people to push somebody's out."""
FILES_BYTES_MAX = 400_000_000
"""How long they can be together: forty of the longest."""
POSTS_MAX = 12
"""How many posts of a room are kept."""
NOTICES_MAX = 6
"""How many notices of a room are kept, besides those of tournaments that are open or under way."""


@dataclass(frozen=True, slots=True)
class PageSheet:
    """What lies over the table, for its reader alone: a screen or a form, and perhaps a file to take."""

    id: int
    content: Screen | Form
    faults: Mapping[str, str] = field(default_factory=dict)
    """What is wrong with a form's fields; "" for what is wrong with all of it."""
    file: str = ""
    """The name under which a file is to be had."""
    file_name: str = ""
    asked_on: int = 0
    """The sheet on which a form was asked for: what comes of it is shown there."""


@dataclass(eq=False, slots=True)
class PageWindow:
    """One view of one guest."""

    guest: PageUser
    language: str
    table: int = 0
    """The table that it shows; 0: the room."""
    order: str = ""
    """The order in which cards are shown, one of the game's."""
    sheets: list[PageSheet] = field(default_factory=list)
    refusal: Screen | None = None
    """Why the last press did nothing."""
    refused_at: float = 0.0
    is_present: bool = False
    """Whether it is open, or was a moment ago: a line that is lost comes back."""
    _heard_by: list[asyncio.Event] = field(default_factory=list)
    _drawings: int = 0
    _offered: dict[Offered, int] = field(default_factory=dict)
    """What can be pressed, and in which drawing it was offered last."""
    _numbers: Iterator[int] = field(default_factory=lambda: iter(range(1, 10**9)))

    def offer(self, found: Iterable[Offered]) -> None:
        """Note what a new drawing offers, and forget what only old ones did."""
        self._drawings += 1
        self._offered.update(dict.fromkeys(found, self._drawings))
        for each, last in [*self._offered.items()]:
            if last <= self._drawings - DRAWINGS_KEPT:
                del self._offered[each]

    def offers(self, press: Offered) -> bool:
        """Return True if one of its latest drawings offers this press at this place."""
        return press in self._offered

    def touch(self) -> None:
        """Have it drawn again."""
        for each in self._heard_by:
            each.set()

    def listen(self, changed: asyncio.Event, most: int) -> None:
        """Have an event set whenever it is to be drawn; of more than `most` the oldest hears no more."""
        self._heard_by.append(changed)
        while len(self._heard_by) > most:
            self.unlisten(self._heard_by[0])

    def unlisten(self, changed: asyncio.Event) -> None:
        """Set an event once more, and then never again."""
        if changed in self._heard_by:
            self._heard_by.remove(changed)
            changed.set()

    def is_heard_by(self, changed: asyncio.Event) -> bool:
        """Whether an event is still set by it."""
        return changed in self._heard_by

    @property
    def is_heard(self) -> bool:
        """Whether any stream hears it."""
        return bool(self._heard_by)

    def is_before(self, posting: Posting) -> bool:
        """Whether it shows a table, or the place where that stands."""
        return self.table == posting.id or self.guest.is_at(posting.channel)

    def close(self) -> None:
        """Let go of it: its streams end."""
        for each in [*self._heard_by]:
            self.unlisten(each)

    def refused(self, now: float) -> Screen | None:
        """Why the last press did nothing, while that is news."""
        return self.refusal if now < self.refused_at + REFUSED_SECONDS else None

    def look_at(self, table: int) -> None:
        """Show a table, or with 0 the room, and nothing over it."""
        if table != self.table:
            self.order = ""
        self.table = table
        self.sheets.clear()
        self.touch()

    def lay(self, content: Screen | Form, file: tuple[str, str] = ("", ""), asked_on: int = 0) -> PageSheet:
        """Lay a sheet on top."""
        made = PageSheet(next(self._numbers), content, file=file[0], file_name=file[1], asked_on=asked_on)
        self.sheets.append(made)
        del self.sheets[:-SHEETS_MAX]
        self.touch()
        return made

    def find(self, number: int) -> PageSheet | None:
        """The sheet of that number, if it still lies there."""
        return next((each for each in self.sheets if each.id == number), None)

    def replace(self, number: int, content: Screen | Form, faults: Mapping[str, str] | None = None) -> bool:
        """Change a sheet; False if it was taken away."""
        for at, each in enumerate(self.sheets):
            if each.id == number:
                self.sheets[at] = PageSheet(number, content, faults or {}, asked_on=each.asked_on)
                self.touch()
                return True
        return False

    def take_away(self, number: int) -> None:
        """Take a sheet away, and all above it."""
        found = self.find(number)
        if found is not None:
            del self.sheets[self.sheets.index(found) :]
            self.touch()

    def whispered(self, screen: Screen) -> EphemeralMessage:
        """Lay a screen on top; how to change it."""
        sheet = self.lay(screen)

        async def edit(newer: Screen) -> bool:
            return self.replace(sheet.id, newer)

        return EphemeralMessage(sheet.id, edit)


_Key: TypeAlias = tuple[int, int, str]
"""A server, a person there, and what a window of theirs calls itself."""


@dataclass(eq=False, slots=True)
class PageRoom:
    """What is there for everybody in a channel beside its tables."""

    posts: OrderedDict[int, Screen] = field(default_factory=OrderedDict)
    notices: OrderedDict[int, TournamentState] = field(default_factory=OrderedDict)
    is_read: bool = False
    """Whether it knows what the books have of its tournaments, and not only what has changed since."""

    def note(self, state: TournamentState) -> None:
        """Keep a notice's state, or a newer one, and let go of the one that changed longest ago."""
        known = self.notices.get(state.id)
        if known is None or known.stored.revision <= state.stored.revision:
            self.notices[state.id] = state
            self.notices.move_to_end(state.id)
        while len(self.notices) > NOTICES_MAX:
            self.notices.popitem(last=False)


class PageWindows:
    """All windows, and the newest states of what they show."""

    def __init__(self) -> None:
        self._windows: OrderedDict[_Key, PageWindow] = OrderedDict()
        self._own: dict[int, dict[_Key, PageWindow]] = {}
        """The same by people, the one used last behind."""
        self._states: OrderedDict[int, TableState] = OrderedDict()
        self._told: OrderedDict[int, int] = OrderedDict()
        """The revision in which each table was shown last."""
        self._rooms: dict[int, PageRoom] = {}
        self._files: OrderedDict[str, tuple[int, File]] = OrderedDict()
        self._posts = iter(range(2, 10**12, 4))

    def open(self, guest: PageUser, name: str, make: Callable[[], PageWindow]) -> PageWindow:
        """The window of that name, made anew where it is unknown."""
        key = (guest.server, guest.person.id, name)
        if key not in self._windows:
            own = [*self._own.get(key[1], ())]
            for each in own[: max(0, len(own) - WINDOWS_OF_ONE + 1)]:
                self._let_go(each)
            if len(self._windows) >= WINDOWS_MAX:
                unheard = (known for known, each in self._windows.items() if not each.is_heard)
                self._let_go(next(unheard, must_find(self._windows)))
            self._windows[key] = make()
        self._windows.move_to_end(key)
        window = self._windows[key]
        own_windows = self._own.setdefault(key[1], {})
        own_windows.pop(key, None)
        own_windows[key] = window
        window.guest = guest
        return window

    def _let_go(self, key: _Key) -> None:
        own = self._own[key[1]]
        del own[key]
        if not own:
            del self._own[key[1]]
        self._windows.pop(key).close()

    def __iter__(self) -> Iterator[PageWindow]:
        return iter([*self._windows.values()])

    def of(self, player: int) -> Iterable[PageWindow]:
        """Somebody's windows, the one used last first."""
        return [*reversed(self._own.get(player, {}).values())]

    def present(self, state: TableState) -> frozenset[Seat]:
        """The seats of those who have the page open at a table (TB-14)."""
        return frozenset(
            each.seat
            for each in state.table.present
            if each.player is not None
            and any(
                window.is_present and window.is_before(state.stored)
                for window in self._own.get(each.player, {}).values()
                if window.guest.server == state.stored.server
            )
        )

    def note_presence(self, window: PageWindow, *, is_present: bool) -> None:
        """Show at the tables where somebody sits that they have the page open, or not any more."""
        if window.is_present != is_present:
            window.is_present = is_present
            self.show_presence(window)

    def show_presence(self, window: PageWindow) -> None:
        """Draw the tables again at which whoever has a window sits."""
        player, shown = window.guest.person.id, {each.table for each in self._windows.values()}
        theirs = {
            number
            for number in shown & self._states.keys()
            if any(each.player == player for each in self._states[number].table.present)
        }
        for each in self._windows.values():
            if each.table in theirs:
                each.touch()

    def room(self, channel: int) -> PageRoom:
        """What everybody in a channel sees beside its tables."""
        return self._rooms.setdefault(channel, PageRoom())

    def state(self, table: int) -> TableState | None:
        """The newest state of a table that was heard of."""
        return self._states.get(table)

    def forget(self, table: int) -> None:
        """Have the next look at a table be a new one."""
        self._states.pop(table, None)

    def note(self, state: TableState) -> None:
        """Keep a table's state, unless a newer one is known."""
        known = self._states.get(state.id)
        if known is None or known.stored.revision <= state.stored.revision:
            _keep(self._states, state.id, state)

    def changed(self, state: TableState) -> None:
        """Show a table's newer state, once, to whoever looks at it, or at the room where it stands."""
        self.note(state)
        if self._told.get(state.id, -1) >= state.stored.revision:
            return
        _keep(self._told, state.id, state.stored.revision)
        for each in self._windows.values():
            if each.table == state.id or (not each.table and each.guest.is_at(state.stored.channel)):
                each.touch()

    def touch(self, posting: Posting | None = None) -> None:
        """Have windows drawn again: those in a posting's channel, or all."""
        for each in self._windows.values():
            if posting is None or each.guest.is_at(posting.channel):
                each.touch()

    def post(self, channel: int, screen: Screen) -> int:
        """Put something up for everybody in a channel; its number."""
        number, posts = next(self._posts), self.room(channel).posts
        posts[number] = screen
        while len(posts) > POSTS_MAX:
            posts.popitem(last=False)
        self._touch_channel(channel)
        return number

    def change_post(self, channel: int, number: int, screen: Screen) -> bool:
        """Change what was put up; False if it is gone."""
        posts = self.room(channel).posts
        if number not in posts:
            return False
        posts[number] = screen
        self._touch_channel(channel)
        return True

    def keep_file(self, player: int, file: File) -> str:
        """Keep a file for its reader; the name under which it is to be had."""
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
        """A file of somebody's."""
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


def _keep(kept: OrderedDict[int, T], table: int, what: T) -> None:
    kept[table] = what
    kept.move_to_end(table)
    if len(kept) > STATES_MAX:
        kept.popitem(last=False)
