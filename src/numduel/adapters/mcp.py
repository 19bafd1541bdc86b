"""A Model Context Protocol server: tools for assistants to play, and the rules to read."""

import socket
from asyncio import CancelledError
from collections.abc import Callable
from typing import Annotated, Any, Literal, TypeVar

import anyio.from_thread
from mcp.server.mcpserver import Context, MCPServer
from mcp.server.mcpserver.exceptions import ResourceNotFoundError, ToolError, UnexpectedToolError
from mcp.shared.exceptions import MCPError
from mcp.types import (
    INVALID_PARAMS,
    CallToolResult,
    InputRequiredResult,
    Resource,
    Tool,
    ToolAnnotations,
)
from pydantic import Field, ValidationError

from ..dice import SEED_LIMIT
from ..errors import NumduelError, capitalise, listed, quoted
from ..games import find, offered
from ..learning import rulebook
from ..learning.lessons import RULES, lesson, lesson_id
from ..picture_text import draw
from ..play.players import CHARACTERS, LEVELS
from ..version import __version__
from ..views.schemas import definition
from .assistant import HERE, MAX_MATCHES, RANDOM_SEAT, Matches
from .mcp_stdio import streams

__all__ = ["open_socket", "serve_http", "serve_stdio", "server", "url_of"]

INSTRUCTIONS = f"""\
Two-player number games. numduel_new starts a match and returns its id. numduel_play makes a move,
written in any clear way; a computer opponent answers at once. Every result has a drawing of the
board: show it to the person you play with. The legal moves are in status.moves. Before you play a
game for the first time, read numduel://rules/GAME. Give a hint or an analysis only when asked. Both
have a field `how`: only "exact" is proved; call everything else an estimate. The server keeps the
last {MAX_MATCHES} matches."""

# ---- arguments

Id = Annotated[str, Field(max_length=100, description="the match id from numduel_new")]
Text = Annotated[str, Field(coerce_numbers_to_str=True)]
"""A string that may be a number in JSON: some clients and models send the move 7 as one."""

Options = Annotated[dict[str, bool | int | str], Field(max_length=20)]

# ---- resources

RULES_URI = "numduel://rules/{game}"
RULES_DESCRIPTION = "The rules of the game."
MARKDOWN_TYPE = "text/markdown"

# ---- the server

ToolFunction = TypeVar("ToolFunction", bound=Callable[..., dict[str, Any]])

ANSWER_DEFINITIONS = {
    "numduel_new": "assistant_match",
    "numduel_play": "assistant_match",
    "numduel_act": "assistant_match",
    "numduel_board": "assistant_match",
    "numduel_hint": "assistant_hint",
    "numduel_analyse": "assistant_analysis",
    "numduel_record": "assistant_record",
}
"""The definition in docs/json-schema.json of each tool's result."""


class NumduelServer(MCPServer[Any]):
    """A server with our own error messages and result schemas."""

    async def list_tools(self) -> list[Tool]:
        return [
            tool.model_copy(update={"output_schema": definition(ANSWER_DEFINITIONS[tool.name])})
            for tool in await super().list_tools()
        ]

    async def list_resources(self) -> list[Resource]:
        """List the rules of each game, which a resource template serves.

        Matches aren't listed: only the client that started one knows its id.
        """
        return [
            Resource(
                uri=RULES_URI.format(game=kind.id),
                name=f"rules of {kind.id}",
                title=f"Rules of {kind.title}",
                description=RULES_DESCRIPTION,
                mime_type=MARKDOWN_TYPE,
            )
            for kind in offered()
        ]

    async def run_stdio_async(self) -> None:
        """Serve over standard input and output, and answer unreadable lines too."""
        served = self._lowlevel_server
        async with streams() as (messages, answers):
            await served.run(messages, answers, served.create_initialization_options())

    async def call_tool(
        self, name: str, arguments: dict[str, Any], context: Context[Any, Any] | None = None
    ) -> CallToolResult | InputRequiredResult:
        try:
            await self._check_argument_names(name, arguments)
            return await super().call_tool(name, arguments, context)
        except ToolError as error:
            cause = error.__cause__
            if isinstance(cause, NumduelError):
                raise ToolError(_format_error(cause)) from None
            if isinstance(cause, ValidationError) and not isinstance(error, UnexpectedToolError):
                raise ToolError(_explain_invalid(name, cause)) from None
            raise

    async def _check_argument_names(self, tool: str, arguments: dict[str, Any]) -> None:
        """Raise ToolError for an unknown argument, which would otherwise be ignored."""
        for one in await self.list_tools():
            known = list(one.input_schema["properties"])
            unknown = [name for name in arguments if name not in known]
            if one.name == tool and unknown:
                problem = f"{quoted(unknown[0])} isn't an argument of {tool}"
                raise ToolError(f"{problem}. It takes {listed(known, 'and')}.")


