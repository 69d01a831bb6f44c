"""Help for learners: the coach's line, a hint, and a house player that says why it played so."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

import pytest

from bot.discord_io.interactions.dispatch import sentence
from bot.tavern.table.table_state import TableState
from games.dividha.game import DIVIDHA
from games.engine.core.errors import N_, NotOffered, NotYourTurn
from games.engine.table.refusals import NotSeated
from games.stone_hand.game import STONE_HAND
from tests.discord.commands import answer_of, type_in
from tests.discord.dice import Dice
from tests.discord.tavern import THINKS_SECONDS, Player, Press, Room, gather


@dataclass(frozen=True)
class Said:
    """A reason, or advice, that is easily found again."""

    template = N_("Mind {cards}.")
    advice_template = N_("You mind {cards}.")
    cards: tuple[str, ...] = ("7H",)


@pytest.fixture(autouse=True)
def talkative(monkeypatch: pytest.MonkeyPatch) -> None:
    """Coach and house players of both games have something to say."""
    for game in (DIVIDHA, STONE_HAND):
        monkeypatch.setattr(game, "advice", lambda *_given: Said())
        monkeypatch.setattr(game, "reason", lambda *_given: Said())


async def until_asked(ann: Player) -> None:
    """Wait while house players play until it is Ann's turn, and open her panel."""
    for _ in range(20):
        if ann.is_called:
            break
        await ann.room.wait(THINKS_SECONDS)
    await ann.open_panel()


async def test_the_coach_says_what_matters_until_it_is_sent_away(room: Room, ann: Player) -> None:
    """At a practice table a learner's panel has one line of advice; one press, and it is gone for good."""
    await type_in(ann, "play", game="dividha")
    await until_asked(ann)
    before = ann.told
    await ann.press("coach_off")

    assert "**Coach:** Mind" in before
    assert "Coach" not in ann.told
    assert (await room.bot.app.tavern.preferences(ann.id)).coach == "off"
    assert "coach_off" not in ann.whispered


async def test_the_coach_speaks_at_each_question(room: Room, ann: Player, dice: Dice) -> None:
    """TB-12: a panel opens by itself, and the coach speaks on it each time, in the next hand too."""
    await room.fund_house(100)
    await gather(room, STONE_HAND, [ann])
    await ann.press("house")
    dice.load("1-2-4", "1-2-5", "3-3-4", "8-8-7")
    said = []
    for act in (ann.press("begin"), ann.open_panel(), ann.press("throw"), ann.press("rethrow")):
        await act
        said.append("**Coach:**" in ann.told)
    await ann.press("keep")
    await until_asked(ann)
    said.append("**Coach:**" in ann.told)

    assert (await room.table()).table.hands == 2
    assert said == [True, True, True, True, True]


async def test_what_nobody_was_shown_is_said_later(
    room: Room, ann: Player, dice: Dice, monkeypatch: pytest.MonkeyPatch
) -> None:
    """TB-12: if no panel could be opened for the coach's advice, it speaks at the next question."""
    coach = room.bot.app.tavern.coach
    advise = coach.advise

    async def keep_to_itself(state: TableState, player: int) -> None:
        await advise(state, player)

    await gather(room, STONE_HAND, [ann], practice=True)
    await ann.press("house")
    dice.load("1-2-4")
    with monkeypatch.context() as patched:
        patched.setattr(coach, "advise", keep_to_itself)
        await ann.press("begin")
        await ann.press("throw")

    assert "**Coach:**" not in ann.told

    await ann.open_panel()

    assert "**Coach:**" in ann.told


async def test_a_hint_says_what_a_master_would_do(room: Room, ann: Player) -> None:
    """A player among house players only may ask what a master would do, and why."""
    await type_in(ann, "play", game="dividha")
    await until_asked(ann)
    hint = answer_of(await ann.press("hint"))

    assert hint.startswith("A master would press **")
    assert "**. You mind `7H○`." in hint
    assert (await room.table()).table.hands == 1


@pytest.mark.parametrize(
    ("company", "money", "has_coach"),
    [("house", "coins", True), ("ben", "practice", True), ("ben", "coins", False), ("both", "coins", False)],
)
async def test_no_help_where_it_would_be_unfair(
    room: Room, ann: Player, ben: Player, company: str, money: str, *, has_coach: bool
) -> None:
    """TB-12: for coins the coach helps who plays the house alone; a hint is for practice with it alone."""
    if money == "coins":
        await room.fund_house(1000)
    await ann.open(DIVIDHA, practice=money == "practice")
    if company != "house":
        await ben.press("join")
    if company != "ben":
        await ann.press("house")
    await ann.press("begin")
    assert (await room.table()).table.money == money
    asked = ben if ben.is_called else ann
    await until_asked(asked)
    panel = asked.whispered
    (forged,) = await room.deliver(Press(asked, asked.table.id, "t:1:hint"))

    assert "hint" not in panel
    assert ("Coach" in panel.words) == has_coach
    assert answer_of(forged) == sentence(NotOffered(), "coins")


