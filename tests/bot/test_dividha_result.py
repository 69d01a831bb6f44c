"""The result of a hand of Dividha for one player, and the cards that a tie-break counts."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.screens.catalog import FACES
from bot.screens.core.picture import Picture
from bot.screens.core.screen import ActionRow, Text
from bot.screens.core.table_blocks import own_card_lines
from bot.screens.dividha.cards import hand_name
from bot.screens.table.message import table_screen
from bot.screens.table.panel import panel_screen
from bot.screens.table.scenes import Scene, hand_picture
from games.dividha.game import DIVIDHA
from games.engine.core.game import Seat
from games.engine.core.hand_stats import BestHand
from tests.bot.story import view_of_dividha
from tests.bot.told import own_lines, picture_of, result_lines
from tests.games.dividha.scripted import Hand

FACE = FACES[DIVIDHA.key]
KINGS = {1: "KV KH 7D 5B 3H 2B", 2: "KD KB QL 6V1 4D 2D"}
"""Pairs of Kings, the first with a card of Heaven; beside the other lie two immortal cards."""


def result(hand: Hand, viewer: int | None) -> tuple[str, ...]:
    """Return the result's lines, for a player."""
    seat = None if viewer is None else Seat(viewer)
    view = replace(view_of_dividha("playing"), hand=hand.view(seat), viewer=seat)
    return (*result_lines(FACE, view), *FACE.result(view).own)


@pytest.mark.parametrize(
    ("seat", "said"),
    [
        (1, "-# You put in 2 and take 3: **+1**."),
        (2, "-# You put in 2 and take 0: **−2**. Your hand was neither the best nor the worst."),
        (3, "-# You put in 2 and take 3: **+1**."),
    ],
)
def test_a_player_sees_the_sum(seat: int, said: str) -> None:
    """DV-20: three coins of three antes lie on each column; three Kings, Ace high and Queen high."""
    hand = Hand(100, 100, 100).checks_to("showdown").shows(s1="2B", s2="3H", s3="2H")

    assert result(hand, seat)[-1] == said
    assert not any("You put in" in line for line in result(hand, None))


def why(hand: Hand, viewer: int) -> tuple[str, ...]:
    """Return the lines of a player's panel that say why the player won or lost."""
    view = replace(view_of_dividha("playing"), hand=hand.view(Seat(viewer)), viewer=Seat(viewer))
    own = FACE.result(replace(view, story=tuple(hand.events))).own
    return tuple(each for each in own if "You put in" not in each)


def test_a_player_is_told_why() -> None:
    """DV-20: the highest hand and the lowest take a column; the line on the coins tells of one between."""
    hand = Hand(100, 100, 100).checks_to("showdown").shows(s1="2B", s2="3H", s3="2H")

    assert [why(hand, seat) for seat in (1, 2, 3)] == [
        ("Your **Three-of-a-Kind** is highest, so you take Win.",),
        (),
        ("Your **High Card** is lowest, so you take Lose.",),
    ]


def test_who_folds_is_told_why() -> None:
    """DV-20, TB-7: the coins put in are lost; the last player wins them, and the title says how much."""
    hand = Hand(100, 100, 100).presses("bet 6 1", "fold", "fold")

    assert why(hand, 1) == ("Everyone else folded to your bet, so what they had put in is yours.",)
    assert why(hand, 2) == ("You folded, so the 2 that you had put in stays in the pot.",)
    assert not any("You put in" in line for seat in (1, 2) for line in result(hand, seat))


def test_immortal_cards_beside_the_hand_count_for_nothing() -> None:
    """DV-6: the majority is that of the hand: one card of Heaven beats none."""
    hand = Hand(100, 100, holding=KINGS).checks_to("showdown").shows(s1="2B", s2="2D")

    assert "-# Immortal Majority of the cards that count, 1 against 0" in result(hand, None)


@pytest.mark.parametrize(
    ("made", "said"),
    [
        (("SATAN", "QD"), " (Satan as Queen)"),
        (("GOD", "7V", "7H"), " (God as 7)"),
        (("SATAN", "KB", "QH", "7D", "6B"), " (Satan is wild)"),
        (("GOD", "SATAN"), ""),
        (("QH", "QD"), ""),
        ((), ""),
    ],
)
def test_a_wild_card_is_named(made: tuple[str, ...], said: str) -> None:
    """DV-4: a wild card takes the others' value if all are alike; both make a hand of their own (DV-9)."""
    assert hand_name(11, made) == f"One Pair{said}"


