"""“You and …” with one other, and with several."""

from __future__ import annotations

import pytest

from bot.screens.core.naming import listed, with_you
from bot.text.translate import _, speaking


@pytest.mark.parametrize(
    ("code", "names", "said"),
    [
        ("en-US", ["Fenna"], "You and Fenna take 4 from Odo"),
        ("en-US", ["Fenna", "Ishbel"], "You, Fenna and Ishbel take 4 from Odo"),
        ("de", ["Fenna", "Ishbel"], "Du, Fenna und Ishbel"),
        ("pt-BR", ["Fenna", "Ishbel"], "Você, Fenna e Ishbel"),
    ],
)
def test_you_and_the_others(code: str, names: list[str], said: str) -> None:
    """With several others the list has one “and”, in every language: You, Fenna and Ishbel."""
    with speaking(code):
        words = with_you(_("You and {winners} take {lost} from {losers}"), len(names))
        assert words.format(winners=listed(names), lost=4, losers="Odo").startswith(said)


def test_you_alone() -> None:
    """A text about oneself alone stays as it is."""
    assert with_you(_("You take {lost} from {losers}"), 0) == "You take {lost} from {losers}"
