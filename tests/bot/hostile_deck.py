"""Helpers that several tests about hostile deck share."""

from __future__ import annotations

from bot.text.deck_file import card_words
from games.knights_heads.cards import DECK
from storage.people.server_settings import CARD_LINE_LENGTH, CARD_NAME_LENGTH, OwnCard

HOSTILE = (
    "**bold** __line__ ||no||", "@everyone @here", "<@123456789> <@&1> <#2>", "[a](https://x.example)",
    "# heading\n- list", "`code` ```block```", "<t:0:R> </tavern:1>", "\u202egnp.exe\u202c left", "שלום עולם",
    "مرحبا بالعالم", "𝕱𝖗𝖆𝖐𝖙𝖚𝖗 𝕹𝖆𝖒𝖊", "王王王王王王王王王王王王", "\U0001f600" * 24, "x" * 10_240,
    "q" + "\u0301" * 50, "\\" * 24, "*" * 24, "{card} {0} %s %(x)s", "<:knights_k01:1>", "-# small > quote",
    "\u2028two\u2029lines",
    "ﷺ" * 24, "W" * 24, "i i i i i i i i i i i i",
)  # fmt: skip


"""Markup, mentions, right to left, ten kilobytes, towers, letters that no font has, and the widest ones."""


def hostile_deck() -> dict[str, OwnCard]:
    """Each card with one of them, as a form or a file lets it through: cut by hand to what fits."""
    found = {}
    for at, card in enumerate(DECK):
        typed = HOSTILE[at % len(HOSTILE)]
        name = card_words(card, f"{at}{typed}"[:CARD_NAME_LENGTH], CARD_NAME_LENGTH)
        line = card_words(card, (f"{typed} " * 90)[:CARD_LINE_LENGTH], CARD_LINE_LENGTH)
        found[card] = OwnCard(name, line)
    return found
