"""The commands as Discord is told them; `python -m tests.bot.uploaded_commands` writes them down."""

from __future__ import annotations

import json
from pathlib import Path

import discord

from bot.cogs import COGS
from bot.discord_io.answering.interactions import Tree
from bot.discord_io.setup.commands import add_commands

WRITTEN = Path(__file__).with_name("uploaded_commands.json")


def uploaded() -> str:
    """All commands, as JSON, a line for each value."""
    tree = Tree(discord.Client(intents=discord.Intents.none()))
    add_commands(tree, COGS)
    told = [each.to_dict(tree) for each in tree.get_commands()]
    return json.dumps(told, indent=1, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    WRITTEN.write_text(uploaded(), encoding="utf-8")
