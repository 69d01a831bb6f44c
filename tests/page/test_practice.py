"""The practice room on its page: what is pressed counts once, and everybody sees what is theirs."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import re
import signal
import socket
import subprocess
import sys
from contextlib import redirect_stdout
from dataclasses import replace
from io import StringIO
from pathlib import Path

import pytest
from aiohttp.test_utils import TestClient, TestServer

from bot import cli
from bot.custom_ids import table_id
from bot.front.protocols import Context
from bot.front.render import scene_for
from bot.page import presses, server
from bot.practice import CHANNEL, PORT, SERVER, default_port, greeting, opened
from bot.screens.core.screen import Form, Screen
from bot.screens.table.message import table_screen
from bot.screens.table.panel import panel_screen
from games.catalog import DAILY, GAMES
from storage.books import ledger
from tests.page.conftest import PATIENCE_SECONDS, Browser, Practice


async def test_a_table_is_begun_and_every_game_one_press_away(practice: Practice) -> None:
    """The opened room shows a table, each game and the deals of the day; a lesson is at each game's page."""
    ann = await practice.browser("brenna")

    assert 'data-table="1"' in ann.page
    for game in GAMES:
        assert table_id(0, "deal_me_in", game) in ann.page
        assert f'data-page="game/{game}"' in ann.page
    for game in DAILY:
        assert table_id(0, "daily", game) in ann.page
    assert all(f"/{name}/?key=" in ann.page for name in ("tomas", "ishbel", "odo"))


async def test_play_now_leads_back_to_where_one_sits(practice: Practice) -> None:
    """All games can be tried, each in place of the one before."""
    ann = await practice.browser("brenna")
    for number, game in enumerate(GAMES, start=1):
        await ann.play_now(game)
        await ann.read_until(f"table {number}")
        assert number == ann.table


async def test_a_refused_table_leads_to_those_one_sits_at(practice: Practice) -> None:
    """A refused table names the player's open ones, each with a way to it."""
    ann = await practice.browser("brenna")
    await ann.play_now("stone_hand")
    for number in (2, 3, 4, 0):
        await ann.send("table")
        await ann.read()
        await ann.send("command", "stonehand open")
        await ann.read_until("data-form")
        await ann.send("form", "/stonehand open")
        while number and ann.table != number:
            await ann.read()
    await ann.read_until('class="wrong"')

    assert 4 == ann.parts["sheet"].count("data-go=")
    assert "](" not in ann.parts["sheet"]


async def test_a_menu_is_put_away_once_something_was_chosen(practice: Practice) -> None:
    """The earlier options are not offered again below the result."""
    ann = await practice.browser("brenna", 1)
    await ann.send("press", table_id(1, "more"))
    await ann.read_until('class="groups"')
    sheet = int(re.findall(r'data-number="(\d+)"', ann.parts["sheet"])[0])
    await ann.send("press", ann.actions("sheet")["Fair play"], on="sheet", number=sheet)
    await ann.read_until("Fair play at table 1")
    sheet = int(re.findall(r'data-number="(\d+)"', ann.parts["sheet"])[0])
    await ann.send("close", number=sheet)
    await ann.read()

    assert ann.parts["sheet"] == ""


async def test_a_press_is_seen_by_everybody_and_counts_once(practice: Practice) -> None:
    """A throw shows on all windows; sent again with the same id it is answered, and nothing more happens."""
    ann, ben = await practice.browser("brenna", 1), await practice.browser("tomas", 1)
    throw = ann.actions()["Throw"]
    told = {"id": "ab" * 16, "window": ann.window, "deed": "press", "action": throw, **ann.place_of(throw)}
    tavern = practice.room.front.app.tavern
    before = (await tavern.look(1)).stored.revision

    for _ in range(2):
        async with practice.client.post("/brenna/press", json=told, headers=ann.headers) as answer:
            assert 204 == answer.status
    # After a restart this process knows nothing of it; the books do (F-22).
    practice.room.presses._taken.clear()
    window = next(iter(practice.room.front.windows.of(practice.room.guests["brenna"].person.id)))
    window._offered.clear()
    async with practice.client.post("/brenna/press", json=told, headers=ann.headers) as answer:
        assert 204 == answer.status
    assert window.refusal is None

    assert before + 1 == (await tavern.look(1)).stored.revision
    await ann.read_until("die_")
    await ben.read()
    assert "die_" in ben.page


