"""The arcade of a game: its scoreboard, its prizes, and claiming them (SH-12)."""

from __future__ import annotations

from bot.cogs.games.opening import GameCommands
from bot.front.forms import reading
from bot.front.marks import Group, Sum, command
from bot.front.protocols import Reply
from bot.front.typed import AMOUNT_MAX, RoleOutOfReach, whole, words
from bot.front.visit import Visit
from bot.screens.core.money import points_of
from bot.screens.core.people import ranking
from bot.screens.core.screen import say
from bot.screens.server.arcade import prizes_screen, put_up_screen, won_screen
from bot.text.translate import _
from games.engine.core.errors import NotOffered
from storage.standing import scores
from storage.standing.scores import TEXT_LENGTH, Gift, Prize

NAME_LENGTH = 40
"""The length at which 25 prizes always fit into one message."""
CHOICES_MAX = 25


class Arcade(GameCommands):
    """Commands of games whose points last from game to game."""

    prize = Group("prize", "Managers: what points earn")

    @command()
    async def scoreboard(self, reply: Reply) -> None:
        """Who has the most points."""
        key = self.game.key
        best = await self.house.database.read_long(lambda tx: scores.top(tx, reply.server, key))
        await reply.whisper(ranking(_("Scoreboard"), best, points_of, _("Nobody has any yet.")))

    @command()
    async def prizes(self, reply: Reply) -> None:
        """What your points earn."""
        server, key, player = reply.server, self.game.key, reply.player
        settings = await self._settings(reply)
        prizes, claimed, points = await self.house.database.read(
            lambda tx: (
                scores.prizes(tx, server, key),
                scores.claimed(tx, server, key, player),
                scores.of_player(tx, server, key, player),
            )
        )
        await reply.whisper(prizes_screen(prizes, claimed, points, settings.currency))

    @command(prize="Which", suggests={"prize": "offer_names"})
    async def claim(self, reply: Reply, prize: str) -> None:
        """Take a prize that you have the points for."""
        server, key, press = reply.server, self.game.key, reply.visit.request()
        settings = await self._settings(reply)
        # Checked before the prize is claimed, which happens only once.
        meant = await self.house.database.read(lambda tx: scores.find_prize(tx, server, key, prize))
        roles = self.house.front.prize_roles
        role = roles.named(reply, meant.value) if meant.gift == "role" else 0
        won = await self.house.tavern.once(
            press, lambda tx: scores.claim(tx, server, key, press.player, meant.name, press.at)
        )
        if role:
            try:
                await roles.give(reply, role, f"{self.game.title}: {won.name}")
            except RoleOutOfReach:
                await self.house.database.write(
                    lambda tx: scores.unclaim(tx, server, key, press.player, won.name)
                )
                raise
        await reply.whisper(won_screen(won, settings.currency))

    @command(
        prize,
        name="Its name",
        threshold="How many points it takes",
        gift="What kind of gift",
        value="The words, the role, or how many coins",
    )
    async def add(self, reply: Reply, name: str, threshold: Sum, gift: Gift, value: str) -> None:
        """Managers: put up a prize."""
        settings = await self._settings(reply)
        reply.visit.require_manager()
        called = words(name, NAME_LENGTH)
        fresh = Prize(called, threshold, gift, self._worth(reply, gift, value))
        await self._once(reply, lambda tx: scores.add_prize(tx, reply.server, self.game.key, fresh))
        await reply.whisper(put_up_screen(fresh, settings.currency))

    @command(prize, name="Which", suggests={"name": "offer_names"})
    async def remove(self, reply: Reply, name: str) -> None:
        """Managers: take a prize back."""
        reply.visit.require_manager()
        await self._once(reply, lambda tx: scores.remove_prize(tx, reply.server, self.game.key, name))
        await reply.whisper(say(_("That prize isn’t on offer any more.")))

    async def offer_names(self, visit: Visit, typed: str) -> list[str]:
        """The prizes whose names contain what was typed."""
        prizes = await self._prizes(visit.place)
        fitting = [each.name for each in prizes if scores.folded(typed) in scores.folded(each.name)]
        return fitting[:CHOICES_MAX]

    async def _prizes(self, server: int) -> tuple[Prize, ...]:
        key = self.game.key
        return await self.house.database.read(lambda tx: scores.prizes(tx, server, key))

    def _worth(self, reply: Reply, gift: Gift, value: str) -> str:
        """A prize's value as typed by a manager, checked."""
        match gift:
            case "role":
                roles = self.house.front.prize_roles
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
