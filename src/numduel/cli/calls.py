"""`numduel calls`: show what was sent to language models, and what they answered."""

from __future__ import annotations

import json
from argparse import ArgumentParser, Namespace
from typing import Any

from ..errors import SetupError, counted, listed, printable, quoted
from ..storage import calls
from ..storage.calls import Transcript, Usage
from .arguments import add_json
from .console import Console
from .output import print_json
from .text_table import format_table

MAX_CELL_CHARS = 40
"""Characters of a text in the table; one call is shown whole."""

HEADINGS = ("", "about", "model", "move or fault", "in", "out", "seconds", "retries")

ABOUT = ("question", "game", "board", "match", "ply")
"""Keys that say what a call is about, in the table."""


def add(command: ArgumentParser) -> None:
    command.add_argument("file", metavar="FILE", help="a transcript, such as exam.calls.jsonl")
    command.add_argument("call", nargs="?", metavar="N", help="show call N whole")
    add_json(command.add_argument_group("output"))


def run(args: Namespace, console: Console) -> int:
    """Print a table of all calls, or one call."""
    found = calls.read(args.file)
    _warn(found, console)
    number = None if args.call is None else _parse_number(args.call, found)
    chosen = found.calls if number is None else [found.calls[number - 1]]
    if args.json:
        print_json(console, _as_json(found._replace(calls=chosen)))
    elif number is not None:
        console.print(*_call_lines(chosen[0], console))
    else:
        _print_table(found.calls, console)
    return 0


def _warn(found: Transcript, console: Console) -> None:
    """Say which lines can't be read."""
    if lines := found.damaged:
        named = listed([*map(str, lines[:5]), *(["more"] if len(lines) > 5 else [])], "and")
        verb = "is" if len(lines) == 1 else "are"
        where = f"line{'' if len(lines) == 1 else 's'} {named}"
        console.print_err(f"Left out: {where} {verb} damaged, or not a call of a model.")


def _parse_number(typed: str, found: Transcript) -> int:
    total = len(found.calls)
    if not (typed.isascii() and typed.isdigit() and len(typed) < 10 and 1 <= int(typed) <= total):
        known = f"Choose a number from 1 to {total}" if total else "The file has no calls"
        raise SetupError(f"{quoted(typed)} isn't the number of a call. {known}")
    return int(typed)


def _as_json(found: Transcript) -> dict[str, Any]:
    usage = _total(found.calls).as_json()
    return {"calls": found.calls, "damaged": found.damaged, "usage": usage}


def _total(found: list[calls.Json]) -> Usage:
    """Return the usage of all calls; a number that isn't one counts as 0."""
    total = Usage()
    for call in found:
        numbers = {name: value for name, value in call.items() if isinstance(value, int | float)}
        total = total.plus(Usage.of(numbers))
    return total


# ---- a table


def _print_table(found: list[calls.Json], console: Console) -> None:
    rows = [_row(number, call) for number, call in enumerate(found, 1)]
    if rows:
        console.print(*format_table([list(HEADINGS), *rows]), "")
    used = _total(found)
    console.print_text(
        f"{counted(used.calls, 'call')}: {used.tokens_in:,} tokens in, {used.tokens_out:,} out, "
        f"{used.seconds:,.1f} s, retries: {used.retries}."
    )


def _row(number: int, call: calls.Json) -> list[str]:
    about = " ".join(_plain(call[name]) for name in ABOUT if call.get(name) is not None)
    outcome = call.get("move") or f"({_plain(call.get('fault'))})"
    numbers = (call.get(name) for name in ("tokens_in", "tokens_out", "latency_s", "retries"))
    texts = (about, call.get("model"), outcome, *numbers)
    return [str(number), *(_cell(_plain(text)) for text in texts)]


def _plain(value: Any) -> str:
    if isinstance(value, list):
        return " - ".join(map(_plain, value))
    return "" if value is None else str(value)


def _cell(text: str) -> str:
    """Return a text in one short line, safe to print."""
    line = printable(" ".join(text.split()))
    return line if len(line) <= MAX_CELL_CHARS else f"{line[: MAX_CELL_CHARS - 1]}…"


# ---- one call


def _call_lines(call: calls.Json, console: Console) -> list[str]:
    """Return a whole call: the short facts first, then messages, reasoning and answer."""
    texts = ("messages", "reasoning", "answer")
    lines = [
        f"{printable(name)}: {_fact(value)}" for name, value in call.items() if name not in texts
    ]
    messages = call.get("messages")
    for message in messages if isinstance(messages, list) else []:
        role, content = _role_and_content(message)
        lines += _section(role, content, console)
    for name in texts[1:]:
        if call.get(name):
            lines += _section(name, call[name], console)
    return lines


def _role_and_content(message: Any) -> tuple[str, Any]:
    """Return the role of a message, and its text; the whole message if it has more than that."""
    if isinstance(message, dict) and set(message) == {"role", "content"}:
        return f"message from {message['role']}", message["content"]
    role = message.get("role") if isinstance(message, dict) else "?"
    return f"message from {role}", json.dumps(message, ensure_ascii=False)


def _section(title: str, content: Any, console: Console) -> list[str]:
    text = content if isinstance(content, str) else json.dumps(content, ensure_ascii=False)
    heading = console.styled(f"--- {printable(title)}", "bold")
    return ["", heading, *map(printable, text.split("\n"))]


def _fact(value: Any) -> str:
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return printable(text)
