"""Rate limits by client address, and client addresses behind proxies."""

from __future__ import annotations

import time
from collections import Counter, OrderedDict
from collections.abc import Mapping
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address, ip_network
from typing import Any

from ..errors import Refused, SetupError, listed, quoted

DEFAULT_LIMITS = {
    "create": 60,
    "join": 120,
    "act": 1200,
    "engine": 120,
    "draw": 240,
    "streams": 60,
    "connections": 256,
}
"""Limits by address: per minute for matches created, seats requested, actions, engine requests
and pictures; at a time for open streams and connections. Requests from this machine are limited
only if a limit is set explicitly."""

UNKNOWN = "unknown"
"""Shared address of all clients that a trusted proxy doesn't identify."""

FREE = "free"
"""Limit class of cheap requests, which aren't counted."""

COUNTED_CLASSES = frozenset({"create", "join", "act", "draw"})
"""Classes counted when a request arrives. Engine requests count when they reach the engine, and
streams while they are open."""

MAX_ADDRESSES = 100_000
"""Maximum number of addresses remembered."""

MINUTE_S = 60.0

Networks = tuple[Any, ...]


def read_limits(text: str) -> dict[str, int]:
    """Parse limits such as "create=10 streams=5".

    >>> read_limits("create=10, streams=5")
    {'create': 10, 'streams': 5}
    """
    found = {}
    for part in text.replace(",", " ").split():
        name, _, number = part.partition("=")
        is_number = number.isascii() and number.isdigit() and len(number) <= 9
        if name not in DEFAULT_LIMITS or not is_number:
            known = listed(list(DEFAULT_LIMITS))
            raise SetupError(f"{quoted(part)} isn't a limit. Use {known}, such as create=60")
        found[name] = int(number)
    return found


def read_networks(text: str) -> Networks:
    """Parse addresses and networks of proxies, such as "127.0.0.1 10.0.0.0/8"."""
    try:
        return tuple(ip_network(part, strict=False) for part in text.replace(",", " ").split())
    except ValueError:
        raise SetupError(
            f"{quoted(text)} isn't a proxy. Use an address or a network, such as 10.0.0.0/8"
        ) from None


def client_address(scope: Mapping[str, Any], trusted: Networks) -> str:
    """Return the address of a client; believe X-Forwarded-For only from a trusted proxy.

    Clients for which a trusted proxy sends no valid address share one address, `UNKNOWN`.
    """
    peer = (scope.get("client") or ("",))[0]
    if not trusted or not is_in(peer, trusted):
        return str(peer)
    forwarded = [value for name, value in scope["headers"] if name == b"x-forwarded-for"]
    for text in reversed(b",".join(forwarded).decode("latin-1").split(",")):
        address = _without_port(text.strip())
        if _parse_address(address) is None:
            return UNKNOWN if forwarded else str(peer)
        peer = address
        if not is_in(address, trusted):
            break
    return str(peer)


def _without_port(text: str) -> str:
    """Return an address without the port that some proxies add.

    >>> [_without_port(text) for text in ("1.2.3.4:443", "[2001:db8::1]:443", "2001:db8::1")]
    ['1.2.3.4', '2001:db8::1', '2001:db8::1']
    """
    if text.startswith("["):
        return text[1:].partition("]")[0]
    return text.partition(":")[0] if text.count(":") == 1 else text


def _parse_address(address: str) -> IPv4Address | IPv6Address | None:
    try:
        return ip_address(address)
    except ValueError:
        return None


def is_in(address: str, networks: Networks) -> bool:
    """Return whether an address belongs to one of the networks."""
    found = _parse_address(address)
    return found is not None and any(found in network for network in networks)


class Limits:
    """Token buckets by address: each refills within a minute."""

    def __init__(self, given: Mapping[str, int]) -> None:
        self._limits = {**DEFAULT_LIMITS, **given}
        self._explicit = frozenset(given)
        self._left: OrderedDict[tuple[str, str], tuple[float, float]] = OrderedDict()
        self._open: Counter[tuple[str, str]] = Counter()
        self.refused = 0

    def spend(self, kind: str, address: str) -> None:
        """Count one request; raise Refused if the address has used up its limit."""
        bucket = self._bucket(kind, address)
        if bucket is None:
            return
        limit, now = self._limits[kind], time.monotonic()
        left, at = self._left.pop((kind, bucket), (float(limit), now))
        left = min(limit, left + (now - at) * limit / MINUTE_S)
        self._left[kind, bucket] = (left - 1 if left >= 1 else left, now)
        if len(self._left) > MAX_ADDRESSES:
            self._left.popitem(last=False)
        if left < 1:
            raise self._refusal()

    def enter(self, kind: str, address: str) -> None:
        """Count a stream or connection until `exit`; raise Refused if too many are open."""
        bucket = self._bucket(kind, address)
        if bucket is None:
            return
        if self._open[kind, bucket] >= self._limits[kind]:
            raise self._refusal()
        self._open[kind, bucket] += 1

    def exit(self, kind: str, address: str) -> None:
        bucket = self._bucket(kind, address)
        if bucket is not None:
            self._open[kind, bucket] -= 1
            if not self._open[kind, bucket]:
                del self._open[kind, bucket]

    def _refusal(self) -> Refused:
        self.refused += 1
        return Refused("too_many", "Too many requests. Try again soon.")

    def _bucket(self, kind: str, address: str) -> str | None:
        """Return the key to count an address by: its /64 network in IPv6; None for this machine."""
        if address == UNKNOWN:
            return address
        found = _parse_address(address)
        if found is None or (found.is_loopback and kind not in self._explicit):
            return None
        if isinstance(found, IPv6Address):
            return str(found.ipv4_mapped or IPv6Network((found, 64), strict=False))
        return address
