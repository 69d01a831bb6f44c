"""`/tournament start`, `pause`, `remove`, `add-purse`, `cancel` and everything else for organisers."""

from __future__ import annotations

import csv
import io
import re

import discord
from discord import app_commands

from bot.cogs.taproom_cog import TaproomCog
from bot.custom_ids import TablePress, table_id
from bot.discord_io.command_input import Amount, Sum, press_of, require_organiser
from bot.discord_io.interactions import answering
from bot.discord_io.reply import Interaction, Reply
from bot.discord_io.verbs import pressed
from bot.screens.core.screen import Button, Row, Screen, Text, say
from bot.tavern.tournament_errors import TournamentOver
from bot.tavern.tournament_tables import Make
from bot.tavern.tournaments import TournamentState
from bot.text.escape import shown
from bot.text.translate import _
from games.engine.core.sentences import phrase
from games.tournament import director, entries
from games.tournament.lots import Lots
from games.tournament.model import Tournament, TournamentChange
from games.tournament.placing import standings

Which = app_commands.Transform[int, Amount()]
Count = app_commands.Transform[int, Amount(1, 100)]
FILL = 4
"""House players that one press adds."""
FORMULA = re.compile(r"(^|;)(\s*)(?=[=+\-@＝＋－＠])")  # noqa: RUF001  # the wide ones count as well
"""Characters that begin a formula in spreadsheets; `;` separates cells where the comma is decimal."""


