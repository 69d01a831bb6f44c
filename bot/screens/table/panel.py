"""The private panel: the viewer's cards, the viewer's buttons, and confirmations."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, assert_never

from bot.custom_ids import table_id
from bot.screens.core import table_blocks
from bot.screens.core.betting import BettingScreen
from bot.screens.core.picture import Picture, described
from bot.screens.core.screen import ActionRow, Button, Form, Part, Screen, Text, TextField, rows
from bot.screens.core.table_blocks import (
    NO_CARDS,
    SHORT,
    OwnBlock,
    Result,
    field_buttons,
    field_text,
    own_picture,
    plain,
)
from bot.screens.core.tiles import Field
from bot.screens.server.own_limits import keep_out_button
from bot.screens.table import hand_result, scenes
from bot.screens.table import turn as turns
from bot.screens.table.recap import again_button, evening_parts
from bot.screens.table.scenes import (
    Scene,
    asked_here,
    closing,
    draw_scene,
    offer_parts,
    split_small_lines,
    table_named,
)
from bot.screens.table.table_people import reasoned
from bot.screens.table.turn import (
    absence_asked,
    agreeing_buttons,
    owed_blind,
    own_wish,
    pause_asked,
    time_left,
    turn,
)
from bot.text.translate import _, number
from games.engine.core.errors import N_
from games.engine.core.offers import NumberOffer, PickOffer, SplitOffer
from games.engine.table.seating import LeaveOutcome
from games.engine.table.views import Question, TableView

PANEL_TABLES_MAX = 3
"""The maximum number of tables that one panel names."""


def panel_screen(scene: Scene, others: Sequence[Scene] = (), order: str = "") -> Screen:
    """Return a player's panel at a table; a small line names the player's other tables.

    `order` is how the cards are sorted.
    """
    return draw_scene(
        scene, lambda own: Screen((*_panel(own, order), Text(_small(own, others))), own.face.accent)
    )


def panel_answers(scene: Scene, order: str = "") -> tuple[Part, ...]:
    """Return the viewer's buttons, for a frontend that draws the cards itself."""
    question, field = asked_here(scene, mine=True), None
    if scene.view.hand is not None and not scene.view.is_resting:
        field = scene.face.field(scene.view, question)
    return _to_press(scene, order, question, field)


def _small(scene: Scene, others: Sequence[Scene]) -> str:
    """Return the last, small lines: the deadline, this table, and the viewer's other tables."""
    table = table_named(scene)
    where = table if scene.link is None else _linked(table, scene.link)
    coins = _pot_and_stack_line(scene) if scene.advice is not None and scene.pictures != "never" else ""
    # The tallest panel has a coach's word; it is open at its table, unless a link leads there.
    is_named = scene.advice is None or scene.link is not None or bool(others)
    line = " · ".join(filter(None, [coins, time_left(scene), where if is_named else ""]))
    if scene.view.is_resting and (begins := hand_result.beginning_line(scene)):
        line = f"{begins}\n-# {where}"
    return "\n".join([f"-# {line}", *(_elsewhere(others) if others else ())])


def _linked(words: str, where: str) -> str:
    return f"[{words} ↗]({where})"


def _elsewhere(others: Sequence[Scene]) -> tuple[str, ...]:
    """Return a small line with the viewer's other tables, and where it is their turn."""
    playing = [each for each in others if each.view.phase == "playing" and each.view.viewer is not None]
    if not playing:
        return ()
    tables = " · ".join(map(_table_link, playing))
    return ("-# " + _("Also: {tables}").format(tables=tables),)


def _table_link(scene: Scene) -> str:
    words = _("{game}, table {number}").format(game=_(scene.game.title), number=scene.view.id)
    text = words if scene.tournament is None else table_named(scene)
    if scene.link is not None:
        text = _linked(text, scene.link)
    is_asked = any(each.seat == scene.view.viewer for each in scene.view.questions)
    return _("{table}, **your turn**").format(table=text) if is_asked else text


def coach_line(scene: Scene) -> tuple[Text, ...]:
    """Return the coach's advice, if any."""
    if scene.advice is None:
        return ()
    return (Text(_("**Coach:** {advice}").format(advice=reasoned(scene, scene.advice))),)


def _own_buttons(scene: Scene, order: str) -> list[Button]:
    """Return the buttons for a hint, against the coach, for other orders of the cards, and of the game."""
    view, buttons = scene.view, []
    if view.hand is None or view.viewer not in view.hand_seats:
        return []
    if scene.has_hints and any(each.seat == view.viewer for each in view.questions):
        # Translators: a button: what a master would do.
        buttons.append(Button(_("Hint"), table_id(view.id, "hint")))
    if scene.advice is not None:
        buttons.append(Button(_("No coach"), table_id(view.id, "coach_off")))
    current = order if order in scene.face.orders else next(iter(scene.face.orders), "")
    buttons += [
        Button(_(label), table_id(view.id, "sort", key))
        for key, label in scene.face.orders.items()
        # In a picture the cards have one fixed order.
        if key != current and scene.pictures == "never"
    ]
    return [*buttons, *scene.face.buttons(view)]


