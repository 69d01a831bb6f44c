"""First hands that teach: every way through one leads to a table, and the rules say what comes of it."""

from __future__ import annotations

import json
from functools import partial

import pytest

from bot.custom_ids import TablePress, parse
from bot.discord_io.messages.rendering import ScreenLayout
from bot.screens.catalog import FACES, LESSONS
from bot.screens.core.screen import BYTES_MAX, faults, with_emojis
from bot.screens.destiny import lesson as destiny
from bot.screens.dividha import lesson as dividha
from bot.screens.knights_heads import lesson as knights_heads
from bot.screens.learn.lesson import LEARNER as SEAT
from bot.screens.learn.lesson import Lesson, ScriptedTable, lesson_screen, scripted_table
from bot.screens.stone_hand import lesson as stone_hand
from bot.text.translate import speaking
from games.bot_characters import HOUSE_PLAYERS as NAMES
from games.engine.core.errors import NotOffered
from games.engine.core.house_rules import options
from games.engine.core.offers import Answer
from games.engine.provable_chance import Draw, Seal
from games.knights_heads.hands import made
from games.stone_hand import hands
from games.stone_hand.bot_player import HOMES
from games.stone_hand.game import STONE_HAND
from games.stone_hand.hands import read_dice
from tests.bot.lessons import (
    COSTS,
    COURT,
    LEARNER,
    MINE,
    ON_BOTH,
    ON_LOSE,
    ON_WIN,
    RABBLE,
    RIGHT,
    SELLAS,
    TRIPLET,
    Learner,
    buttons,
    markdown,
    seconds,
    shown,
    ways,
    words,
)
from tests.bot.rendering import IN_EMOJIS, WIDE, untranslated
from tests.pseudo import PSEUDO, pseudo_language

RIGHT_SECONDS, WRONG_SECONDS = 110.0, 120.0
STEPS = range(4, 8)
"""Four to six screens, and one more where somebody went wrong."""
SPEEDS = pytest.mark.parametrize("is_quick", [True, pytest.param(False, marks=pytest.mark.soak)])
EVERY = pytest.mark.parametrize("lesson", LESSONS.values(), ids=LESSONS)


@SPEEDS
@EVERY
def test_every_way_ends_in_deal_me_in(lesson: Lesson, *, is_quick: bool) -> None:
    """Whatever is pressed leads on, and after four to six steps to a table of that game."""
    ends = 0
    for pressed, stop in ways(lesson, is_quick=is_quick).items():
        actions = [parse(each.action) for each in buttons(shown(lesson, pressed))]
        if stop.step.choices:
            assert TablePress(7, "lesson", f"{lesson.game.key}_{pressed}0") in actions
            continue
        ends += 1
        assert actions[0] == TablePress(7, "deal_me_in", lesson.game.key)
        assert actions[2] == TablePress(0, "teach")
        assert len(pressed) + 1 in STEPS
    assert ends > 1


@pytest.mark.parametrize("apart", [5, pytest.param(1, marks=pytest.mark.soak)])
@EVERY
def test_every_step_fits(lesson: Lesson, apart: int) -> None:
    """Law 7: in words and in emojis, in every language, under the longest name; the first says what it is."""
    pictured = 0
    for pressed in [*ways(lesson)][::apart]:
        with pseudo_language(), speaking(PSEUDO):
            foreign = lesson_screen(lesson, 10**18 - 1, pressed, LEARNER)
        draw = partial(lesson_screen, lesson, 10**18 - 1, pressed, WIDE)
        for screen in (foreign, with_emojis(IN_EMOJIS, draw)):
            sent = json.dumps(ScreenLayout(screen).to_components(), ensure_ascii=False)
            assert faults(screen) == []
            assert len(sent.encode()) < BYTES_MAX
        pictured += "<:" in sent
        labels = [each.label for each in buttons(foreign) if not is_place(each.label)]
        assert untranslated(unnamed("\n".join([markdown(foreign), *labels]))) == ""
        said = "A lesson: dice and cards are set up, nothing is at stake, only you see it." in words(screen)
        assert said == (pressed == "")
    assert pictured * apart > 2


