"""Commands on the page: each is a form of its options, derived from the decorators of the handlers.

A command without options runs at once. Submitted values are validated as by the Discord frontend: a text, a
choice, a checkbox, an integer within its bounds, or a user of the server.
"""

from __future__ import annotations

import inspect
import types
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Annotated, Any, Union, get_args, get_origin, get_type_hints

from bot.custom_ids import read_whole
from bot.front import decorators
from bot.front.decorators import MEMBER, IntRange, UploadedFile
from bot.front.forms import NotAMember, NotOurs, NotText, reading, whole
from bot.front.protocols import Context
from bot.front.request import User
from bot.page.auth import Directory
from bot.screens.core.screen import CheckboxField, ChoiceField, Form, FormField, SelectOption, TextField
from bot.text.translate import _, number, pgettext
from games.engine.core.errors import must_find

COMMAND, OPTION = "command", "option"
"""The message contexts of command and option names in the translation catalogues."""
TEXT_LENGTH = 200
OTHER = "-other"
"""The suffix of the field for a user who is not on the list of choices beside it."""


@dataclass(frozen=True, slots=True)
class CommandOption:
    """A command option: its parameter name, its name for users, and its type."""

    name: str
    called: str
    description: str
    kind: Any
    choices: Mapping[Any, str]
    usual: Any
    is_needed: bool
    bounds: IntRange | None = None
    is_member: bool = False
    """True if only a current member of the server is accepted."""


@dataclass(frozen=True, slots=True)
class PageCommand:
    """A command: its full name, its decorator, its method, and its options."""

    name: str
    mark: decorators.Command
    method: decorators.Method
    options: tuple[CommandOption, ...]
    is_for_managers: bool
    """True if the command is for managers."""


class PageCommands:
    """All commands available on the page; those that take a file are available on Discord only."""

    def __init__(self, handlers: Iterable[object]) -> None:
        found = (each for handler in handlers for each in _commands(handler))
        self._commands = {each.name: each for each in found}

    def __iter__(self) -> Iterator[PageCommand]:
        return iter(self._commands.values())

    def has(self, name: str) -> bool:
        """Return True if there is such a command."""
        return name in self._commands

    async def begin(self, ctx: Context, name: str, people: Mapping[int, str]) -> None:
        """Run a command without options, or show the form of its options."""
        command = self._find(name)
        if command.options:
            await ctx.send_form(_form(command, people))
        else:
            await command.method(ctx)

    async def run(self, ctx: Context, name: str, company: Directory) -> None:
        """Run a command with the submitted options."""
        command, given = self._find(name), ctx.request.fields
        told: dict[str, Any] = {}
        for option in command.options:
            typed, other = given.get(option.name, "").strip(), given.get(option.name + OTHER, "").strip()
            with reading(option.name):
                if option.kind is User and (typed or other or option.is_needed):
                    told[option.name] = await _read_person(option, typed, other, company, ctx.player)
                elif typed or option.is_needed or option.kind is bool:
                    told[option.name] = _read(option, typed)
        await command.method(ctx, **told)

    def form(self, name: str, people: Mapping[int, str]) -> Form:
        """Return the form of a command's options."""
        return _form(self._find(name), people)

    def _find(self, name: str) -> PageCommand:
        if name not in self._commands:
            raise NotOurs
        return self._commands[name]


def _commands(handler: object) -> Iterator[PageCommand]:
    of: type = type(handler)
    names = (name for name, _mark in decorators.commands_of(of))
    group = decorators.group_of(of)
    is_for_managers = group is not None and group.audience != "everybody"
    for (method, mark, options), name in zip(_options_of(of), names, strict=True):
        if all(each.kind is not UploadedFile for each in options):
            yield PageCommand(name, mark, getattr(handler, method), options, is_for_managers)


@cache
def _options_of(of: type) -> tuple[tuple[str, decorators.Command, tuple[CommandOption, ...]], ...]:
    """Return the command methods of a class, their decorators, and their options."""
    return tuple(
        (name, mark, tuple(_options(getattr(of, name), mark)))
        for name, mark in decorators.declared("command", of)
    )


def _options(method: decorators.Method, mark: decorators.Command) -> Iterator[CommandOption]:
    hints = get_type_hints(method, include_extras=True)
    _self, _reply, *parameters = inspect.signature(method).parameters.values()
    for each in parameters:
        kind, note = _kind(hints[each.name])
        is_needed = each.default is inspect.Parameter.empty
        yield CommandOption(
            each.name,
            mark.named.get(each.name, each.name).replace("_", "-"),
            mark.options.get(each.name, ""),
            kind,
            mark.choices.get(each.name, {}),
            None if is_needed else each.default,
            is_needed,
            note if isinstance(note, IntRange) else None,
            note == MEMBER,
        )


def _kind(hint: Any) -> tuple[Any, object]:
    if get_origin(hint) in (Union, types.UnionType):
        return _kind(must_find(each for each in get_args(hint) if each is not type(None)))
    if get_origin(hint) is Annotated:
        of, note = get_args(hint)
        return of, note
    return hint, None


def _form(command: PageCommand, people: Mapping[int, str]) -> Form:
    fields = tuple(field for each in command.options for field in _fields(each, people))
    return Form(f"/{command.name} · {_(command.mark.description)}", f"/{command.name}", fields)


def _fields(option: CommandOption, people: Mapping[int, str]) -> Iterator[FormField]:
    yield _field(option, people)
    if option.kind is User:
        says, hint = _("Or somebody who isn’t on the list"), _("A user name or an ID")
        yield TextField(option.name + OTHER, says, "", hint, "", TEXT_LENGTH, is_needed=False)


def _field(option: CommandOption, people: Mapping[int, str]) -> FormField:
    label, says = pgettext(OPTION, option.called), _(option.description)
    none = () if option.is_needed else (SelectOption("–", "", is_chosen=option.usual in (None, "")),)
    if option.choices:
        lines = (
            SelectOption(_(name), str(key), is_chosen=key == option.usual)
            for key, name in option.choices.items()
        )
        return ChoiceField(option.name, label, (*none, *lines), says, is_folded=True)
    if option.kind is bool:
        return CheckboxField(option.name, label, is_checked=option.usual is True, description=says)
    if option.kind is User:
        nobody = SelectOption("–", "", is_chosen=True)
        lines = (SelectOption(name, str(player)) for player, name in people.items())
        return ChoiceField(option.name, label, (nobody, *lines), says, is_folded=True)
    hint = ""
    if option.bounds is not None:
        bounds = _("From {least} to {most}")
        hint = bounds.format(least=number(option.bounds.least), most=number(option.bounds.most))
    usual = "" if option.usual is None else str(option.usual)
    return TextField(option.name, label, usual, hint, says, TEXT_LENGTH, option.is_needed)


async def _read_person(
    option: CommandOption, chosen: str, typed: str, company: Directory, asked_by: int
) -> User:
    """Return the chosen or named user; earlier membership doesn't make anybody a member now (F-38)."""
    player, found = read_whole(chosen), None
    if typed:
        found = await company.find(typed, asked_by)
    elif player is not None:
        found = await company.look_up(player, asked_by)
    if found is None or (option.is_member and not found.is_member):
        raise NotAMember
    return found


def _read(option: CommandOption, typed: str) -> Any:
    if option.choices:
        for key in option.choices:
            if str(key) == typed:
                return key
        raise NotOurs
    if option.kind is bool:
        return bool(typed)
    if option.kind is int:
        bounds = option.bounds or IntRange()
        return whole(typed, bounds.least, bounds.most)
    if not typed:
        raise NotText
    return typed[:TEXT_LENGTH]
