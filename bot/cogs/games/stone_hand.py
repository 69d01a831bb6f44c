"""`/stonehand` and `/throw`: Stone Hand at tables and as quick throws (SH-14), and home throws (SH-3)."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated, get_args

from bot.cogs.games.common import INVITED, PACE, PACE_CHOICES, PRACTICE, GameCommands, Opening
from bot.cogs.taproom_cog import TaproomCog
from bot.custom_ids import TablePress
from bot.front.decorators import IntRange, allow_user_install, command, group, on_button, on_form, person_menu
from bot.front.forms import WHY_LENGTH, NotAMember, reading, three_numbers, whole
from bot.front.protocols import Context
from bot.front.request import User
from bot.screens.core.naming import person
from bot.screens.core.presenter import refusal
from bot.screens.core.screen import Screen
from bot.screens.learn.rules import page_screen
from bot.screens.stone_hand.screen import StoneHandScreen
from bot.screens.stone_hand.story import PAGE_LINES, home_screen, house_screen, list_screen
from bot.screens.table.quick_throw import TWISTS, USUAL_RULES, no_rival_screen, opponent_screen, throw_form
from bot.tavern.table import actions, challenges
from bot.tavern.table.table_state import require_game
from bot.text.translate import _, plain_text
from games.engine.core.errors import N_, NotOffered
from games.engine.core.house_rules import change, options
from games.engine.core.offers import Answer
from games.engine.table.refusals import NotInvited
from games.engine.table.table import Money, Terms
from games.stone_hand.game import STONE_HAND
from games.stone_hand.hands import SIDES
from games.stone_hand.model import HomeThrow, StoneHandRules, Unit
from storage.db.transaction import Transaction
from storage.people import preferences
from storage.play.postings import DIRECT, is_server

WAGER_MAX = 100_000
UNITS: tuple[int, ...] = get_args(Unit)
UNIT = "How many coins each unit of the pay is"
UNIT_CHOICES = {"unit": {unit: str(unit) for unit in UNITS}}
Wager = Annotated[int, IntRange(1, WAGER_MAX)]
USUAL = StoneHandRules()
"""The house rules of a quick throw."""
THROW_SECONDS_MAX = 60
"""The maximum turn time of a quick throw, in seconds, even if the server's turn time is longer."""
UNSEEN_HERE = N_(
    "Only you can see what I answer in this server, so {name} couldn’t accept. Challenge {name} in a direct "
    "message or a group, or throw against one of the house’s people here."
)
# Translators: in the menu of a person, at most 32 letters.
CHALLENGE = N_("Challenge to a throw")
# Translators: in the menu of a person, at most 32 letters; a form asks for the house rules, and for a stake.
THROW_WITH = N_("Throw with…")

ID_MAX = 2**63 - 1


@group(StoneHandScreen.command, N_("Stone Hand: three dice, a falling pay"))
class StoneHandCommands(GameCommands):
    """Stone Hand at a table."""

    game = STONE_HAND

    @command(
        is_public=True,
        wager="Each player’s wager; usually 20 units, 8 for a short game",
        practice=PRACTICE,
        invited=INVITED,
        unit=UNIT,
        pace=PACE,
        choices={**UNIT_CHOICES, **PACE_CHOICES},
    )
    async def open(
        self,
        ctx: Context,
        wager: Wager | None = None,
        practice: bool = False,
        invited: bool = False,
        unit: int | None = None,
        pace: str = "live",
    ) -> None:
        """Open a Stone Hand table in this channel."""
        rules = with_unit(await self._usual_rules(ctx), unit)
        stake = STONE_HAND.usual_stake(rules) if wager is None else wager
        await self._open_table(ctx, rules, stake, Opening(practice, invited, pace))

    @command()
    async def rules(self, ctx: Context) -> None:
        """How to play Stone Hand."""
        await ctx.send_ephemeral(page_screen(STONE_HAND.key, 0))

    async def _usual_rules(self, ctx: Context) -> StoneHandRules:
        """Return the server's default house rules, with its fixed home throw (SH-3)."""
        rules: StoneHandRules = await super()._usual_rules(ctx)
        fixed = await self.app.database.read(
            lambda tx: preferences.keepsake_of(tx, ctx.server, preferences.SERVER, STONE_HAND)
        )
        if fixed is None:
            return rules
        return replace(rules, house_throw=fixed.numbers, house_why=fixed.why)


def with_unit(rules: StoneHandRules, unit: int | None) -> StoneHandRules:
    """Return the house rules with the chosen unit, if one was chosen (SH-2)."""
    if unit is None:
        return rules
    if unit not in UNITS:
        raise NotOffered
    return change(rules, "unit", UNITS.index(unit))


