"""Places that the bot is not in, as people bring it along who put it on their own account.

SimCord knows no such places, so the room stands for one: what comes from it says so, and whatever the bot
does there by its own token is refused, as Discord does.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal

import discord
from simcord import interactions
from simcord.backend import serializers
from simcord.enums import AppCommandType, InteractionType
from simcord.results import InteractionResult

from tests.discord.commands import answer_of, forgive
from tests.discord.tavern import Delivery, Player, Press, Room

FAR = 7_000_000_000_000_000_000
"""A server that the bot is not in."""
USER_OPTION = 6
CALLED = ("POST", "PATCH", "PUT", "DELETE")


@dataclass
class Abroad:
    """A group, or a server without the bot."""

    room: Room
    kind: Literal["group", "server"]
    permissions: discord.Permissions = field(default_factory=discord.Permissions.all)

    def __post_init__(self) -> None:
        """Refuse all that is done there without an interaction."""
        for method in CALLED:
            for path in (f"/channels/{self.room.channel.id}/*", f"/guilds/{FAR}/*"):
                self.room.env.inject_error(method, path, status=403, code=50001, times=None)

    def calls_by_token(self) -> list[str]:
        """Return the paths that the bot called there by its own token."""
        place = f"/channels/{self.room.channel.id}/"
        made = (each for each in self.room.env.http_requests if each.method in CALLED)
        return [each.path for each in made if each.path.startswith(place)]

    async def type_in(self, player: Player, path: str, **options: Any) -> str:
        """Give a command; the words of its answer."""
        users: dict[str, Any] = {}
        written = []
        for name, value in options.items():
            if isinstance(value, Player):
                users |= self._resolved(value)
                written.append({"name": name, "type": USER_OPTION, "value": str(value.id)})
            else:
                kind = 4 if isinstance(value, int) else 3
                written.append({"name": name, "type": kind, "value": value})
        delivery = self.room.prepare_command(player, path, written)
        delivery.payload["data"]["resolved"] = {"users": users}
        result = await self.deliver(delivery)
        forgive(self.room)
        return answer_of(result)

    async def menu(self, player: Player, title: str, target: Player) -> InteractionResult:
        """Choose a command in the menu of a person."""
        data = {
            "id": "1",
            "name": title,
            "type": AppCommandType.USER,
            "target_id": str(target.id),
            "resolved": {"users": self._resolved(target)},
        }
        return await self._send(player, InteractionType.APPLICATION_COMMAND, data)

    async def fill_in(self, player: Player, form: InteractionResult, **given: str) -> InteractionResult:
        """Send a form back, with what was chosen in it."""
        assert form.modal is not None
        fields = [
            {"component": {"type": 21, "custom_id": name, "value": value}} for name, value in given.items()
        ]
        data = {"custom_id": form.modal["custom_id"], "components": fields}
        return await self._send(player, InteractionType.MODAL_SUBMIT, data)

    async def press(self, player: Player, name: str) -> InteractionResult:
        """Press the newest button that does this."""
        return await self.deliver(self.room.prepare(player.pressing(name)))

    async def press_id(self, player: Player, message: int, custom_id: str) -> str:
        """Press something by its custom_id; the words of the answer."""
        return answer_of(await self.deliver(self.room.prepare(Press(player, message, custom_id))))

    async def throw(self, *players: Player) -> None:
        """Throw for each player in turn, and keep each result."""
        for player in players:
            await self.press(player, "throw")

    async def deliver(self, delivery: Delivery, channel: int | None = None) -> InteractionResult:
        """Something reaches the bot from there, or from another channel of the same kind."""
        given = delivery.payload
        member, person = given.pop("member"), given["authorizing_integration_owners"]
        person["1"] = member["user"]["id"]
        if channel is not None:
            given["channel_id"] = given["channel"]["id"] = str(channel)
        for name in ("guild_id", "guild_locale", "guild"):
            given.pop(name, None)
        if self.kind == "group":
            group = {"type": 3, "owner_id": person["1"], "recipients": [], "name": "Friends", "icon": None}
            given |= {"context": 2, "user": member["user"], "channel": given["channel"] | group}
        else:
            held = str(self.permissions.value)
            foreign = {"id": str(FAR), "locale": "en-US", "features": []}
            given |= {"guild_id": str(FAR), "guild": foreign, "member": member | {"permissions": held}}
        [result] = await self.room.deliver(delivery)
        return result

    async def _send(self, player: Player, kind: InteractionType, data: dict[str, Any]) -> InteractionResult:
        record, payload = interactions.base_payload(
            self.room.env.backend,
            type=kind,
            channel_id=self.room.channel.id,
            guild_id=self.room.guild.id,
            user_id=player.id,
            data=data,
        )
        return await self.deliver(Delivery(payload, InteractionResult(self.room.env, record)))

    def _resolved(self, player: Player) -> dict[str, Any]:
        known = self.room.env.backend.get_user(player.id)
        return {str(player.id): dict(serializers.user_payload(known))}


BOOKS = (
    "accounts", "transfers", "records", "record_totals", "deeds", "titles", "scores", "keepsakes", "closings",
    "house_results", "settings",
)  # fmt: skip


"""Tables that belong to a server, and so never to a place that has none."""


async def kept(room: Room) -> dict[str, int]:
    """The books that have anything in them."""
    counts = await room.read(lambda tx: {name: len(tx.all(f"SELECT 1 FROM {name}")) for name in BOOKS})  # noqa: S608
    return {name: count for name, count in counts.items() if count}
