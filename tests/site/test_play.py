"""Everything that people play and study in the browser edition, from static files under a prefix.

One document serves most tests, so that Python starts once.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, expect
from site_visitor import CHOICES, GRID, LEGAL, VERDICT, Visitor
from static_site import StaticSite, serve_folder
from web_support import Served

import numduel
from duel_support import where
from numduel.budget import Budget
from numduel.daily.puzzle import daily_puzzle
from numduel.learning.lessons import lesson
from numduel.web.engine_tasks import solve_puzzle

pytestmark = [pytest.mark.long, pytest.mark.browser]

VARIANTS: dict[str, dict[str, str]] = {
    "maze": {"size": "4", "extra": "2", "diagonal": "3"},
    "sum": {"target": "30", "highest": "5"},
    "run": {"size": "4", "highest": "3"},
    "quest": {"size": "4", "stand": "true"},
    "race": {"size": "3", "highest": "3"},
}
"""A variant of each game."""

SOLVED_DAY = "2026-11-15"
BOOK = "4+3+8%2F9+5+1%2F2+7+6"

ADDRESSES = """() => [...document.querySelectorAll("[href], [src], [srcset], [action], [poster]")]
    .map(node => node.href?.baseVal ?? node.href ?? node.src ?? node.action)"""
"""Script that returns all addresses in the document."""

DIFFERENT_HIDDEN = r"""() => new Set([...document.querySelectorAll(".tile.hidden")].map(tile =>
    tile.outerHTML.replace(/row \d+ of \d+, column \d+ of \d+|(data-move|tabindex)="[^"]*"/g, "")
)).size"""
"""Script that counts the hidden tiles that differ in more than their places."""


@pytest.fixture(scope="module")
def shared_site(built_site: Path) -> Iterator[StaticSite]:
    with serve_folder(built_site) as site:
        yield site


@pytest.fixture(scope="module")
def shared_visitor(browser: Browser, shared_site: StaticSite) -> Iterator[Visitor]:
    visitor = Visitor(browser, shared_site, permissions=["clipboard-read", "clipboard-write"])
    yield visitor
    visitor.context.close()


@pytest.fixture
def ann(shared_visitor: Visitor) -> Iterator[Visitor]:
    """Yield a visitor whose page makes no errors and asks only for files of the site."""
    yield shared_visitor
    errors, shared_visitor.errors = shared_visitor.errors, []
    assert errors == []


COUNT_ROUNDS = """game => Object.values(
    JSON.parse(localStorage.getItem("numduel.site.history") ?? "{}")
).filter((round) => round.game === game).length"""
"""Script that counts the finished games of a kind."""


def shared_text(visitor: Visitor) -> str:
    """Return the text that a Share button copies."""
    visitor["[data-tool=share]"].click()
    expect(visitor["[data-tool=share]"]).to_contain_text("Copied")
    found: str = visitor.page.evaluate("navigator.clipboard.readText()")
    return found


# ---- games


@pytest.mark.parametrize("game", numduel.games())
def test_every_game_is_played_to_its_end(ann: Visitor, game: str) -> None:
    before = ann.open("/").page.evaluate(COUNT_ROUNDS, game)  # of tests that ran earlier
    for opponent, variant in (("perfect", {}), ("beginner", VARIANTS[game]), ("here", {})):
        with where(game, opponent):
            ann.start(game, opponent, seat="1", **variant)
            if game == "quest":
                assert ann.page.evaluate(DIFFERENT_HIDDEN) == 1, "hidden tiles differ"
            ann.play()
            expect(ann[".end-review"]).not_to_have_attribute("aria-busy", "true")
            assert shared_text(ann).splitlines()[-1] == f"{ann.site.url}#/"
            ann[".end-buttons"].get_by_role("link", name="Review").click()
            expect(ann.button("record")).to_be_visible()
            ann.page.keyboard.press("Home")
            expect(ann[".about"]).to_contain_text("Start")
    ann.open("/history")
    ann["[name=history-game]"].select_option(game)
    expect(ann[".round-line"]).to_have_count(before + 3)
    ann[".round-line"].first.click()
    expect(ann.button("record")).to_be_visible()


def test_rating_is_computed_in_the_browser(ann: Visitor) -> None:
    ann.start("sum", "trixie", seat="1")
    ann.play()
    expect(ann[".after-rating"]).to_contain_text(re.compile("in Sum Battle: |no real choice"))
    ann[".after-rating a"].click()
    expect(ann[".strength[data-game=sum] .results"]).to_contain_text("Trixie")


def test_advice_undo_and_rematch(ann: Visitor) -> None:
    ann.start("maze", "perfect", seat="1", board=BOOK)
    ann["[data-tool=values]"].click()
    expect(ann[f"{LEGAL} .value"]).to_have_count(ann[LEGAL].count())
    ann["[data-tool=values]"].click()
    before = ann[".words"].inner_text()
    ann["[data-tool=hint]"].click()
    expect(ann[".words"]).not_to_have_text(re.compile("Thinking"))
    assert ann[".words"].inner_text() != before
    ann.choose(ann['[data-move="0,1"]'])
    ann["[data-tool=why]"].click()
    expect(ann[".words"]).to_contain_text("would have won")
    ann.choose(ann.button("takeback"))
    expect(ann[".log .ply"]).to_have_count(0)
    ann.play()
    ann.choose(ann.button("rematch"))
    expect(ann[VERDICT]).to_have_count(0)
    ann["#more"].click()
    for _ in range(2):  # the second click confirms
        ann["dialog[open] [data-do=resign]"].click()
    expect(ann[VERDICT]).to_contain_text("Perfect wins")
    ann[".end-buttons [data-do=takeback]"].click()
    expect(ann[VERDICT]).to_have_count(0)


def test_review_leads_to_other_games_and_records_are_opened_again(
    ann: Visitor, tmp_path: Path
) -> None:
    ann.start("maze", "here", seat="1", board=BOOK)
    for move in ("0,0", "2,0", "0,1", "2,1", "1,1", "2,2"):
        ann.choose(ann[f'{LEGAL}[data-move="{move}"]'])
    match = ann.page.url
    ann.page.keyboard.press("v")
    expect(ann[".graph"]).to_be_visible()
    expect(ann[".moments button"]).not_to_have_count(0)
    ann.page.keyboard.press("p")
    ann.button("show-why").click()
    expect(ann[".told-line"]).to_be_visible()
    ann.button("close-line").click()
    ann.button("try-again-here").click()
    expect(ann[".task"]).to_be_visible()
    ann.button("close-tries").click()
    ann["[data-tool=values]"].click()
    expect(ann[".tile .value"]).not_to_have_count(0)
    with ann.page.expect_download() as download:
        ann.button("record").click()
    record = tmp_path / "record.txt"
    download.value.save_as(record)

    ann.button("branch").click()
    ann["dialog [name=opponent]"].select_option("perfect")
    ann.button("play-on").click()
    expect(ann.page).not_to_have_url(re.compile("review"))
    expect(ann[f"{CHOICES}, {VERDICT}"].first).to_be_visible()
    ann.play()
    assert ann.page.url != match

    ann.open("/record")
    ann["[name=file]"].set_input_files(record)
    expect(ann["[name=record]"]).to_have_value(record.read_text())
    ann.button("look").click()
    expect(ann[".graph"]).to_be_visible()
    ann.open("/record")
    lines = record.read_text().splitlines()[:-2]  # without the last two moves
    ended = ("[Result", "[Reason")
    ann["[name=record]"].fill("\n".join(line for line in lines if not line.startswith(ended)))
    ann.button("play-record").click()
    ann.button("play-on").click()
    expect(ann[CHOICES].first).to_be_visible()


def test_link_of_a_letter_has_a_code(ann: Visitor) -> None:
    ann.start("sum", "letter", seat="1")
    ann[LEGAL].first.click()
    expect(ann["[data-link=letter]"]).to_have_value(re.compile(f"^{re.escape(ann.site.url)}#game="))
    ann[".letter-part summary"].click()
    expect(ann[".qr svg"]).to_be_visible()


# ---- study


@pytest.mark.parametrize("game", numduel.games())
def test_lessons_are_finished(ann: Visitor, game: str) -> None:
    """The rules lead to how to win; the list shows that both are finished."""
    ann.open(f"/learn/{game}")
    for id, then in ((game, "How to win"), (f"{game}-strategy", "All lessons")):
        for step in lesson(id).steps:
            with where(step.title):
                expect(ann[".task"]).to_contain_text(step.task)
                ann[f'[data-move="{step.do[0]}"]:visible'].click(force=step.attempt)
                ann["[data-do=next][aria-disabled=false]"].click()
        expect(ann["main"]).to_contain_text("Well done!")
        ann["a.button"].get_by_text(then).click()
    for id in (game, f"{game}-strategy"):
        expect(ann[f"main a[href='#/learn/{id}']"]).to_contain_text("Finished")


def solution_of(day: str) -> list[str]:
    """Return the solver's moves of a daily puzzle."""
    puzzle = daily_puzzle(day, Budget(seconds=60))
    plies = [position["plies"][-1] for position in solve_puzzle(puzzle)["positions"][1:]]
    return [ply["move"] for ply in plies if ply["player"] == puzzle.report.player + 1]


