"""Verify a submission: compute everything in it again, and compare.

The player answers again with the same functions that ran it. A player of numduel is asked again, a
model gives the answers of its transcript to the same prompts, and a program makes the moves of its
file. What comes out must be the files of the submission.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator
from functools import partial
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from ..adapters.model_settings import is_model
from ..arena.lines import MatchLine, from_json, to_json
from ..arena.tournament import Tournament, merge_results, perform
from ..errors import NumduelError, SetupError, quoted
from ..exam.questions import Exam
from ..exam.results import Result, parse_result
from ..exam.scoring import Answer, Sitting, ask_question, parse_answer
from ..storage.calls import calls_path
from ..views.exam_json import exam_json
from .comparing import describe_difference
from .given_players import seat_for_match, seat_for_question
from .manifest import MANIFEST, RUN, Manifest, Run, digest_files, read_manifest
from .protocol import ARENA, MAX_UNANSWERED, PLAYER_SEED, exam_file
from .sources import FolderSource, Source, read_bytes, read_lines, read_source
from .transcripts import MAX_LINE_BYTES, Line, ReplayError, Transcript, key_of, read_transcript

MAX_RESULT_BYTES = 2**23
"""Maximum size of an exam's result in bytes."""

MAX_MATCH_BYTES = 2**20
"""Maximum size of a match's line in bytes."""

TIMES = "arena.times.jsonl"
"""The times of a run: they are in no figure, and no part of a submission."""

KEY = re.compile(rb"\b(sk-[A-Za-z0-9_-]{20,}|Bearer [A-Za-z0-9._-]{16,})")
"""A text that looks like a secret key."""


class Verified(NamedTuple):
    """The results of a submission, computed again."""

    manifest: Manifest
    exams: dict[str, Result]
    """The results of the exams by name."""
    matches: list[MatchLine]
    repeated: int
    """Attempts in the transcripts that came to an end and were made again."""


class Verification(NamedTuple):
    """A submission and its problems; verified if there are none."""

    path: str
    manifest: Manifest | None
    """None if it can't be read."""
    problems: list[str]
    """A sentence for each problem."""
    verified: Verified | None = None

    @property
    def name(self) -> str | None:
        """The name on the leaderboard; None if it isn't known."""
        return None if self.manifest is None else self.manifest.name


def verify(path: str) -> Verification:
    """Verify the submission in a folder or an archive; nothing in it is run."""
    manifest = None
    try:
        source = read_source(path)
        manifest = read_manifest(source)
        problems = list(check_files(source, manifest))
        if not problems:
            checked = _Check(source, manifest.run)
            verified = checked.verify(manifest)
            problems = checked.problems
    except SetupError as error:
        problems = [str(error)]
    return Verification(path, manifest, problems, None if problems else verified)


# ---- files


def check_files(source: Source, manifest: Manifest) -> Iterator[str]:
    """Yield the problems of the list of files, of their digests, and keys inside."""
    wanted = set(manifest.run.files)
    ignored = {MANIFEST, *((RUN, TIMES) if isinstance(source, FolderSource) else ())}
    present = set(source.sizes) - ignored
    for name in sorted(wanted - present):
        yield f"{name} is missing"
    for name in sorted(present - wanted):
        yield f"{quoted(name)} isn't a file of the protocol"
    if wanted - set(manifest.files) or set(manifest.files) - wanted:
        yield f"{MANIFEST} lists other files than those of the protocol"
    for name, found in digest_files(source, sorted(wanted & present)).items():
        if name in manifest.files and manifest.files[name] != found:
            yield f"{name} was changed after it was packed: its SHA-256 isn't that of {MANIFEST}"
        yield from find_keys(source, name)


def find_keys(source: Source, name: str, secrets: tuple[bytes, ...] = ()) -> Iterator[str]:
    """Yield a problem for a file with something that looks like a secret key."""
    for number, line in enumerate(read_lines(source, name, MAX_LINE_BYTES), 1):
        if KEY.search(line) or any(secret in line for secret in secrets):
            yield f"{name}: line {number} contains what looks like a secret key"
            return


# ---- results


