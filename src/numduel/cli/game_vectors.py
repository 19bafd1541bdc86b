"""`numduel game vectors`: write test vectors for people who implement the rules elsewhere."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from ..dice import read_seed
from ..errors import counted, listed
from ..games import find
from ..options import Whole
from .arguments import add_game, add_game_options, add_number, add_seed, parse_options
from .console import Console
from .output import check_folder, write_file

COUNT = Whole(200, 1, 100_000, "maximum number of vectors", name="count")


def add(command: ArgumentParser) -> None:
    add_game(command)
    group = command.add_argument_group("what to write")
    add_number(group, COUNT)
    add_seed(group, "random seed of boards and games", "0")
    group.add_argument("--out", metavar="FILE", required=True, help="the file, as JSON lines")
    add_game_options(command)


def run(args: Namespace, console: Console) -> int:
    import json

    from ..views.workshop_json import vector_json
    from ..workshop.measuring import Study
    from ..workshop.vectors import make_vectors

    check_folder(args.out)
    given = tuple(parse_options(args).items())
    study = Study(args.game, given, seed=read_seed(args.seed))
    vectors = make_vectors(study, COUNT.accept(args.count))
    lines = [json.dumps(vector_json(vector), ensure_ascii=False) for vector in vectors]
    write_file(args.out, "".join(f"{line}\n" for line in lines))
    ends = {vector.reason for vector in vectors if vector.reason}
    reached = [reason for reason in find(args.game).reasons if reason in ends]
    missed = [reason for reason in find(args.game).reasons if reason not in ends]
    console.print_err(
        f"Wrote {counted(len(lines), 'vector')}. Endings: {listed(reached, 'and') or 'none'}.",
        *([f"Not reached: {listed(missed, 'and')}."] if missed else []),
    )
    return 0
