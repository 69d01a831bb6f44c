"""A player's panel at Dividha: cards and their hand, coins, and the others' public cards.

A bet takes two steps there: first the split between Win and Lose, then the amount.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from bot.screens.core import betting
from bot.screens.core.naming import introduced, listed, manner
from bot.screens.core.presenter import ButtonLook, hand_of
from bot.screens.core.screen import marked
from bot.screens.core.table_blocks import OwnBlock, Side, pot_line
from bot.screens.core.tiles import Tile
from bot.screens.dividha.cards import (
    ACE_IN_SHORT,
    HALF,
    LOSE,
    WIN,
    cards,
    column_counts,
    hand_name,
    legend,
    looks_like_more,
    lose,
    moment,
    suits,
    tile,
    win,
)
from bot.text.translate import _, number, shown
from games.dividha.cards import ALL, EVEN, Usual
from games.dividha.hands import DIVINE_INTERVENTION, HIGH_CARD, DividhaHand, best_so_far, weakest_so_far
from games.dividha.rules import BETTING
from games.dividha.showdown import columns
from games.dividha.view import DividhaView, Makes, OwnCards
from games.engine.betting.rounds import amount_to_call
from games.engine.core.errors import N_, must_find
from games.engine.core.game import Seat
from games.engine.core.offers import NumberOffer, Offer, SplitOffer
from games.engine.table.views import TableView

ENDED = ("agreeing", "over")
FIRST_BET = N_(
    "**Win** pays the best hand, **Lose** the worst. You choose where each bet goes. Nobody sees it."
)
"""The explanation of the two columns, shown until a player has chosen a split."""
FIRST = 2
"""The number of private cards that are dealt first; later private cards follow them."""


def own_cards(view: TableView[DividhaView]) -> OwnCards:
    """Return the viewer's private facts; not to be called for viewers outside the hand."""
    own = hand_of(view).own
    assert own is not None
    return own


def own(view: TableView[DividhaView], order: str = "") -> OwnBlock:  # noqa: ARG001
    """Return the viewer's cards with their hand, the split of their coins, and the others in short."""
    hand_view, own = hand_of(view), own_cards(view)
    line = hand_view.line(own.tablet.seat)
    if line.is_out and not own.tablet.bets:
        return OwnBlock(
            texts=(_("You couldn’t pay the ante, so you’re out. What you had went into the pot, on Win."),)
        )
    cards_held, made = (*own.private, *line.public), made_of(hand_view, own)
    tiles = _tiles(cards_held, line.public, made)
    if hand_view.stage in ENDED:
        return OwnBlock(tiles)
    divine = hand_view.rules.divine_intervention
    mistaken = looks_like_more(cards_held, divine_intervention=divine)
    # A player to act has enough to read already.
    has_time = not (_asked(view) and hand_view.stage in BETTING)
    hints = ["-# " + _(ACE_IN_SHORT)] if has_time and "A" in {card[0] for card in cards_held} else []
    # As text the legend is shown once only, since it is long; a picture always has it below the cards.
    explained = (legend(),) if hand_view.hands == 0 and hand_view.stage == "second_round" else ()
    pot_and_stack = _("{pot} · you have **{stack}** left").format(
        pot=pot_line(hand_view.betting.pot), stack=number(line.stack)
    )
    columns_line = _("Yours so far: {columns}").format(columns=column_counts(own.tablet.win, own.tablet.lose))
    return OwnBlock(
        tiles,
        "" if made is None else hand_name(made.number, made.cards),
        (*_hand(cards_held, hand_view, own),),
        news=tuple(_news(hand_view, own)),
        around=(pot_and_stack, columns_line, *_rivals(hand_view, view), *explained),
        bar=(win(own.tablet.win), lose(own.tablet.lose)) if own.tablet.bets else (),
        hints=tuple(hints),
        caution=mistaken,
        explains=_(FIRST_BET) if own.percent is None and hand_view.stage in OPENING else "",
        # For a player to act, the table's picture has the legend, and the panel needs the room for buttons.
        legend=() if _asked(view) else suits(hand_view),
        moment=moment(cards_held, shows.number if (shows := wanted(own)) is not None else HIGH_CARD),
    )


def made_of(hand_view: DividhaView, own: OwnCards) -> Makes | DividhaHand | None:
    """Return the hand that the viewer's cards make.

    Of six cards one is left out. Fewer cards that make only a high card count as no hand: None.
    """
    if own.makes:
        return wanted(own) or _strongest(own.makes)
    cards_held = (*own.private, *hand_view.line(own.tablet.seat).public)
    hand = best_so_far(cards_held, divine_intervention=hand_view.rules.divine_intervention)
    return None if hand is None or hand.number == HIGH_CARD else hand


