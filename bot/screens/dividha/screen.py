"""The presenter of Dividha: cards, columns, trades, the showdown, and the shares of the pot."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from types import MappingProxyType
from typing import Any

from bot.custom_ids import table_id
from bot.screens.core import betting
from bot.screens.core.betting import BettingScreen
from bot.screens.core.naming import listed, with_you
from bot.screens.core.presenter import UNSURE, ButtonLook, HandLength, hand_of, render_event
from bot.screens.core.screen import Button, Screen, SelectOption, say
from bot.screens.core.table_blocks import AtSeat, Centre, HandLaid, Ranks, Rarity, Result
from bot.screens.dividha import cards, panel
from bot.screens.dividha.panel import SPLITS, is_betting, made_of, over_amounts, own, own_cards, split_of
from bot.text.translate import _, change, ngettext, number, shown
from games.dividha import model
from games.dividha.cards import ACE, ALL, DECK, value
from games.dividha.hands import BROKEN
from games.dividha.showdown import columns
from games.dividha.view import DividhaView, Makes, OwnCards
from games.engine.betting.bets import Called, Checked
from games.engine.core.errors import N_, must_find
from games.engine.core.game import Seat
from games.engine.core.offers import NumberOffer, Offer, PickOffer, SplitOffer
from games.engine.table.views import Question, TableView

BY_SUM = N_("higher Majority Sum, {more} against {less}")
ACES_COUNT_ONE = N_("higher Majority Sum, {more} against {less}: an Ace counts 1")
STEPS = (
    N_("{above} beats {below}"),
    N_("higher card"),
    N_("Providence: a wild card in the hand"),
    N_("Immortal Majority, {more} against {less}"),
    BY_SUM,
)
"""The steps that decide between two hands, in the order of their keys (DV-6)."""
HIGH_CARD = N_("higher single cards")
BROKEN_BOTH = N_("both are broken: higher cards")
# Translators: two hands, neither of which wins.
EQUAL = N_("equal")
MAJORITY = STEPS[3]
MAJORITY_OF_PART = N_("Immortal Majority of the cards that count, {more} against {less}")
"""For hands of fewer than five making cards: other immortal cards do not count."""


def headline(outcome: model.DividhaOutcome, view: TableView[DividhaView]) -> str:
    """Return the winners of both columns as a title."""
    win, lose = ([*column] for column in columns(outcome.layers))
    if not outcome.hands or win == lose:
        words = ngettext("{names} takes the pot", "{names} share the pot", len(win or lose))
        yours = ngettext("You take the pot", "You and {names} share the pot", len(win or lose))
        return _with_you(words, yours, win or lose, view)
    sentences = []
    if win:
        words = ngettext("{names} takes Win", "{names} take Win", len(win))
        sentences.append(
            _with_you(words, ngettext("You take Win", "You and {names} take Win", len(win)), win, view)
        )
    if lose:
        words = ngettext("{names} takes Lose", "{names} take Lose", len(lose))
        yours = ngettext("You take Lose", "You and {names} take Lose", len(lose))
        if sentences:
            # Translators: the second half of a sentence.
            yours = ngettext("you take Lose", "you and {names} take Lose", len(lose))
        sentences.append(_with_you(words, yours, lose, view))
    return ", ".join(sentences)


def _with_you(words: str, yours: str, seats: Sequence[Seat], view: TableView[DividhaView]) -> str:
    """Return a sentence about seats: `words`, or `yours` if the viewer is one of them."""
    others = [shown(view.name(seat)) for seat in seats if seat != view.viewer]
    yours = with_you(yours, len(others))
    return (yours if view.viewer in seats else words).format(names=listed(others) if others else "")


def result(outcome: model.DividhaOutcome, view: TableView[DividhaView]) -> Result:
    """Return the winners, the hands from the best down with what decides between them, and the bets."""
    win, lose = columns(outcome.layers)
    steps = [_deciding(above, below) for above, below in pairwise(outcome.hands)]
    tablets = {each.seat: each for each in outcome.tablets}
    hands_laid = tuple(
        HandLaid(
            hand.seat,
            cards.face_up(hand, view.rules),
            _hand_named(hand, view.rules),
            tuple(
                part(column[hand.seat])
                for column, part in ((win, cards.win), (lose, cards.lose))
                if hand.seat in column
            ),
            gain=betting.gained(view, hand.seat),
            is_best=hand.seat in win or hand.seat in lose,
            why_below=step,
            held=()
            if (tablet := tablets.get(hand.seat)) is None
            else (cards.win(tablet.win), cards.lose(tablet.lose)),
        )
        for hand, step in zip(outcome.hands, ["", *steps], strict=False)
    )
    return Result(
        headline(outcome, view), hands_laid, tuple(why(outcome, view)), moment=_moment(outcome, view)
    )


def why(outcome: model.DividhaOutcome, view: TableView[DividhaView]) -> Iterator[str]:
    """Yield small lines: that all others folded, Invictories, and everybody's bets by column."""
    if not outcome.hands:
        has_rivals = sum(bool(each.bets) for each in outcome.tablets) > 1
        yield "-# " + (_("Everyone else folded.") if has_rivals else _("Nobody else can pay the ante."))
    for seat in outcome.invictories:
        words = _("**Invictory!** {name} takes Win with more on Lose.")
        if seat == view.viewer:
            words = _("**Invictory!** You take Win with more on Lose.")
        yield words.format(name=shown(view.name(seat)))
    split = (
        f"{_name(each.seat, view)}\N{NO-BREAK SPACE}{number(each.win)}+{number(each.lose)}"
        for each in outcome.tablets
        if each.bets
    )
    yield "-# " + _("Bet on Win + Lose: {split}").format(split=" · ".join(split))


