"""Measure a game: who wins, how long it takes, and how much the choices matter."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import islice, pairwise
from typing import Any, NamedTuple

from ..arena.matches import Score, play_match
from ..budget import Budget, Exhausted
from ..core import AnyGame, Move, Over, Player, Turn
from ..dice import SEED_LIMIT, Dice
from ..engine import Engine
from ..engine.opponents.levels import LEVELS, Memory, Opponent, seat
from ..engine.solving.analysis import Report
from ..engine.solving.playouts import play_out
from ..engine.solving.sweep import sweep
from ..engine.solving.value import Value
from ..engine.studying.boards import MIN_SAMPLE_BOARDS
from ..games import find
from ..intervals import Measure, proportion, ratio, unbounded_ratio
from ..play.match import Match

DEFAULT_GAMES = 100
"""Games of each kind, if no number is given."""

ORDINARY, STEADY = "casual", "skilled"
"""The levels whose games are measured. The figures of play are those of the first."""

LADDER = tuple(reversed([*zip(list(LEVELS)[1:], LEVELS, strict=False)]))
"""Pairs of neighbouring levels, the stronger first; the strongest pair first."""

BOARDS_PER_GAME = 4
"""Boards that are solved for each game played, if they can't all be listed."""

MAX_LISTED_BOARDS = 500
"""Boards up to which all are solved instead of a sample."""


class Limits(NamedTuple):
    """The number of positions searched."""

    board: int
    """To solve a board."""
    in_all: int
    """For all boards together, and again for the positions of games."""
    ply: int
    """To value a position of a game."""


COMPILED_LIMITS, PYTHON_LIMITS = Limits(200_000, 1_000_000, 30_000), Limits(40_000, 160_000, 8_000)
"""The limits for games with compiled rules, which are much faster, and for others."""

HARD_GAMES_SHARE = 5
"""In a game that is hard to solve, strong players play one game of this many."""

MAX_PERFECT_POSITIONS = 20_000
"""Mean positions per board up to which the ladder has perfect players: they solve every board."""

MAX_UNSOLVED_BOARDS = 2
"""Unsolved boards after which no more are tried, if none was solved."""

MAX_SWEPT_POSITIONS = 20_000
"""Positions up to which a game without chance and deals is examined completely."""

RANDOM_GAMES_PER_GAME = 5
"""Random games for each game played, to find endings that better players avoid."""

MAX_RANDOM_PLIES = 300
"""Plies after which a random game is abandoned."""

MIN_KNOWN_SHARE = Fraction(1, 2)
"""Share of games with known values for lead changes and comebacks to be counted.

Also the share of known positions from which a search of variants measures the depth.
"""

COMEBACK_WORTH = Fraction(1, 4)
"""A winner who once stood at this worth or below came back."""

CANDIDATES = 24
"""Positions among which the most surprising one is sought."""

TRIES = 10
"""Choices of a skilled player in each of them."""

Progress = Callable[[str, int, int], object]
"""A callback with the kind of work, the number of steps done, and of all."""


class Study(NamedTuple):
    """The settings of a report: a game, fixed options, the number of games and a seed."""

    id: str
    given: tuple[tuple[str, object], ...] = ()
    games: int = DEFAULT_GAMES
    seed: int = 0
    positions: int | None = None
    """Positions searched for all boards, and again in games; None for the usual number."""

    @property
    def limits(self) -> Limits:
        usual = COMPILED_LIMITS if find(self.id).compiled else PYTHON_LIMITS
        return usual if self.positions is None else usual._replace(in_all=self.positions)

    def dealt(self, number: int) -> AnyGame:
        """Return the game with the board of a number."""
        dice = Dice((self.seed + number) % SEED_LIMIT)
        return find(self.id).setup(dict(self.given), None, dice)


