"""Roles of a Discord server as prizes (SH-12)."""

from __future__ import annotations

import re

import discord

from bot.discord_io.answering.reply import UNSENT, interaction_of
from bot.front.protocols import Reply
from bot.front.typed import RoleOutOfReach, RoleTooMighty

_ROLE = re.compile(r"(?:<@&)?([0-9]{1,20})>?")


class DiscordPrizeRoles:
    """Finds and gives them."""

    def named(self, reply: Reply, text: str) -> int:
        """The role of this server that a text names, if the bot can give it; else `RoleOutOfReach`."""
        return _role(reply, text).id

    def require_own(self, reply: Reply, role: int) -> None:
        """Refuse a role with a permission that the manager lacks, who could else claim it for themselves."""
        giver = interaction_of(reply).user
        if not (
            isinstance(giver, discord.Member)
            and _role(reply, str(role)).permissions <= giver.guild_permissions
        ):
            raise RoleTooMighty

    async def give(self, reply: Reply, role: int, why: str) -> None:
        """Give it to whoever asks; `RoleOutOfReach` if Discord refuses."""
        winner = interaction_of(reply).user
        if isinstance(winner, discord.Member):
            try:
                await winner.add_roles(discord.Object(role), reason=why)
            except UNSENT as refused:
                raise RoleOutOfReach from refused


def _role(reply: Reply, text: str) -> discord.Role:
    found, guild = _ROLE.fullmatch(text.strip()), interaction_of(reply).guild
    role = guild.get_role(int(found[1])) if found and guild else None
    if role is None or not role.is_assignable() or not role.guild.me.guild_permissions.manage_roles:
        raise RoleOutOfReach
    return role
