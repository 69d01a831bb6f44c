"""Home throws in words (SH-3)."""

from __future__ import annotations

from bot.custom_ids import table_id
from bot.screens.core.lists import item
from bot.screens.core.people import person
from bot.screens.core.screen import Button, Part, Screen, Text, rows, say
from bot.screens.stone_hand.dice import dice
from bot.text.escape import quoted, shown
from bot.text.translate import _
from games.stone_hand.model import HomeThrow

PAGE_LINES = 10


def home_screen(player: int, home: HomeThrow | None) -> Screen:
    """One person's home throw, or that they have none."""
    if home is None:
        return say(_("{player} has no home throw.").format(player=person(player)))
    words = _("{player}’s home throw is {dice}.").format(player=person(player), dice=dice(home.numbers))
    return say(words + _why(home))


def house_screen(home: HomeThrow | None) -> Screen:
    """The home throw of tables with one for all."""
    if home is None:
        return say(_("Tables with one home throw for all now let the dice find it."))
    words = _("New tables with one home throw for all play with {dice}.").format(dice=dice(home.numbers))
    return say(words + _why(home))


def list_screen(homes: tuple[tuple[int, HomeThrow], ...]) -> Screen:
    """Everybody's home throws, a page at a time; one more than fits means there is a next page."""
    page = homes[:PAGE_LINES]
    lines = [item(f"- {person(player)}", dice(home.numbers) + _why(home)) for player, home in page]
    parts: list[Part] = [
        Text("### " + _("Home throws")),
        Text("\n".join(lines or [_("Nobody has one yet.")])),
    ]
    if len(homes) > PAGE_LINES:
        # Translators: a button: the next page of a list.
        parts.extend(rows([Button(_("More"), table_id(0, "homes", str(page[-1][0])))]))
    return Screen(tuple(parts))


def _why(home: HomeThrow) -> str:
    return f" {quoted(shown(home.why))}" if home.why else ""
