"""Faulty bots: each forfeits, leaves no process behind, and the next game works."""

from __future__ import annotations

import os
import re
import resource
import signal
import subprocess
import threading
import time
from pathlib import Path

import pytest
from bot_support import GOOD, TIMEOUT_S, Bots, play_match
from terminal import COMMAND

from duel_support import is_one_sentence, where
from numduel import Dice, Match, Player, new, record
from numduel.budget import Budget, Exhausted
from numduel.play.players import ask_in_match, seat

SECONDS = 5.0
"""Time limit of a bot that should not be too slow."""

FAULTS = {
    "crashes": (
        "greet(); hear(); 1/0",
        "exited with status 1 .* its last error line: 'ZeroDivisionError: .*'",
    ),
    "leaves": ("greet(); hear()", "exited with status 0 and did not answer"),
    "dies": ("greet(); os.kill(os.getpid(), signal.SIGSEGV)", "was killed by SIGSEGV and did not"),
    "says nothing at all": ("", "exited with status 0 and did not answer"),
    "closes its output": ("os.close(1); time.sleep(600)", "closed its output and did not answer"),
    "answers garbage": ("greet(); hear(); print('e4')", "wrote 'e4', which is not JSON at ch.* 1"),
    "answers half": (r"greet(); hear(); write(b'{\"type\": \n')", "which is not JSON at character"),
    "answers no text": (r"greet(); hear(); write(b'{\xff}\n')", "which is not UTF-8 at byte 2"),
    "answers null bytes": (
        r"greet(); hear(); write(b'\0\0\n')",
        r"wrote '\\x00\\x00', which is not",
    ),
    "answers deep down": (
        "greet(); hear(); write(b'[' * 60000 + b'\\n')",
        "wrote '\\[+…', which is nested too deep",
    ),
    "answers a list": ("greet(); hear(); print('[]', flush=True)", "is JSON but not an object"),
    "answers a number": (
        "greet(); hear(); write(b'9' * 60000 + b'\\n')",
        "which is not JSON|JSON but not",
    ),
    "answers otherwise": ("greet(); hear(); say(type='pass')", "message of type move was due"),
    "moves nothing": (
        "greet(); hear(); say(type='move')",
        "gave the move None, but a move is text",
    ),
    "moves a number": (
        "greet(); hear(); say(type='move', move=7)",
        "gave the move 7, but a move is text",
    ),
    "breaks the rules": (
        "greet(); hear(); say(type='move', move='77')",
        "chose '77': '77' isn't a",
    ),
    "writes a line without end": (
        "greet(); hear()\nwhile True: write(b'x' * 65536)",
        "wrote a line of more than 65536 bytes",
    ),
    "writes lines without end": (
        "greet(); hear()\nwhile True: write(b'{}\\n' * 9999)",
        "wrote '{}.*' after its answer",
    ),
    "answers twice": (
        'greet(); hear(); write(b\'{"type": "move", "move": "7"}\\n\' * 2)',
        "wrote '.*' after its answer",
    ),
    "answers too soon": (
        "greet(); move(); time.sleep(.05); write(b'{}\\n'); os.close(0); time.sleep(600)",
        "wrote '{}' before it was asked|a message of type move was due",
    ),
    "speaks another version": (
        "hear(); say(type='hello', protocol=99)",
        "speaks protocol version 99, but",
    ),
    "has an odd name": ("hear(); say(type='hello', protocol=1, name=[])", "gave the name a list"),
}


@pytest.mark.slow
def test_each_fault_forfeits_with_a_clear_message(bots: Bots) -> None:
    for name, (code, fault) in FAULTS.items():
        with where(name):
            match = play_match(bots.write(code), SECONDS)
            assert match.ending == (Player.TWO, "forfeited"), match.ended
            message = match.ended.removeprefix("Player 1 forfeited: ")
            assert re.search(fault, message), message
            assert message.startswith("it ")
            assert is_one_sentence(message)
            assert record.loads(record.dumps(match)).ended == match.ended
            assert bots.alive() == []
    assert play_match(bots.write(GOOD), SECONDS).is_over


SLOW = {
    "hangs": "greet(); hear(); time.sleep(600)",
    "never says hello": "time.sleep(600)",
    "never reads": "time.sleep(600)",
    "works without end": "greet(); hear()\nwhile True: pass",
    "ignores signals": (
        "for n in (1, 2, 3, 10, 12, 13, 15): signal.signal(n, signal.SIG_IGN)\n"
        "greet(); hear()\nwhile True: time.sleep(600)"
    ),
    "talks without end elsewhere": "greet(); hear()\nwhile True: os.write(2, b'no! ' * 9999)",
    "starts others": (
        "greet(); hear()\nfor n in range(6):\n    if os.fork() == 0 and n % 2: os.setsid()\n"
        "time.sleep(600)"
    ),
}


@pytest.mark.slow
def test_slow_bot_forfeits_and_is_killed_with_its_children(bots: Bots) -> None:
    for name, code in SLOW.items():
        with where(name):
            match = play_match(bots.write(code), 0.4)
            assert "Player 1 forfeited: it did not answer within 0.4 seconds" in match.ended
            assert bots.alive() == []


def test_children_do_not_outlive_the_bot(bots: Bots) -> None:
    """Children in another session that hold the output open are killed too."""
    code = "if os.fork() == 0: os.setsid(); os.fork(); time.sleep(600)\ngreet(); hear()"
    assert "exited with status 0" in play_match(bots.write(code), SECONDS).ended
    assert bots.alive() == []


KILLERS = {
    "the keeper": "os.kill(keeper, 9)",
    "the guard": "os.kill(guard, 9)",
    "the keeper, which is only stopped": "os.kill(keeper, signal.SIGSTOP)",
}

