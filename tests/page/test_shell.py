"""The shell of the page: its places and their addresses, and who sees what there."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from html import unescape
from itertools import count

import pytest

from bot.cogs import COGS
from bot.custom_ids import table_id
from bot.front.decorators import commands_of
from bot.front.render import scene_for
from bot.page.applies import applies
from bot.page.glance import is_invited
from bot.page.html import Html
from bot.page.offers import offered
from bot.page.places import DEEDS, ELSEWHERE, OF_GAME, ORGANISING, PLACES, find, page_of, title_of
from bot.page.presses import RateLimiter
from bot.page.views import LANGUAGE_COOKIE
from bot.page.windows import WINDOWS_OF_ONE, PageWindow
from bot.practice import CHANNEL, PEOPLE, SERVER
from bot.screens.catalog import FACES
from bot.screens.core.screen import say
from bot.text.translate import _, change, speaking
from games.catalog import GAMES
from storage.books import ledger
from storage.standing import records
from tests.page.conftest import Browser, Offers, Practice

SLASH = re.compile(r"(?<![\w/<.])/[a-z]{3,}")
"""A slash command as it is written in chat."""
ADDRESSES = [*PLACES, *(f"game/{game}" for game in GAMES), "manage/tables/1"]


def read(html: str) -> str:
    """The words that somebody reads or hears, without tags."""
    return unescape(re.sub(r"<[^>]+>", " ", html))


def test_every_command_has_a_natural_place() -> None:
    """Each command is a page, or is offered on one or at a game's, by words of its own."""
    names = [name for cog in COGS for name, _mark in commands_of(cog)]
    groups = {face.command for face in FACES.values()}
    organising = {each.command for each in ORGANISING}

    def has_place(name: str) -> bool:
        group, _space, last = name.partition(" ")
        at_game = group in groups and last in OF_GAME
        return (
            page_of(name) is not None or name in DEEDS or name in organising or at_game or name in ELSEWHERE
        )

    assert [] == [name for name in names if not has_place(name)]
    assert [] == [name for name in names if not title_of(name) or "/" in (title_of(name) or "")]


@pytest.mark.parametrize("page", ["", "me/record", "tables", "tournaments/7", "manage/tables/12", "table/3"])
def test_pages_have_addresses(page: str) -> None:
    """A page is found at each address that a link can name."""
    assert find(page) is not None


@pytest.mark.parametrize("page", ["me/", "me/record/x", "game/chess", "table/0", "table/x", "../etc", "Me"])
def test_nothing_is_at_other_addresses(page: str) -> None:
    """No path is a page but those that are."""
    assert find(page) is None


async def test_each_page_speaks_in_plain_words(practice: Practice) -> None:
    """No page shows the name of a slash command, or of an option, and none fails."""
    practice.room.presses._pace = RateLimiter(count().__next__)
    ann = await practice.browser("brenna")
    for page in ADDRESSES:
        await ann.visit(page)
        words = read(ann.parts["main"])
        assert [] == SLASH.findall(words), page
        assert not re.search(r"\b(house_players|buy_in|invited|against|unit)\b:?\s*$", words, re.MULTILINE), (
            page
        )
        assert "Something went wrong" not in words, page


async def test_forms_ask_in_plain_words(practice: Practice) -> None:
    """A command's form has sentences for labels, numbers on a keyboard of numbers, and no command's name."""
    practice.room.presses._pace = RateLimiter(count().__next__)
    ann = await practice.browser("brenna")
    for command in practice.room.front.commands:
        if not command.options:
            continue
        await ann.send("command", command.name)
        await ann.read_until("data-form")
        words = read(ann.parts["sheet"])
        assert [] == SLASH.findall(words), command.name
        for option in command.options:
            assert f"<b>{option.called}</b>" not in ann.parts["sheet"].casefold(), command.name
        typed = ann.parts["sheet"].count('inputmode="numeric"')
        assert typed == sum(each.kind is int and not each.choices for each in command.options)
        await ann.send("close", number=int(re.findall(r'data-number="(\d+)"', ann.parts["sheet"])[0]))
        while ann.parts["sheet"]:
            await ann.read()


