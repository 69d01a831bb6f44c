"""The chat room, for developers: the bot on SimCord, which shows it in a browser as Discord does.

The server is built before SimCord's clock is set, so people and channels have the same ids in every run, and
a database can be used again. Then the clock is set to the wall clock, and the bot is started. Messages are
gone when the room closes; open tables are posted again.

A proxy in front of SimCord's page changes four things, and passes everything else on:

- It serves the sprites itself. SimCord checks each image for most of a second, and refuses further ones while
  eight are waiting, so a table would lack most of its emojis.
- It removes emojis' names, such as `:coin_3e36b93c:`, from SimCord's list of messages.
- It keeps a list of choices open that SimCord would close because a long page has not scrolled back to it.
- It scrolls to an ephemeral response, which comes last on the page, as Discord does.
"""

from __future__ import annotations

import asyncio
import contextlib
import re
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Coroutine, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import discord
import simcord
from aiohttp import ClientSession, web
from simcord import ChannelHandle, Env, GuildHandle, MemberActor, Preview
from simcord.backend.cdn import CDN_BASE

from bot.cogs import COGS
from bot.discord_bot import TaproomBot
from bot.discord_io.application_emojis import image_of, record_planned, sprites_by_emoji
from bot.discord_io.commands import SYNCED
from bot.discord_io.messages.rendering import ScreenLayout, clickable
from bot.practice import stop_event
from bot.process import logs
from bot.screens.catalog import lesson_rows
from bot.screens.core.screen import Screen, Text
from bot.settings import Settings
from bot.tavern.daily import Step
from games.engine.core.game import AnswerValues
from storage.books import ledger
from storage.db.database import Database, open_database
from storage.db.transaction import Transaction
from storage.errors import AlreadyOpen, NotAccepted, NotADatabase, SchemaTooNew

HOST = "127.0.0.1"
ASSETS = "/api/assets/"
BODY_BYTES_MAX = 27 * 2**20  # one more than SimCord takes
CODE = re.compile(rb"(?<!<):[a-z0-9_]+_[0-9a-f]{8}:")
"""An emoji's bare name, which is not part of its markup in a message."""
LISTS = "/select-drafts.js"
CLOSES_AT_ONCE = b"cancelDropdown(wrap.dataset.controlKey);\n        continue;"
STAYS_OPEN = b"continue;"
TIMELINE = "/timeline.js"
IN_TIMELINE = {
    b"    if ((snapshot.history?.hasAfter || hasNewTail)": b"""
    if (hasNewTail && snapshot.messages?.[ids.at(-1)]?.ephemeral) state.scrollIntent = { policy: "bottom" };
    if ((snapshot.history?.hasAfter || hasNewTail)""",
    b"ui.timeline.clientHeight <= 1 ?": b"""ui.timeline.clientHeight <= 1
      || (state.scrollIntent?.policy === "bottom" && !state.isScrolled) ?""",
    b'if (intent.policy === "bottom") {': b'if (intent.policy === "bottom") { state.isScrolled = false;',
    b"observer.observe(ui.timeline);": b"""observer.observe(ui.timeline);
  for (const each of ["wheel", "touchmove", "pointerdown", "keydown"])
    ui.timeline.addEventListener(each, (event) => {
      if (each !== "pointerdown" || event.target === ui.timeline) state.isScrolled = true;
    }, { passive: true });""",
}
"""Replacements in SimCord's script: scroll to a response, and stay at the bottom while pictures load."""
REQUEST_HEADERS_DROPPED = {
    "host",
    "origin",
    "connection",
    "content-length",
    "transfer-encoding",
    "accept-encoding",
}
RESPONSE_HEADERS_DROPPED = {"connection", "content-length", "transfer-encoding", "content-encoding"}
FAILED = 1
PEOPLE = ("Brenna", "Tomas", "Ishbel", "Odo")
"""The people in the room; the first is the manager and opens the first table."""
HOUSE_BANK = 2_000
START_SECONDS = 30.0
"""Seconds that the server may take to start on a busy machine."""
START_TRIES = 20
"""The number of times that SimCord waits for the bot to be idle, five seconds each; its default is one."""
SETTLE_SECONDS = 0.5
"""The maximum time for which a press waits for the bot to be idle: less than a house player thinks."""
TICK_SECONDS = 0.01
LAG_SECONDS = 0.05
"""SimCord's clock is moved forward if it is behind the wall clock by more than this."""
REFUSALS_MAX = 3
COUNTDOWN_SECONDS = 15.0
"""The interval of redraws without any event, so that “in 45 seconds” counts down."""
PURSE = 1_000
"""The initial coins of each person: enough for one table of each game at the same time."""
WELCOME = (
    "**Welcome to the practice room!** {begun} New to a game? A first hand of each takes two minutes.\n"
    "-# `/play` begins another game, `/help` shows the rest. "
    "*Viewing as*, above: be somebody else. Nothing leaves this machine."
)
BEGUN = "Three dice are yours: press **Throw**."
KEPT = "Your tables of last time are below."


