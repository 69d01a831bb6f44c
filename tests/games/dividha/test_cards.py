import pytest

from games.dividha.cards import DECK, in_deck_order, points, read, suit, value
from games.engine.core.errors import NoCard
from games.engine.core.game import UnreadableHand
from tests.games.dividha import judge


def test_the_deck() -> None:
    """The table of cards: 56, ten of each mortal suit, twelve of each immortal one, and two wild."""
    assert set(DECK) == set(judge.DECK)
    assert len(DECK) == 56
    assert [len([card for card in DECK if suit(card) == each]) for each in "HDBVL"] == [10, 10, 10, 13, 13]


def test_values_of_single_cards() -> None:
    """For comparing single cards an Ace is the highest; DV-4: a wild card has value 0."""
    cards = read("AH KD QB JV 7L 6V2 5H 4D 3B 2L GOD")
    values = [value(card) for card in cards]

    assert values == sorted(values, reverse=True)
    assert len(set(values)) == 11
    assert values[-1] == 0


def test_points() -> None:
    """DV-6: Ace 1, 2 to 7 their number, Jack 8, Queen 9, King 10, wild 0."""
    cards = read("AH 2H 3H 4H 5H 6H 7H JH QH KH GOD SATAN")

    assert [points(value(card)) for card in cards] == [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 0, 0]


def test_reading() -> None:
    """The notation: separated by spaces, case does not matter."""
    assert read(" 7h  6L1\tgod Satan\n") == ("7H", "6L1", "GOD", "SATAN")


@pytest.mark.parametrize(
    "text", ["6V", "6L4", "6H1", "8H", "TH", "7S", "H7", "7", "JOKER", "7H,7D", "ſatan", "GOD1", "７H"]
)
def test_unknown_cards(text: str) -> None:
    """The notation: what is no card is refused by name."""
    with pytest.raises(UnreadableHand, match="is not a card"):
        read(text)


def test_a_card_twice() -> None:
    """The notation: all cards of a deck are different."""
    with pytest.raises(UnreadableHand, match="6L1 is there twice"):
        read("6L1 7H 6l1")


def test_deck_order() -> None:
    """Equal hands come out alike, however their cards were shuffled."""
    assert in_deck_order(read("GOD 2H 6V3 6V1 AH")) == read("AH 2H 6V1 6V3 GOD")


@pytest.mark.parametrize("thing", ["GOD 7H", "K01", "7h", "", "6L4", "AX"])
def test_what_is_no_card_says_so(thing: str) -> None:
    """TB-11: the message has its length and not its letters, which the log repeats."""
    with pytest.raises(NoCard) as fault:
        suit(thing)

    assert str(fault.value) == f"a str of length {len(thing)} is no card"
