"""Texts of a table's events."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.screens.catalog import FACES
from bot.screens.core.presenter import event_line, fill_in, render_event
from bot.screens.dividha.screen import result
from bot.screens.table.message import table_screen
from bot.screens.table.scenes import Scene
from bot.text.translate import speaking
from games.destiny.game import DESTINY
from games.destiny.model import HandBegun as DestinyBegun
from games.dividha.game import DIVIDHA
from games.dividha.model import DividhaHandBegun, DividhaOutcome, OutOfAntes, ShownHand, SidePot, Traded
from games.engine.betting.bets import Raised
from games.engine.core.game import Level, Seat
from games.engine.table.events import GameOver
from games.engine.table.table import Money, Phase, Standing
from games.engine.table.views import SeatView, TableView, view_table
from games.stone_hand.bot_player import REASONS
from games.stone_hand.game import STONE_HAND
from games.stone_hand.model import StoneHandRules
from tests.bot.rendering import tables_of, texts
from tests.bot.story import HOUSE, PERSON, view_of_dividha
from tests.games.destiny.scripted import Hand as DestinyHand
from tests.games.stone_hand.loaded import StoneTable


def view_of(*places: SeatView) -> TableView[object]:
    """A table with these at it."""
    table = next(iter(tables_of((STONE_HAND.key, 0, 3))))
    return replace(view_table(table, STONE_HAND, None), places=places)


def test_it_is_told_why_a_game_ends_without_a_winner() -> None:
    """House players do not play on among themselves: the words say so, and only then."""
    face = FACES[STONE_HAND.key]

    assert (
        event_line(GameOver(None), view_of(*HOUSE), face) == "Only house players are left: the game is over."
    )
    assert event_line(GameOver(None), view_of(PERSON, *HOUSE), face) == "The game is over."
    assert event_line(GameOver(None), view_of(), face) == "The game is over."


@pytest.mark.usefixtures("german")
def test_numbers_in_sentences_follow_the_language() -> None:
    """An amount of an event, and the fractions of a house player's reason, which are gains."""
    raised, kept = Raised(Seat(1), 500, 1_500, is_all_in=False), REASONS["keep"].of(kept=1_000.5, thrown=-0.5)
    view = view_of(PERSON)

    assert render_event(raised, view) == "Ann raises to 1,500."
    assert fill_in(kept.template, kept, view).endswith("worth +1,000.5 to me, and another throw −0.5.")
    with speaking("de"):
        assert render_event(raised, view) == "Ann raises to 1.500."
        assert fill_in(kept.template, kept, view).endswith("worth +1.000,5 to me, and another throw −0,5.")


@pytest.mark.parametrize(
    ("phase", "standing", "words"),
    [
        ("playing", "gone", "Ann can’t pay the next ante and is out, and leaves 1 for the next pot."),
        ("closed", "in", "Ann can’t pay the next ante and is out, with 1 left."),
        ("playing", "in", ""),
    ],
)
def test_nothing_goes_into_the_next_pot_where_none_follows(
    phase: Phase, standing: Standing, words: str
) -> None:
    """DV-15, TB-10: when the table closes, what is left goes to the winner, or home with its owner.

    Whoever filled up first has it still, and nothing is said.
    """
    view = view_of_dividha(phase)
    view = replace(view, places=(replace(PERSON, standing=standing), *HOUSE))

    assert event_line(OutOfAntes(Seat(1), 1), view, FACES[DIVIDHA.key]) == words


@pytest.mark.parametrize(
    ("event", "words"),
    [
        (Traded(Seat(1), 1, (), (), 0), "Ann trades 1 private card."),
        (Traded(Seat(1), 0, ("AL",), ("3B",), 0), "Ann trades `AL▼` for `3B△`."),
        (Traded(Seat(1), 1, ("AL",), ("3B",), 0), "Ann trades `AL▼` for `3B△`, and 1 private card as well."),
    ],
)
def test_a_trade_of_two_cards_reads_as_two(event: Traded, words: str) -> None:
    """DV-19: a private card and a public one were both traded, and only the latter is shown."""
    view = view_of_dividha("playing")

    assert event_line(event, view, FACES[DIVIDHA.key]) == words


