"""Questions in disguise: the same values and choices, and no word of the plain game."""

from __future__ import annotations

import io
import json
import pickle
import re
import sys
from collections.abc import Iterator
from contextlib import redirect_stderr, redirect_stdout
from copy import copy, deepcopy
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from model_server import Say, Served

import numduel
from duel_support import where, with_more_games
from numduel import Dice, Engine, Match, Turn
from numduel.adapters import model_prompt
from numduel.bots import messages
from numduel.budget import Budget
from numduel.cli.main import main
from numduel.core import AnyGame, HiddenBoard, Over
from numduel.exam.disguise import (
    NOTATIONS,
    SCALES,
    WAYS,
    Costume,
    Disguised,
    choose_costume,
    disguise_game,
    disguised,
    open_question,
)
from numduel.exam.making import TIERS, game_options
from numduel.exam.people import split_exam
from numduel.exam.questions import Exam, questions
from numduel.exam.scoring import Sitting, ask_question
from numduel.exam.story import story_of
from numduel.games import built_in
from numduel.play.players import CHARACTERS, LEVELS, ask, public_copy
from numduel.views.as_json import position_json

SAMPLE = [question for question in questions() if question.id[-2:] in ("01", "17", "33", "58")]
"""Four questions of each game."""


def costumes(game: AnyGame) -> Iterator[Costume]:
    """Yield costumes with every telling, turn, notation, scale and word for directions."""
    story = story_of(game)
    for number, telling in enumerate(story.tellings):
        for turn in range(number, 8 if story.can_turn else 1, 3):
            scale = SCALES[turn % len(SCALES)] if story.can_scale else 1
            yield Costume(number, turn, turn % len(NOTATIONS), scale, turn % len(WAYS))
        assert telling["title"]


def plain_games(tier: str) -> Iterator[AnyGame]:
    for kind in built_in():
        yield kind.setup(game_options(kind.id, tier), None, Dice(3))


def walk(game: AnyGame, seed: int) -> Match:
    """Return a random match of a game, to its end or for 30 plies."""
    match, dice = Match(game, dice=Dice(seed)), Dice(seed)
    while match.player is not None and len(match.plies) < 30:
        match.play(dice.choice(match.moves))
    return match


