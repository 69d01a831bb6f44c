"""A tournament's podium."""

from __future__ import annotations

from dataclasses import replace

from bot.screens.core.money import unit
from bot.screens.core.picture import Lane, Picture, Tile, Tone, described
from bot.screens.core.screen import Screen, faults
from bot.tavern.tournament.view import TournamentView
from bot.text.escape import isolated
from bot.text.numbers import number
from bot.text.translate import _
from games.tournament.model import Entrant
from games.tournament.placing import standings

STEPS = 3


def with_podium(notice: Screen, view: TournamentView) -> Screen:
    """The notice, and once the tournament is over the first three on their steps."""
    podium = _podium(view) if view.tournament.phase == "over" else None
    if podium is None:
        return notice
    pictured = replace(notice, parts=(*notice.parts[:1], podium, *notice.parts[1:]))
    return notice if faults(pictured) else pictured


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
