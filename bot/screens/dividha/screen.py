"""Dividha in words: cards and columns, trades, what is shown, and how the pot was shared out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from bot.custom_ids import table_id
from bot.screens.core import betting
from bot.screens.core.emojis import marked
from bot.screens.core.game_screen import Face, GameScreen, hand_of
from bot.screens.core.picture import Picture
from bot.screens.core.screen import Button, Choice, Screen, say
from bot.screens.core.story import tell
from bot.screens.dividha import cards as dividha_cards
from bot.screens.dividha import picture as dividha_picture
from bot.screens.dividha.cards import card, cards, columns, full_name, named, pictured, ranking
from bot.screens.dividha.panel import in_hand, is_betting, own_cards, panel
from bot.screens.dividha.result import ending, headline, taken
from bot.screens.dividha.steps import SPLITS, laid, over_amounts, over_splits, split_face
from bot.text.escape import shown
from bot.text.numbers import number
from bot.text.translate import _, ngettext
from games.dividha.events import DividhaHandBegun, DividhaShowdown, Event, LastTakesBoth, OutOfAntes, Traded
from games.dividha.tablets import ALL
from games.dividha.view import DividhaView, Makes, OwnCards
from games.engine.core.game import Seat
from games.engine.core.offers import Number, Offer, Pick, Split
from games.engine.core.sentences import phrase
from games.engine.table.views import Question, TableView

OUT_AT_THE_END = phrase("{name} can’t pay the next ante and is out, with {amount} left.")
"""There is no next pot: the winner takes it, or it goes home with its owner."""
LEFT_BEHIND = phrase("The pot holds {amount} from players who are out, on Win.")
STAGES: Mapping[str, str] = {
    "wager": phrase("**Demon’s Wager** · no cards yet"),
    "first_round": phrase("**Betting 1 of 4** · two cards each"),
    "second_round": phrase("**Betting 2 of 4** · two public cards each"),
    "trade": phrase("**Trade** · after betting 2 of 4"),
    "third_round": phrase("**Betting 3 of 4** · after the trade"),
    "last_round": phrase("**Betting 4 of 4** · all six cards"),
    "showdown": phrase("**Showdown**"),
}
ASKS: Mapping[str, str] = {
    "trade": phrase("Trade up to two cards for new ones"),
    "showdown": phrase("Leave one card out"),
    "agreeing": phrase("Agree, or keep the ante"),
}
LABELS = {
    # Translators: a button: keep all cards.
    "no_trade": phrase("Trade nothing"),
    "trade_one": phrase("Trade one card …"),
    "trade_two": phrase("Trade two cards …"),
    "discard": phrase("Leave out …"),
    "lay": phrase("Lay the next card, from the top down …"),
    # Translators: a list: the cards that do not make the hand, which lie below it.
    "lay_rest": phrase("The others below"),
    "call": phrase("Call your hand …"),
    # Translators: a button: agree to lower the ante.
    "lower": phrase("Lower it"),
    "keep": phrase("Keep it"),
}
COSTLY = {
    "trade_one": (phrase("Trade one card for {price} …"), 1),
    "trade_two": (phrase("Trade two cards for {price} …"), 2),
}
"""Paid trades: the words, and for how many cards (DV-19)."""


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
    # Translators: Who made the game, and the book that it stands in.
    credit = phrase("Brian J. Moses, in *Hunting The Three*")
    told_by_result = (DividhaShowdown, LastTakesBoth)
    weighty = (OutOfAntes,)
    best = staticmethod(dividha_cards.best)
    laid_out = staticmethod(dividha_picture.laid_out)
    deeds = staticmethod(dividha_cards.taken_so_often)
    kinds = staticmethod(dividha_cards.kinds)
    by_chance = phrase(
        "By chance: what as many hands of five cards off the deck would give. I can’t "
        "measure luck here: players trade and choose, a low hand pays like a high one, and "
        "folded hands are never seen."
    )

    def event(self, event: Event, view: TableView[DividhaView]) -> str:
        """One line on what happened."""
        match event:
            case DividhaShowdown():
                return _shown(event, view)
            case DividhaHandBegun():
                return _begun(event, view)
            case Traded():
                return _traded(event, view)
            case OutOfAntes() if view.place(event.seat).standing != "gone" and view.phase == "playing":
                # They have filled up first, and are not out (DV-15).
                return ""
            case OutOfAntes() if event.amount and view.phase == "closed":
                return _(OUT_AT_THE_END).format(name=shown(view.name(event.seat)), amount=event.amount)
            case _:
                return tell(event, view)

    def now(self, view: TableView[DividhaView]) -> str:
        """Which hand it is; how it came out, while the next ante is voted on."""
        return super().now(view) if hand_of(view).outcome is None else self.headline(view)

    def asks(self, view: TableView[DividhaView], _question: Question) -> str:
        """What the stage asks."""
        now = hand_of(view)
        return _(ASKS[now.stage]) if now.stage in ASKS else _("Your turn")

    def cost(self, view: TableView[DividhaView]) -> str:
        """What staying in costs."""
        return betting.cost(hand_of(view).betting)

    def body(self, view: TableView[DividhaView]) -> tuple[str, ...]:
        """The stage and the pot; or the result, while the next ante is voted on."""
        now = hand_of(view)
        if now.outcome is not None:
            return (*self.result(view), *_vote(now))
        words = f"{betting.pot(now.betting)} · {_(STAGES[now.stage])}"
        if now.stage == "trade" and now.rules.pay_to_trade:
            words += " · " + _("each card costs **{price}**").format(price=number(now.ante))
        return (words,)

    def card(self, written: str) -> str:
        """A card as it is written here."""
        return cards([written])

    def headline(self, view: TableView[DividhaView]) -> str:
        """Who takes which column."""
        outcome = hand_of(view).outcome
        return super().headline(view) if outcome is None else headline(outcome, view)

    def result(self, view: TableView[DividhaView]) -> tuple[str, ...]:
        """The hands, what decided between them, and how the coins were split."""
        outcome = hand_of(view).outcome
        return () if outcome is None else tuple(ending(outcome, view))

    def at_seat(self, view: TableView[DividhaView], seat: Seat) -> str:
        """A seat's open cards, its bet, and whether it is in."""
        now = hand_of(view)
        line = now.line(seat)
        # Translators: of the player who deals, beside the name.
        said = [marked("dealer", _("deals"))] if now.dealer == seat and now.outcome is None else []
        if line.public and now.outcome is None and not line.has_folded:
            said.append(cards(line.public))
        if line.is_out:
            # Translators: of a player who is out of the game, beside the name.
            said.append(_("out"))
        elif now.outcome is None:
            said.append(betting.at_seat(now.betting.stake(seat)))
        if now.stage == "showdown" and not line.has_folded and seat not in now.to_act:
            # Translators: of a player, beside the name.
            said.append(_("has chosen"))
        return " · ".join(each for each in said if each)

    def face(self, offer: Offer[Any], view: TableView[DividhaView]) -> Face:
        """Buttons of the betting, the trade and the showdown."""
        now = hand_of(view)
        match offer.key:
            case "usual" | "wish_lower":
                return _beside(offer, now, own_cards(view))
            case "pay":
                return Face(_("Pay {amount}").format(amount=number(now.ante * now.trading_count)))
            case key if key in COSTLY and now.rules.pay_to_trade:
                words, count = COSTLY[key]
                return Face(_(words).format(price=number(now.ante * count)), "plain")
            case key if key in LABELS:
                return Face(_(LABELS[key]), "good" if key == "lower" else "plain")
            case _:
                face = betting.face(offer, now.betting)
                if face.asks is None or now.own is None or offer.key == "fold":
                    return face
                return replace(face, asks=f"{face.asks}\n{_all_in(now, now.own)}")

    def mark(self, offer: Number[Any] | Split[Any], number: int, view: TableView[DividhaView]) -> Face:
        """A bet or raise, what staying in or a trade costs, or a split of them."""
        if offer.key == "usual":
            own = own_cards(view)
            split = split_face(number)
            return _ticked(split) if number == own.percent else split
        if offer.key in ("bet", "raise"):
            return betting.mark(offer, number, hand_of(view).betting)
        return self.face(offer, view)

    def side(self) -> str:
        """The first of the columns."""
        # Translators: the side that a coin is bet on for the highest hand, not a victory (docs/glossary.md).
        return _("Win")

    def marks(self, offer: Number[Any] | Split[Any], view: TableView[DividhaView]) -> tuple[int, ...]:
        """Few bets, beside the four splits: where one can go all in the smallest alone."""
        few, own = betting.few_marks(offer), (each for each in view.questions if each.seat == view.viewer)
        may_go_all_in = any(each.key == "all_in" for question in own for each in question.offers)
        return few[:1] if may_go_all_in and offer.key != "usual" else few

    def line(self, offer: Pick[Any], index: int, view: TableView[DividhaView]) -> Choice:
        """A card, and what it is or what is made without it (DV-8); or the name of a hand."""
        choice, own = offer.choices[index], own_cards(view)
        if offer.key == "call":
            return Choice(named(int(choice)), str(index))
        says = ""
        if offer.key == "discard":
            says = _made(next(each for each in own.makes if each.discard == choice))
        elif offer.key in COSTLY:
            # Translators: of cards that everybody sees.
            says = _("only you see it") if choice in own.private else _("public")
        emoji = pictured(choice)
        return Choice(full_name(choice) if emoji else card(choice), str(index), emoji=emoji, says=says)

    def buttons(self, view: TableView[DividhaView]) -> tuple[Button, ...]:
        """The ranking of the hands, for those who sit there."""
        if view.viewer is None:
            return ()
        return (Button(_("What beats what"), table_id(view.id, "beats")),)

    def beats(self, _view: TableView[DividhaView]) -> Screen:
        """All hands, the highest first."""
        return say(ranking())

    def picture(self, view: TableView[DividhaView]) -> Picture | None:
        """All that lies open of the hand, or the viewer's own cards."""
        return dividha_picture.picture(view)

    def over_asides(self, view: TableView[DividhaView]) -> str:
        """Where coins go, as the first of two steps where it is the viewer's turn."""
        return over_splits(view)

    def over_answers(self, view: TableView[DividhaView]) -> str:
        """How much, as the second step, and what would come of each amount."""
        return over_amounts(view, lambda offer: self.marks(offer, view))

    def in_hand(self, view: TableView[DividhaView], _order: str = "") -> str:
        """The player's cards, those of the hand in front."""
        return in_hand(view)

    def panel(self, view: TableView[DividhaView]) -> tuple[str, ...]:
        """What the player's cards make, their columns, and what lies before the others."""
        return (*panel(view), *_vote(hand_of(view)))


