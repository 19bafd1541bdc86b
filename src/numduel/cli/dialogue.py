"""One match at the prompt; every move is saved before the next question."""

from __future__ import annotations

import os
import time
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from ..budget import Budget, Exhausted
from ..core import Player
from ..errors import AmbiguousMove, Refused, quoted
from ..play.controller import (
    MAX_LONE_TURNS,
    REVEALED_MESSAGE,
    Action,
    Forfeit,
    NeedsAnalysis,
    Resign,
    Stop,
    Write,
)
from ..play.match import RESIGNED, Match
from ..play.players import SECONDS as CHOICE_SECONDS
from ..play.players import Chooser
from ..play.session import program_action
from ..storage.autosave import Autosave
from ..views.narration import Narration, Reader, address
from ..views.positions import picture
from .arguments import format_options, game_word, stored_command
from .console import Console, EndOfInput

if TYPE_CHECKING:
    from ..engine.teaching.hints import Hints

ALIASES = {"?": "help", "q": "quit", "exit": "quit", "explain": "why"}
COMMANDS = {
    "help": "show this help",
    "board": "show the board again",
    "hint": "get a hint; repeat for the move, then for the line that follows",
    "why": "explain the last mistake",
    "rules": "show the rules",
    "undo": "undo your last move",
    "new": "leave this game and start another",
    "save": "show where the game is saved; save FILE writes a copy",
    "resign": "give up: your opponent wins",
    "stop": "offer to end without a winner",
    "quit": "leave; you can resume the game later",
}


WHY_SECONDS = 30.0
"""Time limit for finding the last mistake, in seconds."""


RESIGNATION_SECONDS = 5.0
"""Time limit for finding out what was resigned, in seconds."""

RATING_SECONDS = 3.0
"""Time limit for the rating after a game, in seconds; `numduel stats` has no limit."""


class Quit(Exception):
    """The player typed quit."""


class New(Exception):
    """The player typed new."""


