"""A tavern on a simulated Discord, and players who read what they can see and press what is offered.

Nothing here knows the rules of a game. What a person does goes through Discord's own payloads;
only `deliver` can send what no client would: a press twice, several in one moment, a made-up custom_id.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, TypeVar

import discord
import simcord
from simcord import interactions
from simcord.actors import MemberActor
from simcord.backend import serializers
from simcord.builders import ChannelHandle, GuildHandle
from simcord.enums import ComponentType, InteractionType
from simcord.results import InteractionResult, ResponseMessage

from bot.cogs import COGS
from bot.discord_bot import TaproomBot, wall_clock
from bot.screens.catalog import FACES
from bot.settings import Settings
from bot.tavern.deadlines import MonotonicClock
from games.engine.core.game import AnyGame
from games.engine.table.table import money
from storage.books import ledger
from storage.db.database import Database
from storage.db.transaction import Transaction
from storage.people import preferences
from storage.play.tables import StoredTable
from tests.discord.message import Component, Message, line_of

THINKS_SECONDS = 2.6
PURSE = 200
T = TypeVar("T")


@dataclass(slots=True)
class Room:
    """A channel of a server, the bot in it, and its database."""

    env: simcord.Env
    path: Path
    guild: GuildHandle
    channel: ChannelHandle
    people: list[Player] = field(default_factory=list)

    @property
    def bot(self) -> TaproomBot:
        """The bot that is running now."""
        bot = self.env.bot
        assert isinstance(bot, TaproomBot)
        return bot

    def person(self, name: str, *, nick: str | None = None, is_manager: bool = False) -> Player:
        """Add a new member to the server."""
        manager = discord.Permissions(manage_guild=True)
        roles = [self.guild.create_role("manager", permissions=manager)] if is_manager else []
        member = self.guild.add_member(self.env.create_user(name), nick=nick, roles=roles)
        player = Player(self, member)
        self.people.append(player)
        return player

    async def wait(self, seconds: float) -> None:
        """Advance the time of all players and the bot."""
        await self.env.advance_time(seconds)

    @property
    def threads(self) -> list[int]:
        """The threads of the channel."""
        channels = self.env.backend.channels
        return [number for number, each in channels.items() if each.is_thread]

    def said_in_threads(self) -> list[str]:
        """The bot's plain words in threads."""
        known = self.env.backend.messages
        return [each.content for number in self.threads for each in known.get(number, {}).values()]

    async def read(self, function: Callable[[Transaction], T]) -> T:
        """Look into the books."""
        return await self.bot.app.database.read(function)

    async def balance(self, account: ledger.Account) -> int:
        """Return an account's balance."""
        return await self.read(lambda tx: ledger.balance(tx, account))

    async def fund_house(self, amount: int) -> None:
        """Give the house players money of their own (TB-12)."""
        server = self.guild.id
        why = ledger.TransferInfo("house_bank", self.env.now().timestamp())
        await self.bot.app.database.write(
            lambda tx: ledger.transfer(
                tx, ledger.bank_account(server), ledger.house_account(server), amount, why
            )
        )

    async def remember(self, player: Player, game: AnyGame, keepsake: object) -> None:
        """Store a player's keepsake for a game, such as a home throw."""
        await self.bot.app.database.write(
            lambda tx: preferences.put_keepsake(tx, self.guild.id, player.id, game, keepsake)
        )

    async def table(self, number: int = 1) -> StoredTable:
        """A table as it is stored."""
        return (await self.bot.app.tavern.look(number)).stored

    async def check_books(self) -> None:
        """The laws of money: every server sums to zero, every table's account holds what lies on it."""
        server = self.guild.id

        def look(tx: Transaction) -> tuple[int, list[tuple[int, int]], list[int]]:
            tables = [
                self.bot.app.tavern.tables.load(tx, each) for (each,) in tx.all("SELECT id FROM tables")
            ]
            held = [
                (
                    ledger.balance(tx, ledger.at_table(server, each.id)),
                    money(each.table, self.bot.app.tavern.games[each.table.game])
                    if each.table.money == "coins"
                    else 0,
                )
                for each in tables
                if each is not None
            ]
            below = [row[0] for row in tx.all("SELECT balance FROM accounts WHERE kind <> 'bank'")]
            return ledger.sum_of_server(tx, server), held, below

        total, held, balances = await self.read(look)
        assert total == 0
        assert all(account == there for account, there in held)
        assert all(balance >= 0 for balance in balances)

    async def restart(self, *, away_seconds: float = 0.0, is_killed: bool = False) -> None:
        """The bot stops, is away for a while, and another one takes over its file."""
        if is_killed:
            # A killed process leaves an unlocked file behind, and says and does no more.
            self.bot.app.clocks.stop()
            self.bot.tournament_news.stop()
            self.bot.table_threads.stop()
            self.bot.turn_pings.clock.stop()
            await self.bot.app.database.close()
        else:
            await self.bot.close()
        if away_seconds:
            await self.env.advance_time(away_seconds)
        await self.env.restart_bot(await make_bot(self.path))

    @contextmanager
    def calls(self) -> Iterator[list[str]]:
        """The calls made to Discord within the block, as their kinds."""
        made: list[str] = []
        before = len(self.env.http_requests)
        yield made
        made.extend(_kind(each.method, each.path) for each in self.env.http_requests[before:])

    def prepare(self, press: Press) -> Delivery:
        """A press as Discord would send it, which can be sent more than once."""
        data: dict[str, Any] = {"custom_id": press.custom_id, "component_type": ComponentType.BUTTON}
        if press.values is not None:
            data |= {"component_type": ComponentType.STRING_SELECT, "values": list(press.values)}
        backend = self.env.backend
        channel = next(number for number, known in backend.messages.items() if press.message in known)
        stored = backend.get_message(channel, press.message)
        record, payload = interactions.base_payload(
            backend,
            type=InteractionType.MESSAGE_COMPONENT,
            channel_id=channel,
            guild_id=backend.get_channel(channel).guild_id,
            user_id=press.player.id,
            data=data,
        )
        record.source_message_id = stored.id
        payload["message"] = dict(serializers.message_payload(backend, stored))
        return Delivery(payload, InteractionResult(self.env, record))

    def prepare_command(self, player: Player, path: str, options: list[Component]) -> Delivery:
        """A command with options that no client would let through."""
        root, *subs = path.split()
        for kind, name in enumerate(reversed(subs), start=1):
            options = [{"name": name, "type": kind, "options": options}]
        data = {"id": "1", "name": root, "type": 1, "options": options}
        record, payload = interactions.base_payload(
            self.env.backend,
            type=InteractionType.APPLICATION_COMMAND,
            channel_id=self.channel.id,
            guild_id=self.guild.id,
            user_id=player.id,
            data=data,
        )
        return Delivery(payload, InteractionResult(self.env, record))

    async def deliver(self, *presses: Press | Delivery) -> list[InteractionResult]:
        """All these reach the bot in the same moment; what came of each."""
        deliveries = [self.prepare(each) if isinstance(each, Press) else each for each in presses]
        for each in deliveries:
            self.env.backend.emit("INTERACTION_CREATE", each.payload)
        await self.env.settle()
        return [each.result for each in deliveries]


