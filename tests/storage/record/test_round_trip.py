"""Round trips: a match that is written and read is the same, at every ply."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import NamedTuple

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
)

import numduel
from duel_support import (
    CHOICES,
    VARIANTS,
    Variant,
    drawn_games,
    drawn_matches,
    for_each,
    snapshot,
    with_more_games,
)
from numduel import Dice, Match, SetupError
from numduel.core import AnyGame
from numduel.storage.record import dumps, headline, loads, result
from numduel.storage.record.writing import MATCH_TAGS
from numduel.views.as_json import record_json
from odd_games import Call, CoinOptions, Opened


def check(match: Match) -> Match:
    """Write and read a match, check that it is the same, and return it."""
    text = dumps(match)
    loaded = loads(text)
    assert snapshot(loaded) == snapshot(match)
    assert (loaded.turn, loaded.player, loaded.moves) == (match.turn, match.player, match.moves)
    assert record_json(loaded) == record_json(match)
    assert dumps(loaded) == text
    return loaded


WORDS = st.text(st.characters(exclude_categories=["C", "Z"], exclude_characters="}"), min_size=1)
PLAIN = st.lists(WORDS, min_size=1, max_size=4).map(" ".join)
"""Printable text on one line with single spaces. It is constructed, since filtering arbitrary text
would reject most examples."""

NAMES = st.from_regex("[A-Za-z][A-Za-z0-9_]{0,8}", fullmatch=True).filter(
    lambda n: n not in MATCH_TAGS
)
TAGS = st.dictionaries(NAMES, PLAIN, max_size=4)


# ---- every game, every variant, every point


@for_each(VARIANTS)
def test_random_matches_round_trip_at_every_ply(variant: Variant) -> None:
    for seed in range(3):
        match, rng = Match(variant.new(seed)), Random(seed)
        check(match)
        while not match.is_over and len(match.plies) < 30:
            match.play(rng.choice(match.moves))
            check(match)


@for_each(VARIANTS)
def test_matches_with_undo_round_trip(variant: Variant) -> None:
    match, rng = Match(variant.new(5)), Random(5)
    for _ in range(25):
        made = [ply for ply in match.plies if ply.player is not None]
        if made and (match.is_over or rng.random() < 0.4):
            match.undo()
        elif not match.is_over:
            match.play(rng.choice(match.moves))
        check(match)


def test_control_characters_are_neither_read_nor_written() -> None:
    for sign in ("\x1b]0;x\x07", "\x9b2J", "\x9d", "\b", "\x7f", "\u202e", "\u2066", "\0"):
        match = loads(f'[Game "sum"]\n[Player1 "A{sign}n"]\n{{say{sign}so}}\n1. 7')
        for text in (match.tags["Player1"], match.comments[0]):
            assert text.isprintable(), sign
            assert "?" in text, sign
        written = Match(numduel.new("sum"))
        written.tags["Player1"] = written.comments[0] = f"A{sign}n"
        assert dumps(written).replace("\n", "").isprintable(), sign
        check(match)


@given(match=drawn_matches(), tags=TAGS, data=st.data())
def test_tags_and_comments_are_kept(
    match: Match, tags: dict[str, str], data: st.DataObject
) -> None:
    match.tags = tags
    match.comments = data.draw(st.dictionaries(st.integers(0, len(match.plies)), PLAIN))
    loaded = check(match)
    assert loaded.tags == tags
    assert loaded.comments == match.comments


@given(match=drawn_matches(), name=NAMES, value=st.text(), comment=st.text(), data=st.data())
def test_any_tags_and_comments_can_be_read_again(
    match: Match, name: str, value: str, comment: str, data: st.DataObject
) -> None:
    match.tags[name] = value
    match.comments[data.draw(st.integers(0, len(match.plies)))] = comment
    text = dumps(match)
    loaded = loads(text)
    assert (loaded.states, loaded.plies) == (match.states, match.plies)
    assert dumps(loaded) == text


def test_brace_in_a_comment_does_not_end_it() -> None:
    """A closing brace inside a comment is written as a bracket."""
    match = Match.replay(numduel.new("sum"), ["7", "5"])
    match.comments = {0: "{before} the first", 1: "} 2. 3 {", 2: "}"}
    loaded = loads(dumps(match))
    assert [ply.move for ply in loaded.plies] == ["7", "5"]
    assert loaded.comments == {0: "{before) the first", 1: ") 2. 3 {", 2: ")"}


@pytest.mark.parametrize("value", ["", " ", "\t"])
def test_empty_tag_round_trips(value: str) -> None:
    match = Match(numduel.new("sum"))
    match.tags["Event"] = value
    text = dumps(match)
    assert dumps(loads(text)) == text


@pytest.mark.parametrize("name", ['Ann "the maze" O\'Hara', "C:\\games\\", '"', "\\", "[x] {y} ;z"])
def test_names_with_special_characters_round_trip(name: str) -> None:
    match = Match(numduel.new("sum"))
    match.tags["Player1"] = name
    assert check(match).tags["Player1"] == name


@pytest.mark.parametrize("name", MATCH_TAGS)
def test_tags_cannot_override_those_of_the_match(name: str) -> None:
    match = Match(numduel.new("sum"))
    before = dumps(match)
    match.tags[name] = "something else"
    assert dumps(match) == before


@given(game=drawn_games(["maze", "sum", "run", "race"]), choices=CHOICES, cut=st.integers(0, 40))
def test_loaded_match_continues_like_the_original(
    game: AnyGame, choices: list[int], cut: int
) -> None:
    match = loaded = Match(game)
    for number, choice in enumerate(choices):
        if number == cut:
            loaded = loads(dumps(match))
        if match.is_over:
            break
        move = match.moves[choice % len(match.moves)]
        match.play(move)
        if loaded is not match:
            loaded.play(move)
    assert snapshot(loaded) == snapshot(match)


@pytest.mark.parametrize("name", ["", "two words", "1st", "Ann's", "a]", "Größe"])
def test_invalid_tag_name_is_refused(name: str) -> None:
    match = Match(numduel.new("sum"))
    match.tags[name] = "Ann"
    with pytest.raises(SetupError, match=r"cannot be the name of a tag\. Use letters and digits"):
        dumps(match)


# ---- headlines


@pytest.mark.parametrize(
    ("tags", "name"),
    [
        ({}, "Sum Battle"),
        ({"Player1": "Ann"}, "Sum Battle, Ann against ?"),
        ({"Player2": "Bob"}, "Sum Battle, ? against Bob"),
        ({"Date": "2026.11.15"}, "Sum Battle, 2026.11.15"),
        (
            {"Player1": "A\x1bn", "Player2": "Bob", "Date": "2026.11.15"},
            "Sum Battle, A\\x1bn against Bob, 2026.11.15",
        ),
    ],
)
def test_headline_follows_from_the_tags(tags: dict[str, str], name: str) -> None:
    match = Match(numduel.new("sum"))
    match.tags = tags
    assert headline(match) == name


# ---- reveals and undo


HIDDEN = "1 2 3/4 5 6/7 8 9"


def test_move_named_like_a_draw_is_read_as_a_move(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("numduel.storage.record.reading.find_needed", lambda *_: Call)
    for seed in range(20):
        rng, match = Random(seed), Match(Call(CoinOptions(tosses=9)), dice=Dice(seed))
        while not match.is_over:
            match.play(rng.choice(match.moves))
            check(match)


def test_draw_before_the_first_move_round_trips(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("numduel.storage.record.reading.find_needed", lambda *_: Opened)
    for seed in range(20):
        match = Match(Opened(CoinOptions(tosses=9)), dice=Dice(seed))
        check(match)
        while not match.is_over:
            match.play("toss")
            check(match)


def test_other_games_round_trip_at_every_ply() -> None:
    """They have draws, moves like a1, and chance before the first move."""
    results = Counter[str]()
    with with_more_games() as ids:
        for id in ids:
            for seed in range(6):
                match, rng = Match(numduel.new(id), dice=Dice(seed)), Random(seed)
                check(match)
                while not match.is_over and len(match.plies) < 40:
                    match.play(rng.choice(match.moves))
                    check(match)
                results[result(match)] += match.is_over
    assert all(results[one] for one in ("1-0", "0-1", "1/2-1/2")), results


def test_drawn_game_is_written_exactly() -> None:
    with with_more_games():
        match = Match.replay(numduel.new("threes", columns=3), ["a2", "b2", "a1", "c1", "c2", "b1"])
        assert dumps(match) == DRAWN
        assert loads(DRAWN.replace("a2", "A2").replace("c1", "(c01)")).ending == match.ending
        match.undo()
        match.stop()
        assert '[Result "*"]\n[Ended "stopped"]' in dumps(match)
        ending = check(match).ending
        assert ending is not None
        assert not ending.is_draw


DRAWN = """\
[Game "threes"]
[Options "columns=3"]
[Result "1/2-1/2"]
[Reason "full"]

