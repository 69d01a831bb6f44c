"""Whom and what the page knows by name in a server: whom it met there, and what the bot sees."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Collection, Mapping

import discord

from bot.hosted.places import Places
from bot.page.assets import sprites
from bot.text.translate import _, isolated, plain_name

KNOWN_MAX = 500
"""How many people are known by name in one server; whoever was met longest ago is forgotten."""
SERVERS_MAX = 1_000


class Companies:
    """The company of each server."""

    def __init__(self, places: Places, is_command: Callable[[str], bool]) -> None:
        self._places = places
        self._is_command = is_command
        self._known: OrderedDict[int, ServerCompany] = OrderedDict()

    def of(self, server: int) -> ServerCompany:
        """Who is known in a server."""
        if server not in self._known:
            self._known[server] = ServerCompany(self._places, server, self._is_command)
            if len(self._known) > SERVERS_MAX:
                self._known.popitem(last=False)
        self._known.move_to_end(server)
        return self._known[server]


class ServerCompany:
    """Whom and what is known by name in one server."""

    def __init__(self, places: Places, server: int, is_command: Callable[[str], bool]) -> None:
        self._places = places
        self._server = server
        self._is_command = is_command
        self._names: OrderedDict[int, str] = OrderedDict()

    @property
    def sprites(self) -> Collection[str]:
        """The sprites that there are."""
        return sprites()

    def meet(self, player: int, name: str) -> None:
        """Note what somebody is called here."""
        self._names[player] = plain_name(name, name)
        self._names.move_to_end(player)
        if len(self._names) > KNOWN_MAX:
            self._names.popitem(last=False)

    def person(self, player: int) -> str:
        """What somebody is called here."""
        return isolated(self._names[player]) if player in self._names else _("somebody")

    def people(self) -> Mapping[int, str]:
        """Everybody known here."""
        return self._names

    def channel(self, channel: int) -> str:
        """What a channel is called."""
        return f"#{self.channels().get(channel, '…')}"

    def channels(self) -> Mapping[int, str]:
        """The channels that tables can stand in, and that everybody here can see."""
        guild = self._places.known(self._server)
        found = () if guild is None else guild.channels
        return {
            each.id: each.name
            for each in found
            if not isinstance(each, discord.CategoryChannel)
            and each.permissions_for(each.guild.default_role).view_channel
        }

    def roles(self) -> Mapping[int, str]:
        """The roles there are."""
        guild = self._places.known(self._server)
        return {} if guild is None else {each.id: each.name for each in guild.roles}

    def is_command(self, name: str) -> bool:
        """Whether a command can be pressed here."""
        return self._is_command(name)
