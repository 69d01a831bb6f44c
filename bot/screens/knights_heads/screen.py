"""The presenter of Knights' Heads: betting, the exchange, the shown hands, and why a hand wins."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Any, assert_never

from bot.custom_ids import table_id
from bot.screens.core import betting
from bot.screens.core.betting import BettingScreen
from bot.screens.core.naming import listed
from bot.screens.core.presenter import UNSURE, ButtonLook, HandLength, Lasting, hand_of, render_event
from bot.screens.core.screen import Button, Part, Screen, Select, SelectOption, Text, say
from bot.screens.core.table_blocks import AtSeat, Centre, HandLaid, OwnBlock, Ranks, Result
from bot.screens.knights_heads import cards, panel
from bot.text.translate import _, number, shown
from games.engine.betting.bets import Called, Checked, LastStanding
from games.engine.betting.rounds import amount_to_call, is_closing
from games.engine.core.errors import N_, NotOffered, must_find
from games.engine.core.game import Seat
from games.engine.core.offers import NumberOffer, Offer, PickOffer, SplitOffer
from games.engine.table.views import Question, TableView
from games.knights_heads import hands, model
from games.knights_heads.cards import DECK
from games.knights_heads.view import KnightsView


def headline(view: TableView[KnightsView]) -> str:
    """Return the winners with amounts: `ben wins the pot of 12`, `ann and ben share the pot of 12`."""
    return _winnings(hand_of(view).won, view)


def summary(
    won: tuple[model.KnightsPotWon, ...], laid: tuple[model.LaidHand, ...], view: TableView[KnightsView]
) -> str:
    """Return the winners with amounts and the winning hand, for the line on a showdown."""
    best = {each.seat for each in won[0].shares}
    number = must_find(each.number for each in laid if each.seat in best)
    return _("**{won}** with {hand}.").format(won=_winnings(won, view), hand=_(hands.HANDS[number - 1].name))


def result(view: TableView[KnightsView]) -> Result:
    """Return the result: the winners, the shown hands from the best down, and why the best one wins."""
    hand_view = hand_of(view)
    winners = {share.seat for pot in hand_view.won for share in pot.shares}
    laid = tuple(
        replace(each, gain=betting.gained(view, each.seat), is_best=each.seat in winners)
        for each in _in_order(hand_view)
    )
    why = _pots(hand_view, view) if laid else [_("Everybody else folded, so no cards are shown.")]
    return Result(headline(view), laid, tuple(f"-# {each}" for each in why), tuple(panel.own_ending(view)))


def _in_order(hand_view: KnightsView) -> tuple[HandLaid, ...]:
    """Return the shown hands, the best first."""
    counts = hand_view.rules.triplet_counts
    best = sorted(hand_view.laid, key=lambda each: hands.key(each.cards, triplet_counts=counts), reverse=True)
    return tuple(
        HandLaid(
            each.seat,
            cards.in_front(() if hand is hands.RABBLE else each.making, each.cards),
            _(hand.name),
        )
        for each, hand in ((each, hands.HANDS[each.number - 1]) for each in best)
    )


def _winnings(won: tuple[model.KnightsPotWon, ...], view: TableView[KnightsView]) -> str:
    gained = Counter[Seat]()
    for pot in won:
        gained.update({each.seat: each.amount for each in pot.shares})
    if len({_winners(pot) for pot in won}) == 1 and len(gained) > 1:
        names = listed([shown(view.name(seat)) for seat in gained])
        return _("{names} share the pot of {amount}").format(names=names, amount=number(gained.total()))
    return betting.wins(gained, view)


def _winners(pot: model.KnightsPotWon) -> tuple[Seat, ...]:
    return tuple(each.seat for each in pot.shares)


def _pots(hand_view: KnightsView, view: TableView[KnightsView]) -> Iterator[str]:
    """Yield why the best hand wins; pot by pot, if the pots have different winners."""
    if len({_winners(pot) for pot in hand_view.won}) == 1:
        yield from _why(hand_view.won[0], hand_view)
        return
    seats_so_far: set[Seat] = set()
    for pot in hand_view.won:
        names = [shown(view.name(seat)) for seat in sorted(seats_so_far - set(pot.contenders))]
        seats_so_far |= set(pot.contenders)
        winners = listed([shown(view.name(seat)) for seat in _winners(pot)])
        words = (
            _("Side pot **{amount}** without {names}: **{winners}**.")
            if names
            else _("Main pot **{amount}**: **{winners}**.")
        )
        sentence = words.format(
            amount=number(pot.amount), winners=winners, names=listed(names) if names else ""
        )
        yield " ".join([sentence, *_why(pot, hand_view)])


def _why(pot: model.KnightsPotWon, hand_view: KnightsView) -> Iterator[str]:
    """Yield why the winner of a pot beats the next best contender, if there is one."""
    counts = hand_view.rules.triplet_counts
    laid = {each.seat: each.cards for each in hand_view.laid}
    best, *others = sorted(
        (laid[seat] for seat in pot.contenders),
        key=lambda each: hands.key(each, triplet_counts=counts),
        reverse=True,
    )
    if others:
        yield _decision_text(hands.compare(best, others[0], triplet_counts=counts))


def _decision_text(decision: hands.Decision) -> str:
    match decision:
        case hands.ByHand(better, worse):
            return _("{better} beats {worse}.").format(better=_(better.name), worse=_(worse.name))
        case hands.ByFace(hand, better, worse, alike):
            words = (
                _("{hand} against {hand}, {alike} alike: the next face decides, {better} over {worse}.")
                if alike
                else _("{hand} against {hand}: the higher face decides, {better} over {worse}.")
            )
            ranks = {"better": cards.faces(better), "worse": cards.faces(worse), "alike": cards.faces(alike)}
            return words.format(hand=_(hand.name), **ranks)
        case hands.ByNotable(hand, better, worse, is_among_all):
            words = (
                _(
                    "{hand} against {hand}, with the same faces and the same number of notable cards (★): "
                    "more of them among all ten decide, {better} against {worse}."
                )
                if is_among_all
                else _(
                    "{hand} against {hand}, with the same faces: more notable cards (★) "
                    "among them decide, {better} against {worse}."
                )
            )
            return words.format(hand=_(hand.name), better=better, worse=worse)
        case hands.Alike(hand):
            return _(
                "{hand} against {hand}, with the same faces and the same number of notable cards (★): "
                "the pot is split."
            ).format(hand=_(hand.name))
        case _:
            assert_never(decision)


MINE = "mine"
"""The argument for the viewer's own cards, in place of a seat."""

