"""What Discord shows of a command while somebody types it."""

from __future__ import annotations

import pytest

from bot.cogs import COGS
from bot.front.marks import Command, commands_of
from tests.bot.uploaded_commands import WRITTEN, uploaded

DESCRIPTION_MAX, OPTION_MAX = 50, 60
"""A phone cuts off what is longer."""


TYPED = {name: each for cog in COGS for name, each in commands_of(cog)}


@pytest.mark.parametrize("given", TYPED.values(), ids=TYPED)
def test_a_command_is_told_in_one_short_line(given: Command) -> None:
    """It is read whole, and so is what each of its options is for."""
    assert 0 < len(given.description) <= DESCRIPTION_MAX
    for option, told in given.options.items():
        assert 0 < len(told) <= OPTION_MAX, option
        assert "unless you say" not in told


def test_discord_is_told_what_was_written_down() -> None:
    """Whoever changes a mark sees what that changes for Discord; on purpose, it is written down anew."""
    assert uploaded() == WRITTEN.read_text(encoding="utf-8"), "run `python -m tests.bot.uploaded_commands`"
