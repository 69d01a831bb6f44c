"""*Fair play* tells enough to work out dice and cards anew, without a line of ours (TB-13)."""

from __future__ import annotations

import json
import re
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Page

from games.engine.core.game import AnyGame
from games.stone_hand.game import STONE_HAND
from games.tools.replay import history, to_file
from tests.games.cards_table import CardsTable
from tests.games.stone_hand.loaded import StoneTable
from tests.laws.toy import FISTS

pytestmark = pytest.mark.browser
PAGE = (Path(__file__).parents[2] / "docs" / "develop" / "fair-chance.md").read_text()
DICE, CARDS = (json.loads(each) for each in re.findall(r"```json\n(.*?)```", PAGE, re.DOTALL))
(PROGRAM,) = re.findall(r"```js\n(.*?)```", PAGE, re.DOTALL)
"""The page's examples, and its program, which knows nothing but what its sentences say."""
CUTS = ("\uffee last", "🃏 Birne 🍐", 'Bär & "Birne"', "back\\slash", "\x7f \u2028 Zoë", "snow on the roof")
"""Cuts whose order by UTF-8 bytes differs from that by JavaScript's code units."""


@pytest_asyncio.fixture
async def console(browser: Browser) -> AsyncIterator[Page]:
    """The console of a browser on an empty page."""
    page = await browser.new_page()
    await page.route("**/*", lambda route: route.fulfill(body="", content_type="text/html"))
    # Browsers hash on secure pages only.
    await page.goto("https://taproom.example")
    yield page
    await page.close()


async def computed(console: Page, call: str, given: Any) -> Any:
    """Return the result of the page's program for these facts."""
    return await console.evaluate(f"async (given) => {{ {PROGRAM}\n return await {call}; }}", given)


def cut_by_everybody(table: Any) -> Any:
    """A table at which everybody has typed words, and the first hand has begun."""
    for seated, words in zip(table.table.present, CUTS, strict=False):
        table.cuts(words=words, player=seated.player)
    return table.begins()


def a_round() -> dict[str, Any]:
    """The file of a round of Stone Hand, by the dice as they fall."""
    table = StoneTable(len(CUTS))
    table.game = STONE_HAND
    cut_by_everybody(table)
    while not table.ended:
        assert table.table.hand is not None
        table.presses("keep" if table.table.hand.state.stage == "choosing" else "throw")
    return written(table, STONE_HAND)


def a_hand() -> dict[str, Any]:
    """The file of a hand of cards."""
    return written(cut_by_everybody(CardsTable(4)).plays(1, 1, 1, 1), FISTS)


def written(table: Any, game: AnyGame) -> dict[str, Any]:
    """The file of a table's first hand."""
    found: dict[str, Any] = json.loads(to_file(history(table.table, game, CardsTable.over(table), 11)))
    return found


def facts(seal: dict[str, Any]) -> dict[str, Any]:
    """A seal of a file, as the program takes it."""
    return {**seal, "seal": seal["commitment"], "cuts": [each["words"] for each in seal["cuts"]]}


async def test_the_examples(console: Page) -> None:
    """TB-13: *Fair play* says so exactly what to compute that anybody can work dice and cards out."""
    assert await computed(console, "sha256(bytes(given))", DICE["seed"]) == DICE["seal"]
    assert await computed(console, "dice(given)", DICE) == DICE["dice"]
    assert (await computed(console, "dealt(given)", CARDS))[CARDS["place"]] == CARDS["leaf"]["slot"]
    assert await computed(console, "top(given)", CARDS) == CARDS["seal"]


@pytest.mark.soak
async def test_all_throws_of_a_round(console: Page) -> None:
    """TB-13: each throw of a file can be worked out, whatever was typed: umlauts, emojis, quotes."""
    told = a_round()
    seal = facts(told["seals"][0])
    thrown = [each["hand"]["dice"] for each in told["events"] if each["kind"] == "threw"]

    assert {*seal["cuts"]} == {*CUTS}
    assert len(thrown) == len(CUTS)
    assert await computed(console, "sha256(bytes(given))", seal["seed"]) == seal["seal"]
    for number, dice in enumerate(thrown):
        assert await computed(console, "dice(given)", {**seal, "draw": number}) == dice


@pytest.mark.soak
async def test_all_cards_of_a_hand(console: Page) -> None:
    """TB-13: each card of a file can be worked out: the slot it came from, and that it was sealed there."""
    told = a_hand()
    seal = facts(told["seals"][0])
    row = await computed(console, "dealt(given)", seal)

    assert {*seal["cuts"]} == {*CUTS[:4]}
    assert len(seal["cards"]) == 5
    for leaf in (seal["lots"], *(each["leaf"] for each in seal["cards"])):
        assert await computed(console, "top(given)", {**seal, "leaf": leaf}) == seal["seal"]
    assert [row[each["place"]] for each in seal["cards"]] == [each["leaf"]["slot"] for each in seal["cards"]]
