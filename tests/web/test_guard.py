"""Connections are made to public addresses and to what the operator allows, to nothing else."""

import socket
from ipaddress import IPv4Address
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from upwell.errors import ConfigError
from upwell.streams.web import Web, require_contact, user_agent
from upwell.streams.web.guard import ForbiddenAddressError, Guard, GuardedResolver
from upwell.streams.web.inside import ASKING, Asking

from .conftest import Names, request

INSIDE = """
0.0.0.0 0.1.2.3 10.0.0.1 100.64.0.1 127.0.0.1 127.255.255.254 169.254.169.254 172.16.0.1
172.31.255.255 192.0.0.8 192.0.2.1 192.168.1.1 198.18.0.1 198.51.100.1 203.0.113.9 224.0.0.1
239.255.255.255 240.0.0.1 255.255.255.255
:: ::1 ::ffff:127.0.0.1 ::ffff:10.0.0.1 ::127.0.0.1 64:ff9b::7f00:1 64:ff9b:1::a00:1 100::1
2001::1 2001:db8::1 2002:7f00:1:: fc00::1 fd12::1 fe80::1 fe80::1%eth0 fec0::1 ff02::1
3fff::1 2600::5efe:7f00:1 2600::200:5efe:a00:1
""".split()
OUTSIDE = "1.1.1.1 8.8.8.8 93.184.216.34 172.32.0.1 2606:4700:4700::1111 ::ffff:8.8.8.8".split()


@pytest.mark.parametrize("place", INSIDE)
def test_an_inside_address_is_refused_until_it_is_allowed(place: str) -> None:
    assert not Guard().allows(place)
    with pytest.raises(ForbiddenAddressError):
        Guard().socket((socket.AF_INET, socket.SOCK_STREAM, 0, "", (place, 80)))


@pytest.mark.parametrize("place", INSIDE)
@pytest.mark.parametrize("host", ["inside.test", ""])
def test_what_a_refusal_says_to_type_permits_it(place: str, host: str) -> None:
    host = host or (f"[{place}]" if ":" in place else place)
    made = (socket.AF_INET, socket.SOCK_STREAM, 0, "", (place, 8081))
    token = ASKING.set(Asking("start.test", host, 8081))
    try:
        with pytest.raises(ForbiddenAddressError) as refused:
            Guard().socket(made)
        entry = str(refused.value.strerror).partition("--allow ")[2].split()[0]
        assert Guard([entry]).allows(place, 8081)
        assert not Guard([entry]).allows(place, 8082)
    finally:
        ASKING.reset(token)


@pytest.mark.parametrize("place", OUTSIDE)
def test_a_public_address_may_be_asked_on_web_ports(place: str) -> None:
    allowed = [Guard().allows(place, port) for port in (80, 443, 8080, 25, 6379)]
    assert allowed == [True, True, True, False, False]


@given(st.ip_addresses(v=4))
def test_what_python_calls_private_is_refused(place: IPv4Address) -> None:
    if place.is_private or place.is_multicast or place.is_loopback or place.is_link_local:
        assert not Guard().allows(str(place))


def test_what_the_operator_asks_for_himself_is_allowed_on_any_port_of_the_range() -> None:
    guard = Guard(["127.0.0.0/8", "::1"])
    assert [guard.allows(p, 25) for p in ("127.0.0.1", "::1", "::ffff:127.0.0.9")] == [True] * 3
    assert not guard.allows("10.0.0.1")


@pytest.mark.parametrize("text", ["localhost", "127.0.0.1/64", ""])
def test_an_odd_range_is_the_operators_error(text: str) -> None:
    with pytest.raises(ConfigError, match="not a network"):
        Guard([text])


async def test_of_a_mixed_set_of_addresses_the_inside_ones_are_dropped() -> None:
    names = Names({"mixed.test": ["10.0.0.1", "8.8.8.8"], "inside.test": ["10.0.0.1"]})
    resolver = GuardedResolver(names, Guard())
    assert [r["host"] for r in await resolver.resolve("mixed.test", 80)] == ["8.8.8.8"]
    with pytest.raises(ForbiddenAddressError, match=r"inside.test \(10.0.0.1:80\) is not a public"):
        await resolver.resolve("inside.test", 80)