def in_costume(match: Match, costume: Costume) -> Disguised:
    """Return a match in this costume, with what is known of a hidden board."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("numduel.exam.disguise.choose_costume", lambda *_: costume)
        return disguised(match, "x", "y")


# ---- the map


@pytest.mark.parametrize("tier", TIERS)
def test_every_position_is_mapped_one_to_one(tier: str) -> None:
    """Status, moves in order, keys and boards correspond; pictures hold the same."""
    for game in plain_games(tier):
        for number, costume in enumerate(costumes(game)):
            with where(game.id, costume):
                plain = walk(game, number)
                twin = in_costume(plain, costume)
                assert twin.game is not None
                assert len(twin.match.plies) == len(plain.plies)
                assert [twin.plain(ply.move) for ply in twin.match.plies] == [
                    ply.move for ply in plain.plies
                ]
                assert twin.game.mask.plain_board(twin.match.board) == (
                    plain.game.shown(plain.state)
                    if isinstance(plain.game, HiddenBoard) and not plain.is_finished
                    else plain.board
                )
                for state, same in zip(plain.states, twin.match.states, strict=True):
                    assert_same_position(plain.game, twin.game, state, same)
                assert pickle.loads(pickle.dumps(twin.game)) == twin.game
                assert deepcopy(twin.game) is twin.game
                assert copy(twin.match).state == twin.match.state


def assert_same_position(plain: AnyGame, game: AnyGame, state: object, same: object) -> None:
    assert state == same
    now, then = plain.status(state), game.status(same)
    assert type(now) is type(then)
    if isinstance(now, Turn) and isinstance(then, Turn):
        assert now.player is then.player
        assert tuple(game.plain_move(move) for move in then.moves) == now.moves  # type: ignore[attr-defined]
    if isinstance(now, Over) and isinstance(then, Over):
        assert now.winner is then.winner
        assert then.reason in game.reasons
    assert game.key(state) == plain.key(state)
    picture, seen = game.picture(state), plain.picture(state)
    assert sorted(tile.tokens for tile in picture.tiles) == sorted(t.tokens for t in seen.tiles)
    assert {tile.move for tile in picture.tiles} <= {*game.vocabulary, None}
    assert len(picture.facts) == len(seen.facts)


def test_values_are_equal() -> None:
    engine = Engine()
    for question in questions()[::4]:
        twin = open_question(question, 0, "elm")
        with where(question.id):
            report = engine.analyse(twin.match.game, twin.match.state, Budget(seconds=60))
            found = {twin.plain(move): value.worth for move, value in report.moves.items()}
            assert found == question.worths
            assert list(found) == list(question.worths)
            assert {twin.plain(m): v.turns for m, v in report.moves.items()} == question.turns


def test_python_rules_give_the_same_values(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("numduel.engine.solving.search.rules_of", lambda game: None)
    monkeypatch.setattr("numduel.engine.solving.expectation.rules_of", lambda game: None)
    engine = Engine()
    for question in SAMPLE:
        twin = open_question(question, 0, "ash")
        report = engine.analyse(twin.match.game, twin.match.state, Budget(seconds=60))
        assert {twin.plain(m): v.worth for m, v in report.moves.items()} == question.worths


def test_every_level_makes_the_corresponding_choice() -> None:
    for player in ("random", *LEVELS, *CHARACTERS):
        for question in SAMPLE:
            with where(player, question.id):
                plain = ask_question(Sitting(player, 5), question)
                twin = ask_question(Sitting(player, 5, Exam(disguise="elm")), question)
                assert plain == twin


def test_disguise_depends_on_seed_and_question() -> None:
    questions_of = {question.game: question for question in SAMPLE}
    for question in questions_of.values():
        game = open_question(question, 0, None).match.game
        chosen = {choose_costume(game, seed, id) for seed, id in product("abcdef", "xyz")}
        assert len(chosen) > 6
        assert choose_costume(game, "a", "x") == choose_costume(game, "a", "x")
        assert len({choose_costume(game, "a", id).telling for id in "xyzuvw"}) == 1
        assert all(one.turn for one in chosen) == story_of(game).can_turn


def test_game_without_story_has_no_disguise() -> None:
    for options, problem in (({"extra": 1}, "extra=1"), ({"starts": "random"}, "starts=random")):
        game = numduel.new("maze", seed=1, **options)
        with pytest.raises(numduel.SetupError, match=problem):
            disguise_game(game, Costume(0))
    with with_more_games():
        game = numduel.new("pick15")
        with pytest.raises(numduel.SetupError, match="it has no story"):
            disguise_game(game, Costume(0))


# ---- texts

PLAIN_WORDS = re.compile(
    r"\b(mazes?|battle|quests?|races?|runs?|cells?|totals?|scores?|grids?|edges?|cumulative|target"
    r"|challenges?d?|stands?|stood|standing|reveal\w*|hidden|visited|occupied|blocked|row,col\w*"
    r"|exact|stuck|closest|size=|highest|Up|Down|Left|Right|[pS][12])\b|\b[0-9]+,[0-9]"
)
"""Titles, words and notation of the five games."""


def find_leak(text: str) -> str | None:
    """Return a word or notation of the plain games in a text."""
    found = PLAIN_WORDS.search(text)
    return f"{found[0]}: {text}" if found else None


def all_texts(game: AnyGame, match: Match) -> Iterator[str]:
    """Yield everything that a player can read about a position."""
    picture = game.picture(match.state)
    yield from picture.lines()
    yield from picture.legend().values()
    yield from picture.legend()
    yield game.expects(match.state)
    yield from (game.title, game.id, game.summary, game.noun, *game.reasons, repr(game))
    for state, ply in zip(match.states, match.plies, strict=False):
        yield game.deed(state, ply.move)
    if match.is_over:
        yield from (
            game.ending(match.state),
            game.prospect(match.state),
            *game.verdict(match.state),
        )
        return
    yield game.question(match.state)
    for move in game.vocabulary:
        yield game.objection(match.state, move) or ""
    for word, alias in game.aliases(match.state).items():
        yield game.nowhere(match.state, word) if alias is None else ""


@pytest.mark.parametrize("tier", TIERS)
def test_texts_have_no_word_of_the_plain_game(tier: str) -> None:
    """Every sentence has a translation; none of the neutral ones is needed."""
    for game in plain_games(tier):
        for number, costume in enumerate(costumes(game)):
            with where(game.id, costume):
                plain = walk(game, number)
                for ply in {*range(0, len(plain.plies), 5), len(plain.plies)}:
                    match = in_costume(plain.fork(ply), costume).match
                    for text in all_texts(match.game, match):
                        assert not find_leak(text)
                        assert "not possible" not in text
                        assert "what do you choose" not in text
                        assert "{" not in text
                        assert " played " not in text


def test_prompts_have_no_word_of_the_plain_game() -> None:
    for question in SAMPLE:
        for seed in ("elm", "ash", "fir"):
            match = open_question(question, 0, seed).match
            assert match.player is not None
            with where(question.id, seed):
                asked = model_prompt.question(match, with_moves=True, with_history=True)
                texts = [model_prompt.rules(match, match.player), asked]
                texts += [model_prompt.judge(match, f"MOVE: {m}").objection for m in ("zz", "e9")]
                texts += [str(messages.game(match, match.player)), str(position_json(match))]
                for text in texts:
                    # numduel's own words around the game
                    text = text.replace("Player 1's token", "").replace("Player 2's token", "")
                    text = re.sub(r"'(tokens|first|hidden|round)'", "", text)
                    assert not find_leak(text)


def test_rule_page_states_names_and_numbers_of_its_game() -> None:
    for game in (*plain_games("standard"), *plain_games("large")):
        for costume in costumes(game):
            twin = disguise_game(game, costume)
            page = twin.rule_page()
            assert page.startswith(f"# {twin.title}\n")
            assert "{" not in page
            if target := vars(game.options).get("target"):
                assert str(target * costume.scale) in page
            for word in twin.vocabulary:
                if word.isalpha() and word.lower() == word and not twin.mask.rows:
                    assert word in page
            assert not find_leak(page)


def test_moves_are_read_as_people_write_them() -> None:
    for question in SAMPLE:
        match = open_question(question, 0, "elm").match
        for move in match.moves:
            assert match.read(move) == match.read(f" {move.upper()} ") == move
        for word, alias in match.game.aliases(match.state).items():
            if alias in match.moves:
                assert match.read(word) == alias


# ---- hidden numbers, programs


def test_hidden_numbers_stay_hidden() -> None:
    """Nothing that a player gets depends on the arrangement of the hidden numbers."""
    for question in (one for one in questions() if one.outcome == "chance"):
        twins = [open_question(question, seed, "elm") for seed in range(3)]
        seen = {str(position_json(public_copy(twin.match))) for twin in twins}
        assert len(seen) == 1
        twin = twins[0]
        assert "?" in twin.match.board
        drawn = {ply.move for ply in twin.match.plies if ply.player is None}
        assert set(re.findall(r"\d+", twin.match.board)) == drawn
        twin.match.stop()
        assert "?" not in twin.match.board


def test_disguised_match_can_be_played_to_its_end() -> None:
    for question in SAMPLE[::2]:
        match = open_question(question, 0, "elm").match
        dice = Dice(1)
        while match.player is not None and match.turn < 60:
            chooser = numduel.players.seat("casual", dice)
            assert chooser is not None
            chooser.begin(match.game, match.player)
            match.play(ask(chooser, match.view(match.player), match.moves, Budget(seconds=9)))
        match.undo()
        assert match.player is not None


def test_program_answers_in_disguise(tmp_path: Path) -> None:
    bot = tmp_path / "bot.py"
    bot.write_text(BOT)
    player = f"program {sys.executable} {bot}"
    for question in SAMPLE[::4]:
        answer = ask_question(Sitting(player, 0, Exam(disguise="elm")), question)
        assert answer[:3] == [question.id, list(question.worths)[-1], None]


BOT = """
import json, sys

