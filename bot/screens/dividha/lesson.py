"""The lesson of Dividha, a hand with two house players; and the deal of the day."""

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
    emoji_or_none,
    full_name,
    hand_name,
    legend,
    looks_like_more,
    side_by_side,
    tile,
)
from bot.screens.dividha.panel import SPLITS, split_button
from bot.screens.dividha.screen import taken
from bot.screens.learn.lesson import (
    LEARNER,
    LessonChoice,
    LessonStep,
    Script,
    ScriptedTable,
    betting_text,
    scripted_table,
)
from bot.text.translate import _, shown
from games.dividha.cards import ALL, DECK, value
from games.dividha.game import DIVIDHA, IN, Six
from games.dividha.hands import best_so_far
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
"""The seats' cards in the order of the deal: two private, two public, two private."""
LEFT_OUT: Mapping[Seat, str] = {SELLA: "2D", OSK: "AH"}
BET = 4
ON_WIN: Mapping[Seat, int] = {SELLA: 4, OSK: 0}
"""The part of each bet that the house players put on Win."""


def dividha_lesson(face: GamePresenter, name: str) -> Script:
    """Teach the two columns with two, four and six cards; the worst hand takes Lose."""
    table = _dealt(face, name)
    pressed = yield LessonStep(_welcome(table), _splits())

    comment, table = _comment_first(table, int(pressed)), _all_bet(table, int(pressed))
    pressed = yield LessonStep((comment, *_four_cards(table)), _splits())

    comments, table = _comment_second(table, int(pressed)), _all_bet(table, int(pressed))
    table = table.all_answered("no_trade").all_answered("check").all_answered("check")
    own_cards = table.state.holding(LEARNER).cards
    cards_to_choose = tuple(
        LessonChoice(each, full_name(each), "plain", emoji_or_none(each)) for each in own_cards
    )
    pressed = yield LessonStep((*comments, *_six_cards(table)), cards_to_choose, width=2)

    end = table
    for seat, left_out in {**LEFT_OUT, LEARNER: pressed}.items():
        end = end.picked(seat, "discard", left_out)
    names = {place.seat: place.name for place in end.places}
    ante = _("At a table each hand costs an *ante* of {ante}.").format(ante=end.facts.rules.ante)
    yield LessonStep(
        (
            taken(end.state.outcome, end.view),
            *(
                f"**{shown(names[each.seat])}** · {hand_name(each.number)}\n{cards(_making_first(each))}"
                for each in end.state.outcome.hands
            ),
            *_why(end),
            "### " + _("That’s Dividha"),
            _("*What beats what* lists all hands."),
            betting_text(ante),
        )
    )


def _dealt(face: GamePresenter, name: str) -> ScriptedTable:
    hands_dealt = [SIX[seat].split() for seat in (LEARNER, SELLA, OSK)]
    first_cards = (*chain.from_iterable(zip(*hands_dealt, strict=True)),)
    rest = (each for each in DECK if each not in first_cards)
    return scripted_table(DIVIDHA, face, name, *NAMES, stack=STACK).dealt(Deal(OSK, (*first_cards, *rest)))