def test_one_coin_left_behind_reads_as_one() -> None:
    """DV-15: the text counts the coins that players who are out left in the pot, one or many."""
    view = view_of_dividha("playing")

    begun = DividhaHandBegun(Seat(1), is_by_lot=False, order=(), ante=4, left_behind=1)

    assert (
        event_line(begun, view, FACES[DIVIDHA.key])
        == "Ann deals. The ante is 4. The pot holds 1 from players who are out, on Win."
    )


def test_a_dead_button_stands_before_an_empty_seat() -> None:
    """TN-27: nobody is named who does not sit there any more."""
    view = view_table(next(iter(tables_of((DESTINY.key, 0, 3)))), DESTINY, None)
    begun = DestinyBegun(Seat(3), is_by_lot=False, order=(Seat(1), Seat(2)))

    assert event_line(begun, view, FACES[DESTINY.key]) == "The button is at seat 3, which is empty."


def test_a_small_blind_that_nobody_owes_is_told() -> None:
    """TN-27: seat 3 had the big blind and went out: in the next hand the small one is due there."""
    rules = DESTINY.at_level(DESTINY.house_rules(), Level(small_blind=1, big_blind=2))
    first = DestinyHand(50, 50, 50, 50, rules=rules, dealer=1).presses("fold", "fold", "fold")
    second = DestinyHand(50, 50, None, 50, rules=rules, carry=first.carry)
    view = replace(
        view_table(next(iter(tables_of((DESTINY.key, 0, 3)))), DESTINY, None), hand=second.view(None)
    )

    assert "-# No small blind: seat 3 is empty." in FACES[DESTINY.key].centre(view).notes
    third = replace(view, hand=DestinyHand(50, 50, None, 50, rules=rules, dealer=1).view(None))
    assert not [line for line in FACES[DESTINY.key].centre(third).notes if "small blind" in line]


def test_one_immortal_card_decides() -> None:
    """DV-6: one immortal card to none is no “1 cards”."""
    view = view_of_dividha("playing")
    above, below = (
        ShownHand(Seat(seat), (), 10, (3, 2, 0, more), (), None) for seat, more in ((1, 1), (2, 0))
    )

    layer = SidePot(2, 2, (Seat(1), Seat(2)), (Seat(1),), (Seat(2),))
    told = result(DividhaOutcome((above, below), (layer,), (), ()), view)

    assert told.laid[1].why_below == "Immortal Majority, 1 against 0"


def test_plus_and_minus_are_told_of_everybody_who_paid() -> None:
    """TB-10: players who left early, got coins back or lost all are told; earlier leavers are not."""
    places = (
        replace(PERSON, stack=0, standing="gone", home=49),
        SeatView(Seat(2), 8, "Ben", 1, "gone", home=0),
        SeatView(Seat(3), 9, "Cora", 0, "gone", home=0),
        SeatView(Seat(5), 10, "Dana", 0, "gone"),
        SeatView(Seat(4), None, "Ilse", 50, "in", is_house=True),
    )
    view = replace(
        view_of_dividha("closed"), places=places, story=(GameOver(None),), hands=1, money="practice"
    )
    scene = Scene(view, DIVIDHA, FACES[DIVIDHA.key], "coins")

    told = [line for line in texts(table_screen(scene))[1].split("\n") if "goes home" in line]

    # All but Dana had bought in for the table's stake of 100.
    assert told == [
        "Ilse ⌂ goes home with **50 practice chips** (−50)",
        "Ann goes home with **49 practice chips** (−51)",
        "Ben goes home with **1 practice chip** (−99)",
        "Cora goes home with **0 practice chips** (−100)",
    ]


