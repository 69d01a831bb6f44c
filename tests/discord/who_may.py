"""The rights of everybody: every command, press and form with those who may, and how all others are refused.

The one list of it. A row is sent as it stands here by people of every kind. `/` is a command, `@` one
of a person's menu, `!` a press, `?` a form; what follows a `#` tells rows of one verb apart.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from simcord.enums import InteractionType

from tests.discord.cast import Cast
from tests.discord.tavern import Delivery

UNINVOLVED = ("moderator", "manager", "steward", "organiser")
INSIDE = ("member", "barred", "kept_out", "seated", "host", "organiser", "steward", "moderator", "manager")


@dataclass(frozen=True, slots=True)
class A:
    """The request: its custom_id, and what is chosen or filled in; of a command the options."""

    id: str = ""
    values: tuple[str, ...] = ()
    whom: str = ""
    """Of which kind the person is who is chosen."""
    fields: Mapping[str, str] = field(default_factory=dict)


FIELDS = {"text": "5", "amount": "5", "why": "x", "title": "Mine", "name": "Mine", "do": "put", "stake": ""}
"""What is filled into every form; each takes what it knows."""
WITH_FILE = frozenset({"/manage deck", "/organise add-file"})
"""The commands whose file is nowhere."""
OF_COMMANDS = {"number": "1", "table": "2"}
"""What is given to every command that takes it."""


@dataclass(frozen=True, slots=True)
class Right:
    """The kinds of people in the server who may, and the refusals of the others."""

    who: tuple[str, ...]
    refusals: frozenset[str] = frozenset()


def _right(who: str, *refusals: str) -> Right:
    return Right(tuple(who.split()), frozenset(refusals))


RIGHTS: Mapping[str, Right] = {
    "everybody": Right(INSIDE),
    "members": Right(INSIDE),
    "players": _right("member seated host organiser steward moderator manager", "BarredFor", "KeptOut"),
    "seated": _right("seated host", "NotSeated", "NotYourTurn", "BarredFor", "KeptOut"),
    "host": _right("host", "NotHost", "HostAwaited"),
    "closer": _right("host manager", "MayNotClose", "HostAwaited"),
    "breaker": _right("host steward manager", "MayNotClose", "HostAwaited"),
    "entrant": _right("seated host", "NotIn"),
    "challenged": _right("seated", "NotChallenged", "OwnChallenge", "AlreadySeated"),
    "either": _right("seated host", "NotChallenged"),
    "rivals": _right("host", "NotInvited"),
    "invited": _right("host", "Uninvited", "NotInvited", "BarredFor", "KeptOut"),
    "awaited": _right("", "Uninvited"),
    "asked": _right("seated", "NotAsked"),
    "played": _right("host", "NotToKeep", "NotToShow", "NotToChoose"),
    "own": _right("seated", "KeptToThemselves"),
    "managers": _right("manager", "NotAllowed"),
    "moderators": _right("steward manager", "NotModerator"),
    "menders": _right("steward manager", "NotManager"),
    "organisers": _right("organiser manager", "NotOrganiser"),
}
ROWS: Mapping[str, Mapping[str, A]] = {
    "everybody": {
        "/daily": A(),
        "/help": A(),
        "/hand show": A(),
        "/hand waiting": A(),
        "/me preferences": A(),
        "/me privacy": A(),
        "/me keep-me-out": A(),
        "/me home-throw": A(),
        "/stonehand rules": A(),
        "/destiny rules": A(),
        "/knights rules": A(),
        "/knights deck": A(),
        "/knights hands": A(),
        "/dividha rules": A(),
        "/dividha hands": A(),
        "!about": A("t:0:about"),
        "!ask_forget": A("t:0:ask_forget"),
        "!board": A("t:0:board"),
        "!board_by": A("t:0:board_by"),
        "!board_game": A("t:0:board_game"),
        "!boards": A("t:0:boards"),
        "!call_stop": A("t:0:call_stop:1_destiny"),
        "!commands": A("t:0:commands"),
        "!daily": A("t:0:daily"),
        "!daily_fair": A("t:0:daily_fair:1"),
        "!daily_go": A("t:0:daily_go:1_stone_hand_0"),
        "!daily_old": A("t:0:daily_old"),
        "!daily_pick": A("t:0:daily_pick:1_stone_hand"),
        "!daily_share": A("t:0:daily_share:1_stone_hand"),
        "!discards": A("t:1:discards"),
        "!export_me": A("t:0:export_me"),
        "!faces": A("t:0:faces"),
        "!forget_me": A("t:0:forget_me"),
        "!homes": A("t:0:homes"),
        "!how": A("t:0:how:destiny"),
        "!kept": A("t:0:kept"),
        "!lesson": A("t:0:lesson:stone_hand_"),
        "!no": A("t:0:no"),
        "!page": A("t:0:page:destiny__0"),
        "!prefer": A("t:0:prefer:cards", values=("0",)),
        "!ranking": A("t:0:ranking"),
        "!retype": A("t:0:retype:x"),
        "!review": A("t:0:review:destiny"),
        "!teach": A("t:0:teach:stone_hand"),
        "!waiting": A("t:0:waiting:0"),
        "!watch_hand": A("t:0:watch_hand", values=("3_1",)),
        "!who": A("t:0:who:2_b"),
        "!who_else": A("t:0:who_else"),
        "!write_again": A("t:0:write_again"),
        "!challenge": A("t:0:challenge"),
        "!keep_out": A("t:0:keep_out"),
        "!keep_out_ask": A("t:0:keep_out_ask:here_day"),
        "!let_go": A("t:0:let_go", values=("3_1",)),
        "@Throw with…": A(whom="host"),
    },
    "members": {
        "!last": A("t:1:last"),
        "!deal_end": A("t:1:deal_end"),
        "!deal_agree": A("t:1:deal_agree:x"),
        "!deal_ask": A("t:1:deal_ask"),
        "/board": A(),
        "/record": A(),
        "/wallet show": A(),
        "/wallet history": A(),
        "/wallet wages": A(),
        "/wallet pay": A(whom="host"),
        "/hand history": A(),
        "/tournament show": A(),
        "/tournament leave": A(),
        "!call_any": A("t:0:call_any"),
        "!call_again": A("t:0:call_again"),
        "!call_game": A("t:0:call_game:destiny"),
        "!call_hours": A("t:0:call_hours"),
        "!call_me": A("t:0:call_me"),
        "!call_none": A("t:0:call_none"),
        "!call_way": A("t:0:call_way", values=("0",)),
        "?call_typed": A("t:0:call_typed"),
        "!history": A("t:0:history"),
        "!home_clear": A("t:0:home_clear"),
        "!keep_out_now": A("t:0:keep_out_now:here_day"),
        "!loss_lift": A("t:0:loss_lift"),
        "!loss_limit": A("t:0:loss_limit"),
        "?loss_typed": A("t:0:loss_typed"),
        "!past": A("t:0:past"),
        "!prizes": A("t:0:prizes:stone_hand"),
        "!claim": A("t:0:claim:stone_hand", values=("x",)),
        "!season": A("t:0:season:1"),
        "!season_board": A("t:0:season_board:1"),
        "!series_past": A("t:0:series_past"),
        "!series": A("t:1:series:0"),
        "!series_save": A("t:1:series_save:csv"),
        "!standings": A("t:1:standings"),
        "!standings_page": A("t:1:standings_page:0"),
        "!scores": A("t:1:scores"),
        "!cup_fair": A("t:1:cup_fair"),
        "!cup_seats": A("t:1:cup_seats"),
        "!cup_more": A("t:1:cup_more"),
        "!my_seat": A("t:1:my_seat"),
        "!cup_cut": A("t:1:cup_cut"),
        "!rules": A("t:2:rules"),
        "!beats": A("t:2:beats"),
        "!company": A("t:2:company"),
        "!why": A("t:2:why"),
        "!more": A("t:2:more"),
        "!open": A("t:2:open"),
        "!fair": A("t:2:fair"),
        "!keep": A("t:2:keep"),
        "!last_hand": A("t:3:last_hand"),
        "!hand": A("t:2:hand"),
        "!cut": A("t:2:cut"),
        "!watch": A("t:3:watch:1"),
        "!evening": A("t:3:evening"),
        "!coach_off": A("t:2:coach_off"),
        "!sort": A("t:1:sort:rank"),
    },
    "players": {
        "/play": A(),
        "/stonehand open": A(),
        "/destiny open": A(),
        "/knights open": A(),
        "/dividha open": A(),
        "/throw": A(),
        "/tournament join": A(),
        "!play": A("t:0:play:stone_hand"),
        "!play_own": A("t:0:play_own:stone_hand__house"),
        "!deal_me_in": A("t:0:deal_me_in:stone_hand"),
        "!join": A("t:2:join"),
        "!enter": A("t:1:enter"),
        "!throw": A("t:0:throw"),
        "!against_house": A("t:0:against_house"),
        "!challenged": A("t:0:challenged", whom="host"),
        "?throw_with": A("t:0:throw_with:{host}"),
        "!again": A("t:5:again"),
        "!next_game#over": A("t:5:next_game", values=("destiny",)),
        "@Challenge to a throw": A(whom="moderator"),
    },
    "seated": {
        "!leave": A("t:2:leave"),
        "!leave_now": A("t:2:leave_now"),
        "!back": A("t:1:back"),
        "!sit_out": A("t:1:sit_out"),
        "!post_blind": A("t:1:post_blind"),
        "!pause": A("t:1:pause"),
        "!pause_not": A("t:1:pause_not"),
        "!here": A("t:1:here"),
        "!without": A("t:1:without:2"),
        "!play_on": A("t:1:play_on"),
        "!show_cards": A("t:1:show_cards"),
        "!top_up": A("t:1:top_up"),
        "!top_up_not": A("t:1:top_up_not"),
        "!deal": A("t:1:deal"),
        "!go_on": A("t:1:go_on"),
        "!say": A("t:1:say", values=("0",)),
        "!hint": A("t:1:hint"),
        "!number": A("t:1:number:raise"),
        "!sure": A("t:1:sure:all_in"),
        "?cut": A("t:1:cut"),
    },
    "host": {
        "!begin": A("t:2:begin"),
        "!next_game": A("t:1:next_game", values=("stone_hand",)),
        "!play_own#close": A("t:2:play_own:stone_hand__people"),
        "!house": A("t:2:house"),
        "!dismiss": A("t:2:dismiss"),
        "!rule": A("t:2:rule:unit", values=("1",)),
        "!stake": A("t:2:stake"),
        "?stake_typed": A("t:2:stake_typed"),
        "!guests": A("t:2:guests"),
        "!invite": A("t:2:invite", whom="member"),
        "!private": A("t:2:private:on"),
        "!send_away": A("t:2:send_away", values=("2",)),
        "!hand_over": A("t:2:hand_over", values=("2",)),
        "!send_away_now": A("t:2:send_away_now:2"),
        "!hand_over_now": A("t:2:hand_over_now:2"),
        "!call_players": A("t:2:call_players"),
    },
    "breaker": {"/manage close": A(fields={"table": "2"})},
    "closer": {
        "!close": A("t:2:close"),
        "!close_now": A("t:2:close_now"),
        "?close_now": A("t:2:close_now"),
    },
    "entrant": {
        "!withdraw": A("t:1:withdraw"),
        "!check_in": A("t:1:check_in"),
        "?cup_cut": A("t:1:cup_cut"),
    },
    "challenged": {"!accept": A("t:4:accept")},
    "either": {"!decline": A("t:4:decline")},
    "invited": {"!join#invited": A("t:7:join")},
    "awaited": {"!turn_down": A("t:7:turn_down")},
    "rivals": {"!rematch": A("t:6:rematch")},
    "asked": {"!cup_accept": A("t:1:cup_accept:{seated}")},
    "played": {
        "!second": A("t:3:second:1"),
        "!keep_hand": A("t:3:keep_hand:1"),
        "!show": A("t:3:show:1_0_next"),
        "!shown": A("t:3:shown:1_0_next_1"),
    },
    "own": {
        "/record#of": A(fields={"member": "1"}),
        "/record#compared": A(fields={"compare": "1"}),
        "!played": A("t:0:played:{seated}"),
        "!record": A("t:0:record:{seated}_all", values=("all",)),
        "!record_of": A("t:0:record_of:{seated}_all", values=("all",)),
        "!titles": A("t:0:titles:{seated}"),
        "!titles_page": A("t:0:titles_page:{seated}", values=("earned",)),
    },
    "managers": {
        "/manage settings": A(),
        "/manage tables": A(),
        "/manage doctor": A(),
        "/manage export": A(),
        "/manage reset": A(),
        "!reset_ask": A("t:0:reset_ask"),
        "?reset_typed": A("t:0:reset_typed"),
        "/manage grant": A(),
        "/manage take": A(),
        "/manage house-bank": A(fields={"do": "put", "amount": "5"}),
        "/manage flows": A(),
        "/manage season begin": A(),
        "/manage season end": A(),
        "/manage board": A(),
        "/manage prize add": A(),
        "/manage prize remove": A(),
        "/manage deck": A(),
        "/manage home-throw": A(),
        "!settings": A("t:0:settings"),
        "!settings_ask": A("t:0:settings_ask:money"),
        "?settings_typed": A("t:0:settings_typed:house_x"),
        "!usual_rules": A("t:0:usual_rules"),
        "!usual_rule": A("t:0:usual_rule:stone_hand__unit", values=("1",)),
        "!bank_ask": A("t:0:bank_ask"),
        "?bank_typed": A("t:0:bank_typed"),
        "!flows": A("t:0:flows:7"),
        "!season_end": A("t:0:season_end:1"),
        "!card": A("t:0:card:0"),
        "?card_typed": A("t:0:card_typed:0_x"),
        "!deck_save": A("t:0:deck_save"),
        "!deck_clear": A("t:0:deck_clear"),
        "!deck_clear_now": A("t:0:deck_clear_now"),
    },
    "moderators": {
        "/manage audit": A(),
        "/manage bar": A(fields={"length": "week"}),
        "/manage unbar": A(whom="barred"),
        "/manage bars": A(),
        "!audit": A("t:0:audit:0_0_0_0_0"),
        "!bars": A("t:0:bars"),
        "!let_in": A("t:0:let_in", whom="barred"),
    },
    "menders": {"/manage call-off": A(fields={"table": "1"}), "/organise call-off": A(fields={"table": "1"})},
    "organisers": {
        "/organise create": A(),
        "/organise start": A(),
        "/organise pause": A(),
        "/organise resume": A(),
        "/organise add": A(whom="member"),
        "/organise add-list": A(),
        "/organise add-file": A(),
        "/organise remove": A(),
        "/organise restore": A(),
        "/organise add-purse": A(),
        "/organise fill-up": A(),
        "/organise cancel": A(),
        "/organise export": A(),
        "/organise series create": A(),
        "/organise series manage": A(),
        "/organise series add": A(),
        "!plan_page": A("t:0:plan_page:rules"),
        "!plan": A("t:0:plan:game_x", values=("0",)),
        "!plan_rule": A("t:0:plan_rule:unit_x", values=("1",)),
        "!plan_ask": A("t:0:plan_ask:levels"),
        "?plan_typed": A("t:0:plan_typed:levels_x"),
        "!announce": A("t:0:announce:x"),
        "!cup_edit": A("t:1:cup_edit"),
        "!cup_copy": A("t:1:cup_copy"),
        "!plan_save": A("t:1:plan_save:x"),
        "!cup_pause": A("t:1:cup_pause"),
        "!cup_resume": A("t:1:cup_resume"),
        "!cup_cancel": A("t:1:cup_cancel"),
        "!start_cup": A("t:1:start_cup"),
        "!fill_up": A("t:1:fill_up:0"),
        "!correct": A("t:1:correct"),
        "!correct_whom": A("t:1:correct_whom:chips", whom="seated"),
        "?list_typed": A("t:1:list_typed"),
        "!list_enter": A("t:1:list_enter:x"),
        "?call_off_now": A("t:1:call_off_now:running"),
        "?corrected": A("t:1:corrected:{seated}_chips"),
        "!series_ask": A("t:1:series_ask:terms"),
        "?series_typed": A("t:1:series_typed:terms_x"),
        "?series_typed#schedule": A("t:1:series_typed:schedule_x"),
        "!series_plan": A("t:1:series_plan:x"),
        "!series_keep": A("t:1:series_keep:x"),
        "!series_close": A("t:1:series_close:x"),
        "!series_end": A("t:1:series_end:x"),
    },
}

TABLES_OPENED = (
    "/play /stonehand@open /destiny@open /knights@open /dividha@open !play !play_own !deal_me_in !again"
    " /organise@create !plan_page !plan !plan_rule !plan_ask ?plan_typed !announce !cup_edit !cup_copy"
    " !plan_save !series_plan ?series_typed#schedule"
)
"""What needs a channel for tables (TB-23)."""
THROWS = "@Challenge@to@a@throw /throw !throw !against_house !challenged ?throw_with !rematch"
"""What needs one where anything may be played."""


def in_turn(names: str) -> tuple[str, ...]:
    """Rows by their names, in which `@` stands for a space after the first character."""
    return tuple(each[0] + each[1:].replace("@", " ") for each in names.split())


def listed(names: str) -> frozenset[str]:
    """The same without an order."""
    return frozenset(in_turn(names))


def delivery(cast: Cast, kind: str, row: str, ask: A, channel: int = 0) -> Delivery:
    """Return the request that somebody of a kind sends for a row."""
    name, action = row[1:].partition("#")[0], cast.named(ask.id)
    match row[0]:
        case "/":
            data = cast.typed(name, ask.whom or "seated", **{**OF_COMMANDS, **ask.fields})
            return cast.make(kind, InteractionType.APPLICATION_COMMAND, data, channel)
        case "@":
            data = cast.chosen(name, ask.whom)
            return cast.make(kind, InteractionType.APPLICATION_COMMAND, data, channel)
        case "?":
            form = cast.form_data(action, **{**FIELDS, **ask.fields})
            return cast.make(kind, InteractionType.MODAL_SUBMIT, form, channel)
        case _:
            press = cast.pressed(action, ask.values, ask.whom)
            return cast.make(kind, InteractionType.MESSAGE_COMPONENT, press, channel)


FIRST = in_turn(
    "/manage@call-off !enter /organise@add !withdraw /organise@add-purse !fill_up /organise@series@add"
    " !start_cup !cup_pause !cup_resume ?corrected /organise@remove /organise@restore"
)
"""What a tournament takes one after the other."""


LAST = in_turn(
    "/manage@take !begin ?call_off_now !decline /manage@bar !keep_out_now ?close_now"
    " !close_now /manage@close !leave_now !leave !next_game !next_game#over !forget_me"
)
"""What little can come after."""


ACTS = listed(
    "/wallet@pay !enter /organise@series@add !start_cup !cup_pause !cup_resume ?corrected"
    " /organise@add-purse /organise@remove !accept !rematch /manage@grant /manage@take /manage@house-bank"
    " ?bank_typed /manage@call-off ?call_off_now /manage@bar"
)
"""What moves coins, changes a tournament or begins a hand, as far as it is known to be tried here."""


def in_order() -> Iterator[tuple[tuple[str, ...], str, A]]:
    """All rows, each with those who may, and first with somebody who has done nothing yet."""

    def at(row: str) -> int:
        if row in FIRST:
            return FIRST.index(row) - len(FIRST)
        return 1 + LAST.index(row) if row in LAST else 0

    every = [(right, row, ask) for right, asked in ROWS.items() for row, ask in asked.items()]
    for right, row, ask in sorted(every, key=lambda each: at(each[1])):
        # A made-up press that nobody may make is a member's.
        who = RIGHTS[right].who or ("member",)
        yield (*(each for each in UNINVOLVED if each in who), *reversed(who)), row, ask
