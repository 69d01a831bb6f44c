"""A short word at the table: a few phrases and nothing else, one person after a pause."""

from __future__ import annotations

import pytest

from games.engine.core.errors import NotOffered
from games.engine.core.game import Seat
from games.engine.table.refusals import NotSeated, TableClosed, TooSoon
from games.engine.table.seating import close
from games.engine.table.table_talk import PAUSE_SECONDS, PHRASES, REMARKS_MAX, SHOWN_SECONDS, faded, say
from games.engine.table.views import view_table
from tests.games.engine.tavern_table import TavernTable

AT = 1_800_000_000


def test_what_is_said_stands_beside_the_name() -> None:
    """Six phrases; each person's last word, of three people."""
    played = TavernTable(4)
    for number, key in enumerate(["thanks", "one_more", "bad_luck", "good_night"]):
        played.takes(say(played.table, 11 + number, key, AT))

    assert len(PHRASES) == 6
    assert len(played.table.remarks) == REMARKS_MAX
    view = view_table(played.table, played.game, None)
    assert [each.remark for each in view.places] == ["", "one_more", "bad_luck", "good_night"]


def test_one_word_after_a_pause() -> None:
    """Ten seconds; the next one replaces it. A clock that was set back does not silence anybody (F-16)."""
    played = TavernTable(2)
    played.takes(say(played.table, 11, "thanks", AT))
    with pytest.raises(TooSoon):
        say(played.table, 11, "thanks", AT + PAUSE_SECONDS - 1)
    played.takes(say(played.table, 12, "thanks", AT + 1))
    played.takes(say(played.table, 11, "one_more", AT + PAUSE_SECONDS))
    assert [each.key for each in played.table.remarks] == ["thanks", "one_more"]

    played.takes(say(played.table, 11, "bad_luck", AT - 86_400))


def test_words_fade() -> None:
    """They fade after a minute, and when their speaker leaves."""
    played = TavernTable(2)
    played.takes(say(played.table, 11, "thanks", AT)).takes(say(played.table, 12, "thanks", AT + 30))

    assert faded(played.table, AT + SHOWN_SECONDS - 1) is played.table
    assert [each.seat for each in faded(played.table, AT + SHOWN_SECONDS).remarks] == [2]
    played.leaves(12)
    assert [each.seat for each in faded(played.table, AT + 31).remarks] == [1]


def test_who_can_say_what() -> None:
    """TB-14: only who sits there, and stays; nothing but the phrases; nothing once the table is closed."""
    played = TavernTable(2).begins()
    with pytest.raises(NotOffered):
        say(played.table, 11, "I hold two kings", AT)
    with pytest.raises(NotSeated):
        say(played.table, 99, "thanks", AT)
    played.leaves(12)
    assert played.table.seated(Seat(2)).standing == "leaving"
    with pytest.raises(NotSeated):
        say(played.table, 12, "thanks", AT)
    closed = close(TavernTable(2).table, played.game, 11).table
    with pytest.raises(TableClosed):
        say(closed, 11, "thanks", AT)
