"""How much one address may do, and whose address it is where a proxy stands before us."""

from __future__ import annotations

import time
from collections import Counter, OrderedDict
from collections.abc import Mapping
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address, ip_network
from typing import Any

from ..errors import Refused, SetupError, listed, quoted

USUAL = {
    "create": 60,
    "join": 120,
    "act": 1200,
    "engine": 120,
    "draw": 240,
    "streams": 60,
    "connections": 256,
}
"""Limits for one address and one minute: matches created, seats asked for, actions, questions to
the engine, pictures drawn; and streams and connections open at a time. This machine itself is
limited only by what is given."""

UNKNOWN = "unknown"
"""The address of everyone whom a trusted proxy does not name."""

FREE = "free"
"""The limit class of what costs little and is not counted."""

COUNTED = frozenset({"create", "join", "act", "draw"})
"""Classes that are counted when a request comes in. The engine counts the questions that reach
it, and a stream counts while it is open."""

MOST = 100_000
"""Addresses that are remembered."""

MINUTE = 60.0

Networks = tuple[Any, ...]


def read_limits(text: str) -> dict[str, int]:
    """Limits as they are typed: "create=10 streams=5".

    >>> read_limits("create=10, streams=5")
    {'create': 10, 'streams': 5}
    """
    found = {}
    for part in text.replace(",", " ").split():
        name, _, number = part.partition("=")
        if name not in USUAL or not number.isascii() or not number.isdigit() or len(number) > 9:
            known = listed(list(USUAL), "and")
            raise SetupError(f"limits are of {known}, such as create=60, not {quoted(part)}")
        found[name] = int(number)
    return found


def read_networks(text: str) -> Networks:
    """Addresses and networks of proxies as they are typed: "127.0.0.1 10.0.0.0/8"."""
    try:
        return tuple(ip_network(part, strict=False) for part in text.replace(",", " ").split())
    except ValueError:
        raise SetupError(f"a proxy is an address or a network, not {quoted(text)}") from None


def client(scope: Mapping[str, Any], trusted: Networks) -> str:
    """Return the address of a client; the word of a proxy counts only if it is trusted.

    What a trusted proxy reports and nobody can read counts as one address, `UNKNOWN`.
    """
    peer = (scope.get("client") or ("",))[0]
    if not trusted or not is_in(peer, trusted):
        return str(peer)
    said = [value for name, value in scope["headers"] if name == b"x-forwarded-for"]
    for text in reversed(b",".join(said).decode("latin-1").split(",")):
        address = _without_port(text.strip())
        if _read(address) is None:
            return UNKNOWN if said else str(peer)
        peer = address
        if not is_in(address, trusted):
            break
    return str(peer)


def _without_port(text: str) -> str:
    """Return an address as some proxies write it, without the port.

    >>> [_without_port(text) for text in ("1.2.3.4:443", "[2001:db8::1]:443", "2001:db8::1")]
    ['1.2.3.4', '2001:db8::1', '2001:db8::1']
    """
    if text.startswith("["):
        return text[1:].partition("]")[0]
    return text.partition(":")[0] if text.count(":") == 1 else text


def _read(address: str) -> IPv4Address | IPv6Address | None:
    try:
        return ip_address(address)
    except ValueError:
        return None


def is_in(address: str, networks: Networks) -> bool:
    """Return whether an address belongs to one of these networks."""
    found = _read(address)
    return found is not None and any(found in network for network in networks)


class Limits:
    """What each address has left: so much a minute, and as much at once after a quiet minute."""

    def __init__(self, given: Mapping[str, int]) -> None:
        self._most = {**USUAL, **given}
        self._given = frozenset(given)
        self._left: OrderedDict[tuple[str, str], tuple[float, float]] = OrderedDict()
        self._open: Counter[tuple[str, str]] = Counter()
        self.refused = 0

    def spend(self, kind: str, address: str) -> None:
        """Count something that an address does; Refused where it has done too much of it."""
        who = self._who(kind, address)
        if who is None:
            return
        most, now = self._most[kind], time.monotonic()
        left, at = self._left.pop((kind, who), (float(most), now))
        left = min(most, left + (now - at) * most / MINUTE)
        self._left[kind, who] = (left - 1 if left >= 1 else left, now)
        if len(self._left) > MOST:
            self._left.popitem(last=False)
        if left < 1:
            raise self._refusal()

    def enter(self, kind: str, address: str) -> None:
        """Count a stream or a connection, until `exit`; Refused where too many are open."""
        who = self._who(kind, address)
        if who is None:
            return
        if self._open[kind, who] >= self._most[kind]:
            raise self._refusal()
        self._open[kind, who] += 1

    def exit(self, kind: str, address: str) -> None:
        who = self._who(kind, address)
        if who is not None:
            self._open[kind, who] -= 1
            if not self._open[kind, who]:
                del self._open[kind, who]

    def _refusal(self) -> Refused:
        self.refused += 1
        return Refused("too_many", "This is too much from one address: try again soon.")

    def _who(self, kind: str, address: str) -> str | None:
        """Return whom an address stands for: in IPv6 a whole network; None for this machine."""
        if address == UNKNOWN:
            return address
        found = _read(address)
        if found is None or (found.is_loopback and kind not in self._given):
            return None
        if isinstance(found, IPv6Address):
            return str(found.ipv4_mapped or IPv6Network((found, 64), strict=False))
        return address
