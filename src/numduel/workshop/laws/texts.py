"""Laws of texts: questions, deeds, endings and the dialogue of `--classic`."""

from __future__ import annotations

import re

from ...core import Chance, Player
from ...errors import quoted
from ...play.addressing import address
from .law import is_one_sentence, law
from .position import Spot, short

PAST = re.compile(r"\b(was|were|had|did|could|reached|took|went|stood|led|played|won|lost)\b")
ADDRESSING = re.compile("(?i)congratulat|oh no|\\byou")
WRONG_AFTER_YOU = re.compile("is|are|was|were|has|have|does|do|.*[^s]s")


def are_lines(lines: object) -> bool:
    """Return whether something is a list of printable lines."""
    return isinstance(lines, list) and all(
        isinstance(one, str) and one.isprintable() for one in lines
    )


@law(
    "position",
    "sentences",
    "`question`, `threat`, `deed`, `ending` and `prospect` are one short "
    "sentence without a full stop that addresses no one.",
    is_costly=True,
)
def check_sentences(spot: Spot) -> str | None:
    for method, clause in spot.clauses:
        if not is_one_sentence(clause, 400):
            return f"{method} says {short(clause, 80)}, which isn't one short sentence"
        if clause[-1] in ".!":
            return f"{method} says {quoted(clause, 80)}: leave out the mark at the end"
        if found := ADDRESSING.search(clause):
            return (
                f"{method} says {quoted(clause, 80)}: name the player instead of {quoted(found[0])}"
            )
    return None


@law(
    "position",
    "sentences-fit-you",
    'Sentences read well with a name and with "you" in place of "Player 1".',
    is_warning=True,
    is_costly=True,
)
def check_sentences_fit_you(spot: Spot) -> str | None:
    for method, clause in spot.clauses:
        if "Player" not in clause:
            continue
        for player in Player:
            line = address(clause, ("Ann", "Bob"), player)
            if "Player" in line:
                return f"{method} says {quoted(clause, 80)}: write players as str(player)"
            if re.search(r"\b[Yy]our?\b'|\b[Yy]our\b(?! \w)", line):
                return f"{method} would read {quoted(line, 80)}"
            for word in re.findall(r"\b[Yy]ou (\w+)", line):
                if WRONG_AFTER_YOU.fullmatch(word):
                    fix = "use the past tense, or can, may, could and would"
                    return f"{method} would read {quoted(line, 80)}: {fix}"
    return None


@law(
    "position",
    "deed-names-player",
    "The deed of a move begins with the player who made it.",
    is_warning=True,
    is_costly=True,
)
def check_deed_names_player(spot: Spot) -> str | None:
    if spot.turn:
        for move, deed in spot.deeds.items():
            if not deed.startswith(f"{spot.turn.player} "):
                return (
                    f"the deed of {quoted(move)} is "
                    f"{quoted(deed, 80)}: begin with {spot.turn.player}"
                )
    return None


@law(
    "position",
    "prospect-says-would",
    '`prospect` says "would", has no past tense, and differs from `ending`.',
    is_warning=True,
    is_costly=True,
)
def check_prospect(spot: Spot) -> str | None:
    if not spot.over:
        return None
    prospect = spot.game.prospect(spot.state)
    if "would" not in prospect:
        return f"prospect says {quoted(prospect, 80)} without the word would"
    if found := PAST.search(prospect.replace(spot.over.reason, "")):
        return f"prospect says {quoted(prospect, 80)} with the past tense {quoted(found[0])}"
    if prospect == spot.game.ending(spot.state):
        return f"prospect and ending both say {quoted(prospect, 80)}"
    return None


@law("position", "expects", "`expects` is a short phrase for what can be typed.", is_costly=True)
def check_expects(spot: Spot) -> str | None:
    phrase = spot.game.expects(spot.state)
    if not is_one_sentence(phrase, 120):
        return f"expects says {short(phrase, 80)}, which isn't a short phrase"
    return None


@law(
    "position",
    "prompt",
    '`ask` is a list of lines, and the last is a prompt that ends with ": " or "? ".',
    is_warning=True,
    is_costly=True,
)
def check_prompt(spot: Spot) -> str | None:
    if not spot.turn:
        return None
    lines = spot.game.ask(spot.state)
    if not are_lines(lines) or not lines:
        return f"ask returned {short(lines)}, which isn't a list of printable lines"
    if not lines[-1].endswith((": ", "? ")):
        return (
            f"the last line of ask is {quoted(lines[-1], 80)}: end it with "
            "a colon or a question mark, and a space"
        )
    return None


@law(
    "position",
    "report",
    "`report` is a list of lines, empty only if chance decides next.",
    is_costly=True,
)
def check_report(spot: Spot) -> str | None:
    for move in spot.told_moves:
        after = spot.after[move]
        lines = spot.game.report(spot.state, move)
        if not are_lines(lines):
            return (
                f"report returned {short(lines)} for {quoted(move)}, "
                "which isn't a list of printable lines"
            )
        if not lines and not isinstance(spot.game.status(after), Chance):
            return f"report says nothing about {quoted(move)}"
    return None


@law(
    "position",
    "verdict",
    'The last line of `verdict` says "Player 1 wins the game" or "draw".',
    is_costly=True,
)
def check_verdict(spot: Spot) -> str | None:
    if not spot.over:
        return None
    lines = spot.game.verdict(spot.state)
    if not are_lines(lines) or not lines:
        return f"verdict returned {short(lines)}, which isn't a list of printable lines"
    last, winner = lines[-1], spot.over.winner
    if winner is None:
        is_right = "draw" in last and not re.search("win|won|lose|lost", last)
        wanted = "say draw"
    else:
        is_right = (str(winner) in last and "wins the game" in last) or (
            f"{winner.other} cannot move and loses the game" in last
        )
        wanted = f"say {winner} wins the game"
    return None if is_right else f"the last line of verdict is {quoted(last, 80)}: {wanted}"
