"""A host's guests at the table: who is invited, who goes home with what, and who is host then."""

from __future__ import annotations

from typing import Any, Self

import pytest

from games.engine.core.errors import NotOffered, RuleError
from games.engine.core.game import Seat
from games.engine.table import seating
from games.engine.table.events import HostChanged, PlayerLeft, SentAway
from games.engine.table.play import call_off, cut
from games.engine.table.refusals import (
    AlreadySeated,
    AlreadyStarted,
    AtTournament,
    CalledAlready,
    ClosesSoon,
    CoinsInMiddle,
    GuestsEnough,
    InvitedOnly,
    NotHost,
    NotInvited,
    NotSeated,
    NotSittingHere,
    NotThemselves,
    SentHome,
    TableFull,
    Uninvited,
)
from games.engine.table.seating import INVITED_MAX, close, require_host
from games.engine.table.views import view_table
from tests.games.engine.tavern_table import TavernTable
from tests.laws.bones import BonesRules

HOST, BEN, CORA, DAN = 11, 12, 13, 14


class HostedTable(TavernTable):
    """A table whose host decides who sits there."""

    def invites(self, *people: int, host: int = HOST) -> Self:
        """The host invites them."""
        return self.takes(seating.invite(self.table, host, people))

    def sends_away(self, player: int, host: int = HOST) -> Self:
        """Send a player away as the host."""
        return self.takes(seating.send_away(self.table, self.game, self.seeds, host, player))

    def hands_over(self, heir: int, host: int = HOST) -> Self:
        """The host hands the table over."""
        return self.takes(seating.transfer_host(self.table, host, heir))

    def turns(self, *, is_private: bool, host: int = HOST) -> Self:
        """The host opens the table to all, or keeps it for the invited."""
        return self.takes(seating.set_private(self.table, host, is_private=is_private))


def private(*invited: int, **terms: Any) -> HostedTable:
    """A table for the host and these, at which the host sits."""
    return HostedTable(1, invited=(HOST, *invited), **terms)


def test_an_invited_table_is_for_the_invited_alone() -> None:
    """TB-16: a player who was not invited cannot join, before the game and during it."""
    played = private(BEN)
    with pytest.raises(Uninvited):
        played.comes(CORA)

    played.comes(BEN).begins()
    with pytest.raises(Uninvited):
        played.comes(CORA)


def test_people_are_added_later() -> None:
    """TB-16: in the lobby, and while a game is on; twice changes nothing."""
    played = private().invites(BEN, BEN)
    assert played.table.terms.invited == (HOST, BEN)
    played.comes(BEN).begins()
    played.invites(BEN, CORA).comes(CORA)

    assert [each.player for each in played.table.present] == [HOST, BEN, CORA]


def test_only_so_many_are_invited() -> None:
    """TB-16: a table stays as small as it was, however many are invited."""
    played = private(*range(100, 98 + INVITED_MAX)).invites(99)
    assert len(played.table.terms.invited) == INVITED_MAX

    with pytest.raises(GuestsEnough):
        played.invites(98)
    assert played.invites(99).table.terms.invited[-1] == 99


def test_others_see_it_as_spectators_do() -> None:
    """TB-16, TB-14: a stranger sees what any spectator sees, and has nothing to cut."""
    played = private(BEN).comes(BEN).begins()

    view = view_table(played.table, played.game, None)
    assert (view.viewer, view.asides, view.terms.is_private) == (None, None, True)
    with pytest.raises(NotSeated):
        cut(played.table, played.game, CORA, "Cora", "mine")


def test_the_invited_cut_once_they_sit_there() -> None:
    """TB-13, TB-16: being invited is not yet playing, except in a challenge."""
    with pytest.raises(NotSeated):
        private(BEN).cuts(BEN, "mine")


@pytest.mark.parametrize("act", ["invites", "sends_away", "hands_over"])
def test_that_is_the_hosts_to_say(act: str) -> None:
    """TB-15, TB-16: nobody else decides who sits there, nor a host who has left meanwhile."""
    played = HostedTable(3)
    with pytest.raises(NotHost):
        getattr(played, act)(CORA, host=BEN)
    with pytest.raises(NotHost):
        played.turns(is_private=True, host=BEN)

    played.leaves(HOST)
    with pytest.raises(NotHost):
        getattr(played, act)(CORA)


