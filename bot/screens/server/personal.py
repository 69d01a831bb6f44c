"""A person's preferences."""

from __future__ import annotations

from collections.abc import Mapping

from bot.custom_ids import table_id
from bot.screens.core.screen import Button, Choice, Part, Screen, Select, Text, rows
from bot.text.translate import _
from games.engine.core.errors import phrase
from storage.people.preferences import Preferences

CHOICES: Mapping[str, Mapping[str, str]] = {
    "cards": {
        "panel": phrase("On a panel that only I see"),
        "dm": phrase("By direct message"),
    },
    "pings": {
        "never": phrase("Never call me"),
        "late": phrase("Ping me after 20 seconds if I seem to be away"),
        "at_once": phrase("Ping me at once"),
        "dm": phrase("Write me a direct message"),
    },
    "faces": {
        "server": phrase("As this server shows them"),
        "emojis": phrase("As small pictures"),
        "words": phrase("In words"),
    },
    "coach": {
        "on": phrase("Tell me what matters in my first ten hands"),
        "off": phrase("Let me find out for myself"),
    },
    "record": {
        "shown": phrase("Anybody may read it"),
        "hidden": phrase("Keep mine to myself"),
    },
}
"""What can be chosen for each preference, and how it is called."""
TITLES: Mapping[str, str] = {
    "cards": phrase("Where I see my cards"),
    "pings": phrase("When it’s my turn"),
    "faces": phrase("Dice and cards on my panel"),
    "coach": phrase("The coach at practice tables"),
    "record": phrase("My record"),
}


BY_MESSAGE = "dm"
"""What is offered only where people can read direct messages."""


def me_screen(preferences: Preferences, closed_at: float | None = None, *, has_messages: bool) -> Screen:
    """A select for each preference that there is a choice in.

    Since `closed_at` the person takes no direct messages.
    """
    words = _("### For you\nOnly you see this. What you choose counts from now on, in every server.")
    parts: list[Part] = [Text(words)]
    for name, labels in CHOICES.items():
        now = getattr(preferences, name)
        offered = tuple(
            Choice(_(label), str(index), is_chosen=value == now)
            for index, (value, label) in enumerate(labels.items())
            if has_messages or value == now or value != BY_MESSAGE
        )
        if len(offered) > 1:
            title = _(TITLES[name])
            parts += Text(f"**{title}**"), Select(table_id(0, "prefer", name), title, offered)
        if name == "pings" and now == BY_MESSAGE and closed_at is not None:
            parts += _closed(closed_at)
    calls = Button(_("When tables want players"), table_id(0, "call_me"))
    return Screen((*parts, *rows([calls])))


def _closed(since: float) -> tuple[Part, ...]:
    """Why somebody is called in the channel who wanted a direct message (F-39)."""
    words = _(
        "I couldn’t write to you <t:{at}:R>: your direct messages are closed, so I call you in the table’s "
        "channel. Open them and press “Try again”, or choose another way."
    )
    again = Button(_("Try again"), table_id(0, "write_again"), "main")
    return Text(words.format(at=int(since))), *rows([again])
