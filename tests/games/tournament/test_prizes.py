import pytest

from games.tournament import director, entries
from games.tournament.model import Award, NotRunning, Scored, TournamentPayment
from games.tournament.orders import TournamentCalledOff
from games.tournament.placing import foreseen, places_paid, prize_table
from tests.games.tournament.evening import Evening, announced, under_way


def with_purse(players: int, fund: int, shares: tuple[int, ...] = ()) -> tuple[int, ...]:
    """Return the prizes of a tournament with this many players and that fund."""
    evening = announced(shares=shares).enters(*range(1, players + 1))
    return prize_table(entries.add_purse(evening.tournament, fund).tournament)


def test_one_prize_for_five_players() -> None:
    """TN-15: one for up to five, two for up to ten, and so on."""
    assert [len(with_purse(players, 10_000)) for players in (2, 5, 6, 10, 11, 500)] == [1, 1, 2, 2, 3, 100]


def test_half_and_a_third_of_the_first() -> None:
    """TN-15: 110 coins for three places are shared as 6 to 3 to 2."""
    assert with_purse(11, 110) == (60, 30, 20)


def test_an_odd_fund() -> None:
    """TN-15: 57, 28 and 19 of 105 are shares rounded down; one coin is left over and goes to the first."""
    assert with_purse(11, 105) == (58, 28, 19)


def test_more_left_over() -> None:
    """TN-15: 7 in four equal shares is 1 each; the three left over go from the first place down."""
    assert with_purse(4, 7, shares=(1, 1, 1, 1)) == (2, 2, 2, 1)


def test_removing_takes_no_prize_away() -> None:
    """TN-15: six began, so there are prizes of 40 and 20, after any removal, in play or long out."""
    for removed in (16, 12):
        evening = under_way({1: "11:50 12:50 13:50 14:50 15:50 16:50"}, entry=10)
        evening.hand(1, "16:0 11:100").does(director.remove, removed)

        assert prize_table(evening.tournament) == (40, 20)


def test_fewer_players_left_than_prizes() -> None:
    """TN-15: three of three would have 30, 18 and 12 of 60; with one removed, two share by 5 to 3."""
    evening = under_way({1: "11:50 12:50 13:50"}, entry=20, shares=(5, 3, 2)).does(director.remove, 13)

    assert prize_table(evening.tournament) == (38, 22)


def test_hand_for_hand_counts_all_who_began() -> None:
    """TN-9, TN-15: six began for two prizes, and one was removed: with three left it is hand for hand."""
    evening = under_way({1: "11:50 12:50", 2: "21:50 22:50"}, out=2, entry=10, seats=2)
    evening.does(director.remove, 901)
    assert not evening.tournament.in_step

    evening.hand(1, "11:0 12:100")
    assert evening.tournament.in_step


def test_fewer_players_than_shares() -> None:
    """TN-15: with two players only the first two weights count, 5 to 3."""
    assert with_purse(2, 80, shares=(50, 30, 20)) == (50, 30)


def test_a_place_without_a_coin_is_no_prize() -> None:
    """TN-15: one coin for three places is one prize."""
    assert with_purse(11, 1) == (1,)


def test_places_paid_in_words() -> None:
    """TN-9: prizes in words count, as far as there are players for them."""
    assert places_paid(announced(words=("a crown", "an ale", "a hug")).enters(1, 2).tournament) == 2


def test_the_fund_is_paid_out() -> None:
    """TN-15: three entries of 10 and a purse of 5 go to the first of three, who gets the words too."""
    evening = under_way({1: "11:50 12:50 13:50"}, entry=10, words=("a free room",))
    evening.takes(entries.add_purse(evening.tournament, 5)).hand(1, "11:150 12:0 13:0")

    assert evening.tournament.awards == (Award(11, "place", 35, ("a free room",)),)
    assert evening.paid == {None: 5, 11: -35}


def test_shared_words_by_lot() -> None:
    """TN-16: two share the second place; the lot gives one of them the cup, the other the ale."""
    evening = under_way({1: "11:50 12:20 13:20"}, words=("a crown", "a cup", "an ale"))
    evening.hand(1, "11:90 12:0 13:0", 0)

    # The lot turns 12 13 into 13 12.
    assert evening.tournament.awards == (
        Award(11, "place", 0, ("a crown",)),
        Award(12, "place", 0, ("an ale",)),
        Award(13, "place", 0, ("a cup",)),
    )


def test_no_words_for_house_players() -> None:
    """TN-18: a house player keeps the place and gets nothing; nobody else gets it instead."""
    evening = announced(words=("a crown", "a cup")).enters(11)
    evening.takes(entries.fill_up(evening.tournament, [(-1, "Old Marn")])).starts()
    evening.hand(1, "11:0 -1:100")

    assert evening.places == {-1: 1, 11: 2}
    assert evening.tournament.awards == (Award(11, "place", 0, ("a cup",)),)


