"""The hands that somebody keeps for good: how one is kept, and the list of them."""

from __future__ import annotations

from collections.abc import Sequence

from bot.custom_ids import table_id
from bot.screens.catalog import FACES
from bot.screens.core.game_screen import GameScreen
from bot.screens.core.screen import CHOICES_MAX, Button, Choice, Part, Screen, Select, Text, rows, say
from bot.text.translate import _, ngettext
from games.catalog import GAMES
from games.engine.core.sentences import phrase
from storage.play.kept_hands import KEPT_MAX, KeptMark


def keep_button(face: GameScreen, table: int, which: str) -> Button:
    """The button that keeps a hand: the one of that number, or of the page that is watched."""
    return Button(face.says(phrase("Keep this hand")), table_id(table, "keep_hand", which))


def kept_hands_button() -> Button:
    """The way to all hands that somebody keeps."""
    return Button(_("Kept hands"), table_id(0, "kept"))


def kept_note(face: GameScreen, table: int, hand: int) -> Screen:
    """That a hand is kept."""
    words = face.says(phrase("Hand {hand} of table {table} is kept for you. `/hand kept` leads back to it."))
    return say(words.format(hand=hand, table=table))


def kept_screen(kept: Sequence[KeptMark], server: int, page: int = 0) -> Screen:
    """The hands that somebody keeps in that server, a page at a time, each to be watched."""
    here = [each for each in kept if each.server == server]
    last = max(0, (len(here) - 1) // CHOICES_MAX)
    page = min(page, last)
    some = here[page * CHOICES_MAX :][:CHOICES_MAX]
    title = _("### Your kept hands\n-# {count} of {most}").format(count=len(kept), most=KEPT_MAX)
    parts: list[Part] = [Text("\n".join([title, *(_line(each) for each in some), *_notes(kept, here)]))]
    if some:
        choices = tuple(Choice(_named(each), f"{each.table}_{each.hand}") for each in some)
        parts.append(Select(table_id(0, "watch_hand"), _("Watch a hand"), choices))
        # Translators: a list: which hand to stop keeping.
        parts.append(Select(table_id(0, "let_go"), _("Let go of a hand"), choices))
    buttons = []
    if page:
        # Translators: a button: the page with newer things.
        buttons.append(Button(_("Newer"), table_id(0, "kept", str(page - 1))))
    if page < last:
        # Translators: a button: the page with older things.
        buttons.append(Button(_("Older"), table_id(0, "kept", str(page + 1))))
    return Screen((*parts, *rows(buttons)))


def _named(kept: KeptMark) -> str:
    words = FACES[kept.game].says(phrase("{game}, table {table}, hand {hand}"))
    return words.format(game=_(GAMES[kept.game].title), table=kept.table, hand=kept.hand)


def _line(kept: KeptMark) -> str:
    since = _("kept {date}").format(date=f"<t:{int(kept.at)}:d>")
    return f"{FACES[kept.game].emoji} {_named(kept)} · {since}"


def _notes(kept: Sequence[KeptMark], here: Sequence[KeptMark]) -> list[str]:
    """How the first one is kept, and that there are others elsewhere."""
    if not kept:
        return [_("None yet. Press *Watch it again* after a hand, then *Keep this hand*.")]
    elsewhere = len(kept) - len(here)
    words = ngettext(
        "-# And {count} in another server: `/hand kept` lists it there.",
        "-# And {count} in other servers: `/hand kept` lists them there.",
        elsewhere,
    )
    return [words.format(count=elsewhere)] if elsewhere else []
