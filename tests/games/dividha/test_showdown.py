import pytest

from games.dividha.cards import read
from games.dividha.hands import BROKEN, as_laid, best, broken
from games.dividha.model import DividhaRules

IN_ORDER = DividhaRules(rule_of_order=True)
ALOUD = DividhaRules(aural_rule=True)
BOTH = DividhaRules(rule_of_order=True, aural_rule=True)


@pytest.mark.parametrize(
    "laid",
    [
        "GOD KH KD 3L 7B",
        "5H 4D 3B 2H AD",
        "AH KD QB JH 7D",
        "GOD 6H 5D 3B 2H",
        "SATAN 5H 4D 3B AH",
        "SATAN AH KD QB 7H",
        "7H 6H 5H 4H 3H",
        "KH 7B KD 7D 2B",
        "AH 2D AD 2B KB",
        "KV KD KB KH 2B",
        "KH KB KD 7B 2B",
        "KD KB 7B 5H 2B",
        "AH KD 7B 5H 2B",
        "6L2 6H 6D 6L1 6L3",
        "6H 6L2 6D 6L1 6L3",  # read as one of Hell's
        "KH 6L1 6L2 6L3 QD",
        "KD 6L1 6L2 6L3 KH",
        "AL 2V KH QD 4B",
        "2V AL AH QD 4B",
        "6V2 6V1 6H KD 4B",
        "KV KL 7H 5D 3B",
        "KL KV 7H 5D 3B",
        "AH KH 5H 4H 6H",
    ],
)
def test_right_orders(laid: str) -> None:
    """DV-10: wild on top, straights in sequence, else the highest first; the other cards below."""
    five = read(laid)

    assert as_laid(five, IN_ORDER).key == best(five).key


@pytest.mark.parametrize(
    "laid",
    [
        "KH GOD KD 3L 7B",  # wild on top
        "GOD KD KH 7B 3L",
        "3H 4D 5B 6H 7D",
        "AH 5D 4B 3H 2D",  # a low Ace is last
        "KD QB JH 7D AH",  # and a high one first
        "GOD 5D 6H 3B 2H",
        "SATAN AH 5H 4D 3B",
        "6H 7H 5H 4H 3H",  # Pure or not
        "6H GOD 5D 3B 2H",
        "7B 7D KH KD 2B",  # the highest first
        "7B KH KD 7D 2B",
        "2D AH AD 2B KB",
        "KD KV KB KH 2B",  # immortal before mortal
        "KB KD KH 7B 2B",  # Humans before Demi-Humans before Beasts
        "KD KH KB 7B 2B",
        "KB KD 7B 5H 2B",
        "KD 7B KB 5H 2B",  # the others below
        "2B KD KB 7B 5H",
        "KD AH 7B 5H 2B",
        "6L1 KH 6L2 6L3 QD",
        "6L2 6H 6L1 KD 6L3",
        "2V KH AL QD 4B",
        "AH AL 2V QD 4B",
        "6H 6V2 6V1 KD 4B",
        "KH AH 5H 4H 6H",
    ],
)
def test_wrong_orders(laid: str) -> None:
    """DV-10: a wrong order breaks the hand."""
    five = read(laid)

    assert as_laid(five, IN_ORDER) == broken(five)
    assert as_laid(five, DividhaRules()).key == best(five).key


def test_any_cards_that_make_it() -> None:
    """DV-10: if several sets of cards make the hand, any of them may lie on top."""
    for laid in ("KV 7H KL 5D 3B", "KL 7H KV 5D 3B"):
        assert as_laid(read(laid), IN_ORDER).number == 12
    assert as_laid(read("7H KV KL 5D 3B"), IN_ORDER).number == BROKEN
    assert as_laid(read("KV KD KL 5D 3B"), IN_ORDER).number == 11
    assert as_laid(read("KL KD KV 5D 3B"), IN_ORDER).number == 11


