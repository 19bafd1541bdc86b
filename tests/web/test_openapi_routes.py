"""Every route as it is described to programs, asked whatever comes to mind: schemathesis."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from web_support import API, Served, versus

from duel_support import where

EXAMPLES = 10
"""Requests of each route."""

CHECKED = (
    "not_a_server_error",
    "status_code_conformance",
    "content_type_conformance",
    "response_schema_conformance",
    "negative_data_rejection",
    "unsupported_method",
)

ENDLESS = "/matches/{id}/events"


@pytest.mark.slow
def test_every_route_answers_as_it_is_described(served: Served) -> None:
    """With ids that there are and with others, by those who play and by others."""
    import schemathesis  # which takes a second

    schema = schemathesis.openapi.from_url(f"{served.url}{API}/openapi.json")
    ann, _ = versus(served, "maze")
    alone = served.create("sum", "here", options={"target": 12})
    places = st.sampled_from([(ann.id, ann.headers), (alone.id, alone.headers), (alone.id, {})])
    for found in schema.get_all_operations():
        operation: Any = found.ok()  # type: ignore[union-attr]
        with where(operation.label):
            ask(operation, places)


def ask(operation: Any, places: st.SearchStrategy[tuple[str, dict[str, str]]]) -> None:
    from schemathesis.checks import CHECKS

    checks = CHECKS.get_by_names(list(CHECKED))

    @settings(
        max_examples=EXAMPLES,
        derandomize=True,
        database=None,
        deadline=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(case=operation.as_strategy(), place=places, is_real=st.booleans())
    def asked(case: Any, place: tuple[str, dict[str, str]], is_real: bool) -> None:
        if is_real and "id" in case.path_parameters and ENDLESS not in operation.path:
            case.path_parameters["id"] = place[0]
            case.headers.update(place[1])
        case.call_and_validate(checks=checks)

    asked()
