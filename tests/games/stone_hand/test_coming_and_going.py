from games.stone_hand.model import Rules
from tests.games.stone_hand.scripted import Round


def test_leaving_before_the_own_throw() -> None:
    """SH-13: before the own throw whoever leaves is out of the round."""
    played = Round(20, 20, 20).leaves(2).throws("1-1-2", "1-1-3")

    assert played.is_over
    assert played.stacks == [22, 20, 18]
    assert "dropped_out" in played.kinds


def test_leaving_in_turn_before_throwing() -> None:
    """SH-13: so is whoever leaves when it is their turn to throw."""
    played = Round(20, 20, 20).leaves(1)

    assert (played.turn, played.state.turn) == (2, 1)


def test_leaving_after_the_own_throw() -> None:
    """SH-13: after the own throw the hand stands and is settled first."""
    played = Round(20, 20, 20).throws("1-1-8").leaves(1).throws("1-1-2", "1-1-3")

    assert played.stacks == [18, 22, 20]
    assert "dropped_out" not in played.kinds


def test_leaving_winner_is_paid() -> None:
    """SH-13: settled first, to the good as well."""
    assert Round(20, 20).throws("1-1-2").leaves(1).throws("1-1-3").stacks == [22, 18]


def test_leaving_within_the_turn() -> None:
    """SH-13: whoever leaves within the turn keeps what was thrown."""
    played = Round(20, 20).throws("2-5-6").leaves(1).throws("1-1-8")

    assert played.state.standings[0].hand.dice == (2, 5, 6)
    assert played.stacks == [15, 25]


def test_leaving_after_a_show_up() -> None:
    """SH-13, SH-5: after a show-up whoever leaves is out of the round while the pay stays raised."""
    played = Round(20, 20, 20).throws("4-6-8").leaves(1)

    assert (played.turn, played.state.pay) == (2, 10)
    assert played.throws("8-8-8", "1-4-7").stacks == [20, 28, 12]


def test_leaving_after_a_rethrown_show_up() -> None:
    """SH-13: junk that was given up for a rethrow is no hand any more."""
    played = Round(20, 20, 20).throws("2-5-6").rethrows("2-4-6").leaves(1)

    assert (played.turn, played.state.standings, played.state.pay) == (2, (), 9)
    played.throws("2-5-6").rethrows("2-5-6", "2-5-6")
    assert played.offered == ["rethrow", "keep"]


def test_leaving_out_of_turn_disturbs_nobody() -> None:
    """SH-13: whoever is choosing goes on choosing."""
    played = Round(20, 20, 20).throws("2-5-6").leaves(3)

    assert (played.turn, played.offered, played.state.turn) == (1, ["rethrow", "keep"], 0)


def test_nobody_to_play_against() -> None:
    """SH-13: where all but one have left before throwing, nobody pays."""
    played = Round(20, 20, 20).throws("1-1-2").leaves(3).leaves(2)

    assert played.is_over
    assert played.stacks == [20, 20, 20]


def test_round_ends_when_the_last_to_throw_leaves() -> None:
    """SH-13: the round ends with the hands that stand."""
    played = Round(20, 20, 20).throws("1-1-2", "1-1-3").leaves(3)

    assert played.stacks == [22, 18, 20]


def test_choosing_alone_ends_the_round() -> None:
    """SH-13: a round without rivals ends even before the hand is kept."""
    played = Round(20, 20).throws("2-5-6").leaves(2)

    assert played.is_over
    assert (played.state.thrown, played.stacks) == (None, [20, 20])


def test_all_leave() -> None:
    """SH-13: all may leave in the same round."""
    played = Round(20, 20, rules=Rules(prize_pool=True)).throws("1-1-2").leaves(1).leaves(2)

    assert played.stacks == [20, 20]
