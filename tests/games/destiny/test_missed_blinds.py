"""TB-17 in Destiny: missed blinds, and the return of their players. By hand (DE-3)."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations, product

import pytest

from games.destiny.game import DESTINY
from games.destiny.model import BlindPosted, Blinds, DestinyCarry
from games.engine.betting.bets import Deal
from games.engine.core.game import CHANCE_SEAT, Seat, clockwise
from games.engine.table.play import call_off, post_blind
from games.engine.table.refusals import NoBlindOwed
from games.engine.table.views import view_table
from tests.games.cards_table import CardsTable
from tests.games.destiny.destiny_table import Table
from tests.games.destiny.scripted import Hand, seated

STACK, SEATS = 50, range(1, 6)


def after_two(before: tuple[int, ...], dealer: int) -> DestinyCarry:
    """Return the carry after a hand of these seats, dealt by one of them."""
    order = clockwise(map(Seat, before), Seat(dealer))
    of_two = Blinds(order[1], order[0])
    return replace(
        after("123"), dealer=Seat(dealer), blinds=of_two if len(order) == 2 else Blinds(order[0], order[1])
    )


def test_with_two_the_big_blind_moves_on_to_the_left() -> None:
    """DE-3: whenever two play, before or after arrivals and departures, the next seat that plays posts it."""
    some = [each for count in (2, 3, 4) for each in combinations(SEATS, count)]
    for before, now in product(some, some):
        if 2 in (len(before), len(now)):
            for dealer in before:
                carry = after_two(before, dealer)
                assert carry.blinds is not None
                begun = Hand(*(STACK if seat in now else None for seat in SEATS), carry=carry).state
                big = clockwise(map(Seat, now), carry.blinds.big)[0]

                assert begun.blinds is not None
                assert begun.blinds.big == big, f"{before}, dealt by {dealer}, then {now}"
                assert (begun.blinds.small == begun.dealer) == (len(now) == 2)


def test_three_become_two() -> None:
    """DE-3: 3 dealt, 1 and 2 posted; if any one goes, the big blind moves on from 2: to 3, to 3, to 1."""
    carry = replace(after("123"), dealer=Seat(3), blinds=Blinds(Seat(1), Seat(2)))
    found = []
    for seats in ("13", "23", "12"):
        state = Hand(*(STACK if str(seat) in seats else None for seat in SEATS), carry=carry).state
        assert state.blinds is not None
        found.append((state.dealer, state.blinds.small, state.blinds.big))

    assert found == [(1, 1, 3), (2, 2, 3), (2, 2, 1)]


def after(seats: str, carry: DestinyCarry | None = None) -> DestinyCarry:
    """Return the carry after a hand of these seats, the first of them dealt by seat 1: all fold to one."""
    hand = Hand(*(STACK if str(seat) in seats else None for seat in SEATS), carry=carry, dealer=1)
    while hand.state.stage != "over":
        hand.presses("fold")
    left: DestinyCarry = hand.carry
    return left


def dealt(carry: DestinyCarry | None, owing: str, seats: str = "12345", posting: str = "") -> str:
    """Return the seats that are dealt in, if some owe a blind, and of these some post one."""
    facts = seated(*(STACK if str(seat) in seats else None for seat in SEATS))
    players = tuple(
        replace(player, owes_blind=str(player.seat) in owing, posts_blind=str(player.seat) in posting)
        for player in facts.players
    )
    return "".join(map(str, DESTINY.dealt_in(replace(facts, players=players), carry)))


def test_who_owes_a_blind_is_dealt_in_with_the_big_one() -> None:
    """TB-17: 4 posts the big blind, sits out where the small one is due, and waits for two hands."""
    carry = after("12345", after("12345"))
    assert carry.blinds == Blinds(Seat(3), Seat(4))
    carry = after("1235", carry)
    # 3 dealt, 5 and 1 posted; 5 and 1 will deal, and with 2 the big blind is due at 4.
    waits = [dealt(carry, "4")]
    for _ in range(2):
        carry = after("1235", carry)
        waits.append(dealt(carry, "4"))

    assert waits == ["1235", "1235", "12345"]


def test_two_who_owe_a_blind_come_in_one_after_the_other() -> None:
    """TB-17: only one of them can post the big blind."""
    # 1 dealt, 2 and 3 posted: the big blind is due at 4, and after that at 5.
    carry = after("123")
    assert dealt(carry, "45") == "1234"
    assert dealt(after("1234", carry), "5") == "12345"


@pytest.mark.parametrize(("owing", "seats"), [("23", "123"), ("123", "123"), ("", "123")])
def test_too_few_without_them(owing: str, seats: str) -> None:
    """TB-17: if fewer than two would be left, no player waits."""
    assert dealt(after("123"), owing, seats) == seats


def test_before_the_first_hand_nothing_is_owed() -> None:
    """TB-17: no blind has passed anybody."""
    assert dealt(None, "4") == "12345"


def test_with_two_others_the_big_blind_comes_round_too() -> None:
    """TB-17, DE-3: a player who owes one with exactly two others waits for a hand at most, and not for ever.

    1 dealt and 2 posted the big blind: it goes on to 3. After 2 dealt it goes on to 2, who sits left of 1.
    """
    carry = after("12")
    assert carry.blinds == Blinds(Seat(1), Seat(2))
    assert dealt(carry, "3", "123") == "123"
    begun = Hand(STACK, STACK, STACK, carry=carry).state
    assert (begun.dealer, begun.blinds) == (1, Blinds(Seat(2), Seat(3)))

    carry = after("12", carry)
    assert carry.blinds == Blinds(Seat(2), Seat(1))
    assert dealt(carry, "3", "123") == "12"


def test_whoever_posts_a_blind_plays_as_soon_as_that_changes_nobodys() -> None:
    """TB-17: 1 dealt, 3 and 4 posted. With 2 in the next hand 4 would post the big blind twice; then not."""
    carry = after("1345")
    assert dealt(carry, "2", posting="2") == "1345"

    carry = after("1345", carry)
    assert [dealt(carry, "2"), dealt(carry, "2", posting="2")] == ["1345", "12345"]


def test_whoever_posts_a_blind_with_two_others_plays_at_once() -> None:
    """TB-17: 2 dealt and 1 posted the big blind; with 3 as the dealer, 1 and 2 post as they would."""
    carry = after("12", after("12"))

    assert dealt(carry, "3", "123", posting="3") == "123"


def test_two_who_post_are_both_dealt_in() -> None:
    """TB-17: 1 dealt, 2 and 3 posted; the blinds are due at 3 and 1, or with 4 in the hand at 3 and 4."""
    carry = after("123")

    assert dealt(carry, "45", posting="45") == "12345"


@pytest.mark.parametrize(
    ("seat", "has_missed"),
    [
        (2, False),  # it would have dealt
        (3, True),  # the small blind
        (4, True),  # the big one
        (5, False),
        (1, False),
    ],
)
def test_a_blind_that_passes(seat: int, *, has_missed: bool) -> None:
    """TB-17: a seat that the others played without owes one if it would have been due there."""
    before = after("12345")
    others = tuple(Seat(each) for each in SEATS if each != seat)

    assert DESTINY.has_missed_blind(before, others, Seat(seat)) is has_missed


def test_in_the_first_hand_nobody_misses_a_blind() -> None:
    """TB-17: in the first hand the lot gives the deal."""
    assert not DESTINY.has_missed_blind(None, (Seat(1), Seat(2), Seat(3)), Seat(4))


def at_table() -> Table:
    """Five people at rest, of whom seat 1 has just dealt: 3 and 4 post next."""
    table = Table(5)
    table.folds()
    table.lies(after("12345"))
    return table


def test_who_is_back_before_the_hand_is_over_owes_the_blind() -> None:
    """TB-17: 4 sits out where the big blind is due, and comes back while the others play."""
    table = at_table()
    table.sits_out(14)
    table.deals()
    table.comes_back(14)
    place = view_table(table.now, DESTINY, None).place(Seat(4))
    assert (place.waits_for_blind, place.joins_next) == (False, True)
    table.folds()

    place = view_table(table.now, DESTINY, None).place(Seat(4))
    assert (place.waits_for_blind, place.joins_next) == (True, False)
    table.deals()
    assert table.dealt == "1235"


def test_who_sits_down_during_the_game_owes_a_blind() -> None:
    """TB-17, TB-3: for the first time or again; here the last leaves and is back, and a newcomer sits down.

    The blinds are due at 13 and 14, then at 14 and 15, and then at 15 and 20.
    """
    table = at_table()
    table.goes(15)
    table.comes(15)
    table.deals()
    table.comes(20)
    played = [table.playing]
    for _ in range(2):
        table.folds()
        table.deals()
        played.append(table.playing)

    four = [11, 12, 13, 14]
    assert played == [four, [*four, 15], [*four, 15, 20]]


def test_a_blind_that_is_posted_is_a_bet() -> None:
    """TB-17, DE-3: 5 owes one and posts it: 3 and 4 post as ever, and 5 may check what it has matched."""
    table = at_table()
    table.now = table.now.with_seat(replace(table.now.seated(Seat(5)), owes_blind=True))
    table.posts(15)
    before = table.now
    table.posts(15)
    assert table.now == before
    table.deals()

    posted = [each for each in table.now.story if isinstance(each, BlindPosted)]
    assert posted[-3:] == [
        BlindPosted(Seat(3), "small", 1, is_all_in=False),
        BlindPosted(Seat(4), "big", 2, is_all_in=False),
        BlindPosted(Seat(5), "late", 2, is_all_in=False),
    ]
    assert DESTINY.to_act(table.hand.state) == {5}
    assert [each.key for each in DESTINY.offers(table.hand.state, Seat(5))][:2] == ["fold", "check"]
    assert DESTINY.pot(table.hand.state) == 5
    table.folds()
    settled = table.now.seated(Seat(5))
    assert (settled.owes_blind, settled.posts_blind) == (False, False)


def test_whoever_posts_and_is_due_the_big_blind_posts_it_once() -> None:
    """TB-17: 4 comes in where the big blind is due."""
    table = at_table()
    table.now = table.now.with_seat(replace(table.now.seated(Seat(4)), owes_blind=True))
    table.posts(14)
    table.deals()

    assert DESTINY.pot(table.hand.state) == 3


def test_a_hand_that_is_called_off_pays_no_blind() -> None:
    """TB-17, TB-10: it is still owed, and posted in the next one."""
    table = at_table()
    table.now = table.now.with_seat(replace(table.now.seated(Seat(5)), owes_blind=True))
    table.posts(15)
    table.deals()
    place = view_table(table.now, DESTINY, None).place(Seat(5))
    assert (place.waits_for_blind, place.posts_blind) == (False, False)
    table.now = call_off(table.now, DESTINY, table.seeds, 99, "spilt ale").table

    assert table.now.seated(Seat(5)).posts_blind
    table.deals()
    assert DESTINY.pot(table.hand.state) == 5


def test_who_has_no_blind_to_post() -> None:
    """TB-17: nothing owed, already in the hand, or sitting out; and sitting out takes the wish back."""
    table = at_table()
    with pytest.raises(NoBlindOwed):
        table.posts(15)
    table.now = table.now.with_seat(replace(table.now.seated(Seat(5)), owes_blind=True))
    table.posts(15)
    table.sits_out(15)
    with pytest.raises(NoBlindOwed):
        table.posts(15)
    table.comes_back(15)
    assert view_table(table.now, DESTINY, None).place(Seat(5)).waits_for_blind

    table.posts(15)
    table.deals()
    with pytest.raises(NoBlindOwed):
        table.posts(15)


def test_where_there_are_no_blinds_nobody_waits() -> None:
    """TB-17: for antes that pass nothing is made up."""
    table = CardsTable().begins().plays(1, 1, 1).comes(14).deals()

    assert table.table.hand is not None
    assert table.table.hand.seats == (1, 2, 3, 4)
    with pytest.raises(NoBlindOwed):
        post_blind(table.table, table.game, 14)


def test_of_two_who_owe_a_blind_the_nearer_one_comes_in() -> None:
    """TB-17: 2 dealt, 3 and 4 posted; the big blind is due left of 4: at 5, who is nearer to it than 1."""
    carry = after_two((2, 3, 4), 2)
    assert carry.blinds == Blinds(Seat(3), Seat(4))

    assert dealt(carry, "15") == "2345"
    assert dealt(carry, "1", "1234") == "1234"


def test_a_blind_that_would_change_the_small_one_is_not_posted_yet() -> None:
    """TB-17: 2 posted the big blind, left, and is back: with 2 the small one is due there, and not at 1."""
    carry = after_two((1, 2), 1)
    assert carry.blinds == Blinds(Seat(1), Seat(2))

    begun = Hand(STACK, None, STACK, carry=carry).state
    assert begun.blinds == Blinds(Seat(1), Seat(3))
    assert dealt(carry, "2", "123", posting="2") == "13"


def test_whoever_posts_and_is_due_the_small_blind_posts_it_once() -> None:
    """TB-17: with fewer than two others no player waits, and 2, the dealer, posts the small one alone."""
    carry = after_two((1, 2), 1)
    facts = seated(STACK, STACK)
    players = tuple(
        replace(player, owes_blind=player.seat == 2, posts_blind=player.seat == 2) for player in facts.players
    )
    facts = replace(facts, players=players)
    assert DESTINY.dealt_in(facts, carry) == (1, 2)

    state = DESTINY.start(facts, carry)
    step = DESTINY.apply(state, CHANCE_SEAT, Deal(Seat(2), state.shuffling))

    assert [each for each in step.events if isinstance(each, BlindPosted)] == [
        BlindPosted(Seat(2), "small", 1, is_all_in=False),
        BlindPosted(Seat(1), "big", 2, is_all_in=False),
    ]
