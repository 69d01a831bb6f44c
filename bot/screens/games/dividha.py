"""Dividha in words: cards and columns, trades, what is shown, and how the pot was shared out."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bot.screens.core import betting
from bot.screens.core.game_screen import Face, GameScreen, hand_of
from bot.screens.core.picture import Picture
from bot.screens.core.screen import Choice
from bot.screens.core.story import tell
from bot.screens.games import dividha_picture
from bot.screens.games.dividha_cards import ACES_ARE_LOW, card, cards, legend, named
from bot.screens.games.dividha_result import ending, taken
from bot.text.escape import shown
from bot.text.translate import _, ngettext
from games.dividha.cards import ACE, value
from games.dividha.events import (
    DividhaHandBegun,
    DividhaShowdown,
    Event,
    OutOfAntes,
    Traded,
)
from games.dividha.readings import ONE_PAIR
from games.dividha.rules import BETTING
from games.dividha.tablets import ALL, EVEN
from games.dividha.view import DividhaView, Makes, OwnCards
from games.engine.core.game import Seat
from games.engine.core.offers import Number, Offer, Pick, Split
from games.engine.core.sentences import phrase
from games.engine.table.views import Question, TableView

OUT_AT_THE_END = phrase("{name} cannot pay the next ante and is out, with {amount} left.")
"""There is no next pot: the winner takes it, or it goes home with its owner."""
LEFT_BEHIND = phrase("The pot holds {amount} of those who are out, on Win.")
STAGES: Mapping[str, str] = {
    "wager": phrase("Demon’s Wager, before any card"),
    "first_round": phrase("First betting, on two private cards"),
    "second_round": phrase("Second betting, on two public cards as well"),
    "trade": phrase("Trade, up to two cards each"),
    "third_round": phrase("Third betting, after the trade"),
    "last_round": phrase("Last betting, on all six cards"),
    "showdown": phrase("Showdown, each leaves one card out"),
}
ASKS: Mapping[str, str] = {
    "trade": phrase("Trade up to two cards"),
    "showdown": phrase("Leave one card out"),
    "agreeing": phrase("Agree, or keep the ante"),
}
LABELS = {
    "no_trade": phrase("Trade nothing"),
    "trade_one": phrase("Trade one card …"),
    "trade_two": phrase("Trade two cards …"),
    "discard": phrase("Leave one card out, show the others …"),
    "lay": phrase("Lay the next card, from the top down …"),
    "lay_rest": phrase("The others below"),
    "call": phrase("Call your hand …"),
    "usual": phrase("Usually: … of 100 on Win"),
    "wish_lower": phrase("Lower the next ante to …"),
    "lower": phrase("Lower it"),
    "keep": phrase("Keep it"),
}
COSTLY = {
    "trade_one": (phrase("Trade one card for {price} …"), 1),
    "trade_two": (phrase("Trade two cards for {price} …"), 2),
}
"""Paid trades: the words, and for how many cards (DV-19)."""
ENDED = ("agreeing", "over")


class DividhaScreen(GameScreen):
    """Dividha."""

    command = "dividha"
    rules_page = "dividha"
    emoji = "⚖️"
    accent = 0x6B4C9A
    intro = phrase(
        "Six cards each, of which five count. The best hand takes what was bet on Win, the worst what was "
        "bet on Lose, and you split every coin between the two."
    )
    credit = "Brian J. Moses, in *Hunting The Three*"

    def event(self, event: Event, view: TableView[DividhaView]) -> str:
        """One line on what happened."""
        match event:
            case DividhaShowdown():
                return _shown(event, view)
            case DividhaHandBegun():
                return _begun(event, view)
            case Traded():
                return _traded(event, view)
            case OutOfAntes() if event.amount and view.phase == "closed":
                return _(OUT_AT_THE_END).format(name=shown(view.name(event.seat)), amount=event.amount)
            case _:
                return tell(event, view)

    def asks(self, view: TableView[DividhaView], _question: Question) -> str:
        """What the stage asks, and in betting what staying in costs."""
        now = hand_of(view)
        return _(ASKS[now.stage]) if now.stage in ASKS else _("Your turn")

    def cost(self, view: TableView[DividhaView]) -> str:
        """What staying in costs."""
        return betting.cost(hand_of(view).betting)

    def body(self, view: TableView[DividhaView]) -> tuple[str, ...]:
        """The pot, or how it was shared out."""
        now = hand_of(view)
        if now.stage == "agreeing":
            words = _("Lower the next ante from {ante} to **{lower}**? Everyone must agree.")
            asked = words.format(ante=now.next_ante, lower=now.lower_to)
            return (*self.result(view), asked)
        if now.outcome is not None:
            return self.result(view)
        lines = [f"**{_(STAGES[now.stage])}.** {betting.pot(now.betting)}"]
        if now.stage in BETTING:
            lines.append(_("-# Buttons here split a bet as you usually do; your hand has all the others."))
            if not now.rules.split_all_in:
                lines.append(
                    _("-# All in is never split: it goes on Win, or on Lose if you usually put more there.")
                )
        if now.stage == "trade" and now.rules.pay_to_trade:
            words = _("-# Each card costs {price}, and what is chosen has to be paid for.")
            lines.append(words.format(price=now.ante))
        return (*lines, legend())

    def result(self, view: TableView[DividhaView]) -> tuple[str, ...]:
        """The hands, what decided between them, the columns, and who takes what."""
        outcome = hand_of(view).outcome
        return () if outcome is None else tuple(ending(outcome, view))

    def at_seat(self, view: TableView[DividhaView], seat: Seat) -> str:
        """A seat's public cards, its bet, and whether it is in."""
        now = hand_of(view)
        line, stake = now.line(seat), now.betting.stake(seat)
        said = [_("deals")] if now.dealer == seat else []
        if line.public:
            said.append(cards(line.public))
        if line.is_out:
            said.append(_("out"))
        elif now.stage not in ENDED:
            said += [betting.at_seat(stake), _("{total} in the pot").format(total=line.total)]
        if now.stage == "showdown" and not line.has_folded and seat not in now.to_act:
            said.append(_("has chosen"))
        return ", ".join(each for each in said if each)

    def face(self, offer: Offer[Any], view: TableView[DividhaView]) -> Face:
        """Buttons of the betting, the trade and the showdown."""
        now = hand_of(view)
        if offer.key in COSTLY and now.rules.pay_to_trade:
            words, count = COSTLY[offer.key]
            return Face(_(words).format(price=now.ante * count), "plain")
        if offer.key == "pay":
            return Face(_("Pay {amount}").format(amount=now.ante * now.trading_count), "good")
        if offer.key in LABELS:
            return Face(_(LABELS[offer.key]), "good" if offer.key == "lower" else "plain")
        return betting.face(offer, now.betting)

    def mark(self, offer: Number[Any], number: int, _view: TableView[DividhaView]) -> str:
        """A usual split, or an ante to lower to."""
        if offer.key == "wish_lower":
            return _("Lower the next ante to {ante}").format(ante=number)
        return _("Usually: {split}").format(split=_split(number))

    def wager(self, offer: Split[Any], amount: int, view: TableView[DividhaView]) -> str:
        """A bet, a raise, a match, all in, or the price of a trade."""
        if offer.key in ("bet", "raise"):
            return betting.mark(offer, amount)
        return self.face(offer, view).label.removesuffix(" …")

    def split(self, offer: Split[Any], amount: int, part: int | None, view: TableView[DividhaView]) -> str:
        """An amount, split as usual or in one of the simple ways."""
        coins = amount - offer.laid
        if part is None:
            bet, own = self.wager(offer, amount, view), hand_of(view).own
            if own is not None and offer.is_whole(amount):
                return _("{bet}, as usual: {split}").format(bet=bet, split=_whole(own))
            return _("{bet}, as usual").format(bet=bet)
        if part == coins:
            return _("All {coins} on Win").format(coins=coins)
        if part == 0:
            return _("All {coins} on Lose").format(coins=coins)
        return _("{win} on Win, {lose} on Lose").format(win=part, lose=coins - part)

    def side(self) -> str:
        """The first of the columns."""
        return _("Win")

    def line(self, offer: Pick[Any], index: int, view: TableView[DividhaView]) -> Choice:
        """A card and the hand made without it (DV-8), or the name of a hand."""
        choice = offer.choices[index]
        if offer.key == "call":
            return Choice(named(int(choice)), str(index))
        if offer.key != "discard":
            return Choice(card(choice), str(index))
        made = next(each for each in _own(view).makes if each.discard == choice)
        label = _("without {card}: {hand}").format(card=card(choice), hand=_made(made))
        return Choice(label, str(index))

    def picture(self, view: TableView[DividhaView]) -> Picture | None:
        """All that lies open of the hand, or the viewer's own cards."""
        return dividha_picture.picture(view)

    def panel(self, view: TableView[DividhaView], _order: str = "") -> tuple[str, ...]:
        """The player's cards and columns, and what there is to choose."""
        now, own = hand_of(view), _own(view)
        line = now.line(own.tablet.seat)
        if line.is_out and not own.tablet.bets:
            return (_("You could not pay the ante and are out; what you had went into the pot, on Win."),)
        held = [_("Private: {cards}").format(cards=cards(own.private))] if own.private else []
        if line.public:
            held.append(_("public: {cards}").format(cards=cards(line.public)))
        lines = [", ".join(held), legend()] if held else []
        columns = _("Your coins: **{win}** on Win, **{lose}** on Lose. Your usual split: {split}.")
        lines.append(columns.format(win=own.tablet.win, lose=own.tablet.lose, split=_split(own.percent)))
        if not now.rules.split_all_in:
            lines.append(_("All in is never split; as usual it goes {split}.").format(split=_whole(own)))
        return (*lines, *_choosing(now, own))


