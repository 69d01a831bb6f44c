"""The presenter of Destiny: the field of 25 places, the seats, and a hand's result."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Any, get_args

from bot.custom_ids import answer_id, table_id
from bot.screens.core import betting
from bot.screens.core.betting import BettingScreen
from bot.screens.core.naming import listed
from bot.screens.core.presenter import UNSURE, ButtonLook, HandLength, hand_of, render_event
from bot.screens.core.screen import Button
from bot.screens.core.table_blocks import AtSeat, Centre, HandLaid, OwnBlock, Ranks, Result, pot_line
from bot.screens.core.tiles import Field, FieldPlace, Tile
from bot.screens.destiny import cards
from bot.text.translate import _, ngettext, number, shown
from games.destiny import model
from games.destiny.rules import ENDED
from games.destiny.view import DestinySeat, DestinyView, Sight, Spot
from games.engine.betting.bets import Called, Checked, LastStanding
from games.engine.core.errors import N_, must_find
from games.engine.core.game import Seat
from games.engine.core.offers import Offer
from games.engine.table.views import Question, TableView


def field(view: TableView[DestinyView], actions: Mapping[str, str]) -> Field:
    """Return the field as a viewer sees it; `actions` are the custom_ids of places that can be pressed."""
    hand_view = hand_of(view)
    sights = () if hand_view.looked_card is None else (hand_view.looked_card,)
    # A view has only the viewer's own looks, and only as long as the rules allow (DE-12).
    seen = {sight.place: sight.card for sight in (*hand_view.seen_before, *sights)}
    # Translators: “##” is written so on the field: keep it.
    legend = [_("## face down")]
    if any(spot.looked_at_by is not None for spot in hand_view.field):
        # Translators: “L2” is written so on the field, whatever the language: keep it.
        legend.append(_("L2: seat 2 looks there"))
    if any(spot.held_by is not None for spot in hand_view.field):
        # Translators: “H2” is written so on the field, whatever the language: keep it.
        legend.append(_("H2: seat 2 holds it"))
    face_down = Tile("destiny_back", name=_("face down"))
    places = tuple(
        FieldPlace(spot.place, face_down, "##", "destiny_back", actions.get(spot.place, ""))
        if spot.place not in seen and not (spot.is_gone or spot.looked_at_by or spot.held_by)
        else _place(spot, actions.get(spot.place, ""), seen.get(spot.place, ""))
        for spot in hand_view.field
    )
    # Translators: below a pile of cards, above the number of them: at most seven letters.
    played = replace(
        cards.tile(hand_view.discard[-1], said=number(len(hand_view.discard))), caption=_("played")
    )
    # Translators: below a pile of cards, above the number of them: at most seven letters.
    deck = Tile("destiny_back", caption=_("deck"), said=number(hand_view.deck_count), name=_("the deck"))
    return Field(
        tuple(model.COLUMNS), tuple(model.ROWS), places, (deck, played), cards.piles(hand_view), tuple(legend)
    )


def _place(spot: Spot, action: str, known: str) -> FieldPlace:
    """Return a place with a mark; `known` is the card there if the viewer has seen it, else empty."""
    if spot.is_gone:
        return FieldPlace(spot.place, Tile("gap", name=_("empty")), "··")
    front = cards.sprite(known) if known else ""
    if spot.held_by is not None:
        mark = f"seat_{spot.held_by}"
        words = _("held down by seat {number}").format(number=spot.held_by)
        held = Tile("destiny_back", "lit", name=words, corner=mark, front=front)
        return FieldPlace(spot.place, held, f"H{spot.held_by}", mark)
    if spot.looked_at_by is not None:
        mark = f"seat_{spot.looked_at_by}"
        words = _("looked at by seat {number}").format(number=spot.looked_at_by)
        looked_at = Tile("destiny_back", name=words, corner=mark, front=front or "eye")
        return FieldPlace(spot.place, looked_at, f"L{spot.looked_at_by}", front or "eye", action)
    remembered = Tile("destiny_back", name=cards.written_out(known), front=front)
    return FieldPlace(spot.place, remembered, "##", front, action)


def won(
    pots: Sequence[model.DestinyPotWon], turned: Sequence[model.Shown], view: TableView[DestinyView]
) -> str:
    """Return the winners of a showdown's pots, with their amounts and cards."""
    return listed([_won_with(seat, amount, turned, view) for seat, amount in taken(pots).items()])


