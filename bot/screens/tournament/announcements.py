"""Announcements of a tournament, such as eliminations and prizes; and its scheduled event in Discord."""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from bot.custom_ids import table_id
from bot.screens.catalog import FACES, TOURNAMENT_FACES
from bot.screens.core.naming import amount, for_reader
from bot.screens.core.presenter import address, because
from bot.screens.core.screen import Button
from bot.screens.tournament.notice import deal_lines, prize_words
from bot.screens.tournament.plan import label_of, value_of
from bot.screens.tournament.summary import break_ahead, entrant_name, format_words, tournament_line
from bot.tavern.tournament.draft import copied
from bot.tavern.tournament.reminders import BREAK, LATE, START, TOO_FEW, came_later, hands_left, is_due
from bot.tavern.tournament.tournament_tables import TournamentView
from bot.text.translate import _, ngettext, quoted, shown
from games.engine.core.errors import N_, addressed
from games.tournament import orders
from games.tournament.model import Entrant, Tournament, level_at
from games.tournament.orders import Order
from games.tournament.placing import places_paid, standings
from storage.tournaments.role_prizes import winners as role_winners
from storage.tournaments.tournaments import ActKind

TO_ALL, CALL = 0, -1
"""In place of a line's only reader: everybody reads the line, or it only pings the users it mentions."""
LEVEL = "level"
"""The topic of the next level."""


@dataclass(frozen=True, slots=True)
class Announcement:
    """Lines for the channel of `table`, or of the notice if that is None; `players` and `role` are pinged."""

    table: int | None
    lines: tuple[str, ...]
    players: tuple[int, ...] = ()
    role: int = 0
    buttons: tuple[Button, ...] = ()
    """The buttons below the lines."""
    topic: str = ""
    """If not empty, the announcement replaces the previous one on the same topic."""
    whose: tuple[int, ...] = ()
    """For each line its only reader, `TO_ALL` or `CALL`; empty: everybody reads all lines."""

    def read_by(self, player: int) -> tuple[str, ...]:
        """Return the lines for one player, in a frontend where each player has a page of their own."""
        whose = self.whose or (TO_ALL,) * len(self.lines)
        return tuple(
            line
            for line, line_reader in zip(self.lines, whose, strict=True)
            if line_reader in (TO_ALL, player)
        )


def thread_name(view: TournamentView, table: int) -> str:
    """Return the name of the thread of a table."""
    line = tournament_line(view, table)
    number = 0 if line is None else line.number
    return _("{title} · table {number}").format(title=view.plan.title, number=number)


def at_tables(view: TournamentView, all_orders: tuple[Order, ...]) -> Iterator[Announcement]:
    """Yield an announcement for each table with new players (and why), a break, or eliminations."""
    lines_by_table: defaultdict[int, list[tuple[str, int]]] = defaultdict(list)
    people = {each.player: each for each in view.tournament.entrants if not each.is_house}
    placed = {order.player: order for order in reversed(all_orders) if isinstance(order, orders.SeatGiven)}
    for player, order in placed.items():
        entrant = people.get(player)
        if entrant is not None and entrant.table == order.table and entrant.seat is not None:
            lines_by_table[order.table].append(
                (_seat_line(view, order, all_orders) + _why_moved(view, order, all_orders), player)
            )
    if orders.BreakBegan() in all_orders and view.tournament.break_until is not None:
        for each in view.tournament.tables:
            lines_by_table[each.number].append((_break_began(view), 0))
    for ranked in all_orders:
        if isinstance(ranked, orders.Ranked) and ranked.player in people:
            lines_by_table[people[ranked.player].table or 0].append(
                (_elimination_line(view, ranked), ranked.player)
            )
    for table, table_lines in lines_by_table.items():
        lines, players = zip(*table_lines, strict=True)
        yield Announcement(table, lines, tuple(dict.fromkeys(filter(None, players))), whose=players)


def _break_began(view: TournamentView) -> str:
    words = _("**A break** until <t:{at}:t>, <t:{at}:R>. A hand under way is played to its end.")
    return words.format(at=view.tournament.break_until)


