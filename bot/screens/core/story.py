"""What happened at a table, in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bot.screens.core.game_screen import GameScreen
from bot.text.escape import shown
from bot.text.translate import _
from games.engine.core.sentences import phrase
from games.engine.table.events import (
    CalledOff,
    Came,
    CameBack,
    GameOver,
    Hosts,
    HouseDone,
    HouseLimited,
    LastCalled,
    Leaving,
    SeatedOut,
    Short,
    TimedOut,
    TurnedCoins,
    TurnedPractice,
    Went,
)
from games.engine.table.views import TableView

SAID: Mapping[type, str] = {
    Came: phrase("{name} sat down."),
    Went: phrase("{name} left the table."),
    Leaving: phrase("{name} leaves when this is over."),
    TimedOut: phrase("{name} ran out of time."),
    SeatedOut: phrase("{name} missed two turns and is played for until they press “I’m back”."),
    CameBack: phrase("{name} is back."),
    Hosts: phrase("{name} hosts the table now."),
    Short: phrase("{name} could not pay the stake and lost the seat."),
    TurnedPractice: phrase(
        "The house has no coins of its own here: this is a practice table, no wallet is touched."
    ),
    HouseLimited: phrase("With the house’s coins at stake, this game is played with pot limit."),
    HouseDone: phrase(
        "{name} has won from the house what it loses to one person in a day, so it plays no more today. "
        "Everybody takes their coins home."
    ),
    TurnedCoins: phrase("This table isn’t for practice any more."),
    LastCalled: phrase("{name} wants this to be the last round."),
    CalledOff: phrase("The hand was called off{why}. Every stake went back to whoever made it."),
}
"""What is said of each event of the engine."""


def happened(event: Any, view: TableView[Any], face: GameScreen) -> str | None:
    """One line on a public event: the engine's own ones here, all others by the game."""
    if isinstance(event, GameOver):
        if event.winner is None:
            # A table goes on without people no more than without players.
            is_left_alone = view.present and all(each.player is None for each in view.present)
            return (
                _("Only house players are left: the game is over.")
                if is_left_alone
                else _("The game is over.")
            )
        return _("**The game is over: {name} has won.**").format(name=shown(view.name(event.winner)))
    if type(event) not in SAID:
        return face.event(event, view)
    seat, reason = getattr(event, "seat", None), getattr(event, "reason", "")
    return _(SAID[type(event)]).format(
        name="" if seat is None else shown(view.name(seat)),
        why=f": “{because(reason)}”" if reason else "",
    )


def because(reason: str) -> str:
    """Why something was closed or called off: a person's own words, or one of our reasons."""
    return shown(_(reason))
