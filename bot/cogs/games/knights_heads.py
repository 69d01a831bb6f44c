"""`/knights`: Knights' Heads at a table, its hands, and the 104 cards, which a server may rename (KH-13)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TypeAlias

from bot.cogs.games.common import (
    BUY_IN,
    INVITED,
    PACE,
    PACE_CHOICES,
    PRACTICE,
    Bet,
    BuyIn,
    GameCommands,
    Opening,
)
from bot.cogs.taproom_cog import TaproomCog
from bot.custom_ids import TablePress, table_id
from bot.front.decorators import UploadedFile, command, group, on_button, on_form
from bot.front.forms import FieldError, reading
from bot.front.protocols import Context, File
from bot.front.render import scene_for
from bot.screens.core.naming import in_own_words
from bot.screens.core.presenter import confirm_screen
from bot.screens.core.screen import Button, Screen
from bot.screens.knights_heads.cards import card_form, faces_cards, hands_screen, named_deck_screen
from bot.screens.knights_heads.screen import KnightsHeadsScreen, who_screen
from bot.screens.learn.rules import page_screen
from bot.text import deck_file
from bot.text.translate import _
from games.engine.core.errors import N_, NotOffered
from games.knights_heads.cards import DECK, FACES, PEOPLE, Card
from games.knights_heads.game import KNIGHTS_HEADS
from storage.books.audit_lines import ServerChange
from storage.db.transaction import Transaction
from storage.people import server_settings
from storage.people.server_settings import CARD_LINE_LENGTH, CARD_NAME_LENGTH, OwnCard

FILE_NAME = "knights-heads-deck.json"
DeckChange: TypeAlias = Callable[[dict[Card, OwnCard]], Mapping[Card, OwnCard]]
"""A function that returns the server's own cards after a change of them."""


class HouseDeck(TaproomCog):
    """The deck with a server's own names."""

    async def _rename(self, ctx: Context, change: DeckChange, entry: ServerChange) -> None:
        """Rename cards. Raises `SameName` if two cards would have the same name."""
        now, server, game = ctx.request.at, ctx.server, KNIGHTS_HEADS.key

        def rename(tx: Transaction) -> None:
            cards = change(server_settings.own_cards_now(tx, server, game))
            deck_file.require_apart({card: _name(card, cards) for card in DECK})
            server_settings.say_own_cards(tx, server, game, cards, now)

        await self._once_audited(ctx, rename, lambda _none: entry)

    async def _own_cards(self, ctx: Context) -> dict[Card, OwnCard]:
        server, game = ctx.server, KNIGHTS_HEADS.key
        return await self.app.database.read(lambda tx: server_settings.own_cards_now(tx, server, game))

    async def _page(self, ctx: Context, index: int) -> Screen:
        cards, settings = await self._own_cards(ctx), await self._settings(ctx)
        is_pictured, may_rename = self._is_pictured(settings), ctx.request.manages

        def draw() -> Screen:
            return named_deck_screen(index, len(cards), is_manager=may_rename, is_pictured=is_pictured)

        return await self._drawn(ctx, lambda: in_own_words(cards, draw))


