"""The CPU time of one press, from the gateway's frame to the answer, beside discord.py alone.

The floor is a client that gets the same frame and answers "ok", or, to show discord.py's own part, with the
same message of its own components. The last line writes the press's rows as well, by our own storage and
without a single rule. All threads count.
"""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time
from typing import Any, TypeAlias

import discord

from benchmarks.actions import an_empty_table, write
from benchmarks.components import layout
from benchmarks.gateway import MESSAGE, Wire
from benchmarks.measure import Figure, Sample, at_most, in_turn, told
from benchmarks.play import CHANNEL, PLAYERS, RecordedRows, begun, record
from bot.cogs import COGS
from bot.discord_bot import TaproomBot, wall_clock
from bot.discord_io.application_emojis import sprites_by_emoji
from bot.discord_io.interactions.context import NOBODY, Interaction
from bot.discord_io.messages.rendering import ScreenLayout
from bot.front.render import draw
from bot.metrics import MetricsServer
from bot.screens.core.screen import NO_EMOJIS, Screen
from bot.settings import Settings
from storage.db.database import Database

Answer: TypeAlias = Callable[[Interaction, Screen], Awaitable[None]]

PRESSES = 200
EMOJIS_AIM = 1.1
"""The target for the ratio to a press without emojis."""
COUNTING_AIM = 1.05
QUIET_SECONDS = 0.05
"""The seconds after which the last press has finished all that follows its answer."""


async def measure() -> list[Figure]:
    """Measure a press at a table of four, and discord.py's time for an "ok" and for the same message."""
    rows = await record(PRESSES)
    ours, counted, pictured, floor, same, kept = await in_turn(
        _ours,
        partial(_ours, is_counted=True),
        partial(_ours, _emojis()),
        partial(_bare, _ok),
        partial(_bare, _same),
        partial(_bare, _same, rows),
    )
    ratio = pictured.least / ours.least
    return [
        at_most("CPU of a press with emojis", _each(pictured), f"{_each(ours)} in words", ratio, EMOJIS_AIM),
        at_most(
            "CPU of a press with METRICS_PORT",
            _each(counted),
            f"{_each(ours)} without",
            counted.least / ours.least,
            COUNTING_AIM,
        ),
        _line("CPU of a press: our own, beside an 'ok'", ours, floor),
        _line("CPU of a press: our own, beside discord.py's", ours, same),
        _line("CPU of a press: of that, its rows through storage", kept, same),
    ]


def _emojis() -> dict[str, str]:
    """Return the markup of all sprites, as Discord would have it."""
    return {
        sprite: f"<:{name}:{10**18 + at}>" for at, (name, sprite) in enumerate(sprites_by_emoji().items())
    }


async def _ours(emojis: Mapping[str, str] = NO_EMOJIS, *, is_counted: bool = False) -> float:
    with TemporaryDirectory(prefix=".bench-", dir=Path.cwd()) as folder:
        bot, wire = await started(Path(folder))
        if is_counted:
            MetricsServer().watch(bot)
        bot.application_emojis.markup = emojis  # nobody is there to upload them to
        components = await _shown_table(bot)
        before = process_time() - wire.aside
        for _ in range(PRESSES):
            components = await press(wire, components)
        await asyncio.sleep(QUIET_SECONDS)
        spent = process_time() - wire.aside - before
        await bot.close()
    return spent


async def _bare(answer: Answer, rows: Sequence[RecordedRows] = ()) -> float:
    """Return the time of the same presses with a bare client, which writes the rows before each answer."""
    components, screen = await _a_message()
    client = discord.Client(intents=discord.Intents(guilds=True), max_messages=None)
    writing = itertools.count()

    @client.event
    async def on_interaction(interaction: Interaction) -> None:
        if rows:
            number = next(writing)
            await database.write(partial(write, number, rows[number]))
        await answer(interaction, screen)

    await client._async_setup_hook()  # noqa: SLF001
    wire = Wire(client)
    async with an_empty_table() as database:
        before = process_time() - wire.aside
        for _ in range(PRESSES):
            await press(wire, components)
        return process_time() - wire.aside - before


async def _ok(interaction: Interaction, _screen: Screen) -> None:
    await interaction.response.edit_message(content="ok")


async def _same(interaction: Interaction, screen: Screen) -> None:
    await interaction.response.edit_message(view=layout(screen), allowed_mentions=NOBODY)


async def started(folder: Path, now: Callable[[], float] = wall_clock) -> tuple[TaproomBot, Wire]:
    """Return the whole bot, in its state after login."""
    given = {
        "discord_token": "x",
        "database_path": folder / "tavern.db",
        "faces": "words",
        "pictures": "never",
    }
    settings = Settings.model_validate(given)
    bot = TaproomBot(settings, await Database.open(settings.database_path), COGS, now=now)
    await bot._async_setup_hook()  # noqa: SLF001
    wire = Wire(bot)
    await bot.setup_hook()
    return bot, wire


async def press(wire: Wire, components: list[Any], message: int = MESSAGE) -> list[Any]:
    """Press the last of a message's offers; return the message after it."""
    *_, custom_id = (each for each in _custom_ids(components) if each.startswith("a:"))
    return await wire.press(PLAYERS[int(custom_id.split(":")[2]) - 1], custom_id, components, message)


def components_of(screen: Screen) -> list[Any]:
    """Return a screen as Discord sends it back with a press."""
    return ScreenLayout(screen).to_components()


async def _a_message() -> tuple[list[Any], Screen]:
    with TemporaryDirectory(prefix=".bench-", dir=Path.cwd()) as folder:
        bot, wire = await started(Path(folder))
        components = await _shown_table(bot)
        for _ in range(20):
            components = await press(wire, components)
        await asyncio.sleep(QUIET_SECONDS)
        screen = draw(await bot.app.tavern.look(1)).screen
        await bot.close()
    return components, screen


async def _shown_table(bot: TaproomBot) -> list[Any]:
    seen = await begun(bot.app.tavern)
    return components_of(draw(await bot.app.tavern.place(seen.table.id, CHANNEL, MESSAGE)).screen)


def _custom_ids(components: list[Any]) -> Iterator[str]:
    for each in components:
        if "custom_id" in each:
            yield each["custom_id"]
        yield from _custom_ids(each.get("components", []))


def _line(what: str, ours: Sample, beside: Sample) -> Figure:
    least = beside.least / PRESSES
    own = ours.least / PRESSES - least
    return told(what, f"{own * 1e6:.0f} us", f"{least * 1e6:.0f} us", own / least)


def _each(sample: Sample) -> str:
    return f"{sample.least / PRESSES * 1e6:.0f} us"
