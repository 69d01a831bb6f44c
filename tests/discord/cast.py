"""A tavern with people of every kind, and what each of their clients could send, offered or not."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from random import Random
from sqlite3 import Row
from typing import Any

import discord
from simcord import interactions
from simcord.backend import serializers
from simcord.builders import ChannelHandle
from simcord.enums import ComponentType, InteractionType
from simcord.results import InteractionResult

from bot.tavern.table.actions import Actor
from games.destiny.game import DESTINY
from games.dividha.game import DIVIDHA
from games.knights_heads.game import KNIGHTS_HEADS
from games.stone_hand.game import STONE_HAND
from storage.db.transaction import Transaction
from tests.discord.commands import type_in
from tests.discord.curious import _options
from tests.discord.evening import plan
from tests.discord.forms import fill_in
from tests.discord.message import Message
from tests.discord.tavern import Delivery, Player, Press, Room

TEXT, MEMBER, FILE = 3, 6, 11
WORDS = (TEXT, MEMBER, FILE)
ATTACHMENT = {"id": "1", "filename": "deck.json", "size": 2, "url": "https://cdn.invalid/1", "proxy_url": ""}
NOT_OURS = "That button isn’t mine"
WEEK_SECONDS = 7 * 24 * 3600
KINDS = (
    "stranger",
    "former",
    "bot",
    "member",
    "barred",
    "kept_out",
    "seated",
    "host",
    "organiser",
    "steward",
    "moderator",
    "manager",
)
"""From without to within: a manager of another server; who sat here and left; a bot with a manager's role."""
ALMOST_ALL = discord.Permissions.all()
ALMOST_ALL.update(administrator=False, manage_guild=False)


@dataclass(slots=True)
class Refusals:
    """An observer of answers, which keeps the kinds of refusals."""

    seen: list[str] = field(default_factory=list)

    def came(self, kind: discord.InteractionType) -> None:
        """Take an interaction as nothing new."""

    def refused(self, kind: str) -> None:
        """Keep the name of the class."""
        self.seen.append(kind)

    def __getattr__(self, _name: str) -> Any:
        return lambda *_given, **_more: None


