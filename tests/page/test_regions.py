"""The regions of a table, as far as they can be proved without a browser."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from bot.page.answers import ACROSS
from bot.page.results import rows_html
from bot.page.screen_html import form_html
from bot.page.table_layout import menu_of, table_html
from bot.page.table_shown import TableShown
from bot.screens.catalog import FACES
from bot.screens.core.presenter import hand_of as hand_in
from bot.screens.core.table_blocks import Result
from bot.screens.dividha.panel import own_cards
from bot.screens.table.message import menu
from bot.screens.table.panel import number_form
from bot.screens.table.scenes import Scene
from games.catalog import GAMES
from games.destiny.game import DESTINY
from games.dividha.game import DIVIDHA
from games.engine.core.errors import Reason
from games.engine.core.game import AnyGame, Seat, SeatAmount
from games.engine.core.offers import Answer, NumberOffer
from games.engine.table.play import answer, open_offers
from games.engine.table.views import view_table
from games.knights_heads.game import KNIGHTS_HEADS
from games.stone_hand.game import STONE_HAND
from tests.laws.walk import seeds
from tests.page.scripted import MARKUP, PEOPLE, hand_of, scenes
from tests.page.table import PLACE

REGIONS = re.compile(r'class="(felt|ticker|log|tray|own|hold|sides|act|bar|ranks)[ "]')
BAR = re.compile(r'<div class="bar">(.*?)</div>')


def states(game: AnyGame, viewer: Seat | None) -> list[str]:
    """Return a hand's states as a viewer gets them, without what beats what."""
    tables = [each for each in hand_of(game) if each.phase == "playing"][:24]
    views = [view_table(table, game, viewer) for table in tables]
    scenes = [Scene(view, game, FACES[game.key], "coins", emojis=MARKUP) for view in views]
    return [table_html(TableShown(scene, "", None, PLACE), MARKUP)[0] for scene in scenes]


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.key)
def test_each_state_of_a_hand_has_the_same_regions(game: AnyGame) -> None:
    """Whatever is asked, and of whomever: the same regions, once each and in one order."""
    for viewer in (Seat(1), Seat(3)):
        shown = {
            tuple(REGIONS.findall(re.sub(r'id="(raise|else)".*?</section>', "</section>", each)))
            for each in states(game, viewer)
        }

        assert len(shown) == 1
        assert {"felt", "ticker", "log", "tray", "own", "hold", "act", "bar", "ranks"} <= {*shown.pop()}


@pytest.mark.parametrize("game", [DESTINY, KNIGHTS_HEADS, DIVIDHA], ids=lambda game: game.key)
def test_the_log_has_the_whole_hand(game: AnyGame) -> None:
    """TB-2: from its deal to its last bet, the newest line first; on the felt stands only that one."""
    logs = [
        re.findall(r"<p[^>]*>(.*?)</p>", each.partition('class="lines"')[2].partition("</div>")[0])
        for each in states(game, Seat(1))
    ]
    before_end = logs[-2]

    assert len(before_end) > 12
    assert all(line in before_end for each in logs[:-1] for line in each)