def to_all(view: TournamentView, all_orders: tuple[Order, ...], reminder: str) -> Iterator[Announcement]:
    """Yield the announcements for the notice's channel."""
    dropped = [order.player for order in all_orders if isinstance(order, orders.Dropped)]
    if dropped:
        yield Announcement(None, (_dropped(view, dropped),), tuple(dropped))
    for order in all_orders:
        yield from _for_order(view, order)
    if reminder:
        yield from reminders(view, reminder)


def _dropped(view: TournamentView, dropped: list[int]) -> str:
    """Return the line on players who had not checked in."""
    words = _("{names} hadn’t checked in when {title} began, and got their entry back.")
    others = [player for player in dropped if player != view.reader]
    if len(others) < len(dropped):
        words = _("You hadn’t checked in when {title} began, and got your entry back.")
    return words.format(names=", ".join(f"<@{player}>" for player in others), title=shown(view.plan.title))


def _for_order(view: TournamentView, order: Order) -> Iterator[Announcement]:
    """Yield the announcement of an order, if it has one: for everybody, or for one player."""
    title = shown(view.plan.title)
    match order:
        case orders.HandForHand(is_on=True):
            yield Announcement(None, (_("{title} is now played hand for hand.").format(title=title),))
        case orders.Announced():
            yield _announced(view)
        case orders.TournamentCalledOff():
            yield _called_off(view)
        case orders.Edited(what=what):
            yield _with_pings(_edited(view, what), _everybody(view))
        case orders.DealOffered():
            yield _deal_offered(view)
        case orders.DealEnded():
            yield _deal_ended(view, order)
        case orders.Finished():
            yield _finished(view)
        case orders.MovedUp() | orders.TurnedAway():
            yield _waiting_list_outcome(view, order)
        case _:
            yield from _by_organiser(view, order)


def _by_organiser(view: TournamentView, order: Order) -> Iterator[Announcement]:
    """Yield the announcement of an organiser's act on one player, if the order is one."""
    title = shown(view.plan.title)
    match order:
        case orders.Added(player=player) if player > 0:
            yield _added(view, player)
        case orders.Invited(player=player) if player > 0:
            yield _invited(view, player)
        case orders.Removed(player=player) if player > 0:
            words = _("<@{player}>, an organiser took you out of {title}.")
            text = words.format(player=player, title=title) + _why(view, "removed", player)
            yield _to_one(text, player)
        case orders.Restored(player=player) if player > 0:
            yield _restored(view, player)
        case orders.ChipsCorrected(player=player, amount=count) if player > 0:
            text = _corrected_chips(title, player, count) + _why(view, "chips", player)
            yield _to_one(text, player)
        case orders.ResultStruck(player=player, counts=counts) if player > 0:
            words = _("<@{player}>, an organiser struck your result in {title} from the series.")
            if counts:
                words = _("<@{player}>, an organiser restored your result in {title} to the series.")
            text = words.format(player=player, title=title)
            yield _to_one(text + _why(view, "counted" if counts else "struck", player), player)


def _to_one(text: str, player: int) -> Announcement:
    """Return an announcement for one player."""
    return Announcement(None, (text,), (player,), whose=(player,))


def _waiting_list_outcome(view: TournamentView, order: orders.MovedUp | orders.TurnedAway) -> Announcement:
    """Return the announcement that an entrant of the waiting list moved up, or did not (TN-43)."""
    words = _("<@{player}>, {title} began without a place for you, and you got your entry back.")
    if isinstance(order, orders.MovedUp):
        words = _("<@{player}>, a place in {title} is yours: you’ve moved up from the waiting list.")
    elif not view.tournament.terms.entry:
        words = _("<@{player}>, {title} began without a place for you.")
    return _to_one(words.format(player=order.player, title=shown(view.plan.title)), order.player)


