"""Every idea is true, names no best move, and occurs.

The checks read the numbers and names in a sentence and compare them with the rules and the values,
without the code that chose the sentence.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pytest
from planted_bugs import load_source

import numduel
from duel_support import (
    VARIANTS,
    Variant,
    for_each,
    option_variants,
    plenty,
    variants,
    where,
    with_more_games,
)
from numduel import Budget, Chance, Engine, Over, Player, Report, Turn
from numduel.core import AnyGame, Game, Move
from numduel.dice import Dice
from numduel.engine.solving.value import NO_FORCED_WIN, percent
from numduel.engine.teaching.hints import Hints
from numduel.engine.teaching.ideas import IDEAS, SaidIdea, _percents, find_idea
from numduel.engine.teaching.naming import name_move
from numduel.engine.teaching.situation import Situation
from numduel.games import find
from numduel.play.addressing import address

GALLERY = sorted((Path(__file__).parents[3] / "examples" / "games").glob("*.py"))
POSITIONS = 3
"""Positions of each variant."""

MORE_POSITIONS = 40
"""Positions of each game with standard options, and of those with skill."""

RARE = tuple(Variant(*each) for each in (("sum", {"target": 24}), ("run", {"size": 4})))
"""Variants in which rare ideas occur; they get ten times more positions."""

ENGINE = Engine()


class Seen(NamedTuple):
    """A position and its idea."""

    game: AnyGame
    state: Any
    report: Report
    said: SaidIdea

    @property
    def text(self) -> str:
        return self.said.text

    @property
    def me(self) -> Player:
        return self.report.player

    @property
    def failing(self) -> list[Move]:
        top = self.report.value.worth
        values = self.report.moves.items()
        return [move for move, value in values if value.is_known and value.worth < top]

    @property
    def kept(self) -> int:
        values = [value for value in self.report.moves.values() if value.is_known]
        return sum(value.worth == self.report.value.worth for value in values)

    def find(self, pattern: str) -> tuple[str, ...]:
        """Return the groups of a pattern that the text must contain."""
        found = re.search(pattern, self.text)
        assert found, f"{pattern!r} isn't in the text"
        return found.groups()

    def numbers(self, pattern: str) -> list[int]:
        return [int(group) for group in self.find(pattern)]

    def check_article(self, fits: Callable[[Move], bool]) -> None:
        """Check that the text says "the cell" if a description fits one move, "a cell" if more."""
        (article,) = self.find(r"(?:[Ll]ook for|trap with) (the|an?) ")
        fitting = [move for move in self.report.moves if fits(move)]
        assert self.said.move in fitting
        assert (article == "the") is (len(fitting) == 1), fitting

    # ---- the rules

    def after(self, move: Move) -> Any:
        """Return the position after a move and the best rest of the turn."""
        return finish_turn(self.game, self.game.play(self.state, move), self.me)

    def answers(self, move: Move) -> tuple[Move, ...]:
        status = self.game.status(self.after(move))
        return status.moves if isinstance(status, Turn) else ()

    def value_of_answer(self, move: Move, answer: Move) -> Fraction:
        """Return the worth of an answer for the opponent."""
        return analyse(self.game, self.after(move)).moves[answer].worth

    def good_answers(self, move: Move) -> list[Move]:
        report = analyse(self.game, self.after(move))
        values = report.moves.items()
        return [answer for answer, value in values if value.worth == report.value.worth]

    def lets_win(self, move: Move, answer: Move) -> list[Move]:
        """Return the player's winning moves after a move and an answer; "" if the game is won."""
        state = self.game.play(self.after(move), answer)
        state = finish_turn(self.game, state, self.me.other)
        status = self.game.status(state)
        if isinstance(status, Over):
            return [""] if status.winner is self.me else []
        return wins_now(self.game, state)

    def named(self, state: Any, name: str) -> list[Move]:
        """Return the legal moves that a name stands for, with or without a noun."""
        status = self.game.status(state)
        assert isinstance(status, Turn)
        return [
            move
            for move in status.moves
            if name == name_move(self.game, state, move)
            or name in (f"the {self.game.noun} {move}", f"the {Game.noun} {move}")
        ]


