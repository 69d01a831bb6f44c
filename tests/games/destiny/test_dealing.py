from dataclasses import replace

import pytest

from games.destiny.game import DESTINY
from games.destiny.model import (
    NO_FIELD,
    BlindPosted,
    Blinds,
    DestinyCarry,
    DestinyRules,
    FieldLaid,
    HandBegun,
    Jokers,
    Memory,
    Reshuffled,
    all_cards,
)
from games.engine.core.errors import ImpossibleValue
from games.engine.core.game import CHANCE_SEAT, Level, Seat
from games.engine.provable_chance import Draw, Seal
from tests.games.destiny.scripted import Hand, carry, in_order, seated

FIELD = "A1=As B2=Kd E5=3c"


def order(hand: Hand) -> list[int]:
    """The seats in turn order."""
    return list(hand.state.order)


def blinds(hand: Hand) -> list[tuple[str, int, int]]:
    """The blinds posted: which, by whom, how much."""
    return [
        (event.blind, event.seat, event.amount) for event in hand.events if isinstance(event, BlindPosted)
    ]


def test_a_field_is_laid_out() -> None:
    """DE-2: 25 cards face down, the rest is the deck, its top card starts the discard pile."""
    hand = Hand(50, 50, 50)
    cards = all_cards("none")

    assert hand.state.field == cards[:25]
    assert hand.state.discard == cards[25:26]
    assert hand.state.deck == cards[26:]
    assert hand.events[0] == FieldLaid("8d")


@pytest.mark.parametrize(("jokers", "count"), [("none", 52), ("above", 54), ("below", 54)])
def test_jokers_are_shuffled_in(jokers: Jokers, count: int) -> None:
    """DE-1, DE-2: with jokers the deck has two cards more."""
    rules = DestinyRules(jokers=jokers)

    assert DESTINY.deck(rules, None) == all_cards(jokers)
    assert len(DESTINY.deck(rules, None)) == count
    assert Hand(50, 50, 50, rules=rules).view(None).deck_count == count - 26


def test_a_field_lasts() -> None:
    """DE-2: the next hand finds field, deck, discard pile and memories as they were."""
    memory = Memory(Seat(2), ("B2",))
    hand = Hand(50, 50, 50, carry=carry(FIELD, "5c 5d 5h", "2c 7h", memories=[memory]))

    assert [spot.place for spot in hand.view(None).field if not spot.is_gone] == ["A1", "B2", "E5"]
    assert hand.state.deck == ("5c", "5d", "5h")
    assert hand.state.discard == ("2c", "7h")
    assert [sight.card for sight in DESTINY.recollection(hand.state, Seat(2)).seen_before] == ["Kd"]
    assert hand.kinds == ["hand_begun", "blind_posted", "blind_posted"]


def test_f59_from_a_copy_everything_is_shuffled() -> None:
    """F-59: cards in the field and the deck were seen or foreseen, so a new field is laid out."""
    lying = carry(FIELD, "5c 5d 5h 5s 6c 6d 6h 6s")

    assert DESTINY.deck(DestinyRules(), lying) == ()
    assert DESTINY.deck(DestinyRules(), DESTINY.reshuffled(lying)) == all_cards("none")
    assert DESTINY.reshuffled(lying).dealer == lying.dealer


def test_first_dealer_by_lot() -> None:
    """TB-3: the first dealer is drawn by lot, in the same move as the shuffle."""
    state = DESTINY.start(seated(50, 50, 50), None)
    moves = [DESTINY.chance_move(state, Draw(Seal(f"{n:064x}", cards=all_cards("none")))) for n in range(40)]

    assert {move.dealer for move in moves} == {1, 2, 3}
    assert all(sorted(move.cards) == sorted(all_cards("none")) for move in moves)
    assert DESTINY.view(state, None).dealer is None


def test_the_house_answers_no_offer() -> None:
    """TB-3: the House makes the hand ready by itself, and nobody else is to act meanwhile."""
    state = DESTINY.start(seated(50, 50, 50), None)

    assert DESTINY.to_act(state) == {CHANCE_SEAT}
    assert [DESTINY.offers(state, Seat(seat)) for seat in range(4)] == [()] * 4


def test_who_deals_is_told() -> None:
    """TB-3: everybody learns of the lot, and in which order they sit."""
    assert Hand(50, 50, 50, dealer=1).last(HandBegun) == HandBegun(Seat(1), True, (Seat(2), Seat(3), Seat(1)))


