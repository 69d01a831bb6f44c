"""A player who types every command and presses every button that appears."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from simcord import interactions
from simcord.enums import ComponentType
from simcord.results import InteractionResult

from tests.discord.commands import forgive
from tests.discord.forms import as_sent, shown_in
from tests.discord.message import Component, Message
from tests.discord.tavern import Player, Press

TEXT, MEMBER, FILE, UPLOAD = 3, 6, 11, 19
KEPT_BACK = "t:0:settings_typed:money"
"""A form that is looked at only: a currency that has its usual name is not to be given one."""
LEFT_OUT = frozenset({"forget_me", "daily:knights_heads", "daily:dividha"})
"""Buttons that are not pressed here: the end of everything, and deals that take seconds to grade."""


async def type_everything(player: Player, other: Player) -> list[InteractionResult]:
    """Every command that a person is offered, with no more than it asks for, and what came of each."""
    room = player.room
    typed = []
    for name in player.member.available_commands(room.channel):
        needed = [each for each in _options(player, name) if each.get("required")]
        given = {each["name"]: _typed(each, other) for each in needed}
        for each in needed:
            if each.get("autocomplete"):
                await player.member.autocomplete(room.channel, name, each["name"], "")
        typed.append(await player.member.slash(room.channel, name, **given))
    return typed


async def look_around(player: Player, results: list[InteractionResult], often: int) -> None:
    """Press and choose what answers offer, and what the answers to that offer: of each kind so often."""
    seen, waiting = Counter[str](), [*results]
    for result in waiting:  # grows on the way
        if result.modal is not None:
            if not result.modal["custom_id"].startswith(KEPT_BACK):
                waiting.append(await send_back(player, result))
            continue
        for press in _offered(player, result):
            _letter, _table, verb, *more = press.custom_id.split(":")
            if seen[verb] < often and LEFT_OUT.isdisjoint({verb, ":".join((verb, *more))}):
                seen[verb] += 1
                waiting += await player.room.deliver(press)
    forgive(player.room)


def _options(player: Player, name: str) -> list[Component]:
    root, *path = name.split()
    offered = player.room.env.backend.visible_commands(user_id=player.id, channel_id=player.room.channel.id)
    leaf, _nesting = interactions.walk_to_subcommand(
        next(each for each in offered if each["name"] == root), path
    )
    options: list[Component] = leaf.get("options", [])
    return options


def _typed(option: Component, other: Player) -> Any:
    if option["type"] == MEMBER:
        return other.member
    if option["type"] == FILE:
        return "empty.json", b"{}"
    if option.get("choices"):
        return option["choices"][0]["value"]
    return "x" * option.get("min_length", 1) if option["type"] == TEXT else option.get("min_value", 1)


def _offered(player: Player, result: InteractionResult) -> Iterator[Press]:
    """All that can be pressed or chosen on what a press was answered with."""
    for answer in filter(None, (result.response, *result.followups)):
        yield from ways(player, Message(answer))


def ways(player: Player, message: Message) -> Iterator[Press]:
    """All that can be pressed or chosen on a message."""
    yield from (Press(player, message.id, action) for action in message.buttons.values())
    for each in message.parts:
        if each["type"] == ComponentType.STRING_SELECT:
            for line in each["options"]:
                yield Press(player, message.id, each["custom_id"], (line["value"],))


async def send_back(player: Player, form: InteractionResult) -> InteractionResult:
    """A form as it is shown; where nothing stands yet, a letter."""
    assert form.modal is not None
    fields = [each["component"] for each in form.modal["components"] if "component" in each]
    filled = {}
    for each in fields:
        if each["type"] != UPLOAD:
            shown = shown_in(each) or ("x" if each["type"] == ComponentType.TEXT_INPUT else [])
            filled[each["custom_id"]] = as_sent(player.room, each, shown)
    return await player.member.submit_modal(form, filled)
