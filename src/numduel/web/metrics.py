"""Health check and metrics in Prometheus format."""

from __future__ import annotations

from collections.abc import Iterator

from .exchange import TEXT, Answer, Request
from .services import Services
from .store import StoreError


async def get_health(services: Services, request: Request[None, None]) -> Answer:
    """Check whether the store works."""
    await services.matches.store.check()
    return Answer(b"ok\n", TEXT)


async def get_metrics(services: Services, request: Request[None, None]) -> Answer:
    """Get metrics in Prometheus format."""
    is_up = await _is_up(services)
    lines = [*services.requests.lines(), *_service_metrics(services, is_up)]
    return Answer("".join(f"{line}\n" for line in lines).encode(), TEXT)


async def _is_up(services: Services) -> bool:
    try:
        await services.matches.store.check()
    except StoreError:
        return False
    return True


def _service_metrics(services: Services, is_up: bool) -> Iterator[str]:
    matches, workers = services.matches, services.workers
    for name, kind, number in (
        ("store_up", "gauge", int(is_up)),
        ("events_total", "counter", matches.events_stored),
        ("matches_in_memory", "gauge", len(matches)),
        ("streams", "gauge", matches.streams),
        ("questions", "gauge", workers.questions),
        ("levels_thinking", "gauge", workers.levels),
        ("refused_by_limits_total", "counter", services.limits.refused),
    ):
        yield f"# TYPE numduel_{name} {kind}"
        yield f"numduel_{name} {number}"
