"""Refusals as text: one sentence on what is wrong and what can be done.

User errors and storage errors carry their own sentences. This module translates them and fills in their
facts, equally for every front. An error without a sentence is our own fault: the user gets a number under
which the log has the traceback.
"""

from __future__ import annotations

import logging
import secrets
from collections.abc import Callable, Mapping

from bot.front.forms import FieldError
from bot.screens.core.naming import amount, person
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
"""Facts that are amounts in the server's currency."""
NUMBERS = ("count", "least", "most", "points", "stake", "threshold", "unit")
"""Facts that are other numbers."""
MENTIONED: Mapping[str, Callable[[int], str]] = {"player": person, "role": "<@&{}>".format}
"""Facts that are the id of a user or a role."""


def sentence(error: BaseException, currency: str) -> str | None:
    """Return the text for the user whose request raised this, or None if it is our own fault."""
    if isinstance(error, FieldError):
        return sentence(error.slip, currency)
    if not isinstance(error, UserError | StorageError):
        return None
    # The house rules whose titles name a clash.
    options = (each for game in GAMES.values() for each in house_rules.options(game.house_rules))
    titles = {name: _(title) for name, title in TERMS.items()} | {
        each.name: _(each.title) for each in options
    }
    return worded(error.template, vars(error)).format(
        **{name: _fact(name, fact, currency, titles) for name, fact in vars(error).items()}
    )


def _fact(name: str, fact: object, currency: str, titles: Mapping[str, str]) -> str:
    if name in (*COINS, *NUMBERS) and isinstance(fact, int):
        return amount(fact, currency) if name in COINS else number(fact)
    if name in MENTIONED and isinstance(fact, int):
        return MENTIONED[name](fact)
    if name == "channels" and isinstance(fact, tuple):
        return " ".join(f"<#{each}>" for each in fact)
    if isinstance(fact, tuple):
        return ", ".join(map(_listed, fact))
    if isinstance(fact, float):
        return str(int(fact))
    return titles.get(str(fact), str(fact))


def _listed(fact: object) -> str:
    """A fact among others: a table as a link to its message."""
    if not isinstance(fact, StoredTable):
        return str(fact)
    where = link(fact)
    return str(fact.id) if where is None else f"[{fact.id} ↗]({where})"


def fault(error: BaseException) -> str:
    """Log a fault of ours under a number, and tell the user that number."""
    number = secrets.token_hex(3)
    log.error("error %s", number, exc_info=error)
    return _("Something went wrong on our side (error {number}). Please try again.").format(number=number)
