"""The chat room, for developers: the real bot on SimCord, in a browser, as Discord shows it.

The server is built while SimCord's clock is at its beginning, so that its people and channels have the same
ids in every run and a kept database fits the next one. Only then is the clock set to the wall's, and the
bot started. Messages are SimCord's and are gone when the room closes; open tables are posted again.

Before SimCord's page stands a doorway, which hands out our sprites itself. SimCord checks every image of a
page in a process of its own, one after the other, most of a second each, and refuses whatever comes while
eight wait: of a table's emojis only the first few would be seen. Ours need no check. In its list of
messages it writes an emoji as the name that it has in Discord, `:coin_3e36b93c:`; there ours are left out.
And it closes a list of choices at once if the page has not yet scrolled back to it, as a page longer than
its window does: such a list stays open. An answer that only its reader sees comes last on the page, and the
page goes there, as Discord does. Everything else is passed on as it comes.
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
from bot.discord_io.application_emojis import image_of, sprites_by_emoji
from bot.discord_io.commands import SYNCED
from bot.discord_io.messages.rendering import ScreenLayout, clickable
from bot.practice import asked_to_leave
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
"""One of our emojis by its name, and not as the markup that a message has."""
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
"""The page goes to an answer, and stays at the bottom until somebody scrolls, though pictures come late."""
NOT_ASKED = {"host", "origin", "connection", "content-length", "transfer-encoding", "accept-encoding"}
NOT_ANSWERED = {"connection", "content-length", "transfer-encoding", "content-encoding"}
FAILED = 1
PEOPLE = ("Brenna", "Tomas", "Ishbel", "Odo")
"""The people one can view as; the first manages the tavern and opens the first table."""
HOUSE_BANK = 2_000
START_SECONDS = 30.0
"""Seconds that the server may take to start on a busy machine."""
START_TRIES = 20
"""So often SimCord looks for five seconds whether the bot has come to rest; by itself it looks once."""
SETTLE_SECONDS = 0.5
"""Seconds after which a press is answered even if the bot is busy: less than a house player thinks."""
TICK_SECONDS = 0.01
LAG_SECONDS = 0.05
"""SimCord's clock is moved forward when it is behind the wall's by more."""
REFUSALS_MAX = 3
COUNTDOWN_SECONDS = 15.0
"""Seconds between redraws without any event, so that “in 45 seconds” counts down."""
PURSE = 1_000
"""The initial coins of each person: enough for a table of each game at a time."""
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
    """The emojis' images, by the addresses that the page asks for."""

    @property
    def keeper(self) -> MemberActor:
        """The tavern's manager."""
        return self.people[0]


def main(*, port: int, database: Path | None) -> int:
    """Open the chat room until Ctrl-C or SIGTERM; the process's exit status."""
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
    leave = asked_to_leave()
    # A stand-in takes the bot's place while the server is built and the clock is set.
    stand_in = discord.Client(intents=discord.Intents.none())
    async with simcord.run(stand_in, settle_timeout=START_SECONDS, check_errors=False) as env:
        room = _build(env)
        await _stock(path, room)
        await env.advance_time(_lag(env))
        async with _served(room, path) as bot:
            env.settle_timeout = SETTLE_SECONDS
            await _furnish(room, bot)
            viewing = env.preview(
                room.channel, viewers=room.people, layout="channel", timezone=_timezone(), assets=room.assets
            )
            images = dict(room.assets.values())
            async with viewing as preview, served_page(preview.url, port, images) as address:
                turn = asyncio.Lock()
                _take_turns(preview, turn)
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
    return Room(env, server, channel, people, _put_up_emojis(env))


def _put_up_emojis(env: Env) -> dict[str, tuple[str, bytes]]:
    """Give the application its emojis, as an earlier start would have; SimCord keeps only their names."""
    assets = {}
    for name, sprite in sprites_by_emoji().items():
        emoji = env.backend.create_application_emoji(name)
        assets[f"{CDN_BASE}/emojis/{emoji.id}.png"] = f"{sprite}.png", image_of(sprite)
    return assets


