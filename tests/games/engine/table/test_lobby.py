from collections.abc import Callable
from functools import partial

import pytest

from games.catalog import GAMES
from games.engine.core.errors import NotOffered, OutOfRange, RuleError
from games.engine.core.game import Seat
from games.engine.table.events import HostChanged, LookAgain, RuleSet, StakeSet
from games.engine.table.play import come_back
from games.engine.table.refusals import (
    AlreadySeated,
    AlreadyStarted,
    NamedAlike,
    NotForPrograms,
    NotHost,
    NotInvited,
    NotSeated,
    SeatsAgreed,
    TableClosed,
    TableFull,
    TooFewCanPay,
    TooFewPlayers,
)
from games.engine.table.seating import (
    change_rule,
    change_stake,
    dismiss,
    in_order,
    look_again,
    require_host,
    seat_program,
    unread,
)
from games.engine.table.table import AnyTable, TableChange, missing_people
from tests.games.engine.tavern_table import TavernTable
from tests.laws.bones import BONES, BonesRules


def test_seats_in_joining_order() -> None:
    """TB-3: seats are numbered clockwise in joining order."""
    played = TavernTable(3)

    assert [(each.seat, each.player) for each in played.table.seats] == [(1, 11), (2, 12), (3, 13)]


def test_the_seats_of_the_game_before() -> None:
    """The company of the game before sits as it sat then, in any order of return; newcomers come last."""
    played = TavernTable(0, company=(12, "Old Marn", 11))
    for player in (14, 11):
        played.comes(player)
    played.house_comes(funded=True)
    assert missing_people(played.table.terms, [each.player for each in played.table.present]) == (12,)
    played.comes(12)

    sitting = in_order(played.table)

    assert [(each.seat, each.player) for each in sitting.seats] == [(1, 12), (2, None), (3, 11), (4, 14)]
    assert sitting.story == ()


def test_without_a_game_before_seats_stay() -> None:
    """TB-3: at any other table the order of coming is the order of the seats."""
    played = TavernTable(3)

    assert in_order(played.table) == played.table


def test_nobody_pays_in_the_lobby() -> None:
    """TB-2: the buy-in is paid when the game begins."""
    assert TavernTable(3).paid == {}


def test_one_seat_a_person() -> None:
    """F-50: joining twice gives one seat."""
    with pytest.raises(AlreadySeated):
        TavernTable(1).comes(11)


def test_full() -> None:
    """TB-3: a table has so many seats as the game has."""
    with pytest.raises(TableFull):
        TavernTable(13)


def test_only_the_invited() -> None:
    """SH-14: the seats of a challenge are kept for the two."""
    with pytest.raises(NotInvited):
        TavernTable(2, invited=(11, 12)).comes(13)


def test_who_is_not_there_cannot_leave() -> None:
    """TB-9: only who is seated can leave, and only once."""
    played = TavernTable(3, 2).begins()

    with pytest.raises(NotSeated):
        played.leaves(99)
    played.presses("throw").leaves(11)
    with pytest.raises(NotSeated):
        played.leaves(11)


def test_too_few() -> None:
    """TB-3: the game cannot begin with fewer than it needs."""
    with pytest.raises(TooFewPlayers) as refused:
        TavernTable(1).begins()

    assert refused.value.needed == 2
    assert not isinstance(refused.value, TooFewCanPay)


def test_begins_once() -> None:
    """F-23: two who press start at once start one game."""
    with pytest.raises(AlreadyStarted):
        TavernTable(2).begins().begins()


def test_who_cannot_pay_loses_the_seat() -> None:
    """TB-2: the buy-in comes from the wallet; a player who cannot pay it does not play."""
    played = TavernTable(3).begins(12)

    assert played.paid == {11: 20, 13: 20}
    assert played.standings == ["in", "gone", "in"]
    assert "short" in played.told


