"""Checks of what commands and forms are given, in one place."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Protocol, TypeAlias, cast

import discord
from discord import app_commands

from bot.discord_io.forms import is_id
from bot.discord_io.permissions import require_writable
from bot.discord_io.places import place_of, require_reached
from bot.discord_io.reply import Interaction
from bot.tavern.actions import Request
from bot.tavern.tables import Tavern
from bot.text.escape import plain_name, plain_text
from bot.text.numbers import narrow, read_number
from games.engine.core.errors import NotOffered, Slip
from games.engine.core.sentences import phrase
from storage.places import is_server
from storage.settings import ServerSettings

_INDEX = re.compile(r"[0-9]{1,3}")
_THREE = re.compile(r"([0-9])[ ,;-]*([0-9])[ ,;-]*([0-9])")
AMOUNT_MAX = 10**9
"""The largest amount that a person can type."""


class NotAllowed(Slip):
    """Only managers may do that."""

    says = phrase("Only people who may manage this server can do that.")


@dataclass(eq=False)
class NotHere(Slip):
    """Tables are not allowed in this channel."""

    says = phrase("Tables are opened in these channels: {channels}.")
    channels: tuple[int, ...]


@dataclass(eq=False)
class ClosedHere(Slip):
    """Tables are not allowed in these channels, of which this is one."""

    says = phrase("There are no games in {channels}. Tables can be opened in the other channels.")
    channels: tuple[int, ...]


class NotAPerson(Slip):
    """Bots have no wallets, seats or home throws."""

    says = phrase("That’s a bot. Please name a person.")


class NotAMember(Slip):
    """Somebody who is not, or no longer, in this server."""

    says = phrase("Please name someone in this server.")


class NothingToRead(Slip):
    """A text with nothing left that can be shown."""

    says = phrase("I can’t show any of that text. Please use letters or numbers.")


class NotOrganiser(Slip):
    """Only managers and organisers may run tournaments."""

    says = phrase("Only a manager, or somebody with the role for it, can run tournaments.")


@dataclass(eq=False)
class NotThreeNumbers(Slip):
    """A text that is not three numbers from 1 to most."""

    says = phrase("Please give three numbers from 1 to {most}, such as 1-3-5.")
    most: int


class RoleOutOfReach(Slip):
    """A role of another server, or one that the bot cannot give."""

    says = phrase(
        "I can’t give that role. It has to stand below my own, and I need the permission "
        "Manage Roles. A manager can fix that; nothing has changed."
    )


class RoleTooMighty(Slip):
    """A role with permissions that the manager lacks."""

    says = phrase("That role has permissions you lack. Someone who has them must add this prize.")


@dataclass(eq=False)
class Malformed(Slip, app_commands.AppCommandError):
    """A text that is not a whole number from least to most."""

    says = phrase("Please give a whole number from {least} to {most}.")
    least: int
    most: int


class NotText(Slip, app_commands.AppCommandError):
    """Another type where a text is required."""

    says = phrase("Please type some words there.")


class NotOurs(Slip, app_commands.AppCommandError):
    """A command that this version does not have in this form."""

    says = phrase("That command has changed, or isn’t mine. Please pick it from the list again.")


class _Keeper(Protocol):
    """What is needed of the bot: the time."""

    tavern: Tavern


def press_of(interaction: Interaction, organiser_role: int = 0) -> Request:
    """The request behind an interaction; members of `organiser_role` may run tournaments."""
    place = place_of(interaction)
    roles, manages = _roles(interaction, place), _manages(interaction, place)
    return Request(
        interaction.id,
        cast(_Keeper, interaction.client).tavern.now(),
        interaction.user.id,
        plain_name(interaction.user.display_name, interaction.user.name),
        place,
        is_manager=manages,
        is_organiser=manages or organiser_role in roles,
        roles=roles,
        channel=interaction.channel_id or 0,
        handle=plain_name(interaction.user.name, ""),
    )


def given(interaction: Interaction, name: str) -> object:
    """A field of an interaction's data; each kind of interaction has its own."""
    return dict(interaction.data or {}).get(name)


def is_manager(interaction: Interaction) -> bool:
    """Whether somebody may manage the server; nobody does where the bot is not a member."""
    return _manages(interaction, place_of(interaction))


def require_manager(interaction: Interaction) -> None:
    """Raise `NotAllowed` unless the person manages the server."""
    if not is_manager(interaction):
        raise NotAllowed


def _manages(interaction: Interaction, place: int) -> bool:
    return is_server(place) and interaction.permissions.manage_guild


def _roles(interaction: Interaction, place: int) -> frozenset[int]:
    """Somebody's roles in the server where they pressed; none where the bot is not a member."""
    user = interaction.user if is_server(place) else None
    return frozenset(each.id for each in user.roles) if isinstance(user, discord.Member) else frozenset()


def require_organiser(interaction: Interaction, role: int) -> None:
    """Raise `NotOrganiser` unless the person may run tournaments."""
    place = place_of(interaction)
    if not _manages(interaction, place) and role not in _roles(interaction, place):
        raise NotOrganiser


def require_person(user: discord.User | discord.Member) -> None:
    """Refuse a bot."""
    if user.bot:
        raise NotAPerson


def chosen(interaction: Interaction) -> int:
    """The index of the line chosen in a select of ours; raises `NotOffered` when there is none."""
    values = given(interaction, "values")
    first = str(values[0]) if isinstance(values, list) and values else ""
    if not _INDEX.fullmatch(first):
        raise NotOffered
    return int(first)


