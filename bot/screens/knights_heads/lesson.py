"""The lesson of Knights' Heads, a hand with two house players; and the deal of the day."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping, Sequence
from itertools import chain, groupby
from operator import itemgetter

from bot.screens.core.picture import Picture
from bot.screens.core.presenter import ActionOf, DailyPresenter, GamePresenter, hand_of
from bot.screens.core.screen import ActionRow, Button, Part, Select, SelectOption, Text
from bot.screens.core.table_blocks import large
from bot.screens.knights_heads.cards import by_name, card_and_person, emoji, faces, in_short, painted, people
from bot.screens.knights_heads.panel import hand_text
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
from games.engine.betting.bets import Betting, Deal
from games.engine.core.errors import N_, NotOffered
from games.engine.core.game import Seat
from games.knights_heads import hands, rules
from games.knights_heads.cards import DECK, FACE_NAMES, FACES, in_deck_order
from games.knights_heads.game import DAILY, IN, KNIGHTS_HEADS, Nine
from games.knights_heads.hands import REQUIREMENTS

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
"""The cards that the learner can choose to pass on; the first choice is best."""
PASSED: Mapping[Seat, str] = {SELLA: "D01 B03 B11", OSK: "N11 A07 M09"}
"""The cards that the house players pass on."""
ANTE = 2
BET = 4
KNIGHT = "N"
FAMILY, COURT, TRIPLET, NOTHING = 18, 22, 26, 27


def knights_heads_lesson(face: GamePresenter, name: str) -> Script:
    """Teach what cards make, which three to pass, what the passed ones change, and who wins and why."""
    table = _dealt(face, name)
    choices_of_hand = tuple(
        LessonChoice(str(each), _(_hand(each).name)) for each in (COURT, TRIPLET, NOTHING)
    )
    pressed = yield LessonStep((_welcome(), _people(_own(table))), choices_of_hand)

    best_hand = _made(table)
    words = _("Right.") if best_hand.hand.number == int(pressed) else _("Not quite.")
    answer, table = (
        f"{words} {hand_text(best_hand)}",
        table.answered(LEARNER, "bet", ANTE).all_answered("match"),
    )
    choices = tuple(LessonChoice(each, faces("".join(card[0] for card in each.split()))) for each in GIFTS)
    passed = yield LessonStep(
        (answer, _people(_own(table), _making(table)), _which_three()), choices, width=1
    )

    for seat, three in {LEARNER: passed, **PASSED}.items():
        table = table.picked(seat, "pass", *three.split())
    bets = (*table.choices("check"), table.amount("bet", BET))
    pressed = yield LessonStep(
        (_what_came(), _people(_own(table), _making(table)), *_after_exchange(table)), bets
    )

    has_bet, with_bet = pressed == "bet", _bet(table, has_bet=True)
    end = with_bet if has_bet else _bet(table, has_bet=False)
    names = tuple(LessonChoice(str(place.seat), place.name) for place in end.places)
    pressed = yield LessonStep(
        (
            _("Each draws a tenth, the *luck card*. Yours: **{face}**.").format(face=faces(LUCK[0])),
            *_laid(end),
            _("Who wins?"),
        ),
        names,
    )

    missed_gain = () if has_bet else _missed(with_bet)
    yield LessonStep((*_result(end, int(pressed)), *missed_gain, *_last_words(end)))


def _result(end: ScriptedTable, guessed: int) -> tuple[str, ...]:
    """Return whether the learner guessed the winner, who it is, and why."""
    counts = end.facts.rules.triplet_counts
    best = max(end.state.laid, key=lambda each: hands.key(each.cards, triplet_counts=counts))
    return (_("Right!") if best.seat == guessed else _("Not quite. Here’s why:")), end.headline, _why(end)


def _last_words(end: ScriptedTable) -> tuple[str, ...]:
    """Return the end of the lesson: what to remember about hands and bets."""
    ante = _("At a table each hand costs an *ante* of {ante}.").format(ante=end.facts.rules.ante)
    return (
        "### " + _("That’s Knights’ Heads"),
        _("You bet three times."),
        _(
            "*What beats what* lists all {count} hands. Between equal hands the higher face "
            "decides, not how many; then more ★. Numbers don’t count."
        ).format(count=hands.RABBLE_NUMBER),
        betting_text(ante),
    )


def _dealt(face: GamePresenter, name: str) -> ScriptedTable:
    order = (LEARNER, SELLA, OSK)
    cards = (*chain.from_iterable(zip(*(NINE[seat].split() for seat in order), strict=True)), *LUCK.split())
    rest = tuple(card for card in DECK if card not in cards)
    return scripted_table(KNIGHTS_HEADS, face, name, *NAMES, stack=STACK).dealt(Deal(OSK, (*cards, *rest)))


def _bet(table: ScriptedTable, *, has_bet: bool) -> ScriptedTable:
    """Return the table at the hand's end: the learner bets in the second round or not, then all check."""
    betting = table.answered(LEARNER, "bet", BET) if has_bet else table
    return betting.all_answered("check", "match").all_answered("check")


