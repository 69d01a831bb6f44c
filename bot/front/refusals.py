"""Refusals as text: one sentence that says what is wrong and what would be right.

User errors and storage errors have a template. This module translates it and fills in the error's fields, for
every frontend. Any other error is a bug: the user gets an error number, and the log the traceback under it.
"""

from __future__ import annotations

import logging
import secrets
from collections.abc import Callable, Mapping

from bot.front.forms import FieldError
from bot.screens.catalog import title_of
from bot.screens.core.naming import amount, listed, person
from bot.screens.core.presenter import link, worded
from bot.text.translate import _, number
from games.catalog import GAMES
from games.engine.core import house_rules
from games.engine.core.errors import N_, UserError
from storage.errors import StorageError
from storage.play.tables import StoredTable

log = logging.getLogger(__name__)

TERMS: Mapping[str, str] = {
    # Translators: “Heats and late entry don’t go together.” So do all that follow.
    "through": N_("Heats"),
    # Translators: in “A race and re-entry don’t go together”: a tournament that somebody wins by reaching so
    # many points.
    "goal": N_("A race"),
    # Translators: in “Heats and late entry don’t go together”.
    "late_until": N_("late entry"),
    # Translators: in “A race and re-entry don’t go together”.
    "reentry_until": N_("re-entry"),
    # Translators: in “A race and chips don’t go together”; the chips that each player of a tournament begins
    # with.
    "chips": N_("chips"),
}
"""Terms of a tournament that can exclude each other."""
COINS = ("amount", "balance", "promised", "floor", "ceiling", "left", "lost")
"""Fields that are amounts in the server's currency."""
NUMBERS = ("count", "least", "most", "points", "stake", "threshold", "unit")
"""Fields that are other numbers."""
MENTIONED: Mapping[str, Callable[[int], str]] = {"player": person, "role": "<@&{}>".format}
"""Fields that are the id of a user or a role."""


def sentence(error: BaseException, currency: str) -> str | None:
    """Return the text for the user whose request raised the error, or None if it is a bug."""
    if isinstance(error, FieldError):
        return sentence(error.slip, currency)
    if not isinstance(error, UserError | StorageError):
        return None
    # Errors about rules that exclude each other have the names of house rules as fields.
    options = (each for game in GAMES.values() for each in house_rules.options(game.house_rules))
    titles = {name: _(title) for name, title in TERMS.items()} | {
        each.name: _(each.title) for each in options
    }
    return worded(error.template, vars(error)).format(
        **{name: _filled(name, value, currency, titles) for name, value in vars(error).items()}
    )


def _filled(name: str, value: object, currency: str, titles: Mapping[str, str]) -> str:
    """Return the text of an error's field."""
    if name in (*COINS, *NUMBERS) and isinstance(value, int):
        return amount(value, currency) if name in COINS else number(value)
    if name in MENTIONED and isinstance(value, int):
        return MENTIONED[name](value)
    if isinstance(value, tuple):
        return _listed(name, value)
    if name == "game":
        return title_of(str(value))
    if isinstance(value, float):
        return str(int(value))
    return titles.get(str(value), str(value))


def _listed(name: str, values: tuple[object, ...]) -> str:
    """Return the text of a field with several values."""
    if name == "channels":
        return " ".join(f"<#{each}>" for each in values)
    if name == "games":
        return listed([title_of(str(each)) for each in values])
    return ", ".join(map(_in_list, values))


def _in_list(value: object) -> str:
    """Return the text of a value in a list; a table is a link to its message."""
    if not isinstance(value, StoredTable):
        return str(value)
    url = link(value)
    return str(value.id) if url is None else f"[{value.id} ↗]({url})"


def fault(error: BaseException) -> str:
    """Log a bug under an error number; return the text that tells the user the number."""
    number = secrets.token_hex(3)
    log.error("error %s", number, exc_info=error)
    return _("Something went wrong on our side (error {number}). Please try again.").format(number=number)
