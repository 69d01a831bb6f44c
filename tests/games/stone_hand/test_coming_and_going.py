"""A round is thrown to its end for players who leave (SH-13): nobody escapes dice on the table."""

from games.stone_hand.model import HomeThrow, StoneHandRules
from tests.games.stone_hand.loaded import StoneTable


def test_leaving_before_the_own_throw() -> None:
    """SH-13: for a player who leaves before the own throw it is thrown, in turn, and what comes is kept."""
    played = StoneTable(3, "1-1-2", "2-5-6", "1-1-3").begins().leaves(12).presses("throw")
    assert (played.turn, played.standings[1], played.paid[12]) == (3, "leaving", 20)
    played.presses("throw")

    assert (played.standings[1], played.paid) == ("gone", {11: 20, 12: 2, 13: 20})
    assert played.stacks == [22, 0, 20]


def test_leaving_in_turn() -> None:
    """SH-13: the dice fall at once for a player who leaves when it is their turn to throw."""
    played = StoneTable(2, "1-1-2", "1-1-3").begins().leaves(11).presses("throw")

    assert played.paid == {11: -2, 12: 2}


def test_leaving_while_choosing() -> None:
    """SH-13, TB-8: a player who leaves before junk that may be thrown again keeps it."""
    played = StoneTable(2, "2-5-6", "1-1-8").begins().presses("throw").leaves(11)
    assert played.turn == 2
    played.presses("throw")

    assert played.paid == {11: 5, 12: -5}


def test_leaving_after_a_show_up() -> None:
    """SH-13, SH-5: the dice of a show-up fall again, and the pay stays raised."""
    played = StoneTable(2, "2-5-6", "4-6-8", "1-4-7", "8-8-8").begins().presses("throw", "rethrow")
    played.leaves(11).presses("throw")

    assert played.paid == {11: 8, 12: -8}


def test_a_rival_who_saw_the_dice_leaves() -> None:
    """SH-13: a triple of 1 lies there; who leaves before a pair of 8 is thrown pays as if they had stayed."""
    dice = ("1-1-1", "1-1-8")
    left = StoneTable(2, *dice).begins().presses("throw").leaves(12)
    stayed = StoneTable(2, *dice, hands_max=1).begins().presses("throw", "throw")

    assert left.paid == stayed.paid == {11: -1, 12: 1}


def test_a_loser_leaves_before_the_last_throw() -> None:
    """SH-13: a pair of 8 stands; its player's leaving changes nothing of what it costs."""
    played = StoneTable(3, "1-1-8", "1-1-2", "1-1-3").begins().presses("throw").leaves(11)
    played.presses("throw", "throw")

    assert played.paid == {11: 2, 12: 20, 13: 20}
    assert played.stacks == [0, 22, 20]


def test_a_winner_who_leaves_is_paid() -> None:
    """SH-13: the round is settled first, to the good as well."""
    played = StoneTable(2, "1-1-2", "1-1-3").begins().presses("throw").leaves(11).presses("throw")

    assert played.paid == {11: -2, 12: 2}


def test_all_leave() -> None:
    """SH-13: if all leave, the round is thrown to its end without them."""
    played = StoneTable(2, "1-1-2", "1-1-3").begins().leaves(12).leaves(11)

    assert (played.table.phase, played.paid) == ("closed", {11: -2, 12: 2})


def test_whoever_leaves_is_asked_nothing() -> None:
    """SH-13: with one who left and two who stay, only those two are asked to throw."""
    played = (
        StoneTable(3, "1-1-2", "1-1-2", "1-1-2", rules=StoneHandRules(opal_river=True)).begins().leaves(11)
    )

    assert played.turn == 2


def test_a_home_throw_of_whoever_left_counts() -> None:
    """SH-3, SH-13: thrown for, it is still that player's home throw, and wins."""
    played = StoneTable(1, "1-1-2", "1-3-5").comes(12, HomeThrow((1, 3, 5))).begins()
    played.leaves(12).presses("throw")

    assert played.paid == {11: 2, 12: -2}


def test_whoever_left_throws_again_when_the_round_begins_anew() -> None:
    """SH-11, SH-13: a home throw voids the throws of a player who left, so the dice fall for them again."""
    rules = StoneHandRules(prize_pool=True)
    played = StoneTable(1, "1-1-2", "1-3-5", "1-1-4", "1-1-3", rules=rules).comes(12, HomeThrow((1, 3, 5)))
    played.comes(13).begins().presses("throw").leaves(11).presses("throw", "throw")

    assert (played.paid[11], played.stacks) == (3, [0, 20, 20])


def test_leaving_is_written_down_as_what_is_thrown() -> None:
    """TB-13: the log tells the throw and what is kept, so that the round can be played again."""
    played = StoneTable(2, "2-5-6").begins().leaves(11)

    assert [type(logged.move).__name__ for logged in played.moves] == ["Throw", "Roll", "Keep"]
