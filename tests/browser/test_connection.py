"""The page's line to its server, its clock and its windows, as browsers and devices have them."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Page

from bot.custom_ids import table_id
from bot.page import server
from bot.page.presses import PagePress
from bot.page.windows import PageWindow
from bot.practice import PracticeRoom, opened, served
from tests.browser.drawn import draw, table
from tests.browser.page import THROWN
from tests.browser.wire import wired
from tests.page.conftest import PATIENCE_SECONDS

pytestmark = pytest.mark.browser

FAST_SECONDS = 45
FAST = f"{{const now = Date.now; Date.now = () => now() + {1000 * FAST_SECONDS};}}"
"""A device whose clock is ahead."""


@pytest_asyncio.fixture
async def where(bot_path: Path) -> AsyncIterator[tuple[PracticeRoom, str]]:
    """A practice room, and the address of its page."""
    async with opened(bot_path) as room, served(room, "127.0.0.1", 0) as address:
        yield room, address
        room.front.windows.close_all()


async def shown(browser: Browser, link: str, script: str = "") -> Page:
    """Return a page in a browser of its own, once it is up to date."""
    context = await browser.new_context()
    context.set_default_timeout(1000 * PATIENCE_SECONDS)
    if script:
        await context.add_init_script(script)
    page = await context.new_page()
    async with page.expect_request("**/stream?*"):
        await page.goto(link)
    return page


async def sit_down(room: PracticeRoom, table: int = 1) -> None:
    """Tomas takes a seat."""
    press = PagePress("ab" * 16, "press", table_id(table, "join"), "table", table)
    await room.presses.take(PageWindow(room.guests["tomas"], "en", table), press)


async def test_a_stream_that_falls_silent_is_asked_for_anew(
    where: tuple[PracticeRoom, str], browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A line that stays open and passes nothing on is noticed, and what happened meanwhile is shown.

    It is asked for by a line that works: a request that gets no answer is made again.
    """
    monkeypatch.setattr(server, "QUIET_SECONDS", 0.5)
    room, address = where
    async with wired(address) as (wire, outside):
        page = await shown(browser, f"{room.links(outside)[0]}&table=1")
        await page.locator(".act .btn.p").first.wait_for()
        assert wire.mute_streams()
        wire.holds_tickets = True
        for _ in range(2):
            # Nobody answers the first time either.
            async with page.expect_request("**/ticket"):
                await sit_down(room)
        wire.holds_tickets = False
        await page.get_by_text("Tomas").first.wait_for()
        await page.locator("body:not(.lost)").wait_for()


@pytest.mark.soak
async def test_a_press_that_is_answered_and_shows_nothing_tells_of_a_silent_stream(
    where: tuple[PracticeRoom, str], browser: Browser
) -> None:
    """The stream says something of each press, so nothing has to be waited for."""
    room, address = where
    async with wired(address) as (wire, outside):
        page = await shown(browser, f"{room.links(outside)[0]}&table=1")
        await page.locator(".act .btn.p").first.wait_for()
        assert wire.mute_streams()
        async with page.expect_request("**/ticket"):
            await page.get_by_role("button", name="Throw", exact=True).click()
        await page.locator(THROWN).first.wait_for(state="attached")


async def test_a_lost_line_is_told_where_the_log_line_is(
    where: tuple[PracticeRoom, str], browser: Browser
) -> None:
    """The table stays as it lies, but for that line, and the connection can be tried again at once."""
    room, address = where
    page = await shown(browser, f"{room.links(address)[0]}&table=1")
    await page.set_viewport_size({"width": 390, "height": 844})
    throw, line = page.get_by_role("button", name="Throw", exact=True), page.locator(".ticker")
    await throw.wait_for()
    before = await throw.bounding_box(), await line.bounding_box()
    await page.route("**/ticket", lambda route: route.abort())
    await page.evaluate("dispatchEvent(new Event('online'))")
    await page.locator("body.lost").wait_for()

    assert (await throw.bounding_box(), await page.locator("#lost").bounding_box()) == before
    assert not await page.get_by_text("I’ve saved what you pressed").is_visible()

    await page.get_by_role("button", name="Try now").click()
    await page.unroute("**/ticket")
    await page.locator("body:not(.lost)").wait_for()


