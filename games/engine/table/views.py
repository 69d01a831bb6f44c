"""What a person may see of a table (TB-11, TB-14).

Built per viewer from public facts and the game's own view; a `TableView` has no field that
could hold a seed, a state or another seat's offers of secret cards.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache, partial
from typing import Any, Generic, TypeVar

from games.engine.core.characters import told_apart
from games.engine.core.errors import Missing
from games.engine.core.game import AnyGame, Seat, SeatAmount
from games.engine.core.offers import Offer, PickOffer
from games.engine.provable_chance import Cut
from games.engine.table import table as tables
from games.engine.table.play import is_cuttable, open_offers
from games.engine.table.seating import is_admitting
from games.engine.table.table import AnyTable
from games.engine.table.table_talk import is_last, is_paused, may_pause, to_show
from games.engine.table.time_bank import reserve, turn_seconds

V = TypeVar("V")


@dataclass(frozen=True, slots=True)
class SeatView:
    """A seat as everybody sees it; `player` is a person's id, None for a house player or a program.

    `home` is what somebody who left the game took along.
    """

    seat: Seat
    player: int | None
    name: str
    stack: int
    standing: tables.Standing
    home: int | None = None
    topped_up: int = 0
    """What was added to the buy-in (TB-17)."""
    sits_out_next: bool = False
    tops_up_next: bool = False
    remark: str = ""
    """The key of what its player has just said; empty for nothing."""
    reserve: int = 0
    """Seconds that are left in the time bank (TB-18)."""
    short_turn: int | None = None
    """Seconds that a turn of theirs has, where they were slow and it is shorter than the table's (TB-18)."""
    waits_for_blind: bool = False
    """Is dealt in with the big blind."""
    posts_blind: bool = False
    """Does not wait for that, and posts one."""
    is_house: bool = False
    """Whether a house player sits here; whoever is neither that nor a person is a program."""

    @property
    def owes_blind(self) -> bool:
        """Whether the player comes in with a blind (TB-17)."""
        return self.waits_for_blind or self.posts_blind

    @property
    def joins_next(self) -> bool:
        """Whether the player is simply dealt in from the next hand."""
        return self.standing != "out" and not self.owes_blind


@dataclass(frozen=True, slots=True)
class Question:
    """What a seat is asked: its running number and the offers that the viewer may see."""

    seat: Seat
    number: int
    offers: tuple[Offer[Any], ...]


@dataclass(frozen=True, slots=True)
class Proof:
    """The opened seal of the last hand: its seed in hex, and the cuts."""

    seed: str
    cuts: tuple[Cut, ...]


@dataclass(frozen=True, slots=True)
class TableView(Generic[V]):
    """A table as one viewer sees it; viewer None is a spectator.

    While the table rests, `hand` is the one that is over: what it showed still lies there.
    `is_called`: at a tournament's table, the next one may begin. `is_cuttable`: words can be mixed in.
    `sent` are those whom the host sends away after the hand, `has_called`: it has called for players once.
    `wants_last` are those who would have it be the last, `is_last` says that all have agreed (SH-8).
    `is_admitting`: newcomers can join now; `is_forfeit`: who leaves now leaves the stack behind.
    `closing`: it was closed, or will be after the hand. `has_clock`: time runs out (TB-8).
    `shown`: what owners showed of the hand that is over, `may_show`: the viewer can (TB-11).
    `pause`: all are asked for one, or have agreed, and it `is_paused`. `may_pause`: one can be asked for.
    `awaited`: those who sit out, while too few are ready without them (TB-17).

    `places` are all who ever sat here, so that a story can name those who have gone.
    `asides` is what the viewer alone may do out of turn. `commitment` is what the chance of the
    hand under way, or of the next, was sealed with: where no deck is shuffled anew, the one in play.
    `seals` are those of all decks in play, that hand's own the last; `next_commitment` is the next hand's,
    while dice fall. `cuts` are those of the hand under way, or of the one before.
    `gains` are what each seat won, or below zero lost, by the last hand that was settled, `evening` is what
    all hands came to.
    """

    id: int
    game: str
    rules: Any
    terms: tables.Terms
    phase: tables.Phase
    money: tables.Money
    viewer: Seat | None
    places: tuple[SeatView, ...]
    hands: int
    is_resting: bool
    is_called: bool
    is_cuttable: bool
    wants_last: tuple[Seat, ...]
    is_last: bool
    is_admitting: bool
    is_forfeit: bool
    sent: tuple[Seat, ...]
    has_called: bool
    closing: tables.Closing | None
    has_clock: bool
    awaited: tuple[Seat, ...]
    pause: tables.Pause | None
    is_paused: bool
    may_pause: bool
    shown: tuple[tables.ShownCards, ...]
    may_show: bool
    hand: V | None
    hand_seats: tuple[Seat, ...]
    questions: tuple[Question, ...]
    asides: Question | None
    commitment: str
    seals: tuple[str, ...]
    next_commitment: str | None
    cuts: tuple[Cut, ...]
    proof: Proof | None
    gains: tuple[SeatAmount, ...]
    evening: tables.TableRecap
    story: tuple[Any, ...]

    @property
    def present(self) -> tuple[SeatView, ...]:
        """Those who have a seat now."""
        return tuple(each for each in self.places if each.standing != "gone")

    def place(self, seat: Seat) -> SeatView:
        """The player who has, or had, a seat."""
        for each in self.places:
            if each.seat == seat:
                return each
        raise Missing

    def name(self, seat: Seat) -> str:
        """The name of the player who has, or had, a seat."""
        return self.place(seat).name


