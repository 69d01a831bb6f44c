"""The hosted page's server: the page's server with sign-in by Discord.

In a browser, a user signs in by Discord's OAuth: an authorization code, a state that only the browser that
began the login can return, and PKCE. The session is a cookie with `SameSite=Strict`. Such a cookie is missing
from every request that another site began, a link in Discord included; so such a link opens the page without
content, which is public, and its script requests the content.

Within Discord, where an iframe keeps no such cookies, the Embedded App SDK gives a code, and the session key
is a bearer token that the script holds in memory. That page alone may be framed, by Discord alone.

`hosted` and `hosting` assemble, serve and close the page, in the bot's process.
"""

from __future__ import annotations

import contextlib
import re
from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass
from http import HTTPStatus
from urllib.parse import urlencode, urlsplit

import aiohttp
from aiohttp import web

from bot.discord_bot import TaproomBot
from bot.front.request import NotAPerson
from bot.hosted.auth import (
    DiscordOAuth,
    DiscordUnavailable,
    InvalidGrant,
    NotFound,
    SessionStore,
    fingerprint,
)
from bot.hosted.budgets import client_of
from bot.hosted.logins import LOGIN_SECONDS, Logins, return_path_of
from bot.hosted.servers import Directories, Servers
from bot.page.auth import AuthUnavailable, PageUser, ShutOut, Unauthenticated
from bot.page.commands import PageCommands
from bot.page.front import PageFront
from bot.page.html import el
from bot.page.presses import PagePresses
from bot.page.refusals import DoorClosed, Trouble, words_page
from bot.page.server import HEADERS, POLICY, PageServer, json_object, seconds_to_wait, served, unavailable
from bot.page.views import Views, language_of, shell
from bot.settings import Settings
from bot.tavern.table.finished_hands import by_relevance
from bot.text.translate import _, speaking

LOGINS_PER_BROWSER_MAX = 16
"""The maximum number of a browser's pending logins: more cookies would not fit into a request."""
SESSION, STATE, LAST = "taproom-session", "taproom-login", "taproom-last"
"""The names of cookies; each login has its own. Over https all begin with `__Host-`, which no other site can
set. `LAST` names the session that a new one replaces, and gives no access."""
SIGN_OUT, EVERYWHERE = "/signout", "everywhere"
BEARER = "Bearer "
CODE_MAX = 200
_LOGIN = re.compile(rf"{STATE}(?:-[\w-]{{1,8}})?", re.ASCII)
_INSTANCE = re.compile(r"[\w.-]{1,200}")
FRAMED_BY = "frame-ancestors https://discord.com https://*.discord.com"


