"""A table's message: first its lobby, then the game, then the recap.

From top to bottom: the question and its player, the table, the buttons for answers, and recent events in
small lines. All other buttons are in the table's menu.
"""

from __future__ import annotations

from bot.custom_ids import table_id
from bot.screens.core.naming import (
    STARTS,
    duration,
    for_reader,
    house_choice,
    house_mark,
    introduced,
    listed,
    manner,
    with_you,
)
from bot.screens.core.picture import Picture
from bot.screens.core.presenter import with_link
from bot.screens.core.screen import (
    ActionRow,
    Button,
    Part,
    Screen,
    Select,
    SelectOption,
    Style,
    Text,
    capitalised,
    rows,
)
from bot.screens.core.table_blocks import field_buttons, field_text
from bot.screens.core.tiles import Field
from bot.screens.server.management import bank_button
from bot.screens.table import hand_result, quick_throw, scenes
from bot.screens.table.recap import another_game, closed
from bot.screens.table.scenes import Scene, asked_here, closing, footer, heading, hosts, last_round, seats
from bot.screens.table.table_people import ask_button, call_buttons, invite_list, invited_line, is_host
from bot.screens.table.turn import (
    absence_asked,
    agreeing_buttons,
    ask_pause,
    ask_without,
    pause_asked,
    sitting_buttons,
    time_left,
    turn,
)
from bot.text.translate import _, ngettext
from games.engine.core.errors import N_, addressed
from games.engine.table.table import missing_people
from games.engine.table.table_talk import PHRASES
from games.engine.table.views import Question

_AGAIN = addressed(
    N_("Same company again? Waiting for {names}, or for <@{host}> to start."),
    N_("Same company again? Waiting for {names}. You can start when you like."),
)


def words_to_say(scene: Scene) -> tuple[Select, ...]:
    """Return the select of remarks, for a viewer with a seat."""
    view = scene.view
    if view.viewer is None or view.phase == "closed" or not scene.has_remarks:
        return ()
    if view.place(view.viewer).standing == "leaving":
        return ()
    lines = tuple(SelectOption(_(words), key) for key, words in PHRASES.items())
    return (Select(table_id(view.id, "say"), _("Say something …"), lines),)


def table_screen(scene: Scene) -> Screen:
    """Return the table's message as everybody in the channel sees it."""
    return scenes.draw_scene(scene, _table)


def table_answers(scene: Scene) -> tuple[Part, ...]:
    """Return the buttons of a table in play, for a frontend that draws the cards itself."""
    if scene.view.terms.hands_max == 1:
        return _table(scene).parts
    if scene.view.is_resting:
        return _to_go_on(scene)
    question = asked_here(scene, mine=False)
    return _to_answer(
        scene, question, _grid(scene.face.field(scene.view, question), is_pictured=scenes.is_painted(scene))
    )


def parts_watched(scene: Scene) -> tuple[Part, ...]:
    """Return the table's message in a replay, without buttons."""
    return tuple(each for each in _table(scene).parts if isinstance(each, Text | Picture))


def _table(scene: Scene) -> Screen:
    view = scene.view
    if view.terms.hands_max == 1:
        draw = {"lobby": quick_throw.invitation, "playing": quick_throw.under_way}.get(view.phase)
        # A quick throw rests only in a replay.
        draw = quick_throw.result_parts if draw is None or view.is_resting else draw
    else:
        draw = {"lobby": _lobby, "playing": _playing, "closed": closed}[view.phase]
    # At a private table a separate message has pinged the invited users once (TB-16).
    challenged = () if view.terms.is_private else view.terms.invited
    invited = tuple(each for each in challenged if each != view.terms.host)
    pinged = (*invited, *_absent(scene)) if view.phase == "lobby" else ()
    return Screen(draw(scene), scene.face.accent, pings=pinged)


