"""Refusals of bad data, each with a message for people."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from numduel.errors import NumduelError, RulesError

__all__ = ["MAX_MESSAGE_CHARS", "refusals"]

MAX_MESSAGE_CHARS = 4000
"""Maximum length of an error message, so that bad data can't flood a screen."""


@contextmanager
def refusals() -> Iterator[None]:
    """Accept errors of numduel if their message is safe to show.

    RulesError is a failure: it blames a game, not the data.
    """
    try:
        yield
    except RulesError as error:
        raise AssertionError(f"it blames the game: {error}") from error
    except NumduelError as error:
        check_message(str(error))


def check_message(message: str) -> None:
    """Fail for a message that is empty, too long, or could control a terminal."""
    assert message.strip(), "the message is empty"
    assert len(message) <= MAX_MESSAGE_CHARS, f"the message has {len(message)} characters"
    unsafe = next((c for c in message if not c.isprintable() and c != "\n"), "")
    assert not unsafe, f"the message has {unsafe!a}: {message!r}"
