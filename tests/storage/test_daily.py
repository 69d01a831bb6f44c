"""The stored deal of the day: seeds, attempts, streaks, and the values of answers."""

from __future__ import annotations

import pytest

from storage import leases
from storage.db.retention import DAY_SECONDS
from storage.db.transaction import Transaction
from storage.play import daily
from storage.play.daily import DailyAttempt

ANN, BOB = 11, 12
TODAY = 20_780


def played(tx: Transaction, player: int, *days: int) -> None:
    """Store a player's answers on these days."""
    for day in days:
        daily.answer(tx, player, day, "toy", "heads", 86_400.0 * day)


def test_each_day_has_a_seed_of_its_own(tx: Transaction) -> None:
    """A day's seed is always the same, differs by day, and has 32 bytes in hex; the key is made once."""
    first, second = daily.seed(tx, TODAY), daily.seed(tx, TODAY + 1)

    assert daily.seed(tx, TODAY) == first != second
    assert {len(bytes.fromhex(each)) for each in (first, second)} == {32}
    assert tx.scalar_int("SELECT count(*) FROM keys WHERE name = 'daily'") == 1


def test_seeds_follow_from_the_secret_key(tx: Transaction) -> None:
    """The code alone reveals no deal: with another key all seeds differ."""
    before = daily.seed(tx, TODAY)
    tx.execute("UPDATE keys SET secret = ? WHERE name = 'daily'", (bytes(32),))

    assert daily.seed(tx, TODAY) != before


def test_the_first_answer_stands(tx: Transaction) -> None:
    """A second answer changes nothing; other players, games or days have attempts of their own."""
    for answer in ("heads", "tails"):
        daily.answer(tx, ANN, TODAY, "toy", answer, 1.0)

    assert daily.go(tx, ANN, TODAY, "toy") == DailyAttempt("heads", is_shared=False)
    assert daily.go(tx, BOB, TODAY, "toy") is None
    assert daily.go(tx, ANN, TODAY, "chess") is None
    assert daily.go(tx, ANN, TODAY + 1, "toy") is None


def test_an_answer_is_shared_once(tx: Transaction) -> None:
    """An answer is shared once, and only if there is one."""
    daily.answer(tx, ANN, TODAY, "toy", "heads", 1.0)

    assert [daily.share(tx, ANN, TODAY, "toy") for _ in range(2)] == [True, False]
    assert not daily.share(tx, BOB, TODAY, "toy")
    assert daily.go(tx, ANN, TODAY, "toy") == DailyAttempt("heads", is_shared=True)


@pytest.mark.parametrize(
    ("days", "streak"),
    [
        ((), 0),
        ((0,), 1),
        ((-1,), 1),
        ((-2,), 0),
        ((0, -1, -2), 3),
        ((-1, -2, -4), 2),
        ((0, -2, -3), 1),
        ((1, 0), 1),
    ],
)
def test_a_streak_is_of_days_in_a_row(tx: Transaction, days: tuple[int, ...], streak: int) -> None:
    """A streak lasts up to today, or yesterday while today's deals are open; a missed day ends it."""
    played(tx, ANN, *(TODAY + day for day in days))
    played(tx, BOB, *range(TODAY - 9, TODAY + 1))

    assert daily.streak(tx, ANN, TODAY) == streak


@pytest.mark.parametrize(
    ("days", "away", "streak"),
    [
        ((0, -2), {-1}, 2),
        ((-2,), {-1}, 1),
        ((-1, -5, -6), {-2, -3, -4}, 3),
        ((-1, -5, -6), {-2, -4}, 1),
        ((-3,), {-2}, 0),
    ],
)
def test_no_row_ends_while_the_bot_is_away(
    tx: Transaction, days: tuple[int, ...], away: set[int], streak: int
) -> None:
    """TB-20: only whole days of the bot's absence are left out."""
    played(tx, ANN, *(TODAY + day for day in days))
    for each in sorted(away):
        # The absence is from an hour before that day until an hour after it.
        leases.note_alive(tx, float((TODAY + each) * DAY_SECONDS - 3600))
        daily.note_away(tx, DAY_SECONDS + 7200, float((TODAY + each + 1) * DAY_SECONDS + 3600))

    assert daily.streak(tx, ANN, TODAY) == streak


def test_a_day_counts_on_which_the_bot_was_there_for_a_moment(tx: Transaction) -> None:
    """TB-20: a day counts if the bot, or another process, was there for a moment."""
    played(tx, ANN, TODAY, TODAY - 2, TODAY - 3)
    leases.note_alive(tx, float((TODAY - 1) * DAY_SECONDS + 60))
    daily.note_away(tx, 2 * DAY_SECONDS - 120, float((TODAY + 1) * DAY_SECONDS - 60))
    assert daily.streak(tx, ANN, TODAY) == 1
    leases.note_alive(tx, float((TODAY - 1) * DAY_SECONDS + 60), lease=2)
    daily.note_away(tx, 9 * DAY_SECONDS, float(TODAY * DAY_SECONDS))

    assert daily.streak(tx, ANN, TODAY) == 1


def test_f16_days_of_a_wrong_clock_are_not_away(tx: Transaction) -> None:
    """F-16, TB-20: after a start with a clock nine days ahead, none of these days is over."""
    leases.note_alive(tx, float(TODAY * DAY_SECONDS))
    daily.note_away(tx, 9 * DAY_SECONDS, float((TODAY + 9) * DAY_SECONDS))
    daily.note_away(tx, 0.0, float(TODAY * DAY_SECONDS))
    played(tx, ANN, TODAY, TODAY + 2)

    assert daily.streak(tx, ANN, TODAY + 2) == 1


def test_a_day_of_several_games_is_one_day(tx: Transaction) -> None:
    """A streak counts days, not games."""
    played(tx, ANN, TODAY, TODAY - 1)
    daily.answer(tx, ANN, TODAY, "chess", "e4", 1.0)

    assert daily.streak(tx, ANN, TODAY) == 2


def test_worths_are_kept(tx: Transaction) -> None:
    """The values of a shown deal are stored; until then it is to be graded."""
    daily.show(tx, TODAY, "toy", "a toy")
    before = daily.worths(tx, TODAY, "toy"), daily.ungraded(tx, TODAY)
    daily.keep_worths(tx, TODAY, "toy", (62, -5))

    assert before == (None, ["toy"])
    assert daily.worths(tx, TODAY, "toy") == (62, -5)
    assert daily.worths(tx, TODAY + 1, "toy") is None
    assert daily.ungraded(tx, TODAY) == []


def test_what_was_shown_first_stands(tx: Transaction) -> None:
    """The first fingerprint of a deal reveals a later change; a deal that nobody saw has none."""
    for fingerprint in ("a toy", "another"):
        daily.show(tx, TODAY, "toy", fingerprint)

    assert daily.shown(tx, TODAY, "toy") == "a toy"
    assert daily.shown(tx, TODAY, "chess") is None
