"""Each player may mix words of their own into the next hand, once (TB-13)."""

from __future__ import annotations

import pytest

from games.engine.core.game import Seat
from games.engine.provable_chance import AlreadyCut, Cut, Seal
from games.engine.table.refusals import DeckCut, HandUnderWay, NotSeated
from games.engine.table.seating import change_rule
from games.engine.table.table import LoggedMove
from games.engine.table.views import view_table
from tests.games.cards_table import CardsTable
from tests.games.engine.tavern_table import TavernTable
from tests.laws.bones import Toss
from tests.laws.toy import Fists, Rules


def rested() -> CardsTable:
    """A table that rests after its first hand."""
    return CardsTable().begins().plays(1, 1, 1)


def cuts_of(played: CardsTable) -> tuple[Cut | str, ...]:
    """Return the cuts of the hand under way."""
    assert played.table.hand is not None
    return played.table.hand.seal.cuts


def test_no_press_cuts() -> None:
    """TB-13: only words that a player typed count: starting, dealing, joining and betting mix nothing in."""
    begun, dealt = CardsTable().begins().answers(1, "bet", 1), rested().comes(14).deals()

    assert cuts_of(begun) == cuts_of(dealt) == ()


def test_everybody_may_cut() -> None:
    """TB-13: all that came in before the deal do; each beside the player's name."""
    played = rested().cuts("ann's words").cuts("ben's", 12).deals()

    assert cuts_of(played) == (Cut("p11", "ann's words"), Cut("p12", "ben's"))


def test_nobody_is_kept_out_by_the_cuts_of_others() -> None:
    """TB-13: every seated player has a cut, however many others have cut before."""
    played = rested()
    for player in range(20, 117):
        played.comes(player).cuts(f"cut {player}", player).leaves(player)
    played.cuts("mine", 13).deals()

    assert len(cuts_of(played)) == 98
    assert cuts_of(played)[-1] == Cut("p13", "mine")


def test_a_player_cuts_once() -> None:
    """TB-13: each player may cut once a hand; a second cut replaces nothing, and the next hand is another."""
    played = rested().cuts("first")

    with pytest.raises(AlreadyCut):
        played.cuts("second")
    assert played.table.next_seal.cuts == (Cut("p11", "first"),)
    played.deals().plays(0, 0, 0).cuts("second")
    assert played.table.next_seal.cuts == (Cut("p11", "second"),)


def test_coming_back_is_no_second_cut() -> None:
    """TB-13: once a player, not once a seat."""
    played = CardsTable(4).begins().plays(1, 1, 1, 1).cuts("first", 14).leaves(14).comes(14)

    with pytest.raises(AlreadyCut):
        played.cuts("second", 14)


def test_words_outlast_whoever_leaves() -> None:
    """TB-13: it keeps no cut out: what came in before the deal counts, though the player has gone."""
    played = rested().cuts("bye", 12).leaves(12).deals()

    assert cuts_of(played) == (Cut("p12", "bye"),)


def test_whoever_is_not_there_does_not_cut() -> None:
    """TB-13: players cut; spectators, and who leaves with this round, do not."""
    with pytest.raises(NotSeated):
        rested().cuts("mine", 99)
    dice = TavernTable(3).begins().leaves(13)
    assert dice.standings[2] == "leaving"
    with pytest.raises(NotSeated):
        dice.cuts(13, "mine")


def test_whoever_is_challenged_may_cut() -> None:
    """TB-13: each player may cut, also one who takes the seat with the very press that begins the hand."""
    challenge = TavernTable(1, invited=(11, 12), hands_max=1).cuts(12, "mine")

    assert challenge.table.next_seal.cuts == (Cut("p12", "mine"),)
    with pytest.raises(NotSeated):
        challenge.cuts(13, "stranger")


def test_cuts_in_the_lobby() -> None:
    """TB-13: the first hand can be cut before it begins."""
    assert cuts_of(CardsTable().cuts("early").begins()) == (Cut("p11", "early"),)


def test_cuts_are_seen_when_the_hand_has_begun() -> None:
    """TB-13: everybody can see them afterwards beside the name; before, nobody can answer them."""
    played = rested().cuts("lucky", 12)
    assert "lucky" not in repr(view_table(played.table, played.game, Seat(1)))
    played.deals()
    for viewer in (None, Seat(1), Seat(2)):
        assert view_table(played.table, played.game, viewer).cuts == (Cut("p12", "lucky"),)
    played.plays(0, 0, 0)
    assert view_table(played.table, played.game, None).cuts == (Cut("p12", "lucky"),)


def test_a_deck_that_was_cut_stays() -> None:
    """TB-13: a cut counts, so no house rule may put another deck in its place; others may change."""
    played = CardsTable().cuts("words")
    same = change_rule(played.table, played.game, "low_wins", 1).table

    assert same.next_seal == played.table.next_seal
    with pytest.raises(DeckCut):
        change_rule(played.table, Smaller(), "low_wins", 1)
    uncut = change_rule(CardsTable().table, Smaller(), "low_wins", 1).table
    assert uncut.next_seal.cards == ("a", "b")


class Smaller(Fists):
    """The toy, to be played with another deck."""

    def deck(self, _rules: Rules, _carry: int | None) -> tuple[str, ...]:
        """Two cards."""
        return ("a", "b")


def test_no_cut_while_a_hand_is_played() -> None:
    """TB-13: a cut belongs before the hand."""
    played = CardsTable().begins()

    with pytest.raises(HandUnderWay):
        played.cuts("late")


def test_cuts_are_mixed_in() -> None:
    """TB-13: words typed before the hand are mixed into every throw of it, beside the player's name."""
    played = TavernTable(2, 9).cuts(12, "lucky").cuts(11, "me").begins().presses("throw")

    assert played.table.hand is not None
    cuts = (Cut("p12", "lucky"), Cut("p11", "me"))
    assert played.table.hand.seal == Seal(f"{1:064x}", cuts, 1, cutters=(12, 11), writing="utf-8")
    assert played.moves[0] == LoggedMove(1, Seat(1), Toss())


def test_dice_are_cut_for_the_next_hand_while_they_fall() -> None:
    """TB-13: words before the hand: rounds follow at once, so they are typed in the one before."""
    played = TavernTable(2, 2, 1).begins().cuts(12, "next")
    sealed = view_table(played.table, played.game, None).next_commitment
    first = played.table.hand
    assert first is not None
    assert first.seal.cuts == ()
    played.presses("throw", "throw")

    second = played.table.hand
    assert second is not None
    assert (second.number, second.seal.cuts) == (2, (Cut("p12", "next"),))
    assert second.seal.commitment == sealed


def test_no_press_is_a_cut() -> None:
    """TB-13: only words that a player typed count, and no press does."""
    played = TavernTable(2, 9).begins().presses("throw")

    assert played.table.hand is not None
    assert played.table.hand.seal.cuts == ()
