"""Slash commands as people type them, and as no client of Discord's would send them."""

from __future__ import annotations

import re
from typing import Any

from simcord import interactions
from simcord.enums import InteractionType
from simcord.results import InteractionResult

from bot.discord_io.answering.refusals import sentence
from games.stone_hand.game import STONE_HAND
from storage.books import ledger
from storage.standing import scores
from tests.discord.message import Message
from tests.discord.tavern import Player, Room

ABSURD = (0, -1, 2**53, 2**63, 10**30, 1.5, float("nan"), "1e9", "١٢٣", "")
"""What F-43 names, as the value of a whole number."""
NOT_ALLOWED = "Only people who may manage this server can do that."


async def type_in(player: Player, command: str, **options: Any) -> str:
    """Type a command; the words of its answer."""
    given = {name: getattr(each, "member", each) for name, each in options.items()}
    result = await player.member.slash(player.room.channel, command, **given)
    return answer_of(result)


def answer_of(result: InteractionResult) -> str:
    """The words with which a command was answered; the last ones, where there were more."""
    answers = [*([result.response] if result.response else []), *result.followups]
    assert answers, "no answer at all"
    return Message(answers[-1]).words.strip()


async def close_table(host: Player) -> None:
    """Close the newest table with its buttons; a manager calls off the hand that is still played there."""
    number = re.search(r"table (\d+)", host.table.words)
    assert number is not None
    await host.press("close")
    await host.press("close_now")
    if (await host.room.table(int(number[1]))).table.phase != "closed":
        boss = host.room.person("closer", is_manager=True)
        await type_in(boss, "manage call-off", table=int(number[1]), reason="closing time")


async def call_off(host: Player, why: str = "", **options: Any) -> str:
    """Call a tournament off, and say why; the words of the answer."""
    form = await host.member.slash(host.room.channel, "organise cancel", **options)
    assert form.modal is not None
    await host.member.submit_modal(form, {"text": why})
    return host.told


async def forge(player: Player, command: str, times: int = 1, **options: Any) -> str:
    """Send a command once or more often, with values that Discord's client would not let through."""
    room = player.room
    backend = room.env.backend
    first, *rest = command.split()
    root = next(
        each
        for each in backend.visible_commands(user_id=player.id, channel_id=room.channel.id)
        if each["name"] == first
    )
    leaf, nesting = interactions.walk_to_subcommand(root, rest)
    kinds = {each["name"]: each["type"] for each in leaf["options"]}
    resolved: dict[str, Any] = {}
    written = []
    for name, value in options.items():
        if isinstance(value, Player):
            is_here = value.id in backend.get_guild(room.guild.id).members
            handle = value.member if is_here else value.member.user
            interactions.resolve_handle(player.member, handle, resolved, channel_id=room.channel.id)
        raw = str(value.id) if isinstance(value, Player) else value
        written.append({"name": name, "type": kinds[name], "value": raw})
    data: dict[str, Any] = {
        "id": root["id"],
        "name": first,
        "type": 1,
        "options": interactions.nest_options(root, nesting, written),
        "resolved": resolved,
    }
    record, payload = interactions.base_payload(
        backend,
        type=InteractionType.APPLICATION_COMMAND,
        channel_id=room.channel.id,
        guild_id=room.guild.id,
        user_id=player.id,
        data=data,
    )
    for _ in range(times):
        backend.emit("INTERACTION_CREATE", payload)
    await room.env.settle()
    forgive(room)
    return answer_of(InteractionResult(room.env, record))


def forgive(room: Room) -> None:
    """SimCord counts a malformed option as an error of the bot's; it is a person's, where it has words."""
    ours = [each for each in room.env.errors if sentence(each, "coins") is None]
    room.env._errors[:] = ours


async def give(player: Player, amount: int) -> None:
    """Coins out of nowhere."""
    room = player.room
    server, why = room.guild.id, ledger.Why("grant", room.env.now().timestamp())
    await room.bot.house.database.write(
        lambda tx: ledger.transfer(tx, ledger.bank(server), ledger.wallet(server, player.id), amount, why)
    )


async def score(player: Player, points: int) -> None:
    """Points, as the arcade gives them."""
    server = player.room.guild.id
    await player.room.bot.house.database.write(
        lambda tx: scores.add(tx, server, STONE_HAND.key, player.id, points)
    )


async def transfers(room: Room) -> list[tuple[str, int, str, int | None]]:
    """What stands in the books, oldest first: reason, amount, note, and who ordered it."""
    rows = await room.read(
        lambda tx: tx.all("SELECT reason, amount, note, by_player FROM transfers ORDER BY id")
    )
    return [(reason, amount, note, by) for reason, amount, note, by in rows]