class HouseDeckFile(HouseDeck):
    """A file that renames a server's whole deck at once."""

    @command(called="deck", file="A deck file made with “Save as file”")
    async def load_deck(self, ctx: Context, file: UploadedFile) -> None:
        """Load names and lines for all 104 cards."""
        ctx.request.require_manager()
        if file.size > deck_file.FILE_BYTES_MAX:
            raise deck_file.FileTooLarge(deck_file.FILE_BYTES_MAX // 1024)
        texts = deck_file.read_deck(await file.read(), DECK, CARD_NAME_LENGTH, CARD_LINE_LENGTH)
        cards = {card: _own(card, *text) for card, text in texts.items()}
        await self._rename(ctx, lambda _before: cards, ServerChange(kind="deck", what="loaded"))
        await ctx.send_ephemeral(await self._page(ctx, 0))


class HouseDeckCommands(HouseDeck):
    """Commands to show the deck, and to rename single cards."""

    @command()
    async def deck(self, ctx: Context) -> None:
        """All 104 cards, and who they are."""
        await ctx.send_ephemeral(await self._page(ctx, 0))

    @on_button("faces")
    async def _turn_deck(self, ctx: Context, _press: TablePress) -> None:
        await ctx.update(await self._page(ctx, ctx.request.chosen()))

    @on_button("card")
    async def _ask_words(self, ctx: Context, press: TablePress) -> None:
        ctx.request.require_manager()
        cards, index = faces_cards(press.number), ctx.request.chosen()
        if index >= len(cards):
            raise NotOffered
        own = (await self._own_cards(ctx)).get(cards[index], OwnCard())
        await ctx.send_form(card_form(cards[index], own))

    @on_form("card_typed")
    async def _name_card(self, ctx: Context, press: TablePress) -> None:
        ctx.request.require_manager()
        card = press.argument.upper()
        if card not in DECK:
            raise NotOffered
        fields = ctx.request.fields
        with reading("name"):
            name = deck_file.card_words(card, fields.get("name", ""), CARD_NAME_LENGTH)
        with reading("line"):
            line = deck_file.card_words(card, fields.get("line", ""), CARD_LINE_LENGTH)
        try:
            entry = ServerChange(kind="deck", what="named", name=PEOPLE[card].name)
            await self._rename(ctx, lambda before: {**before, card: _own(card, name, line)}, entry)
        except deck_file.SameName as error:
            raise FieldError("name", error) from error
        await ctx.update(await self._page(ctx, FACES.index(card[0])))

    @on_button("deck_save")
    async def _save(self, ctx: Context, _press: TablePress) -> None:
        ctx.request.require_manager()
        own = await self._own_cards(ctx)
        texts = {
            card: (_name(card, own), own.get(card, OwnCard()).line or PEOPLE[card].line) for card in DECK
        }
        file = File(FILE_NAME, deck_file.write_deck(texts))
        note = _("The whole deck. Change what you like, and load it with `/manage deck`.")
        await ctx.send_file(note, file)

    @on_button("deck_clear")
    async def _ask_clear(self, ctx: Context, _press: TablePress) -> None:
        ctx.request.require_manager()
        asks = _(
            "Go back to the official deck? This server’s names and lines disappear at once, "
            "even at tables in play and in hands that are watched again. “Save as file” "
            "keeps a copy."
        )
        # Translators: a button that confirms: the server’s own names and lines for the cards go, the official
        # ones come back.
        await ctx.send_ephemeral(
            confirm_screen(asks, Button(_("Drop them"), table_id(0, "deck_clear_now"), "danger"))
        )

    @on_button("deck_clear_now")
    async def _clear(self, ctx: Context, _press: TablePress) -> None:
        ctx.request.require_manager()
        server, game = ctx.server, KNIGHTS_HEADS.key
        await self._once_audited(
            ctx,
            lambda tx: server_settings.clear_own_cards(tx, server, game),
            lambda _none: ServerChange(kind="deck", what="cleared"),
        )
        await ctx.update(await self._page(ctx, 0))


def _own(card: Card, name: str, line: str) -> OwnCard:
    """Return a card's own texts as they are stored: a text equal to the official one is empty."""
    official, own = PEOPLE[card], OwnCard(name, line)
    own = replace(own, name="") if name == official.name else own
    return replace(own, line="") if line == official.line else own


def _name(card: Card, own: Mapping[Card, OwnCard]) -> str:
    return own.get(card, OwnCard()).name or PEOPLE[card].name


@group(KnightsHeadsScreen.command, N_("Knights’ Heads: ten cards, three of them from your neighbour"))
class KnightsCommands(GameCommands, HouseDeckCommands):
    """Knights' Heads at a table."""

    game = KNIGHTS_HEADS

    @command(
        is_public=True,
        buy_in=BUY_IN,
        ante="The ante for each hand, and the smallest bet; usually 2",
        practice=PRACTICE,
        invited=INVITED,
        pace=PACE,
        choices=PACE_CHOICES,
    )
    async def open(
        self,
        ctx: Context,
        buy_in: BuyIn = KNIGHTS_HEADS.buy_in,
        ante: Bet = 2,
        practice: bool = False,
        invited: bool = False,
        pace: str = "live",
    ) -> None:
        """Open a table of Knights’ Heads in this channel."""
        rules = replace(await self._usual_rules(ctx), ante=ante)
        await self._open_table(ctx, rules, buy_in, Opening(practice, invited, pace))

    @command()
    async def rules(self, ctx: Context) -> None:
        """How to play Knights’ Heads."""
        await ctx.send_ephemeral(page_screen(KNIGHTS_HEADS.key, 0))

    @command()
    async def hands(self, ctx: Context) -> None:
        """What beats what, with examples and odds."""
        await ctx.send_ephemeral(await self._drawn(ctx, lambda: hands_screen(0)))

    @on_button("who")
    async def _show_who(self, ctx: Context, press: TablePress) -> None:
        await ctx.send_ephemeral(await self._who(ctx, press, press.argument))

    @on_button("who_else")
    async def _show_who_else(self, ctx: Context, press: TablePress) -> None:
        await ctx.update(await self._who(ctx, press, str(ctx.request.chosen())))

    async def _who(self, ctx: Context, press: TablePress, whose: str) -> Screen:
        """Return the screen about the people on the cards that this user sees at a table."""
        state = await self._table(ctx, press)
        if state.game is not KNIGHTS_HEADS:
            raise NotOffered
        own = scene_for(state, ctx.player, pictures=self.app.pictures)
        is_pictured = own.pictures != "never"

        def draw() -> Screen:
            return who_screen(own.view, whose, is_pictured=is_pictured)

        return await self._drawn(ctx, lambda: in_own_words(own.own_cards, draw))

    @on_button("ranking")
    async def _turn_hands(self, ctx: Context, _press: TablePress) -> None:
        await ctx.update(await self._drawn(ctx, lambda: hands_screen(ctx.request.chosen())))
