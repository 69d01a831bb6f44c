"""Law 5, asked of one table: whatever a viewer may not know, nothing that it is shown depends on (TB-11).

Each check takes the game as an argument, so that the tests can hand it one that leaks.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import fields, is_dataclass, replace
from functools import cache
from random import Random
from typing import Any

from bot.custom_ids import AnswerPress, answer_id, parse
from games.engine.core.game import AnyGame, Seat
from games.engine.core.offers import (
    Answer,
    NumberOffer,
    Offer,
    PickOffer,
    PlainOffer,
    SplitOffer,
    checksum,
    find,
    take,
)
from games.engine.table.play import open_offers
from games.engine.table.table import AnyTable
from games.engine.table.views import TableView, view_table
from tests.games.luck import Luck
from tests.laws.walk import ALL_RECORDS, Case, asides, random_answer, reseeded, secret_seats, walk

DRAWS = 40
"""With so many states, one differs if only a coin's side is hidden, but once in a million millions."""


class LawBroken(AssertionError):
    """A law does not hold."""


def require(holds: bool, law: str) -> None:  # noqa: FBT001
    """Raise `LawBroken` unless it holds."""
    if not holds:
        raise LawBroken(law)


def check_secrecy(table: AnyTable, game: AnyGame, luck: Luck) -> None:
    """A player who looks sees the same of this table as of another that they cannot tell from it."""
    for viewer in secret_seats(table):
        other = possible_state(table, game, viewer, luck)
        is_alike = shown(table, game, viewer) == shown(other, game, viewer)
        require(is_alike, f"{viewer} is shown what they may not know")
        check_events(table, other, game, viewer, Random(luck.below(2**32)))
        check_cards(table, game, viewer)


def check_buttons(table: AnyTable, game: AnyGame) -> None:
    """A press on any button that an offer may have comes back as an answer that is taken."""
    if table.hand is None:
        return
    for asked in (open_offers(table, game), asides(table, game)):
        for seat, offers in asked.items():
            number = table.seated(seat).question
            for offer in offers:
                for numbers in on_buttons(offer):
                    pressed = parse(answer_id(table.id, seat, number, offer, *numbers))
                    answer = Answer(offer.key, numbers, checksum(offer, number))
                    require(pressed == AnswerPress(table.id, seat, answer), f"a dead button: {offer}")
                    if not isinstance(offer, PickOffer):  # the cards come with the press
                        take(find(offers, offer.key), numbers)


def on_buttons(offer: Offer[Any]) -> Iterator[tuple[int, ...]]:
    """The numbers that may stand on its buttons."""
    match offer:
        case PlainOffer() | PickOffer():
            yield ()
        case NumberOffer(marks=marks):
            yield from ((number,) for number in {offer.numbers[0], offer.numbers[-1], *marks})
        case SplitOffer(least=least, most=most, marks=marks):
            for number in {least, most, *marks}:
                yield (number,)
                yield number, offer.parts(number)[-1]


def check_events(
    table: AnyTable, other: AnyTable, game: AnyGame, viewer: Seat | None, random: Random
) -> None:
    """Check that an answer's events are the same for the viewer, unless it reveals a card."""
    if table.hand is None or other.hand is None:
        return
    asked = open_offers(table, game) | (asides(table, game) if random.random() < 0.2 else {})
    if not asked:
        return
    seat = random.choice(sorted(asked))
    given = random_answer(asked[seat], random)
    offered = (*game.offers(other.hand.state, seat), *game.asides(other.hand.state, seat))
    as_well = given if seat == viewer else unlike(given, find(offered, given.key), random)
    step = game.apply(table.hand.state, seat, take(find(asked[seat], given.key), given.numbers))
    else_step = game.apply(other.hand.state, seat, take(find(offered, given.key), as_well.numbers))
    if known(game, step.state, viewer) == known(game, else_step.state, viewer):
        require(step.events == else_step.events, f"{viewer} is told what they may not know")
    if viewer is None:
        named = strings(step.events) & set(game.cards(step.state))
        require(named <= set(game.seen(step.state, None)), "an event names a card that is not shown to all")


def known(game: AnyGame, state: object, viewer: Seat | None) -> tuple[Any, tuple[str, ...]]:
    """All that a viewer knows of a state."""
    return game.view(state, viewer), game.seen(state, viewer)


def check_cards(table: AnyTable, game: AnyGame, viewer: Seat | None) -> None:
    """Whatever card a view names, its viewer may have a proof of (TB-13)."""
    hand = table.hand or table.last
    cards = set() if hand is None else set(game.cards(hand.state))
    if hand is not None and cards:
        named = strings(game.view(hand.state, viewer)) & cards
        is_known = named <= set(game.seen(hand.state, viewer))
        require(is_known, f"{viewer} sees a card that they have no proof of")


