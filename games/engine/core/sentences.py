"""What people will read stands with what it speaks of; screens translate it and fill in the facts.

An event says itself in one sentence, which names the event's fields in braces, and `{name}`
for the player whom it is about. What else is in braces is written by the screens.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import Field, fields
from typing import Any, ClassVar, Protocol


class Telling(Protocol):
    """An event with its sentence; the empty one goes without saying."""

    __dataclass_fields__: ClassVar[dict[str, Field[Any]]]

    @property
    def says(self) -> str:
        """The sentence, as a message id."""


def phrase(text: str) -> str:
    """Mark a text as one that a person will read, so that it reaches the catalogue of messages."""
    return text


def facts(event: Telling) -> Mapping[str, Any]:
    """The fields of an event, all of them public."""
    return {each.name: getattr(event, each.name) for each in fields(event)}
