"""The lesson of a game without one of its own: one hand, always dealt the same, with the coach's hints."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from bot.screens.core.presenter import GamePresenter, fill_in
from bot.screens.learn.lesson import LEARNER, LessonChoice, LessonStep, Script, ScriptedTable, scripted_table
from bot.text.translate import _
from games.engine.core.game import CHANCE_SEAT, AnyGame
from games.engine.core.offers import Answer, NumberOffer, Offer, PickOffer, SplitOffer, find
from games.engine.provable_chance import Draw, Seal

NAMES = ("Uncle Vask", "Odo", "Sera", "Ilka", "Bran", "Tam", "Wil", "Nell", "Jory", "Pia", "Rune", "Hob")
SEATS = 3
"""The number of players of the hand, if the game allows it."""
STEPS_MAX = 7
"""The maximum number of questions to the learner; the rest of the hand is played for them."""


def plain_lesson(game: AnyGame) -> Callable[[GamePresenter, str], Script]:
    """Return the script of a game's first hand."""
    return partial(_script, game)


def _script(game: AnyGame, face: GamePresenter, name: str) -> Script:
    seats = max(game.seats.start, min(SEATS, game.seats.stop - 1))
    table = scripted_table(game, face, name, *NAMES[: seats - 1], stack=game.buy_in)
    chance = Draw(Seal("0" * 64, cards=game.deck(game.house_rules(), None)))
    question_count = 0
    texts: tuple[str, ...] = (_(face.intro),)
    while not table.is_over:
        seat = min(game.to_act(table.state))
        if seat == CHANCE_SEAT:
            table = table.dealt(game.chance_move(table.state, chance))
            continue
        offers = game.offers(table.state, seat)
        answer = game.decide(game.recollection(table.state, seat), offers, chance)
        if seat == LEARNER and question_count < STEPS_MAX:
            question_count += 1
            choices = tuple(_choice(face, each, table, answer) for each in offers)
            pressed = yield LessonStep((*texts, *_told(table, offers)), choices)
            texts = ()
            answer = _answer(find(offers, pressed), answer)
        table = table.answered(seat, answer.key, *answer.numbers)
    yield LessonStep((*texts, table.headline, _("That’s {game}.").format(game=_(game.title))))


def _told(table: ScriptedTable, offers: tuple[Offer[Any], ...]) -> tuple[str, ...]:
    """Return the latest events, the learner's cards and the coach's hint."""
    view, face = table.view, table.face
    events = (face.event(each, view) for each in table.story[-3:])
    hint = table.game.advice(table.game.recollection(table.state, LEARNER), offers)
    hint_texts = () if hint is None else (fill_in(hint.template, hint, view),)
    return (*filter(None, events), *face.own(view).texts, *hint_texts)


def _choice(face: GamePresenter, offer: Offer[Any], table: ScriptedTable, masters: Answer) -> LessonChoice:
    look = face.face(offer, table.view)
    numbers = _answer(offer, masters).numbers
    label = f"{look.label} {numbers[0]}" if isinstance(offer, NumberOffer | SplitOffer) else look.label
    return LessonChoice(offer.key, label, look.style, look.emoji)


def _answer(offer: Offer[Any], masters: Answer) -> Answer:
    """Return the master's answer if it answers this offer; else the offer's smallest answer."""
    if offer.key == masters.key:
        return Answer(masters.key, masters.numbers)
    if isinstance(offer, PickOffer):
        return Answer(offer.key, tuple(range(offer.count)))
    return Answer(offer.key, (offer.least,) if isinstance(offer, NumberOffer | SplitOffer) else ())
