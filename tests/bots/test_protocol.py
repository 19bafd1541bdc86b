"""The bot protocol: both its ends, its documentation, and no hidden numbers in it."""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from bot_support import GOOD, Bots, play_match
from hypothesis import given, settings
from terminal import COMMAND, numduel

from duel_support import drawn_matches, is_one_sentence, laid_open, where, with_more_games
from numduel import Dice, Match, Player, SetupError, new, record
from numduel.bots import messages
from numduel.bots.checking import Check
from numduel.bots.program import parse_command
from numduel.bots.speaker import Speaker, match_from_view
from numduel.play.players import public_copy
from numduel.play.session import Session, make_sides
from numduel.views.as_json import position_json

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "bot-protocol.md").read_text()


def recording_bot(bots: Bots, code: str = GOOD) -> tuple[str, Path]:
    """Return a bot and the file in which it records everything it receives."""
    file = bots.folder / "received"
    more = (
        f"log = open({str(file)!r}, 'w')\nread = sys.stdin.readline\n"
        "def hear():\n    line = read(); log.write(line); log.flush()\n"
        "    return json.loads(line) if line else sys.exit()\n"
    )
    return bots.write(more + code), file


def session_in_docs() -> list[tuple[str, Any]]:
    """Return the messages of the example, each with its sender."""
    (text,) = re.findall(r"```\n(numduel: .+?)```", PAGE, re.DOTALL)
    said = re.split(r"^(numduel|bot): ", text, flags=re.MULTILINE)[1:]
    return [(who, json.loads(what)) for who, what in zip(said[::2], said[1::2], strict=True)]


@pytest.mark.usefixtures("home")
def test_session_in_docs_is_exact(bots: Bots) -> None:
    said = session_in_docs()
    answers = [what for who, what in said if who == "bot"]
    code = f"answers = {answers!r}\n" + (
        "while message := hear():\n"
        "    if message['type'] in ('hello', 'turn'): say(**answers.pop(0))\n"
    )
    who, file = recording_bot(bots, code)
    words = ["play", "sum", "--target", "6", "--highest", "4", "--p2", who]
    assert numduel(words, "2\n1\n").status == 0
    lines = file.read_text().splitlines()
    heard = [json.loads(line) for line in lines]
    for line, message in zip(lines, heard, strict=True):
        assert line == json.dumps(message, separators=(",", ":"))
        assert line.startswith('{"type":"')
    shown = [what for who, what in said if who == "numduel"]
    for message in (*heard, *shown):
        if "seconds" in message:
            assert 0 < message.pop("seconds") <= 60
    assert heard == shown
    types = [what["type"] for _, what in said]
    assert types == ["hello", "hello", "game", "turn", "move", "turn", "move", "over"]


def test_docs_list_every_message_and_key() -> None:
    match = Match(new("maze", seed=1))
    rows = dict(re.findall(r"^\| numduel \| `(\w+)` \| (.+) \|$", PAGE, re.MULTILINE))
    for message in (
        messages.hello(),
        messages.game(match, Player.ONE),
        messages.turn(match, 1),
        messages.over(match),
    ):
        for key in message.keys() - {"type"}:
            assert f"`{key}`" in rows[message["type"]], (message["type"], key)


# ---- how a game ended


def ended(match: Match) -> tuple[int | None, bool, str | None]:
    """Return winner, draw and reason of the over message."""
    over = messages.over(match)
    assert over["view"]["status"]["draw"] is over["draw"]
    return over["winner"], over["draw"], over["reason"]


def test_over_message_distinguishes_draws_from_stopped_games() -> None:
    with with_more_games():
        game = new("shuttle")
        drawn = Match.replay(game, ["stay"])
        assert ended(drawn) == (None, True, "middle")
        assert ended(Match.replay(game, ["left", "left"])) == (1, False, "pushed")
        assert ended(Match.replay(game, ["left"])) == (None, False, None)
        for end, expected in (
            (Match.stop, (None, False, "stopped")),
            (lambda match: match.resign(Player.ONE), (2, False, "resigned")),
            (lambda match: match.forfeit(Player.TWO, "it failed"), (1, False, "forfeited")),
        ):
            match = Match.replay(game, ["left"])
            end(match)
            assert ended(match) == expected


