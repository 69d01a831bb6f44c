"""Stands before SimCord's page and hands out our sprites itself.

SimCord checks every image of a page in a process of its own, one after the other, most of a second each, and
refuses whatever comes while eight wait: of a table's emojis only the first few would be seen. Ours need no
check. In its list of messages it writes an emoji as the name that it has in Discord, `:coin_3e36b93c:`; there
ours are left out. And it closes a list of choices at once if the page has not yet scrolled back to it, as a
page longer than its window does: such a list stays open. An answer that only its reader sees comes last on
the page, and the page goes there, as Discord does. Everything else is passed on as it comes.
"""

from __future__ import annotations

import contextlib
import re
from collections.abc import AsyncIterator, Mapping
from urllib.parse import urlsplit

from aiohttp import ClientSession, web

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


@contextlib.asynccontextmanager
async def served(preview: str, port: int, images: Mapping[str, bytes]) -> AsyncIterator[str]:
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
        """What a request asks for, if it is an image of ours."""
        if not request.path.startswith(ASSETS):
            return None
        asset = request.path.removeprefix(ASSETS)
        if asset not in self._names:
            mine = {key: value for key, value in request.headers.items() if key.startswith("X-Simcord-")}
            async with self._session.get("/api/state", headers=mine) as answer:
                state = await answer.json()
            self._names |= {key: each["filename"] for key, each in state.get("assets", {}).items()}
        return self._images.get(self._names.get(asset, ""))
