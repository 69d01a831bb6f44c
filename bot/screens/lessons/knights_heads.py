"""A first hand of Knights' Heads, with two of the house's people."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import chain

from bot.screens.core.game_screen import GameScreen, hand_of
from bot.screens.core.people import listed
from bot.screens.games.knights_heads_cards import by_name, faces, held, in_short, portrait, side_by_side
from bot.screens.games.knights_heads_panel import told_hand
from bot.screens.lessons.laid_table import LEARNER, LaidTable, lay
from bot.screens.lessons.lesson import LessonChoice, LessonStep, Script
from bot.text.escape import shown
from bot.text.translate import _
from games.engine.core.game import Seat
from games.engine.core.moves import Deal
from games.knights_heads.cards import DECK, FACE_NAMES, FACES, in_deck_order
from games.knights_heads.examples import ASKS
from games.knights_heads.game import KNIGHTS_HEADS
from games.knights_heads.hands import HANDS, RABBLE_NUMBER, KnightsHand, MadeHand, key, made

SELLA, OSK = Seat(2), Seat(3)
NAMES = ("Sella", "Red Osk")
STACK = 60
NINE: Mapping[Seat, str] = {
    LEARNER: "N01 N05 N08 Q03 M05 D06 S09 J04 B08",
    SELLA: "M01 M08 M11 M12 Q07 S04 D01 B03 B11",
    OSK: "N11 A07 M09 A01 Q10 S02 D10 J09 B06",
}
LUCK = "K04 S11 J10"
GIFTS = ("S09 J04 B08", "Q03 M05 D06", "N01 N05 N08")
"""What the learner may give away; the first is best."""
GIVEN: Mapping[Seat, str] = {SELLA: "D01 B03 B11", OSK: "N11 A07 M09"}
"""What the house's people pass on."""
ANTE = 2
BET = 4
COURT, TRIPLET, NOTHING = 22, 26, 27


def knights_heads_lesson(face: GameScreen, name: str) -> Script:
    """Who is on the cards, which three to give, what came for them, and who wins and why."""
    table = _dealt(face, name)
    asked = tuple(LessonChoice(str(each), _(_hand(each).name)) for each in (COURT, TRIPLET, NOTHING))
    pressed = yield LessonStep((_welcome(), by_name(_own(table))), asked)
    answer = _answer(table, int(pressed))

    table = table.answered(LEARNER, "bet", ANTE).all_answered("match")
    choices = tuple(LessonChoice(each, faces("".join(card[0] for card in each.split()))) for each in GIFTS)
    given = yield LessonStep((answer, *_cards(table), _which_three()), choices, width=1)

    table = _exchanged(table, given)
    bets = (*table.choices("check"), table.amount("bet", BET))
    pressed = yield LessonStep((_what_came(given), *_cards(table), *_now(table)), bets)

    end = _bet(table, has_bet=pressed == "bet").all_answered("check")
    names = tuple(LessonChoice(str(place.seat), place.name) for place in end.places)
    pressed = yield LessonStep((_luck(), *_laid(end), "**" + _("Who wins?") + "**"), names)

    yield LessonStep((_who_won(end, int(pressed)), *end.result, *_told_in_short()))


def _dealt(face: GameScreen, name: str) -> LaidTable:
    order = (LEARNER, SELLA, OSK)
    cards = (*chain.from_iterable(zip(*(NINE[seat].split() for seat in order), strict=True)), *LUCK.split())
    rest = tuple(card for card in DECK if card not in cards)
    return lay(KNIGHTS_HEADS, face, name, *NAMES, stack=STACK).laid(Deal(OSK, (*cards, *rest)))


def _exchanged(table: LaidTable, given: str) -> LaidTable:
    for seat, three in {LEARNER: given, **GIVEN}.items():
        table = table.picked(seat, "pass", *three.split())
    return table


def _bet(table: LaidTable, *, has_bet: bool) -> LaidTable:
    """The second betting; then the luck cards are dealt."""
    return (table.answered(LEARNER, "bet", BET) if has_bet else table).all_answered("check", "match")


def _own(table: LaidTable) -> tuple[str, ...]:
    cards: tuple[str, ...] = hand_of(table.view).cards
    return cards


def _made(table: LaidTable) -> MadeHand:
    return made(_own(table), triplet_counts=table.facts.rules.triplet_counts)


def _hand(number: int) -> KnightsHand:
    return HANDS[number - 1]


def _cards(table: LaidTable) -> list[str]:
    return held((), in_deck_order(_own(table)))


def _welcome() -> str:
    words = _(
        "Everybody on these cards is somebody. From high to low: {faces}. What counts is who comes together, "
        "ten in the end:\n**{triplet}**: {three} **{court}**: {four} And {count} more.\n"
        "These are your first nine. **What do they make?**"
    )
    return words.format(
        faces=listed([_(FACE_NAMES[each]) for each in FACES]),
        triplet=_(_hand(TRIPLET).name),
        three=_(ASKS[TRIPLET]),
        court=_(_hand(COURT).name),
        four=_(ASKS[COURT]),
        count=RABBLE_NUMBER - 3,
    )


def _answer(table: LaidTable, guessed: int) -> str:
    found = _made(table)
    words = _("Right.") if found.hand.number == guessed else _("Not quite.")
    return f"{words} {told_hand(found)}"


def _which_three() -> str:
    words = _(
        "Now everybody gives three cards to the left, all at once: you to {left}, and {right} to you. "
        "**Which three can you spare?**"
    )
    return words.format(left=NAMES[0], right=NAMES[1])


def _what_came(given: str) -> str:
    words = _("You gave {given} to {left}. {right} gave you {came}.")
    came = in_short(GIVEN[OSK].split())
    return words.format(given=in_short(given.split()), left=NAMES[0], right=NAMES[1], came=came)


def _now(table: LaidTable) -> tuple[str, ...]:
    found = _made(table)
    words = _("Nobody else knows, and one card is still to come. **Do you bet?**")
    if found.hand.number > COURT:
        words = _("Together your Knights were worth more. One card is still to come. **Do you bet?**")
    return told_hand(found), words


def _luck() -> str:
    words = _(
        "Everybody draws a tenth card, the **luck card**. Yours: {person}\nThen all lay their cards down."
    )
    return words.format(person=portrait(LUCK.split(maxsplit=1)[0]))


def _laid(table: LaidTable) -> tuple[str, ...]:
    """The hands laid down, what makes each of them first, without what they are."""
    names = {place.seat: place.name for place in table.places}
    return tuple(
        f"**{shown(names[each.seat])}**\n{side_by_side(each.cards, each.making, is_large=False)}"
        for each in table.state.laid
    )


def _who_won(table: LaidTable, guessed: int) -> str:
    counts = table.facts.rules.triplet_counts
    best = max(table.state.laid, key=lambda each: key(each.cards, triplet_counts=counts))
    return _("Right!") if best.seat == guessed else _("Not quite. Here’s why:")


def _told_in_short() -> tuple[str, ...]:
    return (
        "### " + _("That’s Knights’ Heads"),
        _("Nine cards, bet; give three to the left, bet; a luck card, bet, and lay them down."),
        _("The highest of {count} hands takes the pot. Where two are alike, the higher faces decide.").format(
            count=RABBLE_NUMBER - 1
        ),
        _("Your panel tells what you hold and what you nearly hold, and *What beats what* has all of them."),
    )
