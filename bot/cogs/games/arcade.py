"""The arcade of a game: its scoreboard, its prizes, and claiming them (SH-12)."""

from __future__ import annotations

import re

import discord
from discord import app_commands

from bot.cogs.games.opening import GameCommands
from bot.cogs.taproom_cog import command
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
from bot.discord_io.forms import reading
from bot.discord_io.places import place_of
from bot.discord_io.reply import UNSENT, Interaction, Reply
from bot.screens.core.money import points_of
from bot.screens.core.people import ranking
from bot.screens.core.screen import say
from bot.screens.games.arcade import prizes_screen, put_up_screen, won_screen
from bot.text.translate import _
from games.engine.core.errors import NotOffered
from storage import scores
from storage.scores import TEXT_LENGTH, Gift, Prize

NAME_LENGTH = 40
"""The length at which 25 prizes always fit into one message."""
CHOICES_MAX = 25
_ROLE = re.compile(r"(?:<@&)?([0-9]{1,20})>?")


class Arcade(GameCommands):
    """Commands of games whose points last from game to game."""

    prize = app_commands.Group(name="prize", description="Managers: what points earn")

    @command()
    async def scoreboard(self, reply: Reply) -> None:
        """Who has the most points."""
        key = self.game.key
        best = await self.bot.database.read_long(lambda tx: scores.top(tx, reply.server, key))
        await reply.whisper(ranking(_("Scoreboard"), best, points_of, _("Nobody has any yet.")))

    @command()
    async def prizes(self, reply: Reply) -> None:
        """What your points earn."""
        server, key, player = reply.server, self.game.key, reply.player
        settings = await self._settings(reply)
        prizes, claimed, points = await self.bot.database.read(
            lambda tx: (
                scores.prizes(tx, server, key),
                scores.claimed(tx, server, key, player),
                scores.of_player(tx, server, key, player),
            )
        )
        await reply.whisper(prizes_screen(prizes, claimed, points, settings.currency))

    @command(prize="Which")
    async def claim(self, reply: Reply, prize: str) -> None:
        """Take a prize that you have the points for."""
        server, key, press = reply.server, self.game.key, press_of(reply.interaction)
        settings = await self._settings(reply)
        # Checked before the prize is claimed, which happens only once.
        meant = await self.bot.database.read(lambda tx: scores.find_prize(tx, server, key, prize))
        role = _role(reply.interaction, meant.value) if meant.gift == "role" else None
        won = await self.bot.tavern.once(
            press, lambda tx: scores.claim(tx, server, key, press.player, meant.name, press.at)
        )
        winner = reply.interaction.user
        if role is not None and isinstance(winner, discord.Member):
            try:
                await winner.add_roles(role, reason=f"{self.game.title}: {won.name}")
            except UNSENT as refused:
                await self.bot.database.write(
                    lambda tx: scores.unclaim(tx, server, key, press.player, won.name)
                )
                raise RoleOutOfReach from refused
        await reply.whisper(won_screen(won, settings.currency))

    @command(
        prize,
        name="Its name",
        threshold="How many points it takes",
        gift="What kind of gift",
        value="The words, the role, or how many coins",
    )
    async def add(self, reply: Reply, name: str, threshold: Sum, gift: Gift, value: str) -> None:
        """Managers: put up a prize."""
        settings = await self._settings(reply)
        require_manager(reply.interaction)
        called = words(name, NAME_LENGTH)
        fresh = Prize(called, threshold, gift, _worth(reply.interaction, gift, value))
        await self._once(reply, lambda tx: scores.add_prize(tx, reply.server, self.game.key, fresh))
        await reply.whisper(put_up_screen(fresh, settings.currency))

    @command(prize, name="Which")
    async def remove(self, reply: Reply, name: str) -> None:
        """Managers: take a prize back."""
        require_manager(reply.interaction)
        await self._once(reply, lambda tx: scores.remove_prize(tx, reply.server, self.game.key, name))
        await reply.whisper(say(_("That prize isn’t on offer any more.")))

    @claim.autocomplete("prize")
    @remove.autocomplete("name")
    async def offer_names(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        """The prizes whose names contain what was typed."""
        prizes = await self._prizes(interaction)
        fitting = [each.name for each in prizes if scores.folded(typed) in scores.folded(each.name)]
        return [app_commands.Choice(name=each, value=each) for each in fitting[:CHOICES_MAX]]

    async def _prizes(self, interaction: Interaction) -> tuple[Prize, ...]:
        server, key = place_of(interaction), self.game.key
        return await self.bot.database.read(lambda tx: scores.prizes(tx, server, key))


def _worth(interaction: Interaction, gift: Gift, value: str) -> str:
    """A prize's value as typed by a manager, checked."""
    match gift:
        case "role":
            return str(_own_role(interaction, value))
        case "money":
            with reading("value"):
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
