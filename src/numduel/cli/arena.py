"""`numduel arena`: a tournament on shared boards, with a score for every move."""

from __future__ import annotations

import csv
import io
import json
import os
from argparse import ArgumentParser, Namespace
from functools import partial
from math import inf
from typing import TYPE_CHECKING, Any

from ..dice import read_seed
from ..errors import SetupError, quoted
from ..games import find, ids
from ..options import Whole
from ..storage import files
from ..version import __version__
from .arguments import (
    add_game_options,
    add_json,
    add_number,
    add_seed,
    format_program_names,
    parse_options,
    shell_word,
)
from .console import Console
from .long_work import (
    add_processes,
    file_times,
    make_executor,
    processes_option,
    resumable_work,
    run_work,
)
from .output import check_folder, print_json, write_file

if TYPE_CHECKING:
    from ..arena.lines import MatchLine
    from ..arena.tournament import Entry, Piece, Tournament
    from ..jobs.pieces import Executor, Work

    Matches = list[MatchLine]
    Seconds = list[list[float]]

MAX_COUNT = 1_000_000
BOARDS = Whole(
    100, 1, MAX_COUNT, "boards per game; each pair plays each board from both seats", "boards"
)
TURNS = Whole(200, 1, MAX_COUNT, "turn limit, after which a match counts as unfinished", "turns")
PROCESSES = processes_option("processes")
OUT = "arena.jsonl"


def add(command: ArgumentParser) -> None:
    command.add_argument(
        "words", nargs="*", metavar="report FILE", help="show the results in FILE, without playing"
    )
    group = command.add_argument_group("tournament")
    group.add_argument(
        "--players", metavar="NAMES", help=f"separated by commas: {format_program_names()}"
    )
    group.add_argument(
        "--games",
        metavar="GAMES",
        default=",".join(ids()),
        help="separated by commas (default: all games)",
    )
    add_number(group, BOARDS)
    add_number(group, TURNS)
    group.add_argument(
        "--gauntlet", action="store_true", help="pair only the first player with the others"
    )
    add_seed(group, "random seed", "0")
    add_processes(command, PROCESSES)
    group = command.add_argument_group("output")
    group.add_argument(
        "--out", metavar="FILE", default=OUT, help=f"write all matches to FILE (default: {OUT})"
    )
    add_json(group)
    group.add_argument("--csv", metavar="FILE", help="write the results as a table to FILE")
    group.add_argument("--html", metavar="FILE", help="write a page with plots to FILE")
    add_game_options(command)


def run(args: Namespace, console: Console) -> int:
    for file in (args.csv, args.html):
        check_folder(file)
    if args.words:
        path = _parse_report_path(args.words)
    else:
        check_folder(args.out)
        tournament = _make_tournament(args)
        path = args.out
        executor = make_executor(args.cluster, PROCESSES.accept(args.processes))
        if not _play_missing(tournament, path, executor, console):
            return 130
    matches = _read_matches(path)
    _show(args, console, path, matches, _read_times(path, len(matches)))
    return 0


# ---- arguments


def _parse_report_path(words: list[str]) -> str:
    if len(words) != 2 or words[0] != "report":
        raise SetupError(f"{quoted(' '.join(words))} isn't an arena command. Try report FILE")
    return words[1]


def _make_tournament(args: Namespace) -> Tournament:
    from ..arena.tournament import Tournament

    if not args.players:
        raise SetupError("name the players, such as --players perfect,expert,random")
    tournament = Tournament(
        _split_list(args.players),
        _make_entries(args),
        BOARDS.accept(args.boards),
        read_seed(args.seed),
        args.gauntlet,
        TURNS.accept(args.turns),
    )
    tournament.check()
    return tournament


def _split_list(text: str) -> tuple[str, ...]:
    """Split a list at its commas; an entry that contains a comma is in quotation marks."""
    try:
        rows = list(csv.reader([text], skipinitialspace=True))
    except csv.Error:
        raise SetupError(f"{quoted(text)} isn't a list separated by commas") from None
    return tuple(name.strip() for row in rows for name in row if name.strip())


def _make_entries(args: Namespace) -> tuple[Entry, ...]:
    """Return each game with its options; raise SetupError for an option that no game has."""
    from ..arena.tournament import Entry

    given, entries = parse_options(args), []
    for name in _split_list(args.games):
        kind = find(name)
        own = ((name, given[name]) for name in given if name in kind.options_type.fields)
        entries.append(Entry(kind.id, tuple(own)))
    for name in given:
        if not any(name in dict(entry.options) for entry in entries):
            raise SetupError(f"none of these games has an option {quoted(name)}")
    return tuple(entries)


# ---- playing