def is_betting(hand_view: DividhaView, own: OwnCards) -> bool:
    """Return True if the viewer can bet, or pay for a trade, at this stage, and so needs a split."""
    is_paid = hand_view.stage in BETTING or (hand_view.stage == "trade" and hand_view.rules.pay_to_trade)
    return is_paid and hand_view.betting.stake(own.tablet.seat).can_bet


def _tiles(
    held: tuple[str, ...], public: tuple[str, ...], made: Makes | DividhaHand | None
) -> tuple[Tile, ...]:
    """Return the tiles: first the cards of the hand, last the card to leave out; public ones have an eye."""
    makes = () if made is None else made.cards
    left_out = (made.discard,) if isinstance(made, Makes) else ()
    others = tuple(card for card in held if card not in (*makes, *left_out))
    return (
        *(tile(card, "lit", is_public=card in public) for card in makes),
        *(tile(card, is_public=card in public) for card in others),
        *(tile(card, "dim", is_public=card in public) for card in left_out),
    )


def _hand(held: tuple[str, ...], hand_view: DividhaView, own: OwnCards) -> Iterator[str]:
    """Yield lines on the called hand, the trade, and the hand of the cards, or the cards to leave out."""
    if own.call is not None:
        yield _("You call **{hand}**.").format(hand=hand_name(own.call))
    if own.trading:
        yield _("You trade {cards}.").format(cards=cards(own.trading))
    elif not own.makes:
        yield from _hand_so_far(held, divine=hand_view.rules.divine_intervention)
    elif (chosen := _chosen(own)) is not None:
        yield _("You leave out {card}.").format(card=cards([chosen.discard]))
        if own.laid and hand_view.rules.rule_of_order:
            yield _("Laid so far, from the top down: {cards}.").format(cards=cards(own.laid))
    else:
        yield from _best_and_worst(own.makes)


def _hand_so_far(held: tuple[str, ...], *, divine: bool) -> Iterator[str]:
    """Yield the best hand of fewer than six cards for Win, and the worst for Lose (DV-8)."""
    strongest = best_so_far(held, divine_intervention=divine)
    if strongest is None:
        return
    texts = [f"{marked('win', WIN)} {_hand_or_high_card(strongest)}"]
    if (weakest := weakest_so_far(held, divine_intervention=divine)) is not None:
        texts.append(f"{marked('lose', LOSE)} {_hand_or_high_card(weakest.hand)}")
    yield " · ".join(texts)


def _hand_or_high_card(hand: DividhaHand) -> str:
    """Return the name of a hand; for a high card, that card."""
    if hand.number != HIGH_CARD:
        return f"**{hand_name(hand.number, hand.cards)}**"
    # Translators: of a hand that makes nothing: “King high”, with the card’s picture.
    return _("**{card} high**").format(card=cards(hand.cards))


def _news(hand_view: DividhaView, own: OwnCards) -> Iterator[str]:
    """Yield lines on the cards that came since the previous betting round, and who sees them."""
    line = hand_view.line(own.tablet.seat)
    if line.has_folded:
        return
    match hand_view.stage:
        case "second_round":
            yield _("New: {cards}, which everyone sees.").format(cards=cards(line.public))
        case "trade" if not own.trading:
            yield from _trade(hand_view)
        case "third_round":
            traded = (*own.turned_in, *line.turned_down)
            words = _("In the trade you gave {cards} away.") if traded else _("You traded nothing.")
            yield words.format(cards=cards(traded)) if traded else words
        case "last_round" | "showdown":
            words = _("New: {cards} · everyone sees {public}")
            yield words.format(cards=cards(own.private[FIRST:]), public=cards(line.public))


def _trade(hand_view: DividhaView) -> Iterator[str]:
    """Yield a line on the price of a trade, and on what others see of it (DV-19)."""
    costs = _("Trading is free.")
    if hand_view.rules.pay_to_trade:
        costs = _("Each card that you trade costs **{price}**.").format(price=number(hand_view.ante))
    sees = _("Others see the public cards that you trade and get; of private ones they only see how many.")
    yield f"{costs} {sees}"


