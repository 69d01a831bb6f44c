"""The page in Chromium: it plays with a mouse and by its keys, and axe finds nothing to complain of."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Route

from bot.custom_ids import table_id
from bot.page.presses import PagePress
from bot.page.windows import PageWindow
from bot.practice import CHANNEL, SERVER, PracticeRoom, opened, served
from tests.browser.drawn import STEADY_MS
from tests.browser.page import AXE, THROWN, faults
from tests.page.conftest import PATIENCE_SECONDS

pytestmark = pytest.mark.browser


HEARD = """globalThis.heard = 0;
const start = OscillatorNode.prototype.start;
OscillatorNode.prototype.start = function (...given) { heard++; return start.apply(this, given); };"""
"""Counts the sounds that are made."""


@pytest_asyncio.fixture
async def where(bot_path: Path) -> AsyncIterator[tuple[PracticeRoom, str]]:
    """A practice room, and the address of its page."""
    async with opened(bot_path) as room, served(room, "127.0.0.1", 0) as address:
        yield room, address


@pytest.mark.parametrize("is_thorough", [False, pytest.param(True, marks=pytest.mark.soak)])
async def test_axe_finds_nothing(
    where: tuple[PracticeRoom, str], browser: Browser, *, is_thorough: bool
) -> None:
    """Contrast, names, roles and order by day and by night, from small phones to desks, and at 200 %.

    A table, what beats what, its menu, how the page looks, the room, a command's form and a lesson. All but
    the table are looked at in one way now, and in the soak in more.
    """

    def some(*ways: tuple[int, int, str]) -> tuple[tuple[int, int, str], ...]:
        return ways if is_thorough else ways[:1]

    room, address = where
    phone, narrow, desk, enlarged = (390, 844), (320, 640), (1280, 800), (640, 400)
    context = await browser.new_context(bypass_csp=True, reduced_motion="reduce")
    page = await context.new_page()
    page.set_default_timeout(1000 * PATIENCE_SECONDS)
    await page.goto(f"{room.links(address)[0]}&table=1")
    await page.add_script_tag(path=str(AXE))
    await page.locator(".act .btn.p").first.wait_for()
    ways = (*narrow, "dark"), (*desk, "dark"), (*enlarged, "dark"), (*desk, "light"), (*phone, "light")
    assert [] == await faults(page, *ways)
    await page.get_by_role("button", name="What beats what").click()
    assert [] == await faults(page, *some((*narrow, "light"), (*phone, "dark")))
    await page.keyboard.press("Escape")
    await page.get_by_role("button", name="This page").click()
    assert [] == await faults(page, *some((*desk, "dark"), (*narrow, "light")))
    await page.keyboard.press("Escape")
    await page.keyboard.press("?")
    assert [] == await faults(page, *some((*desk, "light"), (*phone, "dark")))
    await page.keyboard.press("Escape")
    await page.wait_for_timeout(STEADY_MS)
    await page.get_by_role("button", name="More …").click()
    await page.locator("dialog[open]").wait_for()
    assert [] == await faults(page, *some((*desk, "light"), (*phone, "dark")))
    await page.keyboard.press("Escape")
    await page.get_by_role("link", name="Back", exact=True).click()
    await page.locator(".room").wait_for()
    assert [] == await faults(page, *some((*enlarged, "dark"), (*desk, "light"), (*narrow, "dark")))
    await page.locator('.nav .tabs [data-page="me"]').click()
    await page.locator('[data-command="wallet pay"]').click()
    await page.locator("dialog[open] form").wait_for()
    assert [] == await faults(page, *some((*desk, "dark"), (*narrow, "light")))
    await page.keyboard.press("Escape")
    await page.locator("dialog[open]").wait_for(state="detached")
    await page.wait_for_timeout(STEADY_MS)
    await page.locator('.nav .tabs [data-page=""]').click()
    await page.locator('[data-page="game/destiny"]').click()
    await page.get_by_role("button", name="Teach me").wait_for()
    await page.wait_for_timeout(STEADY_MS)
    await page.get_by_role("button", name="Teach me").first.click()
    await page.locator("dialog[open]").wait_for()
    assert [] == await faults(page, *some((*narrow, "dark"), (*phone, "light")))


IN_ACT = "document.activeElement.closest('.act') !== null"

ROW = """<div class="row"><img class="mark"><div class="w"><b>Aunt Wilhelmina</b>
<span>a double show-up</span></div>
<span class="d g">+12</span><b class="now">120</b>
<div class="l2"><div class="tiles">{dice}</div></div></div>"""
"""A throw in the list of how a round came out, as the page has it where many play."""


@pytest.mark.soak
async def test_how_a_round_came_out_is_read_whole(where: tuple[PracticeRoom, str], browser: Browser) -> None:
    """Beside three dice and a long name there is room for what they make, on a narrow phone too."""
    room, address = where
    page = await browser.new_page(viewport={"width": 320, "height": 640})
    page.set_default_timeout(1000 * PATIENCE_SECONDS)
    await page.goto(f"{room.links(address)[0]}&table=1")
    felt = page.locator(".felt")
    await felt.wait_for()

    dice = '<span class="tile"></span>' * 3
    await felt.evaluate("(felt, row) => { felt.innerHTML = row; }", ROW.format(dice=dice))

    for part in (".w", ".w b", ".w span", ".d", ".now"):
        assert await felt.locator(part).evaluate("(each) => each.scrollWidth <= each.clientWidth"), part


@pytest.mark.soak
async def test_each_device_keeps_how_the_page_looks(
    where: tuple[PracticeRoom, str], browser: Browser
) -> None:
    """Colours are the device's until a user chooses, and there again later; sounds are off until then."""
    room, address = where
    page = await browser.new_page(viewport={"width": 390, "height": 844}, color_scheme="dark")
    page.set_default_timeout(1000 * PATIENCE_SECONDS)
    await page.add_init_script(HEARD)
    await page.goto(f"{room.links(address)[0]}&table=1")
    await page.locator(".act .btn.p").first.wait_for()
    ground = "getComputedStyle(document.body).backgroundColor"
    night = await page.evaluate(ground)
    await page.get_by_role("button", name="This page").click()
    await page.get_by_label("Light", exact=True).check()
    day = await page.evaluate(ground)
    assert night != day
    assert 0 == await page.evaluate("heard")
    await page.get_by_label("Sounds").check()
    assert 2 == await page.evaluate("heard")

    await page.reload()
    await page.locator(".act .btn.p").first.wait_for()

    assert day == await page.evaluate(ground)
    await page.get_by_role("button", name="This page").click()
    assert await page.get_by_label("Sounds").is_checked()