def _own(view: TableView[DividhaView]) -> OwnCards:
    own = hand_of(view).own
    assert own is not None
    return own


def _split(percent: int) -> str:
    match percent:
        case 100:
            return _("all on Win")
        case 0:
            return _("all on Lose")
        case 50:
            return _("even")
        case _:
            return _("{win} : {lose}").format(win=percent, lose=100 - percent)


def _whole(own: OwnCards) -> str:
    """Where unsplittable coins go as usual (DV-21)."""
    return _split(ALL if own.percent >= EVEN else 0)


def _shown(event: DividhaShowdown, view: TableView[DividhaView]) -> str:
    if view.phase == "playing" and view.hand is not None and view.hand.outcome == event.outcome:
        # Who took what stands below.
        return _("The hands are shown.")
    return tell(event, view, taken=taken(event.outcome, view))


def _begun(event: DividhaHandBegun, view: TableView[DividhaView]) -> str:
    told = tell(event, view)
    return f"{told} {_(LEFT_BEHIND).format(amount=event.left_behind)}" if event.left_behind else told


def _traded(event: Traded, view: TableView[DividhaView]) -> str:
    words = ngettext("{count} private card", "{count} private cards", event.private_count)
    said = words.format(count=event.private_count)
    if event.turned_down:
        public = _("{old} for {new}").format(old=cards(event.turned_down), new=cards(event.drawn))
        both = _("{public}, and {private} as well").format(public=public, private=said)
        said = both if event.private_count else public
    told = tell(event, view, cards=said)
    return f"{told} {_('That costs {paid}.').format(paid=event.paid)}" if event.paid else told


