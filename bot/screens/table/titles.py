"""The titles that a hand earned, told at its table, and again when that closes (TB-21)."""

from __future__ import annotations

from bot.screens.core.people import listed
from bot.screens.table.parts import Scene
from bot.text.escape import shown
from bot.text.translate import _, ngettext
from games.engine.core.titles import Title
from games.titles import BY_KEY

TOLD_MAX = 4
"""How many titles are told one by one."""


def title_lines(scene: Scene) -> list[str]:
    """Which titles were earned in the last hand, or once the table is closed in any, and by whom."""
    names = {each.player: each.name for each in scene.view.places}
    earned: dict[str, list[str]] = {}
    for each in scene.titles:
        if each.title in BY_KEY and each.player in names:
            earned.setdefault(each.title, []).append(f"**{shown(names[each.player])}**")
    lines = [_told(BY_KEY[key], who) for key, who in [*earned.items()][:TOLD_MAX]]
    if more := len(earned) - len(lines):
        said = ngettext("🏅 {count} more title was earned.", "🏅 {count} more titles were earned.", more)
        lines.append(said.format(count=more))
    return lines


def _told(title: Title, names: list[str]) -> str:
    words = ngettext(
        "🏅 {names} earns **{title}**: {deed}.", "🏅 {names} earn **{title}**: {deed}.", len(names)
    )
    return words.format(names=listed(names), title=_(title.name), deed=_(title.deed))


def title_in_short(scene: Scene, player: int | None) -> list[str]:
    """The first title that somebody earned, and how many more, for where there is little room."""
    earned = [
        _(BY_KEY[each.title].name) for each in scene.titles if each.player == player and each.title in BY_KEY
    ]
    more = f" +{len(earned) - 1}" if len(earned) > 1 else ""
    return [f"{earned[0]}{more}"] if earned else []
