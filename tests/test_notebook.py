"""Objects that display themselves in notebooks: complete, safe, and without hidden numbers."""

from __future__ import annotations

import re
import sys
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from names import HEBREW

import numduel
from duel_support import plenty, where, with_more_games
from numduel import Dice, Match, Player
from numduel.arena.standings import Standings, standings
from numduel.arena.tournament import Entry, Tournament, merge_results, perform
from numduel.engine.teaching.review import review
from numduel.errors import WrongType
from numduel.exam.comparing import compare_results
from numduel.exam.questions import Exam, questions
from numduel.exam.results import Result
from numduel.exam.scoring import Answer
from numduel.notebook import html
from numduel.render.markup import embed
from numduel.workshop.measuring import Study, measure_game
from running import run_program

BOARD = "4 3 8/9 5 1/2 7 6"
EVIL = '<script>alert("x")</script><img src=x onerror=alert(1)>'
STYLE = re.compile("<style>(.*?)</style>", re.DOTALL)
RENDER = Path(numduel.__file__).parent / "render"


def parse(shown: str) -> ElementTree.Element:
    """Return the elements of what is shown, without its stylesheet."""
    return ElementTree.fromstring(STYLE.sub("", shown))


def text_of(shown: str) -> str:
    return " ".join(" ".join(parse(shown).itertext()).split())


def lost_match(*names: str) -> Match:
    """Return a match in which Player 1 overlooks a win."""
    moves = ["0,0", "2,0", "0,1", "2,1", "1,1", "2,2"]
    match = Match.replay(numduel.new("maze", board=BOARD), moves)
    match.tags |= {f"Player{number}": name for number, name in enumerate(names, 1)}
    return match


def random_match(id: str, seed: int, max_plies: int) -> Match:
    dice = Dice(seed)
    match = Match(numduel.new(id, seed=seed), dice=dice)
    while not match.is_over and len(match.plies) < max_plies:
        match.play(dice.choice(match.moves))
    return match


def reviewed(match: Match) -> Any:
    return review(numduel.Engine(), match, plenty())


@cache
def played_standings() -> Standings:
    tournament = Tournament(("casual", "random"), (Entry("maze"), Entry("sum")), boards=3)
    pieces = tournament.pieces().values()
    return standings(merge_results([(piece, perform(tournament, piece)) for piece in pieces])[0])


def exam_result(player: str, choice: int) -> Result:
    asked = [one for one in questions() if one.game == "maze"]
    answers = (Answer(one.id, [*one.worths][choice], None) for one in asked)
    return Result(Exam(), player, 0, tuple(answers))


@cache
def shown_examples() -> dict[str, str]:
    """Return one example of everything that is drawn; names are not to be trusted."""
    match = lost_match(EVIL, HEBREW)
    open_match = Match.replay(match.game, ["0,0", "2,0"])
    report = numduel.analyse(open_match)
    results = exam_result(EVIL, 0), exam_result("last", -1)
    rows = tuple(row._replace(player=EVIL) for row in played_standings().rows)
    drawn: dict[str, Any] = {
        "game": match.game,
        "match": match,
        "open match": open_match,
        "report": report,
        "value": report.value,
        "review": reviewed(match),
        "standings": played_standings()._replace(rows=rows, players=(EVIL, "Bob")),
        "result": results[0],
        "comparison": compare_results(*results),
        "game report": measure_game(Study("sum", (("target", 12),), 4, seed=3)),
    }
    return {name: thing._repr_html_() for name, thing in drawn.items()}


# ---- everything shown


def test_importing_numduel_imports_no_drawings() -> None:
    code = (
        "import sys, numduel; numduel.analyse(numduel.Match(numduel.new('sum', target=9)));"
        "print([n for n in sys.modules if n.startswith(('numduel.render', 'numduel.notebook'))],"
        "hasattr(numduel.Match, '_repr_html_'));"
        "import numduel.notebook;"
        "print(hasattr(numduel.Match, '_repr_html_'), 'IPython' in sys.modules)"
    )
    ran = run_program([sys.executable, "-c", code])
    assert ran.stdout == "[] False\nTrue False\n", ran.stderr