def test_puzzles_of_days_and_practice(ann: Visitor) -> None:
    ann.open("/puzzle")
    ann.button("help").click()
    expect(ann[".verdict-words"]).to_be_visible()
    ann.button("answer").click()
    ann["dialog [data-do=confirm]"].click()
    expect(ann[".line-moves"]).to_be_visible()
    ann.button("more").click()
    ann["a.day[href*='/puzzle?day=']"].first.click()
    expect(ann.page).to_have_url(re.compile(r"#/puzzle\?day=20"))
    expect(ann.button("help")).to_be_visible()
    ann.open(f"/puzzle?day={SOLVED_DAY}")
    for move in solution_of(SOLVED_DAY):
        ann[f'[data-move="{move}"][aria-disabled=false]'].click()
    expect(ann["main"]).to_contain_text("Solved!")
    assert shared_text(ann).splitlines()[-1] == f"{ann.site.url}#/puzzle?day={SOLVED_DAY}"
    ann.open("/puzzles")
    ann[".practice select"].select_option("run")
    ann.button("practise").click()
    for _ in range(2):
        ann.button("answer").click()
        ann["dialog [data-do=confirm]"].click()
        ann.button("another").click()
        expect(ann.button("answer")).to_be_visible()
    ann.open("/puzzles")
    two_missed = re.compile("0/2|0/1.*0/1")  # Auto may change the grade
    expect(ann[".practice-totals [data-game=run]"]).to_contain_text(two_missed)
    rated = re.compile("from [2-4] puzzles$")  # daily puzzles count, too
    expect(ann[".puzzle-ratings [data-game=run] + dd"]).to_have_text(rated)


