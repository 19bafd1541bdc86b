"""Stored matches: the effect of events, and the events of actions, in every game."""

from __future__ import annotations

import ast
import json
from pathlib import Path
from random import Random
from typing import Any

import pytest
from names import PAIRS

import numduel
from duel_support import VARIANTS, Variant, for_each, where, with_more_games
from numduel import Match, Player
from numduel.core import HiddenBoard
from numduel.errors import Refused, RulesError
from numduel.play.controller import NeedsAnalysis
from numduel.play.series import ROUNDS
from numduel.views.as_json import view_json
from numduel.views.match_view import view
from numduel.views.narration import Reader, isolate_names, names_of
from numduel.web import match_start, stored_match
from numduel.web.match_start import FRIEND, HERE, NewMatch, make_opening_event, sha256_hex
from numduel.web.problems import problem_of
from numduel.web.store import Event
from numduel.web.stored_match import ACTIONS, Action, StoredMatch, apply_event
from numduel.web.titles import title_of_match

TOKENS = ("A" * 43, "B" * 43)
INVITE = "an-invitation-to-play"

VIEW = {
    *("id", "seq", "game", "round", "wins", "players", "status", "picture", "last", "trails"),
    *("said", "prompt", "plies", "words", "tiles", "columns", "owners", "links"),
    *("offer", "sealed", "ended"),
}


class Log:
    """A stored match, with its events as a store keeps them."""

    def __init__(self, game: str, opponent: str = HERE, **more: Any) -> None:
        new = NewMatch(
            game,
            more.get("options", {}),
            more.get("board"),
            more.get("dealt", "playable"),
            more.get("seed"),
            opponent,
            more.get("seat", 1),
            more.get("name", "Ann"),
            TOKENS[0],
            "2026.11.16",
            more.get("duel", ""),
        )
        self.events: list[Event] = []
        self._stored: StoredMatch | None = None
        self.append(make_opening_event(new, INVITE if opponent == FRIEND else None))
        if opponent == FRIEND and more.get("joined", True):
            self.append(self.stored.decide_join(INVITE, TOKENS[1], more.get("friend", "Bob")))

    @property
    def stored(self) -> StoredMatch:
        assert self._stored is not None
        return self._stored

    def append(self, body: dict[str, Any] | None) -> None:
        if body is not None:
            seq = len(self.events) + 1
            self.events.append(Event("match", seq, 10.5 * seq, json.dumps(body)))
            self._stored = apply_event("match", self._stored, body, 10.5 * seq)

    def act(
        self, side: int, do: str, move: str | None = None, is_endless: bool | None = None
    ) -> None:
        self.append(self.stored.decide(side, Action(self.stored.seq, do, move, is_endless)))

    def refusal(self, side: int | None, do: str, move: str | None = None) -> str:
        """Return the code with which an action is refused."""
        with pytest.raises(Refused) as no:
            self.stored.decide(side, Action(self.stored.seq, do, move))
        assert no.value.detail.endswith(".")
        return no.value.code

    def seen(self) -> Any:
        return self.stored.view([])

    def restored(self) -> StoredMatch:
        """Return the match restored from its stored events."""
        made: StoredMatch | None = None
        for event in self.events:
            made = apply_event("match", made, json.loads(event.body), event.at)
        assert made is not None
        return made

    def side_of_player(self, player: Player) -> int:
        """Return the side that moves for a player."""
        return next(side for side in (0, 1) if player in self.stored.players(side))


def play_random_moves(log: Log, rng: Random, max_moves: int = 60) -> None:
    """Play random moves until the game is over, up to a limit."""
    for _ in range(max_moves):
        match = log.stored.match
        if match.player is None:
            return
        log.act(log.side_of_player(match.player), "move", rng.choice(match.moves))


def test_stored_match_imports_no_server_and_no_database() -> None:
    for module in (stored_match, match_start):
        source = ast.parse(Path(str(module.__file__)).read_text())
        named = {
            name.name.partition(".")[0]
            for node in ast.walk(source)
            if isinstance(node, ast.Import)
            for name in node.names
        } | {
            (node.module or "").partition(".")[0]
            for node in ast.walk(source)
            if isinstance(node, ast.ImportFrom) and not node.level
        }
        assert not named & {"asyncio", "anyio", "fastapi", "starlette", "sqlite3", "psycopg"}