async def test_a_hint_is_for_whoever_is_asked(room: Room, ann: Player, dice: Dice) -> None:
    """While others are to act there is nothing to hint at; who has no seat is told nothing."""
    await gather(room, STONE_HAND, [ann], practice=True)
    await ann.press("house")
    await ann.press("begin")
    dice.load("1-1-5")
    await ann.press("throw")
    ben = room.person("ben")
    asked, stranger = await room.deliver(
        Press(ann, ann.table.id, "t:1:hint"), Press(ben, ann.table.id, "t:1:hint")
    )

    assert answer_of(asked) == sentence(NotYourTurn(), "coins")
    assert answer_of(stranger) == sentence(NotSeated(), "coins")


async def test_a_house_player_says_why(room: Room, ann: Player, ben: Player, dice: Dice) -> None:
    """TB-13: after the hand anybody at the table can ask, and nobody else; dice lay open, so it tells."""
    await gather(room, STONE_HAND, [ann], practice=True)
    await ann.press("house")
    await ann.press("begin")
    dice.load("1-1-5", "3-3-4")
    await ann.press("throw")
    await room.wait(THINKS_SECONDS)
    await room.wait(THINKS_SECONDS)
    house = (await room.table()).table.present[1].name
    told = answer_of(await ann.press("why"))
    (stranger,) = await room.deliver(Press(ben, ann.table.id, "t:1:why"))

    assert told.startswith(f"### {house}")
    assert "“Mind" in told
    assert answer_of(stranger) == sentence(NotSeated(), "coins")


async def test_a_house_player_that_keeps_its_reasons_says_so(
    room: Room, ann: Player, dice: Dice, monkeypatch: pytest.MonkeyPatch
) -> None:
    """TB-11: if a reason rests on cards that Ann has not seen, she is told only that."""
    monkeypatch.setattr(STONE_HAND, "grounds", lambda *_given: None)
    await gather(room, STONE_HAND, [ann], practice=True)
    await ann.press("house")
    await ann.press("begin")
    dice.load("1-1-5", "3-3-4")
    await ann.press("throw")
    await room.wait(THINKS_SECONDS)
    await room.wait(THINKS_SECONDS)
    told = answer_of(await ann.press("why"))

    assert "“I keep my reasons to myself: they’re about cards you haven’t seen.”" in told
    assert "Mind" not in told


@pytest.mark.parametrize("may_explain", [True, False])
async def test_nobody_is_asked_who_keeps_it_to_themselves(
    room: Room, ann: Player, monkeypatch: pytest.MonkeyPatch, *, may_explain: bool
) -> None:
    """TB-12: without a reason to tell there is no button for it, on table, panel and menu."""
    monkeypatch.setattr(DIVIDHA, "may_explain", lambda *_given: may_explain)
    await type_in(ann, "play", game="dividha")
    random = Random(1)
    while (await room.table()).table.hand is not None:
        if ann.is_called:
            await ann.answer_at(ann.table, random)
        else:
            await room.wait(THINKS_SECONDS)
    await ann.open_panel()
    shown = [ann.table, ann.whispered]
    await ann.press("more")
    shown.append(ann.whispered)

    assert [any("why" in each for each in message.buttons.values()) for message in shown] == [may_explain] * 3


async def test_which_of_several_is_asked(room: Room, ann: Player, dice: Dice) -> None:
    """With several house players one says whom to ask; one who did not play that hand is not asked."""
    await gather(room, STONE_HAND, [ann], practice=True)
    await ann.press("house")
    await ann.press("house apprentice")
    await ann.press("begin")
    dice.load("1-1-5", "3-3-4", "3-3-5")
    await ann.press("throw")
    for _ in range(5):
        await room.wait(THINKS_SECONDS)
    first, second = (await room.table()).table.present[1:]
    asks = answer_of(await ann.press("why"))
    await ann.choose("why", str(second.seat))
    told = ann.told
    (forged,) = await room.deliver(Press(ann, ann.table.id, "t:1:why:1"))

    assert "Who do you want to ask" in asks
    assert second.name in told.splitlines()[0]
    assert first.name not in told.splitlines()[0]
    assert "“Mind" in told
    assert answer_of(forged) == sentence(NotOffered(), "coins")
