"""A list of players before an organiser enters them: who would come in, and who would not (TN-50)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bot.custom_ids import table_id
from bot.screens.core.naming import person
from bot.screens.core.screen import ActionRow, Button, Form, Screen, Text, TextField, first_lines
from bot.tavern.tournament.player_list import LIST_LENGTH
from bot.tavern.tournament.tournament_tables import TournamentView
from bot.text.translate import _, ngettext, quoted, shown

NAMED_MAX = 60
"""The maximum number of people named in a line."""


@dataclass(frozen=True, slots=True)
class SortedList:
    """The people of a list by what would become of them; `unknown` as they were typed."""

    ready: tuple[int, ...] = ()
    entered: tuple[int, ...] = ()
    refused: tuple[int, ...] = ()
    unseeing: tuple[int, ...] = ()
    strangers: tuple[int, ...] = ()
    unknown: tuple[str, ...] = ()


def list_form(view: TournamentView) -> Form:
    """Return the form for a list of players."""
    says = _("Mentions, ids or names, a line each, or from a table")
    field = TextField("text", _("Players"), description=says, length=LIST_LENGTH, is_long=True)
    return Form(_("Add players from a list"), table_id(view.id, "list_typed"), (field,))


def list_screen(view: TournamentView, found: SortedList, mark: str) -> Screen:
    """Return who would be entered or asked, and who not and why; `mark` names the list to the button."""
    asks = _is_asking(view)
    ready = ngettext("**{count} to enter:** {names}", "**{count} to enter:** {names}", len(found.ready))
    if asks:
        ready = ngettext("**{count} to ask:** {names}", "**{count} to ask:** {names}", len(found.ready))
    groups = (
        (ready, found.ready),
        (_("**In it already:** {names}"), found.entered),
        (_("**Can’t play here at the moment:** {names}"), found.refused),
        (_("**Can’t see the tournament’s channel:** {names}"), found.unseeing),
        (_("**Not in this server:** {names}"), found.strangers),
    )
    lines = [_line(words, [person(each) for each in people]) for words, people in groups if people]
    if found.unknown:
        # Translators: names in a list that belong to nobody, or to several people.
        words = _("**I don’t know who that is, or it’s several people:** {names}")
        lines.append(_line(words, [quoted(shown(each)) for each in found.unknown]))
    if asks and found.ready:
        lines.append("-# " + _("Nobody pays or sits down unasked: they’re in once they press Accept."))
    title = "### " + _("Players for {title}").format(title=shown(view.plan.title))
    text = Text("\n".join([title, *lines]))
    if not found.ready:
        return Screen((text,))
    count = len(found.ready)
    label = ngettext("Enter {count} player", "Enter {count} players", count)
    if asks:
        label = ngettext("Ask {count} player", "Ask {count} players", count)
    yes = Button(label.format(count=count), table_id(view.id, "list_enter", mark), "good")
    return Screen((text, ActionRow((yes, Button(_("No"), table_id(0, "no"))))))


def entered_words(before: TournamentView, after: TournamentView, players: Sequence[int]) -> str:
    """Return what became of the players of a list."""
    tournament = after.tournament
    was_in = {each.player for each in before.tournament.entered}
    places = sum(each.player in players and each.player not in was_in for each in tournament.entrants)
    waiting = sum(each.player in players and each.player not in was_in for each in tournament.waiting)
    if _is_asking(before):
        words = ngettext("I’ve asked {count} player.", "I’ve asked {count} players.", len(players))
        return words.format(count=len(players))
    said = [ngettext("{count} player is in.", "{count} players are in.", places).format(count=places)]
    if waiting:
        words = ngettext("{count} is on the waiting list.", "{count} are on the waiting list.", waiting)
        said.append(words.format(count=waiting))
    return " ".join(said)


def _is_asking(view: TournamentView) -> bool:
    """Return True if players have to accept: it costs something, or play has begun."""
    return bool(view.tournament.terms.entry) or view.tournament.phase != "open"


def _line(words: str, names: Sequence[str]) -> str:
    return words.format(count=len(names), names=", ".join(first_lines(list(names), NAMED_MAX, str)))
