"""Checks of what people type into commands and forms, in one place."""

from __future__ import annotations

import re
from dataclasses import dataclass

from bot.text.escape import plain_text
from bot.text.numbers import narrow, read_number
from games.engine.core.errors import Slip
from games.engine.core.sentences import phrase

_THREE = re.compile(r"([0-9])[ ,;-]*([0-9])[ ,;-]*([0-9])")
AMOUNT_MAX = 10**9
"""The largest amount that a person can type."""


class NotAMember(Slip):
    """Somebody who is not, or no longer, in this server."""

    says = phrase("Please name someone in this server.")


class NothingToRead(Slip):
    """A text with nothing left that can be shown."""

    says = phrase("I can’t show any of that text. Please use letters or numbers.")


@dataclass(eq=False)
class NotThreeNumbers(Slip):
    """A text that is not three numbers from 1 to most."""

    says = phrase("Please give three numbers from 1 to {most}, such as 1-3-5.")
    most: int


class RoleOutOfReach(Slip):
    """A role of another server, or one that the bot cannot give."""

    says = phrase(
        "I can’t give that role. It has to stand below my own, and I need the permission "
        "Manage Roles. A manager can fix that; nothing has changed."
    )


class RoleTooMighty(Slip):
    """A role with permissions that the manager lacks."""

    says = phrase("That role has permissions you lack. Someone who has them must add this prize.")


@dataclass(eq=False)
class Malformed(Slip):
    """A text that is not a whole number from least to most."""

    says = phrase("Please give a whole number from {least} to {most}.")
    least: int
    most: int


class NotText(Slip):
    """Another type where a text is required."""

    says = phrase("Please type some words there.")


class NotOurs(Slip):
    """A command that this version does not have in this form."""

    says = phrase("That command has changed, or isn’t mine. Please pick it from the list again.")


def words(text: str, length: int) -> str:
    """A person's words, made harmless and cut to a length; `NothingToRead` if none are left."""
    plain = plain_text(text, length)
    if not plain:
        raise NothingToRead
    return plain


def three_numbers(text: str, most: int) -> tuple[int, int, int]:
    """Three numbers from 1 to most, a digit each, lowest first: `1 3 5`, `5-3-1` or `135`."""
    found = _THREE.fullmatch(narrow(text).strip())
    numbers = sorted(map(int, found.groups())) if found else []
    if not numbers or not 1 <= numbers[0] <= numbers[-1] <= most:
        raise NotThreeNumbers(most)
    return numbers[0], numbers[1], numbers[2]


def whole(text: str, least: int, most: int) -> int:
    """A whole number that a person typed, or `Malformed` (F-43)."""
    number = read_number(text)
    if number is None or not least <= number <= most:
        raise Malformed(least, most)
    return number
