"""`/tournament`: the commands of its players, organisers and spectators."""

from __future__ import annotations

from discord import app_commands
from discord.ext import commands

from bot.cogs.tournament.organiser import OrganiserCommands
from bot.cogs.tournament.plan import Planning
from bot.cogs.tournament.player import Playing
from games.engine.core.sentences import phrase


@app_commands.guild_only()
class TournamentCommands(
    Playing,
    OrganiserCommands,
    Planning,
    commands.GroupCog,
    group_name="tournament",
    group_description=phrase("Tournaments: enter, play, run them"),
):
    """All of `/tournament`: Discord knows one group, the code three subjects."""