def test_too_few_can_pay() -> None:
    """TB-2: with too few left the table is unchanged, and the opener is told what is lacking."""
    with pytest.raises(TooFewCanPay):
        TavernTable(2).begins(12)


def test_house_player_makes_it_practice() -> None:
    """TB-12: a table with a house player is a practice table."""
    played = TavernTable(1, 2).house_comes(funded=False).begins()

    assert (played.table.money, played.paid) == ("practice", {})
    assert "turned_practice" in played.told
    assert played.stacks == [20, 20]


def test_house_with_a_bank() -> None:
    """TB-12: unless the house has a bank of its own, which then pays and is paid."""
    played = TavernTable(1).house_comes(funded=True).begins()

    assert (played.table.money, played.paid) == ("coins", {11: 20, None: 20})


def test_nobody_is_turned_away_from_practice() -> None:
    """TB-12: if the bank's shortness makes it a practice table, no player has to pay, so all stay."""
    played = TavernTable(2).house_comes(funded=True).begins(None, 12)

    assert (played.table.money, played.paid) == ("practice", {})
    assert played.standings == ["in", "in", "in"]


def test_bank_short_without_a_house_player() -> None:
    """TB-12: the house's bank is nothing to a table where only people sit."""
    assert TavernTable(2).begins(None).table.money == "coins"


def test_practice_needs_no_wallet() -> None:
    """TB-2, TB-12: a practice table never touches a wallet, so nobody can be short."""
    played = TavernTable(2, money="practice").begins(11, 12)

    assert (played.stacks, played.paid) == ([20, 20], {})


def test_dismissing_house_players() -> None:
    """TB-12: when the last house player is sent away, the table is for coins again."""
    played = TavernTable(2).house_comes(funded=False).house_comes(funded=False)
    played.takes(dismiss(played.table, played.game, Seat(3), funded=False))
    assert played.told[-1] == "went"

    played.takes(dismiss(played.table, played.game, Seat(4), funded=False))
    assert played.table.money == "coins"
    assert "turned_coins" in played.told


def test_dismissing_one_house_player_too_many() -> None:
    """TB-12: so it is when the house can pay for those who stay; one opened for practice remains so."""
    for money, told in (("coins", "turned_coins"), ("practice", "went")):
        played = TavernTable(1, money=money).house_comes(funded=True).house_comes(funded=False)
        played.takes(dismiss(played.table, played.game, Seat(3), funded=True))

        assert (played.table.money, played.told[-1]) == (money, told)


def test_dismissing_at_a_table_for_coins() -> None:
    """TB-12: a paid house player who is sent away changes nothing about the money."""
    played = TavernTable(2).house_comes(funded=True)

    assert played.takes(dismiss(played.table, played.game, Seat(3), funded=False)).table.money == "coins"
    assert "turned_coins" not in played.told


def test_people_are_not_dismissed() -> None:
    """TB-12: only house players, and only before the game."""
    played = TavernTable(2).house_comes(funded=True)

    with pytest.raises(NotSeated):
        dismiss(played.table, played.game, Seat(1), funded=True)
    with pytest.raises(AlreadyStarted):
        dismiss(played.begins().table, played.game, Seat(3), funded=True)


def test_house_player_joins_later() -> None:
    """TB-12: once the game is on for coins, a house player needs a bank."""
    played = TavernTable(2).begins()

    with pytest.raises(AlreadyStarted):
        played.house_comes(funded=False)
    assert played.house_comes(funded=True).paid == {11: 20, 12: 20, None: 20}


def test_house_player_joins_practice() -> None:
    """TB-12: a practice table takes any."""
    played = TavernTable(2, money="practice").begins().house_comes(funded=False)

    assert (played.stacks, played.paid) == ([20, 20, 20], {})


def test_rules_change_in_the_lobby() -> None:
    """SH-9 and others: a player who opens a table may switch house rules on, before the game begins."""
    played = TavernTable(2)
    played.takes(change_rule(played.table, BONES, "pool", 1))

    assert played.table.rules == BonesRules(pool=True)
    with pytest.raises(AlreadyStarted):
        change_rule(played.begins().table, BONES, "pool", 0)


