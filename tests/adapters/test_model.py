"""Language models as players, with a server that answers, streams and fails in every way."""

from __future__ import annotations

import ast
import re
import shlex
from pathlib import Path

import pytest
from model_server import KEY, Deed, Say, Served, in_turn
from model_support import counted, play
from names import PAIRS

import numduel
from duel_support import where, with_more_games
from numduel import Dice, Match, Player, players, record
from numduel.adapters import model_prompt
from numduel.adapters.model_prompt import judge, question, rules
from numduel.adapters.model_settings import SETTINGS, parse_spec
from numduel.cli.main import main

MAZE = "4 3 8/9 5 1/2 7 6"


def test_prompt_has_rules_and_position_and_record_keeps_comments(serve: Served) -> None:
    for switch in ("", " stream=yes"):
        with where(switch), serve(in_turn(Say("Take 7.\n\n**MOVE:** `07`", "7 is best"))) as server:
            match = Match(numduel.new("sum"))
            play(match, f"model:some/name:8b{switch}")
        assert match.plies[0].move == "7"
        (asked,) = server.asked
        assert asked["model"] == "some/name:8b"
        rules, question = (message["content"] for message in asked["messages"])
        assert "You are Player 1" in rules
        assert "**S19**" in rules
        assert "Player 1's turn: take which number, 1 to 9?" in question
        assert "Legal moves" not in question
        assert "[7]" not in question
        assert counted(match) == {
            **dict.fromkeys(("illegal", "unreadable", "empty", "cut", "retries"), 0),
            "answers": 1,
            "sent": 100,
            "received": 10,
            "reasoning": 4,
        }
        again = record.loads(record.dumps(match))
        assert again.comments == {1: "thought: 7 is best | said: Take 7. **MOVE:** `07`"}
        assert again.tags == match.tags
        assert server.keys == {f"Bearer {KEY}"}


def test_last_move_in_an_answer_is_played(serve: Served) -> None:
    answers = (
        "MOVE: 4\nNo, then 9 would win.\nMOVE: 7",
        "I could say MOVE: 4 or MOVE: 5.\n\n**Move:** 7\nMOVE:",
        '{"move": "4"}\n{"move": "7"}',
    )
    for answer in answers:
        with where(answer), serve(in_turn(Say(answer))):
            match = Match(numduel.new("sum"))
            play(match)
            assert match.plies[0].move == "7"


def test_prompt_has_legal_moves_and_history_on_request(serve: Served) -> None:
    match = Match.replay(numduel.new("sum"), ["9", "2", "9", "1"])
    for switches, has_moves, has_history in (
        ("", False, False),
        (" moves=yes", True, False),
        (" history=yes", False, True),
    ):
        with serve(in_turn(Say("MOVE: 5"))) as server:
            play(match.fork(4), f"model:m{switches}")
        asked = server.asked[0]["messages"][1]["content"]
        assert ("Legal moves: 3; 4; 5; 6; 7; 8; 9" in asked) == has_moves
        assert ("2. Player 2 took 2: 2 of 50." in asked) == has_history
        assert "Player 2 took 1: 3 of 50." in asked


@pytest.mark.slow
def test_model_plays_every_game_to_the_end(serve: Served) -> None:
    """Play with a model that takes the first and the last legal move in turn."""
    number = 0

    def offered(messages: list[dict[str, str]]) -> Deed:
        nonlocal number
        number += 1
        found = re.search("Legal moves: (.+)", messages[1]["content"])
        assert found
        return Say(f"MOVE: {found[1].split('; ')[-(number % 2)]}")

    with with_more_games() as more, serve(offered):
        assert more
        for id in numduel.games():
            with where(id):
                match = Match(numduel.new(id, seed=7))
                play(match, "model:m moves=yes", turns=40)
                assert match.ending is None or match.ending.reason in match.game.reasons
                assert counted(match)["illegal"] == 0
                assert counted(match)["answers"] == sum(p.player == 0 for p in match.plies)


def test_prompt_explains_draws_only_in_games_with_draws() -> None:
    with with_more_games():
        for id in numduel.games():
            match = Match(numduel.new(id, seed=7))
            prompt = rules(match, Player.ONE)
            explained = (
                "Play to win. A draw is possible and counts as half a win. A player" in prompt
            )
            assert explained is match.game.has_draws, id