def test_it_is_named_on_the_panel_and_in_the_result() -> None:
    """DV-4, DV-8: so far, beside the choice, once chosen, and when it is shown."""
    holding = {1: "SATAN QD 7B 5H 3D 2B", 2: "KH JD 7D 6H 4D 2H"}
    hand = Hand(100, 100, holding=holding)

    def panel() -> str:
        view = replace(view_of_dividha("playing"), hand=hand.view(1), viewer=Seat(1))
        return "\n".join([FACE.own(view).title, *own_lines(FACE, view)])

    hand.checks_to("second_round")
    assert "▲ **One Pair (Satan as Queen)** · ▼ **`QD◐` high**" in panel()

    hand.checks_to("showdown")
    assert "▲ without `2B△` **One Pair (Satan as Queen)**\n" in panel()
    assert " **High Card**\n" in panel()

    hand.answers(1, "discard 2B")
    assert "One Pair (Satan as Queen)\nYou leave out `2B△`." in panel()

    hand.answers(2, "discard 2H")
    assert result(hand, None)[0].startswith("**Ann** · One Pair (Satan as Queen) · ▲ Win **2**")


def test_what_lies_there_stands_right_over_its_buttons() -> None:
    """Small lines, such as how each bet was split, and what everybody has, stand below."""
    hand = Hand(100, 100, 100).checks_to("showdown").shows(s1="2B", s2="3H", s3="2H")
    seats = tuple(map(Seat, (1, 2, 3)))
    view = replace(view_of_dividha("playing"), hand=hand.view(1), hands=1, hand_seats=seats, is_resting=True)
    scene = Scene(replace(view, viewer=Seat(1)), DIVIDHA, FACE, "coins", pictures="always")
    for screen in (table_screen(scene), panel_screen(scene)):
        kinds = [type(each) for each in screen.parts]
        assert kinds[: kinds.index(ActionRow)] == [Text, Picture]
        assert "-# " not in str(screen.parts[0])
    _title, _picture, *_rows, below = table_screen(scene).parts
    assert isinstance(below, Text)
    assert below.markdown.startswith("-# Bet on Win + Lose: ")


@pytest.mark.parametrize(
    ("hand", "viewer", "said"),
    [
        (Hand(100, 100, holding=KINGS), 1, "King of Heaven, King of Humans"),
        (Hand(100, 100, holding=KINGS).checks_to("last_round"), None, "7 of Demi-Humans, 5 of Beasts"),
        (
            Hand(100, 100, holding=KINGS).checks_to("showdown").shows(s1="2B", s2="2D"),
            None,
            "King of Demi-Humans, King of Beasts, 4 of Demi-Humans, Queen of Hell, 6 of Heaven",
        ),
    ],
    ids=["own", "open", "shown"],
)
def test_a_picture_names_its_cards_in_words(hand: Hand, viewer: int | None, said: str) -> None:
    """A screen reader says the cards’ names and no code, at any time of a hand, and in a record."""
    seat = None if viewer is None else Seat(viewer)
    view = replace(view_of_dividha("playing"), hand=hand.view(seat), viewer=seat)
    shown = picture_of(replace(view, hand_seats=(Seat(1), Seat(2))))
    _lane, kept = FACE.laid_out(BestHand((1,), "11", ("SATAN", "QD", "JB", "7H", "4B")))

    assert shown is not None
    assert said in shown.description
    assert kept == "Satan, Queen of Demi-Humans, Jack of Beasts, 7 of Humans, 4 of Beasts"
    assert not set("○◐△☆") & set(shown.description + kept)


@pytest.mark.parametrize(
    ("held", "title", "said"),
    [
        ("6L1 6L2 6L3 7H 4D 2B", "Min, Ral and San", " shows all three."),
        ("6L1 6L2 6L3 6H 6D 2B", "Pure Five-of-a-Kind", " shows Min, Ral and San with two mortal sixes."),
    ],
)
def test_the_three_are_a_moment(held: str, title: str, said: str) -> None:
    """DV-1, DV-5: a player who holds Min, Ral and San reads so at once, and all do when they are shown."""
    hand = Hand(100, 100, holding={1: held, 2: "KD KB QL 6V1 4H 3B"}).checks_to("showdown")
    table = view_of_dividha("playing")
    mine, other = (FACE.own(replace(table, hand=hand.view(Seat(each)), viewer=Seat(each))) for each in (1, 2))

    assert mine.moment is not None
    assert mine.moment.title == title
    assert other.moment is None
    assert own_card_lines(mine, FACE.in_a_line)[:2] == [f"### {title}", mine.moment.said]

    hand.shows(s1="2B", s2="3B")
    view = replace(table, hand=hand.view(None), viewer=None, phase="closed")
    moment = FACE.result(view).moment
    painted = hand_picture(Scene(view, DIVIDHA, FACE, "coins", pictures="moments"))

    assert moment is not None
    assert moment.said == view.name(Seat(1)) + said
    assert painted is not None
    assert (painted.title, painted.said, painted.emblem) == (title, moment.said, "dividha_6l1")
    assert painted.description.startswith(f"{title}\n{moment.said}\n")