@pytest.mark.soak
async def test_whoever_goes_by_keys_stays_where_they_were(
    where: tuple[PracticeRoom, str], browser: Browser
) -> None:
    """A pressed button is gone and the next is one Tab away; results and questions are announced.

    The focus is on the answers of a new part, or on its name, and stays there when others change it; from an
    overlay it returns to the place that opened it.
    """
    room, address = where
    page = await browser.new_page(viewport={"width": 390, "height": 844})
    page.set_default_timeout(1000 * PATIENCE_SECONDS)
    await page.clock.install()
    await page.goto(f"{room.links(address)[0]}&table=1")
    await page.get_by_role("button", name="Throw", exact=True).focus()
    await page.keyboard.press("Enter")
    await page.locator(THROWN).first.wait_for()

    # The next answer, or where the answers stand: that depends on the dice.
    assert await page.evaluate(IN_ACT)
    assert await page.locator("#said").inner_text()
    await page.get_by_role("link", name="Back", exact=True).focus()
    await page.keyboard.press("Enter")
    await page.locator(".room").wait_for()
    assert "H1" == await page.evaluate("document.activeElement.nodeName")
    await page.locator("[data-action*=deal_me_in]").nth(1).focus()
    await page.clock.fast_forward(STEADY_MS)
    await page.keyboard.press("Enter")
    await page.locator(".felt").wait_for()
    assert await page.evaluate(IN_ACT)
    guest = room.guests["tomas"]
    sits = PagePress("ab" * 16, "press", table_id(2, "join"), "table", 2)
    await room.presses.take(PageWindow(guest, "en", 2), sits)
    await page.get_by_text("Tomas").first.wait_for()
    assert await page.evaluate(IN_ACT)
    await page.keyboard.press("Tab")
    assert await page.evaluate(IN_ACT)
    await page.get_by_role("button", name="More …").focus()
    await page.keyboard.press("Enter")
    await page.locator("dialog[open] .close").press("Enter")
    await page.locator("dialog[open]").wait_for(state="detached")
    assert "More …" == await page.evaluate("document.activeElement.ariaLabel")


QUICK = "{const real = setTimeout; globalThis.setTimeout = (done, ms) => real(done, ms / 100);}"
"""A page that waits a hundredth of the time."""