def test_later_dealers_need_no_lot() -> None:
    """DE-3: the deal passes on, so nothing is drawn, and nothing is shuffled that need not be."""
    state = DESTINY.start(seated(50, 50, 50), carry(FIELD, "5c 5d 5h"))
    seal = Seal("11" * 32)

    assert DESTINY.chance_move(state, Draw(seal)) == DESTINY.chance_move(state, Draw(Seal("22" * 32)))


@pytest.mark.parametrize(
    ("last", "stacks", "expected"),
    [
        (3, (50, 50, 50, 50), [1, 2, 3, 4]),
        (4, (50, 50, 50, 50), [2, 3, 4, 1]),
        (3, (50, 50, 50), [2, 3, 1]),
        (1, (50, None, 50, 50), [4, 1, 3]),
        (2, (50, None, 50, 50), [4, 1, 3]),
        (4, (50, 50, 50, None), [2, 3, 1]),
        (1, (50, 50, 50, None, 50), [3, 5, 1, 2]),
    ],
)
def test_next_player_to_the_left_deals(
    last: int, stacks: tuple[int | None, ...], expected: list[int]
) -> None:
    """DE-3, TB-3: after every hand the next in play deals, also where dealer or blind has gone or come."""
    hand = Hand(*stacks, carry=carry(FIELD, "5c 5d 5h 5s 6c", dealer=last))

    assert order(hand) == expected
    assert hand.view(None).dealer == expected[-1]


def test_blinds() -> None:
    """DE-3: left of the dealer the small blind, the next the big one, the next after that begins."""
    hand = Hand(50, 50, 50, 50, 50, dealer=4)

    assert blinds(hand) == [("small", 5, 1), ("big", 1, 2)]
    assert hand.turn == 2
    assert hand.view(None).to_match == 2


def test_three_players() -> None:
    """DE-3: with three players the dealer begins."""
    hand = Hand(50, 50, 50, dealer=2)

    assert blinds(hand) == [("small", 3, 1), ("big", 1, 2)]
    assert hand.turn == 2


def test_big_blind_may_still_raise() -> None:
    """DE-3: the big blind may still raise where all have matched."""
    hand = Hand(50, 50, 50).presses("match", "match")

    assert hand.turn == 2
    assert {"check", "raise"} <= set(hand.offered)


def test_two_players() -> None:
    """DE-3: with two players left the dealer posts the small blind and begins the first round."""
    hand = Hand(None, 50, None, 50, carry=carry(FIELD, "5c 5d", dealer=4))

    assert hand.view(None).dealer == 2
    assert blinds(hand) == [("small", 2, 1), ("big", 4, 2)]
    assert hand.turn == 2


def test_two_players_play_from_the_dealers_left() -> None:
    """DE-3, DE-4: after that the other one comes first."""
    hand = Hand(None, 50, None, 50, carry=carry(FIELD, "5c 5d", dealer=4)).checks_down()

    assert (hand.state.stage, hand.turn) == ("looking", 4)
    hand.plays("A1 B2", "- -")
    assert (hand.state.stage, hand.turn) == ("second_round", 4)


def test_blinds_are_the_tables() -> None:
    """DE-3: the blinds are what the table agreed on."""
    hand = Hand(500, 500, 500, rules=DestinyRules(small_blind=10, big_blind=25))

    assert blinds(hand) == [("small", 1, 10), ("big", 2, 25)]
    assert hand.line(3).stack == 500


def test_blinds_must_be_blinds() -> None:
    """DE-3: a small blind above the big one is none; the code that takes them from a person checks that."""
    with pytest.raises(ImpossibleValue):
        DestinyRules(small_blind=3, big_blind=2)


def test_short_small_blind() -> None:
    """TB-6: a player who cannot pay a blind in full puts in the rest and is all in."""
    hand = Hand(1, 50, 50, rules=DestinyRules(small_blind=5, big_blind=10))

    assert hand.last(BlindPosted).amount == 10
    assert blinds(hand)[0] == ("small", 1, 1)
    assert hand.line(1).is_all_in


def test_short_big_blind() -> None:
    """TB-6: the amount to call does not change."""
    hand = Hand(50, 1, 50)

    assert hand.last(BlindPosted) == BlindPosted(Seat(2), "big", 1, is_all_in=True)
    assert hand.view(None).to_match == 2


