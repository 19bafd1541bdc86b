"""The exam on the page: answered in parts, left and continued, reported and saved."""

from __future__ import annotations

import json
import re

from browser_support import People, Person, save, saved
from playwright.sync_api import Locator, expect

from numduel.exam.people import split_exam
from numduel.exam.questions import questions
from numduel.exam.results import read_result

PART = split_exam(questions(), 25, 0)[0]
BEST = {one.id: max(one.worths, key=one.worths.__getitem__) for one in PART}


def is_asked(person: Person, number: int, id: str) -> None:
    """Wait until a question can be answered."""
    expect(person[".match-title"]).to_contain_text(f"Question {number} of 25")
    expect(choice(person, id)).to_have_count(1)


def choice(person: Person, id: str) -> Locator:
    """Return the tile or button of the best move."""
    return person[f"[data-move='{BEST[id]}']:not([aria-disabled=true])"]


def test_exam_is_left_continued_reported_and_saved(people: People) -> None:
    ann = people.new().open("/puzzles")
    ann.button("exam").click()
    ann["input[name=name]"].fill("Ann")
    ann.button("start").click()
    first, second, *_ = (one.id for one in PART)
    is_asked(ann, 1, first)
    expect(ann.button("change")).to_have_attribute("aria-disabled", "true")
    wrong = next(move for move in PART[0].worths if move != BEST[first])
    ann[f"[role=gridcell][data-move='{wrong}']"].click()
    is_asked(ann, 2, second)
    expect(ann["#said"]).to_contain_text("Question 2 of 25. ")
    assert ann.page.evaluate("document.activeElement.getAttribute('role')") == "gridcell"
    ann.button("change").click()
    is_asked(ann, 1, first)
    choice(ann, first).click()
    is_asked(ann, 2, second)
    assert saved(ann, "exam") == {"1": {first: BEST[first]}}
    ann.button("skip").click()
    expect(choice(ann, PART[2].id)).to_have_count(1)
    ann["[aria-label=Back]"].click()
    expect(ann[".exam-done"]).to_have_text("1 of 300 questions are answered.")
    *early, last = BEST
    save(ann, exam={"1": {id: BEST[id] for id in early}})
    ann.open("/exam?size=25")
    is_asked(ann, 25, last)
    expect(ann.button("skip")).to_have_attribute("aria-disabled", "true")
    choice(ann, last).click()
    expect(ann["main h1"]).to_have_text("Exam report")
    expect(ann[".exam-figures tbody tr"]).to_have_count(6)
    expect(ann[".exam-figures tbody tr"].last).to_have_text(re.compile("^All questions2525 ?1.00"))
    expect(ann["[data-tool=share]"]).to_be_visible()
    with ann.page.expect_download() as found:
        ann.button("save").click()
    assert found.value.suggested_filename == "exam-Ann.json"
    result = read_result(str(found.value.path()))
    assert result.player == "Ann"
    assert {answer.id: answer.move for answer in result.answers} == BEST
    assert json.loads(found.value.path().read_text())["skill"]["value"] == 1
    ann.button("more").click()
    ann.button("start").click()
    expect(ann[".match-title"]).to_contain_text("Question 1 of 25")
    ann.page.go_back()
    ann.button("start-over").click()
    ann["dialog [data-do=confirm]"].click()
    expect(ann.button("start")).to_have_text("Start")
    assert saved(ann, "exam") == {"1": {}}


def test_question_that_fails_is_asked_again(people: People) -> None:
    ann = people.new()
    ann.expected_errors = re.compile("net::ERR_FAILED")
    ann.page.route("**/exam/questions/**", lambda route: route.abort())
    ann.open("/exam?size=25")
    expect(ann["[role=alert]"]).to_be_visible()
    ann.page.unroute("**/exam/questions/**")
    ann.button("try-again").click()
    is_asked(ann, 1, PART[0].id)
