"""The history of a browser, and its data as a file: export, import, merging and refusals."""

from __future__ import annotations

import json
import re
from contextlib import suppress
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from browser_support import MATCH, PHONE, People, Person, played, save, saved
from playwright.sync_api import TimeoutError, expect
from web_support import Seat, versus

from duel_support import where
from numduel.web.page_files import PAGE

TOKEN = "t" * 43
OTHER = "match-0000000002"


def everything(person: Person) -> dict[str, Any]:
    """Return all that a browser has saved, without the number of the latest write."""
    data: dict[str, str] = person.page.evaluate("({ ...localStorage })")
    return {name: json.loads(text) for name, text in data.items() if name != "numduel.written"}


def expect_rows(person: Person, *lines: str) -> None:
    """Wait until the history has these lines, sorted, with WHEN for times of today.

    The page draws its list again while it loads games, and elements that have left the page have
    no lines: so the text is read part by part, all in one step, until it is right.
    """
    read = """
        (parts) => [...document.querySelectorAll(".round-line .grow")].map((row) =>
          [...row.querySelectorAll(parts)]
            .map((part) => part.textContent.replace(/(today|yesterday) \\d\\d:\\d\\d/, "WHEN"))
            .join(" | ")).sort()
    """
    parts = "b, .small, .round-about"
    with suppress(TimeoutError):
        person.page.wait_for_function(
            f"([parts, lines]) => JSON.stringify(({read})(parts)) === JSON.stringify(lines)",
            arg=[parts, sorted(lines)],
        )
    assert person.page.evaluate(read, parts) == sorted(lines)


# ---- the list


def test_finished_games_are_listed_and_lead_to_reviews(people: People) -> None:
    """Games on the screen, those that ended meanwhile, and those of older versions."""
    one, two = versus(people.served, "sum")
    ann = people.at(one)
    screen = people.served.create("quest", "here", seat=1, name="Ann", options={"stand": True})
    ann.take_seat(screen)
    screen.does("resign")
    expect(ann[".verdict-card"]).to_be_visible()
    old = people.served.create("maze", "casual", seat=1)
    old.does("resign")
    save(
        ann,
        seats={**saved(ann, "seats"), old.id: old.token},
        matches={**saved(ann, "matches"), old.id: {"at": 5, "over": True}},
        duels={"2026-01-01": {"id": old.id, "outcome": "lost"}},
    )
    record = people.served.create("maze", "here", seat=1, board="4 3 8/9 5 1/2 7 6")
    for move in ("0,0", "2,0", "0,1", "2,1", "1,1", "2,2"):
        record.does("move", move)
    ann.open("/record")
    text = record.client.get(f"/matches/{record.id}/record").text
    ann["textarea"].fill(text)  # a game to look at, which isn't one of Ann's
    ann.button("look").click()
    expect(ann["main"]).to_contain_text("Key moments")
    two.does("resign")  # Ann doesn't see the end, nor the next round, which she plays elsewhere
    two.does("rematch")
    one.does("accept")
    one.does("resign")
    ann.open("/history")
    expect(ann[".round-line"]).to_have_count(4)
    expect_rows(
        ann,
        "Bob wins | WHEN | Sum Battle with Bob | Round 2",
        "Casual wins | WHEN | Number Maze against Casual | Daily duel",
        "Player 2 wins | WHEN | Number Quest: Ann and Player 2 | Stand",
        "You win | WHEN | Sum Battle with Bob",
    )
    expect(ann[".totals"]).to_have_text(re.compile(r"Played\s*4\s*Won\s*1\s*Lost\s*2\s*Other\s*1"))
    ann["[name=history-game]"].select_option("sum")
    expect(ann[".round-line"]).to_have_count(2)
    ann["label:has([name=history-result][value=won])"].click()
    expect(ann[".round-line"]).to_have_count(1)
    expect(ann[".totals"]).to_contain_text("Played2")
    ann[".round-line"].click()
    expect(ann["main"]).to_contain_text("Key moments")
    assert ann.page.url.endswith(f"/m/{one.id}/review?round=1")
    ann.page.go_back()
    expect(ann[".round-line"]).to_have_count(1)
    expect(ann[".round-line"]).to_contain_text("Sum Battle with Bob")