class QuickThrow(TaproomCog):
    """Quick throws (SH-14): alone or against another user, everywhere on Discord."""

    @allow_user_install
    @command(
        is_public=True,
        against="Who you challenge; pick me for a house player",
        stake="The stake for each of you; nothing if left out",
        unit=UNIT,
        choices=UNIT_CHOICES,
    )
    async def throw(
        self,
        ctx: Context,
        against: User | None = None,
        stake: Wager | None = None,
        unit: int | None = None,
    ) -> None:
        """Throw the three dice, alone or against somebody."""
        if against is None and stake is not None:
            words = _("You need someone to play against: fill in “against” too.")
            await ctx.send_ephemeral(refusal(words))
        elif stake is None and unit is not None:
            words = _("A unit only makes sense with a stake: fill in “stake” too.")
            await ctx.send_ephemeral(refusal(words))
        elif against is None:
            await self._throw_alone(ctx)
        else:
            rules = with_unit(USUAL, unit)
            _require_here(ctx, against)
            await self._challenge(ctx, against.id, is_bot=against.is_bot, stake=stake, rules=rules)

    @on_button("throw")
    async def _throw_again(self, ctx: Context, _press: TablePress) -> None:
        await self._throw_alone(ctx)

    @on_button("against_house")
    async def _against_house(self, ctx: Context, _press: TablePress) -> None:
        terms = await self._duel(ctx, (ctx.player,))
        await self._open(ctx, USUAL, terms, challenges.throw_against_house)

    @on_button("challenge")
    async def _ask_whom(self, ctx: Context, _press: TablePress) -> None:
        require_game(await self._settings(ctx), STONE_HAND.key)
        await ctx.send_ephemeral(opponent_screen())

    @on_button("challenged")
    async def _challenge_chosen(self, ctx: Context, _press: TablePress) -> None:
        against, is_bot = ctx.request.chosen_person()
        await self._challenge(ctx, against, is_bot=is_bot)

    @person_menu(CHALLENGE)
    async def _challenge_person(self, ctx: Context, against: User) -> None:
        _require_here(ctx, against)
        await self._challenge(ctx, against.id, is_bot=against.is_bot)

    @person_menu(THROW_WITH)
    async def _ask_how(self, ctx: Context, against: User) -> None:
        """Open a form for the house rules and, in a server, for a stake."""
        _require_here(ctx, against)
        require_game(await self._settings(ctx), STONE_HAND.key)
        if refusal_text := self._refusal(ctx, against.id, is_bot=against.is_bot):
            await ctx.send_ephemeral(no_rival_screen(refusal_text))
            return
        currency = (await self._settings(ctx)).currency if is_server(ctx.server) else ""
        await ctx.send_form(throw_form(against.id, against.name, options(StoneHandRules), currency))

    @on_form("throw_with")
    async def _throw_with(self, ctx: Context, press: TablePress) -> None:
        fields = ctx.request.fields
        rule = fields.get("rule", USUAL_RULES)
        if rule not in (USUAL_RULES, *TWISTS):
            raise NotOffered
        with reading("stake"):
            stake = whole(fields["stake"], 1, WAGER_MAX) if fields.get("stake", "").strip() else None
        rules = USUAL if rule == USUAL_RULES else change(USUAL, rule, 1)
        await self._challenge(ctx, press.number, is_bot=False, stake=stake, rules=rules)

    @on_button("rematch")
    async def _rematch(self, ctx: Context, press: TablePress) -> None:
        """Repeat a duel on the same terms; the user who presses becomes the challenger."""
        over = (await self.app.tavern.look(press.table, ctx.request.actor())).table
        terms = over.terms
        if terms.hands_max != 1 or not terms.invited:
            raise NotOffered
        if ctx.player not in terms.invited:
            raise NotInvited
        invited = (ctx.player, *(each for each in terms.invited if each != ctx.player))
        first = actions.sit_down if len(invited) > 1 else challenges.throw_against_house
        again = replace(terms, host=ctx.player, invited=invited)
        await self._open(ctx, over.rules, again, first)

    async def _throw_alone(self, ctx: Context) -> None:
        settings = await self._settings(ctx)
        seconds = min(settings.turn_seconds, THROW_SECONDS_MAX)
        terms = Terms(ctx.player, 0, seconds, "practice", hands_max=1, seats_min=1)
        await self._open(ctx, USUAL, terms, challenges.accept_and(Answer("throw")))

    async def _challenge(
        self,
        ctx: Context,
        against: int,
        *,
        is_bot: bool,
        stake: int | None = None,
        rules: StoneHandRules = USUAL,
    ) -> None:
        """Challenge a user; if that is the bot itself, a house player throws at once."""
        if refusal_text := self._refusal(ctx, against, is_bot=is_bot):
            await ctx.send_ephemeral(no_rival_screen(refusal_text))
            return
        is_me = self.app.front.is_me(against)
        invited = (ctx.player,) if is_me else (ctx.player, against)
        first = challenges.throw_against_house if is_me else actions.sit_down
        await self._open(ctx, rules, await self._duel(ctx, invited, stake), first)

    def _refusal(self, ctx: Context, against: int, *, is_bot: bool) -> str:
        """Return the reason why a user can't be challenged here, and alternatives; "" if they can."""
        if self.app.front.is_me(against):
            return ""
        words = ""
        if against == ctx.player:
            words = _("You can’t challenge yourself. Throw against one of the house’s people?")
        elif is_bot:
            words = _("{name} has no hands to throw with. Throw against one of the house’s people?")
        elif ctx.server == DIRECT:
            words = _(
                "Only you and I are here, so {name} couldn’t accept. Challenge {name} where you both are, or "
                "throw against one of the house’s people here."
            )
        elif ctx.request.is_unseen:
            words = _(UNSEEN_HERE)
        return words.format(name=person(against))

    async def _duel(self, ctx: Context, invited: tuple[int, ...], stake: int | None = None) -> Terms:
        """Return the terms of one round between two players, for coins if there is a stake."""
        money: Money = "practice" if stake is None else "coins"
        seconds = (await self._settings(ctx)).turn_seconds
        return Terms(ctx.player, stake or 0, seconds, money, hands_max=1, invited=invited)

    async def _open(
        self, ctx: Context, rules: StoneHandRules, terms: Terms, first: actions.TableAction
    ) -> None:
        ctx.request.require_open(await self._settings(ctx))
        rivals = [each for each in terms.invited if each != ctx.player]
        await self._require_seeing(ctx.server, ctx.channel, rivals)
        actor = ctx.request.actor()
        state = await self.app.tavern.open_table(actor, ctx.channel, STONE_HAND, rules, terms, first)
        await self.app.front.table_messages.post(ctx, state)
        if ctx.is_unseen and rivals:
            # Discord has hidden the message from others, so nobody could accept the challenge.
            state = await self.app.tavern.depart(state.id, ctx.player, challenges.decline)
            self.app.front.table_messages.refresh(state)
            await ctx.send_ephemeral(no_rival_screen(_(UNSEEN_HERE).format(name=person(rivals[0]))))
        await self.app.show(state, by=ctx.player)