def check_proofs(case: Case, game: AnyGame) -> None:
    """Check that a viewer has proofs only of cards that it has seen since they were last shuffled."""
    shown_to: dict[Seat | None, set[str]] = {}
    shuffled = 0
    for taken in walk(case):
        table = taken.change.table
        hand = table.hand or table.last
        if hand is None:
            continue
        for viewer in secret_seats(table):
            before = shown_to.setdefault(viewer, set())
            if hand.number > shuffled:
                before -= set(hand.seal.cards)
            new = set(game.seen(hand.state, viewer)) - before
            if new:
                view = view_table(table, game, viewer)
                require(new <= strings((view.hand, view.story)), f"{viewer} may prove what they never saw")
            before |= new
        shuffled = hand.number


def looked_at(cases: Iterable[Case]) -> Iterator[AnyTable]:
    """Every third table of these walks: what is hidden for a moment only lies on one of them."""
    return (taken.change.table for case in cases for taken in walk(case)[::3])


def check_possible_states(cases: Sequence[Case], game: AnyGame) -> None:
    """All that the game hides is another in some state that a viewer cannot tell; in each, something is."""
    luck, found, secrets = Luck(game.key), set[str](), ALL_RECORDS[game.key].hidden
    # If no card is hidden, each drawn state is the true one.
    draws = DRAWS if secrets else 1
    for table in looked_at(cases):
        for viewer in secret_seats(table) if table.hand is not None else ():
            assert table.hand is not None
            differing = could_differ(table.hand.state, game, viewer, luck, draws)
            require(bool(differing) == bool(secrets), "a state in which nothing could be another")
            found |= differing
    require(found == secrets, f"{found ^ secrets}")


def could_differ(state: object, game: AnyGame, viewer: Seat | None, luck: Luck, draws: int) -> set[str]:
    """Return the differences of a state that this viewer cannot tell from it; none if all drawn are the same.

    A drawn state may be the true one: if it were refused, a player who draws many would never consider it.
    """
    drawn = (game.sample_possible_state(state, viewer, luck) for _ in range(draws))
    return next(filter(None, (set(hidden(state, other)) for other in drawn)), set())


def possible_state(table: AnyTable, game: AnyGame, viewer: Seat | None, luck: Luck) -> AnyTable:
    """The table as it might be for all that this viewer knows: other secrets in the hand, other seeds."""
    hand, last, carry = table.hand, table.last, table.carry
    if hand is not None:
        hand = replace(hand, state=game.sample_possible_state(hand.state, viewer, luck))
    if last is not None:
        last = replace(last, state=game.sample_possible_state(last.state, viewer, luck))
        carry = game.result(last.state).carry
    return reseeded(replace(table, hand=hand, last=last, carry=carry))


def shown(table: AnyTable, game: AnyGame, viewer: Seat | None) -> tuple[TableView[Any], str, list[str]]:
    """All that is shown to a viewer; a commitment says nothing of its seed."""
    view = view_table(table, game, viewer)
    questions = (*view.questions, *([view.asides] if view.asides else ()))
    ids = [answer_id(view.id, each.seat, each.number, offer) for each in questions for offer in each.offers]
    # Offers as text: what makes a move of an answer is a function, and no two of them are alike.
    return (
        replace(view, questions=(), asides=None, commitment="", seals=(), next_commitment=None),
        repr(questions),
        ids,
    )


def unlike(given: Answer, offer: Offer[Any], random: Random) -> Answer:
    """An answer that may be another where nobody else can see it: other cards, another split."""
    match offer:
        case PickOffer(choices=choices, count=count):
            return Answer(given.key, tuple(random.sample(range(len(choices)), count)))
        case SplitOffer():
            amount = given.numbers[0]
            return Answer(given.key, (amount, random.choice(offer.parts(amount))))
        case _:
            return given


def hidden(state: Any, other: Any, place: str = "") -> Iterator[str]:
    """Return the differences of two states, as the names of fields on the way there."""
    if state is other:
        return
    if is_dataclass(state) and state.__class__ is other.__class__:
        for name in _named(state.__class__):
            yield from hidden(getattr(state, name), getattr(other, name), f"{place}.{name}".lstrip("."))
    elif isinstance(state, tuple) and isinstance(other, tuple) and len(state) == len(other):
        for mine, theirs in zip(state, other, strict=True):
            yield from hidden(mine, theirs, place)
    elif state != other:
        yield place


def strings(value: Any) -> set[str]:
    """All texts that stand in a value."""
    found, left = set[str](), [value]
    while left:
        each = left.pop()
        if isinstance(each, str):
            found.add(each)
        elif isinstance(each, tuple):
            left.extend(each)
        else:
            left.extend(getattr(each, name) for name in _named(each.__class__))
    return found


@cache
def _named(kind: Any) -> tuple[str, ...]:
    return tuple(each.name for each in fields(kind)) if is_dataclass(kind) else ()
