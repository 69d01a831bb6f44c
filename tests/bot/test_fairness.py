"""What people read about fair play (TB-13)."""

from __future__ import annotations

from dataclasses import replace

from bot.screens.games.catalog import FACES
from bot.screens.table.fair_play import history_note
from games.destiny.game import DESTINY
from games.destiny.view import UNTIL
from games.engine.core.game import Withheld
from tests.games.destiny.played import showdown
from tests.games.retold import told


def test_a_note_says_what_is_withheld() -> None:
    """DE-12: what is not in the file, and when it can be had."""
    withheld = (Withheld("A1", UNTIL), Withheld("C3", UNTIL))

    assert "only your memory" not in history_note(told(showdown()), FACES[DESTINY.key])
    assert history_note(replace(told(showdown()), withheld=withheld), FACES[DESTINY.key]).endswith(
        "You saw what lies at A1, C3. "
        "Only your memory has it, until it has left the field, or the field is over."
    )
