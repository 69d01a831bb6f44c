"""The content of a window: HTML by part name. Only changed parts are sent.

The felt shows the public part of a table; the tray below it shows the viewer's own part. Both are rendered
from a view that was redacted for this viewer, so no other data reaches a browser.

The first response contains the whole page, so it is visible as soon as the styles are loaded, before any
script runs. The script then fetches the parts with its ticket, and receives changes on the stream.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType

from aiohttp import web

from bot.custom_ids import table_id
from bot.front.render import scene_for
from bot.page import results
from bot.page.assets import SHELL, STYLES, address
from bot.page.front import PageFront
from bot.page.html import ALL, NOTHING, Html, audiences, el, icon, joined
from bot.page.lists import href, link, table_link
from bot.page.offers import offered
from bot.page.places import ME, PLACES, PLAY, find
from bot.page.rooms import Rooms
from bot.page.screen_html import closing, form_html, reader, screen_html
from bot.page.shell import nav_html, top_html
from bot.page.table_layout import menu_of, moment_html, table_html
from bot.page.table_shown import TableShown
from bot.page.windows import PageSheet, PageWindow
from bot.screens.core.presenter import refusal
from bot.screens.core.screen import Form, Screen
from bot.screens.table.replay import MomentScreen
from bot.screens.table.scenes import Scene
from bot.screens.tournament.announcements import thread_name
from bot.screens.tournament.notice import strip_screen
from bot.tavern.table import invitations
from bot.tavern.table.table_state import NoSuchTable, TableRests, TableState
from bot.tavern.tournament.tournament_service import TournamentState
from bot.text.translate import _, language, languages, own_name, speaking, spoken
from games.engine.core.errors import N_
from games.engine.table.refusals import TableClosed

Parts = Mapping[str, Html]
NEEDED = {"activity.js": ("embedded-app-sdk.js", "page.js")}
"""The scripts that a script imports, besides `look.js`, which every page has."""
LANGUAGE_COOKIE = "taproom-language"
"""The cookie with the language chosen on the page; the script sets it."""
_LANGUAGE = re.compile(r"[A-Za-z]{2,3}(?:-[A-Za-z]{2,4})?")
_BEGIN, _END = " data-part>", "</section>"
"""The markers between which the hand rankings, a part of their own, are inserted."""


class Views:
    """Renders windows."""

    def __init__(self, front: PageFront, others: Iterable[tuple[str, str]] = (), server: int = 0) -> None:
        self._front = front
        self._company = front.company(server)
        self._others = tuple(others)
        """Names and URLs of other users to switch to; the URLs contain keys, so only managers see them."""

    async def parts(self, window: PageWindow) -> Parts:
        """Return a window's current parts, rendered with the names of the window's own server."""
        views = Views(self._front, self._others, window.guest.server)
        shown = await views.drawn(window)
        views.request_missing_names(window)
        return shown

    def request_missing_names(self, window: PageWindow) -> None:
        """Redraw a window when names that are missing on it have been fetched."""
        self._company.request_missing_names(window.touch)

    async def drawn(self, window: PageWindow) -> Parts:
        """Return a window's parts, rendered with the names of this object's server."""
        reader.set(window.guest.person.id)
        audiences.set(ALL if window.guest.manages else frozenset({"everybody"}))
        with speaking(window.language):
            state = await self._state(window)
            shown = await self._room(window) if state is None else await self._table(window, state)
            parts = {**shown, "sheet": self._sheet(window)}
            window.offer(offered(parts))
            return parts

    async def _state(self, window: PageWindow) -> TableState | None:
        """Return the table that a window shows; None for a page, also if the user can't see the table."""
        if not window.table:
            return None
        windows, guest = self._front.windows, window.guest
        state = windows.state(window.table)
        try:
            if state is None or state.stored.server != guest.server or not guest.sees(state.stored.channel):
                request = guest.request(0, self._front.app.now()).actor()
                state = await self._front.app.tavern.look(window.table, request)
                windows.note(state)
        except (NoSuchTable, TableClosed) as gone:
            window.look_at(0)
            words = _("That table isn’t open any more, or you can’t see it. Here is who’s playing.")
            if isinstance(gone, TableRests):
                words = _(gone.template)
            window.refusal, window.refused_at = refusal(words), self._front.app.now()
            return None
        return state

    async def _table(self, window: PageWindow, state: TableState) -> Parts:
        player, markup = window.guest.person.id, self._front.application_emojis.markup
        scene, coach = scene_for(state, player, markup, "always"), self._front.app.tavern.coach
        if state.table.phase == "lobby":
            scene = replace(scene, is_quiet=self._front.app.now() >= invitations.quiet_at(state.stored))
        if (advice := await coach.advise(state, player)) is not None:
            scene = replace(scene, advice=advice)
        strip = None
        if (tournament := state.tournament_view) is not None:
            strip = strip_screen(tournament, state.id, player)
        present = self._front.windows.present(state)
        shown = TableShown(scene, window.order, self._refused(window), self._company, strip, present)
        main, ranks = table_html(shown, markup)
        own = _own_table(window, await Rooms(self._front, self._company, window).notices())
        own = joined([own, _copy_button(window, state, self._others)])
        return {
            "nav": NOTHING,
            "top": _bar(_(state.game.title), _subtitle(scene), window, own, table_id(state.id, "more")),
            "main": main,
            "ranks": ranks,
        }

    async def _room(self, window: PageWindow) -> Parts:
        window.others = self._others
        rooms = Rooms(self._front, self._company, window)
        reader_facts, tables, tournaments = await rooms.reader()
        visible = frozenset(each.audience for each in PLACES.values() if reader_facts.may_see(each))
        audiences.set(ALL if visible == ALL else visible)
        main = await rooms.main(reader_facts, tables, tournaments, lambda inset: self._inset(window, inset))
        return {
            "top": top_html(
                reader_facts, _look_button(class_="tap" if window.page in (PLAY, ME) else "tap roomy")
            ),
            "nav": nav_html(reader_facts),
            "ranks": NOTHING,
            "main": joined([self._refusal(self._refused(window)), main]),
        }

    def _inset(self, window: PageWindow, inset: PageSheet) -> Html:
        """Return a command's response as part of the page; presses on it count as presses on a sheet."""
        place = find(window.page)
        title = NOTHING if place is None else el("h2", _(place.title), class_="hidden")
        content = title, self._content(inset), _file(inset, window.door)
        return el("article", *content, class_="card-of inset", data_on="sheet", data_number=inset.id)

    def _refused(self, window: PageWindow) -> Screen | None:
        """Return the refusal of the last press; None if a sheet is open, which then shows it."""
        return None if window.sheets else window.refused(self._front.app.now())

    def _refusal(self, refused: Screen | None) -> Html:
        if refused is None:
            return NOTHING
        return el("div", screen_html(refused, self._company), class_="refusal", role="alert")

    def _sheet(self, window: PageWindow) -> Html:
        """Return the sheet on top."""
        if not window.sheets:
            return NOTHING
        sheet = window.sheets[-1]
        menu = _menu_on(window, sheet)
        return el(
            "div",
            el(
                "button",
                icon("close"),
                type="button",
                class_="tap close",
                aria_label=_("Close"),
                data_close=sheet.id,
            ),
            self._refusal(window.refused(self._front.app.now())),
            self._content(sheet) if menu is None else self._menu(window, menu),
            _file(sheet, window.door),
            class_="sheet-in",
            data_on="sheet",
            data_number=sheet.id,
        )

    def _content(self, sheet: PageSheet) -> Html:
        if isinstance(sheet.content, Form):
            return form_html(sheet.content, self._company, sheet.faults)
        if isinstance(sheet.content, MomentScreen) and sheet.content.scene is not None:
            markup = self._front.application_emojis.markup
            return moment_html(sheet.content, sheet.content.scene, self._company, markup)
        return screen_html(sheet.content, self._company)

    def _menu(self, window: PageWindow, menu: Screen) -> Html:
        """Return the menu of the table that a window shows, in groups."""
        state, markup = self._front.windows.state(window.table), self._front.application_emojis.markup
        if state is None:
            return screen_html(menu, self._company)
        scene = scene_for(state, window.guest.person.id, markup, "always")
        advice = self._front.app.tavern.coach.said(state, window.guest.person.id)
        shown = TableShown(replace(scene, advice=advice), window.order, None, self._company)
        return menu_of(shown, menu, markup)


