"""A hand that is watched again on the felt: each moment whole, as its viewer saw it, and nothing else."""

from __future__ import annotations

import pytest

from bot.custom_ids import TablePress, parse
from bot.page.table_layout import moment_html
from bot.screens.table.replay import MomentScreen
from games.catalog import GAMES
from tests.laws.histories import final_state, otherwise
from tests.laws.replays import FEW, WATCHING, drawn, hands_shown, players, screens, watch
from tests.laws.walk import Case
from tests.page.table import PLACE, Read


@pytest.mark.parametrize("case", FEW, ids=str)
def test_other_secrets_lie_alike_on_the_felt(case: Case) -> None:
    """Law 5, TB-13: had what a viewer has not seen been other cards, each felt of theirs were the same."""
    game = GAMES[case[0]]
    (over, _shown), *_ = hands_shown(case)
    for player in players(case):
        again = watch(case, over, player)
        ends = (over.beginning, final_state(game, over))
        known = {card for state in ends for card in game.seen(state, again.viewer)}
        unseen = [card for card in game.cards(over.beginning) if card not in known]
        felts = [laid(each) for each in screens(again)]

        assert felts == [laid(each) for each in screens(watch(case, otherwise(over, unseen), player))]
        assert len(set(felts)) == len(felts)
        for html in felts:
            read = Read(html)
            assert read.open == []
            assert 1 == html.count('class="felt')
            assert WATCHING >= {verb_of(each) for each in read.actions}


def test_what_is_shown_to_all_stays_in_words() -> None:
    """A hand shown to a channel is not the reader’s: no seat on it is “You”."""
    case = FEW[0]
    (over, _shown), *_ = hands_shown(case)
    shown = drawn(watch(case, over, 1), 0, is_shared=True)

    assert isinstance(shown, MomentScreen)
    assert shown.scene is None


def verb_of(action: str) -> str:
    """Return the verb of a table's button."""
    meaning = parse(action)
    assert isinstance(meaning, TablePress)
    return meaning.verb


def laid(screen: object) -> str:
    """A moment on the felt."""
    assert isinstance(screen, MomentScreen)
    assert screen.scene is not None
    return moment_html(screen, screen.scene, PLACE, {})
