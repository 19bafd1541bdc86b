"""JSON for programs, compared with its schema and its page."""

from __future__ import annotations

import json
import os
import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from schema_support import check
from terminal import numduel as run

import numduel
from duel_support import ENGINE, VARIANTS, Variant, plenty, variants, with_more_games
from numduel import Match, Player
from numduel.daily.puzzle import daily_puzzle
from numduel.engine.teaching.review import review
from numduel.views.as_json import (
    analysed_json,
    analysis_json,
    position_json,
    puzzle_json,
    record_json,
    review_json,
    view_json,
)
from numduel.views.match_view import view
from numduel.views.narration import Reader

DOCS = Path(__file__).parents[2] / "docs"
PAGE = DOCS / "json.md"

VIEW = [
    "game",
    "round",
    "players",
    "status",
    "picture",
    "last",
    "trails",
    "said",
    "prompt",
    "plies",
]
"""The keys of a server's view that depend on the match only."""


# ---- docs/json.md


def examples(text: str) -> list[tuple[str, str, str]]:
    """Return the commands of a page, with their input and output."""
    blocks = re.findall("```console\n(.*?)```", text, re.DOTALL)
    found = []
    for block in blocks:
        command, _, rest = block.partition("\n")
        sent, _, printed = rest.rpartition("END\n") if command.endswith("<<END") else ("", "", rest)
        found.append((command, sent, printed))
    return found


def definition_of(words: list[str], data: dict[str, Any]) -> str:
    return "handicap" if words[0] == "board" and "has_boards" in data else words[0]


@pytest.mark.slow
@pytest.mark.usefixtures("home")
def test_json_page_matches_the_output() -> None:
    """Set `GOLDEN=write` to rewrite the page."""
    text, shown = PAGE.read_text(), set()
    for command, sent, printed in examples(text):
        words = shlex.split(command.removeprefix("$ numduel ").removesuffix(" <<END"))
        ran = run(words, sent)
        assert ran.status == 0, ran.err
        data = json.loads(ran.out)
        shown.add(definition_of(words, data))
        check(data, definition_of(words, data))
        if os.environ.get("GOLDEN") == "write":
            before = f"{command}\n{sent}{'END' + chr(10) if sent else ''}"
            text = text.replace(f"{before}{printed}```", f"{before}{compact(data)}\n```")
            PAGE.write_text(text)
        else:
            assert json.loads(printed) == data
    assert shown == {"replay", "analyse", "review", "puzzle", "board", "handicap", "census"}


def compact(data: object, indent: int = 0) -> str:
    """Return JSON with each part on one line if it fits."""
    line = json.dumps(data, ensure_ascii=False)
    if len(line) + indent <= 118 or not isinstance(data, dict | list):
        return line
    pad = " " * (indent + 2)
    if isinstance(data, list):
        parts = [compact(part, indent + 2) for part in data]
    else:
        parts = [f"{json.dumps(key)}: {compact(data[key], indent + 2)}" for key in data]
    brackets = "[]" if isinstance(data, list) else "{}"
    lines = ",\n".join(f"{pad}{part}" for part in parts)
    return f"{brackets[0]}\n{lines}\n{' ' * indent}{brackets[1]}"


# ---- random matches


def stages(variant: Variant, number: int) -> Iterator[Match]:
    """Yield positions of a random match until it ends or a player resigns."""
    rng, game = Random(number), variant.new(number)
    match = Match(game)
    yield match
    for move in range(25):
        if match.is_over:
            break
        match.play(rng.choice(match.moves))
        if move % 5 == 1:
            yield match
    if not match.is_over:
        match.resign(Player.TWO)
    yield match


def test_view_json_of_random_matches_matches_the_schema() -> None:
    for number, variant in enumerate(VARIANTS):
        for match in stages(variant, number):
            data = position_json(match)
            check(data, "view")
            assert list(data) == VIEW
            check(record_json(match), "replay")
            tiles = sum(len(row) for row in data["picture"]["rows"])
            assert all(0 <= tile < tiles for trail in data["trails"] for tile in trail)
        for ply in range(0, len(match.plies) + 1, 7):
            check(view_json(view(match, ply, reader=Reader.ONE)), "view")


@pytest.mark.parametrize("id", numduel.games())
def test_analysis_and_review_json_match_the_schema(id: str) -> None:
    from numduel.budget import Budget
    from numduel.engine import Engine
    from numduel.engine.teaching.review import review

    match = Match(numduel.new(id, seed=3))
    for _ in range(4):
        check(analysis_json(numduel.analyse(match, positions=20_000)), "analysis")
        match.play(match.moves[-1])
        if match.is_over:
            break
    check(review_json(match, review(Engine(), match, Budget(positions=20_000))), "review")


def test_json_of_other_kinds_of_games_matches_the_schema() -> None:
    with with_more_games() as more:
        for number, variant in enumerate(variants(more)):
            for match in stages(variant, number):
                check(position_json(match), "view")
                check(record_json(match), "replay")


# ---- content