1. a2
2. b2
3. a1
4. c1
5. c2
6. b1
"""


def test_comments_around_the_first_draw_of_chance_are_kept() -> None:
    with with_more_games():
        match = Match(numduel.new("toss"), dice=Dice(3))
        match.play("keep")
        match.comments = {0: "before", 1: "thrown", 2: "kept", 3: "thrown for Player 2"}
        first, second = (ply.move for ply in match.plies if ply.player is None)
        expected = (
            f"{{before}}\n1. ={first} {{thrown}} keep {{kept}} ={second} {{thrown for Player 2}}\n"
        )
        assert dumps(match).endswith(f"\n\n{expected}")
        check(match).undo()


def test_undone_reveal_stays_on_the_board() -> None:
    match = Match(numduel.new("quest", board=HIDDEN))
    match.play("2,2")
    match.undo()
    match.play("1,1")
    text = dumps(match)
    assert '[Board "1 ? ?/? 5 ?/? ? ?"]' in text
    assert "1. 1,1 =1\n" in text
    check(match)


@pytest.mark.parametrize("times", [1, 2, 3])
def test_undone_reveal_is_the_same_after_loading(times: int) -> None:
    for seed in range(10):
        match = Match(numduel.new("quest", seed=seed))
        match.play("2,2")
        number = match.plies[-1].move
        match.undo()
        for _ in range(times):
            match = loads(dumps(match))
        match.play("2,2")
        assert match.plies[-1].move == number


def test_reveals_cannot_be_rerolled_by_undo() -> None:
    for seed in range(10):
        match = Match(numduel.new("quest", seed=seed))
        match.play("2,2")
        first = match.plies
        for _ in range(3):
            match.undo()
            match.play("1,1")
            match.undo()
            match.play("2,2")
            assert match.plies == first


@given(match=drawn_matches(["quest"]), back=st.integers(1, 20))
def test_reveals_cannot_be_rerolled_by_undo_and_loading(match: Match, back: int) -> None:
    assume(match.plies)
    numbers = {
        before.move: drawn.move
        for before, drawn in zip(match.plies, match.plies[1:], strict=False)
        if drawn.player is None
    }
    for _ in range(min(back, sum(ply.player is not None for ply in match.plies))):
        match.undo()
        match = loads(dumps(match), dice=Dice(back))
    for cell in [move for move in match.moves if move in numbers]:
        match.play(cell)
        assert match.plies[-1].move == numbers[cell]
        match = loads(dumps(match), dice=Dice(back))
        if match.is_over:
            break


# ---- random operations


class RecordMachine(RuleBasedStateMachine):
    """A match that is written and read at random times without any difference."""

    match: Match

    @initialize(game=drawn_games())
    def begin(self, game: AnyGame) -> None:
        self.match = Match(game)
        self.revealed: dict[str, str] = {}

    @precondition(lambda self: not self.match.is_over)
    @rule(choice=st.integers(0, 10**6))
    def play(self, choice: int) -> None:
        move = self.match.moves[choice % len(self.match.moves)]
        self.match.play(move)
        if self.match.plies[-1].player is None:
            number = self.match.plies[-1].move
            assert self.revealed.setdefault(move, number) == number

    @precondition(lambda self: any(ply.player is not None for ply in self.match.plies))
    @rule()
    def undo(self) -> None:
        self.match.undo()

    @rule(text=PLAIN, ply=st.integers(0, 100))
    def comment(self, text: str, ply: int) -> None:
        self.match.comments[ply % (len(self.match.plies) + 1)] = text

    @rule(name=NAMES, value=PLAIN)
    def tag(self, name: str, value: str) -> None:
        self.match.tags[name] = value

    @rule(seed=st.integers(0, 2**32))
    def write_and_read(self, seed: int) -> None:
        self.match = loads(dumps(self.match), dice=Dice(seed))

    @invariant()
    def round_trips(self) -> None:
        if hasattr(self, "match"):
            check(self.match)


TestRecordMachine = RecordMachine.TestCase
TestRecordMachine.settings = settings(max_examples=60, stateful_step_count=20)


# ---- the exact format


class Golden(NamedTuple):
    """A match and its expected record."""

    game: AnyGame
    moves: str
    tags: dict[str, str]
    comments: dict[int, str]
    text: str


GOLDEN = {
    "maze": Golden(
        numduel.new("maze", board="4 3 8/9 5 1/2 7 6"),
        "0,2 2,2 1,2 2,1 1,1 2,0",
        {"Player1": 'Ann "A" Lee', "Player2": "Bob"},
        {1: "starts high", 6: "15"},
        """\
