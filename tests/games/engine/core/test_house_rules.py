from dataclasses import dataclass, field
from typing import Literal

import pytest

from games.engine.core.errors import NotOffered
from games.engine.core.house_rules import RulesClash, change, option, options
from tests.laws.bones import BonesRules


@dataclass(frozen=True, slots=True)
class Menu:
    """House rules of a kitchen."""

    soup: Literal["thin", "thick"] = option("Soup", {"thin": "thin", "thick": "thick"}, default="thick")
    salt: bool = option("Salt", says={True: "You drink more."})
    cook: str | None = field(default=None)


def test_options() -> None:
    """A house rule says its own name, title, choices and default; a field without a title is none."""
    soup, salt = options(Menu)

    assert (soup.name, soup.title, soup.default) == ("soup", "Soup", "thick")
    assert soup.choices == (("thin", "thin"), ("thick", "thick"))
    assert (salt.name, salt.default) == ("salt", False)
    assert salt.label(value=True) == "on"
    assert (salt.line(value=True), salt.line(value=False)) == ("You drink more.", "")


def test_change() -> None:
    """SH-9 and others: a player who opens a table may switch a rule on."""
    assert change(Menu(), "salt", 1) == Menu(salt=True)
    assert change(Menu(salt=True, cook="Ann"), "soup", 0) == Menu(soup="thin", salt=True, cook="Ann")


@pytest.mark.parametrize(("name", "index"), [("pepper", 0), ("salt", 2), ("salt", -1), ("cook", 0)])
def test_no_such_choice(name: str, index: int) -> None:
    """F-27: a rule or a choice that there is not is refused."""
    with pytest.raises(NotOffered):
        change(Menu(), name, index)


def test_clash() -> None:
    """SH-12: rules that exclude each other are refused, and nothing has changed."""
    with pytest.raises(RulesClash):
        change(BonesRules(pool=True), "points", 1)


def test_default_is_a_choice() -> None:
    """A default that is none of the choices is this program's fault."""
    with pytest.raises(AssertionError):
        option("Soup", {"thin": "thin"}, default="thick")
