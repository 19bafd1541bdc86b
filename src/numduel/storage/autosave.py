"""A session whose match is on disk after every move, round after round.

What reads and writes is not loaded before it is needed: play must start fast.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from ..errors import AlreadyFinished
from ..play.session import AS_RECORDED, Session, Whos

if TYPE_CHECKING:
    from ..play.match import Match, Ply
    from .saves import Save


class Autosave:
    """Keeps the match of a session in its file; every round has a file of its own.

    Interfaces call `keep` after each change, and say what it answers.
    """

    def __init__(self, session: Session, save: Save | None = None) -> None:
        """`save` is where this round is kept already; without it, a new file is begun."""
        self.session = session
        self.is_failing = False
        """Whether the last attempt to keep the match failed."""
        self._save = save
        self._opened: tuple[Ply, ...] | None = None
        """The plies of a match that was opened from a file somewhere."""
        self._round = session.round
        self._saved_round = 0 if save is None else session.round

    @classmethod
    def resume(cls, save: Save, whos: Whos = AS_RECORDED) -> Autosave:
        """A saved game, or the round after it; SetupError if it is gone, damaged or finished.

        `whos` are those who play on for its players.
        """
        from . import saves

        saves.sweep()
        match = save.load()
        if not saves.is_open(save, match):
            raise AlreadyFinished(save.name)
        saves.check_players(save, match, whos)
        return cls.of(save, match, whos)

    @classmethod
    def of(cls, save: Save, match: Match, whos: Whos = AS_RECORDED) -> Autosave:
        """A saved game that was loaded and can be gone on with, or the round after it."""
        autosave = cls(Session.of(match, whos), save)
        if match.is_finished:
            autosave.session.next_round()
        return autosave

    @classmethod
    def open(cls, path: str, warn: Callable[[str], object], whos: Whos = AS_RECORDED) -> Autosave:
        """The match in a file somewhere, from now on kept here; the file stays as it is."""
        from .saves import read

        match = read(path, warn=warn)
        if match.is_finished:
            raise AlreadyFinished(path)
        autosave = cls(Session.of(match, whos))
        autosave._opened = match.plies
        return autosave

    @property
    def save(self) -> Save:
        """Where the round being played is kept."""
        if self._save is None:
            from .saves import Save, sweep

            sweep()
            self._save = Save.fresh(self.session.match.game.id)
        while self._round < self.session.round:
            self._save, self._round = self._save.next_round(), self._round + 1
        return self._save

    @property
    def is_saved(self) -> bool:
        """Whether the round being played is on disk as it stands, and can be gone on with."""
        return self._saved_round == self.session.round and self.save.is_there

    @property
    def is_as_opened(self) -> bool:
        """Whether there is nothing to keep that is not in the file it was opened from."""
        return self._save is None and self._opened == self.session.match.plies

    def keep(self) -> str:
        """Put the match on disk; what people should hear about it, else nothing.

        The game goes on where that fails, and each failure is told, until it works again.
        """
        save, was_failing = self.save, self.is_failing
        name = save.name
        try:
            save.keep(self.session.match)
        except OSError as error:
            from . import files, saves

            self.is_failing, self._saved_round = True, 0
            return f"This game cannot be saved in {saves.folder()}: {files.reason(error)}."
        self.is_failing, self._saved_round = False, self.session.round
        if save.name != name:
            return f"{name} goes on elsewhere too; here it is {save.name}."
        return f"Saved again, as {name}." if was_failing else ""
