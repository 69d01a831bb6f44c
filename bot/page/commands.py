"""Commands on the page: each is a form of its options, derived from the decorators of the handlers.

A command without options runs at once. Submitted values are validated as by the Discord frontend: a text, a
choice, a checkbox, an integer within its bounds, or a user of the server.
"""

from __future__ import annotations

import inspect
import re
import types
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from types import MappingProxyType
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

from bot.custom_ids import read_whole
from bot.front import decorators
from bot.front.decorators import MEMBER, IntRange, UploadedFile
from bot.front.forms import AMOUNT_MAX, NotAMember, NotOurs, NotText, reading, whole
from bot.front.protocols import Context
from bot.front.request import User
from bot.page.auth import Directory
from bot.screens.core.screen import (
    CheckboxField,
    ChoiceField,
    Form,
    FormField,
    SelectOption,
    TextField,
    capitalised,
)
from bot.text.translate import _
from games.engine.core.errors import must_find

TEXT_LENGTH = 200
HOUSE_TOO = frozenset({"against"})
"""The options that also accept the house as a player."""
MOMENTS = frozenset({"starts"})
"""The options that are a date and time."""
NONE: Mapping[str, str] = MappingProxyType({})
OTHER = "-other"
"""The suffix of the field for a user who is not in the select beside it."""


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
    handler: object
    options: tuple[CommandOption, ...]
    is_for_managers: bool
    """True if the command is for managers."""


class PageCommands:
    """All commands available on the page; commands that take a file exist on Discord only."""

    def __init__(self, handlers: Iterable[object], own_id: Callable[[], int] = lambda: 0) -> None:
        self._own_id = own_id
        """Returns the application's own id, the value of a house player in a list of users; 0 if unknown."""
        commands = (each for handler in handlers for each in _commands(handler))
        self._commands = {each.name: each for each in commands}

    def __iter__(self) -> Iterator[PageCommand]:
        return iter(self._commands.values())

    def has(self, name: str) -> bool:
        """Return True if there is such a command."""
        return name in self._commands

    async def begin(
        self, ctx: Context, name: str, people: Mapping[int, str], settled: Mapping[str, str] = NONE
    ) -> None:
        """Run a command without options, or show a form for its options.

        `settled` are the options whose values the current page determines; the form leaves them out.
        """
        command = self._find(name)
        others = _others(ctx, command, people, self._own_id())
        suggested = {
            option: await getattr(command.handler, name)(ctx.request, "")
            for option, name in command.mark.suggests.items()
        }
        if form := _form(command, others, settled, suggested):
            await ctx.send_form(form)
        else:
            await self._run(ctx, command, settled, None)

    async def run(
        self, ctx: Context, name: str, company: Directory, settled: Mapping[str, str] = NONE
    ) -> None:
        """Run a command with the submitted options, and with those that the current page determines."""
        await self._run(ctx, self._find(name), {**ctx.request.fields, **settled}, company)

    async def _run(
        self, ctx: Context, command: PageCommand, submitted: Mapping[str, str], company: Directory | None
    ) -> None:
        arguments: dict[str, Any] = {}
        for option in command.options:
            chosen, other = (
                submitted.get(option.name, "").strip(),
                submitted.get(option.name + OTHER, "").strip(),
            )
            with reading(option.name):
                if option.kind is User and company is not None and (chosen or other or option.is_needed):
                    arguments[option.name] = await self._person(ctx, option, (chosen, other), company)
                elif chosen or option.is_needed or option.kind is bool:
                    arguments[option.name] = _read(option, chosen)
        await command.method(ctx, **arguments)

    async def _person(
        self, ctx: Context, option: CommandOption, named: tuple[str, str], company: Directory
    ) -> User:
        house = self._own_id()
        if house and option.name in HOUSE_TOO and named == (str(house), ""):
            return User(house, _("the house"), "", is_bot=True, is_member=True)
        return await _read_person(option, *named, company, ctx.player)

    def _find(self, name: str) -> PageCommand:
        if name not in self._commands:
            raise NotOurs
        return self._commands[name]


def _commands(handler: object) -> Iterator[PageCommand]:
    handler_class: type = type(handler)
    names = (name for name, _mark in decorators.commands_of(handler_class))
    group = decorators.group_of(handler_class)
    is_for_managers = group is not None and group.audience != "everybody"
    for (method, mark, options), name in zip(_options_of(handler_class), names, strict=True):
        if all(each.kind is not UploadedFile for each in options):
            yield PageCommand(name, mark, getattr(handler, method), handler, options, is_for_managers)


