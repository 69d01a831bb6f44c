"""Discord's Markdown as HTML."""

from __future__ import annotations

import re
from html import escape
from string import punctuation

import pytest

from bot.page.assets import sprites
from bot.page.auth import LocalDirectory
from bot.page.html import PAINTED, el, escaped, joined, rendered
from bot.page.screen_html import part_html
from bot.screens.core.naming import ranked
from bot.screens.sprite_words import in_words
from bot.text.translate import shown, speaking
from storage.standing.boards import Placed
from tests.page.table import PLACE

ANN = 7
CARD = re.compile(r"(?:destiny|dividha|knights|die|home)_")
KNOWN = LocalDirectory(frozenset({"die_3"}), {5: "taproom"}, lambda name: name == "play", lambda: "somebody")
KNOWN.meet(ANN, "Ann <b>")

WRITTEN = {
    "## Dice · *round* 2": "<h2>Dice · <em>round</em> 2</h2>",
    "**Ann** pays\n__3__": "<p><strong>Ann</strong> pays<br><u>3</u></p>",
    "-# small": '<p class="small">small</p>',
    "- one\n- two": "<ul><li>one</li><li>two</li></ul>",
    "- **+5** · a prize · <t:0:f>": '<ul class="dated"><li><span>a prize<small>'
    '<time datetime="1970-01-01T00:00:00+00:00" data-at="0" data-style="f">'
    "Jan 1, 1970, 12:00:00\u202fAM</time>"
    '</small></span><b class="net up">+5</b></li></ul>',
    "1\ufe0f\u20e3 2\ufe0f\u20e3": "<p>1 2</p>",
    "> said": "<blockquote>said</blockquote>",
    "snake_case_word and 2 * 3": "<p>snake_case_word and 2 * 3</p>",
    "<@7> in <#5>, <@9>": '<p><b class="who">Ann &lt;b&gt;</b> in <b class="who">#taproom</b>, '
    '<b class="who">somebody</b></p>',
    "`/play` or `/other`": '<p><button type="button" class="word" data-page="">Play</button> '
    "or <code>/other</code></p>",
    "<:other:1>": "<p></p>",
    "[here](https://discord.com/channels/1/2/3)": '<p><button type="button" class="word" '
    'data-go="2/3">here</button></p>',
    "[out](https://example.org/a)": '<p><a href="https://example.org/a" target="_blank" '
    'rel="noopener noreferrer">out</a></p>',
}


@pytest.mark.parametrize("written", WRITTEN)
def test_what_screens_write_is_shown(written: str) -> None:
    """Headings, lists, small lines, names, commands, tables and addresses are what they are in chat."""
    assert WRITTEN[written] == rendered(written, KNOWN)


def test_a_sprite_and_a_moment_are_drawn() -> None:
    """An emoji of ours is a file; a moment has its seconds, for the reader's own clock."""
    html = rendered("<:die_3:0><:die_3:0> <t:0:R>", KNOWN)

    assert 'alt="die 3"' in html
    assert '<span class="run"><img' in html
    assert "/die_3.png" in html
    assert "/destiny_back.png" in rendered("## 🃏 Destiny", KNOWN)
    assert '<time datetime="1970-01-01T00:00:00+00:00" data-at="0" data-style="R">' in html


@pytest.mark.parametrize("mark", punctuation)
def test_every_punctuation_mark_can_be_escaped(mark: str) -> None:
    """A backslash before any ASCII punctuation mark makes a letter of it, and is itself not shown."""
    assert f"<p>a{escape(mark)}b{escape(mark)}c</p>" == rendered(f"a\\{mark}b\\{mark}c", KNOWN)


@pytest.mark.parametrize("sign", PAINTED)
def test_an_emoji_in_a_name_is_no_picture_of_ours(sign: str) -> None:
    """An emoji in a name is a letter that says itself; a screen's own one is a picture (F-46)."""
    name = f"snake_case_{sign}name"

    assert f"<p><strong>{name}</strong></p>" == rendered(f"**{shown(name)}**", KNOWN)
    assert "<img" in rendered(f"{sign} {shown(name)}", KNOWN)
    assert 1 == rendered(f"{sign} {shown(name)}", KNOWN).count("<img")


