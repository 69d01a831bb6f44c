"""Stateless logins in progress: the process stores none, so a flood of logins can't evict somebody's.

Everything about a login is derived from a nonce and a key that lives as long as the process. The OAuth state,
which goes to Discord and back, holds the nonce, the expiry and the return path, signed. The proof is in a
cookie of the browser that began the login, one cookie for each login, so that several tabs can sign in at the
same time. The PKCE verifier leaves this process only after Discord has sent the code.
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
_PATH = re.compile(
    r"/[1-9][0-9]{0,18}\.[1-9][0-9]{0,18}/(?:(?:\?table=|#)[0-9]{1,18}|[a-z][a-z0-9/_-]{0,60})?"
)
_STATE = re.compile(r"([\w-]{32})~([0-9]{1,12})~([^~]{1,100})~([\w-]{43})", re.ASCII)


@dataclass(frozen=True, slots=True)
class Login:
    """A login in progress. `state` is signed by us; `proof` shows that the browser began the login."""

    return_path: str
    state: str = field(repr=False)
    proof: str = field(repr=False)
    verifier: str = field(repr=False)

    @property
    def cookie(self) -> str:
        """The suffix of the cookie's name, which distinguishes logins of the same browser."""
        return self.state[:8]

    @property
    def challenge(self) -> str:
        """The PKCE challenge, derived from the verifier."""
        return _encoded(hashlib.sha256(self.verifier.encode()).digest())


class Logins:
    """Begins logins, and verifies them when the browser returns from Discord."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._began = clock()
        self._key = secrets.token_bytes(32)

    def begin(self, return_path: str) -> Login:
        """Begin a login that ends at a path of the page."""
        expiry = int(self._clock() - self._began) + LOGIN_SECONDS
        return self._login(secrets.token_urlsafe(24), str(expiry), valid_path(return_path))

    def verify(self, state: str, proofs: Iterable[str]) -> Login | None:
        """Return the login of a state; None if the state is forged, another browser's, or expired."""
        match = _STATE.fullmatch(state)
        if match is None:
            return None
        login = self._login(*match.groups()[:3])
        is_ours = hmac.compare_digest(login.state.encode(), state.encode())
        is_same_browser = any(hmac.compare_digest(login.proof.encode(), each.encode()) for each in proofs)
        is_unexpired = self._clock() - self._began < int(match[2])
        return login if is_ours and is_same_browser and is_unexpired else None

    def _login(self, nonce: str, expiry: str, return_path: str) -> Login:
        payload = f"{nonce}~{expiry}~{return_path}"
        signature, proof, verifier = (self._mac(use, payload) for use in ("state", "proof", "verifier"))
        return Login(return_path, f"{payload}~{signature}", proof, verifier)

    def _mac(self, use: str, payload: str) -> str:
        return _encoded(hmac.digest(self._key, f"{use}~{payload}".encode(), "sha256"))


def valid_path(path: str) -> str:
    """Return a path of the page, such as a table's, unchanged; "/" for anything else."""
    return path if _PATH.fullmatch(path) else "/"


def return_path_of(state: str) -> str:
    """Return the return path in a state, even if the state is forged or expired."""
    match = _STATE.fullmatch(state)
    return valid_path(match[3]) if match else "/"


def _encoded(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()
