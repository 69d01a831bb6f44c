"""Responses to refused requests, in the reader's language.

A browser that opens a URL gets a short page with a link onwards; our script gets the same text as plain text.
If a user may not be in a place (any more), the script gets `{"closed": sentence}`, shows the sentence and
stops polling.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from http import HTTPStatus

from aiohttp import web

from bot.page.assets import SHELL, STYLES, address
from bot.page.html import NOTHING, Html, el, image, joined
from bot.page.views import language_of
from bot.text.translate import _, speaking
from games.engine.core.errors import N_

SOON = (HTTPStatus.REQUEST_TIMEOUT, HTTPStatus.TOO_MANY_REQUESTS)
"""Client errors after which the same request may succeed later, as it may after any server error."""


_DOOR = re.compile(r"[0-9a-z][0-9a-z.]{0,60}")


class DoorClosed(web.HTTPForbidden):
    """The user may not enter a place; `sentence` returns the reason in the current language."""

    def __init__(self, sentence: Callable[[], str]) -> None:
        super().__init__()
        self.sentence = sentence


class Fault(web.HTTPInternalServerError):
    """A bug of ours, which was logged under an error number."""

    def __init__(self, number: str) -> None:
        super().__init__()
        self.number = number


def fault_words(number: str) -> str:
    """Return the message about a bug of ours."""
    words = _("Something went wrong on our side (error {number}). Please try again.")
    return words.format(number=number)


@dataclass(frozen=True, slots=True)
class Trouble:
    """The parts of a refusal's page beside its text: a headline, sprites, and a small line."""

    title: str
    signs: tuple[str, ...] = ("knights_back",)
    small: str = ""


def words_page(  # a page of words
    request: web.Request,
    words: str,
    *ways: Html,
    leads_to: str = "",
    status: int = HTTPStatus.OK,
    trouble: Trouble | None = None,
) -> web.Response:
    """Return a short page that works without a script.

    `ways` are links; `leads_to` is a URL to which the page redirects at once.
    """
    redirect = el("meta", http_equiv="refresh", content=f"0;url={leads_to}") if leads_to else NOTHING
    head = el(
        "head",
        el("meta", charset="utf-8"),
        el("meta", name="viewport", content="width=device-width, initial-scale=1"),
        el("meta", name="color-scheme", content="dark light"),
        redirect,
        el("title", "Taproom"),
        el("link", rel="icon", href=address("coin.png")),
        el("link", rel="stylesheet", href=address(STYLES)),
        el("link", rel="stylesheet", href=address(SHELL)),
        # The script applies the colours that the reader has chosen.
        el("script", src=address("look.js"), type="module", blocking="render"),
    )
    headline, small = NOTHING, NOTHING
    if trouble is not None:
        picture = el("p", *(image(each, class_="sign") for each in trouble.signs), class_="signs")
        headline = joined([picture, el("h2", trouble.title)])
        small = el("small", trouble.small) if trouble.small else NOTHING
    content = headline, el("p", words), *(el("div", each, class_="way") for each in ways), small
    top = el("header", el("div", el("h1", "Taproom"), class_="t"), class_="top")
    body = el("body", top, el("main", *content, class_="lone"))
    return web.Response(
        text=f"<!doctype html>{el('html', head, body, lang=language_of(request))}",
        content_type="text/html",
        status=status,
        headers={"Cache-Control": "no-store"},
    )


def refusal_answer(request: web.Request, refused: web.HTTPException, home: str) -> web.Response:
    """Return the response to a refused request, with a link to retry or onwards; `home` is the front page."""
    accepts_html = "text/html" in request.headers.get("Accept", "")
    with speaking(language_of(request)):
        words = refused.sentence() if isinstance(refused, DoorClosed) else _sentence(refused)
        if accepts_html:
            trouble, ways = _trouble(refused), _links_onwards(request, refused, home)
            response = words_page(request, words, *ways, status=refused.status, trouble=trouble)
        elif isinstance(refused, DoorClosed):
            response = web.json_response({"closed": words}, status=refused.status, dumps=_dumps)
        else:
            response = web.Response(text=words, status=refused.status)
    response.headers["Cache-Control"] = "no-store"
    for name in ("Retry-After", "Allow"):
        if name in refused.headers:
            response.headers[name] = refused.headers[name]
    return response


def _sentence(refused: web.HTTPException) -> str:
    if isinstance(refused, Fault):
        return fault_words(refused.number)
    match refused.status:
        case HTTPStatus.NOT_FOUND | HTTPStatus.METHOD_NOT_ALLOWED:
            words = _(
                "The link may be cut off, or its table has closed. Ask for a new one, or see who’s playing."
            )
        case HTTPStatus.FORBIDDEN:
            words = _("That didn’t come from a page of mine, so I did nothing.")
        case HTTPStatus.UNAUTHORIZED:
            words = _("I don’t know who you are. Please sign in.")
        case HTTPStatus.TOO_MANY_REQUESTS:
            words = _("That was quicker than I can pour. Wait a moment, and try again.")
        case status if status >= HTTPStatus.INTERNAL_SERVER_ERROR:
            words = _("I can’t answer just now. Please try again in a moment.")
        case _:
            words = _("I couldn’t read that. Please load the page again.")
    return words


TROUBLES: Mapping[int, tuple[str, tuple[str, ...]]] = {
    HTTPStatus.NOT_FOUND: (N_("Nothing is at this address"), ("knights_back",)),
    HTTPStatus.METHOD_NOT_ALLOWED: (N_("Nothing is at this address"), ("knights_back",)),
    HTTPStatus.UNAUTHORIZED: (N_("You’re signed out"), ("knights_k05",)),
    HTTPStatus.FORBIDDEN: (N_("This door is closed"), ("knights_j05",)),
    HTTPStatus.TOO_MANY_REQUESTS: (N_("One at a time"), ("die_1", "die_2", "die_3")),
    HTTPStatus.SERVICE_UNAVAILABLE: (N_("The tavern is just opening"), ("die_1", "die_4", "die_7")),
}
"""The headline and the sprites of a refusal, by status."""
OTHER_TROUBLE = N_("I couldn’t read that"), ("die_8",)


def _trouble(refused: web.HTTPException) -> Trouble:
    if refused.status >= HTTPStatus.INTERNAL_SERVER_ERROR and refused.status not in TROUBLES:
        note = ""
        if isinstance(refused, Fault):
            note = _("If it happens again, tell whoever runs this: {number}").format(number=refused.number)
        return Trouble(_("That was my fault"), ("die_8", "die_8", "die_8"), note)
    title, signs = TROUBLES.get(refused.status, OTHER_TROUBLE)
    return Trouble(_(title), signs)


def _links_onwards(request: web.Request, refused: web.HTTPException, home: str) -> Iterator[Html]:
    """Yield links onwards: the same URL again, the open tables, or the front page."""
    # A path that begins with // would lead to another site.
    can_repeat = request.method == "GET" and not request.path_qs.startswith("//")
    door, _slash, page = request.path.removeprefix("/").partition("/")
    play = f"/{door}/" if page and _DOOR.fullmatch(door) else home
    if can_repeat and (refused.status in SOON or refused.status >= HTTPStatus.INTERNAL_SERVER_ERROR):
        yield el("a", _("Load it again"), class_="btn p", href=request.path_qs)
        if play:
            yield el("a", _("Go to Play"), href=play)
    elif refused.status == HTTPStatus.NOT_FOUND and play:
        yield el("a", _("See open tables"), class_="btn p", href=play)
    elif home:
        yield el("a", _("To the front door"), class_="btn p", href=home)


def _dumps(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)
