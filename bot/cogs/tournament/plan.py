"""`/organise create`: the panel on which a tournament is planned and announced."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from bot.cogs.taproom_cog import TaproomCog
from bot.custom_ids import AsShown, TablePress
from bot.front.decorators import command, on_button, on_form
from bot.front.forms import filled_field, reading, whole, words
from bot.front.protocols import Context
from bot.screens.core.screen import RoleField, Screen, say
from bot.screens.tournament import plan
from bot.tavern.table.table_state import require_game
from bot.tavern.tournament import draft as tournament_draft
from bot.tavern.tournament.draft import (
    Draft,
    NoDraft,
    pace,
    read_breaks,
    read_levels,
    read_places,
    read_shares,
)
from bot.tavern.tournament.parse_times import weeks_later
from bot.tavern.tournament.tournament_service import TournamentOver, TournamentProposal
from bot.text.translate import _, plain_text, shown
from games.catalog import HOSTED
from games.engine.core.errors import N_, NotOffered, UserError, must_find
from games.engine.core.game import AnyGame, Level
from storage.db.transaction import Transaction
from storage.people import preferences
from storage.people.server_settings import ServerSettings, offered_games
from storage.tournaments import series as stored_series
from storage.tournaments.role_prizes import RolePrize
from storage.tournaments.tournaments import StoredTournament


class RoleUnmentionable(UserError):
    template = N_(
        "I can’t mention that role here. Make it mentionable, or give me the permission “Mention "
        "@everyone, @here and All Roles”."
    )


class RoleNotTheirs(UserError):
    template = N_("You can’t mention that role yourself. Make it mentionable, or ask someone who can.")


class PlanCommands(TaproomCog):
    """Planning a tournament."""

    @command(
        title="Its title; leave it out to go on with your plan",
        game="Which game",
        starts="When: Sat 20:00 Berlin, or in 90 min",
        choices={"game": {key: game.title for key, game in HOSTED.items()}},
    )
    async def create(
        self, ctx: Context, title: str | None = None, game: str | None = None, starts: str | None = None
    ) -> None:
        """Plan a tournament, and announce it."""
        settings, now = await self._allowed_to_plan(ctx), self.app.tavern.now()
        name = ctx.request.actor().name

        def create_draft(tx: Transaction) -> Draft:
            draft = _new_or_stored(tx, ctx, title, game, settings, name)
            draft = tournament_draft.save(tx, ctx.server, ctx.player, draft)
            if starts is None:
                return draft
            # `save` has set the draft's time zone, in which the start is read.
            draft = tournament_draft.with_start(draft, starts, now)
            return tournament_draft.save(tx, ctx.server, ctx.player, draft)

        draft = await self.app.database.write(create_draft)
        await ctx.send_ephemeral(_panel(draft, settings))

    @on_button("plan_page")
    async def _turn(self, ctx: Context, press: TablePress) -> None:
        settings = await self._allowed_to_plan(ctx)
        draft = await self._change(ctx, press, lambda draft, _game: draft)
        await ctx.update(_panel(draft, settings, press.argument))

    @on_button("plan")
    async def _choose(self, ctx: Context, press: TablePress) -> None:
        game = HOSTED[ctx.request.chosen_among(HOSTED)]
        settings = await self._allowed_to_plan(ctx)
        require_game(settings, game.key)
        as_shown = AsShown.of(press.argument)
        if as_shown.name != "game":
            raise NotOffered

        def change(draft: Draft, _game: AnyGame) -> Draft:
            tournament_draft.require_unchanged(draft, as_shown.check)
            return tournament_draft.of_game(draft, game, settings)

        draft = await self._change(ctx, press, change)
        await ctx.update(_panel(draft, settings))

    @on_button("plan_rule")
    async def _choose_rule(self, ctx: Context, press: TablePress) -> None:
        await self._allowed_to_plan(ctx)
        index, rule = ctx.request.chosen(), AsShown.of(press.argument)

        def change(draft: Draft, game: AnyGame) -> Draft:
            tournament_draft.require_unchanged(draft, rule.check)
            return tournament_draft.with_rule(draft, game, rule.name, index)

        draft = await self._change(ctx, press, change)
        await ctx.update(plan.plan_rules_screen(draft, HOSTED[draft.game]))

    @on_button("plan_ask")
    async def _ask(self, ctx: Context, press: TablePress) -> None:
        await self._allowed_to_plan(ctx)
        form = press.among(plan.FORMS)
        draft = await self._change(ctx, press, lambda draft, _game: draft)
        await ctx.send_form(plan.plan_form(draft, HOSTED[draft.game], form))

    @on_form("plan_typed")
    async def _fill_in(self, ctx: Context, press: TablePress) -> None:
        settings, fields = await self._allowed_to_plan(ctx), ctx.request.fields
        form, now = AsShown.of(press.argument), self.app.tavern.now()
        if form.name not in plan.FORMS:
            raise NotOffered
        with reading("call_role"):
            self._require_mentionable(ctx, fields.get("call_role", ""))
        for name in ("first_role", "second_role"):
            with reading(name):
                self._require_givable(ctx, fields.get(name, ""))

        def change(draft: Draft, game: AnyGame) -> Draft:
            tournament_draft.require_unchanged(draft, form.check)
            for name in plan.open_fields(draft, game, form.name):
                draft = _with_field(draft, game, name, fields.get(name, ""), now)
            return tournament_draft.fitting(draft, game)

        await ctx.update(_panel(await self._change(ctx, press, change), settings))

    @on_button("announce")
    async def _announce(self, ctx: Context, press: TablePress) -> None:
        settings = await self._allowed_to_plan(ctx)
        actor = ctx.request.actor()

        def take_terms(tx: Transaction) -> TournamentProposal:
            draft = tournament_draft.drop(tx, ctx.server, actor.player)
            tournament_draft.require_unchanged(draft, press.argument)
            return tournament_draft.plan_and_terms(
                draft, HOSTED[draft.game], actor.player, settings.turn_seconds, actor.at
            )

        state = await self.app.tournaments.announce(actor, ctx.channel, take_terms)
        words = _("**{title}** is announced: its notice is in this channel.")
        await ctx.update(say(words.format(title=shown(state.stored.plan.title))))
        self.app.front.tournament_messages.refresh(state)

    @on_button("cup_edit", "cup_copy")
    async def _open(self, ctx: Context, press: TablePress) -> None:
        settings = await self._allowed_to_plan(ctx)
        state = await self._tournament(ctx, press.table)
        if press.verb == "cup_edit" and state.is_over:
            raise TournamentOver
        stored, game = state.stored, state.game
        draft = tournament_draft.of_tournament(stored, game)
        now = self.app.tavern.now()
        if press.verb == "cup_copy":
            draft = self._with_own_roles(
                ctx, tournament_draft.copied(stored.plan, stored.tournament, game), stored.plan.roles
            )

        def save(tx: Transaction) -> Draft:
            copy = draft if draft.edits else _next_like(tx, ctx, stored, draft, now)
            return tournament_draft.save(tx, ctx.server, ctx.player, copy)

        saved = await self.app.database.write(save)
        await ctx.send_ephemeral(_panel(saved, settings))

    @on_button("plan_save")
    async def _save(self, ctx: Context, press: TablePress) -> None:
        await self._allowed_to_plan(ctx)
        actor = ctx.request.actor()

        def take_terms(
            tx: Transaction, stored: StoredTournament
        ) -> tuple[TournamentProposal, tuple[str, ...]]:
            draft = tournament_draft.drop(tx, ctx.server, actor.player, stored.id)
            tournament_draft.require_unchanged(draft, press.argument)
            changed = tournament_draft.edited(draft, stored, HOSTED[stored.plan.game])
            return tournament_draft.plan_and_terms(
                draft, HOSTED[draft.game], actor.player, 0, actor.at
            ), changed

        state = await self.app.tournaments.edit(actor, press.table, take_terms)
        words = _("**{title}** has changed. Everyone who has entered will be told what’s new.")
        await ctx.update(say(words.format(title=shown(state.stored.plan.title))))
        self.app.front.tournament_messages.refresh(state)

    async def _allowed_to_plan(self, ctx: Context) -> ServerSettings:
        """Return the server's settings if this user may plan tournaments in this channel."""
        settings = await self._settings(ctx)
        ctx.request.require_organiser(settings.organiser_role)
        ctx.request.require_channel(settings)
        return settings

    def _require_mentionable(self, ctx: Context, submitted: str) -> None:
        """Raise if the bot or the user may not mention the submitted role (TN-49)."""
        server = ctx.front.surroundings
        role = filled_field(RoleField("call_role", ""), submitted, (), server.roles(ctx))
        if not isinstance(role, int) or not role:
            return
        if role == ctx.server or not server.may_mention(ctx, role):
            raise RoleUnmentionable
        if not server.may_have_mentioned(ctx, role):
            raise RoleNotTheirs

    def _require_givable(self, ctx: Context, submitted: str) -> None:
        """Raise if the bot can't give the submitted role, or the user may not (TN-53)."""
        role = filled_field(RoleField("role", ""), submitted, (), ctx.front.surroundings.roles(ctx))
        if isinstance(role, int) and role:
            roles = ctx.front.prize_roles
            roles.require_own(ctx, roles.named(ctx, str(role)))

    def _with_own_roles(self, ctx: Context, draft: Draft, prizes: tuple[RolePrize, ...]) -> Draft:
        """Return a copied draft with those roles as prizes that this user may give, too."""

        def is_own(role: int) -> bool:
            try:
                self._require_givable(ctx, str(role))
            except (UserError, NotOffered):
                return False
            return True

        return tournament_draft.with_roles(draft, tuple(each for each in prizes if is_own(each.role)))

    async def _change(
        self, ctx: Context, press: TablePress, change: Callable[[Draft, AnyGame], Draft]
    ) -> Draft:
        """Load the user's draft, change it, save it, and return it."""

        def transaction(tx: Transaction) -> Draft:
            draft = tournament_draft.load(tx, ctx.server, ctx.player, press.table)
            changed = change(draft, HOSTED[draft.game])
            return tournament_draft.save(tx, ctx.server, ctx.player, changed)

        return await self.app.database.write(transaction)


