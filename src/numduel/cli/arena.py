"""`numduel arena`: players meet on the same boards, and every move of theirs is weighed."""

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
from .arguments import add_json, add_options, given_options, who_chooses, word
from .console import Console
from .long_work import add_cluster, files_in, is_done, kept_work, processes, workers
from .output import need_folder, print_json, write_file

if TYPE_CHECKING:
    from ..arena.lines import MatchLine
    from ..arena.tournament import Boards, Entry, Tournament
    from ..jobs.pieces import Executor, Work

    Matches = list[MatchLine]
    Seconds = list[list[float]]

MOST = 1_000_000
BOARDS = Whole(100, 1, MOST, "boards of each game; each pair plays each from both seats", "boards")
TURNS = Whole(200, 1, MOST, "turns after which a match is cut, and counts as unfinished", "turns")
PROCESSES = processes("processes")
OUT = "arena.jsonl"


def add(command: ArgumentParser) -> None:
    command.add_argument(
        "words", nargs="*", metavar="report FILE", help="show again what a file of matches holds"
    )
    help = f"who plays, with commas between them: {who_chooses()}"
    command.add_argument("--players", metavar="NAMES", help=help)
    help = f"what they play, with commas between: {','.join(ids())} (all of them)"
    command.add_argument("--games", metavar="GAMES", default=",".join(ids()), help=help)
    for field in (BOARDS, TURNS, PROCESSES):
        help = f"{field.help} ({field.default})"
        command.add_argument(f"--{field.name}", metavar="N", default=field.default, help=help)
    add_cluster(command)
    command.add_argument(
        "--gauntlet", action="store_true", help="only the first player meets the others"
    )
    command.add_argument("--seed", metavar="N", default="0", help="all luck follows from it (0)")
    command.add_argument("--out", metavar="FILE", default=OUT, help=f"all matches ({OUT})")
    add_json(command)
    command.add_argument("--csv", metavar="FILE", help="write the figures as a table to this file")
    command.add_argument("--html", metavar="FILE", help="write a page with plots to this file")
    add_options(command)


def run(asked: Namespace, console: Console) -> int:
    for file in (asked.csv, asked.html):
        need_folder(file)
    if asked.words:
        path = _reported(asked.words)
    else:
        need_folder(asked.out)
        tournament = _tournament(asked)
        path = asked.out
        executor = workers(asked.cluster, PROCESSES.accept(asked.processes))
        if not _is_played(tournament, path, executor, console):
            return 130
    matches = _read(path)
    _show(asked, console, path, matches, _seconds(path, len(matches)))
    return 0


# ---- what is asked for


def _reported(words: list[str]) -> str:
    if len(words) != 2 or words[0] != "report":
        raise SetupError(f"arena is followed by report FILE, not by {quoted(' '.join(words))}")
    return words[1]


def _tournament(asked: Namespace) -> Tournament:
    from ..arena.tournament import Tournament

    if not asked.players:
        raise SetupError("name the players, such as --players perfect,expert,random")
    tournament = Tournament(
        _listed(asked.players),
        _games(asked),
        BOARDS.accept(asked.boards),
        read_seed(asked.seed),
        asked.gauntlet,
        TURNS.accept(asked.turns),
    )
    tournament.check()
    return tournament


def _listed(text: str) -> tuple[str, ...]:
    """What stands between commas; one that has a comma itself stands in quotation marks."""
    try:
        rows = list(csv.reader([text], skipinitialspace=True))
    except csv.Error:
        raise SetupError(f"{quoted(text)} is no list with commas") from None
    return tuple(name.strip() for row in rows for name in row if name.strip())


def _games(asked: Namespace) -> tuple[Entry, ...]:
    """The games, each with those of the options that it has; SetupError for one that none has."""
    from ..arena.tournament import Entry

    given, entries = given_options(asked), []
    for name in _listed(asked.games):
        kind = find(name)
        own = ((name, given[name]) for name in given if name in kind.options_type.fields)
        entries.append(Entry(kind.id, tuple(own)))
    for name in given:
        if not any(name in dict(entry.given) for entry in entries):
            raise SetupError(f"none of the games has an option {quoted(name)}")
    return tuple(entries)


# ---- playing