[Game "maze"]
[Options "size=3 target=15 starts=chosen extra=0 diagonal=0"]
[Board "4 3 8/9 5 1/2 7 6"]
[Player1 "Ann \\"A\\" Lee"]
[Player2 "Bob"]
[Result "0-1"]
[Reason "exact"]

1. 0,2 {starts high}
2. 2,2
3. 1,2
4. 2,1
5. 1,1
6. 2,0 {15}
""",
    ),
    "maze with marks": Golden(
        numduel.new("maze", board="4+ 3@1 8/9x 5 1/2 7@2 6", target=20),
        "0,0 pass",
        {},
        {},
        """\
[Game "maze"]
[Options "size=3 target=20 starts=random extra=1 diagonal=1"]
[Board "4+ 3@1 8/9x 5 1/2 7@2 6"]
[Result "*"]

1. 0,0 pass
""",
    ),
    "sum": Golden(
        numduel.new("sum", target=12),
        "7 9 5",
        {"Date": "2024.02.29"},
        {0: "a short one"},
        """\
[Game "sum"]
[Options "target=12 highest=9"]
[Date "2024.02.29"]
[Result "1-0"]
[Reason "exact"]

{a short one}
1. 7
2. 9
3. 5
""",
    ),
    "run": Golden(
        numduel.new("run", board="3 1/2 5"),
        "0,1 no 1,0 1,1",
        {},
        {2: "stepping past"},
        """\
