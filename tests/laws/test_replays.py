"""The laws of every hand that is watched again, whatever the game (TB-11, TB-13)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import product
from typing import Any

import pytest

from bot.screens.catalog import FACES
from bot.screens.core.picture import Picture
from bot.screens.core.screen import Screen, Select, Separator, Text, faults
from bot.screens.learn.choose_again import Choosing
from bot.screens.table.message import parts_watched
from bot.screens.table.panel import held as held_by_viewer
from bot.screens.table.panel import own_parts
from bot.screens.table.scenes import Scene
from games.catalog import GAMES
from games.dividha.model import DividhaState
from games.engine.betting.bets import Check, Fold
from games.engine.core.game import AnyGame, Seat
from games.engine.core.offers import PlainOffer
from games.engine.table.events import TableEvent
from games.engine.table.table import TableSeat
from games.engine.table.views import TableView, view_table
from games.knights_heads.model import KnightsState
from games.stone_hand.model import Keep, Rethrow
from games.tools.replay import Replay, replay, seat_in
from games.tools.review import SAMPLES_MAX, PotOdds, SecondLook
from tests.bot.rendering import IN_EMOJIS, IN_WORDS, actions, texts, widest
from tests.laws.histories import WITHOUT_AID, final_state, looks, otherwise, over_of
from tests.laws.replays import (
    FEW,
    SOME,
    WATCHING,
    Then,
    drawn,
    hands_shown,
    last_table,
    players,
    screens,
    watch,
)
from tests.laws.walk import Case, few_cases, named, play_hands, walk
from tests.soak import some_now

FEW_CASES = pytest.mark.parametrize("case", some_now(SOME, FEW), ids=named)
LARGEST = [case for case in SOME if case[2] == max(GAMES[case[0]].seats)]


@FEW_CASES
def test_what_is_watched_is_what_was_shown(case: Case) -> None:
    """TB-13: every screen is what table and panel showed then, of all that the hand alone tells."""
    game = GAMES[case[0]]
    for over, shown in hands_shown(case):
        for player in players(case):
            again = watch(case, over, player)
            then = [each for each in shown if is_news(game, each, shown, again.viewer)]

            # Hands that were laid down at once are watched one after the other.
            apart = game.unfolding(final_state(game, over))
            steps = [step for step, each in enumerate(again.moments) if each.state not in apart]
            assert len(steps) == len(then)
            for step, each in zip(steps, then, strict=True):
                assert written(drawn(again, step, pictures="never")) == lines_of(expected(each, again, step))


@FEW_CASES
def test_other_secrets_are_watched_alike(case: Case) -> None:
    """Law 5, TB-11: had all that a viewer has not seen been other cards, all their screens were the same."""
    game = GAMES[case[0]]
    for over, _shown in hands_shown(case):
        for player in players(case):
            again = watch(case, over, player)
            ends = (over.beginning, final_state(game, over))
            known = {card for state in ends for card in game.seen(state, again.viewer)}
            unseen = [card for card in game.cards(over.beginning) if card not in known]

            assert [*screens(watch(case, otherwise(over, unseen), player))] == [*screens(again)]


@FEW_CASES
def test_what_is_shown_to_all_holds_no_card_of_another(case: Case) -> None:
    """Law 5, TB-11: had others held other cards, folded or passed on too, what is shown were the same."""
    game = GAMES[case[0]]
    for over, _shown in hands_shown(case):
        end = final_state(game, over)
        for player in players(case):
            again = watch(case, over, player)
            if again.viewer is None:
                continue
            open_now = {*game.seen(over.beginning, None), *game.seen(end, None), *held(end, again.viewer)}
            others = [card for card in game.cards(over.beginning) if card not in open_now]

            as_well = watch(case, otherwise(over, others), player)
            assert [*screens(as_well, is_shared=True)] == [*screens(again, is_shared=True)]


@pytest.mark.parametrize("key", ["dividha", "knights_heads"])
def test_own_cards_are_shown_when_a_hand_is_shown(key: str) -> None:
    """The law above is not empty: what a player holds at the end, and nobody else has seen, is shown."""
    by_seats = sorted((case for case in SOME if case[0] == key), key=lambda case: case[2])
    assert any(map(shows_own, by_seats))


@pytest.mark.parametrize("key", GAMES)
def test_a_result_has_its_picture_above_the_own_cards(key: str) -> None:
    """A hand's result is painted beside its words; a moment never has two pictures."""
    of_game = [each for each in SOME if each[0] == key][:3]
    ends = []
    for case in of_game:
        for over, _shown in hands_shown(case):
            shown = [[type(part) for part in each.parts] for each in screens(watch(case, over, 1))]
            assert all(each.count(Picture) <= 1 for each in shown)
            ends.append(shown[-1])
    painted = [each for each in ends if Picture in each]

    assert painted
    assert all(each.index(Picture) < [*each, Separator].index(Separator) for each in painted)