def taken(pots: Sequence[model.DestinyPotWon]) -> Counter[Seat]:
    """Return the amount that each winner takes from the pots of a showdown."""
    amounts: Counter[Seat] = Counter()
    for pot in pots:
        amounts[pot.winner] += pot.amount
    return amounts


def outlasted(hand_view: DestinyView, view: TableView[DestinyView]) -> str:
    """Return the sentence that a seat has won since all others folded (DE-8); empty after a showdown."""
    remaining = [line.seat for line in hand_view.lines if not line.has_folded]
    last = next((each for each in reversed(view.story) if isinstance(each, LastStanding)), None)
    if last is None or remaining != [last.seat]:
        return ""
    words = _("{name} wins the pot of {amount}: everyone else folded")
    if last.seat == view.viewer:
        words = _("You win the pot of {amount}: everyone else folded")
    return words.format(name=shown(view.name(last.seat)), amount=number(last.amount))


def turned_up_hands(hand_view: DestinyView, view: TableView[DestinyView]) -> tuple[HandLaid, ...]:
    """Return the cards turned over, from best to worst."""
    height = model.heights(hand_view.rules.jokers)
    winners = {pot.winner for pot in hand_view.won}
    return tuple(
        HandLaid(
            each.seat,
            (cards.tile(each.card, "lit" if each.seat in winners else "plain"),),
            _("drawn blind") if each.place is None else _("from {place}").format(place=each.place),
            gain=betting.gained(view, each.seat),
            is_best=each.seat in winners,
        )
        for each in sorted(hand_view.shown, key=lambda each: -height[each.card])
    )


def why(hand_view: DestinyView, view: TableView[DestinyView]) -> Iterator[str]:
    """Yield why the winner's card is best; with several winners, also each pot's contenders."""
    height = model.heights(hand_view.rules.jokers)
    best = sorted((each.card for each in hand_view.shown), key=lambda each: -height[each])
    if len(best) > 1:
        yield "-# " + _deciding(best[0], best[1])
    if len({pot.winner for pot in hand_view.won}) > 1:
        for pot in hand_view.won:
            words = ngettext(
                "-# The {amount} that {names} played for goes to {name}.",
                "-# The {amount} that {names} played for go to {name}.",
                pot.amount,
            )
            names = listed([shown(view.name(seat)) for seat in pot.contenders])
            yield words.format(amount=number(pot.amount), names=names, name=shown(view.name(pot.winner)))


def own_ending(hand_view: DestinyView, view: TableView[DestinyView]) -> Iterator[str]:
    """Yield why the viewer won or lost: a comparison with the best other card for the same pot."""
    seat = hand_view.viewer
    if seat is None or hand_view.stage not in ENDED or all(line.seat != seat for line in hand_view.lines):
        return
    if hand_view.line(seat).has_folded:
        yield betting.folded(hand_view.betting.staked_by(seat))
    elif not hand_view.shown:
        yield betting.outlasted(view)
    played, height = {each.seat: each.card for each in hand_view.shown}, model.heights(hand_view.rules.jokers)
    for best in betting.rivals(
        (pot.contenders for pot in hand_view.won), seat, lambda each: height[played[each]]
    ):
        mine, other = played[seat], played[best]
        yield betting.compared(
            cards.written_out(mine),
            cards.written_out(other),
            shown(view.name(best)),
            has_won=height[mine] > height[other],
            has_lost=height[mine] < height[other],
        )


