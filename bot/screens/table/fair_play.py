"""Screens about fair play: the seal, the cuts, and how to verify a hand (TB-13)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import Any

from bot.custom_ids import table_id
from bot.screens.core.presenter import TablePresenter
from bot.screens.core.screen import Button, Form, Screen, Text, line_form, rows, say
from bot.screens.table.hand_result import save_buttons
from bot.screens.table.scenes import Scene, cut_buttons
from bot.text.translate import _, shown
from games.engine.core.errors import N_
from games.engine.history import History
from games.engine.provable_chance import Cut
from games.engine.table.views import TableView
from games.tools.replay import EveningFile

LIST_LENGTH = 600
"""The maximum length of the list of cuts; the hand's file has all of them."""


def fairness(scene: Scene, *, may_cut: bool, is_abroad: bool = False) -> Screen:
    """Return the seals, the cuts, the last hand's seed, and what they promise.

    `is_abroad`: the table is outside the bot's servers, where no command leads to the hand's file.
    """
    view = scene.view
    parts = [
        "### " + _("Fair play at table {number}").format(number=view.id),
        _procedure(is_dealt=scene.game.is_dealt),
        promise(),
    ]
    if view.phase != "closed":
        parts.append(_("**Sealed:** {seals}").format(seals=_seals(scene)))
    if view.hands and (_is_under_way(view) or view.proof is None):
        words = scene.face.reword(N_("**Mixed into hand {number}:** {cuts}"))
        parts.append(words.format(number=view.hands, cuts=cut_list(view.cuts)))
    if view.proof is not None:
        parts.append(
            "\n".join(
                [
                    scene.face.reword(N_("**The hand before:** seed `{seed}`")).format(seed=view.proof.seed),
                    _("Mixed into it: {cuts}").format(cuts=cut_list(view.proof.cuts)),
                ]
            )
        )
    parts.extend(_way_to_file(scene, is_abroad=is_abroad))
    parts.append("\n".join(f"-# {each}" for each in algorithm_lines(is_dealt=scene.game.is_dealt)))
    buttons = (
        [] if view.phase == "closed" else [Button(_("Keep the seal"), table_id(view.id, "keep"), "main")]
    )
    if may_cut:
        buttons.extend(cut_buttons(scene))
    if is_abroad:
        buttons.extend(save_buttons(scene))
    return Screen((*map(Text, parts), *rows(buttons)))


def _way_to_file(scene: Scene, *, is_abroad: bool) -> Iterator[str]:
    words = scene.face.reword(
        N_(
            "`/hand history table:{number}` gives you the last hand as a file, with proofs of everything "
            "you saw."
        )
    )
    if is_abroad:
        # Outside the bot's servers, users can only throw dice.
        words = _("*Save all* gives you the round as a file, with proofs of everything you saw.")
    check = _(
        "`taproom verify FILE` checks it on any computer, without me, and shows the seal: compare it "
        "with the one you kept."
    )
    if not is_abroad or scene.view.evening.hands:
        yield f"{words.format(number=scene.view.id)} {check}"


def cut_form(action: str) -> Form:
    """Return a form for a user's own words to mix in (TB-13, TN-22)."""
    return line_form(_("Words to mix in"), action, _("Your words"), _("Any words of your own"))


def kept_seal(scene: Scene, now: datetime) -> Screen:
    """Return a table's current seals, for users to copy."""
    view = scene.view
    lines = [
        _("Taproom, table {table}").format(table=view.id),
        f"{now:%Y-%m-%d %H:%M:%S} UTC",
        scene.face.reword(N_("hand {number}, seal:")).format(number=view.hands + (not _is_under_way(view))),
        *view.seals,
    ]
    if view.next_commitment is not None:
        lines += [
            scene.face.reword(N_("hand {number}, seal:")).format(number=view.hands + 1),
            view.next_commitment,
        ]
    return say(
        _("Copy this to where only you can change it: messages like this one vanish."),
        "```\n" + "\n".join(lines) + "\n```",
        scene.face.reword(N_("After the hand, compare it with what `taproom verify FILE` says of its file.")),
    )


def history_note(history: History, face: TablePresenter) -> str:
    """Return the text sent with a hand's file."""
    check = _(
        "`taproom verify FILE` checks it, and shows the seal: compare it with the one you kept. "
        "Cards that you didn’t see are not in it."
    )
    lines = [_hand_in_file(history.table, history.hand, history.viewer, face), check]
    if history.withheld:
        places = ", ".join(each.where for each in history.withheld)
        until = _(history.withheld[0].until)
        lines.append(
            _("You saw what’s at {places}. You have to remember it yourself, {until}.").format(
                places=places, until=until
            )
        )
    return "\n".join(lines)


def evening_note(table: int, file: EveningFile, face: TablePresenter) -> str:
    """Return the text sent with a file of several hands."""
    first, last = file.hands[0], file.hands[-1]
    words = _("Table {table}, {hands} ({first}–{last}), as you saw them.")
    if file.viewer is None:
        words = _("Table {table}, {hands} ({first}–{last}), as everybody saw them.")
    range_text = words.format(table=table, hands=face.hands(len(file.hands)), first=first, last=last)
    check = _("`taproom verify FILE` checks all of it. Cards that you didn’t see are not in it.")
    lines = [_hand_in_file(table, first, file.viewer, face) if first == last else range_text, check]
    if file.rest is not None:
        lines.append(_("That’s all the file has room for. Press “The rest” for what follows."))
    return "\n".join(lines)