def test_a_round_that_has_just_come_out_is_in_the_log() -> None:
    """TB-2: until something is told of the next one, the log has how it went."""
    over = next(each for each in states(STONE_HAND, Seat(1)) if 'class="rows"' in each)

    assert "The pay falls to" in over.partition('class="lines"')[2].partition('class="hints"')[0]


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.key)
def test_the_reader_is_never_named(game: AnyGame) -> None:
    """In no state does the name of who reads stand anywhere at the table, not in a result's notes either."""
    assert [each for each in states(game, Seat(1)) if PEOPLE[0] in each] == []


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.key)
def test_at_most_three_answers_stand_under_the_thumb(game: AnyGame) -> None:
    """A raise asks for its amount in a sheet, and what is seldom wanted lies in another."""
    counts = [bar.count("<button") for each in states(game, Seat(1)) for bar in BAR.findall(each)[:1]]

    assert max(counts) <= ACROSS
    assert max(counts) > 1


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.key)
def test_giving_up_stands_beside_no_free_answer(game: AnyGame) -> None:
    """TB-9: a fold is in the menu if a check is free, and else under the thumb."""
    seen = set()
    for each in states(game, Seat(1)):
        bar, *_others = BAR.findall(each)
        checks = ":check:" in bar
        seen |= {":fold:" in bar}

        assert not (checks and (":fold:" in bar or "sure:fold" in bar))
        # It can be taken back.
        assert (":fold:" in bar) == ('class="undoing bar"' in each)
    assert seen == ({False} if game.key == "stone_hand" else {False, True})


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.key)
def test_a_menu_has_what_stands_nowhere_else(game: AnyGame) -> None:
    """Three groups, in one order: this hand, your seat, the table; no button twice, nor one of the bar."""
    folds = 0
    for table in [each for each in hand_of(game) if each.phase == "playing"][:24]:
        scene = Scene(view_table(table, game, Seat(1)), game, FACES[game.key], "coins", emojis=MARKUP)
        shown = TableShown(replace(scene, has_hints=True, has_remarks=True), "", None, PLACE)
        bar, *_others = BAR.findall(table_html(shown, MARKUP)[0])
        html = menu_of(shown, menu(scene, is_manager=True, may_cut=False), MARKUP)
        actions = re.findall(r'data-action="([^"]+)"', html)
        under = re.findall(r'data-action="([^"]+)"', bar)
        folds += "sure:fold" in html

        assert ["This hand", "Your seat", "The table"] == [
            each.replace("round", "hand") for each in re.findall("<h3>(.*?)</h3>", html)
        ]
        assert len({*actions}) == len(actions)
        assert not {*under} & {*actions}
        assert any(f"t:7:how:{game.key}" == each for each in actions)
    # A fold beside a free check is there, and only there.
    assert bool(folds) == (game.key != "stone_hand")


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.key)
def test_gold_is_what_the_coach_speaks_for(game: AnyGame) -> None:
    """TB-12: at most one answer is gold, one of those that the advice names, and none at a close call."""
    gold = re.compile(r'<button[^>]*class="btn p"[^>]*?(?:data-action="a:7:1:(\w+)|popovertarget="(raise))')
    advised = 0
    for scene in scenes(game, is_coached=True):
        if not isinstance(scene.advice, Reason):
            continue
        bar, *_others = BAR.findall(table_html(TableShown(scene, "", None, PLACE), MARKUP)[0])
        keys = {"raise" if opens else key for key, opens in gold.findall(bar) if "data-send" not in bar}
        advised += bool(keys)

        assert keys <= {*scene.advice.suggests.split()}
    assert advised


@pytest.mark.parametrize(("percent", "says"), [(100, "Win"), (0, "Lose")])
def test_it_is_said_where_a_bet_would_lie(percent: int, says: str) -> None:
    """DV-13: beside the question, and as what lies on each side before and after."""
    asked = next(each for each in hand_of(DIVIDHA) if 1 in open_offers(each, DIVIDHA))
    table = answer(asked, DIVIDHA, seeds("lies"), Seat(1), Answer("usual", (percent,))).table
    scene = Scene(view_table(table, DIVIDHA, Seat(1)), DIVIDHA, FACES[DIVIDHA.key], "coins", emojis=MARKUP)
    html, _ranks = table_html(TableShown(scene, "", None, PLACE), MARKUP)

    # An ante of 2 lies half on each side, and staying in costs 4.
    assert f"Your 4 would go on <strong>{says}</strong>." in html
    assert "1 → 5" in html
    assert html.count("→") == 1


def test_a_split_of_one_s_own_has_a_slider() -> None:
    """DV-13: a percentage from 0 to 100, typed or slid to, and so by keys too."""
    asides = next(each.view.asides for each in scenes(DIVIDHA) if each.view.asides is not None)
    usual = next(each for each in asides.offers if each.key == "usual")
    assert isinstance(usual, NumberOffer)
    html = form_html(number_form("Split", "a:1", usual, "Win"), PLACE)

    assert re.search(r'<input type="range" min="0" max="100"[^>]* data-for="text"', html)
    assert 'inputmode="numeric"' in html


def test_a_pledge_of_everything_stands_in_the_sheet_of_a_raise() -> None:
    """DE-11: all in is no amount there, so it has a button of its own, and none beside the raise."""
    asked = [each for each in states(DESTINY, Seat(1)) if 'popovertarget="raise"' in each]

    assert asked
    for each in asked:
        bar, *_others = BAR.findall(each)
        sheet = each.partition('id="raise"')[2]
        assert "all_in" not in bar
        assert "t:7:sure:all_in" in sheet


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.key)
def test_a_key_is_one_deed_s(game: AnyGame) -> None:
    """In no state do two buttons have the same letter, and a deed has the same letter in each."""
    of: dict[str, str] = {}
    for each in states(game, Seat(1)):
        keys = re.findall(r'data-action="a:7:1:(\w+)[^"]*"[^>]*><span class="line" data-key="(\w)"', each)

        assert len({letter for _deed, letter in keys}) == len(keys)
        for deed, letter in keys:
            assert of.setdefault(deed, letter) == letter
    assert of


