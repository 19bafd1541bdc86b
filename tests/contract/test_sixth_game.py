"""A game added to the folder works everywhere, without any other change."""

from __future__ import annotations

import json
import pickle
import re
from collections.abc import Callable, Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any, TypeVar

import pytest
from terminal import Ran, command_line
from textual.pilot import Pilot
from textual.screen import Screen
from textual.widgets import Markdown
from tui_support import app_test, open_app, settle, start_game

import numduel
from duel_support import (
    FIVE,
    SIXTH,
    is_one_sentence,
    next_moves,
    random_playout,
    snapshot,
    walk,
    with_more_games,
)
from numduel import (
    Chance,
    Dice,
    IllegalMove,
    InvalidMove,
    Match,
    Over,
    Player,
    Ply,
    RecordError,
    SetupError,
    Turn,
    record,
)
from numduel.core import AnyGame
from numduel.game_files import VARIABLE
from numduel.storage import saves
from numduel.tui.parts.drawing import Badge
from numduel.tui.screens.home import HomeScreen
from numduel.tui.screens.keys import KeysScreen
from numduel.tui.screens.play import PlayScreen
from numduel.tui.screens.setup import SetupScreen
from numduel.views.as_json import record_json

S = TypeVar("S", bound=Screen[Any])
DROPPED = tuple(sorted(file.stem for file in SIXTH.glob("*.py")))


@pytest.fixture(autouse=True)
def _dropped_in() -> Iterator[None]:
    """Load the games of tests/sixth; one of them brings a rule page."""
    with with_more_games():
        yield


Run = Callable[..., Ran]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Run:
    """Run the command line with piped input."""
    return command_line(monkeypatch, capsys, tmp_path)


def saved(tmp_path: Path) -> Match:
    """Return the only saved game."""
    (file,) = (tmp_path / "games").iterdir()
    return record.loads(file.read_text(encoding="utf-8"))


# ---- finding games


def test_file_in_the_folder_adds_a_game() -> None:
    known = (*FIVE, *DROPPED)
    assert tuple(id for id in numduel.games() if id in known) == known
    assert {"nim", "pig", "pick15"} < set(DROPPED)
    assert numduel.new("NIM").title == "Nim"