def _seat_line(view: TournamentView, order: orders.SeatGiven, all_orders: tuple[Order, ...]) -> str:
    """Return the line that tells a player their new seat, and why they have it."""
    broken = {each.table for each in all_orders if isinstance(each, orders.TableBroken)}
    if orders.PutElsewhere(order.player, order.table) in all_orders:
        words = addressed(
            N_(
                "{player}, an organiser moved you from table {before} to table {table}: "
                "you have seat {seat} there."
            ),
            N_("An organiser moved you from table {before} to table {table}: you have seat {seat} there."),
        )
    elif any(isinstance(each, orders.FinalDrawn) for each in all_orders):
        words = addressed(
            N_("{player}, this is the final table: you have seat {seat}."),
            N_("This is the final table: you have seat {seat}."),
        )
    elif any(isinstance(each, orders.StageBegan) and each.stage > 1 for each in all_orders):
        words = addressed(
            N_("{player}, you’re through. In the next heat you have seat {seat} at table {table}."),
            N_("You’re through. In the next heat you have seat {seat} at table {table}."),
        )
    elif order.table_before is None:
        words = addressed(
            N_("{player}, you have seat {seat} at table {table}."),
            N_("You have seat {seat} at table {table}."),
        )
    elif order.table_before in broken:
        words = addressed(
            N_("{player}, table {before} has been broken up: you have seat {seat} at table {table} now."),
            N_("Table {before} has been broken up: you have seat {seat} at table {table} now."),
        )
    else:
        words = addressed(
            N_(
                "{player}, to keep the tables even, you move from table {before} to table {table}: "
                "seat {seat}."
            ),
            N_("To keep the tables even, you move from table {before} to table {table}: seat {seat}."),
        )
    player, before = f"<@{order.player}>", order.table_before
    return for_reader(view.reader, order.player, words).format(
        player=player, seat=order.seat, table=order.table, before=before
    )


def _why_moved(view: TournamentView, order: orders.SeatGiven, all_orders: tuple[Order, ...]) -> str:
    is_put = orders.PutElsewhere(order.player, order.table) in all_orders
    return _why(view, "moved", order.player) if is_put else ""


def _elimination_line(view: TournamentView, out: orders.Ranked) -> str:
    tournament = view.tournament
    if out.told is not None and out.place is not None:
        return _changed_place(view, out.player, out.told, out.place)
    words = addressed(N_("<@{player}>, you’re out, in place {place}."), N_("You’re out, in place {place}."))
    if out.place is None and tournament.terms.through is not None:
        words = addressed(
            N_("<@{player}>, you’re out. Your final place will be announced when all heats are over."),
            N_("You’re out. Your final place will be announced when all heats are over."),
        )
    elif out.place is None:
        words = addressed(
            N_("<@{player}>, you’re out. Your final place will be announced when entries close."),
            N_("You’re out. Your final place will be announced when entries close."),
        )
    text = for_reader(view.reader, out.player, words).format(player=out.player, place=out.place)
    until = tournament.terms.reentry_until
    if tournament.phase == "running" and tournament.is_entry_open and tournament.level <= until:
        text += " " + _("Up to level {level} you can enter again: press “Join” on the notice.").format(
            level=until
        )
    return text


def _changed_place(view: TournamentView, player: int, told: int, place: int) -> str:
    """Return the line on a player's changed place (TN-19), and whether the new place has a prize.

    `told` is the place that was announced before.
    """
    words = addressed(
        N_("<@{player}>, your place has changed from {told} to {place}."),
        N_("Your place has changed from {told} to {place}."),
    )
    sentences = [for_reader(view.reader, player, words).format(player=player, told=told, place=place)]
    paid = places_paid(view.tournament)
    if place <= paid < told:
        sentences.append(_("There’s a prize for that."))
    elif told <= paid < place:
        sentences.append(_("There’s no prize for that one."))
    return " ".join(sentences)


def _corrected_chips(title: str, player: int, count: int) -> str:
    words = ngettext(
        "<@{player}>, an organiser gave you {count} chip in {title}.",
        "<@{player}>, an organiser gave you {count} chips in {title}.",
        abs(count),
    )
    if count < 0:
        words = ngettext(
            "<@{player}>, an organiser took {count} chip from you in {title}.",
            "<@{player}>, an organiser took {count} chips from you in {title}.",
            abs(count),
        )
    return words.format(player=player, count=abs(count), title=title)