def _own(table: ScriptedTable) -> tuple[str, ...]:
    cards: tuple[str, ...] = hand_of(table.view).cards
    return cards


def _made(table: ScriptedTable) -> hands.MadeHand:
    return hands.made(_own(table), triplet_counts=table.facts.rules.triplet_counts)


def _making(table: ScriptedTable) -> tuple[str, ...]:
    """Return the learner's cards that make their hand; none for Rabble."""
    best_hand = _made(table)
    return () if best_hand.hand.number == NOTHING else best_hand.cards


def _hand(number: int) -> hands.KnightsHand:
    return hands.HANDS[number - 1]


def _people(cards: Iterable[str], making: Container[str] = ()) -> str:
    """Return cards grouped by face, a line each; the cards in `making` are large."""
    lines = []
    for _letter, of_face in groupby(in_deck_order(tuple(cards)), key=itemgetter(0)):
        alike = (*of_face,)
        large = "## " if alike[0] in making else ""
        label = faces("".join(each[0] for each in alike))
        lines.append(large + f"{''.join(map(emoji, alike))} {label}".strip())
    return "\n".join(lines)


def _welcome() -> str:
    words = _(
        "Everybody here has an office, or *face*. From high to low: {faces}.\n"
        "The highest hand takes the pot. **{court}**: {four} **{triplet}**: {three} **{rabble}**: {none}\n"
        "Your first nine. **What do they make?**"
    )
    return words.format(
        faces=", ".join(_(FACE_NAMES[each]) for each in FACES),
        court=_(_hand(COURT).name),
        four=_(REQUIREMENTS[COURT]),
        triplet=_(_hand(TRIPLET).name),
        three=_(REQUIREMENTS[TRIPLET]),
        rabble=_(_hand(NOTHING).name),
        none=_(REQUIREMENTS[NOTHING]),
    )


def _which_three() -> str:
    words = _(
        "Now everybody gives three cards away: you to {left}, {right} to you. A fourth {face} would make a "
        "{court}. Higher still is the **{family}**: {asks}\n**Which three can you spare?**"
    )
    return words.format(
        left=NAMES[0],
        right=NAMES[1],
        face=_(FACE_NAMES[KNIGHT]),
        court=_(_hand(COURT).name),
        asks=_(REQUIREMENTS[FAMILY]),
        family=_(_hand(FAMILY).name),
    )


def _what_came() -> str:
    words = _("{right} gave you {came}.")
    return words.format(right=NAMES[1], came=faces("".join(card[0] for card in PASSED[OSK].split())))


def _after_exchange(table: ScriptedTable) -> tuple[str, ...]:
    best_hand = _made(table)
    words = _(
        "One card is to come. Everyone paid an *ante* of {ante} and a bet of {bet}: the pot is {pot}. **Do "
        "you bet?** To *check* is to bet nothing."
    )
    betting: Betting = hand_of(table.view).betting
    bet_question = words.format(ante=table.facts.rules.ante, bet=ANTE, pot=betting.pot)
    if best_hand.hand.number > COURT:
        return (
            hand_text(best_hand),
            _("Together your {faces} were worth more.").format(faces=faces("NNN")),
            bet_question,
        )
    if not any(card.startswith("Q") for card in _own(table)):
        no_family = _("Without a {face} there’s no {family}.")
        return (
            hand_text(best_hand),
            no_family.format(face=faces("Q"), family=_(_hand(FAMILY).name)),
            bet_question,
        )
    return hand_text(best_hand), bet_question


