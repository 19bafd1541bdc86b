"""The MCP server: every tool, with the SDK's client in memory, over stdio and HTTP."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import anyio
import httpx
import pytest
from jsonschema import Draft202012Validator
from mcp.client import Client
from mcp.client.stdio import StdioServerParameters, stdio_client
from mcp.shared.exceptions import MCPError
from serving import running
from terminal import Terminal

import numduel
from duel_support import is_one_sentence, where, with_more_games
from numduel.adapters import assistant
from numduel.adapters.mcp import ANSWER_DEFINITIONS, server
from numduel.cli.main import main
from numduel.views.schemas import definition

TOOLS = ["new", "play", "act", "board", "hint", "analyse", "record"]
MAZE = "4 3 8/9 5 1/2 7 6"


class Assistant:
    """An MCP client that calls tools."""

    def __init__(self, client: Client) -> None:
        self.client = client

    async def call(self, tool: str, **words: Any) -> dict[str, Any]:
        """Return a tool's result; fail if it is an error."""
        answer = await self.client.call_tool(f"numduel_{tool}", words)
        assert not answer.is_error, answer.content
        assert isinstance(answer.structured_content, dict)
        schema = definition(ANSWER_DEFINITIONS[f"numduel_{tool}"])
        for error in Draft202012Validator(schema).iter_errors(answer.structured_content):
            raise AssertionError(error.message)
        return answer.structured_content

    async def refused(self, tool: str, **words: Any) -> str:
        """Return a tool's error message; fail if it succeeds."""
        answer = await self.client.call_tool(f"numduel_{tool}", words)
        assert answer.is_error, answer
        return str(answer.content[0].text)  # type: ignore[union-attr]


def with_assistant(test: Callable[[Assistant], Awaitable[None]], served: Any = None) -> None:
    """Run a test with a client of a server, by default in memory."""

    async def main() -> None:
        with anyio.fail_after(120):
            async with Client(served or server()) as client:
                await test(Assistant(client))

    anyio.run(main)


async def play_to_the_end(one: Assistant, seen: dict[str, Any]) -> dict[str, Any]:
    """Play the last legal move until the game is over or has 60 plies."""
    while seen["status"]["kind"] == "turn" and seen["plies"] < 60:
        assert seen["status"]["player"] in seen["you"]
        before = seen["plies"]
        seen = await one.call("play", match=seen["match"], move=seen["status"]["moves"][-1])
        assert seen["plies"] > before
        assert seen["said"]
    return seen


# ---- tools, resources and prompts


def test_each_tool_has_annotations_descriptions_and_output_schema() -> None:
    async def looks(one: Assistant) -> None:
        tools = (await one.client.list_tools()).tools
        assert [tool.name for tool in tools] == [f"numduel_{name}" for name in TOOLS]
        for tool in tools:
            with where(tool.name):
                assert tool.description
                assert tool.annotations
                hints = tool.annotations.model_dump(exclude={"title"})
                assert len(hints) == 4
                assert None not in hints.values()
                assert hints["destructive_hint"] is hints["open_world_hint"] is False
                assert tool.output_schema
                assert "match" in tool.output_schema["properties"]
                assert tool.output_schema == definition(ANSWER_DEFINITIONS[tool.name])
                for field in tool.input_schema["properties"].values():
                    assert field["description"]
        listed = (await one.client.list_resources()).resources
        assert [str(one.uri) for one in listed] == [
            f"numduel://rules/{id}" for id in numduel.games()
        ]
        (template,) = (await one.client.list_resource_templates()).resource_templates
        assert template.uri_template == "numduel://rules/{game}"
        (prompt,) = (await one.client.list_prompts()).prompts
        assert prompt.name == "lesson"
        for id in numduel.games():
            rules = (await one.client.read_resource(f"numduel://rules/{id}")).contents[0]
            assert rules.text.startswith(f"# {numduel.new(id).title}")  # type: ignore[union-attr]
            taught = (await one.client.get_prompt("lesson", {"game": id})).messages[0].content
            assert "Step 2." in taught.text  # type: ignore[union-attr]
            about = {"game": id, "topic": "strategy"}
            taught = (await one.client.get_prompt("lesson", about)).messages[0].content
            assert taught.text.startswith("Teach me how to win ")  # type: ignore[union-attr]
        said = "'mazee' isn't a game. Did you mean maze?"
        with pytest.raises(MCPError, match=re.escape(said)):
            await one.client.read_resource("numduel://rules/mazee")
        with pytest.raises(MCPError, match=re.escape(said)):
            await one.client.get_prompt("lesson", {"game": "mazee"})
        with pytest.raises(MCPError, match="isn't a lesson"):
            await one.client.get_prompt("lesson", {"game": "maze", "topic": "tricks"})

    with_assistant(looks)


