"""The bars from play in a server, and their ends (TB-23)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from storage.db.transaction import Transaction
from storage.people import bars, erased_people, personal_data
from storage.people.bars import Bar, BarredFor, BarredForGood, NotBarred
from storage.play.tables import Tables
from tests.storage.both import clear
from tests.storage.privacy import everything

SERVER, ELSEWHERE = 7, 8
ANN, BOB, BOSS = 4_001_001_001, 4_002_002_002, 4_003_003_003
NOON = 1_000_000.0
UNTIL = NOON + 3600
WORD = Bar(ANN, UNTIL, BOSS, "broke a chair", NOON)


def test_a_bar_ends_by_itself(tx: Transaction) -> None:
    """TB-23: until its end the person is refused with that time, in that server alone."""
    bars.bar(tx, SERVER, WORD)
    with pytest.raises(BarredFor) as refused:
        bars.require_free(tx, SERVER, ANN, UNTIL - 1)

    assert refused.value.until == UNTIL
    bars.require_free(tx, SERVER, ANN, UNTIL)
    bars.require_free(tx, SERVER, BOB, NOON)
    bars.require_free(tx, ELSEWHERE, ANN, NOON)
    assert bars.standing(tx, SERVER, UNTIL, 9) == ()


def test_the_latest_word_counts(tx: Transaction) -> None:
    """TB-23: a bar can be changed and lifted, and every version is in the audit."""
    bars.bar(tx, SERVER, WORD)
    bars.bar(tx, SERVER, replace(WORD, until=None, at=NOON + 1))
    with pytest.raises(BarredForGood):
        bars.require_free(tx, SERVER, ANN, UNTIL + 1)
    bars.bar(tx, SERVER, replace(WORD, player=BOB, at=NOON + 2))

    standing = bars.standing(tx, SERVER, NOON, 9)
    assert [(each.player, each.until) for each in standing] == [(BOB, UNTIL), (ANN, None)]
    assert [each.player for each in bars.standing(tx, SERVER, NOON, 9, before=standing[0].id)] == [ANN]

    bars.lift(tx, SERVER, replace(WORD, until=None, at=NOON + 3, is_lifted=True))
    bars.require_free(tx, SERVER, ANN, NOON + 4)
    assert [each.player for each in bars.standing(tx, SERVER, NOON, 9)] == [BOB]
    said = bars.BARS.latest(tx, SERVER, 9)
    assert [(each.player, each.is_lifted) for each in said] == [
        (ANN, True),
        (BOB, False),
        (ANN, False),
        (ANN, False),
    ]
    assert bars.BARS.numbered(tx, said[0].id) == said[0]


def test_nobody_is_let_in_who_may_play(tx: Transaction) -> None:
    """TB-23: a manager who mixes people up is told so."""
    bars.bar(tx, SERVER, WORD)
    for player, at in ((BOB, NOON), (ANN, UNTIL)):
        with pytest.raises(NotBarred):
            bars.lift(tx, SERVER, replace(WORD, player=player, at=at, is_lifted=True))


@pytest.mark.parametrize("until", [UNTIL, None])
def test_being_forgotten_frees_nobody(tx: Transaction, tables: Tables, until: float | None) -> None:
    """TB-23, F-53: only a keyed hash and the end of an erased person's bar stay."""
    bars.bar(tx, SERVER, replace(WORD, until=until))
    bars.bar(tx, ELSEWHERE, replace(WORD, until=NOON - 1))
    assert [each["reason"] for each in personal_data.export(tx, tables, ANN)["bars"]] == ["broke a chair"] * 2
    for at in (NOON, NOON + 60):  # also twice
        personal_data.forget(tx, tables, ANN, at)

        assert str(ANN) not in everything(tx)
        assert "broke a chair" not in everything(tx)
        assert bars.is_barred(tx, SERVER, ANN, at)
    assert personal_data.export(tx, tables, ANN)["kept_though_forgotten"] == [
        {"server": SERVER, "kind": "bar", "until": until}
    ]
    assert (
        erased_people.barred_count(tx, SERVER, NOON),
        erased_people.barred_count(tx, ELSEWHERE, NOON),
    ) == (1, 0)
    assert not bars.is_barred(tx, ELSEWHERE, ANN, NOON)

    bars.lift(tx, SERVER, replace(WORD, until=None, is_lifted=True))
    bars.require_free(tx, SERVER, ANN, NOON)
    assert erased_people.barred_count(tx, SERVER, NOON) == 0


def test_what_has_run_out_is_dropped(tx: Transaction, tables: Tables) -> None:
    """TB-23: nothing of an erased person stays once the bar is over."""
    bars.bar(tx, SERVER, WORD)
    personal_data.forget(tx, tables, ANN, NOON)
    clear(tx, erased_people.EXPIRING, UNTIL)

    assert personal_data.export(tx, tables, ANN)["kept_though_forgotten"] == []


def test_a_forgotten_manager_has_said_nothing(tx: Transaction, tables: Tables) -> None:
    """TB-23: an erased manager's reason goes, the bar stays."""
    bars.bar(tx, SERVER, WORD)
    personal_data.forget(tx, tables, BOSS, NOON)
    (standing,) = bars.standing(tx, SERVER, NOON, 9)

    assert standing.by < 0
    assert standing.reason == ""
    assert str(BOSS) not in everything(tx)
