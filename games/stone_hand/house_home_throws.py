"""The home throws of house players, by their names (SH-3)."""

from __future__ import annotations

from collections.abc import Mapping

from games.engine.core.sentences import phrase
from games.stone_hand.model import HomeThrow

HOMES: Mapping[str, HomeThrow] = {
    "Old Marta": HomeThrow((2, 3, 8), phrase("Two sons, three cats, eight winters since I last shouted.")),
    "Tall Pim": HomeThrow(
        (1, 1, 8), phrase("Number 118 is the only door in town that I don’t have to duck for.")
    ),
    "Red Osk": HomeThrow((3, 6, 7), phrase("We sailed on the third of the sixth, seven hands and a goat.")),
    "Aunt Wil": HomeThrow((4, 4, 5), phrase("Four nephews, four nieces, five of them polite.")),
    "Jory": HomeThrow((1, 2, 5), phrase("I said one ale, had two, and paid for five.")),
    "Little Bess": HomeThrow((1, 3, 3), phrase("First of three sisters, and the third to be told anything.")),
    "Hob the Cooper": HomeThrow((2, 6, 8), phrase("Two hoops, six staves, eight leaks: my first barrel.")),
    "Sella": HomeThrow((5, 6, 8), phrase("Our church clock strikes five, six, then eight. Nobody minds.")),
    "Captain Dun": HomeThrow(
        (1, 7, 8), phrase("One mast left, seven leaks, eight miles to shore. We made it.")
    ),
    "Mirre": HomeThrow((2, 2, 3), phrase("Two steps left, two right, three round: my first dance.")),
    "Grey Toma": HomeThrow(
        (3, 4, 8), phrase("Her letter took three months and four days. It was eight words long.")
    ),
    "Anselm": HomeThrow(
        (1, 5, 6), phrase("Psalm 156. There’s none; my teacher had me look for it all summer.")
    ),
    "Quick Nan": HomeThrow((1, 2, 8), phrase("One wall, two dogs, eight apples.")),
    "Father Brock": HomeThrow((3, 3, 7), phrase("Three bells, three prayers, and seven of us at supper.")),
    "Ilse": HomeThrow(
        (4, 6, 7), phrase("The mill at 467, Old Road. You could smell the bread from the ford.")
    ),
    "Round Piet": HomeThrow((2, 5, 5), phrase("Two breakfasts, five dumplings, and five more dumplings.")),
    "Fenna": HomeThrow((1, 6, 7), phrase("Grandmother won the farm with these, the night the river froze.")),
    "Lame Rolf": HomeThrow(
        (2, 4, 7), phrase("Second horse, fourth fence, seventh of May. I still like horses.")
    ),
    "Sweet Ada": HomeThrow(
        (5, 7, 7), phrase("Five letters from him, seven from me; seven years on he dries my cups.")
    ),
    "Uncle Vask": HomeThrow((6, 6, 8), phrase("Nobody else wanted them.")),
}


def home_of(name: str) -> HomeThrow | None:
    """The home throw of a house player; a number after the name makes no difference."""
    return HOMES.get(name.rstrip(" 0123456789"))
