"""Reviews: marks and statistics, compared with `analyse` of each position."""

from __future__ import annotations

import json
import re
from copy import copy
from fractions import Fraction
from html.parser import HTMLParser
from random import Random
from typing import Any

import pytest

import numduel
from duel_support import ENGINE, plenty, with_more_games
from numduel import Match, Player, Value, analyse
from numduel.budget import Budget
from numduel.dice import Dice
from numduel.engine import Engine
from numduel.engine.solving.value import chance, draw, endless, loss, unknown, win
from numduel.engine.teaching.review import Review, ReviewedPly, find_mark, review
from numduel.render.chart import chart
from numduel.render.review_page import contents, page
from numduel.views.as_json import review_json
from numduel.views.progress_chart import height

GAMES: list[tuple[str, dict[str, Any]]] = [
    ("maze", {}),
    ("maze", {"extra": 1, "diagonal": 1}),
    ("sum", {"target": 20}),
    ("run", {"size": 4}),
    ("quest", {}),
    ("quest", {"stand": True}),
    ("race", {}),
]


def random_match(id: str, options: dict[str, Any], seed: int, plies: int = 30) -> Match:
    rng = Random(seed)
    match = Match(numduel.new(id, seed=seed, **options))
    while not match.is_over and len(match.plies) < plies:
        match.play(rng.choice(match.moves))
    return match


MATCHES = [random_match(id, options, seed) for id, options in GAMES for seed in range(6)]


def named(match: Match) -> str:
    return f"{match.game.id}-{len(match.plies)}"


@pytest.fixture(params=MATCHES, ids=named)
def match(request: pytest.FixtureRequest) -> Match:
    found = request.param
    assert isinstance(found, Match)
    return found


# ---- marks


@pytest.mark.parametrize(
    ("before", "after", "sign"),
    [
        (win(3), win(3), ""),
        (win(3), win(5), "?!"),
        (win(3), endless(), "??"),
        (win(3), loss(40), "??"),
        (win(3), draw(), "??"),
        (draw(), loss(40), "?"),
        (draw(), endless(), ""),
        (endless(), draw(), ""),
        (endless(), loss(40), "?"),
        (endless(), endless(), ""),
        (loss(8), loss(6), "?!"),
        (chance(Fraction(1, 2)), chance(Fraction(3, 10)), "??"),
        (chance(Fraction(1, 2)), chance(Fraction(31, 100)), "?"),
        (chance(Fraction(1, 2)), chance(Fraction(45, 100)), "?"),
        (chance(Fraction(1, 2)), chance(Fraction(46, 100)), "?!"),
        (chance(Fraction(1, 2)), loss(1), "??"),
        (chance(Fraction(0)), loss(1), ""),
        (unknown(Fraction(9, 10)), loss(1), ""),
        (win(3), unknown(Fraction(1, 10)), ""),
    ],
)
def test_mark_follows_from_the_values_before_and_after(
    before: Value, after: Value, sign: str
) -> None:
    assert find_mark(before, after) == sign
    assert find_mark(after, after) == ""


def test_slip_describes_each_kind_of_mistake() -> None:
    pairs = [(win(1), win(3)), (win(1), endless()), (win(1), loss(2)), (endless(), loss(2))]
    pairs += [(loss(4), loss(2)), (chance(Fraction(1, 2)), chance(Fraction(1, 4)))]
    slips = [ReviewedPly(1, Player.ONE, "x", False, *pair, {}).slip for pair in pairs]
    drawn = [(win(1), draw()), (draw(), loss(2))]
    assert [ReviewedPly(1, Player.ONE, "x", False, *pair, {}).slip for pair in drawn] == [
        "missed a forced win",
        "allowed a forced win",
    ]
    assert slips == [
        "took longer to win than necessary",
        "missed a forced win",
        "threw away a win",
        "allowed a forced win",
        "lost sooner than necessary",
        "lost 25.0% of a win",
    ]


def test_every_mark_follows_from_the_values_of_the_moves(match: Match) -> None:
    seen = review(ENGINE, match, plenty())
    assert len(seen.plies) == len(match.plies)
    for step, ply, state in zip(seen.plies, match.plies, match.states, strict=False):
        assert (step.move, step.turn, step.drawn) == (ply.move, ply.turn, ply.player is None)
        if ply.player is None:
            continue
        report = analyse(match.game, state)
        assert step.player is report.player is ply.player
        assert step.moves == report.moves
        assert (step.before, step.after) == (report.value, report.moves[ply.move])
        assert bool(step.mark) == (report.moves[ply.move].rank() < report.value.rank())
        assert set(step.best) == set(report.best)


