"""Destiny at a table: the field of 25 places, who looks where and holds what, and how a hand ended.

A place is a card's back, a gap, an eye where somebody looks now, or the mark of the seat that holds it. Cards
that the viewer may be shown lie face up.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from bot.custom_ids import answer_id, table_id
from bot.screens.core import betting
from bot.screens.core.betting import BettingScreen
from bot.screens.core.game_screen import Face, hand_of, tell
from bot.screens.core.naming import listed
from bot.screens.core.screen import Button, Row, begun, emojis_of, marked, rows
from bot.screens.destiny import cards
from bot.text.numbers import number
from bot.text.translate import _, ngettext, shown
from games.destiny import model
from games.destiny.rules import ENDED
from games.destiny.view import DestinySeat, DestinyView, Sight, Spot
from games.engine.core.errors import phrase
from games.engine.core.game import Seat
from games.engine.core.moves import LastStanding
from games.engine.core.offers import Offer
from games.engine.table.views import Question, TableView

NUMBERS = "".join(f"{column}\ufe0f\u20e3" for column in model.COLUMNS)
"""The numbers of the columns as emojis, since only those are as wide as a card's."""


def drawn(now: DestinyView) -> str:
    """The field as text: rows by letter, columns by number."""
    seen = _seen(now)
    lines = [emojis_of(_sprite(spot, seen) for spot in row) for row in _rows(now)]
    if not all(lines):
        return _in_words(now)
    # One character of code is as wide as any other, so that the columns stand in line.
    return "\n".join(
        f"`{letter}` {line}" for letter, line in zip("·" + model.ROWS, (NUMBERS, *lines), strict=True)
    )


def grid(view: TableView[DestinyView], now: DestinyView, actions: Mapping[str, str]) -> tuple[Row, ...]:
    """The field as buttons; `actions` are the custom_ids of places that can be pressed.

    On a phone five buttons fit side by side only as long as each has two characters or an emoji.
    """
    seen = _seen(now)
    return rows([_button(spot, view.id, actions.get(spot.place), seen) for spot in now.field])


def _button(spot: Spot, table: int, action: str | None, seen: Mapping[str, str]) -> Button:
    if action is not None:
        return Button(spot.place, action, "main")
    emoji = marked(_sprite(spot, seen), "")
    unpressed = table_id(table, "spot", spot.place.lower())
    return Button("" if emoji else _written(spot), unpressed, emoji=emoji or None, is_disabled=True)


def _seen(now: DestinyView) -> Mapping[str, str]:
    """The cards that the viewer may be shown, by their places: nobody else's, and none for long (DE-12)."""
    sights = () if now.looked_card is None else (now.looked_card,)
    return {sight.place: sight.card for sight in (*now.seen_before, *sights)}


def _rows(now: DestinyView) -> list[tuple[Spot, ...]]:
    width = len(model.COLUMNS)
    return [now.field[start : start + width] for start in range(0, len(model.PLACES), width)]


def _sprite(spot: Spot, seen: Mapping[str, str]) -> str:
    if spot.is_gone:
        return "gap"
    if spot.held_by is not None:
        return f"seat_{spot.held_by}"
    if spot.place in seen:
        return cards.sprite(seen[spot.place])
    return "destiny_back" if spot.looked_at_by is None else "eye"


def _written(spot: Spot) -> str:
    """A place in two characters."""
    if spot.is_gone:
        return "··"
    if spot.held_by is not None:
        return f"H{spot.held_by}"
    return spot.place if spot.looked_at_by is None else f"L{spot.looked_at_by}"


def _in_words(now: DestinyView) -> str:
    """Rows by letter, columns by number, `##` for a face-down card; and what the others mean."""
    lines = ["   " + "  ".join(model.COLUMNS)]
    for letter, row in zip(model.ROWS, _rows(now), strict=True):
        spots = (_written(each) for each in row)
        lines.append(f"{letter} " + " ".join("##" if each in model.PLACES else each for each in spots))
    # Translators: “##” is written so on the field: keep it.
    legend = [_("## face down")]
    if any(spot.looked_at_by is not None for spot in now.field):
        # Translators: “L2” is written so on the field, whatever the language: keep it.
        legend.append(_("L2: seat 2 looks there"))
    if any(spot.held_by is not None for spot in now.field):
        # Translators: “H2” is written so on the field, whatever the language: keep it.
        legend.append(_("H2: seat 2 holds it"))
    return "```\n" + "\n".join(lines) + "\n```\n-# " + " · ".join(legend)


