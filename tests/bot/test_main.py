"""Messages of `python -m bot` when it cannot start."""

from __future__ import annotations

import asyncio
import socket
import sys
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TypeAlias

import pytest
from aiohttp import web
from aiohttp.test_utils import RawTestServer

import bot
from tests.bot.started import started
from tests.bot.wire import PATIENCE_SECONDS, SERVER, Wire

Serve: TypeAlias = Callable[[web.BaseRequest], Awaitable[web.Response]]


def test_discord_out_of_reach(tmp_path: Path) -> None:
    """If Discord cannot be reached one line says so, not a traceback: exit status 1."""
    ended = started(tmp_path, DISCORD_API_BASE="http://127.0.0.1:9", LOG_LEVEL="ERROR")

    assert ended.returncode == 1
    assert ended.stderr.startswith("taproom: Cannot connect to host 127.0.0.1:9")
    assert ended.stderr.count("\n") == 1


PAGE = {
    "PAGE_URL": "https://inn.example",
    "DISCORD_CLIENT_ID": "77",
    "DISCORD_CLIENT_SECRET": "not-a-real-secret",
}
PROGRAMS = {"PROGRAM_TOKEN": "not-a-real-token"}


@pytest.mark.parametrize(("setting", "others"), [("PAGE_PORT", PAGE), ("PROGRAM_PORT", PROGRAMS)])
def test_a_port_that_is_taken_is_named(tmp_path: Path, setting: str, others: dict[str, str]) -> None:
    """The message names the setting that asks for it, as METRICS_PORT: in one line, with exit status 1."""
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        given = {setting: str(port), "DISCORD_API_BASE": "http://127.0.0.1:9", "LOG_LEVEL": "ERROR"}
        ended = started(tmp_path, **given, **others)

    words = f"taproom: {setting}: 127.0.0.1 has no port {port} for me: another program has it\n"
    assert (ended.returncode, ended.stderr) == (1, words)


@pytest.mark.skipif(sys.platform != "linux", reason="a folder in which nobody can write, root included")
@pytest.mark.parametrize(
    "given", [{"DATABASE_PATH": "/proc/inn.db"}, {"DATABASE_URL": "sqlite:////proc/inn.db"}]
)
def test_a_folder_that_cannot_be_written_is_named(tmp_path: Path, given: dict[str, str]) -> None:
    """The message names the setting that asks for it: the lock, which fails first, has none of its own."""
    ended = started(tmp_path, LOG_LEVEL="ERROR", **given)

    (setting,) = given
    needed = "the bot has to be able to read /proc/inn.db and write in /proc"
    words = f"taproom: {setting}: {needed} (/proc/inn.db.lock: "
    assert (ended.returncode, ended.stderr[: len(words)]) == (1, words)
    assert ended.stderr.count("\n") == 1


def test_a_name_that_is_no_setting_is_told(tmp_path: Path) -> None:
    """A setting that is misspelt has no effect: the log names it, and what may have been meant."""
    ended = started(tmp_path, DISCORD_API_BASE="http://127.0.0.1:9", LOG_LEVEL="WARNING", PAGE_PROT="8080")

    assert "bot: PAGE_PROT is no setting: did you mean PAGE_PORT?\n" in ended.stderr
    assert "8080" not in ended.stderr


async def no_such_page(_request: web.BaseRequest) -> web.Response:
    """Answer as a server that is not Discord's."""
    return web.Response(status=404, text="<html>\n<body>Not here</body>\n</html>")


async def hang_up(request: web.BaseRequest) -> web.Response:
    """Hang up like a proxy without a server behind it."""
    assert request.transport is not None
    request.transport.close()
    return web.Response()


@pytest.mark.parametrize(
    ("serve", "said"),
    [(no_such_page, "Discord answers: 404 Not Found"), (hang_up, "Server disconnected")],
    ids=["not found", "hangs up"],
)
async def test_what_answers_is_not_discord(tmp_path: Path, serve: Serve, said: str) -> None:
    """Nor is there a traceback where DISCORD_API_BASE leads somewhere else."""
    async with RawTestServer(serve) as there:
        address = str(there.make_url("/api/v10"))
        ended = await asyncio.to_thread(started, tmp_path, DISCORD_API_BASE=address, LOG_LEVEL="ERROR")

    assert ended.returncode == 1
    assert ended.stderr.startswith(f"taproom: {said}")
    assert ended.stderr.count("\n") == 1


def test_what_answers_says_nothing(tmp_path: Path) -> None:
    """Nor does the line end before it says anything, where nobody answers for minutes."""
    program = """import sys
from bot import __main__ as entry

async def run(_settings):
    raise TimeoutError

entry.run = run
sys.exit(entry.main())
"""
    ended = started(tmp_path, "-c", program, LOG_LEVEL="ERROR")

    assert (ended.returncode, ended.stderr) == (1, "taproom: Discord does not answer\n")


def test_what_house_players_have_learned_is_read_when_needed(tmp_path: Path) -> None:
    """Issue 16: a bot that has only begun has read none of their tables."""
    program = """
import sys, bot.discord_bot
from games.engine.betting.bot_betting import read
from games.knights_heads.bot_player import yardstick
print(read.cache_info().currsize, yardstick.cache_info().currsize, "training" in sys.modules)
"""
    assert started(tmp_path, "-c", program).stdout == "0 0 False\n"


