"""The Model Context Protocol: tools by which an assistant plays, and the rules to read."""

import socket
from asyncio import CancelledError
from collections.abc import Callable
from typing import Annotated, Any, TypeVar

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

from ..dice import SEEDS
from ..errors import NumduelError, capital, listed, quoted
from ..games import find, offered
from ..learning import rulebook
from ..learning.lessons import lesson
from ..play.players import LEVELS
from ..render.text import draw
from ..version import __version__
from ..views.schemas import definition
from .assistant import HERE, MATCHES, RANDOM_SEAT, Matches
from .mcp_stdio import streams

__all__ = ["bound", "serve_http", "serve_stdio", "server", "url_of"]

INSTRUCTIONS = f"""\
Two-player number games. numduel_new begins a match and gives its id; numduel_play makes a move in
it, written in any clear way, and a computer opponent answers at once. Every answer has the board as
a drawing: show it to the person you play with. What may be played is in status.moves. Before you
play a game for the first time, read numduel://rules/GAME. Give a hint or an analysis only to who
wants one. Both say `how` they were found: only "exact" is proved, everything else is an estimate,
so call it one. The last {MATCHES} matches are kept."""

# ---- what tools are asked

Id = Annotated[str, Field(max_length=100, description="the id that numduel_new gave")]
Text = Annotated[str, Field(coerce_numbers_to_str=True)]
"""A text that may be a number in JSON: command lines and models send the move 7 as one."""

Options = Annotated[dict[str, bool | int | str], Field(max_length=20)]

# ---- what is read

RULES = "numduel://rules/{game}"
RULES_ARE = "The rules of the game."
MARKDOWN = "text/markdown"

# ---- the server

Answering = TypeVar("Answering", bound=Callable[..., dict[str, Any]])

ANSWERS = {
    "numduel_new": "assistant_match",
    "numduel_play": "assistant_match",
    "numduel_board": "assistant_match",
    "numduel_hint": "assistant_hint",
    "numduel_analyse": "assistant_analysis",
    "numduel_record": "assistant_record",
}
"""The definition in docs/json-schema.json of what each tool answers."""


class Server(MCPServer[Any]):
    """A server that refuses in our own words, and whose answers have our schemas."""

    async def list_tools(self) -> list[Tool]:
        return [
            tool.model_copy(update={"output_schema": definition(ANSWERS[tool.name])})
            for tool in await super().list_tools()
        ]

    async def list_resources(self) -> list[Resource]:
        """List the rules of each game, which are read by their template.

        Matches are not listed: their ids belong to those who began them.
        """
        return [
            Resource(
                uri=RULES.format(game=kind.id),
                name=f"rules of {kind.id}",
                title=f"The rules of {kind.title}",
                description=RULES_ARE,
                mime_type=MARKDOWN,
            )
            for kind in offered()
        ]

    async def run_stdio_async(self) -> None:
        """Serve over standard input and output, and answer what can't be read, too."""
        served = self._lowlevel_server
        async with streams() as (messages, answers):
            await served.run(messages, answers, served.create_initialization_options())

    async def call_tool(
        self, name: str, arguments: dict[str, Any], context: Context[Any, Any] | None = None
    ) -> CallToolResult | InputRequiredResult:
        try:
            await self._check_names(name, arguments)
            return await super().call_tool(name, arguments, context)
        except ToolError as error:
            cause = error.__cause__
            if isinstance(cause, NumduelError):
                raise ToolError(_sentence(cause)) from None
            if isinstance(cause, ValidationError) and not isinstance(error, UnexpectedToolError):
                raise ToolError(_misshapen(name, cause)) from None
            raise

    async def _check_names(self, tool: str, arguments: dict[str, Any]) -> None:
        """ToolError for an argument that would be passed over, such as an option of the game."""
        for one in await self.list_tools():
            known = list(one.input_schema["properties"])
            unknown = [name for name in arguments if name not in known]
            if one.name == tool and unknown:
                raise ToolError(f"{tool} takes {listed(known, 'and')}, not {quoted(unknown[0])}.")


def _sentence(error: NumduelError) -> str:
    """What an error says, with an end."""
    text = capital(str(error))
    return text if text.endswith((".", "?")) else f"{text}."


def _misshapen(tool: str, error: ValidationError) -> str:
    """What is wrong with the arguments of a call: each by its name."""
    wrong = {".".join(map(str, one["loc"])): one["msg"].lower() for one in error.errors()}
    told = "; ".join(f"{name}: {what}" for name, what in wrong.items())
    return f"{tool} was not understood: {told[:500]}. Its input schema says what it takes."


