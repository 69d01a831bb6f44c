"""Destiny's field in emojis, the card just looked at, and what is said of a showdown."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from bot.screens.catalog import FACES
from bot.screens.core import betting
from bot.screens.core.screen import ActionRow, Button, say, with_emojis
from bot.screens.core.table_blocks import field_buttons, field_text
from bot.screens.destiny.cards import full_name
from bot.screens.destiny.screen import field
from games.destiny.game import DESTINY
from games.destiny.model import DestinyRules, Memory
from games.destiny.view import DestinyView
from games.engine.betting.rounds import open_betting, open_round
from games.engine.core.game import Seat
from games.engine.core.offers import PlainOffer
from games.engine.table.views import Question, SeatView, TableView, view_table
from tests.bot.rendering import IN_EMOJIS, tables_of
from tests.bot.told import in_hand, own_lines, picture_of, result_lines
from tests.games.destiny.scripted import Hand, carry

SHORT = {name: f"<{name}>" for name in IN_EMOJIS} | {"destiny_back": "#", "gap": "_", "eye": "O"}
"""Emojis that can be read in a test."""
LOW = "2c 3c 4c 5c 6c 7c 8c 9c Tc Jc Qc Kc Ac 2d 3d 4d 5d 6d 7d 8d 9d Td Jd Qd Kd 2h Ah 3h 4h"
"""A1 to E5, the card that starts the discard pile, and what the deck has on top."""


def seen(hand: Hand, viewer: Seat | None = None) -> TableView[DestinyView]:
    """A table at which this hand is played, by p1, p2 and so on."""
    table = view_table(next(iter(tables_of((DESTINY.key, 0, 3)))), DESTINY, viewer)
    questions = tuple(
        Question(seat, 1, DESTINY.offers(hand.state, seat)) for seat in DESTINY.to_act(hand.state)
    )
    places = tuple(
        SeatView(stake.seat, stake.seat, f"p{stake.seat}", 50, "in") for stake in hand.state.betting.stakes
    )
    return replace(table, places=places, hand=hand.view(viewer), viewer=viewer, questions=questions)


def faced(draw: Callable[[], str]) -> list[str]:
    """Return the lines that are drawn with emojis."""
    lines: list[str] = []
    with_emojis(SHORT, lambda: say(lines.append(draw()) or "x"))  # type: ignore[func-returns-value]
    return lines[0].splitlines()


def drawn(hand: Hand, viewer: Seat | None = None) -> str:
    """Return the field as a player sees it."""
    return field_text(field(seen(hand, viewer), {}))


def grid(view: TableView[DestinyView]) -> tuple[ActionRow, ...]:
    """Return the field as buttons for the asked seat."""
    pressed = FACES[DESTINY.key].field(view, view.questions[0])
    assert pressed is not None
    return field_buttons(pressed, view.id)


def test_the_field_is_lines_of_emojis() -> None:
    """DE-4, DE-7: backs, gaps, an eye where a player looks, the mark of the seat that holds a card."""
    lying = carry("A1=2c A2=3c A3=4c B1=5c C5=6c E5=7c", deck="8c 9c Tc Jc")
    hand = Hand(50, 50, 50, carry=lying, dealer=2).checks_down()
    first = hand.state.player
    hand.plays("A1 B1").presses("look_c5")
    lines = faced(lambda: drawn(hand))

    assert lines == [
        "`·` 1\ufe0f\u20e32\ufe0f\u20e33\ufe0f\u20e34\ufe0f\u20e35\ufe0f\u20e3",
        "`A` O##__",
        f"`B` <seat_{first}>____",
        "`C` ____O",
        "`D` _____",
        "`E` ____#",
    ]


def test_a_mark_on_the_field_is_not_told_again_below_it() -> None:
    """DE-4, TB-12: a picture shows by marks who looks where and holds what, and its description says it."""
    hand = Hand(50, 50, 50, dealer=2).checks_down()
    first = hand.state.player
    hand.plays("A1 B1").presses("look_c5")
    seats = tuple(stake.seat for stake in hand.state.betting.stakes)
    picture = picture_of(replace(seen(hand), phase="playing", hand_seats=seats))

    assert picture is not None
    assert [each.said for each in picture.lanes if "looks at" in each.said or "holds" in each.said] == []
    assert f"p{first}, 48 · looks at A1 · holds B1" in picture.description.splitlines()


def test_a_card_just_looked_at_lies_face_up_for_its_looker_alone() -> None:
    """DE-12, TB-11: until its seat has decided what to hold, and on nobody else's panel."""
    hand = Hand(50, 50, 50, cards=LOW).checks_down().presses("look_c3")
    looker, other = Seat(1), Seat(2)

    assert hand.state.player == looker
    assert "<destiny_ac>" in "".join(faced(lambda: drawn(hand, looker)))
    assert "<destiny_ac>" not in "".join(faced(lambda: drawn(hand, other)))
    assert "<destiny_ac>" not in "".join(faced(lambda: drawn(hand)))

    hand.presses("hold_a1")

    assert "<destiny_ac>" not in "".join(faced(lambda: drawn(hand, looker)))


