"""Opening a table and reading its rules: the same for every game."""

from __future__ import annotations

from bot.app import Taproom
from bot.discord_io.command_input import press_of, require_channel
from bot.discord_io.interactions import answering
from bot.discord_io.reply import Interaction, Reply
from bot.screens.games.rules import page_screen
from games.engine.core.game import AnyGame
from games.engine.table.table import Terms


async def open_table(
    bot: Taproom, reply: Reply, game: AnyGame, rules: object, buy_in: int, *, practice: bool
) -> None:
    """Open a table in this channel and seat whoever asked for it."""
    interaction = reply.interaction
    settings = await bot.tavern.settings(interaction.guild_id or 0)
    require_channel(interaction, settings.channels)
    terms = Terms(
        host=interaction.user.id,
        buy_in=buy_in,
        turn_seconds=settings.turn_seconds,
        money="practice" if practice else "coins",
        house_points=settings.house_points,
    )
    press, channel = press_of(interaction), interaction.channel_id or 0
    state = await bot.tavern.open_table(press, channel, game, rules, terms)
    await bot.table_messages.post(reply, state)


async def show_rules(interaction: Interaction, game: AnyGame) -> None:
    """Show the rules of a game, a section at a time."""
    async with answering(interaction) as reply:
        await reply.whisper(page_screen(game.key, 0))
