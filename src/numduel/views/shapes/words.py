"""The shapes of sentences, worded for the reader of the response."""

from typing import Annotated, TypedDict

from .basics import Within

Pair = Annotated[list[str], Within(2, 2)]
"""One text for each player."""


class Addition(TypedDict):
    """The numbers of the winner's trail, which add up to the target."""

    terms: list[int]
    total: int
    words: Annotated[str, '"2 plus 7 plus 6 is 15"']


class OfferWords(TypedDict):
    """The title of an offer, and its two answers."""

    title: Annotated[str, '"Ann offers a rematch"']
    yes: str
    no: str
    own: Annotated[str | None, "text for the player who made it; null for others"]
    line: Annotated[str, 'for the reader; for spectators "Ann offered Bob a rematch."']
    withdraw: Annotated[str | None, "the button that withdraws your own offer; null for others"]


class Words(TypedDict):
    """Every sentence that a screen shows of a match, for one reader."""

    lines: Annotated[list[str], "below the board: the last turn and the choices"]
    spoken: Annotated[list[str], "the same for a screen reader, with the whole last turn"]
    question: Annotated[str, "the question, for a card; empty if there is none"]
    turn: Annotated[str, '"Ann to move." or "Your turn."; empty when the match is over']
    now: Annotated[str, '"Ann, now", in the list of moves; empty when the match is over']
    subtitle: Annotated[str, "opponents and target, or the score"]
    opponents: Annotated[str, '"with Ann", "against Casual" or "Ann and Bob"']
    state: Annotated[
        str, '"Your turn", "Ann to move" or "waiting for a friend"; at the end the verdict'
    ]
    standing: Annotated[str, '"You: 7, Ann: 9, to 15."; empty in a game without figures']
    size: Annotated[str, '"3 × 3, to 15"']
    variant: Annotated[str, '"size 4, stand": options that differ from the rule book; "" if none']
    labels: Annotated[Pair, "labels of the players beside figures"]
    about: Annotated[Pair, '"computer · 8 to go"']
    chips: Annotated[
        list[str | None], Within(2, 2), '"Your turn", "thinking" or "to move"; null for the other'
    ]
    verdict: Annotated[
        str | None, '"You win", "Ann wins", "It\'s a draw" or "No winner"; null while it lasts'
    ]
    how: Annotated[str | None, "how it ended"]
    shared: Annotated[str | None, "the result to share; it doesn't reveal the board"]
    addition: Addition | None
    undo: Annotated[str | None, "the button that takes back your resignation; null if you can't"]
    stop: Annotated[
        str | None,
        "the menu entry that ends the game without a winner, or offers it; null for spectators, "
        "at the end, and against a computer in a game that always ends",
    ]
    offer: OfferWords | None
    news: Annotated[
        str | None,
        '"Bob declined the takeback.": what happened since the last move, or to an offer by it',
    ]
    presence: Annotated[
        list[str | None], Within(2, 2), '"Ann is away. The game waits."; null for you and computers'
    ]
    invitation: Annotated[str | None, "for spectators, until a friend joins"]
    seat: Annotated[str | None, "who goes first, until a friend joins"]
    late: Annotated[str | None, "for an invited person who comes too late; null for players"]
    letters: Annotated[str, 'letters with which a typed move can start, such as "dlru"']
