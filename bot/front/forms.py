"""Forms: validation of their fields, and reopening of a refused form.

Discord opens a form only in response to a press. So a refusal has a button that opens the form again, with
the submitted values. They are kept in memory only, so after a restart the form opens with its defaults.
"""

from __future__ import annotations

import contextlib
import hashlib
import re
from collections import OrderedDict
from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace
from typing import assert_never

from bot.custom_ids import read_whole
from bot.screens.core import screen
from bot.screens.core.screen import Form, FormField
from bot.text.translate import narrow, plain_text, read_number
from games.engine.core.errors import N_, NotOffered, UserError

FORMS_MAX = 1000
"""The number of forms kept in memory, the latest ones."""
_SEPARATOR = r"[\s.,;:/+·\u2010-\u2015\u2212-]*"
_THREE = re.compile(rf"([0-9]){_SEPARATOR}([0-9]){_SEPARATOR}([0-9])")
WHY_LENGTH = 120
"""The maximum length of a reason, in characters."""
AMOUNT_MAX = 10**9
"""The largest amount that a user can type."""


class NotChannels(UserError):
    template = N_("One of those channels isn’t in this server any more. Please choose again.")


class NothingChosen(UserError):
    template = N_("Please leave at least one of them ticked.")


class NotARole(UserError):
    template = N_("That role isn’t in this server any more. Please choose again.")


class FormGone(UserError):
    template = N_("I don’t have that form any more. Please open it again.")


class NotAMember(UserError):
    template = N_("Please name someone in this server.")


class NotResolved(UserError):
    template = N_("Discord didn’t send me what you chose. Please give the command again.")


class FileGone(UserError):
    template = N_("Discord won’t give me that file. Please give the command again, with the file.")


class NothingToRead(UserError):
    template = N_("I can’t show any of that text. Please use letters or numbers.")


class NotThreeNumbers(UserError):
    template = N_("Please give three numbers from 1 to {most}, such as 1-3-5.")
    most: int


class RoleOutOfReach(UserError):
    """The role is of another server, or the bot can't assign it."""

    template = N_(
        "I can’t give that role. It must be below my own, and I need the permission Manage Roles."
        " A manager can fix that; nothing has changed."
    )


class RoleTooMighty(UserError):
    template = N_("That role has permissions you don’t have. Someone who has them must add this prize.")


class RoleNotTheirsToGive(UserError):
    template = N_("Only someone who may manage roles or the server can make a role a prize.")


class Malformed(UserError):
    template = N_("Please give a whole number from {least} to {most}.")
    least: int
    most: int


class NotText(UserError):
    """The option is no text."""

    template = N_("Please type some words there.")


class NotOurs(UserError):
    """The bot has no such command in this version, or one with other options."""

    template = N_("That command has changed, or isn’t mine. Please pick it from the list again.")


class FieldError(UserError):
    """A form's field has an invalid value: `slip` is the reason. The form can be opened again (F-43)."""

    field: str
    slip: UserError

    @property
    def template(self) -> str:
        """The reason why the field's value is refused."""
        return self.slip.template


@contextlib.contextmanager
def reading(field: str) -> Iterator[None]:
    """Raise a user error of this block as a `FieldError` of the field."""
    try:
        yield
    except NotOffered:  # no value that a user can type: another program sent it
        raise
    except UserError as error:
        raise FieldError(field, error) from error


class PendingForms:
    """The latest forms by user; a refused form has its submitted values."""

    def __init__(self) -> None:
        self._forms: OrderedDict[tuple[int, str], Form] = OrderedDict()

    def keep(self, player: int, form: Form) -> str:
        """Store a form, in place of an earlier one with the same custom_id; return its key."""
        key = _key(form.action)
        self._forms[player, key] = form
        self._forms.move_to_end((player, key))
        if len(self._forms) > FORMS_MAX:
            self._forms.popitem(last=False)
        return key

    def find(self, player: int, key: str) -> Form:
        """Return a form by its key. Raises `FormGone` if it is no longer in memory."""
        form = self._forms.get((player, key))
        if form is None:
            raise FormGone
        return form

    def shown_form(self, player: int, action: str) -> Form | None:
        """Return the form with this custom_id as it was shown to the user."""
        return self._forms.get((player, _key(action)))


