"""Laws of a whole game: its declarations, its examples, and what all its variants show together."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ...core import AnyGame, Chance, Example, HiddenBoard, Move, Over, Player, Turn
from ...dice import Dice
from ...engine.studying.boards import has_boards
from ...errors import SetupError, counted, quoted
from .law import Problem, is_one_sentence, law
from .position import Node, next_moves, short
from .setups import Setup
from .walks import Walk, find_circle

__all__ = ["Survey"]


class Survey:
    """A game class, its setups, and walks through the positions of each."""

    def __init__(self, kind: type[AnyGame], walks: Sequence[tuple[Setup, Walk]]) -> None:
        self.kind = kind
        self.walks = walks

    @property
    def is_complete(self) -> bool:
        """Whether every position of every walk was examined."""
        return all(walk.is_complete for _, walk in self.walks)

    @property
    def known(self) -> Iterator[Node]:
        return (node for _, walk in self.walks for node in walk.known)

    def never(self, problem: str) -> str | None:
        """Return a warning "… in all 120 positions"; None if an error stopped a walk."""
        if not self.walks or any(walk.has_broken for _, walk in self.walks):
            return None
        count = sum(len(walk.examined) for _, walk in self.walks)
        every = "all " if self.is_complete else ""
        return f"{problem} in {every}{count:,} positions"


# ---- declarations


@law(
    "game",
    "texts-of-the-class",
    "The title and the summary are one line each; reasons and "
    "options are named once and explained.",
)
def check_texts_of_the_class(survey: Survey) -> str | None:
    kind = survey.kind
    for name, text in (("title", kind.title), ("summary", kind.summary)):
        if not is_one_sentence(text):
            return f"the {name} is {short(text, 80)}, which isn't one short line"
    twice = next((one for one in kind.reasons if kind.reasons.count(one) > 1), None)
    if twice is not None:
        return f"reasons lists {short(twice)} twice"
    for name, option in kind.options_type.fields.items():
        for what, text in (("help", option.help), ("limits", option.limits())):
            if not is_one_sentence(text):
                return (
                    f"the {what} of the option {quoted(name)} is "
                    f"{short(text)}, which isn't one short line"
                )
    return None


@law("game", "standard-options", "The game can be set up with its standard options.")
def check_standard_options(survey: Survey) -> str | None:
    try:
        _ = Setup(survey.kind, {}).games
    except SetupError as error:
        return f"the standard options are refused: {error}"
    return None


@law("game", "daily-duel-boards", "A game of the daily duel has boards.")
def check_daily_duel_boards(survey: Survey) -> str | None:
    if survey.kind.daily_duel and not has_boards(survey.kind, {}):
        return "daily_duel is True, but all games start alike"
    return None


@law(
    "game",
    "skill-options",
    "Exactly a game that is pure luck by the book declares `skill_options`, with which it isn't.",
)
def check_skill_options(survey: Survey) -> str | None:
    kind = survey.kind
    by_book = kind.setup({}, None, Dice(1))
    if bool(kind.skill_options) != by_book.is_pure_luck:
        return (
            f"is_pure_luck is {by_book.is_pure_luck}, but "
            f"skill_options is {short(dict(kind.skill_options))}"
        )
    if kind.skill_options and kind.setup(kind.skill_options, None, Dice(1)).is_pure_luck:
        return f"is_pure_luck is True with skill_options, {short(dict(kind.skill_options))}, too"
    return None


# ---- positions of several boards


@law("game", "features-determine", "Equal features have equal futures, also on different boards.")
def check_features_determine(survey: Survey) -> Problem | None:
    groups: dict[object, list[Walk]] = {}
    for _, walk in survey.walks:
        groups.setdefault(walk.game.options, []).append(walk)
    for walks in groups.values():
        found: dict[tuple[Player, int], tuple[object, Walk]] = {}
        for walk in walks:
            for node in walk.known:
                walk.tick()
                if not all(one.features for one in (node, *node.after.values())):
                    continue
                for player in Player:
                    after = [after.features[player] for after in node.after.values()]
                    future = (node.status, after)
                    expected, other = found.setdefault(
                        (player, node.features[player]), (future, walk)
                    )
                    if expected != future:
                        boards = (
                            "in two positions of one game"
                            if other is walk
                            else f"on the boards {quoted(other.game.board)} "
                            f"and {quoted(walk.game.board)}"
                        )
                        message = f"equal features have different futures {boards}"
                        return Problem(message, node.moves, walk.game)
    return None


# ---- declared, but never met


@law("game", "reasons-occur", "Every declared reason occurs.", is_warning=True)
def check_reasons_occur(survey: Survey) -> Iterator[str | None]:
    met = {node.status.reason for node in survey.known if isinstance(node.status, Over)}
    for reason in survey.kind.reasons:
        if reason not in met:
            yield survey.never(f"the reason {quoted(reason)} never occurred")


@law("game", "draws-occur", "A class with `has_draws = True` can end as a draw.", is_warning=True)
def check_draws_occur(survey: Survey) -> str | None:
    ends = (node.status for node in survey.known if isinstance(node.status, Over))
    if survey.kind.has_draws and not any(over.is_draw for over in ends):
        return survey.never("has_draws is True, but no game was drawn")
    return None


@law(
    "game",
    "chance-occurs",
    "A class with `chance = True` has chance, with every outcome it lists.",
    is_warning=True,
)
def check_chance_occurs(survey: Survey) -> str | None:
    if not survey.kind.chance:
        return None
    met = {
        move
        for node in survey.known
        if isinstance(node.status, Chance)
        for move in next_moves(node.status)
    }
    if not met:
        return survey.never("chance is True, but chance decided nothing")
    listed = {outcome for _, walk in survey.walks for outcome in walk.game.chance_outcomes}
    if unmet := sorted(listed - met):
        return survey.never(f"the outcome {quoted(unmet[0])} of chance_outcomes never occurred")
    return None


@law(
    "game",
    "circles-occur",
    "In a class with `endless = True` positions can repeat.",
    is_warning=True,
)
def check_circles_occur(survey: Survey) -> str | None:
    if survey.kind.endless and all(
        find_circle(walk.known, walk.tick) is None for _, walk in survey.walks
    ):
        return survey.never("endless is True, but no position repeated")
    return None


# ---- examples


@law(
    "game",
    "examples-given",
    "The class has `examples`: finished games with their winners.",
    is_warning=True,
)
def check_examples_given(survey: Survey) -> str | None:
    if not survey.kind.examples:
        why = "only an example can show that the rules name the wrong winner"
        return f"the class has no examples: add a finished game with its winner, because {why}"
    return None


@law(
    "game",
    "examples",
    "Every example can be played to its end, and has the winner and the reason that it names.",
)
def check_examples(survey: Survey) -> Iterator[Problem]:
    examples: object = survey.kind.examples
    if not isinstance(examples, tuple | list):
        yield Problem("examples isn't a tuple: write a comma after the only example, (Example(…),)")
        return
    for number, example in enumerate(survey.kind.examples, 1):
        problem = replay_example(survey.kind, example)
        if problem is not None:
            yield problem._replace(message=f"example {number}: {problem.message}")


def replay_example(kind: type[AnyGame], example: Example) -> Problem | None:
    """Return what is wrong with an example; None if it is right."""
    winner: object = example.winner
    if isinstance(winner, Player) or winner not in (1, 2, None):
        return Problem(f"its winner is {short(winner)}: write 1 or 2, or None for a draw")
    try:
        dealer = kind.setup(dict(example.options), example.board or None, Dice(1))
    except SetupError as error:
        return Problem(f"its setup is refused: {error}")
    game, played = dealer.public(), list[Move]()
    message = _replay(dealer, example, played)
    return None if message is None else Problem(message, tuple(played), game)


def _replay(dealer: AnyGame, example: Example, played: list[Move]) -> str | None:
    """Play an example; return what is wrong after the moves that were played."""
    game, state, moves = dealer.public(), dealer.start(), example.moves.split()
    for move in moves:
        status = game.status(state)
        offered = next_moves(status)
        if isinstance(status, Over):
            rest = counted(len(moves) - len(played), "move")
            return f"the game is over, but the example has {rest} more"
        if move not in offered:
            why = game.objection(state, move) if move in game.vocabulary else None
            told = why if isinstance(status, Turn) and why else f"possible are {short(offered)}"
            return f"{quoted(move)} can't be played: {told}"
        if isinstance(status, Chance) and example.board and isinstance(dealer, HiddenBoard):
            answer = dealer.answer(state)
            if answer != move:
                return f"the board has {short(answer)} there, not {quoted(move)}"
        state = game.play(state, move)
        played.append(move)
    over = game.status(state)
    if not isinstance(over, Over):
        return "the game isn't over after its last move"
    expected = None if example.winner is None else Player(example.winner - 1)
    if over.winner is not expected:
        return f"{_winner(expected)} in the example, but {_winner(over.winner)} in the code"
    if example.reason and over.reason != example.reason:
        both = f"{quoted(example.reason)} in the example, but {quoted(over.reason)} in the code"
        return f"the reason is {both}"
    return None


def _winner(player: Player | None) -> str:
    return "no player wins" if player is None else f"{player} wins"