def test_not_at_a_tournament() -> None:
    """TB-16: there the director says who sits where."""
    with pytest.raises(AtTournament):
        seating.invite(HostedTable(0, tournament=1).table, HOST, [BEN])


def test_not_in_a_challenge() -> None:
    """TB-16, SH-14: a challenge is between the two whom it names."""
    with pytest.raises(NotOffered):
        HostedTable(1, invited=(HOST, BEN), hands_max=1).sends_away(BEN)


def test_nobody_is_invited_to_a_table_that_closes() -> None:
    """TB-10, TB-16: they could not sit down."""
    played = private(BEN).comes(BEN).begins()
    played.takes(close(played.table, played.game, HOST))

    with pytest.raises(ClosesSoon):
        played.invites(CORA)


def test_a_lobby_is_kept_for_the_invited_and_opened_again() -> None:
    """TB-16: players who sit there are invited; once it has begun, it stays as it is."""
    played = HostedTable(2).house_comes(funded=True)
    played.turns(is_private=True)
    assert played.table.terms.invited == (HOST, BEN)
    with pytest.raises(NotInvited):
        played.comes(CORA)

    assert played.turns(is_private=False).turns(is_private=False).table.terms.invited == ()
    played.comes(CORA).begins()
    with pytest.raises(AlreadyStarted):
        played.turns(is_private=True)


def test_away_from_the_lobby() -> None:
    """TB-16: at once, with nothing paid; they come back only when invited."""
    played = HostedTable(3).sends_away(BEN)
    assert (played.standings, played.paid) == (["in", "gone", "in"], {})
    assert played.table.story[-2:] == (SentAway(Seat(2)), PlayerLeft(Seat(2), 0))

    with pytest.raises(SentHome):
        played.comes(BEN)
    played.invites(BEN).comes(BEN)
    assert played.table.terms.sent_away == ()
    assert played.standings == ["in", "in", "in"]


def test_away_from_an_invited_table() -> None:
    """TB-16: a player who is sent away is not invited any more."""
    played = private(BEN).comes(BEN).sends_away(BEN)

    assert (played.table.terms.invited, played.table.terms.sent_away) == ((HOST,), (BEN,))
    with pytest.raises(SentHome):
        played.comes(BEN)
    assert played.invites(BEN).comes(BEN).standings == ["in", "in"]


def test_away_when_the_hand_is_over() -> None:
    """TB-16, TB-9: the round is played to its end, with them; then the stack goes home."""
    played = HostedTable(3, 8, 7, 6).begins()
    played.sends_away(BEN).sends_away(BEN)
    assert played.standings == ["in", "in", "in"]
    assert (played.table.sent, played.paid[BEN]) == ((2,), 20)

    played.presses("throw", "throw", "throw")

    assert (played.standings, played.table.sent) == (["in", "gone", "in"], ())
    home = played.table.seated(Seat(2)).home
    assert home is not None
    assert (played.paid[BEN], home > 0) == (20 - home, True)
    assert sum(played.paid.values()) == sum(played.stacks)
    assert played.table.hand is not None
    assert Seat(2) not in played.table.hand.seats


def test_invited_again_before_the_hand_is_over() -> None:
    """TB-16: a player who was to go stays."""
    played = HostedTable(2, 8, 7).begins()
    played.sends_away(BEN).invites(BEN).presses("throw", "throw")

    assert (played.standings, played.table.terms.sent_away) == (["in", "in"], ())


def test_leaving_comes_before_being_sent_away() -> None:
    """TB-9, TB-16: a player who has left already goes in that way, and does not come back uninvited."""
    played = HostedTable(3, 8, 7, 6).begins().leaves(BEN)
    played.sends_away(BEN)
    assert (played.standings[1], played.table.sent) == ("leaving", ())

    played.presses("throw", "throw")
    with pytest.raises(SentHome):
        played.comes(BEN)


def test_gone_before_the_hand_is_over() -> None:
    """TB-9, TB-16: a player who is to go may go at once."""
    played = HostedTable(3, 8, 7, 6).begins()
    played.sends_away(BEN).leaves(BEN)
    played.presses("throw", "throw")

    assert (played.standings, played.table.sent) == (["in", "gone", "in"], ())