# ---- invariants


def view_follows_from_moves(log: Log) -> None:
    """The view follows from the moves, as in a match played in Python."""
    played = log.stored.match
    game = played.game
    drawn = [ply.move for ply in played.plies if ply.player is None]
    moves = [ply.move for ply in played.plies if ply.player is not None]
    dealer = game.on(played.board) if isinstance(game, HiddenBoard) else game
    match = Match.replay(dealer, moves, drawn=drawn, ended=played.ended)
    match.tags = dict(played.tags)
    expected, seen = view_json(view(match)), log.seen()
    assert set(seen) == VIEW
    if isinstance(game, HiddenBoard) and not played.is_finished:
        expected["game"]["board"] = seen["game"]["board"]
    for player in seen["players"]:
        assert player.pop("joined")
        assert not player.pop("here")
    assert {name: seen[name] for name in expected} == expected


def events_restore_the_match(log: Log) -> None:
    again = log.restored()
    assert again.view([]) == log.seen()
    assert again.summary == log.stored.summary
    assert [match.plies for match in again.rounds] == [match.plies for match in log.stored.rounds]
    assert [match.tags for match in again.rounds] == [match.tags for match in log.stored.rounds]


def board_matches_the_commitment(log: Log) -> None:
    sealed, match = log.seen()["sealed"], log.stored.match
    assert (sealed is not None) == match.game.hidden
    if sealed is not None:
        assert bool(sealed["salt"]) == bool(sealed["board"]) == match.is_finished
        if match.is_finished:
            assert len(bytes.fromhex(sealed["salt"])) >= 16
            assert sha256_hex(f"{sealed['salt']}:{sealed['board']}") == sealed["commit"]
            assert sealed["board"] == match.board


INVARIANTS = (
    view_follows_from_moves,
    events_restore_the_match,
    board_matches_the_commitment,
)


def check(variant: Variant, opponent: str) -> None:
    """Check the invariants at every stage of a match, with takebacks and a rematch."""
    rng = Random(str(variant))
    log = Log(variant.id, opponent, options=variant.options)
    for round in (1, 2):
        for moves in (0, 3, 60):
            play_random_moves(log, rng, moves)
            for invariant in INVARIANTS:
                with where(invariant.__name__, variant, opponent, round):
                    invariant(log)
            if opponent == HERE and not log.stored.match.game.hidden and log.stored.match.has_moves:
                log.act(0, "takeback")
                with where("takeback", variant):
                    events_restore_the_match(log)
        if not log.stored.match.is_finished:
            log.act(0, "resign")
            board_matches_the_commitment(log)
        log.act(0, "rematch")
        if opponent == FRIEND:
            log.act(1, "accept")
        assert log.seen()["round"] == round + 1


@pytest.mark.slow
@for_each(VARIANTS)
def test_invariants_of_every_game_on_one_screen(variant: Variant) -> None:
    check(variant, HERE)


@for_each([Variant(id, {}) for id in numduel.games()])
def test_invariants_of_every_game_between_friends(variant: Variant) -> None:
    check(variant, FRIEND)


def test_invariants_of_plugin_games() -> None:
    with with_more_games() as ids:
        assert ids
        for id in ids:
            for opponent in (HERE, FRIEND):
                check(Variant(id, {}), opponent)


def test_drawn_round_is_restored_and_counts_no_win() -> None:
    with with_more_games():
        log = Log("shuttle", HERE)
        for move in ("left", "right", "stay"):
            log.act(0, "move", move)
        status = log.seen()["status"]
        assert (status["kind"], status["winner"], status["draw"]) == ("over", None, True)
        assert log.restored().view([]) == log.seen()
        assert title_of_match(log.stored)[0].endswith(" played Shuttle to a draw")
        log.act(0, "rematch")
        log.act(0, "move", "left")
        log.act(0, "stop")
        assert log.seen()["wins"] == [0, 0]
        assert log.seen()["status"]["draw"] is False
        assert title_of_match(log.stored)[0].endswith(" ended Shuttle without a winner")
        assert log.restored().view([]) == log.seen()


