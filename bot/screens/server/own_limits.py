"""A user's own limits: self-exclusion from the games (TB-24), and losses in a day (TB-25)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from bot.custom_ids import KeepOut, table_id
from bot.screens.core.naming import amount
from bot.screens.core.presenter import confirm_screen
from bot.screens.core.screen import Button, Form, Part, Screen, Text, TextField, rows, say
from bot.text.translate import _, ngettext, number
from games.engine.core.errors import N_, NotOffered
from storage.db.retention import DAY_SECONDS, day_of
from storage.people.bars import LossLimit

LENGTHS: Mapping[str, tuple[str, int]] = {
    "day": (N_("1 day"), DAY_SECONDS),
    "week": (N_("1 week"), 7 * DAY_SECONDS),
    "month": (N_("30 days"), 30 * DAY_SECONDS),
    "quarter": (N_("90 days"), 90 * DAY_SECONDS),
    "year": (N_("1 year"), 365 * DAY_SECONDS),
}
"""The lengths of a self-exclusion, with their labels and seconds."""


@dataclass(frozen=True, slots=True)
class OwnLimits:
    """A user's limits at the moment `at`: the ends of self-exclusions, and the loss limit here."""

    at: float
    everywhere: float | None
    is_here: bool = False
    """True if this is a server."""
    here: float | None = None
    limit: LossLimit | None = None
    left: int | None = None
    """The amount that they may still lose today."""
    currency: str = ""


def seconds_of(wish: KeepOut) -> int:
    """Return the length of a requested self-exclusion in seconds. Raises `NotOffered` if it is unknown."""
    if wish.length not in LENGTHS:
        raise NotOffered
    _words, seconds = LENGTHS[wish.length]
    return seconds


def own_limits_screen(own: OwnLimits) -> Screen:
    """Return the screen of a user's limits: buttons for self-exclusions, and the loss limit here."""
    words = _(
        "### Keep me out\nWhen you’ve had enough, I keep you from every game for as long as you say, and you "
        "get your stakes and entries back. It ends by itself, and **nobody can shorten it**: not you, not a "
        "manager. Nobody else sees this."
    )
    parts: list[Part] = [Text("\n".join([words, *_kept_out(own)]))]
    if own.is_here:
        parts += _lengths(own, _("**In this server, for …**"), "here", own.here)
    parts += _lengths(own, _("**Everywhere, for …**"), "everywhere", own.everywhere)
    return Screen((*parts, *_limit(own)))


def question(wish: KeepOut, until: float) -> Screen:
    """Return the confirmation before a self-exclusion, with its consequences for the user's games."""
    asks = (
        _("Keep you out of **every game in every server** until {until}?")
        if wish.is_everywhere
        else _("Keep you out of **every game in this server** until {until}?")
    ).format(until=_moment(until))
    consequences = _(
        "You’ll leave your tables with your stacks, after the hand if one is being played, and entries to "
        "tournaments that haven’t begun will be refunded. **Nobody can shorten this.**"
    )
    return confirm_screen(
        f"{asks}\n{consequences}", Button(_("Keep me out"), table_id(0, "keep_out_now", wish), "danger")
    )


def kept_out_note(
    own: OwnLimits, tables: int, withdrawn: int, playing: Sequence[int], *, is_everywhere: bool
) -> Screen:
    """Return the note that a self-exclusion has begun.

    `tables` is the number of tables that the user leaves, `withdrawn` the number of refunded entries.
    `playing` are the tournaments in which they may play on.
    """
    until = (own.everywhere if is_everywhere else own.here) or own.at
    words = _("I’ll keep you out of every game until {until}. Take care.")
    if not is_everywhere:
        words = _("I’ll keep you out of every game in this server until {until}. Take care.")
    sentences = [words.format(until=_moment(until))]
    if tables:
        words = ngettext(
            "You leave {count} table with your stack, after the hand if one is being played.",
            "You leave {count} tables with your stacks, after the hand if one is being played.",
            tables,
        )
        sentences.append(words.format(count=tables))
    if withdrawn:
        words = ngettext(
            "You’re out of {count} tournament that hasn’t begun; your entry is refunded.",
            "You’re out of {count} tournaments that haven’t begun; your entries are refunded.",
            withdrawn,
        )
        sentences.append(words.format(count=withdrawn))
    if playing:
        words = _("You can play on in tournament {numbers}, which has begun.")
        sentences.append(words.format(numbers=", ".join(map(str, playing))))
    return say(*sentences)


def limit_form(limit: LossLimit | None) -> Form:
    """Return the form for a loss limit."""
    label = _("Most you can lose in a day, 0 or more")
    current = "" if limit is None else number(limit.amount)
    field = TextField("text", label, current, kind="number")
    return Form(_("My limit"), table_id(0, "loss_typed"), (field,))


def keep_out_button() -> Button:
    """Return the button to the screen of the user's limits."""
    return Button(_("Keep me out"), table_id(0, "keep_out"))


def _kept_out(own: OwnLimits) -> Iterator[str]:
    if own.everywhere is not None:
        words = _("You’re kept out of every game everywhere until {until}.")
        yield words.format(until=_moment(own.everywhere))
    if own.here is not None and own.here != own.everywhere:
        words = _("You’re kept out of every game in this server until {until}.")
        yield words.format(until=_moment(own.here))


def _lengths(own: OwnLimits, title: str, where: str, until: float | None) -> list[Part]:
    """Return buttons for the lengths that end after the current self-exclusion."""
    buttons = [
        Button(_(words), table_id(0, "keep_out_ask", KeepOut(where, length)))
        for length, (words, seconds) in LENGTHS.items()
        if own.at + seconds > (until or own.at)
    ]
    return [Text(title), *rows(buttons)] if buttons else []


def _limit(own: OwnLimits) -> tuple[Part, ...]:
    if not own.is_here:
        return ()
    lines = [_("### My limit"), *_limit_told(own)]
    lines.append(
        "-# "
        + _(
            "Coins on tables and entries count as lost until they come back. A lower limit counts at once, a "
            "higher one or none from Monday (UTC) on."
        )
    )
    buttons = [Button(_("Set limit"), table_id(0, "loss_limit"))]
    if own.limit is not None and (own.limit.later_at is None or own.limit.later is not None):
        buttons.append(Button(_("Lift limit"), table_id(0, "loss_lift")))
    return Text("\n".join(lines)), *rows(buttons)


def _limit_told(own: OwnLimits) -> Iterator[str]:
    limit = own.limit
    if limit is None:
        yield _("You haven’t limited what you lose here in a day.")
        return
    yield _(
        "You lose at most **{most}** a day here; {left} of it is left today. A new day begins {at}."
    ).format(
        most=amount(limit.amount, own.currency),
        left=number(own.left or 0),
        at=f"<t:{(day_of(own.at) + 1) * DAY_SECONDS}:R>",
    )
    if limit.later_at is None:
        return
    since = f"<t:{int(limit.later_at)}:f>"
    if limit.later is None:
        yield _("From {at} on, you have no limit.").format(at=since)
    else:
        yield _("From {at} on, it’s {most}.").format(most=amount(limit.later, own.currency), at=since)


def _moment(at: float) -> str:
    """Return a moment as Discord shows it, followed by the time until then."""
    return f"<t:{int(at)}:f> (<t:{int(at)}:R>)"
