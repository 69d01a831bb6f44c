from dataclasses import fields, replace

from games.engine.core.game import Seat
from games.engine.core.offers import Answer
from games.engine.table.play import answer, begin, open_offers
from games.engine.table.seating import break_off, open_table, sit_down
from games.engine.table.table import AnyTable, Terms
from games.engine.table.views import TableView, view_table
from tests.games.engine.tavern_table import TavernTable
from tests.laws.toy import FISTS, Rules
from tests.laws.walk import seeds


def test_lobby() -> None:
    """TB-14: the lobby is public: who sits there, what was agreed, who is gone."""
    played = TavernTable(3).leaves(12)
    seen = view_table(played.table, played.game, None)

    assert [place.name for place in seen.present] == ["p11", "p13"]
    assert seen.name(Seat(2)) == "p12"
    assert (seen.phase, seen.hand, seen.hand_seats, seen.questions) == ("lobby", None, (), ())
    assert (seen.terms.buy_in, seen.money, seen.proof) == (20, "coins", None)


def test_commitment_before_and_seed_after() -> None:
    """TB-13: the hash is shown before, the seed when the round is over."""
    played = TavernTable(2, 2, 1)
    before = view_table(played.table, played.game, None).commitment
    during = view_table(played.begins().table, played.game, None)
    after = view_table(played.presses("throw", "throw").table, played.game, None)

    assert before == during.commitment != after.commitment
    assert after.proof is not None
    assert (after.proof.seed, after.proof.cuts) == (f"{1:064x}", ())


def test_seed_is_nowhere_before() -> None:
    """TB-11: until then no view holds the seed, nor the next hand's."""
    played = TavernTable(2).begins()
    for viewer in (None, Seat(1), Seat(2)):
        seen = repr(view_table(played.table, played.game, viewer))
        assert f"{1:064x}" not in seen
        assert f"{2:064x}" not in seen


def test_spectator_of_dice() -> None:
    """TB-14: spectators see what is public; where nothing is hidden, that is all."""
    played = TavernTable(2, 9).begins().presses("throw")
    spectator = view_table(played.table, played.game, None)
    player = view_table(played.table, played.game, Seat(2))

    assert spectator.questions == player.questions
    assert [offer.key for offer in spectator.questions[0].offers] == ["rethrow", "keep"]
    assert (spectator.questions[0].seat, spectator.questions[0].number) == (1, 1)
    assert (spectator.viewer, player.viewer) == (None, 2)


def fists() -> AnyTable:
    """The toy game, dealt."""
    source = seeds("views")
    table = open_table(1, FISTS, Rules(), Terms(host=1, buy_in=6), source)
    for number in (1, 2):
        table = sit_down(table, FISTS, number, f"p{number}", None).table
    return begin(table, FISTS, source).table


def test_own_cards_only() -> None:
    """TB-11: a player knows the own private cards, and nobody else's."""
    table = fists()
    assert table.hand is not None
    for viewer in (None, Seat(1), Seat(2)):
        seen = repr(view_table(table, FISTS, viewer))
        for fist in table.hand.state.fists:
            assert (repr(fist.cards) in seen) == (fist.seat == viewer)


def test_what_may_be_picked_is_the_owners() -> None:
    """TB-11: an offer that names secret cards is shown to its owner alone, even its count of choices."""
    source = seeds("picks")
    table = fists()
    for seat in (1, 2):
        table = answer(table, FISTS, source, Seat(seat), Answer("bet", (1,))).table
    assert set(open_offers(table, FISTS)) == {1, 2}

    assert [len(each.offers) for each in view_table(table, FISTS, Seat(1)).questions] == [1, 0]
    assert [len(each.offers) for each in view_table(table, FISTS, None).questions] == [0, 0]


def test_sealed_choice() -> None:
    """TB-11: a decision is sealed until all have decided, the numbers that count it included."""
    source = seeds("sealed")
    low = answer(fists(), FISTS, source, Seat(1), Answer("bet", (0,))).table
    high = answer(fists(), FISTS, source, Seat(1), Answer("bet", (6,))).table

    assert low != high
    assert view_table(low, FISTS, Seat(2)) == view_table(high, FISTS, Seat(2))
    assert view_table(low, FISTS, None) == view_table(high, FISTS, None)


def test_no_room_for_secrets() -> None:
    """TB-11: a view is a type of its own, without a field for a state or a seal."""
    assert {"state", "seal", "next_seal", "carry"}.isdisjoint(each.name for each in fields(TableView))


def test_closed() -> None:
    """TB-10: a closed table can still be looked at."""
    played = TavernTable(2, 2).begins().presses("throw")
    played.takes(break_off(played.table, played.game, None, "error 7"))
    seen = view_table(played.table, played.game, None)

    assert (seen.phase, seen.hand, seen.questions) == ("closed", None, ())
    assert [place.stack for place in seen.places] == [20, 20]


def test_f46_two_of_one_name_are_told_apart() -> None:
    """F-46: for any viewer, by the user names, once those are known."""
    table = fists().with_name(1, "Alex", "first").with_name(2, "ALEX", "second")

    assert [place.name for place in view_table(table, FISTS, None).places] == [
        "Alex (first)",
        "ALEX (second)",
    ]
    assert [each.name for each in table.seats] == ["Alex", "ALEX"]


def test_f46_the_names_that_somebody_has_now() -> None:
    """F-46: they are the names of seated players, and of none who have gone."""
    table = fists()

    assert table.with_name(1, "p1", "") is table
    assert table.with_name(3, "Cora", "cora") is table
    gone = table.with_seat(replace(table.seated(Seat(2)), standing="gone"))
    assert gone.with_name(2, "Ben", "ben") is gone
