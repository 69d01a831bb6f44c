"""Helpers that several tests about table share."""

from __future__ import annotations

from html.parser import HTMLParser

from bot.page.assets import sprites
from bot.page.auth import LocalDirectory
from bot.page.html import VOID
from games.catalog import GAMES
from tests.laws.walk import few_cases

LARGEST = [case for case in few_cases(GAMES) if case[2] == max(GAMES[case[0]].seats)]


PLACE = LocalDirectory(sprites(), {}, lambda _name: False, lambda: "somebody")


class Read(HTMLParser):
    """HTML as it was read."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.ids: list[str] = []
        self.actions: list[str] = []
        self.nameless: list[str] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Collect a tag's ids and actions."""
        told = dict(attrs)
        self.ids += [told["id"] or ""] if "id" in told else []
        self.actions += [told["data-action"] or ""] if tag == "button" and told.get("data-action") else []
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        """Check that the newest open element is closed first."""
        assert tag == self.open.pop()
