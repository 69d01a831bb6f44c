"""The host's view of the three pages while people play."""

from __future__ import annotations

import asyncio
import re
import socket
from collections.abc import AsyncIterator
from pathlib import Path

import aiohttp
import pytest_asyncio
from prometheus_client.parser import text_string_to_metric_families

from bot.metrics import MetricsServer, kind_of, result_of
from games.stone_hand.game import STONE_HAND
from storage.db.transaction import Transaction
from storage.errors import Broken, NotAccepted
from tests.discord.tavern import Player, Room, gather

ROOT = Path(__file__).parents[2]
LABELS = {
    "kind": "command press form autocomplete other interaction edit post write read long_read fault "
    "NotYourTurn NotAccepted",
    "result": "ok 4xx 429 5xx lost",
}
"""All that a label may say here, besides versions and the bounds of buckets."""


class Keeper:
    """A client that reads the pages over a socket of its own."""

    def __init__(self, port: int, session: aiohttp.ClientSession) -> None:
        self._address = f"http://127.0.0.1:{port}"
        self._session = session

    async def get(self, page: str) -> tuple[int, str]:
        """The status and the text of a page."""
        async with self._session.get(self._address + page) as answer:
            return answer.status, await answer.text()

    async def metrics(self) -> dict[str, float]:
        """Return the metrics: `name{label}` to its value."""
        _, page = await self.get("/metrics")
        return {
            sample.name + "".join(f"{{{each}}}" for each in sample.labels.values()): sample.value
            for family in text_string_to_metric_families(page)
            for sample in family.samples
        }


def free_port() -> int:
    """A port that nobody has taken."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        port: int = taken.getsockname()[1]
        return port


@pytest_asyncio.fixture
async def keeper(room: Room) -> AsyncIterator[Keeper]:
    """The pages of the running bot."""
    port, lookout = free_port(), MetricsServer()
    lookout.watch(room.bot)
    async with lookout.served("127.0.0.1", port), aiohttp.ClientSession() as session:
        yield Keeper(port, session)


async def test_what_people_do_is_counted(room: Room, keeper: Keeper, ann: Player, ben: Player) -> None:
    """Presses, refusals by their kind, commits, and the tables that are open; never who, or where (TB-11)."""
    before = await keeper.metrics()
    await gather(room, STONE_HAND, [ann, ben])
    await ann.press("begin")
    seen = await keeper.metrics()
    _, page = await keeper.get("/metrics")

    came = {name: count for name, count in seen.items() if name.startswith("taproom_interactions_total")}
    assert came == {"taproom_interactions_total{command}": 1, "taproom_interactions_total{press}": 2}
    assert (before["taproom_open_tables"], seen["taproom_open_tables"]) == (0, 1)
    assert seen["taproom_open_tournaments"] == 0
    assert seen["taproom_commit_functions_count"] == seen["taproom_database_seconds_count{write}"] >= 3
    assert seen["process_resident_memory_bytes"] > 1e6
    secrets = (ann.member.id, ben.member.id, room.guild.id, room.channel.id, "ann", "ben", "The Inn")
    assert not [each for each in secrets if re.search(rf"\b{each}\b", page)]
    labels = re.findall(r'(\w+)="([^"]*)"', page)
    assert {each for each in labels if each[0] not in ("le", "version")} <= {
        (name, value) for name, values in LABELS.items() for value in values.split()
    }


async def test_refusals_are_counted_by_kind(room: Room, keeper: Keeper, playing: int, ben: Player) -> None:
    """A press out of turn is refused, and counted under the name of the slip."""
    await ben.press("throw")
    seen = await keeper.metrics()

    assert {name: count for name, count in seen.items() if name.startswith("taproom_refusals_total")} == {
        "taproom_refusals_total{NotYourTurn}": 1
    }


async def test_what_the_database_did_not_do_is_counted(room: Room, keeper: Keeper) -> None:
    """A refusal of the database's is an error of its, a person's slip is none."""

    def fail(_: Transaction) -> None:
        raise NotAccepted

    await asyncio.gather(room.bot.app.database.write(fail), return_exceptions=True)

    assert (await keeper.metrics())["taproom_database_errors_total{NotAccepted}"] == 1


async def test_well_and_ready(room: Room, keeper: Keeper) -> None:
    """Well while the database can be trusted; ready while Discord is connected, every shard of it."""
    bot = room.bot

    async def told(event: str, *given: int) -> tuple[int, int]:
        bot.dispatch(event, *given)
        await asyncio.sleep(0)
        return (await keeper.get("/healthz"))[0], (await keeper.get("/readyz"))[0]

    assert await told("nothing") == (200, 200)
    assert await told("disconnect") == (200, 503)
    assert (await keeper.metrics())["taproom_ready"] == 0
    assert await told("resumed") == (200, 200)
    await told("shard_disconnect", 0)
    await told("shard_disconnect", 3)
    await told("connect")
    assert await told("shard_connect", 3) == (200, 503)
    assert await told("shard_resumed", 0) == (200, 200)
    bot.app.database.broken.set_result(Broken())
    assert await told("nothing") == (503, 200)


async def test_before_there_is_a_bot() -> None:
    """While the database is read, or another process is waited for, the process is well and not ready."""
    port = free_port()
    async with MetricsServer().served("127.0.0.1", port), aiohttp.ClientSession() as session:
        keeper = Keeper(port, session)

        assert (await keeper.get("/healthz"))[0] == 200
        assert (await keeper.get("/readyz"))[0] == 503
        assert (await keeper.get("/metrics"))[0] == 200


def test_calls_are_told_apart_as_discord_limits_them() -> None:
    """Answers are free, edits and posts have limits for each channel."""
    calls = {
        ("POST", "/api/v10/interactions/1/t/callback"): "interaction",
        ("PATCH", "/api/v10/webhooks/1/t/messages/@original"): "interaction",
        ("PATCH", "/api/v10/channels/1/messages/2"): "edit",
        ("POST", "/api/v10/channels/1/messages"): "post",
        ("DELETE", "/api/v10/channels/1/messages/2"): "other",
        ("POST", "/api/v10/channels/1/messages/2/threads"): "other",
        ("GET", "/api/v10/users/@me"): "other",
    }

    assert {call: kind_of(*call) for call in calls} == calls
    assert [result_of(each) for each in (101, 200, 204, 400, 404, 429, 500, 503)] == [
        *("ok", "ok", "ok", "4xx", "4xx", "429", "5xx", "5xx")
    ]


def test_every_meter_is_explained() -> None:
    """Each number’s usual range stands on the page, and every name in the rules for alarms is one of ours."""
    counted = {
        each.name + ("_total" if each.type == "counter" else "")
        for each in MetricsServer().metrics.registry.collect()
        if each.name.startswith("taproom_")
    }
    page, rules = ((ROOT / each).read_text() for each in ("docs/host/operations.md", "deploy/alerts.yml"))
    alarming = {each.removesuffix("_bucket") for each in re.findall(r"taproom_\w+", rules)}

    assert counted == set(re.findall(r"`(taproom_\w+)`", page))
    assert alarming <= counted
    assert len(alarming) == 6