@dataclass(frozen=True, slots=True)
class Room:
    """The simulated server."""

    env: Env
    server: GuildHandle
    channel: ChannelHandle
    people: tuple[MemberActor, ...]
    assets: Mapping[str, tuple[str, bytes]]
    """The names and contents of the emojis' images, by the URL that the page requests."""

    @property
    def manager(self) -> MemberActor:
        """The server's manager."""
        return self.people[0]


def main(*, port: int, database: Path | None) -> int:
    """Open the chat room until Ctrl-C or SIGTERM; return the process's exit status."""
    logs.set_up("ERROR")
    try:
        with tempfile.TemporaryDirectory(prefix="taproom-") as folder:
            asyncio.run(_open(port, database or Path(folder) / "practice.db"))
    except (AlreadyOpen, SchemaTooNew, NotADatabase, NotAccepted, OSError) as refused:
        return _refuse(refused)
    except simcord.SetupError as refused:
        if isinstance(refused.__cause__, OSError):  # the port
            return _refuse(refused)
        raise
    return 0


def _refuse(why: Exception) -> int:
    sys.stderr.write(f"taproom: {why}\n")
    return FAILED


async def _open(port: int, path: Path) -> None:
    leave = stop_event()
    # SimCord needs a client while the server is built and the clock is set.
    placeholder = discord.Client(intents=discord.Intents.none())
    async with simcord.run(placeholder, settle_timeout=START_SECONDS, check_errors=False) as env:
        room = _build(env)
        await _prepare(path, room)
        await env.advance_time(_lag(env))
        async with _served(room, path) as bot:
            env.settle_timeout = SETTLE_SECONDS
            await _post_welcome(room, bot)
            viewing = env.preview(
                room.channel, viewers=room.people, layout="channel", timezone=_timezone(), assets=room.assets
            )
            images = dict(room.assets.values())
            async with viewing as preview, served_page(preview.url, port, images) as address:
                turn = asyncio.Lock()
                _serialise_presses(preview, turn)
                sys.stdout.write(f"The chat room is open: {address}\n")
                sys.stdout.flush()
                await _until_closed(_follow(env, preview, turn), preview, bot, leave)


def _build(env: Env) -> Room:
    users = [env.create_user(name.lower(), global_name=name) for name in PEOPLE]
    server = env.create_guild("The Practice Room", owner=users[0])
    channel = server.create_text_channel("taproom", topic="Dice, cards and good company")
    # A page shows one channel, so a tournament's tables must be in it.
    env.inject_error("POST", f"/channels/{channel.id}/threads", status=403, code=50013, times=None)
    people = tuple(server.add_member(each) for each in users)
    return Room(env, server, channel, people, _create_emojis(env))


def _create_emojis(env: Env) -> dict[str, tuple[str, bytes]]:
    """Create the application's emojis, and return their images, since SimCord keeps only their names."""
    assets = {}
    for name, sprite in sprites_by_emoji().items():
        emoji = env.backend.create_application_emoji(name)
        assets[f"{CDN_BASE}/emojis/{emoji.id}.png"] = f"{sprite}.png", image_of(sprite)
    return assets


async def _prepare(path: Path, room: Room) -> None:
    """Fill every wallet once, and the house's account whenever it has lost half of its coins."""
    server, now = room.server.id, time.time()

    def transaction(tx: Transaction) -> None:
        for each in room.people:
            ledger.open_wallet(tx, server, each.id, PURSE, now)
        missing = HOUSE_BANK - ledger.balance(tx, ledger.house_account(server))
        # A smaller difference may be the house's coins on an open table.
        if missing > HOUSE_BANK // 2:
            reason = ledger.TransferInfo("house_bank", now, note="the practice room")
            ledger.transfer(tx, ledger.bank_account(server), ledger.house_account(server), missing, reason)
        # They are there already (`_create_emojis`), and known by their names.
        record_planned(tx)
        # SimCord remembers no commands, so they are uploaded again.
        tx.set_note(SYNCED, "")

    async with open_database(path) as database:
        await database.write(transaction)