def shows_own(case: Case) -> bool:
    """Return True if a player shows a card that no other would have seen."""
    game, face = GAMES[case[0]], FACES[case[0]]
    for over, _shown in hands_shown(case):
        end = final_state(game, over)
        for player in players(case):
            again = watch(case, over, player)
            said = " ".join(text for each in screens(again, is_shared=True) for text in texts(each))
            if any(face.card(card) in said for card in held(end, again.viewer) - {*game.seen(end, None)}):
                return True
    return False


@pytest.mark.parametrize("case", some_now(WITHOUT_AID, WITHOUT_AID[1::20]), ids=named)
def test_what_only_memory_keeps_is_not_watched(case: Case) -> None:
    """DE-12: nobody watches what they looked at before that card has left the field or the field is over."""
    game, count = GAMES["destiny"], 0
    for steps, taken in enumerate(walk(case), start=1):
        table = taken.change.table
        if not taken.change.ended:
            continue
        hands = play_hands(case, steps)
        lying = [each for each in looks(game, hands) if each.is_lying and table.phase != "closed"]
        for over in over_of(hands):
            stacks = game.result(final_state(game, over)).stacks
            for player in (each.player for each in table.seats if each.player is not None):
                own = replay(table, game, over, range(1, len(over.moves) + 1), player)
                seat = seat_in(table, tuple(stacks), player, over.number)
                kept = {each.card for each in lying if each.seat == seat and each.hand <= over.number}
                hands_seen: list[Any] = [own.own(step).hand for step in range(len(own.moments))]
                told = {each.looked_card.card for each in hands_seen if each.looked_card is not None}
                count += bool(kept)

                assert not told & kept
                assert len(own.withheld) == len(kept)
    assert count


