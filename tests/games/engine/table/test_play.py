import pytest

from games.engine.core.errors import NeverEnds, NotOffered, NotYourTurn, OutOfRange, Stale
from games.engine.core.game import CHANCE_SEAT, Seat
from games.engine.core.offers import Answer, checksum
from games.engine.table import update
from games.engine.table.play import begin, come_back, open_offers
from games.engine.table.refusals import NotSeated, NotStarted
from games.engine.table.table import STORY_LENGTH, LoggedMove
from games.engine.table.update import RUN_MAX
from games.tools.simulation import replay
from tests.games.engine.tavern_table import TavernTable
from tests.laws.bones import (
    MUST,
    BonesMove,
    BonesRules,
    BonesState,
    Die,
    LoadedBones,
    Stand,
    Toss,
)

CHEAP_ROUND = (2, 1)
"""The first of two pays one."""


def test_buying_in() -> None:
    """TB-2: a player buys in from the wallet and plays with the stack on the table."""
    played = TavernTable(2).begins()

    assert (played.paid, played.stacks) == ({11: 20, 12: 20}, [20, 20])


def test_stack_goes_back() -> None:
    """TB-2: and gets the stack back into the wallet when the table closes."""
    played = TavernTable(2, 2, 5, hands_max=1).begins().presses("throw", "throw")

    assert played.table.phase == "closed"
    assert played.paid == {11: -2, 12: 2}


def test_answers_are_logged() -> None:
    """TB-13: every move stands in the log, the House's with its outcome."""
    played = TavernTable(2, 9, 1).begins().presses("throw", "keep")

    assert played.moves == [
        LoggedMove(1, Seat(1), Toss()),
        LoggedMove(1, Seat(0), Die(9)),
        LoggedMove(1, Seat(1), Stand()),
    ]


def test_seed_is_fixed_before_the_cut() -> None:
    """TB-13: the seed is fixed, and its hash can be shown, before anybody can cut."""
    played = TavernTable(2)
    committed = played.table.next_seal.commitment

    assert played.begins().table.hand is not None
    assert played.table.hand is not None
    assert played.table.hand.seal.commitment == committed


def test_seed_is_shown_when_the_round_is_over() -> None:
    """TB-13: the seed is shown when the round is over, and the next was fixed before."""
    played = TavernTable(2, *CHEAP_ROUND).begins()
    promised = played.table.next_seal.commitment
    assert played.table.revealed is None
    played.presses("throw", "throw")

    assert played.table.revealed is not None
    assert (played.table.revealed.seed, played.table.revealed.draws) == (f"{1:064x}", 2)
    assert played.table.hand is not None
    assert played.table.hand.seal.commitment == promised


def test_next_hand_begins_by_itself() -> None:
    """SH-1: rounds follow each other until the game is over."""
    played = TavernTable(2, *CHEAP_ROUND).begins().presses("throw", "throw")

    assert played.table.hands == 2
    assert played.table.hand is not None
    assert played.table.hand.number == 2
    assert played.turn == 1


def test_newcomer_waits_for_the_next_hand() -> None:
    """TB-3, SH-13: a player who joins during a hand is dealt in from the next."""
    played = TavernTable(2, *CHEAP_ROUND).begins().comes(13)
    assert played.table.hand is not None
    assert (played.table.hand.seats, played.paid[13]) == ((1, 2), 20)
    played.presses("throw", "throw")

    assert played.table.hand.seats == (1, 2, 3)


def test_newcomer_leaves_before_playing() -> None:
    """TB-9: a player who has not been dealt in leaves at once."""
    played = TavernTable(2).begins().comes(13).leaves(13)

    assert (played.paid[13], played.standings) == (0, ["in", "in", "gone"])


def test_leaving_during_a_hand() -> None:
    """TB-9, SH-13: the stack goes back to the wallet when the hand is over."""
    played = TavernTable(3, 4, 2, 3).begins().presses("throw").leaves(11)
    assert (played.standings[0], played.paid[11]) == ("leaving", 20)
    played.presses("throw", "throw")

    assert (played.standings[0], played.paid[11]) == ("gone", 2)
    assert played.stacks == [0, 22, 20]


