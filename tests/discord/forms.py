"""Forms as people fill them in."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from simcord.builders import ChannelHandle, RoleHandle
from simcord.enums import ComponentType, InteractionType
from simcord.results import InteractionResult

from tests.discord.message import Component, Message
from tests.discord.tavern import Player, Press, Room


async def fill_in(player: Player, button: str, **given: Any) -> str:
    """Fill in a form, as far as something is given; the words of what comes of it.

    Channels and roles are given by their ids.
    """
    return await fill(player, await player.press(button), **given)


async def fill(player: Player, form: InteractionResult, **given: Any) -> str:
    """Fill in a form that was opened, as far as something is given; the words of what comes of it."""
    assert form.modal is not None
    fields = {each["component"]["custom_id"]: each["component"] for each in form.modal["components"]}
    assert given.keys() <= fields.keys()
    filled = {name: given[name] if name in given else shown_in(each) for name, each in fields.items()}
    sent = {name: as_sent(player.room, fields[name], filled[name]) for name in fields}
    await player.member.submit_modal(form, sent)
    return player.told


async def correct(host: Player, kind: str, whom: Player, **given: str) -> str:
    """Correct a player's chips or table, behind the notice's *More …*; return the answer."""
    await host.press("cup_more")
    await host.press("correct")
    choice = f"t:1:correct_whom:{kind}"
    form = await host.member.select(host.whispered.sent, [whom.member], custom_id=choice)
    return await fill(host, form, **given)


def shown_in(field: Component) -> Any:
    """Return the value of a form's field before the user has touched it."""
    match field["type"]:
        case ComponentType.TEXT_INPUT:
            return str(field.get("value") or "")
        case ComponentType.CHANNEL_SELECT | ComponentType.ROLE_SELECT:
            return [int(each["id"]) for each in field.get("default_values", [])]
        case ComponentType.CHECKBOX:
            return field.get("default", False)
        case _:
            chosen = [str(each["value"]) for each in field["options"] if each.get("default")]
            return chosen if field.get("max_values", 1) > 1 else chosen[0]


def as_sent(room: Room, field: Component, value: Any) -> Any:
    """Return the value that SimCord's client is given for a field."""
    match field["type"]:
        case ComponentType.CHANNEL_SELECT:
            return [*channels(room, value)]
        case ComponentType.ROLE_SELECT:
            roles = room.env.backend.guilds[room.guild.id].roles
            return [RoleHandle(room.env, room.guild, roles[each]) for each in value]
        case ComponentType.CHECKBOX:
            return bool(value)
        case ComponentType.STRING_SELECT:
            return value if isinstance(value, list) else [str(value)]
        case _:
            return str(value)


def channels(room: Room, ids: Iterable[int]) -> Iterable[ChannelHandle]:
    """Channels as SimCord hands them out."""
    return (ChannelHandle(room.env, room.guild, room.env.backend.get_channel(each)) for each in ids)


async def send_form(player: Player, form: InteractionResult, **given: str | list[str]) -> str:
    """Send a form back with values that no client would let through; the words of the answer."""
    assert form.modal is not None
    room, parts = player.room, []
    for label in form.modal["components"]:
        field = label["component"]
        name, kind = field["custom_id"], field["type"]
        value = given.get(name, shown_in(field))
        raw = [str(each) for each in value] if isinstance(value, list) else value
        key = "values" if isinstance(raw, list) else "value"
        parts.append({"type": label["type"], "component": {"type": kind, "custom_id": name, key: raw}})
    press = room.prepare(Press(player, next(player.looks_back()).id, form.modal["custom_id"]))
    press.payload["type"] = InteractionType.MODAL_SUBMIT
    press.payload["data"] = {"custom_id": form.modal["custom_id"], "components": parts}
    await room.deliver(press)
    assert press.result.response is not None
    return Message(press.result.response).words.strip()
