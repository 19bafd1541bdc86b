"""`numduel arena`: a tournament on shared boards, with a score for every move."""

from __future__ import annotations

import csv
import io
import json
import os
from argparse import ArgumentParser, Namespace
from functools import partial
from typing import TYPE_CHECKING, Any
from zlib import crc32

from ..adapters.model_settings import is_model
from ..dice import read_seed
from ..errors import SetupError, quoted
from ..games import find, ids
from ..json_numbers import read_amount
from ..options import Whole
from ..storage import files
from ..version import __version__
from .arguments import (
    add_game_options,
    add_json,
    add_number,
    add_price,
    add_seed,
    format_program_names,
    parse_options,
    parse_price_option,
    shell_word,
    split_list,
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
    from collections.abc import Callable

    from ..arena.lines import MatchLine
    from ..arena.tournament import Entry, Piece, Tournament
    from ..jobs.pieces import Executor, Work

    Matches = list[MatchLine]
    Seconds = list[list[float]]

MAX_COUNT = 1_000_000
"""Maximum boards, and maximum turns of a match."""
BOARDS = Whole(
    100, 1, MAX_COUNT, "boards per game; each pair plays each board from both seats", "boards"
)
TURNS = Whole(200, 1, MAX_COUNT, "turn limit, after which a match counts as unfinished", "turns")
PROCESSES = processes_option("processes")
OUT = "arena.jsonl"


def add(command: ArgumentParser) -> None:
    command.add_argument(
        "words",
        nargs="*",
        metavar="GAME | report FILE",
        help="play one game; or show the results in FILE, without playing",
    )
    group = command.add_argument_group("tournament")
    group.add_argument(
        "--players", metavar="NAMES", help=f"separated by commas: {format_program_names()}"
    )
    group.add_argument(
        "--games",
        metavar="GAMES",
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
    add_price(group)
    add_json(group)
    group.add_argument("--csv", metavar="FILE", help="write the results as a table to FILE")
    group.add_argument("--html", metavar="FILE", help="write a page with plots to FILE")
    add_game_options(command)


def run(args: Namespace, console: Console) -> int:
    for file in (args.csv, args.html):
        check_folder(file)
    if args.words[:1] == ["report"] or len(args.words) > 1:
        path = _parse_report_path(args.words)
    else:
        check_folder(args.out)
        tournament = _make_tournament(args)
        path = args.out
        count = PROCESSES.accept(args.processes)
        executor = make_executor(args.cluster, count, tournament.players)
        if not play_missing(tournament, path, executor, console):
            return 130
    matches = read_matches(path)
    _show(args, console, path, matches, _read_times(path, len(matches)))
    return 0


# ---- arguments


def _parse_report_path(words: list[str]) -> str:
    if len(words) != 2 or words[0] != "report":
        raise SetupError(f"{quoted(' '.join(words))} isn't an arena command. Try report FILE")
    return words[1]


def _named_games(args: Namespace) -> tuple[str, ...]:
    """Return the games of a tournament: the one right after the command, those of --games, all."""
    if args.words and args.games is not None:
        raise SetupError("name all games in --games")
    return tuple(args.words) or (ids() if args.games is None else split_list(args.games))


def _make_tournament(args: Namespace) -> Tournament:
    from ..arena.tournament import Tournament

    if not args.players:
        raise SetupError("name the players, such as --players perfect,expert,random")
    tournament = Tournament(
        split_list(args.players),
        _make_entries(args),
        BOARDS.accept(args.boards),
        read_seed(args.seed),
        args.gauntlet,
        TURNS.accept(args.turns),
    )
    tournament.check()
    return tournament


def _make_entries(args: Namespace) -> tuple[Entry, ...]:
    """Return each game with its options; raise SetupError for an option that no game has."""
    from ..arena.tournament import Entry

    given, entries = parse_options(args), []
    for name in _named_games(args):
        kind = find(name)
        own = ((name, given[name]) for name in given if name in kind.options_type.fields)
        entries.append(Entry(kind.id, tuple(own)))
    for name in given:
        if not any(name in dict(entry.options) for entry in entries):
            raise SetupError(f"none of these games has an option {quoted(name)}")
    return tuple(entries)


# ---- playing


def play_missing(tournament: Tournament, path: str, executor: Executor, console: Console) -> bool:
    """Play the missing matches and write the file; return False if interrupted."""
    from ..arena.lines import dumps
    from ..arena.tournament import merge_results

    if (held := _read_tournament(path, tournament)) is not None:
        if any(line.is_unanswered for line in held):
            return _play_again(tournament, path, held, executor, console)
        console.print_err(
            f"{path} already holds this tournament. To play it again, use --out FILE."
        )
        return True
    works: list[Work] = []
    results = _play_pieces(tournament, path, executor, console, works)
    if results is None:
        return False
    matches, seconds = merge_results(results)
    _write_times(path, seconds)
    write_file(path, dumps(matches))
    console.print_err(f"Wrote {len(matches):,} matches to {path} and times to {_times_path(path)}.")
    for work in works:
        work.delete()
    return True


def _play_again(
    tournament: Tournament, path: str, held: Matches, executor: Executor, console: Console
) -> bool:
    """Play the unanswered matches of a file again; return False if interrupted."""
    from ..arena.lines import dumps
    from ..arena.tournament import find_unanswered, merge_results, replace_matches

    pieces = find_unanswered(tournament, held)
    console.print_err(f"Playing the unanswered matches in {path} again.")
    identity = [*_identity(tournament, path), crc32(dumps(held).encode())]
    work = resumable_work("arena", "arena", identity, pieces, _performing(tournament, path))
    if not run_work(work, executor, console):
        return False
    new, seconds = merge_results(work.results())
    matches = replace_matches(held, new)
    times = _read_times(path, len(held))
    index = {(one.game, one.board, one.players): n for n, one in enumerate(matches)}
    for line, both in zip(new, seconds, strict=True):
        if times:
            times[index[line.game, line.board, line.players]] = both
    _write_times(path, times)
    write_file(path, dumps(matches))
    console.print_err(f"Wrote {len(new):,} matches to {path}.")
    work.delete()
    return True


def _identity(tournament: Tournament, path: str) -> list[Any]:
    """Return what distinguishes saved matches: also the file, if it has a transcript beside it."""
    transcripts = [os.path.abspath(path)] if any(map(is_model, tournament.players)) else []
    return [__version__, *tournament, *file_times(tournament.players), *transcripts]


def _performing(tournament: Tournament, path: str) -> Callable[[Piece], Any]:
    """Return the function that plays a piece; models' calls are written beside the file."""
    from ..arena.tournament import perform
    from ..storage.calls import calls_path

    transcript = calls_path(os.path.abspath(path))
    return partial(perform, tournament, run=os.urandom(8).hex(), transcript=transcript)


def _play_pieces(
    tournament: Tournament, path: str, executor: Executor, console: Console, works: list[Work]
) -> list[tuple[Piece, Any]] | None:
    """Play all pieces and add their work to `works`; return None if interrupted.

    Pieces that started before a program was known to hang are played again without asking it,
    so the file is the same for any number of processes.
    """
    from ..arena.tournament import find_outdated

    identity, performing = _identity(tournament, path), _performing(tournament, path)
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


def _read_tournament(path: str, tournament: Tournament) -> Matches | None:
    """Return this tournament's matches in a file; SetupError if it holds anything else."""
    if not os.path.exists(path):
        return None
    problem = f"{quoted(path)} holds something else. Name another file with --out"
    try:
        matches = read_matches(path)
    except SetupError:
        raise SetupError(problem) from None
    if matches[0].tournament != tournament.name or len(matches) != tournament.matches:
        raise SetupError(problem)
    return matches


def read_matches(path: str) -> Matches:
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


def _write_times(path: str, seconds: Seconds) -> None:
    lines = (_format_times(number, both) for number, both in enumerate(seconds, 1))
    write_file(_times_path(path), "".join(lines))


def _format_times(number: int, both: list[float]) -> str:
    one, two = (round(seconds, 6) for seconds in both)
    return f"{json.dumps({'match': number, 'seconds1': one, 'seconds2': two})}\n"


def _read_times(path: str, count: int) -> Seconds:
    """Return the thinking time of both players in each match; [] if the times are incomplete."""
    try:
        with open(_times_path(path), encoding="utf-8") as file:
            lines = [json.loads(line) for line in file]
        seconds = [[read_amount(one[name]) for name in ("seconds1", "seconds2")] for one in lines]
    except (OSError, ValueError, LookupError, TypeError, RecursionError):
        return []
    return seconds if len(seconds) == count else []


# ---- showing


def _show(args: Namespace, console: Console, path: str, matches: Matches, seconds: Seconds) -> None:
    from ..arena.blunders import find_worst
    from ..arena.standings import standings

    shown, blunders = standings(matches, seconds), find_worst(matches)
    price = parse_price_option(args.price)
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
        write_file(args.html, page(shown, boards, partial(_replay_command, path), price))
        console.print_err(f"Wrote {args.html}.")
    if args.json:
        from ..views.arena_json import arena_json

        print_json(console, arena_json(shown, blunders, price))
    else:
        from .arena_report import format_tables

        console.print(*format_tables(shown, console.width, price))
        _print_problems(matches, console)


def _print_problems(matches: Matches, console: Console) -> None:
    """Print the first fault, and how to play unanswered matches again."""
    faulty = next((one for one in matches if one.fault and not one.is_unanswered), None)
    if faulty is not None:
        console.print_problem(f"First fault, in match {faulty.match}: {faulty.fault}.")
    if missing := [match for match in matches if match.is_unanswered]:
        console.print_problem(
            f"{len(missing):,} of {len(matches):,} matches are unanswered and don't count. The "
            f"first, match {missing[0].match}: {missing[0].fault}. Run the same command to play "
            "them again."
        )


def _replay_command(path: str, number: int) -> str:
    """Return the command that replays a match."""
    return f"numduel replay --match {number} {shell_word(path)}"


def _format_csv(rows: list[list[Any]]) -> str:
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(rows)
    return text.getvalue()