def server() -> MCPServer[Any]:
    """A server with matches of its own."""
    matches = Matches(_is_cancelled)
    made = Server(
        "numduel",
        title="numduel",
        instructions=INSTRUCTIONS,
        version=__version__,
        log_level="WARNING",
    )
    ids = listed([kind.id for kind in offered()])
    levels = listed(["random", *LEVELS])

    def tool(
        title: str, *, reads: bool = False, repeats: bool = False
    ) -> Callable[[Answering], Answering]:
        """A tool; nothing that one does destroys anything, or reaches beyond this server."""
        hints = ToolAnnotations(
            title=title,
            read_only_hint=reads,
            destructive_hint=False,
            idempotent_hint=repeats,
            open_world_hint=False,
        )
        return made.tool(title=title, annotations=hints, structured_output=True)

    @tool("Begin a match")
    def numduel_new(
        game: Annotated[Text, Field(max_length=100, description=ids)],
        opponent: Annotated[
            str,
            Field(
                max_length=100,
                description=f"{HERE}: both players' moves come through numduel_play, such as the "
                f"person's and yours; or a computer player: {levels}",
            ),
        ] = HERE,
        seat: Annotated[
            int,
            Field(
                ge=RANDOM_SEAT,
                le=2,
                description="against a computer: which player you are, 1 or 2; 0: random",
            ),
        ] = 1,
        options: Annotated[
            Options, Field(description='variants of the rules, such as {"size": 4}')
        ] = {},  # noqa: B006 - it is only read
        board: Annotated[
            Text | None,
            Field(max_length=4000, description='row by row: "4 3 8/9 5 1/2 7 6"; else dealt'),
        ] = None,
        seed: Annotated[
            int | None, Field(ge=0, lt=SEEDS, description="the same board every time")
        ] = None,
    ) -> dict[str, Any]:
        """Begin a match of a number game. Its id is in `match`."""
        return dict(matches.new(game, opponent, seat, options, board, seed))

    @tool("Make a move")
    def numduel_play(
        match: Id,
        move: Annotated[
            Text, Field(max_length=1000, description="one of status.moves, in any clear writing")
        ],
    ) -> dict[str, Any]:
        """Make a move for the player whose turn it is; a computer opponent answers at once."""
        return dict(matches.play(match, move))

    @tool("See the board", reads=True, repeats=True)
    def numduel_board(match: Id) -> dict[str, Any]:
        """The board of a match, whose turn it is, and what may be played."""
        return dict(matches.board(match))

    @tool("Ask for a hint", repeats=True)
    def numduel_hint(
        match: Id,
        step: Annotated[
            int, Field(ge=1, le=3, description="1: a nudge; 2: a good move; 3: what follows on it")
        ] = 1,
    ) -> dict[str, Any]:
        """Help for the player to move; `how` says if it is exact. The record counts it."""
        return dict(matches.hint(match, step))

    @tool("Analyse a position", repeats=True)
    def numduel_analyse(
        match: Id,
        ply: Annotated[
            int | None,
            Field(ge=0, le=100_000, description="after so many moves and draws; else now"),
        ] = None,
    ) -> dict[str, Any]:
        """The worth of every move, exact or estimated: `how` says which. The record counts it."""
        return dict(matches.analyse(match, ply))

    @tool("Get the record", reads=True, repeats=True)
    def numduel_record(match: Id) -> dict[str, Any]:
        """The match as text: game, board as far as it was seen, players, moves, result."""
        return dict(matches.record(match))

    @made.resource(RULES, title="The rules of a game", description=RULES_ARE, mime_type=MARKDOWN)
    def rules(game: str) -> str:
        try:
            return rulebook.page(game)
        except NumduelError as error:
            raise ResourceNotFoundError(_sentence(error)) from None

    @made.prompt("lesson", title="Learn a game")
    def _(game: Annotated[str, Field(description=ids)]) -> str:
        """Teach me a number game, rule by rule, and then play me."""
        try:
            return taught(game)
        except NumduelError as error:
            raise MCPError(INVALID_PARAMS, _sentence(error)) from None

    return made


def _is_cancelled() -> bool:
    """Whether the call that this thread works for has been given up."""
    try:
        anyio.from_thread.check_cancelled()
    except CancelledError:  # of asyncio, on which all of this runs
        return True
    return False


def taught(game: str) -> str:
    """What asks an assistant to teach a game, with the rules and positions to do so.

    >>> print(taught("sum")[:46])
    Teach me Sum Battle, and then play it with me.
    """
    kind = find(game)
    told = [
        f"Teach me {kind.title}, and then play it with me. Take these steps one after the other: "
        "tell me the rule in your own words, show me the position as it is drawn, set me the "
        "task, wait for my move, and tell me whether it is right. Do not give the answer away."
    ]
    for number, step in enumerate(lesson(kind.id).steps, 1):
        match = step.match()
        drawn = "\n".join(draw(match.game.picture(match.state), match.moves))
        what = "forbidden, and to be tried" if step.attempt else "right"
        answer = f"{capital(what)}: {listed(step.do)}"
        told.append(
            f"Step {number}. {step.title}\n\n{step.text}\n\n{step.task}\n\n{drawn}\n\n{answer}"
        )
    told.append(
        f'Then begin a match with numduel_new, game "{kind.id}", opponent "beginner", and play it '
        "with me: I say my moves, you make them with numduel_play and tell me what was answered."
    )
    return "\n\n".join(told)


# ---- serving


def serve_stdio() -> None:
    """Serve the one who started this, over standard input and output, until these close."""
    server().run()


def bound(host: str, port: int) -> socket.socket:
    """Where assistants will find the server; OSError where that cannot be."""
    family, _, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    return socket.create_server(address[:2], family=family)


def url_of(host: str, port: int) -> str:
    """Where assistants find a server that is bound there.

    >>> url_of("127.0.0.1", 8766), url_of("::1", 8766)
    ('http://127.0.0.1:8766/mcp', 'http://[::1]:8766/mcp')
    """
    return f"http://[{host}]:{port}/mcp" if ":" in host else f"http://{host}:{port}/mcp"


def serve_http(at: socket.socket) -> None:
    """Serve at an address, under /mcp, until somebody says stop."""
    import uvicorn

    host = at.getsockname()[0]
    app = server().streamable_http_app(host=host)
    config = uvicorn.Config(app, log_level="warning", timeout_graceful_shutdown=2)
    uvicorn.Server(config).run(sockets=[at])