def test_undeclared_draw_is_refused_and_not_stored(monkeypatch: pytest.MonkeyPatch) -> None:
    with with_more_games():
        log = Log("shuttle", HERE)
        log.act(0, "move", "left")
        log.act(0, "move", "right")
        monkeypatch.setattr(type(log.stored.match.game), "has_draws", False)
        with pytest.raises(RulesError, match="Shuttle ended without a winner") as error:
            log.act(0, "move", "stay")
        assert log.stored.match.moves == ("left", "right", "stay"), "the old state is unchanged"
        answer = problem_of(error.value)
        assert answer.status == 422
        assert b"Shuttle ended without a winner, but the class does not declare" in answer.body


# ---- who may act


def test_only_players_can_act_and_only_on_their_turn() -> None:
    log = Log("sum", FRIEND)
    assert log.stored.side_of(TOKENS[0]) == 0
    assert log.stored.side_of(TOKENS[1]) == 1
    assert log.stored.side_of("C" * 43) is None
    assert log.stored.side_of(None) is None
    for do in ACTIONS:
        assert log.refusal(None, do, "7" if do == "move" else None) == "no_seat"
    assert log.refusal(1, "move", "7") == "not_your_turn"
    log.act(0, "move", "7")
    assert log.refusal(0, "move", "1") == "not_your_turn"
    assert log.refusal(1, "move", "8") == "illegal_move"
    assert log.refusal(1, "move", "eleven") == "invalid_move"
    assert log.refusal(1, "move") == "invalid"
    assert log.refusal(1, "resign", "7") == "invalid"


def test_actions_are_refused_until_the_friend_joins() -> None:
    log = Log("sum", FRIEND, joined=False)
    for do in ACTIONS:
        assert log.refusal(0, do, "7" if do == "move" else None) == "waiting"
    seen = log.seen()
    assert seen["status"] == {
        "kind": "waiting",
        "player": None,
        "moves": [],
        "winner": None,
        "draw": False,
        "reason": None,
        "fault": None,
    }
    assert [player["joined"] for player in seen["players"]] == [True, False]
    for invite, code in (("another", "wrong_invite"), (INVITE, "seat_taken")):
        with pytest.raises(Refused) as no:
            log.stored.decide_join(invite, TOKENS[0], "Ann")
        assert no.value.code == code
    log.append(log.stored.decide_join(INVITE, TOKENS[1], "Bob"))
    assert log.stored.decide_join(INVITE, TOKENS[1], "Bob") is None
    with pytest.raises(Refused) as no:
        log.stored.decide_join(INVITE, "C" * 43, "Cid")
    assert no.value.code == "seat_taken"


def test_same_action_at_the_same_seq_happens_once() -> None:
    log = Log("maze", HERE, board="4 3 8/9 5 1/2 7 6", dealt="book")
    before = log.stored.seq
    for do, move in (("move", "00"), ("move", "2,0"), ("takeback", None), ("resign", None)):
        action = Action(log.stored.seq, do, move)
        log.append(log.stored.decide(0, action))
        assert log.stored.decide(0, action) is None
        assert log.restored().decide(0, action) is None
    assert log.stored.seq == before + 4
    for late in (Action(before, "move", "0,1"), Action(log.stored.seq + 1, "rematch")):
        with pytest.raises(Refused) as no:
            log.stored.decide(0, late)
        assert no.value.code == "stale"


# ---- offers


def test_takeback_between_friends_needs_an_offer() -> None:
    log = Log("sum", FRIEND)
    assert log.refusal(0, "takeback") == "not_now"
    log.act(0, "move", "7")
    assert log.refusal(1, "takeback") == "not_now"
    log.act(0, "takeback")
    assert log.seen()["offer"] == {"do": "takeback", "by": 1}
    assert log.refusal(0, "takeback") == "not_now"
    assert log.refusal(0, "accept") == "not_now"
    log.act(1, "decline")
    assert log.seen()["offer"] is None
    assert log.refusal(1, "decline") == "not_now"
    log.act(0, "takeback")
    log.act(1, "accept")
    assert log.seen()["plies"] == []
    log.act(0, "move", "7")
    log.act(1, "move", "5")
    log.act(0, "takeback")  # undoes the player's own move and the reply
    log.act(1, "accept")
    assert log.seen()["plies"] == []