def _menu_on(window: PageWindow, sheet: PageSheet) -> Screen | None:
    """Return the menu of the window's table if it is on this sheet; else None."""
    content = sheet.content
    return content if isinstance(content, Screen) and content.is_menu and window.table else None


def _file(sheet: PageSheet, door: str) -> Html:
    if not sheet.file:
        return NOTHING
    words = _("Save {name}").format(name=sheet.file_name)
    return el("a", words, class_="btn p", href=f"/{door}/files/{sheet.file}", download=sheet.file_name)


def _own_table(window: PageWindow, tournaments: Iterable[TournamentState]) -> Html:
    """Return the link to the user's table in a tournament, if the window shows another table."""
    player = window.guest.person.id
    for state in tournaments:
        seated = (each for each in state.tournament.entrants if each.player == player and each.seat)
        for place in (state.places.get(each.table or 0) for each in seated):
            if place is not None and place.table != window.table and window.guest.sees(place.channel):
                # Translators: a button: leads to the table where one sits in a tournament.
                words, name = el("b", _("Your table")), thread_name(state.view, place.table)
                return table_link(
                    window.door, place.table, icon("cards"), words, class_="tap own", title=name
                )
    return NOTHING


def _copy_button(window: PageWindow, state: TableState, others: Sequence[tuple[str, str]]) -> Html:
    """Return the button that copies a link to a table for others; nothing if no link would work."""
    if state.table.phase == "closed" or state.tournament is not None:
        return NOTHING
    url = href(window.door, f"table/{state.id}")
    if others:
        # In a practice room each user has an access link, which only the manager knows.
        seated = {each.name for each in state.table.present}
        free = (address for name, address in others if name not in seated)
        url = next((f"{each}&table={state.id}" for each in free if window.guest.manages), "")
    if not url:
        return NOTHING
    words = _("Copy the link to this table")
    attributes = {"data_copy": url, "data_done": _("Copied"), "aria_label": words, "title": words}
    return el("button", icon("link"), type="button", class_="tap", **attributes)


