"""The view of a table for one viewer (TB-11, TB-14).

Built from public facts and the game's own view; a `TableView` has no field that could hold a seed, a state or
another seat's offers of secret cards.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache, partial
from typing import Any, Generic, TypeVar

from games.engine.core.characters import distinct_names
from games.engine.core.errors import Missing
from games.engine.core.game import AnyGame, Seat, SeatAmount
from games.engine.core.offers import Offer, PickOffer
from games.engine.core.values import dataclass
from games.engine.provable_chance import Cut
from games.engine.table import table as tables
from games.engine.table.play import is_cuttable, open_offers
from games.engine.table.seating import is_admitting
from games.engine.table.table import AnyTable
from games.engine.table.table_talk import absence, is_last, is_paused, may_pause, to_show
from games.engine.table.time_bank import reserve, turn_seconds

V = TypeVar("V")


@dataclass(frozen=True, slots=True)
class SeatView:
    """The public view of a seat; `player` is a person's id, None for a house player or a program.

    `home` is the amount with which a player left the game.
    """

    seat: Seat
    player: int | None
    name: str
    stack: int
    standing: tables.Standing
    home: int | None = None
    topped_up: int = 0
    """The sum of top-ups of the buy-in (TB-17)."""
    sits_out_next: bool = False
    tops_up_next: bool = False
    remark: str = ""
    """The key of the player's current remark; empty if none."""
    reserve: int = 0
    """The seconds left in the time bank (TB-18)."""
    short_turn: int | None = None
    """The seconds of the player's turn, if slow answers made it shorter than the table's (TB-18)."""
    waits_for_blind: bool = False
    """True if to be dealt in as the big blind."""
    posts_blind: bool = False
    """True if the player posts a blind instead of waiting for the big blind."""
    is_house: bool = False
    """True for a house player; a seat with neither a person nor a house player has a program."""

    @property
    def owes_blind(self) -> bool:
        """True if the player has to post a blind to be dealt in (TB-17)."""
        return self.waits_for_blind or self.posts_blind

    @property
    def joins_next(self) -> bool:
        """True if the player is dealt in from the next hand without further conditions."""
        return self.standing != "out" and not self.owes_blind


@dataclass(frozen=True, slots=True)
class Question:
    """A question for a seat: its number, and the offers that the viewer may see."""

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

    While the table rests, `hand` is the finished one, still on the table. `is_called`: at a tournament's
    table, the next hand may begin. `is_cuttable`: players can cut. `sent`: the seats that the host sends
    away after the hand. `has_called`: the host has called for players. `wants_last`: the seats that ask for
    a last hand; `is_last`: all have agreed (SH-8). `is_admitting`: newcomers can join now. `is_forfeit`:
    leaving now forfeits the stack. `closing`: the table is closed, or will be after the hand. `has_clock`:
    turns time out (TB-8). `shown`: cards of the finished hand that owners showed; `may_show`: the viewer
    has cards to show (TB-11). `pause`: the vote on a pause, or the pause if `is_paused`; `may_pause`:
    a player can ask for one. `absence`: the open vote to go on without a player (TB-8). `awaited`: the seats
    that sit out, while too few others are ready (TB-17). `unready`: the seats whose press a slow table
    awaits before the next hand (TB-13).

    `places` are all players who ever sat here, so that a story can name former ones. `asides` are the
    viewer's offers out of turn. `commitment` belongs to the chance of the current or next hand: the deck in
    play if no new deck is shuffled. `seals` belong to all decks in play, the hand's own last.
    `next_commitment` is the next hand's, during a hand with dice. `cuts` belong to the current hand, or to
    the previous one. `gains` are the net results of the last settled hand by seat; `evening` is the summary
    of all hands.
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
    unready: tuple[Seat, ...]
    pause: tables.Pause | None
    is_paused: bool
    may_pause: bool
    absence: tables.AbsenceVote | None
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
        """All occupied seats."""
        return tuple(each for each in self.places if each.standing != "gone")

    def place(self, seat: Seat) -> SeatView:
        """Return the player who has, or had, a seat."""
        for each in self.places:
            if each.seat == seat:
                return each
        raise Missing

    def name(self, seat: Seat) -> str:
        """Return the name of the player who has, or had, a seat."""
        return self.place(seat).name


