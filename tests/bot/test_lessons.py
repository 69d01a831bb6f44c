"""First hands that teach: every way through one leads to a table, and the rules say what comes of it."""

from __future__ import annotations

import json
from functools import partial

import pytest

from bot.custom_ids import TablePress, parse
from bot.discord_io.rendering import ScreenLayout
from bot.screens.core.emojis import with_emojis
from bot.screens.core.screen import BYTES_MAX, faults
from bot.screens.lessons import destiny, dividha, knights_heads, stone_hand
from bot.screens.lessons.catalog import LESSONS
from bot.screens.lessons.laid_table import LEARNER as SEAT
from bot.screens.lessons.lesson import Lesson, lesson_screen
from bot.text.translate import speaking
from games.dividha.hands import best
from games.dividha.readings import HIGH_CARD, ONE_PAIR
from games.engine.core.errors import NotOffered
from games.house_players import HOUSE_PLAYERS as NAMES
from games.knights_heads.hands import made
from games.stone_hand import hands
from games.stone_hand.hands import read_dice
from tests.bot.lessons import LEARNER, Learner, buttons, markdown, ways, words
from tests.bot.test_rendering import IN_EMOJIS, WIDE, untranslated
from tests.pseudo import PSEUDO, pseudo_language

STEPS = range(4, 8)
"""Four to six screens, and one more where somebody went wrong."""
SPEEDS = pytest.mark.parametrize("is_quick", [True, pytest.param(False, marks=pytest.mark.soak)])
EVERY = pytest.mark.parametrize("lesson", LESSONS.values(), ids=LESSONS)


@SPEEDS
@EVERY
def test_every_way_ends_in_deal_me_in(lesson: Lesson, *, is_quick: bool) -> None:
    """Whatever is pressed leads on, and after four to six steps to a table of that game."""
    ends = 0
    for pressed, step in ways(lesson, is_quick=is_quick):
        actions = [parse(each.action) for each in buttons(lesson_screen(lesson, 7, pressed, LEARNER))]
        if step.choices:
            assert TablePress(7, "lesson", f"{lesson.game.key}_{pressed}0") in actions
            continue
        ends += 1
        assert actions[0] == TablePress(7, "deal_me_in", lesson.game.key)
        assert len(pressed) + 1 in STEPS
    assert ends > 1


@EVERY
def test_every_step_fits(lesson: Lesson) -> None:
    """Law 7: in words and in emojis, in every language, under the longest name; and each says what it is."""
    pictured = 0
    for pressed, _step in ways(lesson):
        with pseudo_language(), speaking(PSEUDO):
            foreign = lesson_screen(lesson, 10**18 - 1, pressed, LEARNER)
        draw = partial(lesson_screen, lesson, 10**18 - 1, pressed, WIDE)
        for screen in (foreign, with_emojis(IN_EMOJIS, draw)):
            sent = json.dumps(ScreenLayout(screen).to_components(), ensure_ascii=False)
            assert faults(screen) == []
            assert len(sent.encode()) < BYTES_MAX
        pictured += "<:" in sent
        labels = [each.label for each in buttons(foreign) if not is_card(each.label)]
        assert untranslated(unnamed("\n".join([markdown(foreign), *labels]))) == ""
        assert (
            "A lesson: dice and cards were set up for it, no coins are at stake, and only you see it."
            in words(screen)
        )
    assert pictured > 2


@EVERY
@pytest.mark.parametrize("pressed", ["z", "0z", "00000000000", "-"])
def test_what_was_never_offered_is_refused(lesson: Lesson, pressed: str) -> None:
    """F-27: signs that lead nowhere."""
    with pytest.raises(NotOffered):
        lesson.step(pressed, LEARNER)


def test_a_place_that_cannot_be_played_cannot_be_pressed() -> None:
    """DE-4: the card that was looked at is back in the left hand until all have played."""
    with pytest.raises(NotOffered):
        LESSONS["destiny"].step("44", LEARNER)


@EVERY
def test_a_press_needs_nothing_but_its_button(lesson: Lesson) -> None:
    """After a restart a lesson goes on where it was: what came before stands in the button."""
    anew = Lesson(lesson.game, lesson.face, lesson.script)

    for pressed, step in ways(lesson):
        assert anew.step(pressed, LEARNER) == step


def test_the_people_of_the_lessons_are_the_houses() -> None:
    """Whoever taught you is met again at a table."""
    taught = {stone_hand.VASK, *destiny.NAMES, *dividha.NAMES, *knights_heads.NAMES}

    assert taught <= {*NAMES}


def test_stone_hand() -> None:
    """SH-2 to SH-6: the lower pair wins 3, though a show-up lifted the pay to 7; a low score saves 5 of 8."""
    learner = Learner("stone_hand")
    assert "4-4-6 a pair, 6" in learner.words
    assert "from 8 to 6" in learner.words
    assert "2-5-6 junk, 5" in learner.press("Throw").words
    assert "lifts the pay from 6 to 7" in learner.press("Throw again").words
    assert "p1 takes 3 from Uncle Vask" in learner.press("Throw").words
    assert "The pay fell from 8 to 3: p1’s pair scores 3." in learner.words
    assert "6-6-8, three numbers of his own" in learner.press("Next round").words
    assert "Uncle Vask takes 3 from p1" in learner.press("Keep it").words
    assert "The pay fell from 8 to 3: p1’s junk scores 3." in learner.words
    assert "your low score made you pay 3 and not 8" in learner.words