def test_bot_receives_a_draw(bots: Bots) -> None:
    """The bot leaves the token in the middle with its first move."""
    code = (
        "greet()\nwhile (message := hear())['type'] != 'over':\n"
        "    moves = message['moves']\n"
        "    say(type='move', move=moves[-1])\n"
    )
    with with_more_games():
        who, file = recording_bot(bots, code)
        match = play_match(who, 20, Match(new("shuttle")))
    assert match.ending == (None, "middle")
    last = json.loads(file.read_text().splitlines()[-1])
    assert (last["type"], last["winner"], last["draw"]) == ("over", None, True)
    assert last["reason"] == "middle"


def test_bots_play_games_unlike_the_five(bots: Bots) -> None:
    with with_more_games() as ids:
        who = bots.write(GOOD)
        for id in ids:
            with where(id):
                match = play_match(who, 20, Match(new(id, seed=3), dice=Dice(3)))
                assert match.is_over, match.ended
                fork = match.fork(sum(ply.player is None for ply in match.plies[:1]))
                again = match_from_view(json.loads(json.dumps(position_json(public_copy(fork)))))
                assert (again.plies, again.states) == (fork.plies, fork.states)
                assert again.moves == fork.moves


FIRST_MOVES = (
    "hear(); say(type='hello', protocol=1)\nwhile m := hear():\n"
    "    if m['type'] == 'turn': say(type='move', move=m['moves'][0])"
)
"""Plays the first move in any number of games."""


def test_check_with_a_seed_is_reproducible(bots: Bots) -> None:
    with with_more_games():
        command = bots.write(FIRST_MOVES).removeprefix("program ")
        tried = [
            list(check.run())
            for check in (Check(command, ["toss", "pig"], 20, Dice(5)) for _ in range(2))
        ]
    assert not any(one.fault for one in (*tried[0], *tried[1]))
    games = [[one.match.plies for one in each if one.match is not None] for each in tried]
    assert games[0] == games[1]
    assert len(games[0]) == 8


# ---- messages


def messages_to(bots: Bots, match: Match) -> str:
    """Return everything that a bot receives in a match."""
    who, file = recording_bot(bots)
    play_match(who, 20, match)
    return file.read_text()


def test_messages_never_reveal_hidden_numbers(bots: Bots) -> None:
    """Messages are the same for boards that differ only in hidden numbers."""
    for one, other in (("4 2 3/1 5 6/9 7 8", "4 2 3/1 5 6/8 9 7"),):
        said = []
        for board in (one, other):
            match = Match(new("quest", board=board, target=45, stand=True))
            match.tags |= {"Given": board, "Player2": "Eve", "Type2": "program ./secret --key 9"}
            match.comments[0] = "the corner is an 8"
            for move in ("1,1", "2,2"):
                match.play(move)
            shown = [
                messages.game(public_copy(match), Player.ONE),
                messages.turn(public_copy(match), 5),
                messages.over(match),
            ]
            said.append(json.dumps(shown))
            assert public_copy(match).board == "4 ? ?/? 5 ?/? ? ?"
            assert laid_open(public_copy(match)._dealer) == public_copy(match).board
        assert said[0] == said[1]
        assert "Eve" not in said[0]
        assert "secret" not in said[0]
        assert "corner" not in said[0]
    heard = messages_to(bots, Match(new("quest", board=one)))
    before, last = heard.rsplit('{"type":"over"', 1)
    assert one not in before
    assert f'"board":"{one}"' in last  # visible once the game is over
    assert '"who":"human"' not in heard


@pytest.mark.slow
@given(drawn_matches())
@settings(max_examples=60)
def test_view_restores_the_match(match: Match) -> None:
    if match.is_finished:
        return
    again = match_from_view(json.loads(json.dumps(position_json(public_copy(match)))))
    assert again.plies == match.plies
    assert again.states == match.states
    assert again.board == match.board
    assert again.moves == match.moves


