"""The laws that every game keeps, by subject: each has a name, a demand and a check."""

from . import failures, pictures, rules, secrets, setups, texts, walks, whole
from .law import BY_NAME, LAWS, Law, Problem, is_one_sentence, laws_about, problems_of
from .position import Node, Spot, next_moves
from .setups import SEEDS, Setup, whole_board
from .walks import Walk, find_circle, find_longest
from .whole import Survey, replay_example

__all__ = [
    "BY_NAME",
    "LAWS",
    "SEEDS",
    "Law",
    "Node",
    "Problem",
    "Setup",
    "Spot",
    "Survey",
    "Walk",
    "failures",
    "find_circle",
    "find_longest",
    "is_one_sentence",
    "laws_about",
    "next_moves",
    "pictures",
    "problems_of",
    "replay_example",
    "rules",
    "secrets",
    "setups",
    "texts",
    "walks",
    "whole",
    "whole_board",
]