def _best_and_worst(makes: tuple[Makes, ...]) -> Iterator[str]:
    """Yield which card to leave out for the strongest hand, and which for the weakest (DV-8)."""
    strongest, weakest = _strongest(makes), must_find(each for each in makes if each.is_weakest)
    for made, mark in ((strongest, marked("win", WIN)), (weakest, marked("lose", LOSE))):
        if made is strongest or not made.is_strongest:
            words = _("{mark} without {card} **{hand}**")
            if made.number == DIVINE_INTERVENTION:
                words = _("{mark} without {card} **{hand}**, above all others")
            yield words.format(
                mark=mark,
                hand=hand_name(made.number, made.cards),
                card=cards([made.discard]),
            )


def _strongest(makes: Iterable[Makes]) -> Makes:
    return must_find(each for each in makes if each.is_strongest)


def _chosen(own: OwnCards) -> Makes | None:
    return next((each for each in own.makes if each.discard == own.discard), None)


def wanted(own: OwnCards) -> Makes | None:
    """Return the hand that the viewer has chosen, or else the best one for the column of their coins."""
    if own.discard is not None:
        return _chosen(own)
    if own.tablet.lose > own.tablet.win:
        return next((each for each in own.makes if each.is_weakest), None)
    return next((each for each in own.makes if each.is_strongest), None)


def _rivals(hand_view: DividhaView, view: TableView[DividhaView]) -> Iterator[str]:
    """Yield a line for each other player in the hand: their public cards and bets."""
    for line in hand_view.lines:
        if line.seat != view.viewer and not line.has_folded:
            mark = marked(f"seat_{line.seat}", "")
            public = cards(line.public) if line.public else ""
            bet = betting.at_seat(hand_view.betting.stake(line.seat))
            place = view.place(line.seat)
            name = introduced(place.name, manner(place), is_house=place.is_house)
            texts = [f"{mark} {name}".lstrip(), public, bet]
            yield " · ".join(filter(None, texts))


OPENING = ("wager", "first_round")
"""The first betting stage of a hand, with and without the Demon's Wager (DV-18)."""
SPLITS = {
    ALL: ("win", WIN, N_("Win")),
    EVEN: ("half", HALF, N_("Half")),
    0: ("lose", LOSE, N_("Lose")),
}
"""The splits with buttons, by their percentage on Win: sprite, character, label."""


def over_splits(view: TableView[DividhaView]) -> str:
    """Return the text above the buttons of splits: step 1 of a bet, or a question before the turn."""
    hand_view = view.hand
    if hand_view is None or hand_view.own is None or not is_betting(hand_view, hand_view.own):
        return ""
    if _asked(view) and hand_view.stage in BETTING:
        words = _("**Step 1: {up} best or {down} worst hand?**")
        if hand_view.own.percent is not None:
            # Whoever has chosen has read what they mean.
            words = _("**Step 1: {up} or {down}?**")
    else:
        words = _("**Where will your coins go?** {up} best hand · {down} worst hand")
    question = words.format(up=marked("win", WIN), down=marked("lose", LOSE))
    return "\n".join([question, *_notes(hand_view, hand_view.own)])


def amount_marks(offer: NumberOffer[Any] | SplitOffer[Any], view: TableView[DividhaView]) -> tuple[int, ...]:
    """Return the suggested bets with buttons: two, or if going all in is offered, only the smallest."""
    few = betting.few_marks(offer)
    may_go_all_in = any(each.key == "all_in" for each in _asked(view))
    return few[:1] if may_go_all_in and offer.key != "usual" else few


def over_amounts(view: TableView[DividhaView]) -> str:
    """Return the text above the buttons of amounts: step 2 of a bet, with the split of each amount."""
    hand_view, offers = view.hand, _asked(view)
    if hand_view is None or not offers or hand_view.stage not in BETTING:
        return ""
    percent = own_cards(view).percent
    if percent is None:
        return _("**Step 2: stay in or bet?**")
    lines = [_("**Step 2: how much?**")]
    if percent not in (0, ALL) and (splits := " · ".join(_splits_by_button(view))):
        lines.append(f"-# {WIN}+{LOSE} {splits}")
    return "\n".join(lines)


