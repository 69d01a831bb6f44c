"""A hint tells the asked player why a master would answer so: privately, and as things stand now."""

from __future__ import annotations

import re
from collections.abc import Mapping
from random import Random
from types import ModuleType
from typing import Any, TypeAlias

import pytest

from games.catalog import GAMES
from games.destiny import bot_player as destiny
from games.dividha import bot_player as dividha
from games.engine.core.characters import MASTER
from games.engine.core.errors import Reason
from games.engine.core.game import CHANCE_SEAT
from games.knights_heads import reasons as knights_heads
from games.stone_hand import bot_player as stone_hand
from tests.games.told import in_english, sentences
from tests.laws.walk import play_hands, random_answer, some_seats, states_of

Told: TypeAlias = Mapping[str, tuple[dict[str, Any], str]]
"""Facts, and the sentence with them, by the key of a row."""
HINTS: Mapping[ModuleType, Told] = {
    destiny: {
        "bet": ({"odds": 6, "cost": 0}, "Your chance of the highest card is 6 in 10. That’s worth a bet."),
        "scare": (
            {"odds": 1, "cost": 4},
            "Your chance of the highest card is only 1 in 10, but a bet may make others fold.",
        ),
        "stay": ({"odds": 4, "cost": 2}, "Your chance of the highest card is 4 in 10. That’s worth 2."),
        "for_look": (
            {"odds": 1, "cost": 2},
            "Your chance of the highest card is only 1 in 10, but 2 lets you look at a card.",
        ),
        "check": (
            {"odds": 4, "cost": 0},
            "Your chance of the highest card is 4 in 10, and going on is free.",
        ),
        "fold": ({"odds": 1, "cost": 9}, "Your chance of the highest card is 1 in 10. That isn’t worth 9."),
        "look_too": (
            {"odds": 5, "cost": 2},
            "Your chance of the highest card is 5 in 10, and 2 lets you look at a card, too.",
        ),
        "dear": (
            {"odds": 5, "cost": 90},
            "Your chance of the highest card is 5 in 10, but for this pot 90 is too much.",
        ),
        "close": (
            {"odds": 3, "cost": 4},
            "Your chance of the highest card is 3 in 10. Paying 4 is a close call.",
        ),
        "wary": (
            {"odds": 6, "cost": 4},
            "Your chance of the highest card is 6 in 10. That’s worth 4, but you may be careful.",
        ),
        "curious": (
            {"odds": 1, "cost": 9},
            "Your chance of the highest card is 1 in 10. It isn’t worth 9, but you’d see the end.",
        ),
        "take": ({}, "Somebody after you knows that card. While you have it, they can’t play it."),
        "look": ({}, "You haven’t seen that card. You’ll know it in the next hand."),
        "no_look": ({}, "You know every card that you can look at."),
        "hold": ({}, "You know that card. It’s likely better than one from the deck."),
        "pretend": ({}, "You know no card worth playing, but the others may think you do."),
        "benediction": ({}, "You know no card better than one from the deck."),
    },
    dividha: {
        "bet_win": ({"odds": 7, "cost": 0}, "Your chance of taking Win is 7 in 10. That’s worth a bet."),
        "bet_lose": ({"odds": 7, "cost": 0}, "Your chance of taking Lose is 7 in 10. That’s worth a bet."),
        "bluff": ({"odds": 2, "cost": 0}, "Your chance is only 2 in 10, but a bet may make others fold."),
        "match_win": ({"odds": 4, "cost": 3}, "Your chance of taking Win is 4 in 10. That’s worth 3."),
        "match_lose": ({"odds": 4, "cost": 3}, "Your chance of taking Lose is 4 in 10. That’s worth 3."),
        "check_win": ({"odds": 4, "cost": 0}, "Your chance of taking Win is 4 in 10, and going on is free."),
        "check_lose": (
            {"odds": 4, "cost": 0},
            "Your chance of taking Lose is 4 in 10, and going on is free.",
        ),
        "fold_win": (
            {"odds": 1, "cost": 8},
            "At best your chance of taking Win is 1 in 10. That isn’t worth 8.",
        ),
        "fold_lose": (
            {"odds": 1, "cost": 8},
            "At best your chance of taking Lose is 1 in 10. That isn’t worth 8.",
        ),
        "dear_win": (
            {"odds": 5, "cost": 90},
            "Your chance of taking Win is 5 in 10, but for this pot 90 is too much.",
        ),
        "close_win": (
            {"odds": 3, "cost": 4},
            "Your chance of taking Win is 3 in 10. Paying 4 is a close call.",
        ),
        "wary_win": (
            {"odds": 6, "cost": 4},
            "Your chance of taking Win is 6 in 10. It’s worth 4, but you may be careful.",
        ),
        "curious_win": (
            {"odds": 1, "cost": 9},
            "Your chance of taking Win is 1 in 10. It isn’t worth 9, but you’d see the end.",
        ),
        "dear_lose": (
            {"odds": 5, "cost": 90},
            "Your chance of taking Lose is 5 in 10, but for this pot 90 is too much.",
        ),
        "close_lose": (
            {"odds": 3, "cost": 4},
            "Your chance of taking Lose is 3 in 10. Paying 4 is a close call.",
        ),
        "wary_lose": (
            {"odds": 6, "cost": 4},
            "Your chance of taking Lose is 6 in 10. It’s worth 4, but you may be careful.",
        ),
        "curious_lose": (
            {"odds": 1, "cost": 9},
            "Your chance of taking Lose is 1 in 10. It isn’t worth 9, but you’d see the end.",
        ),
        "keep_all": ({}, "No trade promises more, so keep all four."),
        "trade": ({"count": 2}, "You’d do better without 2 of yours."),
        "strongest": (
            {"win": 6, "lose": 2},
            "Your strongest hand takes Win 6 out of 10 times, your weakest takes Lose 2: show the strongest.",
        ),
        "weakest": (
            {"win": 2, "lose": 6},
            "Your weakest hand takes Lose 6 out of 10 times, your strongest takes Win 2: show the weakest.",
        ),
    },
    knights_heads: {
        "keep": ({"beaten": 6}, "The six that are left promise most: they beat 6 out of 10 hands."),
        "raise": ({"beaten": 9, "cost": 2}, "Your cards beat 9 out of 10 hands, so put more in."),
        "bluff": (
            {"beaten": 1, "cost": 2},
            "Your cards beat only 1 out of 10 hands, but a bet may make others fold.",
        ),
        "stay": ({"odds": 6, "cost": 2}, "Your cards win this pot about 6 out of 10 times. That’s worth 2."),
        "check": ({"beaten": 6, "cost": 0}, "Your cards beat 6 out of 10 hands, and staying is free."),
        "fold": (
            {"odds": 2, "cost": 9},
            "Your cards win this pot about 2 out of 10 times. Against such a bet, better give up.",
        ),
        "dear": (
            {"odds": 5, "cost": 90},
            "Your cards win this pot about 5 out of 10 times, but 90 is too much for it.",
        ),
        "close": (
            {"odds": 3, "cost": 4},
            "Your cards win this pot about 3 out of 10 times. Paying 4 is a close call.",
        ),
        "more": (
            {"odds": 4, "cost": 4},
            "Your cards win this pot about 4 out of 10 times. That’s worth 4, but not the bets to come.",
        ),
        "wary": (
            {"odds": 6, "cost": 4},
            "Your cards win this pot about 6 out of 10 times. That’s worth 4, but you may be careful.",
        ),
        "curious": (
            {"odds": 1, "cost": 9},
            "Your cards win this pot about 1 out of 10 times. It isn’t worth 9, but you’d see the end.",
        ),
    },
    stone_hand: {
        "keep": (
            {"kept": 1.0, "thrown": -2.0},
            "On average keeping is worth 1.0 to you, and another throw -2.0.",
        ),
        "rethrow": (
            {"kept": -2.0, "thrown": 1.0},
            "On average another throw is worth 1.0 to you, and keeping -2.0.",
        ),
    },
}
ODDS = {"wins": 1, "of": 4}
RIVAL = {"seat": 1, "hand": "run"}
ADVICE: Mapping[ModuleType, Told] = {
    destiny: {
        "free": (
            {"odds": 4, "cost": 0},
            "Your chance of winning is about 4 in 10, and going on is free.",
        ),
        "pays": ({"odds": 4, "cost": 2}, "Your chance of winning is about 4 in 10. That’s worth 2."),
        "for_look": (
            {"odds": 1, "cost": 2},
            "Your chance of winning is only about 1 in 10, but for 2 you may look at a card.",
        ),
        "look_too": (
            {"odds": 5, "cost": 2},
            "Your chance of winning is about 5 in 10, and for 2 you may look at a card, too.",
        ),
        "close": (
            {"odds": 3, "cost": 4},
            "Your chance of winning is about 3 in 10. Paying 4 is a close call.",
        ),
        "raise": (
            {"odds": 6, "cost": 4},
            "Your chance of winning is about 6 in 10. It’s better to raise than to pay 4.",
        ),
        "fold": ({"odds": 1, "cost": 9}, "Your chance of winning is only about 1 in 10. That isn’t worth 9."),
        "dear": (
            {"odds": 5, "cost": 90},
            "Your chance of winning is about 5 in 10, but for this pot 90 is too much.",
        ),
        "take": (
            {},
            "Look at a card that a player after you has looked at. While you have it, they can’t play it.",
        ),
        "no_look": HINTS[destiny]["no_look"],
        "look": ({}, "You can’t play the card you look at now. Remember it for the next hand."),
        "hold": (
            {"rank": "9"},
            "If you know a card here, 9 or higher, play it. If not, trust the deck.",
        ),
    },
    dividha: {
        "win": HINTS[dividha]["match_win"],
        "lose": HINTS[dividha]["match_lose"],
        "fold_win": HINTS[dividha]["fold_win"],
        "fold_lose": HINTS[dividha]["fold_lose"],
        "dear_win": HINTS[dividha]["dear_win"],
        "dear_lose": HINTS[dividha]["dear_lose"],
        "close_win": HINTS[dividha]["close_win"],
        "close_lose": HINTS[dividha]["close_lose"],
        "check_win": HINTS[dividha]["check_win"],
        "check_lose": HINTS[dividha]["check_lose"],
        "win_free": ({"odds": 4, "cost": 0}, "Your chance of taking Win is 4 in 10. Put your coins there."),
        "lose_free": (
            {"odds": 4, "cost": 0},
            "Your chance of taking Lose is 4 in 10. Put your coins there.",
        ),
        "win_either": (
            {"odds": 4, "cost": 0},
            "Your chance of taking Win is 4 in 10. Betting on it is a close call.",
        ),
        "lose_either": (
            {"odds": 4, "cost": 0},
            "Your chance of taking Lose is 4 in 10. Betting on it is a close call.",
        ),
        "keep_all": HINTS[dividha]["keep_all"],
        "trade": ({"cards": ("GOD", "7H")}, "Trade GOD, 7H: you do better without."),
        "strongest": HINTS[dividha]["strongest"],
        "weakest": HINTS[dividha]["weakest"],
    },
    knights_heads: {
        "pass": (
            {"cards": ("M08", "D12"), "beaten": 6},
            "Pass on M08, D12: with the other six you beat 6 out of 10 hands.",
        ),
        "made_pays": (
            {"hand": "Court", "odds": 6, "cost": 4},
            "With Court your chance of this pot is about 6 in 10. That’s worth 4.",
        ),
        "made_pricey": (
            {"hand": "Court", "odds": 1, "cost": 4},
            "With Court your chance of this pot is only about 1 in 10. That isn’t worth 4.",
        ),
        "made_dear": (
            {"hand": "Court", "odds": 5, "cost": 90},
            "With Court your chance of this pot is about 5 in 10, but 90 is too much for it.",
        ),
        "made_close": (
            {"hand": "Court", "odds": 3, "cost": 4},
            "With Court your chance of this pot is about 3 in 10. Paying 4 is a close call.",
        ),
        "made_free": ({"hand": "Court", "beaten": 6}, "Court beats 6 out of 10 hands. Staying is free."),
        "coming_pays": (
            {"odds": 6, "cost": 4},
            "Your chance of this pot is about 6 in 10. That’s worth 4.",
        ),
        "coming_pricey": (
            {"odds": 1, "cost": 4},
            "Your chance of this pot is only about 1 in 10. That isn’t worth 4.",
        ),
        "coming_dear": (
            {"odds": 5, "cost": 90},
            "Your chance of this pot is about 5 in 10, but 90 is too much for it.",
        ),
        "coming_close": (
            {"odds": 3, "cost": 4},
            "Your chance of this pot is about 3 in 10. Paying 4 is a close call.",
        ),
        "coming_free": ({"beaten": 6}, "Your cards will beat 6 out of 10 hands. Staying is free."),
    },
    stone_hand: {
        "beaten": (
            {**RIVAL, **ODDS, "count": 1},
            "Keeping loses to seat 1’s run. One more throw beats it 1 out of 4 times.",
        ),
        "tied": (
            {**RIVAL, **ODDS, "count": 3},
            "Keeping only ties with seat 1’s run. With 3 throws left you beat it 1 out of 4 times.",
        ),
        "between": (
            {**RIVAL, **ODDS},
            (
                "As things stand, you neither pay nor win. You’d beat seat 1’s run 1 out of 4 times, "
                "but you might end up worst."
            ),
        ),
        "cheap": (
            {**RIVAL, **ODDS, "cost": 3},
            (
                "Nothing beats seat 1’s run. Keeping costs you 3, "
                "and one more throw costs more 1 out of 4 times."
            ),
        ),
        "cheapest": (
            {**RIVAL, "cost": 3},
            "Nothing beats seat 1’s run. Keeping costs you 3, and one more throw no more.",
        ),
        "leading": (
            ODDS,
            "Nothing on the table beats this. Someone who has yet to throw can beat it 1 out of 4 times.",
        ),
        "overtaken": (
            ODDS,
            (
                "Nothing on the table beats this, but someone who has yet to throw can, 1 out of 4 times. "
                "Throw again."
            ),
        ),
        "won": ({}, "Keep it: nobody can beat this now."),
        "more": HINTS[stone_hand]["rethrow"],
    },
}


