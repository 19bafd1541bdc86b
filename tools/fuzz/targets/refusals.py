"""What a reader may do with bad data: refuse it, with a message for people."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from numduel.errors import NumduelError, RulesError

__all__ = ["MAX_MESSAGE_CHARS", "refusals"]

MAX_MESSAGE_CHARS = 4000
"""Maximum length of an error message, so that bad data can't flood a screen."""


@contextmanager
def refusals(*more: type[Exception]) -> Iterator[None]:
    """Accept errors of numduel, and of more types, if their message is safe to show.

    RulesError counts as a failure unless it is named: it blames a game, not the data.
    """
    try:
        yield
    except (NumduelError, *more) as error:
        assert not isinstance(error, RulesError) or RulesError in more, repr(error)
        check_message(str(error))


def check_message(message: str) -> None:
    """Fail for a message that is empty, too long, or could control a terminal."""
    assert message.strip(), "the message is empty"
    assert len(message) <= MAX_MESSAGE_CHARS, f"the message has {len(message)} characters"
    unsafe = next((c for c in message if not c.isprintable() and c != "\n"), "")
    assert not unsafe, f"the message has {ascii(unsafe)}: {message!r}"