@cache
def analyse(game: AnyGame, state: Any) -> Report:
    report = ENGINE.analyse(game, state, plenty())
    assert report.is_exact
    return report


def finish_turn(game: AnyGame, state: Any, player: Player) -> Any:
    while isinstance(status := game.status(state), Turn) and status.player is player:
        state = game.play(state, analyse(game, state).best[0])
    return state


def wins_now(game: AnyGame, state: Any) -> list[Move]:
    """Return the moves with which the player to move can win in this turn."""
    status = game.status(state)
    return [
        move
        for move in (status.moves if isinstance(status, Turn) else ())
        if is_won(game, game.play(state, move), state.player)
    ]


def is_won(game: AnyGame, state: Any, player: Player) -> bool:
    match game.status(state):
        case Over(winner):
            return winner is player
        case Turn(mover, moves) if mover is player:
            return any(is_won(game, game.play(state, move), player) for move in moves)
    return False


def short_end(game: AnyGame, state: Any) -> str:
    """Return how the game would end, without the reason after a colon."""
    return game.prospect(state).partition(": ")[0]


def winning_ends(game: AnyGame, state: Any, player: Player) -> Iterator[str]:
    """Yield how the game would end if a player, who is to move, won in this turn."""
    match game.status(state):
        case Over(winner):
            if winner is player:
                yield short_end(game, state)
        case Turn(mover, moves) if mover is player:
            for move in moves:
                yield from winning_ends(game, game.play(state, move), player)


def chance_to_lose(game: AnyGame, state: Any, player: Player) -> Fraction:
    match game.status(state):
        case Over(winner):
            return Fraction(winner is player.other)
        case Chance(odds):
            shares = (s * chance_to_lose(game, game.play(state, o), player) for o, s in odds)
            return sum(shares, Fraction(0))
    return Fraction(0)


# ---- what each sentence claims


def check_win_now(seen: Seen) -> None:
    wins = wins_now(seen.game, seen.state)
    assert seen.said.move in wins
    if seen.text == "Every move wins in this turn.":
        assert len(wins) == len(seen.report.moves)
    elif "after which" in seen.text:
        (ending,) = seen.find(r"after which (.+)\.$")
        after = seen.game.play(seen.state, seen.said.move)
        assert ending in winning_ends(seen.game, after, seen.me)
    else:
        seen.find(r"can win in this turn\. Look for (?:an?|the) \w+ that ends the game\.$")
    if "Look for" in seen.text:
        seen.check_article(wins.__contains__)


def check_every_move_wins(seen: Seen) -> None:
    assert {value.worth for value in seen.report.moves.values()} == {1}
    if "chance" not in seen.text:
        (turns,) = seen.numbers(r"in (\d+) turns?: ")
        assert {value.turns for value in seen.report.moves.values()} == {turns}


def check_sure_win(seen: Seen) -> None:
    count, total = seen.numbers(r"(\d+) of the (\d+) moves keeps? the win\.$")
    worths = [value.worth for value in seen.report.moves.values()]
    assert (worths.count(Fraction(1)), len(worths)) == (count, total)


def check_prepare_win(seen: Seen) -> None:
    def fits(move: Move) -> bool:
        wins = [set(seen.lets_win(move, answer)) for answer in seen.answers(move)]
        return len(wins) > 1 and bool(set.intersection(*wins))

    seen.check_article(fits)


def check_double_threat(seen: Seen) -> None:
    def fits(move: Move) -> bool:
        wins = [set(seen.lets_win(move, answer)) for answer in seen.answers(move)]
        ways = set().union(*wins)
        pairs = [{one, two} for one in ways for two in ways]
        return len(wins) > 2 and any(all(pair & each for each in wins) for pair in pairs)

    seen.check_article(fits)
    wins = [set(seen.lets_win(seen.said.move, a)) for a in seen.answers(seen.said.move)]
    assert not set.intersection(*wins)


