"""A first hand of Dividha, with two of the house's people."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import chain

from bot.screens.core.emojis import marked
from bot.screens.core.game_screen import GameScreen
from bot.screens.dividha.cards import LOSE, WIN, cards, columns, full_name, large, named, pictured
from bot.screens.dividha.result import taken
from bot.screens.dividha.steps import SPLITS, split_face
from bot.screens.learn.laid_table import LEARNER, LaidTable, lay
from bot.screens.learn.lesson import LessonChoice, LessonStep, Script, betting_told
from bot.text.escape import shown
from bot.text.translate import _
from games.dividha.cards import DECK, value
from games.dividha.game import DIVIDHA
from games.dividha.hands import so_far
from games.dividha.model import ShownHand
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


def dividha_lesson(face: GameScreen, name: str) -> Script:
    """Two cards, four, six; Win and Lose; the worst hand takes Lose."""
    table = _dealt(face, name)
    pressed = yield LessonStep(_welcome(table), _splits())

    placed, table = int(pressed), _all_bet(table, int(pressed))
    pressed = yield LessonStep((_judged(placed), *_four_cards(table)), _splits())

    placed, table = int(pressed), _all_bet(table, int(pressed))
    table = table.all_answered("no_trade").all_answered("check").all_answered("check")
    held = table.state.holding(LEARNER).cards
    six = tuple(LessonChoice(each, full_name(each), "plain", pictured(each)) for each in held)
    pressed = yield LessonStep((*_judged_again(placed), *_six_cards(table)), six, width=2)

    end = _shown(table, pressed)
    yield LessonStep((taken(end.state.outcome, end.view), *_laid(end), *_why(end), *_in_short(end)))


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


def _columns(table: LaidTable) -> str:
    """The learner's coins on the columns."""
    tablet = table.state.tablet(LEARNER)
    return columns(tablet.win, tablet.lose)


def _welcome(table: LaidTable) -> tuple[str, ...]:
    words = _(
        "You’ll get six cards, of which five count. You say in secret where your coins go:\n"
        "{up} **Win**, which the **best** hand takes, or\n"
        "{down} **Lose**, which the **worst** takes.\n"
        "Here are your first two: low ones. You bet {bet}. **Where do these coins go?**"
    )
    told = words.format(up=marked("win", WIN), down=marked("lose", LOSE), bet=BET)
    return told, large(table.state.holding(LEARNER).cards)


def _judged(placed: int) -> str:
    """What is to be said of where the learner's first coins went."""
    if placed == 0:
        return _("Good: low cards are seldom the best hand, but often the worst.")
    if placed == ALL:
        return _("On Win? Low cards are seldom the best hand, but often the worst. There’s more to bet.")
    return _("Half is lost that way. Low cards are seldom the best hand, but often the worst.")


def _judged_again(placed: int) -> tuple[str, ...]:
    """What is to be said of where the learner's next coins went, if any went wrong."""
    if placed == 0:
        return ()
    if placed == ALL:
        return (_("On Win, with the lowest hand? They’re nearly lost."),)
    return (_("The half on Win is nearly lost."),)


def _four_cards(table: LaidTable) -> tuple[str, ...]:
    words = _(
        "Two more each, lying open. {name} shows **{hand}**, two alike. You have **{own}**, none "
        "alike: the lowest hand.\nYou bet another {bet}. **Where do they go?**"
    )
    shows, mine = (so_far(table.state.holding(seat).cards[at:]) for seat, at in ((SELLA, 2), (LEARNER, 0)))
    assert shows is not None
    assert mine is not None
    told = words.format(name=NAMES[0], hand=named(shows.number), own=named(mine.number), bet=BET)
    open_cards = table.state.holding(SELLA).cards[2:]
    return (
        told,
        f"{NAMES[0]}: {cards(open_cards)}",
        _("Your four cards:"),
        large(table.state.holding(LEARNER).cards),
        _("Your coins (the *ante*, {ante}, lies half on each):").format(ante=table.facts.rules.ante),
        _columns(table),
    )


def _six_cards(table: LaidTable) -> tuple[str, ...]:
    words = _(
        "Two last cards, for your eyes only. (At a table you could trade before, and bet twice "
        "more.)\nOne of the six stays out, the others are your hand. **Which one do you leave out?**"
    )
    return words, large(table.state.holding(LEARNER).cards), _("Your coins:"), _columns(table)


def _laid(end: LaidTable) -> tuple[str, ...]:
    """Everybody's hand from the best down: its name, and the five cards."""
    names = {place.seat: place.name for place in end.places}
    return tuple(
        f"**{shown(names[each.seat])}** · {named(each.number)}\n{cards(_ordered(each))}"
        for each in end.state.outcome.hands
    )


def _ordered(hand: ShownHand) -> tuple[str, ...]:
    """A hand's five cards: what makes it, then the others from the highest down."""
    others = sorted((each for each in hand.face_up if each not in hand.cards), key=value, reverse=True)
    return (*hand.cards, *others)


def _why(end: LaidTable) -> tuple[str, ...]:
    tablet = end.state.tablet(LEARNER)
    own, other = (
        {each.seat: _ordered(each)[0] for each in end.state.outcome.hands}[at] for at in (LEARNER, OSK)
    )
    words = _("Between equal hands the highest card decides, and yours is lower: {own} against {other}.")
    if LEARNER not in end.state.outcome.layers[0].weakest:
        words = _(
            "Between equal hands the highest card decides, and yours is higher: {own} against {other}. "
            "Had you left it out, Lose would be yours."
        )
    told = words.format(own=full_name(own), other=full_name(other))
    if tablet.win > tablet.lose:
        return told, _("Most of your coins lay on Win. With low cards, bet on Lose.")
    return (told,)


def _in_short(end: LaidTable) -> tuple[str, ...]:
    ante = _("At a table each hand costs an *ante* of {ante}.").format(ante=end.facts.rules.ante)
    return (
        "### " + _("That’s Dividha"),
        _("*What beats what* lists all hands."),
        betting_told(ante),
    )
