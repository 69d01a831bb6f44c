"""The scoreboard and its prizes."""

from __future__ import annotations

from typing import Any

import pytest

from storage.books import ledger
from storage.books.ledger import AMOUNT_MAX
from storage.db.transaction import Transaction
from storage.errors import AlreadyClaimed, NameTaken, NoSuchPrize, NotReached, OverLimit, TextTooLong, TooMany
from storage.standing import scores
from storage.standing.boards import Placed
from storage.standing.scores import PRIZES_MAX, Prize

SERVER = 7
MUG = Prize("A mug", 100, "text", "Ask at the bar")
PURSE = Prize("A purse", 50, "money", "25")


def test_points_add_up_from_game_to_game(tx: Transaction) -> None:
    """SH-12: the server's scoreboard lasts from game to game."""
    scores.add(tx, SERVER, "toy", 11, 8)
    scores.add(tx, SERVER, "toy", 12, 9)
    scores.add(tx, SERVER, "toy", 11, 8)
    scores.add(tx, 8, "toy", 13, 99)
    scores.add(tx, SERVER, "other", 13, 99)

    assert scores.top(tx, SERVER, "toy") == [Placed(1, 11, 16, 1), Placed(2, 12, 9, 1)]
    assert scores.top(tx, SERVER, "toy", limit=1) == [Placed(1, 11, 16, 1)]
    assert [scores.of_player(tx, SERVER, "toy", player) for player in (11, 13)] == [16, 0]


def test_points_stay_within_the_largest_number(tx: Transaction) -> None:
    """Points stop at the largest number."""
    scores.add(tx, SERVER, "toy", 11, AMOUNT_MAX)
    scores.add(tx, SERVER, "toy", 11, AMOUNT_MAX)

    assert scores.of_player(tx, SERVER, "toy", 11) == AMOUNT_MAX


def test_a_prize_is_given_once_to_each_player(tx: Transaction) -> None:
    """SH-12: each player may claim each prize once."""
    scores.add_prize(tx, SERVER, "toy", PURSE)
    for player in (11, 12):
        scores.add(tx, SERVER, "toy", player, 100)
    assert scores.claim(tx, SERVER, "toy", 11, "A purse", 1.0) == PURSE
    with pytest.raises(AlreadyClaimed):
        scores.claim(tx, SERVER, "toy", 11, "A purse", 2.0)

    assert scores.claim(tx, SERVER, "toy", 12, "A purse", 3.0) == PURSE
    assert scores.claimed(tx, SERVER, "toy", 11) == {"A purse"}
    assert scores.claimed(tx, SERVER, "toy", 13) == frozenset()


def test_words_that_were_won_can_be_read_again(tx: Transaction) -> None:
    """A prize of text is claimed once, and shown as often as its winner asks."""
    scores.add_prize(tx, SERVER, "toy", MUG)
    scores.add(tx, SERVER, "toy", 11, 100)
    told = [scores.claim(tx, SERVER, "toy", 11, "A mug", at) for at in (1.0, 2.0)]

    assert told == [MUG, MUG]
    assert tx.scalar("SELECT count(*) FROM claims") == 1


def test_a_prize_has_its_threshold(tx: Transaction) -> None:
    """SH-12: each prize has its threshold of points."""
    scores.add_prize(tx, SERVER, "toy", MUG)
    scores.add(tx, SERVER, "toy", 11, 99)
    with pytest.raises(NotReached) as refused:
        scores.claim(tx, SERVER, "toy", 11, "A mug", 1.0)

    assert (refused.value.points, refused.value.threshold) == (99, 100)


def test_a_prize_of_money_is_paid_by_the_bank(tx: Transaction) -> None:
    """SH-12: a prize is a text, a role, or money from the bank."""
    scores.add_prize(tx, SERVER, "toy", PURSE)
    scores.add(tx, SERVER, "toy", 11, 50)
    scores.claim(tx, SERVER, "toy", 11, "A purse", 1.0)
    (entry,) = ledger.audit(tx, SERVER)

    assert ledger.balance(tx, ledger.wallet(SERVER, 11)) == 25
    assert (entry.why.reason, entry.why.note, entry.payer) == (
        "prize",
        "A purse",
        ledger.bank_account(SERVER),
    )