def test_duel_is_played_once_and_shared(ann: Visitor) -> None:
    ann.open("/duel")
    ann.button("duel").click()
    expect(ann[CHOICES].first).to_be_visible()
    ann["#more"].click()
    for _ in range(2):
        ann["dialog[open] [data-do=resign]"].click()
    expect(ann[".after"]).to_contain_text("Next duel in ")
    assert shared_text(ann).splitlines()[-1] == f"{ann.site.url}#/duel"
    ann.open("/duel")
    expect(ann[".duel-card"]).to_contain_text("Lost")
    ann.open("/duel?day=2026-11-01")
    expect(ann.button("duel")).to_be_visible()


def test_settings_stay(ann: Visitor) -> None:
    ann.open("/")
    ann["[aria-label=Settings]:visible"].click()
    ann["label:has([name=theme][value=dark])"].click()
    with ann.context.new_page() as other:
        other.goto(ann.site.url)
        expect(other.locator("html[data-theme=dark]")).to_be_attached()
    ann["label:has([name=theme][value=auto])"].click()
    ann.page.keyboard.press("Escape")
    expect(ann["dialog"]).to_have_count(0)


# ---- addresses

SCREENS = (
    "/",
    "/play/maze",
    "/learn",
    "/learn/run",
    "/rules",
    "/rules/quest",
    "/puzzles",
    "/puzzle",
)
MORE_SCREENS = (
    "/exam",
    "/duel",
    "/facts",
    "/record",
    "/history",
    "/stats",
    "/no-such-screen",
    "/m/AAAAAAAAAAAAAAAAAAAAAA",
)


