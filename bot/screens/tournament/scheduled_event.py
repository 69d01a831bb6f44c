"""A tournament as one of Discord's scheduled events, where people say that they are interested."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import Literal, TypeAlias

from bot.screens.core.money import amount
from bot.screens.core.notes import address
from bot.screens.tournament.summary import format_words
from bot.tavern.tournament.view import TournamentView
from bot.text.translate import _

EventStatus: TypeAlias = Literal["scheduled", "active", "completed", "cancelled"]
NAME_MAX = 100
DESCRIPTION_MAX = 1000
LASTS_SECONDS = 4 * 3600
"""Discord wants to know an end beforehand; the tournament's own end comes first, or later."""


@dataclass(frozen=True, slots=True)
class EventCard:
    """What Discord is told; `starts_at` is None where nobody knows."""

    status: EventStatus
    name: str
    description: str
    location: str
    starts_at: int | None

    @property
    def ends_at(self) -> int:
        """When Discord may take it as over."""
        return (self.starts_at or 0) + LASTS_SECONDS

    @property
    def print(self) -> str:
        """By which it is known whether Discord has been told this."""
        return hashlib.sha256(repr(self).encode()).hexdigest()[:12]


def event_card(view: TournamentView) -> EventCard:
    """A tournament as it stands."""
    statuses: dict[str, EventStatus] = {
        "open": "scheduled",
        "running": "active",
        "over": "completed",
        "called_off": "cancelled",
    }
    terms = view.tournament.terms
    cost = _("It costs {entry} to enter.").format(entry=amount(terms.entry, view.currency))
    lines = [
        f"{_(view.game.title)} · {format_words(terms)}",
        _("It counts for {title}.").format(title=view.series) if view.series else "",
        cost if terms.entry else _("Entering is free."),
        # Translators: a command follows in a line of its own.
        _("“Interested” reminds you, but doesn’t enter you: press Join on the notice, or type"),
        mark(view.id),
    ]
    return EventCard(
        statuses[view.tournament.phase],
        view.plan.title[:NAME_MAX],
        "\n".join(each for each in lines if each)[:DESCRIPTION_MAX],
        address(view.server, view.channel, view.message),
        view.plan.starts_at,
    )


def mark(tournament: int) -> str:
    """The last line of a description, by which ours is known again."""
    return f"/tournament join number:{tournament}"
