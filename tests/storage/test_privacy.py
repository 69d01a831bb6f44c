"""The export and erasure of personal data."""

from __future__ import annotations

import hashlib
import json
from dataclasses import replace

import pytest

from games.engine.core.game import Seat
from games.engine.core.hand_stats import BestHand, HandStats
from games.engine.provable_chance import Cut, Seal
from games.engine.table import play, seating
from games.engine.table.events import CalledOff
from games.engine.table.table import BestShown, Closing, TableChange, TableRecap, Take
from games.tournament import entries
from games.tournament.model import Entrant, Tournament, TournamentTerms
from games.tournament.story import BestResult, Elimination, Story
from storage.books import ledger
from storage.books.ledger import TransferInfo
from storage.db.codec import FORMAT, checksum
from storage.db.retention import DAY_SECONDS
from storage.db.schema import shapes
from storage.db.transaction import Transaction
from storage.errors import StillAtResting, StillSeated, Unreadable
from storage.people import personal_data, preferences
from storage.people.preferences import Preferences
from storage.play import daily, hands
from storage.play.tables import StoredTable, Tables
from storage.standing import records, scores
from storage.standing.records import Counted
from storage.standing.scores import Prize
from storage.tournaments import results
from storage.tournaments.tournaments import Plan, Tournaments
from tests.storage.both import forget
from tests.storage.privacy import everything
from tests.storage.tables import SERVER, in_lobby, playing
from tests.storage.toy import GAMES, SEEDS, TOY, Charm, begun, called, opened, sat_down

ANN, BOB = 4_001_001_001, 4_002_002_002


def lived(tx: Transaction, tables: Tables) -> StoredTable:
    """Add a closed table of two players, and data of Ann's everywhere."""
    for player in (ANN, BOB):
        ledger.open_wallet(tx, SERVER, player, 200, 1.0)
    stored = tables.add(tx, SERVER, 70, lambda number: opened(number, host=ANN, invited=(ANN, BOB)), 1.0)
    for change in (
        lambda table: sat_down(table, ANN, "Ann", Charm(3, "Anstadt")),
        lambda table: sat_down(table, BOB, "Bob"),
        lambda table: play.cut(table, TOY, ANN, "Ann", "luck"),
        lambda table: play.cut(table, TOY, BOB, "Bob", "fortune"),
        begun,
        lambda table: play.cut(table, TOY, ANN, "Ann", "more luck"),
        lambda table: called(table, 1, "heads"),
        lambda table: play.call_off(table, TOY, SEEDS, ANN, "Ann spilt ale"),
        lambda table: seating.close(table, TOY, ANN),
    ):
        stored = tables.save(tx, stored, change(stored.table), None, 2.0)
    ledger.transfer(
        tx,
        ledger.wallet(SERVER, ANN),
        ledger.wallet(SERVER, BOB),
        5,
        TransferInfo("pay", 3.0, "from Ann", ANN),
    )
    preferences.save(tx, ANN, Preferences("dm"))
    for player in (ANN, BOB):
        preferences.keep_time_zone(tx, player, f"Europe/{player}")
    preferences.put_keepsake(tx, SERVER, ANN, TOY, Charm(3, "Anstadt"))
    scores.add(tx, SERVER, "toy", ANN, 60)
    for player, card in ((ANN, "crown"), (BOB, "anchor")):
        deeds = HandStats(
            3, has_won=True, shown=BestHand((7,), "coin", (card,)), counts={"heads": 2}, luck=7, spread=9
        )
        records.add(tx, SERVER, stored.table, [Counted(player, 4, deeds)], 3 * DAY_SECONDS)
    scores.add_prize(tx, SERVER, "toy", Prize("A mug", 50, "text", "x"))
    scores.claim(tx, SERVER, "toy", ANN, "A mug", 4.0)
    for player in (ANN, BOB):
        daily.answer(tx, player, 3, "toy", "heads", 5.0)
    ledger.count_on_day(tx, SERVER, ANN, "wages", 40, 3 * DAY_SECONDS)
    return stored