def _format_error(error: NumduelError) -> str:
    """Return an error as a sentence."""
    text = capitalise(str(error))
    return text if text.endswith((".", "?")) else f"{text}."


def _explain_invalid(tool: str, error: ValidationError) -> str:
    """Return what is wrong with each argument of a call."""
    wrong = {".".join(map(str, one["loc"])): one["msg"].lower() for one in error.errors()}
    problems = "; ".join(f"{name}: {problem}" for name, problem in wrong.items())
    return f"Invalid arguments for {tool}: {problems[:500]}. See its input schema."


def server() -> MCPServer[Any]:
    """Return a server with its own matches."""
    matches = Matches(_is_cancelled)
    mcp_server = NumduelServer(
        "numduel",
        title="numduel",
        instructions=INSTRUCTIONS,
        version=__version__,
        log_level="WARNING",
    )
    ids = listed([kind.id for kind in offered()])
    opponents = listed(["random", *LEVELS, *CHARACTERS])

    def tool(
        title: str, *, reads: bool = False, repeats: bool = False
    ) -> Callable[[ToolFunction], ToolFunction]:
        """Return a decorator for a tool; no tool destroys anything or acts outside this server."""
        hints = ToolAnnotations(
            title=title,
            read_only_hint=reads,
            destructive_hint=False,
            idempotent_hint=repeats,
            open_world_hint=False,
        )
        return mcp_server.tool(title=title, annotations=hints, structured_output=True)

    @tool("Start a match")
    def numduel_new(
        game: Annotated[Text, Field(max_length=100, description=ids)],
        opponent: Annotated[
            str,
            Field(
                max_length=100,
                description=f"{HERE}: you send both players' moves with numduel_play, such as the "
                f"person's and your own; or a computer opponent: {opponents}",
            ),
        ] = HERE,
        seat: Annotated[
            int,
            Field(
                ge=RANDOM_SEAT,
                le=2,
                description="your seat against a computer: 1, 2, or 0 for random",
            ),
        ] = 1,
        options: Annotated[Options, Field(description='custom rules, such as {"size": 4}')] = {},  # noqa: B006 - read only
        board: Annotated[
            Text | None,
            Field(
                max_length=4000, description='rows such as "4 3 8/9 5 1/2 7 6" (default: random)'
            ),
        ] = None,
        seed: Annotated[
            int | None,
            Field(ge=0, lt=SEED_LIMIT, description="random seed, for the same board every time"),
        ] = None,
    ) -> dict[str, Any]:
        """Start a match of a number game. Its id is in `match`."""
        return dict(matches.new(game, opponent, seat, options, board, seed))

    @tool("Make a move")
    def numduel_play(
        match: Id,
        move: Annotated[
            Text,
            Field(max_length=1000, description="one of status.moves, written in any clear way"),
        ],
    ) -> dict[str, Any]:
        """Make a move for the player to move; a computer opponent answers at once."""
        return dict(matches.play(match, move))

    @tool("Undo, stop or resign")
    def numduel_act(
        match: Id,
        do: Annotated[
            Literal["undo", "stop", "resign"],
            Field(
                description="undo: take back your last move and the reply, or your resignation; "
                "stop: offer to end without a winner; resign: lose the match"
            ),
        ],
        confirm: Annotated[
            bool, Field(description="true if the person confirmed that they resign")
        ] = False,
    ) -> dict[str, Any]:
        """Undo, offer to stop, or resign. A computer opponent's answer is in `said`."""
        return dict(matches.act(match, do, is_confirmed=confirm))

    @tool("Show the board", reads=True, repeats=True)
    def numduel_board(match: Id) -> dict[str, Any]:
        """Show the board of a match, whose turn it is, and the legal moves."""
        return dict(matches.board(match))

    @tool("Get a hint", repeats=True)
    def numduel_hint(
        match: Id,
        step: Annotated[
            int,
            Field(ge=1, le=3, description="1: an idea; 2: a good move; 3: the best line after it"),
        ] = 1,
    ) -> dict[str, Any]:
        """Give the player to move a hint; `how` says if it is exact. The record counts hints."""
        return dict(matches.hint(match, step))

    @tool("Analyse a position", repeats=True)
    def numduel_analyse(
        match: Id,
        ply: Annotated[
            int | None,
            Field(
                ge=0,
                le=100_000,
                description="analyse the position after this many plies (default: now)",
            ),
        ] = None,
    ) -> dict[str, Any]:
        """Show the value of every move; `how` says if it is exact. The record counts analyses."""
        return dict(matches.analyse(match, ply))

    @tool("Get the record", reads=True, repeats=True)
    def numduel_record(match: Id) -> dict[str, Any]:
        """Return the match as text: game, known board, players, moves, result."""
        return dict(matches.record(match))

    @mcp_server.resource(
        RULES_URI, title="Rules of a game", description=RULES_DESCRIPTION, mime_type=MARKDOWN_TYPE
    )
    def rules(game: str) -> str:
        try:
            return rulebook.page(game)
        except NumduelError as error:
            raise ResourceNotFoundError(_format_error(error)) from None

    @mcp_server.prompt("lesson", title="Learn a game")
    def _(
        game: Annotated[str, Field(description=ids)],
        topic: Annotated[str, Field(description="rules, or strategy: how to win")] = RULES.id,
    ) -> str:
        """Teach me a number game step by step, then play it with me."""
        try:
            return lesson_prompt(game, topic)
        except NumduelError as error:
            raise MCPError(INVALID_PARAMS, _format_error(error)) from None

    return mcp_server