def test_view_json_describes_a_turn() -> None:
    match = Match.replay(numduel.new("maze", board="4 3 8/9 5 1/2 7 6"), ["0,0", "2,0", "0,1"])
    match.tags |= {"Player1": "Ann", "Type2": "casual", "Player2": "casual", "Round": "2/3"}
    data = position_json(match)
    assert data["game"]["options"]["target"] == 15
    assert data["round"] == 2
    assert data["players"] == [{"name": "Ann", "who": "human"}, {"name": "casual", "who": "casual"}]
    assert data["status"] == {
        "kind": "turn",
        "player": 2,
        "moves": ["2,1", "1,0"],
        "winner": None,
        "draw": False,
        "reason": None,
        "fault": None,
    }
    assert (data["last"], data["trails"]) == (1, [[0, 1], [6]])
    assert data["said"] == ["Ann moved to the 3, top middle: 7 of 15."]
    assert data["prompt"] == "casual's turn: move where (row,col)?"
    assert data["plies"][-1] == {"player": 1, "move": "0,1", "turn": 3}
    tile = data["picture"]["rows"][0][1]
    assert (tile["label"], tile["tokens"], tile["move"]) == ("3", [1], "0,1")


def test_resigned_match_is_over_in_its_picture() -> None:
    match = Match(numduel.new("quest", board="4 2 3/1 5 6/9 7 8"))
    match.play("2,2")
    match.tags |= {"Player1": "Ann", "Player2": "Bob"}
    assert position_json(match)["picture"]["rows"][0][0]["label"] == ""
    match.resign(Player.ONE)
    data = position_json(match)
    assert data["status"] == {
        "kind": "over",
        "player": None,
        "moves": [],
        "winner": 2,
        "draw": False,
        "reason": "resigned",
        "fault": None,
    }
    assert (data["picture"]["player"], data["picture"]["winner"]) == (None, None)
    assert [tile["label"] for tile in data["picture"]["rows"][0]] == ["4", "2", "3"]
    assert data["game"]["board"] == "4 2 3/1 5 6/9 7 8"
    assert data["said"][-2:] == ["Ann resigned.", "Bob won the game."]
    assert data["prompt"] == ""
    assert record_json(match)["result"] == "*"


def test_stopped_match_is_over_without_a_winner() -> None:
    match = Match.replay(numduel.new("race", seed=7), [])
    match.stop()
    data = position_json(match)
    assert (data["status"]["kind"], data["status"]["winner"]) == ("over", None)
    assert data["status"]["reason"] == "stopped"
    assert data["said"] == ["The game ended without a winner, by agreement."]


def test_forfeited_match_includes_the_fault() -> None:
    match = Match.replay(numduel.new("sum"), ["5"])
    match.forfeit(Player.TWO, "it wrote no JSON")
    for data in (position_json(match), record_json(match)):
        status = data["status"]
        assert (status["kind"], status["winner"], status["reason"]) == ("over", 1, "forfeited")
        assert status["fault"] == "it wrote no JSON"


def test_earlier_position_of_a_finished_match_is_a_turn() -> None:
    match = Match.replay(numduel.new("sum", target=9), ["9"])
    data = view_json(view(match, 0))
    assert (data["status"]["kind"], data["plies"], data["said"]) == ("turn", [], [])
    assert position_json(match)["said"] == [
        "Player 1 took 9: 9 of 9.",
        "Player 1 took 9 and reached exactly 9.",
        "Player 1 won the game.",
    ]


def test_analysed_position_and_puzzle_json_match_the_schema() -> None:
    puzzle = daily_puzzle("2026-11-16", plenty())
    match = Match.replay(puzzle.game, puzzle.moves)
    analysed = analysed_json(match, puzzle.report, [puzzle.answer])
    check(analysed, "analyse")
    assert analysed["line"] == [puzzle.answer]
    assert analysed["positions"] == puzzle.report.positions
    for day in ("2026-11-16", None):
        data = puzzle_json(puzzle, day)
        check(data, "puzzle")
        assert (data["answer"], data["turns"], data["day"]) == (puzzle.answer, puzzle.turns, day)
        assert data["analysis"]["best"] == [puzzle.answer]
        assert data["position"] == position_json(match)


def test_reviewed_chance_has_luck_and_no_regret() -> None:
    match = Match(numduel.new("quest", size=2, target=6, board="1 2/3 4"))
    match.play("1,1")
    found = review(ENGINE, match, plenty())
    move, drawn = review_json(match, found)["plies"]
    assert (move["player"], move["seen_by"], move["luck"]) == (1, 1, None)
    assert (drawn["player"], drawn["seen_by"], drawn["regret"]) == (None, 1, None)
    assert move["regret"] is not None
    assert drawn["luck"] == str(found.plies[1].luck)
    bad = found.plies[0]._replace(reason="Why not.")
    assert review_json(match, found._replace(plies=(bad,)))["plies"][0]["reason"] == "Why not."
    assert move["reason"] is None or found.plies[0].reason


def test_record_json_puts_comments_beside_their_plies() -> None:
    match = Match.replay(numduel.new("sum"), ["5", "1"])
    match.comments |= {0: "a good start", 1: "five", 2: "one"}
    data = record_json(match)
    assert data["remark"] == "a good start"
    assert [ply["remark"] for ply in data["plies"]] == ["five", "one"]


def test_drawn_match_has_no_winner_and_half_a_point_each() -> None:
    with with_more_games():
        match = Match.replay(numduel.new("shuttle"), ["left", "right", "stay"])
        status = record_json(match)["status"]
        assert (status["kind"], status["winner"], status["draw"]) == ("over", None, True)
        assert status["reason"] == "middle"
        assert record_json(match)["result"] == "1/2-1/2"
        match = Match.replay(numduel.new("shuttle"), ["left"])
        match.stop()
        status = record_json(match)["status"]
        assert (status["winner"], status["draw"], status["reason"]) == (None, False, "stopped")
        assert record_json(match)["result"] == "*"
