"""What is used of Textual although its names are private, with the reason: in no other file."""

from __future__ import annotations

from collections.abc import Mapping

from textual import events
from textual.binding import Binding
from textual.dom import DOMNode
from textual.widget import Widget

__all__ = ["add_key", "keys_of", "pass_on"]


def keys_of(node: DOMNode) -> Mapping[str, list[Binding]]:
    """What each key stands for on one widget or screen, without what is around it.

    `Screen.active_bindings` is public, but it mixes the keys of the focused widget, the screen and
    the app, and leaves out those that are impossible now. A page runs the keys of one after the
    other itself, so that they are done in the order in which they were typed.
    """
    return node._bindings.key_to_bindings


def add_key(node: DOMNode, key: str, action: str, description: str) -> None:
    """One more key, which the footer does not show.

    `BINDINGS` is fixed with the class; only an app has a public `bind`.
    """
    node._bindings.bind(key, action, description, show=False)


def pass_on(event: events.Key, to: Widget) -> None:
    """Give a key to another widget, as if it had been typed there.

    What is merely posted counts as new when it has bubbled up to the app, which would send it to
    the screen once more: only a forwarded event is not.
    """
    to._forward_event(events.Key(event.key, event.character))