def _play_missing(tournament: Tournament, path: str, executor: Executor, console: Console) -> bool:
    """Play the missing matches and write the file; return False if interrupted."""
    from ..arena.lines import dumps
    from ..arena.tournament import merge_results

    if _holds_tournament(path, tournament):
        console.print_err(
            f"{path} already holds this tournament. To play it again, use --out FILE."
        )
        return True
    works: list[Work] = []
    results = _play_pieces(tournament, executor, console, works)
    if results is None:
        return False
    matches, seconds = merge_results(results)
    write_file(
        _times_path(path), "".join(_format_times(n, both) for n, both in enumerate(seconds, 1))
    )
    write_file(path, dumps(matches))
    console.print_err(f"Wrote {len(matches):,} matches to {path} and times to {_times_path(path)}.")
    for work in works:
        work.delete()
    return True


def _play_pieces(
    tournament: Tournament, executor: Executor, console: Console, works: list[Work]
) -> list[tuple[Piece, Any]] | None:
    """Play all pieces and add their work to `works`; return None if interrupted.

    Pieces that started before a program was known to hang are played again without asking it,
    so the file is the same for any number of processes.
    """
    from ..arena.tournament import find_outdated, perform

    identity = [__version__, *tournament, *file_times(tournament.players)]
    performing = partial(perform, tournament, run=os.urandom(8).hex())
    results: dict[tuple[int, int], tuple[Piece, Any]] = {}
    pieces = tournament.pieces()
    while pieces:
        works.append(resumable_work("arena", "arena", identity, pieces, performing))
        if not run_work(works[-1], executor, console):
            return None
        results |= {(piece.game, piece.first): (piece, done) for piece, done in works[-1].results()}
        again = find_outdated(results.values())
        pieces = {f"{piece.game} {piece.first} {piece.hung}": piece for piece in again}
    return list(results.values())


def _holds_tournament(path: str, tournament: Tournament) -> bool:
    """Return whether a file holds this tournament; raise SetupError if it holds anything else."""
    if not os.path.exists(path):
        return False
    problem = f"{quoted(path)} holds something else. Name another file with --out"
    try:
        matches = _read_matches(path)
    except SetupError:
        raise SetupError(problem) from None
    if matches[0].tournament != tournament.name or len(matches) != tournament.matches:
        raise SetupError(problem)
    return True


def _read_matches(path: str) -> Matches:
    from ..arena.lines import loads

    try:
        with open(path, encoding="utf-8") as file:
            text = file.read()
    except (OSError, ValueError) as error:
        raise SetupError(f"{quoted(path)} cannot be read: {files.reason(error)}") from None
    try:
        return loads(text)
    except SetupError as error:
        raise SetupError(f"{quoted(path)}: {error}") from None


def _times_path(path: str) -> str:
    """Return the path of the file with times, which differ from run to run."""
    root, ending = os.path.splitext(path)
    return f"{root}.times{ending}"


def _format_times(number: int, both: list[float]) -> str:
    one, two = (round(seconds, 6) for seconds in both)
    return f"{json.dumps({'match': number, 'seconds1': one, 'seconds2': two})}\n"


def _read_times(path: str, count: int) -> Seconds:
    """Return the thinking time of both players in each match; [] if the times are incomplete."""
    try:
        with open(_times_path(path), encoding="utf-8") as file:
            lines = [json.loads(line) for line in file]
        seconds = [[float(one["seconds1"]), float(one["seconds2"])] for one in lines]
    except (OSError, ValueError, LookupError, TypeError, RecursionError):
        return []
    is_sound = all(0 <= one < inf for both in seconds for one in both)
    return seconds if len(seconds) == count and is_sound else []


# ---- showing


def _show(args: Namespace, console: Console, path: str, matches: Matches, seconds: Seconds) -> None:
    from ..arena.blunders import find_worst
    from ..arena.standings import standings

    shown, blunders = standings(matches, seconds), find_worst(matches)
    if args.csv:
        from ..views.arena_json import csv_rows

        write_file(args.csv, _format_csv(csv_rows(shown)))
        console.print_err(f"Wrote {args.csv}.")
    if args.html:
        from ..arena.blunders import explain
        from ..engine import Engine
        from ..render.arena_page import page

        engine = Engine()
        boards = [explain(engine, one) for one in blunders]
        write_file(args.html, page(shown, boards, partial(_replay_command, path)))
        console.print_err(f"Wrote {args.html}.")
    if args.json:
        from ..views.arena_json import arena_json

        print_json(console, arena_json(shown, blunders))
    else:
        from .arena_report import format_tables

        console.print(*format_tables(shown, console.width))
        if faulty := next((match for match in matches if match.fault), None):
            console.print_problem(f"First fault, in match {faulty.match}: {faulty.fault}.")


def _replay_command(path: str, number: int) -> str:
    """Return the command that replays a match."""
    return f"numduel replay --match {number} {shell_word(path)}"


def _format_csv(rows: list[list[Any]]) -> str:
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(rows)
    return text.getvalue()
