"""`/organise start`, `pause`, `remove`, `add-purse`, `cancel` and the other commands for organisers.

The button *More …* on a notice leads to corrections of chips, tables, and results in a series (TN-47).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Annotated

from bot.cogs.taproom_cog import TaproomCog
from bot.cogs.tournament.player import WHICH, Which
from bot.custom_ids import About, TablePress, Verb, read_whole
from bot.front.decorators import Amount, IntRange, command, on_button, on_form
from bot.front.forms import WHY_LENGTH, reading, whole, words
from bot.front.protocols import Context, File
from bot.front.request import User
from bot.screens.core.naming import person
from bot.screens.core.screen import say
from bot.screens.server.management import voided_screen
from bot.screens.tournament.plan import (
    call_off_form,
    correction_form,
    corrections_screen,
    open_corrections,
)
from bot.tavern.table.actions import Actor
from bot.tavern.tournament.tournament_service import TournamentOver, TournamentRests, TournamentState
from bot.tavern.tournament.tournament_tables import Make
from bot.text.translate import _, plain_text, shown
from games.engine.core.errors import NotOffered
from games.tournament import director, entries
from games.tournament.model import NotEntered, NotRunning, Tournament, TournamentChange
from games.tournament.seating import Lots

Count = Annotated[int, IntRange(1, 100)]
FILL = 4
"""The number of house players that one press adds."""
WHY = "A reason, which everyone will see"
NOTE = "A note for the books alone"

TABLES_MAX = 9999


class OrganiserCommands(TaproomCog):
    """Commands for organisers."""

    @command(number=WHICH, why=WHY, note=NOTE)
    async def start(self, ctx: Context, number: Which = None, why: str = "", note: str = "") -> None:
        """Begin a tournament."""
        await self._order(ctx, number, _actor(ctx, why, note), director.start, _("**{title}** has begun."))

    @command(number=WHICH, why=WHY, note=NOTE)
    async def pause(self, ctx: Context, number: Which = None, why: str = "", note: str = "") -> None:
        """Pause once the current hands are over."""
        await self._order(ctx, number, _actor(ctx, why, note), *_order_of("cup_pause"))

    @command(number=WHICH, why=WHY, note=NOTE)
    async def resume(self, ctx: Context, number: Which = None, why: str = "", note: str = "") -> None:
        """Resume after a pause."""
        await self._order(ctx, number, _actor(ctx, why, note), *_order_of("cup_resume"))

    @command(member="Who", why=WHY, note=NOTE, number=WHICH)
    async def add(
        self, ctx: Context, member: User, why: str = "", note: str = "", number: Which = None
    ) -> None:
        """Add somebody, or ask them if it costs money."""
        member.require_person()
        before = await self._state_for_organiser(ctx, number)
        await self._require_seeing(before.stored.server, before.stored.channel, [member.id])
        entrant = ctx.request.actor_for(member)
        state = await self.app.tournaments.add(_actor(ctx, why, note), before.id, entrant)
        words = _("I’ve asked {player} to enter **{title}**. They’re in once they press “Accept”.")
        if any(each.player == member.id for each in state.tournament.entrants):
            words = _("{player} is in **{title}**, and I’ve told them.")
        elif any(each.player == member.id for each in state.tournament.waiting):
            words = _("**{title}** is full. {player} is on the waiting list, and I’ve told them.")
        await ctx.send_ephemeral(say(_titled(state, words.replace("{player}", person(member.id)))))

    @command(member="Who", why=WHY, note=NOTE, number=WHICH)
    async def remove(
        self, ctx: Context, member: User, why: str = "", note: str = "", number: Which = None
    ) -> None:
        """Take a player out of a tournament."""

        def make(before: Tournament, now: int, lots: Lots) -> TournamentChange:
            if before.phase == "open":
                return entries.take_out(before, member.id)
            return director.remove(before, member.id, now, lots)

        said = _("{player} is out of **{title}**.")
        await self._order(
            ctx, number, _actor(ctx, why, note), make, said.replace("{player}", person(member.id))
        )

    @command(member="Who", why=WHY, note=NOTE, number=WHICH)
    async def restore(
        self, ctx: Context, member: User, why: str = "", note: str = "", number: Which = None
    ) -> None:
        """Bring a removed player back."""

        def make(before: Tournament, now: int, lots: Lots) -> TournamentChange:
            return director.restore(before, member.id, now, lots)

        said = _("{player} is in **{title}** again.")
        await self._order(
            ctx, number, _actor(ctx, why, note), make, said.replace("{player}", person(member.id))
        )

    @command(
        amount="How much",
        score="For the highest score, not for a place",
        number="Which, if there are several",
    )
    async def add_purse(
        self, ctx: Context, amount: Amount, score: bool = False, number: Which = None
    ) -> None:
        """Add to the prizes from the bank."""
        to_fund = _("Added to the fund of **{title}**.")
        to_score = _("Added to the prize for the highest score in **{title}**.")

        def make(before: Tournament, _now: int, _lots: Lots) -> TournamentChange:
            return entries.add_purse(before, amount, for_score=score)

        await self._order(ctx, number, ctx.request.actor(), make, to_score if score else to_fund)

    @command(count="How many", why=WHY, note=NOTE, number=WHICH)
    async def fill_up(
        self, ctx: Context, count: Count, why: str = "", note: str = "", number: Which = None
    ) -> None:
        """Add house players, without money."""
        before = await self._state_for_organiser(ctx, number)
        state = await self.app.tournaments.fill_up(_actor(ctx, why, note), before.id, count)
        await ctx.send_ephemeral(say(_titled(state, _("House players have entered **{title}**."))))

    @command(number=WHICH)
    async def cancel(self, ctx: Context, number: Which = None) -> None:
        """Call it off; all money goes back."""
        await self._ask_to_call_off(ctx, number)

    @command(number=WHICH)
    async def export(self, ctx: Context, number: Which = None) -> None:
        """A tournament’s list as a file."""
        state = await self._state_for_organiser(ctx, number)
        file = File(f"tournament-{state.id}.csv", await self.app.tournaments.export(state, ctx.player))
        await ctx.send_file(_titled(state, _("Here is the list of {title}.")), file)

    async def _order(
        self, ctx: Context, number: int | None, actor: Actor, make: Make, confirmation: str
    ) -> None:
        """Apply an organiser's change, and confirm it in their language."""
        before = await self._state_for_organiser(ctx, number)
        state = await self.app.tournaments.do(actor, before.id, make)
        await ctx.send_ephemeral(say(_titled(state, confirmation)))

    async def _state_for_organiser(self, ctx: Context, number: int | None) -> TournamentState:
        """Return a tournament. Raises `NotOrganiser` unless the user may run it."""
        state = await self._tournament(ctx, number)
        ctx.request.require_organiser(state.settings.organiser_role)
        return state

    async def _ask_to_call_off(self, ctx: Context, number: int | None) -> None:
        try:
            state = await self._state_for_organiser(ctx, number)
        except TournamentRests as at_rest:
            ctx.request.require_organiser((await self._settings(ctx)).organiser_role)
            await ctx.send_form(call_off_form(at_rest.number, "", WHY_LENGTH))
            return
        if state.is_over:
            raise TournamentOver
        await ctx.send_form(call_off_form(state.id, state.tournament.phase, WHY_LENGTH))

    @on_button("cup_pause", "cup_resume")
    async def _pause_or_resume(self, ctx: Context, press: TablePress) -> None:
        await self._state_for_organiser(ctx, press.table)
        make, confirmation = _order_of(press.verb)
        state = await self.app.tournaments.do(ctx.request.actor(), press.table, make)
        await ctx.update(say(_titled(state, confirmation)))

    @on_button("cup_cancel")
    async def _cancel(self, ctx: Context, press: TablePress) -> None:
        await self._ask_to_call_off(ctx, press.table)

    @on_button("start_cup")
    async def _start(self, ctx: Context, press: TablePress) -> None:
        await self._state_for_organiser(ctx, press.table)
        state = await self.app.tournaments.do(ctx.request.actor(), press.table, director.start)
        await self.app.front.tournament_messages.respond(ctx, state)

    @on_button("fill_up")
    async def _fill_up(self, ctx: Context, press: TablePress) -> None:
        await self._state_for_organiser(ctx, press.table)
        count_shown = read_whole(press.argument)
        state = await self.app.tournaments.fill_up(ctx.request.actor(), press.table, FILL, count_shown)
        await self.app.front.tournament_messages.respond(ctx, state)

    @on_form("call_off_now")
    async def _call_off(self, ctx: Context, press: TablePress) -> None:
        with reading("text"):
            why = words(ctx.request.typed, WHY_LENGTH)
        note = plain_text(ctx.request.fields.get("note", ""), WHY_LENGTH)
        actor = replace(ctx.request.actor(), why=why, note=note)
        try:
            await self._state_for_organiser(ctx, press.table)
        except TournamentRests:
            await self._void(ctx, actor, press.table)
            return
        state = await self.app.tournaments.call_off(actor, press.table, press.argument)
        await ctx.send_ephemeral(say(_titled(state, _("**{title}** has been called off."))))

    async def _void(self, ctx: Context, actor: Actor, number: int) -> None:
        """Call a tournament off whose game is not installed, and tell what everybody gets back."""
        settings = await self._settings(ctx)
        ctx.request.require_organiser(settings.organiser_role)
        voided = await self.app.tournaments.void(actor, number)
        await ctx.send_ephemeral(voided_screen(voided, settings.currency))
        await self.app.front.tell_voided(voided, settings)


