"""The protocol `numduel-bench`: the exams and the tournament of a run; see docs/benchmark.md."""

from __future__ import annotations

from typing import NamedTuple

from ..adapters.model_settings import PREFIX, is_model, parse_spec
from ..arena.tournament import Entry, Tournament
from ..dice import derive_seed
from ..errors import SetupError, listed, quoted
from ..exam.questions import Exam
from ..games import built_in
from ..play.players import EXTERNAL_PLAYERS, HUMAN, kinds
from ..storage.calls import calls_path

NAME = "numduel-bench"
VERSION = 1
"""Version of the protocol: results of different versions aren't compared."""

PLAYER_SEED = 0
"""The random seed of the player in the exams."""

PROMPTS = ("open", "listed")
"""The prompts that the protocol allows; docs/models.md describes them."""

ARENA = "arena.jsonl"
"""The file with the matches of the tournament."""

MAX_UNANSWERED = 0.01
"""The largest share of unanswered questions, and of unanswered matches."""

PUBLIC, FRESH, DISGUISE = "public", "fresh", "disguise"
"""The names of the exams."""


class Protocol(NamedTuple):
    """The sizes of a run."""

    is_quick: bool = False
    """Whether the run is only a trial, which no leaderboard shows."""
    has_public: bool = True
    """Whether the public exam is part of it."""
    questions: int = 300
    """The number of fresh questions."""
    opponents: tuple[str, ...] = ("beginner", "skilled", "perfect")
    """The opponents in the tournament; a player doesn't meet itself."""
    boards: int = 10
    """Boards per game; the player meets each opponent on each board from both seats."""

    def exams(self, seed: str) -> dict[str, Exam]:
        """Return the exams by name, with fresh questions from a seed."""
        fresh = Exam(seed, self.questions)
        exams = {FRESH: fresh, DISGUISE: fresh._replace(disguise=seed)}
        return {PUBLIC: Exam(), **exams} if self.has_public else exams

    def tournament(self, player: str, seed: str) -> Tournament:
        """Return the tournament of a player, on boards from a seed."""
        opponents = [name for name in self.opponents if name != player]
        games = [Entry(kind.id, tuple(sorted(kind.skill_options.items()))) for kind in built_in()]
        number = derive_seed(0, f"arena of {NAME} {VERSION} {seed}")
        return Tournament((player, *opponents), tuple(games), self.boards, number, is_gauntlet=True)

    def files(self, player: str, seed: str) -> list[str]:
        """Return the names of the files with results, and of the transcripts of a model."""
        results = [*map(exam_file, self.exams(seed)), ARENA]
        return results + ([calls_path(name) for name in results] if is_model(player) else [])


BENCH = Protocol()
QUICK = Protocol(is_quick=True, has_public=False, questions=10, opponents=("beginner",), boards=1)


def exam_file(name: str) -> str:
    """Return the name of the file with the result of an exam."""
    return f"{name}.json"


def is_external(player: str) -> bool:
    """Return whether a player isn't part of numduel: its answers can't be computed again."""
    return player.startswith(tuple(EXTERNAL_PLAYERS))


def how_checked(player: str) -> str:
    """Return how the answers of a verified player were checked."""
    if not is_external(player):
        return "played again"
    return "transcript" if is_model(player) else "figures"


def prompt_of(player: str) -> str | None:
    """Return the name of a model's prompts; None for other players."""
    return parse_spec(player.removeprefix(PREFIX)).protocol if is_model(player) else None


def check_player(player: str) -> None:
    """Raise SetupError for a player that the protocol doesn't allow."""
    if player == HUMAN or not (player in kinds() or is_external(player)):
        raise SetupError(f"{quoted(player)} isn't a program")
    prompt = prompt_of(player)
    if prompt is not None and prompt not in PROMPTS:
        raise SetupError(
            f"{NAME} allows only the prompts {listed(PROMPTS, 'and')}, not {quoted(prompt)}. "
            "Leave out history, chat and tools"
        )
