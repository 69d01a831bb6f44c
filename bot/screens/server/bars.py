"""Who may not play here, and what managers are told when they bar somebody (TB-23)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bot.custom_ids import table_id
from bot.screens.core.people import person
from bot.screens.core.screen import Button, Part, People, Screen, Text, rows, say
from bot.text.escape import quoted, shown
from bot.text.translate import _, ngettext
from games.engine.core.sentences import phrase
from storage.people.bars import Bar

PAGE_LINES = 10
HOUR_SECONDS = 3600
LENGTHS: Mapping[str, tuple[str, int]] = {
    "hour": (phrase("1 hour"), HOUR_SECONDS),
    "day": (phrase("1 day"), 24 * HOUR_SECONDS),
    "week": (phrase("1 week"), 7 * 24 * HOUR_SECONDS),
    "month": (phrase("30 days"), 30 * 24 * HOUR_SECONDS),
    "year": (phrase("1 year"), 365 * 24 * HOUR_SECONDS),
    "lifted": (phrase("Until a manager lifts it"), 0),
}
"""For how long somebody can be barred, in words and in seconds; 0: until it is lifted."""


def barred_note(word: Bar, tables: int, withdrawn: int, playing: Sequence[int]) -> Screen:
    """That somebody is barred now, and what becomes of their games."""
    player = person(word.player)
    said = [_("{player} can’t play here {until}.").format(player=player, until=_until(word))]
    if tables:
        words = ngettext(
            "{player} leaves {count} table with their stack, after the hand if one is under way.",
            "{player} leaves {count} tables with their stacks, after the hand if one is under way.",
            tables,
        )
        said.append(words.format(player=player, count=tables))
    if withdrawn:
        words = ngettext(
            "{player} is out of {count} tournament that hasn’t begun, and has the entry back.",
            "{player} is out of {count} tournaments that haven’t begun, and has the entries back.",
            withdrawn,
        )
        said.append(words.format(player=player, count=withdrawn))
    if playing:
        words = _(
            "{player} plays on in tournament {numbers}, which has begun. `/tournament remove` takes them out."
        )
        said.append(words.format(player=player, numbers=", ".join(map(str, playing))))
    return say(*said)


def lifted_note(player: int) -> Screen:
    """That somebody may play again."""
    return say(_("{player} can play here again.").format(player=person(player)))


def bars_screen(bars: Sequence[Bar], forgotten: int) -> Screen:
    """Who may not play, until when and why, and a list of people to let in again.

    One more than fits means there are earlier ones. `forgotten` had themselves forgotten since.
    """
    lines = [_line(each) for each in bars[:PAGE_LINES]]
    if forgotten:
        words = ngettext(
            "{count} person who has since asked to be forgotten",
            "{count} people who have since asked to be forgotten",
            forgotten,
        )
        lines.append(f"- {words.format(count=forgotten)}")
    parts: list[Part] = [Text("### " + _("Barred from the games here"))]
    parts.append(Text("\n".join(lines or [_("Nobody is. `/tavern bar` bars somebody.")])))
    if lines:
        parts.append(People(table_id(0, "let_in"), _("Let somebody play again")))
    if len(bars) > PAGE_LINES:
        # Translators: a button: the page before, of things in the order of time.
        parts.extend(rows([Button(_("Earlier"), table_id(0, "bars", str(bars[PAGE_LINES - 1].id)))]))
    return Screen(tuple(parts))


def _line(bar: Bar) -> str:
    words = _("{player} {until} · barred by {by}")
    said = words.format(player=person(bar.player), until=_until(bar), by=person(bar.by))
    return f"- {said} · {quoted(shown(bar.reason))}" if bar.reason else f"- {said}"


def _until(bar: Bar) -> str:
    """Until when, to stand in a sentence."""
    if bar.until is None:
        # Translators: stands after “Ann can’t play here”.
        return _("until a manager lifts it")
    # Translators: stands after “Ann can’t play here”; {at} is a date.
    return _("until {at}").format(at=f"<t:{int(bar.until)}:f>")
