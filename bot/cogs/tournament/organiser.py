"""`/organise start`, `pause`, `remove`, `add-purse`, `cancel` and the other commands for organisers.

*More …* on a notice opens corrections: of chips, tables, and results of a series (TN-47).
"""

from __future__ import annotations

import csv
import io
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
from bot.text.translate import _, plain_text, shown, spreadsheet_cell
from games.engine.core.errors import NotOffered
from games.tournament import director, entries
from games.tournament.model import Entrant, NotEntered, NotRunning, Tournament, TournamentChange
from games.tournament.placing import standings
from games.tournament.seating import Lots

Count = Annotated[int, IntRange(1, 100)]
FILL = 4
"""The number of house players that one press adds."""
WHY = "The reason, for everybody to read"

TABLES_MAX = 9999


class OrganiserCommands(TaproomCog):
    """Commands for organisers."""

    @command(number=WHICH, why=WHY)
    async def start(self, ctx: Context, number: Which = None, why: str = "") -> None:
        """Begin a tournament."""
        await self._order(ctx, number, why, director.start, _("**{title}** has begun."))

    @command(number=WHICH, why=WHY)
    async def pause(self, ctx: Context, number: Which = None, why: str = "") -> None:
        """Pause after the hands under way."""
        await self._order(ctx, number, why, *_order_of("cup_pause"))

    @command(number=WHICH, why=WHY)
    async def resume(self, ctx: Context, number: Which = None, why: str = "") -> None:
        """Resume after a pause."""
        await self._order(ctx, number, why, *_order_of("cup_resume"))

    @command(member="Who", why=WHY, number=WHICH)
    async def add(self, ctx: Context, member: User, why: str = "", number: Which = None) -> None:
        """Add somebody, or ask them where it costs money."""
        member.require_person()
        meant = await self._allowed(ctx, number)
        await self._require_seeing(meant.stored.server, meant.stored.channel, [member.id])
        whom = ctx.request.request_for(member)
        state = await self.app.tournaments.add(_press(ctx, why), meant.id, whom)
        said = _("I’ve asked {player} to enter **{title}**. They’re in once they press Accept.")
        if any(each.player == member.id for each in state.tournament.entrants):
            said = _("{player} is in **{title}**, and I’ve told them.")
        elif any(each.player == member.id for each in state.tournament.waiting):
            said = _("**{title}** is full. {player} is on the waiting list, and I’ve told them.")
        await ctx.send_ephemeral(say(_titled(state, said.replace("{player}", person(member.id)))))

    @command(member="Who", why=WHY, number=WHICH)
    async def remove(self, ctx: Context, member: User, why: str = "", number: Which = None) -> None:
        """Take a player out of a tournament."""

        def make(before: Tournament, now: int, lots: Lots) -> TournamentChange:
            if before.phase == "open":
                return entries.take_out(before, member.id)
            return director.remove(before, member.id, now, lots)

        said = _("{player} is out of **{title}**.")
        await self._order(ctx, number, why, make, said.replace("{player}", person(member.id)))

    @command(member="Who", why=WHY, number=WHICH)
    async def restore(self, ctx: Context, member: User, why: str = "", number: Which = None) -> None:
        """Bring a removed player back."""

        def make(before: Tournament, now: int, lots: Lots) -> TournamentChange:
            return director.restore(before, member.id, now, lots)

        said = _("{player} is in **{title}** again.")
        await self._order(ctx, number, why, make, said.replace("{player}", person(member.id)))

    @command(
        amount="How much",
        score="For the highest score, not for a place",
        number="Which, if there are several",
    )
    async def add_purse(
        self, ctx: Context, amount: Amount, score: bool = False, number: Which = None
    ) -> None:
        """Let the bank add to the prizes."""
        to_fund = _("Added to the fund of **{title}**.")
        to_score = _("Added to the prize for the highest score in **{title}**.")

        def make(before: Tournament, _now: int, _lots: Lots) -> TournamentChange:
            return entries.add_purse(before, amount, for_score=score)

        await self._order(ctx, number, "", make, to_score if score else to_fund)

    @command(count="How many", why=WHY, number=WHICH)
    async def fill_up(self, ctx: Context, count: Count, why: str = "", number: Which = None) -> None:
        """Let house players enter, without money."""
        meant = await self._allowed(ctx, number)
        state = await self.app.tournaments.fill_up(_press(ctx, why), meant.id, count)
        await ctx.send_ephemeral(say(_titled(state, _("House players have entered **{title}**."))))

    @command(number=WHICH)
    async def cancel(self, ctx: Context, number: Which = None) -> None:
        """Call it off; all money goes back."""
        await self._ask_to_call_off(ctx, number)

    @command(number=WHICH)
    async def export(self, ctx: Context, number: Which = None) -> None:
        """A tournament’s list as a file."""
        meant = await self._allowed(ctx, number)
        file = File(f"tournament-{meant.id}.csv", as_csv(meant))
        await ctx.send_file(_titled(meant, _("Here is the list of {title}.")), file)

    async def _order(self, ctx: Context, number: int | None, why: str, make: Make, said: str) -> None:
        """Carry out an order, and confirm it in the organiser's language."""
        meant = await self._allowed(ctx, number)
        state = await self.app.tournaments.do(_press(ctx, why), meant.id, make)
        await ctx.send_ephemeral(say(_titled(state, said)))

    async def _allowed(self, ctx: Context, number: int | None) -> TournamentState:
        state = await self._tournament(ctx, number)
        ctx.request.require_organiser(state.settings.organiser_role)
        return state

    async def _ask_to_call_off(self, ctx: Context, number: int | None) -> None:
        try:
            meant = await self._allowed(ctx, number)
        except TournamentRests as at_rest:
            ctx.request.require_organiser((await self._settings(ctx)).organiser_role)
            await ctx.send_form(call_off_form(at_rest.number, "", WHY_LENGTH))
            return
        if meant.is_over:
            raise TournamentOver
        await ctx.send_form(call_off_form(meant.id, meant.tournament.phase, WHY_LENGTH))

    @on_button("cup_pause", "cup_resume")
    async def _pause_or_resume(self, ctx: Context, press: TablePress) -> None:
        await self._allowed(ctx, press.table)
        make, said = _order_of(press.verb)
        state = await self.app.tournaments.do(ctx.request.actor(), press.table, make)
        await ctx.update(say(_titled(state, said)))

    @on_button("cup_cancel")
    async def _cancel(self, ctx: Context, press: TablePress) -> None:
        await self._ask_to_call_off(ctx, press.table)

    @on_button("start_cup")
    async def _start(self, ctx: Context, press: TablePress) -> None:
        await self._allowed(ctx, press.table)
        state = await self.app.tournaments.do(ctx.request.actor(), press.table, director.start)
        await self.app.front.tournament_messages.respond(ctx, state)

    @on_button("fill_up")
    async def _fill_up(self, ctx: Context, press: TablePress) -> None:
        await self._allowed(ctx, press.table)
        seen = read_whole(press.argument)
        state = await self.app.tournaments.fill_up(ctx.request.actor(), press.table, FILL, seen)
        await self.app.front.tournament_messages.respond(ctx, state)

    @on_form("call_off_now")
    async def _call_off(self, ctx: Context, press: TablePress) -> None:
        with reading("text"):
            why = words(ctx.request.typed, WHY_LENGTH)
        actor = replace(ctx.request.actor(), why=why)
        try:
            await self._allowed(ctx, press.table)
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
    """Return the order for pausing or resuming, with its confirmation."""
    if verb == "cup_pause":
        return director.pause, _("**{title}** is paused.")
    return director.resume, _("**{title}** has resumed.")


