"""Decorators of handlers: commands and their options, buttons, forms.

Decorators declare commands, buttons and forms independently of a frontend, which maps them to what it
supports: slash commands on Discord, HTML forms on the page. Handlers are methods; a class may be a group of
commands.
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
"""The audience to which a front shows a group; handlers check permissions all the same."""
Choices: TypeAlias = Mapping[str, Mapping[Any, str]]
"""By option, the allowed values and their labels."""
M = TypeVar("M", bound=Callable[..., Any])
C = TypeVar("C", bound=type)
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class IntRange:
    """The bounds of a whole number that is an option."""

    least: int = 1
    most: int = AMOUNT_MAX


Amount: TypeAlias = Annotated[int, IntRange()]
"""An amount of the server's currency, as an option of a command."""
MEMBER: Final = "member"
Member: TypeAlias = Annotated[User, MEMBER]
"""A member of the server, as an option; a `Person` may be any user."""


class UploadedFile(Protocol):
    """A file that comes with a command."""

    @property
    def size(self) -> int:
        """In bytes."""

    async def read(self) -> bytes:
        """Return the contents."""


@dataclass(frozen=True, slots=True)
class Group:
    """A group of commands, or a group within one."""

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
    """The options' displayed names, where they differ from the parameter names."""
    choices: Choices
    group: Group | None = None
    """The group within the class's own."""
    is_public: bool = False
    """Whether a deferred answer is public."""
    suggests: Mapping[str, str] = field(default_factory=dict)
    """By option, the method that completes it while the user types."""


def group(name: str, description: str, audience: Audience = "everybody") -> Callable[[C], C]:
    """Mark a class as a group of commands."""
    return _note("group", Group(name, description, audience))


def allow_user_install(handler: T) -> T:
    """Mark commands as usable everywhere, also by users who installed the app on their own account."""
    return _noted(handler, "where", "anywhere")


def allow_dms(handler: T) -> T:
    """Mark commands as usable in servers with the bot and in direct messages with it."""
    return _noted(handler, "where", "with_me")


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
    """Mark a method as a command with its name, unless it is `called` otherwise, and its docstring.

    The method is given a `Context`, and then its options; `options` says what each of them is for.
    """

    def mark(method: M) -> M:
        description = (method.__doc__ or "").partition("\n")[0].removesuffix(".")
        name = called or method.__name__.replace("_", "-")
        made = Command(
            name, description, options, named or {}, choices or {}, within, is_public, suggests or {}
        )
        return _noted(method, "command", made)

    return mark


def person_menu(title: str) -> Callable[[M], M]:
    """Mark a method as a command in the context menu of users, usable everywhere."""
    return _note("person_menu", title)


def on_button(*verbs: Verb) -> Callable[[M], M]:
    """Mark a method as the handler of buttons and selects with one of these verbs."""
    return _note("pressed", verbs)


def on_form(*verbs: Verb) -> Callable[[M], M]:
    """Mark a method as the handler of forms with one of these verbs."""
    return _note("filled_in", verbs)


class DuplicateVerb(Exception):
    """Two methods are marked with the same verb, so one of them would never be called."""

    def __init__(self, verb: Verb, *methods: PressMethod) -> None:
        super().__init__(
            f"two methods for the verb {verb!r}: {' and '.join(each.__qualname__ for each in methods)}"
        )


def methods_by_verb(kind: Kind, handlers: Iterable[Any]) -> Mapping[Verb, PressMethod]:
    """Return the marked methods of some handlers by verb. Raises `DuplicateVerb` if two have the same."""
    found: dict[Verb, PressMethod] = {}
    for each in handlers:
        for name, verbs in declared(kind, each.__class__):
            method: PressMethod = getattr(each, name)
            for verb in verbs:
                if verb in found:
                    raise DuplicateVerb(verb, found[verb], method)
                found[verb] = method
    return found


@cache
def declared(kind: str, of: type) -> tuple[tuple[str, Any], ...]:
    """Return the names and marks of a class's marked methods: base classes first, in source order."""
    return tuple(
        (name, vars(each)[kind]) for name, each in _members(of) if kind in getattr(each, "__dict__", {})
    )


def groups_in(of: type) -> Iterator[Group]:
    """Return the subgroups of a class's group."""
    return (each for name, each in _members(of) if isinstance(each, Group) and name != "group")


def _members(of: type) -> Iterator[tuple[str, Any]]:
    # A class's own member replaces that of its base, at the base's place in the order.
    names = {name: None for base in _bases_first(of) for name in vars(base)}
    return ((name, inspect.getattr_static(of, name)) for name in names)


def _bases_first(of: type) -> Iterator[type]:
    """Yield a class after its bases, which come in the order of the source; some more than once."""
    for base in of.__bases__:
        yield from _bases_first(base)
    yield of


def group_of(of: type) -> Group | None:
    """Return the group of a class, if it is marked as one."""
    found: Group | None = vars(of).get("group")
    return found


def where_of(marked_thing: object) -> Where:
    """Return the contexts in which a class's commands, or one command, can be used."""
    found: Where = getattr(marked_thing, "where", "servers")
    return found


def is_anywhere(of: type) -> bool:
    """Return True if any command of a class can be used outside of servers with the bot."""
    methods = (getattr(of, name) for name, _mark in declared("command", of))
    return where_of(of) != "servers" or any(where_of(each) != "servers" for each in methods)


def commands_of(of: type) -> Iterator[tuple[str, Command]]:
    """Return the commands of a class: the whole name of each as the user types it, and its mark."""
    own = group_of(of)
    for _method, each in declared("command", of):
        groups = [each_group.name for each_group in (own, each.group) if each_group is not None]
        yield " ".join([*groups, each.name]), each


def _note(kind: str, mark: object) -> Callable[[Any], Any]:
    return lambda thing: _noted(thing, kind, mark)


def _noted(thing: T, kind: str, mark: object) -> T:
    setattr(thing, kind, mark)
    return thing
