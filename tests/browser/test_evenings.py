"""An evening of each game as a phone and a desk show it: what fits, what breaks, how much is said.

The screenshots are kept in `.screens/`, to be looked at.
"""

from __future__ import annotations

import pytest
from playwright.async_api import Browser

from bot.text.translate import ENGLISH, languages
from games.destiny.game import DESTINY
from games.dividha.game import DIVIDHA
from games.engine.core.game import AnyGame
from tests.browser.evenings import DIVIDHA_DEAL, EVENINGS, Evening
from tests.browser.eyes import looking
from tests.discord.dice import Dice
from tests.discord.tavern import Room, gather
from tests.discord.tongues import speak, using

pytestmark = [pytest.mark.browser, pytest.mark.soak]


async def watched_again(evening: Evening) -> None:
    """The last hand, from its first moment to its last, and as it is shown to all."""
    me = evening.me
    await me.press("watch")
    await evening.whispered("W1-watched")
    await me.press("watch on")
    await me.press("watch on")
    await evening.whispered("W2-watched")
    await me.press("watch last")
    await me.press("watch back")
    await evening.whispered("W3-watched")
    await me.press("watch last")
    await evening.whispered("W4-watched")
    if evening.game is not DESTINY:  # there lies a card that only memory may keep (DE-12)
        await me.press("show")
        await evening.look_at(me.table, "W5-shown")


@pytest.mark.parametrize("code", [each for each in languages() if each != ENGLISH])
@pytest.mark.parametrize("game", EVENINGS, ids=lambda game: game.key)
async def test_an_evening_in_another_language(
    browser: Browser, room: Room, dice: Dice, game: AnyGame, code: str
) -> None:
    """Every state fits, as in English; how many words there are is left open."""
    people = [room.person(name) for name in ("Brenna", "Tomas", "Ishbel")]
    with using(lambda _person: code):
        async with looking(browser, room, people[0], f"{game.key}-{code}", locale=code) as eyes:
            await speak(room, code)
            evening = Evening(game, people, dice, eyes)
            await gather(room, game, people)
            await evening.table("1-lobby")
            await EVENINGS[game](evening)
            await watched_again(evening)

    assert [each for each in evening.faults if not each.endswith(" words")] == []


@pytest.mark.parametrize("game", EVENINGS, ids=lambda game: game.key)
async def test_an_evening(browser: Browser, room: Room, dice: Dice, game: AnyGame) -> None:
    """Every state fits a phone and a desk, says little, and breaks no card over two lines."""
    people = [room.person(name) for name in ("Brenna", "Tomas", "Ishbel")]
    async with looking(browser, room, people[0], game.key) as eyes:
        evening = Evening(game, people, dice, eyes)
        await gather(room, game, people)
        await evening.table("1-lobby")
        await EVENINGS[game](evening)
        await watched_again(evening)

    assert evening.faults == []


@pytest.mark.parametrize("code", languages())
async def test_a_raise_that_the_coach_speaks_of(browser: Browser, room: Room, dice: Dice, code: str) -> None:
    """Dividha's fullest panel fits, too: an Ace, both sums of each bet, and the coach's words."""
    people = [room.person(name) for name in ("Brenna", "Tomas", "Ishbel")]
    locale = "en-US" if code == ENGLISH else code
    with using(lambda _person: code):
        async with looking(browser, room, people[0], f"coach-{code}", locale=locale) as eyes:
            await speak(room, code)
            evening = Evening(DIVIDHA, people, dice, eyes)
            await gather(room, DIVIDHA, people, practice=True)
            dice.stack(DIVIDHA_DEAL.replace("KD", "AD"))
            dice.load("1")
            await people[0].press("begin")
            for each in people:
                await each.press("usual 50")
            await evening.answer("bet 2", "raise 4")
            await evening.panel("raised")

    assert "coach_off" in people[0].whispered
    assert evening.faults == []


async def test_a_result_of_seven(browser: Browser, room: Room, dice: Dice) -> None:
    """With seven hands laid down, too, the cards and the buttons are seen at once."""
    people = [
        room.person(name) for name in ("Brenna", "Tomas", "Ishbel", "Odo", "Wilhelmina", "Cora", "Piet")
    ]
    async with looking(browser, room, people[0], "seven") as eyes:
        evening = Evening(DIVIDHA, people, dice, eyes)
        await gather(room, DIVIDHA, people)
        await people[0].press("begin")
        for each in people:
            await each.press("usual 50")
        for betting in range(4):
            for _each in people:
                await evening.answer("check")
            if betting == 1:
                for _each in people:
                    await evening.answer("no_trade")
        for each in people:
            await each.open_panel()
            pick = each.whispered.picks[0]
            left_out = [pick["options"][0]["value"]]
            await each.member.select(each.whispered.sent, left_out, custom_id=pick["custom_id"])
        await evening.look_at(evening.me.table, "result")
        await evening.panel("result")

    assert evening.faults == []
