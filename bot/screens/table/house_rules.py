"""The panel on which the host sets house rules."""

from __future__ import annotations

from bot.custom_ids import table_id
from bot.screens.core.screen import Choice, Part, Screen, Select, Text
from bot.screens.table.parts import Scene, house_rules
from bot.text.translate import _
from games.engine.core.house_rules import options


def rules_screen(scene: Scene, *, may_change: bool) -> Screen:
    """The house rules, with a select each if the reader may change them."""
    view = scene.view
    parts: list[Part] = [Text("### " + _("House rules of table {number}").format(number=view.id))]
    if not may_change:
        return Screen((*parts, Text(house_rules(scene))))
    parts.append(Text(_("What you choose here counts at once, until the game starts.")))
    for each in options(type(view.rules)):
        value = getattr(view.rules, each.name)
        choices = tuple(
            Choice(f"{_(each.title)}: {_(label)}", str(index), is_chosen=choice == value)
            for index, (choice, label) in enumerate(each.choices)
        )
        parts.append(Select(table_id(view.id, "rule", each.name), _(each.title), choices))
    return Screen(tuple(parts))
