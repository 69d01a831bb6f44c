"""The referee of Stone Hand: what a round's history tells is measured by the rules (TB-13)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from games.engine.core.game import Seat
from games.engine.history import History, MalformedInput, RecordedAnswer, RevealedDeck, RevealedSeed
from games.engine.provable_chance import LeafProof
from games.stone_hand.game import StoneHandReferee
from games.stone_hand.hands import throw
from tests.games.stone_hand.referee import (
    ROUNDS,
    USUAL,
    changed,
    facts_of,
    found,
    hand,
    index_of,
    told,
    without,
)


@pytest.mark.parametrize("name", ROUNDS)
def test_a_right_round(name: str) -> None:
    """TB-13: a hand played by the rules is found to be right."""
    assert found(told(ROUNDS[name]())) == []


def otherwise_told(index: int, hand_text: dict[str, Any], due: dict[str, Any]) -> str:
    """Return the finding about an event that tells another hand."""
    return f"events[{index}]: hand: {hand_text} is told, and by the rules it is {due}"


ENDED = index_of(USUAL, "round_ended")


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"winners": [2]}, "winners: [2] is told, and by the rules it is [1]"),
        ({"losers": [1]}, "losers: [1] is told, and by the rules it is [2]"),
        ({"pay": 3}, "pay: 3 is told, and by the rules it is 2"),
        ({"lost": []}, "lost: [] is told"),
        ({"gained": [{"seat": 1, "amount": 3}]}, "gained: "),
        ({"standings": []}, "standings: "),
        ({"pool": 1}, "pool: 1 is told, and by the rules it is 0"),
        ({"number": 2}, "number: 2 is told, and by the rules it is 1"),
        ({"points": [{"seat": 1, "amount": 3}]}, "points: "),
    ],
)
def test_a_wrong_end(fields: dict[str, Any], words: str) -> None:
    """TB-13: right winner: who won, who paid, and how much, follow from the hands."""
    (fault,) = found(changed(USUAL, ENDED, **fields))

    assert fault.startswith(f"events[{ENDED}]: {words}")


def test_dice_are_drawn_again() -> None:
    """TB-13: each throw is worked out anew from seed, cuts and draws, and it is said which does not fit."""
    sealed = History(**facts_of(USUAL))
    dice = throw(sealed.draw(0).below)

    fault = next(StoneHandReferee.judge(sealed))

    assert fault.startswith("events[0]: ")
    assert f"'dice': {list(dice)}" in fault.partition(" is told, and by the rules it is ")[2]
    other = replace(sealed, seals=(RevealedSeed("", "utf-8", sealed.seals[0].cuts, "ab" * 32),))
    assert next(StoneHandReferee.judge(other)) != fault


def test_a_wrong_reading() -> None:
    """TB-13: the rules decide the hand of the dice."""
    faults = found(changed(USUAL, 0, hand=hand("1-1-2", "triple", 1)))

    assert faults == [otherwise_told(0, hand("1-1-2", "triple", 1), hand("1-1-2", "pair", 2))]
    empty = told(ROUNDS["an empty hand ends it"]())
    assert found(changed(empty, 2, hand=hand("1-4-7", "junk", 4))) == [
        otherwise_told(2, hand("1-4-7", "junk", 4), hand("1-4-7", "empty", None))
    ]


def test_a_wrong_pay() -> None:
    """SH-2, SH-5: show-ups raise the pay, low hands lower it."""
    raised = told(ROUNDS["a show-up"]())

    assert found(changed(raised, 0, pay=12)) == ["events[0]: pay: 12 is told, and by the rules it is 9"]
    lowered = index_of(USUAL, "pay_lowered")
    assert found(changed(USUAL, lowered, pay=5)) == [
        f"events[{lowered}]: pay: 5 is told, and by the rules it is 2"
    ]
    assert found(changed(USUAL, lowered, seat=2)) == [
        f"events[{lowered}]: seat: 2 is told, and by the rules it is 1"
    ]


def test_a_hand_that_was_not_thrown_cannot_be_kept() -> None:
    """SH-4: only the thrown hand can be kept."""
    junk = told(ROUNDS["junk is kept"]())
    kept = index_of(junk, "kept")

    assert found(changed(junk, kept, hand=hand("1-1-1", "triple", 1))) == [
        otherwise_told(kept, hand("1-1-1", "triple", 1), hand("1-3-5", "junk", 3))
    ]


def test_whoever_has_thrown_does_not_throw_again() -> None:
    """SH-1: each throws once a round, but for rethrows."""
    first, second = USUAL.answers

    assert found(changed(USUAL, 2, seat=1)) == ["events[2]: seat: 1 is told, and by the rules it is 2"]
    assert found(replace(USUAL, answers=(first, replace(second, seat=Seat(1))))) == [
        "answers[1]: {'seat': 1, 'key': 'throw', 'numbers': [], 'picked': []} cannot come here"
    ]


def test_whoever_has_not_thrown_is_missing() -> None:
    """SH-6: a round ends when all have thrown."""
    events = tuple(each for each in USUAL.events if each.get("seat") != 2)
    faults = found(replace(USUAL, events=events))

    assert faults[0].startswith(f"events[{len(events) - 1}]: ")
    assert found(replace(USUAL, answers=USUAL.answers[:1])) == [
        f"events[2]: no answer leads to {USUAL.events[2]}"
    ]


def test_somebody_from_elsewhere() -> None:
    """TB-3: only who sits there plays."""
    anew = told(ROUNDS["left safe"]())

    restarted = index_of(anew, "round_restarted")

    assert found(changed(USUAL, 0, seat=9)) == ["events[0]: seat: 9 is told, and by the rules it is 1"]
    assert found(changed(anew, restarted - 1, seat=9)) == [
        f"events[{restarted - 1}]: seat: 9 is told, and by the rules it is 2"
    ]
    for seat in (0, 9):
        (fault,) = found(replace(USUAL, answers=(RecordedAnswer(Seat(seat), "throw"), *USUAL.answers[1:])))
        assert fault.startswith("answers[0]: ")
        assert fault.endswith("cannot come here")


def test_a_round_without_an_end() -> None:
    """TB-13: a history is that of a hand that is over."""
    assert found(without(USUAL, "round_ended"))[0].startswith(
        f"events[{ENDED}]: None is told, and by the rules it is "
    )
    assert found(replace(USUAL, events=USUAL.events[:2]))[0] == (
        f"events[2]: None is told, and by the rules it is {USUAL.events[2]}"
    )


def test_out_before_the_end() -> None:
    """SH-8: nobody is out before the pay was paid, and a player who has nothing left is."""
    out = told(ROUNDS["somebody is out"]())
    early = replace(out, events=(out.events[-1], *out.events[:-1]))
    silent = without(out, "player_out")

    assert found(early) == [f"events[0]: {out.events[-1]} is told, and by the rules it is {out.events[0]}"]
    assert found(silent) == [
        f"events[{len(silent.events)}]: None is told, and by the rules it is {out.events[-1]}",
    ]


def test_a_wrong_home_of_the_house() -> None:
    """SH-3: the House's home throw is the first junk that it throws."""
    house = told(ROUNDS["the House finds a home"]())

    assert found(changed(house, 0, is_found=True)) == [
        "events[0]: is_found: True is told, and by the rules it is False"
    ]
    late = replace(house, events=(*house.events[:2], *house.events[1:]))
    assert found(late)[0] == (
        f"events[2]: {house.events[1]} is told, and by the rules it is {house.events[2]}"
    )


