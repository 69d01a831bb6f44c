"""How the chance at a table can be checked (TB-13)."""

from __future__ import annotations

from collections.abc import Iterable

from bot.names import shown
from bot.screens.parts import Scene
from bot.screens.screen import Screen, Text, say
from bot.words import _
from games.engine.record import History
from games.engine.views import Proof

LIST_LENGTH = 1200
"""So many letters of the cuts, and of the draws, are written out; the hand's file has them all."""


def fairness(scene: Scene) -> Screen:
    """What was sealed, what was opened, and how the one follows from the other."""
    view = scene.view
    parts = [
        Text("### " + _("Fair play at table {number}").format(number=view.id)),
        Text(_deck() if scene.game.is_dealt else _dice()),
        Text(_("**Sealed now:** `{commitment}`").format(commitment=view.commitment)),
    ]
    if view.proof is not None:
        parts.append(Text(_opened(view.proof)))
    parts.append(
        Text(
            _(
                "`/hand history table:{number}` gives you the last hand as a file, with the proofs of all "
                "that you saw. `python -m games verify FILE` checks it on any computer, without me."
            ).format(number=view.id)
        )
    )
    return Screen(tuple(parts))


def history_note(told: History) -> str:
    """What goes with the file of a hand."""
    words = (
        _("Hand {hand} of table {table}, as everybody saw it.")
        if told.viewer is None
        else _("Hand {hand} of table {table}, as you saw it.")
    )
    check = _("`python -m games verify FILE` checks it; cards that you did not see are not in it.")
    lines = [words.format(hand=told.hand, table=told.table), check]
    if told.withheld:
        places = ", ".join(each.where for each in told.withheld)
        until = _(told.withheld[0].until)
        lines.append(
            _("You saw what lies at {places}. Only your memory has it, {until}.").format(
                places=places, until=until
            )
        )
    return "\n".join(lines)


def cut_note(table: int, words: str) -> Screen:
    """That a cut was taken."""
    return say(
        _("Table {number}: your words “{words}” are mixed into the next hand.").format(
            number=table, words=shown(words)
        )
    )


def _dice() -> str:
    return _(
        "Every throw comes from a secret seed that is fixed before anybody presses a button. Its "
        "SHA-256 is shown under the table. Each press cuts: its number is mixed in. Afterwards the "
        "seed is opened here, and each draw can be worked out again as HMAC-SHA-256, keyed with the "
        "seed, over `[[cuts so far],draw,block]`, read as 32-bit numbers."
    )


def _deck() -> str:
    return _(
        "The order of the next deck is fixed before anybody cuts it. Each card lies in a numbered slot, and "
        "is hashed with its slot and random bytes of its own. All hashes together make one tree; its root "
        "is shown under the table, and tells nobody anything. Then you cut: by the press that has the cards "
        "dealt, or before it by `/hand cut` with words of your own. Root and cuts decide from which slot "
        "each card is dealt, so neither I nor any player alone can choose. After the hand you get slot, "
        "bytes and path of every card that you saw: hashed together they give the root, or somebody "
        "cheated. A card that was never shown to you stays a secret, even then."
    )


def _opened(proof: Proof) -> str:
    return "\n".join(
        [
            _("**The hand before:** seed `{seed}`").format(seed=proof.seed),
            _("Its cuts, in order: {cuts}").format(cuts=_listed(map(shown, proof.cuts))),
            _("How many cuts came before each draw: {draws}").format(draws=_listed(map(str, proof.draws))),
        ]
    )


def _listed(words: Iterable[str]) -> str:
    """One after the other, as many as there is room for."""
    told: list[str] = []
    room = LIST_LENGTH
    for each in words:
        room -= len(each) + 2
        if room < 0:
            return ", ".join([*told, "…"])
        told.append(each)
    return ", ".join(told) or _("none")
