"""Random requests to every route of the OpenAPI description, by schemathesis."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from web_support import API, Served, versus

from duel_support import where

EXAMPLES = 10
"""Requests to each route."""

CHECKS_USED = (
    "not_a_server_error",
    "status_code_conformance",
    "content_type_conformance",
    "response_schema_conformance",
    "negative_data_rejection",
    "unsupported_method",
)

STREAM_PATH = "/matches/{id}/events"


@pytest.mark.slow
def test_every_route_conforms_to_openapi(served: Served) -> None:
    """Use existing and unknown ids, as a player and as a spectator."""
    import schemathesis  # slow to import

    schema = schemathesis.openapi.from_url(f"{served.url}{API}/openapi.json")
    ann, _ = versus(served, "maze")
    alone = served.create("sum", "here", options={"target": 12})
    matches = st.sampled_from([(ann.id, ann.headers), (alone.id, alone.headers), (alone.id, {})])
    for found in schema.get_all_operations():
        operation: Any = found.ok()  # type: ignore[union-attr]
        with where(operation.label):
            check_operation(operation, matches)


def check_operation(operation: Any, matches: st.SearchStrategy[tuple[str, dict[str, str]]]) -> None:
    from schemathesis.checks import CHECKS

    checks = CHECKS.get_by_names(list(CHECKS_USED))

    @settings(
        max_examples=EXAMPLES,
        derandomize=True,
        database=None,
        deadline=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(case=operation.as_strategy(), match=matches, is_real=st.booleans())
    def send(case: Any, match: tuple[str, dict[str, str]], is_real: bool) -> None:
        if is_real and "id" in case.path_parameters and STREAM_PATH not in operation.path:
            case.path_parameters["id"] = match[0]
            case.headers.update(match[1])
        case.call_and_validate(checks=checks)

    send()
