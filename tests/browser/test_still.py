"""A table never moves under a finger: what two neighbouring states have lies in the same place."""

from __future__ import annotations

import gzip
import re
from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest
from playwright.async_api import Browser, Page, Route

from bot.page.assets import assets, sprites
from bot.page.front import PageSprites
from bot.page.html import el
from bot.page.table_layout import table_html
from bot.page.table_shown import TableShown
from bot.page.views import shell_html
from bot.screens.catalog import FACES
from bot.screens.table.scenes import Scene
from games.catalog import GAMES
from games.engine.core.game import AnyGame, Seat
from games.engine.table.views import view_table
from tests.page.scripted import hand_of
from tests.page.table import PLACE

pytestmark = [pytest.mark.browser, pytest.mark.soak]

HERE = "http://page.test/"
MARKUP = PageSprites(sprites()).markup
NEAR = 1.0
"""The limit in pixels of what nobody sees."""
ROUNDS = 14
"""The number of states of a game whose rounds follow each other."""
PLACES = """() => {
  const found = {}, seen = {};
  const of = ({ dataset, popoverTargetElement: opens }) =>
    dataset.action?.replace(/:[0-9a-f]{6}/, "") ?? opens?.id ?? "";
  const kinds = { seat: ".seats .plate", felt: ".felt", line: ".ticker", tray: ".tray", head: ".own",
    bar: ".bar", cell: ".cell", pile: ".piles .tile", side: ".side, .half", button: ".bar .btn, .own button",
    card: ".hold :is(.tile, .tick)", question: ".q" };
  for (const [kind, selector] of Object.entries(kinds))
    for (const each of document.querySelectorAll(`#main ${selector.replaceAll(", ", ", #main ")}`)) {
      if (!each.checkVisibility() || each.closest("[popover]")) continue;
      const what = kind === "button" ? of(each)
        : kind === "card" ? each.querySelector("img").src + each.matches(".lit")
        : kind === "side" ? each.querySelector("b")?.textContent ?? "half" : "";
      const key = `${kind} ${what}`, at = each.getBoundingClientRect();
      seen[key] = (seen[key] ?? 0) + 1;
      found[`${key} ${seen[key]}`] = [at.x, at.y];
    }
  return found;
}"""
"""Where each region, seat, card, place and button is; a button is known by what it does."""


@pytest.mark.parametrize("size", [(390, 844), (320, 844), (1280, 800)], ids=str)
@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.key)
async def test_nothing_moves_through_a_hand(game: AnyGame, size: tuple[int, int], browser: Browser) -> None:
    """No region, seat, card, place or button of a state lies elsewhere in the next one."""
    page = await _page(browser, size)
    places = [await _places(page, html) for html in _states(game)]
    moved = [
        (step, key, before[key], after[key])
        for step, (before, after) in enumerate(pairwise(places))
        for key in before.keys() & after.keys()
        if max(abs(a - b) for a, b in zip(before[key], after[key], strict=True)) > NEAR
        if not _is_sorted_anew(key, before, after)
    ]

    assert len(places) > 10
    assert moved == [], moved[:8]


def _is_sorted_anew(key: str, before: dict[str, Any], after: dict[str, Any]) -> bool:
    """Return True for a card of a hand that has got others or makes something else: it is laid anew."""
    if not key.startswith("card "):
        return False
    hands = [{each for each in places if each.startswith("card ")} for places in (before, after)]
    return hands[0] != hands[1]


def _states(game: AnyGame) -> list[str]:
    tables = [each for each in hand_of(game) if each.phase != "lobby"]
    found = []
    for table in tables[:ROUNDS] if len(tables) > 2 * ROUNDS else tables:
        scene = Scene(view_table(table, game, Seat(1)), game, FACES[game.key], "coins", emojis=MARKUP)
        if any(each.seat == 1 for each in scene.view.questions):
            scene = replace(scene, has_hints=True)
        main, ranks = table_html(TableShown(scene, "", None, PLACE), MARKUP)
        bar = el("div", el("h1", "Taproom"), el("p", "table 1"), class_="t")
        html = shell_html("en", {"top": bar, "main": main, "ranks": ranks}, "page.js", {})
        found.append(re.sub("<script.*?</script>", "", html))
    return found


async def _page(browser: Browser, size: tuple[int, int]) -> Page:
    width, height = size
    context = await browser.new_context(viewport={"width": width, "height": height}, reduced_motion="reduce")
    page = await context.new_page()

    async def serve(route: Route) -> None:
        asset = assets()[route.request.url.rpartition("/")[2]]
        content = gzip.decompress(asset.content) if asset.is_packed else asset.content
        await route.fulfill(body=content, content_type=asset.kind)

    await page.route("**/a/**", serve)
    return page


async def _places(page: Page, html: str) -> dict[str, list[float]]:
    async def serve(route: Route) -> None:
        await route.fulfill(body=html, content_type="text/html; charset=utf-8")

    await page.unroute(HERE)
    await page.route(HERE, serve)
    await page.goto(HERE)
    found: dict[str, list[float]] = await page.evaluate(PLACES)
    return found