def test_undone_resignation_leaves_the_history(people: People) -> None:
    seat = people.served.create("maze", "casual", seat=1)
    ann = people.at(seat)
    for _ in range(2):
        seat.does("resign")
        expect(ann[".verdict-card"]).to_be_visible()
        assert list(saved(ann, "history")) == [f"{seat.id}/1"]
        ann.button("takeback").click()
        expect(ann[".verdict-card"]).to_have_count(0)
        assert saved(ann, "history") == {}
    ann.open("/history")
    expect(ann["main"]).to_contain_text("No finished games yet")
    expect(ann["summary"]).to_contain_text("1 game in progress")
    ann["summary"].click()
    ann[".other"].click()
    assert ann.id == seat.id


def test_hundreds_of_games_come_in_pages(people: People) -> None:
    ann = people.new(viewport=PHONE).open("/history")
    ids = [f"match-{number:010}" for number in range(60)]
    save(ann, history={f"{id}/1": played(id, at=10**12 + n) for n, id in enumerate(ids)})
    ann.open("/history")
    expect(ann[".pages"]).to_contain_text("Page 1 of 3")
    ann.button("older").click()
    expect(ann[".pages"]).to_contain_text("Page 2 of 3")
    assert ann.page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
    line = ann[".round-line"].first
    expect(line).to_have_attribute("href", f"/m/{ids[34]}/review?round=1")
    ann.expected_errors = re.compile("404")
    line.click()
    expect(ann["h1"]).to_have_text("This game was deleted")
    expect(ann["main"]).to_contain_text("You win. Number Maze against Casual, 9 September 2001.")
    ann.page.go_back()
    expect(ann[".pages"]).to_contain_text("Page 2 of 3")
    assert ann.page.evaluate(
        """async (hours) => {
            const { formatWhen } = await import("/page/js/ui/when.js");
            const now = new Date(2026, 10, 17, 14, 5).getTime();
            return hours.map((ago) => formatWhen(now - ago * 3_600_000, now));
        }""",
        [0, 14, 15, 48, 24 * 6, 24 * 7, 24 * 365],
    ) == [
        *("today 14:05", "today 00:05", "yesterday 23:05", "Sunday 14:05", "Wednesday 14:05"),
        *("10 November 14:05", "17 November 2025"),
    ]


# ---- export and import


def export(person: Person, folder: Path) -> Path:
    """Export the data of a browser to a file."""
    with person.page.expect_download() as download:
        person.button("export").click()
    assert download.value.suggested_filename == f"numduel-backup-{date.today()}.json"
    path = folder / download.value.suggested_filename
    download.value.save_as(path)
    return path


def import_file(person: Person, file: Path) -> str:
    """Import a file and return what the page says about it."""
    person["[name=backup]"].set_input_files(file)
    person.button("import-file").click()
    expect(person.button("done")).to_be_visible()
    result = " ".join(person[".your-data .notice p"].all_inner_texts())
    person.button("done").click()
    expect(person[".your-data .notice"]).to_have_count(0)
    return result