# ---- numduel levels as bots


OURS = f"program {shlex.join(COMMAND)} bot --level "


def test_numduel_levels_speak_the_protocol(bots: Bots) -> None:
    match = play_match(OURS + "perfect", 20, Match(new("sum", target=9)))
    assert [ply.move for ply in match.plies] == ["9"]
    games = [
        [ply.move for ply in play_match(f"{OURS}{level} --seed 5", 20).plies]
        for level in ("casual", "casual", "random", "pip")
    ]
    assert games[0] == games[1]
    assert all(games)


def test_invalid_messages_are_refused_with_an_explanation() -> None:
    def make_player(game: int) -> Any:
        raise AssertionError

    match = Match(new("sum"))
    turn = messages.encode_line(messages.turn(match, 5)).decode()
    lines = ["", "e4", "[]", "7", "null", "{}", "[" * 99999, '{"type": "turn"}', turn]
    lines += ['{"type":"game","player":3}', turn.replace('"sum"', '"chess"')]
    maze = json.loads(messages.encode_line(messages.turn(Match(new("maze", seed=7)), 5)))
    for key in ("options", "board"):
        wrong = {**maze["view"], "game": {**maze["view"]["game"], key: [7]}}
        lines.append(json.dumps({**maze, "view": wrong}))
    lines.append(turn.replace('"seconds":5', f'"seconds":{"9" * 400}'))
    for line in lines:
        with where(line[:40]), pytest.raises(SetupError, match="isn't a message of the bot") as no:
            Speaker("x", make_player).answer(line)
        assert is_one_sentence(str(no.value))
    assert Speaker("x", make_player).answer('{"type":"tomorrow"}') is None
    ran = numduel(["bot", "--level", "random"], "e4\n")
    assert (ran.status, ran.out) == (1, "")
    assert ran.err == "numduel: 'e4' isn't a message of the bot protocol.\n"


# ---- commands


