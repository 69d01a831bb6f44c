"""The chat room, as a user has it who has just typed `make chat`: a page, a mouse, and no account."""

from __future__ import annotations

import asyncio
import contextlib
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from playwright.async_api import Browser, Locator, Page
from playwright.async_api import TimeoutError as NotSeen

from games.catalog import GAMES
from storage.books import ledger
from storage.db.database import Database
from storage.db.transaction import Transaction
from tests.bot.lessons import LEARNER, RIGHT, Learner
from tests.browser.chromium import chromium

pytestmark = [pytest.mark.browser, pytest.mark.soak]

PROGRAM = (
    "import sys; from pathlib import Path; from bot import chat_room; "
    "sys.exit(chat_room.main(port=0, database=Path(sys.argv[1])))"
)
PURSE, HOUSE_BANK, WAGER = 1_000, 2_000, 3
STAKE = 20
"""The price of a seat at the first table."""
GAME_SECONDS = 60.0
EFFECT_SECONDS = 60.0
LESSON_SECONDS = 120.0
PHONE = 844
"""The height of a phone's window."""
THROW = Learner("stone_hand").choices["throw"]
KEEP = Learner("stone_hand").press("throw").choices["keep"]
"""A page tells no custom_ids: a button is found there by what is written on it, as in the lesson."""