async def test_who_has_the_page_open_is_present_at_their_seat(
    practice: Practice, monkeypatch: pytest.MonkeyPatch
) -> None:
    """TB-14: a sign and words mark it for everybody else; who only watches stands nowhere."""
    monkeypatch.setattr(server, "GONE_SECONDS", 0.0)
    ann, ben = await practice.browser("brenna", 1), await practice.browser("tomas", 1)
    cora = await practice.browser("ishbel", 1)
    assert ([], ["Brenna"], ["Brenna"]) == (present(ann), present(ben), present(cora))

    await ben.press("Sit down")
    await ann.read_until("has the page open")
    await cora.read_until("Tomas")
    assert (["Tomas"], ["Brenna"], ["Brenna", "Tomas"]) == (present(ann), present(ben), present(cora))

    # One window is as good as two, and the room where the table stands as the table.
    room = await practice.browser("tomas")
    ben.close()
    await room.send("command", "wallet show")
    await room.read()
    assert ["Tomas"] == present(ann)
    room.close()
    while present(ann):
        await ann.read()


def present(window: Browser) -> list[str]:
    """Return the names of the players who are marked as having the page open."""
    seats = re.findall(r'<li[^>]*><div[^>]*class="plate.*?</li>', window.page)
    marked = [each for each in seats if "has the page open" in each]
    return sorted(re.findall(r'class="n">([^<]*\w)', each)[0] for each in marked)


async def test_seconds_run_at_the_seat_that_is_asked(practice: Practice) -> None:
    """With two people at a table the time of the asked player runs there, for both to see (TB-18)."""
    ann, ben = await practice.browser("brenna", 1), await practice.browser("tomas", 1)
    assert 'role="timer"' not in ann.page

    await ben.send("press", table_id(1, "join"), on="table")
    await ann.press("Throw")

    await ann.read_until('role="timer"')
    await ben.read_until('role="timer"')
    assert re.search(r'role="timer"><img[^>]*><time data-at="\d+" data-whole="60" data-bank="\d+">', ben.page)


async def test_a_window_comes_back_to_how_things_stand(practice: Practice) -> None:
    """A phone that was asleep, and one that the room never saw before, are drawn as the table is now."""
    ann = await practice.browser("brenna", 1)
    ann.close()
    ben = await practice.browser("brenna", 1)
    await ben.press("Throw")
    await ben.read_until("die_")

    again = await practice.browser("brenna", window=ann.window)

    assert again.table == 1
    assert again.parts["main"] == ben.parts["main"]


async def test_an_address_that_is_opened_counts(practice: Practice) -> None:
    """A window that was elsewhere goes to it; one whose line was lost stays where it went meanwhile."""
    ann = await practice.browser("brenna")
    await ann.play_now("destiny")
    told, shown = {"window": ann.window, "table": 1}, []
    for opens in (False, True):
        asked = told | {"opens": opens}
        async with practice.client.post("/brenna/ticket", json=asked, headers=ann.headers) as answer:
            shown.append((await answer.json())["table"])

    assert [2, 1] == shown


async def test_a_press_after_a_restart_is_made_where_it_was_pressed(practice: Practice) -> None:
    """A room that knows no window yet takes a press to the table at which it was made."""
    ann = await practice.browser("brenna", 1)
    came = Browser(practice.client, "brenna", ann.key)
    assert 204 == await came.send("press", ann.actions()["Throw"], on="panel", number=1, table=1)
    await came.ticket()

    assert (1, "") == (came.table, came.parts["sheet"])
    assert "die_" in came.parts["main"]


async def test_what_is_shown_comes_with_the_ticket(practice: Practice) -> None:
    """One way there and back less until a table is seen; the stream tells only what has changed since."""
    ann = await practice.browser("brenna", 1)
    seen = Browser(practice.client, "brenna", ann.key)
    told = {"window": seen.window, "table": 1}
    async with practice.client.post("/brenna/ticket", json=told, headers=seen.headers) as answer:
        shown = await answer.json()
    assert (1, ann.parts) == (shown["table"], shown["parts"])

    where = f"/brenna/stream?ticket={shown['ticket']}"
    async with practice.client.get(where, headers=seen.headers) as stream:
        assert b"event: beat\n" == await stream.content.readline()
        await seen.send("command", "wallet show")
        while not (line := await stream.content.readline()).startswith(b"data: {"):
            pass
        changed = json.loads(line[6:])
    assert {"sheet"} == set(changed["parts"])


