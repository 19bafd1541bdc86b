"""The shapes of transcripts: calls to language models."""

from typing import Annotated, NotRequired, TypedDict

from .basics import Count
from .exams import Usage

Tokens = Annotated[int | None, "null if the endpoint sends no count"]


class CalledFunction(TypedDict):
    """The function in a tool call."""

    name: str
    arguments: Annotated[str, "JSON, as the model wrote it"]


class ToolCall(TypedDict):
    """A tool call of a model."""

    id: str
    type: str
    function: CalledFunction


class CallMessage(TypedDict):
    """A message of a conversation with a model."""

    role: str
    content: str | None
    tool_calls: NotRequired[list[ToolCall]]
    tool_call_id: NotRequired[str]


class ToolParameter(TypedDict):
    """A parameter of a tool."""

    type: str
    description: str


class ToolParameters(TypedDict):
    """The parameters of a tool, as a JSON schema."""

    type: str
    properties: dict[str, ToolParameter]
    required: list[str]
    additionalProperties: bool


class ToolFunction(TypedDict):
    """The function of a tool that a model can call."""

    name: str
    description: str
    parameters: ToolParameters


class OfferedTool(TypedDict):
    """A tool that a model can call."""

    type: str
    function: ToolFunction


class CallSettings(TypedDict):
    """Everything that was sent with a request besides the model and the messages."""

    temperature: NotRequired[float]
    max_tokens: NotRequired[int]
    max_completion_tokens: NotRequired[int]
    reasoning_effort: NotRequired[str]
    seed: NotRequired[int]
    tools: NotRequired[list[OfferedTool]]
    stream: NotRequired[bool]
    stream_options: NotRequired[dict[str, bool]]


class ModelCall(TypedDict):
    """One question to a model, with its retries: a line of a transcript."""

    time: Annotated[str, "UTC, after the call"]
    question: NotRequired[Annotated[str, "the question of an exam"]]
    player: str
    ply: Annotated[int, "number of the ply that is asked for, from 1"]
    model: str
    settings: CallSettings
    protocol: Annotated[str, '"open" or "listed", and what else differs: "listed+chat"']
    prompt_version: Count
    messages: list[CallMessage]
    answer: Annotated[str | None, "the raw text; null if the call failed"]
    tool_calls: list[ToolCall]
    reasoning: str
    finish_reason: str | None
    tokens_in: Tokens
    tokens_out: Tokens
    tokens_reasoning: Tokens
    latency_s: Annotated[float, "seconds of the last request"]
    retries: Count
    failures: Annotated[list[str], "the problem of each request that failed"]
    move: Annotated[str | None, "the legal move that was read"]
    fault: Annotated[
        str | None,
        '"illegal", "unreadable", "empty" or "cut"; "unanswered" or "refused" by the endpoint',
    ]


class Calls(TypedDict):
    """Calls to language models: `numduel calls --json`."""

    calls: list[ModelCall]
    damaged: Annotated[list[int], "numbers of lines that can't be read"]
    usage: Usage