def test_a_result_before_the_house_goes_on_leads_on() -> None:
    """SH-1: *Next round* leads on a player alone with the house, unless they throw first themselves."""
    found = set()
    for table in (each for others in (1, 2) for each in hand_of(STONE_HAND, others)):
        view = view_table(table, STONE_HAND, Seat(1))
        scene = Scene(view, STONE_HAND, FACES["stone_hand"], "coins", emojis=MARKUP)
        main = table_html(TableShown(scene, "", None, PLACE), MARKUP)[0]
        if 'class="rows"' in main and view.phase == "playing":
            is_alone = sum(each.player is not None for each in table.present) == 1
            is_asked = any(each.seat == 1 for each in view.questions)
            found.add((is_alone and not is_asked, "Next round" in main))

    assert found == {(True, True), (False, False)}


def test_why_cards_make_less_than_they_seem_to_is_told_beside_the_coach() -> None:
    """DV-2: at one's own turn, where the coach speaks too: why two sixes of Heaven are no pair."""
    (scene, *_others) = (each for each in scenes(DIVIDHA, is_coached=True) if each.advice is not None)
    hand = hand_in(scene.view)
    held = replace(hand, own=replace(own_cards(scene.view), private=("6V1", "6V2")))
    told = html_of_tray(replace(scene, view=replace(scene.view, hand=held)))

    assert "Sixes of one suit don’t match each other: this only looks like <strong>One Pair</strong>." in told


def test_bets_on_win_and_lose_are_told_once() -> None:
    """DV-13: in the rows of a result, and in no line below them."""
    *_others, last = scenes(DIVIDHA)
    main = table_html(TableShown(last, "", None, PLACE), MARKUP)[0]

    assert 'class="portions"' in main
    assert "Bet on Win" not in main


def test_cards_that_came_are_marked() -> None:
    """KH-7, KH-8: those of the exchange by the seat that gave them; later the luck card is told."""
    marks = set()
    for scene in scenes(KNIGHTS_HEADS):
        now = hand_in(scene.view)
        if now.cards and now.stage in ("first_round", "exchange", "second_round", "final_round"):
            marked = {each.card: each.corner for each in FACES["knights_heads"].own(scene.view).tiles}
            got = () if now.got is None or now.luck else now.got.cards
            expected = {card: f"seat_{now.got.seat}" for card in got if now.got}
            assert {card: corner for card, corner in marked.items() if corner} == expected
            told = FACES["knights_heads"].own(scene.view).texts[0]
            is_asked = any(each.seat == 1 for each in scene.view.questions)
            assert ("your luck card: " in told) == (now.luck is not None and is_asked)
            marks |= {*expected.values(), now.luck}

    assert len(marks - {None}) == 2


def test_who_takes_a_pot_that_all_others_left_stands_first() -> None:
    """TB-1: with the crown, before those who folded."""
    *_others, last = scenes(KNIGHTS_HEADS)
    gains = (SeatAmount(Seat(1), -4), SeatAmount(Seat(2), -2), SeatAmount(Seat(3), 6))
    shown = TableShown(replace(last, view=replace(last.view, gains=gains)), "", None, PLACE)
    rows = rows_html(shown, Result("", why=("-# Everyone else folded.",)))

    assert ["Fenna", "Ishbel", "Uncle Vask", "You"] == re.findall(r"<b>([^<]+?) ?<", rows)
    assert rows.index("Fenna") < rows.index("crown") < rows.index("Ishbel")


def test_a_seat_tells_one_thing_about_the_field() -> None:
    """DE-4: its present act; where it looked and what it holds lies on the field."""
    plays = [
        each for each in states(DESTINY, Seat(1)) if re.search(r'class="say">(looks at|holds|trusts)', each)
    ]
    seats = [seat for each in plays for seat in each.split('class="at-seat"')[1:]]

    assert plays
    assert all(len(re.findall(r'class="say">(?:looks at|holds|trusts)', each)) <= 1 for each in seats)


def html_of_tray(scene: Scene) -> str:
    """Return the name of a viewer's hand, with what stands below it."""
    main = table_html(TableShown(scene, "", None, PLACE), MARKUP)[0]
    found = re.search(r'<div class="own">(.*?)</button>', main)
    return found[1] if found else ""


def test_one_measure_tells_how_good_a_hand_is() -> None:
    """The coach’s word about ten-card hands, or without a coach the share of hands that it beats (KH-10)."""
    for scene in scenes(KNIGHTS_HEADS, is_coached=True):
        told = html_of_tray(scene)
        if scene.view.hand is None or scene.view.is_resting or 'class="hand"' not in told:
            continue
        is_measured = bool(re.search(r"beats (more than )?[0-9]+ in 10", told))

        assert is_measured == (scene.advice is None), told
