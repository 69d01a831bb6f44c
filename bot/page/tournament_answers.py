"""The buttons of a tournament's page that are useful to its reader."""

from __future__ import annotations

from collections.abc import Iterator

from bot.custom_ids import table_id
from bot.page import glance
from bot.page.places import ORGANISING, Deed
from bot.screens.core.screen import Button
from bot.screens.tournament.length import PLAYERS_MIN
from bot.tavern.tournament.tournament_service import TournamentState
from bot.tavern.tournament.tournament_tables import deal_check
from bot.text.translate import _
from games.tournament import entries
from games.tournament.model import Entrant, Tournament
from games.tournament.prize_deals import agreed_on


def answers(state: TournamentState, player: int, *, is_organiser: bool) -> list[Button]:
    """Return the buttons that are useful to a player; the first is the likeliest next step."""
    return [*_own(state, player), *(_organisers_buttons(state) if is_organiser else ())]


def is_full(tournament: Tournament) -> bool:
    """Return True if a new entrant would go on the waiting list (TN-43)."""
    return tournament.phase == "open" and len(tournament.entrants) >= tournament.terms.players_max


def _own(state: TournamentState, player: int) -> Iterator[Button]:
    tournament, own = state.tournament, glance.entrant(state, player)
    if tournament.phase == "open" and (entered := _entered(tournament, player)) is not None:
        if tournament.terms.needs_check_in and not entered.is_checked_in:
            yield Button(_("Check in"), table_id(state.id, "check_in"), "main")
        yield Button(_("Withdraw"), table_id(state.id, "withdraw"))
    elif entries.may_enter(tournament, player):
        action = table_id(state.id, "enter")
        if is_full(tournament):
            # Translators: a button: everything is taken, and one is put on the waiting list.
            yield Button(_("Wait for a place"), action)
        else:
            yield Button(_("Enter again") if own is not None else _("Join"), action, "main")
    deal = tournament.deal if tournament.phase == "running" else None
    if deal is not None and own is not None and own.standing == "in":
        if deal.until is not None and own.number not in agreed_on(tournament):
            yield Button(_("Agree"), table_id(state.id, "deal_agree", deal_check(tournament)), "main")
        yield Button(_("Play on"), table_id(state.id, "deal_end"))


def _entered(tournament: Tournament, player: int) -> Entrant | None:
    return next((each for each in tournament.entered if each.player == player), None)


def _organisers_buttons(state: TournamentState) -> Iterator[Button]:
    tournament = state.tournament
    if tournament.phase != "open":
        return
    if sum(_can_start(tournament, each) for each in tournament.entrants) >= PLAYERS_MIN:
        yield Button(_("Start"), table_id(state.id, "start_cup"), "main")
    if _takes_house(tournament) and not is_full(tournament):
        house_count = sum(each.is_house for each in tournament.entrants)
        yield Button(_("Add house players"), table_id(state.id, "fill_up", str(house_count)))


def _can_start(tournament: Tournament, entrant: Entrant) -> bool:
    """Return True if an entrant would be in at the start, having checked in if that is needed."""
    return not tournament.terms.needs_check_in or entrant.is_checked_in or entrant.is_house


def _takes_house(tournament: Tournament) -> bool:
    return not (tournament.terms.entry or tournament.fund or tournament.score_purse)


def organising(state: TournamentState) -> list[Deed]:
    """Return the organisers' commands that are possible now, without those that have buttons."""
    tournament = state.tournament
    is_running, is_over = tournament.phase == "running", tournament.phase in ("over", "called_off")
    is_possible = {
        # These two have buttons.
        "start": False,
        "fill-up": False,
        "pause": is_running and tournament.standstill in (None, "break"),
        "resume": is_running and tournament.standstill is not None,
        "add": tournament.is_entry_open,
        "add-list": tournament.is_entry_open,
        "remove": not is_over and bool(tournament.entrants),
        "restore": is_running and any(each.standing == "removed" for each in tournament.entrants),
        "add-purse": not is_over and not any(each.is_house for each in tournament.entrants),
        "call-off": is_running and bool(tournament.tables),
        "export": True,
        "cancel": not is_over,
    }
    return [each for each in ORGANISING if is_possible[each.command.removeprefix("organise ")]]
