"""A visit of an interaction: nothing else reads one for what somebody pressed, where, and who they are."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Protocol, cast

import discord

from bot.discord_io.answering.places import is_unseen, place_of
from bot.discord_io.answering.refusals import lacking
from bot.front.visit import Kind, PressedMessage, Somebody, Visit
from bot.text.translate import plain_name
from storage.play.postings import ELSEWHERE, is_server

KINDS: dict[discord.InteractionType, Kind] = {
    discord.InteractionType.component: "press",
    discord.InteractionType.modal_submit: "form",
}


class _Clocked(Protocol):
    """What is needed of the house: the time."""

    now: Callable[[], float]


class _Keeper(Protocol):
    """What is needed of the bot: its house."""

    house: _Clocked


def visit_of(interaction: discord.Interaction[Any]) -> Visit:
    """The visit behind an interaction; in a server of ours Discord vouches for membership, rights, roles."""
    place, user, message = place_of(interaction), interaction.user, interaction.message
    is_here = is_server(place)
    return Visit(
        id=interaction.id,
        at=cast(_Keeper, interaction.client).house.now(),
        person=person_of(user),
        kind=KINDS.get(interaction.type, "command"),
        language=interaction.locale.value,
        place=place,
        channel=interaction.channel_id or 0,
        parent=getattr(interaction.channel, "parent_id", None) or 0,
        is_member=is_here,
        is_unseen=place == ELSEWHERE and is_unseen(interaction),
        lacking=lacking(interaction) if is_here else (),
        manages=is_here and interaction.permissions.manage_guild,
        roles=frozenset(each.id for each in user.roles)
        if is_here and isinstance(user, discord.Member)
        else frozenset(),
        message=None if message is None else PressedMessage(message.id, message.flags.ephemeral),
        **carried(dict(interaction.data or {})),
    )


def person_of(user: discord.User | discord.Member) -> Somebody:
    """Somebody as Discord names them."""
    name = plain_name(user.display_name, user.name)
    return Somebody(
        user.id, name, plain_name(user.name, ""), user.bot, is_member=isinstance(user, discord.Member)
    )


def carried(data: Mapping[str, Any]) -> dict[str, Any]:
    """What a press or a form brings along, as a visit's `action`, `values`, `people` and `fields`.

    Any kind of component is read, those that are new as well (F-42).
    """
    values = data.get("values")
    return {
        "action": str(data.get("custom_id", "")),
        "values": tuple(map(str, values)) if isinstance(values, list) else (),
        "people": _people(data) if "resolved" in data else {},
        "fields": _fields(data) if "components" in data else {},
    }


def _people(data: Mapping[str, Any]) -> dict[int, bool]:
    """Those among whom somebody chose, and which of them are bots."""
    resolved = data.get("resolved")
    users = resolved.get("users") if isinstance(resolved, dict) else None
    known = users if isinstance(users, dict) else {}
    return {
        int(each): bool(user.get("bot"))
        for each, user in known.items()
        if str(each).isdecimal() and isinstance(user, dict)
    }


def _fields(data: Mapping[str, Any]) -> dict[str, str]:
    """What was filled into a form, by the fields' names; of several that were chosen, each is a word."""
    found: dict[str, str] = {}
    parts = data.get("components")
    for part in parts if isinstance(parts, list) else []:
        field = part.get("component") if isinstance(part, dict) else None
        if isinstance(field, dict):
            values = field.get("values")
            value = " ".join(map(str, values)) if isinstance(values, list) else field.get("value")
            found[str(field.get("custom_id"))] = value if isinstance(value, str) else "on" * (value is True)
    return found
