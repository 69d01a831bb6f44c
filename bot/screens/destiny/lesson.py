"""The lesson of Destiny: two hands on a field of nine places, against two house players."""

from __future__ import annotations

from dataclasses import replace

from bot.screens.core.presenter import GamePresenter, hand_of
from bot.screens.core.screen import marked
from bot.screens.core.table_blocks import field_buttons
from bot.screens.destiny.cards import card, full_name, rank_name, suit_name
from bot.screens.destiny.screen import field, looked, won
from bot.screens.learn.lesson import (
    LEARNER,
    LessonChoice,
    LessonStep,
    Script,
    ScriptedTable,
    betting_text,
    scripted_table,
)
from bot.text.translate import _
from games.destiny.game import DESTINY
from games.destiny.model import GONE, PLACES, SUITS, DestinyCarry, all_cards, heights
from games.engine.betting.bets import Deal
from games.engine.core.game import Seat

SELLA, OSK = Seat(2), Seat(3)
NAMES = ("Sella", "Red Osk")
STACK = 20
FIELD = ("A1", "A2", "A3", "B1", "B2", "B3", "C1", "C2", "C3")
WIDTH = 3
QUEEN = "Qh"
"""The card that the learner sees, whichever place they look at."""
OTHERS = ("4c", "6d", "2h", "5s", "3d", "7c", "8h", "6s")
"""The cards in the other places, all lower than the Queen."""
DRAWN = ("Td", "4s", "5h")
"""The top cards of the deck, for players who trust the deck."""
TOP = "2c"
BET = 4


def destiny_lesson(face: GamePresenter, name: str) -> Script:
    """Teach to look, to play another card, to remember the seen card, and to bet on it in the second hand."""
    start = _prepared(face, name, FIELD[0])
    pressed = yield LessonStep((_welcome(start),), _places(start), WIDTH)

    place = pressed.removeprefix("look_").upper()
    seen = _prepared(face, name, place).answered(LEARNER, pressed)
    sight = hand_of(seen.view).looked_card
    assert sight is not None
    pressed = yield LessonStep(
        (f"## {card(sight.card)} {looked(sight)}", _play_another(sight.card)), _places(seen), WIDTH
    )

    played = seen.state.field[PLACES.index(pressed.removeprefix("hold_").upper())]
    first = _first_ended(seen.answered(LEARNER, pressed))
    second = _second_begun(first)
    pressed = yield LessonStep(
        (_winner_line(first), _where_was_it(second, place, played)), _places(second), WIDTH
    )

    right_key = f"hold_{place.lower()}"
    if pressed != right_key:
        missed = _second_ended(_second_checked(second, pressed), has_bet=False)
        words = _("Not that one: {card} was at **{place}**. Play it now.")
        texts = (_winner_line(missed), words.format(card=full_name(QUEEN), place=place))
        choices_left = tuple(replace(each, is_disabled=each.key != right_key) for each in _places(second))
        yield LessonStep(texts, choices_left, WIDTH, is_aside=True)

    held = _second_checked(second, right_key)
    choices = (*held.choices("check"), held.amount("bet", BET))
    pressed = yield LessonStep((_may_bet(held, place),), choices)

    end = _second_ended(held, has_bet=pressed == "bet")
    yield LessonStep((_winner_line(end), _after(has_bet=pressed == "bet"), *_in_short(end)))


def _winner_line(ended: ScriptedTable) -> str:
    """Return the winners with their amounts and cards."""
    hand_view = hand_of(ended.view)
    return f"**{won(hand_view.won, hand_view.shown, ended.view)}**"


def _prepared(face: GamePresenter, name: str, place: str) -> ScriptedTable:
    """Return a table with the Queen at that place, when all have called and the learner may look."""
    others = iter(OTHERS)
    card_by_place = {each: QUEEN if each == place else next(others) for each in FIELD}
    used = (*card_by_place.values(), *DRAWN, TOP)
    carry = DestinyCarry(
        dealer=SELLA,
        field=tuple(card_by_place.get(each, GONE) for each in PLACES),
        deck=(*DRAWN, *(card for card in all_cards("none") if card not in used)),
        discard=(TOP,),
        memories=(),
    )
    return _dealt(scripted_table(DESTINY, face, name, *NAMES, stack=STACK, carry=carry))


def _dealt(table: ScriptedTable) -> ScriptedTable:
    return table.dealt(Deal(table.state.dealer, ())).all_answered("check", "match")


def _first_ended(table: ScriptedTable) -> ScriptedTable:
    """Return the table at the first hand's end: Sella trusts the deck, Osk plays unseen, nobody bets."""
    blessed = table.answered(SELLA, "no_look").answered(SELLA, "benediction").answered(OSK, "no_look")
    hold_keys = [key for key in _offered(blessed, OSK) if key.startswith("hold_")]
    return blessed.answered(OSK, hold_keys[0]).all_answered("check")