async def test_an_address_is_drawn_before_any_script(practice: Practice) -> None:
    """A link to a page or a table shows it; what is no address is not found."""
    ann = await practice.browser("brenna")
    for path, words in (
        ("me/record", "Your record"),
        ("table/1", 'class="felt'),
        ("?table=1", 'class="felt'),
    ):
        async with practice.client.get(f"/brenna/{path}", headers=ann.headers) as answer:
            assert 200 == answer.status
            assert words in await answer.text()
    async with practice.client.get("/brenna/me/nothing", headers=ann.headers) as answer:
        assert 404 == answer.status


async def test_the_window_goes_where_its_address_says(practice: Practice) -> None:
    """A reload stays on its page, and what is pressed goes on from there."""
    ann = await practice.browser("brenna")
    await ann.visit("me/preferences")
    assert ("me/preferences", 0) == (ann.place, ann.table)
    again = Browser(practice.client, "brenna", ann.key, window=ann.window)
    await again.open(page="me/preferences")
    assert again.place == "me/preferences"
    await ann.send("page", "table/1")
    await ann.read_until('class="felt')
    assert ann.parts["nav"] == ""


async def test_an_unknown_page_is_refused(practice: Practice) -> None:
    """A press that leads nowhere leaves the window where it is."""
    ann = await practice.browser("brenna")
    await ann.send("page", "me/nothing")
    await ann.read_until('role="alert"')
    assert ann.place == ""


async def test_whoever_manages_nothing_sees_no_way_there(practice: Practice) -> None:
    """Manage is in no menu of theirs, and its pages show nothing, whatever a browser asks for."""
    ben = await practice.browser("tomas")
    assert 'data-page="manage"' not in ben.parts["nav"]
    for page in PLACES:
        if page.startswith("manage"):
            await ben.visit(page)
            assert "Only those who run this place can see that." in ben.parts["main"]
            assert "data-command" not in ben.parts["main"]
            assert "data-action" not in ben.parts["main"]
    ann = await practice.browser("brenna")
    assert 'data-page="manage"' in ann.parts["nav"]


async def test_home_shows_whose_turn_it_is(practice: Practice) -> None:
    """The reader's tables come first, marked where it is their turn, and counted in the menu."""
    ann, ben = await practice.browser("brenna"), await practice.browser("tomas")
    assert "Your turn:" in ann.parts["main"]
    assert ann.parts["main"].index("Your tables") < ann.parts["main"].index("Start a table")
    assert "1 table waits for you" in " ".join(read(ann.parts["nav"]).split())
    assert "Your tables" not in ben.parts["main"]
    assert "Others are playing" in ben.parts["main"]
    assert "<em>" not in ben.parts["nav"]


async def test_home_shows_what_somebody_has(practice: Practice) -> None:
    """The purse is what the books say, and a newcomer's is the one that they will get."""
    ann = await practice.browser("brenna")
    held = await practice.room.front.app.database.read(
        lambda tx: ledger.balance(tx, ledger.wallet(SERVER, next(iter(PEOPLE))))
    )
    assert f"{held}" in read(ann.parts["top"])
    stranger = await practice.room.front.app.database.read(lambda tx: ledger.held(tx, SERVER, 5, 100))
    assert 100 == stranger


async def test_one_sits_down_from_the_home(practice: Practice) -> None:
    """An open table of somebody else is joined by one press, which leads there."""
    ann = await practice.browser("brenna", page="game/destiny")
    await ann.send("command", "destiny open")
    await ann.read_until("data-form")
    sheet = int(re.findall(r'data-number="(\d+)"', ann.parts["sheet"])[0])
    await ann.send("form", "/destiny open", on="sheet", number=sheet)
    while ann.table != 2:
        await ann.read()
    ben = await practice.browser("tomas")
    assert 'data-on="table" data-number="2"' in ben.parts["main"]
    assert 204 == await ben.send("press", table_id(2, "join"), on="table", number=2)
    while ben.table != 2:
        await ben.read()
    tables = await practice.room.front.app.tavern.in_channel(SERVER, CHANNEL)
    assert ["Brenna", "Tomas"] == [each.name for each in tables[-1].table.present]


