"""`numduel dataset`: positions with the exact value of every move, for training."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING, Any, NamedTuple
from zlib import crc32

from ..dice import read_seed
from ..errors import SetupError, quoted
from ..games import find
from ..options import Whole
from ..version import __version__
from .arguments import add_game, add_game_options, add_number, add_seed, parse_options
from .console import Console
from .long_work import add_cluster, make_executor, processes_option, resumable_work, run_work
from .output import check_folder

if TYPE_CHECKING:
    from ..dataset.choosing import Kind
    from ..dataset.positions import Source
    from ..jobs.pieces import Executor, Work

POSITIONS = Whole(1000, 1, 1_000_000, "number of positions", name="positions")
EACH = Whole(64, 1, 1_000_000, "maximum positions per board", name="each")
PROCESSES = processes_option("processes")

TARGET_PIECES = 64
"""Approximate number of pieces of work; each is saved when it is done."""
MAX_BOARDS_IN_PIECE = 32
MIN_BOARDS = 16
"""Minimum boards per batch; a batch without a new position is the last."""
BALANCE_FACTOR = 4
"""Number of positions to find for each position wanted, to balance outcomes."""
LINES_PER_PIECE = 500
"""Lines of a file that are verified together."""


def add(command: ArgumentParser) -> None:
    add_game(command, "?")
    group = command.add_argument_group("positions")
    add_number(group, POSITIONS)
    add_number(group, EACH)
    group.add_argument(
        "--balanced", action="store_true", help="balance outcomes, and depths within an outcome"
    )
    add_seed(group, "random seed", "0")
    group = command.add_argument_group("processes")
    add_number(group, PROCESSES)
    add_cluster(group)
    group = command.add_argument_group("files")
    group.add_argument("--out", metavar="FILE", help="write to FILE: .jsonl, .jsonl.gz or .parquet")
    group.add_argument("--verify", metavar="FILE", help="re-check every line of FILE")
    add_game_options(command)


def run(args: Namespace, console: Console) -> int:
    count = PROCESSES.accept(args.processes)
    if args.verify is not None:
        return _verify(args, count, console)
    if args.game is None or args.out is None:
        raise SetupError("name a game and a file, such as numduel dataset maze --out maze.jsonl")
    return _write_dataset(args, count, console)


def _write_dataset(args: Namespace, count: int, console: Console) -> int:
    from ..dataset.formats import check_path, write
    from ..dataset.positions import Source

    check_path(args.out)
    check_folder(args.out)
    given = tuple(parse_options(args).items())
    find(args.game).options_type(**dict(given))  # raises SetupError before any work
    wanted = POSITIONS.accept(args.positions)
    found = wanted * BALANCE_FACTOR if args.balanced else wanted
    each = min(EACH.accept(args.each), -(-found // MIN_BOARDS))
    source = Source(args.game, given, read_seed(args.seed), each)
    gathered = _gather(source, found, make_executor(args.cluster, count), console)
    if gathered is None:
        return 130
    taken = gathered.choose(wanted, args.balanced)
    if not taken:
        raise SetupError("no position with these options can be solved")
    write(args.out, gathered.lines(taken))
    for work in gathered.works:
        work.delete()
    if len(taken) < wanted:
        console.print_err(f"Found only {len(taken)} of {wanted} positions.")
    kinds = Counter(gathered.kinds[index].outcome for index in taken)
    summary = ", ".join(f"{kind} {number}" for kind, number in sorted(kinds.items()))
    console.print(f"{len(taken)} positions in {args.out}: {summary}")
    return 0


# ---- finding them


class _Gathered(NamedTuple):
    """The positions found, each once."""

    works: list[Work]
    kinds: list[Kind]
    locations: list[tuple[int, int, int]]
    """The index of the work, piece and line of each position."""

    def choose(self, wanted: int, is_balanced: bool) -> list[int]:
        from ..dataset.choosing import select_balanced

        if is_balanced:
            return sorted(select_balanced(self.kinds, wanted))
        return list(range(min(wanted, len(self.kinds))))

    def lines(self, taken: Sequence[int]) -> Iterator[str]:
        from ..dataset.pieces import unpack

        held: tuple[int, int] | None = None
        texts: list[str] = []
        for index in taken:
            work, piece, number = self.locations[index]
            if held != (work, piece):
                held = work, piece
                texts = unpack(self.works[work].results()[piece][1][2])
            yield texts[number]


def _gather(source: Source, wanted: int, executor: Executor, console: Console) -> _Gathered | None:
    """Find `wanted` positions, or all there are; return None if interrupted."""
    from ..dataset.choosing import Kind

    found = _Gathered([], [], [])
    seen: set[str] = set()
    boards = 0
    while len(found.kinds) < wanted:
        before, first = len(seen), boards
        boards += _count_more_boards(source, wanted - before, before, boards)
        work = _make_work(source, first, boards)
        if not run_work(work, executor, console):
            return None
        found.works.append(work)
        for piece, (_, (ids, kinds, _)) in enumerate(work.results()):
            for number, id in enumerate(ids):
                if id not in seen:
                    seen.add(id)
                    found.kinds.append(Kind(*kinds[number]))
                    found.locations.append((len(found.works) - 1, piece, number))
        if len(seen) == before:
            break
    return found


def _count_more_boards(source: Source, missing: int, found: int, boards: int) -> int:
    """Return the number of boards to solve next, from the positions per board so far."""
    if not boards:
        return max(MIN_BOARDS, -(-missing // source.each))
    return max(MIN_BOARDS, min(4 * boards, -(-missing * boards // max(1, found))))


def _make_work(source: Source, first: int, last: int) -> Work:
    from ..dataset import pieces
    from ..dataset.lines import VERSION

    step = max(1, min(MAX_BOARDS_IN_PIECE, (last - first) // TARGET_PIECES))
    ranges = [(begin, min(begin + step, last)) for begin in range(first, last, step)]
    named = {f"{begin} {end}": (begin, end) for begin, end in ranges}
    identity = [__version__, VERSION, *source]
    return resumable_work(
        "dataset", source.id, identity, named, partial(pieces.find_positions, source)
    )


# ---- checking them


def _verify(args: Namespace, count: int, console: Console) -> int:
    from ..dataset import pieces
    from ..dataset.formats import check_path, read

    check_path(args.verify)
    lines = read(args.verify)
    named: dict[str, str] = {}
    while some := list(islice(lines, LINES_PER_PIECE)):
        packed = pieces.pack(some)
        named[f"{len(named)} {crc32(packed.encode()):08x}"] = packed
    work = resumable_work("dataset", "verify", __version__, named, pieces.check_lines)
    if not run_work(work, make_executor(args.cluster, count), console):
        return 130
    total, wrong = _merge_checks([result for _, result in work.results()])
    console.print(f"{total - len(wrong)} of {total} positions are correct.")
    console.flush()
    work.delete()
    if wrong:
        number, why = wrong[0]
        console.print_problem(f"Line {number} of {quoted(args.verify)}: {why}.")
    return 1 if wrong or not total else 0


def _merge_checks(results: list[Any]) -> tuple[int, list[tuple[int, str]]]:
    """Return the number of lines, and the number and problem of each wrong or repeated line."""
    total, wrong, seen = 0, [], dict[str, int]()
    for ids, problems in results:
        wrong += [(total + index + 1, why) for index, why in problems]
        for id in ids:
            total += 1
            if id is not None and seen.setdefault(id, total) != total:
                wrong.append((total, f"it repeats the position of line {seen[id]}"))
    return total, sorted(wrong)