def test_away_when_the_hand_is_called_off() -> None:
    """TB-10, TB-16: with the stack that the hand began with."""
    played = HostedTable(3).begins()
    played.sends_away(BEN)
    played.takes(call_off(played.table, played.game, played.seeds, 99, "spilt ale"))

    assert (played.standings, played.paid[BEN]) == (["in", "gone", "in"], 0)


def test_away_between_hands() -> None:
    """TB-16, TB-7: at a table that rests at once; who is then alone has nobody to play with."""
    played = HostedTable(3).begins()
    played.takes(call_off(played.table, played.game, played.seeds, 99, "spilt ale"))
    played.sends_away(BEN)
    assert (played.standings, played.paid[BEN], played.table.phase) == (["in", "gone", "in"], 0, "playing")

    played.sends_away(CORA)
    assert (played.table.phase, sum(played.paid.values())) == ("closed", 0)


@pytest.mark.parametrize("is_during", [False, True])
def test_nobody_is_sent_away_from_their_coins(*, is_during: bool) -> None:
    """TB-16, SH-11: while coins of theirs lie in the prize pool, they stay and may win them."""
    rules = BonesRules(pool=True)
    played = HostedTable(3, 7, 8, 6, rules=rules).begins()
    if is_during:
        played.sends_away(BEN)
    played.presses("throw", "throw", "throw")
    assert played.game.claims(played.table.carry, None) == {Seat(2): 6}

    assert played.standings == ["in", "in", "in"]
    with pytest.raises(CoinsInMiddle):
        played.sends_away(BEN)


def test_a_host_is_not_sent_away() -> None:
    """TB-15, TB-16: a host leaves."""
    with pytest.raises(NotThemselves):
        HostedTable(2).sends_away(HOST)


def test_who_is_not_there_is_not_sent_away() -> None:
    """TB-16: nor is a table handed to them."""
    played = HostedTable(2)

    for act in (played.sends_away, played.hands_over):
        with pytest.raises(NotSittingHere):
            act(DAN)


def test_a_table_is_handed_over() -> None:
    """TB-15: on purpose, to anybody who stays; the old host is a guest then."""
    played = HostedTable(3).hands_over(CORA)

    require_host(played.table, CORA)
    assert played.table.story[-1] == HostChanged(Seat(3))
    with pytest.raises(NotHost):
        played.hands_over(BEN)
    assert played.sends_away(HOST, host=CORA).standings == ["gone", "in", "in"]


def test_a_table_is_handed_to_nobody_who_goes() -> None:
    """TB-15: nor is it inherited by them while another player stays."""
    played = HostedTable(3, 8, 7, 6).begins()
    played.sends_away(BEN)
    with pytest.raises(NotSittingHere):
        played.hands_over(BEN)

    assert played.leaves(HOST).table.terms.host == CORA


def test_players_are_called_once() -> None:
    """A table calls for players once, where anybody may sit down."""
    played = HostedTable(2)
    played.takes(seating.call_players(played.table, played.game, HOST))
    assert played.table.has_called

    refused: list[tuple[HostedTable, type[RuleError]]] = [
        (played, CalledAlready),
        (private(BEN), InvitedOnly),
        (HostedTable(12), TableFull),
    ]
    for table, error in refused:
        with pytest.raises(error):
            seating.call_players(table.table, table.game, HOST)


def test_the_lobby_of_a_host_who_is_away_goes_on() -> None:
    """TB-15: a seated player takes over, and the table says so; not in a game, nor from outside."""
    played = private(BEN).comes(BEN)
    with pytest.raises(NotSeated):
        played.takes(seating.take_over(played.table, CORA))
    played.takes(seating.take_over(played.table, BEN))
    assert played.table.terms.host == BEN
    assert played.table.story[-1] == HostChanged(Seat(2))

    played.begins()
    with pytest.raises(AlreadyStarted):
        played.takes(seating.take_over(played.table, HOST))


def test_tb16_an_invited_player_declines() -> None:
    """TB-16: they are no longer awaited; neither the host, nor strangers, nor who sits there can decline."""
    played = private(BEN, CORA)
    played.takes(seating.turn_down(played.table, BEN))
    assert played.table.terms.invited == (HOST, CORA)

    played.comes(CORA)
    for player, error in ((BEN, Uninvited), (HOST, Uninvited), (DAN, Uninvited), (CORA, AlreadySeated)):
        with pytest.raises(error):
            seating.turn_down(played.table, player)
