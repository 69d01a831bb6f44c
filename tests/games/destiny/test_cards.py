from games.destiny.model import all_cards, heights


def test_every_card_has_its_own_place() -> None:
    """DE-1: the order is by rank from 2 up to Ace, then by suit Clubs < Diamonds < Hearts < Spades."""
    cards = all_cards("none")

    assert cards[:6] == ("2c", "2d", "2h", "2s", "3c", "3d")
    assert cards[28:52:4] == ("9c", "Tc", "Jc", "Qc", "Kc", "Ac")
    assert (cards[0], cards[-1], len(set(cards))) == ("2c", "As", 52)


def test_rank_comes_before_suit() -> None:
    """DE-1: a higher rank beats a higher suit, and of one rank Spades are the highest."""
    cards = ["Jh", "Qc", "Js", "Ts", "Jc", "Jd"]
    expected = ["Ts", "Jc", "Jd", "Jh", "Js", "Qc"]

    assert sorted(cards, key=heights("none").__getitem__) == expected


def test_jokers_above() -> None:
    """DE-1: house rule jokers: two above the Ace of Spades, `*2` above `*1`."""
    assert all_cards("above")[-3:] == ("As", "*1", "*2")
    assert list(heights("above"))[-3:] == ["As", "*1", "*2"]


def test_jokers_below() -> None:
    """DE-1: or two below the Two of Clubs, `*2` above `*1` as well."""
    assert all_cards("below")[:3] == ("*1", "*2", "2c")
    assert list(heights("below"))[:3] == ["*1", "*2", "2c"]
