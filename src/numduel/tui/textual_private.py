"""What is used of Textual although its names are private, with the reason: in no other file."""

from __future__ import annotations

import os
import sys
import time
from codecs import getincrementaldecoder
from collections.abc import Iterator, Mapping
from contextlib import suppress
from selectors import EVENT_READ, SelectSelector
from typing import Any

from textual import events
from textual._xterm_parser import BRACKETED_PASTE_END, BRACKETED_PASTE_START, XTermParser
from textual.app import App
from textual.binding import Binding
from textual.css.query import NoMatches
from textual.dom import DOMNode, NoScreen
from textual.driver import Driver
from textual.errors import NoWidget
from textual.message import Message
from textual.screen import Screen
from textual.widget import MountError


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


async def is_done_by_app(app: App[Any], key: str) -> bool:
    """Do what a key stands for wherever one is, before any screen hears it; False if it has none.

    Otherwise `App.on_event` gives the key to the widget in focus: see `Page`.
    """
    return await app._check_bindings(key, priority=True)


def is_going(node: DOMNode) -> bool:
    """Return whether a widget is on its way out, alone or with the whole app.

    Nothing is mounted on it then, and `Widget.mount` says nothing about that. A screen that is
    opened at the moment at which the app is closed has no parts, and hears `Mount` all the same.
    """
    return not node.is_attached or node._closing or node._pruning


def ignore_mouse_on_removed(screen: Screen[Any]) -> None:
    """Let no mouse event reach a widget that was removed since the screen was laid out.

    Textual still finds it under the mouse, and fails at a press: it asks for its parent's region.
    """
    forward = screen._forward_event

    def forward_if_there(event: events.Event) -> None:
        if not (isinstance(event, events.MouseEvent) and _is_on_removed(screen, event)):
            forward(event)

    screen._forward_event = forward_if_there  # type: ignore[method-assign]


def _is_on_removed(screen: Screen[Any], event: events.MouseEvent) -> bool:
    try:
        widget, _ = screen.get_widget_at(event.x, event.y)
    except NoWidget:
        return False
    return widget is not screen and not widget.is_attached


# ---- faults

PARTS_MISSING = (MountError, NoMatches, NoScreen)
"""What Textual raises where a part of a screen is not there."""


def excuse_missing_parts(app: App[Any]) -> None:
    """Let an app that is leaving end in order, although inputs come that change its screens.

    From then on Textual mounts nothing, while every widget goes on until its turn to be closed.
    """
    handle = app._handle_exception

    def handle_others(error: Exception) -> None:
        if not (app._exit and isinstance(error, PARTS_MISSING)):
            handle(error)

    app._handle_exception = handle_others  # type: ignore[method-assign]


def keep_quiet(app: App[Any]) -> None:
    """Leave it to others to tell what went wrong: see `fault_of`.

    Textual would print all it knows about it, what others wrote included, as it is.
    """
    app._fatal_error = app._close_messages_no_wait  # type: ignore[method-assign]


def fault_of(app: App[Any]) -> Exception | None:
    """What has ended an app that should have gone on."""
    return app._exception


# ---- the terminal

PATIENCE = 5.0
"""Seconds after which text that is being pasted has ended, though the terminal does not say so."""

LONGEST = 10_000
"""Characters of a pasted text that are taken."""

MOST_CELLS = 10**6
"""A screen that has more is none."""

AHEAD = 1000
"""Keys that may be waiting for the app, before the terminal has to wait with more."""


class Keyboard:
    """What somebody does at a terminal, as Textual's parser understands it, whatever bytes come.

    That parser stops for good at the first bytes that it cannot read, and takes all that follows a
    paste for a part of it until its end comes.
    """

    def __init__(self) -> None:
        self._decode = getincrementaldecoder("utf-8")("replace").decode
        self._parser = XTermParser()
        self._tail = ""
        self._is_pasting = False
        self._heard = time.monotonic()

    def messages(self, data: bytes) -> Iterator[Message]:
        """What these bytes mean; without any, what those before them mean by now."""
        text = self._decode(data)
        if text:
            self._heard = time.monotonic()
        elif self._is_pasting and time.monotonic() > self._heard + PATIENCE:
            text = BRACKETED_PASTE_END
        around = self._tail + text
        self._tail = around[-len(BRACKETED_PASTE_END) :]
        begun, ended = around.rfind(BRACKETED_PASTE_START), around.rfind(BRACKETED_PASTE_END)
        if begun != ended:
            self._is_pasting = begun > ended
        for character in text:
            yield from self._understood(character)
        yield from self._understood("")

    def _understood(self, character: str) -> list[Message]:
        """What is complete with this character, or without one by the time that has passed."""
        try:
            found = self._parser.feed(character) if character else self._parser.tick()
            return [message for message in map(_bounded, found) if message is not None]
        except Exception:  # whatever the parser could not understand, it begins anew
            self._parser = XTermParser()
            return []


def _bounded(message: Message) -> Message | None:
    """A message that asks for no more than there can be; None if there is nothing in it."""
    if isinstance(message, events.Paste):
        return events.Paste(message.text[:LONGEST])
    if isinstance(message, events.Resize):
        return message if 0 < message.size.area < MOST_CELLS else None
    return message


def _waiting(app: App[Any]) -> int:
    """How many messages the app and its screens have still to hear."""
    return sum(node._message_queue.qsize() for node in (app, *app.screen_stack))


def sturdy_driver() -> type[Driver] | None:
    """A driver that no input ends, for where it is Textual's to read; None for the usual one.

    Textual's decodes strictly, and ends with the first byte that is not UTF-8.
    """
    if sys.platform == "win32":
        return None
    from textual.drivers.linux_driver import LinuxDriver

    class SturdyDriver(LinuxDriver):
        def run_input_thread(self) -> None:
            keyboard = Keyboard()
            with SelectSelector() as selector:
                selector.register(self.fileno, EVENT_READ)
                while not self.exit_event.is_set():
                    data = b""
                    if selector.select(0.1):
                        with suppress(OSError):  # the terminal has gone, see ending.py
                            data = os.read(self.fileno, 4096)
                        if not data:
                            return
                    for message in keyboard.messages(data):
                        self.process_message(message)
                    while _waiting(self._app) > AHEAD and not self.exit_event.wait(0.01):
                        pass

    return SturdyDriver
