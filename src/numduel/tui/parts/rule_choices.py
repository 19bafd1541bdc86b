"""Rules side by side as equal choices: decided by luck, or by skill."""

from __future__ import annotations

from collections.abc import Callable

from textual import events
from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.content import Content
from textual.widgets import Static

from ...core import AnyGame
from ...views.rule_choices import RuleChoice, rule_choices
from .ascii_text import to_display
from .form_values import FormValues


class RuleChoiceLabel(Static):
    """One choice, to click."""

    def __init__(self, choice: RuleChoice, on_choose: Callable[[RuleChoice], None]) -> None:
        super().__init__(classes="rule-choice")
        self.choice = choice
        self._on_choose = on_choose

    def on_click(self, event: events.Click) -> None:
        event.stop()
        self._on_choose(self.choice)

    def show(self, *, is_chosen: bool) -> None:
        sign = to_display(self, "●" if is_chosen else "○")
        self.update(Content.assemble((f"{sign} ", "$primary"), self.choice.label))


class RuleChoices(Horizontal):
    """All choices of rules of a game in a row; hidden if it has none."""

    def __init__(
        self, kind: type[AnyGame], values: FormValues, on_change: Callable[[], None]
    ) -> None:
        """Choose among the rules in `values`; `on_change` is called after each change."""
        super().__init__(id="rule-choices")
        self._kind = kind
        self._values = values
        self._on_change = on_change
        self._labels = [RuleChoiceLabel(each, self.choose) for each in rule_choices(kind)]
        self.display = bool(self._labels)

    def compose(self) -> ComposeResult:
        yield Static(Content.styled("k", "bold $primary"), id="rule-key")
        yield from self._labels

    @property
    def chosen(self) -> RuleChoice | None:
        """The choice that the answers make; None without choices."""
        found = None
        for label in self._labels:  # the later ones set more options
            options = label.choice.options.items()
            if all(self._values[name] == value for name, value in options):
                found = label.choice
        return found

    def choose(self, choice: RuleChoice) -> None:
        for name in self._kind.skill_options:
            self._values.reset(name)
        for name, value in choice.options.items():
            self._values.put(name, value)
        self._on_change()

    def step(self) -> None:
        """Choose the next one."""
        choices = [label.choice for label in self._labels]
        at = next((n for n, each in enumerate(choices) if each is self.chosen), 0)
        self.choose(choices[(at + 1) % len(choices)])

    def show(self) -> None:
        for label in self._labels:
            label.show(is_chosen=label.choice is self.chosen)
