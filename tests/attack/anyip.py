"""Runs in a network namespace whose every address is ours: asks for disguised addresses."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
from collections.abc import Iterator
from ipaddress import IPv4Address, ip_address

from upwell.streams.records import Request
from upwell.streams.web import Limits, Web

PORTS = (80, 8080, 6379, 22)
PLACES = (
    *("127.0.0.1", "127.9.9.9", "10.0.0.1", "169.254.169.254", "192.168.1.254", "100.64.0.1"),
    *("172.16.5.4", "0.0.0.0", "198.18.0.7", "224.0.0.5"),
)
IPV6 = "::1 fd12::1 fe80::1 3fff::1 2001:db8::1 2600::5efe:7f00:1 2002:7f00:1:: 64:ff9b::7f00:1"
OWN = "127.0.0.1:8080"
NAMED = f"http://{OWN}/named"
SITE = "93.184.216.34"  # where the site is that leads there


def disguises(place: str) -> Iterator[str]:
    """Ways to write an IPv4 address as the host of a URL."""
    n = int(IPv4Address(place))
    a, b, c, d = (int(part) for part in place.split("."))
    high, low = n >> 16, n & 0xFFFF
    yield from (place, place + ".", str(n), hex(n), f"0{n:o}", f"{a}.{n & 0xFFFFFF}")
    yield from (f"0x{a:x}.0x{b:x}.0x{c:x}.0x{d:x}", f"0{a:o}.0{b:o}.0{c:o}.0{d:o}")
    yield from (f"{a}.{b}.{low}", f"0X{a:X}.{b}.{low}", place.replace(".", "。"))
    yield "".join(f"%{ord(letter):02x}" for letter in place)
    yield f"user:pw@{place}"
    yield from (f"[::ffff:{place}]", f"[::ffff:{high:x}:{low:x}]", f"[::{place}]")
    yield from (f"[0:0:0:0:0:ffff:{high:x}:{low:x}]", f"[64:ff9b::{place}]")
    yield from (f"[2002:{high:x}:{low:x}::1]", f"[2001:0:{high:x}:{low:x}::]")
    yield f"[2600::5efe:{high:x}:{low:x}]"


async def main(allow: list[str]) -> None:
    seen: dict[str, list[str]] = {"tried": [], "inside": [], "public": [], "named": []}
    target = ""

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        host, port = writer.get_extra_info("sockname")[:2]
        plain = ip_address(host.partition("%")[0])
        plain = getattr(plain, "ipv4_mapped", None) or plain
        kind = "public" if plain.is_global and str(plain) == SITE else "inside"
        kind = "named" if target == NAMED else kind
        seen[kind].append(f"{plain}:{port} for {target}")
        head = await reader.read(2000)
        path = head.split(b" ")[1].decode() if b" " in head else ""
        where = f"Location: {target}\r\n" if path == "/to" else ""
        status = "302 Found" if where else "404 Not Found"
        text = f"HTTP/1.1 {status}\r\n{where}Content-Length: 0\r\nConnection: close\r\n\r\n"
        writer.write(text.encode())
        await writer.drain()
        writer.close()

    for port in PORTS:
        await asyncio.start_server(answer, "0.0.0.0", port)
        await asyncio.start_server(answer, "::", port)
    hosts = [host for place in PLACES for host in disguises(place)]
    hosts += [f"[{place}]" for place in IPV6.split()]
    async with Web("me@example.org", allow, Limits(timeout_s=5.0)) as web:
        for host in hosts:
            for port in PORTS:
                target = f"http://{host}:{port}/"
                for url in (target, f"http://{SITE}/to"):
                    seen["tried"].append(url)
                    record = Request(
                        site=SITE, number=1, low=1, url=url, reason="query", delay_s=0.0
                    )
                    await web.fetch(record)
    async with Web("me@example.org", allow, Limits(timeout_s=5.0)) as web:
        target = NAMED  # what was allowed comes through: the network shows it
        await web.fetch(Request(site=OWN, number=1, low=1, url=NAMED, reason="query", delay_s=0.0))
    print(json.dumps(seen))


if __name__ == "__main__":
    for command in (
        "ip link set lo up",
        "ip route add local 0.0.0.0/0 dev lo",
        "ip -6 route add local ::/0 dev lo",
    ):
        subprocess.run(command.split(), check=True)
    asyncio.run(main(sys.argv[1:]))
