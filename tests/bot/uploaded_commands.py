"""The commands as Discord is told them, and as the docs list them.

`make commands` writes both down.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import discord

from bot.cogs import COGS
from bot.discord_io.commands import MANAGERS_ONLY, add_commands
from bot.discord_io.interactions.dispatch import Tree

WRITTEN = Path(__file__).with_name("uploaded_commands.json")
LISTED = Path(__file__).parents[2] / "docs" / "commands.md"
GROUPS = (discord.AppCommandOptionType.subcommand.value, discord.AppCommandOptionType.subcommand_group.value)
HEAD = """# Commands

All there are, as Discord lists them; `make commands` writes this page. What stands in `[brackets]` can be
left out. Most of what people do is a button: on a table, on your panel, or on the page that a command shows.
"""
BEHIND = """In the menu of a person (*Apps*): {menus}.

Discord shows {names} only to people with the permission Manage Server. Under *Server
Settings → Integrations* you can show each to a role too, such as `/organise` to your organisers. What people
may do with it is decided all the same by Manage Server and, for tournaments and for keeping order, by the
organisers' and the moderators' role in `/manage settings`.
"""
Told = dict[str, Any]


@cache
def told() -> list[Told]:
    """All commands."""
    tree = Tree(discord.Client(intents=discord.Intents.none()))
    add_commands(tree, COGS)
    return [dict(each.to_dict(tree)) for each in tree.get_commands()]


def uploaded() -> str:
    """All commands, as JSON, a line for each value."""
    return json.dumps(told(), indent=1, ensure_ascii=False) + "\n"


def leaves(part: Told, before: str = "") -> Iterator[tuple[str, Told]]:
    """Return the commands of a command or a group that can be typed, by their whole names."""
    name = f"{before} {part['name']}".strip()
    inner = [each for each in part.get("options", ()) if each["type"] in GROUPS]
    if not inner:
        yield name, part
    for each in inner:
        yield from leaves(each, name)


def is_for_everybody(command: Told) -> bool:
    """Return True if Discord shows a command to all users."""
    return command["default_member_permissions"] is None


def listed() -> str:
    """The page of the docs."""
    commands = told()
    typed = [each for each in commands if each["type"] == discord.AppCommandType.chat_input.value]
    shown = [each for each in typed if is_for_everybody(each)]
    behind = [each for each in typed if not is_for_everybody(each)]
    assert {each["default_member_permissions"] for each in behind} == {MANAGERS_ONLY.value}
    menus = ", ".join(f"*{each['name']}*" for each in commands if each not in typed)
    names = " and ".join(f"`/{each['name']}`" for each in behind)
    parts = [HEAD, *_table("For everybody", shown), BEHIND.format(menus=menus, names=names)]
    for each in behind:
        parts += _table(f"`/{each['name']}`", [each])
    return "\n".join(parts)


def _table(title: str, commands: list[Told]) -> Iterator[str]:
    yield from (f"## {title}\n", "| command | what it does |", "| --- | --- |")
    for command in commands:
        for name, leaf in leaves(command):
            options = "".join(
                f" {each['name']}" if each.get("required") else f" [{each['name']}]"
                for each in leaf.get("options", ())
            )
            yield f"| `/{name}{options}` | {leaf['description']} |"
    yield ""


if __name__ == "__main__":
    WRITTEN.write_text(uploaded(), encoding="utf-8")
    LISTED.write_text(listed(), encoding="utf-8")