def test_move_declines_an_open_offer() -> None:
    log = Log("sum", FRIEND)
    log.act(0, "move", "7")
    for do in ("takeback", "stop"):
        log.act(0, do)
        assert log.seen()["offer"] == {"do": do, "by": 1}
    log.act(1, "move", "5")
    assert log.seen()["offer"] is None
    assert log.refusal(1, "accept") == "not_now"


def test_game_stops_if_both_players_agree() -> None:
    for answer in ("accept", "stop"):
        log = Log("race", FRIEND)
        log.act(1, "stop")
        log.act(0, answer)
        status = log.seen()["status"]
        assert (status["kind"], status["winner"], status["reason"]) == ("over", None, "stopped")
        assert log.seen()["wins"] == [0, 0]


def test_player_who_resigns_loses_and_the_picture_has_no_winner() -> None:
    log = Log("sum", FRIEND)
    log.act(1, "resign")
    seen = log.seen()
    assert seen["status"]["kind"] == "over"
    assert (seen["status"]["winner"], seen["status"]["reason"]) == (1, "resigned")
    assert seen["picture"]["winner"] is None
    assert seen["wins"] == [1, 0]
    for do in ("resign", "stop", "takeback"):
        assert log.refusal(0, do) == "over"
    assert log.refusal(0, "move", "7") == "over"


def test_takeback_stop_and_rematch_need_no_offer_alone_or_on_one_screen() -> None:
    for opponent in (HERE, "beginner"):
        log = Log("race", opponent)
        assert log.refusal(0, "takeback") == "not_now"
        assert log.refusal(0, "rematch") == "not_now"
        log.act(0, "move", log.stored.match.moves[0])
        log.act(0, "takeback")
        assert log.seen()["plies"] == []
        assert log.refusal(0, "accept") == log.refusal(0, "decline") == "not_now"
        log.act(0, "stop", is_endless=True)
        assert log.seen()["status"]["reason"] == "stopped"
        log.act(0, "rematch")
        assert (log.seen()["round"], log.seen()["plies"]) == (2, [])


def test_takeback_also_undoes_the_reply_of_a_level() -> None:
    log = Log("sum", "casual")
    log.act(0, "move", "7")
    assert log.stored.is_level_to_move
    assert log.refusal(0, "move", "1") == "not_your_turn"
    log.append(log.stored.level_move_event("5"))
    assert log.seen()["said"] == ["Casual took 5: 5 of 50."]
    assert log.seen()["players"][1] | {"here": True} == {
        "name": "Casual", "who": "casual", "joined": True, "here": True,
    }  # fmt: skip
    log.act(0, "takeback")
    assert log.seen()["plies"] == []
    assert log.stored.match.tags["Help"] == "undone=1"


def test_match_has_a_round_limit() -> None:
    log = Log("sum", HERE)
    for _ in range(ROUNDS.high - 1):
        log.act(0, "resign")
        log.act(0, "rematch")
    log.act(0, "resign")
    assert log.refusal(0, "rematch") == "not_now"


def test_revealing_move_cannot_be_taken_back() -> None:
    for opponent in (HERE, FRIEND, "casual"):
        log = Log("quest", opponent)
        log.act(0, "move", "1,1")
        assert log.refusal(0, "takeback") == "not_now"
    log = Log("quest", HERE, options={"stand": True})
    log.act(0, "move", "stand")
    log.act(0, "takeback")
    assert log.seen()["plies"] == []


def test_finished_game_can_be_taken_back_only_alone() -> None:
    for opponent in (HERE, FRIEND):
        log = Log("sum", opponent, options={"target": 5})
        log.act(0, "move", "5")
        assert log.seen()["wins"] == [1, 0]
        if opponent == FRIEND:
            assert log.refusal(0, "takeback") == "over"
        else:
            log.act(0, "takeback")
            assert log.seen()["status"]["kind"] == "turn"
            assert log.seen()["wins"] == [0, 0]
            assert log.stored.summary.finished, "its address works forever"


# ---- rounds