async def test_a_stream_says_what_time_it_is(practice: Practice, monkeypatch: pytest.MonkeyPatch) -> None:
    """It does at its beginning, with each change, after each press without a change, and in between."""
    monkeypatch.setattr(practice.room.server, "_now", iter(range(100, 200)).__next__)
    ann = await practice.browser("brenna", 1)
    seen = Browser(practice.client, "brenna", ann.key)
    where = f"/brenna/stream?ticket={await seen.ticket(1)}"
    async with (
        asyncio.timeout(PATIENCE_SECONDS),
        practice.client.get(where, headers=seen.headers) as stream,
    ):

        async def beat() -> int:
            while (await stream.content.readline()) != b"event: beat\n":
                pass
            return int((await stream.content.readline()).removeprefix(b"data: "))

        heard = [await beat(), await beat()]
        assert 204 == await seen.send("close", number=7)
        heard.append(await beat())
        monkeypatch.setattr(server, "QUIET_SECONDS", 0.0)
        assert 204 == await seen.send("close", number=7)
        heard += [await beat(), await beat()]

    assert heard == sorted(set(heard))


async def test_a_room_that_was_closed_goes_on(tmp_path: Path) -> None:
    """With a kept file the same table is there again, and a window that was open still fits."""
    keys = []
    for _ in range(2):
        async with opened(tmp_path / "kept.db") as room, TestClient(TestServer(room.server.app)) as client:
            ann = await Practice(client, room).browser("brenna", 1)
            assert "Throw" in ann.page
            keys.append(ann.headers["Cookie"])
            tables = await room.front.app.tavern.in_channel(SERVER, CHANNEL)
            assert [1] == [each.id for each in tables]
            room.front.windows.close_all()

    assert keys[0] == keys[1]


async def test_what_is_private_is_on_ones_own_page_only(practice: Practice) -> None:
    """A spectator's page has none of the cards that a player alone may see, in any game (TB-11)."""
    front, ben = practice.room.front, await practice.browser("tomas")
    markup, seen = front.application_emojis.markup, 0
    player, ann = practice.room.guests["ishbel"].person.id, await practice.browser("ishbel")
    for number, game in enumerate(GAMES, start=2):
        await ann.play_now(game)
        assert number == ann.table
        await ben.send("table", number=number)
        await ben.read_until(f"table {number}")
        state = await front.app.tavern.look(number)
        own = sprites_on(panel_screen(scene_for(state, player, markup, "always")))
        secret = own - sprites_on(table_screen(scene_for(state, 0, markup, "always")))
        seen += len(secret)

        assert not secret & set(re.findall(r"(\w+)\.png", ben.page))

    assert seen


async def test_commands_are_forms_and_refusals_keep_what_was_typed(practice: Practice) -> None:
    """A command asks for its options; what cannot be taken is named, and what was typed stays."""
    ann = await practice.browser("brenna")
    assert 204 == await ann.send("command", "wallet show")
    await ann.read_until("data-form")
    sheet = int(re.findall(r'data-number="(\d+)"', ann.parts["sheet"])[0])
    await ann.send("form", "/wallet show", on="sheet", number=sheet, fields={"member": ""})
    await ann.read_until("980 coins")
    assert "data-form" not in ann.parts["sheet"]

    await ann.send("command", "me home-throw")
    await ann.read_until('data-form="/me home-throw"')
    sheet = int(re.findall(r'data-number="(\d+)"', ann.parts["sheet"])[0])
    typed = {"numbers": "9-9-9", "why": "<b>mine</b>"}
    await ann.send("form", "/me home-throw", on="sheet", number=sheet, fields=typed)
    await ann.read_until('class="wrong"')

    assert "three numbers from 1 to 8" in ann.parts["sheet"]
    assert 'value="9-9-9"' in ann.parts["sheet"]
    assert "&lt;b&gt;mine&lt;/b&gt;" in ann.parts["sheet"]
    assert "<b>mine" not in ann.page

    left_out = {"organise fill-up": "a whole number from 1 to", "organise series create": "some words"}
    for name, asked in left_out.items():
        await ann.send("command", name)
        await ann.read_until(f'data-form="/{name}"')
        sheet = int(re.findall(r'data-number="(\d+)"', ann.parts["sheet"])[0])
        await ann.send("form", f"/{name}", on="sheet", number=sheet)
        await ann.read_until(asked)
        assert 'class="wrong"' in ann.parts["sheet"]


