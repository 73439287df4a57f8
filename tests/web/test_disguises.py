"""An inside address is refused in whatever clothes it comes."""

from collections.abc import Iterator
from ipaddress import IPv4Address

import pytest

from upwell.streams.web import Web

from .conftest import Names, request

PLACES = ["127.0.0.1", "10.0.0.1", "169.254.169.254", "192.168.1.254", "100.64.0.1", "0.0.0.0"]
FULL_WIDTH = str.maketrans("0123456789", "０１２３４５６７８９")


def disguises(place: str) -> Iterator[str]:
    """Ways to write an IPv4 address as the host of a URL."""
    n = int(IPv4Address(place))
    a, b, c, d = (int(part) for part in place.split("."))
    high, low = n >> 16, n & 0xFFFF
    yield place
    yield place + "."
    yield str(n)
    yield hex(n)
    yield f"0{n:o}"
    yield f"0x{a:x}.0x{b:x}.0x{c:x}.0x{d:x}"
    yield f"0{a:o}.0{b:o}.0{c:o}.0{d:o}"
    yield f"{a}.{n & 0xFFFFFF}"
    yield f"{a}.{b}.{low}"
    yield f"0X{a:X}.{b}.{low}"
    yield place.translate(FULL_WIDTH)
    yield place.replace(".", "。")
    yield "".join(f"%{ord(letter):02x}" for letter in place)
    yield f"[::ffff:{place}]"
    yield f"[::ffff:{high:x}:{low:x}]"
    yield f"[::{place}]"
    yield f"[0:0:0:0:0:ffff:{high:x}:{low:x}]"
    yield f"[64:ff9b::{place}]"
    yield f"[2002:{high:x}:{low:x}::1]"
    yield f"[2001:0:{high:x}:{low:x}::]"
    yield f"{place}.name.test"  # a name that resolves to it


@pytest.mark.parametrize("place", PLACES)
async def test_no_disguise_leads_inside(place: str) -> None:
    names = Names({f"{place}.name.test": [place], **{p: [p] for p in (place, place + ".")}})
    async with Web(resolver=names) as web:
        outcomes = {
            (host, port): (await web.fetch(request(f"http://{host}:{port}/"))).outcome
            for host in disguises(place)
            for port in (80, 8080)
        }
    assert len(outcomes) == 2 * len(set(disguises(place)))
    assert {where for where, outcome in outcomes.items() if outcome != "forbidden_address"} == set()
