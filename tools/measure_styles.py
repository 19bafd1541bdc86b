"""Measure how visible the styles of the characters are, over many games.

    python tools/measure_styles.py [--positions N]

Each character chooses a move in the same random positions, and so does the same player without
the style. A move's rank under a style is the share of the other moves that fit the style worse.
Write two tables into docs/opponents.md: the mean ranks, and how often a character's move fits its
style better than the move of another. Choices follow from seeds, so every machine writes the same.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numduel
from numduel.budget import Budget
from numduel.core import AnyGame, Chance, Move, Over, Turn
from numduel.dice import Dice
from numduel.engine.opponents.characters import CHARACTERS
from numduel.engine.opponents.levels import Level, Opponent
from numduel.engine.opponents.styles import rank
from numduel.games import find, load
from numduel.intervals import Measure, proportion
from numduel.ratings.scale import scales

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "opponents.md"
START, END = "<!-- styles: written by tools/measure_styles.py -->\n", "<!-- end of styles -->\n"

POSITIONS = 120
"""Positions of each game."""

FIRST_SEED = 1_000_000
"""The seed of the first position; the styles were tuned with smaller ones."""

MAX_PLIES = 24
"""Plies of a random game that positions come from."""

COMPARISON = (
    "Two players often choose moves that fit a style equally well. This table counts the positions "
    "in which they don't: how often\ndoes the character fit its style better than another one, or "
    "than itself without style? In brackets are 95% intervals.\n"
)
"""The text before the second table."""

PLAIN = "plain "
"""Before the name of a character: the same player without its style."""


class Position(NamedTuple):
    """A position with a choice."""

    game: AnyGame
    state: Any
    moves: tuple[Move, ...]


def game_kinds() -> list[type[AnyGame]]:
    """Return numduel's games, the games of the tests, and the gallery."""
    files = [*(ROOT / "tests" / "sixth").glob("*.py"), *(ROOT / "examples" / "games").glob("*.py")]
    return [*(find(id) for id in numduel.games()), *(load(file) for file in sorted(files))]


def positions(kind: type[AnyGame], number: int) -> Iterator[Position]:
    """Yield positions of a game with at least two moves, each from another random game."""
    options = dict(scales()[kind.id].options) if kind.id in scales() else {}
    for seed in range(FIRST_SEED, FIRST_SEED + number):
        dice = Dice.derived(seed, kind.id)
        game = kind.setup(options, None, dice).public()
        if choices := list(_choices(game, dice)):
            yield dice.choice(choices)


def _choices(game: AnyGame, dice: Dice) -> Iterator[Position]:
    """Yield the positions of a random game in which a player has a choice."""
    state = game.start()
    for _ in range(MAX_PLIES):
        match game.status(state):
            case Over():
                break
            case Chance() as chance:
                move = chance.drawn(dice.random())
            case Turn(_, moves):
                if len(moves) > 1:
                    yield Position(game, state, moves)
                move = dice.choice(moves)
        state = game.play(state, move)


def players() -> dict[str, Level]:
    """Return each character, and the same player without its style."""
    found = {name: character.settings for name, character in CHARACTERS.items()}
    plain = {PLAIN + name: one._replace(style=None, tolerance=0.0) for name, one in found.items()}
    return found | plain


def choose(name: str, level: Level, position: Position, seed: int) -> Move:
    """Return the move of a player in a position."""
    opponent = Opponent(level, Dice.derived(seed, name))
    opponent.begin(position.game, position.state.player)
    return opponent.choose(position.state, position.moves, Budget(seconds=60))


Ranks = Mapping[str, Mapping[str, Sequence[float]]]
"""For each style, by its character's name, the ranks of the moves of each player.

The ranks of all players are in the same order of positions.
"""


def measure(kinds: Iterable[type[AnyGame]], number: int) -> Ranks:
    """Return the ranks of all players' moves under each style."""
    everyone = players()
    found: dict[str, dict[str, list[float]]] = {
        own: {n: [] for n in everyone} for own in CHARACTERS
    }
    for kind in kinds:
        for seed, (game, state, moves) in enumerate(positions(kind, number)):
            chosen = {
                name: choose(name, level, Position(game, state, moves), seed)
                for name, level in everyone.items()
            }
            for own, character in CHARACTERS.items():
                dice = Dice.derived(seed, f"scores of {own}")
                scores = character.style.scores(game, state, moves, dice)
                for name, move in chosen.items():
                    if (place := rank(scores, move)) is not None:
                        found[own][name].append(place)
    return found


def mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)


def share_better(ranks: Ranks, own: str, name: str) -> Measure:
    """Return how often a character's move fits its style better than another player's.

    Positions in which both fit equally well don't count.
    """
    pairs = zip(ranks[own][own], ranks[own][name], strict=True)
    unequal = [one > other for one, other in pairs if one != other]
    interval = proportion(sum(unequal), len(unequal))
    return Measure(mean(unequal) if unequal else 0.5, interval)


def comparison(ranks: Ranks) -> str:
    """Return how often each character fits its style better than others: a row for each style."""
    rows = [["", *(CHARACTERS[name].name for name in ranks), "without style"]]
    for own in ranks:
        cells = [
            "" if own == name else _format_share(share_better(ranks, own, name))
            for name in (*ranks, PLAIN + own)
        ]
        rows.append([f"**{CHARACTERS[own].name}** {CHARACTERS[own].style.name}", *cells])
    return _format_rows(rows)


def _format_share(share: Measure) -> str:
    assert share.interval is not None
    low, high = share.interval
    return f"{100 * share.value:.0f}% ({100 * low:.0f}–{100 * high:.0f})"


def table(ranks: Ranks) -> str:
    """Return the mean ranks as a table: a column for each style."""
    rows = [["", *(CHARACTERS[own].style.name for own in ranks)]]
    for name in players():
        title = CHARACTERS[name.removeprefix(PLAIN)].name
        if name.startswith(PLAIN):
            title = f"without style, as {title}"
        means = {own: f"{100 * mean(ranks[own][name]):.0f}%" for own in ranks}
        rows.append([title, *(f"**{one}**" if own == name else one for own, one in means.items())])
    rows.append(["moves compared", *(f"{len(ranks[own][own]):,}" for own in ranks)])
    return _format_rows(rows)


def _format_rows(rows: list[list[str]]) -> str:
    rows.insert(1, ["---"] + ["---:"] * (len(rows[0]) - 1))
    return "".join(f"| {' | '.join(row)} |\n" for row in rows)


def write_between(page: Path, start: str, end: str, text: str) -> None:
    """Replace the text between two marks of a page."""
    before, _, rest = page.read_text(encoding="utf-8").partition(start)
    _, _, after = rest.partition(end)
    page.write_text(f"{before}{start}{text}{end}{after}", encoding="utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--positions", type=int, default=POSITIONS)
    number = parser.parse_args().positions
    ranks = measure(game_kinds(), number)
    text = f"{table(ranks)}\n{COMPARISON}\n{comparison(ranks)}"
    print(text, end="")
    write_between(PAGE, START, END, f"\n{text}\n")


if __name__ == "__main__":
    main()