def as_csv(state: TournamentState) -> bytes:
    """Return a tournament's entrants as CSV; no name can act as a formula."""
    text = io.StringIO()
    lines = csv.writer(text)
    lines.writerow(
        ["place", "name", "player", "standing", "chips", "score", "paid", "money", "prizes", "table", "seat"]
    )
    for place, each in standings(state.tournament):
        won = [award for award in state.tournament.awards if award.player == each.player]
        money = sum(award.money for award in won)
        prizes = "; ".join(word for award in won for word in award.words)
        lines.writerow(
            [
                place,
                spreadsheet_cell(each.name),
                _player_cell(each),
                each.standing,
                each.chips,
                state.scores.get(each.player, ""),
                each.paid,
                money,
                spreadsheet_cell(prizes),
                "" if each.seat is None else each.table,
                each.seat or "",
            ]
        )
    # The byte order mark makes spreadsheets read UTF-8.
    return text.getvalue().encode("utf-8-sig")


def _player_cell(entrant: Entrant) -> str:
    """Return an entrant's cell; spreadsheets round bare numbers of that length. Forgotten users are empty."""
    if entrant.is_house:
        return "house"
    return f"<@{entrant.player}>" if entrant.player > 0 else ""


def _press(ctx: Context, why: str) -> Actor:
    return replace(ctx.request.actor(), why=plain_text(why, WHY_LENGTH))


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
        found = next((each for each in state.tournament.entrants if each.player == player), None)
        if found is None:
            raise NotEntered
        await ctx.send_form(correction_form(state.view, kind, player, found.name))

    @on_form("corrected")
    async def _correct(self, ctx: Context, press: TablePress) -> None:
        await self._organised(ctx, press.table)
        about, given = About.of(press.argument), ctx.request.fields
        with reading("why"):
            why = words(given.get("why", ""), WHY_LENGTH)
        actor = replace(ctx.request.actor(), why=why)
        state = await self._corrected(actor, press.table, about, given)
        said = _("Done. I’ll tell {player} why, and the notice of **{title}** says so too.")
        title = shown(state.stored.plan.title)
        await ctx.send_ephemeral(say(said.format(player=person(about.id), title=title)))
        self.app.front.tournament_messages.refresh(state)

    async def _corrected(
        self, actor: Actor, number: int, about: About, given: Mapping[str, str]
    ) -> TournamentState:
        kept = self.app.tournaments
        if about.key in ("strike", "count"):
            return await kept.strike(actor, number, about.id, counts=about.key == "count")
        with reading("amount" if about.key == "chips" else "table"):
            return await kept.do_between_hands(actor, number, _make(about, given))

    async def _organised(self, ctx: Context, number: int) -> TournamentState:
        state = await self._tournament(ctx, number)
        ctx.request.require_organiser(state.settings.organiser_role)
        return state


def _make(about: About, given: Mapping[str, str]) -> Make:
    """Return the director's order for a submitted form."""
    match about.key:
        case "chips":
            count = whole(given.get("amount", ""), 1, director.CHIPS_MAX)
            amount = -count if given.get("way") == "take" else count

            def correct(before: Tournament, now: int, lots: Lots) -> TournamentChange:
                return director.correct_chips(before, about.id, amount, now, lots)

            return correct
        case "table":
            table = whole(given.get("table", ""), 1, TABLES_MAX)

            def put(before: Tournament, now: int, lots: Lots) -> TournamentChange:
                return director.put_at_table(before, about.id, table, now, lots)

            return put
        case _:
            raise NotOffered
