"""Write the positions of the exam: the same bytes on every machine.

    python tools/exam_positions.py [FILE]

The positions come from matches in which every other move is a best one. Each has a real choice:
some legal move is worth less than the best. Every game has the same number of positions, balanced
by outcome and then, where possible, by depth, seat, and whether few or most moves are correct.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import numduel
from numduel import Dice, Match, Player, Turn
from numduel.budget import Budget
from numduel.core import AnyGame
from numduel.dataset.lines import depth
from numduel.engine import Engine, Report
from numduel.exam.questions import VERSION
from numduel.play.dealing import is_playable
from numduel.render.text import draw
from numduel.storage.record import dumps

GAMES: dict[str, dict[str, Any]] = {
    "maze": {},
    "sum": {},
    "run": {},
    "quest": {"stand": True},  # the standard game has no real choices
    "race": {},
}

QUESTIONS_PER_GAME = 60

BOARDS_PER_GAME = 600

MAX_DEPTH_CLASS = 9
"""Depths from this one on are balanced together."""

FILE = Path(__file__).parents[1] / "src/numduel/exam" / f"positions-{VERSION}.jsonl"


class Found(NamedTuple):
    """A position with a real choice."""

    match: Match
    report: Report
    depth: int
    kind: tuple[object, ...]
    """The key that positions are balanced by."""


def main(path: str = str(FILE)) -> int:
    lines = []
    for id, options in GAMES.items():
        chosen = balanced(list(candidates(id, options)))
        for number, found in enumerate(chosen, 1):
            lines.append(json.dumps(as_json(f"{id}-{number:02}", found), ensure_ascii=False))
        counts = Counter((found.report.value.outcome, found.depth) for found in chosen)
        print(f"{id}: {len(chosen)} positions,", dict(sorted(counts.items())), flush=True)
    Path(path).write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return 0


def candidates(id: str, options: dict[str, Any]) -> Iterator[list[Found]]:
    """Yield the positions of each board, or of each match if all boards are alike."""
    engine = Engine()
    for seed in range(BOARDS_PER_GAME):
        game = numduel.new(id, seed=seed, **options)
        if game.has_visible_deal:
            engine = Engine()
            if not is_playable(game):
                continue
        yield list(decisions(engine, game, Dice.derived(seed, f"a match for the exam, {id}")))


def decisions(engine: Engine, game: AnyGame, dice: Dice) -> Iterator[Found]:
    """Yield the real choices of a match in which about every other move is a best one."""
    match = Match(game, dice=dice)
    while match.player is not None and match.turn < 40:
        report = engine.analyse(match.game, match.state, Budget(positions=2_000_000))
        if report.is_exact and len({value.worth for value in report.moves.values()}) > 1:
            far = depth(match.game, match.state, report)
            yield Found(match.fork(len(match.plies)), report, far, kind(report, far))
        match.play(dice.choice(report.best if dice.below(2) else match.moves))


def kind(report: Report, depth: int) -> tuple[object, ...]:
    worths = [value.worth for value in report.moves.values()]
    is_hard = 2 * worths.count(max(worths)) <= len(worths)
    return report.value.outcome, min(depth, MAX_DEPTH_CLASS), report.player, is_hard


def balanced(boards: list[list[Found]]) -> list[Found]:
    """Choose positions from different boards, each time of the kind chosen least often."""
    boards = without_repeats(boards)
    taken: Counter[object] = Counter()
    chosen: list[Found] = []
    rare = Counter(found.kind for board in boards for found in board)
    while len(chosen) < QUESTIONS_PER_GAME and any(boards):
        kinds = {found.kind for board in boards for found in board}
        least = min(kinds, key=lambda one: (taken[one[0]], taken[one], rare[one], str(one)))
        board = next(board for board in boards if any(one.kind == least for one in board))
        chosen.append(next(one for one in board if one.kind == least))
        taken.update([least, least[0]])
        boards.remove(board)
    return sorted(chosen, key=lambda one: (one.report.value.outcome, one.depth))


def without_repeats(boards: list[list[Found]]) -> list[list[Found]]:
    """Return the boards without positions that have the board and key of an earlier one."""
    seen: set[object] = set()
    kept: list[list[Found]] = []
    for board in boards:
        kept.append([])
        for found in board:
            game, state = found.match.game, found.match.state
            if (game.board, game.key(state)) not in seen:
                seen.add((game.board, game.key(state)))
                kept[-1].append(found)
    return kept


def as_json(id: str, found: Found) -> dict[str, Any]:
    """Return a line of the file; docs/exam.md describes it."""
    match, report, depth, _ = found
    status = match.status
    assert isinstance(status, Turn)
    worth = report.value.worth
    return {
        "id": id,
        "version": VERSION,
        "game": match.game.id,
        "options": dict(vars(match.game.options)),
        "player": 1 if report.player is Player.ONE else 2,
        "board": "\n".join(draw(match.game.picture(match.state), status.moves)),
        "question": match.game.question(match.state),
        "outcome": report.value.outcome,
        "worth": str(worth),
        "depth": depth,
        "moves": {
            move: {"outcome": value.outcome, "turns": value.turns, "worth": str(value.worth)}
            for move, value in report.moves.items()
        },
        "keep": [move for move, value in report.moves.items() if value.worth == worth],
        "record": dumps(match),
    }


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
