"""The screens of Knights' Heads beside its table and its panels."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import partial

import pytest

from bot.screens.core.betting import compared
from bot.screens.core.screen import faults, with_emojis
from bot.screens.knights_heads.cards import deck_screen, hands_screen, in_short
from bot.screens.knights_heads.screen import who_screen
from bot.screens.table.message import menu, table_screen
from bot.screens.table.scenes import Scene
from bot.text.translate import shown as escaped
from bot.text.translate import speaking
from games.engine.core.errors import NotOffered
from games.engine.core.game import Seat, SeatAmount
from games.engine.table.views import view_table
from games.knights_heads.cards import DECK, PEOPLE
from games.knights_heads.game import KNIGHTS_HEADS
from games.knights_heads.hands import HANDS, key, made
from games.knights_heads.model import KnightsPotWon, KnightsShowdown, LaidHand
from tests.bot.knights_heads_screens import FACE, six_hands, told
from tests.bot.rendering import IN_EMOJIS, tables_of, texts, untranslated, widest
from tests.bot.told import picture_of
from tests.pseudo import PSEUDO, pseudo_language


def test_every_card_and_hand_can_be_shown() -> None:
    """Each page of the deck and of the table of hands fits into a message, in any language."""
    with pseudo_language(), speaking(PSEUDO):
        for screen in (*map(deck_screen, range(9)), *map(hands_screen, range(4))):
            assert faults(screen) == []
            assert [untranslated(text) for text in texts(screen)] == [""] * len(texts(screen))


def test_equal_hands_are_told_to_both() -> None:
    """KH-2, KH-3: the panel says why its owner won or lost, also where two have the same hand, or tie."""
    assert compared("Court", "Triplet", "Ben", has_won=True, has_lost=False) == (
        "Your **Court** beats Ben’s **Triplet**."
    )
    assert compared("Court", "Court", "Ben", has_won=True, has_lost=False) == (
        "You and Ben both have **Court**, and yours is higher."
    )
    assert compared("Court", "Court", "Ben", has_won=False, has_lost=True) == (
        "You and Ben both have **Court**, and Ben’s is higher."
    )
    assert compared("Court", "Court", "Ben", has_won=False, has_lost=False) == (
        "Your **Court** ties with Ben’s: you share the pot."
    )


def test_one_woman_is_no_women() -> None:
    """Only one of the Blacksmiths is a woman."""
    assert "12 cards; 1 woman, 11 men." in texts(deck_screen(8))[0]
    assert "8 cards; 0 women, 8 men." in texts(deck_screen(0))[0]


@pytest.mark.parametrize("page", [-1, 9, 250])
def test_there_is_no_other_page(page: int) -> None:
    """A page that a player made up is refused."""
    with pytest.raises(NotOffered):
        deck_screen(page)
    with pytest.raises(NotOffered):
        hands_screen(page)


def test_whoever_lies_there_can_be_shown() -> None:
    """Six hands with the widest names fit, and so does each tale of ten cards."""
    tables = [each for each in tables_of((KNIGHTS_HEADS.key, 0, 6)) if each.phase != "lobby"]
    with pseudo_language(), speaking(PSEUDO):
        for table in map(widest, tables[::3]):
            for screen in told(table):
                assert faults(screen) == []
                assert [untranslated(text) for text in texts(screen)] == [""] * len(texts(screen))


def test_a_list_of_names_is_no_markdown() -> None:
    """F-46: a select's text is shown letter by letter, so none of it is escaped."""
    laid = LaidHand(Seat(1), tuple(DECK[:10]), 7, tuple(DECK[:5]))
    table = next(each for each in tables_of((KNIGHTS_HEADS.key, 0, 2)) if each.phase == "playing")
    named = table.with_seat(replace(table.seated(Seat(1)), name="A_n_n")).with_events(
        KnightsShowdown(Seat(1), (laid,), ())
    )
    title, _, *labels = texts(who_screen(view_table(named, KNIGHTS_HEADS, None), "1"))

    assert "A\\_n\\_n’s hand" in title
    assert labels == ["Another hand", "A_n_n"]


def test_a_plus_in_the_picture_is_what_was_gained() -> None:
    """KH-11: the pot holds the winner’s own bets too; a player who lost has a minus."""
    scene, laid = six_hands({})
    gains = tuple(SeatAmount(each.seat, 5 if each.seat == 1 else -1) for each in laid)
    picture = picture_of(replace(scene.view, gains=gains))

    assert picture is not None
    assert sorted(lane.gain for lane in picture.lanes) == ["+5", *["−1"] * 5]


