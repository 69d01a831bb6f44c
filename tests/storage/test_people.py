"""Keepsakes, preferences, recorded interactions, and the pulse."""

from __future__ import annotations

from storage import leases
from storage.db.transaction import Transaction
from storage.people import preferences
from storage.people.preferences import Preferences
from storage.play import postings
from storage.play.postings import KEPT_SECONDS
from tests.storage.both import clear
from tests.storage.toy import TOY, Charm

SERVER = 7


def test_a_keepsake_is_a_players_in_one_server(tx: Transaction) -> None:
    """SH-3: a keepsake is a player's own in one server; the server may have one too."""
    preferences.put_keepsake(tx, SERVER, 11, TOY, Charm(1, "first"))
    preferences.put_keepsake(tx, SERVER, 11, TOY, Charm(3, "home"))
    preferences.put_keepsake(tx, SERVER, preferences.SERVER, TOY, Charm(5, "the house's"))
    preferences.put_keepsake(tx, 8, 12, TOY, Charm(4, "elsewhere"))

    assert preferences.keepsake_of(tx, SERVER, 11, TOY) == Charm(3, "home")
    assert preferences.keepsake_of(tx, SERVER, 12, TOY) is None
    assert preferences.keepsake_of(tx, SERVER, preferences.SERVER, TOY) == Charm(5, "the house's")
    assert preferences.keepsakes(tx, SERVER, TOY) == ((11, Charm(3, "home")),)


def test_a_keepsake_can_be_cleared(tx: Transaction) -> None:
    """A keepsake can be deleted once."""
    preferences.put_keepsake(tx, SERVER, 11, TOY, Charm(3, "home"))

    assert [preferences.drop_keepsake(tx, SERVER, 11, TOY) for _ in range(2)] == [True, False]
    assert preferences.keepsake_of(tx, SERVER, 11, TOY) is None


def test_preferences_are_a_persons(tx: Transaction) -> None:
    """Cards are on the panel and pings are late by default."""
    assert preferences.load(tx, 11) == Preferences("panel", "late")

    preferences.save(tx, 11, Preferences("dm", "never"))
    preferences.save(tx, 11, Preferences("dm", "at_once", "words"))
    assert preferences.load(tx, 11) == Preferences("dm", "at_once", "words")
    assert preferences.load(tx, 12) == Preferences()


def test_f22_the_same_interaction_acts_once(tx: Transaction) -> None:
    """F-22: the same interaction twice has one effect, and the same response."""
    assert postings.done_by_press(tx, 2**60) is None
    assert postings.remember_press(tx, 2**60, 1.0) is True
    postings.conclude_press(tx, 2**60, "You threw 1-4-7.")

    assert postings.remember_press(tx, 2**60, 2.0) is False
    assert postings.done_by_press(tx, 2**60) == "You threw 1-4-7."


def test_old_interactions_are_forgotten(tx: Transaction) -> None:
    """Interactions from before the retention time are deleted, and no others."""
    postings.remember_press(tx, 1, 10.0)
    postings.remember_press(tx, 2, 20.0)

    assert clear(tx, postings.EXPIRING, 20.0 + KEPT_SECONDS) == 1
    assert [postings.remember_press(tx, number, 30.0) for number in (1, 2)] == [True, False]


def test_the_pulse_is_the_last_one(tx: Transaction) -> None:
    """F-17: the stored time is the last one at which the bot was alive."""
    assert leases.last_alive(tx) is None

    leases.note_alive(tx, 1.0)
    leases.note_alive(tx, 2.5)
    assert leases.last_alive(tx) == 2.5
