"""Write the cards of numduel and its data set: citation, data-set card and Croissant metadata.

`make cards` runs it; with --check it writes nothing and fails where a file is out of date. With
--out FOLDER it writes the whole data set there, with its cards: `make dataset`.
"""

from __future__ import annotations

import json
import re
import sys
import tomllib
from argparse import ArgumentParser
from collections.abc import Iterator, Mapping
from functools import cache
from hashlib import file_digest
from pathlib import Path
from typing import Any, NamedTuple

from contract import written

from numduel import Dice, Match, analyse
from numduel.cli.dataset import EACH
from numduel.cli.main import main as run_numduel
from numduel.core import AnyGame
from numduel.dataset import formats
from numduel.dataset.lines import VERSION, build_line
from numduel.dataset.positions import MAX_SWEPT_POSITIONS
from numduel.dataset.splits import SPLITS, TEST_SHARE
from numduel.errors import listed
from numduel.exam.questions import questions
from numduel.games import offered
from numduel.play.dealing import PLAYABLE, set_up
from numduel.version import __version__

ROOT = Path(__file__).parents[1]
AUTHORS = "The numduel contributors"
NAME = "numduel-positions"
TITLE = "numduel positions"
SUMMARY = "Positions of two-player number games with the exact value of every legal move."

POSITIONS = {"train": 100_000, "test": 10_000}
"""The positions of each game that are asked for; Sum Battle has fewer."""

FORMATS = {
    ".parquet": ("application/x-parquet", "rows of Parquet"),
    ".jsonl.gz": ("application/jsonlines", "the same rows as JSON lines, compressed"),
}
"""The files of each game and split, with their media types.

Croissant reads Parquet, because it has no type for an object with any keys, and Hugging Face reads
JSON lines, because it has no type for a map.
"""

MADE = (
    f"numduel deals boards by the rule books and takes at most {EACH.default} positions from each "
    f"board. On boards with at most {MAX_SWEPT_POSITIONS:,} positions, each position is equally "
    "likely. On others, and in games with chance, the positions come from random games. The engine "
    "solves each position exactly: no value is estimated."
)
DIVIDED = (
    f"About one group of positions in {TEST_SHARE} is in test, by a hash of the group; the others "
    f"are in train. The groups of the {len(questions())} questions of numduel's public exam are "
    "never in train. If the board is visible, a group is a board with all its rotations and "
    "reflections. Otherwise it is a position, with all positions that are worth the same by the "
    "rules."
)
VERIFIED = (
    "`numduel dataset --verify FILE` reads the record of every row, computes all its values again, "
    "with another method where there is one, and compares every field. The same command writes "
    "the same rows on every machine."
)
BIASES = (
    "Positions are those of random boards and random play, not of people or strong players.",
    "Outcomes and depths are as frequent as the sampling makes them. Weigh them, or make a "
    "balanced data set with `--balanced`.",
)
LIMITS = (
    "Values assume perfect play by both players. The move with the best chance against a weak "
    "player may be another.",
    "Sum Battle has one board, so train and test share it: there a group is a position, and "
    "similar positions are on both sides.",
    "By its rule book, no choice matters in Number Quest. The data set has the variant in which "
    "players may stand.",
    "All boards have the standard size, so the rows can't show whether a model generalises to "
    "larger ones.",
)
PRIVACY = "The data set has no data about people."

CROISSANT_TERMS = (
    "citeAs column equivalentProperty extract field fileObject fileProperty fileSet format "
    "includes isLiveDataset jsonPath key md5 parentField path recordSet references regex "
    "repeated replace samplingRate separator source subField transform"
)
CONTEXT = {
    "@language": "en",
    "@vocab": "https://schema.org/",
    "cr": "http://mlcommons.org/croissant/",
    "dct": "http://purl.org/dc/terms/",
    "rai": "http://mlcommons.org/croissant/RAI/",
    "sc": "https://schema.org/",
    "conformsTo": "dct:conformsTo",
    "data": {"@id": "cr:data", "@type": "@json"},
    "dataType": {"@id": "cr:dataType", "@type": "@vocab"},
    "examples": {"@id": "cr:examples", "@type": "@json"},
    **{term: f"cr:{term}" for term in CROISSANT_TERMS.split()},
}
"""The vocabulary that Croissant 1.0 prescribes."""


class File(NamedTuple):
    """A file of the data set that was written."""

    rows: int
    size: int
    """In bytes."""
    sha256: str


class Build(NamedTuple):
    """Everything that isn't known from the code: addresses, date, and the written files."""

    url: str | None = None
    """The address of the repository."""
    data_url: str | None = None
    """The address of the folder with the data."""
    date: str | None = None
    positions: int | None = None
    """Positions to ask for in every file (default: POSITIONS)."""
    files: Mapping[str, File] = {}

    def asked(self, split: str) -> int:
        return self.positions or POSITIONS[split]