def _added(view: TournamentView, player: int) -> Announcement:
    """Return the announcement that an organiser has entered a player (TN-50)."""
    words = _("<@{player}>, an organiser added you to {title}. If you’d rather not, press “Withdraw” there.")
    if any(each.player == player for each in view.tournament.waiting):
        words = _(
            "<@{player}>, an organiser put you on the waiting list of {title}. If you’d rather not, press "
            "“Withdraw” there."
        )
    text = words.format(player=player, title=shown(view.plan.title))
    return _to_one(text + _why(view, "added", player), player)


def _invited(view: TournamentView, player: int) -> Announcement:
    """Return the announcement that an organiser asks a user to enter, with a button to accept (TN-50)."""
    entry = view.tournament.terms.entry
    words = _("<@{player}>, an organiser asks you to play in {title}.")
    if entry:
        words = _("<@{player}>, an organiser asks you to play in {title}. It costs {entry} to enter.")
    title, cost = shown(view.plan.title), amount(entry, view.currency)
    text = words.format(player=player, title=title, entry=cost) + _why(view, "invited", player)
    accept = Button(_("Accept"), table_id(view.id, "cup_accept", str(player)), "good")
    return replace(_to_one(text, player), buttons=(accept,))


def _restored(view: TournamentView, player: int) -> Announcement:
    """Return the announcement that a removed player is back: in play, or out in their old place."""
    words = _("<@{player}>, an organiser brought you back into {title}.")
    if any(each.player == player and each.standing == "out" for each in view.tournament.entrants):
        words = _("<@{player}>, an organiser undid your removal from {title}: your place counts again.")
    text = words.format(player=player, title=shown(view.plan.title))
    return _to_one(text + _why(view, "restored", player), player)


def _why(view: TournamentView, kind: ActKind, player: int | None = None) -> str:
    """Return an organiser's reason, to stand after the act; empty if there is none."""
    reasons = (each.author.why for each in view.acts if (each.kind, each.player) == (kind, player))
    why = next(reasons, "")
    return " " + _("The reason: {words}").format(words=quoted(because(why))) if why else ""


def _announced(view: TournamentView) -> Announcement:
    """Return the announcement of a new tournament; it pings the plan's role (TN-49)."""
    words = _("{title} is announced. Press “Join” on its notice.")
    if view.plan.starts_at is not None:
        words = _("{title} is announced, and begins <t:{at}:F>. Press “Join” on its notice.")
    text = words.format(title=shown(view.plan.title), at=view.plan.starts_at)
    return _with_role(view, Announcement(None, (text,)))


def _with_role(view: TournamentView, call: Announcement) -> Announcement:
    """Return the announcement with a ping of the plan's role, if there is one."""
    role = view.plan.call_role
    if not role:
        return call
    whose = (*(call.whose or (TO_ALL,) * len(call.lines)), CALL)
    return replace(call, lines=(*call.lines, f"<@&{role}>"), role=role, whose=whose)


def _called_off(view: TournamentView) -> Announcement:
    """Return the announcement that the tournament was called off, with the reason and all refunds (TN-21)."""
    people = [each for each in view.tournament.entered if not each.is_house]
    words = _("{title} was called off.")
    if any(each.paid for each in people):
        words = _("{title} was called off. Everyone got their entry back.")
    text = words.format(title=shown(view.plan.title)) + _why(view, "called_off")
    lines, whose = [text], [TO_ALL]
    for paid in sorted({each.paid for each in people}, reverse=True):
        names = " ".join(f"<@{each.player}>" for each in people if each.paid == paid)
        # Translators: of a tournament that was called off: who got how much back.
        back = _("{amount} back: {names}").format(amount=amount(paid, view.currency), names=names)
        lines.append(back if paid else names)
        whose.append(TO_ALL if paid else CALL)
    return Announcement(None, tuple(lines), tuple(each.player for each in people), whose=tuple(whose))


