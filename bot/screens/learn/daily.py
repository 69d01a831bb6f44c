"""Screens of the deals of the day: all deals, one to answer, its result, and what others see of it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from bot.custom_ids import DailyDeal, table_id
from bot.screens.catalog import DAILY_FACES, FACES
from bot.screens.core.naming import person
from bot.screens.core.screen import ActionRow, Button, Part, Screen, Style, Text, say
from bot.tavern import daily
from bot.text.translate import _, ngettext
from bot.text.translate import day as day_words
from games.catalog import GAMES, date_of
from games.engine.core.errors import must_find
from games.engine.core.game import BEST, AnswerValues, stars
from storage.db.retention import DAY_SECONDS

FULL, EMPTY = "★", "☆"


def today_screen(today: daily.Today) -> Screen:
    """Return all deals of today, with the reader's results."""
    lines = [
        "### " + _("Deals of the day · {date}").format(date=day_words(today.day)),
        _("The same deals for everybody, everywhere. You have **one go** at each; no coins are at stake."),
        *map(_line, today.deals),
    ]
    return Screen(
        (
            Text("\n".join(lines)),
            # Discord would append a line right below a list to the last item.
            *([Text(streak_of(today.streak))] if today.streak else []),
            ActionRow(tuple(_deal_button(each) for each in today.deals)),
            ActionRow((Button(_("Yesterday’s deals"), table_id(0, "daily_old")),)),
            Text(_("-# New deals {when}").format(when=_ends(today.day))),
        )
    )


def deal_screen(seen: daily.Seen, picked: int | None = None, *, is_pictured: bool = False) -> Screen:
    """Return a deal with its question, or with the reader's answer and its grade."""
    dealt = daily.deal_in(seen)
    if isinstance(seen, daily.Ungraded):
        parts = _ungraded(seen)
    else:
        parts = _result(seen) if isinstance(seen, daily.Graded) else _question(seen, picked)
    return Screen((*_dealt(dealt, is_pictured=is_pictured), *parts), FACES[dealt.game].accent)


def _dealt(dealt: daily.Dealt, *, is_pictured: bool) -> Iterator[Part]:
    """Yield the title and the deal; its cards are a picture, or text without one."""
    face, title = DAILY_FACES[dealt.game], _title(dealt.game, dealt.day)
    picture = face.picture(dealt.deal) if is_pictured else None
    if picture is None:
        yield Text("\n".join([title, *_lines(dealt)]))
        return
    yield Text(title)
    yield replace(picture, instead=face.cards(dealt.deal))
    yield Text("\n".join(face.dealt(dealt.deal)))


def _lines(dealt: daily.Dealt) -> list[str]:
    face = DAILY_FACES[dealt.game]
    return [*filter(None, [face.cards(dealt.deal)]), *face.dealt(dealt.deal)]


def _question(dealt: daily.Dealt, picked: int | None) -> tuple[Part, ...]:
    """Return the question's parts, which depend on the deal alone, not on secrets (TB-20, Law 5)."""

    def answer(number: int) -> str:
        return table_id(0, "daily_go", DailyDeal(dealt.day, dealt.game, number))

    pick = table_id(0, "daily_pick", DailyDeal(dealt.day, dealt.game))
    last = _("-# One go, no coins: I grade your answer. New deals {when}.").format(when=_ends(dealt.day))
    return (
        *DAILY_FACES[dealt.game].asks(dealt.deal, answer, pick, picked),
        ActionRow(_info_buttons(dealt)),
        Text(last),
    )


def _info_buttons(dealt: daily.Dealt) -> tuple[Button, ...]:
    """Return the buttons to the rules, and to the proof that the deal was sealed."""
    how = Button(_("How to play"), table_id(0, "how", dealt.game))
    return how, _fair(dealt.day)


def _fair(day: int) -> Button:
    return Button(_("Fair play"), table_id(0, "daily_fair", str(day)))


def _ungraded(kept: daily.Ungraded) -> tuple[Part, ...]:
    """Return an answer that waits for its grade; without buttons, since the grade replaces this screen."""
    dealt = kept.dealt
    face = DAILY_FACES[dealt.game]
    words = _(
        "Your answer is kept: **{answer}**.\n⏳ I’m still working out how good each answer is. "
        "Your stars appear here in a few seconds."
    )
    return (Text(words.format(answer=face.told(dealt.deal, kept.answer))),)


def _result(graded: daily.Graded) -> tuple[Part, ...]:
    dealt = graded.dealt
    face = DAILY_FACES[dealt.game]
    share = Button(
        # Translators: a button: shows everybody in the channel the reader’s stars.
        _("Share"),
        table_id(0, "daily_share", DailyDeal(dealt.day, dealt.game)),
        "good",
        is_disabled=graded.is_shared,
    )
    lines = [
        f"## {starred(graded)}",
        *_compared(dealt, graded.worths, graded.answer),
        streak_of(graded.streak),
        f"-# {_(face.how)}",
    ]
    row = ActionRow((share, Button(_("All deals"), table_id(0, "daily")), *_info_buttons(dealt)))
    note = _("-# Sharing shows your stars and no card. New deals {when}.").format(when=_ends(dealt.day))
    return Text("\n".join(lines)), row, Text(note)


