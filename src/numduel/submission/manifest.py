"""The manifest of a submission, and the settings of the run that it comes from."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from ..adapters.model_prompt import PROMPT_VERSION
from ..adapters.model_settings import PREFIX, is_model, parse_spec
from ..errors import SetupError, quoted
from ..exam.exams import commitment
from ..exam.making import check_seed
from ..json_numbers import read_amount
from ..version import __version__
from ..views.prices import Price
from .protocol import BENCH, NAME, QUICK, VERSION, Protocol, check_player
from .sources import Source, digest_of, read_bytes

if TYPE_CHECKING:
    from ..views.shapes import benchmark, calls

MANIFEST = "submission.json"
"""The name of the manifest in a submission."""

RUN = "run.json"
"""The name of the file with the settings of a run, which isn't part of a submission."""

MAX_BYTES = 2**16
"""Maximum size of either, in bytes."""

MAX_NAME_CHARS = 60
"""Maximum length of the name of a submission."""

MAX_PLAYER_CHARS = 400
"""Maximum length of the name of a player."""


class Run(NamedTuple):
    """The settings of a run: everything else follows from them and the player."""

    player: str
    seed: str
    """The seed of the fresh questions and of the boards in the tournament."""
    is_quick: bool = False

    @property
    def protocol(self) -> Protocol:
        return QUICK if self.is_quick else BENCH

    @property
    def files(self) -> list[str]:
        """The names of all files that the run writes, except the times."""
        return self.protocol.files(self.player, self.seed)

    def check(self) -> None:
        """Raise SetupError for a player or a seed that the protocol doesn't allow."""
        if len(self.player) > MAX_PLAYER_CHARS or not self.player.isprintable():
            raise SetupError(f"a player has up to {MAX_PLAYER_CHARS} printable characters")
        check_player(self.player)
        check_seed(self.seed, "a fresh exam")


class FileDigest(NamedTuple):
    """The size and SHA-256 of a file."""

    bytes: int
    sha256: str


class Manifest(NamedTuple):
    """The description of a submission."""

    run: Run
    name: str
    """The name of the player on the leaderboard."""
    price: Price | None
    files: dict[str, FileDigest]
    version: str = __version__
    """The version of numduel that made the submission."""


def digest_files(source: Source, names: list[str]) -> dict[str, FileDigest]:
    """Return the sizes and digests of some files."""
    return {name: FileDigest(source.sizes[name], digest_of(source, name)) for name in sorted(names)}


# ---- JSON


def protocol_json(*, is_quick: bool = False) -> benchmark.BenchmarkProtocol:
    """Return the protocol as JSON data."""
    return {"name": NAME, "version": VERSION, "quick": is_quick}


def run_json(run: Run) -> dict[str, Any]:
    """Return the settings of a run as JSON data."""
    return {
        "protocol": protocol_json(is_quick=run.is_quick),
        "player": run.player,
        "seed": run.seed,
    }


def manifest_json(manifest: Manifest) -> benchmark.Submission:
    """Return a manifest as JSON data."""
    run = manifest.run
    return {
        "protocol": protocol_json(is_quick=run.is_quick),
        "player": run.player,
        "name": manifest.name,
        "seed": run.seed,
        "commitment": commitment(run.seed),
        "prompt": prompt_json(run.player),
        "price": None if manifest.price is None else list(manifest.price),
        "numduel": manifest.version,
        "files": [{"name": name, **one._asdict()} for name, one in manifest.files.items()],  # type: ignore[typeddict-item]
    }


def prompt_json(player: str) -> benchmark.Prompt | None:
    """Return the prompts and settings of a model; None for other players."""
    if not is_model(player):
        return None
    spec = parse_spec(player.removeprefix(PREFIX))
    settings = cast("calls.CallSettings", spec.sent)
    return {"name": spec.protocol, "version": PROMPT_VERSION, "settings": settings}


def read_run(source: Source) -> Run:
    """Return the settings of a run; SetupError if there are none."""
    return _parse_run(_read(source, RUN), RUN)


def read_manifest(source: Source) -> Manifest:
    """Return the manifest of a submission; SetupError if it isn't one, or disagrees with itself."""
    data = _read(source, MANIFEST)
    run = _parse_run(data, MANIFEST)
    try:
        files = {one["name"]: FileDigest(one["bytes"], one["sha256"]) for one in data["files"]}
        price = None if data["price"] is None else Price(*map(read_amount, data["price"]))
        version = _text(data["numduel"])
        manifest = Manifest(run, _text(data["name"]), price, files, version)
        is_same = json.loads(json.dumps(manifest_json(manifest))) == data
    except (LookupError, TypeError, ValueError):
        raise SetupError(f"{MANIFEST} isn't the manifest of a submission") from None
    if not is_same:
        raise SetupError(_describe_difference(manifest, data))
    return manifest


def _describe_difference(manifest: Manifest, data: Any) -> str:
    """Return which part of a manifest disagrees with the rest."""
    ours: dict[str, Any] = json.loads(json.dumps(manifest_json(manifest)))
    wrong = next((key for key in (*ours, *data) if ours.get(key) != data.get(key)), "files")
    return f"{MANIFEST}: {quoted(wrong)} doesn't agree with the rest of the manifest"


def _read(source: Source, name: str) -> Any:
    if name not in source.sizes:
        raise SetupError(f"it has no {name}")
    try:
        return json.loads(read_bytes(source, name, MAX_BYTES))
    except (ValueError, RecursionError):
        raise SetupError(f"{name} isn't JSON") from None


def _parse_run(data: Any, name: str) -> Run:
    try:
        about = data["protocol"]
        protocol = about["name"], about["version"]
        run = Run(_text(data["player"], MAX_PLAYER_CHARS), _text(data["seed"], 200), about["quick"])
        is_known = type(run.is_quick) is bool
    except (LookupError, TypeError, ValueError):
        is_known = False
    if not is_known:
        raise SetupError(f"{name} doesn't describe a run of {NAME}")
    if protocol != (NAME, VERSION):
        raise SetupError(f"{name} is of another protocol than {NAME} {VERSION}")
    run.check()
    return run


def _text(value: Any, max_chars: int = MAX_NAME_CHARS) -> str:
    if not isinstance(value, str) or not 0 < len(value) <= max_chars or not value.isprintable():
        raise ValueError
    return value