def check_avoid_losing_now(seen: Seen) -> None:
    count, total = seen.numbers(r"(\d+) of the (\d+) moves would end the game")
    lost = [m for m in seen.report.moves if chance_to_lose(seen.game, seen.after(m), seen.me)]
    assert (len(lost), len(seen.report.moves)) == (count, total)
    assert lost == seen.failing


def check_stop_threat(seen: Seen) -> None:
    threats = {move: wins_now(seen.game, seen.after(move)) for move in seen.failing}
    assert seen.failing
    assert all(threats.values())
    assert not wins_now(seen.game, seen.after(seen.said.move))
    if seen.text.startswith("Both"):
        assert all(seen.said.move in each for each in threats.values())
    elif found := re.search(r"out! After (.+?), (.+)\. Look for", seen.text):
        check_failing_words(seen, found[1])
        if found[2] != f"{seen.me.other} could win in the next turn":
            for move in threats:
                assert found[2] in winning_ends(seen.game, seen.after(move), seen.me.other)
    else:
        count, total = seen.numbers(r"(\d+) of the (\d+) moves")
        assert (len(threats), len(seen.report.moves)) == (count, total)
    if "Look for" in seen.text:
        common = set.intersection(*map(set, threats.values()))
        check_stops(seen, common)


def check_stops(seen: Seen, answers: set[Move]) -> None:
    """Check the end of a sentence about one of these answers to the moves that fail."""
    if "rules this out" not in seen.text:
        return seen.check_article(lambda move: move not in seen.failing)
    ruled_out = {answer for answer in answers if answer not in seen.answers(seen.said.move)}
    (answer, *_) = [answer for answer in seen.answers(seen.failing[0]) if answer in ruled_out]
    return seen.check_article(lambda move: answer not in seen.answers(move))


def wins_after_all(seen: Seen, move: Move) -> bool:
    """Return whether the player can win in the next turn after every answer to a move."""
    return all(seen.lets_win(move, answer) for answer in seen.answers(move))


def check_no_good_answer(seen: Seen) -> None:
    count = 2
    if "two answers, both bad" not in seen.text:
        (count,) = seen.numbers(r"none of Player \d's (\d+) answers")
    seen.check_article(lambda m: len(seen.answers(m)) == count and wins_after_all(seen, m))


def check_only_answer(seen: Seen) -> None:
    is_next = "straight after it" in seen.text
    seen.check_article(
        lambda m: len(seen.answers(m)) == 1 and (not is_next or wins_after_all(seen, m))
    )
    assert all(len(seen.answers(move)) != 1 for move in seen.failing)
    assert seen.report.value.outcome == "win"


def check_failing_words(seen: Seen, words: str) -> None:
    if words.startswith("any move that gives away"):
        assert len(seen.failing) < len(seen.report.moves) - 1
    else:
        assert len(seen.failing) == len(seen.report.moves) - 1
        is_pair = len(seen.report.moves) == 2
        assert words == ("the wrong move" if is_pair else "all moves but one")


def check_refuse_answer(seen: Seen) -> None:
    theirs = 1 - seen.report.value.worth
    if seen.text.startswith("Both"):
        answers = {move: [seen.said.move] for move in seen.failing}
    else:
        (name,) = seen.find(r"could answer with (.+?),? and (?:win|escape)\. ")
        answers = {move: seen.named(seen.after(move), name) for move in seen.failing}
    for move, named in answers.items():
        assert len(named) == 1
        assert seen.value_of_answer(move, named[0]) > theirs
        if " and win." in seen.text:
            assert seen.value_of_answer(move, named[0]) == 1
    answer = answers[seen.failing[0]][0]
    if answer in seen.answers(seen.said.move):
        assert "rules this out" not in seen.text
        assert seen.value_of_answer(seen.said.move, answer) <= theirs
    if "Look for" in seen.text:
        check_stops(seen, {answer})
    check_failing_words(seen, *seen.find(r"[Aa]fter (.+?), Player"))


