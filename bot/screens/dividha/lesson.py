"""A first hand of Dividha with two house players, and its deal of the day: six cards, two columns."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import chain

from bot.screens.core.picture import Picture
from bot.screens.core.presenter import ActionOf, DailyPresenter, GamePresenter
from bot.screens.core.screen import ActionRow, Button, Part, Select, SelectOption, Text, marked
from bot.screens.core.table_blocks import large
from bot.screens.dividha.cards import (
    LOSE,
    WIN,
    card,
    cards,
    column_counts,
    full_name,
    legend,
    looks_like_more,
    named,
    pictured,
    side_by_side,
    tile,
)
from bot.screens.dividha.panel import SPLITS, split_face
from bot.screens.dividha.screen import taken
from bot.screens.learn.lesson import (
    LEARNER,
    LessonChoice,
    LessonStep,
    Script,
    ScriptedTable,
    betting_told,
    lay,
)
from bot.text.translate import _, shown
from games.dividha.cards import ALL, DECK, value
from games.dividha.game import DIVIDHA, IN, Six
from games.dividha.hands import so_far
from games.dividha.model import ShownHand
from games.engine.betting.bets import Deal
from games.engine.core.errors import N_, NotOffered
from games.engine.core.game import Seat

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
"""The coins of each bet that the house players put on Win."""


def dividha_lesson(face: GamePresenter, name: str) -> Script:
    """Two cards, four, six; Win and Lose; the worst hand takes Lose."""
    table = _dealt(face, name)
    pressed = yield LessonStep(_welcome(table), _splits())

    judged, table = _judged(table, int(pressed)), _all_bet(table, int(pressed))
    pressed = yield LessonStep((judged, *_four_cards(table)), _splits())

    again, table = _judged_again(table, int(pressed)), _all_bet(table, int(pressed))
    table = table.all_answered("no_trade").all_answered("check").all_answered("check")
    held = table.state.holding(LEARNER).cards
    six = tuple(LessonChoice(each, full_name(each), "plain", pictured(each)) for each in held)
    pressed = yield LessonStep((*again, *_six_cards(table)), six, width=2)

    end = table
    for seat, out in {**LEFT_OUT, LEARNER: pressed}.items():
        end = end.picked(seat, "discard", out)
    names = {place.seat: place.name for place in end.places}
    ante = _("At a table each hand costs an *ante* of {ante}.").format(ante=end.facts.rules.ante)
    yield LessonStep(
        (
            taken(end.state.outcome, end.view),
            *(
                f"**{shown(names[each.seat])}** · {named(each.number)}\n{cards(_ordered(each))}"
                for each in end.state.outcome.hands
            ),
            *_why(end),
            "### " + _("That’s Dividha"),
            _("*What beats what* lists all hands."),
            betting_told(ante),
        )
    )


def _dealt(face: GamePresenter, name: str) -> ScriptedTable:
    six = [SIX[seat].split() for seat in (LEARNER, SELLA, OSK)]
    top = (*chain.from_iterable(zip(*six, strict=True)),)
    rest = (each for each in DECK if each not in top)
    return lay(DIVIDHA, face, name, *NAMES, stack=STACK).laid(Deal(OSK, (*top, *rest)))


def _all_bet(table: ScriptedTable, percent: int) -> ScriptedTable:
    """Return the table after the learner bets with that share of it on Win, and both others call."""
    table = table.answered(LEARNER, "bet", BET, BET * percent // ALL)
    for seat, win in ON_WIN.items():
        table = table.answered(seat, "match", BET, win)
    return table


def _splits() -> tuple[LessonChoice, ...]:
    """Return the splits of a bet, as on the panel's buttons."""
    faces = {percent: split_face(percent) for percent in SPLITS}
    return tuple(LessonChoice(str(each), face.label, face.style, face.emoji) for each, face in faces.items())


def _columns(table: ScriptedTable) -> str:
    tablet = table.state.tablet(LEARNER)
    return column_counts(tablet.win, tablet.lose)


def _welcome(table: ScriptedTable) -> tuple[str, ...]:
    words = _(
        "You’ll get six cards, of which five count. You say in secret where your coins go:\n"
        "{up} **Win**, which the **best** hand takes, or\n"
        "{down} **Lose**, which the **worst** takes.\n"
        "Here are your first two: low ones. You bet {bet}. **Where do these coins go?**"
    )
    told = words.format(up=marked("win", WIN), down=marked("lose", LOSE), bet=BET)
    return told, _large(table.state.holding(LEARNER).cards)


