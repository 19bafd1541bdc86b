"""Calls of models in a match: what is sent, chats, tools, and transcripts."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from model_server import KEY, Fail, Say, Served, in_turn
from model_support import counted, play

import numduel
from duel_support import where
from numduel import Budget, Dice, Match, players
from numduel.cli.main import main
from numduel.play.players import take_turn
from numduel.storage import calls

BODY = {"model", "messages"}


def call_of(move: str) -> Say:
    """Return an answer with a tool call."""
    return Say(None, tools=(json.dumps({"move": move}),))


def test_settings_are_sent_only_if_set(serve: Served, tmp_path: Path) -> None:
    path = str(tmp_path / "x.calls.jsonl")
    settings = {
        "temperature=0": {"temperature": 0.0},
        "temperature=0.25 seed=-3": {"temperature": 0.25, "seed": -3},
        "max_tokens=5 effort=low": {"max_tokens": 5, "reasoning_effort": "low"},
        "max_completion_tokens=9 at_once=64 seconds=9 moves=yes": {"max_completion_tokens": 9},
        "stream=yes": {"stream": True, "stream_options": {"include_usage": True}},
        "chat=yes history=no": {},
    }
    for text, sent in settings.items():
        with where(text), serve(in_turn(Say("7"))) as server, calls.recording(path, {}):
            play(Match(numduel.new("sum")), f"model:m {text}")
        (asked,) = server.asked
        assert {name: asked[name] for name in asked if name not in BODY} == sent
        call = calls.read(path).calls[-1]
        assert (call["settings"], call["player"]) == (sent, f"model:m {text}")
        assert call["messages"] == asked["messages"]


def test_tool_is_offered_and_its_calls_are_read(serve: Served) -> None:
    for switch in ("", " stream=yes"):
        with where(switch), serve(in_turn(call_of("99"), call_of("7"))) as server:
            match = Match(numduel.new("sum"))
            play(match, f"model:m tools=yes{switch}")
            assert match.plies[0].move == "7"
            first, second = server.asked
            assert [tool["function"]["name"] for tool in first["tools"]] == ["play"]
            assert "Call the function play" in first["messages"][-1]["content"]
            said, reply = second["messages"][-2:]
            assert said["tool_calls"][0]["function"]["arguments"] == '{"move": "99"}'
            assert reply["role"] == "tool"
            assert reply["tool_call_id"] == said["tool_calls"][0]["id"] == "call 0"
            assert "isn't a move" in reply["content"]


def test_chat_keeps_the_conversation_until_moves_are_undone(serve: Served) -> None:
    with serve(in_turn(Say("MOVE: 99"), Say("MOVE: 7"), Say("MOVE: 5"))) as server:
        match = Match(numduel.new("sum"))
        chooser = players.seat("model:m chat=yes", Dice(7))
        assert chooser is not None
        chooser.begin(match.game, numduel.Player.ONE)
        take_turn(chooser, match, Budget(60))
        match.play("1")
        take_turn(chooser, match, Budget(60))
        roles = [message["role"] for message in server.asked[2]["messages"]]
        assert roles == ["system", "user", "assistant", "user", "assistant", "user"]
        assert server.asked[2]["messages"][:4] == server.asked[1]["messages"]
        match.undo()
        take_turn(chooser, match, Budget(60))
        assert len(server.asked[3]["messages"]) == 2
        match.play("1")
        take_turn(chooser, match, Budget(60))
        assert len(server.asked[4]["messages"]) == 4


def test_chat_with_tools_answers_every_tool_call(serve: Served) -> None:
    with serve(in_turn(call_of("7"), call_of("5"))) as server:
        play(Match(numduel.new("sum")), "model:m chat=yes tools=yes", turns=2)
    roles = [message["role"] for message in server.asked[1]["messages"]]
    assert roles == ["system", "user", "assistant", "tool", "user"]


def test_cut_answers_are_counted_and_asked_again(serve: Served) -> None:
    with serve(in_turn(Say("If I take 5", finish="length"), Say("MOVE: 5"))):
        match = Match(numduel.new("sum"))
        play(match, "model:m max_tokens=5")
    assert match.plies[0].move == "5"
    assert (counted(match)["cut"], counted(match)["answers"]) == (1, 2)
    assert match.comments[1].startswith("cut")


def test_transcript_is_whole_and_has_no_key(serve: Served, tmp_path: Path) -> None:
    path = tmp_path / "x.calls.jsonl"
    long = "é\u2028\n" * 50_000
    leak = Say(f"{long}{KEY}\nMOVE: 99", f"{KEY} {long}", finish=KEY)
    tool = Say(KEY, tools=(json.dumps({"move": "7", "why": KEY}),))
    about = {"exam": {"key": KEY}, "question": f"sum-{KEY}"}
    with serve(in_turn(Fail(500), leak, tool)), calls.recording(str(path), about):
        play(Match(numduel.new("sum")), f"model:{KEY} chat=yes tools=yes")
    text = path.read_text(encoding="utf-8")
    assert KEY not in text
    assert len(text.splitlines()) == 2
    one, two = calls.read(str(path)).calls
    assert one["answer"] == f"{long}[key]\nMOVE: 99"
    assert one["reasoning"] == f"[key] {long}"
    assert (one["finish_reason"], one["retries"], one["fault"]) == ("[key]", 1, "unreadable")
    assert two["messages"][2]["content"] == one["answer"]
    assert (two["move"], two["ply"], two["prompt_version"]) == ("7", 1, 1)
    assert two["tool_calls"][0]["function"]["arguments"] == '{"move": "7", "why": "[key]"}'
    assert (two["tokens_in"], two["tokens_out"], two["tokens_reasoning"]) == (100, 10, 4)


def test_odd_answers_are_read(serve: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    """Endpoints differ: text in parts, refusals, arguments as objects, tool calls without ids."""
    from numduel.adapters.model_client import _clean_answer

    def answer(message: dict[str, Any], **more: Any) -> Any:
        return _clean_answer([{"choices": [{"message": message}], **more}], [])

    parts = [{"type": "text", "text": "MOVE: "}, {"text": "7"}, {"image": 1}, 5]
    assert answer({"content": parts}).text == "MOVE: 7"
    assert answer({"content": None, "refusal": "I can't."}).text == "I can't."
    assert answer({"content": 5, "reasoning": "so"})[:2] == ("", "so")
    odd = [{"function": {"name": None, "arguments": {"move": "7"}}}, {"function": None}]
    one, two = answer({"tool_calls": odd}).tool_calls
    assert one == {
        "id": "call_1",
        "type": "function",
        "function": {"name": "play", "arguments": '{"move": "7"}'},
    }
    assert two["id"] == "call_2"
    assert answer({}, usage={"prompt_tokens": True}).tokens_in is None


# ---- at the prompt


def test_prompt_keeps_the_game_when_the_endpoint_fails(
    serve: Served,
    home: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    words = ["play", "sum", "--p1", "random", "--p2", "model:m moves=yes", "--seed", "7"]
    for deed, said in (
        (Fail(500), "m can't move: its endpoint returned 500: 'no: Bearer [key]'.\n"),
        (Fail(401), "m can't move: the endpoint rejects the key in OPENAI_API_KEY (401).\n"),
    ):
        with where(deed), serve(in_turn(deed)):
            assert main(words) == 1
        err = capsys.readouterr().err
        assert said in err
        command = err.strip().rpartition("To continue: numduel ")[2]
        assert command.endswith(" --p2 'model:m moves=yes'")
        name = command.split()[1]
        with serve(in_turn(Say("I resign"))):
            assert main(["resume", name, "--p2", "model:m moves=yes"]) == 0
        out = capsys.readouterr().out
        assert "Resuming Sum Battle, turn 2." in out
        assert "it gave no legal move in 3 answers" in out