for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        print(json.dumps({"type": "hello", "protocol": 1, "name": "last"}), flush=True)
    if message["type"] == "turn":
        print(json.dumps({"type": "move", "move": message["moves"][-1]}), flush=True)
"""


def test_model_is_sent_no_word_of_the_plain_game(serve: Served) -> None:
    """The first answer is illegal, so the objection is sent, too."""

    def answer(sent: list[dict[str, Any]]) -> Say:
        legal = re.findall(r"Legal moves: (.+)", sent[1]["content"])[0].split("; ")
        return Say(f"MOVE: {legal[-1] if len(sent) > 2 else '0,0'}")

    with serve(answer) as server:
        for question in SAMPLE[::4]:
            sitting = Sitting("model:m moves=yes", 0, Exam(disguise="elm"))
            assert ask_question(sitting, question)[1:3] == [list(question.worths)[-1], None]
    assert len(server.asked) == 10
    for asked in server.asked:
        text = json.dumps([one for one in asked["messages"] if one["role"] != "assistant"])
        assert not find_leak(re.sub(r"'s token|'0,0'", "", text))


# ---- the command


def run(*words: str) -> tuple[int, str, str]:
    out, err = io.StringIO(), io.StringIO()
    with redirect_stdout(out), redirect_stderr(err):
        status = main(["exam", *words, "--processes", "1"])
    return status, out.getvalue(), err.getvalue()


def test_command_shows_the_gap_to_plain_questions(home: Path, tmp_path: Path) -> None:
    plain, other = str(tmp_path / "plain.json"), str(tmp_path / "elm.json")
    assert run("casual", "--out", plain)[0] == 0
    status, out, _ = run("casual", "--disguise", "elm", "--plain", plain, "--out", other)
    assert status == 0
    assert "Exam 1, 300 questions, in disguise elm: casual" in out
    assert "plain and in disguise" in out
    assert "casual, in disguise elm" in out
    assert "the players are equal so far" in out
    one, two = (json.loads(Path(path).read_text()) for path in (plain, other))
    assert two["exam"]["disguise"] == "elm"
    assert [answer["move"] for answer in one["answers"]] == [a["move"] for a in two["answers"]]
    assert one["rows"] == two["rows"]
    for words, problem in (
        (["casual", "--plain", plain], "--plain needs --disguise"),
        (["casual", "--plain", other, "--disguise", "elm"], "isn't a plain result of the same"),
        (["casual", "--plain", plain, "--disguise", "elm", "--json"], "numduel compare"),
    ):
        status, out, err = run(*words)
        assert (status, out) == (1, "")
        assert problem in err


def test_person_answers_in_disguise(home: Path, tmp_path: Path) -> None:
    path = tmp_path / "me.json"
    chosen = ("exam", "me", "--disguise", "elm", "--sitting", "1", "--out", str(path))
    asked = split_exam(questions(), 1, 0)[0][0]
    twin = open_question(asked, 0, "elm")
    out = io.StringIO()
    typed = io.StringIO(f"help\nzz\nrules\n{twin.match.moves[-1]}\n")
    with pytest.MonkeyPatch.context() as patch, redirect_stdout(out), redirect_stderr(out):
        patch.setattr("sys.stdin", typed)
        assert main([*chosen]) == 0
    assert json.loads(path.read_text())["answers"][0]["move"] == list(asked.worths)[-1]
    shown = out.getvalue().split("Your answers are in")[0].partition("Question 1 of 1")[2]
    before_result = shown.partition("Exam 1, 300 questions")[0]
    assert twin.match.game.title in before_result
    text = before_result.replace("'s token", "")
    assert not find_leak(text)