def test_every_listed_resource_can_be_read_for_all_games() -> None:
    async def reads(one: Assistant) -> None:
        listed = (await one.client.list_resources()).resources
        assert len(listed) == len(numduel.games())
        for resource, id in zip(listed, numduel.games(), strict=True):
            with where(id):
                rules = (await one.client.read_resource(resource.uri)).contents[0]
                title = numduel.new(id).title
                assert rules.text.startswith(f"# {title}\n")  # type: ignore[union-attr]
                assert (resource.title, resource.mime_type) == (
                    f"Rules of {title}",
                    rules.mime_type,
                )

    with with_more_games() as more:
        assert "pick15" in more
        with_assistant(reads)


def test_matches_are_not_listed_as_resources() -> None:
    async def begins(one: Assistant) -> None:
        before = (await one.client.list_resources()).resources
        await one.call("new", game="sum")
        assert (await one.client.list_resources()).resources == before

    with_assistant(begins)


# ---- playing


LOST_RACE, ENDLESS_RACE = "1 3 3 4/2 2 3 3/2 3 2 4/1 1 4 2", "3 2 4 2/3 2 2 4/1 2 1 2/4 2 3 2"
"""Races that Player 1 loses, and that neither player can win by force."""


def test_level_answers_an_offer_to_stop_in_said() -> None:
    async def stops(one: Assistant) -> None:
        for board, kind, said in (
            (LOST_RACE, "turn", "Perfect declined to end the game without a winner."),
            (ENDLESS_RACE, "over", "The game ended without a winner, by agreement."),
        ):
            seen = await one.call("new", game="race", opponent="perfect", board=board)
            now = await one.call("act", match=seen["match"], do="stop")
            assert now["status"]["kind"] == kind
            assert now["said"][-1].startswith(said)
        shown = await one.call("board", match=seen["match"])
        assert shown["said"][-1] == now["said"][-1]

    with_assistant(stops)


def test_assistant_resigns_only_with_a_confirmation_and_can_undo_it() -> None:
    async def resigns(one: Assistant) -> None:
        match = (await one.call("new", game="sum", opponent="casual"))["match"]
        assert await one.refused("act", match=match, do="undo") == "You have no move to undo."
        assert "confirm: true" in await one.refused("act", match=match, do="resign")
        now = await one.call("act", match=match, do="resign", confirm=True)
        assert now["said"] == ["You resigned.", "Casual won the game."]
        assert "the game is over" in (await one.refused("play", match=match, move="7")).lower()
        now = await one.call("act", match=match, do="undo")
        assert now["status"]["kind"] == "turn"
        now = await one.call("play", match=match, move="7")
        assert now["plies"] == 2
        now = await one.call("act", match=match, do="undo")
        assert now["plies"] == 0
        record = (await one.call("record", match=match))["record"]
        assert '[Help "undone=2"]' in record

    with_assistant(resigns)