def test_second_browser_takes_over_by_a_file(people: People, tmp_path: Path) -> None:
    """It keeps its own data, continues the game, and imports the file twice with no effect."""
    one, two = versus(people.served, "sum")
    ann = people.at(one)
    over = people.served.create("maze", "casual", seat=1)
    ann.take_seat(over)
    over.does("resign")
    expect(ann[".verdict-card"]).to_be_visible()
    save(
        ann,
        puzzles={"2026-01-01": "first", "2026-01-02": "first"},
        settings={"theme": "dark", "name": "Ann", "sound": "on"},
        practice={"a" * 43: {"maze": {"easy": {"solved": 2, "tried": 3}}}},
    )
    ann.open("/history")
    file = export(ann, tmp_path)
    backup = json.loads(file.read_text())
    assert backup["format"] == "numduel-browser"
    assert backup["version"] == 1
    assert backup["data"]["seats"] == {one.id: one.token, over.id: over.token}

    phone = people.new(viewport=PHONE)
    own = people.served.create("run", "casual", seat=1)
    phone.take_seat(own)
    own.does("resign")
    expect(phone[".verdict-card"]).to_be_visible()
    save(phone, puzzles={"2026-01-02": "missed"}, settings={"name": "Annie", "sound": "off"})
    phone.open("/history")
    assert import_file(phone, file) == (
        "Imported. New in this browser: "
        "1 game in progress, 1 finished game, 1 daily puzzle and 3 practice puzzles."
    )
    expect_rows(
        phone,
        "Casual wins | WHEN | Number Maze against Casual",
        "Casual wins | WHEN | Number Run against Casual",
    )
    assert saved(phone, "puzzles") == {"2026-01-01": "first", "2026-01-02": "later"}
    settings = saved(phone, "settings")
    assert (settings["theme"], settings["name"], settings["sound"]) == ("dark", "Annie", "on")
    expect(phone["html"]).to_have_attribute("data-theme", "dark")

    before = everything(phone)
    assert import_file(phone, file) == "This browser already had everything in this file."
    assert everything(phone) == before
    backup["data"]["stored_matches"] = {MATCH: [[1, "{}"]]}  # of the edition without a server
    file.write_text(json.dumps(backup))
    assert import_file(phone, file) == (
        "This browser already had everything in this file. "
        "The file also holds 1 game that you played without a server. "
        "Open the file there to continue."
    )
    assert everything(phone) == before
    phone["summary"].click()
    phone[".other"].click()
    phone.move("7").click()
    expect(phone.words).to_contain_text("Bob to move")
    assert [ply["move"] for ply in two.look()["plies"]] == ["7"]
    assert Seat(people.served, own.token, own.id).look()["status"]["reason"] == "resigned"


def test_games_and_everything_are_deleted_after_a_question(people: People) -> None:
    """The server keeps the games."""
    one, _ = versus(people.served, "sum")
    ann = people.at(one)
    over = people.served.create("maze", "casual", seat=1)
    ann.take_seat(over)
    over.does("resign")
    expect(ann[".verdict-card"]).to_be_visible()
    save(ann, settings={"theme": "dark"}, puzzles={"2026-01-01": "first"})
    ann.open("/history")
    ann["summary"].click()
    ann["ul [data-do=delete-game]"].click()
    expect(ann["dialog"]).to_contain_text("you lose your seat in it")
    ann.page.keyboard.press("Escape")
    assert set(saved(ann, "seats")) == {one.id, over.id}
    ann["ul [data-do=delete-game]"].click()
    ann.button("confirm-delete").click()
    expect(ann["summary"]).to_have_count(0)
    assert set(saved(ann, "seats")) == set(saved(ann, "matches")) == {over.id}
    ann["ol [data-do=delete-game]"].click()
    ann.button("confirm-delete").click()
    expect(ann["main"]).to_contain_text("No finished games yet")
    assert (saved(ann, "seats"), saved(ann, "history")) == ({}, {})
    ann.button("delete-all").click()
    with ann.page.expect_download() as download:
        ann.button("export-first").click()
    assert json.loads(Path(download.value.path()).read_text())["data"]["puzzles"]
    ann.button("confirm-delete-all").click()
    expect(ann["dialog"]).to_have_count(0)
    expect(ann.announcement).to_contain_text("Everything was deleted.")
    assert set(everything(ann)) <= {"numduel.browser"}
    texts = {copy["key"]: copy["text"] for copy in ann.page.evaluate(COPIES)}
    assert {key for key, text in texts.items() if text is not None} <= {"numduel.browser"}
    expect(ann["html"]).not_to_have_attribute("data-theme", "dark")
    assert one.look()["id"] == one.id


def test_seats_are_deleted_only_if_the_server_says_that_the_match_is_gone(people: People) -> None:
    ann = people.new().open("/")
    ann.expected_errors = re.compile("status of 404")
    notes = {"at": 1, "over": False}
    save(ann, seats={MATCH: TOKEN}, matches={MATCH: notes})
    address = f"**/api/v1/matches/{MATCH}"
    ann.page.route(address, lambda route: route.fulfill(status=404, body="<h1>Not found</h1>"))
    with ann.page.expect_response(address):
        ann.open("/history")
    expect(ann["main"]).to_contain_text("No finished games yet")
    assert (saved(ann, "seats"), saved(ann, "matches")) == ({MATCH: TOKEN}, {MATCH: notes})
    ann.page.unroute(address)
    with ann.page.expect_response(address):
        ann.open("/history")
    ann.page.wait_for_function("localStorage.getItem('numduel.seats') === '{}'")


