"""How a tournament and its heats came out, as pictures: who came through, and the first three on their steps.

What a picture says stands on the notice in words, too.
"""

from __future__ import annotations

from dataclasses import replace

from bot.screens.core.naming import unit
from bot.screens.core.picture import LANES_MAX, Lane, Picture, described
from bot.screens.core.screen import Screen, faults
from bot.screens.core.tiles import Tile, Tone
from bot.screens.tournament.summary import through
from bot.tavern.tournament.tables import TournamentView
from bot.text.translate import _, isolated, ngettext, number
from games.tournament.model import Entrant
from games.tournament.placing import standings

STEPS = 3


def with_results(notice: Screen, view: TournamentView) -> Screen:
    """The notice with a picture of what is decided: the heats before, or the first three when it is over."""
    draw = {"running": _heats, "over": _podium}.get(view.tournament.phase)
    picture = None if draw is None else draw(view)
    if picture is None:
        return notice
    pictured = replace(notice, parts=(*notice.parts[:1], picture, *notice.parts[1:]))
    return notice if faults(pictured) else pictured


def _heats(view: TournamentView) -> Picture | None:
    """Who came through from which table."""
    people = through(view)
    if not people:
        return None
    shown = people if len(people) <= LANES_MAX else people[: LANES_MAX - 1]
    count = len(people) - len(shown)
    more = ngettext("and {count} more", "and {count} more", count).format(count=count) if count else ""
    said = _("Through from the heats")
    lanes = tuple(_winner(table, each) for table, each in shown)
    lines = (f"{isolated(lane.name)}, {lane.gain}" for lane in lanes)
    told = described([view.plan.title, said, *lines, more])
    return Picture(told, view.plan.title, f"{said}, {more}" if more else said, lanes=lanes)


def _winner(table: int, entrant: Entrant) -> Lane:
    where, alias = (
        _("table {number}").format(number=table),
        _("Player {number}").format(number=entrant.number),
    )
    return Lane((), "crown", entrant.name, alias, gain=where)


def _podium(view: TournamentView) -> Picture | None:
    first = [(place, each) for place, each in standings(view.tournament) if each.standing != "removed"][
        :STEPS
    ]
    if not first:
        return None
    lanes = tuple(_step(place, each, view) for place, each in first)
    title, game = view.plan.title, _(view.game.title)
    lines = (
        f"{lane.step}. {isolated(lane.name)}" + (f", {lane.gain}" if lane.gain else "") for lane in lanes
    )
    return Picture(described([title, game, *lines]), title, game, lanes=lanes)


def _step(place: int, entrant: Entrant, view: TournamentView) -> Lane:
    money = sum(each.money for each in view.tournament.awards if each.player == entrant.player)
    prize = f"{number(money)} {unit(money, view.currency)}" if money else ""
    crown = (Tile("crown"),) if place == 1 else ()
    alias = _("Place {place}").format(place=place)
    tone: Tone = "gold" if place == 1 else "plain"
    return Lane(crown, name=entrant.name, alias=alias, gain=prize, tone=tone, step=place)