def _lobby(scene: Scene) -> tuple[Part, ...]:
    view = scene.view
    present = view.present
    free, seated = _free(scene), _seated(scene)
    free_seats = ngettext("{count} seat free", "{count} seats free", free).format(count=free)
    house = _("{mark} plays for the house").format(mark=house_mark())
    has_house = any(each.is_house for each in present)
    small_lines = footer(scene, scenes.house_rules(scene), _turn_time(scene), *([house] if has_house else []))
    length = filter(None, [scene.face.lasts(view)])
    if free:
        seated += f" · {free_seats}"
    invited = invited_line(scene)
    lines = [
        seated,
        scenes.price(scene),
        *length,
        *invited,
        f"**{_ready(scene)}**",
        *scenes.closing_lines(scene),
    ]
    title = heading(scene, _("a table is open"))
    # A company that plays again knows the game.
    intro = [] if view.terms.company else [_(scene.face.intro)]
    return (
        Text("\n".join([title, *intro])),
        Text("\n".join(lines)),
        *rows(_lobby_buttons(scene)),
        *rows(call_buttons(scene)),
        *invite_list(scene),
        Text("\n".join([*scenes.recent_lines(scene), small_lines.markdown])),
    )


def _seated(scene: Scene) -> str:
    """Return the sentence that names the players at the table; the reader is “you”."""
    present = scene.view.present
    others = [each for each in present if each.player is None or each.player != scene.reader]
    names = [introduced(each.name, manner(each), is_house=each.is_house) for each in others]
    if len(others) < len(present):
        words = _("You and {names} are at the table") if names else _("You’re at the table")
        words = with_you(words, len(names))
    elif names:
        words = ngettext("{names} is at the table", "{names} are at the table", len(names))
    else:
        words = _("Nobody is at the table yet")
    return words.format(names=listed(names) if names else "")


def _free(scene: Scene) -> int:
    return scene.game.seats.stop - 1 - len(scene.view.present)


def _ready(scene: Scene) -> str:
    view, missing = scene.view, scene.game.seats.start - len(scene.view.present)
    if missing_players := _absent(scene):
        awaited = [_("you") if each == scene.reader else f"<@{each}>" for each in missing_players]
        words = for_reader(scene.reader, view.terms.host, _AGAIN)
        if missing > 0:
            words = _("Same company again? Waiting for {names}.")
        elif scene.begins_by_itself:
            words = _(
                "Same company again? Waiting for {names}, or for <@{host}> to start. I start {until} with "
                "everyone here; the others can join then."
            )
        until = f"<t:{int(scene.deadline_at or 0)}:R>"
        return words.format(names=listed(awaited), host=view.terms.host, until=until)
    if missing > 0:
        words = ngettext("{count} more and we can start.", "{count} more and we can start.", missing)
        return words.format(count=missing)
    return for_reader(scene.reader, view.terms.host, STARTS).format(host=view.terms.host)


def _absent(scene: Scene) -> tuple[int, ...]:
    """Return the players of the previous game who have not sat down again yet."""
    return missing_people(scene.view.terms, [each.player for each in scene.view.present])


def _turn_time(scene: Scene) -> str:
    terms = scene.view.terms
    words = _("{time} a turn")
    if terms.bank_seconds:
        # Translators: how long one turn may take, and what each player has beside it for the whole game.
        words = _("{time} a turn, time bank {bank}")
    return words.format(time=duration(terms.turn_seconds), bank=duration(terms.bank_seconds))


def _lobby_buttons(scene: Scene) -> list[Button]:
    view = scene.view
    buttons = []
    if view.is_admitting and not scene.is_direct:
        buttons.append(Button(_("Sit down"), table_id(view.id, "join"), "good"))
    if _is_awaited(scene):
        buttons.append(Button(_("No, thanks"), table_id(view.id, "turn_down")))
    if len(view.present) >= scene.game.seats.start:
        # Translators: a button: the first hand of a table or a tournament.
        is_theirs = view.viewer is None or hosts(scene)
        buttons.append(Button(_("Start"), table_id(view.id, "begin"), "main" if is_theirs else "plain"))
    if view.is_admitting:
        buttons.append(Button(_("Add a house player"), table_id(view.id, "house")))
    return [
        *buttons,
        Button(_("Teach me"), table_id(scene.view.id, "teach", scene.game.key), "main"),
        _more(scene),
        *_page_button(scene),
    ]


