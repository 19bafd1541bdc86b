"""The form rows that choose an opponent, and name it if it is an external player."""

from __future__ import annotations

from ...core import AnyGame
from ...dice import Dice
from ...errors import SetupError, as_sentence
from ...play.players import seat
from ...views.opponent_text import note_opponent
from ..match_options import EXTERNAL_PREFIXES, FRIEND, opponent_spec
from .form import Form
from .form_row import FormRow
from .form_values import FormValues

DESCRIPTIONS = {
    "program": "your own bot; give its command in the next row",
    "model": "a language model; give its name in the next row",
}


def describe_opponent(opponent: str, friend: str, game: AnyGame | None = None) -> str:
    """Return a phrase on an opponent; `friend` is the name of a person here."""
    if opponent == FRIEND:
        return f"{friend}, on this computer"
    return DESCRIPTIONS.get(opponent) or note_opponent(opponent, game)


class OpponentRows:
    """The row for the opponent, and a row for the name of each kind of external player."""

    def __init__(self, form: Form, values: FormValues) -> None:
        """`values` are answers to `OpponentOptions`."""
        self._form = form
        self._values = values

    @property
    def _external(self) -> FormRow | None:
        """The row with the name of the chosen external player, if one is chosen."""
        opponent = self._values["opponent"]
        return self._form.find(self._values, opponent) if opponent in EXTERNAL_PREFIXES else None

    def show(self) -> None:
        """Show the row that belongs to the chosen opponent."""
        for opponent in EXTERNAL_PREFIXES:
            self._form.find(self._values, opponent).display = opponent == self._values["opponent"]
        self._form.find(self._values, "opponent").linked_row = self._external

    def find_invalid(self) -> FormRow | None:
        """Check the external player; return its row if it is invalid, otherwise None."""
        if (row := self._external) is None:
            return None
        row.commit()
        self._validate(row)
        return row if row.fault else None

    def check_left_row(self, row: FormRow) -> None:
        """Check the name of the external player when the cursor has left its row."""
        if row is self._external and row.edited is None and row is not self._form.row and row.value:
            self._validate(row)

    def _validate(self, row: FormRow) -> None:
        if not row.value:
            row.fault = f"Enter a {row.option}: {row.field.limits()}."
            return
        try:
            seat(opponent_spec(self._values.all()), Dice(0))
        except SetupError as error:
            row.fault = as_sentence(error)
        else:
            row.fault = ""  # the problem may have been fixed outside the app