@dataclass(slots=True)
class Cast:
    """The tavern, its people by kind, and what was refused."""

    room: Room
    people: dict[str, Player]
    elsewhere: ChannelHandle
    other: int
    """The server of a stranger, and its channel."""
    message: int
    refusals: Refusals

    def where(self, kind: str) -> tuple[int, int | None]:
        """The channel and server from which somebody of a kind sends."""
        player = self.people[kind]
        if kind == "stranger":
            return self.elsewhere.id, self.other
        if kind == "former":
            return player.member.user.dm_channel.id, None
        return self.room.channel.id, self.room.guild.id

    def make(self, kind: str, type_: InteractionType, data: dict[str, Any], channel: int = 0) -> Delivery:
        """Return the request that somebody's client sends."""
        env, (at, guild) = self.room.env, self.where(kind)
        record, payload = interactions.base_payload(
            env.backend,
            type=type_,
            channel_id=channel or at,
            guild_id=guild,
            user_id=self.people[kind].id,
            data=data,
        )
        if type_ is not InteractionType.APPLICATION_COMMAND:
            known = env.backend.messages[self.room.channel.id]
            stored = known.get(self.message) or known[max(known)]
            record.source_message_id = stored.id
            payload["message"] = dict(serializers.message_payload(env.backend, stored))
        return Delivery(payload, InteractionResult(env, record))

    async def send(self, delivery: Delivery) -> str:
        """Deliver it; the kind of its refusal, or nothing."""
        self.refusals.seen.clear()
        await self.room.deliver(delivery)
        if self.refusals.seen:
            return self.refusals.seen[-1]
        result = delivery.result
        if not result.acknowledged:
            return "silence"
        is_foreign = result.response is not None and Message(result.response).words.startswith(NOT_OURS)
        return "not ours" if is_foreign else ""

    def named(self, custom_id: str) -> str:
        """A custom_id in which people stand by their kinds."""
        return custom_id.format_map({kind: each.id for kind, each in self.people.items()})

    def pressed(self, custom_id: str, values: tuple[str, ...] = (), whom: str = "") -> dict[str, Any]:
        """Return the data of a press: a button's, a list's with a line, or one with somebody of a kind."""
        data: dict[str, Any] = {"custom_id": custom_id, "component_type": ComponentType.BUTTON}
        if values:
            data |= {"component_type": ComponentType.STRING_SELECT, "values": [*values]}
        if whom:
            chosen = self.people[whom]
            data |= {"component_type": ComponentType.USER_SELECT, "values": [str(chosen.id)]}
            data["resolved"] = self.resolved(chosen)
        return data

    def typed(self, name: str, whom: str = "seated", /, **given: str) -> dict[str, Any]:
        """Return the data of a command: what is given, and what it needs besides."""
        root, *subs = name.split()
        options, data = [], {"id": "1", "name": root, "type": 1}
        for each in _options(self.people["manager"], name):
            kind, value = each["type"], given.get(each["name"])
            if not (value or each.get("required")):
                continue
            if kind == MEMBER:
                value = str(self.people[whom].id)
                data["resolved"] = self.resolved(self.people[whom])
            elif kind == FILE:
                value, data["resolved"] = "1", {"attachments": {"1": ATTACHMENT}}
            elif kind == TEXT:
                value = value or (each["choices"][0]["value"] if each.get("choices") else "xx")
            options.append(
                {"name": each["name"], "type": kind, "value": value if kind in WORDS else int(value or 1)}
            )
        for kind, sub in enumerate(reversed(subs), start=1):
            options = [{"name": sub, "type": kind, "options": options}]
        return data | {"options": options}

    def chosen(self, name: str, whom: str) -> dict[str, Any]:
        """Return the data of a command in the menu of somebody of a kind."""
        target = self.people[whom]
        data = {"id": "1", "name": name, "type": 2, "target_id": str(target.id)}
        return data | {"resolved": self.resolved(target)}

    def form_data(self, custom_id: str, /, **given: str) -> dict[str, Any]:
        """Return the data of a form."""
        lines = [
            {"type": 18, "component": {"type": ComponentType.TEXT_INPUT, "custom_id": name, "value": value}}
            for name, value in given.items()
        ]
        return {"custom_id": custom_id, "components": lines}

    def resolved(self, player: Player) -> dict[str, Any]:
        """Return the users and members that Discord sends along for a named person."""
        backend, guild = self.room.env.backend, self.room.env.backend.get_guild(self.room.guild.id)
        name, member = str(player.id), guild.members.get(player.id)
        found = {"users": {name: dict(serializers.user_payload(backend.get_user(player.id)))}}
        if member is not None:
            found["members"] = {
                name: dict(serializers.member_payload(backend, guild, member, with_user=False))
            }
        return found


async def opened(room: Room, nick: str = "") -> Cast:
    """Open tables and a tournament, and bar people: whatever can be changed or seen is there.

    Table 1 plays, 2 waits, 3 is over, 4 is a challenge, 5 was closed, 6 is a throw against the house, and at
    7 only the invited may sit down.
    """
    people, elsewhere = _people(room, nick), room.env.create_guild("The Other Inn")
    owner = elsewhere.create_role("owner", permissions=discord.Permissions.all())
    people["stranger"] = Player(room, elsewhere.add_member(room.env.create_user("stranger"), roles=[owner]))
    await _announce(room, people, nick)
    host, seated = people["host"], people["seated"]
    await host.open(DESTINY)
    await people["former"].press("join")
    await seated.press("join")
    await host.press("begin")
    await host.open(STONE_HAND)
    await seated.press("join")
    message = host.table.id
    await host.member.slash(room.channel, "throw")
    while not (await room.table(3)).is_over:
        await host.answer(host.table, Random(1))
    await host.member.slash(room.channel, "throw", against=seated.member)
    await host.open(DIVIDHA, practice=True)
    await host.press("close")
    await host.confirm()
    await room.deliver(Press(host, message, "t:0:against_house"))
    await host.open(KNIGHTS_HEADS, invited=True)
    await _bar(room, people, nick)
    room.guild.remove_member(people["former"].member)
    cast = Cast(room, people, elsewhere.create_text_channel("hall"), elsewhere.id, message, Refusals())
    room.bot.answers.observer = cast.refusals
    for kind in KINDS:
        # They have a language and a wallet by now, and who left has been seen to be gone.
        await cast.send(cast.make(kind, InteractionType.MESSAGE_COMPONENT, cast.pressed("t:1:fair")))
        await cast.send(cast.make(kind, InteractionType.APPLICATION_COMMAND, cast.typed("wallet show")))
    return cast


