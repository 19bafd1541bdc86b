"""The shapes of finished sentences, each for the reader of the answer that holds it."""

from typing import Annotated, TypedDict

from .basics import Within

Pair = Annotated[list[str], Within(2, 2)]
"""One text for each player."""


class Addition(TypedDict):
    """The numbers of the winner's trail, which make exactly what was wanted."""

    terms: list[int]
    total: int
    words: Annotated[str, '"2 plus 7 plus 6 is 15"']


class OfferWords(TypedDict):
    """The title of an offer, and its two answers."""

    title: Annotated[str, '"Ann wants a rematch"']
    yes: str
    no: str
    own: Annotated[str | None, "what the player reads who made it; null for everyone else"]


class Words(TypedDict):
    """Everything that a screen says about a match, for one reader."""

    lines: Annotated[list[str], "below the board: the last turn, and what may be chosen"]
    spoken: Annotated[list[str], "the same for a screen reader, with the whole last turn"]
    question: Annotated[str, "the question, for a card; empty where there is none"]
    turn: Annotated[str, '"Ann to move." or "Your turn."; empty when the match is over']
    now: Annotated[str, '"Ann, now", in the list of moves; empty when the match is over']
    subtitle: Annotated[str, "who plays and to what, or the score"]
    opponents: Annotated[str, '"with Ann", "against Casual" or "Ann and Bob"']
    state: Annotated[
        str, '"Your turn", "Ann to move" or "waiting for a friend"; at the end the verdict'
    ]
    standing: Annotated[str, '"You: 7, Ann: 9, to 15."; empty in a game without figures']
    size: Annotated[str, '"3 × 3, to 15"']
    labels: Annotated[Pair, "what each player is called beside figures"]
    about: Annotated[Pair, '"computer · 8 to go"']
    chips: Annotated[
        list[str | None], Within(2, 2), '"Your turn", "thinking" or "to move"; null for the other'
    ]
    verdict: Annotated[
        str | None, '"You win", "Ann wins", "It\'s a draw" or "Stopped"; null while it goes on'
    ]
    how: Annotated[str | None, "how it ended"]
    shared: Annotated[str | None, "the result, for others: it gives nothing away"]
    addition: Addition | None
    offer: OfferWords | None
    invitation: Annotated[str | None, "while a friend is awaited, for those who watch"]
    seat: Annotated[str | None, "while a friend is awaited: who begins"]
