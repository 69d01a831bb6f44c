"""A Discord on this machine's loopback: it shows messages, sends button presses, and records calls.

It trusts all requests, limits no rate, and its gateway reports no messages. Calls are recorded by the press
that they follow, so that another bot can repeat them (`benchmarks/echo.py`).
"""

from __future__ import annotations

import asyncio
import itertools
import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from time import perf_counter
from typing import Any

from aiohttp import web

from tests.bot.wire import BOT, Call, Wire, answered, interaction_of

TOKEN = "t" * 180
FIRST_PRESS = 10**15
NEW_MESSAGE, CHANGED_MESSAGE = 4, 7
PRIVATE, COMPONENTS_V2 = 1 << 6, 1 << 15
PRIVATE_KEPT = 3
"""The number of kept ephemeral messages with buttons per user, the latest first: a panel and others."""
PICTURE = {"url": "https://cdn.discordapp.com/1.png", "proxy_url": "https://cdn.discordapp.com/1.png"}
AUTHOR = {"id": BOT, "username": "taproom", "discriminator": "0", "avatar": None, "bot": True}
PATIENCE_SECONDS = 30.0


@dataclass(slots=True)
class Shown:
    """A message as it is now; `owner` is the only user who sees it."""

    id: int
    components: list[Any]
    owner: int | None = None

    @property
    def controls(self) -> Iterator[dict[str, Any]]:
        """Every enabled button and select."""
        return _controls(self.components)


@dataclass(frozen=True, slots=True)
class Press:
    """A press as the gateway sent it."""

    player: int
    told: dict[str, Any]


@dataclass(slots=True)
class Loopback(Wire):
    """All messages of a bot, and its calls for each press."""

    messages: dict[int, Shown] = field(default_factory=dict)
    calls: dict[int, list[Call]] = field(default_factory=dict)
    """The calls by the number of the press that they answer, or else of the latest press."""
    all_calls: list[Call] = field(default_factory=list)
    """The calls that concern messages, in order."""
    _presses: Iterator[int] = field(default_factory=lambda: itertools.count(FIRST_PRESS))
    _numbers: Iterator[int] = field(default_factory=lambda: itertools.count(FIRST_PRESS * 2))
    _latest: int = 0
    _made: dict[int, Press] = field(default_factory=dict)
    _originals: dict[int, int] = field(default_factory=dict)
    """The message that a press's token edits: the pressed message, or the response."""
    _is_new: asyncio.Event = field(default_factory=asyncio.Event)
    _answers: dict[int, asyncio.Future[None]] = field(default_factory=dict)

    async def until(self, is_shown: Callable[[], bool]) -> None:
        """Wait until the messages satisfy the condition."""
        while not is_shown():
            self._is_new.clear()
            await self._is_new.wait()

    def pressing(self, player: int, on: Shown, data: dict[str, Any]) -> Press:
        """Return a press on a message as it is now."""
        number = next(self._presses)
        told = interaction_of(number, player, f"{TOKEN}{number}", data)
        message = _message(told["message"], on)
        return Press(player, told | {"message": message})

    async def press(self, press: Press) -> float:
        """Send a press to the bot; return the seconds until its response."""
        number = int(press.told["id"])
        answer = self._answers[number] = asyncio.get_running_loop().create_future()
        self._latest, self._made[number] = number, press
        self._originals[number] = int(press.told["message"]["id"])
        began = perf_counter()
        await self.send("INTERACTION_CREATE", press.told)
        await asyncio.wait_for(answer, PATIENCE_SECONDS)
        return perf_counter() - began

    def forget_calls(self) -> None:
        """Forget all calls so far."""
        self.calls.clear()
        self.all_calls.clear()

    async def take(self, call: Call) -> web.Response:
        """Show the message that a call makes or changes, and return the whole message, as Discord does."""
        self.all_calls.append(call)
        match call.path.split("/")[2:]:
            case ["interactions", number, _, "callback"]:
                return self._answered(int(number), call)
            case ["webhooks", _, token, *rest]:
                self._note(self._latest, call)
                press = int(token.removeprefix(TOKEN))
                named = rest[1] if rest else "0"
                # In a replay, the token may belong to a press that was not made.
                known = self._originals.get(press, 0) if named == "@original" else int(named)
                return self._changed(call, known, self._made[press].player if press in self._made else None)
            case ["channels", _, "messages", *rest]:
                self._note(self._latest, call)
                return self._changed(call, int(rest[0]) if rest else 0, None)
        return answered({})

    def _answered(self, number: int, call: Call) -> web.Response:
        self._note(number, call)
        said, press = json.loads(call.words), self._made[number]
        data, pressed = said.get("data", {}), self._originals[number]
        shown = Shown(pressed, data.get("components", []))
        if said["type"] == NEW_MESSAGE:
            shown.id = self._originals[number] = next(self._numbers)
            shown.owner = press.player
            self._show(shown)
        elif said["type"] == CHANGED_MESSAGE and pressed in self.messages:
            shown.owner = self.messages.pop(pressed).owner
            self._show(shown)
        if not (answer := self._answers.pop(number)).done():
            answer.set_result(None)
        message = _message(press.told["message"], shown)
        callback = {"id": str(number), "type": 3, "response_message_id": str(shown.id)}
        return answered({"interaction": callback, "resource": {"type": said["type"], "message": message}})

    def _changed(self, call: Call, known: int, owner: int | None) -> web.Response:
        if call.method == "DELETE":
            self.messages.pop(known, None)
            return web.Response(status=204)
        before = self.messages.pop(known, Shown(known or next(self._numbers), [], owner))
        shown = Shown(before.id, json.loads(call.words).get("components", []), before.owner)
        self._show(shown)
        told = interaction_of(0, owner, "", {"custom_id": ""})["message"]
        return answered(_message(told, shown))

    def _show(self, shown: Shown) -> None:
        if shown.owner is not None and not list(shown.controls):
            return
        self.messages[shown.id] = shown
        self._is_new.set()
        if shown.owner is not None:
            own = [each.id for each in self.messages.values() if each.owner == shown.owner]
            for older in own[:-PRIVATE_KEPT]:
                del self.messages[older]

    def _note(self, number: int, call: Call) -> None:
        self.calls.setdefault(number, []).append(call)


def _message(told: dict[str, Any], shown: Shown) -> dict[str, Any]:
    flags = COMPONENTS_V2 | (0 if shown.owner is None else PRIVATE)
    components = _with_pictures(shown.components)
    return told | {"id": str(shown.id), "author": AUTHOR, "components": components, "flags": flags}


def _with_pictures(components: list[Any]) -> list[Any]:
    """Return components as Discord sends them back: an attached picture has a URL of its own."""
    return [
        each
        | ({"items": [item | {"media": PICTURE} for item in each["items"]]} if "items" in each else {})
        | ({"components": _with_pictures(each["components"])} if "components" in each else {})
        for each in components
    ]


def _controls(components: list[Any]) -> Iterator[dict[str, Any]]:
    for each in components:
        if "custom_id" in each and not each.get("disabled"):
            yield each
        yield from _controls(each.get("components", []))