[Game "run"]
[Options "size=2 highest=5"]
[Board "3 1/2 5"]
[Result "1-0"]
[Reason "reached"]

1. 0,1 no {stepping past}
2. 1,0
3. 1,1
""",
    ),
    "quest": Golden(
        numduel.new("quest", board=HIDDEN, stand=True),
        "2,2 3,3 stand",
        {},
        {1: "the middle", 2: "not much"},
        """\
[Game "quest"]
[Options "size=3 target=15 stand=yes"]
[Board "? ? ?/? 5 ?/? ? 9"]
[Result "*"]

1. 2,2 {the middle} =5 {not much}
2. 3,3 =9
3. stand
""",
    ),
    "race": Golden(
        numduel.new("race", board="1 2/1 1"),
        "Down Up Right",
        {},
        {},
        """\
[Game "race"]
[Options "size=2 highest=4"]
[Board "1 2/1 1"]
[Result "1-0"]
[Reason "reached"]

1. Down
2. Up
3. Right
""",
    ),
    "nothing played": Golden(
        numduel.new("race", board="4 1 1/1 1 1/1 1 1"),
        "",
        {},
        {},
        """\
[Game "race"]
[Options "size=3 highest=4"]
[Board "4 1 1/1 1 1/1 1 1"]
[Result "0-1"]
[Reason "stuck"]

""",
    ),
}


def test_every_game_has_a_golden_record() -> None:
    assert {golden.game.id for golden in GOLDEN.values()} == {*numduel.games()}


@pytest.mark.parametrize("golden", GOLDEN.values(), ids=list(GOLDEN))
def test_record_is_written_exactly(golden: Golden) -> None:
    match = Match(golden.game)
    for move in golden.moves.split():
        match.play(move)
    match.tags |= golden.tags
    match.comments |= golden.comments
    assert dumps(match) == golden.text
    check(match)
