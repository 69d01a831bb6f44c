"""The shell around the pages: the reader, the navigation with five sections, and the top bar."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from bot.page.auth import PageUser
from bot.page.html import NOTHING, Html, el, icon, image, joined
from bot.page.lists import initial, link
from bot.page.places import BOARD, MANAGE, ME, PLACES, PLAY, SECTIONS, WAITING, Place, find
from bot.screens.core.naming import unit
from bot.text.translate import _, ngettext, number, pgettext


@dataclass(frozen=True, slots=True)
class Reader:
    """The reader of a page, and the facts that the shell shows."""

    guest: PageUser
    door: str
    page: str
    coins: int = 0
    currency: str = ""
    turns: int = 0
    """The number of tables where it is the reader's turn."""
    waiting: int = 0
    """The number of things that wait for the reader."""
    is_organiser: bool = False
    title: str = ""
    """The page's own title; empty: that of `place`."""
    elsewhere: Sequence[tuple[str, str]] = ()
    """The names and doors (first parts of the path) of the reader's other servers."""
    games: Sequence[str] = ()
    """The games that can be opened here."""

    @property
    def place(self) -> Place:
        """The current page."""
        return find(self.page) or PLACES[PLAY]

    def may_see(self, place: Place) -> bool:
        """Return True if the reader belongs to a page's audience."""
        if place.audience == "everybody":
            return True
        is_authenticated = self.guest.seconds_left > 0
        belongs = self.guest.manages or (place.audience == "organisers" and self.is_organiser)
        return is_authenticated and belongs


def inner_places(reader: Reader, section: str) -> list[Place]:
    """Return the pages in a section's menu."""
    return [
        each
        for path, each in PLACES.items()
        if path.startswith(f"{section}/") and not each.is_inner and reader.may_see(each)
    ]


def _short(place: Place) -> str:
    # Translators: in the bar of a phone, where there is room for some ten letters: the leaderboard.
    return pgettext("bar", "Leaders") if place.path == BOARD else _(place.title)


def nav_html(reader: Reader) -> Html:
    """Return the navigation: a bar on phones, a column on desktops."""
    return joined(
        [
            link(reader.door, PLAY, "Taproom", class_="brand"),
            _server_menu(reader),
            el("div", *_tabs(reader), class_="tabs"),
            link(
                reader.door,
                ME,
                initial(reader.guest.person.name),
                el("span", el("b", reader.guest.person.name), el("small", coins_html(reader))),
                class_="who-of",
            ),
        ]
    )


def _server_menu(reader: Reader) -> Html:
    """Return the server's name, with links to the reader's other servers."""
    name = reader.guest.server_name
    if not reader.elsewhere:
        return el("p", name, class_="where") if name else NOTHING
    others = (el("a", other, href=f"/{door}/", class_="li") for other, door in reader.elsewhere)
    summary = el("summary", el("b", name), el("small", _("your server · change")))
    return el("details", summary, *others, class_="where")


def _tabs(reader: Reader) -> Iterator[Html]:
    current = reader.place.section
    # Pages outside the sections belong to Play.
    current = current if current in SECTIONS else PLAY
    for section in SECTIONS:
        place = PLACES[section]
        if not reader.may_see(place):
            continue
        badge = NOTHING
        if section == PLAY and reader.turns:
            # Translators: read out after the number of tables.
            words = ngettext("table waits for you", "tables wait for you", reader.turns)
            badge = el("em", number(reader.turns), el("span", f" {words}", class_="hidden"))
        long = el("span", _(place.title), class_="long")
        short = el("span", _short(place), class_="short")
        yield _tab(reader, place, joined([icon(place.icon), long, short, badge]), is_here=section == current)
        if section == current and section in (ME, MANAGE):
            inner = (
                _tab(reader, each, joined([_(each.title)]), is_here=each.path == reader.page)
                for each in inner_places(reader, section)
            )
            yield el("div", *inner, class_="deep")


def _tab(reader: Reader, place: Place, content: Html, *, is_here: bool) -> Html:
    return el(
        "a",
        content,
        href=f"/{reader.door}/{place.path}",
        class_="on" if is_here else None,
        data_page=place.path,
        aria_current="page" if place.path == reader.page else "true" if is_here else None,
    )


def coins_html(reader: Reader) -> Html:
    """Return the reader's coins with an icon, and the currency for screen readers."""
    name = el("span", unit(reader.coins, reader.currency), class_="hidden")
    return joined([image("coin"), " ", number(reader.coins), " ", name])


def bell_html(reader: Reader) -> Html:
    """Return the link to what waits for the reader, with a count."""
    words, count = _(PLACES[WAITING].title), NOTHING
    if reader.waiting:
        count = el("em", number(reader.waiting), aria_hidden="true")
        words = f"{words}: {number(reader.waiting)}"
    return link(reader.door, WAITING, icon("bell"), count, class_="tap bell", label=words)


def top_html(reader: Reader, look: Html) -> Html:
    """Return the top bar: the reader and their coins; on pages below a section, a link back."""
    guest, place = reader.guest, reader.place
    wallet = link(reader.door, "me/wallet", coins_html(reader), class_="purse")
    if place.path in SECTIONS:
        identity = joined(
            [
                initial(guest.person.name),
                el(
                    "div",
                    el("h1", guest.person.name if place.path == PLAY else _(place.title)),
                    el("p", guest.server_name or "Taproom"),
                    class_="t",
                ),
            ]
        )
        return joined([identity, wallet, bell_html(reader), look])
    parent = place.section if place.section in SECTIONS else PLAY
    back = link(reader.door, parent, icon("back"), class_="tap", label=_("Back"))
    words = reader.title or _(place.title)
    title = el("div", el("h1", words), el("p", _(PLACES[parent].title)), class_="t")
    return joined([back, title, wallet, bell_html(reader), look])