def test_prompt_is_complete_for_games_without_tiles_or_options() -> None:
    with with_more_games():
        match = Match(numduel.new("toss"))
        assert "Options of this game: none." in rules(match, Player.ONE)
        asked = question(match, with_moves=True, with_history=False)
        assert "Player 1  Shows: " in asked
        assert "Legal moves: keep; throw" in asked
        for answer in ("MOVE: keep", "I **throw** again.\n`THROW`"):
            assert judge(match, answer).move in match.moves
        threes = Match(numduel.new("threes"))
        assert judge(threes, "The corner is free.\nMOVE: A1").move == "a1"


# ---- answers without a legal move


def test_objection_explains_the_fault_and_model_tries_again(serve: Served) -> None:
    wrong = [Say("MOVE: 8"), Say("I do not know what to do.")]
    with serve(in_turn(*wrong, Say("5"))) as server:
        match = Match.replay(numduel.new("sum"), ["7"])
        play(match)
    assert match.plies[1].move == "5"
    counts = counted(match, Player.TWO)
    kinds = ("illegal", "unreadable", "empty", "answers")
    assert tuple(counts[kind] for kind in kinds) == (1, 1, 0, 3)
    messages = server.asked[-1]["messages"]
    assert [message["role"] for message in messages[2:]] == ["assistant", "user"] * 2
    assert messages[2]["content"] == "MOVE: 8"
    assert messages[3]["content"].startswith("8 is next to your opponent's last number, 7. It is")
    assert "isn't a move" in messages[5]["content"]
    assert match.comments[2].startswith("illegal: '8', 8 is next to your opponent's last number")


def test_model_forfeits_after_three_answers_and_faults_are_counted(serve: Served) -> None:
    for said, kind in (("MOVE: 8", "illegal"), ("pass", "unreadable"), (None, "empty")):
        with where(kind), serve(in_turn(Say(said))) as server:
            match = Match.replay(numduel.new("sum"), ["7"])
            play(match)
            assert len(server.asked) == 3
            assert counted(match, Player.TWO)[kind] == counted(match, Player.TWO)["answers"] == 3
            assert match.ending == (Player.ONE, "forfeited")
            expected = (
                f"Player 2 forfeited: it gave no legal move in 3 answers; the last was {kind}"
            )
            assert match.ended.startswith(expected)
            assert record.loads(record.dumps(match)).ended == match.ended


# ---- keys


def test_key_repeated_by_the_endpoint_is_not_recorded(serve: Served) -> None:
    with serve(in_turn(Say(f"Your key is {KEY}.\nMOVE: 7", f"So {KEY} it is."))):
        match = Match(numduel.new("sum"))
        play(match)
    assert match.comments[1] == "thought: So [key] it is. | said: Your key is [key]. MOVE: 7"


