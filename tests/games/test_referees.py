"""The findings of each game's referee: a hand is replayed from its history (TB-13)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from games.catalog import CATALOG
from games.engine.core.game import Seat
from games.engine.core.house_rules import options
from games.engine.history import History, MalformedInput, Proved, RevealedDeck, plain
from games.tools.replay import to_file
from games.tools.verify import verify
from tests.games.played import PLAYED
from tests.games.retold import answered, begun_with, changed, index_of, told, without
from tests.games.scripted import Scripted

SHOWN = {key: told(hands[0]()) for key, hands in PLAYED.items()}
"""A hand of each game that ended with a showdown."""

every_game = pytest.mark.parametrize("history", SHOWN.values(), ids=SHOWN)


def found(history: History) -> list[str]:
    """Return the findings of the game's referee."""
    return list(CATALOG[history.game].referee(history))


@pytest.mark.parametrize(
    "play",
    [play for hands in PLAYED.values() for play in hands],
    ids=[f"{key}-{play.__name__}" for key, hands in PLAYED.items() for play in hands],
)
def test_a_right_hand(play: Callable[[], Scripted[Any, Any]]) -> None:
    """TB-13: a hand played by the rules checks out."""
    hand = play()

    assert hand.is_over
    assert found(told(hand)) == []


@every_game
def test_another_dealer(history: History) -> None:
    """TB-3: the first dealer is drawn by lot, and the lot is drawn again."""
    index = index_of(history, "hand_begun")
    dealer = history.events[index]["dealer"]
    other = 1 + dealer % 3

    assert found(changed(history, "hand_begun", dealer=other)) == [
        f"events[{index}]: dealer: {other} is told, and by the rules it is {dealer}"
    ]


def elsewhere(card: Proved) -> tuple[Proved, ...]:
    """One card for the place of another."""
    return (replace(card, place=0),)


def out_of_the_deck(card: Proved) -> tuple[Proved, ...]:
    """Dealt from where no card lies."""
    return (replace(card, place=1000),)


def of_no_game(card: Proved) -> tuple[Proved, ...]:
    """A leaf with something else on it."""
    return (replace(card, leaf=replace(card.leaf, card="!")),)


def twice(card: Proved) -> tuple[Proved, ...]:
    """Return a card in two places at once."""
    return card, replace(card, place=card.place + 1)


@every_game
@pytest.mark.parametrize("proof", [elsewhere, out_of_the_deck, of_no_game, twice])
def test_wrong_proofs(history: History, proof: Callable[[Proved], tuple[Proved, ...]]) -> None:
    """TB-13: no hand is played again with cards that are not proved: that is said, and that is all."""
    *before, own = history.seals
    assert isinstance(own, RevealedDeck)
    wrong = replace(own, cards=tuple(each for card in own.cards for each in proof(card)))

    faults = verify(to_file(replace(history, seals=(*before, wrong)))).faults

    assert faults != ()
    assert all("card " in fault or "slot " in fault for fault in faults)


@every_game
@pytest.mark.parametrize("kind", ["matched", "checked"])
def test_out_of_turn(history: History, kind: str) -> None:
    """TB-4: only a player who is to act can have done something."""
    index = index_of(history, kind)
    seat = history.events[index]["seat"]

    assert found(changed(history, kind, seat=9)) == [
        f"events[{index}]: seat: 9 is told, and by the rules it is {seat}"
    ]


@every_game
@pytest.mark.parametrize("key", ["match", "check"])
@pytest.mark.parametrize(
    "facts",
    [
        {"seat": 0},
        {"seat": 9},
        {"seat": "other"},
        {"key": "raise"},
        {"numbers": (1, 2, 3)},
        {"picked": ("?",)},
    ],
    ids=str,
)
def test_an_answer_that_was_not_offered(history: History, key: str, facts: dict[str, Any]) -> None:
    """TB-4: only a player who is to act can have answered, and only what was offered."""
    index = next(index for index, each in enumerate(history.answers) if each.key == key)
    if facts.get("seat") == "other":
        facts = {"seat": 1 + history.answers[index].seat % 3}
    wrong = answered(history, key, **facts)

    assert found(wrong) == [f"answers[{index}]: {plain(wrong.answers[index])} cannot come here"]


