"""Elements of the shell's pages: headings, rows of a list, links and buttons."""

from __future__ import annotations

from collections.abc import Iterable

from bot.page.html import NOTHING, Content, Html, el, icon, image, joined
from bot.page.places import Deed, Place
from bot.text.translate import _


def href(door: str, path: str) -> str:
    """Return the URL path of a page."""
    return f"/{door}/{path}"


def link(door: str, path: str, *content: Content, class_: str = "", label: str = "") -> Html:
    """Return a link to another page."""
    url = href(door, path)
    return el("a", *content, href=url, class_=class_, data_page=path, aria_label=label or None)


def table_link(  # an element
    door: str,
    table: int,
    *content: Content,
    class_: str = "",
    title: str = "",
    is_asked: bool = False,
) -> Html:
    """Return a link to a table; `is_asked` marks it for the script as one where it is the reader's turn."""
    where, asked = href(door, f"table/{table}"), is_asked or None
    return el(
        "a", *content, href=where, class_=class_, data_table=table, title=title or None, data_asked=asked
    )


def heading(words: Content, more: Html = NOTHING) -> Html:
    """Return a heading, with a link or button beside it."""
    return el("div", el("h2", words), more, class_="hd")


def words_of(title: Content, line: Content) -> Html:
    """Return the title of a row, with a line below it."""
    return el("span", el("b", title), el("small", line) if line else NOTHING, class_="ws")


def row(sign: Html, title: Content, line: Content, action: Html = NOTHING) -> Html:
    """Return a row of a list: an icon, two lines of text, and a link or button."""
    return el("div", sign, words_of(title, line), action, class_="li")


def rows(*content: Content) -> Html:
    """Return a list of rows."""
    return el("div", *content, class_="card-of list")


def menu(door: str, places: Iterable[Place], told: dict[str, str] | None = None) -> Html:
    """Return a list of links to pages, each with its line of `told`, or with the page's description."""
    lines = told or {}
    return el(
        "div",
        *(
            link(
                door,
                each.path,
                icon(each.icon),
                words_of(_(each.title), lines.get(each.path) or (_(each.about) if each.about else "")),
                icon("on"),
                class_="li",
            )
            for each in places
        ),
        class_="card-of list menu",
    )


def deeds(offered: Iterable[Deed]) -> Html:
    """Return a list of buttons that begin commands."""
    buttons = [
        el(
            "button",
            words_of(_(each.title), _(each.about) if each.about else ""),
            icon("on"),
            type="button",
            class_="li",
            data_command=each.command,
        )
        for each in offered
    ]
    return el("div", *buttons, class_="card-of list menu") if buttons else NOTHING


def go(words: str, action: str, below: str = "", *, is_main: bool = False) -> Html:
    """Return a button at the end of a row."""
    label = joined([words, el("small", below) if below else NOTHING])
    class_ = "go p" if is_main else "go"
    return el("button", label, type="button", class_=class_, data_action=action)


def face(sprite: str) -> Html:
    """Return a game's icon in a list."""
    return image(sprite, class_="sign")


def initial(name: str) -> Html:
    """Return a user's first letter, in place of an avatar."""
    return el("span", name[:1].upper(), class_="ava", aria_hidden="true")
