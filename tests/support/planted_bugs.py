"""Games with one planted bug each, and the law that must catch it."""

from __future__ import annotations

import sys
from pathlib import Path
from types import ModuleType
from typing import NamedTuple

from numduel.core import AnyGame, games_in

__all__ = ["BUGS", "Bug", "load_source"]

ROOT = Path(__file__).parents[2]
NIM, PICK15, PIG, SHUTTLE = (
    f"tests/sixth/{name}.py" for name in ("nim", "pick15", "pig", "shuttle")
)
SUM = "src/numduel/games/sum_battle.py"
CHOMP, HOT, HIGHER = (f"examples/games/{name}.py" for name in ("chomp", "hot", "higher"))


BAG = """\
class Bag(set):
    __hash__ = object.__hash__

    def __repr__(self) -> str:
        return f"Bag({sorted(self)})"


"""
"""A mutable set that can be hashed, for a bug."""


COUNT = "\nMAX_STONES = 9\nCOUNT = __import__('itertools').count()\n"


class Bug(NamedTuple):
    """A change that makes a good game wrong."""

    about: str
    """The bug, in a few words."""
    file: str
    """The game, in a file of this project."""
    old: str
    new: str
    law: str
    """The law that catches it."""
    positions: int = 50
    """Number of positions that must be examined."""

    @property
    def name(self) -> str:
        return Path(self.file).stem

    @property
    def source(self) -> str:
        """The source of the game with the bug."""
        text = (ROOT / self.file).read_text("utf-8")
        assert text.count(self.old) == 1, (self.about, text.count(self.old))
        return (
            text.replace(self.old, self.new)
            .replace("from ..", "from numduel.")
            .replace("class Pick15(", f"{BAG}class Pick15(")
            .replace("\nMAX_STONES = 9\n", COUNT)
        )


def load_source(name: str, source: str) -> type[AnyGame]:
    """Return the game that a source defines, in a module of this name, which can be pickled."""
    module = sys.modules[name] = ModuleType(name)
    module.__file__ = f"{name}.py"
    exec(compile(source, module.__file__, "exec"), vars(module))
    (kind,) = games_in(module)
    return kind


NIM_MOVES = "tuple(move for move in self.vocabulary if self.forbids(state, move) is None)"
NIM_TURN = 'return Turn(state.player, moves) if moves else Over(state.player.other, "stuck")'
NIM_PLAY = "        pile, stones = self._moves[move]\n        left ="
NIM_DEED = "return f\"{state.player} took {counted(stones, 'stone')} from pile {pile + 1}\""
NIM_END = 'return f"{state.player.other} took the last stone"'
NIM_PICTURE = "return Picture(rows, facts, *self.to_move_and_winner(state), first=1)"
NIM_EXPECTS = "    def expects(self, state: State) -> str:\n"
NIM_KEY = "return state._replace(piles=tuple(sorted(state.piles)))"
NIM_BOUND = "self.max_plies = options.piles * MAX_STONES"
CHOMP_WHY = 'return None if left.bar[cell] else "this piece is eaten"'
CHOMP_CHANGE = "        for other in self.cells:\n"
CHOMP_END = 'return None if left.bar[0] else Over(left.player, "poison")'
CHOMP_LAST = "    def ended(self, left: Left) -> Over | None:\n"
HIGHER_LAST = "    def ended(self, cards: Cards) -> Over | None:\n"

