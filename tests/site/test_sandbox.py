"""The sandbox under attack: game files and examples that try to reach network, page and machine."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Error, Page, expect
from sandbox_attacks import (
    CHANNEL,
    FIND_CONVERSION,
    FIND_SEND,
    JAVASCRIPT,
    OPEN_FRAME,
    Trap,
    put_address,
    reaching_script,
)
from static_site import StaticSite

from numduel.workshop.template import write_template

pytestmark = [pytest.mark.slow, pytest.mark.long]

GAME = write_template("my_game")
RESULT_MS = 150_000

PAGES = ("editor/", "records/")
"""The editor, and a page of the documentation with examples."""


@pytest.fixture
def browser(whole_browser: Browser) -> Browser:
    """A frame without an origin needs its own process."""
    return whole_browser


@pytest.fixture
def trap() -> Iterator[Trap]:
    made = Trap()
    yield made
    made.stop()


@contextmanager
def open_page(browser: Browser, site: StaticSite, path: str) -> Iterator[Page]:
    context = browser.new_context(service_workers="block")
    page = context.new_page()
    page.goto(site.url.removesuffix("play/") + path)
    expect(page.locator("html[data-ready], .example").first).to_be_attached()
    yield page
    context.close()


@pytest.fixture
def page(browser: Browser, site: StaticSite) -> Iterator[Page]:
    """Yield the editor."""
    with open_page(browser, site, "editor/") as opened:
        yield opened


@pytest.fixture
def reader(browser: Browser, site: StaticSite) -> Iterator[Page]:
    """Yield a page with examples; it must have no errors."""
    errors: list[str] = []
    with open_page(browser, site, "records/") as opened:
        opened.on("pageerror", lambda error: errors.append(str(error)))
        yield opened
    assert errors == []


def address_of_sandbox(site: StaticSite) -> str:
    return site.url.replace("/play/", "/sandbox/document.html")


def type_file(page: Page, text: str) -> None:
    """Put a file into the editor, as its draft."""
    page.evaluate(
        "text => localStorage.setItem('numduel.editor_draft', JSON.stringify(text))", text
    )
    page.goto(page.url.partition("#")[0])
    expect(page.locator("html[data-ready]")).to_have_count(1)


def run(page: Page, panel: str = "check") -> str:
    """Run the code of a page; return what the page shows when the sandbox is done."""
    if "/editor/" not in page.url:
        return run_example(page)
    page.click(f"#tab-{panel}")
    expect(page.locator(".progress")).to_have_count(0, timeout=RESULT_MS)
    return page.inner_text(f"#panel-{panel}")


def run_example(page: Page, text: str = "") -> str:
    """Run the first example of a page, or another text in its place; return what is shown."""
    place = page.locator(".example").first
    if text:
        if place.get_by_role("button", name="Edit").is_visible():
            place.get_by_role("button", name="Edit").click()
        place.get_by_role("textbox").fill(text)
    place.get_by_role("button", name="Run").click()
    expect(place.get_by_role("button", name="Stop")).to_be_hidden(timeout=RESULT_MS)
    return place.inner_text()


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
    trap.check_untouched(page.context)
    check_still_usable(page)


@pytest.mark.parametrize("path", PAGES)
def test_javascript_in_the_sandbox_reaches_nothing(
    browser: Browser, site: StaticSite, trap: Trap, path: str
) -> None:
    with open_page(browser, site, path) as page:
        page.evaluate(CHANNEL)
        script = reaching_script(trap)
        page.route("**/sandbox/python.js*", lambda route: route.fulfill(body=script))
        assert "was stopped: reached nothing" in run(page)
    assert trap.requested == []


@pytest.mark.parametrize("path", PAGES)
def test_document_of_the_sandbox_reaches_no_server(
    browser: Browser, site: StaticSite, trap: Trap, path: str
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
    with open_page(browser, site, path) as page:
        address = page.url
        for attack in attacks:
            page.evaluate("document.querySelector('iframe')?.remove()")
            page.evaluate(OPEN_FRAME, address_of_sandbox(site))
            frame = next(one for one in page.frames if one.parent_frame == page.main_frame)
            with suppress(Error):  # it was refused
                frame.evaluate(f"() => {{ {put_address(attack, trap)} }}")
            page.wait_for_timeout(100)
        assert page.url == address
        assert page.context.pages == [page]
        trap.check_untouched(page.context)


HOSTILE = Path(__file__).with_name("hostile_worker.js").read_text(encoding="utf-8")
NAMES = re.findall(r'^  "([a-z ]+)":', HOSTILE, re.MULTILINE)


def put_hostile_worker(page: Page, name: str) -> None:
    """Let a sandbox that starts from now on do an attack when it is asked a question."""
    script = HOSTILE.replace("NAME", json.dumps(name))
    page.unroute_all()
    page.route("**/sandbox/python.js*", lambda route: route.fulfill(body=script))


@pytest.mark.parametrize("name", [name for name in NAMES if "statement" not in name])
def test_messages_of_a_hostile_sandbox_are_refused(page: Page, name: str) -> None:
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    put_hostile_worker(page, name)
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
        """address => new Promise((resolve) => {
          const frame = document.createElement("iframe");
          frame.src = address;
          frame.onload = () => setTimeout(() => resolve("silent"), 500);
          addEventListener("message", () => resolve("loaded"));
          document.body.append(frame);
        })""",
        address_of_sandbox(site),
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
        (f"{FIND_SEND}\nsend('{{}}')\nwhile True: pass", "did not return within 10 s"),
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


# ---- examples

REFUSED = {
    "import js": "ModuleNotFoundError",
    "import _pyodide_core": "ModuleNotFoundError",
    f"{FIND_SEND}\nsend.constructor": "AttributeError",
    FIND_CONVERSION: "no conversion",
    "import threading\nthreading.Thread(target=print).start()": "can't start new thread",
    "def f(): f()\nf()": "RecursionError",
    "open('/x', 'wb').write(bytes(50_000_000))": "OSError",
    "import os\nfor n in range(99): os.symlink('x' * 1_000_000, str(n))": "OSError",
    "x = bytearray(2_000_000_000)": "MemoryError",
    "x = []\nwhile True: x.append(bytearray(10_000_000))": "MemoryError",
    "x = []\nwhile True: x.append([0] * 100_000)": "MemoryError",
}
"""Attacks on objects of JavaScript, files and memory, and the errors that refuse them."""

ENDINGS = {
    "import os; os._exit(0)": "was stopped: ",
    "import sys; sys.setrecursionlimit(10**9)\ndef f(): f()\n\nf()": "was stopped: ",
    f'{FIND_SEND}\nwhile True: send(\'{{"progress": 0, "statements": []}}\')': "too many messages",
    f"{FIND_SEND}\nsend('{{\"answer\": null}}')\nwhile True: pass": "Stopped after 20 s",
    "import signal; signal.signal(2, signal.SIG_IGN)\nwhile True: pass": "Stopped after 20 s",
}
"""Attacks that end the sandbox, and what the page says."""


def test_example_reaches_no_network_and_no_storage(reader: Page, trap: Trap) -> None:
    """The page's own code runs after it, in the same session and in a new one."""
    shown = run_example(reader, JAVASCRIPT.replace("{port}", str(trap.port)) + "\n'end'")
    assert "'end'" in shown
    trap.check_untouched(reader.context)
    assert reader.evaluate("async () => (await indexedDB.databases()).length") == 0
    assert "Done." in run_example(reader, "1 + 1")


def test_example_is_refused_memory_files_and_objects(reader: Page) -> None:
    attacks = "\n".join(f"exec({attack!r}, {{}})" for attack in REFUSED)
    assert "Ended with an error." in run_example(reader, attacks)
    errors = reader.locator(".example-error")
    for index, expected in enumerate(REFUSED.values()):
        expect(errors.nth(index)).to_contain_text(expected)


def test_sandbox_of_an_example_ends_and_the_next_run_works(reader: Page) -> None:
    for attack, expected in ENDINGS.items():
        assert expected in run_example(reader, f"{attack}\n")
        assert reader.locator("iframe").count() == 0
    assert "Done." in run_example(reader, "1 + 1")


def test_messages_of_a_hostile_example_are_refused(browser: Browser, site: StaticSite) -> None:
    """The editor's tests have the other attacks on the parts that both share."""
    for name in NAMES:
        if name in ("flood", "null") or "statement" in name:
            with open_page(browser, site, "records/") as page:
                put_hostile_worker(page, name)
                shown = run_example(page)
                assert re.search("something unexpected|was stopped: |too much output", shown), name
                assert page.locator("iframe").count() == 0