def test_examples_cover_everything_that_is_drawn() -> None:
    assert len(shown_examples()) == len(html.registry)  # two matches, and no `object`


SVG_NAMESPACE = "http://www.w3.org/2000/svg"


def test_drawings_have_no_scripts_and_load_nothing() -> None:
    for name, shown in shown_examples().items():
        with where(name):
            for element in parse(shown).iter():
                tag = element.tag.rpartition("}")[2]
                assert tag not in ("script", "img", "iframe", "link", "image", "use", "object")
                for key, value in element.attrib.items():
                    assert not key.startswith("on")
                    assert key != "src"
                    assert key != "href" or value.startswith("#")
            assert not re.search(r"url\(|@import|https?:", shown.replace(SVG_NAMESPACE, ""))


def test_everything_shown_has_a_label_and_drawings_have_titles() -> None:
    for name, shown in shown_examples().items():
        with where(name):
            top = parse(shown)
            assert top.attrib["role"] == "figure"
            assert top.attrib["aria-label"] == top.findtext("h3")
            for drawing in top.iter(f"{{{SVG_NAMESPACE}}}svg"):
                assert drawing.findtext(f"{{{SVG_NAMESPACE}}}title")


def test_names_are_shown_as_text() -> None:
    for name in ("match", "review", "standings", "result", "comparison"):
        with where(name):
            assert "<script" not in shown_examples()[name]
            assert "<script>alert" in text_of(shown_examples()[name])
    assert f"\u2068{HEBREW}\u2069" in text_of(shown_examples()["match"])


def test_other_things_cannot_be_drawn() -> None:
    with pytest.raises(WrongType, match=r"^7 can't be drawn.*Match, Report, Result, Review"):
        html(7)


@pytest.mark.parametrize("file", sorted(file.name for file in RENDER.glob("*.css")))
def test_stylesheets_apply_only_inside_of_what_is_shown(file: str) -> None:
    """Also their rules for dark screens, which must follow the theme of the notebook."""
    style = STYLE.findall(embed("Title", [file], ""))[0]
    assert style.startswith("\n:is(.numduel, #numduel) {\n")
    depths = [0]
    for sign in re.findall("[{}]", style):
        depths.append(depths[-1] + (1 if sign == "{" else -1))
    assert depths[-1] == 0 < min(depths[1:-1])  # one rule with all others in it
    assert not re.search(r"(:root|\bbody)\s*\{", style)
    assert style.count("prefers-color-scheme") == 1
    dark = (RENDER / file).read_text().count("prefers-color-scheme")
    assert dark in (0, 1)
    if dark:
        assert len(style) > len((RENDER / file).read_text())


# ---- matches and reports


def test_match_of_every_game_is_shown() -> None:
    with with_more_games():
        for id, plies in product(numduel.games(), (0, 3, 300)):
            match = random_match(id, seed=5, max_plies=plies)
            with where(id, plies):
                shown = text_of(html(match))
                assert match.game.title in shown
                assert "'s turn: " in shown or match.is_finished
                moves = " ".join(ply.move for ply in match.plies)
                assert f"Moves: {moves}" in shown or not moves


def test_finished_match_says_who_won() -> None:
    shown = text_of(html(lost_match("Ann", "Bob")))
    assert "Bob reached exactly 15 on the 6, bottom right. Bob won the game." in shown
    resigned = Match(numduel.new("sum"))
    resigned.resign(Player.ONE)
    assert "Player 1 resigned. Player 2 won the game." in text_of(html(resigned))


def test_report_shows_the_value_of_every_move() -> None:
    match = Match.replay(numduel.new("maze", board=BOARD), ["0,0", "2,0", "0,1", "2,1"])
    top = parse(html(numduel.analyse(match)))
    rows = [[*map("".join, map(ElementTree.Element.itertext, row))] for row in top.iter("tr")]
    assert rows == [
        ["move", "value", "worth"],
        ["★ the 8, top right", "win in 1 turn", "1"],
        ["the 5, centre", "loss in 2 turns", "0"],
    ]
    signs = [e.text or "" for e in top.iter() if "nd-sign" in e.attrib.get("class", "")]
    assert sorted(signs) == ["L2", "★ W1"]


