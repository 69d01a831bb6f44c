"""What organisers put right, behind *More …* on a notice: chips, tables, and results of a series (TN-47)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from bot.cogs.taproom_cog import TaproomCog
from bot.custom_ids import About, TablePress
from bot.front.forms import reading, whole, words
from bot.front.marks import filled_in, pressed
from bot.front.protocols import Reply
from bot.screens.core.naming import person
from bot.screens.core.screen import say
from bot.screens.tournament.corrections import (
    WHY_LENGTH,
    correction_form,
    corrections_screen,
    open_corrections,
)
from bot.tavern.table.actions import Request
from bot.tavern.tournament.tables import Make
from bot.tavern.tournament.tournaments import TournamentState
from bot.text.translate import _, shown
from games.engine.core.errors import NotOffered
from games.tournament import corrections
from games.tournament.model import NotEntered, NotRunning, Tournament, TournamentChange
from games.tournament.seating import Lots

TABLES_MAX = 9999


class CorrectionPanel(TaproomCog):
    """Chips between hands, another table, and a result that does not count."""

    @pressed("correct")
    async def _show_corrections(self, reply: Reply, meaning: TablePress) -> None:
        state = await self._organised(reply, meaning.table)
        if not open_corrections(state.view):
            raise NotRunning
        await reply.update(corrections_screen(state.view))

    @pressed("correct_whom")
    async def _ask_correction(self, reply: Reply, meaning: TablePress) -> None:
        state = await self._organised(reply, meaning.table)
        kind = meaning.among(open_corrections(state.view))
        player, _is_bot = reply.visit.chosen_person()
        found = next((each for each in state.tournament.entrants if each.player == player), None)
        if found is None:
            raise NotEntered
        await reply.ask(correction_form(state.view, kind, player, found.name))

    @filled_in("corrected")
    async def _correct(self, reply: Reply, meaning: TablePress) -> None:
        await self._organised(reply, meaning.table)
        about, given = About.of(meaning.argument), reply.visit.fields
        with reading("why"):
            why = words(given.get("why", ""), WHY_LENGTH)
        press = replace(reply.visit.request(), why=why)
        state = await self._corrected(press, meaning.table, about, given)
        said = _("Done. I’ll tell {player} why, and the notice of **{title}** says so too.")
        title = shown(state.stored.plan.title)
        await reply.whisper(say(said.format(player=person(about.id), title=title)))
        self.house.front.tournament_messages.refresh(state)

    async def _corrected(
        self, press: Request, number: int, about: About, given: Mapping[str, str]
    ) -> TournamentState:
        kept = self.house.tournaments
        if about.key in ("strike", "count"):
            return await kept.strike(press, number, about.id, counts=about.key == "count")
        with reading("amount" if about.key == "chips" else "table"):
            return await kept.do_between_hands(press, number, _make(about, given))

    async def _organised(self, reply: Reply, number: int) -> TournamentState:
        state = await self._tournament(reply, number)
        reply.visit.require_organiser(state.settings.organiser_role)
        return state


def _make(about: About, given: Mapping[str, str]) -> Make:
    """What a form asks of the director."""
    match about.key:
        case "chips":
            count = whole(given.get("amount", ""), 1, corrections.CHIPS_MAX)
            amount = -count if given.get("way") == "take" else count

            def correct(before: Tournament, now: int, lots: Lots) -> TournamentChange:
                return corrections.correct_chips(before, about.id, amount, now, lots)

            return correct
        case "table":
            table = whole(given.get("table", ""), 1, TABLES_MAX)

            def put(before: Tournament, now: int, lots: Lots) -> TournamentChange:
                return corrections.put_at_table(before, about.id, table, now, lots)

            return put
        case _:
            raise NotOffered