def view_table(table: AnyTable, game: AnyGame, viewer: Seat | None) -> TableView[Any]:
    """Return the table as a viewer may see it."""
    return views(table, game)(viewer)


def views(table: AnyTable, game: AnyGame) -> Callable[[Seat | None], TableView[Any]]:
    """Return a function from viewer to view, which computes the common parts once and caches each view."""
    hand, revealed, is_timed = table.hand or table.last, table.revealed, tables.has_clock(table)
    own_seal = table.next_seal if table.hand is None else table.hand.seal
    # Cuts are shown once nobody can cut in response to them.
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
        unready=tables.unready(table) if table.hand is None else (),
        pause=table.pause,
        is_paused=is_paused(table),
        may_pause=may_pause(table),
        absence=None if table.absence is None else absence(table),
        shown=table.shown,
        hand_seats=() if hand is None else hand.seats,
        commitment=(table.decks[-1] if table.decks and not own_seal.dealt else own_seal).commitment,
        seals=tuple(each.commitment for each in (*table.decks, own_seal)),
        next_commitment=table.next_seal.commitment if table.hand and not game.is_dealt else None,
        cuts=() if shown_seal is None else shown_seal.public_cuts,
        # The seed of a shuffled deck stays secret, since the folded cards follow from it.
        proof=None if revealed is None or revealed.cards else Proof(revealed.seed, revealed.public_cuts),
        gains=table.gains,
        evening=table.evening,
        story=table.story,
    )

    return cache(partial(_viewed_by, public, table, game, offered))


def _viewed_by(
    public: Callable[..., TableView[Any]],
    table: AnyTable,
    game: AnyGame,
    offered: Mapping[Seat, tuple[Offer[object], ...]],
    viewer: Seat | None,
) -> TableView[Any]:
    """Return the view of one viewer: the public part, completed with the viewer's own part."""
    hand = table.hand or table.last
    return public(
        viewer=viewer,
        hand=None if hand is None else game.view(hand.state, viewer),
        questions=_questions(table, offered, viewer),
        asides=_asides(table, game, viewer),
        may_show=viewer is not None and bool(to_show(table, game, viewer)),
    )


def _places(table: AnyTable, *, is_timed: bool) -> tuple[SeatView, ...]:
    remark_keys = {each.seat: each.key for each in table.remarks}
    owing = {each.seat for each in table.seats if each.owes_blind and each.standing == "in"}
    # Players in the hand still owe the blind until it is over, since it can be called off.
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
            remark_keys.get(each.seat, ""),
            reserve(table, each.seat),
            turn_seconds(table, each) if each.halved and is_timed else None,
            each.seat in owing and not each.posts_blind,
            each.seat in owing and each.posts_blind,
            each.player is None and not each.program,
        )
        for each, name in zip(table.seats, distinct_names(table.seats), strict=True)
    )


def _asides(table: AnyTable, game: AnyGame, viewer: Seat | None) -> Question | None:
    if table.hand is None or viewer not in table.hand.seats:
        return None
    offers = game.asides(table.hand.state, viewer)
    return Question(viewer, table.seated(viewer).question, offers) if offers else None


def _questions(
    table: AnyTable, offered: Mapping[Seat, tuple[Offer[object], ...]], viewer: Seat | None
) -> tuple[Question, ...]:
    """Return the questions to all seats; a `PickOffer`, with secret cards, goes to its own seat only."""
    return tuple(
        Question(
            seat,
            table.seated(seat).question,
            tuple(each for each in offers if seat == viewer or not isinstance(each, PickOffer)),
        )
        for seat, offers in offered.items()
    )