def test_corrupted_cards_are_immortal() -> None:
    """DV-5, DV-10: either of two Kings that are read as Hell's may be first."""
    for laid in ("KB 6L1 KH 6L3 6L2", "KH 6L1 KB 6L3 6L2"):
        assert as_laid(read(laid), IN_ORDER).number == 7


@pytest.mark.parametrize(("laid", "number"), [("GOD SATAN 2H 3D KV", 0), ("SATAN GOD 2H 3D KV", 0)])
def test_divine_intervention_in_either_order(laid: str, number: int) -> None:
    """DV-9, DV-10: both must lie on top, in either order."""
    rules = DividhaRules(rule_of_order=True, divine_intervention=True)

    assert as_laid(read(laid), rules).number == number
    assert as_laid(read("GOD 2H SATAN 3D KV"), rules).number == BROKEN


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("KH KD KB KV 2H", (5, 9, 11, 12)),
        ("KH KD KB 7H 7D", (6, 9, 10, 11, 12)),
        ("KH QD 7B 5H 3D", (12,)),
        ("3H 4H 5H 6H 7H", (4, 7, 8, 12)),
        ("7H JH QH KH AH", (2, 4, 7, 8, 12)),
        ("6L1 6L2 6L3 6H 6D", (1, 3, 5, 7, 9, 11, 12)),
        ("6L1 6L2 6L3 KH KD", (7, 11, 12)),
        ("GOD KH KD 7B 4L", (9, 10, 11, 12)),
        ("GOD KH KD 7B 7H", (6, 9, 10, 11, 12)),
        ("AH AV 2L KD 4B", (9, 11, 12)),
    ],
)
def test_what_may_be_called(text: str, numbers: tuple[int, ...]) -> None:
    """DV-11: any hand that some legal reading of the cards makes."""
    five = read(text)

    heard = [number for number in range(13) if as_laid(five, ALOUD, called=number) != broken(five)]

    assert heard == list(numbers)


def test_calling_a_lower_hand() -> None:
    """DV-11: a call stands for the best reading of its name, in whatever order the cards lie."""
    called = as_laid(read("2H KH KD KB KV"), ALOUD, called=9)

    assert called.key[:5] == (4, 0, 0, 1, 30)
    assert "KV" in called.cards


@pytest.mark.parametrize("call", [None, 1, 6, 10])
def test_a_wrong_call(call: int | None) -> None:
    """DV-11: a call that is not what lies there breaks the hand."""
    five = read("KV KH KD KB 2H")

    assert as_laid(five, ALOUD, called=call) == broken(five)
    assert as_laid(five, IN_ORDER, called=call) == best(five)


def test_a_call_of_what_lies_on_top() -> None:
    """DV-11: with the Rule of Order it is the best reading of that name that lies on top, in order."""
    five = read("KH KD KB KV 2H")

    assert as_laid(five, BOTH, called=9).key[:5] == (4, 0, 0, 0, 30)
    assert as_laid(five, BOTH, called=11).key[:5] == (2, 0, 0, 0, 20)
    assert as_laid(five, BOTH, called=5) == broken(five)
    assert as_laid(read("KV KD KB KH 2H"), BOTH, called=5) == best(five)


def test_calling_divine_intervention() -> None:
    """DV-9, DV-11: five cards that are a Divine Intervention are one whatever is called, or nothing is."""
    rules = DividhaRules(aural_rule=True, divine_intervention=True)
    five = read("GOD SATAN KH KD 7B")

    assert [as_laid(five, rules, called=number).number for number in (None, *range(13))] == [0] * 14


def test_divine_intervention_is_laid_on_top_all_the_same() -> None:
    """DV-10, DV-11: whatever is called, both wild cards have to lie on top."""
    rules = DividhaRules(aural_rule=True, rule_of_order=True, divine_intervention=True)

    assert as_laid(read("SATAN GOD KH KD 7B"), rules, called=11).number == 0
    assert as_laid(read("GOD KH SATAN KD 7B"), rules, called=0).number == BROKEN