def _edited(view: TournamentView, what: tuple[str, ...]) -> str:
    """Return the text on an edited tournament: the changed terms with their new values (TN-42)."""
    plan_now = copied(view.plan, view.tournament, view.game)
    lines = [_("**{title}** was changed:").format(title=shown(view.plan.title))]
    for name in what:
        value = value_of(plan_now, view.game, name)
        lines.append(f"- {label_of(name)}" + (f": {value}" if value else ""))
    return "\n".join(lines)


def _with_pings(words: str, players: tuple[int, ...]) -> Announcement:
    """Return an announcement of text without mentions, and a line of mentions that pings the players."""
    mentions = " ".join(f"<@{player}>" for player in players)
    if not mentions:
        return Announcement(None, (words,), players)
    return Announcement(None, (words, mentions), players, whose=(TO_ALL, CALL))


def _deal_offered(view: TournamentView) -> Announcement:
    """Return the announcement of an offered deal to the remaining players, with their shares (TN-46)."""
    where = _("Press “Agree” or “Play on” on the notice of {title}.").format(title=shown(view.plan.title))
    remaining = tuple(each.player for each in view.tournament.entrants if each.standing == "in")
    return _with_pings("\n".join([*deal_lines(view), where]), remaining)


def _deal_ended(view: TournamentView, ended: orders.DealEnded) -> Announcement:
    words = _("No deal in {title}: not everyone agreed in time, so play goes on.")
    if not ended.is_possible:
        words = _("No deal in {title}: you don’t all sit at one table any more, so play goes on.")
    elif ended.player is not None:
        play_on = addressed(
            N_("No deal in {title}: <@{player}> wants to play on."),
            N_("No deal in {title}: you want to play on."),
        )
        words = for_reader(view.reader, ended.player, play_on)
    return Announcement(None, (words.format(title=shown(view.plan.title), player=ended.player),))


def _finished(view: TournamentView) -> Announcement:
    currency = view.currency
    tournament = view.tournament
    lines = [_("**{title} is over.**").format(title=shown(view.plan.title))]
    first = [each for place, each in standings(tournament) if place == 1]
    names = ", ".join(_("you") if each.player == view.reader else _named(each) for each in first)
    lines.append(_("Winner: {names}").format(names=names))
    if tournament.deal is not None:
        lines.append(_("The last players agreed to share the prizes that were left."))
    people = {each.player: each for each in tournament.entrants}
    for award in tournament.awards:
        words = _("- {name}: {prize}")
        if award.reason == "score":
            words = _("- {name}: {prize}, for the highest score")
        name = _("You") if award.player == view.reader else _named(people[award.player])
        lines.append(words.format(name=name, prize=prize_words(award, currency)))
    for player, role in role_winners(view.plan.roles, tournament):
        name = _("You") if player == view.reader else _named(people[player])
        lines.append(_("- {name}: {prize}").format(name=name, prize=f"<@&{role}>"))
    if view.series:
        words = _("It counts for **{title}**: `/tournament show` has the standings.")
        lines.append(words.format(title=shown(view.series)))
    winners = [each.player for each in (*first, *(people[award.player] for award in tournament.awards))]
    return Announcement(None, tuple(lines), tuple(dict.fromkeys(winners)))


def reminders(view: TournamentView, reminder: str) -> Iterator[Announcement]:
    """Yield the announcements of a reminder, unless it is outdated."""
    title, tournament = shown(view.plan.title), view.tournament
    starts_at = view.plan.starts_at
    if reminder == TOO_FEW:
        if tournament.phase == "open" and starts_at is None:
            words = _(
                "{title} couldn’t begin: too few players. It’s waiting for its organiser, <@{organiser}>."
            )
            organiser = view.plan.organiser
            yield _to_one(words.format(title=title, organiser=organiser), organiser)
    elif not is_due(view.tournament, starts_at, reminder):
        return
    elif (kind := reminder.partition(" ")[0]) in (START, LATE):
        # A message stays in the channel, so its text has to be true after the start, too.
        words = _("{title} · start <t:{at}:R>.")
        if tournament.terms.needs_check_in:
            words = _("{title} · start <t:{at}:R>. Please check in on its notice.")
        text = words.format(title=title, at=starts_at)
        if kind == LATE:
            yield _with_pings(text, came_later(tournament, reminder))
        else:
            yield _with_role(view, _with_pings(text, _everybody(view)))
    elif kind == BREAK:
        words = _("End of the break <t:{at}:R>.").format(at=tournament.break_until)
        for table in tournament.tables:
            here = [each for each in tournament.entrants if each.table == table.number]
            sitting = tuple(each.player for each in here if each.seat is not None and not each.is_house)
            yield replace(_with_pings(words, sitting), table=table.number)
    else:
        for table in tournament.tables:
            yield Announcement(table.number, (_next_level(view),), topic=LEVEL)


