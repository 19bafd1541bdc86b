"""Failing endpoints: refusals stop everything, other failures are retried and never lose."""

from __future__ import annotations

import pickle
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from model_server import (
    CUT,
    DROP,
    FLOOD,
    FLOOD_OF_REFUSAL,
    GARBAGE,
    HANG,
    KEY,
    NO_CHOICES,
    TRICKLE,
    Deed,
    Fail,
    Say,
    Served,
    in_turn,
)
from model_support import counted, play

import numduel
from duel_support import is_one_sentence, where
from numduel import Budget, Dice, Exhausted, Match, players
from numduel.adapters import model_client, model_endpoint
from numduel.adapters.model_client import Address
from numduel.adapters.model_settings import AT_ONCE
from numduel.errors import EndpointRefused, Unanswered
from numduel.play.players import Chooser, take_turn
from numduel.storage import calls


def seat(who: str, match: Match) -> Chooser:
    """Return a model that is to move in a match."""
    chooser = players.seat(who, Dice(7))
    assert chooser is not None
    assert match.player is not None
    chooser.begin(match.game, match.player)
    return chooser


@pytest.mark.slow
def test_temporary_failures_are_retried_and_counted_separately(serve: Served) -> None:
    temporary: list[Deed] = [Fail(429), Fail(500, None), DROP, CUT, GARBAGE, NO_CHOICES, Fail(503)]
    temporary += [Fail(408), Fail(409), Fail(425), Fail(502, "Wed, 21 Oct 2015 07:28:00 GMT")]
    for switch in ("", " stream=yes"):
        for deed in temporary:
            with where(deed, switch), serve(in_turn(deed, Say("7"))):
                match = Match(numduel.new("sum"))
                play(match, f"model:m{switch}")
                assert match.has_moves, match.ended
                counts = counted(match)
                assert (counts["retries"], counts["answers"], counts["illegal"]) == (1, 1, 0)


LASTING: dict[Deed, tuple[str, int]] = {
    Fail(500): ("its endpoint returned 500: ", 5),
    Fail(429): ("its endpoint returned 429: ", 5),
    Fail(429, "3600"): ("; it asks to wait 3,600 s", 1),
    DROP: ("its endpoint cannot be reached", 5),
    GARBAGE: ("its endpoint sent an invalid response", 5),
    HANG: ("it did not answer in time", 2),
    TRICKLE: ("it did not answer in time", 2),
}
"""Failures that last: what the error says, and after how many requests."""


