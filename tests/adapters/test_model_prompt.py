"""Prompts, and moves found in the answers of models."""

from __future__ import annotations

from hashlib import sha256

import numduel
from duel_support import where, with_more_games
from numduel import Match, Player
from numduel.adapters.model_prompt import PROMPT_VERSION, judge, only_mention, question, rules
from numduel.adapters.model_settings import parse_spec

MAZE = "4 3 8/9 5 1/2 7 6"

IN_SUM = {
    "MOVE: 4\nMOVE: 5": "5",
    "**Final MOVE:** `5`": "5",
    "MOVE: 5 because it wins": "5",
    "MOVE: $5$": "5",
    'So {"move": "4"}, no: {"move": 5, "why": "it wins"}': "5",
    '{"why": "MOVE: 4 loses", "move": "5"}': "5",
    '```json\n{"Move": 5}\n```': "5",
    "I considered MOVE: 4.\n\\boxed{6}\nMOVE: 5": "5",
    "We get \\boxed{4}, then $\\boxed{ \\text{5} }$. Done.": "5",
    "4 loses.\n5": "5",
    "4 loses.\n**5.**": "5",
    "I take 5 this time.": "5",
    "I'll take the number 5, which leaves 38 of 50.": "5",
    "<think>4? MOVE: 4. Or 3</think>I take 5.": "5",
    "5\n<think>or 4": "5",
}
"""Answers after 7 in Sum Battle, where 6, 7 and 8 are illegal, and the move in them."""

FAULTY = {
    "": "empty",
    " \n ": "empty",
    "<think>MOVE: 5</think>": "empty",
    "***": "unreadable",
    "MOVE: 8": "illegal",
    '{"move": "8"}': "illegal",
    "\\boxed{8}": "illegal",
    "8": "illegal",
    "4 or 5": "unreadable",
    "MOVE: 4 or 5": "unreadable",
    "There are 4, 5 and 9 left.": "unreadable",
    "I win 50% of 15 games, 5.5 points each, or -5.": "unreadable",
    "I don't know.": "unreadable",
    '{"move": {"a": 5, "b": 4}}': "unreadable",
    '{"move": true}': "unreadable",
    "{" * 50_000: "unreadable",
    '{"move":' * 9_000: "unreadable",
}


def test_move_is_found_in_every_form_and_never_guessed() -> None:
    match = Match.replay(numduel.new("sum"), ["7"])
    for answer, move in IN_SUM.items():
        with where(answer):
            assert judge(match, answer).move == move
    for answer, kind in FAULTY.items():
        with where(answer[:99]):
            assert judge(match, answer)[:2] == (None, kind)


def test_cells_and_words_are_found_in_sentences() -> None:
    maze = Match(numduel.new("maze", board=MAZE))
    for text in (
        "I choose the cell (0, 1).",
        "0,1 it is",
        "The 3 at [0,1] wins",
        "row 0, column 1",
        "Row 0 and col 1.",
    ):
        with where(text):
            assert judge(maze, text).move == "0,1"
    for text in ("0,1 or 0,2", "10,1", "0,11", "0.5,1", "0, 1 and (2, 2)", "0 1 loses"):
        with where(text):
            assert only_mention(maze, text) is None
    with with_more_games():
        threes = Match(numduel.new("threes"))
        assert judge(threes, "The corner a1 is free.").move == "a1"
        assert only_mention(threes, "a11 or ba1") is None
        toss = Match(numduel.new("toss"))
        assert judge(toss, "I would rather KEEP it.").move == "keep"
        assert judge(toss, "Keep or throw?").kind == "unreadable"
        assert judge(toss, "A keeper!").kind == "unreadable"


def test_tool_call_is_trusted_most() -> None:
    match = Match.replay(numduel.new("sum"), ["7"])

    def called(*arguments: str) -> list[dict[str, dict[str, str]]]:
        return [{"function": {"arguments": text}} for text in arguments]

    assert judge(match, "MOVE: 4", tool_calls=called('{"move": "5"}')).move == "5"
    assert judge(match, "MOVE: 4", tool_calls=called("5", "{", "{}")).move == "4"
    assert judge(match, "MOVE: 4", tool_calls=called('{"move": "8"}')).kind == "illegal"
    twice = judge(match, "", tool_calls=called('{"move": "5"}', '{"move": "5"}'))
    assert twice.move == "5"
    both = judge(match, "", tool_calls=called('{"move": "5"}', '{"move": "4"}'), with_tool=True)
    assert both.kind == "unreadable"
    assert both.objection.endswith("Call the function play with your move.")
    assert judge(match, "", tool_calls=[{"function": None}, {}]).kind == "empty"


def test_cut_answer_without_a_move_has_its_own_fault() -> None:
    match = Match.replay(numduel.new("sum"), ["7"])
    for answer in ("", "If I take 5", "5", "<think>MOVE: 5"):
        with where(answer):
            cut = judge(match, answer, finish_reason="length")
            assert cut[:3] == (None, "cut", "cut")
            assert cut.objection.startswith("Your answer reached the token limit before it named")
    assert judge(match, "MOVE: 5\nThis", finish_reason="max_tokens").move == "5"
    assert judge(match, "MOVE: 8", finish_reason="length").kind == "illegal"


def test_protocols_have_names() -> None:
    names = {
        "m": "open",
        "m moves=yes": "listed",
        "m history=yes moves=yes": "listed+history",
        "m tools=yes chat=yes stream=yes temperature=0": "open+chat+tools",
    }
    assert {text: parse_spec(text).protocol for text in names} == names


def test_prompts_change_only_with_their_version() -> None:
    """If this fails, raise PROMPT_VERSION and put the new digest here."""
    digest = sha256()
    for id in ("maze", "sum", "run", "quest", "race"):
        match = Match(numduel.new(id, seed=7))
        match.play(match.moves[0])
        texts = [rules(match, player).partition("\n")[0] for player in Player]
        for with_moves in (False, True):
            for with_tool in (False, True):
                history = with_moves != with_tool
                texts.append(
                    question(
                        match, with_moves=with_moves, with_history=history, with_tool=with_tool
                    )
                )
                texts += [
                    judge(match, answer, with_tool=with_tool, finish_reason=reason).objection
                    for answer, reason in (("", "stop"), ("?", "stop"), ("?", "length"))
                ]
        digest.update("\n".join(texts).encode())
    assert (PROMPT_VERSION, digest.hexdigest()[:16]) == (1, "66af339689a54ad0")
