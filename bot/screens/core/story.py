"""What happened at a table, in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bot.screens.core.game_screen import GameScreen
from bot.text.escape import quoted, shown
from bot.text.numbers import GROUPED, change, number
from bot.text.translate import _, ngettext
from games.engine.core.sentences import CountingSentence, Telling, facts
from games.engine.table.events import CalledOff, GameOver, TableEvent
from games.engine.table.views import TableView

ABOUT = ("seat", "dealer", "winner", "caller")
"""Fields that name the people of an event."""


def happened(event: Any, view: TableView[Any], face: GameScreen) -> str:
    """One line on a public event; empty if nothing needs to be said."""
    match event:
        # Without people a table goes on no more than without players.
        case GameOver(winner=None) if view.present and all(each.player is None for each in view.present):
            return _("Only house players are left: the game is over.")
        case CalledOff(reason=reason):
            words = face.own_words.get(event.says, event.says)
            return filled(words, event, view, why=f": {quoted(because(reason))}" if reason else "")
        case _ if isinstance(event, TableEvent):
            return tell(event, view)
        case _:
            return face.event(event, view)


def tell(event: Telling, view: TableView[Any], **written: str | int) -> str:
    """An event's sentence with its facts filled in; `written` replaces some of them."""
    return filled(event.says, event, view, **written)


def filled(sentence: str, event: Telling, view: TableView[Any], **written: str | float) -> str:
    """A sentence with the facts of an event, numbers as the reader's language writes them."""
    told = facts(event)
    words = worded(sentence, told)
    if "{name}" in words and "name" not in written:
        about = next(filter(told.__contains__, ABOUT))
        written["name"] = shown(view.name(told[about]))
    for name, fact in told.items():
        # Whatever a person may have said is harmless, whether a screen thought of it or not.
        written.setdefault(name, shown(fact) if isinstance(fact, str) else fact)
    for name, fact in written.items():
        if isinstance(fact, float):
            # What something is worth.
            written[name] = change(fact, 1)
        elif isinstance(fact, int) and fact >= GROUPED:
            written[name] = number(fact)
    return words.format_map(written)


def worded(sentence: str, told: Mapping[str, Any]) -> str:
    """A sentence in the current language, in the form that its number asks for if it counts something."""
    if isinstance(sentence, CountingSentence):
        return ngettext(sentence, sentence.many, told[sentence.fact])
    return _(sentence)


def because(reason: str) -> str:
    """The reason for a closing or calling off: a person's words, or one of ours."""
    return shown(_(reason))
