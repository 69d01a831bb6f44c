"""The arcade of a game: its scoreboard, its prizes, and claiming them (SH-12)."""

from __future__ import annotations

import re
from typing import ClassVar

import discord
from discord import app_commands

from bot.cogs.taproom_cog import TaproomCog
from bot.discord_io.command_input import (
    AMOUNT_MAX,
    RoleOutOfReach,
    RoleTooMighty,
    Sum,
    press_of,
    require_manager,
    whole,
    words,
)
from bot.discord_io.interactions import answering
from bot.discord_io.reply import UNSENT, Interaction
from bot.screens.core.money import points_of
from bot.screens.core.people import ranking
from bot.screens.core.screen import say
from bot.screens.games.arcade import prizes_screen, put_up_screen, won_screen
from bot.text.translate import _
from games.engine.core.errors import NotOffered
from games.engine.core.game import AnyGame
from storage import scores
from storage.errors import NoSuchPrize
from storage.scores import TEXT_LENGTH, Gift, Prize
from storage.transaction import Transaction

NAME_LENGTH = 40
"""The length at which 25 prizes always fit into one message."""
CHOICES_MAX = 25
_ROLE = re.compile(r"(?:<@&)?([0-9]{1,20})>?")


class Arcade(TaproomCog):
    """Commands of games whose points last from game to game."""

    game: ClassVar[AnyGame]
    prize = app_commands.Group(name="prize", description="Managers: what points earn")

    @app_commands.command(name="scoreboard", description="Who has made the most points")
    async def scoreboard(self, interaction: Interaction) -> None:
        """Show the ten players with the most points."""
        async with answering(interaction) as reply:
            server, key = interaction.guild_id or 0, self.game.key
            best = await self.bot.database.read_long(lambda tx: scores.top(tx, server, key))
            rows = [(player, points_of(points)) for player, points in best]
            await reply.whisper(ranking(_("Scoreboard"), rows, _("Nobody has any yet.")))

    @app_commands.command(name="prizes", description="What your points earn")
    async def prizes(self, interaction: Interaction) -> None:
        """Show all prizes, and the reader's points."""
        server, key, player = interaction.guild_id or 0, self.game.key, interaction.user.id
        async with answering(interaction) as reply:
            settings = await self.bot.tavern.settings(server)
            prizes, claimed, points = await self.bot.database.read(
                lambda tx: (
                    scores.prizes(tx, server, key),
                    scores.claimed(tx, server, key, player),
                    scores.of_player(tx, server, key, player),
                )
            )
            await reply.whisper(prizes_screen(prizes, claimed, points, settings.currency))

    @app_commands.command(name="claim", description="Take a prize that you have the points for")
    @app_commands.describe(prize="Which")
    async def claim(self, interaction: Interaction, prize: str) -> None:
        """Claim a prize, once per player; if its role cannot be given, it stays unclaimed."""
        server, key, press = interaction.guild_id or 0, self.game.key, press_of(interaction)
        async with answering(interaction) as reply:
            settings = await self.bot.tavern.settings(server)
            role = await self._role_of(interaction, prize)
            won = await self.bot.tavern.once(
                press, lambda tx: scores.claim(tx, server, key, press.player, prize, press.at)
            )
            if role is not None and isinstance(interaction.user, discord.Member):
                try:
                    await interaction.user.add_roles(role, reason=f"{self.game.title}: {won.name}")
                except UNSENT as refused:
                    await self.bot.database.write(
                        lambda tx: scores.unclaim(tx, server, key, press.player, prize)
                    )
                    raise RoleOutOfReach from refused
            await reply.whisper(won_screen(won, settings.currency))

    @prize.command(name="add", description="Managers: put up a prize")
    @app_commands.describe(
        name="What it is called",
        threshold="How many points it takes",
        gift="What kind of gift",
        value="The words, the role, or how many coins",
    )
    async def add(self, interaction: Interaction, name: str, threshold: Sum, gift: Gift, value: str) -> None:
        """Add a prize."""
        server, key = interaction.guild_id or 0, self.game.key
        async with answering(interaction) as reply:
            settings = await self.bot.tavern.settings(server)
            require_manager(interaction)
            fresh = Prize(words(name, NAME_LENGTH), threshold, gift, _worth(interaction, gift, value))
            await self.bot.tavern.once(
                press_of(interaction), lambda tx: scores.add_prize(tx, server, key, fresh)
            )
            await reply.whisper(put_up_screen(fresh, settings.currency))

    @prize.command(name="remove", description="Managers: take a prize back")
    @app_commands.describe(name="Which")
    async def remove(self, interaction: Interaction, name: str) -> None:
        """Remove a prize; players who have it keep it."""
        async with answering(interaction) as reply:
            require_manager(interaction)
            server, key = interaction.guild_id or 0, self.game.key
            await self.bot.tavern.once(
                press_of(interaction), lambda tx: scores.remove_prize(tx, server, key, name)
            )
            await reply.whisper(say(_("That prize is no longer up.")))

    @claim.autocomplete("prize")
    @remove.autocomplete("name")
    async def offer_names(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        """The prizes whose names contain what was typed."""
        server, key = interaction.guild_id or 0, self.game.key
        prizes = await self.bot.database.read(lambda tx: scores.prizes(tx, server, key))
        fitting = [each.name for each in prizes if typed.casefold() in each.name.casefold()]
        return [app_commands.Choice(name=each, value=each) for each in fitting[:CHOICES_MAX]]

    async def _role_of(self, interaction: Interaction, name: str) -> discord.Role | None:
        """The role that a prize gives, if any, checked before the prize is claimed."""
        server, key = interaction.guild_id or 0, self.game.key

        def find(tx: Transaction) -> Prize | None:
            return next((each for each in scores.prizes(tx, server, key) if each.name == name), None)

        prize = await self.bot.database.read(find)
        if prize is None:
            raise NoSuchPrize
        return _role(interaction, prize.value) if prize.gift == "role" else None


def _worth(interaction: Interaction, gift: Gift, value: str) -> str:
    """A prize's value as typed by a manager, checked."""
    match gift:
        case "role":
            return str(_own_role(interaction, value))
        case "money":
            return str(whole(value, 1, AMOUNT_MAX))
        case "text":
            return words(value, TEXT_LENGTH)
        case _:  # Discord's own client offers nothing else
            raise NotOffered


def _own_role(interaction: Interaction, text: str) -> int:
    """A role with no permission that the manager lacks, who could otherwise claim it themselves."""
    role, giver = _role(interaction, text), interaction.user
    if not (isinstance(giver, discord.Member) and role.permissions <= giver.guild_permissions):
        raise RoleTooMighty
    return role.id


def _role(interaction: Interaction, text: str) -> discord.Role:
    """A role of this server that the bot can give, or `RoleOutOfReach`."""
    found, guild = _ROLE.fullmatch(text.strip()), interaction.guild
    role = guild.get_role(int(found[1])) if found and guild else None
    if role is None or not role.is_assignable() or not role.guild.me.guild_permissions.manage_roles:
        raise RoleOutOfReach
    return role