STAGES: Mapping[str, str] = {
    "first_round": N_("**Betting 1 of 3** · nine cards each"),
    "exchange": N_("**Exchange** · everybody still in gives three cards to the left"),
    "second_round": N_("**Betting 2 of 3** · after the exchange"),
    "final_round": N_("**Betting 3 of 3** · then the cards are laid down"),
    "laying": N_("**Laying down** · one hand after the other"),
}


class KnightsHeadsScreen(BettingScreen):
    """The presenter of Knights' Heads."""

    command = "knights"
    rules_page = "knights-heads"
    emoji = "🛡️"
    own_words = MappingProxyType(
        {
            UNSURE: N_(
                "Nothing to choose again here: no choice of yours made a difference that I can be sure of. "
                "At Knights’ Heads I weigh what you do after the exchange."
            )
        }
    )
    sign = "knights_back"
    accent = 0x7A2E3B
    pace = HandLength(player_seconds=30.0, swing=0.0, share=0.14)
    credit = "Andrew Trauger"
    intro = N_(
        "Ten cards with people on them: gather kings, knights, jugglers and their like into the best hand. "
        "Bet, pass three cards to your left, bet again, and show them."
    )
    told_by_result = (LastStanding, Checked, Called, model.CardsPassed, model.LuckDealt)
    ends = (LastStanding, model.KnightsShowdown)
    orders = {"makes": N_("Sort by what they make"), "face": N_("Sort by face")}  # noqa: RUF012 -- as the protocol has it
    best = staticmethod(cards.best)
    laid_out = staticmethod(cards.laid_out)
    card = staticmethod(cards.card_told)
    in_a_line = staticmethod(cards.by_name)
    in_short = staticmethod(cards.in_short)
    deeds = staticmethod(cards.laid_so_often)
    kinds = staticmethod(cards.kinds)
    lasting = Lasting(
        N_("Court scores"),
        N_("Nobody has laid down a court of Knights yet: four Knights at a showdown."),
    )
    by_chance = N_(
        "By chance: what the same number of hands of ten cards off the deck would give. I can’t measure "
        "luck here: players exchange three, and folded hands are never seen."
    )

    def event(self, event: model.Event, view: TableView[KnightsView]) -> str:
        """Return one line on an event; of a showdown that the table shows, only who called."""
        match event:
            case model.KnightsShowdown():
                is_shown = view.phase == "closed" or view.is_resting
                result_text = "" if is_shown else summary(event.pots, event.laid, view)
                return " ".join(filter(None, [render_event(event, view), result_text]))
            case model.CourtsScored():
                total = {tally.seat: tally.points for tally in event.tallies}
                return " ".join(
                    render_event(
                        event,
                        view,
                        name=shown(view.name(tally.seat)),
                        gained=tally.points,
                        points=total[tally.seat],
                    )
                    for tally in event.gained
                )
            case model.KnightsHandBegun(ante=ante):
                return render_event(event, view, amount=ante)
            case _:
                return render_event(event, view)

    def asks(self, view: TableView[KnightsView], question: Question) -> str:
        """Return the question: to pick cards for a neighbour, or to bet."""
        hand_view = hand_of(view)
        if hand_view.stage != "exchange":
            # There is no check before the first bet (KH-6).
            is_first = hand_view.stage == "first_round" and not hand_view.betting.to_match
            is_own = question.seat == view.viewer
            return _("In this round: bet or fold") if is_first and is_own else _("Your turn")
        name = shown(view.name(panel.left_neighbour(hand_view, question.seat)))
        return _("Pick three to give to {name}").format(name=name)

    def centre(self, view: TableView[KnightsView]) -> Centre:
        """Return the stage of the hand, and the pot."""
        hand_view = hand_of(view)
        return (
            Centre(hand_view.betting.pot, _(STAGES[hand_view.stage]))
            if hand_view.stage in STAGES
            else Centre()
        )

    def result(self, view: TableView[KnightsView]) -> Result:
        """Return the shown hands and the deciding step."""
        return result(view) if hand_of(view).won else super().result(view)

    def card_words(self) -> Mapping[str, str]:
        """Return all cards by their sprites, without people, whom servers may name (KH-13)."""
        return {cards.sprite(card): cards.signed(card) for card in DECK}

    def at_seat(self, view: TableView[KnightsView], seat: Seat) -> AtSeat:
        """Return a seat's bet, whether it has picked cards to pass on, and its score of courts."""
        hand_view = hand_of(view)
        line, deeds = hand_view.line(seat), []
        if line.has_picked:
            # Translators: of a player who has picked three cards to give, beside the name.
            deeds.append(_("has picked"))
        if line.points:
            deeds.append(_("court score {points}").format(points=line.points))
        if hand_view.stage == "laying":
            laid = next((each for each in _in_order(hand_view) if each.seat == seat), None)
            tiles, makes = ((), "") if laid is None else (laid.tiles, laid.makes)
            return replace(betting.betting_seat(hand_view.betting.stake(seat), tiles=tiles), makes=makes)
        if hand_view.stage == "over":
            return AtSeat(deed=tuple(deeds), is_dealer=hand_view.dealer == seat, has_folded=line.has_folded)
        return betting.betting_seat(hand_view.betting.stake(seat), *deeds, is_dealer=hand_view.dealer == seat)

    def face(self, offer: Offer[Any], view: TableView[KnightsView]) -> ButtonLook:
        """Return the buttons of betting and of the exchange; the final call asks for cards (KH-10)."""
        hand_view = hand_of(view)
        if offer.key == "pass":
            return ButtonLook(_("Give three others instead") if hand_view.picked else _("Give three away"))
        if offer.key == "match" and is_closing(hand_view.betting):
            look = betting.matching(_("Call for cards with {amount}"), hand_view.betting)
        else:
            look = betting.face(offer, hand_view.betting)
        if (
            look.asks is not None
            and offer.key in ("match", "all_in")
            and is_closing(hand_view.betting)
            and amount_to_call(hand_view.betting, hand_view.betting.acting) >= hand_view.betting.acting.stack
        ):
            return replace(look, asks=f"{look.asks} " + _("That calls for cards."))
        return look

    def marks(
        self, offer: NumberOffer[Any] | SplitOffer[Any], _view: TableView[KnightsView]
    ) -> tuple[int, ...]:
        """Return only two suggested bets, to leave room for the cards."""
        return betting.few_marks(offer)

    def line(self, offer: PickOffer[Any], index: int, view: TableView[KnightsView]) -> SelectOption:
        """Return a card to pass on, with its worth to the hand."""
        card, counts = offer.choices[index], hand_of(view).rules.triplet_counts
        best_hand = hands.made(offer.choices, triplet_counts=counts)
        description = cards.part_of(card, offer.choices, best_hand)
        return SelectOption(
            cards.card_and_person(card), str(index), emoji=cards.emoji(card) or None, description=description
        )

    def listed(self, offer: PickOffer[Any], view: TableView[KnightsView]) -> Sequence[int]:
        """Return the indices of the cards, the least worth to the hand first."""
        best_hand = hands.made(offer.choices, triplet_counts=hand_of(view).rules.triplet_counts)
        return sorted(
            range(len(offer.choices)),
            key=lambda index: cards.worth(offer.choices[index], offer.choices, best_hand),
        )

    def buttons(self, view: TableView[KnightsView]) -> tuple[Button, ...]:
        """Return the buttons to the people on the viewer's cards; between hands, to those of shown hands."""
        if not _is_under_way(view):
            return _who_button(view)
        if not hand_of(view).cards:
            return ()
        # Translators: a button: tells of the people on the cards that you hold.
        mine = Button(_("Who are they?"), table_id(view.id, "who", MINE))
        return mine, Button(_("What beats what"), table_id(view.id, "beats"))

    def menu(self, view: TableView[KnightsView]) -> tuple[Button, ...]:
        """Return the button to the people of the last shown hands, during the next hand."""
        return _who_button(view) if _is_under_way(view) else ()

    def beats(self, view: TableView[KnightsView]) -> Screen:
        """Return the ranking of hands, with the viewer's hand marked."""
        own = _held(view)
        return cards.hands_screen(0 if own is None else cards.page_of(own), own)

    def ranks(self, view: TableView[KnightsView]) -> Ranks:
        """Return the ranking of hands, with the viewer's hand marked."""
        return cards.ranks(_held(view))

    def own(self, view: TableView[KnightsView], order: str = "") -> OwnBlock:
        """Return the player's cards, their hand, hands they nearly make, and the passed cards."""
        return panel.own(view, is_by_face=order == "face")