def sides(view: TableView[DividhaView]) -> tuple[Side, ...]:
    """Return Win and Lose: the viewer's coins there, what a call adds, and the viewer's hand for it."""
    hand_view = view.hand
    if hand_view is None or hand_view.own is None:
        return ()
    own, tablet = hand_view.own, hand_view.own.tablet
    if hand_view.outcome is not None:
        won, lost = columns(hand_view.outcome.layers)
        taken = ((win(sum(won.values())), won), (lose(sum(lost.values())), lost))
        return tuple(Side(part, says=_takers(view, by)) for part, by in taken)
    percent, is_due = own.percent, is_betting(hand_view, own) and bool(_asked(view))
    stake = hand_view.betting.stake(tablet.seat)
    to_call = (
        min(amount_to_call(hand_view.betting, stake), stake.stack)
        if is_due and hand_view.stage in BETTING
        else 0
    )
    added = split_of(hand_view, own, to_call) if percent is not None else (0, 0)
    hands = _hand_for(hand_view, own)
    return (
        Side(win(tablet.win), added[0], hands[0] or _("best hand"), percent is not None and percent > 0),
        Side(lose(tablet.lose), added[1], hands[1] or _("worst hand"), percent is not None and percent < ALL),
    )


def _takers(view: TableView[DividhaView], taken: Mapping[Seat, int]) -> str:
    names = [_("you") if seat == view.viewer else shown(view.name(seat)) for seat in taken]
    return listed(names) if names else _("nobody")


def _hand_for(hand_view: DividhaView, own: OwnCards) -> tuple[str, str]:
    """Return the names of the viewer's best and worst hand, as far as they are known; else empty."""
    if own.makes:
        weakest = must_find(each for each in own.makes if each.is_weakest)
        strongest = _strongest(own.makes)
        return hand_name(strongest.number, strongest.cards), hand_name(weakest.number, weakest.cards)
    held, divine = (
        (*own.private, *hand_view.line(own.tablet.seat).public),
        hand_view.rules.divine_intervention,
    )
    strongest_now, weakest_now = (
        best_so_far(held, divine_intervention=divine),
        weakest_so_far(held, divine_intervention=divine),
    )
    best = (
        "" if strongest_now is None or strongest_now.number == HIGH_CARD else hand_name(strongest_now.number)
    )
    worst = "" if weakest_now is None else hand_name(weakest_now.hand.number)
    return best, worst


def split_button(percent: int) -> ButtonLook:
    """Return the button of one of the `SPLITS`."""
    sprite, sign, words = SPLITS[percent]
    emoji = marked(sprite, "")
    return ButtonLook(_(words) if emoji else f"{sign} {_(words)}", "plain", emoji or None)


def split_of(hand_view: DividhaView, own: OwnCards, coins: int) -> tuple[int, int]:
    """Return the amounts on Win and Lose of a bet, by the viewer's chosen split (DV-13, DV-21)."""
    usual = Usual(own.tablet.seat, own.percent)
    is_whole = coins == hand_view.betting.stake(own.tablet.seat).stack and not hand_view.rules.split_all_in
    win = usual.whole(coins) if is_whole else usual.part(coins)
    return win, coins - win


def _splits_by_button(view: TableView[DividhaView]) -> Iterator[str]:
    """Yield the split of each bet on offer, after the amount that its button names."""
    hand_view, own = hand_of(view), own_cards(view)
    before = hand_view.betting.stake(own.tablet.seat).bet
    for offer in _asked(view):
        if not isinstance(offer, SplitOffer) or offer.key not in ("match", "bet", "raise"):
            continue
        for to in amount_marks(offer, view):
            win, lose = split_of(hand_view, own, to - before)
            named = to - before if offer.key == "match" else to
            yield f"{number(named)}: {number(win)}+{number(lose)}"


def _asked(view: TableView[DividhaView]) -> tuple[Offer[Any], ...]:
    return next((each.offers for each in view.questions if each.seat == view.viewer), ())


def _notes(hand_view: DividhaView, own: OwnCards) -> Iterator[str]:
    """Yield notes: that a last coin can't be split, and at a hand's beginning that a split persists."""
    if not hand_view.rules.split_all_in and own.percent is not None:
        on_win = _("-# A bet of your last coin can’t be split: it all goes on Win.")
        on_lose = _("-# A bet of your last coin can’t be split: it all goes on Lose.")
        yield on_win if own.percent >= EVEN else on_lose
    # Only the beginning of a hand leaves room for explanations.
    if hand_view.hands == 0 and hand_view.stage in OPENING and own.percent is None:
        yield _("-# Your choice (✓) stays, and nobody sees it before the end.")
    elif hand_view.hands and hand_view.stage in OPENING and own.percent not in (None, EVEN):
        yield _("-# ✓ is your choice from before: it stays from hand to hand until you change it.")