def _is_played(tournament: Tournament, path: str, executor: Executor, console: Console) -> bool:
    """Play what is not played yet, and put it all into the file; False if somebody stops it."""
    from ..arena.lines import dumps
    from ..arena.tournament import put_together

    if _holds(path, tournament):
        console.tell(f"{path} holds this tournament already; --out FILE plays it again.")
        return True
    works: list[Work] = []
    results = _results(tournament, executor, console, works)
    if results is None:
        return False
    matches, seconds = put_together(results)
    write_file(_beside(path), "".join(_timed(n, both) for n, both in enumerate(seconds, 1)))
    write_file(path, dumps(matches))
    console.tell(f"Written: {path}, {len(matches):,} matches; times in {_beside(path)}.")
    for work in works:
        work.forget()
    return True


def _results(
    tournament: Tournament, executor: Executor, console: Console, works: list[Work]
) -> list[tuple[Boards, Any]] | None:
    """Play all pieces; None if somebody stops it. The work that is kept is added to `works`.

    Pieces are played again that were not told in time of a program that hung: then it is not
    asked, so that takes no time limit, and the file is the same by any number of processes.
    """
    from ..arena.tournament import perform, unsettled

    identity = [__version__, *tournament, *files_in(tournament.players)]
    performing = partial(perform, tournament, run=os.urandom(8).hex())
    results: dict[tuple[int, int], tuple[Boards, Any]] = {}
    pieces = tournament.pieces()
    while pieces:
        works.append(kept_work("arena", "arena", identity, pieces, performing))
        if not is_done(works[-1], executor, console):
            return None
        results |= {(piece.game, piece.first): (piece, done) for piece, done in works[-1].results()}
        again = unsettled(results.values())
        pieces = {f"{piece.game} {piece.first} {piece.hung}": piece for piece in again}
    return list(results.values())


def _holds(path: str, tournament: Tournament) -> bool:
    """Whether a file holds this tournament; SetupError where it is there and holds another."""
    if not os.path.exists(path):
        return False
    problem = f"{quoted(path)} holds something else; name another file with --out"
    try:
        matches = _read(path)
    except SetupError:
        raise SetupError(problem) from None
    if matches[0].tournament != tournament.name or len(matches) != tournament.matches:
        raise SetupError(problem)
    return True


def _read(path: str) -> Matches:
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


def _beside(path: str) -> str:
    """The file of times: they differ from run to run, and all else does not."""
    root, ending = os.path.splitext(path)
    return f"{root}.times{ending}"


def _timed(number: int, both: list[float]) -> str:
    one, two = (round(seconds, 6) for seconds in both)
    return f"{json.dumps({'match': number, 'seconds1': one, 'seconds2': two})}\n"


def _seconds(path: str, count: int) -> Seconds:
    """How long each player thought in each match; nothing where no file tells of all of them."""
    try:
        with open(_beside(path), encoding="utf-8") as file:
            told = [json.loads(line) for line in file]
        seconds = [[float(one["seconds1"]), float(one["seconds2"])] for one in told]
    except (OSError, ValueError, LookupError, TypeError, RecursionError):
        return []
    is_sound = all(0 <= one < inf for both in seconds for one in both)
    return seconds if len(seconds) == count and is_sound else []


# ---- showing


def _show(
    asked: Namespace, console: Console, path: str, matches: Matches, seconds: Seconds
) -> None:
    from ..arena.blunders import worst
    from ..arena.standings import standings

    shown, blunders = standings(matches, seconds), worst(matches)
    if asked.csv:
        from ..views.arena_json import csv_rows

        write_file(asked.csv, _as_csv(csv_rows(shown)))
        console.tell(f"Written: {asked.csv}")
    if asked.html:
        from ..arena.blunders import explained
        from ..engine import Engine
        from ..render.arena_page import page

        engine = Engine()
        boards = [explained(engine, one) for one in blunders]
        write_file(asked.html, page(shown, boards, partial(_again, path)))
        console.tell(f"Written: {asked.html}")
    if asked.json:
        from ..views.arena_json import arena_json

        print_json(console, arena_json(shown, blunders))
    else:
        from .arena_report import lines

        console.say(*lines(shown, console.width))
        if faulty := next((match for match in matches if match.fault), None):
            console.complain(f"The first fault, in match {faulty.match}: {faulty.fault}.")


def _again(path: str, number: int) -> str:
    """What is typed to see a match again."""
    return f"numduel replay --match {number} {word(path)}"


def _as_csv(rows: list[list[Any]]) -> str:
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(rows)
    return text.getvalue()