# ---- facts from the code


@cache
def project() -> dict[str, Any]:
    data: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    return data["project"]  # type: ignore[no-any-return]


def file_stems() -> Iterator[tuple[type[AnyGame], str, str]]:
    """Yield each game and split, and the name of its files without the ending."""
    for kind in offered():
        for split in SPLITS:
            yield kind, split, f"{kind.id}-{split}"


def arguments(kind: type[AnyGame], split: str, file: str, positions: int) -> list[str]:
    """Return the arguments of `numduel` that write a file."""
    options = [f"--{name}" for name, value in kind.skill_options.items() if value is True]
    assert len(options) == len(kind.skill_options)
    size = ["--positions", str(positions)]
    return ["dataset", kind.id, *options, *size, "--split", split, "--out", file]


@cache
def example_line(kind: type[AnyGame]) -> dict[str, Any]:
    """Return a late position of a game as a line, for the names and types of the columns."""
    dice = Dice(0)
    match = Match(set_up(kind, dict(kind.skill_options), None, dice, PLAYABLE), dice=dice)
    while not match.is_over:
        match.play(dice.choice(match.moves))
    match.undo()
    return {**build_line(match, analyse(match))}


@cache
def meanings() -> dict[str, str]:
    """Return the meaning of each column: the table in docs/dataset.md, as plain text."""
    page = (ROOT / "docs" / "dataset.md").read_text(encoding="utf-8")
    table = page.split("\n## A line\n")[1].split("\n## ")[0]
    found: dict[str, str] = {}
    for keys, meaning in re.findall(r"^\| (`.+?) \| (.+) \|$", table, re.MULTILINE):
        text = re.sub(r"\[(.+?)\]\(.+?\)", r"\1", meaning)
        found |= dict.fromkeys(re.findall(r"`(\w+)`", keys), text)
    return found


# ---- CITATION.cff


def citation(build: Build) -> str:
    """Return the citation of the software, for GitHub, Zenodo and others."""
    about = project()
    lines = [
        "cff-version: 1.2.0",
        "message: If you use numduel, please cite it.",
        "type: software",
        "title: numduel",
        f"abstract: {json.dumps(about['description'])}",
        f"version: {__version__}",
        *([f"date-released: {build.date}"] if build.date else []),
        "authors:",
        f"  - name: {AUTHORS}",
        f"license: {about['license']}",
        *([f"repository-code: {json.dumps(build.url)}"] if build.url else []),
        "keywords:",
        *(f"  - {word}" for word in about["keywords"]),
    ]
    return "\n".join([*lines, ""])


def cite(build: Build) -> str:
    """Return the citation of the data set as BibTeX."""
    year = f", year = {{{build.date[:4]}}}" if build.date else ""
    url = f", url = {{{build.data_url or build.url}}}" if build.data_url or build.url else ""
    return (
        f"@misc{{numduel, title = {{{TITLE}}}, author = {{{{{AUTHORS}}}}}, "
        f"version = {{{__version__}}}{year}{url}}}"
    )


# ---- the data-set card


def card(build: Build) -> str:
    """Return the card, with the header that Hugging Face reads."""
    sections = {
        "Files": _files(build),
        "Splits": [DIVIDED],
        "Columns": _columns(),
        "How it was made": [MADE],
        "How to verify it": [VERIFIED],
        "Limits and biases": [f"- {line}" for line in (*BIASES, *LIMITS, PRIVACY)],
        "Licence and citation": [f"{project()['license']}.", "", "```bibtex", cite(build), "```"],
    }
    lines = [*_header(build), "", *_introduction(build)]
    for title, content in sections.items():
        lines += ["", f"## {title}", "", *content]
    return "\n".join([*lines, ""])


def _header(build: Build) -> Iterator[str]:
    """Yield the header, in YAML."""
    lists = {
        "language": ["en"],
        "annotations_creators": ["machine-generated"],
        "source_datasets": ["original"],
        "task_categories": ["reinforcement-learning", "tabular-classification"],
        "size_categories": [_size_category(build)],
        "tags": [*project()["keywords"], "exact values", "game theory"],
    }
    yield from ("---", f"pretty_name: {TITLE}", f"license: {project()['license'].lower()}")
    for name, values in lists.items():
        yield from (f"{name}:", *(f"  - {value}" for value in values))
    yield "configs:"
    for kind in offered():
        yield from (f"  - config_name: {kind.id}", "    data_files:")
        for split in SPLITS:
            yield from (f"      - split: {split}", f"        path: {kind.id}-{split}.jsonl.gz")
    yield "---"


