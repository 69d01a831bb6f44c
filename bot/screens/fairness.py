"""How the chance at a table can be checked (TB-13)."""

from __future__ import annotations

from typing import Any

from bot.screens.screen import Screen, Text
from bot.words import _
from games.engine.views import TableView

CUTS_SHOWN = 100
DRAWS_SHOWN = 200
"""So many are written out; a round has seldom more."""


def fairness(view: TableView[Any]) -> Screen:
    """What was sealed, what was opened, and how the one follows from the other."""
    parts = [
        Text("### " + _("Fair play at table {number}").format(number=view.id)),
        Text(
            _(
                "Every throw comes from a secret seed that is fixed before anybody presses a button. Its "
                "SHA-256 is shown under the table. Each press cuts: its number is mixed in. Afterwards the "
                "seed is opened here, and each draw can be worked out again as HMAC-SHA-256, keyed with the "
                "seed, over `[[cuts so far],draw,block]`, read as 32-bit numbers."
            )
        ),
        Text(_("**Sealed now:** `{commitment}`").format(commitment=view.commitment)),
    ]
    if view.proof is not None:
        cuts = ", ".join(view.proof.cuts[:CUTS_SHOWN]) or _("none")
        draws = ", ".join(map(str, view.proof.draws[:DRAWS_SHOWN])) or _("none")
        parts.append(
            Text(
                _("**The hand before:** seed `{seed}`").format(seed=view.proof.seed)
                + "\n"
                + _("Its cuts, in order: {cuts}").format(cuts=cuts)
                + "\n"
                + _("How many cuts came before each draw: {draws}").format(draws=draws)
            )
        )
    return Screen(tuple(parts))