@pytest.mark.parametrize("contact", ["a\nb", "x" * 300, "bücher"])
def test_an_odd_contact_is_the_operators_error(contact: str) -> None:
    with pytest.raises(ConfigError, match="--contact"):
        user_agent(contact)


def test_other_peoples_sites_need_a_contact() -> None:
    loopback = ["http://127.0.0.1:80/", "http://[::1]/", "http://localhost:8000/x"]
    require_contact(loopback, None)
    require_contact(["https://shop.test/"], "me@example.org")
    with pytest.raises(ConfigError, match=r"shop.test is somebody's site"):
        require_contact([*loopback, "https://shop.test/"], None)


async def test_without_a_contact_only_this_machine_is_asked() -> None:
    """By a link or a redirect as by a first address; a worker has its sites from others."""
    asked: list[str] = []

    class Told(Names):
        async def resolve(self, host: str, *more: Any) -> Any:
            asked.append(host)
            return await super().resolve(host, *more)

    async with Web(allow=["127.0.0.0/8"], resolver=Told({"shop.test": ["127.0.0.1"]})) as web:
        page = await web.fetch(request("http://shop.test:9/"))
        own = await web.fetch(request("http://localhost:9/"))
    assert ("forbidden_address", []) == (page.outcome, [h for h in asked if h == "shop.test"])
    assert "shop.test is somebody's site: say who crawls it with --contact WHO" == page.detail
    assert "forbidden_address" != own.outcome


# entry, site, host, address, port, whether it may be asked
ENTRIES = [
    ("127.0.0.1/32", "127.0.0.1:8000", "127.0.0.1", "127.0.0.1", 8000, True),
    ("127.0.0.1/32", "127.0.0.1:8000", "127.0.0.1", "127.0.0.1", 6379, False),
    ("127.0.0.1/32", "wiki.lan", "wiki.lan", "127.0.0.1", 80, True),
    ("127.0.0.1/32", "shop.test", "127.0.0.1", "127.0.0.1", 80, False),
    ("127.0.0.1/32", "shop.test", "other.shop.test", "127.0.0.1", 80, False),
    ("shop.test=127.0.0.1/32:81", "shop.test", "shop.test", "127.0.0.1", 81, True),
    ("shop.test=127.0.0.1/32:81", "shop.test", "shop.test", "127.0.0.1", 80, False),
    ("shop.test=127.0.0.1/32:81", "bad.test", "bad.test", "127.0.0.1", 81, False),
    ("[::1]:81", "[::1]:81", "[::1]", "::1", 81, True),
    ("127.0.0.1:6379", "127.0.0.1:6379", "127.0.0.1", "127.0.0.1", 6379, True),
]


@pytest.mark.parametrize(("entry", "site", "host", "place", "port", "expected"), ENTRIES)
def test_what_is_allowed_is_for_a_site_and_its_port(
    entry: str, site: str, host: str, place: str, port: int, expected: bool
) -> None:
    token = ASKING.set(Asking(site, host, port))
    try:
        assert expected == Guard([entry]).allows(place, port)
    finally:
        ASKING.reset(token)


async def test_a_name_that_was_outside_is_not_led_inside_by_another_answer() -> None:
    names = Names({"shop.test": ["8.8.8.8"]})
    resolver = GuardedResolver(names, Guard(["10.0.0.0/8"]))
    token = ASKING.set(Asking("shop.test", "shop.test", 80))
    try:
        assert len(await resolver.resolve("shop.test", 80)) == 1
        names.names["shop.test"] = ["10.0.0.1"]
        with pytest.raises(ForbiddenAddressError):
            await resolver.resolve("shop.test", 80)
    finally:
        ASKING.reset(token)