def test_what_a_seat_costs_changes_in_the_lobby() -> None:
    """TB-15: the host sets it before the game begins; more only while nobody else has agreed to less."""
    alone = TavernTable(1)
    alone.takes(change_stake(alone.table, BONES, 30))
    assert alone.table.terms.buy_in == 30
    for stake in (0, 10**10):
        with pytest.raises(OutOfRange):
            change_stake(alone.table, BONES, stake)

    alone.comes(12)
    with pytest.raises(SeatsAgreed):
        change_stake(alone.table, BONES, 31)
    alone.takes(change_stake(alone.table, BONES, 20))
    assert alone.table.terms.buy_in == 20
    with pytest.raises(AlreadyStarted):
        change_stake(alone.begins().table, BONES, 10)


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (lambda table: change_stake(table, BONES, 10), [StakeSet(10)]),
        (lambda table: change_rule(table, BONES, "pool", 1), [RuleSet("Pool", "on")]),
        (lambda table: change_rule(table, BONES, "time_bank", 2), [RuleSet("Time bank", "2 minutes")]),
    ],
)
def test_who_sits_there_has_to_see_what_is_changed(
    change: Callable[[AnyTable], TableChange], told: list[object]
) -> None:
    """TB-15: told with its new value, and the next start shows it once; nobody new has to."""
    played = TavernTable(2).comes(13)
    assert look_again(played.table) is None
    played.takes(change(played.table))
    assert [*played.table.story[-len(told) :]] == told

    assert unread(played.leaves(12).table)
    again = look_again(played.table)
    assert again is not None
    played.takes(again)
    assert (played.table.phase, played.table.story[-1]) == ("lobby", LookAgain())
    assert look_again(played.table) is None

    later = TavernTable(2)
    later.takes(change(later.table)).comes(13).leaves(12)
    assert look_again(later.table) is None


def test_of_a_rule_only_the_last_choice_is_told() -> None:
    """TB-15: and a choice that changes nothing asks nobody to look."""
    played = TavernTable(2)
    played.takes(change_rule(played.table, BONES, "pool", 0))
    assert not unread(played.table)
    for index in (1, 0, 1):
        played.takes(change_rule(played.table, BONES, "pool", index))

    assert [each for each in played.table.story if isinstance(each, RuleSet)] == [RuleSet("Pool", "on")]


def test_a_stake_that_stays_as_it_is_is_no_news() -> None:
    """TB-15: whoever sets the stake that holds already changes nothing, and nobody has to look again."""
    table = TavernTable(2).table

    assert change_stake(table, BONES, table.terms.buy_in).table == table


def test_nobody_is_told_who_is_not_there() -> None:
    """TB-15: a host by themselves, or among house players, begins at once."""
    alone = TavernTable(1).house_comes(funded=True)
    alone.takes(change_rule(alone.table, BONES, "pool", 1))
    alone.takes(change_stake(alone.table, BONES, 10))

    assert look_again(alone.table) is None


def test_what_somebody_was_challenged_to_stays() -> None:
    """TB-15, SH-14: neither its stake nor a rule of it, since a player who accepts has read both."""
    challenge = TavernTable(1, hands_max=1, invited=(11, 12))
    for change in (partial(change_stake, stake=10), partial(change_rule, name="pool", index=1)):
        with pytest.raises(NotOffered):
            change(challenge.table, BONES)


@pytest.mark.parametrize(
    ("key", "least"), [("stone_hand", 1), ("destiny", 2), ("knights_heads", 2), ("dividha", 2)]
)
def test_a_seat_costs_what_a_hand_posts(key: str, least: int) -> None:
    """TB-15: at least the big blind of 2, or the ante of 2."""
    game = GAMES[key]

    assert game.stake_min(game.house_rules()) == least