def test_invalid_commands_are_refused_before_the_match(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = tmp_path / "text.txt"
    text.write_text("no program")
    (tmp_path / "mybot.sh").touch(0o755)
    monkeypatch.chdir(tmp_path)
    for command, problem in (
        ("", "isn't a command"),
        ("  ", "isn't a command"),
        ("'", "no closing quotation"),
        ("a\x1b[2J", "isn't a command"),
        ("./missing", "the program './missing' does not exist"),
        (str(text), r"is not executable\. Run chmod \+x on it, or write its interpreter first"),
        ("mybot.sh", r"is not on the PATH\. Write \./mybot\.sh"),
        (str(tmp_path), "does not exist"),
    ):
        with where(command), pytest.raises(SetupError, match=problem) as no:
            make_sides(("human", f"program {command}"), (None, None))
        assert is_one_sentence(str(no.value))
    assert parse_command("sh -c 'a b'") == ["sh", "-c", "a b"]


@pytest.mark.slow
@pytest.mark.usefixtures("home")
def test_bot_plays_rounds_at_the_prompt_and_must_be_named_to_resume(bots: Bots) -> None:
    who, other = bots.write(GOOD), bots.write("greet(); hear(); 1/0", "broken")
    ran = numduel(["play", "sum", "--target", "9", "--p1", who, "--p2", other, "--rounds", "3"])
    assert ran.status == 0, ran.err
    assert ran.out.count("broken forfeited: it exited with status 1") == 3
    assert "Wins: bot 3, broken 0" in ran.out
    ran = numduel(["play", "sum", "--p2", who], "1\nquit\n")
    assert "bot is Player 2" in ran.out
    (name,) = re.findall(r"resume (\S+)", ran.err)
    for words in (["resume", name], ["resume"], ["resume", name, "--p1", "random"]):
        ran = numduel(words, "9\n")
        assert ran.status == 1
        assert "Saved games never start programs or models: choose who plays" in ran.err
    assert "with --p2" in ran.err
    assert "models: choose who plays." in numduel(["resume", "--list"]).err
    ran = numduel(["resume", "--p2", who], "9\nquit\n")
    assert ran.status == 0
    assert "Resuming Sum Battle" in ran.out
    ran = numduel(["resume", name, "--p2", "random"], "9\nquit\n")
    assert "Resuming Sum Battle" in ran.out


@pytest.mark.usefixtures("home")
def test_bot_can_be_chosen_in_the_menu(bots: Bots) -> None:
    who = bots.write(GOOD, "UpperCase")
    ran = numduel(["play"], f"sum\nhelp\nprogram ./missing\n{who}\n9\n")
    assert "For your own bot, type program ./mybot.py." in ran.out
    assert "The program './missing' does not exist." in ran.out
    assert "UpperCase took 1" in ran.out


@pytest.mark.usefixtures("home")
def test_opening_a_record_never_starts_a_program(bots: Bots) -> None:
    """Regardless of its tags and of the command that opens it."""
    mark = bots.folder / "started"
    who = bots.write(f"open({str(mark)!r}, 'w')")
    match = Match.replay(new("sum"), ["7"])
    match.tags |= {"Type1": who, "Type2": who, "Player1": "Ann", "Player2": "Bob"}
    with pytest.raises(SetupError):
        Session.of(match)
    file = bots.folder / "game.txt"
    file.write_text(record.dumps(match))
    for words in (
        ["resume", str(file)],
        ["resume", str(file), "--p1", "random"],
        ["replay", str(file)],
        ["review", str(file), "--seconds", "0"],
        ["analyse", "--record", str(file), "--seconds", "1"],
    ):
        assert "Traceback" not in numduel(words, "\n").err
    assert not mark.exists()


# ---- checks


def run_check(words: list[str]) -> tuple[int, str]:
    """Return exit status and output of `numduel bot --check`."""
    done = subprocess.run(
        [*COMMAND, "bot", "--check", *words], capture_output=True, text=True, timeout=120
    )
    assert not done.stderr, done.stderr
    return done.returncode, done.stdout


def test_check_reports_every_fault(bots: Bots) -> None:
    code = (
        "hear(); say(type='hello', protocol=1)\nwhile message := hear():\n"
        "    if message['type'] == 'turn':\n"
        "        game = message['view']['game']['id']\n"
        "        if game == 'sum': 1/0\n"
        "        say(type='move', move='1,1' if game == 'quest' else message['moves'][0])\n"
    )
    who = bots.write(code).removeprefix("program ")
    status, out = run_check([who, "--games", "sum,quest,maze", "--seed", "3"])
    assert status == 1
    assert "FAILED sum, as Player 1, line 2 of its output: it exited with status 1 and" in out
    assert "its last error line: 'ZeroDivisionError: division by zero'." in out
    fault = r"it chose '1,1': the \d, top left, is already revealed"
    assert re.search(f"FAILED quest, as Player 1, line 3 of its output: {fault}", out)
    assert re.search("Moves so far: 1,1  .+ The position:\n\n +1 +2 +3\n", out)
    assert out.count("ok     maze, as Player ") == 4
    assert re.search("12 games, [78] problems", out)


@pytest.mark.slow
def test_check_covers_hello_and_exit(bots: Bots) -> None:
    for code, wrong in (
        (
            "say(type='hello')",
            "FAILED hello, line 1 of its output: it speaks protocol version None",
        ),
        (
            "if os.path.exists(sys.argv[0] + '1'): sys.exit('not again')\n"
            "open(sys.argv[0] + '1', 'w'); greet(); 1/0",
            "did not answer; its last error line: 'not again'.\n\n1 game, 2 problems",
        ),
        (
            "hear(); say(type='hello', protocol=1)\nwhile m := hear():\n"
            "    assert m['type'] != 'checking', 'what is that?'\n"
            "    if m['type'] == 'turn': say(type='move', move=m['moves'][0])",
            "its last error line: 'AssertionError: what is that?'.",
        ),
        (
            "hear(); say(type='hello', protocol=1)\nfor line in sys.stdin:\n"
            "    m = json.loads(line)\n"
            "    if m['type'] == 'turn': say(type='move', move=m['moves'][0])\ntime.sleep(600)",
            "it did not exit when its input ended, and was killed.",
        ),
        (
            "hear(); say(type='hello', protocol=1)\nfor line in sys.stdin:\n"
            "    m = json.loads(line)\n"
            "    if m['type'] == 'turn': say(type='move', move=m['moves'][0])\nprint('bye')",
            "it wrote 'bye' without being asked.",
        ),
    ):
        with where(wrong):
            who = bots.write(code).removeprefix("program ")
            status, out = run_check([who, "--games", "sum"])
            assert status == 1
            assert wrong in out
            assert bots.alive() == []


@pytest.mark.slow
def test_examples_pass_the_check() -> None:
    for name, needs in (("bot.py", "python3"), ("bot.sh", "sh"), ("bot.js", "node")):
        if shutil.which(needs) is None and not os.environ.get("CI"):
            pytest.skip(f"{needs} is not installed, so examples/{name} is not tested")
        file = ROOT / "examples" / name
        assert os.access(file, os.X_OK)
        assert 10 <= len(file.read_text().splitlines()) <= 30
        command = [sys.executable] if needs == "python3" else []
        games = "run,quest" if needs == "sh" else "maze,sum,run,quest,race"
        words = [shlex.join([*command, str(file)]), "--seed", "1", "--games", games]
        status, out = run_check([*words, "--seconds", "60"])  # on a busy machine, too
        assert status == 0, out
        assert "games, no problems." in out


@pytest.mark.slow
def test_examples_play_games_unlike_the_five() -> None:
    with with_more_games() as ids:
        for name, needs in (("bot.py", sys.executable), ("bot.sh", "sh"), ("bot.js", "node")):
            if shutil.which(needs) is None and not os.environ.get("CI"):
                pytest.skip(f"{needs} is not installed, so examples/{name} is not tested")
            command = shlex.join([needs, str(ROOT / "examples" / name)])
            tried = list(Check(command, ids, 60, Dice(1)).run())
            assert not [one for one in tried if one.fault]
            endings = [one.match.ending for one in tried if one.match is not None]
            assert any(ending is not None and ending.is_draw for ending in endings)


# ---- the tutorial


TUTORIAL = (ROOT / "docs" / "write-a-bot.md").read_text()


@pytest.mark.slow
def test_tutorial_bots_give_the_output_shown(bots: Bots) -> None:
    whole, looking, ahead = re.findall(r"```python\n(.+?)```", TUTORIAL, re.DOTALL)
    first, second = re.findall(r"```console\n\$ (.+?)\n(.+?)```", TUTORIAL, re.DOTALL)
    start, end = whole.split('def choose(message):\n    return random.choice(message["moves"])\n')
    file = bots.folder / "mybot.py"
    for choose, shown in ((None, first), (looking, second), (ahead, None)):
        file.write_text(f"{start}{choose}{end}" if choose else whole)
        if shown is not None:
            assert run_shell(shown[0], bots.folder) == shown[1]
    command = shlex.join([sys.executable, str(file)])
    assert run_check([command, "--games", "maze,run"])[0] == 0
    match = play_match(f"program {command}", 20, Match(new("sum", target=8)))
    assert [ply.move for ply in match.plies] == ["8"]


def run_shell(typed: str, folder: Path) -> str:
    """Return the output of a shell command, with times replaced by 0."""
    programs = {"numduel": shlex.join(COMMAND), "python3": shlex.quote(sys.executable)}
    line = re.sub(r"\b(numduel|python3)\b", lambda found: programs[found[1]], typed)
    done = subprocess.run(line, shell=True, cwd=folder, capture_output=True, text=True, timeout=99)
    assert not done.stderr, done.stderr
    return re.sub(r"move: \S+ s", "move: 0.00 s", done.stdout)
