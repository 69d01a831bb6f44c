"""TB-11: a hand that was folded or not called is shown by its owner alone, once it is over."""

from __future__ import annotations

from dataclasses import replace
from itertools import count

import pytest

from games.dividha.game import DIVIDHA
from games.engine.core.errors import NotOffered
from games.engine.core.game import AnyGame, Seat
from games.engine.core.offers import Answer
from games.engine.table.play import answer, asked, begin, deal, open_offers
from games.engine.table.seating import open_table, sit_down
from games.engine.table.table import AnyTable, Terms
from games.engine.table.table_talk import show_cards, to_show
from games.engine.table.views import view_table
from games.knights_heads.game import KNIGHTS_HEADS
from tests.laws.secrecy import strings
from tests.laws.walk import seeds

SEEDS = seeds("showing")
NUMBERS = count(1)


def folded(game: AnyGame) -> AnyTable:
    """A hand of two, in which a player who could fold did, is over."""
    table = open_table(next(NUMBERS), game, game.house_rules(), Terms(11, 100), SEEDS)
    for player in (11, 12):
        table = sit_down(table, game, player, f"p{player}", None).table
    table = begin(table, game, SEEDS).table
    while table.hand is not None:
        seat = asked(table, game)[0]
        keys = [each.key for each in open_offers(table, game)[seat]]
        key = next(each for each in ("fold", "check", "keep_ante", *keys) if each in keys)
        table = answer(table, game, SEEDS, seat, Answer(key, (2,) if key == "bet" else ())).table
    return table


def test_what_was_kept_is_shown_to_all() -> None:
    """TB-11, KH-11: before that nobody sees it; it is gone when the next hand begins."""
    table, game = folded(KNIGHTS_HEADS), KNIGHTS_HEADS
    assert table.last is not None
    for seat, player in ((1, 11), (2, 12)):
        cards = to_show(table, game, Seat(seat))
        assert {*cards} == {*table.last.state.cards(Seat(seat))}
        assert not {*cards} & strings(view_table(table, game, None))
        assert view_table(table, game, Seat(seat)).may_show

        table = show_cards(table, game, player).table
        assert {*cards} <= strings(view_table(table, game, None))
        assert not view_table(table, game, Seat(seat)).may_show
        with pytest.raises(NotOffered):
            show_cards(table, game, player)

    assert deal(table, game, SEEDS).table.shown == ()


def test_dividha_shows_what_is_private() -> None:
    """TB-11, DV-8: the discard of a shown hand stays unseen."""
    table = folded(DIVIDHA)
    assert table.last is not None
    state = table.last.state
    seat = state.holdings[0].seat
    assert to_show(table, DIVIDHA, seat) == state.holding(seat).private


@pytest.mark.parametrize("game", [KNIGHTS_HEADS, DIVIDHA], ids=lambda game: game.key)
def test_after_a_showdown_there_is_nothing_left_to_show(game: AnyGame) -> None:
    """TB-11, KH-11, DV-8: nothing is thrown away unseen there, and Dividha's discard stays unseen."""
    table = open_table(next(NUMBERS), game, game.house_rules(), Terms(11, 100), SEEDS)
    for player in (11, 12):
        table = sit_down(table, game, player, f"p{player}", None).table
    table = begin(table, game, SEEDS).table
    while table.hand is not None:
        seat = asked(table, game)[0]
        given = game.timeout(table.hand.state, seat)
        keys = [each.key for each in open_offers(table, game)[seat]]
        if given.key == "fold":
            key = next(each for each in ("match", "bet", "check") if each in keys)
            given = Answer(key, (2,) if key == "bet" else ())
        table = answer(table, game, SEEDS, seat, given).table

    assert [to_show(table, game, Seat(seat)) for seat in (1, 2)] == [(), ()]


def test_nobody_shows_what_is_not_theirs() -> None:
    """TB-11: not during a hand, not without a part in it, and not in a seat that was another player's."""
    table = folded(KNIGHTS_HEADS)
    late = sit_down(table, KNIGHTS_HEADS, 13, "p13", None).table
    assert to_show(late, KNIGHTS_HEADS, Seat(3)) == ()
    taken = table.with_seat(replace(table.seated(Seat(1)), since=table.hands))
    assert to_show(taken, KNIGHTS_HEADS, Seat(1)) == ()
    assert to_show(replace(table, phase="closed"), KNIGHTS_HEADS, Seat(1)) == ()
    assert to_show(deal(table, KNIGHTS_HEADS, SEEDS).table, KNIGHTS_HEADS, Seat(1)) == ()
    with pytest.raises(NotOffered):
        show_cards(late, KNIGHTS_HEADS, 13)