def _next_like(tx: Transaction, ctx: Context, stored: StoredTournament, draft: Draft, now: float) -> Draft:
    """Return the draft of another tournament, a week later or more, in the same series while that is open."""
    zone = preferences.time_zone(tx, ctx.player)
    starts_at = None if draft.starts_at is None else weeks_later(draft.starts_at, now, zone)
    series = stored_series.of_tournament(tx, stored.id)
    number = series.id if series is not None and series.closed_at is None else 0
    return replace(draft, starts_at=starts_at, zone=zone, series=number)


def _panel(draft: Draft, settings: ServerSettings, page: str = "plan") -> Screen:
    if page == "rules":
        return plan.plan_rules_screen(draft, HOSTED[draft.game])
    if page != "plan":
        raise NotOffered
    offered = offered_games(settings.games_off, HOSTED)
    games = tuple(each for key, each in HOSTED.items() if key in (*offered, draft.game))
    return plan.plan_screen(draft, HOSTED[draft.game], games, settings)


def _new_or_stored(
    tx: Transaction, ctx: Context, title: str | None, game: str | None, settings: ServerSettings, name: str
) -> Draft:
    """Return a new draft, or without a title the user's stored one, with another game if it is named."""
    if game not in (None, *HOSTED):
        raise NotOffered
    if game is not None:
        require_game(settings, game)
    if title is None:
        try:
            draft = tournament_draft.load(tx, ctx.server, ctx.player)
        except NoDraft:
            title = _("{name}’s Cup").format(name=name)
        else:
            if game is None or game == draft.game:
                return draft
            return tournament_draft.of_game(draft, HOSTED[game], settings)
    key = game or must_find(offered_games(settings.games_off, HOSTED))
    return tournament_draft.new_draft(HOSTED[key], settings, words(title, plan.TITLE_LENGTH))


