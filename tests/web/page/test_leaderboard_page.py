"""The page of a leaderboard in a browser: sorting, links and narrow screens."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Browser, Page, expect

from numduel.render.markup import stylesheet

PAGE = Path(__file__).parents[3] / "docs" / "leaderboard.html"


def column(page: Page, number: int) -> list[float]:
    """Return the values in a column of the main table, from top to bottom."""
    cells = page.locator(f"table >> nth=0 >> tbody >> td:nth-child({number})")
    return [float(cell.get_attribute("data-value") or 0) for cell in cells.all()]


def test_leaderboard_sorts_by_keyboard_and_loads_nothing(browser: Browser) -> None:
    with browser.new_context(viewport={"width": 390, "height": 844}) as context:
        page = context.new_page()
        problems: list[str] = []
        page.on("console", lambda message: problems.append(message.text))
        page.on("pageerror", lambda error: problems.append(str(error)))
        page.on("request", lambda request: problems.append(request.url))
        page.goto(PAGE.as_uri())
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
        skill = column(page, 3)
        assert skill == sorted(skill, reverse=True)
        button = page.get_by_role("button", name="regret").first
        button.focus()
        page.keyboard.press("Enter")
        head = page.locator("th", has=button)
        expect(head).to_have_attribute("aria-sort", "ascending")
        regret = column(page, 7)
        assert regret == sorted(regret)
        expect(page.get_by_role("status")).to_have_text("Sorted by regret, ascending.")
        page.keyboard.press("Space")
        expect(head).to_have_attribute("aria-sort", "descending")
        assert column(page, 7) == regret[::-1]
        page.get_by_role("link", name="random").first.click()
        expect(page.locator("details[open] .moments .card").first).to_be_visible()
        assert problems == [PAGE.as_uri()]


def test_leaderboard_in_the_docs_has_the_current_script() -> None:
    """`make leaderboard` writes it again."""
    for name in ("leaderboard_page.js", "leaderboard_page.css"):
        assert stylesheet(name) in PAGE.read_text(encoding="utf-8")