def _won_with(seat: Seat, amount: int, turned: Sequence[model.Shown], view: TableView[DestinyView]) -> str:
    played = must_find(each for each in turned if each.seat == seat)
    words = _("{name} wins the pot of {amount} with {card}")
    if played.place is None:
        words = _("{name} wins the pot of {amount} with {card}, drawn blind")
    if seat == view.viewer:
        words = _("You win the pot of {amount} with {card}")
        if played.place is None:
            words = _("You win the pot of {amount} with {card}, drawn blind")
    return words.format(name=shown(view.name(seat)), amount=number(amount), card=cards.full_name(played.card))


def _deciding(above: str, below: str) -> str:
    """Return why one card beats another: by rank, or with equal ranks by suit (DE-1)."""
    if above[0] == below[0] != "*":
        words = _("{rank} against {rank}: {above} beat {below}.")
        return words.format(
            rank=cards.rank_name(above), above=cards.suit_name(above), below=cards.suit_name(below)
        )
    return _("{above} beats {below}.").format(above=cards.rank_name(above), below=cards.rank_name(below))


ASKS: Mapping[model.Stage, str] = {
    "first_round": N_("How do you bet? Round 1 of 2"),
    "looking": N_("Step 1 of 2: look at one card"),
    "holding": N_("Step 2 of 2: play one"),
    "second_round": N_("How do you bet? Round 2 of 2"),
    "agreeing": N_("Play on with a new field?"),
}
ASKS_PRIVATELY: Mapping[model.Stage, str] = {
    **ASKS,
    "looking": N_("Step 1 of 2: press a card to look at it"),
    "holding": N_("Step 2 of 2: play a card, or trust the deck"),
}