class _Check:
    """The check of a submission's results, which collects problems."""

    def __init__(self, source: Source, run: Run) -> None:
        self.source = source
        self.run = run
        self.problems: list[str] = []
        self.repeated = 0

    def verify(self, manifest: Manifest) -> Verified:
        exams = {}
        with TemporaryDirectory(prefix="numduel-") as folder:
            for name, exam in self.run.protocol.exams(self.run.seed).items():
                exams[name] = self._check_exam(exam_file(name), exam, folder)
            matches = self._check_arena(folder)
        found = {name: result for name, result in exams.items() if result is not None}
        return Verified(manifest, found, matches, self.repeated)

    def _add(self, name: str, problem: str) -> None:
        self.problems.append(f"{name}: {problem}")

    # ---- exams

    def _check_exam(self, name: str, exam: Exam, folder: str) -> Result | None:
        """Return the result of an exam, computed again; None if that isn't possible."""
        try:
            data = self._read_result(name, exam)
            claimed = parse_result(data, name)
            transcript = self._read_transcript(name)
        except SetupError as error:
            self.problems.append(str(error))
            return None
        path = os.path.join(folder, calls_path(name))
        answers = self._answer_again(name, claimed, transcript, path)
        if len(answers) < len(claimed.questions):
            return None
        result = claimed._replace(answers=answers)
        if problem := describe_difference(exam_json(result), data):
            self._add(name, problem)
        self._check_transcript(transcript, path)
        self._check_unanswered(name, len(result.unanswered), len(answers))
        return result

    def _read_result(self, name: str, exam: Exam) -> Any:
        """Return the content of a result file; SetupError unless it is of the right exam."""
        try:
            data = json.loads(read_bytes(self.source, name, MAX_RESULT_BYTES))
            about = data["exam"]
            asked = about["fresh"], about["questions"], about["tier"], about["disguise"]
            sitting = asked, data["player"], data["seed"]
        except (LookupError, TypeError, ValueError, RecursionError):
            raise SetupError(f"{name} isn't the result of an exam") from None
        if sitting != (tuple(exam), self.run.player, PLAYER_SEED):
            raise SetupError(f"{name} is of another exam or player than {MANIFEST} says")
        return data

    def _answer_again(
        self, name: str, claimed: Result, transcript: Transcript | None, path: str
    ) -> tuple[Answer, ...]:
        """Return all answers; at the first that can't be given again, note the problem."""
        given = {answer.id: answer for answer in claimed.answers}
        sitting = Sitting(claimed.player, claimed.seed, claimed.exam, path)
        answers = []
        for question in claimed.questions:
            if question.id not in given:
                self._add(name, f"question {question.id} has no answer")
                break
            answer = given[question.id]
            make = partial(
                seat_for_question, question=question, answer=answer, transcript=transcript
            )
            try:
                again = ask_question(sitting, question, make)
            except ReplayError as error:
                self._add(calls_path(name) if transcript else name, str(error))
                break
            answers.append(parse_answer(json.loads(json.dumps(again))))
        return tuple(answers)

    # ---- the tournament

    def _check_arena(self, folder: str) -> list[MatchLine]:
        """Return the matches of the tournament, played again."""
        tournament = self.run.protocol.tournament(self.run.player, self.run.seed)
        try:
            claimed = self._read_matches(tournament)
            transcript = self._read_transcript(ARENA)
        except SetupError as error:
            self.problems.append(str(error))
            return []
        path = os.path.join(folder, calls_path(ARENA))
        lines = self._play_again(tournament, [line for line, _ in claimed], transcript, path)
        for line, (_, data) in zip(lines, claimed, strict=False):
            if problem := describe_difference(to_json(line), data):
                self._add(ARENA, f"match {line.match}: {problem}")
                break
        if len(lines) == len(claimed):
            self._check_transcript(transcript, path)
        self._check_unanswered(ARENA, sum(line.is_unanswered for line in lines), len(claimed))
        return lines

    def _read_matches(self, tournament: Tournament) -> list[tuple[MatchLine, Any]]:
        found = []
        for number, line in enumerate(read_lines(self.source, ARENA, MAX_MATCH_BYTES), 1):
            try:
                data = json.loads(line)
                found.append((from_json(data), data))
            except (ArithmeticError, LookupError, TypeError, ValueError, RecursionError):
                raise SetupError(f"{ARENA}: line {number} isn't a match") from None
            if number > tournament.matches:
                break
        if len(found) != tournament.matches:
            count = f"the {tournament.matches} matches of the protocol"
            raise SetupError(f"{ARENA} doesn't have {count}")
        return found

    def _play_again(
        self,
        tournament: Tournament,
        claimed: list[MatchLine],
        transcript: Transcript | None,
        path: str,
    ) -> list[MatchLine]:
        """Return all matches; at the first that can't be played again, note the problem."""
        lines = {(line.game, line.board, line.players): line for line in claimed}

        def seating(game: str, board: int, names: tuple[str, str]) -> Any:
            line = lines.get((game, board, names))
            if line is None:
                raise ReplayError(f"a match of {' and '.join(names)} is missing")
            return partial(seat_for_match, line=line, transcript=transcript)

        done = []
        for piece in tournament.pieces().values():
            try:
                done.append((piece, perform(tournament, piece, transcript=path, seating=seating)))
            except NumduelError as error:
                is_call = transcript is not None and isinstance(error, ReplayError)
                self._add(calls_path(ARENA) if is_call else ARENA, str(error))
                break
        return merge_results(done)[0]

    # ---- transcripts

    def _read_transcript(self, name: str) -> Transcript | None:
        """Return the transcript of a part; None if the player isn't a model."""
        if not is_model(self.run.player):
            return None
        transcript = read_transcript(self.source, calls_path(name))
        self.repeated += transcript.repeated
        return transcript

    def _check_transcript(self, transcript: Transcript | None, path: str) -> None:
        """Note the first line that differs from the transcript of the answers given again."""
        if transcript is None:
            return
        for line, again in _pair_calls(transcript, path):
            call = line.parse()
            call.pop("time", None)
            if problem := describe_difference(again, call):
                self._add(transcript.name, f"line {line.number}: {problem}")
                return
        unused = set(transcript.attempts) - set(_read_again(path))
        if unused:
            line = min(transcript.attempts[key][0] for key in unused)
            self._add(transcript.name, f"line {line.number} belongs to no question or match")

    def _check_unanswered(self, name: str, count: int, total: int) -> None:
        if count > MAX_UNANSWERED * total:
            limit = f"at most {MAX_UNANSWERED:.0%} may be"
            self._add(name, f"{count} of {total} are unanswered, but {limit}. Run it again")


def _read_again(path: str) -> dict[Any, list[Any]]:
    """Return the calls of the answers given again, without times, by what they are about."""
    found: dict[Any, list[Any]] = {}
    if os.path.exists(path):
        with open(path, encoding="utf-8") as file:
            for line in file:
                call = json.loads(line)
                call.pop("time", None)
                found.setdefault(key_of(call), []).append(call)
    return found


def _pair_calls(transcript: Transcript, path: str) -> Iterator[tuple[Line, Any]]:
    """Yield the lines of a transcript with the calls of the answers given again."""
    for key, calls in _read_again(path).items():
        yield from zip(transcript.attempts.get(key, []), calls, strict=False)
