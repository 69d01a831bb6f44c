"""Decorators that declare handlers: of commands and their options, buttons, and forms.

Declarations are independent of a frontend, which maps them to its own means: slash commands on Discord, HTML
forms on the page. Handlers are methods; a class may be a group of commands.
"""

from __future__ import annotations

import inspect
from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Annotated, Any, Final, Literal, Protocol, TypeAlias, TypeVar

from bot.custom_ids import TablePress, Verb
from bot.front.forms import AMOUNT_MAX
from bot.front.protocols import Context
from bot.front.request import User

Method: TypeAlias = Callable[..., Awaitable[Any]]
PressMethod: TypeAlias = Callable[[Context, TablePress], Awaitable[None]]
Kind: TypeAlias = Literal["pressed", "filled_in"]
Where: TypeAlias = Literal["servers", "with_me", "anywhere"]
"""Where commands can be used: in servers with the bot; also in direct messages; or everywhere."""
Audience: TypeAlias = Literal["everybody", "managers", "organisers"]
"""The users to whom a frontend shows a group; handlers check permissions in any case."""
Choices: TypeAlias = Mapping[str, Mapping[Any, str]]
"""The allowed values of options, with their labels, by parameter name."""
M = TypeVar("M", bound=Callable[..., Any])
C = TypeVar("C", bound=type)
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class IntRange:
    """The bounds of an option that is a whole number."""

    least: int = 1
    most: int = AMOUNT_MAX


Amount: TypeAlias = Annotated[int, IntRange()]
"""An amount of the server's currency, as an option of a command."""
MEMBER: Final = "member"
Member: TypeAlias = Annotated[User, MEMBER]
"""A member of the server, as an option; an option of type `User` may be any user."""


class UploadedFile(Protocol):
    """A file uploaded with a command."""

    @property
    def size(self) -> int:
        """The size in bytes."""

    async def read(self) -> bytes:
        """Return the contents."""


@dataclass(frozen=True, slots=True)
class Group:
    """A group of commands, or a subgroup."""

    name: str
    description: str
    audience: Audience = "everybody"


@dataclass(frozen=True, slots=True)
class Command:
    """A command: its name, its description, and its options."""

    name: str
    description: str
    options: Mapping[str, str]
    """Descriptions of the options, by parameter name."""
    named: Mapping[str, str]
    """The options' displayed names by parameter name, if they differ."""
    choices: Choices
    group: Group | None = None
    """The subgroup of the class's group, if any."""
    is_public: bool = False
    """True if a deferred response is public."""
    suggests: Mapping[str, str] = field(default_factory=dict)
    """The names of autocompletion methods, by parameter name."""


def group(name: str, description: str, audience: Audience = "everybody") -> Callable[[C], C]:
    """Mark a class as a group of commands."""
    return _marking("group", Group(name, description, audience))


def allow_user_install(handler: T) -> T:
    """Mark a class or method: its commands work everywhere, also for users who installed the app."""
    return _marked(handler, "where", "anywhere")


def allow_dms(handler: T) -> T:
    """Mark a class or method: its commands work in servers with the bot and in direct messages with it."""
    return _marked(handler, "where", "with_me")


def command(
    within: Group | None = None,
    *,
    called: str = "",
    is_public: bool = False,
    named: Mapping[str, str] | None = None,
    choices: Choices | None = None,
    suggests: Mapping[str, str] | None = None,
    **options: str,
) -> Callable[[M], M]:
    """Mark a method as a command; its docstring is the description, and its name the default of `called`.

    The method's first parameter is a `Context`, the others are options; `options` has their descriptions.
    """

    def mark(method: M) -> M:
        description = (method.__doc__ or "").partition("\n")[0].removesuffix(".")
        name = called or method.__name__.replace("_", "-")
        declaration = Command(
            name, description, options, named or {}, choices or {}, within, is_public, suggests or {}
        )
        return _marked(method, "command", declaration)

    return mark


def person_menu(title: str) -> Callable[[M], M]:
    """Mark a method as a command in users' context menu, which works everywhere."""
    return _marking("person_menu", title)


def on_button(*verbs: Verb) -> Callable[[M], M]:
    """Mark a method as the handler of buttons and selects with one of these verbs."""
    return _marking("pressed", verbs)


def on_form(*verbs: Verb) -> Callable[[M], M]:
    """Mark a method as the handler of forms with one of these verbs."""
    return _marking("filled_in", verbs)


class DuplicateVerb(Exception):
    """Two methods are marked with the same verb, so one of them would never be called."""

    def __init__(self, verb: Verb, *methods: PressMethod) -> None:
        super().__init__(
            f"two methods for the verb {verb!r}: {' and '.join(each.__qualname__ for each in methods)}"
        )


def methods_by_verb(kind: Kind, handlers: Iterable[Any]) -> Mapping[Verb, PressMethod]:
    """Return the handlers' marked methods by verb. Raises `DuplicateVerb` if two have the same verb."""
    methods: dict[Verb, PressMethod] = {}
    for each in handlers:
        for name, verbs in declared(kind, each.__class__):
            method: PressMethod = getattr(each, name)
            for verb in verbs:
                if verb in methods:
                    raise DuplicateVerb(verb, methods[verb], method)
                methods[verb] = method
    return methods


@cache
def declared(kind: str, of: type) -> tuple[tuple[str, Any], ...]:
    """Return the names and declarations of a class's marked methods: base classes first, in source order."""
    return tuple(
        (name, vars(each)[kind]) for name, each in _members(of) if kind in getattr(each, "__dict__", {})
    )


def groups_in(of: type) -> Iterator[Group]:
    """Return the subgroups of a class's group."""
    return (each for name, each in _members(of) if isinstance(each, Group) and name != "group")


def _members(of: type) -> Iterator[tuple[str, Any]]:
    # An overriding member keeps the position of the base's member.
    names = {name: None for base in _bases_first(of) for name in vars(base)}
    return ((name, inspect.getattr_static(of, name)) for name in names)


def _bases_first(of: type) -> Iterator[type]:
    """Yield a class after its bases, in source order; a base may come more than once."""
    for base in of.__bases__:
        yield from _bases_first(base)
    yield of


def group_of(of: type) -> Group | None:
    """Return the group of a class, if it is marked as one."""
    own: Group | None = vars(of).get("group")
    return own


def where_of(handler: object) -> Where:
    """Return the contexts in which a class's commands, or one command, can be used."""
    where: Where = getattr(handler, "where", "servers")
    return where


def is_anywhere(of: type) -> bool:
    """Return True if any command of a class can be used outside of servers with the bot."""
    methods = (getattr(of, name) for name, _mark in declared("command", of))
    return where_of(of) != "servers" or any(where_of(each) != "servers" for each in methods)


def commands_of(of: type) -> Iterator[tuple[str, Command]]:
    """Yield a class's commands: the qualified name, as the user types it, and the declaration."""
    own = group_of(of)
    for _method, each in declared("command", of):
        groups = [group.name for group in (own, each.group) if group is not None]
        yield " ".join([*groups, each.name]), each


def _marking(kind: str, mark: object) -> Callable[[Any], Any]:
    return lambda handler: _marked(handler, kind, mark)


def _marked(handler: T, kind: str, mark: object) -> T:
    setattr(handler, kind, mark)
    return handler
