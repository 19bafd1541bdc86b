"""`numduel game new`: write a game file to start from."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from ..errors import SetupError, quoted
from ..games import ids
from ..storage import files
from ..workshop.template import write_template
from .console import Console


def add(command: ArgumentParser) -> None:
    command.add_argument("name", metavar="NAME", help="id of the game, such as chomp")
    command.add_argument("--out", metavar="FILE", help="write to FILE (default: NAME.py)")


def run(args: Namespace, console: Console) -> int:
    id = args.name.removesuffix(".py")
    text = write_template(id)
    if id in ids():
        raise SetupError(f"there is a game {id} already. Choose another name")
    path = args.out or f"{id}.py"
    if not path.endswith(".py"):
        raise SetupError(f"{quoted(path)} must end in .py")
    try:
        with open(path, "x", encoding="utf-8") as file:
            file.write(text)
    except FileExistsError:
        raise SetupError(f"{quoted(path)} exists already. Choose another file with --out") from None
    except OSError as error:
        raise SetupError(f"{quoted(path)} can't be written: {files.reason(error)}") from None
    typed = path if "/" in path else f"./{path}"
    console.print(
        f"Wrote {path}.",
        f"  numduel play {typed}          play it",
        f"  numduel game check {typed}    check its rules",
        f"  numduel game report {typed}   measure it",
    )
    return 0