async def test_a_lesson_is_played_on_a_sheet(practice: Practice) -> None:
    """A first hand lies over the room, goes on in its place, and closes."""
    ann = await practice.browser("brenna", page="game/stone_hand")
    await ann.send("press", table_id(0, "teach", "stone_hand"))
    await ann.read_until("step 1 of")
    sheet = int(re.findall(r'data-number="(\d+)"', ann.parts["sheet"])[0])
    action = next(each for each in ann.actions("sheet").values() if ":lesson:" in each)

    await ann.send("press", action, on="sheet", number=sheet)
    await ann.read_until("step 2 of")
    assert "step 1 of" not in ann.page
    await ann.send("close", number=sheet)
    await ann.read()

    assert ann.parts["sheet"] == ""


async def test_answers_are_offered_to_whoever_is_asked(practice: Practice) -> None:
    """A player who watches, or waits to be dealt in, has no button that only another may press."""
    ann, ben = await practice.browser("brenna", 1), await practice.browser("tomas", 1)
    assert "Throw" in ann.actions("main")
    assert not {"Throw", "Choose again"} & set(ben.actions("main"))
    await ben.press("Sit down")
    await ben.read_until("joins in when this is over")

    assert "Throw" in ann.actions("main")
    assert "Throw" not in ben.actions("main")


async def test_a_refusal_stands_beside_what_was_pressed(practice: Practice) -> None:
    """A viewer without a seat cannot throw, and reads so on the own page, for half a minute."""
    ann, ben = await practice.browser("brenna", 1), await practice.browser("tomas", 1)
    assert 204 == await ben.send("press", ann.actions()["Throw"], on="table")
    await ben.read_until('class="ticker said"')

    assert "ticker said" not in ann.page

    front = practice.room.front
    window = next(each for each in front.windows if each.guest.person.name == "Tomas")
    assert window.refused(front.app.now())
    window.refused_at -= 30
    window.touch()
    await ben.read()
    assert "ticker said" not in ben.page


async def test_no_press_is_met_with_silence(practice: Practice, monkeypatch: pytest.MonkeyPatch) -> None:
    """One that changes nothing on its window is acknowledged there each time; one that does is not."""
    ann, ben = await practice.browser("brenna", 1), await practice.browser("tomas", 1)
    throw = ann.actions()["Throw"]

    async def nothing(_ctx: Context) -> None:
        """Take a press and change nothing."""

    with monkeypatch.context() as patched:
        patched.setattr(practice.room.front.app, "take", nothing)
        for _each in range(2):
            await ann.send("press", throw)
            await ann.read_until("Done: I’ve noted that")
    await ann.send("press", throw)
    while throw in ann.page:
        await ann.read()

    assert "Done: I’ve noted that" not in ann.page + ben.page


async def test_money_is_moved_by_the_page_as_by_chat(practice: Practice) -> None:
    """A gift goes from wallet to wallet, once."""
    ann = await practice.browser("brenna")
    other = practice.room.guests["tomas"].person.id
    await ann.send("command", "wallet pay")
    await ann.read_until("data-form")
    window = next(iter(practice.room.front.windows.of(practice.room.guests["brenna"].person.id)))
    sheet = window.sheets[-1]
    assert isinstance(sheet.content, Form)
    fields = {"member": str(other), "amount": "30"}

    await ann.send("form", "/wallet pay", on="sheet", number=sheet.id, fields=fields)

    database = practice.room.front.app.database
    held = await database.read(lambda tx: ledger.balance(tx, ledger.wallet(SERVER, other)))
    assert 1_030 == held


def sprites_on(screen: Screen) -> set[str]:
    """The sprites in a screen's words and on its picture."""
    found = re.findall(r"sprite='(\w+)'|<:(\w+):0>", repr(screen))
    return {each for pair in found for each in pair if each}


