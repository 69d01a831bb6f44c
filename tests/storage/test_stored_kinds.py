"""The kinds by which moves, events, orders and openings are stored, whatever their classes are called."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from importlib import import_module
from pkgutil import walk_packages
from typing import Any, Literal, get_origin

import games
import storage

STORED: Mapping[str, str] = {
    "games.destiny": """
        benedicted benediction blind_posted enough field_empty field_laid hand_begun held hold
        look look_declined looked new_field new_field_agreed new_field_refused new_field_wanted
        no_look put_back reshuffled showdown
    """,
    "games.dividha": """
        all_on_win ante_missed call discard hand_begun keep last_standing lay left lower
        lower_refused lower_wished lowered pay player_out private_dealt public_dealt showdown
        split_usually trade trade_declined traded wager
    """,
    "games.engine": """
        all_in bet brought_along called_off came came_back check checked deal deck fold folded
        game_over gone_on_without hosts house_done house_limited last_called last_standing leave leaving
        look_again match matched not_topped_up pause_asked pause_begun pause_ended pause_refused player_out
        pledged raise raised returned rule_set seated_out seed sent_away short sits_out stake_set
        time_is_up timed_out top_up_taken_back topped_up turned_coins turned_practice turns_shortened went
        will_post will_sit_out will_top_up
    """,
    "games.knights_heads": """
        ante_all_in cards_passed courts_scored hand_begun luck_dealt pass showdown
    """,
    "games.stone_hand": """
        dropped_out house_threw keep kept pay_lowered player_out rethrow roll round_ended
        round_restarted show_up threw throw
    """,
    "games.tournament": """
        added announced break_began break_ended called_off chips_corrected deal deal_ended
        deal_made deal_offered dropped edited filled_up final_drawn finished hand_for_hand held
        invited level_rose moved_up placed play_paused play_resumed put_elsewhere ranked removed
        restored result_struck stage_began stood_up table_broken table_opened turned_away
    """,
}
"""Every kind by package, sorted: databases and histories hold it, so none may change or go."""


def variants() -> Iterator[type[Any]]:
    """Return all classes of ours that are stored under a kind of their own."""
    for package in (games, storage):
        for found in walk_packages(package.__path__, f"{package.__name__}."):
            # The template of other packages' games is stored nowhere.
            if found.name.endswith(("__main__", "high_die")):
                continue
            for value in vars(import_module(found.name)).values():
                if isinstance(value, type) and value.__module__ == found.name and is_dataclass(value):
                    kind = value.__annotations__.get("kind")
                    if get_origin(kind) is Literal and hasattr(value, "kind"):
                        yield value


def test_stored_kinds() -> None:
    """F-15: whatever was stored is read by its kind, so a class that gets another name keeps its kind."""
    known = defaultdict[str, list[str]](list)
    for each in variants():
        kind = next(field for field in fields(each) if field.name == "kind")
        known[".".join(each.__module__.split(".")[:2])].append(str(kind.default))

    assert {package: " ".join(sorted(kinds)) for package, kinds in known.items()} == {
        package: " ".join(kinds.split()) for package, kinds in STORED.items()
    }