@dataclass(frozen=True, slots=True)
class Room:
    """A practice room in a process of its own."""

    process: subprocess.Popen[str]
    file: Path
    address: str

    def close(self) -> tuple[int, str, str]:
        """Ctrl-C; the exit status, and what it said on the way out."""
        self.process.send_signal(signal.SIGINT)
        said, complaints = self.process.communicate(timeout=EFFECT_SECONDS)
        return self.process.returncode, said, complaints


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Room]:
    """A practice room with a file that is kept."""
    chromium()
    file = tmp_path / "kept.db"
    with subprocess.Popen(  # noqa: S603 -- our own words only
        [sys.executable, "-c", PROGRAM, str(file)],
        cwd=Path(__file__).parents[2],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        try:
            assert process.stdout is not None
            said = process.stdout.readline()
            assert said.startswith("The chat room is open: http://127.0.0.1:")
            yield Room(process, file, said.split(": ", 1)[1].strip())
        finally:
            process.kill()


async def test_a_game_is_played_to_the_last_coin_with_a_mouse(room: Room, browser: Browser) -> None:
    """Open a table, let a house player join, start, and play until one has everything: it is in the books."""
    page = await opened(room, browser)
    await open_table(page)
    await press(page, "Add a house player", until=button(page, "Start"))
    await press(page, "Start", until=button(page, THROW))

    await play_on(page)

    assert await page.get_by_text("has won the game").last.is_visible()
    held = await wallet(page)
    status, said, complaints = room.close()
    assert (0, "", "") == (status, said, complaints)
    keeper, house, tables = await books(room.file)
    # At the first table three have bought in, two of them for the house.
    assert tables == 3 * STAKE
    assert f"has {keeper} coins" in held
    assert sorted((keeper - (PURSE - STAKE), house - (HOUSE_BANK - 2 * STAKE))) == [-WAGER, WAGER]


async def test_pages_follow_what_happens_elsewhere(room: Room, browser: Browser) -> None:
    """Two pages on one room: what one person does is seen on the other's, without a press on refresh."""
    page, other = await opened(room, browser), await opened(room, browser)
    await other.get_by_label("Viewing as").select_option(label="Odo")
    dice = other.locator('img[alt^="die_"]')
    assert await dice.count() == 0

    await press(page, THROW, until=page.locator('img[alt^="die_"]'))

    # Sooner than the page is drawn again without any event.
    await dice.first.wait_for(timeout=1000 * EFFECT_SECONDS)


@pytest.mark.parametrize("width", [390, 1000])
@pytest.mark.parametrize("game", RIGHT)
async def test_a_lesson_takes_less_than_two_minutes(
    room: Room, browser: Browser, game: str, width: int
) -> None:
    """It takes less on a phone and on a desk: from the welcome through a first hand, and on to a table."""
    page = await opened(room, browser)
    await page.set_viewport_size({"width": width, "height": PHONE})
    began = time.monotonic()
    for number, label in enumerate((f"Teach me {GAMES[game].title}", *right_labels(game))):
        await press(page, label, until=page.get_by_text(f" · step {number + 1} of"))
        await in_sight(page)
    # At the welcome's table one sits already.
    table = "Your dice" if game == "stone_hand" else "table 2"
    await press(page, "Deal me in", until=page.get_by_text(table))

    assert time.monotonic() - began < LESSON_SECONDS


async def test_every_press_counts_while_the_page_is_drawn_anew(room: Room, browser: Browser) -> None:
    """40 presses with the mouse, each made once while another user's redraw the page, count 40 times."""
    page, other = await opened(room, browser), await opened(room, browser)
    await open_table(page)
    await other.get_by_label("Viewing as").select_option(label="Odo")
    stop = asyncio.Event()
    crowd = asyncio.create_task(come_and_go(other, stop))
    answers = page.get_by_text("Only you can see this")
    lost = []
    for number in range(40):
        before = await answers.count()
        await button(page, "Teach me").click()
        give_up_at = time.monotonic() + EFFECT_SECONDS
        while await answers.count() == before:
            if time.monotonic() > give_up_at:
                lost.append(number)
                break
            await asyncio.sleep(0.05)
    stop.set()
    await crowd

    assert lost == []


def right_labels(game: str) -> Iterator[str]:
    """Yield the labels of the right way through a lesson, as a page's search finds them."""
    learner = Learner(game)
    for key in RIGHT[game]:
        yield learner.choices[key].removeprefix("▼ ").replace(LEARNER, "Brenna")
        learner.press(key)


async def come_and_go(page: Page, stop: asyncio.Event) -> None:
    """Sit down and get up, so that everybody's page is drawn anew all the time."""
    while not stop.is_set():
        for name in ("Sit down", "More …", "Leave"):
            with contextlib.suppress(NotSeen):
                await button(page, name).click(timeout=2_000)


async def opened(room: Room, browser: Browser) -> Page:
    """A page of the room, as the tavern's keeper sees it to begin with."""
    page = await browser.new_page(viewport={"width": 1000, "height": 1000})
    page.set_default_timeout(1000 * EFFECT_SECONDS)
    await page.goto(room.address)
    await page.get_by_text("Welcome to the practice room!").last.wait_for()
    return page


async def open_table(page: Page) -> None:
    """Type a command, fill in the wager, and send it."""
    await page.get_by_placeholder("Message #taproom").click()
    await page.keyboard.type("/stonehand open", delay=10)
    await page.get_by_role("option", name="/stonehand open").click()
    await page.get_by_role("option", name="wager").click()
    await page.keyboard.type(str(WAGER))
    await page.keyboard.press("Enter")
    await page.get_by_text("a table is open").last.wait_for()


async def wallet(page: Page) -> str:
    """Return the answer to `/wallet show`."""
    return await type_in(page, "/wallet show", until=page.get_by_text(re.compile(r"has [0-9]+ coins")).last)


async def type_in(page: Page, command: str, *, until: Locator) -> str:
    """Type a command without options, and send it until an answer is seen; the answer's text."""
    await page.get_by_placeholder("Message #taproom").click()
    await page.keyboard.type(command, delay=10)
    await page.get_by_role("option", name=command).click()
    for _ in range(5):
        await page.get_by_role("button", name="Send", exact=True).click()
        with contextlib.suppress(NotSeen):
            return await until.inner_text(timeout=2_000)
    pytest.fail(f"nothing came of {command}")


def button(page: Page | Locator, name: str, nth: int = -1) -> Locator:
    """The lowest button of a name on the page that can be pressed, or another one of these."""
    return page.locator("button:enabled:not(.message-row)").filter(has_text=name).nth(nth)


async def press(page: Page, name: str, *, until: Locator, nth: int = -1) -> None:
    """Press a button until something is seen: SimCord drops a press that crosses a change of the page."""
    for _ in range(5):
        await button(page, name, nth).click()
        try:
            await until.last.wait_for(timeout=5_000)
        except NotSeen:
            continue
        return
    pytest.fail(f"nothing came of pressing {name}")


async def in_sight(page: Page) -> None:
    """The last message is whole on the page, above the line to type in, before anybody scrolls."""
    message = page.locator(".channel-message").last
    line = await page.get_by_placeholder("Message #taproom").bounding_box()
    assert line is not None
    give_up_at = time.monotonic() + EFFECT_SECONDS
    while time.monotonic() < give_up_at:
        box = await message.bounding_box()
        if box is not None and box["y"] >= 0 and box["y"] + box["height"] <= line["y"] + 1:
            return
        await asyncio.sleep(0.1)
    pytest.fail(f"out of sight: {box}, {line}")


async def play_on(page: Page) -> None:
    """Throw and keep any dice at the lowest table, until it closes."""
    give_up_at = time.monotonic() + GAME_SECONDS
    table = page.locator(".components-v2").last
    while not await button(table, "Play again").is_visible():
        assert time.monotonic() < give_up_at
        for name in (KEEP, THROW):
            if await button(table, name).is_visible():
                # The page may be drawn anew meanwhile.
                with contextlib.suppress(NotSeen):
                    await button(table, name).click(timeout=1_000)
                break
        await asyncio.sleep(0.3)


async def books(file: Path) -> tuple[int, int, int]:
    """Return the balances of the host's wallet, of the house, and of tables."""

    def transaction(tx: Transaction) -> tuple[int, int, int]:
        (server,) = ledger.servers(tx)
        assert ledger.sum_of_server(tx, server) == 0
        assert ledger.verify_chain(tx, server) is None
        wallets = tx.all("SELECT balance FROM accounts WHERE kind = 'wallet' ORDER BY owner")
        tables = tx.scalar("SELECT coalesce(sum(balance), 0) FROM accounts WHERE kind = 'table'")
        return wallets[0][0], ledger.balance(tx, ledger.house_account(server)), tables

    database = await Database.open(file)
    try:
        return await database.read(transaction)
    finally:
        await database.close()