def test_seat_is_a_plain_integer_and_zero_is_random() -> None:
    async def sits(one: Assistant) -> None:
        (new, *_) = (await one.client.list_tools()).tools
        assert new.input_schema["properties"]["seat"]["type"] == "integer"
        for seat, you in ((1, [1]), (2, [2]), ("1", [1]), ("2", [2])):
            seen = await one.call("new", game="sum", opponent="random", seat=seat)
            assert seen["you"] == you
        seats = {1: 0, 2: 0}
        while not all(seats.values()):
            (seat,) = (await one.call("new", game="sum", opponent="random", seat=0))["you"]
            seats[seat] += 1
            assert sum(seats.values()) < 100

    with_assistant(sits)


def test_json_numbers_are_accepted_as_text() -> None:
    """The Inspector's command line and models send `move=7` as a number."""

    async def plays(one: Assistant) -> None:
        seen = await one.call("new", game="sum", seed="7", options={"target": "30"})
        assert seen["game"]["options"]["target"] == 30
        seen = await one.call("play", match=seen["match"], move=7)
        assert seen["said"] == ["Player 1 took 7: 7 of 30."]
        assert (await one.call("analyse", match=seen["match"], ply="0"))["ply"] == 0
        assert "1 row" in await one.refused("new", game="maze", board=123)

    with_assistant(plays)


def test_sentences_address_an_assistant_with_one_seat() -> None:
    async def plays(one: Assistant) -> None:
        seen = await one.call("new", game="sum", opponent="random", seat=1, seed=7)
        assert seen["prompt"].startswith("Your turn: ")
        after = await one.call("play", match=seen["match"], move="9")
        assert after["said"][0] == "You took 9: 9 of 50."
        assert after["said"][1].startswith("Random took ")
        both = await one.call("new", game="sum", opponent="here", seat=1, seed=7)
        assert both["prompt"].startswith("Player 1's turn: ")

    with_assistant(plays)


def test_every_game_is_played_to_the_end_and_recorded() -> None:
    async def plays(one: Assistant) -> None:
        for id in numduel.games():
            for opponent, seat, you in (
                ("here", 1, [1, 2]),
                ("casual", 2, [2]),
                ("random", 1, [1]),
            ):
                with where(id, opponent):
                    begun = await one.call("new", game=id, opponent=opponent, seat=seat, seed=7)
                    assert begun["you"] == you
                    seen = await play_to_the_end(one, begun)
                    assert seen["drawing"]
                    text = (await one.call("record", match=seen["match"]))["record"]
                    match = numduel.record.loads(text)
                    assert len(match.plies) == seen["plies"]
                    assert match.tags.get("Type1", "human") == seen["players"][0]["who"]
                    if seen["status"]["kind"] == "over":
                        assert match.ending is not None
                        assert seen["status"]["reason"] == match.ending.reason
                        said = await one.refused("play", match=seen["match"], move="1")
                        assert said.startswith("The game is over: ")
                        assert said.endswith("Start another with numduel_new.")

    with with_more_games() as more:
        assert more
        with_assistant(plays)


def test_draws_are_reported_analysed_and_recorded() -> None:
    async def plays(one: Assistant) -> None:
        seen = await one.call("new", game="threes", options={"columns": 3}, opponent="here")
        id = seen["match"]
        found = await one.call("analyse", match=id)
        value = found["value"]
        assert (value["outcome"], value["kind"], value["words"]) == ("draw", "draw", "draws")
        assert found["best"] == seen["status"]["moves"]
        assert "draw" in (await one.call("hint", match=id))["text"]
        assert (await one.call("record", match=id))["result"] == "*"
        for written in ("A1", "b1", "c1", "a2", "b2", "c2"):
            assert seen["status"]["draw"] is False
            seen = await one.call("play", match=id, move=written)
        status = seen["status"]
        assert (status["kind"], status["winner"], status["draw"]) == ("over", None, True)
        assert status["reason"] == "full"
        assert seen["said"][-1] == "The game is a draw."
        found = await one.call("record", match=id)
        assert found["result"] == "1/2-1/2"
        assert '[Result "1/2-1/2"]' in found["record"]
        said = await one.refused("play", match=id, move="a1")
        assert said.startswith("The game is over: ")
        assert "The game is a draw." in said

    with with_more_games():
        with_assistant(plays)