def check_heed_threat(seen: Seen) -> None:
    count, total = seen.numbers(r"After (\d+) of the (\d+) moves")
    (ending,) = seen.find(r"of the \d+ moves, (.+)\. Look for")
    afters = [seen.after(move) for move in seen.failing]
    ends = [list(winning_ends(seen.game, after, seen.me.other)) for after in afters]
    assert sum(ending in each for each in ends) == count
    assert total == len(seen.report.moves)
    seen.find(r"that stops this and keeps the (?:win|draw|balance)\.$")
    seen.check_article(lambda move: move not in seen.failing)


def check_few_answers(seen: Seen) -> None:
    count = len(seen.answers(seen.said.move))
    if count > 1:
        assert seen.numbers(r"the fewest answers: only (\d+)\.$") == [count]
    else:
        seen.find("only one answer")
    seen.check_article(lambda move: len(seen.answers(move)) == count)
    assert min(len(seen.answers(move)) for move in seen.report.moves) == count
    assert all(len(seen.answers(move)) > count for move in seen.failing)


def check_attack(seen: Seen) -> None:
    stop, total = seen.numbers(r"only (\d+) of Player \d's (\d+) answers would stop it")
    assert 0 < 2 * stop <= total

    def fits(move: Move) -> bool:
        wins = [seen.lets_win(move, answer) for answer in seen.answers(move)]
        return (wins.count([]), len(wins)) == (stop, total)

    seen.check_article(fits)
    assert not any(map(fits, seen.failing))


def check_trap(seen: Seen) -> None:
    good, total = seen.numbers(r"only (\d+) of Player \d's (\d+) answers (?:wins?|holds?)\.$")

    def fits(move: Move) -> bool:
        if move in seen.failing or not seen.answers(move):
            return False
        return (len(seen.good_answers(move)), len(seen.answers(move))) == (good, total)

    seen.check_article(fits)
    assert seen.report.value.outcome == "loss" or seen.report.value.is_level
    assert ("Every move loses" in seen.text) is (seen.report.value.outcome == "loss")


def check_hold_out(seen: Seen) -> None:
    (turns,) = seen.numbers(r"with which Player \d can last (\d+) turns")
    seen.check_article(lambda move: seen.report.moves[move].turns == turns)
    lengths = [value.turns or 0 for value in seen.report.moves.values()]
    assert {value.outcome for value in seen.report.moves.values()} == {"loss"}
    assert turns == max(lengths)
    if found := re.search(r"turns, not (\d+)", seen.text):
        assert int(found[1]) == min(lengths) < turns
    else:
        (ending,) = seen.find(r"moves, (.+)\. Look for")
        quick = [move for move, value in seen.report.moves.items() if value.turns == 2]
        assert seen.numbers(r"After (\d+) of the (\d+) moves") == [len(quick), len(lengths)]
        for move in quick:
            assert ending in winning_ends(seen.game, seen.after(move), seen.me.other)


def check_no_difference(seen: Seen) -> None:
    assert len({value.rank() for value in seen.report.moves.values()}) == 1
    value = seen.report.value
    if seen.text == "Every move loses in this turn.":
        assert (value.outcome, value.turns) == ("loss", 1)
    elif value.outcome == "loss":
        assert seen.numbers(r"loses in (\d+) turns:") == [value.turns]
    elif value.outcome == "chance" and value.chance:
        assert percent(value.chance, 0) in seen.text
    elif value.outcome == "chance":
        seen.find("loses, no matter what chance decides")
    else:
        seen.find("Best play draws" if value.outcome == "draw" else NO_FORCED_WIN)