def test_rematch_swaps_seats_and_counts_wins_by_seat() -> None:
    log = Log("sum", FRIEND, options={"target": 5})
    log.act(0, "move", "5")
    log.act(1, "rematch")
    assert log.seen()["offer"] == {"do": "rematch", "by": 2}
    log.act(0, "rematch")  # both ask, so it is accepted
    seen = log.seen()
    assert (seen["round"], seen["wins"]) == (2, [0, 1])
    assert [player["name"] for player in seen["players"]] == ["Bob", "Ann"]
    assert (log.stored.players(0), log.stored.players(1)) == ((Player.TWO,), (Player.ONE,))
    assert log.refusal(0, "move", "5") == "not_your_turn"
    log.act(1, "move", "5")
    assert log.seen()["wins"] == [1, 1]
    log.act(0, "rematch")
    log.act(1, "accept")
    assert log.seen()["wins"] == [1, 1]
    assert [player["name"] for player in log.seen()["players"]] == ["Ann", "Bob"]
    for number, first in ((1, "Ann"), (2, "Bob"), (3, "Ann")):
        assert f'[Player1 "{first}"]' in log.stored.record(number)
    with pytest.raises(Refused) as no:
        log.stored.record(4)
    assert no.value.code == "invalid"


def test_rematch_reuses_only_a_given_board() -> None:
    given = Log("maze", HERE, board="4 3 8/9 5 1/2 7 6", dealt="book")
    seeded = [Log("maze", HERE, seed=7, dealt="book") for _ in range(2)]
    hidden = Log("quest", HERE)
    commit = hidden.seen()["sealed"]["commit"]
    for log in (given, *seeded, hidden):
        log.act(0, "resign")
        log.act(0, "rematch")
    assert given.seen()["game"]["board"] == "4 3 8/9 5 1/2 7 6"
    boards = [log.seen()["game"]["board"] for log in seeded]
    assert boards[0] == boards[1] == numduel.new("maze", seed=8).board
    assert hidden.seen()["sealed"]["commit"] != commit


def test_only_the_first_round_is_the_duel() -> None:
    log = Log("maze", "casual", board="4 3 8/9 5 1/2 7 6", duel="2026-11-16")
    assert '[Duel "2026-11-16"]' in log.stored.record(None)
    log.act(0, "resign")
    log.act(0, "rematch")
    request = log.stored.pending_request()
    assert request is not None
    assert request.is_timed
    assert '[Duel "2026-11-16"]' in log.stored.record(1)
    assert "Duel" not in log.stored.record(2)


def test_equal_names_get_different_suffixes() -> None:
    log = Log("sum", FRIEND, joined=False)
    log.append(log.stored.decide_join(INVITE, TOKENS[1], " Ann\n"))
    assert [player["name"] for player in log.seen()["players"]] == ["Ann A", "Ann B"]
    nameless = Log("sum", FRIEND, name=None, joined=False)
    assert [p["name"] for p in nameless.seen()["players"]] == ["Player 1", "Player 2"]


# ---- secrets


def test_views_and_records_contain_nothing_hidden() -> None:
    """Matches that have revealed the same are identical, except for the commitment."""
    seen = set()
    for seed in range(40):
        log = Log("quest", HERE, seed=seed, dealt="book")
        sent = log.seen()
        sent["sealed"]["commit"] = ""
        seen.add(json.dumps([sent, log.stored.record(None)]))
    assert len(seen) == 1


def test_friends_cannot_choose_a_hidden_board_or_its_seed() -> None:
    for more in ({"seed": 7}, {"board": "1 2 3/4 5 6/7 8 9"}):
        with pytest.raises(numduel.SetupError):
            Log("quest", FRIEND, **more)
        Log("quest", HERE, **more)
        Log("maze", FRIEND, seed=7)


def test_store_contains_no_token_or_invitation() -> None:
    log = Log("sum", FRIEND)
    log.act(0, "move", "7")
    stored = "".join(event.body for event in log.events)
    assert not [secret for secret in (*TOKENS, INVITE) if secret in stored]
    assert sha256_hex(TOKENS[0]) in stored


def test_view_says_when_each_round_ended() -> None:
    """An undone resignation hasn't ended the round; offers after the end don't move its time."""
    log = Log("sum", "casual")
    assert log.seen()["ended"] == [None]
    log.act(0, "resign")
    assert log.seen()["ended"] == [21]
    log.act(0, "takeback")
    assert log.seen()["ended"] == [None]
    log = Log("sum", "friend")
    log.act(0, "resign")
    log.act(1, "rematch")
    log.act(0, "decline")
    assert log.seen()["ended"] == [31]
    log.act(0, "rematch")
    log.act(1, "accept")
    assert log.seen()["ended"] == [31, None]
    log.act(0, "resign")
    assert log.seen()["ended"] == [31, 84]
    assert log.restored().end_times == (31, 84)


