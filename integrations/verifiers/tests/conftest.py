"""The key of the local endpoint."""

import pytest
from evaluating import KEY_NAME
from model_server import KEY


@pytest.fixture(autouse=True)
def key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(KEY_NAME, KEY)
