"""The boards of a server."""

from __future__ import annotations

from dataclasses import replace

from games.engine.core.hand_stats import BestHand
from storage.db.retention import DAY_SECONDS
from storage.db.transaction import Transaction
from storage.people import preferences
from storage.people.preferences import Preferences
from storage.play.tables import Tables
from storage.standing import boards, records
from storage.standing.records import Counted
from tests.storage.records import ANN, BOB, HEADS
from tests.storage.tables import SERVER, playing
from tests.storage.toy import TOY


def test_equal_ones_share_a_place(tx: Transaction, tables: Tables) -> None:
    """TB-19: two share the first place, so nobody is second; losers and practice are on no board."""
    table = playing(tx, tables).table
    for player, gain in ((13, 5), (ANN, 9), (BOB, 9), (14, -3), (15, 0)):
        records.add(tx, SERVER, table, [Counted(player, gain, HEADS)], float(DAY_SECONDS))
    records.add(tx, SERVER, replace(table, money="practice"), [Counted(14, 90, HEADS)], float(DAY_SECONDS))
    records.add(tx, SERVER, table, [Counted(13, 40, HEADS)], 0.0)

    def net(game: str | None, since: int, limit: int = 9) -> list[tuple[int, int, int]]:
        found = boards.ranked(tx, SERVER, "net", game, since, limit)
        return [(each.place, each.player, each.value) for each in found]

    assert net(TOY.key, 1) == net(None, 1) == [(1, ANN, 9), (1, BOB, 9), (3, 13, 5)]
    assert net(None, 0, limit=2) == [(1, 13, 45), (2, ANN, 9)]
    assert net("chess", 0) == []


def test_a_board_of_hands_won_and_of_the_best_hand(tx: Transaction, tables: Tables) -> None:
    """TB-19: the better hand is first; a player who never showed one is not on the board."""
    table = playing(tx, tables).table
    better = replace(HEADS, shown=BestHand((12,), "coin", ("edge",)))
    unseen = replace(HEADS, shown=None)
    for player, deeds in ((ANN, HEADS), (BOB, better), (BOB, HEADS), (13, unseen)):
        records.add(tx, SERVER, table, [Counted(player, 0, deeds)], 0.0)
    won = boards.ranked(tx, SERVER, "won", None, 0, 9)
    best = boards.ranked(tx, SERVER, "best", TOY.key, 0, 9)

    assert [(each.place, each.player, each.value) for each in won] == [(1, BOB, 2), (2, ANN, 1), (2, 13, 1)]
    assert [(each.place, each.player) for each in best] == [(1, BOB), (2, ANN)]
    assert records.hand_of(best[0].value) == better.shown


def test_equally_good_hands_share_a_place(tx: Transaction, tables: Tables) -> None:
    """TB-19: equal ranks share a place, whatever their cards and tables."""
    table = playing(tx, tables).table
    other = replace(HEADS, shown=BestHand((1,), "coin", ("tails",)))
    worse = replace(HEADS, shown=BestHand((0,), "coin", ("none",)))
    for player, deeds, hand in ((ANN, HEADS, 1), (BOB, other, 2), (13, worse, 3)):
        records.add(tx, SERVER, table, [Counted(player, 0, deeds, hand)], 0.0)
    best = boards.ranked(tx, SERVER, "best", TOY.key, 0, 9)

    assert {(each.place, each.player) for each in best} == {(1, ANN), (1, BOB), (3, 13)}
    assert records.place_of(best[-1].value) == (table.id, 3)


def test_a_list_that_ends_among_equal_ones(tx: Transaction, tables: Tables) -> None:
    """TB-19: one of three who share the second place is listed, so two are left out; the fifth is not."""
    table = playing(tx, tables).table
    for player, gain in ((ANN, 9), (BOB, 5), (13, 5), (14, 5), (15, 1)):
        records.add(tx, SERVER, table, [Counted(player, gain, HEADS)], 0.0)
    left = [boards.left_out(boards.ranked(tx, SERVER, "net", None, 0, limit)) for limit in (1, 2, 3, 4, 5)]

    assert left == [0, 2, 1, 0, 0]
    assert boards.left_out([]) == 0


def test_who_keeps_their_record_to_themselves_is_on_no_board(tx: Transaction, tables: Tables) -> None:
    """TB-19: the next player takes the place of one with a hidden record."""
    table = playing(tx, tables).table
    for player, gain in ((ANN, 9), (BOB, 5)):
        records.add(tx, SERVER, table, [Counted(player, gain, HEADS)], 0.0)
    preferences.save(tx, ANN, Preferences(record="hidden"))

    assert [(each.place, each.player) for each in boards.ranked(tx, SERVER, "net", None, 0, 9)] == [(1, BOB)]