@contextlib.asynccontextmanager
async def _served(room: Room, path: Path) -> AsyncIterator[TaproomBot]:
    """Run the bot within a block, and close it before SimCord cancels its tasks."""
    # A page shows one channel, and no direct messages.
    bot = TaproomBot(_settings(path), await Database.open(path), COGS, has_messages=False)
    with ThreadPoolExecutor(max_workers=1) as thread:
        bot.app.daily_deals.grades.think = partial(_think_aside, room.env, thread)
        try:
            with _patience(room.env):
                await room.env.restart_bot(bot)
            yield bot
        finally:
            await bot.close()


@contextlib.contextmanager
def _patience(env: Env) -> Iterator[None]:
    """Make SimCord wait longer for the bot's start, which takes long on a busy machine."""
    settle = env._settle_internal  # noqa: SLF001

    async def patiently(**options: Any) -> None:
        for left in reversed(range(START_TRIES)):
            try:
                await settle(**options)
            except TimeoutError:
                if not left:
                    raise
            else:
                break

    env._settle_internal = patiently  # type: ignore[method-assign]  # noqa: SLF001
    try:
        yield
    finally:
        del env._settle_internal  # noqa: SLF001


async def _think_aside(env: Env, thread: ThreadPoolExecutor, step: Step) -> AnswerValues | None:
    """Grade a deal of the day in a thread, which takes seconds, so that SimCord doesn't wait for it."""
    values: AnswerValues | None = await env.external_wait(
        asyncio.wrap_future(thread.submit(step)), reason="a deal is graded"
    )
    return values


def _settings(path: Path) -> Settings:
    """Return settings that are independent of the environment."""
    values = {"discord_token": "practice", "database_path": path, "log_level": "ERROR", "dev_server_id": None}
    values |= {"faces": "emojis", "shards": "0/1", "discord_api_base": "", "discord_gateway_url": ""}
    return Settings.model_validate(values)


async def _post_welcome(room: Room, bot: TaproomBot) -> None:
    """Post a welcome, and the open tables of the last run, or a new one."""
    assert bot.user is not None
    await bot.user.edit(username="Taproom")
    states = await bot.app.tavern.in_channel(room.server.id, room.channel.id)
    welcome = Screen((Text(WELCOME.format(begun=KEPT if states else BEGUN)), *lesson_rows()))
    layout = ScreenLayout(clickable(welcome, bot.command_sync.ids))
    await bot.get_partial_messageable(room.channel.id).send(view=layout)
    for state in states:
        bot.table_messages.refresh(state)
    if not states:
        # On a busy machine the bot may take longer than SimCord waits; the table appears later.
        with contextlib.suppress(TimeoutError):
            await room.manager.slash(room.channel, "play")


def _serialise_presses(preview: Preview, turn: asyncio.Lock) -> None:
    """Queue concurrent presses, also those during `_follow`, and accept presses on pages redrawn since.

    SimCord does one thing at a time, and rejects a press meanwhile, or on an outdated page; it has no other
    hook. A press on an outdated page is safe, because every button has an id of its own (`rendering.py`).
    """
    act = preview._action  # noqa: SLF001

    async def action(context: str | None, body: Mapping[str, Any]) -> dict[str, Any]:
        async with turn:
            return await act(context, await _on_current_page(preview, context, body))

    preview._action = action  # type: ignore[assignment]  # noqa: SLF001


async def _on_current_page(
    preview: Preview, context: str | None, body: Mapping[str, Any]
) -> Mapping[str, Any]:
    """Return a press as if made on the current page, which is drawn first if that was delayed."""
    page = preview._pages.get(context or "")  # noqa: SLF001
    if page is None or body.get("kind") in ("refresh", "close"):
        return body
    if page.status != "current":
        # If the bot is slow, the page stays outdated, but the press still counts.
        with contextlib.suppress(simcord.SetupError, TimeoutError):
            await preview.refresh()
    return {**body, "published_revision": page.revision}


async def _until_closed(
    follow: Coroutine[Any, Any, None], preview: Preview, bot: TaproomBot, leave: asyncio.Event
) -> None:
    following = asyncio.create_task(follow)
    endings: set[asyncio.Task[Any]] = {
        asyncio.create_task(leave.wait()),
        asyncio.create_task(preview.wait_closed()),
        following,
    }
    try:
        await asyncio.wait({*endings, bot.app.database.broken}, return_when=asyncio.FIRST_COMPLETED)
        if following.done():
            await following
    finally:
        for each in endings:
            each.cancel()
        await asyncio.gather(*endings, return_exceptions=True)