FAMILY = """
keeper, bot = os.getppid(), os.getpid()
guard = int(open(f"/proc/{keeper}/stat").read().rpartition(")")[2].split()[1])
greet()
hear()
"""


def test_bot_that_kills_its_keeper_is_killed_with_its_children(bots: Bots) -> None:
    gone = "os.fork() or os.setsid()\nos.fork()\nif os.getpid() == bot: {}\ntime.sleep(600)"
    for name, deed in KILLERS.items():
        with where(name):
            match = play_match(bots.write(FAMILY + gone.format(deed)), seconds=60)
            assert bots.alive() == []
            fault = "the process that supervises it was killed or stopped"
            assert match.ended == f"Player 1 forfeited: {fault}"


@pytest.mark.slow
def test_bot_that_kills_keeper_and_guard_is_found_in_their_session(bots: Bots) -> None:
    deed = "os.fork()\nif os.getpid() == bot:\n  os.kill(guard, signal.SIGSTOP)\n  "
    deed += "os.kill(keeper, 9)\n  os.kill(guard, 9)\ntime.sleep(600)"
    match = play_match(bots.write(FAMILY + deed), seconds=2)
    assert bots.alive() == []
    assert match.ended == "Player 1 forfeited: it did not answer within 2 seconds"


def test_large_output_on_stderr_is_not_a_fault(bots: Bots) -> None:
    code = "os.write(2, b'thinking ' * 7000)\n" * 20 + GOOD
    assert play_match(bots.write(code), SECONDS).is_over


def test_bot_that_ignores_end_of_input_is_killed(bots: Bots) -> None:
    code = "greet()\nwhile hear()['type'] == 'turn': say(type='move', move='9')\ntime.sleep(600)"
    match = Match(new("sum", target=9))
    assert play_match(bots.write(code), SECONDS, match).winner is Player.ONE
    assert bots.alive() == []


def test_script_without_interpreter_is_a_fault(bots: Bots, tmp_path: Path) -> None:
    script = tmp_path / "script"
    script.write_text("echo")
    script.chmod(0o755)
    match = play_match(f"program {script}", SECONDS)
    assert (
        "it cannot be started: Exec format error. Start the script with a line such as #!"
        in match.ended
    )


def test_cancelled_question_is_dropped_and_next_one_is_answered(
    bots: Bots,
) -> None:
    """For example an undo while it thinks: an old answer must not count for a new question."""
    mark = bots.folder / "second"
    code = (
        f"greet(); hear()\nif not os.path.exists({str(mark)!r}):\n"
        f"    open({str(mark)!r}, 'w'); time.sleep(600)\nsay(type='move', move='5')"
    )
    match, chooser = Match(new("sum")), seat(bots.write(code), Dice(0))
    assert chooser is not None
    chooser.begin(match.game, Player.ONE)
    with pytest.raises(Exhausted):
        ask_in_match(chooser, match, Budget(progress=lambda _: mark.exists()))
    assert bots.alive() == []
    assert ask_in_match(chooser, match, Budget(SECONDS)) == "5"
    chooser.end(match)


def test_ending_a_match_cancels_the_pending_question(bots: Bots) -> None:
    match, chooser = Match(new("sum")), seat(bots.write(SLOW["hangs"]), Dice(0))
    assert chooser is not None
    chooser.begin(match.game, Player.ONE)
    gone: list[bool] = []

    def think() -> None:
        with pytest.raises(Exhausted):
            ask_in_match(chooser, match, Budget(TIMEOUT_S))
        gone.append(True)

    thread = threading.Thread(target=think)
    thread.start()
    bots.wait_until(alive=True)
    chooser.end(match)
    thread.join(TIMEOUT_S)
    assert gone == [True]
    assert bots.alive() == []


@pytest.mark.usefixtures("home")
@pytest.mark.parametrize("ending", [signal.SIGINT, signal.SIGKILL, signal.SIGTERM])
def test_no_process_is_left_when_numduel_is_killed(bots: Bots, ending: signal.Signals) -> None:
    mark = bots.folder / "thinking"
    code = f"greet(); hear(); os.fork() or os.setsid(); open({str(mark)!r}, 'w'); time.sleep(600)"
    words = ["play", "sum", "--p1", bots.write(code), "--p2", "random"]
    with subprocess.Popen(
        [*COMMAND, *words], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    ) as numduel:
        until = time.monotonic() + TIMEOUT_S
        while not mark.exists():
            assert time.monotonic() < until, "the program was never asked"
            time.sleep(0.01)
        os.kill(numduel.pid, ending)
        assert numduel.wait(TIMEOUT_S) == (130 if ending == signal.SIGINT else -ending)
    bots.wait_until(alive=False)


def test_bot_that_cannot_be_started_forfeits(bots: Bots) -> None:
    """If no more files can be opened, the match ends with a message, not with a traceback."""
    limits = resource.getrlimit(resource.RLIMIT_NOFILE)
    who = bots.write(GOOD)
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (0, limits[1]))
        match = play_match(who, SECONDS)
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, limits)
    assert match.ended == "Player 1 forfeited: it cannot be started: Too many open files"


def test_bot_plays_while_many_files_are_open(bots: Bots) -> None:
    least, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    if most != resource.RLIM_INFINITY and most < 2048:
        pytest.skip("this system cannot open that many files")
    opened: list[int] = []
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (max(least, 2048), most))
        while not opened or opened[-1] < 1100:
            opened.append(os.open(os.devnull, os.O_RDONLY))
        assert play_match(bots.write(GOOD), SECONDS).is_over
    finally:
        for file in opened:
            os.close(file)
        resource.setrlimit(resource.RLIMIT_NOFILE, (least, most))
