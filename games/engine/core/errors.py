"""Sentences for people, each in the class that it describes, and whose fault it is if something goes wrong.

    Slip                     a person's: refused, nothing changed, answered in words
    └── RuleError            against the rules of a game or of a table

    ProgramFault             this program's own: all is refused, under `python -O` too
    ImpossibleValue          a value that no rules allow, made by us or told by a stranger's file

An event, a slip, a house player's reason and the coach's advice have a sentence each, and the facts that it
names in braces; `{name}` is the player whom it is about. Whoever shows it translates the sentence and writes
the facts out. A slip without a sentence is abstract, which mypy finds. An `AssertionError` says what cannot
be otherwise; neither money nor files rely on one.
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

    def of(self, **facts: Any) -> Reason:
        """The same with the facts that its sentences name."""
        return replace(self, facts=tuple(sorted(facts.items())))


def N_(text: str) -> str:  # noqa: N802 -- gettext's own name for it
    """Mark a text as one that a person will read, so that it reaches the catalogue of messages."""
    return text


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


class NotSeated(RuleError):
    template = N_("You’re not sitting at this table.")


class AlreadySeated(RuleError):
    template = N_("You already sit here. “More …” has what you can do, also how to leave.")


class NotHost(RuleError):  # TB-15
    template = N_("Only {player}, who hosts this table, can do that.")
    player: int


class MayNotClose(NotHost):  # TB-10
    template = N_("Only {player}, who hosts this table, or a manager can close it.")


class NotManager(RuleError):
    """Only a manager of the server may do that, or an organiser where it is a tournament's table."""

    template = N_("Only a manager of this server can call a hand off.")


class NotInvited(RuleError):
    template = N_("This round is between others. Use `/throw` to begin one of your own.")


class Uninvited(NotInvited):  # TB-16
    template = N_(
        "Only people whom {player} invites can sit here. You can watch, or ask them for an invitation."
    )
    player: int


class SentHome(RuleError):  # TB-16
    template = N_("You were sent away from this table. You can sit here again when {player} invites you.")
    player: int


class CoinsInMiddle(RuleError):  # TB-16
    template = N_(
        "Some of that player’s coins still lie in the middle, so you can’t send them away "
        "yet. Try again when those have been won."
    )


class NotThemselves(RuleError):  # TB-15, TB-16
    template = N_(
        "That’s you. To go, press “Leave”; the player who has been here longest then hosts the table."
    )


class NotSittingHere(RuleError):
    template = N_("That player isn’t sitting here any more.")


class InvitedOnly(RuleError):  # TB-16
    template = N_("Only people you’ve invited can sit here, so I call nobody else. You can invite more.")


class CalledAlready(RuleError):
    template = N_("You’ve called for players at this table already: I do that once per table.")


class GuestsEnough(RuleError):  # TB-16
    template = N_("You’ve invited as many people as one table takes: {most}.")
    most: int


class TableFull(RuleError):
    template = N_("Every seat is taken.")


class SeatsUsedUp(RuleError):  # TB-3
    template = N_(
        "Too many people have come and gone here, so this table can’t seat anyone new. Open another one."
    )


class LastHand(RuleError):  # SH-8
    template = N_("This table is on its last round. Wait for the next game, or open a table.")


class ClosesSoon(RuleError):
    template = N_("This table closes when this is over, so nobody can join.")


class NotAdmitted(RuleError):
    template = N_("This game has gone too far for anyone to join.")


class Outgrown(RuleError):
    template = N_("The ante is now higher than the buy-in, so you couldn’t be dealt in.")


class TableClosed(RuleError):
    template = N_("This table is closed.")


class SeatsAgreed(RuleError):  # TB-15
    template = N_("Others sit here for {stake}, so a seat can cost less now, but not more.")
    stake: int


class AlreadyStarted(RuleError):
    template = N_("The game has begun, so that can’t be changed any more.")


class HandUnderWay(AlreadyStarted):
    template = N_("A hand is under way. Please wait until it’s over.")


class TooFewReady(RuleError):  # TB-17
    template = N_("Too few are ready to play. The next hand waits until someone who sits out is back.")


class PlaysOn(RuleError):  # TB-17
    template = N_("In this game everyone plays on with what they have: nobody sits out or tops up.")


class NoBlindOwed(RuleError):  # TB-17
    template = N_("You owe no blind: you’re dealt in without posting one.")


class StackFull(RuleError):  # TB-17
    template = N_("You have the whole buy-in in front of you, so there’s nothing to top up.")


class NoTopUp(RuleError):  # TB-17
    template = N_("You have no top-up waiting: it’s been made or taken back already.")


class TooSoon(RuleError):
    template = N_("You’ve just said something. Wait a few seconds before the next word.")


class OnPause(RuleError):
    template = N_("The game is paused. Anyone who plays can press “Play on”.")


class AtTournament(RuleError):
    template = N_("Only the organiser can do that at a tournament table. See the notice.")


class NotCalled(RuleError):
    template = N_("The next hand hasn’t been called for yet. This table is waiting.")


class NotStarted(RuleError):
    template = N_("The game hasn’t begun yet.")


class NothingPlayed(RuleError):
    """The game has begun, and is between two hands, or paused there."""

    template = N_("Nothing is being played at this table right now.")


class TooFewPlayers(RuleError):
    template = ngettext_noop(
        "The game takes {needed} player to start.", "The game takes {needed} players to start.", "needed"
    )
    needed: int


class TooFewCanPay(TooFewPlayers):
    """Enough people sit there, but with those who can pay the buy-in alone it cannot begin."""

    template = ngettext_noop(
        "The game takes {needed} player to start, and nobody who sits here can pay the stake.",
        "The game takes {needed} players to start, and not everybody who sits here can pay the stake.",
        "needed",
    )


class AlreadyCut(RuleError):
    template = N_("You’ve already mixed in words for the next hand. They stay as they are.")


class NothingToCut(RuleError):
    template = N_(
        "Nothing is shuffled for the next hand: the cards in play stay where they are. Cut when a new deck "
        "has been sealed."
    )


class DeckCut(RuleError):
    template = N_("Somebody has cut this deck, so it stays as it is. Open another table for that rule.")


class RulesClash(RuleError):
    """Two house rules, by their field names, that cannot both be on."""

    template = N_("{first} and {second} don’t go together.")
    first: str
    second: str


class NamedAlike(RuleError):  # TB-27
    template = N_("Someone with that name is already sitting here.")


class NotForPrograms(RuleError):  # TB-27
    template = N_("Programs can only sit at tables that were opened for practice, to everybody.")


class HouseLimits(RuleError):  # TB-12
    template = N_(
        "With the house’s own coins at stake, pot limit is as high as it goes. Play without house"
        " players, or for practice."
    )


class BrokenUnits(RuleError):  # SH-2
    template = N_("A stake of {stake} doesn’t divide into units of {unit}: choose a multiple.")
    stake: int
    unit: int


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