class OrganiserCommands(TaproomCog):
    """Commands for organisers."""

    @app_commands.command(name="start", description="Organisers: begin a tournament")
    @app_commands.describe(number="Which one, if there are several")
    async def start(self, interaction: Interaction, number: Which | None = None) -> None:
        """Draw everybody's seat, and set the tables."""
        await self._order(interaction, number, director.start, phrase("**{title}** has begun."))

    @app_commands.command(name="pause", description="Organisers: let no further hand begin")
    @app_commands.describe(number="Which one, if there are several")
    async def pause(self, interaction: Interaction, number: Which | None = None) -> None:
        """Begin no more hands; current ones are played to their end."""
        await self._order(interaction, number, director.pause, phrase("**{title}** is paused."))

    @app_commands.command(name="resume", description="Organisers: go on after a pause")
    @app_commands.describe(number="Which one, if there are several")
    async def resume(self, interaction: Interaction, number: Which | None = None) -> None:
        """Go on, with all deadlines postponed by the pause."""
        await self._order(interaction, number, director.resume, phrase("**{title}** goes on."))

    @app_commands.command(name="remove", description="Organisers: take a player out of a tournament")
    @app_commands.describe(member="Whom", number="Which one, if there are several")
    async def remove(
        self, interaction: Interaction, member: discord.User, number: Which | None = None
    ) -> None:
        """Remove a player: before the start with a refund, afterwards with their chips."""

        def make(before: Tournament, now: int, lots: Lots) -> TournamentChange:
            if before.phase == "open":
                return entries.withdraw(before, member.id)
            return director.remove(before, member.id, now, lots)

        await self._order(interaction, number, make, phrase("{player} is out of **{title}**."), member)

    @app_commands.command(name="restore", description="Organisers: let a removed player be in it again")
    @app_commands.describe(member="Whom", number="Which one, if there are several")
    async def restore(
        self, interaction: Interaction, member: discord.User, number: Which | None = None
    ) -> None:
        """Restore a removed player, with the chips that they had."""
        await self._order(
            interaction,
            number,
            lambda before, now, lots: director.restore(before, member.id, now, lots),
            phrase("{player} is in **{title}** again."),
            member,
        )

    @app_commands.command(name="add-purse", description="Organisers: let the bank add to the prizes")
    @app_commands.describe(
        amount="How much", score="For the highest score, not the places", number="Which, if there are several"
    )
    async def add_purse(
        self, interaction: Interaction, amount: Sum, score: bool = False, number: Which | None = None
    ) -> None:
        """Add the bank's money to the prizes, which the books record."""
        await self._order(
            interaction,
            number,
            lambda before, _now, _lots: entries.add_purse(before, amount, for_score=score),
            phrase("Added to the prize for the highest score in **{title}**.")
            if score
            else phrase("Added to the fund of **{title}**."),
        )

    @app_commands.command(name="fill-up", description="Organisers: let house players enter, without money")
    @app_commands.describe(count="How many", number="Which one, if there are several")
    async def fill_up(self, interaction: Interaction, count: Count, number: Which | None = None) -> None:
        """Enter house players."""
        async with answering(interaction) as reply:
            meant = await self._allowed(interaction, number)
            state = await self.bot.tournaments.fill_up(press_of(interaction), meant.id, count)
            await reply.whisper(_said(state, _("House players have entered **{title}**.")))

    @app_commands.command(name="cancel", description="Organisers: call a tournament off; all money goes back")
    @app_commands.describe(number="Which one, if there are several")
    async def cancel(self, interaction: Interaction, number: Which | None = None) -> None:
        """Ask for confirmation."""
        async with answering(interaction) as reply:
            meant = await self._allowed(interaction, number)
            if meant.is_over:
                raise TournamentOver
            words = _("Call **{title}** off? Nobody wins, and every entry goes back.")
            phase = meant.tournament.phase
            button = Button(_("Call it off"), table_id(meant.id, "call_off_now", phase), "danger")
            said = words.format(title=shown(meant.stored.plan.title))
            await reply.whisper(Screen((Text(said), Row((button,)))))

    @app_commands.command(name="export", description="Organisers: a tournament's list as a file")
    @app_commands.describe(number="Which one, if there are several")
    async def export(self, interaction: Interaction, number: Which | None = None) -> None:
        """Send places, chips, prizes and scores as CSV."""
        async with answering(interaction) as reply:
            meant = await self._allowed(interaction, number)
            file = discord.File(io.BytesIO(as_csv(meant)), f"tournament-{meant.id}.csv")
            words = _("Here is the list of {title}.")
            await reply.hand_over(words.format(title=shown(meant.stored.plan.title)), file)

    async def _order(
        self,
        interaction: Interaction,
        number: int | None,
        make: Make,
        said: str,
        member: discord.User | None = None,
    ) -> None:
        """Carry out an order, and confirm it in the organiser's language."""
        async with answering(interaction) as reply:
            meant = await self._allowed(interaction, number)
            state = await self.bot.tournaments.do(press_of(interaction), meant.id, make)
            words = _(said) if member is None else _(said).replace("{player}", member.mention)
            await reply.whisper(_said(state, words))

    async def _allowed(self, interaction: Interaction, number: int | None) -> TournamentState:
        tournaments, server = self.bot.tournaments, interaction.guild_id or 0
        state = await tournaments.find(server, interaction.channel_id or 0, number)
        require_organiser(interaction, state.settings.organiser_role)
        return state

    @pressed("start_cup")
    async def _start(self, reply: Reply, meaning: TablePress) -> None:
        await self._allowed(reply.interaction, meaning.table)
        state = await self.bot.tournaments.do(press_of(reply.interaction), meaning.table, director.start)
        await self.bot.tournament_messages.answer(reply, state)

    @pressed("fill_up")
    async def _fill_up(self, reply: Reply, meaning: TablePress) -> None:
        await self._allowed(reply.interaction, meaning.table)
        seen = int(meaning.argument) if meaning.argument.isdecimal() else None
        state = await self.bot.tournaments.fill_up(press_of(reply.interaction), meaning.table, FILL, seen)
        await self.bot.tournament_messages.answer(reply, state)

    @pressed("call_off_now")
    async def _call_off(self, reply: Reply, meaning: TablePress) -> None:
        await self._allowed(reply.interaction, meaning.table)
        state = await self.bot.tournaments.call_off(
            press_of(reply.interaction), meaning.table, meaning.argument
        )
        await reply.update(_said(state, _("**{title}** is called off.")))


def as_csv(state: TournamentState) -> bytes:
    """A tournament's entrants as CSV; no name can act as a formula."""
    text = io.StringIO()
    lines = csv.writer(text)
    lines.writerow(["place", "name", "player", "standing", "chips", "score", "paid", "money", "prizes"])
    for place, each in standings(state.tournament):
        won = [award for award in state.tournament.awards if award.player == each.player]
        money = sum(award.money for award in won)
        prizes = "; ".join(word for award in won for word in award.words)
        # Spreadsheets round bare numbers of that length.
        player = "house" if each.is_house else f"<@{each.player}>"
        lines.writerow(
            [
                place,
                _plain(each.name),
                player,
                each.standing,
                each.chips,
                state.scores.get(each.player, ""),
                each.paid,
                money,
                _plain(prizes),
            ]
        )
    # The byte order mark makes spreadsheets read UTF-8.
    return text.getvalue().encode("utf-8-sig")


def _plain(text: str) -> str:
    return FORMULA.sub(r"\1\2'", text)


def _said(state: TournamentState, words: str) -> Screen:
    return say(words.format(title=shown(state.stored.plan.title)))
