"""Every use of Textual's private names, each with its reason. No other file uses them."""

from __future__ import annotations

import os
import re
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


def bindings_of(node: DOMNode) -> Mapping[str, list[Binding]]:
    """Return the bindings of one widget or screen, by key.

    `Screen.active_bindings` is public, but it mixes the keys of the focused widget, the screen and
    the app, and omits disabled ones. A page runs bindings itself, in the order the keys were typed.
    """
    return node._bindings.key_to_bindings


def add_key(node: DOMNode, key: str, action: str, description: str) -> None:
    """Add a key that the key bar doesn't show.

    `BINDINGS` belongs to the class, and only an app has a public `bind`.
    """
    node._bindings.bind(key, action, description, show=False)


async def run_app_binding(app: App[Any], key: str) -> bool:
    """Run the app-wide action of a key, before any screen sees it; return False if it has none.

    `App.on_event` would pass the key to the focused widget instead: see `Page`.
    """
    return await app._check_bindings(key, priority=True)


def is_closing(node: DOMNode) -> bool:
    """Return whether a widget is being removed, alone or with the whole app.

    Nothing can be mounted on it then, and `Widget.mount` fails silently. A screen that opens while
    the app is closing has no children, but receives `Mount` anyway.
    """
    return not node.is_attached or node._closing or node._pruning


def ignore_mouse_on_removed(screen: Screen[Any]) -> None:
    """Drop mouse events on widgets that were removed since the last layout.

    Textual still finds such a widget under the mouse, and crashes on a click because the widget has
    no parent.
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


# ---- crashes

MISSING_WIDGET_ERRORS = (MountError, NoMatches, NoScreen)
"""Errors that Textual raises if a widget is missing."""


def ignore_errors_while_closing(app: App[Any]) -> None:
    """Ignore errors about missing widgets while the app is closing.

    Textual mounts nothing by then, but widgets still receive events until they are closed.
    """
    handle = app._handle_exception

    def handle_others(error: Exception) -> None:
        if not (app._exit and isinstance(error, MISSING_WIDGET_ERRORS)):
            handle(error)

    app._handle_exception = handle_others  # type: ignore[method-assign]


def suppress_error_output(app: App[Any]) -> None:
    """Stop Textual from printing a crash; `crash_of` returns it instead.

    Textual's report includes local variables, and so unescaped text from others.
    """
    app._fatal_error = app._close_messages_no_wait  # type: ignore[method-assign]


def crash_of(app: App[Any]) -> Exception | None:
    """Return the exception that ended the app, or None."""
    return app._exception


# ---- the terminal

PASTE_TIMEOUT_S = 5.0
"""Seconds of silence that end a paste if the terminal doesn't report its end."""

QUIT_KEY = re.compile("\x11|\x1b\\[113;5u")
"""Ctrl+Q as terminals send it. It ends a paste, because no text contains it."""

MAX_PASTE_CHARS = 10_000
"""Maximum length of a pasted text; the rest is dropped."""

MAX_SCREEN_CELLS = 10**6
"""Maximum plausible screen size, in cells; larger ones are ignored."""

MAX_QUEUED_MESSAGES = 1000
"""Number of queued messages at which reading from the terminal pauses."""


class InputParser:
    """Textual's input parser, made robust against any bytes.

    The original stops for good at the first bytes it can't read, and treats everything after the
    start of a paste as pasted until the end marker comes.
    """

    def __init__(self) -> None:
        self._decode = getincrementaldecoder("utf-8")("replace").decode
        self._parser = XTermParser()
        self._tail = ""
        self._is_pasting = False
        self._heard = time.monotonic()

    def messages(self, data: bytes) -> Iterator[Message]:
        """Yield the messages for these bytes; without bytes, those that timed out."""
        text = QUIT_KEY.sub(rf"{BRACKETED_PASTE_END}\g<0>", self._decode(data))
        if text:
            self._heard = time.monotonic()
        elif self._is_pasting and time.monotonic() > self._heard + PASTE_TIMEOUT_S:
            text = BRACKETED_PASTE_END
        around = self._tail + text
        self._tail = around[-len(BRACKETED_PASTE_END) :]
        start, end = around.rfind(BRACKETED_PASTE_START), around.rfind(BRACKETED_PASTE_END)
        if start != end:
            self._is_pasting = start > end
        for character in text:
            yield from self._feed(character)
        yield from self._feed("")

    def _feed(self, character: str) -> list[Message]:
        """Return the messages completed by this character, or by time if it is empty."""
        try:
            found = self._parser.feed(character) if character else self._parser.tick()
            return [message for message in map(_limit_message, found) if message is not None]
        except Exception:  # input the parser can't read: start with a fresh one
            self._parser = XTermParser()
            return []


def _limit_message(message: Message) -> Message | None:
    """Return the message with its content limited, or None if it makes no sense."""
    if isinstance(message, events.Paste):
        return events.Paste(message.text[:MAX_PASTE_CHARS])
    if isinstance(message, events.Resize):
        return message if 0 < message.size.area < MAX_SCREEN_CELLS else None
    return message


def _count_queued(app: App[Any]) -> int:
    """Return the number of messages queued for the app and its screens."""
    return sum(node._message_queue.qsize() for node in (app, *app.screen_stack))


def tolerant_driver() -> type[Driver] | None:
    """Return a driver that survives any input, or None for the default one on Windows.

    Textual's own decodes strictly, and stops at the first byte that isn't UTF-8.
    """
    if sys.platform == "win32":
        return None
    from textual.drivers.linux_driver import LinuxDriver

    class TolerantDriver(LinuxDriver):
        def run_input_thread(self) -> None:
            keyboard = InputParser()
            with SelectSelector() as selector:
                selector.register(self.fileno, EVENT_READ)
                while not self.exit_event.is_set():
                    data = b""
                    if selector.select(0.1):
                        with suppress(OSError):  # the terminal was closed, see shutdown.py
                            data = os.read(self.fileno, 4096)
                        if not data:
                            return
                    for message in keyboard.messages(data):
                        self.process_message(message)
                    while _count_queued(
                        self._app
                    ) > MAX_QUEUED_MESSAGES and not self.exit_event.wait(0.01):
                        pass

    return TolerantDriver