def test_a_person_can_have_all_that_is_kept(tx: Transaction, tables: Tables) -> None:
    """An export has everything stored about the person, and nothing about another."""
    stored = lived(tx, tables)
    kept = personal_data.export(tx, tables, ANN)

    assert kept["preferences"] == {
        "cards": "dm",
        "pings": "late",
        "faces": "server",
        "coach": "on",
        "record": "shown",
        "language": "",
        "own_language": "discord",
        "slow_pings": "turn",
        "told_at": None,
    }
    assert kept["time_zone"] == [f"Europe/{ANN}"]
    assert kept["wallets"] == [{"server": SERVER, "balance": 195, "opened_at": 1.0}]
    assert [(each["reason"], each["amount"]) for each in kept["transfers"]] == [
        ("purse", 200),
        ("buy_in", 20),
        ("closed", 20),
        ("closed", 20),
        ("pay", 5),
    ]
    assert kept["day_limits"] == [
        {"server": SERVER, "kind": "lost", "day": 0, "amount": 0},
        {"server": SERVER, "kind": "wages", "day": 3, "amount": 40},
    ]
    assert kept["points"] == [{"server": SERVER, "game": "toy", "points": 60}]
    where = {"server": SERVER, "game": "toy", "money": "coins", "day": 3}
    played = {"hands": 1, "won": 1, "folds": 0, "showdowns": 1, "net": 4, "staked": 3}
    best = "0000000007 coin crown"
    digest = hashlib.sha256(best.encode()).hexdigest()[:8]
    assert kept["records"] == [{**where, **played, "best": f"{best} #{digest}", "luck": 7, "spread": 9}]
    assert kept["deeds"] == [{**where, "deed": "heads", "count": 2}]
    assert kept["daily_goes"] == [{"day": 3, "game": "toy", "answer": "heads", "at": 5.0}]
    assert kept["prizes"] == [{"server": SERVER, "game": "toy", "name": "A mug", "at": 4.0}]
    assert kept["keepsakes"] == [
        {"server": SERVER, "game": "toy", "keepsake": {"number": 3, "why": "Anstadt"}}
    ]
    assert [(each["hand"], each["reason"]) for each in kept["closings"]] == [(1, "Ann spilt ale"), (None, "")]
    (table,) = kept["tables"]
    assert table["id"] == stored.id
    assert table["seats"] == [{"seat": 1, "name": "Ann", "user_name": "", "stack": 20}]
    assert [each["move"] for each in table["moves"]] == [{"side": "heads", "kind": "call"}]
    assert table["cuts"] == [{"hand": 2, "words": "more luck"}]
    text = json.dumps(kept)
    assert "Bob" not in text
    assert str(BOB) not in text
    assert "anchor" not in text


def test_what_an_organiser_lays_down_is_handed_over(tx: Transaction, tables: Tables) -> None:
    """An export has the begun plan, and the person's tournaments as the organiser; nobody else's."""
    for player in (ANN, BOB, 10 * ANN):
        announced = entries.announce(TournamentTerms(2, 20), range(2, 7))
        plan = Plan(f"Cup of {player}", player, "toy", "{}", 60)
        Tournaments().add(tx, (SERVER, 2), plan, announced, Seal("00"), 1.0)
        tx.set_note(f"draft:{SERVER}:{player}", f'{{"title":"Next of {player}"}}')
    tx.set_note(f"draft:{SERVER + 1}:{ANN}", "")
    kept = personal_data.export(tx, tables, ANN)

    assert kept["organised"] == [{"tournament": 1, "server": SERVER, "title": f"Cup of {ANN}"}]
    assert kept["drafts"] == [{"server": SERVER, "draft": {"title": f"Next of {ANN}"}}]


def test_nobody_is_handed_the_moves_of_whoever_had_the_seat_before(tx: Transaction, tables: Tables) -> None:
    """In a tournament a seat changes its player; sealed choices stay with the one who made them."""
    stored = lived(tx, tables)
    bob = next(each for each in stored.table.seats if each.player == BOB)
    table = stored.table.with_seat(replace(bob, seat=Seat(1), since=stored.table.hands))
    tables.save(tx, stored, TableChange(table), None, 5.0)
    mine = personal_data.export(tx, tables, BOB)["tables"][0]

    assert mine["seats"][0]["seat"] == 1
    assert mine["moves"] == []


def test_what_is_kept_about_a_stranger_is_nothing(tx: Transaction, tables: Tables) -> None:
    """An export leaves no trace."""
    kept = personal_data.export(tx, tables, 5)

    assert {name: value for name, value in kept.items() if value} == {
        "player": 5,
        "preferences": {
            "cards": "panel",
            "pings": "late",
            "faces": "server",
            "coach": "on",
            "record": "shown",
            "language": "",
            "own_language": "discord",
            "slow_pings": "turn",
            "told_at": None,
        },
    }


