"""Fuzz one target with atheris, in a separate process: libFuzzer never returns.

python -m fuzz.worker TARGET [arguments of libFuzzer]
"""

from __future__ import annotations

import sys

import atheris

from .targets import corpus_files, load_target


def main() -> None:
    name, *flags = sys.argv[1:]
    with atheris.instrument_imports(include=["numduel"]):
        target = load_target(name)
        for path in corpus_files(name):  # numduel imports many modules when they are needed
            target(path.read_bytes())
    atheris.Setup([sys.argv[0], *flags], target)
    atheris.Fuzz()


if __name__ == "__main__":
    main()
