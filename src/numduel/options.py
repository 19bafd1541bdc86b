"""The options of a game: typed fields that check and explain their values."""

from __future__ import annotations

import operator
import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from keyword import iskeyword
from typing import Any, ClassVar, Generic, TypeVar, overload

from .errors import RulesError, SetupError, listed, quoted

T = TypeVar("T")

_IN_PYTHON = """
id game board seed moves options self n out opponent seat observation copy max_turns render_mode
num_envs max_episode_steps disable_env_checker vectorization_mode vector_kwargs wrappers fields
texts
"""
_ON_THE_COMMAND_LINE = """
command server help version classic deal first rounds turns p1 p2 name name1 name2 list rescue
file match json svg html csv plot record result day daily own practice calendar shell seconds
positions processes jobs cluster boards pairs upto each balanced verify words players player games
gauntlet fair for length grade handicap count level check host port database url lan trusted_proxy
limits cors unfinished_days log_requests no_open http step finished action vary site
export reset topic fresh questions tier disguise plain commit sitting price power
call results submission submissions quick announced split trained_on
"""
RESERVED = frozenset((_IN_PYTHON + _ON_THE_COMMAND_LINE).split())
"""Names that no option of a game may have, because other arguments use them."""


class Option(ABC, Generic[T]):
    """One option, with a default, limits and a help text.

    A default may be a function of the options before it.
    """

    def __init__(self, default: T | Callable[[Any], T], help: str, name: str = "") -> None:
        """Make an option; `name` is only needed outside a class of fields."""
        self.default = default
        self.help = help
        self.name = name

    def __set_name__(self, owner: type[Fields], name: str) -> None:
        self.name = name

    @overload
    def __get__(self, fields: None, owner: type[Fields]) -> Option[T]: ...
    @overload
    def __get__(self, fields: Fields, owner: type[Fields]) -> T: ...
    def __get__(self, fields: Fields | None, owner: type[Fields]) -> Option[T] | T:
        # Python finds values in the instance first, so only the class gets here.
        return self

    @abstractmethod
    def limits(self) -> str:
        """Return the allowed values as a phrase: "a whole number from 2 to 12"."""

    @abstractmethod
    def accept(self, value: object) -> T:
        """Return the value, also from text; raise SetupError if it is not allowed."""

    def refuse(self, value: object) -> SetupError:
        """Return the error for a value that is not allowed."""
        return SetupError(f"{self.name} must be {self.limits()}, not {short_repr(value)}")


class Whole(Option[int]):
    """A whole number within limits."""

    def __init__(
        self,
        default: int | Callable[[Any], int],
        low: int,
        high: int,
        help: str,
        name: str = "",
    ) -> None:
        super().__init__(default, help, name)
        self.low = low
        self.high = high
        if not callable(default) and not low <= default <= high:
            raise RulesError(f"the default {default} is not {self.limits()}")

    def limits(self) -> str:
        return f"a whole number from {self.low} to {self.high}"

    def accept(self, value: object) -> int:
        if isinstance(value, str) and re.fullmatch("[0-9]{1,9}", digits := value.strip()):
            value = int(digits)  # `int` doesn't take all the space that `strip` removes
        if isinstance(value, bool):
            raise self.refuse(value)
        try:
            number = operator.index(value)  # type: ignore[arg-type]
        except TypeError:
            raise self.refuse(value) from None
        if not self.low <= number <= self.high:
            raise self.refuse(number)
        return number


class Choice(Option[str]):
    """One of several words."""

    def __init__(self, default: str, words: tuple[str, ...], help: str) -> None:
        super().__init__(default, help)
        self.words = words

    def limits(self) -> str:
        return listed(self.words)

    def accept(self, value: object) -> str:
        if isinstance(value, str) and value.strip().lower() in self.words:
            return value.strip().lower()
        raise self.refuse(value)


class Flag(Option[bool]):
    """Yes or no."""

    WORDS: ClassVar = {"yes": True, "true": True, "no": False, "false": False}

    def limits(self) -> str:
        return "yes or no"

    def accept(self, value: object) -> bool:
        if isinstance(value, bool):
            return value
        if isinstance(value, str) and value.strip().lower() in self.WORDS:
            return self.WORDS[value.strip().lower()]
        raise self.refuse(value)


class Fields:
    """A set of checked options; immutable."""

    fields: ClassVar[Mapping[str, Option[Any]]] = {}

    def __init_subclass__(cls, **more: Any) -> None:
        super().__init_subclass__(**more)
        own = {name: option for name, option in vars(cls).items() if isinstance(option, Option)}
        for name in own:
            cls._check_name(name)
        cls.fields = {**cls.fields, **own}

    @classmethod
    def _check_name(cls, name: str) -> None:
        """Raise RulesError for a name that a field can't have."""
        is_plain = name.isascii() and name.isidentifier() and name.islower() and name[0] != "_"
        if not is_plain or iskeyword(name):
            rule = "use lower-case letters, digits and _, but no Python keyword"
            raise RulesError(f"{quoted(name)} can't be the name of an option: {rule}")

    def __init__(self, /, **given: object) -> None:
        for name in given:
            if name not in self.fields:
                known = listed(list(self.fields), "and")
                fix = f"the options are {known}" if known else "there are none"
                raise SetupError(f"{quoted(name)} isn't an option here; {fix}")
        for name, field in self.fields.items():
            if name in given:
                value = field.accept(given[name])
            else:
                value = field.default(self) if callable(field.default) else field.default
            self.__dict__[name] = value

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError("options can't be changed; make new ones")

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(f'{k}={v!r}' for k, v in vars(self).items())})"

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and vars(other) == vars(self)

    def __hash__(self) -> int:
        return hash(tuple(vars(self).values()))

    def texts(self) -> dict[str, str]:
        """Return every option as text, as a user can type it."""
        words = {True: "yes", False: "no"}
        return {k: words[v] if isinstance(v, bool) else str(v) for k, v in vars(self).items()}


class Options(Fields):
    """The checked options of one game; immutable.

    >>> class Pile(Options):
    ...     stones = Whole(21, 1, 100, "number of stones")
    ...     misere = Flag(False, "taking the last stone loses")
    >>> Pile(stones="9")
    Pile(stones=9, misere=False)
    >>> Pile(stones=0)
    Traceback (most recent call last):
    numduel.errors.SetupError: stones must be a whole number from 1 to 100, not 0
    >>> Pile(colour="red")
    Traceback (most recent call last):
    numduel.errors.SetupError: 'colour' isn't an option here; the options are stones and misere
    >>> class A(Options):
    ...     rounds = Whole(3, 1, 9, "number of rounds")
    Traceback (most recent call last):
    numduel.errors.RulesError: A can't have an option 'rounds': numduel itself uses that name
    """

    @classmethod
    def _check_name(cls, name: str) -> None:
        super()._check_name(name)
        if name in RESERVED:
            wrong = f"{cls.__name__} can't have an option {quoted(name)}"
            raise RulesError(f"{wrong}: numduel itself uses that name")


def short_repr(value: object) -> str:
    """Return a short text for a value, safe to print.

    >>> short_repr(7), short_repr("7\\n"), short_repr(10**5000), short_repr([7])
    ('7', "'7\\\\n'", 'a number of that size', 'a list')
    """
    if isinstance(value, str):
        return quoted(value)
    if isinstance(value, int) and abs(value) >= 10**20:
        return "a number of that size"
    simple = value is None or isinstance(value, int | float)
    return repr(value) if simple else f"a {type(value).__name__}"
