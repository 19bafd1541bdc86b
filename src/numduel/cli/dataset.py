"""`numduel dataset`: positions with the exact value of every move, for programs that learn."""

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
from .arguments import add_game, add_options, given_options
from .console import Console
from .long_work import add_cluster, is_done, kept_work, processes, workers
from .output import need_folder

if TYPE_CHECKING:
    from ..dataset.choosing import Kind
    from ..dataset.positions import Source
    from ..jobs.pieces import Executor, Work

POSITIONS = Whole(1000, 1, 1_000_000, "how many to write", name="positions")
EACH = Whole(64, 1, 1_000_000, "positions of one board, at most", name="each")
PROCESSES = processes("processes")

PIECES = 64
"""Boards are cut into about so many pieces of work, each kept as soon as it is done."""
LARGEST_PIECE = 32
FEWEST_BOARDS = 16
"""So many boards are looked at, or more; where as many have nothing new, it ends."""
SPARE = 4
"""To balance them, so many times as many positions are found as are wanted."""
LINES = 500
"""Lines that are checked together."""


def add(command: ArgumentParser) -> None:
    add_game(command, "?")
    command.add_argument("--out", metavar="FILE", help="where to: .jsonl, .jsonl.gz or .parquet")
    for field in (POSITIONS, EACH, PROCESSES):
        help = f"{field.help} ({field.default})"
        command.add_argument(f"--{field.name}", metavar="N", default=field.default, help=help)
    balanced = "as many of each outcome, and in it of each depth, as far as there are some"
    command.add_argument("--balanced", action="store_true", help=balanced)
    command.add_argument("--seed", metavar="N", default="0", help="all that is drawn follows (0)")
    add_cluster(command)
    command.add_argument("--verify", metavar="FILE", help="work every line of a file out anew")
    add_options(command)


def run(asked: Namespace, console: Console) -> int:
    count = PROCESSES.accept(asked.processes)
    if asked.verify is not None:
        return _verify(asked, count, console)
    if asked.game is None or asked.out is None:
        raise SetupError("say of which game and where to: numduel dataset maze --out maze.jsonl")
    return _make(asked, count, console)


def _make(asked: Namespace, count: int, console: Console) -> int:
    from ..dataset.formats import ready, write
    from ..dataset.positions import Source

    ready(asked.out)
    need_folder(asked.out)
    given = tuple(given_options(asked).items())
    find(asked.game).options_type(**dict(given))  # refused before anything is done
    wanted = POSITIONS.accept(asked.positions)
    found = wanted * SPARE if asked.balanced else wanted
    each = min(EACH.accept(asked.each), -(-found // FEWEST_BOARDS))
    source = Source(asked.game, given, read_seed(asked.seed), each)
    gathered = _gathered(source, found, workers(asked.cluster, count), console)
    if gathered is None:
        return 130
    taken = gathered.chosen(wanted, asked.balanced)
    if not taken:
        raise SetupError("no position was found that can be solved with these options")
    write(asked.out, gathered.lines(taken))
    for work in gathered.works:
        work.forget()
    if len(taken) < wanted:
        console.tell(f"No more than {len(taken)} were found.")
    kinds = Counter(gathered.kinds[place].outcome for place in taken)
    told = ", ".join(f"{kind} {number}" for kind, number in sorted(kinds.items()))
    console.say(f"{len(taken)} positions in {asked.out}: {told}")
    return 0


# ---- finding them


class _Gathered(NamedTuple):
    """All that was found, and no position twice."""

    works: list[Work]
    kinds: list[Kind]
    places: list[tuple[int, int, int]]
    """Where each stands: in which work, which of its pieces, and which line of that."""

    def chosen(self, wanted: int, is_balanced: bool) -> list[int]:
        from ..dataset.choosing import balanced

        if is_balanced:
            return sorted(balanced(self.kinds, wanted))
        return list(range(min(wanted, len(self.kinds))))

    def lines(self, taken: Sequence[int]) -> Iterator[str]:
        from ..dataset.pieces import unpack

        held: tuple[int, int] | None = None
        texts: list[str] = []
        for place in taken:
            work, piece, number = self.places[place]
            if held != (work, piece):
                held = work, piece
                texts = unpack(self.works[work].results()[piece][1][2])
            yield texts[number]


def _gathered(
    source: Source, wanted: int, executor: Executor, console: Console
) -> _Gathered | None:
    """So many positions of board after board, or all there are; None if somebody stops it."""
    from ..dataset.choosing import Kind

    found = _Gathered([], [], [])
    seen: set[str] = set()
    boards = 0
    while len(found.kinds) < wanted:
        before, first = len(seen), boards
        boards += _more_boards(source, wanted - before, before, boards)
        work = _work(source, first, boards)
        if not is_done(work, executor, console):
            return None
        found.works.append(work)
        for piece, (_, (ids, kinds, _)) in enumerate(work.results()):
            for number, id in enumerate(ids):
                if id not in seen:
                    seen.add(id)
                    found.kinds.append(Kind(*kinds[number]))
                    found.places.append((len(found.works) - 1, piece, number))
        if len(seen) == before:
            break
    return found


def _more_boards(source: Source, missing: int, found: int, boards: int) -> int:
    """How many more to look at, by what those before have given."""
    if not boards:
        return max(FEWEST_BOARDS, -(-missing // source.each))
    return max(FEWEST_BOARDS, min(4 * boards, -(-missing * boards // max(1, found))))


def _work(source: Source, first: int, last: int) -> Work:
    from ..dataset import pieces
    from ..dataset.lines import VERSION

    step = max(1, min(LARGEST_PIECE, (last - first) // PIECES))
    cuts = [(cut, min(cut + step, last)) for cut in range(first, last, step)]
    named = {f"{begin} {end}": (begin, end) for begin, end in cuts}
    identity = [__version__, VERSION, *source]
    return kept_work("dataset", source.id, identity, named, partial(pieces.find, source))


# ---- checking them


def _verify(asked: Namespace, count: int, console: Console) -> int:
    from ..dataset import pieces
    from ..dataset.formats import read, ready

    ready(asked.verify)
    lines = read(asked.verify)
    named: dict[str, str] = {}
    while some := list(islice(lines, LINES)):
        packed = pieces.pack(some)
        named[f"{len(named)} {crc32(packed.encode()):08x}"] = packed
    work = kept_work("dataset", "verify", __version__, named, pieces.check)
    if not is_done(work, workers(asked.cluster, count), console):
        return 130
    total, wrong = _judged([result for _, result in work.results()])
    console.say(f"{total - len(wrong)} of {total} positions are right.")
    console.deliver()
    work.forget()
    if wrong:
        number, why = wrong[0]
        console.complain(f"Line {number} of {quoted(asked.verify)}: {why}.")
    return 1 if wrong or not total else 0


def _judged(results: list[Any]) -> tuple[int, list[tuple[int, str]]]:
    """How many lines there are, and those that are wrong, or stand there for a second time."""
    total, wrong, seen = 0, [], dict[str, int]()
    for ids, problems in results:
        wrong += [(total + place + 1, why) for place, why in problems]
        for id in ids:
            total += 1
            if id is not None and seen.setdefault(id, total) != total:
                wrong.append((total, f"it is the position of line {seen[id]} again"))
    return total, sorted(wrong)
