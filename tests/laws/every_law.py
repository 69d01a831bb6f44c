"""Every law that a game is held to by itself.

A test file of another package holds its own games to them by importing all of this, and naming their
records: `RECORDS = (MY_RECORD,)`.
"""

from tests.laws.asked import pytest_generate_tests
from tests.laws.test_forged_events import test_one_field_of_one_event_or_answer
from tests.laws.test_histories import (
    test_a_history_opens_what_was_seen_and_no_more,
    test_no_secret_of_the_house_is_told,
    test_unseen_cards_leave_a_history_as_it_is,
)
from tests.laws.test_house_players import (
    test_a_pause_tells_nothing,
    test_what_cannot_be_told_apart_is_answered_alike,
)
from tests.laws.test_laws import (
    test_a_hand_that_is_called_off_never_was,
    test_every_game_has_a_key_of_its_own,
    test_every_hand_ends,
    test_every_offer_can_be_a_button,
    test_every_secret_could_be_another,
    test_money_is_conserved,
    test_nobody_escapes_a_hand,
    test_old_buttons_are_stale,
    test_proofs_are_of_cards_that_were_seen,
    test_records_keep_no_secret,
    test_replay_gives_the_same_states,
    test_secrets_are_kept,
    test_turns_are_counted_up,
    test_what_could_be_can_be_played,
    test_who_is_to_act_has_an_offer,
    test_wrong_answers_are_refused,
)
from tests.laws.test_sheets import test_numbers_tell_nothing_hidden
from tests.laws.test_sitting_out import (
    test_no_coin_is_made_or_lost,
    test_no_coin_is_made_or_lost_in_many_games,
)
from tests.laws.test_whole_evenings import (
    test_every_hand_of_an_evening_verifies,
    test_every_hand_of_many_evenings_verifies,
)

__all__ = [
    "pytest_generate_tests",
    "test_a_hand_that_is_called_off_never_was",
    "test_a_history_opens_what_was_seen_and_no_more",
    "test_a_pause_tells_nothing",
    "test_every_game_has_a_key_of_its_own",
    "test_every_hand_ends",
    "test_every_hand_of_an_evening_verifies",
    "test_every_hand_of_many_evenings_verifies",
    "test_every_offer_can_be_a_button",
    "test_every_secret_could_be_another",
    "test_money_is_conserved",
    "test_no_coin_is_made_or_lost",
    "test_no_coin_is_made_or_lost_in_many_games",
    "test_no_secret_of_the_house_is_told",
    "test_nobody_escapes_a_hand",
    "test_numbers_tell_nothing_hidden",
    "test_old_buttons_are_stale",
    "test_one_field_of_one_event_or_answer",
    "test_proofs_are_of_cards_that_were_seen",
    "test_records_keep_no_secret",
    "test_replay_gives_the_same_states",
    "test_secrets_are_kept",
    "test_turns_are_counted_up",
    "test_unseen_cards_leave_a_history_as_it_is",
    "test_what_cannot_be_told_apart_is_answered_alike",
    "test_what_could_be_can_be_played",
    "test_who_is_to_act_has_an_offer",
    "test_wrong_answers_are_refused",
]