def test_a_full_history_does_not_look_for_the_games_it_has_dropped(people: People) -> None:
    ann = people.new().open("/")
    listed = {f"{number:016}/1": played(f"{number:016}") for number in range(1000)}
    save(ann, history=listed, seats={MATCH: TOKEN, OTHER: TOKEN})
    asked: list[str] = []
    ann.page.on("request", lambda request: asked.append(request.url))
    ann.open("/history")
    expect(ann["main"]).to_contain_text("Only your newest 1,000 games are kept.")
    ann.page.wait_for_load_state("networkidle")
    assert not [url for url in asked if "/matches/" in url]
    assert saved(ann, "seats") == {MATCH: TOKEN, OTHER: TOKEN}


def test_odd_values_of_this_browser_are_left_out_of_the_file(
    people: People, tmp_path: Path
) -> None:
    ann = people.new().open("/")
    save(
        ann,
        settings={"name": "A\u202eb", "theme": "dark", "sound": 5},
        setup={"game": "maze", "seat": None},
        seats={MATCH: TOKEN, "odd": TOKEN, OTHER: 7},
        matches={MATCH: {"at": 1, "over": False, "invite": "<b>"}, OTHER: {"at": "now"}},
    )
    ann.page.get_by_role("button", name="Settings").click()
    data = json.loads(export(ann, tmp_path).read_text())["data"]
    assert data["settings"] == {"theme": "dark"}
    assert data["setup"] == {"game": "maze"}
    assert data["seats"] == {MATCH: TOKEN}
    assert data["matches"] == {MATCH: {"at": 1, "over": False}}


def test_bad_files_are_refused_and_change_nothing(people: People, tmp_path: Path) -> None:
    ann = people.new().open("/")
    save(ann, history={f"{MATCH}/1": played()}, seats={MATCH: TOKEN})
    ann.page.get_by_role("button", name="Settings").click()
    before = everything(ann)
    data: dict[str, Any] = {"history": {f"{MATCH}/1": played()}, "seats": {OTHER: TOKEN}}
    good = {"format": "numduel-browser", "version": 1, "exported": "now", "from": "x", "data": data}

    def damaged(**parts: Any) -> str:
        return json.dumps({**good, "data": {**data, **parts}})

    files = {
        "larger than 30 MB": f'"{"x" * 30_000_001}"',
        "newer version of numduel": json.dumps({**good, "version": 2}),
        "isn't an export of numduel": [
            "",
            "null",
            "[]",
            json.dumps(good)[:-1],
            json.dumps({**good, "format": "other"}),
            json.dumps({**good, "version": "1"}),
            f'{{"format": "numduel-browser", "version": 1, "data": {"[" * 20}{"]" * 20}}}',
            "[" * 4_000_000,
            '"' + '\\"' * 2_000_000,  # must be read once, not once for each sign
        ],
        "is damaged": [
            json.dumps({**good, "data": []}),
            json.dumps({**good, "from": 5}),
            damaged(seats={OTHER: "short"}),
            damaged(seats={"../../etc/passwd0": TOKEN}),
            damaged(seats=[TOKEN]),
            damaged(matches={OTHER: {"at": "now"}}),
            damaged(matches={OTHER: {"at": 1e300}}),
            damaged(matches={OTHER: {"at": 1, "invite": "<script>alert(1)</script>"}}),
            damaged(history={f"{OTHER}/1": played()}),
            damaged(history={f"{MATCH}/1": played(result="champion")}),
            damaged(history={f"{MATCH}/1": played(verdict="You win" * 1000)}),
            damaged(history={f"{MATCH}/1": played(verdict="You \u202eniw")}),
            damaged(history={f"{MATCH}/1": played(round=1.5)}),
            damaged(puzzles={"2026-13-01": "first"}),
            damaged(duels={"2026-01-01": {"id": MATCH, "outcome": {}}}),
            damaged(practice={TOKEN: {"maze": {"easy": {"solved": -1, "tried": 1}}}}),
            damaged(lessons={"maze": None}),
            damaged(settings={"name": "x" * 21}),
            damaged(settings={"theme": "<b>"}),
            damaged(setup={"game": ["maze"]}),
            damaged(stored_matches=[]),
            damaged(stored_matches={"short": []}),
            damaged(stored_matches={MATCH: [[1, {}]]}),
            damaged(stored_matches={MATCH: [["now", "{}"]]}),
            damaged(stored_matches={MATCH: [[1, "{}", "more"]]}),
        ],
    }
    path = tmp_path / "file.json"
    for sentence, contents in files.items():
        for content in [contents] if isinstance(contents, str) else contents:
            with where(sentence, content[:300]):
                path.write_text(content)
                ann["dialog [name=backup]"].set_input_files(path)
                alert = ann["dialog [role=alert]"]
                expect(alert).to_contain_text(sentence)
                expect(alert).to_contain_text("Nothing was changed.")
                assert everything(ann) == before
                alert.evaluate("alert => alert.remove()")