def rest_buttons(table: int, file: EveningFile) -> list[Button]:
    """Return the button to the hands that did not fit into the file, if any."""
    return [] if file.rest is None else [Button(_("The rest"), table_id(table, "evening", file.rest))]


def _hand_in_file(table: int, hand: int, viewer: int | None, face: TablePresenter) -> str:
    """Return the sentence that names the hand in a file, and its viewer."""
    words = N_("Hand {hand} of table {table}, as everybody saw it.")
    if viewer is not None:
        words = N_("Hand {hand} of table {table}, as you saw it.")
    return face.reword(words).format(hand=hand, table=table)


def cut_note(scene: Scene, words: str) -> Screen:
    """Return the note that a user's cut is mixed into the next hand."""
    view = scene.view
    is_next = scene.game.is_dealt or view.next_commitment is None
    return say(
        scene.face.reword(
            N_("Table {table}: your words “{words}” are mixed into hand {hand}, sealed with `{seal}`.")
        ).format(
            table=view.id,
            words=shown(words),
            hand=view.hands + 1,
            seal=view.commitment if is_next else view.next_commitment,
        )
    )


def promise() -> str:
    """Return what seals and cuts guarantee, and what they do not (TB-13)."""
    return _(
        "**What that promises:** I can’t choose the chance after I’ve shown its seal, unless I’m in league "
        "with the last player who cuts. If nobody cuts, you have to trust me. I leave nobody’s cut out: "
        "once play has begun, everybody sees all of them here and in the file."
    )


def _procedure(*, is_dealt: bool) -> str:
    """Return the procedure of seal and cuts in a few plain sentences."""
    if is_dealt:
        return _(
            "I fix the order of the next deck and show you its seal, like a closed envelope. Then each of "
            "you may cut with words of your own, once, and they decide from where in the deck each card is "
            "dealt. After the hand you can check every card that you saw, and a card that you never saw "
            "stays a secret."
        )
    return _(
        "I fix a secret before each round and show you its seal, like a closed envelope. Then each of you "
        "may mix in words of your own, once, and they change every throw. After the round I open the "
        "envelope, and anyone can work out every throw again."
    )


def algorithm_lines(*, is_dealt: bool) -> Iterator[str]:
    """Yield the procedure in enough detail to program it; `docs/develop/fair-chance.md` has examples."""
    yield _(
        "**To work it out yourself:** each draw is HMAC-SHA-256 over the text `[[cuts],draw,block]` in "
        "UTF-8, as `JSON.stringify` writes it. The cuts are sorted by their UTF-8 bytes. My draws of a hand "
        "or round are numbered 0, 1, 2 and so on, and so are the blocks of a draw. A block is eight numbers "
        "of 32 bits, big-endian. To get one below n, I divide the next of them by n and keep the rest; I "
        "skip those from 2³² − (2³² mod n) on."
    )
    if not is_dealt:
        yield _(
            "**Dice:** the key is the seed, 32 bytes, and its SHA-256 is the seal. Each throw is a draw: "
            "three numbers below 8, and each plus 1 is a die."
        )
        return
    yield _(
        "**Cards:** the key is the seal, 32 bytes, and the draw is 0. Lay the slots 0, 1, 2 and so on in a "
        "row. From the last place i down to place 1, draw a number below i + 1 and swap place i with the "
        "place of that number. Each place is dealt from the slot that lies there, place 0 first."
    )
    yield _(
        "The file has the slot and the salt of every card that you saw. Its leaf is the SHA-256 of a byte 0 "
        "and the text `slot card salt`, with the salt in hex. Two neighbours make the SHA-256 of a byte 1 "
        "and both; a last one without a neighbour moves up as it is. At the top is the seal. One leaf more, "
        "`lots`, lies after the last slot: its salt is the key of whatever else I draw in the hand."
    )


def _is_under_way(view: TableView[Any]) -> bool:
    return view.phase == "playing" and not view.is_resting


def _seals(scene: Scene) -> str:
    """Return the seals of all decks in play, the current hand's last; with dice, also the next hand's."""
    view = scene.view
    lines = [f"`{each}`" for each in view.seals]
    if view.next_commitment is not None:
        words = scene.face.reword(N_("for the next hand `{seal}`"))
        lines.append(words.format(seal=view.next_commitment))
    return "\n".join(lines)


def cut_list(cuts: Iterable[Cut]) -> str:
    """Return the cuts with their players' names, as many as fit."""
    entries: list[str] = []
    room = LIST_LENGTH
    for cut in cuts:
        words = _("{name}: “{words}”").format(name=shown(cut.name), words=shown(cut.words))
        room -= len(words) + 2
        if room < 0:
            return ", ".join([*entries, "…"])
        entries.append(words)
    return ", ".join(entries) or _("nobody cut")