def filled_again(
    form: Form, submitted: Mapping[str, str], channels: Collection[int], roles: Collection[int]
) -> Form:
    """Return a form with the submitted values as defaults; `channels` and `roles` are those of the server."""
    fields = (_filled_again(each, submitted.get(each.name, ""), channels, roles) for each in form.fields)
    return replace(form, fields=tuple(fields))


def _filled_again(
    field: FormField, value: str, channels: Collection[int], roles: Collection[int]
) -> FormField:
    match field:
        case screen.TextField(length=length):
            return replace(field, value=value[:length])
        case screen.CheckboxField():
            return replace(field, is_checked=bool(value))
        case screen.ChoiceField(choices=choices):
            options = (replace(each, is_chosen=each.value == value) for each in choices)
            return replace(field, choices=tuple(options))
        case screen.ChoicesField(choices=choices):
            options = (replace(each, is_chosen=each.value in value.split()) for each in choices)
            return replace(field, choices=tuple(options))
        case screen.ChannelsField():
            # Discord would refuse to open the form with a deleted channel or role as its default.
            return replace(field, chosen=_existing(value, channels))
        case screen.RoleField():
            return replace(field, chosen=next(iter(_existing(value, roles)), 0))
    assert_never(field)


def filled_field(field: FormField, value: str, channels: Collection[int], roles: Collection[int]) -> object:
    """Return a field's value: a text, a bool, one or more choices, channel ids, or a role id or 0.

    Raises a `UserError` for a value that the field doesn't allow (F-43).
    """
    match field:
        case screen.TextField():
            return value
        case screen.CheckboxField():
            return bool(value)
        case screen.ChoiceField(choices=choices):
            if value not in {each.value for each in choices}:
                raise NotOffered
            return value
        case screen.ChoicesField(choices=choices):
            return _several(value, {each.value for each in choices})
        case screen.ChannelsField():
            existing = _existing(value, channels)
            if len(existing) < len(value.split()):
                raise NotChannels
            return existing
        case screen.RoleField():
            existing = _existing(value, roles)
            if value and not existing:
                raise NotARole
            return next(iter(existing), 0)
    assert_never(field)


def _several(text: str, values: Collection[str]) -> tuple[str, ...]:
    """Return the chosen values; raise `NothingChosen` for none, and `NotOffered` for another one."""
    chosen = tuple(dict.fromkeys(text.split()))
    if not chosen:
        raise NothingChosen
    if not {*chosen} <= {*values}:
        raise NotOffered
    return chosen


def _existing(text: str, known_ids: Collection[int]) -> tuple[int, ...]:
    """Return the ids in a text that are among the known ones."""
    ids = map(read_whole, text.split())
    return tuple(each for each in ids if each is not None and each in known_ids)


def _key(action: str) -> str:
    return hashlib.sha256(action.encode()).hexdigest()[:16]


def words(text: str, length: int) -> str:
    """Sanitise a user's text and truncate it. Raises `NothingToRead` if nothing is left."""
    plain = plain_text(text, length)
    if not plain:
        raise NothingToRead
    return plain


def three_numbers(text: str, most: int) -> tuple[int, int, int]:
    """Return three digits from 1 to `most`, sorted, of a text such as `1 3 5`, `5-3-1`, `1/3/5` or `135`."""
    match = _THREE.fullmatch(narrow(text).strip())
    numbers = sorted(map(int, match.groups())) if match else []
    if not numbers or not 1 <= numbers[0] <= numbers[-1] <= most:
        raise NotThreeNumbers(most)
    return numbers[0], numbers[1], numbers[2]


def whole(text: str, least: int, most: int) -> int:
    """Parse a whole number that a user typed. Raises `Malformed` (F-43)."""
    number = read_number(text)
    if number is None or not least <= number <= most:
        raise Malformed(least, most)
    return number
