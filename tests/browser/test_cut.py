"""Words at a table are never cut: they have room in their regions, the coach's too."""

from __future__ import annotations

import pytest
from playwright.async_api import Browser

from bot.text.translate import ENGLISH, languages, speaking
from games.catalog import GAMES
from games.engine.core.game import AnyGame
from tests.browser.tables import bare_page, html_of, show
from tests.page.scripted import scenes

pytestmark = [pytest.mark.browser, pytest.mark.soak]

CUT = """() => {
  const words = `.q, .own .hand, .own p, .bar .btn, .plate .n, .plate .s, .side, .half, .why, .row .w,
    .ticker, .say, .middle .note, .felt.over, .hold .rows`;
  const isCut = (each) =>
    each.scrollWidth > each.clientWidth + 1 || each.scrollHeight > each.clientHeight + 1;
  const isInner = (each) => getComputedStyle(each).display !== "inline" && isCut(each);
  return [...document.querySelectorAll(`#main :is(${words})`)]
    .filter((each) => each.checkVisibility() && !each.closest("[popover]"))
    .filter((each) => isCut(each) || [...each.querySelectorAll("span, small, b")].some(isInner))
    .map((each) => `${each.className || each.tagName}: ${each.innerText}`);
}"""
"""The elements whose words don't fit them."""


@pytest.mark.parametrize(
    ("size", "code"),
    [*(((390, 844), code) for code in languages()), ((320, 844), ENGLISH), ((1280, 800), ENGLISH)],
    ids=str,
)
@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.key)
async def test_no_label_is_cut(game: AnyGame, size: tuple[int, int], code: str, browser: Browser) -> None:
    """Not a name, a question, the coach's word, an answer, a reason or a row of the result."""
    page, cut = await bare_page(browser, size), set[str]()
    with speaking(code):
        for scene in scenes(game, is_coached=True):
            await show(page, html_of(scene))
            cut.update(await page.evaluate(CUT))

    assert cut == set()
