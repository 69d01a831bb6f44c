"""Responses in place of a page, in the reader's language and with a link onwards.

A browser that navigates to a URL gets a short page, and our script gets the same text as plain text. If a
user may not be in a place, or not any more, the script gets `{"closed": sentence}`, shows the sentence and
stops polling.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from http import HTTPStatus

from aiohttp import web

from bot.page.assets import STYLES, address
from bot.page.html import NOTHING, Html, el
from bot.page.views import language_of
from bot.text.translate import _, speaking

SOON = (HTTPStatus.REQUEST_TIMEOUT, HTTPStatus.TOO_MANY_REQUESTS)
"""Refusals after which the same request may well succeed; so may it after all server errors."""


class DoorClosed(web.HTTPForbidden):
    """The user may not be in a place; `sentence` returns the reason in the current language."""

    def __init__(self, sentence: Callable[[], str]) -> None:
        super().__init__()
        self.sentence = sentence


class Fault(web.HTTPInternalServerError):
    """A bug of ours, logged under an error number."""

    def __init__(self, number: str) -> None:
        super().__init__()
        self.number = number


def fault_words(number: str) -> str:
    """Return the message about a bug of ours."""
    words = _("Something went wrong on our side (error {number}). Please try again.")
    return words.format(number=number)


def words_page(
    request: web.Request, words: str, *ways: Html, leads_to: str = "", status: int = HTTPStatus.OK
) -> web.Response:
    """Return a short page that needs no script; it may have links, and may redirect by itself."""
    on = el("meta", http_equiv="refresh", content=f"0;url={leads_to}") if leads_to else NOTHING
    head = el(
        "head",
        el("meta", charset="utf-8"),
        el("meta", name="viewport", content="width=device-width, initial-scale=1"),
        on,
        el("title", "Taproom"),
        el("link", rel="stylesheet", href=address(STYLES)),
    )
    body = el("body", el("main", el("p", words), *(el("p", each) for each in ways), class_="words"))
    return web.Response(
        text=f"<!doctype html>{el('html', head, body, lang=language_of(request))}",
        content_type="text/html",
        status=status,
        headers={"Cache-Control": "no-store"},
    )


def refusal_answer(request: web.Request, refused: web.HTTPException, home: str) -> web.Response:
    """Return the response to a refused request, with a link to retry, or to `home` if there is one."""
    is_read = "text/html" in request.headers.get("Accept", "")
    with speaking(language_of(request)):
        words = refused.sentence() if isinstance(refused, DoorClosed) else _sentence(refused)
        if is_read:
            answer = words_page(request, words, _way_on(request, refused, home), status=refused.status)
        elif isinstance(refused, DoorClosed):
            answer = web.json_response({"closed": words}, status=refused.status, dumps=_dumps)
        else:
            answer = web.Response(text=words, status=refused.status)
    answer.headers["Cache-Control"] = "no-store"
    for name in ("Retry-After", "Allow"):
        if name in refused.headers:
            answer.headers[name] = refused.headers[name]
    return answer


def _sentence(refused: web.HTTPException) -> str:
    if isinstance(refused, Fault):
        return fault_words(refused.number)
    match refused.status:
        case HTTPStatus.NOT_FOUND | HTTPStatus.METHOD_NOT_ALLOWED:
            words = _("There’s nothing at this address.")
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


def _way_on(request: web.Request, refused: web.HTTPException, home: str) -> Html:
    # A path that begins with // would lead to another site.
    can_repeat = request.method == "GET" and not request.path_qs.startswith("//")
    if can_repeat and (refused.status in SOON or refused.status >= HTTPStatus.INTERNAL_SERVER_ERROR):
        return el("a", _("Try again"), class_="btn p", href=request.path_qs)
    return el("a", _("To the front door"), class_="btn", href=home) if home else NOTHING


def _dumps(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)