def won(
    pots: Sequence[model.DestinyPotWon], turned: Sequence[model.Shown], view: TableView[DestinyView]
) -> str:
    """Who wins how much of a showdown's pots, and with which card."""
    taken: Counter[Seat] = Counter()
    for pot in pots:
        taken[pot.winner] += pot.amount
    return listed([_won_with(seat, amount, turned, view) for seat, amount in taken.items()])


def outlasted(now: DestinyView, view: TableView[DestinyView]) -> str:
    """Who takes the pot because all others folded (DE-8); empty if the hand did not end so."""
    left = [line.seat for line in now.lines if not line.has_folded]
    last = next((each for each in reversed(view.story) if isinstance(each, LastStanding)), None)
    if last is None or left != [last.seat]:
        return ""
    words = _("{name} wins the pot of {amount}: all others folded")
    return words.format(name=shown(view.name(last.seat)), amount=number(last.amount))


def ending(now: DestinyView, view: TableView[DestinyView]) -> Iterator[str]:
    """The cards that were turned over from best to worst, what decided, and who could win which pot."""
    height = model.heights(now.rules.jokers)
    best = sorted(now.shown, key=lambda each: -height[each.card])
    winners = {pot.winner for pot in now.won}
    for each in best:
        name = shown(view.name(each.seat))
        name = f"**{name}**" if each.seat in winners else name
        words = _("{card} {name}, drawn blind") if each.place is None else _("{card} {name}, from {place}")
        yield words.format(card=cards.card(each.card), name=name, place=each.place)
    if len(best) > 1:
        yield "-# " + _deciding(best[0].card, best[1].card)
    if len(winners) > 1:
        for pot in now.won:
            words = ngettext(
                "-# The {amount} that {names} played for goes to {name}.",
                "-# The {amount} that {names} played for go to {name}.",
                pot.amount,
            )
            names = listed([shown(view.name(seat)) for seat in pot.contenders])
            yield words.format(amount=number(pot.amount), names=names, name=shown(view.name(pot.winner)))


def own_ending(now: DestinyView, view: TableView[DestinyView]) -> Iterator[str]:
    """Why the viewer won or lost: the own card beside the best other one that played for the same pot."""
    seat = now.viewer
    if seat is None or now.stage not in ENDED:
        return
    if now.line(seat).has_folded:
        yield betting.folded(now.betting.staked_by(seat))
    elif not now.shown:
        yield betting.outlasted(view)
    played, height = {each.seat: each.card for each in now.shown}, model.heights(now.rules.jokers)
    for best in betting.rivals((pot.contenders for pot in now.won), seat, lambda each: height[played[each]]):
        mine, other = played[seat], played[best]
        yield betting.compared(
            cards.written_out(mine),
            cards.written_out(other),
            shown(view.name(best)),
            has_won=height[mine] > height[other],
            has_lost=height[mine] < height[other],
        )


def _won_with(seat: Seat, amount: int, turned: Sequence[model.Shown], view: TableView[DestinyView]) -> str:
    played = next(each for each in turned if each.seat == seat)
    words = _("{name} wins the pot of {amount} with {card}")
    if played.place is None:
        words = _("{name} wins the pot of {amount} with {card}, drawn blind")
    return words.format(name=shown(view.name(seat)), amount=number(amount), card=cards.full_name(played.card))


def _deciding(above: str, below: str) -> str:
    """Why one card beats another: by its rank or, of the same rank, by its suit (DE-1)."""
    if above[0] == below[0] != "*":
        words = _("{rank} against {rank}: {above} beat {below}.")
        return words.format(
            rank=cards.rank_name(above), above=cards.suit_name(above), below=cards.suit_name(below)
        )
    return _("{above} beats {below}.").format(above=cards.rank_name(above), below=cards.rank_name(below))


ASKS: Mapping[model.Stage, str] = {
    "first_round": phrase("Betting 1 of 2: your turn"),
    "looking": phrase("Step 1 of 2: look at one card"),
    "holding": phrase("Step 2 of 2: play one"),
    "second_round": phrase("Betting 2 of 2: your turn"),
    "agreeing": phrase("Play on with a new field?"),
}
ASKS_PRIVATELY: Mapping[model.Stage, str] = {
    **ASKS,
    "looking": phrase("Step 1 of 2: press the place of a card to look at it"),
    "holding": phrase(
        "Step 2 of 2: press the place of the card you play, or trust the deck: its top card, unseen "
        "(the Benediction Hand)"
    ),
}