async def _stock(path: Path, room: Room) -> None:
    """Fill every wallet once, and the house's account when half of it is gone."""
    server, at = room.server.id, time.time()

    def transaction(tx: Transaction) -> None:
        for each in room.people:
            ledger.open_wallet(tx, server, each.id, PURSE, at)
        lacking = HOUSE_BANK - ledger.balance(tx, ledger.house_account(server))
        # What lies on a table that was left open is still the house's.
        if lacking > HOUSE_BANK // 2:
            why = ledger.TransferInfo("house_bank", at, note="the practice room")
            ledger.transfer(tx, ledger.bank_account(server), ledger.house_account(server), lacking, why)
        # SimCord remembers no commands, so they are uploaded again.
        tx.set_note(SYNCED, "")

    async with open_database(path) as database:
        await database.write(transaction)


@contextlib.asynccontextmanager
async def _served(room: Room, path: Path) -> AsyncIterator[TaproomBot]:
    """The running bot; it is closed before SimCord cancels its tasks."""
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
    """Give a bot that starts the time that a busy machine needs; for what sleeps nobody waits longer."""
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
    """Think while pages are drawn: SimCord would wait for it, and a deal of the day is graded for seconds."""
    found: AnswerValues | None = await env.external_wait(
        asyncio.wrap_future(thread.submit(step)), reason="a deal is graded"
    )
    return found


def _settings(path: Path) -> Settings:
    """Settings that depend on nothing outside."""
    given = {"discord_token": "practice", "database_path": path, "log_level": "ERROR", "dev_server_id": None}
    given |= {"faces": "emojis", "shards": "0/1", "discord_api_base": "", "discord_gateway_url": ""}
    return Settings.model_validate(given)


async def _furnish(room: Room, bot: TaproomBot) -> None:
    """Post a welcome, and last time's tables or a game just begun."""
    assert bot.user is not None
    await bot.user.edit(username="Taproom")
    kept = await bot.app.tavern.in_channel(room.server.id, room.channel.id)
    welcome = Screen((Text(WELCOME.format(begun=KEPT if kept else BEGUN)), *lesson_rows()))
    layout = ScreenLayout(clickable(welcome, bot.command_sync.ids))
    await bot.get_partial_messageable(room.channel.id).send(view=layout)
    for state in kept:
        bot.table_messages.refresh(state)
    if not kept:
        # On a busy machine the bot may take longer than we wait; the table comes all the same.
        with contextlib.suppress(TimeoutError):
            await room.keeper.slash(room.channel, "play")


def _take_turns(preview: Preview, turn: asyncio.Lock) -> None:
    """Queue a press that comes during another or during `_follow`, and let it count on a redrawn page.

    SimCord does one thing at a time. It rejects anything else meanwhile, and presses on pages redrawn since;
    there is no other hook. Every button has an id of its own (`rendering.py`), so none is taken for
    another that has come into its place.
    """
    act = preview._action  # noqa: SLF001

    async def action(context: str | None, body: Mapping[str, Any]) -> dict[str, Any]:
        async with turn:
            return await act(context, await _on_newest(preview, context, body))

    preview._action = action  # type: ignore[assignment]  # noqa: SLF001


async def _on_newest(preview: Preview, context: str | None, body: Mapping[str, Any]) -> Mapping[str, Any]:
    """A press as if made on the current page, which is drawn first if that was put off."""
    page = preview._pages.get(context or "")  # noqa: SLF001
    if page is None or body.get("kind") in ("refresh", "close"):
        return body
    if page.status != "current":
        # A slow answer leaves the page undrawn; on a busy machine that is no reason to refuse.
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
        # Right after a press, pages should be drawn before the browser asks again.
        await asyncio.sleep(TICK_SECONDS)
        done, at = len(env.http_requests), time.monotonic()
        is_at_rest = _lag(env) <= LAG_SECONDS or _at_once(env.advance_time(_lag(env)))
        if is_at_rest and (done != drawn or at - drawn_at > COUNTDOWN_SECONDS):
            is_at_rest = _at_once(preview.refresh())
            drawn, drawn_at = (done, at) if is_at_rest else (drawn, drawn_at)
        refusals = 0 if is_at_rest else refusals + 1
        if refusals == REFUSALS_MAX:
            # A timer may have rung by the wall's clock; SimCord then needs somebody to wait for it.
            refusals = 0
            async with turn:
                with contextlib.suppress(simcord.SetupError, TimeoutError):
                    await env.settle(timeout=LAG_SECONDS)