def _panel(scene: Scene, order: str) -> tuple[Part, ...]:
    view = scene.view
    if view.phase == "closed":
        lines = [closing(scene) or _("This table is closed.")]
        if (result := hand_result.last_result(scene)) is not None:
            titles = dict.fromkeys([hand_result.headline(scene, result), hand_result.own_headline(scene)])
            lines += [*(f"**{each}**" for each in titles if each), *_own_ending(scene, result)]
        return (Text("\n".join([_panel_title(scene), *lines])), *_to_press(scene, order))
    if view.viewer is None and scene.is_broke:
        return _broke(scene)
    if view.viewer is None:
        words = _("You’re not sitting at this table.")
        return (Text(_panel_title(scene)), Text(words), *_to_press(scene, order))
    if view.phase == "lobby":
        waits = _("You’re in. Your turns come here when the game starts.")
        return (Text(f"{_panel_title(scene)}\n{waits}"),)
    if view.is_resting:
        _buttons, words = hand_result.next_hand(scene)
        words = "\n".join(filter(None, [own_wish(scene), pause_asked(scene), owed_blind(scene), words]))
        return _after_hand(scene, words, _to_press(scene, order))
    question, face = asked_here(scene, mine=True), scene.face
    own, field = NO_CARDS, None
    why: tuple[str, ...] = ()
    if view.hand is not None:
        own, field = held(scene, order), face.field(view, question)
        # If the next hand begins at once, or a vote follows, the last result is shown until the next event.
        why = face.result(view).own if face.shows_result(view) and view.viewer in view.hand_seats else ()
    title, cards = own_parts(scene, own, None if field is not None and field.is_pressed else field)
    picture = next((each for each in cards if isinstance(each, Picture)), None)
    has_pot = bool(own.around) if picture is None else bool(picture.stage)
    coins = "" if has_pot or scene.advice is not None else _pot_and_stack_line(scene)
    notes = own_wish(scene), pause_asked(scene), absence_asked(scene) if view.absence else ""
    return (
        Text("\n".join(filter(None, [title, turn(scene), coins, *why, *notes]))),
        *cards,
        *coach_line(scene),
        *_to_press(scene, order, question, field),
    )


def _to_press(
    scene: Scene, order: str, question: Question | None = None, field: Field | None = None
) -> tuple[Part, ...]:
    """Return all buttons of the panel, on the field and below it."""
    view, face = scene.view, scene.face
    if view.phase == "closed":
        buttons = [*again_button(scene), *_keep(scene), *_way_out(scene)]
        return (*evening_parts(scene), *rows(buttons))
    if view.viewer is None:
        return rows(_way_out(scene))
    if view.phase == "lobby":
        return ()
    if view.is_resting:
        return _to_go_on(scene)
    grid = field if field is not None and field.is_pressed else None
    return (
        *(() if grid is None else field_buttons(grid, view.id)),
        *_below(face.over_asides(view), offer_parts(scene, _optional_acts(view, is_list=False))),
        *_below(face.over_answers(view), offer_parts(scene, question, grid, _own_buttons(scene, order))),
        *offer_parts(scene, _optional_acts(view, is_list=True)),
        *rows(
            [
                *turns.post_button(scene),
                *turns.back_button(scene),
                *agreeing_buttons(scene),
                *_way_out(scene),
            ]
        ),
    )


def _to_go_on(scene: Scene) -> tuple[ActionRow, ...]:
    """Return the buttons between two hands."""
    buttons, _words = hand_result.next_hand(scene)
    seat = [*hand_result.show_button(scene), *turns.sitting_buttons(scene)]
    others = [*(scene.face.buttons(scene.view) if scene.view.hand is not None else ()), *_way_out(scene)]
    return rows([*buttons, *seat, *hand_result.look_back(scene), *others])


def held(scene: Scene, order: str = "") -> OwnBlock:
    """Return the viewer's cards; for a viewer who is not in the hand, when they will be."""
    if scene.view.viewer in scene.view.hand_seats:
        own = scene.face.own(scene.view, order)
        if not own.measure or scene.advice is not None:
            return own
        first, *others = own.texts
        return replace(own, texts=(f"{first} · {own.measure}", *others))
    return OwnBlock(texts=(owed_blind(scene) or _(scene.face.newcomer),))