@pytest.mark.parametrize("is_thorough", [False, pytest.param(True, marks=pytest.mark.soak)])
@pytest.mark.parametrize("case", some_now(LARGEST, few_cases()), ids=named)
def test_all_that_is_watched_fits(case: Case, is_thorough: bool) -> None:  # noqa: FBT001
    """Law 7, F-47: with every seat taken and all names long and wide, each moment is within the limits."""
    table, hands, people = widest(replace(last_table(case), id=10**17)), hands_shown(case), players(case)
    for number, player in enumerate(people):
        # Otherwise everybody watches one of the hands, each at another of its moments.
        for over, _shown in hands if is_thorough else hands[number % len(hands) :][:1]:
            again = watch(case, over, player, table)
            last = len(again.moments) - 1
            for moment in range(last + 1) if is_thorough else (last - last * number // len(people),):
                for is_shared, emojis in product((False, True), (IN_WORDS, IN_EMOJIS)):
                    screen = drawn(again, moment, emojis, is_shared=is_shared)

                    assert faults(screen) == []
                    assert faults(looked_back(again, moment, screen)) == []
                    assert {each.split(":")[2] for each in actions(screen)} <= WATCHING
                    assert all(
                        each.action == "t:0:watch_hand" for each in screen.parts if isinstance(each, Select)
                    )


def looked_back(again: Replay, moment: int, screen: Screen) -> Screen:
    """Return the screen after a second choice, with another choice to come (TB-26)."""
    offers: tuple[PlainOffer[Any], ...] = (PlainOffer("rethrow", Rethrow()), PlainOffer("keep", Keep()))
    if again.game.is_dealt:
        offers = (PlainOffer("fold", Fold()), PlainOffer("check", Check()))
    best, answered = (each.key for each in offers)
    look = SecondLook(
        again.moments[moment].state,
        offers,
        answered,
        {answered: -12_345.6, best: 0.0},
        imagined=SAMPLES_MAX,
        call=PotOdds(0.2, 12_345, 0.3) if again.game.is_dealt else None,
    )
    if not again.game.looks_back or again.viewer is None:
        return screen
    return Choosing(screen, again.game, again.own(moment), [look, look]).told(0, best)


def is_news(game: AnyGame, now: Then, shown: list[Then], viewer: Seat | None) -> bool:
    """Return True if a shown table had news for the viewer."""
    index = next(index for index, each in enumerate(shown) if each is now)
    before = shown[index - 1] if index else None
    return bool(now[1]) or before is None or hand_seen(game, now, viewer) != hand_seen(game, before, viewer)


def hand_seen(game: AnyGame, then: Then, viewer: Seat | None) -> object:
    """Return the viewer's view of a hand."""
    return view_table(then[0], game, viewer).hand


def expected(then: Then, again: Replay, step: int) -> Iterator[str]:
    """The words of table and panel as they were shown, without what the hand does not tell."""
    live, events = then
    hand = live.hand or live.last
    assert hand is not None
    story = again.moments[step].story
    real = tuple(each for each in live.story if not isinstance(each, TableEvent))
    known = min(len(real), len(story))
    assert story[len(story) - known :] == real[len(real) - known :]
    seats = tuple(unmarked(each) for each in live.seats if each.seat in hand.seats)
    bare = replace(live, seats=seats, story=story, wants_last=(), last_hand=None, closing=None)
    game, face = again.game, FACES[again.game.key]
    scene = Scene(unasked(view_table(bare, game, None)), game, face, "coins", news=len(events))
    table = [part.markdown for part in parts_watched(scene) if isinstance(part, Text)]
    yield from table
    own = unasked(view_table(bare, game, again.viewer))
    is_laid = own.is_resting and any(each.seat == again.viewer for each in face.result(own).laid)
    if again.viewer is not None and face.is_private and not is_laid:
        said = {line for each in table for line in each.splitlines()}
        scene = replace(scene, view=own)
        # The cards' worth was told where it was asked.
        mine = replace(held_by_viewer(scene), texts=(), around=(), hints=())
        _title, lies = own_parts(scene, mine, face.field(own, None))
        lines = [line for part in lies if isinstance(part, Text) for line in part.markdown.splitlines()]
        if any(line not in said for line in lines):
            yield from (f"**{face.own_title}**", *(line for line in lines if line not in said))


def unmarked(seated: TableSeat[Any]) -> TableSeat[Any]:
    """A seat without who was away or about to leave, what blind they owe, and whether they were slow."""
    return replace(seated, standing="in", home=None, owes_blind=False, posts_blind=False, halved=0)


def unasked(view: TableView[Any]) -> TableView[Any]:
    """A view with nothing to press: a field of Destiny is drawn in words then, and not on buttons."""
    if view.game != "destiny":
        return view
    return replace(view, questions=tuple(replace(each, offers=()) for each in view.questions))


def written(screen: Screen) -> list[str]:
    """Return the lines of a screen above its footer; for a picture, the text in its place."""
    told = [
        part.instead if isinstance(part, Picture) else part.markdown
        for part in screen.parts
        if isinstance(part, Picture | Text)
    ]
    return lines_of(told[:-1])


def lines_of(texts: Iterable[str]) -> list[str]:
    """Some texts line by line."""
    return [line for each in texts for line in each.splitlines()]


def held(end: Any, seat: Seat | None) -> set[str]:
    """The cards that are a player's own by the end of a hand."""
    match end:
        case KnightsState():
            return {*end.cards(seat)}
        case DividhaState():
            own = [each for each in end.holdings if each.seat == seat]
            return {card for each in own for card in (*each.private, *each.turned_in)}
        case _:
            return set()