@pytest.mark.slow
def test_lasting_failures_are_unanswered_and_never_reveal_the_key(
    serve: Served,
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    monkeypatch.setattr(model_endpoint, "MAX_LATE", 2)
    caplog.set_level("DEBUG")
    path = tmp_path / "x.calls.jsonl"
    for switch, slow in (("", HANG), (" stream=yes", TRICKLE)):
        for deed, (fault, requests) in LASTING.items():
            if deed in {HANG, TRICKLE} - {slow}:
                continue
            with where(deed, switch), serve(in_turn(deed)) as server:
                match = Match(numduel.new("sum"))
                seconds = 1 if deed in (HANG, TRICKLE) else 60
                with (
                    calls.recording(str(path), {}) as log,
                    pytest.raises(Unanswered, match=r"^it") as caught,
                ):
                    play(match, f"model:m seconds={seconds}{switch}")
                assert fault in str(caught.value)
                assert is_one_sentence(str(caught.value), 320)
                assert not match.is_finished
                assert not match.tags
                assert not match.comments
                assert len(server.asked) == requests
                assert log.usage[:2] == (1, 0)
                assert log.usage.retries == requests - 1
                assert KEY not in str(caught.value)
    assert KEY not in caplog.text + path.read_text(encoding="utf-8")
    for call in calls.read(str(path)).calls:
        assert (call["answer"], call["move"], call["fault"]) == (None, None, "unanswered")
        assert len(call["failures"]) == call["retries"] + 1


REFUSALS = {
    400: "the endpoint refuses model 'm' (400): 'no: Bearer [key]'; check the settings of the",
    401: "the endpoint rejects the key in OPENAI_API_KEY (401)",
    403: "the endpoint refuses model 'm' (403): 'no: Bearer [key]'; check the key in",
    404: "the endpoint refuses model 'm' (404): 'no: Bearer [key]'; check the name of the model",
    422: "the endpoint refuses model 'm' (422)",
}


def test_refusals_stop_at_once(serve: Served, tmp_path: Path) -> None:
    path = str(tmp_path / "x.calls.jsonl")
    for status, said in REFUSALS.items():
        with where(status), serve(in_turn(Fail(status))) as server:
            with calls.recording(path, {}), pytest.raises(EndpointRefused) as caught:
                play(Match(numduel.new("sum")))
            assert said in str(caught.value)
            assert is_one_sentence(str(caught.value), 320)
            assert str(pickle.loads(pickle.dumps(caught.value))) == str(caught.value)
            assert len(server.asked) == 1
    assert {call["fault"] for call in calls.read(path).calls} == {"refused"}
    assert isinstance(pickle.loads(pickle.dumps(Unanswered("it"))), Unanswered)


def test_whole_invalid_answers_are_in_the_transcript(serve: Served, tmp_path: Path) -> None:
    path = str(tmp_path / "x.calls.jsonl")
    with serve(in_turn(GARBAGE, Fail(500), Say("MOVE: 7"))), calls.recording(path, {}):
        play(Match(numduel.new("sum")))
    (call,) = calls.read(path).calls
    assert call["failures"] == [
        "its endpoint sent an invalid response: <html>Bad gateway</html>",
        "its endpoint returned 500: no: Bearer [key]",
    ]
    assert (call["retries"], call["move"]) == (2, "7")


def test_endless_answer_is_cut_off(serve: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(model_client, "MAX_ANSWER_BYTES", 2**20)
    for deed in (FLOOD, FLOOD_OF_REFUSAL):
        for switch in ("", " stream=yes"):
            with where(deed, switch), serve(in_turn(deed)) as server:
                with pytest.raises(Unanswered, match="its endpoint sent more than 1,048,576 bytes"):
                    play(Match(numduel.new("sum")), f"model:m{switch}")
                assert len(server.asked) == 1


def test_secrets_include_a_password_in_the_address() -> None:
    address = Address("https://ann:pass%40word1@host/v1", "sk-0123456789")
    assert set(address.secrets) == {"sk-0123456789", "pass%40word1", "pass@word1"}
    assert Address("http://[", "short").secrets == []


# ---- cancelling


def test_cancellation_stops_waiting_for_a_model(serve: Served) -> None:
    with serve(in_turn(HANG)) as server:
        match = Match(numduel.new("sum"))
        chooser = seat("model:m", match)
        budget = Budget(60, progress=lambda _: bool(server.asked))
        with pytest.raises(Exhausted):
            take_turn(chooser, match, budget)
        assert not match.is_finished


# ---- slots


def test_threads_share_a_limit_of_concurrent_questions(serve: Served) -> None:
    for limit, switch in ((AT_ONCE, ""), (7, " at_once=7")):
        together = threading.Barrier(limit)

        def waits(messages: object, together: threading.Barrier = together) -> Deed:
            together.wait(60)  # until the limit is reached
            return Say("7")

        with where(limit), serve(waits) as server:
            matches = [Match(numduel.new("sum")) for _ in range(2 * limit)]
            threads = [
                threading.Thread(target=play, args=(match, f"model:m{switch}")) for match in matches
            ]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join(60)
            assert all(match.has_moves for match in matches)
            assert server.most_at_once == limit


HOLD = """
import sys
from contextlib import ExitStack
from numduel.adapters.model_endpoint import slot

with ExitStack() as held:
    for _ in range(3):
        held.enter_context(slot(sys.argv[1], 3, sys.exit))
    print("held", flush=True)
    sys.stdin.read()
"""


def test_processes_share_a_limit_of_concurrent_questions(serve: Served) -> None:
    checks = 0

    def cancel(_: int) -> bool:
        nonlocal checks
        checks += 1
        return checks > 3

    with serve(in_turn(Say("7"))) as server:
        match = Match(numduel.new("sum"))
        chooser = seat("model:m at_once=3", match)
        command, pipe = [sys.executable, "-c", HOLD, f"{server.url} m"], subprocess.PIPE
        with subprocess.Popen(command, stdin=pipe, stdout=pipe) as other:
            assert other.stdout
            assert other.stdout.readline() == b"held\n"
            with pytest.raises(Exhausted):
                take_turn(chooser, match, Budget(60, progress=cancel))
            assert not server.asked
            play(Match(numduel.new("sum")), "model:another at_once=3")  # has its own slots
            other.kill()  # its slots are released, even after a kill
        take_turn(chooser, match, Budget(60))
        assert match.plies[0].move == "7"


def test_hung_request_is_abandoned_while_others_use_the_endpoint(
    serve: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Requests share clients one after the other, never at the same time."""
    monkeypatch.setattr(model_endpoint, "MAX_LATE", 1)
    answered = threading.Event()

    def script(messages: list[dict[str, str]]) -> Deed:
        if "You are Player 1" in messages[0]["content"]:
            return HANG
        answered.wait(60)  # until the hung request was abandoned
        return Say("MOVE: 5")

    with serve(script):
        hung, match = Match(numduel.new("sum")), Match.replay(numduel.new("sum"), ["7"])
        other = threading.Thread(target=play, args=(match,))
        other.start()
        with pytest.raises(Unanswered, match="did not answer in time"):
            play(hung, "model:m seconds=1")
        answered.set()
        other.join(60)
    assert match.plies[1].move == "5"


def test_clients_are_reused_and_limited(serve: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(model_endpoint, "clients", pool := model_client.Clients())
    monkeypatch.setattr(model_client, "MAX_IDLE_CLIENTS", 1)
    with serve(in_turn(Say("7"))) as server:
        play(Match(numduel.new("sum")), turns=3)
        address = Address(server.url, KEY)
        one, two = pool.take(address), pool.take(address)
        assert one is not two
        pool.give_back(one)
        pool.give_back(two)
        assert pool.take(address) is two
        assert pool.take(address) is not one
        assert server.connections == 1
