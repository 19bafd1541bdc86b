"""How much one address may do, and whose address it is where a proxy stands before us."""

from __future__ import annotations

import time
from collections import Counter, OrderedDict
from collections.abc import Mapping
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address, ip_network
from typing import Any

from ..errors import Refused, SetupError, listed, quoted

USUAL = {"create": 60, "join": 120, "act": 1200, "engine": 120, "draw": 240, "streams": 60}
"""Limits for one address and one minute: matches created, seats asked for, actions, questions to
the engine, pictures drawn; and streams open at a time. This machine itself is limited only by
what is given."""

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
    """The address of whoever asks: what a proxy says of it counts only where it is trusted."""
    peer = (scope.get("client") or ("",))[0]
    if not trusted or not _is_in(peer, trusted):
        return str(peer)
    said = [value for name, value in scope["headers"] if name == b"x-forwarded-for"]
    for address in reversed(b",".join(said).decode("latin-1").split(",")):
        address = address.strip()
        if _read(address) is None:
            break
        peer = address
        if not _is_in(address, trusted):
            break
    return str(peer)


def _read(address: str) -> IPv4Address | IPv6Address | None:
    try:
        return ip_address(address)
    except ValueError:
        return None


def _is_in(address: str, networks: Networks) -> bool:
    found = _read(address)
    return found is not None and any(found in network for network in networks)


class Limits:
    """What each address has left: so much a minute, and as much at once after a quiet minute."""

    def __init__(self, given: Mapping[str, int]) -> None:
        self._most = {**USUAL, **given}
        self._given = frozenset(given)
        self._left: OrderedDict[tuple[str, str], tuple[float, float]] = OrderedDict()
        self._open: Counter[str] = Counter()
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

    def enter(self, address: str) -> None:
        """Count a stream that is opened, until `exit`; Refused where too many are open."""
        who = self._who("streams", address)
        if who is None:
            return
        if self._open[who] >= self._most["streams"]:
            raise self._refusal()
        self._open[who] += 1

    def exit(self, address: str) -> None:
        who = self._who("streams", address)
        if who is not None:
            self._open[who] -= 1
            if not self._open[who]:
                del self._open[who]

    def _refusal(self) -> Refused:
        self.refused += 1
        return Refused("too_many", "This is too much from one address: try again soon.")

    def _who(self, kind: str, address: str) -> str | None:
        """Whom an address stands for: of the newer ones a whole network; None for nobody else."""
        found = _read(address)
        if found is None or (found.is_loopback and kind not in self._given):
            return None
        if isinstance(found, IPv6Address):
            return str(found.ipv4_mapped or IPv6Network((found, 64), strict=False))
        return address