def _laid(table: ScriptedTable) -> tuple[str, ...]:
    """Return lines on the shown hands: their names, and the cards that make them."""
    names = {place.seat: place.name for place in table.places}
    lines = []
    for each in table.state.laid:
        lines += [f"**{shown(names[each.seat])}** · {_(_hand(each.number).name)}", _people(each.making)]
    return tuple(lines)


def _why(table: ScriptedTable) -> str:
    counts = table.facts.rules.triplet_counts
    laid = sorted(
        (each.cards for each in table.state.laid), key=lambda each: hands.key(each, triplet_counts=counts)
    )
    match hands.compare(laid[-1], laid[-2], triplet_counts=counts):
        case hands.ByHand(better, worse):
            return _("{better} beats {worse}.").format(better=_(better.name), worse=_(worse.name))
        case hands.ByFace(hand, higher, lower):
            words = _("Both have the same hand, {hand}: the higher face wins, {higher} over {lower}.")
            return words.format(hand=_(hand.name), higher=faces(higher), lower=faces(lower))
        case other:
            raise AssertionError(other)


def _missed(with_bet: ScriptedTable) -> tuple[str, ...]:
    """Return a line on the pot that the learner would have won with a bet, if they win."""
    shares = chain.from_iterable(each.shares for each in with_bet.state.won)
    won = sum(each.amount for each in shares if each.seat == LEARNER)
    return (_("Had you bet, everyone would have paid to see: **{pot}**.").format(pot=won),) if won else ()


class KnightsDailyFace(DailyPresenter):
    """The deal of the day: which three cards to pass on."""

    how = N_("Dealt 10,000 times, against hands that were really laid down in games.")

    def cards(self, deal: Nine) -> str:
        """Return the nine cards as text; the cards that make a hand come first."""
        making = hands.made(deal).cards
        return "\n".join(large(people(deal, making), by_name))

    def picture(self, deal: Nine) -> Picture:
        """Return the nine cards as a picture."""
        return painted(deal, triplet_counts=True)

    def dealt(self, deal: Nine) -> tuple[str, ...]:
        """Return the hand that the cards make."""
        return (hand_text(hands.made(deal)),)

    def asks(self, deal: Nine, answer: ActionOf, pick: str, picked: int | None) -> tuple[Part, ...]:
        """Return a select of the three cards; after that, also a button that confirms them."""
        says = _(
            "You give three to the left. Three others come from the right, any of them, and then a luck "
            "card. **Which three do you give?**"
        )
        chosen = () if picked is None else _cards(deal, picked)
        lines = tuple(
            SelectOption(
                card_and_person(card), str(index), is_chosen=card in chosen, emoji=emoji(card) or None
            )
            for index, card in enumerate(deal)
        )
        select = Select(pick, _("Three cards to give"), lines, rules.RABBLE_SIZE)
        if picked is None:
            return Text(says), select
        words = _("You give {cards}. Sure? You have one go.").format(cards=in_short(chosen))
        return Text(says), select, Text(words), ActionRow((Button(_("Give them"), answer(picked), "good"),))

    def picked(self, deal: Nine, places: Sequence[int]) -> int:
        """Return the number of the answer with the cards at these places."""
        chosen = " ".join(card for index, card in enumerate(deal) if index in places)
        answers = DAILY.answers(deal)
        if chosen not in answers:
            raise NotOffered
        return answers.index(chosen)

    def told(self, deal: Nine, answer: int) -> str:
        """Return the three cards."""
        return _("give {cards}").format(cards=in_short(_cards(deal, answer)))

    def worth(self, worth: int) -> str:
        """Return the number of hands out of 100 that the answer beats."""
        return _("beats {count} out of {of} hands").format(count=worth, of=IN)


def _cards(deal: Nine, answer: int) -> list[str]:
    return DAILY.answers(deal)[answer].split()