async def test_what_is_done_on_a_page_shows_there(practice: Practice) -> None:
    """A press on a command's answer changes it in its place, and a form refused keeps what was typed."""
    ann = await practice.browser("brenna", page="me/wallet")
    assert 'class="card-of inset"' in ann.parts["main"]
    await ann.visit("me/home-throw")
    inset = re.search(r'<article[^>]*data-number="(\d+)"', ann.parts["main"])
    assert inset is not None
    typed = {"numbers": "2-4-99", "why": ""}
    await ann.send("form", "/me home-throw", on="sheet", number=int(inset[1]), fields=typed)
    await ann.read_until('class="wrong"')
    assert 'value="2-4-99"' in ann.parts["main"]
    assert ann.parts["sheet"] == ""


async def test_yourself_is_in_no_list_of_others(practice: Practice) -> None:
    """Coins go to others; the house may be thrown against."""
    ann = await practice.browser("brenna")
    await ann.send("command", "wallet pay")
    await ann.read_until("data-form")
    assert "Brenna" not in read(ann.parts["sheet"])
    assert "Tomas" in read(ann.parts["sheet"])
    await ann.visit("throw")
    assert "One of the house’s people" in ann.parts["main"]
    inset = re.search(r'<article[^>]*data-number="(\d+)"', ann.parts["main"])
    house = re.search(r'<option value="(\d+)">One of the house', ann.parts["main"])
    assert inset is not None
    assert house is not None
    fields = {"against": house[1]}
    await ann.send("form", "/throw", on="sheet", number=int(inset[1]), fields=fields)
    while ann.table != 2:
        await ann.read()


async def test_what_a_page_is_about_is_settled(practice: Practice) -> None:
    """A manager closes the table whose page they see, and is asked only why."""
    ann = await practice.browser("brenna", page="manage/tables/1")
    await ann.send("command", "manage close")
    await ann.read_until("data-form")
    assert 'name="table"' not in ann.parts["sheet"]
    sheet = int(re.findall(r'data-number="(\d+)"', ann.parts["sheet"])[0])
    await ann.send("form", "/manage close", on="sheet", number=sheet, fields={"why": "Late"})
    await ann.read_until("Table 1")
    state = await practice.room.front.app.tavern.look(1)
    assert state.table.phase == "closed" or state.view(None).closing


async def test_trouble_looks_like_the_page_and_leads_on(practice: Practice) -> None:
    """An address where nothing is says so in the reader’s language, with a way to open tables."""
    for language, title in (
        ("en", "Nothing is at this address"),
        ("de", _told("Nothing is at this address", "de")),
    ):
        headers = {"Accept": "text/html", "Accept-Language": language}
        async with practice.client.get("/brenna/no/such/page", headers=headers) as answer:
            assert 404 == answer.status
            html = await answer.text()
        assert f"<h2>{title}</h2>" in html
        assert 'class="btn p" href="/brenna/"' in html
        assert "styles.css" in html


def _told(words: str, language: str) -> str:
    with speaking(language):
        return _(words)


async def test_a_table_is_invited_to_by_its_link(practice: Practice) -> None:
    """A manager copies a link of somebody who is not there; it shows the table, and one press sits down."""
    ann, ben = await practice.browser("brenna", 1), await practice.browser("tomas", 1)
    copied = re.search(r'data-copy="([^"]+)"', ann.parts["top"])
    assert copied is not None
    assert "data-copy" not in ben.parts["top"]
    where = unescape(copied[1])
    assert where.startswith("/tomas/?key=")
    async with practice.client.get(where, headers={"Accept": "text/html"}) as answer:
        html = await answer.text()
    assert 'class="felt' in html
    assert table_id(1, "join") in html


async def test_a_seat_that_is_kept_is_on_the_home(practice: Practice) -> None:
    """A user who is invited by name finds the table under their own, and sits down there."""
    ann = await practice.browser("brenna", page="game/destiny")
    await ann.send("command", "destiny open")
    await ann.read_until("data-form")
    sheet = int(re.findall(r'data-number="(\d+)"', ann.parts["sheet"])[0])
    await ann.send("form", "/destiny open", on="sheet", number=sheet, fields={"invited": "on"})
    while ann.table != 2:
        await ann.read()
    ben = await practice.browser("tomas")
    assert "is keeping a seat for you" not in ben.parts["main"]
    state = await practice.room.front.app.tavern.look(2)
    terms = replace(state.table.terms, invited=(*state.table.terms.invited, *PEOPLE))
    kept = replace(state, stored=replace(state.stored, table=replace(state.table, terms=terms)))
    assert [False, True, True, True] == [is_invited(kept, player) for player in PEOPLE]