def _name(seat: Seat, view: TableView[DividhaView]) -> str:
    return _("You") if seat == view.viewer else shown(view.name(seat))


def _moment(outcome: model.DividhaOutcome, view: TableView[DividhaView]) -> Rarity | None:
    """Return the rare event that a player showed Min, Ral and San, if one did."""
    moments = (cards.moment(each.face_up, each.number, shown(view.name(each.seat))) for each in outcome.hands)
    return next(filter(None, moments), None)


def _hand_named(hand: model.ShownHand, rules: model.DividhaRules) -> str:
    """Return a hand's name, and the called hand if it differs, or if calling was optional (DV-11)."""
    made = cards.hand_name(hand.number, hand.cards)
    if hand.call is None:
        return made
    if hand.call == hand.number:
        # Translators: a hand at the showdown, which its player called by its right name.
        return made if rules.aural_rule else _("{hand}, as called").format(hand=made)
    return _("{hand}, called {call}").format(hand=made, call=cards.hand_name(hand.call))


def _own_share(outcome: model.DividhaOutcome, view: TableView[DividhaView]) -> Iterator[str]:
    """Yield a small line on what the viewer put in and took, and why a middle hand takes nothing."""
    mine = next((each for each in outcome.hands if each.seat == view.viewer), None)
    if mine is None:
        return
    own = must_find(each for each in outcome.tablets if each.seat == mine.seat)
    win, lose = columns(outcome.layers)
    put_in, won = own.win + own.lose, win[own.seat] + lose[own.seat]
    words = _("You put in {put_in} and take {taken}: **{change}**.")
    text = words.format(put_in=number(put_in), taken=number(won), change=change(won - put_in))
    keys = [each.key for each in outcome.hands if each.number != BROKEN]
    if not won and keys and keys[0] > mine.key > keys[-1]:
        text += " " + _("Your hand was neither the best nor the worst.")
    yield f"-# {text}"


def own_ending(hand_view: DividhaView, view: TableView[DividhaView]) -> Iterator[str]:
    """Yield why the viewer won or lost; nothing for a middle hand, which `_own_share` explains."""
    if (outcome := hand_view.outcome) is None:
        return
    own = next((each for each in outcome.tablets if each.seat == hand_view.viewer and each.bets), None)
    if own is None:
        return
    if hand_view.line(own.seat).has_folded:
        yield betting.folded(own.win + own.lose)
    elif outcome.hands:
        yield from _columns_won(outcome, own.seat)
    elif sum(bool(each.bets) for each in outcome.tablets) > 1:
        yield betting.outlasted(view)