def _lag(env: Env) -> float:
    """Seconds by which SimCord's clock is behind the wall's."""
    return max(0.0, time.time() - env.now().timestamp())


def _at_once(work: Coroutine[Any, Any, None]) -> bool:
    """Do this without letting anything else in; False if that failed and may be retried.

    While the bot is idle, neither clock nor pages have anything to wait for.
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
    """The name of this machine's time zone, if it can be found."""
    _, found, name = str(Path("/etc/localtime").resolve()).partition("/zoneinfo/")
    try:
        return ZoneInfo(name).key if found else "UTC"
    except (ZoneInfoNotFoundError, ValueError):
        return "UTC"


@contextlib.asynccontextmanager
async def served_page(preview: str, port: int, images: Mapping[str, bytes]) -> AsyncIterator[str]:
    """The preview with these images, by file name, at this port; yields the address to open."""
    origin, _, capability = preview.partition("/#")
    async with ClientSession(origin, raise_for_status=False) as session:
        app = web.Application(client_max_size=BODY_BYTES_MAX)
        app.router.add_route("*", "/{path:.*}", _Doorway(session, images).answer)
        runner = web.AppRunner(app, access_log=None)
        await runner.setup()
        try:
            await web.TCPSite(runner, HOST, port).start()
            yield f"http://{HOST}:{runner.addresses[0][1]}/#{capability}"
        finally:
            await runner.cleanup()


class _Doorway:
    def __init__(self, session: ClientSession, images: Mapping[str, bytes]) -> None:
        self._session = session
        self._images = images
        self._names: dict[str, str] = {}
        """The file names of a page's images by the ids that SimCord gave them there."""

    async def answer(self, request: web.Request) -> web.Response:
        # No page of another site reaches us under a name of its own.
        if urlsplit(f"//{request.host}").hostname not in (HOST, "localhost"):
            raise web.HTTPForbidden
        image = await self._image(request)
        if image is not None:
            return web.Response(body=image, content_type="image/png", headers={"Cache-Control": "no-store"})
        asked = {key: value for key, value in request.headers.items() if key.lower() not in NOT_ASKED}
        body = await request.read()
        async with self._session.request(request.method, request.rel_url, headers=asked, data=body) as answer:
            told = {key: value for key, value in answer.headers.items() if key.lower() not in NOT_ANSWERED}
            content = await answer.read()
            if answer.content_type == "application/json":
                content = CODE.sub(b"", content)
            elif request.path == LISTS:
                content = content.replace(CLOSES_AT_ONCE, STAYS_OPEN)
            elif request.path == TIMELINE:
                for words, instead in IN_TIMELINE.items():
                    content = content.replace(words, instead)
            return web.Response(status=answer.status, headers=told, body=content)

    async def _image(self, request: web.Request) -> bytes | None:
        """Return the image that a request asks for, if it is ours."""
        if not request.path.startswith(ASSETS):
            return None
        asset = request.path.removeprefix(ASSETS)
        if asset not in self._names:
            mine = {key: value for key, value in request.headers.items() if key.startswith("X-Simcord-")}
            async with self._session.get("/api/state", headers=mine) as answer:
                state = await answer.json()
            self._names |= {key: each["filename"] for key, each in state.get("assets", {}).items()}
        return self._images.get(self._names.get(asset, ""))