def check_quickest(seen: Seen) -> None:
    least, most = seen.numbers(r"it takes (\d+) turns?, the slowest (\d+)\.$")
    lengths = [value.turns or 0 for value in seen.report.moves.values()]
    assert {value.outcome for value in seen.report.moves.values()} == {"win"}
    assert (min(lengths), max(lengths)) == (least, most)


def risks_of(seen: Seen) -> dict[Move, Fraction]:
    return {
        move: chance_to_lose(seen.game, seen.game.play(seen.state, move), seen.me)
        for move in seen.report.moves
    }


def check_risk(seen: Seen) -> None:
    risks, values = risks_of(seen), seen.report.moves
    low = min(risks.values())
    safest = max(values[move].chance for move in risks if risks[move] == low)
    assert low < risks[seen.said.move]
    seen.find(rf" {percent(risks[seen.said.move], 0)} chance to lose at once, but it .*")
    seen.find(percent(seen.report.value.chance, 0))
    chance = rf"The safest move \D+ {percent(safest, 0)} [^.]+\.$"
    seen.find(chance if safest else "the safest move can't win")


def check_safety(seen: Seen) -> None:
    risks = risks_of(seen)
    high = max(risks.values())
    assert risks[seen.said.move] < high
    seen.find(percent(seen.report.value.chance, 0))
    if high < 1:
        seen.find(rf"a riskier move has an? {percent(high, 0)} chance to lose at once\. It ")
        riskiest = [seen.report.moves[move].chance for move in risks if risks[move] == high]
        seen.find(percent(max(riskiest), 0))
    else:
        count, total = seen.numbers(r"(\d+) of the (\d+) moves would lose at once")
        assert (list(risks.values()).count(Fraction(1)), len(risks)) == (count, total)


def check_chances(seen: Seen) -> None:
    shares = sorted({value.chance for value in seen.report.moves.values()}, reverse=True)
    if shares[1] == 0:
        losing = [move for move, value in seen.report.moves.items() if not value.chance]
        name = seen.find(r"\. (.+) can't win\.$")[0]
        if found := re.fullmatch(r"(\d+) of the (\d+) moves", name):
            assert [int(n) for n in found.groups()] == [len(losing), len(seen.report.moves)]
        else:
            assert seen.named(seen.state, name[0].lower() + name[1:].rstrip(",")) == losing
        return
    one, two = seen.find(r"The best move \D+ ([\d.]+%) .*, the next best ([\d.]+%)\.$")
    digits = len(one.partition(".")[2].rstrip("%"))
    assert (one, two) == (percent(shares[0], digits), percent(shares[1], digits))


def check_plan(seen: Seen) -> None:
    check_count(seen)
    (ending,) = seen.find(r"In the line of best play, (.+)\.$")
    state = seen.game.play(seen.state, seen.said.move)
    for move in ENGINE.line(seen.game, state, plenty()):
        state = seen.game.play(state, move)
    assert ending == short_end(seen.game, state)
    status = seen.game.status(state)
    assert isinstance(status, Over)
    assert status.winner is seen.me


def check_count(seen: Seen) -> None:
    kept = rf"{seen.kept} of the {len(seen.report.moves)} moves keeps? the (?:win|draw|balance)"
    if seen.kept == len(seen.report.moves):
        kept = r"[Ee]very move keeps the (?:win|draw|balance)"
    seen.find(kept)
    assert seen.report.is_exact is not ("at least" in seen.text)


def check_avoid_mistake(seen: Seen) -> None:
    check_count(seen)
    name, would = seen.find(r"the (?:win|draw|balance)\. (.+?),? would (lose|give away the win)")
    named = seen.named(seen.state, name[0].lower() + name[1:])
    assert len(named) == 1
    assert named[0] in seen.failing
    assert (seen.report.moves[named[0]].outcome == "loss") is (would == "lose")
    assert len(seen.report.moves) > 2
    if found := re.search(r"could answer with (.+)\.$", seen.text):
        (answer,) = seen.named(seen.after(named[0]), found[1])
        assert answer in seen.good_answers(named[0])


