"""Tags that say where the moves of a match come from: piped in, or from another match."""

from ..play.match import Match

INPUT_TAG, PIPED = "Input", "piped"
"""The tag of a match whose moves came from a file or a program, not from a keyboard."""

START_TAG, FROM_POSITION = "Start", "position"
"""The tag of a match that begins from a position of another, which may have been analysed."""


def mark_input(match: Match, *, is_piped: bool) -> None:
    """Tag a match with where its moves come from."""
    if is_piped:
        match.tags[INPUT_TAG] = PIPED
    else:
        match.tags.pop(INPUT_TAG, None)


def is_piped(match: Match) -> bool:
    """Return whether moves were piped in, so that the match is never offered to continue."""
    return match.tags.get(INPUT_TAG) == PIPED
