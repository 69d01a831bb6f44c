"""Errors, and the sentences for people that they carry.

    UserError                a person's mistake: refused, nothing changed, answered with its sentence
    └── RuleError            against the rules of a game or of a table

    InternalError            a bug: the whole change is refused, under `python -O` too
    ImpossibleValue          a value that no rules allow, from a bug or from a file that somebody made

Each refusal stands beside its subject: those of a table in `games/engine/table/refusals.py`. Events, user
errors, reasons and advice have a template and the facts that it names in braces; `{name}` is the player whom
it is about. The front translates the template and formats the facts. mypy rejects a `UserError` without a
template. An `AssertionError` states an invariant; neither money nor files rely on one.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Mapping
from dataclasses import Field, dataclass, fields, replace
from typing import Any, ClassVar, Protocol, TypeVar, dataclass_transform

T = TypeVar("T")


class Templated(Protocol):
    """An event, a reason or advice, with a sentence; if that is empty, nothing is said of it."""

    __dataclass_fields__: ClassVar[dict[str, Field[Any]]]

    @property
    def template(self) -> str:
        """The sentence, as a message id."""


@dataclass(frozen=True, slots=True)
class Reason:
    """The reason of an answer: `template` tells it afterwards, `advice_template` to a player who is to act.

    A game has a table of them. The coach's advice is one that has only a `template`.
    """

    template: str
    advice_template: str = ""
    facts: tuple[tuple[str, Any], ...] = ()
    suggests: str = ""
    """The keys of the answers that advice speaks for, apart by spaces; empty for a close call."""

    def of(self, **facts: Any) -> Reason:
        """The same with the facts that its sentences name."""
        return replace(self, facts=tuple(sorted(facts.items())))


def N_(text: str) -> str:  # noqa: N802 -- gettext's own name for it
    """Mark a text as one that a person will read, so that it reaches the catalogue of messages."""
    return text


class AddressedTemplate(str):
    """A sentence about somebody as others read it: itself, and as they read it themselves, `you`."""

    __slots__ = ("you",)

    you: str


def addressed(others: str, you: str) -> AddressedTemplate:
    """Mark a sentence about the seat of an event, which that seat's player reads in another form."""
    sentence = AddressedTemplate(others)
    sentence.you = you
    return sentence


class PluralTemplate(str):
    """A sentence with a plural: itself the singular, `many`, and the name of the `fact` that decides."""

    __slots__ = ("fact", "many")

    many: str
    fact: str


def ngettext_noop(one: str, many: str, fact: str) -> PluralTemplate:
    """Mark a sentence as `N_` does, whose form follows from the number that a fact is."""
    sentence = PluralTemplate(one)
    sentence.many, sentence.fact = many, fact
    return sentence


def template_values(event: Templated) -> Mapping[str, Any]:
    """The fields of an event, all of them public; of a reason its facts."""
    if isinstance(event, Reason):
        return dict(event.facts)
    return {each.name: getattr(event, each.name) for each in fields(event)}


@dataclass_transform(eq_default=False)
class UserError(Exception):
    """Something that a person cannot do, or not like that; nothing has changed.

    Subclasses are dataclasses: their fields are the facts that the sentence names. Two errors are equal only
    if they are the same object, as exceptions are.
    """

    def __init_subclass__(cls) -> None:
        """Make the subclass a dataclass."""
        super().__init_subclass__()
        dataclass(eq=False)(cls)

    @property
    @abstractmethod
    def template(self) -> str:
        """The sentence that says what is wrong and what would be right, with the error's fields in braces."""


class RuleError(UserError):
    """A person's slip: the answer is refused and nothing has changed."""


class Stale(RuleError):
    template = N_("That’s already settled. Nothing has changed.")


class NotOffered(RuleError):
    template = N_("That’s not possible right now. Nothing has changed.")


class OutOfRange(RuleError):
    """A number outside least..most, bounds included; of those of an answer the one `at` this place."""

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
    """A fault of this program, found before anything was written or believed; carries facts only."""


class Missing(InternalError):
    """Something that must exist was not found."""


class MoneyMadeOrLost(InternalError):
    """A change left more or less money than there was before it."""


class BelowZero(InternalError):
    """More money was to be taken than there is."""


class SeatsDiffer(InternalError):
    """Two records disagree on who sits where, or with how many chips."""


class Untimely(InternalError):
    """Something was done during a hand that is only possible between two, or was done twice."""


class OtherDeck(InternalError):
    """A card was dealt or seen that no sealed deck holds."""


class NoCard(InternalError):
    """Something that is no card of a game; what the log says of it is no secret (TB-11)."""

    def __str__(self) -> str:
        (thing,) = self.args
        return f"a {type(thing).__name__} of length {len(thing)} is no card"


class ReplayDiffers(InternalError):
    """The moves of a hand lead elsewhere when they are made again."""


class NeverEnds(InternalError):
    """More moves were made than the rules can need."""


class ImpossibleValue(ValueError):
    """A value that no rules allow; people's input is checked before it gets this far."""


def ensure(holds: object, fault: type[Exception], *facts: object) -> None:
    """Raise the fault with these facts unless that holds; under `python -O` as well, unlike `assert`."""
    if not holds:
        raise fault(*facts)


def must_find(found: Iterable[T]) -> T:
    """Return the first item; raise `Missing` if there is none.

    `next` would raise `StopIteration`, which ends a loop in silence and is another error in a coroutine.
    """
    for each in found:
        return each
    raise Missing
