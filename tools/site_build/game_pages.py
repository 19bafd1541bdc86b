"""One page for each game: rules, perfect play, strategy and exam figures, from their sources."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import escape

from numduel import games, new
from numduel.core import AnyGame
from numduel.games import find
from numduel.learning.lessons import STRATEGY, Step, lesson, lesson_id, topics
from numduel.learning.markdown import blocks, cells
from numduel.play.match import Match
from site_build.charts import replace_pictures, row_chart
from site_build.drawings import draw_position
from site_build.staging import ROOT, Stage, section

__all__ = ["game_index", "game_page"]

COMMAND = re.compile(r"```\n.*?\n```\n+", re.DOTALL)
"""The command at the start of a section of solved.md."""

PLAYERS = (
    "`MCTS`, `self-play` and `labels` are [programs](../agents.md), `guessing` and `random` choose "
    "any move, and the others are the [opponents](../opponents.md) that you can play."
)

FIGURES = {
    "Accuracy in the exam": (
        "docs/baselines.md",
        "Share of correct moves in the questions of [exam 1](../exam.md). "
        "[Baselines](../baselines.md) has all games, and how to repeat this.",
    ),
    "Skill in the benchmark": (
        "docs/leaderboard.md",
        "0 is guessing, 1 is perfect, on the fresh questions of the [benchmark](../benchmark.md). "
        "[Leaderboard](../leaderboard.md) has all games.",
    ),
}
"""Charts of a game: their titles, the pages whose tables they show, and their captions."""


def game_index() -> str:
    """Return the page of all games in Markdown."""
    cards = "\n".join(_card(find(id)) for id in games())
    words = "Each game has one page: rules, a board to try, perfect play and strategy."
    common = "[Rules that hold in every game](every-game.md) · [Perfect play](../solved.md)"
    return f'# Games\n\n{words}\n\n<div class="game-cards">\n{cards}\n</div>\n\n{common}'


def _card(kind: type[AnyGame]) -> str:
    name = escape(kind.title)
    words = f"<strong>{name}</strong><span>{escape(kind.summary)}</span>"
    drawing = draw_position(_sample(kind), is_plain=True)
    return f'<a class="game-card" href="{kind.id}/">{drawing}{words}</a>'


def game_page(kind: type[AnyGame], stage: Stage) -> str:
    """Return the page of a game in Markdown."""
    file, page = f"docs/rules/{kind.id}.md", f"games/{kind.id}.md"
    rules = (ROOT / file).read_text(encoding="utf-8")
    title, intro, rest = rules.split("\n\n", 2)
    results = (ROOT / "docs" / "solved.md").read_text(encoding="utf-8")
    solved = _command_last(section(results, kind.title))
    parts = [
        title,
        intro,
        _live_board(kind),
        "## Rules",
        stage.rewrite(_lower(rest), file, page),
        "## Perfect play",
        *_who_wins(kind, results),
        stage.rewrite(replace_pictures(_lower(solved)), "docs/solved.md", page),
        *_strategy(kind),
        "## Exam figures",
        *_figures(kind),
    ]
    return "\n\n".join(parts)


def _lower(text: str) -> str:
    """Return a text with its headings one level lower.

    >>> _lower("## Aim\\n\\n# 1")
    '### Aim\\n\\n# 1'
    """
    return re.sub(r"^##", "###", text, flags=re.M)


def _who_wins(kind: type[AnyGame], results: str) -> Iterator[str]:
    """Yield who wins, from the first table of solved.md, as a list."""
    table = next(block for block in blocks(results) if block.kind == "table")
    for name, winner, how in cells(table)[1:]:
        if name.split()[0] == f"`{kind.id}`":
            variant = name.partition(" ")[2]
            start = f"{variant[:1].upper()}{variant[1:]}: {winner}" if variant else winner
            yield f"**{start[:1].upper()}{start[1:]}** ({how})."


def _command_last(text: str) -> str:
    """Return a section of solved.md with its command after the results, for those who want it.

    >>> _command_last("```\\nnumduel census maze\\n```\\n\\nAll boards.").partition("<")[0]
    'All boards.\\n\\n'
    """
    command, rest = COMMAND.match(text), COMMAND.sub("", text, count=1)
    if not command:
        return text
    summary = "<summary>How to repeat this</summary>"
    return f"{rest}\n\n<details markdown>{summary}\n\n{command[0].strip()}\n\n</details>"


def _sample(kind: type[AnyGame]) -> Match:
    """Return the position of the strategy lesson with the most moves."""
    found = [step.match() for id in _strategy_ids(kind) for step in lesson(id).steps]
    return max(found or [Match(new(kind.id))], key=lambda match: len(match.plies))


def _strategy_ids(kind: type[AnyGame]) -> list[str]:
    return [lesson_id(kind.id, topic.id) for topic in topics(kind) if topic is STRATEGY]


def _live_board(kind: type[AnyGame]) -> str:
    """Return the place for a live board, with a drawing and links; a script fills it."""
    match = _sample(kind)
    board = f' data-board="{escape(match.board)}"' if match.board and not kind.hidden else ""
    links = (
        f'<a class="md-button md-button--primary" href="../../play/#/play/{kind.id}">Play</a> '
        f'<a class="md-button" href="../../play/#/learn/{kind.id}">Learn by playing</a> '
        f'<a class="md-button" href="../../play/#/explore?game={kind.id}">Explore positions</a>'
    )
    return (
        f'<div class="live-board" data-game="{kind.id}" data-title="{escape(kind.title)}"{board} '
        f"data-search-exclude>{draw_position(match, is_plain=True)}</div>\n\n"
        f'<p class="board-links">{links}</p>'
    )


def _strategy(kind: type[AnyGame]) -> Iterator[str]:
    """Yield the ideas of the strategy lesson, each with its position and solution."""
    for id in _strategy_ids(kind):
        shown = lesson(id)
        yield f"## {shown.topic.name}"
        link = f"[Try it yourself](../../play/#/learn/{id})"
        yield f"{shown.opening} {link}: the lesson asks for each move."
        for step in shown.steps:
            yield from _idea(step)


def _idea(step: Step) -> Iterator[str]:
    match = step.match()
    moves = ", ".join(f"`{move}`" for move in step.do)
    answer = "Not allowed" if step.attempt else "Answer"
    yield f"### {step.title}"
    yield step.text
    yield f'<div class="position" data-search-exclude>{draw_position(match)}</div>'
    yield f"**{step.task}**"
    solution = f"{answer}: {moves}. {step.right}"
    yield f"<details markdown><summary>Solution</summary>\n\n{solution}\n\n</details>"


def _figures(kind: type[AnyGame]) -> Iterator[str]:
    """Yield a chart for each page with results in a game."""
    for title, (file, caption) in FIGURES.items():
        rows = list(_rows(kind, (ROOT / file).read_text(encoding="utf-8")))
        yield f"### {title}"
        yield caption
        yield f'<div class="chart" data-search-exclude>{row_chart(title, rows)}</div>'
    yield PLAYERS


def _rows(kind: type[AnyGame], text: str) -> Iterator[tuple[str, float, str]]:
    """Yield a row for each player in the tables with a column for the game, once each."""
    seen = set()
    for block in blocks(text):
        if block.kind != "table":
            continue
        header, *rows = cells(block)
        if kind.title not in header:
            continue
        for row in rows:
            player, figure = row[header.index("player")], row[header.index(kind.title)]
            if player not in seen:
                seen.add(player)
                yield player, max(float(figure.rstrip("%")), 0), figure