def test_stone_hand_played_wrongly() -> None:
    """SH-6: junk that is kept pays 5 to a pair, and an empty the whole 8, which it does not lower."""
    learner = Learner("stone_hand").press("Throw", "Keep it")
    assert "Uncle Vask takes 5 from p1" in learner.words
    assert learner.labels == ["Throw again"]
    learner.press("Throw again", "Throw", "Next round", "Throw again")
    assert "2-5-8 is an empty hand" in learner.words
    assert "Uncle Vask takes 8 from p1" in learner.words
    assert "would have cost you 3" in learner.words


def test_destiny() -> None:
    """DE-4, DE-7: the Nine, remembered and bet on, beats Sella's Eight: 6 of blinds and 8 of bets."""
    learner = Learner("destiny").press("B2")
    assert "B2 is the 9 of Hearts" in learner.words
    assert "B2" not in learner.labels
    assert "Sella wins the pot of 6 with the 10 of Diamonds, drawn blind" in learner.press("A1").words
    assert {"A1", "A2"}.isdisjoint(learner.labels)
    assert "p1 wins the pot of 14 with the 9 of Hearts" in learner.press("B2", "Bet 4").words


@pytest.mark.parametrize(("last", "won"), [("Check", 6), ("Bet 4", 14)])
def test_destiny_played_wrongly(last: str, won: int) -> None:
    """Another place is played out, and the lesson says where the Nine was."""
    learner = Learner("destiny").press("B2", "A1", "B3", last)

    assert f"Sella wins the pot of {won} with the 8 of Hearts" in learner.words
    assert "Not that one: the 9 of Hearts was at B2" in learner.words


def test_knights_heads() -> None:
    """KH-1: with a fourth Knight and a King the Royal Family, number 18, beats a Court, number 22."""
    learner = Learner("knights_heads")
    assert learner.labels == ["Court", "Triplet", "Rabble"]
    assert "Right. Triplet: 3 Knights" in learner.press("Triplet").words
    assert "Court: 4 Knights" in learner.press("Messenger, Juggler, Blacksmith").words
    assert "King 4" in learner.press("Bet 4").words
    assert "p1 wins 24" in learner.press("p1").words
    assert "Royal Family (18th best of 27) beats Court (22nd best)." in learner.words


def test_knights_heads_with_only_the_knights_left() -> None:
    """KH-2: of two Courts the one of the higher face wins."""
    learner = Learner("knights_heads").press("Court", "Queen, Merchant, Dancer", "Check", "Sella")

    assert "Not quite" in learner.words
    assert "p1 wins 12" in learner.words
    assert "the higher face decides, Knight over Merchant" in learner.words


def test_knights_heads_played_wrongly() -> None:
    """Without the Knights nothing is left, and Sella's Court takes the pot."""
    learner = Learner("knights_heads").press("Rabble")
    assert "Not quite. Triplet: 3 Knights" in learner.words
    assert "Rabble: nothing yet" in learner.press("3 Knights").words
    assert "Sella wins 12" in learner.press("Check", "Sella").words


def test_dividha() -> None:
    """DV-20: seven high is the worst hand, and takes what lies on Lose."""
    learner = Learner("dividha").press("▼ All on Lose")
    assert "Sella shows One Pair already, you’ve no more than High Card" in learner.words
    # Of 30 coins, 3 antes and 6 bets of 4: ours and Osk's 8 and all halves of antes are on Lose.
    assert "▼ Lose 9" in learner.press("▼ All on Lose").words
    assert "Sella takes Win, p1 takes Lose" in learner.press("QB△").words
    assert "p1 · High Card · ▼ Lose 19" in learner.words
    assert "Right. KV☆ KL▼ 7H○ 4D◐ 2B△ are only High Card" in learner.press("High Card").words


@pytest.mark.parametrize("card", ["2H○", "4D◐", "6D◐", "7B△", "3H○"])
def test_dividha_played_wrongly(card: str) -> None:
    """DV-6: queen high is better than jack high, and the jack takes Lose."""
    learner = Learner("dividha").press("▲ All on Win", "◆ Half each", card)

    assert "Sella takes Win, Red Osk takes Lose" in learner.words
    assert "Without your highest card it was yours" in learner.words
    assert "With low cards bet on Lose" in learner.words
    assert "Not quite" in learner.press("One Pair").words


def test_what_is_said_follows_the_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing that a lesson says of a throw is written out: by other rules it says another thing."""
    monkeypatch.setitem(hands.NAMED, (4, 4, 6), "empty")

    assert read_dice((4, 4, 6)).kind == "empty"
    assert "4-4-6 an empty hand" in Learner("stone_hand").words


def test_heaven_and_hell_do_not_mix() -> None:
    """DV-2: Kings of Heaven and of Hell are no pair, and a mortal one goes with either."""
    assert best(dividha.MIXED).number == HIGH_CARD
    assert best(dividha.UNMIXED).number == ONE_PAIR


def test_the_first_gift_is_the_best() -> None:
    """KH-1: what is left of the learner's nine, with what comes for it, is worth most without those."""
    nine = knights_heads.NINE[SEAT].split()
    came = [*knights_heads.GIVEN[knights_heads.OSK].split(), knights_heads.LUCK.split()[0]]

    def left(gift: str) -> int:
        cards = (*(card for card in nine if card not in gift.split()), *came)
        return made(cards, triplet_counts=True).hand.number

    assert [left(each) for each in knights_heads.GIFTS] == [18, 22, 27]


def unnamed(text: str) -> str:
    """A text without the names of the house's people, which are the same in every language."""
    for name in NAMES:
        text = text.replace(name, "")
    return text


def is_card(label: str) -> bool:
    """Whether a label is a card or a place of the field, written as everywhere."""
    return len(label) <= len("6L1▼")