def _size_category(build: Build) -> str:
    """Return the number of rows as Hugging Face groups it."""
    rows = sum(build.asked(split) for _, split, _ in file_stems())
    if build.files:
        rows = sum(build.files[f"{stem}.parquet"].rows for _, _, stem in file_stems())
    marks = {1000: "1K", 10_000: "10K", 100_000: "100K", 1_000_000: "1M", 10_000_000: "10M"}
    low = max((mark for mark in marks if mark <= rows), default=None)
    return "n<1K" if low is None else f"{marks[low]}<n<{marks[low * 10]}"


def _introduction(build: Build) -> Iterator[str]:
    games = listed([kind.title for kind in offered()], "and")
    yield from (f"# {TITLE}", "", f"{SUMMARY} The games: {games}.")
    yield "Use them to train a value network, a policy or a language model, or to study a game."
    yield ""
    yield f"- Version: numduel {__version__}, format {VERSION}"
    if build.url:
        yield f"- Repository: {build.url}"
    if build.data_url:
        yield f"- Data: {build.data_url}"


def _files(build: Build) -> Iterator[str]:
    rows = "rows" if build.files else "rows, at most"
    yield from (f"| file | game | split | {rows} |", "| --- | --- | --- | --- |")
    for kind, split, stem in file_stems():
        file = build.files.get(f"{stem}.parquet")
        count = file.rows if file else build.asked(split)
        yield f"| `{stem}` | {kind.title} | {split} | {count:,} |"
    endings = listed([f"`{ending}`" for ending in FORMATS], "and")
    yield from ("", f"Each file exists as {endings}, with the same rows.")
    yield from ("", "The commands that write them (`pip install 'numduel[dataset]'`):", "", "```")
    for kind, split, stem in file_stems():
        words = arguments(kind, split, f"{stem}.parquet", build.asked(split))
        yield f"numduel {' '.join(words)}"
    yield "```"


def _columns() -> Iterator[str]:
    yield from ("All values are for the player to move.", "")
    yield from ("| column | meaning |", "| --- | --- |")
    for name in example_line(next(iter(offered()))):
        yield f"| `{name}` | {meanings()[name]} |"
    yield from ("", "`options` and `features` depend on the game:", "")
    yield from ("| game | options | features |", "| --- | --- | --- |")
    for kind in offered():
        line = example_line(kind)
        options = ", ".join(f"`{name}` {value}" for name, value in line["options"].items())
        yield f"| {kind.title} | {options} | {', '.join(f'`{n}`' for n in line['features'])} |"


# ---- Croissant


def croissant(build: Build) -> str:
    """Return the metadata of the data set in MLCommons' format Croissant, version 1.0."""
    plain = {
        "@context": CONTEXT,
        "@type": "sc:Dataset",
        "conformsTo": "http://mlcommons.org/croissant/1.0",
        "name": NAME,
        "description": SUMMARY,
        "version": __version__,
        "license": f"https://spdx.org/licenses/{project()['license']}.html",
        "creator": {"@type": "sc:Organization", "name": AUTHORS},
        "citeAs": cite(build),
        "keywords": project()["keywords"],
        **({"url": build.data_url or build.url} if build.data_url or build.url else {}),
        **({"datePublished": build.date} if build.date else {}),
        **({} if build.files else {"isLiveDataset": True}),
        "rai:dataCollection": MADE,
        "rai:dataBiases": BIASES,
        "rai:dataLimitations": LIMITS,
        "rai:personalSensitiveInformation": PRIVACY,
        "distribution": [
            _file_object(stem, e, build) for _, _, stem in file_stems() for e in FORMATS
        ],
        "recordSet": [_splits(), *(_record_set(*one) for one in file_stems())],
    }
    return written(plain)


def _file_object(stem: str, ending: str, build: Build) -> dict[str, Any]:
    name = f"{stem}{ending}"
    media, about = FORMATS[ending]
    base = f"{build.data_url.rstrip('/')}/" if build.data_url else ""
    file = build.files.get(name)
    return {
        "@type": "cr:FileObject",
        "@id": name,
        "name": name,
        "description": f"{stem}: {about}",
        "contentUrl": f"{base}{name}",
        "encodingFormat": media,
        **({"contentSize": f"{file.size} B", "sha256": file.sha256} if file else {}),
    }


def _splits() -> dict[str, Any]:
    kinds = {"train": "cr:TrainingSplit", "test": "cr:TestSplit"}
    return {
        "@type": "cr:RecordSet",
        "@id": "splits",
        "dataType": "cr:Split",
        "key": {"@id": "splits/name"},
        "field": [
            {"@type": "cr:Field", "@id": "splits/name", "dataType": "sc:Text"},
            {"@type": "cr:Field", "@id": "splits/url", "dataType": "sc:URL"},
        ],
        "data": [{"splits/name": split, "splits/url": kinds[split]} for split in SPLITS],
    }