@every_game
def test_answers_that_are_missing(history: History) -> None:
    """TB-13: whatever is left out of the answers, or comes after them, is found."""
    for index, _ in enumerate(history.answers):
        assert found(replace(history, answers=history.answers[:index])) != []
        assert (
            found(replace(history, answers=(*history.answers[:index], *history.answers[index + 1 :]))) != []
        )
    more = replace(history, answers=(*history.answers, history.answers[0]))
    assert found(more) == [
        f"answers.{len(history.answers)}: {plain(history.answers[0])} is told, and by the rules it is None"
    ]


@every_game
def test_a_fold_of_a_stranger(history: History) -> None:
    """TB-3: only who takes part can fold."""
    index = index_of(history, "matched")
    events = (*history.events[:index], {"seat": 9, "kind": "folded"})

    assert found(replace(history, events=events)) == [
        f"events[{index}]: {events[-1]} is told, and by the rules it is {history.events[index]}"
    ]


@every_game
def test_what_was_left_out(history: History) -> None:
    """TB-13: nothing may be left out."""
    for kind in ("hand_begun", "matched", "checked", "showdown"):
        assert found(without(history, kind)) != []


@every_game
def test_an_end_too_early(history: History) -> None:
    """TB-13: a history is that of a hand that is over."""
    index = index_of(history, "checked")

    assert found(replace(history, events=history.events[:index])) == [
        f"events[{index}]: None is told, and by the rules it is {history.events[index]}"
    ]


@every_game
def test_something_after_the_end(history: History) -> None:
    """TB-13: nothing comes after the end."""
    more = replace(history, events=(*history.events, history.events[-1]))

    assert found(more)[0].endswith("comes after the end")


@every_game
def test_a_showdown_that_is_not_told(history: History) -> None:
    """TB-13: the result of the hand has to be told."""
    index = index_of(history, "showdown")

    (fault,) = [each for each in found(replace(history, events=history.events[:index])) if "events" in each]

    assert fault.startswith(f"events[{index}]: ")


@every_game
def test_other_stacks_and_points(history: History) -> None:
    """TB-2: the hand leads to these stacks and points, and to no others."""
    faults = found(replace(history, stacks={**history.stacks, Seat(1): 1}, points={Seat(9): 1}))

    assert [fault.partition(":")[0] for fault in faults] == ["stacks.1", "points.9"]
    assert faults[-1] == "points.9: 1 is told, and by the rules it is None"


@every_game
def test_other_views(history: History) -> None:
    """TB-13: the viewer's first and last views are worked out again."""
    gone = [seat for seat in (1, 2, 3) if seat != history.viewer]

    assert found(begun_with(history, to_act=gone)) == [
        f"beginning.to_act: {gone} is told, and by the rules it is {history.beginning['to_act']}"
    ]
    assert found(replace(history, end=history.end | {"to_act": gone})) == [
        f"end.to_act: {gone} is told, and by the rules it is []"
    ]


@every_game
def test_other_house_rules(history: History) -> None:
    """TB-13: the rules that the file names are those that were played."""
    rule = options(CATALOG[history.game].game.house_rules)[0]
    was = history.rules[rule.name]
    other = next(choice for choice, _label in rule.choices if choice != was)

    assert found(replace(history, rules={**history.rules, rule.name: other})) == [
        f"rules.{rule.name}: {other!r}, but the hand was begun with {was!r}"
    ]


@every_game
def test_what_no_hand_begins_with(history: History) -> None:
    """TB-13: a file that the game never writes is no history."""
    lines = history.beginning["lines"]
    nothing_left = [line | {"stack": 0} for line in lines]

    for wrong in (
        begun_with(history, lines=[]),
        begun_with(history, lines=lines[:1]),
        begun_with(history, lines=[lines[0]] * 3),
        begun_with(history, lines=nothing_left),
        begun_with(history, lines=lines * 3),
        begun_with(history, dealer="x"),
    ):
        with pytest.raises(MalformedInput):
            found(wrong)