def _is_awaited(scene: Scene) -> bool:
    """Return True if the reader is invited and has not sat down yet (TB-16)."""
    terms = scene.view.terms
    is_invited = terms.is_private and scene.reader in terms.invited and scene.reader != terms.host
    return is_invited and scene.view.viewer is None


def _house_buttons(scene: Scene) -> list[Button]:
    """Return the buttons that add a weaker or stronger house player than usual, for the host."""
    view, buttons = scene.view, []
    if not hosts(scene):
        return []
    if view.is_admitting:
        buttons.append(Button(_("Add an apprentice"), table_id(view.id, "house", "apprentice")))
        buttons.append(Button(_("Add a master"), table_id(view.id, "house", "master")))
    return buttons


def _dismiss_list(scene: Scene) -> tuple[Select, ...]:
    """Return a select that removes a house player, for the host of a lobby."""
    view = scene.view
    house = [each for each in view.present if each.player is None]
    if view.phase != "lobby" or not hosts(scene) or not house:
        return ()
    lines = tuple(house_choice(each.name, str(each.seat)) for each in house)
    return (Select(table_id(view.id, "dismiss"), _("Send a house player away"), lines),)


def _how(scene: Scene) -> Button:
    return Button(_("How to play"), table_id(scene.view.id, "how", scene.game.key))


def _more(scene: Scene) -> Button:
    return Button(_("More …"), table_id(scene.view.id, "more"))


def _page_button(scene: Scene) -> list[Button]:
    """Return the button that opens the table as a page."""
    if not scene.has_activity or scene.is_direct:
        return []
    return [Button(_("Open the table"), table_id(scene.view.id, "open"))]


def _news(scene: Scene, lines: list[str], until: str = "") -> tuple[Text, ...]:
    """Return recent events and the footer, in small lines; a replay has no footer."""
    if scene.news is None:
        lines = [*lines, footer(scene, until=until).markdown]
    return (Text("\n".join(lines)),) if lines else ()


def _playing(scene: Scene) -> tuple[Part, ...]:
    view = scene.view
    if view.is_resting:
        return _resting(scene)
    question, face = asked_here(scene, mine=False), scene.face
    notes = [
        last_round(scene),
        pause_asked(scene),
        absence_asked(scene) if view.absence else "",
        closing(scene),
    ]
    notes = [each for each in notes if each]
    centre, field, picture = face.centre(view), face.field(view, question), scenes.hand_picture(scene)
    grid = _grid(field, is_pictured=picture is not None)
    is_over = scene.game.rests(view.rules) and face.shows_result(view)
    if is_over:
        table = hand_result.showdown_parts(scene, *centre.notes, seats(scene), *notes)
    else:
        table = scenes.on_table(scene, centre, None if grid else field, picture, *notes)
    # If hands follow each other without a pause, this shows the last result, and with it its titles (TB-21).
    shows_result = not scene.game.rests(view.rules) and (face.shows_result(view) or bool(face.recap(view)))
    titles = _titles(scene) if shows_result else []
    return (
        Text(
            "\n".join(filter(None, [heading(scene, face.state_line(view)), *face.recap(view), turn(scene)]))
        ),
        *table,
        *_to_answer(scene, question, grid),
        *_news(scene, [*titles, *scenes.announced(scene, beside=len(titles))], time_left(scene)),
    )


def _grid(field: Field | None, *, is_pictured: bool) -> Field | None:
    """Return the field if its places are shown as buttons; beside a picture only the panel has them."""
    return field if field is not None and field.is_pressed and not is_pictured else None


def _to_answer(scene: Scene, question: Question | None, grid: Field | None) -> tuple[Part, ...]:
    """Return the buttons during a hand; beside a grid only those for which there is room."""
    answers = () if scene.face.is_private and grid is None else scenes.offer_parts(scene, question, grid)
    buttons = _table_buttons(scene)
    if grid is None:
        return (*answers, *rows(buttons))
    # A grid takes most of the components that a message may have.
    left_out = [each.action for each in (_how(scene), *_page_button(scene))]
    kept = [each for each in buttons if each.action not in left_out]
    answered = [each for part in answers if isinstance(part, ActionRow) for each in part.buttons]
    return (*field_buttons(grid, scene.view.id), *rows([*answered, *kept]))


