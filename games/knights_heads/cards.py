"""The deck: twelve cards of each face, but eight Kings; no two are alike, and each is a person.

The notable people are as the rulebook has them; the others are this tavern's own.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from functools import cache
from typing import TypeAlias

from games.engine.core.errors import phrase

Card: TypeAlias = str
"""A face and two digits: `N01`."""

FACE_NAMES: dict[str, str] = {
    # Translators: of Knights’ Heads; ordinary cards have entries of their own.
    "K": phrase("King"),
    # Translators: of Knights’ Heads; ordinary cards have entries of their own.
    "Q": phrase("Queen"),
    "N": phrase("Knight"),
    "A": phrase("Armorer"),
    "M": phrase("Merchant"),
    "S": phrase("Messenger"),
    "D": phrase("Dancer"),
    "J": phrase("Juggler"),
    "B": phrase("Blacksmith"),
}
FACES = "".join(FACE_NAMES)
"""From high to low."""
KINGS, OTHERS = 8, 12
"""How many cards there are of a face."""
TWINS = ("01", "02")
"""The notable cards of each face."""

DECK: tuple[Card, ...] = tuple(
    f"{face}{number:02}" for face in FACES for number in range(1, (KINGS if face == "K" else OTHERS) + 1)
)
PLACES: dict[Card, int] = {card: place for place, card in enumerate(DECK)}

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
    """The face of a card, counted from Kings down: 0 to 8."""
    return FACES.index(card[0])


def in_deck_order(cards: Collection[Card]) -> tuple[Card, ...]:
    """The same cards from Kings down, as hands are shown."""
    return tuple(sorted(cards, key=PLACES.__getitem__))


@dataclass(frozen=True, slots=True)
class Person:
    """The person on a card; both texts are for people to read."""

    name: str
    line: str


PEOPLE: dict[Card, Person] = {
    "K01": Person(
        phrase("Aldous the Kind"),
        phrase("Holds the sceptre of blessing over the whole room, the dog by the fire too."),
    ),
    "K02": Person(
        phrase("Osric the Just"),
        phrase("On the throne of judgment even his own cook tells him the truth about the soup."),
    ),
    "K03": Person(
        phrase("Hadrian Threewives"), phrase("Remembers every birthday. He learnt it the hard way.")
    ),
    "K04": Person(phrase("Old Bertram"), phrase("Crowned so long ago that the crown has grown in.")),
    "K05": Person(phrase("Young Fenn"), phrase("Crowned on Monday, and still says please to everybody.")),
    "K06": Person(
        phrase("Corvin the Lucky"),
        phrase("Lost the battle, won the peace, and tells it the other way round."),
    ),
    "K07": Person(phrase("Magnus Deepcup"), phrase("Drinks with anybody, pays for everybody.")),
    "K08": Person(
        phrase("Emeric the Unready"), phrase("Still looking for his other boot when the trumpets sound.")
    ),
    "Q01": Person(
        phrase("Elowen of the Long Wood"),
        phrase("Elven: the old songs, she says, were faster when they were new."),
    ),
    "Q02": Person(phrase("Seraphine"), phrase("Half-celestial: when she smiles, the candles burn higher.")),
    "Q03": Person(
        phrase("Mathilda Ironhand"),
        phrase("Signed the peace with one hand. The other is still on the sword."),
    ),
    "Q04": Person(phrase("Isaura"), phrase("Reads every letter herself, the love letters twice.")),
    "Q05": Person(phrase("Berengaria the Round"), phrase("Never left a table hungry, nor let anybody else.")),
    "Q06": Person(
        phrase("Yolande"), phrase("Married for the harbour. It was the harbour wine that made her stay.")
    ),
    "Q07": Person(phrase("Griet the Old"), phrase("Outlived three kings, and misses one.")),
    "Q08": Person(phrase("Sunniva"), phrase("Goes barefoot in her own hall, and why not?")),
    "Q09": Person(phrase("Catelin Saltwind"), phrase("Born at sea. On land her bed stands too still.")),
    "Q10": Person(
        phrase("Ermengard the Grim"), phrase("Beat the whole court at chess, and then the bishop at dice.")
    ),
    "Q11": Person(phrase("Philippa"), phrase("Her crown is in pawn from the spring races to the harvest.")),
    "Q12": Person(
        phrase("Rosamund"), phrase("Came as a hostage. By now it is the castle that cannot get away.")
    ),
    "N01": Person(
        phrase("Sir Galen"), phrase("Lies among the poppies, dead or seeming so. His horse is not worried.")
    ),
    "N02": Person(phrase("Young Tristram"), phrase("Is being dubbed: that rattling is his knee.")),
    "N03": Person(
        phrase("Sir Baldric"), phrase("Would fight any dragon. None has come so far, thank heaven.")
    ),
    "N04": Person(phrase("Sir Oswin Oldshield"), phrase("Paints over the dents, never over the name.")),
    "N05": Person(phrase("Sir Perrin the Tall"), phrase("Has hit his head on every door in the kingdom.")),
    "N06": Person(
        phrase("Sir Hugo"), phrase("Swore silence for a year. Nobody had told him that humming counts.")
    ),
    "N07": Person(phrase("Sir Lambert"), phrase("Seeks the holy cup by trying every other one first.")),
    "N08": Person(phrase("Sir Kay of the Ford"), phrase("Lets nobody cross, unless they ask nicely.")),
    "N09": Person(phrase("Sir Morcant"), phrase("Black armour, black horse, and a very soft heart.")),
    "N10": Person(phrase("Sir Ambrose"), phrase("Has lost every fight so far, but always in rhyme.")),
    "N11": Person(phrase("Sir Edric Half-Ear"), phrase("Ask him about the other half, and bring time.")),
    "N12": Person(phrase("Sir Wilkin"), phrase("Rides a mule, because the mule won the tourney.")),
    "A01": Person(
        phrase("Tobin Foam"),
        phrase("A mug of ale in one hand, a hammer in the other: so far he drank from the right one."),
    ),
    "A02": Person(
        phrase("Granger the Thorough"),
        phrase("Smokes a pipe to each rivet, which is why they hold."),
    ),
    "A03": Person(phrase("Master Aldo"), phrase("Measures you by eye, and is polite about the belly.")),
    "A04": Person(phrase("Wystan"), phrase("Makes helmets a size too large, because heads swell.")),
    "A05": Person(phrase("Jorun Bright"), phrase("You can shave in his breastplates.")),
    "A06": Person(
        phrase("Old Pell"), phrase("Was asked to mend the royal mail. He began with the spelling.")
    ),
    "A07": Person(phrase("Rolf Twohammer"), phrase("One for iron, one for customers who do not pay.")),
    "A08": Person(phrase("Sim the Apprentice"), phrase("Burns a finger a day. He has come to the ninth.")),
    "A09": Person(phrase("Garrick"), phrase("Hides a lucky penny in every left gauntlet.")),
    "A10": Person(phrase("Ingo of the Bellows"), phrase("Arms like oaks, a voice like a lark.")),
    "A11": Person(
        phrase("Matthis Leatherneck"),
        phrase("Swears that good straps have saved more lives than good swords."),
    ),
    "A12": Person(phrase("Dunstan"), phrase("Made a suit of mail for the mayor’s cat. Ask the mayor’s dog.")),
    "M01": Person(phrase("Zoltan Quill"), phrase("A wizard too: his prices change while you read them.")),
    "M02": Person(
        phrase("Sister Agathe"), phrase("A cleric too: her scales are blessed, so they dare not lie.")
    ),
    "M03": Person(phrase("Dame Ottilie"), phrase("Buys by daylight, sells by candle.")),
    "M04": Person(phrase("Petronel Spice"), phrase("Her purse smells of pepper, and so do her stories.")),
    "M05": Person(phrase("Hanne Goldtooth"), phrase("Smile at her, and she knows what you can afford.")),
    "M06": Person(phrase("Widow Brandt"), phrase("Sold three ships, bought back four with the money.")),
    "M07": Person(
        phrase("Lisbet"), phrase("Carries the whole shop on her back, with a stool for the customer.")
    ),
    "M08": Person(phrase("Honest Ansel"), phrase("Gave himself the name.")),
    "M09": Person(phrase("Corneel"), phrase("Sells eels, and swears that they are young.")),
    "M10": Person(
        phrase("Yusuf of the Caravan"),
        phrase("Came for a week, nine years ago. He still haggles about the room."),
    ),
    "M11": Person(phrase("Bram Candle"), phrase("Counts his pennies by other people’s light.")),
    "M12": Person(phrase("Thaddeus"), phrase("Will sell you your own hat, cheap because it has been worn.")),
    "S01": Person(phrase("Ilario"), phrase("Winged, but takes the stairs so as not to show off.")),
    "S02": Person(
        phrase("Reyn Hawker"), phrase("The hawk on his shoulder carries the short letters, he the long ones.")
    ),
    "S03": Person(phrase("Quick Dob"), phrase("Runs faster than bad news, so he brings good.")),
    "S04": Person(phrase("Jasper Mudboot"), phrase("You can tell by his boots where the war is.")),
    "S05": Person(phrase("Lorenz"), phrase("Forgets every face, but never a word.")),
    "S06": Person(
        phrase("Piet the Whisper"), phrase("Was told it in secret. That is how he tells it to everyone.")
    ),
    "S07": Person(phrase("Crispin"), phrase("Too late for the wedding, in time for the feast.")),
    "S08": Person(phrase("Finnian"), phrase("Rode three horses tired, and kissed each on the nose.")),
    "S09": Person(phrase("Slow Hob"), phrase("Walks. The letter has waited so long already.")),
    "S10": Person(
        phrase("Stefan Lightpurse"), phrase("Carries other people’s gold, and has heard all the jokes.")
    ),
    "S11": Person(phrase("Rafe of the Bridge"), phrase("Swam it. The ink ran, but he knew it by heart.")),
    "S12": Person(phrase("Tam Nobody"), phrase("A secret spy, as the whole street will tell you.")),
    "D01": Person(phrase("Lady Ysolde"), phrase("Veiled by her hands and her hair, and nothing slips.")),
    "D02": Person(
        phrase("Carmina"), phrase("A suggestive dance: nobody says what it means, everybody knows.")
    ),
    "D03": Person(phrase("Mirabel"), phrase("Kicked out a candle four tables away, on purpose.")),
    "D04": Person(phrase("Tansy"), phrase("Learned it on a rolling barrel, so floors are easy.")),
    "D05": Person(phrase("Greta Lightfoot"), phrase("Snow keeps no print of her.")),
    "D06": Person(phrase("Zaida of the Bells"), phrase("You hear her before the door opens.")),
    "D07": Person(phrase("Old Marjory"), phrase("Danced with two emperors, and led.")),
    "D08": Person(phrase("Fleur"), phrase("Never the same step twice, whoever’s feet are there.")),
    "D09": Person(phrase("Nell Stamper"), phrase("Broke the table. Mended it herself. Broke it again.")),
    "D10": Person(phrase("Ondine"), phrase("Moves like water, but has never been seen to drink any.")),
    "D11": Person(phrase("Bettina"), phrase("Lets her shadow lead.")),
    "D12": Person(phrase("Florian"), phrase("The one man among the dancers, and the best dressed.")),
    "J01": Person(phrase("Brand the Bright"), phrase("Juggles fiery torches. The eyebrows will grow back.")),
    "J02": Person(phrase("Sharp Annis"), phrase("Juggles daggers, with a smile for whoever talks.")),
    "J03": Person(phrase("Pippa"), phrase("Five eggs in the air. Breakfast is when she stops.")),
    "J04": Person(phrase("Columbine"), phrase("Drops one on purpose, to see who picks it up for her.")),
    "J05": Person(phrase("Dorcas Nineplates"), phrase("Nine are easy, she says. The tenth is the rent.")),
    "J06": Person(phrase("Trudi"), phrase("Juggles seven small shoes until all the children are dressed.")),
    "J07": Person(phrase("Vesna"), phrase("Threw a ball up at midsummer. She is still waiting for it.")),
    "J08": Person(phrase("Hobnail Jack"), phrase("Juggles horseshoes. Stand back.")),
    "J09": Person(phrase("Marco Sixpence"), phrase("Three coins go up, two come down, and he winks.")),
    "J10": Person(phrase("Wim Blindfold"), phrase("It saves him seeing who leaves.")),
    "J11": Person(phrase("Barnaby"), phrase("Keeps four apples going until he has eaten them.")),
    "J12": Person(phrase("Tumbling Till"), phrase("Walks on his hands, so he juggles with his feet.")),
    "B01": Person(phrase("Gunther"), phrase("Bald as his anvil, so the sparks have nothing to catch.")),
    "B02": Person(phrase("Marten Wrongside"), phrase("Left-handed, so stand on the other side.")),
    "B03": Person(phrase("Big Anders"), phrase("Bends a horseshoe to say hello.")),
    "B04": Person(phrase("Cole"), phrase("Black to the elbows. On Sundays nobody knows him.")),
    "B05": Person(phrase("Wayland the Younger"), phrase("Tired of hearing about the elder.")),
    "B06": Person(phrase("Ferris the Patient"), phrase("Talks to the iron until it gives in.")),
    "B07": Person(phrase("Hamo"), phrase("Shod every horse in the county. He limps because of the last.")),
    "B08": Person(phrase("Steen"), phrase("His gate has held through three sieges. It squeaks for joy.")),
    "B09": Person(
        phrase("Ulf Nailer"), phrase("Makes a thousand nails a day. He always finds the last one barefoot.")
    ),
    "B10": Person(
        phrase("Rurik Redbeard"), phrase("The forge has half the beard by now, but he keeps the name.")
    ),
    "B11": Person(phrase("Little Thom"), phrase("Too small for the hammer, so he jumps on the bellows.")),
    "B12": Person(
        phrase("Hilde of the Forge"),
        phrase("Nobody arm-wrestles her any more, so she pays for her own beer."),
    ),
}
