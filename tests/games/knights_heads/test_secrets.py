"""A viewer's view, and others' ignorance of it (TB-11, KH-7)."""

from __future__ import annotations

from games.engine.core.game import CHANCE_SEAT, Seat
from games.engine.core.offers import Answer, PickOffer
from games.engine.provable_chance import Draw, Seal
from games.engine.table.play import answer, begin
from games.engine.table.seating import open_table, sit_down
from games.engine.table.table import Terms
from games.engine.table.views import view_table
from games.knights_heads.cards import DECK
from games.knights_heads.game import KNIGHTS_HEADS
from games.knights_heads.model import KnightsRules, KnightsState
from games.tools.replay import FinishedHand, history, to_file
from tests.games.knights_heads.exchange import CARDS, THREE_PASS
from tests.games.knights_heads.scripted import Hand, seated
from tests.laws.secrecy import strings
from tests.laws.walk import seeds

ALL_SEATS = (1, 2, 3, None)


def three() -> Hand:
    """Three players before the exchange."""
    return Hand(100, 100, 100, cards=CARDS, luck="K08 Q12 B12").everybody_bets()


def told(hand: Hand, viewer: int | None) -> set[str]:
    """Every card that stands anywhere in what a viewer sees."""
    return strings(hand.view(viewer)) & set(DECK)


def test_only_ones_own_cards() -> None:
    """TB-11: before the showdown a view names the viewer's own nine cards, a spectator's none."""
    hand = three()

    for viewer in (1, 2, 3):
        assert told(hand, viewer) == set(CARDS[viewer].split())
    assert told(hand, None) == set()


def test_what_is_sealed_is_ones_own() -> None:
    """TB-11: the picking is public, the cards are not."""
    hand = three().passes(1, "B01 B02 B03")

    assert [hand.line(seat).has_picked for seat in (1, 2, 3)] == [True, False, False]
    assert hand.view(1).picked == ("B01", "B02", "B03")
    for viewer in (2, 3, None):
        assert hand.view(viewer).picked == ()


def test_changing_ones_mind_shows_nobody_anything() -> None:
    """TB-11: another pick leaves every other view as it was, and no event tells of it."""
    hand = three().passes(1, "B01 B02 B03")
    before = {viewer: hand.view(viewer) for viewer in (2, 3, None)}
    events = len(hand.events)
    hand.passes(1, "K01 K02 K03")

    assert {viewer: hand.view(viewer) for viewer in (2, 3, None)} == before
    assert len(hand.events) == events


def test_three_cards_are_known_to_giver_and_taker_alone() -> None:
    """KH-7, TB-11: seat 3 and spectators learn nothing of the three cards that seat 1 passed to seat 2."""
    hand = three().all_pass(**THREE_PASS)
    passed = {"B01", "B02", "B03"}

    assert [passed <= told(hand, viewer) for viewer in ALL_SEATS] == [True, True, False, False]
    assert [bool(passed & told(hand, viewer)) for viewer in (3, None)] == [False, False]


def test_seen_is_what_was_entitled_to() -> None:
    """TB-13: proofs are of the own cards, those passed on and those that came; later of all laid down."""
    hand = three().all_pass(**THREE_PASS).checks_down()
    mine = set(CARDS[1].split()) | {"D01", "D02", "D03", "K08"}

    assert set(KNIGHTS_HEADS.seen(hand.state, Seat(1))) == mine
    assert KNIGHTS_HEADS.seen(hand.state, None) == ()

    hand.presses("bet 4", "match", "fold")

    laid = hand.cards(1) | hand.cards(2)
    assert set(KNIGHTS_HEADS.seen(hand.state, None)) == laid
    assert set(KNIGHTS_HEADS.seen(hand.state, Seat(1))) == laid | mine
    assert len(KNIGHTS_HEADS.seen(hand.state, Seat(3))) == len(set(KNIGHTS_HEADS.seen(hand.state, Seat(3))))


def test_a_folded_hand_is_never_shown() -> None:
    """TB-11: at the showdown too, a player who folded keeps the cards to themselves."""
    hand = three().all_pass(**THREE_PASS).presses("fold").checks_down().checks_down()

    assert hand.stage == "over"
    kept = {"K01", "K02", "K03", "N01", "N02", "N03"}
    assert not kept & told(hand, 2)
    assert not kept & told(hand, None)
    assert kept <= told(hand, 1)


class Evening:
    """Three people at a table, and all that is written down of their first hand."""

    def __init__(self) -> None:
        self.seeds = seeds("secrets")
        terms = Terms(host=1, buy_in=100)
        table = open_table(1, KNIGHTS_HEADS, KNIGHTS_HEADS.house_rules(), terms, self.seeds)
        for number in (1, 2, 3):
            table = sit_down(table, KNIGHTS_HEADS, number, f"p{number}", None).table
        self.change = begin(table, KNIGHTS_HEADS, self.seeds)
        self.beginning = self.change.begun[0].state
        self.moves = list(self.change.moves)

    @property
    def state(self) -> KnightsState:
        """The hand."""
        assert self.change.table.hand is not None
        state: KnightsState = self.change.table.hand.state
        return state

    def answers(self, key: str, *numbers: int) -> None:
        """Answer for the seat to act."""
        seat = min(KNIGHTS_HEADS.to_act(self.state))
        given = Answer(key, numbers)
        self.change = answer(self.change.table, KNIGHTS_HEADS, self.seeds, seat, given)
        self.moves.extend(self.change.moves)

    def bets(self) -> None:
        """The first round, in which everybody stays."""
        self.answers("bet", 2)
        self.answers("match")
        self.answers("match")


def test_picks_are_offered_to_their_owner_alone() -> None:
    """TB-11: the buttons of a pick, whose checksums rest on secret cards, stand on one's own panel."""
    evening = Evening()
    evening.bets()

    for viewer in ALL_SEATS:
        view = view_table(evening.change.table, KNIGHTS_HEADS, None if viewer is None else Seat(viewer))
        picks = [
            each.seat for each in view.questions for offer in each.offers if isinstance(offer, PickOffer)
        ]
        assert picks == ([] if viewer is None else [viewer])


def test_a_history_tells_no_pick_of_others() -> None:
    """KH-7, TB-11: in the file of a hand the three cards stand for giver and taker, and for nobody else."""
    evening = Evening()
    evening.bets()
    for _ in range(3):
        evening.answers("pass", 0, 1, 2)
    first = evening.state.passes[0]
    evening.answers("bet", 4)
    evening.answers("fold")
    evening.answers("fold")
    over = FinishedHand(1, evening.beginning, tuple(evening.moves), evening.change.ended[0].seals)

    for player in (1, 2, 3, None):
        written = to_file(history(evening.change.table, KNIGHTS_HEADS, over, player)).decode()
        knows = player in (first.seat, first.to)
        assert all((f'"{card}"' in written) == knows for card in first.cards)


def test_chance_is_sealed_before() -> None:
    """TB-13: the deck that is dealt is the one that was committed to, as the cuts left it."""
    state = KNIGHTS_HEADS.start(seated(100, 100), None)
    seal = Seal("11" * 32, ("cut",), cards=KNIGHTS_HEADS.deck(KnightsRules(), None))
    dealt = KNIGHTS_HEADS.apply(state, CHANCE_SEAT, KNIGHTS_HEADS.chance_move(state, Draw(seal))).state

    assert dealt.deck == seal.deck.dealt(seal.mixed)[18:]
