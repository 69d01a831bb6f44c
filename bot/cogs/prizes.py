"""Prizes for lasting points, which are collected over many hands (SH-12)."""

from __future__ import annotations

from bot.cogs.taproom_cog import TaproomCog
from bot.custom_ids import TablePress
from bot.front.decorators import Amount, Group, command, on_button
from bot.front.forms import AMOUNT_MAX, RoleOutOfReach, reading, whole, words
from bot.front.protocols import Context
from bot.front.request import Request
from bot.screens.catalog import FACES
from bot.screens.core.screen import CHOICES_MAX, Screen, say
from bot.screens.server.settings import prizes_screen, put_up_screen, won_screen
from bot.text.translate import _
from games.catalog import GAMES
from games.engine.core.errors import NotOffered, must_find
from storage.books.audit_lines import ServerChange
from storage.standing import scores
from storage.standing.scores import TEXT_LENGTH, Gift, Prize

PRIZE_GAME = must_find(
    key for key, face in FACES.items() if face.lasting is not None and face.lasting.has_prizes
)
"""The game whose lasting points earn prizes."""
NAME_LENGTH = 40
"""The maximum length of a prize's name, with which 25 prizes fit into one message."""


class Prizes(TaproomCog):
    """The prizes that a player's points earn."""

    @on_button("prizes")
    async def _show(self, ctx: Context, press: TablePress) -> None:
        await ctx.send_ephemeral(await self._page(ctx, press.among(GAMES)))

    @on_button("claim")
    async def _claim(self, ctx: Context, press: TablePress) -> None:
        """Claim the chosen prize, if the player has the points for it."""
        server, key, actor = ctx.server, press.among(GAMES), ctx.request.actor()
        settings, chosen = await self._settings(ctx), next(iter(ctx.request.values), "")
        # The role is checked before the claim, which is possible only once.
        prize = await self.app.database.read(lambda tx: scores.find_prize(tx, server, key, chosen))
        roles = ctx.front.prize_roles
        role = roles.named(ctx, prize.value) if prize.gift == "role" else 0
        won = await self.app.tavern.once(
            actor, lambda tx: scores.claim(tx, server, key, actor.player, prize.name, actor.at)
        )
        if role:
            try:
                await roles.give(ctx, role, f"{GAMES[key].title}: {won.name}")
            except RoleOutOfReach:
                await self.app.database.write(
                    lambda tx: scores.unclaim(tx, server, key, actor.player, won.name)
                )
                raise
        await ctx.send_ephemeral(won_screen(won, settings.currency))

    async def _page(self, ctx: Context, key: str) -> Screen:
        server, player = ctx.server, ctx.player
        settings = await self._settings(ctx)
        prizes, claimed, points = await self.app.database.read(
            lambda tx: (
                scores.prizes(tx, server, key),
                scores.claimed(tx, server, key, player),
                scores.of_player(tx, server, key, player),
            )
        )
        return prizes_screen(key, prizes, claimed, points, settings.currency)


class PrizeCommands(TaproomCog):
    """Commands for managers that add and remove prizes."""

    prize = Group("prize", "Prizes for points")

    @command(
        prize,
        name="Its name",
        threshold="How many points it takes",
        gift="What kind of gift",
        value="The words, the role, or how many coins",
    )
    async def add(self, ctx: Context, name: str, threshold: Amount, gift: Gift, value: str) -> None:
        """Put up a prize."""
        settings = await self._settings(ctx)
        ctx.request.require_manager()
        prize_name = words(name, NAME_LENGTH)
        prize = Prize(prize_name, threshold, gift, self._validated_value(ctx, gift, value))
        await self._once_audited(
            ctx,
            lambda tx: scores.add_prize(tx, ctx.server, PRIZE_GAME, prize),
            lambda _none: ServerChange(kind="prize", what="added", name=prize_name),
        )
        await ctx.send_ephemeral(put_up_screen(prize, settings.currency))

    @command(prize, name="Which", suggests={"name": "offer_names"})
    async def remove(self, ctx: Context, name: str) -> None:
        """Withdraw a prize."""
        ctx.request.require_manager()
        await self._once_audited(
            ctx,
            lambda tx: scores.remove_prize(tx, ctx.server, PRIZE_GAME, name),
            lambda _none: ServerChange(kind="prize", what="removed", name=name),
        )
        await ctx.send_ephemeral(say(_("That prize isn’t on offer any more.")))

    async def offer_names(self, request: Request, typed: str) -> list[str]:
        """Return the prizes whose names contain the typed text."""
        prizes = await self.app.database.read(lambda tx: scores.prizes(tx, request.place, PRIZE_GAME))
        matches = [each.name for each in prizes if scores.folded(typed) in scores.folded(each.name)]
        return matches[:CHOICES_MAX]

    def _validated_value(self, ctx: Context, gift: Gift, value: str) -> str:
        """Return a prize's typed value as it is stored. Raises a `UserError` if it is invalid."""
        match gift:
            case "role":
                roles = ctx.front.prize_roles
                role = roles.named(ctx, value)
                roles.require_own(ctx, role)
                return str(role)
            case "money":
                with reading("value"):
                    return str(whole(value, 1, AMOUNT_MAX))
            case "text":
                return words(value, TEXT_LENGTH)
            case _:  # Our frontends offer no other value.
                raise NotOffered
