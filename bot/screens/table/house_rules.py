"""The panel on which the host sets house rules."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from bot.custom_ids import table_id
from bot.screens.core.screen import Choice, Part, Screen, Select, Text
from bot.screens.table.parts import Scene, common, house_rules
from bot.text.translate import _
from games.engine.core.house_rules import Option, options
from games.engine.table.time_bank import CommonRules


def rules_screen(scene: Scene, *, may_change: bool) -> Screen:
    """The house rules, with a select each if the reader may change them."""
    view = scene.view
    parts: list[Part] = [Text("### " + _("House rules of table {number}").format(number=view.id))]
    if not may_change:
        return Screen((*parts, Text(house_rules(scene, is_whole=True))))
    parts.append(Text(_("You can change these until the game starts. They count at once.")))
    selects = rule_selects(
        view.rules, options(type(view.rules)), lambda name: table_id(view.id, "rule", name)
    )
    shared = rule_selects(common(scene), options(CommonRules), lambda name: table_id(view.id, "rule", name))
    return Screen((*parts, *selects, *shared))


def rule_selects(rules: Any, chosen: Iterable[Option], action: Callable[[str], str]) -> Iterator[Select]:
    """A select for each of some house rules; `action` makes its custom_id from the rule's name."""
    for each in chosen:
        value = getattr(rules, each.name)
        choices = tuple(
            Choice(f"{_(each.title)}: {_(label)}", str(index), is_chosen=choice == value)
            for index, (choice, label) in enumerate(each.choices)
        )
        yield Select(action(each.name), _(each.title), choices)
