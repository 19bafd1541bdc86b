"""Options: reserved names are refused when the class is created."""

from __future__ import annotations

import argparse
import inspect
from collections.abc import Callable, Iterator
from typing import Any

import pytest

import numduel
from duel_support import is_one_sentence, needs_package
from numduel import batch
from numduel.cli.main import COMMANDS, parser
from numduel.errors import RulesError
from numduel.games import find
from numduel.options import RESERVED, Fields, Flag, Options, Whole
from numduel.web.drawings import RESERVED_PARAMETERS
from numduel.web.requests import DrawingParams

AMOUNT = Whole(3, 1, 9, "how many there are")


def refusal(name: str, kind: type[Fields] = Options) -> str:
    """Return the error for a field of this name."""
    with pytest.raises(RulesError) as error:
        type("Named", (kind,), {name: AMOUNT})
    assert is_one_sentence(str(error.value))
    return str(error.value)


# ---- uses of names


def words_of(command: argparse.ArgumentParser) -> Iterator[str]:
    """Command-line arguments other than options of games are reserved."""
    for action in command._actions:
        if isinstance(action, argparse._SubParsersAction):
            yield action.dest
            for below in action.choices.values():
                yield from words_of(below)
        elif not action.dest.startswith("option_"):
            yield action.dest
            flags = [flag for flag in action.option_strings if flag.startswith("--")]
            yield from (flag[2:].replace("-", "_") for flag in flags)


def on_the_command_line() -> set[str]:
    return {"server", *(word for name in COMMANDS for word in words_of(parser(name)))}


def beside_options(door: Callable[..., Any]) -> set[str]:
    """Return the parameters of a function that also accepts options as keywords."""
    parameters = inspect.signature(door).parameters.values()
    kinds = [parameter.kind for parameter in parameters]
    assert inspect.Parameter.VAR_KEYWORD in kinds, door
    return {parameter.name for parameter in parameters if parameter.kind is not kinds[-1]}


def in_python() -> set[str]:
    doors = beside_options(numduel.new) | beside_options(batch.make)
    attributes = {name for name in dir(Options) if not name.startswith("_")}
    return doors | attributes | {"options"}


def in_addresses() -> set[str]:
    return {*RESERVED_PARAMETERS, *DrawingParams.__annotations__}


def in_environments() -> set[str]:
    import gymnasium

    from numduel.adapters.gymnasium import Duel
    from numduel.adapters.pettingzoo import env
    from numduel.adapters.vector import Duels

    doors: list[Callable[..., Any]] = [Duel.__init__, env, Duels.__init__]
    doors += [gymnasium.make, gymnasium.make_vec]
    return {name for door in doors for name in beside_options(door)}


# ---- reserved names


def test_names_that_numduel_uses_are_reserved() -> None:
    for used in (on_the_command_line(), in_python(), in_addresses()):
        assert len(used) > 3
        assert used - RESERVED == set()


def test_names_of_environments_are_reserved_and_nothing_unused_is() -> None:
    needs_package("gymnasium", "agents")
    needs_package("pettingzoo", "agents")
    used = in_environments()
    assert used - RESERVED == set()
    assert RESERVED - used - on_the_command_line() - in_python() - in_addresses() == set()


def test_reserved_name_is_refused_when_the_class_is_created() -> None:
    for name in RESERVED:
        assert f"'{name}'" in refusal(name)
    said = "can't have an option 'rounds': numduel itself uses that name"
    assert refusal("rounds").endswith(said)


def test_default_outside_the_limits_is_refused() -> None:
    with pytest.raises(RulesError, match="30 is not a whole number from 1 to 9"):
        Whole(30, 1, 9, "a goal")


def test_app_form_may_use_a_reserved_name() -> None:
    class Form(Fields):
        rounds = AMOUNT

    assert Form(rounds="4").rounds == 4


@pytest.mark.parametrize(
    "name",
    ["Player Count", "Size", "SIZE", "_x", "__x__", "lambda", "größe", "2d", "a-b", "", "x\n"],
)
@pytest.mark.parametrize("kind", [Fields, Options])
def test_name_that_is_not_a_keyword_argument_is_refused(kind: type[Fields], name: str) -> None:
    assert "use lower-case letters" in refusal(name, kind)


@pytest.mark.parametrize("name", ["size", "player_count", "a", "x2", "round", "turn", "max_plies"])
def test_other_names_are_allowed(name: str) -> None:
    kind = type("Named", (Options,), {name: AMOUNT})
    assert kind(**{name: 4}).texts() == {name: "4"}


def test_no_option_of_the_five_games_is_reserved() -> None:
    names = {name for id in numduel.games() for name in find(id).options_type.fields}
    assert len(names) > 5
    assert names & RESERVED == set()


def test_options_inherit_fields_in_order() -> None:
    class Base(Options):
        width = AMOUNT
        height = Whole(2, 1, 9, "rows")

    class More(Base):
        is_open = Flag(False, "whether it is open")
        width = Whole(5, 5, 6, "columns")

    assert list(Base.fields) == ["width", "height"]
    assert More().texts() == {"width": "5", "height": "2", "is_open": "no"}
    assert Options.fields == {}


@pytest.mark.parametrize("text", ["3", " 3 ", "3\n", "3\x1d", "\u30003\x85"])
def test_whole_number_may_have_any_space_around_it(text: str) -> None:
    assert AMOUNT.accept(text) == 3