def _record_set(kind: type[AnyGame], split: str, stem: str) -> dict[str, Any]:
    line = example_line(kind)
    make = _Fields(f"{stem}.parquet")
    fields = [
        make.field(f"{stem}/{name}", name, value, meanings()[name]) for name, value in line.items()
    ]
    return {
        "@type": "cr:RecordSet",
        "@id": stem,
        "description": f"Positions of {kind.title} for {split}.",
        "key": {"@id": f"{stem}/id"},
        "field": fields,
    }


class _Fields:
    """The fields of a record set, which are columns of one Parquet file."""

    def __init__(self, file: str) -> None:
        self.file = file

    def field(self, id: str, column: str, value: Any, meaning: str) -> dict[str, Any]:
        """Return the field of a column; a struct has fields in it, and a map has repeated ones."""
        about = {"@type": "cr:Field", "@id": id, "description": meaning}
        if column == "moves":
            move, values = next(iter(value.items()))
            parts = {"move": ("$[0]", move), **{k: (f"$[1].{k}", v) for k, v in values.items()}}
        elif isinstance(value, dict):
            parts = {name: (f"$.'{name}'", one) for name, one in value.items()}
        else:
            return {**about, **_data_type(value), "source": self._source(column)}
        inner = [
            {
                "@type": "cr:Field",
                "@id": f"{id}/{name.replace(' ', '_')}",
                **_data_type(one),
                "source": {**self._source(column), "transform": {"jsonPath": path}},
            }
            for name, (path, one) in parts.items()
        ]
        return {**about, **({"repeated": True} if column == "moves" else {}), "subField": inner}

    def _source(self, column: str) -> dict[str, Any]:
        return {"fileObject": {"@id": self.file}, "extract": {"column": column}}


def _data_type(value: Any) -> dict[str, Any]:
    match value:
        case list():
            return {**_data_type(value[0]), "repeated": True}
        case bool():
            return {"dataType": "sc:Boolean"}
        case str():
            return {"dataType": "sc:Text"}
        case float():
            return {"dataType": "sc:Float"}
    return {"dataType": "sc:Integer"}  # a whole number or None


# ---- files

FILES = {"CITATION.cff": citation, "docs/dataset-card.md": card, "docs/croissant.json": croissant}
"""The files in the repository, which have no addresses."""

DATA_FILES = {"CITATION.cff": citation, "README.md": card, "croissant.json": croissant}
"""The files beside the data."""


def write_data_set(folder: Path, build: Build, *more: str) -> None:
    """Write all files of the data set, and its cards; `more` are further arguments of `numduel`."""
    folder.mkdir(parents=True, exist_ok=True)
    files = {}
    for kind, split, stem in file_stems():
        for ending in FORMATS:
            path = folder / f"{stem}{ending}"
            words = arguments(kind, split, str(path), build.asked(split))
            if run_numduel([*words, *more]):
                raise SystemExit(f"{path} could not be written.")
            files[path.name] = _describe(path)
    for name, made in DATA_FILES.items():
        (folder / name).write_text(made(build._replace(files=files)), encoding="utf-8")
        print(f"Written: {folder / name}")


def _describe(path: Path) -> File:
    with path.open("rb") as file:
        digest = file_digest(file, "sha256").hexdigest()
    return File(sum(1 for _ in formats.read(str(path))), path.stat().st_size, digest)


def stale() -> list[str]:
    """Return the files in the repository that are not what the code says."""
    return [
        name
        for name, made in FILES.items()
        if not (ROOT / name).exists() or (ROOT / name).read_text(encoding="utf-8") != made(Build())
    ]


def main(words: list[str] | None = None) -> int:
    parser = ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--check", action="store_true", help="only check the files")
    parser.add_argument("--out", type=Path, help="write the data set and its cards to this folder")
    parser.add_argument("--url", help="address of the repository")
    parser.add_argument("--data-url", help="address of the folder with the data")
    parser.add_argument("--date", help="date of publication, such as 2026-11-18")
    parser.add_argument("--positions", type=int, help="positions per file (default: see POSITIONS)")
    given = parser.parse_args(words)
    build = Build(given.url, given.data_url, given.date, given.positions)
    if given.out is None:
        if build != Build():
            parser.error("addresses, dates and sizes need --out: files in the repository have none")
        return _write_cards(check=given.check)
    write_data_set(given.out, build)
    return 0


def _write_cards(*, check: bool) -> int:
    found = stale()
    for name in found:
        if check:
            print(f"{name} is out of date: run `make cards`.")
        else:
            (ROOT / name).write_text(FILES[name](Build()), encoding="utf-8")
            print(f"Written: {name}")
    return int(check and bool(found))


if __name__ == "__main__":
    sys.exit(main())
