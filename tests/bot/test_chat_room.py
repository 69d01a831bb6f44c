"""The chat room from outside: how it opens, what it keeps, and how it closes."""

from __future__ import annotations

import asyncio
import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager, redirect_stdout
from dataclasses import dataclass
from io import StringIO
from pathlib import Path
from typing import Any, TypeAlias

import aiohttp
import pytest

from bot import simcord_room
from bot.discord_io.application_emojis import image_of
from bot.process import logs
from storage.books import ledger
from storage.db.database import Database
from storage.db.transaction import Transaction
from storage.files.database_files import locked
from tests.bot.lessons import RIGHT, Learner
from tests.bot.lessons import buttons as buttons_of

LESSON = Learner("stone_hand")
THROW = LESSON.choices["throw"]
HOW = next(
    each.label for each in buttons_of(LESSON.press(*RIGHT["stone_hand"]).screen) if ":how:" in each.action
)
"""A page tells no custom_ids: a button is found there by what is written on it, as in the lesson."""
PROGRAM = (
    "import sys; from pathlib import Path; from bot import chat_room; "
    "sys.exit(chat_room.main(port=int(sys.argv[1]), database=Path(sys.argv[2]) if sys.argv[2] else None))"
)
BUSY = (
    "import simcord; slash = simcord.MemberActor.slash\n"
    "async def late(*args, **options):\n"
    "    await slash(*args, **options)\n"
    "    raise TimeoutError('bot did not settle')\n"
    "simcord.MemberActor.slash = late\n" + PROGRAM
)
TOO_LATE = (
    "import simcord\n"
    "async def late(*args): raise TimeoutError('bot did not settle')\n"
    "simcord.Env.restart_bot = late\n" + PROGRAM
)
EMOJI = "chance.png"
OPEN = "The chat room is open: http://127.0.0.1:"
PATIENCE_SECONDS = 60.0
"""However busy the machine is."""
PRESSES = 40
Component: TypeAlias = dict[str, Any]