def _resting(scene: Scene) -> tuple[Part, ...]:
    """Return the message between two hands: the last result, and who can begin the next hand."""
    view, face = scene.view, scene.face
    _buttons, words = hand_result.next_hand(scene)
    titles = _titles(scene)
    story = scenes.recent_lines(scene, but=face.told_by_result, beside=len(titles))
    notes = [*filter(None, [last_round(scene), pause_asked(scene), closing(scene)]), words]
    begins = hand_result.beginning_line(scene)
    title = _("too few are ready") if view.awaited else face.reword(N_("the first hand is next"))
    if view.hand is not None:
        title = face.headline(view)
    elif not view.awaited and not scene.game.rests(view.rules) and hand_result.has_result(scene):
        # The table keeps no finished hand, but while it waits for a player, it still shows the last result.
        title = face.headline(view)
    field = None if view.hand is None else face.field(view, None)
    showdown, small = scenes.split_small_lines(hand_result.showdown_parts(scene))
    is_pictured = any(isinstance(each, Picture) for each in showdown)
    # Beside a picture of the cards there is no room for the field, on which all cards are face down.
    field_lines = (
        [] if field is None else [capitalised(field.said), *([] if is_pictured else [field_text(field)])]
    )
    if is_pictured and scene.news is None:  # a replay has shown the seats at its earlier moments
        small.append(f"-# {seats(scene, is_short=True)}")
    seats_text = "" if is_pictured else seats(scene)
    below = "\n".join(filter(None, [*field_lines, *hand_result.shown_cards(scene), seats_text, *notes]))
    return (
        Text(heading(scene, title)),
        *showdown,
        *((Text(below),) if below else ()),
        *_to_go_on(scene),
        *_news(scene, [*small, *titles, *story, *([f"-# {begins}"] if begins else [])]),
    )


def _to_go_on(scene: Scene) -> tuple[Part, ...]:
    """Return the buttons between two hands."""
    buttons, _words = hand_result.next_hand(scene)
    return rows([*buttons, *ask_button(scene), *_table_buttons(scene)])


def _titles(scene: Scene) -> list[str]:
    """Return the earned titles as small lines, for below the buttons."""
    return [f"-# {each}" for each in hand_result.title_lines(scene)]


def _table_buttons(scene: Scene) -> list[Button]:
    """Return the buttons that a game in play always has."""
    view = scene.view
    style: Style = "main" if scene.face.is_private and not view.is_resting else "plain"
    panel = Button(_(scene.face.own_button), table_id(view.id, "hand"), style)
    buttons = [*agreeing_buttons(scene), panel]
    if any(each.standing in ("away", "out") for each in view.present):
        buttons.append(Button(_("I’m back"), table_id(view.id, "back"), "good"))
    # Between hands the replay's button takes the place of the rules' button, which is in the menu then.
    is_between = view.is_resting and view.hands > 0
    buttons += (
        [_more(scene), *hand_result.replay_button(scene)] if is_between else [_how(scene), _more(scene)]
    )
    if view.is_admitting and not scene.is_direct:
        # Seated players see this button, too: the number of free seats shows that it is for newcomers.
        label = _("Sit down ({count} free)").format(count=_free(scene))
        buttons.append(Button(label, table_id(view.id, "join")))
    return [*buttons, *_page_button(scene)]