def test_words_name_the_options_that_differ_from_the_rule_book() -> None:
    for game, options, variant in (
        ("maze", {}, ""),
        ("maze", {"size": 4}, "size 4"),  # its target follows from the size
        ("maze", {"target": 20, "diagonal": 1}, "target 20, diagonal 1"),
        ("quest", {"stand": True}, "stand"),
    ):
        view = Log(game, "here", options=options).seen()
        assert view["words"]["variant"] == variant


def test_stored_match_never_starts_a_program_or_model() -> None:
    """No one can ask for one, but a store is a file, and levels move when a server starts."""
    (event,) = Log("sum", "casual", seat=2).events
    for who in ("program ./mybot.py", "model:some-model"):
        body = json.dumps({**json.loads(event.body), "opponent": who})
        with pytest.raises(numduel.SetupError, match="never start programs or models"):
            apply_event("match", None, json.loads(body), 0)


def test_level_knows_nothing_hidden_and_is_deterministic() -> None:
    logs = [Log("quest", "casual", seed=seed, dealt="book", seat=2) for seed in (1, 2)]
    requests = [log.stored.pending_request() for log in logs]
    assert requests[0] is not None
    assert requests[1] is not None
    assert requests[0]._replace(dice=requests[1].dice) == requests[1]
    game = requests[0].game
    assert isinstance(game, HiddenBoard)
    assert game.laid_open() == "? ? ?/? ? ?/? ? ?"
    one, again = requests[0], logs[0].restored().pending_request()
    assert again is not None
    assert one.dice.below(1000) == again.dice.below(1000)


def test_games_and_matches_have_a_length_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stored_match, "MAX_PLIES", 4)
    log = Log("sum")
    play_random_moves(log, Random(1), max_moves=4)
    assert log.refusal(0, "move", log.stored.match.moves[0]) == "not_now"
    log.act(0, "takeback")
    log.act(0, "move", log.stored.match.moves[0])
    monkeypatch.setattr(stored_match, "MAX_EVENTS", log.stored.seq)
    assert log.refusal(0, "takeback") == "not_now"
    log.act(0, "resign")
    assert log.refusal(0, "rematch") == "not_now"


# ---- names


def test_unusual_names_change_only_the_names_in_views() -> None:
    for pair in PAIRS:
        log = Log("sum", FRIEND, name=pair[0], friend=pair[1], options={"target": 9})
        plain = Log("sum", FRIEND, name="Qqq", friend="Zzz", options={"target": 9})
        for side, move in ((0, "4"), (1, "2"), (0, "5")):
            for each in (log, plain):
                each.act(side, "move", move)
            names = isolate_names(names_of(log.stored.match))
            for reader in (None, 0, 1):
                shown, expected = log.stored.view([0], reader), plain.stored.view([0], reader)
                with where(pair, reader):
                    for key in ("said", "prompt", "words"):
                        text = json.dumps(expected[key])
                        text = text.replace("Qqq", json.dumps(names[0])[1:-1])
                        text = text.replace("Zzz", json.dumps(names[1])[1:-1])
                        assert shown[key] == json.loads(text)


def test_title_isolates_both_names() -> None:
    for pair in PAIRS:
        log = Log("sum", FRIEND, name=pair[0], friend=pair[1])
        one, two = isolate_names(names_of(log.stored.match))
        assert title_of_match(log.stored).title == f"{one} against {two}: Sum Battle"
        waiting = Log("sum", FRIEND, name=pair[0], joined=False)
        host = names_of(waiting.stored.match)[0]
        start = f"{isolate_names((host, ''))[0]} invites you"
        invitation = "You're invited" if host == "Player 1" else start
        assert title_of_match(waiting.stored).title == f"{invitation} to Sum Battle"


def test_reader_of_the_previous_round_had_the_other_seat() -> None:
    log = Log("sum", FRIEND, options={"target": 9})
    log.act(0, "move", "9")
    log.act(0, "rematch")
    log.act(1, "accept")
    for side, now, before in ((0, Reader.TWO, Reader.ONE), (1, Reader.ONE, Reader.TWO)):
        assert log.stored.reader(side) is log.stored.reader(side, 2) is now
        assert log.stored.reader(side, 1) is before
    assert log.stored.reader(None, 1) is Reader.WATCHING
    assert Log("sum", HERE).stored.reader(0, 1) is Reader.SHARED


