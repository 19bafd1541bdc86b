"""Load a data set by its Croissant metadata, and compare every row with the JSON lines.

It needs `mlcroissant` and `pyarrow`, and nothing of numduel: `make cards-check` runs it.
"""

from __future__ import annotations

import gzip
import json
import sys
from pathlib import Path
from typing import Any

import mlcroissant

__all__ = ["check_folder", "plain_row"]


def check_folder(folder: Path) -> list[str]:
    """Return a line for each record set that was compared; raise an error for a difference."""
    dataset = mlcroissant.Dataset(str(folder / "croissant.json"))
    issues = dataset.metadata.issues
    if issues.errors or issues.warnings:
        raise SystemExit(issues.report())
    told = []
    for name in [one.id for one in dataset.metadata.record_sets if one.id != "splits"]:
        rows = [plain_row(name, record) for record in dataset.records(name)]
        with gzip.open(folder / f"{name}.jsonl.gz", "rt", encoding="utf-8") as file:
            lines = [json.loads(line) for line in file]
        if rows != lines:
            wrong = [row["id"] for row in rows if row not in lines][:1]
            raise SystemExit(f"{name} has {len(rows)} rows that aren't its JSON lines: {wrong}")
        told.append(f"{name}: {len(rows):,} rows are as in the JSON lines")
    return told


def plain_row(name: str, record: dict[str, Any]) -> dict[str, Any]:
    """Return a record as the line that it is: ids of fields become keys, and bytes texts."""
    row: dict[str, Any] = {}
    for id, value in record.items():
        key = id.removeprefix(f"{name}/")
        row[key] = _plain(value, id)
        if key == "moves":
            row[key] = {one.pop("move"): one for one in row[key]}
    return row


def _plain(value: Any, id: str) -> Any:
    match value:
        case bytes():
            return value.decode()
        case list():
            return [_plain(one, id) for one in value]
        case dict():
            spaced = id.endswith("/features")
            keys = (key.removeprefix(f"{id}/") for key in value)
            named = (key.replace("_", " ") if spaced else key for key in keys)
            return dict(zip(named, (_plain(one, id) for one in value.values()), strict=True))
    return value


def main() -> int:
    print("\n".join(check_folder(Path(sys.argv[1]))))
    return 0


if __name__ == "__main__":
    sys.exit(main())
