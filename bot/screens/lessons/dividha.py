"""A first hand of Dividha, with two of the house's people."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import chain

from bot.screens.core.emojis import marked
from bot.screens.core.game_screen import GameScreen
from bot.screens.core.people import listed
from bot.screens.games.dividha_cards import LOSE, WIN, card, cards, columns, large, legend, named, pictured
from bot.screens.games.dividha_steps import SPLITS, split_face
from bot.screens.lessons.laid_table import LEARNER, LaidTable, lay
from bot.screens.lessons.lesson import LessonChoice, LessonStep, Script
from bot.text.translate import _
from games.dividha.cards import DECK
from games.dividha.game import DIVIDHA
from games.dividha.hands import best, so_far
from games.dividha.readings import HIGH_CARD, ONE_PAIR
from games.dividha.tablets import ALL
from games.engine.core.game import Seat
from games.engine.core.moves import Deal

SELLA, OSK = Seat(2), Seat(3)
NAMES = ("Sella", "Red Osk")
STACK = 60
SIX: Mapping[Seat, str] = {
    LEARNER: "2H 4D 7B 3H 6D QB",
    SELLA: "5B 2D KH KD 5D QH",
    OSK: "4B JD 7H 5H 3D AH",
}
"""Two private cards, two public ones, and two private ones again."""
LEFT_OUT: Mapping[Seat, str] = {SELLA: "2D", OSK: "AH"}
BET = 4
ON_WIN: Mapping[Seat, int] = {SELLA: 4, OSK: 0}
"""How many coins of each bet the house's people lay on Win."""
MIXED = ("KV", "KL", "7H", "4D", "2B")
UNMIXED = ("KV", "KH", "7D", "4B", "2D")


def dividha_lesson(face: GameScreen, name: str) -> Script:
    """Two cards, four, six; Win and Lose; the worst hand takes Lose; Heaven and Hell do not mix."""
    table = _dealt(face, name)
    pressed = yield LessonStep((_welcome(), *_own(table), legend()), _splits())

    table = _all_bet(table, int(pressed))
    pressed = yield LessonStep((_four_cards(table), *table.drawn, *_own(table)), _splits())

    table = _all_bet(table, int(pressed)).all_answered("no_trade").all_answered("check").all_answered("check")
    held = table.state.holding(LEARNER).cards
    six = tuple(LessonChoice(each, card(each), "plain", pictured(each)) for each in held)
    pressed = yield LessonStep((_six_cards(), *_own(table)), six, width=2)

    end = _shown(table, pressed)
    names = tuple(LessonChoice(str(number), named(number)) for number in (ONE_PAIR, HIGH_CARD))
    pressed = yield LessonStep((*end.result, *_why(end), "### " + _("One thing more"), _mixed()), names)

    yield LessonStep((_unmixed(int(pressed)), *_in_short()))


def _dealt(face: GameScreen, name: str) -> LaidTable:
    six = [SIX[seat].split() for seat in (LEARNER, SELLA, OSK)]
    top = (*chain.from_iterable(zip(*six, strict=True)),)
    rest = (each for each in DECK if each not in top)
    return lay(DIVIDHA, face, name, *NAMES, stack=STACK).laid(Deal(OSK, (*top, *rest)))


def _all_bet(table: LaidTable, percent: int) -> LaidTable:
    """The learner bets with that share of it on Win, and both others match."""
    table = table.answered(LEARNER, "bet", BET, BET * percent // ALL)
    for seat, win in ON_WIN.items():
        table = table.answered(seat, "match", BET, win)
    return table


def _shown(table: LaidTable, left_out: str) -> LaidTable:
    for seat, out in {**LEFT_OUT, LEARNER: left_out}.items():
        table = table.picked(seat, "discard", out)
    return table


def _splits() -> tuple[LessonChoice, ...]:
    """Where a bet may go, as the panel's buttons have it."""
    faces = {percent: split_face(percent) for percent in SPLITS}
    return tuple(LessonChoice(str(each), face.label, face.style, face.emoji) for each, face in faces.items())


def _own(table: LaidTable) -> tuple[str, ...]:
    """The learner's cards, and what lies on the columns."""
    tablet = table.state.tablet(LEARNER)
    return large(table.state.holding(LEARNER).cards), columns(tablet.win, tablet.lose)


def _welcome() -> str:
    words = _(
        "You’ll get six cards, of which five count. Every coin you bet goes on {up} **Win**, which the best "
        "hand takes, or on {down} **Lose**, which the worst hand takes. Nobody sees where until the end.\n"
        "Here are your first two, and you bet {bet}. **Where do these coins go?**"
    )
    return words.format(up=marked("win", WIN), down=marked("lose", LOSE), bet=BET)


def _four_cards(table: LaidTable) -> str:
    words = _(
        "Two more each, and these lie open. {name} shows {hand} already, you’ve no more than {own}. "
        "You bet another {bet}. **Where do they go?**"
    )
    shows, mine = (so_far(table.state.holding(seat).cards[at:]) for seat, at in ((SELLA, 2), (LEARNER, 0)))
    assert shows is not None
    assert mine is not None
    return words.format(name=NAMES[0], hand=named(shows.number), own=named(mine.number), bet=BET)


def _six_cards() -> str:
    return _(
        "You may trade up to two cards; this time nobody did. The last two are yours alone. Now one of the "
        "six stays out, and the rest is your hand. **Which one do you leave out?**"
    )


def _why(end: LaidTable) -> tuple[str, ...]:
    tablet, weakest = end.state.tablet(LEARNER), end.state.outcome.layers[0].weakest
    names = {place.seat: place.name for place in end.places}
    words = _("Here the worst hand is as good as the best: **you take Lose.**")
    if LEARNER not in weakest:
        words = _("{name} takes Lose, as yours is a little too good. Without your highest card it was yours.")
        words = words.format(name=listed([names[each] for each in weakest]))
    if tablet.win > tablet.lose:
        more = _("Most of your coins lay on Win, which you could hardly take. With low cards bet on Lose.")
        return words, more
    return (words,)


def _mixed() -> str:
    words = _(
        "There are five suits, and **Heaven** and **Hell** don’t mix. {cards}\n**What do these five make?**"
    )
    return words.format(cards=cards(MIXED))


def _unmixed(guessed: int) -> str:
    made, other = best(MIXED), best(UNMIXED)
    words = _(
        "{cards} are only **{hand}**: no hand may hold a card of Heaven and one of Hell. "
        "{others} are **{more}**. Just the Twos of Heaven and Hell go with everything."
    )
    told = words.format(
        cards=cards(MIXED), hand=named(made.number), others=cards(UNMIXED), more=named(other.number)
    )
    return f"{_('Right.') if made.number == guessed else _('Not quite.')} {told}"


def _in_short() -> tuple[str, ...]:
    return (
        "### " + _("That’s Dividha"),
        _("Two cards, two open ones, a trade, two more: you bet after each, and every coin has its side."),
        _("The best hand takes Win, the worst takes Lose, and those between take nothing."),
        _("Your panel tells what each card you leave out would make, and *What beats what* has all hands."),
    )