def test_all_addresses_are_of_the_site_and_lead_somewhere(ann: Visitor) -> None:
    ann.start("sum", "casual", seat="1")
    found = set[str]()
    for path in (urlsplit(ann.page.url).fragment, *SCREENS, *MORE_SCREENS):
        ann.open(path)
        expect(ann["main"]).to_be_visible()
        expect(ann[".blank, [aria-busy=true]"]).to_have_count(0)
        found |= set(ann.page.evaluate(ADDRESSES))
    assert [url for url in found if not url.startswith(ann.site.url)] == []
    screens = {url.partition("?")[0]: url for url in found if "#/" in url}
    assert len(screens) > 20
    for url in sorted(screens.values()):
        with where(url):
            ann.page.goto(url)
            expect(ann["main"]).to_be_visible()
            expect(ann["h1"].first).not_to_have_text(re.compile("not found"))


def test_missing_screens_have_titles(ann: Visitor) -> None:
    for path, title in {
        "/nowhere": "Page not found",
        "/m/AAAAAAAAAAAAAAAAAAAAAA": "Game not found",
        "/m/AAAAAAAAAAAAAAAAAAAAAA/review": "No review available",
        "/rules/chess": "Rules not found",
        "/learn/chess": "Lesson not found",
        "/puzzle?day=1800-01-01": "Puzzle not found",
        "/duel?day=2999-01-01": "Duel not found",
    }.items():
        with where(path):
            ann.open(path)
            expect(ann["main h1"]).to_have_text(title)
            expect(ann.page).to_have_title(f"{title} · numduel")
            expect(ann["main a.button"]).to_have_attribute("href", re.compile("^#/"))


def test_address_of_a_setup_can_be_pasted_on_any_screen(ann: Visitor) -> None:
    for before in ("/", "/rules", "/play/maze?opponent=casual"):
        with where(before):
            ann.open(before)
            expect(ann["main"]).to_be_visible()
            ann.open("/play/race?opponent=here")
            expect(ann["[name=game][value=race]"]).to_be_checked()
            expect(ann["[name=opponent][value=here]"]).to_be_checked()


def test_site_works_at_the_root_of_a_host(browser: Browser, built_site: Path) -> None:
    with serve_folder(built_site, prefix="") as site:
        ann = Visitor(browser, site)
        ann.page.goto(f"{site.url}?game=race&opponent=here")
        expect(ann["[name=game][value=race]"]).to_be_checked()
        expect(ann["[name=opponent][value=here]"]).to_be_checked()
        ann.page.keyboard.press("Escape")
        expect(ann["dialog"]).to_have_count(0)
        ann[".home-foot"].get_by_text("Rules").click()
        expect(ann.page).to_have_title("Rules · numduel")
        expect(ann["dialog"]).to_have_count(0)
        ann.page.go_back()
        ann["[data-game=run]"].click()
        expect(ann["[name=game][value=run]"]).to_be_checked()
        ann.context.close()
        assert ann.errors == []


def test_matches_on_a_server_and_in_its_edition_stay_apart(
    browser: Browser, built_site: Path, tmp_path: Path
) -> None:
    with (
        Served(tmp_path / "matches.sqlite3", "--site", str(built_site)) as served,
        browser.new_context() as context,
    ):
        page = context.new_page()
        homes = (f"{served.url}/", f"{served.url}/offline/")
        for home, game in zip(homes, ("run", "sum"), strict=True):
            page.goto(home)
            page.locator(f"[data-game={game}]").click()
            page.locator("[name=opponent][value=here]").check(force=True)
            page.locator("[data-do=create]").click()
            expect(page.locator(GRID)).to_be_visible(timeout=90_000)
        for home, title in zip(homes, ("Number Run", "Sum Battle"), strict=True):
            page.goto(home)
            expect(page.locator(".continue h2")).to_contain_text(title, timeout=90_000)
            expect(page.locator(".others")).to_have_count(0)
