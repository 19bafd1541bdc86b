"""The cards follow from the code, and fit the files that `numduel dataset` writes."""

from __future__ import annotations

import hashlib
import json
import re
from pathlib import Path
from typing import Any

import cards
import pytest
import yaml
from cards import Build, File

import numduel
from duel_support import needs_package, where
from numduel.dataset import formats

ADDRESS, DATA_ADDRESS = "https://code.example/numduel", "https://data.example/numduel/"
ADDRESSED = Build(ADDRESS, DATA_ADDRESS, "2026-11-18")
VOCABULARIES = r"https?://(schema\.org|mlcommons\.org|purl\.org|spdx\.org)/"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with a small data set of all games, and its cards."""
    needs_package("pyarrow", "dataset")
    made = tmp_path_factory.mktemp("data")
    cards.write_data_set(made, Build(date="2026-11-18", positions=6), "--processes", "1")
    return made


def front_matter(card: str) -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load(card.split("---\n")[1])
    return found


def test_committed_cards_are_current() -> None:
    assert cards.stale() == [], "run `make cards`"


def test_committed_cards_have_no_addresses() -> None:
    for name in cards.FILES:
        text = re.sub(VOCABULARIES, "", (cards.ROOT / name).read_text(encoding="utf-8"))
        assert "://" not in text, name


def test_addresses_need_a_folder(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        cards.main(["--url", ADDRESS])
    assert "need --out" in capsys.readouterr().err


def test_citation_names_the_contributors() -> None:
    cited = yaml.safe_load(cards.citation(ADDRESSED))
    assert cited["authors"] == [{"name": "The numduel contributors"}]
    assert (cited["cff-version"], cited["type"]) == ("1.2.0", "software")
    assert (cited["version"], cited["license"]) == (numduel.__version__, "MIT")
    assert cited["repository-code"] == ADDRESS
    assert str(cited["date-released"]) == "2026-11-18"
    assert "repository-code" not in yaml.safe_load(cards.citation(Build()))


def test_card_has_a_configuration_for_each_game() -> None:
    header = front_matter(cards.card(Build()))
    assert [one["config_name"] for one in header["configs"]] == [*numduel.games()]
    files = [file for one in header["configs"] for file in one["data_files"]]
    assert {file["split"] for file in files} == {"train", "test"}
    stems = {f"{stem}.jsonl.gz" for _, _, stem in cards.file_stems()}
    assert {file["path"] for file in files} == stems
    assert header["license"] == "mit"
    assert header["size_categories"] == ["100K<n<1M"]


def test_card_describes_every_column() -> None:
    card = cards.card(ADDRESSED)
    for name in cards.example_line(numduel.new("maze").__class__):
        assert re.search(rf"^\| `{name}` \| .{{12,}} \|$", card, re.MULTILINE), name
    assert "](" not in card  # links of the page would lead nowhere
    assert ADDRESS in card
    assert DATA_ADDRESS in card


@pytest.mark.parametrize(
    ("rows", "category"),
    [(99, "n<1K"), (100, "1K<n<10K"), (999, "1K<n<10K"), (1000, "10K<n<100K")],
)
def test_card_says_how_large_the_data_set_is(rows: int, category: str) -> None:
    files = {f"{stem}.parquet": File(rows, 1, "") for _, _, stem in cards.file_stems()}
    assert front_matter(cards.card(Build(files=files)))["size_categories"] == [category]


def test_croissant_has_the_given_addresses() -> None:
    data = json.loads(cards.croissant(ADDRESSED))
    assert data["url"] == DATA_ADDRESS
    assert data["datePublished"] == "2026-11-18"
    for file in data["distribution"]:
        assert file["contentUrl"] == f"{DATA_ADDRESS}{file['name']}"
    neutral = json.loads(cards.croissant(Build()))
    assert "url" not in neutral
    assert all(file["contentUrl"] == file["name"] for file in neutral["distribution"])


# ---- a data set


@pytest.mark.slow
def test_croissant_knows_every_file(folder: Path) -> None:
    data = json.loads((folder / "croissant.json").read_text(encoding="utf-8"))
    assert "isLiveDataset" not in data
    written = {file.name for file in folder.iterdir()} - {*cards.DATA_FILES}
    assert {file["contentUrl"] for file in data["distribution"]} == written
    for file in data["distribution"]:
        content = (folder / file["contentUrl"]).read_bytes()
        assert file["sha256"] == hashlib.sha256(content).hexdigest()
        assert file["contentSize"] == f"{len(content)} B"


@pytest.mark.slow
def test_croissant_describes_every_column_of_every_file(folder: Path) -> None:
    """Names of columns and of what is in them, and the types of their values."""
    data = json.loads((folder / "croissant.json").read_text(encoding="utf-8"))
    sets = {one["@id"]: one["field"] for one in data["recordSet"] if one["@id"] != "splits"}
    assert [*sets] == [stem for _, _, stem in cards.file_stems()]
    for stem, fields in sets.items():
        rows = [json.loads(line) for line in formats.read(str(folder / f"{stem}.parquet"))]
        assert len(rows) == 6
        for row in rows:
            with where(stem, row["id"]):
                assert [one["@id"] for one in fields] == [f"{stem}/{name}" for name in row]
                for field, value in zip(fields, row.values(), strict=True):
                    check_field(field, value)


TYPES = {"sc:Text": str, "sc:Integer": int, "sc:Float": float, "sc:Boolean": bool}


def check_field(field: dict[str, Any], value: Any) -> None:
    """Check a value, or the values in it: a struct, or the moves with their values."""
    if "subField" not in field:
        kind = TYPES[field["dataType"]]
        values = value if field.get("repeated") else [value]
        assert isinstance(values, list)
        assert all(type(one) is kind or (one is None and kind is int) for one in values)
        return
    if field.get("repeated"):
        value = {"move": "", **next(iter(value.values()))}
    names = [one["@id"].rpartition("/")[2] for one in field["subField"]]
    assert names == [name.replace(" ", "_") for name in value]
    for inner, one in zip(field["subField"], value.values(), strict=True):
        check_field(inner, one)


@pytest.mark.slow
def test_formats_have_the_same_rows(folder: Path) -> None:
    for _, split, stem in cards.file_stems():
        parquet, lines = (
            [json.loads(line) for line in formats.read(str(folder / f"{stem}{ending}"))]
            for ending in cards.FORMATS
        )
        assert parquet == lines
        assert {row["split"] for row in lines} == {split}


@pytest.mark.slow
def test_card_counts_the_rows(folder: Path) -> None:
    card = (folder / "README.md").read_text(encoding="utf-8")
    assert "| `maze-train` | Number Maze | train | 6 |\n" in card
    assert front_matter(card)["size_categories"] == ["n<1K"]