def rows(told: Mapping[ModuleType, Told], table: str) -> list[tuple[Reason, str]]:
    """Each row of all games with its facts, and what is expected of it."""
    return [
        (reason.of(**expected[key][0]), expected[key][1])
        for module, expected in told.items()
        for key, reason in getattr(module, table).items()
    ]


@pytest.mark.parametrize(("reason", "hint"), rows(HINTS, "REASONS"))
def test_a_hint_speaks_to_whoever_is_asked(reason: Reason, hint: str) -> None:
    """It has the facts of the reason, and says nothing of the one who gives it."""
    assert in_english(reason.advice_template, reason) == hint
    assert not re.search(r"\b(I|me|my|mine)\b", hint)
    assert "{" not in in_english(reason.template, reason)


@pytest.mark.parametrize(("advice", "words"), rows(ADVICE, "ADVICE"))
def test_the_coach_speaks_in_whole_sentences(advice: Reason, words: str) -> None:
    """Whatever the coach knows, all of it finds its place."""
    assert sentences(advice) == (words,)


@pytest.mark.parametrize("key", GAMES)
def test_no_fact_is_missing(key: str) -> None:
    """Whatever a player answers in a hand, each sentence about it has all that it names."""
    game, random, said = GAMES[key], Random(key), 0
    for state in states_of(game, play_hands((key, 0, some_seats(key)))[0]):
        for seat in game.to_act(state) - {CHANCE_SEAT}:
            view, offers = game.recollection(state, seat), game.offers(state, seat)
            said += len(sentences(game.advice(view, offers)))
            for offer in offers:
                said += len(sentences(game.reason(view, offers, random_answer((offer,), random), MASTER)))

    assert said
