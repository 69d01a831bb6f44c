"""A finished hand's entries in people's records, game by game."""

from __future__ import annotations

from dataclasses import replace

from games.destiny.game import DESTINY
from games.dividha.game import DIVIDHA
from games.dividha.model import DividhaRules
from games.engine.core.game import Seat
from games.engine.core.hand_stats import BestHand, HandStats
from games.knights_heads.game import KNIGHTS_HEADS
from games.knights_heads.hands import key
from games.knights_heads.model import KnightsRules
from games.stone_hand.game import STONE_HAND
from games.stone_hand.model import StoneHandRules
from tests.games.destiny.showdown import begun
from tests.games.dividha.scripted import Hand
from tests.games.knights_heads.showdown import keeps, played
from tests.games.stone_hand.scripted import Round

ONE, TWO, THREE = Seat(1), Seat(2), Seat(3)


def lucky(deeds: HandStats, margin: int, throws: int = 1) -> HandStats:
    """Return deeds with the luck of a margin in parts of 512 throws, and the average square as spread."""
    return replace(deeds, luck=round(1e6 * margin / 512), spread=throws * 308_522)


def test_stone_hand_counts_throws_by_their_kind() -> None:
    """TB-19: every throw, show-ups and rethrown ones too; and what the pay would have taken of each wager.

    1-1-4 beats 12 empties, 276 of junk and 84 pairs; 63 pairs, 36 runs and 8 triples beat it. 1-2-4 beats 12
    empties and 246 of junk, 212 beat it; 2-2-2 beats 498, one beats it; 1-1-7 beats 309, 170 beat it.
    """
    over = Round(20, 20, 1).throws("2-4-6", "1-1-4", "1-2-4").rethrows("2-2-2").throws("1-1-7")

    assert STONE_HAND.stacks(over.state) == {1: 20, 2: 21, 3: 0}
    first = HandStats(
        2, False, shown=BestHand((2, 4), "pair", ("1", "1", "4")), counts={"show_up": 1, "pair": 1}
    )
    second = HandStats(
        2, True, shown=BestHand((4, 6), "triple", ("2", "2", "2")), counts={"junk": 1, "triple": 1}
    )
    third = HandStats(1, False, shown=BestHand((2, 1), "pair", ("1", "1", "7")), counts={"pair": 1})
    assert STONE_HAND.hand_stats(over.state) == {
        ONE: lucky(first, 12 + 276 + 84 - 63 - 36 - 8, throws=2),
        TWO: lucky(second, 12 + 246 - 212 + 498 - 1, throws=2),
        THREE: lucky(third, 309 - 170),
    }


def test_a_home_throw_that_stops_a_round_counts() -> None:
    """TB-19, SH-11: its player is safe and risks nothing more; the throws before it count as throws."""
    over = Round(20, 20, 20, rules=StoneHandRules(prize_pool=True), homes={2: "1-3-5"})
    over.throws("1-1-3", "1-3-5", "1-1-6", "1-1-7")
    deeds = STONE_HAND.hand_stats(over.state)

    assert [(each.staked, each.has_won) for each in deeds.values()] == [(6, True), (0, False), (6, False)]
    assert deeds[TWO].shown == BestHand((5, 0), "home", ())
    assert [each.counts for each in deeds.values()] == [{"pair": 2}, {"home": 1}, {"pair": 1}]


def test_destiny_counts_looks_and_blind_draws() -> None:
    """TB-19: looks, cards from the deck, and the cards turned over (DE-4, DE-7)."""
    over = begun().plays("A1 C3", "- -", "- B2").checks_down()

    assert DESTINY.stacks(over.state) == {1: 48, 2: 48, 3: 54}
    assert DESTINY.hand_stats(over.state) == {
        ONE: HandStats(2, False, shown=BestHand((20,), "card", ("7c",)), counts={"looks": 1, "rank_7": 1}),
        TWO: HandStats(2, False, shown=BestHand((12,), "card", ("5c",)), counts={"blind": 1, "rank_5": 1}),
        THREE: HandStats(
            2,
            True,
            shown=BestHand((45,), "card", ("Kd",)),
            counts={"rank_K": 1},
            feats=frozenset({"won_unlooked"}),
        ),
    }


def test_nothing_is_shown_where_all_others_fold() -> None:
    """TB-19, DE-8: the last one standing has won; a Benediction Hand that draws nothing is none."""
    over = begun().plays("A1 C3", "- B2", "- -").presses("bet 4", "fold", "fold")

    assert DESTINY.hand_stats(over.state) == {
        ONE: HandStats(2, True, counts={"looks": 1}),
        TWO: HandStats(2, False, has_folded=True),
        THREE: HandStats(2, False, has_folded=True),
    }