BUGS = [
    # ---- rules in the full form
    Bug(
        "an illegal move is offered",
        NIM,
        NIM_MOVES,
        "(*" + NIM_MOVES + ', *(("1,9",) if 0 < state.piles[0] < 9 else ()))',
        "forbids-agrees",
    ),
    Bug(
        "`forbids` allows what `status` doesn't list",
        NIM,
        NIM_MOVES,
        NIM_MOVES + "[:3]",
        "forbids-agrees",
    ),
    Bug("a move is listed twice", NIM, NIM_MOVES, f"2 * {NIM_MOVES}", "moves-listed-once"),
    Bug("moves are a list", NIM, NIM_MOVES, f"list({NIM_MOVES})", "status-kind"),
    Bug(
        "the turn goes to the wrong player",
        NIM,
        NIM_TURN,
        NIM_TURN.replace("Turn(state.player,", "Turn(state.player.other,"),
        "turn-player",
    ),
    Bug("a turn has no move", NIM, NIM_TURN, "return Turn(state.player, moves)", "has-a-move"),
    Bug(
        "an undeclared reason",
        NIM,
        NIM_TURN,
        NIM_TURN.replace('"stuck"', '"last"'),
        "reason-declared",
    ),
    Bug(
        "a winner is a number",
        NIM,
        NIM_TURN,
        NIM_TURN.replace("state.player.other,", "int(state.player.other),"),
        "status-kind",
    ),
    Bug(
        "`play` changes the old position",
        PICK15,
        "        one, two = state.taken\n        if state.player is Player.ONE:\n"
        "            return State(Player.TWO, (one | {move}, two))\n",
        "        one, two = state.taken\n        if state.player is Player.ONE:\n"
        "            one = one if isinstance(one, Bag) else Bag()\n            one.add(move)\n"
        "            return State(Player.TWO, (one, two))\n",
        "play-pure",
    ),
    Bug(
        "`play` remembers earlier moves",
        NIM,
        NIM_PLAY,
        "        self._played = getattr(self, '_played', 0) + 1\n"
        "        pile, stones = self._moves[move]\n"
        "        stones = state.piles[pile] if self._played % 7 == 0 else stones\n        left =",
        "play-pure",
    ),
    Bug(
        "`status` remembers what was asked first",
        NIM,
        "        moves = " + NIM_MOVES,
        "        self._known = getattr(self, '_known', {})\n"
        "        moves = self._known.setdefault(\n"
        "            (state.player, sum(state.piles)),\n"
        "            " + NIM_MOVES + ",\n        )",
        "no-memory",
    ),
    Bug(
        "a state contains a list",
        NIM,
        "State(Player.ONE, self._board)",
        "State(Player.ONE, list(self._board))",
        "state-hashable",
    ),
    Bug(
        "a state isn't marked @immutable",
        NIM,
        "@immutable\nclass State",
        "class State",
        "state-immutable",
    ),
    Bug(
        "positions of different worth have equal keys",
        NIM,
        NIM_KEY,
        "return state._replace(piles=(sum(state.piles),))",
        "equal-keys",
        600,
    ),
    Bug(
        "the bound on plies is too low",
        PICK15,
        "max_plies = 9",
        "max_plies = 8",
        "max-plies",
        250,
    ),
    Bug(
        "an endless game declares a bound",
        SHUTTLE,
        "    endless = True\n",
        "    endless = True\n    max_plies = 99\n",
        "bound-is-finite",
    ),
    Bug("endless play is undeclared", SHUTTLE, "    endless = True\n", "", "endless-declared"),
    Bug("chance is undeclared", PIG, "    chance = True\n", "", "chance-declared"),
    Bug("draws are undeclared", PICK15, "    has_draws = True\n", "", "draws-declared", 250),
    Bug(
        "the deal is undeclared",
        NIM,
        "has_visible_deal = True",
        "has_visible_deal = False",
        "deal-declared",
    ),
    Bug(
        "odds add up to 6/7",
        PIG,
        "Fraction(1, options.sides))",
        "Fraction(1, options.sides + 1))",
        "odds",
    ),
    Bug(
        "an outcome isn't listed",
        PIG,
        "for face, _ in self._die.odds)",
        "for face, _ in self._die.odds[1:])",
        "chance-declared",
    ),
    Bug(
        "a legal move is missing from the vocabulary",
        PICK15,
        "vocabulary = tuple(sorted(NUMBERS))",
        "vocabulary = tuple(sorted(NUMBERS))[:8]",
        "moves-in-vocabulary",
    ),
    Bug(
        "the vocabulary depends on the deal",
        NIM,
        "for stones in range(1, MAX_STONES + 1)\n        }",
        "for stones in range(1, max(board) + 1)\n        }",
        "vocabulary-follows-options",
    ),
    Bug(
        "the bound depends on the deal",
        NIM,
        NIM_BOUND,
        "self.max_plies = sum(board)",
        "declarations-follow-options",
    ),
    Bug(
        "two moves differ only in capitals",
        PIG,
        'THROW, STOP = "throw", "stop"',
        'THROW, STOP = "throw", "Throw"',
        "vocabulary",
    ),
    Bug(
        "Player 2 comes first",
        NIM,
        "State(Player.ONE, self._board)",
        "State(Player.TWO, self._board)",
        "first-player",
    ),
    Bug(
        "the deal doesn't use the dice",
        NIM,
        "tuple(1 + dice.below(MAX_STONES)",
        "tuple(1 + next(COUNT) % 9",
        "deal-follows-seed",
    ),
    Bug(
        "a board can't be read back",
        NIM,
        'return " ".join(str(stones)',
        'return "-".join(str(stones)',
        "board-readable",
    ),
    Bug(
        "a board is read in another order",
        NIM,
        '" ").split())',
        '" ").split()[::-1])',
        "board-readable",
    ),
    Bug(
        "games with equal boards aren't equal",
        NIM,
        NIM_EXPECTS,
        "    def __eq__(self, other: object) -> bool:\n        return self "
        "is other\n\n    __hash__ = Game.__hash__\n\n" + NIM_EXPECTS,
        "game-value",
    ),
    # ---- texts, pictures and features
    Bug("a deed addresses the player", NIM, NIM_DEED, 'return "you took stones"', "sentences"),
    Bug(
        "a deed is in the present tense",
        NIM,
        NIM_DEED,
        'return f"{state.player} takes stones"',
        "sentences-fit-you",
    ),
    Bug(
        "a deed doesn't name the player",
        NIM,
        NIM_DEED,
        'return "a stone was taken"',
        "deed-names-player",
    ),
    Bug(
        "a question has two lines",
        NIM,
        '"take what (pile,stones)?"',
        '"take what?\\nfrom which pile?"',
        "sentences",
    ),
    Bug(
        "a prospect tells the past",
        NIM,
        'return f"{state.player.other} would take the last stone"',
        NIM_END,
        "prospect-says-would",
    ),
    Bug(
        "the verdict doesn't name the winner",
        NIM,
        NIM_EXPECTS,
        '    def verdict(self, state: State) -> list[str]:\n        return ["The end."]\n\n'
        + NIM_EXPECTS,
        "verdict",
    ),
    Bug(
        "the prompt isn't a question",
        NIM,
        NIM_EXPECTS,
        '    def ask(self, state: State) -> list[str]:\n        return ["Your move"]\n\n'
        + NIM_EXPECTS,
        "prompt",
    ),
    Bug(
        "the picture names the wrong player",
        NIM,
        NIM_PICTURE,
        "return Picture(rows, facts, Player.ONE, None, first=1)",
        "picture-player",
    ),
    Bug(
        "a tile has a move that doesn't exist",
        NIM,
        'move=f"{pile},{stones}")',
        'move=f"{pile}.{stones}")',
        "tile-moves",
    ),
    Bug(
        "pictures change their shape",
        NIM,
        "enumerate(state.piles, 1)\n        )",
        "enumerate(state.piles, 1)\n            if left\n        )",
        "picture-shape",
    ),
    Bug(
        "different positions look the same",
        NIM,
        'Tile("o" if stones <= left else "."',
        'Tile("o" if left else "."',
        "looks-distinct",
    ),
    Bug(
        "features don't determine the position",
        CHOMP,
        CHOMP_LAST,
        "    def features(self, left: Left, player: object) -> tuple[int, "
        "...]:\n        found = super().features(left, player)\n        return (0, *found[1:])\n\n"
        + CHOMP_LAST,
        "features-distinct",
    ),
    Bug(
        "a feature is higher than its limit",
        CHOMP,
        CHOMP_LAST,
        "    def features(self, left: Left, player: object) -> tuple[int, "
        "...]:\n        found = super().features(left, player)\n        return (7, *found[1:])\n\n"
        + CHOMP_LAST,
        "features-in-bounds",
    ),
    # ---- the short form
    Bug(
        "the winner is reversed",
        CHOMP,
        CHOMP_END,
        CHOMP_END.replace("left.player,", "left.player.other,"),
        "examples",
    ),
    Bug(
        "a draw is undeclared in a variant near a limit that the game refuses",
        CHOMP,
        CHOMP_LAST,
        "    def __init__(self, options: Bar, board: None = None) -> None:\n"
        "        if options.columns > 6:\n"
        "            from numduel.errors import SetupError\n\n"
        '            raise SetupError("use at most 6 columns")\n'
        "        super().__init__(options, board)\n\n"
        "    def status(self, state: Left) -> object:\n"
        "        over = super().status(state)\n"
        "        is_wide = self.options.columns > 4 and isinstance(over, Over)\n"
        "        return Over(None, over.reason) if is_wide else over\n\n" + CHOMP_LAST,
        "draws-declared",
    ),
    Bug("the game never ends", CHOMP, CHOMP_END, "return None", "has-a-move"),
    Bug(
        "a reason can't occur",
        CHOMP,
        'endings = {"poison"',
        'endings = {"tired": "{loser} fell asleep", "poison"',
        "reasons-occur",
    ),
    Bug("an example is missing", CHOMP, "examples = (", "unused = (", "examples-given"),
    Bug(
        "the rules divide by zero",
        CHOMP,
        CHOMP_CHANGE,
        "        cell.row // (cell.column - 2)\n" + CHOMP_CHANGE,
        "no-errors",
    ),
    Bug(
        "a number leaves its bounds",
        HOT,
        "table.totals[player] += table.die",
        "table.totals[player] += 20 * table.die",
        "no-errors",
    ),
    Bug(
        "a key that is wrong only late in a long game",
        SUM,
        "return state[1:]",
        "return state[1:3]",
        "equal-keys",
    ),
    Bug(
        "a wrong key in the short form",
        HOT,
        "    def why_not(self",
        "    def key(self, state: Table) -> object:\n        return state[0], "
        "state.die, sum(state.totals)\n\n    def why_not(self",
        "equal-keys",
        300,
    ),
    Bug(
        "an objection isn't a sentence",
        CHOMP,
        CHOMP_WHY,
        CHOMP_WHY.replace("this piece is eaten", "eaten\\n"),
        "forbids-agrees",
    ),
    # ---- hidden boards
    Bug(
        "the question tells a hidden number",
        HIGHER,
        HIGHER_LAST,
        "    def question(self, cards: Cards) -> str:\n"
        '        return f"higher or lower than {self._board[0]}?"\n\n' + HIGHER_LAST,
        "secret-kept",
    ),
    Bug(
        "a refused word tells a hidden number",
        HIGHER,
        HIGHER_LAST,
        "    def aliases(self, state: Cards) -> dict[str, None]:\n"
        '        return {"equal": None}\n\n'
        "    def nowhere(self, state: Cards, word: str) -> str:\n"
        '        return f"the first number is {self._board[0]}"\n\n' + HIGHER_LAST,
        "secret-kept",
    ),
    Bug(
        "the first number is uncovered from the start",
        HIGHER,
        HIGHER_LAST,
        "    def start(self) -> Cards:\n        first = super().start()\n       "
        " return Cards((first[0], (self._board[0], *first.row[1:]), *first[2:]))\n\n" + HIGHER_LAST,
        "public-game",
    ),
    Bug(
        "the dealer answers with another number",
        HIGHER,
        HIGHER_LAST,
        '    def answer(self, state: Cards) -> str:\n        return "13"\n\n' + HIGHER_LAST,
        "dealer-answers",
    ),
]