class DestinyScreen(BettingScreen):
    """Destiny's presenter."""

    command = "destiny"
    rules_page = "destiny"
    emoji = "🃏"
    own_words = MappingProxyType(
        {
            UNSURE: N_(
                "Nothing to choose again here: no choice of yours made a difference that I can be sure of. "
                "At Destiny I weigh what you do once the cards are held down: looks, and bets before, "
                "leave too much open."
            )
        }
    )
    sign = "destiny_back"
    accent = 0x3B5B7A
    pace = HandLength(player_seconds=25.0, swing=20.0)
    # Translators: Who made the game, and when: translate the month.
    credit = N_("William Li, June 2008")
    own_title = N_("What you know of the field")
    intro = N_(
        "Look in secret at one card of a field of 25, then play one face down: highest card wins the pot. "
        "Bet on what you’ve seen, remember the rest, or trust the deck."
    )
    thinks = N_("{name} looks over the field …")
    untold = (model.Looked, model.Held, model.Benedicted)
    ends = (model.Showdown, LastStanding)
    told_by_result = (*ends, model.PutBack, Checked, Called)
    tells_news = True
    names_seats = True
    best = staticmethod(cards.best)
    laid_out = staticmethod(cards.laid_out)
    card = staticmethod(cards.card)
    in_a_line = staticmethod(cards.cards)
    deeds = staticmethod(cards.looked_and_drawn)
    kinds = staticmethod(cards.kinds)
    by_chance = N_(
        "By chance: what the same number of cards turned over blindly would give. I can’t measure luck "
        "here: players choose what they turn over by what they’ve seen, and folded cards stay face down."
    )

    def event(self, event: model.Event, view: TableView[DestinyView]) -> str:
        """Return one line on an event."""
        match event:
            case model.Showdown(shown=turned, pots=pots):
                return render_event(event, view, won=won(pots, turned, view))
            case model.FieldLaid(top=top) | model.Reshuffled(top=top):
                return render_event(event, view, card=cards.card(top))
            case model.HandBegun(dealer=dealer, is_by_lot=False, order=order) if dealer in order:
                return ""  # the dealer's mark says so
            case model.HandBegun(dealer=dealer):
                return render_event(event, view, place=dealer)
            case _:
                return render_event(event, view)

    def asks(self, view: TableView[DestinyView], question: Question) -> str:
        """Return the step on the field, or the betting round; to the player to act, also what to press."""
        asks = ASKS_PRIVATELY if view.viewer == question.seat else ASKS
        return _(asks[hand_of(view).stage])

    def result(self, view: TableView[DestinyView]) -> Result:
        """Return the winners, the cards turned over, and the reasons."""
        hand_view = hand_of(view)
        headline = betting.wins(taken(hand_view.won), view) if hand_view.won else outlasted(hand_view, view)
        return Result(
            headline or super().result(view).headline,
            turned_up_hands(hand_view, view),
            tuple(why(hand_view, view)),
            tuple(own_ending(hand_view, view)),
        )

    def state_line(self, view: TableView[DestinyView]) -> str:
        """Return the hand's number; during the vote on a new field, the hand's result."""
        return self.result(view).headline if hand_of(view).stage == "agreeing" else super().state_line(view)

    def shows_result(self, view: TableView[DestinyView]) -> bool:
        """Return True also during the vote on a new field."""
        return super().shows_result(view) or (view.hand is not None and view.hand.stage == "agreeing")

    def centre(self, view: TableView[DestinyView]) -> Centre:
        """Return the pot, and the blind that is due from an empty seat."""
        hand_view = hand_of(view)
        if hand_view.stage in ENDED:
            is_asked = hand_view.stage == "agreeing"
            return Centre(notes=(_("The field is empty. Play on with a new one?"),) if is_asked else ())
        small = hand_view.blinds.small if hand_view.blinds and hand_view.stage == "first_round" else None
        notes: tuple[str, ...] = ()
        if small is not None and all(line.seat != small for line in hand_view.lines):
            words = _("-# No small blind: seat {seat} is empty.")
            notes = (words.format(seat=small),)
        return Centre(hand_view.betting.pot, notes=notes)

    def field(self, view: TableView[DestinyView], question: Question | None) -> Field | None:
        """Return the field; while a player is to look or to play, its places can be pressed."""
        hand_view, actions = hand_of(view), {}
        if hand_view.stage == "agreeing":
            return None
        if question is not None and hand_view.stage in ("looking", "holding"):
            actions = {
                offer.key[-2:].upper(): answer_id(view.id, question.seat, question.number, offer)
                for offer in question.offers
                if offer.key.startswith(("look_", "hold_"))
            }
        does = _("Look at {place}") if hand_view.stage == "looking" else _("Play {place}")
        return replace(field(view, actions), does=does)

    def card_words(self) -> Mapping[str, str]:
        """Return the names of all cards by their sprites."""
        decks = {card for jokers in get_args(model.Jokers) for card in model.all_cards(jokers)}
        return {cards.sprite(card): cards.full_name(card) for card in decks}

    def at_seat(self, view: TableView[DestinyView], seat: Seat) -> AtSeat:
        """Return a seat's bet, and the places it looks at and holds."""
        hand_view = hand_of(view)
        line, stake = hand_view.line(seat), hand_view.betting.stake(seat)
        if hand_view.stage in ENDED:
            wants = (_("wants a new field"),) if line.wants_new_field else ()
            return AtSeat(deed=wants, has_folded=line.has_folded)
        is_blind = line.hold is not None and line.hold.place is None and not line.has_folded
        deeds = (_("trusts the deck"),) if is_blind else ()
        seat_state = betting.betting_seat(stake, *deeds, is_dealer=hand_view.dealer == seat)
        return (
            seat_state if line.has_folded else replace(seat_state, on_field=tuple(_on_field(hand_view, line)))
        )

    def face(self, offer: Offer[Any], view: TableView[DestinyView]) -> ButtonLook:
        """Return the buttons of betting, of looks and plays, and of the vote on a new field."""
        match offer.key:
            case "no_look":
                return ButtonLook(_("Look at nothing"), "plain")
            case "benediction":
                return ButtonLook(_("Trust the deck"), "good")
            case "new_field":
                return ButtonLook(_("A new field"), "good")
            case "enough":
                return ButtonLook(_("That’s enough"), "plain")
            case key if key.startswith(("look_", "hold_")):
                return ButtonLook(key[-2:].upper())
            case _:
                return betting.face(offer, hand_of(view).betting)

    def menu(self, view: TableView[DestinyView]) -> tuple[Button, ...]:
        """Return the button to the discard pile, which everybody may look through (DE-13)."""
        return () if view.hand is None else (Button(_("Discard pile"), table_id(view.id, "discards")),)

    def has_news(self, view: TableView[DestinyView]) -> bool:
        """Return True if the viewer has just looked at a card, which only their panel shows, once."""
        return view.hand is not None and view.hand.looked_card is not None

    def ranks(self, view: TableView[DestinyView]) -> Ranks:
        """Return the order of cards, including the table's jokers."""
        note = _("The rank counts first, then the suit. No two cards tie.")
        return Ranks(cards.ranks(hand_of(view).rules.jokers), (note,))

    def own(self, view: TableView[DestinyView], _order: str = "") -> OwnBlock:
        """Return the card just looked at and its value, the cards seen before, and the discard pile."""
        hand_view = hand_of(view)
        sight, news = hand_view.looked_card, []
        hold = must_find(line.hold for line in hand_view.lines if line.seat == view.viewer)
        if hold is not None and hand_view.stage not in ENDED:
            news.append(held(hold.place, hand_view))
        if hand_view.seen_before:
            known = ", ".join(f"{sight.place} {cards.card(sight.card)}" for sight in hand_view.seen_before)
            news.append(_("Seen, and still there: {cards}.").format(cards=known))
        around = cards.discards(hand_view)
        hints: tuple[str, ...] = ()
        if view.hands == 1 and hand_view.stage == "first_round":
            words = _(
                "If you stay in, you next look at one card in secret and play another. The highest wins."
            )
            hints = (f"-# {words}",)
        return OwnBlock(
            () if sight is None else (cards.tile(sight.card),),
            "" if sight is None else looked(sight),
            () if sight is None else worth(sight, hand_view),
            tuple(news),
            (f"{pot_line(hand_view.betting.pot)} · {around}" if hand_view.pot else around,),
            hints=hints,
            known=tuple(
                replace(cards.tile(each.card), caption=each.place)
                for each in hand_view.seen_before
                if sight is None or each.place != sight.place
            ),
        )