async def test_whoever_cannot_come_says_so(practice: Practice) -> None:
    """TB-16: one press gives up a seat that is kept; the host reads so, and it is kept no longer."""
    ann, ben = await practice.browser("brenna", page="game/destiny"), await practice.browser("tomas")
    await ann.send("command", "destiny open")
    await ann.read_until("data-form")
    sheet = int(re.findall(r'data-number="(\d+)"', ann.parts["sheet"])[0])
    await ann.send("form", "/destiny open", on="sheet", number=sheet, fields={"invited": "on"})
    while ann.table != 2:
        await ann.read()
    tomas = str(practice.room.guests["tomas"].person.id)
    await ann.send("press", table_id(2, "invite"), values=[tomas])
    await ben.visit("waiting")
    while "is keeping a seat for you" not in ben.parts["main"]:
        await ben.visit("")
        await ben.visit("waiting")
    await ben.send("press", table_id(2, "turn_down"))
    await ben.read_until("that you can’t come")
    await ann.visit("waiting")
    assert "Tomas</b> can’t come to table 2." in ann.parts["main"]
    state = await practice.room.front.app.tavern.look(2)
    assert [next(iter(PEOPLE))] == [*state.table.terms.invited]
    await ben.visit("")
    assert "keeps a seat" not in ben.parts["main"]


async def test_words_lead_nobody_where_they_may_not_go(practice: Practice) -> None:
    """Deeds of managers are ways for them, and plain words for all others."""
    for who, is_way in (("tomas", False), ("brenna", True), ("tomas", False)):
        seen = await practice.browser(who, page="leaderboard/seasons")
        assert "Begin a season" in read(seen.parts["main"])
        assert ('class="word" data-command="manage season begin"' in seen.parts["main"]) == is_way


async def test_whoever_is_in_several_servers_changes_between_them(practice: Practice) -> None:
    """The other servers where somebody looked in are one press away, and nobody else sees them."""
    windows, guest = practice.room.front.windows, practice.room.guests["tomas"]
    there = replace(guest, server=7, channel=8, server_name="The Harbour")
    windows.open(there, "there", lambda: PageWindow(there, "en", door="7.8"))
    ben, ann = await practice.browser("tomas", page="me"), await practice.browser("brenna", page="me")
    for part in ("nav", "main"):
        # It is another page, which the script leaves to the browser.
        assert re.search(r'<a href="/7.8/" class="li">', ben.parts[part])
        assert "The Harbour" not in ann.parts[part]


async def test_a_language_is_chosen_on_the_page(practice: Practice) -> None:
    """The choice goes before what the browser asks for; what is no language of ours does not."""
    ann = await practice.browser("brenna")
    for chosen, code in (("de", "de"), ("xx", "en"), ("pt-BR", "pt-BR")):
        cookie = f"{ann.headers['Cookie']}; {LANGUAGE_COOKIE}={chosen}"
        headers = {**ann.headers, "Cookie": cookie, "Accept-Language": "en"}
        async with practice.client.get("/brenna/", headers=headers) as answer:
            html = await answer.text()
        assert f'lang="{code}"' in html.partition(">")[2].partition(">")[0] + ">"


async def test_amounts_are_one_press(practice: Practice) -> None:
    """A form offers a few amounts about what is usual, and tells no range of a milliard."""
    ann = await practice.browser("brenna")
    await ann.send("command", "dividha open")
    await ann.read_until("data-form")
    assert ["20", "50", "100", "200"] == re.findall(r'data-set="(\d+)" data-for="buy_in"', ann.parts["sheet"])
    assert "1,000,000,000" not in ann.parts["sheet"]


async def test_a_table_that_is_gone_leads_to_the_others(practice: Practice) -> None:
    """A link to no table shows the home, and says why."""
    ann = await practice.browser("brenna", 99)
    assert ann.table == 0
    assert "That table isn’t open any more" in ann.parts["main"]
    assert "Start a table" in ann.parts["main"]