def test_last_one_left_wins() -> None:
    """SH-8: the game goes on until one player has wager left."""
    played = TavernTable(2, 5, 8, buy_in=5).begins().presses("throw", "throw")

    assert played.table.phase == "closed"
    assert (played.table.story[-1].kind, played.table.story[-1].winner) == ("game_over", 1)  # type: ignore[union-attr]
    assert played.paid == {11: -5, 12: 5}


def test_no_people_left() -> None:
    """TB-12: house players do not go on among themselves."""
    played = TavernTable(1, 4, 2, 3).house_comes(funded=False).house_comes(funded=False)
    played.begins().leaves(11).presses("throw", "throw")

    assert (played.table.phase, played.table.hands) == ("closed", 1)


def test_practice_leaves_no_points() -> None:
    """TB-12: a practice table leaves no trace, and a house player no points."""
    rules = BonesRules(points=True)
    practice = TavernTable(2, 2, 5, rules=rules, money="practice").begins()
    funded = TavernTable(1, 5, 2, rules=rules).house_comes(funded=True).begins()

    assert practice.presses("throw", "throw").points == []
    assert funded.presses("throw", "throw").points == []


def test_not_begun() -> None:
    """F-25: a press on a table that has not begun is refused."""
    with pytest.raises(NotStarted):
        TavernTable(2).answers(1, Answer("throw"))


def test_not_your_turn() -> None:
    """F-44: out of turn is refused, nothing changed."""
    played = TavernTable(2).begins()
    before = played.table

    with pytest.raises(NotYourTurn):
        played.answers(2, Answer("throw"))
    with pytest.raises(Stale):
        played.answers(2, Answer("throw", (), "000000"))
    assert played.table is before


def test_not_seated() -> None:
    """F-26: a stranger's answer is refused."""
    with pytest.raises(NotSeated):
        TavernTable(2).begins().answers(7, Answer("throw"))


def test_not_offered() -> None:
    """F-27: an answer that was not offered is refused."""
    played = TavernTable(2).begins()

    with pytest.raises(NotOffered):
        played.answers(1, Answer("keep"))
    with pytest.raises(OutOfRange):
        played.answers(1, Answer("throw", (3,)))


def test_double_click() -> None:
    """F-24: the second of two clicks on the same button is stale."""
    played = TavernTable(2, 9, 9).begins().presses("throw")
    offer = open_offers(played.table, played.game)[Seat(1)][0]
    pressed = Answer(offer.key, (), checksum(offer, played.table.seated(Seat(1)).question))
    played.answers(1, pressed)

    assert [each.key for each in open_offers(played.table, played.game)[Seat(1)]] == ["rethrow", "keep"]
    with pytest.raises(Stale):
        played.answers(1, pressed)


def test_time_runs_out() -> None:
    """TB-8: when the time runs out, the rest of the turn is played as mildly as can be."""
    played = TavernTable(2, 9).begins().runs_out()

    assert played.turn == 2
    assert [type(logged.move).__name__ for logged in played.moves] == ["Toss", "Die", "Stand"]
    assert played.told[-5:] == ["came", "came", "timed_out", "fell", "stood"]
    assert played.table.seated(Seat(1)).missed == 1


def test_time_runs_out_while_choosing() -> None:
    """TB-8: the thrown dice are kept."""
    played = TavernTable(2, 9).begins().presses("throw").runs_out()

    assert played.turn == 2
    assert played.moves[-1].move == Stand()


def test_answering_counts_again_from_nothing() -> None:
    """TB-8: two turns in a row: an answer in between begins the count anew."""
    played = TavernTable(2, *CHEAP_ROUND, 2).begins().runs_out().presses("throw")
    assert played.table.seated(Seat(1)).missed == 1
    played.presses("throw")

    assert played.table.seated(Seat(1)).missed == 0