def _judged(table: ScriptedTable, placed: int) -> str:
    """Return the comment on the learner's first split."""
    words = _("Half? Cards this low take Lose {lose} out of 10 times, Win {win}.")
    if placed == 0:
        words = _("Good: such low cards take Lose {lose} out of 10 times, Win {win}.")
    elif placed == ALL:
        words = _("On Win? Cards this low take Lose {lose} out of 10 times, Win {win}. There’s more to bet.")
    return _with_odds(table, words)


def _judged_again(table: ScriptedTable, placed: int) -> tuple[str, ...]:
    """Return the comment on the learner's next split, if part of it goes wrong."""
    if placed == 0:
        return ()
    words = _("Half? You take Lose {lose} out of 10 times, Win {win}.")
    if placed == ALL:
        words = _("On Win? You take Lose {lose} out of 10 times, Win {win}.")
    return (_with_odds(table, words),)


def _with_odds(table: ScriptedTable, words: str) -> str:
    return words.format(**table.odds)


def _four_cards(table: ScriptedTable) -> tuple[str, ...]:
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
        _large(table.state.holding(LEARNER).cards),
        _("Your coins (the *ante*, {ante}, lies half on each):").format(ante=table.facts.rules.ante),
        _columns(table),
    )


def _six_cards(table: ScriptedTable) -> tuple[str, ...]:
    words = _(
        "Two last cards, for your eyes only. (At a table you could trade before, and bet twice "
        "more.)\nOne of the six stays out, the others are your hand. **Which one do you leave out?**"
    )
    return words, _large(table.state.holding(LEARNER).cards), _("Your coins:"), _columns(table)


def _ordered(hand: ShownHand) -> tuple[str, ...]:
    """Return a hand's five cards: those that make it, then the others from the highest down."""
    others = sorted((each for each in hand.face_up if each not in hand.cards), key=value, reverse=True)
    return (*hand.cards, *others)


def _why(end: ScriptedTable) -> tuple[str, ...]:
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


def _large(held: Sequence[str]) -> str:
    return "\n".join(large([tile(each) for each in held], cards))


class DividhaDailyFace(DailyPresenter):
    """The deal of the day: the card to leave out, and the column of the coins."""

    how = N_("Dealt 10,000 times, against rivals who show their best five or their worst, as it suits them.")

    def cards(self, deal: Six) -> str:
        """Return six cards."""
        return _large(deal)

    def picture(self, deal: Six) -> Picture:
        """Return the same as a picture."""
        return side_by_side(deal)

    def dealt(self, deal: Six) -> tuple[str, ...]:
        """Return the names of the suits, and the hand that the cards only look like."""
        return (*filter(None, [looks_like_more(deal)]), legend())

    def asks(self, deal: Six, answer: ActionOf, pick: str, picked: int | None) -> tuple[Part, ...]:
        """Return a select of the card to leave out; then a button for each column."""
        says = _(
            "You leave one card out and bet on one side. Then I deal six of the other cards to 10,000 "
            "rivals, and each shows five: their best, or their worst. **Which card do you leave out?**"
        )
        lines = tuple(_line(each, at, is_chosen=at == picked) for at, each in enumerate(deal))
        select = Select(pick, _("Leave out …"), lines)
        if picked is None:
            return Text(says), select
        words = _(
            "Without {card}: **where do your coins go?** The better hand takes {win} Win, the worse one "
            "{lose} Lose. You have one go."
        )
        told = words.format(card=cards([deal[picked]]), win=marked("win", WIN), lose=marked("lose", LOSE))
        sides = (_column(ALL, answer(picked)), _column(0, answer(len(deal) + picked)))
        return Text(says), select, Text(told), ActionRow(sides)

    def picked(self, deal: Six, places: Sequence[int]) -> int:
        """Return the card at this place."""
        if len(places) != 1 or places[0] >= len(deal):
            raise NotOffered
        return places[0]

    def told(self, deal: Six, answer: int) -> str:
        """Return the card, and the column."""
        words = _("{sign} Lose, without {card}") if answer >= len(deal) else _("{sign} Win, without {card}")
        sign = marked("lose", LOSE) if answer >= len(deal) else marked("win", WIN)
        return words.format(sign=sign, card=cards([deal[answer % len(deal)]]))

    def worth(self, worth: int) -> str:
        """Return a number of hands in 100."""
        return _("takes it against {count} of {of} hands").format(count=worth, of=IN)


def _column(percent: int, action: str) -> Button:
    """Return all coins on one side, as at a table."""
    face = split_face(percent)
    return Button(face.label, action, "main", face.emoji)


def _line(written: str, index: int, *, is_chosen: bool) -> SelectOption:
    emoji = pictured(written)
    return SelectOption(
        full_name(written) if emoji else card(written), str(index), is_chosen=is_chosen, emoji=emoji
    )