def test_the_memory_aid_keeps_it_face_up() -> None:
    """DE-12: with it, what a player has seen lies face up on their own panel."""
    hand = Hand(50, 50, 50, cards=LOW, rules=DestinyRules(memory_aid=True)).checks_down().plays("C3 A1")

    assert "`C` ##<destiny_ac>##" in faced(lambda: drawn(hand, Seat(1)))
    assert "`C` ##O##" in faced(lambda: drawn(hand, Seat(2)))


def test_a_looked_at_card_is_told_with_its_worth() -> None:
    """DE-1, DE-4: the Ace of Clubs, lowest of 4 Aces: 48 cards are lower, 3 are higher."""
    hand = Hand(50, 50, 50, cards=LOW).checks_down().presses("look_c3")
    face, view = FACES[DESTINY.key], seen(hand, Seat(1))
    title, (worth, keep) = in_hand(face, view), face.own(view).texts

    assert title.replace("\ufe0e", "") == "## `A♣` C3 is the Ace of Clubs"
    assert worth == "It beats 48 cards, loses to 3"
    assert keep == "It goes back: play another now. **Remember it** for later hands, you only see it once."


def test_trusting_the_deck_says_what_is_played() -> None:
    """DE-4: the Benediction Hand is a card from the deck; nobody has cards, so the panel is not named so."""
    hand = Hand(50, 50, 50, cards=LOW).checks_down().presses("look_c3")
    view = seen(hand, Seat(1))
    face = FACES[DESTINY.key]

    assert face.own_title == "What you know of the field"
    assert face.asks(view, Question(Seat(1), 1, ())).endswith("or trust the deck")


def playing(hand: Hand) -> str:
    """Return the line that tells seat 1, before the showdown, which cards it plays."""
    lines = own_lines(FACES[DESTINY.key], seen(hand, Seat(1)))
    return next(line for line in lines if line.startswith("You play")).replace("\ufe0e", "")


def test_what_is_held_is_said_to_lie_face_down() -> None:
    """DE-5, DE-12: nobody looks at it now; whether its holder has seen it only the memory aid says."""
    aided = DestinyRules(memory_aid=True)
    unseen = Hand(50, 50, 50, cards=LOW, rules=aided).checks_down().plays("C3 A1")
    again = Hand(
        50, 50, 50, rules=aided, carry=carry("A1=2c C3=Ac", memories=[Memory(Seat(1), ("C3",))], deck="2d 3d")
    )
    known = again.checks_down()
    while known.state.stage in ("looking", "holding"):
        known.plays("- C3" if known.state.player == Seat(1) else "- -")
    blind = Hand(50, 50, 50, cards=LOW).checks_down().plays("- -")

    assert playing(unseen) == "You play **A1**, a card you haven’t looked at. It stays face down to the end."
    assert playing(known) == "You play **C3**, `A♣` the Ace of Clubs: you looked at it in an earlier hand."
    assert playing(blind) == "You play the Benediction Hand: a card drawn blind from the deck."
    for look in ("C3", "-"):
        forgetful = Hand(50, 50, 50, cards=LOW).checks_down().plays(f"{look} A1")
        assert playing(forgetful) == (
            "You play **A1**. It stays face down to the end: nobody may look at it now, not even you."
        )


def test_the_grid_offers_what_can_be_pressed() -> None:
    """DE-4: an eye and a seat's mark stand on buttons that cannot be pressed; all others name their place."""
    hand = Hand(50, 50, 50, cards=LOW).checks_down().plays("C3 A1")
    view = seen(hand)
    rows: list[tuple[ActionRow, ...]] = []
    with_emojis(SHORT, lambda: say(str(rows.append(grid(view)))))  # type: ignore[func-returns-value]
    buttons: list[Button] = [button for row in rows[0] for button in row.buttons]

    assert [len(row.buttons) for row in rows[0]] == [5] * 5
    assert [each.emoji for each in buttons if each.is_disabled] == ["<seat_1>", "O"]
    assert [each.label for each in buttons[:3]] == ["", "A2", "A3"]
    assert {each.emoji for each in buttons if not each.is_disabled} == {None}