def _people(room: Room, nick: str) -> dict[str, Player]:
    rights = {
        "manager": discord.Permissions(manage_guild=True),
        "organiser": discord.Permissions.none(),
        "steward": discord.Permissions.none(),
        "moderator": ALMOST_ALL,
    }
    roles = {name: room.guild.create_role(name, permissions=held) for name, held in rights.items()}
    roles["bot"] = roles["manager"]
    people = {}
    for kind in KINDS[1:]:
        held = [roles[kind]] if kind in roles else []
        user = room.env.create_user(kind, bot=kind == "bot")
        called = f"{kind}{nick}" if nick else None
        people[kind] = Player(room, room.guild.add_member(user, roles=held, nick=called))
    return people


async def _announce(room: Room, people: Mapping[str, Player], nick: str) -> None:
    boss, organiser = people["manager"], people["organiser"]
    known = room.env.backend.get_guild(room.guild.id).roles.values()
    (role,) = (each.id for each in known if each.name == "organiser")
    (keeping,) = (each.id for each in known if each.name == "steward")
    await boss.member.slash(room.channel, "manage settings")
    await fill_in(boss, "settings_ask limits", organiser_role=[role])
    await fill_in(boss, "settings_ask order", moderator_role=[keeping])
    written = dict.fromkeys(("title", "text", "words", "score_words"), nick) if nick else {}
    await plan(boss, STONE_HAND, None, **written)
    for each in (people["host"], people["seated"]):
        await each.press("enter")
    await type_in(boss, "organise series create", name=f"Winter{nick}")
    await organiser.member.slash(room.channel, "organise create", title=f"Mine{nick}", game=STONE_HAND.key)


async def _bar(room: Room, people: Mapping[str, Player], nick: str) -> None:
    await type_in(
        people["manager"], "manage bar", member=people["barred"], length="week", why=f"a chair{nick}"
    )
    tavern, out, seated = room.bot.app.tavern, people["kept_out"].id, people["seated"].id
    await tavern.keep_out(Actor(0, tavern.now(), out, "", room.guild.id), room.guild.id, WEEK_SECONDS)
    await tavern.prefer(seated, record="hidden")


LEFT_BEHIND = ("presses", "interactions", "commits", "pulses")
"""What any press leaves behind (F-22)."""
DRAWN = ("message", "shown_revision", "settled")
"""What is noted of a message that is drawn, whoever has it drawn."""


def rows_of(tx: Transaction) -> dict[str, list[str]]:
    """All rows of all tables."""
    names = [str(name) for (name,) in tx.all("SELECT name FROM sqlite_master WHERE type = 'table'")]
    kept = [each for each in names if not each.startswith("sqlite_") and each not in LEFT_BEHIND]
    found = {each: tx.all("SELECT * FROM " + each) for each in kept}  # noqa: S608
    return {name: sorted(_written(row) for row in listed) for name, listed in found.items()}


def _written(row: Row) -> str:
    return repr([(name, row[name]) for name in row.keys() if name not in DRAWN])  # noqa: SIM118 -- a row has no `in`


def changes(before: Mapping[str, list[str]], after: Mapping[str, list[str]]) -> list[str]:
    """Return the rows that came or went, with the names of their tables."""
    return [
        f"{name} {row}"
        for name in after
        if before[name] != after[name]
        for row in set(before[name]) ^ set(after[name])
    ]
