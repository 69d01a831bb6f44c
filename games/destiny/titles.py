"""The titles of Destiny (TB-21)."""

from __future__ import annotations

from games.engine.core.errors import phrase
from games.engine.core.titles import WON, earned_by

BLIND, ACE, BLIND_ACE, JOKER = "won_blind", "won_ace", "won_blind_ace", "won_joker"
LOW, UNLOOKED, LAST = "won_low", "won_unlooked", "won_last_of_field"

TITLES = (
    earned_by("destiny_won", phrase("Hand of Destiny"), phrase("won a hand of Destiny"), WON),
    earned_by(
        "destiny_blind", phrase("Blind Faith"), phrase("won with a card drawn blind from the deck"), BLIND
    ),
    earned_by(
        "destiny_blessings",
        phrase("Seven Blessings"),
        phrase("had seven cards drawn blind turned over"),
        "blind",
        times=7,
    ),
    earned_by("destiny_ace", phrase("Ace of the House"), phrase("won with an Ace"), ACE),
    earned_by(
        "destiny_blind_ace", phrase("Heaven’s Own Ace"), phrase("won with an Ace drawn blind"), BLIND_ACE
    ),
    earned_by("destiny_joker", phrase("The Joker’s Friend"), phrase("won with a joker"), JOKER),
    earned_by("destiny_low", phrase("Little Giant"), phrase("won with a 5 or lower"), LOW),
    earned_by(
        "destiny_unlooked",
        phrase("Eyes Closed"),
        phrase("won with a card from the field, without a look in that hand"),
        UNLOOKED,
    ),
    earned_by(
        "destiny_last", phrase("Last of the Field"), phrase("won the hand that emptied the field"), LAST
    ),
)