def check_keep(seen: Seen) -> None:
    value = seen.report.value
    if value.outcome == "chance":
        seen.find(percent(value.chance, 0))
        return
    if value.outcome == "loss":
        seen.find(f"lasts {value.turns} turn")
        return
    check_count(seen)
    if found := re.search(r"would lose in (\d+)(?: to (\d+))? turns?\.$", seen.text):
        lengths = [seen.report.moves[move].turns or 0 for move in seen.failing]
        assert {seen.report.moves[move].outcome for move in seen.failing} == {"loss"}
        assert min(lengths) == int(found[1])
        assert max(lengths) == int(found[2] or found[1])


def check_estimate(seen: Seen) -> None:
    assert not seen.report.is_exact
    assert seen.text.startswith("Too complex to solve, so this is an estimate.")
    shares = [value.chance for value in seen.report.moves.values() if not value.is_known]
    seen.find(f"about {percent(max(shares), 0)}")
    if "look alike" not in seen.text:
        seen.find(rf"the least promising {percent(min(shares), 0)}\.")
    lost = sum(value.outcome == "loss" for value in seen.report.moves.values())
    assert bool(lost) is ("for certain" in seen.text)
    if lost:
        assert seen.numbers(r"(\d+) of the \d+ moves loses? for certain") == [lost]


CHECKS: dict[str, Callable[[Seen], None]] = {
    "win now": check_win_now,
    "every move wins": check_every_move_wins,
    "sure win": check_sure_win,
    "prepare a win": check_prepare_win,
    "double threat": check_double_threat,
    "avoid losing now": check_avoid_losing_now,
    "stop a threat": check_stop_threat,
    "no good answer": check_no_good_answer,
    "only answer": check_only_answer,
    "refuse an answer": check_refuse_answer,
    "heed a threat": check_heed_threat,
    "few answers": check_few_answers,
    "attack": check_attack,
    "trap": check_trap,
    "hold out": check_hold_out,
    "no difference": check_no_difference,
    "quickest": check_quickest,
    "risk": check_risk,
    "safety": check_safety,
    "chances": check_chances,
    "plan": check_plan,
    "avoid a mistake": check_avoid_mistake,
    "keep": check_keep,
    "estimate": check_estimate,
}

COUNTS = (
    r"\d+ of the \d+ moves",
    r"\d+ of Player [12]'s \d+ answers",
    r"Player [12]'s \d+ answers",
    r"\d+ to \d+ turns",
    r"\d+ turns?",
    r"(not|only|slowest) \d+\.",
    r"[\d.]+%",
    r"Player [12]",
)
"""Numbers in sentences that don't name a move."""

COMMON_WORDS = {"a", "no"}
"""Moves that are also words of every sentence: a row of a vineyard, and an answer."""

MODALS = {"can", "could", "would", "only", "two", "the", "win"}
"""Words that may follow "you": a verb that suits "Ann" too, or you are the object."""


def check_wording(seen: Seen) -> None:
    """Check that no best move is named, and that the text suits every reader."""
    rest = re.sub("|".join(COUNTS), "", seen.text)
    labels = Counter(tile.label for tile in seen.game.picture(seen.state).tiles)
    for move in seen.report.best:
        name = name_move(seen.game, seen.state, move)
        short = re.split(r",| at ", name)[0]  # enough if no other tile has this number
        names = {move, name, short if labels[short.removeprefix("the ")] == 1 else name}
        for name in names - COMMON_WORDS:
            assert not re.search(rf"(?<!\w){re.escape(name)}(?!\w)", rest, re.I), name
    assert re.fullmatch(r"[A-Z].*[^.]\.", seen.text)
    for you in Player:
        read = address(seen.text, ("Ann", "Bob"), you)
        assert set(re.findall(r"\byou (\w+)", read, re.I)) <= MODALS
        assert not re.search(r"\b(you|your)$|\bof you\b", read, re.I)


# ---- positions


