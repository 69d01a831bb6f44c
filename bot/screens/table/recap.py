"""The recap of a closed table: what each player won or lost, and the best hand."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from bot.custom_ids import table_id
from bot.screens.catalog import title_of
from bot.screens.core.naming import for_reader, marked_name
from bot.screens.core.picture import LANES_MAX, Lane, Picture, described
from bot.screens.core.screen import Button, Part, Select, SelectOption, Text, rows
from bot.screens.core.table_blocks import lane_text, seat_lane
from bot.screens.core.tiles import Tone
from bot.screens.table import hand_result
from bot.screens.table.scenes import Scene, closing, footer, heading, picture_or_text, recent_lines
from bot.text.translate import _, change, isolated, number, shown
from games.engine.core.errors import N_, addressed
from games.engine.table import events
from games.engine.table.table import BestShown, Take
from games.engine.table.views import SeatView

PAINTED_MAX = LANES_MAX - 2
"""The number of players in the picture, above the best hand; with more it could exceed 60 KB."""


def closed(scene: Scene) -> tuple[Part, ...]:
    """Return the last state of the table's message."""
    view = scene.view
    # A deck's seed is never revealed, so there is no `proof`, but fair play still explains how to verify.
    is_proved = view.proof is not None or (view.hands and scene.game.is_dealt)
    fair = [Button(_("Fair play"), table_id(view.id, "fair"))] if is_proved else []
    story = recent_lines(
        scene, but=(*scene.face.told_by_result, events.GameOver, events.HostChanged, events.PlayerLeft)
    )
    last = Text("\n".join([*story, footer(scene).markdown]))
    if scene.tournament is not None:
        tournament_note = _("This table is gone. The tournament’s notice says how things stand.")
        lines = [*hand_result.result(scene), *filter(None, [closing(scene)]), tournament_note]
        return (
            # Translators: in the title of a table that has closed.
            Text("\n".join([heading(scene, _("the end")), *lines])),
            *evening_parts(scene),
            *rows([*hand_result.replay_button(scene), *fair, *hand_result.save_buttons(scene)]),
            last,
        )
    closed_by = closing(scene)
    title = _title(scene, shown, _("the end") if view.hands else _("nobody played"))
    return (
        Text("\n".join([heading(scene, title), *hand_result.result(scene)])),
        *evening_parts(scene),
        *((Text(closed_by),) if closed_by else ()),
        *rows(
            [
                *again_button(scene),
                *hand_result.look_back(scene),
                *scene.face.buttons(view),
                *fair,
                *hand_result.save_buttons(scene),
            ]
        ),
        *another_game(scene),
        last,
    )


def evening_parts(scene: Scene) -> tuple[Part, ...]:
    """Return the recap as a picture or text: titles, results of all players, biggest win, best hand."""
    picture = None if scene.pictures == "never" else evening_picture(scene)
    results = [*_taken_home(scene)]
    unpainted_results = [] if picture is None else results[PAINTED_MAX:]
    return picture_or_text(
        [*hand_result.title_lines(scene), *_hands(scene), *results], picture, *unpainted_results
    )


def evening_picture(scene: Scene) -> Picture | None:
    """Return the players' gains and losses and the best hand as a picture; None without a finished hand."""
    evening = scene.view.evening
    if not evening.hands:
        return None
    lanes = [_lane(scene, each) for each in _ranked(scene)[:PAINTED_MAX]]
    lines = [lane_text(each) for each in lanes]
    if evening.best is not None:
        lane, cards = _best_lane(scene, evening.best)
        lanes.append(lane)
        lines.append(lane_text(lane, cards))
    subtitle = scene.face.hands(evening.hands)
    if evening.most is not None:
        who = _most(scene, evening.most, isolated(_player_of(scene, evening.most)))
        subtitle += " · " + _(scene.face.most).format(who=who)
    title = _title(scene, isolated, _("The game is over"))
    if scene.tournament is not None:
        title = _(scene.game.title)
    # The line above the picture says how it ended, except at a tournament.
    painted = title if scene.tournament is not None else ""
    return Picture(described([title, subtitle, *lines]), painted, subtitle, lanes=tuple(lanes))


def _title(scene: Scene, format_name: Callable[[str], str], nobody: str) -> str:
    """Return the title: who has won the game, “you” for the reader; `nobody` if nobody has."""
    game_over = next((each for each in reversed(scene.view.story) if isinstance(each, events.GameOver)), None)
    if game_over is None or game_over.winner is None:
        return nobody
    winner = scene.view.place(game_over.winner)
    words = addressed(N_("{name} has won the game"), N_("You have won the game"))
    return for_reader(scene.reader, winner.player, words).format(name=format_name(winner.name))


def _name(scene: Scene, place: SeatView) -> str:
    """Return a player's name in a list; “you” for the reader."""
    return _("you") if scene.reader and place.player == scene.reader else shown(place.name)