@EVERY
@pytest.mark.parametrize("pressed", ["z", "0z", "00000000000", "-"])
def test_what_was_never_offered_is_refused(lesson: Lesson, pressed: str) -> None:
    """F-27: signs that lead nowhere."""
    with pytest.raises(NotOffered):
        lesson.position_after(pressed, LEARNER)


def test_a_place_that_cannot_be_played_cannot_be_pressed() -> None:
    """DE-4: the card that was looked at is back in the left hand until all have played."""
    with pytest.raises(NotOffered):
        LESSONS["destiny"].position_after("44", LEARNER)


@EVERY
def test_a_press_needs_nothing_but_its_button(lesson: Lesson) -> None:
    """After a restart a lesson goes on where it was: what came before stands in the button."""
    anew = Lesson(lesson.game, lesson.face, lesson.script)

    for pressed, stop in [*ways(lesson).items()][::3]:
        assert anew.position_after(pressed, LEARNER) == stop


@EVERY
def test_the_right_way_is_read_in_less_than_two_minutes(lesson: Lesson) -> None:
    """At 200 words a minute and three seconds a press there are ten seconds to spare."""
    learner = Learner(lesson.game.key).press(*RIGHT[lesson.game.key])

    assert seconds(lesson, learner.signs) <= RIGHT_SECONDS


@EVERY
def test_every_way_is_read_in_two_minutes(lesson: Lesson) -> None:
    """The way through all mistakes is short enough, too."""
    ends = [pressed for pressed, stop in ways(lesson).items() if not stop.step.choices]
    times = {pressed: seconds(lesson, pressed) for pressed in ends}

    assert {pressed: each for pressed, each in times.items() if each > WRONG_SECONDS} == {}


@EVERY
def test_steps_are_counted(lesson: Lesson) -> None:
    """Each says its number and how many there are, the same on every way; what is played out is a detour."""
    counts = set()
    for pressed, stop in ways(lesson).items():
        counts.add(stop.count)
        assert stop.number == stop.count or stop.step.choices
        told = f"{lesson.game.title} · step {stop.number} of {stop.count}\n"
        assert told in words(shown(lesson, pressed))
        asides = sum(ways(lesson)[pressed[:at]].step.is_aside for at in range(len(pressed) + 1))
        assert stop.number == len(pressed) + 1 - asides
    assert len(counts) == 1


@EVERY
def test_a_lesson_ends_with_what_a_table_costs(lesson: Lesson) -> None:
    """*Deal me in* is followed by the price of a hand, and in games with bets by the possible answers."""
    told = Learner(lesson.game.key).press(*RIGHT[lesson.game.key]).words

    assert COSTS[lesson.game.key] in told
    bets = "Then you can fold (give up), stay in, or raise: staying in costs what the button says."
    assert (bets in told) == any(each.name == "limit" for each in options(lesson.game.house_rules))


def test_the_people_of_the_lessons_are_the_houses() -> None:
    """A player who taught you is met again at a table."""
    taught = {stone_hand.VASK, *destiny.NAMES, *dividha.NAMES, *knights_heads.NAMES}

    assert taught <= {*NAMES}


def test_stone_hand() -> None:
    """SH-2 to SH-6: the lower pair wins 3, though a show-up lifted the pay to 7; a low score saves 5 of 8."""
    learner = Learner("stone_hand")
    assert "4-4-6 a pair, 6" in learner.words
    assert "8 at first. A score below this pay becomes the pay." in learner.words
    assert "The loser now pays 6." in learner.words
    assert "2-5-6 junk, 5" in learner.press("throw").words
    assert "Keep it and pay Uncle Vask 5" in learner.words
    assert "no triple (three alike), no run (three in a row)" in learner.words
    assert "up to 3 more times" in learner.words
    assert (
        "Evens in a row are a show-up: no hand. The pay rises from 6 to 7" in learner.press("rethrow").words
    )
    assert "You take 3 from Uncle Vask" in learner.press("throw").words
    assert (
        "the lower score wins: 3 against 6. But it lowered the pay from 7: good hands win little."
        in learner.words
    )
    assert "6-6-8 the home throw" in learner.words
    assert "1-3-8" not in learner.words
    assert "1-3-8 junk, 3" in learner.press("throw").words
    assert "the pay is 8 again, your score 3" in learner.words
    assert "You pay 3 to Uncle Vask" in learner.press("keep").words
    assert "that cost you 3 and not 8" in learner.words
    assert (
        "Best first: home throw, triple, run, pair, junk, empty. If two match, the lower wins."
        in learner.words
    )
    assert "1-4-7 and 2-5-8 are empty: steps of three, which always pay." in learner.words


