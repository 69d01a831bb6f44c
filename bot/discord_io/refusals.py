"""Every refusal and failure in words: one sentence on what is wrong, and what can be done.

The rules and the storage raise errors that carry facts; nobody but this module puts them
into words, which name the facts as the errors do. What is not listed here is a fault of
ours, told with a number under which the log has the whole story.
"""

from __future__ import annotations

from collections.abc import Mapping

import discord
from discord import app_commands

from bot.discord_io.command_input import (
    Malformed,
    NoSuchLanguage,
    NotAllowed,
    NotAPerson,
    NotARole,
    NotChannels,
    NotHere,
    NothingToRead,
    NotOnOff,
    NotOrganiser,
    NotOurs,
    NotText,
    NotThreeNumbers,
    RoleOutOfReach,
    RoleTooMighty,
)
from bot.discord_io.departed_members import NoLongerMember
from bot.screens.core.money import amount
from bot.screens.core.people import person
from bot.tavern.actions import HouseCannotPay, OnlyInServer
from bot.tavern.hand_lookup import HandOfOld, NoHandOver, NoSuchHand
from bot.tavern.house_bank import HouseLostEnough
from bot.tavern.level_notation import NoLevels, NoShares
from bot.tavern.table_limits import ChallengedEnough, ChallengeOpen, HostsEnough, ThrowsEnough, TooManyTables
from bot.tavern.table_state import NoSuchTable, Paused, Repeated
from bot.tavern.tournament_draft import DraftChanged, NoDraft
from bot.tavern.tournaments import (
    BegunMeanwhile,
    FilledMeanwhile,
    HasBegun,
    NoSuchTournament,
    NotIn,
    TooManyTournaments,
    TournamentOver,
    WhichTournament,
)
from bot.text.translate import _
from games.engine.core import errors as rules
from games.engine.core.house_rules import Option
from games.engine.core.sentences import phrase
from games.tournament import errors as tournaments
from storage import errors as storage