def test_forgetting_leaves_no_trace_of_the_person(tx: Transaction, tables: Tables) -> None:
    """Neither id nor name nor any personal data is left anywhere in the file."""
    lived(tx, tables)
    forget(tx, tables, ANN, 5.0)
    text = everything(tx)

    assert str(ANN) not in text
    assert "Ann" not in text
    assert "Anstadt" not in text
    assert "crown" not in text
    assert str(BOB) in text


def test_f64_forgetting_goes_on_after_a_kill(
    tx: Transaction, tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    """F-64: closed tables follow hand by hand; a person who sits down again meanwhile is known there."""
    monkeypatch.setattr(hands, "FORGOTTEN_AT_ONCE", 1)
    lived(tx, tables)
    personal_data.forget(tx, tables, ANN, 5.0)
    assert "Anstadt" in everything(tx)
    again = tables.add(tx, SERVER, 70, lambda number: opened(number, host=ANN), 6.0)
    pieces = 0
    while personal_data.forget_on(tx, Tables(GAMES)):
        pieces += 1

    assert pieces > 2
    assert "Anstadt" not in everything(tx)
    assert tx.scalars("SELECT table_id FROM sitters WHERE player = ?", (ANN,)) == [again.id]
    assert tables.known(tx, again.id).table.terms.host == ANN


def test_what_was_mixed_in_stays_without_a_name(tx: Transaction, tables: Tables) -> None:
    """TB-13: a finished hand can still be verified: the words stay with its proofs."""
    stored = tables.add(tx, SERVER, 70, lambda number: opened(number, host=BOB), 1.0)
    for player in (ANN, BOB):
        ledger.open_wallet(tx, SERVER, player, 200, 1.0)
    for change in (
        lambda table: sat_down(table, ANN, "Ann"),
        lambda table: sat_down(table, BOB, "Bob"),
        lambda table: play.cut(table, TOY, ANN, "Ann", "luck"),
        begun,
        lambda table: called(table, 1, "heads"),
        lambda table: called(table, 2, "tails"),
        lambda table: play.call_off(table, TOY, SEEDS, BOB, "enough"),
        lambda table: seating.close(table, TOY, BOB),
    ):
        stored = tables.save(tx, stored, change(stored.table), None, 2.0)
    (exported,) = personal_data.export(tx, tables, ANN)["tables"]
    assert exported["cuts"] == [{"hand": 1, "words": "luck"}]
    (_, seals), *_ = hands.seals(tx, stored.id)
    forget(tx, tables, ANN, 5.0)

    (_, unnamed), *_ = hands.seals(tx, stored.id)
    assert (seals[-1].cuts, unnamed[-1].cuts) == ((Cut("Ann", "luck"),), (Cut("?", "luck"),))
    assert unnamed[-1].mixed == seals[-1].mixed
    assert str(ANN) not in everything(tx)


def test_who_called_a_hand_off_elsewhere_is_forgotten(tx: Transaction, tables: Tables) -> None:
    """TB-10: neither the person nor their reason is left in the audit, or on the table."""
    stored = playing(tx, tables)
    change = play.call_off(stored.table, TOY, SEEDS, ANN, "Ann spilt ale")
    closed = change.then(seating.close(change.table, TOY, ANN))
    tables.save(tx, stored, closed, None, 4.0)
    forget(tx, tables, ANN, 5.0)
    text = everything(tx)

    assert str(ANN) not in text
    assert "spilt ale" not in text
    loaded = tables.load(tx, stored.id)
    assert loaded is not None
    assert loaded.table.closing == Closing(-1)


def test_the_words_of_who_called_a_hand_off_leave_an_open_table(tx: Transaction, tables: Tables) -> None:
    """TB-10: the table still tells that a hand was called off, and not why."""
    stored = playing(tx, tables)
    tables.save(tx, stored, play.call_off(stored.table, TOY, SEEDS, ANN, "Ann spilt ale"), None, 4.0)
    forget(tx, tables, ANN, 5.0)
    loaded = tables.load(tx, stored.id)

    assert loaded is not None
    assert loaded.table.story[-1] == CalledOff()


def test_forgetting_keeps_the_ledgers_sums(tx: Transaction, tables: Tables) -> None:
    """Erasure makes the person's rows anonymous and keeps the ledger's sums; the chain still holds."""
    lived(tx, tables)
    forget(tx, tables, ANN, 5.0)

    assert ledger.sum_of_server(tx, SERVER) == 0
    assert ledger.verify_chain(tx, SERVER) is None
    assert ledger.balance(tx, ledger.wallet(SERVER, -1)) == 195
    assert [(each.player, each.value) for each in ledger.top(tx, SERVER)] == [(BOB, 205)]
    assert scores.top(tx, SERVER, "toy") == []


def test_a_closed_table_is_still_read_without_the_person(tx: Transaction, tables: Tables) -> None:
    """The others' record of the table stays."""
    stored = lived(tx, tables)
    forget(tx, tables, ANN, 5.0)
    loaded = Tables(GAMES).load(tx, stored.id)

    assert loaded is not None
    assert [(each.player, each.name) for each in loaded.table.seats] == [(-1, "?"), (BOB, "Bob")]
    assert (loaded.table.terms.host, loaded.table.terms.invited) == (-1, (-1, BOB))


def test_a_recap_has_no_hand_of_the_person(tx: Transaction, tables: Tables) -> None:
    """F-53, TB-10: Ann's shown hand may be typed text and goes; Bob's stays."""
    stored = lived(tx, tables)
    best = BestShown(1, Seat(1), BestHand((7,), "coin", ("crown",)))
    for seat, left in ((Seat(1), None), (Seat(2), replace(best, seat=Seat(2)))):
        evening = TableRecap(1, (), Take(1, seat, 4), replace(best, seat=seat))
        tables.rewrite(tx, stored, replace(stored.table, evening=evening))
        tx.execute("SAVEPOINT before")
        forget(tx, tables, ANN, 5.0)
        loaded = tables.load(tx, stored.id)
        assert loaded is not None
        assert loaded.table.evening == replace(evening, best=left)
        tx.execute("ROLLBACK TO before")


def test_a_story_has_no_hand_of_the_person() -> None:
    """F-53, TN-40: a tournament's story has none either; Ann is its second entrant."""
    hand = BestHand((7,), "coin", ("crown",))
    entrants = (Entrant(BOB, "Bob", 1), Entrant(ANN, "Ann", 2))
    story = Story(
        1, (), None, BestResult(2, 1, 1, 0, hand), (Elimination(1, 2, hand),), BestResult(2, 1, 1, 0, hand)
    )
    told = Tournament(TournamentTerms(2, 20), entrants=entrants, story=story)
    after = personal_data._without_entrant(told, personal_data._Erasure(ANN, -1))

    assert after.story == Story(1, (), None, None, (Elimination(1, 2),), BestResult(2, 1, 1))
    assert [each.name for each in after.entrants] == ["Bob", "?"]


def test_two_who_are_forgotten_are_not_one(tx: Transaction, tables: Tables) -> None:
    """Two erased people have two numbers, and one who comes back finds nothing."""
    lived(tx, tables)
    for player in (ANN, BOB):
        forget(tx, tables, player, 5.0)

    assert [ledger.balance(tx, ledger.wallet(SERVER, nobody)) for nobody in (-1, -2)] == [195, 205]
    assert ledger.open_wallet(tx, SERVER, ANN, 200, 6.0) == 0


def test_nobody_is_forgotten_at_an_open_table(tx: Transaction, tables: Tables) -> None:
    """Neither a seated player nor the one who opened the table can be erased."""
    stored = in_lobby(tx, tables, 12)
    for player in (11, 12):
        with pytest.raises(StillSeated) as refused:
            forget(tx, tables, player, 5.0)

        assert refused.value.tables == (stored.id,)


def test_who_has_left_an_open_table_can_be_forgotten(tx: Transaction, tables: Tables) -> None:
    """The table goes on without the name."""
    stored = in_lobby(tx, tables, 12, 13)
    tables.save(tx, stored, seating.leave(stored.table, TOY, 12, iter(())), None, 2.0)
    forget(tx, tables, 12, 5.0)
    loaded = tables.load(tx, stored.id)

    assert loaded is not None
    assert loaded.revision == 5
    assert [each.player for each in loaded.table.seats] == [-1, 13]
    assert loaded.table.seats[0].name == "?"
    assert len(loaded.table.story) == 3


def test_tables_that_rest_are_reached_once_their_game_is_back(tx: Transaction, tables: Tables) -> None:
    """A person forgotten while a game is not installed is forgotten at its tables later; nothing is lost."""
    lived(tx, tables)
    stored = in_lobby(tx, tables, ANN, BOB)
    stored = tables.save(tx, stored, seating.leave(stored.table, TOY, ANN, iter(())), None, 2.0)
    without = Tables({})
    forget(tx, without, ANN, 5.0)
    personal_data.forget(tx, without, 14, 6.0)

    assert tables.known(tx, stored.id).table == stored.table
    assert "Anstadt" in everything(tx)
    while personal_data.forget_on(tx, tables):
        pass
    back = tables.known(tx, stored.id)
    assert str(ANN) not in everything(tx)
    assert "Anstadt" not in everything(tx)
    assert [each.stack for each in back.table.seats] == [each.stack for each in stored.table.seats]
    tables.check_money(tx, back)


def test_nobody_is_forgotten_who_is_held_by_a_table_that_rests(tx: Transaction, tables: Tables) -> None:
    """Neither a seated player nor the host: coins of theirs lie there, and a manager can give them back."""
    stored = in_lobby(tx, tables, 12)
    for player in (11, 12):
        with pytest.raises(StillAtResting) as refused:
            forget(tx, Tables({}), player, 5.0)

        assert refused.value.tables == (stored.id,)
    assert tables.known(tx, stored.id).table == stored.table


def test_a_game_that_is_gone_keeps_nobody_else_waiting(tx: Transaction, tables: Tables) -> None:
    """A person who waits for a game's return keeps nobody else from being forgotten elsewhere."""
    gone = lived(tx, tables)
    row = tx.one("SELECT * FROM tables WHERE id = ?", (gone.id,))
    sign = checksum(gone.id, gone.server, "gone", FORMAT, row["snapshot"])
    tx.execute("UPDATE tables SET game = 'gone', checksum = ? WHERE id = ?", (sign, gone.id))
    seated = in_lobby(tx, tables, BOB)
    tables.save(tx, seated, seating.leave(seated.table, TOY, BOB, iter(())), None, 2.0)
    anew = Tables(GAMES)
    for player in (ANN, BOB):
        personal_data.forget(tx, anew, player, 5.0)
    while personal_data.forget_on(tx, anew):
        pass

    assert BOB not in tx.scalars("SELECT player FROM sitters WHERE table_id = ?", (seated.id,))
    assert sorted(tx.scalars("SELECT player FROM sitters WHERE table_id = ?", (gone.id,))) == [ANN, BOB]


def test_what_cannot_be_read_is_blanked(tx: Transaction, tables: Tables) -> None:
    """A snapshot that this version cannot read is deleted, since it may hold a name."""
    stored = lived(tx, tables)
    tx.execute("UPDATE tables SET snapshot = '{' || snapshot")
    assert personal_data.export(tx, tables, ANN)["tables"] == [{"id": stored.id}]
    forget(tx, tables, ANN, 5.0)

    assert "Ann" not in everything(tx)
    with pytest.raises(Unreadable):
        tables.load(tx, stored.id)


def test_a_blanked_tournament_leaves_the_others_their_record(tx: Transaction, tables: Tables) -> None:
    """A player in a tournament whose data was blanked still has a place there, without its title."""
    announced = entries.announce(TournamentTerms(2, 20), range(2, 7))
    made = Tournaments().add(tx, (SERVER, 2), Plan("Cup", ANN, "toy", "{}", 60), announced, Seal("00"), 1.0)
    for place, player in enumerate((ANN, BOB), start=1):
        tx.execute(
            "INSERT INTO results VALUES (?, ?, ?, ?, 2, 0, '', '?', 0, 0)",
            (made.id, SERVER, player, place),
        )
    tx.execute("UPDATE tournaments SET phase = 'over', plan = '{' || plan")
    forget(tx, tables, ANN, 5.0)

    (record,) = results.record(tx, SERVER, BOB, 1)

    assert (record.place, record.title) == (2, "?")


NAMING = {"player", "by_player", "owner", "organiser", "host"}
"""The names of columns with people's ids."""


def test_every_table_that_names_people_says_what_becomes_of_it() -> None:
    """F-53: every such column is declared beside its table, as exported or erased or both."""
    naming = {(each.name, column) for each in shapes() for column in NAMING & {*each.columns}}
    declared = {(each.rows, each.whose) for each in personal_data.KEPT}

    assert naming <= declared
    assert declared - naming == {("notes", "name")}
