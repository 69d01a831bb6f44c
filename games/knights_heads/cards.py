"""The deck: twelve cards of each face, except eight Kings. Each card is a different person.

The rulebook names the notable people; this project has named the others.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from functools import cache
from typing import TypeAlias

from games.engine.core.errors import N_

Card: TypeAlias = str
"""A face and two digits: `N01`."""

FACE_NAMES: dict[str, str] = {
    # Translators: of Knights’ Heads; ordinary cards have entries of their own.
    "K": N_("King"),
    # Translators: of Knights’ Heads; ordinary cards have entries of their own.
    "Q": N_("Queen"),
    "N": N_("Knight"),
    "A": N_("Armorer"),
    "M": N_("Merchant"),
    "S": N_("Messenger"),
    "D": N_("Dancer"),
    "J": N_("Juggler"),
    "B": N_("Blacksmith"),
}
FACES = "".join(FACE_NAMES)
"""The faces from high to low."""
KINGS, OTHERS = 8, 12
"""The number of cards of a face."""
TWINS = ("01", "02")
"""The numbers of the notable cards of each face."""

DECK: tuple[Card, ...] = tuple(
    f"{face}{number:02}" for face in FACES for number in range(1, (KINGS if face == "K" else OTHERS) + 1)
)
INDEXES: dict[Card, int] = {card: index for index, card in enumerate(DECK)}

_WOMEN_NUMBERS: dict[str, range] = {
    "Q": range(1, 13),
    "M": range(2, 8),
    "D": range(1, 12),
    "J": range(2, 8),
    "B": range(12, 13),
}
WOMEN: frozenset[Card] = frozenset(card for card in DECK if int(card[1:]) in _WOMEN_NUMBERS.get(card[0], ()))
"""The women among the cards; all others are men."""
NOTABLE: frozenset[Card] = frozenset(card for card in DECK if card[1:] in TWINS)


@cache
def face(card: Card) -> int:
    """Return the face of a card, counted from Kings down: 0 to 8."""
    return FACES.index(card[0])


def in_deck_order(cards: Collection[Card]) -> tuple[Card, ...]:
    """Return the cards from Kings down, the order in which hands are shown."""
    return tuple(sorted(cards, key=INDEXES.__getitem__))


@dataclass(frozen=True, slots=True)
class Person:
    """The person on a card, with a name and a line as message ids."""

    name: str
    line: str


PEOPLE: dict[Card, Person] = {
    "K01": Person(
        N_("Aldous the Kind"),
        N_("Holds the sceptre of blessing over the whole room, the dog by the fire too."),
    ),
    "K02": Person(
        N_("Osric the Just"),
        N_("On the throne of judgment even his own cook tells him the truth about the soup."),
    ),
    "K03": Person(N_("Hadrian Threewives"), N_("Remembers every birthday. He learned it the hard way.")),
    "K04": Person(N_("Old Bertram"), N_("Crowned so long ago that the crown has grown in.")),
    "K05": Person(N_("Young Fenn"), N_("Crowned on Monday, and still says please to everybody.")),
    "K06": Person(
        N_("Corvin the Lucky"),
        N_("Lost the battle, won the peace, and tells it the other way round."),
    ),
    "K07": Person(N_("Magnus Deepcup"), N_("Drinks with anyone, pays for everybody.")),
    "K08": Person(N_("Emeric the Unready"), N_("Still looking for his other boot when the trumpets sound.")),
    "Q01": Person(
        N_("Elowen of the Long Wood"),
        N_("Elven: the old songs, she says, were faster when they were new."),
    ),
    "Q02": Person(N_("Seraphine"), N_("Half-celestial: when she smiles, the candles burn higher.")),
    "Q03": Person(
        N_("Mathilda Ironhand"),
        N_("Signed the peace with one hand. The other is still on the sword."),
    ),
    "Q04": Person(N_("Isaura"), N_("Reads every letter herself, the love letters twice.")),
    "Q05": Person(N_("Berengaria the Round"), N_("Never left a table hungry, nor let anyone else.")),
    "Q06": Person(N_("Yolande"), N_("Married for the harbour. It was the harbour wine that made her stay.")),
    "Q07": Person(N_("Griet the Old"), N_("Outlived three kings, and misses one.")),
    "Q08": Person(N_("Sunniva"), N_("Goes barefoot in her own hall, and why not?")),
    "Q09": Person(N_("Catelin Saltwind"), N_("Born at sea. On land her bed stands too still.")),
    "Q10": Person(
        N_("Ermengard the Grim"), N_("Beat the whole court at chess, and then the bishop at dice.")
    ),
    "Q11": Person(N_("Philippa"), N_("Her crown is in pawn from the spring races to the harvest.")),
    "Q12": Person(N_("Rosamund"), N_("Came as a hostage. By now it is the castle that cannot get away.")),
    "N01": Person(
        N_("Sir Galen"), N_("Lies among the poppies, dead or seeming so. His horse is not worried.")
    ),
    "N02": Person(N_("Young Tristram"), N_("Is being dubbed: that rattling is his knee.")),
    "N03": Person(N_("Sir Baldric"), N_("Would fight any dragon. None has come so far, thank heaven.")),
    "N04": Person(N_("Sir Oswin Oldshield"), N_("Paints over the dents, never over the name.")),
    "N05": Person(N_("Sir Perrin the Tall"), N_("Has hit his head on every door in the kingdom.")),
    "N06": Person(N_("Sir Hugo"), N_("Swore silence for a year. Nobody had told him that humming counts.")),
    "N07": Person(N_("Sir Lambert"), N_("Seeks the holy cup by trying every other one first.")),
    "N08": Person(N_("Sir Kay of the Ford"), N_("Lets nobody cross, unless they ask nicely.")),
    "N09": Person(N_("Sir Morcant"), N_("Black armour, black horse, and a very soft heart.")),
    "N10": Person(N_("Sir Ambrose"), N_("Has lost every fight so far, but always in rhyme.")),
    "N11": Person(N_("Sir Edric Half-Ear"), N_("Ask him about the other half, and bring time.")),
    "N12": Person(N_("Sir Wilkin"), N_("Rides a mule, because the mule won the tourney.")),
    "A01": Person(
        N_("Tobin Foam"),
        N_("A mug of ale in one hand, a hammer in the other: so far he drank from the right one."),
    ),
    "A02": Person(
        N_("Granger the Thorough"),
        N_("Smokes a pipe to each rivet, which is why they hold."),
    ),
    "A03": Person(N_("Master Aldo"), N_("Measures you by eye, and is polite about the belly.")),
    "A04": Person(N_("Wystan"), N_("Makes helmets a size too large, because heads swell.")),
    "A05": Person(N_("Jorun Bright"), N_("You can shave in his breastplates.")),
    "A06": Person(N_("Old Pell"), N_("Was asked to mend the royal mail. He began with the spelling.")),
    "A07": Person(N_("Rolf Twohammer"), N_("One for iron, one for customers who do not pay.")),
    "A08": Person(N_("Sim the Apprentice"), N_("Burns a finger a day. He has come to the ninth.")),
    "A09": Person(N_("Garrick"), N_("Hides a lucky penny in every left gauntlet.")),
    "A10": Person(N_("Ingo of the Bellows"), N_("Arms like oaks, a voice like a lark.")),
    "A11": Person(
        N_("Matthis Leatherneck"),
        N_("Swears that good straps have saved more lives than good swords."),
    ),
    "A12": Person(N_("Dunstan"), N_("Made a suit of mail for the mayor’s cat. Ask the mayor’s dog.")),
    "M01": Person(N_("Zoltan Quill"), N_("A wizard too: his prices change while you read them.")),
    "M02": Person(N_("Sister Agathe"), N_("A cleric too: her scales are blessed, so they dare not lie.")),
    "M03": Person(N_("Dame Ottilie"), N_("Buys by daylight, sells by candle.")),
    "M04": Person(N_("Petronel Spice"), N_("Her purse smells of pepper, and so do her stories.")),
    "M05": Person(N_("Hanne Goldtooth"), N_("Smile at her, and she knows what you can afford.")),
    "M06": Person(N_("Widow Brandt"), N_("Sold three ships, bought back four with the money.")),
    "M07": Person(N_("Lisbet"), N_("Carries the whole shop on her back, with a stool for the customer.")),
    "M08": Person(N_("Honest Ansel"), N_("Gave himself the name.")),
    "M09": Person(N_("Corneel"), N_("Sells eels, and swears that they are young.")),
    "M10": Person(
        N_("Yusuf of the Caravan"),
        N_("Came for a week, nine years ago. He still haggles about the room."),
    ),
    "M11": Person(N_("Bram Candle"), N_("Counts his pennies by other people’s light.")),
    "M12": Person(N_("Thaddeus"), N_("Will sell you your own hat, cheap because it has been worn.")),
    "S01": Person(N_("Ilario"), N_("Winged, but takes the stairs so as not to show off.")),
    "S02": Person(
        N_("Reyn Hawker"), N_("The hawk on his shoulder carries the short letters, he the long ones.")
    ),
    "S03": Person(N_("Quick Dob"), N_("Runs faster than bad news, so he brings good.")),
    "S04": Person(N_("Jasper Mudboot"), N_("You can tell by his boots where the war is.")),
    "S05": Person(N_("Lorenz"), N_("Forgets every face, but never a word.")),
    "S06": Person(N_("Piet the Whisper"), N_("Was told it in secret. That is how he tells it to everyone.")),
    "S07": Person(N_("Crispin"), N_("Too late for the wedding, in time for the feast.")),
    "S08": Person(N_("Finnian"), N_("Rode three horses tired, and kissed each on the nose.")),
    "S09": Person(N_("Slow Hob"), N_("Walks. The letter has waited so long already.")),
    "S10": Person(N_("Stefan Lightpurse"), N_("Carries other people’s gold, and has heard all the jokes.")),
    "S11": Person(N_("Rafe of the Bridge"), N_("Swam it. The ink ran, but he knew it by heart.")),
    "S12": Person(N_("Tam Nobody"), N_("A secret spy, as the whole street will tell you.")),
    "D01": Person(N_("Lady Ysolde"), N_("Veiled by her hands and her hair, and nothing slips.")),
    "D02": Person(N_("Carmina"), N_("A suggestive dance: nobody says what it means, everybody knows.")),
    "D03": Person(N_("Mirabel"), N_("Kicked out a candle four tables away, on purpose.")),
    "D04": Person(N_("Tansy"), N_("Learned it on a rolling barrel, so floors are easy.")),
    "D05": Person(N_("Greta Lightfoot"), N_("Snow keeps no print of her.")),
    "D06": Person(N_("Zaida of the Bells"), N_("You hear her before the door opens.")),
    "D07": Person(N_("Old Marjory"), N_("Danced with two emperors, and led.")),
    "D08": Person(N_("Fleur"), N_("Never the same step twice, whoever’s feet are there.")),
    "D09": Person(N_("Nell Stamper"), N_("Broke the table. Mended it herself. Broke it again.")),
    "D10": Person(N_("Ondine"), N_("Moves like water, but has never been seen to drink any.")),
    "D11": Person(N_("Bettina"), N_("Lets her shadow lead.")),
    "D12": Person(N_("Florian"), N_("The one man among the dancers, and the best dressed.")),
    "J01": Person(N_("Brand the Bright"), N_("Juggles fiery torches. The eyebrows will grow back.")),
    "J02": Person(N_("Sharp Annis"), N_("Juggles daggers, with a smile for whoever talks.")),
    "J03": Person(N_("Pippa"), N_("Five eggs in the air. Breakfast is when she stops.")),
    "J04": Person(N_("Columbine"), N_("Drops one on purpose, to see who picks it up for her.")),
    "J05": Person(N_("Dorcas Nineplates"), N_("Nine are easy, she says. The tenth is the rent.")),
    "J06": Person(N_("Trudi"), N_("Juggles seven small shoes until all the children are dressed.")),
    "J07": Person(N_("Vesna"), N_("Threw a ball up at midsummer. She is still waiting for it.")),
    "J08": Person(N_("Hobnail Jack"), N_("Juggles horseshoes. Stand back.")),
    "J09": Person(N_("Marco Sixpence"), N_("Three coins go up, two come down, and he winks.")),
    "J10": Person(N_("Wim Blindfold"), N_("It saves him seeing who leaves.")),
    "J11": Person(N_("Barnaby"), N_("Keeps four apples going until he has eaten them.")),
    "J12": Person(N_("Tumbling Till"), N_("Walks on his hands, so he juggles with his feet.")),
    "B01": Person(N_("Gunther"), N_("Bald as his anvil, so the sparks have nothing to catch.")),
    "B02": Person(N_("Marten Wrongside"), N_("Left-handed, so stand on the other side.")),
    "B03": Person(N_("Big Anders"), N_("Bends a horseshoe to say hello.")),
    "B04": Person(N_("Cole"), N_("Black to the elbows. On Sundays nobody knows him.")),
    "B05": Person(N_("Wayland the Younger"), N_("Tired of hearing about the elder.")),
    "B06": Person(N_("Ferris the Patient"), N_("Talks to the iron until it gives in.")),
    "B07": Person(N_("Hamo"), N_("Shod every horse in the county. He limps because of the last.")),
    "B08": Person(N_("Steen"), N_("His gate has held through three sieges. It squeaks for joy.")),
    "B09": Person(
        N_("Ulf Nailer"), N_("Makes a thousand nails a day. He always finds the last one barefoot.")
    ),
    "B10": Person(N_("Rurik Redbeard"), N_("The forge has half the beard by now, but he keeps the name.")),
    "B11": Person(N_("Little Thom"), N_("Too small for the hammer, so he jumps on the bellows.")),
    "B12": Person(
        N_("Hilde of the Forge"),
        N_("Nobody arm-wrestles her any more, so she pays for her own beer."),
    ),
}