def test_stone_hand_played_wrongly() -> None:
    """SH-6: junk that is kept pays 5 to a pair, and an empty the whole 8, which it does not lower."""
    learner = Learner("stone_hand").press("throw", "keep")
    assert "You pay 5 to Uncle Vask" in learner.words
    assert "step 2 of 6" in learner.words
    assert [*learner.choices] == ["rethrow"]
    learner.press("rethrow", "throw", "throw", "rethrow")
    assert "2-5-8 an empty hand: the pay stayed at 8." in learner.words
    assert "You pay 8 to Uncle Vask" in learner.words
    assert "Junk would have cost 3." in learner.words


def test_destiny() -> None:
    """DE-4, DE-7: the Queen, remembered and bet on, beats Sella's Eight: 6 of blinds and 8 of bets."""
    learner = Learner("destiny")
    assert "You three bet 2 each." in learner.words
    assert "B2 is the Queen of Hearts" in learner.press("look_b2").words
    assert "It beats 42 of the 51 other cards" in learner.words
    assert [*learner.choices.values()] == ["A1", "A2", "A3", "B1", "B3", "C1", "C2", "C3"]
    assert "Sella wins the pot of 6 with the 10 of Diamonds, drawn blind" in learner.press("hold_a1").words
    assert "Yours was the 4 of Clubs." in learner.words
    assert {"A1", "A2"}.isdisjoint(learner.choices.values())
    assert "Right: you play B2, the Queen of Hearts. It wins 7 out of 10." in learner.press("hold_b2").words
    assert "You win the pot of 14 with the Queen of Hearts" in learner.press("bet").words
    assert "Red Osk folded, Sella paid to see your card." in learner.words
    # DE-1: nothing ever ties.
    assert (
        "Ace is high, 2 low. Between equals the suit decides: Spades, Hearts, Diamonds, Clubs."
        in learner.words
    )


def test_destiny_played_wrongly() -> None:
    """Another place is played out: it loses to the Eight, and the Queen may be played after all."""
    learner = Learner("destiny").press("look_b2", "hold_a1", "hold_b3")
    assert "Sella wins the pot of 6 with the 8 of Hearts" in learner.words
    assert "Not that one: the Queen of Hearts was at B2." in learner.words
    assert [*learner.choices] == ["hold_b2"]
    assert "You win the pot of 6 with the Queen of Hearts" in learner.press("hold_b2", "check").words
    assert "Had you bet, Sella would have paid to see your card." in learner.words


def test_the_places_are_as_wide_as_each_other() -> None:
    """A picture and a place on each, whatever lies there, so that no row slips aside."""
    for pressed in ("", "4", "40", "408"):
        screen = with_emojis(IN_EMOJIS, partial(lesson_screen, LESSONS["destiny"], 7, pressed, LEARNER))
        field = buttons(screen)
        assert [each.label for each in field] == list(destiny.FIELD)
        assert all(each.emoji for each in field)


def test_knights_heads() -> None:
    """KH-1: with a fourth Knight and a King the Royal Family, number 18, beats a Court, number 22."""
    learner = Learner("knights_heads")
    assert [*learner.choices.values()] == ["Court", "Triplet", "Rabble"]
    assert "Rabble: None of all these." in learner.words
    assert "Right. Triplet: 3 Knights" in learner.press(TRIPLET).words
    assert "A fourth Knight would make a Court." in learner.words
    assert "Royal Family: A King, a Queen, two Knights." in learner.words
    assert "Court: 4 Knights" in learner.press(knights_heads.GIFTS[0]).words
    # KH-5, KH-6: three antes and three bets of 2.
    assert "Everyone paid an ante of 2 and a bet of 2: the pot is 12." in learner.words
    assert "To check is to bet nothing." in learner.words
    learner.press("bet")
    assert "Each draws a tenth, the luck card. Yours: King." in learner.words
    assert "p1 · Royal Family\nKing\nQueen\n4 Knights\nSella · Court\n4 Merchants" in learner.words
    assert "Who wins?" in learner.words
    assert "You win the pot of 24" in learner.press(MINE).words
    assert "Royal Family beats Court." in learner.words
    # KH-2, KH-3: a Court is four or more, ranked by its face, and then by notable cards.
    assert (
        "lists all 27 hands. Between equal hands the higher face decides, not how many; then more ★."
        in learner.words
    )
    assert "Had you bet" not in learner.words


