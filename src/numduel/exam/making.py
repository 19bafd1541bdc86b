"""Making the questions of an exam: the same bytes on every machine, from pieces of work.

The positions come from matches in which every other move is a best one. Each has a real choice:
some legal move is worth less than the best. Every game has the same number of positions, balanced
by outcome and then, where possible, by depth, seat, and whether few or most moves are correct.
"""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from hashlib import sha256
from typing import Any, NamedTuple

from ..budget import Budget
from ..core import AnyGame, Player
from ..dice import Dice, derive_seed
from ..engine import Engine, Report
from ..engine.solving.depth import depth
from ..errors import SetupError, listed, quoted
from ..games import built_in, find
from ..options import short_repr
from ..picture_text import draw
from ..play.dealing import is_playable
from ..play.match import Match
from ..storage.record import dumps, loads
from .questions import STANDARD, VERSION, Exam, questions

MAKING_VERSION = 1
"""Version of the method: any change to it makes different fresh exams."""

LARGE = "large"
"""The tier with larger boards."""

TIERS = (STANDARD, LARGE)

MAX_QUESTIONS = 3000
"""Maximum questions of an exam."""

MAX_SEED_CHARS = 200
"""Maximum length of a seed."""

BOARDS_PER_PIECE = 20

MAX_TURNS = 40
"""Turns after which no more positions of a match are used."""

MAX_POSITIONS = 2_000_000
"""Positions searched for the values of one position."""

MAX_DEPTH_CLASS = 9
"""Depths from this one on are balanced together."""

Kind = tuple[str, int, Player, bool]
"""Properties to balance: outcome, depth, seat, and whether few moves are correct."""


class Candidate(NamedTuple):
    """A position with a real choice, as it goes through JSON."""

    identity: str
    """A digest of the board and the key: positions that share it are the same question."""
    board: str
    """The board; "" if all boards are alike before the first move."""
    outcome: str
    depth: int
    player: int
    is_hard: bool
    """Whether at most half of the moves are correct."""
    record: str
    values: list[tuple[str, int | None, str]]
    """Outcome, turns and worth of every legal move."""

    @property
    def kind(self) -> Kind:
        depth = min(self.depth, MAX_DEPTH_CLASS)
        return self.outcome, depth, Player(self.player), self.is_hard


class Piece(NamedTuple):
    """Some boards of a game, numbered from `first`."""

    game: str
    first: int
    end: int


Boards = Iterable[list[Candidate]]
"""The candidates of each board, or of each match if all boards are alike."""


# ---- settings


def check_seed(seed: str | None, of: str) -> None:
    """Raise SetupError for a text that can't be a seed, such as that of "a fresh exam"."""
    if not seed or len(seed) > MAX_SEED_CHARS or not seed.isprintable():
        limits = f"1 to {MAX_SEED_CHARS} printable characters"
        raise SetupError(f"the seed of {of} must have {limits}, not {short_repr(seed)}")


def check_exam(exam: Exam) -> None:
    """Raise SetupError for a fresh exam that can't be made."""
    seed, size, tier, _ = exam
    games = len(built_in())
    check_seed(seed, "a fresh exam")
    if tier not in TIERS:
        raise SetupError(f"tier must be {listed(TIERS)}, not {quoted(tier)}")
    if type(size) is not int or size % games or not games <= size <= MAX_QUESTIONS:
        limits = f"from {games} to {MAX_QUESTIONS}, a multiple of {games} (the number of games)"
        raise SetupError(f"questions must be a whole number {limits}, not {short_repr(size)}")


def game_options(id: str, tier: str) -> Mapping[str, bool | int | str]:
    """Return the options of a game in a tier, with which skill decides."""
    kind = find(id)
    return {**kind.skill_options, **(kind.large_options if tier == LARGE else {})}


def _questions_per_game(exam: Exam) -> int:
    return exam.size // len(built_in())


def _boards_per_game(exam: Exam) -> int:
    """Return the number of boards to look for questions on: 600 in an exam of 300 questions."""
    count = _questions_per_game(exam)
    return min(10 * count, max(600, 6 * count))


def _deal_seed(exam: Exam, id: str, number: int) -> int:
    """Return the seed of a board and its match; the public exam's boards are numbered."""
    if exam.fresh is None:
        return number
    return derive_seed(0, f"board {number} of {id} in the fresh {exam.tier} exam {exam.fresh}")


# ---- pieces of work


def list_pieces(exam: Exam) -> dict[str, Piece]:
    """Return the pieces of work to find candidates, by name."""
    count = _boards_per_game(exam)
    firsts = range(0, count, BOARDS_PER_PIECE)
    return {
        f"{kind.id} {first}": Piece(kind.id, first, min(first + BOARDS_PER_PIECE, count))
        for kind in built_in()
        for first in firsts
    }


def find_candidates(exam: Exam, piece: Piece) -> list[list[Candidate]]:
    """Return the candidates of each board of a piece, in any process."""
    options = game_options(piece.game, exam.tier)
    found = []
    for number in range(piece.first, piece.end):
        seed = _deal_seed(exam, piece.game, number)
        game = find(piece.game).setup(options, None, Dice(seed))
        if game.has_visible_deal and not is_playable(game):
            continue
        engine = Engine() if game.has_visible_deal else _shared_engine(piece.game, exam.tier)
        dice = Dice.derived(seed, f"a match for the exam, {piece.game}")
        found.append(list(_play_match(engine, game, dice)))
    return found


