"""Prizes, which points earn that last from game to game (SH-12): how they are taken, and put up."""

from __future__ import annotations

from bot.cogs.taproom_cog import TaproomCog
from bot.custom_ids import TablePress
from bot.front.forms import AMOUNT_MAX, RoleOutOfReach, reading, whole, words
from bot.front.marks import Group, Sum, command, pressed
from bot.front.protocols import Reply
from bot.front.visit import Visit
from bot.screens.catalog import FACES
from bot.screens.core.screen import CHOICES_MAX, Screen, say
from bot.screens.server.settings import prizes_screen, put_up_screen, won_screen
from bot.text.translate import _
from games.catalog import GAMES
from games.engine.core.errors import NotOffered
from storage.books.changes import ServerChange
from storage.standing import scores
from storage.standing.scores import TEXT_LENGTH, Gift, Prize

PUT_UP_FOR = next(key for key, face in FACES.items() if face.lasting is not None and face.lasting.has_prizes)
"""The game whose points earn them."""
NAME_LENGTH = 40
"""The length at which 25 prizes always fit into one message."""


class Prizes(TaproomCog):
    """What somebody's points earn."""

    @pressed("prizes")
    async def _show(self, reply: Reply, meaning: TablePress) -> None:
        await reply.whisper(await self._page(reply, meaning.among(GAMES)))

    @pressed("claim")
    async def _claim(self, reply: Reply, meaning: TablePress) -> None:
        """Take a prize that was chosen among those that one has the points for."""
        server, key, press = reply.server, meaning.among(GAMES), reply.visit.request()
        settings, chosen = await self._settings(reply), next(iter(reply.visit.values), "")
        # Checked before the prize is claimed, which happens only once.
        meant = await self.house.database.read(lambda tx: scores.find_prize(tx, server, key, chosen))
        roles = reply.front.prize_roles
        role = roles.named(reply, meant.value) if meant.gift == "role" else 0
        won = await self.house.tavern.once(
            press, lambda tx: scores.claim(tx, server, key, press.player, meant.name, press.at)
        )
        if role:
            try:
                await roles.give(reply, role, f"{GAMES[key].title}: {won.name}")
            except RoleOutOfReach:
                await self.house.database.write(
                    lambda tx: scores.unclaim(tx, server, key, press.player, won.name)
                )
                raise
        await reply.whisper(won_screen(won, settings.currency))

    async def _page(self, reply: Reply, key: str) -> Screen:
        server, player = reply.server, reply.player
        settings = await self._settings(reply)
        prizes, claimed, points = await self.house.database.read(
            lambda tx: (
                scores.prizes(tx, server, key),
                scores.claimed(tx, server, key, player),
                scores.of_player(tx, server, key, player),
            )
        )
        return prizes_screen(key, prizes, claimed, points, settings.currency)


class PrizeCommands(TaproomCog):
    """How managers put up prizes, and take them back."""

    prize = Group("prize", "What points earn")

    @command(
        prize,
        name="Its name",
        threshold="How many points it takes",
        gift="What kind of gift",
        value="The words, the role, or how many coins",
    )
    async def add(self, reply: Reply, name: str, threshold: Sum, gift: Gift, value: str) -> None:
        """Put up a prize."""
        settings = await self._settings(reply)
        reply.visit.require_manager()
        called = words(name, NAME_LENGTH)
        fresh = Prize(called, threshold, gift, self._worth(reply, gift, value))
        await self._once_told(
            reply,
            lambda tx: scores.add_prize(tx, reply.server, PUT_UP_FOR, fresh),
            lambda _none: ServerChange(kind="prize", what="added", name=called),
        )
        await reply.whisper(put_up_screen(fresh, settings.currency))

    @command(prize, name="Which", suggests={"name": "offer_names"})
    async def remove(self, reply: Reply, name: str) -> None:
        """Take a prize back."""
        reply.visit.require_manager()
        await self._once_told(
            reply,
            lambda tx: scores.remove_prize(tx, reply.server, PUT_UP_FOR, name),
            lambda _none: ServerChange(kind="prize", what="removed", name=name),
        )
        await reply.whisper(say(_("That prize isn’t on offer any more.")))

    async def offer_names(self, visit: Visit, typed: str) -> list[str]:
        """The prizes whose names contain what was typed."""
        prizes = await self.house.database.read(lambda tx: scores.prizes(tx, visit.place, PUT_UP_FOR))
        fitting = [each.name for each in prizes if scores.folded(typed) in scores.folded(each.name)]
        return fitting[:CHOICES_MAX]

    def _worth(self, reply: Reply, gift: Gift, value: str) -> str:
        """A prize's value as typed by a manager, checked."""
        match gift:
            case "role":
                roles = reply.front.prize_roles
                role = roles.named(reply, value)
                roles.require_own(reply, role)
                return str(role)
            case "money":
                with reading("value"):
                    return str(whole(value, 1, AMOUNT_MAX))
            case "text":
                return words(value, TEXT_LENGTH)
            case _:  # no front of ours offers anything else
                raise NotOffered