def _made(made: Makes) -> str:
    """The hand that a discard makes, marked if it is the strongest or weakest."""
    marks = []
    if made.is_strongest:
        marks.append(_("strongest"))
    if made.is_weakest:
        marks.append(_("weakest"))
    name = named(made.number)
    return f"{name} ({', '.join(marks)})" if marks else name


def _warning(*makes: Makes) -> tuple[str, ...]:
    """A warning that Aces are the lowest pair, for players who could show one (DV-6)."""
    pairs = (made.cards for made in makes if made.number == ONE_PAIR)
    has_aces = any(value(card) == ACE for pair in pairs for card in pair)
    return ("-# " + _(ACES_ARE_LOW),) if has_aces else ()


def _choosing(now: DividhaView, own: OwnCards) -> list[str]:
    """What each discard would make, and what is laid already."""
    if own.trading:
        return [_("You trade {cards}.").format(cards=cards(own.trading))]
    if now.stage in ENDED or not own.makes:
        return []
    if own.discard is None:
        words = _("Without {card} you have {cards}: {hand}")
        each = (
            "- " + words.format(card=cards([made.discard]), cards=cards(made.cards), hand=_made(made))
            for made in own.makes
        )
        # An empty line ends the list.
        return [*each, "", *_warning(*own.makes)]
    made = next(each for each in own.makes if each.discard == own.discard)
    words = _("You leave {card} out. Your hand: {hand}, {cards}.")
    said = [words.format(card=cards([own.discard]), hand=_made(made), cards=cards(made.cards))]
    said.extend(_warning(made))
    if own.laid and now.rules.rule_of_order:
        said.append(_("Laid so far, from the top down: {cards}.").format(cards=cards(own.laid)))
    return said
