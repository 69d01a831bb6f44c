"""Slash commands and menus, made of the marks on handlers."""

from __future__ import annotations

import inspect
import types
from collections.abc import Awaitable, Callable, Iterable
from functools import cache
from typing import Annotated, Any, Protocol, TypeAlias, Union, cast, get_args, get_origin, get_type_hints

import discord
from discord import app_commands

from bot.discord_io.answering.interactions import answering
from bot.discord_io.answering.reply import Interaction
from bot.discord_io.answering.visits import person_of, visit_of
from bot.front import marks
from bot.front.marks import GivenFile, Where, Whole
from bot.front.typed import Malformed
from bot.front.visit import Somebody

AnyCommand: TypeAlias = app_commands.Command[Any, ..., Any] | app_commands.Group | app_commands.ContextMenu
PLACES: dict[Where, tuple[app_commands.AppCommandContext, app_commands.AppInstallationType]] = {
    "with_me": (
        app_commands.AppCommandContext(guild=True, dm_channel=True),
        app_commands.AppInstallationType(guild=True, user=True),
    ),
    "anywhere": (
        app_commands.AppCommandContext(guild=True, dm_channel=True, private_channel=True),
        app_commands.AppInstallationType(guild=True, user=True),
    ),
}
"""Where commands may be used that are not a server's alone, which is the tree's own choice."""


class _HandlingHouse(Protocol):
    """What is needed of the house: its handlers."""

    handlers: Iterable[object]


class HandlingBot(Protocol):
    """What is needed of the bot whose commands are given."""

    house: _HandlingHouse


def add_commands(tree: app_commands.CommandTree[Any], kinds: Iterable[type]) -> None:
    """Enter all commands of some classes of handlers."""
    for each in kinds:
        for command in made_of(each):
            tree.add_command(command)


@cache
def made_of(of: type) -> tuple[AnyCommand, ...]:
    """The commands of one class of handlers: its group if it is one, and what stands in a person's menu.

    Made once a process, since that takes long: whose they are is looked up when one is given.
    """
    own = marks.group_of(of)
    found: list[AnyCommand] = [_menu(title, of, name) for name, title in marks.marked("person_menu", of)]
    root = None if own is None else app_commands.Group(name=own.name, description=own.description)
    if root is not None:
        _place(root, marks.where_of(of))
        found.append(root)
    within = {
        each: app_commands.Group(name=each.name, description=each.description, parent=root)
        for each in marks.groups_in(of)
    }
    for name, mark in marks.marked("command", of):
        parent = root if mark.group is None else within[mark.group]
        command = _command(mark, of, name)
        if parent is not None:
            parent.add_command(command)
        else:
            _place(command, marks.where_of(getattr(of, name)))
            found.append(command)
    return tuple(found)


def _method(interaction: Interaction, of: type, name: str) -> Callable[..., Awaitable[Any]]:
    """A handler's method, of the bot to which a command was given."""
    handlers = cast(HandlingBot, interaction.client).house.handlers
    found: Callable[..., Awaitable[Any]] = getattr(next(each for each in handlers if type(each) is of), name)
    return found


def _place(command: app_commands.Group | app_commands.Command[Any, ..., Any], where: Where) -> None:
    """Say where a command may be used."""
    if where == "servers":
        app_commands.guild_only()(command)
    else:
        command.allowed_contexts, command.allowed_installs = PLACES[where]


def _command(mark: marks.Command, of: type, name: str) -> app_commands.Command[Any, ..., None]:
    async def answer(interaction: Interaction, **given: Any) -> None:
        async with answering(interaction, is_public=mark.is_public) as reply:
            neutral = {option: _neutral(value) for option, value in given.items()}
            await _method(interaction, of, name)(reply, **neutral)

    hints = get_type_hints(getattr(of, name), include_extras=True)
    _self, first, *options = inspect.signature(getattr(of, name)).parameters.values()
    taken = [each.replace(annotation=_option(hints[each.name])) for each in options]
    vars(answer)["__signature__"] = inspect.Signature(
        [first.replace(name="interaction", annotation=Interaction), *taken]
    )
    # A name can be translated only if it was given.
    names = {option: app_commands.locale_str(mark.named.get(option, option)) for option in mark.options}
    answer = app_commands.rename(**names)(app_commands.describe(**mark.options)(answer))
    chosen = {
        option: [app_commands.Choice(name=title, value=value) for value, title in among.items()]
        for option, among in mark.choices.items()
    }
    answer = app_commands.choices(**chosen)(answer)
    made: app_commands.Command[Any, ..., None] = app_commands.Command(
        name=mark.name, description=mark.description, callback=answer
    )
    for option, completing in mark.suggests.items():
        made.autocomplete(option)(_completing(of, completing))
    return made


def _completing(of: type, name: str) -> Callable[..., Any]:
    async def complete(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        fitting = await _method(interaction, of, name)(visit_of(interaction), typed)
        return [app_commands.Choice(name=each, value=each) for each in fitting]

    return complete


def _menu(title: str, of: type, name: str) -> app_commands.ContextMenu:
    async def chosen(interaction: Interaction, person: discord.User) -> None:
        async with answering(interaction, is_public=True) as reply:
            await _method(interaction, of, name)(reply, person_of(person))

    # Left as texts, the types would be looked up in discord.py.
    vars(chosen)["__signature__"] = inspect.signature(chosen, eval_str=True)
    contexts, installs = PLACES["anywhere"]
    return app_commands.ContextMenu(
        name=title, callback=chosen, allowed_contexts=contexts, allowed_installs=installs
    )


def _option(hint: Any) -> Any:
    """What Discord's library takes as the type of an option."""
    if get_origin(hint) in (Union, types.UnionType):
        inner = [_option(each) for each in get_args(hint) if each is not type(None)]
        return inner[0] | None if isinstance(inner[0], type) else Union[inner[0], None]  # noqa: UP007
    if get_origin(hint) is Annotated:
        of, note = get_args(hint)
        if isinstance(note, Whole):
            return app_commands.Transform[int, Amount(note.least, note.most)]
        return discord.Member if of is Somebody else of
    return {Somebody: discord.User, GivenFile: discord.Attachment}.get(hint, hint)


def _neutral(value: Any) -> Any:
    return person_of(value) if isinstance(value, discord.User | discord.Member) else value


class Amount(app_commands.Transformer):
    """A whole number from `least` to `most`, as an option of a command.

    Discord's own client keeps to the bounds; anything else is refused in words.
    """

    def __init__(self, least: int, most: int) -> None:
        self._least = least
        self._most = most

    @property
    def type(self) -> discord.AppCommandOptionType:
        """A whole number, to Discord."""
        return discord.AppCommandOptionType.integer

    @property
    def min_value(self) -> int:
        """The least that Discord's client lets through."""
        return self._least

    @property
    def max_value(self) -> int:
        """The most that Discord's client lets through."""
        return self._most

    async def transform(self, interaction: Interaction, value: object, /) -> int:  # noqa: ARG002
        """The number, or `Malformed`."""
        if type(value) is not int or not self._least <= value <= self._most:
            raise Malformed(self._least, self._most)
        return value