async def _follow(env: Env, preview: Preview, turn: asyncio.Lock) -> None:
    """Keep every page and the clock up to date."""
    drawn, drawn_at, refusals = 0, 0.0, 0
    while True:
        # A short interval, so that pages are redrawn before the browser's next request.
        await asyncio.sleep(TICK_SECONDS)
        requests, now = len(env.http_requests), time.monotonic()
        is_idle = _lag(env) <= LAG_SECONDS or _at_once(env.advance_time(_lag(env)))
        if is_idle and (requests != drawn or now - drawn_at > COUNTDOWN_SECONDS):
            is_idle = _at_once(preview.refresh())
            drawn, drawn_at = (requests, now) if is_idle else (drawn, drawn_at)
        refusals = 0 if is_idle else refusals + 1
        if refusals == REFUSALS_MAX:
            # A timer of the wall clock may have fired, for which SimCord waits only in `settle`.
            refusals = 0
            async with turn:
                with contextlib.suppress(simcord.SetupError, TimeoutError):
                    await env.settle(timeout=LAG_SECONDS)


def _lag(env: Env) -> float:
    """Return the seconds by which SimCord's clock is behind the wall clock."""
    return max(0.0, time.time() - env.now().timestamp())


def _at_once(work: Coroutine[Any, Any, None]) -> bool:
    """Run a coroutine to its end without yielding to the event loop; return False if that failed.

    While the bot is idle, SimCord's clock and pages have nothing to wait for.
    """
    try:
        while work.send(None) is None:
            pass
    except StopIteration:
        return True
    except (simcord.SetupError, TimeoutError):
        return False
    finally:
        work.close()
    return False


def _timezone() -> str:
    """Return the name of this machine's time zone, or UTC if it is unknown."""
    _, separator, name = str(Path("/etc/localtime").resolve()).partition("/zoneinfo/")
    try:
        return ZoneInfo(name).key if separator else "UTC"
    except (ZoneInfoNotFoundError, ValueError):
        return "UTC"


@contextlib.asynccontextmanager
async def served_page(preview: str, port: int, images: Mapping[str, bytes]) -> AsyncIterator[str]:
    """Serve the preview within a block, with images by file name, and yield the URL to open."""
    origin, _, capability = preview.partition("/#")
    async with ClientSession(origin, raise_for_status=False) as session:
        app = web.Application(client_max_size=BODY_BYTES_MAX)
        app.router.add_route("*", "/{path:.*}", _Proxy(session, images).answer)
        runner = web.AppRunner(app, access_log=None)
        await runner.setup()
        try:
            await web.TCPSite(runner, HOST, port).start()
            yield f"http://{HOST}:{runner.addresses[0][1]}/#{capability}"
        finally:
            await runner.cleanup()


class _Proxy:
    def __init__(self, session: ClientSession, images: Mapping[str, bytes]) -> None:
        self._session = session
        self._images = images
        self._names: dict[str, str] = {}
        """The file names of a page's images, by SimCord's ids."""

    async def answer(self, request: web.Request) -> web.Response:
        # Protects against DNS rebinding by a page of another site.
        if urlsplit(f"//{request.host}").hostname not in (HOST, "localhost"):
            raise web.HTTPForbidden
        image = await self._image(request)
        if image is not None:
            return web.Response(body=image, content_type="image/png", headers={"Cache-Control": "no-store"})
        sent = {
            key: value for key, value in request.headers.items() if key.lower() not in REQUEST_HEADERS_DROPPED
        }
        body = await request.read()
        async with self._session.request(
            request.method, request.rel_url, headers=sent, data=body
        ) as response:
            headers = {
                key: value
                for key, value in response.headers.items()
                if key.lower() not in RESPONSE_HEADERS_DROPPED
            }
            content = await response.read()
            if response.content_type == "application/json":
                content = CODE.sub(b"", content)
            elif request.path == LISTS:
                content = content.replace(CLOSES_AT_ONCE, STAYS_OPEN)
            elif request.path == TIMELINE:
                for old, new in IN_TIMELINE.items():
                    content = content.replace(old, new)
            return web.Response(status=response.status, headers=headers, body=content)

    async def _image(self, request: web.Request) -> bytes | None:
        """Return the requested image, if it is one of the sprites."""
        if not request.path.startswith(ASSETS):
            return None
        asset = request.path.removeprefix(ASSETS)
        if asset not in self._names:
            headers = {key: value for key, value in request.headers.items() if key.startswith("X-Simcord-")}
            async with self._session.get("/api/state", headers=headers) as response:
                state = await response.json()
            self._names |= {key: each["filename"] for key, each in state.get("assets", {}).items()}
        return self._images.get(self._names.get(asset, ""))
