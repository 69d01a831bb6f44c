"""A tap that was meant for what lay there before answers nothing."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Page, Route, ViewportSize

from bot.practice import opened, served
from tests.browser.drawn import STEADY_MS, button, draw, table
from tests.page.conftest import PATIENCE_SECONDS

pytestmark = pytest.mark.browser

THROW, AGAIN, KEEP = (f"a:1:1:{each}:000000" for each in ("throw", "again", "keep"))


@dataclass
class Phone:
    """A page whose time stands still, and what it sent when it was pressed."""

    page: Page
    pressed: list[str] = field(default_factory=list)

    async def settle(self) -> None:
        """Wait until new parts can be pressed."""
        await self.page.clock.run_for(STEADY_MS)

    async def tap(self, x: float, y: float) -> None:
        """Tap the screen."""
        await self.page.touchscreen.tap(x, y)

    async def middle(self, words: str) -> tuple[float, float]:
        """Return the middle of a button."""
        box = await self.page.get_by_role("button", name=words, exact=True).bounding_box()
        assert box is not None
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    async def note(self, route: Route) -> None:
        """Keep what was pressed."""
        self.pressed.append(json.loads(route.request.post_data or "")["action"])
        await route.fulfill(status=204)

    async def sent(self, count: int) -> list[str]:
        """Return the actions that were pressed, once there are so many."""
        while len(self.pressed) < count:
            await self.page.wait_for_event("requestfinished")
        return self.pressed


@pytest_asyncio.fixture
async def phone(bot_path: Path, browser: Browser) -> AsyncIterator[Phone]:
    """A phone at a table."""
    async with opened(bot_path) as room, served(room, "127.0.0.1", 0) as address:
        size: ViewportSize = {"width": 390, "height": 844}
        context = await browser.new_context(viewport=size, has_touch=True, is_mobile=True, bypass_csp=True)
        context.set_default_timeout(1000 * PATIENCE_SECONDS)
        phone = Phone(await context.new_page())
        await phone.page.clock.install()
        await phone.page.route("**/press", phone.note)
        async with phone.page.expect_request("**/stream?*"):
            await phone.page.goto(f"{room.links(address)[0]}&table=1")
        await phone.page.clock.pause_at(room.front.app.now() + 3600)
        yield phone
        room.front.windows.close_all()


async def test_a_second_tap_answers_nothing_that_came_under_the_finger(phone: Phone) -> None:
    """Two quick taps on *Throw* throw once; what stands there then can be pressed a moment later."""
    await draw(phone.page, table(button("Throw", THROW)))
    await phone.settle()
    at = await phone.middle("Throw")
    await phone.tap(*at)
    await draw(phone.page, table(button("Throw again", AGAIN)))
    await phone.tap(*at)
    await phone.page.keyboard.press("t")
    await phone.settle()
    await phone.tap(*at)

    assert [THROW, AGAIN] == await phone.sent(2)


async def test_a_button_that_moves_under_the_finger_is_not_pressed(phone: Phone) -> None:
    """Wherever the layout moves; a button that stays where it is can be pressed while others change."""
    await draw(phone.page, table(button("Throw", THROW), button("Keep", KEEP)))
    await phone.settle()
    at = await phone.middle("Throw")
    await draw(phone.page, table(button("Keep", KEEP), button("Throw", THROW)))
    await phone.tap(*at)
    await phone.settle()
    await draw(phone.page, table(button("Keep", KEEP), button("Throw", THROW), lines=("Bess waits.",)))
    await phone.tap(*at)

    assert [KEEP] == await phone.sent(1)


CELLS = """<button type="button" class="cell pick" data-action="a:1:1:{deed}_b1:0" data-says="{does} B1"
    aria-label="B1" style="position: absolute; top: {top}px; left: 100px"><i class="face"></i></button>
    <button type="button" class="cell pick" data-action="a:1:1:{deed}_c1:0" data-says="{does} C1"
    aria-label="C1" style="position: absolute; top: {below}px; left: 100px"><i class="face"></i></button>"""


def cells(deed: str, does: str, top: int) -> str:
    """Two cards below each other, and the button for the one that is chosen."""
    felt = CELLS.format(deed=deed, does=does, top=top, below=top + 53)
    picked = (
        '<div class="bar picked"><button class="btn" type="button" data-picked="Choose a card" disabled>'
        '<span class="line">Choose a card</span></button></div>'
    )
    return table(picked, felt=felt)


async def test_a_finger_chooses_a_card_and_plays_it_by_another_button(phone: Phone) -> None:
    """However often and fast it taps the same spot while the field moves, no card is lost by it."""
    await draw(phone.page, cells("look", "Look at", 60))
    await phone.settle()
    at = await phone.middle("B1")
    await phone.tap(*at)
    await phone.tap(*at)
    await phone.tap(*await phone.middle("Look at B1"))
    await phone.sent(1)
    # The card below B1 lies where B1 was.
    await draw(phone.page, cells("hold", "Play", 7))
    assert at == await phone.middle("C1")
    assert await phone.page.get_by_role("button", name="Choose a card").is_disabled()
    await phone.tap(*at)
    await phone.tap(*at)
    await phone.settle()
    await phone.tap(*await phone.middle("Play C1"))

    assert ["a:1:1:look_b1:0", "a:1:1:hold_c1:0"] == await phone.sent(2)


RINGED = """[...document.querySelectorAll(".cell.pick")].filter((each) => {
    const ring = getComputedStyle(each).outlineStyle !== "none";
    return ring || getComputedStyle(each.firstElementChild).filter.includes("drop-shadow");
}).map((each) => each.dataset.says)"""


async def test_only_the_place_that_is_picked_is_ringed(phone: Phone) -> None:
    """None is before, and the other is not ringed after."""
    await draw(phone.page, cells("hold", "Play", 60))
    await phone.settle()
    assert [] == await phone.page.evaluate(RINGED)
    await phone.tap(*await phone.middle("C1"))
    assert ["Play C1"] == await phone.page.evaluate(RINGED)


@pytest.mark.soak
async def test_a_mouse_picks_a_card_first_too(bot_path: Path, browser: Browser) -> None:
    """A press on the field sends no answer; a second button names the answer and sends it."""
    async with opened(bot_path) as room, served(room, "127.0.0.1", 0) as address:
        page = await browser.new_page()
        desk = Phone(page)
        await page.clock.install()
        await page.route("**/press", desk.note)
        await page.goto(f"{room.links(address)[0]}&table=1")
        await draw(page, cells("look", "Look at", 60))
        await page.clock.fast_forward(STEADY_MS)
        await page.get_by_role("button", name="B1", exact=True).click()
        await page.get_by_role("button", name="C1", exact=True).click()
        await page.get_by_role("button", name="Look at C1").click()

        assert ["a:1:1:look_c1:0"] == await desk.sent(1)
        room.front.windows.close_all()


FOLD, STAY = "a:1:1:fold:000000", "a:1:1:match:000000"
UNDO_MS = 2_000
UNDOING = (
    '<div class="undoing bar" hidden><button class="btn" disabled type="button">Folding</button>'
    '<button class="btn" type="button" data-undo><span class="line" data-key="u">Undo</span></button></div>'
)


def folding() -> str:
    """Return a table at which a fold costs something."""
    return table(button("Fold", FOLD, 'data-key="f"'), button("Stay in", STAY)).replace(
        "</div></div></section>", f"</div>{UNDOING}</div></section>"
    )


async def test_giving_up_a_hand_can_be_taken_back(phone: Phone) -> None:
    """It is sent after two seconds; the way back is not where the finger is, and is no answer either."""
    await draw(phone.page, folding())
    await phone.settle()
    at = await phone.middle("Fold")
    await phone.tap(*at)
    await phone.tap(*at)
    await phone.page.clock.run_for(UNDO_MS - 100)
    await phone.page.keyboard.press("u")
    await phone.page.clock.run_for(UNDO_MS)
    assert phone.pressed == []

    await phone.tap(*at)
    # What another does meanwhile changes nothing about it.
    await draw(phone.page, folding())
    await phone.page.clock.run_for(UNDO_MS)
    assert [FOLD] == await phone.sent(1)


async def test_a_fold_that_is_not_asked_for_any_more_is_not_sent(phone: Phone) -> None:
    """If the time runs out in the two seconds, nothing is sent to the next question."""
    await draw(phone.page, folding())
    await phone.settle()
    await phone.tap(*await phone.middle("Fold"))
    await draw(phone.page, table(button("Stay in", STAY)))
    await phone.page.clock.run_for(UNDO_MS)
    await phone.settle()
    await phone.tap(*await phone.middle("Stay in"))

    assert [STAY] == await phone.sent(1)


READ_MS = 5_000
ROWS = '<div class="rows"><div class="row won">Ann</div></div>'


async def test_a_result_stays_long_enough_to_be_read(phone: Phone) -> None:
    """SH-2: whoever throws in the next round; but at once when the reader is asked, or presses anything."""
    await draw(phone.page, table(felt="before"))
    await draw(phone.page, table(felt=ROWS))
    drawing = asyncio.create_task(draw(phone.page, table(felt="next")))
    await phone.page.wait_for_event("requestfinished")
    await phone.page.clock.run_for(READ_MS - 500)
    assert await phone.page.locator(".rows").is_visible()
    await phone.page.clock.run_for(500)
    await drawing

    await draw(phone.page, table(felt=ROWS))
    # It is asked, so that nothing waits.
    await draw(phone.page, table(button("Throw", THROW), felt="after", asks="Your throw"))
    await draw(phone.page, table(felt=ROWS))
    drawing = asyncio.create_task(draw(phone.page, table(felt="last")))
    await phone.page.wait_for_event("requestfinished")
    await phone.tap(20, 400)
    await drawing
