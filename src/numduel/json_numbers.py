"""Numbers in JSON data from outside. JSON has no limits, but sums, floats and screens do."""

from __future__ import annotations

from .dice import SEED_LIMIT

MAX_AMOUNT = 10**15
"""Maximum amount, such as of seconds: sums of any number of them stay exact enough."""


def read_count(value: object) -> int:
    """Return a whole number that fits into 64 bits; raise ValueError for anything else.

    >>> read_count(7), read_count(2**64)
    Traceback (most recent call last):
    ValueError: not a count
    """
    if type(value) is not int or not 0 <= value < SEED_LIMIT:
        raise ValueError("not a count")
    return value


def read_amount(value: object) -> float:
    """Return a number from 0 to MAX_AMOUNT as a float; raise ValueError for anything else.

    >>> read_amount(2), read_amount(0.5)
    (2.0, 0.5)
    >>> read_amount(10**400)
    Traceback (most recent call last):
    ValueError: not an amount
    """
    if not (type(value) is int or type(value) is float) or not 0 <= value <= MAX_AMOUNT:
        raise ValueError("not an amount")
    return float(value)