def every_game(deals: int) -> Iterator[tuple[str, AnyGame, int]]:
    """Yield all games and variants, with the number of positions to look at."""
    with with_more_games() as ids:
        chosen = [*VARIANTS, *variants(ids), *RARE]
        kinds = [(str(variant), find(variant.id), variant.options) for variant in chosen]
        for file in GALLERY:
            kind = load_source(f"ideas_{file.stem}", file.read_text("utf-8"))
            kinds += [
                (str(Variant(kind.id, given)), kind, given) for given in option_variants(kind)[:2]
            ]
        for number, (name, kind, options) in enumerate(kinds):
            count = MORE_POSITIONS if options in ({}, kind.skill_options) else POSITIONS
            if name in map(str, RARE):
                count = 10 * MORE_POSITIONS
            for seed in range(deals):
                game = kind.setup(options, None, Dice(100 * number + seed)).public()
                if not game.is_pure_luck:
                    yield name, game, count


def random_positions(game: AnyGame, count: int, seed: str) -> Iterator[Any]:
    """Yield positions of random games in which a player has a choice."""
    rng = Random(seed)
    for _ in range(count):
        state, choices = game.start(), []
        for _ in range(60):
            match game.status(state):
                case Turn(_, moves):
                    if len(moves) > 1:
                        choices.append(state)
                    state = game.play(state, rng.choice(moves))
                case Chance(odds):
                    state = game.play(state, rng.choice([outcome for outcome, _ in odds]))
                case Over():
                    break
        if choices:
            yield rng.choice(choices)


def look(game: AnyGame, state: Any, budget: Budget, engine: Engine = ENGINE) -> Seen:
    report = engine.analyse(game, state, budget)
    said = find_idea(Situation(engine, game, state, report, budget))
    return Seen(game, state, report, said)


def check(seen: Seen) -> None:
    with where(f"{seen.said}"):
        assert seen.said.move in seen.report.best
        check_wording(seen)
        CHECKS[seen.said.name](seen)


