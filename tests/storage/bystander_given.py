"""The arguments of the calls for the law of bystanders, and who stands by in each."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from games.engine.core.game import Seat
from games.engine.provable_chance import Seal
from games.engine.table.table import Closing, LoggedMove
from games.tournament import orders
from games.tournament.series import SeriesTerms
from storage.books.audit_lines import ServerChange
from storage.books.ledger import Account, TransferInfo
from storage.books.payments import WagePayment
from storage.people.invite_preferences import CallHours
from storage.people.preferences import Preferences
from storage.people.server_settings import OwnCard, ServerSettings
from storage.play.postings import ReplacedMessage
from storage.play.tables import Tables
from storage.play.turn_calls import AskedTurn, TurnCall
from storage.standing.boards import BoardPost
from storage.standing.records import Counted
from storage.standing.scores import Prize
from storage.tournaments.outbox import KeptEvent
from storage.tournaments.role_prizes import WonRole
from storage.tournaments.series import Series
from storage.tournaments.tournaments import Author, Booked, Plan
from tests.storage.bystander_calls import (
    ANNOUNCED,
    BARS_OF_BOB,
    BOBS,
    CUP,
    ENDED,
    HERS_KEPT,
    LINE,
    MUG,
    REMOVED,
    SEASON,
    SETTLED,
    SHARDS,
    TABLE,
    WALLET,
    Late,
    all_over,
    altered,
    beside_here,
    beside_person,
    beside_server,
    beside_whole_server,
    broken_end,
    called_by_its_message,
    called_heads,
    earlier_moves,
    entered,
    gone_elsewhere,
    hand_ended,
    in_own_threads,
    no_refusals,
    of_a_game_gone,
    open_table,
    other_tables_number,
    past_limit,
    with_second_table,
    without_money,
    wrong_phases,
)
from tests.storage.crowd import (
    ANN,
    AT,
    BOB,
    DAY,
    ERASED,
    GAMES,
    LATER,
    OTHER_SERVER,
    STRANGER,
    TWINS,
)
from tests.storage.records import HEADS
from tests.storage.tables import CHANNEL, SERVER
from tests.storage.toy import TOY, Call, Charm

NUMBERED: Mapping[str, str] = {
    "books.refunds.void_tournament": "tournaments",
    "books.ledger.entry": "transfers",
    "leases.renew": "leases",
    "leases.release": "leases",
    "leases.call_heir": "leases",
    "leases.note_ready": "leases",
    "leases.look": "leases",
    "play.hands.get": "hands.number",
    "play.hands.is_over": "hands.number",
    "standing.boards.note_looks": "board_posts",
    "standing.boards.end_season": "seasons",
    "standing.boards.season_numbered": "seasons",
    "standing.titles.earn_at_tournament": "tournaments",
    "tournaments.outbox.told": "news",
    "tournaments.outbox.lay_aside": "news",
    "tournaments.results.write": "tournaments",
    "tournaments.series.load": "series",
    "tournaments.tournaments.note_table": "tournament_tables.number",
    "tournaments.tournaments.rewrite": "tournaments",
}
"""The table, by whose id or column a call's `number` counts; methods say it by their object."""
WITHOUT: Mapping[str, str] = {
    "books.audit_lines.AuditSource.found": "its caller brings the condition",
    "standing.boards.placed": "its caller brings the query",
    "play.postings.Postings": "of tables and tournaments each",
    "leases.claim": "about every lease: replaces those that meet the shards, see test_leases.py",
    "leases.lapsed": "about every lease",
    "leases.are_live": "about every lease",
    "leases.latest_alive": "about every lease",
    "books.audit_lines.waiting": "about every server",
    "tournaments.role_prizes.waiting": "about every server",
    "books.ledger.servers": "about every server",
    "play.daily.note_away": "about everybody",
    "standing.backfill.work_out": "about every table of every server, once",
    "standing.titles.give_for_earlier_records": "about every record of every server, once",
    "standing.records.add_up": "about every record of every server",
}
"""The functions to which nobody is a bystander, or that are called by others alone, each with the reason."""
TURN, TURN_ENDED, TURN_TAKEN = (
    TurnCall(1, Seat(seat), 3, ANN, None, None, None, None, None) for seat in (7, 8, 9)
)
BESIDE_TURN = [
    *(("turn_calls", "seat", seat, "true", seat + 10) for seat in (7, 8, 9)),
    ("turn_calls", "question", 3),
    ("turn_calls", "player", ANN),
]
"""Other questions at the table."""
GIVEN: Mapping[str, dict[str, Any] | list[dict[str, Any]]] = {
    "books.audit_lines.AuditSource.numbered": {"number": 1},
    "books.audit_lines.set_channel": [{"channel": 5, "not": ["channel"]}, {"channel": 0}],
    "books.audit_lines.add": {"kind": "bar", "number": 1, "not": ["kind"]},
    "books.audit_lines.told": [
        {"line": LINE, "also": [("audit_lines", "id", 1), beside_here]},
        {"line": replace(LINE, server=OTHER_SERVER), "also": [beside_here, no_refusals]},
    ],
    "books.audit_lines.refused": [
        {
            "line": replace(LINE, server=server, channel=channel),
            "status": 500,
            "code": 7,
            "also": [beside_here],
        }
        for server, channel in ((SERVER, CHANNEL), (OTHER_SERVER, 71))
    ],
    "books.audit_lines.add_closings": {"closings": [Closing(ANN)]},
    "books.audit_lines.write_changes": {"changes": [ServerChange(kind="prize", what="gone", by=ANN, at=AT)]},
    "books.flows.between_people": {"net_min": 1},
    "books.flows.count_for_house": {"lost": [2, -3]},
    "books.private_notes.add": {"about": ("transfer", 2), "note": "a hunch", "by": ANN, "player": BOB},
    "books.private_notes.of": {
        "kind": "transfer",
        "numbers": [1],
        "also": [("private_notes", "number", 1)],
        "not": ["kind"],
    },
    "books.ledger.transfer": {
        "payer": WALLET,
        "payee": BOBS,
        "amount": 3,
        "why": TransferInfo("pay", AT, by=ANN),
    },
    "books.ledger.book": {
        "account": Account(SERVER, "table", 1),
        "other": BOBS,
        "amount": 3,
        "why": TransferInfo("buy_in", AT),
    },
    "books.ledger.balance": {"account": WALLET},
    "books.ledger.open_wallet": [{"purse": 50}, {"purse": 50, "player": 77}],
    "books.ledger.history": {"account": WALLET},
    "books.ledger.latest": {"payer": WALLET, "payee": BOBS},
    "books.ledger.entry": {"number": 1},
    "books.ledger.paid_in": {"account": Account(SERVER, "table", 1)},
    "books.ledger.last_counted_day": {"kind": "wages"},
    "books.ledger.counted_on_day": {"kind": "wages", "also": [("day_limits", "day", DAY)]},
    "books.ledger.count_on_day": {"kind": "wages", "amount": 2},
    "books.ledger.move_counted_days": {
        "before": AT,
        "after": 2 * AT,
        "also": [
            altered("forgotten_limits", server=OTHER_SERVER, kind="purse"),
            altered("day_limits", server=OTHER_SERVER, day=1),
        ],
    },
    "books.payments.pay_wages": [
        {"settings": ServerSettings(wages_floor=500)},
        {"player": BOB, "settings": ServerSettings(wages_floor=500)},
    ],
    "books.payments.pay": {
        "gift": WagePayment(ANN, BOB, 2),
        "also": [lambda crowd: beside_person(crowd, ANN)],
    },
    "books.ledger.held": {"purse": 5},
    "play.hands.latest": {"limit": 5},
    "books.payments.put_up": {"amount": 5},
    "books.refunds.void": [{"also": [without_money]}, {"table_id": 2}],
    "books.refunds.pay_strays_back": {},
    "books.refunds.void_tournament": {
        "number": 1,
        "also": [("tournaments", "phase", "open", "true", "over")],
    },
    "leases.renew": {"number": 2},
    "leases.release": {"number": 2},
    "leases.wait_to_identify": [{}, {"bucket": 2, "also": [("identifies", "bucket", 1)]}],
    "leases.stand_by": {"name": "c", "also": [("standbys", "name", "b")]},
    "leases.stand_down": {"name": "b", "also": [("standbys", "name", "b")]},
    "leases.waits": {"name": "b", "also": [("standbys", "name", "b")]},
    "leases.call_heir": {"number": 2},
    "leases.called": {"name": "b", "also": [("leases", "heir", "b")]},
    "leases.note_ready": [
        {"number": 2, "name": "b", "also": [("leases", "heir", "b")]},
        {"number": TWINS, "name": "c", "also": [("leases", "id", 2)]},
    ],
    "leases.look": {"number": 2},
    "leases.note_alive": {"lease": 2},
    "leases.last_alive": {"lease": 2},
    "people.bars.bar": [{"decision": BARS_OF_BOB}, {"decision": replace(BARS_OF_BOB, player=ERASED)}],
    "people.bars.lift": [
        {
            "decision": replace(BARS_OF_BOB, player=each, is_lifted=True),
            "also": [lambda crowd, each=each: beside_person(crowd, each)],
        }
        for each in (ANN, ERASED)
    ],
    "people.bars.is_barred": [{}, {"player": ERASED}, {"player": BOB}],
    "people.bars.require_free": [{}, {"player": ERASED}, {"player": BOB}],
    "people.bars.keep_out": {"until": LATER + 5},
    "people.bars.out_until": [{}, {"player": ERASED}, {"player": BOB}],
    "people.bars.require_not_kept_out": [{}, {"player": ERASED}],
    "people.bars.loss_limit": [{}, {"player": ERASED}, {"player": BOB}],
    "people.bars.limit_losses": {"amount": 5},
    "people.bars.loss_left": [{}, {"player": ERASED}],
    "people.bars.require_left": {"price": 1000},
    "people.erased_people.barred_until": {"player": ERASED},
    "people.erased_people.let_in": {"player": ERASED},
    "people.erased_people.kept_out_until": {"player": ERASED, "servers": {SERVER}, "also": [beside_here]},
    "people.erased_people.loss_limit": [
        {"player": ERASED},
        {"player": ERASED, "server": OTHER_SERVER, "also": [past_limit]},
    ],
    "people.erased_people.recall": {"player": ERASED},
    "people.erased_people.counted": {"player": ERASED, "kind": "wages"},
    "people.erased_people.was_forgotten": {"player": ERASED},
    "people.erased_people.has_answered": {"player": ERASED},
    "people.erased_people.kept": {"player": ERASED, "also": [beside_here]},
    "people.invite_preferences.wish": {"player": BOB},
    "people.invite_preferences.unwish": [{}, {"game": "toy"}],
    "people.invite_preferences.keep_hours": {"hours": CallHours("ping")},
    "people.invite_preferences.wishing": [{}, {"table": 2}],
    "people.invite_preferences.add": {"table": 2, "people": {ANN: "ping"}},
    "people.invite_preferences.was_invited": {
        "also": [
            ("callings", "kind", "invite", "true", "call"),
            ("calls", "kind", "invited", "true", "dm"),
        ]
    },
    "people.invite_preferences.take": {"also": [altered("calls", player=STRANGER, outcome="missed")]},
    "people.invite_preferences.miss": {},
    "people.invite_preferences.count": {
        "kind": "call",
        "people": 1,
        "also": [("callings", "at", 1.0, "true", AT - 9)],
        "not": ["host", "kind"],
    },
    "people.invite_preferences.counted": [
        {"kind": "call", "also": [("callings", "at", AT - 5, "true", 2.0)], "host": host}
        for host in (BOB, None)
    ],
    "people.personal_data.forget": [
        {"player": each, "first": all_over, "also": [without_money]} for each in (ANN, BOB)
    ],
    "people.personal_data.forget_on": {
        "also": [
            ("forgetting", "player", 14, "true", STRANGER),
            ("sitters", "player", 14, "true", STRANGER),
            ("tables", "id", 2),
        ]
    },
    "people.erased_people.remember": [
        {"at": at, "also": [without_money, altered("accounts", server=OTHER_SERVER, opened_at=None)]}
        for at in (AT, LATER)
    ],
    "people.personal_data.export": {"also": [without_money]},
    "people.preferences.save": {"preferences": Preferences("panel")},
    "people.server_reset.reset": {
        "first": all_over,
        "by": ANN,
        "at": AT,
        "not": ["server"],
        "also": [beside_whole_server],
    },
    "people.preferences.put_keepsake": {"keepsake": Charm(4, "b")},
    "people.preferences.keepsakes": {"also": [("keepsakes", "player", ANN, "true", 0)]},
    "people.preferences.keep_time_zone": {"zone": "Asia/Tokyo"},
    "people.server_settings.change": {"after": ServerSettings(hands_days=5), "by": ANN},
    "people.server_settings.save": {"settings": ServerSettings(hands_days=5)},
    "people.server_settings.own_cards_of_hand": {
        "also": [("tables", "id", 1), altered("moves", hand=2, revision=50, at=2.0), earlier_moves]
    },
    "people.server_settings.say_own_cards": {"words": {"a": OwnCard("x")}},
    "play.daily.answer": [{"player": 77, "answer": "b"}, {"answer": "b"}],
    "play.daily.share": [
        {},
        {"player": STRANGER, "also": [altered("daily_goes", player=STRANGER, day=DAY, shared=1)]},
    ],
    "play.daily.note_away": {"seconds": 0.0},
    "play.daily.show": [{"fingerprint": "q"}, {"fingerprint": "q", "day": DAY - 5}],
    "play.daily.keep_worths": {"worths": (1, 2)},
    "play.daily.ungraded": {"also": [altered("daily_deals", game="other", worths="[1]")]},
    "play.hands.write": {"begun": [], "ended": []},
    "play.hands.forget": {
        "after": (1, 0),
        "seats": (),
        "unname": lambda _seal: Seal("ab"),
        "also": [("tables", "id", 1), altered("hands", number=0)],
    },
    "play.hands.get": {"number": 1},
    "play.hands.log_moves": {"at_table": (1, 900), "moves": [LoggedMove(2, Seat(1), Call("heads"))]},
    "play.hands.shown_after": {"also": [altered("moves", hand=2, revision=50)]},
    "play.hands.is_over": [{"number": 1}, {"number": 2}, {"number": 3}],
    "play.hands.last_ones": {"count": 2},
    "play.hands.newest_table": [{}, {"player": 14}],
    "play.hands.recent_of_game": {"limit": 5},
    "play.hands.let_go": [HERS_KEPT, {"hand": 2, "also": [altered("hand_marks", kind="shown", hand=2)]}],
    "play.hands.keep_for_good": [{"hand": 2}, {}],
    "play.hands.is_kept": [{}, {"hand": 2}],
    "play.hands.kept_by": {"also": [("hand_marks", "kind", "kept")]},
    "play.hands.mark_shown": [{"hand": 2}, {}],
    "play.postings.Rows.behind": {"also": SETTLED},
    "play.postings.Rows.mark_shown": [
        {"shown": {2: 9, 1: 1}, "also": [("tables", "id", 2), ("tournaments", "id", 2)]},
        *(
            {"shown": {TWINS: 1}, "also": [altered(rows, shown_revision=5, revision=9)]}
            for rows in ("tables", "tournaments")
        ),
    ],
    "play.postings.Rows.put_off": {"by_seconds": 60.0, "clock_set_by": 30.0, "also": SETTLED},
    "play.postings.Rows.set_deadline": {"number": 1, "deadline_at": 77.0},
    "play.postings.Rows.set_message": {"number": 1, "message": 777, "posted_at": 77.0, "not": ["channel"]},
    "play.postings.Rows.shown_by": {"messages": [701, 702], "also": SETTLED},
    **{
        f"play.postings.{name}": [{}, {"interaction": 6, "also": [("interactions", "id", 5)]}]
        for name in ("remember_press", "remembering_press", "accept_press")
    },
    "play.postings.conclude_press": {"done": "so"},
    "play.postings.note_replaced": {
        "replaced": ReplacedMessage(951, SERVER, CHANNEL),
        "also": [("replaced_messages", "message", 950)],
    },
    "play.postings.forget_replaced": {"message": 950, "also": [("replaced_messages", "message", 950)]},
    "play.tables.Tables.add": {"make": open_table},
    "play.postings.Rows.channels": {"also": ENDED},
    "play.postings.Rows.count_open": {"also": ENDED},
    "play.postings.Rows.deadlines": {"also": ENDED},
    "play.postings.Rows.servers": {"also": ENDED},
    "play.postings.Rows.under_way": {"also": ENDED},
    "play.tables.Tables.check_money": {"stored": TABLE},
    "play.tables.Tables.in_channel": {"also": ENDED},
    "play.tables.Tables.around": {"also": ENDED},
    "play.tables.Tables.in_own_threads": {
        "first": in_own_threads,
        "shards": SHARDS,
        "also": [altered("tables", server=OTHER_SERVER, thread="own")],
    },
    "play.tables.Tables.put_in_thread": {"stored": TABLE, "parent": 71, "thread": "own"},
    "play.tables.archive_thread": {"first": in_own_threads, "channel": 72},
    "play.tables.Tables.check": [
        {"first": wrong_phases, "also": [broken_end]},
        {"first": of_a_game_gone, "shards": SHARDS, "also": [gone_elsewhere]},
    ],
    "play.tables.Tables.unsound": {"also": [broken_end]},
    **{
        f"{name}.at_rest": {"first": of_a_game_gone, "also": [gone_elsewhere]}
        for name in ("play.tables.Tables", "tournaments.tournaments.Tournaments")
    },
    "play.tables.host_of": {"table_id": 1},
    "play.tables.Tables.known": {"number": 1},
    "play.tables.Tables.load": {"number": 1},
    "play.tables.Tables.place": {"number": 1},
    "play.tables.Tables.rewrite": {
        "stored": TABLE,
        "table": Late(lambda tx: Tables(GAMES).known(tx, 1).table),
    },
    "play.tables.Tables.restart_clock": {"stored": TABLE, "deadline_at": LATER},
    "play.tables.Tables.save": [
        {"stored": TABLE, "change": Late(change), "deadline_at": LATER}
        for change in (called_heads, hand_ended)
    ],
    "play.turn_calls.move": {
        "table": 1,
        "channel": 5,
        "message": 960,
        "first": called_by_its_message,
        "also": [("turn_calls", "message", 701, "true", 961)],
        "not": ["channel"],
    },
    "play.turn_calls.ask": [
        {
            "asked": [AskedTurn(1, Seat(seat), 4, player) for seat, player in ((7, ANN), (8, BOB))],
            "turn_seconds": turn_seconds,
            "also": [("preferences", "player", ANN), ("sitters", "player", ANN, "true", STRANGER)],
        }
        for turn_seconds in (60, 86_400)
    ],
    "play.turn_calls.note_told": {"at": LATER},
    "play.turn_calls.move_reminders": {"over_at": LATER, "turn_seconds": 86_400},
    "play.turn_calls.end": {"ended": [TURN.asked, TURN_TAKEN.asked], "also": BESIDE_TURN},
    "play.turn_calls.next_at": {"after": 0.0},
    "play.turn_calls.take": {"call": TURN, "way": "dm", "also": BESIDE_TURN},
    "play.turn_calls.delay": {"call": TURN, "call_at": LATER, "also": BESIDE_TURN},
    "play.turn_calls.note_sent": {
        "call": TURN_TAKEN,
        "way": "channel",
        "message": 901,
        "also": BESIDE_TURN,
        "not": ["channel"],
    },
    "play.turn_calls.note_refused": {"call": TURN_TAKEN, "also": BESIDE_TURN},
    "play.turn_calls.take_back": {"call": TURN_ENDED, "also": BESIDE_TURN},
    "play.turn_calls.put_off": {"by_seconds": 5.0},
    "play.tables.is_open": [
        {},
        {"table_id": 2},
        {"table_id": TWINS, "server": OTHER_SERVER, "also": [altered("tables")]},
    ],
    "play.tables.is_named": [{}, {"player": 14}],
    "play.tables.are_in": [
        {},
        {
            "channel": 71,
            "also": [
                altered("tables", channel=71, server=OTHER_SERVER, phase="closed", settled=0),
                altered("tables", channel=71, phase="lobby", settled=1),
            ],
        },
    ],
    "play.tables.servers_of_closed": {"also": [altered("tables", server=OTHER_SERVER, phase="playing")]},
    "play.tables.prune": {},
    "standing.boards.ranked": [
        {"by": by, "game": game} for by, game in (("net", None), ("net", "toy"), ("courts", "toy"))
    ],
    "standing.boards.place_of": {"by": "net", "game": "toy", "not": ["player"]},
    "standing.boards.add_post": {
        "post": BoardPost(0, SERVER, CHANNEL, 5, "net", "", "", ""),
        "also": [beside_here],
    },
    "standing.boards.note_looks": {"number": 1, "looks": "b"},
    "standing.boards.standing_posts": {"also": [altered("board_posts", stopped_at=1.0)]},
    "standing.boards.stop_posts": {
        "messages": [700, TWINS],
        "why": "gone",
        "also": [altered("board_posts", stopped_at=1.0), altered("board_posts")],
    },
    "standing.boards.begin_season": {"name": "Autumn"},
    **{
        f"standing.boards.{name}": [
            {"number": 2},
            {"number": TWINS, "server": OTHER_SERVER, "also": [("seasons", "id", 1)], "not": ["server"]},
        ]
        for name in ("end_season", "season_numbered")
    },
    "standing.boards.season_standings": {
        "season": SEASON,
        "by": "net",
        "game": "toy",
        "also": [("season_places", "measure", "net", "true", "won")],
    },
    "standing.boards.season_place_of": {
        "season": SEASON,
        "by": "net",
        "game": "toy",
        "not": ["player"],
        "also": [("season_places", "measure", "net", "true", "won")],
    },
    "standing.records.count": {"change": Late(hand_ended), "not": []},
    "standing.records.add": {
        "table": Late(lambda tx: Tables(GAMES).known(tx, 1).table),
        "each_one": [Counted(ANN, 4, HEADS)],
        "not": ["table"],
    },
    "standing.records.of_player": {"money": "coins", "also": [("*", "money", "coins")]},
    "standing.records.net_by_day": {"money": "coins", "game": "toy", "also": [("*", "money", "coins")]},
    "standing.records.learners": [{}, {"table_id": 2}],
    "standing.records.has_beginners": {
        "place": SERVER,
        "players": [ANN],
        "also": [lambda crowd: beside_server(crowd, SERVER), lambda crowd: beside_person(crowd, ANN)],
    },
    "standing.scores.add": {"points": 4},
    "standing.scores.add_prize": [
        {"prize": Prize("bowl", 5, "text", "y")},
        {"prize": Prize("Mug", 5, "text", "y")},
    ],
    "standing.scores.find_prize": MUG,
    "standing.scores.remove_prize": MUG,
    "standing.scores.claim": [MUG, {**MUG, "player": BOB}],
    "standing.scores.unclaim": [
        MUG,
        {**MUG, "also": [*MUG["also"], ("prizes", "gift", "text", "true", "money")]},
    ],
    "standing.titles.earn": {"change": Late(hand_ended)},
    "standing.titles.earn_at_tournament": {"number": 2, "also": [REMOVED]},
    "standing.titles.give": {"titles": TOY.titles},
    "standing.titles.shown_at_table": {"table": Late(lambda tx: Tables(GAMES).known(tx, 1).table)},
    "tournaments.outbox.add": {"orders": (), "reminder": "now"},
    "tournaments.outbox.told": {"number": 1},
    "tournaments.outbox.lay_aside": {"number": 1, "error": "5"},
    "tournaments.outbox.untold": {},
    "tournaments.outbox.kept_events": {"also": [altered("scheduled_events", tournament=3, status="done")]},
    "tournaments.outbox.want_event": {"tournament": 2},
    "tournaments.outbox.note_event": {
        "kept": KeptEvent(1, 5, "active", "q"),
        "also": [("tournaments", "id", 1)],
    },
    "tournaments.results.add_points": {"gained": 3},
    "tournaments.results.best": {"tournament": 2},
    "tournaments.results.points": {"tournament": 2},
    "tournaments.results.counts": [
        {"tournament": 2},
        {"tournament": 2, "player": STRANGER, "also": [REMOVED]},
    ],
    "tournaments.results.of": {"tournament": 2},
    "tournaments.results.write": {"number": 1, "tournament": ANNOUNCED, "not": ["tournament"]},
    "tournaments.results.strike": [
        {"tournament": 2, "counts": False},
        {"tournament": 2, "player": STRANGER, "counts": False, "also": [REMOVED]},
    ],
    "tournaments.series.load": [
        {"number": 1},
        {"number": TWINS, "server": OTHER_SERVER, "also": [altered("series")], "not": ["server"]},
    ],
    "tournaments.series.add": {
        "series": Series(0, SERVER, ANN, "New", SeriesTerms(), 1.0),
        "not": ["series"],
        "also": [beside_here],
    },
    "tournaments.series.save": {"series": Series(1, SERVER, ANN, "New", SeriesTerms(), 1.0)},
    "tournaments.series.attach": {"tournament": 3},
    "tournaments.series.due": {"also": [altered("series", closed_at=5.0), altered("series", due_at=AT + 9)]},
    "tournaments.series.untold": {"also": [altered("series", is_told=1)]},
    "tournaments.series.open_in": {"also": [altered("series", closed_at=5.0)]},
    "tournaments.series.closed_in": [
        {},
        {"before": 5, "also": [altered("series"), altered("series", closed_at=5.0)]},
    ],
    "tournaments.series.rounds": {},
    "tournaments.series.finishes": {"series": 2},
    "tournaments.tournaments.Tournaments.add": {
        "place": (SERVER, CHANNEL),
        "plan": Plan("New", ANN, "toy", "{}", 60),
        "tournament": ANNOUNCED,
        "seal": Seal("00"),
        "not": ["tournament"],
        "also": [beside_here],
    },
    "tournaments.tournaments.Tournaments.check_money": {"stored": CUP},
    "tournaments.tournaments.Tournaments.check": [
        {"first": wrong_phases, "also": [broken_end]},
        {"first": of_a_game_gone, "shards": SHARDS, "also": [gone_elsewhere]},
    ],
    "tournaments.tournaments.Tournaments.unsound": {"also": [broken_end]},
    "tournaments.tournaments.Tournaments.known": {"number": 1},
    "tournaments.tournaments.Tournaments.load": {"number": 1},
    "tournaments.tournaments.Tournaments.place": {"number": 1},
    "tournaments.tournaments.Tournaments.save": {
        "stored": CUP,
        "after": Late(entered),
        "payments": (),
        "booked": Booked(AT, ANN, LATER),
    },
    "tournaments.tournaments.note_table": {"tournament": 2, "number": 1, "table": 2},
    **{
        f"tournaments.tournaments.{name}": {
            "table": 2,
            "also": [other_tables_number],
            "first": with_second_table,
        }
        for name in ("number_of", "of_table")
    },
    "tournaments.tournaments.rewrite": {"number": 2, "plan": "{}", "snapshot": "{}", "seal": "{}"},
    "tournaments.role_prizes.add": {"tournament": 2, "won": [(ANN, 77)]},
    "tournaments.role_prizes.refused": {"now": 1.0},
    "tournaments.role_prizes.settle": {
        "won": WonRole(1, 1, 1, ANN, 77),
        "state": "given",
        "also": [("role_prizes", "id", 1)],
    },
    "tournaments.tournaments.write_acts": {"led_to": [orders.PlayPaused()], "author": Author(ANN, "so")},
}
"""What else a call gets, or several calls; `not` names arguments without bystanders."""