def test_six_hands_laid_down_fit_in_words() -> None:
    """KH-11: each hand by its name, the cards of the winner's; all sixty cards are one press away."""
    scene, laid = six_hands({})
    winner = max(laid, key=lambda each: key(each.cards))
    showdown = KnightsShowdown(winner.seat, laid, ())
    with pseudo_language(), speaking(PSEUDO):
        assert faults(table_screen(scene)) == []
    shown = "".join(texts(table_screen(scene)))

    assert f"-# {in_short(winner.making)}" in shown
    for view in (scene.view, replace(scene.view, phase="closed")):
        told = replace(view, story=(*view.story, showdown))
        seen = replace(scene, view=told)
        ways = table_screen(seen) if view.phase == "closed" else menu(seen, is_manager=False, may_cut=False)
        assert "Who’s on the table?" in texts(ways)
        for each in laid:
            assert f"**{escaped(view.name(each.seat))}** · {HANDS[each.number - 1].name}" in shown
            people = "".join(texts(who_screen(told, str(each.seat))))
            assert all(PEOPLE[card].name in people for card in each.cards)


def test_six_hands_are_told_in_150_words() -> None:
    """60 % of what the largest result of Knights' Heads had: six hands, two pots, plus and minus for each."""
    hands = [
        "K08 Q05 N06 A11 M02 M03 S03 S06 D04 J05",  # one of each face but the last
        "K03 Q06 N08 N12 A09 A12 S12 D11 B04 B09",  # a Royal Family
        "Q07 N03 N07 A01 A05 A06 M09 J06 J08 B02",  # a Triplet
        "K05 Q04 Q08 N09 A04 M05 M10 S04 J07 B08",
        "K01 Q11 A08 M08 M12 S02 S10 D12 J11 B12",
        "Q02 Q03 N02 A10 M01 S07 S08 D01 D06 B11",
    ]
    names = ["Brenna", "Red Osk", "Captain Dun", "Little Bess", "Uncle Vask", "Hob the Cooper"]
    tables = tables_of((KNIGHTS_HEADS.key, 0, 6))
    table = next(each for each in tables if each.phase == "playing" and each.hand is None)
    seats = (
        replace(each, name=name, player=1 if name == "Brenna" else None, standing="in")
        for each, name in zip(table.seats, names, strict=True)
    )
    view = view_table(replace(table, seats=tuple(seats)), KNIGHTS_HEADS, None)
    laid = tuple(
        LaidHand(Seat(at), cards, made(cards).hand.number, made(cards).cards)
        for at, cards in enumerate((tuple(each.split()) for each in hands), 1)
    )
    everybody = tuple(each.seat for each in laid)
    pots = (
        KnightsPotWon(60, everybody, (SeatAmount(Seat(2), 60),)),
        KnightsPotWon(300, (Seat(1), *everybody[2:]), (SeatAmount(Seat(1), 300),)),
    )
    gains = tuple(SeatAmount(seat, {1: 190, 2: 50}.get(seat, -60)) for seat in everybody)
    assert view.hand is not None
    lines = tuple(replace(each, points=0) for each in view.hand.lines)
    view = replace(
        view,
        hand=replace(view.hand, laid=laid, won=pots, lines=lines),
        gains=gains,
        story=(KnightsShowdown(Seat(2), laid, pots),),
    )
    shown = "\n".join(texts(table_screen(Scene(view, KNIGHTS_HEADS, FACE, "coins", 1_900_000_000.0))))
    words = re.sub(r"<t:\d+:R>", "in 30 seconds", shown).split()

    assert "Main pot **60**: **Red Osk**. Royal Family beats Family." in shown
    assert "Side pot **300** without Red Osk: **Brenna**. Family beats Triplet." in shown
    assert "**Red Osk** · Royal Family · **+50**\n-# King 3 · Queen 6 · Knight 8 12\n" in shown
    assert "**Uncle Vask** · Rabble · **−60**" in shown
    assert sum(any(map(str.isalnum, each)) for each in words) <= 150


def test_six_hands_laid_down_fit_in_emojis() -> None:
    """Law 7, KH-11: in one message, all sixty cards as emojis."""
    scene, laid = six_hands(IN_EMOJIS)
    screen = table_screen(scene)

    assert faults(screen) == []
    for card in (card for each in laid for card in each.cards):
        assert IN_EMOJIS[f"knights_{card.lower()}"] in "".join(texts(screen))


def test_pages_fit_with_emojis() -> None:
    """Law 7: the deck and the table of hands have room for all emojis of a page."""
    for page in (
        *(partial(deck_screen, at) for at in range(9)),
        *(partial(hands_screen, at) for at in range(4)),
    ):
        with pseudo_language(), speaking(PSEUDO):
            screen = with_emojis(IN_EMOJIS, page)

        assert faults(screen) == []
        assert any("<:" in text for text in texts(screen))