def test_special_keys_are_ignored_and_text_stays_text(people: People, tmp_path: Path) -> None:
    ann = people.new().open("/history")
    title = "<img src=x onerror=alert(1)>"
    entry = json.dumps(played(title=title))
    special = '"__proto__": {"over": true}, "constructor": 1'
    file = tmp_path / "file.json"
    file.write_text(
        f"""{{"format": "numduel-browser", "version": 1, "exported": "2026-01-01T00:00:00Z",
        "from": "http://other.example", "__proto__": {{"polluted": 1}}, "later": [], "data":
        {{ {special}, "history": {{ {special}, "{MATCH}/1": {entry[:-1]}, {special}}} }},
        "lessons": {{ {special}, "maze": 3 }}, "settings": {{ {special} }}, "later": 5 }} }}"""
    )
    ann["[name=backup]"].set_input_files(file)
    expect(ann[".your-data .notice"]).to_contain_text("It comes from http://other.example.")
    ann.button("cancel-import").click()
    assert saved(ann, "history") is None
    import_file(ann, file)
    expect(ann[".round-line"]).to_contain_text(title)
    assert saved(ann, "history") == {f"{MATCH}/1": played(title=title)}
    assert saved(ann, "lessons") == {"maze": 3}
    assert ann.page.evaluate("[({}).polluted, ({}).over]") == [None, None]


MERGED: dict[str, list[tuple[Any, Any, Any]]] = {
    "seats": [({MATCH: "own"}, {MATCH: "file", OTHER: "b"}, {OTHER: "b", MATCH: "own"})],
    "matches": [
        (
            {MATCH: {"at": 2}},
            {MATCH: {"at": 1, "over": True, "invite": "i"}},
            {MATCH: {"at": 2, "over": True, "invite": "i"}},
        ),
        (
            {MATCH: {"at": 2, "invite": "i"}},
            {MATCH: {"at": 3, "over": True}},
            {MATCH: {"at": 3, "invite": "i", "over": True}},
        ),
    ],
    "puzzles": [
        ({"d": own}, {"d": file}, {"d": merged})
        for own, file, merged in (
            ("first", "missed", "first"),
            ("first", "later", "first"),
            ("later", "first", "later"),
            ("later", "missed", "later"),
            ("missed", "first", "later"),
            ("missed", "later", "later"),
            ("missed", "missed", "missed"),
        )
    ],
    "duels": [
        ({"d": {"id": "a"}}, {"d": {"id": "b"}}, {"d": {"id": "a"}}),
        (
            {"d": {"id": "a"}},
            {"d": {"id": "b", "outcome": "lost"}},
            {"d": {"id": "b", "outcome": "lost"}},
        ),
        (
            {"d": {"id": "a", "outcome": "won", "isLate": True}},
            {"d": {"id": "b", "outcome": "lost"}},
            {"d": {"id": "b", "outcome": "lost"}},
        ),
        (
            {"d": {"id": "a", "outcome": "won"}},
            {"d": {"id": "b", "outcome": "lost"}},
            {"d": {"id": "a", "outcome": "won"}},
        ),
        (
            {"d": {"id": "late", "outcome": "won"}},
            {"d": {"id": "early", "outcome": "lost"}},
            {"d": {"id": "early", "outcome": "lost"}},
        ),
    ],
    "lessons": [
        (
            {"maze": 2, "sum": 5},
            {"maze": 4, "maze-strategy": 3},
            {"maze": 4, "maze-strategy": 3, "sum": 5},
        )
    ],
    "practice": [
        (
            {"here": {"maze": {"easy": {"solved": 1, "tried": 5}}}},
            {
                "here": {"maze": {"easy": {"solved": 1, "tried": 3}}},
                "there": {"maze": {"easy": {"solved": 2, "tried": 2}}},
            },
            {
                "here": {"maze": {"easy": {"solved": 1, "tried": 5}}},
                "there": {"maze": {"easy": {"solved": 2, "tried": 2}}},
            },
        )
    ],
    "exam": [
        (
            {"1": {"maze-01": "0,2"}},
            {"1": {"maze-01": "2,2", "maze-02": "1,1"}, "2": {"sum-01": "5"}},
            {"1": {"maze-01": "0,2", "maze-02": "1,1"}, "2": {"sum-01": "5"}},
        )
    ],
    "settings": [
        (
            {"theme": "light", "sound": "off"},
            {"theme": "dark", "sound": "on", "name": "Ann"},
            {"theme": "light", "sound": "on", "name": "Ann"},
        )
    ],
    "setup": [({"game": "maze"}, {"game": "sum", "seat": "2"}, {"game": "maze", "seat": "2"})],
}
"""For each part, what is here and in a file, and the result."""