class DestinyScreen(BettingScreen):
    """Destiny."""

    command = "destiny"
    rules_page = "destiny"
    emoji = "🃏"
    accent = 0x3B5B7A
    # Translators: Who made the game, and when: translate the month.
    credit = phrase("William Li, June 2008")
    own_title = phrase("Your panel")
    intro = phrase(
        "Look in secret at one card of a field of 25, then play one face down: highest card wins the pot. "
        "Bet on what you’ve seen, remember the rest, or trust the deck."
    )
    thinks = phrase("{name} looks over the field …")
    told_by_result = (model.Showdown, LastStanding, model.PutBack)
    tells_news = True
    best = staticmethod(cards.best)
    laid_out = staticmethod(cards.laid_out)
    picture = staticmethod(cards.picture)
    card = staticmethod(cards.card)
    deeds = staticmethod(cards.looked_and_drawn)
    kinds = staticmethod(cards.kinds)
    by_chance = phrase(
        "By chance: what as many cards turned over blindly would give. I can’t measure luck "
        "here: players choose what they turn over by what they’ve seen, and folded cards "
        "stay face down."
    )

    def event(self, event: model.Event, view: TableView[DestinyView]) -> str:
        """One line on what happened."""
        match event:
            case model.Showdown(shown=turned, pots=pots):
                return tell(event, view, won=won(pots, turned, view))
            case model.FieldLaid(top=top) | model.Reshuffled(top=top):
                return tell(event, view, card=cards.card(top))
            case model.HandBegun(dealer=dealer, is_by_lot=False, order=order) if dealer in order:
                return ""  # the dealer's mark says so
            case model.HandBegun(dealer=dealer):
                return tell(event, view, place=dealer)
            case _:
                return tell(event, view)

    def asks(self, view: TableView[DestinyView], question: Question) -> str:
        """The step on the field, or which betting it is; on the own panel also what to press."""
        asks = ASKS_PRIVATELY if view.viewer == question.seat else ASKS
        return _(asks[hand_of(view).stage])

    def headline(self, view: TableView[DestinyView]) -> str:
        """Who wins how much, and with which card."""
        now = hand_of(view)
        said = won(now.won, now.shown, view) if now.won else outlasted(now, view)
        return said or super().headline(view)

    def now(self, view: TableView[DestinyView]) -> str:
        """Which hand it is, or how the one came out after which a new field is voted on."""
        return self.headline(view) if hand_of(view).stage == "agreeing" else super().now(view)

    def result(self, view: TableView[DestinyView]) -> tuple[str, ...]:
        """The cards turned over, and what decided."""
        return tuple(ending(hand_of(view), view))

    def rest(self, view: TableView[DestinyView]) -> tuple[str, ...]:
        """The field as the hand left it, with the deck and the discard pile."""
        now = hand_of(view)
        return begun(cards.piles(now)), drawn(now)

    def body(self, view: TableView[DestinyView]) -> tuple[str, ...]:
        """The pot, the deck and the discard pile, and the field unless it is shown as buttons."""
        now = hand_of(view)
        if now.stage == "agreeing":
            return (*self.result(view), _("The field is empty. Play on with a new one?"))
        lines = [f"{betting.pot(now.betting)} · {cards.piles(now)}"]
        small = now.blinds.small if now.blinds and now.stage == "first_round" else None
        if small is not None and all(line.seat != small for line in now.lines):
            lines.append(_("-# The small blind is due at seat {seat}, where nobody sits.").format(seat=small))
        if not _is_on_buttons(view):
            lines.append(drawn(now))
        return tuple(lines)

    def at_seat(self, view: TableView[DestinyView], seat: Seat) -> str:
        """A seat's number on the field, its bet, and the cards it has taken."""
        now = hand_of(view)
        line = now.line(seat)
        if now.stage in ENDED:
            return _("wants a new field") if line.wants_new_field else ""
        said = [] if marked(f"seat_{seat}", "") else [_("seat {number}").format(number=seat)]
        if now.dealer == seat:
            # Translators: beside the name of the player who deals.
            said.append(marked("dealer", _("dealer")))
        said.append(betting.at_seat(now.betting.stake(seat)))
        if not line.has_folded:
            said.extend(_taken(now, line))
        return " · ".join(each for each in said if each)

    def face(self, offer: Offer[Any], view: TableView[DestinyView]) -> Face:
        """Buttons of the betting and of the field."""
        match offer.key:
            case "no_look":
                return Face(_("Look at nothing"), "plain")
            case "benediction":
                return Face(_("Trust the deck"), "good")
            case "new_field":
                return Face(_("A new field"), "good")
            case "enough":
                return Face(_("That’s enough"), "plain")
            case key if key.startswith(("look_", "hold_")):
                return Face(key[-2:].upper())
            case _:
                return betting.face(offer, hand_of(view).betting)

    def board(self, view: TableView[DestinyView], question: Question | None) -> tuple[Row, ...]:
        """The field as a grid of buttons while somebody is asked to look or to play."""
        if question is None or not question.offers or not _is_on_field(hand_of(view)):
            return ()
        actions = {
            offer.key[-2:].upper(): answer_id(view.id, question.seat, question.number, offer)
            for offer in question.offers
            if offer.key.startswith(("look_", "hold_"))
        }
        return grid(view, hand_of(view), actions)

    def has_news(self, view: TableView[DestinyView]) -> bool:
        """A looked-at card is shown once, on the looker's panel."""
        return view.hand is not None and view.hand.looked_card is not None

    def in_hand(self, view: TableView[DestinyView], _order: str = "") -> str:
        """The card just looked at."""
        now = hand_of(view)
        return "" if now.looked_card is None else looked(now.looked_card)

    def own_ending(self, view: TableView[DestinyView]) -> tuple[str, ...]:
        """Why the player won or lost."""
        return tuple(own_ending(hand_of(view), view))

    def panel(self, view: TableView[DestinyView]) -> tuple[str, ...]:
        """How good the card just looked at is, the field, the memory aid, and the discard pile."""
        now = hand_of(view)
        lines: list[str] = []
        if now.looked_card is not None:
            lines.append(worth(now.looked_card, now))
        if not (_is_on_field(now) and view.viewer in now.to_act) and now.stage not in ENDED:
            lines.append(drawn(now))
        hold = next(line.hold for line in now.lines if line.seat == view.viewer)
        if hold is not None and now.stage not in ENDED:
            lines.append(held(hold.place, now))
        if now.seen_before:
            known = ", ".join(f"{sight.place} {cards.card(sight.card)}" for sight in now.seen_before)
            lines.append(_("Seen, and still there: {cards}.").format(cards=known))
        lines.append(
            f"{betting.pot(now.betting)} · {cards.discards(now)}" if now.pot else cards.discards(now)
        )
        if view.hands == 1 and now.stage == "first_round":
            words = _(
                "If you stay in, you next look at one card in secret and play another. The highest wins."
            )
            lines.append(f"-# {words}")
        return tuple(lines)