class HostedServer(PageServer):
    """Serves the page to users whom Discord identifies."""

    def __init__(
        self, front: PageFront, url: str, oauth: DiscordOAuth, sessions: SessionStore, *, has_activity: bool
    ) -> None:
        parts = urlsplit(url)
        super().__init__(front, Views(front), PagePresses(front), sessions, {parts.hostname or ""})
        self._app = front.app
        self._url = url
        self._is_secure = parts.scheme == "https"
        self._oauth, self._sessions = oauth, sessions
        self._logins = Logins(self._clock)
        self._home = "/"
        self._activity = f"https://{oauth.client_id}.discordsays.com" if has_activity else ""
        # Discord's proxy passes our headers on; the policy's `frame-ancestors` decides about framing.
        self._headers = {name: value for name, value in HEADERS.items() if name != "X-Frame-Options"}
        self.app.router.add_get("/", self._front_door)
        self.app.router.add_get("/login", self._login)
        self.app.router.add_get("/login/back", self._back)
        self.app.router.add_get(SIGN_OUT, self._ask_to_sign_out)
        self.app.router.add_post(SIGN_OUT, self._sign_out)
        if has_activity:
            self.app.router.add_post("/activity/enter", self._enter)

    def _is_ours(self, origin: str, request: web.Request) -> bool:
        return super()._is_ours(origin, request) or (bool(self._activity) and origin == self._activity)

    def _key(self, request: web.Request) -> str:
        """Return the session key: the bearer token, or the cookie if the page is not the Activity's."""
        given = request.headers.get("Authorization", "")
        if given.startswith(BEARER):
            return given.removeprefix(BEARER)
        if request.headers.get("Origin", "") == self._activity != "":
            return ""
        cookie = request.cookies.get(self._named(SESSION), "")
        return "" if self._sessions.is_of_activity(cookie) else cookie

    def _locked(self, key: str) -> str:
        if self._sessions.is_of_activity(key):
            return _not_listed()
        return _(
            "You can’t come in: you’re not in that server any more, can’t see that channel, or are timed out."
        )

    def _require_ours(self, request: web.Request) -> None:
        super()._require_ours(request)
        if not self._app.has_resumed or self._app.has_stopped:
            raise web.HTTPServiceUnavailable(headers={"Retry-After": "2"})

    async def _shell(self, request: web.Request) -> web.Response:
        """Return the page, with its first content if the request comes with a session."""
        with speaking(language_of(request)):
            sign_out = el("a", _("Sign out …"), href=SIGN_OUT)
        try:
            guest = await self._user_of(request)
        except (web.HTTPUnauthorized, web.HTTPForbidden, web.HTTPServiceUnavailable):
            return shell(request, {}, way_out=sign_out)
        return await self._whole(request, guest, sign_out)

    async def _ticket(self, request: web.Request) -> web.Response:
        """Return a ticket; after signing out, a newly loaded page may sign in again."""
        try:
            return await super()._ticket(request)
        except DoorClosed:
            body = await json_object(request)
            if body.get("opens") is True and self._sessions.has_signed_out(self._key(request)):
                raise web.HTTPUnauthorized from None
            raise

    async def _front_door(self, request: web.Request) -> web.Response:
        """Return the Activity within Discord, and directions elsewhere."""
        if self._activity and "frame_id" in request.query:
            with speaking(language_of(request)):
                wait = el("p", _("One moment: Discord is telling me who you are."), role="status")
                page = shell(request, {"main": wait}, "activity.js", self._activity_words())
            policy = HEADERS["Content-Security-Policy"].replace("frame-ancestors 'none'", FRAMED_BY)
            page.headers["Content-Security-Policy"] = policy
            return page
        with speaking(language_of(request)):
            words = _("Any table in Discord leads here: use the menu below it.")
            trouble = Trouble(_("Come in by a table"), ("die_2", "die_4", "die_4"))
        return words_page(request, words, trouble=trouble)

    def _activity_words(self) -> Mapping[str, str]:
        """Return the Activity script's configuration, and its texts before it is signed in."""
        silent = _(
            "Discord hasn’t answered yet. Close this and open it again, or use your browser: {address}"
        )
        return {
            "data_client": str(self._oauth.client_id),
            "data_url": self._url,
            "data_declined": _(
                "I can’t let you in until Discord may tell me who you are. Please say yes there."
            ),
            "data_refused": _not_listed(),
            "data_silent": silent.format(address=self._url),
            "data_again": _("Ask again"),
        }

    # ---- in a browser

    async def _login(self, request: web.Request) -> web.Response:
        """Redirect the user to Discord to sign in."""
        login = self._logins.begin(request.query.get("to", "/"))
        url = self._oauth.authorize_url(login.state, login.challenge, self._back_url)
        response = web.Response(status=302, headers={"Location": url, "Cache-Control": "no-store"})
        for name in self._login_cookies(request)[: 1 - LOGINS_PER_BROWSER_MAX]:
            # Browsers send their oldest cookies first.
            self._drop_cookie(response, name)
        name = self._named(f"{STATE}-{login.cookie}")
        self._set_cookie(response, name, login.proof, samesite="Lax", seconds=LOGIN_SECONDS)
        return response

    def _login_cookies(self, request: web.Request) -> list[str]:
        """Return the names of pending logins' cookies; the pattern admits only names that are safe to set."""
        return [name for name in request.cookies if _LOGIN.fullmatch(name.removeprefix(self._named("")))]

    async def _back(self, request: web.Request) -> web.Response:
        """Sign in a user who returns from Discord."""
        state = request.query.get("state", "")
        proofs = (request.cookies[name] for name in self._login_cookies(request))
        login = self._logins.verify(state, proofs)
        with speaking(language_of(request)):
            if login is None:
                words = _("This sign-in was begun in another browser, or too long ago. Begin again here.")
                return self._begin_again(request, words, return_path_of(state), HTTPStatus.FORBIDDEN)
            code = request.query.get("code", "")
            if not code or len(code) > CODE_MAX:
                words = _("You didn’t say yes in Discord, so I don’t know who you are. I kept nothing.")
                return self._begin_again(request, words, login.return_path)
            try:
                client = client_of(request)
                token = await self._oauth.exchange(code, client, login.verifier, self._back_url)
                replaced = request.cookies.get(self._named(LAST), "")
                key = await self._sessions.sign_in(token, replaced=replaced)
            except (InvalidGrant, NotFound, NotAPerson):
                return self._begin_again(request, _unknown_user(), login.return_path, HTTPStatus.FORBIDDEN)
            except DiscordUnavailable as error:
                words = _("Discord isn’t answering right now. Try again in a moment.")
                retry = self._begin_again(request, words, login.return_path, HTTPStatus.SERVICE_UNAVAILABLE)
                retry.headers["Retry-After"] = seconds_to_wait(error.retry_after)
                return retry
        # No redirect: a navigation begun by Discord's page would come without the strict cookie.
        response = words_page(request, "…", leads_to=login.return_path)
        self._set_cookie(response, self._named(SESSION), key, samesite="Strict", seconds=None)
        self._set_cookie(response, self._named(LAST), fingerprint(key), samesite="Lax", seconds=None)
        self._drop_cookie(response, self._named(f"{STATE}-{login.cookie}"))
        return response

    def _begin_again(
        self, request: web.Request, words: str, return_path: str, status: int = HTTPStatus.OK
    ) -> web.Response:
        """Explain why the sign-in failed, with a link to try again."""
        link = el("a", _("Sign in"), class_="btn p", href=f"/login?{urlencode({'to': return_path})}")
        trouble = Trouble(_("Sign in with Discord"), ("knights_k05",))
        return words_page(request, words, link, status=status, trouble=trouble)

    async def _ask_to_sign_out(self, request: web.Request) -> web.Response:
        """Ask the user whether to sign out here or everywhere."""
        with speaking(language_of(request)):
            words = _("Sign out of this page? Your seats and coins stay as they are.")
            forms = [
                el("form", el("button", label, class_="btn"), method="post", action=action)
                for label, action in (
                    (_("Sign out here"), SIGN_OUT),
                    (_("Sign out everywhere"), f"{SIGN_OUT}?{EVERYWHERE}=1"),
                )
            ]
            trouble = Trouble(_("Sign out"), ("knights_j05",))
            page = words_page(
                request, words, *forms, el("a", _("To the front door"), href="/"), trouble=trouble
            )
        page.headers["Content-Security-Policy"] = POLICY.replace("form-action 'none'", "form-action 'self'")
        # With `no-referrer` the browser would not send the origin of the form.
        page.headers["Referrer-Policy"] = "same-origin"
        return page

    async def _sign_out(self, request: web.Request) -> web.Response:
        """End the session of this browser, or all sessions of the user, Activities included."""
        with contextlib.suppress(Unauthenticated, ShutOut):
            self._sessions.sign_out(self._key(request), everywhere=EVERYWHERE in request.query)
        with speaking(language_of(request)):
            link = el("a", _("Sign in"), class_="btn p", href="/login")
            # The cookie stays: without it, other open tabs would sign in again by themselves.
            words = _("Your seats and coins are kept.")
            trouble = Trouble(_("You’re signed out"), ("knights_k05",))
            return words_page(request, words, link, trouble=trouble)

    # ---- within Discord

    async def _enter(self, request: web.Request) -> web.Response:
        """Sign in a user by the code from an Activity, if Discord lists them as its participant."""
        body = await json_object(request)
        code, instance = body.get("code"), body.get("instance")
        if not (isinstance(code, str) and isinstance(instance, str) and _INSTANCE.fullmatch(instance)):
            raise web.HTTPBadRequest
        if not 0 < len(code) <= CODE_MAX:
            raise web.HTTPBadRequest
        try:
            key = await self._sessions.sign_in(await self._oauth.exchange(code, client_of(request)), instance)
            path = self._sessions.activity_path(key)
            guest = None if path is None else await self._sessions.guest(path, key)
        except (InvalidGrant, NotFound, NotAPerson, Unauthenticated, ShutOut):
            raise DoorClosed(_unknown_user) from None
        except (DiscordUnavailable, AuthUnavailable) as error:
            raise unavailable(error.retry_after) from None
        if guest is None:
            self._sessions.sign_out(key)
            raise DoorClosed(_not_listed)
        payload = {"bearer": key, "path": path, "table": await self._table_of(guest)}
        return web.json_response(payload, headers={"Cache-Control": "no-store"})

    async def _table_of(self, guest: PageUser) -> int:
        """Return the table that the user wanted to open, else their own table here, else 0."""
        player = guest.person.id
        if table := self._app.pending_entries.take(player):
            return table
        tables = await self._app.tavern.in_channel(guest.server, guest.channel, *guest.threads)
        return next((each.id for each in by_relevance(tables, player)), 0)

    @property
    def _back_url(self) -> str:
        return f"{self._url}/login/back"

    def _named(self, cookie: str) -> str:
        return f"__Host-{cookie}" if self._is_secure else cookie

    def _set_cookie(
        self, response: web.Response, name: str, value: str, *, samesite: str, seconds: float | None
    ) -> None:
        age = None if seconds is None else int(seconds)
        response.set_cookie(
            name,
            value,
            path="/",
            max_age=age,
            httponly=True,
            secure=self._is_secure,
            samesite=samesite,
        )

    def _drop_cookie(self, response: web.Response, name: str) -> None:
        response.del_cookie(name, path="/", secure=self._is_secure, httponly=True)