@cache
def _options_of(handler_class: type) -> tuple[tuple[str, decorators.Command, tuple[CommandOption, ...]], ...]:
    """Return the command methods of a class, their decorators, and their options."""
    return tuple(
        (name, mark, tuple(_options(getattr(handler_class, name), mark)))
        for name, mark in decorators.declared("command", handler_class)
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
        kind, note = get_args(hint)
        return kind, note
    return hint, None


def _others(ctx: Context, command: PageCommand, people: Mapping[int, str], house: int) -> Mapping[int, str]:
    """Return the users who can be chosen: the house if allowed, oneself only in managers' commands."""
    others = {player: name for player, name in people.items() if player != ctx.player}
    if command.is_for_managers and ctx.player in people:
        others = {ctx.player: _("{name} (you)").format(name=people[ctx.player]), **others}
    takes_house = house and any(each.name in HOUSE_TOO for each in command.options)
    return {house: _("One of the house’s people"), **others} if takes_house else others


def _form(
    command: PageCommand,
    people: Mapping[int, str],
    settled: Mapping[str, str],
    suggested: Mapping[str, Sequence[str]],
) -> Form | None:
    """Return the form of a command's options that the page has not settled; None if there are none."""
    options = [each for each in command.options if each.name not in settled]
    fields = tuple(
        _suggested_field(each, suggested[each.name]) if suggested.get(each.name) else field
        for each in options
        for field in _fields(each, people)
    )
    return Form(_(command.mark.description), f"/{command.name}", fields) if fields else None


def _suggested_field(option: CommandOption, words: Sequence[str]) -> FormField:
    """Return a select of all possible values, for an option whose values are known."""
    label, description = _label_and_note(option)
    lines = tuple(SelectOption(each, each, is_chosen=index == 0) for index, each in enumerate(words))
    return ChoiceField(option.name, label, lines, description, is_folded=True)


def _fields(option: CommandOption, people: Mapping[int, str]) -> Iterator[FormField]:
    yield _field(option, people)
    if option.kind is User:
        says, hint = _("Or somebody who isn’t on the list"), _("A user name or an ID")
        yield TextField(option.name + OTHER, says, "", hint, "", TEXT_LENGTH, is_needed=False)


def _label_and_note(option: CommandOption) -> tuple[str, str]:
    """Split an option's description into a label and a note."""
    label, _sign, note = re.sub(r" \((.*)\)$", r"; \1", _(option.description)).partition("; ")
    return label.rstrip("."), capitalised(note)


def _field(option: CommandOption, people: Mapping[int, str]) -> FormField:
    label, description = _label_and_note(option)
    if option.name in HOUSE_TOO:
        # The select has the house, so the note about it is not needed.
        description = ""
    none = () if option.is_needed else (SelectOption("–", "", is_chosen=option.usual in (None, "")),)
    if option.choices:
        lines = (
            SelectOption(_(name), str(key), is_chosen=key == option.usual)
            for key, name in option.choices.items()
        )
        return ChoiceField(option.name, label, (*none, *lines), description, is_folded=True)
    if option.kind is bool:
        return CheckboxField(option.name, label, is_checked=option.usual is True, description=description)
    if option.kind is User:
        nobody = SelectOption("–", "", is_chosen=True)
        lines = (SelectOption(name, str(player)) for player, name in people.items())
        return ChoiceField(option.name, label, (nobody, *lines), description, is_folded=True)
    default = "" if option.usual is None else str(option.usual)
    if option.kind is int:
        bounds = option.bounds or IntRange()
        least, most = bounds.least, min(bounds.most, AMOUNT_MAX)
        field = TextField(option.name, label, default, "", description, TEXT_LENGTH, option.is_needed)
        return replace(field, kind="number", least=least, most=most)
    kind: Literal["text", "moment"] = "moment" if option.name in MOMENTS else "text"
    return TextField(option.name, label, default, "", description, TEXT_LENGTH, option.is_needed, kind)


async def _read_person(
    option: CommandOption, chosen: str, typed: str, company: Directory, asked_by: int
) -> User:
    """Return the chosen or typed user; their membership is checked now (F-38). Raises `NotAMember`."""
    player, user = read_whole(chosen), None
    if typed:
        user = await company.find(typed, asked_by)
    elif player is not None:
        user = await company.look_up(player, asked_by)
    if user is None or (option.is_member and not user.is_member):
        raise NotAMember
    return user


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