def test_analysis_of_a_chance_ply_names_the_next_ply() -> None:
    async def asks(one: Assistant) -> None:
        seen = await one.call("new", game="toss", seed=7)
        assert (seen["plies"], seen["status"]["kind"]) == (1, "turn")
        assert seen["said"]
        said = await one.refused("analyse", match=seen["match"], ply=0)
        assert said == "Chance decides at ply 0, not a player. Give ply 1."
        found = await one.call("analyse", match=seen["match"], ply=1)
        assert set(found["moves"]) == {"keep", "throw"}

    with with_more_games():
        with_assistant(asks)


def test_moves_are_read_leniently_and_help_is_counted() -> None:
    async def plays(one: Assistant) -> None:
        seen = await one.call("new", game="maze", board=MAZE)
        assert seen["game"]["board"] == MAZE
        id = seen["match"]
        for written in (" ( 0 , 0 ) ", "20", "[0, 1]", "RIGHT"):
            seen = await one.call("play", match=id, move=written)
        assert seen["said"] == ["Player 2 moved to the 7, bottom middle: 9 of 15."]
        assert await one.call("board", match=id) == seen
        assert "[8]" in seen["drawing"]
        given = [await one.call("hint", match=id, step=step) for step in (1, 2, 3)]
        assert [hint["how"] for hint in given] == ["exact"] * 3
        hints = [hint["text"] for hint in given]
        ends = "Look for the cell that ends the game."
        assert hints[0] == f"Player 1 can win in this turn. {ends}"
        assert hints[1] == "A good move is the 8, top right: win in 1 turn."
        found = await one.call("analyse", match=id)
        assert (found["best"], found["how"]) == (["0,2"], "exact")
        assert found["moves"]["0,2"]["words"] == "wins in 1 turn"
        earlier = await one.call("analyse", match=id, ply=0)
        assert earlier["value"] == {
            "outcome": "win",
            "turns": 5,
            "chance": "1",
            "chance_float": 1.0,
            "sign": "W5",
            "kind": "win",
            "words": "wins in 5 turns",
        }
        text = (await one.call("record", match=id))["record"]
        assert '[Help "hints=1 analyses=2"]' in text

    with_assistant(plays)


WRONG: list[tuple[str, dict[str, Any], str]] = [
    ("new", {"game": "mazee"}, "'mazee' isn't a game. Did you mean maze?"),
    (
        "new",
        {"game": "sum", "opponent": "grandmaster"},
        "'grandmaster' isn't an opponent. Choose here, random, ",
    ),
    (
        "new",
        {"game": "sum", "opponent": "program touch /tmp/x"},
        "isn't an opponent. Choose here, random",
    ),
    ("new", {"game": "sum", "opponent": "model:gpt"}, "isn't an opponent. Choose here, random"),
    (
        "new",
        {"game": "sum", "options": {"size": 4}},
        "'size' isn't an option here; the options are target",
    ),
    ("new", {"game": "sum", "options": {"target": "ten"}}, "Target must be a whole number from 1"),
    ("new", {"game": "sum", "options": {"target": [1]}}, "options.target.int: input should be"),
    ("new", {"game": "maze", "board": "1 2/3"}, "row"),
    ("new", {"game": "maze", "board": "1" * 4001}, "board: string should have at most 4000"),
    ("new", {"game": "maze", "seed": -1}, "seed: input should be greater than or equal to 0"),
    ("new", {"game": "sum", "seat": 3}, "seat: input should be less than or equal to 2"),
    ("new", {"game": "sum", "seat": -1}, "seat: input should be greater than or equal to 0"),
    ("new", {"game": "sum", "seat": None}, "seat: input should be a valid integer"),
    (
        "new",
        {"game": "maze", "size": 4},
        "'size' isn't an argument of numduel_new. It takes game, opponent, ",
    ),
    ("new", {}, "Invalid arguments for numduel_new: game: field required."),
    (
        "play",
        {"move": "1,1"},
        "The 5, centre, is not an edge cell. Legal moves: 0,0, 0,1, 0,2, 1,0, 1,2",
    ),
    ("play", {"move": "middle"}, "'middle' isn't a move. Type "),
    ("play", {"move": ""}, "Nothing was typed. Type "),
    ("play", {"move": "0" * 1001}, "move: string should have at most 1000 characters"),
    ("play", {"move": [7]}, "move: input should be a valid string"),
    (
        "play",
        {"match": "x", "move": "0,0"},
        "Match 'x' doesn't exist. This server keeps the last 100 until",
    ),
    ("board", {"match": "\x1b[2J"}, r"Match '\x1b[2J' doesn't exist"),
    ("board", {"match": "x" * 101}, "match: string should have at most 100 characters"),
    ("hint", {"step": 4}, "step: input should be less than or equal to 3"),
    ("analyse", {"ply": 1}, "Ply must be a whole number from 0 to 0, not 1."),
]