@dataclass(frozen=True, slots=True)
class Delivery:
    """An interaction on its way to the bot, and what came of it."""

    payload: Component
    result: InteractionResult


@dataclass(frozen=True, slots=True)
class Press:
    """A press on a message."""

    player: Player
    message: int
    custom_id: str
    values: tuple[str, ...] | None = None


@dataclass(slots=True)
class Player:
    """A person at the keyboard."""

    room: Room
    member: MemberActor

    @property
    def id(self) -> int:
        """The person's id."""
        return self.member.id

    @property
    def mention(self) -> str:
        """The mention of this person in a message."""
        return f"<@{self.id}>"

    def looks_back(self) -> Iterator[Message]:
        """The bot's messages in the channel that this person can see, newest first."""
        env, own = self.room.env, self.id
        stored = env.backend.messages.get(self.room.channel.id, {})
        for number in sorted(stored, reverse=True):
            if stored[number].visible_to(own) and stored[number].author_id != own:
                yield Message(ResponseMessage(env, stored[number]))

    def sees(self) -> list[Message]:
        """The same, oldest first."""
        return [*self.looks_back()][::-1]

    @property
    def table(self) -> Message:
        """The newest message that everybody sees with something on it."""
        return next(each for each in self.looks_back() if not each.sent.ephemeral and each.parts)

    @property
    def notice(self) -> Message:
        """The newest notice of a tournament."""
        return next(each for each in self.looks_back() if "## 🏆" in each.words)

    @property
    def told(self) -> str:
        """The newest words that only this person sees."""
        return next((each.words for each in self.looks_back() if each.sent.ephemeral), "")

    @property
    def is_called(self) -> bool:
        """True if the table says that it is this person's turn."""
        return self.mention in self.table.calls

    def pressing(self, name: str) -> Press:
        """A press on the newest message with a button that does this (`press_name`)."""
        message = self.showing(name)
        assert message is not None, name
        return Press(self, message.id, message.button(name))

    def showing(self, name: str) -> Message | None:
        """The newest message with one button that does this."""
        return next((each for each in self.looks_back() if each.button(name)), None)

    async def open_panel(self) -> InteractionResult:
        """Open the own panel."""
        table = self.showing("hand")
        assert table is not None
        return await self.press_id(table, table.button("hand"))

    def choosing(self, message: Message, custom_id: str, value: str) -> Press:
        """A choice in a select."""
        return Press(self, message.id, custom_id, (value,))

    @property
    def whispered(self) -> Message:
        """The newest message that only this person sees."""
        return next(each for each in self.looks_back() if each.sent.ephemeral)

    async def answer(self, message: Message, random: Random) -> None:
        """Give any of the answers that a message offers."""
        if message.picks and random.random() < 1 / (1 + len(message.offers)):
            pick = random.choice(message.picks)
            chosen = random.sample([line["value"] for line in pick["options"]], pick["min_values"])
            await self.member.select(message.sent, chosen, custom_id=pick["custom_id"])
            return
        action = random.choice(message.offers)
        asked = await self.press_id(message, action)
        if ":sure:" in action:
            assert asked.response is not None
            sure = Message(asked.response)
            await self.press_id(sure, sure.offers[0])

    async def answer_at(self, message: Message, random: Random) -> None:
        """Give any answer at a table; what only its owner may see stands on a panel, opened where none is."""
        if not message.offers:
            panel = next((each for each in self.looks_back() if each.sent.ephemeral), None)
            if panel is None or not (panel.offers or panel.picks):
                shown = await self.press_id(message, message.button("hand"))
                assert shown.response is not None
                panel = Message(shown.response)
            message = panel
        await self.answer(message, random)

    async def press(self, name: str) -> InteractionResult:
        """Press the button that does this, on the newest message that has it: `throw`, `bet 2`, `sit_out`.

        What is not to be seen is looked for on the own panel and in the table's menu.
        """
        for way in ("hand", "more", "cup_more"):
            if self.showing(name) is None and (there := self.showing(way)) is not None:
                await self.press_id(there, there.button(way))
        message = self.showing(name)
        assert message is not None, name
        return await self.press_id(message, message.button(name))

    async def confirm(self) -> InteractionResult:
        """Say yes to what was asked just now."""
        yes, _no = self.whispered.buttons.values()
        return await self.press_id(self.whispered, yes)

    async def press_and_confirm(self, name: str) -> InteractionResult:
        """Press a button that asks whether that is meant, and say yes."""
        await self.press(name)
        return await self.confirm()

    async def press_id(self, message: Message, custom_id: str) -> InteractionResult:
        """Press a certain button of a message."""
        return await self.member.click(message.sent, custom_id=custom_id)

    async def choose(self, name: str, wanted: object) -> InteractionResult:
        """Choose a line of a select by what it stands for (`line_of`); the select by how its id ends."""
        fits = re.compile(rf"{name}(_[0-9a-f]{{6}})?$")
        for message in self.looks_back():
            for each in message.parts:
                if each["type"] == ComponentType.STRING_SELECT and fits.search(each["custom_id"]):
                    value = line_of(each, wanted)
                    return await self.member.select(message.sent, [value], custom_id=each["custom_id"])
        raise AssertionError(f"nothing to choose called {name}")

    async def open(self, game: AnyGame, **options: object) -> InteractionResult:
        """Open a table by the game's own command."""
        return await self.member.slash(self.room.channel, f"{FACES[game.key].command} open", **options)

    async def wallet(self) -> int:
        """Return the balance of this person's wallet."""
        return await self.room.balance(ledger.wallet(self.room.guild.id, self.id))