def test_a_prize_that_is_not_there(tx: Transaction) -> None:
    """A missing prize can neither be claimed nor removed."""
    scores.add_prize(tx, 8, "toy", MUG)

    with pytest.raises(NoSuchPrize):
        scores.claim(tx, SERVER, "toy", 11, "A mug", 1.0)
    with pytest.raises(NoSuchPrize):
        scores.remove_prize(tx, SERVER, "toy", "A mug")


def test_a_new_prize_of_an_old_name_is_a_new_one(tx: Transaction) -> None:
    """Removed and added again, it may be claimed again."""
    scores.add(tx, SERVER, "toy", 11, 100)
    for _ in range(2):
        scores.add_prize(tx, SERVER, "toy", MUG)
        scores.claim(tx, SERVER, "toy", 11, "A mug", 1.0)
        scores.remove_prize(tx, SERVER, "toy", "A mug")

    assert scores.prizes(tx, SERVER, "toy") == ()


def test_prizes_stand_from_cheap_to_dear(tx: Transaction) -> None:
    """Prizes are sorted by threshold, and no two have one name."""
    scores.add_prize(tx, SERVER, "toy", MUG)
    scores.add_prize(tx, SERVER, "toy", PURSE)
    with pytest.raises(NameTaken):
        scores.add_prize(tx, SERVER, "toy", MUG)

    assert scores.prizes(tx, SERVER, "toy") == (PURSE, MUG)


@pytest.mark.parametrize(
    ("prize", "field"),
    [
        (Prize("A mug", 0, "text", "x"), "threshold"),
        (Prize("A mug", 2**53, "text", "x"), "threshold"),
        (Prize("A purse", 1, "money", "0"), "value"),
        (Prize("A purse", 1, "money", "-1"), "value"),
        (Prize("A purse", 1, "money", "1.5"), "value"),
        (Prize("A purse", 1, "money", "x"), "value"),
        (Prize("A purse", 1, "money", "9" * 30), "value"),
    ],
)
def test_f43_a_prize_is_within_bounds(tx: Transaction, prize: Any, field: str) -> None:
    """F-43: it is refused with the field and its range."""
    with pytest.raises(OverLimit) as refused:
        scores.add_prize(tx, SERVER, "toy", prize)

    assert refused.value.field == field


@pytest.mark.parametrize(
    ("prize", "most"),
    [
        (Prize("", 1, "text", "x"), 60),
        (Prize("x" * 61, 1, "text", "x"), 60),
        (Prize("A mug", 1, "text", ""), 500),
        (Prize("A mug", 1, "text", "x" * 501), 500),
    ],
)
def test_f43_a_prizes_texts_have_room(tx: Transaction, prize: Prize, most: int) -> None:
    """F-43: a long text is refused with its maximum length."""
    with pytest.raises(TextTooLong) as refused:
        scores.add_prize(tx, SERVER, "toy", prize)

    assert refused.value.most == most


def test_prizes_are_bounded(tx: Transaction) -> None:
    """There are no more prizes than a select can show."""
    for number in range(PRIZES_MAX):
        scores.add_prize(tx, SERVER, "toy", Prize(f"Prize {number}", 1, "text", "x"))

    with pytest.raises(TooMany):
        scores.add_prize(tx, SERVER, "toy", MUG)


def test_names_from_before_that_differ_by_case(tx: Transaction) -> None:
    """The exact one of two names that differ by case is meant; otherwise the cheaper prize."""
    for name, threshold in (("A mug", 9), ("a MUG", 5)):
        tx.execute(
            "INSERT INTO prizes VALUES (?, ?, 'toy', ?, ?, 'text', 'x')", (threshold, SERVER, name, threshold)
        )

    found = {
        typed: scores.find_prize(tx, SERVER, "toy", typed).name for typed in ("A mug", "a MUG", "ａ mug")
    }
    assert found == {"A mug": "A mug", "a MUG": "a MUG", "ａ mug": "a MUG"}