@lru_cache(maxsize=1)
def _shared_engine(id: str, tier: str) -> Engine:
    """Return the engine for all matches of a game whose boards are alike; it only saves time."""
    return Engine()


def _play_match(engine: Engine, game: AnyGame, dice: Dice) -> Iterator[Candidate]:
    """Yield the real choices of a match in which about every other move is a best one."""
    match = Match(game, dice=dice)
    while match.player is not None and match.turn < MAX_TURNS:
        report = engine.analyse(match.game, match.state, Budget(positions=MAX_POSITIONS))
        if report.is_exact and len({value.worth for value in report.moves.values()}) > 1:
            yield _make_candidate(match, report)
        match.play(dice.choice(report.best if dice.below(2) else match.moves))


def _make_candidate(match: Match, report: Report) -> Candidate:
    worths = [value.worth for value in report.moves.values()]
    return Candidate(
        *_identify(match),
        report.value.outcome,
        depth(match.game, match.state, report),
        int(report.player),
        2 * worths.count(max(worths)) <= len(worths),
        dumps(match),
        [(value.outcome, value.turns, str(value.worth)) for value in report.moves.values()],
    )


def _identify(match: Match) -> tuple[str, str]:
    """Return the identity and the board of a candidate."""
    game = match.game
    position = game.id, vars(game.options), game.board, game.key(match.state)
    board = game.board if game.has_visible_deal else ""
    return sha256(repr(position).encode()).hexdigest()[:32], board


# ---- the exam


def write_exam(exam: Exam, results: Iterable[tuple[Piece, Any]]) -> str:
    """Return the text of an exam: one JSON object per line; docs/exam.md describes it.

    `results` are the pieces with what `find_candidates` returned, also after a way through JSON.
    """
    boards: dict[str, list[list[Candidate]]] = {kind.id: [] for kind in built_in()}
    for piece, found in results:
        boards[Piece(*piece).game] += [[Candidate(*one) for one in board] for board in found]
    lines = [line for id, found in boards.items() for line in _write_game(exam, id, found)]
    return "".join(f"{json.dumps(line, ensure_ascii=False)}\n" for line in lines)


def _write_game(exam: Exam, id: str, boards: Boards) -> Iterator[dict[str, Any]]:
    """Yield the lines of a game's questions."""
    count = _questions_per_game(exam)
    used = [] if exam.fresh is None else _public_positions()
    chosen = _choose(_without_repeats(boards, used), count)
    if len(chosen) < count:
        raise SetupError(f"{find(id).title} has only {len(chosen)} questions for this exam")
    digits = 2 if exam.fresh is None else 3
    for number, candidate in enumerate(chosen, 1):
        yield _write_line(f"{id}-{number:0{digits}}", candidate)


@lru_cache(maxsize=1)
def _public_positions() -> list[tuple[str, str]]:
    """Return the identities and boards of the public exam's positions."""
    return [_identify(loads(question.record)) for question in questions()]


def _without_repeats(boards: Boards, used: list[tuple[str, str]]) -> Iterator[list[Candidate]]:
    """Yield the boards, without used and repeated ones and without repeated positions."""
    seen = {identity for identity, _ in used}
    seen_boards = {board for _, board in used if board}
    for board in boards:
        kept = {one.identity: one for one in board if one.board not in seen_boards}
        firsts = {one.identity: one for one in reversed(board)}
        yield [firsts[identity] for identity in kept if identity not in seen]
        seen.update(kept)
        seen_boards.update(one.board for one in board if one.board)


def _choose(boards: Boards, count: int) -> list[Candidate]:
    """Choose positions from different boards, each time of the kind chosen least often."""
    taken: Counter[object] = Counter()
    left = list(boards)
    where: dict[Kind, list[int]] = defaultdict(list)
    for number, board in enumerate(left):
        for kind in {candidate.kind for candidate in board}:
            where[kind].append(number)
    rare = Counter(candidate.kind for board in left for candidate in board)
    chosen: list[Candidate] = []
    while len(chosen) < count:
        where = {
            k: rest for k, numbers in where.items() if (rest := [n for n in numbers if left[n]])
        }
        if not where:
            break
        least = min(where, key=lambda kind: (taken[kind[0]], taken[kind], rare[kind], str(kind)))
        number = where[least][0]
        chosen.append(next(one for one in left[number] if one.kind == least))
        taken.update([least, least[0]])
        left[number] = []
    return sorted(chosen, key=lambda one: (one.outcome, one.depth))


def _write_line(id: str, candidate: Candidate) -> dict[str, Any]:
    match = loads(candidate.record)
    moves = {
        move: {"outcome": outcome, "turns": turns, "worth": worth}
        for move, (outcome, turns, worth) in zip(match.moves, candidate.values, strict=True)
    }
    worth = _best_worth(candidate)
    return {
        "id": id,
        "version": VERSION,
        "game": match.game.id,
        "options": dict(vars(match.game.options)),
        "player": candidate.player + 1,
        "board": "\n".join(draw(match.game.picture(match.state), match.moves)),
        "question": match.game.question(match.state),
        "outcome": candidate.outcome,
        "worth": worth,
        "depth": candidate.depth,
        "moves": moves,
        "keep": [move for move, value in moves.items() if value["worth"] == worth],
        "record": candidate.record,
    }


def _best_worth(candidate: Candidate) -> str:
    from fractions import Fraction

    return max((worth for _, _, worth in candidate.values), key=Fraction)
