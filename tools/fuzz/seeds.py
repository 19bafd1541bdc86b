"""Inputs to begin with: real records, saved games, boards, requests, files and messages."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any

import numduel
from numduel import Dice, Match, record
from numduel.arena.lines import MatchLine, PlayerLine, to_json
from numduel.bots import messages
from numduel.core import Player
from numduel.exam.exams import exam_questions
from numduel.exam.questions import Exam
from numduel.exam.results import Result
from numduel.exam.scoring import Answer
from numduel.learning.lessons import FOLDERS
from numduel.storage.record import end_mark, letter
from numduel.submission.manifest import FileDigest, Manifest, Run, manifest_json, run_json
from numduel.version import __version__
from numduel.views.exam_json import exam_json
from numduel.views.prices import Price

from .targets import MAX_BYTES, requests
from .targets.data_files import COMMANDS

__all__ = ["list_seeds"]

OPTIONS: dict[str, tuple[dict[str, Any], ...]] = {
    "maze": ({}, {"size": 4, "extra": 2, "diagonal": 1, "starts": "random"}),
    "sum": ({}, {"highest": 12, "target": 30}),
    "run": ({}, {"size": 3}),
    "quest": ({}, {"stand": True, "size": 3}),
    "race": ({}, {"size": 3, "highest": 3}),
}


def list_seeds(target: str) -> list[bytes]:
    """Return the first inputs of a target, each short enough."""
    make = MAKERS.get(target)
    return [seed for seed in (make() if make else ()) if len(seed) <= MAX_BYTES]


def _matches() -> Iterator[Match]:
    """Yield matches of every game: at the start, in progress, over, resigned, with comments."""
    for id in numduel.games():
        for (number, options), plies in product(enumerate(OPTIONS[id]), (0, 3, 99)):
            dice = Dice(number + plies)
            match = Match(numduel.new(id, seed=number, **options), dice=dice)
            while not match.is_over and len(match.plies) < plies:
                match.play(match.moves[dice.below(len(match.moves))])
            match.tags["Player1"], match.comments[0] = "Ann", "a comment"
            if plies == 3 and not match.is_over:
                match.resign(Player.ONE)
            yield match


def _records() -> Iterator[bytes]:
    yield from (record.dumps(match).encode() for match in _matches())


def _letters() -> Iterator[bytes]:
    for match in _matches():
        yield b"r" + record.dumps(match).encode()
        yield letter.write_letter(match, "abcdefghijkl").encode()


def _saves() -> Iterator[bytes]:
    yield from (end_mark.add_end_mark(record.dumps(match)).encode() for match in _matches())
    yield from (f"{json.dumps({'record': one.decode()})}\n".encode() for one in _records())


def _boards() -> Iterator[bytes]:
    for match in _matches():
        texts = [f"{name}={value}" for name, value in match.game.options.texts().items()]
        yield f"{match.game.id} {' '.join(texts)}\n{match.game.board}".encode()


def _moves() -> Iterator[bytes]:
    for number in range(2 * len(numduel.games())):
        yield bytes([number]) + b"1,1\nright\n7\nyes\n(2, 2)\nup-left\ntop right\n3\npass\n12"


def _core() -> Iterator[bytes]:
    yield from (bytes([variant, way, 1, 2, 3, 4, 5]) for variant in range(12) for way in range(4))


def _requests() -> Iterator[bytes]:
    token = requests.TOKENS["A"]
    for game, opponent in product(numduel.games(), ("here", "casual")):
        new = {"game": game, "opponent": opponent, "token": token, "seat": 1, "seed": 1}
        lines = [
            f"POST A /api/v1/matches {json.dumps(new)}",
            "GET A /api/v1/matches/m1",
            'POST A /api/v1/matches/m1/actions {"seq": 0, "do": "move", "move": "1,1"}',
            'POST A /api/v1/matches/m1/actions {"seq": 1, "do": "resign"}',
            "GET A /api/v1/matches/m1/events",
            "GET - /api/v1/matches/m1/record",
            f"GET - /board.svg?game={game}&seed=1",
        ]
        yield "\n".join(lines).encode()
    for match in list(_matches())[::4]:
        body = {"record": record.dumps(match), "opponent": "here", "token": token}
        yield f"POST A /api/v1/records {json.dumps(body)}".encode()
        sent = {"letter": letter.write_letter(match, "abcdefghijkl"), "token": token}
        yield f"POST A /api/v1/letters {json.dumps(sent)}".encode()


def _files() -> Iterator[bytes]:
    duel = {"day": "2026-11-16", "game": "maze", "outcome": "won", "moves": 5, "marks": "+."}
    contents: dict[str, object] = {
        "settings": {"colours": "light", "animation": False, "name": "Ann"},
        "streak": {"last": "2026-11-15", "days": 1, "best": 2, "calendar": {"2026-11-15": "first"}},
        "practice": {"maze": {"easy": {"solved": 1, "tried": 2}, "tries": ["0f3a + 10 12"]}},
        "lessons": {"maze": 2},
        "duels": {"2026-11-16": duel},
        "ratings": {"0f3a": "name|maze casual won 0=2/2 4=1/0"},
        "last-setup": {"maze": {"match": {"rounds": 3}, "options": {"size": 4}}, "quest": {}},
    }
    for name, content in contents.items():
        yield f"{name}\n{json.dumps(content)}".encode()


def _results() -> Iterator[bytes]:
    texts = {
        "arena": json.dumps(to_json(_line())),
        "exam": json.dumps(exam_json(_exam(), is_scored=False)),
        **dict.fromkeys(("call", "calls"), json.dumps(_call())),
        "manifest": json.dumps(manifest_json(_manifest())),
        "prepare": json.dumps(run_json(_manifest().run)),
        "replay": record.dumps(next(_matches())),
        "compare": json.dumps(to_json(_line())),
        "zip": "PK",
    }
    for name in COMMANDS:
        yield f"{name}\n{texts[name.removesuffix('-json')]}".encode()


def _line() -> MatchLine:
    match = Match.replay(numduel.new("sum", target=20), ["9", "6"])
    sides = PlayerLine("random", 1, 1, 0, Fraction(1)), PlayerLine("casual", 1, 1, 1)
    worths = Fraction(1), Fraction(0), None
    about = 1, "0f3a", 1, "sum", "target=20", 1, 2, False, "exact", None, 2, True
    return MatchLine(*about, *worths, sides, record.dumps(match))


def _exam() -> Result:
    asked = exam_questions(Exam())[:1]
    answers = [Answer(question.id, next(iter(question.worths))) for question in asked]
    return Result(Exam(), "random", 1, tuple(answers), __version__)


def _call() -> dict[str, object]:
    return {
        "messages": [{"role": "user", "content": "Your move?"}],
        "request": {"model": "tiny", "temperature": 0},
        "answer": {"text": "MOVE: 7", "tokens_in": 3, "tokens_out": 2},
        "game": "sum",
        "ply": 1,
        "move": "7",
        "seconds": 0.5,
        "retries": 0,
    }


def _manifest() -> Manifest:
    digests = {"arena.jsonl": FileDigest(3, "0f" * 32)}
    return Manifest(Run("random", "oak", is_quick=True), "Ann", Price(1.0, 2.0), digests)


def _messages() -> Iterator[bytes]:
    match = Match(numduel.new("maze", seed=1))
    sent = [messages.game(match, Player.ONE), messages.turn(match, 1.0)]
    lines = b"\n".join(map(messages.encode_line, sent))
    yield b"speaker\n" + lines
    yield b'bot\n{"type": "hello", "protocol": 1, "name": "Ann"}'
    yield b'bot\n{"type": "move", "move": "0,0"}'
    yield from (b"model\nMOVE: 0,1", b'model\n```json\n{"move": [0, 1]}\n```', b"model\nthe 0, 1.")
    call = {"index": 0, "id": "1", "function": {"name": "play", "arguments": '{"move": "0,0"}'}}
    message = {"content": [{"text": "hi"}], "reasoning": "so", "tool_calls": [call]}
    usage = {"prompt_tokens": 3, "completion_tokens_details": {"reasoning_tokens": 2}}
    answer = {"choices": [{"message": message, "finish_reason": "stop"}], "usage": usage}
    yield f"endpoint\n{json.dumps(answer)}".encode()
    part = {"choices": [{"delta": {"content": "hi"}, "finish_reason": "stop"}]}
    yield f"endpoint\ndata: {json.dumps(part)}\n\ndata: [DONE]".encode()
    yield b'assistant\n{"jsonrpc": "2.0", "id": 7, "method": "ping", "params": {}}'


def _pages() -> Iterator[bytes]:
    for id, folder in product(numduel.games(), FOLDERS):
        path = Path(folder, f"{id}.md")
        if path.exists():
            head, *steps = path.read_text(encoding="utf-8").split("\n## ")
            yield from (f"{id}\n{head}\n## {step}".encode() for step in steps)


MAKERS: dict[str, Callable[[], Iterator[bytes]]] = {
    "record": _records,
    "letter": _letters,
    "save": _saves,
    "board": _boards,
    "move": _moves,
    "core": _core,
    "request": _requests,
    "file": _files,
    "result": _results,
    "message": _messages,
    "page": _pages,
}
