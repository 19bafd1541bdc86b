"""A session that saves its match after every move.

The modules that read and write files are imported when first needed, to start fast.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from ..errors import AlreadyFinished
from ..play.session import AS_RECORDED, Replacements, Session

if TYPE_CHECKING:
    from ..play.match import Match, Ply
    from .saves import Save


class Autosave:
    """The saved match of a session; each round has its own file.

    Interfaces call `keep` after each change and show the message that it returns.
    """

    def __init__(self, session: Session, save: Save | None = None) -> None:
        """Save this round to `save`, or to a new file."""
        self.session = session
        self.is_failing = False
        """Whether the last attempt to save the match failed."""
        self._save = save
        self._opened: tuple[Ply, ...] | None = None
        """The plies of a match when it was opened from a file."""
        self._round = session.round
        self._saved_round = 0 if save is None else session.round

    @classmethod
    def resume(cls, save: Save, whos: Replacements = AS_RECORDED) -> Autosave:
        """Resume a saved game, or start the round after it.

        `whos` are the players who continue it. Raise SetupError if the file is missing or
        damaged, or the game is finished.
        """
        from . import saves

        saves.sweep()
        match = save.load()
        if not saves.is_open(save, match):
            raise AlreadyFinished(save.name)
        saves.check_players(save, match, whos)
        return cls.of(save, match, whos)

    @classmethod
    def of(cls, save: Save, match: Match, whos: Replacements = AS_RECORDED) -> Autosave:
        """Resume a loaded game, or start the round after it."""
        autosave = cls(Session.of(match, whos), save)
        if match.is_finished:
            autosave.session.next_round()
        return autosave

    @classmethod
    def open(
        cls, path: str, warn: Callable[[str], object], whos: Replacements = AS_RECORDED
    ) -> Autosave:
        """Open a match from any file, and save it as a new game; the file doesn't change."""
        from .saves import read

        match = read(path, warn=warn)
        if match.is_finished:
            raise AlreadyFinished(path)
        autosave = cls(Session.of(match, whos))
        autosave._opened = match.plies
        return autosave

    @property
    def save(self) -> Save:
        """The file of the current round."""
        if self._save is None:
            from .saves import Save, sweep

            sweep()
            self._save = Save.fresh(self.session.match.game.id)
        while self._round < self.session.round:
            self._save, self._round = self._save.next_round(), self._round + 1
        return self._save

    @property
    def is_saved(self) -> bool:
        """Whether the file holds the current position, so that the round can be resumed."""
        return self._saved_round == self.session.round and self.save.is_there

    @property
    def keeps_help(self) -> bool:
        """Whether help is saved now: with the moves so far, in a duel also before the first."""
        return self.is_saved or "Duel" in self.session.match.tags

    @property
    def is_as_opened(self) -> bool:
        """Whether nothing has changed since the match was opened from a file."""
        return self._save is None and self._opened == self.session.match.plies

    def keep(self) -> str:
        """Save the match and return a message for the player, empty if there is nothing to say.

        A failure doesn't stop the game. Each failure returns a message, until saving works again.
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
            return f"{name} was continued elsewhere too. This copy is {save.name}."
        return f"Saved again, as {name}." if was_failing else ""
