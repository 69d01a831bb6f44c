"""Past tournaments: who won them, and a player's record."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from bot.custom_ids import table_id
from bot.screens.core.lists import first_of
from bot.screens.core.money import amount, points_of
from bot.screens.core.people import person
from bot.screens.core.screen import Button, Screen, Text, rows, say
from bot.screens.tournament.summary import entrant_name
from bot.tavern.tournament.view import TournamentView
from bot.text.escape import shown
from bot.text.translate import _, ngettext
from games.tournament.placing import standings
from storage.tournaments.results import TournamentResult

NAMES_SHOWN = 3


@dataclass(frozen=True, slots=True)
class PastTournament:
    """A past tournament, and its highest score by player, if any."""

    view: TournamentView
    best: tuple[tuple[int, int], ...]


def past_screen(over: tuple[PastTournament, ...], currency: str, *, has_more: bool) -> Screen:
    """A server's past tournaments, latest first, with a way to the places and prizes of each."""
    lines = [_past(each, currency) for each in over] or [_("No tournament has finished here yet.")]
    buttons = [
        Button(f"{each.view.plan.title} ({each.view.id})", table_id(each.view.id, "standings"))
        for each in over
    ]
    if has_more:
        buttons.append(Button(_("Earlier ones"), table_id(over[-1].view.id, "past"), "main"))
    heading = "### " + _("Past tournaments")
    return Screen((Text("\n".join([heading, *lines])), *rows(buttons)))


def record_screen(player: int, played: tuple[TournamentResult, ...], currency: str) -> Screen:
    """A player's tournaments, latest first."""
    title = _("Tournaments of {player}").format(player=person(player))
    lines = [_line(each, currency) for each in played] or [_("None has been played to the end.")]
    return say(f"### {title}", *lines)


def _past(past: PastTournament, currency: str) -> str:
    view, tournament = past.view, past.view.tournament
    first = [each for place, each in standings(tournament) if place == 1]
    house = {each.player: entrant_name(each) for each in tournament.entrants if each.is_house}
    names = _names([each.player for each in first], house)
    count = len(tournament.entrants)
    players = ngettext("{count} player", "{count} players", count).format(count=count)
    said = [f"**{shown(view.plan.title)}** ({view.id})", players, _("won by {names}").format(names=names)]
    fund = sum(award.money for award in tournament.awards)
    if fund:
        said.append(amount(fund, currency))
    if past.best and tournament.terms.goal is None:
        names = _names([player for player, _points in past.best], house)
        words = _("highest score: {names}, {points}")
        said.append(words.format(names=names, points=points_of(past.best[0][1])))
    return "- " + " · ".join([*said, f"<t:{int(view.acted_at)}:d>"])


def _names(players: Sequence[int], house: Mapping[int, str]) -> str:
    """Names, the first of them where there are many; `house` are those of house players."""
    return ", ".join(first_of(players, NAMES_SHOWN, lambda each: house.get(each) or person(each)))


def _line(result: TournamentResult, currency: str) -> str:
    words = _("place {place} of {players}").format(place=result.place, players=result.players)
    said = [f"**{shown(result.title)}** ({result.tournament})", words]
    if result.money:
        said.append(amount(result.money, currency))
    said += [shown(each) for each in result.words]
    if result.score is not None:
        said.append(points_of(result.score))
    return "- " + " · ".join([*said, f"<t:{int(result.at)}:d>"])