async def test_a_tab_that_is_duplicated_has_a_window_of_its_own(
    where: tuple[PracticeRoom, str], browser: Browser
) -> None:
    """A tab's storage is copied with it; the same tab loaded again keeps its window."""
    room, address = where
    first = await shown(browser, f"{room.links(address)[0]}&table=1")
    stored = await first.evaluate("JSON.stringify({...sessionStorage})")
    copied = await first.context.new_page()
    await copied.add_init_script(f"Object.assign(sessionStorage, {stored})")
    windows = [
        await window(first, "reload"),
        await window(copied, f"{address}/brenna/?table=1"),
        await window(first, "reload"),
    ]

    assert windows[0] == windows[2] != windows[1]


async def window(page: Page, way: str) -> str:
    """Return the name of the window that a page asks with when it is loaded in a way."""
    async with page.expect_request("**/ticket") as asked:
        await (page.reload() if way == "reload" else page.goto(way))
    return str(json.loads((await asked.value).post_data or "")["window"])


@pytest.mark.parametrize("ahead", [FAST_SECONDS, pytest.param(-FAST_SECONDS, marks=pytest.mark.soak)])
async def test_what_is_left_is_told_by_the_servers_clock(
    where: tuple[PracticeRoom, str], browser: Browser, ahead: int
) -> None:
    """A device's clock may be wrong: a moment in a minute is a minute away, or one second less."""
    room, address = where
    script = FAST.replace(str(1000 * FAST_SECONDS), str(1000 * ahead))
    page = await shown(browser, f"{room.links(address)[0]}&table=1", script)
    at = room.front.app.now() + 3000
    await page.evaluate(
        """at => document.getElementById("main").insertAdjacentHTML("beforeend",
            `<p><time id="left" data-at="${at}" data-whole="3000"></time></p>
             <time id="moment" data-at="${at}" data-style="R"></time>`)""",
        at,
    )
    await page.locator("#left:not(:empty)").wait_for()
    left = int((await page.locator("#left").inner_text()).rstrip("s").replace(",", ""))

    assert 3000 - PATIENCE_SECONDS < left <= 3000
    assert "in 50 minutes" == await page.locator("#moment").inner_text()


async def test_a_key_that_is_held_answers_once(where: tuple[PracticeRoom, str], browser: Browser) -> None:
    """Neither a letter nor Enter on a button answers again while it is held down."""
    room, address = where
    page = await shown(browser, f"{room.links(address)[0]}&table=1")
    await page.locator("#main [data-key=t]").wait_for()
    await page.evaluate("globalThis.clicks = 0; document.addEventListener('click', () => clicks++, true)")
    for key in ("t", "Enter"):
        await page.keyboard.down(key)
        await page.locator(THROWN).first.wait_for(state="attached")
        # Of a key that is down already these are what a browser makes of holding it.
        for _ in range(3):
            await page.keyboard.down(key)
        await page.keyboard.up(key)
        await page.locator("#main .act button[data-action]").first.focus()

    assert 2 == await page.evaluate("clicks")


async def test_back_leads_from_a_table_to_the_room(where: tuple[PracticeRoom, str], browser: Browser) -> None:
    """The browser's Back and the page's own lead there, and from there to where one came from."""
    room, address = where
    context = await browser.new_context()
    context.set_default_timeout(1000 * PATIENCE_SECONDS)
    page = await context.new_page()
    await page.goto("about:blank")
    await page.goto(room.links(address)[0])
    for go_back in (page.go_back, page.get_by_role("link", name="Back", exact=True).click):
        await page.locator("[data-table='1']").first.click()
        await page.wait_for_url("**/brenna/table/1")
        await go_back()
        await page.wait_for_url("**/brenna/")
        await page.locator(".room").wait_for()
    await page.go_forward()
    await page.locator(".felt").wait_for()
    await page.go_back()
    await page.locator(".room").wait_for()
    await page.go_back()

    assert "about:blank" == page.url


