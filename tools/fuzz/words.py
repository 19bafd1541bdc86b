"""Words that inputs contain, for libFuzzer's mutations."""

from __future__ import annotations

from pathlib import Path
from typing import get_type_hints

import numduel
from numduel.play.players import CHARACTERS, LEVELS

from .targets import data_files, messages, requests

__all__ = ["write_dictionary"]

JSON_WORDS = ("{}", "[]", "null", "true", "false", "1e999", "-1", "NaN", '"\\ud800"', "9" * 400)
TAGS = ("Game", "Options", "Board", "Given", "Result", "Reason", "Ended", "Player1", "Date", "Fork")
KEYS = {
    "file": "name last days best calendar solved tried tries outcome marks is_late first later "
    "match options wishes opponent self 2026-11-16 maze quest size seed numbers rounds",
    "result": "exam fresh questions tier disguise player seed answers numduel id move fault "
    "unanswered usage calls prompt answer reasoning seconds retries version digest protocol name "
    "quick commitment price files bytes sha256 settings messages role content request record "
    "model endpoint tool_calls function arguments",
    "message": "type hello protocol name move game turn view plies player board options seconds "
    "choices message delta content reasoning tool_calls function arguments usage prompt_tokens "
    "completion_tokens finish_reason jsonrpc id method params data: [DONE] MOVE:",
    "page": "# ## ``` - do: - try: - right: - wrong: any or ** ` * | --- ![",
}


def list_words(target: str) -> list[str]:
    """Return the words for a target."""
    games = [game for id in numduel.games() for game in (id, *numduel.new(id).options.fields)]
    texts = {
        "record": [f'[{tag} "' for tag in TAGS],
        "file": data_files.FILES,
        "result": data_files.COMMANDS,
        "message": [name.decode() for name in messages.READERS],
        "request": [*_routes(), *LEVELS, *CHARACTERS, "friend", "here", "letter"],
    }
    texts["save"] = texts["letter"] = texts["page"] = texts["record"]
    is_json = target in ("file", "result", "message", "request")
    found = [*games, *texts.get(target, ()), *KEYS.get(target, "").split()]
    return [*found, *(JSON_WORDS if is_json else ())]


def _routes() -> list[str]:
    from numduel.web.routes import API_ROUTES

    found = []
    for route in API_ROUTES:
        found.append(f"{route.method} A {route.path.replace('{id}', 'm1')}")
        for kind in filter(None, (route.params, route.body)):
            found += get_type_hints(kind)
    return [*found, *requests.TOKENS.values()]


def write_dictionary(target: str, path: Path) -> None:
    """Write the words in libFuzzer's format, in which every odd byte is escaped."""
    entries = dict.fromkeys(filter(None, list_words(target)))
    lines = ("".join(f"\\x{byte:02x}" for byte in one.encode()) for one in entries)
    path.write_text("".join(f'"{line}"\n' for line in lines), encoding="ascii")