def test_a_level_multiplies_the_pay() -> None:
    """SH-2, TN-7: at a level of 3 the table says what a pay of 2 comes to, its heading by what."""
    table = StoneTable(2, "2-2-2", "1-1-4", rules=StoneHandRules(pay_unit=3)).begins().presses("throw").table
    view, face = view_table(table, STONE_HAND, None), FACES[STONE_HAND.key]

    assert "The worst hand pays the best 2 × 3 = **6** (was 24)." in face.centre(view).notes

    after = (
        StoneTable(2, "2-2-2", "1-1-4", rules=StoneHandRules(pay_unit=3))
        .begins()
        .presses("throw", "throw")
        .table
    )
    ended = view_table(after, STONE_HAND, None)

    assert face.state_line(ended) == "p11 takes 6 from p12"
    moved = "The pay fell from 8 to 2: p11’s triple scores 2."
    assert face.recap(ended) == (f"A triple beats a pair. {moved} The pay was 2 × 3 = 6.",)
    assert face.posted(Level(ante=3)) == "the pay × 3"
    assert face.posted(Level(ante=1)) == "the usual pay"


def told_of_round(house_points: bool, money: Money = "coins") -> str:  # noqa: FBT001
    """Return the text of an arcade round that a person wins against a house player, at a pay of 5."""
    rules = StoneHandRules(arcade=True)
    table = StoneTable(1, "1-1-5", "2-2-6", rules=rules, money=money, house_points=house_points)
    table.house_comes(funded=True).begins().presses("throw", "throw")
    view, face = view_table(table.table, STONE_HAND, None), FACES[STONE_HAND.key]
    return f"{face.state_line(view)}. {' '.join(face.recap(view))}"


def test_points_that_do_not_count_are_not_named() -> None:
    """SH-12: the table says so instead; where the server's manager allows it they are named."""
    won = "The lower pair wins: 5 against 6. The pay fell from 8 to 5: p11’s pair scores 5."
    why = "No points: a house player is in the round."

    assert told_of_round(house_points=False).endswith(f"{won} {why}")
    assert told_of_round(house_points=True) == f"p11 scores 5 points. {won}"


def test_practice_names_no_points() -> None:
    """TB-12, SH-12: a practice table leaves no trace, and says so."""
    said = told_of_round(house_points=True, money="practice")

    assert said.startswith("p11 beats ")
    assert said.endswith("p11’s pair scores 5. Practice scores no points.")


LOWER_PAIR = "The lower pair wins: 3 against 5."


@pytest.mark.parametrize(
    ("throws", "answers", "words"),
    [
        # The worst hand may be the one that makes its round cheap.
        (
            ["1-1-5", "1-3-6"],
            ["throw", "throw", "keep"],
            "A pair beats junk. The pay fell from 8 to 3: p12’s junk scores 3.",
        ),
        (
            ["1-1-7", "2-2-2"],
            ["throw", "throw"],
            "A triple beats a pair. The pay fell from 8 to 2: p12’s triple scores 2.",
        ),
        (
            ["1-1-3", "2-4-6", "1-1-5"],
            ["throw", "throw", "throw"],
            f"{LOWER_PAIR} p11’s pair pulled the pay down to 3, and show-ups raised it to 4.",
        ),
        (
            ["1-1-8", "4-6-8", "1-4-7"],
            ["throw", "throw", "throw"],
            "An empty hand always pays. Show-ups raised the pay from 8 to 10.",
        ),
        (["1-1-8", "1-4-7"], ["throw", "throw"], "An empty hand always pays."),
    ],
)
def test_why_the_pay_is_what_it_is(throws: list[str], answers: list[str], words: str) -> None:
    """SH-2, SH-5: the text says whose low score lowered the pay, and which show-ups changed it."""
    table = StoneTable(2, *throws).begins().presses(*answers).table

    assert FACES[STONE_HAND.key].recap(view_table(table, STONE_HAND, None)) == (words,)