def test_another_home_of_the_server() -> None:
    """SH-3: if the server has chosen one, a table begins with that and no other."""
    house = told(ROUNDS["a home of the server"]())
    begun, ended = (view | {"house_throw": None} for view in (house.beginning, house.end))

    assert "beginning.house_throw" in found(replace(house, beginning=begun, end=ended))[0]


def test_a_round_that_nothing_stopped() -> None:
    """SH-11: only a home throw at a table with a pool begins the round anew."""
    anew = told(ROUNDS["begun anew"]())
    restarted = index_of(anew, "round_restarted")

    assert found(changed(anew, restarted, seat=2)) == [
        f"events[{restarted}]: seat: 2 is told, and by the rules it is 1"
    ]


def test_other_stacks() -> None:
    """TB-2, SH-7: the round leads to these stacks, and to no others."""
    faults = found(replace(USUAL, stacks={Seat(1): 25, Seat(2): 15}))

    assert faults == [
        "stacks.1: 25 is told, and by the rules it is 22",
        "stacks.2: 15 is told, and by the rules it is 18",
    ]


def test_other_points() -> None:
    """SH-12: in the arcade points are what is won."""
    arcade = told(ROUNDS["arcade"]())

    assert found(replace(arcade, points={})) == ["points.1: None is told, and by the rules it is 2"]


@pytest.mark.parametrize("dice", [[5, 2, 6], [0, 5, 6], [2, 5, 9]])
def test_dice_that_nobody_throws(dice: list[int]) -> None:
    """TB-13: three numbers from 1 to 8, lowest first; anything else is found, and that is all."""
    house = told(ROUNDS["the House finds a home"]())

    thrown = hand("1-1-2", "pair", 2)

    assert found(changed(house, 1, dice=dice)) == [
        f"events[1]: dice: {dice} is told, and by the rules it is [1, 3, 5]"
    ]
    assert found(changed(USUAL, 0, hand=thrown | {"dice": dice})) == [
        otherwise_told(0, thrown | {"dice": dice}, thrown)
    ]


def test_other_house_rules() -> None:
    """SH-9: the rules that the file names are those that were played."""
    rules = dict(USUAL.rules) | {"inverted_junk": True}

    assert found(replace(USUAL, rules=rules)) == [
        "rules.inverted_junk: True, but the hand was begun with False"
    ]


def test_nobody_in_the_round() -> None:
    """TB-13: a round without players, or with one of them twice, was never written."""
    lines = USUAL.beginning["lines"]
    owing = [line | {"wager": -1} for line in lines]
    house = [line | {"seat": 0} for line in lines[:1]]
    many = [line | {"seat": seat} for seat in range(1, 14) for line in lines[:1]]

    for wrong in ([], lines[:1] * 2, owing, house, many):
        with pytest.raises(MalformedInput):
            found(replace(USUAL, beginning=USUAL.beginning | {"lines": wrong}))
    with pytest.raises(MalformedInput):
        found(changed(USUAL, 0, seat="1"))


def test_a_second_seal() -> None:
    """TB-13: dice are drawn from one seal; beside the one that everybody was shown there is no other."""
    with pytest.raises(MalformedInput):
        found(replace(USUAL, seals=USUAL.seals * 2))
    with pytest.raises(MalformedInput):
        found(
            replace(USUAL, seals=(RevealedDeck("", "utf-8", (), 1, LeafProof(1, "lots", "00" * 32, ()), ()),))
        )
