"""Pack the files of a run into a submission: a manifest, and an archive with everything."""

from __future__ import annotations

import json
import os

from ..adapters.model_client import Address
from ..adapters.model_settings import is_model
from ..errors import SetupError, quoted
from ..storage import files
from ..views.prices import Price
from .manifest import (
    MANIFEST,
    MAX_NAME_CHARS,
    RUN,
    Manifest,
    Run,
    digest_files,
    manifest_json,
    read_run,
    run_json,
)
from .sources import FolderSource, read_source, write_archive
from .verifying import find_keys


def start_run(folder: str, run: Run) -> None:
    """Write the settings of a run into its folder; SetupError if it holds another run."""
    run.check()
    path = os.path.join(folder, RUN)
    if os.path.exists(path):
        if read_run(FolderSource(folder)) != run:
            raise SetupError(f"{quoted(folder)} holds another run. Name another folder")
        return
    try:
        os.makedirs(folder, exist_ok=True)
        if os.listdir(folder):
            raise SetupError(f"{quoted(folder)} isn't empty. Name another folder")
        files.write(path, json.dumps(run_json(run), indent=2) + "\n")
    except OSError as error:
        raise SetupError(f"{quoted(path)} cannot be written: {files.reason(error)}") from None


def read_started(folder: str) -> Run | None:
    """Return the run in a folder; None if there is none yet."""
    is_started = os.path.exists(os.path.join(folder, RUN))
    return read_run(FolderSource(folder)) if is_started else None


def write_manifest(folder: str, name: str | None, price: Price | None) -> Manifest:
    """Write the manifest of a finished run into its folder; SetupError if it can't be submitted."""
    source = read_source(folder)
    run = read_run(source)
    for file in run.files:
        if file not in source.sizes:
            raise SetupError(f"{file} is missing. Finish the run first")
        if problem := next(find_keys(source, file, _secrets(run)), None):
            raise SetupError(f"{problem}. Remove it before you submit")
    name = name or run.player[:MAX_NAME_CHARS]
    if len(name) > MAX_NAME_CHARS or not name.isprintable():
        raise SetupError(f"a name has up to {MAX_NAME_CHARS} printable characters")
    manifest = Manifest(run, name, price, digest_files(source, run.files))
    text = json.dumps(manifest_json(manifest), indent=2, ensure_ascii=False)
    try:
        files.write(os.path.join(folder, MANIFEST), text + "\n")
    except OSError as error:
        raise SetupError(f"{MANIFEST} cannot be written: {files.reason(error)}") from None
    return manifest


def _secrets(run: Run) -> tuple[bytes, ...]:
    """Return the keys of the environment, which no file of a model may contain."""
    if not is_model(run.player):
        return ()
    try:
        return tuple(secret.encode() for secret in Address.from_environment().secrets)
    except SetupError:
        return ()


def pack(folder: str, path: str, manifest: Manifest) -> None:
    """Write the archive of a folder with its manifest; SetupError if that fails."""
    try:
        write_archive(path, FolderSource(folder), [MANIFEST, *manifest.files])
    except OSError as error:
        raise SetupError(f"{quoted(path)} cannot be written: {files.reason(error)}") from None