def _columns_won(outcome: model.DividhaOutcome, seat: Seat) -> Iterator[str]:
    """Yield why a shown hand takes a column, or a part of it."""
    mine = must_find(each for each in outcome.hands if each.seat == seat)
    win, lose = columns(outcome.layers)
    if mine.number == BROKEN:
        if not win[seat] + lose[seat]:
            yield _("Your hand was broken, so it takes nothing.")
        return
    if seat in win:
        is_highest = mine.key == outcome.hands[0].key
        words = _("Your **{hand}** is highest, so you take Win.")
        if not is_highest:
            words = _("Your **{hand}** takes the part of Win that higher hands hadn’t bet for.")
        elif sum(each.key == mine.key for each in outcome.hands) > 1:
            words = _("Your **{hand}** ties for the highest hand, so you share Win.")
        yield words.format(hand=cards.hand_name(mine.number, mine.cards))
    if seat in lose:
        unbroken_keys = [each.key for each in outcome.hands if each.number != BROKEN]
        words = _("Your **{hand}** is lowest, so you take Lose.")
        if mine.key != unbroken_keys[-1]:
            words = _("Your **{hand}** takes the part of Lose that lower hands hadn’t bet for.")
        elif unbroken_keys.count(mine.key) > 1:
            words = _("Your **{hand}** ties for the lowest hand, so you share Lose.")
        yield words.format(hand=cards.hand_name(mine.number, mine.cards))


def taken(outcome: model.DividhaOutcome, view: TableView[DividhaView]) -> str:
    """Return the winners of each column with their amounts, as sentences."""
    win, lose = columns(outcome.layers)
    return " ".join(
        words.format(name=shown(view.name(seat)), amount=number(amount))
        for column, words in (
            (win, _("**{name} takes {amount} from Win.**")),
            (lose, _("**{name} takes {amount} from Lose.**")),
        )
        for seat, amount in column.items()
    )


def _deciding(above: model.ShownHand, below: model.ShownHand) -> str:
    """Return what decides between two hands (DV-6)."""
    step = next(
        (index for index, (more, less) in enumerate(zip(above.key, below.key, strict=True)) if more != less),
        None,
    )
    if step is None:
        return _(EQUAL)
    words = STEPS[step] if step < len(STEPS) else HIGH_CARD
    if words == MAJORITY and len(above.cards) < len(above.face_up):
        words = MAJORITY_OF_PART
    if words == BY_SUM and any(value(card) == ACE for card in below.cards):
        words = ACES_COUNT_ONE
    if above.number == BROKEN and step >= len(STEPS) - 1:
        words = BROKEN_BOTH
    return _(words).format(
        above=cards.hand_name(above.number),
        below=cards.hand_name(below.number),
        more=above.key[step],
        less=below.key[step],
    )


OUT_AT_THE_END = N_("{name} can’t pay the next ante and is out, with {amount} left.")
"""At the game's end there is no next pot that could hold the coins left."""
LEFT_BEHIND = N_("The pot holds {amount} from players who are out, on Win.")
STAGES: Mapping[str, str] = {
    "wager": N_("**Demon’s Wager** · no cards yet"),
    "first_round": N_("**Betting 1 of 4** · two cards each"),
    "second_round": N_("**Betting 2 of 4** · two public cards each"),
    "trade": N_("**Trade** · after betting 2 of 4"),
    "third_round": N_("**Betting 3 of 4** · after the trade"),
    "last_round": N_("**Betting 4 of 4** · all six cards"),
    "showdown": N_("**Showdown**"),
}
ASKS: Mapping[str, str] = {
    "trade": N_("Trade up to two cards for new ones"),
    "showdown": N_("Leave one card out"),
    "agreeing": N_("Agree, or keep the ante"),
}
LABELS = {
    # Translators: a button: keep all cards.
    "no_trade": N_("Trade nothing"),
    "trade_one": N_("Trade one card …"),
    "trade_two": N_("Trade two cards …"),
    "discard": N_("Leave out …"),
    "lay": N_("Next card from the top …"),
    # Translators: a list: the cards that do not make the hand, which lie below it.
    "lay_rest": N_("The others below"),
    "call": N_("Call your hand …"),
    # Translators: a button: agree to lower the ante.
    "lower": N_("Lower it"),
    "keep": N_("Keep it"),
}
UNSPLIT = {
    # Translators: a button: bet an amount that is chosen next.
    "bet": N_("Bet …"),
    "raise": N_("Raise …"),
}
"""The labels of bets before the player has chosen a split (DV-13)."""
COSTLY = {
    "trade_one": (N_("Trade one card for {price} …"), 1),
    "trade_two": (N_("Trade two cards for {price} …"), 2),
}
"""Trades that cost something: the label, and the number of cards (DV-19)."""