def test_knights_heads_counts_hands_by_their_place() -> None:
    """TB-19, KH-12: the hand that is laid down, and each court of Knights."""
    over = keeps(played(100, 100, 100).everybody_bets()).checks_down().checks_down()
    deeds = KNIGHTS_HEADS.hand_stats(over.state)

    assert KNIGHTS_HEADS.stacks(over.state) == {1: 108, 2: 96, 3: 96}
    assert [(each.staked, each.has_won) for each in deeds.values()] == [(4, True), (4, False), (4, False)]
    assert [each.counts for each in deeds.values()] == [
        {"hand_22": 1, "courts": 1},
        {"hand_26": 1},
        {"hand_27": 1},
    ]
    assert [each.shown.kind for each in deeds.values() if each.shown] == ["22", "26", "27"]
    assert deeds[ONE].shown == BestHand(
        # Place 5 from below, Knights being worth 7; of its cards two are notable, and of all ten two.
        (5, 7, 0, 0),
        "22",
        ("N03", "N04", "N05", "N06", "A03", "M10", "S03", "D04", "J04", "B05"),
    )


def test_knights_heads_shows_nothing_of_who_folds() -> None:
    """TB-19, TB-7: neither the hand of who folded nor that of the last one standing is known."""
    over = played(100, 100).presses("bet 2", "fold")

    assert KNIGHTS_HEADS.hand_stats(over.state) == {
        ONE: HandStats(2, True),
        TWO: HandStats(2, False, has_folded=True),
    }


def test_dividha_counts_columns() -> None:
    """TB-19, DV-20: coins taken from a column count; a player who got back more than they put in has won."""
    over = Hand(100, 100, 100).presses("bet 6 6", "match 0", "match 3")
    over.checks_to("showdown").shows(s1="2B", s2="AH", s3="QH")
    deeds = DIVIDHA.hand_stats(over.state)

    assert DIVIDHA.stacks(over.state) == {1: 104, 2: 92, 3: 104}
    assert [(each.staked, each.has_won) for each in deeds.values()] == [(8, True), (8, False), (8, True)]
    assert [each.counts for each in deeds.values()] == [
        {"win": 1, "hand_9": 1},
        {"hand_12": 1},
        {"lose": 1, "hand_12": 1},
    ]
    assert [(each.shown.kind, each.shown.cards[0]) for each in deeds.values() if each.shown] == [
        ("9", "KH"),
        ("12", "QD"),
        ("12", "JD"),
    ]


def test_dividha_counts_invictories() -> None:
    """TB-19, DV-12: the highest hand, with more on Lose than on Win."""
    over = Hand(100, 100).presses("bet 4 0", "match 0").checks_to("showdown").shows(s1="2B", s2="3H")

    assert [each.counts for each in DIVIDHA.hand_stats(over.state).values()] == [
        {"win": 1, "invictories": 1, "hand_9": 1},
        {"lose": 1, "hand_12": 1},
    ]


def test_what_a_trade_costs_is_staked() -> None:
    """TB-19, DV-19: coins that pay for a trade are put in, too."""
    over = Hand(100, 100, rules=DividhaRules(pay_to_trade=True), drawn="4H").checks_to("trade")
    over.presses("trade_one KH", "pay 1", "no_trade")
    paid = over.state.tablet(ONE).trades[0].coins
    while over.stage != "showdown":
        over.presses("check")
    over.shows(s1="2B", s2="3H")

    assert paid > 0
    assert DIVIDHA.hand_stats(over.state)[ONE].staked == 2 + paid


def test_a_triplet_that_does_not_count_makes_no_best_hand() -> None:
    """TB-19, KH-4: with that house rule three Kings and Rabble are kept as what they are there."""
    deeds = [
        KNIGHTS_HEADS.hand_stats(
            keeps(played(100, 100, 100, rules=KnightsRules(triplet_counts=counts)).everybody_bets())
            .checks_down()
            .checks_down()
            .state
        )
        for counts in (True, False)
    ]
    shown = [found[TWO].shown for found in deeds]
    (counted, rabble) = (each for each in shown if each is not None)

    assert (counted.kind, rabble.kind) == ("26", "27")
    assert rabble.key == key(rabble.cards, triplet_counts=False)
    assert rabble.key < counted.key


def test_a_side_pot_alone_is_a_hand_won() -> None:
    """TB-19, TB-6: the Court takes the lowest pot with 10 coins, and the Triplet the one above it."""
    hand = played(10, 100, 100).presses("bet 8", "raise 30", "match")
    over = keeps(hand).checks_down().checks_down()
    deeds = KNIGHTS_HEADS.hand_stats(over.state)

    assert [each.contenders for each in over.state.won] == [(1, 2, 3), (2, 3)]
    assert [each.has_won for each in deeds.values()] == [True, True, False]