WORDS: Mapping[type[BaseException], str] = {
    rules.Stale: phrase("That question has been settled meanwhile. Nothing was changed."),
    rules.NotOffered: phrase("That is not possible now. Nothing was changed."),
    rules.OutOfRange: phrase("Please choose from {least} to {most}."),
    rules.Odd: phrase("Please give an even number."),
    rules.Indivisible: phrase("That takes your last coin, so all {most} go the same way: give 0 or {most}."),
    rules.NotYourTurn: phrase("It is not your turn."),
    rules.NotSeated: phrase("You have no seat at this table."),
    rules.AlreadySeated: phrase("You sit at this table already."),
    rules.NotHost: phrase("Only the host of this table can do that."),
    rules.NotManager: phrase("Only a manager of this server can call a hand off."),
    rules.ClosesSoon: phrase("This table closes after this hand, so nobody can join."),
    rules.NotInvited: phrase("This table is kept for somebody else."),
    rules.TableFull: phrase("Every seat is taken."),
    rules.LastHand: phrase("They’re on their last round here. Wait for the next game, or open a table."),
    rules.NotAdmitted: phrase("Nobody can join this game any more: it has come too far."),
    rules.Outgrown: phrase(
        "What a hand costs has outgrown the stake that was agreed for a seat here: you would get no cards."
    ),
    rules.TableClosed: phrase("This table is closed."),
    rules.AlreadyStarted: phrase("The game has begun, so that can no longer be changed."),
    rules.HandUnderWay: phrase("A hand is under way. Please wait until it is over."),
    rules.AtTournament: phrase("At a tournament’s table that is the organiser’s to say. See the notice."),
    rules.NotCalled: phrase("The next hand has not been called for yet. This table is waiting."),
    rules.NotStarted: phrase("The game has not begun yet."),
    rules.TooFewPlayers: phrase("The game takes {needed} players to start."),
    rules.TooFewCanPay: phrase(
        "The game takes {needed} players to start, and not everybody who sits here can pay the stake."
    ),
    rules.HouseLimits: phrase(
        "Where the house’s own coins are at stake, the limit is the pot at most. Play without house players, "
        "or for practice."
    ),
    rules.AlreadyCut: phrase("You’ve already mixed in words for the next hand. They stay as they are."),
    rules.NothingToCut: phrase(
        "Nothing is shuffled for the next hand: the cards in play stay where they are. Cut when a new deck "
        "has been sealed."
    ),
    rules.DeckCut: phrase(
        "Somebody has cut this deck, so it stays as it is. Open another table for that rule."
    ),
    rules.RulesClash: phrase("{first} and {second} do not go together."),
    rules.BrokenUnits: phrase("A stake of {stake} doesn’t divide into units of {unit}: choose a multiple."),
    storage.NotEnough: phrase("That takes {amount}; what there is comes to {balance}."),
    storage.OverLimit: phrase("Please give a whole number from {least} to {most}."),
    storage.DodgesDebt: phrase("You have promised {promised} to tables that are about to begin."),
    storage.ToOneself: phrase("You cannot pay yourself."),
    storage.WagesPaid: phrase("You have had today’s wages. The next are due <t:{again_at}:R>."),
    storage.ManagersPurse: phrase(
        "Prize money from the bank is a manager’s to give. Ask one to add it, or to let organisers do so "
        "in `/tavern settings`."
    ),
    storage.PursesSpent: phrase(
        "Organisers may add {ceiling} a day from the bank between them, and {left} of that is left today. "
        "A manager can add more."
    ),
    storage.WellOff: phrase("Wages only fill up to {floor}, and you have that much."),
    storage.TooMany: phrase("There can be no more than {most} of them."),
    storage.NameTaken: phrase("That name is taken."),
    storage.NoSuchPrize: phrase("There is no prize of that name."),
    storage.NotReached: phrase("That prize asks for a score of {threshold}; yours is {points}."),
    storage.AlreadyClaimed: phrase("You have claimed that prize before; each can be had once."),
    storage.ClaimsForgotten: phrase(
        "Prizes in coins are given once, and since you were forgotten I can’t tell which you’ve had. "
        "A manager can give you the coins with `/tavern grant`."
    ),
    storage.StillSeated: phrase("First leave these tables, and close the ones that you opened: {tables}."),
    tournaments.NotRunning: phrase("That is only possible while the tournament is played."),
    tournaments.AlreadyPaused: phrase(
        "The tournament is paused already. /tournament resume goes on with it."
    ),
    tournaments.NotPaused: phrase("The tournament isn’t paused."),
    tournaments.EntriesClosed: phrase("Nobody can enter this tournament any more."),
    tournaments.TournamentFull: phrase("This tournament is full."),
    tournaments.AlreadyEntered: phrase("You are in this tournament already."),
    tournaments.NotEntered: phrase("There is no such player in this tournament."),
    tournaments.NotRemoved: phrase("Only a player who was removed can be restored."),
    tournaments.TooLate: phrase("The heat of that player is over."),
    tournaments.LastPlayer: phrase("The last player left cannot be removed."),
    tournaments.NoMoney: phrase("House players play where no money is at stake, and money keeps them out."),
    NoSuchTournament: phrase("There is no such tournament here."),
    WhichTournament: phrase("There are several tournaments: please name one of {numbers}."),
    TournamentOver: phrase("This tournament is over."),
    HasBegun: phrase(
        "The tournament has begun, so that is no longer possible. Organisers can take players out."
    ),
    BegunMeanwhile: phrase(
        "The tournament has begun since you were asked. To call it off all the same, use /tournament cancel "
        "again."
    ),
    FilledMeanwhile: phrase("House players have just entered. Press again if you want more of them."),
    NotIn: phrase("You are not in this tournament."),
    TooManyTournaments: phrase("This server has as many tournaments as it may. End one first."),
    DraftChanged: phrase(
        "Your plan has changed since this panel was drawn. Open it again with /tournament create."
    ),
    NoDraft: phrase("That plan has been announced or forgotten. Begin a new one with /tournament create."),
    NoLevels: phrase("Please write the levels down with the lowest first, such as {example}."),
    NoShares: phrase("Please give whole numbers, none larger than the one before it, such as 50 30 20."),
    storage.StillEntered: phrase("First leave these tournaments, and end those that you run: {tournaments}."),
    storage.NotAccepted: phrase(
        "That was not accepted: the tavern’s books cannot be written just now. Nothing was changed; "
        "try again soon."
    ),
    storage.StorageError: phrase("The tavern’s books are closed just now. Nothing was changed."),
    NoHandOver: phrase("I know of no hand here that was played to its end."),
    HandOfOld: phrase(
        "Hand {hand} of table {table}, or a deck that was in play then, was cut before an update changed how "
        "that’s done. There’s no file of it any more."
    ),
    NoSuchHand: phrase("Hand {hand} of table {table} is not over, or was never played to its end."),
    NoLongerMember: phrase(
        "You’re no longer in that server, so you’re leaving its tables. When the hand is over, your stack "
        "goes back to your wallet there."
    ),
    NoSuchTable: phrase("There is no such table here."),
    TooManyTables: phrase("This server has as many open tables as it may. Close one first."),
    HostsEnough: phrase("You host {most} open tables already. Close one of them first: {tables}."),
    ThrowsEnough: phrase("You have {most} throws under way. Finish one of them first."),
    ChallengeOpen: phrase("There’s a challenge between you two already. Finish that one first."),
    ChallengedEnough: phrase(
        "That’s {most} challenges within an hour: let people catch their breath. You can challenge somebody "
        "again <t:{again_at}:R>."
    ),
    Paused: phrase(
        "Something went wrong at this table, through our fault (error {number}). The table rests; its host, "
        "or a manager, can close it, and every stake goes back."
    ),
    HouseLostEnough: phrase(
        "{player} has won {lost} or more from the house today, and that’s as much as it loses to one person "
        "in a day. It plays for coins again <t:{again_at}:R>; for practice, any time."
    ),
    HouseCannotPay: phrase("The house can’t match that stake. Throw for less, or leave the stake out."),
    NotAllowed: phrase("Only somebody who may manage this server can do that."),
    NotHere: phrase("Tables are opened in these channels: {channels}."),
    NotOurs: phrase("That command has changed since, or isn’t mine. Please pick it from the list again."),
    app_commands.CommandSignatureMismatch: phrase(
        "That command has changed since, or isn’t mine. Please pick it from the list again."
    ),
    NotText: phrase("Please type words there."),
    OnlyInServer: phrase("That only works in a server. Please press it in the table’s channel."),
    NotAPerson: phrase("That is a bot. Please name a person."),
    NothingToRead: phrase("Nothing in that text can be shown. Please use letters or numbers."),
    NotChannels: phrase("Please name channels of this server, such as #tavern, or say “all”."),
    NotARole: phrase("Please name a role of this server, such as @Stewards, or say “none”."),
    NotOnOff: phrase("Please say “on” or “off”."),
    NotOrganiser: phrase("Only a manager, or somebody with the role for it, can run tournaments."),
    NoSuchLanguage: phrase("I speak these languages: {languages}."),
    NotThreeNumbers: phrase("Please give three numbers from 1 to {most}, such as 1-3-5."),
    RoleOutOfReach: phrase(
        "I cannot give that role. It has to be one of this server’s that stands below my own, and I need "
        "the permission Manage Roles. A manager can mend that; nothing was changed."
    ),
    RoleTooMighty: phrase(
        "That role may do what you may not. Somebody who may do all of that has to put it up."
    ),
    Repeated: phrase("That has been done already."),
    app_commands.TransformerError: phrase("Please name somebody of this server."),
    Malformed: phrase("Please give a whole number from {least} to {most}."),
    discord.Forbidden: phrase(
        "I lack a permission for that in this channel. A manager can run /tavern doctor."
    ),
}
TERMS: Mapping[str, str] = {
    "through": phrase("Heats"),
    "goal": phrase("A race"),
    "late_until": phrase("late entry"),
    "reentry_until": phrase("re-entry"),
    "chips": phrase("chips"),
}
"""Terms of a tournament that may exclude each other."""
COINS = ("amount", "balance", "promised", "floor", "ceiling", "left", "lost")
"""Facts that are amounts of the server's currency."""


def sentence(error: BaseException, currency: str, options: tuple[Option, ...] = ()) -> str | None:
    """What to tell the person whose press led to this, or None where it was no slip of theirs.

    `options` are the house rules in whose titles a clash is told.
    """
    words = next((WORDS[kind] for kind in type(error).__mro__ if kind in WORDS), None)
    if words is None:
        return None
    titles = {name: _(title) for name, title in TERMS.items()} | {
        each.name: _(each.title) for each in options
    }
    return _(words).format(
        **{name: _fact(name, fact, currency, titles) for name, fact in vars(error).items()}
    )


def _fact(name: str, fact: object, currency: str, titles: Mapping[str, str]) -> str:
    if name in COINS and isinstance(fact, int):
        return amount(fact, currency)
    if name == "player" and isinstance(fact, int):
        return person(fact)
    if name == "channels" and isinstance(fact, tuple):
        return " ".join(f"<#{each}>" for each in fact)
    if isinstance(fact, tuple):
        return ", ".join(map(str, fact))
    if isinstance(fact, float):
        return str(int(fact))
    return titles.get(str(fact), str(fact))
