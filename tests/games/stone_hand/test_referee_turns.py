"""The findings of Stone Hand's referee about turns: who throws, how often, and when a round stops (TB-13)."""

from __future__ import annotations

from dataclasses import replace

from games.engine.core.game import Seat
from games.engine.history import LEAVE, History, RecordedAnswer, plain
from games.stone_hand.game import read
from tests.games.stone_hand.loaded import StoneTable
from tests.games.stone_hand.referee import (
    HOME,
    ROUNDS,
    USUAL,
    a_round,
    by_the_river,
    changed,
    found,
    hand,
    index_of,
    plays,
    told,
    without,
)


def thrown(told_of: History, index: int, seat: int, dice: str, rethrow: int = 0) -> History:
    """A history with a throw of junk more."""
    junk = hand(dice, "junk", read(dice)[1])
    event = {"kind": "threw", "seat": seat, "hand": junk, "rethrow": rethrow}
    return replace(told_of, events=(*told_of.events[:index], event, *told_of.events[index:]))


def is_out_of_place(told_of: History, index: int) -> bool:
    """Return True if the referee finds that the rules lead to another event than that one."""
    (fault,) = (each for each in found(told_of) if not each.startswith(("events: ", "rules.")))
    return fault.startswith(f"events[{index}]: ")


def test_somebody_throws_out_of_turn() -> None:
    """SH-1, TB-13: the thrower is settled before the dice fall."""
    told_of = told(a_round("1-1-8", "1-1-7", "1-1-6", people=3))
    first, second, lowered, third, *rest = told_of.events
    assert [first["seat"], second["seat"], third["seat"]] == [1, 2, 3]

    assert is_out_of_place(replace(told_of, events=(first, third, second, lowered, *rest)), 1)


def test_rethrown_too_often() -> None:
    """SH-4: the third rethrow stands."""
    played = StoneTable(2, *["1-3-5"] * 4, "1-1-8").begins().presses("throw", *["rethrow"] * 3)
    told_of = told(plays(played))

    assert found(told_of) == []
    assert is_out_of_place(thrown(told_of, 4, 1, "1-3-5", 4), 4)


def test_what_may_not_be_rethrown() -> None:
    """SH-4, SH-10: a pair stands; and by the river nobody rethrows more often than the first player did."""
    usual, river = told(ROUNDS["usual"]()), told(by_the_river())

    assert is_out_of_place(thrown(usual, 1, 1, "1-3-5", 1), 1)
    assert is_out_of_place(thrown(river, 6, 2, "1-3-5", 2), 6)


def test_junk_that_nobody_kept() -> None:
    """SH-4: a player who throws junk is asked; it does not stand by itself."""
    told_of = told(a_round("1-8-8", "2-5-6", people=2))
    index = index_of(told_of, "kept")
    assert found(told_of) == []

    assert is_out_of_place(without(told_of, "kept"), index)
    assert is_out_of_place(without(told(ROUNDS["junk is kept"]()), "kept"), 1)


def test_keeping_for_somebody_else() -> None:
    """SH-4: nobody keeps another's hand, nor the own one twice."""
    told_of = told(ROUNDS["junk is kept"]())
    kept = told_of.events[1]
    lowered = index_of(told_of, "pay_lowered")
    twice = (*told_of.events[: lowered + 1], kept, *told_of.events[lowered + 1 :])

    assert is_out_of_place(replace(told_of, events=twice), lowered + 1)


def test_rethrows_that_were_not_counted() -> None:
    """SH-4: a player's rethrows are counted again."""
    assert found(changed(told(ROUNDS["usual"]()), 0, rethrow=2)) == [
        "events[0]: rethrow: 2 is told, and by the rules it is 0"
    ]


def test_nobody_leaves_a_round() -> None:
    """SH-13: a player who goes is played for to the end of the round."""
    (fault,) = found(replace(USUAL, answers=(RecordedAnswer(Seat(1), LEAVE), *USUAL.answers[1:])))

    assert fault.startswith("answers[0]: ")
    assert fault.endswith("cannot come here")


def test_an_answer_after_the_end() -> None:
    """TB-13: nothing comes after the end."""
    more = replace(USUAL, answers=(*USUAL.answers, USUAL.answers[0]))

    assert found(more) == [f"answers.2: {plain(USUAL.answers[0])} is told, and by the rules it is None"]


def with_pool(told_of: History) -> History:
    """The history of a round as if it had been played for a pool."""
    begun, ended = (
        view | {"rules": view["rules"] | {"prize_pool": True}} for view in (told_of.beginning, told_of.end)
    )
    return replace(told_of, beginning=begun, end=ended)


def test_a_round_that_did_not_stop() -> None:
    """SH-11: with a pool nobody throws on after an empty or a home throw, and none with one ends as usual."""
    empty = with_pool(told(a_round("1-4-7", "1-1-5")))
    home = with_pool(told(plays(StoneTable(1, "1-1-5", "2-5-6").comes(12, HOME).begins())))
    ending = index_of(home, "round_ended")

    assert any(fault.startswith("events[1]: ") for fault in found(empty))
    assert any(fault.startswith(f"events[{ending}]: ") for fault in found(home))
