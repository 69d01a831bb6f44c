"""The grades of the deal of the day: ahead, after a start, while an answer waits, and across upgrades."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import pytest

from bot.tavern.daily import AnsweredBefore, DealtOtherwise
from games.dividha.cards import DECK
from games.dividha.game import DividhaDaily
from games.engine.core.game import AnswerValues
from games.knights_heads import game as knights_daily
from storage.play import daily
from tests.discord.commands import ask_forget, type_in
from tests.discord.daily import (
    DIVIDHA,
    KNIGHTS,
    RESULT,
    STONE_HAND,
    answering,
    at_day,
    dealt,
    goes,
    play,
    press,
    said_of,
    today,
)
from tests.discord.tavern import Player, Press, Room

GRADE_SECONDS = 10.0


async def test_the_grade_outlives_a_kill(room: Room, ann: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    """Answers and computed grades are there again after a kill; no grade is computed twice."""
    await play(room, ann, KNIGHTS, 7)
    result = ann.told
    worths = await room.read(lambda tx: daily.worths(tx, today(room), KNIGHTS))
    # With other deals it would come to something else.
    monkeypatch.setattr(knights_daily, "DEALS", 1)
    await room.restart(is_killed=True)
    await type_in(ann, "daily", game=KNIGHTS)

    assert ann.told == result
    assert await room.read(lambda tx: daily.worths(tx, today(room), KNIGHTS)) == worths


@pytest.mark.parametrize("is_killed", [True, False])
async def test_grading_goes_on_after_a_restart(room: Room, ann: Player, *, is_killed: bool) -> None:
    """The answer was committed first; the next start grades what was shown, without anybody asking."""
    await play(room, ann, KNIGHTS, 7)
    result, day = ann.told, today(room)
    await room.bot.app.database.write(lambda tx: tx.execute("UPDATE daily_deals SET worths = NULL").rowcount)
    await room.restart(is_killed=is_killed)
    await type_in(ann, "daily")

    assert await room.read(lambda tx: daily.worths(tx, day, KNIGHTS)) is not None
    await type_in(ann, "daily", game=KNIGHTS)
    assert ann.told == result


def grade_slowly(room: Room) -> None:
    """Make each step take longer than a press is waited for: it goes on while a test lets time pass."""
    grades = room.bot.app.daily_deals.grades
    think = grades.think

    async def later(step: Callable[[], AnswerValues | None]) -> AnswerValues | None:
        await asyncio.sleep(GRADE_SECONDS)
        return await think(step)

    grades.think = later


async def test_an_answer_is_graded_from_when_the_deal_is_shown(room: Room, ann: Player) -> None:
    """TB-20: the answers' worths are known before any answer; they are not shown."""
    await type_in(ann, "daily", game=DIVIDHA)

    assert await room.read(lambda tx: daily.worths(tx, today(room), DIVIDHA)) is not None
    assert not RESULT.search(ann.told)


async def test_an_answer_before_its_grade_is_kept(room: Room, ann: Player) -> None:
    """One call says so at once; a second changes that private message to the stars, when they are there."""
    grade_slowly(room)
    await type_in(ann, "daily", game=DIVIDHA)
    question = ann.whispered
    await press(room, ann, *answering(question), "3")
    with room.calls() as calls:
        await ann.press("daily_go 3")
        waiting = ann.told
        await type_in(ann, "daily")
        listed = ann.told
        await room.wait(3 * GRADE_SECONDS)
    graded = next(each for each in ann.looks_back() if each.id == question.id)

    assert await goes(room) == [(ann.id, DIVIDHA, f"{(await dealt(room, DIVIDHA))[3]} win")]
    assert "Your answer is kept: **" in waiting
    assert RESULT.search(waiting) is None
    assert "**Dividha** · played" in listed
    assert RESULT.search(graded.words)
    assert calls == ["callback", "callback", "token PATCH"]


async def test_whoever_asks_again_meanwhile_gets_the_grade_too(room: Room, ann: Player) -> None:
    """A new private message, which changes as well; the deal is graded once."""
    grade_slowly(room)
    await play(room, ann, DIVIDHA)
    await type_in(ann, "daily", game=DIVIDHA)
    assert "Your answer is kept: **" in ann.told
    await room.wait(3 * GRADE_SECONDS)
    first, second = [each.words for each in ann.sees()]

    assert first == second
    assert RESULT.search(second)


async def test_a_deal_that_an_update_changed_is_refused_in_words(
    room: Room, ann: Player, ben: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    """TB-20: the answer belongs to another deal, so it is not taken, graded or shown any more."""
    await play(room, ann, DIVIDHA)
    result = ann.whispered
    await type_in(ben, "daily", game=DIVIDHA)
    question = ben.whispered
    monkeypatch.setattr(DividhaDaily, "deal", lambda _asked, below: DECK[below(9) :][:6])
    monkeypatch.setattr(DividhaDaily, "answers", lambda _asked, _deal: ("red", "black"))
    for player, shown in ((ann, result), (ben, question)):
        await room.deliver(Press(player, shown.id, f"t:0:daily_go:{today(room)}_{DIVIDHA}_0"))
        assert said_of(DealtOtherwise()) in player.told
        await type_in(player, "daily", game=DIVIDHA)
        assert said_of(DealtOtherwise()) in player.told
        await type_in(player, "daily")
        assert "**Dividha** · played" in player.told
    await room.deliver(Press(ann, result.id, f"t:0:daily_share:{today(room)}_{DIVIDHA}"))
    assert said_of(DealtOtherwise()) in ann.told
    at_day(room, monkeypatch, today(room) + 1)
    await type_in(ann, "daily")
    await ann.press("daily_old")
    assert "An update deals this one differently now" in ann.told


async def test_who_is_forgotten_has_no_second_go(room: Room, ann: Player) -> None:
    """TB-20, F-53: the deal that was answered takes no other answer that day; the others do."""
    await play(room, ann, DIVIDHA)
    await ask_forget(ann)
    await ann.press("forget_me")
    assert await goes(room) == []
    await play(room, ann, DIVIDHA, 1)
    assert said_of(AnsweredBefore()) in ann.told
    await play(room, ann, STONE_HAND)

    assert await goes(room) == [(ann.id, STONE_HAND, "keep")]


async def test_yesterdays_deals_are_solved_also_if_nobody_played(
    room: Room, ann: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    """TB-20: they are shown at once, and the same message has the best answers once they are known."""
    at_day(room, monkeypatch, today(room) + 1)
    grade_slowly(room)
    await type_in(ann, "daily")
    await ann.press("daily_old")
    shown = ann.whispered
    assert shown.words.count("I’m still working out the best answer.") == 3
    assert "Best: **" not in shown.words
    await room.wait(9 * GRADE_SECONDS)
    solved = next(each.words for each in ann.looks_back() if each.id == shown.id)

    assert solved.count("Best: **") == 3
    assert "working out" not in solved