def own_parts(scene: Scene, own: OwnBlock, field: Field | None) -> tuple[str, tuple[Part, ...]]:
    """Return the panel's title, and the viewer's cards as a picture or text, with notes.

    A panel with a picture omits the line about the table, since the table's picture shows the same.
    """
    is_painted = scene.pictures != "never" and scene.view.viewer in scene.view.hand_seats
    picture = own_picture(own, field) if is_painted else None
    if picture is not None:
        picture = _with_pot_and_stack(scene, picture)
    own = _with_stack(scene, own)
    words, notes = (
        table_blocks.own_card_lines(own, scene.face.in_a_line),
        [*own.texts, *filter(None, [own.caution])],
    )
    if field is not None:
        (words if picture is not None else notes).append(field_text(field))
    notes += own.news
    (words if picture is not None else notes).extend(own.around)
    is_titled = picture is not None or len(own.tiles) > SHORT
    title = _panel_title(scene, own.title if is_titled else "")
    return title, scenes.picture_or_text(words, picture, *notes, *own.hints)


def _pot_and_stack_line(scene: Scene) -> str:
    """Return the pot and the viewer's stack as text if the viewer is to bet; else empty."""
    amounts = _pot_and_stack(scene)
    if amounts is None:
        return ""
    pot, stack = amounts
    return _("{pot} · you have **{stack}** left").format(pot=table_blocks.pot_line(pot), stack=number(stack))


def _with_pot_and_stack(scene: Scene, picture: Picture) -> Picture:
    """Return the picture of the viewer's cards with pot and stack; a field leaves room for the pot alone."""
    amounts = _pot_and_stack(scene)
    if amounts is None:
        return picture
    pot, stack = amounts
    # With the coach's advice the tallest panel has no height left, so its last line has pot and stack.
    if scene.advice is not None and picture.field is None:
        return replace(
            picture, description=described([picture.description, plain(_pot_and_stack_line(scene))])
        )
    stack_text = "" if picture.field is not None else _("you have {stack} left").format(stack=number(stack))
    description = described([picture.description, plain(_pot_and_stack_line(scene))])
    return replace(picture, description=description, pot=number(pot), stage=stack_text)


def _with_stack(scene: Scene, own: OwnBlock) -> OwnBlock:
    """Return the block of the viewer's cards, in whose words the stack follows the pot."""
    amounts, line = _pot_and_stack(scene), _pot_and_stack_line(scene)
    if amounts is None:
        return own
    pot = table_blocks.pot_line(amounts[0])
    around = (each if each.startswith(line) else each.replace(pot, line, 1) for each in own.around)
    return replace(own, around=tuple(around))


def _pot_and_stack(scene: Scene) -> tuple[int, int] | None:
    view = scene.view
    if not isinstance(scene.face, BettingScreen) or view.hand is None or view.viewer is None:
        return None
    is_asked = any(each.seat == view.viewer for each in view.questions)
    betting = view.hand.betting
    if view.is_resting or not is_asked or betting.to_act != view.viewer:
        return None
    return betting.pot, betting.acting.stack


def _optional_acts(view: TableView[Any], *, is_list: bool) -> Question | None:
    """Return the viewer's optional acts: those with a select (`is_list`), or all others."""
    if view.asides is None:
        return None
    offers = tuple(each for each in view.asides.offers if isinstance(each, PickOffer) is is_list)
    return replace(view.asides, offers=offers)


def _below(words: str, parts: tuple[Part, ...]) -> tuple[Part, ...]:
    return (Text(words), *parts) if words and parts else parts


def _keep(scene: Scene) -> list[Button]:
    view = scene.view
    is_theirs = view.hand is not None and view.viewer in view.hand_seats
    return [hand_result.keep_button(scene.face, view.id, view.hands)] if is_theirs else []


def _way_out(scene: Scene) -> list[Button]:
    """Return the button to self-exclusion, for a viewer who has just lost all coins at this table (TB-24)."""
    return [keep_out_button()] if scene.is_broke and scene.view.money == "coins" else []


def _broke(scene: Scene) -> tuple[Part, ...]:
    """Return the panel of a viewer who has lost their last chips: the result, and the ways back and out."""
    view, result = scene.view, hand_result.last_result(scene)
    shows_result = view.is_resting or scene.face.shows_result(view)
    lines = [_panel_title(scene), _("Everything you brought to this table is gone.")]
    if shows_result and result is not None:
        lines.append(f"**{result.headline}**")
    again = []
    if view.is_admitting and not scene.is_direct:
        words = _("Sit down again for {stake}").format(stake=plain(scene.stake(scene.price)))
        again.append(Button(words, table_id(view.id, "join"), "good"))
    showdown = hand_result.showdown_parts(scene) if shows_result else ()
    replay = hand_result.replay_button(scene) if view.is_resting else hand_result.last_hand_button(scene)
    return (Text("\n".join(lines)), *showdown, *rows([*again, *replay, *_way_out(scene)]))


