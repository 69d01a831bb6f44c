"""What Discord shows of a command while somebody types it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from discord import app_commands

from bot.cogs import COGS
from bot.cogs.taproom_cog import Command

DESCRIPTION_MAX, OPTION_MAX = 50, 60
"""A phone cuts off what is longer."""


def typed() -> Iterator[Command]:
    """All commands that somebody may type."""
    for cog in COGS:
        for each in cog.__cog_app_commands__:
            group = each.walk_commands() if isinstance(each, app_commands.Group) else [each]
            yield from (inner for inner in group if isinstance(inner, app_commands.Command))


@pytest.mark.parametrize("given", list(typed()), ids=lambda given: given.qualified_name)
def test_a_command_is_told_in_one_short_line(given: Command) -> None:
    """It is read whole, and so is what each of its options is for."""
    assert 0 < len(given.description) <= DESCRIPTION_MAX
    for option in given.parameters:
        assert 0 < len(str(option.description)) <= OPTION_MAX, option.name
        assert "unless you say" not in str(option.description)