def _next_level(view: TournamentView) -> str:
    tournament = view.tournament
    number = tournament.level + 1
    posted = TOURNAMENT_FACES[view.game.key].posted(level_at(tournament.terms, number)) or _("the next level")
    if tournament.level_ends_at is not None:
        words = _("Level {level} <t:{at}:R>: {stakes}.")
        text = words.format(level=number, at=tournament.level_ends_at, stakes=posted)
        return " ".join(filter(None, (text, _break_ahead(tournament))))
    hands_to_play = hands_left(tournament)
    words = _("Level {level} begins in {hands}: {stakes}.")
    if hands_to_play > 1:
        words = _("Level {level} begins in {hands}, at all tables together: {stakes}.")
    text = words.format(level=number, hands=FACES[view.game.key].hands(hands_to_play), stakes=posted)
    return " ".join(filter(None, (text, _break_ahead(tournament))))


def _break_ahead(tournament: Tournament) -> str:
    text = break_ahead(tournament)
    return f"({text})" if text else ""


def _everybody(view: TournamentView) -> tuple[int, ...]:
    return tuple(each.player for each in view.tournament.entered if not each.is_house)


def _named(entrant: Entrant) -> str:
    return entrant_name(entrant) if entrant.is_house else f"<@{entrant.player}>"


EventStatus: TypeAlias = Literal["scheduled", "active", "completed", "cancelled"]
NAME_MAX = 100
DESCRIPTION_MAX = 1000
LASTS_SECONDS = 4 * 3600
"""Discord requires an end in advance; the real end of a tournament is not known."""


@dataclass(frozen=True, slots=True)
class EventCard:
    """A scheduled event of Discord; `starts_at` is None if the start is not planned."""

    status: EventStatus
    name: str
    description: str
    location: str
    starts_at: int | None

    @property
    def ends_at(self) -> int:
        """The event's end in Discord, in unix seconds."""
        return (self.starts_at or 0) + LASTS_SECONDS

    @property
    def fingerprint(self) -> str:
        """A hash of all values: an event with the same hash needs no update."""
        return hashlib.sha256(repr(self).encode()).hexdigest()[:12]


def event_card(view: TournamentView) -> EventCard:
    """Return the scheduled event that shows the tournament's current state."""
    statuses: dict[str, EventStatus] = {
        "open": "scheduled",
        "running": "active",
        "over": "completed",
        "called_off": "cancelled",
    }
    terms = view.tournament.terms
    cost = _("It costs {entry} to enter.").format(entry=amount(terms.entry, view.currency))
    lines = [
        f"{_(view.game.title)} · {format_words(terms)}",
        _("It counts for {title}.").format(title=view.series) if view.series else "",
        cost if terms.entry else _("Entering is free."),
        # Translators: a command follows in a line of its own.
        _("“Interested” reminds you, but doesn’t enter you: press “Join” on the notice, or type"),
        event_mark(view.id),
    ]
    return EventCard(
        statuses[view.tournament.phase],
        view.plan.title[:NAME_MAX],
        "\n".join(each for each in lines if each)[:DESCRIPTION_MAX],
        address(view.server, view.channel, view.message),
        view.plan.starts_at,
    )


def event_mark(tournament: int) -> str:
    """Return the last line of an event's description, by which the bot finds the tournament's event."""
    return f"/tournament join number:{tournament}"