def told(hand: Hand) -> list[str]:
    """Return a showdown's lines in words."""
    return [line.replace("\ufe0e", "") for line in result_lines(FACES[DESTINY.key], seen(hand))]


def test_a_showdown_tells_what_decided() -> None:
    """DE-1, DE-7: from best to worst; by the rank, or of one rank by the suit."""
    by_rank = Hand(50, 50, 50, cards=LOW).checks_down().plays("- A1", "- A2", "- -").checks_down()
    by_suit = Hand(50, 50, 50, cards=LOW).checks_down().plays("- A2", "- C5", "- A1").checks_down()

    assert told(by_rank) == [
        "**p3** `A♥` drawn blind",
        "**p2** `3♣` from A2",
        "**p1** `2♣` from A1",
        "-# Ace beats 3.",
    ]
    assert told(by_suit) == [
        "**p2** `3♦` from C5",
        "**p1** `3♣` from A2",
        "**p3** `2♣` from A1",
        "-# 3 against 3: Diamonds beat Clubs.",
    ]


def test_side_pots_say_who_could_win_them() -> None:
    """TB-6: seat 1 is in for 10 with the highest card, and the rest goes to seat 2."""
    hand = Hand(10, 50, 50, cards=LOW)
    hand.presses("raise 20", "all_in", "match").plays("- C3", "- B5", "- A1").checks_down()

    assert told(hand)[-2:] == [
        "-# The 30 that p1, p2 and p3 played for go to p1.",
        "-# The 20 that p2 and p3 played for go to p2.",
    ]


def test_the_headline_names_who_wins_what() -> None:
    """DE-7: drawn blind or held; the card is shown below, and so not named."""
    face = FACES[DESTINY.key]
    blind = Hand(50, 50, 50, cards=LOW).checks_down().plays("- A1", "- A2", "- -").checks_down()
    held = Hand(50, 50, 50, cards=LOW).checks_down().plays("- C3", "- A2", "- A1").checks_down()

    assert face.headline(seen(blind)) == "p3 wins the pot of 6"
    assert face.headline(seen(held)) == "p1 wins the pot of 6"


def test_a_player_is_told_why() -> None:
    """DE-7, DE-8: the own card beside the best other one; who folded, and who is left over, without one."""
    face = FACES[DESTINY.key]
    shown = Hand(50, 50, 50, cards=LOW).checks_down().plays("- A1", "- A2", "- -").checks_down()
    folded = Hand(50, 50, 50).presses("raise 10", "fold", "fold")
    walk = Hand(50, 50, 50).presses("fold", "fold")

    def told(hand: Hand, seat: int) -> tuple[str, ...]:
        return face.result(replace(seen(hand, Seat(seat)), story=tuple(hand.events))).own

    assert told(shown, 3) == ("Your **Ace of Hearts** beats p2’s **Three of Clubs**.",)
    assert told(shown, 1) == ("p3’s **Ace of Hearts** beats your **Two of Clubs**.",)
    assert told(folded, 1) == ("You folded, so the 1 that you had put in stays in the pot.",)
    assert told(folded, 3) == ("Everyone else folded to your bet, so what they had put in is yours.",)
    assert told(walk, 3) == ("You folded before you had put anything in.",)
    assert told(walk, 2) == ("Everyone else folded, so what they had put in is yours.",)


def test_side_pots_are_told_one_by_one() -> None:
    """DE-11, TB-6: a player who loses the main pot and wins another is told of both."""
    hand = Hand(4, 50, 50, cards=LOW).presses("raise 10", "all_in", "match")
    hand.plays("- A3", "- A1", "- A2").checks_down()
    told = FACES[DESTINY.key].result(seen(hand, Seat(3))).own

    assert told == (
        "p1’s **Four of Clubs** beats your **Three of Clubs**.",
        "Your **Three of Clubs** beats p2’s **Two of Clubs**.",
    )


def test_jokers_have_a_name() -> None:
    """DE-1: a joker has a number, and neither rank nor suit."""
    assert full_name("*2") == "Joker 2"


def test_an_all_in_that_is_a_pledge_says_what_it_takes_now() -> None:
    """DE-11: nothing, a part of the stack or all of it; and that each raise of the round is matched."""
    blinds = open_betting([(Seat(1), 91), (Seat(2), 200)], "no_limit", 2, is_pledging=True)
    asked = [
        betting.face(PlainOffer("all_in", None), open_round(blinds, Seat(1), bet_to_match=bet)).asks
        for bet in (0, 20, 91)
    ]

    assert asked == [
        "All in? You put in nothing now, and match each raise of this round, up to your **91**.",
        "All in? You put in 20 now, and match each raise of this round, up to your **91**.",
        "All in with your **91**?",
    ]
