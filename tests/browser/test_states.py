"""Each state of a table, and each moment of a hand watched again, as axe sees it: nothing to complain of."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import cycle

import pytest
from playwright.async_api import Browser, Page

from bot.page.assets import sprites
from bot.page.front import PageSprites
from bot.page.html import NOTHING, Html, el
from bot.page.table_layout import moment_html, table_html
from bot.page.table_shown import TableShown
from bot.page.views import shell_html
from bot.screens.catalog import FACES
from bot.screens.table import hand_result
from bot.screens.table.replay import MomentScreen
from bot.screens.table.scenes import Scene
from bot.text.translate import languages, speaking
from games.catalog import GAMES
from games.engine.core.game import Seat
from games.engine.table.views import view_table
from tests.browser.page import AXE, faults
from tests.browser.tables import bare_page, show
from tests.laws.replays import FEW, drawn, hands_shown, watch
from tests.laws.walk import Case, secret_seats, walk
from tests.page.table import LARGEST, PLACE

pytestmark = [pytest.mark.browser, pytest.mark.soak]

MARKUP = PageSprites(sprites()).markup
WAYS = ((320, 640, "dark"), (390, 844, "light"), (1280, 800, "dark"))
OTHER_WAYS = ((320, 640, "light"), (390, 844, "dark"), (1280, 800, "light"))
STATES = 6
"""The number of states of a game that are looked at, the lobby and the end among them."""
CROWDED = [next(case for case in LARGEST if case[0] == key) for key in GAMES]


@pytest.mark.parametrize("case", CROWDED, ids=str)
async def test_axe_finds_nothing_in_any_state(case: Case, browser: Browser) -> None:
    """It finds none from lobby to end, for players and spectators, at three sizes, by day and by night."""
    found, page = list[str](), await bare_page(browser)
    for html, ways in zip(_tables(case), cycle((WAYS, OTHER_WAYS)), strict=False):
        await _show(page, html)
        found += await faults(page, *ways)

    assert found == []


RUN_TOGETHER = """() => {
  const isInline = (each) => /^(inline|contents)$/.test(getComputedStyle(each).display);
  const parts = [], found = [];
  const walk = (node) => {
    if (node.nodeType === Node.TEXT_NODE) { parts.push(node.textContent); return; }
    if (node.nodeType !== Node.ELEMENT_NODE || node.ariaHidden === "true" || !node.checkVisibility()) return;
    if (node.nodeName === "IMG") { parts.push(node.alt ? "," : ""); return; }
    const isApart = !isInline(node) || node.nodeName === "BR";
    if (isApart) parts.push(" ");
    for (const each of node.childNodes) walk(each);
    if (isApart) parts.push(" ");
  };
  walk(document.body);
  for (let at = 1; at < parts.length; at++) {
    const [before, after] = [parts[at - 1], parts[at]];
    if (/[\\p{L}\\p{N}:.!?]$/u.test(before) && /^[\\p{L}\\p{N}(“]/u.test(after))
      found.push(`${before.slice(-30)}|${after.slice(0, 30)}`);
  }
  return found;
}"""
"""The texts of one line with no blank between them, as screen readers join them."""


@pytest.mark.parametrize("code", languages())
@pytest.mark.parametrize("case", CROWDED, ids=str)
async def test_no_words_run_together(case: Case, code: str, browser: Browser) -> None:
    """Texts that are put together from parts are read with a blank between them, in every state."""
    found, page = set[str](), await bare_page(browser, (390, 844))
    with speaking(code):
        for html in _tables(case):
            await show(page, html)
            found.update(await page.evaluate(RUN_TOGETHER))

    assert found == set()


async def test_words_that_run_together_are_found(browser: Browser) -> None:
    """A line of two parts without a blank is one, blocks and pictures in a line are none."""
    page = await bare_page(browser)
    parts = "<p><b>Your turn</b><span>Coach:</span> <i>King</i><img alt='3'>of</p><div>Bet</div><div>3</div>"
    await show(page, _filled(main=Html(parts)))

    assert await page.evaluate(RUN_TOGETHER) == ["Your turn|Coach:"]


@pytest.mark.parametrize("case", FEW, ids=str)
async def test_axe_finds_nothing_in_a_hand_watched_again(case: Case, browser: Browser) -> None:
    """It finds none in mid-hand and at its end."""
    (over, _shown), *_ = hands_shown(case)
    again, page = watch(case, over, 1), await bare_page(browser)
    found: list[str] = []
    for step, ways in ((len(again.moments) // 2, WAYS), (len(again.moments) - 1, OTHER_WAYS)):
        moment = drawn(again, step, MARKUP)
        assert isinstance(moment, MomentScreen)
        assert moment.scene is not None
        inner = moment_html(moment, moment.scene, PLACE, MARKUP)
        await _show(page, _filled(dialog=el("div", inner, class_="sheet-in")))
        await page.evaluate("document.querySelector('#sheet').showModal()")
        found += await faults(page, *ways)

    assert found == []


@pytest.mark.parametrize("case", [case for case in CROWDED if case[0] != "stone_hand"], ids=str)
async def test_how_a_hand_came_out_fits_a_desk(case: Case, browser: Browser) -> None:
    """All hands that were shown, and who folded, lie on the felt without scrolling, where a table waits."""
    page, game, seen = await bare_page(browser), GAMES[case[0]], 0
    await page.set_viewport_size({"width": 1280, "height": 800})
    for view in (view_table(taken.change.table, game, Seat(1)) for taken in walk(case)):
        scene = Scene(view, game, FACES[game.key], "coins", has_remarks=True, emojis=MARKUP)
        if not view.is_resting or not hand_result.has_result(scene):
            continue
        seen += 1
        await _show(page, _filled(*table_html(TableShown(scene, "", None, PLACE), MARKUP)))
        felt = "(each) => each.scrollHeight - each.clientHeight"

        assert 0 == await page.locator(".felt").evaluate(felt)
    assert seen


def _tables(case: Case) -> Iterator[str]:
    game = GAMES[case[0]]
    tables = [taken.change.table for taken in walk(case)]
    for at, table in enumerate([*tables[:: len(tables) // STATES], tables[-1]]):
        viewers = [*secret_seats(table)]
        view = view_table(table, game, viewers[-((at + 1) // 2 % 2)])
        scene = Scene(view, game, FACES[game.key], "coins", has_remarks=True, emojis=MARKUP)
        present = frozenset(each.seat for each in table.present if each.player is not None)
        shown = TableShown(scene, "", None, PLACE, present=present)
        yield _filled(*table_html(shown, MARKUP))


def _filled(main: Html = NOTHING, ranks: Html = NOTHING, dialog: Html = NOTHING) -> str:
    """The page without a script, and with this on it."""
    bar = el("div", el("h1", "Taproom"), class_="t")
    html = shell_html("en", {"top": bar, "main": main, "ranks": ranks, "sheet": dialog}, "page.js", {})
    return re.sub("<script.*?</script>", "", html)


async def _show(page: Page, html: str) -> None:
    await show(page, html)
    await page.add_script_tag(path=str(AXE))
