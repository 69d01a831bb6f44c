"""Escaping on the page: no word of a person is anything but that word, wherever it is drawn."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import pytest

from bot.discord_io.messages import rendering
from bot.page.html import Html
from bot.page.screen_html import form_html, screen_html
from bot.screens.core.screen import Form, Screen
from bot.text.translate import shown
from games.knights_heads.cards import DECK
from games.knights_heads.game import KNIGHTS_HEADS
from games.stone_hand.game import STONE_HAND
from games.stone_hand.model import HomeThrow
from storage.db.transaction import Transaction
from storage.people import preferences, server_settings
from storage.people.server_settings import OwnCard
from storage.standing import scores
from storage.standing.scores import Prize
from tests.discord.cast import opened
from tests.discord.commands import forgive
from tests.discord.conftest import ann, ben, boss, room, simcord_env, unhurried, unspaced, written_once
from tests.discord.tavern import Room
from tests.discord.who_may import A, delivery, in_order
from tests.page.cast import ADDRESSES, TABLES, PageCast, at_page
from tests.page.escaping import WORD, broken
from tests.page.hosting import Hosting, hosting

__all__ = ["ann", "ben", "boss", "hosting", "room", "simcord_env", "unhurried", "unspaced", "written_once"]

TURNED = f"{WORD}\u202e"
"""The same, and what would turn the words after it."""
TYPED = ("why", "title", "name", "called", "reason", "text")
ENDS = frozenset(
    {"?call_off_now", "/organise cancel", "!cup_cancel", "?close_now", "!close_now", "/manage close"}
)
EARLIER = re.compile(
    r'data-number="(?P<number>\d+)">(?:(?!data-number).)*data-action="(?P<action>[^"]*)"[^>]*>'
    r"<span[^>]*> Earlier<"
)
KINDS = ("manager", "host", "member")


def _kept(monkeypatch: pytest.MonkeyPatch) -> list[Screen | Form]:
    """Return all screens and forms that are shown in chat from now on."""
    seen: list[Screen | Form] = []
    for kind in (rendering.ScreenLayout, rendering.FormModal):
        real = kind.__init__

        def kept(self: object, screen: Any, *more: Any, real: Any = real) -> None:
            seen.append(screen)
            real(self, screen, *more)

        monkeypatch.setattr(kind, "__init__", kept)
    return seen


def _say(room: Room, host: int) -> Callable[[Transaction], None]:
    """Return a function that writes people's words where no form of the table of rights does."""

    def write(tx: Transaction) -> None:
        server = room.guild.id
        known = server_settings.load(tx, server)
        server_settings.save(tx, server, replace(known, currency=WORD))
        server_settings.say_own_cards(
            tx, server, KNIGHTS_HEADS.key, {each: OwnCard(f"{each} {WORD}", WORD) for each in DECK}, 1.0
        )
        preferences.put_keepsake(tx, server, host, STONE_HAND, HomeThrow((1, 2, 3), WORD))
        scores.add_prize(tx, server, STONE_HAND.key, Prize(WORD, 1, "text", WORD))

    return write


async def _pages(page: PageCast, kind: str) -> list[Mapping[str, Html]]:
    """Return everything that somebody can read at an address, at a table, or page by page."""
    found = [await page.drawn(kind, each) for each in ADDRESSES]
    found += [await page.drawn(kind, table=each) for each in TABLES]
    found.append(await page.drawn(kind, "manage/audit"))
    while earlier := EARLIER.search(found[-1]["main"]):
        await page.press(kind, "press", earlier["action"], on="sheet", number=int(earlier["number"]))
        found.append(await page.server._views.parts(page.windows[kind]))
    for each in page.hosting.page.front.commands:
        await page.press(kind, "command", each.name)
        found.append(await page.server._views.parts(page.windows[kind]))
    return found


async def test_f46_a_word_is_only_that_word(hosting: Hosting, monkeypatch: pytest.MonkeyPatch) -> None:
    """F-46: every screen, form, page and table, drawn for a browser, repeats people's words as they are."""
    room, seen = hosting.room, _kept(monkeypatch)
    cast = await opened(room, TURNED)
    guild = room.bot.get_guild(room.guild.id)
    assert guild is not None
    guild.name = WORD
    await room.bot.app.database.write(_say(room, cast.people["host"].id))
    await cast.send(delivery(cast, "host", "!invite", A("t:7:invite", whom="member")))
    company, page = hosting.page.front.company(room.guild.id), await at_page(hosting, cast)
    pages = await _pages(page, "member")
    for who, row, ask in in_order():
        if row not in ENDS:
            fields = {**dict.fromkeys(TYPED, TURNED), **ask.fields}
            await cast.send(delivery(cast, who[0], row, replace(ask, fields=fields)))
    for kind in KINDS:
        pages += await _pages(page, kind)
    forgive(room)
    drawn: list[str] = [
        form_html(each, company, {"": shown(WORD)}) if isinstance(each, Form) else screen_html(each, company)
        for each in seen
    ]
    drawn += [html for parts in pages for html in parts.values()]

    assert sum("zq" in each for each in drawn) > 400
    assert [found for each in drawn for found in broken(each)] == []