def view_table(table: AnyTable, game: AnyGame, viewer: Seat | None) -> TableView[Any]:
    """Cut a table for one viewer."""
    return views(table, game)(viewer)


def views(table: AnyTable, game: AnyGame) -> Callable[[Seat | None], TableView[Any]]:
    """Cut a table for any viewer, once for each; what all of them see alike is worked out once."""
    hand, revealed, is_timed = table.hand or table.last, table.revealed, tables.has_clock(table)
    own_seal = table.next_seal if table.hand is None else table.hand.seal
    # Cuts are shown once nobody can reply to them with words of their own.
    shown_seal = revealed if table.hand is None else own_seal
    offered = open_offers(table, game)
    public = partial(
        TableView,
        id=table.id,
        game=table.game,
        rules=table.rules,
        terms=table.terms,
        phase=table.phase,
        money=table.money,
        places=_places(table, is_timed=is_timed),
        hands=table.hands,
        is_resting=table.phase == "playing" and table.hand is None,
        is_called=table.is_called,
        is_cuttable=is_cuttable(table, game),
        wants_last=table.wants_last,
        is_last=is_last(table),
        is_admitting=is_admitting(table, game),
        is_forfeit=table.phase == "playing" and game.forfeits(table.rules, table.carry),
        sent=table.sent,
        has_called=table.has_called,
        closing=table.closing,
        has_clock=is_timed,
        awaited=tables.awaited(table, game),
        pause=table.pause,
        is_paused=is_paused(table),
        may_pause=may_pause(table),
        shown=table.shown,
        hand_seats=() if hand is None else hand.seats,
        commitment=(table.decks[-1] if table.decks and not own_seal.dealt else own_seal).commitment,
        seals=tuple(each.commitment for each in (*table.decks, own_seal)),
        next_commitment=table.next_seal.commitment if table.hand and not game.is_dealt else None,
        cuts=() if shown_seal is None else shown_seal.told,
        # A seed that shuffled a deck stays secret: from it follow the cards that were folded.
        proof=None if revealed is None or revealed.cards else Proof(revealed.seed, revealed.told),
        gains=table.gains,
        evening=table.evening,
        story=table.story,
    )

    return cache(partial(_cut, public, table, game, offered))


def _cut(
    public: Callable[..., TableView[Any]],
    table: AnyTable,
    game: AnyGame,
    offered: Mapping[Seat, tuple[Offer[object], ...]],
    viewer: Seat | None,
) -> TableView[Any]:
    """Add to what all see alike what one viewer sees."""
    hand = table.hand or table.last
    return public(
        viewer=viewer,
        hand=None if hand is None else game.view(hand.state, viewer),
        questions=_questions(table, offered, viewer),
        asides=_asides(table, game, viewer),
        may_show=viewer is not None and bool(to_show(table, game, viewer)),
    )


def _places(table: AnyTable, *, is_timed: bool) -> tuple[SeatView, ...]:
    said = {each.seat: each.key for each in table.remarks}
    owing = {each.seat for each in table.seats if each.owes_blind and each.standing == "in"}
    # Whoever plays comes in with this hand; they owe until it is over, since it can be called off.
    owing.difference_update(table.hand.seats if table.hand is not None else ())
    return tuple(
        SeatView(
            each.seat,
            each.player,
            name,
            each.stack,
            each.standing,
            each.home,
            each.topped_up,
            each.sits_out_next,
            each.tops_up_next,
            said.get(each.seat, ""),
            reserve(table, each.seat),
            turn_seconds(table, each) if each.halved and is_timed else None,
            each.seat in owing and not each.posts_blind,
            each.seat in owing and each.posts_blind,
            each.player is None and not each.program,
        )
        for each, name in zip(table.seats, told_apart(table.seats), strict=True)
    )


def _asides(table: AnyTable, game: AnyGame, viewer: Seat | None) -> Question | None:
    if table.hand is None or viewer not in table.hand.seats:
        return None
    offers = game.asides(table.hand.state, viewer)
    return Question(viewer, table.seated(viewer).question, offers) if offers else None


def _questions(
    table: AnyTable, offered: Mapping[Seat, tuple[Offer[object], ...]], viewer: Seat | None
) -> tuple[Question, ...]:
    """Everyone sees which buttons a seat has; only its owner sees the secret cards to pick from."""
    return tuple(
        Question(
            seat,
            table.seated(seat).question,
            tuple(each for each in offers if seat == viewer or not isinstance(each, PickOffer)),
        )
        for seat, offers in offered.items()
    )