@pytest.mark.parametrize("has_server", [pytest.param(True, marks=pytest.mark.soak), False])
async def test_a_clean_start_is_two_lines(tmp_path: Path, *, has_server: bool) -> None:
    """Version, database, servers, in none an invitation; what is served; leaving is one line more."""
    async with Wire(servers=(SERVER,) if has_server else ()).served() as settings:
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "bot"),
            cwd=tmp_path,
            env={"PYTHONPATH": str(Path(bot.__file__).parents[1]), "DISCORD_TOKEN": "token", **settings},
            stderr=asyncio.subprocess.PIPE,
        )
        assert process.stderr is not None
        began = await asyncio.wait_for(process.stderr.readline(), PATIENCE_SECONDS)
        served = await asyncio.wait_for(process.stderr.readline(), PATIENCE_SECONDS)
        process.terminate()
        _out, ended = await process.communicate()

    invite = (
        " Invite it: https://discord.com/oauth2/authorize?client_id=77&scope=bot+applications.commands"
        "&permissions=274878008320"
    )
    known = f"Taproom {bot.__version__} is ready. Database: taproom.db. Servers: {int(has_server)}"
    assert (
        began.decode().partition("bot.discord_bot: ")[2]
        == known + ("" if has_server else f".{invite}") + "\n"
    )
    off = (
        "No page (PAGE_URL and PAGE_PORT are empty). No metrics (METRICS_PORT is empty)."
        " No programs (PROGRAM_PORT and PROGRAM_TOKEN are empty).\n"
    )
    assert served.decode().partition("bot.discord_bot: ")[2] == off
    assert [line.partition(" bot: ")[2] for line in ended.decode().splitlines()] == ["leaving"]


def test_f5_a_database_that_does_not_answer(tmp_path: Path) -> None:
    """F-5: told to go while a thread waits for the database, the process ends all the same, and says so."""
    program = """import asyncio, os, signal, sys, threading
from bot import __main__ as entry

async def live(bot, _token):
    asyncio.get_running_loop().call_soon(os.kill, os.getpid(), signal.SIGTERM)
    await bot.app.database.write(lambda tx: threading.Event().wait())

entry._live, entry.CLOSE_SECONDS = live, 0.1
sys.exit(entry.main())
"""
    ended = started(tmp_path, "-c", program, LOG_LEVEL="WARNING")

    assert ended.returncode == 1
    assert ended.stderr.endswith("bot: stopping, although not everything could be closed\n")
    assert "Traceback" not in ended.stderr


def test_why_it_cannot_go_on_is_said_however_long_its_end_takes(tmp_path: Path) -> None:
    """A task that is slow to end keeps nobody from hearing of it."""
    program = """import asyncio, sys
import discord
from bot import __main__ as entry

async def end_slowly():
    try:
        await asyncio.sleep(60)
    finally:
        await asyncio.sleep(2 * entry.END_SECONDS)

async def live(bot, _token):
    live.ending = asyncio.create_task(end_slowly())
    await asyncio.sleep(0)
    raise discord.LoginFailure

entry._live = live
sys.exit(entry.main())
"""
    ended = started(tmp_path, "-c", program, LOG_LEVEL="ERROR")

    assert (ended.returncode, ended.stderr) == (1, "taproom: Discord does not accept DISCORD_TOKEN\n")


def test_f62_another_process_has_the_shards(tmp_path: Path) -> None:
    """F-62: a process that was frozen says so in one line when it wakes, whatever it was at; status 1."""
    program = """import asyncio, sys
from bot import __main__ as entry

async def live(bot, _token):
    asleep = asyncio.create_task(bot.app.database.write(lambda tx: __import__("time").sleep(0.2)))
    await asyncio.sleep(0.1)
    bot.app.database.give_up("shards 0-0/2 are served by another process now")
    await asyncio.sleep(60)

entry._live = live
sys.exit(entry.main())
"""
    ended = started(tmp_path, "-c", program, LOG_LEVEL="ERROR")

    assert ended.returncode == 1
    assert ended.stderr.endswith(": shards 0-0/2 are served by another process now\n")
    assert ended.stderr.count("\n") == 1


def test_f5_what_does_not_end_by_itself(tmp_path: Path) -> None:
    """F-5: nor is a task waited for that sleeps on when it is cancelled, as those at Discord's limits do."""
    program = """import asyncio, os, signal, sys
from bot import __main__ as entry

async def live(bot, _token):
    asyncio.get_running_loop().call_soon(os.kill, os.getpid(), signal.SIGTERM)
    try:
        await asyncio.sleep(60)
    finally:
        await asyncio.sleep(60)

entry._live = live
sys.exit(entry.main())
"""
    began = time.monotonic()
    ended = started(tmp_path, "-c", program, LOG_LEVEL="WARNING")

    assert ended.returncode == 0
    assert "Traceback" not in ended.stderr
    assert time.monotonic() - began < 60


def test_two_of_a_verb(tmp_path: Path) -> None:
    """Two cogs with the same button end the start, before Discord is asked for anything."""
    program = """import sys
from bot import __main__ as entry
from bot.cogs.books import Wallet

entry.COGS = (Wallet, Wallet)
sys.exit(entry.main())
"""
    ended = started(tmp_path, "-c", program, DISCORD_API_BASE="http://127.0.0.1:9", LOG_LEVEL="ERROR")

    assert ended.returncode == 1
    assert ended.stderr == (
        "taproom: two methods for the verb 'history': Wallet._turn_page and Wallet._turn_page\n"
    )