async def gather(room: Room, game: AnyGame, people: list[Player], **options: object) -> None:
    """The first opens a table, the others sit down."""
    await people[0].open(game, **options)
    for each in people[1:]:
        await each.press("join")


async def start(host: Player) -> None:
    """The host begins: at a second press where others have yet to see what was changed (TB-15)."""
    await host.press("begin")
    if (await host.room.table()).table.phase == "lobby":
        await host.press("begin")


async def set_rule(host: Player, name: str, wanted: object) -> None:
    """Set a house rule on the panel for that."""
    await host.press("rules")
    await host.choose(f"rule:{name}", wanted)


async def make_bot(path: Path, wall: Callable[[], float] = wall_clock, **other: str) -> TaproomBot:
    """The bot on a file; its time is SimCord's, and goes on when it is let. `wall` may be wrong."""
    settings = _settings(**other).model_copy(update={"database_path": path})
    return TaproomBot(settings, await Database.open(path), COGS, now=MonotonicClock(wall, wall_clock))


@cache
def _settings(**other: str) -> Settings:
    given = {"discord_token": "x", "shards": "0/1", "faces": "words", "pictures": "never"}
    return Settings.model_validate(given | other)


def _kind(method: str, path: str) -> str:
    """Return the kind of a call for Discord's rate limits: an interaction's own, or one that counts."""
    if path.startswith("/interactions/"):
        return "callback"
    if path.startswith("/webhooks/"):
        return f"token {method}"
    return f"{method} {re.sub(r'[0-9]+', '*', path)}"
