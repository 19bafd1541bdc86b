"""The cost of a model's answers, from the price of its tokens."""

from __future__ import annotations

from math import isfinite
from typing import TYPE_CHECKING, NamedTuple, Protocol

from ..errors import SetupError, quoted

if TYPE_CHECKING:
    from .shapes import exams

TOKENS_PER_UNIT = 1_000_000
DIGITS = 9


class Price(NamedTuple):
    """The price of a million tokens in prompts and of a million in answers."""

    tokens_in: float
    tokens_out: float


class Tokens(Protocol):
    """Anything with counts of tokens."""

    @property
    def tokens_in(self) -> int: ...
    @property
    def tokens_out(self) -> int: ...


def parse_price(text: str) -> Price:
    """Return the price in a text; SetupError if it isn't one.

    >>> parse_price("2.50,10")
    Price(tokens_in=2.5, tokens_out=10.0)
    """
    try:
        price = Price(*map(float, text.split(",")))
    except (TypeError, ValueError):
        price = Price(-1, -1)
    if not all(isfinite(one) and one >= 0 for one in price):
        raise SetupError(f"{quoted(text)} isn't a price. Write two numbers, such as 2.50,10")
    return price


def total_cost(used: Tokens, price: Price) -> float:
    """Return the cost of all tokens."""
    tokens = used.tokens_in * price.tokens_in + used.tokens_out * price.tokens_out
    return tokens / TOKENS_PER_UNIT


def cost_of(used: Tokens, price: Price, count: int) -> exams.Cost:
    """Return the cost of `count` questions or matches, in the unit of the price."""
    total = total_cost(used, price)
    return {
        "price": list(price),
        "total": round(total, DIGITS),
        "each": round(total / count, DIGITS) if count else None,
    }


def format_cost(used: Tokens, price: Price, count: int) -> str:
    """Return the cost of one question or match of `count`, for a table; — without tokens.

    >>> from numduel.storage.calls import Usage
    >>> format_cost(Usage(1, 1000, 100), Price(2.5, 10.0), 2)
    '0.001750'
    """
    total = total_cost(used, price)
    return f"{total / count:.6f}" if total and count else "—"
