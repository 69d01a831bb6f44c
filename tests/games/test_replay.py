"""A hand watched again: moment by moment, as its viewer saw it then, and no more (TB-11, TB-13)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from games.destiny.model import DestinyRules
from games.engine.betting.bets import Raise
from games.engine.core.errors import NotOffered
from games.engine.core.game import Seat
from games.engine.table.views import TableView
from games.knights_heads.game import KNIGHTS_HEADS
from games.tools.replay import NOBODY, FinishedHand, Replay, replay
from tests.games.destiny import played as destiny
from tests.games.dividha import played as dividha
from tests.games.knights_heads import played as knights_heads
from tests.games.retold import PEOPLE, finished, table_of
from tests.games.scripted import Scripted
from tests.laws.bones import BONES
from tests.laws.walk import play_hands, walk

STRANGER = 99


def watched(hand: Scripted[Any, Any], player: int | None) -> Replay:
    """A hand again, whose table was shown after every move but the House's first."""
    over = finished(hand)
    return replay(table_of(hand), hand.game, over, range(1, len(over.moves) + 1), player)


def hand_at(view: TableView[Any]) -> Any:
    """The hand at a moment."""
    assert view.hand is not None
    return view.hand


def test_it_begins_with_what_was_dealt_and_ends_with_the_result() -> None:
    """TB-13: the first moment is after the deal, at the last one the table rests."""
    hand = knights_heads.last_standing()
    again = watched(hand, PEOPLE[0])
    first, last = again.own(0), again.own(len(again.moments) - 1)

    assert (first.is_resting, len(hand_at(first).cards), first.story) == (False, 9, again.moments[0].events)
    assert last.is_resting
    assert {each.seat: each.stack for each in last.places} == dict(hand.result.stacks)
    assert [line.stack for line in hand_at(again.before).lines] == [100, 100, 100]


def test_hands_are_laid_down_one_after_the_other() -> None:
    """KH-10, TB-13: from the caller's left, while the pot lies there still, before it is told who won."""
    again = watched(knights_heads.showdown(), None)
    *views, end = (hand_at(again.public(step)) for step in range(len(again.moments)))
    laying = [each for each in views if each.stage == "laying"]
    amount = sum(each.amount for each in end.won)

    assert [each.laid for each in laying] == [end.laid[:1], end.laid[:2]]
    assert len(end.laid) == 3
    assert [(each.won, each.betting.pot) for each in laying] == [((), amount)] * 2
    assert [sum(line.stack for line in each.lines) for each in laying] == [300 - amount] * 2
    assert [each for each in views if each.laid] == views[-2:]


def test_nothing_is_offered_any_more() -> None:
    """TB-11: the asked player is shown, and no button."""
    again = watched(knights_heads.showdown(), PEOPLE[0])
    asked = [again.own(step).questions for step in range(len(again.moments))]

    assert any(asked)
    assert [offer for questions in asked for each in questions for offer in each.offers] == []
    assert [again.own(step).asides for step in range(len(again.moments))] == [None] * len(again.moments)


def test_own_cards_are_for_who_had_the_seat() -> None:
    """TB-11: the own cards for each who was in the hand, and for nobody else."""
    hand = knights_heads.showdown()
    held = [hand_at(watched(hand, player).own(0)).cards for player in (*PEOPLE, STRANGER, None)]

    assert [len(cards) for cards in held] == [9, 9, 9, 0, 0]
    assert len({card for cards in held for card in cards}) == 27
    assert hand_at(watched(hand, PEOPLE[0]).public(0)).cards == ()


def test_who_sat_down_later_is_a_spectator_of_somebody_nameless() -> None:
    """TB-11: a player who has the seat now may have come after the hand."""
    hand = knights_heads.showdown()
    table, over = table_of(hand), finished(hand)
    newcomer = replace(table.seated(Seat(2)), player=STRANGER, since=1)
    again = replay(table.with_seat(newcomer), hand.game, over, range(1, len(over.moves) + 1), STRANGER)

    assert again.viewer is None
    assert (again.public(0).place(Seat(2)).name, again.public(0).place(Seat(2)).player) == ("?", NOBODY)


