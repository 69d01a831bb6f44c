"""The looks of each person of Knights' Heads, after the stories in `games/knights_heads/cards.py`."""

from __future__ import annotations

from dataclasses import dataclass

SKINS = {"fair": "#f6d9bd", "rosy": "#f2c3a0", "tan": "#d9a878", "brown": "#a9744c", "dark": "#7c5133"}
HAIRS = {
    "black": "#2a211d",
    "brown": "#5a3a22",
    "chestnut": "#7d4a26",
    "red": "#b5522a",
    "blond": "#d9b25f",
    "grey": "#a9a59c",
    "white": "#e9e5da",
    "silver": "#cdd6e2",
}


@dataclass(frozen=True, slots=True)
class Looks:
    """Skin and hair by name, and other visible features: cut, beard, what the person is known for."""

    skin: str
    hair: str
    features: frozenset[str]


def _looks(words: str) -> Looks:
    skin, hair, *features = words.split()
    return Looks(SKINS[skin], HAIRS[hair], frozenset(features))


_WORDS = {
    "K01": "rosy white full sceptre",
    "K02": "tan grey full throne",
    "K03": "brown black short ring",
    "K04": "fair white long lined",
    "K05": "fair blond smooth freckled",
    "K06": "tan chestnut pointed wink",
    "K07": "rosy red full cup",
    "K08": "dark black moustache puzzled",
    "Q01": "fair blond flowing elven",
    "Q02": "fair silver flowing halo wings",
    "Q03": "tan black bun sword",
    "Q04": "brown black flowing letter",
    "Q05": "rosy chestnut bun round",
    "Q06": "tan brown flowing cup",
    "Q07": "fair white bun lined",
    "Q08": "fair blond braids freckled",
    "Q09": "tan chestnut curls earrings",
    "Q10": "fair grey bun stern",
    "Q11": "rosy red curls uncrowned",
    "Q12": "dark black flowing earrings",
    "N01": "fair brown open asleep poppies",
    "N02": "rosy blond bare dubbed freckled",
    "N03": "tan black open",
    "N04": "fair grey open lined moustache",
    "N05": "brown black open tall",
    "N06": "fair chestnut closed hum",
    "N07": "tan brown open cup",
    "N08": "dark black open short",
    "N09": "fair black closed blackarmour",
    "N10": "rosy red open letter",
    "N11": "tan grey bare halfear moustache",
    "N12": "brown black open short mule",
    "A01": "rosy red stubble mug",
    "A02": "tan grey short pipe",
    "A03": "fair white moustache lined",
    "A04": "brown black smooth bighelmet",
    "A05": "dark black short shine",
    "A06": "fair white full lined letter",
    "A07": "tan chestnut full twohammers",
    "A08": "fair blond smooth freckled bandage",
    "A09": "rosy brown short coin",
    "A10": "tan black moustache",
    "A11": "brown grey stubble strap",
    "A12": "fair red pointed cat",
    "M01": "fair white long wizard",
    "M02": "rosy brown wimple holy",
    "M03": "tan grey bun candle",
    "M04": "brown black curls earrings",
    "M05": "fair blond bun goldtooth",
    "M06": "fair grey wimple lined",
    "M07": "rosy red braids pack",
    "M08": "tan brown moustache wink",
    "M09": "fair black stubble eel",
    "M10": "brown black full turban",
    "M11": "rosy grey smooth candle",
    "M12": "dark black pointed",
    "S01": "fair blond smooth wings",
    "S02": "tan brown stubble hawk",
    "S03": "brown black smooth wink",
    "S04": "rosy chestnut short muddy",
    "S05": "fair grey smooth puzzled",
    "S06": "tan black moustache hush",
    "S07": "dark black short",
    "S08": "rosy red smooth freckled",
    "S09": "fair white full lined",
    "S10": "brown grey stubble coin",
    "S11": "tan brown smooth wet",
    "S12": "fair black pointed mask",
    "D01": "fair chestnut flowing veiled",
    "D02": "brown black flowing rose",
    "D03": "tan red curls candle",
    "D04": "rosy blond braids freckled",
    "D05": "fair silver bun snow",
    "D06": "dark black curls bells",
    "D07": "fair white bun lined",
    "D08": "rosy brown braids flower",
    "D09": "tan chestnut braids stern",
    "D10": "fair black flowing drop",
    "D11": "brown black bun shadow",
    "D12": "tan brown short moustache",
    "J01": "rosy red stubble torches sooty",
    "J02": "tan black bun daggers",
    "J03": "fair blond braids eggs",
    "J04": "rosy brown curls freckled",
    "J05": "brown black bun plates",
    "J06": "fair chestnut curls shoes",
    "J07": "tan grey flowing oneball",
    "J08": "dark black full horseshoes",
    "J09": "tan black pointed coins wink",
    "J10": "fair brown smooth blindfold",
    "J11": "rosy blond smooth apples",
    "J12": "fair red short upside",
    "B01": "rosy brown bald full",
    "B02": "tan black short lefthand",
    "B03": "fair blond full",
    "B04": "brown black short sooty",
    "B05": "fair chestnut smooth stern",
    "B06": "dark grey full lined",
    "B07": "tan brown moustache",
    "B08": "fair grey short",
    "B09": "rosy black stubble nail",
    "B10": "fair red long",
    "B11": "rosy blond smooth freckled",
    "B12": "tan chestnut braids strong",
}
LOOKS = {card: _looks(words) for card, words in _WORDS.items()}
