"""A first hand of Destiny, and a second one: a field of nine places, and two of the house's people."""

from __future__ import annotations

from bot.screens.core.game_screen import GameScreen, hand_of
from bot.screens.games.destiny import looked, worth
from bot.screens.games.destiny_cards import full_name
from bot.screens.games.destiny_field import grid
from bot.screens.lessons.laid_table import LEARNER, LaidTable, lay
from bot.screens.lessons.lesson import LessonChoice, LessonStep, Script
from bot.text.translate import _
from games.destiny.game import DESTINY
from games.destiny.hands import all_cards
from games.destiny.model import GONE, PLACES, DestinyCarry
from games.engine.core.game import Seat
from games.engine.core.moves import Deal

SELLA, OSK = Seat(2), Seat(3)
NAMES = ("Sella", "Red Osk")
STACK = 20
FIELD = ("A1", "A2", "A3", "B1", "B2", "B3", "C1", "C2", "C3")
WIDTH = 3
NINE = "9h"
"""Lies wherever the learner looks."""
OTHERS = ("4c", "6d", "2h", "5s", "3d", "7c", "8h", "6s")
"""Lie in the other places; all of them are lower."""
DRAWN = ("Td", "4s", "5h")
"""What the deck has for those who trust it."""
TOP = "2c"
BET = 4


def destiny_lesson(face: GameScreen, name: str) -> Script:
    """Look, play another card, the empty place, remember, and bet on what is remembered."""
    nowhere = _laid(face, name, FIELD[0])
    pressed = yield LessonStep((_welcome(),), _places(nowhere), WIDTH)

    place = pressed.removeprefix("look_").upper()
    seen = _laid(face, name, place).answered(LEARNER, pressed)
    sight = hand_of(seen.view).looked_card
    assert sight is not None
    told: tuple[str, ...] = (looked(sight), worth(sight, hand_of(seen.view)), _other_card())
    pressed = yield LessonStep(told, (*_places(seen), *seen.choices("benediction")), WIDTH)

    first = _first_ended(seen.answered(LEARNER, pressed))
    second = _second_begun(first)
    told = (*first.result, _where_was_it(second, place))
    pressed = yield LessonStep(told, _places(second), WIDTH)

    held = second.answered(LEARNER, pressed).answered(SELLA, "check").answered(OSK, "check")
    is_right = pressed == f"hold_{place.lower()}"
    choices = (*held.choices("check"), held.amount("bet", BET))
    pressed = yield LessonStep((_may_bet(held), held.drawn[0], held.drawn[-1]), choices)

    end = _second_ended(held, has_bet=pressed == "bet")
    told_after = _after(place, is_right=is_right, has_bet=pressed == "bet")
    yield LessonStep((*end.result, told_after, *_in_short()))


def _laid(face: GameScreen, name: str, place: str) -> LaidTable:
    """The field with the Nine in that place, when all have matched the blinds and the learner may look."""
    others = iter(OTHERS)
    lying = {each: NINE if each == place else next(others) for each in FIELD}
    there = (*lying.values(), *DRAWN, TOP)
    carry = DestinyCarry(
        dealer=SELLA,
        field=tuple(lying.get(each, GONE) for each in PLACES),
        deck=(*DRAWN, *(card for card in all_cards("none") if card not in there)),
        discard=(TOP,),
        memories=(),
    )
    return _dealt(lay(DESTINY, face, name, *NAMES, stack=STACK, carry=carry))


def _dealt(table: LaidTable) -> LaidTable:
    return table.laid(Deal(table.state.dealer, ())).all_answered("check", "match")


def _first_ended(table: LaidTable) -> LaidTable:
    """Sella trusts the deck, Osk plays a card that nobody has seen, and nobody bets."""
    blessed = table.answered(SELLA, "no_look").answered(SELLA, "benediction").answered(OSK, "no_look")
    lying = [key for key in _offered(blessed, OSK) if key.startswith("hold_")]
    return blessed.answered(OSK, lying[0]).all_answered("check")


def _second_begun(table: LaidTable) -> LaidTable:
    """Sella holds the best card but one, Osk trusts the deck, and the learner is to play."""
    dealt = _dealt(table.next_hand()).answered(SELLA, "no_look")
    best = max((card for card in dealt.state.field if card not in (GONE, NINE)), key=all_cards("none").index)
    held = dealt.answered(SELLA, f"hold_{PLACES[dealt.state.field.index(best)].lower()}")
    trusting = held.answered(OSK, "no_look").answered(OSK, "benediction")
    return trusting.answered(LEARNER, "no_look")


def _second_ended(table: LaidTable, *, has_bet: bool) -> LaidTable:
    if not has_bet:
        return table.answered(LEARNER, "check")
    return table.answered(LEARNER, "bet", BET).answered(SELLA, "match").answered(OSK, "fold")


def _offered(table: LaidTable, seat: Seat) -> list[str]:
    return [each.key for each in table.game.offers(table.state, seat)]


def _places(table: LaidTable) -> tuple[LessonChoice, ...]:
    """The nine places as buttons, as a table's field has them."""
    view = table.view
    keys = {key[-2:].upper(): key for key in _offered(table, LEARNER) if key.startswith(("look_", "hold_"))}
    buttons = (button for row in grid(view, hand_of(view), keys) for button in row.buttons)
    return tuple(
        LessonChoice(button.action, button.label, button.style, button.emoji, button.is_disabled)
        for place, button in zip(PLACES, buttons, strict=True)
        if place in FIELD
    )


def _welcome() -> str:
    return _(
        "Nine cards lie face down; at a table there are 25. Everybody plays one, and **the highest card wins "
        "the pot**.\nBefore you play, you may look at one card, and only you see it. **Press a place.**"
    )


def _other_card() -> str:
    return _(
        "**Now play another card:** press its place, or trust the deck. That’s the *Benediction Hand*, a "
        "card drawn blind."
    )


def _where_was_it(table: LaidTable, place: str) -> str:
    words = _(
        "Cards that were turned over are gone, and **their places stay empty**. All others lie where they "
        "lay, {card} too.\nThe next hand. {first} holds a card down, {second} trusts the deck. "
        "**Where was {card}?** Press its place to play it."
    )
    card = table.state.field[PLACES.index(place)]
    return words.format(card=full_name(card), first=NAMES[0], second=NAMES[1])


def _may_bet(table: LaidTable) -> str:
    words = _(
        "You hold the card at **{place}**. Before the cards are turned over there is a last betting: {first} "
        "and {second} check. They don’t know what you know. **Do you bet?**"
    )
    (hold,) = (each for each in table.state.holds if each.seat == LEARNER)
    return words.format(place=hold.place, first=NAMES[0], second=NAMES[1])


def _after(place: str, *, is_right: bool, has_bet: bool) -> str:
    if is_right and has_bet:
        return _("You remembered, you bet on it, and you were paid. That’s how this game is won.")
    if is_right:
        return _("You remembered! With a bet you’d have won more: {name} would have paid to see it.").format(
            name=NAMES[0]
        )
    words = _("Not that one: {card} was at **{place}**. Nobody remembers everything.")
    if has_bet:
        words = _("Not that one: {card} was at **{place}**. Better to bet when you’re sure.")
    return words.format(card=full_name(NINE), place=place)


def _in_short() -> tuple[str, ...]:
    return (
        "### " + _("That’s Destiny"),
        _("Look at one card in secret, then play another: the highest that is turned over wins."),
        _("Remember what you saw. It lies there until somebody plays it, for you or for others."),
        _("You bet before you play and after. If you fold, your card stays face down."),
    )
