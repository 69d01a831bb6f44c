"""How a tournament's lots can be checked (TN-22)."""

from __future__ import annotations

from bot.screens.core.screen import Screen, say
from bot.screens.table.fair_play import cut_list
from bot.tavern.tournament.view import TournamentView
from bot.text.escape import shown
from bot.text.translate import _


def lots_screen(view: TournamentView) -> Screen:
    """The seal of the lots, and what was opened once the tournament is over."""
    said = [
        "### " + _("Fair play in {title}").format(title=shown(view.plan.title)),
        _(
            "Seats, new tables and every other draw come from a secret seed that I fixed before the first "
            "player entered; its SHA-256 is the seal. Before it starts, anyone who is in may mix words in "
            "with `/tournament cut`. When it’s over, the seed is opened here."
        ),
        _("**Sealed:** {seals}").format(seals=f"`{view.commitment}`"),
    ]
    if view.proof is not None:
        said += [
            _("**Seed:** {seed}").format(seed=f"`{view.proof.seed}`"),
            _("**Mixed in:** {cuts}").format(cuts=cut_list(view.proof.cuts)),
        ]
    return say(*said)