def shared_screen(graded: daily.Graded, player: int) -> Screen:
    """Return the public screen: stars, without any of the deal."""
    game = graded.dealt.game
    words = _("{player} played the deal of the day.").format(player=person(player))
    lines = [_title(game, graded.dealt.day), words, f"## {starred(graded)}", streak_of(graded.streak)]
    return Screen((Text("\n".join(lines)), ActionRow((_open(game, _("Play it too")),))), FACES[game].accent)


def yesterday_screen(opened: daily.OpenedDay) -> Screen:
    """Return the deals of a past day with their best answers, and a button to the proof of their seal."""
    return Screen(
        (
            Text("### " + _("Deals of {date}").format(date=day_words(opened.day))),
            *(Text(_opened(each)) for each in opened.deals),
            ActionRow((Button(_("Today’s deals"), table_id(0, "daily")), _fair(opened.day))),
        )
    )


def fair_screen(proof: daily.DayProof) -> Screen:
    """Return the proof that a day's deals were sealed before any user saw one (TB-20)."""
    title = "### " + _("Fair play · deals of {date}").format(date=day_words(proof.day))
    sealed = _(
        "All deals of a day come from one secret seed. Its SHA-256 is the seal, which is there before "
        "anyone answers:\n`{seal}`"
    )
    if proof.seed is None:
        words = _("The seed opens {when}, under *Yesterday’s deals*. Keep the seal to compare them then.")
        return say(title, sealed.format(seal=proof.seal), words.format(when=_ends(proof.day)))
    words = _(
        "The day is over, so here is the seed:\n`{seed}`\n"
        "-# To deal them again yourself: `taproom daily {game} {date} <seed>`"
    )
    game, date = must_find(DAILY_FACES).replace("_", "-"), date_of(proof.day)
    return say(title, sealed.format(seal=proof.seal), words.format(seed=proof.seed, game=game, date=date))


def starred(graded: daily.Graded) -> str:
    """Return an answer's grade, in stars."""
    full = stars(graded.worths, graded.answer)
    return FULL * full + EMPTY * (BEST - full)


def streak_of(streak: int) -> str:
    """Return the number of consecutive days on which the reader has played, as text."""
    return ngettext("Streak: **{count} day**", "Streak: **{count} days**", streak).format(count=streak)


def _line(seen: daily.AnySeen) -> str:
    game = daily.deal_in(seen).game
    if isinstance(seen, daily.Graded):
        state = starred(seen)
    else:
        # Translators: of a deal of the day that the reader has not played.
        state = _("yours to play") if isinstance(seen, daily.Dealt) else _("played")
    return f"- {FACES[game].emoji} **{_(GAMES[game].title)}** · {state}"


def _opened(opened: daily.OpenedDeal) -> str:
    seen, dealt = opened.seen, daily.deal_in(opened.seen)
    title = f"**{FACES[dealt.game].emoji} {_(GAMES[dealt.game].title)}**"
    if isinstance(seen, daily.Spent) and seen.why is daily.DealtOtherwise:
        return "\n".join([title, _("An update deals this one differently now, so I can’t show it again.")])
    answer = seen.answer if isinstance(seen, daily.Graded | daily.Ungraded) else None
    compared = _compared(dealt, opened.worths, answer)
    return "\n".join([title, *_lines(dealt), *compared])


def _compared(dealt: daily.Dealt, worths: AnswerValues | None, mine: int | None) -> list[str]:
    """Return the reader's answer (`mine`) and the best one, with their values, a line each."""
    face = DAILY_FACES[dealt.game]
    if worths is None:
        if mine is None:
            return [_("⏳ I’m still working out the best answer. It appears here in a few seconds.")]
        return [_("You: **{answer}**, not graded yet").format(answer=face.told(dealt.deal, mine))]
    best = max(worths)
    if mine is not None and worths[mine] == best:
        words = _("You: **{answer}**, {worth}. Nothing is better.")
        return [words.format(answer=face.told(dealt.deal, mine), worth=face.worth(best))]
    best_answer = face.told(dealt.deal, worths.index(best))
    lines = [_("Best: **{answer}**, {worth}").format(answer=best_answer, worth=face.worth(best))]
    if mine is not None:
        words = _("You: **{answer}**, {worth}")
        lines.append(words.format(answer=face.told(dealt.deal, mine), worth=face.worth(worths[mine])))
    return lines


def _title(game: str, day: int) -> str:
    words = _("{game} · {date}")
    return f"### {FACES[game].emoji} " + words.format(game=_(GAMES[game].title), date=day_words(day))


def _deal_button(seen: daily.AnySeen) -> Button:
    """Return the button to one of the deals; blue as long as it is not answered."""
    game = daily.deal_in(seen).game
    return _open(game, _(GAMES[game].title), "main" if isinstance(seen, daily.Dealt) else "plain")


def _open(game: str, label: str, style: Style = "main") -> Button:
    return Button(label, table_id(0, "daily", game), style, FACES[game].emoji)


def _ends(day: int) -> str:
    """Return the end of a day as Discord's countdown."""
    return f"<t:{(day + 1) * DAY_SECONDS}:R>"
