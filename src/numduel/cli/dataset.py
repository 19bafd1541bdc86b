"""`numduel dataset`: positions with the exact value of every move, for training."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING, Any
from zlib import crc32

from ..dice import read_seed
from ..errors import SetupError, quoted
from ..games import find
from ..options import Whole
from ..version import __version__
from .arguments import add_game, add_game_options, add_number, add_seed, parse_options
from .console import Console
from .long_work import add_processes, make_executor, processes_option, resumable_work, run_work
from .output import check_folder

if TYPE_CHECKING:
    from ..dataset.contents import Part
    from ..dataset.positions import Source
    from ..jobs.pieces import Executor, Work

POSITIONS = Whole(1000, 1, 1_000_000, "number of positions", name="positions")
EACH = Whole(64, 1, 1_000_000, "maximum positions per board", name="each")
PROCESSES = processes_option("processes")

TARGET_PIECES = 64
"""Approximate number of pieces of work; each is saved when it is done."""
MAX_BOARDS_IN_PIECE = 256
"""Maximum boards of a piece."""
MIN_BOARDS = 16
"""Minimum boards per batch; a batch without a new position is the last."""
MIN_BATCH = 20_000
"""Approximate number of positions that are found before the first are written."""
MAX_BATCH = 100_000
"""Approximate maximum number of positions that wait to be written; batches grow."""
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
    group.add_argument(
        "--split", choices=("train", "test"), help="only positions of this side (default: both)"
    )
    add_seed(group, "random seed", "0")
    add_processes(command, PROCESSES)
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
    from ..dataset.contents import content_of
    from ..dataset.formats import check_path, write
    from ..dataset.positions import Source
    from ..dataset.rows import row_maker

    check_path(args.out)
    check_folder(args.out)
    given = tuple(parse_options(args).items())
    find(args.game).options_type(**dict(given))  # raises SetupError before any work
    wanted = POSITIONS.accept(args.positions)
    found = wanted * BALANCE_FACTOR if args.balanced else wanted
    each = min(EACH.accept(args.each), -(-found // MIN_BOARDS))
    source = Source(args.game, given, read_seed(args.seed), each, args.split)
    as_rows = args.cluster is None and row_maker(source) is not None
    finder = _Finder(source, as_rows, make_executor(args.cluster, count), console)
    parts = finder.find_balanced(found, wanted) if args.balanced else finder.find(wanted)
    try:
        write(args.out, content_of(source, finder.count(parts), as_rows))
    except _Interrupted:
        return 130
    for work in finder.works:
        work.delete()
    if finder.total < wanted:
        console.print_err(f"Found only {finder.total} of {wanted} positions.")
    console.print(f"{finder.total} positions in {args.out}: {finder.summary}")
    return 0


# ---- finding them


class _Interrupted(Exception):
    """Ctrl-C stopped the work, which is saved."""


class _Finder:
    """A search for positions, each of which it finds once. A file is written meanwhile."""

    def __init__(self, source: Source, as_rows: bool, executor: Executor, console: Console) -> None:
        self.works: list[Work] = []
        """The saved work, to be deleted when the file is complete."""
        self._source = source
        self._as_rows = as_rows
        self._executor = executor
        self._console = console
        self._outcomes: Counter[str] = Counter()

    def find(self, wanted: int) -> Iterator[Part]:
        """Yield `wanted` positions, or all there are."""
        for part in self._find(wanted, in_batches=True):
            yield part._replace(taken=part.taken[:wanted])
            wanted -= len(part.taken)
            if wanted <= 0:
                return

    def find_balanced(self, found: int, wanted: int) -> Iterator[Part]:
        """Yield `wanted` positions, chosen by their kinds from `found` or all there are."""
        from ..dataset.choosing import KINDS, select_balanced

        parts = list(self._find(found, in_batches=False))
        kinds = [KINDS[code] for part in parts for code in part.kinds]
        chosen = select_balanced(kinds, wanted)
        before = 0
        for part in parts:
            taken = [one for place, one in enumerate(part.taken, before) if place in chosen]
            before += len(part.taken)
            yield part._replace(taken=taken)

    def count(self, parts: Iterable[Part]) -> Iterator[Part]:
        """Yield the parts that are written, and count their outcomes; SetupError without any."""
        from ..dataset.choosing import KINDS

        for part in parts:
            for code, count in Counter(part.kinds).items():
                self._outcomes[KINDS[code].outcome] += count
            yield part
        if not self.total:
            raise SetupError("no position with these options can be solved")

    @property
    def total(self) -> int:
        """Number of positions that were written."""
        return self._outcomes.total()

    @property
    def summary(self) -> str:
        """The number of positions of each outcome."""
        return ", ".join(f"{outcome} {count}" for outcome, count in sorted(self._outcomes.items()))

    def _find(self, wanted: int, *, in_batches: bool) -> Iterator[Part]:
        """Yield at least `wanted` positions, or all there are."""
        from ..dataset.contents import Part
        from ..dataset.pieces import FoundPositions, known_ids, unpack

        seen, boards = known_ids(), 0
        while len(seen) < wanted:
            before, first = len(seen), boards
            more = wanted - before
            if in_batches:
                more = min(more, MAX_BATCH, max(MIN_BATCH, before))
            boards += _count_more_boards(self._source, more, before, boards)
            work = _make_work(self._source, self._as_rows, first, boards)
            self.works.append(work)
            if len(work.done) < work.total and not run_work(work, self._executor, self._console):
                raise _Interrupted
            for _, result in work.results():
                found = FoundPositions(*result)
                yield Part(found, seen.add_new(unpack(found.ids)))
            if len(seen) == before:
                return


def _count_more_boards(source: Source, missing: int, found: int, boards: int) -> int:
    """Return the number of boards to solve next, from the positions per board so far."""
    from ..dataset.splits import TEST_SHARE

    skipped = TEST_SHARE if source.split == "test" else 1
    if not boards:
        return max(MIN_BOARDS, -(-missing // source.each)) * skipped
    return max(MIN_BOARDS * skipped, min(4 * boards, -(-missing * boards // max(1, found))))


def _make_work(source: Source, as_rows: bool, first: int, last: int) -> Work:
    from ..dataset import pieces
    from ..dataset.lines import VERSION

    step = max(1, min(MAX_BOARDS_IN_PIECE, (last - first) // TARGET_PIECES))
    ranges = [(begin, min(begin + step, last)) for begin in range(first, last, step)]
    named = {f"{begin} {end}": (begin, end) for begin, end in ranges}
    identity = [__version__, VERSION, as_rows, *source]
    perform = partial(pieces.find_positions, source, as_rows)
    return resumable_work("dataset", source.id, identity, named, perform)


# ---- checking them


def _verify(args: Namespace, count: int, console: Console) -> int:
    from ..dataset import pieces
    from ..dataset.formats import check_path, read
    from ..dataset.lines import check_game

    check_path(args.verify)
    lines = read(args.verify)
    named: dict[str, str] = {}
    while some := list(islice(lines, LINES_PER_PIECE)):
        check_game(some[0], quoted(args.verify))
        packed = pieces.pack_lines(some)
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
