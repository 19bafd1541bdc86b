"""The player's settings, and their file."""

from __future__ import annotations

import os
from collections.abc import Mapping

from ..errors import SetupError, printable
from ..options import Choice, Fields, Flag, Option
from ..play.session import MAX_NAME_CHARS
from ..storage import json_files

FILE_STEM = "settings"

COLOURS = ("dark", "light", "high contrast", "colour-blind")


class Name(Option[str]):
    """A player's name."""

    def limits(self) -> str:
        return f"1 to {MAX_NAME_CHARS} characters"

    def accept(self, value: object) -> str:
        if not isinstance(value, str):
            raise self.refuse(value)
        name = printable(" ".join(value.split()))
        if not 0 < len(name) <= MAX_NAME_CHARS:
            raise self.refuse(value)
        return name


class Settings(Fields):
    """Every setting, checked.

    >>> Settings(name="Ann", ascii="yes").texts()["ascii"]
    'yes'
    """

    colours = Choice("dark", COLOURS, "colour theme")
    animation = Flag(True, "animate tokens and tiles")
    ascii = Flag(False, "use ASCII characters only")
    bell = Flag(False, "ring the terminal's bell when it is your turn")
    name = Name("Guest", "your name")
    friend = Name("Friend", "name of a friend who plays on this computer")

    def replace(self, /, **given: object) -> Settings:
        """Return a copy with these settings changed; SetupError if one is invalid."""
        return Settings(**{**vars(self), **given})


def file() -> str:
    return json_files.file(FILE_STEM)


def load() -> Settings:
    """Load the settings; missing or invalid ones have their defaults."""
    settings = Settings(
        colours=_detect_colours(os.environ.get("COLORFGBG", "")),
        ascii=_is_ascii_locale(os.environ),
    )
    for name, value in json_files.load(FILE_STEM).items():
        try:
            settings = settings.replace(**{name: value})
        except SetupError:
            continue
    return settings


def _detect_colours(terminal: str) -> str:
    """Return the colours that suit a terminal, from its COLORFGBG: "0;15" is a light one."""
    return "light" if terminal.rpartition(";")[2] in ("7", "15") else "dark"


def _is_ascii_locale(environ: Mapping[str, str]) -> bool:
    """Return whether the locale allows only ASCII.

    LC_CTYPE doesn't count if LANG is C, because Python sets it itself then.

    >>> _is_ascii_locale({"LANG": "C", "LC_CTYPE": "C.UTF-8"})
    True
    >>> _is_ascii_locale({"LC_ALL": "en_US"})
    True
    >>> _is_ascii_locale({"LANG": "C.UTF-8"})
    False
    >>> _is_ascii_locale({"LANG": "C", "LC_ALL": "de_DE.utf8"})
    False
    """
    language = environ.get("LANG", "")
    locale = environ.get("LC_ALL") or (language if language in ("C", "POSIX") else "")
    locale = locale or environ.get("LC_CTYPE") or language
    return bool(locale) and "utf8" not in locale.lower().replace("-", "")


def save(settings: Settings) -> None:
    """Write the settings to disk; OSError if that fails."""
    json_files.keep(FILE_STEM, vars(settings))
