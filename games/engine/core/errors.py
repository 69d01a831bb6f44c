"""Errors, and the templates of the sentences that users read.

    UserError                a user's mistake: refused, nothing changed, answered with its sentence
    └── RuleError            against the rules of a game or of a table

    InternalError            a bug: the whole change is refused, under `python -O` too
    ImpossibleValue          a value that no rules allow, from a bug or from a forged file

Each refusal stands beside its subject: those of a table in `games/engine/table/refusals.py`. Events, user
errors, reasons and advice have a template with the names of their facts in braces; `{name}` is the player
concerned. The front translates the template and formats the facts. mypy rejects a `UserError` without a
template. An `AssertionError` states an invariant; neither money nor files rely on one.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Mapping
from dataclasses import Field, dataclass, fields, replace
from typing import Any, ClassVar, Protocol, TypeVar, dataclass_transform

T = TypeVar("T")


class Templated(Protocol):
    """An event, a reason or advice; if its template is empty, users read nothing about it."""

    __dataclass_fields__: ClassVar[dict[str, Field[Any]]]

    @property
    def template(self) -> str:
        """The message id of the sentence."""


@dataclass(frozen=True, slots=True)
class Reason:
    """The reason for an answer: `template` is shown afterwards, `advice_template` to a player who is to act.

    A game has a table of reasons. The coach's advice is a reason without an `advice_template`.
    """

    template: str
    advice_template: str = ""
    facts: tuple[tuple[str, Any], ...] = ()
    suggests: str = ""
    """The keys of the recommended answers, separated by spaces; empty for a close call."""

    def of(self, **facts: Any) -> Reason:
        """Return the reason with the facts that its templates name."""
        return replace(self, facts=tuple(sorted(facts.items())))


def N_(text: str) -> str:  # noqa: N802 -- gettext's own name for it
    """Mark a text for translation."""
    return text


class AddressedTemplate(str):
    """A template about a player: the string itself is for others, `you` is for that player."""

    __slots__ = ("you",)

    you: str


def addressed(others: str, you: str) -> AddressedTemplate:
    """Return the template of an event about a seat, with the form that the seat's player reads."""
    sentence = AddressedTemplate(others)
    sentence.you = you
    return sentence


class PluralTemplate(str):
    """A template with a plural: the string itself is the singular, `many` the plural.

    `fact` is the name of the number that decides between them.
    """

    __slots__ = ("fact", "many")

    many: str
    fact: str


def ngettext_noop(one: str, many: str, fact: str) -> PluralTemplate:
    """Mark a sentence for translation, as `N_` does, with a plural chosen by the number named `fact`."""
    sentence = PluralTemplate(one)
    sentence.many, sentence.fact = many, fact
    return sentence


def template_values(event: Templated) -> Mapping[str, Any]:
    """Return the facts of a reason, or the fields of an event, all of which are public."""
    if isinstance(event, Reason):
        return dict(event.facts)
    return {each.name: getattr(event, each.name) for each in fields(event)}


@dataclass_transform(eq_default=False)
class UserError(Exception):
    """A user's mistake: the action is refused and nothing has changed.

    Subclasses are dataclasses, whose fields are the facts that the template names. Two errors are equal only
    if they are the same object, like other exceptions.
    """

    def __init_subclass__(cls) -> None:
        """Make the subclass a dataclass."""
        super().__init_subclass__()
        dataclass(eq=False)(cls)

    @property
    @abstractmethod
    def template(self) -> str:
        """The message id of a sentence that says what is wrong and what would be right."""


class RuleError(UserError):
    """A user's mistake against the rules of a game or a table."""


class Stale(RuleError):
    template = N_("That’s already settled. Nothing has changed.")


class NotOffered(RuleError):
    template = N_("That’s not possible right now. Nothing has changed.")


class OutOfRange(RuleError):
    """A number outside least..most, bounds included; `at` is its index among the answer's numbers."""

    template = N_("Please choose from {least} to {most}.")
    least: int
    most: int
    at: int = 0


class Indivisible(OutOfRange):
    template = N_("That bet takes your last coin, so it can’t be split: enter 0 or {most}.")


class Odd(OutOfRange):
    template = N_("Please choose an even number from {least} to {most}.")


class NotYourTurn(RuleError):
    template = N_("It’s not your turn.")


class InternalError(Exception):
    """A bug, detected before anything was written; its arguments are facts only."""


class Missing(InternalError):
    """A thing that must exist was not found."""


class MoneyMadeOrLost(InternalError):
    """A change created or destroyed money."""


class BelowZero(InternalError):
    """A withdrawal exceeds the money that there is."""


class SeatsDiffer(InternalError):
    """Two records disagree on the players in the seats, or on their chips."""


class Untimely(InternalError):
    """An action that is possible only between two hands came during one, or an action came twice."""


class OtherDeck(InternalError):
    """A card was dealt or seen that is in no sealed deck."""


class NoCard(InternalError):
    """A value is no card of the game; the log gets its type and length only, which are no secret (TB-11)."""

    def __str__(self) -> str:
        (value,) = self.args
        return f"a {type(value).__name__} of length {len(value)} is no card"


class ReplayDiffers(InternalError):
    """Repeating the moves of a hand leads to another state."""


class NeverEnds(InternalError):
    """More moves were made than the rules can need."""


class ImpossibleValue(ValueError):
    """A value that no rules allow; users' input has been checked before."""


def ensure(condition: object, fault: type[Exception], *facts: object) -> None:
    """Raise the fault with these facts unless the condition is true; under `python -O` too."""
    if not condition:
        raise fault(*facts)


def must_find(items: Iterable[T]) -> T:
    """Return the first item; raise `Missing` if there is none.

    `next` would raise `StopIteration`, which silently ends a generator's loop.
    """
    for each in items:
        return each
    raise Missing