def _is_on_field(now: DestinyView) -> bool:
    return now.stage in ("looking", "holding")


def _is_on_buttons(view: TableView[DestinyView]) -> bool:
    """Whether everybody sees the field as buttons: while a person, not a house player, may look or hold."""
    now = hand_of(view)
    return _is_on_field(now) and any(
        each.offers and view.place(each.seat).player is not None for each in view.questions
    )


def looked(sight: Sight) -> str:
    """The card just looked at, as large as a message can show it."""
    words = _("## {card} {place} is {name}")
    return words.format(card=cards.card(sight.card), place=sight.place, name=cards.full_name(sight.card))


def worth(sight: Sight, now: DestinyView) -> str:
    """How good the card just looked at is."""
    order = model.heights(now.rules.jokers)
    beats = order[sight.card]
    words = ngettext(
        "It beats {beats} card and loses to {loses}. It goes back, so you play another.",
        "It beats {beats} cards and loses to {loses}. It goes back, so you play another.",
        beats,
    )
    keep = _("The field stays for the next hands: then you can play it. I’ll remember it for you.")
    if not now.rules.memory_aid:
        keep = _(
            "**Remember it:** the field stays for the next hands, so then you can play it. "
            "You see it only this once."
        )
    return f"{words.format(beats=beats, loses=len(order) - 1 - beats)} {keep}"


def held(place: str | None, now: DestinyView) -> str:
    """What the viewer plays, and what is known of it: with the memory aid also which card it is (DE-12)."""
    if place is None:
        return _("You play the Benediction Hand: a card drawn blind from the deck.")
    sight = next((each for each in now.seen_before if each.place == place), None)
    words = _("You play **{place}**. It stays face down to the end: nobody may look at it now, not even you.")
    if sight is not None:
        words = _("You play **{place}**, {name}: you looked at it in an earlier hand.")
        return words.format(place=place, name=f"{cards.card(sight.card)} {cards.full_name(sight.card)}")
    if now.rules.memory_aid:
        words = _("You play **{place}**, a card you haven’t looked at. It stays face down to the end.")
    return words.format(place=place)


def _taken(now: DestinyView, line: DestinySeat) -> list[str]:
    """Where a seat looks, and what it will play."""
    eye, looking = marked("eye", ""), _("looks at {place}")
    looks = [spot.place for spot in now.field if spot.looked_at_by == line.seat]
    said = [f"{eye} {looking.format(place=place)}".lstrip() for place in looks]
    if line.hold is not None:
        words = _("trusts the deck") if line.hold.place is None else _("holds {place}")
        said.append(words.format(place=line.hold.place))
    return said