class Boards(NamedTuple):
    """The results of perfect play on all boards, or on a sample."""

    how: str
    """"one" without a visible deal, "all" or "sample"."""
    boards: int
    won: tuple[int, int]
    drawn: int
    endless: int
    chance: int
    """Boards on which chance decides."""
    unknown: int
    """Boards that were too large to solve."""
    worth: Fraction | None
    """Player 1's mean worth; None if a board is unknown."""
    turns: Fraction | None
    """Mean turns of the boards that a player wins; None if there are none."""
    positions: int
    """Positions searched."""

    @property
    def is_solved(self) -> bool:
        return not self.unknown

    @property
    def is_easy(self) -> bool:
        """Whether a player can solve every board during play."""
        return self.is_solved and self.positions <= MAX_PERFECT_POSITIONS * self.boards


class SeatShare(NamedTuple):
    """Player 1's results between two equal players."""

    level: str
    score: Score

    @property
    def share(self) -> float | None:
        """Player 1's share of the finished games; a draw counts half. None without games."""
        return self.score.points / self.finished if self.finished else None

    @property
    def finished(self) -> int:
        return self.score.matches - self.score.unfinished

    @property
    def interval(self) -> tuple[float, float]:
        return proportion(self.score.points, self.finished)


class Rung(NamedTuple):
    """The results of a level against the next weaker one."""

    stronger: str
    weaker: str
    score: Score

    @property
    def games(self) -> int:
        """Finished games."""
        return self.score.matches - self.score.unfinished

    @property
    def share(self) -> float | None:
        return self.score.points / self.games if self.games else None

    @property
    def interval(self) -> tuple[float, float]:
        return proportion(self.score.points, self.games)


class Found(NamedTuple):
    """A position with its values, and how to reach it."""

    game: AnyGame
    moves: tuple[Move, ...]
    """The moves and chance outcomes from the start."""
    state: Any
    report: Report

    @property
    def is_choice(self) -> bool:
        """Whether a move is worth less than another."""
        return len({value.worth for value in self.report.moves.values()}) > 1

    @property
    def correct(self) -> tuple[Move, ...]:
        """The moves that keep the worth of the position."""
        worth = self.report.value.worth
        return tuple(m for m, value in self.report.moves.items() if value.worth == worth)


class Surprise(NamedTuple):
    """The position in which skilled players lose most by their choice."""

    found: Found
    tries: int
    correct: int
    """Tries that kept the worth."""
    lost: Fraction
    """Mean share of a win that was lost."""


class PlayedGame(NamedTuple):
    """Counts of one game between ordinary players."""

    turns: int
    plies: int
    positions: int
    """Positions with a player to move."""
    moves: int
    """Legal moves in them."""
    forced: int
    """Positions with one legal move."""
    known: int
    """Positions whose value is known."""
    real: int
    """Known positions in which the choice matters."""
    is_finished: bool
    is_draw: bool
    reason: str
    lead_changes: int | None
    """None if a position of the game is unknown."""
    is_comeback: bool | None


class Everything(NamedTuple):
    """Counts over every position of a game."""

    positions: int
    real: int
    reasons: frozenset[str]
    longest: Found | None