def test_knights_heads_with_only_the_knights_left() -> None:
    """KH-2: the Court of the higher face wins."""
    learner = Learner("knights_heads").press(COURT, knights_heads.GIFTS[1])
    assert "Without a Queen there’s no Royal Family." in learner.words
    learner.press("check", SELLAS)

    assert "Not quite" in learner.words
    assert "You win the pot of 12" in learner.words
    assert "Had you bet, everyone would have paid to see: 24." in learner.words
    assert "Both have the same hand, Court: the higher face wins, Knight over Merchant." in learner.words


def test_knights_heads_played_wrongly() -> None:
    """Without the Knights nothing is left, and Sella's Court takes the pot."""
    learner = Learner("knights_heads").press(RABBLE)
    assert "Not quite. Triplet: 3 Knights" in learner.words
    assert "## 3 Knights" in markdown(learner.screen)
    assert "Rabble: nothing yet" in learner.press(knights_heads.GIFTS[2]).words
    assert "##" not in markdown(learner.screen).replace("###", "")
    assert "Sella wins the pot of 12" in learner.press("check", SELLAS).words
    assert "Court beats Triplet." in learner.words
    assert "Had you bet" not in learner.words


def test_dividha() -> None:
    """DV-20: seven high is the worst hand, and takes what lies on Lose."""
    learner = Learner("dividha").press(ON_LOSE)
    assert "Good: cards this low take Lose 4 out of 10 times, and Win 3." in learner.words
    assert "Sella shows One Pair, two alike. You have High Card, none alike" in learner.words
    # With 30 coins, 3 antes and 6 bets of 4: ours and Osk's 8 and all halves of antes are on Lose.
    assert "Your coins (half of the ante, 2, is on each):\n▲ Win 1 · ▼ Lose 5" in learner.words
    assert "Your coins:\n▲ Win 1 · ▼ Lose 9" in learner.press(ON_LOSE).words
    assert "on Win?" not in learner.words
    assert "Sella takes 11 from Win. p1 takes 19 from Lose." in learner.press("QB").words
    assert "p1 · High Card\n7B△ 6D◐ 4D◐ 3H○ 2H○" in learner.words
    assert "yours is lower: 7 of Beasts against Jack of Demi-Humans." in learner.words


SMALL = ("2H", "4D", "6D", "7B", "3H")


@pytest.mark.parametrize("card", SMALL)
def test_dividha_played_wrongly(card: str) -> None:
    """DV-6: queen high is better than jack high, and the jack takes Lose."""
    learner = Learner("dividha").press(ON_WIN)
    assert "On Win? Cards this low take Lose 4 out of 10 times, and Win 3." in learner.words
    assert "Half? You take Lose 9 out of 10 times, and Win 0." in learner.press(ON_BOTH).words
    learner.press(card)

    # Three halves of antes, Osk's 8, and half of one of our bets of 4.
    assert "Red Osk takes 13 from Lose" in learner.words
    assert "yours is higher: Queen of Beasts against Jack of Demi-Humans." in learner.words
    assert "Had you left it out, Lose would have been yours." in learner.words
    assert "Most of your coins were on Win." in learner.words


def test_what_is_said_follows_the_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    """A lesson's texts about throws are generated: with other rules they differ."""
    monkeypatch.setitem(hands.NAMED, (4, 4, 6), "empty")

    assert read_dice((4, 4, 6)).kind == "empty"
    assert "4-4-6 an empty hand" in Learner("stone_hand").words


