"""One match at the prompt: asking, answering, and keeping every move before asking again."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from ..budget import Budget, Exhausted
from ..core import Player
from ..errors import AmbiguousMove, Refused, quoted
from ..play.controller import MAX_LONE_TURNS, SEEN, Action, Forfeit, Resign, Stop, Write
from ..play.match import Match
from ..play.players import SECONDS as CHOICE
from ..play.players import Chooser
from ..play.session import program_action
from ..render.text import draw, legend
from ..storage.autosave import Autosave
from ..views.narration import Narration, Reader, address
from ..views.positions import picture
from .arguments import word
from .console import Console

if TYPE_CHECKING:
    from ..engine.teaching.hints import Hints

SHORT = {"?": "help", "q": "quit", "exit": "quit"}
COMMANDS = {
    "help": "what can be typed here",
    "board": "the board again",
    "hint": "a nudge; again: the move; again: the line that follows",
    "why": "why the last mistake was one",
    "rules": "the rules of this game",
    "undo": "take the last move back",
    "new": "leave this game as it is and begin another",
    "save": "where the game is kept; save FILE writes it there as well",
    "resign": "give the game up: the other player wins",
    "stop": "end an endless game, as both agree: nobody wins",
    "quit": "leave; the game can be resumed",
}


WHY_SECONDS = 30.0
"""How long the last mistake is looked for."""


class Quit(Exception):
    """Somebody wants to stop."""


class New(Exception):
    """Somebody wants another game."""


class Dialogue:
    """A match between two people, or one and a program, or two programs."""

    def __init__(self, console: Console, autosave: Autosave, *, classic: bool = False) -> None:
        """The round that the two are at."""
        self.console = console
        self.autosave = autosave
        self.session = autosave.session
        self.seats = self.session.choosers
        self.classic = classic
        self._hints: Hints | None = None

    @property
    def match(self) -> Match:
        return self.session.match

    @property
    def narration(self) -> Narration:
        return Narration(self.match, reader=Reader.of(self.session.people))

    # ---- the course of the game

    def run(self) -> None:
        """From here to the verdict; Quit or EndOfInput if it is not reached."""
        self._open()
        while (player := self.match.player) is not None:
            if self.session.table.is_given_up:
                self.console.say(f"Left unfinished after {MAX_LONE_TURNS} turns.")
                return
            self._take_turn(player)
        self._close()

    def _open(self) -> None:
        game = self.match.game
        if self.match.has_moves:
            return
        if self.classic:
            drawing = game.drawing()
            self.console.say(*drawing, *([""] if drawing else []), *game.intro())
        else:
            intro = [address(line, self.narration.names) for line in game.intro()]
            if not any(game.title in line for line in intro):
                self.console.say(self.console.styled(game.title, "bold"), "")
            self.console.say(*intro)
        self._tell(0)

    def _take_turn(self, player: Player) -> None:
        self._hints = None
        if self.classic:
            *heading, prompt = self.match.game.ask(self.match.state)
            self.console.say(*heading)
        else:
            self._do_board()
            prompt = f"{self.narration.prompt()} "
        if chooser := self.seats[player]:
            self._let_choose(player, chooser, prompt)
            return
        plies = self.match.plies
        while self.match.plies == plies and not self.match.is_finished:
            # until something is played or taken back, or the game is given up
            self._answer(self.console.ask(prompt))

    def _let_choose(self, player: Player, chooser: Chooser, prompt: str) -> None:
        """A program's turn: where it fails, it has forfeited, and that ends the match."""
        action = program_action(chooser, self.match, Budget(CHOICE))
        if self.classic and not isinstance(action, Forfeit):
            self.console.say(f"{prompt}{action.move}")
        self._do(action, player)

    def _answer(self, text: str) -> None:
        """Do what was typed; a word of the game's own is a move, and no command."""
        command, _, rest = text.strip().partition(" ")
        command = SHORT.get(command.lower(), command.lower())
        is_move = command in map(str.lower, self.match.game.vocabulary)
        try:
            if command in COMMANDS and not is_move and (not rest or command == "save"):
                getattr(self, f"_do_{command}")(*([rest] if rest else []))
            else:
                self._do(Write(text))
        except Refused as refused:
            self._explain(refused)

    def _do(self, action: Action, player: Player | None = None) -> None:
        """Let people or a program act, keep what came of it, and tell it."""
        before = len(self.match.plies)
        self.session.act(action, player)
        self._keep()
        self._tell(before)

    def _tell(self, before: int) -> None:
        """What has happened since there were so many plies."""
        for number in range(before, len(self.match.plies)):
            if self.classic:
                state, ply = self.match.states[number], self.match.plies[number]
                self.console.say(*self.match.game.report(state, ply.move))
            else:
                self.console.say(self.narration.deed(number))

    def _close(self) -> None:
        if self.classic and not self.match.ended:
            self.console.say(*self.match.game.verdict(self.match.state))
        else:
            if not self.classic:
                self._do_board()
            self.console.say(*self.narration.verdict())
        if not self.match.has_moves:
            self._keep()
        if self.autosave.is_saved and not self.classic:
            self.console.tell(f"To see it again: numduel replay {word(self.autosave.save.name)}")

    # ---- saying

    def _explain(self, refused: Refused) -> None:
        line = refused.detail
        if refused.code == "illegal_move":
            line += f" You may choose: {self._choices()}"
        elif refused.code == "invalid_move" and not isinstance(refused.__cause__, AmbiguousMove):
            line += " (help tells more.)"
        elif line == SEEN:
            line += " (new begins another game.)"
        self.console.complain(line)

    def _choices(self) -> str:
        moves = self.match.moves
        return "  ".join(moves if len(moves) <= 24 else (*moves[:24], "…"))

    # ---- keeping

    def _keep(self) -> None:
        """The match on disk, and a word where that did not go well."""
        if problem := self.autosave.keep():
            self.console.tell(problem)

    # ---- commands

    def _do_help(self) -> None:
        self.console.say(f"Type {self.match.game.expects(self.match.state)}.")
        self.console.say(f"You may choose: {self._choices()}")
        commands = dict(COMMANDS)
        if not self.match.game.endless:  # the only kind of game that can be stopped
            del commands["stop"]
        self.console.say(*help_lines(self.narration, commands))

    def _do_board(self) -> None:
        self.console.gap()
        self.console.say(*board_lines(self.console, self.match, self.narration.labels))

    def _do_hint(self) -> None:
        """A little more each time it is asked for in the same position."""
        from ..engine import Engine
        from ..engine.teaching.hints import SECONDS, Hints

        if self._hints is None:
            self._hints = Hints(Engine(), self.match.game, self.match.state)
        self.session.count_help("hints")
        try:
            self.console.say(self.narration.address(self._hints.next(Budget(SECONDS))))
        except KeyboardInterrupt:
            self.console.say("", "No hint, then.")

    def _do_why(self) -> None:
        """Why the last mistake of a person was one."""
        from ..engine import Engine
        from ..engine.teaching.review import last_mistake

        self.session.count_help("analyses")
        try:
            why = last_mistake(Engine(), self.match, self.session.people, Budget(WHY_SECONDS))
            self.console.say(self.narration.address(why))
        except (Exhausted, KeyboardInterrupt):
            self.console.say("", "That is too deep to be worked out here.")

    def _do_rules(self) -> None:
        from ..learning import rulebook
        from .rules import lay_out

        self.console.say("", *lay_out(rulebook.page(self.match.game.id), self.console), "")

    def _do_undo(self) -> None:
        """Back to the last choice of a person."""
        taken = self.session.take_back()
        self._keep()
        self.console.say(f"Taken back: {'  '.join(taken)}", "")

    def _do_save(self, path: str = "") -> None:
        if path.strip():
            self._write_copy(os.path.expanduser(path.strip().strip("\"'")))
            return
        self._keep()
        if self.autosave.is_saved:
            save = self.autosave.save
            self.console.say(
                f"Saved in {save.path}.", f"Go on later with: numduel resume {word(save.name)}"
            )
        else:
            self.console.complain("This game cannot be saved.")

    def _write_copy(self, path: str) -> None:
        from ..storage import files, record, saves

        try:
            saves.write_copy(path, record.dumps(self.match))
        except (OSError, ValueError) as error:
            self.console.complain(f"Nothing was written to {quoted(path)}: {files.reason(error)}.")
        else:
            self.console.say(f"Written to {path}.")

    def _do_new(self) -> None:
        raise New

    def _do_resign(self) -> None:
        """The tag of the record says so; the result of the moves stays what it is (G8)."""
        self._do(Resign())

    def _do_stop(self) -> None:
        self._do(Stop())

    def _do_quit(self) -> None:
        raise Quit


# ---- for puzzles too


def board_lines(console: Console, match: Match, names: Sequence[str] = ()) -> list[str]:
    """The board as it stands; what is asked below it wants to be seen too."""
    room, styled = console.height - 8, console.styled
    board, moves = picture(match), match.moves
    return [*draw(board, moves, width=console.width, height=room, names=names, styled=styled), ""]


def help_lines(narration: Narration, commands: Mapping[str, str]) -> list[str]:
    """What the signs on the board mean, what the commands do, and where the rules are."""
    match = narration.match
    signs = legend(match.game.picture(match.state))
    meanings = {**{sign: narration.address(what) for sign, what in signs.items()}, **commands}
    lines = [f"  {word:<6} {meaning}" for word, meaning in meanings.items()]
    return [*lines, f"All the rules: numduel rules {match.game.id}"]
