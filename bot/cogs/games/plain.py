"""The default commands of a plugin game without commands of its own: `open` and `rules`."""

from __future__ import annotations

from bot.cogs.games.common import (
    BUY_IN,
    INVITED,
    PACE,
    PACE_CHOICES,
    PRACTICE,
    BuyIn,
    GameCommands,
    Opening,
)
from bot.front.decorators import command, group
from bot.front.protocols import Context
from bot.screens.catalog import FACES
from bot.screens.learn.rules import page_screen
from games.catalog import GAMES

DESCRIPTION_MAX = 100
"""Discord's maximum length of a description."""


def plain_commands(key: str) -> type[GameCommands]:
    """Return a cog class with the default commands of a game."""
    game, face = GAMES[key], FACES[key]

    async def open_table(
        self: GameCommands,
        ctx: Context,
        buy_in: BuyIn = game.buy_in,
        practice: bool = False,
        invited: bool = False,
        pace: str = "live",
    ) -> None:
        rules = await self._usual_rules(ctx)
        await self._open_table(ctx, rules, buy_in, Opening(practice, invited, pace))

    async def show_rules(_self: GameCommands, ctx: Context) -> None:
        await ctx.send_ephemeral(page_screen(key, 0))

    open_table.__doc__ = f"Open a table of {game.title} in this channel."[:DESCRIPTION_MAX]
    show_rules.__doc__ = f"How {game.title} is played."[:DESCRIPTION_MAX]
    open_command = command(
        called="open",
        is_public=True,
        buy_in=BUY_IN,
        practice=PRACTICE,
        invited=INVITED,
        pace=PACE,
        choices=PACE_CHOICES,
    )(open_table)
    methods = {"game": game, "open": open_command, "rules": command(called="rules")(show_rules)}
    cog = type(f"{type(game).__name__}Commands", (GameCommands,), methods)
    return group(face.command, f"{game.title}: {face.intro}"[:DESCRIPTION_MAX])(cog)