def _vote(now: DividhaView) -> tuple[str, ...]:
    if now.stage != "agreeing" or now.lower_to is None:
        return ()
    words = _("Lower the next ante from {ante} to **{lower}**? Everyone must agree.")
    return (words.format(ante=number(now.next_ante), lower=number(now.lower_to)),)


def _beside(offer: Offer[Any], now: DividhaView, own: OwnCards) -> Face:
    """The button for a lower ante, or for any split: it says which, if that has no button of its own."""
    if offer.key == "wish_lower":
        return Face(_("Lower the ante …"), "plain", form=_("Lower the next ante to"), row="menu")
    title = _("Percentage of each bet on Win")
    if not is_betting(now, own):
        return Face(_("Usual split …"), "plain", form=title, row="menu")
    if own.percent in SPLITS:
        return Face(_("Uneven …"), "plain", form=title)
    label = _("{win} : {lose} …").format(win=own.percent, lose=ALL - own.percent)
    return _ticked(Face(label, form=title))


def _ticked(split: Face) -> Face:
    """The button of the split that is chosen: green is for what goes on."""
    return replace(split, label=f"✓ {split.label}", style="main")


def _all_in(now: DividhaView, own: OwnCards) -> str:
    """Where the coins of an all in go."""
    return columns(*laid(now, own, now.betting.acting.stack))


