"""`/tournament join`, `leave`, `check-in`, `seat`, and everything that can be looked up."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

import discord
from discord import app_commands

from bot.cogs.fair_play import CUT_LENGTH
from bot.cogs.taproom_cog import TaproomCog
from bot.custom_ids import TablePress
from bot.discord_io.command_input import Amount, press_of, require_person, words
from bot.discord_io.interactions import answering
from bot.discord_io.reply import Interaction, Reply
from bot.discord_io.verbs import pressed
from bot.screens.core.notes import link, refusal, with_link
from bot.screens.core.screen import Screen, say
from bot.screens.tournament.notice import scores_screen, standings_screen
from bot.screens.tournament.past import Past, past_screen, record_screen
from bot.screens.tournament.summary import place_link
from bot.tavern.tournament_errors import NotIn
from bot.tavern.tournament_view import view_tournament
from bot.tavern.tournaments import TournamentState
from bot.text.escape import shown
from bot.text.translate import _
from games.engine.core.errors import NotOffered
from games.tournament import entries
from games.tournament.errors import NotEntered
from games.tournament.model import Tournament, TournamentChange
from storage import results, tournament_scores
from storage.transaction import Transaction

OwnChange: TypeAlias = Callable[[Tournament, int], TournamentChange]
Which = app_commands.Transform[int, Amount()]
PAST_SHOWN, RECORD_SHOWN = 10, 8
"""How many always fit into a message."""


class Playing(TaproomCog):
    """Commands for players and spectators."""

    @app_commands.command(name="join", description="Enter a tournament")
    @app_commands.describe(number="Which one, if there are several")
    async def join(self, interaction: Interaction, number: Which | None = None) -> None:
        """Enter, also late or again where that is possible."""
        async with answering(interaction) as reply:
            meant = await self._meant(interaction, number)
            state = await self.bot.tournaments.join(press_of(interaction), meant.id)
            if state.tournament.phase == "running":
                await reply.whisper(_seat(state, interaction.user.id))
            else:
                await reply.whisper(_linked(state, _("You are in **{title}**.")))

    @app_commands.command(name="leave", description="Leave a tournament before it begins")
    @app_commands.describe(number="Which one, if there are several")
    async def leave(self, interaction: Interaction, number: Which | None = None) -> None:
        """Withdraw, with a refund of the entry."""
        async with answering(interaction) as reply:
            meant = await self._meant(interaction, number)
            state = await self._oneself(interaction, meant.id, entries.withdraw)
            await reply.whisper(_linked(state, _("You have left **{title}**.")))

    @app_commands.command(name="check-in", description="Say that you are there for a tournament")
    @app_commands.describe(number="Which one, if there are several")
    async def check_in(self, interaction: Interaction, number: Which | None = None) -> None:
        """Check in before the start."""
        async with answering(interaction) as reply:
            meant = await self._meant(interaction, number)
            state = await self._oneself(interaction, meant.id, entries.check_in)
            await reply.whisper(_linked(state, _("You have checked in for **{title}**.")))

    @app_commands.command(name="seat", description="Where you sit in a tournament")
    @app_commands.describe(number="Which one, if there are several")
    async def seat(self, interaction: Interaction, number: Which | None = None) -> None:
        """Show one's seat, with a link to its table."""
        async with answering(interaction) as reply:
            meant = await self._meant(interaction, number)
            await reply.whisper(_seat(meant, interaction.user.id))

    @app_commands.command(name="standings", description="Who has which place in a tournament")
    @app_commands.describe(number="Which one, if there are several")
    async def standings(self, interaction: Interaction, number: Which | None = None) -> None:
        """Everybody's place as it is now."""
        async with answering(interaction) as reply:
            await reply.whisper(standings_screen((await self._meant(interaction, number)).view))

    @app_commands.command(
        name="cut", description="Mix words of your own into the lots, before they are drawn"
    )
    @app_commands.rename(text="words")
    @app_commands.describe(
        text="Any words; everybody may read them later", number="Which one, if there are several"
    )
    async def cut(self, interaction: Interaction, text: str, number: Which | None = None) -> None:
        """Mix an entrant's words into the lots, once (TN-22)."""
        async with answering(interaction) as reply:
            spoken = words(text, CUT_LENGTH)
            meant = await self._meant(interaction, number)
            await self._oneself(interaction, meant.id, lambda own, _player: TournamentChange(own), spoken)
            said = _("Your words “{words}” are mixed into the lots of this tournament.")
            await reply.whisper(say(said.format(words=shown(spoken))))

    @app_commands.command(name="scores", description="The scores of a tournament: knights' courts, points")
    @app_commands.describe(number="Which one, if there are several")
    async def scores(self, interaction: Interaction, number: Which | None = None) -> None:
        """Show the scores; the highest can win a prize."""
        async with answering(interaction) as reply:
            await reply.whisper(scores_screen((await self._meant(interaction, number)).view))

    @app_commands.command(name="past", description="Tournaments that are over, and who won them")
    async def past(self, interaction: Interaction) -> None:
        """Show this server's last tournaments."""
        async with answering(interaction) as reply:
            await reply.whisper(await self._over(interaction.guild_id or 0, None))

    @app_commands.command(name="record", description="The tournaments that you played, or somebody else did")
    @app_commands.describe(member="Whose tournaments to show (yours unless you say)")
    async def record(self, interaction: Interaction, member: discord.Member | None = None) -> None:
        """Show a player's places, prizes and scores."""
        server, meant = interaction.guild_id or 0, member or interaction.user
        async with answering(interaction) as reply:
            require_person(meant)
            settings = await self.bot.tavern.settings(server)
            played = await self.bot.database.read_long(
                lambda tx: results.record(tx, server, meant.id, RECORD_SHOWN)
            )
            await reply.whisper(record_screen(meant.id, played, settings.currency))

    async def _meant(self, interaction: Interaction, number: int | None) -> TournamentState:
        return await self.bot.tournaments.find(interaction.guild_id or 0, interaction.channel_id or 0, number)

    async def _oneself(
        self, interaction: Interaction, number: int, change: OwnChange, words: str | None = None
    ) -> TournamentState:
        """What somebody changes about their own entry."""
        press = press_of(interaction)
        try:
            return await self.bot.tournaments.do(
                press, number, lambda before, _now, _lots: change(before, press.player), words
            )
        except NotEntered as none:
            raise NotIn from none

    @pressed("enter")
    async def _enter(self, reply: Reply, meaning: TablePress) -> None:
        press = press_of(reply.interaction)
        state = await self.bot.tournaments.join(press, meaning.table)
        await self.bot.tournament_messages.answer(reply, state)

    @pressed("withdraw")
    async def _withdraw(self, reply: Reply, meaning: TablePress) -> None:
        state = await self._oneself(reply.interaction, meaning.table, entries.withdraw)
        await self.bot.tournament_messages.answer(reply, state)

    @pressed("check_in")
    async def _check_in(self, reply: Reply, meaning: TablePress) -> None:
        state = await self._oneself(reply.interaction, meaning.table, entries.check_in)
        await self.bot.tournament_messages.answer(reply, state)

    @pressed("my_seat")
    async def _show_seat(self, reply: Reply, meaning: TablePress) -> None:
        state = await self.bot.tournaments.look(meaning.table, reply.interaction.guild_id or 0)
        await reply.whisper(_seat(state, reply.interaction.user.id))

    @pressed("standings")
    async def _show_standings(self, reply: Reply, meaning: TablePress) -> None:
        state = await self.bot.tournaments.look(meaning.table, reply.interaction.guild_id or 0)
        await reply.whisper(standings_screen(state.view))

    @pressed("standings_page")
    async def _turn_standings(self, reply: Reply, meaning: TablePress) -> None:
        if not meaning.argument.isdecimal():
            raise NotOffered
        state = await self.bot.tournaments.look(meaning.table, reply.interaction.guild_id or 0)
        await reply.update(standings_screen(state.view, int(meaning.argument)))

    @pressed("scores")
    async def _show_scores(self, reply: Reply, meaning: TablePress) -> None:
        state = await self.bot.tournaments.look(meaning.table, reply.interaction.guild_id or 0)
        await reply.whisper(scores_screen(state.view))

    @pressed("past")
    async def _turn_past(self, reply: Reply, meaning: TablePress) -> None:
        await reply.update(await self._over(reply.interaction.guild_id or 0, meaning.table))

    async def _over(self, server: int, before: int | None) -> Screen:
        """The tournaments that ended before another one."""
        kept, games = self.bot.tavern.tournaments, self.bot.tavern.games

        def read(tx: Transaction) -> tuple[Past, ...]:
            found = kept.past(tx, server, PAST_SHOWN + 1, before)
            return tuple(
                Past(view_tournament(each, games[each.plan.game]), tournament_scores.best(tx, each.id))
                for each in found
            )

        settings = await self.bot.tavern.settings(server)
        found = await self.bot.database.read_long(read)
        has_more = len(found) > PAST_SHOWN
        return past_screen(found[:PAST_SHOWN], settings.currency, has_more=has_more)


def _linked(state: TournamentState, words: str) -> Screen:
    """Words about a tournament, with a link to its notice."""
    said = words.format(title=shown(state.stored.plan.title))
    return with_link(said, _("Go to the notice"), link(state.stored))


def _seat(state: TournamentState, player: int) -> Screen:
    """Somebody's seat, in words."""
    entrant = next((each for each in state.tournament.entrants if each.player == player), None)
    title = shown(state.stored.plan.title)
    if entrant is None:
        return refusal(_("You are not in **{title}**.").format(title=title))
    place = state.places.get(entrant.table or 0)
    if entrant.seat is None or place is None:
        is_open = state.tournament.phase == "open"
        words = _("**{title}** has no seats yet.") if is_open else _("You sit nowhere in **{title}** now.")
        return say(words.format(title=title))
    words = _("In **{title}** you have seat {seat} at table {table}.")
    said = words.format(title=title, seat=entrant.seat, table=entrant.table)
    return with_link(said, _("Go to the table"), place_link(state.stored.server, place))
