"""What an organiser puts right at a tournament: whom, what, and why (TN-47)."""

from __future__ import annotations

from collections.abc import Mapping

from bot.custom_ids import About, table_id
from bot.screens.core.screen import Choice, ChoiceField, Form, People, Screen, Text, TextField
from bot.tavern.tournament.tables import TournamentView
from bot.text.translate import _, shown
from games.engine.core.errors import phrase
from games.tournament.director import CHIPS_MAX

CORRECTIONS: Mapping[str, tuple[str, str]] = {
    # Translators: {name} is a player’s; so in the titles that follow.
    "chips": (phrase("Give or take chips"), phrase("Chips of {name}")),
    "table": (phrase("Move to another table"), phrase("Another table for {name}")),
    "strike": (phrase("Strike a result from the series"), phrase("Strike the result of {name}")),
    "count": (phrase("Let a result count again"), phrase("Let the result of {name} count")),
}
"""What can be put right: what the list of people for it is called, and the title of its form."""
WHY_LENGTH = 120


def open_corrections(view: TournamentView) -> tuple[str, ...]:
    """What can be put right now: chips and tables while it is played, then results of a series."""
    terms, phase = view.tournament.terms, view.tournament.phase
    if phase == "over":
        return ("strike", "count") if view.series else ()
    if phase != "running":
        return ()
    has_tables = len(view.tournament.tables) > 1 and terms.through is None
    return (*(("chips",) if terms.goal is None else ()), *(("table",) if has_tables else ()))


def corrections_screen(view: TournamentView) -> Screen:
    """A list of people for everything that can be put right."""
    heading = "### " + _("Corrections in {title}").format(title=shown(view.plan.title))
    says = _("Next you give a reason. The player is told, and the notice shows it.")
    lists = (
        People(table_id(view.id, "correct_whom", each), _(CORRECTIONS[each][0]))
        for each in open_corrections(view)
    )
    return Screen((Text(f"{heading}\n{says}"), *lists))


def correction_form(view: TournamentView, kind: str, player: int, name: str) -> Form:
    """What is put right for somebody, and why."""
    why = TextField("why", _("Reason"), says=_("For the player, the notice and the audit"), length=WHY_LENGTH)
    fields: Mapping[str, tuple[TextField | ChoiceField, ...]] = {
        "chips": (
            ChoiceField(
                "way",
                _("Give or take chips"),
                (Choice(_("Give"), "give", is_chosen=True), Choice(_("Take"), "take")),
            ),
            TextField("amount", _("How many"), length=len(str(CHIPS_MAX))),
        ),
        "table": (TextField("table", _("Table"), says=_("The number of the table to go to"), length=4),),
    }
    title = _(CORRECTIONS[kind][1]).format(name=name)
    return Form(title, table_id(view.id, "corrected", About(player, kind)), (*fields.get(kind, ()), why))
