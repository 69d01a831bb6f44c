"""What lies there when cards are laid in order and called by name (DV-10, DV-11)."""

from __future__ import annotations

from operator import attrgetter

from games.dividha.hands import DividhaHand, broken, hand_of, places_of
from games.dividha.model import DividhaRules
from games.dividha.readings import ANY_STRAIGHT, DIVINE_INTERVENTION, Reading, readings


def as_laid(face_up: tuple[str, ...], rules: DividhaRules, called: int | None = None) -> DividhaHand:
    """The hand that five cards are, laid from the top down and called by the number of its name.

    The order counts under the Rule of Order, the call under the Aural Rule only. A hand
    that is not what it should be is broken. A Divine Intervention is one whatever is called (DV-11).
    """
    found = list(readings(face_up, divine_intervention=rules.divine_intervention))
    hands = {each: hand_of(each, face_up) for each in found}
    is_divine = found[0].number == DIVINE_INTERVENTION
    if rules.aural_rule and not is_divine:
        hands = {each: hand for each, hand in hands.items() if each.number == called}
    else:
        highest = max(hand.key for hand in hands.values())
        hands = {each: hand for each, hand in hands.items() if hand.key == highest}
    if rules.rule_of_order:
        hands = {each: hand for each, hand in hands.items() if _lies_right(each, face_up)}
    return max(hands.values(), key=attrgetter("key"), default=broken(face_up))


def _lies_right(reading: Reading, face_up: tuple[str, ...]) -> bool:
    """Whether the cards of this hand lie on top, and there in a right order."""
    top = face_up[: len(reading.reads)]
    return reading.cards == set(top) and _is_in_order(reading, top)


def _is_in_order(reading: Reading, top: tuple[str, ...]) -> bool:
    wild = {read.card for read in reading.reads if read.is_wild}
    if reading.number == DIVINE_INTERVENTION:
        return True
    if wild and top[0] not in wild:
        return False
    places = places_of(reading)
    laid = [places[card] for card in top if card not in wild]
    if reading.number in ANY_STRAIGHT:
        return laid == sorted(laid, reverse=True)
    return laid[0] == max(laid)
