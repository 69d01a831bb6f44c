"""Logins in progress, without any state in this process, so that nobody's login can be pushed out by others.

Everything about a login is derived from a nonce and a key that lives as long as the process. The OAuth state,
which goes to Discord and back, holds the nonce, the expiry and the destination, signed. Its proof is in a
cookie of the browser that began the login, one cookie for each login, so that several tabs can sign in at the
same time. The PKCE verifier leaves this process only once the code has arrived.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import re
import secrets
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

LOGIN_SECONDS = 600
_TO = re.compile(r"/[1-9][0-9]{0,18}\.[1-9][0-9]{0,18}/(?:(?:\?table=|#)[0-9]{1,18}|[a-z][a-z0-9/_-]{0,60})?")
_STATE = re.compile(r"([\w-]{32})~([0-9]{1,12})~([^~]{1,100})~([\w-]{43})", re.ASCII)


@dataclass(frozen=True, slots=True)
class Login:
    """A login in progress: its destination, its state, and the proofs that it is ours and this browser's."""

    to: str
    state: str = field(repr=False)
    proof: str = field(repr=False)
    verifier: str = field(repr=False)

    @property
    def cookie(self) -> str:
        """The suffix of its cookie's name, which distinguishes logins of the same browser."""
        return self.state[:8]

    @property
    def challenge(self) -> str:
        """The PKCE challenge, derived from the verifier."""
        return _encoded(hashlib.sha256(self.verifier.encode()).digest())


class Logins:
    """Begins logins, and verifies them on return."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._began = clock()
        self._key = secrets.token_bytes(32)

    def begin(self, to: str) -> Login:
        """Begin a login that leads to a place of the page."""
        until = int(self._clock() - self._began) + LOGIN_SECONDS
        return self._login(secrets.token_urlsafe(24), str(until), place(to))

    def come_back(self, state: str, proofs: Iterable[str]) -> Login | None:
        """Return the login of a state; None if it is not ours, not this browser's, or expired."""
        found = _STATE.fullmatch(state)
        if found is None:
            return None
        login = self._login(*found.groups()[:3])
        is_ours = hmac.compare_digest(login.state.encode(), state.encode())
        is_theirs = any(hmac.compare_digest(login.proof.encode(), each.encode()) for each in proofs)
        is_new = self._clock() - self._began < int(found[2])
        return login if is_ours and is_theirs and is_new else None

    def _login(self, nonce: str, until: str, to: str) -> Login:
        begun = f"{nonce}~{until}~{to}"
        made = (self._made(what, begun) for what in ("state", "proof", "verifier"))
        signature, proof, verifier = made
        return Login(to, f"{begun}~{signature}", proof, verifier)

    def _made(self, what: str, begun: str) -> str:
        return _encoded(hmac.digest(self._key, f"{what}~{begun}".encode(), "sha256"))


def place(to: str) -> str:
    """Return a valid path of the page, such as a table's; "/" for anything else."""
    return to if _TO.fullmatch(to) else "/"


def wanted(state: str) -> str:
    """Return the destination named by a state, even if the state is invalid."""
    found = _STATE.fullmatch(state)
    return place(found[3]) if found else "/"


def _encoded(told: bytes) -> str:
    return base64.urlsafe_b64encode(told).rstrip(b"=").decode()
