"""Slash commands as people type them, and as no client of Discord's would send them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from simcord import interactions
from simcord.enums import InteractionType
from simcord.results import InteractionResult

from bot.custom_ids import answer_id
from bot.discord_io.interactions.dispatch import sentence
from games.engine.core.offers import NumberOffer, SplitOffer
from games.stone_hand.game import STONE_HAND
from storage.books import ledger
from storage.standing import scores
from tests.discord.message import Message
from tests.discord.tavern import Player, Press, Room

ABSURD = (0, -1, 2**53, 2**63, 10**30, 1.5, float("nan"), "1e9", "١٢٣", "")
"""The values that F-43 names for a whole number."""
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


async def page(player: Player, command: str, *presses: str, **options: Any) -> str:
    """The words of a page that is some presses away from what a command shows; of its refusal, if any."""
    said = await type_in(player, command, **options)
    for each in presses:
        if player.showing(each) is None:
            return said
        said = answer_of(await player.press(each))
    return said


async def ask_forget(player: Player) -> str:
    """Ask to be forgotten, up to the last question."""
    return await page(player, "me privacy", "ask_forget")


async def about(player: Player) -> str:
    """Return the bot's answer about itself."""
    return await page(player, "help", "about")


async def titles_of(player: Player, **options: Any) -> str:
    """Return the page of a player's titles."""
    return await page(player, "record", "titles", **options)


async def tournaments_of(player: Player) -> str:
    """Return the page of a player's tournaments."""
    return await page(player, "record", "played")


async def home_throws(player: Player) -> str:
    """The page of everybody's home throws."""
    return await page(player, "me home-throw", "homes")


async def kept_by(player: Player) -> str:
    """Return the page of a player's kept hands."""
    return await page(player, "hand history", "kept")


async def past_tournaments(player: Player) -> str:
    """The page of past tournaments."""
    return await page(player, "tournament show", "past")


async def all_series(player: Player) -> str:
    """The page of all series."""
    return await page(player, "tournament show", "series_past")


async def series_page(player: Player, number: int = 1) -> str:
    """The page of a series."""
    await all_series(player)
    (shown,) = await player.room.deliver(Press(player, player.whispered.id, f"t:{number}:series:0"))
    return answer_of(shown)


async def prizes(player: Player) -> str:
    """The page of the arcade's prizes."""
    return await page(player, "board", "prizes", by="points")


async def claim(player: Player, prize: str, times: int = 1) -> str:
    """Take a prize, by a press that is delivered once or more often."""
    await prizes(player)
    pressed = player.room.prepare(player.choosing(player.whispered, f"t:0:claim:{STONE_HAND.key}", prize))
    return answer_of((await player.room.deliver(*[pressed] * times))[0])


async def bet(player: Player, amount: int, *part: int) -> None:
    """Bet any amount at the first table, and how much of it on the first side, as the panel's form has it."""
    state = await player.room.bot.app.tavern.look(1)
    asked = next(each for each in state.view(state.table.seat_of(player.id).seat).questions)
    fitting = (
        each for each in asked.offers if isinstance(each, NumberOffer | SplitOffer) and each.least <= amount
    )
    offer = next(each for each in fitting if amount <= each.most)
    await player.open_panel()
    action = answer_id(1, asked.seat, asked.number, offer, amount, *part)
    await player.room.deliver(Press(player, player.whispered.id, action))


async def close_table(host: Player) -> None:
    """Close the newest table with its buttons; a manager calls off the hand that is still played there."""
    number = re.search(r"table (\d+)", host.table.words)
    assert number is not None
    await host.press("close")
    await host.press("close_now")
    if (await host.room.table(int(number[1]))).table.phase != "closed":
        boss = host.room.person("closer", is_manager=True)
        await type_in(boss, "manage call-off", table=int(number[1]), reason="closing time")


async def call_off(host: Player, why: str = "rain", **options: Any) -> str:
    """Call a tournament off, and say why; the words of the answer."""
    form = await host.member.slash(host.room.channel, "organise cancel", **options)
    assert form.modal is not None
    await host.member.submit_modal(form, {"text": why})
    return host.told


async def list_of(host: Player, number: int = 1) -> list[str]:
    """Return the lines of a tournament's list, as an organiser gets it."""
    tournaments = host.room.bot.app.tournaments
    file = await tournaments.export(await tournaments.look(number), host.id)
    return file.decode("utf-8-sig").splitlines()


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
    server, why = room.guild.id, ledger.TransferInfo("grant", room.env.now().timestamp())
    await room.bot.app.database.write(
        lambda tx: ledger.transfer(
            tx, ledger.bank_account(server), ledger.wallet(server, player.id), amount, why
        )
    )


async def score(player: Player, points: int) -> None:
    """Points, as the arcade gives them."""
    server = player.room.guild.id
    await player.room.bot.app.database.write(
        lambda tx: scores.add(tx, server, STONE_HAND.key, player.id, points)
    )


async def transfers(room: Room) -> list[tuple[str, int, str, int | None]]:
    """Return the transfers in the books, oldest first: reason, amount, note, and who ordered it."""
    rows = await room.read(
        lambda tx: tx.all("SELECT reason, amount, note, by_player FROM transfers ORDER BY id")
    )
    return [(reason, amount, note, by) for reason, amount, note, by in rows]


def everything_sent(room: Room) -> Iterator[tuple[str, str]]:
    """Every text that went to Discord, with the name of its field."""

    def texts(name: str, value: Any) -> Iterator[tuple[str, str]]:
        if isinstance(value, str):
            yield name, value
        elif isinstance(value, dict):
            for key, each in value.items():
                yield from texts(key, each)
        elif isinstance(value, list):
            for each in value:
                yield from texts(name, each)

    for each in room.env.http_requests:
        yield from texts("", each.json)