def test_help_counts_for_the_player_also_while_the_level_thinks() -> None:
    log = Log("sum", "casual")
    assert log.stored.decide_help(None, "hints") is None
    log.act(0, "move", "7")
    before = log.stored.view([])
    log.append(log.stored.decide_help(0, "analyses"))
    assert log.stored.decide_help(0, "analyses") is None, "it counts once between two moves"
    assert log.stored.view([]) == before, "clients see no event"
    assert log.restored().decide_help(0, "analyses") is None, "also after a restart"
    log.append(log.stored.level_move_event("5"))
    log.append(log.stored.decide_help(0, "analyses"))
    assert log.stored.match.tags["Help"] == "analyses=2"
    assert log.restored().match.tags["Help"] == "analyses=2"
    assert (log.stored.seq, log.stored.rows) == (3, 5)


def test_action_may_answer_the_view_before_some_help() -> None:
    log = Log("sum", "casual")
    seq = log.stored.seq
    log.append(log.stored.decide_help(0, "hints"))
    body = log.stored.decide(0, Action(seq, "move", "7"))
    log.append(body)
    assert log.stored.decide(0, Action(seq, "move", "7")) is None, "sent again"
    assert [ply.move for ply in log.stored.match.plies] == ["7"]


def test_help_stored_with_a_move_by_an_earlier_version_counts() -> None:
    log = Log("sum", "casual")
    log.append({"do": "move", "side": 0, "move": "7", "help": ["analyses", "hints"]})
    assert log.stored.match.tags["Help"] == "hints=1 analyses=1"
    assert log.stored.decide_help(0, "hints") is not None


def test_level_declines_to_stop_in_a_sentence_and_no_offer_stays_open() -> None:
    log = Log("race", "perfect")
    with pytest.raises(NeedsAnalysis):
        log.act(0, "stop")
    log.act(0, "stop", is_endless=False)
    seen = log.seen()
    assert (seen["offer"], seen["status"]["kind"]) == (None, "turn")
    assert seen["said"] == [
        "Perfect declined to end the game without a winner. The computer agrees only if best "
        "play would never end, or if this position has occurred three times."
    ]
    assert seen["words"]["news"] == seen["said"][0]
    assert log.restored().view([]) == seen
    log.act(0, "move", log.stored.match.moves[0])
    assert len(log.seen()["said"]) == 1
    assert "declined" not in log.seen()["said"][0]


def test_declined_and_withdrawn_offers_are_said() -> None:
    log = Log("sum", FRIEND)
    log.act(0, "move", "7")
    for answering, sentence in (
        (1, "Bob declined the takeback."),
        (0, "Ann withdrew the request for a takeback."),
    ):
        log.act(0, "takeback")
        log.act(answering, "decline")
        assert log.seen()["said"] == ["Ann took 7: 7 of 50.", sentence]
        assert log.restored().view([]) == log.seen()
    assert log.stored.view([], 0)["said"][-1] == "You withdrew the request for a takeback."


def test_resignation_against_a_level_is_taken_back() -> None:
    log = Log("sum", "casual")
    log.act(0, "move", "7")
    log.append(log.stored.level_move_event("5"))
    log.act(0, "resign")
    assert log.seen()["wins"] == [0, 1]
    assert log.stored.view([], 0)["words"]["undo"] == "Undo resignation"
    assert log.seen()["words"]["undo"] is None, "spectators can't"
    log.act(0, "takeback")
    seen = log.stored.view([], 0)
    assert (seen["status"]["kind"], seen["wins"], seen["words"]["undo"]) == ("turn", [0, 0], None)
    assert log.restored().view([], 0) == seen
    assert log.stored.match.tags["Help"] == "undone=1"
    for id, opponent in (("quest", "casual"), ("sum", FRIEND)):
        other = Log(id, opponent)
        other.act(0, "resign")
        assert other.stored.view([], 0)["words"]["undo"] is None
        assert other.refusal(0, "takeback") in ("not_now", "over")