def _is_under_way(view: TableView[KnightsView]) -> bool:
    return view.hand is not None and view.phase == "playing" and not view.is_resting


def _who_button(view: TableView[KnightsView]) -> tuple[Button, ...]:
    """Return the button to the people of the last shown hands, if there are any."""
    return (Button(_("Who’s on the table?"), table_id(view.id, "who")),) if _laid(view) else ()


def _held(view: TableView[KnightsView]) -> hands.KnightsHand | None:
    """Return the hand that the viewer's cards make during a hand; else None."""
    hand_view = view.hand
    if hand_view is None or not hand_view.cards or view.is_resting:
        return None
    return hands.made(hand_view.cards, triplet_counts=hand_view.rules.triplet_counts).hand


def who_screen(view: TableView[KnightsView], whose: str, *, is_pictured: bool = False) -> Screen:
    """Return the people of a shown hand, or of the reader's own. Raises `NotOffered` for any other.

    `whose` is a seat, or `MINE`, or empty for the first shown hand.
    """
    laid = {str(each.seat): each.cards for each in _laid(view)}

    def painted(held: tuple[str, ...]) -> tuple[Part, ...]:
        counts = view.rules.triplet_counts
        return (cards.painted(held, triplet_counts=counts),) if is_pictured else ()

    if whose == MINE:
        hand_view = view.hand
        if hand_view is None or not hand_view.cards:
            return say(_("You hold no cards."))
        return Screen(
            (
                Text("### " + _("Your cards")),
                *painted(hand_view.cards),
                Text(cards.introduced(hand_view.cards)),
            )
        )
    if not laid:
        return say(_("Nothing has been laid down lately."))
    chosen = whose or must_find(laid)
    if chosen not in laid:
        raise NotOffered
    choices = tuple(SelectOption(view.name(Seat(int(seat))), seat, is_chosen=seat == chosen) for seat in laid)
    title = _("On the table: {name}’s hand").format(name=shown(view.name(Seat(int(chosen)))))
    select = Select(table_id(view.id, "who_else"), _("Another hand"), choices)
    return Screen(
        (Text(f"### {title}"), *painted(laid[chosen]), Text(cards.introduced(laid[chosen])), select)
    )


def _laid(view: TableView[KnightsView]) -> tuple[model.LaidHand, ...]:
    """Return the last shown hands, as long as the table's story has their showdown."""
    showdowns = (event for event in reversed(view.story) if isinstance(event, model.KnightsShowdown))
    return next((event.laid for event in showdowns), ())
