"""The organisers' acts at tournaments, as they are stored (TN-19)."""

from __future__ import annotations

import pytest

from games.engine.provable_chance import Seal
from games.tournament import entries
from games.tournament.model import TournamentTerms
from games.tournament.orders import (
    Edited,
    FilledUp,
    HandForHand,
    PlayPaused,
    PlayResumed,
    Ranked,
    Removed,
    Restored,
    StageBegan,
    TournamentCalledOff,
)
from storage.books import audit_lines
from storage.db.transaction import Transaction
from storage.people import personal_data, server_settings
from storage.people.server_settings import ServerSettings
from storage.play.tables import Tables
from storage.tournaments import tournaments as tournament_acts
from storage.tournaments.tournaments import BY_ITSELF, Author, Plan, Tournaments

SERVER, CHANNEL, ANN, BEN = 7, 70, 11, 12


@pytest.fixture
def number(tx: Transaction) -> int:
    """Return another organiser's tournament, in a server with an audit channel."""
    server_settings.save(tx, SERVER, ServerSettings(audit_channel=CHANNEL))
    made = entries.announce(TournamentTerms(2, 20), range(2, 7))
    return Tournaments().add(tx, (SERVER, 2), Plan("Cup", 99, "toy", "{}", 60), made, Seal("00"), 1.0).id


def test_every_act_of_an_organiser_is_kept(tx: Transaction, number: int) -> None:
    """TN-19: each act is stored and queued for the audit channel; the results of hands are none."""
    orders = (
        FilledUp(3),
        StageBegan(1, 2),
        PlayPaused(),
        PlayResumed(),
        Removed(BEN),
        Restored(BEN),
        Ranked(BEN, 2),
        HandForHand(is_on=True),
        StageBegan(2, 1),
        TournamentCalledOff(),
        Edited(("title", "starts_at")),
    )
    tournament_acts.write_acts(tx, SERVER, number, orders, Author(ANN, "rain"), 5.0)
    acts = tuple(reversed(tournament_acts.acts_of(tx, number, 9)))

    assert [(each.kind, each.player, each.count) for each in acts] == [
        ("filled_up", None, 3),
        ("started", None, 0),
        ("paused", None, 0),
        ("resumed", None, 0),
        ("removed", BEN, 0),
        ("restored", BEN, 0),
        ("called_off", None, 0),
        ("edited", None, 0),
    ]
    assert acts[-1].what == ("title", "starts_at")
    assert {(each.tournament, each.author, each.at) for each in acts} == {(number, Author(ANN, "rain"), 5.0)}
    lines = audit_lines.waiting(tx, 9)
    assert [each.kind for each in lines] == ["tournament"] * 8
    assert tournament_acts.ACTS.numbered(tx, lines[0].number) == acts[0]
    assert tournament_acts.ACTS.numbered(tx, 99) is None


def test_pages_of_a_server(tx: Transaction, number: int) -> None:
    """TB-23: the latest come first, and those before one; nothing of another server."""
    for order in (PlayPaused(), PlayResumed(), TournamentCalledOff()):
        tournament_acts.write_acts(tx, SERVER, number, (order,), BY_ITSELF, 5.0)
    latest = tournament_acts.ACTS.latest(tx, SERVER, 2)

    assert [each.kind for each in latest] == ["called_off", "resumed"]
    assert [each.kind for each in tournament_acts.ACTS.latest(tx, SERVER, 2, latest[-1].id)] == ["paused"]
    assert tournament_acts.ACTS.latest(tx, SERVER + 1, 9) == ()


def test_what_is_kept_of_a_person_is_handed_over_and_forgotten(
    tx: Transaction, tables: Tables, number: int
) -> None:
    """Both the removed player and the organiser: the act stays, without a name and without text."""
    tournament_acts.write_acts(tx, SERVER, number, (Removed(BEN),), Author(ANN, "threw a mug"), 5.0)
    told = {"server": SERVER, "tournament": number, "act": "removed", "reason": "threw a mug", "at": 5.0}

    assert personal_data.export(tx, tables, ANN)["tournament_acts"] == [told]
    assert personal_data.export(tx, tables, ANN)["removals"] == []
    assert personal_data.export(tx, tables, BEN)["removals"] == [told]

    personal_data.forget(tx, tables, BEN, 6.0)
    (kept,) = tournament_acts.acts_of(tx, number, 9)
    assert (kept.player, kept.author) == (-1, Author(ANN))
    personal_data.forget(tx, tables, ANN, 7.0)
    (kept,) = tournament_acts.acts_of(tx, number, 9)
    assert kept.author == Author(-2)