def test_wrong_calls_are_explained_and_change_nothing() -> None:
    async def errs(one: Assistant) -> None:
        seen = await one.call("new", game="maze", board=MAZE)
        for tool, words, said in WRONG:
            with where(tool, words):
                given = {} if tool == "new" else {"match": seen["match"]}
                text = await one.refused(tool, **{**given, **words})
                assert said in text
                assert is_one_sentence(text, 400)
                assert "pydantic" not in text
        assert await one.call("board", match=seen["match"]) == seen

    with_assistant(errs)


# ---- exact or not


def test_hints_and_analyses_are_labelled_exact_only_if_they_are(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    hard: dict[str, Any] = {"game": "run", "options": {"size": 6}, "seed": 7}

    async def asks(one: Assistant) -> None:
        assert "both are exact" not in str(one.client.instructions)
        for tool in (await one.client.list_tools()).tools:
            assert "exact" not in (tool.description or "") or "`how`" in (tool.description or "")
        for words, is_exact in (({"game": "maze", "board": MAZE}, True), (hard, False)):
            id = (await one.call("new", **words))["match"]
            found = await one.call("analyse", match=id)
            given = [await one.call("hint", match=id, step=step) for step in (1, 2)]
            for how in (found["how"], *(hint["how"] for hint in given)):
                assert (how == "exact") is is_exact
                assert is_exact or how.startswith("estimated")
            unknown = [value for value in found["moves"].values() if value["outcome"] == "unknown"]
            assert bool(unknown) is not is_exact
            for value in unknown:
                assert value["sign"].startswith("~")
                assert value["words"].endswith("(estimate)")
            if not is_exact:
                assert found["value"]["outcome"] == "unknown"
                assert "estimate" in found["words"]
                assert given[0]["text"].startswith("Too complex to solve, so this is an estimate.")
                assert given[1]["text"].endswith("%.")

    monkeypatch.setattr(assistant, "BUDGET_POSITIONS", 2000)
    with_assistant(asks)


# ---- limits


def test_matches_plies_and_engine_time_are_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(assistant, "MAX_MATCHES", 3)
    monkeypatch.setattr(assistant, "MAX_PLIES", 2)
    matches = assistant.Matches()
    ids = [matches.new("sum", "here", 1, {}, None, None)["match"] for _ in range(3)]
    matches.board(ids[0])  # so that another match was used longest ago
    ids.append(matches.new("sum", "here", 1, {}, None, None)["match"])
    assert len({*ids}) == 4
    assert all(re.fullmatch("[A-Za-z0-9_-]{22}", id) for id in ids)
    with pytest.raises(numduel.SetupError, match="doesn't exist"):
        matches.board(ids[1])
    for move in ("9", "1"):
        matches.play(ids[0], move)
    with pytest.raises(numduel.SetupError, match="has reached its limit of 2 plies"):
        matches.play(ids[0], "9")
    hard = {"size": 6}
    for limits in ({"BUDGET_POSITIONS": 2000}, {"BUDGET_S": 0.0}):
        with monkeypatch.context() as patch:
            for name, value in limits.items():
                patch.setattr(assistant, name, value)
            id = matches.new("run", "here", 1, hard, None, 7)["match"]
            assert matches.analyse(id, None)["how"].startswith("estimated")
    cancelled = assistant.Matches(is_cancelled=lambda: True)
    id = cancelled.new("run", "here", 1, hard, None, 7)["match"]
    assert cancelled.analyse(id, None)["how"].startswith("estimated")


def test_assistant_can_play_a_character() -> None:
    seen = assistant.Matches().new("sum", "ida", 2, {}, None, None)
    assert "Ida took" in " ".join(seen["said"])  # as Player 1


def test_question_waits_for_a_slot_until_a_timeout(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(assistant, "QUEUE_TIMEOUT_S", 0.01)
    matches = assistant.Matches()
    id = matches.new("sum", "perfect", 1, {}, None, None)["match"]
    alone = matches.new("sum", "here", 1, {}, None, None)["match"]
    before = matches.board(id)
    busy = "the engine is busy"
    with matches._engine_slot(), matches._engine_slot():
        with pytest.raises(numduel.NumduelError, match=busy):
            matches.hint(id, 1)
        with pytest.raises(numduel.NumduelError, match=busy):
            matches.play(id, "5")
        assert matches.board(id) == before  # otherwise the next move would count for the level
        assert matches.play(alone, "5")["plies"] == 1
    assert matches.hint(id, 1)["text"]
    assert matches.play(id, "5")["plies"] == 2


def test_cancelled_call_stops_the_engine(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    budgets: list[numduel.Budget] = []

    def remembered(*args: Any, **words: Any) -> numduel.Budget:
        budgets.append(numduel.Budget(100, 10**9, **words))
        return budgets[-1]

    monkeypatch.setattr(assistant, "Budget", remembered)

    async def leaves(one: Assistant) -> None:
        seen = await one.call("new", game="run", options={"size": 8}, seed=7)
        async with anyio.create_task_group() as calls:
            calls.start_soon(one.client.call_tool, "numduel_analyse", {"match": seen["match"]})
            while not budgets:
                await anyio.sleep(0.01)
            calls.cancel_scope.cancel()
        await one.call("board", match=seen["match"])  # which waits for the end of the analysis
        assert budgets[0].is_cancelled

    with_assistant(leaves)
    assert "Traceback" not in caplog.text


# ---- hidden numbers


def test_results_are_independent_of_hidden_numbers() -> None:
    """Boards that differ only in hidden numbers give exactly the same results."""
    boards = ("2 7 6/9 5 1/4 3 8", "2 8 3/4 5 1/9 7 6")
    heard: list[list[str]] = [[], []]

    async def asks(one: Assistant) -> None:
        for board, said in zip(boards, heard, strict=True):
            for opponent in ("here", "perfect"):
                words = {"options": {"target": 40}, "opponent": opponent, "seed": 7}
                seen = await one.call("new", game="quest", board=board, **words)
                id = seen["match"]
                moves = ["2,2", "1,1", "2,3"] if opponent == "here" else []
                for move in (*moves, "2,2", "nonsense"):
                    said.append(await one.refused("play", match=id, move="9,9"))
                    for tool in ("board", "hint", "analyse", "record"):
                        answer = await one.client.call_tool(f"numduel_{tool}", {"match": id})
                        said.append(answer.model_dump_json().replace(id, "ID"))
                    answer = await one.client.call_tool("numduel_play", {"match": id, "move": move})
                    if opponent == "perfect":
                        break  # the next answer shows a number that was hidden
                    said.append(answer.model_dump_json().replace(id, "ID"))

    with_assistant(asks)
    assert len(heard[0]) == len(heard[1]) > 30
    assert heard[0] == heard[1]
    assert "? ? ?" in heard[0][4]


# ---- real servers


async def play_some_moves(one: Assistant) -> None:
    seen = await one.call("new", game="sum", opponent="perfect", options={"target": 15})
    seen = await one.call("play", match=seen["match"], move=" 05 ")
    assert len(seen["said"]) == 2
    assert await one.refused("play", match=seen["match"], move="99")
    assert (await one.call("record", match=seen["match"]))["record"].startswith('[Game "sum"]')


@pytest.mark.slow
def test_server_works_over_standard_input_and_output(tmp_path: Path) -> None:
    environ = {"PYTHONPATH": ":".join(sys.path), "NUMDUEL_HOME": str(tmp_path)}
    stderr = tmp_path / "stderr"
    with stderr.open("w") as errors:
        words = ["-m", "numduel", "mcp"]
        how = StdioServerParameters(command=sys.executable, args=words, env=environ)
        with_assistant(play_some_moves, stdio_client(how, errors))
    assert stderr.read_text() == ""


def test_terminal_shows_a_notice_and_ctrl_c_stops_the_server() -> None:
    terminal = Terminal(["mcp"])
    terminal.until("Press Ctrl-C to stop.")
    terminal.type("\x03")
    assert terminal.wait() == 130
    assert "Traceback" not in terminal.text


@pytest.mark.slow
def test_http_server_accepts_only_this_machine() -> None:
    with running([sys.executable, "-m", "numduel", "mcp", "--http"]) as served:
        assert re.fullmatch(r"http://127\.0\.0\.1:\d+/mcp", served.url)
        with_assistant(play_some_moves, served.url)
        asked = {"jsonrpc": "2.0", "id": 1, "method": "tools/list"}
        for header in ({"Host": "evil.example"}, {"Origin": "https://evil.example"}):
            refused = httpx.post(served.url, json=asked, headers=header, trust_env=False)
            assert refused.status_code in (403, 421), header
        served.stop()
        assert served.exit_status in (0, -15)
        assert "Traceback" not in served.said


def test_server_errors_are_one_sentence(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["mcp", "--http", "--host", "no.such.host.invalid", "--port", "0"]) == 1
    assert "numduel: no.such.host.invalid:0 cannot be used: " in capsys.readouterr().err
    monkeypatch.setitem(sys.modules, "mcp.server.mcpserver", None)
    monkeypatch.delitem(sys.modules, "numduel.adapters.mcp")
    monkeypatch.delattr(numduel.adapters, "mcp")
    assert main(["mcp"]) == 1
    told = "numduel: numduel mcp needs more packages. Run pip install 'numduel[mcp]'.\n"
    assert capsys.readouterr().err == told


# ---- docs


def test_docs_list_every_tool_limit_and_working_configurations() -> None:
    root = Path(__file__).parents[2]
    page = (root / "docs" / "assistants.md").read_text()
    assert re.findall(r"^\| `numduel_(\w+)` \|", page, re.M) == TOOLS
    readme = (root / "README.md").read_text()
    blocks = re.findall(r"^```json\n(.+?)^```$", page + readme, re.M | re.S)
    assert len(blocks) == 4
    for block in blocks:
        ((servers),) = json.loads(block).values()
        assert servers["numduel"]["command"] == "numduel"
        assert servers["numduel"]["args"] == ["mcp"]
    assert f"the last {assistant.MAX_MATCHES} matches" in page
    assert f"up to {assistant.MAX_PLIES:,} moves" in page
    assert f"{assistant.BUDGET_S:g} s and {assistant.BUDGET_POSITIONS:,} positions" in page