class DividhaScreen(BettingScreen):
    """Dividha's presenter."""

    command = "dividha"
    rules_page = "dividha"
    emoji = "⚖️"
    own_words = MappingProxyType(
        {
            UNSURE: N_(
                "Nothing to choose again here: no choice of yours made a difference that I can be sure of. "
                "At Dividha I weigh what you do after the trade."
            )
        }
    )
    sign = "half"
    accent = 0x6B4C9A
    pace = HandLength(player_seconds=40.0, swing=0.0, share=0.18)
    intro = N_(
        "Six cards each, of which five count. The best hand takes what was bet on Win, the worst what was "
        "bet on Lose, and you split every coin between the two."
    )
    # Translators: Who made the game, and the book that it stands in.
    credit = N_("Brian J. Moses, in *Hunting The Three*")
    ends = (model.DividhaShowdown, model.LastTakesBoth)
    told_by_result = (*ends, Checked, Called)
    weighty = (model.OutOfAntes,)
    best = staticmethod(cards.best)
    laid_out = staticmethod(cards.laid_out)
    card = staticmethod(cards.card_shown)
    in_a_line = staticmethod(cards.cards)
    own = staticmethod(own)
    marks = staticmethod(panel.amount_marks)
    sides = staticmethod(panel.sides)
    over_asides = staticmethod(panel.over_splits)
    over_answers = staticmethod(over_amounts)
    deeds = staticmethod(cards.taken_counts)
    kinds = staticmethod(cards.kinds)
    by_chance = N_(
        "By chance: what the same number of hands of five cards off the deck would give. I can’t measure "
        "luck here: players trade and choose, a low hand pays like a high one, and folded hands are never "
        "seen."
    )

    def event(self, event: model.Event, view: TableView[DividhaView]) -> str:
        """Return one line on an event."""
        match event:
            case model.DividhaShowdown():
                return _showdown_line(event, view)
            case model.DividhaHandBegun(left_behind=amount):
                left = [_(LEFT_BEHIND).format(amount=number(amount))] if amount else []
                return " ".join([render_event(event, view), *left])
            case model.Traded():
                return _trade_line(event, view)
            case model.OutOfAntes() if view.place(event.seat).standing != "gone" and view.phase == "playing":
                # The player has topped up meanwhile, and is not out (DV-15).
                return ""
            case model.OutOfAntes() if event.amount and view.phase == "closed":
                return _(OUT_AT_THE_END).format(name=shown(view.name(event.seat)), amount=event.amount)
            case _:
                return render_event(event, view)

    def state_line(self, view: TableView[DividhaView]) -> str:
        """Return the hand's number; during the vote on the next ante, the hand's result."""
        return super().state_line(view) if hand_of(view).outcome is None else self.result(view).headline

    def asks(self, view: TableView[DividhaView], _question: Question) -> str:
        """Return the question of the hand's stage."""
        hand_view = hand_of(view)
        return _(ASKS[hand_view.stage]) if hand_view.stage in ASKS else _("Your turn")

    def centre(self, view: TableView[DividhaView]) -> Centre:
        """Return the pot and the stage; during the vote on the next ante, that question."""
        hand_view = hand_of(view)
        if hand_view.outcome is not None:
            return Centre(notes=_vote(hand_view))
        stage = _(STAGES[hand_view.stage])
        if hand_view.stage == "trade" and hand_view.rules.pay_to_trade:
            stage += " · " + _("each card costs **{price}**").format(price=number(hand_view.ante))
        return Centre(hand_view.betting.pot, stage, legend=cards.suits(hand_view))

    def shows_result(self, view: TableView[DividhaView]) -> bool:
        """Return True also during the vote on the next ante."""
        return super().shows_result(view) or (view.hand is not None and view.hand.outcome is not None)

    def result(self, view: TableView[DividhaView]) -> Result:
        """Return the result, with the reasons for the viewer."""
        hand_view = hand_of(view)
        if hand_view.outcome is None:
            return super().result(view)
        own = (*own_ending(hand_view, view), *_own_share(hand_view.outcome, view))
        return replace(result(hand_view.outcome, view), own=own)

    def card_words(self) -> Mapping[str, str]:
        """Return the names of all cards by their sprites."""
        return {cards.sprite(card): cards.full_name(card) for card in DECK}

    def at_seat(self, view: TableView[DividhaView], seat: Seat) -> AtSeat:
        """Return a seat's public cards, its bet, and whether it is out."""
        hand_view = hand_of(view)
        line, stake = hand_view.line(seat), hand_view.betting.stake(seat)
        if hand_view.outcome is not None:
            # Translators: of a player who is out of the game, beside the name.
            return AtSeat(deed=(_("out"),) if line.is_out else (), has_folded=line.has_folded)
        if line.is_out:
            return AtSeat(deed=(_("out"),), has_folded=True)
        has_chosen = hand_view.stage == "showdown" and not line.has_folded and seat not in hand_view.to_act
        # Translators: of a player, beside the name.
        chosen = (_("has chosen"),) if has_chosen else ()
        return betting.betting_seat(
            stake, *chosen, tiles=tuple(map(cards.tile, line.public)), is_dealer=hand_view.dealer == seat
        )

    def face(self, offer: Offer[Any], view: TableView[DividhaView]) -> ButtonLook:
        """Return the buttons of betting, of the trade and of the showdown."""
        hand_view = hand_of(view)
        match offer.key:
            case "usual" | "wish_lower":
                return _optional_act(offer, hand_view, own_cards(view))
            case "pay":
                look = ButtonLook(
                    _("Pay {amount}").format(amount=number(hand_view.ante * hand_view.trading_count))
                )
                return _split_first(look, offer) if own_cards(view).percent is None else look
            case key if key in COSTLY and hand_view.rules.pay_to_trade:
                words, count = COSTLY[key]
                return ButtonLook(_(words).format(price=number(hand_view.ante * count)), "plain")
            case "call" if not hand_view.rules.aural_rule:
                # Translators: a list of hands; who chooses one has called their own by that name.
                return ButtonLook(_("Call your hand, if you like …"))
            case key if key in LABELS:
                return ButtonLook(_(LABELS[key]), "good" if key == "lower" else "plain")
            case _:
                look = betting.face(offer, hand_view.betting)
                if hand_view.own is not None and hand_view.own.percent is None:
                    look = _split_first(look, offer)
                elif look.asks is not None and hand_view.own is not None and offer.key != "fold":
                    columns_line = cards.column_counts(
                        *split_of(hand_view, hand_view.own, hand_view.betting.acting.stack)
                    )
                    look = replace(look, asks=f"{look.asks}\n{columns_line}")
                return look

    def mark(
        self, offer: NumberOffer[Any] | SplitOffer[Any], number: int, view: TableView[DividhaView]
    ) -> ButtonLook:
        """Return the button of a suggested bet or raise, or of a split; other offers have one button."""
        if offer.key == "usual":
            own = own_cards(view)
            split = panel.split_button(number)
            return _ticked(split) if number == own.percent else split
        return super().mark(offer, number, view) if offer.key in ("bet", "raise") else self.face(offer, view)

    def side(self) -> str:
        """Return the name of the first column."""
        # Translators: the side that a coin is bet on for the highest hand, not a victory.
        return _("Win")

    def line(self, offer: PickOffer[Any], index: int, view: TableView[DividhaView]) -> SelectOption:
        """Return a card with a description, such as the hand without it (DV-8); or a hand to call."""
        choice, own = offer.choices[index], own_cards(view)
        if offer.key == "call":
            return SelectOption(cards.hand_name(int(choice)), str(index))
        description = ""
        if offer.key == "discard":
            description = _hand_without(must_find(each for each in own.makes if each.discard == choice))
        elif offer.key in COSTLY:
            # Translators: of cards that everybody sees.
            description = _("only you see it") if choice in own.private else _("public")
        emoji = cards.emoji_or_none(choice)
        return SelectOption(
            cards.full_name(choice) if emoji else cards.card(choice),
            str(index),
            emoji=emoji,
            description=description,
        )

    def buttons(self, view: TableView[DividhaView]) -> tuple[Button, ...]:
        """Return the button to the ranking of hands, for seated players."""
        if view.viewer is None:
            return ()
        return (Button(_("What beats what"), table_id(view.id, "beats")),)

    def beats(self, _view: TableView[DividhaView]) -> Screen:
        """Return the ranking of hands."""
        return say(cards.ranking())

    def ranks(self, view: TableView[DividhaView]) -> Ranks:
        """Return all hands under the table's house rules, with the viewer's hand marked."""
        hand_view = hand_of(view)
        makes = None if hand_view.own is None else made_of(hand_view, hand_view.own)
        return cards.ranks(None if makes is None else makes.number, hand_view.rules)


