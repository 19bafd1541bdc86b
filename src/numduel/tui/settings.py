"""What a person has chosen for all screens, kept on disk."""

from __future__ import annotations

import os
from collections.abc import Mapping

from ..errors import SetupError, printable
from ..options import Choice, Fields, Flag, Option
from ..play.session import LONGEST_NAME
from ..storage import json_files

KEPT = "settings"

COLOURS = ("dark", "light", "high contrast", "colour-blind")


class Name(Option[str]):
    """What somebody is called."""

    def limits(self) -> str:
        return f"a name of up to {LONGEST_NAME} characters"

    def accept(self, value: object) -> str:
        if not isinstance(value, str):
            raise self.refuse(value)
        name = printable(" ".join(value.split()))
        if not 0 < len(name) <= LONGEST_NAME:
            raise self.refuse(value)
        return name


class Settings(Fields):
    """Every setting, checked.

    >>> Settings(name="Ann", ascii="yes").texts()["ascii"]
    'yes'
    """

    colours = Choice("dark", COLOURS, "the colours of all screens")
    animation = Flag(True, "whether tokens move and numbers turn")
    ascii = Flag(False, "whether only plain letters are drawn")
    name = Name("Guest", "what you are called")
    friend = Name("Friend", "what a friend at this keyboard is called")

    def changed(self, **given: object) -> Settings:
        """The same but for these; SetupError where one of them cannot be."""
        return Settings(**{**vars(self), **given})


def file() -> str:
    return json_files.file(KEPT)


def load() -> Settings:
    """The settings on disk; what is missing there, or spoilt, is as it is at first."""
    settings = Settings(
        colours=_fitting(os.environ.get("COLORFGBG", "")), ascii=_is_plain(os.environ)
    )
    for name, value in json_files.load(KEPT).items():
        try:
            settings = settings.changed(**{name: value})
        except SetupError:
            continue
    return settings


def _fitting(terminal: str) -> str:
    """The colours for a terminal that says what its own are, as some do: "0;15" is a light one."""
    return "light" if terminal.rpartition(";")[2] in ("7", "15") else "dark"


def _is_plain(environ: Mapping[str, str]) -> bool:
    """Whether a terminal is said to have plain letters only.

    Python itself sets LC_CTYPE where LANG is C, so this word does not count then.

    >>> _is_plain({"LANG": "C", "LC_CTYPE": "C.UTF-8"}), _is_plain({"LC_ALL": "en_US"})
    (True, True)
    >>> _is_plain({"LANG": "C.UTF-8"}), _is_plain({"LANG": "C", "LC_ALL": "de_DE.utf8"})
    (False, False)
    """
    language = environ.get("LANG", "")
    said = environ.get("LC_ALL") or (language if language in ("C", "POSIX") else "")
    said = said or environ.get("LC_CTYPE") or language
    return bool(said) and "utf8" not in said.lower().replace("-", "")


def keep(settings: Settings) -> None:
    """The settings on disk; OSError if they cannot be written."""
    json_files.keep(KEPT, vars(settings))