def test_every_marked_move_has_a_reason(match: Match) -> None:
    for step in review(ENGINE, match, plenty()).plies:
        assert bool(step.mark) == bool(step.reason)
        assert step.reason.isprintable()


def test_lines_are_legal(match: Match) -> None:
    for step, state in zip(review(ENGINE, match, plenty()).plies, match.states, strict=False):
        again = match.game.play(state, step.move)
        for move in step.line:
            assert match.game.objection(again, move) is None
            again = match.game.play(again, move)


def test_perfect_play_is_never_marked() -> None:
    for id, options in GAMES:
        match = Match(numduel.new(id, seed=3, **options))
        while not match.is_over and len(match.plies) < 40:
            match.play(analyse(match).best[-1])
        seen = review(ENGINE, match, plenty())
        assert not any(step.mark for step in seen.plies)
        assert {side.accuracy for side in seen.players} <= {None, Fraction(1)}


# ---- statistics


def test_accuracy_is_the_share_of_correct_decisions(match: Match) -> None:
    """Statistics and JSON, compared with `analyse` of each position."""
    seen = review(ENGINE, match, plenty())
    data = json.loads(json.dumps(review_json(match, seen)))["players"]
    for side, said in zip(seen.players, data, strict=True):
        moves, decisions, kept, turns_lost = 0, 0, 0, 0
        for ply, state in zip(match.plies, match.states, strict=False):
            if ply.player is not side.player:
                continue
            report = analyse(match.game, state)
            made, best = report.moves[ply.move], report.value
            moves += 1
            if any(value.worth < best.worth for value in report.moves.values()):
                decisions += 1
                kept += made.worth == best.worth
            if made.outcome == best.outcome == "win":
                turns_lost += (made.turns or 0) - (best.turns or 0)
        accuracy = Fraction(kept, decisions) if decisions else None
        assert (side.moves, side.decisions, side.kept) == (moves, decisions, kept)
        assert (side.accuracy, side.turns_lost) == (accuracy, turns_lost)
        assert side.average == (side.regret / decisions if decisions else None)
        assert said["player"] == side.player + 1
        assert (said["moves"], said["decisions"], said["kept"]) == (moves, decisions, kept)
        assert said["accuracy"] == (None if accuracy is None else str(accuracy))
        assert said["turns_lost"] == turns_lost


def test_luck_and_regret_add_up_to_the_result() -> None:
    """Only luck and regret change the chances."""
    for match in MATCHES:
        seen = review(ENGINE, match, plenty())
        if not seen.has_chance or not match.is_over:
            continue
        one, two = seen.players
        start = analyse(match.game, match.game.start()).value.chance
        moved = (one.luck or 0) - (two.luck or 0) - one.regret + two.regret
        assert start + moved == (match.winner is Player.ONE)


def test_only_games_with_chance_have_luck(match: Match) -> None:
    seen = review(ENGINE, match, plenty())
    drawn = {step.player for step in seen.plies if step.drawn}
    assert seen.has_chance == any(ply.player is None for ply in match.plies)
    for side in seen.players:
        assert (side.luck is not None) == (side.player in drawn)


def test_review_of_an_unfinished_game_has_a_current_value() -> None:
    match = Match(numduel.new("sum"))
    match.play("7")
    assert review(ENGINE, match, plenty()).now == analyse(match).value
    assert all(review(ENGINE, done, plenty()).now is None for done in MATCHES if done.is_over)


def test_unsolved_moves_are_unknown_and_unmarked() -> None:
    match = random_match("maze", {"size": 7}, 1, plies=4)
    seen = review(Engine(), match, Budget(seconds=0))
    assert not seen.is_exact
    for step in seen.plies:
        assert step.is_known or not (step.mark or step.is_decision)


def test_unsolved_chance_outcomes_are_estimated() -> None:
    match = random_match("quest", {}, 1, plies=4)
    drawn = [step for step in review(Engine(), match, Budget(positions=0)).plies if step.drawn]
    values = [value for step in drawn for value in (step.before, step.after)]
    assert {value.outcome for value in values} == {"unknown"}
    assert len({value.chance for value in values}) > 2
    assert all(step.luck is None for step in drawn)


def test_review_reports_progress_and_can_be_cancelled() -> None:
    match = random_match("maze", {"size": 7}, 2, plies=4)
    left: list[int] = []
    seen = review(Engine(), match, Budget(progress=lambda positions: True), left.append)
    assert not seen.is_exact
    assert left == list(reversed(range(len(match.plies))))