def _hands(scene: Scene) -> Iterator[str]:
    """Yield lines: the number of hands, and of hands won by each player; the biggest win; the best hand."""
    evening = scene.view.evening
    if not evening.hands:
        return
    won = [] if scene.price else _ranked(scene)
    count = scene.face.hands(evening.hands)
    yield " · ".join([f"**{count}**", *(f"{_name(scene, each)}: {_won(scene, each)}" for each in won)])
    if evening.most is not None:
        name = f"**{_name_of(scene, evening.most)}**" if _player_of(scene, evening.most) else ""
        yield _(scene.face.most).format(who=_most(scene, evening.most, name))
    if evening.best is not None:
        best = scene.face.best(evening.best.cards)
        words = scene.face.reword(N_("Best hand: {hand}, by {name} in hand {number}"))
        name = _name_of(scene, evening.best) if _player_of(scene, evening.best) else ""
        if not name:
            words = scene.face.reword(N_("Best hand: {hand}, in hand {number}"))
        yield words.format(hand=best, name=name, number=evening.best.hand)


def _most(scene: Scene, most: Take, name: str) -> str:
    words = N_("{name} {gain} in hand {number}") if name else N_("{gain} in hand {number}")
    return scene.face.reword(words).format(name=name, gain=change(most.amount), number=most.hand)


def _player_of(scene: Scene, record: Take | BestShown) -> str:
    """Return the player's name; empty in a tournament, where another player may have the seat by now."""
    return "" if scene.tournament is not None else scene.view.name(record.seat)


def _name_of(scene: Scene, record: Take | BestShown) -> str:
    return _name(scene, scene.view.place(record.seat))


def _ranked(scene: Scene) -> list[SeatView]:
    """Return all players of the game, the biggest gain first."""
    won = {each.seat: each.amount for each in scene.view.evening.won}
    return sorted(_players(scene), key=lambda each: (-_gain(scene, each), -won.get(each.seat, 0)))


def _gain(scene: Scene, place: SeatView) -> int:
    """Return a player's net gain."""
    return _chips_home(place) - scene.price - place.topped_up


def _lane(scene: Scene, place: SeatView) -> Lane:
    gain = _gain(scene, place)
    tone: Tone = "gold" if 0 < gain == _gain(scene, _ranked(scene)[0]) else "plain"
    stack_text = [_("goes home with {stack}").format(stack=number(_chips_home(place)))] if scene.price else []
    texts = " · ".join([*stack_text, _won(scene, place), *hand_result.title_in_short(scene, place.player)])
    lane = seat_lane(place.seat, place.name, said=texts, gain=gain if scene.price else 0)
    return replace(lane, tone=tone)


def _won(scene: Scene, place: SeatView) -> str:
    count = next((each.amount for each in scene.view.evening.won if each.seat == place.seat), 0)
    return scene.face.hands_won(count)


def _best_lane(scene: Scene, best: BestShown) -> tuple[Lane, str]:
    """Return the lane of the best hand with its player's name, and its cards as text."""
    lane, cards = scene.face.laid_out(best.cards)
    words = _("Best hand: {name}") if _player_of(scene, best) else _("Best hand")
    text = scene.face.reword(N_("{what}, hand {number}")).format(what=lane.name, number=best.hand)
    name = words.format(name=_player_of(scene, best))
    return replace(lane, mark="crown", name=name, alias=_("Best hand"), said=text), cards


def again_button(scene: Scene) -> list[Button]:
    """Return the button to play the same game again with the same players, outside tournaments."""
    view = scene.view
    is_offered = scene.tournament is None and view.game in scene.games
    if not is_offered or view.terms.hands_max == 1:
        return []
    return [Button(_("Play again"), table_id(view.id, "again"), "good")]


def another_game(scene: Scene, *, is_same: bool = False) -> tuple[Select, ...]:
    """Return the select of the same players' next game; `is_same` includes this game, with new stakes."""
    view = scene.view
    if scene.tournament is not None or view.terms.hands_max is not None:
        return ()
    games = [key for key in scene.games if key != view.game or is_same]
    lines = tuple(SelectOption(title_of(key), key) for key in games)
    # Translators: a list of games: the people of this table play one of them next.
    return (Select(table_id(view.id, "next_game"), _("Another game, same people"), lines),) if lines else ()


def _chips_home(place: SeatView) -> int:
    """Return the chips that a player took home."""
    return place.stack + (place.home or 0)


def _taken_home(scene: Scene) -> Iterator[str]:
    """Yield lines: what each player took home, and their net gain, the biggest gain first."""
    for place in _ranked(scene) if scene.view.hands and scene.price else ():
        words = addressed(
            N_("{name} goes home with **{stack}** ({change})"), N_("You go home with **{stack}** ({change})")
        )
        yield for_reader(scene.reader, place.player, words).format(
            name=marked_name(place.name, is_house=place.is_house),
            stack=scene.stake(_chips_home(place)),
            change=change(_gain(scene, place)),
        )


def _players(scene: Scene) -> list[SeatView]:
    """Return everybody who played at the table; in a tournament nobody, as its notice names them."""
    if scene.tournament is not None:
        return []
    return [each for each in scene.view.places if each.standing != "gone" or each.home is not None]