@pytest.mark.parametrize(
    "body",
    [
        {"closed": "You’re not in that server any more."},
        pytest.param("This door is locked.", marks=pytest.mark.soak),
    ],
)
async def test_whoever_is_not_let_in_any_more_reads_why_and_asks_no_more(
    where: tuple[PracticeRoom, str], browser: Browser, body: object
) -> None:
    """The sentence alone is shown: no mark of a lost line, no table, and no further ticket is asked for."""
    room, address = where
    page = await shown(browser, f"{room.links(address)[0]}&table=1")
    await page.locator(".felt").wait_for()
    kind = "text/plain" if isinstance(body, str) else "application/json"
    told = body if isinstance(body, str) else json.dumps(body)
    await page.route("**/ticket", lambda route: route.fulfill(status=403, content_type=kind, body=told))
    room.front.windows.close_all()
    sentence = body if isinstance(body, str) else "You’re not in that server any more."
    await page.get_by_text(sentence).wait_for()
    asked = await page.evaluate(
        """() => {
            let asked = 0;
            globalThis.fetch = () => { asked++; return new Promise(() => {}); };
            dispatchEvent(new Event("online"));
            dispatchEvent(new Event("pageshow"));
            return asked;
        }"""
    )

    assert 0 == asked
    assert sentence == await page.locator("body").inner_text()
    assert not await page.locator("body.lost").count()


async def test_what_pictures_show_is_said_aloud(where: tuple[PracticeRoom, str], browser: Browser) -> None:
    """Cards and dice in a new line are said in their places, side by side one after the other."""
    room, address = where
    page = await shown(browser, f"{room.links(address)[0]}&table=1")
    await draw(page, table(lines=("Little Bess deals.",)))
    traded = """<b>Little Bess</b> trades <img alt="King of Hell"> for
        <span class="run"><img alt="3 of Beasts"><img alt=""><img alt="die 4"></span>."""
    asks = "<div>Your turn</div><h3>Coach: keep <img alt='God'>.</h3>"
    await draw(page, table(lines=(traded, "Little Bess deals."), asks=asks))
    said = page.locator("#said", has_text="trades")
    await said.wait_for(state="attached")

    assert await said.text_content() == (
        "Little Bess trades King of Hell for 3 of Beasts, die 4. Your turn Coach: keep God."
    )


async def test_the_clock_at_a_seat_shows_the_time_bank(
    where: tuple[PracticeRoom, str], browser: Browser
) -> None:
    """TB-18: once a turn's time is over its seconds are those of the bank, and its ring is of the bank."""
    room, address = where
    page = await shown(browser, f"{room.links(address)[0]}&table=1")
    # Each lies farther from its ends than any machine is slow.
    clocks = {"turn": (1801, 3600, 60), "bank": (-1799, 60, 3600), "over": (-3599, 60, 60)}
    time = '<span class="clock"><time id="{}" data-at="{}" data-whole="{}" data-bank="{}"></time></span>'
    seats = [time.format(name, *clock) for name, clock in clocks.items()]
    await draw(page, table(felt="".join(seats)))
    told = [(await page.locator(f"#{each}").inner_text()).replace(",", "") for each in clocks]
    parts = await page.locator(".clock").evaluate_all(
        "all => all.map(each => Number(each.style.getPropertyValue('--part')))"
    )

    assert 1800 - PATIENCE_SECONDS < int(told[0].removesuffix("s")) <= 1800
    assert told[1].startswith("+")
    assert 1800 - PATIENCE_SECONDS < int(told[1].removesuffix("s")) <= 1800
    assert [0.5, 0.5, 0] == pytest.approx(parts, abs=PATIENCE_SECONDS / 3600)
    assert "+0s" == told[2]


async def test_from_an_hour_on_the_clock_tells_hours(
    where: tuple[PracticeRoom, str], browser: Browser
) -> None:
    """TB-28: 86,399 seconds are 23 hours; its ring moves once a minute. So do the hours of a time bank."""
    room, address = where
    page = await shown(browser, f"{room.links(address)[0]}&table=1")
    # Half a minute from where the ring would move.
    clocks = {
        "turn": (86_370, 86_400, 172_800),
        "bank": (-86_430, 86_400, 172_800),
        "hour": (3_630, 7_200, 60),
    }
    time = '<span class="clock"><time id="{}" data-at="{}" data-whole="{}" data-bank="{}"></time></span>'
    await draw(page, table(felt="".join(time.format(name, *clock) for name, clock in clocks.items())))
    told = [await page.locator(f"#{each}").inner_text() for each in clocks]
    parts = await page.locator(".clock").evaluate_all(
        "all => all.map(each => Number(each.style.getPropertyValue('--part')))"
    )

    assert told == ["23h", "+23h", "1h"]
    assert parts == [86_340 / 86_400, 86_340 / 172_800, 3_600 / 7_200]