def test_nobody_can_bet_after_the_blinds() -> None:
    """TB-4: if no player has anything to decide, there is no betting, and the play begins."""
    hand = Hand(None, 1, 1, carry=carry(FIELD, "5c 5d", dealer=2))

    assert (hand.state.stage, hand.turn) == ("looking", 2)


def shuffling(lying: DestinyCarry, *stacks: int) -> tuple[str, ...]:
    """Return the cards that a hand of these players shuffles."""
    return DESTINY.start(seated(*stacks), lying).shuffling


def test_a_deck_that_suffices_is_left_alone() -> None:
    """DE-9: a deck with a card for each player is not touched."""
    assert shuffling(carry(FIELD, "5c 5d 5h", "2c 7h"), 50, 50, 50) == ()


def test_a_deck_with_fewer_cards_than_players() -> None:
    """DE-9: one card fewer, and the discard pile is shuffled into it; its cards in usual order."""
    assert shuffling(carry(FIELD, "5d 5c", "7h 2c"), 50, 50, 50) == ("2c", "5c", "5d", "7h")


def test_only_who_takes_part_counts() -> None:
    """DE-9: the players who take part decide, not the seats."""
    lying = carry(FIELD, "5c 5d 5h", "2c 7h")
    three = tuple(player for player in seated(50, 50, 50, 0).players if player.stack)

    assert DESTINY.start(replace(seated(50, 50, 50, 0), players=three), lying).shuffling == ()
    assert shuffling(lying, 50, 50, 50, 50) != ()


def test_what_may_have_to_be_shuffled_is_sealed() -> None:
    """DE-9, TB-13: arrivals and departures do not change a cut deck: it is sealed for eight players."""
    seven, eight = "5c 5d 5h 5s 6c 6d 6h", "5c 5d 5h 5s 6c 6d 6h 6s"

    assert DESTINY.deck(DestinyRules(), carry(FIELD, seven, "2c")) == ("2c", *seven.split())
    assert DESTINY.deck(DestinyRules(), carry(FIELD, eight, "2c")) == ()


def test_reshuffle() -> None:
    """DE-9: its top card is turned over to start a new discard pile; the field stays as it is."""
    hand = Hand(50, 50, 50, cards="7h 5d", carry=carry(FIELD, "5d 5c", "7h 2c"))

    assert hand.state.discard == ("7h",)
    assert hand.state.deck == ("5d", "2c", "5c")
    assert hand.events[0] == Reshuffled("7h", 3)
    assert hand.state.card("B2") == "Kd"


def test_reshuffle_leaves_memories() -> None:
    """DE-9: seen cards of the field are still seen."""
    lying = carry(FIELD, "5d 5c", "7h 2c", memories=[Memory(Seat(1), ("A1",))])

    state = Hand(50, 50, 50, carry=lying).state
    assert [sight.card for sight in DESTINY.recollection(state, Seat(1)).seen_before] == ["As"]


def test_new_field_after_all_agreed() -> None:
    """DE-10: all cards are shuffled anew, nobody remembers any, and the deal passes on."""
    first = Hand(
        50, 50, 50, carry=carry("A1=As", "5d 5c 5h", "7h 2c", 1, [Memory(Seat(1), ("A1",))])
    ).checks_down()
    first.plays("- A1", "- -", "- -").checks_down().presses("new_field", "new_field", "new_field")

    assert DESTINY.deck(DestinyRules(), first.carry) == all_cards("none")
    hand = Hand(50, 50, 50, cards="As Ks", carry=first.carry)
    assert hand.state.field == in_order("As Ks")[:25]
    assert hand.state.memories == ()
    assert hand.state.dealer == 3


def test_at_a_tournament() -> None:
    """TN-7, TN-12, TB-11: blinds by level; no question about a new field; memory goes with the player."""
    rules = DESTINY.at_level(DestinyRules(), Level(small_blind=3, big_blind=6))
    memories = (Memory(Seat(1), ("A1",)), Memory(Seat(2), ("B2",)))
    kept = DestinyCarry(Seat(2), NO_FIELD, (), (), memories, blinds=Blinds(Seat(3), Seat(1)))

    assert (rules.small_blind, rules.big_blind, rules.is_endless) == (3, 6, True)
    assert rules.is_button_dead
    assert DESTINY.big_blind(None) is None
    assert DESTINY.big_blind(kept) == 1
    assert DESTINY.vacated(kept, Seat(1)).memories == memories[1:]
    DESTINY.brought(None, 5)
