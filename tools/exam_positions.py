"""Write the positions of the public exam: the same bytes on every machine.

    python tools/exam_positions.py [FILE]

`numduel/exam/making.py` has the method.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from pathlib import Path

from numduel.exam.making import find_candidates, list_pieces, write_exam
from numduel.exam.questions import VERSION, Exam

FILE = Path(__file__).parents[1] / "src/numduel/exam" / f"positions-{VERSION}.jsonl"


def main(path: str = str(FILE)) -> int:
    exam = Exam()
    pieces = list_pieces(exam).values()
    text = write_exam(exam, ((piece, find_candidates(exam, piece)) for piece in pieces))
    Path(path).write_text(text, encoding="utf-8")
    lines = [json.loads(line) for line in text.splitlines()]
    for game, count in Counter(line["game"] for line in lines).items():
        depths = Counter((one["outcome"], one["depth"]) for one in lines if one["game"] == game)
        print(f"{game}: {count} positions,", dict(sorted(depths.items())))
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