# ---- JSON and page


def test_review_survives_json(match: Match) -> None:
    seen = review(ENGINE, match, plenty())
    told = json.loads(json.dumps(review_json(match, seen)))
    assert told == review_json(match, seen)
    assert [read(step) for step in told["plies"]] == [
        (step.before, step.after, step.mark or None, step.luck) for step in seen.plies
    ]
    for side, data in zip(seen.players, told["players"], strict=True):
        assert Fraction(data["regret"]) == side.regret
        assert (data["accuracy"] and Fraction(data["accuracy"])) == side.accuracy


def read(step: dict[str, Any]) -> tuple[Value, Value, str | None, Fraction | None]:
    """Return the values, mark and luck of a ply in the data."""
    before, after = (
        Value(v["outcome"], v["turns"], Fraction(v["chance"]))
        for v in (step["before"], step["after"])
    )
    luck = step.get("luck")
    return before, after, step.get("mark"), None if luck is None else Fraction(luck)


class Page(HTMLParser):
    """A checker that every element is closed; it collects tags and texts."""

    VOID = frozenset({"meta", "link", "br", "img"})

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.words: list[str] = []
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        assert len(attrs) == len(dict(attrs))
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.words.append(data)


def test_the_page_is_well_formed_and_stands_alone(match: Match) -> None:
    text = page(match, review(ENGINE, match, plenty()))
    found = Page(text)
    ids = [attrs["id"] for _, attrs in found.tags if "id" in attrs]
    links = [str(attrs["href"]) for _, attrs in found.tags if "href" in attrs]
    assert len(ids) == len(set(ids))
    assert {link.removeprefix("#") for link in links} <= set(ids)
    assert not {"script", "link", "img", "iframe"} & {tag for tag, _ in found.tags}
    assert not re.search(
        r"https?:|url\(|@import|//", text.replace("http://www.w3.org/2000/svg", "")
    )
    assert "prefers-color-scheme: dark" in text
    assert not [attrs for _, attrs in found.tags if "style" in attrs]
    shown = contents(match, review(ENGINE, match, plenty()))
    assert "<style" not in shown
    assert shown in text


def test_the_chart_has_a_point_and_the_table_a_row_for_every_ply(match: Match) -> None:
    seen = review(ENGINE, match, plenty())
    found = Page(page(match, seen))
    rows = [attrs for tag, attrs in found.tags if tag == "tr" and "id" in attrs]
    points = [attrs for tag, attrs in found.tags if tag == "a" and "aria-label" in attrs]
    assert len(rows) == len(points) == len(seen.plies)
    for point, step in zip(points, seen.plies, strict=True):
        assert str(step.player) in str(point["aria-label"])
        assert step.move in str(point["aria-label"])


def test_the_chart_is_as_wide_as_its_card_and_its_last_point_is_inside(match: Match) -> None:
    """Places across are in percent, so that no width of a screen cuts anything off."""
    seen = review(ENGINE, match, plenty())
    if not seen.plies:
        return
    found = Page(chart(seen, ("Ann", "Bob")))
    outer, *_ = (attrs for tag, attrs in found.tags if tag == "svg")
    assert outer["width"] == "100%"
    across = [
        str(attrs[name]) for _, attrs in found.tags for name in ("cx", "x1", "x2") if name in attrs
    ]
    across += [str(attrs["x"]) for tag, attrs in found.tags if tag == "svg" and "x" in attrs]
    places = [float(place.removesuffix("%")) for place in across if place != "0"]
    assert all(place.endswith("%") for place in across if place != "0")
    assert min(places) > 0
    assert max(places) == 100  # where the lines of the frame end
    assert 90 < max(place for place in places if place < 100) < 97
    assert '<text class="under narrow medium wide"' in chart(seen, ("Ann", "Bob")).split("<a ")[-1]


def test_names_cannot_break_the_page() -> None:
    match = random_match("sum", {"target": 20}, 1)
    match.tags |= {"Player1": "<script>alert(1)</script>", "Player2": '"&\x1b'}
    found = Page(page(match, review(ENGINE, match, plenty())))
    assert "script" not in {tag for tag, _ in found.tags}
    assert any("<script>alert(1)</script> against" in words for words in found.words)


def test_game_without_moves_has_no_chart() -> None:
    match = Match(numduel.new("sum", target=20))
    seen = review(ENGINE, match, plenty())
    assert chart(seen, ("Ann", "Bob")) == ""
    Page(page(match, seen))