def looked(sight: Sight) -> str:
    """Return a sentence on the card just looked at, and its place."""
    return _("{place} is {name}").format(place=sight.place, name=cards.full_name(sight.card))


def worth(sight: Sight, hand_view: DestinyView) -> tuple[str, str]:
    """Return two sentences: how many cards the seen card beats, and that it goes back."""
    order = model.heights(hand_view.rules.jokers)
    beats = order[sight.card]
    words = ngettext(
        "It beats {beats} card, loses to {loses}",
        "It beats {beats} cards, loses to {loses}",
        beats,
    )
    keep = _("It goes back: play another now, this one in a later hand. I’ll remember it for you.")
    if not hand_view.rules.memory_aid:
        keep = _("It goes back: play another now. **Remember it** for later hands, you only see it once.")
    return words.format(beats=beats, loses=len(order) - 1 - beats), keep


def held(place: str | None, hand_view: DestinyView) -> str:
    """Return a sentence on the viewer's chosen place; with the memory aid also on its card (DE-12)."""
    if place is None:
        return _("You play the Benediction Hand: a card drawn blind from the deck.")
    sight = next((each for each in hand_view.seen_before if each.place == place), None)
    words = _("You play **{place}**. It stays face down to the end: nobody may look at it now, not even you.")
    if sight is not None:
        words = _("You play **{place}**, {name}: you looked at it in an earlier hand.")
        return words.format(place=place, name=f"{cards.card(sight.card)} {cards.full_name(sight.card)}")
    if hand_view.rules.memory_aid:
        words = _("You play **{place}**, a card you haven’t looked at. It stays face down to the end.")
    return words.format(place=place)


def _on_field(hand_view: DestinyView, line: DestinySeat) -> Iterator[str]:
    """Yield the places that a seat looks at and holds, as text."""
    for spot in hand_view.field:
        if spot.looked_at_by == line.seat:
            yield _("looks at {place}").format(place=spot.place)
    if line.hold is not None and line.hold.place is not None:
        yield _("holds {place}").format(place=line.hold.place)