def _vote(hand_view: DividhaView) -> tuple[str, ...]:
    if hand_view.stage != "agreeing" or hand_view.lower_to is None:
        return ()
    words = _("Lower the next ante from {ante} to **{lower}**? Everyone must agree.")
    return (words.format(ante=number(hand_view.next_ante), lower=number(hand_view.lower_to)),)


def _split_first(look: ButtonLook, offer: Offer[Any]) -> ButtonLook:
    """Return the button of an offer that asks for a split first (DV-13)."""
    if not isinstance(offer, SplitOffer):
        return look
    label = _(UNSPLIT[offer.key]) if offer.key in UNSPLIT else f"{look.label.removesuffix(' …')} …"
    asks = _("**First: where do your coins go?** What you choose stays for all bets, and can be changed.")
    return replace(look, label=label, asks=asks, first="usual")


def _optional_act(offer: Offer[Any], hand_view: DividhaView, own: OwnCards) -> ButtonLook:
    """Return the button for a lower ante, or for a split by a number; the label is the current number."""
    if offer.key == "wish_lower":
        return ButtonLook(_("Lower the ante …"), "plain", form=_("Lower the next ante to"), row="menu")
    title = _("Percentage of each bet on Win")
    is_paid = is_betting(hand_view, own)
    if not is_paid or own.percent is None or own.percent in SPLITS:
        return ButtonLook(_("Usual split …"), "plain", form=title, row="typed" if is_paid else "menu")
    label = _("{win} : {lose} …").format(win=own.percent, lose=ALL - own.percent)
    return _ticked(ButtonLook(label, form=title))


