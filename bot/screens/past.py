"""Tournaments that are over: who won them, and what somebody has played."""

from __future__ import annotations

from bot.names import shown
from bot.screens.cup import entrant_name
from bot.screens.money import amount
from bot.screens.people import person
from bot.screens.screen import Screen, say
from bot.words import _, ngettext
from games.tournament.placing import standings
from storage.results import Result
from storage.tournaments import StoredTournament


def past_screen(over: tuple[StoredTournament, ...], currency: str) -> Screen:
    """The last tournaments of a server, the last first."""
    lines = [_past(each, currency) for each in over] or [_("No tournament has been played out here yet.")]
    return say("### " + _("Tournaments that are over"), *lines)


def record_screen(player: int, played: tuple[Result, ...], currency: str) -> Screen:
    """What somebody has played, the last first."""
    title = _("Tournaments of {player}").format(player=person(player))
    lines = [_line(each, currency) for each in played] or [_("None was played to its end.")]
    return say(f"### {title}", *lines)


def _past(stored: StoredTournament, currency: str) -> str:
    tournament = stored.tournament
    first = [each for place, each in standings(tournament) if place == 1]
    names = ", ".join(entrant_name(each) if each.is_house else person(each.player) for each in first)
    count = len(tournament.entrants)
    players = ngettext("{count} player", "{count} players", count).format(count=count)
    said = [f"**{shown(stored.plan.title)}** ({stored.id})", players, _("won by {names}").format(names=names)]
    fund = sum(award.money for award in tournament.awards)
    if fund:
        said.append(amount(fund, currency))
    best = [each for each in tournament.awards if each.reason == "score"]
    if best:
        score = ", ".join(person(each.player) for each in best)
        said.append(_("highest score: {names}").format(names=score))
    return "- " + " · ".join([*said, f"<t:{int(stored.acted_at)}:d>"])


def _line(result: Result, currency: str) -> str:
    words = _("place {place} of {players}").format(place=result.place, players=result.players)
    said = [f"**{shown(result.title)}** ({result.tournament})", words]
    if result.money:
        said.append(amount(result.money, currency))
    said += [shown(each) for each in result.words]
    if result.score is not None:
        points = ngettext("{points} point", "{points} points", result.score)
        said.append(points.format(points=result.score))
    return "- " + " · ".join([*said, f"<t:{int(result.at)}:d>"])