def menu(scene: Scene, *, is_manager: bool, may_cut: bool, page: str = "") -> Screen:
    """Return the menu: the viewer's other actions at a table; `page` is the URL for browsers, if any."""
    view, face = scene.view, scene.face
    buttons = [Button(_("Open the table"), page, is_link=True)] if page else []
    buttons.append(Button(_("Fair play"), table_id(view.id, "fair")))
    if view.is_resting and view.hands > 0:
        buttons.append(_how(scene))
    if view.is_resting and may_cut:
        buttons.extend(scenes.cut_buttons(scene))
    if any(each.is_house for each in view.present):
        buttons.append(Button(_("Who’s who?"), table_id(view.id, "company")))
    if view.phase == "playing":
        buttons.extend(
            [*hand_result.look_back(scene), *hand_result.last_hand_button(scene), *face.menu(view)]
        )
    buttons.extend(_rules_buttons(scene))
    if view.phase == "playing":
        buttons.extend([*face.buttons(view), *([] if view.is_resting else scenes.in_menu(scene))])
    if scene.tournament is not None:
        buttons.append(Button(_("Standings"), table_id(scene.tournament.id, "standings")))
        return Screen(
            (Text(_("What would you like to do?")), *rows(buttons), *words_to_say(scene)), is_menu=True
        )
    buttons.extend(
        [
            *ask_without(scene),
            *_last_round_button(scene),
            *hand_result.show_button(scene),
            *sitting_buttons(scene),
            *ask_pause(scene),
        ]
    )
    if is_host(scene):
        buttons.append(Button(_("Guests …"), table_id(view.id, "guests")))
    buttons.extend(_leave_and_close_buttons(scene, is_manager=is_manager))
    is_between = is_host(scene) and view.is_resting and view.closing is None
    next_game = another_game(scene, is_same=True) if is_between else ()
    lists = (*_dismiss_list(scene), *next_game, *words_to_say(scene))
    return Screen((Text(_("What would you like to do?")), *rows(buttons), *lists), is_menu=True)


def opened_elsewhere(parent: int, page: str) -> Screen:
    """Return the note that Discord can't open the page here, but in the thread's channel or in a browser.

    `parent` is the channel of the thread, or 0; `page` is the URL for browsers, or empty.
    """
    words = _("Discord can’t open a table in here. Open it in your browser.")
    if parent:
        words = _(
            "Discord can’t open a table in a thread. Open me in <#{channel}>, and you’re at this one; or "
            "open it in your browser."
        ).format(channel=parent)
    return with_link(words, _("Open the table"), page or None)


def _rules_buttons(scene: Scene) -> list[Button]:
    """Return the button to the house rules; in the lobby also how to play, the wager, and house players."""
    view = scene.view
    rules = Button(_("House rules"), table_id(view.id, "rules"))
    if view.phase == "lobby":
        return [_how(scene), rules, *_stake_button(scene), *_house_buttons(scene)]
    return [rules] if view.phase == "playing" and scene.tournament is None else []


def _stake_button(scene: Scene) -> list[Button]:
    """Return the button by which the host sets the price of a seat before the game begins (TB-15)."""
    if not is_host(scene) or not scene.price:
        return []
    # Translators: a button: opens a form for what a seat at this table costs.
    return [Button(_("Wager …"), table_id(scene.view.id, "stake"))]


def _last_round_button(scene: Scene) -> list[Button]:
    view = scene.view
    is_asked = scenes.is_staying(scene) and view.viewer not in view.wants_last
    if view.phase != "playing" or view.is_last or not scene.game.ends_by_agreement or not is_asked:
        return []
    return [Button(_("One last round"), table_id(view.id, "last"))]


def _leave_and_close_buttons(scene: Scene, *, is_manager: bool) -> list[Button]:
    """Return the buttons to leave, for a player, and to close the table, for its host and managers."""
    view, buttons = scene.view, []
    if view.viewer is not None and view.place(view.viewer).standing != "leaving":
        # Translators: a button: go home.
        leave = _("Leave without the stake") if view.is_forfeit else _("Leave")
        buttons.append(Button(leave, table_id(view.id, "leave")))
    if is_manager and scenes.is_short_of_coins(scene):
        buttons.append(bank_button())
    if view.closing is None and (is_manager or hosts(scene)):
        # Translators: a button: close the table.
        buttons.append(Button(_("Close the table"), table_id(view.id, "close"), "danger"))
    return buttons
