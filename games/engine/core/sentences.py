"""Sentences for people, kept in the class of the event or slip that they describe.

An event has one sentence, and so have a house player's reason and the coach's advice. It names the
fields in braces, and `{name}` for the player whom it is about. Screens translate the
sentence, and fill in these and all other braces. A sentence that counts has a plural (`phrases`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import Field, fields
from typing import Any, ClassVar, Protocol


class Telling(Protocol):
    """An event, a reason or advice, with a sentence; if that is empty, nothing is said of it."""

    __dataclass_fields__: ClassVar[dict[str, Field[Any]]]

    @property
    def says(self) -> str:
        """The sentence, as a message id."""


class Reason(Telling, Protocol):
    """Why somebody answers so: `says` tells it afterwards, `advises` tells it to whoever is asked now."""

    @property
    def advises(self) -> str:
        """The sentence of a hint, as a message id."""


def phrase(text: str) -> str:
    """Mark a text as one that a person will read, so that it reaches the catalogue of messages."""
    return text


class CountingSentence(str):
    """A sentence with a plural: itself the singular, `many`, and the name of the `fact` that decides."""

    __slots__ = ("fact", "many")

    many: str
    fact: str


def phrases(one: str, many: str, fact: str) -> CountingSentence:
    """Mark a sentence as `phrase` does, whose form follows from the number that a fact is."""
    sentence = CountingSentence(one)
    sentence.many, sentence.fact = many, fact
    return sentence


def facts(event: Telling) -> Mapping[str, Any]:
    """The fields of an event, all of them public."""
    return {each.name: getattr(event, each.name) for each in fields(event)}