@contextmanager
def opened(
    file: Path | str, temp: Path, port: int = 0, program: str = PROGRAM
) -> Iterator[subprocess.Popen[str]]:
    """A practice room in a process of its own, whose temporary files go where we can see them."""
    with subprocess.Popen(  # noqa: S603 -- our own words only
        [sys.executable, "-c", program, str(port), str(file)],
        cwd=Path(simcord_room.__file__).parents[1],
        env=os.environ | {"TMPDIR": str(temp)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        try:
            yield process
        finally:
            process.kill()


def address(process: subprocess.Popen[str]) -> str:
    """The one line that it says once it is open; if it does not open, the test says why."""
    assert process.stdout is not None
    assert process.stderr is not None
    said = process.stdout.readline()
    assert said, process.stderr.read()
    return said


@dataclass(slots=True)
class Page:
    """A page of the room as a browser has it, by the calls that a browser makes."""

    session: aiohttp.ClientSession
    newest: Component
    sequence: int = 0

    @classmethod
    @asynccontextmanager
    async def opened(cls, said: str) -> AsyncIterator[Page]:
        """A page of the room whose address was said; it belongs to the tavern's keeper."""
        url, _, capability = said.removeprefix("The chat room is open: ").strip().partition("#")
        headers = {"X-Simcord-Capability": capability}
        async with aiohttp.ClientSession(url.rstrip("/"), headers=headers) as session:
            async with session.post("/api/pages", json={}) as answer:
                newest = await answer.json()
            session.headers["X-Simcord-Context"] = newest["context"]["id"]
            yield cls(session, newest)

    async def look(self) -> Component:
        """The page as it is now."""
        async with self.session.get("/api/state") as answer:
            self.newest = await answer.json()
        return self.newest

    async def wait_for_messages(self, count: int) -> None:
        """Look at the page until there are that many messages, and never more."""
        give_up_at = time.monotonic() + PATIENCE_SECONDS
        while (found := len((await self.look())["messages"])) < count:
            assert time.monotonic() < give_up_at, f"{found} messages"
            await asyncio.sleep(0.02)
        assert count == found

    async def image(self, asset: str) -> bytes:
        """An image of the page."""
        async with self.session.get(f"/api/assets/{asset}") as answer:
            return await answer.read()

    async def press(self, label: str) -> None:
        """Look at the page, wait until it has been drawn again, and press a button; that has to count."""
        give_up_at = time.monotonic() + PATIENCE_SECONDS
        while not buttons(seen := await self.look(), label):
            assert time.monotonic() < give_up_at, f"there is no {label}"
            await asyncio.sleep(0.02)
        await self._act("refresh", seen)
        receipt = await self.click(seen, label)
        assert not receipt["rejected"], receipt["diagnostics"]

    async def click(self, seen: Component, label: str) -> Component:
        """Press a button on the page as it was seen; what SimCord says to that."""
        key = buttons(seen, label)[-1]
        return await self._act("click", seen, control_key=key, target_id=key.split(":")[1])

    async def _act(self, kind: str, seen: Component, **more: str) -> Component:
        body = {
            "kind": kind,
            "protocol_version": 3,
            "sequence": self.sequence + 1,
            "request_id": f"press {self.sequence + 1}",
            "generation": seen["context"]["generation"],
            "bot_generation": seen["botGeneration"],
            "published_revision": seen["publishedRevision"],
        }
        async with self.session.post("/api/action", json=body | more) as answer:
            receipt: Component = await answer.json()
        self.sequence = receipt.get("expectedSequence", self.sequence)
        return receipt


def buttons(seen: Any, label: str) -> list[str]:
    """The keys of all buttons with a label on a page."""
    if isinstance(seen, list):
        return [key for each in seen for key in buttons(each, label)]
    if not isinstance(seen, dict):
        return []
    own = [seen["control_key"]] if seen.get("label") == label and "control_key" in seen else []
    return own + [key for each in seen.values() for key in buttons(each, label)]


@pytest.mark.soak
@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
def test_it_leaves_nothing_behind(tmp_path: Path, how: signal.Signals) -> None:
    """Ctrl-C or SIGTERM: exit status 0, not a word, and the temporary database is gone."""
    with opened("", tmp_path) as room:
        assert address(room).startswith(OPEN)
        assert [] != list(tmp_path.iterdir())
        room.send_signal(how)
        said = room.communicate(timeout=PATIENCE_SECONDS)

    assert (0, ("", "")) == (room.returncode, said)
    assert [] == list(tmp_path.iterdir())


@pytest.mark.soak
async def test_a_kept_file_fits_the_next_time(tmp_path: Path) -> None:
    """Server and people are the same again, nobody gets a second purse, and the table is still there."""
    file = tmp_path / "kept.db"
    seen = []
    for _ in range(2):
        with opened(file, tmp_path) as room:
            assert address(room).startswith(OPEN)
            room.send_signal(signal.SIGINT)
            assert ("", "") == room.communicate(timeout=PATIENCE_SECONDS)
        seen.append(await kept(file))

    assert seen[0] == seen[1]
    # The keeper and two house players have bought in, for 20 each.
    assert [980, 1000, 1000, 1000, 1960] == seen[0][1]
    assert 1 == seen[0][2]


@pytest.mark.soak
async def test_a_busy_machine_has_its_table_too(tmp_path: Path) -> None:
    """The first table may take longer than a press is waited for: the room opens nevertheless."""
    file = tmp_path / "kept.db"
    with opened(file, tmp_path, program=BUSY) as room:
        assert address(room).startswith(OPEN)
        room.send_signal(signal.SIGINT)
        assert ("", "") == room.communicate(timeout=PATIENCE_SECONDS)

    assert 1 == (await kept(file))[2]


@pytest.mark.soak
def test_a_start_that_takes_too_long_is_given_up(tmp_path: Path) -> None:
    """Exit status 1 and one line: nothing that was begun keeps the process."""
    with opened("", tmp_path, program=TOO_LATE) as room:
        said, complaint = room.communicate(timeout=PATIENCE_SECONDS)

    assert (1, "", "taproom: bot did not settle\n") == (room.returncode, said, complaint)


@dataclass(frozen=True, slots=True)
class Visit:
    """The findings of one visit to a room, which is opened once for all tests that only look around."""

    image: bytes
    """The response of the page for one emoji."""
    receipt: Component
    """The answer to a press on a button that was gone."""
    seen: str
    file: Path


@pytest.fixture(scope="module")
def visit(tmp_path_factory: pytest.TempPathFactory) -> Visit:
    """Press, look, throw once, and press where the button was."""
    folder = tmp_path_factory.mktemp("room")
    return asyncio.run(visited(folder))


async def visited(folder: Path) -> Visit:
    """A visit to a room of our own."""
    file = folder / "kept.db"
    async with opened_here(file) as said, Page.opened(said) as page:
        seen = json.dumps(await page.look(), ensure_ascii=False)
        # Before the throw, which chance may end a seat by: the table still shows all three.
        assets = page.newest["assets"]
        key = next(key for key, each in assets.items() if each["filename"] == EMOJI)
        image = await page.image(key)
        await page.press(THROW)
        receipt = await page.click(page.newest, THROW)
    return Visit(image, receipt, seen, file)


@asynccontextmanager
async def opened_here(file: Path) -> AsyncIterator[str]:
    """A room in this process, until Ctrl-C; what it says once it is open."""
    with redirect_stdout(StringIO()) as said:
        room = asyncio.create_task(simcord_room._open(0, file))
        while not (room.done() or said.getvalue()):
            await asyncio.wait({room}, timeout=0.02)
    if not room.done():
        yield said.getvalue()
        os.kill(os.getpid(), signal.SIGINT)
    await room


async def ask_how_to_play(page: Page) -> int:
    """Press a button often, on a page drawn again each time; how many messages came of it."""
    before = len((await page.look())["messages"])
    for number in range(PRESSES):
        await page.press(HOW)
        await page.wait_for_messages(before + number + 1)
    return len((await page.look())["messages"]) - before


@pytest.mark.soak
async def test_every_press_counts_on_a_page_that_was_drawn_anew(tmp_path: Path) -> None:
    """40 presses, each made on a page drawn again since it was looked at, are all answered once."""
    with opened(tmp_path / "kept.db", tmp_path) as room:
        async with Page.opened(address(room)) as page:
            assert PRESSES == await ask_how_to_play(page)
        room.send_signal(signal.SIGINT)
        room.communicate(timeout=PATIENCE_SECONDS)


def test_emojis_are_seen_at_once(visit: Visit) -> None:
    """An emoji of the table comes byte by byte as it is packed with the bot: SimCord did not check it."""
    # The seats' emojis are in the table's picture.
    assert image_of(EMOJI.removesuffix(".png")) == visit.image


def test_no_name_of_an_emoji_is_read_in_the_list_of_messages(visit: Visit) -> None:
    """SimCord writes them as Discord names them, `:coin_3e36b93c:`; the page is told nothing of it."""
    assert "Stone Hand · round 1" in visit.seen
    assert EMOJI in visit.seen
    # Beside the markup of the message itself.
    assert not re.search("(?<!<):[a-z0-9_]+_[0-9a-f]{8}:", visit.seen)


async def test_a_press_never_hits_what_has_come_into_its_place(visit: Visit) -> None:
    """A button that is gone from the page is pressed by nobody, whatever stands where it stood."""
    assert visit.receipt["rejected"]
    assert 1 == await throws(visit.file)


async def throws(file: Path) -> int:
    """Return the number of throws of the tavern's host."""
    database = await Database.open(file)
    try:
        sql = "SELECT count(*) FROM moves WHERE seat = 1"
        count: int = await database.read(lambda tx: tx.scalar(sql))
    finally:
        await database.close()
    return count


async def kept(file: Path) -> tuple[tuple[int, ...], list[int], int]:
    """The servers, what wallets and house hold, and how many tables are open."""

    def transaction(tx: Transaction) -> tuple[tuple[int, ...], list[int], int]:
        held = tx.all("SELECT balance FROM accounts WHERE kind IN ('wallet', 'house') ORDER BY balance")
        return ledger.servers(tx), [each for (each,) in held], tx.scalar("SELECT count(*) FROM tables")

    database = await Database.open(file)
    try:
        return await database.read(transaction)
    finally:
        await database.close()


def refused(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], file: Path, port: int = 0
) -> str:
    """The one line that a room says which cannot be opened, in this process; its exit status is 1."""
    # Logging is this process's own.
    monkeypatch.setattr(logs, "set_up", lambda _level: None)

    assert simcord_room.main(port=port, database=file) == simcord_room.FAILED
    said, complaint = capsys.readouterr()
    assert said == ""
    assert 1 == complaint.count("\n")
    return complaint


def test_a_port_that_is_taken_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Exit status 1 and one line."""
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        complaint = refused(monkeypatch, capsys, tmp_path / "tavern.db", port)

    assert complaint.startswith("taproom: ")
    assert str(port) in complaint


def test_a_file_in_use_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Exit status 1 and one line; the other process goes on."""
    with locked(tmp_path / "used.db"):
        complaint = refused(monkeypatch, capsys, tmp_path / "used.db")

    assert complaint.startswith("taproom: ")
    assert "in use" in complaint


def test_a_disk_that_fails_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A failure of SQLite ends in one line, as it does for the bot itself."""
    (tmp_path / "tavern.db-journal").mkdir()

    assert refused(monkeypatch, capsys, tmp_path / "tavern.db").startswith("taproom: ")