def _look_button(class_: str = "tap") -> Html:
    words = _("This page")
    return el("button", icon("look"), type="button", class_=class_, aria_label=words, popovertarget="look")


def _bar(title: str, subtitle: str, window: PageWindow, own: Html, menu: str = "") -> Html:
    back = link(window.door, window.page, icon("back"), class_="tap", label=_("Back"))
    words = _("More …")
    menu_button = el(
        "button", icon("more"), type="button", class_="tap", aria_label=words, data_action=menu, data_key="m"
    )
    return joined(
        [back, el("div", el("h1", title), el("p", subtitle), class_="t"), own, _look_button(), menu_button]
    )


def _subtitle(scene: Scene) -> str:
    number = scene.view.id if scene.tournament is None else scene.tournament.number
    table_text = _("table {number}").format(number=number)
    if scene.view.phase != "playing" or scene.view.hand is None:
        return table_text
    now = scene.face.state_line(scene.view)
    if results.shown_result(scene) is not None:
        # Where rounds follow each other, the next one has begun when the last is told.
        hand = scene.view.hands - (not scene.view.is_resting)
        now = scene.face.reword(N_("hand {number} is over")).format(number=hand)
    return f"{now} · {table_text}"


def language_of(request: web.Request) -> str:
    """Return the language chosen on the page, or else the browser's."""
    chosen = request.cookies.get(LANGUAGE_COOKIE, "")
    if chosen in languages():
        return chosen
    first = request.headers.get("Accept-Language", "").split(",")[0].split(";")[0].strip()
    return spoken(first) if _LANGUAGE.fullmatch(first) else spoken("en")


def shell(
    request: web.Request,
    parts: Mapping[str, Html],
    script: str = "page.js",
    told: Mapping[str, str] = MappingProxyType({}),
    way_out: Html = NOTHING,
) -> web.Response:
    """Return the page with its parts, its script and the script's `data-` attributes.

    `way_out` is the link to sign out, if there is one.
    """
    code = language_of(request)
    with speaking(code):
        page = web.Response(text=shell_html(code, parts, script, told, way_out), content_type="text/html")
    page.headers["Cache-Control"] = "no-store"
    page.enable_compression()
    return page


