"""All attacks: what each one tries to break, how often, and in pieces of which size."""

from __future__ import annotations

from typing import NamedTuple

from . import (
    actions,
    app,
    browsers,
    database_disks,
    edges,
    foreign_code,
    inputs,
    questions,
    sandbox_messages,
    saving,
    server_calls,
    servers,
    system_calls,
)
from .attack import Attack

__all__ = ["ATTACKS", "Entry"]


class Entry(NamedTuple):
    """An attack, with its row in docs/trust.md."""

    attack: Attack
    promise: str
    words: str
    """Sentence that describes the attack."""
    goal: int
    """Number of attempts that `make torture` adds up to."""
    piece: int
    """Number of attempts with one seed, after which the result is stored."""


SAVED = "Nothing saved is lost"
HIDDEN = "Nothing hidden is shown"
HARMLESS = "Nothing harmful gets through"
LIMITED = "Nothing runs without a limit"

ATTACKS = {
    "kills": Entry(
        saving.kill_games,
        SAVED,
        "kill a game at any moment: every confirmed move is saved",
        goal=1_000,
        piece=100,
    ),
    "writers": Entry(
        saving.write_concurrently,
        SAVED,
        "let two processes answer the same position at once: both moves are saved",
        goal=1_000,
        piece=100,
    ),
    "full disks": Entry(
        saving.fill_disks,
        SAVED,
        "fill the disk now and then: each failure is reported, nothing is lost",
        goal=500,
        piece=100,
    ),
    "save faults": Entry(
        system_calls.fail_saves,
        SAVED,
        "fail each system call of a game on its files, with every error that it can have: each "
        "confirmed move is saved, and the message names the cause",
        goal=1_200,
        piece=600,
    ),
    "job faults": Entry(
        system_calls.fail_jobs,
        SAVED,
        "the same with resumed long work: saved pieces stay, and the result is the same",
        goal=1_500,
        piece=1_500,
    ),
    "store faults": Entry(
        server_calls.fail_databases,
        SAVED,
        "the same with a server and its SQLite files: it answers 503 and recovers, and no answered "
        "move is lost",
        goal=500,
        piece=250,
    ),
    "connection faults": Entry(
        server_calls.fail_connections,
        SAVED,
        "the same with a server's connections to PostgreSQL",
        goal=200,
        piece=100,
    ),
    "damaged files": Entry(
        saving.damage_files,
        SAVED,
        "truncate and change saved games: the damage is noticed",
        goal=20_000,
        piece=2_000,
    ),
    "server kills": Entry(
        servers.kill_servers,
        SAVED,
        "kill a server under load, with SQLite: no answered move is lost, no repeated request is "
        "done twice",
        goal=900,
        piece=50,
    ),
    "database kills": Entry(
        servers.kill_databases,
        SAVED,
        "the same with PostgreSQL, which is killed itself every other time",
        goal=900,
        piece=50,
    ),
    "database disks": Entry(
        database_disks.fill_database_disks,
        SAVED,
        "fill the disk of PostgreSQL under load, so that it refuses to write or stops: the server "
        "answers 503 and recovers, and no answered move is lost",
        goal=100,
        piece=25,
    ),
    "histories": Entry(
        servers.check_histories,
        SAVED,
        "race clients on two servers over one PostgreSQL, with kills, pauses and a cut network: "
        "the recorded answers fit one sequence of events",
        goal=30_000,
        piece=1_000,
    ),
    "browser kills": Entry(
        browsers.kill_browsers,
        SAVED,
        "kill the browser in a game of the browser edition: every move that the page showed is "
        "stored, and the player can continue",
        goal=300,
        piece=20,
    ),
    "app": Entry(
        app.attack_app,
        SAVED,
        "send keys, clicks, pastes and window sizes to the app: it doesn't crash, and every move "
        "it showed is saved",
        goal=330_000,
        piece=5_000,
    ),
    "actions": Entry(
        actions.act_at_random,
        HIDDEN,
        "act, offer, undo and get help at random in matches of a server: no offer stays open, "
        "nothing hidden is shown, and the match is the same when it is read again",
        goal=1_500,
        piece=100,
    ),
    "inputs": Entry(
        inputs.type_nonsense,
        HARMLESS,
        "type lines at the prompt that aren't moves, or are oddly written",
        goal=1_000_000,
        piece=50_000,
    ),
    "escapes": Entry(
        edges.inject_escapes,
        HARMLESS,
        "put escape sequences into arguments, names and files of commands",
        goal=1_000,
        piece=100,
    ),
    "streams": Entry(
        edges.break_streams,
        HARMLESS,
        "run commands with closed, full and broken streams",
        goal=500,
        piece=50,
    ),
    "foreign code": Entry(
        foreign_code.plant_code,
        HARMLESS,
        "plant code in records, saved games, letters, submissions, data sets, imports, pickles, "
        "requests and the current folder: none of it runs",
        goal=2_000,
        piece=100,
    ),
    "sandbox": Entry(
        sandbox_messages.send_changed_answers,
        HARMLESS,
        "send changed answers from the sandbox to the game editor: the page shows or refuses them, "
        "works on, and shows nothing foreign",
        goal=3_000,
        piece=250,
    ),
    "questions": Entry(
        questions.ask_large_questions,
        LIMITED,
        "run the largest analyses, within their time plus 1 second and 1 GB",
        goal=40,
        piece=10,
    ),
    "server stops": Entry(
        servers.stop_servers,
        LIMITED,
        "stop a server with open streams and incoming moves: it ends within 3 seconds",
        goal=300,
        piece=25,
    ),
}
"""The attacks by name, in the order of the promises."""
