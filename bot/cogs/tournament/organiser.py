"""`/organise start`, `pause`, `remove`, `add-purse`, `cancel` and everything else for organisers."""

from __future__ import annotations

import csv
import io
from dataclasses import replace
from typing import Annotated

from bot.cogs.taproom_cog import TaproomCog
from bot.cogs.tournament.player import WHICH, Which
from bot.custom_ids import TablePress, Verb
from bot.front.forms import reading, words
from bot.front.marks import Sum, Whole, command, filled_in, pressed
from bot.front.protocols import File, Reply
from bot.front.visit import Somebody
from bot.screens.core.naming import person
from bot.screens.core.screen import say
from bot.screens.tournament.plan import call_off_form
from bot.tavern.table.actions import Request
from bot.tavern.tournament.tables import Make
from bot.tavern.tournament.tournaments import TournamentOver, TournamentState
from bot.text.translate import _, plain_text, shown, spreadsheet_cell
from games.tournament import director, entries
from games.tournament.model import Entrant, Tournament, TournamentChange
from games.tournament.placing import standings
from games.tournament.seating import Lots

Count = Annotated[int, Whole(1, 100)]
FILL = 4
"""House players that one press adds."""
WHY_LENGTH = 120
WHY = "The reason, for everybody to read"


class OrganiserCommands(TaproomCog):
    """Commands for organisers."""

    @command(number=WHICH, why=WHY)
    async def start(self, reply: Reply, number: Which = None, why: str = "") -> None:
        """Begin a tournament."""
        await self._order(reply, number, why, director.start, _("**{title}** has begun."))

    @command(number=WHICH, why=WHY)
    async def pause(self, reply: Reply, number: Which = None, why: str = "") -> None:
        """Pause after the hands under way."""
        await self._order(reply, number, why, *_order_of("cup_pause"))

    @command(number=WHICH, why=WHY)
    async def resume(self, reply: Reply, number: Which = None, why: str = "") -> None:
        """Resume after a pause."""
        await self._order(reply, number, why, *_order_of("cup_resume"))

    @command(member="Who", why=WHY, number=WHICH)
    async def add(self, reply: Reply, member: Somebody, why: str = "", number: Which = None) -> None:
        """Add somebody, or ask them where it costs money."""
        member.require_person()
        meant = await self._allowed(reply, number)
        whom = reply.visit.request_for(member)
        state = await self.house.tournaments.add(_press(reply, why), meant.id, whom)
        said = _("I’ve asked {player} to enter **{title}**. They’re in once they press Accept.")
        if any(each.player == member.id for each in state.tournament.entrants):
            said = _("{player} is in **{title}**, and I’ve told them.")
        elif any(each.player == member.id for each in state.tournament.waiting):
            said = _("**{title}** is full. {player} is on the waiting list, and I’ve told them.")
        await reply.whisper(say(_titled(state, said.replace("{player}", person(member.id)))))

    @command(member="Who", why=WHY, number=WHICH)
    async def remove(self, reply: Reply, member: Somebody, why: str = "", number: Which = None) -> None:
        """Take a player out of a tournament."""

        def make(before: Tournament, now: int, lots: Lots) -> TournamentChange:
            if before.phase == "open":
                return entries.take_out(before, member.id)
            return director.remove(before, member.id, now, lots)

        said = _("{player} is out of **{title}**.")
        await self._order(reply, number, why, make, said.replace("{player}", person(member.id)))

    @command(member="Who", why=WHY, number=WHICH)
    async def restore(self, reply: Reply, member: Somebody, why: str = "", number: Which = None) -> None:
        """Bring a removed player back."""

        def make(before: Tournament, now: int, lots: Lots) -> TournamentChange:
            return director.restore(before, member.id, now, lots)

        said = _("{player} is in **{title}** again.")
        await self._order(reply, number, why, make, said.replace("{player}", person(member.id)))

    @command(
        amount="How much",
        score="For the highest score, not for a place",
        number="Which, if there are several",
    )
    async def add_purse(self, reply: Reply, amount: Sum, score: bool = False, number: Which = None) -> None:
        """Let the bank add to the prizes."""
        to_fund = _("Added to the fund of **{title}**.")
        to_score = _("Added to the prize for the highest score in **{title}**.")

        def make(before: Tournament, _now: int, _lots: Lots) -> TournamentChange:
            return entries.add_purse(before, amount, for_score=score)

        await self._order(reply, number, "", make, to_score if score else to_fund)

    @command(count="How many", why=WHY, number=WHICH)
    async def fill_up(self, reply: Reply, count: Count, why: str = "", number: Which = None) -> None:
        """Let house players enter, without money."""
        meant = await self._allowed(reply, number)
        state = await self.house.tournaments.fill_up(_press(reply, why), meant.id, count)
        await reply.whisper(say(_titled(state, _("House players have entered **{title}**."))))

    @command(number=WHICH)
    async def cancel(self, reply: Reply, number: Which = None) -> None:
        """Call it off; all money goes back."""
        await self._ask_to_call_off(reply, number)

    @command(number=WHICH)
    async def export(self, reply: Reply, number: Which = None) -> None:
        """A tournament’s list as a file."""
        meant = await self._allowed(reply, number)
        file = File(f"tournament-{meant.id}.csv", as_csv(meant))
        await reply.hand_over(_titled(meant, _("Here is the list of {title}.")), file)

    async def _order(self, reply: Reply, number: int | None, why: str, make: Make, said: str) -> None:
        """Carry out an order, and confirm it in the organiser's language."""
        meant = await self._allowed(reply, number)
        state = await self.house.tournaments.do(_press(reply, why), meant.id, make)
        await reply.whisper(say(_titled(state, said)))

    async def _allowed(self, reply: Reply, number: int | None) -> TournamentState:
        state = await self._tournament(reply, number)
        reply.visit.require_organiser(state.settings.organiser_role)
        return state

    async def _ask_to_call_off(self, reply: Reply, number: int | None) -> None:
        meant = await self._allowed(reply, number)
        if meant.is_over:
            raise TournamentOver
        await reply.ask(call_off_form(meant.id, meant.tournament.phase, WHY_LENGTH))

    @pressed("cup_pause", "cup_resume")
    async def _pause_or_resume(self, reply: Reply, meaning: TablePress) -> None:
        await self._allowed(reply, meaning.table)
        make, said = _order_of(meaning.verb)
        state = await self.house.tournaments.do(reply.visit.request(), meaning.table, make)
        await reply.update(say(_titled(state, said)))

    @pressed("cup_cancel")
    async def _cancel(self, reply: Reply, meaning: TablePress) -> None:
        await self._ask_to_call_off(reply, meaning.table)

    @pressed("start_cup")
    async def _start(self, reply: Reply, meaning: TablePress) -> None:
        await self._allowed(reply, meaning.table)
        state = await self.house.tournaments.do(reply.visit.request(), meaning.table, director.start)
        await self.house.front.tournament_messages.answer(reply, state)

    @pressed("fill_up")
    async def _fill_up(self, reply: Reply, meaning: TablePress) -> None:
        await self._allowed(reply, meaning.table)
        seen = int(meaning.argument) if meaning.argument.isdecimal() else None
        state = await self.house.tournaments.fill_up(reply.visit.request(), meaning.table, FILL, seen)
        await self.house.front.tournament_messages.answer(reply, state)

    @filled_in("call_off_now")
    async def _call_off(self, reply: Reply, meaning: TablePress) -> None:
        await self._allowed(reply, meaning.table)
        with reading("text"):
            why = words(reply.visit.typed, WHY_LENGTH)
        press = replace(reply.visit.request(), why=why)
        state = await self.house.tournaments.call_off(press, meaning.table, meaning.argument)
        await reply.whisper(say(_titled(state, _("**{title}** has been called off."))))


def _order_of(verb: Verb) -> tuple[Make, str]:
    """What pausing and resuming do, and what is said of it."""
    if verb == "cup_pause":
        return director.pause, _("**{title}** is paused.")
    return director.resume, _("**{title}** has resumed.")


def as_csv(state: TournamentState) -> bytes:
    """A tournament's entrants as CSV; no name can act as a formula."""
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
    """Who an entrant is; spreadsheets round bare numbers of that length. A forgotten person is nobody."""
    if entrant.is_house:
        return "house"
    return f"<@{entrant.player}>" if entrant.player > 0 else ""


def _press(reply: Reply, why: str) -> Request:
    return replace(reply.visit.request(), why=plain_text(why, WHY_LENGTH))


def _titled(state: TournamentState, words: str) -> str:
    return words.format(title=shown(state.stored.plan.title))
