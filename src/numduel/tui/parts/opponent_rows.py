"""The rows of a form in which an opponent is chosen, and named where it is no part of numduel."""

from __future__ import annotations

from ...dice import Dice
from ...errors import SetupError, sentence
from ...play.players import seat
from ..match_options import FRIEND, GUESTS, named, strength
from .form import Form
from .form_row import FormRow
from .form_values import FormValues

ABOUT = {
    "program": "one of yours, named in the next row",
    "model": "a language model, named in the next row",
}


def about_opponent(word: str, friend: str) -> str:
    """A phrase on an opponent; `friend` is what a person here is called."""
    if word == FRIEND:
        return f"{friend}, at this keyboard"
    return ABOUT.get(word) or strength(word)


class OpponentRows:
    """The row to choose in, and one for the name of each kind of guest, seen when it is chosen."""

    def __init__(self, form: Form, values: FormValues) -> None:
        """`values` answer `OpponentOptions`."""
        self._form = form
        self._values = values

    @property
    def _guest(self) -> FormRow | None:
        """The row with the name of the guest who is chosen, if one is."""
        word = self._values["opponent"]
        return self._form.find(self._values, word) if word in GUESTS else None

    def show(self) -> None:
        """Let those rows be seen that are asked for."""
        for word in GUESTS:
            self._form.find(self._values, word).display = word == self._values["opponent"]
        self._form.find(self._values, "opponent").leads_to = self._guest

    def unseated(self) -> FormRow | None:
        """The row of a guest that cannot be seated, which says why not; None if all is well."""
        if (row := self._guest) is None:
            return None
        row.finish()
        self._judge(row)
        return row if row.fault else None

    def left(self, row: FormRow) -> None:
        """Somebody has done something in a row: a name that was typed to its end is judged."""
        if row is self._guest and row.edited is None and row is not self._form.row and row.value:
            self._judge(row)

    def _judge(self, row: FormRow) -> None:
        if not row.value:
            row.fault = f"Say which: {row.field.limits()}."
            return
        try:
            seat(named(self._values.all()), Dice(0))
        except SetupError as error:
            row.fault = sentence(error)
        else:
            row.fault = ""  # what was wrong may have been put right elsewhere