def all_chosen(interaction: Interaction) -> tuple[int, ...]:
    """The indices of all lines chosen in a select; () for other presses."""
    values = given(interaction, "values")
    lines = [str(each) for each in values] if isinstance(values, list) else []
    return tuple(int(each) for each in lines if _INDEX.fullmatch(each))


def chosen_person(interaction: Interaction) -> tuple[int, bool]:
    """Whom somebody chose in a list of people, and whether that is a bot; `NotOffered` if nobody."""
    return next(iter(_chosen_users(interaction).items()))


def chosen_people(interaction: Interaction) -> tuple[int, ...]:
    """Whom somebody chose in a list of people; `NotAPerson` if a bot is among them."""
    users = _chosen_users(interaction)
    if any(users.values()):
        raise NotAPerson
    return tuple(users)


def _chosen_users(interaction: Interaction) -> dict[int, bool]:
    """Those who were chosen in a list of people, and which of them are bots; `NotOffered` if nobody."""
    values, resolved = given(interaction, "values"), given(interaction, "resolved")
    users = resolved.get("users") if isinstance(resolved, dict) else None
    names = [str(each) for each in values] if isinstance(values, list) else []
    known = users if isinstance(users, dict) else {}
    if not names or not all(is_id(each) and isinstance(known.get(each), dict) for each in names):
        raise NotOffered
    return {int(each): bool(known[each].get("bot")) for each in names}


def filled(interaction: Interaction) -> dict[str, str]:
    """What was filled into a form of ours, by the fields' names.

    A tick is a word, none is empty; of several that were chosen, each is a word.
    """
    found: dict[str, str] = {}
    parts = given(interaction, "components")
    for part in parts if isinstance(parts, list) else []:
        field = part.get("component") if isinstance(part, dict) else None
        if isinstance(field, dict):
            values = field.get("values")
            value = " ".join(map(str, values)) if isinstance(values, list) else field.get("value")
            found[str(field.get("custom_id"))] = value if isinstance(value, str) else "on" * (value is True)
    return found


def typed(interaction: Interaction) -> str:
    """What was typed into a form of ours with one line."""
    return filled(interaction).get("text", "")


def words(text: str, length: int) -> str:
    """A person's words, made harmless and cut to a length; `NothingToRead` if none are left."""
    plain = plain_text(text, length)
    if not plain:
        raise NothingToRead
    return plain


def three_numbers(text: str, most: int) -> tuple[int, int, int]:
    """Three numbers from 1 to most, a digit each, lowest first: `1 3 5`, `5-3-1` or `135`."""
    found = _THREE.fullmatch(narrow(text).strip())
    numbers = sorted(map(int, found.groups())) if found else []
    if not numbers or not 1 <= numbers[0] <= numbers[-1] <= most:
        raise NotThreeNumbers(most)
    return numbers[0], numbers[1], numbers[2]


def whole(text: str, least: int, most: int) -> int:
    """A whole number that a person typed, or `Malformed` (F-43)."""
    number = read_number(text)
    if number is None or not least <= number <= most:
        raise Malformed(least, most)
    return number


def require_known(interaction: Interaction) -> None:
    """Refuse commands that are not ours, and options of the wrong type (F-42, F-43).

    Discord's own client sends neither; an old list of commands, or another program, may.
    """
    command = interaction.command
    if not isinstance(command, app_commands.Command | app_commands.ContextMenu):
        raise NotOurs
    require_reached(interaction, command)
    if isinstance(command, app_commands.ContextMenu):
        return
    values = dict(iter(interaction.namespace))
    for each in command.parameters:
        value = values.get(each.display_name, "")
        if each.type is discord.AppCommandOptionType.string and not isinstance(value, str):
            raise NotText


class Amount(app_commands.Transformer):
    """A whole number from `least` to `most`, as an option of a command.

    Discord's own client keeps to the bounds; anything else is refused in words.
    """

    def __init__(self, least: int = 1, most: int = AMOUNT_MAX) -> None:
        self._least = least
        self._most = most

    @property
    def type(self) -> discord.AppCommandOptionType:
        """A whole number, to Discord."""
        return discord.AppCommandOptionType.integer

    @property
    def min_value(self) -> int:
        """The least that Discord's client lets through."""
        return self._least

    @property
    def max_value(self) -> int:
        """The most that Discord's client lets through."""
        return self._most

    async def transform(self, interaction: Interaction, value: object, /) -> int:  # noqa: ARG002
        """The number, or `Malformed`."""
        if type(value) is not int or not self._least <= value <= self._most:
            raise Malformed(self._least, self._most)
        return value


Sum: TypeAlias = app_commands.Transform[int, Amount()]
"""An amount of the server's currency, as an option of a command."""


def require_channel(interaction: Interaction, settings: ServerSettings) -> None:
    """Raise `NotHere`, or as `require_open` does, where no tables may be; a thread counts as its channel."""
    require_open(interaction, settings)
    if settings.channels and not _here(interaction) & set(settings.channels):
        raise NotHere(settings.channels)


def require_open(interaction: Interaction, settings: ServerSettings) -> None:
    """Raise `ClosedHere` where nobody plays anything (TB-23), `MayNotWrite` where the bot cannot (F-36)."""
    require_writable(interaction)
    if _here(interaction) & set(settings.closed_channels):
        raise ClosedHere(settings.closed_channels)


def _here(interaction: Interaction) -> set[int | None]:
    return {interaction.channel_id, getattr(interaction.channel, "parent_id", None)}