def courts(purse: int = 9, words: str = "a helmet") -> Evening:
    """Return three knights at a table, with a prize for the highest score."""
    evening = announced(score_words=words).enters(11, 12, 13)
    if purse:
        evening.takes(entries.add_purse(evening.tournament, purse, for_score=True))
    return evening.starts()


def test_the_court_prize_for_somebody_who_did_not_win() -> None:
    """TN-17, KH-12: 12 laid down two courts and goes out first; 11 has one, and wins."""
    evening = courts().hand(1, "", scores={12: Scored(2), 11: Scored(1)})
    evening.hand(1, "12:0 11:100").hand(1, "13:0 11:150")

    assert evening.places[12] == 3
    assert evening.tournament.awards == (Award(12, "score", 9, ("a helmet",)),)
    assert evening.paid == {None: 9, 12: -9}


def test_nothing_counts_before_the_first_court() -> None:
    """TN-17, KH-12: a hand won before it is lost, one won after it counts."""
    won, court = Scored(26, counts=False), Scored(27)
    evening = courts().hand(1, "", scores={11: won})

    assert evening.entrant(11).score is None
    evening.hand(1, "", scores={11: court}).hand(1, "", scores={11: won})
    assert evening.entrant(11).score == 53


def test_equal_scores_share() -> None:
    """TN-17, TN-16: 9 coins for two are 5 and 4, the odd one to the first entrant; the helmet by lot."""
    evening = courts().hand(1, "", scores={13: Scored(1), 12: Scored(1)}).hand(1, "11:150 12:0 13:0", 0)

    assert evening.tournament.awards == (Award(12, "score", 5), Award(13, "score", 4, ("a helmet",)))


def test_no_purse_for_the_score_of_whoever_was_removed() -> None:
    """TN-17: 12 has the highest score and is removed, so 11 takes purse and words; alone, the bank."""
    evening = courts().hand(1, "", scores={12: Scored(2), 11: Scored(1)}).does(director.remove, 12)
    evening.hand(1, "").hand(1, "13:0 11:100")
    alone = courts().hand(1, "", scores={12: Scored(2)}).does(director.remove, 12)
    alone.hand(1, "").hand(1, "13:0 11:100")

    assert evening.tournament.awards == (Award(11, "score", 9, ("a helmet",)),)
    assert alone.tournament.awards == ()
    assert alone.paid == {None: 0}


def test_without_a_score_the_purse_goes_back() -> None:
    """TN-17: it goes to the bank."""
    evening = courts().hand(1, "11:150 12:0 13:0")

    assert evening.tournament.awards == ()
    assert evening.paid == {None: 0}


def test_words_alone_for_the_highest_score() -> None:
    """TN-17: the words need no purse, the purse needs no words, and without either there is no prize."""
    for purse, words, prize in (
        (0, "a helmet", (Award(12, "score", 0, ("a helmet",)),)),
        (9, "", (Award(12, "score", 9),)),
        (0, "", ()),
    ):
        evening = courts(purse, words).hand(1, "11:150 12:0 13:0", scores={12: Scored(1)})
        assert evening.tournament.awards == prize


def test_called_off() -> None:
    """TN-21: every entry, re-entries too, goes back, and every purse to the bank."""
    evening = under_way({1: "11:50 12:50 13:50"}, entry=10, reentry_until=1).hand(1, "11:100 13:0").enters(13)
    evening.takes(entries.add_purse(evening.tournament, 5))
    evening.takes(entries.add_purse(evening.tournament, 2, for_score=True))
    called_off = director.call_off(evening.tournament)
    evening.takes(called_off)

    assert evening.orders == (TournamentCalledOff(),)
    assert called_off.payments == (
        TournamentPayment(11, -10, "returned"),
        TournamentPayment(12, -10, "returned"),
        TournamentPayment(13, -20, "returned"),
        TournamentPayment(None, -7, "returned"),
    )
    with pytest.raises(NotRunning):
        director.call_off(evening.tournament)


def test_called_off_before_it_begins() -> None:
    """TN-21: the same before it begins; where nobody paid, nothing goes back."""
    assert director.call_off(announced().enters(11).tournament).payments == ()


def test_prizes_are_foreseen() -> None:
    """TN-44: with six who pay 20 there would be 120: two thirds for the first of two, and a third."""
    evening = under_way({1: "11:50 12:50"}, entry=20)

    assert foreseen(evening.tournament, 6) == (80, 40)