def count_ideas(deals: int, share: int, limit: int) -> Counter[str]:
    """Check a share of the positions; return how often each idea occurs.

    The engine may examine `limit` positions for one hint.
    """
    counts: Counter[str] = Counter()
    for name, game, count in every_game(deals):
        for state in random_positions(game, max(1, count // share), name):
            with where(f"{name} {game.board} {state}"):
                seen = look(game, state, Budget(positions=limit))
                check(seen)
                counts[seen.said.name] += 1
    return counts


@pytest.mark.slow
def test_ideas_are_true_in_all_games() -> None:
    counts = count_ideas(deals=1, share=4, limit=800)
    assert len(counts) > 20, counts
    assert set(CHECKS) == {idea.name for idea in IDEAS}


@pytest.mark.long
def test_every_idea_is_true_and_occurs() -> None:
    counts = count_ideas(deals=3, share=1, limit=4_000)
    assert not [idea.name for idea in IDEAS if counts[idea.name] < 3], counts


def test_ideas_are_true_with_any_budget() -> None:
    names = Counter[str]()
    game = numduel.new("maze", board="4 3 8/9 5 1/2 7 6")
    for positions in range(0, 4000, 37):
        for state in (game.start(), game.play(game.start(), "0,1")):
            seen = look(game, state, Budget(positions=positions), Engine())
            with where(f"{positions} positions"):
                check(seen)
            names[seen.said.name] += 1
    assert names["estimate"]
    assert names["keep"]  # a win is known, but not every move
    assert len(names) > 2


def test_ideas_know_nothing_hidden() -> None:
    """Q1: two boards that look the same give the same hints."""
    texts = set()
    for board in ("9 5 1/2 3 4/6 7 8", "1 2 3/4 5 6/7 8 9"):
        game = numduel.new("quest", board=board, stand=True)
        state = game.play(game.play(game.start(), "1,1"), "9")
        hints = Hints(ENGINE, game, state)
        texts.add(tuple(hints.next(plenty()) for _ in range(3)))
    assert len(texts) == 1


def test_later_steps_name_a_move_that_carries_out_the_idea() -> None:
    for seed in range(40):
        game = numduel.new("maze", seed=seed)
        for state in random_positions(game, 2, str(seed)):
            hints = Hints(ENGINE, game, state)
            idea, move, is_last = hints.next(plenty()), hints.move, hints.is_last
            assert (move, is_last) == (None, False)
            named = hints.next(plenty())
            seen = look(game, state, plenty())
            assert (hints.move, idea) == (seen.said.move, seen.text)
            assert name_move(game, state, seen.said.move).lower() in named.lower()
            hints.next(plenty())
            assert hints.is_last


EXAMPLES: list[tuple[str, dict[str, Any], str, str]] = [
    (
        *("sum", {"target": 20}, "6 1 9"),
        "Watch out! After 4 of the 7 moves, Player 1 would take 5 and reach exactly 20. "
        "Look for the number that stops this and keeps the win.",
    ),
    (
        *("sum", {"target": 20}, "4 1"),
        "Look for the number that prepares a win: none of Player 2's answers could stop it.",
    ),
    (
        *("sum", {"target": 20}, "9 1"),
        "Look for a number that threatens to win next: "
        "only 1 of Player 2's 6 answers would stop it.",
    ),
    (
        *("maze", {"seed": 7}, "1,0"),
        "Both players want the same cell: Player 1 could win with it in the next turn.",
    ),
    (
        *("maze", {"seed": 12}, "2,2"),
        "Look for the cell that leaves Player 1 two answers, both bad: "
        "Player 2 could win straight after either.",
    ),
    (
        *("maze", {"seed": 14}, "0,2"),
        "Look for the cell that leaves Player 1 only one answer: "
        "Player 2 could win straight after it.",
    ),
    (
        *("race", {"seed": 5}, ""),
        "Watch out! After the wrong move, Player 1 would have no move from the 4, top right. "
        "Look for the jump that rules this out.",
    ),
    (
        *("maze", {"seed": 4}, ""),
        "Every move loses against best play. "
        "Set a trap with a cell after which only 1 of Player 2's 7 answers wins.",
    ),
    (
        *("quest", {"stand": True}, "1,3 9 2,2 7"),
        "A risk pays here. The best move has a 14% chance to lose at once, "
        "but it has a 49% chance to win. The safest move has a 5% chance to win.",
    ),
]
"""Games, moves, and the idea of the position."""


@for_each(EXAMPLES)
def test_idea_reads_like_a_teacher(case: tuple[str, dict[str, Any], str, str]) -> None:
    id, options, moves, expected = case
    game = numduel.new(id, **options).public()
    state = game.start()
    for move in moves.split():
        state = game.play(state, move)
    assert Hints(ENGINE, game, state).next(plenty()) == expected


def test_second_hint_agrees_with_an_idea_that_prefers_some_good_moves() -> None:
    """All moves draw, but the idea is about one: the next hint doesn't call them all equal."""
    with with_more_games():
        game = numduel.new("pick15")
    for state in random_positions(game, 60, "equal moves"):
        seen = look(game, state, plenty())
        if seen.said.is_choosy and len(seen.report.best) == len(seen.report.moves):
            hints = Hints(ENGINE, game, state)
            assert hints.next(plenty()) == seen.text
            assert re.match("A good move is |Try ", hints.next(plenty()))
            break
    else:
        pytest.fail("no such position")


def test_percentages_tell_different_chances_apart() -> None:
    shares = (Fraction(1, 2), Fraction(501, 1000), Fraction(999, 1000))
    assert _percents(*shares) == ["50.0%", "50.1%", "99.9%"]
    assert _percents(Fraction(0), Fraction(1, 3)) == ["0%", "33%"]
    assert _percents(Fraction(1, 2), Fraction(1, 2) + Fraction(1, 10**30)) == ["50.000%"] * 2