async def test_news_of_others_is_not_told_to_everybody(practice: Practice) -> None:
    """A post to some is on their homes alone; one to nobody in particular on all."""
    ann, ben = await practice.browser("brenna"), await practice.browser("tomas")
    tomas = practice.room.guests["tomas"].person.id
    windows = practice.room.front.windows
    windows.post(CHANNEL, replace(say("You have seat 5."), pings=(tomas,)))
    windows.post(CHANNEL, say("The doors are open."))
    await ann.read_until("The doors are open.")
    await ben.read_until("The doors are open.")
    for each in (ann, ben):
        assert "seat 5" not in each.parts["main"]
        await each.visit("waiting")
        assert "The doors" not in each.parts["main"]
    assert "seat 5" in ben.parts["main"]
    assert "Nothing waits for you" not in ben.parts["main"]
    assert "seat 5" not in ann.parts["main"]


async def test_the_bell_tells_what_waits(practice: Practice) -> None:
    """Turns and seats that are kept are counted, and lead to their tables; what nobody waits for is not."""
    ann, cora = (
        await practice.browser("brenna", page="waiting"),
        await practice.browser("ishbel", page="waiting"),
    )
    assert "Waiting for you: 1" in ann.parts["top"]
    assert 'data-table="1"' in ann.parts["main"]
    assert "Nothing waits for you." in cora.parts["main"]
    assert "<em" not in cora.parts["top"]
    await ann.visit("throw")
    inset = re.search(r'<article[^>]*data-number="(\d+)"', ann.parts["main"])
    assert inset is not None
    fields = {"against": str(practice.room.guests["ishbel"].person.id)}
    await ann.send("form", "/throw", on="sheet", number=int(inset[1]), fields=fields)
    while ann.table != 2:
        await ann.read()
    late = await practice.browser("ishbel", page="waiting")
    assert "Waiting for you: 1" in late.parts["top"]
    assert 'data-table="2"' in late.parts["main"]


async def test_a_challenge_offers_each_reader_what_applies(practice: Practice) -> None:
    """The challenger has nothing to decline, the challenged may do both, and observers neither."""
    ann = await practice.browser("brenna", page="throw")
    inset = re.search(r'<article[^>]*data-number="(\d+)"', ann.parts["main"])
    assert inset is not None
    fields = {"against": str(practice.room.guests["tomas"].person.id)}
    await ann.send("form", "/throw", on="sheet", number=int(inset[1]), fields=fields)
    while ann.table != 2:
        await ann.read()
    await ann.read_until('class="lobby')
    ben, cora = await practice.browser("tomas", 2), await practice.browser("ishbel", 2)

    both = {"Accept", "Decline"}
    assert set() == both & ann.actions("main").keys()
    assert both == both & ben.actions("main").keys()
    assert set() == both & cora.actions("main").keys()
    home = await practice.browser("tomas")
    assert 'data-table="2"' in home.parts["main"]


async def test_onlookers_deal_nothing(practice: Practice) -> None:
    """Between hands those who sit go on; whoever watches has no button that would refuse them."""
    scene = scene_for(await practice.room.front.app.tavern.look(1), 1)
    assert not applies(scene, "deal", 1)
    assert applies(scene, "join", 1)
    own = scene_for(await practice.room.front.app.tavern.look(1), next(iter(PEOPLE)))
    assert applies(own, "deal", next(iter(PEOPLE)))


async def test_a_tab_too_many_sleeps_until_it_is_wanted(practice: Practice) -> None:
    """The oldest of too many windows is told so, with a way to go on there; the others stay as they are."""
    first = await practice.browser("brenna", 1)
    second = await practice.browser("brenna", page="me")
    for _more in range(WINDOWS_OF_ONE - 1):
        await practice.browser("brenna")
    assert first._stream is not None
    said = (await first._stream.content.read()).decode()
    event = said.partition("event: dropped\ndata: ")[2].partition("\n")[0]
    assert 'href="/brenna/table/1"' in json.loads(event)
    assert "too many tabs" in json.loads(event)
    assert second.place == "me"
    await second.visit("me/privacy")