def test_each_part_is_merged_by_its_rule_and_again_without_effect(people: People) -> None:
    ann = people.new().open("/page/js/browser/backup.js")
    history = {"early/1": played("early", at=1), "late/1": played("late", at=2)}
    results = ann.page.evaluate(
        """async ([parts, history]) => {
            const { PARTS } = await import("/page/js/browser/backup.js");
            const merged = (name, own, file) => PARTS[name].merge(own, file, { history });
            return parts.map(([name, own, file]) => {
                const once = merged(name, own, file);
                return [once, merged(name, once, file)];
            });
        }""",
        [[[name, *case[:2]] for name, cases in MERGED.items() for case in cases], history],
    )
    cases = [(name, case) for name, found in MERGED.items() for case in found]
    for (name, (own, file, expected)), (once, twice) in zip(cases, results, strict=True):
        with where(name, own, file):
            assert once == expected
            assert twice == once


def test_every_stored_value_is_exported_or_declared_as_local() -> None:
    backup = (PAGE / "js" / "browser" / "backup.js").read_text()
    (table,) = re.findall(r"export const PARTS = \{\n(.+?)^\};", backup, re.DOTALL | re.MULTILINE)
    (local,) = re.findall(r"export const LOCAL_NAMES = \[(.+?)\]", backup)
    declared = {
        *re.findall(r'^  "?([\w-]+)"?: \{', table, re.MULTILINE),
        *re.findall(r"[\w-]+", local),
    }
    used = {
        name
        for path in (PAGE / "js").rglob("*.js")
        for name in re.findall(r'\b(?:read|write|saveDay)\("([\w-]+)"', path.read_text())
    }
    assert used == declared
    documented = (PAGE.parents[3] / "docs" / "web.md").read_text()
    assert not [name for name in declared if f"| `{name}` |" not in documented]


# ---- browsers that crash

COPIES = """() => new Promise((resolve, reject) => {
  const opening = indexedDB.open("numduel-values");
  opening.onerror = () => reject(opening.error);
  opening.onsuccess = () => {
    const reading = opening.result.transaction("values").objectStore("values").getAll();
    reading.onsuccess = () => {
      opening.result.close();
      resolve(reading.result);
    };
  };
})"""
"""Script that returns the copies of all values."""

SLOW_DATABASE = """
const open = indexedDB.open.bind(indexedDB);
indexedDB.open = (...how) => {
  const request = {};
  setTimeout(() => {
    const real = open(...how);
    const pass = (event) => { request.result = real.result; request[`on${event.type}`]?.(event); };
    real.onsuccess = real.onupgradeneeded = pass;
  }, 2000);
  return request;
};
"""


