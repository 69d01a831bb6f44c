"""Every verb of a button has one method that handles it, and a screen that writes it."""

from __future__ import annotations

import ast
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from bot.custom_ids import VERBS, TablePress, parse, table_id
from bot.discord_bot import TaproomBot
from bot.front.decorators import DuplicateVerb, methods_by_verb, on_button, on_form
from bot.front.protocols import Context
from tests.discord.tavern import make_bot

BOT = Path(__file__).parents[2] / "bot"
SHOWN_ONLY = {"spot"}
"""Verbs of disabled buttons: Discord wants an id of its own for each."""


def made() -> Iterator[str]:
    """The verbs that stand in the source where the id of a button or form is made."""
    for path in (BOT / "screens", BOT / "cogs", BOT / "page"):
        for file in path.rglob("*.py"):
            for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
                match node:
                    case ast.Call(func=ast.Name(id="table_id"), args=[_, ast.Constant(value=str(verb)), *_]):
                        yield verb
                    case ast.Call(func=ast.Name(id="table_id"), lineno=line) if path.name != "page":
                        raise AssertionError(f"{file}:{line}: a verb that is not written out")


@pytest.fixture
async def bot(tmp_path: Path) -> AsyncIterator[TaproomBot]:
    """The bot with all its cogs."""
    made = await make_bot(tmp_path / "taproom.db")
    yield made
    await made.close()


async def test_every_verb_is_handled(bot: TaproomBot) -> None:
    """No button is there that does nothing, and no method waits for a button that is not."""
    assert {*bot.app._pressed, *bot.app._filled_in, *SHOWN_ONLY} == VERBS


def test_every_verb_is_made() -> None:
    """A verb that no screen writes is nobody's to press."""
    assert {*made()} == VERBS


class Barrel:
    """Something that can be pressed."""

    @on_button("join", "leave")
    async def tap(self, ctx: Context, press: TablePress) -> None:
        """Handle both."""

    @on_form("cut")
    async def fill(self, ctx: Context, press: TablePress) -> None:
        """Handle a form."""


class Keg:
    """Something else with one of the same buttons."""

    @on_button("leave")
    async def roll(self, ctx: Context, press: TablePress) -> None:
        """Handle it as well."""


def test_methods_are_found_by_their_verbs() -> None:
    """Presses and forms apart."""
    barrel = Barrel()

    assert methods_by_verb("pressed", [barrel]) == {"join": barrel.tap, "leave": barrel.tap}
    assert methods_by_verb("filled_in", [barrel]) == {"cut": barrel.fill}


def test_two_of_a_verb_end_the_start() -> None:
    """One of them would never be reached, and nobody would know which."""
    with pytest.raises(DuplicateVerb, match=r"'leave': Barrel\.tap and Keg\.roll"):
        methods_by_verb("pressed", [Barrel(), Keg()])


@pytest.mark.parametrize("verb", sorted(VERBS))
def test_every_verb_is_read_back(verb: str) -> None:
    """A verb that a screen writes is parsed as that verb."""
    assert parse(f"t:7:{verb}") == TablePress(7, verb)  # type: ignore[arg-type]


def test_a_verb_of_nobody_means_nothing() -> None:
    """F-27: an id that only looks like one of ours is none."""
    assert parse(table_id(7, "join").replace("join", "joins")) is None