def _unknown_user() -> str:
    return _("Discord isn’t telling me who you are. Please try again.")


def _not_listed() -> str:
    return _("Discord doesn’t list you as taking part here, so I can’t open this table for you.")


@dataclass(frozen=True, slots=True)
class Hosted:
    """The page of a bot: the frontend, and the server in front of it."""

    front: PageFront
    server: HostedServer


def hosted(bot: TaproomBot, settings: Settings, session: aiohttp.ClientSession) -> Hosted:
    """Create the page of a bot, and connect it to the application, whose changes it shows from now on."""
    servers = Servers(bot, bot.app.elapsed)
    directories = Directories(servers, PageCommands(bot.app.handlers).has)
    front = PageFront(lambda _front: bot.app, directories.of, own_id=lambda: bot.user.id if bot.user else 0)
    bot.app.show_on(front)
    oauth = DiscordOAuth(session, settings, bot.app.elapsed)

    def on_end(player: int) -> None:
        for window in front.windows.of(player):
            window.touch()

    sessions = SessionStore(servers, oauth, bot.app.elapsed, on_end)
    server = HostedServer(front, settings.page_url, oauth, sessions, has_activity=settings.activity == "on")
    bot.app.on_erase |= {sessions.forget, directories.forget}
    return Hosted(front, server)


@contextlib.asynccontextmanager
async def hosting(bot: TaproomBot, settings: Settings) -> AsyncIterator[None]:
    """Serve the page within a block. Raises `OSError` if its port is taken."""
    async with aiohttp.ClientSession() as session:
        page = hosted(bot, settings, session)
        try:
            async with served(page.server.app, settings.page_host, settings.page_port or 0, "PAGE_PORT"):
                yield
        finally:
            await page.front.leave()