def crash(person: Person, before: dict[str, str]) -> None:
    """Bring back what localStorage had before."""
    script = "before => { localStorage.clear(); Object.assign(localStorage, before); }"
    person.open("/page/icon.svg").page.evaluate(script, before)


def test_values_that_a_crash_has_lost_are_restored(people: People) -> None:
    """Browsers write localStorage to disk some seconds later."""
    ann = people.new().open("/")
    before = ann.page.evaluate("({ ...localStorage })")
    ann.open("/play/sum?opponent=here")
    ann.button("create").click()
    expect(ann.move("7")).to_be_enabled()
    match = ann.id
    crash(ann, before)
    ann.open(f"/m/{match}").move("7").click()
    expect(ann.grid).to_have_attribute("data-seq", "2")
    setup = {"game": "maze", "opponent": "here", "level": "casual", "seat": "1"}
    assert saved(ann, "setup")["game"] == "sum"
    save(ann, setup=setup)
    ann.page.reload()
    expect(ann.grid).to_have_attribute("data-seq", "2")
    assert saved(ann, "setup") == setup, "the copy is not newer"


def test_restored_settings_are_applied(people: People) -> None:
    ann = people.new().open("/")
    before = ann.page.evaluate("({ ...localStorage })")
    ann["[aria-label=Settings]:visible"].click()
    ann["label:has(input[name=theme][value=dark])"].click()
    expect(ann["html"]).to_have_attribute("data-theme", "dark")
    assert len(ann.page.evaluate(COPIES)) > 0
    crash(ann, before)
    expect(ann.open("/")["html"]).to_have_attribute("data-theme", "dark")


def test_late_restore_changes_nothing_and_holds_up_nothing(people: People) -> None:
    ann = people.new().open("/")
    before = ann.page.evaluate("({ ...localStorage })")
    ann["[aria-label=Settings]:visible"].click()
    ann["label:has(input[name=theme][value=dark])"].click()
    expect(ann["html"]).to_have_attribute("data-theme", "dark")
    crash(ann, before)
    tab, ann.page = ann.page, ann.context.new_page()
    tab.close()
    ann.page.add_init_script(SLOW_DATABASE)
    ann.open("/play/sum?opponent=here")
    ann.button("create").click()
    ann.move("7").click()
    expect(ann.grid).to_have_attribute("data-seq", "2")
    ann.page.wait_for_timeout(2_500)  # until the database has answered
    assert (saved(ann, "settings") or {}).get("theme") != "dark"
    assert set(saved(ann, "seats")) == {ann.id}


@pytest.mark.long
def test_database_that_never_answers_holds_up_nothing(people: People) -> None:
    ann = people.new()
    ann.page.add_init_script("indexedDB.open = () => ({});")
    ann.open("/play/sum?opponent=here")
    ann.button("create").click()
    ann.move("7").click()
    expect(ann.grid).to_have_attribute("data-seq", "2")
    ann.page.close()
    ann.page = ann.context.new_page()


# ---- browsers that save nothing

FULL = """Storage.prototype.setItem = () => {
    throw new DOMException("no space", "QuotaExceededError");
};"""
BLOCKED = """Object.defineProperty(window, "localStorage", {
    get() { throw new DOMException("denied", "SecurityError"); },
});"""


@pytest.mark.long
def test_full_or_blocked_storage_is_reported_once_and_play_goes_on(people: People) -> None:
    for script, reason in ((FULL, "has no space left"), (BLOCKED, "doesn't let the page save")):
        ann = people.new()
        ann.page.add_init_script(script)
        ann.open("/play/sum?opponent=here")
        ann.button("create").click()
        expect(ann[".unsaved-note"]).to_contain_text(reason)
        ann.move("7").click()
        expect(ann.grid).to_have_attribute("data-seq", "2")
        ann.button("unsaved-ok").click()
        ann.move("9").click()
        expect(ann.grid).to_have_attribute("data-seq", "3")
        expect(ann[".unsaved-note"]).to_have_count(0)
        ann.page.close()
        ann.page = ann.context.new_page()
