"""Explanations and hints: every claim is checked against the rules."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from math import isqrt
from typing import Any, ClassVar

import pytest

import numduel
from duel_support import ENGINE, for_each, plenty, random_playout, with_more_games
from numduel import Over, Player, Turn, Value
from numduel.budget import Budget
from numduel.core import AnyGame
from numduel.engine import Engine
from numduel.engine.solving.value import percent
from numduel.engine.teaching.hints import MAX_LINE_PLIES, Hints
from numduel.engine.teaching.naming import name_as_subject, name_move
from numduel.engine.teaching.reasons import Explanation, explain
from numduel.options import Options
from odd_games import DrawnWalk, Maps

GAMES: list[tuple[str, dict[str, Any], int]] = [
    ("maze", {}, 60),
    ("maze", {"extra": 2, "diagonal": 2}, 30),
    ("maze", {"starts": "random"}, 20),
    ("sum", {}, 12),
    ("sum", {"target": 20, "highest": 4}, 10),
    ("run", {}, 25),
    ("run", {"size": 3}, 30),
    ("race", {}, 60),
    ("race", {"size": 3, "highest": 3}, 40),
    ("quest", {"stand": True}, 6),
]


def positions(id: str, options: dict[str, Any], games: int) -> list[tuple[AnyGame, Any]]:
    """Return the positions of random games on many boards."""
    dice = random.Random(f"{id}{options}")
    found: list[tuple[AnyGame, Any]] = []
    for seed in range(games):
        match = numduel.Match(numduel.new(id, seed=seed, **options))
        while match.player is not None and len(match.plies) < 40:
            found.append((match.game, match.state))
            match.play(dice.choice(match.moves))
    return found


class Claim:
    """A claim in a sentence, with everything needed to check it."""

    def __init__(
        self, game: AnyGame, after: Any, end: Any, loser: Player, reason: Explanation
    ) -> None:
        self.game = game
        self.after = after
        """The position after the bad move."""
        self.end = end
        """The position at the end of the line."""
        self.loser = loser
        self.reason = reason

    def cell(self, name: str) -> int:
        """Return the cell with a name such as "the 8, top right" or "the 8 at 2,3"."""
        picture = self.game.picture(self.end)
        size = isqrt(len(picture.tiles))
        if found := re.fullmatch(r"the (\d+) at (\d+),(\d+)", name):
            number, row, column = found[1], *(int(found[i]) - (picture.first or 0) for i in (2, 3))
        else:
            found = re.fullmatch(r"the (\d+), (\w+)(?: (\w+))?,?", name)
            assert found is not None, name
            number, middle, last = found[1], size // 2, size - 1
            row = {"top": 0, "middle": middle, "centre": middle, "bottom": last}[found[2]]
            column = {"left": 0, "middle": middle, None: middle, "right": last}[found[3]]
        assert picture.rows[row][column].label == number, name
        return row * size + column

    def move_to(self, name: str) -> str:
        """Return the move to a cell with this name."""
        move = self.game.picture(self.end).tiles[self.cell(name)].move
        assert move is not None
        return move

    def check(self, part: str) -> None:
        for pattern, is_true in self.KNOWN.items():
            if found := re.fullmatch(pattern, part):
                assert is_true(self, *found.groups()), part
                return
        raise AssertionError(f"nothing checks: {part}")

    def challenge(self, who: str, where: str, whom: str, mine: str, theirs: str) -> bool:
        asked = self.game.play(self.after, self.move_to(where))
        sent_back = self.game.play(asked, "yes")
        return (
            (who, whom) == (str(self.loser.other), str(self.loser))
            and self.game.status(asked) == Turn(self.loser.other, ("yes", "no"))
            and (asked.me.score, asked.them.score) == (int(mine), int(theirs))
            and sent_back.me.score == 0
        )

    def block(self, who: str, taken: str, whom: str, needed: str, target: str) -> bool:
        blocked = self.game.play(self.after, taken)
        return (
            (who, whom) == (str(self.loser.other), str(self.loser))
            and blocked.player is self.loser
            and blocked.mine + int(needed) == int(target) == self.game.options.target
            and self.game.objection(blocked, needed) is not None
        )

    def trap(self, who: str, where: str, whom: str) -> bool:
        move = "pass" if where == "pass" else self.move_to(where.removeprefix("move to "))
        trapped = self.game.status(self.game.play(self.after, move))
        return trapped == Over(self.loser.other, "stuck") and whom == str(self.loser)

    def answer(self, who: str, name: str) -> bool:
        answer = name_move(self.game, self.after, self.reason.line[0])
        return (who, name) == (str(self.loser.other), answer)

    def total(self, who: str, total: str, where: str) -> bool:
        last = self.end.them
        told = (str(self.loser.other), int(total), self.cell(where))
        return told == (who, last.total, last.cell)

    def exact(self, who: str, last: str, total: str) -> bool:
        told = (str(self.loser.other), int(last), int(total))
        return told == (who, self.end.last, self.end.theirs)

    def corner(self, who: str, whose: str, where: str) -> bool:
        place = self.end.them.cell if hasattr(self.end, "them") else self.end.theirs
        return (who, whose) == (str(self.loser.other), str(self.loser)) and (
            place == self.cell(where) == (0, self.game.options.size**2 - 1)[self.loser]
        )

    def over(self, who: str, last: str, target: str, total: str) -> bool:
        told = (str(self.loser), int(last), int(total))
        return told == (who, self.end.last, self.end.theirs) and int(total) > int(target)

    def nothing_to_take(self, who: str, last: str) -> bool:
        return who == str(self.loser) and all(
            abs(int(number) - int(last)) <= 1 for number in self.game.vocabulary
        )

    def shut_in(self, who: str, where: str, why: str) -> bool:
        me, them = self.end.me, self.end.them
        cells = {tile.label: n for n, tile in enumerate(self.game.picture(self.end).tiles)}
        visited = re.findall(r"the (\d+) would already be visited", why)
        occupied = re.findall(rf"{self.loser.other} would stand on the (\d+)", why)
        over = re.findall(r"the (\d+) would make (\d+)", why)
        return (
            who == str(self.loser)
            and me.cell == self.cell(where)
            and all(me.visited >> cells[number] & 1 for number in visited)
            and all(them.cell == cells[number] for number in occupied)
            and all(me.total + int(n) == int(sum) > self.game.options.target for n, sum in over)
            and len(visited + occupied) + len(over) >= 2
        )

    def surrounded(self, who: str, where: str, why: str) -> bool:
        me, them, size = self.end.me, self.end.them, self.game.options.size
        row, column = divmod(me.cell, size)
        around = [(row + 1, column), (row - 1, column), (row, column + 1), (row, column - 1)]
        cells = [r * size + c for r, c in around if 0 <= r < size and 0 <= c < size]
        found = {"visited" if me.visited >> cell & 1 else "occupied" for cell in cells}
        assert all(me.visited >> cell & 1 or cell == them.cell for cell in cells)
        return (who, me.cell, set(why.split(" or "))) == (str(self.loser), self.cell(where), found)

    def landings(self, where: str) -> list[int]:
        size, cell = self.game.options.size, self.cell(where)
        assert self.end.mine == cell
        (r, c), n = divmod(cell, size), int(self.game.picture(self.end).tiles[cell].label)
        all_four = [(r + n, c), (r - n, c), (r, c + n), (r, c - n)]
        return [r * size + c for r, c in all_four if 0 <= r < size and 0 <= c < size]

    def off_the_grid(self, who: str, where: str) -> bool:
        return who == str(self.loser) and self.landings(where) == []

    def occupied(self, who: str, where: str, whose: str) -> bool:
        is_named = (who, whose) == (str(self.loser), str(self.loser.other))
        return is_named and self.landings(where) == [self.end.theirs]

    KNOWN: ClassVar[dict[str, Callable[..., bool]]] = {
        r"(Player .) can move to (.*) next to (Player .) and win the challenge (\d+) to (\d+)": (
            challenge
        ),
        r"(Player .) can take (\d+), so .*(Player .) can't take the (\d+) that reaches (\d+)": (
            block
        ),
        r"(Player .) can (pass|move to .*) and leave (Player .) without a move": trap,
        r"(Player .) can answer with (.*)": answer,
        r"(Player .) would reach exactly (\d+) on (the .*)": total,
        r"(Player .) would take (\d+) and reach exactly (\d+)": exact,
        r"(Player .) would reach (Player .)'s start, (the .*)": corner,
        r"(Player .) would take (\d+) and go over (\d+) with (\d+)": over,
        r"(Player .) would be unable to take any number after the (\d+)": nothing_to_take,
        r"(Player .) would have no move from (the .*): it leads off the grid in every direction": (
            off_the_grid
        ),
        r"(Player .) would have no move from (the .*): "
        r"it leads only to the cell where (.*) would stand": occupied,
        r"(Player .) would have no move from (the .*): every cell around would be (.*)": surrounded,
        r"(Player .) would have no move from (the .*): (.*)": shut_in,
    }


@pytest.mark.slow
@pytest.mark.parametrize(("id", "options", "games"), GAMES, ids=str)
def test_every_claim_is_true(id: str, options: dict[str, Any], games: int) -> None:
    checked = 0
    for game, state in positions(id, options, games):
        report = numduel.analyse(game, state)
        for move in report.moves:
            reason = explain(ENGINE, game, state, move, plenty())
            assert (reason is None) == (move in report.best)
            if reason is not None:
                check(game, state, move, report, reason)
                checked += 1
    assert checked > 20


def check(
    game: AnyGame, state: Any, move: str, report: numduel.Report, reason: Explanation
) -> None:
    assert reason.text.startswith(f"{name_as_subject(game, state, move)} ")
    assert reason.text.endswith(".")
    worse, *causes, better = reason.text[:-1].split(". ")
    assert better.startswith(f"{name_as_subject(game, state, report.best[0])} ")
    check_values(f"{worse}. {better}", [report.value, report.moves[move]])
    after, value = game.play(state, move), report.moves[move]
    end = end_of_line(game, after, reason, value, report.player)
    if value.outcome == "loss":
        claim = Claim(game, after, end, report.player, reason)
        assert causes
        for part in causes:
            claim.check(part)


def check_values(head: str, values: list[Value]) -> None:
    for verb, outcome in (
        ("wins", "win"),
        ("loses", "loss"),
        ("lasts", "loss"),
    ):
        for turns in re.findall(rf"{verb} (?:in )?([0-9]+) turns?", head):
            assert (outcome, int(turns)) in [(value.outcome, value.turns) for value in values]
    assert re.search(r"\. .*\b(?:wins|lasts|has|scores|prevents)\b", head)
    assert "would have" not in head
    if "no forced win" in head or "prevents" in head:
        assert "endless" in [value.outcome for value in values]


def end_of_line(game: AnyGame, state: Any, reason: Explanation, value: Value, mover: Player) -> Any:
    """Check that the line is legal and ends as the value says; return its last position."""
    turns, last = 1, mover
    for move in reason.line:
        status = game.status(state)
        assert isinstance(status, Turn)
        assert move in status.moves
        turns += status.player is not last
        last = status.player
        state = game.play(state, move)
    if value.outcome in ("win", "loss"):
        status = game.status(state)
        assert isinstance(status, Over)
        assert (status.winner is mover) == (value.outcome == "win")
        assert turns == value.turns
    return state


def test_reason_speaks_in_the_past_only_about_what_was_played() -> None:
    """Lines use "would" unless they were played; "would have" needs a played move."""
    game = numduel.new("sum", target=15)
    state = game.start()
    for move in ("5", "2", "3"):
        state = game.play(state, move)
    said = {}
    for played in (None, ("1",), ("7",)):
        reason = explain(ENGINE, game, state, "9", plenty(), played)
        assert reason is not None
        assert reason.line == ("7",)
        said[played] = reason.text
    assert said == {
        None: "9 loses in 2 turns. Player 1 would take 7 and reach exactly 15. 6 wins in 3 turns.",
        ("1",): "9 loses in 2 turns. Player 1 would take 7 and reach exactly 15. "
        "6 would have won in 3 turns.",
        ("7",): "9 loses in 2 turns. Player 1 took 7 and reached exactly 15. "
        "6 would have won in 3 turns.",
    }


def test_best_move_has_no_explanation() -> None:
    game = numduel.new("maze", board="4 3 8/9 5 1/2 7 6")
    assert explain(ENGINE, game, game.start(), "0,0", plenty()) is None


def test_explanation_states_the_cost_of_a_chance() -> None:
    game = numduel.new("quest", stand=True).public()
    reason = explain(ENGINE, game, game.start(), "stand", plenty())
    assert reason is not None
    assert reason.text.startswith("Stand costs ")
    report = numduel.analyse(game, game.start())
    best, this = percent(report.value.chance), percent(report.moves["stand"].chance)
    name = name_as_subject(game, game.start(), report.best[0])
    assert reason.text.endswith(f"{name} has a {best} chance to win, not {this}.")


def test_hints_become_more_specific() -> None:
    game = numduel.new("race", board="1 4 1 1/1 1 1 1/1 1 1 1/1 1 1 1")
    hints = Hints(ENGINE, game, game.start())
    nudge, named, line, again = (hints.next(plenty()) for _ in range(4))
    stuck = "After the wrong move, Player 1 would have no move from the 4 at 1,2."
    assert nudge == f"Watch out! {stuck} Look for the jump that stops this."
    assert named == f"A good move is Down: {numduel.analyse(game, game.start()).value}."
    assert line.startswith("After Down, best play continues: Player 2 with Up; Player 1 with ")
    assert again == line


HINTS: list[tuple[str, dict[str, Any], int, str, str]] = [
    (
        *("quest", {"size": 2, "target": 5}, 10**6),
        "No choice matters here: luck decides. Every move has a 67% chance to win.",
        "No choice matters here: luck decides. Every move has a 67% chance to win.",
    ),
    (
        *("quest", {"size": 2, "target": 6, "stand": True}, 10**6),
        "The best move has a 62% chance to win. The move stand can't win.",
        "A good move is the top left cell: 5/8 (62.5%).",
    ),
    (
        *("run", {"size": 4, "seed": 2}, 10),
        "Too complex to solve, so this is an estimate. "
        "In random games the most promising move won about 70%, the least promising 68%.",
        "The 5 at 0,1 looks best: about 70%.",
    ),
    (
        *("sum", {"target": 15}, 10**6),
        "Every move loses against best play. "
        "Set a trap with the number after which only 1 of Player 2's 7 answers wins.",
        "Try 1: loss in 6 turns. No move lasts longer.",
    ),
    (
        *("sum", {"target": 7, "highest": 4}, 10**6),
        "Look for the number that leaves Player 2 only one answer: "
        "Player 1 could win straight after it.",
        "A good move is 3: win in 3 turns.",
    ),
    (
        *("race", {"board": "3 2 4 2/3 2 2 4/1 2 1 2/4 2 3 2"}, 10**6),
        "Watch out! After the wrong move, Player 1 would have no move from the 4, bottom left. "
        "Look for the jump that stops this.",
        "A good move is Right: no forced win.",
    ),
    (
        *("race", {"board": "1 1 1/1 1 1/1 1 1"}, 10**6),
        "Every move wins in 7 turns: none is wrong.",
        "All moves are equally good. For example, Down: win in 7 turns.",
    ),
]
"""Start positions, the limit of positions for a hint, and the first two hints."""


@for_each(HINTS)
def test_first_hint_is_an_idea_and_second_a_move(
    case: tuple[str, dict[str, Any], int, str, str],
) -> None:
    id, options, positions, *expected = case
    game = numduel.new(id, **options).public()
    hints = Hints(Engine(), game, game.start())
    assert [hints.next(Budget(positions=positions)) for _ in expected] == expected


def test_hint_counts_good_moves_exactly_only_if_all_are_solved() -> None:
    game = numduel.new("maze", board="4 3 8/9 5 1/2 7 6")
    report = ENGINE.analyse(game, game.start(), plenty())
    wins = sum(value.outcome == "win" for value in report.moves.values())
    assert 1 < wins < len(report.moves)
    told = set()
    for positions in range(1, 400, 3):
        hints = Hints(Engine(), game, game.start())
        nudge = hints.next(Budget(positions=positions))
        if found := re.search(r": (at least )?(\d) of the 8 moves keeps? the win\.", nudge):
            is_exact = hints.how == "exact"
            assert is_exact is not bool(found[1]), nudge
            assert int(found[2]) == wins if is_exact else 1 <= int(found[2]) <= wins, nudge
            told.add(is_exact)
        else:
            assert nudge.startswith("Too complex to solve, so this is an estimate. ")
            assert hints.how.startswith("estimated")
    assert told == {True, False}


@pytest.mark.parametrize("id", numduel.games())
def test_every_position_has_hints(id: str) -> None:
    dice = random.Random(id)
    match = numduel.Match(numduel.new(id, seed=2))
    while match.player is not None and len(match.plies) < 30:
        hints = Hints(ENGINE, match.game, match.state)
        for _ in range(3):
            assert re.search(r"\w.*[.0-9a-zA-Z]$", hints.next(plenty()))
        match.play(dice.choice(match.moves))


def test_number_next_to_the_winning_one_is_a_threat() -> None:
    """S2 blocks the neighbours of a number as well as the number itself."""
    match = numduel.Match.replay(numduel.new("sum", target=20), ["9", "1", "3"])
    game, state = match.game, match.state  # Player 1 has 12 and is 8 away
    threats = {move: game.threat(state, move) for move in match.moves}
    assert {move for move, threat in threats.items() if threat} == {"7", "8", "9"}
    assert threats["7"] is not None
    assert "can't take the 8 that reaches 20" in threats["7"]


def test_explanation_has_either_threat_or_ending() -> None:
    """If one answer ends the game, the text has either the threat or the ending."""
    told = set()
    for seed in range(60):
        game = numduel.new("maze", seed=seed)
        for state in random_playout(game, seed, 12):
            if not isinstance(turn := game.status(state), Turn):
                continue
            for move in turn.moves:
                found = explain(ENGINE, game, state, move, plenty())
                if found is not None and len(found.line) == 1:
                    after = game.play(state, move)
                    threat = game.threat(after, found.line[0])
                    ending = game.prospect(game.play(after, found.line[0]))
                    assert (ending in found.text) is (threat is None)
                    assert threat is None or found.text.count(threat) == 1
                    told.add(threat is None)
    assert told == {True, False}


# ---- draws

ENDS: Maps = ((Player.ONE, ()), (Player.TWO, ()), (Player.TWO, ()))
"""Player 1 wins, Player 2 wins, and a draw."""


def test_explanation_says_that_a_move_draws_or_would_have_drawn() -> None:
    won = DrawnWalk(Options(), ((Player.ONE, (1, 3)), *ENDS))
    found = explain(ENGINE, won, won.start(), "1", plenty())
    assert found is not None
    assert found.text == "1 draws. 0 wins in 1 turn."
    level = DrawnWalk(Options(), ((Player.ONE, (2, 3)), *ENDS))
    lost = explain(ENGINE, level, level.start(), "0", plenty())
    assert lost is not None
    assert lost.text.startswith("0 loses in 1 turn. ")
    assert lost.text.endswith(" 1 draws.")
    played = explain(ENGINE, level, level.start(), "0", plenty(), ())
    assert played is not None
    assert played.text.endswith(" 1 would have drawn.")


def test_explanation_states_a_score_in_games_with_draws() -> None:
    with with_more_games():
        game = numduel.new("toss")
        state = game.play(game.start(), "6")
        found = explain(ENGINE, game, state, "throw", plenty())
    assert found is not None
    assert re.fullmatch(
        r"Throw costs [\d.]+% of a win\. Keep scores [\d.]+% of a win, not [\d.]+%\.",
        found.text,
    )


def test_hint_says_which_move_both_players_want() -> None:
    with with_more_games():
        game = numduel.new("pick15")
        state = game.play(game.start(), "5")
        hints = Hints(ENGINE, game, state)
        nudge, named, line = (hints.next(plenty()) for _ in range(3))
    draws = "after any move that gives away the draw, Player 1 could play it and win."
    assert nudge == f"Both players want the same move: {draws}"
    assert named == "A good move is 2: draw."
    assert line.startswith("After 2, best play continues: ")
    assert line.count(" with ") == MAX_LINE_PLIES
    assert line.endswith(", and so on."), "a long line is cut"


def test_hint_says_that_a_move_ends_the_game_in_a_draw() -> None:
    game = DrawnWalk(Options(), ((Player.ONE, (2, 3)), *ENDS))
    hints = Hints(ENGINE, game, game.start())
    texts = [hints.next(plenty()) for _ in range(3)]
    assert texts[1:] == ["A good move is 1: draw.", "1 ends the game in a draw."]


def test_hint_states_a_score_in_games_with_draws() -> None:
    with with_more_games():
        game = numduel.new("toss")
        nudge = Hints(ENGINE, game, game.play(game.start(), "6")).next(plenty())
    assert re.fullmatch(r"The best move scores \d+% of a win, the next best \d+%\.", nudge)
