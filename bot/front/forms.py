"""Forms: validation of their fields, and how a refused form is offered again.

Discord opens a form only as the answer to a press. So the refusal has a button, which opens the same form
with the values that were typed. The form is kept in memory only, so after a restart it is opened empty.
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
"""The number of forms that are kept: the most recent ones."""
_BETWEEN = r"[\s.,;:/+·\u2010-\u2015\u2212-]*"
_THREE = re.compile(rf"([0-9]){_BETWEEN}([0-9]){_BETWEEN}([0-9])")
WHY_LENGTH = 120
"""The maximum length of a reason, in letters."""
AMOUNT_MAX = 10**9
"""The largest amount that a user can type."""


class NotChannels(UserError):
    template = N_("One of those channels isn’t in this server any more. Please choose again.")


class NotARole(UserError):
    template = N_("That role isn’t in this server any more. Please choose again.")


class FormGone(UserError):
    template = N_("I don’t have that form any more. Please open it again.")


class NotAMember(UserError):
    template = N_("Please name someone in this server.")


class NotResolved(UserError):
    template = N_("Discord didn’t send me what you chose. Please give the command again.")


class NothingToRead(UserError):
    template = N_("I can’t show any of that text. Please use letters or numbers.")


class NotThreeNumbers(UserError):
    template = N_("Please give three numbers from 1 to {most}, such as 1-3-5.")
    most: int


class RoleOutOfReach(UserError):
    """A role of another server, or one that the bot cannot assign."""

    template = N_(
        "I can’t give that role. It must be below my own, and I need the permission Manage Roles."
        " A manager can fix that; nothing has changed."
    )


class RoleTooMighty(UserError):
    template = N_("That role has permissions you lack. Someone who has them must add this prize.")


class Malformed(UserError):
    template = N_("Please give a whole number from {least} to {most}.")
    least: int
    most: int


class NotText(UserError):
    """Another type where a text is required."""

    template = N_("Please type some words there.")


class NotOurs(UserError):
    """A command that this version does not have, or not in this form."""

    template = N_("That command has changed, or isn’t mine. Please pick it from the list again.")


class FieldError(UserError):
    """A field of a form has a value that is refused, as `slip` says. The form is offered again (F-43)."""

    field: str
    slip: UserError

    @property
    def template(self) -> str:
        """The reason why the field's value is refused."""
        return self.slip.template


@contextlib.contextmanager
def reading(field: str) -> Iterator[None]:
    """Attribute every slip in this block to one field."""
    try:
        yield
    except NotOffered:  # sent by another program, and nothing that a person can type
        raise
    except UserError as slip:
        raise FieldError(field, slip) from slip


class PendingForms:
    """The forms shown most recently, each for its user; a refused one with the values that were typed."""

    def __init__(self) -> None:
        self._forms: OrderedDict[tuple[int, str], Form] = OrderedDict()

    def keep(self, player: int, form: Form) -> str:
        """Keep a form, in place of an older state of it; return its key."""
        mark = _mark(form.action)
        self._forms[player, mark] = form
        self._forms.move_to_end((player, mark))
        if len(self._forms) > FORMS_MAX:
            self._forms.popitem(last=False)
        return mark

    def find(self, player: int, mark: str) -> Form:
        """Return a form by its key. Raises `FormGone` if it is no longer kept."""
        form = self._forms.get((player, mark))
        if form is None:
            raise FormGone
        return form

    def asked(self, player: int, action: str) -> Form | None:
        """Return the form with this custom_id as it was shown to the user."""
        return self._forms.get((player, _mark(action)))


def filled_again(
    form: Form, given: Mapping[str, str], channels: Collection[int], roles: Collection[int]
) -> Form:
    """Return a form with the submitted values, where a server with these channels and roles can show them."""
    fields = (_filled_again(each, given.get(each.name, ""), channels, roles) for each in form.fields)
    return replace(form, fields=tuple(fields))


def _filled_again(
    field: FormField, given: str, channels: Collection[int], roles: Collection[int]
) -> FormField:
    match field:
        case screen.TextField(length=length):
            return replace(field, value=given[:length])
        case screen.CheckboxField():
            return replace(field, is_checked=bool(given))
        case screen.ChoiceField(choices=choices):
            lines = (replace(each, is_chosen=each.value == given) for each in choices)
            return replace(field, choices=tuple(lines))
        case screen.ChannelsField():
            # Discord would refuse to open the form with a deleted channel or role as its default.
            return replace(field, chosen=_among(given, channels))
        case screen.RoleField():
            return replace(field, chosen=next(iter(_among(given, roles)), 0))
    assert_never(field)


def filled_field(field: FormField, given: str, channels: Collection[int], roles: Collection[int]) -> object:
    """Return a field's submitted value: text, choice, tick, channel ids, or a role's id (0 for none).

    Raises for a value that no front of ours would have accepted (F-43).
    """
    match field:
        case screen.TextField():
            return given
        case screen.CheckboxField():
            return bool(given)
        case screen.ChoiceField(choices=choices):
            if given not in {each.value for each in choices}:
                raise NotOffered
            return given
        case screen.ChannelsField():
            found = _among(given, channels)
            if len(found) < len(given.split()):
                raise NotChannels
            return found
        case screen.RoleField():
            named = _among(given, roles)
            if given and not named:
                raise NotARole
            return next(iter(named), 0)
    assert_never(field)


def _among(given: str, there: Collection[int]) -> tuple[int, ...]:
    """Return the ids in a text that exist."""
    ids = map(read_whole, given.split())
    return tuple(each for each in ids if each is not None and each in there)


def _mark(action: str) -> str:
    return hashlib.sha256(action.encode()).hexdigest()[:16]


def words(text: str, length: int) -> str:
    """Sanitise a user's text and cut it to a length. Raises `NothingToRead` if nothing is left."""
    plain = plain_text(text, length)
    if not plain:
        raise NothingToRead
    return plain


def three_numbers(text: str, most: int) -> tuple[int, int, int]:
    """Parse three digits from 1 to most, sorted ascending: `1 3 5`, `5-3-1`, `1/3/5` or `135`."""
    found = _THREE.fullmatch(narrow(text).strip())
    numbers = sorted(map(int, found.groups())) if found else []
    if not numbers or not 1 <= numbers[0] <= numbers[-1] <= most:
        raise NotThreeNumbers(most)
    return numbers[0], numbers[1], numbers[2]


def whole(text: str, least: int, most: int) -> int:
    """Parse a whole number that a user typed. Raises `Malformed` (F-43)."""
    number = read_number(text)
    if number is None or not least <= number <= most:
        raise Malformed(least, most)
    return number