async def test_every_command_is_answered(practice: Practice, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each is done at once or asks for its options; none ends in silence or in a fault of ours."""
    monkeypatch.setattr(presses, "A_SECOND", 1e6)
    ann = await practice.browser("brenna")
    window = next(iter(practice.room.front.windows.of(practice.room.guests["brenna"].person.id)))
    commands = [each.name for each in practice.room.front.commands]
    silent = []
    for name in commands:
        window.look_at(0)
        assert 204 == await ann.send("command", name)
        if not (window.sheets or window.refusal or window.table):
            silent.append(name)
        parts = await practice.room.server._views.parts(window)
        assert "on our side" not in "".join(parts.values()), name

    assert silent == []
    assert len(commands) > 50


def test_what_is_not_kept_is_said_so() -> None:
    """Whoever gave no file reads how to go on another time, and others’ links only where they can come."""
    links = ["http://a/brenna/?key=1", "http://a/tomas/?key=2"]
    alone = greeting(links, "Anna", is_kept=False, is_shared=False)
    assert alone.splitlines() == [
        "The practice room is open: http://a/brenna/?key=1",
        "You are Anna. Ctrl-C, in this terminal, closes it.",
        "Nothing is kept then. To go on another time: taproom play --database tavern.db",
    ]
    assert "--database" not in greeting(links, "Anna", is_kept=True, is_shared=False)
    assert "tomas" in greeting(links, "Anna", is_kept=True, is_shared=True)


def test_the_page_is_at_the_same_port_if_that_is_free() -> None:
    """Another program there makes it any other."""
    with socket.socket() as other:
        other.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        with contextlib.suppress(OSError):
            other.bind(("127.0.0.1", PORT))
            other.listen()
        assert 0 == default_port("127.0.0.1")


async def test_a_name_is_asked_for_once(tmp_path: Path) -> None:
    """The first person is called what they said, also next time, at the address that they had."""
    path = tmp_path / "kept.db"
    for name in ("Anna", ""):
        async with opened(path, name) as room:
            assert room.first_name == "Anna"
            assert room.guests["brenna"].person.name == "Anna"
            assert room.links("")[0].startswith("/brenna/?key=")


class LeftOnceOpen(StringIO):
    """A program's output that presses Ctrl-C as soon as a line is written."""

    def write(self, words: str) -> int:
        """Note what is said."""
        os.kill(os.getpid(), signal.SIGINT)
        return super().write(words)


def test_the_room_opens_and_closes(tmp_path: Path, as_logged: None) -> None:
    """It says its address, who one is, and that Ctrl-C ends it; its file is there next time."""
    with redirect_stdout(LeftOnceOpen()) as said:
        status = cli.main(["play", "--database", str(tmp_path / "kept.db")])

    assert status == 0
    first, *rest = said.getvalue().splitlines()
    assert re.fullmatch(r"The practice room is open: http://127\.0\.0\.1:\S+", first)
    assert rest == ["You are Brenna. Ctrl-C, in this terminal, closes it."]
    assert (tmp_path / "kept.db").exists()


@pytest.mark.soak
def test_the_room_opens_and_closes_as_a_program(tmp_path: Path) -> None:
    """The same in a process of its own, which ends without a word."""
    program = "from bot import cli; import sys; sys.exit(cli.main(sys.argv[1:]))"
    words = [sys.executable, "-c", program, "play", "--database", str(tmp_path / "kept.db")]
    with subprocess.Popen(  # noqa: S603 -- our own words only
        words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        said = process.stdout.readline()
        process.send_signal(signal.SIGINT)
        rest, complaints = process.communicate(timeout=PATIENCE_SECONDS)

    assert said.startswith("The practice room is open: http://127.0.0.1:")
    assert (0, "") == (process.returncode, complaints)
    assert rest == "You are Brenna. Ctrl-C, in this terminal, closes it.\n"


async def test_a_change_is_drawn_once_for_each_window(practice: Practice) -> None:
    """A state that is told of again touches no window; one that was only read before touches all."""
    await practice.browser("brenna", 1)
    windows, changed = practice.room.front.windows, asyncio.Event()
    state = await practice.room.front.app.tavern.look(1)
    newer = replace(state, stored=replace(state.stored, revision=state.stored.revision + 1))
    windows.changed(state)
    next(iter(windows)).listen(changed, 2)
    windows.changed(state)
    assert not changed.is_set()
    windows.note(newer)
    windows.changed(newer)

    assert changed.is_set()