def test_report_of_every_game_has_a_row_per_move() -> None:
    with with_more_games():
        for id in numduel.games():
            match = random_match(id, seed=5, max_plies=2)
            if match.player is None:
                continue
            with where(id):
                rows = [*parse(html(numduel.analyse(match))).iter("tr")]
                assert len(rows) == 1 + len(match.moves)


def test_estimates_are_called_estimates() -> None:
    report = numduel.analyse(numduel.new("run", size=9, seed=2), positions=10)
    assert "Some values are estimated from up to" in text_of(html(report))


# ---- hidden numbers


def test_hidden_numbers_are_not_shown() -> None:
    """Boards that differ only in hidden numbers look the same, until the match is finished."""
    boards = "1 2 3/4 5 6/7 8 9", "9 8 7/6 5 4/3 2 1"
    games = [numduel.new("quest", stand=True, board=board) for board in boards]
    matches = [Match.replay(game, ["2,2"]) for game in games]
    for one, other in ([*map(numduel.analyse, matches)], [*map(reviewed, matches)], matches, games):
        assert html(one) == html(other)
    for match in matches:
        match.stop()
    assert html(matches[0]) != html(matches[1])


# ---- reviews and standings


def test_review_shows_accuracy_chart_and_key_moments() -> None:
    shown = html(reviewed(lost_match("Ann", "Bob")))
    text = text_of(shown)
    assert "Ann 50% 1 of 2 real choices correct" in text
    assert "Turn 5: Ann threw away a win, the decisive mistake ??" in text
    assert "would have won in 1 turn" in text
    assert 'class="chart"' in shown
    assert shown.count('class="nd-ground"') == 1  # the board of the one mistake


def test_review_without_mistakes_says_so() -> None:
    match = Match(numduel.new("maze", board=BOARD))
    assert "No moves yet." in text_of(html(reviewed(match)))


def test_review_of_every_game_shows_its_key_moments() -> None:
    with with_more_games():
        for id in numduel.games():
            with where(id):
                found = reviewed(random_match(id, seed=3, max_plies=40))
                text = text_of(html(found))
                for step in found.plies:
                    assert not step.is_mistake or f"Turn {step.turn}: " in text


def test_resignation_is_a_key_moment() -> None:
    match = Match.replay(numduel.new("maze", board=BOARD), ["0,0", "2,0", "0,1", "2,1"])
    match.resign(Player.ONE)
    assert "The end: Player 1 resigned a winning position" in text_of(html(reviewed(match)))


def test_links_of_a_review_lead_to_its_own_rows() -> None:
    shown = [html(reviewed(match)) for match in (lost_match("Ann", "Bob"), lost_match("Ann", "Cy"))]
    ids = [re.findall(r' id="(.+?)"', one) for one in shown]
    assert len({*ids[0], *ids[1]}) == len(ids[0]) + len(ids[1]) == 14
    for own, one in zip(ids, shown, strict=True):
        links = re.findall(r'href="#(.+?)"|aria-labelledby="(.+?)"', one)
        assert sorted(link or label for link, label in links) == sorted(own)


def test_review_shows_the_match_as_it_was() -> None:
    match = Match.replay(numduel.new("maze", board=BOARD), ["0,0", "2,0", "0,1", "2,1"])
    found = reviewed(match)
    before = html(found)
    match.play("0,2")
    match.tags["Player1"] = "Ann"
    assert html(found) == before


def test_standings_have_intervals() -> None:
    shown = played_standings()
    top = parse(html(shown))
    assert [heading.text for heading in top.iter("h4")] == [
        "Number Maze", "Sum Battle", "All games",
    ]  # fmt: skip
    row = next(row for row in top.iter("tr") if row.findtext("th") == "casual")
    rate = shown.rows[0].figures["win_rate"]
    assert rate is not None
    assert rate.interval is not None
    low, high = (f"{end:.0%}" for end in rate.interval)
    cells = ["".join(cell.itertext()) for cell in row.iter("td")]
    assert f"{rate.value:.0%} [{low}, {high}]" in cells