def test_dividha_with_all_on_win() -> None:
    """DV-20: a second wrong Win has its word too."""
    learner = Learner("dividha").press(ON_WIN, ON_WIN)

    assert "On Win? You take Lose 9 out of 10 times, and Win 0." in learner.words


def test_show_ups_and_empties_are_what_the_lesson_says() -> None:
    """Evens in a row are show-ups, single or double, and steps of three are empty; no other throw is."""
    steps = {(low, low + step, low + 2 * step): step for step in (1, 2, 3) for low in range(1, 9 - 2 * step)}
    evens = {each for each, step in steps.items() if step == 2 and each[0] % 2 == 0}
    threes = {each for each, step in steps.items() if step == 3}

    named = {
        kind: {each for each, is_kind in hands.NAMED.items() if is_kind == kind}
        for kind in hands.NAMED.values()
    }
    assert named["show_up"] | named["double_show_up"] == evens
    assert named["empty"] == threes


def test_the_first_gift_is_the_best() -> None:
    """KH-1: the rest of the learner's nine, with the expected gift, is worth most without those."""
    nine = knights_heads.NINE[SEAT].split()
    came = [*knights_heads.PASSED[knights_heads.OSK].split(), knights_heads.LUCK.split()[0]]

    def left(gift: str) -> int:
        cards = (*(card for card in nine if card not in gift.split()), *came)
        return made(cards, triplet_counts=True).hand.number

    assert [left(each) for each in knights_heads.GIFTS] == [18, 22, 27]


def mastered(table: ScriptedTable, seed: str = "00") -> Answer:
    """Return a master's answer in the learner's place, by that chance."""
    seen, offers = table.game.recollection(table.state, SEAT), table.game.offers(table.state, SEAT)
    return table.game.decide(seen, offers, Draw(Seal(seed * 32)))


def test_a_lesson_calls_right_what_a_master_does() -> None:
    """TB-12: junk is thrown again, low junk kept; a Queen bet on; coins lie on Lose; the gift is the best."""
    for rival, dice, key in (
        (stone_hand.FIRST, stone_hand.JUNK, "rethrow"),
        (HOMES[stone_hand.VASK].numbers, stone_hand.LOW_JUNK, "keep"),
    ):
        laid = scripted_table(
            STONE_HAND, FACES["stone_hand"], "p1", stone_hand.VASK, stack=20, opener=stone_hand.RIVAL
        )
        table = stone_hand._throws(stone_hand._throws(laid, stone_hand.RIVAL, rival), SEAT, dice)
        assert key == mastered(table).key

    seen = destiny._prepared(FACES["destiny"], "p1", "B2").answered(SEAT, "look_b2")
    second = destiny._second_begun(destiny._first_ended(seen.answered(SEAT, "hold_a1")))
    assert mastered(second).key == "hold_b2"
    held = destiny._second_checked(second, "hold_b2")
    # Now and then a master hides such a card.
    assert [mastered(held, f"{number}0").key for number in range(9)].count("bet") > 5

    table = dividha._dealt(FACES["dividha"], "p1")
    assert table.chances["lose"] > table.chances["win"]
    four = dividha._all_bet(table, 0)
    assert four.chances["lose"] > four.chances["win"]
    assert 0 == mastered(four).numbers[1]

    worths = []
    for gift in knights_heads.GIFTS:
        table = knights_heads._dealt(FACES["knights_heads"], "p1")
        table = table.answered(SEAT, "bet", knights_heads.ANTE).all_answered("match")
        for seat, three in {SEAT: gift, **knights_heads.PASSED}.items():
            table = table.picked(seat, "pass", *three.split())
        worths.append(table.chances["pot"])
        assert ("bet" == mastered(table).key) == (gift != knights_heads.GIFTS[-1])
    assert worths == sorted(worths, reverse=True)


def unnamed(text: str) -> str:
    """A text without the names of the house's people, which are the same in every language."""
    for name in NAMES:
        text = text.replace(name, "")
    return text


def is_place(label: str) -> bool:
    """Return True if a label is a place of the field, in the usual notation."""
    return len(label) <= len("B2")
