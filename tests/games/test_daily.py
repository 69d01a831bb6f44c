"""The deal of the day: from its seed always the same, sealed before, and graded in stars."""

from __future__ import annotations

import hashlib
from datetime import date

import pytest

from games.__main__ import main
from games.catalog import DAILY, commitment, date_of, deal_of, fingerprint
from games.engine.core.game import stars

SEED, OTHER = "0f" * 32, "f0" * 32
TODAY, TOMORROW = date(2026, 11, 23), date(2026, 11, 24)


def test_three_games_have_one() -> None:
    """All games but Destiny, where what is best is what others remember."""
    assert [*DAILY] == ["stone_hand", "knights_heads", "dividha"]


@pytest.mark.parametrize("game", DAILY)
def test_the_seed_deals_the_day(game: str) -> None:
    """TB-20: one seed gives one deal a day, always the same; another seed or another day gives another."""
    dealt = deal_of(game, TODAY, SEED)

    assert deal_of(game, TODAY, SEED) == dealt
    assert deal_of(game, TODAY, OTHER) != dealt
    assert deal_of(game, TOMORROW, SEED) != dealt


@pytest.mark.parametrize("game", DAILY)
def test_answers_are_different(game: str) -> None:
    """Two in Stone Hand, 84 in Knights' Heads (three of nine), twelve in Dividha (six cards, two columns)."""
    answers = DAILY[game].answers(deal_of(game, TODAY, SEED))

    assert len({*answers}) == len(answers) == {"stone_hand": 2, "knights_heads": 84, "dividha": 12}[game]


@pytest.mark.parametrize("game", DAILY)
def test_a_deal_is_known_by_its_fingerprint(game: str) -> None:
    """The same deal has the same one, another deal another."""
    prints = [fingerprint(game, deal_of(game, day, SEED)) for day in (TODAY, TODAY, TOMORROW)]

    assert prints[0] == prints[1] != prints[2]


def test_the_seal_is_the_seeds_hash() -> None:
    """TB-13: the seal is the SHA-256 of the seed's 32 bytes."""
    assert commitment(SEED) == hashlib.sha256(bytes([15] * 32)).hexdigest()


def test_days_are_counted_from_1970() -> None:
    """Day 0 is the first of January 1970, and 365 days later a year has gone."""
    assert [date_of(0), date_of(365)] == [date(1970, 1, 1), date(1971, 1, 1)]


def test_stars_tell_how_much_is_lost() -> None:
    """TB-20: five for the best, then four up to a tenth of the way down, a quarter, a half, and else one."""
    worths = (80, 80, 76, 75, 70, 69, 60, 59, 40)

    assert [stars(worths, answer) for answer in range(len(worths))] == [5, 5, 4, 3, 3, 2, 2, 1, 1]


def test_answers_that_are_all_alike_are_all_best() -> None:
    """No answer loses anything there."""
    assert stars((50, 50), 1) == 5


def test_anybody_can_deal_it_again(capsys: pytest.CaptureFixture[str]) -> None:
    """README: the seal, the deal, and the answers with the best one first."""
    assert main(["daily", "stone-hand", "2026-11-23", SEED]) == 0

    seal, deal, *answers = capsys.readouterr().out.splitlines()
    assert seal == f"seal {commitment(SEED)}"
    assert deal == f"deal {DAILY['stone_hand'].told(deal_of('stone_hand', TODAY, SEED))}"
    assert {each.partition(" ")[2] for each in answers} == {"keep", "rethrow"}
    assert int(answers[0].split()[0]) > int(answers[1].split()[0])


@pytest.mark.parametrize(("day", "seed"), [("2026-11-31", SEED), ("today", SEED), ("2026-11-23", SEED[1:])])
def test_what_is_no_day_or_no_seed_is_refused(
    capsys: pytest.CaptureFixture[str], day: str, seed: str
) -> None:
    """It is refused in one line."""
    assert main(["daily", "dividha", day, seed]) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1