def test_placeholder_key_is_not_removed_from_answers(
    serve: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Local servers accept any key."""
    monkeypatch.setenv("OPENAI_API_KEY", "7")
    with serve(in_turn(Say("MOVE: 7"))):
        match = Match(numduel.new("sum"))
        play(match)
        assert match.plies[0].move == "7"
        monkeypatch.setenv("OPENAI_API_KEY", "sk-\u2026")
        with pytest.raises(numduel.SetupError, match="has invalid characters"):
            players.seat("model:m", Dice(7))


def test_invalid_usage_counts_are_ignored_and_surrogates_replaced(serve: Served) -> None:
    huge = int("9" * 4300)
    for usage in ({"prompt_tokens": huge}, {"prompt_tokens": -1, "completion_tokens": "7"}, "7"):
        for switch in ("", " stream=yes"):
            with where(usage, switch), serve(in_turn(Say("7", usage=usage))):
                match = Match(numduel.new("sum"))
                play(match, f"model:m{switch}", turns=2)
                assert (counted(match)["answers"], counted(match)["sent"]) == (2, 0)
    with serve(in_turn(Say("MOVE: \ud800"), Say("\udfff MOVE: 7"))) as server:
        match = Match(numduel.new("sum"))
        play(match)
    assert match.plies[0].move == "7"
    assert len(server.asked) == 2
    assert match.comments[1].startswith("unreadable: '?'")


# ---- hidden numbers


def test_prompts_have_no_hidden_number(serve: Served) -> None:
    sent = []
    for board in ("2 7 6/9 5 1/4 3 8", "2 8 3/4 5 1/9 7 6"):
        with serve(in_turn(Say("MOVE: 9,9"), Say("2,3"))) as server:
            match = Match.replay(numduel.new("quest", board=board, target=40), ["2,2", "1,1"])
            match.tags |= {"Given": board, "Player1": "Ann", "Player2": "perfect"}
            play(match, "model:m moves=yes history=yes")
            sent.append(server.asked)
    assert len(sent[0]) == 2
    assert sent[0] == sent[1]
    assert not re.search("Ann|perfect", str(sent))


# ---- names


def test_prompts_have_no_player_names() -> None:
    plain, asked = (
        Match(numduel.new("maze", board=MAZE)),
        {"with_moves": True, "with_history": True},
    )
    for move in ("0,0", "2,2", "0,1"):
        plain.play(move)
    expected = model_prompt.question(plain, **asked)
    assert "Player 1 moved to the 3, top middle" in expected
    for one, two in PAIRS:
        match = plain.fork(3)
        match.tags |= {"Player1": one, "Player2": two}
        assert model_prompt.question(match, **asked) == expected
        assert model_prompt.rules(match, Player.TWO) == model_prompt.rules(plain, Player.TWO)


WRONG = {
    "model:": "the name of the model is missing. Write model:NAME",
    "model: ": "the name of the model is missing. Write model:NAME",
    "model:m moves=maybe": "'moves=maybe' isn't a setting",
    "model:m seconds=0": "'seconds=0' isn't a setting",
    "model:\x1b[31m": "the name of the model is missing",
    "model:m at_once=65": "'at_once=65' isn't a setting",
    "model:m max_tokens=0": "'max_tokens=0' isn't a setting",
    "model:m temperature=hot": "'temperature=hot' isn't a setting",
    "model:m effort=": "'effort=' isn't a setting",
    "model:m fast": "isn't a setting of a model. Write moves=yes, history=yes, chat=yes,",
}


def test_wrong_model_settings_are_refused_before_any_request(
    serve: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    with serve(in_turn(Say("7"))) as server:
        for who, said in WRONG.items():
            with where(who), pytest.raises(numduel.SetupError, match=re.escape(said)):
                players.seat(who, Dice(7))
        assert players.seat("model:m", Dice(7)) is not None
        assert server.asked == []
    assert parse_spec("m stream=yes").stream
    monkeypatch.setenv("OPENAI_BASE_URL", "localhost:11434/v1")
    with pytest.raises(numduel.SetupError, match="must begin with http://"):
        players.seat("model:m", Dice(7))
    monkeypatch.delenv("OPENAI_BASE_URL")
    monkeypatch.delenv("OPENAI_API_KEY")
    with pytest.raises(numduel.SetupError, match=r"need an endpoint\. Set OPENAI_BASE_URL"):
        players.seat("model:m", Dice(7))
    monkeypatch.setattr("numduel.adapters.model.find_spec", lambda _: None)
    with pytest.raises(numduel.SetupError, match=r"pip install 'numduel\[models\]'"):
        players.seat("model:m", Dice(7))


# ---- docs


def offered(messages: list[dict[str, str]]) -> Deed:
    """Answer with the first legal move, if the prompt lists them, or with a number."""
    found = re.search("Legal moves: ([^;\n]+)", messages[1]["content"])
    return Say(f"MOVE: {found[1]}" if found else "MOVE: 9" if len(messages) == 2 else "MOVE: 1")


@pytest.mark.slow
def test_tutorial_output_is_correct(
    serve: Served,
    home: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    page = (Path(__file__).parents[2] / "docs" / "models.md").read_text()
    blocks = re.findall(r"^```(console|python)\n(.+?)^```$", page, re.M | re.S)
    assert [kind for kind, _ in blocks] == ["console", "python", "console", "python"]
    monkeypatch.chdir(tmp_path)
    said = []
    with serve(offered):
        for kind, block in blocks:
            with where(block):
                if kind == "python":
                    exec(compile(block, "docs/models.md", "exec"), {})
                else:
                    assert main(shlex.split(block)[2:]) == 0
                said.append(capsys.readouterr().out)
    assert "won the game." in said[0]
    assert said[1].startswith("answers=")
    assert '[Type1 "model:my-model moves=yes"]' in said[1] or '[Model1 "answers=' in said[1]
    assert "model:my-model moves=yes" in said[2]
    assert (tmp_path / "arena.html").exists()
    counts = ast.literal_eval(said[3])
    assert counts["answers"] * 100 == counts["sent"] > 0
    assert counts["illegal"] == 0
    rows = re.findall(r"^\| `([a-z`, ]+)` \|", page.split("| count |")[1], re.M)
    assert {name for row in rows for name in row.split("`, `")} == {*counts}
    switches = re.findall(r"^\| `(\w+)=[\w.]+` \|", page, re.M)
    assert switches == list(SETTINGS)