def shell_html(
    code: str, parts: Mapping[str, Html], script: str, told: Mapping[str, str], way_out: Html = NOTHING
) -> str:
    """Return the page in a language, as HTML."""
    of_shell, is_table = el("link", rel="stylesheet", href=address(SHELL)), not parts.get("nav")
    head = el(
        "head",
        el("meta", charset="utf-8"),
        el("meta", name="viewport", content="width=device-width, initial-scale=1, viewport-fit=cover"),
        el("meta", name="color-scheme", content="dark light"),
        el("title", "Taproom"),
        el("link", rel="icon", href=address("coin.png")),
        el("link", rel="stylesheet", href=address(STYLES)),
        NOTHING if is_table else of_shell,
        el("script", src=address("look.js"), type="module", blocking="render"),
        el("script", src=address(script), type="module"),
        # Preloaded, so that the script's imports need no second round trip.
        *(el("link", rel="modulepreload", href=address(each)) for each in NEEDED.get(script, ())),
    )
    kept = el("span", _("I’ve saved what you pressed."), class_="kept")
    again = el("button", _("Try now"), type="button", class_="word", data_line=True)
    lost = el("p", el("span", _("No connection."), " ", kept), again, id="lost", role="status")
    words = _("Something you pressed didn’t get through. Please check how things stand, and press again.")
    failed = el("p", words, id="failed", role="status")
    ranks = f"{_BEGIN}{parts.get('ranks', NOTHING)}{_END}"
    main = Html(parts.get("main", NOTHING).replace(f"{_BEGIN}{_END}", ranks))
    body = el(
        "body",
        lost,
        failed,
        el("header", parts.get("top"), id="top", class_="top"),
        el("nav", parts.get("nav"), id="nav", class_="nav", aria_label=_("Main")),
        el("main", main, id="main"),
        el("p", id="said", class_="hidden", role="status"),
        el("dialog", parts.get("sheet"), id="sheet", class_="sheet"),
        _look_html(way_out),
        _keys_html(),
        # Below a table, so that the table is shown before these styles are loaded.
        of_shell if is_table else NOTHING,
        el("noscript", el("p", _("This page needs JavaScript."))),
    )
    return f"<!doctype html>{el('html', joined([head, body]), lang=code, **told)}"


KEYS: Mapping[str, str] = {
    "Enter": N_("the gold button"),
    "F": N_("fold"),
    "C": N_("check, or stay in"),
    "R": N_("raise or bet"),
    "1–4": N_("amounts of a raise"),
    "← ↑ ↓ →": N_("go from card to card"),
    "Space": N_("pick"),
    "K T": N_("keep, throw again"),
    "D N": N_("trust the deck, look at none"),
    "Q A Z": N_("bet on Win, half each, on Lose"),
    "P": N_("pick again"),
    "U": N_("undo"),
    "W": N_("watch again"),
    "L": N_("what happened"),
    "B": N_("what beats what"),
    "H": N_("how to play"),
    "S": N_("say something"),
    "M": N_("menu"),
    "Esc": N_("close"),
    "?": N_("these keys"),
}
"""The keyboard keys at a table, the same in every game."""


def _keys_html() -> Html:
    """Return the overview of keyboard keys, which the key `?` opens."""
    lines = (joined([el("dt", el("kbd", key)), el("dd", _(words))]) for key, words in KEYS.items())
    inner = closing("keys"), el("h2", _("Keys")), el("dl", *lines)
    return el("section", *inner, id="keys", class_="look keys", popover=True, aria_label=_("Keys"))


def _look_html(way_out: Html) -> Html:
    """Return the settings of colours, sounds and language, which are stored on the device."""
    themes = {"": _("Same as this device"), "dark": _("Dark"), "light": _("Light")}
    theme_inputs = (
        el("label", el("input", type="radio", name="theme", value=value), words)
        for value, words in themes.items()
    )
    sound = el("input", type="checkbox", name="sound")
    language_options = (
        el("option", own_name(each), value=each, lang=each, selected=each == language.get())
        for each in languages()
    )
    return el(
        "section",
        closing("look"),
        el("h2", _("This page")),
        el("fieldset", el("legend", _("Colours")), *theme_inputs),
        el("label", sound, _("Sounds, when it’s your turn and at the end"), class_="tick"),
        el(
            "label",
            el("b", _("Language")),
            el("select", *language_options, name="language"),
            class_="field-of",
        ),
        el("p", way_out) if way_out else NOTHING,
        id="look",
        class_="look",
        popover=True,
        aria_label=_("This page"),
    )
