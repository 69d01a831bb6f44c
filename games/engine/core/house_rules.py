"""House rules: one frozen dataclass per game, whose fields describe themselves.

A field made by `option` carries its title and its choices, each with a label; panels, validation, storage and
display all read that one description. Titles and labels are English message ids (see `N_`); the bot
translates them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from functools import cache
from types import MappingProxyType
from typing import Any, TypeAlias, TypeVar

from games.engine.core.errors import N_, NotOffered, RuleError, must_find

Choice: TypeAlias = str | int | bool
R = TypeVar("R")

# Translators: of a house rule or a setting.
OFF_ON: Mapping[Choice, str] = {False: N_("off"), True: N_("on")}


NOTHING: Mapping[Choice, str] = MappingProxyType({})


class RulesClash(RuleError):
    """Two house rules, by their field names, that cannot both be on."""

    template = N_("{first} and {second} don’t go together.")
    first: str
    second: str


@dataclass(frozen=True, slots=True)
class Option:
    """One house rule: its field name, title, labelled choices and default."""

    name: str
    title: str
    choices: tuple[tuple[Choice, str], ...]
    default: Choice
    at_tournaments: bool = True
    """True if a tournament may use another choice than the default."""
    lines: tuple[tuple[Choice, str], ...] = ()
    """A sentence on the effect of each choice that has one."""

    def line(self, value: Choice) -> str:
        """Return the effect of a value of this rule; empty if its label says it."""
        return next((line for choice, line in self.lines if choice == value), "")

    def label(self, value: Choice) -> str:
        """Return the label of a value of this rule."""
        return must_find(label for choice, label in self.choices if choice == value)


def option(
    title: str,
    choices: Mapping[Choice, str] = OFF_ON,
    *,
    default: Choice = False,
    at_tournaments: bool = True,
    says: Mapping[Choice, str] = NOTHING,
) -> Any:
    """Return a field of a house-rules class; typed as `Any`, like `dataclasses.field`."""
    assert default in choices
    described = {
        "title": title,
        "choices": tuple(choices.items()),
        "at_tournaments": at_tournaments,
        "says": tuple(says.items()),
    }
    return field(default=default, metadata=described)


def options(house_rules: type[Any]) -> tuple[Option, ...]:
    """Return the house rules that a class describes, in order.

    A field without a title is no option: the server sets it.
    """
    # A class is hashable, but mypy does not know it of `type[Any]`.
    rules_class: Any = house_rules
    return _described_by(rules_class)


@cache
def _described_by(rules_class: Any) -> tuple[Option, ...]:
    defaults = rules_class()
    return tuple(
        Option(
            each.name,
            each.metadata["title"],
            each.metadata["choices"],
            getattr(defaults, each.name),
            each.metadata["at_tournaments"],
            each.metadata["says"],
        )
        for each in fields(rules_class)
        if "title" in each.metadata
    )


def change(rules: R, name: str, index: int) -> R:
    """Return the rules with one of them set to its index-th choice.

    Raises `NotOffered` if there is no such rule or choice, and `RulesClash` (by the class itself) if the
    choice conflicts with another.
    """
    for each in options(type(rules)):
        if each.name == name and 0 <= index < len(each.choices):
            return replace(rules, **{name: each.choices[index][0]})  # type: ignore[type-var]
    raise NotOffered