def _with_field(draft: Draft, game: AnyGame, name: str, submitted: str, now: float) -> Draft:
    """Return the draft with a field's submitted value."""
    with reading(name):
        if name == "starts_at":
            return tournament_draft.with_start(draft, submitted, now)
        value = _parse_field(draft, game, name, submitted)
    unit, length = pace(draft)
    changes: dict[str, Any] = {name: value}
    if name == "unit":
        changes = {"pace": f"{value}_{length}"}
    elif name == "level_length":
        changes = {"pace": f"{unit}_{value}"}
    return replace(draft, **changes)


def _parse_field(draft: Draft, game: AnyGame, name: str, submitted: str) -> object:
    if name in plan.NUMBERS:
        return whole(submitted, *plan.NUMBERS[name])
    if name in READERS:
        return READERS[name](submitted, game)
    if submitted not in tournament_draft.choices(draft, game, name):
        raise NotOffered
    return int(submitted) if name == "seats" else submitted


def _levels(text: str, game: AnyGame) -> tuple[Level, ...]:
    """Return the typed levels; () if they are the game's usual ones."""
    levels = read_levels(text, game)
    return () if levels == game.levels else levels


def _prizes(text: str) -> tuple[str, ...]:
    prizes = (plain_text(each, plan.PRIZE_LENGTH) for each in text.split(";"))
    return tuple(each for each in prizes if each)[: plan.PRIZES_MAX]


READERS: Mapping[str, Callable[[str, AnyGame], object]] = {
    "call_role": lambda text, _game: next(map(int, text.split()), 0),
    "first_role": lambda text, _game: next(map(int, text.split()), 0),
    "second_role": lambda text, _game: next(map(int, text.split()), 0),
    "first_places": lambda text, _game: read_places(text),
    "second_places": lambda text, _game: read_places(text),
    "title": lambda text, _game: words(text, plan.TITLE_LENGTH),
    "needs_check_in": lambda text, _game: bool(text),
    "levels": _levels,
    "breaks": lambda text, _game: read_breaks(text),
    "shares": lambda text, _game: read_shares(text) if text.strip() else (),
    "words": lambda text, _game: _prizes(text),
    "text": lambda text, _game: plain_text(text, plan.TEXT_LENGTH),
    "score_words": lambda text, _game: plain_text(text, plan.PRIZE_LENGTH),
}
"""The parsers of fields that are neither a number nor a choice."""