def _after_hand(scene: Scene, words: str, buttons: tuple[Part, ...]) -> tuple[Part, ...]:
    """Return the panel between two hands: the viewer's gain and why, the last result, and the buttons."""
    result, title = hand_result.last_result(scene), _panel_title(scene, hand_result.own_headline(scene))
    if result is None:
        return (Text(f"{title}\n{words}"), *buttons)
    own = _own_ending(scene, result)
    showdown, small = split_small_lines(hand_result.showdown_parts(scene, words, has_why=not own))
    if any(not each.startswith("-# ") for each in own):
        small = [*(each for each in own if each.startswith("-# ")), *small]
        own = [each for each in own if each not in small]
    if not own or not any(isinstance(each, Picture) for each in showdown):
        # A picture would show who has won.
        own = [*_who_won(scene, result), *own]
    return (
        Text("\n".join([title, *own])),
        *showdown,
        *buttons,
        *((Text("\n".join(small)),) if small else ()),
    )


def _who_won(scene: Scene, result: Result) -> list[str]:
    """Return the last hand's winners, unless the panel's title has them."""
    title = hand_result.headline(scene, result)
    return [] if title == hand_result.own_headline(scene) else [f"**{title}**"]


def _own_ending(scene: Scene, result: Result) -> list[str]:
    """Return why the viewer won or lost the last hand."""
    # If hands follow each other without a pause, the last hand's seats are not known any more.
    is_in = scene.view.hand is None or scene.view.viewer in scene.view.hand_seats
    return [*result.own] if is_in else []


def _panel_title(scene: Scene, makes: str = "") -> str:
    return f"### {scene.face.emoji} {makes or _(scene.face.own_title)}"


def first_screen(scene: Scene, asks: str) -> Screen:
    """Return the question that has to be answered first, with the buttons of optional acts."""
    return draw_scene(scene, lambda scene: Screen((Text(asks), *offer_parts(scene, scene.view.asides))))


NUMBER_FIELDS = ("text", "part")
"""The names of a form's fields, in the order of an answer's numbers: amount, part of the first side."""


def number_form(title: str, action: str, offer: NumberOffer[Any] | SplitOffer[Any], side: str) -> Form:
    """Return a form for an amount, and for a split also how much of it goes to the first side, `side`."""
    is_even = isinstance(offer, NumberOffer) and offer.is_even
    bounds = _("An even number from {least} to {most}") if is_even else _("From {least} to {most}")
    bounds_text = bounds.format(least=number(offer.least), most=number(offer.most))
    amount, part = NUMBER_FIELDS
    if isinstance(offer, NumberOffer):
        line = TextField(amount, bounds_text, kind="number", least=offer.least, most=offer.most)
        return Form(title, action, (line,))
    # Translators: of a form, over the line in which a bet is typed.
    fields = (
        TextField(
            amount, _("Amount"), description=bounds_text, kind="number", least=offer.least, most=offer.most
        ),
        TextField(
            part,
            _("How much of it on {side}").format(side=side),
            description=_("Leave it empty to split it as you’ve chosen"),
            is_needed=False,
        ),
    )
    return Form(title, action, fields)


def leave_question(scene: Scene, parting: LeaveOutcome) -> str:
    """Return the confirmation before the viewer leaves, with what stays at the table."""
    asks = _("Leave table {number}?").format(number=scene.view.id)
    return " ".join(filter(None, [asks, _hand_left(scene, parting), _stake_left(scene, parting)]))


def _hand_left(scene: Scene, parting: LeaveOutcome) -> str:
    amount = f"**{scene.stake(parting.stays)}**"
    match parting.hand:
        case "folded" if parting.stays:
            return _("You’ll fold, and leave {amount} in the middle.").format(amount=amount)
        case "folded":
            return _("You’ll fold this hand.")
        case "all_in":
            words = _(
                "You’re all in with {amount}, so you don’t fold: I’ll play this hand to its end for you, "
                "and you’ll go home with what you win."
            )
            return words.format(amount=amount)
        case "played":
            return scene.face.reword(N_("I’ll play this hand to its end for you, and then you’ll leave."))
        case None:
            return ""
        case _:
            assert_never(parting.hand)


def _stake_left(scene: Scene, parting: LeaveOutcome) -> str:
    """Return a sentence on the coins that stay at the table without being a bet."""
    if not parting.stays or parting.hand in ("folded", "all_in"):
        return ""
    words = _("You’ll leave **{amount}** here for the winner of the game.")
    return words.format(amount=scene.stake(parting.stays))