class Dialogue:
    """A match at the prompt between people, programs, or one of each."""

    def __init__(self, console: Console, autosave: Autosave, *, classic: bool = False) -> None:
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

    # ---- playing

    def run(self) -> None:
        """Play to the end of the match; raise Quit, New or EndOfInput to leave it."""
        self._print_opening()
        while True:
            while (player := self.match.player) is not None:
                if self.session.state.is_turn_limit_reached:
                    self.console.print(f"Stopped at the turn limit ({MAX_LONE_TURNS} turns).")
                    return
                self._take_turn(player)
            self._print_ending()
            if not self._ask_to_undo_resignation():
                return

    def _print_opening(self) -> None:
        game = self.match.game
        if self.match.has_moves:
            return
        if self.classic:
            drawing = game.drawing()
            self.console.print(*drawing, *([""] if drawing else []), *game.intro())
        else:
            intro = [address(line, self.narration.names) for line in game.intro()]
            if not any(game.title in line for line in intro):
                self.console.print(self.console.styled(game.title, "bold"), "")
            self.console.print(*intro)
            self.console.print_text(*self._luck_lines())
        self._print_plies(0)

    def _luck_lines(self) -> list[str]:
        """Return what decides a game without decisions, and how to play with skill."""
        game = self.match.game
        if not game.is_pure_luck:
            return []
        from ..views.rule_choices import describe_luck

        skill = f"numduel play {game_word(game.id)}{format_options(game.skill_options)}"
        return [describe_luck(type(game)), f"To play that way: {skill}"]

    def _take_turn(self, player: Player) -> None:
        self._hints = None
        if self.classic:
            *heading, prompt = self.match.game.ask(self.match.state)
            self.console.print(*heading)
        else:
            self._do_board()
            prompt = f"{self.narration.prompt()} "
        if chooser := self.seats[player]:
            self._play_program(player, chooser, prompt)
            return
        plies = self.match.plies
        while self.match.plies == plies and not self.match.is_finished:
            # until a move is played or undone, or the game ends
            self._answer(self.console.ask(prompt))

    def _play_program(self, player: Player, chooser: Chooser, prompt: str) -> None:
        """Let a program move; if it fails, it forfeits the match."""
        action = program_action(chooser, self.match, Budget(CHOICE_SECONDS))
        if self.classic and not isinstance(action, Forfeit):
            self.console.print(f"{prompt}{action.move}")
        self._do(action, player)

    def _answer(self, text: str) -> None:
        """Run a command or play a move; a word of the game is always a move."""
        command, _, rest = text.strip().partition(" ")
        command = ALIASES.get(command.lower(), command.lower())
        is_move = command in map(str.lower, self.match.game.vocabulary)
        try:
            if command in COMMANDS and not is_move and (not rest or command == "save"):
                getattr(self, f"_do_{command}")(*([rest] if rest else []))
            else:
                self._do(Write(text))
        except Refused as refused:
            self._explain(refused)

    def _do(self, action: Action, player: Player | None = None) -> None:
        """Perform an action, save the match, and print the new plies."""
        before = len(self.match.plies)
        self.session.act(action, player)
        self._save()
        self._print_plies(before)

    def _print_plies(self, before: int) -> None:
        """Print the plies played since there were `before` of them."""
        for number in range(before, len(self.match.plies)):
            if self.classic:
                state, ply = self.match.states[number], self.match.plies[number]
                self.console.print(*self.match.game.report(state, ply.move))
            else:
                self.console.print_text(self.narration.deed(number))

    def _print_ending(self) -> None:
        if self.classic and not self.match.ended:
            self.console.print(*self.match.game.verdict(self.match.state))
        else:
            if not self.classic:
                self._do_board()
            self.console.print_text(*self.narration.verdict())
            if not self.classic:
                self._print_resignation()
        if not self.match.has_moves:
            self._save()
        if not self.classic:
            self._print_rating()
        if self.autosave.is_saved and not self.classic:
            again = stored_command("replay", self.match.game.id, self.autosave.save.name)
            self.console.print_err(f"To replay it: {again}")

    def _print_resignation(self) -> None:
        """Print what was given up by resigning, if the engine can tell soon."""
        ending = self.match.ending
        if ending is None or ending.reason != RESIGNED:
            return
        from ..engine import Engine
        from ..engine.teaching.review import find_resignation
        from ..views.review_text import describe_resignation

        try:
            found = find_resignation(Engine(), self.match, Budget(RESIGNATION_SECONDS))
        except KeyboardInterrupt:
            return
        self.console.print_text(*filter(None, [describe_resignation(found, self.narration)]))

    def _print_rating(self) -> None:
        """Print the person's new rating if it is known soon, or why the game doesn't count.

        A program that types the moves knows that they don't count.
        """
        if not (self.autosave.is_saved and self.console.is_input_terminal):
            return
        from ..engine import Engine
        from ..ratings.person import rate_after_game
        from ..views.rating_text import describe_after_game, describe_objection

        if why := describe_objection(self.match):
            self.console.print_text(why)
            return
        deadline = time.monotonic() + RATING_SECONDS
        try:
            found = rate_after_game(Engine(), self.match, lambda: time.monotonic() > deadline)
        except KeyboardInterrupt:
            return
        if found is not None:
            self.console.print_text(describe_after_game(found))

    def _ask_to_undo_resignation(self) -> bool:
        """Ask in a terminal if a resignation against a program was meant; return if it is undone.

        A program that types the answers is not asked: it may have no more of them.
        """
        if not (self.console.is_input_terminal and self.session.can_undo_resignation):
            return False
        try:
            text = self.console.ask("Press Enter to leave, or type undo to play on: ")
        except EndOfInput:
            return False
        if text.strip().lower() != "undo":
            return False
        self._do_undo()
        return True

    # ---- explaining

    def _explain(self, refused: Refused) -> None:
        line = refused.detail
        if refused.code == "illegal_move":
            line = f"{self.narration.address(line)} Legal moves: {self._choices()}"
        elif refused.code == "invalid_move" and not isinstance(refused.__cause__, AmbiguousMove):
            line += " Type help for more."
        elif line == REVEALED_MESSAGE:
            line += " Type new to start another game."
        self.console.print_problem(line)

    def _choices(self) -> str:
        moves = self.match.moves
        return "  ".join(moves if len(moves) <= 24 else (*moves[:24], "…"))

    # ---- saving

    def _save(self) -> None:
        """Save the match; print a problem if that fails."""
        if problem := self.autosave.keep():
            self.console.print_err(problem)

    def _count_help(self, kind: str) -> None:
        """Count help, and save the count."""
        self.session.count_help(kind)
        if self.autosave.keeps_help:
            self._save()

    # ---- commands

    def _do_help(self) -> None:
        self.console.print_text(f"Type {self.match.game.expects(self.match.state)}.")
        self.console.print_text(f"Legal moves: {self._choices()}")
        self.console.print_text(*self._luck_lines())
        commands = dict(COMMANDS)
        if not self.match.game.endless:  # only endless games can be stopped
            del commands["stop"]
        self.console.print(*help_lines(self.narration, commands))

    def _do_board(self) -> None:
        self.console.ensure_gap()
        self.console.print(*board_lines(self.console, self.match, self.narration.labels))

    def _do_hint(self) -> None:
        """Print the next hint for this position."""
        from ..engine import Engine
        from ..engine.teaching.hints import SECONDS, Hints

        if self._hints is None:
            self._hints = Hints(Engine(), self.match.game, self.match.state)
        self._count_help("hints")
        try:
            self.console.print_text(self.narration.address(self._hints.next(Budget(SECONDS))))
        except KeyboardInterrupt:
            self.console.print("", "Hint cancelled.")

    def _do_why(self) -> None:
        """Explain the last mistake of a person."""
        from ..engine import Engine
        from ..engine.teaching.review import explain_last_mistake

        self._count_help("analyses")
        try:
            people, budget = self.session.people, Budget(WHY_SECONDS)
            why = explain_last_mistake(Engine(), self.match, people, budget)
            self.console.print_text(self.narration.address(why))
        except (Exhausted, KeyboardInterrupt):
            self.console.print("", "This position is too complex to explain here.")

    def _do_rules(self) -> None:
        from ..learning import rulebook
        from .rules import format_page

        self.console.print("", *format_page(rulebook.page_of(self.match.game), self.console), "")

    def _do_undo(self) -> None:
        """Go back to the last choice of a person."""
        taken = self.session.take_back()
        self._save()
        self.console.print(f"Undone: {'  '.join(taken) or 'resignation'}", "")

    def _do_save(self, path: str = "") -> None:
        if path.strip():
            self._write_copy(os.path.expanduser(path.strip().strip("\"'")))
            return
        self._save()
        if self.autosave.is_saved:
            save = self.autosave.save
            resume = stored_command("resume", self.match.game.id, save.name)
            self.console.print(f"Saved in {save.path}.", f"To continue: {resume}")
        else:
            self.console.print_problem("This game can't be saved.")

    def _write_copy(self, path: str) -> None:
        from ..storage import files, record, saves

        try:
            saves.write_copy(path, record.dumps(self.match))
        except (OSError, ValueError) as error:
            self.console.print_problem(f"{quoted(path)} cannot be written: {files.reason(error)}.")
        else:
            self.console.print(f"Written to {path}.")

    def _do_new(self) -> None:
        raise New

    def _do_resign(self) -> None:
        """Resign, in a terminal after a confirmation; a tag of the record says so."""
        if self.console.is_input_terminal:
            winner = self.narration.titles[self.session.resigning_player.other]
            text = self.console.ask(f"Resign? {winner} wins. Type yes to confirm: ")
            if text.strip().lower() not in ("y", "yes"):
                self.console.print("You play on.")
                return
        self._do(Resign())

    def _do_stop(self) -> None:
        """End without a winner, or print that the opponent declined."""
        try:
            self._do(Stop())
        except NeedsAnalysis:
            from ..engine import Engine
            from ..engine.opponents.stopping import SECONDS, is_endless

            match = self.match
            self._do(Stop(is_endless(Engine(), match.game, match.state, Budget(SECONDS))))
        if self.session.state.declined is not None:
            self.console.print_text(self.narration.news(self.session.state.declined))

    def _do_quit(self) -> None:
        raise Quit


# ---- shared with puzzles


def board_lines(console: Console, match: Match, names: Sequence[str] = ()) -> list[str]:
    """Return the board, drawn small enough to leave room for the question."""
    from ..picture_text import draw  # imported here: the rule book's dialogue starts without it

    room, styled = console.height - 8, console.styled
    board, moves = picture(match), match.moves
    return [*draw(board, moves, width=console.width, height=room, names=names, styled=styled), ""]


def help_lines(narration: Narration, commands: Mapping[str, str]) -> list[str]:
    """Return the meaning of the signs on the board, the commands, and where rules are."""
    from ..picture_text import legend

    match = narration.match
    signs = legend(match.game.picture(match.state))
    meanings = {**signs, **commands}
    lines = [narration.address(f"  {word:<6} {meaning}") for word, meaning in meanings.items()]
    if match.game.rule_page() is not None:  # the command has only the pages of known games
        return lines
    return [*lines, f"Full rules: numduel rules {game_word(match.game.id)}"]