class GameReport(NamedTuple):
    """The measurements of a game."""

    study: Study
    game: AnyGame
    boards: Boards
    seats: tuple[SeatShare, ...]
    played: tuple[PlayedGame, ...]
    figures: dict[str, Measure | None]
    """Figures of play with intervals; None if nothing is known."""
    ladder: tuple[Rung, ...]
    seen_reasons: frozenset[str]
    everything: Everything | None
    """None if there are too many positions, deals or chance."""
    longest: Found | None
    surprise: Surprise | None

    @property
    def first_player_worth(self) -> Measure:
        """Player 1's worth with perfect play; if that is unknown, between skilled players."""
        if self.boards.worth is not None:
            worth = float(self.boards.worth)
            if self.boards.how != "sample":
                return Measure(worth, None)
            points = worth * self.boards.boards
            return Measure(worth, proportion(points, self.boards.boards))
        best = self.seats[-1]
        return Measure(0.5 if best.share is None else best.share, best.interval)

    @property
    def endings(self) -> dict[str, float]:
        """The share of each reason in the finished games between ordinary players."""
        counts = Counter(game.reason for game in self.played if game.is_finished)
        total = counts.total()
        return {r: counts[r] / total if total else 0.0 for r in self.game.reasons}

    @property
    def dead_reasons(self) -> tuple[str, ...]:
        """The reasons that never occur; without a look at everything, those never seen."""
        return tuple(r for r in self.game.reasons if r not in self.seen_reasons)

    @property
    def known_share(self) -> float:
        """Share of the positions of play whose value is known."""
        positions = sum(game.positions for game in self.played)
        return sum(game.known for game in self.played) / positions if positions else 1.0

    @property
    def turn_counts(self) -> Counter[int]:
        """Number of finished games by their turns."""
        return Counter(game.turns for game in self.played if game.is_finished)


FIGURES = (
    "turns",
    "plies",
    "branching",
    "forced",
    "decisions",
    "decisions_per_game",
    "lead_changes",
    "comebacks",
    "draws",
    "unfinished",
)
"""The figures of play, in display order."""


def _ignore(what: str, done: int, total: int) -> None:
    """Do nothing."""


def measure_game(study: Study, progress: Progress = _ignore) -> GameReport:
    """Measure a game; the same study has the same results everywhere."""
    engine, memory = Engine(), Memory()
    game = study.dealt(0).public()
    boards = solve_boards(study, engine, progress)
    played, found = play_ordinary_games(study, engine, memory, progress)
    strong = study if boards.is_easy else study._replace(games=_fewer_games(study.games))
    seats = [SeatShare(ORDINARY, score_of(played)), _play_equals(strong, STEADY, memory, progress)]
    pairs = LADDER if boards.is_easy else LADDER[1:]
    ladder = [_climb(strong, *pair, memory, progress) for pair in pairs]
    everything = None if game.has_visible_deal else examine_everything(game, progress)
    games = [one.counts for one in played]
    reasons = {one.reason for one in games if one.is_finished} | _random_reasons(study, progress)
    if everything is not None:
        reasons |= everything.reasons
    return GameReport(
        study,
        game,
        boards,
        tuple(seats),
        tuple(games),
        measure_play(games),
        tuple(ladder),
        frozenset(reasons),
        everything,
        _longest_win(found) if everything is None else everything.longest,
        _most_surprising(found, study.seed, memory, progress),
    )