def _all_bet(table: ScriptedTable, percent: int) -> ScriptedTable:
    """Return the table after the learner bets, with that percentage on Win, and both others call."""
    table = table.answered(LEARNER, "bet", BET, BET * percent // ALL)
    for seat, win in ON_WIN.items():
        table = table.answered(seat, "match", BET, win)
    return table


def _splits() -> tuple[LessonChoice, ...]:
    """Return the splits of a bet as choices, with the labels of the panel's buttons."""
    looks = {percent: split_button(percent) for percent in SPLITS}
    return tuple(LessonChoice(str(each), look.label, look.style, look.emoji) for each, look in looks.items())


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
    text = words.format(up=marked("win", WIN), down=marked("lose", LOSE), bet=BET)
    return text, _large(table.state.holding(LEARNER).cards)


def _comment_first(table: ScriptedTable, percent: int) -> str:
    """Return the comment on the learner's first split."""
    words = _("Half? Cards this low take Lose {lose} out of 10 times, and Win {win}.")
    if percent == 0:
        words = _("Good: cards this low take Lose {lose} out of 10 times, and Win {win}.")
    elif percent == ALL:
        words = _(
            "On Win? Cards this low take Lose {lose} out of 10 times, and Win {win}. There’s more to bet."
        )
    return _with_odds(table, words)


def _comment_second(table: ScriptedTable, percent: int) -> tuple[str, ...]:
    """Return the comment on the learner's second split; empty if all of it is on Lose."""
    if percent == 0:
        return ()
    words = _("Half? You take Lose {lose} out of 10 times, and Win {win}.")
    if percent == ALL:
        words = _("On Win? You take Lose {lose} out of 10 times, and Win {win}.")
    return (_with_odds(table, words),)


def _with_odds(table: ScriptedTable, words: str) -> str:
    return words.format(**table.odds)


def _four_cards(table: ScriptedTable) -> tuple[str, ...]:
    words = _(
        "Two more each, face up. {name} shows **{hand}**, two alike. You have **{own}**, none alike: the "
        "lowest hand.\nYou bet another {bet}. **Where do they go?**"
    )
    rivals_hand, own_hand = (
        best_so_far(table.state.holding(seat).cards[start:]) for seat, start in ((SELLA, 2), (LEARNER, 0))
    )
    assert rivals_hand is not None
    assert own_hand is not None
    text = words.format(
        name=NAMES[0], hand=hand_name(rivals_hand.number), own=hand_name(own_hand.number), bet=BET
    )
    open_cards = table.state.holding(SELLA).cards[2:]
    return (
        text,
        f"{NAMES[0]}: {cards(open_cards)}",
        _("Your four cards:"),
        _large(table.state.holding(LEARNER).cards),
        _("Your coins (half of the *ante*, {ante}, is on each):").format(ante=table.facts.rules.ante),
        _columns(table),
    )


def _six_cards(table: ScriptedTable) -> tuple[str, ...]:
    words = _(
        "Your last two cards, for your eyes only. (At a table you could trade first, and bet twice more.)\n"
        "One of the six stays out, the others are your hand. **Which one do you leave out?**"
    )
    return words, _large(table.state.holding(LEARNER).cards), _("Your coins:"), _columns(table)


def _making_first(hand: ShownHand) -> tuple[str, ...]:
    """Return a hand's five cards: first those that make it, then the others from the highest down."""
    others = sorted((each for each in hand.face_up if each not in hand.cards), key=value, reverse=True)
    return (*hand.cards, *others)


def _why(end: ScriptedTable) -> tuple[str, ...]:
    tablet = end.state.tablet(LEARNER)
    own, other = (
        {each.seat: _making_first(each)[0] for each in end.state.outcome.hands}[seat]
        for seat in (LEARNER, OSK)
    )
    words = _("Between equal hands the highest card decides, and yours is lower: {own} against {other}.")
    if LEARNER not in end.state.outcome.layers[0].weakest:
        words = _(
            "Between equal hands the highest card decides, and yours is higher: {own} against {other}. Had "
            "you left it out, Lose would have been yours."
        )
    text = words.format(own=full_name(own), other=full_name(other))
    if tablet.win > tablet.lose:
        return text, _("Most of your coins were on Win. With low cards, bet on Lose.")
    return (text,)


def _large(held: Sequence[str]) -> str:
    return "\n".join(large([tile(each) for each in held], cards))


class DividhaDailyFace(DailyPresenter):
    """The deal of the day: which card to leave out, and which column to bet on."""

    how = N_("Dealt 10,000 times, against rivals who show their best five or their worst, as it suits them.")

    def cards(self, deal: Six) -> str:
        """Return the six cards as text."""
        return _large(deal)

    def picture(self, deal: Six) -> Picture:
        """Return the six cards as a picture."""
        return side_by_side(deal)

    def dealt(self, deal: Six) -> tuple[str, ...]:
        """Return why the cards make less than they seem to, if so, and the legend of suits."""
        return (*filter(None, [looks_like_more(deal)]), legend())

    def asks(self, deal: Six, answer: ActionOf, pick: str, picked: int | None) -> tuple[Part, ...]:
        """Return a select of the card to leave out; after that, also a button for each column."""
        says = _(
            "You leave one card out and bet on one side. Then I deal six of the other cards to 10,000 "
            "rivals, and each shows five: their best, or their worst. **Which card do you leave out?**"
        )
        lines = tuple(_line(each, index, is_chosen=index == picked) for index, each in enumerate(deal))
        select = Select(pick, _("Leave out …"), lines)
        if picked is None:
            return Text(says), select
        words = _(
            "Without {card}: **where do your coins go?** The better hand takes {win} Win, the worse one "
            "{lose} Lose. You have one go."
        )
        text = words.format(card=cards([deal[picked]]), win=marked("win", WIN), lose=marked("lose", LOSE))
        sides = (_column(ALL, answer(picked)), _column(0, answer(len(deal) + picked)))
        return Text(says), select, Text(text), ActionRow(sides)

    def picked(self, deal: Six, places: Sequence[int]) -> int:
        """Return the index of the selected card."""
        if len(places) != 1 or places[0] >= len(deal):
            raise NotOffered
        return places[0]

    def told(self, deal: Six, answer: int) -> str:
        """Return the column, and the card left out."""
        words = _("{sign} Lose, without {card}") if answer >= len(deal) else _("{sign} Win, without {card}")
        sign = marked("lose", LOSE) if answer >= len(deal) else marked("win", WIN)
        return words.format(sign=sign, card=cards([deal[answer % len(deal)]]))

    def worth(self, worth: int) -> str:
        """Return the number of hands out of 100 against which the answer wins."""
        return _("takes it against {count} of {of} hands").format(count=worth, of=IN)


def _column(percent: int, action: str) -> Button:
    """Return the button for all coins on one side, with the label of the panel's button."""
    look = split_button(percent)
    return Button(look.label, action, "main", look.emoji)


def _line(written: str, index: int, *, is_chosen: bool) -> SelectOption:
    emoji = emoji_or_none(written)
    return SelectOption(
        full_name(written) if emoji else card(written), str(index), is_chosen=is_chosen, emoji=emoji
    )
