"""TN-39: which addresses a webhook may have."""

from __future__ import annotations

import socket

import pytest
from aiohttp.abc import AbstractResolver, ResolveResult

from bot.webhooks import (
    NotAWebhook,
    NotPublic,
    PublicResolver,
    host_of,
    is_public,
    may_be_asked,
    read_webhook,
)

PRIVATE = (
    "0.0.0.0",  # noqa: S104  (an address to be refused)
    "10.1.2.3",
    "100.64.0.1",
    "127.0.0.1",
    "127.9.9.9",
    "169.254.169.254",
    "172.16.0.1",
    "172.31.255.255",
    "192.0.0.8",
    "192.0.2.1",
    "192.88.99.1",
    "192.168.1.1",
    "198.18.0.1",
    "198.51.100.7",
    "203.0.113.9",
    "224.0.0.1",
    "239.255.255.250",
    "240.0.0.1",
    "255.255.255.255",
    "::",
    "::1",
    "::7f00:1",
    "::ffff:10.0.0.1",
    "::ffff:127.0.0.1",
    "::ffff:169.254.169.254",
    "64:ff9b::7f00:1",
    "64:ff9b:1::a00:1",
    "100::1",
    "2001::1",
    "2001:2::1",
    "2001:db8::1",
    "3fff::1",
    "2002:7f00:1::",
    "2002:a00:1::1",
    "fc00::1",
    "fd12:3456::1",
    "fe80::1",
    "fe80::1%eth0",
    "fec0::1",
    "ff02::1",
    "nowhere",
)
PUBLIC = ("8.8.8.8", "93.184.216.34", "172.32.0.1", "::ffff:8.8.8.8", "2606:4700::1111", "2a00:1450:4001::8a")


@pytest.mark.parametrize("address", PRIVATE)
def test_private_addresses_are_refused(address: str) -> None:
    """Of a machine itself, of its network, of nobody, or one that holds another address."""
    assert not is_public(address)


@pytest.mark.parametrize("address", PUBLIC)
def test_addresses_on_the_internet_may_be_asked(address: str) -> None:
    """Those of either kind, also an older one written as a newer one."""
    assert is_public(address)
    assert may_be_asked(address)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "hooks.example.org/x",
        "http://hooks.example.org/x",
        "ftp://hooks.example.org/x",
        "https://",
        "https:///x",
        "https://ann@hooks.example.org/x",
        "https://ann:secret@hooks.example.org/x",
        "https://hooks.example.org:port/x",
        "https://hooks.example.org:99999/x",
        "https://hooks.example.org/a b",
        "https://hooks.example.org/" + "x" * 500,
        "https://127.0.0.1/x",
        "https://[::1]/x",
        "https://[::ffff:10.0.0.1]/x",
        "https://[fe80::1%25eth0]/x",
        "https://[not an address]/x",
        "https://192.168.0.1:8443/x",
        "https://127.1/x",
        "https://2130706433/x",
        "https://8.8.2056/x",
        "https://127.0.0.1./x",
        "javascript:alert(1)",
    ],
)
def test_what_is_no_webhook(text: str) -> None:
    """No https, no host, somebody's name or password, too long, or an address of a private network."""
    with pytest.raises(NotAWebhook):
        read_webhook(text)


def test_what_is_a_webhook() -> None:
    """Blanks around it and what stands after a # are left out; of all that only the host is ever shown."""
    assert read_webhook(" https://hooks.example.org/a/b?c=d#e ") == "https://hooks.example.org/a/b?c=d"
    assert read_webhook("https://8.8.8.8:8443/x") == "https://8.8.8.8:8443/x"
    assert host_of("https://hooks.example.org:8443/token") == "hooks.example.org"
    assert host_of("https://[/") == ""


class Book(AbstractResolver):
    """Names with the addresses that a test has written down."""

    def __init__(self, **known: list[str]) -> None:
        self._known = known

    async def resolve(
        self, host: str, port: int = 0, family: socket.AddressFamily = socket.AF_UNSPEC
    ) -> list[ResolveResult]:
        """As written down."""
        return [
            ResolveResult(hostname=host, host=each, port=port, family=family, proto=0, flags=0)
            for each in self._known[host]
        ]

    async def close(self) -> None:
        """There is nothing to release."""


@pytest.mark.parametrize("addresses", [["10.0.0.1"], ["8.8.8.8", "127.0.0.1"], ["8.8.8.8", "::1"], []])
async def test_a_name_that_leads_into_a_private_network(addresses: list[str]) -> None:
    """One private address among public ones is enough; so is none at all."""
    resolver = PublicResolver(Book(hooks=addresses))

    with pytest.raises(NotPublic):
        await resolver.resolve("hooks", 443)

    await resolver.close()


async def test_a_name_that_leads_to_the_internet() -> None:
    """Where all its addresses are public, these are what is connected to."""
    found = await PublicResolver(Book(hooks=["8.8.8.8", "2606:4700::1111"])).resolve("hooks", 443)

    assert [each["host"] for each in found] == ["8.8.8.8", "2606:4700::1111"]
