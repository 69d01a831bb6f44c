"""A table never moves under a finger: what two neighbouring states have lies in the same place."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest
from playwright.async_api import Browser, Page

from games.catalog import GAMES
from games.engine.core.game import AnyGame
from tests.browser.tables import bare_page, html_of, show
from tests.page.scripted import scenes

pytestmark = [pytest.mark.browser, pytest.mark.soak]

NEAR = 1.0
"""The limit in pixels of what nobody sees."""
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
    page = await bare_page(browser, size)
    places = [await _places(page, html) for html in map(html_of, scenes(game))]
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


async def _places(page: Page, html: str) -> dict[str, list[float]]:
    await show(page, html)
    found: dict[str, list[float]] = await page.evaluate(PLACES)
    return found