def _second_begun(table: ScriptedTable) -> ScriptedTable:
    """Return the second hand at the learner's turn: Sella holds the best other card, Osk trusts the deck."""
    dealt = _dealt(table.next_hand()).answered(SELLA, "no_look")
    best = max((card for card in dealt.state.field if card not in (GONE, QUEEN)), key=all_cards("none").index)
    held = dealt.answered(SELLA, f"hold_{PLACES[dealt.state.field.index(best)].lower()}")
    trusting = held.answered(OSK, "no_look").answered(OSK, "benediction")
    return trusting.answered(LEARNER, "no_look")


def _second_checked(table: ScriptedTable, pressed: str) -> ScriptedTable:
    """Return the table after the learner has played a card and both others have checked."""
    return table.answered(LEARNER, pressed).answered(SELLA, "check").answered(OSK, "check")


def _second_ended(table: ScriptedTable, *, has_bet: bool) -> ScriptedTable:
    if not has_bet:
        return table.answered(LEARNER, "check")
    return table.answered(LEARNER, "bet", BET).answered(SELLA, "match").answered(OSK, "fold")


def _offered(table: ScriptedTable, seat: Seat) -> list[str]:
    return [each.key for each in table.game.offers(table.state, seat)]


def _places(table: ScriptedTable) -> tuple[LessonChoice, ...]:
    """Return the nine places as choices of equal width."""
    view = table.view
    keys = {key[-2:].upper(): key for key in _offered(table, LEARNER) if key.startswith(("look_", "hold_"))}
    buttons = (button for row in field_buttons(field(view, keys), view.id) for button in row.buttons)
    return tuple(
        LessonChoice(
            button.action,
            place if button.emoji else button.label,
            button.style,
            button.emoji or marked("destiny_back", "") or None,
            button.is_disabled,
        )
        for place, button in zip(PLACES, buttons, strict=True)
        if place in FIELD
    )


def _welcome(table: ScriptedTable) -> str:
    words = _(
        "You three bet {blind} each. Everybody plays one of these nine cards, and **the highest wins the "
        "pot**.\n"
        "First you may **look** at one, in secret. You can’t play that one now, but it stays there for the "
        "next hand. **Press a place to look.**"
    )
    return words.format(blind=table.facts.rules.big_blind)


def _play_another(card: str) -> str:
    order = heights("none")
    words = _(
        "It beats {beats} of the {others} other cards: **remember where it lies.**\n"
        "**Now press the place of another card, to play it.**"
    )
    return words.format(beats=order[card], others=len(order) - 1)


def _where_was_it(table: ScriptedTable, place: str, played: str) -> str:
    words = _(
        "Yours was {played}. Played cards are gone, **their places stay empty**. And {card} still lies "
        "there!\n"
        "**Next hand**, {blind} each again. {mark} {first} plays {held}, {second} draws one from the deck. "
        "**Where was {card}?**"
    )
    (hold,) = (each for each in table.state.holds if each.seat == SELLA)
    card = table.state.field[PLACES.index(place)]
    text = words.format(
        played=full_name(played),
        card=full_name(card),
        blind=table.facts.rules.big_blind,
        mark=marked(f"seat_{SELLA}", ""),
        first=NAMES[0],
        held=hold.place,
        second=NAMES[1],
    )
    return text.replace("  ", " ")


def _may_bet(table: ScriptedTable, place: str) -> str:
    words = _(
        "Right: you play **{place}**, {card}. It wins {odds} out of 10.\n"
        "Before cards are turned over, everybody may bet. Anyone who doesn’t match a bet *folds*, or "
        "gives up. The pot is **{pot}**. {first} and {second} *check*: they bet nothing. **Do you?**"
    )
    return words.format(
        place=place,
        card=full_name(QUEEN),
        odds=table.odds["pot"],
        pot=hand_of(table.view).betting.pot,
        first=NAMES[0],
        second=NAMES[1],
    )


def _after(*, has_bet: bool) -> str:
    words = _("You remembered! Had you bet, {first} would have paid to see your card.")
    if has_bet:
        words = _("{second} folded, {first} paid to see your card. Well remembered!")
    return words.format(first=NAMES[0], second=NAMES[1])


def _in_short(table: ScriptedTable) -> tuple[str, ...]:
    highest, lowest = all_cards("none")[-1], all_cards("none")[0]
    suits = (suit_name(f"{highest[0]}{each}") for each in reversed(SUITS))
    blinds = _(
        "At a table two of you pay first, the *blinds*: {small} and {big}. Here everyone stayed in for {big}."
    )
    rules = table.facts.rules
    return (
        "### " + _("That’s Destiny"),
        _("{highest} is high, {lowest} low. Between equals the suit decides: {suits}.").format(
            highest=rank_name(highest), lowest=rank_name(lowest), suits=", ".join(suits)
        ),
        _("You bet, look, play, and bet again."),
        betting_text(blinds.format(small=rules.small_blind, big=rules.big_blind)),
    )