def test_chart_is_higher_if_player_1_is_better() -> None:
    order = [win(1), win(3), win(9), endless(), loss(9), loss(3), loss(1)]
    heights = [height(value, Player.ONE, 9) for value in order]
    assert heights == sorted(heights, reverse=True)
    assert [height(value, Player.TWO, 9) for value in order] == [
        round(1 - place, 4) for place in heights
    ]


def test_review_contains_no_hidden_numbers() -> None:
    """Q1: matches that differ only in hidden numbers have the same review."""
    boards = ["9 5 3/1 2 4/6 7 8", "9 5 4/8 7 6/3 2 1"]
    told: list[tuple[Review, str, str]] = []
    for board in boards:
        match = Match(numduel.new("quest", board=board))
        for move in ("1,1", "1,2"):
            match.play(move)
        seen = review(ENGINE, match, plenty())
        told.append((seen, json.dumps(review_json(match, seen)), page(match, seen)))
    assert told[0] == told[1]


@pytest.mark.parametrize("is_resigned", [False, True])
def test_review_keeps_the_match(match: Match, is_resigned: bool) -> None:
    match = copy(match)
    if is_resigned and not match.is_over:
        match.resign(Player.TWO)
    match.tags["Player1"] = "Ann"
    kept = review(ENGINE, match, plenty()).match
    assert (kept.plies, kept.tags, kept.ending) == (match.plies, match.tags, match.ending)
    assert (kept.game, kept.states, kept.board) == (match.game, match.states, match.board)


def test_page_shows_the_cost_of_a_move() -> None:
    cost = ReviewedPly(
        1, Player.ONE, "x", False, chance(Fraction(1, 2)), chance(Fraction(1, 4)), {}
    )
    assert cost.regret == Fraction(1, 4)
    assert cost.luck is None
    assert cost.mark == "??"
    lucky = ReviewedPly(1, Player.ONE, "6", True, chance(Fraction(1, 2)), win(1), {})
    assert lucky.luck == Fraction(1, 2)
    assert lucky.regret == 0


def test_page_uses_the_names_of_players() -> None:
    match = Match(numduel.new("maze", board="4 3 8/9 5 1/2 7 6"))
    for move in ("0,0", "2,0", "0,1", "2,1", "1,1", "2,2"):
        match.play(move)
    match.tags |= {"Player1": "Ann", "Player2": "Bob"}
    text = contents(match, review(ENGINE, match, plenty()))
    assert "Bob won the game." in text
    assert "Ann (to move): " in text  # beside the board of the decisive moment
    assert not re.search("Player [12]", text)


# ---- draws


def test_losing_a_win_or_a_draw_costs_half_each() -> None:
    """Player 2 loses a draw with the second move, Player 1 the win with the third."""
    with with_more_games():
        match = Match.replay(numduel.new("pick15"), list("461978235"))
        assert match.ending is not None
        assert match.ending.is_draw
        found = review(ENGINE, match, plenty())
    assert [ply.mark for ply in found.plies] == ["", "?", "??", *[""] * 6]
    lost, slipped = found.plies[1:3]
    assert (lost.before, lost.after.outcome) == (draw(), "loss")
    assert (slipped.before.outcome, slipped.after) == ("win", draw())
    assert [ply.regret for ply in found.plies] == [0, Fraction(1, 2), Fraction(1, 2), *[0] * 6]
    assert lost.reason.endswith(" would have drawn.")
    assert slipped.reason.startswith("1 draws. ")
    for player in found.players:
        assert player.regret == Fraction(1, 2)
        assert player.kept == player.decisions - 1


@pytest.mark.parametrize("id", ["pick15", "threes", "toss", "shuttle"])
def test_worths_add_up_in_games_with_draws(id: str) -> None:
    """result = worth at the start - own regret + the opponent's regret + luck; a draw is half."""
    results = set()
    with with_more_games():
        for seed in range(12):
            match, rng = Match(numduel.new(id), dice=Dice(seed)), Random(seed)
            while not match.is_over and len(match.plies) < 30:
                match.play(rng.choice(match.moves))
            if match.ending is None:
                continue
            score = match.ending.score(Player.ONE)
            assert score is not None
            found = review(ENGINE, match, plenty())
            one, two = found.players
            start = ENGINE.value(match.game, Player.ONE, match.states[0], plenty()).worth
            luck = (one.luck or 0) - (two.luck or 0)
            assert Fraction(score) == start - one.regret + two.regret + luck
            results.add(score)
    assert 0.5 in results