def _is_cancelled() -> bool:
    """Return whether the call that this thread serves was cancelled."""
    try:
        anyio.from_thread.check_cancelled()
    except CancelledError:  # asyncio's, since the server runs on asyncio
        return True
    return False


def lesson_prompt(game: str, topic: str = RULES.id) -> str:
    """Return a prompt that asks an assistant to teach a game, with ideas and positions.

    >>> print(lesson_prompt("sum")[:47])
    Teach me Sum Battle, then play a match with me.
    >>> print(lesson_prompt("sum", "strategy")[:45])
    Teach me how to win Sum Battle, then play a m
    """
    kind = find(game)
    taught = lesson(lesson_id(kind.id, topic))
    what = "" if taught.topic is RULES else f"{taught.topic.name.lower()} "
    parts = [
        f"Teach me {what}{kind.title}, then play a match with me. Take these steps one at a time: "
        "explain the idea in your own words, show me the position exactly as drawn, give me the "
        "task, wait for my move, and tell me if it is right. Don't give the answer away."
    ]
    for number, step in enumerate(taught.steps, 1):
        match = step.match()
        drawn = "\n".join(draw(match.game.picture(match.state), match.moves))
        label = "Illegal (let me try it)" if step.attempt else "Right"
        answer = f"{label}: {listed(step.do)}"
        parts.append(
            f"Step {number}. {step.title}\n\n{step.text}\n\n{step.task}\n\n{drawn}\n\n{answer}"
        )
    opponent = taught.topic.opponent
    parts.append(
        f'Then start a match with numduel_new, game "{kind.id}", opponent "{opponent}", and play '
        "it with me: I tell you my moves, you make them with numduel_play and report the answers."
    )
    return "\n\n".join(parts)


# ---- serving


def serve_stdio() -> None:
    """Serve the parent process over standard input and output until they close."""
    server().run()


def open_socket(host: str, port: int) -> socket.socket:
    """Return a socket that listens at an address; raise OSError on failure."""
    family, _, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    return socket.create_server(address[:2], family=family)


def url_of(host: str, port: int) -> str:
    """Return the URL of a server at an address.

    >>> url_of("127.0.0.1", 8766), url_of("::1", 8766)
    ('http://127.0.0.1:8766/mcp', 'http://[::1]:8766/mcp')
    """
    return f"http://[{host}]:{port}/mcp" if ":" in host else f"http://{host}:{port}/mcp"


def serve_http(at: socket.socket) -> None:
    """Serve on a socket, under /mcp, until interrupted."""
    import uvicorn

    host = at.getsockname()[0]
    app = server().streamable_http_app(host=host)
    config = uvicorn.Config(app, log_level="warning", timeout_graceful_shutdown=2)
    uvicorn.Server(config).run(sockets=[at])