def _order_of(verb: Verb) -> tuple[Make, str]:
    """Return the change that pauses or resumes a tournament, and the text that confirms it."""
    if verb == "cup_pause":
        return director.pause, _("**{title}** is paused.")
    return director.resume, _("**{title}** has resumed.")


def _actor(ctx: Context, why: str, note: str) -> Actor:
    """Return the request's actor with a reason, and with a note for the books alone."""
    actor = ctx.request.actor()
    return replace(actor, why=plain_text(why, WHY_LENGTH), note=plain_text(note, WHY_LENGTH))


def _titled(state: TournamentState, words: str) -> str:
    return words.format(title=shown(state.stored.plan.title))


class CorrectionPanel(TaproomCog):
    """Corrections: chips between hands, a move to another table, and a result that does not count."""

    @on_button("correct")
    async def _show_corrections(self, ctx: Context, press: TablePress) -> None:
        state = await self._organised(ctx, press.table)
        if not open_corrections(state.view):
            raise NotRunning
        await ctx.update(corrections_screen(state.view))

    @on_button("correct_whom")
    async def _ask_correction(self, ctx: Context, press: TablePress) -> None:
        state = await self._organised(ctx, press.table)
        kind = press.among(open_corrections(state.view))
        player, _is_bot = ctx.request.chosen_person()
        entrant = next((each for each in state.tournament.entrants if each.player == player), None)
        if entrant is None:
            raise NotEntered
        await ctx.send_form(correction_form(state.view, kind, player, entrant.name))

    @on_form("corrected")
    async def _correct(self, ctx: Context, press: TablePress) -> None:
        await self._organised(ctx, press.table)
        about, fields = About.of(press.argument), ctx.request.fields
        with reading("why"):
            why = words(fields.get("why", ""), WHY_LENGTH)
        note = plain_text(fields.get("note", ""), WHY_LENGTH)
        actor = replace(ctx.request.actor(), why=why, note=note)
        state = await self._corrected(actor, press.table, about, fields)
        text = _("Done. I’ll tell {player} why, and the notice of **{title}** says so too.")
        title = shown(state.stored.plan.title)
        await ctx.send_ephemeral(say(text.format(player=person(about.id), title=title)))
        self.app.front.tournament_messages.refresh(state)

    async def _corrected(
        self, actor: Actor, number: int, about: About, fields: Mapping[str, str]
    ) -> TournamentState:
        """Apply the submitted correction; `about` has its kind and the entrant."""
        tournaments = self.app.tournaments
        if about.key in ("strike", "count"):
            return await tournaments.strike(actor, number, about.id, counts=about.key == "count")
        with reading("amount" if about.key == "chips" else "table"):
            return await tournaments.do_between_hands(actor, number, _correction(about, fields))

    async def _organised(self, ctx: Context, number: int) -> TournamentState:
        state = await self._tournament(ctx, number)
        ctx.request.require_organiser(state.settings.organiser_role)
        return state


def _correction(about: About, fields: Mapping[str, str]) -> Make:
    """Return the change of a tournament for a submitted form."""
    match about.key:
        case "chips":
            count = whole(fields.get("amount", ""), 1, director.CHIPS_MAX)
            amount = -count if fields.get("way") == "take" else count

            def correct(before: Tournament, now: int, lots: Lots) -> TournamentChange:
                return director.correct_chips(before, about.id, amount, now, lots)

            return correct
        case "table":
            table = whole(fields.get("table", ""), 1, TABLES_MAX)

            def put(before: Tournament, now: int, lots: Lots) -> TournamentChange:
                return director.put_at_table(before, about.id, table, now, lots)

            return put
        case _:
            raise NotOffered