async def test_my_hands_tell_what_each_brought(practice: Practice) -> None:
    """Each hand in the list has the change of the reader’s stack, as the records have it, below its date."""
    practice.room.presses._pace = RateLimiter(count().__next__)
    ann = await practice.browser("brenna", 1)
    seat = next(iter(PEOPLE))

    async def played() -> tuple[int, int]:
        found = await practice.room.front.app.database.read(
            lambda tx: records.of_player(tx, SERVER, seat, "house").values()
        )
        return sum(each.hands for each in found), sum(each.net for each in found)

    while not (await played())[0]:
        answers = [each for each in ann.actions("main") if each.startswith(("Throw", "Keep"))]
        await (ann.press(answers[0]) if answers else ann.read())
    _hands, net = await played()
    await ann.visit("me/hands")

    assert f'class="net{" up" if net > 0 else ""}">{change(net)}</b>' in ann.parts["main"] or not net
    assert "Stone Hand" in ann.parts["main"]
    last = await practice.room.front.app.database.read(
        lambda tx: tx.scalar_int("SELECT max(at) FROM moves WHERE hand = 1")
    )
    (date,) = re.findall(r'<h2><time [^>]*data-at="(\d+)" data-style="D">', ann.parts["main"])
    assert int(date) == int(last or 0)


async def test_the_title_of_a_result_says_which_is_over(practice: Practice) -> None:
    """SH-1: of two rounds it is the one that is told; who won stands on the felt."""
    practice.room.presses._pace = RateLimiter(count().__next__)
    ann = await practice.browser("brenna", 1)
    assert "<p>round 1 · table 1</p>" in ann.parts["top"]
    while 'class="rows"' not in ann.parts["main"]:
        answers = [each for each in ann.actions("main") if each.startswith(("Throw", "Keep"))]
        await (ann.press(answers[0]) if answers else ann.read())

    assert "<p>round 1 is over · table 1</p>" in ann.parts["top"]


async def test_settings_stand_by_subject_and_are_changed_there(practice: Practice) -> None:
    """A value stands beside its label; what is changed in a form shows there, with no sheet left."""
    ann = await practice.browser("brenna", page="manage/settings")
    assert "<dt>Starting purse</dt><dd>200 coins</dd>" in ann.parts["main"]
    await ann.press("Change … Money")
    await ann.read_until("data-form")
    sheet = int(re.findall(r'data-number="(\d+)"', ann.parts["sheet"])[0])
    action = re.findall(r'data-form="([^"]+)"', ann.parts["sheet"])[0]
    typed = dict(re.findall(r'name="(\w+)"[^>]*value="([^"]*)"', ann.parts["sheet"]))
    await ann.send("form", action, on="sheet", number=sheet, fields={**typed, "purse": "x"})
    await ann.read_until('class="wrong"')
    await ann.send("form", action, on="sheet", number=sheet, fields={**typed, "purse": "250"})
    await ann.read_until("<dd>250 coins</dd>")
    assert ann.parts["sheet"] == ""


async def test_what_a_page_offers_is_taken_where_it_stands(practice: Practice) -> None:
    """On each page the server knows the place of each press as the browser does."""
    practice.room.presses._pace = RateLimiter(count().__next__)
    ann = await practice.browser("brenna")
    for page in ADDRESSES:
        await ann.visit(page)
        html = Html(ann.parts["main"])
        assert set(Offers(html).found) == {tuple(each) for each in offered({"main": html})}, page


async def test_what_a_page_offers_is_said_once(practice: Practice) -> None:
    """A deed at the side is not told again in words, and there are no points where no prize wants any."""
    ann = await practice.browser("brenna")
    await ann.visit("manage/people")
    assert "Nobody is barred." in ann.parts["main"]
    assert ann.parts["main"].count('data-command="manage bar"') == 1
    await ann.visit("manage/season")
    assert "No prize has been put up yet." in ann.parts["main"]
    assert "0 points" not in ann.parts["main"]


async def test_choices_lie_side_by_side_where_all_are_short(practice: Practice) -> None:
    """Boards and records have views to switch between; preferences, in whole sentences, have lists."""
    ann = await practice.browser("brenna")
    for page, has_views in (("leaderboard", True), ("me/record", True), ("me/preferences", False)):
        await ann.visit(page)
        found = ('type="radio"' in ann.parts["main"], "<select" in ann.parts["main"])
        assert found == (has_views, not has_views), page