def _require_here(ctx: Context, person: User) -> None:
    """Raise `NotAMember` unless the user is a member of the server; elsewhere Discord checks presence."""
    if is_server(ctx.server) and not person.is_member:
        raise NotAMember


class HomeThrows(TaproomCog):
    """Storage of home throws."""

    async def _store(self, ctx: Context, player: int, home: HomeThrow | None) -> None:
        server = ctx.request.actor().in_server()

        def store(tx: Transaction) -> None:
            if home is None:
                preferences.drop_keepsake(tx, server, player, STONE_HAND)
            else:
                preferences.put_keepsake(tx, server, player, STONE_HAND, home)

        await self._once(ctx, store)


class OwnHomeThrow(HomeThrows):
    """Commands for a player's own home throw, and the list of all players' home throws."""

    @command(
        numbers="Three from 1 to 8, such as 1-3-5; leave it out to see yours",
        why="A home town, a teacher … as you like",
    )
    async def home_throw(self, ctx: Context, numbers: str | None = None, why: str = "") -> None:
        """Three numbers of your own that beat everything."""
        if numbers is not None:
            await self._store(ctx, ctx.player, _home(numbers, why))
        await ctx.send_ephemeral(await self._own(ctx))

    @on_button("home_clear")
    async def _clear(self, ctx: Context, _press: TablePress) -> None:
        await self._store(ctx, ctx.player, None)
        await ctx.update(await self._own(ctx))

    @on_button("homes")
    async def _turn_page(self, ctx: Context, press: TablePress) -> None:
        after = min(press.number_or(preferences.SERVER), ID_MAX)
        home_throws = await self.app.database.read_long(
            lambda tx: preferences.keepsakes(tx, ctx.server, STONE_HAND, PAGE_LINES + 1, after)
        )
        await ctx.update(list_screen(home_throws))

    async def _own(self, ctx: Context) -> Screen:
        server, player = ctx.request.actor().in_server(), ctx.player
        home = await self.app.database.read(
            lambda tx: preferences.keepsake_of(tx, server, player, STONE_HAND)
        )
        return home_screen(home)


class HouseHomeThrow(HomeThrows):
    """The command for a home throw that applies to all tables of a server."""

    @command(
        called="home-throw",
        numbers="Three numbers from 1 to 8; if left out, the dice decide",
        why="Why these",
    )
    async def choose_house_throw(self, ctx: Context, numbers: str | None = None, why: str = "") -> None:
        """The one home throw of all tables."""
        ctx.request.require_manager()
        home = None if numbers is None else _home(numbers, why)
        await self._store(ctx, preferences.SERVER, home)
        await ctx.send_ephemeral(house_screen(home))


def _home(numbers: str, why: str) -> HomeThrow:
    return HomeThrow(three_numbers(numbers, SIDES), plain_text(why, WHY_LENGTH))
