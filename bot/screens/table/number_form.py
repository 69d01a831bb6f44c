"""The form that asks for any number of an offer."""

from __future__ import annotations

from typing import Any

from bot.screens.core.screen import Form, TextField
from bot.text.numbers import number
from bot.text.translate import _
from games.engine.core.offers import Number, Split

NUMBER_FIELDS = ("text", "part")
"""Its fields, in the order of an answer's numbers: the amount, and how much of it goes to the first side."""


def number_form(title: str, action: str, offer: Number[Any] | Split[Any], side: str) -> Form:
    """A line for the amount, and one for a split, which may stay empty; `side` is the name of the first."""
    is_even = isinstance(offer, Number) and offer.is_even
    bounds = _("An even number from {least} to {most}") if is_even else _("From {least} to {most}")
    told = bounds.format(least=number(offer.least), most=number(offer.most))
    amount, part = NUMBER_FIELDS
    if isinstance(offer, Number):
        return Form(title, action, (TextField(amount, told),))
    # Translators: of a form, over the line in which a bet is typed.
    fields = (
        TextField(amount, _("Amount"), says=told),
        TextField(
            part,
            _("How much of it on {side}").format(side=side),
            says=_("Leave it empty to split it as you’ve chosen"),
            is_needed=False,
        ),
    )
    return Form(title, action, fields)