@pytest.mark.parametrize(
    "name",
    [
        "<script>alert(1)</script>",
        '" onmouseover="alert(1)',
        "**bold** [x](https://evil.example)",
        "<@7> <t:0:R> `/play` <:die_3:0>",
        "[x](javascript:alert(1))",
    ],
)
def test_a_name_stays_a_name(name: str) -> None:
    """Whatever a user calls themselves is letters to the page: no tag, link, button or mention (F-46)."""
    html = rendered(f"**{shown(name)}** sits down.", KNOWN)
    words = html.replace("<p>", "").replace("</p>", "").replace("<strong>", "").replace("</strong>", "")

    assert "<" not in words
    assert "&lt;" in words or "<" not in name
    # Unescaped too, nothing comes of it but signs.
    assert "<script" not in rendered(name, KNOWN)
    assert "javascript:" not in rendered(name, KNOWN) or "href" not in rendered(name, KNOWN)


@pytest.mark.parametrize("sprite", [each for each in sorted(sprites()) if CARD.match(each)])
def test_each_card_and_die_is_said_in_words(sprite: str) -> None:
    """A picture’s words are those that a person says, never its file’s name."""
    words = in_words(sprite)

    assert words
    assert not re.search(r"_|\b[0-9tjqka][cdhsbvl]\b|\b[kqnamsdjb][0-9]{2}\b", words, re.IGNORECASE)


def test_what_lies_in_a_line_is_said_in_the_readers_language() -> None:
    """The same line is heard in each language, and words that follow a picture are not said twice."""
    known = LocalDirectory(sprites(), {}, lambda _name: False, lambda: "somebody")
    line = "<:dividha_3d:1> <:knights_k02:2> King 2★ <:die_4:3>"
    heard = {}
    for code in ("en", "de"):
        with speaking(code):
            heard[code] = re.findall(r'alt="([^"]*)"', rendered(line, known))

    assert heard["en"] == ["3 of Demi-Humans", "", "die 4"]
    assert heard["de"][0] == "Halbmenschen-3"


def test_a_card_that_is_named_beside_its_picture_is_read_once() -> None:
    """Its face before it and its name in brackets after it leave only the rest, so three cards are no six."""
    known = LocalDirectory(sprites(), {}, lambda _name: False, lambda: "somebody")
    given = "Queen <:knights_q02:2> · Merchant <:knights_m04:3> · Messenger <:knights_s05:4>."
    luck = "Your luck card: <:knights_n04:5> **Sir Oswin Oldshield** (Knight 4): Paints over the dents."
    other = "Your luck card: <:knights_n04:5>, and beside it another (Knight 4)."

    heard = [re.findall(r'alt="([^"]*)"', rendered(each, known)) for each in (given, luck, other)]
    assert heard == [["2★", "4", "5"], [""], ["Knight 4"]]


def test_an_ellipsis_stays_on_the_line_of_its_word() -> None:
    """No button or line breaks before “…”, in any language."""
    found = [escaped("Mais …"), joined(["Mehr …"]), el("b", "More …"), rendered("*Vask* thinks …", KNOWN)]

    assert found == ["Mais\u00a0…", "Mehr\u00a0…", "<b>More\u00a0…</b>", "<p><em>Vask</em> thinks\u00a0…</p>"]


def test_a_ranking_is_a_table() -> None:
    """Places, names and values stand in columns, one’s own row is marked, and what follows is text."""
    placed = [Placed(1, 7, 50, 1), Placed(2, 8, 40, 3)]
    text = ranked(placed, lambda each: f"**{each.value}**", 8, "Nobody")
    html = part_html(text, PLACE)

    assert html.count("<tr") == 3
    assert '<tr class="on"><td>2</td><td>You</td><td><strong>40</strong></td></tr>' in html
    assert html.count("somebody") == 1
    assert "shares" not in html.partition("</table>")[0]
    assert "more people share place 2" in html
    assert "<table" not in part_html(ranked([], str, 8, "Nobody"), PLACE)