def _ticked(split: ButtonLook) -> ButtonLook:
    """Return the button of the chosen split, with a tick and in the main colour."""
    return replace(split, label=f"✓ {split.label}", style="main")


def _showdown_line(event: model.DividhaShowdown, view: TableView[DividhaView]) -> str:
    if view.hand is not None and view.hand.outcome == event.outcome:
        return ""  # the result says it
    return render_event(event, view, taken=taken(event.outcome, view))


def _trade_line(event: model.Traded, view: TableView[DividhaView]) -> str:
    words = ngettext("{count} private card", "{count} private cards", event.private_count)
    cards_told = words.format(count=event.private_count)
    if event.turned_down:
        # Translators: cards that were traded: “♣K for ♦2”.
        public = _("{old} for {new}").format(old=cards.cards(event.turned_down), new=cards.cards(event.drawn))
        both = _("{public}, and {private} as well").format(public=public, private=cards_told)
        cards_told = both if event.private_count else public
    sentence, costs = render_event(event, view, cards=cards_told), _("That costs {paid}.")
    return f"{sentence} {costs.format(paid=number(event.paid))}" if event.paid else sentence


def _hand_without(made: Makes) -> str:
    """Return the hand without a card, marked if it is the strongest or weakest."""
    words = "{hand}"
    if made.is_strongest:
        words = _("best: {hand}")
    elif made.is_weakest:
        words = _("worst: {hand}")
    return words.format(hand=cards.hand_name(made.number))
