"""The titles that a hand earned, told at its table, and again when that closes (TB-21)."""

from __future__ import annotations

from bot.screens.table.parts import Scene
from bot.text.escape import shown
from bot.text.translate import _, ngettext
from games.titles import BY_KEY

TOLD_MAX = 4
"""How many titles are told one by one."""


def title_lines(scene: Scene) -> list[str]:
    """Who earned which title in the last hand, or once the table is closed in any, a line each."""
    names = {each.player: each.name for each in scene.view.places}
    known = [each for each in scene.titles if each.title in BY_KEY and each.player in names]
    words = _("🏅 **{name}** earns the title **{title}**: {deed}.")
    lines = [
        words.format(name=shown(names[each.player]), title=_(title.name), deed=_(title.deed))
        for each in known[:TOLD_MAX]
        for title in [BY_KEY[each.title]]
    ]
    if more := len(known[TOLD_MAX:]):
        said = ngettext("🏅 {count} more title was earned.", "🏅 {count} more titles were earned.", more)
        lines.append(said.format(count=more))
    return lines


def titles_of(scene: Scene, player: int | None) -> list[str]:
    """The names of the titles that somebody earned."""
    earned = (each.title for each in scene.titles if each.player == player)
    return [_(BY_KEY[each].name) for each in earned if each in BY_KEY]