def test_a_changed_mind_is_a_moment_for_its_owner_alone() -> None:
    """KH-7, Law 5: changes of a player's pick are told to no one else, not even by the moments."""
    once, twice = (knights_heads.Kept(100, 100, 100).everybody_bets() for _ in range(2))
    for hand in (once, twice):
        hand.runs_out(1)
    twice.answers(1, f"pass {' '.join(twice.state.cards(Seat(1))[:3])}")
    for hand in (once, twice):
        hand.all_pass().checks_down().checks_down()
    counts = [[len(watched(hand, player).moments) for player in PEOPLE] for hand in (once, twice)]

    assert counts[1] == [counts[0][0] + 1, *counts[0][1:]]


def test_a_round_that_somebody_begins_is_seen_before_it_is_touched() -> None:
    """TB-13: the second round begins with a question, and not with the House."""
    case = (BONES.key, 0, 3)
    hand = next(each for each in play_hands(case) if each.number == 2 and each.seals)
    over, end = FinishedHand(2, hand.beginning, hand.moves, hand.seals), walk(case)[-1].change.table
    again = replay(end, BONES, over, range(1, len(hand.moves) + 1), None)

    assert again.moments[0].state == hand.beginning
    assert again.moments[0].events == ()


def test_what_only_memory_keeps_is_not_watched() -> None:
    """DE-12: a player who saw a card that still lies there watches like others, until the game ends."""
    hand = destiny.Later(destiny.lying(20, 3), DestinyRules(memory_aid=False))
    hand.checks_down().plays("- -", "A1 A2", "- -").checks_down()
    table, over = table_of(hand), finished(hand)
    later = replace(table, carry=hand.result.carry)
    shown = range(1, len(over.moves) + 1)
    looker = PEOPLE[hand.state.order[1] - 1]
    now, closed, other = (
        replay(each, hand.game, over, shown, player)
        for each, player in ((later, looker), (replace(later, phase="closed"), looker), (later, STRANGER))
    )

    assert (now.viewer, [each.where for each in now.withheld]) == (None, ["A1"])
    assert (closed.viewer, closed.withheld) == (hand.state.order[1], ())
    assert other.withheld == ()
    assert looked(closed) == {"A1"}
    assert looked(now) == set()


def looked(again: Replay) -> set[str]:
    """Return the places of the cards that the viewer watches being looked at."""
    hands = [hand_at(again.own(step)) for step in range(len(again.moments))]
    return {each.looked_card.place for each in hands if each.looked_card is not None}


def test_what_is_shown_to_all_is_what_one_holds() -> None:
    """KH-7: a hand shown to all has the ten cards that were kept, not who passed which of them to whom."""
    hand = knights_heads.last_standing()
    folded = watched(hand, PEOPLE[0])
    passed = watched(knights_heads.leaving_in_the_exchange(), PEOPLE[0])
    seen = [hand_at(passed.shared(step)) for step in range(len(passed.moments))]

    assert hand_at(folded.shared(0)).cards == hand_at(folded.own(0)).cards
    assert [len(each.cards) for each in seen][:2] == [0, 0]
    assert [len(each.cards) for each in seen][-1] == 10
    assert {(each.gave, each.got) for each in seen} == {(None, None)}


def test_cards_of_the_field_are_nobodys_to_show() -> None:
    """DE-4: a card that was looked at and still lies there is not shown; a turned one is."""
    again = watched(destiny.showdown(), PEOPLE[destiny.showdown().state.order[0] - 1])
    shown = [hand_at(again.shared(step)) for step in range(len(again.moments))]

    assert looked(again) == {"A1"}
    assert [each for each in shown if each.looked_card is not None] == []


def test_private_cards_of_dividha_are_their_owners_to_show() -> None:
    """DV-3: nobody's view of a hand holds another's card, so all of it may be shown."""
    again = watched(dividha.free_trade(), PEOPLE[1])
    steps = range(len(again.moments))

    assert [again.shared(step) for step in steps] == [again.own(step) for step in steps]


def test_a_spectator_has_nothing_to_show() -> None:
    """TB-11: a stranger without a seat would show only the public view."""
    again = watched(knights_heads.showdown(), None)

    assert again.shared(0) == again.public(0)


def test_a_hand_of_other_rules_is_not_watched() -> None:
    """TB-13: a hand with a move that is no longer offered cannot be shown as it was."""
    hand = knights_heads.short_antes()
    table, over = table_of(hand), finished(hand)
    index = next(index for index, each in enumerate(over.moves) if isinstance(each.move, Raise))
    forged = replace(over.moves[index], move=Raise(1))
    by_old_rules = replace(over, moves=(*over.moves[:index], forged, *over.moves[index + 1 :]))

    with pytest.raises(NotOffered):
        replay(table, KNIGHTS_HEADS, by_old_rules, (2,), None)
