"""What organisers did at a tournament, in lines: on its notice, when it is told, in the audit (TN-19)."""

from __future__ import annotations

from collections.abc import Mapping

from bot.custom_ids import table_id
from bot.screens.core.people import person
from bot.screens.core.screen import Form, TextField
from bot.screens.core.story import because
from bot.text.escape import quoted
from bot.text.translate import _, ngettext
from games.engine.core.sentences import phrase
from storage.tournaments.acts import ActKind, TournamentAct

DONE: Mapping[ActKind, str] = {
    # Translators: what an organiser did at a tournament, in a list; so are those that follow.
    "started": phrase("{by} started it"),
    "paused": phrase("{by} paused it"),
    "resumed": phrase("{by} resumed it"),
    "removed": phrase("{by} took {other} out"),
    "restored": phrase("{by} brought {other} back"),
    "called_off": phrase("{by} called it off"),
}
BY_ITSELF: Mapping[ActKind, str] = {
    # Translators: of a tournament, in a list.
    "started": phrase("it began by itself"),
    # Translators: of a tournament, in a list.
    "called_off": phrase("it was called off"),
}


def act_line(act: TournamentAct) -> str:
    """What was done, by whom, why and when."""
    said = _words(act).format(by=person(act.author.player), other=person(act.player), count=act.count)
    why = f" · {quoted(because(act.author.why))}" if act.author.why else ""
    return f"{said}{why} · <t:{int(act.at)}:f>"


def call_off_form(number: int, phase: str, length: int) -> Form:
    """Asks an organiser before a tournament is called off, and why."""
    why = TextField(
        "text",
        _("Reason"),
        says=_("Nobody wins, and all entries go back. Everyone who entered reads the reason."),
        length=length,
        is_needed=False,
    )
    return Form(_("Call the tournament off?"), table_id(number, "call_off_now", phase), (why,))


def _words(act: TournamentAct) -> str:
    if act.kind == "filled_up":
        return ngettext("{by} added {count} house player", "{by} added {count} house players", act.count)
    is_said_of_nobody = act.author.player is None and act.kind in BY_ITSELF
    return _((BY_ITSELF if is_said_of_nobody else DONE)[act.kind])