def _fewer_games(games: int) -> int:
    """Return the number of games of strong players in a hard game: even, at least two."""
    return max(2, games // HARD_GAMES_SHARE // 2 * 2)


# ---- perfect play on every board


def solve_boards(study: Study, engine: Engine, progress: Progress = _ignore) -> Boards:
    """Solve all boards if there are few, otherwise a sample."""
    how, games = _boards_to_solve(study)
    budget = Budget(positions=study.limits.in_all)
    won, outcomes, solved = [0, 0], Counter[str](), 0
    worth, turns, boards, with_turns = Fraction(0), 0, 0, 0
    for number, (game, weight) in enumerate(games):
        progress("boards", number, len(games))
        if outcomes["unknown"] >= MAX_UNSOLVED_BOARDS and not solved:
            boards += weight
            outcomes["unknown"] += weight
            continue
        part = budget.part(positions=study.limits.board)
        value = engine.value(game, Player.ONE, game.start(), part)
        if budget.is_spent and how == "sample" and solved >= MIN_SAMPLE_BOARDS:
            break  # a smaller sample, without the board that was not solved in full
        boards += weight
        if not value.is_known:
            outcomes["unknown"] += weight
            continue
        solved += 1
        worth += value.worth * weight
        if value.outcome in ("win", "loss"):
            won[value.outcome == "loss"] += weight
            turns += (value.turns or 0) * weight
            with_turns += weight
        outcomes[value.outcome] += weight
    return Boards(
        how,
        boards,
        (won[0], won[1]),
        outcomes["draw"],
        outcomes["endless"],
        outcomes["chance"],
        outcomes["unknown"],
        None if outcomes["unknown"] else worth / boards,
        Fraction(turns, with_turns) if with_turns else None,
        budget.spent,
    )


def _boards_to_solve(study: Study) -> tuple[str, list[tuple[AnyGame, int]]]:
    """Return "one", "all" or "sample", and the games with the number of boards they stand for."""
    game = study.dealt(0).public()
    if not game.has_visible_deal:
        return "one", [(game, 1)]
    if (listed := _list_boards(study)) is not None:
        return "all", listed
    count = BOARDS_PER_GAME * study.games
    return "sample", [(study.dealt(number).public(), 1) for number in range(count)]


def _list_boards(study: Study) -> list[tuple[AnyGame, int]] | None:
    """Return the games of all boards; None if there are too many."""
    kind = find(study.id)
    options = kind.options_type(**dict(study.given))
    boards = kind.boards(options)
    if boards is None:
        return None
    listed = list(islice(boards, MAX_LISTED_BOARDS + 1))
    if len(listed) > MAX_LISTED_BOARDS:
        return None
    return [(kind(options, board).public(), weight) for board, weight in listed]


# ---- games between ordinary players


class Played(NamedTuple):
    """A game that was played: its counts and the winner, if any."""

    counts: PlayedGame
    winner: Player | None


def play_ordinary_games(
    study: Study,
    engine: Engine,
    memory: Memory,
    progress: Progress = _ignore,
    valued: int | None = None,
) -> tuple[list[Played], list[Found]]:
    """Play games between ordinary players; return their counts and all known positions.

    With `valued`, find the values of positions only in the first games.
    """
    played, found = [], []
    budget = Budget(positions=study.limits.in_all)
    for number in range(study.games):
        progress("games", number, study.games)
        match = _play(study, (ORDINARY, ORDINARY), number, memory)
        is_valued = valued is None or number < valued
        known = _value_positions(engine, match, budget, study.limits.ply) if is_valued else []
        found += known
        played.append(Played(_count(match, known), match.winner))
    return played, found


def _play(
    study: Study, levels: tuple[str, str], number: int, memory: Memory, match_number: int = 1
) -> Match:
    """Play a match; opponents share a memory, so that the same positions are searched once."""

    def make(level: str, luck: Dice) -> Opponent:
        return seat(level, luck, memory)

    game = study.dealt(number)
    return play_match(game, levels, (study.seed + number) % SEED_LIMIT, match_number, make=make)


def _value_positions(engine: Engine, match: Match, budget: Budget, limit: int) -> list[Found]:
    """Return the positions of a match whose values are known, the last ones first.

    Earlier positions are harder, so the first unknown value ends the search.
    """
    moves = [ply.move for ply in match.plies]
    found = []
    for ply in reversed(range(len(match.states))):
        state = match.states[ply]
        if not isinstance(match.game.status(state), Turn):
            continue
        part = budget.part(positions=limit)
        if budget.is_spent:
            break
        report = engine.analyse(match.game, state, part)
        if not report.is_exact:
            break
        found.append(Found(match.game, tuple(moves[:ply]), state, report))
    return found


def _count(match: Match, known: list[Found]) -> PlayedGame:
    turns = [status for s in match.states if isinstance(status := match.game.status(s), Turn)]
    is_known = len(known) == len(turns)
    worths = [_worth_of_one(one.report.player, one.report.value) for one in reversed(known)]
    is_comeback = None
    if match.is_over:
        end = match.ending.score(Player.ONE) if match.ending else None
        worths.append(Fraction(end if end is not None else 0.5))
    if is_known and match.winner is not None:
        lowest = [worth if match.winner is Player.ONE else 1 - worth for worth in worths]
        is_comeback = min(lowest) <= COMEBACK_WORTH
    return PlayedGame(
        turns=match.plies[-1].turn if match.plies else 0,
        plies=len(match.plies),
        positions=len(turns),
        moves=sum(len(turn.moves) for turn in turns),
        forced=sum(len(turn.moves) == 1 for turn in turns),
        known=len(known),
        real=sum(one.is_choice for one in known),
        is_finished=match.is_over,
        is_draw=match.ending is not None and match.ending.is_draw,
        reason=match.reason or "",
        lead_changes=_count_lead_changes(worths) if is_known else None,
        is_comeback=is_comeback,
    )


def _worth_of_one(player: Player, value: Value) -> Fraction:
    return value.worth if player is Player.ONE else 1 - value.worth


def _count_lead_changes(worths: Sequence[Fraction]) -> int:
    """Return how often the lead passes from one player to the other.

    >>> _count_lead_changes([Fraction(1), Fraction(1, 2), Fraction(0), Fraction(0), Fraction(1)])
    2
    """
    leaders = [worth > Fraction(1, 2) for worth in worths if worth != Fraction(1, 2)]
    return sum(one is not two for one, two in pairwise(leaders))


def measure_play(games: Sequence[PlayedGame]) -> dict[str, Measure | None]:
    """Return the figures of play, each with its interval over the games."""
    positions, known = [game.positions for game in games], [game.known for game in games]
    valued = [game for game in games if game.known]
    told = [game for game in games if game.lead_changes is not None]
    if len(told) < MIN_KNOWN_SHARE * len(games):
        told = []
    # Where only some positions are known, the others have as many real choices.
    scale = sum(positions) / len(games) / (sum(known) / len(valued)) if valued else 0.0
    return {
        "turns": _per_game([game.turns for game in games]),
        "plies": _per_game([game.plies for game in games]),
        "branching": unbounded_ratio([game.moves for game in games], positions),
        "forced": ratio([game.forced for game in games], positions),
        "decisions": ratio([game.real for game in games], known),
        "decisions_per_game": _per_game([game.real * scale for game in valued]),
        "lead_changes": _per_game([game.lead_changes or 0 for game in told]),
        "comebacks": _share([game.is_comeback for game in told if game.is_comeback is not None]),
        "draws": _share([game.is_draw for game in games if game.is_finished]),
        "unfinished": _share([not game.is_finished for game in games]),
    }


def _per_game(counts: Sequence[float]) -> Measure | None:
    """Return the mean of counts, one for each game; None without games."""
    return unbounded_ratio(counts, [1] * len(counts))


def _share(games: Sequence[bool]) -> Measure | None:
    """Return the share of games that are so; None without games."""
    return Measure(sum(games) / len(games), proportion(sum(games), len(games))) if games else None


# ---- seats and levels


def score_of(played: Sequence[Played]) -> Score:
    """Return Player 1's score."""
    score = Score()
    for counts, winner in played:
        if not counts.is_finished:
            score = score.plus(Score(unfinished=1))
        elif winner is None:
            score = score.plus(Score(drawn=1))
        else:
            score = score.plus(Score(won=1) if winner is Player.ONE else Score(lost=1))
    return score


def _play_equals(study: Study, level: str, memory: Memory, progress: Progress) -> SeatShare:
    score = Score()
    for number in range(study.games):
        progress(f"{level} players", number, study.games)
        score = score.plus(Score.of(_play(study, (level, level), number, memory), Player.ONE))
    return SeatShare(level, score)


def _climb(study: Study, stronger: str, weaker: str, memory: Memory, progress: Progress) -> Rung:
    """Play a level against a weaker one, each board from both seats."""
    score = Score()
    for number in range(study.games):
        progress(f"{stronger} against {weaker}", number, study.games)
        board, player = number // 2, Player(number % 2)
        levels = (stronger, weaker) if player is Player.ONE else (weaker, stronger)
        match = _play(study, levels, board, memory, match_number=player + 1)
        score = score.plus(Score.of(match, player))
    return Rung(stronger, weaker, score)


# ---- endings


def _random_reasons(study: Study, progress: Progress) -> set[str]:
    """Return the endings of random games."""
    found = set()
    dice = Dice.derived(study.seed, "random games of a report")
    count = RANDOM_GAMES_PER_GAME * study.games
    for number in range(count):
        progress("random games", number, count)
        game = study.dealt(number).public()
        state = game.start()
        for move in play_out(game, state, dice, MAX_RANDOM_PLIES).moves:
            state = game.play(state, move)
        if isinstance(status := game.status(state), Over):
            found.add(status.reason)
    return found


# ---- single positions


def examine_everything(game: AnyGame, progress: Progress = _ignore) -> Everything | None:
    """Look at every position of a game; None if it has chance or too many positions."""
    budget = Budget()
    if (found := sweep(game, MAX_SWEPT_POSITIONS, budget)) is None:
        return None
    reasons, real, longest = set(), 0, None
    for number in range(len(found)):
        progress("all positions", number, len(found))
        try:
            report = found.report(number, budget)
        except Exhausted:
            return None
        path = tuple(found.path(number))
        state = game.start()
        for move in path:
            state = game.play(state, move)
        one = Found(game, path, state, report)
        real += one.is_choice
        longest = one if _wins_later(one, longest) else longest
        for move in report.moves:
            if isinstance(status := game.status(game.play(state, move)), Over):
                reasons.add(status.reason)
    if not len(found) and isinstance(status := game.status(game.start()), Over):
        reasons.add(status.reason)
    return Everything(len(found), real, frozenset(reasons), longest)


def _longest_win(found: Sequence[Found]) -> Found | None:
    """Return the position with the longest forced win."""
    longest = None
    for one in found:
        longest = one if _wins_later(one, longest) else longest
    return longest


def _wins_later(one: Found, other: Found | None) -> bool:
    """Return whether a position is a win that takes longer than another."""
    value = one.report.value
    if value.outcome != "win":
        return False
    return other is None or (value.turns or 0) > (other.report.value.turns or 0)


def _most_surprising(
    found: Sequence[Found], seed: int, memory: Memory, progress: Progress
) -> Surprise | None:
    """Return the position in which skilled players lose most; None if no choice matters."""
    choices = {(one.game, one.state): one for one in found if one.is_choice}
    hardest = sorted(choices.values(), key=_difficulty)[:CANDIDATES]
    surprises = []
    for number, one in enumerate(hardest):
        progress("surprising positions", number, len(hardest))
        surprises.append(_try_skilled(one, seed, memory))
    return max(surprises, key=_surprise_rank, default=None)


def _surprise_rank(surprise: Surprise) -> tuple[Fraction, int]:
    """Return a sort key; between equal losses, a position with more moves is more surprising."""
    return surprise.lost, len(surprise.found.report.moves)


def _difficulty(found: Found) -> tuple[float, int, int]:
    """Return a sort key: few correct moves among many, and an early position."""
    moves = len(found.report.moves)
    return len(found.correct) / moves, -moves, len(found.moves)


def _try_skilled(found: Found, seed: int, memory: Memory) -> Surprise:
    report, lost, correct = found.report, Fraction(0), 0
    for number in range(TRIES):
        player = seat(STEADY, Dice.derived(seed, f"surprise {number}"), memory)
        player.begin(found.game, report.player)
        move = player.choose(found.state, tuple(report.moves), Budget())
        regret = report.value.worth - report.moves[move].worth
        lost += regret
        correct += not regret
    return Surprise(found, TRIES, correct, lost / TRIES)