def _shown(event: DividhaShowdown, view: TableView[DividhaView]) -> str:
    if view.hand is not None and view.hand.outcome == event.outcome:
        return ""  # the result says it
    return tell(event, view, taken=taken(event.outcome, view))


def _begun(event: DividhaHandBegun, view: TableView[DividhaView]) -> str:
    told = tell(event, view)
    return f"{told} {_(LEFT_BEHIND).format(amount=number(event.left_behind))}" if event.left_behind else told


def _traded(event: Traded, view: TableView[DividhaView]) -> str:
    words = ngettext("{count} private card", "{count} private cards", event.private_count)
    said = words.format(count=event.private_count)
    if event.turned_down:
        # Translators: cards that were traded: “♣K for ♦2”.
        public = _("{old} for {new}").format(old=cards(event.turned_down), new=cards(event.drawn))
        both = _("{public}, and {private} as well").format(public=public, private=said)
        said = both if event.private_count else public
    told, costs = tell(event, view, cards=said), _("That costs {paid}.")
    return f"{told} {costs.format(paid=number(event.paid))}" if event.paid else told


def _made(made: Makes) -> str:
    """The hand that a discard makes, marked if it is the strongest or weakest."""
    words = "{hand}"
    if made.is_strongest:
        words = _("{hand}, your strongest")
    elif made.is_weakest:
        words = _("{hand}, your weakest")
    return words.format(hand=named(made.number))
