"""A person's preferences."""

from __future__ import annotations

from typing import get_args

from bot.custom_ids import table_id
from bot.screens.core.screen import Choice, Screen, Select, Text
from bot.text.translate import _
from games.engine.core.sentences import phrase
from storage.preferences import Cards, Pings, Preferences

CARDS: tuple[Cards, ...] = get_args(Cards)
PINGS: tuple[Pings, ...] = get_args(Pings)
LABELS = {
    "panel": phrase("My cards: on a panel that only I see"),
    "dm": phrase("My cards: by direct message"),
}
CALLS = {
    "never": phrase("My turn: never call me"),
    "late": phrase("My turn: call me when I have not acted for 20 seconds"),
    "at_once": phrase("My turn: call me at once"),
    "dm": phrase("My turn: by direct message"),
}


def me_screen(preferences: Preferences) -> Screen:
    """A select for each choice."""
    words = _("### For you\nThis goes for every server. What you choose counts at once.")
    cards = tuple(
        Choice(_(LABELS[each]), str(index), is_chosen=each == preferences.cards)
        for index, each in enumerate(CARDS)
    )
    pings = tuple(
        Choice(_(CALLS[each]), str(index), is_chosen=each == preferences.pings)
        for index, each in enumerate(PINGS)
    )
    return Screen(
        (
            Text(words),
            Select(table_id(0, "cards"), _("Where to show my cards"), cards),
            Select(table_id(0, "pings"), _("When to call me"), pings),
        )
    )
