"""The first hand of a game that brings no lesson: one hand, always dealt alike, with what the coach says."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from bot.screens.core.presenter import GamePresenter, filled
from bot.screens.learn.lesson import LEARNER, LessonChoice, LessonStep, Script, ScriptedTable, lay
from bot.text.translate import _
from games.engine.core.game import CHANCE_SEAT, AnyGame
from games.engine.core.offers import Answer, NumberOffer, Offer, PickOffer, SplitOffer, find
from games.engine.provable_chance import Draw, Seal

NAMES = ("Uncle Vask", "Odo", "Sera", "Ilka", "Bran", "Tam", "Wil", "Nell", "Jory", "Pia", "Rune", "Hob")
SEATS = 3
"""The players of the hand, if the game can have so many."""
STEPS_MAX = 7
"""The maximum number of questions to the learner; the rest of the hand is played for them."""


def plain_lesson(game: AnyGame) -> Callable[[GamePresenter, str], Script]:
    """Return the script of a game's first hand."""
    return partial(_script, game)


def _script(game: AnyGame, face: GamePresenter, name: str) -> Script:
    seats = max(game.seats.start, min(SEATS, game.seats.stop - 1))
    table = lay(game, face, name, *NAMES[: seats - 1], stack=game.buy_in)
    chance = Draw(Seal("0" * 64, cards=game.deck(game.house_rules(), None)))
    asked = 0
    texts: tuple[str, ...] = (_(face.intro),)
    while not table.is_over:
        seat = min(game.to_act(table.state))
        if seat == CHANCE_SEAT:
            table = table.laid(game.chance_move(table.state, chance))
            continue
        offers = game.offers(table.state, seat)
        answer = game.decide(game.recollection(table.state, seat), offers, chance)
        if seat == LEARNER and asked < STEPS_MAX:
            asked += 1
            choices = tuple(_choice(face, each, table, answer) for each in offers)
            pressed = yield LessonStep((*texts, *_told(table, offers)), choices)
            texts = ()
            answer = _answer(find(offers, pressed), answer)
        table = table.answered(seat, answer.key, *answer.numbers)
    yield LessonStep((*texts, table.headline, _("That’s {game}.").format(game=_(game.title))))


def _told(table: ScriptedTable, offers: tuple[Offer[Any], ...]) -> tuple[str, ...]:
    """Return the last events, the learner's cards and the coach's hint."""
    view, face = table.view, table.face
    events = (face.event(each, view) for each in table.story[-3:])
    hint = table.game.advice(table.game.recollection(table.state, LEARNER), offers)
    said = () if hint is None else (filled(hint.template, hint, view),)
    return (*filter(None, events), *face.own(view).texts, *said)


def _choice(face: GamePresenter, offer: Offer[Any], table: ScriptedTable, usual: Answer) -> LessonChoice:
    look = face.face(offer, table.view)
    numbers = _answer(offer, usual).numbers
    label = f"{look.label} {numbers[0]}" if isinstance(offer, NumberOffer | SplitOffer) else look.label
    return LessonChoice(offer.key, label, look.style, look.emoji)


def _answer(offer: Offer[Any], usual: Answer) -> Answer:
    """Return a master's answer, or else the least that this offer takes."""
    if offer.key == usual.key:
        return Answer(usual.key, usual.numbers)
    if isinstance(offer, PickOffer):
        return Answer(offer.key, tuple(range(offer.count)))
    return Answer(offer.key, (offer.least,) if isinstance(offer, NumberOffer | SplitOffer) else ())