def seated_out() -> TavernTable:
    """Seat 1 misses its turns of the first and the second round; it throws first in both."""
    dice = (3, 2, 1, 3, 2, 1)
    return TavernTable(3, *dice, 2, 2, 2).begins().runs_out().presses("throw", "throw")


def test_two_missed_turns_seat_out() -> None:
    """TB-8: two such turns in a row seat the player out."""
    played = seated_out()
    assert played.standings[0] == "in"
    played.runs_out()

    assert played.standings[0] == "away"
    assert "seated_out" in played.told
    assert played.turn == 2


def test_seated_out_is_played_for_at_once() -> None:
    """TB-8: later turns are then played the same way at once; after one more whole hand one is stood up."""
    played = seated_out().runs_out().presses("throw", "throw")
    assert (played.table.hands, played.turn) == (3, 2)
    assert played.paid[11] == 20
    played.presses("throw", "throw")

    assert played.standings[0] == "gone"
    assert played.paid[11] == 2


def test_coming_back() -> None:
    """TB-8: until the player comes back with one press."""
    played = seated_out().runs_out()
    played.takes(come_back(played.table, 11))
    assert (played.standings[0], played.table.seated(Seat(1)).missed) == ("in", 0)
    assert played.told[-1] == "came_back"
    played.presses("throw", "throw")

    assert (played.table.hands, played.turn) == (3, 1)


def test_house_player_has_no_clock() -> None:
    """TB-8, TB-12: a house player's turn does not run out: the bot plays it."""
    played = TavernTable(1, 2).house_comes(funded=True).begins().presses("throw")

    assert played.runs_out().turn == 2
    assert played.table.seated(Seat(2)).missed == 0


def test_questions_are_counted() -> None:
    """F-24: each answer of a seat makes its next question another."""
    played = TavernTable(2, 9).begins().presses("throw", "keep")

    assert [each.question for each in played.table.seats] == [2, 0]


def test_story_is_bounded() -> None:
    """TB-2: a table remembers only so much of what happened."""
    throws = STORY_LENGTH + 1
    played = TavernTable(2, *[2] * throws).begins().presses(*["throw"] * throws)

    assert len(played.table.story) == STORY_LENGTH


def test_a_hand_can_be_played_again() -> None:
    """TB-13: a hand can be replayed from its beginning and its log."""
    played = TavernTable(2, 3, *CHEAP_ROUND, 9, hands_max=5)
    played.comes(13, "charm").begins().presses("throw", "throw", "throw")
    played.comes(14).presses("throw")
    assert played.table.hand is not None
    moves = [logged for logged in played.moves if logged.hand == 2]

    assert [begun.number for begun in played.begun] == [1, 2]
    assert replay(played.game, played.begun[1].state, moves) == played.table.hand.state
    assert [ended.number for ended in played.ended] == [1]
    assert played.ended[0].seals[-1] == played.table.revealed


def test_away_all() -> None:
    """TB-8: with all players away, the table plays itself to its end."""
    played = TavernTable(2, *CHEAP_ROUND * 6).begins()
    while played.table.phase != "closed":
        played.runs_out()

    assert played.standings == ["gone", "gone"]
    assert sum(played.paid.values()) == 0


class Endless(LoadedBones):
    """Dice that never come to rest."""

    def to_act(self, _state: BonesState) -> frozenset[Seat]:
        """The House, again and again."""
        return frozenset({CHANCE_SEAT})

    def chance_move(self, _state: BonesState, _chance: object) -> BonesMove:
        """Return a die that has to be thrown again, for ever."""
        return Die(MUST)


def test_rules_that_never_rest(monkeypatch: pytest.MonkeyPatch) -> None:
    """F-20: rules at fault stop by name instead of going on for ever."""
    played = TavernTable(2)

    assert RUN_MAX == 10_000
    monkeypatch.setattr(update, "RUN_MAX", 100)
    with pytest.raises(NeverEnds):
        begin(played.table, Endless(), played.seeds)