@pytest.mark.soak
async def test_a_press_that_always_fails_lets_the_next_one_through(
    where: tuple[PracticeRoom, str], browser: Browser
) -> None:
    """After eight faults the page says that it did not get through, until something else is pressed."""
    room, address = where
    context = await browser.new_context(viewport={"width": 390, "height": 844})
    await context.add_init_script(QUICK)
    page = await context.new_page()
    page.set_default_timeout(1000 * PATIENCE_SECONDS)
    await page.goto(f"{room.links(address)[0]}&table=1")
    asked: list[str] = []

    async def fail(route: Route) -> None:
        asked.append(route.request.post_data or "")
        is_first = json.loads(asked[-1])["id"] == json.loads(asked[0])["id"]
        await (route.fulfill(status=503) if is_first else route.continue_())

    await page.route("**/press", fail)
    await page.get_by_role("button", name="Throw", exact=True).click()
    await page.locator("#failed").get_by_text("didn’t get through").wait_for()
    assert [asked[0]] * 8 == asked

    await page.get_by_role("button", name="Throw", exact=True).click()
    await page.locator(THROWN).first.wait_for()
    assert not await page.locator("#failed").is_visible()
    assert "[]" == await page.evaluate("sessionStorage.presses")


@pytest.mark.soak
async def test_what_one_person_pressed_is_not_sent_as_the_next(
    where: tuple[PracticeRoom, str], browser: Browser
) -> None:
    """A press that was kept in a tab where another user comes in is not theirs; they are told so."""
    room, address = where
    page = await browser.new_page()
    page.set_default_timeout(1000 * PATIENCE_SECONDS)
    await page.goto(room.links(address)[0])
    await page.route("**/brenna/press", lambda route: route.abort())
    await page.locator("[data-action*=deal_me_in]").nth(1).click()
    await page.locator("body.lost").wait_for()
    assert "deal_me_in" in await page.evaluate("sessionStorage.presses")
    async with page.expect_response("**/tomas/press") as sent:
        await page.goto(room.links(address)[1])
    await page.locator("#failed").get_by_text("didn’t get through").wait_for()

    assert 409 == (await sent.value).status
    tables = await room.front.app.tavern.in_channel(SERVER, CHANNEL)
    assert [1] == [each.id for each in tables]
    assert "[]" == await page.evaluate("sessionStorage.presses")


@pytest.mark.soak
async def test_a_table_is_there_before_any_script(where: tuple[PracticeRoom, str], browser: Browser) -> None:
    """The page shows it by itself; what is pressed before its script has come is done once it is there."""
    room, address = where
    page = await browser.new_page(viewport={"width": 390, "height": 844})
    page.set_default_timeout(1000 * PATIENCE_SECONDS)
    held = asyncio.Event()

    async def late(route: Route) -> None:
        await held.wait()
        await route.continue_()

    await page.route("**/page.js", late)
    await page.goto(f"{room.links(address)[0]}&table=1", wait_until="commit")
    await page.get_by_role("button", name="Throw", exact=True).click()
    assert not await page.locator(THROWN).count()
    held.set()
    await page.locator(THROWN).first.wait_for()

    assert page.url.endswith("/brenna/table/1")


@pytest.mark.soak
async def test_a_round_is_played_by_keys_and_a_lost_line_loses_nothing(
    where: tuple[PracticeRoom, str], browser: Browser
) -> None:
    """A letter throws; what is pressed without a line is done when it is back, even on a page loaded anew."""
    room, address = where
    page = await browser.new_page(viewport={"width": 1280, "height": 800})
    page.set_default_timeout(1000 * PATIENCE_SECONDS)
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.on("console", lambda line: errors.append(line.text) if "Content Security" in line.text else None)
    await page.clock.install()
    await page.goto(f"{room.links(address)[0]}&table=1")
    await page.locator(".act .btn.p").first.wait_for()
    await page.keyboard.press("t")
    await page.locator('.mine img[src*="die_"]').first.wait_for()
    await page.clock.fast_forward(STEADY_MS)

    tavern = room.front.app.tavern
    before = (await tavern.look(1)).stored.revision
    await page.context.set_offline(offline=True)
    await page.keyboard.press("k")
    await page.locator("body.lost").wait_for()
    assert before == (await tavern.look(1)).stored.revision
    await page.route("**/press", lambda route: route.abort())
    await page.context.set_offline(offline=False)
    await page.reload()
    await page.locator(".act .btn.p").first.wait_for()
    await page.unroute("**/press")
    await page.get_by_role("button", name="Keep it").wait_for(state="detached")

    assert before < (await tavern.look(1)).stored.revision
    assert errors == []