def test_game_is_gone_without_its_file(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(VARIABLE)
    assert tuple(id for id in numduel.games() if id in (*FIVE, *DROPPED)) == FIVE
    with pytest.raises(numduel.UnknownGame):
        numduel.new("nim")


def test_board_is_dealt_or_given_and_options_are_checked() -> None:
    assert numduel.new("nim", board="3 4 5").board == "3 4 5"
    assert numduel.new("nim", seed=7) == numduel.new("nim", seed=7)
    assert len({numduel.new("nim", seed=seed).board for seed in range(20)}) > 10
    assert numduel.new("nim", board="3 4").options.piles == 2
    wrongs: list[dict[str, Any]] = [
        {"piles": 0},
        {"most": 10},
        {"stones": 3},
        {"board": "3 4", "piles": 3},
    ]
    for wrong in wrongs:
        with pytest.raises(SetupError):
            numduel.new("nim", **wrong)
    for board in ("", "0 1", "10", "three", "1 1 1 1 1 1 1"):
        with pytest.raises(SetupError):
            numduel.new("nim", board=board)


# ---- the contract of a game

SMALL: list[tuple[str, dict[str, Any]]] = [
    ("nim", {"board": "2 3 1"}),
    ("nim", {"board": "4 4", "most": 2}),
    ("pig", {}),
    ("pig", {"sides": 2}),
    ("shuttle", {"half": 1}),
    ("threes", {"columns": 3}),
    ("toss", {}),
    ("vineyard", {"board": "1 2 3/3 2 1"}),
]


@pytest.fixture(params=SMALL, ids=[f"{id}-{options}" for id, options in SMALL])
def game(request: pytest.FixtureRequest, _dropped_in: None) -> AnyGame:
    id, options = request.param
    return numduel.new(id, **options)


def test_move_is_legal_exactly_if_there_is_no_objection(game: AnyGame) -> None:
    for state in walk(game):
        unobjected = [m for m in game.vocabulary if game.objection(state, m) is None]
        status = game.status(state)
        assert unobjected == (list(status.moves) if isinstance(status, Turn) else [])
        assert len(unobjected) > 0 or not isinstance(status, Turn)


def test_odds_add_up_and_games_end_with_a_winner_or_declared_draw(game: AnyGame) -> None:
    kinds = set()
    for state in walk(game):
        status = game.status(state)
        kinds.add(type(status))
        if isinstance(status, Chance):
            assert sum(odds for _, odds in status.odds) == Fraction(1)
        if isinstance(status, Over):
            assert game.has_draws if status.is_draw else status.winner in tuple(Player)
    assert {Turn, Over} <= kinds


def test_every_position_can_be_described_and_drawn(game: AnyGame) -> None:
    for state in walk(game):
        picture = game.picture(state)
        status = game.status(state)
        over = (None, status.winner) if isinstance(status, Over) else None
        assert (picture.player, picture.winner) == (over or (state.player, None))
        assert {tile.move for tile in picture.tiles} <= {*game.vocabulary, None}
        match status:
            case Turn():
                lines = game.ask(state)
            case Over():
                lines = game.verdict(state)
            case Chance():
                lines = []
        lines += [line for move in next_moves(game, state) for line in game.report(state, move)]
        assert all(line.isprintable() for line in lines)
        assert is_one_sentence(game.expects(state))


def test_equal_keys_are_worth_the_same() -> None:
    game = numduel.new("nim", board="2 3 1")
    worth: dict[object, bool] = {}

    def wins(state: Any) -> bool:
        return any(not wins(game.play(state, move)) for move in next_moves(game, state))

    for state in walk(game):
        assert worth.setdefault(game.key(state), wins(state)) == wins(state)


def test_added_game_compares_as_a_value(game: AnyGame) -> None:
    twin = pickle.loads(pickle.dumps(game))
    assert twin == game
    assert hash(twin) == hash(game)
    assert [*walk(twin)] == [*walk(game)]


# ---- Nim in a match


def test_match_is_played_to_its_end() -> None:
    match = Match(numduel.new("nim", board="1 2"))
    assert (match.player, match.moves) == (Player.ONE, ("1,1", "2,1", "2,2"))
    match.play("2,1")
    match.play(match.read("11"))
    match.play(match.read("(2, 1)"))
    assert (match.winner, match.reason, match.is_over) == (Player.ONE, "stuck", True)
    match.undo()
    assert (match.player, match.moves) == (Player.ONE, ("2,1",))


def test_refused_move_changes_nothing() -> None:
    match = Match(numduel.new("nim", board="1 3", most=2))
    before = snapshot(match)
    with pytest.raises(IllegalMove, match=r"pile 1 has 1 stone$"):
        match.play("1,2")
    with pytest.raises(IllegalMove, match="2 stones may be taken at once, not 3"):
        match.play("2,3")
    with pytest.raises(InvalidMove, match=r"isn't a move\. Type a pile and how many"):
        match.read("3,1")
    with pytest.raises(InvalidMove, match=r"isn't a move\. Play 1,1, 2,1, or 2,2"):
        match.play("3,1")
    assert snapshot(match) == before


def test_record_contains_options_board_and_moves() -> None:
    match = Match(numduel.new("nim", board="1 2"))
    match.tags["Player1"] = "Ann"
    match.play("2,1")
    match.comments[1] = "leaves two ones"
    text = record.dumps(match)
    assert text == (
        '[Game "nim"]\n'
        '[Options "piles=2 most=9"]\n'
        '[Board "1 2"]\n'
        '[Player1 "Ann"]\n'
        '[Result "*"]\n'
        "\n"
        "1. 2,1 {leaves two ones}\n"
    )
    assert snapshot(record.loads(text)) == snapshot(match)


@pytest.mark.parametrize("seed", range(10))
def test_records_round_trip_at_every_point(seed: int) -> None:
    game = numduel.new("nim", seed=seed, piles=1 + seed % 6, most=1 + seed % 9)
    match = Match(game)
    for state in random_playout(game, seed)[1:]:
        assert snapshot(record.loads(record.dumps(match))) == snapshot(match)
        match.play(next(m for m in match.moves if game.play(match.state, m) == state))
    assert match.is_over
    assert snapshot(record.loads(record.dumps(match))) == snapshot(match)


def test_record_with_an_illegal_move_gives_the_reason() -> None:
    with pytest.raises(RecordError, match="line 3: pile 1 has 1 stone") as error:
        record.loads('[Game "nim"]\n[Board "1 2"]\n1. 1,2')
    assert error.value.line == 3


# ---- Nim at the prompt


def test_classic_dialogue_reaches_the_verdict(run: Run) -> None:
    ran = run("play", "nim", "--classic", "--board", "1 2", typed="2,1\n1,2\n1,1\n2,1\n")
    assert ran.out.splitlines() == [
        "Player 1's turn.",
        "o . . . . . . . .",
        "o o . . . . . . .",
        "Stones left: 3",
        "At once: 9",
        "Take what (pile,stones)? 2,1",
        "Player 1 took 1 stone from pile 2.",
        "",
        "Player 2's turn.",
        "o . . . . . . . .",
        "o . . . . . . . .",
        "Stones left: 2",
        "At once: 9",
        "Take what (pile,stones)? 1,2",
        "Pile 1 has 1 stone. Legal moves: 1,1  2,1",
        "Take what (pile,stones)? 1,1",
        "Player 2 took 1 stone from pile 1.",
        "",
        "Player 1's turn.",
        ". . . . . . . . .",
        "o . . . . . . . .",
        "Stones left: 1",
        "At once: 9",
        "Take what (pile,stones)? 2,1",
        "Player 1 took 1 stone from pile 2.",
        "",
        "Player 1 took the last stone.",
        "Player 1 wins the game!",
    ]
    assert (ran.status, ran.err) == (0, "")


def test_drawn_dialogue_shows_picture_and_legal_moves(run: Run) -> None:
    ran = run("play", "nim", "--board", "1 2", typed="help\n2,2\n1,1\n")
    assert ran.status == 0
    assert ran.out.startswith("Nim\n\n        1       2       3 ")
    assert "\n 1  |  [o]  |   .   |   .   |" in ran.out
    assert "\n 2  |  [o]  |  [o]  |   .   |" in ran.out
    assert "   Stones left: 3\n   At once: 9\n" in ran.out
    assert "Type a pile and how many stones to take from it, such as 1,2." in ran.out
    assert "   Stones left: 0\n" in ran.out
    assert ran.out.endswith("Player 2 took the last stone.\nPlayer 2 won the game.\n")


def test_options_are_given_on_the_command_line(run: Run, tmp_path: Path) -> None:
    ran = run("play", "nim", "--piles", "4", "--most", "1", "--seed", "7", typed="1,1\n")
    assert "At once: 1\n" in ran.out
    options = saved(tmp_path).game.options
    assert (options.piles, options.most) == (4, 1)
    refused = run("play", "nim", "--piles", "7")
    assert (refused.status, refused.out) == (1, "")
    assert refused.err == "numduel: piles must be a whole number from 1 to 6, not 7.\n"


def test_options_are_in_the_help(run: Run) -> None:
    helped = run("play", "--help")
    found = " ".join(helped.out.split())
    assert "--piles N number of piles, 1 to 6 (default: nim 3)" in found
    assert "nim" in found
    assert helped.status == 0


def test_wrong_command_line_is_refused(run: Run) -> None:
    assert run("play", "nimm").status == 2


def test_program_can_play_an_added_game(run: Run) -> None:
    ran = run("play", "nim", "--p1", "random", "--p2", "random", "--rounds", "2", "--seed", "7")
    assert ran.status == 0
    assert ran.out.count(" won the game.") == 2
    assert "Wins: Random A " in ran.out


def test_rules_are_printed(run: Run) -> None:
    ran = run("rules", "nim")
    assert ran.status == 0
    assert ran.out.startswith("Nim\n===\n")
    assert "- In your turn you take one or more stones, all from the same pile." in ran.out


def test_game_without_a_rule_page_gets_one(run: Run) -> None:
    ran = run("rules", "pig")
    assert (ran.status, ran.err) == (0, "")
    assert "and stop in time.\n\n- Moves: throw or stop.\n- How it ends: reached.\n" in ran.out


def test_menu_lists_an_added_game(run: Run) -> None:
    ran = run(typed="nim\n\n")
    number = 1 + numduel.games().index("nim")
    assert re.search(rf"^ *{number}  Nim +Take stones from the piles", ran.out, re.MULTILINE)
    assert "Player 1's turn: take what (pile,stones)? " in ran.out


def test_saved_game_is_resumed(run: Run, tmp_path: Path) -> None:
    begun = run("play", "nim", "--board", "1 2", "--name1", "Ann", typed="2,1\nquit\n")
    assert begun.status == 0
    assert "To continue: numduel resume" in begun.err
    listed = run("resume", "--list")
    assert re.fullmatch(r"\S*nim\S*  Nim, turn 2\n", listed.out)
    ran = run("resume", "--classic", typed="undo\n2,2\n1,1\n")
    assert ran.status == 0
    assert ran.out.startswith(
        "Resuming Nim, turn 2.\n\nAnn is Player 1, Player B is Player 2.\n\n"
        "Player 2's turn.\no . . . . . . . .\no . . . . . . . .\nStones left: 2\n"
    )
    assert ran.out.endswith("Player 2 wins the game!\n")
    match = saved(tmp_path)
    assert [ply.move for ply in match.plies] == ["2,2", "1,1"]
    assert match.tags["Player1"] == "Ann"


def test_record_is_replayed_as_text_and_json(run: Run, tmp_path: Path) -> None:
    match = Match(numduel.new("nim", board="1 2"))
    for move in ("2,2", "1,1"):
        match.play(move)
    file = tmp_path / "game.txt"
    file.write_text(record.dumps(match), encoding="utf-8")
    found = run("replay", str(file))
    assert "1. Player 1 took 2 stones from pile 2.\n" in found.out
    assert found.out.endswith("Player 2 won the game.\n")
    data = json.loads(run("replay", str(file), "--json").out)
    assert (data["game"]["id"], data["game"]["board"]) == ("nim", "1 2")
    assert [(ply["player"], ply["move"]) for ply in data["plies"]] == [(1, "2,2"), (2, "1,1")]
    assert (data["status"]["winner"], data["status"]["reason"]) == (2, "stuck")


# ---- Pig: dice at the start and during play, and no board


def thrown(*faces: str) -> Match:
    """Return a match of Pig with these throws."""
    return Match(numduel.new("pig"), drawn=faces)


def test_chance_decides_before_the_first_move() -> None:
    match = thrown("4")
    assert match.plies == (Ply(None, "4", 1),)
    assert (match.player, match.turn, match.moves) == (Player.ONE, 1, ("throw",))
    assert match.state.theirs == 4


def test_chance_decides_within_a_turn() -> None:
    match = thrown("4", "6", "3", "1", "5")
    for move in ("throw", "throw", "throw", "throw"):
        match.play(move)
    assert [(ply.player, ply.move, ply.turn) for ply in match.plies] == [
        (None, "4", 1),
        (Player.ONE, "throw", 1),
        (None, "6", 1),
        (Player.ONE, "throw", 1),
        (None, "3", 1),
        (Player.ONE, "throw", 1),
        (None, "1", 1),
        (Player.TWO, "throw", 2),
        (None, "5", 2),
    ]
    assert match.player is Player.TWO
    assert match.state.mine + match.state.heap == 9


def test_throw_can_end_the_game() -> None:
    match = thrown("1", "6", "4")
    match.play("throw")
    match.play("throw")
    assert (match.winner, match.reason) == (Player.ONE, "reached")


def test_dice_are_fair_and_depend_on_the_seed() -> None:
    firsts = [Match(numduel.new("pig"), dice=Dice(seed)).plies[0].move for seed in range(300)]
    assert {*firsts} == {*"123456"}
    assert all(25 <= firsts.count(face) <= 80 for face in "123456")
    assert firsts == [
        Match(numduel.new("pig"), dice=Dice(seed)).plies[0].move for seed in range(300)
    ]


def test_undo_takes_back_a_throw_but_not_the_opening_one() -> None:
    match = thrown("4", "6")
    before = snapshot(match)
    match.play("throw")
    match.undo()
    assert snapshot(match) == before
    with pytest.raises(IllegalMove, match="there is no move to undo"):
        match.undo()


def test_undone_throw_is_repeated() -> None:
    """Neither undo nor a fork changes the throws."""
    for seed in range(40):
        match = Match(numduel.new("pig", target=100), dice=Dice(seed))
        for _ in range(4):
            match.play("throw")
        thrown = match.plies
        for ply in range(len(thrown) + 1):
            fork = match.fork(ply)
            assert fork.plies == thrown[: max(1, ply - (ply % 2 == 0))]
            while len(fork.plies) < len(thrown):
                fork.play("throw")
            assert fork.plies == thrown
        for back in range(1, 5):
            for _ in range(back):
                match.undo()
            fork = match.fork(len(match.plies))
            assert fork.plies == match.plies
            for _ in range(back):
                match.play("throw")
                fork.play("throw")
            assert match.plies == fork.plies == thrown


def test_stopping_before_a_throw_is_refused() -> None:
    match = thrown("4")
    with pytest.raises(IllegalMove, match="you have thrown nothing to keep yet"):
        match.play("stop")


PIG = '[Game "pig"]\n[Options "target=10 sides=6"]\n'


def test_record_contains_the_throws() -> None:
    match = thrown("4", "6", "3", "5")
    for move in ("throw", "stop", "throw", "throw"):
        match.play(move)
    match.comments = {0: "no luck", 1: "four", 2: "up", 3: "six"}
    text = record.dumps(match)
    assert text == (
        f'{PIG}[Result "0-1"]\n'
        '[Reason "reached"]\n'
        "\n"
        "{no luck}\n"
        "1. =4 {four} throw {up} =6 {six} stop\n"
        "2. throw =3 throw =5\n"
    )
    assert snapshot(record.loads(text)) == snapshot(match)
    assert record.dumps(record.loads(text)) == text


@pytest.mark.parametrize("seed", range(12))
def test_throws_are_restored_at_every_point(seed: int) -> None:
    match = Match(numduel.new("pig", sides=2 + seed % 8), dice=Dice(seed))
    for _ in range(30):
        loaded = record.loads(record.dumps(match))
        assert snapshot(loaded) == snapshot(match)
        if match.is_over:
            return
        match.play(match.moves[-1 if match.state.heap > 3 else 0])
    assert len(match.plies) > 30


def throws_after_loading(seed: int) -> list[str]:
    match = record.loads(f"{PIG}1. =4 throw =6 stop 2. throw =2", dice=Dice(seed))
    match.play("throw")
    return [ply.move for ply in match.plies if ply.player is None]


def test_dice_are_random_after_loading() -> None:
    throws = [throws_after_loading(seed) for seed in range(40)]
    assert {tuple(faces[:3]) for faces in throws} == {("4", "6", "2")}
    assert len({faces[3] for faces in throws}) > 2


def test_dice_after_loading_can_be_given() -> None:
    throws = [throws_after_loading(seed) for seed in range(20)]
    assert throws == [throws_after_loading(seed) for seed in range(20)]


def test_record_as_json_begins_with_the_opening_throw() -> None:
    match = thrown("4", "6")
    match.play("throw")
    plies = record_json(match)["plies"]
    assert [(ply["turn"], ply["player"], ply["move"]) for ply in plies] == [
        (1, None, "4"),
        (1, 1, "throw"),
        (1, None, "6"),
    ]


def test_match_before_the_first_move_has_json() -> None:
    data = record_json(thrown("4"))
    assert data["plies"] == [{"player": None, "move": "4", "turn": 1, "remark": None}]


@pytest.mark.parametrize(
    ("moves", "line", "wrong"),
    [
        ("1. =7 throw =6", 3, "7"),
        ("1. =six", 3, "six"),
        ("1. =-1", 3, "-1"),
        ("1. =4\nthrow =60", 4, "60"),
        ("1. =4 throw\n=0", 4, "0"),
        ("1. =4 throw =٣", 3, "٣"),
        ("1. =4 throw =3 =2", 3, "2"),
        ("1. =4\n=4 throw =3", 4, "4"),
    ],
)
def test_impossible_throw_is_refused(moves: str, line: int, wrong: str) -> None:
    with pytest.raises(RecordError) as error:
        record.loads(PIG + moves)
    assert error.value.line == line
    assert wrong in error.value.problem
    assert is_one_sentence(str(error.value))


@pytest.mark.parametrize("moves", ["1. throw =6", "1. =4 throw throw =2", "1. =4 throw =3 throw"])
def test_record_without_a_throw_is_refused(moves: str) -> None:
    """Otherwise each reading would give a different game."""
    for seed in range(40):
        with pytest.raises(RecordError):
            record.loads(PIG + moves, dice=Dice(seed))


def test_dialogue_opens_with_the_game_and_the_opening_throw(run: Run) -> None:
    ran = run("play", "pig", "--classic", typed="")
    found = re.fullmatch(
        r"Player 2 got ([1-6]) points? for moving second\.\n"
        r"\n"
        r"Player 1's turn\.\n"
        r"Throw Stop\n"
        r"Player 1, Kept: 0 of 10\n"
        r"Player 2, Kept: \1 of 10\n"
        r"Thrown in this turn: 0\n"
        r"Sides of the die: 6\n"
        r"Play which move \(throw\)\? \n",
        ran.out,
    )
    assert found, ran.out
    assert ran.err == "No moves were played, so nothing was saved.\n"


def test_dialogue_with_dice_reaches_the_verdict(run: Run, tmp_path: Path) -> None:
    ran = run("play", "pig", "--classic", typed="throw\n" * 3000)
    assert ran.status == 0
    assert re.search(r"Player [12] wins the game!\n\Z", ran.out)
    match = saved(tmp_path)
    assert match.is_over
    faces = [ply.move for ply in match.plies if ply.player is None]
    assert re.findall(r"The die showed (\d)", ran.out) == faces[1:]


def test_drawn_dialogue_with_dice_shows_moves_as_tiles(run: Run) -> None:
    ran = run("play", "pig", typed="stop\nthrow\n")
    assert "[Throw]" in ran.out
    assert "[Stop]" not in ran.out.split("play which move (throw)? ", 1)[0]
    assert "You have thrown nothing to keep yet. Legal moves: throw" in ran.out


def test_resumed_game_has_the_same_throws(run: Run, tmp_path: Path) -> None:
    run("play", "pig", "--target", "100", typed="throw\nquit\n")
    before = saved(tmp_path)
    run("resume", typed="undo\nquit\n")
    after = saved(tmp_path)
    assert before.plies[:1] == after.plies
    assert {**before.tags, "Help": "undone=1"} == after.tags


def test_record_with_dice_is_replayed_as_text_and_json(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    file.write_text(f"{PIG}1. =4 throw =6 throw =1", encoding="utf-8")
    found = run("replay", str(file))
    assert "1. Player 2 got 4 points for moving second.\n" in found.out
    assert "1. Player 1 threw.\n1. The die showed 6.\n" in found.out
    assert "1. The die showed 1, and Player 1 lost the throws of this turn.\n" in found.out
    data = run("replay", str(file), "--json")
    assert (data.status, data.err) == (0, "")
    assert json.loads(data.out)["plies"][0]["move"] == "4"


# ---- Vineyard and Pick 15: boards that are not square, and draws


def test_board_need_not_be_square(run: Run) -> None:
    game = numduel.new("vineyard", board="1 2 3/4 5 6")
    assert (game.options.rows, game.options.columns) == (2, 3)
    assert (game.board, game.layout()[0]) == ("1 2 3/4 5 6", (2, 3))
    assert numduel.new("vineyard", seed=7, rows=3, columns=2).board.count("/") == 2
    with pytest.raises(SetupError, match="columns is 2, but this board needs 3"):
        numduel.new("vineyard", board="1 2 3/4 5 6", columns=2)
    with pytest.raises(SetupError, match="all rows must have as many numbers"):
        numduel.new("vineyard", board="1 2 3/4 5")
    ran = run("play", "vineyard", "--classic", "--board", "1 2 3/4 5 6", typed="b\na\n")
    assert ran.out.startswith(
        "Player 1's turn.\n1 2 3\n4 5 6\nPlayer 1, Sum: 0\nPlayer 2, Sum: 0\n"
        "Play which move (a or b)? b\nPlayer 1 played b.\n"
    )


def test_record_keeps_a_board_that_is_not_square() -> None:
    match = Match(numduel.new("vineyard", board="1 2 3/3 2 1"))
    for move in "ababab":
        match.play(move)
    text = record.dumps(match)
    assert '[Options "rows=2 columns=3"]\n[Board "1 2 3/3 2 1"]\n' in text
    assert snapshot(record.loads(text)) == snapshot(match)


def test_drawn_game_is_over_without_a_winner() -> None:
    match = Match.replay(numduel.new("pick15"), list("125643798"))
    assert (match.is_over, match.is_finished, match.reason) == (True, True, "empty")
    assert match.winner is None
    assert match.ending is not None
    assert (match.ending.is_draw, match.ending.score(Player.ONE)) == (True, 0.5)
    assert match.game.verdict(match.state)[-1] == "The game is a draw."


def test_smallest_game_is_played_at_the_prompt(run: Run) -> None:
    ran = run("play", "pick15", "--classic", typed="\n".join("125643798") + "\n")
    assert ran.status == 0
    assert ran.out.startswith("Player 1's turn.\n1 2 3 4 5 6 7 8 9\nPlay which move (")
    assert ran.out.endswith("The game is a draw.\n")


# ---- in the app


def on_top(pilot: Pilot[None], kind: type[S]) -> S:
    """Return the top screen, which must have this type."""
    assert isinstance(pilot.app.screen, kind)
    return pilot.app.screen


@pytest.mark.usefixtures("home")
@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
@pytest.mark.parametrize("id", ["nim", "pig"])
@app_test
async def test_app_plays_an_added_game_from_menu_to_verdict(id: str, size: tuple[int, int]) -> None:
    async with open_app(size=size) as pilot:
        home = on_top(pilot, HomeScreen)
        home.set_focus(next(card for card in home.cards if card.kind.id == id))
        await pilot.press("enter")
        await settle(pilot)
        on_top(pilot, SetupScreen)
        await pilot.press("enter")
        await settle(pilot)
        table = on_top(pilot, PlayScreen)
        assert table.match.game.id == id
        for _ in range(500):
            await pilot.press("tab", "enter")  # the next tile with a legal move
            await settle(pilot)
            if table.match.is_over:
                break
        assert set(table.narration.verdict()) < set(table.panel.side.log_panel.lines)
        (save,) = saves.list_saves()
        assert snapshot(save.load()) == snapshot(table.match)


@pytest.mark.usefixtures("home")
@pytest.mark.parametrize("id", ["nim", "pig"])
@app_test
async def test_app_shows_values_rules_and_keys_of_an_added_game(id: str) -> None:
    async with open_app(start_game(id)) as pilot:
        table = on_top(pilot, PlayScreen)
        await pilot.press("a")
        await settle(pilot)
        report = numduel.analyse(table.match)
        signs = {move: Badge.of(value) for move, value in report.moves.items()}
        assert table.board.overlay.badges == signs
        await pilot.press("r")
        await settle(pilot)
        assert table.match.game.title in table.query_one(Markdown).source
        await pilot.press("question_mark")
        await settle(pilot)
        on_top(pilot, KeysScreen)


# ---- a dataset


def test_positions_of_an_added_game_make_a_dataset(run: Run, tmp_path: Path) -> None:
    file = str(tmp_path / "nim.jsonl")
    ran = run("dataset", "nim", "--positions", "20", "--processes", "1", "--out", file)
    assert ran.out.startswith("20 positions in ")
    ran = run("dataset", "--verify", file, "--processes", "1")
    assert ran == Ran(0, "20 of 20 positions are correct.\n", "")