def test_a_program_takes_a_seat_for_practice_only() -> None:
    """TB-27: it has a name of its own, and neither coins nor an invitation."""
    played = TavernTable(1, money="practice")
    played.takes(seat_program(played.table, BONES, "one", "Deep Bones"))

    assert [(each.name, each.program, each.player) for each in played.table.seats[1:]] == [
        ("Deep Bones", "one", None)
    ]
    with pytest.raises(NamedAlike):
        seat_program(played.table, BONES, "two", "deep bones")
    for terms in ({}, {"money": "practice", "invited": (11, 12)}):
        with pytest.raises(NotForPrograms):
            seat_program(TavernTable(1, **terms).table, BONES, "one", "Deep Bones")


def test_host() -> None:
    """TB-10: a player who opened a table may close it, others may not."""
    played = TavernTable(2)

    require_host(played.table, 11)
    with pytest.raises(NotHost):
        require_host(played.table, 12)


def test_a_host_who_leaves_the_lobby_hands_it_on() -> None:
    """TB-15: to the person who has sat there longest, house players aside."""
    played = TavernTable(1).house_comes(funded=True).comes(12).comes(13).leaves(11)

    require_host(played.table, 12)
    with pytest.raises(NotHost):
        require_host(played.table, 11)
    assert played.table.story[-1] == HostChanged(Seat(3))


def test_who_comes_back_does_not_host_again() -> None:
    """TB-15: a host who left and came back is a guest."""
    played = TavernTable(2).leaves(11).comes(11)

    assert played.table.terms.host == 12


def test_a_guest_who_leaves_changes_no_host() -> None:
    """TB-15: only a host can hand the table on."""
    played = TavernTable(3).leaves(12)

    assert played.table.terms.host == 11
    assert "hosts" not in played.told


def test_a_host_who_leaves_a_round_hands_it_on_at_once() -> None:
    """TB-15: not only when the round is over, since a player has to be able to close."""
    played = TavernTable(3, 2).begins().leaves(11)

    assert (played.standings[0], played.table.terms.host) == ("leaving", 12)


def test_a_host_who_is_out_hands_it_on() -> None:
    """TB-15, SH-8: a player who has lost the wager sits there no more."""
    played = TavernTable(3, 8, 7, 6, buy_in=1)
    played.begins().presses("throw", "throw", "throw")

    assert played.standings == ["gone", "in", "in"]
    assert played.table.terms.host == 12


def test_nobody_is_left_to_host_but_house_players() -> None:
    """TB-15: with only house players left the table closes."""
    played = TavernTable(1).house_comes(funded=True).leaves(11)

    assert played.table.phase == "closed"


def test_who_comes_where_nobody_stays_hosts() -> None:
    """TB-15: a player who sits down while all others are leaving takes the table over."""
    played = TavernTable(2, 2, 3).house_comes(funded=True).begins().leaves(12).leaves(11).comes(13)

    assert played.table.terms.host == 13


def test_coming_back_without_having_been_away() -> None:
    """TB-8: one press too many does no harm."""
    played = TavernTable(2).begins()
    before = played.table

    assert come_back(before, 11).table == before


@pytest.mark.parametrize("slip", [AlreadySeated, NotHost, TooFewPlayers, TableClosed])
def test_slips_are_rule_errors(slip: type[Exception]) -> None:
    """F-26: a player's mistake is a slip, and answered in words."""
    assert issubclass(slip, RuleError)


def test_the_others_move_up_when_the_next_person_sits_down() -> None:
    """TB-3: in a lobby a seat that a player left stays free until then; the newcomer has the last one."""
    table = TavernTable(3).leaves(12)
    assert [(each.seat, each.player) for each in table.table.present] == [(1, 11), (3, 13)]

    table.comes(14)

    assert [(each.seat, each.player) for each in table.table.present] == [(1, 11), (2, 13), (3, 14)]
