"""Firefox, driven by its own protocol (Marionette)."""

from __future__ import annotations

import json
import socket
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from web_support import TIMEOUT_S, until

from duel_support import needs

__all__ = ["Firefox", "firefox"]

PROGRAM = "firefox-esr"

PREFERENCES = """
user_pref("app.update.disabledForTesting", true);
user_pref("browser.shell.checkDefaultBrowser", false);
user_pref("datareporting.policy.dataSubmissionEnabled", false);
user_pref("network.captive-portal-service.enabled", false);
user_pref("network.connectivity-service.enabled", false);
user_pref("remote.prefs.recommended", true);
"""


class Firefox:
    """A tab of Firefox. Scripts run in it as functions, also asynchronous ones."""

    def __init__(self, port: int) -> None:
        self._socket = socket.create_connection(("127.0.0.1", port), TIMEOUT_S * 2)
        self._received = b""
        self._last_id = 0
        self._read()  # its name and version
        self.send("WebDriver:NewSession")
        limit = int(TIMEOUT_S * 1000)
        self.send("WebDriver:SetTimeouts", script=limit, pageLoad=limit)

    def close(self) -> None:
        self._socket.close()

    def _read(self) -> Any:
        """Return the next message: its length, a colon, and JSON."""
        while b":" not in self._received:
            self._received += self._receive()
        length, _, self._received = self._received.partition(b":")
        while len(self._received) < int(length):
            self._received += self._receive()
        text = self._received[: int(length)]
        self._received = self._received[int(length) :]
        return json.loads(text)

    def _receive(self) -> bytes:
        found = self._socket.recv(2**16)
        assert found, "Firefox has ended"
        return found

    def send(self, command: str, **arguments: Any) -> Any:
        """Send a command and return its result."""
        self._last_id += 1
        message = json.dumps([0, self._last_id, command, arguments]).encode()
        self._socket.sendall(b"%d:%s" % (len(message), message))
        _, _, error, result = self._read()
        assert error is None, f"{command}: {error['error']}: {error['message']}"
        return result

    def open(self, url: str) -> None:
        """Load an address as a new document, even if only its fragment differs."""
        self.send("WebDriver:Navigate", url="about:blank")
        self.send("WebDriver:Navigate", url=url)

    def run(self, function: str, *arguments: Any) -> Any:
        """Call a function of JavaScript in the page and return its result."""
        script = f"return ({function})(...arguments);"
        return self.send("WebDriver:ExecuteScript", script=script, args=list(arguments))["value"]

    def count(self, selector: str) -> int:
        """Return how many elements are in the page."""
        found: int = self.run("(s) => document.querySelectorAll(s).length", selector)
        return found

    def wait_for(self, selector: str) -> None:
        until(lambda: self.count(selector) > 0, selector)

    def text(self, selector: str) -> str:
        """Return the text of the first element."""
        found: str = self.run("(s) => document.querySelector(s)?.innerText ?? ''", selector)
        return found

    def click(self, selector: str) -> None:
        """Click the first element as a person would: it must be visible and uncovered."""
        self.wait_for(selector)
        found = self.send("WebDriver:FindElement", using="css selector", value=selector)["value"]
        (reference,) = found.values()
        self.send("WebDriver:ElementClick", id=reference)


@contextmanager
def firefox(folder: Path) -> Iterator[Firefox]:
    """Start Firefox with a new profile in a folder; skip the test if it is missing."""
    needs(PROGRAM)
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    profile = folder / "profile"
    profile.mkdir()
    (profile / "user.js").write_text(f'{PREFERENCES}user_pref("marionette.port", {port});\n')
    command = [PROGRAM, "--headless", "--marionette", "--no-remote", "--profile", str(profile)]
    with (folder / "firefox.log").open("wb") as log:
        process = subprocess.Popen(command, stdout=log, stderr=log)
    try:
        found = until(lambda: _connect(port), "Firefox's start")
        yield found
        with suppress(AssertionError, OSError):
            found.send("Marionette:Quit")
        found.close()
    finally:
        process.terminate()
        process.wait(TIMEOUT_S)


def _connect(port: int) -> Firefox | None:
    try:
        return Firefox(port)
    except ConnectionRefusedError:
        return None
